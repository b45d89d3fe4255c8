; A tuple that a function hands to itself is not built.

; swap/2
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
  %T1.1 = alloca i64
  %T1.2 = alloca i64
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
  br i1 %v3, label %b4, label %i14
b4:
  %v5 = load i64, ptr %X0
  %v6 = inttoptr i64 %v5 to ptr
  %v7 = getelementptr i8, ptr %v6, i64 7
  %v8 = load i64, ptr %v7, align 8, !tbaa !6
  store i64 %v8, ptr %X2
  %v9 = load i64, ptr %X1
  %v10 = and i64 %v9, 7
  %v11 = icmp eq i64 %v10, 3
  br i1 %v11, label %b12, label %i0
b12:
  %v13 = inttoptr i64 %v9 to ptr
  %v14 = getelementptr i8, ptr %v13, i64 -3
  %v15 = load i64, ptr %v14, align 8, !tbaa !6
  %v16 = and i64 %v15, 255
  %v17 = icmp eq i64 %v16, 7
  br i1 %v17, label %b18, label %i0
b18:
  %v19 = load i64, ptr %X1
  %v20 = inttoptr i64 %v19 to ptr
  %v21 = getelementptr i8, ptr %v20, i64 -3
  %v22 = load i64, ptr %v21, align 8, !tbaa !6
  %v23 = icmp eq i64 %v22, 519
  br i1 %v23, label %b24, label %i0
b24:
  %v25 = load ptr, ptr %E
  %v26 = load ptr, ptr %H
  %v27 = ptrtoint ptr %v25 to i64
  %v28 = ptrtoint ptr %v26 to i64
  %v29 = sub i64 %v27, %v28
  %v30 = icmp ult i64 %v29, 24
  br i1 %v30, label %b31, label %b32, !prof !12
b32:
  br label %b33
b33:
  %v65 = load i64, ptr %X1
  %v66 = inttoptr i64 %v65 to ptr
  %v67 = getelementptr i8, ptr %v66, i64 5
  %v68 = load i64, ptr %v67, align 8, !tbaa !6
  store i64 %v68, ptr %X0
  %v69 = load i64, ptr %X1
  %v70 = inttoptr i64 %v69 to ptr
  %v71 = getelementptr i8, ptr %v70, i64 13
  %v72 = load i64, ptr %v71, align 8, !tbaa !6
  store i64 %v72, ptr %X1
  %v73 = load i64, ptr %X1
  %v74 = load i64, ptr %X0
  store i64 %v73, ptr %T1.1
  store i64 %v74, ptr %T1.2
  %v75 = load i64, ptr %X2
  store i64 %v75, ptr %X0
  %v76 = getelementptr i64, ptr @T, i64 Cost(0)
  %v77 = load i64, ptr %v76, align 8, !tbaa !8
  %v78 = load i64, ptr %N
  %v79 = sub nsw i64 %v78, %v77
  %v80 = icmp slt i64 %v79, 1
  store i64 %v79, ptr %N
  br i1 %v80, label %b81, label %b82, !prof !12
b82:
  br label %i3u2
i3u2:
  %v116 = load i64, ptr %X0
  %v117 = and i64 %v116, 7
  %v118 = icmp eq i64 %v117, 1
  br i1 %v118, label %b119, label %i14u2
b119:
  %v120 = load i64, ptr %X0
  %v121 = inttoptr i64 %v120 to ptr
  %v122 = getelementptr i8, ptr %v121, i64 7
  %v123 = load i64, ptr %v122, align 8, !tbaa !6
  store i64 %v123, ptr %X2
  %v124 = load ptr, ptr %E
  %v125 = load ptr, ptr %H
  %v126 = ptrtoint ptr %v124 to i64
  %v127 = ptrtoint ptr %v125 to i64
  %v128 = sub i64 %v126, %v127
  %v129 = icmp ult i64 %v128, 24
  br i1 %v129, label %b130, label %b131, !prof !12
b131:
  br label %b132
b132:
  %v198 = load i64, ptr %T1.1
  store i64 %v198, ptr %X0
  %v199 = load i64, ptr %T1.2
  store i64 %v199, ptr %X1
  %v200 = load i64, ptr %X1
  %v201 = load i64, ptr %X0
  store i64 %v200, ptr %T1.1
  store i64 %v201, ptr %T1.2
  %v202 = load i64, ptr %X2
  store i64 %v202, ptr %X0
  %v203 = getelementptr i64, ptr @T, i64 Cost(0)
  %v204 = load i64, ptr %v203, align 8, !tbaa !8
  %v205 = load i64, ptr %N
  %v206 = sub nsw i64 %v205, %v204
  %v207 = icmp slt i64 %v206, 1
  store i64 %v206, ptr %N
  br i1 %v207, label %b208, label %b209, !prof !12
b209:
  br label %i3u2
i14u2:
  %v243 = load i64, ptr %X0
  %v244 = icmp eq i64 %v243, 29
  br i1 %v244, label %b245, label %i0u2
b245:
  %v249 = load ptr, ptr %E
  %v250 = load ptr, ptr %H
  %v251 = ptrtoint ptr %v249 to i64
  %v252 = ptrtoint ptr %v250 to i64
  %v253 = sub i64 %v251, %v252
  %v254 = icmp ult i64 %v253, 48
  br i1 %v254, label %b247, label %b246, !prof !12
b247:
  %v255 = getelementptr i8, ptr %r, i64 room
  %v256 = load ptr, ptr %v255, align 8, !tbaa !7
  %v257 = load ptr, ptr %E
  %v258 = getelementptr i8, ptr %r, i64 stack
  store ptr %v257, ptr %v258, align 8, !tbaa !7
  %v259 = load ptr, ptr %H
  %v260 = call preserve_mostcc i64 %v256(ptr %r, ptr %v259, i64 3) #0
  %v261 = getelementptr i8, ptr %r, i64 heap
  %v262 = load ptr, ptr %v261, align 8, !tbaa !7
  store ptr %v262, ptr %H
  %v263 = inttoptr i64 %v260 to ptr
  br label %b248
b246:
  %v264 = load ptr, ptr %H
  %v265 = getelementptr i64, ptr %v264, i64 3
  store ptr %v265, ptr %H
  br label %b248
b248:
  %v266 = phi ptr [ %v263, %b247 ], [ %v264, %b246 ]
  %v267 = load i64, ptr %T1.1
  %v268 = load i64, ptr %T1.2
  %v269 = getelementptr i64, ptr %v266, i64 0
  store i64 519, ptr %v269, align 8, !tbaa !6
  %v270 = getelementptr i64, ptr %v266, i64 1
  store i64 %v267, ptr %v270, align 8, !tbaa !6
  %v271 = getelementptr i64, ptr %v266, i64 2
  store i64 %v268, ptr %v271, align 8, !tbaa !6
  %v272 = ptrtoint ptr %v266 to i64
  %v273 = or disjoint i64 %v272, 3
  store i64 %v273, ptr %X1
  %v274 = load i64, ptr %X1
  store i64 %v274, ptr %X0
  %v275 = load ptr, ptr %E
  %v276 = load ptr, ptr %v275, align 8, !tbaa !5
  %v277 = load ptr, ptr %E
  %v278 = load ptr, ptr %H
  %v279 = load i64, ptr %N
  %v280 = load i64, ptr %X0
  musttail call preserve_nonecc void %v276(ptr %r, ptr %v277, ptr %v278, i64 %v279, i64 %v280, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0u2:
  %v284 = load ptr, ptr %E
  %v285 = load ptr, ptr %H
  %v286 = ptrtoint ptr %v284 to i64
  %v287 = ptrtoint ptr %v285 to i64
  %v288 = sub i64 %v286, %v287
  %v289 = icmp ult i64 %v288, 48
  br i1 %v289, label %b282, label %b281, !prof !12
b282:
  %v290 = getelementptr i8, ptr %r, i64 room
  %v291 = load ptr, ptr %v290, align 8, !tbaa !7
  %v292 = load ptr, ptr %E
  %v293 = getelementptr i8, ptr %r, i64 stack
  store ptr %v292, ptr %v293, align 8, !tbaa !7
  %v294 = load ptr, ptr %H
  %v295 = call preserve_mostcc i64 %v291(ptr %r, ptr %v294, i64 3) #0
  %v296 = getelementptr i8, ptr %r, i64 heap
  %v297 = load ptr, ptr %v296, align 8, !tbaa !7
  store ptr %v297, ptr %H
  %v298 = inttoptr i64 %v295 to ptr
  br label %b283
b281:
  %v299 = load ptr, ptr %H
  %v300 = getelementptr i64, ptr %v299, i64 3
  store ptr %v300, ptr %H
  br label %b283
b283:
  %v301 = phi ptr [ %v298, %b282 ], [ %v299, %b281 ]
  %v302 = load i64, ptr %T1.1
  %v303 = load i64, ptr %T1.2
  %v304 = getelementptr i64, ptr %v301, i64 0
  store i64 519, ptr %v304, align 8, !tbaa !6
  %v305 = getelementptr i64, ptr %v301, i64 1
  store i64 %v302, ptr %v305, align 8, !tbaa !6
  %v306 = getelementptr i64, ptr %v301, i64 2
  store i64 %v303, ptr %v306, align 8, !tbaa !6
  %v307 = ptrtoint ptr %v301 to i64
  %v308 = or disjoint i64 %v307, 3
  store i64 %v308, ptr %X1
  %v309 = load i64, ptr %X0
  %v310 = getelementptr i8, ptr %r, i64 x0
  store i64 %v309, ptr %v310, align 8, !tbaa !7
  %v311 = load i64, ptr %X1
  %v312 = getelementptr i8, ptr %r, i64 x1
  store i64 %v311, ptr %v312, align 8, !tbaa !7
  %v313 = getelementptr i64, ptr @T, i64 Pc(2)
  %v314 = load i64, ptr %v313, align 8, !tbaa !8, !invariant.load !11
  %v315 = load ptr, ptr %E
  %v316 = getelementptr i8, ptr %r, i64 stack
  store ptr %v315, ptr %v316, align 8, !tbaa !7
  %v317 = load ptr, ptr %H
  %v318 = getelementptr i8, ptr %r, i64 heap
  store ptr %v317, ptr %v318, align 8, !tbaa !7
  %v319 = load i64, ptr %N
  %v320 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v319, ptr %v320, align 8, !tbaa !7
  %v321 = getelementptr i8, ptr %r, i64 pc
  store i64 %v314, ptr %v321, align 8, !tbaa !7
  %v322 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v322, align 8, !tbaa !7
  ret void
i0:
  %v323 = load i64, ptr %X0
  %v324 = getelementptr i8, ptr %r, i64 x0
  store i64 %v323, ptr %v324, align 8, !tbaa !7
  %v325 = load i64, ptr %X1
  %v326 = getelementptr i8, ptr %r, i64 x1
  store i64 %v325, ptr %v326, align 8, !tbaa !7
  %v327 = getelementptr i64, ptr @T, i64 Pc(2)
  %v328 = load i64, ptr %v327, align 8, !tbaa !8, !invariant.load !11
  %v329 = load ptr, ptr %E
  %v330 = getelementptr i8, ptr %r, i64 stack
  store ptr %v329, ptr %v330, align 8, !tbaa !7
  %v331 = load ptr, ptr %H
  %v332 = getelementptr i8, ptr %r, i64 heap
  store ptr %v331, ptr %v332, align 8, !tbaa !7
  %v333 = load i64, ptr %N
  %v334 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v333, ptr %v334, align 8, !tbaa !7
  %v335 = getelementptr i8, ptr %r, i64 pc
  store i64 %v328, ptr %v335, align 8, !tbaa !7
  %v336 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v336, align 8, !tbaa !7
  ret void
i14:
  %v337 = load i64, ptr %X0
  %v338 = icmp eq i64 %v337, 29
  br i1 %v338, label %b339, label %i0
b339:
  %v340 = load i64, ptr %X1
  store i64 %v340, ptr %X0
  %v341 = load ptr, ptr %E
  %v342 = load ptr, ptr %v341, align 8, !tbaa !5
  %v343 = load ptr, ptr %E
  %v344 = load ptr, ptr %H
  %v345 = load i64, ptr %N
  %v346 = load i64, ptr %X0
  musttail call preserve_nonecc void %v342(ptr %r, ptr %v343, ptr %v344, i64 %v345, i64 %v346, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b31:
  %v34 = load i64, ptr %X0
  %v35 = getelementptr i8, ptr %r, i64 x0
  store i64 %v34, ptr %v35, align 8, !tbaa !7
  %v36 = load i64, ptr %X1
  %v37 = getelementptr i8, ptr %r, i64 x1
  store i64 %v36, ptr %v37, align 8, !tbaa !7
  %v38 = load i64, ptr %X2
  %v39 = getelementptr i8, ptr %r, i64 x2
  store i64 %v38, ptr %v39, align 8, !tbaa !7
  %v40 = getelementptr i64, ptr @T, i64 Pc(8)
  %v41 = load i64, ptr %v40, align 8, !tbaa !8, !invariant.load !11
  %v42 = getelementptr i64, ptr @T, i64 Pc(9)
  %v43 = load i64, ptr %v42, align 8, !tbaa !8, !invariant.load !11
  %v44 = getelementptr i8, ptr %r, i64 step
  %v45 = load ptr, ptr %v44, align 8, !tbaa !7
  %v46 = load ptr, ptr %E
  %v47 = load ptr, ptr %H
  %v48 = load i64, ptr %N
  %v49 = call i64 %v45(ptr %r, ptr %v46, ptr %v47, i64 %v48, i64 %v41, i64 %v43) #0
  %v50 = getelementptr i8, ptr %r, i64 stack
  %v51 = load ptr, ptr %v50, align 8, !tbaa !7
  store ptr %v51, ptr %E
  %v52 = getelementptr i8, ptr %r, i64 heap
  %v53 = load ptr, ptr %v52, align 8, !tbaa !7
  store ptr %v53, ptr %H
  %v54 = getelementptr i8, ptr %r, i64 reductions
  %v55 = load i64, ptr %v54, align 8, !tbaa !7
  store i64 %v55, ptr %N
  %v56 = getelementptr i8, ptr %r, i64 x1
  %v57 = load i64, ptr %v56, align 8, !tbaa !7
  store i64 %v57, ptr %X1
  %v58 = getelementptr i8, ptr %r, i64 x2
  %v59 = load i64, ptr %v58, align 8, !tbaa !7
  store i64 %v59, ptr %X2
  %v60 = getelementptr i64, ptr @T, i64 Pc(9)
  %v61 = load i64, ptr %v60, align 8, !tbaa !8
  %v64 = icmp eq i64 %v49, %v61
  br i1 %v64, label %b62, label %b63, !prof !9
b63:
  ret void
b62:
  br label %b33
b81:
  %v86 = load ptr, ptr %E
  %v87 = load ptr, ptr %H
  %v88 = ptrtoint ptr %v86 to i64
  %v89 = ptrtoint ptr %v87 to i64
  %v90 = sub i64 %v88, %v89
  %v91 = icmp ult i64 %v90, 48
  br i1 %v91, label %b84, label %b83, !prof !12
b84:
  %v92 = getelementptr i8, ptr %r, i64 room
  %v93 = load ptr, ptr %v92, align 8, !tbaa !7
  %v94 = load ptr, ptr %E
  %v95 = getelementptr i8, ptr %r, i64 stack
  store ptr %v94, ptr %v95, align 8, !tbaa !7
  %v96 = load ptr, ptr %H
  %v97 = call preserve_mostcc i64 %v93(ptr %r, ptr %v96, i64 3) #0
  %v98 = getelementptr i8, ptr %r, i64 heap
  %v99 = load ptr, ptr %v98, align 8, !tbaa !7
  store ptr %v99, ptr %H
  %v100 = inttoptr i64 %v97 to ptr
  br label %b85
b83:
  %v101 = load ptr, ptr %H
  %v102 = getelementptr i64, ptr %v101, i64 3
  store ptr %v102, ptr %H
  br label %b85
b85:
  %v103 = phi ptr [ %v100, %b84 ], [ %v101, %b83 ]
  %v104 = load i64, ptr %T1.1
  %v105 = load i64, ptr %T1.2
  %v106 = getelementptr i64, ptr %v103, i64 0
  store i64 519, ptr %v106, align 8, !tbaa !6
  %v107 = getelementptr i64, ptr %v103, i64 1
  store i64 %v104, ptr %v107, align 8, !tbaa !6
  %v108 = getelementptr i64, ptr %v103, i64 2
  store i64 %v105, ptr %v108, align 8, !tbaa !6
  %v109 = ptrtoint ptr %v103 to i64
  %v110 = or disjoint i64 %v109, 3
  store i64 %v110, ptr %X1
  %v111 = load ptr, ptr %E
  %v112 = load ptr, ptr %H
  %v113 = load i64, ptr %N
  %v114 = load i64, ptr %X0
  %v115 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v111, ptr %v112, i64 %v113, i64 %v114, i64 %v115, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b130:
  %v133 = load i64, ptr %X0
  %v134 = getelementptr i8, ptr %r, i64 x0
  store i64 %v133, ptr %v134, align 8, !tbaa !7
  %v138 = load ptr, ptr %E
  %v139 = load ptr, ptr %H
  %v140 = ptrtoint ptr %v138 to i64
  %v141 = ptrtoint ptr %v139 to i64
  %v142 = sub i64 %v140, %v141
  %v143 = icmp ult i64 %v142, 48
  br i1 %v143, label %b136, label %b135, !prof !12
b136:
  %v144 = getelementptr i8, ptr %r, i64 room
  %v145 = load ptr, ptr %v144, align 8, !tbaa !7
  %v146 = load ptr, ptr %E
  %v147 = getelementptr i8, ptr %r, i64 stack
  store ptr %v146, ptr %v147, align 8, !tbaa !7
  %v148 = load ptr, ptr %H
  %v149 = call preserve_mostcc i64 %v145(ptr %r, ptr %v148, i64 3) #0
  %v150 = getelementptr i8, ptr %r, i64 heap
  %v151 = load ptr, ptr %v150, align 8, !tbaa !7
  store ptr %v151, ptr %H
  %v152 = inttoptr i64 %v149 to ptr
  br label %b137
b135:
  %v153 = load ptr, ptr %H
  %v154 = getelementptr i64, ptr %v153, i64 3
  store ptr %v154, ptr %H
  br label %b137
b137:
  %v155 = phi ptr [ %v152, %b136 ], [ %v153, %b135 ]
  %v156 = load i64, ptr %T1.1
  %v157 = load i64, ptr %T1.2
  %v158 = getelementptr i64, ptr %v155, i64 0
  store i64 519, ptr %v158, align 8, !tbaa !6
  %v159 = getelementptr i64, ptr %v155, i64 1
  store i64 %v156, ptr %v159, align 8, !tbaa !6
  %v160 = getelementptr i64, ptr %v155, i64 2
  store i64 %v157, ptr %v160, align 8, !tbaa !6
  %v161 = ptrtoint ptr %v155 to i64
  %v162 = or disjoint i64 %v161, 3
  %v163 = getelementptr i8, ptr %r, i64 x1
  store i64 %v162, ptr %v163, align 8, !tbaa !7
  %v164 = load i64, ptr %X2
  %v165 = getelementptr i8, ptr %r, i64 x2
  store i64 %v164, ptr %v165, align 8, !tbaa !7
  %v166 = getelementptr i64, ptr @T, i64 Pc(8)
  %v167 = load i64, ptr %v166, align 8, !tbaa !8, !invariant.load !11
  %v168 = getelementptr i64, ptr @T, i64 Pc(9)
  %v169 = load i64, ptr %v168, align 8, !tbaa !8, !invariant.load !11
  %v170 = getelementptr i8, ptr %r, i64 step
  %v171 = load ptr, ptr %v170, align 8, !tbaa !7
  %v172 = load ptr, ptr %E
  %v173 = load ptr, ptr %H
  %v174 = load i64, ptr %N
  %v175 = call i64 %v171(ptr %r, ptr %v172, ptr %v173, i64 %v174, i64 %v167, i64 %v169) #0
  %v176 = getelementptr i8, ptr %r, i64 stack
  %v177 = load ptr, ptr %v176, align 8, !tbaa !7
  store ptr %v177, ptr %E
  %v178 = getelementptr i8, ptr %r, i64 heap
  %v179 = load ptr, ptr %v178, align 8, !tbaa !7
  store ptr %v179, ptr %H
  %v180 = getelementptr i8, ptr %r, i64 reductions
  %v181 = load i64, ptr %v180, align 8, !tbaa !7
  store i64 %v181, ptr %N
  %v182 = getelementptr i8, ptr %r, i64 x1
  %v183 = load i64, ptr %v182, align 8, !tbaa !7
  store i64 %v183, ptr %X1
  %v184 = getelementptr i8, ptr %r, i64 x2
  %v185 = load i64, ptr %v184, align 8, !tbaa !7
  store i64 %v185, ptr %X2
  %v186 = getelementptr i64, ptr @T, i64 Pc(9)
  %v187 = load i64, ptr %v186, align 8, !tbaa !8
  %v190 = icmp eq i64 %v175, %v187
  br i1 %v190, label %b188, label %b189, !prof !9
b189:
  ret void
b188:
  %v191 = load i64, ptr %X1
  %v192 = inttoptr i64 %v191 to ptr
  %v193 = getelementptr i8, ptr %v192, i64 5
  %v194 = load i64, ptr %v193, align 8, !tbaa !6
  store i64 %v194, ptr %T1.1
  %v195 = inttoptr i64 %v191 to ptr
  %v196 = getelementptr i8, ptr %v195, i64 13
  %v197 = load i64, ptr %v196, align 8, !tbaa !6
  store i64 %v197, ptr %T1.2
  br label %b132
b208:
  %v213 = load ptr, ptr %E
  %v214 = load ptr, ptr %H
  %v215 = ptrtoint ptr %v213 to i64
  %v216 = ptrtoint ptr %v214 to i64
  %v217 = sub i64 %v215, %v216
  %v218 = icmp ult i64 %v217, 48
  br i1 %v218, label %b211, label %b210, !prof !12
b211:
  %v219 = getelementptr i8, ptr %r, i64 room
  %v220 = load ptr, ptr %v219, align 8, !tbaa !7
  %v221 = load ptr, ptr %E
  %v222 = getelementptr i8, ptr %r, i64 stack
  store ptr %v221, ptr %v222, align 8, !tbaa !7
  %v223 = load ptr, ptr %H
  %v224 = call preserve_mostcc i64 %v220(ptr %r, ptr %v223, i64 3) #0
  %v225 = getelementptr i8, ptr %r, i64 heap
  %v226 = load ptr, ptr %v225, align 8, !tbaa !7
  store ptr %v226, ptr %H
  %v227 = inttoptr i64 %v224 to ptr
  br label %b212
b210:
  %v228 = load ptr, ptr %H
  %v229 = getelementptr i64, ptr %v228, i64 3
  store ptr %v229, ptr %H
  br label %b212
b212:
  %v230 = phi ptr [ %v227, %b211 ], [ %v228, %b210 ]
  %v231 = load i64, ptr %T1.1
  %v232 = load i64, ptr %T1.2
  %v233 = getelementptr i64, ptr %v230, i64 0
  store i64 519, ptr %v233, align 8, !tbaa !6
  %v234 = getelementptr i64, ptr %v230, i64 1
  store i64 %v231, ptr %v234, align 8, !tbaa !6
  %v235 = getelementptr i64, ptr %v230, i64 2
  store i64 %v232, ptr %v235, align 8, !tbaa !6
  %v236 = ptrtoint ptr %v230 to i64
  %v237 = or disjoint i64 %v236, 3
  store i64 %v237, ptr %X1
  %v238 = load ptr, ptr %E
  %v239 = load ptr, ptr %H
  %v240 = load i64, ptr %N
  %v241 = load i64, ptr %X0
  %v242 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v238, ptr %v239, i64 %v240, i64 %v241, i64 %v242, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
