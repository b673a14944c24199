%struct.parts = type { ptr, ptr, ptr, ptr }
@kept = internal global ptr null, align 8
@factors.known = internal constant [4 x i32] [i32 4, i32 2, i32 3, i32 5], align 4
@number_kept = internal global i32 0, align 4
define i64 @gw_fft_complex64(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = alloca [1024 x double], align 8
  %8 = alloca %struct.parts, align 8
  %9 = mul i64 %3, %2
  %10 = mul i64 %9, %4
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %42, label %12
12:
  %13 = icmp slt i64 %10, 257
  br i1 %13, label %17, label %14
14:
  %15 = shl i64 %10, 5
  %16 = call ptr @gw_c_malloc(i64 %15)
  br label %17
17:
  %18 = phi ptr [ %16, %14 ], [ %7, %12 ]
  %19 = getelementptr double, ptr %18, i64 %10
  %20 = shl i64 %10, 4
  %21 = getelementptr i8, ptr %18, i64 %20
  %22 = mul i64 %10, 24
  %23 = getelementptr i8, ptr %18, i64 %22
  store ptr %18, ptr %8, align 8
  %24 = getelementptr i8, ptr %8, i64 8
  store ptr %19, ptr %24, align 8
  %25 = getelementptr i8, ptr %8, i64 16
  store ptr %21, ptr %25, align 8
  %26 = getelementptr i8, ptr %8, i64 24
  store ptr %23, ptr %26, align 8
  %27 = icmp eq ptr %18, null
  br i1 %27, label %42, label %28
28:
  call fastcc void @apart_float(ptr %0, ptr %18, ptr %19, i64 %10)
  %29 = icmp ne i64 %5, 0
  %30 = call fastcc i1 @along_axes(ptr %8, i64 %2, i64 %3, i64 %4, i1 true, i1 %29)
  %31 = load ptr, ptr %8, align 8
  %32 = load ptr, ptr %24, align 8
  br i1 %29, label %33, label %36
33:
  %34 = sitofp i64 %10 to double
  %35 = fdiv double 1.000000e+00, %34
  br label %36
36:
  %37 = phi double [ %35, %33 ], [ 1.000000e+00, %28 ]
  call fastcc void @together_float(ptr %31, ptr %32, ptr %1, i64 %10, double %37)
  %38 = icmp eq ptr %18, %7
  br i1 %38, label %40, label %39
39:
  call void @gw_c_free(ptr %18)
  br label %40
40:
  %41 = select i1 %30, i64 0, i64 2
  br label %42
42:
  %43 = phi i64 [ %41, %40 ], [ 0, %6 ], [ 2, %17 ]
  ret i64 %43
}
define internal fastcc void @apart_float(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = icmp slt i64 %3, 8
  br i1 %5, label %6, label %9
6:
  %7 = phi i64 [ 0, %4 ], [ %10, %9 ]
  %8 = icmp slt i64 %7, %3
  br i1 %8, label %23, label %36
9:
  %10 = phi i64 [ %21, %9 ], [ 8, %4 ]
  %11 = phi i64 [ %10, %9 ], [ 0, %4 ]
  %12 = shl i64 %11, 3
  %13 = getelementptr i8, ptr %0, i64 %12
  %14 = load <16 x float>, ptr %13, align 4
  %15 = shufflevector <16 x float> %14, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %16 = fpext <8 x float> %15 to <8 x double>
  %17 = getelementptr double, ptr %1, i64 %11
  store <8 x double> %16, ptr %17, align 8
  %18 = shufflevector <16 x float> %14, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %19 = fpext <8 x float> %18 to <8 x double>
  %20 = getelementptr double, ptr %2, i64 %11
  store <8 x double> %19, ptr %20, align 8
  %21 = add i64 %10, 8
  %22 = icmp sgt i64 %21, %3
  br i1 %22, label %6, label %9
23:
  %24 = phi i64 [ %34, %23 ], [ %7, %6 ]
  %25 = shl i64 %24, 3
  %26 = getelementptr i8, ptr %0, i64 %25
  %27 = load float, ptr %26, align 4
  %28 = fpext float %27 to double
  %29 = getelementptr double, ptr %1, i64 %24
  store double %28, ptr %29, align 8
  %30 = getelementptr i8, ptr %26, i64 4
  %31 = load float, ptr %30, align 4
  %32 = fpext float %31 to double
  %33 = getelementptr double, ptr %2, i64 %24
  store double %32, ptr %33, align 8
  %34 = add i64 %24, 1
  %35 = icmp eq i64 %34, %3
  br i1 %35, label %36, label %23
36:
  ret void
}
define internal fastcc i1 @along_axes(ptr %0, i64 %1, i64 %2, i64 %3, i1 %4, i1 %5) {
  %7 = mul i64 %3, %2
  %8 = call fastcc i1 @along_axis(ptr %0, i64 %1, i64 1, i64 %7, i1 %5)
  br i1 %8, label %9, label %15
9:
  %10 = call fastcc i1 @along_axis(ptr %0, i64 %2, i64 %1, i64 %3, i1 %5)
  %11 = and i1 %4, %10
  br i1 %11, label %12, label %15
12:
  %13 = mul i64 %2, %1
  %14 = call fastcc i1 @along_axis(ptr %0, i64 %3, i64 %13, i64 1, i1 %5)
  br label %15
15:
  %16 = phi i1 [ %10, %9 ], [ false, %6 ], [ %14, %12 ]
  ret i1 %16
}
define internal fastcc void @together_float(ptr %0, ptr %1, ptr %2, i64 %3, double %4) {
  %6 = icmp slt i64 %3, 8
  br i1 %6, label %10, label %7
7:
  %8 = insertelement <8 x double> poison, double %4, i64 0
  %9 = shufflevector <8 x double> %8, <8 x double> poison, <8 x i32> zeroinitializer
  br label %13
10:
  %11 = phi i64 [ 0, %5 ], [ %14, %13 ]
  %12 = icmp slt i64 %11, %3
  br i1 %12, label %29, label %44
13:
  %14 = phi i64 [ 8, %7 ], [ %27, %13 ]
  %15 = phi i64 [ 0, %7 ], [ %14, %13 ]
  %16 = getelementptr double, ptr %0, i64 %15
  %17 = load <8 x double>, ptr %16, align 8
  %18 = fmul <8 x double> %9, %17
  %19 = fptrunc <8 x double> %18 to <8 x float>
  %20 = getelementptr double, ptr %1, i64 %15
  %21 = load <8 x double>, ptr %20, align 8
  %22 = fmul <8 x double> %9, %21
  %23 = fptrunc <8 x double> %22 to <8 x float>
  %24 = shufflevector <8 x float> %19, <8 x float> %23, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %25 = shl i64 %15, 3
  %26 = getelementptr i8, ptr %2, i64 %25
  store <16 x float> %24, ptr %26, align 4
  %27 = add i64 %14, 8
  %28 = icmp sgt i64 %27, %3
  br i1 %28, label %10, label %13
29:
  %30 = phi i64 [ %42, %29 ], [ %11, %10 ]
  %31 = getelementptr double, ptr %0, i64 %30
  %32 = load double, ptr %31, align 8
  %33 = fmul double %4, %32
  %34 = fptrunc double %33 to float
  %35 = shl i64 %30, 3
  %36 = getelementptr i8, ptr %2, i64 %35
  store float %34, ptr %36, align 4
  %37 = getelementptr double, ptr %1, i64 %30
  %38 = load double, ptr %37, align 8
  %39 = fmul double %4, %38
  %40 = fptrunc double %39 to float
  %41 = getelementptr i8, ptr %36, i64 4
  store float %40, ptr %41, align 4
  %42 = add i64 %30, 1
  %43 = icmp eq i64 %42, %3
  br i1 %43, label %44, label %29
44:
  ret void
}
define i64 @gw_rfft_float32(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = alloca %struct.parts, align 8
  %9 = alloca [1024 x double], align 8
  %10 = alloca [1024 x double], align 8
  %11 = alloca %struct.parts, align 8
  %12 = sdiv i64 %6, 2
  %13 = add i64 %12, 1
  %14 = mul i64 %5, %4
  %15 = mul i64 %13, %14
  %16 = icmp ne i64 %4, 0
  %17 = icmp ne i64 %5, 0
  %18 = and i1 %16, %17
  %19 = icmp ne i64 %6, 0
  %20 = and i1 %18, %19
  br i1 %20, label %21, label %141
21:
  %22 = icmp slt i64 %15, 257
  br i1 %22, label %26, label %23
23:
  %24 = shl i64 %15, 5
  %25 = call ptr @gw_c_malloc(i64 %24)
  br label %26
26:
  %27 = phi ptr [ %25, %23 ], [ %9, %21 ]
  %28 = getelementptr double, ptr %27, i64 %15
  %29 = shl i64 %15, 4
  %30 = getelementptr i8, ptr %27, i64 %29
  %31 = mul i64 %15, 24
  %32 = getelementptr i8, ptr %27, i64 %31
  store ptr %27, ptr %11, align 8
  %33 = getelementptr i8, ptr %11, i64 8
  store ptr %28, ptr %33, align 8
  %34 = getelementptr i8, ptr %11, i64 16
  store ptr %30, ptr %34, align 8
  %35 = getelementptr i8, ptr %11, i64 24
  store ptr %32, ptr %35, align 8
  %36 = icmp eq ptr %27, null
  br i1 %36, label %141, label %37
37:
  %38 = and i64 %6, 1
  %39 = icmp ne i64 %38, 0
  br i1 %39, label %42, label %40
40:
  %41 = call fastcc ptr @plan_of(i64 %6, i1 true)
  br label %42
42:
  %43 = phi ptr [ %41, %40 ], [ null, %37 ]
  %44 = icmp slt i64 %6, 257
  br i1 %44, label %45, label %50
45:
  %46 = shl i64 %6, 4
  %47 = getelementptr i8, ptr %10, i64 %46
  %48 = mul i64 %6, 24
  %49 = getelementptr i8, ptr %10, i64 %48
  br label %58
50:
  %51 = shl i64 %6, 5
  %52 = call ptr @gw_c_malloc(i64 %51)
  %53 = shl i64 %6, 4
  %54 = getelementptr i8, ptr %52, i64 %53
  %55 = mul i64 %6, 24
  %56 = getelementptr i8, ptr %52, i64 %55
  %57 = icmp eq ptr %52, null
  br i1 %57, label %131, label %58
58:
  %59 = phi ptr [ %49, %45 ], [ %56, %50 ]
  %60 = phi ptr [ %47, %45 ], [ %54, %50 ]
  %61 = phi ptr [ %10, %45 ], [ %52, %50 ]
  %62 = getelementptr double, ptr %61, i64 %6
  %63 = icmp ne ptr %43, null
  %64 = or i1 %39, %63
  %65 = icmp sgt i64 %14, 0
  %66 = select i1 %64, i1 %65, i1 false
  br i1 %66, label %67, label %75
67:
  %68 = getelementptr i8, ptr %8, i64 8
  %69 = getelementptr i8, ptr %8, i64 16
  %70 = getelementptr i8, ptr %8, i64 24
  %71 = icmp eq ptr %43, null
  %72 = getelementptr i8, ptr %43, i64 848
  %73 = icmp sgt i64 %6, 0
  %74 = icmp sgt i64 %6, -2
  br label %77
75:
  %76 = phi i1 [ %64, %58 ], [ %124, %123 ]
  br i1 %76, label %128, label %131
77:
  %78 = phi i64 [ 0, %67 ], [ %125, %123 ]
  %79 = freeze i64 %78
  %80 = sdiv i64 %79, %5
  %81 = mul i64 %80, %2
  %82 = mul i64 %80, %5
  %83 = sub i64 %79, %82
  %84 = add i64 %81, %83
  %85 = mul i64 %84, %3
  %86 = getelementptr float, ptr %0, i64 %85
  %87 = mul i64 %78, %13
  %88 = getelementptr double, ptr %27, i64 %87
  %89 = getelementptr double, ptr %28, i64 %87
  store ptr %61, ptr %8, align 8
  store ptr %62, ptr %68, align 8
  store ptr %60, ptr %69, align 8
  store ptr %59, ptr %70, align 8
  br i1 %71, label %90, label %91
90:
  br i1 %73, label %104, label %98
91:
  call fastcc void @apart_float(ptr %86, ptr %61, ptr %62, i64 %12)
  %92 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 false)
  br i1 %92, label %94, label %93
93:
  br label %131
94:
  %95 = load ptr, ptr %8, align 8
  %96 = load ptr, ptr %68, align 8
  %97 = load ptr, ptr %72, align 8
  call fastcc void @from_halves(ptr %95, ptr %96, ptr %88, ptr %89, i64 %12, ptr %97)
  br label %123
98:
  %99 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 false)
  %100 = and i1 %74, %99
  br i1 %100, label %101, label %123
101:
  %102 = load ptr, ptr %8, align 8
  %103 = load ptr, ptr %68, align 8
  br label %113
104:
  %105 = phi i64 [ %111, %104 ], [ 0, %90 ]
  %106 = getelementptr float, ptr %86, i64 %105
  %107 = load float, ptr %106, align 4
  %108 = fpext float %107 to double
  %109 = getelementptr double, ptr %61, i64 %105
  store double %108, ptr %109, align 8
  %110 = getelementptr double, ptr %62, i64 %105
  store double 0.000000e+00, ptr %110, align 8
  %111 = add i64 %105, 1
  %112 = icmp eq i64 %111, %6
  br i1 %112, label %98, label %104
113:
  %114 = phi i64 [ 0, %101 ], [ %121, %113 ]
  %115 = getelementptr double, ptr %102, i64 %114
  %116 = load double, ptr %115, align 8
  %117 = getelementptr double, ptr %88, i64 %114
  store double %116, ptr %117, align 8
  %118 = getelementptr double, ptr %103, i64 %114
  %119 = load double, ptr %118, align 8
  %120 = getelementptr double, ptr %89, i64 %114
  store double %119, ptr %120, align 8
  %121 = add i64 %114, 1
  %122 = icmp eq i64 %114, %12
  br i1 %122, label %123, label %113
123:
  %124 = phi i1 [ true, %94 ], [ %99, %98 ], [ true, %113 ]
  %125 = add i64 %78, 1
  %126 = icmp slt i64 %125, %14
  %127 = select i1 %124, i1 %126, i1 false
  br i1 %127, label %77, label %75
128:
  %129 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 false)
  %130 = select i1 %129, i64 0, i64 2
  br label %131
131:
  %132 = phi ptr [ %61, %75 ], [ %61, %128 ], [ null, %50 ], [ %61, %93 ]
  %133 = phi i64 [ 2, %75 ], [ %130, %128 ], [ 2, %50 ], [ 2, %93 ]
  %134 = load ptr, ptr %11, align 8
  %135 = load ptr, ptr %33, align 8
  call fastcc void @together_float(ptr %134, ptr %135, ptr %1, i64 %15, double 1.000000e+00)
  call fastcc void @release(ptr %43)
  %136 = icmp eq ptr %132, %10
  br i1 %136, label %138, label %137
137:
  call void @gw_c_free(ptr %132)
  br label %138
138:
  %139 = icmp eq ptr %27, %9
  br i1 %139, label %141, label %140
140:
  call void @gw_c_free(ptr %27)
  br label %141
141:
  %142 = phi i64 [ 0, %7 ], [ 2, %26 ], [ %133, %138 ], [ %133, %140 ]
  ret i64 %142
}
define internal fastcc ptr @plan_of(i64 %0, i1 %1) {
  %3 = alloca [40 x i32], align 4
  %4 = load atomic i64, ptr @kept acquire, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %21, label %6
6:
  %7 = inttoptr i64 %4 to ptr
  %8 = zext i1 %1 to i8
  br label %9
9:
  %10 = phi ptr [ %7, %6 ], [ %19, %18 ]
  %11 = getelementptr i8, ptr %10, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, %0
  br i1 %13, label %14, label %18
14:
  %15 = getelementptr i8, ptr %10, i64 16
  %16 = load i8, ptr %15, align 8
  %17 = icmp eq i8 %16, %8
  br i1 %17, label %351, label %18
18:
  %19 = load ptr, ptr %10, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %9
21:
  br i1 %1, label %92, label %22
22:
  %23 = phi i64 [ %46, %43 ], [ 0, %21 ]
  %24 = phi i32 [ %45, %43 ], [ 0, %21 ]
  %25 = phi i64 [ %44, %43 ], [ %0, %21 ]
  %26 = getelementptr i32, ptr @factors.known, i64 %23
  %27 = load i32, ptr %26, align 4
  %28 = sext i32 %27 to i64
  %29 = srem i64 %25, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %31, label %43
31:
  %32 = sext i32 %24 to i64
  br label %33
33:
  %34 = phi i64 [ %32, %31 ], [ %36, %33 ]
  %35 = phi i64 [ %25, %31 ], [ %38, %33 ]
  %36 = add i64 %34, 1
  %37 = getelementptr i32, ptr %3, i64 %34
  store i32 %27, ptr %37, align 4
  %38 = sdiv i64 %35, %28
  %39 = srem i64 %38, %28
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %33, label %41
41:
  %42 = trunc i64 %36 to i32
  br label %43
43:
  %44 = phi i64 [ %25, %22 ], [ %38, %41 ]
  %45 = phi i32 [ %24, %22 ], [ %42, %41 ]
  %46 = add i64 %23, 1
  %47 = icmp eq i64 %46, 4
  br i1 %47, label %48, label %22
48:
  %49 = icmp eq i64 %44, 1
  br i1 %49, label %50, label %52
50:
  %51 = icmp slt i32 %45, 0
  br i1 %51, label %52, label %92
52:
  %53 = phi i32 [ %45, %50 ], [ -1, %48 ]
  %54 = shl i64 %0, 1
  %55 = add i64 %54, -1
  br label %56
56:
  %57 = phi i64 [ %55, %52 ], [ %88, %84 ]
  br label %58
58:
  %59 = phi i64 [ 0, %56 ], [ %82, %79 ]
  %60 = phi i32 [ 0, %56 ], [ %81, %79 ]
  %61 = phi i64 [ %57, %56 ], [ %80, %79 ]
  %62 = getelementptr i32, ptr @factors.known, i64 %59
  %63 = load i32, ptr %62, align 4
  %64 = sext i32 %63 to i64
  %65 = srem i64 %61, %64
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %67, label %79
67:
  %68 = sext i32 %60 to i64
  br label %69
69:
  %70 = phi i64 [ %68, %67 ], [ %72, %69 ]
  %71 = phi i64 [ %61, %67 ], [ %74, %69 ]
  %72 = add i64 %70, 1
  %73 = getelementptr i32, ptr %3, i64 %70
  store i32 %63, ptr %73, align 4
  %74 = sdiv i64 %71, %64
  %75 = srem i64 %74, %64
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %69, label %77
77:
  %78 = trunc i64 %72 to i32
  br label %79
79:
  %80 = phi i64 [ %61, %58 ], [ %74, %77 ]
  %81 = phi i32 [ %60, %58 ], [ %78, %77 ]
  %82 = add i64 %59, 1
  %83 = icmp eq i64 %82, 4
  br i1 %83, label %84, label %58
84:
  %85 = icmp ne i64 %80, 1
  %86 = icmp slt i32 %81, 0
  %87 = select i1 %85, i1 true, i1 %86
  %88 = add i64 %57, 1
  br i1 %87, label %56, label %89
89:
  %90 = call fastcc ptr @plan_of(i64 %57, i1 false)
  %91 = icmp eq ptr %90, null
  br i1 %91, label %349, label %92
92:
  %93 = phi i32 [ %53, %89 ], [ %45, %50 ], [ 0, %21 ]
  %94 = phi ptr [ %90, %89 ], [ null, %50 ], [ null, %21 ]
  %95 = icmp slt i64 %0, 1048577
  br i1 %95, label %96, label %105
96:
  %97 = icmp eq ptr %94, null
  br i1 %97, label %102, label %98
98:
  %99 = getelementptr i8, ptr %94, i64 17
  %100 = load i8, ptr %99, align 1
  %101 = trunc i8 %100 to i1
  br i1 %101, label %105, label %102
102:
  %103 = load atomic i32, ptr @number_kept monotonic, align 4
  %104 = icmp slt i32 %103, 64
  br i1 %104, label %106, label %105
105:
  br i1 %1, label %113, label %142
106:
  %107 = atomicrmw add ptr @number_kept, i32 1 monotonic, align 4
  br i1 %1, label %108, label %142
108:
  %109 = sdiv i64 %0, 2
  %110 = shl i64 %109, 4
  %111 = add i64 %110, 872
  %112 = call ptr @gw_c_malloc(i64 %111)
  br label %118
113:
  %114 = sdiv i64 %0, 2
  %115 = shl i64 %114, 4
  %116 = add i64 %115, 872
  %117 = call ptr @gw_c_malloc(i64 %116)
  br label %118
118:
  %119 = phi i64 [ %109, %108 ], [ %114, %113 ]
  %120 = phi i1 [ true, %108 ], [ false, %113 ]
  %121 = phi ptr [ %112, %108 ], [ %117, %113 ]
  %122 = icmp eq ptr %121, null
  br i1 %122, label %335, label %123
123:
  %124 = getelementptr i8, ptr %121, i64 856
  %125 = xor i1 %120, true
  %126 = zext i1 %125 to i8
  store ptr null, ptr %121, align 8
  %127 = getelementptr i8, ptr %121, i64 8
  store i64 %0, ptr %127, align 8
  %128 = getelementptr i8, ptr %121, i64 16
  store i8 1, ptr %128, align 8
  %129 = getelementptr i8, ptr %121, i64 17
  store i8 %126, ptr %129, align 1
  %130 = getelementptr i8, ptr %121, i64 18
  call void @llvm.memset.p0.i64(ptr align 2 %130, i8 0, i64 830, i1 false)
  %131 = getelementptr i8, ptr %121, i64 848
  store ptr %124, ptr %131, align 8
  %132 = icmp slt i64 %0, -1
  br i1 %132, label %336, label %133
133:
  %134 = getelementptr double, ptr %124, i64 %119
  %135 = getelementptr i8, ptr %134, i64 8
  br label %136
136:
  %137 = phi i64 [ 0, %133 ], [ %140, %136 ]
  %138 = getelementptr double, ptr %124, i64 %137
  %139 = getelementptr double, ptr %135, i64 %137
  call fastcc void @root(i64 %137, i64 %0, ptr %138, ptr %139)
  %140 = add i64 %137, 1
  %141 = icmp eq i64 %137, %119
  br i1 %141, label %336, label %136
142:
  %143 = phi i1 [ true, %106 ], [ false, %105 ]
  %144 = icmp eq ptr %94, null
  br i1 %144, label %213, label %145
145:
  %146 = getelementptr i8, ptr %94, i64 8
  %147 = load i64, ptr %146, align 8
  %148 = shl i64 %0, 1
  %149 = shl i64 %147, 5
  %150 = shl i64 %0, 4
  %151 = add i64 %150, 856
  %152 = add i64 %151, %149
  br i1 %143, label %153, label %155
153:
  %154 = call ptr @gw_c_malloc(i64 %152)
  br label %157
155:
  %156 = call ptr @gw_c_malloc(i64 %152)
  br label %157
157:
  %158 = phi ptr [ %154, %153 ], [ %156, %155 ]
  %159 = icmp eq ptr %158, null
  br i1 %159, label %335, label %160
160:
  %161 = getelementptr i8, ptr %158, i64 856
  %162 = getelementptr double, ptr %161, i64 %148
  %163 = getelementptr double, ptr %162, i64 %147
  %164 = getelementptr double, ptr %163, i64 %147
  %165 = getelementptr double, ptr %164, i64 %147
  %166 = xor i1 %143, true
  %167 = zext i1 %166 to i8
  store ptr null, ptr %158, align 8
  %168 = getelementptr i8, ptr %158, i64 8
  store i64 %0, ptr %168, align 8
  %169 = getelementptr i8, ptr %158, i64 16
  store i8 0, ptr %169, align 8
  %170 = getelementptr i8, ptr %158, i64 17
  store i8 %167, ptr %170, align 1
  %171 = getelementptr i8, ptr %158, i64 18
  call void @llvm.memset.p0.i64(ptr align 2 %171, i8 0, i64 806, i1 false)
  %172 = getelementptr i8, ptr %158, i64 824
  store ptr %94, ptr %172, align 8
  %173 = getelementptr i8, ptr %158, i64 832
  store ptr %161, ptr %173, align 8
  %174 = getelementptr i8, ptr %158, i64 840
  call void @llvm.memset.p0.i64(ptr align 8 %174, i8 0, i64 16, i1 false)
  %175 = icmp sgt i64 %147, 0
  br i1 %175, label %180, label %176
176:
  %177 = icmp sgt i64 %0, 0
  br i1 %177, label %178, label %186
178:
  %179 = getelementptr double, ptr %161, i64 %0
  br label %189
180:
  %181 = phi i64 [ %184, %180 ], [ 0, %160 ]
  %182 = getelementptr double, ptr %163, i64 %181
  store double 0.000000e+00, ptr %182, align 8
  %183 = getelementptr double, ptr %162, i64 %181
  store double 0.000000e+00, ptr %183, align 8
  %184 = add i64 %181, 1
  %185 = icmp eq i64 %184, %147
  br i1 %185, label %176, label %180
186:
  %187 = call fastcc i1 @run_passes(ptr %94, ptr %162, ptr %163, ptr %164, ptr %165, i64 1, i64 1)
  %188 = select i1 %187, ptr %164, ptr %162
  store ptr %188, ptr %174, align 8
  br i1 %143, label %339, label %349
189:
  %190 = phi i64 [ 0, %178 ], [ %211, %206 ]
  %191 = phi i64 [ 0, %178 ], [ %207, %206 ]
  %192 = getelementptr double, ptr %161, i64 %191
  %193 = getelementptr double, ptr %179, i64 %191
  call fastcc void @root(i64 %190, i64 %148, ptr %192, ptr %193)
  %194 = load double, ptr %192, align 8
  %195 = getelementptr double, ptr %162, i64 %191
  store double %194, ptr %195, align 8
  %196 = load double, ptr %193, align 8
  %197 = fneg double %196
  %198 = getelementptr double, ptr %163, i64 %191
  store double %197, ptr %198, align 8
  %199 = icmp eq i64 %191, 0
  br i1 %199, label %206, label %200
200:
  %201 = load double, ptr %195, align 8
  %202 = sub i64 %147, %191
  %203 = getelementptr double, ptr %162, i64 %202
  store double %201, ptr %203, align 8
  %204 = load double, ptr %198, align 8
  %205 = getelementptr double, ptr %163, i64 %202
  store double %204, ptr %205, align 8
  br label %206
206:
  %207 = add i64 %191, 1
  %208 = shl i64 %191, 1
  %209 = add i64 %190, 1
  %210 = add i64 %209, %208
  %211 = srem i64 %210, %148
  %212 = icmp eq i64 %207, %0
  br i1 %212, label %186, label %189
213:
  %214 = icmp sgt i32 %93, 0
  br i1 %214, label %215, label %220
215:
  %216 = zext i32 %93 to i64
  br label %229
217:
  %218 = shl i64 %246, 3
  %219 = add i64 %218, 856
  br label %220
220:
  %221 = phi i64 [ 856, %213 ], [ %219, %217 ]
  br i1 %143, label %222, label %224
222:
  %223 = call ptr @gw_c_malloc(i64 %221)
  br label %226
224:
  %225 = call ptr @gw_c_malloc(i64 %221)
  br label %226
226:
  %227 = phi ptr [ %223, %222 ], [ %225, %224 ]
  %228 = icmp eq ptr %227, null
  br i1 %228, label %335, label %250
229:
  %230 = phi i64 [ 0, %215 ], [ %247, %229 ]
  %231 = phi i64 [ 0, %215 ], [ %246, %229 ]
  %232 = phi i64 [ 1, %215 ], [ %248, %229 ]
  %233 = getelementptr i32, ptr %3, i64 %230
  %234 = load i32, ptr %233, align 4
  %235 = shl i32 %234, 1
  %236 = add i32 %235, -2
  %237 = sext i32 %236 to i64
  %238 = sdiv i64 %0, %232
  %239 = sext i32 %234 to i64
  %240 = sdiv i64 %238, %239
  %241 = icmp slt i64 %232, 8
  %242 = add i64 %232, 1
  %243 = select i1 %241, i64 %242, i64 1
  %244 = mul i64 %240, %243
  %245 = mul i64 %244, %237
  %246 = add i64 %245, %231
  %247 = add i64 %230, 1
  %248 = mul i64 %232, %239
  %249 = icmp eq i64 %247, %216
  br i1 %249, label %217, label %229
250:
  %251 = xor i1 %143, true
  %252 = zext i1 %251 to i8
  store ptr null, ptr %227, align 8
  %253 = getelementptr i8, ptr %227, i64 8
  store i64 %0, ptr %253, align 8
  %254 = getelementptr i8, ptr %227, i64 16
  store i8 0, ptr %254, align 8
  %255 = getelementptr i8, ptr %227, i64 17
  store i8 %252, ptr %255, align 1
  %256 = getelementptr i8, ptr %227, i64 18
  store i16 0, ptr %256, align 2
  %257 = getelementptr i8, ptr %227, i64 20
  store i32 %93, ptr %257, align 4
  %258 = getelementptr i8, ptr %227, i64 24
  call void @llvm.memset.p0.i64(ptr align 8 %258, i8 0, i64 832, i1 false)
  br i1 %214, label %259, label %336
259:
  %260 = getelementptr i8, ptr %227, i64 856
  %261 = getelementptr i8, ptr %227, i64 184
  %262 = getelementptr i8, ptr %227, i64 504
  %263 = zext i32 %93 to i64
  br label %264
264:
  %265 = phi i64 [ 0, %259 ], [ %302, %297 ]
  %266 = phi i64 [ 1, %259 ], [ %301, %297 ]
  %267 = phi i64 [ %0, %259 ], [ %273, %297 ]
  %268 = phi ptr [ %260, %259 ], [ %300, %297 ]
  %269 = getelementptr i32, ptr %3, i64 %265
  %270 = load i32, ptr %269, align 4
  %271 = getelementptr i32, ptr %258, i64 %265
  store i32 %270, ptr %271, align 4
  %272 = sext i32 %270 to i64
  %273 = sdiv i64 %267, %272
  %274 = mul i64 %273, %266
  %275 = add i32 %270, -1
  %276 = shl i32 %275, 1
  %277 = sext i32 %276 to i64
  %278 = mul i64 %273, %277
  %279 = getelementptr double, ptr %268, i64 %278
  %280 = icmp slt i64 %266, 8
  %281 = getelementptr ptr, ptr %261, i64 %265
  store ptr %268, ptr %281, align 8
  %282 = select i1 %280, ptr %279, ptr null
  %283 = getelementptr ptr, ptr %262, i64 %265
  store ptr %282, ptr %283, align 8
  %284 = icmp sgt i64 %273, 0
  br i1 %284, label %285, label %297
285:
  %286 = icmp sgt i32 %270, 1
  %287 = sext i32 %275 to i64
  %288 = add i64 %266, -1
  %289 = icmp ult i64 %288, 7
  %290 = zext i32 %270 to i64
  br label %291
291:
  %292 = phi i64 [ 0, %285 ], [ %305, %304 ]
  br i1 %286, label %293, label %304
293:
  %294 = mul i64 %292, %287
  %295 = mul i64 %292, %266
  %296 = getelementptr double, ptr %279, i64 %295
  br label %307
297:
  %298 = mul i64 %274, %277
  %299 = select i1 %280, i64 %298, i64 0
  %300 = getelementptr double, ptr %279, i64 %299
  %301 = mul i64 %266, %272
  %302 = add i64 %265, 1
  %303 = icmp eq i64 %302, %263
  br i1 %303, label %336, label %264
304:
  %305 = add i64 %292, 1
  %306 = icmp eq i64 %305, %273
  br i1 %306, label %297, label %291
307:
  %308 = phi i64 [ 1, %293 ], [ %325, %324 ]
  %309 = add i64 %308, %294
  %310 = shl i64 %309, 4
  %311 = getelementptr i8, ptr %268, i64 %310
  %312 = getelementptr i8, ptr %311, i64 -16
  %313 = mul i64 %308, %292
  %314 = srem i64 %313, %267
  %315 = getelementptr i8, ptr %311, i64 -8
  call fastcc void @root(i64 %314, i64 %267, ptr %312, ptr %315)
  br i1 %289, label %316, label %324
316:
  %317 = shl i64 %308, 1
  %318 = add i64 %317, -2
  %319 = mul i64 %318, %274
  %320 = getelementptr double, ptr %296, i64 %319
  %321 = add i64 %317, -1
  %322 = mul i64 %321, %274
  %323 = getelementptr double, ptr %296, i64 %322
  br label %327
324:
  %325 = add i64 %308, 1
  %326 = icmp eq i64 %325, %290
  br i1 %326, label %304, label %307
327:
  %328 = phi i64 [ 0, %316 ], [ %333, %327 ]
  %329 = load double, ptr %312, align 8
  %330 = getelementptr double, ptr %320, i64 %328
  store double %329, ptr %330, align 8
  %331 = load double, ptr %315, align 8
  %332 = getelementptr double, ptr %323, i64 %328
  store double %331, ptr %332, align 8
  %333 = add i64 %328, 1
  %334 = icmp eq i64 %333, %266
  br i1 %334, label %324, label %327
335:
  call fastcc void @release(ptr %94)
  br label %349
336:
  %337 = phi i1 [ %120, %136 ], [ %143, %250 ], [ %120, %123 ], [ %143, %297 ]
  %338 = phi ptr [ %121, %136 ], [ %227, %250 ], [ %121, %123 ], [ %227, %297 ]
  br i1 %337, label %339, label %349
339:
  %340 = phi ptr [ %158, %186 ], [ %338, %336 ]
  %341 = load atomic i64, ptr @kept monotonic, align 8
  %342 = ptrtoint ptr %340 to i64
  br label %343
343:
  %344 = phi i64 [ %341, %339 ], [ %348, %343 ]
  %345 = inttoptr i64 %344 to ptr
  store ptr %345, ptr %340, align 8
  %346 = cmpxchg weak ptr @kept, i64 %344, i64 %342 release monotonic, align 8
  %347 = extractvalue { i64, i1 } %346, 1
  %348 = extractvalue { i64, i1 } %346, 0
  br i1 %347, label %349, label %343
349:
  %350 = phi ptr [ null, %89 ], [ null, %335 ], [ %338, %336 ], [ %158, %186 ], [ %340, %343 ]
  br label %351
351:
  %352 = phi ptr [ %350, %349 ], [ %10, %14 ]
  ret ptr %352
}
define internal fastcc void @release(ptr %0) {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %7, label %3
3:
  %4 = getelementptr i8, ptr %0, i64 17
  %5 = load i8, ptr %4, align 1
  %6 = trunc i8 %5 to i1
  br i1 %6, label %8, label %7
7:
  ret void
8:
  %9 = getelementptr i8, ptr %0, i64 824
  %10 = load ptr, ptr %9, align 8
  call fastcc void @release(ptr %10)
  call void @gw_c_free(ptr %0)
  br label %7
}
define i64 @gw_irfft_float32(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = alloca %struct.parts, align 8
  %9 = alloca [1024 x double], align 8
  %10 = alloca [1024 x double], align 8
  %11 = alloca %struct.parts, align 8
  %12 = sdiv i64 %6, 2
  %13 = add i64 %12, 1
  %14 = mul i64 %5, %4
  %15 = mul i64 %14, %6
  %16 = sitofp i64 %15 to double
  %17 = fdiv double 1.000000e+00, %16
  %18 = icmp ne i64 %4, 0
  %19 = icmp ne i64 %5, 0
  %20 = and i1 %18, %19
  %21 = icmp ne i64 %6, 0
  %22 = and i1 %20, %21
  br i1 %22, label %23, label %166
23:
  %24 = mul i64 %13, %14
  %25 = icmp slt i64 %24, 257
  br i1 %25, label %29, label %26
26:
  %27 = shl i64 %24, 5
  %28 = call ptr @gw_c_malloc(i64 %27)
  br label %29
29:
  %30 = phi ptr [ %28, %26 ], [ %9, %23 ]
  %31 = getelementptr double, ptr %30, i64 %24
  %32 = shl i64 %24, 4
  %33 = getelementptr i8, ptr %30, i64 %32
  %34 = mul i64 %24, 24
  %35 = getelementptr i8, ptr %30, i64 %34
  store ptr %30, ptr %11, align 8
  %36 = getelementptr i8, ptr %11, i64 8
  store ptr %31, ptr %36, align 8
  %37 = getelementptr i8, ptr %11, i64 16
  store ptr %33, ptr %37, align 8
  %38 = getelementptr i8, ptr %11, i64 24
  store ptr %35, ptr %38, align 8
  %39 = icmp eq ptr %30, null
  br i1 %39, label %166, label %40
40:
  %41 = and i64 %6, 1
  %42 = icmp ne i64 %41, 0
  br i1 %42, label %45, label %43
43:
  %44 = call fastcc ptr @plan_of(i64 %6, i1 true)
  br label %45
45:
  %46 = phi ptr [ %44, %43 ], [ null, %40 ]
  %47 = icmp slt i64 %6, 257
  br i1 %47, label %48, label %54
48:
  %49 = getelementptr double, ptr %10, i64 %6
  %50 = shl i64 %6, 4
  %51 = getelementptr i8, ptr %10, i64 %50
  %52 = mul i64 %6, 24
  %53 = getelementptr i8, ptr %10, i64 %52
  br label %63
54:
  %55 = shl i64 %6, 5
  %56 = call ptr @gw_c_malloc(i64 %55)
  %57 = getelementptr double, ptr %56, i64 %6
  %58 = shl i64 %6, 4
  %59 = getelementptr i8, ptr %56, i64 %58
  %60 = mul i64 %6, 24
  %61 = getelementptr i8, ptr %56, i64 %60
  %62 = icmp eq ptr %56, null
  br i1 %62, label %70, label %63
63:
  %64 = phi ptr [ %53, %48 ], [ %61, %54 ]
  %65 = phi ptr [ %51, %48 ], [ %59, %54 ]
  %66 = phi ptr [ %49, %48 ], [ %57, %54 ]
  %67 = phi ptr [ %10, %48 ], [ %56, %54 ]
  %68 = icmp ne ptr %46, null
  %69 = or i1 %42, %68
  br label %70
70:
  %71 = phi ptr [ %61, %54 ], [ %64, %63 ]
  %72 = phi ptr [ %59, %54 ], [ %65, %63 ]
  %73 = phi ptr [ %57, %54 ], [ %66, %63 ]
  %74 = phi ptr [ null, %54 ], [ %67, %63 ]
  %75 = phi i1 [ false, %54 ], [ %69, %63 ]
  %76 = icmp sgt i64 %14, 0
  br i1 %76, label %77, label %79
77:
  %78 = shl i64 %3, 1
  br label %80
79:
  br i1 %75, label %95, label %109
80:
  %81 = phi i64 [ 0, %77 ], [ %93, %80 ]
  %82 = freeze i64 %81
  %83 = sdiv i64 %82, %5
  %84 = mul i64 %83, %2
  %85 = mul i64 %83, %5
  %86 = sub i64 %82, %85
  %87 = add i64 %84, %86
  %88 = mul i64 %78, %87
  %89 = getelementptr float, ptr %0, i64 %88
  %90 = mul i64 %81, %13
  %91 = getelementptr double, ptr %30, i64 %90
  %92 = getelementptr double, ptr %31, i64 %90
  call fastcc void @apart_float(ptr %89, ptr %91, ptr %92, i64 %13)
  %93 = add i64 %81, 1
  %94 = icmp eq i64 %93, %14
  br i1 %94, label %79, label %80
95:
  %96 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 true)
  br i1 %96, label %97, label %109
97:
  %98 = getelementptr i8, ptr %8, i64 8
  %99 = getelementptr i8, ptr %8, i64 16
  %100 = getelementptr i8, ptr %8, i64 24
  %101 = icmp eq ptr %46, null
  %102 = getelementptr i8, ptr %46, i64 848
  %103 = icmp slt i64 %6, 2
  %104 = lshr i64 %6, 1
  %105 = icmp sgt i64 %6, 0
  %106 = call i64 @llvm.smax.i64(i64 %14, i64 0)
  %107 = icmp slt i64 %14, 1
  br i1 %107, label %109, label %116
108:
  br label %109
109:
  %110 = phi i64 [ 2, %79 ], [ 2, %108 ], [ 2, %95 ], [ 0, %97 ], [ 0, %163 ], [ 2, %161 ]
  call fastcc void @release(ptr %46)
  %111 = icmp eq ptr %74, %10
  br i1 %111, label %113, label %112
112:
  call void @gw_c_free(ptr %74)
  br label %113
113:
  %114 = icmp eq ptr %30, %9
  br i1 %114, label %166, label %115
115:
  call void @gw_c_free(ptr %30)
  br label %166
116:
  %117 = phi i64 [ %164, %163 ], [ 0, %97 ]
  %118 = load ptr, ptr %11, align 8
  %119 = mul i64 %117, %13
  %120 = getelementptr double, ptr %118, i64 %119
  %121 = load ptr, ptr %36, align 8
  %122 = getelementptr double, ptr %121, i64 %119
  %123 = mul i64 %117, %6
  %124 = getelementptr float, ptr %1, i64 %123
  store ptr %74, ptr %8, align 8
  store ptr %73, ptr %98, align 8
  store ptr %72, ptr %99, align 8
  store ptr %71, ptr %100, align 8
  br i1 %101, label %131, label %125
125:
  %126 = load ptr, ptr %102, align 8
  call fastcc void @to_halves(ptr %120, ptr %122, ptr %74, ptr %73, i64 %12, ptr %126)
  %127 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 true)
  br i1 %127, label %128, label %108
128:
  %129 = load ptr, ptr %8, align 8
  %130 = load ptr, ptr %98, align 8
  call fastcc void @together_float(ptr %129, ptr %130, ptr %124, i64 %12, double %17)
  br label %162
131:
  %132 = load double, ptr %120, align 8
  store double %132, ptr %74, align 8
  store double 0.000000e+00, ptr %73, align 8
  br i1 %103, label %133, label %138
133:
  %134 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 true)
  %135 = and i1 %105, %134
  br i1 %135, label %136, label %161
136:
  %137 = load ptr, ptr %8, align 8
  br label %152
138:
  %139 = phi i64 [ %150, %138 ], [ 1, %131 ]
  %140 = getelementptr double, ptr %120, i64 %139
  %141 = load double, ptr %140, align 8
  %142 = sub i64 %6, %139
  %143 = getelementptr double, ptr %74, i64 %142
  store double %141, ptr %143, align 8
  %144 = getelementptr double, ptr %74, i64 %139
  store double %141, ptr %144, align 8
  %145 = getelementptr double, ptr %122, i64 %139
  %146 = load double, ptr %145, align 8
  %147 = getelementptr double, ptr %73, i64 %139
  store double %146, ptr %147, align 8
  %148 = fneg double %146
  %149 = getelementptr double, ptr %73, i64 %142
  store double %148, ptr %149, align 8
  %150 = add i64 %139, 1
  %151 = icmp eq i64 %139, %104
  br i1 %151, label %133, label %138
152:
  %153 = phi i64 [ 0, %136 ], [ %159, %152 ]
  %154 = getelementptr double, ptr %137, i64 %153
  %155 = load double, ptr %154, align 8
  %156 = fmul double %17, %155
  %157 = fptrunc double %156 to float
  %158 = getelementptr float, ptr %124, i64 %153
  store float %157, ptr %158, align 4
  %159 = add i64 %153, 1
  %160 = icmp eq i64 %159, %6
  br i1 %160, label %162, label %152
161:
  br i1 %134, label %163, label %109
162:
  br label %163
163:
  %164 = add i64 %117, 1
  %165 = icmp eq i64 %164, %106
  br i1 %165, label %109, label %116
166:
  %167 = phi i64 [ 0, %7 ], [ 2, %29 ], [ %110, %113 ], [ %110, %115 ]
  ret i64 %167
}
define i64 @gw_fft_complex128(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = alloca [1024 x double], align 8
  %8 = alloca %struct.parts, align 8
  %9 = mul i64 %3, %2
  %10 = mul i64 %9, %4
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %77, label %12
12:
  %13 = icmp slt i64 %10, 257
  br i1 %13, label %17, label %14
14:
  %15 = shl i64 %10, 5
  %16 = call ptr @gw_c_malloc(i64 %15)
  br label %17
17:
  %18 = phi ptr [ %16, %14 ], [ %7, %12 ]
  %19 = getelementptr double, ptr %18, i64 %10
  %20 = shl i64 %10, 4
  %21 = getelementptr i8, ptr %18, i64 %20
  %22 = mul i64 %10, 24
  %23 = getelementptr i8, ptr %18, i64 %22
  store ptr %18, ptr %8, align 8
  %24 = getelementptr i8, ptr %8, i64 8
  store ptr %19, ptr %24, align 8
  %25 = getelementptr i8, ptr %8, i64 16
  store ptr %21, ptr %25, align 8
  %26 = getelementptr i8, ptr %8, i64 24
  store ptr %23, ptr %26, align 8
  %27 = icmp eq ptr %18, null
  br i1 %27, label %77, label %28
28:
  call fastcc void @apart_double(ptr %0, ptr %18, ptr %19, i64 %10)
  %29 = icmp ne i64 %5, 0
  %30 = call fastcc i1 @along_axes(ptr %8, i64 %2, i64 %3, i64 %4, i1 true, i1 %29)
  %31 = load ptr, ptr %8, align 8
  %32 = load ptr, ptr %24, align 8
  br i1 %29, label %33, label %36
33:
  %34 = sitofp i64 %10 to double
  %35 = fdiv double 1.000000e+00, %34
  br label %36
36:
  %37 = phi double [ %35, %33 ], [ 1.000000e+00, %28 ]
  %38 = icmp slt i64 %10, 8
  br i1 %38, label %42, label %39
39:
  %40 = insertelement <8 x double> poison, double %37, i64 0
  %41 = shufflevector <8 x double> %40, <8 x double> poison, <8 x i32> zeroinitializer
  br label %45
42:
  %43 = phi i64 [ 0, %36 ], [ %46, %45 ]
  %44 = icmp slt i64 %43, %10
  br i1 %44, label %59, label %72
45:
  %46 = phi i64 [ 8, %39 ], [ %57, %45 ]
  %47 = phi i64 [ 0, %39 ], [ %46, %45 ]
  %48 = getelementptr double, ptr %31, i64 %47
  %49 = load <8 x double>, ptr %48, align 8
  %50 = fmul <8 x double> %41, %49
  %51 = getelementptr double, ptr %32, i64 %47
  %52 = load <8 x double>, ptr %51, align 8
  %53 = fmul <8 x double> %41, %52
  %54 = shufflevector <8 x double> %50, <8 x double> %53, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %55 = shl i64 %47, 4
  %56 = getelementptr i8, ptr %1, i64 %55
  store <16 x double> %54, ptr %56, align 8
  %57 = add i64 %46, 8
  %58 = icmp sgt i64 %57, %10
  br i1 %58, label %42, label %45
59:
  %60 = phi i64 [ %70, %59 ], [ %43, %42 ]
  %61 = getelementptr double, ptr %31, i64 %60
  %62 = load double, ptr %61, align 8
  %63 = fmul double %37, %62
  %64 = shl i64 %60, 4
  %65 = getelementptr i8, ptr %1, i64 %64
  store double %63, ptr %65, align 8
  %66 = getelementptr double, ptr %32, i64 %60
  %67 = load double, ptr %66, align 8
  %68 = fmul double %37, %67
  %69 = getelementptr i8, ptr %65, i64 8
  store double %68, ptr %69, align 8
  %70 = add i64 %60, 1
  %71 = icmp eq i64 %70, %10
  br i1 %71, label %72, label %59
72:
  %73 = icmp eq ptr %18, %7
  br i1 %73, label %75, label %74
74:
  call void @gw_c_free(ptr %18)
  br label %75
75:
  %76 = select i1 %30, i64 0, i64 2
  br label %77
77:
  %78 = phi i64 [ %76, %75 ], [ 0, %6 ], [ 2, %17 ]
  ret i64 %78
}
define internal fastcc void @apart_double(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = icmp slt i64 %3, 8
  br i1 %5, label %6, label %9
6:
  %7 = phi i64 [ 0, %4 ], [ %10, %9 ]
  %8 = icmp slt i64 %7, %3
  br i1 %8, label %21, label %32
9:
  %10 = phi i64 [ %19, %9 ], [ 8, %4 ]
  %11 = phi i64 [ %10, %9 ], [ 0, %4 ]
  %12 = shl i64 %11, 4
  %13 = getelementptr i8, ptr %0, i64 %12
  %14 = load <16 x double>, ptr %13, align 8
  %15 = shufflevector <16 x double> %14, <16 x double> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %16 = getelementptr double, ptr %1, i64 %11
  store <8 x double> %15, ptr %16, align 8
  %17 = shufflevector <16 x double> %14, <16 x double> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %18 = getelementptr double, ptr %2, i64 %11
  store <8 x double> %17, ptr %18, align 8
  %19 = add i64 %10, 8
  %20 = icmp sgt i64 %19, %3
  br i1 %20, label %6, label %9
21:
  %22 = phi i64 [ %30, %21 ], [ %7, %6 ]
  %23 = shl i64 %22, 4
  %24 = getelementptr i8, ptr %0, i64 %23
  %25 = load double, ptr %24, align 8
  %26 = getelementptr double, ptr %1, i64 %22
  store double %25, ptr %26, align 8
  %27 = getelementptr i8, ptr %24, i64 8
  %28 = load double, ptr %27, align 8
  %29 = getelementptr double, ptr %2, i64 %22
  store double %28, ptr %29, align 8
  %30 = add i64 %22, 1
  %31 = icmp eq i64 %30, %3
  br i1 %31, label %32, label %21
32:
  ret void
}
define i64 @gw_rfft_float64(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = alloca %struct.parts, align 8
  %9 = alloca [1024 x double], align 8
  %10 = alloca [1024 x double], align 8
  %11 = alloca %struct.parts, align 8
  %12 = sdiv i64 %6, 2
  %13 = add i64 %12, 1
  %14 = mul i64 %5, %4
  %15 = mul i64 %13, %14
  %16 = icmp ne i64 %4, 0
  %17 = icmp ne i64 %5, 0
  %18 = and i1 %16, %17
  %19 = icmp ne i64 %6, 0
  %20 = and i1 %18, %19
  br i1 %20, label %21, label %168
21:
  %22 = icmp slt i64 %15, 257
  br i1 %22, label %26, label %23
23:
  %24 = shl i64 %15, 5
  %25 = call ptr @gw_c_malloc(i64 %24)
  br label %26
26:
  %27 = phi ptr [ %25, %23 ], [ %9, %21 ]
  %28 = getelementptr double, ptr %27, i64 %15
  %29 = shl i64 %15, 4
  %30 = getelementptr i8, ptr %27, i64 %29
  %31 = mul i64 %15, 24
  %32 = getelementptr i8, ptr %27, i64 %31
  store ptr %27, ptr %11, align 8
  %33 = getelementptr i8, ptr %11, i64 8
  store ptr %28, ptr %33, align 8
  %34 = getelementptr i8, ptr %11, i64 16
  store ptr %30, ptr %34, align 8
  %35 = getelementptr i8, ptr %11, i64 24
  store ptr %32, ptr %35, align 8
  %36 = icmp eq ptr %27, null
  br i1 %36, label %168, label %37
37:
  %38 = and i64 %6, 1
  %39 = icmp ne i64 %38, 0
  br i1 %39, label %42, label %40
40:
  %41 = call fastcc ptr @plan_of(i64 %6, i1 true)
  br label %42
42:
  %43 = phi ptr [ %41, %40 ], [ null, %37 ]
  %44 = icmp slt i64 %6, 257
  br i1 %44, label %45, label %50
45:
  %46 = shl i64 %6, 4
  %47 = getelementptr i8, ptr %10, i64 %46
  %48 = mul i64 %6, 24
  %49 = getelementptr i8, ptr %10, i64 %48
  br label %58
50:
  %51 = shl i64 %6, 5
  %52 = call ptr @gw_c_malloc(i64 %51)
  %53 = shl i64 %6, 4
  %54 = getelementptr i8, ptr %52, i64 %53
  %55 = mul i64 %6, 24
  %56 = getelementptr i8, ptr %52, i64 %55
  %57 = icmp eq ptr %52, null
  br i1 %57, label %130, label %58
58:
  %59 = phi ptr [ %49, %45 ], [ %56, %50 ]
  %60 = phi ptr [ %47, %45 ], [ %54, %50 ]
  %61 = phi ptr [ %10, %45 ], [ %52, %50 ]
  %62 = getelementptr double, ptr %61, i64 %6
  %63 = icmp ne ptr %43, null
  %64 = or i1 %39, %63
  %65 = icmp sgt i64 %14, 0
  %66 = select i1 %64, i1 %65, i1 false
  br i1 %66, label %67, label %75
67:
  %68 = getelementptr i8, ptr %8, i64 8
  %69 = getelementptr i8, ptr %8, i64 16
  %70 = getelementptr i8, ptr %8, i64 24
  %71 = icmp eq ptr %43, null
  %72 = getelementptr i8, ptr %43, i64 848
  %73 = icmp sgt i64 %6, 0
  %74 = icmp sgt i64 %6, -2
  br label %77
75:
  %76 = phi i1 [ %64, %58 ], [ %123, %122 ]
  br i1 %76, label %127, label %130
77:
  %78 = phi i64 [ 0, %67 ], [ %124, %122 ]
  %79 = freeze i64 %78
  %80 = sdiv i64 %79, %5
  %81 = mul i64 %80, %2
  %82 = mul i64 %80, %5
  %83 = sub i64 %79, %82
  %84 = add i64 %81, %83
  %85 = mul i64 %84, %3
  %86 = getelementptr double, ptr %0, i64 %85
  %87 = mul i64 %78, %13
  %88 = getelementptr double, ptr %27, i64 %87
  %89 = getelementptr double, ptr %28, i64 %87
  store ptr %61, ptr %8, align 8
  store ptr %62, ptr %68, align 8
  store ptr %60, ptr %69, align 8
  store ptr %59, ptr %70, align 8
  br i1 %71, label %90, label %91
90:
  br i1 %73, label %104, label %98
91:
  call fastcc void @apart_double(ptr %86, ptr %61, ptr %62, i64 %12)
  %92 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 false)
  br i1 %92, label %94, label %93
93:
  br label %130
94:
  %95 = load ptr, ptr %8, align 8
  %96 = load ptr, ptr %68, align 8
  %97 = load ptr, ptr %72, align 8
  call fastcc void @from_halves(ptr %95, ptr %96, ptr %88, ptr %89, i64 %12, ptr %97)
  br label %122
98:
  %99 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 false)
  %100 = and i1 %74, %99
  br i1 %100, label %101, label %122
101:
  %102 = load ptr, ptr %8, align 8
  %103 = load ptr, ptr %68, align 8
  br label %112
104:
  %105 = phi i64 [ %110, %104 ], [ 0, %90 ]
  %106 = getelementptr double, ptr %86, i64 %105
  %107 = load double, ptr %106, align 8
  %108 = getelementptr double, ptr %61, i64 %105
  store double %107, ptr %108, align 8
  %109 = getelementptr double, ptr %62, i64 %105
  store double 0.000000e+00, ptr %109, align 8
  %110 = add i64 %105, 1
  %111 = icmp eq i64 %110, %6
  br i1 %111, label %98, label %104
112:
  %113 = phi i64 [ 0, %101 ], [ %120, %112 ]
  %114 = getelementptr double, ptr %102, i64 %113
  %115 = load double, ptr %114, align 8
  %116 = getelementptr double, ptr %88, i64 %113
  store double %115, ptr %116, align 8
  %117 = getelementptr double, ptr %103, i64 %113
  %118 = load double, ptr %117, align 8
  %119 = getelementptr double, ptr %89, i64 %113
  store double %118, ptr %119, align 8
  %120 = add i64 %113, 1
  %121 = icmp eq i64 %113, %12
  br i1 %121, label %122, label %112
122:
  %123 = phi i1 [ true, %94 ], [ %99, %98 ], [ true, %112 ]
  %124 = add i64 %78, 1
  %125 = icmp slt i64 %124, %14
  %126 = select i1 %123, i1 %125, i1 false
  br i1 %126, label %77, label %75
127:
  %128 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 false)
  %129 = select i1 %128, i64 0, i64 2
  br label %130
130:
  %131 = phi ptr [ %61, %75 ], [ %61, %127 ], [ null, %50 ], [ %61, %93 ]
  %132 = phi i64 [ 2, %75 ], [ %129, %127 ], [ 2, %50 ], [ 2, %93 ]
  %133 = load ptr, ptr %11, align 8
  %134 = load ptr, ptr %33, align 8
  %135 = icmp slt i64 %15, 8
  br i1 %135, label %136, label %139
136:
  %137 = phi i64 [ 0, %130 ], [ %140, %139 ]
  %138 = icmp slt i64 %137, %15
  br i1 %138, label %151, label %162
139:
  %140 = phi i64 [ %149, %139 ], [ 8, %130 ]
  %141 = phi i64 [ %140, %139 ], [ 0, %130 ]
  %142 = getelementptr double, ptr %133, i64 %141
  %143 = load <8 x double>, ptr %142, align 8
  %144 = getelementptr double, ptr %134, i64 %141
  %145 = load <8 x double>, ptr %144, align 8
  %146 = shufflevector <8 x double> %143, <8 x double> %145, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %147 = shl i64 %141, 4
  %148 = getelementptr i8, ptr %1, i64 %147
  store <16 x double> %146, ptr %148, align 8
  %149 = add i64 %140, 8
  %150 = icmp sgt i64 %149, %15
  br i1 %150, label %136, label %139
151:
  %152 = phi i64 [ %160, %151 ], [ %137, %136 ]
  %153 = getelementptr double, ptr %133, i64 %152
  %154 = load double, ptr %153, align 8
  %155 = shl i64 %152, 4
  %156 = getelementptr i8, ptr %1, i64 %155
  store double %154, ptr %156, align 8
  %157 = getelementptr double, ptr %134, i64 %152
  %158 = load double, ptr %157, align 8
  %159 = getelementptr i8, ptr %156, i64 8
  store double %158, ptr %159, align 8
  %160 = add i64 %152, 1
  %161 = icmp eq i64 %160, %15
  br i1 %161, label %162, label %151
162:
  call fastcc void @release(ptr %43)
  %163 = icmp eq ptr %131, %10
  br i1 %163, label %165, label %164
164:
  call void @gw_c_free(ptr %131)
  br label %165
165:
  %166 = icmp eq ptr %27, %9
  br i1 %166, label %168, label %167
167:
  call void @gw_c_free(ptr %27)
  br label %168
168:
  %169 = phi i64 [ 0, %7 ], [ 2, %26 ], [ %132, %165 ], [ %132, %167 ]
  ret i64 %169
}
define i64 @gw_irfft_float64(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = alloca %struct.parts, align 8
  %9 = alloca [1024 x double], align 8
  %10 = alloca [1024 x double], align 8
  %11 = alloca %struct.parts, align 8
  %12 = sdiv i64 %6, 2
  %13 = add i64 %12, 1
  %14 = mul i64 %5, %4
  %15 = mul i64 %14, %6
  %16 = sitofp i64 %15 to double
  %17 = fdiv double 1.000000e+00, %16
  %18 = icmp ne i64 %4, 0
  %19 = icmp ne i64 %5, 0
  %20 = and i1 %18, %19
  %21 = icmp ne i64 %6, 0
  %22 = and i1 %20, %21
  br i1 %22, label %23, label %197
23:
  %24 = mul i64 %13, %14
  %25 = icmp slt i64 %24, 257
  br i1 %25, label %29, label %26
26:
  %27 = shl i64 %24, 5
  %28 = call ptr @gw_c_malloc(i64 %27)
  br label %29
29:
  %30 = phi ptr [ %28, %26 ], [ %9, %23 ]
  %31 = getelementptr double, ptr %30, i64 %24
  %32 = shl i64 %24, 4
  %33 = getelementptr i8, ptr %30, i64 %32
  %34 = mul i64 %24, 24
  %35 = getelementptr i8, ptr %30, i64 %34
  store ptr %30, ptr %11, align 8
  %36 = getelementptr i8, ptr %11, i64 8
  store ptr %31, ptr %36, align 8
  %37 = getelementptr i8, ptr %11, i64 16
  store ptr %33, ptr %37, align 8
  %38 = getelementptr i8, ptr %11, i64 24
  store ptr %35, ptr %38, align 8
  %39 = icmp eq ptr %30, null
  br i1 %39, label %197, label %40
40:
  %41 = and i64 %6, 1
  %42 = icmp ne i64 %41, 0
  br i1 %42, label %45, label %43
43:
  %44 = call fastcc ptr @plan_of(i64 %6, i1 true)
  br label %45
45:
  %46 = phi ptr [ %44, %43 ], [ null, %40 ]
  %47 = icmp slt i64 %6, 257
  br i1 %47, label %48, label %54
48:
  %49 = getelementptr double, ptr %10, i64 %6
  %50 = shl i64 %6, 4
  %51 = getelementptr i8, ptr %10, i64 %50
  %52 = mul i64 %6, 24
  %53 = getelementptr i8, ptr %10, i64 %52
  br label %63
54:
  %55 = shl i64 %6, 5
  %56 = call ptr @gw_c_malloc(i64 %55)
  %57 = getelementptr double, ptr %56, i64 %6
  %58 = shl i64 %6, 4
  %59 = getelementptr i8, ptr %56, i64 %58
  %60 = mul i64 %6, 24
  %61 = getelementptr i8, ptr %56, i64 %60
  %62 = icmp eq ptr %56, null
  br i1 %62, label %70, label %63
63:
  %64 = phi ptr [ %53, %48 ], [ %61, %54 ]
  %65 = phi ptr [ %51, %48 ], [ %59, %54 ]
  %66 = phi ptr [ %49, %48 ], [ %57, %54 ]
  %67 = phi ptr [ %10, %48 ], [ %56, %54 ]
  %68 = icmp ne ptr %46, null
  %69 = or i1 %42, %68
  br label %70
70:
  %71 = phi ptr [ %61, %54 ], [ %64, %63 ]
  %72 = phi ptr [ %59, %54 ], [ %65, %63 ]
  %73 = phi ptr [ %57, %54 ], [ %66, %63 ]
  %74 = phi ptr [ null, %54 ], [ %67, %63 ]
  %75 = phi i1 [ false, %54 ], [ %69, %63 ]
  %76 = icmp sgt i64 %14, 0
  br i1 %76, label %77, label %79
77:
  %78 = shl i64 %3, 1
  br label %80
79:
  br i1 %75, label %95, label %114
80:
  %81 = phi i64 [ 0, %77 ], [ %93, %80 ]
  %82 = freeze i64 %81
  %83 = sdiv i64 %82, %5
  %84 = mul i64 %83, %2
  %85 = mul i64 %83, %5
  %86 = sub i64 %82, %85
  %87 = add i64 %84, %86
  %88 = mul i64 %78, %87
  %89 = getelementptr double, ptr %0, i64 %88
  %90 = mul i64 %81, %13
  %91 = getelementptr double, ptr %30, i64 %90
  %92 = getelementptr double, ptr %31, i64 %90
  call fastcc void @apart_double(ptr %89, ptr %91, ptr %92, i64 %13)
  %93 = add i64 %81, 1
  %94 = icmp eq i64 %93, %14
  br i1 %94, label %79, label %80
95:
  %96 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 true)
  br i1 %96, label %97, label %114
97:
  %98 = getelementptr i8, ptr %8, i64 8
  %99 = getelementptr i8, ptr %8, i64 16
  %100 = getelementptr i8, ptr %8, i64 24
  %101 = icmp eq ptr %46, null
  %102 = getelementptr i8, ptr %46, i64 848
  %103 = icmp slt i64 %6, 16
  %104 = insertelement <8 x double> poison, double %17, i64 0
  %105 = shufflevector <8 x double> %104, <8 x double> poison, <8 x i32> zeroinitializer
  %106 = icmp slt i64 %6, 2
  %107 = lshr i64 %6, 1
  %108 = icmp sgt i64 %6, 0
  %109 = call i64 @llvm.smax.i64(i64 %14, i64 0)
  br label %110
110:
  %111 = phi i64 [ 0, %97 ], [ %196, %194 ]
  %112 = icmp eq i64 %111, %109
  br i1 %112, label %114, label %121
113:
  br label %114
114:
  %115 = phi i64 [ 2, %79 ], [ 2, %113 ], [ 2, %95 ], [ 0, %110 ], [ 2, %194 ]
  call fastcc void @release(ptr %46)
  %116 = icmp eq ptr %74, %10
  br i1 %116, label %118, label %117
117:
  call void @gw_c_free(ptr %74)
  br label %118
118:
  %119 = icmp eq ptr %30, %9
  br i1 %119, label %197, label %120
120:
  call void @gw_c_free(ptr %30)
  br label %197
121:
  %122 = load ptr, ptr %11, align 8
  %123 = mul i64 %111, %13
  %124 = getelementptr double, ptr %122, i64 %123
  %125 = load ptr, ptr %36, align 8
  %126 = getelementptr double, ptr %125, i64 %123
  %127 = mul i64 %111, %6
  %128 = getelementptr double, ptr %1, i64 %127
  store ptr %74, ptr %8, align 8
  store ptr %73, ptr %98, align 8
  store ptr %72, ptr %99, align 8
  store ptr %71, ptr %100, align 8
  br i1 %101, label %165, label %129
129:
  %130 = load ptr, ptr %102, align 8
  call fastcc void @to_halves(ptr %124, ptr %126, ptr %74, ptr %73, i64 %12, ptr %130)
  %131 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 true)
  br i1 %131, label %132, label %113
132:
  %133 = load ptr, ptr %8, align 8
  %134 = load ptr, ptr %98, align 8
  br i1 %103, label %135, label %138
135:
  %136 = phi i64 [ 0, %132 ], [ %139, %138 ]
  %137 = icmp slt i64 %136, %12
  br i1 %137, label %152, label %194
138:
  %139 = phi i64 [ %150, %138 ], [ 8, %132 ]
  %140 = phi i64 [ %139, %138 ], [ 0, %132 ]
  %141 = getelementptr double, ptr %133, i64 %140
  %142 = load <8 x double>, ptr %141, align 8
  %143 = fmul <8 x double> %105, %142
  %144 = getelementptr double, ptr %134, i64 %140
  %145 = load <8 x double>, ptr %144, align 8
  %146 = fmul <8 x double> %105, %145
  %147 = shufflevector <8 x double> %143, <8 x double> %146, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %148 = shl i64 %140, 4
  %149 = getelementptr i8, ptr %128, i64 %148
  store <16 x double> %147, ptr %149, align 8
  %150 = add i64 %139, 8
  %151 = icmp sgt i64 %150, %12
  br i1 %151, label %135, label %138
152:
  %153 = phi i64 [ %163, %152 ], [ %136, %135 ]
  %154 = getelementptr double, ptr %133, i64 %153
  %155 = load double, ptr %154, align 8
  %156 = fmul double %17, %155
  %157 = shl i64 %153, 4
  %158 = getelementptr i8, ptr %128, i64 %157
  store double %156, ptr %158, align 8
  %159 = getelementptr double, ptr %134, i64 %153
  %160 = load double, ptr %159, align 8
  %161 = fmul double %17, %160
  %162 = getelementptr i8, ptr %158, i64 8
  store double %161, ptr %162, align 8
  %163 = add i64 %153, 1
  %164 = icmp eq i64 %163, %12
  br i1 %164, label %194, label %152
165:
  %166 = load double, ptr %124, align 8
  store double %166, ptr %74, align 8
  store double 0.000000e+00, ptr %73, align 8
  br i1 %106, label %167, label %172
167:
  %168 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 true)
  %169 = and i1 %108, %168
  br i1 %169, label %170, label %194
170:
  %171 = load ptr, ptr %8, align 8
  br label %186
172:
  %173 = phi i64 [ %184, %172 ], [ 1, %165 ]
  %174 = getelementptr double, ptr %124, i64 %173
  %175 = load double, ptr %174, align 8
  %176 = sub i64 %6, %173
  %177 = getelementptr double, ptr %74, i64 %176
  store double %175, ptr %177, align 8
  %178 = getelementptr double, ptr %74, i64 %173
  store double %175, ptr %178, align 8
  %179 = getelementptr double, ptr %126, i64 %173
  %180 = load double, ptr %179, align 8
  %181 = getelementptr double, ptr %73, i64 %173
  store double %180, ptr %181, align 8
  %182 = fneg double %180
  %183 = getelementptr double, ptr %73, i64 %176
  store double %182, ptr %183, align 8
  %184 = add i64 %173, 1
  %185 = icmp eq i64 %173, %107
  br i1 %185, label %167, label %172
186:
  %187 = phi i64 [ 0, %170 ], [ %192, %186 ]
  %188 = getelementptr double, ptr %171, i64 %187
  %189 = load double, ptr %188, align 8
  %190 = fmul double %17, %189
  %191 = getelementptr double, ptr %128, i64 %187
  store double %190, ptr %191, align 8
  %192 = add i64 %187, 1
  %193 = icmp eq i64 %192, %6
  br i1 %193, label %194, label %186
194:
  %195 = phi i1 [ true, %135 ], [ true, %186 ], [ %168, %167 ], [ true, %152 ]
  %196 = add i64 %111, 1
  br i1 %195, label %110, label %114
197:
  %198 = phi i64 [ 0, %7 ], [ 2, %29 ], [ %115, %118 ], [ %115, %120 ]
  ret i64 %198
}
declare ptr @gw_c_malloc(i64)
define internal fastcc i1 @along_axis(ptr %0, i64 %1, i64 %2, i64 %3, i1 %4) {
  %6 = icmp eq i64 %1, 1
  br i1 %6, label %154, label %7
7:
  %8 = call fastcc ptr @plan_of(i64 %1, i1 false)
  %9 = icmp eq ptr %8, null
  br i1 %9, label %154, label %10
10:
  %11 = getelementptr i8, ptr %0, i64 8
  %12 = select i1 %4, ptr %11, ptr %0
  %13 = load ptr, ptr %12, align 8
  %14 = select i1 %4, ptr %0, ptr %11
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr i8, ptr %0, i64 24
  %17 = getelementptr i8, ptr %0, i64 16
  %18 = select i1 %4, ptr %16, ptr %17
  %19 = load ptr, ptr %18, align 8
  %20 = select i1 %4, ptr %17, ptr %16
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr i8, ptr %8, i64 824
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, null
  br i1 %24, label %148, label %25
25:
  %26 = getelementptr i8, ptr %8, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr i8, ptr %23, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = shl i64 %29, 5
  %31 = call ptr @gw_c_malloc(i64 %30)
  %32 = icmp ne ptr %31, null
  br i1 %32, label %33, label %147
33:
  %34 = getelementptr i8, ptr %8, i64 832
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr double, ptr %35, i64 %27
  %37 = getelementptr i8, ptr %8, i64 840
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr double, ptr %38, i64 %29
  %40 = mul i64 %3, %2
  %41 = icmp sgt i64 %40, 0
  br i1 %41, label %42, label %51
42:
  %43 = mul i64 %27, %3
  %44 = getelementptr double, ptr %31, i64 %29
  %45 = getelementptr double, ptr %44, i64 %29
  %46 = getelementptr double, ptr %45, i64 %29
  %47 = icmp sgt i64 %27, 0
  %48 = icmp slt i64 %27, %29
  %49 = icmp sgt i64 %29, 0
  %50 = sitofp i64 %29 to double
  br label %52
51:
  call void @gw_c_free(ptr %31)
  br label %147
52:
  %53 = phi i64 [ 0, %42 ], [ %120, %119 ]
  %54 = freeze i64 %53
  %55 = sdiv i64 %54, %3
  %56 = mul i64 %43, %55
  %57 = mul i64 %55, %3
  %58 = sub i64 %54, %57
  %59 = add i64 %56, %58
  br i1 %47, label %61, label %60
60:
  br i1 %48, label %85, label %82
61:
  %62 = phi i64 [ %80, %61 ], [ 0, %52 ]
  %63 = mul i64 %62, %3
  %64 = add i64 %63, %59
  %65 = getelementptr double, ptr %13, i64 %64
  %66 = load double, ptr %65, align 8
  %67 = getelementptr double, ptr %15, i64 %64
  %68 = load double, ptr %67, align 8
  %69 = getelementptr double, ptr %35, i64 %62
  %70 = load double, ptr %69, align 8
  %71 = getelementptr double, ptr %36, i64 %62
  %72 = load double, ptr %71, align 8
  %73 = fneg double %72
  %74 = fmul double %68, %73
  %75 = call double @llvm.fmuladd.f64(double %66, double %70, double %74)
  %76 = getelementptr double, ptr %31, i64 %62
  store double %75, ptr %76, align 8
  %77 = fmul double %68, %70
  %78 = call double @llvm.fmuladd.f64(double %66, double %72, double %77)
  %79 = getelementptr double, ptr %44, i64 %62
  store double %78, ptr %79, align 8
  %80 = add i64 %62, 1
  %81 = icmp eq i64 %80, %27
  br i1 %81, label %60, label %61
82:
  %83 = load ptr, ptr %22, align 8
  %84 = call fastcc i1 @run_passes(ptr %83, ptr %31, ptr %44, ptr %45, ptr %46, i64 1, i64 1)
  br i1 %84, label %91, label %92
85:
  %86 = phi i64 [ %89, %85 ], [ %27, %60 ]
  %87 = getelementptr double, ptr %44, i64 %86
  store double 0.000000e+00, ptr %87, align 8
  %88 = getelementptr double, ptr %31, i64 %86
  store double 0.000000e+00, ptr %88, align 8
  %89 = add i64 %86, 1
  %90 = icmp eq i64 %89, %29
  br i1 %90, label %82, label %85
91:
  br label %92
92:
  %93 = phi ptr [ %44, %91 ], [ %46, %82 ]
  %94 = phi ptr [ %31, %91 ], [ %45, %82 ]
  %95 = phi ptr [ %46, %91 ], [ %44, %82 ]
  %96 = phi ptr [ %45, %91 ], [ %31, %82 ]
  br i1 %49, label %102, label %97
97:
  %98 = load ptr, ptr %22, align 8
  %99 = call fastcc i1 @run_passes(ptr %98, ptr %95, ptr %96, ptr %93, ptr %94, i64 1, i64 1)
  %100 = select i1 %99, ptr %93, ptr %95
  %101 = select i1 %99, ptr %94, ptr %96
  br i1 %47, label %122, label %119
102:
  %103 = phi i64 [ %117, %102 ], [ 0, %92 ]
  %104 = getelementptr double, ptr %96, i64 %103
  %105 = load double, ptr %104, align 8
  %106 = getelementptr double, ptr %38, i64 %103
  %107 = load double, ptr %106, align 8
  %108 = getelementptr double, ptr %95, i64 %103
  %109 = load double, ptr %108, align 8
  %110 = getelementptr double, ptr %39, i64 %103
  %111 = load double, ptr %110, align 8
  %112 = fneg double %111
  %113 = fmul double %109, %112
  %114 = call double @llvm.fmuladd.f64(double %105, double %107, double %113)
  %115 = fmul double %107, %109
  %116 = call double @llvm.fmuladd.f64(double %105, double %111, double %115)
  store double %116, ptr %108, align 8
  store double %114, ptr %104, align 8
  %117 = add i64 %103, 1
  %118 = icmp eq i64 %117, %29
  br i1 %118, label %97, label %102
119:
  %120 = add i64 %53, 1
  %121 = icmp eq i64 %120, %40
  br i1 %121, label %51, label %52
122:
  %123 = phi i64 [ %145, %122 ], [ 0, %97 ]
  %124 = getelementptr double, ptr %101, i64 %123
  %125 = load double, ptr %124, align 8
  %126 = fdiv double %125, %50
  %127 = getelementptr double, ptr %100, i64 %123
  %128 = load double, ptr %127, align 8
  %129 = fdiv double %128, %50
  %130 = getelementptr double, ptr %35, i64 %123
  %131 = load double, ptr %130, align 8
  %132 = getelementptr double, ptr %36, i64 %123
  %133 = load double, ptr %132, align 8
  %134 = fneg double %133
  %135 = fmul double %129, %134
  %136 = call double @llvm.fmuladd.f64(double %126, double %131, double %135)
  %137 = mul i64 %123, %3
  %138 = add i64 %137, %59
  %139 = getelementptr double, ptr %19, i64 %138
  store double %136, ptr %139, align 8
  %140 = load double, ptr %132, align 8
  %141 = load double, ptr %130, align 8
  %142 = fmul double %129, %141
  %143 = call double @llvm.fmuladd.f64(double %126, double %140, double %142)
  %144 = getelementptr double, ptr %21, i64 %138
  store double %143, ptr %144, align 8
  %145 = add i64 %123, 1
  %146 = icmp eq i64 %145, %27
  br i1 %146, label %119, label %122
147:
  call fastcc void @release(ptr %8)
  br label %150
148:
  %149 = call fastcc i1 @run_passes(ptr %8, ptr %13, ptr %15, ptr %19, ptr %21, i64 %2, i64 %3)
  call fastcc void @release(ptr %8)
  br i1 %149, label %150, label %154
150:
  %151 = phi i1 [ %32, %147 ], [ true, %148 ]
  %152 = load <2 x ptr>, ptr %17, align 8
  %153 = load <2 x ptr>, ptr %0, align 8
  store <2 x ptr> %152, ptr %0, align 8
  store <2 x ptr> %153, ptr %17, align 8
  br label %154
154:
  %155 = phi i1 [ true, %5 ], [ false, %7 ], [ %151, %150 ], [ true, %148 ]
  ret i1 %155
}
define internal fastcc i1 @run_passes(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, i64 %6) {
  %8 = alloca [5 x double], align 8
  %9 = alloca [5 x double], align 8
  %10 = alloca [5 x <8 x double>], align 8
  %11 = alloca [5 x <8 x double>], align 8
  %12 = alloca [5 x double], align 8
  %13 = alloca [5 x double], align 8
  %14 = alloca [5 x <8 x double>], align 8
  %15 = alloca [5 x <8 x double>], align 8
  %16 = alloca [4 x double], align 8
  %17 = alloca [4 x double], align 8
  %18 = alloca [4 x <8 x double>], align 8
  %19 = alloca [4 x <8 x double>], align 8
  %20 = alloca [4 x double], align 8
  %21 = alloca [4 x double], align 8
  %22 = alloca [4 x <8 x double>], align 8
  %23 = alloca [4 x <8 x double>], align 8
  %24 = alloca [3 x double], align 8
  %25 = alloca [3 x double], align 8
  %26 = alloca [3 x <8 x double>], align 8
  %27 = alloca [3 x <8 x double>], align 8
  %28 = alloca [3 x double], align 8
  %29 = alloca [3 x double], align 8
  %30 = alloca [3 x <8 x double>], align 8
  %31 = alloca [3 x <8 x double>], align 8
  %32 = getelementptr i8, ptr %0, i64 8
  %33 = load i64, ptr %32, align 8
  %34 = mul i64 %33, %6
  %35 = icmp sgt i64 %5, 0
  br i1 %35, label %39, label %36
36:
  %37 = getelementptr i8, ptr %0, i64 20
  %38 = load i32, ptr %37, align 4
  br label %118
39:
  %40 = getelementptr i8, ptr %0, i64 20
  %41 = getelementptr i8, ptr %0, i64 24
  %42 = getelementptr i8, ptr %0, i64 184
  %43 = icmp eq i64 %6, 1
  %44 = getelementptr i8, ptr %0, i64 504
  %45 = getelementptr i8, ptr %22, i64 128
  %46 = getelementptr i8, ptr %23, i64 128
  %47 = getelementptr i8, ptr %22, i64 64
  %48 = getelementptr i8, ptr %22, i64 192
  %49 = getelementptr i8, ptr %23, i64 64
  %50 = getelementptr i8, ptr %23, i64 192
  %51 = getelementptr i8, ptr %20, i64 16
  %52 = getelementptr i8, ptr %21, i64 16
  %53 = getelementptr i8, ptr %20, i64 8
  %54 = getelementptr i8, ptr %20, i64 24
  %55 = getelementptr i8, ptr %21, i64 8
  %56 = getelementptr i8, ptr %21, i64 24
  %57 = getelementptr i8, ptr %18, i64 128
  %58 = getelementptr i8, ptr %19, i64 128
  %59 = getelementptr i8, ptr %18, i64 64
  %60 = getelementptr i8, ptr %18, i64 192
  %61 = getelementptr i8, ptr %19, i64 64
  %62 = getelementptr i8, ptr %19, i64 192
  %63 = getelementptr i8, ptr %16, i64 16
  %64 = getelementptr i8, ptr %17, i64 16
  %65 = getelementptr i8, ptr %16, i64 8
  %66 = getelementptr i8, ptr %16, i64 24
  %67 = getelementptr i8, ptr %17, i64 8
  %68 = getelementptr i8, ptr %17, i64 24
  %69 = getelementptr i8, ptr %30, i64 64
  %70 = getelementptr i8, ptr %30, i64 128
  %71 = getelementptr i8, ptr %31, i64 64
  %72 = getelementptr i8, ptr %31, i64 128
  %73 = getelementptr i8, ptr %28, i64 8
  %74 = getelementptr i8, ptr %28, i64 16
  %75 = getelementptr i8, ptr %29, i64 8
  %76 = getelementptr i8, ptr %29, i64 16
  %77 = getelementptr i8, ptr %26, i64 64
  %78 = getelementptr i8, ptr %26, i64 128
  %79 = getelementptr i8, ptr %27, i64 64
  %80 = getelementptr i8, ptr %27, i64 128
  %81 = getelementptr i8, ptr %24, i64 8
  %82 = getelementptr i8, ptr %24, i64 16
  %83 = getelementptr i8, ptr %25, i64 8
  %84 = getelementptr i8, ptr %25, i64 16
  %85 = getelementptr i8, ptr %14, i64 64
  %86 = getelementptr i8, ptr %14, i64 256
  %87 = getelementptr i8, ptr %15, i64 64
  %88 = getelementptr i8, ptr %15, i64 256
  %89 = getelementptr i8, ptr %14, i64 128
  %90 = getelementptr i8, ptr %14, i64 192
  %91 = getelementptr i8, ptr %15, i64 128
  %92 = getelementptr i8, ptr %15, i64 192
  %93 = getelementptr i8, ptr %12, i64 8
  %94 = getelementptr i8, ptr %12, i64 32
  %95 = getelementptr i8, ptr %13, i64 8
  %96 = getelementptr i8, ptr %13, i64 32
  %97 = getelementptr i8, ptr %12, i64 16
  %98 = getelementptr i8, ptr %12, i64 24
  %99 = getelementptr i8, ptr %13, i64 16
  %100 = getelementptr i8, ptr %13, i64 24
  %101 = getelementptr i8, ptr %10, i64 64
  %102 = getelementptr i8, ptr %10, i64 256
  %103 = getelementptr i8, ptr %11, i64 64
  %104 = getelementptr i8, ptr %11, i64 256
  %105 = getelementptr i8, ptr %10, i64 128
  %106 = getelementptr i8, ptr %10, i64 192
  %107 = getelementptr i8, ptr %11, i64 128
  %108 = getelementptr i8, ptr %11, i64 192
  %109 = getelementptr i8, ptr %8, i64 8
  %110 = getelementptr i8, ptr %8, i64 32
  %111 = getelementptr i8, ptr %9, i64 8
  %112 = getelementptr i8, ptr %9, i64 32
  %113 = getelementptr i8, ptr %8, i64 16
  %114 = getelementptr i8, ptr %8, i64 24
  %115 = getelementptr i8, ptr %9, i64 16
  %116 = getelementptr i8, ptr %9, i64 24
  %117 = load i32, ptr %40, align 4
  br label %122
118:
  %119 = phi i32 [ %38, %36 ], [ %138, %137 ]
  %120 = and i32 %119, 1
  %121 = icmp ne i32 %120, 0
  ret i1 %121
122:
  %123 = phi i32 [ %117, %39 ], [ %138, %137 ]
  %124 = phi i64 [ 0, %39 ], [ %139, %137 ]
  %125 = icmp sgt i32 %123, 0
  br i1 %125, label %126, label %137
126:
  %127 = mul i64 %34, %124
  %128 = getelementptr double, ptr %3, i64 %127
  %129 = insertelement <2 x ptr> poison, ptr %128, i64 0
  %130 = getelementptr double, ptr %4, i64 %127
  %131 = insertelement <2 x ptr> %129, ptr %130, i64 1
  %132 = getelementptr double, ptr %1, i64 %127
  %133 = insertelement <2 x ptr> poison, ptr %132, i64 0
  %134 = getelementptr double, ptr %2, i64 %127
  %135 = insertelement <2 x ptr> %133, ptr %134, i64 1
  %136 = load i64, ptr %32, align 8
  br label %141
137:
  %138 = phi i32 [ %123, %122 ], [ %1693, %1690 ]
  %139 = add i64 %124, 1
  %140 = icmp eq i64 %139, %5
  br i1 %140, label %118, label %122
141:
  %142 = phi <2 x ptr> [ %135, %126 ], [ %143, %1690 ]
  %143 = phi <2 x ptr> [ %131, %126 ], [ %142, %1690 ]
  %144 = phi i64 [ 0, %126 ], [ %1692, %1690 ]
  %145 = phi i64 [ %6, %126 ], [ %1691, %1690 ]
  %146 = phi i64 [ %136, %126 ], [ %150, %1690 ]
  %147 = getelementptr i32, ptr %41, i64 %144
  %148 = load i32, ptr %147, align 4
  %149 = sext i32 %148 to i64
  %150 = sdiv i64 %146, %149
  %151 = extractelement <2 x ptr> %142, i64 0
  %152 = extractelement <2 x ptr> %142, i64 1
  %153 = extractelement <2 x ptr> %143, i64 0
  %154 = extractelement <2 x ptr> %143, i64 1
  %155 = getelementptr ptr, ptr %42, i64 %144
  %156 = load ptr, ptr %155, align 8
  br i1 %43, label %157, label %160
157:
  %158 = getelementptr ptr, ptr %44, i64 %144
  %159 = load ptr, ptr %158, align 8
  br label %160
160:
  %161 = phi ptr [ %159, %157 ], [ null, %141 ]
  %162 = icmp eq ptr %161, null
  %163 = mul i64 %150, %145
  switch i32 %148, label %1174 [
    i32 2, label %164
    i32 3, label %379
    i32 4, label %771
  ]
164:
  br i1 %162, label %287, label %165
165:
  %166 = icmp slt i64 %163, 8
  br i1 %166, label %169, label %167
167:
  %168 = getelementptr double, ptr %161, i64 %163
  br label %172
169:
  %170 = phi i64 [ 0, %165 ], [ %173, %242 ]
  %171 = icmp slt i64 %170, %163
  br i1 %171, label %245, label %1690
172:
  %173 = phi i64 [ %243, %242 ], [ 8, %167 ]
  %174 = phi i64 [ %173, %242 ], [ 0, %167 ]
  %175 = getelementptr double, ptr %151, i64 %174
  %176 = getelementptr double, ptr %152, i64 %174
  %177 = load <8 x double>, ptr %175, align 8
  %178 = load <8 x double>, ptr %176, align 8
  %179 = getelementptr double, ptr %175, i64 %163
  %180 = load <8 x double>, ptr %179, align 8
  %181 = getelementptr double, ptr %176, i64 %163
  %182 = load <8 x double>, ptr %181, align 8
  %183 = fadd <8 x double> %177, %180
  %184 = fadd <8 x double> %178, %182
  %185 = fsub <8 x double> %177, %180
  %186 = fsub <8 x double> %178, %182
  %187 = getelementptr double, ptr %161, i64 %174
  %188 = load <8 x double>, ptr %187, align 8
  %189 = getelementptr double, ptr %168, i64 %174
  %190 = load <8 x double>, ptr %189, align 8
  %191 = fneg <8 x double> %190
  %192 = fmul <8 x double> %186, %191
  %193 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %185, <8 x double> %188, <8 x double> %192)
  %194 = fmul <8 x double> %186, %188
  %195 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %185, <8 x double> %190, <8 x double> %194)
  switch i64 %145, label %224 [
    i64 1, label %196
    i64 4, label %206
  ]
196:
  %197 = shl i64 %174, 1
  %198 = getelementptr double, ptr %153, i64 %197
  %199 = shufflevector <8 x double> %183, <8 x double> %193, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  store <8 x double> %199, ptr %198, align 8
  %200 = shufflevector <8 x double> %183, <8 x double> %193, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %201 = getelementptr i8, ptr %198, i64 64
  store <8 x double> %200, ptr %201, align 8
  %202 = getelementptr double, ptr %154, i64 %197
  %203 = shufflevector <8 x double> %184, <8 x double> %195, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  store <8 x double> %203, ptr %202, align 8
  %204 = shufflevector <8 x double> %184, <8 x double> %195, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %205 = getelementptr i8, ptr %202, i64 64
  store <8 x double> %204, ptr %205, align 8
  br label %242
206:
  %207 = shl i64 %174, 1
  %208 = getelementptr double, ptr %153, i64 %207
  %209 = shufflevector <8 x double> %183, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %209, ptr %208, align 8
  %210 = shufflevector <8 x double> %183, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %211 = getelementptr i8, ptr %208, i64 64
  store <4 x double> %210, ptr %211, align 8
  %212 = shufflevector <8 x double> %193, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %213 = getelementptr i8, ptr %208, i64 32
  store <4 x double> %212, ptr %213, align 8
  %214 = shufflevector <8 x double> %193, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %215 = getelementptr i8, ptr %208, i64 96
  store <4 x double> %214, ptr %215, align 8
  %216 = getelementptr double, ptr %154, i64 %207
  %217 = shufflevector <8 x double> %184, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %217, ptr %216, align 8
  %218 = shufflevector <8 x double> %184, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %219 = getelementptr i8, ptr %216, i64 64
  store <4 x double> %218, ptr %219, align 8
  %220 = shufflevector <8 x double> %195, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %221 = getelementptr i8, ptr %216, i64 32
  store <4 x double> %220, ptr %221, align 8
  %222 = shufflevector <8 x double> %195, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %223 = getelementptr i8, ptr %216, i64 96
  store <4 x double> %222, ptr %223, align 8
  br label %242
224:
  %225 = phi i64 [ %240, %224 ], [ 0, %172 ]
  %226 = or i64 %225, %174
  %227 = srem i64 %226, %145
  %228 = sub i64 %226, %227
  %229 = shl i64 %228, 1
  %230 = add i64 %229, %227
  %231 = trunc i64 %225 to i32
  %232 = getelementptr double, ptr %153, i64 %230
  %233 = getelementptr double, ptr %154, i64 %230
  %234 = extractelement <8 x double> %183, i32 %231
  store double %234, ptr %232, align 8
  %235 = extractelement <8 x double> %184, i32 %231
  store double %235, ptr %233, align 8
  %236 = extractelement <8 x double> %193, i32 %231
  %237 = getelementptr double, ptr %232, i64 %145
  store double %236, ptr %237, align 8
  %238 = extractelement <8 x double> %195, i32 %231
  %239 = getelementptr double, ptr %233, i64 %145
  store double %238, ptr %239, align 8
  %240 = add i64 %225, 1
  %241 = icmp eq i64 %240, 8
  br i1 %241, label %242, label %224
242:
  %243 = add i64 %173, 8
  %244 = icmp sgt i64 %243, %163
  br i1 %244, label %169, label %172
245:
  %246 = phi i64 [ %285, %245 ], [ %170, %169 ]
  %247 = freeze i64 %246
  %248 = freeze i64 %145
  %249 = sdiv i64 %247, %248
  %250 = mul i64 %249, %248
  %251 = sub i64 %247, %250
  %252 = mul i64 %249, %145
  %253 = add i64 %252, %251
  %254 = getelementptr double, ptr %151, i64 %253
  %255 = load double, ptr %254, align 8
  %256 = getelementptr double, ptr %152, i64 %253
  %257 = load double, ptr %256, align 8
  %258 = add i64 %150, %249
  %259 = mul i64 %258, %145
  %260 = add i64 %259, %251
  %261 = getelementptr double, ptr %151, i64 %260
  %262 = load double, ptr %261, align 8
  %263 = getelementptr double, ptr %152, i64 %260
  %264 = load double, ptr %263, align 8
  %265 = shl i64 %249, 1
  %266 = mul i64 %265, %145
  %267 = add i64 %266, %251
  %268 = getelementptr double, ptr %156, i64 %265
  %269 = fadd double %255, %262
  %270 = fadd double %257, %264
  %271 = fsub double %255, %262
  %272 = fsub double %257, %264
  %273 = getelementptr double, ptr %153, i64 %267
  store double %269, ptr %273, align 8
  %274 = getelementptr double, ptr %154, i64 %267
  store double %270, ptr %274, align 8
  %275 = getelementptr i8, ptr %268, i64 8
  %276 = load double, ptr %268, align 8
  %277 = load double, ptr %275, align 8
  %278 = fneg double %277
  %279 = fmul double %272, %278
  %280 = call double @llvm.fmuladd.f64(double %271, double %276, double %279)
  %281 = getelementptr double, ptr %273, i64 %145
  store double %280, ptr %281, align 8
  %282 = fmul double %272, %276
  %283 = call double @llvm.fmuladd.f64(double %271, double %277, double %282)
  %284 = getelementptr double, ptr %274, i64 %145
  store double %283, ptr %284, align 8
  %285 = add i64 %246, 1
  %286 = icmp eq i64 %285, %163
  br i1 %286, label %1690, label %245
287:
  %288 = icmp sgt i64 %150, 0
  br i1 %288, label %289, label %1690
289:
  %290 = icmp slt i64 %145, 8
  br label %291
291:
  %292 = phi i64 [ %377, %376 ], [ 0, %289 ]
  %293 = shl i64 %292, 4
  %294 = getelementptr i8, ptr %156, i64 %293
  br i1 %290, label %303, label %295
295:
  %296 = mul i64 %292, %145
  %297 = shl i64 %296, 1
  %298 = getelementptr i8, ptr %294, i64 8
  %299 = getelementptr double, ptr %151, i64 %296
  %300 = getelementptr double, ptr %152, i64 %296
  %301 = getelementptr double, ptr %153, i64 %297
  %302 = getelementptr double, ptr %154, i64 %297
  br label %314
303:
  %304 = phi i64 [ 0, %291 ], [ %315, %314 ]
  %305 = icmp slt i64 %304, %145
  br i1 %305, label %306, label %376
306:
  %307 = shl i64 %292, 1
  %308 = mul i64 %307, %145
  %309 = getelementptr double, ptr %156, i64 %307
  %310 = getelementptr i8, ptr %309, i64 8
  %311 = mul i64 %292, %145
  %312 = add i64 %150, %292
  %313 = mul i64 %312, %145
  br label %346
314:
  %315 = phi i64 [ 8, %295 ], [ %344, %314 ]
  %316 = phi i64 [ 0, %295 ], [ %315, %314 ]
  %317 = getelementptr double, ptr %299, i64 %316
  %318 = getelementptr double, ptr %300, i64 %316
  %319 = load <8 x double>, ptr %317, align 8
  %320 = load <8 x double>, ptr %318, align 8
  %321 = getelementptr double, ptr %317, i64 %163
  %322 = load <8 x double>, ptr %321, align 8
  %323 = getelementptr double, ptr %318, i64 %163
  %324 = load <8 x double>, ptr %323, align 8
  %325 = fadd <8 x double> %319, %322
  %326 = fadd <8 x double> %320, %324
  %327 = fsub <8 x double> %319, %322
  %328 = fsub <8 x double> %320, %324
  %329 = getelementptr double, ptr %301, i64 %316
  store <8 x double> %325, ptr %329, align 8
  %330 = getelementptr double, ptr %302, i64 %316
  store <8 x double> %326, ptr %330, align 8
  %331 = load double, ptr %294, align 8
  %332 = load double, ptr %298, align 8
  %333 = insertelement <8 x double> poison, double %331, i64 0
  %334 = shufflevector <8 x double> %333, <8 x double> poison, <8 x i32> zeroinitializer
  %335 = insertelement <8 x double> poison, double %332, i64 0
  %336 = shufflevector <8 x double> %335, <8 x double> poison, <8 x i32> zeroinitializer
  %337 = fneg <8 x double> %336
  %338 = fmul <8 x double> %328, %337
  %339 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %327, <8 x double> %334, <8 x double> %338)
  %340 = getelementptr double, ptr %329, i64 %145
  store <8 x double> %339, ptr %340, align 8
  %341 = fmul <8 x double> %328, %334
  %342 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %327, <8 x double> %336, <8 x double> %341)
  %343 = getelementptr double, ptr %330, i64 %145
  store <8 x double> %342, ptr %343, align 8
  %344 = add i64 %315, 8
  %345 = icmp sgt i64 %344, %145
  br i1 %345, label %303, label %314
346:
  %347 = phi i64 [ %304, %306 ], [ %374, %346 ]
  %348 = add i64 %311, %347
  %349 = getelementptr double, ptr %151, i64 %348
  %350 = load double, ptr %349, align 8
  %351 = getelementptr double, ptr %152, i64 %348
  %352 = load double, ptr %351, align 8
  %353 = add i64 %313, %347
  %354 = getelementptr double, ptr %151, i64 %353
  %355 = load double, ptr %354, align 8
  %356 = getelementptr double, ptr %152, i64 %353
  %357 = load double, ptr %356, align 8
  %358 = add i64 %347, %308
  %359 = fadd double %350, %355
  %360 = fadd double %352, %357
  %361 = fsub double %350, %355
  %362 = fsub double %352, %357
  %363 = getelementptr double, ptr %153, i64 %358
  store double %359, ptr %363, align 8
  %364 = getelementptr double, ptr %154, i64 %358
  store double %360, ptr %364, align 8
  %365 = load double, ptr %309, align 8
  %366 = load double, ptr %310, align 8
  %367 = fneg double %366
  %368 = fmul double %362, %367
  %369 = call double @llvm.fmuladd.f64(double %361, double %365, double %368)
  %370 = getelementptr double, ptr %363, i64 %145
  store double %369, ptr %370, align 8
  %371 = fmul double %362, %365
  %372 = call double @llvm.fmuladd.f64(double %361, double %366, double %371)
  %373 = getelementptr double, ptr %364, i64 %145
  store double %372, ptr %373, align 8
  %374 = add i64 %347, 1
  %375 = icmp eq i64 %374, %145
  br i1 %375, label %376, label %346
376:
  %377 = add i64 %292, 1
  %378 = icmp eq i64 %377, %150
  br i1 %378, label %1690, label %291
379:
  br i1 %162, label %614, label %380
380:
  %381 = icmp slt i64 %163, 8
  br i1 %381, label %382, label %387
382:
  %383 = phi i64 [ 0, %380 ], [ %388, %538 ]
  %384 = icmp slt i64 %383, %163
  br i1 %384, label %385, label %1690
385:
  %386 = mul i64 %145, 3
  br label %541
387:
  %388 = phi i64 [ %539, %538 ], [ 8, %380 ]
  %389 = phi i64 [ %388, %538 ], [ 0, %380 ]
  %390 = getelementptr double, ptr %151, i64 %389
  %391 = getelementptr double, ptr %152, i64 %389
  br label %414
392:
  %393 = load <8 x double>, ptr %69, align 8
  %394 = load <8 x double>, ptr %70, align 8
  %395 = fadd <8 x double> %393, %394
  %396 = load <8 x double>, ptr %71, align 8
  %397 = load <8 x double>, ptr %72, align 8
  %398 = fadd <8 x double> %396, %397
  %399 = fsub <8 x double> %393, %394
  %400 = fmul <8 x double> %399, splat (double 0x3FEBB67AE8584CAA)
  %401 = fsub <8 x double> %396, %397
  %402 = fmul <8 x double> %401, splat (double 0x3FEBB67AE8584CAA)
  %403 = load <8 x double>, ptr %30, align 8
  %404 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %395, <8 x double> splat (double -5.000000e-01), <8 x double> %403)
  %405 = load <8 x double>, ptr %31, align 8
  %406 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %398, <8 x double> splat (double -5.000000e-01), <8 x double> %405)
  %407 = fadd <8 x double> %395, %403
  store <8 x double> %407, ptr %30, align 8
  %408 = fadd <8 x double> %398, %405
  store <8 x double> %408, ptr %31, align 8
  %409 = fadd <8 x double> %404, %402
  store <8 x double> %409, ptr %69, align 8
  %410 = fsub <8 x double> %406, %400
  store <8 x double> %410, ptr %71, align 8
  %411 = fsub <8 x double> %404, %402
  store <8 x double> %411, ptr %70, align 8
  %412 = fadd <8 x double> %400, %406
  store <8 x double> %412, ptr %72, align 8
  %413 = getelementptr double, ptr %161, i64 %389
  br label %426
414:
  %415 = phi i64 [ 0, %387 ], [ %423, %414 ]
  %416 = mul i64 %415, %163
  %417 = getelementptr double, ptr %390, i64 %416
  %418 = load <8 x double>, ptr %417, align 8
  %419 = getelementptr <8 x double>, ptr %30, i64 %415
  store <8 x double> %418, ptr %419, align 8
  %420 = getelementptr double, ptr %391, i64 %416
  %421 = load <8 x double>, ptr %420, align 8
  %422 = getelementptr <8 x double>, ptr %31, i64 %415
  store <8 x double> %421, ptr %422, align 8
  %423 = add i64 %415, 1
  %424 = icmp eq i64 %423, 3
  br i1 %424, label %392, label %414
425:
  switch i64 %145, label %512 [
    i64 1, label %448
    i64 4, label %485
  ]
426:
  %427 = phi i64 [ 1, %392 ], [ %446, %426 ]
  %428 = shl i64 %427, 1
  %429 = add i64 %428, -2
  %430 = mul i64 %429, %163
  %431 = getelementptr double, ptr %413, i64 %430
  %432 = load <8 x double>, ptr %431, align 8
  %433 = add i64 %428, -1
  %434 = mul i64 %433, %163
  %435 = getelementptr double, ptr %413, i64 %434
  %436 = load <8 x double>, ptr %435, align 8
  %437 = getelementptr <8 x double>, ptr %30, i64 %427
  %438 = load <8 x double>, ptr %437, align 8
  %439 = getelementptr <8 x double>, ptr %31, i64 %427
  %440 = load <8 x double>, ptr %439, align 8
  %441 = fneg <8 x double> %436
  %442 = fmul <8 x double> %440, %441
  %443 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %438, <8 x double> %432, <8 x double> %442)
  %444 = fmul <8 x double> %432, %440
  %445 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %438, <8 x double> %436, <8 x double> %444)
  store <8 x double> %445, ptr %439, align 8
  store <8 x double> %443, ptr %437, align 8
  %446 = add i64 %427, 1
  %447 = icmp eq i64 %446, 3
  br i1 %447, label %425, label %426
448:
  %449 = mul i64 %389, 3
  %450 = getelementptr double, ptr %153, i64 %449
  br label %451
451:
  %452 = phi i64 [ 0, %448 ], [ %457, %456 ]
  %453 = trunc i64 %452 to i32
  %454 = mul i64 %452, 24
  %455 = getelementptr i8, ptr %450, i64 %454
  br label %459
456:
  %457 = add i64 %452, 1
  %458 = icmp eq i64 %457, 8
  br i1 %458, label %467, label %451
459:
  %460 = phi i64 [ 0, %451 ], [ %465, %459 ]
  %461 = getelementptr <8 x double>, ptr %30, i64 %460
  %462 = load <8 x double>, ptr %461, align 8
  %463 = extractelement <8 x double> %462, i32 %453
  %464 = getelementptr double, ptr %455, i64 %460
  store double %463, ptr %464, align 8
  %465 = add i64 %460, 1
  %466 = icmp eq i64 %465, 3
  br i1 %466, label %456, label %459
467:
  %468 = getelementptr double, ptr %154, i64 %449
  br label %469
469:
  %470 = phi i64 [ 0, %467 ], [ %475, %474 ]
  %471 = trunc i64 %470 to i32
  %472 = mul i64 %470, 24
  %473 = getelementptr i8, ptr %468, i64 %472
  br label %477
474:
  %475 = add i64 %470, 1
  %476 = icmp eq i64 %475, 8
  br i1 %476, label %538, label %469
477:
  %478 = phi i64 [ 0, %469 ], [ %483, %477 ]
  %479 = getelementptr <8 x double>, ptr %31, i64 %478
  %480 = load <8 x double>, ptr %479, align 8
  %481 = extractelement <8 x double> %480, i32 %471
  %482 = getelementptr double, ptr %473, i64 %478
  store double %481, ptr %482, align 8
  %483 = add i64 %478, 1
  %484 = icmp eq i64 %483, 3
  br i1 %484, label %474, label %477
485:
  %486 = mul i64 %389, 3
  %487 = getelementptr double, ptr %153, i64 %486
  br label %488
488:
  %489 = phi i64 [ 0, %485 ], [ %497, %488 ]
  %490 = getelementptr <8 x double>, ptr %30, i64 %489
  %491 = load <8 x double>, ptr %490, align 8
  %492 = shufflevector <8 x double> %491, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %493 = shl i64 %489, 5
  %494 = getelementptr i8, ptr %487, i64 %493
  store <4 x double> %492, ptr %494, align 8
  %495 = shufflevector <8 x double> %491, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %496 = getelementptr i8, ptr %494, i64 96
  store <4 x double> %495, ptr %496, align 8
  %497 = add i64 %489, 1
  %498 = icmp eq i64 %497, 3
  br i1 %498, label %499, label %488
499:
  %500 = getelementptr double, ptr %154, i64 %486
  br label %501
501:
  %502 = phi i64 [ 0, %499 ], [ %510, %501 ]
  %503 = getelementptr <8 x double>, ptr %31, i64 %502
  %504 = load <8 x double>, ptr %503, align 8
  %505 = shufflevector <8 x double> %504, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %506 = shl i64 %502, 5
  %507 = getelementptr i8, ptr %500, i64 %506
  store <4 x double> %505, ptr %507, align 8
  %508 = shufflevector <8 x double> %504, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %509 = getelementptr i8, ptr %507, i64 96
  store <4 x double> %508, ptr %509, align 8
  %510 = add i64 %502, 1
  %511 = icmp eq i64 %510, 3
  br i1 %511, label %538, label %501
512:
  %513 = phi i64 [ %523, %522 ], [ 0, %425 ]
  %514 = or i64 %513, %389
  %515 = srem i64 %514, %145
  %516 = sub i64 %514, %515
  %517 = mul i64 %516, 3
  %518 = add i64 %517, %515
  %519 = trunc i64 %513 to i32
  %520 = getelementptr double, ptr %153, i64 %518
  %521 = getelementptr double, ptr %154, i64 %518
  br label %525
522:
  %523 = add i64 %513, 1
  %524 = icmp eq i64 %523, 8
  br i1 %524, label %538, label %512
525:
  %526 = phi i64 [ 0, %512 ], [ %536, %525 ]
  %527 = getelementptr <8 x double>, ptr %30, i64 %526
  %528 = load <8 x double>, ptr %527, align 8
  %529 = extractelement <8 x double> %528, i32 %519
  %530 = mul i64 %526, %145
  %531 = getelementptr double, ptr %520, i64 %530
  store double %529, ptr %531, align 8
  %532 = getelementptr <8 x double>, ptr %31, i64 %526
  %533 = load <8 x double>, ptr %532, align 8
  %534 = extractelement <8 x double> %533, i32 %519
  %535 = getelementptr double, ptr %521, i64 %530
  store double %534, ptr %535, align 8
  %536 = add i64 %526, 1
  %537 = icmp eq i64 %536, 3
  br i1 %537, label %522, label %525
538:
  %539 = add i64 %388, 8
  %540 = icmp sgt i64 %539, %163
  br i1 %540, label %382, label %387
541:
  %542 = phi i64 [ %383, %385 ], [ %612, %611 ]
  %543 = freeze i64 %542
  %544 = freeze i64 %145
  %545 = sdiv i64 %543, %544
  %546 = mul i64 %545, %544
  %547 = sub i64 %543, %546
  br label %575
548:
  %549 = mul i64 %386, %545
  %550 = add i64 %549, %547
  %551 = shl i64 %545, 5
  %552 = getelementptr i8, ptr %156, i64 %551
  %553 = load double, ptr %73, align 8
  %554 = load double, ptr %74, align 8
  %555 = fadd double %553, %554
  %556 = load double, ptr %75, align 8
  %557 = load double, ptr %76, align 8
  %558 = fadd double %556, %557
  %559 = fsub double %553, %554
  %560 = fmul double %559, 0x3FEBB67AE8584CAA
  %561 = fsub double %556, %557
  %562 = fmul double %561, 0x3FEBB67AE8584CAA
  %563 = load double, ptr %28, align 8
  %564 = call double @llvm.fmuladd.f64(double %555, double -5.000000e-01, double %563)
  %565 = load double, ptr %29, align 8
  %566 = call double @llvm.fmuladd.f64(double %558, double -5.000000e-01, double %565)
  %567 = fadd double %555, %563
  store double %567, ptr %28, align 8
  %568 = fadd double %558, %565
  store double %568, ptr %29, align 8
  %569 = fadd double %564, %562
  store double %569, ptr %73, align 8
  %570 = fsub double %566, %560
  store double %570, ptr %75, align 8
  %571 = fsub double %564, %562
  store double %571, ptr %74, align 8
  %572 = fadd double %560, %566
  store double %572, ptr %76, align 8
  %573 = getelementptr double, ptr %153, i64 %550
  store double %567, ptr %573, align 8
  %574 = getelementptr double, ptr %154, i64 %550
  store double %568, ptr %574, align 8
  br label %589
575:
  %576 = phi i64 [ 0, %541 ], [ %587, %575 ]
  %577 = mul i64 %576, %150
  %578 = add i64 %577, %545
  %579 = mul i64 %578, %145
  %580 = add i64 %579, %547
  %581 = getelementptr double, ptr %151, i64 %580
  %582 = load double, ptr %581, align 8
  %583 = getelementptr double, ptr %28, i64 %576
  store double %582, ptr %583, align 8
  %584 = getelementptr double, ptr %152, i64 %580
  %585 = load double, ptr %584, align 8
  %586 = getelementptr double, ptr %29, i64 %576
  store double %585, ptr %586, align 8
  %587 = add i64 %576, 1
  %588 = icmp eq i64 %587, 3
  br i1 %588, label %548, label %575
589:
  %590 = phi i64 [ 1, %548 ], [ %609, %589 ]
  %591 = shl i64 %590, 4
  %592 = getelementptr i8, ptr %552, i64 %591
  %593 = getelementptr i8, ptr %592, i64 -16
  %594 = load double, ptr %593, align 8
  %595 = getelementptr i8, ptr %592, i64 -8
  %596 = load double, ptr %595, align 8
  %597 = getelementptr double, ptr %28, i64 %590
  %598 = load double, ptr %597, align 8
  %599 = getelementptr double, ptr %29, i64 %590
  %600 = load double, ptr %599, align 8
  %601 = fneg double %596
  %602 = fmul double %600, %601
  %603 = call double @llvm.fmuladd.f64(double %598, double %594, double %602)
  %604 = mul i64 %590, %145
  %605 = getelementptr double, ptr %573, i64 %604
  store double %603, ptr %605, align 8
  %606 = fmul double %594, %600
  %607 = call double @llvm.fmuladd.f64(double %598, double %596, double %606)
  %608 = getelementptr double, ptr %574, i64 %604
  store double %607, ptr %608, align 8
  %609 = add i64 %590, 1
  %610 = icmp eq i64 %609, 3
  br i1 %610, label %611, label %589
611:
  %612 = add i64 %542, 1
  %613 = icmp eq i64 %612, %163
  br i1 %613, label %1690, label %541
614:
  %615 = icmp sgt i64 %150, 0
  br i1 %615, label %616, label %1690
616:
  %617 = icmp slt i64 %145, 8
  %618 = mul i64 %145, 3
  br label %619
619:
  %620 = phi i64 [ 0, %616 ], [ %769, %768 ]
  %621 = shl i64 %620, 5
  %622 = getelementptr i8, ptr %156, i64 %621
  br i1 %617, label %630, label %623
623:
  %624 = mul i64 %620, %145
  %625 = mul i64 %624, 3
  %626 = getelementptr double, ptr %151, i64 %624
  %627 = getelementptr double, ptr %152, i64 %624
  %628 = getelementptr double, ptr %153, i64 %625
  %629 = getelementptr double, ptr %154, i64 %625
  br label %635
630:
  %631 = phi i64 [ 0, %619 ], [ %636, %674 ]
  %632 = icmp slt i64 %631, %145
  br i1 %632, label %633, label %768
633:
  %634 = mul i64 %618, %620
  br label %703
635:
  %636 = phi i64 [ %675, %674 ], [ 8, %623 ]
  %637 = phi i64 [ %636, %674 ], [ 0, %623 ]
  %638 = getelementptr double, ptr %626, i64 %637
  %639 = getelementptr double, ptr %627, i64 %637
  br label %663
640:
  %641 = load <8 x double>, ptr %77, align 8
  %642 = load <8 x double>, ptr %78, align 8
  %643 = fadd <8 x double> %641, %642
  %644 = load <8 x double>, ptr %79, align 8
  %645 = load <8 x double>, ptr %80, align 8
  %646 = fadd <8 x double> %644, %645
  %647 = fsub <8 x double> %641, %642
  %648 = fmul <8 x double> %647, splat (double 0x3FEBB67AE8584CAA)
  %649 = fsub <8 x double> %644, %645
  %650 = fmul <8 x double> %649, splat (double 0x3FEBB67AE8584CAA)
  %651 = load <8 x double>, ptr %26, align 8
  %652 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %643, <8 x double> splat (double -5.000000e-01), <8 x double> %651)
  %653 = load <8 x double>, ptr %27, align 8
  %654 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %646, <8 x double> splat (double -5.000000e-01), <8 x double> %653)
  %655 = fadd <8 x double> %643, %651
  store <8 x double> %655, ptr %26, align 8
  %656 = fadd <8 x double> %646, %653
  store <8 x double> %656, ptr %27, align 8
  %657 = fadd <8 x double> %652, %650
  store <8 x double> %657, ptr %77, align 8
  %658 = fsub <8 x double> %654, %648
  store <8 x double> %658, ptr %79, align 8
  %659 = fsub <8 x double> %652, %650
  store <8 x double> %659, ptr %78, align 8
  %660 = fadd <8 x double> %648, %654
  store <8 x double> %660, ptr %80, align 8
  %661 = getelementptr double, ptr %628, i64 %637
  store <8 x double> %655, ptr %661, align 8
  %662 = getelementptr double, ptr %629, i64 %637
  store <8 x double> %656, ptr %662, align 8
  br label %677
663:
  %664 = phi i64 [ 0, %635 ], [ %672, %663 ]
  %665 = mul i64 %664, %163
  %666 = getelementptr double, ptr %638, i64 %665
  %667 = load <8 x double>, ptr %666, align 8
  %668 = getelementptr <8 x double>, ptr %26, i64 %664
  store <8 x double> %667, ptr %668, align 8
  %669 = getelementptr double, ptr %639, i64 %665
  %670 = load <8 x double>, ptr %669, align 8
  %671 = getelementptr <8 x double>, ptr %27, i64 %664
  store <8 x double> %670, ptr %671, align 8
  %672 = add i64 %664, 1
  %673 = icmp eq i64 %672, 3
  br i1 %673, label %640, label %663
674:
  %675 = add i64 %636, 8
  %676 = icmp sgt i64 %675, %145
  br i1 %676, label %630, label %635
677:
  %678 = phi i64 [ 1, %640 ], [ %701, %677 ]
  %679 = shl i64 %678, 4
  %680 = getelementptr i8, ptr %622, i64 %679
  %681 = getelementptr i8, ptr %680, i64 -16
  %682 = load double, ptr %681, align 8
  %683 = getelementptr i8, ptr %680, i64 -8
  %684 = load double, ptr %683, align 8
  %685 = getelementptr <8 x double>, ptr %26, i64 %678
  %686 = load <8 x double>, ptr %685, align 8
  %687 = insertelement <8 x double> poison, double %682, i64 0
  %688 = shufflevector <8 x double> %687, <8 x double> poison, <8 x i32> zeroinitializer
  %689 = getelementptr <8 x double>, ptr %27, i64 %678
  %690 = load <8 x double>, ptr %689, align 8
  %691 = insertelement <8 x double> poison, double %684, i64 0
  %692 = shufflevector <8 x double> %691, <8 x double> poison, <8 x i32> zeroinitializer
  %693 = fneg <8 x double> %692
  %694 = fmul <8 x double> %690, %693
  %695 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %686, <8 x double> %688, <8 x double> %694)
  %696 = mul i64 %678, %145
  %697 = getelementptr double, ptr %661, i64 %696
  store <8 x double> %695, ptr %697, align 8
  %698 = fmul <8 x double> %688, %690
  %699 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %686, <8 x double> %692, <8 x double> %698)
  %700 = getelementptr double, ptr %662, i64 %696
  store <8 x double> %699, ptr %700, align 8
  %701 = add i64 %678, 1
  %702 = icmp eq i64 %701, 3
  br i1 %702, label %674, label %677
703:
  %704 = phi i64 [ %631, %633 ], [ %766, %765 ]
  br label %729
705:
  %706 = add i64 %704, %634
  %707 = load double, ptr %81, align 8
  %708 = load double, ptr %82, align 8
  %709 = fadd double %707, %708
  %710 = load double, ptr %83, align 8
  %711 = load double, ptr %84, align 8
  %712 = fadd double %710, %711
  %713 = fsub double %707, %708
  %714 = fmul double %713, 0x3FEBB67AE8584CAA
  %715 = fsub double %710, %711
  %716 = fmul double %715, 0x3FEBB67AE8584CAA
  %717 = load double, ptr %24, align 8
  %718 = call double @llvm.fmuladd.f64(double %709, double -5.000000e-01, double %717)
  %719 = load double, ptr %25, align 8
  %720 = call double @llvm.fmuladd.f64(double %712, double -5.000000e-01, double %719)
  %721 = fadd double %709, %717
  store double %721, ptr %24, align 8
  %722 = fadd double %712, %719
  store double %722, ptr %25, align 8
  %723 = fadd double %718, %716
  store double %723, ptr %81, align 8
  %724 = fsub double %720, %714
  store double %724, ptr %83, align 8
  %725 = fsub double %718, %716
  store double %725, ptr %82, align 8
  %726 = fadd double %714, %720
  store double %726, ptr %84, align 8
  %727 = getelementptr double, ptr %153, i64 %706
  store double %721, ptr %727, align 8
  %728 = getelementptr double, ptr %154, i64 %706
  store double %722, ptr %728, align 8
  br label %743
729:
  %730 = phi i64 [ 0, %703 ], [ %741, %729 ]
  %731 = mul i64 %730, %150
  %732 = add i64 %731, %620
  %733 = mul i64 %732, %145
  %734 = add i64 %733, %704
  %735 = getelementptr double, ptr %151, i64 %734
  %736 = load double, ptr %735, align 8
  %737 = getelementptr double, ptr %24, i64 %730
  store double %736, ptr %737, align 8
  %738 = getelementptr double, ptr %152, i64 %734
  %739 = load double, ptr %738, align 8
  %740 = getelementptr double, ptr %25, i64 %730
  store double %739, ptr %740, align 8
  %741 = add i64 %730, 1
  %742 = icmp eq i64 %741, 3
  br i1 %742, label %705, label %729
743:
  %744 = phi i64 [ 1, %705 ], [ %763, %743 ]
  %745 = shl i64 %744, 4
  %746 = getelementptr i8, ptr %622, i64 %745
  %747 = getelementptr i8, ptr %746, i64 -16
  %748 = load double, ptr %747, align 8
  %749 = getelementptr i8, ptr %746, i64 -8
  %750 = load double, ptr %749, align 8
  %751 = getelementptr double, ptr %24, i64 %744
  %752 = load double, ptr %751, align 8
  %753 = getelementptr double, ptr %25, i64 %744
  %754 = load double, ptr %753, align 8
  %755 = fneg double %750
  %756 = fmul double %754, %755
  %757 = call double @llvm.fmuladd.f64(double %752, double %748, double %756)
  %758 = mul i64 %744, %145
  %759 = getelementptr double, ptr %727, i64 %758
  store double %757, ptr %759, align 8
  %760 = fmul double %748, %754
  %761 = call double @llvm.fmuladd.f64(double %752, double %750, double %760)
  %762 = getelementptr double, ptr %728, i64 %758
  store double %761, ptr %762, align 8
  %763 = add i64 %744, 1
  %764 = icmp eq i64 %763, 3
  br i1 %764, label %765, label %743
765:
  %766 = add i64 %704, 1
  %767 = icmp eq i64 %766, %145
  br i1 %767, label %768, label %703
768:
  %769 = add i64 %620, 1
  %770 = icmp eq i64 %769, %150
  br i1 %770, label %1690, label %619
771:
  br i1 %162, label %1009, label %772
772:
  %773 = icmp slt i64 %163, 8
  br i1 %773, label %774, label %779
774:
  %775 = phi i64 [ 0, %772 ], [ %780, %929 ]
  %776 = icmp slt i64 %775, %163
  br i1 %776, label %777, label %1690
777:
  %778 = shl i64 %145, 2
  br label %932
779:
  %780 = phi i64 [ %930, %929 ], [ 8, %772 ]
  %781 = phi i64 [ %780, %929 ], [ 0, %772 ]
  %782 = getelementptr double, ptr %151, i64 %781
  %783 = getelementptr double, ptr %152, i64 %781
  br label %810
784:
  %785 = load <8 x double>, ptr %22, align 8
  %786 = load <8 x double>, ptr %45, align 8
  %787 = fadd <8 x double> %785, %786
  %788 = load <8 x double>, ptr %23, align 8
  %789 = load <8 x double>, ptr %46, align 8
  %790 = fadd <8 x double> %788, %789
  %791 = fsub <8 x double> %785, %786
  %792 = fsub <8 x double> %788, %789
  %793 = load <8 x double>, ptr %47, align 8
  %794 = load <8 x double>, ptr %48, align 8
  %795 = fadd <8 x double> %793, %794
  %796 = load <8 x double>, ptr %49, align 8
  %797 = load <8 x double>, ptr %50, align 8
  %798 = fadd <8 x double> %796, %797
  %799 = fsub <8 x double> %796, %797
  %800 = fsub <8 x double> %794, %793
  %801 = fadd <8 x double> %787, %795
  store <8 x double> %801, ptr %22, align 8
  %802 = fadd <8 x double> %790, %798
  store <8 x double> %802, ptr %23, align 8
  %803 = fadd <8 x double> %791, %799
  store <8 x double> %803, ptr %47, align 8
  %804 = fadd <8 x double> %792, %800
  store <8 x double> %804, ptr %49, align 8
  %805 = fsub <8 x double> %787, %795
  store <8 x double> %805, ptr %45, align 8
  %806 = fsub <8 x double> %790, %798
  store <8 x double> %806, ptr %46, align 8
  %807 = fsub <8 x double> %791, %799
  store <8 x double> %807, ptr %48, align 8
  %808 = fsub <8 x double> %792, %800
  store <8 x double> %808, ptr %50, align 8
  %809 = getelementptr double, ptr %161, i64 %781
  br label %822
810:
  %811 = phi i64 [ 0, %779 ], [ %819, %810 ]
  %812 = mul i64 %811, %163
  %813 = getelementptr double, ptr %782, i64 %812
  %814 = load <8 x double>, ptr %813, align 8
  %815 = getelementptr <8 x double>, ptr %22, i64 %811
  store <8 x double> %814, ptr %815, align 8
  %816 = getelementptr double, ptr %783, i64 %812
  %817 = load <8 x double>, ptr %816, align 8
  %818 = getelementptr <8 x double>, ptr %23, i64 %811
  store <8 x double> %817, ptr %818, align 8
  %819 = add i64 %811, 1
  %820 = icmp eq i64 %819, 4
  br i1 %820, label %784, label %810
821:
  switch i64 %145, label %903 [
    i64 1, label %844
    i64 4, label %876
  ]
822:
  %823 = phi i64 [ 1, %784 ], [ %842, %822 ]
  %824 = shl i64 %823, 1
  %825 = add i64 %824, -2
  %826 = mul i64 %825, %163
  %827 = getelementptr double, ptr %809, i64 %826
  %828 = load <8 x double>, ptr %827, align 8
  %829 = add i64 %824, -1
  %830 = mul i64 %829, %163
  %831 = getelementptr double, ptr %809, i64 %830
  %832 = load <8 x double>, ptr %831, align 8
  %833 = getelementptr <8 x double>, ptr %22, i64 %823
  %834 = load <8 x double>, ptr %833, align 8
  %835 = getelementptr <8 x double>, ptr %23, i64 %823
  %836 = load <8 x double>, ptr %835, align 8
  %837 = fneg <8 x double> %832
  %838 = fmul <8 x double> %836, %837
  %839 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %834, <8 x double> %828, <8 x double> %838)
  %840 = fmul <8 x double> %828, %836
  %841 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %834, <8 x double> %832, <8 x double> %840)
  store <8 x double> %841, ptr %835, align 8
  store <8 x double> %839, ptr %833, align 8
  %842 = add i64 %823, 1
  %843 = icmp eq i64 %842, 4
  br i1 %843, label %821, label %822
844:
  %845 = shl i64 %781, 2
  %846 = getelementptr double, ptr %153, i64 %845
  %847 = load <8 x double>, ptr %47, align 8
  %848 = shufflevector <8 x double> %801, <8 x double> %847, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %849 = load <8 x double>, ptr %45, align 8
  %850 = load <8 x double>, ptr %48, align 8
  %851 = shufflevector <8 x double> %849, <8 x double> %850, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %852 = shufflevector <8 x double> %801, <8 x double> %847, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %853 = shufflevector <8 x double> %849, <8 x double> %850, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %854 = shufflevector <8 x double> %848, <8 x double> %851, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  store <8 x double> %854, ptr %846, align 8
  %855 = shufflevector <8 x double> %848, <8 x double> %851, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %856 = getelementptr i8, ptr %846, i64 64
  store <8 x double> %855, ptr %856, align 8
  %857 = shufflevector <8 x double> %852, <8 x double> %853, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  %858 = getelementptr i8, ptr %846, i64 128
  store <8 x double> %857, ptr %858, align 8
  %859 = shufflevector <8 x double> %852, <8 x double> %853, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %860 = getelementptr i8, ptr %846, i64 192
  store <8 x double> %859, ptr %860, align 8
  %861 = getelementptr double, ptr %154, i64 %845
  %862 = load <8 x double>, ptr %49, align 8
  %863 = shufflevector <8 x double> %802, <8 x double> %862, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %864 = load <8 x double>, ptr %46, align 8
  %865 = load <8 x double>, ptr %50, align 8
  %866 = shufflevector <8 x double> %864, <8 x double> %865, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %867 = shufflevector <8 x double> %802, <8 x double> %862, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %868 = shufflevector <8 x double> %864, <8 x double> %865, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %869 = shufflevector <8 x double> %863, <8 x double> %866, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  store <8 x double> %869, ptr %861, align 8
  %870 = shufflevector <8 x double> %863, <8 x double> %866, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %871 = getelementptr i8, ptr %861, i64 64
  store <8 x double> %870, ptr %871, align 8
  %872 = shufflevector <8 x double> %867, <8 x double> %868, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  %873 = getelementptr i8, ptr %861, i64 128
  store <8 x double> %872, ptr %873, align 8
  %874 = shufflevector <8 x double> %867, <8 x double> %868, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %875 = getelementptr i8, ptr %861, i64 192
  store <8 x double> %874, ptr %875, align 8
  br label %929
876:
  %877 = shl i64 %781, 2
  %878 = getelementptr double, ptr %153, i64 %877
  br label %879
879:
  %880 = phi i64 [ 0, %876 ], [ %888, %879 ]
  %881 = getelementptr <8 x double>, ptr %22, i64 %880
  %882 = load <8 x double>, ptr %881, align 8
  %883 = shufflevector <8 x double> %882, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %884 = shl i64 %880, 5
  %885 = getelementptr i8, ptr %878, i64 %884
  store <4 x double> %883, ptr %885, align 8
  %886 = shufflevector <8 x double> %882, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %887 = getelementptr i8, ptr %885, i64 128
  store <4 x double> %886, ptr %887, align 8
  %888 = add i64 %880, 1
  %889 = icmp eq i64 %888, 4
  br i1 %889, label %890, label %879
890:
  %891 = getelementptr double, ptr %154, i64 %877
  br label %892
892:
  %893 = phi i64 [ 0, %890 ], [ %901, %892 ]
  %894 = getelementptr <8 x double>, ptr %23, i64 %893
  %895 = load <8 x double>, ptr %894, align 8
  %896 = shufflevector <8 x double> %895, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %897 = shl i64 %893, 5
  %898 = getelementptr i8, ptr %891, i64 %897
  store <4 x double> %896, ptr %898, align 8
  %899 = shufflevector <8 x double> %895, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %900 = getelementptr i8, ptr %898, i64 128
  store <4 x double> %899, ptr %900, align 8
  %901 = add i64 %893, 1
  %902 = icmp eq i64 %901, 4
  br i1 %902, label %929, label %892
903:
  %904 = phi i64 [ %914, %913 ], [ 0, %821 ]
  %905 = or i64 %904, %781
  %906 = srem i64 %905, %145
  %907 = sub i64 %905, %906
  %908 = shl i64 %907, 2
  %909 = add i64 %908, %906
  %910 = trunc i64 %904 to i32
  %911 = getelementptr double, ptr %153, i64 %909
  %912 = getelementptr double, ptr %154, i64 %909
  br label %916
913:
  %914 = add i64 %904, 1
  %915 = icmp eq i64 %914, 8
  br i1 %915, label %929, label %903
916:
  %917 = phi i64 [ 0, %903 ], [ %927, %916 ]
  %918 = getelementptr <8 x double>, ptr %22, i64 %917
  %919 = load <8 x double>, ptr %918, align 8
  %920 = extractelement <8 x double> %919, i32 %910
  %921 = mul i64 %917, %145
  %922 = getelementptr double, ptr %911, i64 %921
  store double %920, ptr %922, align 8
  %923 = getelementptr <8 x double>, ptr %23, i64 %917
  %924 = load <8 x double>, ptr %923, align 8
  %925 = extractelement <8 x double> %924, i32 %910
  %926 = getelementptr double, ptr %912, i64 %921
  store double %925, ptr %926, align 8
  %927 = add i64 %917, 1
  %928 = icmp eq i64 %927, 4
  br i1 %928, label %913, label %916
929:
  %930 = add i64 %780, 8
  %931 = icmp sgt i64 %930, %163
  br i1 %931, label %774, label %779
932:
  %933 = phi i64 [ %775, %777 ], [ %1007, %1006 ]
  %934 = freeze i64 %933
  %935 = freeze i64 %145
  %936 = sdiv i64 %934, %935
  %937 = mul i64 %936, %935
  %938 = sub i64 %934, %937
  br label %970
939:
  %940 = mul i64 %778, %936
  %941 = add i64 %940, %938
  %942 = mul i64 %936, 48
  %943 = getelementptr i8, ptr %156, i64 %942
  %944 = load double, ptr %20, align 8
  %945 = load double, ptr %51, align 8
  %946 = fadd double %944, %945
  %947 = load double, ptr %21, align 8
  %948 = load double, ptr %52, align 8
  %949 = fadd double %947, %948
  %950 = fsub double %944, %945
  %951 = fsub double %947, %948
  %952 = load double, ptr %53, align 8
  %953 = load double, ptr %54, align 8
  %954 = fadd double %952, %953
  %955 = load double, ptr %55, align 8
  %956 = load double, ptr %56, align 8
  %957 = fadd double %955, %956
  %958 = fsub double %955, %956
  %959 = fsub double %953, %952
  %960 = fadd double %946, %954
  store double %960, ptr %20, align 8
  %961 = fadd double %949, %957
  store double %961, ptr %21, align 8
  %962 = fadd double %950, %958
  store double %962, ptr %53, align 8
  %963 = fadd double %951, %959
  store double %963, ptr %55, align 8
  %964 = fsub double %946, %954
  store double %964, ptr %51, align 8
  %965 = fsub double %949, %957
  store double %965, ptr %52, align 8
  %966 = fsub double %950, %958
  store double %966, ptr %54, align 8
  %967 = fsub double %951, %959
  store double %967, ptr %56, align 8
  %968 = getelementptr double, ptr %153, i64 %941
  store double %960, ptr %968, align 8
  %969 = getelementptr double, ptr %154, i64 %941
  store double %961, ptr %969, align 8
  br label %984
970:
  %971 = phi i64 [ 0, %932 ], [ %982, %970 ]
  %972 = mul i64 %971, %150
  %973 = add i64 %972, %936
  %974 = mul i64 %973, %145
  %975 = add i64 %974, %938
  %976 = getelementptr double, ptr %151, i64 %975
  %977 = load double, ptr %976, align 8
  %978 = getelementptr double, ptr %20, i64 %971
  store double %977, ptr %978, align 8
  %979 = getelementptr double, ptr %152, i64 %975
  %980 = load double, ptr %979, align 8
  %981 = getelementptr double, ptr %21, i64 %971
  store double %980, ptr %981, align 8
  %982 = add i64 %971, 1
  %983 = icmp eq i64 %982, 4
  br i1 %983, label %939, label %970
984:
  %985 = phi i64 [ 1, %939 ], [ %1004, %984 ]
  %986 = shl i64 %985, 4
  %987 = getelementptr i8, ptr %943, i64 %986
  %988 = getelementptr i8, ptr %987, i64 -16
  %989 = load double, ptr %988, align 8
  %990 = getelementptr i8, ptr %987, i64 -8
  %991 = load double, ptr %990, align 8
  %992 = getelementptr double, ptr %20, i64 %985
  %993 = load double, ptr %992, align 8
  %994 = getelementptr double, ptr %21, i64 %985
  %995 = load double, ptr %994, align 8
  %996 = fneg double %991
  %997 = fmul double %995, %996
  %998 = call double @llvm.fmuladd.f64(double %993, double %989, double %997)
  %999 = mul i64 %985, %145
  %1000 = getelementptr double, ptr %968, i64 %999
  store double %998, ptr %1000, align 8
  %1001 = fmul double %989, %995
  %1002 = call double @llvm.fmuladd.f64(double %993, double %991, double %1001)
  %1003 = getelementptr double, ptr %969, i64 %999
  store double %1002, ptr %1003, align 8
  %1004 = add i64 %985, 1
  %1005 = icmp eq i64 %1004, 4
  br i1 %1005, label %1006, label %984
1006:
  %1007 = add i64 %933, 1
  %1008 = icmp eq i64 %1007, %163
  br i1 %1008, label %1690, label %932
1009:
  %1010 = icmp sgt i64 %150, 0
  br i1 %1010, label %1011, label %1690
1011:
  %1012 = icmp slt i64 %145, 8
  %1013 = shl i64 %145, 2
  br label %1014
1014:
  %1015 = phi i64 [ 0, %1011 ], [ %1172, %1171 ]
  %1016 = mul i64 %1015, 48
  %1017 = getelementptr i8, ptr %156, i64 %1016
  br i1 %1012, label %1025, label %1018
1018:
  %1019 = mul i64 %1015, %145
  %1020 = shl i64 %1019, 2
  %1021 = getelementptr double, ptr %151, i64 %1019
  %1022 = getelementptr double, ptr %152, i64 %1019
  %1023 = getelementptr double, ptr %153, i64 %1020
  %1024 = getelementptr double, ptr %154, i64 %1020
  br label %1030
1025:
  %1026 = phi i64 [ 0, %1014 ], [ %1031, %1073 ]
  %1027 = icmp slt i64 %1026, %145
  br i1 %1027, label %1028, label %1171
1028:
  %1029 = mul i64 %1013, %1015
  br label %1102
1030:
  %1031 = phi i64 [ %1074, %1073 ], [ 8, %1018 ]
  %1032 = phi i64 [ %1031, %1073 ], [ 0, %1018 ]
  %1033 = getelementptr double, ptr %1021, i64 %1032
  %1034 = getelementptr double, ptr %1022, i64 %1032
  br label %1062
1035:
  %1036 = load <8 x double>, ptr %18, align 8
  %1037 = load <8 x double>, ptr %57, align 8
  %1038 = fadd <8 x double> %1036, %1037
  %1039 = load <8 x double>, ptr %19, align 8
  %1040 = load <8 x double>, ptr %58, align 8
  %1041 = fadd <8 x double> %1039, %1040
  %1042 = fsub <8 x double> %1036, %1037
  %1043 = fsub <8 x double> %1039, %1040
  %1044 = load <8 x double>, ptr %59, align 8
  %1045 = load <8 x double>, ptr %60, align 8
  %1046 = fadd <8 x double> %1044, %1045
  %1047 = load <8 x double>, ptr %61, align 8
  %1048 = load <8 x double>, ptr %62, align 8
  %1049 = fadd <8 x double> %1047, %1048
  %1050 = fsub <8 x double> %1047, %1048
  %1051 = fsub <8 x double> %1045, %1044
  %1052 = fadd <8 x double> %1038, %1046
  store <8 x double> %1052, ptr %18, align 8
  %1053 = fadd <8 x double> %1041, %1049
  store <8 x double> %1053, ptr %19, align 8
  %1054 = fadd <8 x double> %1042, %1050
  store <8 x double> %1054, ptr %59, align 8
  %1055 = fadd <8 x double> %1043, %1051
  store <8 x double> %1055, ptr %61, align 8
  %1056 = fsub <8 x double> %1038, %1046
  store <8 x double> %1056, ptr %57, align 8
  %1057 = fsub <8 x double> %1041, %1049
  store <8 x double> %1057, ptr %58, align 8
  %1058 = fsub <8 x double> %1042, %1050
  store <8 x double> %1058, ptr %60, align 8
  %1059 = fsub <8 x double> %1043, %1051
  store <8 x double> %1059, ptr %62, align 8
  %1060 = getelementptr double, ptr %1023, i64 %1032
  store <8 x double> %1052, ptr %1060, align 8
  %1061 = getelementptr double, ptr %1024, i64 %1032
  store <8 x double> %1053, ptr %1061, align 8
  br label %1076
1062:
  %1063 = phi i64 [ 0, %1030 ], [ %1071, %1062 ]
  %1064 = mul i64 %1063, %163
  %1065 = getelementptr double, ptr %1033, i64 %1064
  %1066 = load <8 x double>, ptr %1065, align 8
  %1067 = getelementptr <8 x double>, ptr %18, i64 %1063
  store <8 x double> %1066, ptr %1067, align 8
  %1068 = getelementptr double, ptr %1034, i64 %1064
  %1069 = load <8 x double>, ptr %1068, align 8
  %1070 = getelementptr <8 x double>, ptr %19, i64 %1063
  store <8 x double> %1069, ptr %1070, align 8
  %1071 = add i64 %1063, 1
  %1072 = icmp eq i64 %1071, 4
  br i1 %1072, label %1035, label %1062
1073:
  %1074 = add i64 %1031, 8
  %1075 = icmp sgt i64 %1074, %145
  br i1 %1075, label %1025, label %1030
1076:
  %1077 = phi i64 [ 1, %1035 ], [ %1100, %1076 ]
  %1078 = shl i64 %1077, 4
  %1079 = getelementptr i8, ptr %1017, i64 %1078
  %1080 = getelementptr i8, ptr %1079, i64 -16
  %1081 = load double, ptr %1080, align 8
  %1082 = getelementptr i8, ptr %1079, i64 -8
  %1083 = load double, ptr %1082, align 8
  %1084 = getelementptr <8 x double>, ptr %18, i64 %1077
  %1085 = load <8 x double>, ptr %1084, align 8
  %1086 = insertelement <8 x double> poison, double %1081, i64 0
  %1087 = shufflevector <8 x double> %1086, <8 x double> poison, <8 x i32> zeroinitializer
  %1088 = getelementptr <8 x double>, ptr %19, i64 %1077
  %1089 = load <8 x double>, ptr %1088, align 8
  %1090 = insertelement <8 x double> poison, double %1083, i64 0
  %1091 = shufflevector <8 x double> %1090, <8 x double> poison, <8 x i32> zeroinitializer
  %1092 = fneg <8 x double> %1091
  %1093 = fmul <8 x double> %1089, %1092
  %1094 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1085, <8 x double> %1087, <8 x double> %1093)
  %1095 = mul i64 %1077, %145
  %1096 = getelementptr double, ptr %1060, i64 %1095
  store <8 x double> %1094, ptr %1096, align 8
  %1097 = fmul <8 x double> %1087, %1089
  %1098 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1085, <8 x double> %1091, <8 x double> %1097)
  %1099 = getelementptr double, ptr %1061, i64 %1095
  store <8 x double> %1098, ptr %1099, align 8
  %1100 = add i64 %1077, 1
  %1101 = icmp eq i64 %1100, 4
  br i1 %1101, label %1073, label %1076
1102:
  %1103 = phi i64 [ %1026, %1028 ], [ %1169, %1168 ]
  br label %1132
1104:
  %1105 = add i64 %1103, %1029
  %1106 = load double, ptr %16, align 8
  %1107 = load double, ptr %63, align 8
  %1108 = fadd double %1106, %1107
  %1109 = load double, ptr %17, align 8
  %1110 = load double, ptr %64, align 8
  %1111 = fadd double %1109, %1110
  %1112 = fsub double %1106, %1107
  %1113 = fsub double %1109, %1110
  %1114 = load double, ptr %65, align 8
  %1115 = load double, ptr %66, align 8
  %1116 = fadd double %1114, %1115
  %1117 = load double, ptr %67, align 8
  %1118 = load double, ptr %68, align 8
  %1119 = fadd double %1117, %1118
  %1120 = fsub double %1117, %1118
  %1121 = fsub double %1115, %1114
  %1122 = fadd double %1108, %1116
  store double %1122, ptr %16, align 8
  %1123 = fadd double %1111, %1119
  store double %1123, ptr %17, align 8
  %1124 = fadd double %1112, %1120
  store double %1124, ptr %65, align 8
  %1125 = fadd double %1113, %1121
  store double %1125, ptr %67, align 8
  %1126 = fsub double %1108, %1116
  store double %1126, ptr %63, align 8
  %1127 = fsub double %1111, %1119
  store double %1127, ptr %64, align 8
  %1128 = fsub double %1112, %1120
  store double %1128, ptr %66, align 8
  %1129 = fsub double %1113, %1121
  store double %1129, ptr %68, align 8
  %1130 = getelementptr double, ptr %153, i64 %1105
  store double %1122, ptr %1130, align 8
  %1131 = getelementptr double, ptr %154, i64 %1105
  store double %1123, ptr %1131, align 8
  br label %1146
1132:
  %1133 = phi i64 [ 0, %1102 ], [ %1144, %1132 ]
  %1134 = mul i64 %1133, %150
  %1135 = add i64 %1134, %1015
  %1136 = mul i64 %1135, %145
  %1137 = add i64 %1136, %1103
  %1138 = getelementptr double, ptr %151, i64 %1137
  %1139 = load double, ptr %1138, align 8
  %1140 = getelementptr double, ptr %16, i64 %1133
  store double %1139, ptr %1140, align 8
  %1141 = getelementptr double, ptr %152, i64 %1137
  %1142 = load double, ptr %1141, align 8
  %1143 = getelementptr double, ptr %17, i64 %1133
  store double %1142, ptr %1143, align 8
  %1144 = add i64 %1133, 1
  %1145 = icmp eq i64 %1144, 4
  br i1 %1145, label %1104, label %1132
1146:
  %1147 = phi i64 [ 1, %1104 ], [ %1166, %1146 ]
  %1148 = shl i64 %1147, 4
  %1149 = getelementptr i8, ptr %1017, i64 %1148
  %1150 = getelementptr i8, ptr %1149, i64 -16
  %1151 = load double, ptr %1150, align 8
  %1152 = getelementptr i8, ptr %1149, i64 -8
  %1153 = load double, ptr %1152, align 8
  %1154 = getelementptr double, ptr %16, i64 %1147
  %1155 = load double, ptr %1154, align 8
  %1156 = getelementptr double, ptr %17, i64 %1147
  %1157 = load double, ptr %1156, align 8
  %1158 = fneg double %1153
  %1159 = fmul double %1157, %1158
  %1160 = call double @llvm.fmuladd.f64(double %1155, double %1151, double %1159)
  %1161 = mul i64 %1147, %145
  %1162 = getelementptr double, ptr %1130, i64 %1161
  store double %1160, ptr %1162, align 8
  %1163 = fmul double %1151, %1157
  %1164 = call double @llvm.fmuladd.f64(double %1155, double %1153, double %1163)
  %1165 = getelementptr double, ptr %1131, i64 %1161
  store double %1164, ptr %1165, align 8
  %1166 = add i64 %1147, 1
  %1167 = icmp eq i64 %1166, 4
  br i1 %1167, label %1168, label %1146
1168:
  %1169 = add i64 %1103, 1
  %1170 = icmp eq i64 %1169, %145
  br i1 %1170, label %1171, label %1102
1171:
  %1172 = add i64 %1015, 1
  %1173 = icmp eq i64 %1172, %150
  br i1 %1173, label %1690, label %1014
1174:
  br i1 %162, label %1471, label %1175
1175:
  %1176 = icmp slt i64 %163, 8
  br i1 %1176, label %1177, label %1182
1177:
  %1178 = phi i64 [ 0, %1175 ], [ %1183, %1359 ]
  %1179 = icmp slt i64 %1178, %163
  br i1 %1179, label %1180, label %1690
1180:
  %1181 = mul i64 %145, 5
  br label %1362
1182:
  %1183 = phi i64 [ %1360, %1359 ], [ 8, %1175 ]
  %1184 = phi i64 [ %1183, %1359 ], [ 0, %1175 ]
  %1185 = getelementptr double, ptr %151, i64 %1184
  %1186 = getelementptr double, ptr %152, i64 %1184
  br label %1235
1187:
  %1188 = load <8 x double>, ptr %85, align 8
  %1189 = load <8 x double>, ptr %86, align 8
  %1190 = fadd <8 x double> %1188, %1189
  %1191 = load <8 x double>, ptr %87, align 8
  %1192 = load <8 x double>, ptr %88, align 8
  %1193 = fadd <8 x double> %1191, %1192
  %1194 = load <8 x double>, ptr %89, align 8
  %1195 = load <8 x double>, ptr %90, align 8
  %1196 = fadd <8 x double> %1194, %1195
  %1197 = load <8 x double>, ptr %91, align 8
  %1198 = load <8 x double>, ptr %92, align 8
  %1199 = fadd <8 x double> %1197, %1198
  %1200 = fsub <8 x double> %1188, %1189
  %1201 = fsub <8 x double> %1191, %1192
  %1202 = fsub <8 x double> %1194, %1195
  %1203 = fsub <8 x double> %1197, %1198
  %1204 = load <8 x double>, ptr %14, align 8
  %1205 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1190, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1204)
  %1206 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1196, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1205)
  %1207 = load <8 x double>, ptr %15, align 8
  %1208 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1193, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1207)
  %1209 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1199, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1208)
  %1210 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1190, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1204)
  %1211 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1196, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1210)
  %1212 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1193, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1207)
  %1213 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1199, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1212)
  %1214 = fmul <8 x double> %1202, splat (double 0x3FE2CF2304755A5E)
  %1215 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1200, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1214)
  %1216 = fmul <8 x double> %1203, splat (double 0x3FE2CF2304755A5E)
  %1217 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1201, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1216)
  %1218 = fmul <8 x double> %1202, splat (double 0xBFEE6F0E134454FF)
  %1219 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1200, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1218)
  %1220 = fmul <8 x double> %1203, splat (double 0xBFEE6F0E134454FF)
  %1221 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1201, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1220)
  %1222 = fadd <8 x double> %1190, %1196
  %1223 = fadd <8 x double> %1222, %1204
  store <8 x double> %1223, ptr %14, align 8
  %1224 = fadd <8 x double> %1193, %1199
  %1225 = fadd <8 x double> %1207, %1224
  store <8 x double> %1225, ptr %15, align 8
  %1226 = fadd <8 x double> %1206, %1217
  store <8 x double> %1226, ptr %85, align 8
  %1227 = fsub <8 x double> %1209, %1215
  store <8 x double> %1227, ptr %87, align 8
  %1228 = fsub <8 x double> %1206, %1217
  store <8 x double> %1228, ptr %86, align 8
  %1229 = fadd <8 x double> %1215, %1209
  store <8 x double> %1229, ptr %88, align 8
  %1230 = fadd <8 x double> %1211, %1221
  store <8 x double> %1230, ptr %89, align 8
  %1231 = fsub <8 x double> %1213, %1219
  store <8 x double> %1231, ptr %91, align 8
  %1232 = fsub <8 x double> %1211, %1221
  store <8 x double> %1232, ptr %90, align 8
  %1233 = fadd <8 x double> %1219, %1213
  store <8 x double> %1233, ptr %92, align 8
  %1234 = getelementptr double, ptr %161, i64 %1184
  br label %1247
1235:
  %1236 = phi i64 [ 0, %1182 ], [ %1244, %1235 ]
  %1237 = mul i64 %1236, %163
  %1238 = getelementptr double, ptr %1185, i64 %1237
  %1239 = load <8 x double>, ptr %1238, align 8
  %1240 = getelementptr <8 x double>, ptr %14, i64 %1236
  store <8 x double> %1239, ptr %1240, align 8
  %1241 = getelementptr double, ptr %1186, i64 %1237
  %1242 = load <8 x double>, ptr %1241, align 8
  %1243 = getelementptr <8 x double>, ptr %15, i64 %1236
  store <8 x double> %1242, ptr %1243, align 8
  %1244 = add i64 %1236, 1
  %1245 = icmp eq i64 %1244, 5
  br i1 %1245, label %1187, label %1235
1246:
  switch i64 %145, label %1333 [
    i64 1, label %1269
    i64 4, label %1306
  ]
1247:
  %1248 = phi i64 [ 1, %1187 ], [ %1267, %1247 ]
  %1249 = shl i64 %1248, 1
  %1250 = add i64 %1249, -2
  %1251 = mul i64 %1250, %163
  %1252 = getelementptr double, ptr %1234, i64 %1251
  %1253 = load <8 x double>, ptr %1252, align 8
  %1254 = add i64 %1249, -1
  %1255 = mul i64 %1254, %163
  %1256 = getelementptr double, ptr %1234, i64 %1255
  %1257 = load <8 x double>, ptr %1256, align 8
  %1258 = getelementptr <8 x double>, ptr %14, i64 %1248
  %1259 = load <8 x double>, ptr %1258, align 8
  %1260 = getelementptr <8 x double>, ptr %15, i64 %1248
  %1261 = load <8 x double>, ptr %1260, align 8
  %1262 = fneg <8 x double> %1257
  %1263 = fmul <8 x double> %1261, %1262
  %1264 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1259, <8 x double> %1253, <8 x double> %1263)
  %1265 = fmul <8 x double> %1253, %1261
  %1266 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1259, <8 x double> %1257, <8 x double> %1265)
  store <8 x double> %1266, ptr %1260, align 8
  store <8 x double> %1264, ptr %1258, align 8
  %1267 = add i64 %1248, 1
  %1268 = icmp eq i64 %1267, 5
  br i1 %1268, label %1246, label %1247
1269:
  %1270 = mul i64 %1184, 5
  %1271 = getelementptr double, ptr %153, i64 %1270
  br label %1272
1272:
  %1273 = phi i64 [ 0, %1269 ], [ %1278, %1277 ]
  %1274 = trunc i64 %1273 to i32
  %1275 = mul i64 %1273, 40
  %1276 = getelementptr i8, ptr %1271, i64 %1275
  br label %1280
1277:
  %1278 = add i64 %1273, 1
  %1279 = icmp eq i64 %1278, 8
  br i1 %1279, label %1288, label %1272
1280:
  %1281 = phi i64 [ 0, %1272 ], [ %1286, %1280 ]
  %1282 = getelementptr <8 x double>, ptr %14, i64 %1281
  %1283 = load <8 x double>, ptr %1282, align 8
  %1284 = extractelement <8 x double> %1283, i32 %1274
  %1285 = getelementptr double, ptr %1276, i64 %1281
  store double %1284, ptr %1285, align 8
  %1286 = add i64 %1281, 1
  %1287 = icmp eq i64 %1286, 5
  br i1 %1287, label %1277, label %1280
1288:
  %1289 = getelementptr double, ptr %154, i64 %1270
  br label %1290
1290:
  %1291 = phi i64 [ 0, %1288 ], [ %1296, %1295 ]
  %1292 = trunc i64 %1291 to i32
  %1293 = mul i64 %1291, 40
  %1294 = getelementptr i8, ptr %1289, i64 %1293
  br label %1298
1295:
  %1296 = add i64 %1291, 1
  %1297 = icmp eq i64 %1296, 8
  br i1 %1297, label %1359, label %1290
1298:
  %1299 = phi i64 [ 0, %1290 ], [ %1304, %1298 ]
  %1300 = getelementptr <8 x double>, ptr %15, i64 %1299
  %1301 = load <8 x double>, ptr %1300, align 8
  %1302 = extractelement <8 x double> %1301, i32 %1292
  %1303 = getelementptr double, ptr %1294, i64 %1299
  store double %1302, ptr %1303, align 8
  %1304 = add i64 %1299, 1
  %1305 = icmp eq i64 %1304, 5
  br i1 %1305, label %1295, label %1298
1306:
  %1307 = mul i64 %1184, 5
  %1308 = getelementptr double, ptr %153, i64 %1307
  br label %1309
1309:
  %1310 = phi i64 [ 0, %1306 ], [ %1318, %1309 ]
  %1311 = getelementptr <8 x double>, ptr %14, i64 %1310
  %1312 = load <8 x double>, ptr %1311, align 8
  %1313 = shufflevector <8 x double> %1312, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %1314 = shl i64 %1310, 5
  %1315 = getelementptr i8, ptr %1308, i64 %1314
  store <4 x double> %1313, ptr %1315, align 8
  %1316 = shufflevector <8 x double> %1312, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %1317 = getelementptr i8, ptr %1315, i64 160
  store <4 x double> %1316, ptr %1317, align 8
  %1318 = add i64 %1310, 1
  %1319 = icmp eq i64 %1318, 5
  br i1 %1319, label %1320, label %1309
1320:
  %1321 = getelementptr double, ptr %154, i64 %1307
  br label %1322
1322:
  %1323 = phi i64 [ 0, %1320 ], [ %1331, %1322 ]
  %1324 = getelementptr <8 x double>, ptr %15, i64 %1323
  %1325 = load <8 x double>, ptr %1324, align 8
  %1326 = shufflevector <8 x double> %1325, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %1327 = shl i64 %1323, 5
  %1328 = getelementptr i8, ptr %1321, i64 %1327
  store <4 x double> %1326, ptr %1328, align 8
  %1329 = shufflevector <8 x double> %1325, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %1330 = getelementptr i8, ptr %1328, i64 160
  store <4 x double> %1329, ptr %1330, align 8
  %1331 = add i64 %1323, 1
  %1332 = icmp eq i64 %1331, 5
  br i1 %1332, label %1359, label %1322
1333:
  %1334 = phi i64 [ %1344, %1343 ], [ 0, %1246 ]
  %1335 = or i64 %1334, %1184
  %1336 = srem i64 %1335, %145
  %1337 = sub i64 %1335, %1336
  %1338 = mul i64 %1337, 5
  %1339 = add i64 %1338, %1336
  %1340 = trunc i64 %1334 to i32
  %1341 = getelementptr double, ptr %153, i64 %1339
  %1342 = getelementptr double, ptr %154, i64 %1339
  br label %1346
1343:
  %1344 = add i64 %1334, 1
  %1345 = icmp eq i64 %1344, 8
  br i1 %1345, label %1359, label %1333
1346:
  %1347 = phi i64 [ 0, %1333 ], [ %1357, %1346 ]
  %1348 = getelementptr <8 x double>, ptr %14, i64 %1347
  %1349 = load <8 x double>, ptr %1348, align 8
  %1350 = extractelement <8 x double> %1349, i32 %1340
  %1351 = mul i64 %1347, %145
  %1352 = getelementptr double, ptr %1341, i64 %1351
  store double %1350, ptr %1352, align 8
  %1353 = getelementptr <8 x double>, ptr %15, i64 %1347
  %1354 = load <8 x double>, ptr %1353, align 8
  %1355 = extractelement <8 x double> %1354, i32 %1340
  %1356 = getelementptr double, ptr %1342, i64 %1351
  store double %1355, ptr %1356, align 8
  %1357 = add i64 %1347, 1
  %1358 = icmp eq i64 %1357, 5
  br i1 %1358, label %1343, label %1346
1359:
  %1360 = add i64 %1183, 8
  %1361 = icmp sgt i64 %1360, %163
  br i1 %1361, label %1177, label %1182
1362:
  %1363 = phi i64 [ %1178, %1180 ], [ %1469, %1468 ]
  %1364 = freeze i64 %1363
  %1365 = freeze i64 %145
  %1366 = sdiv i64 %1364, %1365
  %1367 = mul i64 %1366, %1365
  %1368 = sub i64 %1364, %1367
  br label %1432
1369:
  %1370 = mul i64 %1181, %1366
  %1371 = add i64 %1370, %1368
  %1372 = shl i64 %1366, 6
  %1373 = getelementptr i8, ptr %156, i64 %1372
  %1374 = load double, ptr %93, align 8
  %1375 = load double, ptr %94, align 8
  %1376 = fadd double %1374, %1375
  %1377 = load double, ptr %95, align 8
  %1378 = load double, ptr %96, align 8
  %1379 = fadd double %1377, %1378
  %1380 = load double, ptr %97, align 8
  %1381 = load double, ptr %98, align 8
  %1382 = fadd double %1380, %1381
  %1383 = load double, ptr %99, align 8
  %1384 = load double, ptr %100, align 8
  %1385 = fadd double %1383, %1384
  %1386 = fsub double %1374, %1375
  %1387 = fsub double %1377, %1378
  %1388 = fsub double %1380, %1381
  %1389 = fsub double %1383, %1384
  %1390 = load double, ptr %12, align 8
  %1391 = load double, ptr %13, align 8
  %1392 = fadd double %1376, %1382
  %1393 = fadd double %1392, %1390
  store double %1393, ptr %12, align 8
  %1394 = fadd double %1379, %1385
  %1395 = fadd double %1391, %1394
  store double %1395, ptr %13, align 8
  %1396 = insertelement <2 x double> poison, double %1376, i64 0
  %1397 = shufflevector <2 x double> %1396, <2 x double> poison, <2 x i32> zeroinitializer
  %1398 = insertelement <2 x double> poison, double %1390, i64 0
  %1399 = shufflevector <2 x double> %1398, <2 x double> poison, <2 x i32> zeroinitializer
  %1400 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1397, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1399)
  %1401 = insertelement <2 x double> poison, double %1382, i64 0
  %1402 = shufflevector <2 x double> %1401, <2 x double> poison, <2 x i32> zeroinitializer
  %1403 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1402, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1400)
  %1404 = insertelement <2 x double> poison, double %1389, i64 0
  %1405 = shufflevector <2 x double> %1404, <2 x double> poison, <2 x i32> zeroinitializer
  %1406 = fmul <2 x double> %1405, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1407 = insertelement <2 x double> poison, double %1387, i64 0
  %1408 = shufflevector <2 x double> %1407, <2 x double> poison, <2 x i32> zeroinitializer
  %1409 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1408, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1406)
  %1410 = fadd <2 x double> %1403, %1409
  store <2 x double> %1410, ptr %93, align 8
  %1411 = insertelement <2 x double> poison, double %1379, i64 0
  %1412 = shufflevector <2 x double> %1411, <2 x double> poison, <2 x i32> zeroinitializer
  %1413 = insertelement <2 x double> poison, double %1391, i64 0
  %1414 = shufflevector <2 x double> %1413, <2 x double> poison, <2 x i32> zeroinitializer
  %1415 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1412, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1414)
  %1416 = insertelement <2 x double> poison, double %1385, i64 0
  %1417 = shufflevector <2 x double> %1416, <2 x double> poison, <2 x i32> zeroinitializer
  %1418 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1417, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1415)
  %1419 = insertelement <2 x double> poison, double %1388, i64 0
  %1420 = shufflevector <2 x double> %1419, <2 x double> poison, <2 x i32> zeroinitializer
  %1421 = fmul <2 x double> %1420, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1422 = insertelement <2 x double> poison, double %1386, i64 0
  %1423 = shufflevector <2 x double> %1422, <2 x double> poison, <2 x i32> zeroinitializer
  %1424 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1423, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1421)
  %1425 = fsub <2 x double> %1418, %1424
  store <2 x double> %1425, ptr %95, align 8
  %1426 = fsub <2 x double> %1403, %1409
  %1427 = shufflevector <2 x double> %1426, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1427, ptr %98, align 8
  %1428 = fadd <2 x double> %1424, %1418
  %1429 = shufflevector <2 x double> %1428, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1429, ptr %100, align 8
  %1430 = getelementptr double, ptr %153, i64 %1371
  store double %1393, ptr %1430, align 8
  %1431 = getelementptr double, ptr %154, i64 %1371
  store double %1395, ptr %1431, align 8
  br label %1446
1432:
  %1433 = phi i64 [ 0, %1362 ], [ %1444, %1432 ]
  %1434 = mul i64 %1433, %150
  %1435 = add i64 %1434, %1366
  %1436 = mul i64 %1435, %145
  %1437 = add i64 %1436, %1368
  %1438 = getelementptr double, ptr %151, i64 %1437
  %1439 = load double, ptr %1438, align 8
  %1440 = getelementptr double, ptr %12, i64 %1433
  store double %1439, ptr %1440, align 8
  %1441 = getelementptr double, ptr %152, i64 %1437
  %1442 = load double, ptr %1441, align 8
  %1443 = getelementptr double, ptr %13, i64 %1433
  store double %1442, ptr %1443, align 8
  %1444 = add i64 %1433, 1
  %1445 = icmp eq i64 %1444, 5
  br i1 %1445, label %1369, label %1432
1446:
  %1447 = phi i64 [ 1, %1369 ], [ %1466, %1446 ]
  %1448 = shl i64 %1447, 4
  %1449 = getelementptr i8, ptr %1373, i64 %1448
  %1450 = getelementptr i8, ptr %1449, i64 -16
  %1451 = load double, ptr %1450, align 8
  %1452 = getelementptr i8, ptr %1449, i64 -8
  %1453 = load double, ptr %1452, align 8
  %1454 = getelementptr double, ptr %12, i64 %1447
  %1455 = load double, ptr %1454, align 8
  %1456 = getelementptr double, ptr %13, i64 %1447
  %1457 = load double, ptr %1456, align 8
  %1458 = fneg double %1453
  %1459 = fmul double %1457, %1458
  %1460 = call double @llvm.fmuladd.f64(double %1455, double %1451, double %1459)
  %1461 = mul i64 %1447, %145
  %1462 = getelementptr double, ptr %1430, i64 %1461
  store double %1460, ptr %1462, align 8
  %1463 = fmul double %1451, %1457
  %1464 = call double @llvm.fmuladd.f64(double %1455, double %1453, double %1463)
  %1465 = getelementptr double, ptr %1431, i64 %1461
  store double %1464, ptr %1465, align 8
  %1466 = add i64 %1447, 1
  %1467 = icmp eq i64 %1466, 5
  br i1 %1467, label %1468, label %1446
1468:
  %1469 = add i64 %1363, 1
  %1470 = icmp eq i64 %1469, %163
  br i1 %1470, label %1690, label %1362
1471:
  %1472 = icmp sgt i64 %150, 0
  br i1 %1472, label %1473, label %1690
1473:
  %1474 = icmp slt i64 %145, 8
  %1475 = mul i64 %145, 5
  br label %1476
1476:
  %1477 = phi i64 [ 0, %1473 ], [ %1688, %1687 ]
  %1478 = shl i64 %1477, 6
  %1479 = getelementptr i8, ptr %156, i64 %1478
  br i1 %1474, label %1487, label %1480
1480:
  %1481 = mul i64 %1477, %145
  %1482 = mul i64 %1481, 5
  %1483 = getelementptr double, ptr %151, i64 %1481
  %1484 = getelementptr double, ptr %152, i64 %1481
  %1485 = getelementptr double, ptr %153, i64 %1482
  %1486 = getelementptr double, ptr %154, i64 %1482
  br label %1492
1487:
  %1488 = phi i64 [ 0, %1476 ], [ %1493, %1557 ]
  %1489 = icmp slt i64 %1488, %145
  br i1 %1489, label %1490, label %1687
1490:
  %1491 = mul i64 %1475, %1477
  br label %1586
1492:
  %1493 = phi i64 [ %1558, %1557 ], [ 8, %1480 ]
  %1494 = phi i64 [ %1493, %1557 ], [ 0, %1480 ]
  %1495 = getelementptr double, ptr %1483, i64 %1494
  %1496 = getelementptr double, ptr %1484, i64 %1494
  br label %1546
1497:
  %1498 = load <8 x double>, ptr %101, align 8
  %1499 = load <8 x double>, ptr %102, align 8
  %1500 = fadd <8 x double> %1498, %1499
  %1501 = load <8 x double>, ptr %103, align 8
  %1502 = load <8 x double>, ptr %104, align 8
  %1503 = fadd <8 x double> %1501, %1502
  %1504 = load <8 x double>, ptr %105, align 8
  %1505 = load <8 x double>, ptr %106, align 8
  %1506 = fadd <8 x double> %1504, %1505
  %1507 = load <8 x double>, ptr %107, align 8
  %1508 = load <8 x double>, ptr %108, align 8
  %1509 = fadd <8 x double> %1507, %1508
  %1510 = fsub <8 x double> %1498, %1499
  %1511 = fsub <8 x double> %1501, %1502
  %1512 = fsub <8 x double> %1504, %1505
  %1513 = fsub <8 x double> %1507, %1508
  %1514 = load <8 x double>, ptr %10, align 8
  %1515 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1500, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1514)
  %1516 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1506, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1515)
  %1517 = load <8 x double>, ptr %11, align 8
  %1518 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1503, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1517)
  %1519 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1509, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1518)
  %1520 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1500, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1514)
  %1521 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1506, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1520)
  %1522 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1503, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1517)
  %1523 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1509, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1522)
  %1524 = fmul <8 x double> %1512, splat (double 0x3FE2CF2304755A5E)
  %1525 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1510, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1524)
  %1526 = fmul <8 x double> %1513, splat (double 0x3FE2CF2304755A5E)
  %1527 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1511, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1526)
  %1528 = fmul <8 x double> %1512, splat (double 0xBFEE6F0E134454FF)
  %1529 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1510, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1528)
  %1530 = fmul <8 x double> %1513, splat (double 0xBFEE6F0E134454FF)
  %1531 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1511, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1530)
  %1532 = fadd <8 x double> %1500, %1506
  %1533 = fadd <8 x double> %1532, %1514
  store <8 x double> %1533, ptr %10, align 8
  %1534 = fadd <8 x double> %1503, %1509
  %1535 = fadd <8 x double> %1517, %1534
  store <8 x double> %1535, ptr %11, align 8
  %1536 = fadd <8 x double> %1516, %1527
  store <8 x double> %1536, ptr %101, align 8
  %1537 = fsub <8 x double> %1519, %1525
  store <8 x double> %1537, ptr %103, align 8
  %1538 = fsub <8 x double> %1516, %1527
  store <8 x double> %1538, ptr %102, align 8
  %1539 = fadd <8 x double> %1525, %1519
  store <8 x double> %1539, ptr %104, align 8
  %1540 = fadd <8 x double> %1521, %1531
  store <8 x double> %1540, ptr %105, align 8
  %1541 = fsub <8 x double> %1523, %1529
  store <8 x double> %1541, ptr %107, align 8
  %1542 = fsub <8 x double> %1521, %1531
  store <8 x double> %1542, ptr %106, align 8
  %1543 = fadd <8 x double> %1529, %1523
  store <8 x double> %1543, ptr %108, align 8
  %1544 = getelementptr double, ptr %1485, i64 %1494
  store <8 x double> %1533, ptr %1544, align 8
  %1545 = getelementptr double, ptr %1486, i64 %1494
  store <8 x double> %1535, ptr %1545, align 8
  br label %1560
1546:
  %1547 = phi i64 [ 0, %1492 ], [ %1555, %1546 ]
  %1548 = mul i64 %1547, %163
  %1549 = getelementptr double, ptr %1495, i64 %1548
  %1550 = load <8 x double>, ptr %1549, align 8
  %1551 = getelementptr <8 x double>, ptr %10, i64 %1547
  store <8 x double> %1550, ptr %1551, align 8
  %1552 = getelementptr double, ptr %1496, i64 %1548
  %1553 = load <8 x double>, ptr %1552, align 8
  %1554 = getelementptr <8 x double>, ptr %11, i64 %1547
  store <8 x double> %1553, ptr %1554, align 8
  %1555 = add i64 %1547, 1
  %1556 = icmp eq i64 %1555, 5
  br i1 %1556, label %1497, label %1546
1557:
  %1558 = add i64 %1493, 8
  %1559 = icmp sgt i64 %1558, %145
  br i1 %1559, label %1487, label %1492
1560:
  %1561 = phi i64 [ 1, %1497 ], [ %1584, %1560 ]
  %1562 = shl i64 %1561, 4
  %1563 = getelementptr i8, ptr %1479, i64 %1562
  %1564 = getelementptr i8, ptr %1563, i64 -16
  %1565 = load double, ptr %1564, align 8
  %1566 = getelementptr i8, ptr %1563, i64 -8
  %1567 = load double, ptr %1566, align 8
  %1568 = getelementptr <8 x double>, ptr %10, i64 %1561
  %1569 = load <8 x double>, ptr %1568, align 8
  %1570 = insertelement <8 x double> poison, double %1565, i64 0
  %1571 = shufflevector <8 x double> %1570, <8 x double> poison, <8 x i32> zeroinitializer
  %1572 = getelementptr <8 x double>, ptr %11, i64 %1561
  %1573 = load <8 x double>, ptr %1572, align 8
  %1574 = insertelement <8 x double> poison, double %1567, i64 0
  %1575 = shufflevector <8 x double> %1574, <8 x double> poison, <8 x i32> zeroinitializer
  %1576 = fneg <8 x double> %1575
  %1577 = fmul <8 x double> %1573, %1576
  %1578 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1569, <8 x double> %1571, <8 x double> %1577)
  %1579 = mul i64 %1561, %145
  %1580 = getelementptr double, ptr %1544, i64 %1579
  store <8 x double> %1578, ptr %1580, align 8
  %1581 = fmul <8 x double> %1571, %1573
  %1582 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1569, <8 x double> %1575, <8 x double> %1581)
  %1583 = getelementptr double, ptr %1545, i64 %1579
  store <8 x double> %1582, ptr %1583, align 8
  %1584 = add i64 %1561, 1
  %1585 = icmp eq i64 %1584, 5
  br i1 %1585, label %1557, label %1560
1586:
  %1587 = phi i64 [ %1488, %1490 ], [ %1685, %1684 ]
  br label %1648
1588:
  %1589 = add i64 %1587, %1491
  %1590 = load double, ptr %109, align 8
  %1591 = load double, ptr %110, align 8
  %1592 = fadd double %1590, %1591
  %1593 = load double, ptr %111, align 8
  %1594 = load double, ptr %112, align 8
  %1595 = fadd double %1593, %1594
  %1596 = load double, ptr %113, align 8
  %1597 = load double, ptr %114, align 8
  %1598 = fadd double %1596, %1597
  %1599 = load double, ptr %115, align 8
  %1600 = load double, ptr %116, align 8
  %1601 = fadd double %1599, %1600
  %1602 = fsub double %1590, %1591
  %1603 = fsub double %1593, %1594
  %1604 = fsub double %1596, %1597
  %1605 = fsub double %1599, %1600
  %1606 = load double, ptr %8, align 8
  %1607 = load double, ptr %9, align 8
  %1608 = fadd double %1592, %1598
  %1609 = fadd double %1608, %1606
  store double %1609, ptr %8, align 8
  %1610 = fadd double %1595, %1601
  %1611 = fadd double %1607, %1610
  store double %1611, ptr %9, align 8
  %1612 = insertelement <2 x double> poison, double %1592, i64 0
  %1613 = shufflevector <2 x double> %1612, <2 x double> poison, <2 x i32> zeroinitializer
  %1614 = insertelement <2 x double> poison, double %1606, i64 0
  %1615 = shufflevector <2 x double> %1614, <2 x double> poison, <2 x i32> zeroinitializer
  %1616 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1613, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1615)
  %1617 = insertelement <2 x double> poison, double %1598, i64 0
  %1618 = shufflevector <2 x double> %1617, <2 x double> poison, <2 x i32> zeroinitializer
  %1619 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1618, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1616)
  %1620 = insertelement <2 x double> poison, double %1605, i64 0
  %1621 = shufflevector <2 x double> %1620, <2 x double> poison, <2 x i32> zeroinitializer
  %1622 = fmul <2 x double> %1621, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1623 = insertelement <2 x double> poison, double %1603, i64 0
  %1624 = shufflevector <2 x double> %1623, <2 x double> poison, <2 x i32> zeroinitializer
  %1625 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1624, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1622)
  %1626 = fadd <2 x double> %1619, %1625
  store <2 x double> %1626, ptr %109, align 8
  %1627 = insertelement <2 x double> poison, double %1595, i64 0
  %1628 = shufflevector <2 x double> %1627, <2 x double> poison, <2 x i32> zeroinitializer
  %1629 = insertelement <2 x double> poison, double %1607, i64 0
  %1630 = shufflevector <2 x double> %1629, <2 x double> poison, <2 x i32> zeroinitializer
  %1631 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1628, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1630)
  %1632 = insertelement <2 x double> poison, double %1601, i64 0
  %1633 = shufflevector <2 x double> %1632, <2 x double> poison, <2 x i32> zeroinitializer
  %1634 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1633, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1631)
  %1635 = insertelement <2 x double> poison, double %1604, i64 0
  %1636 = shufflevector <2 x double> %1635, <2 x double> poison, <2 x i32> zeroinitializer
  %1637 = fmul <2 x double> %1636, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1638 = insertelement <2 x double> poison, double %1602, i64 0
  %1639 = shufflevector <2 x double> %1638, <2 x double> poison, <2 x i32> zeroinitializer
  %1640 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1639, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1637)
  %1641 = fsub <2 x double> %1634, %1640
  store <2 x double> %1641, ptr %111, align 8
  %1642 = fsub <2 x double> %1619, %1625
  %1643 = shufflevector <2 x double> %1642, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1643, ptr %114, align 8
  %1644 = fadd <2 x double> %1640, %1634
  %1645 = shufflevector <2 x double> %1644, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1645, ptr %116, align 8
  %1646 = getelementptr double, ptr %153, i64 %1589
  store double %1609, ptr %1646, align 8
  %1647 = getelementptr double, ptr %154, i64 %1589
  store double %1611, ptr %1647, align 8
  br label %1662
1648:
  %1649 = phi i64 [ 0, %1586 ], [ %1660, %1648 ]
  %1650 = mul i64 %1649, %150
  %1651 = add i64 %1650, %1477
  %1652 = mul i64 %1651, %145
  %1653 = add i64 %1652, %1587
  %1654 = getelementptr double, ptr %151, i64 %1653
  %1655 = load double, ptr %1654, align 8
  %1656 = getelementptr double, ptr %8, i64 %1649
  store double %1655, ptr %1656, align 8
  %1657 = getelementptr double, ptr %152, i64 %1653
  %1658 = load double, ptr %1657, align 8
  %1659 = getelementptr double, ptr %9, i64 %1649
  store double %1658, ptr %1659, align 8
  %1660 = add i64 %1649, 1
  %1661 = icmp eq i64 %1660, 5
  br i1 %1661, label %1588, label %1648
1662:
  %1663 = phi i64 [ 1, %1588 ], [ %1682, %1662 ]
  %1664 = shl i64 %1663, 4
  %1665 = getelementptr i8, ptr %1479, i64 %1664
  %1666 = getelementptr i8, ptr %1665, i64 -16
  %1667 = load double, ptr %1666, align 8
  %1668 = getelementptr i8, ptr %1665, i64 -8
  %1669 = load double, ptr %1668, align 8
  %1670 = getelementptr double, ptr %8, i64 %1663
  %1671 = load double, ptr %1670, align 8
  %1672 = getelementptr double, ptr %9, i64 %1663
  %1673 = load double, ptr %1672, align 8
  %1674 = fneg double %1669
  %1675 = fmul double %1673, %1674
  %1676 = call double @llvm.fmuladd.f64(double %1671, double %1667, double %1675)
  %1677 = mul i64 %1663, %145
  %1678 = getelementptr double, ptr %1646, i64 %1677
  store double %1676, ptr %1678, align 8
  %1679 = fmul double %1667, %1673
  %1680 = call double @llvm.fmuladd.f64(double %1671, double %1669, double %1679)
  %1681 = getelementptr double, ptr %1647, i64 %1677
  store double %1680, ptr %1681, align 8
  %1682 = add i64 %1663, 1
  %1683 = icmp eq i64 %1682, 5
  br i1 %1683, label %1684, label %1662
1684:
  %1685 = add i64 %1587, 1
  %1686 = icmp eq i64 %1685, %145
  br i1 %1686, label %1687, label %1586
1687:
  %1688 = add i64 %1477, 1
  %1689 = icmp eq i64 %1688, %150
  br i1 %1689, label %1690, label %1476
1690:
  %1691 = mul i64 %145, %149
  %1692 = add i64 %144, 1
  %1693 = load i32, ptr %40, align 4
  %1694 = sext i32 %1693 to i64
  %1695 = icmp slt i64 %1692, %1694
  br i1 %1695, label %141, label %137
}
declare double @llvm.fmuladd.f64(double, double, double)
declare void @gw_c_free(ptr allocptr)
declare <8 x double> @llvm.fmuladd.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal fastcc void @root(i64 %0, i64 %1, ptr %2, ptr %3) {
  %5 = shl i64 %0, 3
  %6 = sdiv i64 %5, %1
  %7 = add i64 %6, 1
  %8 = sdiv i64 %7, 2
  %9 = shl i64 %0, 2
  %10 = mul i64 %8, %1
  %11 = sub i64 %9, %10
  %12 = sitofp i64 %11 to double
  %13 = shl i64 %1, 2
  %14 = sitofp i64 %13 to double
  %15 = fdiv double %12, %14
  %16 = fmul double %15, 0x401921FB54442D18
  %17 = fneg double %16
  %18 = fmul double %16, %17
  br label %23
19:
  %20 = call double @llvm.fmuladd.f64(double %16, double %33, double %16)
  %21 = fadd double %39, 1.000000e+00
  %22 = srem i64 %8, 4
  switch i64 %22, label %49 [
    i64 0, label %42
    i64 1, label %44
    i64 2, label %47
  ]
23:
  %24 = phi i32 [ 9, %4 ], [ %40, %23 ]
  %25 = phi double [ 0.000000e+00, %4 ], [ %39, %23 ]
  %26 = phi double [ 0.000000e+00, %4 ], [ %33, %23 ]
  %27 = fadd double %26, 1.000000e+00
  %28 = fmul double %18, %27
  %29 = shl i32 %24, 1
  %30 = or i32 %29, 1
  %31 = mul i32 %30, %29
  %32 = uitofp i32 %31 to double
  %33 = fdiv double %28, %32
  %34 = fadd double %25, 1.000000e+00
  %35 = fmul double %18, %34
  %36 = add i32 %29, -1
  %37 = mul i32 %36, %29
  %38 = uitofp i32 %37 to double
  %39 = fdiv double %35, %38
  %40 = add i32 %24, -1
  %41 = icmp ugt i32 %24, 1
  br i1 %41, label %23, label %19
42:
  store double %21, ptr %2, align 8
  %43 = fneg double %20
  br label %50
44:
  %45 = fneg double %20
  store double %45, ptr %2, align 8
  %46 = fneg double %21
  br label %50
47:
  %48 = fneg double %21
  store double %48, ptr %2, align 8
  br label %50
49:
  store double %20, ptr %2, align 8
  br label %50
50:
  %51 = phi double [ %21, %49 ], [ %20, %47 ], [ %46, %44 ], [ %43, %42 ]
  store double %51, ptr %3, align 8
  ret void
}
define internal fastcc void @from_halves(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, ptr %5) {
  %7 = getelementptr double, ptr %5, i64 %4
  %8 = getelementptr i8, ptr %7, i64 8
  %9 = load double, ptr %0, align 8
  %10 = load double, ptr %1, align 8
  %11 = fadd double %9, %10
  store double %11, ptr %2, align 8
  store double 0.000000e+00, ptr %3, align 8
  %12 = load double, ptr %0, align 8
  %13 = load double, ptr %1, align 8
  %14 = fsub double %12, %13
  %15 = getelementptr double, ptr %2, i64 %4
  store double %14, ptr %15, align 8
  %16 = getelementptr double, ptr %3, i64 %4
  store double 0.000000e+00, ptr %16, align 8
  %17 = icmp slt i64 %4, 9
  br i1 %17, label %21, label %18
18:
  %19 = getelementptr double, ptr %0, i64 %4
  %20 = getelementptr double, ptr %1, i64 %4
  br label %24
21:
  %22 = phi i64 [ 1, %6 ], [ %25, %24 ]
  %23 = icmp slt i64 %22, %4
  br i1 %23, label %62, label %97
24:
  %25 = phi i64 [ 9, %18 ], [ %60, %24 ]
  %26 = phi i64 [ 1, %18 ], [ %25, %24 ]
  %27 = getelementptr double, ptr %0, i64 %26
  %28 = load <8 x double>, ptr %27, align 8
  %29 = getelementptr double, ptr %1, i64 %26
  %30 = load <8 x double>, ptr %29, align 8
  %31 = sub i64 0, %26
  %32 = getelementptr double, ptr %19, i64 %31
  %33 = getelementptr i8, ptr %32, i64 -56
  %34 = load <8 x double>, ptr %33, align 8
  %35 = getelementptr double, ptr %20, i64 %31
  %36 = getelementptr i8, ptr %35, i64 -56
  %37 = load <8 x double>, ptr %36, align 8
  %38 = shufflevector <8 x double> %34, <8 x double> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %39 = fneg <8 x double> %37
  %40 = shufflevector <8 x double> %39, <8 x double> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %41 = getelementptr double, ptr %5, i64 %26
  %42 = load <8 x double>, ptr %41, align 8
  %43 = getelementptr double, ptr %8, i64 %26
  %44 = load <8 x double>, ptr %43, align 8
  %45 = fsub <8 x double> %30, %40
  %46 = fmul <8 x double> %45, splat (double 5.000000e-01)
  %47 = fsub <8 x double> %28, %38
  %48 = fmul <8 x double> %47, splat (double -5.000000e-01)
  %49 = fadd <8 x double> %28, %38
  %50 = fmul <8 x double> %42, %46
  %51 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %49, <8 x double> splat (double 5.000000e-01), <8 x double> %50)
  %52 = fneg <8 x double> %48
  %53 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %52, <8 x double> %44, <8 x double> %51)
  %54 = getelementptr double, ptr %2, i64 %26
  store <8 x double> %53, ptr %54, align 8
  %55 = fadd <8 x double> %30, %40
  %56 = fmul <8 x double> %44, %46
  %57 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %55, <8 x double> splat (double 5.000000e-01), <8 x double> %56)
  %58 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %48, <8 x double> %42, <8 x double> %57)
  %59 = getelementptr double, ptr %3, i64 %26
  store <8 x double> %58, ptr %59, align 8
  %60 = add i64 %25, 8
  %61 = icmp sgt i64 %60, %4
  br i1 %61, label %21, label %24
62:
  %63 = phi i64 [ %95, %62 ], [ %22, %21 ]
  %64 = sub i64 %4, %63
  %65 = getelementptr double, ptr %0, i64 %64
  %66 = load double, ptr %65, align 8
  %67 = getelementptr double, ptr %1, i64 %64
  %68 = load double, ptr %67, align 8
  %69 = getelementptr double, ptr %1, i64 %63
  %70 = load double, ptr %69, align 8
  %71 = fadd double %68, %70
  %72 = fmul double %71, 5.000000e-01
  %73 = getelementptr double, ptr %0, i64 %63
  %74 = load double, ptr %73, align 8
  %75 = fsub double %74, %66
  %76 = fmul double %75, -5.000000e-01
  %77 = fadd double %66, %74
  %78 = getelementptr double, ptr %5, i64 %63
  %79 = load double, ptr %78, align 8
  %80 = fmul double %72, %79
  %81 = call double @llvm.fmuladd.f64(double %77, double 5.000000e-01, double %80)
  %82 = getelementptr double, ptr %8, i64 %63
  %83 = load double, ptr %82, align 8
  %84 = fneg double %76
  %85 = call double @llvm.fmuladd.f64(double %84, double %83, double %81)
  %86 = getelementptr double, ptr %2, i64 %63
  store double %85, ptr %86, align 8
  %87 = load double, ptr %69, align 8
  %88 = fsub double %87, %68
  %89 = load double, ptr %82, align 8
  %90 = fmul double %72, %89
  %91 = call double @llvm.fmuladd.f64(double %88, double 5.000000e-01, double %90)
  %92 = load double, ptr %78, align 8
  %93 = call double @llvm.fmuladd.f64(double %76, double %92, double %91)
  %94 = getelementptr double, ptr %3, i64 %63
  store double %93, ptr %94, align 8
  %95 = add i64 %63, 1
  %96 = icmp eq i64 %95, %4
  br i1 %96, label %97, label %62
97:
  ret void
}
define internal fastcc void @to_halves(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, ptr %5) {
  %7 = getelementptr double, ptr %5, i64 %4
  %8 = getelementptr i8, ptr %7, i64 8
  %9 = load double, ptr %0, align 8
  %10 = getelementptr double, ptr %0, i64 %4
  %11 = load double, ptr %10, align 8
  %12 = fadd double %9, %11
  store double %12, ptr %2, align 8
  %13 = load double, ptr %0, align 8
  %14 = load double, ptr %10, align 8
  %15 = fsub double %13, %14
  store double %15, ptr %3, align 8
  %16 = icmp slt i64 %4, 9
  br i1 %16, label %19, label %17
17:
  %18 = getelementptr double, ptr %1, i64 %4
  br label %22
19:
  %20 = phi i64 [ 1, %6 ], [ %23, %22 ]
  %21 = icmp slt i64 %20, %4
  br i1 %21, label %58, label %90
22:
  %23 = phi i64 [ 9, %17 ], [ %56, %22 ]
  %24 = phi i64 [ 1, %17 ], [ %23, %22 ]
  %25 = getelementptr double, ptr %0, i64 %24
  %26 = load <8 x double>, ptr %25, align 8
  %27 = getelementptr double, ptr %1, i64 %24
  %28 = load <8 x double>, ptr %27, align 8
  %29 = sub i64 0, %24
  %30 = getelementptr double, ptr %10, i64 %29
  %31 = getelementptr i8, ptr %30, i64 -56
  %32 = load <8 x double>, ptr %31, align 8
  %33 = getelementptr double, ptr %18, i64 %29
  %34 = getelementptr i8, ptr %33, i64 -56
  %35 = load <8 x double>, ptr %34, align 8
  %36 = shufflevector <8 x double> %32, <8 x double> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %37 = fneg <8 x double> %35
  %38 = shufflevector <8 x double> %37, <8 x double> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %39 = getelementptr double, ptr %5, i64 %24
  %40 = load <8 x double>, ptr %39, align 8
  %41 = getelementptr double, ptr %8, i64 %24
  %42 = load <8 x double>, ptr %41, align 8
  %43 = fneg <8 x double> %42
  %44 = fsub <8 x double> %26, %36
  %45 = fsub <8 x double> %28, %38
  %46 = fadd <8 x double> %26, %36
  %47 = fmul <8 x double> %40, %45
  %48 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %44, <8 x double> %43, <8 x double> %47)
  %49 = fsub <8 x double> %46, %48
  %50 = getelementptr double, ptr %2, i64 %24
  store <8 x double> %49, ptr %50, align 8
  %51 = fadd <8 x double> %28, %38
  %52 = fmul <8 x double> %45, %42
  %53 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %44, <8 x double> %40, <8 x double> %52)
  %54 = fadd <8 x double> %51, %53
  %55 = getelementptr double, ptr %3, i64 %24
  store <8 x double> %54, ptr %55, align 8
  %56 = add i64 %23, 8
  %57 = icmp sgt i64 %56, %4
  br i1 %57, label %19, label %22
58:
  %59 = phi i64 [ %88, %58 ], [ %20, %19 ]
  %60 = sub i64 %4, %59
  %61 = getelementptr double, ptr %0, i64 %60
  %62 = load double, ptr %61, align 8
  %63 = getelementptr double, ptr %1, i64 %60
  %64 = load double, ptr %63, align 8
  %65 = getelementptr double, ptr %8, i64 %59
  %66 = load double, ptr %65, align 8
  %67 = fneg double %66
  %68 = getelementptr double, ptr %0, i64 %59
  %69 = load double, ptr %68, align 8
  %70 = fsub double %69, %62
  %71 = getelementptr double, ptr %1, i64 %59
  %72 = load double, ptr %71, align 8
  %73 = fadd double %64, %72
  %74 = fadd double %62, %69
  %75 = getelementptr double, ptr %5, i64 %59
  %76 = load double, ptr %75, align 8
  %77 = fmul double %73, %76
  %78 = call double @llvm.fmuladd.f64(double %70, double %67, double %77)
  %79 = fsub double %74, %78
  %80 = getelementptr double, ptr %2, i64 %59
  store double %79, ptr %80, align 8
  %81 = load double, ptr %71, align 8
  %82 = fsub double %81, %64
  %83 = load double, ptr %75, align 8
  %84 = fmul double %66, %73
  %85 = call double @llvm.fmuladd.f64(double %70, double %83, double %84)
  %86 = fadd double %82, %85
  %87 = getelementptr double, ptr %3, i64 %59
  store double %86, ptr %87, align 8
  %88 = add i64 %59, 1
  %89 = icmp eq i64 %88, %4
  br i1 %89, label %90, label %58
90:
  ret void
}
declare i64 @llvm.smax.i64(i64, i64)
declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>)
