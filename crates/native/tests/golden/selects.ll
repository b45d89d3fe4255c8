; Choices by atom, by number, by a tuple's size.

; atom/1
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
  %v1 = load i64, ptr %X0
  %v2 = getelementptr i64, ptr @T, i64 Atom(3)
  %v3 = load i64, ptr %v2, align 8, !tbaa !8, !invariant.load !11
  %v4 = icmp eq i64 %v1, %v3
  br i1 %v4, label %i11, label %b5
b5:
  %v6 = getelementptr i64, ptr @T, i64 Atom(4)
  %v7 = load i64, ptr %v6, align 8, !tbaa !8, !invariant.load !11
  %v8 = icmp eq i64 %v1, %v7
  br i1 %v8, label %i8, label %b9
b9:
  %v10 = getelementptr i64, ptr @T, i64 Atom(5)
  %v11 = load i64, ptr %v10, align 8, !tbaa !8, !invariant.load !11
  %v12 = icmp eq i64 %v1, %v11
  br i1 %v12, label %i5, label %b13
b13:
  switch i64 %v1, label %i0 [ ]
i0:
  %v14 = load i64, ptr %X0
  %v15 = getelementptr i8, ptr %r, i64 x0
  store i64 %v14, ptr %v15, align 8, !tbaa !7
  %v16 = getelementptr i64, ptr @T, i64 Pc(2)
  %v17 = load i64, ptr %v16, align 8, !tbaa !8, !invariant.load !11
  %v18 = load ptr, ptr %E
  %v19 = getelementptr i8, ptr %r, i64 stack
  store ptr %v18, ptr %v19, align 8, !tbaa !7
  %v20 = load ptr, ptr %H
  %v21 = getelementptr i8, ptr %r, i64 heap
  store ptr %v20, ptr %v21, align 8, !tbaa !7
  %v22 = load i64, ptr %N
  %v23 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v22, ptr %v23, align 8, !tbaa !7
  %v24 = getelementptr i8, ptr %r, i64 pc
  store i64 %v17, ptr %v24, align 8, !tbaa !7
  %v25 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v25, align 8, !tbaa !7
  ret void
i5:
  %v26 = getelementptr i64, ptr @T, i64 Atom(3)
  %v27 = load i64, ptr %v26, align 8, !tbaa !8, !invariant.load !11
  store i64 %v27, ptr %X0
  %v28 = load ptr, ptr %E
  %v29 = load ptr, ptr %v28, align 8, !tbaa !5
  %v30 = load ptr, ptr %E
  %v31 = load ptr, ptr %H
  %v32 = load i64, ptr %N
  %v33 = load i64, ptr %X0
  musttail call preserve_nonecc void %v29(ptr %r, ptr %v30, ptr %v31, i64 %v32, i64 %v33, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i8:
  %v34 = getelementptr i64, ptr @T, i64 Atom(5)
  %v35 = load i64, ptr %v34, align 8, !tbaa !8, !invariant.load !11
  store i64 %v35, ptr %X0
  %v36 = load ptr, ptr %E
  %v37 = load ptr, ptr %v36, align 8, !tbaa !5
  %v38 = load ptr, ptr %E
  %v39 = load ptr, ptr %H
  %v40 = load i64, ptr %N
  %v41 = load i64, ptr %X0
  musttail call preserve_nonecc void %v37(ptr %r, ptr %v38, ptr %v39, i64 %v40, i64 %v41, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i11:
  %v42 = getelementptr i64, ptr @T, i64 Atom(4)
  %v43 = load i64, ptr %v42, align 8, !tbaa !8, !invariant.load !11
  store i64 %v43, ptr %X0
  %v44 = load ptr, ptr %E
  %v45 = load ptr, ptr %v44, align 8, !tbaa !5
  %v46 = load ptr, ptr %E
  %v47 = load ptr, ptr %H
  %v48 = load i64, ptr %N
  %v49 = load i64, ptr %X0
  musttail call preserve_nonecc void %v45(ptr %r, ptr %v46, ptr %v47, i64 %v48, i64 %v49, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; number/1
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
  br label %i17
i17:
  %v1 = load i64, ptr %X0
  switch i64 %v1, label %i14 [ i64 2, label %i25 i64 40, label %i22 i64 600, label %i19 ]
i19:
  store i64 6, ptr %X0
  %v2 = load ptr, ptr %E
  %v3 = load ptr, ptr %v2, align 8, !tbaa !5
  %v4 = load ptr, ptr %E
  %v5 = load ptr, ptr %H
  %v6 = load i64, ptr %N
  %v7 = load i64, ptr %X0
  musttail call preserve_nonecc void %v3(ptr %r, ptr %v4, ptr %v5, i64 %v6, i64 %v7, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i22:
  store i64 400, ptr %X0
  %v8 = load ptr, ptr %E
  %v9 = load ptr, ptr %v8, align 8, !tbaa !5
  %v10 = load ptr, ptr %E
  %v11 = load ptr, ptr %H
  %v12 = load i64, ptr %N
  %v13 = load i64, ptr %X0
  musttail call preserve_nonecc void %v9(ptr %r, ptr %v10, ptr %v11, i64 %v12, i64 %v13, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i25:
  store i64 20, ptr %X0
  %v14 = load ptr, ptr %E
  %v15 = load ptr, ptr %v14, align 8, !tbaa !5
  %v16 = load ptr, ptr %E
  %v17 = load ptr, ptr %H
  %v18 = load i64, ptr %N
  %v19 = load i64, ptr %X0
  musttail call preserve_nonecc void %v15(ptr %r, ptr %v16, ptr %v17, i64 %v18, i64 %v19, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i14:
  %v20 = load i64, ptr %X0
  %v21 = getelementptr i8, ptr %r, i64 x0
  store i64 %v20, ptr %v21, align 8, !tbaa !7
  %v22 = getelementptr i64, ptr @T, i64 Pc(16)
  %v23 = load i64, ptr %v22, align 8, !tbaa !8, !invariant.load !11
  %v24 = load ptr, ptr %E
  %v25 = getelementptr i8, ptr %r, i64 stack
  store ptr %v24, ptr %v25, align 8, !tbaa !7
  %v26 = load ptr, ptr %H
  %v27 = getelementptr i8, ptr %r, i64 heap
  store ptr %v26, ptr %v27, align 8, !tbaa !7
  %v28 = load i64, ptr %N
  %v29 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v28, ptr %v29, align 8, !tbaa !7
  %v30 = getelementptr i8, ptr %r, i64 pc
  store i64 %v23, ptr %v30, align 8, !tbaa !7
  %v31 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v31, align 8, !tbaa !7
  ret void
}

; size/1
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
  br label %i31
i31:
  %v1 = load i64, ptr %X0
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 3
  br i1 %v3, label %b4, label %i28
b4:
  %v5 = inttoptr i64 %v1 to ptr
  %v6 = getelementptr i8, ptr %v5, i64 -3
  %v7 = load i64, ptr %v6, align 8, !tbaa !6
  %v8 = and i64 %v7, 255
  %v9 = icmp eq i64 %v8, 7
  br i1 %v9, label %b10, label %i28
b10:
  %v11 = load i64, ptr %X0
  %v12 = and i64 %v11, 7
  %v13 = icmp eq i64 %v12, 3
  br label %b14
b14:
  br i1 %v13, label %b15, label %b16, !prof !9
b15:
  %v17 = inttoptr i64 %v11 to ptr
  %v18 = getelementptr i8, ptr %v17, i64 -3
  %v19 = load i64, ptr %v18, align 8, !tbaa !6
  br label %b16
b16:
  %v20 = phi i64 [ 0, %b14 ], [ %v19, %b15 ]
  switch i64 %v20, label %i28 [ i64 7, label %i40 i64 263, label %i37 i64 519, label %i34 ]
i34:
  store i64 4, ptr %X0
  %v21 = load ptr, ptr %E
  %v22 = load ptr, ptr %v21, align 8, !tbaa !5
  %v23 = load ptr, ptr %E
  %v24 = load ptr, ptr %H
  %v25 = load i64, ptr %N
  %v26 = load i64, ptr %X0
  musttail call preserve_nonecc void %v22(ptr %r, ptr %v23, ptr %v24, i64 %v25, i64 %v26, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i37:
  store i64 2, ptr %X0
  %v27 = load ptr, ptr %E
  %v28 = load ptr, ptr %v27, align 8, !tbaa !5
  %v29 = load ptr, ptr %E
  %v30 = load ptr, ptr %H
  %v31 = load i64, ptr %N
  %v32 = load i64, ptr %X0
  musttail call preserve_nonecc void %v28(ptr %r, ptr %v29, ptr %v30, i64 %v31, i64 %v32, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i40:
  store i64 0, ptr %X0
  %v33 = load ptr, ptr %E
  %v34 = load ptr, ptr %v33, align 8, !tbaa !5
  %v35 = load ptr, ptr %E
  %v36 = load ptr, ptr %H
  %v37 = load i64, ptr %N
  %v38 = load i64, ptr %X0
  musttail call preserve_nonecc void %v34(ptr %r, ptr %v35, ptr %v36, i64 %v37, i64 %v38, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i28:
  %v39 = load i64, ptr %X0
  %v40 = getelementptr i8, ptr %r, i64 x0
  store i64 %v39, ptr %v40, align 8, !tbaa !7
  %v41 = getelementptr i64, ptr @T, i64 Pc(30)
  %v42 = load i64, ptr %v41, align 8, !tbaa !8, !invariant.load !11
  %v43 = load ptr, ptr %E
  %v44 = getelementptr i8, ptr %r, i64 stack
  store ptr %v43, ptr %v44, align 8, !tbaa !7
  %v45 = load ptr, ptr %H
  %v46 = getelementptr i8, ptr %r, i64 heap
  store ptr %v45, ptr %v46, align 8, !tbaa !7
  %v47 = load i64, ptr %N
  %v48 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v47, ptr %v48, align 8, !tbaa !7
  %v49 = getelementptr i8, ptr %r, i64 pc
  store i64 %v42, ptr %v49, align 8, !tbaa !7
  %v50 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v50, align 8, !tbaa !7
  ret void
}
