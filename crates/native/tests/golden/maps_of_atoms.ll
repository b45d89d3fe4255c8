; A key that is looked for in a map, and another value for it.

; next/1
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
  br label %i3
i3:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 3
  br i1 %v3, label %b4, label %i0
b4:
  %v5 = inttoptr i64 %v1 to ptr
  %v6 = getelementptr i8, ptr %v5, i64 -3
  %v7 = load i64, ptr %v6, align 8, !tbaa !6
  %v8 = and i64 %v7, 255
  %v9 = icmp eq i64 %v8, 87
  %v10 = icmp eq i64 %v8, 95
  %v11 = or i1 %v9, %v10
  br i1 %v11, label %b12, label %i0
b12:
  %v13 = load i64, ptr %X0
  %v15 = inttoptr i64 %v13 to ptr
  %v16 = getelementptr i8, ptr %v15, i64 5
  %v17 = load i64, ptr %v16, align 8, !tbaa !6
  %v18 = getelementptr i64, ptr @T, i64 Atom(3)
  %v19 = load i64, ptr %v18, align 8, !tbaa !8, !invariant.load !11
  %v24 = inttoptr i64 %v13 to ptr
  %v25 = getelementptr i8, ptr %v24, i64 -3
  %v26 = load i64, ptr %v25, align 8, !tbaa !6
  %v27 = and i64 %v26, 255
  %v28 = icmp eq i64 %v27, 87
  br i1 %v28, label %b20, label %b21
b20:
  %v29 = inttoptr i64 %v13 to ptr
  %v30 = getelementptr i8, ptr %v29, i64 5
  %v31 = load i64, ptr %v30, align 8, !tbaa !6
  %v32 = lshr i64 %v26, 8
  br label %b37
b37:
  br label %b33
b33:
  %v38 = phi i64 [ 1, %b37 ], [ %nb35, %b35 ]
  %v39 = icmp uge i64 %v38, %v32
  br i1 %v39, label %b22, label %b34
b34:
  %v40 = inttoptr i64 %v31 to ptr
  %v41 = getelementptr i64, ptr %v40, i64 %v38
  %v42 = getelementptr i8, ptr %v41, i64 -3
  %v43 = load i64, ptr %v42, align 8, !tbaa !6
  %v44 = icmp eq i64 %v43, %v19
  br i1 %v44, label %b36, label %b35
b35:
  %nb35 = add i64 %v38, 1
  br label %b33
b36:
  %v45 = inttoptr i64 %v13 to ptr
  %v46 = getelementptr i64, ptr %v45, i64 %v38
  %v47 = getelementptr i8, ptr %v46, i64 5
  %v48 = load i64, ptr %v47, align 8, !tbaa !6
  br label %b49
b49:
  br label %b23
b22:
  br i1 false, label %b50, label %i0
b50:
  unreachable
b21:
  %v51 = getelementptr i8, ptr %r, i64 map_get
  %v52 = load ptr, ptr %v51, align 8, !tbaa !7
  %v53 = call preserve_mostcc i64 %v52(i64 %v13, i64 %v19) #0
  %v54 = icmp ne i64 %v53, 7
  br i1 %v54, label %b55, label %i0
b55:
  br label %b56
b56:
  br label %b23
b23:
  %v57 = phi i64 [ %v48, %b49 ], [ %v53, %b56 ]
  store i64 %v57, ptr %X1
  br label %b14
b14:
  %v58 = load i64, ptr %X1
  %v59 = getelementptr i64, ptr @T, i64 Atom(4)
  %v60 = load i64, ptr %v59, align 8, !tbaa !8, !invariant.load !11
  %v61 = icmp eq i64 %v58, %v60
  br i1 %v61, label %b62, label %i0
b62:
  br label %b63
b63:
  %v65 = load ptr, ptr %E
  %v66 = load ptr, ptr %H
  %v67 = ptrtoint ptr %v65 to i64
  %v68 = ptrtoint ptr %v66 to i64
  %v69 = sub i64 %v67, %v68
  %v70 = icmp ult i64 %v69, 544
  br i1 %v70, label %b64, label %b71, !prof !12
b71:
  %v90 = load i64, ptr %X0
  %v91 = getelementptr i64, ptr @T, i64 Atom(3)
  %v92 = load i64, ptr %v91, align 8, !tbaa !8, !invariant.load !11
  %v93 = getelementptr i64, ptr @T, i64 Atom(5)
  %v94 = load i64, ptr %v93, align 8, !tbaa !8, !invariant.load !11
  %v97 = and i64 %v90, 7
  %v98 = icmp eq i64 %v97, 3
  br label %b99
b99:
  br i1 %v98, label %b100, label %b101, !prof !9
b100:
  %v102 = inttoptr i64 %v90 to ptr
  %v103 = getelementptr i8, ptr %v102, i64 -3
  %v104 = load i64, ptr %v103, align 8, !tbaa !6
  br label %b101
b101:
  %v105 = phi i64 [ 0, %b99 ], [ %v104, %b100 ]
  %v106 = and i64 %v105, 255
  %v107 = icmp eq i64 %v106, 87
  br i1 %v107, label %b108, label %b96
b108:
  %v109 = inttoptr i64 %v90 to ptr
  %v110 = getelementptr i8, ptr %v109, i64 5
  %v111 = load i64, ptr %v110, align 8, !tbaa !6
  %v112 = lshr i64 %v105, 8
  br label %b117
b117:
  br label %b113
b113:
  %v118 = phi i64 [ 1, %b117 ], [ %nb115, %b115 ]
  %v119 = icmp uge i64 %v118, %v112
  br i1 %v119, label %b96, label %b114
b114:
  %v120 = inttoptr i64 %v111 to ptr
  %v121 = getelementptr i64, ptr %v120, i64 %v118
  %v122 = getelementptr i8, ptr %v121, i64 -3
  %v123 = load i64, ptr %v122, align 8, !tbaa !6
  %v124 = icmp eq i64 %v123, %v92
  br i1 %v124, label %b116, label %b115
b115:
  %nb115 = add i64 %v118, 1
  br label %b113
b116:
  %v125 = add i64 %v118, 1
  %v126 = lshr i64 %v105, 8
  %v127 = load ptr, ptr %E
  %v128 = load ptr, ptr %H
  %v129 = ptrtoint ptr %v127 to i64
  %v130 = ptrtoint ptr %v128 to i64
  %v131 = sub i64 %v129, %v130
  %v132 = lshr i64 %v131, 3
  %v133 = icmp ule i64 %v132, %v126
  br i1 %v133, label %b96, label %b134, !prof !12
b134:
  store i64 %v105, ptr %v128, align 8, !tbaa !6
  br label %b137
b137:
  br label %b135
b135:
  %v138 = phi i64 [ 1, %b137 ], [ %nb135, %b135 ]
  %v139 = inttoptr i64 %v90 to ptr
  %v140 = getelementptr i64, ptr %v139, i64 %v138
  %v141 = getelementptr i8, ptr %v140, i64 -3
  %v142 = load i64, ptr %v141, align 8, !tbaa !6
  %v143 = getelementptr i64, ptr %v128, i64 %v138
  store i64 %v142, ptr %v143, align 8, !tbaa !6
  %nb135 = add i64 %v138, 1
  %v144 = icmp ugt i64 %nb135, %v126
  br i1 %v144, label %b136, label %b135
b136:
  %v145 = getelementptr i64, ptr %v128, i64 %v125
  store i64 %v94, ptr %v145, align 8, !tbaa !6
  %v146 = getelementptr i64, ptr %v128, i64 %v126
  %v147 = getelementptr i64, ptr %v146, i64 1
  store ptr %v147, ptr %H
  %v148 = or disjoint i64 %v130, 3
  store i64 %v148, ptr %X0
  br label %b95
b96:
  %v149 = getelementptr i8, ptr %r, i64 map_put
  %v150 = load ptr, ptr %v149, align 8, !tbaa !7
  %v151 = load ptr, ptr %E
  %v152 = getelementptr i8, ptr %r, i64 stack
  store ptr %v151, ptr %v152, align 8, !tbaa !7
  %v153 = load ptr, ptr %H
  %v154 = call preserve_mostcc i64 %v150(ptr %r, ptr %v153, i64 %v90, i64 %v92, i64 %v94, i64 1) #0
  %v155 = getelementptr i8, ptr %r, i64 heap
  %v156 = load ptr, ptr %v155, align 8, !tbaa !7
  store ptr %v156, ptr %H
  %v157 = icmp eq i64 %v154, 7
  br i1 %v157, label %b158, label %b159, !prof !12
b159:
  store i64 %v154, ptr %X0
  br label %b160
b160:
  br label %b95
b95:
  %v186 = load ptr, ptr %E
  %v187 = load ptr, ptr %v186, align 8, !tbaa !5
  %v188 = load ptr, ptr %E
  %v189 = load ptr, ptr %H
  %v190 = load i64, ptr %N
  %v191 = load i64, ptr %X0
  musttail call preserve_nonecc void %v187(ptr %r, ptr %v188, ptr %v189, i64 %v190, i64 %v191, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v192 = load i64, ptr %X0
  %v193 = getelementptr i8, ptr %r, i64 x0
  store i64 %v192, ptr %v193, align 8, !tbaa !7
  %v194 = getelementptr i64, ptr @T, i64 Pc(2)
  %v195 = load i64, ptr %v194, align 8, !tbaa !8, !invariant.load !11
  %v196 = load ptr, ptr %E
  %v197 = getelementptr i8, ptr %r, i64 stack
  store ptr %v196, ptr %v197, align 8, !tbaa !7
  %v198 = load ptr, ptr %H
  %v199 = getelementptr i8, ptr %r, i64 heap
  store ptr %v198, ptr %v199, align 8, !tbaa !7
  %v200 = load i64, ptr %N
  %v201 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v200, ptr %v201, align 8, !tbaa !7
  %v202 = getelementptr i8, ptr %r, i64 pc
  store i64 %v195, ptr %v202, align 8, !tbaa !7
  %v203 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v203, align 8, !tbaa !7
  ret void
b64:
  %v72 = load i64, ptr %X0
  %v73 = getelementptr i8, ptr %r, i64 x0
  store i64 %v72, ptr %v73, align 8, !tbaa !7
  %v74 = getelementptr i64, ptr @T, i64 Pc(7)
  %v75 = load i64, ptr %v74, align 8, !tbaa !8, !invariant.load !11
  %v76 = getelementptr i8, ptr %r, i64 collect
  %v77 = load ptr, ptr %v76, align 8, !tbaa !7
  %v78 = load ptr, ptr %E
  %v79 = load ptr, ptr %H
  %v80 = load i64, ptr %N
  %v81 = call i64 %v77(ptr %r, ptr %v78, ptr %v79, i64 %v80, i64 %v75, i64 4456449) #0
  %v82 = getelementptr i8, ptr %r, i64 stack
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  store ptr %v83, ptr %E
  %v84 = getelementptr i8, ptr %r, i64 heap
  %v85 = load ptr, ptr %v84, align 8, !tbaa !7
  store ptr %v85, ptr %H
  %v86 = getelementptr i8, ptr %r, i64 reductions
  %v87 = load i64, ptr %v86, align 8, !tbaa !7
  store i64 %v87, ptr %N
  %v88 = getelementptr i8, ptr %r, i64 x0
  %v89 = load i64, ptr %v88, align 8, !tbaa !7
  store i64 %v89, ptr %X0
  br label %b63
b158:
  %v161 = load i64, ptr %X0
  %v162 = getelementptr i8, ptr %r, i64 x0
  store i64 %v161, ptr %v162, align 8, !tbaa !7
  %v163 = getelementptr i64, ptr @T, i64 Pc(7)
  %v164 = load i64, ptr %v163, align 8, !tbaa !8, !invariant.load !11
  %v165 = getelementptr i64, ptr @T, i64 Pc(8)
  %v166 = load i64, ptr %v165, align 8, !tbaa !8, !invariant.load !11
  %v167 = getelementptr i8, ptr %r, i64 step
  %v168 = load ptr, ptr %v167, align 8, !tbaa !7
  %v169 = load ptr, ptr %E
  %v170 = load ptr, ptr %H
  %v171 = load i64, ptr %N
  %v172 = call i64 %v168(ptr %r, ptr %v169, ptr %v170, i64 %v171, i64 %v164, i64 %v166) #0
  %v173 = getelementptr i8, ptr %r, i64 stack
  %v174 = load ptr, ptr %v173, align 8, !tbaa !7
  store ptr %v174, ptr %E
  %v175 = getelementptr i8, ptr %r, i64 heap
  %v176 = load ptr, ptr %v175, align 8, !tbaa !7
  store ptr %v176, ptr %H
  %v177 = getelementptr i8, ptr %r, i64 reductions
  %v178 = load i64, ptr %v177, align 8, !tbaa !7
  store i64 %v178, ptr %N
  %v179 = getelementptr i8, ptr %r, i64 x0
  %v180 = load i64, ptr %v179, align 8, !tbaa !7
  store i64 %v180, ptr %X0
  %v181 = getelementptr i64, ptr @T, i64 Pc(8)
  %v182 = load i64, ptr %v181, align 8, !tbaa !8
  %v185 = icmp eq i64 %v172, %v182
  br i1 %v185, label %b183, label %b184, !prof !9
b184:
  ret void
b183:
  br label %b160
}
