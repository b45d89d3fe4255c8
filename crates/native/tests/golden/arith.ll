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
  br label %b1
b1:
  %v2 = load i64, ptr %X0
  %v3 = load i64, ptr %X1
  %v4 = or i64 %v2, %v3
  %v5 = and i64 %v4, 1
  %v6 = icmp eq i64 %v5, 0
  br i1 %v6, label %b7, label %b8, !prof !9
b7:
  %v11 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %v2, i64 %v3)
  %v12 = extractvalue { i64, i1 } %v11, 0
  %v13 = extractvalue { i64, i1 } %v11, 1
  br i1 %v13, label %b9, label %b14, !prof !12
b14:
  store i64 %v12, ptr %X0
  br label %b10
b8:
  %v15 = and i64 %v2, 7
  %v16 = icmp eq i64 %v15, 3
  br label %b17
b17:
  br i1 %v16, label %b18, label %b19, !prof !9
b18:
  %v20 = inttoptr i64 %v2 to ptr
  %v21 = getelementptr i8, ptr %v20, i64 -3
  %v22 = load i64, ptr %v21, align 8, !tbaa !6
  br label %b19
b19:
  %v23 = phi i64 [ 0, %b17 ], [ %v22, %b18 ]
  %v24 = and i64 %v3, 7
  %v25 = icmp eq i64 %v24, 3
  br label %b26
b26:
  br i1 %v25, label %b27, label %b28, !prof !9
b27:
  %v29 = inttoptr i64 %v3 to ptr
  %v30 = getelementptr i8, ptr %v29, i64 -3
  %v31 = load i64, ptr %v30, align 8, !tbaa !6
  br label %b28
b28:
  %v32 = phi i64 [ 0, %b26 ], [ %v31, %b27 ]
  %v33 = icmp eq i64 %v23, 287
  %v34 = icmp eq i64 %v32, 287
  %v35 = and i1 %v33, %v34
  %v36 = load ptr, ptr %E
  %v37 = load ptr, ptr %H
  %v38 = getelementptr i64, ptr %v37, i64 2
  %v39 = icmp ugt ptr %v38, %v36
  %v40 = xor i1 %v39, true
  %v41 = and i1 %v35, %v40
  br i1 %v41, label %b42, label %b9
b42:
  %v43 = inttoptr i64 %v2 to ptr
  %v44 = getelementptr i8, ptr %v43, i64 5
  %v45 = load i64, ptr %v44, align 8, !tbaa !6
  %v46 = bitcast i64 %v45 to double
  %v47 = inttoptr i64 %v3 to ptr
  %v48 = getelementptr i8, ptr %v47, i64 5
  %v49 = load i64, ptr %v48, align 8, !tbaa !6
  %v50 = bitcast i64 %v49 to double
  %v51 = fadd double %v46, %v50
  %v52 = bitcast double %v51 to i64
  %v53 = and i64 %v52, 9218868437227405312
  %v54 = icmp eq i64 %v53, 9218868437227405312
  br i1 %v54, label %b9, label %b55, !prof !12
b55:
  %v56 = load ptr, ptr %H
  %v57 = getelementptr i64, ptr %v56, i64 0
  store i64 287, ptr %v57, align 8, !tbaa !6
  %v58 = load ptr, ptr %H
  %v59 = getelementptr i64, ptr %v58, i64 1
  store i64 %v52, ptr %v59, align 8, !tbaa !6
  %v60 = load ptr, ptr %H
  %v61 = getelementptr i64, ptr %v60, i64 2
  store ptr %v61, ptr %H
  %v62 = ptrtoint ptr %v60 to i64
  %v63 = or disjoint i64 %v62, 3
  store i64 %v63, ptr %X0
  br label %b10
b10:
  %v139 = load ptr, ptr %E
  %v140 = load ptr, ptr %v139, align 8, !tbaa !5
  %v141 = load ptr, ptr %E
  %v142 = load ptr, ptr %H
  %v143 = load i64, ptr %N
  %v144 = load i64, ptr %X0
  musttail call preserve_nonecc void %v140(ptr %r, ptr %v141, ptr %v142, i64 %v143, i64 %v144, i64 poison, i64 poison, i64 poison, i64 poison, i64 poison)
  ret void
b109:
  %v112 = load i64, ptr %X0
  %v113 = getelementptr i8, ptr %r, i64 x0
  store i64 %v112, ptr %v113, align 8, !tbaa !7
  %v114 = load i64, ptr %X1
  %v115 = getelementptr i8, ptr %r, i64 x1
  store i64 %v114, ptr %v115, align 8, !tbaa !7
  %v116 = getelementptr i64, ptr @T, i64 Pc(4)
  %v117 = load i64, ptr %v116, align 8, !tbaa !8, !invariant.load !11
  %v118 = getelementptr i64, ptr @T, i64 Pc(5)
  %v119 = load i64, ptr %v118, align 8, !tbaa !8, !invariant.load !11
  %v120 = getelementptr i8, ptr %r, i64 step
  %v121 = load ptr, ptr %v120, align 8, !tbaa !7
  %v122 = load ptr, ptr %E
  %v123 = load ptr, ptr %H
  %v124 = load i64, ptr %N
  %v125 = call i64 %v121(ptr %r, ptr %v122, ptr %v123, i64 %v124, i64 %v117, i64 %v119) #0
  %v126 = getelementptr i8, ptr %r, i64 stack
  %v127 = load ptr, ptr %v126, align 8, !tbaa !7
  store ptr %v127, ptr %E
  %v128 = getelementptr i8, ptr %r, i64 heap
  %v129 = load ptr, ptr %v128, align 8, !tbaa !7
  store ptr %v129, ptr %H
  %v130 = getelementptr i8, ptr %r, i64 reductions
  %v131 = load i64, ptr %v130, align 8, !tbaa !7
  store i64 %v131, ptr %N
  %v132 = getelementptr i8, ptr %r, i64 x0
  %v133 = load i64, ptr %v132, align 8, !tbaa !7
  store i64 %v133, ptr %X0
  %v134 = getelementptr i64, ptr @T, i64 Pc(5)
  %v135 = load i64, ptr %v134, align 8, !tbaa !8
  %v138 = icmp eq i64 %v125, %v135
  br i1 %v138, label %b136, label %b137, !prof !9
b137:
  ret void
b136:
  br label %b111
b9:
  %v66 = load ptr, ptr %E
  %v67 = load ptr, ptr %H
  %v68 = getelementptr i64, ptr %v67, i64 8
  %v69 = icmp ugt ptr %v68, %v66
  br i1 %v69, label %b64, label %b65
b64:
  %v70 = load i64, ptr %X0
  %v71 = getelementptr i8, ptr %r, i64 x0
  store i64 %v70, ptr %v71, align 8, !tbaa !7
  %v72 = load i64, ptr %X1
  %v73 = getelementptr i8, ptr %r, i64 x1
  store i64 %v72, ptr %v73, align 8, !tbaa !7
  %v74 = getelementptr i64, ptr @T, i64 Pc(4)
  %v75 = load i64, ptr %v74, align 8, !tbaa !8, !invariant.load !11
  %v76 = getelementptr i8, ptr %r, i64 collect
  %v77 = load ptr, ptr %v76, align 8, !tbaa !7
  %v78 = load ptr, ptr %E
  %v79 = load ptr, ptr %H
  %v80 = load i64, ptr %N
  %v81 = call i64 %v77(ptr %r, ptr %v78, ptr %v79, i64 %v80, i64 %v75, i64 524290) #0
  %v82 = getelementptr i8, ptr %r, i64 stack
  %v83 = load ptr, ptr %v82, align 8, !tbaa !7
  store ptr %v83, ptr %E
  %v84 = getelementptr i8, ptr %r, i64 heap
  %v85 = load ptr, ptr %v84, align 8, !tbaa !7
  store ptr %v85, ptr %H
  %v86 = getelementptr i8, ptr %r, i64 reductions
  %v87 = load i64, ptr %v86, align 8, !tbaa !7
  store i64 %v87, ptr %N
  %v88 = getelementptr i8, ptr %r, i64 x0
  %v89 = load i64, ptr %v88, align 8, !tbaa !7
  store i64 %v89, ptr %X0
  %v90 = getelementptr i8, ptr %r, i64 x1
  %v91 = load i64, ptr %v90, align 8, !tbaa !7
  store i64 %v91, ptr %X1
  br label %b1
b65:
  %v92 = getelementptr i64, ptr @T, i64 Bif(0)
  %v93 = load i64, ptr %v92, align 8, !tbaa !8, !invariant.load !11
  %v94 = load i64, ptr %X0
  %v95 = load i64, ptr %X1
  %v96 = load i64, ptr %N
  %v97 = getelementptr i8, ptr %r, i64 reductions
  store i64 %v96, ptr %v97, align 8, !tbaa !7
  %v98 = getelementptr i8, ptr %r, i64 bif
  %v99 = load ptr, ptr %v98, align 8, !tbaa !7
  %v100 = load ptr, ptr %E
  %v101 = getelementptr i8, ptr %r, i64 stack
  store ptr %v100, ptr %v101, align 8, !tbaa !7
  %v102 = load ptr, ptr %H
  %v103 = call preserve_mostcc i64 %v99(ptr %r, ptr %v102, i64 %v93, i64 %v94, i64 %v95, i64 0) #0
  %v104 = getelementptr i8, ptr %r, i64 heap
  %v105 = load ptr, ptr %v104, align 8, !tbaa !7
  store ptr %v105, ptr %H
  %v106 = getelementptr i8, ptr %r, i64 reductions
  %v107 = load i64, ptr %v106, align 8, !tbaa !7
  store i64 %v107, ptr %N
  %v108 = icmp eq i64 %v103, 7
  br i1 %v108, label %b109, label %b110, !prof !12
b110:
  store i64 %v103, ptr %X0
  br label %b111
b111:
  br label %b10
}
