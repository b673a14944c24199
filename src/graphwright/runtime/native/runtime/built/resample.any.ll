%struct.gw_span = type { i32, i32 }
define i64 @gw_resample_float32(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %111, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %67, i1 false)
  br label %68
68:
  %69 = phi i64 [ %66, %65 ], [ %29, %39 ], [ %29, %54 ]
  %70 = phi i64 [ 0, %65 ], [ 2, %39 ], [ 2, %54 ]
  %71 = sext i32 %24 to i64
  %72 = icmp slt i64 %70, %71
  br i1 %72, label %73, label %110
73:
  %74 = getelementptr float, ptr %13, i64 %21
  %75 = icmp slt i64 %69, 8
  br label %76
76:
  %77 = phi i64 [ %70, %73 ], [ %108, %107 ]
  %78 = mul i64 %18, %77
  %79 = getelementptr float, ptr %22, i64 %78
  %80 = getelementptr float, ptr %2, i64 %77
  %81 = load float, ptr %80, align 4
  br i1 %75, label %85, label %82
82:
  %83 = insertelement <8 x float> poison, float %81, i64 0
  %84 = shufflevector <8 x float> %83, <8 x float> poison, <8 x i32> zeroinitializer
  br label %88
85:
  %86 = phi i64 [ 0, %76 ], [ %89, %88 ]
  %87 = icmp slt i64 %86, %69
  br i1 %87, label %98, label %107
88:
  %89 = phi i64 [ 8, %82 ], [ %96, %88 ]
  %90 = phi i64 [ 0, %82 ], [ %89, %88 ]
  %91 = getelementptr float, ptr %79, i64 %90
  %92 = load <8 x float>, ptr %91, align 4
  %93 = getelementptr float, ptr %74, i64 %90
  %94 = load <8 x float>, ptr %93, align 4
  %95 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %84, <8 x float> %92, <8 x float> %94)
  store <8 x float> %95, ptr %93, align 4
  %96 = add i64 %89, 8
  %97 = icmp sgt i64 %96, %69
  br i1 %97, label %85, label %88
98:
  %99 = phi i64 [ %105, %98 ], [ %86, %85 ]
  %100 = getelementptr float, ptr %79, i64 %99
  %101 = load float, ptr %100, align 4
  %102 = getelementptr float, ptr %74, i64 %99
  %103 = load float, ptr %102, align 4
  %104 = call float @llvm.fmuladd.f32(float %81, float %101, float %103)
  store float %104, ptr %102, align 4
  %105 = add i64 %99, 1
  %106 = icmp eq i64 %105, %69
  br i1 %106, label %107, label %98
107:
  %108 = add i64 %77, 1
  %109 = icmp eq i64 %108, %71
  br i1 %109, label %110, label %76
110:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %111
111:
  %112 = phi i64 [ 0, %110 ], [ 2, %10 ]
  ret i64 %112
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
  call void @llvm.memset.p0.i64(ptr align 4 %45, i8 0, i64 32, i1 false)
  br label %46
46:
  ret ptr %20
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
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
  %16 = phi ptr [ %2, %9 ], [ %127, %124 ]
  %17 = phi ptr [ %3, %9 ], [ %125, %124 ]
  %18 = phi i64 [ 0, %9 ], [ %126, %124 ]
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
  br i1 %76, label %77, label %124
77:
  %78 = getelementptr float, ptr %23, i64 %75
  %79 = sub i64 %4, %75
  %80 = getelementptr float, ptr %17, i64 %75
  %81 = ptrtoint ptr %80 to i64
  %82 = sub i64 %13, %81
  %83 = icmp sgt i64 %82, 12
  br i1 %83, label %88, label %84
84:
  %85 = icmp sgt i64 %79, 0
  br i1 %85, label %86, label %124
86:
  %87 = icmp sgt i32 %25, 0
  br label %105
88:
  %89 = icmp sgt i32 %25, 0
  br i1 %89, label %92, label %90
90:
  %91 = phi <4 x float> [ zeroinitializer, %88 ], [ %102, %92 ]
  store <4 x float> %91, ptr %80, align 4
  br label %124
92:
  %93 = phi i64 [ %103, %92 ], [ 0, %88 ]
  %94 = phi <4 x float> [ %102, %92 ], [ zeroinitializer, %88 ]
  %95 = getelementptr float, ptr %16, i64 %93
  %96 = load float, ptr %95, align 4
  %97 = insertelement <4 x float> poison, float %96, i64 0
  %98 = shufflevector <4 x float> %97, <4 x float> poison, <4 x i32> zeroinitializer
  %99 = mul i64 %93, %4
  %100 = getelementptr float, ptr %78, i64 %99
  %101 = load <4 x float>, ptr %100, align 4
  %102 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %98, <4 x float> %101, <4 x float> %94)
  %103 = add i64 %93, 1
  %104 = icmp eq i64 %103, %26
  br i1 %104, label %90, label %92
105:
  %106 = phi i64 [ 0, %86 ], [ %111, %108 ]
  %107 = getelementptr float, ptr %78, i64 %106
  br i1 %87, label %113, label %108
108:
  %109 = phi float [ 0.000000e+00, %105 ], [ %121, %113 ]
  %110 = getelementptr float, ptr %80, i64 %106
  store float %109, ptr %110, align 4
  %111 = add i64 %106, 1
  %112 = icmp eq i64 %111, %79
  br i1 %112, label %124, label %105
113:
  %114 = phi i64 [ %122, %113 ], [ 0, %105 ]
  %115 = phi float [ %121, %113 ], [ 0.000000e+00, %105 ]
  %116 = getelementptr float, ptr %16, i64 %114
  %117 = load float, ptr %116, align 4
  %118 = mul i64 %114, %4
  %119 = getelementptr float, ptr %107, i64 %118
  %120 = load float, ptr %119, align 4
  %121 = call float @llvm.fmuladd.f32(float %117, float %120, float %115)
  %122 = add i64 %114, 1
  %123 = icmp eq i64 %122, %26
  br i1 %123, label %108, label %113
124:
  %125 = getelementptr float, ptr %17, i64 %4
  %126 = add i64 %18, 1
  %127 = getelementptr float, ptr %16, i64 %6
  %128 = icmp eq i64 %126, %5
  br i1 %128, label %14, label %15
}
declare void @gw_c_free(ptr allocptr)
define i64 @gw_resample_float64(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr double, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr double, ptr %83, i64 %94
  %96 = load <8 x double>, ptr %95, align 8
  %97 = fptrunc <8 x double> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr double, ptr %83, i64 %104
  %106 = load double, ptr %105, align 8
  %107 = fptrunc double %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_int8(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr i8, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr i8, ptr %83, i64 %94
  %96 = load <8 x i8>, ptr %95, align 1
  %97 = sitofp <8 x i8> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr i8, ptr %83, i64 %104
  %106 = load i8, ptr %105, align 1
  %107 = sitofp i8 %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_uint8(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr i8, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr i8, ptr %83, i64 %94
  %96 = load <8 x i8>, ptr %95, align 1
  %97 = uitofp <8 x i8> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr i8, ptr %83, i64 %104
  %106 = load i8, ptr %105, align 1
  %107 = uitofp i8 %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_int16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr i16, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr i16, ptr %83, i64 %94
  %96 = load <8 x i16>, ptr %95, align 2
  %97 = sitofp <8 x i16> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr i16, ptr %83, i64 %104
  %106 = load i16, ptr %105, align 2
  %107 = sitofp i16 %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_int32(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr i32, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr i32, ptr %83, i64 %94
  %96 = load <8 x i32>, ptr %95, align 4
  %97 = sitofp <8 x i32> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr i32, ptr %83, i64 %104
  %106 = load i32, ptr %105, align 4
  %107 = sitofp i32 %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_int64(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr i64, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr i64, ptr %83, i64 %94
  %96 = load <8 x i64>, ptr %95, align 8
  %97 = sitofp <8 x i64> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr i64, ptr %83, i64 %104
  %106 = load i64, ptr %105, align 8
  %107 = sitofp i64 %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_uint16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %117, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %71, i1 false)
  br label %72
72:
  %73 = phi i64 [ %70, %69 ], [ %29, %39 ], [ %29, %56 ]
  %74 = phi i64 [ 0, %69 ], [ 2, %39 ], [ 2, %56 ]
  %75 = sext i32 %24 to i64
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %116
77:
  %78 = getelementptr float, ptr %13, i64 %21
  %79 = icmp slt i64 %73, 8
  br label %80
80:
  %81 = phi i64 [ %74, %77 ], [ %114, %113 ]
  %82 = mul i64 %18, %81
  %83 = getelementptr i16, ptr %22, i64 %82
  %84 = getelementptr float, ptr %2, i64 %81
  %85 = load float, ptr %84, align 4
  br i1 %79, label %89, label %86
86:
  %87 = insertelement <8 x float> poison, float %85, i64 0
  %88 = shufflevector <8 x float> %87, <8 x float> poison, <8 x i32> zeroinitializer
  br label %92
89:
  %90 = phi i64 [ 0, %80 ], [ %93, %92 ]
  %91 = icmp slt i64 %90, %73
  br i1 %91, label %103, label %113
92:
  %93 = phi i64 [ 8, %86 ], [ %101, %92 ]
  %94 = phi i64 [ 0, %86 ], [ %93, %92 ]
  %95 = getelementptr i16, ptr %83, i64 %94
  %96 = load <8 x i16>, ptr %95, align 2
  %97 = uitofp <8 x i16> %96 to <8 x float>
  %98 = getelementptr float, ptr %78, i64 %94
  %99 = load <8 x float>, ptr %98, align 4
  %100 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %88, <8 x float> %97, <8 x float> %99)
  store <8 x float> %100, ptr %98, align 4
  %101 = add i64 %93, 8
  %102 = icmp sgt i64 %101, %73
  br i1 %102, label %89, label %92
103:
  %104 = phi i64 [ %111, %103 ], [ %90, %89 ]
  %105 = getelementptr i16, ptr %83, i64 %104
  %106 = load i16, ptr %105, align 2
  %107 = uitofp i16 %106 to float
  %108 = getelementptr float, ptr %78, i64 %104
  %109 = load float, ptr %108, align 4
  %110 = call float @llvm.fmuladd.f32(float %85, float %107, float %109)
  store float %110, ptr %108, align 4
  %111 = add i64 %104, 1
  %112 = icmp eq i64 %111, %73
  br i1 %112, label %113, label %103
113:
  %114 = add i64 %81, 1
  %115 = icmp eq i64 %114, %75
  br i1 %115, label %116, label %80
116:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %117
117:
  %118 = phi i64 [ 0, %116 ], [ 2, %10 ]
  ret i64 %118
}
define i64 @gw_resample_bfloat16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %129, label %15
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
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %79, i1 false)
  br label %80
80:
  %81 = phi i64 [ %78, %77 ], [ %29, %39 ], [ %29, %60 ]
  %82 = phi i64 [ 0, %77 ], [ 2, %39 ], [ 2, %60 ]
  %83 = sext i32 %24 to i64
  %84 = icmp slt i64 %82, %83
  br i1 %84, label %85, label %128
85:
  %86 = getelementptr float, ptr %13, i64 %21
  %87 = icmp slt i64 %81, 8
  br label %88
88:
  %89 = phi i64 [ %82, %85 ], [ %126, %125 ]
  %90 = mul i64 %18, %89
  %91 = getelementptr i16, ptr %22, i64 %90
  %92 = getelementptr float, ptr %2, i64 %89
  %93 = load float, ptr %92, align 4
  br i1 %87, label %97, label %94
94:
  %95 = insertelement <8 x float> poison, float %93, i64 0
  %96 = shufflevector <8 x float> %95, <8 x float> poison, <8 x i32> zeroinitializer
  br label %100
97:
  %98 = phi i64 [ 0, %88 ], [ %101, %100 ]
  %99 = icmp slt i64 %98, %81
  br i1 %99, label %113, label %125
100:
  %101 = phi i64 [ 8, %94 ], [ %111, %100 ]
  %102 = phi i64 [ 0, %94 ], [ %101, %100 ]
  %103 = getelementptr i16, ptr %91, i64 %102
  %104 = load <8 x i16>, ptr %103, align 2
  %105 = zext <8 x i16> %104 to <8 x i32>
  %106 = shl <8 x i32> %105, splat (i32 16)
  %107 = bitcast <8 x i32> %106 to <8 x float>
  %108 = getelementptr float, ptr %86, i64 %102
  %109 = load <8 x float>, ptr %108, align 4
  %110 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %96, <8 x float> %107, <8 x float> %109)
  store <8 x float> %110, ptr %108, align 4
  %111 = add i64 %101, 8
  %112 = icmp sgt i64 %111, %81
  br i1 %112, label %97, label %100
113:
  %114 = phi i64 [ %123, %113 ], [ %98, %97 ]
  %115 = getelementptr i16, ptr %91, i64 %114
  %116 = load i16, ptr %115, align 2
  %117 = zext i16 %116 to i32
  %118 = shl i32 %117, 16
  %119 = bitcast i32 %118 to float
  %120 = getelementptr float, ptr %86, i64 %114
  %121 = load float, ptr %120, align 4
  %122 = call float @llvm.fmuladd.f32(float %93, float %119, float %121)
  store float %122, ptr %120, align 4
  %123 = add i64 %114, 1
  %124 = icmp eq i64 %123, %81
  br i1 %124, label %125, label %113
125:
  %126 = add i64 %89, 1
  %127 = icmp eq i64 %126, %83
  br i1 %127, label %128, label %88
128:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %129
129:
  %130 = phi i64 [ 0, %128 ], [ 2, %10 ]
  ret i64 %130
}
define i64 @gw_resample_float16(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = call fastcc ptr @line_for(ptr %3, i64 %8, i64 %7, i64 %6, ptr %11, ptr %12)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %186, label %15
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
  br i1 %25, label %27, label %115
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
  br i1 %41, label %80, label %118
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
  %81 = phi i64 [ %113, %80 ], [ %40, %39 ]
  %82 = getelementptr i16, ptr %22, i64 %81
  %83 = load i16, ptr %82, align 2
  %84 = zext i16 %83 to i32
  %85 = shl i32 %84, 13
  %86 = and i32 %85, 268427264
  %87 = icmp ugt i32 %86, 260046847
  %88 = or i32 %85, 2139095040
  %89 = bitcast i32 %88 to float
  %90 = bitcast i32 %86 to float
  %91 = fmul float %90, 0x46F0000000000000
  %92 = select i1 %87, float %89, float %91
  %93 = fneg float %92
  %94 = icmp slt i16 %83, 0
  %95 = select i1 %94, float %93, float %92
  %96 = getelementptr i16, ptr %28, i64 %81
  %97 = load i16, ptr %96, align 2
  %98 = zext i16 %97 to i32
  %99 = shl i32 %98, 13
  %100 = and i32 %99, 268427264
  %101 = icmp ugt i32 %100, 260046847
  %102 = or i32 %99, 2139095040
  %103 = bitcast i32 %102 to float
  %104 = bitcast i32 %100 to float
  %105 = fmul float %104, 0x46F0000000000000
  %106 = select i1 %101, float %103, float %105
  %107 = fneg float %106
  %108 = icmp slt i16 %97, 0
  %109 = select i1 %108, float %107, float %106
  %110 = fmul float %32, %109
  %111 = call float @llvm.fmuladd.f32(float %30, float %95, float %110)
  %112 = getelementptr float, ptr %26, i64 %81
  store float %111, ptr %112, align 4
  %113 = add i64 %81, 1
  %114 = icmp eq i64 %113, %29
  br i1 %114, label %118, label %80
115:
  %116 = load i64, ptr %12, align 8
  %117 = shl i64 %116, 2
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %117, i1 false)
  br label %118
118:
  %119 = phi i64 [ %116, %115 ], [ %29, %39 ], [ %29, %80 ]
  %120 = phi i64 [ 0, %115 ], [ 2, %39 ], [ 2, %80 ]
  %121 = sext i32 %24 to i64
  %122 = icmp slt i64 %120, %121
  br i1 %122, label %123, label %185
123:
  %124 = getelementptr float, ptr %13, i64 %21
  %125 = icmp slt i64 %119, 8
  br label %126
126:
  %127 = phi i64 [ %120, %123 ], [ %183, %182 ]
  %128 = mul i64 %18, %127
  %129 = getelementptr i16, ptr %22, i64 %128
  %130 = getelementptr float, ptr %2, i64 %127
  %131 = load float, ptr %130, align 4
  br i1 %125, label %135, label %132
132:
  %133 = insertelement <8 x float> poison, float %131, i64 0
  %134 = shufflevector <8 x float> %133, <8 x float> poison, <8 x i32> zeroinitializer
  br label %138
135:
  %136 = phi i64 [ 0, %126 ], [ %139, %138 ]
  %137 = icmp slt i64 %136, %119
  br i1 %137, label %161, label %182
138:
  %139 = phi i64 [ 8, %132 ], [ %159, %138 ]
  %140 = phi i64 [ 0, %132 ], [ %139, %138 ]
  %141 = getelementptr i16, ptr %129, i64 %140
  %142 = load <8 x i16>, ptr %141, align 2
  %143 = zext <8 x i16> %142 to <8 x i32>
  %144 = shl <8 x i32> %143, splat (i32 13)
  %145 = and <8 x i32> %144, splat (i32 268427264)
  %146 = icmp ult <8 x i32> %145, splat (i32 260046848)
  %147 = bitcast <8 x i32> %145 to <8 x float>
  %148 = fmul <8 x float> %147, splat (float 0x46F0000000000000)
  %149 = bitcast <8 x float> %148 to <8 x i32>
  %150 = or <8 x i32> %144, splat (i32 2139095040)
  %151 = select <8 x i1> %146, <8 x i32> %149, <8 x i32> %150
  %152 = sext <8 x i16> %142 to <8 x i32>
  %153 = and <8 x i32> %152, splat (i32 -2147483648)
  %154 = or <8 x i32> %151, %153
  %155 = bitcast <8 x i32> %154 to <8 x float>
  %156 = getelementptr float, ptr %124, i64 %140
  %157 = load <8 x float>, ptr %156, align 4
  %158 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %134, <8 x float> %155, <8 x float> %157)
  store <8 x float> %158, ptr %156, align 4
  %159 = add i64 %139, 8
  %160 = icmp sgt i64 %159, %119
  br i1 %160, label %135, label %138
161:
  %162 = phi i64 [ %180, %161 ], [ %136, %135 ]
  %163 = getelementptr i16, ptr %129, i64 %162
  %164 = load i16, ptr %163, align 2
  %165 = zext i16 %164 to i32
  %166 = shl i32 %165, 13
  %167 = and i32 %166, 268427264
  %168 = icmp ugt i32 %167, 260046847
  %169 = or i32 %166, 2139095040
  %170 = bitcast i32 %169 to float
  %171 = bitcast i32 %167 to float
  %172 = fmul float %171, 0x46F0000000000000
  %173 = select i1 %168, float %170, float %172
  %174 = fneg float %173
  %175 = icmp slt i16 %164, 0
  %176 = select i1 %175, float %174, float %173
  %177 = getelementptr float, ptr %124, i64 %162
  %178 = load float, ptr %177, align 4
  %179 = call float @llvm.fmuladd.f32(float %131, float %176, float %178)
  store float %179, ptr %177, align 4
  %180 = add i64 %162, 1
  %181 = icmp eq i64 %180, %119
  br i1 %181, label %182, label %161
182:
  %183 = add i64 %127, 1
  %184 = icmp eq i64 %183, %121
  br i1 %184, label %185, label %126
185:
  call fastcc void @pick_columns(ptr %13, ptr %3, ptr %4, ptr %5, i64 %7, i64 %8, i64 %9)
  call void @gw_c_free(ptr %13)
  br label %186
186:
  %187 = phi i64 [ 0, %185 ], [ 2, %10 ]
  ret i64 %187
}
declare ptr @gw_c_malloc(i64)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare float @llvm.fmuladd.f32(float, float, float)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
