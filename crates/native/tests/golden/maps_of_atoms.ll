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
  %v94 = and i64 %v88, 7
  %v95 = icmp eq i64 %v94, 3
  br label %b96
b96:
  br i1 %v95, label %b97, label %b98, !prof !9
b97:
  %v99 = inttoptr i64 %v88 to ptr
  %v100 = getelementptr i8, ptr %v99, i64 -3
  %v101 = load i64, ptr %v100, align 8, !tbaa !6
  br label %b98
b98:
  %v102 = phi i64 [ 0, %b96 ], [ %v101, %b97 ]
  %v103 = and i64 %v102, 255
  %v104 = icmp eq i64 %v103, 87
  br i1 %v104, label %b105, label %b106
b105:
  %v107 = getelementptr i64, ptr @T, i64 Atom(3)
  %v108 = load i64, ptr %v107, align 8, !tbaa !8, !invariant.load !11
  %v109 = inttoptr i64 %v88 to ptr
  %v110 = getelementptr i8, ptr %v109, i64 5
  %v111 = load i64, ptr %v110, align 8, !tbaa !6
  %v112 = lshr i64 %v102, 8
  br label %b117
b117:
  br label %b113
b113:
  %v118 = phi i64 [ 1, %b117 ], [ %nb115, %b115 ]
  %v119 = icmp uge i64 %v118, %v112
  br i1 %v119, label %b106, label %b114
b114:
  %v120 = inttoptr i64 %v111 to ptr
  %v121 = getelementptr i64, ptr %v120, i64 %v118
  %v122 = getelementptr i8, ptr %v121, i64 -3
  %v123 = load i64, ptr %v122, align 8, !tbaa !6
  %v124 = icmp eq i64 %v123, %v108
  br i1 %v124, label %b116, label %b115
b115:
  %nb115 = add i64 %v118, 1
  br label %b113
b116:
  %v125 = add i64 %v118, 1
  %v126 = getelementptr i64, ptr @T, i64 Atom(5)
  %v127 = load i64, ptr %v126, align 8, !tbaa !8, !invariant.load !11
  %v128 = lshr i64 %v102, 8
  %v129 = load ptr, ptr %E
  %v130 = load ptr, ptr %H
  %v131 = ptrtoint ptr %v129 to i64
  %v132 = ptrtoint ptr %v130 to i64
  %v133 = sub i64 %v131, %v132
  %v134 = lshr i64 %v133, 3
  %v135 = icmp ule i64 %v134, %v128
  br i1 %v135, label %b106, label %b136, !prof !12
b136:
  store i64 %v102, ptr %v130, align 8, !tbaa !6
  br label %b139
b139:
  br label %b137
b137:
  %v140 = phi i64 [ 1, %b139 ], [ %nb137, %b137 ]
  %v141 = inttoptr i64 %v88 to ptr
  %v142 = getelementptr i64, ptr %v141, i64 %v140
  %v143 = getelementptr i8, ptr %v142, i64 -3
  %v144 = load i64, ptr %v143, align 8, !tbaa !6
  %v145 = getelementptr i64, ptr %v130, i64 %v140
  store i64 %v144, ptr %v145, align 8, !tbaa !6
  %nb137 = add i64 %v140, 1
  %v146 = icmp ugt i64 %nb137, %v128
  br i1 %v146, label %b138, label %b137
b138:
  %v147 = getelementptr i64, ptr %v130, i64 %v125
  store i64 %v127, ptr %v147, align 8, !tbaa !6
  %v148 = getelementptr i64, ptr %v130, i64 %v128
  %v149 = getelementptr i64, ptr %v148, i64 1
  store ptr %v149, ptr %H
  %v150 = or disjoint i64 %v132, 3
  store i64 %v150, ptr %X0
  br label %b93
b106:
  %v151 = getelementptr i8, ptr %r, i64 map_put
  %v152 = load ptr, ptr %v151, align 8, !tbaa !7
  %v153 = load ptr, ptr %E
  %v154 = getelementptr i8, ptr %r, i64 stack
  store ptr %v153, ptr %v154, align 8, !tbaa !7
  %v155 = load ptr, ptr %H
  %v156 = call preserve_mostcc i64 %v152(ptr %r, ptr %v155, i64 %v88, i64 %v90, i64 %v92, i64 1) #0
  %v157 = getelementptr i8, ptr %r, i64 heap
  %v158 = load ptr, ptr %v157, align 8, !tbaa !7
  store ptr %v158, ptr %H
  %v159 = icmp eq i64 %v156, 7
  br i1 %v159, label %b160, label %b161, !prof !12
b161:
  store i64 %v156, ptr %X0
  br label %b162
b162:
  br label %b93
b93:
  %v188 = load ptr, ptr %E
  %v189 = load ptr, ptr %v188, align 8, !tbaa !5
  %v190 = load ptr, ptr %E
  %v191 = load ptr, ptr %H
  %v192 = load i64, ptr %N
  %v193 = load i64, ptr %X0
  musttail call preserve_nonecc void %v189(ptr %r, ptr %v190, ptr %v191, i64 %v192, i64 %v193, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v194 = load i64, ptr %X0
  %v195 = getelementptr i8, ptr %r, i64 x0
  store i64 %v194, ptr %v195, align 8, !tbaa !7
  %v196 = getelementptr i64, ptr @T, i64 Pc(2)
  %v197 = load i64, ptr %v196, align 8, !tbaa !8, !invariant.load !11
  %v198 = load ptr, ptr %E
  %v199 = getelementptr i8, ptr %r, i64 stack
  store ptr %v198, ptr %v199, align 8, !tbaa !7
  %v200 = load ptr, ptr %H
  %v201 = getelementptr i8, ptr %r, i64 heap
  store ptr %v200, ptr %v201, align 8, !tbaa !7
  %v202 = load i64, ptr %N
  %v203 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v202, ptr %v203, align 8, !tbaa !7
  %v204 = getelementptr i8, ptr %r, i64 pc
  store i64 %v197, ptr %v204, align 8, !tbaa !7
  %v205 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v205, align 8, !tbaa !7
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
b160:
  %v163 = load i64, ptr %X0
  %v164 = getelementptr i8, ptr %r, i64 x0
  store i64 %v163, ptr %v164, align 8, !tbaa !7
  %v165 = getelementptr i64, ptr @T, i64 Pc(7)
  %v166 = load i64, ptr %v165, align 8, !tbaa !8, !invariant.load !11
  %v167 = getelementptr i64, ptr @T, i64 Pc(8)
  %v168 = load i64, ptr %v167, align 8, !tbaa !8, !invariant.load !11
  %v169 = getelementptr i8, ptr %r, i64 step
  %v170 = load ptr, ptr %v169, align 8, !tbaa !7
  %v171 = load ptr, ptr %E
  %v172 = load ptr, ptr %H
  %v173 = load i64, ptr %N
  %v174 = call i64 %v170(ptr %r, ptr %v171, ptr %v172, i64 %v173, i64 %v166, i64 %v168) #0
  %v175 = getelementptr i8, ptr %r, i64 stack
  %v176 = load ptr, ptr %v175, align 8, !tbaa !7
  store ptr %v176, ptr %E
  %v177 = getelementptr i8, ptr %r, i64 heap
  %v178 = load ptr, ptr %v177, align 8, !tbaa !7
  store ptr %v178, ptr %H
  %v179 = getelementptr i8, ptr %r, i64 reductions
  %v180 = load i64, ptr %v179, align 8, !tbaa !7
  store i64 %v180, ptr %N
  %v181 = getelementptr i8, ptr %r, i64 x0
  %v182 = load i64, ptr %v181, align 8, !tbaa !7
  store i64 %v182, ptr %X0
  %v183 = getelementptr i64, ptr @T, i64 Pc(8)
  %v184 = load i64, ptr %v183, align 8, !tbaa !8
  %v187 = icmp eq i64 %v174, %v184
  br i1 %v187, label %b185, label %b186, !prof !9
b186:
  ret void
b185:
  br label %b162
}
