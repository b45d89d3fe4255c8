; Calls within the module and out of it, and the points to which they return.

; both/1
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
  %v36 = load ptr, ptr %E
  %v37 = getelementptr i64, ptr %v36, i64 2
  store i64 %v35, ptr %v37, align 8, !tbaa !5
  %v38 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r7 to i64), ptr %v38, align 8, !tbaa !5
  %v39 = getelementptr i64, ptr @T, i64 Pc(7)
  %v40 = load i64, ptr %v39, align 8, !tbaa !8, !invariant.load !11
  %v41 = getelementptr i64, ptr %v38, i64 1
  store i64 %v40, ptr %v41, align 8, !tbaa !5
  %v42 = load ptr, ptr %E
  %v43 = load ptr, ptr %H
  %v44 = load i64, ptr %N
  %v45 = load i64, ptr %X0
  musttail call preserve_nonecc void @f1(ptr %r, ptr %v42, ptr %v43, i64 %v44, i64 %v45, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b5:
  %v8 = load i64, ptr %X0
  %v9 = getelementptr i8, ptr %r, i64 x0
  store i64 %v8, ptr %v9, align 8, !tbaa !7
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
  %v26 = getelementptr i8, ptr %r, i64 x0
  %v27 = load i64, ptr %v26, align 8, !tbaa !7
  store i64 %v27, ptr %X0
  %v28 = getelementptr i64, ptr @T, i64 Pc(5)
  %v29 = load i64, ptr %v28, align 8, !tbaa !8
  %v32 = icmp eq i64 %v19, %v29
  br i1 %v32, label %b30, label %b31, !prof !9
b31:
  ret void
b30:
  br label %b7
}

; both/1
define hidden preserve_nonecc void @r7(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  br label %i7
i7:
  %v1 = load ptr, ptr %E
  %v2 = getelementptr i64, ptr %v1, i64 2
  %v3 = load i64, ptr %v2, align 8, !tbaa !5
  %v4 = load i64, ptr %X0
  %v5 = load ptr, ptr %E
  %v6 = getelementptr i64, ptr %v5, i64 2
  store i64 %v4, ptr %v6, align 8, !tbaa !5
  store i64 %v3, ptr %X0
  %v7 = getelementptr i64, ptr @T, i64 Import(0)
  %v8 = load i64, ptr %v7, align 8, !tbaa !8, !invariant.load !11
  %v9 = inttoptr i64 %v8 to ptr
  %v10 = getelementptr i8, ptr %v9, i64 24
  %v11 = load ptr, ptr %v10, align 8, !tbaa !8
  %v12 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r9 to i64), ptr %v12, align 8, !tbaa !5
  %v13 = getelementptr i64, ptr @T, i64 Pc(9)
  %v14 = load i64, ptr %v13, align 8, !tbaa !8, !invariant.load !11
  %v15 = getelementptr i64, ptr %v12, i64 1
  store i64 %v14, ptr %v15, align 8, !tbaa !5
  %v16 = load i64, ptr %v11, align 8, !tbaa !8
  %v17 = and i64 %v16, 65535
  %v18 = icmp eq i64 %v17, 0
  br i1 %v18, label %b19, label %b20
b19:
  %v21 = getelementptr i8, ptr %v11, i64 8
  %v22 = load ptr, ptr %v21, align 8, !tbaa !8
  %v23 = load ptr, ptr %E
  %v24 = load ptr, ptr %H
  %v25 = load i64, ptr %N
  %v26 = load i64, ptr %X0
  musttail call preserve_nonecc void %v22(ptr %r, ptr %v23, ptr %v24, i64 %v25, i64 %v26, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b20:
  %v27 = load i64, ptr %X0
  %v28 = getelementptr i8, ptr %r, i64 x0
  store i64 %v27, ptr %v28, align 8, !tbaa !7
  %v29 = getelementptr i8, ptr %r, i64 arity
  store i64 1, ptr %v29, align 8, !tbaa !7
  %v30 = load ptr, ptr %E
  %v31 = load ptr, ptr %H
  %v32 = load i64, ptr %N
  %v33 = ptrtoint ptr %v11 to i64
  musttail call preserve_nonecc void @leave(ptr %r, ptr %v30, ptr %v31, i64 %v32, i64 %v33, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; both/1
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
  %v49 = load ptr, ptr %E
  %v50 = load ptr, ptr %H
  %v51 = load i64, ptr %N
  %v52 = load i64, ptr %X0
  musttail call preserve_nonecc void %v48(ptr %r, ptr %v49, ptr %v50, i64 %v51, i64 %v52, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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

; one/1
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
  br label %i16
i16:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %v1, align 8, !tbaa !5
  %v3 = load ptr, ptr %E
  %v4 = load ptr, ptr %H
  %v5 = load i64, ptr %N
  %v6 = load i64, ptr %X0
  musttail call preserve_nonecc void %v2(ptr %r, ptr %v3, ptr %v4, i64 %v5, i64 %v6, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
