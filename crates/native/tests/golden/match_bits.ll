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
  store i64 %v244, ptr %P2
  %v245 = load i64, ptr %X2
  %v246 = load i64, ptr %P2
  %v247 = inttoptr i64 %v245 to ptr
  %v248 = getelementptr i8, ptr %v247, i64 21
  %v249 = load i64, ptr %v248, align 8, !tbaa !33
  %v250 = sub nsw i64 %v249, %v246
  %v251 = icmp eq i64 %v250, 0
  br i1 %v251, label %b252, label %i16u4
b252:
  %v253 = load i64, ptr %X1
  store i64 %v253, ptr %X0
  %v254 = load ptr, ptr %E
  %v255 = load ptr, ptr %v254, align 8, !tbaa !5
  %v256 = load ptr, ptr %E
  %v257 = load ptr, ptr %H
  %v258 = load i64, ptr %N
  %v259 = load i64, ptr %X0
  musttail call preserve_nonecc void %v255(ptr %r, ptr %v256, ptr %v257, i64 %v258, i64 %v259, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i16u4:
  %v260 = load i64, ptr %X2
  %v261 = load i64, ptr %P2
  %v262 = inttoptr i64 %v260 to ptr
  %v263 = getelementptr i8, ptr %v262, i64 13
  store i64 %v261, ptr %v263, align 8, !tbaa !31
  store i64 %v260, ptr %X2
  br label %b264
b264:
  %v266 = load ptr, ptr %E
  %v267 = load ptr, ptr %H
  %v268 = getelementptr i64, ptr %v267, i64 10
  %v269 = icmp ugt ptr %v268, %v266
  br i1 %v269, label %b265, label %b270, !prof !12
b270:
  %v297 = load i64, ptr %X2
  %v298 = inttoptr i64 %v297 to ptr
  %v299 = getelementptr i8, ptr %v298, i64 13
  %v300 = load i64, ptr %v299, align 8, !tbaa !31
  %v301 = inttoptr i64 %v297 to ptr
  %v302 = getelementptr i8, ptr %v301, i64 21
  %v303 = load i64, ptr %v302, align 8, !tbaa !33
  %v304 = sub nsw i64 %v303, %v300
  %v310 = and i64 %v304, 14
  %v311 = icmp ne i64 %v310, 0
  %v312 = icmp sgt i64 %v304, 1024
  %v313 = or i1 %v311, %v312
  br i1 %v313, label %b307, label %b314
b307:
  %v315 = inttoptr i64 %v297 to ptr
  %v316 = getelementptr i8, ptr %v315, i64 5
  %v317 = load i64, ptr %v316, align 8, !tbaa !33
  %v318 = load ptr, ptr %H
  %v319 = getelementptr i64, ptr %v318, i64 0
  store i64 839, ptr %v319, align 8, !tbaa !6
  %v320 = load ptr, ptr %H
  %v321 = getelementptr i64, ptr %v320, i64 1
  store i64 %v317, ptr %v321, align 8, !tbaa !6
  %v322 = load ptr, ptr %H
  %v323 = getelementptr i64, ptr %v322, i64 2
  store i64 %v300, ptr %v323, align 8, !tbaa !6
  %v324 = load ptr, ptr %H
  %v325 = getelementptr i64, ptr %v324, i64 3
  store i64 %v304, ptr %v325, align 8, !tbaa !6
  %v326 = load ptr, ptr %H
  %v327 = getelementptr i64, ptr %v326, i64 4
  store ptr %v327, ptr %H
  %v328 = ptrtoint ptr %v326 to i64
  %v329 = or disjoint i64 %v328, 3
  br label %b309
b314:
  %v330 = sub i64 %v304, 2
  %v331 = icmp ult i64 %v330, 127
  %v332 = and i64 %v300, 14
  %v333 = icmp eq i64 %v332, 0
  %v334 = and i1 %v331, %v333
  br i1 %v334, label %b308, label %b306
b308:
  %v335 = inttoptr i64 %v297 to ptr
  %v336 = getelementptr i8, ptr %v335, i64 29
  %v337 = load i64, ptr %v336, align 8, !tbaa !33
  %v338 = inttoptr i64 %v337 to ptr
  %v339 = lshr i64 %v300, 4
  %v340 = getelementptr i8, ptr %v338, i64 %v339
  %v341 = ptrtoint ptr %v340 to i64
  %v342 = and i64 %v341, 4095
  %v343 = icmp ugt i64 %v342, 4088
  br i1 %v343, label %b306, label %b344, !prof !12
b344:
  %v345 = load i64, ptr %v340, align 1, !tbaa !6
  %v346 = lshr i64 %v304, 1
  %v347 = sub nuw nsw i64 64, %v346
  %v348 = lshr i64 -1, %v347
  %v349 = and i64 %v345, %v348
  %v350 = lshr i64 %v304, 3
  %v351 = load ptr, ptr %H
  %v352 = getelementptr i64, ptr %v351, i64 0
  store i64 567, ptr %v352, align 8, !tbaa !6
  %v353 = load ptr, ptr %H
  %v354 = getelementptr i64, ptr %v353, i64 1
  store i64 %v350, ptr %v354, align 8, !tbaa !6
  %v355 = load ptr, ptr %H
  %v356 = getelementptr i64, ptr %v355, i64 2
  store i64 %v349, ptr %v356, align 8, !tbaa !6
  %v357 = load ptr, ptr %H
  %v358 = getelementptr i64, ptr %v357, i64 3
  store ptr %v358, ptr %H
  %v359 = ptrtoint ptr %v357 to i64
  %v360 = or disjoint i64 %v359, 3
  br label %b361
b361:
  br label %b309
b309:
  %v370 = phi i64 [ %v329, %b307 ], [ %v360, %b361 ]
  store i64 %v370, ptr %X0
  br label %b305
b305:
  br label %i0
i0:
  %v371 = load i64, ptr %X0
  %v372 = getelementptr i8, ptr %r, i64 x0
  store i64 %v371, ptr %v372, align 8, !tbaa !7
  %v373 = load i64, ptr %X1
  %v374 = getelementptr i8, ptr %r, i64 x1
  store i64 %v373, ptr %v374, align 8, !tbaa !7
  %v375 = getelementptr i64, ptr @T, i64 Pc(2)
  %v376 = load i64, ptr %v375, align 8, !tbaa !8, !invariant.load !11
  %v377 = load ptr, ptr %E
  %v378 = getelementptr i8, ptr %r, i64 stack
  store ptr %v377, ptr %v378, align 8, !tbaa !7
  %v379 = load ptr, ptr %H
  %v380 = getelementptr i8, ptr %r, i64 heap
  store ptr %v379, ptr %v380, align 8, !tbaa !7
  %v381 = load i64, ptr %N
  %v382 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v381, ptr %v382, align 8, !tbaa !7
  %v383 = getelementptr i8, ptr %r, i64 pc
  store i64 %v376, ptr %v383, align 8, !tbaa !7
  %v384 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v384, align 8, !tbaa !7
  ret void
i11:
  %v385 = load i64, ptr %X2
  %v386 = load i64, ptr %X0
  store i64 %v386, ptr %P2
  %v387 = load i64, ptr %X2
  %v388 = load i64, ptr %P2
  %v389 = inttoptr i64 %v387 to ptr
  %v390 = getelementptr i8, ptr %v389, i64 21
  %v391 = load i64, ptr %v390, align 8, !tbaa !33
  %v392 = sub nsw i64 %v391, %v388
  %v393 = icmp eq i64 %v392, 0
  br i1 %v393, label %b394, label %i16u4
b394:
  %v395 = load i64, ptr %X1
  store i64 %v395, ptr %X0
  %v396 = load ptr, ptr %E
  %v397 = load ptr, ptr %v396, align 8, !tbaa !5
  %v398 = load ptr, ptr %E
  %v399 = load ptr, ptr %H
  %v400 = load i64, ptr %N
  %v401 = load i64, ptr %X0
  musttail call preserve_nonecc void %v397(ptr %r, ptr %v398, ptr %v399, i64 %v400, i64 %v401, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
b265:
  %v271 = load i64, ptr %X0
  %v272 = getelementptr i8, ptr %r, i64 x0
  store i64 %v271, ptr %v272, align 8, !tbaa !7
  %v273 = load i64, ptr %X1
  %v274 = getelementptr i8, ptr %r, i64 x1
  store i64 %v273, ptr %v274, align 8, !tbaa !7
  %v275 = load i64, ptr %X2
  %v276 = getelementptr i8, ptr %r, i64 x2
  store i64 %v275, ptr %v276, align 8, !tbaa !7
  %v277 = getelementptr i64, ptr @T, i64 Pc(17)
  %v278 = load i64, ptr %v277, align 8, !tbaa !8, !invariant.load !11
  %v279 = getelementptr i8, ptr %r, i64 collect
  %v280 = load ptr, ptr %v279, align 8, !tbaa !7
  %v281 = load ptr, ptr %E
  %v282 = load ptr, ptr %H
  %v283 = load i64, ptr %N
  %v284 = call i64 %v280(ptr %r, ptr %v281, ptr %v282, i64 %v283, i64 %v278, i64 655363) #0
  %v285 = getelementptr i8, ptr %r, i64 stack
  %v286 = load ptr, ptr %v285, align 8, !tbaa !7
  store ptr %v286, ptr %E
  %v287 = getelementptr i8, ptr %r, i64 heap
  %v288 = load ptr, ptr %v287, align 8, !tbaa !7
  store ptr %v288, ptr %H
  %v289 = getelementptr i8, ptr %r, i64 reductions
  %v290 = load i64, ptr %v289, align 8, !tbaa !7
  store i64 %v290, ptr %N
  %v291 = getelementptr i8, ptr %r, i64 x0
  %v292 = load i64, ptr %v291, align 8, !tbaa !7
  store i64 %v292, ptr %X0
  %v293 = getelementptr i8, ptr %r, i64 x1
  %v294 = load i64, ptr %v293, align 8, !tbaa !7
  store i64 %v294, ptr %X1
  %v295 = getelementptr i8, ptr %r, i64 x2
  %v296 = load i64, ptr %v295, align 8, !tbaa !7
  store i64 %v296, ptr %X2
  br label %b264
b306:
  %v362 = getelementptr i8, ptr %r, i64 match_tail
  %v363 = load ptr, ptr %v362, align 8, !tbaa !7
  %v364 = load ptr, ptr %E
  %v365 = getelementptr i8, ptr %r, i64 stack
  store ptr %v364, ptr %v365, align 8, !tbaa !7
  %v366 = load ptr, ptr %H
  %v367 = call preserve_mostcc i64 %v363(ptr %r, ptr %v366, i64 %v297) #0
  %v368 = getelementptr i8, ptr %r, i64 heap
  %v369 = load ptr, ptr %v368, align 8, !tbaa !7
  store ptr %v369, ptr %H
  store i64 %v367, ptr %X0
  br label %b305
}
