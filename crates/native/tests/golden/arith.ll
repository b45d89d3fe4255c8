; A sum: small integers at once, others by what the emulator has, or by the interpreter.

; add/2
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
  %v2 = load i64, ptr %X1
  %v3 = or i64 %v1, %v2
  %v4 = and i64 %v3, 1
  %v5 = icmp eq i64 %v4, 0
  br i1 %v5, label %b6, label %b7, !prof !9
b6:
  %v10 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v1, i64 %v2)
  %v11 = extractvalue { i64, i1 } %v10, 0
  %v12 = extractvalue { i64, i1 } %v10, 1
  br i1 %v12, label %b8, label %b13, !prof !12
b13:
  store i64 %v11, ptr %X0
  br label %b9
b7:
  %v14 = and i64 %v1, 7
  %v15 = icmp eq i64 %v14, 3
  br label %b16
b16:
  br i1 %v15, label %b17, label %b18, !prof !9
b17:
  %v19 = inttoptr i64 %v1 to ptr
  %v20 = getelementptr i8, ptr %v19, i64 -3
  %v21 = load i64, ptr %v20, align 8, !tbaa !6
  br label %b18
b18:
  %v22 = phi i64 [ 0, %b16 ], [ %v21, %b17 ]
  %v23 = and i64 %v2, 7
  %v24 = icmp eq i64 %v23, 3
  br label %b25
b25:
  br i1 %v24, label %b26, label %b27, !prof !9
b26:
  %v28 = inttoptr i64 %v2 to ptr
  %v29 = getelementptr i8, ptr %v28, i64 -3
  %v30 = load i64, ptr %v29, align 8, !tbaa !6
  br label %b27
b27:
  %v31 = phi i64 [ 0, %b25 ], [ %v30, %b26 ]
  %v32 = icmp eq i64 %v22, 287
  %v33 = icmp eq i64 %v31, 287
  %v34 = and i1 %v32, %v33
  %v35 = load ptr, ptr %E
  %v36 = load ptr, ptr %H
  %v37 = ptrtoint ptr %v35 to i64
  %v38 = ptrtoint ptr %v36 to i64
  %v39 = sub i64 %v37, %v38
  %v40 = icmp ult i64 %v39, 16
  %v41 = xor i1 %v40, true
  %v42 = and i1 %v34, %v41
  br i1 %v42, label %b43, label %b8
b43:
  %v44 = inttoptr i64 %v1 to ptr
  %v45 = getelementptr i8, ptr %v44, i64 5
  %v46 = load i64, ptr %v45, align 8, !tbaa !6
  %v47 = bitcast i64 %v46 to double
  %v48 = inttoptr i64 %v2 to ptr
  %v49 = getelementptr i8, ptr %v48, i64 5
  %v50 = load i64, ptr %v49, align 8, !tbaa !6
  %v51 = bitcast i64 %v50 to double
  %v52 = fadd double %v47, %v51
  %v53 = bitcast double %v52 to i64
  %v54 = and i64 %v53, 9218868437227405312
  %v55 = icmp eq i64 %v54, 9218868437227405312
  br i1 %v55, label %b8, label %b56, !prof !12
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
  br label %b9
b9:
  %v92 = load ptr, ptr %E
  %v93 = load ptr, ptr %v92, align 8, !tbaa !5
  %v94 = load ptr, ptr %E
  %v95 = load ptr, ptr %H
  %v96 = load i64, ptr %N
  %v97 = load i64, ptr %X0
  musttail call preserve_nonecc void %v93(ptr %r, ptr %v94, ptr %v95, i64 %v96, i64 %v97, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b8:
  %v65 = load i64, ptr %X0
  %v66 = getelementptr i8, ptr %r, i64 x0
  store i64 %v65, ptr %v66, align 8, !tbaa !7
  %v67 = load i64, ptr %X1
  %v68 = getelementptr i8, ptr %r, i64 x1
  store i64 %v67, ptr %v68, align 8, !tbaa !7
  %v69 = getelementptr i64, ptr @T, i64 Pc(4)
  %v70 = load i64, ptr %v69, align 8, !tbaa !8, !invariant.load !11
  %v71 = getelementptr i64, ptr @T, i64 Pc(5)
  %v72 = load i64, ptr %v71, align 8, !tbaa !8, !invariant.load !11
  %v73 = getelementptr i8, ptr %r, i64 step
  %v74 = load ptr, ptr %v73, align 8, !tbaa !7
  %v75 = load ptr, ptr %E
  %v76 = load ptr, ptr %H
  %v77 = load i64, ptr %N
  %v78 = call i64 %v74(ptr %r, ptr %v75, ptr %v76, i64 %v77, i64 %v70, i64 %v72) #0
  %v79 = getelementptr i8, ptr %r, i64 stack
  %v80 = load ptr, ptr %v79, align 8, !tbaa !7
  store ptr %v80, ptr %E
  %v81 = getelementptr i8, ptr %r, i64 heap
  %v82 = load ptr, ptr %v81, align 8, !tbaa !7
  store ptr %v82, ptr %H
  %v83 = getelementptr i8, ptr %r, i64 reductions
  %v84 = load i64, ptr %v83, align 8, !tbaa !7
  store i64 %v84, ptr %N
  %v85 = getelementptr i8, ptr %r, i64 x0
  %v86 = load i64, ptr %v85, align 8, !tbaa !7
  store i64 %v86, ptr %X0
  %v87 = getelementptr i64, ptr @T, i64 Pc(5)
  %v88 = load i64, ptr %v87, align 8, !tbaa !8
  %v91 = icmp eq i64 %v78, %v88
  br i1 %v91, label %b89, label %b90, !prof !9
b90:
  ret void
b89:
  br label %b9
}
