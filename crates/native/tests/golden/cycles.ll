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
  store i64 %v296, ptr %P0
  %v297 = getelementptr i64, ptr @T, i64 Cost(0)
  %v298 = load i64, ptr %v297, align 8, !tbaa !8
  %v299 = load i64, ptr %N
  %v300 = sub nsw i64 %v299, %v298
  %v301 = icmp slt i64 %v300, 1
  store i64 %v300, ptr %N
  br i1 %v301, label %b302, label %b303, !prof !12
b303:
  br label %i3u1
i3u1:
  %v313 = load i64, ptr %X0
  store i64 %v313, ptr %X2
  %v314 = load i64, ptr %P0
  store i64 %v314, ptr %P2
  %v315 = load i64, ptr %X2
  %v316 = load i64, ptr %P2
  store i64 %v316, ptr %X0
  %v317 = load i64, ptr %X2
  %v319 = inttoptr i64 %v317 to ptr
  %v320 = getelementptr i8, ptr %v319, i64 29
  %v321 = load i64, ptr %v320, align 8, !tbaa !33
  %v322 = load i64, ptr %P2
  %v323 = inttoptr i64 %v317 to ptr
  %v324 = getelementptr i8, ptr %v323, i64 21
  %v325 = load i64, ptr %v324, align 8, !tbaa !33
  %v326 = add nuw nsw i64 %v322, 16
  %v327 = icmp sle i64 %v326, %v325
  br i1 %v327, label %b328, label %i15u4
b328:
  %v331 = and i64 %v322, 14
  %v332 = icmp ne i64 %v331, 0
  br i1 %v332, label %b329, label %b333, !prof !12
b333:
  %v334 = inttoptr i64 %v321 to ptr
  %v335 = lshr i64 %v322, 4
  %v336 = getelementptr i8, ptr %v334, i64 %v335
  %v337 = load i8, ptr %v336, align 1, !tbaa !6
  %v338 = zext i8 %v337 to i64
  br label %b339
b339:
  br label %b330
b330:
  %v345 = phi i64 [ %v338, %b339 ], [ %v344, %b329 ]
  %v346 = shl i64 %v345, 1
  %v348 = add nuw nsw i64 %v322, 16
  store i64 %v348, ptr %P2
  store i64 %v346, ptr %X3
  br label %b318
b318:
  %v349 = load i64, ptr %X2
  %v350 = load i64, ptr %P2
  %v351 = inttoptr i64 %v349 to ptr
  %v352 = getelementptr i8, ptr %v351, i64 21
  %v353 = load i64, ptr %v352, align 8, !tbaa !33
  %v354 = sub nsw i64 %v353, %v350
  %v355 = and i64 %v354, 15
  %v356 = icmp eq i64 %v355, 0
  br i1 %v356, label %b357, label %i15u4
b357:
  %v359 = load i64, ptr %X3
  br i1 true, label %b360, label %b361, !prof !9
b360:
  %v362 = icmp slt i64 64, %v359
  br i1 %v362, label %b358, label %i12u4
b361:
  %v363 = getelementptr i8, ptr %r, i64 compare
  %v364 = load ptr, ptr %v363, align 8, !tbaa !7
  %v365 = call preserve_mostcc i64 %v364(i64 64, i64 %v359) #1
  %v366 = icmp slt i64 %v365, 0
  br i1 %v366, label %b358, label %i12u4
b358:
  %v367 = load i64, ptr %X1
  %v368 = and i64 %v367, 1
  %v369 = icmp eq i64 %v368, 0
  br i1 %v369, label %b370, label %b371, !prof !9
b370:
  %v374 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v367, i64 2)
  %v375 = extractvalue { i64, i1 } %v374, 0
  %v376 = extractvalue { i64, i1 } %v374, 1
  br i1 %v376, label %b372, label %b377, !prof !12
b377:
  store i64 %v375, ptr %X1
  br label %b373
b371:
  br label %b372
b373:
  %v416 = load i64, ptr %X2
  store i64 %v416, ptr %X0
  %v417 = load i64, ptr %P2
  store i64 %v417, ptr %P0
  %v418 = getelementptr i64, ptr @T, i64 Cost(1)
  %v419 = load i64, ptr %v418, align 8, !tbaa !8
  %v420 = load i64, ptr %N
  %v421 = sub nsw i64 %v420, %v419
  %v422 = icmp slt i64 %v421, 1
  store i64 %v421, ptr %N
  br i1 %v422, label %b423, label %b424, !prof !12
b424:
  br label %i26u1
i12u4:
  %v434 = load i64, ptr %X2
  store i64 %v434, ptr %X0
  %v435 = load i64, ptr %P2
  store i64 %v435, ptr %P0
  %v436 = getelementptr i64, ptr @T, i64 Cost(0)
  %v437 = load i64, ptr %v436, align 8, !tbaa !8
  %v438 = load i64, ptr %N
  %v439 = sub nsw i64 %v438, %v437
  %v440 = icmp slt i64 %v439, 1
  store i64 %v439, ptr %N
  br i1 %v440, label %b441, label %b442, !prof !12
b442:
  br label %i3u1
i15u4:
  %v452 = load i64, ptr %X2
  %v453 = load i64, ptr %X0
  store i64 %v453, ptr %P2
  %v454 = load i64, ptr %X2
  %v455 = load i64, ptr %P2
  %v456 = inttoptr i64 %v454 to ptr
  %v457 = getelementptr i8, ptr %v456, i64 21
  %v458 = load i64, ptr %v457, align 8, !tbaa !33
  %v459 = sub nsw i64 %v458, %v455
  %v460 = icmp eq i64 %v459, 0
  br i1 %v460, label %b461, label %i20u4
b461:
  %v462 = load i64, ptr %X1
  store i64 %v462, ptr %X0
  %v463 = load ptr, ptr %E
  %v464 = load ptr, ptr %v463, align 8, !tbaa !5
  %v465 = load ptr, ptr %E
  %v466 = load ptr, ptr %H
  %v467 = load i64, ptr %N
  %v468 = load i64, ptr %X0
  musttail call preserve_nonecc void %v464(ptr %r, ptr %v465, ptr %v466, i64 %v467, i64 %v468, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i20u4:
  %v469 = load i64, ptr %X2
  %v470 = load i64, ptr %P2
  %v471 = inttoptr i64 %v469 to ptr
  %v472 = getelementptr i8, ptr %v471, i64 13
  store i64 %v470, ptr %v472, align 8, !tbaa !31
  store i64 %v469, ptr %X2
  br label %b473
b473:
  %v475 = load ptr, ptr %E
  %v476 = load ptr, ptr %H
  %v477 = getelementptr i64, ptr %v476, i64 10
  %v478 = icmp ugt ptr %v477, %v475
  br i1 %v478, label %b474, label %b479, !prof !12
b479:
  %v506 = load i64, ptr %X2
  %v507 = inttoptr i64 %v506 to ptr
  %v508 = getelementptr i8, ptr %v507, i64 13
  %v509 = load i64, ptr %v508, align 8, !tbaa !31
  %v510 = inttoptr i64 %v506 to ptr
  %v511 = getelementptr i8, ptr %v510, i64 21
  %v512 = load i64, ptr %v511, align 8, !tbaa !33
  %v513 = sub nsw i64 %v512, %v509
  %v519 = and i64 %v513, 14
  %v520 = icmp ne i64 %v519, 0
  %v521 = icmp sgt i64 %v513, 1024
  %v522 = or i1 %v520, %v521
  br i1 %v522, label %b516, label %b523
b516:
  %v524 = inttoptr i64 %v506 to ptr
  %v525 = getelementptr i8, ptr %v524, i64 5
  %v526 = load i64, ptr %v525, align 8, !tbaa !33
  %v527 = load ptr, ptr %H
  %v528 = getelementptr i64, ptr %v527, i64 0
  store i64 839, ptr %v528, align 8, !tbaa !6
  %v529 = load ptr, ptr %H
  %v530 = getelementptr i64, ptr %v529, i64 1
  store i64 %v526, ptr %v530, align 8, !tbaa !6
  %v531 = load ptr, ptr %H
  %v532 = getelementptr i64, ptr %v531, i64 2
  store i64 %v509, ptr %v532, align 8, !tbaa !6
  %v533 = load ptr, ptr %H
  %v534 = getelementptr i64, ptr %v533, i64 3
  store i64 %v513, ptr %v534, align 8, !tbaa !6
  %v535 = load ptr, ptr %H
  %v536 = getelementptr i64, ptr %v535, i64 4
  store ptr %v536, ptr %H
  %v537 = ptrtoint ptr %v535 to i64
  %v538 = or disjoint i64 %v537, 3
  br label %b518
b523:
  %v539 = sub i64 %v513, 2
  %v540 = icmp ult i64 %v539, 127
  %v541 = and i64 %v509, 14
  %v542 = icmp eq i64 %v541, 0
  %v543 = and i1 %v540, %v542
  br i1 %v543, label %b517, label %b515
b517:
  %v544 = inttoptr i64 %v506 to ptr
  %v545 = getelementptr i8, ptr %v544, i64 29
  %v546 = load i64, ptr %v545, align 8, !tbaa !33
  %v547 = inttoptr i64 %v546 to ptr
  %v548 = lshr i64 %v509, 4
  %v549 = getelementptr i8, ptr %v547, i64 %v548
  %v550 = ptrtoint ptr %v549 to i64
  %v551 = and i64 %v550, 4095
  %v552 = icmp ugt i64 %v551, 4088
  br i1 %v552, label %b515, label %b553, !prof !12
b553:
  %v554 = load i64, ptr %v549, align 1, !tbaa !6
  %v555 = lshr i64 %v513, 1
  %v556 = sub nuw nsw i64 64, %v555
  %v557 = lshr i64 -1, %v556
  %v558 = and i64 %v554, %v557
  %v559 = lshr i64 %v513, 3
  %v560 = load ptr, ptr %H
  %v561 = getelementptr i64, ptr %v560, i64 0
  store i64 567, ptr %v561, align 8, !tbaa !6
  %v562 = load ptr, ptr %H
  %v563 = getelementptr i64, ptr %v562, i64 1
  store i64 %v559, ptr %v563, align 8, !tbaa !6
  %v564 = load ptr, ptr %H
  %v565 = getelementptr i64, ptr %v564, i64 2
  store i64 %v558, ptr %v565, align 8, !tbaa !6
  %v566 = load ptr, ptr %H
  %v567 = getelementptr i64, ptr %v566, i64 3
  store ptr %v567, ptr %H
  %v568 = ptrtoint ptr %v566 to i64
  %v569 = or disjoint i64 %v568, 3
  br label %b570
b570:
  br label %b518
b518:
  %v579 = phi i64 [ %v538, %b516 ], [ %v569, %b570 ]
  store i64 %v579, ptr %X0
  br label %b514
b514:
  br label %i0
i0:
  %v580 = load i64, ptr %X0
  %v581 = getelementptr i8, ptr %r, i64 x0
  store i64 %v580, ptr %v581, align 8, !tbaa !7
  %v582 = load i64, ptr %X1
  %v583 = getelementptr i8, ptr %r, i64 x1
  store i64 %v582, ptr %v583, align 8, !tbaa !7
  %v584 = getelementptr i64, ptr @T, i64 Pc(2)
  %v585 = load i64, ptr %v584, align 8, !tbaa !8, !invariant.load !11
  %v586 = load ptr, ptr %E
  %v587 = getelementptr i8, ptr %r, i64 stack
  store ptr %v586, ptr %v587, align 8, !tbaa !7
  %v588 = load ptr, ptr %H
  %v589 = getelementptr i8, ptr %r, i64 heap
  store ptr %v588, ptr %v589, align 8, !tbaa !7
  %v590 = load i64, ptr %N
  %v591 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v590, ptr %v591, align 8, !tbaa !7
  %v592 = getelementptr i8, ptr %r, i64 pc
  store i64 %v585, ptr %v592, align 8, !tbaa !7
  %v593 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v593, align 8, !tbaa !7
  ret void
i15:
  %v594 = load i64, ptr %X2
  %v595 = load i64, ptr %X0
  store i64 %v595, ptr %P2
  %v596 = load i64, ptr %X2
  %v597 = load i64, ptr %P2
  %v598 = inttoptr i64 %v596 to ptr
  %v599 = getelementptr i8, ptr %v598, i64 21
  %v600 = load i64, ptr %v599, align 8, !tbaa !33
  %v601 = sub nsw i64 %v600, %v597
  %v602 = icmp eq i64 %v601, 0
  br i1 %v602, label %b603, label %i20u4
b603:
  %v604 = load i64, ptr %X1
  store i64 %v604, ptr %X0
  %v605 = load ptr, ptr %E
  %v606 = load ptr, ptr %v605, align 8, !tbaa !5
  %v607 = load ptr, ptr %E
  %v608 = load ptr, ptr %H
  %v609 = load i64, ptr %N
  %v610 = load i64, ptr %X0
  musttail call preserve_nonecc void %v606(ptr %r, ptr %v607, ptr %v608, i64 %v609, i64 %v610, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
b302:
  %v304 = load i64, ptr %X0
  %v305 = load i64, ptr %P0
  %v306 = inttoptr i64 %v304 to ptr
  %v307 = getelementptr i8, ptr %v306, i64 13
  store i64 %v305, ptr %v307, align 8, !tbaa !31
  store i64 %v304, ptr %X0
  %v308 = load ptr, ptr %E
  %v309 = load ptr, ptr %H
  %v310 = load i64, ptr %N
  %v311 = load i64, ptr %X0
  %v312 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v308, ptr %v309, i64 %v310, i64 %v311, i64 %v312, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b329:
  %v340 = inttoptr i64 %v317 to ptr
  %v341 = getelementptr i8, ptr %v340, i64 13
  store i64 %v322, ptr %v341, align 8, !tbaa !31
  %v342 = getelementptr i8, ptr %r, i64 match_bits
  %v343 = load ptr, ptr %v342, align 8, !tbaa !7
  %v344 = call preserve_mostcc i64 %v343(i64 %v317, i64 8) #2
  br label %b330
b372:
  %v378 = load i64, ptr %X0
  %v379 = getelementptr i8, ptr %r, i64 x0
  store i64 %v378, ptr %v379, align 8, !tbaa !7
  %v380 = load i64, ptr %X1
  %v381 = getelementptr i8, ptr %r, i64 x1
  store i64 %v380, ptr %v381, align 8, !tbaa !7
  %v382 = load i64, ptr %X2
  %v383 = load i64, ptr %P2
  %v384 = inttoptr i64 %v382 to ptr
  %v385 = getelementptr i8, ptr %v384, i64 13
  store i64 %v383, ptr %v385, align 8, !tbaa !31
  %v386 = getelementptr i8, ptr %r, i64 x2
  store i64 %v382, ptr %v386, align 8, !tbaa !7
  %v387 = getelementptr i64, ptr @T, i64 Pc(9)
  %v388 = load i64, ptr %v387, align 8, !tbaa !8, !invariant.load !11
  %v389 = getelementptr i64, ptr @T, i64 Pc(10)
  %v390 = load i64, ptr %v389, align 8, !tbaa !8, !invariant.load !11
  %v391 = getelementptr i8, ptr %r, i64 step
  %v392 = load ptr, ptr %v391, align 8, !tbaa !7
  %v393 = load ptr, ptr %E
  %v394 = load ptr, ptr %H
  %v395 = load i64, ptr %N
  %v396 = call i64 %v392(ptr %r, ptr %v393, ptr %v394, i64 %v395, i64 %v388, i64 %v390) #0
  %v397 = getelementptr i8, ptr %r, i64 stack
  %v398 = load ptr, ptr %v397, align 8, !tbaa !7
  store ptr %v398, ptr %E
  %v399 = getelementptr i8, ptr %r, i64 heap
  %v400 = load ptr, ptr %v399, align 8, !tbaa !7
  store ptr %v400, ptr %H
  %v401 = getelementptr i8, ptr %r, i64 reductions
  %v402 = load i64, ptr %v401, align 8, !tbaa !7
  store i64 %v402, ptr %N
  %v403 = getelementptr i8, ptr %r, i64 x1
  %v404 = load i64, ptr %v403, align 8, !tbaa !7
  store i64 %v404, ptr %X1
  %v405 = getelementptr i8, ptr %r, i64 x2
  %v406 = load i64, ptr %v405, align 8, !tbaa !7
  store i64 %v406, ptr %X2
  %v407 = getelementptr i64, ptr @T, i64 Pc(10)
  %v408 = load i64, ptr %v407, align 8, !tbaa !8
  %v411 = icmp eq i64 %v396, %v408
  br i1 %v411, label %b409, label %b410, !prof !9
b410:
  ret void
b409:
  %v412 = load i64, ptr %X2
  %v413 = inttoptr i64 %v412 to ptr
  %v414 = getelementptr i8, ptr %v413, i64 13
  %v415 = load i64, ptr %v414, align 8, !tbaa !31
  store i64 %v415, ptr %P2
  br label %b373
b423:
  %v425 = load i64, ptr %X0
  %v426 = load i64, ptr %P0
  %v427 = inttoptr i64 %v425 to ptr
  %v428 = getelementptr i8, ptr %v427, i64 13
  store i64 %v426, ptr %v428, align 8, !tbaa !31
  store i64 %v425, ptr %X0
  %v429 = load ptr, ptr %E
  %v430 = load ptr, ptr %H
  %v431 = load i64, ptr %N
  %v432 = load i64, ptr %X0
  %v433 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v429, ptr %v430, i64 %v431, i64 %v432, i64 %v433, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b441:
  %v443 = load i64, ptr %X0
  %v444 = load i64, ptr %P0
  %v445 = inttoptr i64 %v443 to ptr
  %v446 = getelementptr i8, ptr %v445, i64 13
  store i64 %v444, ptr %v446, align 8, !tbaa !31
  store i64 %v443, ptr %X0
  %v447 = load ptr, ptr %E
  %v448 = load ptr, ptr %H
  %v449 = load i64, ptr %N
  %v450 = load i64, ptr %X0
  %v451 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v447, ptr %v448, i64 %v449, i64 %v450, i64 %v451, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b474:
  %v480 = load i64, ptr %X0
  %v481 = getelementptr i8, ptr %r, i64 x0
  store i64 %v480, ptr %v481, align 8, !tbaa !7
  %v482 = load i64, ptr %X1
  %v483 = getelementptr i8, ptr %r, i64 x1
  store i64 %v482, ptr %v483, align 8, !tbaa !7
  %v484 = load i64, ptr %X2
  %v485 = getelementptr i8, ptr %r, i64 x2
  store i64 %v484, ptr %v485, align 8, !tbaa !7
  %v486 = getelementptr i64, ptr @T, i64 Pc(21)
  %v487 = load i64, ptr %v486, align 8, !tbaa !8, !invariant.load !11
  %v488 = getelementptr i8, ptr %r, i64 collect
  %v489 = load ptr, ptr %v488, align 8, !tbaa !7
  %v490 = load ptr, ptr %E
  %v491 = load ptr, ptr %H
  %v492 = load i64, ptr %N
  %v493 = call i64 %v489(ptr %r, ptr %v490, ptr %v491, i64 %v492, i64 %v487, i64 655363) #0
  %v494 = getelementptr i8, ptr %r, i64 stack
  %v495 = load ptr, ptr %v494, align 8, !tbaa !7
  store ptr %v495, ptr %E
  %v496 = getelementptr i8, ptr %r, i64 heap
  %v497 = load ptr, ptr %v496, align 8, !tbaa !7
  store ptr %v497, ptr %H
  %v498 = getelementptr i8, ptr %r, i64 reductions
  %v499 = load i64, ptr %v498, align 8, !tbaa !7
  store i64 %v499, ptr %N
  %v500 = getelementptr i8, ptr %r, i64 x0
  %v501 = load i64, ptr %v500, align 8, !tbaa !7
  store i64 %v501, ptr %X0
  %v502 = getelementptr i8, ptr %r, i64 x1
  %v503 = load i64, ptr %v502, align 8, !tbaa !7
  store i64 %v503, ptr %X1
  %v504 = getelementptr i8, ptr %r, i64 x2
  %v505 = load i64, ptr %v504, align 8, !tbaa !7
  store i64 %v505, ptr %X2
  br label %b473
b515:
  %v571 = getelementptr i8, ptr %r, i64 match_tail
  %v572 = load ptr, ptr %v571, align 8, !tbaa !7
  %v573 = load ptr, ptr %E
  %v574 = getelementptr i8, ptr %r, i64 stack
  store ptr %v573, ptr %v574, align 8, !tbaa !7
  %v575 = load ptr, ptr %H
  %v576 = call preserve_mostcc i64 %v572(ptr %r, ptr %v575, i64 %v506) #0
  %v577 = getelementptr i8, ptr %r, i64 heap
  %v578 = load ptr, ptr %v577, align 8, !tbaa !7
  store ptr %v578, ptr %H
  store i64 %v576, ptr %X0
  br label %b514
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
  %v2 = inttoptr i64 %v1 to ptr
  %v3 = getelementptr i8, ptr %v2, i64 13
  %v4 = load i64, ptr %v3, align 8, !tbaa !31
  store i64 %v4, ptr %X2
  %v5 = load i64, ptr %X0
  %v7 = inttoptr i64 %v5 to ptr
  %v8 = getelementptr i8, ptr %v7, i64 29
  %v9 = load i64, ptr %v8, align 8, !tbaa !33
  %v10 = inttoptr i64 %v5 to ptr
  %v11 = getelementptr i8, ptr %v10, i64 13
  %v12 = load i64, ptr %v11, align 8, !tbaa !31
  %v13 = inttoptr i64 %v5 to ptr
  %v14 = getelementptr i8, ptr %v13, i64 21
  %v15 = load i64, ptr %v14, align 8, !tbaa !33
  %v16 = add nuw nsw i64 %v12, 16
  %v17 = icmp sle i64 %v16, %v15
  br i1 %v17, label %b18, label %i32
b18:
  %v21 = and i64 %v12, 14
  %v22 = icmp ne i64 %v21, 0
  br i1 %v22, label %b19, label %b23, !prof !12
b23:
  %v24 = inttoptr i64 %v9 to ptr
  %v25 = lshr i64 %v12, 4
  %v26 = getelementptr i8, ptr %v24, i64 %v25
  %v27 = load i8, ptr %v26, align 1, !tbaa !6
  %v28 = zext i8 %v27 to i64
  br label %b29
b29:
  br label %b20
b20:
  %v35 = phi i64 [ %v28, %b29 ], [ %v34, %b19 ]
  %v36 = shl i64 %v35, 1
  %v38 = add nuw nsw i64 %v12, 16
  store i64 %v38, ptr %P0
  store i64 %v36, ptr %X3
  br label %b6
b6:
  %v40 = load i64, ptr %X3
  br i1 true, label %b41, label %b42, !prof !9
b41:
  %v43 = icmp slt i64 64, %v40
  br i1 %v43, label %b39, label %i32u1
b42:
  %v44 = getelementptr i8, ptr %r, i64 compare
  %v45 = load ptr, ptr %v44, align 8, !tbaa !7
  %v46 = call preserve_mostcc i64 %v45(i64 64, i64 %v40) #1
  %v47 = icmp slt i64 %v46, 0
  br i1 %v47, label %b39, label %i32u1
b39:
  %v48 = getelementptr i64, ptr @T, i64 Cost(1)
  %v49 = load i64, ptr %v48, align 8, !tbaa !8
  %v50 = load i64, ptr %N
  %v51 = sub nsw i64 %v50, %v49
  %v52 = icmp slt i64 %v51, 1
  store i64 %v51, ptr %N
  br i1 %v52, label %b53, label %b54, !prof !12
b54:
  br label %i26u1
i26u1:
  %v64 = load i64, ptr %X0
  %v65 = load i64, ptr %P0
  store i64 %v65, ptr %X2
  %v66 = load i64, ptr %X0
  %v68 = inttoptr i64 %v66 to ptr
  %v69 = getelementptr i8, ptr %v68, i64 29
  %v70 = load i64, ptr %v69, align 8, !tbaa !33
  %v71 = load i64, ptr %P0
  %v72 = inttoptr i64 %v66 to ptr
  %v73 = getelementptr i8, ptr %v72, i64 21
  %v74 = load i64, ptr %v73, align 8, !tbaa !33
  %v75 = add nuw nsw i64 %v71, 16
  %v76 = icmp sle i64 %v75, %v74
  br i1 %v76, label %b77, label %i32u1
b77:
  %v80 = and i64 %v71, 14
  %v81 = icmp ne i64 %v80, 0
  br i1 %v81, label %b78, label %b82, !prof !12
b82:
  %v83 = inttoptr i64 %v70 to ptr
  %v84 = lshr i64 %v71, 4
  %v85 = getelementptr i8, ptr %v83, i64 %v84
  %v86 = load i8, ptr %v85, align 1, !tbaa !6
  %v87 = zext i8 %v86 to i64
  br label %b88
b88:
  br label %b79
b79:
  %v94 = phi i64 [ %v87, %b88 ], [ %v93, %b78 ]
  %v95 = shl i64 %v94, 1
  %v97 = add nuw nsw i64 %v71, 16
  store i64 %v97, ptr %P0
  store i64 %v95, ptr %X3
  br label %b67
b67:
  %v99 = load i64, ptr %X3
  br i1 true, label %b100, label %b101, !prof !9
b100:
  %v102 = icmp slt i64 64, %v99
  br i1 %v102, label %b98, label %i32u1
b101:
  %v103 = getelementptr i8, ptr %r, i64 compare
  %v104 = load ptr, ptr %v103, align 8, !tbaa !7
  %v105 = call preserve_mostcc i64 %v104(i64 64, i64 %v99) #1
  %v106 = icmp slt i64 %v105, 0
  br i1 %v106, label %b98, label %i32u1
b98:
  %v107 = getelementptr i64, ptr @T, i64 Cost(1)
  %v108 = load i64, ptr %v107, align 8, !tbaa !8
  %v109 = load i64, ptr %N
  %v110 = sub nsw i64 %v109, %v108
  %v111 = icmp slt i64 %v110, 1
  store i64 %v110, ptr %N
  br i1 %v111, label %b112, label %b113, !prof !12
b113:
  br label %i26u1
i32u1:
  %v123 = load i64, ptr %X0
  %v124 = load i64, ptr %X2
  store i64 %v124, ptr %P0
  %v125 = load i64, ptr %X0
  %v126 = load i64, ptr %P0
  %v127 = inttoptr i64 %v125 to ptr
  %v128 = getelementptr i8, ptr %v127, i64 13
  store i64 %v126, ptr %v128, align 8, !tbaa !31
  store i64 %v125, ptr %X0
  %v129 = load ptr, ptr %E
  %v130 = load ptr, ptr %H
  %v131 = load i64, ptr %N
  %v132 = load i64, ptr %X0
  %v133 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0(ptr %r, ptr %v129, ptr %v130, i64 %v131, i64 %v132, i64 %v133, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i32:
  %v134 = load i64, ptr %X0
  %v135 = load i64, ptr %X2
  store i64 %v135, ptr %P0
  %v136 = load i64, ptr %X0
  %v137 = load i64, ptr %P0
  %v138 = inttoptr i64 %v136 to ptr
  %v139 = getelementptr i8, ptr %v138, i64 13
  store i64 %v137, ptr %v139, align 8, !tbaa !31
  store i64 %v136, ptr %X0
  %v140 = load ptr, ptr %E
  %v141 = load ptr, ptr %H
  %v142 = load i64, ptr %N
  %v143 = load i64, ptr %X0
  %v144 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0(ptr %r, ptr %v140, ptr %v141, i64 %v142, i64 %v143, i64 %v144, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b19:
  %v30 = inttoptr i64 %v5 to ptr
  %v31 = getelementptr i8, ptr %v30, i64 13
  store i64 %v12, ptr %v31, align 8, !tbaa !31
  %v32 = getelementptr i8, ptr %r, i64 match_bits
  %v33 = load ptr, ptr %v32, align 8, !tbaa !7
  %v34 = call preserve_mostcc i64 %v33(i64 %v5, i64 8) #2
  br label %b20
b53:
  %v55 = load i64, ptr %X0
  %v56 = load i64, ptr %P0
  %v57 = inttoptr i64 %v55 to ptr
  %v58 = getelementptr i8, ptr %v57, i64 13
  store i64 %v56, ptr %v58, align 8, !tbaa !31
  store i64 %v55, ptr %X0
  %v59 = load ptr, ptr %E
  %v60 = load ptr, ptr %H
  %v61 = load i64, ptr %N
  %v62 = load i64, ptr %X0
  %v63 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v59, ptr %v60, i64 %v61, i64 %v62, i64 %v63, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b78:
  %v89 = inttoptr i64 %v66 to ptr
  %v90 = getelementptr i8, ptr %v89, i64 13
  store i64 %v71, ptr %v90, align 8, !tbaa !31
  %v91 = getelementptr i8, ptr %r, i64 match_bits
  %v92 = load ptr, ptr %v91, align 8, !tbaa !7
  %v93 = call preserve_mostcc i64 %v92(i64 %v66, i64 8) #2
  br label %b79
b112:
  %v114 = load i64, ptr %X0
  %v115 = load i64, ptr %P0
  %v116 = inttoptr i64 %v114 to ptr
  %v117 = getelementptr i8, ptr %v116, i64 13
  store i64 %v115, ptr %v117, align 8, !tbaa !31
  store i64 %v114, ptr %X0
  %v118 = load ptr, ptr %E
  %v119 = load ptr, ptr %H
  %v120 = load i64, ptr %N
  %v121 = load i64, ptr %X0
  %v122 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v118, ptr %v119, i64 %v120, i64 %v121, i64 %v122, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
