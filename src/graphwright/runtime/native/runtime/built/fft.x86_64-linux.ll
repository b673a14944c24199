%struct.parts = type { ptr, ptr, ptr, ptr }
@kept = internal global ptr null, align 8
@factors.known = internal constant [4 x i32] [i32 4, i32 2, i32 3, i32 5], align 8
@number_kept = internal global i32 0, align 4
define i64 @gw_fft_complex64(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = alloca [1024 x double], align 8
  %8 = alloca %struct.parts, align 8
  %9 = mul i64 %3, %2
  %10 = mul i64 %9, %4
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %40, label %12
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
  br i1 %27, label %40, label %28
28:
  call fastcc void @apart_float(ptr %0, ptr %18, ptr %19, i64 %10)
  %29 = icmp ne i64 %5, 0
  %30 = call fastcc i1 @along_axes(ptr %8, i64 %2, i64 %3, i64 %4, i1 true, i1 %29)
  %31 = load ptr, ptr %8, align 8
  %32 = load ptr, ptr %24, align 8
  %33 = sitofp i64 %10 to double
  %34 = fdiv double 1.000000e+00, %33
  %35 = select i1 %29, double %34, double 1.000000e+00
  call fastcc void @together_float(ptr %31, ptr %32, ptr %1, i64 %10, double %35)
  %36 = icmp eq ptr %18, %7
  br i1 %36, label %38, label %37
37:
  call void @gw_c_free(ptr %18)
  br label %38
38:
  %39 = select i1 %30, i64 0, i64 2
  br label %40
40:
  %41 = phi i64 [ %39, %38 ], [ 0, %6 ], [ 2, %17 ]
  ret i64 %41
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
  br i1 %12, label %28, label %43
13:
  %14 = phi i64 [ 8, %7 ], [ %26, %13 ]
  %15 = phi i64 [ 0, %7 ], [ %14, %13 ]
  %16 = getelementptr double, ptr %0, i64 %15
  %17 = load <8 x double>, ptr %16, align 8
  %18 = fmul <8 x double> %9, %17
  %19 = getelementptr double, ptr %1, i64 %15
  %20 = load <8 x double>, ptr %19, align 8
  %21 = fmul <8 x double> %9, %20
  %22 = shufflevector <8 x double> %18, <8 x double> %21, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %23 = fptrunc <16 x double> %22 to <16 x float>
  %24 = shl i64 %15, 3
  %25 = getelementptr i8, ptr %2, i64 %24
  store <16 x float> %23, ptr %25, align 4
  %26 = add i64 %14, 8
  %27 = icmp sgt i64 %26, %3
  br i1 %27, label %10, label %13
28:
  %29 = phi i64 [ %41, %28 ], [ %11, %10 ]
  %30 = getelementptr double, ptr %0, i64 %29
  %31 = load double, ptr %30, align 8
  %32 = fmul double %4, %31
  %33 = fptrunc double %32 to float
  %34 = shl i64 %29, 3
  %35 = getelementptr i8, ptr %2, i64 %34
  store float %33, ptr %35, align 4
  %36 = getelementptr double, ptr %1, i64 %29
  %37 = load double, ptr %36, align 8
  %38 = fmul double %4, %37
  %39 = fptrunc double %38 to float
  %40 = getelementptr i8, ptr %35, i64 4
  store float %39, ptr %40, align 4
  %41 = add i64 %29, 1
  %42 = icmp eq i64 %41, %3
  br i1 %42, label %43, label %28
43:
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
  br i1 %20, label %21, label %140
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
  br i1 %36, label %140, label %37
37:
  %38 = and i64 %6, 1
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %42
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
  %64 = trunc i64 %6 to i1
  %65 = or i1 %63, %64
  %66 = icmp sgt i64 %14, 0
  %67 = select i1 %65, i1 %66, i1 false
  br i1 %67, label %68, label %76
68:
  %69 = getelementptr i8, ptr %8, i64 8
  %70 = getelementptr i8, ptr %8, i64 16
  %71 = getelementptr i8, ptr %8, i64 24
  %72 = icmp eq ptr %43, null
  %73 = getelementptr i8, ptr %43, i64 848
  %74 = icmp sgt i64 %6, 0
  %75 = icmp sgt i64 %6, -2
  br label %78
76:
  %77 = phi i1 [ %65, %58 ], [ %123, %122 ]
  br i1 %77, label %127, label %130
78:
  %79 = phi i64 [ 0, %68 ], [ %124, %122 ]
  %80 = sdiv i64 %79, %5
  %81 = mul i64 %80, %2
  %82 = srem i64 %79, %5
  %83 = add i64 %81, %82
  %84 = mul i64 %83, %3
  %85 = getelementptr float, ptr %0, i64 %84
  %86 = mul i64 %79, %13
  %87 = getelementptr double, ptr %27, i64 %86
  %88 = getelementptr double, ptr %28, i64 %86
  store ptr %61, ptr %8, align 8
  store ptr %62, ptr %69, align 8
  store ptr %60, ptr %70, align 8
  store ptr %59, ptr %71, align 8
  br i1 %72, label %89, label %90
89:
  br i1 %74, label %103, label %97
90:
  call fastcc void @apart_float(ptr %85, ptr %61, ptr %62, i64 %12)
  %91 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 false)
  br i1 %91, label %93, label %92
92:
  br label %130
93:
  %94 = load ptr, ptr %8, align 8
  %95 = load ptr, ptr %69, align 8
  %96 = load ptr, ptr %73, align 8
  call fastcc void @from_halves(ptr %94, ptr %95, ptr %87, ptr %88, i64 %12, ptr %96)
  br label %122
97:
  %98 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 false)
  %99 = and i1 %75, %98
  br i1 %99, label %100, label %122
100:
  %101 = load ptr, ptr %8, align 8
  %102 = load ptr, ptr %69, align 8
  br label %112
103:
  %104 = phi i64 [ %110, %103 ], [ 0, %89 ]
  %105 = getelementptr float, ptr %85, i64 %104
  %106 = load float, ptr %105, align 4
  %107 = fpext float %106 to double
  %108 = getelementptr double, ptr %61, i64 %104
  store double %107, ptr %108, align 8
  %109 = getelementptr double, ptr %62, i64 %104
  store double 0.000000e+00, ptr %109, align 8
  %110 = add i64 %104, 1
  %111 = icmp eq i64 %110, %6
  br i1 %111, label %97, label %103
112:
  %113 = phi i64 [ 0, %100 ], [ %120, %112 ]
  %114 = getelementptr double, ptr %101, i64 %113
  %115 = load double, ptr %114, align 8
  %116 = getelementptr double, ptr %87, i64 %113
  store double %115, ptr %116, align 8
  %117 = getelementptr double, ptr %102, i64 %113
  %118 = load double, ptr %117, align 8
  %119 = getelementptr double, ptr %88, i64 %113
  store double %118, ptr %119, align 8
  %120 = add i64 %113, 1
  %121 = icmp eq i64 %113, %12
  br i1 %121, label %122, label %112
122:
  %123 = phi i1 [ true, %93 ], [ %98, %97 ], [ true, %112 ]
  %124 = add i64 %79, 1
  %125 = icmp slt i64 %124, %14
  %126 = select i1 %123, i1 %125, i1 false
  br i1 %126, label %78, label %76
127:
  %128 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 false)
  %129 = select i1 %128, i64 0, i64 2
  br label %130
130:
  %131 = phi ptr [ %61, %76 ], [ %61, %127 ], [ null, %50 ], [ %61, %92 ]
  %132 = phi i64 [ 2, %76 ], [ %129, %127 ], [ 2, %50 ], [ 2, %92 ]
  %133 = load ptr, ptr %11, align 8
  %134 = load ptr, ptr %33, align 8
  call fastcc void @together_float(ptr %133, ptr %134, ptr %1, i64 %15, double 1.000000e+00)
  call fastcc void @release(ptr %43)
  %135 = icmp eq ptr %131, %10
  br i1 %135, label %137, label %136
136:
  call void @gw_c_free(ptr %131)
  br label %137
137:
  %138 = icmp eq ptr %27, %9
  br i1 %138, label %140, label %139
139:
  call void @gw_c_free(ptr %27)
  br label %140
140:
  %141 = phi i64 [ 0, %7 ], [ 2, %26 ], [ %132, %137 ], [ %132, %139 ]
  ret i64 %141
}
define internal fastcc ptr @plan_of(i64 %0, i1 %1) {
  %3 = alloca [40 x i32], align 8
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
  br i1 %22, label %23, label %164
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
  br i1 %39, label %164, label %40
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
  br i1 %75, label %93, label %107
80:
  %81 = phi i64 [ 0, %77 ], [ %91, %80 ]
  %82 = sdiv i64 %81, %5
  %83 = mul i64 %82, %2
  %84 = srem i64 %81, %5
  %85 = add i64 %83, %84
  %86 = mul i64 %78, %85
  %87 = getelementptr float, ptr %0, i64 %86
  %88 = mul i64 %81, %13
  %89 = getelementptr double, ptr %30, i64 %88
  %90 = getelementptr double, ptr %31, i64 %88
  call fastcc void @apart_float(ptr %87, ptr %89, ptr %90, i64 %13)
  %91 = add i64 %81, 1
  %92 = icmp eq i64 %91, %14
  br i1 %92, label %79, label %80
93:
  %94 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 true)
  br i1 %94, label %95, label %107
95:
  %96 = getelementptr i8, ptr %8, i64 8
  %97 = getelementptr i8, ptr %8, i64 16
  %98 = getelementptr i8, ptr %8, i64 24
  %99 = icmp eq ptr %46, null
  %100 = getelementptr i8, ptr %46, i64 848
  %101 = icmp slt i64 %6, 2
  %102 = lshr i64 %6, 1
  %103 = icmp sgt i64 %6, 0
  %104 = call i64 @llvm.smax.i64(i64 %14, i64 0)
  %105 = icmp slt i64 %14, 1
  br i1 %105, label %107, label %114
106:
  br label %107
107:
  %108 = phi i64 [ 2, %79 ], [ 2, %106 ], [ 2, %93 ], [ 0, %95 ], [ 0, %161 ], [ 2, %159 ]
  call fastcc void @release(ptr %46)
  %109 = icmp eq ptr %74, %10
  br i1 %109, label %111, label %110
110:
  call void @gw_c_free(ptr %74)
  br label %111
111:
  %112 = icmp eq ptr %30, %9
  br i1 %112, label %164, label %113
113:
  call void @gw_c_free(ptr %30)
  br label %164
114:
  %115 = phi i64 [ %162, %161 ], [ 0, %95 ]
  %116 = load ptr, ptr %11, align 8
  %117 = mul i64 %115, %13
  %118 = getelementptr double, ptr %116, i64 %117
  %119 = load ptr, ptr %36, align 8
  %120 = getelementptr double, ptr %119, i64 %117
  %121 = mul i64 %115, %6
  %122 = getelementptr float, ptr %1, i64 %121
  store ptr %74, ptr %8, align 8
  store ptr %73, ptr %96, align 8
  store ptr %72, ptr %97, align 8
  store ptr %71, ptr %98, align 8
  br i1 %99, label %129, label %123
123:
  %124 = load ptr, ptr %100, align 8
  call fastcc void @to_halves(ptr %118, ptr %120, ptr %74, ptr %73, i64 %12, ptr %124)
  %125 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 true)
  br i1 %125, label %126, label %106
126:
  %127 = load ptr, ptr %8, align 8
  %128 = load ptr, ptr %96, align 8
  call fastcc void @together_float(ptr %127, ptr %128, ptr %122, i64 %12, double %17)
  br label %160
129:
  %130 = load double, ptr %118, align 8
  store double %130, ptr %74, align 8
  store double 0.000000e+00, ptr %73, align 8
  br i1 %101, label %131, label %136
131:
  %132 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 true)
  %133 = and i1 %103, %132
  br i1 %133, label %134, label %159
134:
  %135 = load ptr, ptr %8, align 8
  br label %150
136:
  %137 = phi i64 [ %148, %136 ], [ 1, %129 ]
  %138 = getelementptr double, ptr %118, i64 %137
  %139 = load double, ptr %138, align 8
  %140 = sub i64 %6, %137
  %141 = getelementptr double, ptr %74, i64 %140
  store double %139, ptr %141, align 8
  %142 = getelementptr double, ptr %74, i64 %137
  store double %139, ptr %142, align 8
  %143 = getelementptr double, ptr %120, i64 %137
  %144 = load double, ptr %143, align 8
  %145 = getelementptr double, ptr %73, i64 %137
  store double %144, ptr %145, align 8
  %146 = fneg double %144
  %147 = getelementptr double, ptr %73, i64 %140
  store double %146, ptr %147, align 8
  %148 = add i64 %137, 1
  %149 = icmp eq i64 %137, %102
  br i1 %149, label %131, label %136
150:
  %151 = phi i64 [ 0, %134 ], [ %157, %150 ]
  %152 = getelementptr double, ptr %135, i64 %151
  %153 = load double, ptr %152, align 8
  %154 = fmul double %17, %153
  %155 = fptrunc double %154 to float
  %156 = getelementptr float, ptr %122, i64 %151
  store float %155, ptr %156, align 4
  %157 = add i64 %151, 1
  %158 = icmp eq i64 %157, %6
  br i1 %158, label %160, label %150
159:
  br i1 %132, label %161, label %107
160:
  br label %161
161:
  %162 = add i64 %115, 1
  %163 = icmp eq i64 %162, %104
  br i1 %163, label %107, label %114
164:
  %165 = phi i64 [ 0, %7 ], [ 2, %29 ], [ %108, %111 ], [ %108, %113 ]
  ret i64 %165
}
define i64 @gw_fft_complex128(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = alloca [1024 x double], align 8
  %8 = alloca %struct.parts, align 8
  %9 = mul i64 %3, %2
  %10 = mul i64 %9, %4
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %75, label %12
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
  br i1 %27, label %75, label %28
28:
  call fastcc void @apart_double(ptr %0, ptr %18, ptr %19, i64 %10)
  %29 = icmp ne i64 %5, 0
  %30 = call fastcc i1 @along_axes(ptr %8, i64 %2, i64 %3, i64 %4, i1 true, i1 %29)
  %31 = load ptr, ptr %8, align 8
  %32 = load ptr, ptr %24, align 8
  %33 = sitofp i64 %10 to double
  %34 = fdiv double 1.000000e+00, %33
  %35 = select i1 %29, double %34, double 1.000000e+00
  %36 = icmp slt i64 %10, 8
  br i1 %36, label %40, label %37
37:
  %38 = insertelement <8 x double> poison, double %35, i64 0
  %39 = shufflevector <8 x double> %38, <8 x double> poison, <8 x i32> zeroinitializer
  br label %43
40:
  %41 = phi i64 [ 0, %28 ], [ %44, %43 ]
  %42 = icmp slt i64 %41, %10
  br i1 %42, label %57, label %70
43:
  %44 = phi i64 [ 8, %37 ], [ %55, %43 ]
  %45 = phi i64 [ 0, %37 ], [ %44, %43 ]
  %46 = getelementptr double, ptr %31, i64 %45
  %47 = load <8 x double>, ptr %46, align 8
  %48 = fmul <8 x double> %39, %47
  %49 = getelementptr double, ptr %32, i64 %45
  %50 = load <8 x double>, ptr %49, align 8
  %51 = fmul <8 x double> %39, %50
  %52 = shufflevector <8 x double> %48, <8 x double> %51, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %53 = shl i64 %45, 4
  %54 = getelementptr i8, ptr %1, i64 %53
  store <16 x double> %52, ptr %54, align 8
  %55 = add i64 %44, 8
  %56 = icmp sgt i64 %55, %10
  br i1 %56, label %40, label %43
57:
  %58 = phi i64 [ %68, %57 ], [ %41, %40 ]
  %59 = getelementptr double, ptr %31, i64 %58
  %60 = load double, ptr %59, align 8
  %61 = fmul double %35, %60
  %62 = shl i64 %58, 4
  %63 = getelementptr i8, ptr %1, i64 %62
  store double %61, ptr %63, align 8
  %64 = getelementptr double, ptr %32, i64 %58
  %65 = load double, ptr %64, align 8
  %66 = fmul double %35, %65
  %67 = getelementptr i8, ptr %63, i64 8
  store double %66, ptr %67, align 8
  %68 = add i64 %58, 1
  %69 = icmp eq i64 %68, %10
  br i1 %69, label %70, label %57
70:
  %71 = icmp eq ptr %18, %7
  br i1 %71, label %73, label %72
72:
  call void @gw_c_free(ptr %18)
  br label %73
73:
  %74 = select i1 %30, i64 0, i64 2
  br label %75
75:
  %76 = phi i64 [ %74, %73 ], [ 0, %6 ], [ 2, %17 ]
  ret i64 %76
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
  br i1 %20, label %21, label %167
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
  br i1 %36, label %167, label %37
37:
  %38 = and i64 %6, 1
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %42
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
  br i1 %57, label %129, label %58
58:
  %59 = phi ptr [ %49, %45 ], [ %56, %50 ]
  %60 = phi ptr [ %47, %45 ], [ %54, %50 ]
  %61 = phi ptr [ %10, %45 ], [ %52, %50 ]
  %62 = getelementptr double, ptr %61, i64 %6
  %63 = icmp ne ptr %43, null
  %64 = trunc i64 %6 to i1
  %65 = or i1 %63, %64
  %66 = icmp sgt i64 %14, 0
  %67 = select i1 %65, i1 %66, i1 false
  br i1 %67, label %68, label %76
68:
  %69 = getelementptr i8, ptr %8, i64 8
  %70 = getelementptr i8, ptr %8, i64 16
  %71 = getelementptr i8, ptr %8, i64 24
  %72 = icmp eq ptr %43, null
  %73 = getelementptr i8, ptr %43, i64 848
  %74 = icmp sgt i64 %6, 0
  %75 = icmp sgt i64 %6, -2
  br label %78
76:
  %77 = phi i1 [ %65, %58 ], [ %122, %121 ]
  br i1 %77, label %126, label %129
78:
  %79 = phi i64 [ 0, %68 ], [ %123, %121 ]
  %80 = sdiv i64 %79, %5
  %81 = mul i64 %80, %2
  %82 = srem i64 %79, %5
  %83 = add i64 %81, %82
  %84 = mul i64 %83, %3
  %85 = getelementptr double, ptr %0, i64 %84
  %86 = mul i64 %79, %13
  %87 = getelementptr double, ptr %27, i64 %86
  %88 = getelementptr double, ptr %28, i64 %86
  store ptr %61, ptr %8, align 8
  store ptr %62, ptr %69, align 8
  store ptr %60, ptr %70, align 8
  store ptr %59, ptr %71, align 8
  br i1 %72, label %89, label %90
89:
  br i1 %74, label %103, label %97
90:
  call fastcc void @apart_double(ptr %85, ptr %61, ptr %62, i64 %12)
  %91 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 false)
  br i1 %91, label %93, label %92
92:
  br label %129
93:
  %94 = load ptr, ptr %8, align 8
  %95 = load ptr, ptr %69, align 8
  %96 = load ptr, ptr %73, align 8
  call fastcc void @from_halves(ptr %94, ptr %95, ptr %87, ptr %88, i64 %12, ptr %96)
  br label %121
97:
  %98 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 false)
  %99 = and i1 %75, %98
  br i1 %99, label %100, label %121
100:
  %101 = load ptr, ptr %8, align 8
  %102 = load ptr, ptr %69, align 8
  br label %111
103:
  %104 = phi i64 [ %109, %103 ], [ 0, %89 ]
  %105 = getelementptr double, ptr %85, i64 %104
  %106 = load double, ptr %105, align 8
  %107 = getelementptr double, ptr %61, i64 %104
  store double %106, ptr %107, align 8
  %108 = getelementptr double, ptr %62, i64 %104
  store double 0.000000e+00, ptr %108, align 8
  %109 = add i64 %104, 1
  %110 = icmp eq i64 %109, %6
  br i1 %110, label %97, label %103
111:
  %112 = phi i64 [ 0, %100 ], [ %119, %111 ]
  %113 = getelementptr double, ptr %101, i64 %112
  %114 = load double, ptr %113, align 8
  %115 = getelementptr double, ptr %87, i64 %112
  store double %114, ptr %115, align 8
  %116 = getelementptr double, ptr %102, i64 %112
  %117 = load double, ptr %116, align 8
  %118 = getelementptr double, ptr %88, i64 %112
  store double %117, ptr %118, align 8
  %119 = add i64 %112, 1
  %120 = icmp eq i64 %112, %12
  br i1 %120, label %121, label %111
121:
  %122 = phi i1 [ true, %93 ], [ %98, %97 ], [ true, %111 ]
  %123 = add i64 %79, 1
  %124 = icmp slt i64 %123, %14
  %125 = select i1 %122, i1 %124, i1 false
  br i1 %125, label %78, label %76
126:
  %127 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 false)
  %128 = select i1 %127, i64 0, i64 2
  br label %129
129:
  %130 = phi ptr [ %61, %76 ], [ %61, %126 ], [ null, %50 ], [ %61, %92 ]
  %131 = phi i64 [ 2, %76 ], [ %128, %126 ], [ 2, %50 ], [ 2, %92 ]
  %132 = load ptr, ptr %11, align 8
  %133 = load ptr, ptr %33, align 8
  %134 = icmp slt i64 %15, 8
  br i1 %134, label %135, label %138
135:
  %136 = phi i64 [ 0, %129 ], [ %139, %138 ]
  %137 = icmp slt i64 %136, %15
  br i1 %137, label %150, label %161
138:
  %139 = phi i64 [ %148, %138 ], [ 8, %129 ]
  %140 = phi i64 [ %139, %138 ], [ 0, %129 ]
  %141 = getelementptr double, ptr %132, i64 %140
  %142 = load <8 x double>, ptr %141, align 8
  %143 = getelementptr double, ptr %133, i64 %140
  %144 = load <8 x double>, ptr %143, align 8
  %145 = shufflevector <8 x double> %142, <8 x double> %144, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %146 = shl i64 %140, 4
  %147 = getelementptr i8, ptr %1, i64 %146
  store <16 x double> %145, ptr %147, align 8
  %148 = add i64 %139, 8
  %149 = icmp sgt i64 %148, %15
  br i1 %149, label %135, label %138
150:
  %151 = phi i64 [ %159, %150 ], [ %136, %135 ]
  %152 = getelementptr double, ptr %132, i64 %151
  %153 = load double, ptr %152, align 8
  %154 = shl i64 %151, 4
  %155 = getelementptr i8, ptr %1, i64 %154
  store double %153, ptr %155, align 8
  %156 = getelementptr double, ptr %133, i64 %151
  %157 = load double, ptr %156, align 8
  %158 = getelementptr i8, ptr %155, i64 8
  store double %157, ptr %158, align 8
  %159 = add i64 %151, 1
  %160 = icmp eq i64 %159, %15
  br i1 %160, label %161, label %150
161:
  call fastcc void @release(ptr %43)
  %162 = icmp eq ptr %130, %10
  br i1 %162, label %164, label %163
163:
  call void @gw_c_free(ptr %130)
  br label %164
164:
  %165 = icmp eq ptr %27, %9
  br i1 %165, label %167, label %166
166:
  call void @gw_c_free(ptr %27)
  br label %167
167:
  %168 = phi i64 [ 0, %7 ], [ 2, %26 ], [ %131, %164 ], [ %131, %166 ]
  ret i64 %168
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
  br i1 %22, label %23, label %195
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
  br i1 %39, label %195, label %40
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
  br i1 %75, label %93, label %112
80:
  %81 = phi i64 [ 0, %77 ], [ %91, %80 ]
  %82 = sdiv i64 %81, %5
  %83 = mul i64 %82, %2
  %84 = srem i64 %81, %5
  %85 = add i64 %83, %84
  %86 = mul i64 %78, %85
  %87 = getelementptr double, ptr %0, i64 %86
  %88 = mul i64 %81, %13
  %89 = getelementptr double, ptr %30, i64 %88
  %90 = getelementptr double, ptr %31, i64 %88
  call fastcc void @apart_double(ptr %87, ptr %89, ptr %90, i64 %13)
  %91 = add i64 %81, 1
  %92 = icmp eq i64 %91, %14
  br i1 %92, label %79, label %80
93:
  %94 = call fastcc i1 @along_axes(ptr %11, i64 %4, i64 %5, i64 %13, i1 false, i1 true)
  br i1 %94, label %95, label %112
95:
  %96 = getelementptr i8, ptr %8, i64 8
  %97 = getelementptr i8, ptr %8, i64 16
  %98 = getelementptr i8, ptr %8, i64 24
  %99 = icmp eq ptr %46, null
  %100 = getelementptr i8, ptr %46, i64 848
  %101 = icmp slt i64 %6, 16
  %102 = insertelement <8 x double> poison, double %17, i64 0
  %103 = shufflevector <8 x double> %102, <8 x double> poison, <8 x i32> zeroinitializer
  %104 = icmp slt i64 %6, 2
  %105 = lshr i64 %6, 1
  %106 = icmp sgt i64 %6, 0
  %107 = call i64 @llvm.smax.i64(i64 %14, i64 0)
  br label %108
108:
  %109 = phi i64 [ 0, %95 ], [ %194, %192 ]
  %110 = icmp eq i64 %109, %107
  br i1 %110, label %112, label %119
111:
  br label %112
112:
  %113 = phi i64 [ 2, %79 ], [ 2, %111 ], [ 2, %93 ], [ 0, %108 ], [ 2, %192 ]
  call fastcc void @release(ptr %46)
  %114 = icmp eq ptr %74, %10
  br i1 %114, label %116, label %115
115:
  call void @gw_c_free(ptr %74)
  br label %116
116:
  %117 = icmp eq ptr %30, %9
  br i1 %117, label %195, label %118
118:
  call void @gw_c_free(ptr %30)
  br label %195
119:
  %120 = load ptr, ptr %11, align 8
  %121 = mul i64 %109, %13
  %122 = getelementptr double, ptr %120, i64 %121
  %123 = load ptr, ptr %36, align 8
  %124 = getelementptr double, ptr %123, i64 %121
  %125 = mul i64 %109, %6
  %126 = getelementptr double, ptr %1, i64 %125
  store ptr %74, ptr %8, align 8
  store ptr %73, ptr %96, align 8
  store ptr %72, ptr %97, align 8
  store ptr %71, ptr %98, align 8
  br i1 %99, label %163, label %127
127:
  %128 = load ptr, ptr %100, align 8
  call fastcc void @to_halves(ptr %122, ptr %124, ptr %74, ptr %73, i64 %12, ptr %128)
  %129 = call fastcc i1 @along_axis(ptr %8, i64 %12, i64 1, i64 1, i1 true)
  br i1 %129, label %130, label %111
130:
  %131 = load ptr, ptr %8, align 8
  %132 = load ptr, ptr %96, align 8
  br i1 %101, label %133, label %136
133:
  %134 = phi i64 [ 0, %130 ], [ %137, %136 ]
  %135 = icmp slt i64 %134, %12
  br i1 %135, label %150, label %192
136:
  %137 = phi i64 [ %148, %136 ], [ 8, %130 ]
  %138 = phi i64 [ %137, %136 ], [ 0, %130 ]
  %139 = getelementptr double, ptr %131, i64 %138
  %140 = load <8 x double>, ptr %139, align 8
  %141 = fmul <8 x double> %103, %140
  %142 = getelementptr double, ptr %132, i64 %138
  %143 = load <8 x double>, ptr %142, align 8
  %144 = fmul <8 x double> %103, %143
  %145 = shufflevector <8 x double> %141, <8 x double> %144, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %146 = shl i64 %138, 4
  %147 = getelementptr i8, ptr %126, i64 %146
  store <16 x double> %145, ptr %147, align 8
  %148 = add i64 %137, 8
  %149 = icmp sgt i64 %148, %12
  br i1 %149, label %133, label %136
150:
  %151 = phi i64 [ %161, %150 ], [ %134, %133 ]
  %152 = getelementptr double, ptr %131, i64 %151
  %153 = load double, ptr %152, align 8
  %154 = fmul double %17, %153
  %155 = shl i64 %151, 4
  %156 = getelementptr i8, ptr %126, i64 %155
  store double %154, ptr %156, align 8
  %157 = getelementptr double, ptr %132, i64 %151
  %158 = load double, ptr %157, align 8
  %159 = fmul double %17, %158
  %160 = getelementptr i8, ptr %156, i64 8
  store double %159, ptr %160, align 8
  %161 = add i64 %151, 1
  %162 = icmp eq i64 %161, %12
  br i1 %162, label %192, label %150
163:
  %164 = load double, ptr %122, align 8
  store double %164, ptr %74, align 8
  store double 0.000000e+00, ptr %73, align 8
  br i1 %104, label %165, label %170
165:
  %166 = call fastcc i1 @along_axis(ptr %8, i64 %6, i64 1, i64 1, i1 true)
  %167 = and i1 %106, %166
  br i1 %167, label %168, label %192
168:
  %169 = load ptr, ptr %8, align 8
  br label %184
170:
  %171 = phi i64 [ %182, %170 ], [ 1, %163 ]
  %172 = getelementptr double, ptr %122, i64 %171
  %173 = load double, ptr %172, align 8
  %174 = sub i64 %6, %171
  %175 = getelementptr double, ptr %74, i64 %174
  store double %173, ptr %175, align 8
  %176 = getelementptr double, ptr %74, i64 %171
  store double %173, ptr %176, align 8
  %177 = getelementptr double, ptr %124, i64 %171
  %178 = load double, ptr %177, align 8
  %179 = getelementptr double, ptr %73, i64 %171
  store double %178, ptr %179, align 8
  %180 = fneg double %178
  %181 = getelementptr double, ptr %73, i64 %174
  store double %180, ptr %181, align 8
  %182 = add i64 %171, 1
  %183 = icmp eq i64 %171, %105
  br i1 %183, label %165, label %170
184:
  %185 = phi i64 [ 0, %168 ], [ %190, %184 ]
  %186 = getelementptr double, ptr %169, i64 %185
  %187 = load double, ptr %186, align 8
  %188 = fmul double %17, %187
  %189 = getelementptr double, ptr %126, i64 %185
  store double %188, ptr %189, align 8
  %190 = add i64 %185, 1
  %191 = icmp eq i64 %190, %6
  br i1 %191, label %192, label %184
192:
  %193 = phi i1 [ true, %133 ], [ true, %184 ], [ %166, %165 ], [ true, %150 ]
  %194 = add i64 %109, 1
  br i1 %193, label %108, label %112
195:
  %196 = phi i64 [ 0, %7 ], [ 2, %29 ], [ %113, %116 ], [ %113, %118 ]
  ret i64 %196
}
declare ptr @gw_c_malloc(i64)
define internal fastcc i1 @along_axis(ptr %0, i64 %1, i64 %2, i64 %3, i1 %4) {
  %6 = icmp eq i64 %1, 1
  br i1 %6, label %152, label %7
7:
  %8 = call fastcc ptr @plan_of(i64 %1, i1 false)
  %9 = icmp eq ptr %8, null
  br i1 %9, label %152, label %10
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
  br i1 %24, label %146, label %25
25:
  %26 = getelementptr i8, ptr %8, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr i8, ptr %23, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = shl i64 %29, 5
  %31 = call ptr @gw_c_malloc(i64 %30)
  %32 = icmp ne ptr %31, null
  br i1 %32, label %33, label %145
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
  br label %145
52:
  %53 = phi i64 [ 0, %42 ], [ %118, %117 ]
  %54 = sdiv i64 %53, %3
  %55 = mul i64 %43, %54
  %56 = srem i64 %53, %3
  %57 = add i64 %55, %56
  br i1 %47, label %59, label %58
58:
  br i1 %48, label %83, label %80
59:
  %60 = phi i64 [ %78, %59 ], [ 0, %52 ]
  %61 = mul i64 %60, %3
  %62 = add i64 %61, %57
  %63 = getelementptr double, ptr %13, i64 %62
  %64 = load double, ptr %63, align 8
  %65 = getelementptr double, ptr %15, i64 %62
  %66 = load double, ptr %65, align 8
  %67 = getelementptr double, ptr %35, i64 %60
  %68 = load double, ptr %67, align 8
  %69 = getelementptr double, ptr %36, i64 %60
  %70 = load double, ptr %69, align 8
  %71 = fneg double %70
  %72 = fmul double %66, %71
  %73 = call double @llvm.fmuladd.f64(double %64, double %68, double %72)
  %74 = getelementptr double, ptr %31, i64 %60
  store double %73, ptr %74, align 8
  %75 = fmul double %66, %68
  %76 = call double @llvm.fmuladd.f64(double %64, double %70, double %75)
  %77 = getelementptr double, ptr %44, i64 %60
  store double %76, ptr %77, align 8
  %78 = add i64 %60, 1
  %79 = icmp eq i64 %78, %27
  br i1 %79, label %58, label %59
80:
  %81 = load ptr, ptr %22, align 8
  %82 = call fastcc i1 @run_passes(ptr %81, ptr %31, ptr %44, ptr %45, ptr %46, i64 1, i64 1)
  br i1 %82, label %89, label %90
83:
  %84 = phi i64 [ %87, %83 ], [ %27, %58 ]
  %85 = getelementptr double, ptr %44, i64 %84
  store double 0.000000e+00, ptr %85, align 8
  %86 = getelementptr double, ptr %31, i64 %84
  store double 0.000000e+00, ptr %86, align 8
  %87 = add i64 %84, 1
  %88 = icmp eq i64 %87, %29
  br i1 %88, label %80, label %83
89:
  br label %90
90:
  %91 = phi ptr [ %44, %89 ], [ %46, %80 ]
  %92 = phi ptr [ %31, %89 ], [ %45, %80 ]
  %93 = phi ptr [ %46, %89 ], [ %44, %80 ]
  %94 = phi ptr [ %45, %89 ], [ %31, %80 ]
  br i1 %49, label %100, label %95
95:
  %96 = load ptr, ptr %22, align 8
  %97 = call fastcc i1 @run_passes(ptr %96, ptr %93, ptr %94, ptr %91, ptr %92, i64 1, i64 1)
  %98 = select i1 %97, ptr %91, ptr %93
  %99 = select i1 %97, ptr %92, ptr %94
  br i1 %47, label %120, label %117
100:
  %101 = phi i64 [ %115, %100 ], [ 0, %90 ]
  %102 = getelementptr double, ptr %94, i64 %101
  %103 = load double, ptr %102, align 8
  %104 = getelementptr double, ptr %38, i64 %101
  %105 = load double, ptr %104, align 8
  %106 = getelementptr double, ptr %93, i64 %101
  %107 = load double, ptr %106, align 8
  %108 = getelementptr double, ptr %39, i64 %101
  %109 = load double, ptr %108, align 8
  %110 = fneg double %109
  %111 = fmul double %107, %110
  %112 = call double @llvm.fmuladd.f64(double %103, double %105, double %111)
  %113 = fmul double %105, %107
  %114 = call double @llvm.fmuladd.f64(double %103, double %109, double %113)
  store double %114, ptr %106, align 8
  store double %112, ptr %102, align 8
  %115 = add i64 %101, 1
  %116 = icmp eq i64 %115, %29
  br i1 %116, label %95, label %100
117:
  %118 = add i64 %53, 1
  %119 = icmp eq i64 %118, %40
  br i1 %119, label %51, label %52
120:
  %121 = phi i64 [ %143, %120 ], [ 0, %95 ]
  %122 = getelementptr double, ptr %99, i64 %121
  %123 = load double, ptr %122, align 8
  %124 = fdiv double %123, %50
  %125 = getelementptr double, ptr %98, i64 %121
  %126 = load double, ptr %125, align 8
  %127 = fdiv double %126, %50
  %128 = getelementptr double, ptr %35, i64 %121
  %129 = load double, ptr %128, align 8
  %130 = getelementptr double, ptr %36, i64 %121
  %131 = load double, ptr %130, align 8
  %132 = fneg double %131
  %133 = fmul double %127, %132
  %134 = call double @llvm.fmuladd.f64(double %124, double %129, double %133)
  %135 = mul i64 %121, %3
  %136 = add i64 %135, %57
  %137 = getelementptr double, ptr %19, i64 %136
  store double %134, ptr %137, align 8
  %138 = load double, ptr %130, align 8
  %139 = load double, ptr %128, align 8
  %140 = fmul double %127, %139
  %141 = call double @llvm.fmuladd.f64(double %124, double %138, double %140)
  %142 = getelementptr double, ptr %21, i64 %136
  store double %141, ptr %142, align 8
  %143 = add i64 %121, 1
  %144 = icmp eq i64 %143, %27
  br i1 %144, label %117, label %120
145:
  call fastcc void @release(ptr %8)
  br label %148
146:
  %147 = call fastcc i1 @run_passes(ptr %8, ptr %13, ptr %15, ptr %19, ptr %21, i64 %2, i64 %3)
  call fastcc void @release(ptr %8)
  br i1 %147, label %148, label %152
148:
  %149 = phi i1 [ %32, %145 ], [ true, %146 ]
  %150 = load <2 x ptr>, ptr %17, align 8
  %151 = load <2 x ptr>, ptr %0, align 8
  store <2 x ptr> %150, ptr %0, align 8
  store <2 x ptr> %151, ptr %17, align 8
  br label %152
152:
  %153 = phi i1 [ true, %5 ], [ false, %7 ], [ %149, %148 ], [ true, %146 ]
  ret i1 %153
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
  br label %116
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
  %94 = getelementptr i8, ptr %13, i64 8
  %95 = getelementptr i8, ptr %13, i64 32
  %96 = getelementptr i8, ptr %12, i64 16
  %97 = getelementptr i8, ptr %12, i64 24
  %98 = getelementptr i8, ptr %13, i64 16
  %99 = getelementptr i8, ptr %13, i64 24
  %100 = getelementptr i8, ptr %10, i64 64
  %101 = getelementptr i8, ptr %10, i64 256
  %102 = getelementptr i8, ptr %11, i64 64
  %103 = getelementptr i8, ptr %11, i64 256
  %104 = getelementptr i8, ptr %10, i64 128
  %105 = getelementptr i8, ptr %10, i64 192
  %106 = getelementptr i8, ptr %11, i64 128
  %107 = getelementptr i8, ptr %11, i64 192
  %108 = getelementptr i8, ptr %8, i64 8
  %109 = getelementptr i8, ptr %9, i64 8
  %110 = getelementptr i8, ptr %9, i64 32
  %111 = getelementptr i8, ptr %8, i64 16
  %112 = getelementptr i8, ptr %8, i64 24
  %113 = getelementptr i8, ptr %9, i64 16
  %114 = getelementptr i8, ptr %9, i64 24
  %115 = load i32, ptr %40, align 4
  br label %120
116:
  %117 = phi i32 [ %38, %36 ], [ %136, %135 ]
  %118 = and i32 %117, 1
  %119 = icmp ne i32 %118, 0
  ret i1 %119
120:
  %121 = phi i32 [ %115, %39 ], [ %136, %135 ]
  %122 = phi i64 [ 0, %39 ], [ %137, %135 ]
  %123 = icmp sgt i32 %121, 0
  br i1 %123, label %124, label %135
124:
  %125 = mul i64 %34, %122
  %126 = getelementptr double, ptr %3, i64 %125
  %127 = insertelement <2 x ptr> poison, ptr %126, i64 0
  %128 = getelementptr double, ptr %4, i64 %125
  %129 = insertelement <2 x ptr> %127, ptr %128, i64 1
  %130 = getelementptr double, ptr %1, i64 %125
  %131 = insertelement <2 x ptr> poison, ptr %130, i64 0
  %132 = getelementptr double, ptr %2, i64 %125
  %133 = insertelement <2 x ptr> %131, ptr %132, i64 1
  %134 = load i64, ptr %32, align 8
  br label %139
135:
  %136 = phi i32 [ %121, %120 ], [ %1685, %1682 ]
  %137 = add i64 %122, 1
  %138 = icmp eq i64 %137, %5
  br i1 %138, label %116, label %120
139:
  %140 = phi <2 x ptr> [ %133, %124 ], [ %141, %1682 ]
  %141 = phi <2 x ptr> [ %129, %124 ], [ %140, %1682 ]
  %142 = phi i64 [ 0, %124 ], [ %1684, %1682 ]
  %143 = phi i64 [ %6, %124 ], [ %1683, %1682 ]
  %144 = phi i64 [ %134, %124 ], [ %148, %1682 ]
  %145 = getelementptr i32, ptr %41, i64 %142
  %146 = load i32, ptr %145, align 4
  %147 = sext i32 %146 to i64
  %148 = sdiv i64 %144, %147
  %149 = extractelement <2 x ptr> %140, i64 0
  %150 = extractelement <2 x ptr> %140, i64 1
  %151 = extractelement <2 x ptr> %141, i64 0
  %152 = extractelement <2 x ptr> %141, i64 1
  %153 = getelementptr ptr, ptr %42, i64 %142
  %154 = load ptr, ptr %153, align 8
  br i1 %43, label %155, label %158
155:
  %156 = getelementptr ptr, ptr %44, i64 %142
  %157 = load ptr, ptr %156, align 8
  br label %158
158:
  %159 = phi ptr [ %157, %155 ], [ null, %139 ]
  %160 = icmp eq ptr %159, null
  %161 = mul i64 %148, %143
  switch i32 %146, label %1175 [
    i32 2, label %162
    i32 3, label %374
    i32 4, label %763
  ]
162:
  br i1 %160, label %282, label %163
163:
  %164 = icmp slt i64 %161, 8
  br i1 %164, label %167, label %165
165:
  %166 = getelementptr double, ptr %159, i64 %161
  br label %170
167:
  %168 = phi i64 [ 0, %163 ], [ %171, %240 ]
  %169 = icmp slt i64 %168, %161
  br i1 %169, label %243, label %1682
170:
  %171 = phi i64 [ %241, %240 ], [ 8, %165 ]
  %172 = phi i64 [ %171, %240 ], [ 0, %165 ]
  %173 = getelementptr double, ptr %149, i64 %172
  %174 = getelementptr double, ptr %150, i64 %172
  %175 = load <8 x double>, ptr %173, align 8
  %176 = load <8 x double>, ptr %174, align 8
  %177 = getelementptr double, ptr %173, i64 %161
  %178 = load <8 x double>, ptr %177, align 8
  %179 = getelementptr double, ptr %174, i64 %161
  %180 = load <8 x double>, ptr %179, align 8
  %181 = fadd <8 x double> %175, %178
  %182 = fadd <8 x double> %176, %180
  %183 = fsub <8 x double> %175, %178
  %184 = fsub <8 x double> %176, %180
  %185 = getelementptr double, ptr %159, i64 %172
  %186 = load <8 x double>, ptr %185, align 8
  %187 = getelementptr double, ptr %166, i64 %172
  %188 = load <8 x double>, ptr %187, align 8
  %189 = fneg <8 x double> %188
  %190 = fmul <8 x double> %184, %189
  %191 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %183, <8 x double> %186, <8 x double> %190)
  %192 = fmul <8 x double> %184, %186
  %193 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %183, <8 x double> %188, <8 x double> %192)
  switch i64 %143, label %222 [
    i64 1, label %194
    i64 4, label %204
  ]
194:
  %195 = shl i64 %172, 1
  %196 = getelementptr double, ptr %151, i64 %195
  %197 = shufflevector <8 x double> %181, <8 x double> %191, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  store <8 x double> %197, ptr %196, align 8
  %198 = shufflevector <8 x double> %181, <8 x double> %191, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %199 = getelementptr i8, ptr %196, i64 64
  store <8 x double> %198, ptr %199, align 8
  %200 = getelementptr double, ptr %152, i64 %195
  %201 = shufflevector <8 x double> %182, <8 x double> %193, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  store <8 x double> %201, ptr %200, align 8
  %202 = shufflevector <8 x double> %182, <8 x double> %193, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %203 = getelementptr i8, ptr %200, i64 64
  store <8 x double> %202, ptr %203, align 8
  br label %240
204:
  %205 = shl i64 %172, 1
  %206 = getelementptr double, ptr %151, i64 %205
  %207 = shufflevector <8 x double> %181, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %207, ptr %206, align 8
  %208 = shufflevector <8 x double> %181, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %209 = getelementptr i8, ptr %206, i64 64
  store <4 x double> %208, ptr %209, align 8
  %210 = shufflevector <8 x double> %191, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %211 = getelementptr i8, ptr %206, i64 32
  store <4 x double> %210, ptr %211, align 8
  %212 = shufflevector <8 x double> %191, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %213 = getelementptr i8, ptr %206, i64 96
  store <4 x double> %212, ptr %213, align 8
  %214 = getelementptr double, ptr %152, i64 %205
  %215 = shufflevector <8 x double> %182, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %215, ptr %214, align 8
  %216 = shufflevector <8 x double> %182, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %217 = getelementptr i8, ptr %214, i64 64
  store <4 x double> %216, ptr %217, align 8
  %218 = shufflevector <8 x double> %193, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %219 = getelementptr i8, ptr %214, i64 32
  store <4 x double> %218, ptr %219, align 8
  %220 = shufflevector <8 x double> %193, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %221 = getelementptr i8, ptr %214, i64 96
  store <4 x double> %220, ptr %221, align 8
  br label %240
222:
  %223 = phi i64 [ %238, %222 ], [ 0, %170 ]
  %224 = or i64 %223, %172
  %225 = srem i64 %224, %143
  %226 = sub i64 %224, %225
  %227 = shl i64 %226, 1
  %228 = add i64 %227, %225
  %229 = trunc i64 %223 to i32
  %230 = getelementptr double, ptr %151, i64 %228
  %231 = getelementptr double, ptr %152, i64 %228
  %232 = extractelement <8 x double> %181, i32 %229
  store double %232, ptr %230, align 8
  %233 = extractelement <8 x double> %182, i32 %229
  store double %233, ptr %231, align 8
  %234 = extractelement <8 x double> %191, i32 %229
  %235 = getelementptr double, ptr %230, i64 %143
  store double %234, ptr %235, align 8
  %236 = extractelement <8 x double> %193, i32 %229
  %237 = getelementptr double, ptr %231, i64 %143
  store double %236, ptr %237, align 8
  %238 = add i64 %223, 1
  %239 = icmp eq i64 %238, 8
  br i1 %239, label %240, label %222
240:
  %241 = add i64 %171, 8
  %242 = icmp sgt i64 %241, %161
  br i1 %242, label %167, label %170
243:
  %244 = phi i64 [ %280, %243 ], [ %168, %167 ]
  %245 = sdiv i64 %244, %143
  %246 = srem i64 %244, %143
  %247 = mul i64 %245, %143
  %248 = add i64 %247, %246
  %249 = getelementptr double, ptr %149, i64 %248
  %250 = load double, ptr %249, align 8
  %251 = getelementptr double, ptr %150, i64 %248
  %252 = load double, ptr %251, align 8
  %253 = add i64 %148, %245
  %254 = mul i64 %253, %143
  %255 = add i64 %254, %246
  %256 = getelementptr double, ptr %149, i64 %255
  %257 = load double, ptr %256, align 8
  %258 = getelementptr double, ptr %150, i64 %255
  %259 = load double, ptr %258, align 8
  %260 = shl i64 %245, 1
  %261 = mul i64 %260, %143
  %262 = add i64 %261, %246
  %263 = getelementptr double, ptr %154, i64 %260
  %264 = fadd double %250, %257
  %265 = fadd double %252, %259
  %266 = fsub double %250, %257
  %267 = fsub double %252, %259
  %268 = getelementptr double, ptr %151, i64 %262
  store double %264, ptr %268, align 8
  %269 = getelementptr double, ptr %152, i64 %262
  store double %265, ptr %269, align 8
  %270 = getelementptr i8, ptr %263, i64 8
  %271 = load double, ptr %263, align 8
  %272 = load double, ptr %270, align 8
  %273 = fneg double %272
  %274 = fmul double %267, %273
  %275 = call double @llvm.fmuladd.f64(double %266, double %271, double %274)
  %276 = getelementptr double, ptr %268, i64 %143
  store double %275, ptr %276, align 8
  %277 = fmul double %267, %271
  %278 = call double @llvm.fmuladd.f64(double %266, double %272, double %277)
  %279 = getelementptr double, ptr %269, i64 %143
  store double %278, ptr %279, align 8
  %280 = add i64 %244, 1
  %281 = icmp eq i64 %280, %161
  br i1 %281, label %1682, label %243
282:
  %283 = icmp sgt i64 %148, 0
  br i1 %283, label %284, label %1682
284:
  %285 = icmp slt i64 %143, 8
  br label %286
286:
  %287 = phi i64 [ %372, %371 ], [ 0, %284 ]
  %288 = shl i64 %287, 4
  %289 = getelementptr i8, ptr %154, i64 %288
  br i1 %285, label %298, label %290
290:
  %291 = mul i64 %287, %143
  %292 = shl i64 %291, 1
  %293 = getelementptr i8, ptr %289, i64 8
  %294 = getelementptr double, ptr %149, i64 %291
  %295 = getelementptr double, ptr %150, i64 %291
  %296 = getelementptr double, ptr %151, i64 %292
  %297 = getelementptr double, ptr %152, i64 %292
  br label %309
298:
  %299 = phi i64 [ 0, %286 ], [ %310, %309 ]
  %300 = icmp slt i64 %299, %143
  br i1 %300, label %301, label %371
301:
  %302 = shl i64 %287, 1
  %303 = mul i64 %302, %143
  %304 = getelementptr double, ptr %154, i64 %302
  %305 = getelementptr i8, ptr %304, i64 8
  %306 = mul i64 %287, %143
  %307 = add i64 %148, %287
  %308 = mul i64 %307, %143
  br label %341
309:
  %310 = phi i64 [ 8, %290 ], [ %339, %309 ]
  %311 = phi i64 [ 0, %290 ], [ %310, %309 ]
  %312 = getelementptr double, ptr %294, i64 %311
  %313 = getelementptr double, ptr %295, i64 %311
  %314 = load <8 x double>, ptr %312, align 8
  %315 = load <8 x double>, ptr %313, align 8
  %316 = getelementptr double, ptr %312, i64 %161
  %317 = load <8 x double>, ptr %316, align 8
  %318 = getelementptr double, ptr %313, i64 %161
  %319 = load <8 x double>, ptr %318, align 8
  %320 = fadd <8 x double> %314, %317
  %321 = fadd <8 x double> %315, %319
  %322 = fsub <8 x double> %314, %317
  %323 = fsub <8 x double> %315, %319
  %324 = getelementptr double, ptr %296, i64 %311
  store <8 x double> %320, ptr %324, align 8
  %325 = getelementptr double, ptr %297, i64 %311
  store <8 x double> %321, ptr %325, align 8
  %326 = load double, ptr %289, align 8
  %327 = load double, ptr %293, align 8
  %328 = insertelement <8 x double> poison, double %326, i64 0
  %329 = shufflevector <8 x double> %328, <8 x double> poison, <8 x i32> zeroinitializer
  %330 = insertelement <8 x double> poison, double %327, i64 0
  %331 = shufflevector <8 x double> %330, <8 x double> poison, <8 x i32> zeroinitializer
  %332 = fneg <8 x double> %331
  %333 = fmul <8 x double> %323, %332
  %334 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %322, <8 x double> %329, <8 x double> %333)
  %335 = getelementptr double, ptr %324, i64 %143
  store <8 x double> %334, ptr %335, align 8
  %336 = fmul <8 x double> %323, %329
  %337 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %322, <8 x double> %331, <8 x double> %336)
  %338 = getelementptr double, ptr %325, i64 %143
  store <8 x double> %337, ptr %338, align 8
  %339 = add i64 %310, 8
  %340 = icmp sgt i64 %339, %143
  br i1 %340, label %298, label %309
341:
  %342 = phi i64 [ %299, %301 ], [ %369, %341 ]
  %343 = add i64 %306, %342
  %344 = getelementptr double, ptr %149, i64 %343
  %345 = load double, ptr %344, align 8
  %346 = getelementptr double, ptr %150, i64 %343
  %347 = load double, ptr %346, align 8
  %348 = add i64 %308, %342
  %349 = getelementptr double, ptr %149, i64 %348
  %350 = load double, ptr %349, align 8
  %351 = getelementptr double, ptr %150, i64 %348
  %352 = load double, ptr %351, align 8
  %353 = add i64 %342, %303
  %354 = fadd double %345, %350
  %355 = fadd double %347, %352
  %356 = fsub double %345, %350
  %357 = fsub double %347, %352
  %358 = getelementptr double, ptr %151, i64 %353
  store double %354, ptr %358, align 8
  %359 = getelementptr double, ptr %152, i64 %353
  store double %355, ptr %359, align 8
  %360 = load double, ptr %304, align 8
  %361 = load double, ptr %305, align 8
  %362 = fneg double %361
  %363 = fmul double %357, %362
  %364 = call double @llvm.fmuladd.f64(double %356, double %360, double %363)
  %365 = getelementptr double, ptr %358, i64 %143
  store double %364, ptr %365, align 8
  %366 = fmul double %357, %360
  %367 = call double @llvm.fmuladd.f64(double %356, double %361, double %366)
  %368 = getelementptr double, ptr %359, i64 %143
  store double %367, ptr %368, align 8
  %369 = add i64 %342, 1
  %370 = icmp eq i64 %369, %143
  br i1 %370, label %371, label %341
371:
  %372 = add i64 %287, 1
  %373 = icmp eq i64 %372, %148
  br i1 %373, label %1682, label %286
374:
  br i1 %160, label %606, label %375
375:
  %376 = icmp slt i64 %161, 8
  br i1 %376, label %377, label %382
377:
  %378 = phi i64 [ 0, %375 ], [ %383, %533 ]
  %379 = icmp slt i64 %378, %161
  br i1 %379, label %380, label %1682
380:
  %381 = mul i64 %143, 3
  br label %536
382:
  %383 = phi i64 [ %534, %533 ], [ 8, %375 ]
  %384 = phi i64 [ %383, %533 ], [ 0, %375 ]
  %385 = getelementptr double, ptr %149, i64 %384
  %386 = getelementptr double, ptr %150, i64 %384
  br label %409
387:
  %388 = load <8 x double>, ptr %69, align 8
  %389 = load <8 x double>, ptr %70, align 8
  %390 = fadd <8 x double> %388, %389
  %391 = load <8 x double>, ptr %71, align 8
  %392 = load <8 x double>, ptr %72, align 8
  %393 = fadd <8 x double> %391, %392
  %394 = fsub <8 x double> %388, %389
  %395 = fmul <8 x double> %394, splat (double 0x3FEBB67AE8584CAA)
  %396 = fsub <8 x double> %391, %392
  %397 = fmul <8 x double> %396, splat (double 0x3FEBB67AE8584CAA)
  %398 = load <8 x double>, ptr %30, align 8
  %399 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %390, <8 x double> splat (double -5.000000e-01), <8 x double> %398)
  %400 = load <8 x double>, ptr %31, align 8
  %401 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %393, <8 x double> splat (double -5.000000e-01), <8 x double> %400)
  %402 = fadd <8 x double> %390, %398
  store <8 x double> %402, ptr %30, align 8
  %403 = fadd <8 x double> %393, %400
  store <8 x double> %403, ptr %31, align 8
  %404 = fadd <8 x double> %399, %397
  store <8 x double> %404, ptr %69, align 8
  %405 = fsub <8 x double> %401, %395
  store <8 x double> %405, ptr %71, align 8
  %406 = fsub <8 x double> %399, %397
  store <8 x double> %406, ptr %70, align 8
  %407 = fadd <8 x double> %395, %401
  store <8 x double> %407, ptr %72, align 8
  %408 = getelementptr double, ptr %159, i64 %384
  br label %421
409:
  %410 = phi i64 [ 0, %382 ], [ %418, %409 ]
  %411 = mul i64 %410, %161
  %412 = getelementptr double, ptr %385, i64 %411
  %413 = load <8 x double>, ptr %412, align 8
  %414 = getelementptr <8 x double>, ptr %30, i64 %410
  store <8 x double> %413, ptr %414, align 8
  %415 = getelementptr double, ptr %386, i64 %411
  %416 = load <8 x double>, ptr %415, align 8
  %417 = getelementptr <8 x double>, ptr %31, i64 %410
  store <8 x double> %416, ptr %417, align 8
  %418 = add i64 %410, 1
  %419 = icmp eq i64 %418, 3
  br i1 %419, label %387, label %409
420:
  switch i64 %143, label %507 [
    i64 1, label %443
    i64 4, label %480
  ]
421:
  %422 = phi i64 [ 1, %387 ], [ %441, %421 ]
  %423 = shl i64 %422, 1
  %424 = add i64 %423, -2
  %425 = mul i64 %424, %161
  %426 = getelementptr double, ptr %408, i64 %425
  %427 = load <8 x double>, ptr %426, align 8
  %428 = add i64 %423, -1
  %429 = mul i64 %428, %161
  %430 = getelementptr double, ptr %408, i64 %429
  %431 = load <8 x double>, ptr %430, align 8
  %432 = getelementptr <8 x double>, ptr %30, i64 %422
  %433 = load <8 x double>, ptr %432, align 8
  %434 = getelementptr <8 x double>, ptr %31, i64 %422
  %435 = load <8 x double>, ptr %434, align 8
  %436 = fneg <8 x double> %431
  %437 = fmul <8 x double> %435, %436
  %438 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %433, <8 x double> %427, <8 x double> %437)
  %439 = fmul <8 x double> %427, %435
  %440 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %433, <8 x double> %431, <8 x double> %439)
  store <8 x double> %440, ptr %434, align 8
  store <8 x double> %438, ptr %432, align 8
  %441 = add i64 %422, 1
  %442 = icmp eq i64 %441, 3
  br i1 %442, label %420, label %421
443:
  %444 = mul i64 %384, 3
  %445 = getelementptr double, ptr %151, i64 %444
  br label %446
446:
  %447 = phi i64 [ 0, %443 ], [ %452, %451 ]
  %448 = trunc i64 %447 to i32
  %449 = mul i64 %447, 24
  %450 = getelementptr i8, ptr %445, i64 %449
  br label %454
451:
  %452 = add i64 %447, 1
  %453 = icmp eq i64 %452, 8
  br i1 %453, label %462, label %446
454:
  %455 = phi i64 [ 0, %446 ], [ %460, %454 ]
  %456 = getelementptr <8 x double>, ptr %30, i64 %455
  %457 = load <8 x double>, ptr %456, align 8
  %458 = extractelement <8 x double> %457, i32 %448
  %459 = getelementptr double, ptr %450, i64 %455
  store double %458, ptr %459, align 8
  %460 = add i64 %455, 1
  %461 = icmp eq i64 %460, 3
  br i1 %461, label %451, label %454
462:
  %463 = getelementptr double, ptr %152, i64 %444
  br label %464
464:
  %465 = phi i64 [ 0, %462 ], [ %470, %469 ]
  %466 = trunc i64 %465 to i32
  %467 = mul i64 %465, 24
  %468 = getelementptr i8, ptr %463, i64 %467
  br label %472
469:
  %470 = add i64 %465, 1
  %471 = icmp eq i64 %470, 8
  br i1 %471, label %533, label %464
472:
  %473 = phi i64 [ 0, %464 ], [ %478, %472 ]
  %474 = getelementptr <8 x double>, ptr %31, i64 %473
  %475 = load <8 x double>, ptr %474, align 8
  %476 = extractelement <8 x double> %475, i32 %466
  %477 = getelementptr double, ptr %468, i64 %473
  store double %476, ptr %477, align 8
  %478 = add i64 %473, 1
  %479 = icmp eq i64 %478, 3
  br i1 %479, label %469, label %472
480:
  %481 = mul i64 %384, 3
  %482 = getelementptr double, ptr %151, i64 %481
  br label %483
483:
  %484 = phi i64 [ 0, %480 ], [ %492, %483 ]
  %485 = getelementptr <8 x double>, ptr %30, i64 %484
  %486 = load <8 x double>, ptr %485, align 8
  %487 = shufflevector <8 x double> %486, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %488 = shl i64 %484, 5
  %489 = getelementptr i8, ptr %482, i64 %488
  store <4 x double> %487, ptr %489, align 8
  %490 = shufflevector <8 x double> %486, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %491 = getelementptr i8, ptr %489, i64 96
  store <4 x double> %490, ptr %491, align 8
  %492 = add i64 %484, 1
  %493 = icmp eq i64 %492, 3
  br i1 %493, label %494, label %483
494:
  %495 = getelementptr double, ptr %152, i64 %481
  br label %496
496:
  %497 = phi i64 [ 0, %494 ], [ %505, %496 ]
  %498 = getelementptr <8 x double>, ptr %31, i64 %497
  %499 = load <8 x double>, ptr %498, align 8
  %500 = shufflevector <8 x double> %499, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %501 = shl i64 %497, 5
  %502 = getelementptr i8, ptr %495, i64 %501
  store <4 x double> %500, ptr %502, align 8
  %503 = shufflevector <8 x double> %499, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %504 = getelementptr i8, ptr %502, i64 96
  store <4 x double> %503, ptr %504, align 8
  %505 = add i64 %497, 1
  %506 = icmp eq i64 %505, 3
  br i1 %506, label %533, label %496
507:
  %508 = phi i64 [ %518, %517 ], [ 0, %420 ]
  %509 = or i64 %508, %384
  %510 = srem i64 %509, %143
  %511 = sub i64 %509, %510
  %512 = mul i64 %511, 3
  %513 = add i64 %512, %510
  %514 = trunc i64 %508 to i32
  %515 = getelementptr double, ptr %151, i64 %513
  %516 = getelementptr double, ptr %152, i64 %513
  br label %520
517:
  %518 = add i64 %508, 1
  %519 = icmp eq i64 %518, 8
  br i1 %519, label %533, label %507
520:
  %521 = phi i64 [ 0, %507 ], [ %531, %520 ]
  %522 = getelementptr <8 x double>, ptr %30, i64 %521
  %523 = load <8 x double>, ptr %522, align 8
  %524 = extractelement <8 x double> %523, i32 %514
  %525 = mul i64 %521, %143
  %526 = getelementptr double, ptr %515, i64 %525
  store double %524, ptr %526, align 8
  %527 = getelementptr <8 x double>, ptr %31, i64 %521
  %528 = load <8 x double>, ptr %527, align 8
  %529 = extractelement <8 x double> %528, i32 %514
  %530 = getelementptr double, ptr %516, i64 %525
  store double %529, ptr %530, align 8
  %531 = add i64 %521, 1
  %532 = icmp eq i64 %531, 3
  br i1 %532, label %517, label %520
533:
  %534 = add i64 %383, 8
  %535 = icmp sgt i64 %534, %161
  br i1 %535, label %377, label %382
536:
  %537 = phi i64 [ %378, %380 ], [ %604, %603 ]
  %538 = sdiv i64 %537, %143
  %539 = srem i64 %537, %143
  br label %567
540:
  %541 = mul i64 %381, %538
  %542 = add i64 %541, %539
  %543 = shl i64 %538, 5
  %544 = getelementptr i8, ptr %154, i64 %543
  %545 = load double, ptr %73, align 8
  %546 = load double, ptr %74, align 8
  %547 = fadd double %545, %546
  %548 = load double, ptr %75, align 8
  %549 = load double, ptr %76, align 8
  %550 = fadd double %548, %549
  %551 = fsub double %545, %546
  %552 = fmul double %551, 0x3FEBB67AE8584CAA
  %553 = fsub double %548, %549
  %554 = fmul double %553, 0x3FEBB67AE8584CAA
  %555 = load double, ptr %28, align 8
  %556 = call double @llvm.fmuladd.f64(double %547, double -5.000000e-01, double %555)
  %557 = load double, ptr %29, align 8
  %558 = call double @llvm.fmuladd.f64(double %550, double -5.000000e-01, double %557)
  %559 = fadd double %547, %555
  store double %559, ptr %28, align 8
  %560 = fadd double %550, %557
  store double %560, ptr %29, align 8
  %561 = fadd double %556, %554
  store double %561, ptr %73, align 8
  %562 = fsub double %558, %552
  store double %562, ptr %75, align 8
  %563 = fsub double %556, %554
  store double %563, ptr %74, align 8
  %564 = fadd double %552, %558
  store double %564, ptr %76, align 8
  %565 = getelementptr double, ptr %151, i64 %542
  store double %559, ptr %565, align 8
  %566 = getelementptr double, ptr %152, i64 %542
  store double %560, ptr %566, align 8
  br label %581
567:
  %568 = phi i64 [ 0, %536 ], [ %579, %567 ]
  %569 = mul i64 %568, %148
  %570 = add i64 %569, %538
  %571 = mul i64 %570, %143
  %572 = add i64 %571, %539
  %573 = getelementptr double, ptr %149, i64 %572
  %574 = load double, ptr %573, align 8
  %575 = getelementptr double, ptr %28, i64 %568
  store double %574, ptr %575, align 8
  %576 = getelementptr double, ptr %150, i64 %572
  %577 = load double, ptr %576, align 8
  %578 = getelementptr double, ptr %29, i64 %568
  store double %577, ptr %578, align 8
  %579 = add i64 %568, 1
  %580 = icmp eq i64 %579, 3
  br i1 %580, label %540, label %567
581:
  %582 = phi i64 [ 1, %540 ], [ %601, %581 ]
  %583 = shl i64 %582, 4
  %584 = getelementptr i8, ptr %544, i64 %583
  %585 = getelementptr i8, ptr %584, i64 -16
  %586 = load double, ptr %585, align 8
  %587 = getelementptr i8, ptr %584, i64 -8
  %588 = load double, ptr %587, align 8
  %589 = getelementptr double, ptr %28, i64 %582
  %590 = load double, ptr %589, align 8
  %591 = getelementptr double, ptr %29, i64 %582
  %592 = load double, ptr %591, align 8
  %593 = fneg double %588
  %594 = fmul double %592, %593
  %595 = call double @llvm.fmuladd.f64(double %590, double %586, double %594)
  %596 = mul i64 %582, %143
  %597 = getelementptr double, ptr %565, i64 %596
  store double %595, ptr %597, align 8
  %598 = fmul double %586, %592
  %599 = call double @llvm.fmuladd.f64(double %590, double %588, double %598)
  %600 = getelementptr double, ptr %566, i64 %596
  store double %599, ptr %600, align 8
  %601 = add i64 %582, 1
  %602 = icmp eq i64 %601, 3
  br i1 %602, label %603, label %581
603:
  %604 = add i64 %537, 1
  %605 = icmp eq i64 %604, %161
  br i1 %605, label %1682, label %536
606:
  %607 = icmp sgt i64 %148, 0
  br i1 %607, label %608, label %1682
608:
  %609 = icmp slt i64 %143, 8
  %610 = mul i64 %143, 3
  br label %611
611:
  %612 = phi i64 [ 0, %608 ], [ %761, %760 ]
  %613 = shl i64 %612, 5
  %614 = getelementptr i8, ptr %154, i64 %613
  br i1 %609, label %622, label %615
615:
  %616 = mul i64 %612, %143
  %617 = mul i64 %616, 3
  %618 = getelementptr double, ptr %149, i64 %616
  %619 = getelementptr double, ptr %150, i64 %616
  %620 = getelementptr double, ptr %151, i64 %617
  %621 = getelementptr double, ptr %152, i64 %617
  br label %627
622:
  %623 = phi i64 [ 0, %611 ], [ %628, %666 ]
  %624 = icmp slt i64 %623, %143
  br i1 %624, label %625, label %760
625:
  %626 = mul i64 %610, %612
  br label %695
627:
  %628 = phi i64 [ %667, %666 ], [ 8, %615 ]
  %629 = phi i64 [ %628, %666 ], [ 0, %615 ]
  %630 = getelementptr double, ptr %618, i64 %629
  %631 = getelementptr double, ptr %619, i64 %629
  br label %655
632:
  %633 = load <8 x double>, ptr %77, align 8
  %634 = load <8 x double>, ptr %78, align 8
  %635 = fadd <8 x double> %633, %634
  %636 = load <8 x double>, ptr %79, align 8
  %637 = load <8 x double>, ptr %80, align 8
  %638 = fadd <8 x double> %636, %637
  %639 = fsub <8 x double> %633, %634
  %640 = fmul <8 x double> %639, splat (double 0x3FEBB67AE8584CAA)
  %641 = fsub <8 x double> %636, %637
  %642 = fmul <8 x double> %641, splat (double 0x3FEBB67AE8584CAA)
  %643 = load <8 x double>, ptr %26, align 8
  %644 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %635, <8 x double> splat (double -5.000000e-01), <8 x double> %643)
  %645 = load <8 x double>, ptr %27, align 8
  %646 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %638, <8 x double> splat (double -5.000000e-01), <8 x double> %645)
  %647 = fadd <8 x double> %635, %643
  store <8 x double> %647, ptr %26, align 8
  %648 = fadd <8 x double> %638, %645
  store <8 x double> %648, ptr %27, align 8
  %649 = fadd <8 x double> %644, %642
  store <8 x double> %649, ptr %77, align 8
  %650 = fsub <8 x double> %646, %640
  store <8 x double> %650, ptr %79, align 8
  %651 = fsub <8 x double> %644, %642
  store <8 x double> %651, ptr %78, align 8
  %652 = fadd <8 x double> %640, %646
  store <8 x double> %652, ptr %80, align 8
  %653 = getelementptr double, ptr %620, i64 %629
  store <8 x double> %647, ptr %653, align 8
  %654 = getelementptr double, ptr %621, i64 %629
  store <8 x double> %648, ptr %654, align 8
  br label %669
655:
  %656 = phi i64 [ 0, %627 ], [ %664, %655 ]
  %657 = mul i64 %656, %161
  %658 = getelementptr double, ptr %630, i64 %657
  %659 = load <8 x double>, ptr %658, align 8
  %660 = getelementptr <8 x double>, ptr %26, i64 %656
  store <8 x double> %659, ptr %660, align 8
  %661 = getelementptr double, ptr %631, i64 %657
  %662 = load <8 x double>, ptr %661, align 8
  %663 = getelementptr <8 x double>, ptr %27, i64 %656
  store <8 x double> %662, ptr %663, align 8
  %664 = add i64 %656, 1
  %665 = icmp eq i64 %664, 3
  br i1 %665, label %632, label %655
666:
  %667 = add i64 %628, 8
  %668 = icmp sgt i64 %667, %143
  br i1 %668, label %622, label %627
669:
  %670 = phi i64 [ 1, %632 ], [ %693, %669 ]
  %671 = shl i64 %670, 4
  %672 = getelementptr i8, ptr %614, i64 %671
  %673 = getelementptr i8, ptr %672, i64 -16
  %674 = load double, ptr %673, align 8
  %675 = getelementptr i8, ptr %672, i64 -8
  %676 = load double, ptr %675, align 8
  %677 = getelementptr <8 x double>, ptr %26, i64 %670
  %678 = load <8 x double>, ptr %677, align 8
  %679 = insertelement <8 x double> poison, double %674, i64 0
  %680 = shufflevector <8 x double> %679, <8 x double> poison, <8 x i32> zeroinitializer
  %681 = getelementptr <8 x double>, ptr %27, i64 %670
  %682 = load <8 x double>, ptr %681, align 8
  %683 = insertelement <8 x double> poison, double %676, i64 0
  %684 = shufflevector <8 x double> %683, <8 x double> poison, <8 x i32> zeroinitializer
  %685 = fneg <8 x double> %684
  %686 = fmul <8 x double> %682, %685
  %687 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %678, <8 x double> %680, <8 x double> %686)
  %688 = mul i64 %670, %143
  %689 = getelementptr double, ptr %653, i64 %688
  store <8 x double> %687, ptr %689, align 8
  %690 = fmul <8 x double> %680, %682
  %691 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %678, <8 x double> %684, <8 x double> %690)
  %692 = getelementptr double, ptr %654, i64 %688
  store <8 x double> %691, ptr %692, align 8
  %693 = add i64 %670, 1
  %694 = icmp eq i64 %693, 3
  br i1 %694, label %666, label %669
695:
  %696 = phi i64 [ %623, %625 ], [ %758, %757 ]
  br label %721
697:
  %698 = add i64 %696, %626
  %699 = load double, ptr %81, align 8
  %700 = load double, ptr %82, align 8
  %701 = fadd double %699, %700
  %702 = load double, ptr %83, align 8
  %703 = load double, ptr %84, align 8
  %704 = fadd double %702, %703
  %705 = fsub double %699, %700
  %706 = fmul double %705, 0x3FEBB67AE8584CAA
  %707 = fsub double %702, %703
  %708 = fmul double %707, 0x3FEBB67AE8584CAA
  %709 = load double, ptr %24, align 8
  %710 = call double @llvm.fmuladd.f64(double %701, double -5.000000e-01, double %709)
  %711 = load double, ptr %25, align 8
  %712 = call double @llvm.fmuladd.f64(double %704, double -5.000000e-01, double %711)
  %713 = fadd double %701, %709
  store double %713, ptr %24, align 8
  %714 = fadd double %704, %711
  store double %714, ptr %25, align 8
  %715 = fadd double %710, %708
  store double %715, ptr %81, align 8
  %716 = fsub double %712, %706
  store double %716, ptr %83, align 8
  %717 = fsub double %710, %708
  store double %717, ptr %82, align 8
  %718 = fadd double %706, %712
  store double %718, ptr %84, align 8
  %719 = getelementptr double, ptr %151, i64 %698
  store double %713, ptr %719, align 8
  %720 = getelementptr double, ptr %152, i64 %698
  store double %714, ptr %720, align 8
  br label %735
721:
  %722 = phi i64 [ 0, %695 ], [ %733, %721 ]
  %723 = mul i64 %722, %148
  %724 = add i64 %723, %612
  %725 = mul i64 %724, %143
  %726 = add i64 %725, %696
  %727 = getelementptr double, ptr %149, i64 %726
  %728 = load double, ptr %727, align 8
  %729 = getelementptr double, ptr %24, i64 %722
  store double %728, ptr %729, align 8
  %730 = getelementptr double, ptr %150, i64 %726
  %731 = load double, ptr %730, align 8
  %732 = getelementptr double, ptr %25, i64 %722
  store double %731, ptr %732, align 8
  %733 = add i64 %722, 1
  %734 = icmp eq i64 %733, 3
  br i1 %734, label %697, label %721
735:
  %736 = phi i64 [ 1, %697 ], [ %755, %735 ]
  %737 = shl i64 %736, 4
  %738 = getelementptr i8, ptr %614, i64 %737
  %739 = getelementptr i8, ptr %738, i64 -16
  %740 = load double, ptr %739, align 8
  %741 = getelementptr i8, ptr %738, i64 -8
  %742 = load double, ptr %741, align 8
  %743 = getelementptr double, ptr %24, i64 %736
  %744 = load double, ptr %743, align 8
  %745 = getelementptr double, ptr %25, i64 %736
  %746 = load double, ptr %745, align 8
  %747 = fneg double %742
  %748 = fmul double %746, %747
  %749 = call double @llvm.fmuladd.f64(double %744, double %740, double %748)
  %750 = mul i64 %736, %143
  %751 = getelementptr double, ptr %719, i64 %750
  store double %749, ptr %751, align 8
  %752 = fmul double %740, %746
  %753 = call double @llvm.fmuladd.f64(double %744, double %742, double %752)
  %754 = getelementptr double, ptr %720, i64 %750
  store double %753, ptr %754, align 8
  %755 = add i64 %736, 1
  %756 = icmp eq i64 %755, 3
  br i1 %756, label %757, label %735
757:
  %758 = add i64 %696, 1
  %759 = icmp eq i64 %758, %143
  br i1 %759, label %760, label %695
760:
  %761 = add i64 %612, 1
  %762 = icmp eq i64 %761, %148
  br i1 %762, label %1682, label %611
763:
  br i1 %160, label %1004, label %764
764:
  %765 = icmp slt i64 %161, 8
  br i1 %765, label %766, label %771
766:
  %767 = phi i64 [ 0, %764 ], [ %772, %921 ]
  %768 = icmp slt i64 %767, %161
  br i1 %768, label %769, label %1682
769:
  %770 = shl i64 %143, 2
  br label %924
771:
  %772 = phi i64 [ %922, %921 ], [ 8, %764 ]
  %773 = phi i64 [ %772, %921 ], [ 0, %764 ]
  %774 = getelementptr double, ptr %149, i64 %773
  %775 = getelementptr double, ptr %150, i64 %773
  br label %802
776:
  %777 = load <8 x double>, ptr %22, align 8
  %778 = load <8 x double>, ptr %45, align 8
  %779 = fadd <8 x double> %777, %778
  %780 = load <8 x double>, ptr %23, align 8
  %781 = load <8 x double>, ptr %46, align 8
  %782 = fadd <8 x double> %780, %781
  %783 = fsub <8 x double> %777, %778
  %784 = fsub <8 x double> %780, %781
  %785 = load <8 x double>, ptr %47, align 8
  %786 = load <8 x double>, ptr %48, align 8
  %787 = fadd <8 x double> %785, %786
  %788 = load <8 x double>, ptr %49, align 8
  %789 = load <8 x double>, ptr %50, align 8
  %790 = fadd <8 x double> %788, %789
  %791 = fsub <8 x double> %788, %789
  %792 = fsub <8 x double> %786, %785
  %793 = fadd <8 x double> %779, %787
  store <8 x double> %793, ptr %22, align 8
  %794 = fadd <8 x double> %782, %790
  store <8 x double> %794, ptr %23, align 8
  %795 = fadd <8 x double> %783, %791
  store <8 x double> %795, ptr %47, align 8
  %796 = fadd <8 x double> %784, %792
  store <8 x double> %796, ptr %49, align 8
  %797 = fsub <8 x double> %779, %787
  store <8 x double> %797, ptr %45, align 8
  %798 = fsub <8 x double> %782, %790
  store <8 x double> %798, ptr %46, align 8
  %799 = fsub <8 x double> %783, %791
  store <8 x double> %799, ptr %48, align 8
  %800 = fsub <8 x double> %784, %792
  store <8 x double> %800, ptr %50, align 8
  %801 = getelementptr double, ptr %159, i64 %773
  br label %814
802:
  %803 = phi i64 [ 0, %771 ], [ %811, %802 ]
  %804 = mul i64 %803, %161
  %805 = getelementptr double, ptr %774, i64 %804
  %806 = load <8 x double>, ptr %805, align 8
  %807 = getelementptr <8 x double>, ptr %22, i64 %803
  store <8 x double> %806, ptr %807, align 8
  %808 = getelementptr double, ptr %775, i64 %804
  %809 = load <8 x double>, ptr %808, align 8
  %810 = getelementptr <8 x double>, ptr %23, i64 %803
  store <8 x double> %809, ptr %810, align 8
  %811 = add i64 %803, 1
  %812 = icmp eq i64 %811, 4
  br i1 %812, label %776, label %802
813:
  switch i64 %143, label %895 [
    i64 1, label %836
    i64 4, label %868
  ]
814:
  %815 = phi i64 [ 1, %776 ], [ %834, %814 ]
  %816 = shl i64 %815, 1
  %817 = add i64 %816, -2
  %818 = mul i64 %817, %161
  %819 = getelementptr double, ptr %801, i64 %818
  %820 = load <8 x double>, ptr %819, align 8
  %821 = add i64 %816, -1
  %822 = mul i64 %821, %161
  %823 = getelementptr double, ptr %801, i64 %822
  %824 = load <8 x double>, ptr %823, align 8
  %825 = getelementptr <8 x double>, ptr %22, i64 %815
  %826 = load <8 x double>, ptr %825, align 8
  %827 = getelementptr <8 x double>, ptr %23, i64 %815
  %828 = load <8 x double>, ptr %827, align 8
  %829 = fneg <8 x double> %824
  %830 = fmul <8 x double> %828, %829
  %831 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %826, <8 x double> %820, <8 x double> %830)
  %832 = fmul <8 x double> %820, %828
  %833 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %826, <8 x double> %824, <8 x double> %832)
  store <8 x double> %833, ptr %827, align 8
  store <8 x double> %831, ptr %825, align 8
  %834 = add i64 %815, 1
  %835 = icmp eq i64 %834, 4
  br i1 %835, label %813, label %814
836:
  %837 = shl i64 %773, 2
  %838 = getelementptr double, ptr %151, i64 %837
  %839 = load <8 x double>, ptr %47, align 8
  %840 = shufflevector <8 x double> %793, <8 x double> %839, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %841 = load <8 x double>, ptr %45, align 8
  %842 = load <8 x double>, ptr %48, align 8
  %843 = shufflevector <8 x double> %841, <8 x double> %842, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %844 = shufflevector <8 x double> %793, <8 x double> %839, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %845 = shufflevector <8 x double> %841, <8 x double> %842, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %846 = shufflevector <8 x double> %840, <8 x double> %843, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  store <8 x double> %846, ptr %838, align 8
  %847 = shufflevector <8 x double> %840, <8 x double> %843, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %848 = getelementptr i8, ptr %838, i64 64
  store <8 x double> %847, ptr %848, align 8
  %849 = shufflevector <8 x double> %844, <8 x double> %845, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  %850 = getelementptr i8, ptr %838, i64 128
  store <8 x double> %849, ptr %850, align 8
  %851 = shufflevector <8 x double> %844, <8 x double> %845, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %852 = getelementptr i8, ptr %838, i64 192
  store <8 x double> %851, ptr %852, align 8
  %853 = getelementptr double, ptr %152, i64 %837
  %854 = load <8 x double>, ptr %49, align 8
  %855 = shufflevector <8 x double> %794, <8 x double> %854, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %856 = load <8 x double>, ptr %46, align 8
  %857 = load <8 x double>, ptr %50, align 8
  %858 = shufflevector <8 x double> %856, <8 x double> %857, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %859 = shufflevector <8 x double> %794, <8 x double> %854, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %860 = shufflevector <8 x double> %856, <8 x double> %857, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %861 = shufflevector <8 x double> %855, <8 x double> %858, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  store <8 x double> %861, ptr %853, align 8
  %862 = shufflevector <8 x double> %855, <8 x double> %858, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %863 = getelementptr i8, ptr %853, i64 64
  store <8 x double> %862, ptr %863, align 8
  %864 = shufflevector <8 x double> %859, <8 x double> %860, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  %865 = getelementptr i8, ptr %853, i64 128
  store <8 x double> %864, ptr %865, align 8
  %866 = shufflevector <8 x double> %859, <8 x double> %860, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %867 = getelementptr i8, ptr %853, i64 192
  store <8 x double> %866, ptr %867, align 8
  br label %921
868:
  %869 = shl i64 %773, 2
  %870 = getelementptr double, ptr %151, i64 %869
  br label %871
871:
  %872 = phi i64 [ 0, %868 ], [ %880, %871 ]
  %873 = getelementptr <8 x double>, ptr %22, i64 %872
  %874 = load <8 x double>, ptr %873, align 8
  %875 = shufflevector <8 x double> %874, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %876 = shl i64 %872, 5
  %877 = getelementptr i8, ptr %870, i64 %876
  store <4 x double> %875, ptr %877, align 8
  %878 = shufflevector <8 x double> %874, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %879 = getelementptr i8, ptr %877, i64 128
  store <4 x double> %878, ptr %879, align 8
  %880 = add i64 %872, 1
  %881 = icmp eq i64 %880, 4
  br i1 %881, label %882, label %871
882:
  %883 = getelementptr double, ptr %152, i64 %869
  br label %884
884:
  %885 = phi i64 [ 0, %882 ], [ %893, %884 ]
  %886 = getelementptr <8 x double>, ptr %23, i64 %885
  %887 = load <8 x double>, ptr %886, align 8
  %888 = shufflevector <8 x double> %887, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %889 = shl i64 %885, 5
  %890 = getelementptr i8, ptr %883, i64 %889
  store <4 x double> %888, ptr %890, align 8
  %891 = shufflevector <8 x double> %887, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %892 = getelementptr i8, ptr %890, i64 128
  store <4 x double> %891, ptr %892, align 8
  %893 = add i64 %885, 1
  %894 = icmp eq i64 %893, 4
  br i1 %894, label %921, label %884
895:
  %896 = phi i64 [ %906, %905 ], [ 0, %813 ]
  %897 = or i64 %896, %773
  %898 = srem i64 %897, %143
  %899 = sub i64 %897, %898
  %900 = shl i64 %899, 2
  %901 = add i64 %900, %898
  %902 = trunc i64 %896 to i32
  %903 = getelementptr double, ptr %151, i64 %901
  %904 = getelementptr double, ptr %152, i64 %901
  br label %908
905:
  %906 = add i64 %896, 1
  %907 = icmp eq i64 %906, 8
  br i1 %907, label %921, label %895
908:
  %909 = phi i64 [ 0, %895 ], [ %919, %908 ]
  %910 = getelementptr <8 x double>, ptr %22, i64 %909
  %911 = load <8 x double>, ptr %910, align 8
  %912 = extractelement <8 x double> %911, i32 %902
  %913 = mul i64 %909, %143
  %914 = getelementptr double, ptr %903, i64 %913
  store double %912, ptr %914, align 8
  %915 = getelementptr <8 x double>, ptr %23, i64 %909
  %916 = load <8 x double>, ptr %915, align 8
  %917 = extractelement <8 x double> %916, i32 %902
  %918 = getelementptr double, ptr %904, i64 %913
  store double %917, ptr %918, align 8
  %919 = add i64 %909, 1
  %920 = icmp eq i64 %919, 4
  br i1 %920, label %905, label %908
921:
  %922 = add i64 %772, 8
  %923 = icmp sgt i64 %922, %161
  br i1 %923, label %766, label %771
924:
  %925 = phi i64 [ %767, %769 ], [ %1002, %1001 ]
  %926 = sdiv i64 %925, %143
  %927 = srem i64 %925, %143
  br label %965
928:
  %929 = mul i64 %770, %926
  %930 = add i64 %929, %927
  %931 = mul i64 %926, 48
  %932 = getelementptr i8, ptr %154, i64 %931
  %933 = load double, ptr %20, align 8
  %934 = load double, ptr %51, align 8
  %935 = fadd double %933, %934
  %936 = load double, ptr %21, align 8
  %937 = load double, ptr %52, align 8
  %938 = fadd double %936, %937
  %939 = fsub double %933, %934
  %940 = fsub double %936, %937
  %941 = load double, ptr %53, align 8
  %942 = load double, ptr %54, align 8
  %943 = fadd double %941, %942
  %944 = load double, ptr %55, align 8
  %945 = load double, ptr %56, align 8
  %946 = fadd double %944, %945
  %947 = fsub double %944, %945
  %948 = fsub double %942, %941
  %949 = insertelement <2 x double> poison, double %935, i64 0
  %950 = insertelement <2 x double> %949, double %939, i64 1
  %951 = insertelement <2 x double> poison, double %943, i64 0
  %952 = insertelement <2 x double> %951, double %947, i64 1
  %953 = fadd <2 x double> %950, %952
  store <2 x double> %953, ptr %20, align 8
  %954 = insertelement <2 x double> poison, double %938, i64 0
  %955 = insertelement <2 x double> %954, double %940, i64 1
  %956 = insertelement <2 x double> poison, double %946, i64 0
  %957 = insertelement <2 x double> %956, double %948, i64 1
  %958 = fadd <2 x double> %955, %957
  store <2 x double> %958, ptr %21, align 8
  %959 = fsub <2 x double> %950, %952
  store <2 x double> %959, ptr %51, align 8
  %960 = fsub <2 x double> %955, %957
  store <2 x double> %960, ptr %52, align 8
  %961 = getelementptr double, ptr %151, i64 %930
  %962 = extractelement <2 x double> %953, i64 0
  store double %962, ptr %961, align 8
  %963 = getelementptr double, ptr %152, i64 %930
  %964 = extractelement <2 x double> %958, i64 0
  store double %964, ptr %963, align 8
  br label %979
965:
  %966 = phi i64 [ 0, %924 ], [ %977, %965 ]
  %967 = mul i64 %966, %148
  %968 = add i64 %967, %926
  %969 = mul i64 %968, %143
  %970 = add i64 %969, %927
  %971 = getelementptr double, ptr %149, i64 %970
  %972 = load double, ptr %971, align 8
  %973 = getelementptr double, ptr %20, i64 %966
  store double %972, ptr %973, align 8
  %974 = getelementptr double, ptr %150, i64 %970
  %975 = load double, ptr %974, align 8
  %976 = getelementptr double, ptr %21, i64 %966
  store double %975, ptr %976, align 8
  %977 = add i64 %966, 1
  %978 = icmp eq i64 %977, 4
  br i1 %978, label %928, label %965
979:
  %980 = phi i64 [ 1, %928 ], [ %999, %979 ]
  %981 = shl i64 %980, 4
  %982 = getelementptr i8, ptr %932, i64 %981
  %983 = getelementptr i8, ptr %982, i64 -16
  %984 = load double, ptr %983, align 8
  %985 = getelementptr i8, ptr %982, i64 -8
  %986 = load double, ptr %985, align 8
  %987 = getelementptr double, ptr %20, i64 %980
  %988 = load double, ptr %987, align 8
  %989 = getelementptr double, ptr %21, i64 %980
  %990 = load double, ptr %989, align 8
  %991 = fneg double %986
  %992 = fmul double %990, %991
  %993 = call double @llvm.fmuladd.f64(double %988, double %984, double %992)
  %994 = mul i64 %980, %143
  %995 = getelementptr double, ptr %961, i64 %994
  store double %993, ptr %995, align 8
  %996 = fmul double %984, %990
  %997 = call double @llvm.fmuladd.f64(double %988, double %986, double %996)
  %998 = getelementptr double, ptr %963, i64 %994
  store double %997, ptr %998, align 8
  %999 = add i64 %980, 1
  %1000 = icmp eq i64 %999, 4
  br i1 %1000, label %1001, label %979
1001:
  %1002 = add i64 %925, 1
  %1003 = icmp eq i64 %1002, %161
  br i1 %1003, label %1682, label %924
1004:
  %1005 = icmp sgt i64 %148, 0
  br i1 %1005, label %1006, label %1682
1006:
  %1007 = icmp slt i64 %143, 8
  %1008 = shl i64 %143, 2
  br label %1009
1009:
  %1010 = phi i64 [ 0, %1006 ], [ %1173, %1172 ]
  %1011 = mul i64 %1010, 48
  %1012 = getelementptr i8, ptr %154, i64 %1011
  br i1 %1007, label %1020, label %1013
1013:
  %1014 = mul i64 %1010, %143
  %1015 = shl i64 %1014, 2
  %1016 = getelementptr double, ptr %149, i64 %1014
  %1017 = getelementptr double, ptr %150, i64 %1014
  %1018 = getelementptr double, ptr %151, i64 %1015
  %1019 = getelementptr double, ptr %152, i64 %1015
  br label %1025
1020:
  %1021 = phi i64 [ 0, %1009 ], [ %1026, %1068 ]
  %1022 = icmp slt i64 %1021, %143
  br i1 %1022, label %1023, label %1172
1023:
  %1024 = mul i64 %1008, %1010
  br label %1097
1025:
  %1026 = phi i64 [ %1069, %1068 ], [ 8, %1013 ]
  %1027 = phi i64 [ %1026, %1068 ], [ 0, %1013 ]
  %1028 = getelementptr double, ptr %1016, i64 %1027
  %1029 = getelementptr double, ptr %1017, i64 %1027
  br label %1057
1030:
  %1031 = load <8 x double>, ptr %18, align 8
  %1032 = load <8 x double>, ptr %57, align 8
  %1033 = fadd <8 x double> %1031, %1032
  %1034 = load <8 x double>, ptr %19, align 8
  %1035 = load <8 x double>, ptr %58, align 8
  %1036 = fadd <8 x double> %1034, %1035
  %1037 = fsub <8 x double> %1031, %1032
  %1038 = fsub <8 x double> %1034, %1035
  %1039 = load <8 x double>, ptr %59, align 8
  %1040 = load <8 x double>, ptr %60, align 8
  %1041 = fadd <8 x double> %1039, %1040
  %1042 = load <8 x double>, ptr %61, align 8
  %1043 = load <8 x double>, ptr %62, align 8
  %1044 = fadd <8 x double> %1042, %1043
  %1045 = fsub <8 x double> %1042, %1043
  %1046 = fsub <8 x double> %1040, %1039
  %1047 = fadd <8 x double> %1033, %1041
  store <8 x double> %1047, ptr %18, align 8
  %1048 = fadd <8 x double> %1036, %1044
  store <8 x double> %1048, ptr %19, align 8
  %1049 = fadd <8 x double> %1037, %1045
  store <8 x double> %1049, ptr %59, align 8
  %1050 = fadd <8 x double> %1038, %1046
  store <8 x double> %1050, ptr %61, align 8
  %1051 = fsub <8 x double> %1033, %1041
  store <8 x double> %1051, ptr %57, align 8
  %1052 = fsub <8 x double> %1036, %1044
  store <8 x double> %1052, ptr %58, align 8
  %1053 = fsub <8 x double> %1037, %1045
  store <8 x double> %1053, ptr %60, align 8
  %1054 = fsub <8 x double> %1038, %1046
  store <8 x double> %1054, ptr %62, align 8
  %1055 = getelementptr double, ptr %1018, i64 %1027
  store <8 x double> %1047, ptr %1055, align 8
  %1056 = getelementptr double, ptr %1019, i64 %1027
  store <8 x double> %1048, ptr %1056, align 8
  br label %1071
1057:
  %1058 = phi i64 [ 0, %1025 ], [ %1066, %1057 ]
  %1059 = mul i64 %1058, %161
  %1060 = getelementptr double, ptr %1028, i64 %1059
  %1061 = load <8 x double>, ptr %1060, align 8
  %1062 = getelementptr <8 x double>, ptr %18, i64 %1058
  store <8 x double> %1061, ptr %1062, align 8
  %1063 = getelementptr double, ptr %1029, i64 %1059
  %1064 = load <8 x double>, ptr %1063, align 8
  %1065 = getelementptr <8 x double>, ptr %19, i64 %1058
  store <8 x double> %1064, ptr %1065, align 8
  %1066 = add i64 %1058, 1
  %1067 = icmp eq i64 %1066, 4
  br i1 %1067, label %1030, label %1057
1068:
  %1069 = add i64 %1026, 8
  %1070 = icmp sgt i64 %1069, %143
  br i1 %1070, label %1020, label %1025
1071:
  %1072 = phi i64 [ 1, %1030 ], [ %1095, %1071 ]
  %1073 = shl i64 %1072, 4
  %1074 = getelementptr i8, ptr %1012, i64 %1073
  %1075 = getelementptr i8, ptr %1074, i64 -16
  %1076 = load double, ptr %1075, align 8
  %1077 = getelementptr i8, ptr %1074, i64 -8
  %1078 = load double, ptr %1077, align 8
  %1079 = getelementptr <8 x double>, ptr %18, i64 %1072
  %1080 = load <8 x double>, ptr %1079, align 8
  %1081 = insertelement <8 x double> poison, double %1076, i64 0
  %1082 = shufflevector <8 x double> %1081, <8 x double> poison, <8 x i32> zeroinitializer
  %1083 = getelementptr <8 x double>, ptr %19, i64 %1072
  %1084 = load <8 x double>, ptr %1083, align 8
  %1085 = insertelement <8 x double> poison, double %1078, i64 0
  %1086 = shufflevector <8 x double> %1085, <8 x double> poison, <8 x i32> zeroinitializer
  %1087 = fneg <8 x double> %1086
  %1088 = fmul <8 x double> %1084, %1087
  %1089 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1080, <8 x double> %1082, <8 x double> %1088)
  %1090 = mul i64 %1072, %143
  %1091 = getelementptr double, ptr %1055, i64 %1090
  store <8 x double> %1089, ptr %1091, align 8
  %1092 = fmul <8 x double> %1082, %1084
  %1093 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1080, <8 x double> %1086, <8 x double> %1092)
  %1094 = getelementptr double, ptr %1056, i64 %1090
  store <8 x double> %1093, ptr %1094, align 8
  %1095 = add i64 %1072, 1
  %1096 = icmp eq i64 %1095, 4
  br i1 %1096, label %1068, label %1071
1097:
  %1098 = phi i64 [ %1021, %1023 ], [ %1170, %1169 ]
  br label %1133
1099:
  %1100 = add i64 %1098, %1024
  %1101 = load double, ptr %16, align 8
  %1102 = load double, ptr %63, align 8
  %1103 = fadd double %1101, %1102
  %1104 = load double, ptr %17, align 8
  %1105 = load double, ptr %64, align 8
  %1106 = fadd double %1104, %1105
  %1107 = fsub double %1101, %1102
  %1108 = fsub double %1104, %1105
  %1109 = load double, ptr %65, align 8
  %1110 = load double, ptr %66, align 8
  %1111 = fadd double %1109, %1110
  %1112 = load double, ptr %67, align 8
  %1113 = load double, ptr %68, align 8
  %1114 = fadd double %1112, %1113
  %1115 = fsub double %1112, %1113
  %1116 = fsub double %1110, %1109
  %1117 = insertelement <2 x double> poison, double %1103, i64 0
  %1118 = insertelement <2 x double> %1117, double %1107, i64 1
  %1119 = insertelement <2 x double> poison, double %1111, i64 0
  %1120 = insertelement <2 x double> %1119, double %1115, i64 1
  %1121 = fadd <2 x double> %1118, %1120
  store <2 x double> %1121, ptr %16, align 8
  %1122 = insertelement <2 x double> poison, double %1106, i64 0
  %1123 = insertelement <2 x double> %1122, double %1108, i64 1
  %1124 = insertelement <2 x double> poison, double %1114, i64 0
  %1125 = insertelement <2 x double> %1124, double %1116, i64 1
  %1126 = fadd <2 x double> %1123, %1125
  store <2 x double> %1126, ptr %17, align 8
  %1127 = fsub <2 x double> %1118, %1120
  store <2 x double> %1127, ptr %63, align 8
  %1128 = fsub <2 x double> %1123, %1125
  store <2 x double> %1128, ptr %64, align 8
  %1129 = getelementptr double, ptr %151, i64 %1100
  %1130 = extractelement <2 x double> %1121, i64 0
  store double %1130, ptr %1129, align 8
  %1131 = getelementptr double, ptr %152, i64 %1100
  %1132 = extractelement <2 x double> %1126, i64 0
  store double %1132, ptr %1131, align 8
  br label %1147
1133:
  %1134 = phi i64 [ 0, %1097 ], [ %1145, %1133 ]
  %1135 = mul i64 %1134, %148
  %1136 = add i64 %1135, %1010
  %1137 = mul i64 %1136, %143
  %1138 = add i64 %1137, %1098
  %1139 = getelementptr double, ptr %149, i64 %1138
  %1140 = load double, ptr %1139, align 8
  %1141 = getelementptr double, ptr %16, i64 %1134
  store double %1140, ptr %1141, align 8
  %1142 = getelementptr double, ptr %150, i64 %1138
  %1143 = load double, ptr %1142, align 8
  %1144 = getelementptr double, ptr %17, i64 %1134
  store double %1143, ptr %1144, align 8
  %1145 = add i64 %1134, 1
  %1146 = icmp eq i64 %1145, 4
  br i1 %1146, label %1099, label %1133
1147:
  %1148 = phi i64 [ 1, %1099 ], [ %1167, %1147 ]
  %1149 = shl i64 %1148, 4
  %1150 = getelementptr i8, ptr %1012, i64 %1149
  %1151 = getelementptr i8, ptr %1150, i64 -16
  %1152 = load double, ptr %1151, align 8
  %1153 = getelementptr i8, ptr %1150, i64 -8
  %1154 = load double, ptr %1153, align 8
  %1155 = getelementptr double, ptr %16, i64 %1148
  %1156 = load double, ptr %1155, align 8
  %1157 = getelementptr double, ptr %17, i64 %1148
  %1158 = load double, ptr %1157, align 8
  %1159 = fneg double %1154
  %1160 = fmul double %1158, %1159
  %1161 = call double @llvm.fmuladd.f64(double %1156, double %1152, double %1160)
  %1162 = mul i64 %1148, %143
  %1163 = getelementptr double, ptr %1129, i64 %1162
  store double %1161, ptr %1163, align 8
  %1164 = fmul double %1152, %1158
  %1165 = call double @llvm.fmuladd.f64(double %1156, double %1154, double %1164)
  %1166 = getelementptr double, ptr %1131, i64 %1162
  store double %1165, ptr %1166, align 8
  %1167 = add i64 %1148, 1
  %1168 = icmp eq i64 %1167, 4
  br i1 %1168, label %1169, label %1147
1169:
  %1170 = add i64 %1098, 1
  %1171 = icmp eq i64 %1170, %143
  br i1 %1171, label %1172, label %1097
1172:
  %1173 = add i64 %1010, 1
  %1174 = icmp eq i64 %1173, %148
  br i1 %1174, label %1682, label %1009
1175:
  br i1 %160, label %1466, label %1176
1176:
  %1177 = icmp slt i64 %161, 8
  br i1 %1177, label %1178, label %1183
1178:
  %1179 = phi i64 [ 0, %1176 ], [ %1184, %1360 ]
  %1180 = icmp slt i64 %1179, %161
  br i1 %1180, label %1181, label %1682
1181:
  %1182 = mul i64 %143, 5
  br label %1363
1183:
  %1184 = phi i64 [ %1361, %1360 ], [ 8, %1176 ]
  %1185 = phi i64 [ %1184, %1360 ], [ 0, %1176 ]
  %1186 = getelementptr double, ptr %149, i64 %1185
  %1187 = getelementptr double, ptr %150, i64 %1185
  br label %1236
1188:
  %1189 = load <8 x double>, ptr %85, align 8
  %1190 = load <8 x double>, ptr %86, align 8
  %1191 = fadd <8 x double> %1189, %1190
  %1192 = load <8 x double>, ptr %87, align 8
  %1193 = load <8 x double>, ptr %88, align 8
  %1194 = fadd <8 x double> %1192, %1193
  %1195 = load <8 x double>, ptr %89, align 8
  %1196 = load <8 x double>, ptr %90, align 8
  %1197 = fadd <8 x double> %1195, %1196
  %1198 = load <8 x double>, ptr %91, align 8
  %1199 = load <8 x double>, ptr %92, align 8
  %1200 = fadd <8 x double> %1198, %1199
  %1201 = fsub <8 x double> %1189, %1190
  %1202 = fsub <8 x double> %1192, %1193
  %1203 = fsub <8 x double> %1195, %1196
  %1204 = fsub <8 x double> %1198, %1199
  %1205 = load <8 x double>, ptr %14, align 8
  %1206 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1191, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1205)
  %1207 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1197, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1206)
  %1208 = load <8 x double>, ptr %15, align 8
  %1209 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1194, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1208)
  %1210 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1200, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1209)
  %1211 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1191, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1205)
  %1212 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1197, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1211)
  %1213 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1194, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1208)
  %1214 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1200, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1213)
  %1215 = fmul <8 x double> %1203, splat (double 0x3FE2CF2304755A5E)
  %1216 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1201, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1215)
  %1217 = fmul <8 x double> %1204, splat (double 0x3FE2CF2304755A5E)
  %1218 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1202, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1217)
  %1219 = fmul <8 x double> %1203, splat (double 0xBFEE6F0E134454FF)
  %1220 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1201, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1219)
  %1221 = fmul <8 x double> %1204, splat (double 0xBFEE6F0E134454FF)
  %1222 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1202, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1221)
  %1223 = fadd <8 x double> %1191, %1197
  %1224 = fadd <8 x double> %1223, %1205
  store <8 x double> %1224, ptr %14, align 8
  %1225 = fadd <8 x double> %1194, %1200
  %1226 = fadd <8 x double> %1208, %1225
  store <8 x double> %1226, ptr %15, align 8
  %1227 = fadd <8 x double> %1207, %1218
  store <8 x double> %1227, ptr %85, align 8
  %1228 = fsub <8 x double> %1210, %1216
  store <8 x double> %1228, ptr %87, align 8
  %1229 = fsub <8 x double> %1207, %1218
  store <8 x double> %1229, ptr %86, align 8
  %1230 = fadd <8 x double> %1216, %1210
  store <8 x double> %1230, ptr %88, align 8
  %1231 = fadd <8 x double> %1212, %1222
  store <8 x double> %1231, ptr %89, align 8
  %1232 = fsub <8 x double> %1214, %1220
  store <8 x double> %1232, ptr %91, align 8
  %1233 = fsub <8 x double> %1212, %1222
  store <8 x double> %1233, ptr %90, align 8
  %1234 = fadd <8 x double> %1220, %1214
  store <8 x double> %1234, ptr %92, align 8
  %1235 = getelementptr double, ptr %159, i64 %1185
  br label %1248
1236:
  %1237 = phi i64 [ 0, %1183 ], [ %1245, %1236 ]
  %1238 = mul i64 %1237, %161
  %1239 = getelementptr double, ptr %1186, i64 %1238
  %1240 = load <8 x double>, ptr %1239, align 8
  %1241 = getelementptr <8 x double>, ptr %14, i64 %1237
  store <8 x double> %1240, ptr %1241, align 8
  %1242 = getelementptr double, ptr %1187, i64 %1238
  %1243 = load <8 x double>, ptr %1242, align 8
  %1244 = getelementptr <8 x double>, ptr %15, i64 %1237
  store <8 x double> %1243, ptr %1244, align 8
  %1245 = add i64 %1237, 1
  %1246 = icmp eq i64 %1245, 5
  br i1 %1246, label %1188, label %1236
1247:
  switch i64 %143, label %1334 [
    i64 1, label %1270
    i64 4, label %1307
  ]
1248:
  %1249 = phi i64 [ 1, %1188 ], [ %1268, %1248 ]
  %1250 = shl i64 %1249, 1
  %1251 = add i64 %1250, -2
  %1252 = mul i64 %1251, %161
  %1253 = getelementptr double, ptr %1235, i64 %1252
  %1254 = load <8 x double>, ptr %1253, align 8
  %1255 = add i64 %1250, -1
  %1256 = mul i64 %1255, %161
  %1257 = getelementptr double, ptr %1235, i64 %1256
  %1258 = load <8 x double>, ptr %1257, align 8
  %1259 = getelementptr <8 x double>, ptr %14, i64 %1249
  %1260 = load <8 x double>, ptr %1259, align 8
  %1261 = getelementptr <8 x double>, ptr %15, i64 %1249
  %1262 = load <8 x double>, ptr %1261, align 8
  %1263 = fneg <8 x double> %1258
  %1264 = fmul <8 x double> %1262, %1263
  %1265 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1260, <8 x double> %1254, <8 x double> %1264)
  %1266 = fmul <8 x double> %1254, %1262
  %1267 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1260, <8 x double> %1258, <8 x double> %1266)
  store <8 x double> %1267, ptr %1261, align 8
  store <8 x double> %1265, ptr %1259, align 8
  %1268 = add i64 %1249, 1
  %1269 = icmp eq i64 %1268, 5
  br i1 %1269, label %1247, label %1248
1270:
  %1271 = mul i64 %1185, 5
  %1272 = getelementptr double, ptr %151, i64 %1271
  br label %1273
1273:
  %1274 = phi i64 [ 0, %1270 ], [ %1279, %1278 ]
  %1275 = trunc i64 %1274 to i32
  %1276 = mul i64 %1274, 40
  %1277 = getelementptr i8, ptr %1272, i64 %1276
  br label %1281
1278:
  %1279 = add i64 %1274, 1
  %1280 = icmp eq i64 %1279, 8
  br i1 %1280, label %1289, label %1273
1281:
  %1282 = phi i64 [ 0, %1273 ], [ %1287, %1281 ]
  %1283 = getelementptr <8 x double>, ptr %14, i64 %1282
  %1284 = load <8 x double>, ptr %1283, align 8
  %1285 = extractelement <8 x double> %1284, i32 %1275
  %1286 = getelementptr double, ptr %1277, i64 %1282
  store double %1285, ptr %1286, align 8
  %1287 = add i64 %1282, 1
  %1288 = icmp eq i64 %1287, 5
  br i1 %1288, label %1278, label %1281
1289:
  %1290 = getelementptr double, ptr %152, i64 %1271
  br label %1291
1291:
  %1292 = phi i64 [ 0, %1289 ], [ %1297, %1296 ]
  %1293 = trunc i64 %1292 to i32
  %1294 = mul i64 %1292, 40
  %1295 = getelementptr i8, ptr %1290, i64 %1294
  br label %1299
1296:
  %1297 = add i64 %1292, 1
  %1298 = icmp eq i64 %1297, 8
  br i1 %1298, label %1360, label %1291
1299:
  %1300 = phi i64 [ 0, %1291 ], [ %1305, %1299 ]
  %1301 = getelementptr <8 x double>, ptr %15, i64 %1300
  %1302 = load <8 x double>, ptr %1301, align 8
  %1303 = extractelement <8 x double> %1302, i32 %1293
  %1304 = getelementptr double, ptr %1295, i64 %1300
  store double %1303, ptr %1304, align 8
  %1305 = add i64 %1300, 1
  %1306 = icmp eq i64 %1305, 5
  br i1 %1306, label %1296, label %1299
1307:
  %1308 = mul i64 %1185, 5
  %1309 = getelementptr double, ptr %151, i64 %1308
  br label %1310
1310:
  %1311 = phi i64 [ 0, %1307 ], [ %1319, %1310 ]
  %1312 = getelementptr <8 x double>, ptr %14, i64 %1311
  %1313 = load <8 x double>, ptr %1312, align 8
  %1314 = shufflevector <8 x double> %1313, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %1315 = shl i64 %1311, 5
  %1316 = getelementptr i8, ptr %1309, i64 %1315
  store <4 x double> %1314, ptr %1316, align 8
  %1317 = shufflevector <8 x double> %1313, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %1318 = getelementptr i8, ptr %1316, i64 160
  store <4 x double> %1317, ptr %1318, align 8
  %1319 = add i64 %1311, 1
  %1320 = icmp eq i64 %1319, 5
  br i1 %1320, label %1321, label %1310
1321:
  %1322 = getelementptr double, ptr %152, i64 %1308
  br label %1323
1323:
  %1324 = phi i64 [ 0, %1321 ], [ %1332, %1323 ]
  %1325 = getelementptr <8 x double>, ptr %15, i64 %1324
  %1326 = load <8 x double>, ptr %1325, align 8
  %1327 = shufflevector <8 x double> %1326, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %1328 = shl i64 %1324, 5
  %1329 = getelementptr i8, ptr %1322, i64 %1328
  store <4 x double> %1327, ptr %1329, align 8
  %1330 = shufflevector <8 x double> %1326, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %1331 = getelementptr i8, ptr %1329, i64 160
  store <4 x double> %1330, ptr %1331, align 8
  %1332 = add i64 %1324, 1
  %1333 = icmp eq i64 %1332, 5
  br i1 %1333, label %1360, label %1323
1334:
  %1335 = phi i64 [ %1345, %1344 ], [ 0, %1247 ]
  %1336 = or i64 %1335, %1185
  %1337 = srem i64 %1336, %143
  %1338 = sub i64 %1336, %1337
  %1339 = mul i64 %1338, 5
  %1340 = add i64 %1339, %1337
  %1341 = trunc i64 %1335 to i32
  %1342 = getelementptr double, ptr %151, i64 %1340
  %1343 = getelementptr double, ptr %152, i64 %1340
  br label %1347
1344:
  %1345 = add i64 %1335, 1
  %1346 = icmp eq i64 %1345, 8
  br i1 %1346, label %1360, label %1334
1347:
  %1348 = phi i64 [ 0, %1334 ], [ %1358, %1347 ]
  %1349 = getelementptr <8 x double>, ptr %14, i64 %1348
  %1350 = load <8 x double>, ptr %1349, align 8
  %1351 = extractelement <8 x double> %1350, i32 %1341
  %1352 = mul i64 %1348, %143
  %1353 = getelementptr double, ptr %1342, i64 %1352
  store double %1351, ptr %1353, align 8
  %1354 = getelementptr <8 x double>, ptr %15, i64 %1348
  %1355 = load <8 x double>, ptr %1354, align 8
  %1356 = extractelement <8 x double> %1355, i32 %1341
  %1357 = getelementptr double, ptr %1343, i64 %1352
  store double %1356, ptr %1357, align 8
  %1358 = add i64 %1348, 1
  %1359 = icmp eq i64 %1358, 5
  br i1 %1359, label %1344, label %1347
1360:
  %1361 = add i64 %1184, 8
  %1362 = icmp sgt i64 %1361, %161
  br i1 %1362, label %1178, label %1183
1363:
  %1364 = phi i64 [ %1179, %1181 ], [ %1464, %1463 ]
  %1365 = sdiv i64 %1364, %143
  %1366 = srem i64 %1364, %143
  br label %1427
1367:
  %1368 = mul i64 %1182, %1365
  %1369 = add i64 %1368, %1366
  %1370 = shl i64 %1365, 6
  %1371 = getelementptr i8, ptr %154, i64 %1370
  %1372 = load double, ptr %94, align 8
  %1373 = load double, ptr %95, align 8
  %1374 = fadd double %1372, %1373
  %1375 = load <2 x double>, ptr %93, align 8
  %1376 = load <2 x double>, ptr %97, align 8
  %1377 = shufflevector <2 x double> %1376, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %1378 = fadd <2 x double> %1375, %1377
  %1379 = load double, ptr %98, align 8
  %1380 = load double, ptr %99, align 8
  %1381 = fadd double %1379, %1380
  %1382 = fsub <2 x double> %1375, %1377
  %1383 = fsub double %1372, %1373
  %1384 = fsub <2 x double> %1375, %1377
  %1385 = fsub double %1379, %1380
  %1386 = load <2 x double>, ptr %12, align 8
  %1387 = load double, ptr %13, align 8
  %1388 = shufflevector <2 x double> %1378, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %1389 = fadd <2 x double> %1378, %1388
  %1390 = fadd double %1374, %1381
  %1391 = fadd double %1387, %1390
  store double %1391, ptr %13, align 8
  %1392 = insertelement <2 x double> poison, double %1374, i64 0
  %1393 = shufflevector <2 x double> %1392, <2 x double> poison, <2 x i32> zeroinitializer
  %1394 = insertelement <2 x double> poison, double %1387, i64 0
  %1395 = shufflevector <2 x double> %1394, <2 x double> poison, <2 x i32> zeroinitializer
  %1396 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1393, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1395)
  %1397 = insertelement <2 x double> poison, double %1381, i64 0
  %1398 = shufflevector <2 x double> %1397, <2 x double> poison, <2 x i32> zeroinitializer
  %1399 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1398, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1396)
  %1400 = shufflevector <2 x double> %1384, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1401 = fmul <2 x double> %1400, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1402 = shufflevector <2 x double> %1382, <2 x double> poison, <2 x i32> zeroinitializer
  %1403 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1402, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1401)
  %1404 = fsub <2 x double> %1399, %1403
  store <2 x double> %1404, ptr %94, align 8
  %1405 = shufflevector <2 x double> %1378, <2 x double> poison, <2 x i32> zeroinitializer
  %1406 = shufflevector <2 x double> %1386, <2 x double> poison, <2 x i32> zeroinitializer
  %1407 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1405, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1406)
  %1408 = shufflevector <2 x double> %1378, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1409 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1408, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1407)
  %1410 = insertelement <2 x double> poison, double %1385, i64 0
  %1411 = shufflevector <2 x double> %1410, <2 x double> poison, <2 x i32> zeroinitializer
  %1412 = fmul <2 x double> %1411, <double 0xBFEE6F0E134454FF, double 0x3FE2CF2304755A5E>
  %1413 = insertelement <2 x double> poison, double %1383, i64 0
  %1414 = shufflevector <2 x double> %1413, <2 x double> poison, <2 x i32> zeroinitializer
  %1415 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1414, <2 x double> <double 0x3FE2CF2304755A5E, double 0x3FEE6F0E134454FF>, <2 x double> %1412)
  %1416 = shufflevector <2 x double> %1389, <2 x double> %1409, <2 x i32> <i32 0, i32 3>
  %1417 = shufflevector <2 x double> %1386, <2 x double> %1415, <2 x i32> <i32 0, i32 3>
  %1418 = fadd <2 x double> %1416, %1417
  store <2 x double> %1418, ptr %12, align 8
  %1419 = fadd <2 x double> %1409, %1415
  %1420 = extractelement <2 x double> %1419, i64 0
  store double %1420, ptr %96, align 8
  %1421 = fsub <2 x double> %1409, %1415
  store <2 x double> %1421, ptr %97, align 8
  %1422 = fadd <2 x double> %1403, %1399
  %1423 = shufflevector <2 x double> %1422, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1423, ptr %99, align 8
  %1424 = getelementptr double, ptr %151, i64 %1369
  %1425 = extractelement <2 x double> %1418, i64 0
  store double %1425, ptr %1424, align 8
  %1426 = getelementptr double, ptr %152, i64 %1369
  store double %1391, ptr %1426, align 8
  br label %1441
1427:
  %1428 = phi i64 [ 0, %1363 ], [ %1439, %1427 ]
  %1429 = mul i64 %1428, %148
  %1430 = add i64 %1429, %1365
  %1431 = mul i64 %1430, %143
  %1432 = add i64 %1431, %1366
  %1433 = getelementptr double, ptr %149, i64 %1432
  %1434 = load double, ptr %1433, align 8
  %1435 = getelementptr double, ptr %12, i64 %1428
  store double %1434, ptr %1435, align 8
  %1436 = getelementptr double, ptr %150, i64 %1432
  %1437 = load double, ptr %1436, align 8
  %1438 = getelementptr double, ptr %13, i64 %1428
  store double %1437, ptr %1438, align 8
  %1439 = add i64 %1428, 1
  %1440 = icmp eq i64 %1439, 5
  br i1 %1440, label %1367, label %1427
1441:
  %1442 = phi i64 [ 1, %1367 ], [ %1461, %1441 ]
  %1443 = shl i64 %1442, 4
  %1444 = getelementptr i8, ptr %1371, i64 %1443
  %1445 = getelementptr i8, ptr %1444, i64 -16
  %1446 = load double, ptr %1445, align 8
  %1447 = getelementptr i8, ptr %1444, i64 -8
  %1448 = load double, ptr %1447, align 8
  %1449 = getelementptr double, ptr %12, i64 %1442
  %1450 = load double, ptr %1449, align 8
  %1451 = getelementptr double, ptr %13, i64 %1442
  %1452 = load double, ptr %1451, align 8
  %1453 = fneg double %1448
  %1454 = fmul double %1452, %1453
  %1455 = call double @llvm.fmuladd.f64(double %1450, double %1446, double %1454)
  %1456 = mul i64 %1442, %143
  %1457 = getelementptr double, ptr %1424, i64 %1456
  store double %1455, ptr %1457, align 8
  %1458 = fmul double %1446, %1452
  %1459 = call double @llvm.fmuladd.f64(double %1450, double %1448, double %1458)
  %1460 = getelementptr double, ptr %1426, i64 %1456
  store double %1459, ptr %1460, align 8
  %1461 = add i64 %1442, 1
  %1462 = icmp eq i64 %1461, 5
  br i1 %1462, label %1463, label %1441
1463:
  %1464 = add i64 %1364, 1
  %1465 = icmp eq i64 %1464, %161
  br i1 %1465, label %1682, label %1363
1466:
  %1467 = icmp sgt i64 %148, 0
  br i1 %1467, label %1468, label %1682
1468:
  %1469 = icmp slt i64 %143, 8
  %1470 = mul i64 %143, 5
  br label %1471
1471:
  %1472 = phi i64 [ 0, %1468 ], [ %1680, %1679 ]
  %1473 = shl i64 %1472, 6
  %1474 = getelementptr i8, ptr %154, i64 %1473
  br i1 %1469, label %1482, label %1475
1475:
  %1476 = mul i64 %1472, %143
  %1477 = mul i64 %1476, 5
  %1478 = getelementptr double, ptr %149, i64 %1476
  %1479 = getelementptr double, ptr %150, i64 %1476
  %1480 = getelementptr double, ptr %151, i64 %1477
  %1481 = getelementptr double, ptr %152, i64 %1477
  br label %1487
1482:
  %1483 = phi i64 [ 0, %1471 ], [ %1488, %1552 ]
  %1484 = icmp slt i64 %1483, %143
  br i1 %1484, label %1485, label %1679
1485:
  %1486 = mul i64 %1470, %1472
  br label %1581
1487:
  %1488 = phi i64 [ %1553, %1552 ], [ 8, %1475 ]
  %1489 = phi i64 [ %1488, %1552 ], [ 0, %1475 ]
  %1490 = getelementptr double, ptr %1478, i64 %1489
  %1491 = getelementptr double, ptr %1479, i64 %1489
  br label %1541
1492:
  %1493 = load <8 x double>, ptr %100, align 8
  %1494 = load <8 x double>, ptr %101, align 8
  %1495 = fadd <8 x double> %1493, %1494
  %1496 = load <8 x double>, ptr %102, align 8
  %1497 = load <8 x double>, ptr %103, align 8
  %1498 = fadd <8 x double> %1496, %1497
  %1499 = load <8 x double>, ptr %104, align 8
  %1500 = load <8 x double>, ptr %105, align 8
  %1501 = fadd <8 x double> %1499, %1500
  %1502 = load <8 x double>, ptr %106, align 8
  %1503 = load <8 x double>, ptr %107, align 8
  %1504 = fadd <8 x double> %1502, %1503
  %1505 = fsub <8 x double> %1493, %1494
  %1506 = fsub <8 x double> %1496, %1497
  %1507 = fsub <8 x double> %1499, %1500
  %1508 = fsub <8 x double> %1502, %1503
  %1509 = load <8 x double>, ptr %10, align 8
  %1510 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1495, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1509)
  %1511 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1501, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1510)
  %1512 = load <8 x double>, ptr %11, align 8
  %1513 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1498, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1512)
  %1514 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1504, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1513)
  %1515 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1495, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1509)
  %1516 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1501, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1515)
  %1517 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1498, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1512)
  %1518 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1504, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1517)
  %1519 = fmul <8 x double> %1507, splat (double 0x3FE2CF2304755A5E)
  %1520 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1505, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1519)
  %1521 = fmul <8 x double> %1508, splat (double 0x3FE2CF2304755A5E)
  %1522 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1506, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1521)
  %1523 = fmul <8 x double> %1507, splat (double 0xBFEE6F0E134454FF)
  %1524 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1505, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1523)
  %1525 = fmul <8 x double> %1508, splat (double 0xBFEE6F0E134454FF)
  %1526 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1506, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1525)
  %1527 = fadd <8 x double> %1495, %1501
  %1528 = fadd <8 x double> %1527, %1509
  store <8 x double> %1528, ptr %10, align 8
  %1529 = fadd <8 x double> %1498, %1504
  %1530 = fadd <8 x double> %1512, %1529
  store <8 x double> %1530, ptr %11, align 8
  %1531 = fadd <8 x double> %1511, %1522
  store <8 x double> %1531, ptr %100, align 8
  %1532 = fsub <8 x double> %1514, %1520
  store <8 x double> %1532, ptr %102, align 8
  %1533 = fsub <8 x double> %1511, %1522
  store <8 x double> %1533, ptr %101, align 8
  %1534 = fadd <8 x double> %1520, %1514
  store <8 x double> %1534, ptr %103, align 8
  %1535 = fadd <8 x double> %1516, %1526
  store <8 x double> %1535, ptr %104, align 8
  %1536 = fsub <8 x double> %1518, %1524
  store <8 x double> %1536, ptr %106, align 8
  %1537 = fsub <8 x double> %1516, %1526
  store <8 x double> %1537, ptr %105, align 8
  %1538 = fadd <8 x double> %1524, %1518
  store <8 x double> %1538, ptr %107, align 8
  %1539 = getelementptr double, ptr %1480, i64 %1489
  store <8 x double> %1528, ptr %1539, align 8
  %1540 = getelementptr double, ptr %1481, i64 %1489
  store <8 x double> %1530, ptr %1540, align 8
  br label %1555
1541:
  %1542 = phi i64 [ 0, %1487 ], [ %1550, %1541 ]
  %1543 = mul i64 %1542, %161
  %1544 = getelementptr double, ptr %1490, i64 %1543
  %1545 = load <8 x double>, ptr %1544, align 8
  %1546 = getelementptr <8 x double>, ptr %10, i64 %1542
  store <8 x double> %1545, ptr %1546, align 8
  %1547 = getelementptr double, ptr %1491, i64 %1543
  %1548 = load <8 x double>, ptr %1547, align 8
  %1549 = getelementptr <8 x double>, ptr %11, i64 %1542
  store <8 x double> %1548, ptr %1549, align 8
  %1550 = add i64 %1542, 1
  %1551 = icmp eq i64 %1550, 5
  br i1 %1551, label %1492, label %1541
1552:
  %1553 = add i64 %1488, 8
  %1554 = icmp sgt i64 %1553, %143
  br i1 %1554, label %1482, label %1487
1555:
  %1556 = phi i64 [ 1, %1492 ], [ %1579, %1555 ]
  %1557 = shl i64 %1556, 4
  %1558 = getelementptr i8, ptr %1474, i64 %1557
  %1559 = getelementptr i8, ptr %1558, i64 -16
  %1560 = load double, ptr %1559, align 8
  %1561 = getelementptr i8, ptr %1558, i64 -8
  %1562 = load double, ptr %1561, align 8
  %1563 = getelementptr <8 x double>, ptr %10, i64 %1556
  %1564 = load <8 x double>, ptr %1563, align 8
  %1565 = insertelement <8 x double> poison, double %1560, i64 0
  %1566 = shufflevector <8 x double> %1565, <8 x double> poison, <8 x i32> zeroinitializer
  %1567 = getelementptr <8 x double>, ptr %11, i64 %1556
  %1568 = load <8 x double>, ptr %1567, align 8
  %1569 = insertelement <8 x double> poison, double %1562, i64 0
  %1570 = shufflevector <8 x double> %1569, <8 x double> poison, <8 x i32> zeroinitializer
  %1571 = fneg <8 x double> %1570
  %1572 = fmul <8 x double> %1568, %1571
  %1573 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1564, <8 x double> %1566, <8 x double> %1572)
  %1574 = mul i64 %1556, %143
  %1575 = getelementptr double, ptr %1539, i64 %1574
  store <8 x double> %1573, ptr %1575, align 8
  %1576 = fmul <8 x double> %1566, %1568
  %1577 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1564, <8 x double> %1570, <8 x double> %1576)
  %1578 = getelementptr double, ptr %1540, i64 %1574
  store <8 x double> %1577, ptr %1578, align 8
  %1579 = add i64 %1556, 1
  %1580 = icmp eq i64 %1579, 5
  br i1 %1580, label %1552, label %1555
1581:
  %1582 = phi i64 [ %1483, %1485 ], [ %1677, %1676 ]
  br label %1640
1583:
  %1584 = add i64 %1582, %1486
  %1585 = load double, ptr %109, align 8
  %1586 = load double, ptr %110, align 8
  %1587 = fadd double %1585, %1586
  %1588 = load <2 x double>, ptr %108, align 8
  %1589 = load <2 x double>, ptr %112, align 8
  %1590 = shufflevector <2 x double> %1589, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %1591 = fadd <2 x double> %1588, %1590
  %1592 = load double, ptr %113, align 8
  %1593 = load double, ptr %114, align 8
  %1594 = fadd double %1592, %1593
  %1595 = fsub <2 x double> %1588, %1590
  %1596 = fsub double %1585, %1586
  %1597 = fsub <2 x double> %1588, %1590
  %1598 = fsub double %1592, %1593
  %1599 = load <2 x double>, ptr %8, align 8
  %1600 = load double, ptr %9, align 8
  %1601 = shufflevector <2 x double> %1591, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %1602 = fadd <2 x double> %1591, %1601
  %1603 = fadd double %1587, %1594
  %1604 = fadd double %1600, %1603
  store double %1604, ptr %9, align 8
  %1605 = insertelement <2 x double> poison, double %1587, i64 0
  %1606 = shufflevector <2 x double> %1605, <2 x double> poison, <2 x i32> zeroinitializer
  %1607 = insertelement <2 x double> poison, double %1600, i64 0
  %1608 = shufflevector <2 x double> %1607, <2 x double> poison, <2 x i32> zeroinitializer
  %1609 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1606, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1608)
  %1610 = insertelement <2 x double> poison, double %1594, i64 0
  %1611 = shufflevector <2 x double> %1610, <2 x double> poison, <2 x i32> zeroinitializer
  %1612 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1611, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1609)
  %1613 = shufflevector <2 x double> %1597, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1614 = fmul <2 x double> %1613, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1615 = shufflevector <2 x double> %1595, <2 x double> poison, <2 x i32> zeroinitializer
  %1616 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1615, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1614)
  %1617 = fsub <2 x double> %1612, %1616
  store <2 x double> %1617, ptr %109, align 8
  %1618 = shufflevector <2 x double> %1591, <2 x double> poison, <2 x i32> zeroinitializer
  %1619 = shufflevector <2 x double> %1599, <2 x double> poison, <2 x i32> zeroinitializer
  %1620 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1618, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1619)
  %1621 = shufflevector <2 x double> %1591, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1622 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1621, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1620)
  %1623 = insertelement <2 x double> poison, double %1598, i64 0
  %1624 = shufflevector <2 x double> %1623, <2 x double> poison, <2 x i32> zeroinitializer
  %1625 = fmul <2 x double> %1624, <double 0xBFEE6F0E134454FF, double 0x3FE2CF2304755A5E>
  %1626 = insertelement <2 x double> poison, double %1596, i64 0
  %1627 = shufflevector <2 x double> %1626, <2 x double> poison, <2 x i32> zeroinitializer
  %1628 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1627, <2 x double> <double 0x3FE2CF2304755A5E, double 0x3FEE6F0E134454FF>, <2 x double> %1625)
  %1629 = shufflevector <2 x double> %1602, <2 x double> %1622, <2 x i32> <i32 0, i32 3>
  %1630 = shufflevector <2 x double> %1599, <2 x double> %1628, <2 x i32> <i32 0, i32 3>
  %1631 = fadd <2 x double> %1629, %1630
  store <2 x double> %1631, ptr %8, align 8
  %1632 = fadd <2 x double> %1622, %1628
  %1633 = extractelement <2 x double> %1632, i64 0
  store double %1633, ptr %111, align 8
  %1634 = fsub <2 x double> %1622, %1628
  store <2 x double> %1634, ptr %112, align 8
  %1635 = fadd <2 x double> %1616, %1612
  %1636 = shufflevector <2 x double> %1635, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1636, ptr %114, align 8
  %1637 = getelementptr double, ptr %151, i64 %1584
  %1638 = extractelement <2 x double> %1631, i64 0
  store double %1638, ptr %1637, align 8
  %1639 = getelementptr double, ptr %152, i64 %1584
  store double %1604, ptr %1639, align 8
  br label %1654
1640:
  %1641 = phi i64 [ 0, %1581 ], [ %1652, %1640 ]
  %1642 = mul i64 %1641, %148
  %1643 = add i64 %1642, %1472
  %1644 = mul i64 %1643, %143
  %1645 = add i64 %1644, %1582
  %1646 = getelementptr double, ptr %149, i64 %1645
  %1647 = load double, ptr %1646, align 8
  %1648 = getelementptr double, ptr %8, i64 %1641
  store double %1647, ptr %1648, align 8
  %1649 = getelementptr double, ptr %150, i64 %1645
  %1650 = load double, ptr %1649, align 8
  %1651 = getelementptr double, ptr %9, i64 %1641
  store double %1650, ptr %1651, align 8
  %1652 = add i64 %1641, 1
  %1653 = icmp eq i64 %1652, 5
  br i1 %1653, label %1583, label %1640
1654:
  %1655 = phi i64 [ 1, %1583 ], [ %1674, %1654 ]
  %1656 = shl i64 %1655, 4
  %1657 = getelementptr i8, ptr %1474, i64 %1656
  %1658 = getelementptr i8, ptr %1657, i64 -16
  %1659 = load double, ptr %1658, align 8
  %1660 = getelementptr i8, ptr %1657, i64 -8
  %1661 = load double, ptr %1660, align 8
  %1662 = getelementptr double, ptr %8, i64 %1655
  %1663 = load double, ptr %1662, align 8
  %1664 = getelementptr double, ptr %9, i64 %1655
  %1665 = load double, ptr %1664, align 8
  %1666 = fneg double %1661
  %1667 = fmul double %1665, %1666
  %1668 = call double @llvm.fmuladd.f64(double %1663, double %1659, double %1667)
  %1669 = mul i64 %1655, %143
  %1670 = getelementptr double, ptr %1637, i64 %1669
  store double %1668, ptr %1670, align 8
  %1671 = fmul double %1659, %1665
  %1672 = call double @llvm.fmuladd.f64(double %1663, double %1661, double %1671)
  %1673 = getelementptr double, ptr %1639, i64 %1669
  store double %1672, ptr %1673, align 8
  %1674 = add i64 %1655, 1
  %1675 = icmp eq i64 %1674, 5
  br i1 %1675, label %1676, label %1654
1676:
  %1677 = add i64 %1582, 1
  %1678 = icmp eq i64 %1677, %143
  br i1 %1678, label %1679, label %1581
1679:
  %1680 = add i64 %1472, 1
  %1681 = icmp eq i64 %1680, %148
  br i1 %1681, label %1682, label %1471
1682:
  %1683 = mul i64 %143, %147
  %1684 = add i64 %142, 1
  %1685 = load i32, ptr %40, align 4
  %1686 = sext i32 %1685 to i64
  %1687 = icmp slt i64 %1684, %1686
  br i1 %1687, label %139, label %135
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
  %19 = insertelement <2 x double> poison, double %18, i64 0
  %20 = shufflevector <2 x double> %19, <2 x double> poison, <2 x i32> zeroinitializer
  br label %27
21:
  %22 = extractelement <2 x double> %41, i64 1
  %23 = call double @llvm.fmuladd.f64(double %16, double %22, double %16)
  %24 = extractelement <2 x double> %41, i64 0
  %25 = fadd double %24, 1.000000e+00
  %26 = srem i64 %8, 4
  switch i64 %26, label %51 [
    i64 0, label %44
    i64 1, label %46
    i64 2, label %49
  ]
27:
  %28 = phi i32 [ 9, %4 ], [ %42, %27 ]
  %29 = phi <2 x double> [ zeroinitializer, %4 ], [ %41, %27 ]
  %30 = fadd <2 x double> %29, splat (double 1.000000e+00)
  %31 = shl i32 %28, 1
  %32 = or i32 %31, 1
  %33 = add i32 %31, -1
  %34 = fmul <2 x double> %20, %30
  %35 = mul i32 %32, %31
  %36 = mul i32 %33, %31
  %37 = uitofp i32 %35 to double
  %38 = uitofp i32 %36 to double
  %39 = insertelement <2 x double> poison, double %38, i64 0
  %40 = insertelement <2 x double> %39, double %37, i64 1
  %41 = fdiv <2 x double> %34, %40
  %42 = add i32 %28, -1
  %43 = icmp ugt i32 %28, 1
  br i1 %43, label %27, label %21
44:
  store double %25, ptr %2, align 8
  %45 = fneg double %23
  br label %52
46:
  %47 = fneg double %23
  store double %47, ptr %2, align 8
  %48 = fneg double %25
  br label %52
49:
  %50 = fneg double %25
  store double %50, ptr %2, align 8
  br label %52
51:
  store double %23, ptr %2, align 8
  br label %52
52:
  %53 = phi double [ %25, %51 ], [ %23, %49 ], [ %48, %46 ], [ %45, %44 ]
  store double %53, ptr %3, align 8
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
