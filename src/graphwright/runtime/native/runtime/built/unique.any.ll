define i64 @gw_unique(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) {
  %7 = shl i64 %3, 1
  br label %8
8:
  %9 = phi i64 [ 16, %6 ], [ %11, %8 ]
  %10 = icmp slt i64 %9, %7
  %11 = shl i64 %9, 1
  br i1 %10, label %8, label %12
12:
  %13 = shl i64 %9, 3
  %14 = call ptr @gw_c_malloc(i64 %13)
  %15 = icmp eq ptr %14, null
  br i1 %15, label %121, label %16
16:
  call void @llvm.memset.p0.i64(ptr align 8 %14, i8 -1, i64 %13, i1 false)
  %17 = and i64 %4, -2
  %18 = icmp eq i64 %17, 2
  %19 = icmp eq i64 %4, 3
  %20 = icmp eq i64 %5, 2
  %21 = icmp eq i64 %5, 4
  %22 = select i1 %21, i64 2139095040, i64 9218868437227405312
  %23 = select i1 %20, i64 31744, i64 %22
  %24 = select i1 %19, i64 32640, i64 %23
  %25 = shl i64 %5, 3
  %26 = add i64 %25, -1
  %27 = shl i64 1, %26
  %28 = select i1 %18, i64 %27, i64 0
  %29 = icmp sgt i64 %3, 0
  br i1 %29, label %30, label %33
30:
  %31 = xor i64 %27, -1
  %32 = add i64 %9, -1
  br label %35
33:
  %34 = phi i64 [ 0, %16 ], [ %117, %115 ]
  call void @gw_c_free(ptr %14)
  br label %121
35:
  %36 = phi i64 [ 0, %30 ], [ %119, %115 ]
  %37 = phi i64 [ 0, %30 ], [ %117, %115 ]
  switch i64 %5, label %50 [
    i64 1, label %38
    i64 2, label %42
    i64 4, label %46
  ]
38:
  %39 = getelementptr i8, ptr %0, i64 %36
  %40 = load i8, ptr %39, align 1
  %41 = zext i8 %40 to i64
  br label %53
42:
  %43 = getelementptr i16, ptr %0, i64 %36
  %44 = load i16, ptr %43, align 2
  %45 = zext i16 %44 to i64
  br label %53
46:
  %47 = getelementptr i32, ptr %0, i64 %36
  %48 = load i32, ptr %47, align 4
  %49 = zext i32 %48 to i64
  br label %53
50:
  %51 = getelementptr i64, ptr %0, i64 %36
  %52 = load i64, ptr %51, align 8
  br label %53
53:
  %54 = phi i64 [ %52, %50 ], [ %41, %38 ], [ %45, %42 ], [ %49, %46 ]
  %55 = icmp eq i64 %54, %28
  %56 = select i1 %55, i64 0, i64 %54
  %57 = and i64 %56, %31
  %58 = icmp ugt i64 %57, %24
  %59 = select i1 %18, i1 %58, i1 false
  br i1 %59, label %60, label %63
60:
  %61 = getelementptr i64, ptr %2, i64 %37
  store i64 %36, ptr %61, align 8
  %62 = add i64 %37, 1
  br label %115
63:
  %64 = lshr i64 %56, 33
  %65 = xor i64 %64, %56
  %66 = mul i64 %65, -49064778989728563
  %67 = lshr i64 %66, 33
  %68 = xor i64 %67, %66
  %69 = mul i64 %68, -4265267296055464877
  %70 = lshr i64 %69, 33
  %71 = xor i64 %70, %69
  %72 = and i64 %71, %32
  %73 = getelementptr i64, ptr %14, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = icmp sgt i64 %74, -1
  br i1 %75, label %76, label %110
76:
  %77 = icmp eq i64 %56, 0
  br label %78
78:
  %79 = phi i64 [ %74, %76 ], [ %108, %104 ]
  %80 = phi i64 [ %72, %76 ], [ %106, %104 ]
  %81 = getelementptr i64, ptr %2, i64 %79
  %82 = load i64, ptr %81, align 8
  switch i64 %5, label %95 [
    i64 1, label %83
    i64 2, label %87
    i64 4, label %91
  ]
83:
  %84 = getelementptr i8, ptr %0, i64 %82
  %85 = load i8, ptr %84, align 1
  %86 = zext i8 %85 to i64
  br label %98
87:
  %88 = getelementptr i16, ptr %0, i64 %82
  %89 = load i16, ptr %88, align 2
  %90 = zext i16 %89 to i64
  br label %98
91:
  %92 = getelementptr i32, ptr %0, i64 %82
  %93 = load i32, ptr %92, align 4
  %94 = zext i32 %93 to i64
  br label %98
95:
  %96 = getelementptr i64, ptr %0, i64 %82
  %97 = load i64, ptr %96, align 8
  br label %98
98:
  %99 = phi i64 [ %97, %95 ], [ %86, %83 ], [ %90, %87 ], [ %94, %91 ]
  %100 = icmp eq i64 %99, %56
  %101 = icmp eq i64 %99, %28
  %102 = select i1 %77, i1 %101, i1 false
  %103 = select i1 %100, i1 true, i1 %102
  br i1 %103, label %115, label %104
104:
  %105 = add i64 %80, 1
  %106 = and i64 %105, %32
  %107 = getelementptr i64, ptr %14, i64 %106
  %108 = load i64, ptr %107, align 8
  %109 = icmp sgt i64 %108, -1
  br i1 %109, label %78, label %110
110:
  %111 = phi i64 [ %72, %63 ], [ %106, %104 ]
  %112 = getelementptr i64, ptr %14, i64 %111
  %113 = getelementptr i64, ptr %2, i64 %37
  store i64 %36, ptr %113, align 8
  %114 = add i64 %37, 1
  store i64 %37, ptr %112, align 8
  br label %115
115:
  %116 = phi i64 [ %37, %60 ], [ %37, %110 ], [ %79, %98 ]
  %117 = phi i64 [ %62, %60 ], [ %114, %110 ], [ %37, %98 ]
  %118 = getelementptr i64, ptr %1, i64 %36
  store i64 %116, ptr %118, align 8
  %119 = add i64 %36, 1
  %120 = icmp eq i64 %119, %3
  br i1 %120, label %33, label %35
121:
  %122 = phi i64 [ %34, %33 ], [ -1, %12 ]
  ret i64 %122
}
declare ptr @gw_c_malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @gw_c_free(ptr allocptr)
