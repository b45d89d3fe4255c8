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
  %v3 = getelementptr i64, ptr %v1, i64 -2
  %v4 = icmp ult ptr %v3, %v2
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  %v37 = load ptr, ptr %E
  %v38 = getelementptr i64, ptr %v37, i64 -2
  store ptr %v38, ptr %E
  br label %b7
b7:
  %v39 = load i64, ptr %X0
  %v40 = load i64, ptr %X1
  store i64 %v40, ptr %X0
  store i64 %v39, ptr %X1
  %v41 = load i64, ptr %X1
  %v43 = and i64 %v41, 7
  %v44 = icmp eq i64 %v43, 3
  br i1 %v44, label %b45, label %b42, !prof !9
b45:
  %v46 = inttoptr i64 %v41 to ptr
  %v47 = getelementptr i8, ptr %v46, i64 -3
  %v48 = load i64, ptr %v47, align 8, !tbaa !6
  %v49 = and i64 %v48, 255
  %v50 = icmp eq i64 %v49, 39
  br i1 %v50, label %b51, label %b42, !prof !9
b51:
  %v52 = inttoptr i64 %v41 to ptr
  %v53 = getelementptr i8, ptr %v52, i64 5
  %v54 = load i64, ptr %v53, align 8, !tbaa !6
  %v55 = inttoptr i64 %v54 to ptr
  %v56 = getelementptr i8, ptr %v55, i64 32
  %v57 = load i8, ptr %v56, !tbaa !8
  %v58 = icmp eq i8 %v57, 1
  br i1 %v58, label %b59, label %b42, !prof !9
b59:
  %v60 = getelementptr i8, ptr %v55, i64 48
  %v61 = load ptr, ptr %v60, !tbaa !8
  %v62 = load i64, ptr %v61, align 8, !tbaa !8
  %v63 = and i64 %v62, 65535
  %v64 = icmp eq i64 %v63, 0
  br i1 %v64, label %b65, label %b42, !prof !9
b65:
  %v66 = getelementptr i8, ptr %v61, i64 8
  %v67 = load ptr, ptr %v66, align 8, !tbaa !8
  switch i64 %v48, label %b42 [ i64 551, label %b68 i64 807, label %b69 i64 1063, label %b70 i64 1319, label %b71 ]
b68:
  %v72 = load ptr, ptr %E
  %v73 = getelementptr i64, ptr %v72, i64 2
  store ptr %v73, ptr %E
  %v74 = load ptr, ptr %E
  %v75 = load ptr, ptr %H
  %v76 = load i64, ptr %N
  %v77 = load i64, ptr %X0
  musttail call preserve_nonecc void %v67(ptr %r, ptr %v74, ptr %v75, i64 %v76, i64 %v77, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b69:
  %v78 = inttoptr i64 %v41 to ptr
  %v79 = getelementptr i8, ptr %v78, i64 21
  %v80 = load i64, ptr %v79, align 8, !tbaa !6
  store i64 %v80, ptr %X1
  %v81 = load ptr, ptr %E
  %v82 = getelementptr i64, ptr %v81, i64 2
  store ptr %v82, ptr %E
  %v83 = load ptr, ptr %E
  %v84 = load ptr, ptr %H
  %v85 = load i64, ptr %N
  %v86 = load i64, ptr %X0
  %v87 = load i64, ptr %X1
  musttail call preserve_nonecc void %v67(ptr %r, ptr %v83, ptr %v84, i64 %v85, i64 %v86, i64 %v87, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b70:
  %v88 = inttoptr i64 %v41 to ptr
  %v89 = getelementptr i8, ptr %v88, i64 21
  %v90 = load i64, ptr %v89, align 8, !tbaa !6
  store i64 %v90, ptr %X1
  %v91 = inttoptr i64 %v41 to ptr
  %v92 = getelementptr i8, ptr %v91, i64 29
  %v93 = load i64, ptr %v92, align 8, !tbaa !6
  store i64 %v93, ptr %X2
  %v94 = load ptr, ptr %E
  %v95 = getelementptr i64, ptr %v94, i64 2
  store ptr %v95, ptr %E
  %v96 = load ptr, ptr %E
  %v97 = load ptr, ptr %H
  %v98 = load i64, ptr %N
  %v99 = load i64, ptr %X0
  %v100 = load i64, ptr %X1
  %v101 = load i64, ptr %X2
  musttail call preserve_nonecc void %v67(ptr %r, ptr %v96, ptr %v97, i64 %v98, i64 %v99, i64 %v100, i64 %v101, i64 poison, i64 poison, i64 poison)
  ret void
b71:
  %v102 = inttoptr i64 %v41 to ptr
  %v103 = getelementptr i8, ptr %v102, i64 21
  %v104 = load i64, ptr %v103, align 8, !tbaa !6
  store i64 %v104, ptr %X1
  %v105 = inttoptr i64 %v41 to ptr
  %v106 = getelementptr i8, ptr %v105, i64 29
  %v107 = load i64, ptr %v106, align 8, !tbaa !6
  store i64 %v107, ptr %X2
  %v108 = inttoptr i64 %v41 to ptr
  %v109 = getelementptr i8, ptr %v108, i64 37
  %v110 = load i64, ptr %v109, align 8, !tbaa !6
  store i64 %v110, ptr %X3
  %v111 = load ptr, ptr %E
  %v112 = getelementptr i64, ptr %v111, i64 2
  store ptr %v112, ptr %E
  %v113 = load ptr, ptr %E
  %v114 = load ptr, ptr %H
  %v115 = load i64, ptr %N
  %v116 = load i64, ptr %X0
  %v117 = load i64, ptr %X1
  %v118 = load i64, ptr %X2
  %v119 = load i64, ptr %X3
  musttail call preserve_nonecc void %v67(ptr %r, ptr %v113, ptr %v114, i64 %v115, i64 %v116, i64 %v117, i64 %v118, i64 %v119, i64 poison, i64 poison)
  ret void
b42:
  %v120 = load i64, ptr %X0
  %v121 = getelementptr i8, ptr %r, i64 x0
  store i64 %v120, ptr %v121, align 8, !tbaa !7
  %v122 = load i64, ptr %X1
  %v123 = getelementptr i8, ptr %r, i64 x1
  store i64 %v122, ptr %v123, align 8, !tbaa !7
  %v124 = getelementptr i8, ptr %r, i64 fun
  %v125 = load ptr, ptr %v124, align 8, !tbaa !7
  %v126 = call i64 %v125(ptr %r, i64 %v41, i64 1) #0
  %v127 = icmp eq i64 %v126, 0
  br i1 %v127, label %b128, label %b129, !prof !12
b128:
  %v130 = load ptr, ptr %E
  %v131 = getelementptr i64, ptr %v130, i64 0
  store i64 0, ptr %v131, align 8, !tbaa !5
  %v132 = getelementptr i64, ptr %v130, i64 1
  store i64 0, ptr %v132, align 8, !tbaa !5
  %v133 = load i64, ptr %X0
  %v134 = getelementptr i8, ptr %r, i64 x0
  store i64 %v133, ptr %v134, align 8, !tbaa !7
  %v135 = load i64, ptr %X1
  %v136 = getelementptr i8, ptr %r, i64 x1
  store i64 %v135, ptr %v136, align 8, !tbaa !7
  %v137 = getelementptr i64, ptr @T, i64 Pc(6)
  %v138 = load i64, ptr %v137, align 8, !tbaa !8, !invariant.load !11
  %v139 = load ptr, ptr %E
  %v140 = getelementptr i8, ptr %r, i64 stack
  store ptr %v139, ptr %v140, align 8, !tbaa !7
  %v141 = load ptr, ptr %H
  %v142 = getelementptr i8, ptr %r, i64 heap
  store ptr %v141, ptr %v142, align 8, !tbaa !7
  %v143 = load i64, ptr %N
  %v144 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v143, ptr %v144, align 8, !tbaa !7
  %v145 = getelementptr i8, ptr %r, i64 pc
  store i64 %v138, ptr %v145, align 8, !tbaa !7
  %v146 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v146, align 8, !tbaa !7
  ret void
b129:
  %v147 = load ptr, ptr %E
  %v148 = getelementptr i64, ptr %v147, i64 2
  store ptr %v148, ptr %E
  %v149 = getelementptr i8, ptr %r, i64 x0
  %v150 = load i64, ptr %v149, align 8, !tbaa !7
  store i64 %v150, ptr %X0
  %v151 = getelementptr i8, ptr %r, i64 x1
  %v152 = load i64, ptr %v151, align 8, !tbaa !7
  store i64 %v152, ptr %X1
  %v153 = getelementptr i8, ptr %r, i64 x2
  %v154 = load i64, ptr %v153, align 8, !tbaa !7
  store i64 %v154, ptr %X2
  %v155 = getelementptr i8, ptr %r, i64 x3
  %v156 = load i64, ptr %v155, align 8, !tbaa !7
  store i64 %v156, ptr %X3
  %v157 = getelementptr i8, ptr %r, i64 x4
  %v158 = load i64, ptr %v157, align 8, !tbaa !7
  store i64 %v158, ptr %X4
  %v159 = getelementptr i8, ptr %r, i64 x5
  %v160 = load i64, ptr %v159, align 8, !tbaa !7
  store i64 %v160, ptr %X5
  %v161 = getelementptr i8, ptr %r, i64 arity
  %v162 = load i64, ptr %v161, align 8, !tbaa !7
  %v163 = inttoptr i64 %v126 to ptr
  %v164 = load i64, ptr %v163, align 8, !tbaa !8
  %v165 = and i64 %v164, 65535
  %v166 = icmp eq i64 %v165, 0
  br i1 %v166, label %b167, label %b168
b167:
  %v169 = getelementptr i8, ptr %v163, i64 8
  %v170 = load ptr, ptr %v169, align 8, !tbaa !8
  %v171 = load ptr, ptr %E
  %v172 = load ptr, ptr %H
  %v173 = load i64, ptr %N
  %v174 = load i64, ptr %X0
  %v175 = load i64, ptr %X1
  %v176 = load i64, ptr %X2
  %v177 = load i64, ptr %X3
  %v178 = load i64, ptr %X4
  %v179 = load i64, ptr %X5
  musttail call preserve_nonecc void %v170(ptr %r, ptr %v171, ptr %v172, i64 %v173, i64 %v174, i64 %v175, i64 %v176, i64 %v177, i64 %v178, i64 %v179)
  ret void
b168:
  %v180 = getelementptr i8, ptr %r, i64 arity
  store i64 %v162, ptr %v180, align 8, !tbaa !7
  %v181 = load ptr, ptr %E
  %v182 = load ptr, ptr %H
  %v183 = load i64, ptr %N
  %v184 = ptrtoint ptr %v163 to i64
  musttail call preserve_nonecc void @leave(ptr %r, ptr %v181, ptr %v182, i64 %v183, i64 %v184, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b5:
  %v8 = load i64, ptr %X0
  %v9 = getelementptr i8, ptr %r, i64 x0
  store i64 %v8, ptr %v9, align 8, !tbaa !7
  %v10 = load i64, ptr %X1
  %v11 = getelementptr i8, ptr %r, i64 x1
  store i64 %v10, ptr %v11, align 8, !tbaa !7
  %v12 = getelementptr i64, ptr @T, i64 Pc(4)
  %v13 = load i64, ptr %v12, align 8, !tbaa !8, !invariant.load !11
  %v14 = getelementptr i64, ptr @T, i64 Pc(5)
  %v15 = load i64, ptr %v14, align 8, !tbaa !8, !invariant.load !11
  %v16 = getelementptr i8, ptr %r, i64 step
  %v17 = load ptr, ptr %v16, align 8, !tbaa !7
  %v18 = load ptr, ptr %E
  %v19 = load ptr, ptr %H
  %v20 = load i64, ptr %N
  %v21 = call i64 %v17(ptr %r, ptr %v18, ptr %v19, i64 %v20, i64 %v13, i64 %v15) #0
  %v22 = getelementptr i8, ptr %r, i64 stack
  %v23 = load ptr, ptr %v22, align 8, !tbaa !7
  store ptr %v23, ptr %E
  %v24 = getelementptr i8, ptr %r, i64 heap
  %v25 = load ptr, ptr %v24, align 8, !tbaa !7
  store ptr %v25, ptr %H
  %v26 = getelementptr i8, ptr %r, i64 reductions
  %v27 = load i64, ptr %v26, align 8, !tbaa !7
  store i64 %v27, ptr %N
  %v28 = getelementptr i8, ptr %r, i64 x0
  %v29 = load i64, ptr %v28, align 8, !tbaa !7
  store i64 %v29, ptr %X0
  %v30 = getelementptr i8, ptr %r, i64 x1
  %v31 = load i64, ptr %v30, align 8, !tbaa !7
  store i64 %v31, ptr %X1
  %v32 = getelementptr i64, ptr @T, i64 Pc(5)
  %v33 = load i64, ptr %v32, align 8, !tbaa !8
  %v36 = icmp eq i64 %v21, %v33
  br i1 %v36, label %b34, label %b35, !prof !9
b35:
  ret void
b34:
  br label %b7
}
