; By a profile: tests, choices, arithmetic that had floats only.

; weight/1
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
  %v3 = icmp eq i64 %v2, 1
  br i1 %v3, label %b4, label %i7, !prof !100
b4:
  %v5 = load i64, ptr %X0
  %v6 = inttoptr i64 %v5 to ptr
  %v7 = getelementptr i8, ptr %v6, i64 7
  %v8 = load i64, ptr %v7, align 8, !tbaa !6
  store i64 %v8, ptr %X0
  %v9 = getelementptr i64, ptr @T, i64 Cost(0)
  %v10 = load i64, ptr %v9, align 8, !tbaa !8
  %v11 = load i64, ptr %N
  %v12 = sub nsw i64 %v11, %v10
  %v13 = icmp slt i64 %v12, 1
  store i64 %v12, ptr %N
  br i1 %v13, label %b14, label %b15, !prof !12
b15:
  br label %i3
i7:
  %v20 = getelementptr i64, ptr @T, i64 Atom(3)
  %v21 = load i64, ptr %v20, align 8, !tbaa !8, !invariant.load !11
  store i64 %v21, ptr %X0
  %v22 = load ptr, ptr %E
  %v23 = load ptr, ptr %v22, align 8, !tbaa !5
  %v24 = load ptr, ptr %E
  %v25 = load ptr, ptr %H
  %v26 = load i64, ptr %N
  %v27 = load i64, ptr %X0
  musttail call preserve_nonecc void %v23(ptr %r, ptr %v24, ptr %v25, i64 %v26, i64 %v27, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b14:
  %v16 = load ptr, ptr %E
  %v17 = load ptr, ptr %H
  %v18 = load i64, ptr %N
  %v19 = load i64, ptr %X0
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v16, ptr %v17, i64 %v18, i64 %v19, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; choice/1
define hidden preserve_nonecc void @f1(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  %slot = getelementptr i64, ptr @T, i64 Cost(1)
  %cost = load i64, ptr %slot, align 8, !tbaa !8
  %counted = sub nsw i64 %n0, %cost
  %over = icmp slt i64 %counted, 1
  br i1 %over, label %out, label %in, !prof !12
out:
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %e0, ptr %h0, i64 %counted, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5)
  ret void
in:
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %counted, ptr %N
  store i64 %a0, ptr %X0
  br label %i13
i13:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 63
  %v3 = icmp eq i64 %v2, 5
  br i1 %v3, label %b4, label %i22, !prof !101
b4:
  %v5 = load i64, ptr %X0
  %v6 = getelementptr i64, ptr @T, i64 Atom(5)
  %v7 = load i64, ptr %v6, align 8, !tbaa !8, !invariant.load !11
  %v8 = icmp eq i64 %v5, %v7
  br i1 %v8, label %i19, label %b9
b9:
  %v10 = getelementptr i64, ptr @T, i64 Atom(6)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = icmp eq i64 %v5, %v11
  br i1 %v12, label %i16, label %b13
b13:
  switch i64 %v5, label %i10 [ ], !prof !102
i10:
  %v14 = load i64, ptr %X0
  %v15 = getelementptr i8, ptr %r, i64 x0
  store i64 %v14, ptr %v15, align 8, !tbaa !7
  %v16 = getelementptr i64, ptr @T, i64 Pc(12)
  %v17 = load i64, ptr %v16, align 8, !tbaa !8, !invariant.load !11
  %v18 = load ptr, ptr %E
  %v19 = getelementptr i8, ptr %r, i64 stack
  store ptr %v18, ptr %v19, align 8, !tbaa !7
  %v20 = load ptr, ptr %H
  %v21 = getelementptr i8, ptr %r, i64 heap
  store ptr %v20, ptr %v21, align 8, !tbaa !7
  %v22 = load i64, ptr %N
  %v23 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v22, ptr %v23, align 8, !tbaa !7
  %v24 = getelementptr i8, ptr %r, i64 pc
  store i64 %v17, ptr %v24, align 8, !tbaa !7
  %v25 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v25, align 8, !tbaa !7
  ret void
i16:
  store i64 2, ptr %X0
  %v26 = load ptr, ptr %E
  %v27 = load ptr, ptr %v26, align 8, !tbaa !5
  %v28 = load ptr, ptr %E
  %v29 = load ptr, ptr %H
  %v30 = load i64, ptr %N
  %v31 = load i64, ptr %X0
  musttail call preserve_nonecc void %v27(ptr %r, ptr %v28, ptr %v29, i64 %v30, i64 %v31, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i19:
  store i64 4, ptr %X0
  %v32 = load ptr, ptr %E
  %v33 = load ptr, ptr %v32, align 8, !tbaa !5
  %v34 = load ptr, ptr %E
  %v35 = load ptr, ptr %H
  %v36 = load i64, ptr %N
  %v37 = load i64, ptr %X0
  musttail call preserve_nonecc void %v33(ptr %r, ptr %v34, ptr %v35, i64 %v36, i64 %v37, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i22:
  %v38 = load i64, ptr %X0
  switch i64 %v38, label %i10 [ i64 6, label %i27 i64 80, label %i24 ], !prof !103
i24:
  store i64 8, ptr %X0
  %v39 = load ptr, ptr %E
  %v40 = load ptr, ptr %v39, align 8, !tbaa !5
  %v41 = load ptr, ptr %E
  %v42 = load ptr, ptr %H
  %v43 = load i64, ptr %N
  %v44 = load i64, ptr %X0
  musttail call preserve_nonecc void %v40(ptr %r, ptr %v41, ptr %v42, i64 %v43, i64 %v44, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i27:
  %v45 = load ptr, ptr %E
  %v46 = load ptr, ptr %v45, align 8, !tbaa !5
  %v47 = load ptr, ptr %E
  %v48 = load ptr, ptr %H
  %v49 = load i64, ptr %N
  %v50 = load i64, ptr %X0
  musttail call preserve_nonecc void %v46(ptr %r, ptr %v47, ptr %v48, i64 %v49, i64 %v50, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; area/3
define hidden preserve_nonecc void @f2(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  %D0 = alloca double
  %slot = getelementptr i64, ptr @T, i64 Cost(2)
  %cost = load i64, ptr %slot, align 8, !tbaa !8
  %counted = sub nsw i64 %n0, %cost
  %over = icmp slt i64 %counted, 1
  br i1 %over, label %out, label %in, !prof !12
out:
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %e0, ptr %h0, i64 %counted, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5)
  ret void
in:
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %counted, ptr %N
  store i64 %a0, ptr %X0
  store i64 %a1, ptr %X1
  store i64 %a2, ptr %X2
  br label %i32
i32:
  %v1 = load i64, ptr %X2
  %v2 = icmp eq i64 %v1, 0
  br i1 %v2, label %b3, label %i36, !prof !104
b3:
  %v5 = load i64, ptr %X0
  %v6 = and i64 %v5, 7
  %v7 = icmp eq i64 %v6, 3
  br label %b8
b8:
  br i1 %v7, label %b9, label %b10, !prof !9
b9:
  %v11 = inttoptr i64 %v5 to ptr
  %v12 = getelementptr i8, ptr %v11, i64 -3
  %v13 = load i64, ptr %v12, align 8, !tbaa !6
  br label %b10
b10:
  %v14 = phi i64 [ 0, %b8 ], [ %v13, %b9 ]
  %v15 = icmp eq i64 %v14, 287
  br i1 %v15, label %b16, label %b4, !prof !9
b16:
  %v17 = inttoptr i64 %v5 to ptr
  %v18 = getelementptr i8, ptr %v17, i64 5
  %v19 = load i64, ptr %v18, align 8, !tbaa !6
  %v20 = bitcast i64 %v19 to double
  %v21 = load i64, ptr %X1
  %v22 = and i64 %v21, 7
  %v23 = icmp eq i64 %v22, 3
  br label %b24
b24:
  br i1 %v23, label %b25, label %b26, !prof !9
b25:
  %v27 = inttoptr i64 %v21 to ptr
  %v28 = getelementptr i8, ptr %v27, i64 -3
  %v29 = load i64, ptr %v28, align 8, !tbaa !6
  br label %b26
b26:
  %v30 = phi i64 [ 0, %b24 ], [ %v29, %b25 ]
  %v31 = icmp eq i64 %v30, 287
  br i1 %v31, label %b32, label %b4, !prof !9
b32:
  %v33 = inttoptr i64 %v21 to ptr
  %v34 = getelementptr i8, ptr %v33, i64 5
  %v35 = load i64, ptr %v34, align 8, !tbaa !6
  %v36 = bitcast i64 %v35 to double
  %v37 = fmul double %v20, %v36
  %v38 = bitcast double %v37 to i64
  %v39 = and i64 %v38, 9218868437227405312
  %v40 = icmp eq i64 %v39, 9218868437227405312
  br i1 %v40, label %b4, label %b41, !prof !12
b41:
  store double %v37, ptr %D0
  %v72 = load ptr, ptr %E
  %v73 = load ptr, ptr %H
  %v74 = getelementptr i64, ptr %v73, i64 2
  %v75 = icmp ugt ptr %v74, %v72
  br i1 %v75, label %b70, label %b69, !prof !12
b70:
  %v76 = getelementptr i8, ptr %r, i64 room
  %v77 = load ptr, ptr %v76, align 8, !tbaa !7
  %v78 = load ptr, ptr %E
  %v79 = getelementptr i8, ptr %r, i64 stack
  store ptr %v78, ptr %v79, align 8, !tbaa !7
  %v80 = load ptr, ptr %H
  %v81 = call preserve_mostcc i64 %v77(ptr %r, ptr %v80, i64 2) #0
  %v82 = getelementptr i8, ptr %r, i64 heap
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  store ptr %v83, ptr %H
  %v84 = inttoptr i64 %v81 to ptr
  br label %b71
b69:
  %v85 = load ptr, ptr %H
  %v86 = getelementptr i64, ptr %v85, i64 2
  store ptr %v86, ptr %H
  br label %b71
b71:
  %v87 = phi ptr [ %v84, %b70 ], [ %v85, %b69 ]
  %v88 = load double, ptr %D0
  %v89 = bitcast double %v88 to i64
  %v90 = getelementptr i64, ptr %v87, i64 0
  store i64 287, ptr %v90, align 8, !tbaa !6
  %v91 = getelementptr i64, ptr %v87, i64 1
  store i64 %v89, ptr %v91, align 8, !tbaa !6
  %v92 = ptrtoint ptr %v87 to i64
  %v93 = or disjoint i64 %v92, 3
  store i64 %v93, ptr %X0
  %v94 = load ptr, ptr %E
  %v95 = load ptr, ptr %v94, align 8, !tbaa !5
  %v96 = load ptr, ptr %E
  %v97 = load ptr, ptr %H
  %v98 = load i64, ptr %N
  %v99 = load i64, ptr %X0
  musttail call preserve_nonecc void %v95(ptr %r, ptr %v96, ptr %v97, i64 %v98, i64 %v99, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i35d:
  %v100 = load ptr, ptr %E
  %v101 = load ptr, ptr %v100, align 8, !tbaa !5
  %v102 = load ptr, ptr %E
  %v103 = load ptr, ptr %H
  %v104 = load i64, ptr %N
  %v105 = load i64, ptr %X0
  musttail call preserve_nonecc void %v101(ptr %r, ptr %v102, ptr %v103, i64 %v104, i64 %v105, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i36:
  %v108 = load i64, ptr %X0
  %v109 = and i64 %v108, 7
  %v110 = icmp eq i64 %v109, 3
  br label %b111
b111:
  br i1 %v110, label %b112, label %b113, !prof !9
b112:
  %v114 = inttoptr i64 %v108 to ptr
  %v115 = getelementptr i8, ptr %v114, i64 -3
  %v116 = load i64, ptr %v115, align 8, !tbaa !6
  br label %b113
b113:
  %v117 = phi i64 [ 0, %b111 ], [ %v116, %b112 ]
  %v118 = icmp eq i64 %v117, 287
  br i1 %v118, label %b119, label %b107, !prof !9
b119:
  %v120 = inttoptr i64 %v108 to ptr
  %v121 = getelementptr i8, ptr %v120, i64 5
  %v122 = load i64, ptr %v121, align 8, !tbaa !6
  %v123 = bitcast i64 %v122 to double
  %v124 = load i64, ptr %X1
  %v125 = and i64 %v124, 7
  %v126 = icmp eq i64 %v125, 3
  br label %b127
b127:
  br i1 %v126, label %b128, label %b129, !prof !9
b128:
  %v130 = inttoptr i64 %v124 to ptr
  %v131 = getelementptr i8, ptr %v130, i64 -3
  %v132 = load i64, ptr %v131, align 8, !tbaa !6
  br label %b129
b129:
  %v133 = phi i64 [ 0, %b127 ], [ %v132, %b128 ]
  %v134 = icmp eq i64 %v133, 287
  br i1 %v134, label %b135, label %b107, !prof !9
b135:
  %v136 = inttoptr i64 %v124 to ptr
  %v137 = getelementptr i8, ptr %v136, i64 5
  %v138 = load i64, ptr %v137, align 8, !tbaa !6
  %v139 = bitcast i64 %v138 to double
  %v140 = fcmp olt double %v123, %v139
  br i1 %v140, label %b106, label %i29, !prof !105
b107:
  %v141 = load i64, ptr %X0
  %v142 = load i64, ptr %X1
  %v143 = or i64 %v141, %v142
  %v144 = and i64 %v143, 1
  %v145 = icmp eq i64 %v144, 0
  br i1 %v145, label %b146, label %b147, !prof !9
b146:
  %v148 = icmp slt i64 %v141, %v142
  br i1 %v148, label %b106, label %i29, !prof !105
b147:
  %v149 = and i64 %v141, 7
  %v150 = icmp eq i64 %v149, 3
  br label %b151
b151:
  br i1 %v150, label %b152, label %b153, !prof !9
b152:
  %v154 = inttoptr i64 %v141 to ptr
  %v155 = getelementptr i8, ptr %v154, i64 -3
  %v156 = load i64, ptr %v155, align 8, !tbaa !6
  br label %b153
b153:
  %v157 = phi i64 [ 0, %b151 ], [ %v156, %b152 ]
  %v160 = and i64 %v142, 7
  %v161 = icmp eq i64 %v160, 3
  br label %b162
b162:
  br i1 %v161, label %b163, label %b164, !prof !9
b163:
  %v165 = inttoptr i64 %v142 to ptr
  %v166 = getelementptr i8, ptr %v165, i64 -3
  %v167 = load i64, ptr %v166, align 8, !tbaa !6
  br label %b164
b164:
  %v168 = phi i64 [ 0, %b162 ], [ %v167, %b163 ]
  %v169 = icmp eq i64 %v157, 287
  %v170 = icmp eq i64 %v168, 287
  %v171 = and i1 %v169, %v170
  br i1 %v171, label %b158, label %b159
b158:
  %v172 = inttoptr i64 %v141 to ptr
  %v173 = getelementptr i8, ptr %v172, i64 5
  %v174 = load i64, ptr %v173, align 8, !tbaa !6
  %v175 = bitcast i64 %v174 to double
  %v176 = inttoptr i64 %v142 to ptr
  %v177 = getelementptr i8, ptr %v176, i64 5
  %v178 = load i64, ptr %v177, align 8, !tbaa !6
  %v179 = bitcast i64 %v178 to double
  %v180 = fcmp olt double %v175, %v179
  br i1 %v180, label %b106, label %i29, !prof !105
b159:
  %v181 = getelementptr i8, ptr %r, i64 compare
  %v182 = load ptr, ptr %v181, align 8, !tbaa !7
  %v183 = call preserve_mostcc i64 %v182(i64 %v141, i64 %v142) #1
  %v184 = icmp slt i64 %v183, 0
  br i1 %v184, label %b106, label %i29, !prof !105
b106:
  %v186 = load i64, ptr %X0
  %v187 = and i64 %v186, 7
  %v188 = icmp eq i64 %v187, 3
  br label %b189
b189:
  br i1 %v188, label %b190, label %b191, !prof !9
b190:
  %v192 = inttoptr i64 %v186 to ptr
  %v193 = getelementptr i8, ptr %v192, i64 -3
  %v194 = load i64, ptr %v193, align 8, !tbaa !6
  br label %b191
b191:
  %v195 = phi i64 [ 0, %b189 ], [ %v194, %b190 ]
  %v196 = icmp eq i64 %v195, 287
  br i1 %v196, label %b197, label %b185, !prof !9
b197:
  %v198 = inttoptr i64 %v186 to ptr
  %v199 = getelementptr i8, ptr %v198, i64 5
  %v200 = load i64, ptr %v199, align 8, !tbaa !6
  %v201 = bitcast i64 %v200 to double
  %v202 = load i64, ptr %X1
  %v203 = and i64 %v202, 7
  %v204 = icmp eq i64 %v203, 3
  br label %b205
b205:
  br i1 %v204, label %b206, label %b207, !prof !9
b206:
  %v208 = inttoptr i64 %v202 to ptr
  %v209 = getelementptr i8, ptr %v208, i64 -3
  %v210 = load i64, ptr %v209, align 8, !tbaa !6
  br label %b207
b207:
  %v211 = phi i64 [ 0, %b205 ], [ %v210, %b206 ]
  %v212 = icmp eq i64 %v211, 287
  br i1 %v212, label %b213, label %b185, !prof !9
b213:
  %v214 = inttoptr i64 %v202 to ptr
  %v215 = getelementptr i8, ptr %v214, i64 5
  %v216 = load i64, ptr %v215, align 8, !tbaa !6
  %v217 = bitcast i64 %v216 to double
  %v218 = fadd double %v201, %v217
  %v219 = bitcast double %v218 to i64
  %v220 = and i64 %v219, 9218868437227405312
  %v221 = icmp eq i64 %v220, 9218868437227405312
  br i1 %v221, label %b185, label %b222, !prof !12
b222:
  store double %v218, ptr %D0
  %v256 = load i64, ptr %X2
  %v257 = and i64 %v256, 1
  %v258 = icmp eq i64 %v257, 0
  br i1 %v258, label %b259, label %b260, !prof !9
b259:
  %v263 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v256, i64 2)
  %v264 = extractvalue { i64, i1 } %v263, 0
  %v265 = extractvalue { i64, i1 } %v263, 1
  br i1 %v265, label %b261, label %b266, !prof !12
b266:
  store i64 %v264, ptr %X2
  br label %b262
b260:
  br label %b261
b262:
  %v329 = getelementptr i64, ptr @T, i64 Cost(2)
  %v330 = load i64, ptr %v329, align 8, !tbaa !8
  %v331 = load i64, ptr %N
  %v332 = sub nsw i64 %v331, %v330
  %v333 = icmp slt i64 %v332, 1
  store i64 %v332, ptr %N
  br i1 %v333, label %b334, label %b335, !prof !12
b335:
  br label %i32u1
i32u1:
  %v367 = load i64, ptr %X2
  %v368 = icmp eq i64 %v367, 0
  br i1 %v368, label %b369, label %i36u1, !prof !104
b369:
  %v371 = load double, ptr %D0
  %v372 = load i64, ptr %X1
  %v373 = and i64 %v372, 7
  %v374 = icmp eq i64 %v373, 3
  br label %b375
b375:
  br i1 %v374, label %b376, label %b377, !prof !9
b376:
  %v378 = inttoptr i64 %v372 to ptr
  %v379 = getelementptr i8, ptr %v378, i64 -3
  %v380 = load i64, ptr %v379, align 8, !tbaa !6
  br label %b377
b377:
  %v381 = phi i64 [ 0, %b375 ], [ %v380, %b376 ]
  %v382 = icmp eq i64 %v381, 287
  br i1 %v382, label %b383, label %b370, !prof !9
b383:
  %v384 = inttoptr i64 %v372 to ptr
  %v385 = getelementptr i8, ptr %v384, i64 5
  %v386 = load i64, ptr %v385, align 8, !tbaa !6
  %v387 = bitcast i64 %v386 to double
  %v388 = fmul double %v371, %v387
  %v389 = bitcast double %v388 to i64
  %v390 = and i64 %v389, 9218868437227405312
  %v391 = icmp eq i64 %v390, 9218868437227405312
  br i1 %v391, label %b370, label %b392, !prof !12
b392:
  store double %v388, ptr %D0
  %v448 = load ptr, ptr %E
  %v449 = load ptr, ptr %H
  %v450 = getelementptr i64, ptr %v449, i64 2
  %v451 = icmp ugt ptr %v450, %v448
  br i1 %v451, label %b446, label %b445, !prof !12
b446:
  %v452 = getelementptr i8, ptr %r, i64 room
  %v453 = load ptr, ptr %v452, align 8, !tbaa !7
  %v454 = load ptr, ptr %E
  %v455 = getelementptr i8, ptr %r, i64 stack
  store ptr %v454, ptr %v455, align 8, !tbaa !7
  %v456 = load ptr, ptr %H
  %v457 = call preserve_mostcc i64 %v453(ptr %r, ptr %v456, i64 2) #0
  %v458 = getelementptr i8, ptr %r, i64 heap
  %v459 = load ptr, ptr %v458, align 8, !tbaa !7
  store ptr %v459, ptr %H
  %v460 = inttoptr i64 %v457 to ptr
  br label %b447
b445:
  %v461 = load ptr, ptr %H
  %v462 = getelementptr i64, ptr %v461, i64 2
  store ptr %v462, ptr %H
  br label %b447
b447:
  %v463 = phi ptr [ %v460, %b446 ], [ %v461, %b445 ]
  %v464 = load double, ptr %D0
  %v465 = bitcast double %v464 to i64
  %v466 = getelementptr i64, ptr %v463, i64 0
  store i64 287, ptr %v466, align 8, !tbaa !6
  %v467 = getelementptr i64, ptr %v463, i64 1
  store i64 %v465, ptr %v467, align 8, !tbaa !6
  %v468 = ptrtoint ptr %v463 to i64
  %v469 = or disjoint i64 %v468, 3
  store i64 %v469, ptr %X0
  %v470 = load ptr, ptr %E
  %v471 = load ptr, ptr %v470, align 8, !tbaa !5
  %v472 = load ptr, ptr %E
  %v473 = load ptr, ptr %H
  %v474 = load i64, ptr %N
  %v475 = load i64, ptr %X0
  musttail call preserve_nonecc void %v471(ptr %r, ptr %v472, ptr %v473, i64 %v474, i64 %v475, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i36u1:
  %v478 = load double, ptr %D0
  %v479 = load i64, ptr %X1
  %v480 = and i64 %v479, 7
  %v481 = icmp eq i64 %v480, 3
  br label %b482
b482:
  br i1 %v481, label %b483, label %b484, !prof !9
b483:
  %v485 = inttoptr i64 %v479 to ptr
  %v486 = getelementptr i8, ptr %v485, i64 -3
  %v487 = load i64, ptr %v486, align 8, !tbaa !6
  br label %b484
b484:
  %v488 = phi i64 [ 0, %b482 ], [ %v487, %b483 ]
  %v489 = icmp eq i64 %v488, 287
  br i1 %v489, label %b490, label %b477, !prof !9
b490:
  %v491 = inttoptr i64 %v479 to ptr
  %v492 = getelementptr i8, ptr %v491, i64 5
  %v493 = load i64, ptr %v492, align 8, !tbaa !6
  %v494 = bitcast i64 %v493 to double
  %v495 = fcmp olt double %v478, %v494
  br i1 %v495, label %b476, label %i29u1, !prof !105
b477:
  %v499 = load ptr, ptr %E
  %v500 = load ptr, ptr %H
  %v501 = getelementptr i64, ptr %v500, i64 2
  %v502 = icmp ugt ptr %v501, %v499
  br i1 %v502, label %b497, label %b496, !prof !12
b497:
  %v503 = getelementptr i8, ptr %r, i64 room
  %v504 = load ptr, ptr %v503, align 8, !tbaa !7
  %v505 = load ptr, ptr %E
  %v506 = getelementptr i8, ptr %r, i64 stack
  store ptr %v505, ptr %v506, align 8, !tbaa !7
  %v507 = load ptr, ptr %H
  %v508 = call preserve_mostcc i64 %v504(ptr %r, ptr %v507, i64 2) #0
  %v509 = getelementptr i8, ptr %r, i64 heap
  %v510 = load ptr, ptr %v509, align 8, !tbaa !7
  store ptr %v510, ptr %H
  %v511 = inttoptr i64 %v508 to ptr
  br label %b498
b496:
  %v512 = load ptr, ptr %H
  %v513 = getelementptr i64, ptr %v512, i64 2
  store ptr %v513, ptr %H
  br label %b498
b498:
  %v514 = phi ptr [ %v511, %b497 ], [ %v512, %b496 ]
  %v515 = load double, ptr %D0
  %v516 = bitcast double %v515 to i64
  %v517 = getelementptr i64, ptr %v514, i64 0
  store i64 287, ptr %v517, align 8, !tbaa !6
  %v518 = getelementptr i64, ptr %v514, i64 1
  store i64 %v516, ptr %v518, align 8, !tbaa !6
  %v519 = ptrtoint ptr %v514 to i64
  %v520 = or disjoint i64 %v519, 3
  %v521 = load i64, ptr %X1
  %v522 = or i64 %v520, %v521
  %v523 = and i64 %v522, 1
  %v524 = icmp eq i64 %v523, 0
  br i1 %v524, label %b525, label %b526, !prof !9
b525:
  %v527 = icmp slt i64 %v520, %v521
  br i1 %v527, label %b476, label %i29u1, !prof !105
b526:
  %v528 = and i64 %v520, 7
  %v529 = icmp eq i64 %v528, 3
  br label %b530
b530:
  br i1 %v529, label %b531, label %b532, !prof !9
b531:
  %v533 = inttoptr i64 %v520 to ptr
  %v534 = getelementptr i8, ptr %v533, i64 -3
  %v535 = load i64, ptr %v534, align 8, !tbaa !6
  br label %b532
b532:
  %v536 = phi i64 [ 0, %b530 ], [ %v535, %b531 ]
  %v539 = and i64 %v521, 7
  %v540 = icmp eq i64 %v539, 3
  br label %b541
b541:
  br i1 %v540, label %b542, label %b543, !prof !9
b542:
  %v544 = inttoptr i64 %v521 to ptr
  %v545 = getelementptr i8, ptr %v544, i64 -3
  %v546 = load i64, ptr %v545, align 8, !tbaa !6
  br label %b543
b543:
  %v547 = phi i64 [ 0, %b541 ], [ %v546, %b542 ]
  %v548 = icmp eq i64 %v536, 287
  %v549 = icmp eq i64 %v547, 287
  %v550 = and i1 %v548, %v549
  br i1 %v550, label %b537, label %b538
b537:
  %v551 = inttoptr i64 %v520 to ptr
  %v552 = getelementptr i8, ptr %v551, i64 5
  %v553 = load i64, ptr %v552, align 8, !tbaa !6
  %v554 = bitcast i64 %v553 to double
  %v555 = inttoptr i64 %v521 to ptr
  %v556 = getelementptr i8, ptr %v555, i64 5
  %v557 = load i64, ptr %v556, align 8, !tbaa !6
  %v558 = bitcast i64 %v557 to double
  %v559 = fcmp olt double %v554, %v558
  br i1 %v559, label %b476, label %i29u1, !prof !105
b538:
  %v560 = getelementptr i8, ptr %r, i64 compare
  %v561 = load ptr, ptr %v560, align 8, !tbaa !7
  %v562 = call preserve_mostcc i64 %v561(i64 %v520, i64 %v521) #1
  %v563 = icmp slt i64 %v562, 0
  br i1 %v563, label %b476, label %i29u1, !prof !105
b476:
  %v565 = load double, ptr %D0
  %v566 = load i64, ptr %X1
  %v567 = and i64 %v566, 7
  %v568 = icmp eq i64 %v567, 3
  br label %b569
b569:
  br i1 %v568, label %b570, label %b571, !prof !9
b570:
  %v572 = inttoptr i64 %v566 to ptr
  %v573 = getelementptr i8, ptr %v572, i64 -3
  %v574 = load i64, ptr %v573, align 8, !tbaa !6
  br label %b571
b571:
  %v575 = phi i64 [ 0, %b569 ], [ %v574, %b570 ]
  %v576 = icmp eq i64 %v575, 287
  br i1 %v576, label %b577, label %b564, !prof !9
b577:
  %v578 = inttoptr i64 %v566 to ptr
  %v579 = getelementptr i8, ptr %v578, i64 5
  %v580 = load i64, ptr %v579, align 8, !tbaa !6
  %v581 = bitcast i64 %v580 to double
  %v582 = fadd double %v565, %v581
  %v583 = bitcast double %v582 to i64
  %v584 = and i64 %v583, 9218868437227405312
  %v585 = icmp eq i64 %v584, 9218868437227405312
  br i1 %v585, label %b564, label %b586, !prof !12
b586:
  store double %v582, ptr %D0
  %v645 = load i64, ptr %X2
  %v646 = and i64 %v645, 1
  %v647 = icmp eq i64 %v646, 0
  br i1 %v647, label %b648, label %b649, !prof !9
b648:
  %v652 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v645, i64 2)
  %v653 = extractvalue { i64, i1 } %v652, 0
  %v654 = extractvalue { i64, i1 } %v652, 1
  br i1 %v654, label %b650, label %b655, !prof !12
b655:
  store i64 %v653, ptr %X2
  br label %b651
b649:
  br label %b650
b651:
  %v718 = getelementptr i64, ptr @T, i64 Cost(2)
  %v719 = load i64, ptr %v718, align 8, !tbaa !8
  %v720 = load i64, ptr %N
  %v721 = sub nsw i64 %v720, %v719
  %v722 = icmp slt i64 %v721, 1
  store i64 %v721, ptr %N
  br i1 %v722, label %b723, label %b724, !prof !12
b724:
  br label %i32u1
i40d:
  %v756 = load i64, ptr %X2
  %v757 = and i64 %v756, 1
  %v758 = icmp eq i64 %v757, 0
  br i1 %v758, label %b759, label %b760, !prof !9
b759:
  %v763 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v756, i64 2)
  %v764 = extractvalue { i64, i1 } %v763, 0
  %v765 = extractvalue { i64, i1 } %v763, 1
  br i1 %v765, label %b761, label %b766, !prof !12
b766:
  store i64 %v764, ptr %X2
  br label %b762
b760:
  br label %b761
b762:
  %v800 = getelementptr i64, ptr @T, i64 Cost(2)
  %v801 = load i64, ptr %v800, align 8, !tbaa !8
  %v802 = load i64, ptr %N
  %v803 = sub nsw i64 %v802, %v801
  %v804 = icmp slt i64 %v803, 1
  store i64 %v803, ptr %N
  br i1 %v804, label %b805, label %b806, !prof !12
b806:
  br label %i32
i29u1:
  %v816 = load ptr, ptr %E
  %v817 = load ptr, ptr %H
  %v818 = getelementptr i64, ptr %v817, i64 2
  %v819 = icmp ugt ptr %v818, %v816
  br i1 %v819, label %b814, label %b813, !prof !12
b814:
  %v820 = getelementptr i8, ptr %r, i64 room
  %v821 = load ptr, ptr %v820, align 8, !tbaa !7
  %v822 = load ptr, ptr %E
  %v823 = getelementptr i8, ptr %r, i64 stack
  store ptr %v822, ptr %v823, align 8, !tbaa !7
  %v824 = load ptr, ptr %H
  %v825 = call preserve_mostcc i64 %v821(ptr %r, ptr %v824, i64 2) #0
  %v826 = getelementptr i8, ptr %r, i64 heap
  %v827 = load ptr, ptr %v826, align 8, !tbaa !7
  store ptr %v827, ptr %H
  %v828 = inttoptr i64 %v825 to ptr
  br label %b815
b813:
  %v829 = load ptr, ptr %H
  %v830 = getelementptr i64, ptr %v829, i64 2
  store ptr %v830, ptr %H
  br label %b815
b815:
  %v831 = phi ptr [ %v828, %b814 ], [ %v829, %b813 ]
  %v832 = load double, ptr %D0
  %v833 = bitcast double %v832 to i64
  %v834 = getelementptr i64, ptr %v831, i64 0
  store i64 287, ptr %v834, align 8, !tbaa !6
  %v835 = getelementptr i64, ptr %v831, i64 1
  store i64 %v833, ptr %v835, align 8, !tbaa !6
  %v836 = ptrtoint ptr %v831 to i64
  %v837 = or disjoint i64 %v836, 3
  store i64 %v837, ptr %X0
  %v838 = load i64, ptr %X0
  %v839 = getelementptr i8, ptr %r, i64 x0
  store i64 %v838, ptr %v839, align 8, !tbaa !7
  %v840 = load i64, ptr %X1
  %v841 = getelementptr i8, ptr %r, i64 x1
  store i64 %v840, ptr %v841, align 8, !tbaa !7
  %v842 = load i64, ptr %X2
  %v843 = getelementptr i8, ptr %r, i64 x2
  store i64 %v842, ptr %v843, align 8, !tbaa !7
  %v844 = getelementptr i64, ptr @T, i64 Pc(31)
  %v845 = load i64, ptr %v844, align 8, !tbaa !8, !invariant.load !11
  %v846 = load ptr, ptr %E
  %v847 = getelementptr i8, ptr %r, i64 stack
  store ptr %v846, ptr %v847, align 8, !tbaa !7
  %v848 = load ptr, ptr %H
  %v849 = getelementptr i8, ptr %r, i64 heap
  store ptr %v848, ptr %v849, align 8, !tbaa !7
  %v850 = load i64, ptr %N
  %v851 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v850, ptr %v851, align 8, !tbaa !7
  %v852 = getelementptr i8, ptr %r, i64 pc
  store i64 %v845, ptr %v852, align 8, !tbaa !7
  %v853 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v853, align 8, !tbaa !7
  ret void
i29:
  %v854 = load i64, ptr %X0
  %v855 = getelementptr i8, ptr %r, i64 x0
  store i64 %v854, ptr %v855, align 8, !tbaa !7
  %v856 = load i64, ptr %X1
  %v857 = getelementptr i8, ptr %r, i64 x1
  store i64 %v856, ptr %v857, align 8, !tbaa !7
  %v858 = load i64, ptr %X2
  %v859 = getelementptr i8, ptr %r, i64 x2
  store i64 %v858, ptr %v859, align 8, !tbaa !7
  %v860 = getelementptr i64, ptr @T, i64 Pc(31)
  %v861 = load i64, ptr %v860, align 8, !tbaa !8, !invariant.load !11
  %v862 = load ptr, ptr %E
  %v863 = getelementptr i8, ptr %r, i64 stack
  store ptr %v862, ptr %v863, align 8, !tbaa !7
  %v864 = load ptr, ptr %H
  %v865 = getelementptr i8, ptr %r, i64 heap
  store ptr %v864, ptr %v865, align 8, !tbaa !7
  %v866 = load i64, ptr %N
  %v867 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v866, ptr %v867, align 8, !tbaa !7
  %v868 = getelementptr i8, ptr %r, i64 pc
  store i64 %v861, ptr %v868, align 8, !tbaa !7
  %v869 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v869, align 8, !tbaa !7
  ret void
b4:
  %v42 = load i64, ptr %X0
  %v43 = getelementptr i8, ptr %r, i64 x0
  store i64 %v42, ptr %v43, align 8, !tbaa !7
  %v44 = load i64, ptr %X1
  %v45 = getelementptr i8, ptr %r, i64 x1
  store i64 %v44, ptr %v45, align 8, !tbaa !7
  %v46 = getelementptr i64, ptr @T, i64 Pc(34)
  %v47 = load i64, ptr %v46, align 8, !tbaa !8, !invariant.load !11
  %v48 = getelementptr i64, ptr @T, i64 Pc(35)
  %v49 = load i64, ptr %v48, align 8, !tbaa !8, !invariant.load !11
  %v50 = getelementptr i8, ptr %r, i64 step
  %v51 = load ptr, ptr %v50, align 8, !tbaa !7
  %v52 = load ptr, ptr %E
  %v53 = load ptr, ptr %H
  %v54 = load i64, ptr %N
  %v55 = call i64 %v51(ptr %r, ptr %v52, ptr %v53, i64 %v54, i64 %v47, i64 %v49) #0
  %v56 = getelementptr i8, ptr %r, i64 stack
  %v57 = load ptr, ptr %v56, align 8, !tbaa !7
  store ptr %v57, ptr %E
  %v58 = getelementptr i8, ptr %r, i64 heap
  %v59 = load ptr, ptr %v58, align 8, !tbaa !7
  store ptr %v59, ptr %H
  %v60 = getelementptr i8, ptr %r, i64 reductions
  %v61 = load i64, ptr %v60, align 8, !tbaa !7
  store i64 %v61, ptr %N
  %v62 = getelementptr i8, ptr %r, i64 x0
  %v63 = load i64, ptr %v62, align 8, !tbaa !7
  store i64 %v63, ptr %X0
  %v64 = getelementptr i64, ptr @T, i64 Pc(35)
  %v65 = load i64, ptr %v64, align 8, !tbaa !8
  %v68 = icmp eq i64 %v55, %v65
  br i1 %v68, label %b66, label %b67, !prof !9
b67:
  ret void
b66:
  br label %i35d
b185:
  %v223 = load i64, ptr %X0
  %v224 = getelementptr i8, ptr %r, i64 x0
  store i64 %v223, ptr %v224, align 8, !tbaa !7
  %v225 = load i64, ptr %X1
  %v226 = getelementptr i8, ptr %r, i64 x1
  store i64 %v225, ptr %v226, align 8, !tbaa !7
  %v227 = load i64, ptr %X2
  %v228 = getelementptr i8, ptr %r, i64 x2
  store i64 %v227, ptr %v228, align 8, !tbaa !7
  %v229 = getelementptr i64, ptr @T, i64 Pc(39)
  %v230 = load i64, ptr %v229, align 8, !tbaa !8, !invariant.load !11
  %v231 = getelementptr i64, ptr @T, i64 Pc(40)
  %v232 = load i64, ptr %v231, align 8, !tbaa !8, !invariant.load !11
  %v233 = getelementptr i8, ptr %r, i64 step
  %v234 = load ptr, ptr %v233, align 8, !tbaa !7
  %v235 = load ptr, ptr %E
  %v236 = load ptr, ptr %H
  %v237 = load i64, ptr %N
  %v238 = call i64 %v234(ptr %r, ptr %v235, ptr %v236, i64 %v237, i64 %v230, i64 %v232) #0
  %v239 = getelementptr i8, ptr %r, i64 stack
  %v240 = load ptr, ptr %v239, align 8, !tbaa !7
  store ptr %v240, ptr %E
  %v241 = getelementptr i8, ptr %r, i64 heap
  %v242 = load ptr, ptr %v241, align 8, !tbaa !7
  store ptr %v242, ptr %H
  %v243 = getelementptr i8, ptr %r, i64 reductions
  %v244 = load i64, ptr %v243, align 8, !tbaa !7
  store i64 %v244, ptr %N
  %v245 = getelementptr i8, ptr %r, i64 x0
  %v246 = load i64, ptr %v245, align 8, !tbaa !7
  store i64 %v246, ptr %X0
  %v247 = getelementptr i8, ptr %r, i64 x1
  %v248 = load i64, ptr %v247, align 8, !tbaa !7
  store i64 %v248, ptr %X1
  %v249 = getelementptr i8, ptr %r, i64 x2
  %v250 = load i64, ptr %v249, align 8, !tbaa !7
  store i64 %v250, ptr %X2
  %v251 = getelementptr i64, ptr @T, i64 Pc(40)
  %v252 = load i64, ptr %v251, align 8, !tbaa !8
  %v255 = icmp eq i64 %v238, %v252
  br i1 %v255, label %b253, label %b254, !prof !9
b254:
  ret void
b253:
  br label %i40d
b261:
  %v270 = load ptr, ptr %E
  %v271 = load ptr, ptr %H
  %v272 = getelementptr i64, ptr %v271, i64 2
  %v273 = icmp ugt ptr %v272, %v270
  br i1 %v273, label %b268, label %b267, !prof !12
b268:
  %v274 = getelementptr i8, ptr %r, i64 room
  %v275 = load ptr, ptr %v274, align 8, !tbaa !7
  %v276 = load ptr, ptr %E
  %v277 = getelementptr i8, ptr %r, i64 stack
  store ptr %v276, ptr %v277, align 8, !tbaa !7
  %v278 = load ptr, ptr %H
  %v279 = call preserve_mostcc i64 %v275(ptr %r, ptr %v278, i64 2) #0
  %v280 = getelementptr i8, ptr %r, i64 heap
  %v281 = load ptr, ptr %v280, align 8, !tbaa !7
  store ptr %v281, ptr %H
  %v282 = inttoptr i64 %v279 to ptr
  br label %b269
b267:
  %v283 = load ptr, ptr %H
  %v284 = getelementptr i64, ptr %v283, i64 2
  store ptr %v284, ptr %H
  br label %b269
b269:
  %v285 = phi ptr [ %v282, %b268 ], [ %v283, %b267 ]
  %v286 = load double, ptr %D0
  %v287 = bitcast double %v286 to i64
  %v288 = getelementptr i64, ptr %v285, i64 0
  store i64 287, ptr %v288, align 8, !tbaa !6
  %v289 = getelementptr i64, ptr %v285, i64 1
  store i64 %v287, ptr %v289, align 8, !tbaa !6
  %v290 = ptrtoint ptr %v285 to i64
  %v291 = or disjoint i64 %v290, 3
  %v292 = getelementptr i8, ptr %r, i64 x0
  store i64 %v291, ptr %v292, align 8, !tbaa !7
  %v293 = load i64, ptr %X1
  %v294 = getelementptr i8, ptr %r, i64 x1
  store i64 %v293, ptr %v294, align 8, !tbaa !7
  %v295 = load i64, ptr %X2
  %v296 = getelementptr i8, ptr %r, i64 x2
  store i64 %v295, ptr %v296, align 8, !tbaa !7
  %v297 = getelementptr i64, ptr @T, i64 Pc(40)
  %v298 = load i64, ptr %v297, align 8, !tbaa !8, !invariant.load !11
  %v299 = getelementptr i64, ptr @T, i64 Pc(41)
  %v300 = load i64, ptr %v299, align 8, !tbaa !8, !invariant.load !11
  %v301 = getelementptr i8, ptr %r, i64 step
  %v302 = load ptr, ptr %v301, align 8, !tbaa !7
  %v303 = load ptr, ptr %E
  %v304 = load ptr, ptr %H
  %v305 = load i64, ptr %N
  %v306 = call i64 %v302(ptr %r, ptr %v303, ptr %v304, i64 %v305, i64 %v298, i64 %v300) #0
  %v307 = getelementptr i8, ptr %r, i64 stack
  %v308 = load ptr, ptr %v307, align 8, !tbaa !7
  store ptr %v308, ptr %E
  %v309 = getelementptr i8, ptr %r, i64 heap
  %v310 = load ptr, ptr %v309, align 8, !tbaa !7
  store ptr %v310, ptr %H
  %v311 = getelementptr i8, ptr %r, i64 reductions
  %v312 = load i64, ptr %v311, align 8, !tbaa !7
  store i64 %v312, ptr %N
  %v313 = getelementptr i8, ptr %r, i64 x0
  %v314 = load i64, ptr %v313, align 8, !tbaa !7
  store i64 %v314, ptr %X0
  %v315 = getelementptr i8, ptr %r, i64 x1
  %v316 = load i64, ptr %v315, align 8, !tbaa !7
  store i64 %v316, ptr %X1
  %v317 = getelementptr i8, ptr %r, i64 x2
  %v318 = load i64, ptr %v317, align 8, !tbaa !7
  store i64 %v318, ptr %X2
  %v319 = getelementptr i64, ptr @T, i64 Pc(41)
  %v320 = load i64, ptr %v319, align 8, !tbaa !8
  %v323 = icmp eq i64 %v306, %v320
  br i1 %v323, label %b321, label %b322, !prof !9
b322:
  ret void
b321:
  %v324 = load i64, ptr %X0
  %v325 = inttoptr i64 %v324 to ptr
  %v326 = getelementptr i8, ptr %v325, i64 5
  %v327 = load i64, ptr %v326, align 8, !tbaa !6
  %v328 = bitcast i64 %v327 to double
  store double %v328, ptr %D0
  br label %b262
b334:
  %v339 = load ptr, ptr %E
  %v340 = load ptr, ptr %H
  %v341 = getelementptr i64, ptr %v340, i64 2
  %v342 = icmp ugt ptr %v341, %v339
  br i1 %v342, label %b337, label %b336, !prof !12
b337:
  %v343 = getelementptr i8, ptr %r, i64 room
  %v344 = load ptr, ptr %v343, align 8, !tbaa !7
  %v345 = load ptr, ptr %E
  %v346 = getelementptr i8, ptr %r, i64 stack
  store ptr %v345, ptr %v346, align 8, !tbaa !7
  %v347 = load ptr, ptr %H
  %v348 = call preserve_mostcc i64 %v344(ptr %r, ptr %v347, i64 2) #0
  %v349 = getelementptr i8, ptr %r, i64 heap
  %v350 = load ptr, ptr %v349, align 8, !tbaa !7
  store ptr %v350, ptr %H
  %v351 = inttoptr i64 %v348 to ptr
  br label %b338
b336:
  %v352 = load ptr, ptr %H
  %v353 = getelementptr i64, ptr %v352, i64 2
  store ptr %v353, ptr %H
  br label %b338
b338:
  %v354 = phi ptr [ %v351, %b337 ], [ %v352, %b336 ]
  %v355 = load double, ptr %D0
  %v356 = bitcast double %v355 to i64
  %v357 = getelementptr i64, ptr %v354, i64 0
  store i64 287, ptr %v357, align 8, !tbaa !6
  %v358 = getelementptr i64, ptr %v354, i64 1
  store i64 %v356, ptr %v358, align 8, !tbaa !6
  %v359 = ptrtoint ptr %v354 to i64
  %v360 = or disjoint i64 %v359, 3
  store i64 %v360, ptr %X0
  %v361 = load ptr, ptr %E
  %v362 = load ptr, ptr %H
  %v363 = load i64, ptr %N
  %v364 = load i64, ptr %X0
  %v365 = load i64, ptr %X1
  %v366 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v361, ptr %v362, i64 %v363, i64 %v364, i64 %v365, i64 %v366, i64 poison, i64 poison, i64 poison)
  ret void
b370:
  %v396 = load ptr, ptr %E
  %v397 = load ptr, ptr %H
  %v398 = getelementptr i64, ptr %v397, i64 2
  %v399 = icmp ugt ptr %v398, %v396
  br i1 %v399, label %b394, label %b393, !prof !12
b394:
  %v400 = getelementptr i8, ptr %r, i64 room
  %v401 = load ptr, ptr %v400, align 8, !tbaa !7
  %v402 = load ptr, ptr %E
  %v403 = getelementptr i8, ptr %r, i64 stack
  store ptr %v402, ptr %v403, align 8, !tbaa !7
  %v404 = load ptr, ptr %H
  %v405 = call preserve_mostcc i64 %v401(ptr %r, ptr %v404, i64 2) #0
  %v406 = getelementptr i8, ptr %r, i64 heap
  %v407 = load ptr, ptr %v406, align 8, !tbaa !7
  store ptr %v407, ptr %H
  %v408 = inttoptr i64 %v405 to ptr
  br label %b395
b393:
  %v409 = load ptr, ptr %H
  %v410 = getelementptr i64, ptr %v409, i64 2
  store ptr %v410, ptr %H
  br label %b395
b395:
  %v411 = phi ptr [ %v408, %b394 ], [ %v409, %b393 ]
  %v412 = load double, ptr %D0
  %v413 = bitcast double %v412 to i64
  %v414 = getelementptr i64, ptr %v411, i64 0
  store i64 287, ptr %v414, align 8, !tbaa !6
  %v415 = getelementptr i64, ptr %v411, i64 1
  store i64 %v413, ptr %v415, align 8, !tbaa !6
  %v416 = ptrtoint ptr %v411 to i64
  %v417 = or disjoint i64 %v416, 3
  store i64 %v417, ptr %X0
  %v418 = load i64, ptr %X0
  %v419 = getelementptr i8, ptr %r, i64 x0
  store i64 %v418, ptr %v419, align 8, !tbaa !7
  %v420 = load i64, ptr %X1
  %v421 = getelementptr i8, ptr %r, i64 x1
  store i64 %v420, ptr %v421, align 8, !tbaa !7
  %v422 = getelementptr i64, ptr @T, i64 Pc(34)
  %v423 = load i64, ptr %v422, align 8, !tbaa !8, !invariant.load !11
  %v424 = getelementptr i64, ptr @T, i64 Pc(35)
  %v425 = load i64, ptr %v424, align 8, !tbaa !8, !invariant.load !11
  %v426 = getelementptr i8, ptr %r, i64 step
  %v427 = load ptr, ptr %v426, align 8, !tbaa !7
  %v428 = load ptr, ptr %E
  %v429 = load ptr, ptr %H
  %v430 = load i64, ptr %N
  %v431 = call i64 %v427(ptr %r, ptr %v428, ptr %v429, i64 %v430, i64 %v423, i64 %v425) #0
  %v432 = getelementptr i8, ptr %r, i64 stack
  %v433 = load ptr, ptr %v432, align 8, !tbaa !7
  store ptr %v433, ptr %E
  %v434 = getelementptr i8, ptr %r, i64 heap
  %v435 = load ptr, ptr %v434, align 8, !tbaa !7
  store ptr %v435, ptr %H
  %v436 = getelementptr i8, ptr %r, i64 reductions
  %v437 = load i64, ptr %v436, align 8, !tbaa !7
  store i64 %v437, ptr %N
  %v438 = getelementptr i8, ptr %r, i64 x0
  %v439 = load i64, ptr %v438, align 8, !tbaa !7
  store i64 %v439, ptr %X0
  %v440 = getelementptr i64, ptr @T, i64 Pc(35)
  %v441 = load i64, ptr %v440, align 8, !tbaa !8
  %v444 = icmp eq i64 %v431, %v441
  br i1 %v444, label %b442, label %b443, !prof !9
b443:
  ret void
b442:
  br label %i35d
b564:
  %v590 = load ptr, ptr %E
  %v591 = load ptr, ptr %H
  %v592 = getelementptr i64, ptr %v591, i64 2
  %v593 = icmp ugt ptr %v592, %v590
  br i1 %v593, label %b588, label %b587, !prof !12
b588:
  %v594 = getelementptr i8, ptr %r, i64 room
  %v595 = load ptr, ptr %v594, align 8, !tbaa !7
  %v596 = load ptr, ptr %E
  %v597 = getelementptr i8, ptr %r, i64 stack
  store ptr %v596, ptr %v597, align 8, !tbaa !7
  %v598 = load ptr, ptr %H
  %v599 = call preserve_mostcc i64 %v595(ptr %r, ptr %v598, i64 2) #0
  %v600 = getelementptr i8, ptr %r, i64 heap
  %v601 = load ptr, ptr %v600, align 8, !tbaa !7
  store ptr %v601, ptr %H
  %v602 = inttoptr i64 %v599 to ptr
  br label %b589
b587:
  %v603 = load ptr, ptr %H
  %v604 = getelementptr i64, ptr %v603, i64 2
  store ptr %v604, ptr %H
  br label %b589
b589:
  %v605 = phi ptr [ %v602, %b588 ], [ %v603, %b587 ]
  %v606 = load double, ptr %D0
  %v607 = bitcast double %v606 to i64
  %v608 = getelementptr i64, ptr %v605, i64 0
  store i64 287, ptr %v608, align 8, !tbaa !6
  %v609 = getelementptr i64, ptr %v605, i64 1
  store i64 %v607, ptr %v609, align 8, !tbaa !6
  %v610 = ptrtoint ptr %v605 to i64
  %v611 = or disjoint i64 %v610, 3
  store i64 %v611, ptr %X0
  %v612 = load i64, ptr %X0
  %v613 = getelementptr i8, ptr %r, i64 x0
  store i64 %v612, ptr %v613, align 8, !tbaa !7
  %v614 = load i64, ptr %X1
  %v615 = getelementptr i8, ptr %r, i64 x1
  store i64 %v614, ptr %v615, align 8, !tbaa !7
  %v616 = load i64, ptr %X2
  %v617 = getelementptr i8, ptr %r, i64 x2
  store i64 %v616, ptr %v617, align 8, !tbaa !7
  %v618 = getelementptr i64, ptr @T, i64 Pc(39)
  %v619 = load i64, ptr %v618, align 8, !tbaa !8, !invariant.load !11
  %v620 = getelementptr i64, ptr @T, i64 Pc(40)
  %v621 = load i64, ptr %v620, align 8, !tbaa !8, !invariant.load !11
  %v622 = getelementptr i8, ptr %r, i64 step
  %v623 = load ptr, ptr %v622, align 8, !tbaa !7
  %v624 = load ptr, ptr %E
  %v625 = load ptr, ptr %H
  %v626 = load i64, ptr %N
  %v627 = call i64 %v623(ptr %r, ptr %v624, ptr %v625, i64 %v626, i64 %v619, i64 %v621) #0
  %v628 = getelementptr i8, ptr %r, i64 stack
  %v629 = load ptr, ptr %v628, align 8, !tbaa !7
  store ptr %v629, ptr %E
  %v630 = getelementptr i8, ptr %r, i64 heap
  %v631 = load ptr, ptr %v630, align 8, !tbaa !7
  store ptr %v631, ptr %H
  %v632 = getelementptr i8, ptr %r, i64 reductions
  %v633 = load i64, ptr %v632, align 8, !tbaa !7
  store i64 %v633, ptr %N
  %v634 = getelementptr i8, ptr %r, i64 x0
  %v635 = load i64, ptr %v634, align 8, !tbaa !7
  store i64 %v635, ptr %X0
  %v636 = getelementptr i8, ptr %r, i64 x1
  %v637 = load i64, ptr %v636, align 8, !tbaa !7
  store i64 %v637, ptr %X1
  %v638 = getelementptr i8, ptr %r, i64 x2
  %v639 = load i64, ptr %v638, align 8, !tbaa !7
  store i64 %v639, ptr %X2
  %v640 = getelementptr i64, ptr @T, i64 Pc(40)
  %v641 = load i64, ptr %v640, align 8, !tbaa !8
  %v644 = icmp eq i64 %v627, %v641
  br i1 %v644, label %b642, label %b643, !prof !9
b643:
  ret void
b642:
  br label %i40d
b650:
  %v659 = load ptr, ptr %E
  %v660 = load ptr, ptr %H
  %v661 = getelementptr i64, ptr %v660, i64 2
  %v662 = icmp ugt ptr %v661, %v659
  br i1 %v662, label %b657, label %b656, !prof !12
b657:
  %v663 = getelementptr i8, ptr %r, i64 room
  %v664 = load ptr, ptr %v663, align 8, !tbaa !7
  %v665 = load ptr, ptr %E
  %v666 = getelementptr i8, ptr %r, i64 stack
  store ptr %v665, ptr %v666, align 8, !tbaa !7
  %v667 = load ptr, ptr %H
  %v668 = call preserve_mostcc i64 %v664(ptr %r, ptr %v667, i64 2) #0
  %v669 = getelementptr i8, ptr %r, i64 heap
  %v670 = load ptr, ptr %v669, align 8, !tbaa !7
  store ptr %v670, ptr %H
  %v671 = inttoptr i64 %v668 to ptr
  br label %b658
b656:
  %v672 = load ptr, ptr %H
  %v673 = getelementptr i64, ptr %v672, i64 2
  store ptr %v673, ptr %H
  br label %b658
b658:
  %v674 = phi ptr [ %v671, %b657 ], [ %v672, %b656 ]
  %v675 = load double, ptr %D0
  %v676 = bitcast double %v675 to i64
  %v677 = getelementptr i64, ptr %v674, i64 0
  store i64 287, ptr %v677, align 8, !tbaa !6
  %v678 = getelementptr i64, ptr %v674, i64 1
  store i64 %v676, ptr %v678, align 8, !tbaa !6
  %v679 = ptrtoint ptr %v674 to i64
  %v680 = or disjoint i64 %v679, 3
  %v681 = getelementptr i8, ptr %r, i64 x0
  store i64 %v680, ptr %v681, align 8, !tbaa !7
  %v682 = load i64, ptr %X1
  %v683 = getelementptr i8, ptr %r, i64 x1
  store i64 %v682, ptr %v683, align 8, !tbaa !7
  %v684 = load i64, ptr %X2
  %v685 = getelementptr i8, ptr %r, i64 x2
  store i64 %v684, ptr %v685, align 8, !tbaa !7
  %v686 = getelementptr i64, ptr @T, i64 Pc(40)
  %v687 = load i64, ptr %v686, align 8, !tbaa !8, !invariant.load !11
  %v688 = getelementptr i64, ptr @T, i64 Pc(41)
  %v689 = load i64, ptr %v688, align 8, !tbaa !8, !invariant.load !11
  %v690 = getelementptr i8, ptr %r, i64 step
  %v691 = load ptr, ptr %v690, align 8, !tbaa !7
  %v692 = load ptr, ptr %E
  %v693 = load ptr, ptr %H
  %v694 = load i64, ptr %N
  %v695 = call i64 %v691(ptr %r, ptr %v692, ptr %v693, i64 %v694, i64 %v687, i64 %v689) #0
  %v696 = getelementptr i8, ptr %r, i64 stack
  %v697 = load ptr, ptr %v696, align 8, !tbaa !7
  store ptr %v697, ptr %E
  %v698 = getelementptr i8, ptr %r, i64 heap
  %v699 = load ptr, ptr %v698, align 8, !tbaa !7
  store ptr %v699, ptr %H
  %v700 = getelementptr i8, ptr %r, i64 reductions
  %v701 = load i64, ptr %v700, align 8, !tbaa !7
  store i64 %v701, ptr %N
  %v702 = getelementptr i8, ptr %r, i64 x0
  %v703 = load i64, ptr %v702, align 8, !tbaa !7
  store i64 %v703, ptr %X0
  %v704 = getelementptr i8, ptr %r, i64 x1
  %v705 = load i64, ptr %v704, align 8, !tbaa !7
  store i64 %v705, ptr %X1
  %v706 = getelementptr i8, ptr %r, i64 x2
  %v707 = load i64, ptr %v706, align 8, !tbaa !7
  store i64 %v707, ptr %X2
  %v708 = getelementptr i64, ptr @T, i64 Pc(41)
  %v709 = load i64, ptr %v708, align 8, !tbaa !8
  %v712 = icmp eq i64 %v695, %v709
  br i1 %v712, label %b710, label %b711, !prof !9
b711:
  ret void
b710:
  %v713 = load i64, ptr %X0
  %v714 = inttoptr i64 %v713 to ptr
  %v715 = getelementptr i8, ptr %v714, i64 5
  %v716 = load i64, ptr %v715, align 8, !tbaa !6
  %v717 = bitcast i64 %v716 to double
  store double %v717, ptr %D0
  br label %b651
b723:
  %v728 = load ptr, ptr %E
  %v729 = load ptr, ptr %H
  %v730 = getelementptr i64, ptr %v729, i64 2
  %v731 = icmp ugt ptr %v730, %v728
  br i1 %v731, label %b726, label %b725, !prof !12
b726:
  %v732 = getelementptr i8, ptr %r, i64 room
  %v733 = load ptr, ptr %v732, align 8, !tbaa !7
  %v734 = load ptr, ptr %E
  %v735 = getelementptr i8, ptr %r, i64 stack
  store ptr %v734, ptr %v735, align 8, !tbaa !7
  %v736 = load ptr, ptr %H
  %v737 = call preserve_mostcc i64 %v733(ptr %r, ptr %v736, i64 2) #0
  %v738 = getelementptr i8, ptr %r, i64 heap
  %v739 = load ptr, ptr %v738, align 8, !tbaa !7
  store ptr %v739, ptr %H
  %v740 = inttoptr i64 %v737 to ptr
  br label %b727
b725:
  %v741 = load ptr, ptr %H
  %v742 = getelementptr i64, ptr %v741, i64 2
  store ptr %v742, ptr %H
  br label %b727
b727:
  %v743 = phi ptr [ %v740, %b726 ], [ %v741, %b725 ]
  %v744 = load double, ptr %D0
  %v745 = bitcast double %v744 to i64
  %v746 = getelementptr i64, ptr %v743, i64 0
  store i64 287, ptr %v746, align 8, !tbaa !6
  %v747 = getelementptr i64, ptr %v743, i64 1
  store i64 %v745, ptr %v747, align 8, !tbaa !6
  %v748 = ptrtoint ptr %v743 to i64
  %v749 = or disjoint i64 %v748, 3
  store i64 %v749, ptr %X0
  %v750 = load ptr, ptr %E
  %v751 = load ptr, ptr %H
  %v752 = load i64, ptr %N
  %v753 = load i64, ptr %X0
  %v754 = load i64, ptr %X1
  %v755 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v750, ptr %v751, i64 %v752, i64 %v753, i64 %v754, i64 %v755, i64 poison, i64 poison, i64 poison)
  ret void
b761:
  %v767 = load i64, ptr %X0
  %v768 = getelementptr i8, ptr %r, i64 x0
  store i64 %v767, ptr %v768, align 8, !tbaa !7
  %v769 = load i64, ptr %X1
  %v770 = getelementptr i8, ptr %r, i64 x1
  store i64 %v769, ptr %v770, align 8, !tbaa !7
  %v771 = load i64, ptr %X2
  %v772 = getelementptr i8, ptr %r, i64 x2
  store i64 %v771, ptr %v772, align 8, !tbaa !7
  %v773 = getelementptr i64, ptr @T, i64 Pc(40)
  %v774 = load i64, ptr %v773, align 8, !tbaa !8, !invariant.load !11
  %v775 = getelementptr i64, ptr @T, i64 Pc(41)
  %v776 = load i64, ptr %v775, align 8, !tbaa !8, !invariant.load !11
  %v777 = getelementptr i8, ptr %r, i64 step
  %v778 = load ptr, ptr %v777, align 8, !tbaa !7
  %v779 = load ptr, ptr %E
  %v780 = load ptr, ptr %H
  %v781 = load i64, ptr %N
  %v782 = call i64 %v778(ptr %r, ptr %v779, ptr %v780, i64 %v781, i64 %v774, i64 %v776) #0
  %v783 = getelementptr i8, ptr %r, i64 stack
  %v784 = load ptr, ptr %v783, align 8, !tbaa !7
  store ptr %v784, ptr %E
  %v785 = getelementptr i8, ptr %r, i64 heap
  %v786 = load ptr, ptr %v785, align 8, !tbaa !7
  store ptr %v786, ptr %H
  %v787 = getelementptr i8, ptr %r, i64 reductions
  %v788 = load i64, ptr %v787, align 8, !tbaa !7
  store i64 %v788, ptr %N
  %v789 = getelementptr i8, ptr %r, i64 x0
  %v790 = load i64, ptr %v789, align 8, !tbaa !7
  store i64 %v790, ptr %X0
  %v791 = getelementptr i8, ptr %r, i64 x1
  %v792 = load i64, ptr %v791, align 8, !tbaa !7
  store i64 %v792, ptr %X1
  %v793 = getelementptr i8, ptr %r, i64 x2
  %v794 = load i64, ptr %v793, align 8, !tbaa !7
  store i64 %v794, ptr %X2
  %v795 = getelementptr i64, ptr @T, i64 Pc(41)
  %v796 = load i64, ptr %v795, align 8, !tbaa !8
  %v799 = icmp eq i64 %v782, %v796
  br i1 %v799, label %b797, label %b798, !prof !9
b798:
  ret void
b797:
  br label %b762
b805:
  %v807 = load ptr, ptr %E
  %v808 = load ptr, ptr %H
  %v809 = load i64, ptr %N
  %v810 = load i64, ptr %X0
  %v811 = load i64, ptr %X1
  %v812 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v807, ptr %v808, i64 %v809, i64 %v810, i64 %v811, i64 %v812, i64 poison, i64 poison, i64 poison)
  ret void
}

!12 = !{!"branch_weights", i32 1, i32 4000}
!100 = !{!"branch_weights", i32 151, i32 51}
!101 = !{!"branch_weights", i32 376, i32 126}
!102 = !{!"branch_weights", i32 401}
!103 = !{!"branch_weights", i32 401, i32 1001, i32 901}
!104 = !{!"branch_weights", i32 901, i32 301}
!105 = !{!"branch_weights", i32 976, i32 326}
