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
  %v37 = getelementptr i64, ptr %v36, i64 2
  %v38 = icmp ugt ptr %v37, %v35
  %v39 = xor i1 %v38, true
  %v40 = and i1 %v34, %v39
  br i1 %v40, label %b41, label %b8
b41:
  %v42 = inttoptr i64 %v1 to ptr
  %v43 = getelementptr i8, ptr %v42, i64 5
  %v44 = load i64, ptr %v43, align 8, !tbaa !6
  %v45 = bitcast i64 %v44 to double
  %v46 = inttoptr i64 %v2 to ptr
  %v47 = getelementptr i8, ptr %v46, i64 5
  %v48 = load i64, ptr %v47, align 8, !tbaa !6
  %v49 = bitcast i64 %v48 to double
  %v50 = fadd double %v45, %v49
  %v51 = bitcast double %v50 to i64
  %v52 = and i64 %v51, 9218868437227405312
  %v53 = icmp eq i64 %v52, 9218868437227405312
  br i1 %v53, label %b8, label %b54, !prof !12
b54:
  %v55 = load ptr, ptr %H
  %v56 = getelementptr i64, ptr %v55, i64 0
  store i64 287, ptr %v56, align 8, !tbaa !6
  %v57 = load ptr, ptr %H
  %v58 = getelementptr i64, ptr %v57, i64 1
  store i64 %v51, ptr %v58, align 8, !tbaa !6
  %v59 = load ptr, ptr %H
  %v60 = getelementptr i64, ptr %v59, i64 2
  store ptr %v60, ptr %H
  %v61 = ptrtoint ptr %v59 to i64
  %v62 = or disjoint i64 %v61, 3
  store i64 %v62, ptr %X0
  br label %b9
b9:
  %v90 = load ptr, ptr %E
  %v91 = load ptr, ptr %v90, align 8, !tbaa !5
  %v92 = load ptr, ptr %E
  %v93 = load ptr, ptr %H
  %v94 = load i64, ptr %N
  %v95 = load i64, ptr %X0
  musttail call preserve_nonecc void %v91(ptr %r, ptr %v92, ptr %v93, i64 %v94, i64 %v95, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b8:
  %v63 = load i64, ptr %X0
  %v64 = getelementptr i8, ptr %r, i64 x0
  store i64 %v63, ptr %v64, align 8, !tbaa !7
  %v65 = load i64, ptr %X1
  %v66 = getelementptr i8, ptr %r, i64 x1
  store i64 %v65, ptr %v66, align 8, !tbaa !7
  %v67 = getelementptr i64, ptr @T, i64 Pc(4)
  %v68 = load i64, ptr %v67, align 8, !tbaa !8, !invariant.load !11
  %v69 = getelementptr i64, ptr @T, i64 Pc(5)
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
  %v85 = getelementptr i64, ptr @T, i64 Pc(5)
  %v86 = load i64, ptr %v85, align 8, !tbaa !8
  %v89 = icmp eq i64 %v76, %v86
  br i1 %v89, label %b87, label %b88, !prof !9
b88:
  ret void
b87:
  br label %b9
}
