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
  %v1 = load ptr, ptr %E
  %v2 = getelementptr i64, ptr %v1, i64 2
  %v3 = load i64, ptr %v2, align 8, !tbaa !5
  %v4 = load i64, ptr %X0
  %v5 = or i64 %v3, %v4
  %v6 = and i64 %v5, 1
  %v7 = icmp eq i64 %v6, 0
  br i1 %v7, label %b8, label %b9, !prof !9
b8:
  %v12 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v3, i64 %v4)
  %v13 = extractvalue { i64, i1 } %v12, 0
  %v14 = extractvalue { i64, i1 } %v12, 1
  br i1 %v14, label %b10, label %b15, !prof !12
b15:
  store i64 %v13, ptr %X0
  br label %b11
b9:
  %v16 = and i64 %v3, 7
  %v17 = icmp eq i64 %v16, 3
  br label %b18
b18:
  br i1 %v17, label %b19, label %b20, !prof !9
b19:
  %v21 = inttoptr i64 %v3 to ptr
  %v22 = getelementptr i8, ptr %v21, i64 -3
  %v23 = load i64, ptr %v22, align 8, !tbaa !6
  br label %b20
b20:
  %v24 = phi i64 [ 0, %b18 ], [ %v23, %b19 ]
  %v25 = and i64 %v4, 7
  %v26 = icmp eq i64 %v25, 3
  br label %b27
b27:
  br i1 %v26, label %b28, label %b29, !prof !9
b28:
  %v30 = inttoptr i64 %v4 to ptr
  %v31 = getelementptr i8, ptr %v30, i64 -3
  %v32 = load i64, ptr %v31, align 8, !tbaa !6
  br label %b29
b29:
  %v33 = phi i64 [ 0, %b27 ], [ %v32, %b28 ]
  %v34 = icmp eq i64 %v24, 287
  %v35 = icmp eq i64 %v33, 287
  %v36 = and i1 %v34, %v35
  %v37 = load ptr, ptr %E
  %v38 = load ptr, ptr %H
  %v39 = getelementptr i64, ptr %v38, i64 2
  %v40 = icmp ugt ptr %v39, %v37
  %v41 = xor i1 %v40, true
  %v42 = and i1 %v36, %v41
  br i1 %v42, label %b43, label %b10
b43:
  %v44 = inttoptr i64 %v3 to ptr
  %v45 = getelementptr i8, ptr %v44, i64 5
  %v46 = load i64, ptr %v45, align 8, !tbaa !6
  %v47 = bitcast i64 %v46 to double
  %v48 = inttoptr i64 %v4 to ptr
  %v49 = getelementptr i8, ptr %v48, i64 5
  %v50 = load i64, ptr %v49, align 8, !tbaa !6
  %v51 = bitcast i64 %v50 to double
  %v52 = fadd double %v47, %v51
  %v53 = bitcast double %v52 to i64
  %v54 = and i64 %v53, 9218868437227405312
  %v55 = icmp eq i64 %v54, 9218868437227405312
  br i1 %v55, label %b10, label %b56, !prof !12
b56:
  %v57 = load ptr, ptr %H
  %v58 = getelementptr i64, ptr %v57, i64 0
  store i64 287, ptr %v58, align 8, !tbaa !6
  %v59 = load ptr, ptr %H
  %v60 = getelementptr i64, ptr %v59, i64 1
  store i64 %v53, ptr %v60, align 8, !tbaa !6
  %v61 = load ptr, ptr %H
  %v62 = getelementptr i64, ptr %v61, i64 2
  store ptr %v62, ptr %H
  %v63 = ptrtoint ptr %v61 to i64
  %v64 = or disjoint i64 %v63, 3
  store i64 %v64, ptr %X0
  br label %b11
b11:
  %v90 = load ptr, ptr %E
  %v91 = getelementptr i64, ptr %v90, i64 3
  store ptr %v91, ptr %E
  %v92 = load ptr, ptr %E
  %v93 = load ptr, ptr %v92, align 8, !tbaa !5
  %v94 = icmp eq ptr %v93, @r26
  br i1 %v94, label %b95, label %b96
b95:
  br label %i26
b96:
  %v97 = load ptr, ptr %E
  %v98 = load ptr, ptr %H
  %v99 = load i64, ptr %N
  %v100 = load i64, ptr %X0
  musttail call preserve_nonecc void %v93(ptr %r, ptr %v97, ptr %v98, i64 %v99, i64 %v100, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b10:
  %v65 = load i64, ptr %X0
  %v66 = getelementptr i8, ptr %r, i64 x0
  store i64 %v65, ptr %v66, align 8, !tbaa !7
  %v67 = getelementptr i64, ptr @T, i64 Pc(26)
  %v68 = load i64, ptr %v67, align 8, !tbaa !8, !invariant.load !11
  %v69 = getelementptr i64, ptr @T, i64 Pc(27)
  %v70 = load i64, ptr %v69, align 8, !tbaa !8, !invariant.load !11
  %v71 = getelementptr i8, ptr %r, i64 step
  %v72 = load ptr, ptr %v71, align 8, !tbaa !7
  %v73 = load ptr, ptr %E
  %v74 = load ptr, ptr %H
  %v75 = load i64, ptr %N
  %v76 = call i64 %v72(ptr %r, ptr %v73, ptr %v74, i64 %v75, i64 %v68, i64 %v70) #0
  %v77 = getelementptr i8, ptr %r, i64 stack
  %v78 = load ptr, ptr %v77, align 8, !tbaa !7
  store ptr %v78, ptr %E
  %v79 = getelementptr i8, ptr %r, i64 heap
  %v80 = load ptr, ptr %v79, align 8, !tbaa !7
  store ptr %v80, ptr %H
  %v81 = getelementptr i8, ptr %r, i64 reductions
  %v82 = load i64, ptr %v81, align 8, !tbaa !7
  store i64 %v82, ptr %N
  %v83 = getelementptr i8, ptr %r, i64 x0
  %v84 = load i64, ptr %v83, align 8, !tbaa !7
  store i64 %v84, ptr %X0
  %v85 = getelementptr i64, ptr @T, i64 Pc(27)
  %v86 = load i64, ptr %v85, align 8, !tbaa !8
  %v89 = icmp eq i64 %v76, %v86
  br i1 %v89, label %b87, label %b88, !prof !9
b88:
  ret void
b87:
  br label %b11
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
