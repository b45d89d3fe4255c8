; A message that is waited for.

; loop/0
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
  br label %i3
i3:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %H
  %v3 = getelementptr i64, ptr %v1, i64 -2
  %v4 = icmp ult ptr %v3, %v2
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  %v29 = load ptr, ptr %E
  %v30 = getelementptr i64, ptr %v29, i64 -2
  store ptr %v30, ptr %E
  br label %b7
b7:
  br label %j5
b5:
  %v8 = getelementptr i64, ptr @T, i64 Pc(4)
  %v9 = load i64, ptr %v8, align 8, !tbaa !8, !invariant.load !11
  %v10 = getelementptr i64, ptr @T, i64 Pc(5)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = getelementptr i8, ptr %r, i64 step
  %v13 = load ptr, ptr %v12, align 8, !tbaa !7
  %v14 = load ptr, ptr %E
  %v15 = load ptr, ptr %H
  %v16 = load i64, ptr %N
  %v17 = call i64 %v13(ptr %r, ptr %v14, ptr %v15, i64 %v16, i64 %v9, i64 %v11) #0
  %v18 = getelementptr i8, ptr %r, i64 stack
  %v19 = load ptr, ptr %v18, align 8, !tbaa !7
  store ptr %v19, ptr %E
  %v20 = getelementptr i8, ptr %r, i64 heap
  %v21 = load ptr, ptr %v20, align 8, !tbaa !7
  store ptr %v21, ptr %H
  %v22 = getelementptr i8, ptr %r, i64 reductions
  %v23 = load i64, ptr %v22, align 8, !tbaa !7
  store i64 %v23, ptr %N
  %v24 = getelementptr i64, ptr @T, i64 Pc(5)
  %v25 = load i64, ptr %v24, align 8, !tbaa !8
  %v28 = icmp eq i64 %v17, %v25
  br i1 %v28, label %b26, label %b27, !prof !9
b27:
  ret void
b26:
  br label %b7
j5:
  %v31 = load ptr, ptr %E
  %v32 = load ptr, ptr %H
  %v33 = load i64, ptr %N
  musttail call preserve_nonecc void @r5(ptr %r, ptr %v31, ptr %v32, i64 %v33, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; loop/0
define hidden preserve_nonecc void @r5(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %n0, ptr %N
  br label %i5
i5:
  %v1 = getelementptr i8, ptr %r, i64 message
  %v2 = load ptr, ptr %v1, align 8, !tbaa !7
  %v3 = call preserve_mostcc i64 %v2(ptr %r) #0
  %v4 = icmp eq i64 %v3, 7
  br i1 %v4, label %b5, label %b7
b5:
  %v9 = load ptr, ptr %E
  %v10 = getelementptr i64, ptr %v9, i64 0
  store i64 0, ptr %v10, align 8, !tbaa !5
  %v11 = getelementptr i64, ptr %v9, i64 1
  store i64 0, ptr %v11, align 8, !tbaa !5
  %v12 = getelementptr i64, ptr @T, i64 Pc(6)
  %v13 = load i64, ptr %v12, align 8, !tbaa !8, !invariant.load !11
  %v14 = getelementptr i8, ptr %r, i64 arrived
  %v15 = load ptr, ptr %v14, align 8, !tbaa !7
  %v16 = load ptr, ptr %E
  %v17 = load ptr, ptr %H
  %v18 = load i64, ptr %N
  %v19 = call i64 %v15(ptr %r, ptr %v16, ptr %v17, i64 %v18, i64 %v13) #0
  %v20 = icmp eq i64 %v19, 7
  br i1 %v20, label %b21, label %b22, !prof !12
b21:
  ret void
b22:
  %v23 = getelementptr i8, ptr %r, i64 stack
  %v24 = load ptr, ptr %v23, align 8, !tbaa !7
  store ptr %v24, ptr %E
  %v25 = getelementptr i8, ptr %r, i64 heap
  %v26 = load ptr, ptr %v25, align 8, !tbaa !7
  store ptr %v26, ptr %H
  %v27 = getelementptr i8, ptr %r, i64 reductions
  %v28 = load i64, ptr %v27, align 8, !tbaa !7
  store i64 %v28, ptr %N
  %v29 = icmp eq i64 %v19, 23
  br i1 %v29, label %i14, label %b6
b6:
  store i64 %v19, ptr %X0
  br label %b8
b7:
  store i64 %v3, ptr %X0
  br label %b8
b8:
  %v30 = load i64, ptr %X0
  %v31 = getelementptr i64, ptr @T, i64 Atom(3)
  %v32 = load i64, ptr %v31, align 8, !tbaa !8, !invariant.load !11
  %v33 = icmp eq i64 %v30, %v32
  br i1 %v33, label %b34, label %i12
b34:
  %v35 = getelementptr i8, ptr %r, i64 take_message
  %v36 = load ptr, ptr %v35, align 8, !tbaa !7
  %v37 = load ptr, ptr %E
  %v38 = getelementptr i8, ptr %r, i64 stack
  store ptr %v37, ptr %v38, align 8, !tbaa !7
  %v39 = load ptr, ptr %H
  %v40 = call preserve_mostcc i64 %v36(ptr %r, ptr %v39) #0
  %v41 = getelementptr i8, ptr %r, i64 heap
  %v42 = load ptr, ptr %v41, align 8, !tbaa !7
  store ptr %v42, ptr %H
  %v43 = load i64, ptr %N
  %v44 = icmp eq i64 %v40, 1
  %v45 = select i1 %v44, i64 0, i64 %v43
  store i64 %v45, ptr %N
  %v46 = getelementptr i64, ptr @T, i64 Atom(4)
  %v47 = load i64, ptr %v46, align 8, !tbaa !8, !invariant.load !11
  store i64 %v47, ptr %X0
  %v48 = load ptr, ptr %E
  %v49 = getelementptr i64, ptr %v48, i64 2
  store ptr %v49, ptr %E
  %v50 = load ptr, ptr %E
  %v51 = load ptr, ptr %v50, align 8, !tbaa !5
  %v52 = load ptr, ptr %E
  %v53 = load ptr, ptr %H
  %v54 = load i64, ptr %N
  %v55 = load i64, ptr %X0
  musttail call preserve_nonecc void %v51(ptr %r, ptr %v52, ptr %v53, i64 %v54, i64 %v55, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i12:
  %v56 = load i64, ptr %N
  %v57 = sub nsw i64 %v56, 1
  %v58 = icmp slt i64 %v57, 1
  br i1 %v58, label %b59, label %b60, !prof !12
b60:
  store i64 %v57, ptr %N
  %v64 = getelementptr i8, ptr %r, i64 next_message+8
  %v65 = load ptr, ptr %v64, align 8, !tbaa !7
  %v66 = getelementptr i8, ptr %r, i64 next_message+16
  %v67 = load ptr, ptr %v66, align 8, !tbaa !7
  %v68 = getelementptr i8, ptr %v65, i64 16
  %v69 = icmp ult ptr %v68, %v67
  br i1 %v69, label %b70, label %b62, !prof !9
b70:
  %v72 = getelementptr i8, ptr %v68, i64 8
  %v73 = load ptr, ptr %v72
  %v74 = icmp eq ptr %v73, null
  br i1 %v74, label %b62, label %b71, !prof !12
b71:
  %v75 = getelementptr i8, ptr %r, i64 next_message+8
  store ptr %v68, ptr %v75, align 8, !tbaa !7
  %v76 = getelementptr i8, ptr %r, i64 next_message+24
  %v77 = load ptr, ptr %v76, align 8, !tbaa !7
  %v78 = load i64, ptr %v77
  %v79 = add i64 %v78, 1
  store i64 %v79, ptr %v77
  %v80 = getelementptr i8, ptr %v68, i64 0
  %v81 = load i64, ptr %v80
  store i64 %v81, ptr %X0
  br label %b63
b62:
  %v82 = getelementptr i8, ptr %r, i64 next_message
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  %v84 = call preserve_mostcc i64 %v83(ptr %r) #0
  %v85 = icmp eq i64 %v84, 7
  br i1 %v85, label %i5, label %b86
b86:
  store i64 %v84, ptr %X0
  br label %b63
b63:
  br label %i7
i7:
  %v115 = load i64, ptr %X0
  %v116 = getelementptr i64, ptr @T, i64 Atom(3)
  %v117 = load i64, ptr %v116, align 8, !tbaa !8, !invariant.load !11
  %v118 = icmp eq i64 %v115, %v117
  br i1 %v118, label %b119, label %i12
b119:
  %v120 = getelementptr i8, ptr %r, i64 take_message
  %v121 = load ptr, ptr %v120, align 8, !tbaa !7
  %v122 = load ptr, ptr %E
  %v123 = getelementptr i8, ptr %r, i64 stack
  store ptr %v122, ptr %v123, align 8, !tbaa !7
  %v124 = load ptr, ptr %H
  %v125 = call preserve_mostcc i64 %v121(ptr %r, ptr %v124) #0
  %v126 = getelementptr i8, ptr %r, i64 heap
  %v127 = load ptr, ptr %v126, align 8, !tbaa !7
  store ptr %v127, ptr %H
  %v128 = load i64, ptr %N
  %v129 = icmp eq i64 %v125, 1
  %v130 = select i1 %v129, i64 0, i64 %v128
  store i64 %v130, ptr %N
  %v131 = getelementptr i64, ptr @T, i64 Atom(4)
  %v132 = load i64, ptr %v131, align 8, !tbaa !8, !invariant.load !11
  store i64 %v132, ptr %X0
  %v133 = load ptr, ptr %E
  %v134 = getelementptr i64, ptr %v133, i64 2
  store ptr %v134, ptr %E
  %v135 = load ptr, ptr %E
  %v136 = load ptr, ptr %v135, align 8, !tbaa !5
  %v137 = load ptr, ptr %E
  %v138 = load ptr, ptr %H
  %v139 = load i64, ptr %N
  %v140 = load i64, ptr %X0
  musttail call preserve_nonecc void %v136(ptr %r, ptr %v137, ptr %v138, i64 %v139, i64 %v140, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i14:
  %v141 = load ptr, ptr %E
  %v142 = getelementptr i64, ptr %v141, i64 0
  store i64 0, ptr %v142, align 8, !tbaa !5
  %v143 = getelementptr i64, ptr %v141, i64 1
  store i64 0, ptr %v143, align 8, !tbaa !5
  %v144 = getelementptr i8, ptr %r, i64 resume
  store i64 ptrtoint (ptr @r5 to i64), ptr %v144, align 8, !tbaa !7
  %v145 = getelementptr i64, ptr @T, i64 Pc(5)
  %v146 = load i64, ptr %v145, align 8, !tbaa !8, !invariant.load !11
  %v147 = load ptr, ptr %E
  %v148 = getelementptr i8, ptr %r, i64 stack
  store ptr %v147, ptr %v148, align 8, !tbaa !7
  %v149 = load ptr, ptr %H
  %v150 = getelementptr i8, ptr %r, i64 heap
  store ptr %v149, ptr %v150, align 8, !tbaa !7
  %v151 = load i64, ptr %N
  %v152 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v151, ptr %v152, align 8, !tbaa !7
  %v153 = getelementptr i8, ptr %r, i64 pc
  store i64 %v146, ptr %v153, align 8, !tbaa !7
  %v154 = getelementptr i8, ptr %r, i64 exit
  store i64 5, ptr %v154, align 8, !tbaa !7
  ret void
b59:
  %v87 = load ptr, ptr %E
  %v88 = getelementptr i64, ptr %v87, i64 0
  store i64 0, ptr %v88, align 8, !tbaa !5
  %v89 = getelementptr i64, ptr %v87, i64 1
  store i64 0, ptr %v89, align 8, !tbaa !5
  %v90 = getelementptr i64, ptr @T, i64 Pc(13)
  %v91 = load i64, ptr %v90, align 8, !tbaa !8, !invariant.load !11
  %v92 = getelementptr i64, ptr @T, i64 Pc(14)
  %v93 = load i64, ptr %v92, align 8, !tbaa !8, !invariant.load !11
  %v94 = getelementptr i8, ptr %r, i64 step
  %v95 = load ptr, ptr %v94, align 8, !tbaa !7
  %v96 = load ptr, ptr %E
  %v97 = load ptr, ptr %H
  %v98 = load i64, ptr %N
  %v99 = call i64 %v95(ptr %r, ptr %v96, ptr %v97, i64 %v98, i64 %v91, i64 %v93) #0
  %v100 = getelementptr i8, ptr %r, i64 stack
  %v101 = load ptr, ptr %v100, align 8, !tbaa !7
  store ptr %v101, ptr %E
  %v102 = getelementptr i8, ptr %r, i64 heap
  %v103 = load ptr, ptr %v102, align 8, !tbaa !7
  store ptr %v103, ptr %H
  %v104 = getelementptr i8, ptr %r, i64 reductions
  %v105 = load i64, ptr %v104, align 8, !tbaa !7
  store i64 %v105, ptr %N
  %v106 = getelementptr i64, ptr @T, i64 Pc(14)
  %v107 = load i64, ptr %v106, align 8, !tbaa !8
  %v110 = getelementptr i64, ptr @T, i64 Pc(5)
  %v111 = load i64, ptr %v110, align 8, !tbaa !8, !invariant.load !11
  %v112 = icmp eq i64 %v99, %v111
  br i1 %v112, label %b113, label %b114
b113:
  br label %i5
b114:
  ret void
}
