%struct.gw_span = type { i32, i32 }
define i64 @gw_resample_float32(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %114, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr float, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr float, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %65
27:
  %28 = getelementptr float, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %54, label %68
42:
  %43 = phi i64 [ 8, %34 ], [ %52, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr float, ptr %22, i64 %44
  %46 = load <8 x float>, ptr %45, align 4
  %47 = getelementptr float, ptr %28, i64 %44
  %48 = load <8 x float>, ptr %47, align 4
  %49 = fmul <8 x float> %38, %48
  %50 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %46, <8 x float> %49)
  %51 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %50, ptr %51, align 4
  %52 = add i64 %43, 8
  %53 = icmp sgt i64 %52, %29
  br i1 %53, label %39, label %42
54:
  %55 = phi i64 [ %63, %54 ], [ %40, %39 ]
  %56 = getelementptr float, ptr %22, i64 %55
  %57 = load float, ptr %56, align 4
  %58 = getelementptr float, ptr %28, i64 %55
  %59 = load float, ptr %58, align 4
  %60 = fmul float %32, %59
  %61 = call float @llvm.fmuladd.f32(float %30, float %57, float %60)
  %62 = getelementptr float, ptr %26, i64 %55
  store float %61, ptr %62, align 4
  %63 = add i64 %55, 1
  %64 = icmp eq i64 %63, %29
  br i1 %64, label %68, label %54
65:
  %66 = load i64, ptr %12, align 8
  %67 = shl i64 %66, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %67, i1 false)
  br label %68
68:
  %69 = phi i64 [ %66, %65 ], [ %29, %39 ], [ %29, %54 ]
  %70 = phi i64 [ 0, %65 ], [ 2, %39 ], [ 2, %54 ]
  %71 = load i32, ptr %23, align 4
  %72 = sext i32 %71 to i64
  %73 = icmp slt i64 %70, %72
  br i1 %73, label %74, label %113
74:
  %75 = getelementptr float, ptr %13, i64 %21
  %76 = icmp slt i64 %69, 8
  br label %77
77:
  %78 = phi i64 [ %70, %74 ], [ %109, %108 ]
  %79 = mul i64 %18, %78
  %80 = getelementptr float, ptr %22, i64 %79
  %81 = getelementptr float, ptr %2, i64 %78
  %82 = load float, ptr %81, align 4
  br i1 %76, label %86, label %83
83:
  %84 = insertelement <8 x float> poison, float %82, i64 0
  %85 = shufflevector <8 x float> %84, <8 x float> poison, <8 x i32> zeroinitializer
  br label %89
86:
  %87 = phi i64 [ 0, %77 ], [ %90, %89 ]
  %88 = icmp slt i64 %87, %69
  br i1 %88, label %99, label %108
89:
  %90 = phi i64 [ 8, %83 ], [ %97, %89 ]
  %91 = phi i64 [ 0, %83 ], [ %90, %89 ]
  %92 = getelementptr float, ptr %80, i64 %91
  %93 = load <8 x float>, ptr %92, align 4
  %94 = getelementptr float, ptr %75, i64 %91
  %95 = load <8 x float>, ptr %94, align 4
  %96 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %85, <8 x float> %93, <8 x float> %95)
  store <8 x float> %96, ptr %94, align 4
  %97 = add i64 %90, 8
  %98 = icmp sgt i64 %97, %69
  br i1 %98, label %86, label %89
99:
  %100 = phi i64 [ %106, %99 ], [ %87, %86 ]
  %101 = getelementptr float, ptr %80, i64 %100
  %102 = load float, ptr %101, align 4
  %103 = getelementptr float, ptr %75, i64 %100
  %104 = load float, ptr %103, align 4
  %105 = call float @llvm.fmuladd.f32(float %82, float %102, float %104)
  store float %105, ptr %103, align 4
  %106 = add i64 %100, 1
  %107 = icmp eq i64 %106, %69
  br i1 %107, label %108, label %99
108:
  %109 = add i64 %78, 1
  %110 = load i32, ptr %23, align 4
  %111 = sext i32 %110 to i64
  %112 = icmp slt i64 %109, %111
  br i1 %112, label %77, label %113
113:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %114
114:
  %115 = phi i64 [ 0, %113 ], [ 2, %10 ]
  ret i64 %115
}
define internal fastcc ptr @line_for(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, ptr %5) {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %22, label %8
8:
  %9 = phi i64 [ 0, %6 ], [ %39, %37 ]
  %10 = phi i64 [ %3, %6 ], [ %38, %37 ]
  %11 = icmp eq i64 %9, 0
  %12 = mul i64 %10, %2
  %13 = select i1 %11, i64 0, i64 %12
  store i64 %13, ptr %4, align 8
  %14 = sub i64 %9, %10
  %15 = mul i64 %14, %2
  %16 = select i1 %11, i64 0, i64 %15
  store i64 %16, ptr %5, align 8
  %17 = shl i64 %2, 2
  %18 = mul i64 %17, %3
  %19 = add i64 %18, 32
  %20 = call ptr @gw_c_malloc(i64 %19)
  %21 = icmp eq ptr %20, null
  br i1 %21, label %46, label %42
22:
  %23 = phi i64 [ %38, %37 ], [ %3, %6 ]
  %24 = phi i64 [ %40, %37 ], [ 0, %6 ]
  %25 = phi i64 [ %39, %37 ], [ 0, %6 ]
  %26 = getelementptr %struct.gw_span, ptr %0, i64 %24
  %27 = getelementptr i8, ptr %26, i64 4
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %37, label %30
30:
  %31 = load i32, ptr %26, align 4
  %32 = sext i32 %31 to i64
  %33 = call i64 @llvm.smin.i64(i64 %23, i64 %32)
  %34 = add i32 %31, %28
  %35 = sext i32 %34 to i64
  %36 = call i64 @llvm.smax.i64(i64 %25, i64 %35)
  br label %37
37:
  %38 = phi i64 [ %33, %30 ], [ %23, %22 ]
  %39 = phi i64 [ %36, %30 ], [ %25, %22 ]
  %40 = add i64 %24, 1
  %41 = icmp eq i64 %40, %1
  br i1 %41, label %8, label %22
42:
  %43 = load i64, ptr %4, align 8
  %44 = getelementptr float, ptr %20, i64 %43
  %45 = getelementptr float, ptr %44, i64 %16
  call void @llvm.memset.p0.i64(ptr align 1 %45, i8 0, i64 32, i1 false)
  br label %46
46:
  ret ptr %20
}
define internal fastcc void @pick_columns(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, i64 %5, i64 %6) {
  %8 = icmp sgt i64 %5, 0
  br i1 %8, label %9, label %14
9:
  %10 = mul i64 %5, %4
  %11 = getelementptr float, ptr %3, i64 %10
  %12 = icmp slt i64 %4, 8
  %13 = ptrtoint ptr %11 to i64
  br label %15
14:
  ret void
15:
  %16 = phi ptr [ %2, %9 ], [ %123, %120 ]
  %17 = phi ptr [ %3, %9 ], [ %121, %120 ]
  %18 = phi i64 [ 0, %9 ], [ %122, %120 ]
  %19 = getelementptr %struct.gw_span, ptr %1, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = sext i32 %20 to i64
  %22 = mul i64 %4, %21
  %23 = getelementptr float, ptr %0, i64 %22
  %24 = getelementptr i8, ptr %19, i64 4
  %25 = load i32, ptr %24, align 4
  %26 = sext i32 %25 to i64
  br i1 %12, label %51, label %27
27:
  %28 = icmp sgt i32 %25, 0
  br label %29
29:
  %30 = phi i64 [ 8, %27 ], [ %36, %33 ]
  %31 = phi i64 [ 0, %27 ], [ %30, %33 ]
  %32 = getelementptr float, ptr %23, i64 %31
  br i1 %28, label %38, label %33
33:
  %34 = phi <8 x float> [ zeroinitializer, %29 ], [ %48, %38 ]
  %35 = getelementptr float, ptr %17, i64 %31
  store <8 x float> %34, ptr %35, align 4
  %36 = add i64 %30, 8
  %37 = icmp sgt i64 %36, %4
  br i1 %37, label %51, label %29
38:
  %39 = phi i64 [ %49, %38 ], [ 0, %29 ]
  %40 = phi <8 x float> [ %48, %38 ], [ zeroinitializer, %29 ]
  %41 = getelementptr float, ptr %16, i64 %39
  %42 = load float, ptr %41, align 4
  %43 = insertelement <8 x float> poison, float %42, i64 0
  %44 = shufflevector <8 x float> %43, <8 x float> poison, <8 x i32> zeroinitializer
  %45 = mul i64 %39, %4
  %46 = getelementptr float, ptr %32, i64 %45
  %47 = load <8 x float>, ptr %46, align 4
  %48 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %44, <8 x float> %47, <8 x float> %40)
  %49 = add i64 %39, 1
  %50 = icmp eq i64 %49, %26
  br i1 %50, label %33, label %38
51:
  %52 = phi i64 [ 0, %15 ], [ %30, %33 ]
  %53 = or i64 %52, 4
  %54 = icmp sgt i64 %53, %4
  br i1 %54, label %74, label %55
55:
  %56 = getelementptr float, ptr %23, i64 %52
  %57 = icmp sgt i32 %25, 0
  br i1 %57, label %61, label %58
58:
  %59 = phi <4 x float> [ zeroinitializer, %55 ], [ %71, %61 ]
  %60 = getelementptr float, ptr %17, i64 %52
  store <4 x float> %59, ptr %60, align 4
  br label %74
61:
  %62 = phi i64 [ %72, %61 ], [ 0, %55 ]
  %63 = phi <4 x float> [ %71, %61 ], [ zeroinitializer, %55 ]
  %64 = getelementptr float, ptr %16, i64 %62
  %65 = load float, ptr %64, align 4
  %66 = insertelement <4 x float> poison, float %65, i64 0
  %67 = shufflevector <4 x float> %66, <4 x float> poison, <4 x i32> zeroinitializer
  %68 = mul i64 %62, %4
  %69 = getelementptr float, ptr %56, i64 %68
  %70 = load <4 x float>, ptr %69, align 4
  %71 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %67, <4 x float> %70, <4 x float> %63)
  %72 = add i64 %62, 1
  %73 = icmp eq i64 %72, %26
  br i1 %73, label %58, label %61
74:
  %75 = phi i64 [ %53, %58 ], [ %52, %51 ]
  %76 = icmp slt i64 %75, %4
  br i1 %76, label %77, label %120
77:
  %78 = getelementptr float, ptr %23, i64 %75
  %79 = sub i64 %4, %75
  %80 = getelementptr float, ptr %17, i64 %75
  %81 = ptrtoint ptr %80 to i64
  %82 = sub i64 %13, %81
  %83 = icmp sgt i64 %82, 12
  %84 = icmp sgt i32 %25, 0
  br i1 %83, label %85, label %101
85:
  br i1 %84, label %88, label %86
86:
  %87 = phi <4 x float> [ zeroinitializer, %85 ], [ %98, %88 ]
  store <4 x float> %87, ptr %80, align 4
  br label %120
88:
  %89 = phi i64 [ %99, %88 ], [ 0, %85 ]
  %90 = phi <4 x float> [ %98, %88 ], [ zeroinitializer, %85 ]
  %91 = getelementptr float, ptr %16, i64 %89
  %92 = load float, ptr %91, align 4
  %93 = insertelement <4 x float> poison, float %92, i64 0
  %94 = shufflevector <4 x float> %93, <4 x float> poison, <4 x i32> zeroinitializer
  %95 = mul i64 %89, %4
  %96 = getelementptr float, ptr %78, i64 %95
  %97 = load <4 x float>, ptr %96, align 4
  %98 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %94, <4 x float> %97, <4 x float> %90)
  %99 = add i64 %89, 1
  %100 = icmp eq i64 %99, %26
  br i1 %100, label %86, label %88
101:
  %102 = phi i64 [ %107, %104 ], [ 0, %77 ]
  %103 = getelementptr float, ptr %78, i64 %102
  br i1 %84, label %109, label %104
104:
  %105 = phi float [ 0.000000e+00, %101 ], [ %117, %109 ]
  %106 = getelementptr float, ptr %80, i64 %102
  store float %105, ptr %106, align 4
  %107 = add i64 %102, 1
  %108 = icmp eq i64 %107, %79
  br i1 %108, label %120, label %101
109:
  %110 = phi i64 [ %118, %109 ], [ 0, %101 ]
  %111 = phi float [ %117, %109 ], [ 0.000000e+00, %101 ]
  %112 = getelementptr float, ptr %16, i64 %110
  %113 = load float, ptr %112, align 4
  %114 = mul i64 %110, %4
  %115 = getelementptr float, ptr %103, i64 %114
  %116 = load float, ptr %115, align 4
  %117 = call float @llvm.fmuladd.f32(float %113, float %116, float %111)
  %118 = add i64 %110, 1
  %119 = icmp eq i64 %118, %26
  br i1 %119, label %104, label %109
120:
  %121 = getelementptr float, ptr %17, i64 %4
  %122 = add i64 %18, 1
  %123 = getelementptr float, ptr %16, i64 %6
  %124 = icmp eq i64 %122, %5
  br i1 %124, label %14, label %15
}
declare void @gw_c_free(ptr allocptr)
define i64 @gw_resample_float64(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr double, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr double, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr double, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr double, ptr %22, i64 %44
  %46 = load <8 x double>, ptr %45, align 8
  %47 = getelementptr double, ptr %28, i64 %44
  %48 = load <8 x double>, ptr %47, align 8
  %49 = fptrunc <8 x double> %46 to <8 x float>
  %50 = fptrunc <8 x double> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr double, ptr %22, i64 %57
  %59 = load double, ptr %58, align 8
  %60 = fptrunc double %59 to float
  %61 = getelementptr double, ptr %28, i64 %57
  %62 = load double, ptr %61, align 8
  %63 = fptrunc double %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr double, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr double, ptr %84, i64 %95
  %97 = load <8 x double>, ptr %96, align 8
  %98 = fptrunc <8 x double> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr double, ptr %84, i64 %105
  %107 = load double, ptr %106, align 8
  %108 = fptrunc double %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_int8(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i8, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i8, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr i8, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i8, ptr %22, i64 %44
  %46 = load <8 x i8>, ptr %45, align 1
  %47 = getelementptr i8, ptr %28, i64 %44
  %48 = load <8 x i8>, ptr %47, align 1
  %49 = sitofp <8 x i8> %46 to <8 x float>
  %50 = sitofp <8 x i8> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr i8, ptr %22, i64 %57
  %59 = load i8, ptr %58, align 1
  %60 = sitofp i8 %59 to float
  %61 = getelementptr i8, ptr %28, i64 %57
  %62 = load i8, ptr %61, align 1
  %63 = sitofp i8 %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr i8, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr i8, ptr %84, i64 %95
  %97 = load <8 x i8>, ptr %96, align 1
  %98 = sitofp <8 x i8> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr i8, ptr %84, i64 %105
  %107 = load i8, ptr %106, align 1
  %108 = sitofp i8 %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_uint8(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i8, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i8, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr i8, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i8, ptr %22, i64 %44
  %46 = load <8 x i8>, ptr %45, align 1
  %47 = getelementptr i8, ptr %28, i64 %44
  %48 = load <8 x i8>, ptr %47, align 1
  %49 = uitofp <8 x i8> %46 to <8 x float>
  %50 = uitofp <8 x i8> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr i8, ptr %22, i64 %57
  %59 = load i8, ptr %58, align 1
  %60 = uitofp i8 %59 to float
  %61 = getelementptr i8, ptr %28, i64 %57
  %62 = load i8, ptr %61, align 1
  %63 = uitofp i8 %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr i8, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr i8, ptr %84, i64 %95
  %97 = load <8 x i8>, ptr %96, align 1
  %98 = uitofp <8 x i8> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr i8, ptr %84, i64 %105
  %107 = load i8, ptr %106, align 1
  %108 = uitofp i8 %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_int16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i16, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i16, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr i16, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i16, ptr %22, i64 %44
  %46 = load <8 x i16>, ptr %45, align 2
  %47 = getelementptr i16, ptr %28, i64 %44
  %48 = load <8 x i16>, ptr %47, align 2
  %49 = sitofp <8 x i16> %46 to <8 x float>
  %50 = sitofp <8 x i16> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr i16, ptr %22, i64 %57
  %59 = load i16, ptr %58, align 2
  %60 = sitofp i16 %59 to float
  %61 = getelementptr i16, ptr %28, i64 %57
  %62 = load i16, ptr %61, align 2
  %63 = sitofp i16 %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr i16, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr i16, ptr %84, i64 %95
  %97 = load <8 x i16>, ptr %96, align 2
  %98 = sitofp <8 x i16> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr i16, ptr %84, i64 %105
  %107 = load i16, ptr %106, align 2
  %108 = sitofp i16 %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_int32(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i32, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i32, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr i32, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i32, ptr %22, i64 %44
  %46 = load <8 x i32>, ptr %45, align 4
  %47 = getelementptr i32, ptr %28, i64 %44
  %48 = load <8 x i32>, ptr %47, align 4
  %49 = sitofp <8 x i32> %46 to <8 x float>
  %50 = sitofp <8 x i32> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr i32, ptr %22, i64 %57
  %59 = load i32, ptr %58, align 4
  %60 = sitofp i32 %59 to float
  %61 = getelementptr i32, ptr %28, i64 %57
  %62 = load i32, ptr %61, align 4
  %63 = sitofp i32 %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr i32, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr i32, ptr %84, i64 %95
  %97 = load <8 x i32>, ptr %96, align 4
  %98 = sitofp <8 x i32> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr i32, ptr %84, i64 %105
  %107 = load i32, ptr %106, align 4
  %108 = sitofp i32 %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_int64(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i64, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i64, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr i64, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i64, ptr %22, i64 %44
  %46 = load <8 x i64>, ptr %45, align 8
  %47 = getelementptr i64, ptr %28, i64 %44
  %48 = load <8 x i64>, ptr %47, align 8
  %49 = sitofp <8 x i64> %46 to <8 x float>
  %50 = sitofp <8 x i64> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr i64, ptr %22, i64 %57
  %59 = load i64, ptr %58, align 8
  %60 = sitofp i64 %59 to float
  %61 = getelementptr i64, ptr %28, i64 %57
  %62 = load i64, ptr %61, align 8
  %63 = sitofp i64 %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr i64, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr i64, ptr %84, i64 %95
  %97 = load <8 x i64>, ptr %96, align 8
  %98 = sitofp <8 x i64> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr i64, ptr %84, i64 %105
  %107 = load i64, ptr %106, align 8
  %108 = sitofp i64 %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_uint16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %120, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i16, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i16, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %69
27:
  %28 = getelementptr i16, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %56, label %72
42:
  %43 = phi i64 [ 8, %34 ], [ %54, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i16, ptr %22, i64 %44
  %46 = load <8 x i16>, ptr %45, align 2
  %47 = getelementptr i16, ptr %28, i64 %44
  %48 = load <8 x i16>, ptr %47, align 2
  %49 = uitofp <8 x i16> %46 to <8 x float>
  %50 = uitofp <8 x i16> %48 to <8 x float>
  %51 = fmul <8 x float> %38, %50
  %52 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %49, <8 x float> %51)
  %53 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %52, ptr %53, align 4
  %54 = add i64 %43, 8
  %55 = icmp sgt i64 %54, %29
  br i1 %55, label %39, label %42
56:
  %57 = phi i64 [ %67, %56 ], [ %40, %39 ]
  %58 = getelementptr i16, ptr %22, i64 %57
  %59 = load i16, ptr %58, align 2
  %60 = uitofp i16 %59 to float
  %61 = getelementptr i16, ptr %28, i64 %57
  %62 = load i16, ptr %61, align 2
  %63 = uitofp i16 %62 to float
  %64 = fmul float %32, %63
  %65 = call float @llvm.fmuladd.f32(float %30, float %60, float %64)
  %66 = getelementptr float, ptr %26, i64 %57
  store float %65, ptr %66, align 4
  %67 = add i64 %57, 1
  %68 = icmp eq i64 %67, %29
  br i1 %68, label %72, label %56
69:
  %70 = load i64, ptr %12, align 8
  %71 = shl i64 %70, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = load i32, ptr %23, align 4
  %76 = sext i32 %75 to i64
  %77 = icmp slt i64 %74, %76
  br i1 %77, label %78, label %119
78:
  %79 = getelementptr float, ptr %13, i64 %21
  %80 = icmp slt i64 %73, 8
  br label %81
81:
  %82 = phi i64 [ %74, %78 ], [ %115, %114 ]
  %83 = mul i64 %18, %82
  %84 = getelementptr i16, ptr %22, i64 %83
  %85 = getelementptr float, ptr %2, i64 %82
  %86 = load float, ptr %85, align 4
  br i1 %80, label %90, label %87
87:
  %88 = insertelement <8 x float> poison, float %86, i64 0
  %89 = shufflevector <8 x float> %88, <8 x float> poison, <8 x i32> zeroinitializer
  br label %93
90:
  %91 = phi i64 [ 0, %81 ], [ %94, %93 ]
  %92 = icmp slt i64 %91, %73
  br i1 %92, label %104, label %114
93:
  %94 = phi i64 [ 8, %87 ], [ %102, %93 ]
  %95 = phi i64 [ 0, %87 ], [ %94, %93 ]
  %96 = getelementptr i16, ptr %84, i64 %95
  %97 = load <8 x i16>, ptr %96, align 2
  %98 = uitofp <8 x i16> %97 to <8 x float>
  %99 = getelementptr float, ptr %79, i64 %95
  %100 = load <8 x float>, ptr %99, align 4
  %101 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %89, <8 x float> %98, <8 x float> %100)
  store <8 x float> %101, ptr %99, align 4
  %102 = add i64 %94, 8
  %103 = icmp sgt i64 %102, %73
  br i1 %103, label %90, label %93
104:
  %105 = phi i64 [ %112, %104 ], [ %91, %90 ]
  %106 = getelementptr i16, ptr %84, i64 %105
  %107 = load i16, ptr %106, align 2
  %108 = uitofp i16 %107 to float
  %109 = getelementptr float, ptr %79, i64 %105
  %110 = load float, ptr %109, align 4
  %111 = call float @llvm.fmuladd.f32(float %86, float %108, float %110)
  store float %111, ptr %109, align 4
  %112 = add i64 %105, 1
  %113 = icmp eq i64 %112, %73
  br i1 %113, label %114, label %104
114:
  %115 = add i64 %82, 1
  %116 = load i32, ptr %23, align 4
  %117 = sext i32 %116 to i64
  %118 = icmp slt i64 %115, %117
  br i1 %118, label %81, label %119
119:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %120
120:
  %121 = phi i64 [ 0, %119 ], [ 2, %10 ]
  ret i64 %121
}
define i64 @gw_resample_bfloat16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %132, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i16, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i16, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %77
27:
  %28 = getelementptr i16, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %60, label %80
42:
  %43 = phi i64 [ 8, %34 ], [ %58, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i16, ptr %22, i64 %44
  %46 = load <8 x i16>, ptr %45, align 2
  %47 = getelementptr i16, ptr %28, i64 %44
  %48 = load <8 x i16>, ptr %47, align 2
  %49 = zext <8 x i16> %46 to <8 x i32>
  %50 = shl <8 x i32> %49, splat (i32 16)
  %51 = bitcast <8 x i32> %50 to <8 x float>
  %52 = zext <8 x i16> %48 to <8 x i32>
  %53 = shl <8 x i32> %52, splat (i32 16)
  %54 = bitcast <8 x i32> %53 to <8 x float>
  %55 = fmul <8 x float> %38, %54
  %56 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %51, <8 x float> %55)
  %57 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %56, ptr %57, align 4
  %58 = add i64 %43, 8
  %59 = icmp sgt i64 %58, %29
  br i1 %59, label %39, label %42
60:
  %61 = phi i64 [ %75, %60 ], [ %40, %39 ]
  %62 = getelementptr i16, ptr %22, i64 %61
  %63 = load i16, ptr %62, align 2
  %64 = zext i16 %63 to i32
  %65 = shl i32 %64, 16
  %66 = bitcast i32 %65 to float
  %67 = getelementptr i16, ptr %28, i64 %61
  %68 = load i16, ptr %67, align 2
  %69 = zext i16 %68 to i32
  %70 = shl i32 %69, 16
  %71 = bitcast i32 %70 to float
  %72 = fmul float %32, %71
  %73 = call float @llvm.fmuladd.f32(float %30, float %66, float %72)
  %74 = getelementptr float, ptr %26, i64 %61
  store float %73, ptr %74, align 4
  %75 = add i64 %61, 1
  %76 = icmp eq i64 %75, %29
  br i1 %76, label %80, label %60
77:
  %78 = load i64, ptr %12, align 8
  %79 = shl i64 %78, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %79, i1 false)
  br label %80
80:
  %81 = phi i64 [ %78, %77 ], [ %29, %39 ], [ %29, %60 ]
  %82 = phi i64 [ 0, %77 ], [ 2, %39 ], [ 2, %60 ]
  %83 = load i32, ptr %23, align 4
  %84 = sext i32 %83 to i64
  %85 = icmp slt i64 %82, %84
  br i1 %85, label %86, label %131
86:
  %87 = getelementptr float, ptr %13, i64 %21
  %88 = icmp slt i64 %81, 8
  br label %89
89:
  %90 = phi i64 [ %82, %86 ], [ %127, %126 ]
  %91 = mul i64 %18, %90
  %92 = getelementptr i16, ptr %22, i64 %91
  %93 = getelementptr float, ptr %2, i64 %90
  %94 = load float, ptr %93, align 4
  br i1 %88, label %98, label %95
95:
  %96 = insertelement <8 x float> poison, float %94, i64 0
  %97 = shufflevector <8 x float> %96, <8 x float> poison, <8 x i32> zeroinitializer
  br label %101
98:
  %99 = phi i64 [ 0, %89 ], [ %102, %101 ]
  %100 = icmp slt i64 %99, %81
  br i1 %100, label %114, label %126
101:
  %102 = phi i64 [ 8, %95 ], [ %112, %101 ]
  %103 = phi i64 [ 0, %95 ], [ %102, %101 ]
  %104 = getelementptr i16, ptr %92, i64 %103
  %105 = load <8 x i16>, ptr %104, align 2
  %106 = zext <8 x i16> %105 to <8 x i32>
  %107 = shl <8 x i32> %106, splat (i32 16)
  %108 = bitcast <8 x i32> %107 to <8 x float>
  %109 = getelementptr float, ptr %87, i64 %103
  %110 = load <8 x float>, ptr %109, align 4
  %111 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %97, <8 x float> %108, <8 x float> %110)
  store <8 x float> %111, ptr %109, align 4
  %112 = add i64 %102, 8
  %113 = icmp sgt i64 %112, %81
  br i1 %113, label %98, label %101
114:
  %115 = phi i64 [ %124, %114 ], [ %99, %98 ]
  %116 = getelementptr i16, ptr %92, i64 %115
  %117 = load i16, ptr %116, align 2
  %118 = zext i16 %117 to i32
  %119 = shl i32 %118, 16
  %120 = bitcast i32 %119 to float
  %121 = getelementptr float, ptr %87, i64 %115
  %122 = load float, ptr %121, align 4
  %123 = call float @llvm.fmuladd.f32(float %94, float %120, float %122)
  store float %123, ptr %121, align 4
  %124 = add i64 %115, 1
  %125 = icmp eq i64 %124, %81
  br i1 %125, label %126, label %114
126:
  %127 = add i64 %90, 1
  %128 = load i32, ptr %23, align 4
  %129 = sext i32 %128 to i64
  %130 = icmp slt i64 %127, %129
  br i1 %130, label %89, label %131
131:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %132
132:
  %133 = phi i64 [ 0, %131 ], [ 2, %10 ]
  ret i64 %133
}
define i64 @gw_resample_float16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %204, label %15
15:
  %16 = load i32, ptr %1, align 4
  %17 = sext i32 %16 to i64
  %18 = mul i64 %7, %6
  %19 = mul i64 %18, %17
  %20 = getelementptr i16, ptr %0, i64 %19
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr i16, ptr %20, i64 %21
  %23 = getelementptr i8, ptr %1, i64 4
  %24 = load i32, ptr %23, align 4
  %25 = icmp sgt i32 %24, 1
  %26 = getelementptr float, ptr %13, i64 %21
  br i1 %25, label %27, label %125
27:
  %28 = getelementptr i16, ptr %22, i64 %18
  %29 = load i64, ptr %12, align 8
  %30 = load float, ptr %2, align 4
  %31 = getelementptr i8, ptr %2, i64 4
  %32 = load float, ptr %31, align 4
  %33 = icmp slt i64 %29, 8
  br i1 %33, label %39, label %34
34:
  %35 = insertelement <8 x float> poison, float %30, i64 0
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <8 x i32> zeroinitializer
  %37 = insertelement <8 x float> poison, float %32, i64 0
  %38 = shufflevector <8 x float> %37, <8 x float> poison, <8 x i32> zeroinitializer
  br label %42
39:
  %40 = phi i64 [ 0, %27 ], [ %43, %42 ]
  %41 = icmp slt i64 %40, %29
  br i1 %41, label %80, label %128
42:
  %43 = phi i64 [ 8, %34 ], [ %78, %42 ]
  %44 = phi i64 [ 0, %34 ], [ %43, %42 ]
  %45 = getelementptr i16, ptr %22, i64 %44
  %46 = load <8 x i16>, ptr %45, align 2
  %47 = getelementptr i16, ptr %28, i64 %44
  %48 = load <8 x i16>, ptr %47, align 2
  %49 = zext <8 x i16> %46 to <8 x i32>
  %50 = shl <8 x i32> %49, splat (i32 13)
  %51 = and <8 x i32> %50, splat (i32 268427264)
  %52 = icmp ult <8 x i32> %51, splat (i32 260046848)
  %53 = bitcast <8 x i32> %51 to <8 x float>
  %54 = fmul <8 x float> %53, splat (float 0x46F0000000000000)
  %55 = bitcast <8 x float> %54 to <8 x i32>
  %56 = or <8 x i32> %50, splat (i32 2139095040)
  %57 = select <8 x i1> %52, <8 x i32> %55, <8 x i32> %56
  %58 = sext <8 x i16> %46 to <8 x i32>
  %59 = and <8 x i32> %58, splat (i32 -2147483648)
  %60 = or <8 x i32> %57, %59
  %61 = bitcast <8 x i32> %60 to <8 x float>
  %62 = zext <8 x i16> %48 to <8 x i32>
  %63 = shl <8 x i32> %62, splat (i32 13)
  %64 = and <8 x i32> %63, splat (i32 268427264)
  %65 = icmp ult <8 x i32> %64, splat (i32 260046848)
  %66 = bitcast <8 x i32> %64 to <8 x float>
  %67 = fmul <8 x float> %66, splat (float 0x46F0000000000000)
  %68 = bitcast <8 x float> %67 to <8 x i32>
  %69 = or <8 x i32> %63, splat (i32 2139095040)
  %70 = select <8 x i1> %65, <8 x i32> %68, <8 x i32> %69
  %71 = sext <8 x i16> %48 to <8 x i32>
  %72 = and <8 x i32> %71, splat (i32 -2147483648)
  %73 = or <8 x i32> %70, %72
  %74 = bitcast <8 x i32> %73 to <8 x float>
  %75 = fmul <8 x float> %38, %74
  %76 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %36, <8 x float> %61, <8 x float> %75)
  %77 = getelementptr float, ptr %26, i64 %44
  store <8 x float> %76, ptr %77, align 4
  %78 = add i64 %43, 8
  %79 = icmp sgt i64 %78, %29
  br i1 %79, label %39, label %42
80:
  %81 = phi i64 [ %123, %80 ], [ %40, %39 ]
  %82 = getelementptr i16, ptr %22, i64 %81
  %83 = load i16, ptr %82, align 2
  %84 = zext i16 %83 to i32
  %85 = shl i32 %84, 13
  %86 = and i32 %85, 268427264
  %87 = insertelement <8 x i32> <i32 poison, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>, i32 %86, i64 0
  %88 = icmp ult <8 x i32> %87, splat (i32 260046848)
  %89 = bitcast <8 x i32> %87 to <8 x float>
  %90 = fmul <8 x float> %89, <float 0x46F0000000000000, float poison, float poison, float poison, float poison, float poison, float poison, float poison>
  %91 = bitcast <8 x float> %90 to <8 x i32>
  %92 = or i32 %85, 2139095040
  %93 = insertelement <8 x i32> poison, i32 %92, i64 0
  %94 = select <8 x i1> %88, <8 x i32> %91, <8 x i32> %93
  %95 = sext i16 %83 to i32
  %96 = and i32 %95, -2147483648
  %97 = insertelement <8 x i32> poison, i32 %96, i64 0
  %98 = or <8 x i32> %94, %97
  %99 = bitcast <8 x i32> %98 to <8 x float>
  %100 = extractelement <8 x float> %99, i64 0
  %101 = getelementptr i16, ptr %28, i64 %81
  %102 = load i16, ptr %101, align 2
  %103 = zext i16 %102 to i32
  %104 = shl i32 %103, 13
  %105 = and i32 %104, 268427264
  %106 = insertelement <8 x i32> <i32 poison, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>, i32 %105, i64 0
  %107 = icmp ult <8 x i32> %106, splat (i32 260046848)
  %108 = bitcast <8 x i32> %106 to <8 x float>
  %109 = fmul <8 x float> %108, <float 0x46F0000000000000, float poison, float poison, float poison, float poison, float poison, float poison, float poison>
  %110 = bitcast <8 x float> %109 to <8 x i32>
  %111 = or i32 %104, 2139095040
  %112 = insertelement <8 x i32> poison, i32 %111, i64 0
  %113 = select <8 x i1> %107, <8 x i32> %110, <8 x i32> %112
  %114 = sext i16 %102 to i32
  %115 = and i32 %114, -2147483648
  %116 = insertelement <8 x i32> poison, i32 %115, i64 0
  %117 = or <8 x i32> %113, %116
  %118 = bitcast <8 x i32> %117 to <8 x float>
  %119 = extractelement <8 x float> %118, i64 0
  %120 = fmul float %32, %119
  %121 = call float @llvm.fmuladd.f32(float %30, float %100, float %120)
  %122 = getelementptr float, ptr %26, i64 %81
  store float %121, ptr %122, align 4
  %123 = add i64 %81, 1
  %124 = icmp eq i64 %123, %29
  br i1 %124, label %128, label %80
125:
  %126 = load i64, ptr %12, align 8
  %127 = shl i64 %126, 2
  call void @llvm.memset.p0.i64(ptr align 1 %26, i8 0, i64 %127, i1 false)
  br label %128
128:
  %129 = phi i64 [ %126, %125 ], [ %29, %39 ], [ %29, %80 ]
  %130 = phi i64 [ 0, %125 ], [ 2, %39 ], [ 2, %80 ]
  %131 = load i32, ptr %23, align 4
  %132 = sext i32 %131 to i64
  %133 = icmp slt i64 %130, %132
  br i1 %133, label %134, label %203
134:
  %135 = getelementptr float, ptr %13, i64 %21
  %136 = icmp slt i64 %129, 8
  br label %137
137:
  %138 = phi i64 [ %130, %134 ], [ %199, %198 ]
  %139 = mul i64 %18, %138
  %140 = getelementptr i16, ptr %22, i64 %139
  %141 = getelementptr float, ptr %2, i64 %138
  %142 = load float, ptr %141, align 4
  br i1 %136, label %146, label %143
143:
  %144 = insertelement <8 x float> poison, float %142, i64 0
  %145 = shufflevector <8 x float> %144, <8 x float> poison, <8 x i32> zeroinitializer
  br label %149
146:
  %147 = phi i64 [ 0, %137 ], [ %150, %149 ]
  %148 = icmp slt i64 %147, %129
  br i1 %148, label %172, label %198
149:
  %150 = phi i64 [ 8, %143 ], [ %170, %149 ]
  %151 = phi i64 [ 0, %143 ], [ %150, %149 ]
  %152 = getelementptr i16, ptr %140, i64 %151
  %153 = load <8 x i16>, ptr %152, align 2
  %154 = zext <8 x i16> %153 to <8 x i32>
  %155 = shl <8 x i32> %154, splat (i32 13)
  %156 = and <8 x i32> %155, splat (i32 268427264)
  %157 = icmp ult <8 x i32> %156, splat (i32 260046848)
  %158 = bitcast <8 x i32> %156 to <8 x float>
  %159 = fmul <8 x float> %158, splat (float 0x46F0000000000000)
  %160 = bitcast <8 x float> %159 to <8 x i32>
  %161 = or <8 x i32> %155, splat (i32 2139095040)
  %162 = select <8 x i1> %157, <8 x i32> %160, <8 x i32> %161
  %163 = sext <8 x i16> %153 to <8 x i32>
  %164 = and <8 x i32> %163, splat (i32 -2147483648)
  %165 = or <8 x i32> %162, %164
  %166 = bitcast <8 x i32> %165 to <8 x float>
  %167 = getelementptr float, ptr %135, i64 %151
  %168 = load <8 x float>, ptr %167, align 4
  %169 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %145, <8 x float> %166, <8 x float> %168)
  store <8 x float> %169, ptr %167, align 4
  %170 = add i64 %150, 8
  %171 = icmp sgt i64 %170, %129
  br i1 %171, label %146, label %149
172:
  %173 = phi i64 [ %196, %172 ], [ %147, %146 ]
  %174 = getelementptr i16, ptr %140, i64 %173
  %175 = load i16, ptr %174, align 2
  %176 = zext i16 %175 to i32
  %177 = shl i32 %176, 13
  %178 = and i32 %177, 268427264
  %179 = insertelement <8 x i32> <i32 poison, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>, i32 %178, i64 0
  %180 = icmp ult <8 x i32> %179, splat (i32 260046848)
  %181 = bitcast <8 x i32> %179 to <8 x float>
  %182 = fmul <8 x float> %181, <float 0x46F0000000000000, float poison, float poison, float poison, float poison, float poison, float poison, float poison>
  %183 = bitcast <8 x float> %182 to <8 x i32>
  %184 = or i32 %177, 2139095040
  %185 = insertelement <8 x i32> poison, i32 %184, i64 0
  %186 = select <8 x i1> %180, <8 x i32> %183, <8 x i32> %185
  %187 = sext i16 %175 to i32
  %188 = and i32 %187, -2147483648
  %189 = insertelement <8 x i32> poison, i32 %188, i64 0
  %190 = or <8 x i32> %186, %189
  %191 = bitcast <8 x i32> %190 to <8 x float>
  %192 = extractelement <8 x float> %191, i64 0
  %193 = getelementptr float, ptr %135, i64 %173
  %194 = load float, ptr %193, align 4
  %195 = call float @llvm.fmuladd.f32(float %142, float %192, float %194)
  store float %195, ptr %193, align 4
  %196 = add i64 %173, 1
  %197 = icmp eq i64 %196, %129
  br i1 %197, label %198, label %172
198:
  %199 = add i64 %138, 1
  %200 = load i32, ptr %23, align 4
  %201 = sext i32 %200 to i64
  %202 = icmp slt i64 %199, %201
  br i1 %202, label %137, label %203
203:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %204
204:
  %205 = phi i64 [ 0, %203 ], [ 2, %10 ]
  ret i64 %205
}
declare ptr @gw_c_malloc(i64)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare float @llvm.fmuladd.f32(float, float, float)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
