; What the compiler knows of operands is not tested again.

; bytes/1
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
  %P1 = alloca i64
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
  store i64 %v1, ptr %X1
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
  %v40 = load i64, ptr %X0
  %v41 = and i64 %v40, 7
  %v42 = icmp eq i64 %v41, 3
  br label %b43
b43:
  br i1 %v42, label %b44, label %b45, !prof !9
b44:
  %v46 = inttoptr i64 %v40 to ptr
  %v47 = getelementptr i8, ptr %v46, i64 -3
  %v48 = load i64, ptr %v47, align 8, !tbaa !6
  br label %b45
b45:
  %v49 = phi i64 [ 0, %b43 ], [ %v48, %b44 ]
  %v53 = and i64 %v49, 255
  switch i64 %v53, label %i0 [ i64 55, label %b50 i64 63, label %b51 i64 71, label %b52 ]
b50:
  %v56 = add i64 %v40, 13
  br label %b54
b51:
  %v57 = inttoptr i64 %v40 to ptr
  %v58 = getelementptr i8, ptr %v57, i64 13
  %v59 = load i64, ptr %v58, align 8, !tbaa !6
  %v60 = add i64 %v59, 24
  br label %b54
b54:
  %v61 = phi i64 [ %v56, %b50 ], [ %v60, %b51 ]
  %v62 = inttoptr i64 %v40 to ptr
  %v63 = getelementptr i8, ptr %v62, i64 5
  %v64 = load i64, ptr %v63, align 8, !tbaa !6
  %v65 = shl i64 %v64, 3
  br label %b55
b52:
  %v66 = inttoptr i64 %v40 to ptr
  %v67 = getelementptr i8, ptr %v66, i64 5
  %v68 = load i64, ptr %v67, align 8, !tbaa !6
  %v69 = inttoptr i64 %v40 to ptr
  %v70 = getelementptr i8, ptr %v69, i64 13
  %v71 = load i64, ptr %v70, align 8, !tbaa !6
  %v72 = inttoptr i64 %v40 to ptr
  %v73 = getelementptr i8, ptr %v72, i64 21
  %v74 = load i64, ptr %v73, align 8, !tbaa !6
  %v75 = add i64 %v71, %v74
  %v76 = inttoptr i64 %v68 to ptr
  %v77 = getelementptr i8, ptr %v76, i64 -3
  %v78 = load i64, ptr %v77, align 8, !tbaa !6
  %v79 = and i64 %v78, 255
  %v80 = icmp eq i64 %v79, 55
  br i1 %v80, label %b81, label %b82
b81:
  %v84 = add i64 %v68, 13
  br label %b83
b82:
  %v85 = inttoptr i64 %v68 to ptr
  %v86 = getelementptr i8, ptr %v85, i64 13
  %v87 = load i64, ptr %v86, align 8, !tbaa !6
  %v88 = add i64 %v87, 24
  br label %b83
b83:
  %v89 = phi i64 [ %v84, %b81 ], [ %v88, %b82 ]
  br label %b90
b90:
  br label %b55
b55:
  %v91 = phi i64 [ %v40, %b54 ], [ %v68, %b90 ]
  %v92 = phi i64 [ 0, %b54 ], [ %v71, %b90 ]
  %v93 = phi i64 [ %v65, %b54 ], [ %v75, %b90 ]
  %v94 = phi i64 [ %v61, %b54 ], [ %v89, %b90 ]
  %v95 = load ptr, ptr %H
  %v96 = getelementptr i64, ptr %v95, i64 0
  store i64 1103, ptr %v96, align 8, !tbaa !6
  %v97 = load ptr, ptr %H
  %v98 = getelementptr i64, ptr %v97, i64 1
  store i64 %v91, ptr %v98, align 8, !tbaa !33
  %v99 = load ptr, ptr %H
  %v100 = getelementptr i64, ptr %v99, i64 2
  store i64 %v92, ptr %v100, align 8, !tbaa !31
  %v101 = load ptr, ptr %H
  %v102 = getelementptr i64, ptr %v101, i64 3
  store i64 %v93, ptr %v102, align 8, !tbaa !33
  %v103 = load ptr, ptr %H
  %v104 = getelementptr i64, ptr %v103, i64 4
  store i64 %v94, ptr %v104, align 8, !tbaa !33
  %v105 = load ptr, ptr %H
  %v106 = getelementptr i64, ptr %v105, i64 5
  store ptr %v106, ptr %H
  %v107 = ptrtoint ptr %v105 to i64
  %v108 = or disjoint i64 %v107, 3
  store i64 %v108, ptr %X1
  br label %b14
b14:
  %v109 = load i64, ptr %X1
  %v110 = inttoptr i64 %v109 to ptr
  %v111 = getelementptr i8, ptr %v110, i64 13
  %v112 = load i64, ptr %v111, align 8, !tbaa !31
  store i64 %v112, ptr %X0
  %v113 = load i64, ptr %X1
  %v115 = inttoptr i64 %v113 to ptr
  %v116 = getelementptr i8, ptr %v115, i64 29
  %v117 = load i64, ptr %v116, align 8, !tbaa !33
  %v118 = inttoptr i64 %v113 to ptr
  %v119 = getelementptr i8, ptr %v118, i64 13
  %v120 = load i64, ptr %v119, align 8, !tbaa !31
  %v121 = inttoptr i64 %v113 to ptr
  %v122 = getelementptr i8, ptr %v121, i64 21
  %v123 = load i64, ptr %v122, align 8, !tbaa !33
  %v124 = add nuw nsw i64 %v120, 16
  %v125 = icmp sle i64 %v124, %v123
  br i1 %v125, label %b126, label %i12
b126:
  %v129 = and i64 %v120, 14
  %v130 = icmp ne i64 %v129, 0
  br i1 %v130, label %b127, label %b131, !prof !12
b131:
  %v132 = inttoptr i64 %v117 to ptr
  %v133 = lshr i64 %v120, 4
  %v134 = getelementptr i8, ptr %v132, i64 %v133
  %v135 = load i8, ptr %v134, align 1, !tbaa !6
  %v136 = zext i8 %v135 to i64
  br label %b137
b137:
  br label %b128
b128:
  %v143 = phi i64 [ %v136, %b137 ], [ %v142, %b127 ]
  %v144 = shl i64 %v143, 1
  %v146 = add nuw nsw i64 %v120, 16
  store i64 %v146, ptr %P1
  store i64 %v144, ptr %X2
  br label %b114
b114:
  %v147 = load i64, ptr %X1
  %v149 = inttoptr i64 %v147 to ptr
  %v150 = getelementptr i8, ptr %v149, i64 29
  %v151 = load i64, ptr %v150, align 8, !tbaa !33
  %v152 = load i64, ptr %P1
  %v153 = inttoptr i64 %v147 to ptr
  %v154 = getelementptr i8, ptr %v153, i64 21
  %v155 = load i64, ptr %v154, align 8, !tbaa !33
  %v156 = add nuw nsw i64 %v152, 16
  %v157 = icmp sle i64 %v156, %v155
  br i1 %v157, label %b158, label %i12u2
b158:
  %v161 = and i64 %v152, 14
  %v162 = icmp ne i64 %v161, 0
  br i1 %v162, label %b159, label %b163, !prof !12
b163:
  %v164 = inttoptr i64 %v151 to ptr
  %v165 = lshr i64 %v152, 4
  %v166 = getelementptr i8, ptr %v164, i64 %v165
  %v167 = load i8, ptr %v166, align 1, !tbaa !6
  %v168 = zext i8 %v167 to i64
  br label %b169
b169:
  br label %b160
b160:
  %v175 = phi i64 [ %v168, %b169 ], [ %v174, %b159 ]
  %v176 = shl i64 %v175, 1
  %v178 = add nuw nsw i64 %v152, 16
  store i64 %v178, ptr %P1
  store i64 %v176, ptr %X3
  br label %b148
b148:
  %v179 = load i64, ptr %X1
  %v180 = load i64, ptr %P1
  %v181 = inttoptr i64 %v179 to ptr
  %v182 = getelementptr i8, ptr %v181, i64 21
  %v183 = load i64, ptr %v182, align 8, !tbaa !33
  %v184 = sub nsw i64 %v183, %v180
  %v185 = icmp eq i64 %v184, 0
  br i1 %v185, label %b186, label %i12u2
b186:
  %v187 = load i64, ptr %X2
  %v188 = load i64, ptr %X3
  %v189 = ashr i64 %v187, 1
  %v190 = mul i64 %v189, %v188
  %v191 = and i64 %v190, 18446744073709551614
  store i64 %v191, ptr %X0
  %v192 = load i64, ptr %X0
  %v193 = sub i64 %v192, 2
  %v194 = and i64 %v193, 18446744073709551614
  store i64 %v194, ptr %X0
  %v195 = load ptr, ptr %E
  %v196 = load ptr, ptr %v195, align 8, !tbaa !5
  %v197 = load ptr, ptr %E
  %v198 = load ptr, ptr %H
  %v199 = load i64, ptr %N
  %v200 = load i64, ptr %X0
  musttail call preserve_nonecc void %v196(ptr %r, ptr %v197, ptr %v198, i64 %v199, i64 %v200, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i12u2:
  %v201 = load i64, ptr %X1
  %v202 = load i64, ptr %X0
  %v203 = inttoptr i64 %v201 to ptr
  %v204 = getelementptr i8, ptr %v203, i64 21
  %v205 = load i64, ptr %v204, align 8, !tbaa !33
  %v206 = icmp ule i64 %v202, %v205
  %v207 = and i64 %v202, 1
  %v208 = icmp eq i64 %v207, 0
  %v209 = and i1 %v206, %v208
  br i1 %v209, label %b210, label %b211, !prof !9
b210:
  store i64 %v202, ptr %P1
  %v229 = load i64, ptr %X1
  %v230 = load i64, ptr %P1
  %v231 = inttoptr i64 %v229 to ptr
  %v232 = getelementptr i8, ptr %v231, i64 13
  store i64 %v230, ptr %v232, align 8, !tbaa !31
  store i64 %v229, ptr %X1
  br label %b233
b233:
  %v235 = load ptr, ptr %E
  %v236 = load ptr, ptr %H
  %v237 = getelementptr i64, ptr %v236, i64 10
  %v238 = icmp ugt ptr %v237, %v235
  br i1 %v238, label %b234, label %b239, !prof !12
b239:
  %v262 = load i64, ptr %X1
  %v263 = inttoptr i64 %v262 to ptr
  %v264 = getelementptr i8, ptr %v263, i64 13
  %v265 = load i64, ptr %v264, align 8, !tbaa !31
  %v266 = inttoptr i64 %v262 to ptr
  %v267 = getelementptr i8, ptr %v266, i64 21
  %v268 = load i64, ptr %v267, align 8, !tbaa !33
  %v269 = sub nsw i64 %v268, %v265
  %v275 = and i64 %v269, 14
  %v276 = icmp ne i64 %v275, 0
  %v277 = icmp sgt i64 %v269, 1024
  %v278 = or i1 %v276, %v277
  br i1 %v278, label %b272, label %b279
b272:
  %v280 = inttoptr i64 %v262 to ptr
  %v281 = getelementptr i8, ptr %v280, i64 5
  %v282 = load i64, ptr %v281, align 8, !tbaa !33
  %v283 = load ptr, ptr %H
  %v284 = getelementptr i64, ptr %v283, i64 0
  store i64 839, ptr %v284, align 8, !tbaa !6
  %v285 = load ptr, ptr %H
  %v286 = getelementptr i64, ptr %v285, i64 1
  store i64 %v282, ptr %v286, align 8, !tbaa !6
  %v287 = load ptr, ptr %H
  %v288 = getelementptr i64, ptr %v287, i64 2
  store i64 %v265, ptr %v288, align 8, !tbaa !6
  %v289 = load ptr, ptr %H
  %v290 = getelementptr i64, ptr %v289, i64 3
  store i64 %v269, ptr %v290, align 8, !tbaa !6
  %v291 = load ptr, ptr %H
  %v292 = getelementptr i64, ptr %v291, i64 4
  store ptr %v292, ptr %H
  %v293 = ptrtoint ptr %v291 to i64
  %v294 = or disjoint i64 %v293, 3
  br label %b274
b279:
  %v295 = sub i64 %v269, 2
  %v296 = icmp ult i64 %v295, 127
  %v297 = and i64 %v265, 14
  %v298 = icmp eq i64 %v297, 0
  %v299 = and i1 %v296, %v298
  br i1 %v299, label %b273, label %b271
b273:
  %v300 = inttoptr i64 %v262 to ptr
  %v301 = getelementptr i8, ptr %v300, i64 29
  %v302 = load i64, ptr %v301, align 8, !tbaa !33
  %v303 = inttoptr i64 %v302 to ptr
  %v304 = lshr i64 %v265, 4
  %v305 = getelementptr i8, ptr %v303, i64 %v304
  %v306 = ptrtoint ptr %v305 to i64
  %v307 = and i64 %v306, 4095
  %v308 = icmp ugt i64 %v307, 4088
  br i1 %v308, label %b271, label %b309, !prof !12
b309:
  %v310 = load i64, ptr %v305, align 1, !tbaa !6
  %v311 = lshr i64 %v269, 1
  %v312 = sub nuw nsw i64 64, %v311
  %v313 = lshr i64 -1, %v312
  %v314 = and i64 %v310, %v313
  %v315 = lshr i64 %v269, 3
  %v316 = load ptr, ptr %H
  %v317 = getelementptr i64, ptr %v316, i64 0
  store i64 567, ptr %v317, align 8, !tbaa !6
  %v318 = load ptr, ptr %H
  %v319 = getelementptr i64, ptr %v318, i64 1
  store i64 %v315, ptr %v319, align 8, !tbaa !6
  %v320 = load ptr, ptr %H
  %v321 = getelementptr i64, ptr %v320, i64 2
  store i64 %v314, ptr %v321, align 8, !tbaa !6
  %v322 = load ptr, ptr %H
  %v323 = getelementptr i64, ptr %v322, i64 3
  store ptr %v323, ptr %H
  %v324 = ptrtoint ptr %v322 to i64
  %v325 = or disjoint i64 %v324, 3
  br label %b326
b326:
  br label %b274
b274:
  %v335 = phi i64 [ %v294, %b272 ], [ %v325, %b326 ]
  store i64 %v335, ptr %X0
  br label %b270
b270:
  br label %i0
i0:
  %v336 = load i64, ptr %X0
  %v337 = getelementptr i8, ptr %r, i64 x0
  store i64 %v336, ptr %v337, align 8, !tbaa !7
  %v338 = getelementptr i64, ptr @T, i64 Pc(2)
  %v339 = load i64, ptr %v338, align 8, !tbaa !8, !invariant.load !11
  %v340 = load ptr, ptr %E
  %v341 = getelementptr i8, ptr %r, i64 stack
  store ptr %v340, ptr %v341, align 8, !tbaa !7
  %v342 = load ptr, ptr %H
  %v343 = getelementptr i8, ptr %r, i64 heap
  store ptr %v342, ptr %v343, align 8, !tbaa !7
  %v344 = load i64, ptr %N
  %v345 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v344, ptr %v345, align 8, !tbaa !7
  %v346 = getelementptr i8, ptr %r, i64 pc
  store i64 %v339, ptr %v346, align 8, !tbaa !7
  %v347 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v347, align 8, !tbaa !7
  ret void
i12:
  %v348 = load i64, ptr %X1
  %v349 = load i64, ptr %X0
  %v350 = inttoptr i64 %v348 to ptr
  %v351 = getelementptr i8, ptr %v350, i64 21
  %v352 = load i64, ptr %v351, align 8, !tbaa !33
  %v353 = icmp ule i64 %v349, %v352
  %v354 = and i64 %v349, 1
  %v355 = icmp eq i64 %v354, 0
  %v356 = and i1 %v353, %v355
  br i1 %v356, label %b357, label %b358, !prof !9
b357:
  store i64 %v349, ptr %P1
  %v373 = load i64, ptr %X1
  %v374 = load i64, ptr %P1
  %v375 = inttoptr i64 %v373 to ptr
  %v376 = getelementptr i8, ptr %v375, i64 13
  store i64 %v374, ptr %v376, align 8, !tbaa !31
  store i64 %v373, ptr %X1
  br label %b377
b377:
  %v379 = load ptr, ptr %E
  %v380 = load ptr, ptr %H
  %v381 = getelementptr i64, ptr %v380, i64 10
  %v382 = icmp ugt ptr %v381, %v379
  br i1 %v382, label %b378, label %b383, !prof !12
b383:
  %v406 = load i64, ptr %X1
  %v407 = inttoptr i64 %v406 to ptr
  %v408 = getelementptr i8, ptr %v407, i64 13
  %v409 = load i64, ptr %v408, align 8, !tbaa !31
  %v410 = inttoptr i64 %v406 to ptr
  %v411 = getelementptr i8, ptr %v410, i64 21
  %v412 = load i64, ptr %v411, align 8, !tbaa !33
  %v413 = sub nsw i64 %v412, %v409
  %v419 = and i64 %v413, 14
  %v420 = icmp ne i64 %v419, 0
  %v421 = icmp sgt i64 %v413, 1024
  %v422 = or i1 %v420, %v421
  br i1 %v422, label %b416, label %b423
b416:
  %v424 = inttoptr i64 %v406 to ptr
  %v425 = getelementptr i8, ptr %v424, i64 5
  %v426 = load i64, ptr %v425, align 8, !tbaa !33
  %v427 = load ptr, ptr %H
  %v428 = getelementptr i64, ptr %v427, i64 0
  store i64 839, ptr %v428, align 8, !tbaa !6
  %v429 = load ptr, ptr %H
  %v430 = getelementptr i64, ptr %v429, i64 1
  store i64 %v426, ptr %v430, align 8, !tbaa !6
  %v431 = load ptr, ptr %H
  %v432 = getelementptr i64, ptr %v431, i64 2
  store i64 %v409, ptr %v432, align 8, !tbaa !6
  %v433 = load ptr, ptr %H
  %v434 = getelementptr i64, ptr %v433, i64 3
  store i64 %v413, ptr %v434, align 8, !tbaa !6
  %v435 = load ptr, ptr %H
  %v436 = getelementptr i64, ptr %v435, i64 4
  store ptr %v436, ptr %H
  %v437 = ptrtoint ptr %v435 to i64
  %v438 = or disjoint i64 %v437, 3
  br label %b418
b423:
  %v439 = sub i64 %v413, 2
  %v440 = icmp ult i64 %v439, 127
  %v441 = and i64 %v409, 14
  %v442 = icmp eq i64 %v441, 0
  %v443 = and i1 %v440, %v442
  br i1 %v443, label %b417, label %b415
b417:
  %v444 = inttoptr i64 %v406 to ptr
  %v445 = getelementptr i8, ptr %v444, i64 29
  %v446 = load i64, ptr %v445, align 8, !tbaa !33
  %v447 = inttoptr i64 %v446 to ptr
  %v448 = lshr i64 %v409, 4
  %v449 = getelementptr i8, ptr %v447, i64 %v448
  %v450 = ptrtoint ptr %v449 to i64
  %v451 = and i64 %v450, 4095
  %v452 = icmp ugt i64 %v451, 4088
  br i1 %v452, label %b415, label %b453, !prof !12
b453:
  %v454 = load i64, ptr %v449, align 1, !tbaa !6
  %v455 = lshr i64 %v413, 1
  %v456 = sub nuw nsw i64 64, %v455
  %v457 = lshr i64 -1, %v456
  %v458 = and i64 %v454, %v457
  %v459 = lshr i64 %v413, 3
  %v460 = load ptr, ptr %H
  %v461 = getelementptr i64, ptr %v460, i64 0
  store i64 567, ptr %v461, align 8, !tbaa !6
  %v462 = load ptr, ptr %H
  %v463 = getelementptr i64, ptr %v462, i64 1
  store i64 %v459, ptr %v463, align 8, !tbaa !6
  %v464 = load ptr, ptr %H
  %v465 = getelementptr i64, ptr %v464, i64 2
  store i64 %v458, ptr %v465, align 8, !tbaa !6
  %v466 = load ptr, ptr %H
  %v467 = getelementptr i64, ptr %v466, i64 3
  store ptr %v467, ptr %H
  %v468 = ptrtoint ptr %v466 to i64
  %v469 = or disjoint i64 %v468, 3
  br label %b470
b470:
  br label %b418
b418:
  %v479 = phi i64 [ %v438, %b416 ], [ %v469, %b470 ]
  store i64 %v479, ptr %X0
  br label %b414
b414:
  br label %i0
b16:
  %v22 = load i64, ptr %X0
  %v23 = getelementptr i8, ptr %r, i64 x0
  store i64 %v22, ptr %v23, align 8, !tbaa !7
  %v24 = getelementptr i64, ptr @T, i64 Pc(4)
  %v25 = load i64, ptr %v24, align 8, !tbaa !8, !invariant.load !11
  %v26 = getelementptr i8, ptr %r, i64 collect
  %v27 = load ptr, ptr %v26, align 8, !tbaa !7
  %v28 = load ptr, ptr %E
  %v29 = load ptr, ptr %H
  %v30 = load i64, ptr %N
  %v31 = call i64 %v27(ptr %r, ptr %v28, ptr %v29, i64 %v30, i64 %v25, i64 327681) #0
  %v32 = getelementptr i8, ptr %r, i64 stack
  %v33 = load ptr, ptr %v32, align 8, !tbaa !7
  store ptr %v33, ptr %E
  %v34 = getelementptr i8, ptr %r, i64 heap
  %v35 = load ptr, ptr %v34, align 8, !tbaa !7
  store ptr %v35, ptr %H
  %v36 = getelementptr i8, ptr %r, i64 reductions
  %v37 = load i64, ptr %v36, align 8, !tbaa !7
  store i64 %v37, ptr %N
  %v38 = getelementptr i8, ptr %r, i64 x0
  %v39 = load i64, ptr %v38, align 8, !tbaa !7
  store i64 %v39, ptr %X0
  br label %b15
b127:
  %v138 = inttoptr i64 %v113 to ptr
  %v139 = getelementptr i8, ptr %v138, i64 13
  store i64 %v120, ptr %v139, align 8, !tbaa !31
  %v140 = getelementptr i8, ptr %r, i64 match_bits
  %v141 = load ptr, ptr %v140, align 8, !tbaa !7
  %v142 = call preserve_mostcc i64 %v141(i64 %v113, i64 8) #2
  br label %b128
b159:
  %v170 = inttoptr i64 %v147 to ptr
  %v171 = getelementptr i8, ptr %v170, i64 13
  store i64 %v152, ptr %v171, align 8, !tbaa !31
  %v172 = getelementptr i8, ptr %r, i64 match_bits
  %v173 = load ptr, ptr %v172, align 8, !tbaa !7
  %v174 = call preserve_mostcc i64 %v173(i64 %v147, i64 8) #2
  br label %b160
b211:
  %v212 = load i64, ptr %X0
  %v213 = getelementptr i8, ptr %r, i64 x0
  store i64 %v212, ptr %v213, align 8, !tbaa !7
  %v214 = load i64, ptr %X1
  %v215 = load i64, ptr %P1
  %v216 = inttoptr i64 %v214 to ptr
  %v217 = getelementptr i8, ptr %v216, i64 13
  store i64 %v215, ptr %v217, align 8, !tbaa !31
  %v218 = getelementptr i8, ptr %r, i64 x1
  store i64 %v214, ptr %v218, align 8, !tbaa !7
  %v219 = getelementptr i64, ptr @T, i64 Pc(13)
  %v220 = load i64, ptr %v219, align 8, !tbaa !8, !invariant.load !11
  %v221 = load ptr, ptr %E
  %v222 = getelementptr i8, ptr %r, i64 stack
  store ptr %v221, ptr %v222, align 8, !tbaa !7
  %v223 = load ptr, ptr %H
  %v224 = getelementptr i8, ptr %r, i64 heap
  store ptr %v223, ptr %v224, align 8, !tbaa !7
  %v225 = load i64, ptr %N
  %v226 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v225, ptr %v226, align 8, !tbaa !7
  %v227 = getelementptr i8, ptr %r, i64 pc
  store i64 %v220, ptr %v227, align 8, !tbaa !7
  %v228 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v228, align 8, !tbaa !7
  ret void
b234:
  %v240 = load i64, ptr %X0
  %v241 = getelementptr i8, ptr %r, i64 x0
  store i64 %v240, ptr %v241, align 8, !tbaa !7
  %v242 = load i64, ptr %X1
  %v243 = getelementptr i8, ptr %r, i64 x1
  store i64 %v242, ptr %v243, align 8, !tbaa !7
  %v244 = getelementptr i64, ptr @T, i64 Pc(14)
  %v245 = load i64, ptr %v244, align 8, !tbaa !8, !invariant.load !11
  %v246 = getelementptr i8, ptr %r, i64 collect
  %v247 = load ptr, ptr %v246, align 8, !tbaa !7
  %v248 = load ptr, ptr %E
  %v249 = load ptr, ptr %H
  %v250 = load i64, ptr %N
  %v251 = call i64 %v247(ptr %r, ptr %v248, ptr %v249, i64 %v250, i64 %v245, i64 655362) #0
  %v252 = getelementptr i8, ptr %r, i64 stack
  %v253 = load ptr, ptr %v252, align 8, !tbaa !7
  store ptr %v253, ptr %E
  %v254 = getelementptr i8, ptr %r, i64 heap
  %v255 = load ptr, ptr %v254, align 8, !tbaa !7
  store ptr %v255, ptr %H
  %v256 = getelementptr i8, ptr %r, i64 reductions
  %v257 = load i64, ptr %v256, align 8, !tbaa !7
  store i64 %v257, ptr %N
  %v258 = getelementptr i8, ptr %r, i64 x0
  %v259 = load i64, ptr %v258, align 8, !tbaa !7
  store i64 %v259, ptr %X0
  %v260 = getelementptr i8, ptr %r, i64 x1
  %v261 = load i64, ptr %v260, align 8, !tbaa !7
  store i64 %v261, ptr %X1
  br label %b233
b271:
  %v327 = getelementptr i8, ptr %r, i64 match_tail
  %v328 = load ptr, ptr %v327, align 8, !tbaa !7
  %v329 = load ptr, ptr %E
  %v330 = getelementptr i8, ptr %r, i64 stack
  store ptr %v329, ptr %v330, align 8, !tbaa !7
  %v331 = load ptr, ptr %H
  %v332 = call preserve_mostcc i64 %v328(ptr %r, ptr %v331, i64 %v262) #0
  %v333 = getelementptr i8, ptr %r, i64 heap
  %v334 = load ptr, ptr %v333, align 8, !tbaa !7
  store ptr %v334, ptr %H
  store i64 %v332, ptr %X0
  br label %b270
b358:
  %v359 = load i64, ptr %X0
  %v360 = getelementptr i8, ptr %r, i64 x0
  store i64 %v359, ptr %v360, align 8, !tbaa !7
  %v361 = load i64, ptr %X1
  %v362 = getelementptr i8, ptr %r, i64 x1
  store i64 %v361, ptr %v362, align 8, !tbaa !7
  %v363 = getelementptr i64, ptr @T, i64 Pc(13)
  %v364 = load i64, ptr %v363, align 8, !tbaa !8, !invariant.load !11
  %v365 = load ptr, ptr %E
  %v366 = getelementptr i8, ptr %r, i64 stack
  store ptr %v365, ptr %v366, align 8, !tbaa !7
  %v367 = load ptr, ptr %H
  %v368 = getelementptr i8, ptr %r, i64 heap
  store ptr %v367, ptr %v368, align 8, !tbaa !7
  %v369 = load i64, ptr %N
  %v370 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v369, ptr %v370, align 8, !tbaa !7
  %v371 = getelementptr i8, ptr %r, i64 pc
  store i64 %v364, ptr %v371, align 8, !tbaa !7
  %v372 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v372, align 8, !tbaa !7
  ret void
b378:
  %v384 = load i64, ptr %X0
  %v385 = getelementptr i8, ptr %r, i64 x0
  store i64 %v384, ptr %v385, align 8, !tbaa !7
  %v386 = load i64, ptr %X1
  %v387 = getelementptr i8, ptr %r, i64 x1
  store i64 %v386, ptr %v387, align 8, !tbaa !7
  %v388 = getelementptr i64, ptr @T, i64 Pc(14)
  %v389 = load i64, ptr %v388, align 8, !tbaa !8, !invariant.load !11
  %v390 = getelementptr i8, ptr %r, i64 collect
  %v391 = load ptr, ptr %v390, align 8, !tbaa !7
  %v392 = load ptr, ptr %E
  %v393 = load ptr, ptr %H
  %v394 = load i64, ptr %N
  %v395 = call i64 %v391(ptr %r, ptr %v392, ptr %v393, i64 %v394, i64 %v389, i64 655362) #0
  %v396 = getelementptr i8, ptr %r, i64 stack
  %v397 = load ptr, ptr %v396, align 8, !tbaa !7
  store ptr %v397, ptr %E
  %v398 = getelementptr i8, ptr %r, i64 heap
  %v399 = load ptr, ptr %v398, align 8, !tbaa !7
  store ptr %v399, ptr %H
  %v400 = getelementptr i8, ptr %r, i64 reductions
  %v401 = load i64, ptr %v400, align 8, !tbaa !7
  store i64 %v401, ptr %N
  %v402 = getelementptr i8, ptr %r, i64 x0
  %v403 = load i64, ptr %v402, align 8, !tbaa !7
  store i64 %v403, ptr %X0
  %v404 = getelementptr i8, ptr %r, i64 x1
  %v405 = load i64, ptr %v404, align 8, !tbaa !7
  store i64 %v405, ptr %X1
  br label %b377
b415:
  %v471 = getelementptr i8, ptr %r, i64 match_tail
  %v472 = load ptr, ptr %v471, align 8, !tbaa !7
  %v473 = load ptr, ptr %E
  %v474 = getelementptr i8, ptr %r, i64 stack
  store ptr %v473, ptr %v474, align 8, !tbaa !7
  %v475 = load ptr, ptr %H
  %v476 = call preserve_mostcc i64 %v472(ptr %r, ptr %v475, i64 %v406) #0
  %v477 = getelementptr i8, ptr %r, i64 heap
  %v478 = load ptr, ptr %v477, align 8, !tbaa !7
  store ptr %v478, ptr %H
  store i64 %v476, ptr %X0
  br label %b414
}

; whole/2
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
  store i64 %a1, ptr %X1
  br label %i19
i19:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 1
  %v3 = icmp eq i64 %v2, 0
  br i1 %v3, label %b4, label %b5
b5:
  %v6 = and i64 %v1, 7
  %v7 = icmp eq i64 %v6, 3
  br i1 %v7, label %b8, label %i16
b8:
  %v9 = inttoptr i64 %v1 to ptr
  %v10 = getelementptr i8, ptr %v9, i64 -3
  %v11 = load i64, ptr %v10, align 8, !tbaa !6
  %v12 = and i64 %v11, 255
  %v13 = icmp eq i64 %v12, 15
  %v14 = icmp eq i64 %v12, 23
  %v15 = or i1 %v13, %v14
  br i1 %v15, label %b16, label %i16
b16:
  br label %b4
b4:
  %v17 = load i64, ptr %X1
  %v18 = and i64 %v17, 1
  %v19 = icmp eq i64 %v18, 0
  br i1 %v19, label %b20, label %b21
b21:
  %v22 = and i64 %v17, 7
  %v23 = icmp eq i64 %v22, 3
  br i1 %v23, label %b24, label %i16
b24:
  %v25 = inttoptr i64 %v17 to ptr
  %v26 = getelementptr i8, ptr %v25, i64 -3
  %v27 = load i64, ptr %v26, align 8, !tbaa !6
  %v28 = and i64 %v27, 255
  %v29 = icmp eq i64 %v28, 15
  %v30 = icmp eq i64 %v28, 23
  %v31 = or i1 %v29, %v30
  br i1 %v31, label %b32, label %i16
b32:
  br label %b20
b20:
  br label %b33
b33:
  %v34 = load i64, ptr %X0
  %v35 = load i64, ptr %X1
  %v36 = or i64 %v34, %v35
  %v37 = and i64 %v36, 1
  %v38 = icmp eq i64 %v37, 0
  br i1 %v38, label %b39, label %b40, !prof !9
b39:
  %v43 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v34, i64 %v35)
  %v44 = extractvalue { i64, i1 } %v43, 0
  %v45 = extractvalue { i64, i1 } %v43, 1
  br i1 %v45, label %b41, label %b46, !prof !12
b46:
  store i64 %v44, ptr %X0
  br label %b42
b40:
  br label %b41
b42:
  %v122 = load ptr, ptr %E
  %v123 = load ptr, ptr %v122, align 8, !tbaa !5
  %v124 = load ptr, ptr %E
  %v125 = load ptr, ptr %H
  %v126 = load i64, ptr %N
  %v127 = load i64, ptr %X0
  musttail call preserve_nonecc void %v123(ptr %r, ptr %v124, ptr %v125, i64 %v126, i64 %v127, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i16:
  %v128 = load i64, ptr %X0
  %v129 = getelementptr i8, ptr %r, i64 x0
  store i64 %v128, ptr %v129, align 8, !tbaa !7
  %v130 = load i64, ptr %X1
  %v131 = getelementptr i8, ptr %r, i64 x1
  store i64 %v130, ptr %v131, align 8, !tbaa !7
  %v132 = getelementptr i64, ptr @T, i64 Pc(18)
  %v133 = load i64, ptr %v132, align 8, !tbaa !8, !invariant.load !11
  %v134 = load ptr, ptr %E
  %v135 = getelementptr i8, ptr %r, i64 stack
  store ptr %v134, ptr %v135, align 8, !tbaa !7
  %v136 = load ptr, ptr %H
  %v137 = getelementptr i8, ptr %r, i64 heap
  store ptr %v136, ptr %v137, align 8, !tbaa !7
  %v138 = load i64, ptr %N
  %v139 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v138, ptr %v139, align 8, !tbaa !7
  %v140 = getelementptr i8, ptr %r, i64 pc
  store i64 %v133, ptr %v140, align 8, !tbaa !7
  %v141 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v141, align 8, !tbaa !7
  ret void
b92:
  %v95 = load i64, ptr %X0
  %v96 = getelementptr i8, ptr %r, i64 x0
  store i64 %v95, ptr %v96, align 8, !tbaa !7
  %v97 = load i64, ptr %X1
  %v98 = getelementptr i8, ptr %r, i64 x1
  store i64 %v97, ptr %v98, align 8, !tbaa !7
  %v99 = getelementptr i64, ptr @T, i64 Pc(22)
  %v100 = load i64, ptr %v99, align 8, !tbaa !8, !invariant.load !11
  %v101 = getelementptr i64, ptr @T, i64 Pc(23)
  %v102 = load i64, ptr %v101, align 8, !tbaa !8, !invariant.load !11
  %v103 = getelementptr i8, ptr %r, i64 step
  %v104 = load ptr, ptr %v103, align 8, !tbaa !7
  %v105 = load ptr, ptr %E
  %v106 = load ptr, ptr %H
  %v107 = load i64, ptr %N
  %v108 = call i64 %v104(ptr %r, ptr %v105, ptr %v106, i64 %v107, i64 %v100, i64 %v102) #0
  %v109 = getelementptr i8, ptr %r, i64 stack
  %v110 = load ptr, ptr %v109, align 8, !tbaa !7
  store ptr %v110, ptr %E
  %v111 = getelementptr i8, ptr %r, i64 heap
  %v112 = load ptr, ptr %v111, align 8, !tbaa !7
  store ptr %v112, ptr %H
  %v113 = getelementptr i8, ptr %r, i64 reductions
  %v114 = load i64, ptr %v113, align 8, !tbaa !7
  store i64 %v114, ptr %N
  %v115 = getelementptr i8, ptr %r, i64 x0
  %v116 = load i64, ptr %v115, align 8, !tbaa !7
  store i64 %v116, ptr %X0
  %v117 = getelementptr i64, ptr @T, i64 Pc(23)
  %v118 = load i64, ptr %v117, align 8, !tbaa !8
  %v121 = icmp eq i64 %v108, %v118
  br i1 %v121, label %b119, label %b120, !prof !9
b120:
  ret void
b119:
  br label %b94
b41:
  %v49 = load ptr, ptr %E
  %v50 = load ptr, ptr %H
  %v51 = getelementptr i64, ptr %v50, i64 8
  %v52 = icmp ugt ptr %v51, %v49
  br i1 %v52, label %b47, label %b48
b47:
  %v53 = load i64, ptr %X0
  %v54 = getelementptr i8, ptr %r, i64 x0
  store i64 %v53, ptr %v54, align 8, !tbaa !7
  %v55 = load i64, ptr %X1
  %v56 = getelementptr i8, ptr %r, i64 x1
  store i64 %v55, ptr %v56, align 8, !tbaa !7
  %v57 = getelementptr i64, ptr @T, i64 Pc(22)
  %v58 = load i64, ptr %v57, align 8, !tbaa !8, !invariant.load !11
  %v59 = getelementptr i8, ptr %r, i64 collect
  %v60 = load ptr, ptr %v59, align 8, !tbaa !7
  %v61 = load ptr, ptr %E
  %v62 = load ptr, ptr %H
  %v63 = load i64, ptr %N
  %v64 = call i64 %v60(ptr %r, ptr %v61, ptr %v62, i64 %v63, i64 %v58, i64 524290) #0
  %v65 = getelementptr i8, ptr %r, i64 stack
  %v66 = load ptr, ptr %v65, align 8, !tbaa !7
  store ptr %v66, ptr %E
  %v67 = getelementptr i8, ptr %r, i64 heap
  %v68 = load ptr, ptr %v67, align 8, !tbaa !7
  store ptr %v68, ptr %H
  %v69 = getelementptr i8, ptr %r, i64 reductions
  %v70 = load i64, ptr %v69, align 8, !tbaa !7
  store i64 %v70, ptr %N
  %v71 = getelementptr i8, ptr %r, i64 x0
  %v72 = load i64, ptr %v71, align 8, !tbaa !7
  store i64 %v72, ptr %X0
  %v73 = getelementptr i8, ptr %r, i64 x1
  %v74 = load i64, ptr %v73, align 8, !tbaa !7
  store i64 %v74, ptr %X1
  br label %b33
b48:
  %v75 = getelementptr i64, ptr @T, i64 Bif(2)
  %v76 = load i64, ptr %v75, align 8, !tbaa !8, !invariant.load !11
  %v77 = load i64, ptr %X0
  %v78 = load i64, ptr %X1
  %v79 = load i64, ptr %N
  %v80 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v79, ptr %v80, align 8, !tbaa !7
  %v81 = getelementptr i8, ptr %r, i64 bif
  %v82 = load ptr, ptr %v81, align 8, !tbaa !7
  %v83 = load ptr, ptr %E
  %v84 = getelementptr i8, ptr %r, i64 stack
  store ptr %v83, ptr %v84, align 8, !tbaa !7
  %v85 = load ptr, ptr %H
  %v86 = call preserve_mostcc i64 %v82(ptr %r, ptr %v85, i64 %v76, i64 %v77, i64 %v78, i64 0) #0
  %v87 = getelementptr i8, ptr %r, i64 heap
  %v88 = load ptr, ptr %v87, align 8, !tbaa !7
  store ptr %v88, ptr %H
  %v89 = getelementptr i8, ptr %r, i64 reductions
  %v90 = load i64, ptr %v89, align 8, !tbaa !7
  store i64 %v90, ptr %N
  %v91 = icmp eq i64 %v86, 7
  br i1 %v91, label %b92, label %b93, !prof !12
b93:
  store i64 %v86, ptr %X0
  br label %b94
b94:
  br label %b42
}

; compared/2
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
  %P2 = alloca i64
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
  br label %i27
i27:
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
  switch i64 %v57, label %i43 [ i64 55, label %b54 i64 63, label %b55 i64 71, label %b56 ]
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
  %v128 = add nuw nsw i64 %v124, 32
  %v129 = icmp sle i64 %v128, %v127
  br i1 %v129, label %b130, label %i35
b130:
  %v133 = and i64 %v124, 14
  %v134 = icmp ne i64 %v133, 0
  br i1 %v134, label %b131, label %b135, !prof !12
b135:
  %v136 = inttoptr i64 %v121 to ptr
  %v137 = lshr i64 %v124, 4
  %v138 = getelementptr i8, ptr %v136, i64 %v137
  %v139 = load i16, ptr %v138, align 1, !tbaa !6
  %v140 = call i16 @llvm.bswap.i16(i16 %v139)
  %v141 = zext i16 %v140 to i64
  br label %b142
b142:
  br label %b132
b132:
  %v148 = phi i64 [ %v141, %b142 ], [ %v147, %b131 ]
  %v149 = shl i64 %v148, 1
  %v151 = add nuw nsw i64 %v124, 32
  store i64 %v151, ptr %P2
  store i64 %v149, ptr %X3
  br label %b118
b118:
  %v152 = load i64, ptr %X2
  %v153 = load i64, ptr %P2
  %v154 = inttoptr i64 %v152 to ptr
  %v155 = getelementptr i8, ptr %v154, i64 21
  %v156 = load i64, ptr %v155, align 8, !tbaa !33
  %v157 = sub nsw i64 %v156, %v153
  %v158 = icmp eq i64 %v157, 0
  br i1 %v158, label %b159, label %i35u4
b159:
  %v161 = load i64, ptr %X3
  %v162 = load i64, ptr %X1
  %v163 = and i64 %v162, 1
  %v164 = icmp eq i64 %v163, 0
  br i1 %v164, label %b165, label %b166, !prof !9
b165:
  %v167 = icmp slt i64 %v161, %v162
  br i1 %v167, label %b160, label %i35u4
b166:
  %v168 = getelementptr i8, ptr %r, i64 compare
  %v169 = load ptr, ptr %v168, align 8, !tbaa !7
  %v170 = call preserve_mostcc i64 %v169(i64 %v161, i64 %v162) #1
  %v171 = icmp slt i64 %v170, 0
  br i1 %v171, label %b160, label %i35u4
b160:
  %v172 = getelementptr i64, ptr @T, i64 Atom(9)
  %v173 = load i64, ptr %v172, align 8, !tbaa !8, !invariant.load !11
  store i64 %v173, ptr %X0
  %v174 = load ptr, ptr %E
  %v175 = load ptr, ptr %v174, align 8, !tbaa !5
  %v176 = load ptr, ptr %E
  %v177 = load ptr, ptr %H
  %v178 = load i64, ptr %N
  %v179 = load i64, ptr %X0
  musttail call preserve_nonecc void %v175(ptr %r, ptr %v176, ptr %v177, i64 %v178, i64 %v179, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i35u4:
  %v180 = load i64, ptr %X1
  %v181 = and i64 %v180, 63
  %v182 = icmp eq i64 %v181, 5
  br i1 %v182, label %b183, label %i39u4
b183:
  %v184 = load i64, ptr %X1
  store i64 %v184, ptr %X0
  %v185 = load ptr, ptr %E
  %v186 = load ptr, ptr %v185, align 8, !tbaa !5
  %v187 = load ptr, ptr %E
  %v188 = load ptr, ptr %H
  %v189 = load i64, ptr %N
  %v190 = load i64, ptr %X0
  musttail call preserve_nonecc void %v186(ptr %r, ptr %v187, ptr %v188, i64 %v189, i64 %v190, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i39u4:
  %v191 = load i64, ptr %X2
  %v192 = load i64, ptr %X0
  %v193 = inttoptr i64 %v191 to ptr
  %v194 = getelementptr i8, ptr %v193, i64 21
  %v195 = load i64, ptr %v194, align 8, !tbaa !33
  %v196 = icmp ule i64 %v192, %v195
  %v197 = and i64 %v192, 1
  %v198 = icmp eq i64 %v197, 0
  %v199 = and i1 %v196, %v198
  br i1 %v199, label %b200, label %b201, !prof !9
b200:
  store i64 %v192, ptr %P2
  %v221 = load i64, ptr %X2
  %v222 = load i64, ptr %P2
  %v223 = inttoptr i64 %v221 to ptr
  %v224 = getelementptr i8, ptr %v223, i64 13
  store i64 %v222, ptr %v224, align 8, !tbaa !31
  store i64 %v221, ptr %X2
  br label %b225
b225:
  %v227 = load ptr, ptr %E
  %v228 = load ptr, ptr %H
  %v229 = getelementptr i64, ptr %v228, i64 10
  %v230 = icmp ugt ptr %v229, %v227
  br i1 %v230, label %b226, label %b231, !prof !12
b231:
  %v258 = load i64, ptr %X2
  %v259 = inttoptr i64 %v258 to ptr
  %v260 = getelementptr i8, ptr %v259, i64 13
  %v261 = load i64, ptr %v260, align 8, !tbaa !31
  %v262 = inttoptr i64 %v258 to ptr
  %v263 = getelementptr i8, ptr %v262, i64 21
  %v264 = load i64, ptr %v263, align 8, !tbaa !33
  %v265 = sub nsw i64 %v264, %v261
  %v271 = and i64 %v265, 14
  %v272 = icmp ne i64 %v271, 0
  %v273 = icmp sgt i64 %v265, 1024
  %v274 = or i1 %v272, %v273
  br i1 %v274, label %b268, label %b275
b268:
  %v276 = inttoptr i64 %v258 to ptr
  %v277 = getelementptr i8, ptr %v276, i64 5
  %v278 = load i64, ptr %v277, align 8, !tbaa !33
  %v279 = load ptr, ptr %H
  %v280 = getelementptr i64, ptr %v279, i64 0
  store i64 839, ptr %v280, align 8, !tbaa !6
  %v281 = load ptr, ptr %H
  %v282 = getelementptr i64, ptr %v281, i64 1
  store i64 %v278, ptr %v282, align 8, !tbaa !6
  %v283 = load ptr, ptr %H
  %v284 = getelementptr i64, ptr %v283, i64 2
  store i64 %v261, ptr %v284, align 8, !tbaa !6
  %v285 = load ptr, ptr %H
  %v286 = getelementptr i64, ptr %v285, i64 3
  store i64 %v265, ptr %v286, align 8, !tbaa !6
  %v287 = load ptr, ptr %H
  %v288 = getelementptr i64, ptr %v287, i64 4
  store ptr %v288, ptr %H
  %v289 = ptrtoint ptr %v287 to i64
  %v290 = or disjoint i64 %v289, 3
  br label %b270
b275:
  %v291 = sub i64 %v265, 2
  %v292 = icmp ult i64 %v291, 127
  %v293 = and i64 %v261, 14
  %v294 = icmp eq i64 %v293, 0
  %v295 = and i1 %v292, %v294
  br i1 %v295, label %b269, label %b267
b269:
  %v296 = inttoptr i64 %v258 to ptr
  %v297 = getelementptr i8, ptr %v296, i64 29
  %v298 = load i64, ptr %v297, align 8, !tbaa !33
  %v299 = inttoptr i64 %v298 to ptr
  %v300 = lshr i64 %v261, 4
  %v301 = getelementptr i8, ptr %v299, i64 %v300
  %v302 = ptrtoint ptr %v301 to i64
  %v303 = and i64 %v302, 4095
  %v304 = icmp ugt i64 %v303, 4088
  br i1 %v304, label %b267, label %b305, !prof !12
b305:
  %v306 = load i64, ptr %v301, align 1, !tbaa !6
  %v307 = lshr i64 %v265, 1
  %v308 = sub nuw nsw i64 64, %v307
  %v309 = lshr i64 -1, %v308
  %v310 = and i64 %v306, %v309
  %v311 = lshr i64 %v265, 3
  %v312 = load ptr, ptr %H
  %v313 = getelementptr i64, ptr %v312, i64 0
  store i64 567, ptr %v313, align 8, !tbaa !6
  %v314 = load ptr, ptr %H
  %v315 = getelementptr i64, ptr %v314, i64 1
  store i64 %v311, ptr %v315, align 8, !tbaa !6
  %v316 = load ptr, ptr %H
  %v317 = getelementptr i64, ptr %v316, i64 2
  store i64 %v310, ptr %v317, align 8, !tbaa !6
  %v318 = load ptr, ptr %H
  %v319 = getelementptr i64, ptr %v318, i64 3
  store ptr %v319, ptr %H
  %v320 = ptrtoint ptr %v318 to i64
  %v321 = or disjoint i64 %v320, 3
  br label %b322
b322:
  br label %b270
b270:
  %v331 = phi i64 [ %v290, %b268 ], [ %v321, %b322 ]
  store i64 %v331, ptr %X0
  br label %b266
b266:
  br label %i24
i24:
  %v332 = load i64, ptr %X0
  %v333 = getelementptr i8, ptr %r, i64 x0
  store i64 %v332, ptr %v333, align 8, !tbaa !7
  %v334 = load i64, ptr %X1
  %v335 = getelementptr i8, ptr %r, i64 x1
  store i64 %v334, ptr %v335, align 8, !tbaa !7
  %v336 = getelementptr i64, ptr @T, i64 Pc(26)
  %v337 = load i64, ptr %v336, align 8, !tbaa !8, !invariant.load !11
  %v338 = load ptr, ptr %E
  %v339 = getelementptr i8, ptr %r, i64 stack
  store ptr %v338, ptr %v339, align 8, !tbaa !7
  %v340 = load ptr, ptr %H
  %v341 = getelementptr i8, ptr %r, i64 heap
  store ptr %v340, ptr %v341, align 8, !tbaa !7
  %v342 = load i64, ptr %N
  %v343 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v342, ptr %v343, align 8, !tbaa !7
  %v344 = getelementptr i8, ptr %r, i64 pc
  store i64 %v337, ptr %v344, align 8, !tbaa !7
  %v345 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v345, align 8, !tbaa !7
  ret void
i35:
  %v346 = load i64, ptr %X1
  %v347 = and i64 %v346, 63
  %v348 = icmp eq i64 %v347, 5
  br i1 %v348, label %b349, label %i39
b349:
  %v350 = load i64, ptr %X1
  store i64 %v350, ptr %X0
  %v351 = load ptr, ptr %E
  %v352 = load ptr, ptr %v351, align 8, !tbaa !5
  %v353 = load ptr, ptr %E
  %v354 = load ptr, ptr %H
  %v355 = load i64, ptr %N
  %v356 = load i64, ptr %X0
  musttail call preserve_nonecc void %v352(ptr %r, ptr %v353, ptr %v354, i64 %v355, i64 %v356, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i39:
  %v357 = load i64, ptr %X2
  %v358 = load i64, ptr %X0
  %v359 = inttoptr i64 %v357 to ptr
  %v360 = getelementptr i8, ptr %v359, i64 21
  %v361 = load i64, ptr %v360, align 8, !tbaa !33
  %v362 = icmp ule i64 %v358, %v361
  %v363 = and i64 %v358, 1
  %v364 = icmp eq i64 %v363, 0
  %v365 = and i1 %v362, %v364
  br i1 %v365, label %b366, label %b367, !prof !9
b366:
  store i64 %v358, ptr %P2
  %v384 = load i64, ptr %X2
  %v385 = load i64, ptr %P2
  %v386 = inttoptr i64 %v384 to ptr
  %v387 = getelementptr i8, ptr %v386, i64 13
  store i64 %v385, ptr %v387, align 8, !tbaa !31
  store i64 %v384, ptr %X2
  br label %b388
b388:
  %v390 = load ptr, ptr %E
  %v391 = load ptr, ptr %H
  %v392 = getelementptr i64, ptr %v391, i64 10
  %v393 = icmp ugt ptr %v392, %v390
  br i1 %v393, label %b389, label %b394, !prof !12
b394:
  %v421 = load i64, ptr %X2
  %v422 = inttoptr i64 %v421 to ptr
  %v423 = getelementptr i8, ptr %v422, i64 13
  %v424 = load i64, ptr %v423, align 8, !tbaa !31
  %v425 = inttoptr i64 %v421 to ptr
  %v426 = getelementptr i8, ptr %v425, i64 21
  %v427 = load i64, ptr %v426, align 8, !tbaa !33
  %v428 = sub nsw i64 %v427, %v424
  %v434 = and i64 %v428, 14
  %v435 = icmp ne i64 %v434, 0
  %v436 = icmp sgt i64 %v428, 1024
  %v437 = or i1 %v435, %v436
  br i1 %v437, label %b431, label %b438
b431:
  %v439 = inttoptr i64 %v421 to ptr
  %v440 = getelementptr i8, ptr %v439, i64 5
  %v441 = load i64, ptr %v440, align 8, !tbaa !33
  %v442 = load ptr, ptr %H
  %v443 = getelementptr i64, ptr %v442, i64 0
  store i64 839, ptr %v443, align 8, !tbaa !6
  %v444 = load ptr, ptr %H
  %v445 = getelementptr i64, ptr %v444, i64 1
  store i64 %v441, ptr %v445, align 8, !tbaa !6
  %v446 = load ptr, ptr %H
  %v447 = getelementptr i64, ptr %v446, i64 2
  store i64 %v424, ptr %v447, align 8, !tbaa !6
  %v448 = load ptr, ptr %H
  %v449 = getelementptr i64, ptr %v448, i64 3
  store i64 %v428, ptr %v449, align 8, !tbaa !6
  %v450 = load ptr, ptr %H
  %v451 = getelementptr i64, ptr %v450, i64 4
  store ptr %v451, ptr %H
  %v452 = ptrtoint ptr %v450 to i64
  %v453 = or disjoint i64 %v452, 3
  br label %b433
b438:
  %v454 = sub i64 %v428, 2
  %v455 = icmp ult i64 %v454, 127
  %v456 = and i64 %v424, 14
  %v457 = icmp eq i64 %v456, 0
  %v458 = and i1 %v455, %v457
  br i1 %v458, label %b432, label %b430
b432:
  %v459 = inttoptr i64 %v421 to ptr
  %v460 = getelementptr i8, ptr %v459, i64 29
  %v461 = load i64, ptr %v460, align 8, !tbaa !33
  %v462 = inttoptr i64 %v461 to ptr
  %v463 = lshr i64 %v424, 4
  %v464 = getelementptr i8, ptr %v462, i64 %v463
  %v465 = ptrtoint ptr %v464 to i64
  %v466 = and i64 %v465, 4095
  %v467 = icmp ugt i64 %v466, 4088
  br i1 %v467, label %b430, label %b468, !prof !12
b468:
  %v469 = load i64, ptr %v464, align 1, !tbaa !6
  %v470 = lshr i64 %v428, 1
  %v471 = sub nuw nsw i64 64, %v470
  %v472 = lshr i64 -1, %v471
  %v473 = and i64 %v469, %v472
  %v474 = lshr i64 %v428, 3
  %v475 = load ptr, ptr %H
  %v476 = getelementptr i64, ptr %v475, i64 0
  store i64 567, ptr %v476, align 8, !tbaa !6
  %v477 = load ptr, ptr %H
  %v478 = getelementptr i64, ptr %v477, i64 1
  store i64 %v474, ptr %v478, align 8, !tbaa !6
  %v479 = load ptr, ptr %H
  %v480 = getelementptr i64, ptr %v479, i64 2
  store i64 %v473, ptr %v480, align 8, !tbaa !6
  %v481 = load ptr, ptr %H
  %v482 = getelementptr i64, ptr %v481, i64 3
  store ptr %v482, ptr %H
  %v483 = ptrtoint ptr %v481 to i64
  %v484 = or disjoint i64 %v483, 3
  br label %b485
b485:
  br label %b433
b433:
  %v494 = phi i64 [ %v453, %b431 ], [ %v484, %b485 ]
  store i64 %v494, ptr %X0
  br label %b429
b429:
  br label %i24
i43:
  %v495 = load i64, ptr %X1
  %v496 = and i64 %v495, 63
  %v497 = icmp eq i64 %v496, 5
  br i1 %v497, label %b498, label %i24
b498:
  %v499 = load i64, ptr %X1
  store i64 %v499, ptr %X0
  %v500 = load ptr, ptr %E
  %v501 = load ptr, ptr %v500, align 8, !tbaa !5
  %v502 = load ptr, ptr %E
  %v503 = load ptr, ptr %H
  %v504 = load i64, ptr %N
  %v505 = load i64, ptr %X0
  musttail call preserve_nonecc void %v501(ptr %r, ptr %v502, ptr %v503, i64 %v504, i64 %v505, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b16:
  %v22 = load i64, ptr %X0
  %v23 = getelementptr i8, ptr %r, i64 x0
  store i64 %v22, ptr %v23, align 8, !tbaa !7
  %v24 = load i64, ptr %X1
  %v25 = getelementptr i8, ptr %r, i64 x1
  store i64 %v24, ptr %v25, align 8, !tbaa !7
  %v26 = getelementptr i64, ptr @T, i64 Pc(28)
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
  %v143 = inttoptr i64 %v117 to ptr
  %v144 = getelementptr i8, ptr %v143, i64 13
  store i64 %v124, ptr %v144, align 8, !tbaa !31
  %v145 = getelementptr i8, ptr %r, i64 match_bits
  %v146 = load ptr, ptr %v145, align 8, !tbaa !7
  %v147 = call preserve_mostcc i64 %v146(i64 %v117, i64 16) #2
  br label %b132
b201:
  %v202 = load i64, ptr %X0
  %v203 = getelementptr i8, ptr %r, i64 x0
  store i64 %v202, ptr %v203, align 8, !tbaa !7
  %v204 = load i64, ptr %X1
  %v205 = getelementptr i8, ptr %r, i64 x1
  store i64 %v204, ptr %v205, align 8, !tbaa !7
  %v206 = load i64, ptr %X2
  %v207 = load i64, ptr %P2
  %v208 = inttoptr i64 %v206 to ptr
  %v209 = getelementptr i8, ptr %v208, i64 13
  store i64 %v207, ptr %v209, align 8, !tbaa !31
  %v210 = getelementptr i8, ptr %r, i64 x2
  store i64 %v206, ptr %v210, align 8, !tbaa !7
  %v211 = getelementptr i64, ptr @T, i64 Pc(40)
  %v212 = load i64, ptr %v211, align 8, !tbaa !8, !invariant.load !11
  %v213 = load ptr, ptr %E
  %v214 = getelementptr i8, ptr %r, i64 stack
  store ptr %v213, ptr %v214, align 8, !tbaa !7
  %v215 = load ptr, ptr %H
  %v216 = getelementptr i8, ptr %r, i64 heap
  store ptr %v215, ptr %v216, align 8, !tbaa !7
  %v217 = load i64, ptr %N
  %v218 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v217, ptr %v218, align 8, !tbaa !7
  %v219 = getelementptr i8, ptr %r, i64 pc
  store i64 %v212, ptr %v219, align 8, !tbaa !7
  %v220 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v220, align 8, !tbaa !7
  ret void
b226:
  %v232 = load i64, ptr %X0
  %v233 = getelementptr i8, ptr %r, i64 x0
  store i64 %v232, ptr %v233, align 8, !tbaa !7
  %v234 = load i64, ptr %X1
  %v235 = getelementptr i8, ptr %r, i64 x1
  store i64 %v234, ptr %v235, align 8, !tbaa !7
  %v236 = load i64, ptr %X2
  %v237 = getelementptr i8, ptr %r, i64 x2
  store i64 %v236, ptr %v237, align 8, !tbaa !7
  %v238 = getelementptr i64, ptr @T, i64 Pc(41)
  %v239 = load i64, ptr %v238, align 8, !tbaa !8, !invariant.load !11
  %v240 = getelementptr i8, ptr %r, i64 collect
  %v241 = load ptr, ptr %v240, align 8, !tbaa !7
  %v242 = load ptr, ptr %E
  %v243 = load ptr, ptr %H
  %v244 = load i64, ptr %N
  %v245 = call i64 %v241(ptr %r, ptr %v242, ptr %v243, i64 %v244, i64 %v239, i64 655363) #0
  %v246 = getelementptr i8, ptr %r, i64 stack
  %v247 = load ptr, ptr %v246, align 8, !tbaa !7
  store ptr %v247, ptr %E
  %v248 = getelementptr i8, ptr %r, i64 heap
  %v249 = load ptr, ptr %v248, align 8, !tbaa !7
  store ptr %v249, ptr %H
  %v250 = getelementptr i8, ptr %r, i64 reductions
  %v251 = load i64, ptr %v250, align 8, !tbaa !7
  store i64 %v251, ptr %N
  %v252 = getelementptr i8, ptr %r, i64 x0
  %v253 = load i64, ptr %v252, align 8, !tbaa !7
  store i64 %v253, ptr %X0
  %v254 = getelementptr i8, ptr %r, i64 x1
  %v255 = load i64, ptr %v254, align 8, !tbaa !7
  store i64 %v255, ptr %X1
  %v256 = getelementptr i8, ptr %r, i64 x2
  %v257 = load i64, ptr %v256, align 8, !tbaa !7
  store i64 %v257, ptr %X2
  br label %b225
b267:
  %v323 = getelementptr i8, ptr %r, i64 match_tail
  %v324 = load ptr, ptr %v323, align 8, !tbaa !7
  %v325 = load ptr, ptr %E
  %v326 = getelementptr i8, ptr %r, i64 stack
  store ptr %v325, ptr %v326, align 8, !tbaa !7
  %v327 = load ptr, ptr %H
  %v328 = call preserve_mostcc i64 %v324(ptr %r, ptr %v327, i64 %v258) #0
  %v329 = getelementptr i8, ptr %r, i64 heap
  %v330 = load ptr, ptr %v329, align 8, !tbaa !7
  store ptr %v330, ptr %H
  store i64 %v328, ptr %X0
  br label %b266
b367:
  %v368 = load i64, ptr %X0
  %v369 = getelementptr i8, ptr %r, i64 x0
  store i64 %v368, ptr %v369, align 8, !tbaa !7
  %v370 = load i64, ptr %X1
  %v371 = getelementptr i8, ptr %r, i64 x1
  store i64 %v370, ptr %v371, align 8, !tbaa !7
  %v372 = load i64, ptr %X2
  %v373 = getelementptr i8, ptr %r, i64 x2
  store i64 %v372, ptr %v373, align 8, !tbaa !7
  %v374 = getelementptr i64, ptr @T, i64 Pc(40)
  %v375 = load i64, ptr %v374, align 8, !tbaa !8, !invariant.load !11
  %v376 = load ptr, ptr %E
  %v377 = getelementptr i8, ptr %r, i64 stack
  store ptr %v376, ptr %v377, align 8, !tbaa !7
  %v378 = load ptr, ptr %H
  %v379 = getelementptr i8, ptr %r, i64 heap
  store ptr %v378, ptr %v379, align 8, !tbaa !7
  %v380 = load i64, ptr %N
  %v381 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v380, ptr %v381, align 8, !tbaa !7
  %v382 = getelementptr i8, ptr %r, i64 pc
  store i64 %v375, ptr %v382, align 8, !tbaa !7
  %v383 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v383, align 8, !tbaa !7
  ret void
b389:
  %v395 = load i64, ptr %X0
  %v396 = getelementptr i8, ptr %r, i64 x0
  store i64 %v395, ptr %v396, align 8, !tbaa !7
  %v397 = load i64, ptr %X1
  %v398 = getelementptr i8, ptr %r, i64 x1
  store i64 %v397, ptr %v398, align 8, !tbaa !7
  %v399 = load i64, ptr %X2
  %v400 = getelementptr i8, ptr %r, i64 x2
  store i64 %v399, ptr %v400, align 8, !tbaa !7
  %v401 = getelementptr i64, ptr @T, i64 Pc(41)
  %v402 = load i64, ptr %v401, align 8, !tbaa !8, !invariant.load !11
  %v403 = getelementptr i8, ptr %r, i64 collect
  %v404 = load ptr, ptr %v403, align 8, !tbaa !7
  %v405 = load ptr, ptr %E
  %v406 = load ptr, ptr %H
  %v407 = load i64, ptr %N
  %v408 = call i64 %v404(ptr %r, ptr %v405, ptr %v406, i64 %v407, i64 %v402, i64 655363) #0
  %v409 = getelementptr i8, ptr %r, i64 stack
  %v410 = load ptr, ptr %v409, align 8, !tbaa !7
  store ptr %v410, ptr %E
  %v411 = getelementptr i8, ptr %r, i64 heap
  %v412 = load ptr, ptr %v411, align 8, !tbaa !7
  store ptr %v412, ptr %H
  %v413 = getelementptr i8, ptr %r, i64 reductions
  %v414 = load i64, ptr %v413, align 8, !tbaa !7
  store i64 %v414, ptr %N
  %v415 = getelementptr i8, ptr %r, i64 x0
  %v416 = load i64, ptr %v415, align 8, !tbaa !7
  store i64 %v416, ptr %X0
  %v417 = getelementptr i8, ptr %r, i64 x1
  %v418 = load i64, ptr %v417, align 8, !tbaa !7
  store i64 %v418, ptr %X1
  %v419 = getelementptr i8, ptr %r, i64 x2
  %v420 = load i64, ptr %v419, align 8, !tbaa !7
  store i64 %v420, ptr %X2
  br label %b388
b430:
  %v486 = getelementptr i8, ptr %r, i64 match_tail
  %v487 = load ptr, ptr %v486, align 8, !tbaa !7
  %v488 = load ptr, ptr %E
  %v489 = getelementptr i8, ptr %r, i64 stack
  store ptr %v488, ptr %v489, align 8, !tbaa !7
  %v490 = load ptr, ptr %H
  %v491 = call preserve_mostcc i64 %v487(ptr %r, ptr %v490, i64 %v421) #0
  %v492 = getelementptr i8, ptr %r, i64 heap
  %v493 = load ptr, ptr %v492, align 8, !tbaa !7
  store ptr %v493, ptr %H
  store i64 %v491, ptr %X0
  br label %b429
}
