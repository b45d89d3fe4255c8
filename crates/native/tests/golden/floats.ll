; A float that stays without its box while a function calls itself.

; doubled/2
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
  %D0 = alloca double
  %D1 = alloca double
  %F0 = alloca double
  %F1 = alloca double
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
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 1
  br i1 %v3, label %b4, label %i13
b4:
  %v5 = load i64, ptr %X0
  %v6 = inttoptr i64 %v5 to ptr
  %v7 = getelementptr i8, ptr %v6, i64 7
  %v8 = load i64, ptr %v7, align 8, !tbaa !6
  store i64 %v8, ptr %X0
  %v9 = load i64, ptr %X1
  %v14 = and i64 %v9, 1
  %v15 = icmp eq i64 %v14, 0
  br i1 %v15, label %b10, label %b11
b10:
  %v16 = ashr i64 %v9, 1
  %v17 = sitofp i64 %v16 to double
  store double %v17, ptr %F0
  br label %b13
b11:
  %v18 = and i64 %v9, 7
  %v19 = icmp eq i64 %v18, 3
  br label %b20
b20:
  br i1 %v19, label %b21, label %b22, !prof !9
b21:
  %v23 = inttoptr i64 %v9 to ptr
  %v24 = getelementptr i8, ptr %v23, i64 -3
  %v25 = load i64, ptr %v24, align 8, !tbaa !6
  br label %b22
b22:
  %v26 = phi i64 [ 0, %b20 ], [ %v25, %b21 ]
  %v27 = icmp eq i64 %v26, 287
  br i1 %v27, label %b28, label %b12, !prof !9
b28:
  %v29 = inttoptr i64 %v9 to ptr
  %v30 = getelementptr i8, ptr %v29, i64 5
  %v31 = load i64, ptr %v30, align 8, !tbaa !6
  %v32 = bitcast i64 %v31 to double
  store double %v32, ptr %F0
  br label %b13
b13:
  store double 0x4000000000000000, ptr %F1
  %v62 = load double, ptr %F0
  %v63 = load double, ptr %F1
  %v64 = fmul double %v62, %v63
  %v65 = bitcast double %v64 to i64
  %v66 = and i64 %v65, 9218868437227405312
  %v67 = icmp eq i64 %v66, 9218868437227405312
  br i1 %v67, label %b68, label %b69, !prof !12
b69:
  store double %v64, ptr %F0
  br label %b70
b70:
  %v104 = load ptr, ptr %E
  %v105 = load ptr, ptr %H
  %v106 = getelementptr i64, ptr %v105, i64 2
  %v107 = icmp ugt ptr %v106, %v104
  br i1 %v107, label %b108, label %b109, !prof !12
b109:
  br label %b110
b110:
  %v140 = load double, ptr %F0
  store double %v140, ptr %D1
  %v141 = getelementptr i64, ptr @T, i64 Cost(0)
  %v142 = load i64, ptr %v141, align 8, !tbaa !8
  %v143 = load i64, ptr %N
  %v144 = sub nsw i64 %v143, %v142
  %v145 = icmp slt i64 %v144, 1
  store i64 %v144, ptr %N
  br i1 %v145, label %b146, label %b147, !prof !12
b147:
  br label %i3u2
i3u2:
  %v178 = load i64, ptr %X0
  %v179 = and i64 %v178, 7
  %v180 = icmp eq i64 %v179, 1
  br i1 %v180, label %b181, label %i13u2
b181:
  %v182 = load i64, ptr %X0
  %v183 = inttoptr i64 %v182 to ptr
  %v184 = getelementptr i8, ptr %v183, i64 7
  %v185 = load i64, ptr %v184, align 8, !tbaa !6
  store i64 %v185, ptr %X0
  %v186 = load double, ptr %D1
  store double %v186, ptr %F0
  store double 0x4000000000000000, ptr %F1
  %v187 = load double, ptr %F0
  %v188 = load double, ptr %F1
  %v189 = fmul double %v187, %v188
  %v190 = bitcast double %v189 to i64
  %v191 = and i64 %v190, 9218868437227405312
  %v192 = icmp eq i64 %v191, 9218868437227405312
  br i1 %v192, label %b193, label %b194, !prof !12
b194:
  store double %v189, ptr %F0
  br label %b195
b195:
  %v229 = load ptr, ptr %E
  %v230 = load ptr, ptr %H
  %v231 = getelementptr i64, ptr %v230, i64 2
  %v232 = icmp ugt ptr %v231, %v229
  br i1 %v232, label %b233, label %b234, !prof !12
b234:
  br label %b235
b235:
  %v265 = load double, ptr %F0
  store double %v265, ptr %D1
  %v266 = getelementptr i64, ptr @T, i64 Cost(0)
  %v267 = load i64, ptr %v266, align 8, !tbaa !8
  %v268 = load i64, ptr %N
  %v269 = sub nsw i64 %v268, %v267
  %v270 = icmp slt i64 %v269, 1
  store i64 %v269, ptr %N
  br i1 %v270, label %b271, label %b272, !prof !12
b272:
  br label %i3u2
i13u2:
  %v303 = load i64, ptr %X0
  %v304 = icmp eq i64 %v303, 29
  br i1 %v304, label %b305, label %i0u2
b305:
  %v306 = load double, ptr %D1
  store double %v306, ptr %D0
  %v310 = load ptr, ptr %E
  %v311 = load ptr, ptr %H
  %v312 = getelementptr i64, ptr %v311, i64 4
  %v313 = icmp ugt ptr %v312, %v310
  br i1 %v313, label %b308, label %b307, !prof !12
b308:
  %v314 = getelementptr i8, ptr %r, i64 room
  %v315 = load ptr, ptr %v314, align 8, !tbaa !7
  %v316 = load ptr, ptr %E
  %v317 = getelementptr i8, ptr %r, i64 stack
  store ptr %v316, ptr %v317, align 8, !tbaa !7
  %v318 = load ptr, ptr %H
  %v319 = call preserve_mostcc i64 %v315(ptr %r, ptr %v318, i64 2) #0
  %v320 = getelementptr i8, ptr %r, i64 heap
  %v321 = load ptr, ptr %v320, align 8, !tbaa !7
  store ptr %v321, ptr %H
  %v322 = inttoptr i64 %v319 to ptr
  br label %b309
b307:
  %v323 = load ptr, ptr %H
  %v324 = getelementptr i64, ptr %v323, i64 2
  store ptr %v324, ptr %H
  br label %b309
b309:
  %v325 = phi ptr [ %v322, %b308 ], [ %v323, %b307 ]
  %v326 = load double, ptr %D0
  %v327 = bitcast double %v326 to i64
  %v328 = getelementptr i64, ptr %v325, i64 0
  store i64 287, ptr %v328, align 8, !tbaa !6
  %v329 = getelementptr i64, ptr %v325, i64 1
  store i64 %v327, ptr %v329, align 8, !tbaa !6
  %v330 = ptrtoint ptr %v325 to i64
  %v331 = or disjoint i64 %v330, 3
  store i64 %v331, ptr %X0
  %v332 = load ptr, ptr %E
  %v333 = load ptr, ptr %v332, align 8, !tbaa !5
  %v334 = load ptr, ptr %E
  %v335 = load ptr, ptr %H
  %v336 = load i64, ptr %N
  %v337 = load i64, ptr %X0
  musttail call preserve_nonecc void %v333(ptr %r, ptr %v334, ptr %v335, i64 %v336, i64 %v337, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0u2:
  %v341 = load ptr, ptr %E
  %v342 = load ptr, ptr %H
  %v343 = getelementptr i64, ptr %v342, i64 4
  %v344 = icmp ugt ptr %v343, %v341
  br i1 %v344, label %b339, label %b338, !prof !12
b339:
  %v345 = getelementptr i8, ptr %r, i64 room
  %v346 = load ptr, ptr %v345, align 8, !tbaa !7
  %v347 = load ptr, ptr %E
  %v348 = getelementptr i8, ptr %r, i64 stack
  store ptr %v347, ptr %v348, align 8, !tbaa !7
  %v349 = load ptr, ptr %H
  %v350 = call preserve_mostcc i64 %v346(ptr %r, ptr %v349, i64 2) #0
  %v351 = getelementptr i8, ptr %r, i64 heap
  %v352 = load ptr, ptr %v351, align 8, !tbaa !7
  store ptr %v352, ptr %H
  %v353 = inttoptr i64 %v350 to ptr
  br label %b340
b338:
  %v354 = load ptr, ptr %H
  %v355 = getelementptr i64, ptr %v354, i64 2
  store ptr %v355, ptr %H
  br label %b340
b340:
  %v356 = phi ptr [ %v353, %b339 ], [ %v354, %b338 ]
  %v357 = load double, ptr %D1
  %v358 = bitcast double %v357 to i64
  %v359 = getelementptr i64, ptr %v356, i64 0
  store i64 287, ptr %v359, align 8, !tbaa !6
  %v360 = getelementptr i64, ptr %v356, i64 1
  store i64 %v358, ptr %v360, align 8, !tbaa !6
  %v361 = ptrtoint ptr %v356 to i64
  %v362 = or disjoint i64 %v361, 3
  store i64 %v362, ptr %X1
  %v363 = load i64, ptr %X0
  %v364 = getelementptr i8, ptr %r, i64 x0
  store i64 %v363, ptr %v364, align 8, !tbaa !7
  %v365 = load i64, ptr %X1
  %v366 = getelementptr i8, ptr %r, i64 x1
  store i64 %v365, ptr %v366, align 8, !tbaa !7
  %v367 = getelementptr i64, ptr @T, i64 Pc(2)
  %v368 = load i64, ptr %v367, align 8, !tbaa !8, !invariant.load !11
  %v369 = load ptr, ptr %E
  %v370 = getelementptr i8, ptr %r, i64 stack
  store ptr %v369, ptr %v370, align 8, !tbaa !7
  %v371 = load ptr, ptr %H
  %v372 = getelementptr i8, ptr %r, i64 heap
  store ptr %v371, ptr %v372, align 8, !tbaa !7
  %v373 = load i64, ptr %N
  %v374 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v373, ptr %v374, align 8, !tbaa !7
  %v375 = getelementptr i8, ptr %r, i64 pc
  store i64 %v368, ptr %v375, align 8, !tbaa !7
  %v376 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v376, align 8, !tbaa !7
  ret void
i13:
  %v377 = load i64, ptr %X0
  %v378 = icmp eq i64 %v377, 29
  br i1 %v378, label %b379, label %i0
b379:
  %v380 = load i64, ptr %X1
  store i64 %v380, ptr %X0
  %v381 = load ptr, ptr %E
  %v382 = load ptr, ptr %v381, align 8, !tbaa !5
  %v383 = load ptr, ptr %E
  %v384 = load ptr, ptr %H
  %v385 = load i64, ptr %N
  %v386 = load i64, ptr %X0
  musttail call preserve_nonecc void %v382(ptr %r, ptr %v383, ptr %v384, i64 %v385, i64 %v386, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v387 = load i64, ptr %X0
  %v388 = getelementptr i8, ptr %r, i64 x0
  store i64 %v387, ptr %v388, align 8, !tbaa !7
  %v389 = load i64, ptr %X1
  %v390 = getelementptr i8, ptr %r, i64 x1
  store i64 %v389, ptr %v390, align 8, !tbaa !7
  %v391 = getelementptr i64, ptr @T, i64 Pc(2)
  %v392 = load i64, ptr %v391, align 8, !tbaa !8, !invariant.load !11
  %v393 = load ptr, ptr %E
  %v394 = getelementptr i8, ptr %r, i64 stack
  store ptr %v393, ptr %v394, align 8, !tbaa !7
  %v395 = load ptr, ptr %H
  %v396 = getelementptr i8, ptr %r, i64 heap
  store ptr %v395, ptr %v396, align 8, !tbaa !7
  %v397 = load i64, ptr %N
  %v398 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v397, ptr %v398, align 8, !tbaa !7
  %v399 = getelementptr i8, ptr %r, i64 pc
  store i64 %v392, ptr %v399, align 8, !tbaa !7
  %v400 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v400, align 8, !tbaa !7
  ret void
b12:
  %v33 = load i64, ptr %X0
  %v34 = getelementptr i8, ptr %r, i64 x0
  store i64 %v33, ptr %v34, align 8, !tbaa !7
  %v35 = load i64, ptr %X1
  %v36 = getelementptr i8, ptr %r, i64 x1
  store i64 %v35, ptr %v36, align 8, !tbaa !7
  %v37 = getelementptr i64, ptr @T, i64 Pc(7)
  %v38 = load i64, ptr %v37, align 8, !tbaa !8, !invariant.load !11
  %v39 = getelementptr i64, ptr @T, i64 Pc(8)
  %v40 = load i64, ptr %v39, align 8, !tbaa !8, !invariant.load !11
  %v41 = getelementptr i8, ptr %r, i64 step
  %v42 = load ptr, ptr %v41, align 8, !tbaa !7
  %v43 = load ptr, ptr %E
  %v44 = load ptr, ptr %H
  %v45 = load i64, ptr %N
  %v46 = call i64 %v42(ptr %r, ptr %v43, ptr %v44, i64 %v45, i64 %v38, i64 %v40) #0
  %v47 = getelementptr i8, ptr %r, i64 stack
  %v48 = load ptr, ptr %v47, align 8, !tbaa !7
  store ptr %v48, ptr %E
  %v49 = getelementptr i8, ptr %r, i64 heap
  %v50 = load ptr, ptr %v49, align 8, !tbaa !7
  store ptr %v50, ptr %H
  %v51 = getelementptr i8, ptr %r, i64 reductions
  %v52 = load i64, ptr %v51, align 8, !tbaa !7
  store i64 %v52, ptr %N
  %v53 = getelementptr i8, ptr %r, i64 x0
  %v54 = load i64, ptr %v53, align 8, !tbaa !7
  store i64 %v54, ptr %X0
  %v55 = getelementptr i8, ptr %r, i64 f0
  %v56 = load double, ptr %v55, align 8, !tbaa !7
  store double %v56, ptr %F0
  %v57 = getelementptr i64, ptr @T, i64 Pc(8)
  %v58 = load i64, ptr %v57, align 8, !tbaa !8
  %v61 = icmp eq i64 %v46, %v58
  br i1 %v61, label %b59, label %b60, !prof !9
b60:
  ret void
b59:
  br label %b13
b68:
  %v71 = load i64, ptr %X0
  %v72 = getelementptr i8, ptr %r, i64 x0
  store i64 %v71, ptr %v72, align 8, !tbaa !7
  %v73 = load double, ptr %F0
  %v74 = getelementptr i8, ptr %r, i64 f0
  store double %v73, ptr %v74, align 8, !tbaa !7
  %v75 = load double, ptr %F1
  %v76 = getelementptr i8, ptr %r, i64 f1
  store double %v75, ptr %v76, align 8, !tbaa !7
  %v77 = getelementptr i64, ptr @T, i64 Pc(9)
  %v78 = load i64, ptr %v77, align 8, !tbaa !8, !invariant.load !11
  %v79 = getelementptr i64, ptr @T, i64 Pc(10)
  %v80 = load i64, ptr %v79, align 8, !tbaa !8, !invariant.load !11
  %v81 = getelementptr i8, ptr %r, i64 step
  %v82 = load ptr, ptr %v81, align 8, !tbaa !7
  %v83 = load ptr, ptr %E
  %v84 = load ptr, ptr %H
  %v85 = load i64, ptr %N
  %v86 = call i64 %v82(ptr %r, ptr %v83, ptr %v84, i64 %v85, i64 %v78, i64 %v80) #0
  %v87 = getelementptr i8, ptr %r, i64 stack
  %v88 = load ptr, ptr %v87, align 8, !tbaa !7
  store ptr %v88, ptr %E
  %v89 = getelementptr i8, ptr %r, i64 heap
  %v90 = load ptr, ptr %v89, align 8, !tbaa !7
  store ptr %v90, ptr %H
  %v91 = getelementptr i8, ptr %r, i64 reductions
  %v92 = load i64, ptr %v91, align 8, !tbaa !7
  store i64 %v92, ptr %N
  %v93 = getelementptr i8, ptr %r, i64 x0
  %v94 = load i64, ptr %v93, align 8, !tbaa !7
  store i64 %v94, ptr %X0
  %v95 = getelementptr i8, ptr %r, i64 f0
  %v96 = load double, ptr %v95, align 8, !tbaa !7
  store double %v96, ptr %F0
  %v97 = getelementptr i8, ptr %r, i64 f1
  %v98 = load double, ptr %v97, align 8, !tbaa !7
  store double %v98, ptr %F1
  %v99 = getelementptr i64, ptr @T, i64 Pc(10)
  %v100 = load i64, ptr %v99, align 8, !tbaa !8
  %v103 = icmp eq i64 %v86, %v100
  br i1 %v103, label %b101, label %b102, !prof !9
b102:
  ret void
b101:
  br label %b70
b108:
  %v111 = load i64, ptr %X0
  %v112 = getelementptr i8, ptr %r, i64 x0
  store i64 %v111, ptr %v112, align 8, !tbaa !7
  %v113 = load double, ptr %F0
  %v114 = getelementptr i8, ptr %r, i64 f0
  store double %v113, ptr %v114, align 8, !tbaa !7
  %v115 = getelementptr i64, ptr @T, i64 Pc(10)
  %v116 = load i64, ptr %v115, align 8, !tbaa !8, !invariant.load !11
  %v117 = getelementptr i64, ptr @T, i64 Pc(11)
  %v118 = load i64, ptr %v117, align 8, !tbaa !8, !invariant.load !11
  %v119 = getelementptr i8, ptr %r, i64 step
  %v120 = load ptr, ptr %v119, align 8, !tbaa !7
  %v121 = load ptr, ptr %E
  %v122 = load ptr, ptr %H
  %v123 = load i64, ptr %N
  %v124 = call i64 %v120(ptr %r, ptr %v121, ptr %v122, i64 %v123, i64 %v116, i64 %v118) #0
  %v125 = getelementptr i8, ptr %r, i64 stack
  %v126 = load ptr, ptr %v125, align 8, !tbaa !7
  store ptr %v126, ptr %E
  %v127 = getelementptr i8, ptr %r, i64 heap
  %v128 = load ptr, ptr %v127, align 8, !tbaa !7
  store ptr %v128, ptr %H
  %v129 = getelementptr i8, ptr %r, i64 reductions
  %v130 = load i64, ptr %v129, align 8, !tbaa !7
  store i64 %v130, ptr %N
  %v131 = getelementptr i8, ptr %r, i64 x0
  %v132 = load i64, ptr %v131, align 8, !tbaa !7
  store i64 %v132, ptr %X0
  %v133 = getelementptr i8, ptr %r, i64 f0
  %v134 = load double, ptr %v133, align 8, !tbaa !7
  store double %v134, ptr %F0
  %v135 = getelementptr i64, ptr @T, i64 Pc(11)
  %v136 = load i64, ptr %v135, align 8, !tbaa !8
  %v139 = icmp eq i64 %v124, %v136
  br i1 %v139, label %b137, label %b138, !prof !9
b138:
  ret void
b137:
  br label %b110
b146:
  %v151 = load ptr, ptr %E
  %v152 = load ptr, ptr %H
  %v153 = getelementptr i64, ptr %v152, i64 4
  %v154 = icmp ugt ptr %v153, %v151
  br i1 %v154, label %b149, label %b148, !prof !12
b149:
  %v155 = getelementptr i8, ptr %r, i64 room
  %v156 = load ptr, ptr %v155, align 8, !tbaa !7
  %v157 = load ptr, ptr %E
  %v158 = getelementptr i8, ptr %r, i64 stack
  store ptr %v157, ptr %v158, align 8, !tbaa !7
  %v159 = load ptr, ptr %H
  %v160 = call preserve_mostcc i64 %v156(ptr %r, ptr %v159, i64 2) #0
  %v161 = getelementptr i8, ptr %r, i64 heap
  %v162 = load ptr, ptr %v161, align 8, !tbaa !7
  store ptr %v162, ptr %H
  %v163 = inttoptr i64 %v160 to ptr
  br label %b150
b148:
  %v164 = load ptr, ptr %H
  %v165 = getelementptr i64, ptr %v164, i64 2
  store ptr %v165, ptr %H
  br label %b150
b150:
  %v166 = phi ptr [ %v163, %b149 ], [ %v164, %b148 ]
  %v167 = load double, ptr %D1
  %v168 = bitcast double %v167 to i64
  %v169 = getelementptr i64, ptr %v166, i64 0
  store i64 287, ptr %v169, align 8, !tbaa !6
  %v170 = getelementptr i64, ptr %v166, i64 1
  store i64 %v168, ptr %v170, align 8, !tbaa !6
  %v171 = ptrtoint ptr %v166 to i64
  %v172 = or disjoint i64 %v171, 3
  store i64 %v172, ptr %X1
  %v173 = load ptr, ptr %E
  %v174 = load ptr, ptr %H
  %v175 = load i64, ptr %N
  %v176 = load i64, ptr %X0
  %v177 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v173, ptr %v174, i64 %v175, i64 %v176, i64 %v177, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b193:
  %v196 = load i64, ptr %X0
  %v197 = getelementptr i8, ptr %r, i64 x0
  store i64 %v196, ptr %v197, align 8, !tbaa !7
  %v198 = load double, ptr %F0
  %v199 = getelementptr i8, ptr %r, i64 f0
  store double %v198, ptr %v199, align 8, !tbaa !7
  %v200 = load double, ptr %F1
  %v201 = getelementptr i8, ptr %r, i64 f1
  store double %v200, ptr %v201, align 8, !tbaa !7
  %v202 = getelementptr i64, ptr @T, i64 Pc(9)
  %v203 = load i64, ptr %v202, align 8, !tbaa !8, !invariant.load !11
  %v204 = getelementptr i64, ptr @T, i64 Pc(10)
  %v205 = load i64, ptr %v204, align 8, !tbaa !8, !invariant.load !11
  %v206 = getelementptr i8, ptr %r, i64 step
  %v207 = load ptr, ptr %v206, align 8, !tbaa !7
  %v208 = load ptr, ptr %E
  %v209 = load ptr, ptr %H
  %v210 = load i64, ptr %N
  %v211 = call i64 %v207(ptr %r, ptr %v208, ptr %v209, i64 %v210, i64 %v203, i64 %v205) #0
  %v212 = getelementptr i8, ptr %r, i64 stack
  %v213 = load ptr, ptr %v212, align 8, !tbaa !7
  store ptr %v213, ptr %E
  %v214 = getelementptr i8, ptr %r, i64 heap
  %v215 = load ptr, ptr %v214, align 8, !tbaa !7
  store ptr %v215, ptr %H
  %v216 = getelementptr i8, ptr %r, i64 reductions
  %v217 = load i64, ptr %v216, align 8, !tbaa !7
  store i64 %v217, ptr %N
  %v218 = getelementptr i8, ptr %r, i64 x0
  %v219 = load i64, ptr %v218, align 8, !tbaa !7
  store i64 %v219, ptr %X0
  %v220 = getelementptr i8, ptr %r, i64 f0
  %v221 = load double, ptr %v220, align 8, !tbaa !7
  store double %v221, ptr %F0
  %v222 = getelementptr i8, ptr %r, i64 f1
  %v223 = load double, ptr %v222, align 8, !tbaa !7
  store double %v223, ptr %F1
  %v224 = getelementptr i64, ptr @T, i64 Pc(10)
  %v225 = load i64, ptr %v224, align 8, !tbaa !8
  %v228 = icmp eq i64 %v211, %v225
  br i1 %v228, label %b226, label %b227, !prof !9
b227:
  ret void
b226:
  br label %b195
b233:
  %v236 = load i64, ptr %X0
  %v237 = getelementptr i8, ptr %r, i64 x0
  store i64 %v236, ptr %v237, align 8, !tbaa !7
  %v238 = load double, ptr %F0
  %v239 = getelementptr i8, ptr %r, i64 f0
  store double %v238, ptr %v239, align 8, !tbaa !7
  %v240 = getelementptr i64, ptr @T, i64 Pc(10)
  %v241 = load i64, ptr %v240, align 8, !tbaa !8, !invariant.load !11
  %v242 = getelementptr i64, ptr @T, i64 Pc(11)
  %v243 = load i64, ptr %v242, align 8, !tbaa !8, !invariant.load !11
  %v244 = getelementptr i8, ptr %r, i64 step
  %v245 = load ptr, ptr %v244, align 8, !tbaa !7
  %v246 = load ptr, ptr %E
  %v247 = load ptr, ptr %H
  %v248 = load i64, ptr %N
  %v249 = call i64 %v245(ptr %r, ptr %v246, ptr %v247, i64 %v248, i64 %v241, i64 %v243) #0
  %v250 = getelementptr i8, ptr %r, i64 stack
  %v251 = load ptr, ptr %v250, align 8, !tbaa !7
  store ptr %v251, ptr %E
  %v252 = getelementptr i8, ptr %r, i64 heap
  %v253 = load ptr, ptr %v252, align 8, !tbaa !7
  store ptr %v253, ptr %H
  %v254 = getelementptr i8, ptr %r, i64 reductions
  %v255 = load i64, ptr %v254, align 8, !tbaa !7
  store i64 %v255, ptr %N
  %v256 = getelementptr i8, ptr %r, i64 x0
  %v257 = load i64, ptr %v256, align 8, !tbaa !7
  store i64 %v257, ptr %X0
  %v258 = getelementptr i8, ptr %r, i64 f0
  %v259 = load double, ptr %v258, align 8, !tbaa !7
  store double %v259, ptr %F0
  %v260 = getelementptr i64, ptr @T, i64 Pc(11)
  %v261 = load i64, ptr %v260, align 8, !tbaa !8
  %v264 = icmp eq i64 %v249, %v261
  br i1 %v264, label %b262, label %b263, !prof !9
b263:
  ret void
b262:
  br label %b235
b271:
  %v276 = load ptr, ptr %E
  %v277 = load ptr, ptr %H
  %v278 = getelementptr i64, ptr %v277, i64 4
  %v279 = icmp ugt ptr %v278, %v276
  br i1 %v279, label %b274, label %b273, !prof !12
b274:
  %v280 = getelementptr i8, ptr %r, i64 room
  %v281 = load ptr, ptr %v280, align 8, !tbaa !7
  %v282 = load ptr, ptr %E
  %v283 = getelementptr i8, ptr %r, i64 stack
  store ptr %v282, ptr %v283, align 8, !tbaa !7
  %v284 = load ptr, ptr %H
  %v285 = call preserve_mostcc i64 %v281(ptr %r, ptr %v284, i64 2) #0
  %v286 = getelementptr i8, ptr %r, i64 heap
  %v287 = load ptr, ptr %v286, align 8, !tbaa !7
  store ptr %v287, ptr %H
  %v288 = inttoptr i64 %v285 to ptr
  br label %b275
b273:
  %v289 = load ptr, ptr %H
  %v290 = getelementptr i64, ptr %v289, i64 2
  store ptr %v290, ptr %H
  br label %b275
b275:
  %v291 = phi ptr [ %v288, %b274 ], [ %v289, %b273 ]
  %v292 = load double, ptr %D1
  %v293 = bitcast double %v292 to i64
  %v294 = getelementptr i64, ptr %v291, i64 0
  store i64 287, ptr %v294, align 8, !tbaa !6
  %v295 = getelementptr i64, ptr %v291, i64 1
  store i64 %v293, ptr %v295, align 8, !tbaa !6
  %v296 = ptrtoint ptr %v291 to i64
  %v297 = or disjoint i64 %v296, 3
  store i64 %v297, ptr %X1
  %v298 = load ptr, ptr %E
  %v299 = load ptr, ptr %H
  %v300 = load i64, ptr %N
  %v301 = load i64, ptr %X0
  %v302 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v298, ptr %v299, i64 %v300, i64 %v301, i64 %v302, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
