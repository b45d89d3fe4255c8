; Functions that call each other last are a loop, in which a position stays in a register.

; words/2
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
  %P0 = alloca i64
  %P2 = alloca i64
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
  %v3 = icmp eq i64 %v2, 3
  br label %b4
b4:
  br i1 %v3, label %b5, label %b6, !prof !9
b5:
  %v7 = inttoptr i64 %v1 to ptr
  %v8 = getelementptr i8, ptr %v7, i64 -3
  %v9 = load i64, ptr %v8, align 8, !tbaa !6
  br label %b6
b6:
  %v10 = phi i64 [ 0, %b4 ], [ %v9, %b5 ]
  %v11 = icmp eq i64 %v10, 1103
  br i1 %v11, label %b12, label %b13
b12:
  store i64 %v1, ptr %X2
  br label %b14
b13:
  br label %b15
b15:
  %v17 = load ptr, ptr %E
  %v18 = load ptr, ptr %H
  %v19 = getelementptr i64, ptr %v18, i64 5
  %v20 = icmp ugt ptr %v19, %v17
  br i1 %v20, label %b16, label %b21, !prof !12
b21:
  %v44 = load i64, ptr %X0
  %v45 = and i64 %v44, 7
  %v46 = icmp eq i64 %v45, 3
  br label %b47
b47:
  br i1 %v46, label %b48, label %b49, !prof !9
b48:
  %v50 = inttoptr i64 %v44 to ptr
  %v51 = getelementptr i8, ptr %v50, i64 -3
  %v52 = load i64, ptr %v51, align 8, !tbaa !6
  br label %b49
b49:
  %v53 = phi i64 [ 0, %b47 ], [ %v52, %b48 ]
  %v57 = and i64 %v53, 255
  switch i64 %v57, label %i0 [ i64 55, label %b54 i64 63, label %b55 i64 71, label %b56 ]
b54:
  %v60 = add i64 %v44, 13
  br label %b58
b55:
  %v61 = inttoptr i64 %v44 to ptr
  %v62 = getelementptr i8, ptr %v61, i64 13
  %v63 = load i64, ptr %v62, align 8, !tbaa !6
  %v64 = add i64 %v63, 24
  br label %b58
b58:
  %v65 = phi i64 [ %v60, %b54 ], [ %v64, %b55 ]
  %v66 = inttoptr i64 %v44 to ptr
  %v67 = getelementptr i8, ptr %v66, i64 5
  %v68 = load i64, ptr %v67, align 8, !tbaa !6
  %v69 = shl i64 %v68, 3
  br label %b59
b56:
  %v70 = inttoptr i64 %v44 to ptr
  %v71 = getelementptr i8, ptr %v70, i64 5
  %v72 = load i64, ptr %v71, align 8, !tbaa !6
  %v73 = inttoptr i64 %v44 to ptr
  %v74 = getelementptr i8, ptr %v73, i64 13
  %v75 = load i64, ptr %v74, align 8, !tbaa !6
  %v76 = inttoptr i64 %v44 to ptr
  %v77 = getelementptr i8, ptr %v76, i64 21
  %v78 = load i64, ptr %v77, align 8, !tbaa !6
  %v79 = add i64 %v75, %v78
  %v80 = inttoptr i64 %v72 to ptr
  %v81 = getelementptr i8, ptr %v80, i64 -3
  %v82 = load i64, ptr %v81, align 8, !tbaa !6
  %v83 = and i64 %v82, 255
  %v84 = icmp eq i64 %v83, 55
  br i1 %v84, label %b85, label %b86
b85:
  %v88 = add i64 %v72, 13
  br label %b87
b86:
  %v89 = inttoptr i64 %v72 to ptr
  %v90 = getelementptr i8, ptr %v89, i64 13
  %v91 = load i64, ptr %v90, align 8, !tbaa !6
  %v92 = add i64 %v91, 24
  br label %b87
b87:
  %v93 = phi i64 [ %v88, %b85 ], [ %v92, %b86 ]
  br label %b94
b94:
  br label %b59
b59:
  %v95 = phi i64 [ %v44, %b58 ], [ %v72, %b94 ]
  %v96 = phi i64 [ 0, %b58 ], [ %v75, %b94 ]
  %v97 = phi i64 [ %v69, %b58 ], [ %v79, %b94 ]
  %v98 = phi i64 [ %v65, %b58 ], [ %v93, %b94 ]
  %v99 = load ptr, ptr %H
  %v100 = getelementptr i64, ptr %v99, i64 0
  store i64 1103, ptr %v100, align 8, !tbaa !6
  %v101 = load ptr, ptr %H
  %v102 = getelementptr i64, ptr %v101, i64 1
  store i64 %v95, ptr %v102, align 8, !tbaa !33
  %v103 = load ptr, ptr %H
  %v104 = getelementptr i64, ptr %v103, i64 2
  store i64 %v96, ptr %v104, align 8, !tbaa !31
  %v105 = load ptr, ptr %H
  %v106 = getelementptr i64, ptr %v105, i64 3
  store i64 %v97, ptr %v106, align 8, !tbaa !33
  %v107 = load ptr, ptr %H
  %v108 = getelementptr i64, ptr %v107, i64 4
  store i64 %v98, ptr %v108, align 8, !tbaa !33
  %v109 = load ptr, ptr %H
  %v110 = getelementptr i64, ptr %v109, i64 5
  store ptr %v110, ptr %H
  %v111 = ptrtoint ptr %v109 to i64
  %v112 = or disjoint i64 %v111, 3
  store i64 %v112, ptr %X2
  br label %b14
b14:
  %v113 = load i64, ptr %X2
  %v114 = inttoptr i64 %v113 to ptr
  %v115 = getelementptr i8, ptr %v114, i64 13
  %v116 = load i64, ptr %v115, align 8, !tbaa !31
  store i64 %v116, ptr %X0
  %v117 = load i64, ptr %X2
  %v119 = inttoptr i64 %v117 to ptr
  %v120 = getelementptr i8, ptr %v119, i64 29
  %v121 = load i64, ptr %v120, align 8, !tbaa !33
  %v122 = inttoptr i64 %v117 to ptr
  %v123 = getelementptr i8, ptr %v122, i64 13
  %v124 = load i64, ptr %v123, align 8, !tbaa !31
  %v125 = inttoptr i64 %v117 to ptr
  %v126 = getelementptr i8, ptr %v125, i64 21
  %v127 = load i64, ptr %v126, align 8, !tbaa !33
  %v128 = add nuw nsw i64 %v124, 16
  %v129 = icmp sle i64 %v128, %v127
  br i1 %v129, label %b130, label %i15
b130:
  %v133 = and i64 %v124, 14
  %v134 = icmp ne i64 %v133, 0
  br i1 %v134, label %b131, label %b135, !prof !12
b135:
  %v136 = inttoptr i64 %v121 to ptr
  %v137 = lshr i64 %v124, 4
  %v138 = getelementptr i8, ptr %v136, i64 %v137
  %v139 = load i8, ptr %v138, align 1, !tbaa !6
  %v140 = zext i8 %v139 to i64
  br label %b141
b141:
  br label %b132
b132:
  %v147 = phi i64 [ %v140, %b141 ], [ %v146, %b131 ]
  %v148 = shl i64 %v147, 1
  %v150 = add nuw nsw i64 %v124, 16
  store i64 %v150, ptr %P2
  store i64 %v148, ptr %X3
  br label %b118
b118:
  %v151 = load i64, ptr %X2
  %v152 = load i64, ptr %P2
  %v153 = inttoptr i64 %v151 to ptr
  %v154 = getelementptr i8, ptr %v153, i64 21
  %v155 = load i64, ptr %v154, align 8, !tbaa !33
  %v156 = sub nsw i64 %v155, %v152
  %v157 = and i64 %v156, 15
  %v158 = icmp eq i64 %v157, 0
  br i1 %v158, label %b159, label %i15u4
b159:
  %v161 = load i64, ptr %X3
  br i1 true, label %b162, label %b163, !prof !9
b162:
  %v164 = icmp slt i64 64, %v161
  br i1 %v164, label %b160, label %i12u4
b163:
  %v165 = getelementptr i8, ptr %r, i64 compare
  %v166 = load ptr, ptr %v165, align 8, !tbaa !7
  %v167 = call preserve_mostcc i64 %v166(i64 64, i64 %v161) #1
  %v168 = icmp slt i64 %v167, 0
  br i1 %v168, label %b160, label %i12u4
b160:
  %v169 = load i64, ptr %X1
  %v170 = and i64 %v169, 1
  %v171 = icmp eq i64 %v170, 0
  br i1 %v171, label %b172, label %b173, !prof !9
b172:
  %v176 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v169, i64 2)
  %v177 = extractvalue { i64, i1 } %v176, 0
  %v178 = extractvalue { i64, i1 } %v176, 1
  br i1 %v178, label %b174, label %b179, !prof !12
b179:
  store i64 %v177, ptr %X1
  br label %b175
b173:
  br label %b174
b175:
  %v218 = load i64, ptr %X2
  store i64 %v218, ptr %X0
  %v219 = load i64, ptr %P2
  store i64 %v219, ptr %P0
  %v220 = getelementptr i64, ptr @T, i64 Cost(1)
  %v221 = load i64, ptr %v220, align 8, !tbaa !8
  %v222 = load i64, ptr %N
  %v223 = sub nsw i64 %v222, %v221
  %v224 = icmp slt i64 %v223, 1
  store i64 %v223, ptr %N
  br i1 %v224, label %b225, label %b226, !prof !12
b226:
  br label %i26u1
i26u1:
  %v236 = load i64, ptr %X0
  %v237 = load i64, ptr %P0
  store i64 %v237, ptr %X2
  %v238 = load i64, ptr %X0
  %v240 = inttoptr i64 %v238 to ptr
  %v241 = getelementptr i8, ptr %v240, i64 29
  %v242 = load i64, ptr %v241, align 8, !tbaa !33
  %v243 = load i64, ptr %P0
  %v244 = inttoptr i64 %v238 to ptr
  %v245 = getelementptr i8, ptr %v244, i64 21
  %v246 = load i64, ptr %v245, align 8, !tbaa !33
  %v247 = add nuw nsw i64 %v243, 16
  %v248 = icmp sle i64 %v247, %v246
  br i1 %v248, label %b249, label %i32u1
b249:
  %v252 = and i64 %v243, 14
  %v253 = icmp ne i64 %v252, 0
  br i1 %v253, label %b250, label %b254, !prof !12
b254:
  %v255 = inttoptr i64 %v242 to ptr
  %v256 = lshr i64 %v243, 4
  %v257 = getelementptr i8, ptr %v255, i64 %v256
  %v258 = load i8, ptr %v257, align 1, !tbaa !6
  %v259 = zext i8 %v258 to i64
  br label %b260
b260:
  br label %b251
b251:
  %v266 = phi i64 [ %v259, %b260 ], [ %v265, %b250 ]
  %v267 = shl i64 %v266, 1
  %v269 = add nuw nsw i64 %v243, 16
  store i64 %v269, ptr %P0
  store i64 %v267, ptr %X3
  br label %b239
b239:
  %v271 = load i64, ptr %X3
  br i1 true, label %b272, label %b273, !prof !9
b272:
  %v274 = icmp slt i64 64, %v271
  br i1 %v274, label %b270, label %i32u1
b273:
  %v275 = getelementptr i8, ptr %r, i64 compare
  %v276 = load ptr, ptr %v275, align 8, !tbaa !7
  %v277 = call preserve_mostcc i64 %v276(i64 64, i64 %v271) #1
  %v278 = icmp slt i64 %v277, 0
  br i1 %v278, label %b270, label %i32u1
b270:
  %v279 = getelementptr i64, ptr @T, i64 Cost(1)
  %v280 = load i64, ptr %v279, align 8, !tbaa !8
  %v281 = load i64, ptr %N
  %v282 = sub nsw i64 %v281, %v280
  %v283 = icmp slt i64 %v282, 1
  store i64 %v282, ptr %N
  br i1 %v283, label %b284, label %b285, !prof !12
b285:
  br label %i26u1
i32u1:
  %v295 = load i64, ptr %X0
  %v296 = load i64, ptr %X2
  %v297 = inttoptr i64 %v295 to ptr
  %v298 = getelementptr i8, ptr %v297, i64 21
  %v299 = load i64, ptr %v298, align 8, !tbaa !33
  %v300 = icmp ule i64 %v296, %v299
  %v301 = and i64 %v296, 1
  %v302 = icmp eq i64 %v301, 0
  %v303 = and i1 %v300, %v302
  br i1 %v303, label %b304, label %b305, !prof !9
b304:
  store i64 %v296, ptr %P0
  %v325 = getelementptr i64, ptr @T, i64 Cost(0)
  %v326 = load i64, ptr %v325, align 8, !tbaa !8
  %v327 = load i64, ptr %N
  %v328 = sub nsw i64 %v327, %v326
  %v329 = icmp slt i64 %v328, 1
  store i64 %v328, ptr %N
  br i1 %v329, label %b330, label %b331, !prof !12
b331:
  br label %i3u1
i3u1:
  %v341 = load i64, ptr %X0
  store i64 %v341, ptr %X2
  %v342 = load i64, ptr %P0
  store i64 %v342, ptr %P2
  %v343 = load i64, ptr %X2
  %v344 = load i64, ptr %P2
  store i64 %v344, ptr %X0
  %v345 = load i64, ptr %X2
  %v347 = inttoptr i64 %v345 to ptr
  %v348 = getelementptr i8, ptr %v347, i64 29
  %v349 = load i64, ptr %v348, align 8, !tbaa !33
  %v350 = load i64, ptr %P2
  %v351 = inttoptr i64 %v345 to ptr
  %v352 = getelementptr i8, ptr %v351, i64 21
  %v353 = load i64, ptr %v352, align 8, !tbaa !33
  %v354 = add nuw nsw i64 %v350, 16
  %v355 = icmp sle i64 %v354, %v353
  br i1 %v355, label %b356, label %i15u4
b356:
  %v359 = and i64 %v350, 14
  %v360 = icmp ne i64 %v359, 0
  br i1 %v360, label %b357, label %b361, !prof !12
b361:
  %v362 = inttoptr i64 %v349 to ptr
  %v363 = lshr i64 %v350, 4
  %v364 = getelementptr i8, ptr %v362, i64 %v363
  %v365 = load i8, ptr %v364, align 1, !tbaa !6
  %v366 = zext i8 %v365 to i64
  br label %b367
b367:
  br label %b358
b358:
  %v373 = phi i64 [ %v366, %b367 ], [ %v372, %b357 ]
  %v374 = shl i64 %v373, 1
  %v376 = add nuw nsw i64 %v350, 16
  store i64 %v376, ptr %P2
  store i64 %v374, ptr %X3
  br label %b346
b346:
  %v377 = load i64, ptr %X2
  %v378 = load i64, ptr %P2
  %v379 = inttoptr i64 %v377 to ptr
  %v380 = getelementptr i8, ptr %v379, i64 21
  %v381 = load i64, ptr %v380, align 8, !tbaa !33
  %v382 = sub nsw i64 %v381, %v378
  %v383 = and i64 %v382, 15
  %v384 = icmp eq i64 %v383, 0
  br i1 %v384, label %b385, label %i15u4
b385:
  %v387 = load i64, ptr %X3
  br i1 true, label %b388, label %b389, !prof !9
b388:
  %v390 = icmp slt i64 64, %v387
  br i1 %v390, label %b386, label %i12u4
b389:
  %v391 = getelementptr i8, ptr %r, i64 compare
  %v392 = load ptr, ptr %v391, align 8, !tbaa !7
  %v393 = call preserve_mostcc i64 %v392(i64 64, i64 %v387) #1
  %v394 = icmp slt i64 %v393, 0
  br i1 %v394, label %b386, label %i12u4
b386:
  %v395 = load i64, ptr %X1
  %v396 = and i64 %v395, 1
  %v397 = icmp eq i64 %v396, 0
  br i1 %v397, label %b398, label %b399, !prof !9
b398:
  %v402 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v395, i64 2)
  %v403 = extractvalue { i64, i1 } %v402, 0
  %v404 = extractvalue { i64, i1 } %v402, 1
  br i1 %v404, label %b400, label %b405, !prof !12
b405:
  store i64 %v403, ptr %X1
  br label %b401
b399:
  br label %b400
b401:
  %v444 = load i64, ptr %X2
  store i64 %v444, ptr %X0
  %v445 = load i64, ptr %P2
  store i64 %v445, ptr %P0
  %v446 = getelementptr i64, ptr @T, i64 Cost(1)
  %v447 = load i64, ptr %v446, align 8, !tbaa !8
  %v448 = load i64, ptr %N
  %v449 = sub nsw i64 %v448, %v447
  %v450 = icmp slt i64 %v449, 1
  store i64 %v449, ptr %N
  br i1 %v450, label %b451, label %b452, !prof !12
b452:
  br label %i26u1
i12u4:
  %v462 = load i64, ptr %X2
  store i64 %v462, ptr %X0
  %v463 = load i64, ptr %P2
  store i64 %v463, ptr %P0
  %v464 = getelementptr i64, ptr @T, i64 Cost(0)
  %v465 = load i64, ptr %v464, align 8, !tbaa !8
  %v466 = load i64, ptr %N
  %v467 = sub nsw i64 %v466, %v465
  %v468 = icmp slt i64 %v467, 1
  store i64 %v467, ptr %N
  br i1 %v468, label %b469, label %b470, !prof !12
b470:
  br label %i3u1
i15u4:
  %v480 = load i64, ptr %X2
  %v481 = load i64, ptr %X0
  %v482 = inttoptr i64 %v480 to ptr
  %v483 = getelementptr i8, ptr %v482, i64 21
  %v484 = load i64, ptr %v483, align 8, !tbaa !33
  %v485 = icmp ule i64 %v481, %v484
  %v486 = and i64 %v481, 1
  %v487 = icmp eq i64 %v486, 0
  %v488 = and i1 %v485, %v487
  br i1 %v488, label %b489, label %b490, !prof !9
b489:
  store i64 %v481, ptr %P2
  %v510 = load i64, ptr %X2
  %v511 = load i64, ptr %P2
  %v512 = inttoptr i64 %v510 to ptr
  %v513 = getelementptr i8, ptr %v512, i64 21
  %v514 = load i64, ptr %v513, align 8, !tbaa !33
  %v515 = sub nsw i64 %v514, %v511
  %v516 = icmp eq i64 %v515, 0
  br i1 %v516, label %b517, label %i20u4
b517:
  %v518 = load i64, ptr %X1
  store i64 %v518, ptr %X0
  %v519 = load ptr, ptr %E
  %v520 = load ptr, ptr %v519, align 8, !tbaa !5
  %v521 = load ptr, ptr %E
  %v522 = load ptr, ptr %H
  %v523 = load i64, ptr %N
  %v524 = load i64, ptr %X0
  musttail call preserve_nonecc void %v520(ptr %r, ptr %v521, ptr %v522, i64 %v523, i64 %v524, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i20u4:
  %v525 = load i64, ptr %X2
  %v526 = load i64, ptr %P2
  %v527 = inttoptr i64 %v525 to ptr
  %v528 = getelementptr i8, ptr %v527, i64 13
  store i64 %v526, ptr %v528, align 8, !tbaa !31
  store i64 %v525, ptr %X2
  br label %b529
b529:
  %v531 = load ptr, ptr %E
  %v532 = load ptr, ptr %H
  %v533 = getelementptr i64, ptr %v532, i64 10
  %v534 = icmp ugt ptr %v533, %v531
  br i1 %v534, label %b530, label %b535, !prof !12
b535:
  %v562 = load i64, ptr %X2
  %v563 = inttoptr i64 %v562 to ptr
  %v564 = getelementptr i8, ptr %v563, i64 13
  %v565 = load i64, ptr %v564, align 8, !tbaa !31
  %v566 = inttoptr i64 %v562 to ptr
  %v567 = getelementptr i8, ptr %v566, i64 21
  %v568 = load i64, ptr %v567, align 8, !tbaa !33
  %v569 = sub nsw i64 %v568, %v565
  %v575 = and i64 %v569, 14
  %v576 = icmp ne i64 %v575, 0
  %v577 = icmp sgt i64 %v569, 1024
  %v578 = or i1 %v576, %v577
  br i1 %v578, label %b572, label %b579
b572:
  %v580 = inttoptr i64 %v562 to ptr
  %v581 = getelementptr i8, ptr %v580, i64 5
  %v582 = load i64, ptr %v581, align 8, !tbaa !33
  %v583 = load ptr, ptr %H
  %v584 = getelementptr i64, ptr %v583, i64 0
  store i64 839, ptr %v584, align 8, !tbaa !6
  %v585 = load ptr, ptr %H
  %v586 = getelementptr i64, ptr %v585, i64 1
  store i64 %v582, ptr %v586, align 8, !tbaa !6
  %v587 = load ptr, ptr %H
  %v588 = getelementptr i64, ptr %v587, i64 2
  store i64 %v565, ptr %v588, align 8, !tbaa !6
  %v589 = load ptr, ptr %H
  %v590 = getelementptr i64, ptr %v589, i64 3
  store i64 %v569, ptr %v590, align 8, !tbaa !6
  %v591 = load ptr, ptr %H
  %v592 = getelementptr i64, ptr %v591, i64 4
  store ptr %v592, ptr %H
  %v593 = ptrtoint ptr %v591 to i64
  %v594 = or disjoint i64 %v593, 3
  br label %b574
b579:
  %v595 = sub i64 %v569, 2
  %v596 = icmp ult i64 %v595, 127
  %v597 = and i64 %v565, 14
  %v598 = icmp eq i64 %v597, 0
  %v599 = and i1 %v596, %v598
  br i1 %v599, label %b573, label %b571
b573:
  %v600 = inttoptr i64 %v562 to ptr
  %v601 = getelementptr i8, ptr %v600, i64 29
  %v602 = load i64, ptr %v601, align 8, !tbaa !33
  %v603 = inttoptr i64 %v602 to ptr
  %v604 = lshr i64 %v565, 4
  %v605 = getelementptr i8, ptr %v603, i64 %v604
  %v606 = ptrtoint ptr %v605 to i64
  %v607 = and i64 %v606, 4095
  %v608 = icmp ugt i64 %v607, 4088
  br i1 %v608, label %b571, label %b609, !prof !12
b609:
  %v610 = load i64, ptr %v605, align 1, !tbaa !6
  %v611 = lshr i64 %v569, 1
  %v612 = sub nuw nsw i64 64, %v611
  %v613 = lshr i64 -1, %v612
  %v614 = and i64 %v610, %v613
  %v615 = lshr i64 %v569, 3
  %v616 = load ptr, ptr %H
  %v617 = getelementptr i64, ptr %v616, i64 0
  store i64 567, ptr %v617, align 8, !tbaa !6
  %v618 = load ptr, ptr %H
  %v619 = getelementptr i64, ptr %v618, i64 1
  store i64 %v615, ptr %v619, align 8, !tbaa !6
  %v620 = load ptr, ptr %H
  %v621 = getelementptr i64, ptr %v620, i64 2
  store i64 %v614, ptr %v621, align 8, !tbaa !6
  %v622 = load ptr, ptr %H
  %v623 = getelementptr i64, ptr %v622, i64 3
  store ptr %v623, ptr %H
  %v624 = ptrtoint ptr %v622 to i64
  %v625 = or disjoint i64 %v624, 3
  br label %b626
b626:
  br label %b574
b574:
  %v635 = phi i64 [ %v594, %b572 ], [ %v625, %b626 ]
  store i64 %v635, ptr %X0
  br label %b570
b570:
  br label %i0
i0:
  %v636 = load i64, ptr %X0
  %v637 = getelementptr i8, ptr %r, i64 x0
  store i64 %v636, ptr %v637, align 8, !tbaa !7
  %v638 = load i64, ptr %X1
  %v639 = getelementptr i8, ptr %r, i64 x1
  store i64 %v638, ptr %v639, align 8, !tbaa !7
  %v640 = getelementptr i64, ptr @T, i64 Pc(2)
  %v641 = load i64, ptr %v640, align 8, !tbaa !8, !invariant.load !11
  %v642 = load ptr, ptr %E
  %v643 = getelementptr i8, ptr %r, i64 stack
  store ptr %v642, ptr %v643, align 8, !tbaa !7
  %v644 = load ptr, ptr %H
  %v645 = getelementptr i8, ptr %r, i64 heap
  store ptr %v644, ptr %v645, align 8, !tbaa !7
  %v646 = load i64, ptr %N
  %v647 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v646, ptr %v647, align 8, !tbaa !7
  %v648 = getelementptr i8, ptr %r, i64 pc
  store i64 %v641, ptr %v648, align 8, !tbaa !7
  %v649 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v649, align 8, !tbaa !7
  ret void
i15:
  %v650 = load i64, ptr %X2
  %v651 = load i64, ptr %X0
  %v652 = inttoptr i64 %v650 to ptr
  %v653 = getelementptr i8, ptr %v652, i64 21
  %v654 = load i64, ptr %v653, align 8, !tbaa !33
  %v655 = icmp ule i64 %v651, %v654
  %v656 = and i64 %v651, 1
  %v657 = icmp eq i64 %v656, 0
  %v658 = and i1 %v655, %v657
  br i1 %v658, label %b659, label %b660, !prof !9
b659:
  store i64 %v651, ptr %P2
  %v677 = load i64, ptr %X2
  %v678 = load i64, ptr %P2
  %v679 = inttoptr i64 %v677 to ptr
  %v680 = getelementptr i8, ptr %v679, i64 21
  %v681 = load i64, ptr %v680, align 8, !tbaa !33
  %v682 = sub nsw i64 %v681, %v678
  %v683 = icmp eq i64 %v682, 0
  br i1 %v683, label %b684, label %i20u4
b684:
  %v685 = load i64, ptr %X1
  store i64 %v685, ptr %X0
  %v686 = load ptr, ptr %E
  %v687 = load ptr, ptr %v686, align 8, !tbaa !5
  %v688 = load ptr, ptr %E
  %v689 = load ptr, ptr %H
  %v690 = load i64, ptr %N
  %v691 = load i64, ptr %X0
  musttail call preserve_nonecc void %v687(ptr %r, ptr %v688, ptr %v689, i64 %v690, i64 %v691, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b16:
  %v22 = load i64, ptr %X0
  %v23 = getelementptr i8, ptr %r, i64 x0
  store i64 %v22, ptr %v23, align 8, !tbaa !7
  %v24 = load i64, ptr %X1
  %v25 = getelementptr i8, ptr %r, i64 x1
  store i64 %v24, ptr %v25, align 8, !tbaa !7
  %v26 = getelementptr i64, ptr @T, i64 Pc(4)
  %v27 = load i64, ptr %v26, align 8, !tbaa !8, !invariant.load !11
  %v28 = getelementptr i8, ptr %r, i64 collect
  %v29 = load ptr, ptr %v28, align 8, !tbaa !7
  %v30 = load ptr, ptr %E
  %v31 = load ptr, ptr %H
  %v32 = load i64, ptr %N
  %v33 = call i64 %v29(ptr %r, ptr %v30, ptr %v31, i64 %v32, i64 %v27, i64 327682) #0
  %v34 = getelementptr i8, ptr %r, i64 stack
  %v35 = load ptr, ptr %v34, align 8, !tbaa !7
  store ptr %v35, ptr %E
  %v36 = getelementptr i8, ptr %r, i64 heap
  %v37 = load ptr, ptr %v36, align 8, !tbaa !7
  store ptr %v37, ptr %H
  %v38 = getelementptr i8, ptr %r, i64 reductions
  %v39 = load i64, ptr %v38, align 8, !tbaa !7
  store i64 %v39, ptr %N
  %v40 = getelementptr i8, ptr %r, i64 x0
  %v41 = load i64, ptr %v40, align 8, !tbaa !7
  store i64 %v41, ptr %X0
  %v42 = getelementptr i8, ptr %r, i64 x1
  %v43 = load i64, ptr %v42, align 8, !tbaa !7
  store i64 %v43, ptr %X1
  br label %b15
b131:
  %v142 = inttoptr i64 %v117 to ptr
  %v143 = getelementptr i8, ptr %v142, i64 13
  store i64 %v124, ptr %v143, align 8, !tbaa !31
  %v144 = getelementptr i8, ptr %r, i64 match_bits
  %v145 = load ptr, ptr %v144, align 8, !tbaa !7
  %v146 = call preserve_mostcc i64 %v145(i64 %v117, i64 8) #2
  br label %b132
b174:
  %v180 = load i64, ptr %X0
  %v181 = getelementptr i8, ptr %r, i64 x0
  store i64 %v180, ptr %v181, align 8, !tbaa !7
  %v182 = load i64, ptr %X1
  %v183 = getelementptr i8, ptr %r, i64 x1
  store i64 %v182, ptr %v183, align 8, !tbaa !7
  %v184 = load i64, ptr %X2
  %v185 = load i64, ptr %P2
  %v186 = inttoptr i64 %v184 to ptr
  %v187 = getelementptr i8, ptr %v186, i64 13
  store i64 %v185, ptr %v187, align 8, !tbaa !31
  %v188 = getelementptr i8, ptr %r, i64 x2
  store i64 %v184, ptr %v188, align 8, !tbaa !7
  %v189 = getelementptr i64, ptr @T, i64 Pc(9)
  %v190 = load i64, ptr %v189, align 8, !tbaa !8, !invariant.load !11
  %v191 = getelementptr i64, ptr @T, i64 Pc(10)
  %v192 = load i64, ptr %v191, align 8, !tbaa !8, !invariant.load !11
  %v193 = getelementptr i8, ptr %r, i64 step
  %v194 = load ptr, ptr %v193, align 8, !tbaa !7
  %v195 = load ptr, ptr %E
  %v196 = load ptr, ptr %H
  %v197 = load i64, ptr %N
  %v198 = call i64 %v194(ptr %r, ptr %v195, ptr %v196, i64 %v197, i64 %v190, i64 %v192) #0
  %v199 = getelementptr i8, ptr %r, i64 stack
  %v200 = load ptr, ptr %v199, align 8, !tbaa !7
  store ptr %v200, ptr %E
  %v201 = getelementptr i8, ptr %r, i64 heap
  %v202 = load ptr, ptr %v201, align 8, !tbaa !7
  store ptr %v202, ptr %H
  %v203 = getelementptr i8, ptr %r, i64 reductions
  %v204 = load i64, ptr %v203, align 8, !tbaa !7
  store i64 %v204, ptr %N
  %v205 = getelementptr i8, ptr %r, i64 x1
  %v206 = load i64, ptr %v205, align 8, !tbaa !7
  store i64 %v206, ptr %X1
  %v207 = getelementptr i8, ptr %r, i64 x2
  %v208 = load i64, ptr %v207, align 8, !tbaa !7
  store i64 %v208, ptr %X2
  %v209 = getelementptr i64, ptr @T, i64 Pc(10)
  %v210 = load i64, ptr %v209, align 8, !tbaa !8
  %v213 = icmp eq i64 %v198, %v210
  br i1 %v213, label %b211, label %b212, !prof !9
b212:
  ret void
b211:
  %v214 = load i64, ptr %X2
  %v215 = inttoptr i64 %v214 to ptr
  %v216 = getelementptr i8, ptr %v215, i64 13
  %v217 = load i64, ptr %v216, align 8, !tbaa !31
  store i64 %v217, ptr %P2
  br label %b175
b225:
  %v227 = load i64, ptr %X0
  %v228 = load i64, ptr %P0
  %v229 = inttoptr i64 %v227 to ptr
  %v230 = getelementptr i8, ptr %v229, i64 13
  store i64 %v228, ptr %v230, align 8, !tbaa !31
  store i64 %v227, ptr %X0
  %v231 = load ptr, ptr %E
  %v232 = load ptr, ptr %H
  %v233 = load i64, ptr %N
  %v234 = load i64, ptr %X0
  %v235 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v231, ptr %v232, i64 %v233, i64 %v234, i64 %v235, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b250:
  %v261 = inttoptr i64 %v238 to ptr
  %v262 = getelementptr i8, ptr %v261, i64 13
  store i64 %v243, ptr %v262, align 8, !tbaa !31
  %v263 = getelementptr i8, ptr %r, i64 match_bits
  %v264 = load ptr, ptr %v263, align 8, !tbaa !7
  %v265 = call preserve_mostcc i64 %v264(i64 %v238, i64 8) #2
  br label %b251
b284:
  %v286 = load i64, ptr %X0
  %v287 = load i64, ptr %P0
  %v288 = inttoptr i64 %v286 to ptr
  %v289 = getelementptr i8, ptr %v288, i64 13
  store i64 %v287, ptr %v289, align 8, !tbaa !31
  store i64 %v286, ptr %X0
  %v290 = load ptr, ptr %E
  %v291 = load ptr, ptr %H
  %v292 = load i64, ptr %N
  %v293 = load i64, ptr %X0
  %v294 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v290, ptr %v291, i64 %v292, i64 %v293, i64 %v294, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b305:
  %v306 = load i64, ptr %X0
  %v307 = load i64, ptr %P0
  %v308 = inttoptr i64 %v306 to ptr
  %v309 = getelementptr i8, ptr %v308, i64 13
  store i64 %v307, ptr %v309, align 8, !tbaa !31
  %v310 = getelementptr i8, ptr %r, i64 x0
  store i64 %v306, ptr %v310, align 8, !tbaa !7
  %v311 = load i64, ptr %X1
  %v312 = getelementptr i8, ptr %r, i64 x1
  store i64 %v311, ptr %v312, align 8, !tbaa !7
  %v313 = load i64, ptr %X2
  %v314 = getelementptr i8, ptr %r, i64 x2
  store i64 %v313, ptr %v314, align 8, !tbaa !7
  %v315 = getelementptr i64, ptr @T, i64 Pc(33)
  %v316 = load i64, ptr %v315, align 8, !tbaa !8, !invariant.load !11
  %v317 = load ptr, ptr %E
  %v318 = getelementptr i8, ptr %r, i64 stack
  store ptr %v317, ptr %v318, align 8, !tbaa !7
  %v319 = load ptr, ptr %H
  %v320 = getelementptr i8, ptr %r, i64 heap
  store ptr %v319, ptr %v320, align 8, !tbaa !7
  %v321 = load i64, ptr %N
  %v322 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v321, ptr %v322, align 8, !tbaa !7
  %v323 = getelementptr i8, ptr %r, i64 pc
  store i64 %v316, ptr %v323, align 8, !tbaa !7
  %v324 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v324, align 8, !tbaa !7
  ret void
b330:
  %v332 = load i64, ptr %X0
  %v333 = load i64, ptr %P0
  %v334 = inttoptr i64 %v332 to ptr
  %v335 = getelementptr i8, ptr %v334, i64 13
  store i64 %v333, ptr %v335, align 8, !tbaa !31
  store i64 %v332, ptr %X0
  %v336 = load ptr, ptr %E
  %v337 = load ptr, ptr %H
  %v338 = load i64, ptr %N
  %v339 = load i64, ptr %X0
  %v340 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v336, ptr %v337, i64 %v338, i64 %v339, i64 %v340, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b357:
  %v368 = inttoptr i64 %v345 to ptr
  %v369 = getelementptr i8, ptr %v368, i64 13
  store i64 %v350, ptr %v369, align 8, !tbaa !31
  %v370 = getelementptr i8, ptr %r, i64 match_bits
  %v371 = load ptr, ptr %v370, align 8, !tbaa !7
  %v372 = call preserve_mostcc i64 %v371(i64 %v345, i64 8) #2
  br label %b358
b400:
  %v406 = load i64, ptr %X0
  %v407 = getelementptr i8, ptr %r, i64 x0
  store i64 %v406, ptr %v407, align 8, !tbaa !7
  %v408 = load i64, ptr %X1
  %v409 = getelementptr i8, ptr %r, i64 x1
  store i64 %v408, ptr %v409, align 8, !tbaa !7
  %v410 = load i64, ptr %X2
  %v411 = load i64, ptr %P2
  %v412 = inttoptr i64 %v410 to ptr
  %v413 = getelementptr i8, ptr %v412, i64 13
  store i64 %v411, ptr %v413, align 8, !tbaa !31
  %v414 = getelementptr i8, ptr %r, i64 x2
  store i64 %v410, ptr %v414, align 8, !tbaa !7
  %v415 = getelementptr i64, ptr @T, i64 Pc(9)
  %v416 = load i64, ptr %v415, align 8, !tbaa !8, !invariant.load !11
  %v417 = getelementptr i64, ptr @T, i64 Pc(10)
  %v418 = load i64, ptr %v417, align 8, !tbaa !8, !invariant.load !11
  %v419 = getelementptr i8, ptr %r, i64 step
  %v420 = load ptr, ptr %v419, align 8, !tbaa !7
  %v421 = load ptr, ptr %E
  %v422 = load ptr, ptr %H
  %v423 = load i64, ptr %N
  %v424 = call i64 %v420(ptr %r, ptr %v421, ptr %v422, i64 %v423, i64 %v416, i64 %v418) #0
  %v425 = getelementptr i8, ptr %r, i64 stack
  %v426 = load ptr, ptr %v425, align 8, !tbaa !7
  store ptr %v426, ptr %E
  %v427 = getelementptr i8, ptr %r, i64 heap
  %v428 = load ptr, ptr %v427, align 8, !tbaa !7
  store ptr %v428, ptr %H
  %v429 = getelementptr i8, ptr %r, i64 reductions
  %v430 = load i64, ptr %v429, align 8, !tbaa !7
  store i64 %v430, ptr %N
  %v431 = getelementptr i8, ptr %r, i64 x1
  %v432 = load i64, ptr %v431, align 8, !tbaa !7
  store i64 %v432, ptr %X1
  %v433 = getelementptr i8, ptr %r, i64 x2
  %v434 = load i64, ptr %v433, align 8, !tbaa !7
  store i64 %v434, ptr %X2
  %v435 = getelementptr i64, ptr @T, i64 Pc(10)
  %v436 = load i64, ptr %v435, align 8, !tbaa !8
  %v439 = icmp eq i64 %v424, %v436
  br i1 %v439, label %b437, label %b438, !prof !9
b438:
  ret void
b437:
  %v440 = load i64, ptr %X2
  %v441 = inttoptr i64 %v440 to ptr
  %v442 = getelementptr i8, ptr %v441, i64 13
  %v443 = load i64, ptr %v442, align 8, !tbaa !31
  store i64 %v443, ptr %P2
  br label %b401
b451:
  %v453 = load i64, ptr %X0
  %v454 = load i64, ptr %P0
  %v455 = inttoptr i64 %v453 to ptr
  %v456 = getelementptr i8, ptr %v455, i64 13
  store i64 %v454, ptr %v456, align 8, !tbaa !31
  store i64 %v453, ptr %X0
  %v457 = load ptr, ptr %E
  %v458 = load ptr, ptr %H
  %v459 = load i64, ptr %N
  %v460 = load i64, ptr %X0
  %v461 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v457, ptr %v458, i64 %v459, i64 %v460, i64 %v461, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b469:
  %v471 = load i64, ptr %X0
  %v472 = load i64, ptr %P0
  %v473 = inttoptr i64 %v471 to ptr
  %v474 = getelementptr i8, ptr %v473, i64 13
  store i64 %v472, ptr %v474, align 8, !tbaa !31
  store i64 %v471, ptr %X0
  %v475 = load ptr, ptr %E
  %v476 = load ptr, ptr %H
  %v477 = load i64, ptr %N
  %v478 = load i64, ptr %X0
  %v479 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v475, ptr %v476, i64 %v477, i64 %v478, i64 %v479, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b490:
  %v491 = load i64, ptr %X0
  %v492 = getelementptr i8, ptr %r, i64 x0
  store i64 %v491, ptr %v492, align 8, !tbaa !7
  %v493 = load i64, ptr %X1
  %v494 = getelementptr i8, ptr %r, i64 x1
  store i64 %v493, ptr %v494, align 8, !tbaa !7
  %v495 = load i64, ptr %X2
  %v496 = load i64, ptr %P2
  %v497 = inttoptr i64 %v495 to ptr
  %v498 = getelementptr i8, ptr %v497, i64 13
  store i64 %v496, ptr %v498, align 8, !tbaa !31
  %v499 = getelementptr i8, ptr %r, i64 x2
  store i64 %v495, ptr %v499, align 8, !tbaa !7
  %v500 = getelementptr i64, ptr @T, i64 Pc(16)
  %v501 = load i64, ptr %v500, align 8, !tbaa !8, !invariant.load !11
  %v502 = load ptr, ptr %E
  %v503 = getelementptr i8, ptr %r, i64 stack
  store ptr %v502, ptr %v503, align 8, !tbaa !7
  %v504 = load ptr, ptr %H
  %v505 = getelementptr i8, ptr %r, i64 heap
  store ptr %v504, ptr %v505, align 8, !tbaa !7
  %v506 = load i64, ptr %N
  %v507 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v506, ptr %v507, align 8, !tbaa !7
  %v508 = getelementptr i8, ptr %r, i64 pc
  store i64 %v501, ptr %v508, align 8, !tbaa !7
  %v509 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v509, align 8, !tbaa !7
  ret void
b530:
  %v536 = load i64, ptr %X0
  %v537 = getelementptr i8, ptr %r, i64 x0
  store i64 %v536, ptr %v537, align 8, !tbaa !7
  %v538 = load i64, ptr %X1
  %v539 = getelementptr i8, ptr %r, i64 x1
  store i64 %v538, ptr %v539, align 8, !tbaa !7
  %v540 = load i64, ptr %X2
  %v541 = getelementptr i8, ptr %r, i64 x2
  store i64 %v540, ptr %v541, align 8, !tbaa !7
  %v542 = getelementptr i64, ptr @T, i64 Pc(21)
  %v543 = load i64, ptr %v542, align 8, !tbaa !8, !invariant.load !11
  %v544 = getelementptr i8, ptr %r, i64 collect
  %v545 = load ptr, ptr %v544, align 8, !tbaa !7
  %v546 = load ptr, ptr %E
  %v547 = load ptr, ptr %H
  %v548 = load i64, ptr %N
  %v549 = call i64 %v545(ptr %r, ptr %v546, ptr %v547, i64 %v548, i64 %v543, i64 655363) #0
  %v550 = getelementptr i8, ptr %r, i64 stack
  %v551 = load ptr, ptr %v550, align 8, !tbaa !7
  store ptr %v551, ptr %E
  %v552 = getelementptr i8, ptr %r, i64 heap
  %v553 = load ptr, ptr %v552, align 8, !tbaa !7
  store ptr %v553, ptr %H
  %v554 = getelementptr i8, ptr %r, i64 reductions
  %v555 = load i64, ptr %v554, align 8, !tbaa !7
  store i64 %v555, ptr %N
  %v556 = getelementptr i8, ptr %r, i64 x0
  %v557 = load i64, ptr %v556, align 8, !tbaa !7
  store i64 %v557, ptr %X0
  %v558 = getelementptr i8, ptr %r, i64 x1
  %v559 = load i64, ptr %v558, align 8, !tbaa !7
  store i64 %v559, ptr %X1
  %v560 = getelementptr i8, ptr %r, i64 x2
  %v561 = load i64, ptr %v560, align 8, !tbaa !7
  store i64 %v561, ptr %X2
  br label %b529
b571:
  %v627 = getelementptr i8, ptr %r, i64 match_tail
  %v628 = load ptr, ptr %v627, align 8, !tbaa !7
  %v629 = load ptr, ptr %E
  %v630 = getelementptr i8, ptr %r, i64 stack
  store ptr %v629, ptr %v630, align 8, !tbaa !7
  %v631 = load ptr, ptr %H
  %v632 = call preserve_mostcc i64 %v628(ptr %r, ptr %v631, i64 %v562) #0
  %v633 = getelementptr i8, ptr %r, i64 heap
  %v634 = load ptr, ptr %v633, align 8, !tbaa !7
  store ptr %v634, ptr %H
  store i64 %v632, ptr %X0
  br label %b570
b660:
  %v661 = load i64, ptr %X0
  %v662 = getelementptr i8, ptr %r, i64 x0
  store i64 %v661, ptr %v662, align 8, !tbaa !7
  %v663 = load i64, ptr %X1
  %v664 = getelementptr i8, ptr %r, i64 x1
  store i64 %v663, ptr %v664, align 8, !tbaa !7
  %v665 = load i64, ptr %X2
  %v666 = getelementptr i8, ptr %r, i64 x2
  store i64 %v665, ptr %v666, align 8, !tbaa !7
  %v667 = getelementptr i64, ptr @T, i64 Pc(16)
  %v668 = load i64, ptr %v667, align 8, !tbaa !8, !invariant.load !11
  %v669 = load ptr, ptr %E
  %v670 = getelementptr i8, ptr %r, i64 stack
  store ptr %v669, ptr %v670, align 8, !tbaa !7
  %v671 = load ptr, ptr %H
  %v672 = getelementptr i8, ptr %r, i64 heap
  store ptr %v671, ptr %v672, align 8, !tbaa !7
  %v673 = load i64, ptr %N
  %v674 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v673, ptr %v674, align 8, !tbaa !7
  %v675 = getelementptr i8, ptr %r, i64 pc
  store i64 %v668, ptr %v675, align 8, !tbaa !7
  %v676 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v676, align 8, !tbaa !7
  ret void
}

; word/2
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
  %P0 = alloca i64
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
  store i64 %a1, ptr %X1
  br label %i26
i26:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 3
  br label %b4
b4:
  br i1 %v3, label %b5, label %b6, !prof !9
b5:
  %v7 = inttoptr i64 %v1 to ptr
  %v8 = getelementptr i8, ptr %v7, i64 -3
  %v9 = load i64, ptr %v8, align 8, !tbaa !6
  br label %b6
b6:
  %v10 = phi i64 [ 0, %b4 ], [ %v9, %b5 ]
  %v11 = and i64 %v10, 255
  %v12 = icmp eq i64 %v11, 79
  br i1 %v12, label %b13, label %b14, !prof !9
b13:
  %v29 = load i64, ptr %X0
  %v30 = inttoptr i64 %v29 to ptr
  %v31 = getelementptr i8, ptr %v30, i64 13
  %v32 = load i64, ptr %v31, align 8, !tbaa !31
  store i64 %v32, ptr %X2
  %v33 = load i64, ptr %X0
  %v35 = inttoptr i64 %v33 to ptr
  %v36 = getelementptr i8, ptr %v35, i64 29
  %v37 = load i64, ptr %v36, align 8, !tbaa !33
  %v38 = inttoptr i64 %v33 to ptr
  %v39 = getelementptr i8, ptr %v38, i64 13
  %v40 = load i64, ptr %v39, align 8, !tbaa !31
  %v41 = inttoptr i64 %v33 to ptr
  %v42 = getelementptr i8, ptr %v41, i64 21
  %v43 = load i64, ptr %v42, align 8, !tbaa !33
  %v44 = add nuw nsw i64 %v40, 16
  %v45 = icmp sle i64 %v44, %v43
  br i1 %v45, label %b46, label %i32
b46:
  %v49 = and i64 %v40, 14
  %v50 = icmp ne i64 %v49, 0
  br i1 %v50, label %b47, label %b51, !prof !12
b51:
  %v52 = inttoptr i64 %v37 to ptr
  %v53 = lshr i64 %v40, 4
  %v54 = getelementptr i8, ptr %v52, i64 %v53
  %v55 = load i8, ptr %v54, align 1, !tbaa !6
  %v56 = zext i8 %v55 to i64
  br label %b57
b57:
  br label %b48
b48:
  %v63 = phi i64 [ %v56, %b57 ], [ %v62, %b47 ]
  %v64 = shl i64 %v63, 1
  %v66 = add nuw nsw i64 %v40, 16
  store i64 %v66, ptr %P0
  store i64 %v64, ptr %X3
  br label %b34
b34:
  %v68 = load i64, ptr %X3
  br i1 true, label %b69, label %b70, !prof !9
b69:
  %v71 = icmp slt i64 64, %v68
  br i1 %v71, label %b67, label %i32u1
b70:
  %v72 = getelementptr i8, ptr %r, i64 compare
  %v73 = load ptr, ptr %v72, align 8, !tbaa !7
  %v74 = call preserve_mostcc i64 %v73(i64 64, i64 %v68) #1
  %v75 = icmp slt i64 %v74, 0
  br i1 %v75, label %b67, label %i32u1
b67:
  %v76 = getelementptr i64, ptr @T, i64 Cost(1)
  %v77 = load i64, ptr %v76, align 8, !tbaa !8
  %v78 = load i64, ptr %N
  %v79 = sub nsw i64 %v78, %v77
  %v80 = icmp slt i64 %v79, 1
  store i64 %v79, ptr %N
  br i1 %v80, label %b81, label %b82, !prof !12
b82:
  br label %i26u1
i26u1:
  %v92 = load i64, ptr %X0
  %v93 = load i64, ptr %P0
  store i64 %v93, ptr %X2
  %v94 = load i64, ptr %X0
  %v96 = inttoptr i64 %v94 to ptr
  %v97 = getelementptr i8, ptr %v96, i64 29
  %v98 = load i64, ptr %v97, align 8, !tbaa !33
  %v99 = load i64, ptr %P0
  %v100 = inttoptr i64 %v94 to ptr
  %v101 = getelementptr i8, ptr %v100, i64 21
  %v102 = load i64, ptr %v101, align 8, !tbaa !33
  %v103 = add nuw nsw i64 %v99, 16
  %v104 = icmp sle i64 %v103, %v102
  br i1 %v104, label %b105, label %i32u1
b105:
  %v108 = and i64 %v99, 14
  %v109 = icmp ne i64 %v108, 0
  br i1 %v109, label %b106, label %b110, !prof !12
b110:
  %v111 = inttoptr i64 %v98 to ptr
  %v112 = lshr i64 %v99, 4
  %v113 = getelementptr i8, ptr %v111, i64 %v112
  %v114 = load i8, ptr %v113, align 1, !tbaa !6
  %v115 = zext i8 %v114 to i64
  br label %b116
b116:
  br label %b107
b107:
  %v122 = phi i64 [ %v115, %b116 ], [ %v121, %b106 ]
  %v123 = shl i64 %v122, 1
  %v125 = add nuw nsw i64 %v99, 16
  store i64 %v125, ptr %P0
  store i64 %v123, ptr %X3
  br label %b95
b95:
  %v127 = load i64, ptr %X3
  br i1 true, label %b128, label %b129, !prof !9
b128:
  %v130 = icmp slt i64 64, %v127
  br i1 %v130, label %b126, label %i32u1
b129:
  %v131 = getelementptr i8, ptr %r, i64 compare
  %v132 = load ptr, ptr %v131, align 8, !tbaa !7
  %v133 = call preserve_mostcc i64 %v132(i64 64, i64 %v127) #1
  %v134 = icmp slt i64 %v133, 0
  br i1 %v134, label %b126, label %i32u1
b126:
  %v135 = getelementptr i64, ptr @T, i64 Cost(1)
  %v136 = load i64, ptr %v135, align 8, !tbaa !8
  %v137 = load i64, ptr %N
  %v138 = sub nsw i64 %v137, %v136
  %v139 = icmp slt i64 %v138, 1
  store i64 %v138, ptr %N
  br i1 %v139, label %b140, label %b141, !prof !12
b141:
  br label %i26u1
i32u1:
  %v151 = load i64, ptr %X0
  %v152 = load i64, ptr %X2
  %v153 = inttoptr i64 %v151 to ptr
  %v154 = getelementptr i8, ptr %v153, i64 21
  %v155 = load i64, ptr %v154, align 8, !tbaa !33
  %v156 = icmp ule i64 %v152, %v155
  %v157 = and i64 %v152, 1
  %v158 = icmp eq i64 %v157, 0
  %v159 = and i1 %v156, %v158
  br i1 %v159, label %b160, label %b161, !prof !9
b160:
  store i64 %v152, ptr %P0
  %v181 = load i64, ptr %X0
  %v182 = load i64, ptr %P0
  %v183 = inttoptr i64 %v181 to ptr
  %v184 = getelementptr i8, ptr %v183, i64 13
  store i64 %v182, ptr %v184, align 8, !tbaa !31
  store i64 %v181, ptr %X0
  %v185 = load ptr, ptr %E
  %v186 = load ptr, ptr %H
  %v187 = load i64, ptr %N
  %v188 = load i64, ptr %X0
  %v189 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0(ptr %r, ptr %v185, ptr %v186, i64 %v187, i64 %v188, i64 %v189, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i32:
  %v190 = load i64, ptr %X0
  %v191 = load i64, ptr %X2
  %v192 = inttoptr i64 %v190 to ptr
  %v193 = getelementptr i8, ptr %v192, i64 21
  %v194 = load i64, ptr %v193, align 8, !tbaa !33
  %v195 = icmp ule i64 %v191, %v194
  %v196 = and i64 %v191, 1
  %v197 = icmp eq i64 %v196, 0
  %v198 = and i1 %v195, %v197
  br i1 %v198, label %b199, label %b200, !prof !9
b199:
  store i64 %v191, ptr %P0
  %v217 = load i64, ptr %X0
  %v218 = load i64, ptr %P0
  %v219 = inttoptr i64 %v217 to ptr
  %v220 = getelementptr i8, ptr %v219, i64 13
  store i64 %v218, ptr %v220, align 8, !tbaa !31
  store i64 %v217, ptr %X0
  %v221 = load ptr, ptr %E
  %v222 = load ptr, ptr %H
  %v223 = load i64, ptr %N
  %v224 = load i64, ptr %X0
  %v225 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0(ptr %r, ptr %v221, ptr %v222, i64 %v223, i64 %v224, i64 %v225, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b14:
  %v15 = load i64, ptr %X0
  %v16 = getelementptr i8, ptr %r, i64 x0
  store i64 %v15, ptr %v16, align 8, !tbaa !7
  %v17 = load i64, ptr %X1
  %v18 = getelementptr i8, ptr %r, i64 x1
  store i64 %v17, ptr %v18, align 8, !tbaa !7
  %v19 = getelementptr i64, ptr @T, i64 Pc(27)
  %v20 = load i64, ptr %v19, align 8, !tbaa !8, !invariant.load !11
  %v21 = load ptr, ptr %E
  %v22 = getelementptr i8, ptr %r, i64 stack
  store ptr %v21, ptr %v22, align 8, !tbaa !7
  %v23 = load ptr, ptr %H
  %v24 = getelementptr i8, ptr %r, i64 heap
  store ptr %v23, ptr %v24, align 8, !tbaa !7
  %v25 = load i64, ptr %N
  %v26 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v25, ptr %v26, align 8, !tbaa !7
  %v27 = getelementptr i8, ptr %r, i64 pc
  store i64 %v20, ptr %v27, align 8, !tbaa !7
  %v28 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v28, align 8, !tbaa !7
  ret void
b47:
  %v58 = inttoptr i64 %v33 to ptr
  %v59 = getelementptr i8, ptr %v58, i64 13
  store i64 %v40, ptr %v59, align 8, !tbaa !31
  %v60 = getelementptr i8, ptr %r, i64 match_bits
  %v61 = load ptr, ptr %v60, align 8, !tbaa !7
  %v62 = call preserve_mostcc i64 %v61(i64 %v33, i64 8) #2
  br label %b48
b81:
  %v83 = load i64, ptr %X0
  %v84 = load i64, ptr %P0
  %v85 = inttoptr i64 %v83 to ptr
  %v86 = getelementptr i8, ptr %v85, i64 13
  store i64 %v84, ptr %v86, align 8, !tbaa !31
  store i64 %v83, ptr %X0
  %v87 = load ptr, ptr %E
  %v88 = load ptr, ptr %H
  %v89 = load i64, ptr %N
  %v90 = load i64, ptr %X0
  %v91 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v87, ptr %v88, i64 %v89, i64 %v90, i64 %v91, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b106:
  %v117 = inttoptr i64 %v94 to ptr
  %v118 = getelementptr i8, ptr %v117, i64 13
  store i64 %v99, ptr %v118, align 8, !tbaa !31
  %v119 = getelementptr i8, ptr %r, i64 match_bits
  %v120 = load ptr, ptr %v119, align 8, !tbaa !7
  %v121 = call preserve_mostcc i64 %v120(i64 %v94, i64 8) #2
  br label %b107
b140:
  %v142 = load i64, ptr %X0
  %v143 = load i64, ptr %P0
  %v144 = inttoptr i64 %v142 to ptr
  %v145 = getelementptr i8, ptr %v144, i64 13
  store i64 %v143, ptr %v145, align 8, !tbaa !31
  store i64 %v142, ptr %X0
  %v146 = load ptr, ptr %E
  %v147 = load ptr, ptr %H
  %v148 = load i64, ptr %N
  %v149 = load i64, ptr %X0
  %v150 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v146, ptr %v147, i64 %v148, i64 %v149, i64 %v150, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b161:
  %v162 = load i64, ptr %X0
  %v163 = load i64, ptr %P0
  %v164 = inttoptr i64 %v162 to ptr
  %v165 = getelementptr i8, ptr %v164, i64 13
  store i64 %v163, ptr %v165, align 8, !tbaa !31
  %v166 = getelementptr i8, ptr %r, i64 x0
  store i64 %v162, ptr %v166, align 8, !tbaa !7
  %v167 = load i64, ptr %X1
  %v168 = getelementptr i8, ptr %r, i64 x1
  store i64 %v167, ptr %v168, align 8, !tbaa !7
  %v169 = load i64, ptr %X2
  %v170 = getelementptr i8, ptr %r, i64 x2
  store i64 %v169, ptr %v170, align 8, !tbaa !7
  %v171 = getelementptr i64, ptr @T, i64 Pc(33)
  %v172 = load i64, ptr %v171, align 8, !tbaa !8, !invariant.load !11
  %v173 = load ptr, ptr %E
  %v174 = getelementptr i8, ptr %r, i64 stack
  store ptr %v173, ptr %v174, align 8, !tbaa !7
  %v175 = load ptr, ptr %H
  %v176 = getelementptr i8, ptr %r, i64 heap
  store ptr %v175, ptr %v176, align 8, !tbaa !7
  %v177 = load i64, ptr %N
  %v178 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v177, ptr %v178, align 8, !tbaa !7
  %v179 = getelementptr i8, ptr %r, i64 pc
  store i64 %v172, ptr %v179, align 8, !tbaa !7
  %v180 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v180, align 8, !tbaa !7
  ret void
b200:
  %v201 = load i64, ptr %X0
  %v202 = getelementptr i8, ptr %r, i64 x0
  store i64 %v201, ptr %v202, align 8, !tbaa !7
  %v203 = load i64, ptr %X1
  %v204 = getelementptr i8, ptr %r, i64 x1
  store i64 %v203, ptr %v204, align 8, !tbaa !7
  %v205 = load i64, ptr %X2
  %v206 = getelementptr i8, ptr %r, i64 x2
  store i64 %v205, ptr %v206, align 8, !tbaa !7
  %v207 = getelementptr i64, ptr @T, i64 Pc(33)
  %v208 = load i64, ptr %v207, align 8, !tbaa !8, !invariant.load !11
  %v209 = load ptr, ptr %E
  %v210 = getelementptr i8, ptr %r, i64 stack
  store ptr %v209, ptr %v210, align 8, !tbaa !7
  %v211 = load ptr, ptr %H
  %v212 = getelementptr i8, ptr %r, i64 heap
  store ptr %v211, ptr %v212, align 8, !tbaa !7
  %v213 = load i64, ptr %N
  %v214 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v213, ptr %v214, align 8, !tbaa !7
  %v215 = getelementptr i8, ptr %r, i64 pc
  store i64 %v208, ptr %v215, align 8, !tbaa !7
  %v216 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v216, align 8, !tbaa !7
  ret void
}
