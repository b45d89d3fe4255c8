; Bytes taken from a binary, one after another.

; last/2
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
  br i1 %v129, label %b130, label %i11
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
  br i1 %v158, label %b159, label %i11u4
b159:
  %v160 = load i64, ptr %X3
  store i64 %v160, ptr %X1
  %v161 = load i64, ptr %X2
  store i64 %v161, ptr %X0
  %v162 = load i64, ptr %P2
  store i64 %v162, ptr %P0
  %v163 = getelementptr i64, ptr @T, i64 Cost(0)
  %v164 = load i64, ptr %v163, align 8, !tbaa !8
  %v165 = load i64, ptr %N
  %v166 = sub nsw i64 %v165, %v164
  %v167 = icmp slt i64 %v166, 1
  store i64 %v166, ptr %N
  br i1 %v167, label %b168, label %b169, !prof !12
b169:
  br label %i3u1
i3u1:
  %v179 = load i64, ptr %X0
  store i64 %v179, ptr %X2
  %v180 = load i64, ptr %P0
  store i64 %v180, ptr %P2
  %v181 = load i64, ptr %X2
  %v182 = load i64, ptr %P2
  store i64 %v182, ptr %X0
  %v183 = load i64, ptr %X2
  %v185 = inttoptr i64 %v183 to ptr
  %v186 = getelementptr i8, ptr %v185, i64 29
  %v187 = load i64, ptr %v186, align 8, !tbaa !33
  %v188 = load i64, ptr %P2
  %v189 = inttoptr i64 %v183 to ptr
  %v190 = getelementptr i8, ptr %v189, i64 21
  %v191 = load i64, ptr %v190, align 8, !tbaa !33
  %v192 = add nuw nsw i64 %v188, 16
  %v193 = icmp sle i64 %v192, %v191
  br i1 %v193, label %b194, label %i11u4
b194:
  %v197 = and i64 %v188, 14
  %v198 = icmp ne i64 %v197, 0
  br i1 %v198, label %b195, label %b199, !prof !12
b199:
  %v200 = inttoptr i64 %v187 to ptr
  %v201 = lshr i64 %v188, 4
  %v202 = getelementptr i8, ptr %v200, i64 %v201
  %v203 = load i8, ptr %v202, align 1, !tbaa !6
  %v204 = zext i8 %v203 to i64
  br label %b205
b205:
  br label %b196
b196:
  %v211 = phi i64 [ %v204, %b205 ], [ %v210, %b195 ]
  %v212 = shl i64 %v211, 1
  %v214 = add nuw nsw i64 %v188, 16
  store i64 %v214, ptr %P2
  store i64 %v212, ptr %X3
  br label %b184
b184:
  %v215 = load i64, ptr %X2
  %v216 = load i64, ptr %P2
  %v217 = inttoptr i64 %v215 to ptr
  %v218 = getelementptr i8, ptr %v217, i64 21
  %v219 = load i64, ptr %v218, align 8, !tbaa !33
  %v220 = sub nsw i64 %v219, %v216
  %v221 = and i64 %v220, 15
  %v222 = icmp eq i64 %v221, 0
  br i1 %v222, label %b223, label %i11u4
b223:
  %v224 = load i64, ptr %X3
  store i64 %v224, ptr %X1
  %v225 = load i64, ptr %X2
  store i64 %v225, ptr %X0
  %v226 = load i64, ptr %P2
  store i64 %v226, ptr %P0
  %v227 = getelementptr i64, ptr @T, i64 Cost(0)
  %v228 = load i64, ptr %v227, align 8, !tbaa !8
  %v229 = load i64, ptr %N
  %v230 = sub nsw i64 %v229, %v228
  %v231 = icmp slt i64 %v230, 1
  store i64 %v230, ptr %N
  br i1 %v231, label %b232, label %b233, !prof !12
b233:
  br label %i3u1
i11u4:
  %v243 = load i64, ptr %X2
  %v244 = load i64, ptr %X0
  %v245 = inttoptr i64 %v243 to ptr
  %v246 = getelementptr i8, ptr %v245, i64 21
  %v247 = load i64, ptr %v246, align 8, !tbaa !33
  %v248 = icmp ule i64 %v244, %v247
  %v249 = and i64 %v244, 1
  %v250 = icmp eq i64 %v249, 0
  %v251 = and i1 %v248, %v250
  br i1 %v251, label %b252, label %b253, !prof !9
b252:
  store i64 %v244, ptr %P2
  %v273 = load i64, ptr %X2
  %v274 = load i64, ptr %P2
  %v275 = inttoptr i64 %v273 to ptr
  %v276 = getelementptr i8, ptr %v275, i64 21
  %v277 = load i64, ptr %v276, align 8, !tbaa !33
  %v278 = sub nsw i64 %v277, %v274
  %v279 = icmp eq i64 %v278, 0
  br i1 %v279, label %b280, label %i16u4
b280:
  %v281 = load i64, ptr %X1
  store i64 %v281, ptr %X0
  %v282 = load ptr, ptr %E
  %v283 = load ptr, ptr %v282, align 8, !tbaa !5
  %v284 = load ptr, ptr %E
  %v285 = load ptr, ptr %H
  %v286 = load i64, ptr %N
  %v287 = load i64, ptr %X0
  musttail call preserve_nonecc void %v283(ptr %r, ptr %v284, ptr %v285, i64 %v286, i64 %v287, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i16u4:
  %v288 = load i64, ptr %X2
  %v289 = load i64, ptr %P2
  %v290 = inttoptr i64 %v288 to ptr
  %v291 = getelementptr i8, ptr %v290, i64 13
  store i64 %v289, ptr %v291, align 8, !tbaa !31
  store i64 %v288, ptr %X2
  br label %b292
b292:
  %v294 = load ptr, ptr %E
  %v295 = load ptr, ptr %H
  %v296 = getelementptr i64, ptr %v295, i64 10
  %v297 = icmp ugt ptr %v296, %v294
  br i1 %v297, label %b293, label %b298, !prof !12
b298:
  %v325 = load i64, ptr %X2
  %v326 = inttoptr i64 %v325 to ptr
  %v327 = getelementptr i8, ptr %v326, i64 13
  %v328 = load i64, ptr %v327, align 8, !tbaa !31
  %v329 = inttoptr i64 %v325 to ptr
  %v330 = getelementptr i8, ptr %v329, i64 21
  %v331 = load i64, ptr %v330, align 8, !tbaa !33
  %v332 = sub nsw i64 %v331, %v328
  %v338 = and i64 %v332, 14
  %v339 = icmp ne i64 %v338, 0
  %v340 = icmp sgt i64 %v332, 1024
  %v341 = or i1 %v339, %v340
  br i1 %v341, label %b335, label %b342
b335:
  %v343 = inttoptr i64 %v325 to ptr
  %v344 = getelementptr i8, ptr %v343, i64 5
  %v345 = load i64, ptr %v344, align 8, !tbaa !33
  %v346 = load ptr, ptr %H
  %v347 = getelementptr i64, ptr %v346, i64 0
  store i64 839, ptr %v347, align 8, !tbaa !6
  %v348 = load ptr, ptr %H
  %v349 = getelementptr i64, ptr %v348, i64 1
  store i64 %v345, ptr %v349, align 8, !tbaa !6
  %v350 = load ptr, ptr %H
  %v351 = getelementptr i64, ptr %v350, i64 2
  store i64 %v328, ptr %v351, align 8, !tbaa !6
  %v352 = load ptr, ptr %H
  %v353 = getelementptr i64, ptr %v352, i64 3
  store i64 %v332, ptr %v353, align 8, !tbaa !6
  %v354 = load ptr, ptr %H
  %v355 = getelementptr i64, ptr %v354, i64 4
  store ptr %v355, ptr %H
  %v356 = ptrtoint ptr %v354 to i64
  %v357 = or disjoint i64 %v356, 3
  br label %b337
b342:
  %v358 = sub i64 %v332, 2
  %v359 = icmp ult i64 %v358, 127
  %v360 = and i64 %v328, 14
  %v361 = icmp eq i64 %v360, 0
  %v362 = and i1 %v359, %v361
  br i1 %v362, label %b336, label %b334
b336:
  %v363 = inttoptr i64 %v325 to ptr
  %v364 = getelementptr i8, ptr %v363, i64 29
  %v365 = load i64, ptr %v364, align 8, !tbaa !33
  %v366 = inttoptr i64 %v365 to ptr
  %v367 = lshr i64 %v328, 4
  %v368 = getelementptr i8, ptr %v366, i64 %v367
  %v369 = ptrtoint ptr %v368 to i64
  %v370 = and i64 %v369, 4095
  %v371 = icmp ugt i64 %v370, 4088
  br i1 %v371, label %b334, label %b372, !prof !12
b372:
  %v373 = load i64, ptr %v368, align 1, !tbaa !6
  %v374 = lshr i64 %v332, 1
  %v375 = sub nuw nsw i64 64, %v374
  %v376 = lshr i64 -1, %v375
  %v377 = and i64 %v373, %v376
  %v378 = lshr i64 %v332, 3
  %v379 = load ptr, ptr %H
  %v380 = getelementptr i64, ptr %v379, i64 0
  store i64 567, ptr %v380, align 8, !tbaa !6
  %v381 = load ptr, ptr %H
  %v382 = getelementptr i64, ptr %v381, i64 1
  store i64 %v378, ptr %v382, align 8, !tbaa !6
  %v383 = load ptr, ptr %H
  %v384 = getelementptr i64, ptr %v383, i64 2
  store i64 %v377, ptr %v384, align 8, !tbaa !6
  %v385 = load ptr, ptr %H
  %v386 = getelementptr i64, ptr %v385, i64 3
  store ptr %v386, ptr %H
  %v387 = ptrtoint ptr %v385 to i64
  %v388 = or disjoint i64 %v387, 3
  br label %b389
b389:
  br label %b337
b337:
  %v398 = phi i64 [ %v357, %b335 ], [ %v388, %b389 ]
  store i64 %v398, ptr %X0
  br label %b333
b333:
  br label %i0
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
i11:
  %v413 = load i64, ptr %X2
  %v414 = load i64, ptr %X0
  %v415 = inttoptr i64 %v413 to ptr
  %v416 = getelementptr i8, ptr %v415, i64 21
  %v417 = load i64, ptr %v416, align 8, !tbaa !33
  %v418 = icmp ule i64 %v414, %v417
  %v419 = and i64 %v414, 1
  %v420 = icmp eq i64 %v419, 0
  %v421 = and i1 %v418, %v420
  br i1 %v421, label %b422, label %b423, !prof !9
b422:
  store i64 %v414, ptr %P2
  %v440 = load i64, ptr %X2
  %v441 = load i64, ptr %P2
  %v442 = inttoptr i64 %v440 to ptr
  %v443 = getelementptr i8, ptr %v442, i64 21
  %v444 = load i64, ptr %v443, align 8, !tbaa !33
  %v445 = sub nsw i64 %v444, %v441
  %v446 = icmp eq i64 %v445, 0
  br i1 %v446, label %b447, label %i16u4
b447:
  %v448 = load i64, ptr %X1
  store i64 %v448, ptr %X0
  %v449 = load ptr, ptr %E
  %v450 = load ptr, ptr %v449, align 8, !tbaa !5
  %v451 = load ptr, ptr %E
  %v452 = load ptr, ptr %H
  %v453 = load i64, ptr %N
  %v454 = load i64, ptr %X0
  musttail call preserve_nonecc void %v450(ptr %r, ptr %v451, ptr %v452, i64 %v453, i64 %v454, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
b168:
  %v170 = load i64, ptr %X0
  %v171 = load i64, ptr %P0
  %v172 = inttoptr i64 %v170 to ptr
  %v173 = getelementptr i8, ptr %v172, i64 13
  store i64 %v171, ptr %v173, align 8, !tbaa !31
  store i64 %v170, ptr %X0
  %v174 = load ptr, ptr %E
  %v175 = load ptr, ptr %H
  %v176 = load i64, ptr %N
  %v177 = load i64, ptr %X0
  %v178 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v174, ptr %v175, i64 %v176, i64 %v177, i64 %v178, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b195:
  %v206 = inttoptr i64 %v183 to ptr
  %v207 = getelementptr i8, ptr %v206, i64 13
  store i64 %v188, ptr %v207, align 8, !tbaa !31
  %v208 = getelementptr i8, ptr %r, i64 match_bits
  %v209 = load ptr, ptr %v208, align 8, !tbaa !7
  %v210 = call preserve_mostcc i64 %v209(i64 %v183, i64 8) #2
  br label %b196
b232:
  %v234 = load i64, ptr %X0
  %v235 = load i64, ptr %P0
  %v236 = inttoptr i64 %v234 to ptr
  %v237 = getelementptr i8, ptr %v236, i64 13
  store i64 %v235, ptr %v237, align 8, !tbaa !31
  store i64 %v234, ptr %X0
  %v238 = load ptr, ptr %E
  %v239 = load ptr, ptr %H
  %v240 = load i64, ptr %N
  %v241 = load i64, ptr %X0
  %v242 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v238, ptr %v239, i64 %v240, i64 %v241, i64 %v242, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b253:
  %v254 = load i64, ptr %X0
  %v255 = getelementptr i8, ptr %r, i64 x0
  store i64 %v254, ptr %v255, align 8, !tbaa !7
  %v256 = load i64, ptr %X1
  %v257 = getelementptr i8, ptr %r, i64 x1
  store i64 %v256, ptr %v257, align 8, !tbaa !7
  %v258 = load i64, ptr %X2
  %v259 = load i64, ptr %P2
  %v260 = inttoptr i64 %v258 to ptr
  %v261 = getelementptr i8, ptr %v260, i64 13
  store i64 %v259, ptr %v261, align 8, !tbaa !31
  %v262 = getelementptr i8, ptr %r, i64 x2
  store i64 %v258, ptr %v262, align 8, !tbaa !7
  %v263 = getelementptr i64, ptr @T, i64 Pc(12)
  %v264 = load i64, ptr %v263, align 8, !tbaa !8, !invariant.load !11
  %v265 = load ptr, ptr %E
  %v266 = getelementptr i8, ptr %r, i64 stack
  store ptr %v265, ptr %v266, align 8, !tbaa !7
  %v267 = load ptr, ptr %H
  %v268 = getelementptr i8, ptr %r, i64 heap
  store ptr %v267, ptr %v268, align 8, !tbaa !7
  %v269 = load i64, ptr %N
  %v270 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v269, ptr %v270, align 8, !tbaa !7
  %v271 = getelementptr i8, ptr %r, i64 pc
  store i64 %v264, ptr %v271, align 8, !tbaa !7
  %v272 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v272, align 8, !tbaa !7
  ret void
b293:
  %v299 = load i64, ptr %X0
  %v300 = getelementptr i8, ptr %r, i64 x0
  store i64 %v299, ptr %v300, align 8, !tbaa !7
  %v301 = load i64, ptr %X1
  %v302 = getelementptr i8, ptr %r, i64 x1
  store i64 %v301, ptr %v302, align 8, !tbaa !7
  %v303 = load i64, ptr %X2
  %v304 = getelementptr i8, ptr %r, i64 x2
  store i64 %v303, ptr %v304, align 8, !tbaa !7
  %v305 = getelementptr i64, ptr @T, i64 Pc(17)
  %v306 = load i64, ptr %v305, align 8, !tbaa !8, !invariant.load !11
  %v307 = getelementptr i8, ptr %r, i64 collect
  %v308 = load ptr, ptr %v307, align 8, !tbaa !7
  %v309 = load ptr, ptr %E
  %v310 = load ptr, ptr %H
  %v311 = load i64, ptr %N
  %v312 = call i64 %v308(ptr %r, ptr %v309, ptr %v310, i64 %v311, i64 %v306, i64 655363) #0
  %v313 = getelementptr i8, ptr %r, i64 stack
  %v314 = load ptr, ptr %v313, align 8, !tbaa !7
  store ptr %v314, ptr %E
  %v315 = getelementptr i8, ptr %r, i64 heap
  %v316 = load ptr, ptr %v315, align 8, !tbaa !7
  store ptr %v316, ptr %H
  %v317 = getelementptr i8, ptr %r, i64 reductions
  %v318 = load i64, ptr %v317, align 8, !tbaa !7
  store i64 %v318, ptr %N
  %v319 = getelementptr i8, ptr %r, i64 x0
  %v320 = load i64, ptr %v319, align 8, !tbaa !7
  store i64 %v320, ptr %X0
  %v321 = getelementptr i8, ptr %r, i64 x1
  %v322 = load i64, ptr %v321, align 8, !tbaa !7
  store i64 %v322, ptr %X1
  %v323 = getelementptr i8, ptr %r, i64 x2
  %v324 = load i64, ptr %v323, align 8, !tbaa !7
  store i64 %v324, ptr %X2
  br label %b292
b334:
  %v390 = getelementptr i8, ptr %r, i64 match_tail
  %v391 = load ptr, ptr %v390, align 8, !tbaa !7
  %v392 = load ptr, ptr %E
  %v393 = getelementptr i8, ptr %r, i64 stack
  store ptr %v392, ptr %v393, align 8, !tbaa !7
  %v394 = load ptr, ptr %H
  %v395 = call preserve_mostcc i64 %v391(ptr %r, ptr %v394, i64 %v325) #0
  %v396 = getelementptr i8, ptr %r, i64 heap
  %v397 = load ptr, ptr %v396, align 8, !tbaa !7
  store ptr %v397, ptr %H
  store i64 %v395, ptr %X0
  br label %b333
b423:
  %v424 = load i64, ptr %X0
  %v425 = getelementptr i8, ptr %r, i64 x0
  store i64 %v424, ptr %v425, align 8, !tbaa !7
  %v426 = load i64, ptr %X1
  %v427 = getelementptr i8, ptr %r, i64 x1
  store i64 %v426, ptr %v427, align 8, !tbaa !7
  %v428 = load i64, ptr %X2
  %v429 = getelementptr i8, ptr %r, i64 x2
  store i64 %v428, ptr %v429, align 8, !tbaa !7
  %v430 = getelementptr i64, ptr @T, i64 Pc(12)
  %v431 = load i64, ptr %v430, align 8, !tbaa !8, !invariant.load !11
  %v432 = load ptr, ptr %E
  %v433 = getelementptr i8, ptr %r, i64 stack
  store ptr %v432, ptr %v433, align 8, !tbaa !7
  %v434 = load ptr, ptr %H
  %v435 = getelementptr i8, ptr %r, i64 heap
  store ptr %v434, ptr %v435, align 8, !tbaa !7
  %v436 = load i64, ptr %N
  %v437 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v436, ptr %v437, align 8, !tbaa !7
  %v438 = getelementptr i8, ptr %r, i64 pc
  store i64 %v431, ptr %v438, align 8, !tbaa !7
  %v439 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v439, align 8, !tbaa !7
  ret void
}
