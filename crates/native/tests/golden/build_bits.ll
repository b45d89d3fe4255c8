; A binary that grows at its end.

; add/2
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
  br label %b3
b3:
  %v5 = load ptr, ptr %E
  %v6 = load ptr, ptr %H
  %v7 = getelementptr i64, ptr %v6, i64 16
  %v8 = icmp ugt ptr %v7, %v5
  br i1 %v8, label %b4, label %b9, !prof !12
b9:
  %v32 = load i64, ptr %X0
  %v35 = load i64, ptr %X1
  %v36 = and i64 %v35, 1
  %v37 = icmp ne i64 %v36, 0
  br i1 %v37, label %b1, label %b38, !prof !12
b38:
  %v39 = ashr i64 %v35, 1
  %v40 = and i64 %v39, 65535
  %v41 = shl i64 0, 16
  %v42 = or i64 %v41, %v40
  %v43 = and i64 %v32, 7
  %v44 = icmp eq i64 %v43, 3
  br label %b45
b45:
  br i1 %v44, label %b46, label %b47, !prof !9
b46:
  %v48 = inttoptr i64 %v32 to ptr
  %v49 = getelementptr i8, ptr %v48, i64 -3
  %v50 = load i64, ptr %v49, align 8, !tbaa !6
  br label %b47
b47:
  %v51 = phi i64 [ 0, %b45 ], [ %v50, %b46 ]
  %v52 = icmp eq i64 %v51, 839
  br i1 %v52, label %b53, label %b33
b53:
  %v54 = inttoptr i64 %v32 to ptr
  %v55 = getelementptr i8, ptr %v54, i64 5
  %v56 = load i64, ptr %v55, align 8, !tbaa !6
  %v57 = getelementptr i8, ptr %r, i64 literals
  %v58 = load i64, ptr %v57, align 8, !tbaa !7
  %v59 = sub i64 %v56, %v58
  %v60 = icmp uge i64 %v59, 34359738368
  br i1 %v60, label %b61, label %b33
b61:
  %v62 = inttoptr i64 %v56 to ptr
  %v63 = getelementptr i8, ptr %v62, i64 -3
  %v64 = load i64, ptr %v63, align 8, !tbaa !6
  %v65 = icmp eq i64 %v64, 831
  br i1 %v65, label %b66, label %b33
b66:
  %v67 = inttoptr i64 %v32 to ptr
  %v68 = getelementptr i8, ptr %v67, i64 13
  %v69 = load i64, ptr %v68, align 8, !tbaa !6
  %v70 = inttoptr i64 %v32 to ptr
  %v71 = getelementptr i8, ptr %v70, i64 21
  %v72 = load i64, ptr %v71, align 8, !tbaa !6
  %v73 = and i64 %v72, 15
  %v74 = icmp eq i64 %v73, 0
  br i1 %v74, label %b75, label %b33
b75:
  %v76 = add i64 %v69, %v72
  %v77 = lshr i64 %v76, 1
  %v78 = and i64 %v77, 7
  %v79 = inttoptr i64 %v56 to ptr
  %v80 = getelementptr i8, ptr %v79, i64 13
  %v81 = load i64, ptr %v80, align 8, !tbaa !6
  %v82 = inttoptr i64 %v81 to ptr
  %v83 = getelementptr i8, ptr %v82, i64 0
  %v84 = load i64, ptr %v83, align 8, !tbaa !6
  %v85 = icmp eq i64 %v84, 1
  br i1 %v85, label %b86, label %b33
b86:
  %v87 = getelementptr i8, ptr %v82, i64 8
  %v88 = load i64, ptr %v87, align 8, !tbaa !6
  %v89 = icmp eq i64 %v88, %v77
  br i1 %v89, label %b90, label %b33
b90:
  %v91 = getelementptr i8, ptr %v82, i64 16
  %v92 = load i64, ptr %v91, align 8, !tbaa !6
  %v93 = lshr i64 %v77, 3
  %v94 = add i64 %v93, 8
  %v95 = icmp ule i64 %v94, %v92
  br i1 %v95, label %b96, label %b33
b96:
  %v97 = add i64 %v77, 16
  store i64 %v97, ptr %v87, align 8, !tbaa !6
  %v98 = getelementptr i8, ptr %v82, i64 24
  %v99 = getelementptr i8, ptr %v98, i64 %v93
  %v100 = sub i64 64, 16
  %v101 = shl i64 %v42, %v100
  %v102 = load i8, ptr %v99, align 1, !tbaa !6
  %v103 = zext i8 %v102 to i64
  %v104 = shl i64 %v103, 56
  %v105 = lshr i64 -1, %v78
  %v106 = xor i64 %v105, -1
  %v107 = and i64 %v104, %v106
  %v108 = lshr i64 %v101, %v78
  %v109 = or i64 %v108, %v107
  %v110 = call i64 @llvm.bswap.i64(i64 %v109)
  store i64 %v110, ptr %v99, align 1, !tbaa !6
  %v111 = shl i64 16, 1
  %v112 = add i64 %v72, %v111
  %v113 = load ptr, ptr %H
  %v114 = getelementptr i64, ptr %v113, i64 0
  store i64 839, ptr %v114, align 8, !tbaa !6
  %v115 = load ptr, ptr %H
  %v116 = getelementptr i64, ptr %v115, i64 1
  store i64 %v56, ptr %v116, align 8, !tbaa !6
  %v117 = load ptr, ptr %H
  %v118 = getelementptr i64, ptr %v117, i64 2
  store i64 %v69, ptr %v118, align 8, !tbaa !6
  %v119 = load ptr, ptr %H
  %v120 = getelementptr i64, ptr %v119, i64 3
  store i64 %v112, ptr %v120, align 8, !tbaa !6
  %v121 = load ptr, ptr %H
  %v122 = getelementptr i64, ptr %v121, i64 4
  store ptr %v122, ptr %H
  %v123 = ptrtoint ptr %v121 to i64
  %v124 = or disjoint i64 %v123, 3
  br label %b125
b125:
  br label %b34
b33:
  %v126 = getelementptr i8, ptr %r, i64 append
  %v127 = load ptr, ptr %v126, align 8, !tbaa !7
  %v128 = load ptr, ptr %E
  %v129 = getelementptr i8, ptr %r, i64 stack
  store ptr %v128, ptr %v129, align 8, !tbaa !7
  %v130 = load ptr, ptr %H
  %v131 = call preserve_mostcc i64 %v127(ptr %r, ptr %v130, i64 %v32, i64 %v42, i64 16, i64 8) #0
  %v132 = getelementptr i8, ptr %r, i64 heap
  %v133 = load ptr, ptr %v132, align 8, !tbaa !7
  store ptr %v133, ptr %H
  %v134 = icmp eq i64 %v131, 7
  br i1 %v134, label %b1, label %b135, !prof !12
b135:
  br label %b136
b136:
  br label %b34
b34:
  %v137 = phi i64 [ %v124, %b125 ], [ %v131, %b136 ]
  store i64 %v137, ptr %X0
  br label %b2
b2:
  %v165 = load ptr, ptr %E
  %v166 = load ptr, ptr %v165, align 8, !tbaa !5
  %v167 = load ptr, ptr %E
  %v168 = load ptr, ptr %H
  %v169 = load i64, ptr %N
  %v170 = load i64, ptr %X0
  musttail call preserve_nonecc void %v166(ptr %r, ptr %v167, ptr %v168, i64 %v169, i64 %v170, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b4:
  %v10 = load i64, ptr %X0
  %v11 = getelementptr i8, ptr %r, i64 x0
  store i64 %v10, ptr %v11, align 8, !tbaa !7
  %v12 = load i64, ptr %X1
  %v13 = getelementptr i8, ptr %r, i64 x1
  store i64 %v12, ptr %v13, align 8, !tbaa !7
  %v14 = getelementptr i64, ptr @T, i64 Pc(4)
  %v15 = load i64, ptr %v14, align 8, !tbaa !8, !invariant.load !11
  %v16 = getelementptr i8, ptr %r, i64 collect
  %v17 = load ptr, ptr %v16, align 8, !tbaa !7
  %v18 = load ptr, ptr %E
  %v19 = load ptr, ptr %H
  %v20 = load i64, ptr %N
  %v21 = call i64 %v17(ptr %r, ptr %v18, ptr %v19, i64 %v20, i64 %v15, i64 1048578) #0
  %v22 = getelementptr i8, ptr %r, i64 stack
  %v23 = load ptr, ptr %v22, align 8, !tbaa !7
  store ptr %v23, ptr %E
  %v24 = getelementptr i8, ptr %r, i64 heap
  %v25 = load ptr, ptr %v24, align 8, !tbaa !7
  store ptr %v25, ptr %H
  %v26 = getelementptr i8, ptr %r, i64 reductions
  %v27 = load i64, ptr %v26, align 8, !tbaa !7
  store i64 %v27, ptr %N
  %v28 = getelementptr i8, ptr %r, i64 x0
  %v29 = load i64, ptr %v28, align 8, !tbaa !7
  store i64 %v29, ptr %X0
  %v30 = getelementptr i8, ptr %r, i64 x1
  %v31 = load i64, ptr %v30, align 8, !tbaa !7
  store i64 %v31, ptr %X1
  br label %b3
b1:
  %v138 = load i64, ptr %X0
  %v139 = getelementptr i8, ptr %r, i64 x0
  store i64 %v138, ptr %v139, align 8, !tbaa !7
  %v140 = load i64, ptr %X1
  %v141 = getelementptr i8, ptr %r, i64 x1
  store i64 %v140, ptr %v141, align 8, !tbaa !7
  %v142 = getelementptr i64, ptr @T, i64 Pc(4)
  %v143 = load i64, ptr %v142, align 8, !tbaa !8, !invariant.load !11
  %v144 = getelementptr i64, ptr @T, i64 Pc(5)
  %v145 = load i64, ptr %v144, align 8, !tbaa !8, !invariant.load !11
  %v146 = getelementptr i8, ptr %r, i64 step
  %v147 = load ptr, ptr %v146, align 8, !tbaa !7
  %v148 = load ptr, ptr %E
  %v149 = load ptr, ptr %H
  %v150 = load i64, ptr %N
  %v151 = call i64 %v147(ptr %r, ptr %v148, ptr %v149, i64 %v150, i64 %v143, i64 %v145) #0
  %v152 = getelementptr i8, ptr %r, i64 stack
  %v153 = load ptr, ptr %v152, align 8, !tbaa !7
  store ptr %v153, ptr %E
  %v154 = getelementptr i8, ptr %r, i64 heap
  %v155 = load ptr, ptr %v154, align 8, !tbaa !7
  store ptr %v155, ptr %H
  %v156 = getelementptr i8, ptr %r, i64 reductions
  %v157 = load i64, ptr %v156, align 8, !tbaa !7
  store i64 %v157, ptr %N
  %v158 = getelementptr i8, ptr %r, i64 x0
  %v159 = load i64, ptr %v158, align 8, !tbaa !7
  store i64 %v159, ptr %X0
  %v160 = getelementptr i64, ptr @T, i64 Pc(5)
  %v161 = load i64, ptr %v160, align 8, !tbaa !8
  %v164 = icmp eq i64 %v151, %v161
  br i1 %v164, label %b162, label %b163, !prof !9
b163:
  ret void
b162:
  br label %b2
}
