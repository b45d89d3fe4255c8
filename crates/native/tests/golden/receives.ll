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
  %v45 = icmp sgt i64 %v43, 0
  %v46 = and i1 %v44, %v45
  %v47 = sub nsw i64 %v43, 268435456
  %v48 = select i1 %v46, i64 %v47, i64 %v43
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
  %v119 = load i64, ptr %X0
  %v120 = getelementptr i64, ptr @T, i64 Atom(3)
  %v121 = load i64, ptr %v120, align 8, !tbaa !8, !invariant.load !11
  %v122 = icmp eq i64 %v119, %v121
  br i1 %v122, label %b123, label %i12
b123:
  %v124 = getelementptr i8, ptr %r, i64 take_message
  %v125 = load ptr, ptr %v124, align 8, !tbaa !7
  %v126 = load ptr, ptr %E
  %v127 = getelementptr i8, ptr %r, i64 stack
  store ptr %v126, ptr %v127, align 8, !tbaa !7
  %v128 = load ptr, ptr %H
  %v129 = call preserve_mostcc i64 %v125(ptr %r, ptr %v128) #0
  %v130 = getelementptr i8, ptr %r, i64 heap
  %v131 = load ptr, ptr %v130, align 8, !tbaa !7
  store ptr %v131, ptr %H
  %v132 = load i64, ptr %N
  %v133 = icmp eq i64 %v129, 1
  %v134 = icmp sgt i64 %v132, 0
  %v135 = and i1 %v133, %v134
  %v136 = sub nsw i64 %v132, 268435456
  %v137 = select i1 %v135, i64 %v136, i64 %v132
  store i64 %v137, ptr %N
  %v138 = getelementptr i64, ptr @T, i64 Atom(4)
  %v139 = load i64, ptr %v138, align 8, !tbaa !8, !invariant.load !11
  store i64 %v139, ptr %X0
  %v140 = load ptr, ptr %E
  %v141 = getelementptr i64, ptr %v140, i64 2
  store ptr %v141, ptr %E
  %v142 = load ptr, ptr %E
  %v143 = load ptr, ptr %v142, align 8, !tbaa !5
  %v144 = load ptr, ptr %E
  %v145 = load ptr, ptr %H
  %v146 = load i64, ptr %N
  %v147 = load i64, ptr %X0
  musttail call preserve_nonecc void %v143(ptr %r, ptr %v144, ptr %v145, i64 %v146, i64 %v147, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i14:
  %v148 = load ptr, ptr %E
  %v149 = getelementptr i64, ptr %v148, i64 0
  store i64 0, ptr %v149, align 8, !tbaa !5
  %v150 = getelementptr i64, ptr %v148, i64 1
  store i64 0, ptr %v150, align 8, !tbaa !5
  %v151 = getelementptr i8, ptr %r, i64 resume
  store i64 ptrtoint (ptr @r5 to i64), ptr %v151, align 8, !tbaa !7
  %v152 = getelementptr i64, ptr @T, i64 Pc(5)
  %v153 = load i64, ptr %v152, align 8, !tbaa !8, !invariant.load !11
  %v154 = load ptr, ptr %E
  %v155 = getelementptr i8, ptr %r, i64 stack
  store ptr %v154, ptr %v155, align 8, !tbaa !7
  %v156 = load ptr, ptr %H
  %v157 = getelementptr i8, ptr %r, i64 heap
  store ptr %v156, ptr %v157, align 8, !tbaa !7
  %v158 = load i64, ptr %N
  %v159 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v158, ptr %v159, align 8, !tbaa !7
  %v160 = getelementptr i8, ptr %r, i64 pc
  store i64 %v153, ptr %v160, align 8, !tbaa !7
  %v161 = getelementptr i8, ptr %r, i64 exit
  store i64 5, ptr %v161, align 8, !tbaa !7
  ret void
b62:
  %v90 = getelementptr i8, ptr %r, i64 resume
  store i64 ptrtoint (ptr @r5 to i64), ptr %v90, align 8, !tbaa !7
  %v91 = load ptr, ptr %E
  %v92 = getelementptr i64, ptr %v91, i64 0
  store i64 0, ptr %v92, align 8, !tbaa !5
  %v93 = getelementptr i64, ptr %v91, i64 1
  store i64 0, ptr %v93, align 8, !tbaa !5
  %v94 = getelementptr i64, ptr @T, i64 Pc(13)
  %v95 = load i64, ptr %v94, align 8, !tbaa !8, !invariant.load !11
  %v96 = getelementptr i64, ptr @T, i64 Pc(14)
  %v97 = load i64, ptr %v96, align 8, !tbaa !8, !invariant.load !11
  %v98 = getelementptr i8, ptr %r, i64 step
  %v99 = load ptr, ptr %v98, align 8, !tbaa !7
  %v100 = load ptr, ptr %E
  %v101 = load ptr, ptr %H
  %v102 = load i64, ptr %N
  %v103 = call i64 %v99(ptr %r, ptr %v100, ptr %v101, i64 %v102, i64 %v95, i64 %v97) #0
  %v104 = getelementptr i8, ptr %r, i64 stack
  %v105 = load ptr, ptr %v104, align 8, !tbaa !7
  store ptr %v105, ptr %E
  %v106 = getelementptr i8, ptr %r, i64 heap
  %v107 = load ptr, ptr %v106, align 8, !tbaa !7
  store ptr %v107, ptr %H
  %v108 = getelementptr i8, ptr %r, i64 reductions
  %v109 = load i64, ptr %v108, align 8, !tbaa !7
  store i64 %v109, ptr %N
  %v110 = getelementptr i64, ptr @T, i64 Pc(14)
  %v111 = load i64, ptr %v110, align 8, !tbaa !8
  %v114 = getelementptr i64, ptr @T, i64 Pc(5)
  %v115 = load i64, ptr %v114, align 8, !tbaa !8, !invariant.load !11
  %v116 = icmp eq i64 %v103, %v115
  br i1 %v116, label %b117, label %b118
b117:
  br label %i5
b118:
  ret void
}
