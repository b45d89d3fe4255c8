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
  %v45 = icmp sle i64 %v43, 0
  %v46 = select i1 %v45, i64 0, i64 268435456
  %v47 = select i1 %v44, i64 %v46, i64 0
  %v48 = sub nsw i64 %v43, %v47
  store i64 %v48, ptr %N
  %v49 = getelementptr i64, ptr @T, i64 Atom(4)
  %v50 = load i64, ptr %v49, align 8, !tbaa !8, !invariant.load !11
  store i64 %v50, ptr %X0
  %v51 = load ptr, ptr %E
  %v52 = getelementptr i64, ptr %v51, i64 2
  store ptr %v52, ptr %E
  %v53 = load ptr, ptr %E
  %v54 = load ptr, ptr %v53, align 8, !tbaa !5
  %v55 = load ptr, ptr %E
  %v56 = load ptr, ptr %H
  %v57 = load i64, ptr %N
  %v58 = load i64, ptr %X0
  musttail call preserve_nonecc void %v54(ptr %r, ptr %v55, ptr %v56, i64 %v57, i64 %v58, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i12:
  %v59 = load i64, ptr %N
  %v60 = sub nsw i64 %v59, 1
  %v61 = icmp slt i64 %v60, 1
  br i1 %v61, label %b62, label %b63, !prof !12
b63:
  store i64 %v60, ptr %N
  %v67 = getelementptr i8, ptr %r, i64 next_message+8
  %v68 = load ptr, ptr %v67, align 8, !tbaa !7
  %v69 = getelementptr i8, ptr %r, i64 next_message+16
  %v70 = load ptr, ptr %v69, align 8, !tbaa !7
  %v71 = getelementptr i8, ptr %v68, i64 16
  %v72 = icmp ult ptr %v71, %v70
  br i1 %v72, label %b73, label %b65, !prof !9
b73:
  %v75 = getelementptr i8, ptr %v71, i64 8
  %v76 = load ptr, ptr %v75
  %v77 = icmp eq ptr %v76, null
  br i1 %v77, label %b65, label %b74, !prof !12
b74:
  %v78 = getelementptr i8, ptr %r, i64 next_message+8
  store ptr %v71, ptr %v78, align 8, !tbaa !7
  %v79 = getelementptr i8, ptr %r, i64 next_message+24
  %v80 = load ptr, ptr %v79, align 8, !tbaa !7
  %v81 = load i64, ptr %v80
  %v82 = add i64 %v81, 1
  store i64 %v82, ptr %v80
  %v83 = getelementptr i8, ptr %v71, i64 0
  %v84 = load i64, ptr %v83
  store i64 %v84, ptr %X0
  br label %b66
b65:
  %v85 = getelementptr i8, ptr %r, i64 next_message
  %v86 = load ptr, ptr %v85, align 8, !tbaa !7
  %v87 = call preserve_mostcc i64 %v86(ptr %r) #0
  %v88 = icmp eq i64 %v87, 7
  br i1 %v88, label %i5, label %b89
b89:
  store i64 %v87, ptr %X0
  br label %b66
b66:
  br label %i7
i7:
  %v118 = load i64, ptr %X0
  %v119 = getelementptr i64, ptr @T, i64 Atom(3)
  %v120 = load i64, ptr %v119, align 8, !tbaa !8, !invariant.load !11
  %v121 = icmp eq i64 %v118, %v120
  br i1 %v121, label %b122, label %i12
b122:
  %v123 = getelementptr i8, ptr %r, i64 take_message
  %v124 = load ptr, ptr %v123, align 8, !tbaa !7
  %v125 = load ptr, ptr %E
  %v126 = getelementptr i8, ptr %r, i64 stack
  store ptr %v125, ptr %v126, align 8, !tbaa !7
  %v127 = load ptr, ptr %H
  %v128 = call preserve_mostcc i64 %v124(ptr %r, ptr %v127) #0
  %v129 = getelementptr i8, ptr %r, i64 heap
  %v130 = load ptr, ptr %v129, align 8, !tbaa !7
  store ptr %v130, ptr %H
  %v131 = load i64, ptr %N
  %v132 = icmp eq i64 %v128, 1
  %v133 = icmp sle i64 %v131, 0
  %v134 = select i1 %v133, i64 0, i64 268435456
  %v135 = select i1 %v132, i64 %v134, i64 0
  %v136 = sub nsw i64 %v131, %v135
  store i64 %v136, ptr %N
  %v137 = getelementptr i64, ptr @T, i64 Atom(4)
  %v138 = load i64, ptr %v137, align 8, !tbaa !8, !invariant.load !11
  store i64 %v138, ptr %X0
  %v139 = load ptr, ptr %E
  %v140 = getelementptr i64, ptr %v139, i64 2
  store ptr %v140, ptr %E
  %v141 = load ptr, ptr %E
  %v142 = load ptr, ptr %v141, align 8, !tbaa !5
  %v143 = load ptr, ptr %E
  %v144 = load ptr, ptr %H
  %v145 = load i64, ptr %N
  %v146 = load i64, ptr %X0
  musttail call preserve_nonecc void %v142(ptr %r, ptr %v143, ptr %v144, i64 %v145, i64 %v146, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i14:
  %v147 = load ptr, ptr %E
  %v148 = getelementptr i64, ptr %v147, i64 0
  store i64 0, ptr %v148, align 8, !tbaa !5
  %v149 = getelementptr i64, ptr %v147, i64 1
  store i64 0, ptr %v149, align 8, !tbaa !5
  %v150 = getelementptr i8, ptr %r, i64 resume
  store i64 ptrtoint (ptr @r5 to i64), ptr %v150, align 8, !tbaa !7
  %v151 = getelementptr i64, ptr @T, i64 Pc(5)
  %v152 = load i64, ptr %v151, align 8, !tbaa !8, !invariant.load !11
  %v153 = load ptr, ptr %E
  %v154 = getelementptr i8, ptr %r, i64 stack
  store ptr %v153, ptr %v154, align 8, !tbaa !7
  %v155 = load ptr, ptr %H
  %v156 = getelementptr i8, ptr %r, i64 heap
  store ptr %v155, ptr %v156, align 8, !tbaa !7
  %v157 = load i64, ptr %N
  %v158 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v157, ptr %v158, align 8, !tbaa !7
  %v159 = getelementptr i8, ptr %r, i64 pc
  store i64 %v152, ptr %v159, align 8, !tbaa !7
  %v160 = getelementptr i8, ptr %r, i64 exit
  store i64 5, ptr %v160, align 8, !tbaa !7
  ret void
b62:
  %v90 = load ptr, ptr %E
  %v91 = getelementptr i64, ptr %v90, i64 0
  store i64 0, ptr %v91, align 8, !tbaa !5
  %v92 = getelementptr i64, ptr %v90, i64 1
  store i64 0, ptr %v92, align 8, !tbaa !5
  %v93 = getelementptr i64, ptr @T, i64 Pc(13)
  %v94 = load i64, ptr %v93, align 8, !tbaa !8, !invariant.load !11
  %v95 = getelementptr i64, ptr @T, i64 Pc(14)
  %v96 = load i64, ptr %v95, align 8, !tbaa !8, !invariant.load !11
  %v97 = getelementptr i8, ptr %r, i64 step
  %v98 = load ptr, ptr %v97, align 8, !tbaa !7
  %v99 = load ptr, ptr %E
  %v100 = load ptr, ptr %H
  %v101 = load i64, ptr %N
  %v102 = call i64 %v98(ptr %r, ptr %v99, ptr %v100, i64 %v101, i64 %v94, i64 %v96) #0
  %v103 = getelementptr i8, ptr %r, i64 stack
  %v104 = load ptr, ptr %v103, align 8, !tbaa !7
  store ptr %v104, ptr %E
  %v105 = getelementptr i8, ptr %r, i64 heap
  %v106 = load ptr, ptr %v105, align 8, !tbaa !7
  store ptr %v106, ptr %H
  %v107 = getelementptr i8, ptr %r, i64 reductions
  %v108 = load i64, ptr %v107, align 8, !tbaa !7
  store i64 %v108, ptr %N
  %v109 = getelementptr i64, ptr @T, i64 Pc(14)
  %v110 = load i64, ptr %v109, align 8, !tbaa !8
  %v113 = getelementptr i64, ptr @T, i64 Pc(5)
  %v114 = load i64, ptr %v113, align 8, !tbaa !8, !invariant.load !11
  %v115 = icmp eq i64 %v102, %v114
  br i1 %v115, label %b116, label %b117
b116:
  br label %i5
b117:
  ret void
}
