define i64 @gw_pad_rows(ptr %0, ptr %1, ptr %2, ptr readnone %3, ptr %4, i64 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i64 %11) {
  %13 = mul i64 %10, %9
  %14 = mul i64 %13, %8
  %15 = icmp ne i64 %13, 0
  %16 = icmp ne i64 %8, 0
  %17 = and i1 %16, %15
  %18 = icmp sgt i64 %7, 0
  %19 = and i1 %17, %18
  br i1 %19, label %20, label %68
20:
  %21 = icmp eq i64 %11, 4
  %22 = mul i64 %10, %5
  br label %23
23:
  %24 = phi i64 [ 0, %20 ], [ %25, %66 ]
  %25 = add i64 %24, 1
  %26 = icmp slt i64 %25, %6
  br i1 %26, label %27, label %45
27:
  br i1 %21, label %28, label %35
28:
  %29 = getelementptr i32, ptr %2, i64 %24
  %30 = load i32, ptr %29, align 4
  %31 = sext i32 %30 to i64
  %32 = getelementptr i32, ptr %2, i64 %25
  %33 = load i32, ptr %32, align 4
  %34 = sext i32 %33 to i64
  br label %40
35:
  %36 = getelementptr i64, ptr %2, i64 %24
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr i64, ptr %2, i64 %25
  %39 = load i64, ptr %38, align 8
  br label %40
40:
  %41 = phi i64 [ %31, %28 ], [ %37, %35 ]
  %42 = phi i64 [ %34, %28 ], [ %39, %35 ]
  %43 = sub i64 %42, %41
  %44 = mul i64 %41, %13
  br label %45
45:
  %46 = phi i64 [ %44, %40 ], [ 0, %23 ]
  %47 = phi i64 [ %43, %40 ], [ 0, %23 ]
  %48 = call i64 @llvm.smin.i64(i64 %47, i64 %8)
  %49 = mul i64 %24, %14
  %50 = getelementptr i8, ptr %4, i64 %49
  %51 = getelementptr i8, ptr %0, i64 %46
  %52 = mul i64 %48, %13
  call fastcc void @copy_bytes(ptr %50, ptr %51, i64 %52)
  %53 = getelementptr i8, ptr %50, i64 %52
  %54 = sub i64 %14, %52
  %55 = icmp slt i64 %54, 1
  br i1 %55, label %66, label %56
56:
  %57 = call i64 @llvm.smin.i64(i64 %22, i64 %54)
  call fastcc void @copy_bytes(ptr %53, ptr %1, i64 %57)
  %58 = icmp slt i64 %22, %54
  br i1 %58, label %59, label %66
59:
  %60 = phi i64 [ %64, %59 ], [ %22, %56 ]
  %61 = getelementptr i8, ptr %53, i64 %60
  %62 = sub i64 %54, %60
  %63 = call i64 @llvm.smin.i64(i64 %60, i64 %62)
  call fastcc void @copy_bytes(ptr %61, ptr %53, i64 %63)
  %64 = shl i64 %60, 1
  %65 = icmp slt i64 %64, %54
  br i1 %65, label %59, label %66
66:
  %67 = icmp eq i64 %25, %7
  br i1 %67, label %68, label %23
68:
  ret i64 0
}
define internal fastcc void @copy_bytes(ptr %0, ptr %1, i64 %2) {
  %4 = icmp slt i64 %2, 32
  br i1 %4, label %5, label %9
5:
  %6 = phi i64 [ 0, %3 ], [ %10, %9 ]
  %7 = or i64 %6, 4
  %8 = icmp sgt i64 %7, %2
  br i1 %8, label %16, label %19
9:
  %10 = phi i64 [ %14, %9 ], [ 32, %3 ]
  %11 = phi i64 [ %10, %9 ], [ 0, %3 ]
  %12 = getelementptr i8, ptr %0, i64 %11
  %13 = getelementptr i8, ptr %1, i64 %11
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %12, ptr align 1 %13, i64 32, i1 false)
  %14 = add i64 %10, 32
  %15 = icmp sgt i64 %14, %2
  br i1 %15, label %5, label %9
16:
  %17 = phi i64 [ %6, %5 ], [ %20, %19 ]
  %18 = icmp slt i64 %17, %2
  br i1 %18, label %27, label %34
19:
  %20 = phi i64 [ %25, %19 ], [ %7, %5 ]
  %21 = phi i64 [ %20, %19 ], [ %6, %5 ]
  %22 = getelementptr i8, ptr %0, i64 %21
  %23 = getelementptr i8, ptr %1, i64 %21
  %24 = load i32, ptr %23, align 1
  store i32 %24, ptr %22, align 1
  %25 = add i64 %20, 4
  %26 = icmp sgt i64 %25, %2
  br i1 %26, label %16, label %19
27:
  %28 = phi i64 [ %32, %27 ], [ %17, %16 ]
  %29 = getelementptr i8, ptr %1, i64 %28
  %30 = load i8, ptr %29, align 1
  %31 = getelementptr i8, ptr %0, i64 %28
  store i8 %30, ptr %31, align 1
  %32 = add i64 %28, 1
  %33 = icmp eq i64 %32, %2
  br i1 %33, label %34, label %27
34:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
