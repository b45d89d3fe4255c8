; A comparison that jumps: small integers, floats, anything.

; least/2
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
  %v2 = load i64, ptr %X0
  %v3 = load i64, ptr %X1
  %v4 = or i64 %v2, %v3
  %v5 = and i64 %v4, 1
  %v6 = icmp eq i64 %v5, 0
  br i1 %v6, label %b7, label %b8, !prof !9
b7:
  %v9 = icmp slt i64 %v2, %v3
  br i1 %v9, label %b1, label %i6
b8:
  %v10 = and i64 %v2, 7
  %v11 = icmp eq i64 %v10, 3
  br label %b12
b12:
  br i1 %v11, label %b13, label %b14, !prof !9
b13:
  %v15 = inttoptr i64 %v2 to ptr
  %v16 = getelementptr i8, ptr %v15, i64 -3
  %v17 = load i64, ptr %v16, align 8, !tbaa !6
  br label %b14
b14:
  %v18 = phi i64 [ 0, %b12 ], [ %v17, %b13 ]
  %v21 = and i64 %v3, 7
  %v22 = icmp eq i64 %v21, 3
  br label %b23
b23:
  br i1 %v22, label %b24, label %b25, !prof !9
b24:
  %v26 = inttoptr i64 %v3 to ptr
  %v27 = getelementptr i8, ptr %v26, i64 -3
  %v28 = load i64, ptr %v27, align 8, !tbaa !6
  br label %b25
b25:
  %v29 = phi i64 [ 0, %b23 ], [ %v28, %b24 ]
  %v30 = icmp eq i64 %v18, 287
  %v31 = icmp eq i64 %v29, 287
  %v32 = and i1 %v30, %v31
  br i1 %v32, label %b19, label %b20
b19:
  %v33 = inttoptr i64 %v2 to ptr
  %v34 = getelementptr i8, ptr %v33, i64 5
  %v35 = load i64, ptr %v34, align 8, !tbaa !6
  %v36 = bitcast i64 %v35 to double
  %v37 = inttoptr i64 %v3 to ptr
  %v38 = getelementptr i8, ptr %v37, i64 5
  %v39 = load i64, ptr %v38, align 8, !tbaa !6
  %v40 = bitcast i64 %v39 to double
  %v41 = fcmp olt double %v36, %v40
  br i1 %v41, label %b1, label %i6
b20:
  %v42 = getelementptr i8, ptr %r, i64 compare
  %v43 = load ptr, ptr %v42, align 8, !tbaa !7
  %v44 = call preserve_mostcc i64 %v43(i64 %v2, i64 %v3) #1
  %v45 = icmp slt i64 %v44, 0
  br i1 %v45, label %b1, label %i6
b1:
  %v46 = load ptr, ptr %E
  %v47 = load ptr, ptr %v46, align 8, !tbaa !5
  %v48 = load ptr, ptr %E
  %v49 = load ptr, ptr %H
  %v50 = load i64, ptr %N
  %v51 = load i64, ptr %X0
  musttail call preserve_nonecc void %v47(ptr %r, ptr %v48, ptr %v49, i64 %v50, i64 %v51, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i6:
  %v52 = load i64, ptr %X1
  store i64 %v52, ptr %X0
  %v53 = load ptr, ptr %E
  %v54 = load ptr, ptr %v53, align 8, !tbaa !5
  %v55 = load ptr, ptr %E
  %v56 = load ptr, ptr %H
  %v57 = load i64, ptr %N
  %v58 = load i64, ptr %X0
  musttail call preserve_nonecc void %v54(ptr %r, ptr %v55, ptr %v56, i64 %v57, i64 %v58, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
