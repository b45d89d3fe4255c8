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
  %v60 = getelementptr i8, ptr %r, i64 literals+8
  %v61 = load i64, ptr %v60, align 8, !tbaa !7
  %v62 = icmp uge i64 %v59, %v61
  br i1 %v62, label %b63, label %b33
b63:
  %v64 = inttoptr i64 %v56 to ptr
  %v65 = getelementptr i8, ptr %v64, i64 -3
  %v66 = load i64, ptr %v65, align 8, !tbaa !6
  %v67 = icmp eq i64 %v66, 831
  br i1 %v67, label %b68, label %b33
b68:
  %v69 = inttoptr i64 %v32 to ptr
  %v70 = getelementptr i8, ptr %v69, i64 13
  %v71 = load i64, ptr %v70, align 8, !tbaa !6
  %v72 = inttoptr i64 %v32 to ptr
  %v73 = getelementptr i8, ptr %v72, i64 21
  %v74 = load i64, ptr %v73, align 8, !tbaa !6
  %v75 = and i64 %v74, 15
  %v76 = icmp eq i64 %v75, 0
  br i1 %v76, label %b77, label %b33
b77:
  %v78 = add i64 %v71, %v74
  %v79 = lshr i64 %v78, 1
  %v80 = and i64 %v79, 7
  %v81 = inttoptr i64 %v56 to ptr
  %v82 = getelementptr i8, ptr %v81, i64 13
  %v83 = load i64, ptr %v82, align 8, !tbaa !6
  %v84 = inttoptr i64 %v83 to ptr
  %v85 = getelementptr i8, ptr %v84, i64 0
  %v86 = load i64, ptr %v85, align 8, !tbaa !6
  %v87 = icmp eq i64 %v86, 1
  br i1 %v87, label %b88, label %b33
b88:
  %v89 = getelementptr i8, ptr %v84, i64 8
  %v90 = load i64, ptr %v89, align 8, !tbaa !6
  %v91 = icmp eq i64 %v90, %v79
  br i1 %v91, label %b92, label %b33
b92:
  %v93 = getelementptr i8, ptr %v84, i64 16
  %v94 = load i64, ptr %v93, align 8, !tbaa !6
  %v95 = lshr i64 %v79, 3
  %v96 = add i64 %v95, 8
  %v97 = icmp ule i64 %v96, %v94
  br i1 %v97, label %b98, label %b33
b98:
  %v99 = add i64 %v79, 16
  store i64 %v99, ptr %v89, align 8, !tbaa !6
  %v100 = getelementptr i8, ptr %v84, i64 24
  %v101 = getelementptr i8, ptr %v100, i64 %v95
  %v102 = sub i64 64, 16
  %v103 = shl i64 %v42, %v102
  %v104 = load i8, ptr %v101, align 1, !tbaa !6
  %v105 = zext i8 %v104 to i64
  %v106 = shl i64 %v105, 56
  %v107 = lshr i64 -1, %v80
  %v108 = xor i64 %v107, -1
  %v109 = and i64 %v106, %v108
  %v110 = lshr i64 %v103, %v80
  %v111 = or i64 %v110, %v109
  %v112 = call i64 @llvm.bswap.i64(i64 %v111)
  store i64 %v112, ptr %v101, align 1, !tbaa !6
  %v113 = shl i64 16, 1
  %v114 = add i64 %v74, %v113
  %v115 = load ptr, ptr %H
  %v116 = getelementptr i64, ptr %v115, i64 0
  store i64 839, ptr %v116, align 8, !tbaa !6
  %v117 = load ptr, ptr %H
  %v118 = getelementptr i64, ptr %v117, i64 1
  store i64 %v56, ptr %v118, align 8, !tbaa !6
  %v119 = load ptr, ptr %H
  %v120 = getelementptr i64, ptr %v119, i64 2
  store i64 %v71, ptr %v120, align 8, !tbaa !6
  %v121 = load ptr, ptr %H
  %v122 = getelementptr i64, ptr %v121, i64 3
  store i64 %v114, ptr %v122, align 8, !tbaa !6
  %v123 = load ptr, ptr %H
  %v124 = getelementptr i64, ptr %v123, i64 4
  store ptr %v124, ptr %H
  %v125 = ptrtoint ptr %v123 to i64
  %v126 = or disjoint i64 %v125, 3
  br label %b127
b127:
  br label %b34
b33:
  %v128 = getelementptr i8, ptr %r, i64 append
  %v129 = load ptr, ptr %v128, align 8, !tbaa !7
  %v130 = load ptr, ptr %E
  %v131 = getelementptr i8, ptr %r, i64 stack
  store ptr %v130, ptr %v131, align 8, !tbaa !7
  %v132 = load ptr, ptr %H
  %v133 = call preserve_mostcc i64 %v129(ptr %r, ptr %v132, i64 %v32, i64 %v42, i64 16, i64 8) #0
  %v134 = getelementptr i8, ptr %r, i64 heap
  %v135 = load ptr, ptr %v134, align 8, !tbaa !7
  store ptr %v135, ptr %H
  %v136 = icmp eq i64 %v133, 7
  br i1 %v136, label %b1, label %b137, !prof !12
b137:
  br label %b138
b138:
  br label %b34
b34:
  %v139 = phi i64 [ %v126, %b127 ], [ %v133, %b138 ]
  store i64 %v139, ptr %X0
  br label %b2
b2:
  %v167 = load ptr, ptr %E
  %v168 = load ptr, ptr %v167, align 8, !tbaa !5
  %v169 = load ptr, ptr %E
  %v170 = load ptr, ptr %H
  %v171 = load i64, ptr %N
  %v172 = load i64, ptr %X0
  musttail call preserve_nonecc void %v168(ptr %r, ptr %v169, ptr %v170, i64 %v171, i64 %v172, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
  %v140 = load i64, ptr %X0
  %v141 = getelementptr i8, ptr %r, i64 x0
  store i64 %v140, ptr %v141, align 8, !tbaa !7
  %v142 = load i64, ptr %X1
  %v143 = getelementptr i8, ptr %r, i64 x1
  store i64 %v142, ptr %v143, align 8, !tbaa !7
  %v144 = getelementptr i64, ptr @T, i64 Pc(4)
  %v145 = load i64, ptr %v144, align 8, !tbaa !8, !invariant.load !11
  %v146 = getelementptr i64, ptr @T, i64 Pc(5)
  %v147 = load i64, ptr %v146, align 8, !tbaa !8, !invariant.load !11
  %v148 = getelementptr i8, ptr %r, i64 step
  %v149 = load ptr, ptr %v148, align 8, !tbaa !7
  %v150 = load ptr, ptr %E
  %v151 = load ptr, ptr %H
  %v152 = load i64, ptr %N
  %v153 = call i64 %v149(ptr %r, ptr %v150, ptr %v151, i64 %v152, i64 %v145, i64 %v147) #0
  %v154 = getelementptr i8, ptr %r, i64 stack
  %v155 = load ptr, ptr %v154, align 8, !tbaa !7
  store ptr %v155, ptr %E
  %v156 = getelementptr i8, ptr %r, i64 heap
  %v157 = load ptr, ptr %v156, align 8, !tbaa !7
  store ptr %v157, ptr %H
  %v158 = getelementptr i8, ptr %r, i64 reductions
  %v159 = load i64, ptr %v158, align 8, !tbaa !7
  store i64 %v159, ptr %N
  %v160 = getelementptr i8, ptr %r, i64 x0
  %v161 = load i64, ptr %v160, align 8, !tbaa !7
  store i64 %v161, ptr %X0
  %v162 = getelementptr i64, ptr @T, i64 Pc(5)
  %v163 = load i64, ptr %v162, align 8, !tbaa !8
  %v166 = icmp eq i64 %v153, %v163
  br i1 %v166, label %b164, label %b165, !prof !9
b165:
  ret void
b164:
  br label %b2
}
