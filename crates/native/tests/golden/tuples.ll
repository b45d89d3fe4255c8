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
  %v27 = getelementptr i64, ptr %v26, i64 3
  %v28 = icmp ugt ptr %v27, %v25
  br i1 %v28, label %b29, label %b30, !prof !12
b30:
  br label %b31
b31:
  %v63 = load i64, ptr %X1
  %v64 = inttoptr i64 %v63 to ptr
  %v65 = getelementptr i8, ptr %v64, i64 5
  %v66 = load i64, ptr %v65, align 8, !tbaa !6
  store i64 %v66, ptr %X0
  %v67 = load i64, ptr %X1
  %v68 = inttoptr i64 %v67 to ptr
  %v69 = getelementptr i8, ptr %v68, i64 13
  %v70 = load i64, ptr %v69, align 8, !tbaa !6
  store i64 %v70, ptr %X1
  %v71 = load i64, ptr %X1
  %v72 = load i64, ptr %X0
  store i64 %v71, ptr %T1.1
  store i64 %v72, ptr %T1.2
  %v73 = load i64, ptr %X2
  store i64 %v73, ptr %X0
  %v74 = getelementptr i64, ptr @T, i64 Cost(0)
  %v75 = load i64, ptr %v74, align 8, !tbaa !8
  %v76 = load i64, ptr %N
  %v77 = sub nsw i64 %v76, %v75
  %v78 = icmp slt i64 %v77, 1
  store i64 %v77, ptr %N
  br i1 %v78, label %b79, label %b80, !prof !12
b80:
  br label %i3u2
i3u2:
  %v112 = load i64, ptr %X0
  %v113 = and i64 %v112, 7
  %v114 = icmp eq i64 %v113, 1
  br i1 %v114, label %b115, label %i14u2
b115:
  %v116 = load i64, ptr %X0
  %v117 = inttoptr i64 %v116 to ptr
  %v118 = getelementptr i8, ptr %v117, i64 7
  %v119 = load i64, ptr %v118, align 8, !tbaa !6
  store i64 %v119, ptr %X2
  %v120 = load ptr, ptr %E
  %v121 = load ptr, ptr %H
  %v122 = getelementptr i64, ptr %v121, i64 3
  %v123 = icmp ugt ptr %v122, %v120
  br i1 %v123, label %b124, label %b125, !prof !12
b125:
  br label %b126
b126:
  %v190 = load i64, ptr %T1.1
  store i64 %v190, ptr %X0
  %v191 = load i64, ptr %T1.2
  store i64 %v191, ptr %X1
  %v192 = load i64, ptr %X1
  %v193 = load i64, ptr %X0
  store i64 %v192, ptr %T1.1
  store i64 %v193, ptr %T1.2
  %v194 = load i64, ptr %X2
  store i64 %v194, ptr %X0
  %v195 = getelementptr i64, ptr @T, i64 Cost(0)
  %v196 = load i64, ptr %v195, align 8, !tbaa !8
  %v197 = load i64, ptr %N
  %v198 = sub nsw i64 %v197, %v196
  %v199 = icmp slt i64 %v198, 1
  store i64 %v198, ptr %N
  br i1 %v199, label %b200, label %b201, !prof !12
b201:
  br label %i3u2
i14u2:
  %v233 = load i64, ptr %X0
  %v234 = icmp eq i64 %v233, 29
  br i1 %v234, label %b235, label %i0u2
b235:
  %v239 = load ptr, ptr %E
  %v240 = load ptr, ptr %H
  %v241 = getelementptr i64, ptr %v240, i64 6
  %v242 = icmp ugt ptr %v241, %v239
  br i1 %v242, label %b237, label %b236, !prof !12
b237:
  %v243 = getelementptr i8, ptr %r, i64 room
  %v244 = load ptr, ptr %v243, align 8, !tbaa !7
  %v245 = load ptr, ptr %E
  %v246 = getelementptr i8, ptr %r, i64 stack
  store ptr %v245, ptr %v246, align 8, !tbaa !7
  %v247 = load ptr, ptr %H
  %v248 = call preserve_mostcc i64 %v244(ptr %r, ptr %v247, i64 3) #0
  %v249 = getelementptr i8, ptr %r, i64 heap
  %v250 = load ptr, ptr %v249, align 8, !tbaa !7
  store ptr %v250, ptr %H
  %v251 = inttoptr i64 %v248 to ptr
  br label %b238
b236:
  %v252 = load ptr, ptr %H
  %v253 = getelementptr i64, ptr %v252, i64 3
  store ptr %v253, ptr %H
  br label %b238
b238:
  %v254 = phi ptr [ %v251, %b237 ], [ %v252, %b236 ]
  %v255 = load i64, ptr %T1.1
  %v256 = load i64, ptr %T1.2
  %v257 = getelementptr i64, ptr %v254, i64 0
  store i64 519, ptr %v257, align 8, !tbaa !6
  %v258 = getelementptr i64, ptr %v254, i64 1
  store i64 %v255, ptr %v258, align 8, !tbaa !6
  %v259 = getelementptr i64, ptr %v254, i64 2
  store i64 %v256, ptr %v259, align 8, !tbaa !6
  %v260 = ptrtoint ptr %v254 to i64
  %v261 = or disjoint i64 %v260, 3
  store i64 %v261, ptr %X1
  %v262 = load i64, ptr %X1
  store i64 %v262, ptr %X0
  %v263 = load ptr, ptr %E
  %v264 = load ptr, ptr %v263, align 8, !tbaa !5
  %v265 = load ptr, ptr %E
  %v266 = load ptr, ptr %H
  %v267 = load i64, ptr %N
  %v268 = load i64, ptr %X0
  musttail call preserve_nonecc void %v264(ptr %r, ptr %v265, ptr %v266, i64 %v267, i64 %v268, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0u2:
  %v272 = load ptr, ptr %E
  %v273 = load ptr, ptr %H
  %v274 = getelementptr i64, ptr %v273, i64 6
  %v275 = icmp ugt ptr %v274, %v272
  br i1 %v275, label %b270, label %b269, !prof !12
b270:
  %v276 = getelementptr i8, ptr %r, i64 room
  %v277 = load ptr, ptr %v276, align 8, !tbaa !7
  %v278 = load ptr, ptr %E
  %v279 = getelementptr i8, ptr %r, i64 stack
  store ptr %v278, ptr %v279, align 8, !tbaa !7
  %v280 = load ptr, ptr %H
  %v281 = call preserve_mostcc i64 %v277(ptr %r, ptr %v280, i64 3) #0
  %v282 = getelementptr i8, ptr %r, i64 heap
  %v283 = load ptr, ptr %v282, align 8, !tbaa !7
  store ptr %v283, ptr %H
  %v284 = inttoptr i64 %v281 to ptr
  br label %b271
b269:
  %v285 = load ptr, ptr %H
  %v286 = getelementptr i64, ptr %v285, i64 3
  store ptr %v286, ptr %H
  br label %b271
b271:
  %v287 = phi ptr [ %v284, %b270 ], [ %v285, %b269 ]
  %v288 = load i64, ptr %T1.1
  %v289 = load i64, ptr %T1.2
  %v290 = getelementptr i64, ptr %v287, i64 0
  store i64 519, ptr %v290, align 8, !tbaa !6
  %v291 = getelementptr i64, ptr %v287, i64 1
  store i64 %v288, ptr %v291, align 8, !tbaa !6
  %v292 = getelementptr i64, ptr %v287, i64 2
  store i64 %v289, ptr %v292, align 8, !tbaa !6
  %v293 = ptrtoint ptr %v287 to i64
  %v294 = or disjoint i64 %v293, 3
  store i64 %v294, ptr %X1
  %v295 = load i64, ptr %X0
  %v296 = getelementptr i8, ptr %r, i64 x0
  store i64 %v295, ptr %v296, align 8, !tbaa !7
  %v297 = load i64, ptr %X1
  %v298 = getelementptr i8, ptr %r, i64 x1
  store i64 %v297, ptr %v298, align 8, !tbaa !7
  %v299 = getelementptr i64, ptr @T, i64 Pc(2)
  %v300 = load i64, ptr %v299, align 8, !tbaa !8, !invariant.load !11
  %v301 = load ptr, ptr %E
  %v302 = getelementptr i8, ptr %r, i64 stack
  store ptr %v301, ptr %v302, align 8, !tbaa !7
  %v303 = load ptr, ptr %H
  %v304 = getelementptr i8, ptr %r, i64 heap
  store ptr %v303, ptr %v304, align 8, !tbaa !7
  %v305 = load i64, ptr %N
  %v306 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v305, ptr %v306, align 8, !tbaa !7
  %v307 = getelementptr i8, ptr %r, i64 pc
  store i64 %v300, ptr %v307, align 8, !tbaa !7
  %v308 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v308, align 8, !tbaa !7
  ret void
i0:
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
i14:
  %v323 = load i64, ptr %X0
  %v324 = icmp eq i64 %v323, 29
  br i1 %v324, label %b325, label %i0
b325:
  %v326 = load i64, ptr %X1
  store i64 %v326, ptr %X0
  %v327 = load ptr, ptr %E
  %v328 = load ptr, ptr %v327, align 8, !tbaa !5
  %v329 = load ptr, ptr %E
  %v330 = load ptr, ptr %H
  %v331 = load i64, ptr %N
  %v332 = load i64, ptr %X0
  musttail call preserve_nonecc void %v328(ptr %r, ptr %v329, ptr %v330, i64 %v331, i64 %v332, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b29:
  %v32 = load i64, ptr %X0
  %v33 = getelementptr i8, ptr %r, i64 x0
  store i64 %v32, ptr %v33, align 8, !tbaa !7
  %v34 = load i64, ptr %X1
  %v35 = getelementptr i8, ptr %r, i64 x1
  store i64 %v34, ptr %v35, align 8, !tbaa !7
  %v36 = load i64, ptr %X2
  %v37 = getelementptr i8, ptr %r, i64 x2
  store i64 %v36, ptr %v37, align 8, !tbaa !7
  %v38 = getelementptr i64, ptr @T, i64 Pc(8)
  %v39 = load i64, ptr %v38, align 8, !tbaa !8, !invariant.load !11
  %v40 = getelementptr i64, ptr @T, i64 Pc(9)
  %v41 = load i64, ptr %v40, align 8, !tbaa !8, !invariant.load !11
  %v42 = getelementptr i8, ptr %r, i64 step
  %v43 = load ptr, ptr %v42, align 8, !tbaa !7
  %v44 = load ptr, ptr %E
  %v45 = load ptr, ptr %H
  %v46 = load i64, ptr %N
  %v47 = call i64 %v43(ptr %r, ptr %v44, ptr %v45, i64 %v46, i64 %v39, i64 %v41) #0
  %v48 = getelementptr i8, ptr %r, i64 stack
  %v49 = load ptr, ptr %v48, align 8, !tbaa !7
  store ptr %v49, ptr %E
  %v50 = getelementptr i8, ptr %r, i64 heap
  %v51 = load ptr, ptr %v50, align 8, !tbaa !7
  store ptr %v51, ptr %H
  %v52 = getelementptr i8, ptr %r, i64 reductions
  %v53 = load i64, ptr %v52, align 8, !tbaa !7
  store i64 %v53, ptr %N
  %v54 = getelementptr i8, ptr %r, i64 x1
  %v55 = load i64, ptr %v54, align 8, !tbaa !7
  store i64 %v55, ptr %X1
  %v56 = getelementptr i8, ptr %r, i64 x2
  %v57 = load i64, ptr %v56, align 8, !tbaa !7
  store i64 %v57, ptr %X2
  %v58 = getelementptr i64, ptr @T, i64 Pc(9)
  %v59 = load i64, ptr %v58, align 8, !tbaa !8
  %v62 = icmp eq i64 %v47, %v59
  br i1 %v62, label %b60, label %b61, !prof !9
b61:
  ret void
b60:
  br label %b31
b79:
  %v84 = load ptr, ptr %E
  %v85 = load ptr, ptr %H
  %v86 = getelementptr i64, ptr %v85, i64 6
  %v87 = icmp ugt ptr %v86, %v84
  br i1 %v87, label %b82, label %b81, !prof !12
b82:
  %v88 = getelementptr i8, ptr %r, i64 room
  %v89 = load ptr, ptr %v88, align 8, !tbaa !7
  %v90 = load ptr, ptr %E
  %v91 = getelementptr i8, ptr %r, i64 stack
  store ptr %v90, ptr %v91, align 8, !tbaa !7
  %v92 = load ptr, ptr %H
  %v93 = call preserve_mostcc i64 %v89(ptr %r, ptr %v92, i64 3) #0
  %v94 = getelementptr i8, ptr %r, i64 heap
  %v95 = load ptr, ptr %v94, align 8, !tbaa !7
  store ptr %v95, ptr %H
  %v96 = inttoptr i64 %v93 to ptr
  br label %b83
b81:
  %v97 = load ptr, ptr %H
  %v98 = getelementptr i64, ptr %v97, i64 3
  store ptr %v98, ptr %H
  br label %b83
b83:
  %v99 = phi ptr [ %v96, %b82 ], [ %v97, %b81 ]
  %v100 = load i64, ptr %T1.1
  %v101 = load i64, ptr %T1.2
  %v102 = getelementptr i64, ptr %v99, i64 0
  store i64 519, ptr %v102, align 8, !tbaa !6
  %v103 = getelementptr i64, ptr %v99, i64 1
  store i64 %v100, ptr %v103, align 8, !tbaa !6
  %v104 = getelementptr i64, ptr %v99, i64 2
  store i64 %v101, ptr %v104, align 8, !tbaa !6
  %v105 = ptrtoint ptr %v99 to i64
  %v106 = or disjoint i64 %v105, 3
  store i64 %v106, ptr %X1
  %v107 = load ptr, ptr %E
  %v108 = load ptr, ptr %H
  %v109 = load i64, ptr %N
  %v110 = load i64, ptr %X0
  %v111 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v107, ptr %v108, i64 %v109, i64 %v110, i64 %v111, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b124:
  %v127 = load i64, ptr %X0
  %v128 = getelementptr i8, ptr %r, i64 x0
  store i64 %v127, ptr %v128, align 8, !tbaa !7
  %v132 = load ptr, ptr %E
  %v133 = load ptr, ptr %H
  %v134 = getelementptr i64, ptr %v133, i64 6
  %v135 = icmp ugt ptr %v134, %v132
  br i1 %v135, label %b130, label %b129, !prof !12
b130:
  %v136 = getelementptr i8, ptr %r, i64 room
  %v137 = load ptr, ptr %v136, align 8, !tbaa !7
  %v138 = load ptr, ptr %E
  %v139 = getelementptr i8, ptr %r, i64 stack
  store ptr %v138, ptr %v139, align 8, !tbaa !7
  %v140 = load ptr, ptr %H
  %v141 = call preserve_mostcc i64 %v137(ptr %r, ptr %v140, i64 3) #0
  %v142 = getelementptr i8, ptr %r, i64 heap
  %v143 = load ptr, ptr %v142, align 8, !tbaa !7
  store ptr %v143, ptr %H
  %v144 = inttoptr i64 %v141 to ptr
  br label %b131
b129:
  %v145 = load ptr, ptr %H
  %v146 = getelementptr i64, ptr %v145, i64 3
  store ptr %v146, ptr %H
  br label %b131
b131:
  %v147 = phi ptr [ %v144, %b130 ], [ %v145, %b129 ]
  %v148 = load i64, ptr %T1.1
  %v149 = load i64, ptr %T1.2
  %v150 = getelementptr i64, ptr %v147, i64 0
  store i64 519, ptr %v150, align 8, !tbaa !6
  %v151 = getelementptr i64, ptr %v147, i64 1
  store i64 %v148, ptr %v151, align 8, !tbaa !6
  %v152 = getelementptr i64, ptr %v147, i64 2
  store i64 %v149, ptr %v152, align 8, !tbaa !6
  %v153 = ptrtoint ptr %v147 to i64
  %v154 = or disjoint i64 %v153, 3
  %v155 = getelementptr i8, ptr %r, i64 x1
  store i64 %v154, ptr %v155, align 8, !tbaa !7
  %v156 = load i64, ptr %X2
  %v157 = getelementptr i8, ptr %r, i64 x2
  store i64 %v156, ptr %v157, align 8, !tbaa !7
  %v158 = getelementptr i64, ptr @T, i64 Pc(8)
  %v159 = load i64, ptr %v158, align 8, !tbaa !8, !invariant.load !11
  %v160 = getelementptr i64, ptr @T, i64 Pc(9)
  %v161 = load i64, ptr %v160, align 8, !tbaa !8, !invariant.load !11
  %v162 = getelementptr i8, ptr %r, i64 step
  %v163 = load ptr, ptr %v162, align 8, !tbaa !7
  %v164 = load ptr, ptr %E
  %v165 = load ptr, ptr %H
  %v166 = load i64, ptr %N
  %v167 = call i64 %v163(ptr %r, ptr %v164, ptr %v165, i64 %v166, i64 %v159, i64 %v161) #0
  %v168 = getelementptr i8, ptr %r, i64 stack
  %v169 = load ptr, ptr %v168, align 8, !tbaa !7
  store ptr %v169, ptr %E
  %v170 = getelementptr i8, ptr %r, i64 heap
  %v171 = load ptr, ptr %v170, align 8, !tbaa !7
  store ptr %v171, ptr %H
  %v172 = getelementptr i8, ptr %r, i64 reductions
  %v173 = load i64, ptr %v172, align 8, !tbaa !7
  store i64 %v173, ptr %N
  %v174 = getelementptr i8, ptr %r, i64 x1
  %v175 = load i64, ptr %v174, align 8, !tbaa !7
  store i64 %v175, ptr %X1
  %v176 = getelementptr i8, ptr %r, i64 x2
  %v177 = load i64, ptr %v176, align 8, !tbaa !7
  store i64 %v177, ptr %X2
  %v178 = getelementptr i64, ptr @T, i64 Pc(9)
  %v179 = load i64, ptr %v178, align 8, !tbaa !8
  %v182 = icmp eq i64 %v167, %v179
  br i1 %v182, label %b180, label %b181, !prof !9
b181:
  ret void
b180:
  %v183 = load i64, ptr %X1
  %v184 = inttoptr i64 %v183 to ptr
  %v185 = getelementptr i8, ptr %v184, i64 5
  %v186 = load i64, ptr %v185, align 8, !tbaa !6
  store i64 %v186, ptr %T1.1
  %v187 = inttoptr i64 %v183 to ptr
  %v188 = getelementptr i8, ptr %v187, i64 13
  %v189 = load i64, ptr %v188, align 8, !tbaa !6
  store i64 %v189, ptr %T1.2
  br label %b126
b200:
  %v205 = load ptr, ptr %E
  %v206 = load ptr, ptr %H
  %v207 = getelementptr i64, ptr %v206, i64 6
  %v208 = icmp ugt ptr %v207, %v205
  br i1 %v208, label %b203, label %b202, !prof !12
b203:
  %v209 = getelementptr i8, ptr %r, i64 room
  %v210 = load ptr, ptr %v209, align 8, !tbaa !7
  %v211 = load ptr, ptr %E
  %v212 = getelementptr i8, ptr %r, i64 stack
  store ptr %v211, ptr %v212, align 8, !tbaa !7
  %v213 = load ptr, ptr %H
  %v214 = call preserve_mostcc i64 %v210(ptr %r, ptr %v213, i64 3) #0
  %v215 = getelementptr i8, ptr %r, i64 heap
  %v216 = load ptr, ptr %v215, align 8, !tbaa !7
  store ptr %v216, ptr %H
  %v217 = inttoptr i64 %v214 to ptr
  br label %b204
b202:
  %v218 = load ptr, ptr %H
  %v219 = getelementptr i64, ptr %v218, i64 3
  store ptr %v219, ptr %H
  br label %b204
b204:
  %v220 = phi ptr [ %v217, %b203 ], [ %v218, %b202 ]
  %v221 = load i64, ptr %T1.1
  %v222 = load i64, ptr %T1.2
  %v223 = getelementptr i64, ptr %v220, i64 0
  store i64 519, ptr %v223, align 8, !tbaa !6
  %v224 = getelementptr i64, ptr %v220, i64 1
  store i64 %v221, ptr %v224, align 8, !tbaa !6
  %v225 = getelementptr i64, ptr %v220, i64 2
  store i64 %v222, ptr %v225, align 8, !tbaa !6
  %v226 = ptrtoint ptr %v220 to i64
  %v227 = or disjoint i64 %v226, 3
  store i64 %v227, ptr %X1
  %v228 = load ptr, ptr %E
  %v229 = load ptr, ptr %H
  %v230 = load i64, ptr %N
  %v231 = load i64, ptr %X0
  %v232 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v228, ptr %v229, i64 %v230, i64 %v231, i64 %v232, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
