define i64 @gw_unique(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) {
  %6 = shl i64 %3, 1
  br label %7
7:
  %8 = phi i64 [ 16, %5 ], [ %10, %7 ]
  %9 = icmp slt i64 %8, %6
  %10 = shl i64 %8, 1
  br i1 %9, label %7, label %11
11:
  %12 = call ptr @gw_c_calloc(i64 %8, i64 8)
  %13 = icmp eq ptr %12, null
  br i1 %13, label %95, label %14
14:
  %15 = icmp sgt i64 %3, 0
  br i1 %15, label %16, label %18
16:
  %17 = add i64 %8, -1
  br label %20
18:
  %19 = phi i64 [ 0, %14 ], [ %91, %89 ]
  call void @gw_c_free(ptr %12)
  br label %95
20:
  %21 = phi i64 [ 0, %16 ], [ %93, %89 ]
  %22 = phi i64 [ 0, %16 ], [ %91, %89 ]
  switch i64 %4, label %35 [
    i64 1, label %23
    i64 2, label %27
    i64 4, label %31
  ]
23:
  %24 = getelementptr i8, ptr %0, i64 %21
  %25 = load i8, ptr %24, align 1
  %26 = zext i8 %25 to i64
  br label %38
27:
  %28 = getelementptr i16, ptr %0, i64 %21
  %29 = load i16, ptr %28, align 2
  %30 = zext i16 %29 to i64
  br label %38
31:
  %32 = getelementptr i32, ptr %0, i64 %21
  %33 = load i32, ptr %32, align 4
  %34 = zext i32 %33 to i64
  br label %38
35:
  %36 = getelementptr i64, ptr %0, i64 %21
  %37 = load i64, ptr %36, align 8
  br label %38
38:
  %39 = phi i64 [ %37, %35 ], [ %26, %23 ], [ %30, %27 ], [ %34, %31 ]
  %40 = lshr i64 %39, 33
  %41 = xor i64 %40, %39
  %42 = mul i64 %41, -49064778989728563
  %43 = lshr i64 %42, 33
  %44 = xor i64 %43, %42
  %45 = mul i64 %44, -4265267296055464877
  %46 = lshr i64 %45, 33
  %47 = xor i64 %46, %45
  %48 = and i64 %47, %17
  %49 = getelementptr i64, ptr %12, i64 %48
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %82, label %52
52:
  %53 = phi i64 [ %80, %76 ], [ %50, %38 ]
  %54 = phi i64 [ %78, %76 ], [ %48, %38 ]
  %55 = getelementptr i64, ptr %2, i64 %53
  %56 = getelementptr i8, ptr %55, i64 -8
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
  %75 = icmp eq i64 %74, %39
  br i1 %75, label %87, label %76
76:
  %77 = add i64 %54, 1
  %78 = and i64 %77, %17
  %79 = getelementptr i64, ptr %12, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %82, label %52
82:
  %83 = phi i64 [ %48, %38 ], [ %78, %76 ]
  %84 = getelementptr i64, ptr %12, i64 %83
  %85 = add i64 %22, 1
  %86 = getelementptr i64, ptr %2, i64 %22
  store i64 %21, ptr %86, align 8
  store i64 %85, ptr %84, align 8
  br label %89
87:
  %88 = add i64 %53, -1
  br label %89
89:
  %90 = phi i64 [ %22, %82 ], [ %88, %87 ]
  %91 = phi i64 [ %85, %82 ], [ %22, %87 ]
  %92 = getelementptr i64, ptr %1, i64 %21
  store i64 %90, ptr %92, align 8
  %93 = add i64 %21, 1
  %94 = icmp eq i64 %93, %3
  br i1 %94, label %18, label %20
95:
  %96 = phi i64 [ %19, %18 ], [ -1, %11 ]
  ret i64 %96
}
declare ptr @gw_c_calloc(i64, i64)
declare void @gw_c_free(ptr allocptr)
