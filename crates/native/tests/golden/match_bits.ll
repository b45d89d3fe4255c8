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
  %v19 = ptrtoint ptr %v17 to i64
  %v20 = ptrtoint ptr %v18 to i64
  %v21 = sub i64 %v19, %v20
  %v22 = icmp ult i64 %v21, 40
  br i1 %v22, label %b16, label %b23, !prof !12
b23:
  %v46 = load i64, ptr %X0
  %v47 = and i64 %v46, 7
  %v48 = icmp eq i64 %v47, 3
  br label %b49
b49:
  br i1 %v48, label %b50, label %b51, !prof !9
b50:
  %v52 = inttoptr i64 %v46 to ptr
  %v53 = getelementptr i8, ptr %v52, i64 -3
  %v54 = load i64, ptr %v53, align 8, !tbaa !6
  br label %b51
b51:
  %v55 = phi i64 [ 0, %b49 ], [ %v54, %b50 ]
  %v59 = and i64 %v55, 255
  switch i64 %v59, label %i0 [ i64 55, label %b56 i64 63, label %b57 i64 71, label %b58 ]
b56:
  %v62 = add i64 %v46, 13
  br label %b60
b57:
  %v63 = inttoptr i64 %v46 to ptr
  %v64 = getelementptr i8, ptr %v63, i64 13
  %v65 = load i64, ptr %v64, align 8, !tbaa !6
  %v66 = add i64 %v65, 24
  br label %b60
b60:
  %v67 = phi i64 [ %v62, %b56 ], [ %v66, %b57 ]
  %v68 = inttoptr i64 %v46 to ptr
  %v69 = getelementptr i8, ptr %v68, i64 5
  %v70 = load i64, ptr %v69, align 8, !tbaa !6
  %v71 = shl i64 %v70, 3
  br label %b61
b58:
  %v72 = inttoptr i64 %v46 to ptr
  %v73 = getelementptr i8, ptr %v72, i64 5
  %v74 = load i64, ptr %v73, align 8, !tbaa !6
  %v75 = inttoptr i64 %v46 to ptr
  %v76 = getelementptr i8, ptr %v75, i64 13
  %v77 = load i64, ptr %v76, align 8, !tbaa !6
  %v78 = inttoptr i64 %v46 to ptr
  %v79 = getelementptr i8, ptr %v78, i64 21
  %v80 = load i64, ptr %v79, align 8, !tbaa !6
  %v81 = add i64 %v77, %v80
  %v82 = inttoptr i64 %v74 to ptr
  %v83 = getelementptr i8, ptr %v82, i64 -3
  %v84 = load i64, ptr %v83, align 8, !tbaa !6
  %v85 = and i64 %v84, 255
  %v86 = icmp eq i64 %v85, 55
  br i1 %v86, label %b87, label %b88
b87:
  %v90 = add i64 %v74, 13
  br label %b89
b88:
  %v91 = inttoptr i64 %v74 to ptr
  %v92 = getelementptr i8, ptr %v91, i64 13
  %v93 = load i64, ptr %v92, align 8, !tbaa !6
  %v94 = add i64 %v93, 24
  br label %b89
b89:
  %v95 = phi i64 [ %v90, %b87 ], [ %v94, %b88 ]
  br label %b96
b96:
  br label %b61
b61:
  %v97 = phi i64 [ %v46, %b60 ], [ %v74, %b96 ]
  %v98 = phi i64 [ 0, %b60 ], [ %v77, %b96 ]
  %v99 = phi i64 [ %v71, %b60 ], [ %v81, %b96 ]
  %v100 = phi i64 [ %v67, %b60 ], [ %v95, %b96 ]
  %v101 = load ptr, ptr %H
  %v102 = getelementptr i64, ptr %v101, i64 0
  store i64 1103, ptr %v102, align 8, !tbaa !6
  %v103 = load ptr, ptr %H
  %v104 = getelementptr i64, ptr %v103, i64 1
  store i64 %v97, ptr %v104, align 8, !tbaa !31
  %v105 = load ptr, ptr %H
  %v106 = getelementptr i64, ptr %v105, i64 2
  store i64 %v98, ptr %v106, align 8, !tbaa !31
  %v107 = load ptr, ptr %H
  %v108 = getelementptr i64, ptr %v107, i64 3
  store i64 %v99, ptr %v108, align 8, !tbaa !31
  %v109 = load ptr, ptr %H
  %v110 = getelementptr i64, ptr %v109, i64 4
  store i64 %v100, ptr %v110, align 8, !tbaa !31
  %v111 = load ptr, ptr %H
  %v112 = getelementptr i64, ptr %v111, i64 5
  store ptr %v112, ptr %H
  %v113 = ptrtoint ptr %v111 to i64
  %v114 = or disjoint i64 %v113, 3
  store i64 %v114, ptr %X2
  br label %b14
b14:
  %v115 = load i64, ptr %X2
  %v116 = inttoptr i64 %v115 to ptr
  %v117 = getelementptr i8, ptr %v116, i64 13
  %v118 = load i64, ptr %v117, align 8, !tbaa !31
  store i64 %v118, ptr %X0
  %v119 = load i64, ptr %X2
  %v121 = inttoptr i64 %v119 to ptr
  %v122 = getelementptr i8, ptr %v121, i64 13
  %v123 = load i64, ptr %v122, align 8, !tbaa !31
  %v124 = inttoptr i64 %v119 to ptr
  %v125 = getelementptr i8, ptr %v124, i64 21
  %v126 = load i64, ptr %v125, align 8, !tbaa !31
  %v127 = add nuw nsw i64 %v123, 16
  %v128 = icmp sle i64 %v127, %v126
  br i1 %v128, label %b129, label %i11
b129:
  %v132 = and i64 %v123, 14
  %v133 = icmp ne i64 %v132, 0
  br i1 %v133, label %b130, label %b134, !prof !12
b134:
  %v135 = inttoptr i64 %v119 to ptr
  %v136 = getelementptr i8, ptr %v135, i64 29
  %v137 = load i64, ptr %v136, align 8, !tbaa !31
  %v138 = inttoptr i64 %v137 to ptr
  %v139 = lshr i64 %v123, 4
  %v140 = getelementptr i8, ptr %v138, i64 %v139
  %v141 = load i8, ptr %v140, align 1, !tbaa !6
  %v142 = zext i8 %v141 to i64
  br label %b143
b143:
  br label %b131
b131:
  %v147 = phi i64 [ %v142, %b143 ], [ %v146, %b130 ]
  %v148 = shl i64 %v147, 1
  %v150 = add nuw nsw i64 %v123, 16
  %v151 = inttoptr i64 %v119 to ptr
  %v152 = getelementptr i8, ptr %v151, i64 13
  store i64 %v150, ptr %v152, align 8, !tbaa !31
  store i64 %v148, ptr %X3
  br label %b120
b120:
  %v153 = load i64, ptr %X2
  %v154 = inttoptr i64 %v153 to ptr
  %v155 = getelementptr i8, ptr %v154, i64 13
  %v156 = load i64, ptr %v155, align 8, !tbaa !31
  %v157 = inttoptr i64 %v153 to ptr
  %v158 = getelementptr i8, ptr %v157, i64 21
  %v159 = load i64, ptr %v158, align 8, !tbaa !31
  %v160 = sub nsw i64 %v159, %v156
  %v161 = and i64 %v160, 15
  %v162 = icmp eq i64 %v161, 0
  br i1 %v162, label %b163, label %i11
b163:
  %v164 = load i64, ptr %X3
  store i64 %v164, ptr %X1
  %v165 = load i64, ptr %X2
  store i64 %v165, ptr %X0
  %v166 = getelementptr i64, ptr @T, i64 Cost(0)
  %v167 = load i64, ptr %v166, align 8, !tbaa !8
  %v168 = load i64, ptr %N
  %v169 = sub nsw i64 %v168, %v167
  %v170 = icmp slt i64 %v169, 1
  store i64 %v169, ptr %N
  br i1 %v170, label %b171, label %b172, !prof !12
b172:
  br label %i3
i11:
  %v178 = load i64, ptr %X2
  %v179 = load i64, ptr %X0
  %v180 = inttoptr i64 %v178 to ptr
  %v181 = getelementptr i8, ptr %v180, i64 13
  store i64 %v179, ptr %v181, align 8, !tbaa !31
  %v182 = load i64, ptr %X2
  %v183 = inttoptr i64 %v182 to ptr
  %v184 = getelementptr i8, ptr %v183, i64 13
  %v185 = load i64, ptr %v184, align 8, !tbaa !31
  %v186 = inttoptr i64 %v182 to ptr
  %v187 = getelementptr i8, ptr %v186, i64 21
  %v188 = load i64, ptr %v187, align 8, !tbaa !31
  %v189 = sub nsw i64 %v188, %v185
  %v190 = icmp eq i64 %v189, 0
  br i1 %v190, label %b191, label %i16
b191:
  %v192 = load i64, ptr %X1
  store i64 %v192, ptr %X0
  %v193 = load ptr, ptr %E
  %v194 = load ptr, ptr %v193, align 8, !tbaa !5
  %v195 = load ptr, ptr %E
  %v196 = load ptr, ptr %H
  %v197 = load i64, ptr %N
  %v198 = load i64, ptr %X0
  musttail call preserve_nonecc void %v194(ptr %r, ptr %v195, ptr %v196, i64 %v197, i64 %v198, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i16:
  br label %b199
b199:
  %v201 = load ptr, ptr %E
  %v202 = load ptr, ptr %H
  %v203 = ptrtoint ptr %v201 to i64
  %v204 = ptrtoint ptr %v202 to i64
  %v205 = sub i64 %v203, %v204
  %v206 = icmp ult i64 %v205, 80
  br i1 %v206, label %b200, label %b207, !prof !12
b207:
  %v234 = load i64, ptr %X2
  %v235 = inttoptr i64 %v234 to ptr
  %v236 = getelementptr i8, ptr %v235, i64 13
  %v237 = load i64, ptr %v236, align 8, !tbaa !31
  %v238 = inttoptr i64 %v234 to ptr
  %v239 = getelementptr i8, ptr %v238, i64 21
  %v240 = load i64, ptr %v239, align 8, !tbaa !31
  %v241 = sub nsw i64 %v240, %v237
  %v247 = and i64 %v241, 14
  %v248 = icmp ne i64 %v247, 0
  %v249 = icmp sgt i64 %v241, 1024
  %v250 = or i1 %v248, %v249
  br i1 %v250, label %b244, label %b251
b244:
  %v252 = inttoptr i64 %v234 to ptr
  %v253 = getelementptr i8, ptr %v252, i64 5
  %v254 = load i64, ptr %v253, align 8, !tbaa !31
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
  %v274 = load i64, ptr %v273, align 8, !tbaa !31
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
  %v310 = load i64, ptr %X1
  %v311 = getelementptr i8, ptr %r, i64 x1
  store i64 %v310, ptr %v311, align 8, !tbaa !7
  %v312 = getelementptr i64, ptr @T, i64 Pc(2)
  %v313 = load i64, ptr %v312, align 8, !tbaa !8, !invariant.load !11
  %v314 = load ptr, ptr %E
  %v315 = getelementptr i8, ptr %r, i64 stack
  store ptr %v314, ptr %v315, align 8, !tbaa !7
  %v316 = load ptr, ptr %H
  %v317 = getelementptr i8, ptr %r, i64 heap
  store ptr %v316, ptr %v317, align 8, !tbaa !7
  %v318 = load i64, ptr %N
  %v319 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v318, ptr %v319, align 8, !tbaa !7
  %v320 = getelementptr i8, ptr %r, i64 pc
  store i64 %v313, ptr %v320, align 8, !tbaa !7
  %v321 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v321, align 8, !tbaa !7
  ret void
b16:
  %v24 = load i64, ptr %X0
  %v25 = getelementptr i8, ptr %r, i64 x0
  store i64 %v24, ptr %v25, align 8, !tbaa !7
  %v26 = load i64, ptr %X1
  %v27 = getelementptr i8, ptr %r, i64 x1
  store i64 %v26, ptr %v27, align 8, !tbaa !7
  %v28 = getelementptr i64, ptr @T, i64 Pc(4)
  %v29 = load i64, ptr %v28, align 8, !tbaa !8, !invariant.load !11
  %v30 = getelementptr i8, ptr %r, i64 collect
  %v31 = load ptr, ptr %v30, align 8, !tbaa !7
  %v32 = load ptr, ptr %E
  %v33 = load ptr, ptr %H
  %v34 = load i64, ptr %N
  %v35 = call i64 %v31(ptr %r, ptr %v32, ptr %v33, i64 %v34, i64 %v29, i64 327682) #0
  %v36 = getelementptr i8, ptr %r, i64 stack
  %v37 = load ptr, ptr %v36, align 8, !tbaa !7
  store ptr %v37, ptr %E
  %v38 = getelementptr i8, ptr %r, i64 heap
  %v39 = load ptr, ptr %v38, align 8, !tbaa !7
  store ptr %v39, ptr %H
  %v40 = getelementptr i8, ptr %r, i64 reductions
  %v41 = load i64, ptr %v40, align 8, !tbaa !7
  store i64 %v41, ptr %N
  %v42 = getelementptr i8, ptr %r, i64 x0
  %v43 = load i64, ptr %v42, align 8, !tbaa !7
  store i64 %v43, ptr %X0
  %v44 = getelementptr i8, ptr %r, i64 x1
  %v45 = load i64, ptr %v44, align 8, !tbaa !7
  store i64 %v45, ptr %X1
  br label %b15
b130:
  %v144 = getelementptr i8, ptr %r, i64 match_bits
  %v145 = load ptr, ptr %v144, align 8, !tbaa !7
  %v146 = call preserve_mostcc i64 %v145(i64 %v119, i64 8) #2
  br label %b131
b171:
  %v173 = load ptr, ptr %E
  %v174 = load ptr, ptr %H
  %v175 = load i64, ptr %N
  %v176 = load i64, ptr %X0
  %v177 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v173, ptr %v174, i64 %v175, i64 %v176, i64 %v177, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b200:
  %v208 = load i64, ptr %X0
  %v209 = getelementptr i8, ptr %r, i64 x0
  store i64 %v208, ptr %v209, align 8, !tbaa !7
  %v210 = load i64, ptr %X1
  %v211 = getelementptr i8, ptr %r, i64 x1
  store i64 %v210, ptr %v211, align 8, !tbaa !7
  %v212 = load i64, ptr %X2
  %v213 = getelementptr i8, ptr %r, i64 x2
  store i64 %v212, ptr %v213, align 8, !tbaa !7
  %v214 = getelementptr i64, ptr @T, i64 Pc(17)
  %v215 = load i64, ptr %v214, align 8, !tbaa !8, !invariant.load !11
  %v216 = getelementptr i8, ptr %r, i64 collect
  %v217 = load ptr, ptr %v216, align 8, !tbaa !7
  %v218 = load ptr, ptr %E
  %v219 = load ptr, ptr %H
  %v220 = load i64, ptr %N
  %v221 = call i64 %v217(ptr %r, ptr %v218, ptr %v219, i64 %v220, i64 %v215, i64 655363) #0
  %v222 = getelementptr i8, ptr %r, i64 stack
  %v223 = load ptr, ptr %v222, align 8, !tbaa !7
  store ptr %v223, ptr %E
  %v224 = getelementptr i8, ptr %r, i64 heap
  %v225 = load ptr, ptr %v224, align 8, !tbaa !7
  store ptr %v225, ptr %H
  %v226 = getelementptr i8, ptr %r, i64 reductions
  %v227 = load i64, ptr %v226, align 8, !tbaa !7
  store i64 %v227, ptr %N
  %v228 = getelementptr i8, ptr %r, i64 x0
  %v229 = load i64, ptr %v228, align 8, !tbaa !7
  store i64 %v229, ptr %X0
  %v230 = getelementptr i8, ptr %r, i64 x1
  %v231 = load i64, ptr %v230, align 8, !tbaa !7
  store i64 %v231, ptr %X1
  %v232 = getelementptr i8, ptr %r, i64 x2
  %v233 = load i64, ptr %v232, align 8, !tbaa !7
  store i64 %v233, ptr %X2
  br label %b199
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
}
