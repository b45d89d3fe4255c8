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
  %v74 = ptrtoint ptr %v72 to i64
  %v75 = ptrtoint ptr %v73 to i64
  %v76 = sub i64 %v74, %v75
  %v77 = icmp ult i64 %v76, 16
  br i1 %v77, label %b70, label %b69, !prof !12
b70:
  %v78 = getelementptr i8, ptr %r, i64 room
  %v79 = load ptr, ptr %v78, align 8, !tbaa !7
  %v80 = load ptr, ptr %E
  %v81 = getelementptr i8, ptr %r, i64 stack
  store ptr %v80, ptr %v81, align 8, !tbaa !7
  %v82 = load ptr, ptr %H
  %v83 = call preserve_mostcc i64 %v79(ptr %r, ptr %v82, i64 2) #0
  %v84 = getelementptr i8, ptr %r, i64 heap
  %v85 = load ptr, ptr %v84, align 8, !tbaa !7
  store ptr %v85, ptr %H
  %v86 = inttoptr i64 %v83 to ptr
  br label %b71
b69:
  %v87 = load ptr, ptr %H
  %v88 = getelementptr i64, ptr %v87, i64 2
  store ptr %v88, ptr %H
  br label %b71
b71:
  %v89 = phi ptr [ %v86, %b70 ], [ %v87, %b69 ]
  %v90 = load double, ptr %D0
  %v91 = bitcast double %v90 to i64
  %v92 = getelementptr i64, ptr %v89, i64 0
  store i64 287, ptr %v92, align 8, !tbaa !6
  %v93 = getelementptr i64, ptr %v89, i64 1
  store i64 %v91, ptr %v93, align 8, !tbaa !6
  %v94 = ptrtoint ptr %v89 to i64
  %v95 = or disjoint i64 %v94, 3
  store i64 %v95, ptr %X0
  %v96 = load ptr, ptr %E
  %v97 = load ptr, ptr %v96, align 8, !tbaa !5
  %v98 = load ptr, ptr %E
  %v99 = load ptr, ptr %H
  %v100 = load i64, ptr %N
  %v101 = load i64, ptr %X0
  musttail call preserve_nonecc void %v97(ptr %r, ptr %v98, ptr %v99, i64 %v100, i64 %v101, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i35d:
  %v102 = load ptr, ptr %E
  %v103 = load ptr, ptr %v102, align 8, !tbaa !5
  %v104 = load ptr, ptr %E
  %v105 = load ptr, ptr %H
  %v106 = load i64, ptr %N
  %v107 = load i64, ptr %X0
  musttail call preserve_nonecc void %v103(ptr %r, ptr %v104, ptr %v105, i64 %v106, i64 %v107, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i36:
  %v110 = load i64, ptr %X0
  %v111 = and i64 %v110, 7
  %v112 = icmp eq i64 %v111, 3
  br label %b113
b113:
  br i1 %v112, label %b114, label %b115, !prof !9
b114:
  %v116 = inttoptr i64 %v110 to ptr
  %v117 = getelementptr i8, ptr %v116, i64 -3
  %v118 = load i64, ptr %v117, align 8, !tbaa !6
  br label %b115
b115:
  %v119 = phi i64 [ 0, %b113 ], [ %v118, %b114 ]
  %v120 = icmp eq i64 %v119, 287
  br i1 %v120, label %b121, label %b109, !prof !9
b121:
  %v122 = inttoptr i64 %v110 to ptr
  %v123 = getelementptr i8, ptr %v122, i64 5
  %v124 = load i64, ptr %v123, align 8, !tbaa !6
  %v125 = bitcast i64 %v124 to double
  %v126 = load i64, ptr %X1
  %v127 = and i64 %v126, 7
  %v128 = icmp eq i64 %v127, 3
  br label %b129
b129:
  br i1 %v128, label %b130, label %b131, !prof !9
b130:
  %v132 = inttoptr i64 %v126 to ptr
  %v133 = getelementptr i8, ptr %v132, i64 -3
  %v134 = load i64, ptr %v133, align 8, !tbaa !6
  br label %b131
b131:
  %v135 = phi i64 [ 0, %b129 ], [ %v134, %b130 ]
  %v136 = icmp eq i64 %v135, 287
  br i1 %v136, label %b137, label %b109, !prof !9
b137:
  %v138 = inttoptr i64 %v126 to ptr
  %v139 = getelementptr i8, ptr %v138, i64 5
  %v140 = load i64, ptr %v139, align 8, !tbaa !6
  %v141 = bitcast i64 %v140 to double
  %v142 = fcmp olt double %v125, %v141
  br i1 %v142, label %b108, label %i29, !prof !105
b109:
  %v143 = load i64, ptr %X0
  %v144 = load i64, ptr %X1
  %v145 = or i64 %v143, %v144
  %v146 = and i64 %v145, 1
  %v147 = icmp eq i64 %v146, 0
  br i1 %v147, label %b148, label %b149, !prof !9
b148:
  %v150 = icmp slt i64 %v143, %v144
  br i1 %v150, label %b108, label %i29, !prof !105
b149:
  %v151 = and i64 %v143, 7
  %v152 = icmp eq i64 %v151, 3
  br label %b153
b153:
  br i1 %v152, label %b154, label %b155, !prof !9
b154:
  %v156 = inttoptr i64 %v143 to ptr
  %v157 = getelementptr i8, ptr %v156, i64 -3
  %v158 = load i64, ptr %v157, align 8, !tbaa !6
  br label %b155
b155:
  %v159 = phi i64 [ 0, %b153 ], [ %v158, %b154 ]
  %v162 = and i64 %v144, 7
  %v163 = icmp eq i64 %v162, 3
  br label %b164
b164:
  br i1 %v163, label %b165, label %b166, !prof !9
b165:
  %v167 = inttoptr i64 %v144 to ptr
  %v168 = getelementptr i8, ptr %v167, i64 -3
  %v169 = load i64, ptr %v168, align 8, !tbaa !6
  br label %b166
b166:
  %v170 = phi i64 [ 0, %b164 ], [ %v169, %b165 ]
  %v171 = icmp eq i64 %v159, 287
  %v172 = icmp eq i64 %v170, 287
  %v173 = and i1 %v171, %v172
  br i1 %v173, label %b160, label %b161
b160:
  %v174 = inttoptr i64 %v143 to ptr
  %v175 = getelementptr i8, ptr %v174, i64 5
  %v176 = load i64, ptr %v175, align 8, !tbaa !6
  %v177 = bitcast i64 %v176 to double
  %v178 = inttoptr i64 %v144 to ptr
  %v179 = getelementptr i8, ptr %v178, i64 5
  %v180 = load i64, ptr %v179, align 8, !tbaa !6
  %v181 = bitcast i64 %v180 to double
  %v182 = fcmp olt double %v177, %v181
  br i1 %v182, label %b108, label %i29, !prof !105
b161:
  %v183 = getelementptr i8, ptr %r, i64 compare
  %v184 = load ptr, ptr %v183, align 8, !tbaa !7
  %v185 = call preserve_mostcc i64 %v184(i64 %v143, i64 %v144) #1
  %v186 = icmp slt i64 %v185, 0
  br i1 %v186, label %b108, label %i29, !prof !105
b108:
  %v188 = load i64, ptr %X0
  %v189 = and i64 %v188, 7
  %v190 = icmp eq i64 %v189, 3
  br label %b191
b191:
  br i1 %v190, label %b192, label %b193, !prof !9
b192:
  %v194 = inttoptr i64 %v188 to ptr
  %v195 = getelementptr i8, ptr %v194, i64 -3
  %v196 = load i64, ptr %v195, align 8, !tbaa !6
  br label %b193
b193:
  %v197 = phi i64 [ 0, %b191 ], [ %v196, %b192 ]
  %v198 = icmp eq i64 %v197, 287
  br i1 %v198, label %b199, label %b187, !prof !9
b199:
  %v200 = inttoptr i64 %v188 to ptr
  %v201 = getelementptr i8, ptr %v200, i64 5
  %v202 = load i64, ptr %v201, align 8, !tbaa !6
  %v203 = bitcast i64 %v202 to double
  %v204 = load i64, ptr %X1
  %v205 = and i64 %v204, 7
  %v206 = icmp eq i64 %v205, 3
  br label %b207
b207:
  br i1 %v206, label %b208, label %b209, !prof !9
b208:
  %v210 = inttoptr i64 %v204 to ptr
  %v211 = getelementptr i8, ptr %v210, i64 -3
  %v212 = load i64, ptr %v211, align 8, !tbaa !6
  br label %b209
b209:
  %v213 = phi i64 [ 0, %b207 ], [ %v212, %b208 ]
  %v214 = icmp eq i64 %v213, 287
  br i1 %v214, label %b215, label %b187, !prof !9
b215:
  %v216 = inttoptr i64 %v204 to ptr
  %v217 = getelementptr i8, ptr %v216, i64 5
  %v218 = load i64, ptr %v217, align 8, !tbaa !6
  %v219 = bitcast i64 %v218 to double
  %v220 = fadd double %v203, %v219
  %v221 = bitcast double %v220 to i64
  %v222 = and i64 %v221, 9218868437227405312
  %v223 = icmp eq i64 %v222, 9218868437227405312
  br i1 %v223, label %b187, label %b224, !prof !12
b224:
  store double %v220, ptr %D0
  %v258 = load i64, ptr %X2
  %v259 = and i64 %v258, 1
  %v260 = icmp eq i64 %v259, 0
  br i1 %v260, label %b261, label %b262, !prof !9
b261:
  %v265 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v258, i64 2)
  %v266 = extractvalue { i64, i1 } %v265, 0
  %v267 = extractvalue { i64, i1 } %v265, 1
  br i1 %v267, label %b263, label %b268, !prof !12
b268:
  store i64 %v266, ptr %X2
  br label %b264
b262:
  %v269 = and i64 %v258, 7
  %v270 = icmp eq i64 %v269, 3
  br label %b271
b271:
  br i1 %v270, label %b272, label %b273, !prof !9
b272:
  %v274 = inttoptr i64 %v258 to ptr
  %v275 = getelementptr i8, ptr %v274, i64 -3
  %v276 = load i64, ptr %v275, align 8, !tbaa !6
  br label %b273
b273:
  %v277 = phi i64 [ 0, %b271 ], [ %v276, %b272 ]
  %v278 = and i64 2, 7
  %v279 = icmp eq i64 %v278, 3
  br label %b280
b280:
  br i1 %v279, label %b281, label %b282, !prof !9
b281:
  %v283 = inttoptr i64 2 to ptr
  %v284 = getelementptr i8, ptr %v283, i64 -3
  %v285 = load i64, ptr %v284, align 8, !tbaa !6
  br label %b282
b282:
  %v286 = phi i64 [ 0, %b280 ], [ %v285, %b281 ]
  %v287 = icmp eq i64 %v277, 287
  %v288 = icmp eq i64 %v286, 287
  %v289 = and i1 %v287, %v288
  %v290 = load ptr, ptr %E
  %v291 = load ptr, ptr %H
  %v292 = ptrtoint ptr %v290 to i64
  %v293 = ptrtoint ptr %v291 to i64
  %v294 = sub i64 %v292, %v293
  %v295 = icmp ult i64 %v294, 16
  %v296 = xor i1 %v295, true
  %v297 = and i1 %v289, %v296
  br i1 %v297, label %b298, label %b263
b298:
  %v299 = inttoptr i64 %v258 to ptr
  %v300 = getelementptr i8, ptr %v299, i64 5
  %v301 = load i64, ptr %v300, align 8, !tbaa !6
  %v302 = bitcast i64 %v301 to double
  %v303 = inttoptr i64 2 to ptr
  %v304 = getelementptr i8, ptr %v303, i64 5
  %v305 = load i64, ptr %v304, align 8, !tbaa !6
  %v306 = bitcast i64 %v305 to double
  %v307 = fsub double %v302, %v306
  %v308 = bitcast double %v307 to i64
  %v309 = and i64 %v308, 9218868437227405312
  %v310 = icmp eq i64 %v309, 9218868437227405312
  br i1 %v310, label %b263, label %b311, !prof !12
b311:
  %v312 = load ptr, ptr %H
  %v313 = getelementptr i64, ptr %v312, i64 0
  store i64 287, ptr %v313, align 8, !tbaa !6
  %v314 = load ptr, ptr %H
  %v315 = getelementptr i64, ptr %v314, i64 1
  store i64 %v308, ptr %v315, align 8, !tbaa !6
  %v316 = load ptr, ptr %H
  %v317 = getelementptr i64, ptr %v316, i64 2
  store ptr %v317, ptr %H
  %v318 = ptrtoint ptr %v316 to i64
  %v319 = or disjoint i64 %v318, 3
  store i64 %v319, ptr %X2
  br label %b264
b264:
  %v384 = getelementptr i64, ptr @T, i64 Cost(2)
  %v385 = load i64, ptr %v384, align 8, !tbaa !8
  %v386 = load i64, ptr %N
  %v387 = sub nsw i64 %v386, %v385
  %v388 = icmp slt i64 %v387, 1
  store i64 %v387, ptr %N
  br i1 %v388, label %b389, label %b390, !prof !12
b390:
  br label %i32u1
i32u1:
  %v424 = load i64, ptr %X2
  %v425 = icmp eq i64 %v424, 0
  br i1 %v425, label %b426, label %i36u1, !prof !104
b426:
  %v428 = load double, ptr %D0
  %v429 = load i64, ptr %X1
  %v430 = and i64 %v429, 7
  %v431 = icmp eq i64 %v430, 3
  br label %b432
b432:
  br i1 %v431, label %b433, label %b434, !prof !9
b433:
  %v435 = inttoptr i64 %v429 to ptr
  %v436 = getelementptr i8, ptr %v435, i64 -3
  %v437 = load i64, ptr %v436, align 8, !tbaa !6
  br label %b434
b434:
  %v438 = phi i64 [ 0, %b432 ], [ %v437, %b433 ]
  %v439 = icmp eq i64 %v438, 287
  br i1 %v439, label %b440, label %b427, !prof !9
b440:
  %v441 = inttoptr i64 %v429 to ptr
  %v442 = getelementptr i8, ptr %v441, i64 5
  %v443 = load i64, ptr %v442, align 8, !tbaa !6
  %v444 = bitcast i64 %v443 to double
  %v445 = fmul double %v428, %v444
  %v446 = bitcast double %v445 to i64
  %v447 = and i64 %v446, 9218868437227405312
  %v448 = icmp eq i64 %v447, 9218868437227405312
  br i1 %v448, label %b427, label %b449, !prof !12
b449:
  store double %v445, ptr %D0
  %v507 = load ptr, ptr %E
  %v508 = load ptr, ptr %H
  %v509 = ptrtoint ptr %v507 to i64
  %v510 = ptrtoint ptr %v508 to i64
  %v511 = sub i64 %v509, %v510
  %v512 = icmp ult i64 %v511, 16
  br i1 %v512, label %b505, label %b504, !prof !12
b505:
  %v513 = getelementptr i8, ptr %r, i64 room
  %v514 = load ptr, ptr %v513, align 8, !tbaa !7
  %v515 = load ptr, ptr %E
  %v516 = getelementptr i8, ptr %r, i64 stack
  store ptr %v515, ptr %v516, align 8, !tbaa !7
  %v517 = load ptr, ptr %H
  %v518 = call preserve_mostcc i64 %v514(ptr %r, ptr %v517, i64 2) #0
  %v519 = getelementptr i8, ptr %r, i64 heap
  %v520 = load ptr, ptr %v519, align 8, !tbaa !7
  store ptr %v520, ptr %H
  %v521 = inttoptr i64 %v518 to ptr
  br label %b506
b504:
  %v522 = load ptr, ptr %H
  %v523 = getelementptr i64, ptr %v522, i64 2
  store ptr %v523, ptr %H
  br label %b506
b506:
  %v524 = phi ptr [ %v521, %b505 ], [ %v522, %b504 ]
  %v525 = load double, ptr %D0
  %v526 = bitcast double %v525 to i64
  %v527 = getelementptr i64, ptr %v524, i64 0
  store i64 287, ptr %v527, align 8, !tbaa !6
  %v528 = getelementptr i64, ptr %v524, i64 1
  store i64 %v526, ptr %v528, align 8, !tbaa !6
  %v529 = ptrtoint ptr %v524 to i64
  %v530 = or disjoint i64 %v529, 3
  store i64 %v530, ptr %X0
  %v531 = load ptr, ptr %E
  %v532 = load ptr, ptr %v531, align 8, !tbaa !5
  %v533 = load ptr, ptr %E
  %v534 = load ptr, ptr %H
  %v535 = load i64, ptr %N
  %v536 = load i64, ptr %X0
  musttail call preserve_nonecc void %v532(ptr %r, ptr %v533, ptr %v534, i64 %v535, i64 %v536, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i36u1:
  %v539 = load double, ptr %D0
  %v540 = load i64, ptr %X1
  %v541 = and i64 %v540, 7
  %v542 = icmp eq i64 %v541, 3
  br label %b543
b543:
  br i1 %v542, label %b544, label %b545, !prof !9
b544:
  %v546 = inttoptr i64 %v540 to ptr
  %v547 = getelementptr i8, ptr %v546, i64 -3
  %v548 = load i64, ptr %v547, align 8, !tbaa !6
  br label %b545
b545:
  %v549 = phi i64 [ 0, %b543 ], [ %v548, %b544 ]
  %v550 = icmp eq i64 %v549, 287
  br i1 %v550, label %b551, label %b538, !prof !9
b551:
  %v552 = inttoptr i64 %v540 to ptr
  %v553 = getelementptr i8, ptr %v552, i64 5
  %v554 = load i64, ptr %v553, align 8, !tbaa !6
  %v555 = bitcast i64 %v554 to double
  %v556 = fcmp olt double %v539, %v555
  br i1 %v556, label %b537, label %i29u1, !prof !105
b538:
  %v560 = load ptr, ptr %E
  %v561 = load ptr, ptr %H
  %v562 = ptrtoint ptr %v560 to i64
  %v563 = ptrtoint ptr %v561 to i64
  %v564 = sub i64 %v562, %v563
  %v565 = icmp ult i64 %v564, 16
  br i1 %v565, label %b558, label %b557, !prof !12
b558:
  %v566 = getelementptr i8, ptr %r, i64 room
  %v567 = load ptr, ptr %v566, align 8, !tbaa !7
  %v568 = load ptr, ptr %E
  %v569 = getelementptr i8, ptr %r, i64 stack
  store ptr %v568, ptr %v569, align 8, !tbaa !7
  %v570 = load ptr, ptr %H
  %v571 = call preserve_mostcc i64 %v567(ptr %r, ptr %v570, i64 2) #0
  %v572 = getelementptr i8, ptr %r, i64 heap
  %v573 = load ptr, ptr %v572, align 8, !tbaa !7
  store ptr %v573, ptr %H
  %v574 = inttoptr i64 %v571 to ptr
  br label %b559
b557:
  %v575 = load ptr, ptr %H
  %v576 = getelementptr i64, ptr %v575, i64 2
  store ptr %v576, ptr %H
  br label %b559
b559:
  %v577 = phi ptr [ %v574, %b558 ], [ %v575, %b557 ]
  %v578 = load double, ptr %D0
  %v579 = bitcast double %v578 to i64
  %v580 = getelementptr i64, ptr %v577, i64 0
  store i64 287, ptr %v580, align 8, !tbaa !6
  %v581 = getelementptr i64, ptr %v577, i64 1
  store i64 %v579, ptr %v581, align 8, !tbaa !6
  %v582 = ptrtoint ptr %v577 to i64
  %v583 = or disjoint i64 %v582, 3
  %v584 = load i64, ptr %X1
  %v585 = or i64 %v583, %v584
  %v586 = and i64 %v585, 1
  %v587 = icmp eq i64 %v586, 0
  br i1 %v587, label %b588, label %b589, !prof !9
b588:
  %v590 = icmp slt i64 %v583, %v584
  br i1 %v590, label %b537, label %i29u1, !prof !105
b589:
  %v591 = and i64 %v583, 7
  %v592 = icmp eq i64 %v591, 3
  br label %b593
b593:
  br i1 %v592, label %b594, label %b595, !prof !9
b594:
  %v596 = inttoptr i64 %v583 to ptr
  %v597 = getelementptr i8, ptr %v596, i64 -3
  %v598 = load i64, ptr %v597, align 8, !tbaa !6
  br label %b595
b595:
  %v599 = phi i64 [ 0, %b593 ], [ %v598, %b594 ]
  %v602 = and i64 %v584, 7
  %v603 = icmp eq i64 %v602, 3
  br label %b604
b604:
  br i1 %v603, label %b605, label %b606, !prof !9
b605:
  %v607 = inttoptr i64 %v584 to ptr
  %v608 = getelementptr i8, ptr %v607, i64 -3
  %v609 = load i64, ptr %v608, align 8, !tbaa !6
  br label %b606
b606:
  %v610 = phi i64 [ 0, %b604 ], [ %v609, %b605 ]
  %v611 = icmp eq i64 %v599, 287
  %v612 = icmp eq i64 %v610, 287
  %v613 = and i1 %v611, %v612
  br i1 %v613, label %b600, label %b601
b600:
  %v614 = inttoptr i64 %v583 to ptr
  %v615 = getelementptr i8, ptr %v614, i64 5
  %v616 = load i64, ptr %v615, align 8, !tbaa !6
  %v617 = bitcast i64 %v616 to double
  %v618 = inttoptr i64 %v584 to ptr
  %v619 = getelementptr i8, ptr %v618, i64 5
  %v620 = load i64, ptr %v619, align 8, !tbaa !6
  %v621 = bitcast i64 %v620 to double
  %v622 = fcmp olt double %v617, %v621
  br i1 %v622, label %b537, label %i29u1, !prof !105
b601:
  %v623 = getelementptr i8, ptr %r, i64 compare
  %v624 = load ptr, ptr %v623, align 8, !tbaa !7
  %v625 = call preserve_mostcc i64 %v624(i64 %v583, i64 %v584) #1
  %v626 = icmp slt i64 %v625, 0
  br i1 %v626, label %b537, label %i29u1, !prof !105
b537:
  %v628 = load double, ptr %D0
  %v629 = load i64, ptr %X1
  %v630 = and i64 %v629, 7
  %v631 = icmp eq i64 %v630, 3
  br label %b632
b632:
  br i1 %v631, label %b633, label %b634, !prof !9
b633:
  %v635 = inttoptr i64 %v629 to ptr
  %v636 = getelementptr i8, ptr %v635, i64 -3
  %v637 = load i64, ptr %v636, align 8, !tbaa !6
  br label %b634
b634:
  %v638 = phi i64 [ 0, %b632 ], [ %v637, %b633 ]
  %v639 = icmp eq i64 %v638, 287
  br i1 %v639, label %b640, label %b627, !prof !9
b640:
  %v641 = inttoptr i64 %v629 to ptr
  %v642 = getelementptr i8, ptr %v641, i64 5
  %v643 = load i64, ptr %v642, align 8, !tbaa !6
  %v644 = bitcast i64 %v643 to double
  %v645 = fadd double %v628, %v644
  %v646 = bitcast double %v645 to i64
  %v647 = and i64 %v646, 9218868437227405312
  %v648 = icmp eq i64 %v647, 9218868437227405312
  br i1 %v648, label %b627, label %b649, !prof !12
b649:
  store double %v645, ptr %D0
  %v710 = load i64, ptr %X2
  %v711 = and i64 %v710, 1
  %v712 = icmp eq i64 %v711, 0
  br i1 %v712, label %b713, label %b714, !prof !9
b713:
  %v717 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v710, i64 2)
  %v718 = extractvalue { i64, i1 } %v717, 0
  %v719 = extractvalue { i64, i1 } %v717, 1
  br i1 %v719, label %b715, label %b720, !prof !12
b720:
  store i64 %v718, ptr %X2
  br label %b716
b714:
  %v721 = and i64 %v710, 7
  %v722 = icmp eq i64 %v721, 3
  br label %b723
b723:
  br i1 %v722, label %b724, label %b725, !prof !9
b724:
  %v726 = inttoptr i64 %v710 to ptr
  %v727 = getelementptr i8, ptr %v726, i64 -3
  %v728 = load i64, ptr %v727, align 8, !tbaa !6
  br label %b725
b725:
  %v729 = phi i64 [ 0, %b723 ], [ %v728, %b724 ]
  %v730 = and i64 2, 7
  %v731 = icmp eq i64 %v730, 3
  br label %b732
b732:
  br i1 %v731, label %b733, label %b734, !prof !9
b733:
  %v735 = inttoptr i64 2 to ptr
  %v736 = getelementptr i8, ptr %v735, i64 -3
  %v737 = load i64, ptr %v736, align 8, !tbaa !6
  br label %b734
b734:
  %v738 = phi i64 [ 0, %b732 ], [ %v737, %b733 ]
  %v739 = icmp eq i64 %v729, 287
  %v740 = icmp eq i64 %v738, 287
  %v741 = and i1 %v739, %v740
  %v742 = load ptr, ptr %E
  %v743 = load ptr, ptr %H
  %v744 = ptrtoint ptr %v742 to i64
  %v745 = ptrtoint ptr %v743 to i64
  %v746 = sub i64 %v744, %v745
  %v747 = icmp ult i64 %v746, 16
  %v748 = xor i1 %v747, true
  %v749 = and i1 %v741, %v748
  br i1 %v749, label %b750, label %b715
b750:
  %v751 = inttoptr i64 %v710 to ptr
  %v752 = getelementptr i8, ptr %v751, i64 5
  %v753 = load i64, ptr %v752, align 8, !tbaa !6
  %v754 = bitcast i64 %v753 to double
  %v755 = inttoptr i64 2 to ptr
  %v756 = getelementptr i8, ptr %v755, i64 5
  %v757 = load i64, ptr %v756, align 8, !tbaa !6
  %v758 = bitcast i64 %v757 to double
  %v759 = fsub double %v754, %v758
  %v760 = bitcast double %v759 to i64
  %v761 = and i64 %v760, 9218868437227405312
  %v762 = icmp eq i64 %v761, 9218868437227405312
  br i1 %v762, label %b715, label %b763, !prof !12
b763:
  %v764 = load ptr, ptr %H
  %v765 = getelementptr i64, ptr %v764, i64 0
  store i64 287, ptr %v765, align 8, !tbaa !6
  %v766 = load ptr, ptr %H
  %v767 = getelementptr i64, ptr %v766, i64 1
  store i64 %v760, ptr %v767, align 8, !tbaa !6
  %v768 = load ptr, ptr %H
  %v769 = getelementptr i64, ptr %v768, i64 2
  store ptr %v769, ptr %H
  %v770 = ptrtoint ptr %v768 to i64
  %v771 = or disjoint i64 %v770, 3
  store i64 %v771, ptr %X2
  br label %b716
b716:
  %v836 = getelementptr i64, ptr @T, i64 Cost(2)
  %v837 = load i64, ptr %v836, align 8, !tbaa !8
  %v838 = load i64, ptr %N
  %v839 = sub nsw i64 %v838, %v837
  %v840 = icmp slt i64 %v839, 1
  store i64 %v839, ptr %N
  br i1 %v840, label %b841, label %b842, !prof !12
b842:
  br label %i32u1
i40d:
  %v876 = load i64, ptr %X2
  %v877 = and i64 %v876, 1
  %v878 = icmp eq i64 %v877, 0
  br i1 %v878, label %b879, label %b880, !prof !9
b879:
  %v883 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v876, i64 2)
  %v884 = extractvalue { i64, i1 } %v883, 0
  %v885 = extractvalue { i64, i1 } %v883, 1
  br i1 %v885, label %b881, label %b886, !prof !12
b886:
  store i64 %v884, ptr %X2
  br label %b882
b880:
  %v887 = and i64 %v876, 7
  %v888 = icmp eq i64 %v887, 3
  br label %b889
b889:
  br i1 %v888, label %b890, label %b891, !prof !9
b890:
  %v892 = inttoptr i64 %v876 to ptr
  %v893 = getelementptr i8, ptr %v892, i64 -3
  %v894 = load i64, ptr %v893, align 8, !tbaa !6
  br label %b891
b891:
  %v895 = phi i64 [ 0, %b889 ], [ %v894, %b890 ]
  %v896 = and i64 2, 7
  %v897 = icmp eq i64 %v896, 3
  br label %b898
b898:
  br i1 %v897, label %b899, label %b900, !prof !9
b899:
  %v901 = inttoptr i64 2 to ptr
  %v902 = getelementptr i8, ptr %v901, i64 -3
  %v903 = load i64, ptr %v902, align 8, !tbaa !6
  br label %b900
b900:
  %v904 = phi i64 [ 0, %b898 ], [ %v903, %b899 ]
  %v905 = icmp eq i64 %v895, 287
  %v906 = icmp eq i64 %v904, 287
  %v907 = and i1 %v905, %v906
  %v908 = load ptr, ptr %E
  %v909 = load ptr, ptr %H
  %v910 = ptrtoint ptr %v908 to i64
  %v911 = ptrtoint ptr %v909 to i64
  %v912 = sub i64 %v910, %v911
  %v913 = icmp ult i64 %v912, 16
  %v914 = xor i1 %v913, true
  %v915 = and i1 %v907, %v914
  br i1 %v915, label %b916, label %b881
b916:
  %v917 = inttoptr i64 %v876 to ptr
  %v918 = getelementptr i8, ptr %v917, i64 5
  %v919 = load i64, ptr %v918, align 8, !tbaa !6
  %v920 = bitcast i64 %v919 to double
  %v921 = inttoptr i64 2 to ptr
  %v922 = getelementptr i8, ptr %v921, i64 5
  %v923 = load i64, ptr %v922, align 8, !tbaa !6
  %v924 = bitcast i64 %v923 to double
  %v925 = fsub double %v920, %v924
  %v926 = bitcast double %v925 to i64
  %v927 = and i64 %v926, 9218868437227405312
  %v928 = icmp eq i64 %v927, 9218868437227405312
  br i1 %v928, label %b881, label %b929, !prof !12
b929:
  %v930 = load ptr, ptr %H
  %v931 = getelementptr i64, ptr %v930, i64 0
  store i64 287, ptr %v931, align 8, !tbaa !6
  %v932 = load ptr, ptr %H
  %v933 = getelementptr i64, ptr %v932, i64 1
  store i64 %v926, ptr %v933, align 8, !tbaa !6
  %v934 = load ptr, ptr %H
  %v935 = getelementptr i64, ptr %v934, i64 2
  store ptr %v935, ptr %H
  %v936 = ptrtoint ptr %v934 to i64
  %v937 = or disjoint i64 %v936, 3
  store i64 %v937, ptr %X2
  br label %b882
b882:
  %v971 = getelementptr i64, ptr @T, i64 Cost(2)
  %v972 = load i64, ptr %v971, align 8, !tbaa !8
  %v973 = load i64, ptr %N
  %v974 = sub nsw i64 %v973, %v972
  %v975 = icmp slt i64 %v974, 1
  store i64 %v974, ptr %N
  br i1 %v975, label %b976, label %b977, !prof !12
b977:
  br label %i32
i29u1:
  %v987 = load ptr, ptr %E
  %v988 = load ptr, ptr %H
  %v989 = ptrtoint ptr %v987 to i64
  %v990 = ptrtoint ptr %v988 to i64
  %v991 = sub i64 %v989, %v990
  %v992 = icmp ult i64 %v991, 16
  br i1 %v992, label %b985, label %b984, !prof !12
b985:
  %v993 = getelementptr i8, ptr %r, i64 room
  %v994 = load ptr, ptr %v993, align 8, !tbaa !7
  %v995 = load ptr, ptr %E
  %v996 = getelementptr i8, ptr %r, i64 stack
  store ptr %v995, ptr %v996, align 8, !tbaa !7
  %v997 = load ptr, ptr %H
  %v998 = call preserve_mostcc i64 %v994(ptr %r, ptr %v997, i64 2) #0
  %v999 = getelementptr i8, ptr %r, i64 heap
  %v1000 = load ptr, ptr %v999, align 8, !tbaa !7
  store ptr %v1000, ptr %H
  %v1001 = inttoptr i64 %v998 to ptr
  br label %b986
b984:
  %v1002 = load ptr, ptr %H
  %v1003 = getelementptr i64, ptr %v1002, i64 2
  store ptr %v1003, ptr %H
  br label %b986
b986:
  %v1004 = phi ptr [ %v1001, %b985 ], [ %v1002, %b984 ]
  %v1005 = load double, ptr %D0
  %v1006 = bitcast double %v1005 to i64
  %v1007 = getelementptr i64, ptr %v1004, i64 0
  store i64 287, ptr %v1007, align 8, !tbaa !6
  %v1008 = getelementptr i64, ptr %v1004, i64 1
  store i64 %v1006, ptr %v1008, align 8, !tbaa !6
  %v1009 = ptrtoint ptr %v1004 to i64
  %v1010 = or disjoint i64 %v1009, 3
  store i64 %v1010, ptr %X0
  %v1011 = load i64, ptr %X0
  %v1012 = getelementptr i8, ptr %r, i64 x0
  store i64 %v1011, ptr %v1012, align 8, !tbaa !7
  %v1013 = load i64, ptr %X1
  %v1014 = getelementptr i8, ptr %r, i64 x1
  store i64 %v1013, ptr %v1014, align 8, !tbaa !7
  %v1015 = load i64, ptr %X2
  %v1016 = getelementptr i8, ptr %r, i64 x2
  store i64 %v1015, ptr %v1016, align 8, !tbaa !7
  %v1017 = getelementptr i64, ptr @T, i64 Pc(31)
  %v1018 = load i64, ptr %v1017, align 8, !tbaa !8, !invariant.load !11
  %v1019 = load ptr, ptr %E
  %v1020 = getelementptr i8, ptr %r, i64 stack
  store ptr %v1019, ptr %v1020, align 8, !tbaa !7
  %v1021 = load ptr, ptr %H
  %v1022 = getelementptr i8, ptr %r, i64 heap
  store ptr %v1021, ptr %v1022, align 8, !tbaa !7
  %v1023 = load i64, ptr %N
  %v1024 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v1023, ptr %v1024, align 8, !tbaa !7
  %v1025 = getelementptr i8, ptr %r, i64 pc
  store i64 %v1018, ptr %v1025, align 8, !tbaa !7
  %v1026 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v1026, align 8, !tbaa !7
  ret void
i29:
  %v1027 = load i64, ptr %X0
  %v1028 = getelementptr i8, ptr %r, i64 x0
  store i64 %v1027, ptr %v1028, align 8, !tbaa !7
  %v1029 = load i64, ptr %X1
  %v1030 = getelementptr i8, ptr %r, i64 x1
  store i64 %v1029, ptr %v1030, align 8, !tbaa !7
  %v1031 = load i64, ptr %X2
  %v1032 = getelementptr i8, ptr %r, i64 x2
  store i64 %v1031, ptr %v1032, align 8, !tbaa !7
  %v1033 = getelementptr i64, ptr @T, i64 Pc(31)
  %v1034 = load i64, ptr %v1033, align 8, !tbaa !8, !invariant.load !11
  %v1035 = load ptr, ptr %E
  %v1036 = getelementptr i8, ptr %r, i64 stack
  store ptr %v1035, ptr %v1036, align 8, !tbaa !7
  %v1037 = load ptr, ptr %H
  %v1038 = getelementptr i8, ptr %r, i64 heap
  store ptr %v1037, ptr %v1038, align 8, !tbaa !7
  %v1039 = load i64, ptr %N
  %v1040 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v1039, ptr %v1040, align 8, !tbaa !7
  %v1041 = getelementptr i8, ptr %r, i64 pc
  store i64 %v1034, ptr %v1041, align 8, !tbaa !7
  %v1042 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v1042, align 8, !tbaa !7
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
b187:
  %v225 = load i64, ptr %X0
  %v226 = getelementptr i8, ptr %r, i64 x0
  store i64 %v225, ptr %v226, align 8, !tbaa !7
  %v227 = load i64, ptr %X1
  %v228 = getelementptr i8, ptr %r, i64 x1
  store i64 %v227, ptr %v228, align 8, !tbaa !7
  %v229 = load i64, ptr %X2
  %v230 = getelementptr i8, ptr %r, i64 x2
  store i64 %v229, ptr %v230, align 8, !tbaa !7
  %v231 = getelementptr i64, ptr @T, i64 Pc(39)
  %v232 = load i64, ptr %v231, align 8, !tbaa !8, !invariant.load !11
  %v233 = getelementptr i64, ptr @T, i64 Pc(40)
  %v234 = load i64, ptr %v233, align 8, !tbaa !8, !invariant.load !11
  %v235 = getelementptr i8, ptr %r, i64 step
  %v236 = load ptr, ptr %v235, align 8, !tbaa !7
  %v237 = load ptr, ptr %E
  %v238 = load ptr, ptr %H
  %v239 = load i64, ptr %N
  %v240 = call i64 %v236(ptr %r, ptr %v237, ptr %v238, i64 %v239, i64 %v232, i64 %v234) #0
  %v241 = getelementptr i8, ptr %r, i64 stack
  %v242 = load ptr, ptr %v241, align 8, !tbaa !7
  store ptr %v242, ptr %E
  %v243 = getelementptr i8, ptr %r, i64 heap
  %v244 = load ptr, ptr %v243, align 8, !tbaa !7
  store ptr %v244, ptr %H
  %v245 = getelementptr i8, ptr %r, i64 reductions
  %v246 = load i64, ptr %v245, align 8, !tbaa !7
  store i64 %v246, ptr %N
  %v247 = getelementptr i8, ptr %r, i64 x0
  %v248 = load i64, ptr %v247, align 8, !tbaa !7
  store i64 %v248, ptr %X0
  %v249 = getelementptr i8, ptr %r, i64 x1
  %v250 = load i64, ptr %v249, align 8, !tbaa !7
  store i64 %v250, ptr %X1
  %v251 = getelementptr i8, ptr %r, i64 x2
  %v252 = load i64, ptr %v251, align 8, !tbaa !7
  store i64 %v252, ptr %X2
  %v253 = getelementptr i64, ptr @T, i64 Pc(40)
  %v254 = load i64, ptr %v253, align 8, !tbaa !8
  %v257 = icmp eq i64 %v240, %v254
  br i1 %v257, label %b255, label %b256, !prof !9
b256:
  ret void
b255:
  br label %i40d
b263:
  %v323 = load ptr, ptr %E
  %v324 = load ptr, ptr %H
  %v325 = ptrtoint ptr %v323 to i64
  %v326 = ptrtoint ptr %v324 to i64
  %v327 = sub i64 %v325, %v326
  %v328 = icmp ult i64 %v327, 16
  br i1 %v328, label %b321, label %b320, !prof !12
b321:
  %v329 = getelementptr i8, ptr %r, i64 room
  %v330 = load ptr, ptr %v329, align 8, !tbaa !7
  %v331 = load ptr, ptr %E
  %v332 = getelementptr i8, ptr %r, i64 stack
  store ptr %v331, ptr %v332, align 8, !tbaa !7
  %v333 = load ptr, ptr %H
  %v334 = call preserve_mostcc i64 %v330(ptr %r, ptr %v333, i64 2) #0
  %v335 = getelementptr i8, ptr %r, i64 heap
  %v336 = load ptr, ptr %v335, align 8, !tbaa !7
  store ptr %v336, ptr %H
  %v337 = inttoptr i64 %v334 to ptr
  br label %b322
b320:
  %v338 = load ptr, ptr %H
  %v339 = getelementptr i64, ptr %v338, i64 2
  store ptr %v339, ptr %H
  br label %b322
b322:
  %v340 = phi ptr [ %v337, %b321 ], [ %v338, %b320 ]
  %v341 = load double, ptr %D0
  %v342 = bitcast double %v341 to i64
  %v343 = getelementptr i64, ptr %v340, i64 0
  store i64 287, ptr %v343, align 8, !tbaa !6
  %v344 = getelementptr i64, ptr %v340, i64 1
  store i64 %v342, ptr %v344, align 8, !tbaa !6
  %v345 = ptrtoint ptr %v340 to i64
  %v346 = or disjoint i64 %v345, 3
  %v347 = getelementptr i8, ptr %r, i64 x0
  store i64 %v346, ptr %v347, align 8, !tbaa !7
  %v348 = load i64, ptr %X1
  %v349 = getelementptr i8, ptr %r, i64 x1
  store i64 %v348, ptr %v349, align 8, !tbaa !7
  %v350 = load i64, ptr %X2
  %v351 = getelementptr i8, ptr %r, i64 x2
  store i64 %v350, ptr %v351, align 8, !tbaa !7
  %v352 = getelementptr i64, ptr @T, i64 Pc(40)
  %v353 = load i64, ptr %v352, align 8, !tbaa !8, !invariant.load !11
  %v354 = getelementptr i64, ptr @T, i64 Pc(41)
  %v355 = load i64, ptr %v354, align 8, !tbaa !8, !invariant.load !11
  %v356 = getelementptr i8, ptr %r, i64 step
  %v357 = load ptr, ptr %v356, align 8, !tbaa !7
  %v358 = load ptr, ptr %E
  %v359 = load ptr, ptr %H
  %v360 = load i64, ptr %N
  %v361 = call i64 %v357(ptr %r, ptr %v358, ptr %v359, i64 %v360, i64 %v353, i64 %v355) #0
  %v362 = getelementptr i8, ptr %r, i64 stack
  %v363 = load ptr, ptr %v362, align 8, !tbaa !7
  store ptr %v363, ptr %E
  %v364 = getelementptr i8, ptr %r, i64 heap
  %v365 = load ptr, ptr %v364, align 8, !tbaa !7
  store ptr %v365, ptr %H
  %v366 = getelementptr i8, ptr %r, i64 reductions
  %v367 = load i64, ptr %v366, align 8, !tbaa !7
  store i64 %v367, ptr %N
  %v368 = getelementptr i8, ptr %r, i64 x0
  %v369 = load i64, ptr %v368, align 8, !tbaa !7
  store i64 %v369, ptr %X0
  %v370 = getelementptr i8, ptr %r, i64 x1
  %v371 = load i64, ptr %v370, align 8, !tbaa !7
  store i64 %v371, ptr %X1
  %v372 = getelementptr i8, ptr %r, i64 x2
  %v373 = load i64, ptr %v372, align 8, !tbaa !7
  store i64 %v373, ptr %X2
  %v374 = getelementptr i64, ptr @T, i64 Pc(41)
  %v375 = load i64, ptr %v374, align 8, !tbaa !8
  %v378 = icmp eq i64 %v361, %v375
  br i1 %v378, label %b376, label %b377, !prof !9
b377:
  ret void
b376:
  %v379 = load i64, ptr %X0
  %v380 = inttoptr i64 %v379 to ptr
  %v381 = getelementptr i8, ptr %v380, i64 5
  %v382 = load i64, ptr %v381, align 8, !tbaa !6
  %v383 = bitcast i64 %v382 to double
  store double %v383, ptr %D0
  br label %b264
b389:
  %v394 = load ptr, ptr %E
  %v395 = load ptr, ptr %H
  %v396 = ptrtoint ptr %v394 to i64
  %v397 = ptrtoint ptr %v395 to i64
  %v398 = sub i64 %v396, %v397
  %v399 = icmp ult i64 %v398, 16
  br i1 %v399, label %b392, label %b391, !prof !12
b392:
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
  br label %b393
b391:
  %v409 = load ptr, ptr %H
  %v410 = getelementptr i64, ptr %v409, i64 2
  store ptr %v410, ptr %H
  br label %b393
b393:
  %v411 = phi ptr [ %v408, %b392 ], [ %v409, %b391 ]
  %v412 = load double, ptr %D0
  %v413 = bitcast double %v412 to i64
  %v414 = getelementptr i64, ptr %v411, i64 0
  store i64 287, ptr %v414, align 8, !tbaa !6
  %v415 = getelementptr i64, ptr %v411, i64 1
  store i64 %v413, ptr %v415, align 8, !tbaa !6
  %v416 = ptrtoint ptr %v411 to i64
  %v417 = or disjoint i64 %v416, 3
  store i64 %v417, ptr %X0
  %v418 = load ptr, ptr %E
  %v419 = load ptr, ptr %H
  %v420 = load i64, ptr %N
  %v421 = load i64, ptr %X0
  %v422 = load i64, ptr %X1
  %v423 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v418, ptr %v419, i64 %v420, i64 %v421, i64 %v422, i64 %v423, i64 poison, i64 poison, i64 poison)
  ret void
b427:
  %v453 = load ptr, ptr %E
  %v454 = load ptr, ptr %H
  %v455 = ptrtoint ptr %v453 to i64
  %v456 = ptrtoint ptr %v454 to i64
  %v457 = sub i64 %v455, %v456
  %v458 = icmp ult i64 %v457, 16
  br i1 %v458, label %b451, label %b450, !prof !12
b451:
  %v459 = getelementptr i8, ptr %r, i64 room
  %v460 = load ptr, ptr %v459, align 8, !tbaa !7
  %v461 = load ptr, ptr %E
  %v462 = getelementptr i8, ptr %r, i64 stack
  store ptr %v461, ptr %v462, align 8, !tbaa !7
  %v463 = load ptr, ptr %H
  %v464 = call preserve_mostcc i64 %v460(ptr %r, ptr %v463, i64 2) #0
  %v465 = getelementptr i8, ptr %r, i64 heap
  %v466 = load ptr, ptr %v465, align 8, !tbaa !7
  store ptr %v466, ptr %H
  %v467 = inttoptr i64 %v464 to ptr
  br label %b452
b450:
  %v468 = load ptr, ptr %H
  %v469 = getelementptr i64, ptr %v468, i64 2
  store ptr %v469, ptr %H
  br label %b452
b452:
  %v470 = phi ptr [ %v467, %b451 ], [ %v468, %b450 ]
  %v471 = load double, ptr %D0
  %v472 = bitcast double %v471 to i64
  %v473 = getelementptr i64, ptr %v470, i64 0
  store i64 287, ptr %v473, align 8, !tbaa !6
  %v474 = getelementptr i64, ptr %v470, i64 1
  store i64 %v472, ptr %v474, align 8, !tbaa !6
  %v475 = ptrtoint ptr %v470 to i64
  %v476 = or disjoint i64 %v475, 3
  store i64 %v476, ptr %X0
  %v477 = load i64, ptr %X0
  %v478 = getelementptr i8, ptr %r, i64 x0
  store i64 %v477, ptr %v478, align 8, !tbaa !7
  %v479 = load i64, ptr %X1
  %v480 = getelementptr i8, ptr %r, i64 x1
  store i64 %v479, ptr %v480, align 8, !tbaa !7
  %v481 = getelementptr i64, ptr @T, i64 Pc(34)
  %v482 = load i64, ptr %v481, align 8, !tbaa !8, !invariant.load !11
  %v483 = getelementptr i64, ptr @T, i64 Pc(35)
  %v484 = load i64, ptr %v483, align 8, !tbaa !8, !invariant.load !11
  %v485 = getelementptr i8, ptr %r, i64 step
  %v486 = load ptr, ptr %v485, align 8, !tbaa !7
  %v487 = load ptr, ptr %E
  %v488 = load ptr, ptr %H
  %v489 = load i64, ptr %N
  %v490 = call i64 %v486(ptr %r, ptr %v487, ptr %v488, i64 %v489, i64 %v482, i64 %v484) #0
  %v491 = getelementptr i8, ptr %r, i64 stack
  %v492 = load ptr, ptr %v491, align 8, !tbaa !7
  store ptr %v492, ptr %E
  %v493 = getelementptr i8, ptr %r, i64 heap
  %v494 = load ptr, ptr %v493, align 8, !tbaa !7
  store ptr %v494, ptr %H
  %v495 = getelementptr i8, ptr %r, i64 reductions
  %v496 = load i64, ptr %v495, align 8, !tbaa !7
  store i64 %v496, ptr %N
  %v497 = getelementptr i8, ptr %r, i64 x0
  %v498 = load i64, ptr %v497, align 8, !tbaa !7
  store i64 %v498, ptr %X0
  %v499 = getelementptr i64, ptr @T, i64 Pc(35)
  %v500 = load i64, ptr %v499, align 8, !tbaa !8
  %v503 = icmp eq i64 %v490, %v500
  br i1 %v503, label %b501, label %b502, !prof !9
b502:
  ret void
b501:
  br label %i35d
b627:
  %v653 = load ptr, ptr %E
  %v654 = load ptr, ptr %H
  %v655 = ptrtoint ptr %v653 to i64
  %v656 = ptrtoint ptr %v654 to i64
  %v657 = sub i64 %v655, %v656
  %v658 = icmp ult i64 %v657, 16
  br i1 %v658, label %b651, label %b650, !prof !12
b651:
  %v659 = getelementptr i8, ptr %r, i64 room
  %v660 = load ptr, ptr %v659, align 8, !tbaa !7
  %v661 = load ptr, ptr %E
  %v662 = getelementptr i8, ptr %r, i64 stack
  store ptr %v661, ptr %v662, align 8, !tbaa !7
  %v663 = load ptr, ptr %H
  %v664 = call preserve_mostcc i64 %v660(ptr %r, ptr %v663, i64 2) #0
  %v665 = getelementptr i8, ptr %r, i64 heap
  %v666 = load ptr, ptr %v665, align 8, !tbaa !7
  store ptr %v666, ptr %H
  %v667 = inttoptr i64 %v664 to ptr
  br label %b652
b650:
  %v668 = load ptr, ptr %H
  %v669 = getelementptr i64, ptr %v668, i64 2
  store ptr %v669, ptr %H
  br label %b652
b652:
  %v670 = phi ptr [ %v667, %b651 ], [ %v668, %b650 ]
  %v671 = load double, ptr %D0
  %v672 = bitcast double %v671 to i64
  %v673 = getelementptr i64, ptr %v670, i64 0
  store i64 287, ptr %v673, align 8, !tbaa !6
  %v674 = getelementptr i64, ptr %v670, i64 1
  store i64 %v672, ptr %v674, align 8, !tbaa !6
  %v675 = ptrtoint ptr %v670 to i64
  %v676 = or disjoint i64 %v675, 3
  store i64 %v676, ptr %X0
  %v677 = load i64, ptr %X0
  %v678 = getelementptr i8, ptr %r, i64 x0
  store i64 %v677, ptr %v678, align 8, !tbaa !7
  %v679 = load i64, ptr %X1
  %v680 = getelementptr i8, ptr %r, i64 x1
  store i64 %v679, ptr %v680, align 8, !tbaa !7
  %v681 = load i64, ptr %X2
  %v682 = getelementptr i8, ptr %r, i64 x2
  store i64 %v681, ptr %v682, align 8, !tbaa !7
  %v683 = getelementptr i64, ptr @T, i64 Pc(39)
  %v684 = load i64, ptr %v683, align 8, !tbaa !8, !invariant.load !11
  %v685 = getelementptr i64, ptr @T, i64 Pc(40)
  %v686 = load i64, ptr %v685, align 8, !tbaa !8, !invariant.load !11
  %v687 = getelementptr i8, ptr %r, i64 step
  %v688 = load ptr, ptr %v687, align 8, !tbaa !7
  %v689 = load ptr, ptr %E
  %v690 = load ptr, ptr %H
  %v691 = load i64, ptr %N
  %v692 = call i64 %v688(ptr %r, ptr %v689, ptr %v690, i64 %v691, i64 %v684, i64 %v686) #0
  %v693 = getelementptr i8, ptr %r, i64 stack
  %v694 = load ptr, ptr %v693, align 8, !tbaa !7
  store ptr %v694, ptr %E
  %v695 = getelementptr i8, ptr %r, i64 heap
  %v696 = load ptr, ptr %v695, align 8, !tbaa !7
  store ptr %v696, ptr %H
  %v697 = getelementptr i8, ptr %r, i64 reductions
  %v698 = load i64, ptr %v697, align 8, !tbaa !7
  store i64 %v698, ptr %N
  %v699 = getelementptr i8, ptr %r, i64 x0
  %v700 = load i64, ptr %v699, align 8, !tbaa !7
  store i64 %v700, ptr %X0
  %v701 = getelementptr i8, ptr %r, i64 x1
  %v702 = load i64, ptr %v701, align 8, !tbaa !7
  store i64 %v702, ptr %X1
  %v703 = getelementptr i8, ptr %r, i64 x2
  %v704 = load i64, ptr %v703, align 8, !tbaa !7
  store i64 %v704, ptr %X2
  %v705 = getelementptr i64, ptr @T, i64 Pc(40)
  %v706 = load i64, ptr %v705, align 8, !tbaa !8
  %v709 = icmp eq i64 %v692, %v706
  br i1 %v709, label %b707, label %b708, !prof !9
b708:
  ret void
b707:
  br label %i40d
b715:
  %v775 = load ptr, ptr %E
  %v776 = load ptr, ptr %H
  %v777 = ptrtoint ptr %v775 to i64
  %v778 = ptrtoint ptr %v776 to i64
  %v779 = sub i64 %v777, %v778
  %v780 = icmp ult i64 %v779, 16
  br i1 %v780, label %b773, label %b772, !prof !12
b773:
  %v781 = getelementptr i8, ptr %r, i64 room
  %v782 = load ptr, ptr %v781, align 8, !tbaa !7
  %v783 = load ptr, ptr %E
  %v784 = getelementptr i8, ptr %r, i64 stack
  store ptr %v783, ptr %v784, align 8, !tbaa !7
  %v785 = load ptr, ptr %H
  %v786 = call preserve_mostcc i64 %v782(ptr %r, ptr %v785, i64 2) #0
  %v787 = getelementptr i8, ptr %r, i64 heap
  %v788 = load ptr, ptr %v787, align 8, !tbaa !7
  store ptr %v788, ptr %H
  %v789 = inttoptr i64 %v786 to ptr
  br label %b774
b772:
  %v790 = load ptr, ptr %H
  %v791 = getelementptr i64, ptr %v790, i64 2
  store ptr %v791, ptr %H
  br label %b774
b774:
  %v792 = phi ptr [ %v789, %b773 ], [ %v790, %b772 ]
  %v793 = load double, ptr %D0
  %v794 = bitcast double %v793 to i64
  %v795 = getelementptr i64, ptr %v792, i64 0
  store i64 287, ptr %v795, align 8, !tbaa !6
  %v796 = getelementptr i64, ptr %v792, i64 1
  store i64 %v794, ptr %v796, align 8, !tbaa !6
  %v797 = ptrtoint ptr %v792 to i64
  %v798 = or disjoint i64 %v797, 3
  %v799 = getelementptr i8, ptr %r, i64 x0
  store i64 %v798, ptr %v799, align 8, !tbaa !7
  %v800 = load i64, ptr %X1
  %v801 = getelementptr i8, ptr %r, i64 x1
  store i64 %v800, ptr %v801, align 8, !tbaa !7
  %v802 = load i64, ptr %X2
  %v803 = getelementptr i8, ptr %r, i64 x2
  store i64 %v802, ptr %v803, align 8, !tbaa !7
  %v804 = getelementptr i64, ptr @T, i64 Pc(40)
  %v805 = load i64, ptr %v804, align 8, !tbaa !8, !invariant.load !11
  %v806 = getelementptr i64, ptr @T, i64 Pc(41)
  %v807 = load i64, ptr %v806, align 8, !tbaa !8, !invariant.load !11
  %v808 = getelementptr i8, ptr %r, i64 step
  %v809 = load ptr, ptr %v808, align 8, !tbaa !7
  %v810 = load ptr, ptr %E
  %v811 = load ptr, ptr %H
  %v812 = load i64, ptr %N
  %v813 = call i64 %v809(ptr %r, ptr %v810, ptr %v811, i64 %v812, i64 %v805, i64 %v807) #0
  %v814 = getelementptr i8, ptr %r, i64 stack
  %v815 = load ptr, ptr %v814, align 8, !tbaa !7
  store ptr %v815, ptr %E
  %v816 = getelementptr i8, ptr %r, i64 heap
  %v817 = load ptr, ptr %v816, align 8, !tbaa !7
  store ptr %v817, ptr %H
  %v818 = getelementptr i8, ptr %r, i64 reductions
  %v819 = load i64, ptr %v818, align 8, !tbaa !7
  store i64 %v819, ptr %N
  %v820 = getelementptr i8, ptr %r, i64 x0
  %v821 = load i64, ptr %v820, align 8, !tbaa !7
  store i64 %v821, ptr %X0
  %v822 = getelementptr i8, ptr %r, i64 x1
  %v823 = load i64, ptr %v822, align 8, !tbaa !7
  store i64 %v823, ptr %X1
  %v824 = getelementptr i8, ptr %r, i64 x2
  %v825 = load i64, ptr %v824, align 8, !tbaa !7
  store i64 %v825, ptr %X2
  %v826 = getelementptr i64, ptr @T, i64 Pc(41)
  %v827 = load i64, ptr %v826, align 8, !tbaa !8
  %v830 = icmp eq i64 %v813, %v827
  br i1 %v830, label %b828, label %b829, !prof !9
b829:
  ret void
b828:
  %v831 = load i64, ptr %X0
  %v832 = inttoptr i64 %v831 to ptr
  %v833 = getelementptr i8, ptr %v832, i64 5
  %v834 = load i64, ptr %v833, align 8, !tbaa !6
  %v835 = bitcast i64 %v834 to double
  store double %v835, ptr %D0
  br label %b716
b841:
  %v846 = load ptr, ptr %E
  %v847 = load ptr, ptr %H
  %v848 = ptrtoint ptr %v846 to i64
  %v849 = ptrtoint ptr %v847 to i64
  %v850 = sub i64 %v848, %v849
  %v851 = icmp ult i64 %v850, 16
  br i1 %v851, label %b844, label %b843, !prof !12
b844:
  %v852 = getelementptr i8, ptr %r, i64 room
  %v853 = load ptr, ptr %v852, align 8, !tbaa !7
  %v854 = load ptr, ptr %E
  %v855 = getelementptr i8, ptr %r, i64 stack
  store ptr %v854, ptr %v855, align 8, !tbaa !7
  %v856 = load ptr, ptr %H
  %v857 = call preserve_mostcc i64 %v853(ptr %r, ptr %v856, i64 2) #0
  %v858 = getelementptr i8, ptr %r, i64 heap
  %v859 = load ptr, ptr %v858, align 8, !tbaa !7
  store ptr %v859, ptr %H
  %v860 = inttoptr i64 %v857 to ptr
  br label %b845
b843:
  %v861 = load ptr, ptr %H
  %v862 = getelementptr i64, ptr %v861, i64 2
  store ptr %v862, ptr %H
  br label %b845
b845:
  %v863 = phi ptr [ %v860, %b844 ], [ %v861, %b843 ]
  %v864 = load double, ptr %D0
  %v865 = bitcast double %v864 to i64
  %v866 = getelementptr i64, ptr %v863, i64 0
  store i64 287, ptr %v866, align 8, !tbaa !6
  %v867 = getelementptr i64, ptr %v863, i64 1
  store i64 %v865, ptr %v867, align 8, !tbaa !6
  %v868 = ptrtoint ptr %v863 to i64
  %v869 = or disjoint i64 %v868, 3
  store i64 %v869, ptr %X0
  %v870 = load ptr, ptr %E
  %v871 = load ptr, ptr %H
  %v872 = load i64, ptr %N
  %v873 = load i64, ptr %X0
  %v874 = load i64, ptr %X1
  %v875 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v870, ptr %v871, i64 %v872, i64 %v873, i64 %v874, i64 %v875, i64 poison, i64 poison, i64 poison)
  ret void
b881:
  %v938 = load i64, ptr %X0
  %v939 = getelementptr i8, ptr %r, i64 x0
  store i64 %v938, ptr %v939, align 8, !tbaa !7
  %v940 = load i64, ptr %X1
  %v941 = getelementptr i8, ptr %r, i64 x1
  store i64 %v940, ptr %v941, align 8, !tbaa !7
  %v942 = load i64, ptr %X2
  %v943 = getelementptr i8, ptr %r, i64 x2
  store i64 %v942, ptr %v943, align 8, !tbaa !7
  %v944 = getelementptr i64, ptr @T, i64 Pc(40)
  %v945 = load i64, ptr %v944, align 8, !tbaa !8, !invariant.load !11
  %v946 = getelementptr i64, ptr @T, i64 Pc(41)
  %v947 = load i64, ptr %v946, align 8, !tbaa !8, !invariant.load !11
  %v948 = getelementptr i8, ptr %r, i64 step
  %v949 = load ptr, ptr %v948, align 8, !tbaa !7
  %v950 = load ptr, ptr %E
  %v951 = load ptr, ptr %H
  %v952 = load i64, ptr %N
  %v953 = call i64 %v949(ptr %r, ptr %v950, ptr %v951, i64 %v952, i64 %v945, i64 %v947) #0
  %v954 = getelementptr i8, ptr %r, i64 stack
  %v955 = load ptr, ptr %v954, align 8, !tbaa !7
  store ptr %v955, ptr %E
  %v956 = getelementptr i8, ptr %r, i64 heap
  %v957 = load ptr, ptr %v956, align 8, !tbaa !7
  store ptr %v957, ptr %H
  %v958 = getelementptr i8, ptr %r, i64 reductions
  %v959 = load i64, ptr %v958, align 8, !tbaa !7
  store i64 %v959, ptr %N
  %v960 = getelementptr i8, ptr %r, i64 x0
  %v961 = load i64, ptr %v960, align 8, !tbaa !7
  store i64 %v961, ptr %X0
  %v962 = getelementptr i8, ptr %r, i64 x1
  %v963 = load i64, ptr %v962, align 8, !tbaa !7
  store i64 %v963, ptr %X1
  %v964 = getelementptr i8, ptr %r, i64 x2
  %v965 = load i64, ptr %v964, align 8, !tbaa !7
  store i64 %v965, ptr %X2
  %v966 = getelementptr i64, ptr @T, i64 Pc(41)
  %v967 = load i64, ptr %v966, align 8, !tbaa !8
  %v970 = icmp eq i64 %v953, %v967
  br i1 %v970, label %b968, label %b969, !prof !9
b969:
  ret void
b968:
  br label %b882
b976:
  %v978 = load ptr, ptr %E
  %v979 = load ptr, ptr %H
  %v980 = load i64, ptr %N
  %v981 = load i64, ptr %X0
  %v982 = load i64, ptr %X1
  %v983 = load i64, ptr %X2
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v978, ptr %v979, i64 %v980, i64 %v981, i64 %v982, i64 %v983, i64 poison, i64 poison, i64 poison)
  ret void
}

!12 = !{!"branch_weights", i32 1, i32 4000}
!100 = !{!"branch_weights", i32 151, i32 51}
!101 = !{!"branch_weights", i32 376, i32 126}
!102 = !{!"branch_weights", i32 401}
!103 = !{!"branch_weights", i32 401, i32 1001, i32 901}
!104 = !{!"branch_weights", i32 901, i32 301}
!105 = !{!"branch_weights", i32 976, i32 326}
