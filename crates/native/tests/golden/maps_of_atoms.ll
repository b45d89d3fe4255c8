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
  %v67 = getelementptr i64, ptr %v66, i64 68
  %v68 = icmp ugt ptr %v67, %v65
  br i1 %v68, label %b64, label %b69, !prof !12
b69:
  %v88 = load i64, ptr %X0
  %v89 = getelementptr i64, ptr @T, i64 Atom(3)
  %v90 = load i64, ptr %v89, align 8, !tbaa !8, !invariant.load !11
  %v91 = getelementptr i64, ptr @T, i64 Atom(5)
  %v92 = load i64, ptr %v91, align 8, !tbaa !8, !invariant.load !11
  %v95 = and i64 %v88, 7
  %v96 = icmp eq i64 %v95, 3
  br label %b97
b97:
  br i1 %v96, label %b98, label %b99, !prof !9
b98:
  %v100 = inttoptr i64 %v88 to ptr
  %v101 = getelementptr i8, ptr %v100, i64 -3
  %v102 = load i64, ptr %v101, align 8, !tbaa !6
  br label %b99
b99:
  %v103 = phi i64 [ 0, %b97 ], [ %v102, %b98 ]
  %v104 = and i64 %v103, 255
  %v105 = icmp eq i64 %v104, 87
  br i1 %v105, label %b106, label %b94
b106:
  %v107 = inttoptr i64 %v88 to ptr
  %v108 = getelementptr i8, ptr %v107, i64 5
  %v109 = load i64, ptr %v108, align 8, !tbaa !6
  %v110 = lshr i64 %v103, 8
  br label %b115
b115:
  br label %b111
b111:
  %v116 = phi i64 [ 1, %b115 ], [ %nb113, %b113 ]
  %v117 = icmp uge i64 %v116, %v110
  br i1 %v117, label %b94, label %b112
b112:
  %v118 = inttoptr i64 %v109 to ptr
  %v119 = getelementptr i64, ptr %v118, i64 %v116
  %v120 = getelementptr i8, ptr %v119, i64 -3
  %v121 = load i64, ptr %v120, align 8, !tbaa !6
  %v122 = icmp eq i64 %v121, %v90
  br i1 %v122, label %b114, label %b113
b113:
  %nb113 = add i64 %v116, 1
  br label %b111
b114:
  %v123 = add i64 %v116, 1
  %v124 = lshr i64 %v103, 8
  %v125 = load ptr, ptr %E
  %v126 = load ptr, ptr %H
  %v127 = ptrtoint ptr %v125 to i64
  %v128 = ptrtoint ptr %v126 to i64
  %v129 = sub i64 %v127, %v128
  %v130 = lshr i64 %v129, 3
  %v131 = icmp ule i64 %v130, %v124
  br i1 %v131, label %b94, label %b132, !prof !12
b132:
  store i64 %v103, ptr %v126, align 8, !tbaa !6
  br label %b135
b135:
  br label %b133
b133:
  %v136 = phi i64 [ 1, %b135 ], [ %nb133, %b133 ]
  %v137 = inttoptr i64 %v88 to ptr
  %v138 = getelementptr i64, ptr %v137, i64 %v136
  %v139 = getelementptr i8, ptr %v138, i64 -3
  %v140 = load i64, ptr %v139, align 8, !tbaa !6
  %v141 = getelementptr i64, ptr %v126, i64 %v136
  store i64 %v140, ptr %v141, align 8, !tbaa !6
  %nb133 = add i64 %v136, 1
  %v142 = icmp ugt i64 %nb133, %v124
  br i1 %v142, label %b134, label %b133
b134:
  %v143 = getelementptr i64, ptr %v126, i64 %v123
  store i64 %v92, ptr %v143, align 8, !tbaa !6
  %v144 = getelementptr i64, ptr %v126, i64 %v124
  %v145 = getelementptr i64, ptr %v144, i64 1
  store ptr %v145, ptr %H
  %v146 = or disjoint i64 %v128, 3
  store i64 %v146, ptr %X0
  br label %b93
b94:
  %v147 = getelementptr i8, ptr %r, i64 map_put
  %v148 = load ptr, ptr %v147, align 8, !tbaa !7
  %v149 = load ptr, ptr %E
  %v150 = getelementptr i8, ptr %r, i64 stack
  store ptr %v149, ptr %v150, align 8, !tbaa !7
  %v151 = load ptr, ptr %H
  %v152 = call preserve_mostcc i64 %v148(ptr %r, ptr %v151, i64 %v88, i64 %v90, i64 %v92, i64 1) #0
  %v153 = getelementptr i8, ptr %r, i64 heap
  %v154 = load ptr, ptr %v153, align 8, !tbaa !7
  store ptr %v154, ptr %H
  %v155 = icmp eq i64 %v152, 7
  br i1 %v155, label %b156, label %b157, !prof !12
b157:
  store i64 %v152, ptr %X0
  br label %b158
b158:
  br label %b93
b93:
  %v184 = load ptr, ptr %E
  %v185 = load ptr, ptr %v184, align 8, !tbaa !5
  %v186 = load ptr, ptr %E
  %v187 = load ptr, ptr %H
  %v188 = load i64, ptr %N
  %v189 = load i64, ptr %X0
  musttail call preserve_nonecc void %v185(ptr %r, ptr %v186, ptr %v187, i64 %v188, i64 %v189, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v190 = load i64, ptr %X0
  %v191 = getelementptr i8, ptr %r, i64 x0
  store i64 %v190, ptr %v191, align 8, !tbaa !7
  %v192 = getelementptr i64, ptr @T, i64 Pc(2)
  %v193 = load i64, ptr %v192, align 8, !tbaa !8, !invariant.load !11
  %v194 = load ptr, ptr %E
  %v195 = getelementptr i8, ptr %r, i64 stack
  store ptr %v194, ptr %v195, align 8, !tbaa !7
  %v196 = load ptr, ptr %H
  %v197 = getelementptr i8, ptr %r, i64 heap
  store ptr %v196, ptr %v197, align 8, !tbaa !7
  %v198 = load i64, ptr %N
  %v199 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v198, ptr %v199, align 8, !tbaa !7
  %v200 = getelementptr i8, ptr %r, i64 pc
  store i64 %v193, ptr %v200, align 8, !tbaa !7
  %v201 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v201, align 8, !tbaa !7
  ret void
b64:
  %v70 = load i64, ptr %X0
  %v71 = getelementptr i8, ptr %r, i64 x0
  store i64 %v70, ptr %v71, align 8, !tbaa !7
  %v72 = getelementptr i64, ptr @T, i64 Pc(7)
  %v73 = load i64, ptr %v72, align 8, !tbaa !8, !invariant.load !11
  %v74 = getelementptr i8, ptr %r, i64 collect
  %v75 = load ptr, ptr %v74, align 8, !tbaa !7
  %v76 = load ptr, ptr %E
  %v77 = load ptr, ptr %H
  %v78 = load i64, ptr %N
  %v79 = call i64 %v75(ptr %r, ptr %v76, ptr %v77, i64 %v78, i64 %v73, i64 4456449) #0
  %v80 = getelementptr i8, ptr %r, i64 stack
  %v81 = load ptr, ptr %v80, align 8, !tbaa !7
  store ptr %v81, ptr %E
  %v82 = getelementptr i8, ptr %r, i64 heap
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  store ptr %v83, ptr %H
  %v84 = getelementptr i8, ptr %r, i64 reductions
  %v85 = load i64, ptr %v84, align 8, !tbaa !7
  store i64 %v85, ptr %N
  %v86 = getelementptr i8, ptr %r, i64 x0
  %v87 = load i64, ptr %v86, align 8, !tbaa !7
  store i64 %v87, ptr %X0
  br label %b63
b156:
  %v159 = load i64, ptr %X0
  %v160 = getelementptr i8, ptr %r, i64 x0
  store i64 %v159, ptr %v160, align 8, !tbaa !7
  %v161 = getelementptr i64, ptr @T, i64 Pc(7)
  %v162 = load i64, ptr %v161, align 8, !tbaa !8, !invariant.load !11
  %v163 = getelementptr i64, ptr @T, i64 Pc(8)
  %v164 = load i64, ptr %v163, align 8, !tbaa !8, !invariant.load !11
  %v165 = getelementptr i8, ptr %r, i64 step
  %v166 = load ptr, ptr %v165, align 8, !tbaa !7
  %v167 = load ptr, ptr %E
  %v168 = load ptr, ptr %H
  %v169 = load i64, ptr %N
  %v170 = call i64 %v166(ptr %r, ptr %v167, ptr %v168, i64 %v169, i64 %v162, i64 %v164) #0
  %v171 = getelementptr i8, ptr %r, i64 stack
  %v172 = load ptr, ptr %v171, align 8, !tbaa !7
  store ptr %v172, ptr %E
  %v173 = getelementptr i8, ptr %r, i64 heap
  %v174 = load ptr, ptr %v173, align 8, !tbaa !7
  store ptr %v174, ptr %H
  %v175 = getelementptr i8, ptr %r, i64 reductions
  %v176 = load i64, ptr %v175, align 8, !tbaa !7
  store i64 %v176, ptr %N
  %v177 = getelementptr i8, ptr %r, i64 x0
  %v178 = load i64, ptr %v177, align 8, !tbaa !7
  store i64 %v178, ptr %X0
  %v179 = getelementptr i64, ptr @T, i64 Pc(8)
  %v180 = load i64, ptr %v179, align 8, !tbaa !8
  %v183 = icmp eq i64 %v170, %v180
  br i1 %v183, label %b181, label %b182, !prof !9
b182:
  ret void
b181:
  br label %b158
}
