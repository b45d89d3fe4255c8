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
  %v190 = mul nsw i64 %v189, %v188
  store i64 %v190, ptr %X0
  %v191 = load i64, ptr %X0
  %v192 = sub nsw i64 %v191, 2
  store i64 %v192, ptr %X0
  %v193 = load ptr, ptr %E
  %v194 = load ptr, ptr %v193, align 8, !tbaa !5
  %v195 = load ptr, ptr %E
  %v196 = load ptr, ptr %H
  %v197 = load i64, ptr %N
  %v198 = load i64, ptr %X0
  musttail call preserve_nonecc void %v194(ptr %r, ptr %v195, ptr %v196, i64 %v197, i64 %v198, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i12u2:
  %v199 = load i64, ptr %X1
  %v200 = load i64, ptr %X0
  store i64 %v200, ptr %P1
  %v201 = load i64, ptr %X1
  %v202 = load i64, ptr %P1
  %v203 = inttoptr i64 %v201 to ptr
  %v204 = getelementptr i8, ptr %v203, i64 13
  store i64 %v202, ptr %v204, align 8, !tbaa !31
  store i64 %v201, ptr %X1
  br label %b205
b205:
  %v207 = load ptr, ptr %E
  %v208 = load ptr, ptr %H
  %v209 = getelementptr i64, ptr %v208, i64 10
  %v210 = icmp ugt ptr %v209, %v207
  br i1 %v210, label %b206, label %b211, !prof !12
b211:
  %v234 = load i64, ptr %X1
  %v235 = inttoptr i64 %v234 to ptr
  %v236 = getelementptr i8, ptr %v235, i64 13
  %v237 = load i64, ptr %v236, align 8, !tbaa !31
  %v238 = inttoptr i64 %v234 to ptr
  %v239 = getelementptr i8, ptr %v238, i64 21
  %v240 = load i64, ptr %v239, align 8, !tbaa !33
  %v241 = sub nsw i64 %v240, %v237
  %v247 = and i64 %v241, 14
  %v248 = icmp ne i64 %v247, 0
  %v249 = icmp sgt i64 %v241, 1024
  %v250 = or i1 %v248, %v249
  br i1 %v250, label %b244, label %b251
b244:
  %v252 = inttoptr i64 %v234 to ptr
  %v253 = getelementptr i8, ptr %v252, i64 5
  %v254 = load i64, ptr %v253, align 8, !tbaa !33
  %v255 = load ptr, ptr %H
  %v256 = getelementptr i64, ptr %v255, i64 0
  store i64 839, ptr %v256, align 8, !tbaa !6
  %v257 = load ptr, ptr %H
  %v258 = getelementptr i64, ptr %v257, i64 1
  store i64 %v254, ptr %v258, align 8, !tbaa !6
  %v259 = load ptr, ptr %H
  %v260 = getelementptr i64, ptr %v259, i64 2
  store i64 %v237, ptr %v260, align 8, !tbaa !6
  %v261 = load ptr, ptr %H
  %v262 = getelementptr i64, ptr %v261, i64 3
  store i64 %v241, ptr %v262, align 8, !tbaa !6
  %v263 = load ptr, ptr %H
  %v264 = getelementptr i64, ptr %v263, i64 4
  store ptr %v264, ptr %H
  %v265 = ptrtoint ptr %v263 to i64
  %v266 = or disjoint i64 %v265, 3
  br label %b246
b251:
  %v267 = sub i64 %v241, 2
  %v268 = icmp ult i64 %v267, 127
  %v269 = and i64 %v237, 14
  %v270 = icmp eq i64 %v269, 0
  %v271 = and i1 %v268, %v270
  br i1 %v271, label %b245, label %b243
b245:
  %v272 = inttoptr i64 %v234 to ptr
  %v273 = getelementptr i8, ptr %v272, i64 29
  %v274 = load i64, ptr %v273, align 8, !tbaa !33
  %v275 = inttoptr i64 %v274 to ptr
  %v276 = lshr i64 %v237, 4
  %v277 = getelementptr i8, ptr %v275, i64 %v276
  %v278 = ptrtoint ptr %v277 to i64
  %v279 = and i64 %v278, 4095
  %v280 = icmp ugt i64 %v279, 4088
  br i1 %v280, label %b243, label %b281, !prof !12
b281:
  %v282 = load i64, ptr %v277, align 1, !tbaa !6
  %v283 = lshr i64 %v241, 1
  %v284 = sub nuw nsw i64 64, %v283
  %v285 = lshr i64 -1, %v284
  %v286 = and i64 %v282, %v285
  %v287 = lshr i64 %v241, 3
  %v288 = load ptr, ptr %H
  %v289 = getelementptr i64, ptr %v288, i64 0
  store i64 567, ptr %v289, align 8, !tbaa !6
  %v290 = load ptr, ptr %H
  %v291 = getelementptr i64, ptr %v290, i64 1
  store i64 %v287, ptr %v291, align 8, !tbaa !6
  %v292 = load ptr, ptr %H
  %v293 = getelementptr i64, ptr %v292, i64 2
  store i64 %v286, ptr %v293, align 8, !tbaa !6
  %v294 = load ptr, ptr %H
  %v295 = getelementptr i64, ptr %v294, i64 3
  store ptr %v295, ptr %H
  %v296 = ptrtoint ptr %v294 to i64
  %v297 = or disjoint i64 %v296, 3
  br label %b298
b298:
  br label %b246
b246:
  %v307 = phi i64 [ %v266, %b244 ], [ %v297, %b298 ]
  store i64 %v307, ptr %X0
  br label %b242
b242:
  br label %i0
i0:
  %v308 = load i64, ptr %X0
  %v309 = getelementptr i8, ptr %r, i64 x0
  store i64 %v308, ptr %v309, align 8, !tbaa !7
  %v310 = getelementptr i64, ptr @T, i64 Pc(2)
  %v311 = load i64, ptr %v310, align 8, !tbaa !8, !invariant.load !11
  %v312 = load ptr, ptr %E
  %v313 = getelementptr i8, ptr %r, i64 stack
  store ptr %v312, ptr %v313, align 8, !tbaa !7
  %v314 = load ptr, ptr %H
  %v315 = getelementptr i8, ptr %r, i64 heap
  store ptr %v314, ptr %v315, align 8, !tbaa !7
  %v316 = load i64, ptr %N
  %v317 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v316, ptr %v317, align 8, !tbaa !7
  %v318 = getelementptr i8, ptr %r, i64 pc
  store i64 %v311, ptr %v318, align 8, !tbaa !7
  %v319 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v319, align 8, !tbaa !7
  ret void
i12:
  %v320 = load i64, ptr %X1
  %v321 = load i64, ptr %X0
  store i64 %v321, ptr %P1
  %v322 = load i64, ptr %X1
  %v323 = load i64, ptr %P1
  %v324 = inttoptr i64 %v322 to ptr
  %v325 = getelementptr i8, ptr %v324, i64 13
  store i64 %v323, ptr %v325, align 8, !tbaa !31
  store i64 %v322, ptr %X1
  br label %b326
b326:
  %v328 = load ptr, ptr %E
  %v329 = load ptr, ptr %H
  %v330 = getelementptr i64, ptr %v329, i64 10
  %v331 = icmp ugt ptr %v330, %v328
  br i1 %v331, label %b327, label %b332, !prof !12
b332:
  %v355 = load i64, ptr %X1
  %v356 = inttoptr i64 %v355 to ptr
  %v357 = getelementptr i8, ptr %v356, i64 13
  %v358 = load i64, ptr %v357, align 8, !tbaa !31
  %v359 = inttoptr i64 %v355 to ptr
  %v360 = getelementptr i8, ptr %v359, i64 21
  %v361 = load i64, ptr %v360, align 8, !tbaa !33
  %v362 = sub nsw i64 %v361, %v358
  %v368 = and i64 %v362, 14
  %v369 = icmp ne i64 %v368, 0
  %v370 = icmp sgt i64 %v362, 1024
  %v371 = or i1 %v369, %v370
  br i1 %v371, label %b365, label %b372
b365:
  %v373 = inttoptr i64 %v355 to ptr
  %v374 = getelementptr i8, ptr %v373, i64 5
  %v375 = load i64, ptr %v374, align 8, !tbaa !33
  %v376 = load ptr, ptr %H
  %v377 = getelementptr i64, ptr %v376, i64 0
  store i64 839, ptr %v377, align 8, !tbaa !6
  %v378 = load ptr, ptr %H
  %v379 = getelementptr i64, ptr %v378, i64 1
  store i64 %v375, ptr %v379, align 8, !tbaa !6
  %v380 = load ptr, ptr %H
  %v381 = getelementptr i64, ptr %v380, i64 2
  store i64 %v358, ptr %v381, align 8, !tbaa !6
  %v382 = load ptr, ptr %H
  %v383 = getelementptr i64, ptr %v382, i64 3
  store i64 %v362, ptr %v383, align 8, !tbaa !6
  %v384 = load ptr, ptr %H
  %v385 = getelementptr i64, ptr %v384, i64 4
  store ptr %v385, ptr %H
  %v386 = ptrtoint ptr %v384 to i64
  %v387 = or disjoint i64 %v386, 3
  br label %b367
b372:
  %v388 = sub i64 %v362, 2
  %v389 = icmp ult i64 %v388, 127
  %v390 = and i64 %v358, 14
  %v391 = icmp eq i64 %v390, 0
  %v392 = and i1 %v389, %v391
  br i1 %v392, label %b366, label %b364
b366:
  %v393 = inttoptr i64 %v355 to ptr
  %v394 = getelementptr i8, ptr %v393, i64 29
  %v395 = load i64, ptr %v394, align 8, !tbaa !33
  %v396 = inttoptr i64 %v395 to ptr
  %v397 = lshr i64 %v358, 4
  %v398 = getelementptr i8, ptr %v396, i64 %v397
  %v399 = ptrtoint ptr %v398 to i64
  %v400 = and i64 %v399, 4095
  %v401 = icmp ugt i64 %v400, 4088
  br i1 %v401, label %b364, label %b402, !prof !12
b402:
  %v403 = load i64, ptr %v398, align 1, !tbaa !6
  %v404 = lshr i64 %v362, 1
  %v405 = sub nuw nsw i64 64, %v404
  %v406 = lshr i64 -1, %v405
  %v407 = and i64 %v403, %v406
  %v408 = lshr i64 %v362, 3
  %v409 = load ptr, ptr %H
  %v410 = getelementptr i64, ptr %v409, i64 0
  store i64 567, ptr %v410, align 8, !tbaa !6
  %v411 = load ptr, ptr %H
  %v412 = getelementptr i64, ptr %v411, i64 1
  store i64 %v408, ptr %v412, align 8, !tbaa !6
  %v413 = load ptr, ptr %H
  %v414 = getelementptr i64, ptr %v413, i64 2
  store i64 %v407, ptr %v414, align 8, !tbaa !6
  %v415 = load ptr, ptr %H
  %v416 = getelementptr i64, ptr %v415, i64 3
  store ptr %v416, ptr %H
  %v417 = ptrtoint ptr %v415 to i64
  %v418 = or disjoint i64 %v417, 3
  br label %b419
b419:
  br label %b367
b367:
  %v428 = phi i64 [ %v387, %b365 ], [ %v418, %b419 ]
  store i64 %v428, ptr %X0
  br label %b363
b363:
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
b206:
  %v212 = load i64, ptr %X0
  %v213 = getelementptr i8, ptr %r, i64 x0
  store i64 %v212, ptr %v213, align 8, !tbaa !7
  %v214 = load i64, ptr %X1
  %v215 = getelementptr i8, ptr %r, i64 x1
  store i64 %v214, ptr %v215, align 8, !tbaa !7
  %v216 = getelementptr i64, ptr @T, i64 Pc(14)
  %v217 = load i64, ptr %v216, align 8, !tbaa !8, !invariant.load !11
  %v218 = getelementptr i8, ptr %r, i64 collect
  %v219 = load ptr, ptr %v218, align 8, !tbaa !7
  %v220 = load ptr, ptr %E
  %v221 = load ptr, ptr %H
  %v222 = load i64, ptr %N
  %v223 = call i64 %v219(ptr %r, ptr %v220, ptr %v221, i64 %v222, i64 %v217, i64 655362) #0
  %v224 = getelementptr i8, ptr %r, i64 stack
  %v225 = load ptr, ptr %v224, align 8, !tbaa !7
  store ptr %v225, ptr %E
  %v226 = getelementptr i8, ptr %r, i64 heap
  %v227 = load ptr, ptr %v226, align 8, !tbaa !7
  store ptr %v227, ptr %H
  %v228 = getelementptr i8, ptr %r, i64 reductions
  %v229 = load i64, ptr %v228, align 8, !tbaa !7
  store i64 %v229, ptr %N
  %v230 = getelementptr i8, ptr %r, i64 x0
  %v231 = load i64, ptr %v230, align 8, !tbaa !7
  store i64 %v231, ptr %X0
  %v232 = getelementptr i8, ptr %r, i64 x1
  %v233 = load i64, ptr %v232, align 8, !tbaa !7
  store i64 %v233, ptr %X1
  br label %b205
b243:
  %v299 = getelementptr i8, ptr %r, i64 match_tail
  %v300 = load ptr, ptr %v299, align 8, !tbaa !7
  %v301 = load ptr, ptr %E
  %v302 = getelementptr i8, ptr %r, i64 stack
  store ptr %v301, ptr %v302, align 8, !tbaa !7
  %v303 = load ptr, ptr %H
  %v304 = call preserve_mostcc i64 %v300(ptr %r, ptr %v303, i64 %v234) #0
  %v305 = getelementptr i8, ptr %r, i64 heap
  %v306 = load ptr, ptr %v305, align 8, !tbaa !7
  store ptr %v306, ptr %H
  store i64 %v304, ptr %X0
  br label %b242
b327:
  %v333 = load i64, ptr %X0
  %v334 = getelementptr i8, ptr %r, i64 x0
  store i64 %v333, ptr %v334, align 8, !tbaa !7
  %v335 = load i64, ptr %X1
  %v336 = getelementptr i8, ptr %r, i64 x1
  store i64 %v335, ptr %v336, align 8, !tbaa !7
  %v337 = getelementptr i64, ptr @T, i64 Pc(14)
  %v338 = load i64, ptr %v337, align 8, !tbaa !8, !invariant.load !11
  %v339 = getelementptr i8, ptr %r, i64 collect
  %v340 = load ptr, ptr %v339, align 8, !tbaa !7
  %v341 = load ptr, ptr %E
  %v342 = load ptr, ptr %H
  %v343 = load i64, ptr %N
  %v344 = call i64 %v340(ptr %r, ptr %v341, ptr %v342, i64 %v343, i64 %v338, i64 655362) #0
  %v345 = getelementptr i8, ptr %r, i64 stack
  %v346 = load ptr, ptr %v345, align 8, !tbaa !7
  store ptr %v346, ptr %E
  %v347 = getelementptr i8, ptr %r, i64 heap
  %v348 = load ptr, ptr %v347, align 8, !tbaa !7
  store ptr %v348, ptr %H
  %v349 = getelementptr i8, ptr %r, i64 reductions
  %v350 = load i64, ptr %v349, align 8, !tbaa !7
  store i64 %v350, ptr %N
  %v351 = getelementptr i8, ptr %r, i64 x0
  %v352 = load i64, ptr %v351, align 8, !tbaa !7
  store i64 %v352, ptr %X0
  %v353 = getelementptr i8, ptr %r, i64 x1
  %v354 = load i64, ptr %v353, align 8, !tbaa !7
  store i64 %v354, ptr %X1
  br label %b326
b364:
  %v420 = getelementptr i8, ptr %r, i64 match_tail
  %v421 = load ptr, ptr %v420, align 8, !tbaa !7
  %v422 = load ptr, ptr %E
  %v423 = getelementptr i8, ptr %r, i64 stack
  store ptr %v422, ptr %v423, align 8, !tbaa !7
  %v424 = load ptr, ptr %H
  %v425 = call preserve_mostcc i64 %v421(ptr %r, ptr %v424, i64 %v355) #0
  %v426 = getelementptr i8, ptr %r, i64 heap
  %v427 = load ptr, ptr %v426, align 8, !tbaa !7
  store ptr %v427, ptr %H
  store i64 %v425, ptr %X0
  br label %b363
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
  %v33 = load i64, ptr %X0
  %v34 = load i64, ptr %X1
  %v35 = or i64 %v33, %v34
  %v36 = and i64 %v35, 1
  %v37 = icmp eq i64 %v36, 0
  br i1 %v37, label %b38, label %b39, !prof !9
b38:
  %v42 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v33, i64 %v34)
  %v43 = extractvalue { i64, i1 } %v42, 0
  %v44 = extractvalue { i64, i1 } %v42, 1
  br i1 %v44, label %b40, label %b45, !prof !12
b45:
  store i64 %v43, ptr %X0
  br label %b41
b39:
  br label %b40
b41:
  %v73 = load ptr, ptr %E
  %v74 = load ptr, ptr %v73, align 8, !tbaa !5
  %v75 = load ptr, ptr %E
  %v76 = load ptr, ptr %H
  %v77 = load i64, ptr %N
  %v78 = load i64, ptr %X0
  musttail call preserve_nonecc void %v74(ptr %r, ptr %v75, ptr %v76, i64 %v77, i64 %v78, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i16:
  %v79 = load i64, ptr %X0
  %v80 = getelementptr i8, ptr %r, i64 x0
  store i64 %v79, ptr %v80, align 8, !tbaa !7
  %v81 = load i64, ptr %X1
  %v82 = getelementptr i8, ptr %r, i64 x1
  store i64 %v81, ptr %v82, align 8, !tbaa !7
  %v83 = getelementptr i64, ptr @T, i64 Pc(18)
  %v84 = load i64, ptr %v83, align 8, !tbaa !8, !invariant.load !11
  %v85 = load ptr, ptr %E
  %v86 = getelementptr i8, ptr %r, i64 stack
  store ptr %v85, ptr %v86, align 8, !tbaa !7
  %v87 = load ptr, ptr %H
  %v88 = getelementptr i8, ptr %r, i64 heap
  store ptr %v87, ptr %v88, align 8, !tbaa !7
  %v89 = load i64, ptr %N
  %v90 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v89, ptr %v90, align 8, !tbaa !7
  %v91 = getelementptr i8, ptr %r, i64 pc
  store i64 %v84, ptr %v91, align 8, !tbaa !7
  %v92 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v92, align 8, !tbaa !7
  ret void
b40:
  %v46 = load i64, ptr %X0
  %v47 = getelementptr i8, ptr %r, i64 x0
  store i64 %v46, ptr %v47, align 8, !tbaa !7
  %v48 = load i64, ptr %X1
  %v49 = getelementptr i8, ptr %r, i64 x1
  store i64 %v48, ptr %v49, align 8, !tbaa !7
  %v50 = getelementptr i64, ptr @T, i64 Pc(22)
  %v51 = load i64, ptr %v50, align 8, !tbaa !8, !invariant.load !11
  %v52 = getelementptr i64, ptr @T, i64 Pc(23)
  %v53 = load i64, ptr %v52, align 8, !tbaa !8, !invariant.load !11
  %v54 = getelementptr i8, ptr %r, i64 step
  %v55 = load ptr, ptr %v54, align 8, !tbaa !7
  %v56 = load ptr, ptr %E
  %v57 = load ptr, ptr %H
  %v58 = load i64, ptr %N
  %v59 = call i64 %v55(ptr %r, ptr %v56, ptr %v57, i64 %v58, i64 %v51, i64 %v53) #0
  %v60 = getelementptr i8, ptr %r, i64 stack
  %v61 = load ptr, ptr %v60, align 8, !tbaa !7
  store ptr %v61, ptr %E
  %v62 = getelementptr i8, ptr %r, i64 heap
  %v63 = load ptr, ptr %v62, align 8, !tbaa !7
  store ptr %v63, ptr %H
  %v64 = getelementptr i8, ptr %r, i64 reductions
  %v65 = load i64, ptr %v64, align 8, !tbaa !7
  store i64 %v65, ptr %N
  %v66 = getelementptr i8, ptr %r, i64 x0
  %v67 = load i64, ptr %v66, align 8, !tbaa !7
  store i64 %v67, ptr %X0
  %v68 = getelementptr i64, ptr @T, i64 Pc(23)
  %v69 = load i64, ptr %v68, align 8, !tbaa !8
  %v72 = icmp eq i64 %v59, %v69
  br i1 %v72, label %b70, label %b71, !prof !9
b71:
  ret void
b70:
  br label %b41
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
  store i64 %v192, ptr %P2
  %v193 = load i64, ptr %X2
  %v194 = load i64, ptr %P2
  %v195 = inttoptr i64 %v193 to ptr
  %v196 = getelementptr i8, ptr %v195, i64 13
  store i64 %v194, ptr %v196, align 8, !tbaa !31
  store i64 %v193, ptr %X2
  br label %b197
b197:
  %v199 = load ptr, ptr %E
  %v200 = load ptr, ptr %H
  %v201 = getelementptr i64, ptr %v200, i64 10
  %v202 = icmp ugt ptr %v201, %v199
  br i1 %v202, label %b198, label %b203, !prof !12
b203:
  %v230 = load i64, ptr %X2
  %v231 = inttoptr i64 %v230 to ptr
  %v232 = getelementptr i8, ptr %v231, i64 13
  %v233 = load i64, ptr %v232, align 8, !tbaa !31
  %v234 = inttoptr i64 %v230 to ptr
  %v235 = getelementptr i8, ptr %v234, i64 21
  %v236 = load i64, ptr %v235, align 8, !tbaa !33
  %v237 = sub nsw i64 %v236, %v233
  %v243 = and i64 %v237, 14
  %v244 = icmp ne i64 %v243, 0
  %v245 = icmp sgt i64 %v237, 1024
  %v246 = or i1 %v244, %v245
  br i1 %v246, label %b240, label %b247
b240:
  %v248 = inttoptr i64 %v230 to ptr
  %v249 = getelementptr i8, ptr %v248, i64 5
  %v250 = load i64, ptr %v249, align 8, !tbaa !33
  %v251 = load ptr, ptr %H
  %v252 = getelementptr i64, ptr %v251, i64 0
  store i64 839, ptr %v252, align 8, !tbaa !6
  %v253 = load ptr, ptr %H
  %v254 = getelementptr i64, ptr %v253, i64 1
  store i64 %v250, ptr %v254, align 8, !tbaa !6
  %v255 = load ptr, ptr %H
  %v256 = getelementptr i64, ptr %v255, i64 2
  store i64 %v233, ptr %v256, align 8, !tbaa !6
  %v257 = load ptr, ptr %H
  %v258 = getelementptr i64, ptr %v257, i64 3
  store i64 %v237, ptr %v258, align 8, !tbaa !6
  %v259 = load ptr, ptr %H
  %v260 = getelementptr i64, ptr %v259, i64 4
  store ptr %v260, ptr %H
  %v261 = ptrtoint ptr %v259 to i64
  %v262 = or disjoint i64 %v261, 3
  br label %b242
b247:
  %v263 = sub i64 %v237, 2
  %v264 = icmp ult i64 %v263, 127
  %v265 = and i64 %v233, 14
  %v266 = icmp eq i64 %v265, 0
  %v267 = and i1 %v264, %v266
  br i1 %v267, label %b241, label %b239
b241:
  %v268 = inttoptr i64 %v230 to ptr
  %v269 = getelementptr i8, ptr %v268, i64 29
  %v270 = load i64, ptr %v269, align 8, !tbaa !33
  %v271 = inttoptr i64 %v270 to ptr
  %v272 = lshr i64 %v233, 4
  %v273 = getelementptr i8, ptr %v271, i64 %v272
  %v274 = ptrtoint ptr %v273 to i64
  %v275 = and i64 %v274, 4095
  %v276 = icmp ugt i64 %v275, 4088
  br i1 %v276, label %b239, label %b277, !prof !12
b277:
  %v278 = load i64, ptr %v273, align 1, !tbaa !6
  %v279 = lshr i64 %v237, 1
  %v280 = sub nuw nsw i64 64, %v279
  %v281 = lshr i64 -1, %v280
  %v282 = and i64 %v278, %v281
  %v283 = lshr i64 %v237, 3
  %v284 = load ptr, ptr %H
  %v285 = getelementptr i64, ptr %v284, i64 0
  store i64 567, ptr %v285, align 8, !tbaa !6
  %v286 = load ptr, ptr %H
  %v287 = getelementptr i64, ptr %v286, i64 1
  store i64 %v283, ptr %v287, align 8, !tbaa !6
  %v288 = load ptr, ptr %H
  %v289 = getelementptr i64, ptr %v288, i64 2
  store i64 %v282, ptr %v289, align 8, !tbaa !6
  %v290 = load ptr, ptr %H
  %v291 = getelementptr i64, ptr %v290, i64 3
  store ptr %v291, ptr %H
  %v292 = ptrtoint ptr %v290 to i64
  %v293 = or disjoint i64 %v292, 3
  br label %b294
b294:
  br label %b242
b242:
  %v303 = phi i64 [ %v262, %b240 ], [ %v293, %b294 ]
  store i64 %v303, ptr %X0
  br label %b238
b238:
  br label %i24
i24:
  %v304 = load i64, ptr %X0
  %v305 = getelementptr i8, ptr %r, i64 x0
  store i64 %v304, ptr %v305, align 8, !tbaa !7
  %v306 = load i64, ptr %X1
  %v307 = getelementptr i8, ptr %r, i64 x1
  store i64 %v306, ptr %v307, align 8, !tbaa !7
  %v308 = getelementptr i64, ptr @T, i64 Pc(26)
  %v309 = load i64, ptr %v308, align 8, !tbaa !8, !invariant.load !11
  %v310 = load ptr, ptr %E
  %v311 = getelementptr i8, ptr %r, i64 stack
  store ptr %v310, ptr %v311, align 8, !tbaa !7
  %v312 = load ptr, ptr %H
  %v313 = getelementptr i8, ptr %r, i64 heap
  store ptr %v312, ptr %v313, align 8, !tbaa !7
  %v314 = load i64, ptr %N
  %v315 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v314, ptr %v315, align 8, !tbaa !7
  %v316 = getelementptr i8, ptr %r, i64 pc
  store i64 %v309, ptr %v316, align 8, !tbaa !7
  %v317 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v317, align 8, !tbaa !7
  ret void
i35:
  %v318 = load i64, ptr %X1
  %v319 = and i64 %v318, 63
  %v320 = icmp eq i64 %v319, 5
  br i1 %v320, label %b321, label %i39
b321:
  %v322 = load i64, ptr %X1
  store i64 %v322, ptr %X0
  %v323 = load ptr, ptr %E
  %v324 = load ptr, ptr %v323, align 8, !tbaa !5
  %v325 = load ptr, ptr %E
  %v326 = load ptr, ptr %H
  %v327 = load i64, ptr %N
  %v328 = load i64, ptr %X0
  musttail call preserve_nonecc void %v324(ptr %r, ptr %v325, ptr %v326, i64 %v327, i64 %v328, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i39:
  %v329 = load i64, ptr %X2
  %v330 = load i64, ptr %X0
  store i64 %v330, ptr %P2
  %v331 = load i64, ptr %X2
  %v332 = load i64, ptr %P2
  %v333 = inttoptr i64 %v331 to ptr
  %v334 = getelementptr i8, ptr %v333, i64 13
  store i64 %v332, ptr %v334, align 8, !tbaa !31
  store i64 %v331, ptr %X2
  br label %b335
b335:
  %v337 = load ptr, ptr %E
  %v338 = load ptr, ptr %H
  %v339 = getelementptr i64, ptr %v338, i64 10
  %v340 = icmp ugt ptr %v339, %v337
  br i1 %v340, label %b336, label %b341, !prof !12
b341:
  %v368 = load i64, ptr %X2
  %v369 = inttoptr i64 %v368 to ptr
  %v370 = getelementptr i8, ptr %v369, i64 13
  %v371 = load i64, ptr %v370, align 8, !tbaa !31
  %v372 = inttoptr i64 %v368 to ptr
  %v373 = getelementptr i8, ptr %v372, i64 21
  %v374 = load i64, ptr %v373, align 8, !tbaa !33
  %v375 = sub nsw i64 %v374, %v371
  %v381 = and i64 %v375, 14
  %v382 = icmp ne i64 %v381, 0
  %v383 = icmp sgt i64 %v375, 1024
  %v384 = or i1 %v382, %v383
  br i1 %v384, label %b378, label %b385
b378:
  %v386 = inttoptr i64 %v368 to ptr
  %v387 = getelementptr i8, ptr %v386, i64 5
  %v388 = load i64, ptr %v387, align 8, !tbaa !33
  %v389 = load ptr, ptr %H
  %v390 = getelementptr i64, ptr %v389, i64 0
  store i64 839, ptr %v390, align 8, !tbaa !6
  %v391 = load ptr, ptr %H
  %v392 = getelementptr i64, ptr %v391, i64 1
  store i64 %v388, ptr %v392, align 8, !tbaa !6
  %v393 = load ptr, ptr %H
  %v394 = getelementptr i64, ptr %v393, i64 2
  store i64 %v371, ptr %v394, align 8, !tbaa !6
  %v395 = load ptr, ptr %H
  %v396 = getelementptr i64, ptr %v395, i64 3
  store i64 %v375, ptr %v396, align 8, !tbaa !6
  %v397 = load ptr, ptr %H
  %v398 = getelementptr i64, ptr %v397, i64 4
  store ptr %v398, ptr %H
  %v399 = ptrtoint ptr %v397 to i64
  %v400 = or disjoint i64 %v399, 3
  br label %b380
b385:
  %v401 = sub i64 %v375, 2
  %v402 = icmp ult i64 %v401, 127
  %v403 = and i64 %v371, 14
  %v404 = icmp eq i64 %v403, 0
  %v405 = and i1 %v402, %v404
  br i1 %v405, label %b379, label %b377
b379:
  %v406 = inttoptr i64 %v368 to ptr
  %v407 = getelementptr i8, ptr %v406, i64 29
  %v408 = load i64, ptr %v407, align 8, !tbaa !33
  %v409 = inttoptr i64 %v408 to ptr
  %v410 = lshr i64 %v371, 4
  %v411 = getelementptr i8, ptr %v409, i64 %v410
  %v412 = ptrtoint ptr %v411 to i64
  %v413 = and i64 %v412, 4095
  %v414 = icmp ugt i64 %v413, 4088
  br i1 %v414, label %b377, label %b415, !prof !12
b415:
  %v416 = load i64, ptr %v411, align 1, !tbaa !6
  %v417 = lshr i64 %v375, 1
  %v418 = sub nuw nsw i64 64, %v417
  %v419 = lshr i64 -1, %v418
  %v420 = and i64 %v416, %v419
  %v421 = lshr i64 %v375, 3
  %v422 = load ptr, ptr %H
  %v423 = getelementptr i64, ptr %v422, i64 0
  store i64 567, ptr %v423, align 8, !tbaa !6
  %v424 = load ptr, ptr %H
  %v425 = getelementptr i64, ptr %v424, i64 1
  store i64 %v421, ptr %v425, align 8, !tbaa !6
  %v426 = load ptr, ptr %H
  %v427 = getelementptr i64, ptr %v426, i64 2
  store i64 %v420, ptr %v427, align 8, !tbaa !6
  %v428 = load ptr, ptr %H
  %v429 = getelementptr i64, ptr %v428, i64 3
  store ptr %v429, ptr %H
  %v430 = ptrtoint ptr %v428 to i64
  %v431 = or disjoint i64 %v430, 3
  br label %b432
b432:
  br label %b380
b380:
  %v441 = phi i64 [ %v400, %b378 ], [ %v431, %b432 ]
  store i64 %v441, ptr %X0
  br label %b376
b376:
  br label %i24
i43:
  %v442 = load i64, ptr %X1
  %v443 = and i64 %v442, 63
  %v444 = icmp eq i64 %v443, 5
  br i1 %v444, label %b445, label %i24
b445:
  %v446 = load i64, ptr %X1
  store i64 %v446, ptr %X0
  %v447 = load ptr, ptr %E
  %v448 = load ptr, ptr %v447, align 8, !tbaa !5
  %v449 = load ptr, ptr %E
  %v450 = load ptr, ptr %H
  %v451 = load i64, ptr %N
  %v452 = load i64, ptr %X0
  musttail call preserve_nonecc void %v448(ptr %r, ptr %v449, ptr %v450, i64 %v451, i64 %v452, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
b198:
  %v204 = load i64, ptr %X0
  %v205 = getelementptr i8, ptr %r, i64 x0
  store i64 %v204, ptr %v205, align 8, !tbaa !7
  %v206 = load i64, ptr %X1
  %v207 = getelementptr i8, ptr %r, i64 x1
  store i64 %v206, ptr %v207, align 8, !tbaa !7
  %v208 = load i64, ptr %X2
  %v209 = getelementptr i8, ptr %r, i64 x2
  store i64 %v208, ptr %v209, align 8, !tbaa !7
  %v210 = getelementptr i64, ptr @T, i64 Pc(41)
  %v211 = load i64, ptr %v210, align 8, !tbaa !8, !invariant.load !11
  %v212 = getelementptr i8, ptr %r, i64 collect
  %v213 = load ptr, ptr %v212, align 8, !tbaa !7
  %v214 = load ptr, ptr %E
  %v215 = load ptr, ptr %H
  %v216 = load i64, ptr %N
  %v217 = call i64 %v213(ptr %r, ptr %v214, ptr %v215, i64 %v216, i64 %v211, i64 655363) #0
  %v218 = getelementptr i8, ptr %r, i64 stack
  %v219 = load ptr, ptr %v218, align 8, !tbaa !7
  store ptr %v219, ptr %E
  %v220 = getelementptr i8, ptr %r, i64 heap
  %v221 = load ptr, ptr %v220, align 8, !tbaa !7
  store ptr %v221, ptr %H
  %v222 = getelementptr i8, ptr %r, i64 reductions
  %v223 = load i64, ptr %v222, align 8, !tbaa !7
  store i64 %v223, ptr %N
  %v224 = getelementptr i8, ptr %r, i64 x0
  %v225 = load i64, ptr %v224, align 8, !tbaa !7
  store i64 %v225, ptr %X0
  %v226 = getelementptr i8, ptr %r, i64 x1
  %v227 = load i64, ptr %v226, align 8, !tbaa !7
  store i64 %v227, ptr %X1
  %v228 = getelementptr i8, ptr %r, i64 x2
  %v229 = load i64, ptr %v228, align 8, !tbaa !7
  store i64 %v229, ptr %X2
  br label %b197
b239:
  %v295 = getelementptr i8, ptr %r, i64 match_tail
  %v296 = load ptr, ptr %v295, align 8, !tbaa !7
  %v297 = load ptr, ptr %E
  %v298 = getelementptr i8, ptr %r, i64 stack
  store ptr %v297, ptr %v298, align 8, !tbaa !7
  %v299 = load ptr, ptr %H
  %v300 = call preserve_mostcc i64 %v296(ptr %r, ptr %v299, i64 %v230) #0
  %v301 = getelementptr i8, ptr %r, i64 heap
  %v302 = load ptr, ptr %v301, align 8, !tbaa !7
  store ptr %v302, ptr %H
  store i64 %v300, ptr %X0
  br label %b238
b336:
  %v342 = load i64, ptr %X0
  %v343 = getelementptr i8, ptr %r, i64 x0
  store i64 %v342, ptr %v343, align 8, !tbaa !7
  %v344 = load i64, ptr %X1
  %v345 = getelementptr i8, ptr %r, i64 x1
  store i64 %v344, ptr %v345, align 8, !tbaa !7
  %v346 = load i64, ptr %X2
  %v347 = getelementptr i8, ptr %r, i64 x2
  store i64 %v346, ptr %v347, align 8, !tbaa !7
  %v348 = getelementptr i64, ptr @T, i64 Pc(41)
  %v349 = load i64, ptr %v348, align 8, !tbaa !8, !invariant.load !11
  %v350 = getelementptr i8, ptr %r, i64 collect
  %v351 = load ptr, ptr %v350, align 8, !tbaa !7
  %v352 = load ptr, ptr %E
  %v353 = load ptr, ptr %H
  %v354 = load i64, ptr %N
  %v355 = call i64 %v351(ptr %r, ptr %v352, ptr %v353, i64 %v354, i64 %v349, i64 655363) #0
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
  br label %b335
b377:
  %v433 = getelementptr i8, ptr %r, i64 match_tail
  %v434 = load ptr, ptr %v433, align 8, !tbaa !7
  %v435 = load ptr, ptr %E
  %v436 = getelementptr i8, ptr %r, i64 stack
  store ptr %v435, ptr %v436, align 8, !tbaa !7
  %v437 = load ptr, ptr %H
  %v438 = call preserve_mostcc i64 %v434(ptr %r, ptr %v437, i64 %v368) #0
  %v439 = getelementptr i8, ptr %r, i64 heap
  %v440 = load ptr, ptr %v439, align 8, !tbaa !7
  store ptr %v440, ptr %H
  store i64 %v438, ptr %X0
  br label %b376
}
