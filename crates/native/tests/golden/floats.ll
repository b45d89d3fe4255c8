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
  %v106 = ptrtoint ptr %v104 to i64
  %v107 = ptrtoint ptr %v105 to i64
  %v108 = sub i64 %v106, %v107
  %v109 = icmp ult i64 %v108, 16
  br i1 %v109, label %b110, label %b111, !prof !12
b111:
  br label %b112
b112:
  %v142 = load double, ptr %F0
  store double %v142, ptr %D1
  %v143 = getelementptr i64, ptr @T, i64 Cost(0)
  %v144 = load i64, ptr %v143, align 8, !tbaa !8
  %v145 = load i64, ptr %N
  %v146 = sub nsw i64 %v145, %v144
  %v147 = icmp slt i64 %v146, 1
  store i64 %v146, ptr %N
  br i1 %v147, label %b148, label %b149, !prof !12
b149:
  br label %i3u2
i3u2:
  %v182 = load i64, ptr %X0
  %v183 = and i64 %v182, 7
  %v184 = icmp eq i64 %v183, 1
  br i1 %v184, label %b185, label %i13u2
b185:
  %v186 = load i64, ptr %X0
  %v187 = inttoptr i64 %v186 to ptr
  %v188 = getelementptr i8, ptr %v187, i64 7
  %v189 = load i64, ptr %v188, align 8, !tbaa !6
  store i64 %v189, ptr %X0
  %v190 = load double, ptr %D1
  store double %v190, ptr %F0
  store double 0x4000000000000000, ptr %F1
  %v191 = load double, ptr %F0
  %v192 = load double, ptr %F1
  %v193 = fmul double %v191, %v192
  %v194 = bitcast double %v193 to i64
  %v195 = and i64 %v194, 9218868437227405312
  %v196 = icmp eq i64 %v195, 9218868437227405312
  br i1 %v196, label %b197, label %b198, !prof !12
b198:
  store double %v193, ptr %F0
  br label %b199
b199:
  %v233 = load ptr, ptr %E
  %v234 = load ptr, ptr %H
  %v235 = ptrtoint ptr %v233 to i64
  %v236 = ptrtoint ptr %v234 to i64
  %v237 = sub i64 %v235, %v236
  %v238 = icmp ult i64 %v237, 16
  br i1 %v238, label %b239, label %b240, !prof !12
b240:
  br label %b241
b241:
  %v271 = load double, ptr %F0
  store double %v271, ptr %D1
  %v272 = getelementptr i64, ptr @T, i64 Cost(0)
  %v273 = load i64, ptr %v272, align 8, !tbaa !8
  %v274 = load i64, ptr %N
  %v275 = sub nsw i64 %v274, %v273
  %v276 = icmp slt i64 %v275, 1
  store i64 %v275, ptr %N
  br i1 %v276, label %b277, label %b278, !prof !12
b278:
  br label %i3u2
i13u2:
  %v311 = load i64, ptr %X0
  %v312 = icmp eq i64 %v311, 29
  br i1 %v312, label %b313, label %i0u2
b313:
  %v314 = load double, ptr %D1
  store double %v314, ptr %D0
  %v318 = load ptr, ptr %E
  %v319 = load ptr, ptr %H
  %v320 = ptrtoint ptr %v318 to i64
  %v321 = ptrtoint ptr %v319 to i64
  %v322 = sub i64 %v320, %v321
  %v323 = icmp ult i64 %v322, 32
  br i1 %v323, label %b316, label %b315, !prof !12
b316:
  %v324 = getelementptr i8, ptr %r, i64 room
  %v325 = load ptr, ptr %v324, align 8, !tbaa !7
  %v326 = load ptr, ptr %E
  %v327 = getelementptr i8, ptr %r, i64 stack
  store ptr %v326, ptr %v327, align 8, !tbaa !7
  %v328 = load ptr, ptr %H
  %v329 = call preserve_mostcc i64 %v325(ptr %r, ptr %v328, i64 2) #0
  %v330 = getelementptr i8, ptr %r, i64 heap
  %v331 = load ptr, ptr %v330, align 8, !tbaa !7
  store ptr %v331, ptr %H
  %v332 = inttoptr i64 %v329 to ptr
  br label %b317
b315:
  %v333 = load ptr, ptr %H
  %v334 = getelementptr i64, ptr %v333, i64 2
  store ptr %v334, ptr %H
  br label %b317
b317:
  %v335 = phi ptr [ %v332, %b316 ], [ %v333, %b315 ]
  %v336 = load double, ptr %D0
  %v337 = bitcast double %v336 to i64
  %v338 = getelementptr i64, ptr %v335, i64 0
  store i64 287, ptr %v338, align 8, !tbaa !6
  %v339 = getelementptr i64, ptr %v335, i64 1
  store i64 %v337, ptr %v339, align 8, !tbaa !6
  %v340 = ptrtoint ptr %v335 to i64
  %v341 = or disjoint i64 %v340, 3
  store i64 %v341, ptr %X0
  %v342 = load ptr, ptr %E
  %v343 = load ptr, ptr %v342, align 8, !tbaa !5
  %v344 = load ptr, ptr %E
  %v345 = load ptr, ptr %H
  %v346 = load i64, ptr %N
  %v347 = load i64, ptr %X0
  musttail call preserve_nonecc void %v343(ptr %r, ptr %v344, ptr %v345, i64 %v346, i64 %v347, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0u2:
  %v351 = load ptr, ptr %E
  %v352 = load ptr, ptr %H
  %v353 = ptrtoint ptr %v351 to i64
  %v354 = ptrtoint ptr %v352 to i64
  %v355 = sub i64 %v353, %v354
  %v356 = icmp ult i64 %v355, 32
  br i1 %v356, label %b349, label %b348, !prof !12
b349:
  %v357 = getelementptr i8, ptr %r, i64 room
  %v358 = load ptr, ptr %v357, align 8, !tbaa !7
  %v359 = load ptr, ptr %E
  %v360 = getelementptr i8, ptr %r, i64 stack
  store ptr %v359, ptr %v360, align 8, !tbaa !7
  %v361 = load ptr, ptr %H
  %v362 = call preserve_mostcc i64 %v358(ptr %r, ptr %v361, i64 2) #0
  %v363 = getelementptr i8, ptr %r, i64 heap
  %v364 = load ptr, ptr %v363, align 8, !tbaa !7
  store ptr %v364, ptr %H
  %v365 = inttoptr i64 %v362 to ptr
  br label %b350
b348:
  %v366 = load ptr, ptr %H
  %v367 = getelementptr i64, ptr %v366, i64 2
  store ptr %v367, ptr %H
  br label %b350
b350:
  %v368 = phi ptr [ %v365, %b349 ], [ %v366, %b348 ]
  %v369 = load double, ptr %D1
  %v370 = bitcast double %v369 to i64
  %v371 = getelementptr i64, ptr %v368, i64 0
  store i64 287, ptr %v371, align 8, !tbaa !6
  %v372 = getelementptr i64, ptr %v368, i64 1
  store i64 %v370, ptr %v372, align 8, !tbaa !6
  %v373 = ptrtoint ptr %v368 to i64
  %v374 = or disjoint i64 %v373, 3
  store i64 %v374, ptr %X1
  %v375 = load i64, ptr %X0
  %v376 = getelementptr i8, ptr %r, i64 x0
  store i64 %v375, ptr %v376, align 8, !tbaa !7
  %v377 = load i64, ptr %X1
  %v378 = getelementptr i8, ptr %r, i64 x1
  store i64 %v377, ptr %v378, align 8, !tbaa !7
  %v379 = getelementptr i64, ptr @T, i64 Pc(2)
  %v380 = load i64, ptr %v379, align 8, !tbaa !8, !invariant.load !11
  %v381 = load ptr, ptr %E
  %v382 = getelementptr i8, ptr %r, i64 stack
  store ptr %v381, ptr %v382, align 8, !tbaa !7
  %v383 = load ptr, ptr %H
  %v384 = getelementptr i8, ptr %r, i64 heap
  store ptr %v383, ptr %v384, align 8, !tbaa !7
  %v385 = load i64, ptr %N
  %v386 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v385, ptr %v386, align 8, !tbaa !7
  %v387 = getelementptr i8, ptr %r, i64 pc
  store i64 %v380, ptr %v387, align 8, !tbaa !7
  %v388 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v388, align 8, !tbaa !7
  ret void
i13:
  %v389 = load i64, ptr %X0
  %v390 = icmp eq i64 %v389, 29
  br i1 %v390, label %b391, label %i0
b391:
  %v392 = load i64, ptr %X1
  store i64 %v392, ptr %X0
  %v393 = load ptr, ptr %E
  %v394 = load ptr, ptr %v393, align 8, !tbaa !5
  %v395 = load ptr, ptr %E
  %v396 = load ptr, ptr %H
  %v397 = load i64, ptr %N
  %v398 = load i64, ptr %X0
  musttail call preserve_nonecc void %v394(ptr %r, ptr %v395, ptr %v396, i64 %v397, i64 %v398, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v399 = load i64, ptr %X0
  %v400 = getelementptr i8, ptr %r, i64 x0
  store i64 %v399, ptr %v400, align 8, !tbaa !7
  %v401 = load i64, ptr %X1
  %v402 = getelementptr i8, ptr %r, i64 x1
  store i64 %v401, ptr %v402, align 8, !tbaa !7
  %v403 = getelementptr i64, ptr @T, i64 Pc(2)
  %v404 = load i64, ptr %v403, align 8, !tbaa !8, !invariant.load !11
  %v405 = load ptr, ptr %E
  %v406 = getelementptr i8, ptr %r, i64 stack
  store ptr %v405, ptr %v406, align 8, !tbaa !7
  %v407 = load ptr, ptr %H
  %v408 = getelementptr i8, ptr %r, i64 heap
  store ptr %v407, ptr %v408, align 8, !tbaa !7
  %v409 = load i64, ptr %N
  %v410 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v409, ptr %v410, align 8, !tbaa !7
  %v411 = getelementptr i8, ptr %r, i64 pc
  store i64 %v404, ptr %v411, align 8, !tbaa !7
  %v412 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v412, align 8, !tbaa !7
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
b110:
  %v113 = load i64, ptr %X0
  %v114 = getelementptr i8, ptr %r, i64 x0
  store i64 %v113, ptr %v114, align 8, !tbaa !7
  %v115 = load double, ptr %F0
  %v116 = getelementptr i8, ptr %r, i64 f0
  store double %v115, ptr %v116, align 8, !tbaa !7
  %v117 = getelementptr i64, ptr @T, i64 Pc(10)
  %v118 = load i64, ptr %v117, align 8, !tbaa !8, !invariant.load !11
  %v119 = getelementptr i64, ptr @T, i64 Pc(11)
  %v120 = load i64, ptr %v119, align 8, !tbaa !8, !invariant.load !11
  %v121 = getelementptr i8, ptr %r, i64 step
  %v122 = load ptr, ptr %v121, align 8, !tbaa !7
  %v123 = load ptr, ptr %E
  %v124 = load ptr, ptr %H
  %v125 = load i64, ptr %N
  %v126 = call i64 %v122(ptr %r, ptr %v123, ptr %v124, i64 %v125, i64 %v118, i64 %v120) #0
  %v127 = getelementptr i8, ptr %r, i64 stack
  %v128 = load ptr, ptr %v127, align 8, !tbaa !7
  store ptr %v128, ptr %E
  %v129 = getelementptr i8, ptr %r, i64 heap
  %v130 = load ptr, ptr %v129, align 8, !tbaa !7
  store ptr %v130, ptr %H
  %v131 = getelementptr i8, ptr %r, i64 reductions
  %v132 = load i64, ptr %v131, align 8, !tbaa !7
  store i64 %v132, ptr %N
  %v133 = getelementptr i8, ptr %r, i64 x0
  %v134 = load i64, ptr %v133, align 8, !tbaa !7
  store i64 %v134, ptr %X0
  %v135 = getelementptr i8, ptr %r, i64 f0
  %v136 = load double, ptr %v135, align 8, !tbaa !7
  store double %v136, ptr %F0
  %v137 = getelementptr i64, ptr @T, i64 Pc(11)
  %v138 = load i64, ptr %v137, align 8, !tbaa !8
  %v141 = icmp eq i64 %v126, %v138
  br i1 %v141, label %b139, label %b140, !prof !9
b140:
  ret void
b139:
  br label %b112
b148:
  %v153 = load ptr, ptr %E
  %v154 = load ptr, ptr %H
  %v155 = ptrtoint ptr %v153 to i64
  %v156 = ptrtoint ptr %v154 to i64
  %v157 = sub i64 %v155, %v156
  %v158 = icmp ult i64 %v157, 32
  br i1 %v158, label %b151, label %b150, !prof !12
b151:
  %v159 = getelementptr i8, ptr %r, i64 room
  %v160 = load ptr, ptr %v159, align 8, !tbaa !7
  %v161 = load ptr, ptr %E
  %v162 = getelementptr i8, ptr %r, i64 stack
  store ptr %v161, ptr %v162, align 8, !tbaa !7
  %v163 = load ptr, ptr %H
  %v164 = call preserve_mostcc i64 %v160(ptr %r, ptr %v163, i64 2) #0
  %v165 = getelementptr i8, ptr %r, i64 heap
  %v166 = load ptr, ptr %v165, align 8, !tbaa !7
  store ptr %v166, ptr %H
  %v167 = inttoptr i64 %v164 to ptr
  br label %b152
b150:
  %v168 = load ptr, ptr %H
  %v169 = getelementptr i64, ptr %v168, i64 2
  store ptr %v169, ptr %H
  br label %b152
b152:
  %v170 = phi ptr [ %v167, %b151 ], [ %v168, %b150 ]
  %v171 = load double, ptr %D1
  %v172 = bitcast double %v171 to i64
  %v173 = getelementptr i64, ptr %v170, i64 0
  store i64 287, ptr %v173, align 8, !tbaa !6
  %v174 = getelementptr i64, ptr %v170, i64 1
  store i64 %v172, ptr %v174, align 8, !tbaa !6
  %v175 = ptrtoint ptr %v170 to i64
  %v176 = or disjoint i64 %v175, 3
  store i64 %v176, ptr %X1
  %v177 = load ptr, ptr %E
  %v178 = load ptr, ptr %H
  %v179 = load i64, ptr %N
  %v180 = load i64, ptr %X0
  %v181 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v177, ptr %v178, i64 %v179, i64 %v180, i64 %v181, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b197:
  %v200 = load i64, ptr %X0
  %v201 = getelementptr i8, ptr %r, i64 x0
  store i64 %v200, ptr %v201, align 8, !tbaa !7
  %v202 = load double, ptr %F0
  %v203 = getelementptr i8, ptr %r, i64 f0
  store double %v202, ptr %v203, align 8, !tbaa !7
  %v204 = load double, ptr %F1
  %v205 = getelementptr i8, ptr %r, i64 f1
  store double %v204, ptr %v205, align 8, !tbaa !7
  %v206 = getelementptr i64, ptr @T, i64 Pc(9)
  %v207 = load i64, ptr %v206, align 8, !tbaa !8, !invariant.load !11
  %v208 = getelementptr i64, ptr @T, i64 Pc(10)
  %v209 = load i64, ptr %v208, align 8, !tbaa !8, !invariant.load !11
  %v210 = getelementptr i8, ptr %r, i64 step
  %v211 = load ptr, ptr %v210, align 8, !tbaa !7
  %v212 = load ptr, ptr %E
  %v213 = load ptr, ptr %H
  %v214 = load i64, ptr %N
  %v215 = call i64 %v211(ptr %r, ptr %v212, ptr %v213, i64 %v214, i64 %v207, i64 %v209) #0
  %v216 = getelementptr i8, ptr %r, i64 stack
  %v217 = load ptr, ptr %v216, align 8, !tbaa !7
  store ptr %v217, ptr %E
  %v218 = getelementptr i8, ptr %r, i64 heap
  %v219 = load ptr, ptr %v218, align 8, !tbaa !7
  store ptr %v219, ptr %H
  %v220 = getelementptr i8, ptr %r, i64 reductions
  %v221 = load i64, ptr %v220, align 8, !tbaa !7
  store i64 %v221, ptr %N
  %v222 = getelementptr i8, ptr %r, i64 x0
  %v223 = load i64, ptr %v222, align 8, !tbaa !7
  store i64 %v223, ptr %X0
  %v224 = getelementptr i8, ptr %r, i64 f0
  %v225 = load double, ptr %v224, align 8, !tbaa !7
  store double %v225, ptr %F0
  %v226 = getelementptr i8, ptr %r, i64 f1
  %v227 = load double, ptr %v226, align 8, !tbaa !7
  store double %v227, ptr %F1
  %v228 = getelementptr i64, ptr @T, i64 Pc(10)
  %v229 = load i64, ptr %v228, align 8, !tbaa !8
  %v232 = icmp eq i64 %v215, %v229
  br i1 %v232, label %b230, label %b231, !prof !9
b231:
  ret void
b230:
  br label %b199
b239:
  %v242 = load i64, ptr %X0
  %v243 = getelementptr i8, ptr %r, i64 x0
  store i64 %v242, ptr %v243, align 8, !tbaa !7
  %v244 = load double, ptr %F0
  %v245 = getelementptr i8, ptr %r, i64 f0
  store double %v244, ptr %v245, align 8, !tbaa !7
  %v246 = getelementptr i64, ptr @T, i64 Pc(10)
  %v247 = load i64, ptr %v246, align 8, !tbaa !8, !invariant.load !11
  %v248 = getelementptr i64, ptr @T, i64 Pc(11)
  %v249 = load i64, ptr %v248, align 8, !tbaa !8, !invariant.load !11
  %v250 = getelementptr i8, ptr %r, i64 step
  %v251 = load ptr, ptr %v250, align 8, !tbaa !7
  %v252 = load ptr, ptr %E
  %v253 = load ptr, ptr %H
  %v254 = load i64, ptr %N
  %v255 = call i64 %v251(ptr %r, ptr %v252, ptr %v253, i64 %v254, i64 %v247, i64 %v249) #0
  %v256 = getelementptr i8, ptr %r, i64 stack
  %v257 = load ptr, ptr %v256, align 8, !tbaa !7
  store ptr %v257, ptr %E
  %v258 = getelementptr i8, ptr %r, i64 heap
  %v259 = load ptr, ptr %v258, align 8, !tbaa !7
  store ptr %v259, ptr %H
  %v260 = getelementptr i8, ptr %r, i64 reductions
  %v261 = load i64, ptr %v260, align 8, !tbaa !7
  store i64 %v261, ptr %N
  %v262 = getelementptr i8, ptr %r, i64 x0
  %v263 = load i64, ptr %v262, align 8, !tbaa !7
  store i64 %v263, ptr %X0
  %v264 = getelementptr i8, ptr %r, i64 f0
  %v265 = load double, ptr %v264, align 8, !tbaa !7
  store double %v265, ptr %F0
  %v266 = getelementptr i64, ptr @T, i64 Pc(11)
  %v267 = load i64, ptr %v266, align 8, !tbaa !8
  %v270 = icmp eq i64 %v255, %v267
  br i1 %v270, label %b268, label %b269, !prof !9
b269:
  ret void
b268:
  br label %b241
b277:
  %v282 = load ptr, ptr %E
  %v283 = load ptr, ptr %H
  %v284 = ptrtoint ptr %v282 to i64
  %v285 = ptrtoint ptr %v283 to i64
  %v286 = sub i64 %v284, %v285
  %v287 = icmp ult i64 %v286, 32
  br i1 %v287, label %b280, label %b279, !prof !12
b280:
  %v288 = getelementptr i8, ptr %r, i64 room
  %v289 = load ptr, ptr %v288, align 8, !tbaa !7
  %v290 = load ptr, ptr %E
  %v291 = getelementptr i8, ptr %r, i64 stack
  store ptr %v290, ptr %v291, align 8, !tbaa !7
  %v292 = load ptr, ptr %H
  %v293 = call preserve_mostcc i64 %v289(ptr %r, ptr %v292, i64 2) #0
  %v294 = getelementptr i8, ptr %r, i64 heap
  %v295 = load ptr, ptr %v294, align 8, !tbaa !7
  store ptr %v295, ptr %H
  %v296 = inttoptr i64 %v293 to ptr
  br label %b281
b279:
  %v297 = load ptr, ptr %H
  %v298 = getelementptr i64, ptr %v297, i64 2
  store ptr %v298, ptr %H
  br label %b281
b281:
  %v299 = phi ptr [ %v296, %b280 ], [ %v297, %b279 ]
  %v300 = load double, ptr %D1
  %v301 = bitcast double %v300 to i64
  %v302 = getelementptr i64, ptr %v299, i64 0
  store i64 287, ptr %v302, align 8, !tbaa !6
  %v303 = getelementptr i64, ptr %v299, i64 1
  store i64 %v301, ptr %v303, align 8, !tbaa !6
  %v304 = ptrtoint ptr %v299 to i64
  %v305 = or disjoint i64 %v304, 3
  store i64 %v305, ptr %X1
  %v306 = load ptr, ptr %E
  %v307 = load ptr, ptr %H
  %v308 = load i64, ptr %N
  %v309 = load i64, ptr %X0
  %v310 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v306, ptr %v307, i64 %v308, i64 %v309, i64 %v310, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
