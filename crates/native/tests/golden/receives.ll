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
  %v3 = ptrtoint ptr %v1 to i64
  %v4 = ptrtoint ptr %v2 to i64
  %v5 = sub i64 %v3, %v4
  %v6 = icmp ult i64 %v5, 16
  br i1 %v6, label %b7, label %b8, !prof !12
b8:
  %v31 = load ptr, ptr %E
  %v32 = getelementptr i64, ptr %v31, i64 -2
  store ptr %v32, ptr %E
  br label %b9
b9:
  br label %j5
b7:
  %v10 = getelementptr i64, ptr @T, i64 Pc(4)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = getelementptr i64, ptr @T, i64 Pc(5)
  %v13 = load i64, ptr %v12, align 8, !tbaa !8, !invariant.load !11
  %v14 = getelementptr i8, ptr %r, i64 step
  %v15 = load ptr, ptr %v14, align 8, !tbaa !7
  %v16 = load ptr, ptr %E
  %v17 = load ptr, ptr %H
  %v18 = load i64, ptr %N
  %v19 = call i64 %v15(ptr %r, ptr %v16, ptr %v17, i64 %v18, i64 %v11, i64 %v13) #0
  %v20 = getelementptr i8, ptr %r, i64 stack
  %v21 = load ptr, ptr %v20, align 8, !tbaa !7
  store ptr %v21, ptr %E
  %v22 = getelementptr i8, ptr %r, i64 heap
  %v23 = load ptr, ptr %v22, align 8, !tbaa !7
  store ptr %v23, ptr %H
  %v24 = getelementptr i8, ptr %r, i64 reductions
  %v25 = load i64, ptr %v24, align 8, !tbaa !7
  store i64 %v25, ptr %N
  %v26 = getelementptr i64, ptr @T, i64 Pc(5)
  %v27 = load i64, ptr %v26, align 8, !tbaa !8
  %v30 = icmp eq i64 %v19, %v27
  br i1 %v30, label %b28, label %b29, !prof !9
b29:
  ret void
b28:
  br label %b9
j5:
  %v33 = load ptr, ptr %E
  %v34 = load ptr, ptr %H
  %v35 = load i64, ptr %N
  musttail call preserve_nonecc void @r5(ptr %r, ptr %v33, ptr %v34, i64 %v35, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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
  %v62 = getelementptr i8, ptr %r, i64 next_message
  %v63 = load ptr, ptr %v62, align 8, !tbaa !7
  %v64 = call preserve_mostcc i64 %v63(ptr %r) #0
  store i64 %v57, ptr %N
  %v65 = icmp eq i64 %v64, 7
  br i1 %v65, label %i5, label %b66
b66:
  store i64 %v64, ptr %X0
  br label %i7
i7:
  %v94 = load i64, ptr %X0
  %v95 = getelementptr i64, ptr @T, i64 Atom(3)
  %v96 = load i64, ptr %v95, align 8, !tbaa !8, !invariant.load !11
  %v97 = icmp eq i64 %v94, %v96
  br i1 %v97, label %b98, label %i12
b98:
  %v99 = getelementptr i8, ptr %r, i64 take_message
  %v100 = load ptr, ptr %v99, align 8, !tbaa !7
  %v101 = load ptr, ptr %E
  %v102 = getelementptr i8, ptr %r, i64 stack
  store ptr %v101, ptr %v102, align 8, !tbaa !7
  %v103 = load ptr, ptr %H
  %v104 = call preserve_mostcc i64 %v100(ptr %r, ptr %v103) #0
  %v105 = getelementptr i8, ptr %r, i64 heap
  %v106 = load ptr, ptr %v105, align 8, !tbaa !7
  store ptr %v106, ptr %H
  %v107 = load i64, ptr %N
  %v108 = icmp eq i64 %v104, 1
  %v109 = select i1 %v108, i64 0, i64 %v107
  store i64 %v109, ptr %N
  %v110 = getelementptr i64, ptr @T, i64 Atom(4)
  %v111 = load i64, ptr %v110, align 8, !tbaa !8, !invariant.load !11
  store i64 %v111, ptr %X0
  %v112 = load ptr, ptr %E
  %v113 = getelementptr i64, ptr %v112, i64 2
  store ptr %v113, ptr %E
  %v114 = load ptr, ptr %E
  %v115 = load ptr, ptr %v114, align 8, !tbaa !5
  %v116 = load ptr, ptr %E
  %v117 = load ptr, ptr %H
  %v118 = load i64, ptr %N
  %v119 = load i64, ptr %X0
  musttail call preserve_nonecc void %v115(ptr %r, ptr %v116, ptr %v117, i64 %v118, i64 %v119, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i14:
  %v120 = load ptr, ptr %E
  %v121 = getelementptr i64, ptr %v120, i64 0
  store i64 0, ptr %v121, align 8, !tbaa !5
  %v122 = getelementptr i64, ptr %v120, i64 1
  store i64 0, ptr %v122, align 8, !tbaa !5
  %v123 = getelementptr i8, ptr %r, i64 resume
  store i64 ptrtoint (ptr @r5 to i64), ptr %v123, align 8, !tbaa !7
  %v124 = getelementptr i64, ptr @T, i64 Pc(5)
  %v125 = load i64, ptr %v124, align 8, !tbaa !8, !invariant.load !11
  %v126 = load ptr, ptr %E
  %v127 = getelementptr i8, ptr %r, i64 stack
  store ptr %v126, ptr %v127, align 8, !tbaa !7
  %v128 = load ptr, ptr %H
  %v129 = getelementptr i8, ptr %r, i64 heap
  store ptr %v128, ptr %v129, align 8, !tbaa !7
  %v130 = load i64, ptr %N
  %v131 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v130, ptr %v131, align 8, !tbaa !7
  %v132 = getelementptr i8, ptr %r, i64 pc
  store i64 %v125, ptr %v132, align 8, !tbaa !7
  %v133 = getelementptr i8, ptr %r, i64 exit
  store i64 5, ptr %v133, align 8, !tbaa !7
  ret void
b59:
  %v67 = load ptr, ptr %E
  %v68 = getelementptr i64, ptr %v67, i64 0
  store i64 0, ptr %v68, align 8, !tbaa !5
  %v69 = getelementptr i64, ptr %v67, i64 1
  store i64 0, ptr %v69, align 8, !tbaa !5
  %v70 = getelementptr i64, ptr @T, i64 Pc(13)
  %v71 = load i64, ptr %v70, align 8, !tbaa !8, !invariant.load !11
  %v72 = getelementptr i64, ptr @T, i64 Pc(14)
  %v73 = load i64, ptr %v72, align 8, !tbaa !8, !invariant.load !11
  %v74 = getelementptr i8, ptr %r, i64 step
  %v75 = load ptr, ptr %v74, align 8, !tbaa !7
  %v76 = load ptr, ptr %E
  %v77 = load ptr, ptr %H
  %v78 = load i64, ptr %N
  %v79 = call i64 %v75(ptr %r, ptr %v76, ptr %v77, i64 %v78, i64 %v71, i64 %v73) #0
  %v80 = getelementptr i8, ptr %r, i64 stack
  %v81 = load ptr, ptr %v80, align 8, !tbaa !7
  store ptr %v81, ptr %E
  %v82 = getelementptr i8, ptr %r, i64 heap
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  store ptr %v83, ptr %H
  %v84 = getelementptr i8, ptr %r, i64 reductions
  %v85 = load i64, ptr %v84, align 8, !tbaa !7
  store i64 %v85, ptr %N
  %v86 = getelementptr i64, ptr @T, i64 Pc(14)
  %v87 = load i64, ptr %v86, align 8, !tbaa !8
  %v90 = getelementptr i64, ptr @T, i64 Pc(5)
  %v91 = load i64, ptr %v90, align 8, !tbaa !8, !invariant.load !11
  %v92 = icmp eq i64 %v79, %v91
  br i1 %v92, label %i5, label %b93
b93:
  ret void
}
