define i64 @gw_unique(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) {
  %6 = shl i64 %3, 1
  br label %7
7:
  %8 = phi i64 [ 16, %5 ], [ %10, %7 ]
  %9 = icmp slt i64 %8, %6
  %10 = shl i64 %8, 1
  br i1 %9, label %7, label %11
11:
  %12 = shl i64 %8, 3
  %13 = call ptr @gw_c_malloc(i64 %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %93, label %15
15:
  call void @llvm.memset.p0.i64(ptr align 8 %13, i8 -1, i64 %12, i1 false)
  %16 = icmp sgt i64 %3, 0
  br i1 %16, label %17, label %19
17:
  %18 = add i64 %8, -1
  br label %21
19:
  %20 = phi i64 [ 0, %15 ], [ %89, %87 ]
  call void @gw_c_free(ptr %13)
  br label %93
21:
  %22 = phi i64 [ 0, %17 ], [ %91, %87 ]
  %23 = phi i64 [ 0, %17 ], [ %89, %87 ]
  switch i64 %4, label %36 [
    i64 1, label %24
    i64 2, label %28
    i64 4, label %32
  ]
24:
  %25 = getelementptr i8, ptr %0, i64 %22
  %26 = load i8, ptr %25, align 1
  %27 = zext i8 %26 to i64
  br label %39
28:
  %29 = getelementptr i16, ptr %0, i64 %22
  %30 = load i16, ptr %29, align 2
  %31 = zext i16 %30 to i64
  br label %39
32:
  %33 = getelementptr i32, ptr %0, i64 %22
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  br label %39
36:
  %37 = getelementptr i64, ptr %0, i64 %22
  %38 = load i64, ptr %37, align 8
  br label %39
39:
  %40 = phi i64 [ %38, %36 ], [ %27, %24 ], [ %31, %28 ], [ %35, %32 ]
  %41 = lshr i64 %40, 33
  %42 = xor i64 %41, %40
  %43 = mul i64 %42, -49064778989728563
  %44 = lshr i64 %43, 33
  %45 = xor i64 %44, %43
  %46 = mul i64 %45, -4265267296055464877
  %47 = lshr i64 %46, 33
  %48 = xor i64 %47, %46
  %49 = and i64 %48, %18
  %50 = getelementptr i64, ptr %13, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp sgt i64 %51, -1
  br i1 %52, label %53, label %82
53:
  %54 = phi i64 [ %80, %76 ], [ %51, %39 ]
  %55 = phi i64 [ %78, %76 ], [ %49, %39 ]
  %56 = getelementptr i64, ptr %2, i64 %54
  %57 = load i64, ptr %56, align 8
  switch i64 %4, label %70 [
    i64 1, label %58
    i64 2, label %62
    i64 4, label %66
  ]
58:
  %59 = getelementptr i8, ptr %0, i64 %57
  %60 = load i8, ptr %59, align 1
  %61 = zext i8 %60 to i64
  br label %73
62:
  %63 = getelementptr i16, ptr %0, i64 %57
  %64 = load i16, ptr %63, align 2
  %65 = zext i16 %64 to i64
  br label %73
66:
  %67 = getelementptr i32, ptr %0, i64 %57
  %68 = load i32, ptr %67, align 4
  %69 = zext i32 %68 to i64
  br label %73
70:
  %71 = getelementptr i64, ptr %0, i64 %57
  %72 = load i64, ptr %71, align 8
  br label %73
73:
  %74 = phi i64 [ %72, %70 ], [ %61, %58 ], [ %65, %62 ], [ %69, %66 ]
  %75 = icmp eq i64 %74, %40
  br i1 %75, label %87, label %76
76:
  %77 = add i64 %55, 1
  %78 = and i64 %77, %18
  %79 = getelementptr i64, ptr %13, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = icmp sgt i64 %80, -1
  br i1 %81, label %53, label %82
82:
  %83 = phi i64 [ %49, %39 ], [ %78, %76 ]
  %84 = getelementptr i64, ptr %13, i64 %83
  %85 = getelementptr i64, ptr %2, i64 %23
  store i64 %22, ptr %85, align 8
  %86 = add i64 %23, 1
  store i64 %23, ptr %84, align 8
  br label %87
87:
  %88 = phi i64 [ %23, %82 ], [ %54, %73 ]
  %89 = phi i64 [ %86, %82 ], [ %23, %73 ]
  %90 = getelementptr i64, ptr %1, i64 %22
  store i64 %88, ptr %90, align 8
  %91 = add i64 %22, 1
  %92 = icmp eq i64 %91, %3
  br i1 %92, label %19, label %21
93:
  %94 = phi i64 [ %20, %19 ], [ -1, %11 ]
  ret i64 %94
}
declare ptr @gw_c_malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @gw_c_free(ptr allocptr)
