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
  %v3 = ptrtoint ptr %v1 to i64
  %v4 = ptrtoint ptr %v2 to i64
  %v5 = sub i64 %v3, %v4
  %v6 = icmp ult i64 %v5, 24
  br i1 %v6, label %b7, label %b8, !prof !12
b8:
  %v35 = load ptr, ptr %E
  %v36 = getelementptr i64, ptr %v35, i64 -3
  store ptr %v36, ptr %E
  br label %b9
b9:
  %v37 = getelementptr i8, ptr %r, i64 handlers
  %v38 = load ptr, ptr %v37, align 8, !tbaa !7
  %v39 = getelementptr i8, ptr %v38, i64 8
  %v40 = load i64, ptr %v39, align 8
  %v41 = getelementptr i8, ptr %r, i64 handlers
  %v42 = load ptr, ptr %v41, align 8, !tbaa !7
  %v43 = getelementptr i8, ptr %v42, i64 16
  %v44 = load i64, ptr %v43, align 8
  %v45 = icmp eq i64 %v40, %v44
  br i1 %v45, label %b46, label %b47, !prof !12
b46:
  %v48 = getelementptr i8, ptr %r, i64 more_handlers
  %v49 = load ptr, ptr %v48, align 8, !tbaa !7
  %v50 = call preserve_mostcc i64 %v49(ptr %r) #1
  br label %b47
b47:
  %v51 = getelementptr i8, ptr %r, i64 handlers
  %v52 = load ptr, ptr %v51, align 8, !tbaa !7
  %v53 = getelementptr i8, ptr %v52, i64 0
  %v54 = load i64, ptr %v53, align 8
  %v55 = inttoptr i64 %v54 to ptr
  %v56 = mul i64 %v40, 24
  %v57 = getelementptr i8, ptr %v55, i64 %v56
  %v58 = getelementptr i8, ptr %r, i64 stack_end
  %v59 = load ptr, ptr %v58, align 8, !tbaa !7
  %v60 = load i64, ptr %v59, align 8
  %v61 = load ptr, ptr %E
  %v62 = ptrtoint ptr %v61 to i64
  %v63 = sub i64 %v60, %v62
  %v64 = lshr i64 %v63, 3
  %v65 = getelementptr i64, ptr @T, i64 Pc(11)
  %v66 = load i64, ptr %v65, align 8, !tbaa !8, !invariant.load !11
  %v67 = getelementptr i8, ptr %v57, i64 0
  store i64 %v66, ptr %v67, align 8
  %v68 = getelementptr i8, ptr %v57, i64 8
  store i64 ptrtoint (ptr @r11 to i64), ptr %v68, align 8
  %v69 = getelementptr i8, ptr %v57, i64 16
  store i64 %v64, ptr %v69, align 8
  %v70 = add i64 %v40, 1
  store i64 %v70, ptr %v39, align 8
  %v71 = shl i64 %v40, 6
  %v72 = or disjoint i64 %v71, 37
  %v73 = load ptr, ptr %E
  %v74 = getelementptr i64, ptr %v73, i64 2
  store i64 %v72, ptr %v74, align 8, !tbaa !5
  %v75 = getelementptr i64, ptr @T, i64 Import(0)
  %v76 = load i64, ptr %v75, align 8, !tbaa !8, !invariant.load !11
  %v77 = inttoptr i64 %v76 to ptr
  %v78 = getelementptr i8, ptr %v77, i64 24
  %v79 = load ptr, ptr %v78, align 8, !tbaa !8
  %v80 = load ptr, ptr %E
  store i64 ptrtoint (ptr @r8 to i64), ptr %v80, align 8, !tbaa !5
  %v81 = getelementptr i64, ptr @T, i64 Pc(8)
  %v82 = load i64, ptr %v81, align 8, !tbaa !8, !invariant.load !11
  %v83 = getelementptr i64, ptr %v80, i64 1
  store i64 %v82, ptr %v83, align 8, !tbaa !5
  %v84 = load i64, ptr %v79, align 8, !tbaa !8
  %v85 = and i64 %v84, 65535
  %v86 = icmp eq i64 %v85, 0
  br i1 %v86, label %b87, label %b88
b87:
  %v89 = getelementptr i8, ptr %v79, i64 8
  %v90 = load ptr, ptr %v89, align 8, !tbaa !8
  %v91 = load ptr, ptr %E
  %v92 = load ptr, ptr %H
  %v93 = load i64, ptr %N
  %v94 = load i64, ptr %X0
  musttail call preserve_nonecc void %v90(ptr %r, ptr %v91, ptr %v92, i64 %v93, i64 %v94, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b88:
  %v95 = load i64, ptr %X0
  %v96 = getelementptr i8, ptr %r, i64 x0
  store i64 %v95, ptr %v96, align 8, !tbaa !7
  %v97 = getelementptr i8, ptr %r, i64 arity
  store i64 1, ptr %v97, align 8, !tbaa !7
  %v98 = load ptr, ptr %E
  %v99 = getelementptr i8, ptr %r, i64 stack
  store ptr %v98, ptr %v99, align 8, !tbaa !7
  %v100 = load ptr, ptr %H
  %v101 = getelementptr i8, ptr %r, i64 heap
  store ptr %v100, ptr %v101, align 8, !tbaa !7
  %v102 = load i64, ptr %N
  %v103 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v102, ptr %v103, align 8, !tbaa !7
  %v104 = getelementptr i8, ptr %r, i64 pc
  store ptr %v79, ptr %v104, align 8, !tbaa !7
  %v105 = getelementptr i8, ptr %r, i64 exit
  store i64 1, ptr %v105, align 8, !tbaa !7
  ret void
b7:
  %v10 = load i64, ptr %X0
  %v11 = getelementptr i8, ptr %r, i64 x0
  store i64 %v10, ptr %v11, align 8, !tbaa !7
  %v12 = getelementptr i64, ptr @T, i64 Pc(4)
  %v13 = load i64, ptr %v12, align 8, !tbaa !8, !invariant.load !11
  %v14 = getelementptr i64, ptr @T, i64 Pc(5)
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
  %v30 = getelementptr i64, ptr @T, i64 Pc(5)
  %v31 = load i64, ptr %v30, align 8, !tbaa !8
  %v34 = icmp eq i64 %v21, %v31
  br i1 %v34, label %b32, label %b33, !prof !9
b33:
  ret void
b32:
  br label %b9
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
