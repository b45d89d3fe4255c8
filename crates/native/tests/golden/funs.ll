; A fun that is made.

; adder/1
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
  %v3 = getelementptr i64, ptr %v2, i64 4
  %v4 = icmp ugt ptr %v3, %v1
  br i1 %v4, label %b5, label %b6, !prof !12
b6:
  br label %b7
b7:
  %v33 = getelementptr i64, ptr @T, i64 Fun(0)
  %v34 = load i64, ptr %v33, align 8, !tbaa !8, !invariant.load !11
  %v35 = getelementptr i8, ptr %r, i64 pid
  %v36 = load i64, ptr %v35, align 8, !tbaa !7
  %v37 = load ptr, ptr %H
  %v38 = getelementptr i64, ptr %v37, i64 0
  store i64 807, ptr %v38, align 8, !tbaa !6
  %v39 = load ptr, ptr %H
  %v40 = getelementptr i64, ptr %v39, i64 1
  store i64 %v34, ptr %v40, align 8, !tbaa !6
  %v41 = load ptr, ptr %H
  %v42 = getelementptr i64, ptr %v41, i64 2
  store i64 %v36, ptr %v42, align 8, !tbaa !6
  %v43 = load i64, ptr %X0
  %v44 = load ptr, ptr %H
  %v45 = getelementptr i64, ptr %v44, i64 3
  store i64 %v43, ptr %v45, align 8, !tbaa !6
  %v46 = load ptr, ptr %H
  %v47 = getelementptr i64, ptr %v46, i64 4
  store ptr %v47, ptr %H
  %v48 = ptrtoint ptr %v46 to i64
  %v49 = or disjoint i64 %v48, 3
  store i64 %v49, ptr %X0
  %v50 = load ptr, ptr %E
  %v51 = load ptr, ptr %v50, align 8, !tbaa !5
  %v52 = load ptr, ptr %E
  %v53 = load ptr, ptr %H
  %v54 = load i64, ptr %N
  %v55 = load i64, ptr %X0
  musttail call preserve_nonecc void %v51(ptr %r, ptr %v52, ptr %v53, i64 %v54, i64 %v55, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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

; module_info/0
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
  br label %i10
i10:
  %v1 = getelementptr i64, ptr @T, i64 Atom(1)
  %v2 = load i64, ptr %v1, align 8, !tbaa !8, !invariant.load !11
  store i64 %v2, ptr %X0
  %v4 = load i64, ptr %X0
  %v5 = getelementptr i8, ptr %r, i64 x0
  store i64 %v4, ptr %v5, align 8, !tbaa !7
  %v6 = getelementptr i64, ptr @T, i64 Pc(12)
  %v7 = load i64, ptr %v6, align 8, !tbaa !8, !invariant.load !11
  %v8 = getelementptr i8, ptr %r, i64 call_bif
  %v9 = load ptr, ptr %v8, align 8, !tbaa !7
  %v10 = load ptr, ptr %E
  %v11 = load ptr, ptr %H
  %v12 = load i64, ptr %N
  %v13 = call i64 %v9(ptr %r, ptr %v10, ptr %v11, i64 %v12, i64 %v7) #0
  %v14 = icmp eq i64 %v13, 7
  br i1 %v14, label %b15, label %b16, !prof !12
b15:
  ret void
b16:
  %v17 = getelementptr i8, ptr %r, i64 stack
  %v18 = load ptr, ptr %v17, align 8, !tbaa !7
  store ptr %v18, ptr %E
  %v19 = getelementptr i8, ptr %r, i64 heap
  %v20 = load ptr, ptr %v19, align 8, !tbaa !7
  store ptr %v20, ptr %H
  %v21 = getelementptr i8, ptr %r, i64 reductions
  %v22 = load i64, ptr %v21, align 8, !tbaa !7
  store i64 %v22, ptr %N
  store i64 %v13, ptr %X0
  br label %b3
b3:
  %v23 = load ptr, ptr %E
  %v24 = load ptr, ptr %v23, align 8, !tbaa !5
  %v25 = load ptr, ptr %E
  %v26 = load ptr, ptr %H
  %v27 = load i64, ptr %N
  %v28 = load i64, ptr %X0
  musttail call preserve_nonecc void %v24(ptr %r, ptr %v25, ptr %v26, i64 %v27, i64 %v28, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; module_info/1
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
  br label %i16
i16:
  %v1 = load i64, ptr %X0
  store i64 %v1, ptr %X1
  %v2 = getelementptr i64, ptr @T, i64 Atom(1)
  %v3 = load i64, ptr %v2, align 8, !tbaa !8, !invariant.load !11
  store i64 %v3, ptr %X0
  %v5 = load i64, ptr %X0
  %v6 = getelementptr i8, ptr %r, i64 x0
  store i64 %v5, ptr %v6, align 8, !tbaa !7
  %v7 = load i64, ptr %X1
  %v8 = getelementptr i8, ptr %r, i64 x1
  store i64 %v7, ptr %v8, align 8, !tbaa !7
  %v9 = getelementptr i64, ptr @T, i64 Pc(19)
  %v10 = load i64, ptr %v9, align 8, !tbaa !8, !invariant.load !11
  %v11 = getelementptr i8, ptr %r, i64 call_bif
  %v12 = load ptr, ptr %v11, align 8, !tbaa !7
  %v13 = load ptr, ptr %E
  %v14 = load ptr, ptr %H
  %v15 = load i64, ptr %N
  %v16 = call i64 %v12(ptr %r, ptr %v13, ptr %v14, i64 %v15, i64 %v10) #0
  %v17 = icmp eq i64 %v16, 7
  br i1 %v17, label %b18, label %b19, !prof !12
b18:
  ret void
b19:
  %v20 = getelementptr i8, ptr %r, i64 stack
  %v21 = load ptr, ptr %v20, align 8, !tbaa !7
  store ptr %v21, ptr %E
  %v22 = getelementptr i8, ptr %r, i64 heap
  %v23 = load ptr, ptr %v22, align 8, !tbaa !7
  store ptr %v23, ptr %H
  %v24 = getelementptr i8, ptr %r, i64 reductions
  %v25 = load i64, ptr %v24, align 8, !tbaa !7
  store i64 %v25, ptr %N
  store i64 %v16, ptr %X0
  br label %b4
b4:
  %v26 = load ptr, ptr %E
  %v27 = load ptr, ptr %v26, align 8, !tbaa !5
  %v28 = load ptr, ptr %E
  %v29 = load ptr, ptr %H
  %v30 = load i64, ptr %N
  %v31 = load i64, ptr %X0
  musttail call preserve_nonecc void %v27(ptr %r, ptr %v28, ptr %v29, i64 %v30, i64 %v31, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; -adder/1-fun-0-/1
define hidden preserve_nonecc void @f3(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
  %E = alloca ptr
  %H = alloca ptr
  %N = alloca i64
  %X0 = alloca i64
  %X1 = alloca i64
  %X2 = alloca i64
  %X3 = alloca i64
  %X4 = alloca i64
  %X5 = alloca i64
  %slot = getelementptr i64, ptr @T, i64 Cost(3)
  %cost = load i64, ptr %slot, align 8, !tbaa !8
  %counted = sub nsw i64 %n0, %cost
  %over = icmp slt i64 %counted, 1
  br i1 %over, label %out, label %in, !prof !12
out:
  musttail call preserve_nonecc void @f3.leave(ptr %r, ptr %e0, ptr %h0, i64 %counted, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5)
  ret void
in:
  store ptr %e0, ptr %E
  store ptr %h0, ptr %H
  store i64 %counted, ptr %N
  store i64 %a0, ptr %X0
  br label %i23
i23:
  %v1 = load ptr, ptr %E
  %v2 = load ptr, ptr %v1, align 8, !tbaa !5
  %v3 = load ptr, ptr %E
  %v4 = load ptr, ptr %H
  %v5 = load i64, ptr %N
  %v6 = load i64, ptr %X0
  musttail call preserve_nonecc void %v2(ptr %r, ptr %v3, ptr %v4, i64 %v5, i64 %v6, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
