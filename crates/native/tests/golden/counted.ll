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
  %v267 = and i64 %v256, 7
  %v268 = icmp eq i64 %v267, 3
  br label %b269
b269:
  br i1 %v268, label %b270, label %b271, !prof !9
b270:
  %v272 = inttoptr i64 %v256 to ptr
  %v273 = getelementptr i8, ptr %v272, i64 -3
  %v274 = load i64, ptr %v273, align 8, !tbaa !6
  br label %b271
b271:
  %v275 = phi i64 [ 0, %b269 ], [ %v274, %b270 ]
  %v276 = and i64 2, 7
  %v277 = icmp eq i64 %v276, 3
  br label %b278
b278:
  br i1 %v277, label %b279, label %b280, !prof !9
b279:
  %v281 = inttoptr i64 2 to ptr
  %v282 = getelementptr i8, ptr %v281, i64 -3
  %v283 = load i64, ptr %v282, align 8, !tbaa !6
  br label %b280
b280:
  %v284 = phi i64 [ 0, %b278 ], [ %v283, %b279 ]
  %v285 = icmp eq i64 %v275, 287
  %v286 = icmp eq i64 %v284, 287
  %v287 = and i1 %v285, %v286
  %v288 = load ptr, ptr %E
  %v289 = load ptr, ptr %H
  %v290 = getelementptr i64, ptr %v289, i64 2
  %v291 = icmp ugt ptr %v290, %v288
  %v292 = xor i1 %v291, true
  %v293 = and i1 %v287, %v292
  br i1 %v293, label %b294, label %b261
b294:
  %v295 = inttoptr i64 %v256 to ptr
  %v296 = getelementptr i8, ptr %v295, i64 5
  %v297 = load i64, ptr %v296, align 8, !tbaa !6
  %v298 = bitcast i64 %v297 to double
  %v299 = inttoptr i64 2 to ptr
  %v300 = getelementptr i8, ptr %v299, i64 5
  %v301 = load i64, ptr %v300, align 8, !tbaa !6
  %v302 = bitcast i64 %v301 to double
  %v303 = fsub double %v298, %v302
  %v304 = bitcast double %v303 to i64
  %v305 = and i64 %v304, 9218868437227405312
  %v306 = icmp eq i64 %v305, 9218868437227405312
  br i1 %v306, label %b261, label %b307, !prof !12
b307:
  %v308 = load ptr, ptr %H
  %v309 = getelementptr i64, ptr %v308, i64 0
  store i64 287, ptr %v309, align 8, !tbaa !6
  %v310 = load ptr, ptr %H
  %v311 = getelementptr i64, ptr %v310, i64 1
  store i64 %v304, ptr %v311, align 8, !tbaa !6
  %v312 = load ptr, ptr %H
  %v313 = getelementptr i64, ptr %v312, i64 2
  store ptr %v313, ptr %H
  %v314 = ptrtoint ptr %v312 to i64
  %v315 = or disjoint i64 %v314, 3
  store i64 %v315, ptr %X2
  br label %b262
b262:
  %v378 = getelementptr i64, ptr @T, i64 Cost(2)
  %v379 = load i64, ptr %v378, align 8, !tbaa !8
  %v380 = load i64, ptr %N
  %v381 = sub nsw i64 %v380, %v379
  %v382 = icmp slt i64 %v381, 1
  store i64 %v381, ptr %N
  br i1 %v382, label %b383, label %b384, !prof !12
b384:
  br label %i32u1
i32u1:
  %v416 = load i64, ptr %X2
  %v417 = icmp eq i64 %v416, 0
  br i1 %v417, label %b418, label %i36u1, !prof !104
b418:
  %v420 = load double, ptr %D0
  %v421 = load i64, ptr %X1
  %v422 = and i64 %v421, 7
  %v423 = icmp eq i64 %v422, 3
  br label %b424
b424:
  br i1 %v423, label %b425, label %b426, !prof !9
b425:
  %v427 = inttoptr i64 %v421 to ptr
  %v428 = getelementptr i8, ptr %v427, i64 -3
  %v429 = load i64, ptr %v428, align 8, !tbaa !6
  br label %b426
b426:
  %v430 = phi i64 [ 0, %b424 ], [ %v429, %b425 ]
  %v431 = icmp eq i64 %v430, 287
  br i1 %v431, label %b432, label %b419, !prof !9
b432:
  %v433 = inttoptr i64 %v421 to ptr
  %v434 = getelementptr i8, ptr %v433, i64 5
  %v435 = load i64, ptr %v434, align 8, !tbaa !6
  %v436 = bitcast i64 %v435 to double
  %v437 = fmul double %v420, %v436
  %v438 = bitcast double %v437 to i64
  %v439 = and i64 %v438, 9218868437227405312
  %v440 = icmp eq i64 %v439, 9218868437227405312
  br i1 %v440, label %b419, label %b441, !prof !12
b441:
  store double %v437, ptr %D0
  %v497 = load ptr, ptr %E
  %v498 = load ptr, ptr %H
  %v499 = getelementptr i64, ptr %v498, i64 2
  %v500 = icmp ugt ptr %v499, %v497
  br i1 %v500, label %b495, label %b494, !prof !12
b495:
  %v501 = getelementptr i8, ptr %r, i64 room
  %v502 = load ptr, ptr %v501, align 8, !tbaa !7
  %v503 = load ptr, ptr %E
  %v504 = getelementptr i8, ptr %r, i64 stack
  store ptr %v503, ptr %v504, align 8, !tbaa !7
  %v505 = load ptr, ptr %H
  %v506 = call preserve_mostcc i64 %v502(ptr %r, ptr %v505, i64 2) #0
  %v507 = getelementptr i8, ptr %r, i64 heap
  %v508 = load ptr, ptr %v507, align 8, !tbaa !7
  store ptr %v508, ptr %H
  %v509 = inttoptr i64 %v506 to ptr
  br label %b496
b494:
  %v510 = load ptr, ptr %H
  %v511 = getelementptr i64, ptr %v510, i64 2
  store ptr %v511, ptr %H
  br label %b496
b496:
  %v512 = phi ptr [ %v509, %b495 ], [ %v510, %b494 ]
  %v513 = load double, ptr %D0
  %v514 = bitcast double %v513 to i64
  %v515 = getelementptr i64, ptr %v512, i64 0
  store i64 287, ptr %v515, align 8, !tbaa !6
  %v516 = getelementptr i64, ptr %v512, i64 1
  store i64 %v514, ptr %v516, align 8, !tbaa !6
  %v517 = ptrtoint ptr %v512 to i64
  %v518 = or disjoint i64 %v517, 3
  store i64 %v518, ptr %X0
  %v519 = load ptr, ptr %E
  %v520 = load ptr, ptr %v519, align 8, !tbaa !5
  %v521 = load ptr, ptr %E
  %v522 = load ptr, ptr %H
  %v523 = load i64, ptr %N
  %v524 = load i64, ptr %X0
  musttail call preserve_nonecc void %v520(ptr %r, ptr %v521, ptr %v522, i64 %v523, i64 %v524, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i36u1:
  %v527 = load double, ptr %D0
  %v528 = load i64, ptr %X1
  %v529 = and i64 %v528, 7
  %v530 = icmp eq i64 %v529, 3
  br label %b531
b531:
  br i1 %v530, label %b532, label %b533, !prof !9
b532:
  %v534 = inttoptr i64 %v528 to ptr
  %v535 = getelementptr i8, ptr %v534, i64 -3
  %v536 = load i64, ptr %v535, align 8, !tbaa !6
  br label %b533
b533:
  %v537 = phi i64 [ 0, %b531 ], [ %v536, %b532 ]
  %v538 = icmp eq i64 %v537, 287
  br i1 %v538, label %b539, label %b526, !prof !9
b539:
  %v540 = inttoptr i64 %v528 to ptr
  %v541 = getelementptr i8, ptr %v540, i64 5
  %v542 = load i64, ptr %v541, align 8, !tbaa !6
  %v543 = bitcast i64 %v542 to double
  %v544 = fcmp olt double %v527, %v543
  br i1 %v544, label %b525, label %i29u1, !prof !105
b526:
  %v548 = load ptr, ptr %E
  %v549 = load ptr, ptr %H
  %v550 = getelementptr i64, ptr %v549, i64 2
  %v551 = icmp ugt ptr %v550, %v548
  br i1 %v551, label %b546, label %b545, !prof !12
b546:
  %v552 = getelementptr i8, ptr %r, i64 room
  %v553 = load ptr, ptr %v552, align 8, !tbaa !7
  %v554 = load ptr, ptr %E
  %v555 = getelementptr i8, ptr %r, i64 stack
  store ptr %v554, ptr %v555, align 8, !tbaa !7
  %v556 = load ptr, ptr %H
  %v557 = call preserve_mostcc i64 %v553(ptr %r, ptr %v556, i64 2) #0
  %v558 = getelementptr i8, ptr %r, i64 heap
  %v559 = load ptr, ptr %v558, align 8, !tbaa !7
  store ptr %v559, ptr %H
  %v560 = inttoptr i64 %v557 to ptr
  br label %b547
b545:
  %v561 = load ptr, ptr %H
  %v562 = getelementptr i64, ptr %v561, i64 2
  store ptr %v562, ptr %H
  br label %b547
b547:
  %v563 = phi ptr [ %v560, %b546 ], [ %v561, %b545 ]
  %v564 = load double, ptr %D0
  %v565 = bitcast double %v564 to i64
  %v566 = getelementptr i64, ptr %v563, i64 0
  store i64 287, ptr %v566, align 8, !tbaa !6
  %v567 = getelementptr i64, ptr %v563, i64 1
  store i64 %v565, ptr %v567, align 8, !tbaa !6
  %v568 = ptrtoint ptr %v563 to i64
  %v569 = or disjoint i64 %v568, 3
  %v570 = load i64, ptr %X1
  %v571 = or i64 %v569, %v570
  %v572 = and i64 %v571, 1
  %v573 = icmp eq i64 %v572, 0
  br i1 %v573, label %b574, label %b575, !prof !9
b574:
  %v576 = icmp slt i64 %v569, %v570
  br i1 %v576, label %b525, label %i29u1, !prof !105
b575:
  %v577 = and i64 %v569, 7
  %v578 = icmp eq i64 %v577, 3
  br label %b579
b579:
  br i1 %v578, label %b580, label %b581, !prof !9
b580:
  %v582 = inttoptr i64 %v569 to ptr
  %v583 = getelementptr i8, ptr %v582, i64 -3
  %v584 = load i64, ptr %v583, align 8, !tbaa !6
  br label %b581
b581:
  %v585 = phi i64 [ 0, %b579 ], [ %v584, %b580 ]
  %v588 = and i64 %v570, 7
  %v589 = icmp eq i64 %v588, 3
  br label %b590
b590:
  br i1 %v589, label %b591, label %b592, !prof !9
b591:
  %v593 = inttoptr i64 %v570 to ptr
  %v594 = getelementptr i8, ptr %v593, i64 -3
  %v595 = load i64, ptr %v594, align 8, !tbaa !6
  br label %b592
b592:
  %v596 = phi i64 [ 0, %b590 ], [ %v595, %b591 ]
  %v597 = icmp eq i64 %v585, 287
  %v598 = icmp eq i64 %v596, 287
  %v599 = and i1 %v597, %v598
  br i1 %v599, label %b586, label %b587
b586:
  %v600 = inttoptr i64 %v569 to ptr
  %v601 = getelementptr i8, ptr %v600, i64 5
  %v602 = load i64, ptr %v601, align 8, !tbaa !6
  %v603 = bitcast i64 %v602 to double
  %v604 = inttoptr i64 %v570 to ptr
  %v605 = getelementptr i8, ptr %v604, i64 5
  %v606 = load i64, ptr %v605, align 8, !tbaa !6
  %v607 = bitcast i64 %v606 to double
  %v608 = fcmp olt double %v603, %v607
  br i1 %v608, label %b525, label %i29u1, !prof !105
b587:
  %v609 = getelementptr i8, ptr %r, i64 compare
  %v610 = load ptr, ptr %v609, align 8, !tbaa !7
  %v611 = call preserve_mostcc i64 %v610(i64 %v569, i64 %v570) #1
  %v612 = icmp slt i64 %v611, 0
  br i1 %v612, label %b525, label %i29u1, !prof !105
b525:
  %v614 = load double, ptr %D0
  %v615 = load i64, ptr %X1
  %v616 = and i64 %v615, 7
  %v617 = icmp eq i64 %v616, 3
  br label %b618
b618:
  br i1 %v617, label %b619, label %b620, !prof !9
b619:
  %v621 = inttoptr i64 %v615 to ptr
  %v622 = getelementptr i8, ptr %v621, i64 -3
  %v623 = load i64, ptr %v622, align 8, !tbaa !6
  br label %b620
b620:
  %v624 = phi i64 [ 0, %b618 ], [ %v623, %b619 ]
  %v625 = icmp eq i64 %v624, 287
  br i1 %v625, label %b626, label %b613, !prof !9
b626:
  %v627 = inttoptr i64 %v615 to ptr
  %v628 = getelementptr i8, ptr %v627, i64 5
  %v629 = load i64, ptr %v628, align 8, !tbaa !6
  %v630 = bitcast i64 %v629 to double
  %v631 = fadd double %v614, %v630
  %v632 = bitcast double %v631 to i64
  %v633 = and i64 %v632, 9218868437227405312
  %v634 = icmp eq i64 %v633, 9218868437227405312
  br i1 %v634, label %b613, label %b635, !prof !12
b635:
  store double %v631, ptr %D0
  %v694 = load i64, ptr %X2
  %v695 = and i64 %v694, 1
  %v696 = icmp eq i64 %v695, 0
  br i1 %v696, label %b697, label %b698, !prof !9
b697:
  %v701 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v694, i64 2)
  %v702 = extractvalue { i64, i1 } %v701, 0
  %v703 = extractvalue { i64, i1 } %v701, 1
  br i1 %v703, label %b699, label %b704, !prof !12
b704:
  store i64 %v702, ptr %X2
  br label %b700
b698:
  %v705 = and i64 %v694, 7
  %v706 = icmp eq i64 %v705, 3
  br label %b707
b707:
  br i1 %v706, label %b708, label %b709, !prof !9
b708:
  %v710 = inttoptr i64 %v694 to ptr
  %v711 = getelementptr i8, ptr %v710, i64 -3
  %v712 = load i64, ptr %v711, align 8, !tbaa !6
  br label %b709
b709:
  %v713 = phi i64 [ 0, %b707 ], [ %v712, %b708 ]
  %v714 = and i64 2, 7
  %v715 = icmp eq i64 %v714, 3
  br label %b716
b716:
  br i1 %v715, label %b717, label %b718, !prof !9
b717:
  %v719 = inttoptr i64 2 to ptr
  %v720 = getelementptr i8, ptr %v719, i64 -3
  %v721 = load i64, ptr %v720, align 8, !tbaa !6
  br label %b718
b718:
  %v722 = phi i64 [ 0, %b716 ], [ %v721, %b717 ]
  %v723 = icmp eq i64 %v713, 287
  %v724 = icmp eq i64 %v722, 287
  %v725 = and i1 %v723, %v724
  %v726 = load ptr, ptr %E
  %v727 = load ptr, ptr %H
  %v728 = getelementptr i64, ptr %v727, i64 2
  %v729 = icmp ugt ptr %v728, %v726
  %v730 = xor i1 %v729, true
  %v731 = and i1 %v725, %v730
  br i1 %v731, label %b732, label %b699
b732:
  %v733 = inttoptr i64 %v694 to ptr
  %v734 = getelementptr i8, ptr %v733, i64 5
  %v735 = load i64, ptr %v734, align 8, !tbaa !6
  %v736 = bitcast i64 %v735 to double
  %v737 = inttoptr i64 2 to ptr
  %v738 = getelementptr i8, ptr %v737, i64 5
  %v739 = load i64, ptr %v738, align 8, !tbaa !6
  %v740 = bitcast i64 %v739 to double
  %v741 = fsub double %v736, %v740
  %v742 = bitcast double %v741 to i64
  %v743 = and i64 %v742, 9218868437227405312
  %v744 = icmp eq i64 %v743, 9218868437227405312
  br i1 %v744, label %b699, label %b745, !prof !12
b745:
  %v746 = load ptr, ptr %H
  %v747 = getelementptr i64, ptr %v746, i64 0
  store i64 287, ptr %v747, align 8, !tbaa !6
  %v748 = load ptr, ptr %H
  %v749 = getelementptr i64, ptr %v748, i64 1
  store i64 %v742, ptr %v749, align 8, !tbaa !6
  %v750 = load ptr, ptr %H
  %v751 = getelementptr i64, ptr %v750, i64 2
  store ptr %v751, ptr %H
  %v752 = ptrtoint ptr %v750 to i64
  %v753 = or disjoint i64 %v752, 3
  store i64 %v753, ptr %X2
  br label %b700
b700:
  %v816 = getelementptr i64, ptr @T, i64 Cost(2)
  %v817 = load i64, ptr %v816, align 8, !tbaa !8
  %v818 = load i64, ptr %N
  %v819 = sub nsw i64 %v818, %v817
  %v820 = icmp slt i64 %v819, 1
  store i64 %v819, ptr %N
  br i1 %v820, label %b821, label %b822, !prof !12
b822:
  br label %i32u1
i40d:
  %v854 = load i64, ptr %X2
  %v855 = and i64 %v854, 1
  %v856 = icmp eq i64 %v855, 0
  br i1 %v856, label %b857, label %b858, !prof !9
b857:
  %v861 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v854, i64 2)
  %v862 = extractvalue { i64, i1 } %v861, 0
  %v863 = extractvalue { i64, i1 } %v861, 1
  br i1 %v863, label %b859, label %b864, !prof !12
b864:
  store i64 %v862, ptr %X2
  br label %b860
b858:
  %v865 = and i64 %v854, 7
  %v866 = icmp eq i64 %v865, 3
  br label %b867
b867:
  br i1 %v866, label %b868, label %b869, !prof !9
b868:
  %v870 = inttoptr i64 %v854 to ptr
  %v871 = getelementptr i8, ptr %v870, i64 -3
  %v872 = load i64, ptr %v871, align 8, !tbaa !6
  br label %b869
b869:
  %v873 = phi i64 [ 0, %b867 ], [ %v872, %b868 ]
  %v874 = and i64 2, 7
  %v875 = icmp eq i64 %v874, 3
  br label %b876
b876:
  br i1 %v875, label %b877, label %b878, !prof !9
b877:
  %v879 = inttoptr i64 2 to ptr
  %v880 = getelementptr i8, ptr %v879, i64 -3
  %v881 = load i64, ptr %v880, align 8, !tbaa !6
  br label %b878
b878:
  %v882 = phi i64 [ 0, %b876 ], [ %v881, %b877 ]
  %v883 = icmp eq i64 %v873, 287
  %v884 = icmp eq i64 %v882, 287
  %v885 = and i1 %v883, %v884
  %v886 = load ptr, ptr %E
  %v887 = load ptr, ptr %H
  %v888 = getelementptr i64, ptr %v887, i64 2
  %v889 = icmp ugt ptr %v888, %v886
  %v890 = xor i1 %v889, true
  %v891 = and i1 %v885, %v890
  br i1 %v891, label %b892, label %b859
b892:
  %v893 = inttoptr i64 %v854 to ptr
  %v894 = getelementptr i8, ptr %v893, i64 5
  %v895 = load i64, ptr %v894, align 8, !tbaa !6
  %v896 = bitcast i64 %v895 to double
  %v897 = inttoptr i64 2 to ptr
  %v898 = getelementptr i8, ptr %v897, i64 5
  %v899 = load i64, ptr %v898, align 8, !tbaa !6
  %v900 = bitcast i64 %v899 to double
  %v901 = fsub double %v896, %v900
  %v902 = bitcast double %v901 to i64
  %v903 = and i64 %v902, 9218868437227405312
  %v904 = icmp eq i64 %v903, 9218868437227405312
  br i1 %v904, label %b859, label %b905, !prof !12
b905:
  %v906 = load ptr, ptr %H
  %v907 = getelementptr i64, ptr %v906, i64 0
  store i64 287, ptr %v907, align 8, !tbaa !6
  %v908 = load ptr, ptr %H
  %v909 = getelementptr i64, ptr %v908, i64 1
  store i64 %v902, ptr %v909, align 8, !tbaa !6
  %v910 = load ptr, ptr %H
  %v911 = getelementptr i64, ptr %v910, i64 2
  store ptr %v911, ptr %H
  %v912 = ptrtoint ptr %v910 to i64
  %v913 = or disjoint i64 %v912, 3
  store i64 %v913, ptr %X2
  br label %b860
b860:
  %v947 = getelementptr i64, ptr @T, i64 Cost(2)
  %v948 = load i64, ptr %v947, align 8, !tbaa !8
  %v949 = load i64, ptr %N
  %v950 = sub nsw i64 %v949, %v948
  %v951 = icmp slt i64 %v950, 1
  store i64 %v950, ptr %N
  br i1 %v951, label %b952, label %b953, !prof !12
b953:
  br label %i32
i29u1:
  %v963 = load ptr, ptr %E
  %v964 = load ptr, ptr %H
  %v965 = getelementptr i64, ptr %v964, i64 2
  %v966 = icmp ugt ptr %v965, %v963
  br i1 %v966, label %b961, label %b960, !prof !12
b961:
  %v967 = getelementptr i8, ptr %r, i64 room
  %v968 = load ptr, ptr %v967, align 8, !tbaa !7
  %v969 = load ptr, ptr %E
  %v970 = getelementptr i8, ptr %r, i64 stack
  store ptr %v969, ptr %v970, align 8, !tbaa !7
  %v971 = load ptr, ptr %H
  %v972 = call preserve_mostcc i64 %v968(ptr %r, ptr %v971, i64 2) #0
  %v973 = getelementptr i8, ptr %r, i64 heap
  %v974 = load ptr, ptr %v973, align 8, !tbaa !7
  store ptr %v974, ptr %H
  %v975 = inttoptr i64 %v972 to ptr
  br label %b962
b960:
  %v976 = load ptr, ptr %H
  %v977 = getelementptr i64, ptr %v976, i64 2
  store ptr %v977, ptr %H
  br label %b962
b962:
  %v978 = phi ptr [ %v975, %b961 ], [ %v976, %b960 ]
  %v979 = load double, ptr %D0
  %v980 = bitcast double %v979 to i64
  %v981 = getelementptr i64, ptr %v978, i64 0
  store i64 287, ptr %v981, align 8, !tbaa !6
  %v982 = getelementptr i64, ptr %v978, i64 1
  store i64 %v980, ptr %v982, align 8, !tbaa !6
  %v983 = ptrtoint ptr %v978 to i64
  %v984 = or disjoint i64 %v983, 3
  store i64 %v984, ptr %X0
  %v985 = load i64, ptr %X0
  %v986 = getelementptr i8, ptr %r, i64 x0
  store i64 %v985, ptr %v986, align 8, !tbaa !7
  %v987 = load i64, ptr %X1
  %v988 = getelementptr i8, ptr %r, i64 x1
  store i64 %v987, ptr %v988, align 8, !tbaa !7
  %v989 = load i64, ptr %X2
  %v990 = getelementptr i8, ptr %r, i64 x2
  store i64 %v989, ptr %v990, align 8, !tbaa !7
  %v991 = getelementptr i64, ptr @T, i64 Pc(31)
  %v992 = load i64, ptr %v991, align 8, !tbaa !8, !invariant.load !11
  %v993 = load ptr, ptr %E
  %v994 = getelementptr i8, ptr %r, i64 stack
  store ptr %v993, ptr %v994, align 8, !tbaa !7
  %v995 = load ptr, ptr %H
  %v996 = getelementptr i8, ptr %r, i64 heap
  store ptr %v995, ptr %v996, align 8, !tbaa !7
  %v997 = load i64, ptr %N
  %v998 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v997, ptr %v998, align 8, !tbaa !7
  %v999 = getelementptr i8, ptr %r, i64 pc
  store i64 %v992, ptr %v999, align 8, !tbaa !7
  %v1000 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v1000, align 8, !tbaa !7
  ret void
i29:
  %v1001 = load i64, ptr %X0
  %v1002 = getelementptr i8, ptr %r, i64 x0
  store i64 %v1001, ptr %v1002, align 8, !tbaa !7
  %v1003 = load i64, ptr %X1
  %v1004 = getelementptr i8, ptr %r, i64 x1
  store i64 %v1003, ptr %v1004, align 8, !tbaa !7
  %v1005 = load i64, ptr %X2
  %v1006 = getelementptr i8, ptr %r, i64 x2
  store i64 %v1005, ptr %v1006, align 8, !tbaa !7
  %v1007 = getelementptr i64, ptr @T, i64 Pc(31)
  %v1008 = load i64, ptr %v1007, align 8, !tbaa !8, !invariant.load !11
  %v1009 = load ptr, ptr %E
  %v1010 = getelementptr i8, ptr %r, i64 stack
  store ptr %v1009, ptr %v1010, align 8, !tbaa !7
  %v1011 = load ptr, ptr %H
  %v1012 = getelementptr i8, ptr %r, i64 heap
  store ptr %v1011, ptr %v1012, align 8, !tbaa !7
  %v1013 = load i64, ptr %N
  %v1014 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v1013, ptr %v1014, align 8, !tbaa !7
  %v1015 = getelementptr i8, ptr %r, i64 pc
  store i64 %v1008, ptr %v1015, align 8, !tbaa !7
  %v1016 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v1016, align 8, !tbaa !7
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
  %v319 = load ptr, ptr %E
  %v320 = load ptr, ptr %H
  %v321 = getelementptr i64, ptr %v320, i64 2
  %v322 = icmp ugt ptr %v321, %v319
  br i1 %v322, label %b317, label %b316, !prof !12
b317:
  %v323 = getelementptr i8, ptr %r, i64 room
  %v324 = load ptr, ptr %v323, align 8, !tbaa !7
  %v325 = load ptr, ptr %E
  %v326 = getelementptr i8, ptr %r, i64 stack
  store ptr %v325, ptr %v326, align 8, !tbaa !7
  %v327 = load ptr, ptr %H
  %v328 = call preserve_mostcc i64 %v324(ptr %r, ptr %v327, i64 2) #0
  %v329 = getelementptr i8, ptr %r, i64 heap
  %v330 = load ptr, ptr %v329, align 8, !tbaa !7
  store ptr %v330, ptr %H
  %v331 = inttoptr i64 %v328 to ptr
  br label %b318
b316:
  %v332 = load ptr, ptr %H
  %v333 = getelementptr i64, ptr %v332, i64 2
  store ptr %v333, ptr %H
  br label %b318
b318:
  %v334 = phi ptr [ %v331, %b317 ], [ %v332, %b316 ]
  %v335 = load double, ptr %D0
  %v336 = bitcast double %v335 to i64
  %v337 = getelementptr i64, ptr %v334, i64 0
  store i64 287, ptr %v337, align 8, !tbaa !6
  %v338 = getelementptr i64, ptr %v334, i64 1
  store i64 %v336, ptr %v338, align 8, !tbaa !6
  %v339 = ptrtoint ptr %v334 to i64
  %v340 = or disjoint i64 %v339, 3
  %v341 = getelementptr i8, ptr %r, i64 x0
  store i64 %v340, ptr %v341, align 8, !tbaa !7
  %v342 = load i64, ptr %X1
  %v343 = getelementptr i8, ptr %r, i64 x1
  store i64 %v342, ptr %v343, align 8, !tbaa !7
  %v344 = load i64, ptr %X2
  %v345 = getelementptr i8, ptr %r, i64 x2
  store i64 %v344, ptr %v345, align 8, !tbaa !7
  %v346 = getelementptr i64, ptr @T, i64 Pc(40)
  %v347 = load i64, ptr %v346, align 8, !tbaa !8, !invariant.load !11
  %v348 = getelementptr i64, ptr @T, i64 Pc(41)
  %v349 = load i64, ptr %v348, align 8, !tbaa !8, !invariant.load !11
  %v350 = getelementptr i8, ptr %r, i64 step
  %v351 = load ptr, ptr %v350, align 8, !tbaa !7
  %v352 = load ptr, ptr %E
  %v353 = load ptr, ptr %H
  %v354 = load i64, ptr %N
  %v355 = call i64 %v351(ptr %r, ptr %v352, ptr %v353, i64 %v354, i64 %v347, i64 %v349) #0
  %v356 = getelementptr i8, ptr %r, i64 stack
  %v357 = load ptr, ptr %v356, align 8, !tbaa !7
  store ptr %v357, ptr %E
  %v358 = getelementptr i8, ptr %r, i64 heap
  %v359 = load ptr, ptr %v358, align 8, !tbaa !7
  store ptr %v359, ptr %H
  %v360 = getelementptr i8, ptr %r, i64 reductions
  %v361 = load i64, ptr %v360, align 8, !tbaa !7
  store i64 %v361, ptr %N
  %v362 = getelementptr i8, ptr %r, i64 x0
  %v363 = load i64, ptr %v362, align 8, !tbaa !7
  store i64 %v363, ptr %X0
  %v364 = getelementptr i8, ptr %r, i64 x1
  %v365 = load i64, ptr %v364, align 8, !tbaa !7
  store i64 %v365, ptr %X1
  %v366 = getelementptr i8, ptr %r, i64 x2
  %v367 = load i64, ptr %v366, align 8, !tbaa !7
  store i64 %v367, ptr %X2
  %v368 = getelementptr i64, ptr @T, i64 Pc(41)
  %v369 = load i64, ptr %v368, align 8, !tbaa !8
  %v372 = icmp eq i64 %v355, %v369
  br i1 %v372, label %b370, label %b371, !prof !9
b371:
  ret void
b370:
  %v373 = load i64, ptr %X0
  %v374 = inttoptr i64 %v373 to ptr
  %v375 = getelementptr i8, ptr %v374, i64 5
  %v376 = load i64, ptr %v375, align 8, !tbaa !6
  %v377 = bitcast i64 %v376 to double
  store double %v377, ptr %D0
  br label %b262
b383:
  %v388 = load ptr, ptr %E
  %v389 = load ptr, ptr %H
  %v390 = getelementptr i64, ptr %v389, i64 2
  %v391 = icmp ugt ptr %v390, %v388
  br i1 %v391, label %b386, label %b385, !prof !12
b386:
  %v392 = getelementptr i8, ptr %r, i64 room
  %v393 = load ptr, ptr %v392, align 8, !tbaa !7
  %v394 = load ptr, ptr %E
  %v395 = getelementptr i8, ptr %r, i64 stack
  store ptr %v394, ptr %v395, align 8, !tbaa !7
  %v396 = load ptr, ptr %H
  %v397 = call preserve_mostcc i64 %v393(ptr %r, ptr %v396, i64 2) #0
  %v398 = getelementptr i8, ptr %r, i64 heap
  %v399 = load ptr, ptr %v398, align 8, !tbaa !7
  store ptr %v399, ptr %H
  %v400 = inttoptr i64 %v397 to ptr
  br label %b387
b385:
  %v401 = load ptr, ptr %H
  %v402 = getelementptr i64, ptr %v401, i64 2
  store ptr %v402, ptr %H
  br label %b387
b387:
  %v403 = phi ptr [ %v400, %b386 ], [ %v401, %b385 ]
  %v404 = load double, ptr %D0
  %v405 = bitcast double %v404 to i64
  %v406 = getelementptr i64, ptr %v403, i64 0
  store i64 287, ptr %v406, align 8, !tbaa !6
  %v407 = getelementptr i64, ptr %v403, i64 1
  store i64 %v405, ptr %v407, align 8, !tbaa !6
  %v408 = ptrtoint ptr %v403 to i64
  %v409 = or disjoint i64 %v408, 3
  store i64 %v409, ptr %X0
  %v410 = load ptr, ptr %E
  %v411 = load ptr, ptr %H
  %v412 = load i64, ptr %N
  %v413 = load i64, ptr %X0
  %v414 = load i64, ptr %X1
  %v415 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v410, ptr %v411, i64 %v412, i64 %v413, i64 %v414, i64 %v415, i64 poison, i64 poison, i64 poison)
  ret void
b419:
  %v445 = load ptr, ptr %E
  %v446 = load ptr, ptr %H
  %v447 = getelementptr i64, ptr %v446, i64 2
  %v448 = icmp ugt ptr %v447, %v445
  br i1 %v448, label %b443, label %b442, !prof !12
b443:
  %v449 = getelementptr i8, ptr %r, i64 room
  %v450 = load ptr, ptr %v449, align 8, !tbaa !7
  %v451 = load ptr, ptr %E
  %v452 = getelementptr i8, ptr %r, i64 stack
  store ptr %v451, ptr %v452, align 8, !tbaa !7
  %v453 = load ptr, ptr %H
  %v454 = call preserve_mostcc i64 %v450(ptr %r, ptr %v453, i64 2) #0
  %v455 = getelementptr i8, ptr %r, i64 heap
  %v456 = load ptr, ptr %v455, align 8, !tbaa !7
  store ptr %v456, ptr %H
  %v457 = inttoptr i64 %v454 to ptr
  br label %b444
b442:
  %v458 = load ptr, ptr %H
  %v459 = getelementptr i64, ptr %v458, i64 2
  store ptr %v459, ptr %H
  br label %b444
b444:
  %v460 = phi ptr [ %v457, %b443 ], [ %v458, %b442 ]
  %v461 = load double, ptr %D0
  %v462 = bitcast double %v461 to i64
  %v463 = getelementptr i64, ptr %v460, i64 0
  store i64 287, ptr %v463, align 8, !tbaa !6
  %v464 = getelementptr i64, ptr %v460, i64 1
  store i64 %v462, ptr %v464, align 8, !tbaa !6
  %v465 = ptrtoint ptr %v460 to i64
  %v466 = or disjoint i64 %v465, 3
  store i64 %v466, ptr %X0
  %v467 = load i64, ptr %X0
  %v468 = getelementptr i8, ptr %r, i64 x0
  store i64 %v467, ptr %v468, align 8, !tbaa !7
  %v469 = load i64, ptr %X1
  %v470 = getelementptr i8, ptr %r, i64 x1
  store i64 %v469, ptr %v470, align 8, !tbaa !7
  %v471 = getelementptr i64, ptr @T, i64 Pc(34)
  %v472 = load i64, ptr %v471, align 8, !tbaa !8, !invariant.load !11
  %v473 = getelementptr i64, ptr @T, i64 Pc(35)
  %v474 = load i64, ptr %v473, align 8, !tbaa !8, !invariant.load !11
  %v475 = getelementptr i8, ptr %r, i64 step
  %v476 = load ptr, ptr %v475, align 8, !tbaa !7
  %v477 = load ptr, ptr %E
  %v478 = load ptr, ptr %H
  %v479 = load i64, ptr %N
  %v480 = call i64 %v476(ptr %r, ptr %v477, ptr %v478, i64 %v479, i64 %v472, i64 %v474) #0
  %v481 = getelementptr i8, ptr %r, i64 stack
  %v482 = load ptr, ptr %v481, align 8, !tbaa !7
  store ptr %v482, ptr %E
  %v483 = getelementptr i8, ptr %r, i64 heap
  %v484 = load ptr, ptr %v483, align 8, !tbaa !7
  store ptr %v484, ptr %H
  %v485 = getelementptr i8, ptr %r, i64 reductions
  %v486 = load i64, ptr %v485, align 8, !tbaa !7
  store i64 %v486, ptr %N
  %v487 = getelementptr i8, ptr %r, i64 x0
  %v488 = load i64, ptr %v487, align 8, !tbaa !7
  store i64 %v488, ptr %X0
  %v489 = getelementptr i64, ptr @T, i64 Pc(35)
  %v490 = load i64, ptr %v489, align 8, !tbaa !8
  %v493 = icmp eq i64 %v480, %v490
  br i1 %v493, label %b491, label %b492, !prof !9
b492:
  ret void
b491:
  br label %i35d
b613:
  %v639 = load ptr, ptr %E
  %v640 = load ptr, ptr %H
  %v641 = getelementptr i64, ptr %v640, i64 2
  %v642 = icmp ugt ptr %v641, %v639
  br i1 %v642, label %b637, label %b636, !prof !12
b637:
  %v643 = getelementptr i8, ptr %r, i64 room
  %v644 = load ptr, ptr %v643, align 8, !tbaa !7
  %v645 = load ptr, ptr %E
  %v646 = getelementptr i8, ptr %r, i64 stack
  store ptr %v645, ptr %v646, align 8, !tbaa !7
  %v647 = load ptr, ptr %H
  %v648 = call preserve_mostcc i64 %v644(ptr %r, ptr %v647, i64 2) #0
  %v649 = getelementptr i8, ptr %r, i64 heap
  %v650 = load ptr, ptr %v649, align 8, !tbaa !7
  store ptr %v650, ptr %H
  %v651 = inttoptr i64 %v648 to ptr
  br label %b638
b636:
  %v652 = load ptr, ptr %H
  %v653 = getelementptr i64, ptr %v652, i64 2
  store ptr %v653, ptr %H
  br label %b638
b638:
  %v654 = phi ptr [ %v651, %b637 ], [ %v652, %b636 ]
  %v655 = load double, ptr %D0
  %v656 = bitcast double %v655 to i64
  %v657 = getelementptr i64, ptr %v654, i64 0
  store i64 287, ptr %v657, align 8, !tbaa !6
  %v658 = getelementptr i64, ptr %v654, i64 1
  store i64 %v656, ptr %v658, align 8, !tbaa !6
  %v659 = ptrtoint ptr %v654 to i64
  %v660 = or disjoint i64 %v659, 3
  store i64 %v660, ptr %X0
  %v661 = load i64, ptr %X0
  %v662 = getelementptr i8, ptr %r, i64 x0
  store i64 %v661, ptr %v662, align 8, !tbaa !7
  %v663 = load i64, ptr %X1
  %v664 = getelementptr i8, ptr %r, i64 x1
  store i64 %v663, ptr %v664, align 8, !tbaa !7
  %v665 = load i64, ptr %X2
  %v666 = getelementptr i8, ptr %r, i64 x2
  store i64 %v665, ptr %v666, align 8, !tbaa !7
  %v667 = getelementptr i64, ptr @T, i64 Pc(39)
  %v668 = load i64, ptr %v667, align 8, !tbaa !8, !invariant.load !11
  %v669 = getelementptr i64, ptr @T, i64 Pc(40)
  %v670 = load i64, ptr %v669, align 8, !tbaa !8, !invariant.load !11
  %v671 = getelementptr i8, ptr %r, i64 step
  %v672 = load ptr, ptr %v671, align 8, !tbaa !7
  %v673 = load ptr, ptr %E
  %v674 = load ptr, ptr %H
  %v675 = load i64, ptr %N
  %v676 = call i64 %v672(ptr %r, ptr %v673, ptr %v674, i64 %v675, i64 %v668, i64 %v670) #0
  %v677 = getelementptr i8, ptr %r, i64 stack
  %v678 = load ptr, ptr %v677, align 8, !tbaa !7
  store ptr %v678, ptr %E
  %v679 = getelementptr i8, ptr %r, i64 heap
  %v680 = load ptr, ptr %v679, align 8, !tbaa !7
  store ptr %v680, ptr %H
  %v681 = getelementptr i8, ptr %r, i64 reductions
  %v682 = load i64, ptr %v681, align 8, !tbaa !7
  store i64 %v682, ptr %N
  %v683 = getelementptr i8, ptr %r, i64 x0
  %v684 = load i64, ptr %v683, align 8, !tbaa !7
  store i64 %v684, ptr %X0
  %v685 = getelementptr i8, ptr %r, i64 x1
  %v686 = load i64, ptr %v685, align 8, !tbaa !7
  store i64 %v686, ptr %X1
  %v687 = getelementptr i8, ptr %r, i64 x2
  %v688 = load i64, ptr %v687, align 8, !tbaa !7
  store i64 %v688, ptr %X2
  %v689 = getelementptr i64, ptr @T, i64 Pc(40)
  %v690 = load i64, ptr %v689, align 8, !tbaa !8
  %v693 = icmp eq i64 %v676, %v690
  br i1 %v693, label %b691, label %b692, !prof !9
b692:
  ret void
b691:
  br label %i40d
b699:
  %v757 = load ptr, ptr %E
  %v758 = load ptr, ptr %H
  %v759 = getelementptr i64, ptr %v758, i64 2
  %v760 = icmp ugt ptr %v759, %v757
  br i1 %v760, label %b755, label %b754, !prof !12
b755:
  %v761 = getelementptr i8, ptr %r, i64 room
  %v762 = load ptr, ptr %v761, align 8, !tbaa !7
  %v763 = load ptr, ptr %E
  %v764 = getelementptr i8, ptr %r, i64 stack
  store ptr %v763, ptr %v764, align 8, !tbaa !7
  %v765 = load ptr, ptr %H
  %v766 = call preserve_mostcc i64 %v762(ptr %r, ptr %v765, i64 2) #0
  %v767 = getelementptr i8, ptr %r, i64 heap
  %v768 = load ptr, ptr %v767, align 8, !tbaa !7
  store ptr %v768, ptr %H
  %v769 = inttoptr i64 %v766 to ptr
  br label %b756
b754:
  %v770 = load ptr, ptr %H
  %v771 = getelementptr i64, ptr %v770, i64 2
  store ptr %v771, ptr %H
  br label %b756
b756:
  %v772 = phi ptr [ %v769, %b755 ], [ %v770, %b754 ]
  %v773 = load double, ptr %D0
  %v774 = bitcast double %v773 to i64
  %v775 = getelementptr i64, ptr %v772, i64 0
  store i64 287, ptr %v775, align 8, !tbaa !6
  %v776 = getelementptr i64, ptr %v772, i64 1
  store i64 %v774, ptr %v776, align 8, !tbaa !6
  %v777 = ptrtoint ptr %v772 to i64
  %v778 = or disjoint i64 %v777, 3
  %v779 = getelementptr i8, ptr %r, i64 x0
  store i64 %v778, ptr %v779, align 8, !tbaa !7
  %v780 = load i64, ptr %X1
  %v781 = getelementptr i8, ptr %r, i64 x1
  store i64 %v780, ptr %v781, align 8, !tbaa !7
  %v782 = load i64, ptr %X2
  %v783 = getelementptr i8, ptr %r, i64 x2
  store i64 %v782, ptr %v783, align 8, !tbaa !7
  %v784 = getelementptr i64, ptr @T, i64 Pc(40)
  %v785 = load i64, ptr %v784, align 8, !tbaa !8, !invariant.load !11
  %v786 = getelementptr i64, ptr @T, i64 Pc(41)
  %v787 = load i64, ptr %v786, align 8, !tbaa !8, !invariant.load !11
  %v788 = getelementptr i8, ptr %r, i64 step
  %v789 = load ptr, ptr %v788, align 8, !tbaa !7
  %v790 = load ptr, ptr %E
  %v791 = load ptr, ptr %H
  %v792 = load i64, ptr %N
  %v793 = call i64 %v789(ptr %r, ptr %v790, ptr %v791, i64 %v792, i64 %v785, i64 %v787) #0
  %v794 = getelementptr i8, ptr %r, i64 stack
  %v795 = load ptr, ptr %v794, align 8, !tbaa !7
  store ptr %v795, ptr %E
  %v796 = getelementptr i8, ptr %r, i64 heap
  %v797 = load ptr, ptr %v796, align 8, !tbaa !7
  store ptr %v797, ptr %H
  %v798 = getelementptr i8, ptr %r, i64 reductions
  %v799 = load i64, ptr %v798, align 8, !tbaa !7
  store i64 %v799, ptr %N
  %v800 = getelementptr i8, ptr %r, i64 x0
  %v801 = load i64, ptr %v800, align 8, !tbaa !7
  store i64 %v801, ptr %X0
  %v802 = getelementptr i8, ptr %r, i64 x1
  %v803 = load i64, ptr %v802, align 8, !tbaa !7
  store i64 %v803, ptr %X1
  %v804 = getelementptr i8, ptr %r, i64 x2
  %v805 = load i64, ptr %v804, align 8, !tbaa !7
  store i64 %v805, ptr %X2
  %v806 = getelementptr i64, ptr @T, i64 Pc(41)
  %v807 = load i64, ptr %v806, align 8, !tbaa !8
  %v810 = icmp eq i64 %v793, %v807
  br i1 %v810, label %b808, label %b809, !prof !9
b809:
  ret void
b808:
  %v811 = load i64, ptr %X0
  %v812 = inttoptr i64 %v811 to ptr
  %v813 = getelementptr i8, ptr %v812, i64 5
  %v814 = load i64, ptr %v813, align 8, !tbaa !6
  %v815 = bitcast i64 %v814 to double
  store double %v815, ptr %D0
  br label %b700
b821:
  %v826 = load ptr, ptr %E
  %v827 = load ptr, ptr %H
  %v828 = getelementptr i64, ptr %v827, i64 2
  %v829 = icmp ugt ptr %v828, %v826
  br i1 %v829, label %b824, label %b823, !prof !12
b824:
  %v830 = getelementptr i8, ptr %r, i64 room
  %v831 = load ptr, ptr %v830, align 8, !tbaa !7
  %v832 = load ptr, ptr %E
  %v833 = getelementptr i8, ptr %r, i64 stack
  store ptr %v832, ptr %v833, align 8, !tbaa !7
  %v834 = load ptr, ptr %H
  %v835 = call preserve_mostcc i64 %v831(ptr %r, ptr %v834, i64 2) #0
  %v836 = getelementptr i8, ptr %r, i64 heap
  %v837 = load ptr, ptr %v836, align 8, !tbaa !7
  store ptr %v837, ptr %H
  %v838 = inttoptr i64 %v835 to ptr
  br label %b825
b823:
  %v839 = load ptr, ptr %H
  %v840 = getelementptr i64, ptr %v839, i64 2
  store ptr %v840, ptr %H
  br label %b825
b825:
  %v841 = phi ptr [ %v838, %b824 ], [ %v839, %b823 ]
  %v842 = load double, ptr %D0
  %v843 = bitcast double %v842 to i64
  %v844 = getelementptr i64, ptr %v841, i64 0
  store i64 287, ptr %v844, align 8, !tbaa !6
  %v845 = getelementptr i64, ptr %v841, i64 1
  store i64 %v843, ptr %v845, align 8, !tbaa !6
  %v846 = ptrtoint ptr %v841 to i64
  %v847 = or disjoint i64 %v846, 3
  store i64 %v847, ptr %X0
  %v848 = load ptr, ptr %E
  %v849 = load ptr, ptr %H
  %v850 = load i64, ptr %N
  %v851 = load i64, ptr %X0
  %v852 = load i64, ptr %X1
  %v853 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v848, ptr %v849, i64 %v850, i64 %v851, i64 %v852, i64 %v853, i64 poison, i64 poison, i64 poison)
  ret void
b859:
  %v914 = load i64, ptr %X0
  %v915 = getelementptr i8, ptr %r, i64 x0
  store i64 %v914, ptr %v915, align 8, !tbaa !7
  %v916 = load i64, ptr %X1
  %v917 = getelementptr i8, ptr %r, i64 x1
  store i64 %v916, ptr %v917, align 8, !tbaa !7
  %v918 = load i64, ptr %X2
  %v919 = getelementptr i8, ptr %r, i64 x2
  store i64 %v918, ptr %v919, align 8, !tbaa !7
  %v920 = getelementptr i64, ptr @T, i64 Pc(40)
  %v921 = load i64, ptr %v920, align 8, !tbaa !8, !invariant.load !11
  %v922 = getelementptr i64, ptr @T, i64 Pc(41)
  %v923 = load i64, ptr %v922, align 8, !tbaa !8, !invariant.load !11
  %v924 = getelementptr i8, ptr %r, i64 step
  %v925 = load ptr, ptr %v924, align 8, !tbaa !7
  %v926 = load ptr, ptr %E
  %v927 = load ptr, ptr %H
  %v928 = load i64, ptr %N
  %v929 = call i64 %v925(ptr %r, ptr %v926, ptr %v927, i64 %v928, i64 %v921, i64 %v923) #0
  %v930 = getelementptr i8, ptr %r, i64 stack
  %v931 = load ptr, ptr %v930, align 8, !tbaa !7
  store ptr %v931, ptr %E
  %v932 = getelementptr i8, ptr %r, i64 heap
  %v933 = load ptr, ptr %v932, align 8, !tbaa !7
  store ptr %v933, ptr %H
  %v934 = getelementptr i8, ptr %r, i64 reductions
  %v935 = load i64, ptr %v934, align 8, !tbaa !7
  store i64 %v935, ptr %N
  %v936 = getelementptr i8, ptr %r, i64 x0
  %v937 = load i64, ptr %v936, align 8, !tbaa !7
  store i64 %v937, ptr %X0
  %v938 = getelementptr i8, ptr %r, i64 x1
  %v939 = load i64, ptr %v938, align 8, !tbaa !7
  store i64 %v939, ptr %X1
  %v940 = getelementptr i8, ptr %r, i64 x2
  %v941 = load i64, ptr %v940, align 8, !tbaa !7
  store i64 %v941, ptr %X2
  %v942 = getelementptr i64, ptr @T, i64 Pc(41)
  %v943 = load i64, ptr %v942, align 8, !tbaa !8
  %v946 = icmp eq i64 %v929, %v943
  br i1 %v946, label %b944, label %b945, !prof !9
b945:
  ret void
b944:
  br label %b860
b952:
  %v954 = load ptr, ptr %E
  %v955 = load ptr, ptr %H
  %v956 = load i64, ptr %N
  %v957 = load i64, ptr %X0
  %v958 = load i64, ptr %X1
  %v959 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v954, ptr %v955, i64 %v956, i64 %v957, i64 %v958, i64 %v959, i64 poison, i64 poison, i64 poison)
  ret void
}

!12 = !{!"branch_weights", i32 1, i32 4000}
!100 = !{!"branch_weights", i32 151, i32 51}
!101 = !{!"branch_weights", i32 376, i32 126}
!102 = !{!"branch_weights", i32 401}
!103 = !{!"branch_weights", i32 401, i32 1001, i32 901}
!104 = !{!"branch_weights", i32 901, i32 301}
!105 = !{!"branch_weights", i32 976, i32 326}
