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
  %v14 = getelementptr i64, ptr @T, i64 Atom(3)
  %v15 = load i64, ptr %v14, align 8, !tbaa !8, !invariant.load !11
  %v20 = inttoptr i64 %v13 to ptr
  %v21 = getelementptr i8, ptr %v20, i64 -3
  %v22 = load i64, ptr %v21, align 8, !tbaa !6
  %v23 = and i64 %v22, 255
  %v24 = icmp eq i64 %v23, 87
  br i1 %v24, label %b16, label %b17
b16:
  %v25 = inttoptr i64 %v13 to ptr
  %v26 = getelementptr i8, ptr %v25, i64 5
  %v27 = load i64, ptr %v26, align 8, !tbaa !6
  %v28 = lshr i64 %v22, 8
  br label %b33
b33:
  br label %b29
b29:
  %v34 = phi i64 [ 1, %b33 ], [ %nb31, %b31 ]
  %v35 = icmp uge i64 %v34, %v28
  br i1 %v35, label %b18, label %b30
b30:
  %v36 = inttoptr i64 %v27 to ptr
  %v37 = getelementptr i64, ptr %v36, i64 %v34
  %v38 = getelementptr i8, ptr %v37, i64 -3
  %v39 = load i64, ptr %v38, align 8, !tbaa !6
  %v40 = icmp eq i64 %v39, %v15
  br i1 %v40, label %b32, label %b31
b31:
  %nb31 = add i64 %v34, 1
  br label %b29
b32:
  %v41 = inttoptr i64 %v13 to ptr
  %v42 = getelementptr i64, ptr %v41, i64 %v34
  %v43 = getelementptr i8, ptr %v42, i64 5
  %v44 = load i64, ptr %v43, align 8, !tbaa !6
  br label %b45
b45:
  br label %b19
b18:
  br i1 false, label %b46, label %i0
b46:
  unreachable
b17:
  %v47 = getelementptr i8, ptr %r, i64 map_get
  %v48 = load ptr, ptr %v47, align 8, !tbaa !7
  %v49 = call preserve_mostcc i64 %v48(i64 %v13, i64 %v15) #0
  %v50 = icmp ne i64 %v49, 7
  br i1 %v50, label %b51, label %i0
b51:
  br label %b52
b52:
  br label %b19
b19:
  %v53 = phi i64 [ %v44, %b45 ], [ %v49, %b52 ]
  store i64 %v53, ptr %X1
  %v54 = load i64, ptr %X1
  %v55 = getelementptr i64, ptr @T, i64 Atom(4)
  %v56 = load i64, ptr %v55, align 8, !tbaa !8, !invariant.load !11
  %v57 = icmp eq i64 %v54, %v56
  br i1 %v57, label %b58, label %i0
b58:
  br label %b59
b59:
  %v61 = load ptr, ptr %E
  %v62 = load ptr, ptr %H
  %v63 = ptrtoint ptr %v61 to i64
  %v64 = ptrtoint ptr %v62 to i64
  %v65 = sub i64 %v63, %v64
  %v66 = icmp ult i64 %v65, 544
  br i1 %v66, label %b60, label %b67, !prof !12
b67:
  %v86 = load i64, ptr %X0
  %v87 = getelementptr i64, ptr @T, i64 Atom(3)
  %v88 = load i64, ptr %v87, align 8, !tbaa !8, !invariant.load !11
  %v89 = getelementptr i64, ptr @T, i64 Atom(5)
  %v90 = load i64, ptr %v89, align 8, !tbaa !8, !invariant.load !11
  %v93 = and i64 %v86, 7
  %v94 = icmp eq i64 %v93, 3
  br label %b95
b95:
  br i1 %v94, label %b96, label %b97, !prof !9
b96:
  %v98 = inttoptr i64 %v86 to ptr
  %v99 = getelementptr i8, ptr %v98, i64 -3
  %v100 = load i64, ptr %v99, align 8, !tbaa !6
  br label %b97
b97:
  %v101 = phi i64 [ 0, %b95 ], [ %v100, %b96 ]
  %v102 = and i64 %v101, 255
  %v103 = icmp eq i64 %v102, 87
  br i1 %v103, label %b104, label %b92
b104:
  %v105 = inttoptr i64 %v86 to ptr
  %v106 = getelementptr i8, ptr %v105, i64 5
  %v107 = load i64, ptr %v106, align 8, !tbaa !6
  %v108 = lshr i64 %v101, 8
  br label %b113
b113:
  br label %b109
b109:
  %v114 = phi i64 [ 1, %b113 ], [ %nb111, %b111 ]
  %v115 = icmp uge i64 %v114, %v108
  br i1 %v115, label %b92, label %b110
b110:
  %v116 = inttoptr i64 %v107 to ptr
  %v117 = getelementptr i64, ptr %v116, i64 %v114
  %v118 = getelementptr i8, ptr %v117, i64 -3
  %v119 = load i64, ptr %v118, align 8, !tbaa !6
  %v120 = icmp eq i64 %v119, %v88
  br i1 %v120, label %b112, label %b111
b111:
  %nb111 = add i64 %v114, 1
  br label %b109
b112:
  %v121 = add i64 %v114, 1
  %v122 = lshr i64 %v101, 8
  %v123 = load ptr, ptr %E
  %v124 = load ptr, ptr %H
  %v125 = ptrtoint ptr %v123 to i64
  %v126 = ptrtoint ptr %v124 to i64
  %v127 = sub i64 %v125, %v126
  %v128 = lshr i64 %v127, 3
  %v129 = icmp ule i64 %v128, %v122
  br i1 %v129, label %b92, label %b130, !prof !12
b130:
  store i64 %v101, ptr %v124, align 8, !tbaa !6
  br label %b133
b133:
  br label %b131
b131:
  %v134 = phi i64 [ 1, %b133 ], [ %nb131, %b131 ]
  %v135 = inttoptr i64 %v86 to ptr
  %v136 = getelementptr i64, ptr %v135, i64 %v134
  %v137 = getelementptr i8, ptr %v136, i64 -3
  %v138 = load i64, ptr %v137, align 8, !tbaa !6
  %v139 = getelementptr i64, ptr %v124, i64 %v134
  store i64 %v138, ptr %v139, align 8, !tbaa !6
  %nb131 = add i64 %v134, 1
  %v140 = icmp ugt i64 %nb131, %v122
  br i1 %v140, label %b132, label %b131
b132:
  %v141 = getelementptr i64, ptr %v124, i64 %v121
  store i64 %v90, ptr %v141, align 8, !tbaa !6
  %v142 = getelementptr i64, ptr %v124, i64 %v122
  %v143 = getelementptr i64, ptr %v142, i64 1
  store ptr %v143, ptr %H
  %v144 = or disjoint i64 %v126, 3
  store i64 %v144, ptr %X0
  br label %b91
b92:
  %v145 = getelementptr i8, ptr %r, i64 map_put
  %v146 = load ptr, ptr %v145, align 8, !tbaa !7
  %v147 = load ptr, ptr %E
  %v148 = getelementptr i8, ptr %r, i64 stack
  store ptr %v147, ptr %v148, align 8, !tbaa !7
  %v149 = load ptr, ptr %H
  %v150 = call preserve_mostcc i64 %v146(ptr %r, ptr %v149, i64 %v86, i64 %v88, i64 %v90, i64 1) #0
  %v151 = getelementptr i8, ptr %r, i64 heap
  %v152 = load ptr, ptr %v151, align 8, !tbaa !7
  store ptr %v152, ptr %H
  %v153 = icmp eq i64 %v150, 7
  br i1 %v153, label %b154, label %b155, !prof !12
b155:
  store i64 %v150, ptr %X0
  br label %b156
b156:
  br label %b91
b91:
  %v182 = load ptr, ptr %E
  %v183 = load ptr, ptr %v182, align 8, !tbaa !5
  %v184 = load ptr, ptr %E
  %v185 = load ptr, ptr %H
  %v186 = load i64, ptr %N
  %v187 = load i64, ptr %X0
  musttail call preserve_nonecc void %v183(ptr %r, ptr %v184, ptr %v185, i64 %v186, i64 %v187, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v188 = load i64, ptr %X0
  %v189 = getelementptr i8, ptr %r, i64 x0
  store i64 %v188, ptr %v189, align 8, !tbaa !7
  %v190 = getelementptr i64, ptr @T, i64 Pc(2)
  %v191 = load i64, ptr %v190, align 8, !tbaa !8, !invariant.load !11
  %v192 = load ptr, ptr %E
  %v193 = getelementptr i8, ptr %r, i64 stack
  store ptr %v192, ptr %v193, align 8, !tbaa !7
  %v194 = load ptr, ptr %H
  %v195 = getelementptr i8, ptr %r, i64 heap
  store ptr %v194, ptr %v195, align 8, !tbaa !7
  %v196 = load i64, ptr %N
  %v197 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v196, ptr %v197, align 8, !tbaa !7
  %v198 = getelementptr i8, ptr %r, i64 pc
  store i64 %v191, ptr %v198, align 8, !tbaa !7
  %v199 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v199, align 8, !tbaa !7
  ret void
b60:
  %v68 = load i64, ptr %X0
  %v69 = getelementptr i8, ptr %r, i64 x0
  store i64 %v68, ptr %v69, align 8, !tbaa !7
  %v70 = getelementptr i64, ptr @T, i64 Pc(7)
  %v71 = load i64, ptr %v70, align 8, !tbaa !8, !invariant.load !11
  %v72 = getelementptr i8, ptr %r, i64 collect
  %v73 = load ptr, ptr %v72, align 8, !tbaa !7
  %v74 = load ptr, ptr %E
  %v75 = load ptr, ptr %H
  %v76 = load i64, ptr %N
  %v77 = call i64 %v73(ptr %r, ptr %v74, ptr %v75, i64 %v76, i64 %v71, i64 4456449) #0
  %v78 = getelementptr i8, ptr %r, i64 stack
  %v79 = load ptr, ptr %v78, align 8, !tbaa !7
  store ptr %v79, ptr %E
  %v80 = getelementptr i8, ptr %r, i64 heap
  %v81 = load ptr, ptr %v80, align 8, !tbaa !7
  store ptr %v81, ptr %H
  %v82 = getelementptr i8, ptr %r, i64 reductions
  %v83 = load i64, ptr %v82, align 8, !tbaa !7
  store i64 %v83, ptr %N
  %v84 = getelementptr i8, ptr %r, i64 x0
  %v85 = load i64, ptr %v84, align 8, !tbaa !7
  store i64 %v85, ptr %X0
  br label %b59
b154:
  %v157 = load i64, ptr %X0
  %v158 = getelementptr i8, ptr %r, i64 x0
  store i64 %v157, ptr %v158, align 8, !tbaa !7
  %v159 = getelementptr i64, ptr @T, i64 Pc(7)
  %v160 = load i64, ptr %v159, align 8, !tbaa !8, !invariant.load !11
  %v161 = getelementptr i64, ptr @T, i64 Pc(8)
  %v162 = load i64, ptr %v161, align 8, !tbaa !8, !invariant.load !11
  %v163 = getelementptr i8, ptr %r, i64 step
  %v164 = load ptr, ptr %v163, align 8, !tbaa !7
  %v165 = load ptr, ptr %E
  %v166 = load ptr, ptr %H
  %v167 = load i64, ptr %N
  %v168 = call i64 %v164(ptr %r, ptr %v165, ptr %v166, i64 %v167, i64 %v160, i64 %v162) #0
  %v169 = getelementptr i8, ptr %r, i64 stack
  %v170 = load ptr, ptr %v169, align 8, !tbaa !7
  store ptr %v170, ptr %E
  %v171 = getelementptr i8, ptr %r, i64 heap
  %v172 = load ptr, ptr %v171, align 8, !tbaa !7
  store ptr %v172, ptr %H
  %v173 = getelementptr i8, ptr %r, i64 reductions
  %v174 = load i64, ptr %v173, align 8, !tbaa !7
  store i64 %v174, ptr %N
  %v175 = getelementptr i8, ptr %r, i64 x0
  %v176 = load i64, ptr %v175, align 8, !tbaa !7
  store i64 %v176, ptr %X0
  %v177 = getelementptr i64, ptr @T, i64 Pc(8)
  %v178 = load i64, ptr %v177, align 8, !tbaa !8
  %v181 = icmp eq i64 %v168, %v178
  br i1 %v181, label %b179, label %b180, !prof !9
b180:
  ret void
b179:
  br label %b156
}
