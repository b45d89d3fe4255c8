; A function that calls itself last is a loop.

; member/2
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
  %v1 = load i64, ptr %X1
  %v2 = and i64 %v1, 7
  %v3 = icmp eq i64 %v2, 1
  br i1 %v3, label %b4, label %i11
b4:
  %v5 = load i64, ptr %X1
  %v6 = inttoptr i64 %v5 to ptr
  %v7 = getelementptr i8, ptr %v6, i64 -1
  %v8 = load i64, ptr %v7, align 8, !tbaa !6
  %v9 = inttoptr i64 %v5 to ptr
  %v10 = getelementptr i8, ptr %v9, i64 7
  %v11 = load i64, ptr %v10, align 8, !tbaa !6
  store i64 %v8, ptr %X2
  store i64 %v11, ptr %X1
  %v12 = load i64, ptr %X2
  %v13 = load i64, ptr %X0
  %v14 = icmp eq i64 %v12, %v13
  br label %b15
b15:
  br i1 %v14, label %b18, label %b16
b16:
  %v19 = xor i64 %v12, %v13
  %v20 = and i64 %v19, 7
  %v21 = icmp eq i64 %v20, 0
  %v22 = and i64 %v12, 5
  %v23 = icmp eq i64 %v22, 1
  %v24 = and i1 %v21, %v23
  br i1 %v24, label %b17, label %b18
b17:
  %v25 = getelementptr i8, ptr %r, i64 exactly_equal
  %v26 = load ptr, ptr %v25, align 8, !tbaa !7
  %v27 = call preserve_mostcc i8 %v26(i64 %v12, i64 %v13) #1
  %v28 = icmp ne i8 %v27, 0
  br label %b18
b18:
  %v29 = phi i1 [ true, %b15 ], [ false, %b16 ], [ %v28, %b17 ]
  br i1 %v29, label %b30, label %i9
b30:
  store i64 133, ptr %X0
  %v31 = load ptr, ptr %E
  %v32 = load ptr, ptr %v31, align 8, !tbaa !5
  %v33 = load ptr, ptr %E
  %v34 = load ptr, ptr %H
  %v35 = load i64, ptr %N
  %v36 = load i64, ptr %X0
  musttail call preserve_nonecc void %v32(ptr %r, ptr %v33, ptr %v34, i64 %v35, i64 %v36, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i9:
  %v37 = getelementptr i64, ptr @T, i64 Cost(0)
  %v38 = load i64, ptr %v37, align 8, !tbaa !8
  %v39 = load i64, ptr %N
  %v40 = sub nsw i64 %v39, %v38
  %v41 = icmp slt i64 %v40, 1
  store i64 %v40, ptr %N
  br i1 %v41, label %b42, label %b43, !prof !12
b43:
  br label %i3
i11:
  %v49 = load i64, ptr %X1
  %v50 = icmp eq i64 %v49, 29
  br i1 %v50, label %b51, label %i0
b51:
  store i64 69, ptr %X0
  %v52 = load ptr, ptr %E
  %v53 = load ptr, ptr %v52, align 8, !tbaa !5
  %v54 = load ptr, ptr %E
  %v55 = load ptr, ptr %H
  %v56 = load i64, ptr %N
  %v57 = load i64, ptr %X0
  musttail call preserve_nonecc void %v53(ptr %r, ptr %v54, ptr %v55, i64 %v56, i64 %v57, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i0:
  %v58 = load i64, ptr %X0
  %v59 = getelementptr i8, ptr %r, i64 x0
  store i64 %v58, ptr %v59, align 8, !tbaa !7
  %v60 = load i64, ptr %X1
  %v61 = getelementptr i8, ptr %r, i64 x1
  store i64 %v60, ptr %v61, align 8, !tbaa !7
  %v62 = getelementptr i64, ptr @T, i64 Pc(2)
  %v63 = load i64, ptr %v62, align 8, !tbaa !8, !invariant.load !11
  %v64 = load ptr, ptr %E
  %v65 = getelementptr i8, ptr %r, i64 stack
  store ptr %v64, ptr %v65, align 8, !tbaa !7
  %v66 = load ptr, ptr %H
  %v67 = getelementptr i8, ptr %r, i64 heap
  store ptr %v66, ptr %v67, align 8, !tbaa !7
  %v68 = load i64, ptr %N
  %v69 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v68, ptr %v69, align 8, !tbaa !7
  %v70 = getelementptr i8, ptr %r, i64 pc
  store i64 %v63, ptr %v70, align 8, !tbaa !7
  %v71 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v71, align 8, !tbaa !7
  ret void
b42:
  %v44 = load ptr, ptr %E
  %v45 = load ptr, ptr %H
  %v46 = load i64, ptr %N
  %v47 = load i64, ptr %X0
  %v48 = load i64, ptr %X1
  musttail call preserve_nonecc void @f0.leave(ptr %r, ptr %v44, ptr %v45, i64 %v46, i64 %v47, i64 %v48, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}
