; A handler that is noted and given up, and a call in between.

; safe/1
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
  %v35 = getelementptr i8, ptr %r, i64 handlers
  %v36 = load ptr, ptr %v35, align 8, !tbaa !7
  %v37 = getelementptr i8, ptr %v36, i64 8
  %v38 = load i64, ptr %v37, align 8
  %v39 = getelementptr i8, ptr %r, i64 handlers
  %v40 = load ptr, ptr %v39, align 8, !tbaa !7
  %v41 = getelementptr i8, ptr %v40, i64 16
  %v42 = load i64, ptr %v41, align 8
  %v43 = icmp eq i64 %v38, %v42
  br i1 %v43, label %b44, label %b45, !prof !12
b44:
  %v46 = getelementptr i8, ptr %r, i64 more_handlers
  %v47 = load ptr, ptr %v46, align 8, !tbaa !7
  %v48 = call preserve_mostcc i64 %v47(ptr %r) #1
  br label %b45
b45:
  %v49 = getelementptr i8, ptr %r, i64 handlers
  %v50 = load ptr, ptr %v49, align 8, !tbaa !7
  %v51 = getelementptr i8, ptr %v50, i64 0
  %v52 = load i64, ptr %v51, align 8
  %v53 = inttoptr i64 %v52 to ptr
  %v54 = mul i64 %v38, 24
  %v55 = getelementptr i8, ptr %v53, i64 %v54
  %v56 = getelementptr i8, ptr %r, i64 stack_end
  %v57 = load ptr, ptr %v56, align 8, !tbaa !7
  %v58 = load i64, ptr %v57, align 8
  %v59 = load ptr, ptr %E
  %v60 = ptrtoint ptr %v59 to i64
  %v61 = sub i64 %v58, %v60
  %v62 = lshr i64 %v61, 3
  %v63 = getelementptr i64, ptr @T, i64 Pc(11)
  %v64 = load i64, ptr %v63, align 8, !tbaa !8, !invariant.load !11
  %v65 = getelementptr i8, ptr %v55, i64 0
  store i64 %v64, ptr %v65, align 8
  %v66 = getelementptr i8, ptr %v55, i64 8
  store i64 ptrtoint (ptr @r11 to i64), ptr %v66, align 8
  %v67 = getelementptr i8, ptr %v55, i64 16
  store i64 %v62, ptr %v67, align 8
  %v68 = add i64 %v38, 1
  store i64 %v68, ptr %v37, align 8
  %v69 = shl i64 %v38, 6
  %v70 = or disjoint i64 %v69, 37
  %v71 = load ptr, ptr %E
  %v72 = getelementptr i64, ptr %v71, i64 2
  store i64 %v70, ptr %v72, align 8, !tbaa !5
  %v73 = getelementptr i64, ptr @T, i64 Import(0)
  %v74 = load i64, ptr %v73, align 8, !tbaa !8, !invariant.load !11
  %v75 = inttoptr i64 %v74 to ptr
  %v76 = getelementptr i8, ptr %v75, i64 24
  %v77 = load ptr, ptr %v76, align 8, !tbaa !8
  %v78 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r8 to i64), ptr %v78, align 8, !tbaa !5
  %v79 = getelementptr i64, ptr @T, i64 Pc(8)
  %v80 = load i64, ptr %v79, align 8, !tbaa !8, !invariant.load !11
  %v81 = getelementptr i64, ptr %v78, i64 1
  store i64 %v80, ptr %v81, align 8, !tbaa !5
  %v82 = load i64, ptr %v77, align 8, !tbaa !8
  %v83 = and i64 %v82, 65535
  %v84 = icmp eq i64 %v83, 0
  br i1 %v84, label %b85, label %b86
b85:
  %v87 = getelementptr i8, ptr %v77, i64 8
  %v88 = load ptr, ptr %v87, align 8, !tbaa !8
  %v89 = load ptr, ptr %E
  %v90 = load ptr, ptr %H
  %v91 = load i64, ptr %N
  %v92 = load i64, ptr %X0
  musttail call preserve_nonecc void %v88(ptr %r, ptr %v89, ptr %v90, i64 %v91, i64 %v92, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b86:
  %v93 = load i64, ptr %X0
  %v94 = getelementptr i8, ptr %r, i64 x0
  store i64 %v93, ptr %v94, align 8, !tbaa !7
  %v95 = getelementptr i8, ptr %r, i64 arity
  store i64 1, ptr %v95, align 8, !tbaa !7
  %v96 = load ptr, ptr %E
  %v97 = load ptr, ptr %H
  %v98 = load i64, ptr %N
  %v99 = ptrtoint ptr %v77 to i64
  musttail call preserve_nonecc void @leave(ptr %r, ptr %v96, ptr %v97, i64 %v98, i64 %v99, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
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

; safe/1
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
  %v1 = load ptr, ptr %E
  %v2 = getelementptr i64, ptr %v1, i64 2
  %v3 = load i64, ptr %v2, align 8, !tbaa !5
  %v4 = lshr i64 %v3, 6
  %v5 = getelementptr i8, ptr %r, i64 handlers
  %v6 = load ptr, ptr %v5, align 8, !tbaa !7
  %v7 = getelementptr i8, ptr %v6, i64 8
  %v8 = load i64, ptr %v7, align 8
  store i64 %v4, ptr %v7, align 8
  %v9 = load ptr, ptr %E
  %v10 = getelementptr i64, ptr %v9, i64 2
  store i64 29, ptr %v10, align 8, !tbaa !5
  %v11 = load ptr, ptr %E
  %v12 = getelementptr i64, ptr %v11, i64 3
  store ptr %v12, ptr %E
  %v13 = load ptr, ptr %E
  %v14 = load ptr, ptr %v13, align 8, !tbaa !5
  %v15 = load ptr, ptr %E
  %v16 = load ptr, ptr %H
  %v17 = load i64, ptr %N
  %v18 = load i64, ptr %X0
  musttail call preserve_nonecc void %v14(ptr %r, ptr %v15, ptr %v16, i64 %v17, i64 %v18, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
}

; safe/1
define hidden preserve_nonecc void @r11(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5) #0 align 64 {
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
  store i64 %a2, ptr %X2
  store i64 %a3, ptr %X3
  br label %i11
i11:
  %v1 = load ptr, ptr %E
  %v2 = getelementptr i64, ptr %v1, i64 2
  %v3 = load i64, ptr %v2, align 8, !tbaa !5
  %v4 = lshr i64 %v3, 6
  %v5 = getelementptr i8, ptr %r, i64 handlers
  %v6 = load ptr, ptr %v5, align 8, !tbaa !7
  %v7 = getelementptr i8, ptr %v6, i64 8
  %v8 = load i64, ptr %v7, align 8
  store i64 %v4, ptr %v7, align 8
  %v9 = load ptr, ptr %E
  %v10 = getelementptr i64, ptr %v9, i64 2
  store i64 29, ptr %v10, align 8, !tbaa !5
  %v11 = load i64, ptr %X1
  store i64 %v11, ptr %X0
  %v12 = load i64, ptr %X2
  store i64 %v12, ptr %X1
  %v13 = load i64, ptr %X3
  store i64 %v13, ptr %X2
  %v14 = load i64, ptr %X0
  %v15 = getelementptr i64, ptr @T, i64 Atom(3)
  %v16 = load i64, ptr %v15, align 8, !tbaa !8, !invariant.load !11
  %v17 = icmp eq i64 %v14, %v16
  br i1 %v17, label %b18, label %i17
b18:
  %v19 = load i64, ptr %X1
  store i64 %v19, ptr %X0
  %v20 = load ptr, ptr %E
  %v21 = getelementptr i64, ptr %v20, i64 3
  store ptr %v21, ptr %E
  %v22 = load ptr, ptr %E
  %v23 = load ptr, ptr %v22, align 8, !tbaa !5
  %v24 = load ptr, ptr %E
  %v25 = load ptr, ptr %H
  %v26 = load i64, ptr %N
  %v27 = load i64, ptr %X0
  musttail call preserve_nonecc void %v23(ptr %r, ptr %v24, ptr %v25, i64 %v26, i64 %v27, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
i17:
  %v28 = load i64, ptr %X1
  %v29 = getelementptr i8, ptr %r, i64 x1
  store i64 %v28, ptr %v29, align 8, !tbaa !7
  %v30 = load i64, ptr %X2
  %v31 = getelementptr i8, ptr %r, i64 x2
  store i64 %v30, ptr %v31, align 8, !tbaa !7
  %v32 = getelementptr i64, ptr @T, i64 Pc(18)
  %v33 = load i64, ptr %v32, align 8, !tbaa !8, !invariant.load !11
  %v34 = load ptr, ptr %E
  %v35 = getelementptr i8, ptr %r, i64 stack
  store ptr %v34, ptr %v35, align 8, !tbaa !7
  %v36 = load ptr, ptr %H
  %v37 = getelementptr i8, ptr %r, i64 heap
  store ptr %v36, ptr %v37, align 8, !tbaa !7
  %v38 = load i64, ptr %N
  %v39 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v38, ptr %v39, align 8, !tbaa !7
  %v40 = getelementptr i8, ptr %r, i64 pc
  store i64 %v33, ptr %v40, align 8, !tbaa !7
  %v41 = getelementptr i8, ptr %r, i64 exit
  store i64 0, ptr %v41, align 8, !tbaa !7
  ret void
}
