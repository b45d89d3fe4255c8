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
  %v162 = and i64 %v161, 1
  %v163 = icmp eq i64 %v162, 0
  br i1 %v163, label %b164, label %b165, !prof !9
b164:
  %v166 = icmp slt i64 64, %v161
  br i1 %v166, label %b160, label %i12u4
b165:
  %v167 = and i64 64, 7
  %v168 = icmp eq i64 %v167, 3
  br label %b169
b169:
  br i1 %v168, label %b170, label %b171, !prof !9
b170:
  %v172 = inttoptr i64 64 to ptr
  %v173 = getelementptr i8, ptr %v172, i64 -3
  %v174 = load i64, ptr %v173, align 8, !tbaa !6
  br label %b171
b171:
  %v175 = phi i64 [ 0, %b169 ], [ %v174, %b170 ]
  %v178 = and i64 %v161, 7
  %v179 = icmp eq i64 %v178, 3
  br label %b180
b180:
  br i1 %v179, label %b181, label %b182, !prof !9
b181:
  %v183 = inttoptr i64 %v161 to ptr
  %v184 = getelementptr i8, ptr %v183, i64 -3
  %v185 = load i64, ptr %v184, align 8, !tbaa !6
  br label %b182
b182:
  %v186 = phi i64 [ 0, %b180 ], [ %v185, %b181 ]
  %v187 = icmp eq i64 %v175, 287
  %v188 = icmp eq i64 %v186, 287
  %v189 = and i1 %v187, %v188
  br i1 %v189, label %b176, label %b177
b176:
  %v190 = inttoptr i64 64 to ptr
  %v191 = getelementptr i8, ptr %v190, i64 5
  %v192 = load i64, ptr %v191, align 8, !tbaa !6
  %v193 = bitcast i64 %v192 to double
  %v194 = inttoptr i64 %v161 to ptr
  %v195 = getelementptr i8, ptr %v194, i64 5
  %v196 = load i64, ptr %v195, align 8, !tbaa !6
  %v197 = bitcast i64 %v196 to double
  %v198 = fcmp olt double %v193, %v197
  br i1 %v198, label %b160, label %i12u4
b177:
  %v199 = getelementptr i8, ptr %r, i64 compare
  %v200 = load ptr, ptr %v199, align 8, !tbaa !7
  %v201 = call preserve_mostcc i64 %v200(i64 64, i64 %v161) #1
  %v202 = icmp slt i64 %v201, 0
  br i1 %v202, label %b160, label %i12u4
b160:
  %v203 = load i64, ptr %X1
  %v204 = and i64 %v203, 1
  %v205 = icmp eq i64 %v204, 0
  br i1 %v205, label %b206, label %b207, !prof !9
b206:
  %v210 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v203, i64 2)
  %v211 = extractvalue { i64, i1 } %v210, 0
  %v212 = extractvalue { i64, i1 } %v210, 1
  br i1 %v212, label %b208, label %b213, !prof !12
b213:
  store i64 %v211, ptr %X1
  br label %b209
b207:
  %v214 = and i64 %v203, 7
  %v215 = icmp eq i64 %v214, 3
  br label %b216
b216:
  br i1 %v215, label %b217, label %b218, !prof !9
b217:
  %v219 = inttoptr i64 %v203 to ptr
  %v220 = getelementptr i8, ptr %v219, i64 -3
  %v221 = load i64, ptr %v220, align 8, !tbaa !6
  br label %b218
b218:
  %v222 = phi i64 [ 0, %b216 ], [ %v221, %b217 ]
  %v223 = and i64 2, 7
  %v224 = icmp eq i64 %v223, 3
  br label %b225
b225:
  br i1 %v224, label %b226, label %b227, !prof !9
b226:
  %v228 = inttoptr i64 2 to ptr
  %v229 = getelementptr i8, ptr %v228, i64 -3
  %v230 = load i64, ptr %v229, align 8, !tbaa !6
  br label %b227
b227:
  %v231 = phi i64 [ 0, %b225 ], [ %v230, %b226 ]
  %v232 = icmp eq i64 %v222, 287
  %v233 = icmp eq i64 %v231, 287
  %v234 = and i1 %v232, %v233
  %v235 = load ptr, ptr %E
  %v236 = load ptr, ptr %H
  %v237 = getelementptr i64, ptr %v236, i64 2
  %v238 = icmp ugt ptr %v237, %v235
  %v239 = xor i1 %v238, true
  %v240 = and i1 %v234, %v239
  br i1 %v240, label %b241, label %b208
b241:
  %v242 = inttoptr i64 %v203 to ptr
  %v243 = getelementptr i8, ptr %v242, i64 5
  %v244 = load i64, ptr %v243, align 8, !tbaa !6
  %v245 = bitcast i64 %v244 to double
  %v246 = inttoptr i64 2 to ptr
  %v247 = getelementptr i8, ptr %v246, i64 5
  %v248 = load i64, ptr %v247, align 8, !tbaa !6
  %v249 = bitcast i64 %v248 to double
  %v250 = fadd double %v245, %v249
  %v251 = bitcast double %v250 to i64
  %v252 = and i64 %v251, 9218868437227405312
  %v253 = icmp eq i64 %v252, 9218868437227405312
  br i1 %v253, label %b208, label %b254, !prof !12
b254:
  %v255 = load ptr, ptr %H
  %v256 = getelementptr i64, ptr %v255, i64 0
  store i64 287, ptr %v256, align 8, !tbaa !6
  %v257 = load ptr, ptr %H
  %v258 = getelementptr i64, ptr %v257, i64 1
  store i64 %v251, ptr %v258, align 8, !tbaa !6
  %v259 = load ptr, ptr %H
  %v260 = getelementptr i64, ptr %v259, i64 2
  store ptr %v260, ptr %H
  %v261 = ptrtoint ptr %v259 to i64
  %v262 = or disjoint i64 %v261, 3
  store i64 %v262, ptr %X1
  br label %b209
b209:
  %v301 = load i64, ptr %X2
  store i64 %v301, ptr %X0
  %v302 = load i64, ptr %P2
  store i64 %v302, ptr %P0
  %v303 = getelementptr i64, ptr @T, i64 Cost(1)
  %v304 = load i64, ptr %v303, align 8, !tbaa !8
  %v305 = load i64, ptr %N
  %v306 = sub nsw i64 %v305, %v304
  %v307 = icmp slt i64 %v306, 1
  store i64 %v306, ptr %N
  br i1 %v307, label %b308, label %b309, !prof !12
b309:
  br label %i26u1
i26u1:
  %v319 = load i64, ptr %X0
  %v320 = load i64, ptr %P0
  store i64 %v320, ptr %X2
  %v321 = load i64, ptr %X0
  %v323 = inttoptr i64 %v321 to ptr
  %v324 = getelementptr i8, ptr %v323, i64 29
  %v325 = load i64, ptr %v324, align 8, !tbaa !33
  %v326 = load i64, ptr %P0
  %v327 = inttoptr i64 %v321 to ptr
  %v328 = getelementptr i8, ptr %v327, i64 21
  %v329 = load i64, ptr %v328, align 8, !tbaa !33
  %v330 = add nuw nsw i64 %v326, 16
  %v331 = icmp sle i64 %v330, %v329
  br i1 %v331, label %b332, label %i32u1
b332:
  %v335 = and i64 %v326, 14
  %v336 = icmp ne i64 %v335, 0
  br i1 %v336, label %b333, label %b337, !prof !12
b337:
  %v338 = inttoptr i64 %v325 to ptr
  %v339 = lshr i64 %v326, 4
  %v340 = getelementptr i8, ptr %v338, i64 %v339
  %v341 = load i8, ptr %v340, align 1, !tbaa !6
  %v342 = zext i8 %v341 to i64
  br label %b343
b343:
  br label %b334
b334:
  %v349 = phi i64 [ %v342, %b343 ], [ %v348, %b333 ]
  %v350 = shl i64 %v349, 1
  %v352 = add nuw nsw i64 %v326, 16
  store i64 %v352, ptr %P0
  store i64 %v350, ptr %X3
  br label %b322
b322:
  %v354 = load i64, ptr %X3
  %v355 = and i64 %v354, 1
  %v356 = icmp eq i64 %v355, 0
  br i1 %v356, label %b357, label %b358, !prof !9
b357:
  %v359 = icmp slt i64 64, %v354
  br i1 %v359, label %b353, label %i32u1
b358:
  %v360 = and i64 64, 7
  %v361 = icmp eq i64 %v360, 3
  br label %b362
b362:
  br i1 %v361, label %b363, label %b364, !prof !9
b363:
  %v365 = inttoptr i64 64 to ptr
  %v366 = getelementptr i8, ptr %v365, i64 -3
  %v367 = load i64, ptr %v366, align 8, !tbaa !6
  br label %b364
b364:
  %v368 = phi i64 [ 0, %b362 ], [ %v367, %b363 ]
  %v371 = and i64 %v354, 7
  %v372 = icmp eq i64 %v371, 3
  br label %b373
b373:
  br i1 %v372, label %b374, label %b375, !prof !9
b374:
  %v376 = inttoptr i64 %v354 to ptr
  %v377 = getelementptr i8, ptr %v376, i64 -3
  %v378 = load i64, ptr %v377, align 8, !tbaa !6
  br label %b375
b375:
  %v379 = phi i64 [ 0, %b373 ], [ %v378, %b374 ]
  %v380 = icmp eq i64 %v368, 287
  %v381 = icmp eq i64 %v379, 287
  %v382 = and i1 %v380, %v381
  br i1 %v382, label %b369, label %b370
b369:
  %v383 = inttoptr i64 64 to ptr
  %v384 = getelementptr i8, ptr %v383, i64 5
  %v385 = load i64, ptr %v384, align 8, !tbaa !6
  %v386 = bitcast i64 %v385 to double
  %v387 = inttoptr i64 %v354 to ptr
  %v388 = getelementptr i8, ptr %v387, i64 5
  %v389 = load i64, ptr %v388, align 8, !tbaa !6
  %v390 = bitcast i64 %v389 to double
  %v391 = fcmp olt double %v386, %v390
  br i1 %v391, label %b353, label %i32u1
b370:
  %v392 = getelementptr i8, ptr %r, i64 compare
  %v393 = load ptr, ptr %v392, align 8, !tbaa !7
  %v394 = call preserve_mostcc i64 %v393(i64 64, i64 %v354) #1
  %v395 = icmp slt i64 %v394, 0
  br i1 %v395, label %b353, label %i32u1
b353:
  %v396 = getelementptr i64, ptr @T, i64 Cost(1)
  %v397 = load i64, ptr %v396, align 8, !tbaa !8
  %v398 = load i64, ptr %N
  %v399 = sub nsw i64 %v398, %v397
  %v400 = icmp slt i64 %v399, 1
  store i64 %v399, ptr %N
  br i1 %v400, label %b401, label %b402, !prof !12
b402:
  br label %i26u1
i32u1:
  %v412 = load i64, ptr %X0
  %v413 = load i64, ptr %X2
  store i64 %v413, ptr %P0
  %v414 = getelementptr i64, ptr @T, i64 Cost(0)
  %v415 = load i64, ptr %v414, align 8, !tbaa !8
  %v416 = load i64, ptr %N
  %v417 = sub nsw i64 %v416, %v415
  %v418 = icmp slt i64 %v417, 1
  store i64 %v417, ptr %N
  br i1 %v418, label %b419, label %b420, !prof !12
b420:
  br label %i3u1
i3u1:
  %v430 = load i64, ptr %X0
  store i64 %v430, ptr %X2
  %v431 = load i64, ptr %P0
  store i64 %v431, ptr %P2
  %v432 = load i64, ptr %X2
  %v433 = load i64, ptr %P2
  store i64 %v433, ptr %X0
  %v434 = load i64, ptr %X2
  %v436 = inttoptr i64 %v434 to ptr
  %v437 = getelementptr i8, ptr %v436, i64 29
  %v438 = load i64, ptr %v437, align 8, !tbaa !33
  %v439 = load i64, ptr %P2
  %v440 = inttoptr i64 %v434 to ptr
  %v441 = getelementptr i8, ptr %v440, i64 21
  %v442 = load i64, ptr %v441, align 8, !tbaa !33
  %v443 = add nuw nsw i64 %v439, 16
  %v444 = icmp sle i64 %v443, %v442
  br i1 %v444, label %b445, label %i15u4
b445:
  %v448 = and i64 %v439, 14
  %v449 = icmp ne i64 %v448, 0
  br i1 %v449, label %b446, label %b450, !prof !12
b450:
  %v451 = inttoptr i64 %v438 to ptr
  %v452 = lshr i64 %v439, 4
  %v453 = getelementptr i8, ptr %v451, i64 %v452
  %v454 = load i8, ptr %v453, align 1, !tbaa !6
  %v455 = zext i8 %v454 to i64
  br label %b456
b456:
  br label %b447
b447:
  %v462 = phi i64 [ %v455, %b456 ], [ %v461, %b446 ]
  %v463 = shl i64 %v462, 1
  %v465 = add nuw nsw i64 %v439, 16
  store i64 %v465, ptr %P2
  store i64 %v463, ptr %X3
  br label %b435
b435:
  %v466 = load i64, ptr %X2
  %v467 = load i64, ptr %P2
  %v468 = inttoptr i64 %v466 to ptr
  %v469 = getelementptr i8, ptr %v468, i64 21
  %v470 = load i64, ptr %v469, align 8, !tbaa !33
  %v471 = sub nsw i64 %v470, %v467
  %v472 = and i64 %v471, 15
  %v473 = icmp eq i64 %v472, 0
  br i1 %v473, label %b474, label %i15u4
b474:
  %v476 = load i64, ptr %X3
  %v477 = and i64 %v476, 1
  %v478 = icmp eq i64 %v477, 0
  br i1 %v478, label %b479, label %b480, !prof !9
b479:
  %v481 = icmp slt i64 64, %v476
  br i1 %v481, label %b475, label %i12u4
b480:
  %v482 = and i64 64, 7
  %v483 = icmp eq i64 %v482, 3
  br label %b484
b484:
  br i1 %v483, label %b485, label %b486, !prof !9
b485:
  %v487 = inttoptr i64 64 to ptr
  %v488 = getelementptr i8, ptr %v487, i64 -3
  %v489 = load i64, ptr %v488, align 8, !tbaa !6
  br label %b486
b486:
  %v490 = phi i64 [ 0, %b484 ], [ %v489, %b485 ]
  %v493 = and i64 %v476, 7
  %v494 = icmp eq i64 %v493, 3
  br label %b495
b495:
  br i1 %v494, label %b496, label %b497, !prof !9
b496:
  %v498 = inttoptr i64 %v476 to ptr
  %v499 = getelementptr i8, ptr %v498, i64 -3
  %v500 = load i64, ptr %v499, align 8, !tbaa !6
  br label %b497
b497:
  %v501 = phi i64 [ 0, %b495 ], [ %v500, %b496 ]
  %v502 = icmp eq i64 %v490, 287
  %v503 = icmp eq i64 %v501, 287
  %v504 = and i1 %v502, %v503
  br i1 %v504, label %b491, label %b492
b491:
  %v505 = inttoptr i64 64 to ptr
  %v506 = getelementptr i8, ptr %v505, i64 5
  %v507 = load i64, ptr %v506, align 8, !tbaa !6
  %v508 = bitcast i64 %v507 to double
  %v509 = inttoptr i64 %v476 to ptr
  %v510 = getelementptr i8, ptr %v509, i64 5
  %v511 = load i64, ptr %v510, align 8, !tbaa !6
  %v512 = bitcast i64 %v511 to double
  %v513 = fcmp olt double %v508, %v512
  br i1 %v513, label %b475, label %i12u4
b492:
  %v514 = getelementptr i8, ptr %r, i64 compare
  %v515 = load ptr, ptr %v514, align 8, !tbaa !7
  %v516 = call preserve_mostcc i64 %v515(i64 64, i64 %v476) #1
  %v517 = icmp slt i64 %v516, 0
  br i1 %v517, label %b475, label %i12u4
b475:
  %v518 = load i64, ptr %X1
  %v519 = and i64 %v518, 1
  %v520 = icmp eq i64 %v519, 0
  br i1 %v520, label %b521, label %b522, !prof !9
b521:
  %v525 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v518, i64 2)
  %v526 = extractvalue { i64, i1 } %v525, 0
  %v527 = extractvalue { i64, i1 } %v525, 1
  br i1 %v527, label %b523, label %b528, !prof !12
b528:
  store i64 %v526, ptr %X1
  br label %b524
b522:
  %v529 = and i64 %v518, 7
  %v530 = icmp eq i64 %v529, 3
  br label %b531
b531:
  br i1 %v530, label %b532, label %b533, !prof !9
b532:
  %v534 = inttoptr i64 %v518 to ptr
  %v535 = getelementptr i8, ptr %v534, i64 -3
  %v536 = load i64, ptr %v535, align 8, !tbaa !6
  br label %b533
b533:
  %v537 = phi i64 [ 0, %b531 ], [ %v536, %b532 ]
  %v538 = and i64 2, 7
  %v539 = icmp eq i64 %v538, 3
  br label %b540
b540:
  br i1 %v539, label %b541, label %b542, !prof !9
b541:
  %v543 = inttoptr i64 2 to ptr
  %v544 = getelementptr i8, ptr %v543, i64 -3
  %v545 = load i64, ptr %v544, align 8, !tbaa !6
  br label %b542
b542:
  %v546 = phi i64 [ 0, %b540 ], [ %v545, %b541 ]
  %v547 = icmp eq i64 %v537, 287
  %v548 = icmp eq i64 %v546, 287
  %v549 = and i1 %v547, %v548
  %v550 = load ptr, ptr %E
  %v551 = load ptr, ptr %H
  %v552 = getelementptr i64, ptr %v551, i64 2
  %v553 = icmp ugt ptr %v552, %v550
  %v554 = xor i1 %v553, true
  %v555 = and i1 %v549, %v554
  br i1 %v555, label %b556, label %b523
b556:
  %v557 = inttoptr i64 %v518 to ptr
  %v558 = getelementptr i8, ptr %v557, i64 5
  %v559 = load i64, ptr %v558, align 8, !tbaa !6
  %v560 = bitcast i64 %v559 to double
  %v561 = inttoptr i64 2 to ptr
  %v562 = getelementptr i8, ptr %v561, i64 5
  %v563 = load i64, ptr %v562, align 8, !tbaa !6
  %v564 = bitcast i64 %v563 to double
  %v565 = fadd double %v560, %v564
  %v566 = bitcast double %v565 to i64
  %v567 = and i64 %v566, 9218868437227405312
  %v568 = icmp eq i64 %v567, 9218868437227405312
  br i1 %v568, label %b523, label %b569, !prof !12
b569:
  %v570 = load ptr, ptr %H
  %v571 = getelementptr i64, ptr %v570, i64 0
  store i64 287, ptr %v571, align 8, !tbaa !6
  %v572 = load ptr, ptr %H
  %v573 = getelementptr i64, ptr %v572, i64 1
  store i64 %v566, ptr %v573, align 8, !tbaa !6
  %v574 = load ptr, ptr %H
  %v575 = getelementptr i64, ptr %v574, i64 2
  store ptr %v575, ptr %H
  %v576 = ptrtoint ptr %v574 to i64
  %v577 = or disjoint i64 %v576, 3
  store i64 %v577, ptr %X1
  br label %b524
b524:
  %v616 = load i64, ptr %X2
  store i64 %v616, ptr %X0
  %v617 = load i64, ptr %P2
  store i64 %v617, ptr %P0
  %v618 = getelementptr i64, ptr @T, i64 Cost(1)
  %v619 = load i64, ptr %v618, align 8, !tbaa !8
  %v620 = load i64, ptr %N
  %v621 = sub nsw i64 %v620, %v619
  %v622 = icmp slt i64 %v621, 1
  store i64 %v621, ptr %N
  br i1 %v622, label %b623, label %b624, !prof !12
b624:
  br label %i26u1
i12u4:
  %v634 = load i64, ptr %X2
  store i64 %v634, ptr %X0
  %v635 = load i64, ptr %P2
  store i64 %v635, ptr %P0
  %v636 = getelementptr i64, ptr @T, i64 Cost(0)
  %v637 = load i64, ptr %v636, align 8, !tbaa !8
  %v638 = load i64, ptr %N
  %v639 = sub nsw i64 %v638, %v637
  %v640 = icmp slt i64 %v639, 1
  store i64 %v639, ptr %N
  br i1 %v640, label %b641, label %b642, !prof !12
b642:
  br label %i3u1
i15u4:
  %v652 = load i64, ptr %X2
  %v653 = load i64, ptr %X0
  store i64 %v653, ptr %P2
  %v654 = load i64, ptr %X2
  %v655 = load i64, ptr %P2
  %v656 = inttoptr i64 %v654 to ptr
  %v657 = getelementptr i8, ptr %v656, i64 21
  %v658 = load i64, ptr %v657, align 8, !tbaa !33
  %v659 = sub nsw i64 %v658, %v655
  %v660 = icmp eq i64 %v659, 0
  br i1 %v660, label %b661, label %i20u4
b661:
  %v662 = load i64, ptr %X1
  store i64 %v662, ptr %X0
  %v663 = load ptr, ptr %E
  %v664 = load ptr, ptr %v663, align 8, !tbaa !5
  %v665 = load ptr, ptr %E
  %v666 = load ptr, ptr %H
  %v667 = load i64, ptr %N
  %v668 = load i64, ptr %X0
  musttail call preserve_nonecc void %v664(ptr %r, ptr %v665, ptr %v666, i64 %v667, i64 %v668, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i20u4:
  %v669 = load i64, ptr %X2
  %v670 = load i64, ptr %P2
  %v671 = inttoptr i64 %v669 to ptr
  %v672 = getelementptr i8, ptr %v671, i64 13
  store i64 %v670, ptr %v672, align 8, !tbaa !31
  store i64 %v669, ptr %X2
  br label %b673
b673:
  %v675 = load ptr, ptr %E
  %v676 = load ptr, ptr %H
  %v677 = getelementptr i64, ptr %v676, i64 10
  %v678 = icmp ugt ptr %v677, %v675
  br i1 %v678, label %b674, label %b679, !prof !12
b679:
  %v706 = load i64, ptr %X2
  %v707 = inttoptr i64 %v706 to ptr
  %v708 = getelementptr i8, ptr %v707, i64 13
  %v709 = load i64, ptr %v708, align 8, !tbaa !31
  %v710 = inttoptr i64 %v706 to ptr
  %v711 = getelementptr i8, ptr %v710, i64 21
  %v712 = load i64, ptr %v711, align 8, !tbaa !33
  %v713 = sub nsw i64 %v712, %v709
  %v719 = and i64 %v713, 14
  %v720 = icmp ne i64 %v719, 0
  %v721 = icmp sgt i64 %v713, 1024
  %v722 = or i1 %v720, %v721
  br i1 %v722, label %b716, label %b723
b716:
  %v724 = inttoptr i64 %v706 to ptr
  %v725 = getelementptr i8, ptr %v724, i64 5
  %v726 = load i64, ptr %v725, align 8, !tbaa !33
  %v727 = load ptr, ptr %H
  %v728 = getelementptr i64, ptr %v727, i64 0
  store i64 839, ptr %v728, align 8, !tbaa !6
  %v729 = load ptr, ptr %H
  %v730 = getelementptr i64, ptr %v729, i64 1
  store i64 %v726, ptr %v730, align 8, !tbaa !6
  %v731 = load ptr, ptr %H
  %v732 = getelementptr i64, ptr %v731, i64 2
  store i64 %v709, ptr %v732, align 8, !tbaa !6
  %v733 = load ptr, ptr %H
  %v734 = getelementptr i64, ptr %v733, i64 3
  store i64 %v713, ptr %v734, align 8, !tbaa !6
  %v735 = load ptr, ptr %H
  %v736 = getelementptr i64, ptr %v735, i64 4
  store ptr %v736, ptr %H
  %v737 = ptrtoint ptr %v735 to i64
  %v738 = or disjoint i64 %v737, 3
  br label %b718
b723:
  %v739 = sub i64 %v713, 2
  %v740 = icmp ult i64 %v739, 127
  %v741 = and i64 %v709, 14
  %v742 = icmp eq i64 %v741, 0
  %v743 = and i1 %v740, %v742
  br i1 %v743, label %b717, label %b715
b717:
  %v744 = inttoptr i64 %v706 to ptr
  %v745 = getelementptr i8, ptr %v744, i64 29
  %v746 = load i64, ptr %v745, align 8, !tbaa !33
  %v747 = inttoptr i64 %v746 to ptr
  %v748 = lshr i64 %v709, 4
  %v749 = getelementptr i8, ptr %v747, i64 %v748
  %v750 = ptrtoint ptr %v749 to i64
  %v751 = and i64 %v750, 4095
  %v752 = icmp ugt i64 %v751, 4088
  br i1 %v752, label %b715, label %b753, !prof !12
b753:
  %v754 = load i64, ptr %v749, align 1, !tbaa !6
  %v755 = lshr i64 %v713, 1
  %v756 = sub nuw nsw i64 64, %v755
  %v757 = lshr i64 -1, %v756
  %v758 = and i64 %v754, %v757
  %v759 = lshr i64 %v713, 3
  %v760 = load ptr, ptr %H
  %v761 = getelementptr i64, ptr %v760, i64 0
  store i64 567, ptr %v761, align 8, !tbaa !6
  %v762 = load ptr, ptr %H
  %v763 = getelementptr i64, ptr %v762, i64 1
  store i64 %v759, ptr %v763, align 8, !tbaa !6
  %v764 = load ptr, ptr %H
  %v765 = getelementptr i64, ptr %v764, i64 2
  store i64 %v758, ptr %v765, align 8, !tbaa !6
  %v766 = load ptr, ptr %H
  %v767 = getelementptr i64, ptr %v766, i64 3
  store ptr %v767, ptr %H
  %v768 = ptrtoint ptr %v766 to i64
  %v769 = or disjoint i64 %v768, 3
  br label %b770
b770:
  br label %b718
b718:
  %v779 = phi i64 [ %v738, %b716 ], [ %v769, %b770 ]
  store i64 %v779, ptr %X0
  br label %b714
b714:
  br label %i0
i0:
  %v780 = load i64, ptr %X0
  %v781 = getelementptr i8, ptr %r, i64 x0
  store i64 %v780, ptr %v781, align 8, !tbaa !7
  %v782 = load i64, ptr %X1
  %v783 = getelementptr i8, ptr %r, i64 x1
  store i64 %v782, ptr %v783, align 8, !tbaa !7
  %v784 = getelementptr i64, ptr @T, i64 Pc(2)
  %v785 = load i64, ptr %v784, align 8, !tbaa !8, !invariant.load !11
  %v786 = load ptr, ptr %E
  %v787 = getelementptr i8, ptr %r, i64 stack
  store ptr %v786, ptr %v787, align 8, !tbaa !7
  %v788 = load ptr, ptr %H
  %v789 = getelementptr i8, ptr %r, i64 heap
  store ptr %v788, ptr %v789, align 8, !tbaa !7
  %v790 = load i64, ptr %N
  %v791 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v790, ptr %v791, align 8, !tbaa !7
  %v792 = getelementptr i8, ptr %r, i64 pc
  store i64 %v785, ptr %v792, align 8, !tbaa !7
  %v793 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v793, align 8, !tbaa !7
  ret void
i15:
  %v794 = load i64, ptr %X2
  %v795 = load i64, ptr %X0
  store i64 %v795, ptr %P2
  %v796 = load i64, ptr %X2
  %v797 = load i64, ptr %P2
  %v798 = inttoptr i64 %v796 to ptr
  %v799 = getelementptr i8, ptr %v798, i64 21
  %v800 = load i64, ptr %v799, align 8, !tbaa !33
  %v801 = sub nsw i64 %v800, %v797
  %v802 = icmp eq i64 %v801, 0
  br i1 %v802, label %b803, label %i20u4
b803:
  %v804 = load i64, ptr %X1
  store i64 %v804, ptr %X0
  %v805 = load ptr, ptr %E
  %v806 = load ptr, ptr %v805, align 8, !tbaa !5
  %v807 = load ptr, ptr %E
  %v808 = load ptr, ptr %H
  %v809 = load i64, ptr %N
  %v810 = load i64, ptr %X0
  musttail call preserve_nonecc void %v806(ptr %r, ptr %v807, ptr %v808, i64 %v809, i64 %v810, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
b208:
  %v263 = load i64, ptr %X0
  %v264 = getelementptr i8, ptr %r, i64 x0
  store i64 %v263, ptr %v264, align 8, !tbaa !7
  %v265 = load i64, ptr %X1
  %v266 = getelementptr i8, ptr %r, i64 x1
  store i64 %v265, ptr %v266, align 8, !tbaa !7
  %v267 = load i64, ptr %X2
  %v268 = load i64, ptr %P2
  %v269 = inttoptr i64 %v267 to ptr
  %v270 = getelementptr i8, ptr %v269, i64 13
  store i64 %v268, ptr %v270, align 8, !tbaa !31
  %v271 = getelementptr i8, ptr %r, i64 x2
  store i64 %v267, ptr %v271, align 8, !tbaa !7
  %v272 = getelementptr i64, ptr @T, i64 Pc(9)
  %v273 = load i64, ptr %v272, align 8, !tbaa !8, !invariant.load !11
  %v274 = getelementptr i64, ptr @T, i64 Pc(10)
  %v275 = load i64, ptr %v274, align 8, !tbaa !8, !invariant.load !11
  %v276 = getelementptr i8, ptr %r, i64 step
  %v277 = load ptr, ptr %v276, align 8, !tbaa !7
  %v278 = load ptr, ptr %E
  %v279 = load ptr, ptr %H
  %v280 = load i64, ptr %N
  %v281 = call i64 %v277(ptr %r, ptr %v278, ptr %v279, i64 %v280, i64 %v273, i64 %v275) #0
  %v282 = getelementptr i8, ptr %r, i64 stack
  %v283 = load ptr, ptr %v282, align 8, !tbaa !7
  store ptr %v283, ptr %E
  %v284 = getelementptr i8, ptr %r, i64 heap
  %v285 = load ptr, ptr %v284, align 8, !tbaa !7
  store ptr %v285, ptr %H
  %v286 = getelementptr i8, ptr %r, i64 reductions
  %v287 = load i64, ptr %v286, align 8, !tbaa !7
  store i64 %v287, ptr %N
  %v288 = getelementptr i8, ptr %r, i64 x1
  %v289 = load i64, ptr %v288, align 8, !tbaa !7
  store i64 %v289, ptr %X1
  %v290 = getelementptr i8, ptr %r, i64 x2
  %v291 = load i64, ptr %v290, align 8, !tbaa !7
  store i64 %v291, ptr %X2
  %v292 = getelementptr i64, ptr @T, i64 Pc(10)
  %v293 = load i64, ptr %v292, align 8, !tbaa !8
  %v296 = icmp eq i64 %v281, %v293
  br i1 %v296, label %b294, label %b295, !prof !9
b295:
  ret void
b294:
  %v297 = load i64, ptr %X2
  %v298 = inttoptr i64 %v297 to ptr
  %v299 = getelementptr i8, ptr %v298, i64 13
  %v300 = load i64, ptr %v299, align 8, !tbaa !31
  store i64 %v300, ptr %P2
  br label %b209
b308:
  %v310 = load i64, ptr %X0
  %v311 = load i64, ptr %P0
  %v312 = inttoptr i64 %v310 to ptr
  %v313 = getelementptr i8, ptr %v312, i64 13
  store i64 %v311, ptr %v313, align 8, !tbaa !31
  store i64 %v310, ptr %X0
  %v314 = load ptr, ptr %E
  %v315 = load ptr, ptr %H
  %v316 = load i64, ptr %N
  %v317 = load i64, ptr %X0
  %v318 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v314, ptr %v315, i64 %v316, i64 %v317, i64 %v318, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b333:
  %v344 = inttoptr i64 %v321 to ptr
  %v345 = getelementptr i8, ptr %v344, i64 13
  store i64 %v326, ptr %v345, align 8, !tbaa !31
  %v346 = getelementptr i8, ptr %r, i64 match_bits
  %v347 = load ptr, ptr %v346, align 8, !tbaa !7
  %v348 = call preserve_mostcc i64 %v347(i64 %v321, i64 8) #2
  br label %b334
b401:
  %v403 = load i64, ptr %X0
  %v404 = load i64, ptr %P0
  %v405 = inttoptr i64 %v403 to ptr
  %v406 = getelementptr i8, ptr %v405, i64 13
  store i64 %v404, ptr %v406, align 8, !tbaa !31
  store i64 %v403, ptr %X0
  %v407 = load ptr, ptr %E
  %v408 = load ptr, ptr %H
  %v409 = load i64, ptr %N
  %v410 = load i64, ptr %X0
  %v411 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v407, ptr %v408, i64 %v409, i64 %v410, i64 %v411, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b419:
  %v421 = load i64, ptr %X0
  %v422 = load i64, ptr %P0
  %v423 = inttoptr i64 %v421 to ptr
  %v424 = getelementptr i8, ptr %v423, i64 13
  store i64 %v422, ptr %v424, align 8, !tbaa !31
  store i64 %v421, ptr %X0
  %v425 = load ptr, ptr %E
  %v426 = load ptr, ptr %H
  %v427 = load i64, ptr %N
  %v428 = load i64, ptr %X0
  %v429 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v425, ptr %v426, i64 %v427, i64 %v428, i64 %v429, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b446:
  %v457 = inttoptr i64 %v434 to ptr
  %v458 = getelementptr i8, ptr %v457, i64 13
  store i64 %v439, ptr %v458, align 8, !tbaa !31
  %v459 = getelementptr i8, ptr %r, i64 match_bits
  %v460 = load ptr, ptr %v459, align 8, !tbaa !7
  %v461 = call preserve_mostcc i64 %v460(i64 %v434, i64 8) #2
  br label %b447
b523:
  %v578 = load i64, ptr %X0
  %v579 = getelementptr i8, ptr %r, i64 x0
  store i64 %v578, ptr %v579, align 8, !tbaa !7
  %v580 = load i64, ptr %X1
  %v581 = getelementptr i8, ptr %r, i64 x1
  store i64 %v580, ptr %v581, align 8, !tbaa !7
  %v582 = load i64, ptr %X2
  %v583 = load i64, ptr %P2
  %v584 = inttoptr i64 %v582 to ptr
  %v585 = getelementptr i8, ptr %v584, i64 13
  store i64 %v583, ptr %v585, align 8, !tbaa !31
  %v586 = getelementptr i8, ptr %r, i64 x2
  store i64 %v582, ptr %v586, align 8, !tbaa !7
  %v587 = getelementptr i64, ptr @T, i64 Pc(9)
  %v588 = load i64, ptr %v587, align 8, !tbaa !8, !invariant.load !11
  %v589 = getelementptr i64, ptr @T, i64 Pc(10)
  %v590 = load i64, ptr %v589, align 8, !tbaa !8, !invariant.load !11
  %v591 = getelementptr i8, ptr %r, i64 step
  %v592 = load ptr, ptr %v591, align 8, !tbaa !7
  %v593 = load ptr, ptr %E
  %v594 = load ptr, ptr %H
  %v595 = load i64, ptr %N
  %v596 = call i64 %v592(ptr %r, ptr %v593, ptr %v594, i64 %v595, i64 %v588, i64 %v590) #0
  %v597 = getelementptr i8, ptr %r, i64 stack
  %v598 = load ptr, ptr %v597, align 8, !tbaa !7
  store ptr %v598, ptr %E
  %v599 = getelementptr i8, ptr %r, i64 heap
  %v600 = load ptr, ptr %v599, align 8, !tbaa !7
  store ptr %v600, ptr %H
  %v601 = getelementptr i8, ptr %r, i64 reductions
  %v602 = load i64, ptr %v601, align 8, !tbaa !7
  store i64 %v602, ptr %N
  %v603 = getelementptr i8, ptr %r, i64 x1
  %v604 = load i64, ptr %v603, align 8, !tbaa !7
  store i64 %v604, ptr %X1
  %v605 = getelementptr i8, ptr %r, i64 x2
  %v606 = load i64, ptr %v605, align 8, !tbaa !7
  store i64 %v606, ptr %X2
  %v607 = getelementptr i64, ptr @T, i64 Pc(10)
  %v608 = load i64, ptr %v607, align 8, !tbaa !8
  %v611 = icmp eq i64 %v596, %v608
  br i1 %v611, label %b609, label %b610, !prof !9
b610:
  ret void
b609:
  %v612 = load i64, ptr %X2
  %v613 = inttoptr i64 %v612 to ptr
  %v614 = getelementptr i8, ptr %v613, i64 13
  %v615 = load i64, ptr %v614, align 8, !tbaa !31
  store i64 %v615, ptr %P2
  br label %b524
b623:
  %v625 = load i64, ptr %X0
  %v626 = load i64, ptr %P0
  %v627 = inttoptr i64 %v625 to ptr
  %v628 = getelementptr i8, ptr %v627, i64 13
  store i64 %v626, ptr %v628, align 8, !tbaa !31
  store i64 %v625, ptr %X0
  %v629 = load ptr, ptr %E
  %v630 = load ptr, ptr %H
  %v631 = load i64, ptr %N
  %v632 = load i64, ptr %X0
  %v633 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v629, ptr %v630, i64 %v631, i64 %v632, i64 %v633, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b641:
  %v643 = load i64, ptr %X0
  %v644 = load i64, ptr %P0
  %v645 = inttoptr i64 %v643 to ptr
  %v646 = getelementptr i8, ptr %v645, i64 13
  store i64 %v644, ptr %v646, align 8, !tbaa !31
  store i64 %v643, ptr %X0
  %v647 = load ptr, ptr %E
  %v648 = load ptr, ptr %H
  %v649 = load i64, ptr %N
  %v650 = load i64, ptr %X0
  %v651 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v647, ptr %v648, i64 %v649, i64 %v650, i64 %v651, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b674:
  %v680 = load i64, ptr %X0
  %v681 = getelementptr i8, ptr %r, i64 x0
  store i64 %v680, ptr %v681, align 8, !tbaa !7
  %v682 = load i64, ptr %X1
  %v683 = getelementptr i8, ptr %r, i64 x1
  store i64 %v682, ptr %v683, align 8, !tbaa !7
  %v684 = load i64, ptr %X2
  %v685 = getelementptr i8, ptr %r, i64 x2
  store i64 %v684, ptr %v685, align 8, !tbaa !7
  %v686 = getelementptr i64, ptr @T, i64 Pc(21)
  %v687 = load i64, ptr %v686, align 8, !tbaa !8, !invariant.load !11
  %v688 = getelementptr i8, ptr %r, i64 collect
  %v689 = load ptr, ptr %v688, align 8, !tbaa !7
  %v690 = load ptr, ptr %E
  %v691 = load ptr, ptr %H
  %v692 = load i64, ptr %N
  %v693 = call i64 %v689(ptr %r, ptr %v690, ptr %v691, i64 %v692, i64 %v687, i64 655363) #0
  %v694 = getelementptr i8, ptr %r, i64 stack
  %v695 = load ptr, ptr %v694, align 8, !tbaa !7
  store ptr %v695, ptr %E
  %v696 = getelementptr i8, ptr %r, i64 heap
  %v697 = load ptr, ptr %v696, align 8, !tbaa !7
  store ptr %v697, ptr %H
  %v698 = getelementptr i8, ptr %r, i64 reductions
  %v699 = load i64, ptr %v698, align 8, !tbaa !7
  store i64 %v699, ptr %N
  %v700 = getelementptr i8, ptr %r, i64 x0
  %v701 = load i64, ptr %v700, align 8, !tbaa !7
  store i64 %v701, ptr %X0
  %v702 = getelementptr i8, ptr %r, i64 x1
  %v703 = load i64, ptr %v702, align 8, !tbaa !7
  store i64 %v703, ptr %X1
  %v704 = getelementptr i8, ptr %r, i64 x2
  %v705 = load i64, ptr %v704, align 8, !tbaa !7
  store i64 %v705, ptr %X2
  br label %b673
b715:
  %v771 = getelementptr i8, ptr %r, i64 match_tail
  %v772 = load ptr, ptr %v771, align 8, !tbaa !7
  %v773 = load ptr, ptr %E
  %v774 = getelementptr i8, ptr %r, i64 stack
  store ptr %v773, ptr %v774, align 8, !tbaa !7
  %v775 = load ptr, ptr %H
  %v776 = call preserve_mostcc i64 %v772(ptr %r, ptr %v775, i64 %v706) #0
  %v777 = getelementptr i8, ptr %r, i64 heap
  %v778 = load ptr, ptr %v777, align 8, !tbaa !7
  store ptr %v778, ptr %H
  store i64 %v776, ptr %X0
  br label %b714
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
  %v41 = and i64 %v40, 1
  %v42 = icmp eq i64 %v41, 0
  br i1 %v42, label %b43, label %b44, !prof !9
b43:
  %v45 = icmp slt i64 64, %v40
  br i1 %v45, label %b39, label %i32u1
b44:
  %v46 = and i64 64, 7
  %v47 = icmp eq i64 %v46, 3
  br label %b48
b48:
  br i1 %v47, label %b49, label %b50, !prof !9
b49:
  %v51 = inttoptr i64 64 to ptr
  %v52 = getelementptr i8, ptr %v51, i64 -3
  %v53 = load i64, ptr %v52, align 8, !tbaa !6
  br label %b50
b50:
  %v54 = phi i64 [ 0, %b48 ], [ %v53, %b49 ]
  %v57 = and i64 %v40, 7
  %v58 = icmp eq i64 %v57, 3
  br label %b59
b59:
  br i1 %v58, label %b60, label %b61, !prof !9
b60:
  %v62 = inttoptr i64 %v40 to ptr
  %v63 = getelementptr i8, ptr %v62, i64 -3
  %v64 = load i64, ptr %v63, align 8, !tbaa !6
  br label %b61
b61:
  %v65 = phi i64 [ 0, %b59 ], [ %v64, %b60 ]
  %v66 = icmp eq i64 %v54, 287
  %v67 = icmp eq i64 %v65, 287
  %v68 = and i1 %v66, %v67
  br i1 %v68, label %b55, label %b56
b55:
  %v69 = inttoptr i64 64 to ptr
  %v70 = getelementptr i8, ptr %v69, i64 5
  %v71 = load i64, ptr %v70, align 8, !tbaa !6
  %v72 = bitcast i64 %v71 to double
  %v73 = inttoptr i64 %v40 to ptr
  %v74 = getelementptr i8, ptr %v73, i64 5
  %v75 = load i64, ptr %v74, align 8, !tbaa !6
  %v76 = bitcast i64 %v75 to double
  %v77 = fcmp olt double %v72, %v76
  br i1 %v77, label %b39, label %i32u1
b56:
  %v78 = getelementptr i8, ptr %r, i64 compare
  %v79 = load ptr, ptr %v78, align 8, !tbaa !7
  %v80 = call preserve_mostcc i64 %v79(i64 64, i64 %v40) #1
  %v81 = icmp slt i64 %v80, 0
  br i1 %v81, label %b39, label %i32u1
b39:
  %v82 = getelementptr i64, ptr @T, i64 Cost(1)
  %v83 = load i64, ptr %v82, align 8, !tbaa !8
  %v84 = load i64, ptr %N
  %v85 = sub nsw i64 %v84, %v83
  %v86 = icmp slt i64 %v85, 1
  store i64 %v85, ptr %N
  br i1 %v86, label %b87, label %b88, !prof !12
b88:
  br label %i26u1
i26u1:
  %v98 = load i64, ptr %X0
  %v99 = load i64, ptr %P0
  store i64 %v99, ptr %X2
  %v100 = load i64, ptr %X0
  %v102 = inttoptr i64 %v100 to ptr
  %v103 = getelementptr i8, ptr %v102, i64 29
  %v104 = load i64, ptr %v103, align 8, !tbaa !33
  %v105 = load i64, ptr %P0
  %v106 = inttoptr i64 %v100 to ptr
  %v107 = getelementptr i8, ptr %v106, i64 21
  %v108 = load i64, ptr %v107, align 8, !tbaa !33
  %v109 = add nuw nsw i64 %v105, 16
  %v110 = icmp sle i64 %v109, %v108
  br i1 %v110, label %b111, label %i32u1
b111:
  %v114 = and i64 %v105, 14
  %v115 = icmp ne i64 %v114, 0
  br i1 %v115, label %b112, label %b116, !prof !12
b116:
  %v117 = inttoptr i64 %v104 to ptr
  %v118 = lshr i64 %v105, 4
  %v119 = getelementptr i8, ptr %v117, i64 %v118
  %v120 = load i8, ptr %v119, align 1, !tbaa !6
  %v121 = zext i8 %v120 to i64
  br label %b122
b122:
  br label %b113
b113:
  %v128 = phi i64 [ %v121, %b122 ], [ %v127, %b112 ]
  %v129 = shl i64 %v128, 1
  %v131 = add nuw nsw i64 %v105, 16
  store i64 %v131, ptr %P0
  store i64 %v129, ptr %X3
  br label %b101
b101:
  %v133 = load i64, ptr %X3
  %v134 = and i64 %v133, 1
  %v135 = icmp eq i64 %v134, 0
  br i1 %v135, label %b136, label %b137, !prof !9
b136:
  %v138 = icmp slt i64 64, %v133
  br i1 %v138, label %b132, label %i32u1
b137:
  %v139 = and i64 64, 7
  %v140 = icmp eq i64 %v139, 3
  br label %b141
b141:
  br i1 %v140, label %b142, label %b143, !prof !9
b142:
  %v144 = inttoptr i64 64 to ptr
  %v145 = getelementptr i8, ptr %v144, i64 -3
  %v146 = load i64, ptr %v145, align 8, !tbaa !6
  br label %b143
b143:
  %v147 = phi i64 [ 0, %b141 ], [ %v146, %b142 ]
  %v150 = and i64 %v133, 7
  %v151 = icmp eq i64 %v150, 3
  br label %b152
b152:
  br i1 %v151, label %b153, label %b154, !prof !9
b153:
  %v155 = inttoptr i64 %v133 to ptr
  %v156 = getelementptr i8, ptr %v155, i64 -3
  %v157 = load i64, ptr %v156, align 8, !tbaa !6
  br label %b154
b154:
  %v158 = phi i64 [ 0, %b152 ], [ %v157, %b153 ]
  %v159 = icmp eq i64 %v147, 287
  %v160 = icmp eq i64 %v158, 287
  %v161 = and i1 %v159, %v160
  br i1 %v161, label %b148, label %b149
b148:
  %v162 = inttoptr i64 64 to ptr
  %v163 = getelementptr i8, ptr %v162, i64 5
  %v164 = load i64, ptr %v163, align 8, !tbaa !6
  %v165 = bitcast i64 %v164 to double
  %v166 = inttoptr i64 %v133 to ptr
  %v167 = getelementptr i8, ptr %v166, i64 5
  %v168 = load i64, ptr %v167, align 8, !tbaa !6
  %v169 = bitcast i64 %v168 to double
  %v170 = fcmp olt double %v165, %v169
  br i1 %v170, label %b132, label %i32u1
b149:
  %v171 = getelementptr i8, ptr %r, i64 compare
  %v172 = load ptr, ptr %v171, align 8, !tbaa !7
  %v173 = call preserve_mostcc i64 %v172(i64 64, i64 %v133) #1
  %v174 = icmp slt i64 %v173, 0
  br i1 %v174, label %b132, label %i32u1
b132:
  %v175 = getelementptr i64, ptr @T, i64 Cost(1)
  %v176 = load i64, ptr %v175, align 8, !tbaa !8
  %v177 = load i64, ptr %N
  %v178 = sub nsw i64 %v177, %v176
  %v179 = icmp slt i64 %v178, 1
  store i64 %v178, ptr %N
  br i1 %v179, label %b180, label %b181, !prof !12
b181:
  br label %i26u1
i32u1:
  %v191 = load i64, ptr %X0
  %v192 = load i64, ptr %X2
  store i64 %v192, ptr %P0
  %v193 = load i64, ptr %X0
  %v194 = load i64, ptr %P0
  %v195 = inttoptr i64 %v193 to ptr
  %v196 = getelementptr i8, ptr %v195, i64 13
  store i64 %v194, ptr %v196, align 8, !tbaa !31
  store i64 %v193, ptr %X0
  %v197 = load ptr, ptr %E
  %v198 = load ptr, ptr %H
  %v199 = load i64, ptr %N
  %v200 = load i64, ptr %X0
  %v201 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0(ptr %r, ptr %v197, ptr %v198, i64 %v199, i64 %v200, i64 %v201, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i32:
  %v202 = load i64, ptr %X0
  %v203 = load i64, ptr %X2
  store i64 %v203, ptr %P0
  %v204 = load i64, ptr %X0
  %v205 = load i64, ptr %P0
  %v206 = inttoptr i64 %v204 to ptr
  %v207 = getelementptr i8, ptr %v206, i64 13
  store i64 %v205, ptr %v207, align 8, !tbaa !31
  store i64 %v204, ptr %X0
  %v208 = load ptr, ptr %E
  %v209 = load ptr, ptr %H
  %v210 = load i64, ptr %N
  %v211 = load i64, ptr %X0
  %v212 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0(ptr %r, ptr %v208, ptr %v209, i64 %v210, i64 %v211, i64 %v212, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b19:
  %v30 = inttoptr i64 %v5 to ptr
  %v31 = getelementptr i8, ptr %v30, i64 13
  store i64 %v12, ptr %v31, align 8, !tbaa !31
  %v32 = getelementptr i8, ptr %r, i64 match_bits
  %v33 = load ptr, ptr %v32, align 8, !tbaa !7
  %v34 = call preserve_mostcc i64 %v33(i64 %v5, i64 8) #2
  br label %b20
b87:
  %v89 = load i64, ptr %X0
  %v90 = load i64, ptr %P0
  %v91 = inttoptr i64 %v89 to ptr
  %v92 = getelementptr i8, ptr %v91, i64 13
  store i64 %v90, ptr %v92, align 8, !tbaa !31
  store i64 %v89, ptr %X0
  %v93 = load ptr, ptr %E
  %v94 = load ptr, ptr %H
  %v95 = load i64, ptr %N
  %v96 = load i64, ptr %X0
  %v97 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v93, ptr %v94, i64 %v95, i64 %v96, i64 %v97, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b112:
  %v123 = inttoptr i64 %v100 to ptr
  %v124 = getelementptr i8, ptr %v123, i64 13
  store i64 %v105, ptr %v124, align 8, !tbaa !31
  %v125 = getelementptr i8, ptr %r, i64 match_bits
  %v126 = load ptr, ptr %v125, align 8, !tbaa !7
  %v127 = call preserve_mostcc i64 %v126(i64 %v100, i64 8) #2
  br label %b113
b180:
  %v182 = load i64, ptr %X0
  %v183 = load i64, ptr %P0
  %v184 = inttoptr i64 %v182 to ptr
  %v185 = getelementptr i8, ptr %v184, i64 13
  store i64 %v183, ptr %v185, align 8, !tbaa !31
  store i64 %v182, ptr %X0
  %v186 = load ptr, ptr %E
  %v187 = load ptr, ptr %H
  %v188 = load i64, ptr %N
  %v189 = load i64, ptr %X0
  %v190 = load i64, ptr %X1
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v186, ptr %v187, i64 %v188, i64 %v189, i64 %v190, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
