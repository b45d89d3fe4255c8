; What a function begins with is tested where it calls itself, too.

; fib/1
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
  br label %i3
i3:
  %v2 = load i64, ptr %X0
  %v3 = and i64 %v2, 1
  %v4 = icmp eq i64 %v3, 0
  br i1 %v4, label %b5, label %b6, !prof !9
b5:
  %v7 = icmp slt i64 %v2, 4
  br i1 %v7, label %b1, label %i6
b6:
  %v8 = getelementptr i8, ptr %r, i64 compare
  %v9 = load ptr, ptr %v8, align 8, !tbaa !7
  %v10 = call preserve_mostcc i64 %v9(i64 %v2, i64 4) #1
  %v11 = icmp slt i64 %v10, 0
  br i1 %v11, label %b1, label %i6
b1:
  %v12 = load ptr, ptr %E
  %v13 = load ptr, ptr %v12, align 8, !tbaa !5
  %v14 = load ptr, ptr %E
  %v15 = load ptr, ptr %H
  %v16 = load i64, ptr %N
  %v17 = load i64, ptr %X0
  musttail call preserve_nonecc void %v13(ptr %r, ptr %v14, ptr %v15, i64 %v16, i64 %v17, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i6:
  br label %j8
j8:
  %v18 = load ptr, ptr %E
  %v19 = load ptr, ptr %H
  %v20 = load i64, ptr %N
  %v21 = load i64, ptr %X0
  musttail call preserve_nonecc void @r8(ptr %r, ptr %v18, ptr %v19, i64 %v20, i64 %v21, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; fib/1
define hidden preserve_nonecc void @r8(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  store i64 %a0, ptr %X0
  br label %i8
i8:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 1
  %v3 = icmp eq i64 %v2, 0
  br i1 %v3, label %b4, label %b5, !prof !9
b4:
  %v8 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v1, i64 2)
  %v9 = extractvalue { i64, i1 } %v8, 0
  %v10 = extractvalue { i64, i1 } %v8, 1
  br i1 %v10, label %b6, label %b11, !prof !12
b11:
  store i64 %v9, ptr %X1
  br label %b7
b5:
  br label %b6
b7:
  %v39 = load ptr, ptr %E
  %v40 = load ptr, ptr %H
  %v41 = getelementptr i64, ptr %v39, i64 -3
  %v42 = icmp ult ptr %v41, %v40
  br i1 %v42, label %b43, label %b44, !prof !12
b44:
  %v75 = load ptr, ptr %E
  %v76 = getelementptr i64, ptr %v75, i64 -3
  store ptr %v76, ptr %E
  br label %b45
b45:
  %v77 = load i64, ptr %X0
  %v78 = load ptr, ptr %E
  %v79 = getelementptr i64, ptr %v78, i64 2
  store i64 %v77, ptr %v79, align 8, !tbaa !5
  %v80 = load i64, ptr %X1
  store i64 %v80, ptr %X0
  %v81 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r13 to i64), ptr %v81, align 8, !tbaa !5
  %v82 = getelementptr i64, ptr @T, i64 Pc(13)
  %v83 = load i64, ptr %v82, align 8, !tbaa !8, !invariant.load !11
  %v84 = getelementptr i64, ptr %v81, i64 1
  store i64 %v83, ptr %v84, align 8, !tbaa !5
  %v85 = getelementptr i64, ptr @T, i64 Cost(0)
  %v86 = load i64, ptr %v85, align 8, !tbaa !8
  %v87 = load i64, ptr %N
  %v88 = sub nsw i64 %v87, %v86
  %v89 = icmp slt i64 %v88, 1
  store i64 %v88, ptr %N
  br i1 %v89, label %b90, label %b91, !prof !12
b91:
  br label %i3b13
i3b13:
  %v97 = load i64, ptr %X0
  %v98 = and i64 %v97, 1
  %v99 = icmp eq i64 %v98, 0
  br i1 %v99, label %b100, label %b101, !prof !9
b100:
  %v102 = icmp slt i64 %v97, 4
  br i1 %v102, label %b96, label %i6b13
b101:
  %v103 = getelementptr i8, ptr %r, i64 compare
  %v104 = load ptr, ptr %v103, align 8, !tbaa !7
  %v105 = call preserve_mostcc i64 %v104(i64 %v97, i64 4) #1
  %v106 = icmp slt i64 %v105, 0
  br i1 %v106, label %b96, label %i6b13
b96:
  %v107 = load ptr, ptr %E
  %v108 = load ptr, ptr %H
  %v109 = load i64, ptr %N
  %v110 = load i64, ptr %X0
  musttail call preserve_nonecc void @r13(ptr %r, ptr %v107, ptr %v108, i64 %v109, i64 %v110, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i6b13:
  br label %i8
b6:
  %v12 = load i64, ptr %X0
  %v13 = getelementptr i8, ptr %r, i64 x0
  store i64 %v12, ptr %v13, align 8, !tbaa !7
  %v14 = getelementptr i64, ptr @T, i64 Pc(8)
  %v15 = load i64, ptr %v14, align 8, !tbaa !8, !invariant.load !11
  %v16 = getelementptr i64, ptr @T, i64 Pc(9)
  %v17 = load i64, ptr %v16, align 8, !tbaa !8, !invariant.load !11
  %v18 = getelementptr i8, ptr %r, i64 step
  %v19 = load ptr, ptr %v18, align 8, !tbaa !7
  %v20 = load ptr, ptr %E
  %v21 = load ptr, ptr %H
  %v22 = load i64, ptr %N
  %v23 = call i64 %v19(ptr %r, ptr %v20, ptr %v21, i64 %v22, i64 %v15, i64 %v17) #0
  %v24 = getelementptr i8, ptr %r, i64 stack
  %v25 = load ptr, ptr %v24, align 8, !tbaa !7
  store ptr %v25, ptr %E
  %v26 = getelementptr i8, ptr %r, i64 heap
  %v27 = load ptr, ptr %v26, align 8, !tbaa !7
  store ptr %v27, ptr %H
  %v28 = getelementptr i8, ptr %r, i64 reductions
  %v29 = load i64, ptr %v28, align 8, !tbaa !7
  store i64 %v29, ptr %N
  %v30 = getelementptr i8, ptr %r, i64 x0
  %v31 = load i64, ptr %v30, align 8, !tbaa !7
  store i64 %v31, ptr %X0
  %v32 = getelementptr i8, ptr %r, i64 x1
  %v33 = load i64, ptr %v32, align 8, !tbaa !7
  store i64 %v33, ptr %X1
  %v34 = getelementptr i64, ptr @T, i64 Pc(9)
  %v35 = load i64, ptr %v34, align 8, !tbaa !8
  %v38 = icmp eq i64 %v23, %v35
  br i1 %v38, label %b36, label %b37, !prof !9
b37:
  ret void
b36:
  br label %b7
b43:
  %v46 = load i64, ptr %X0
  %v47 = getelementptr i8, ptr %r, i64 x0
  store i64 %v46, ptr %v47, align 8, !tbaa !7
  %v48 = load i64, ptr %X1
  %v49 = getelementptr i8, ptr %r, i64 x1
  store i64 %v48, ptr %v49, align 8, !tbaa !7
  %v50 = getelementptr i64, ptr @T, i64 Pc(9)
  %v51 = load i64, ptr %v50, align 8, !tbaa !8, !invariant.load !11
  %v52 = getelementptr i64, ptr @T, i64 Pc(10)
  %v53 = load i64, ptr %v52, align 8, !tbaa !8, !invariant.load !11
  %v54 = getelementptr i8, ptr %r, i64 step
  %v55 = load ptr, ptr %v54, align 8, !tbaa !7
  %v56 = load ptr, ptr %E
  %v57 = load ptr, ptr %H
  %v58 = load i64, ptr %N
  %v59 = call i64 %v55(ptr %r, ptr %v56, ptr %v57, i64 %v58, i64 %v51, i64 %v53) #0
  %v60 = getelementptr i8, ptr %r, i64 stack
  %v61 = load ptr, ptr %v60, align 8, !tbaa !7
  store ptr %v61, ptr %E
  %v62 = getelementptr i8, ptr %r, i64 heap
  %v63 = load ptr, ptr %v62, align 8, !tbaa !7
  store ptr %v63, ptr %H
  %v64 = getelementptr i8, ptr %r, i64 reductions
  %v65 = load i64, ptr %v64, align 8, !tbaa !7
  store i64 %v65, ptr %N
  %v66 = getelementptr i8, ptr %r, i64 x0
  %v67 = load i64, ptr %v66, align 8, !tbaa !7
  store i64 %v67, ptr %X0
  %v68 = getelementptr i8, ptr %r, i64 x1
  %v69 = load i64, ptr %v68, align 8, !tbaa !7
  store i64 %v69, ptr %X1
  %v70 = getelementptr i64, ptr @T, i64 Pc(10)
  %v71 = load i64, ptr %v70, align 8, !tbaa !8
  %v74 = icmp eq i64 %v59, %v71
  br i1 %v74, label %b72, label %b73, !prof !9
b73:
  ret void
b72:
  br label %b45
b90:
  %v92 = load ptr, ptr %E
  %v93 = load ptr, ptr %H
  %v94 = load i64, ptr %N
  %v95 = load i64, ptr %X0
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v92, ptr %v93, i64 %v94, i64 %v95, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; fib/1
define hidden preserve_nonecc void @r13(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  store i64 %a0, ptr %X0
  br label %i13
i13:
  %v1 = load ptr, ptr %E
  %v2 = getelementptr i64, ptr %v1, i64 2
  %v3 = load i64, ptr %v2, align 8, !tbaa !5
  %v4 = and i64 %v3, 1
  %v5 = icmp eq i64 %v4, 0
  br i1 %v5, label %b6, label %b7, !prof !9
b6:
  %v10 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %v3, i64 4)
  %v11 = extractvalue { i64, i1 } %v10, 0
  %v12 = extractvalue { i64, i1 } %v10, 1
  br i1 %v12, label %b8, label %b13, !prof !12
b13:
  store i64 %v11, ptr %X1
  br label %b9
b7:
  br label %b8
b9:
  %v41 = load i64, ptr %X0
  %v42 = load ptr, ptr %E
  %v43 = getelementptr i64, ptr %v42, i64 2
  store i64 %v41, ptr %v43, align 8, !tbaa !5
  %v44 = load i64, ptr %X1
  store i64 %v44, ptr %X0
  %v45 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r17 to i64), ptr %v45, align 8, !tbaa !5
  %v46 = getelementptr i64, ptr @T, i64 Pc(17)
  %v47 = load i64, ptr %v46, align 8, !tbaa !8, !invariant.load !11
  %v48 = getelementptr i64, ptr %v45, i64 1
  store i64 %v47, ptr %v48, align 8, !tbaa !5
  %v49 = getelementptr i64, ptr @T, i64 Cost(0)
  %v50 = load i64, ptr %v49, align 8, !tbaa !8
  %v51 = load i64, ptr %N
  %v52 = sub nsw i64 %v51, %v50
  %v53 = icmp slt i64 %v52, 1
  store i64 %v52, ptr %N
  br i1 %v53, label %b54, label %b55, !prof !12
b55:
  br label %i3b17
i3b17:
  %v61 = load i64, ptr %X0
  %v62 = and i64 %v61, 1
  %v63 = icmp eq i64 %v62, 0
  br i1 %v63, label %b64, label %b65, !prof !9
b64:
  %v66 = icmp slt i64 %v61, 4
  br i1 %v66, label %b60, label %i6b17
b65:
  %v67 = getelementptr i8, ptr %r, i64 compare
  %v68 = load ptr, ptr %v67, align 8, !tbaa !7
  %v69 = call preserve_mostcc i64 %v68(i64 %v61, i64 4) #1
  %v70 = icmp slt i64 %v69, 0
  br i1 %v70, label %b60, label %i6b17
b60:
  %v71 = load ptr, ptr %E
  %v72 = load ptr, ptr %H
  %v73 = load i64, ptr %N
  %v74 = load i64, ptr %X0
  musttail call preserve_nonecc void @r17(ptr %r, ptr %v71, ptr %v72, i64 %v73, i64 %v74, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i6b17:
  br label %j8b17
b8:
  %v14 = load i64, ptr %X0
  %v15 = getelementptr i8, ptr %r, i64 x0
  store i64 %v14, ptr %v15, align 8, !tbaa !7
  %v16 = getelementptr i64, ptr @T, i64 Pc(13)
  %v17 = load i64, ptr %v16, align 8, !tbaa !8, !invariant.load !11
  %v18 = getelementptr i64, ptr @T, i64 Pc(14)
  %v19 = load i64, ptr %v18, align 8, !tbaa !8, !invariant.load !11
  %v20 = getelementptr i8, ptr %r, i64 step
  %v21 = load ptr, ptr %v20, align 8, !tbaa !7
  %v22 = load ptr, ptr %E
  %v23 = load ptr, ptr %H
  %v24 = load i64, ptr %N
  %v25 = call i64 %v21(ptr %r, ptr %v22, ptr %v23, i64 %v24, i64 %v17, i64 %v19) #0
  %v26 = getelementptr i8, ptr %r, i64 stack
  %v27 = load ptr, ptr %v26, align 8, !tbaa !7
  store ptr %v27, ptr %E
  %v28 = getelementptr i8, ptr %r, i64 heap
  %v29 = load ptr, ptr %v28, align 8, !tbaa !7
  store ptr %v29, ptr %H
  %v30 = getelementptr i8, ptr %r, i64 reductions
  %v31 = load i64, ptr %v30, align 8, !tbaa !7
  store i64 %v31, ptr %N
  %v32 = getelementptr i8, ptr %r, i64 x0
  %v33 = load i64, ptr %v32, align 8, !tbaa !7
  store i64 %v33, ptr %X0
  %v34 = getelementptr i8, ptr %r, i64 x1
  %v35 = load i64, ptr %v34, align 8, !tbaa !7
  store i64 %v35, ptr %X1
  %v36 = getelementptr i64, ptr @T, i64 Pc(14)
  %v37 = load i64, ptr %v36, align 8, !tbaa !8
  %v40 = icmp eq i64 %v25, %v37
  br i1 %v40, label %b38, label %b39, !prof !9
b39:
  ret void
b38:
  br label %b9
b54:
  %v56 = load ptr, ptr %E
  %v57 = load ptr, ptr %H
  %v58 = load i64, ptr %N
  %v59 = load i64, ptr %X0
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v56, ptr %v57, i64 %v58, i64 %v59, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j8b17:
  %v75 = load ptr, ptr %E
  %v76 = load ptr, ptr %H
  %v77 = load i64, ptr %N
  %v78 = load i64, ptr %X0
  musttail call preserve_nonecc void @r8(ptr %r, ptr %v75, ptr %v76, i64 %v77, i64 %v78, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; fib/1
define hidden preserve_nonecc void @r17(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  store i64 %a0, ptr %X0
  br label %i17
i17:
  br label %b1
b1:
  %v2 = load ptr, ptr %E
  %v3 = getelementptr i64, ptr %v2, i64 2
  %v4 = load i64, ptr %v3, align 8, !tbaa !5
  %v5 = load i64, ptr %X0
  %v6 = or i64 %v4, %v5
  %v7 = and i64 %v6, 1
  %v8 = icmp eq i64 %v7, 0
  br i1 %v8, label %b9, label %b10, !prof !9
b9:
  %v13 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v4, i64 %v5)
  %v14 = extractvalue { i64, i1 } %v13, 0
  %v15 = extractvalue { i64, i1 } %v13, 1
  br i1 %v15, label %b11, label %b16, !prof !12
b16:
  store i64 %v14, ptr %X0
  br label %b12
b10:
  %v17 = and i64 %v4, 7
  %v18 = icmp eq i64 %v17, 3
  br label %b19
b19:
  br i1 %v18, label %b20, label %b21, !prof !9
b20:
  %v22 = inttoptr i64 %v4 to ptr
  %v23 = getelementptr i8, ptr %v22, i64 -3
  %v24 = load i64, ptr %v23, align 8, !tbaa !6
  br label %b21
b21:
  %v25 = phi i64 [ 0, %b19 ], [ %v24, %b20 ]
  %v26 = and i64 %v5, 7
  %v27 = icmp eq i64 %v26, 3
  br label %b28
b28:
  br i1 %v27, label %b29, label %b30, !prof !9
b29:
  %v31 = inttoptr i64 %v5 to ptr
  %v32 = getelementptr i8, ptr %v31, i64 -3
  %v33 = load i64, ptr %v32, align 8, !tbaa !6
  br label %b30
b30:
  %v34 = phi i64 [ 0, %b28 ], [ %v33, %b29 ]
  %v35 = icmp eq i64 %v25, 287
  %v36 = icmp eq i64 %v34, 287
  %v37 = and i1 %v35, %v36
  %v38 = load ptr, ptr %E
  %v39 = load ptr, ptr %H
  %v40 = getelementptr i64, ptr %v39, i64 2
  %v41 = icmp ugt ptr %v40, %v38
  %v42 = xor i1 %v41, true
  %v43 = and i1 %v37, %v42
  br i1 %v43, label %b44, label %b11
b44:
  %v45 = inttoptr i64 %v4 to ptr
  %v46 = getelementptr i8, ptr %v45, i64 5
  %v47 = load i64, ptr %v46, align 8, !tbaa !6
  %v48 = bitcast i64 %v47 to double
  %v49 = inttoptr i64 %v5 to ptr
  %v50 = getelementptr i8, ptr %v49, i64 5
  %v51 = load i64, ptr %v50, align 8, !tbaa !6
  %v52 = bitcast i64 %v51 to double
  %v53 = fadd double %v48, %v52
  %v54 = bitcast double %v53 to i64
  %v55 = and i64 %v54, 9218868437227405312
  %v56 = icmp eq i64 %v55, 9218868437227405312
  br i1 %v56, label %b11, label %b57, !prof !12
b57:
  %v58 = load ptr, ptr %H
  %v59 = getelementptr i64, ptr %v58, i64 0
  store i64 287, ptr %v59, align 8, !tbaa !6
  %v60 = load ptr, ptr %H
  %v61 = getelementptr i64, ptr %v60, i64 1
  store i64 %v54, ptr %v61, align 8, !tbaa !6
  %v62 = load ptr, ptr %H
  %v63 = getelementptr i64, ptr %v62, i64 2
  store ptr %v63, ptr %H
  %v64 = ptrtoint ptr %v62 to i64
  %v65 = or disjoint i64 %v64, 3
  store i64 %v65, ptr %X0
  br label %b12
b12:
  %v137 = load ptr, ptr %E
  %v138 = getelementptr i64, ptr %v137, i64 3
  store ptr %v138, ptr %E
  %v139 = load ptr, ptr %E
  %v140 = load ptr, ptr %v139, align 8, !tbaa !5
  %v141 = load ptr, ptr %E
  %v142 = load ptr, ptr %H
  %v143 = load i64, ptr %N
  %v144 = load i64, ptr %X0
  musttail call preserve_nonecc void %v140(ptr %r, ptr %v141, ptr %v142, i64 %v143, i64 %v144, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b109:
  %v112 = load i64, ptr %X0
  %v113 = getelementptr i8, ptr %r, i64 x0
  store i64 %v112, ptr %v113, align 8, !tbaa !7
  %v114 = getelementptr i64, ptr @T, i64 Pc(17)
  %v115 = load i64, ptr %v114, align 8, !tbaa !8, !invariant.load !11
  %v116 = getelementptr i64, ptr @T, i64 Pc(18)
  %v117 = load i64, ptr %v116, align 8, !tbaa !8, !invariant.load !11
  %v118 = getelementptr i8, ptr %r, i64 step
  %v119 = load ptr, ptr %v118, align 8, !tbaa !7
  %v120 = load ptr, ptr %E
  %v121 = load ptr, ptr %H
  %v122 = load i64, ptr %N
  %v123 = call i64 %v119(ptr %r, ptr %v120, ptr %v121, i64 %v122, i64 %v115, i64 %v117) #0
  %v124 = getelementptr i8, ptr %r, i64 stack
  %v125 = load ptr, ptr %v124, align 8, !tbaa !7
  store ptr %v125, ptr %E
  %v126 = getelementptr i8, ptr %r, i64 heap
  %v127 = load ptr, ptr %v126, align 8, !tbaa !7
  store ptr %v127, ptr %H
  %v128 = getelementptr i8, ptr %r, i64 reductions
  %v129 = load i64, ptr %v128, align 8, !tbaa !7
  store i64 %v129, ptr %N
  %v130 = getelementptr i8, ptr %r, i64 x0
  %v131 = load i64, ptr %v130, align 8, !tbaa !7
  store i64 %v131, ptr %X0
  %v132 = getelementptr i64, ptr @T, i64 Pc(18)
  %v133 = load i64, ptr %v132, align 8, !tbaa !8
  %v136 = icmp eq i64 %v123, %v133
  br i1 %v136, label %b134, label %b135, !prof !9
b135:
  ret void
b134:
  br label %b111
b11:
  %v68 = load ptr, ptr %E
  %v69 = load ptr, ptr %H
  %v70 = getelementptr i64, ptr %v69, i64 8
  %v71 = icmp ugt ptr %v70, %v68
  br i1 %v71, label %b66, label %b67
b66:
  %v72 = load i64, ptr %X0
  %v73 = getelementptr i8, ptr %r, i64 x0
  store i64 %v72, ptr %v73, align 8, !tbaa !7
  %v74 = getelementptr i64, ptr @T, i64 Pc(17)
  %v75 = load i64, ptr %v74, align 8, !tbaa !8, !invariant.load !11
  %v76 = getelementptr i8, ptr %r, i64 collect
  %v77 = load ptr, ptr %v76, align 8, !tbaa !7
  %v78 = load ptr, ptr %E
  %v79 = load ptr, ptr %H
  %v80 = load i64, ptr %N
  %v81 = call i64 %v77(ptr %r, ptr %v78, ptr %v79, i64 %v80, i64 %v75, i64 524289) #0
  %v82 = getelementptr i8, ptr %r, i64 stack
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  store ptr %v83, ptr %E
  %v84 = getelementptr i8, ptr %r, i64 heap
  %v85 = load ptr, ptr %v84, align 8, !tbaa !7
  store ptr %v85, ptr %H
  %v86 = getelementptr i8, ptr %r, i64 reductions
  %v87 = load i64, ptr %v86, align 8, !tbaa !7
  store i64 %v87, ptr %N
  %v88 = getelementptr i8, ptr %r, i64 x0
  %v89 = load i64, ptr %v88, align 8, !tbaa !7
  store i64 %v89, ptr %X0
  br label %b1
b67:
  %v90 = getelementptr i64, ptr @T, i64 Bif(1)
  %v91 = load i64, ptr %v90, align 8, !tbaa !8, !invariant.load !11
  %v92 = load ptr, ptr %E
  %v93 = getelementptr i64, ptr %v92, i64 2
  %v94 = load i64, ptr %v93, align 8, !tbaa !5
  %v95 = load i64, ptr %X0
  %v96 = load i64, ptr %N
  %v97 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v96, ptr %v97, align 8, !tbaa !7
  %v98 = getelementptr i8, ptr %r, i64 bif
  %v99 = load ptr, ptr %v98, align 8, !tbaa !7
  %v100 = load ptr, ptr %E
  %v101 = getelementptr i8, ptr %r, i64 stack
  store ptr %v100, ptr %v101, align 8, !tbaa !7
  %v102 = load ptr, ptr %H
  %v103 = call preserve_mostcc i64 %v99(ptr %r, ptr %v102, i64 %v91, i64 %v94, i64 %v95, i64 0) #0
  %v104 = getelementptr i8, ptr %r, i64 heap
  %v105 = load ptr, ptr %v104, align 8, !tbaa !7
  store ptr %v105, ptr %H
  %v106 = getelementptr i8, ptr %r, i64 reductions
  %v107 = load i64, ptr %v106, align 8, !tbaa !7
  store i64 %v107, ptr %N
  %v108 = icmp eq i64 %v103, 7
  br i1 %v108, label %b109, label %b110, !prof !12
b110:
  store i64 %v103, ptr %X0
  br label %b111
b111:
  br label %b12
}
