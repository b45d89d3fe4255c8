; Functions that call themselves once and do something behind it: the way back is a loop.

; append/2
define hidden preserve_nonecc void @r2(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  store i64 %a1, ptr %X1
  br label %i2
i2:
  %v1 = load i64, ptr %X0
  %v2 = getelementptr i8, ptr %r, i64 x0
  store i64 %v1, ptr %v2, align 8, !tbaa !7
  %v3 = load i64, ptr %X1
  %v4 = getelementptr i8, ptr %r, i64 x1
  store i64 %v3, ptr %v4, align 8, !tbaa !7
  %v5 = getelementptr i64, ptr @T, i64 Pc(2)
  %v6 = load i64, ptr %v5, align 8, !tbaa !8, !invariant.load !11
  %v7 = load ptr, ptr %E
  %v8 = getelementptr i8, ptr %r, i64 stack
  store ptr %v7, ptr %v8, align 8, !tbaa !7
  %v9 = load ptr, ptr %H
  %v10 = getelementptr i8, ptr %r, i64 heap
  store ptr %v9, ptr %v10, align 8, !tbaa !7
  %v11 = load i64, ptr %N
  %v12 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v11, ptr %v12, align 8, !tbaa !7
  %v13 = getelementptr i8, ptr %r, i64 pc
  store i64 %v6, ptr %v13, align 8, !tbaa !7
  %v14 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v14, align 8, !tbaa !7
  ret void
}

; append/2
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
  %v3 = icmp eq i64 %v2, 1
  br i1 %v3, label %b4, label %i13
b4:
  br label %j5
i13:
  %v10 = load i64, ptr %X0
  %v11 = icmp eq i64 %v10, 29
  br i1 %v11, label %b12, label %i0
b12:
  %v13 = load i64, ptr %X1
  store i64 %v13, ptr %X0
  %v14 = load ptr, ptr %E
  %v15 = load ptr, ptr %v14, align 8, !tbaa !5
  %v16 = load ptr, ptr %E
  %v17 = load ptr, ptr %H
  %v18 = load i64, ptr %N
  %v19 = load i64, ptr %X0
  musttail call preserve_nonecc void %v15(ptr %r, ptr %v16, ptr %v17, i64 %v18, i64 %v19, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  br label %j2
j5:
  %v5 = load ptr, ptr %E
  %v6 = load ptr, ptr %H
  %v7 = load i64, ptr %N
  %v8 = load i64, ptr %X0
  %v9 = load i64, ptr %X1
  musttail call preserve_nonecc void @r5(ptr %r, ptr %v5, ptr %v6, i64 %v7, i64 %v8, i64 %v9, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j2:
  %v20 = load ptr, ptr %E
  %v21 = load ptr, ptr %H
  %v22 = load i64, ptr %N
  %v23 = load i64, ptr %X0
  %v24 = load i64, ptr %X1
  musttail call preserve_nonecc void @r2(ptr %r, ptr %v20, ptr %v21, i64 %v22, i64 %v23, i64 %v24, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; append/2
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
  store i64 %a0, ptr %X0
  store i64 %a1, ptr %X1
  br label %i5
i5:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %H
  %v3 = getelementptr i64, ptr %v1, i64 -3
  %v4 = icmp ult ptr %v3, %v2
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  %v37 = load ptr, ptr %E
  %v38 = getelementptr i64, ptr %v37, i64 -3
  store ptr %v38, ptr %E
  br label %b7
b7:
  %v39 = load i64, ptr %X0
  %v40 = inttoptr i64 %v39 to ptr
  %v41 = getelementptr i8, ptr %v40, i64 -1
  %v42 = load i64, ptr %v41, align 8, !tbaa !6
  %v43 = inttoptr i64 %v39 to ptr
  %v44 = getelementptr i8, ptr %v43, i64 7
  %v45 = load i64, ptr %v44, align 8, !tbaa !6
  %v46 = load ptr, ptr %E
  %v47 = getelementptr i64, ptr %v46, i64 2
  store i64 %v42, ptr %v47, align 8, !tbaa !5
  store i64 %v45, ptr %X0
  %v48 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r9 to i64), ptr %v48, align 8, !tbaa !5
  %v49 = getelementptr i64, ptr @T, i64 Pc(9)
  %v50 = load i64, ptr %v49, align 8, !tbaa !8, !invariant.load !11
  %v51 = getelementptr i64, ptr %v48, i64 1
  store i64 %v50, ptr %v51, align 8, !tbaa !5
  %v52 = getelementptr i64, ptr @T, i64 Cost(0)
  %v53 = load i64, ptr %v52, align 8, !tbaa !8
  %v54 = load i64, ptr %N
  %v55 = sub nsw i64 %v54, %v53
  %v56 = icmp slt i64 %v55, 1
  store i64 %v55, ptr %N
  br i1 %v56, label %b57, label %b58, !prof !12
b58:
  br label %i3b9
i3b9:
  %v64 = load i64, ptr %X0
  %v65 = and i64 %v64, 7
  %v66 = icmp eq i64 %v65, 1
  br i1 %v66, label %b67, label %i13b9
b67:
  br label %i5
i13b9:
  %v68 = load i64, ptr %X0
  %v69 = icmp eq i64 %v68, 29
  br i1 %v69, label %b70, label %i0b9
b70:
  %v71 = load i64, ptr %X1
  store i64 %v71, ptr %X0
  %v72 = load ptr, ptr %E
  %v73 = load ptr, ptr %H
  %v74 = load i64, ptr %N
  %v75 = load i64, ptr %X0
  musttail call preserve_nonecc void @r9(ptr %r, ptr %v72, ptr %v73, i64 %v74, i64 %v75, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0b9:
  br label %j2b9
b5:
  %v8 = load i64, ptr %X0
  %v9 = getelementptr i8, ptr %r, i64 x0
  store i64 %v8, ptr %v9, align 8, !tbaa !7
  %v10 = load i64, ptr %X1
  %v11 = getelementptr i8, ptr %r, i64 x1
  store i64 %v10, ptr %v11, align 8, !tbaa !7
  %v12 = getelementptr i64, ptr @T, i64 Pc(5)
  %v13 = load i64, ptr %v12, align 8, !tbaa !8, !invariant.load !11
  %v14 = getelementptr i64, ptr @T, i64 Pc(6)
  %v15 = load i64, ptr %v14, align 8, !tbaa !8, !invariant.load !11
  %v16 = getelementptr i8, ptr %r, i64 step
  %v17 = load ptr, ptr %v16, align 8, !tbaa !7
  %v18 = load ptr, ptr %E
  %v19 = load ptr, ptr %H
  %v20 = load i64, ptr %N
  %v21 = call i64 %v17(ptr %r, ptr %v18, ptr %v19, i64 %v20, i64 %v13, i64 %v15) #0
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
  %v32 = getelementptr i64, ptr @T, i64 Pc(6)
  %v33 = load i64, ptr %v32, align 8, !tbaa !8
  %v36 = icmp eq i64 %v21, %v33
  br i1 %v36, label %b34, label %b35, !prof !9
b35:
  ret void
b34:
  br label %b7
b57:
  %v59 = load ptr, ptr %E
  %v60 = load ptr, ptr %H
  %v61 = load i64, ptr %N
  %v62 = load i64, ptr %X0
  %v63 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v59, ptr %v60, i64 %v61, i64 %v62, i64 %v63, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j2b9:
  %v76 = load ptr, ptr %E
  %v77 = load ptr, ptr %H
  %v78 = load i64, ptr %N
  %v79 = load i64, ptr %X0
  %v80 = load i64, ptr %X1
  musttail call preserve_nonecc void @r2(ptr %r, ptr %v76, ptr %v77, i64 %v78, i64 %v79, i64 %v80, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; append/2
define hidden preserve_nonecc void @r9(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i9
i9:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %H
  %v3 = getelementptr i64, ptr %v2, i64 2
  %v4 = icmp ugt ptr %v3, %v1
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  br label %b7
b7:
  %v33 = load ptr, ptr %E
  %v34 = getelementptr i64, ptr %v33, i64 2
  %v35 = load i64, ptr %v34, align 8, !tbaa !5
  %v36 = load i64, ptr %X0
  %v37 = load ptr, ptr %H
  %v38 = getelementptr i64, ptr %v37, i64 0
  store i64 %v35, ptr %v38, align 8, !tbaa !6
  %v39 = load ptr, ptr %H
  %v40 = getelementptr i64, ptr %v39, i64 1
  store i64 %v36, ptr %v40, align 8, !tbaa !6
  %v41 = load ptr, ptr %H
  %v42 = getelementptr i64, ptr %v41, i64 2
  store ptr %v42, ptr %H
  %v43 = ptrtoint ptr %v41 to i64
  %v44 = or disjoint i64 %v43, 1
  store i64 %v44, ptr %X0
  %v45 = load ptr, ptr %E
  %v46 = getelementptr i64, ptr %v45, i64 3
  store ptr %v46, ptr %E
  %v47 = load ptr, ptr %E
  %v48 = load ptr, ptr %v47, align 8, !tbaa !5
  %v49 = icmp eq ptr %v48, @r9
  br i1 %v49, label %b50, label %b51
b50:
  br label %i9
b51:
  %v52 = load ptr, ptr %E
  %v53 = load ptr, ptr %H
  %v54 = load i64, ptr %N
  %v55 = load i64, ptr %X0
  musttail call preserve_nonecc void %v48(ptr %r, ptr %v52, ptr %v53, i64 %v54, i64 %v55, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b5:
  %v8 = load i64, ptr %X0
  %v9 = getelementptr i8, ptr %r, i64 x0
  store i64 %v8, ptr %v9, align 8, !tbaa !7
  %v10 = getelementptr i64, ptr @T, i64 Pc(9)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = getelementptr i64, ptr @T, i64 Pc(10)
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
  %v26 = getelementptr i8, ptr %r, i64 x0
  %v27 = load i64, ptr %v26, align 8, !tbaa !7
  store i64 %v27, ptr %X0
  %v28 = getelementptr i64, ptr @T, i64 Pc(10)
  %v29 = load i64, ptr %v28, align 8, !tbaa !8
  %v32 = icmp eq i64 %v19, %v29
  br i1 %v32, label %b30, label %b31, !prof !9
b31:
  ret void
b30:
  br label %b7
}

; sum/1
define hidden preserve_nonecc void @r19(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i19
i19:
  %v1 = load i64, ptr %X0
  %v2 = getelementptr i8, ptr %r, i64 x0
  store i64 %v1, ptr %v2, align 8, !tbaa !7
  %v3 = getelementptr i64, ptr @T, i64 Pc(19)
  %v4 = load i64, ptr %v3, align 8, !tbaa !8, !invariant.load !11
  %v5 = load ptr, ptr %E
  %v6 = getelementptr i8, ptr %r, i64 stack
  store ptr %v5, ptr %v6, align 8, !tbaa !7
  %v7 = load ptr, ptr %H
  %v8 = getelementptr i8, ptr %r, i64 heap
  store ptr %v7, ptr %v8, align 8, !tbaa !7
  %v9 = load i64, ptr %N
  %v10 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v9, ptr %v10, align 8, !tbaa !7
  %v11 = getelementptr i8, ptr %r, i64 pc
  store i64 %v4, ptr %v11, align 8, !tbaa !7
  %v12 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v12, align 8, !tbaa !7
  ret void
}

; sum/1
define hidden preserve_nonecc void @f1(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  %slot = getelementptr i64, ptr @T, i64 Cost(1)
  %cost = load i64, ptr %slot, align 8, !tbaa !8
  %counted = sub nsw i64 %n0, %cost
  %over = icmp slt i64 %counted, 1
  br i1 %over, label %out, label %in, !prof !12
out:
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %e0, ptr %h0, i64 %counted, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5)
  ret void
in:
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %counted, ptr %N
  store i64 %a0, ptr %X0
  br label %i20
i20:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 1
  br i1 %v3, label %b4, label %i29
b4:
  br label %j22
i29:
  %v9 = load i64, ptr %X0
  %v10 = icmp eq i64 %v9, 29
  br i1 %v10, label %b11, label %i17
b11:
  store i64 0, ptr %X0
  %v12 = load ptr, ptr %E
  %v13 = load ptr, ptr %v12, align 8, !tbaa !5
  %v14 = load ptr, ptr %E
  %v15 = load ptr, ptr %H
  %v16 = load i64, ptr %N
  %v17 = load i64, ptr %X0
  musttail call preserve_nonecc void %v13(ptr %r, ptr %v14, ptr %v15, i64 %v16, i64 %v17, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i17:
  br label %j19
j22:
  %v5 = load ptr, ptr %E
  %v6 = load ptr, ptr %H
  %v7 = load i64, ptr %N
  %v8 = load i64, ptr %X0
  musttail call preserve_nonecc void @r22(ptr %r, ptr %v5, ptr %v6, i64 %v7, i64 %v8, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j19:
  %v18 = load ptr, ptr %E
  %v19 = load ptr, ptr %H
  %v20 = load i64, ptr %N
  %v21 = load i64, ptr %X0
  musttail call preserve_nonecc void @r19(ptr %r, ptr %v18, ptr %v19, i64 %v20, i64 %v21, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; sum/1
define hidden preserve_nonecc void @r22(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i22
i22:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %H
  %v3 = getelementptr i64, ptr %v1, i64 -3
  %v4 = icmp ult ptr %v3, %v2
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  %v33 = load ptr, ptr %E
  %v34 = getelementptr i64, ptr %v33, i64 -3
  store ptr %v34, ptr %E
  br label %b7
b7:
  %v35 = load i64, ptr %X0
  %v36 = inttoptr i64 %v35 to ptr
  %v37 = getelementptr i8, ptr %v36, i64 -1
  %v38 = load i64, ptr %v37, align 8, !tbaa !6
  %v39 = inttoptr i64 %v35 to ptr
  %v40 = getelementptr i8, ptr %v39, i64 7
  %v41 = load i64, ptr %v40, align 8, !tbaa !6
  %v42 = load ptr, ptr %E
  %v43 = getelementptr i64, ptr %v42, i64 2
  store i64 %v38, ptr %v43, align 8, !tbaa !5
  store i64 %v41, ptr %X0
  %v44 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r26 to i64), ptr %v44, align 8, !tbaa !5
  %v45 = getelementptr i64, ptr @T, i64 Pc(26)
  %v46 = load i64, ptr %v45, align 8, !tbaa !8, !invariant.load !11
  %v47 = getelementptr i64, ptr %v44, i64 1
  store i64 %v46, ptr %v47, align 8, !tbaa !5
  %v48 = getelementptr i64, ptr @T, i64 Cost(1)
  %v49 = load i64, ptr %v48, align 8, !tbaa !8
  %v50 = load i64, ptr %N
  %v51 = sub nsw i64 %v50, %v49
  %v52 = icmp slt i64 %v51, 1
  store i64 %v51, ptr %N
  br i1 %v52, label %b53, label %b54, !prof !12
b54:
  br label %i20b26
i20b26:
  %v59 = load i64, ptr %X0
  %v60 = and i64 %v59, 7
  %v61 = icmp eq i64 %v60, 1
  br i1 %v61, label %b62, label %i29b26
b62:
  br label %i22
i29b26:
  %v63 = load i64, ptr %X0
  %v64 = icmp eq i64 %v63, 29
  br i1 %v64, label %b65, label %i17b26
b65:
  store i64 0, ptr %X0
  %v66 = load ptr, ptr %E
  %v67 = load ptr, ptr %H
  %v68 = load i64, ptr %N
  %v69 = load i64, ptr %X0
  musttail call preserve_nonecc void @r26(ptr %r, ptr %v66, ptr %v67, i64 %v68, i64 %v69, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i17b26:
  br label %j19b26
b5:
  %v8 = load i64, ptr %X0
  %v9 = getelementptr i8, ptr %r, i64 x0
  store i64 %v8, ptr %v9, align 8, !tbaa !7
  %v10 = getelementptr i64, ptr @T, i64 Pc(22)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = getelementptr i64, ptr @T, i64 Pc(23)
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
  %v26 = getelementptr i8, ptr %r, i64 x0
  %v27 = load i64, ptr %v26, align 8, !tbaa !7
  store i64 %v27, ptr %X0
  %v28 = getelementptr i64, ptr @T, i64 Pc(23)
  %v29 = load i64, ptr %v28, align 8, !tbaa !8
  %v32 = icmp eq i64 %v19, %v29
  br i1 %v32, label %b30, label %b31, !prof !9
b31:
  ret void
b30:
  br label %b7
b53:
  %v55 = load ptr, ptr %E
  %v56 = load ptr, ptr %H
  %v57 = load i64, ptr %N
  %v58 = load i64, ptr %X0
  musttail call preserve_nonecc void @f1.leave(ptr %r, ptr %v55, ptr %v56, i64 %v57, i64 %v58, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j19b26:
  %v70 = load ptr, ptr %E
  %v71 = load ptr, ptr %H
  %v72 = load i64, ptr %N
  %v73 = load i64, ptr %X0
  musttail call preserve_nonecc void @r19(ptr %r, ptr %v70, ptr %v71, i64 %v72, i64 %v73, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; sum/1
define hidden preserve_nonecc void @r26(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i26
i26:
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
  %v141 = icmp eq ptr %v140, @r26
  br i1 %v141, label %b142, label %b143
b142:
  br label %i26
b143:
  %v144 = load ptr, ptr %E
  %v145 = load ptr, ptr %H
  %v146 = load i64, ptr %N
  %v147 = load i64, ptr %X0
  musttail call preserve_nonecc void %v140(ptr %r, ptr %v144, ptr %v145, i64 %v146, i64 %v147, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b109:
  %v112 = load i64, ptr %X0
  %v113 = getelementptr i8, ptr %r, i64 x0
  store i64 %v112, ptr %v113, align 8, !tbaa !7
  %v114 = getelementptr i64, ptr @T, i64 Pc(26)
  %v115 = load i64, ptr %v114, align 8, !tbaa !8, !invariant.load !11
  %v116 = getelementptr i64, ptr @T, i64 Pc(27)
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
  %v132 = getelementptr i64, ptr @T, i64 Pc(27)
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
  %v74 = getelementptr i64, ptr @T, i64 Pc(26)
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
  %v90 = getelementptr i64, ptr @T, i64 Bif(0)
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

; both/1
define hidden preserve_nonecc void @r35(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i35
i35:
  %v1 = load i64, ptr %X0
  %v2 = getelementptr i8, ptr %r, i64 x0
  store i64 %v1, ptr %v2, align 8, !tbaa !7
  %v3 = getelementptr i64, ptr @T, i64 Pc(35)
  %v4 = load i64, ptr %v3, align 8, !tbaa !8, !invariant.load !11
  %v5 = load ptr, ptr %E
  %v6 = getelementptr i8, ptr %r, i64 stack
  store ptr %v5, ptr %v6, align 8, !tbaa !7
  %v7 = load ptr, ptr %H
  %v8 = getelementptr i8, ptr %r, i64 heap
  store ptr %v7, ptr %v8, align 8, !tbaa !7
  %v9 = load i64, ptr %N
  %v10 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v9, ptr %v10, align 8, !tbaa !7
  %v11 = getelementptr i8, ptr %r, i64 pc
  store i64 %v4, ptr %v11, align 8, !tbaa !7
  %v12 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v12, align 8, !tbaa !7
  ret void
}

; both/1
define hidden preserve_nonecc void @f2(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  %slot = getelementptr i64, ptr @T, i64 Cost(2)
  %cost = load i64, ptr %slot, align 8, !tbaa !8
  %counted = sub nsw i64 %n0, %cost
  %over = icmp slt i64 %counted, 1
  br i1 %over, label %out, label %in, !prof !12
out:
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %e0, ptr %h0, i64 %counted, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5)
  ret void
in:
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %counted, ptr %N
  store i64 %a0, ptr %X0
  br label %i36
i36:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 1
  br i1 %v3, label %b4, label %i44
b4:
  br label %j38
i44:
  %v9 = load i64, ptr %X0
  %v10 = icmp eq i64 %v9, 29
  br i1 %v10, label %b11, label %i33
b11:
  store i64 0, ptr %X0
  %v12 = load ptr, ptr %E
  %v13 = load ptr, ptr %v12, align 8, !tbaa !5
  %v14 = load ptr, ptr %E
  %v15 = load ptr, ptr %H
  %v16 = load i64, ptr %N
  %v17 = load i64, ptr %X0
  musttail call preserve_nonecc void %v13(ptr %r, ptr %v14, ptr %v15, i64 %v16, i64 %v17, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i33:
  br label %j35
j38:
  %v5 = load ptr, ptr %E
  %v6 = load ptr, ptr %H
  %v7 = load i64, ptr %N
  %v8 = load i64, ptr %X0
  musttail call preserve_nonecc void @r38(ptr %r, ptr %v5, ptr %v6, i64 %v7, i64 %v8, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j35:
  %v18 = load ptr, ptr %E
  %v19 = load ptr, ptr %H
  %v20 = load i64, ptr %N
  %v21 = load i64, ptr %X0
  musttail call preserve_nonecc void @r35(ptr %r, ptr %v18, ptr %v19, i64 %v20, i64 %v21, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; both/1
define hidden preserve_nonecc void @r38(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i38
i38:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %H
  %v3 = getelementptr i64, ptr %v1, i64 -3
  %v4 = icmp ult ptr %v3, %v2
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  %v33 = load ptr, ptr %E
  %v34 = getelementptr i64, ptr %v33, i64 -3
  store ptr %v34, ptr %E
  br label %b7
b7:
  %v35 = load i64, ptr %X0
  %v36 = inttoptr i64 %v35 to ptr
  %v37 = getelementptr i8, ptr %v36, i64 -1
  %v38 = load i64, ptr %v37, align 8, !tbaa !6
  %v39 = inttoptr i64 %v35 to ptr
  %v40 = getelementptr i8, ptr %v39, i64 7
  %v41 = load i64, ptr %v40, align 8, !tbaa !6
  store i64 %v38, ptr %X0
  %v42 = load ptr, ptr %E
  %v43 = getelementptr i64, ptr %v42, i64 2
  store i64 %v41, ptr %v43, align 8, !tbaa !5
  %v44 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r42 to i64), ptr %v44, align 8, !tbaa !5
  %v45 = getelementptr i64, ptr @T, i64 Pc(42)
  %v46 = load i64, ptr %v45, align 8, !tbaa !8, !invariant.load !11
  %v47 = getelementptr i64, ptr %v44, i64 1
  store i64 %v46, ptr %v47, align 8, !tbaa !5
  %v48 = getelementptr i64, ptr @T, i64 Cost(2)
  %v49 = load i64, ptr %v48, align 8, !tbaa !8
  %v50 = load i64, ptr %N
  %v51 = sub nsw i64 %v50, %v49
  %v52 = icmp slt i64 %v51, 1
  store i64 %v51, ptr %N
  br i1 %v52, label %b53, label %b54, !prof !12
b54:
  br label %i36b42
i36b42:
  %v59 = load i64, ptr %X0
  %v60 = and i64 %v59, 7
  %v61 = icmp eq i64 %v60, 1
  br i1 %v61, label %b62, label %i44b42
b62:
  br label %i38
i44b42:
  %v63 = load i64, ptr %X0
  %v64 = icmp eq i64 %v63, 29
  br i1 %v64, label %b65, label %i33b42
b65:
  store i64 0, ptr %X0
  %v66 = load ptr, ptr %E
  %v67 = load ptr, ptr %H
  %v68 = load i64, ptr %N
  %v69 = load i64, ptr %X0
  musttail call preserve_nonecc void @r42(ptr %r, ptr %v66, ptr %v67, i64 %v68, i64 %v69, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i33b42:
  br label %j35b42
b5:
  %v8 = load i64, ptr %X0
  %v9 = getelementptr i8, ptr %r, i64 x0
  store i64 %v8, ptr %v9, align 8, !tbaa !7
  %v10 = getelementptr i64, ptr @T, i64 Pc(38)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = getelementptr i64, ptr @T, i64 Pc(39)
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
  %v26 = getelementptr i8, ptr %r, i64 x0
  %v27 = load i64, ptr %v26, align 8, !tbaa !7
  store i64 %v27, ptr %X0
  %v28 = getelementptr i64, ptr @T, i64 Pc(39)
  %v29 = load i64, ptr %v28, align 8, !tbaa !8
  %v32 = icmp eq i64 %v19, %v29
  br i1 %v32, label %b30, label %b31, !prof !9
b31:
  ret void
b30:
  br label %b7
b53:
  %v55 = load ptr, ptr %E
  %v56 = load ptr, ptr %H
  %v57 = load i64, ptr %N
  %v58 = load i64, ptr %X0
  musttail call preserve_nonecc void @f2.leave(ptr %r, ptr %v55, ptr %v56, i64 %v57, i64 %v58, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
j35b42:
  %v70 = load ptr, ptr %E
  %v71 = load ptr, ptr %H
  %v72 = load i64, ptr %N
  %v73 = load i64, ptr %X0
  musttail call preserve_nonecc void @r35(ptr %r, ptr %v70, ptr %v71, i64 %v72, i64 %v73, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; both/1
define hidden preserve_nonecc void @r42(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i42
i42:
  %v1 = load ptr, ptr %E
  %v2 = getelementptr i64, ptr %v1, i64 2
  %v3 = load i64, ptr %v2, align 8, !tbaa !5
  store i64 %v3, ptr %X0
  %v4 = load ptr, ptr %E
  %v5 = getelementptr i64, ptr %v4, i64 3
  store ptr %v5, ptr %E
  %v6 = load ptr, ptr %E
  %v7 = load ptr, ptr %H
  %v8 = load i64, ptr %N
  %v9 = load i64, ptr %X0
  musttail call preserve_nonecc void @f2(ptr %r, ptr %v6, ptr %v7, i64 %v8, i64 %v9, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
