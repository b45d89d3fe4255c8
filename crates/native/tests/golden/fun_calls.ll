; A fun that is called: at once if it is native and has few free variables.

; with/2
define hidden preserve_nonecc void @f0(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  %slot = getelementptr i64, ptr @T, i64 Cost(0)
  %cost = load i64, ptr %slot, align 8, !tbaa !8
  %counted = sub nsw i64 %n0, %cost
  %over = icmp slt i64 %counted, 1
  br i1 %over, label %out, label %in, !prof !12
out:
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %e0, ptr %h0, i64 %counted, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5)
  ret void
in:
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %counted, ptr %N
  store i64 %a0, ptr %X0
  store i64 %a1, ptr %X1
  br label %i3
i3:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %H
  %v3 = ptrtoint ptr %v1 to i64
  %v4 = ptrtoint ptr %v2 to i64
  %v5 = sub i64 %v3, %v4
  %v6 = icmp ult i64 %v5, 16
  br i1 %v6, label %b7, label %b8, !prof !12
b8:
  %v39 = load ptr, ptr %E
  %v40 = getelementptr i64, ptr %v39, i64 -2
  store ptr %v40, ptr %E
  br label %b9
b9:
  %v41 = load i64, ptr %X0
  %v42 = load i64, ptr %X1
  store i64 %v42, ptr %X0
  store i64 %v41, ptr %X1
  %v43 = load i64, ptr %X1
  %v45 = and i64 %v43, 7
  %v46 = icmp eq i64 %v45, 3
  br i1 %v46, label %b47, label %b44, !prof !9
b47:
  %v48 = inttoptr i64 %v43 to ptr
  %v49 = getelementptr i8, ptr %v48, i64 -3
  %v50 = load i64, ptr %v49, align 8, !tbaa !6
  %v51 = and i64 %v50, 255
  %v52 = icmp eq i64 %v51, 39
  br i1 %v52, label %b53, label %b44, !prof !9
b53:
  %v54 = inttoptr i64 %v43 to ptr
  %v55 = getelementptr i8, ptr %v54, i64 5
  %v56 = load i64, ptr %v55, align 8, !tbaa !6
  %v57 = inttoptr i64 %v56 to ptr
  %v58 = getelementptr i8, ptr %v57, i64 28
  %v59 = load i8, ptr %v58, !tbaa !8
  %v60 = icmp eq i8 %v59, 1
  br i1 %v60, label %b61, label %b44, !prof !9
b61:
  %v62 = getelementptr i8, ptr %v57, i64 40
  %v63 = load ptr, ptr %v62, !tbaa !8
  %v64 = load i64, ptr %v63, align 8, !tbaa !8
  %v65 = and i64 %v64, 65535
  %v66 = icmp eq i64 %v65, 0
  br i1 %v66, label %b67, label %b44, !prof !9
b67:
  %v68 = getelementptr i8, ptr %v63, i64 8
  %v69 = load ptr, ptr %v68, align 8, !tbaa !8
  switch i64 %v50, label %b44 [ i64 551, label %b70 i64 807, label %b71 i64 1063, label %b72 i64 1319, label %b73 ]
b70:
  %v74 = load ptr, ptr %E
  %v75 = getelementptr i64, ptr %v74, i64 2
  store ptr %v75, ptr %E
  %v76 = load ptr, ptr %E
  %v77 = load ptr, ptr %H
  %v78 = load i64, ptr %N
  %v79 = load i64, ptr %X0
  musttail call preserve_nonecc void %v69(ptr %r, ptr %v76, ptr %v77, i64 %v78, i64 %v79, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b71:
  %v80 = inttoptr i64 %v43 to ptr
  %v81 = getelementptr i8, ptr %v80, i64 21
  %v82 = load i64, ptr %v81, align 8, !tbaa !6
  store i64 %v82, ptr %X1
  %v83 = load ptr, ptr %E
  %v84 = getelementptr i64, ptr %v83, i64 2
  store ptr %v84, ptr %E
  %v85 = load ptr, ptr %E
  %v86 = load ptr, ptr %H
  %v87 = load i64, ptr %N
  %v88 = load i64, ptr %X0
  %v89 = load i64, ptr %X1
  musttail call preserve_nonecc void %v69(ptr %r, ptr %v85, ptr %v86, i64 %v87, i64 %v88, i64 %v89, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b72:
  %v90 = inttoptr i64 %v43 to ptr
  %v91 = getelementptr i8, ptr %v90, i64 21
  %v92 = load i64, ptr %v91, align 8, !tbaa !6
  store i64 %v92, ptr %X1
  %v93 = inttoptr i64 %v43 to ptr
  %v94 = getelementptr i8, ptr %v93, i64 29
  %v95 = load i64, ptr %v94, align 8, !tbaa !6
  store i64 %v95, ptr %X2
  %v96 = load ptr, ptr %E
  %v97 = getelementptr i64, ptr %v96, i64 2
  store ptr %v97, ptr %E
  %v98 = load ptr, ptr %E
  %v99 = load ptr, ptr %H
  %v100 = load i64, ptr %N
  %v101 = load i64, ptr %X0
  %v102 = load i64, ptr %X1
  %v103 = load i64, ptr %X2
  musttail call preserve_nonecc void %v69(ptr %r, ptr %v98, ptr %v99, i64 %v100, i64 %v101, i64 %v102, i64 %v103, i64 poison, i64 poison, i64 poison)
  ret void
b73:
  %v104 = inttoptr i64 %v43 to ptr
  %v105 = getelementptr i8, ptr %v104, i64 21
  %v106 = load i64, ptr %v105, align 8, !tbaa !6
  store i64 %v106, ptr %X1
  %v107 = inttoptr i64 %v43 to ptr
  %v108 = getelementptr i8, ptr %v107, i64 29
  %v109 = load i64, ptr %v108, align 8, !tbaa !6
  store i64 %v109, ptr %X2
  %v110 = inttoptr i64 %v43 to ptr
  %v111 = getelementptr i8, ptr %v110, i64 37
  %v112 = load i64, ptr %v111, align 8, !tbaa !6
  store i64 %v112, ptr %X3
  %v113 = load ptr, ptr %E
  %v114 = getelementptr i64, ptr %v113, i64 2
  store ptr %v114, ptr %E
  %v115 = load ptr, ptr %E
  %v116 = load ptr, ptr %H
  %v117 = load i64, ptr %N
  %v118 = load i64, ptr %X0
  %v119 = load i64, ptr %X1
  %v120 = load i64, ptr %X2
  %v121 = load i64, ptr %X3
  musttail call preserve_nonecc void %v69(ptr %r, ptr %v115, ptr %v116, i64 %v117, i64 %v118, i64 %v119, i64 %v120, i64 %v121, i64 poison, i64 poison)
  ret void
b44:
  %v122 = load i64, ptr %X0
  %v123 = getelementptr i8, ptr %r, i64 x0
  store i64 %v122, ptr %v123, align 8, !tbaa !7
  %v124 = load i64, ptr %X1
  %v125 = getelementptr i8, ptr %r, i64 x1
  store i64 %v124, ptr %v125, align 8, !tbaa !7
  %v126 = getelementptr i8, ptr %r, i64 fun
  %v127 = load ptr, ptr %v126, align 8, !tbaa !7
  %v128 = call i64 %v127(ptr %r, i64 %v43, i64 1) #0
  %v129 = icmp eq i64 %v128, 0
  br i1 %v129, label %b130, label %b131, !prof !12
b130:
  %v132 = load ptr, ptr %E
  %v133 = getelementptr i64, ptr %v132, i64 0
  store i64 0, ptr %v133, align 8, !tbaa !5
  %v134 = getelementptr i64, ptr %v132, i64 1
  store i64 0, ptr %v134, align 8, !tbaa !5
  %v135 = load i64, ptr %X0
  %v136 = getelementptr i8, ptr %r, i64 x0
  store i64 %v135, ptr %v136, align 8, !tbaa !7
  %v137 = load i64, ptr %X1
  %v138 = getelementptr i8, ptr %r, i64 x1
  store i64 %v137, ptr %v138, align 8, !tbaa !7
  %v139 = getelementptr i64, ptr @T, i64 Pc(6)
  %v140 = load i64, ptr %v139, align 8, !tbaa !8, !invariant.load !11
  %v141 = load ptr, ptr %E
  %v142 = getelementptr i8, ptr %r, i64 stack
  store ptr %v141, ptr %v142, align 8, !tbaa !7
  %v143 = load ptr, ptr %H
  %v144 = getelementptr i8, ptr %r, i64 heap
  store ptr %v143, ptr %v144, align 8, !tbaa !7
  %v145 = load i64, ptr %N
  %v146 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v145, ptr %v146, align 8, !tbaa !7
  %v147 = getelementptr i8, ptr %r, i64 pc
  store i64 %v140, ptr %v147, align 8, !tbaa !7
  %v148 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v148, align 8, !tbaa !7
  ret void
b131:
  %v149 = load ptr, ptr %E
  %v150 = getelementptr i64, ptr %v149, i64 2
  store ptr %v150, ptr %E
  %v151 = getelementptr i8, ptr %r, i64 x0
  %v152 = load i64, ptr %v151, align 8, !tbaa !7
  store i64 %v152, ptr %X0
  %v153 = getelementptr i8, ptr %r, i64 x1
  %v154 = load i64, ptr %v153, align 8, !tbaa !7
  store i64 %v154, ptr %X1
  %v155 = getelementptr i8, ptr %r, i64 x2
  %v156 = load i64, ptr %v155, align 8, !tbaa !7
  store i64 %v156, ptr %X2
  %v157 = getelementptr i8, ptr %r, i64 x3
  %v158 = load i64, ptr %v157, align 8, !tbaa !7
  store i64 %v158, ptr %X3
  %v159 = getelementptr i8, ptr %r, i64 x4
  %v160 = load i64, ptr %v159, align 8, !tbaa !7
  store i64 %v160, ptr %X4
  %v161 = getelementptr i8, ptr %r, i64 x5
  %v162 = load i64, ptr %v161, align 8, !tbaa !7
  store i64 %v162, ptr %X5
  %v163 = getelementptr i8, ptr %r, i64 arity
  %v164 = load i64, ptr %v163, align 8, !tbaa !7
  %v165 = inttoptr i64 %v128 to ptr
  %v166 = load i64, ptr %v165, align 8, !tbaa !8
  %v167 = and i64 %v166, 65535
  %v168 = icmp eq i64 %v167, 0
  br i1 %v168, label %b169, label %b170
b169:
  %v171 = getelementptr i8, ptr %v165, i64 8
  %v172 = load ptr, ptr %v171, align 8, !tbaa !8
  %v173 = load ptr, ptr %E
  %v174 = load ptr, ptr %H
  %v175 = load i64, ptr %N
  %v176 = load i64, ptr %X0
  %v177 = load i64, ptr %X1
  %v178 = load i64, ptr %X2
  %v179 = load i64, ptr %X3
  %v180 = load i64, ptr %X4
  %v181 = load i64, ptr %X5
  musttail call preserve_nonecc void %v172(ptr %r, ptr %v173, ptr %v174, i64 %v175, i64 %v176, i64 %v177, i64 %v178, i64 %v179, i64 %v180, i64 %v181)
  ret void
b170:
  %v182 = getelementptr i8, ptr %r, i64 arity
  store i64 %v164, ptr %v182, align 8, !tbaa !7
  %v183 = load ptr, ptr %E
  %v184 = getelementptr i8, ptr %r, i64 stack
  store ptr %v183, ptr %v184, align 8, !tbaa !7
  %v185 = load ptr, ptr %H
  %v186 = getelementptr i8, ptr %r, i64 heap
  store ptr %v185, ptr %v186, align 8, !tbaa !7
  %v187 = load i64, ptr %N
  %v188 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v187, ptr %v188, align 8, !tbaa !7
  %v189 = getelementptr i8, ptr %r, i64 pc
  store ptr %v165, ptr %v189, align 8, !tbaa !7
  %v190 = getelementptr i8, ptr %r, i64 exit
  store i64 1, ptr %v190, align 8, !tbaa !7
  ret void
b7:
  %v10 = load i64, ptr %X0
  %v11 = getelementptr i8, ptr %r, i64 x0
  store i64 %v10, ptr %v11, align 8, !tbaa !7
  %v12 = load i64, ptr %X1
  %v13 = getelementptr i8, ptr %r, i64 x1
  store i64 %v12, ptr %v13, align 8, !tbaa !7
  %v14 = getelementptr i64, ptr @T, i64 Pc(4)
  %v15 = load i64, ptr %v14, align 8, !tbaa !8, !invariant.load !11
  %v16 = getelementptr i64, ptr @T, i64 Pc(5)
  %v17 = load i64, ptr %v16, align 8, !tbaa !8, !invariant.load !11
  %v18 = getelementptr i8, ptr %r, i64 step
  %v19 = load ptr, ptr %v18, align 8, !tbaa !7
  %v20 = load ptr, ptr %E
  %v21 = load ptr, ptr %H
  %v22 = load i64, ptr %N
  %v23 = call i64 %v19(ptr %r, ptr %v20, ptr %v21, i64 %v22, i64 %v15, i64 %v17) #0
  %v24 = getelementptr i8, ptr %r, i64 stack
  %v25 = load ptr, ptr %v24, align 8, !tbaa !7
  store ptr %v25, ptr %E
  %v26 = getelementptr i8, ptr %r, i64 heap
  %v27 = load ptr, ptr %v26, align 8, !tbaa !7
  store ptr %v27, ptr %H
  %v28 = getelementptr i8, ptr %r, i64 reductions
  %v29 = load i64, ptr %v28, align 8, !tbaa !7
  store i64 %v29, ptr %N
  %v30 = getelementptr i8, ptr %r, i64 x0
  %v31 = load i64, ptr %v30, align 8, !tbaa !7
  store i64 %v31, ptr %X0
  %v32 = getelementptr i8, ptr %r, i64 x1
  %v33 = load i64, ptr %v32, align 8, !tbaa !7
  store i64 %v33, ptr %X1
  %v34 = getelementptr i64, ptr @T, i64 Pc(5)
  %v35 = load i64, ptr %v34, align 8, !tbaa !8
  %v38 = icmp eq i64 %v23, %v35
  br i1 %v38, label %b36, label %b37, !prof !9
b37:
  ret void
b36:
  br label %b9
}
