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
  %136 = phi i32 [ %121, %120 ], [ %1699, %1696 ]
  %137 = add i64 %122, 1
  %138 = icmp eq i64 %137, %5
  br i1 %138, label %116, label %120
139:
  %140 = phi <2 x ptr> [ %133, %124 ], [ %141, %1696 ]
  %141 = phi <2 x ptr> [ %129, %124 ], [ %140, %1696 ]
  %142 = phi i64 [ 0, %124 ], [ %1698, %1696 ]
  %143 = phi i64 [ %6, %124 ], [ %1697, %1696 ]
  %144 = phi i64 [ %134, %124 ], [ %148, %1696 ]
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
  switch i32 %146, label %1185 [
    i32 2, label %162
    i32 3, label %374
    i32 4, label %773
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
  br i1 %169, label %243, label %1696
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
  br i1 %281, label %1696, label %243
282:
  %283 = icmp sgt i64 %148, 0
  br i1 %283, label %284, label %1696
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
  br i1 %373, label %1696, label %286
374:
  br i1 %160, label %611, label %375
375:
  %376 = icmp slt i64 %161, 8
  br i1 %376, label %377, label %382
377:
  %378 = phi i64 [ 0, %375 ], [ %383, %533 ]
  %379 = icmp slt i64 %378, %161
  br i1 %379, label %380, label %1696
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
  %537 = phi i64 [ %378, %380 ], [ %609, %608 ]
  %538 = sdiv i64 %537, %143
  %539 = srem i64 %537, %143
  br label %572
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
  %562 = fsub double %556, %554
  store double %562, ptr %74, align 8
  %563 = insertelement <2 x double> poison, double %558, i64 0
  %564 = insertelement <2 x double> poison, double %558, i64 0
  %565 = insertelement <2 x double> poison, double %552, i64 0
  %566 = insertelement <2 x double> poison, double %552, i64 0
  %567 = fsub <2 x double> %564, %566
  %568 = fadd <2 x double> %563, %565
  %569 = shufflevector <2 x double> %567, <2 x double> %568, <2 x i32> <i32 0, i32 2>
  store <2 x double> %569, ptr %75, align 8
  %570 = getelementptr double, ptr %151, i64 %542
  store double %559, ptr %570, align 8
  %571 = getelementptr double, ptr %152, i64 %542
  store double %560, ptr %571, align 8
  br label %586
572:
  %573 = phi i64 [ 0, %536 ], [ %584, %572 ]
  %574 = mul i64 %573, %148
  %575 = add i64 %574, %538
  %576 = mul i64 %575, %143
  %577 = add i64 %576, %539
  %578 = getelementptr double, ptr %149, i64 %577
  %579 = load double, ptr %578, align 8
  %580 = getelementptr double, ptr %28, i64 %573
  store double %579, ptr %580, align 8
  %581 = getelementptr double, ptr %150, i64 %577
  %582 = load double, ptr %581, align 8
  %583 = getelementptr double, ptr %29, i64 %573
  store double %582, ptr %583, align 8
  %584 = add i64 %573, 1
  %585 = icmp eq i64 %584, 3
  br i1 %585, label %540, label %572
586:
  %587 = phi i64 [ 1, %540 ], [ %606, %586 ]
  %588 = shl i64 %587, 4
  %589 = getelementptr i8, ptr %544, i64 %588
  %590 = getelementptr i8, ptr %589, i64 -16
  %591 = load double, ptr %590, align 8
  %592 = getelementptr i8, ptr %589, i64 -8
  %593 = load double, ptr %592, align 8
  %594 = getelementptr double, ptr %28, i64 %587
  %595 = load double, ptr %594, align 8
  %596 = getelementptr double, ptr %29, i64 %587
  %597 = load double, ptr %596, align 8
  %598 = fneg double %593
  %599 = fmul double %597, %598
  %600 = call double @llvm.fmuladd.f64(double %595, double %591, double %599)
  %601 = mul i64 %587, %143
  %602 = getelementptr double, ptr %570, i64 %601
  store double %600, ptr %602, align 8
  %603 = fmul double %591, %597
  %604 = call double @llvm.fmuladd.f64(double %595, double %593, double %603)
  %605 = getelementptr double, ptr %571, i64 %601
  store double %604, ptr %605, align 8
  %606 = add i64 %587, 1
  %607 = icmp eq i64 %606, 3
  br i1 %607, label %608, label %586
608:
  %609 = add i64 %537, 1
  %610 = icmp eq i64 %609, %161
  br i1 %610, label %1696, label %536
611:
  %612 = icmp sgt i64 %148, 0
  br i1 %612, label %613, label %1696
613:
  %614 = icmp slt i64 %143, 8
  %615 = mul i64 %143, 3
  br label %616
616:
  %617 = phi i64 [ 0, %613 ], [ %771, %770 ]
  %618 = shl i64 %617, 5
  %619 = getelementptr i8, ptr %154, i64 %618
  br i1 %614, label %627, label %620
620:
  %621 = mul i64 %617, %143
  %622 = mul i64 %621, 3
  %623 = getelementptr double, ptr %149, i64 %621
  %624 = getelementptr double, ptr %150, i64 %621
  %625 = getelementptr double, ptr %151, i64 %622
  %626 = getelementptr double, ptr %152, i64 %622
  br label %632
627:
  %628 = phi i64 [ 0, %616 ], [ %633, %671 ]
  %629 = icmp slt i64 %628, %143
  br i1 %629, label %630, label %770
630:
  %631 = mul i64 %615, %617
  br label %700
632:
  %633 = phi i64 [ %672, %671 ], [ 8, %620 ]
  %634 = phi i64 [ %633, %671 ], [ 0, %620 ]
  %635 = getelementptr double, ptr %623, i64 %634
  %636 = getelementptr double, ptr %624, i64 %634
  br label %660
637:
  %638 = load <8 x double>, ptr %77, align 8
  %639 = load <8 x double>, ptr %78, align 8
  %640 = fadd <8 x double> %638, %639
  %641 = load <8 x double>, ptr %79, align 8
  %642 = load <8 x double>, ptr %80, align 8
  %643 = fadd <8 x double> %641, %642
  %644 = fsub <8 x double> %638, %639
  %645 = fmul <8 x double> %644, splat (double 0x3FEBB67AE8584CAA)
  %646 = fsub <8 x double> %641, %642
  %647 = fmul <8 x double> %646, splat (double 0x3FEBB67AE8584CAA)
  %648 = load <8 x double>, ptr %26, align 8
  %649 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %640, <8 x double> splat (double -5.000000e-01), <8 x double> %648)
  %650 = load <8 x double>, ptr %27, align 8
  %651 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %643, <8 x double> splat (double -5.000000e-01), <8 x double> %650)
  %652 = fadd <8 x double> %640, %648
  store <8 x double> %652, ptr %26, align 8
  %653 = fadd <8 x double> %643, %650
  store <8 x double> %653, ptr %27, align 8
  %654 = fadd <8 x double> %649, %647
  store <8 x double> %654, ptr %77, align 8
  %655 = fsub <8 x double> %651, %645
  store <8 x double> %655, ptr %79, align 8
  %656 = fsub <8 x double> %649, %647
  store <8 x double> %656, ptr %78, align 8
  %657 = fadd <8 x double> %645, %651
  store <8 x double> %657, ptr %80, align 8
  %658 = getelementptr double, ptr %625, i64 %634
  store <8 x double> %652, ptr %658, align 8
  %659 = getelementptr double, ptr %626, i64 %634
  store <8 x double> %653, ptr %659, align 8
  br label %674
660:
  %661 = phi i64 [ 0, %632 ], [ %669, %660 ]
  %662 = mul i64 %661, %161
  %663 = getelementptr double, ptr %635, i64 %662
  %664 = load <8 x double>, ptr %663, align 8
  %665 = getelementptr <8 x double>, ptr %26, i64 %661
  store <8 x double> %664, ptr %665, align 8
  %666 = getelementptr double, ptr %636, i64 %662
  %667 = load <8 x double>, ptr %666, align 8
  %668 = getelementptr <8 x double>, ptr %27, i64 %661
  store <8 x double> %667, ptr %668, align 8
  %669 = add i64 %661, 1
  %670 = icmp eq i64 %669, 3
  br i1 %670, label %637, label %660
671:
  %672 = add i64 %633, 8
  %673 = icmp sgt i64 %672, %143
  br i1 %673, label %627, label %632
674:
  %675 = phi i64 [ 1, %637 ], [ %698, %674 ]
  %676 = shl i64 %675, 4
  %677 = getelementptr i8, ptr %619, i64 %676
  %678 = getelementptr i8, ptr %677, i64 -16
  %679 = load double, ptr %678, align 8
  %680 = getelementptr i8, ptr %677, i64 -8
  %681 = load double, ptr %680, align 8
  %682 = getelementptr <8 x double>, ptr %26, i64 %675
  %683 = load <8 x double>, ptr %682, align 8
  %684 = insertelement <8 x double> poison, double %679, i64 0
  %685 = shufflevector <8 x double> %684, <8 x double> poison, <8 x i32> zeroinitializer
  %686 = getelementptr <8 x double>, ptr %27, i64 %675
  %687 = load <8 x double>, ptr %686, align 8
  %688 = insertelement <8 x double> poison, double %681, i64 0
  %689 = shufflevector <8 x double> %688, <8 x double> poison, <8 x i32> zeroinitializer
  %690 = fneg <8 x double> %689
  %691 = fmul <8 x double> %687, %690
  %692 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %683, <8 x double> %685, <8 x double> %691)
  %693 = mul i64 %675, %143
  %694 = getelementptr double, ptr %658, i64 %693
  store <8 x double> %692, ptr %694, align 8
  %695 = fmul <8 x double> %685, %687
  %696 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %683, <8 x double> %689, <8 x double> %695)
  %697 = getelementptr double, ptr %659, i64 %693
  store <8 x double> %696, ptr %697, align 8
  %698 = add i64 %675, 1
  %699 = icmp eq i64 %698, 3
  br i1 %699, label %671, label %674
700:
  %701 = phi i64 [ %628, %630 ], [ %768, %767 ]
  br label %731
702:
  %703 = add i64 %701, %631
  %704 = load double, ptr %81, align 8
  %705 = load double, ptr %82, align 8
  %706 = fadd double %704, %705
  %707 = load double, ptr %83, align 8
  %708 = load double, ptr %84, align 8
  %709 = fadd double %707, %708
  %710 = fsub double %704, %705
  %711 = fmul double %710, 0x3FEBB67AE8584CAA
  %712 = fsub double %707, %708
  %713 = fmul double %712, 0x3FEBB67AE8584CAA
  %714 = load double, ptr %24, align 8
  %715 = call double @llvm.fmuladd.f64(double %706, double -5.000000e-01, double %714)
  %716 = load double, ptr %25, align 8
  %717 = call double @llvm.fmuladd.f64(double %709, double -5.000000e-01, double %716)
  %718 = fadd double %706, %714
  store double %718, ptr %24, align 8
  %719 = fadd double %709, %716
  store double %719, ptr %25, align 8
  %720 = fadd double %715, %713
  store double %720, ptr %81, align 8
  %721 = fsub double %715, %713
  store double %721, ptr %82, align 8
  %722 = insertelement <2 x double> poison, double %717, i64 0
  %723 = insertelement <2 x double> poison, double %717, i64 0
  %724 = insertelement <2 x double> poison, double %711, i64 0
  %725 = insertelement <2 x double> poison, double %711, i64 0
  %726 = fsub <2 x double> %723, %725
  %727 = fadd <2 x double> %722, %724
  %728 = shufflevector <2 x double> %726, <2 x double> %727, <2 x i32> <i32 0, i32 2>
  store <2 x double> %728, ptr %83, align 8
  %729 = getelementptr double, ptr %151, i64 %703
  store double %718, ptr %729, align 8
  %730 = getelementptr double, ptr %152, i64 %703
  store double %719, ptr %730, align 8
  br label %745
731:
  %732 = phi i64 [ 0, %700 ], [ %743, %731 ]
  %733 = mul i64 %732, %148
  %734 = add i64 %733, %617
  %735 = mul i64 %734, %143
  %736 = add i64 %735, %701
  %737 = getelementptr double, ptr %149, i64 %736
  %738 = load double, ptr %737, align 8
  %739 = getelementptr double, ptr %24, i64 %732
  store double %738, ptr %739, align 8
  %740 = getelementptr double, ptr %150, i64 %736
  %741 = load double, ptr %740, align 8
  %742 = getelementptr double, ptr %25, i64 %732
  store double %741, ptr %742, align 8
  %743 = add i64 %732, 1
  %744 = icmp eq i64 %743, 3
  br i1 %744, label %702, label %731
745:
  %746 = phi i64 [ 1, %702 ], [ %765, %745 ]
  %747 = shl i64 %746, 4
  %748 = getelementptr i8, ptr %619, i64 %747
  %749 = getelementptr i8, ptr %748, i64 -16
  %750 = load double, ptr %749, align 8
  %751 = getelementptr i8, ptr %748, i64 -8
  %752 = load double, ptr %751, align 8
  %753 = getelementptr double, ptr %24, i64 %746
  %754 = load double, ptr %753, align 8
  %755 = getelementptr double, ptr %25, i64 %746
  %756 = load double, ptr %755, align 8
  %757 = fneg double %752
  %758 = fmul double %756, %757
  %759 = call double @llvm.fmuladd.f64(double %754, double %750, double %758)
  %760 = mul i64 %746, %143
  %761 = getelementptr double, ptr %729, i64 %760
  store double %759, ptr %761, align 8
  %762 = fmul double %750, %756
  %763 = call double @llvm.fmuladd.f64(double %754, double %752, double %762)
  %764 = getelementptr double, ptr %730, i64 %760
  store double %763, ptr %764, align 8
  %765 = add i64 %746, 1
  %766 = icmp eq i64 %765, 3
  br i1 %766, label %767, label %745
767:
  %768 = add i64 %701, 1
  %769 = icmp eq i64 %768, %143
  br i1 %769, label %770, label %700
770:
  %771 = add i64 %617, 1
  %772 = icmp eq i64 %771, %148
  br i1 %772, label %1696, label %616
773:
  br i1 %160, label %1014, label %774
774:
  %775 = icmp slt i64 %161, 8
  br i1 %775, label %776, label %781
776:
  %777 = phi i64 [ 0, %774 ], [ %782, %931 ]
  %778 = icmp slt i64 %777, %161
  br i1 %778, label %779, label %1696
779:
  %780 = shl i64 %143, 2
  br label %934
781:
  %782 = phi i64 [ %932, %931 ], [ 8, %774 ]
  %783 = phi i64 [ %782, %931 ], [ 0, %774 ]
  %784 = getelementptr double, ptr %149, i64 %783
  %785 = getelementptr double, ptr %150, i64 %783
  br label %812
786:
  %787 = load <8 x double>, ptr %22, align 8
  %788 = load <8 x double>, ptr %45, align 8
  %789 = fadd <8 x double> %787, %788
  %790 = load <8 x double>, ptr %23, align 8
  %791 = load <8 x double>, ptr %46, align 8
  %792 = fadd <8 x double> %790, %791
  %793 = fsub <8 x double> %787, %788
  %794 = fsub <8 x double> %790, %791
  %795 = load <8 x double>, ptr %47, align 8
  %796 = load <8 x double>, ptr %48, align 8
  %797 = fadd <8 x double> %795, %796
  %798 = load <8 x double>, ptr %49, align 8
  %799 = load <8 x double>, ptr %50, align 8
  %800 = fadd <8 x double> %798, %799
  %801 = fsub <8 x double> %798, %799
  %802 = fsub <8 x double> %796, %795
  %803 = fadd <8 x double> %789, %797
  store <8 x double> %803, ptr %22, align 8
  %804 = fadd <8 x double> %792, %800
  store <8 x double> %804, ptr %23, align 8
  %805 = fadd <8 x double> %793, %801
  store <8 x double> %805, ptr %47, align 8
  %806 = fadd <8 x double> %794, %802
  store <8 x double> %806, ptr %49, align 8
  %807 = fsub <8 x double> %789, %797
  store <8 x double> %807, ptr %45, align 8
  %808 = fsub <8 x double> %792, %800
  store <8 x double> %808, ptr %46, align 8
  %809 = fsub <8 x double> %793, %801
  store <8 x double> %809, ptr %48, align 8
  %810 = fsub <8 x double> %794, %802
  store <8 x double> %810, ptr %50, align 8
  %811 = getelementptr double, ptr %159, i64 %783
  br label %824
812:
  %813 = phi i64 [ 0, %781 ], [ %821, %812 ]
  %814 = mul i64 %813, %161
  %815 = getelementptr double, ptr %784, i64 %814
  %816 = load <8 x double>, ptr %815, align 8
  %817 = getelementptr <8 x double>, ptr %22, i64 %813
  store <8 x double> %816, ptr %817, align 8
  %818 = getelementptr double, ptr %785, i64 %814
  %819 = load <8 x double>, ptr %818, align 8
  %820 = getelementptr <8 x double>, ptr %23, i64 %813
  store <8 x double> %819, ptr %820, align 8
  %821 = add i64 %813, 1
  %822 = icmp eq i64 %821, 4
  br i1 %822, label %786, label %812
823:
  switch i64 %143, label %905 [
    i64 1, label %846
    i64 4, label %878
  ]
824:
  %825 = phi i64 [ 1, %786 ], [ %844, %824 ]
  %826 = shl i64 %825, 1
  %827 = add i64 %826, -2
  %828 = mul i64 %827, %161
  %829 = getelementptr double, ptr %811, i64 %828
  %830 = load <8 x double>, ptr %829, align 8
  %831 = add i64 %826, -1
  %832 = mul i64 %831, %161
  %833 = getelementptr double, ptr %811, i64 %832
  %834 = load <8 x double>, ptr %833, align 8
  %835 = getelementptr <8 x double>, ptr %22, i64 %825
  %836 = load <8 x double>, ptr %835, align 8
  %837 = getelementptr <8 x double>, ptr %23, i64 %825
  %838 = load <8 x double>, ptr %837, align 8
  %839 = fneg <8 x double> %834
  %840 = fmul <8 x double> %838, %839
  %841 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %836, <8 x double> %830, <8 x double> %840)
  %842 = fmul <8 x double> %830, %838
  %843 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %836, <8 x double> %834, <8 x double> %842)
  store <8 x double> %843, ptr %837, align 8
  store <8 x double> %841, ptr %835, align 8
  %844 = add i64 %825, 1
  %845 = icmp eq i64 %844, 4
  br i1 %845, label %823, label %824
846:
  %847 = shl i64 %783, 2
  %848 = getelementptr double, ptr %151, i64 %847
  %849 = load <8 x double>, ptr %47, align 8
  %850 = shufflevector <8 x double> %803, <8 x double> %849, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %851 = load <8 x double>, ptr %45, align 8
  %852 = load <8 x double>, ptr %48, align 8
  %853 = shufflevector <8 x double> %851, <8 x double> %852, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %854 = shufflevector <8 x double> %803, <8 x double> %849, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %855 = shufflevector <8 x double> %851, <8 x double> %852, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %856 = shufflevector <8 x double> %850, <8 x double> %853, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  store <8 x double> %856, ptr %848, align 8
  %857 = shufflevector <8 x double> %850, <8 x double> %853, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %858 = getelementptr i8, ptr %848, i64 64
  store <8 x double> %857, ptr %858, align 8
  %859 = shufflevector <8 x double> %854, <8 x double> %855, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  %860 = getelementptr i8, ptr %848, i64 128
  store <8 x double> %859, ptr %860, align 8
  %861 = shufflevector <8 x double> %854, <8 x double> %855, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %862 = getelementptr i8, ptr %848, i64 192
  store <8 x double> %861, ptr %862, align 8
  %863 = getelementptr double, ptr %152, i64 %847
  %864 = load <8 x double>, ptr %49, align 8
  %865 = shufflevector <8 x double> %804, <8 x double> %864, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %866 = load <8 x double>, ptr %46, align 8
  %867 = load <8 x double>, ptr %50, align 8
  %868 = shufflevector <8 x double> %866, <8 x double> %867, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %869 = shufflevector <8 x double> %804, <8 x double> %864, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %870 = shufflevector <8 x double> %866, <8 x double> %867, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %871 = shufflevector <8 x double> %865, <8 x double> %868, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  store <8 x double> %871, ptr %863, align 8
  %872 = shufflevector <8 x double> %865, <8 x double> %868, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %873 = getelementptr i8, ptr %863, i64 64
  store <8 x double> %872, ptr %873, align 8
  %874 = shufflevector <8 x double> %869, <8 x double> %870, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11>
  %875 = getelementptr i8, ptr %863, i64 128
  store <8 x double> %874, ptr %875, align 8
  %876 = shufflevector <8 x double> %869, <8 x double> %870, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %877 = getelementptr i8, ptr %863, i64 192
  store <8 x double> %876, ptr %877, align 8
  br label %931
878:
  %879 = shl i64 %783, 2
  %880 = getelementptr double, ptr %151, i64 %879
  br label %881
881:
  %882 = phi i64 [ 0, %878 ], [ %890, %881 ]
  %883 = getelementptr <8 x double>, ptr %22, i64 %882
  %884 = load <8 x double>, ptr %883, align 8
  %885 = shufflevector <8 x double> %884, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %886 = shl i64 %882, 5
  %887 = getelementptr i8, ptr %880, i64 %886
  store <4 x double> %885, ptr %887, align 8
  %888 = shufflevector <8 x double> %884, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %889 = getelementptr i8, ptr %887, i64 128
  store <4 x double> %888, ptr %889, align 8
  %890 = add i64 %882, 1
  %891 = icmp eq i64 %890, 4
  br i1 %891, label %892, label %881
892:
  %893 = getelementptr double, ptr %152, i64 %879
  br label %894
894:
  %895 = phi i64 [ 0, %892 ], [ %903, %894 ]
  %896 = getelementptr <8 x double>, ptr %23, i64 %895
  %897 = load <8 x double>, ptr %896, align 8
  %898 = shufflevector <8 x double> %897, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %899 = shl i64 %895, 5
  %900 = getelementptr i8, ptr %893, i64 %899
  store <4 x double> %898, ptr %900, align 8
  %901 = shufflevector <8 x double> %897, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %902 = getelementptr i8, ptr %900, i64 128
  store <4 x double> %901, ptr %902, align 8
  %903 = add i64 %895, 1
  %904 = icmp eq i64 %903, 4
  br i1 %904, label %931, label %894
905:
  %906 = phi i64 [ %916, %915 ], [ 0, %823 ]
  %907 = or i64 %906, %783
  %908 = srem i64 %907, %143
  %909 = sub i64 %907, %908
  %910 = shl i64 %909, 2
  %911 = add i64 %910, %908
  %912 = trunc i64 %906 to i32
  %913 = getelementptr double, ptr %151, i64 %911
  %914 = getelementptr double, ptr %152, i64 %911
  br label %918
915:
  %916 = add i64 %906, 1
  %917 = icmp eq i64 %916, 8
  br i1 %917, label %931, label %905
918:
  %919 = phi i64 [ 0, %905 ], [ %929, %918 ]
  %920 = getelementptr <8 x double>, ptr %22, i64 %919
  %921 = load <8 x double>, ptr %920, align 8
  %922 = extractelement <8 x double> %921, i32 %912
  %923 = mul i64 %919, %143
  %924 = getelementptr double, ptr %913, i64 %923
  store double %922, ptr %924, align 8
  %925 = getelementptr <8 x double>, ptr %23, i64 %919
  %926 = load <8 x double>, ptr %925, align 8
  %927 = extractelement <8 x double> %926, i32 %912
  %928 = getelementptr double, ptr %914, i64 %923
  store double %927, ptr %928, align 8
  %929 = add i64 %919, 1
  %930 = icmp eq i64 %929, 4
  br i1 %930, label %915, label %918
931:
  %932 = add i64 %782, 8
  %933 = icmp sgt i64 %932, %161
  br i1 %933, label %776, label %781
934:
  %935 = phi i64 [ %777, %779 ], [ %1012, %1011 ]
  %936 = sdiv i64 %935, %143
  %937 = srem i64 %935, %143
  br label %975
938:
  %939 = mul i64 %780, %936
  %940 = add i64 %939, %937
  %941 = mul i64 %936, 48
  %942 = getelementptr i8, ptr %154, i64 %941
  %943 = load double, ptr %20, align 8
  %944 = load double, ptr %51, align 8
  %945 = fadd double %943, %944
  %946 = load double, ptr %21, align 8
  %947 = load double, ptr %52, align 8
  %948 = fadd double %946, %947
  %949 = fsub double %943, %944
  %950 = fsub double %946, %947
  %951 = load double, ptr %53, align 8
  %952 = load double, ptr %54, align 8
  %953 = fadd double %951, %952
  %954 = load double, ptr %55, align 8
  %955 = load double, ptr %56, align 8
  %956 = fadd double %954, %955
  %957 = fsub double %954, %955
  %958 = fsub double %952, %951
  %959 = insertelement <2 x double> poison, double %945, i64 0
  %960 = insertelement <2 x double> %959, double %949, i64 1
  %961 = insertelement <2 x double> poison, double %953, i64 0
  %962 = insertelement <2 x double> %961, double %957, i64 1
  %963 = fadd <2 x double> %960, %962
  store <2 x double> %963, ptr %20, align 8
  %964 = insertelement <2 x double> poison, double %948, i64 0
  %965 = insertelement <2 x double> %964, double %950, i64 1
  %966 = insertelement <2 x double> poison, double %956, i64 0
  %967 = insertelement <2 x double> %966, double %958, i64 1
  %968 = fadd <2 x double> %965, %967
  store <2 x double> %968, ptr %21, align 8
  %969 = fsub <2 x double> %960, %962
  store <2 x double> %969, ptr %51, align 8
  %970 = fsub <2 x double> %965, %967
  store <2 x double> %970, ptr %52, align 8
  %971 = getelementptr double, ptr %151, i64 %940
  %972 = extractelement <2 x double> %963, i64 0
  store double %972, ptr %971, align 8
  %973 = getelementptr double, ptr %152, i64 %940
  %974 = extractelement <2 x double> %968, i64 0
  store double %974, ptr %973, align 8
  br label %989
975:
  %976 = phi i64 [ 0, %934 ], [ %987, %975 ]
  %977 = mul i64 %976, %148
  %978 = add i64 %977, %936
  %979 = mul i64 %978, %143
  %980 = add i64 %979, %937
  %981 = getelementptr double, ptr %149, i64 %980
  %982 = load double, ptr %981, align 8
  %983 = getelementptr double, ptr %20, i64 %976
  store double %982, ptr %983, align 8
  %984 = getelementptr double, ptr %150, i64 %980
  %985 = load double, ptr %984, align 8
  %986 = getelementptr double, ptr %21, i64 %976
  store double %985, ptr %986, align 8
  %987 = add i64 %976, 1
  %988 = icmp eq i64 %987, 4
  br i1 %988, label %938, label %975
989:
  %990 = phi i64 [ 1, %938 ], [ %1009, %989 ]
  %991 = shl i64 %990, 4
  %992 = getelementptr i8, ptr %942, i64 %991
  %993 = getelementptr i8, ptr %992, i64 -16
  %994 = load double, ptr %993, align 8
  %995 = getelementptr i8, ptr %992, i64 -8
  %996 = load double, ptr %995, align 8
  %997 = getelementptr double, ptr %20, i64 %990
  %998 = load double, ptr %997, align 8
  %999 = getelementptr double, ptr %21, i64 %990
  %1000 = load double, ptr %999, align 8
  %1001 = fneg double %996
  %1002 = fmul double %1000, %1001
  %1003 = call double @llvm.fmuladd.f64(double %998, double %994, double %1002)
  %1004 = mul i64 %990, %143
  %1005 = getelementptr double, ptr %971, i64 %1004
  store double %1003, ptr %1005, align 8
  %1006 = fmul double %994, %1000
  %1007 = call double @llvm.fmuladd.f64(double %998, double %996, double %1006)
  %1008 = getelementptr double, ptr %973, i64 %1004
  store double %1007, ptr %1008, align 8
  %1009 = add i64 %990, 1
  %1010 = icmp eq i64 %1009, 4
  br i1 %1010, label %1011, label %989
1011:
  %1012 = add i64 %935, 1
  %1013 = icmp eq i64 %1012, %161
  br i1 %1013, label %1696, label %934
1014:
  %1015 = icmp sgt i64 %148, 0
  br i1 %1015, label %1016, label %1696
1016:
  %1017 = icmp slt i64 %143, 8
  %1018 = shl i64 %143, 2
  br label %1019
1019:
  %1020 = phi i64 [ 0, %1016 ], [ %1183, %1182 ]
  %1021 = mul i64 %1020, 48
  %1022 = getelementptr i8, ptr %154, i64 %1021
  br i1 %1017, label %1030, label %1023
1023:
  %1024 = mul i64 %1020, %143
  %1025 = shl i64 %1024, 2
  %1026 = getelementptr double, ptr %149, i64 %1024
  %1027 = getelementptr double, ptr %150, i64 %1024
  %1028 = getelementptr double, ptr %151, i64 %1025
  %1029 = getelementptr double, ptr %152, i64 %1025
  br label %1035
1030:
  %1031 = phi i64 [ 0, %1019 ], [ %1036, %1078 ]
  %1032 = icmp slt i64 %1031, %143
  br i1 %1032, label %1033, label %1182
1033:
  %1034 = mul i64 %1018, %1020
  br label %1107
1035:
  %1036 = phi i64 [ %1079, %1078 ], [ 8, %1023 ]
  %1037 = phi i64 [ %1036, %1078 ], [ 0, %1023 ]
  %1038 = getelementptr double, ptr %1026, i64 %1037
  %1039 = getelementptr double, ptr %1027, i64 %1037
  br label %1067
1040:
  %1041 = load <8 x double>, ptr %18, align 8
  %1042 = load <8 x double>, ptr %57, align 8
  %1043 = fadd <8 x double> %1041, %1042
  %1044 = load <8 x double>, ptr %19, align 8
  %1045 = load <8 x double>, ptr %58, align 8
  %1046 = fadd <8 x double> %1044, %1045
  %1047 = fsub <8 x double> %1041, %1042
  %1048 = fsub <8 x double> %1044, %1045
  %1049 = load <8 x double>, ptr %59, align 8
  %1050 = load <8 x double>, ptr %60, align 8
  %1051 = fadd <8 x double> %1049, %1050
  %1052 = load <8 x double>, ptr %61, align 8
  %1053 = load <8 x double>, ptr %62, align 8
  %1054 = fadd <8 x double> %1052, %1053
  %1055 = fsub <8 x double> %1052, %1053
  %1056 = fsub <8 x double> %1050, %1049
  %1057 = fadd <8 x double> %1043, %1051
  store <8 x double> %1057, ptr %18, align 8
  %1058 = fadd <8 x double> %1046, %1054
  store <8 x double> %1058, ptr %19, align 8
  %1059 = fadd <8 x double> %1047, %1055
  store <8 x double> %1059, ptr %59, align 8
  %1060 = fadd <8 x double> %1048, %1056
  store <8 x double> %1060, ptr %61, align 8
  %1061 = fsub <8 x double> %1043, %1051
  store <8 x double> %1061, ptr %57, align 8
  %1062 = fsub <8 x double> %1046, %1054
  store <8 x double> %1062, ptr %58, align 8
  %1063 = fsub <8 x double> %1047, %1055
  store <8 x double> %1063, ptr %60, align 8
  %1064 = fsub <8 x double> %1048, %1056
  store <8 x double> %1064, ptr %62, align 8
  %1065 = getelementptr double, ptr %1028, i64 %1037
  store <8 x double> %1057, ptr %1065, align 8
  %1066 = getelementptr double, ptr %1029, i64 %1037
  store <8 x double> %1058, ptr %1066, align 8
  br label %1081
1067:
  %1068 = phi i64 [ 0, %1035 ], [ %1076, %1067 ]
  %1069 = mul i64 %1068, %161
  %1070 = getelementptr double, ptr %1038, i64 %1069
  %1071 = load <8 x double>, ptr %1070, align 8
  %1072 = getelementptr <8 x double>, ptr %18, i64 %1068
  store <8 x double> %1071, ptr %1072, align 8
  %1073 = getelementptr double, ptr %1039, i64 %1069
  %1074 = load <8 x double>, ptr %1073, align 8
  %1075 = getelementptr <8 x double>, ptr %19, i64 %1068
  store <8 x double> %1074, ptr %1075, align 8
  %1076 = add i64 %1068, 1
  %1077 = icmp eq i64 %1076, 4
  br i1 %1077, label %1040, label %1067
1078:
  %1079 = add i64 %1036, 8
  %1080 = icmp sgt i64 %1079, %143
  br i1 %1080, label %1030, label %1035
1081:
  %1082 = phi i64 [ 1, %1040 ], [ %1105, %1081 ]
  %1083 = shl i64 %1082, 4
  %1084 = getelementptr i8, ptr %1022, i64 %1083
  %1085 = getelementptr i8, ptr %1084, i64 -16
  %1086 = load double, ptr %1085, align 8
  %1087 = getelementptr i8, ptr %1084, i64 -8
  %1088 = load double, ptr %1087, align 8
  %1089 = getelementptr <8 x double>, ptr %18, i64 %1082
  %1090 = load <8 x double>, ptr %1089, align 8
  %1091 = insertelement <8 x double> poison, double %1086, i64 0
  %1092 = shufflevector <8 x double> %1091, <8 x double> poison, <8 x i32> zeroinitializer
  %1093 = getelementptr <8 x double>, ptr %19, i64 %1082
  %1094 = load <8 x double>, ptr %1093, align 8
  %1095 = insertelement <8 x double> poison, double %1088, i64 0
  %1096 = shufflevector <8 x double> %1095, <8 x double> poison, <8 x i32> zeroinitializer
  %1097 = fneg <8 x double> %1096
  %1098 = fmul <8 x double> %1094, %1097
  %1099 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1090, <8 x double> %1092, <8 x double> %1098)
  %1100 = mul i64 %1082, %143
  %1101 = getelementptr double, ptr %1065, i64 %1100
  store <8 x double> %1099, ptr %1101, align 8
  %1102 = fmul <8 x double> %1092, %1094
  %1103 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1090, <8 x double> %1096, <8 x double> %1102)
  %1104 = getelementptr double, ptr %1066, i64 %1100
  store <8 x double> %1103, ptr %1104, align 8
  %1105 = add i64 %1082, 1
  %1106 = icmp eq i64 %1105, 4
  br i1 %1106, label %1078, label %1081
1107:
  %1108 = phi i64 [ %1031, %1033 ], [ %1180, %1179 ]
  br label %1143
1109:
  %1110 = add i64 %1108, %1034
  %1111 = load double, ptr %16, align 8
  %1112 = load double, ptr %63, align 8
  %1113 = fadd double %1111, %1112
  %1114 = load double, ptr %17, align 8
  %1115 = load double, ptr %64, align 8
  %1116 = fadd double %1114, %1115
  %1117 = fsub double %1111, %1112
  %1118 = fsub double %1114, %1115
  %1119 = load double, ptr %65, align 8
  %1120 = load double, ptr %66, align 8
  %1121 = fadd double %1119, %1120
  %1122 = load double, ptr %67, align 8
  %1123 = load double, ptr %68, align 8
  %1124 = fadd double %1122, %1123
  %1125 = fsub double %1122, %1123
  %1126 = fsub double %1120, %1119
  %1127 = insertelement <2 x double> poison, double %1113, i64 0
  %1128 = insertelement <2 x double> %1127, double %1117, i64 1
  %1129 = insertelement <2 x double> poison, double %1121, i64 0
  %1130 = insertelement <2 x double> %1129, double %1125, i64 1
  %1131 = fadd <2 x double> %1128, %1130
  store <2 x double> %1131, ptr %16, align 8
  %1132 = insertelement <2 x double> poison, double %1116, i64 0
  %1133 = insertelement <2 x double> %1132, double %1118, i64 1
  %1134 = insertelement <2 x double> poison, double %1124, i64 0
  %1135 = insertelement <2 x double> %1134, double %1126, i64 1
  %1136 = fadd <2 x double> %1133, %1135
  store <2 x double> %1136, ptr %17, align 8
  %1137 = fsub <2 x double> %1128, %1130
  store <2 x double> %1137, ptr %63, align 8
  %1138 = fsub <2 x double> %1133, %1135
  store <2 x double> %1138, ptr %64, align 8
  %1139 = getelementptr double, ptr %151, i64 %1110
  %1140 = extractelement <2 x double> %1131, i64 0
  store double %1140, ptr %1139, align 8
  %1141 = getelementptr double, ptr %152, i64 %1110
  %1142 = extractelement <2 x double> %1136, i64 0
  store double %1142, ptr %1141, align 8
  br label %1157
1143:
  %1144 = phi i64 [ 0, %1107 ], [ %1155, %1143 ]
  %1145 = mul i64 %1144, %148
  %1146 = add i64 %1145, %1020
  %1147 = mul i64 %1146, %143
  %1148 = add i64 %1147, %1108
  %1149 = getelementptr double, ptr %149, i64 %1148
  %1150 = load double, ptr %1149, align 8
  %1151 = getelementptr double, ptr %16, i64 %1144
  store double %1150, ptr %1151, align 8
  %1152 = getelementptr double, ptr %150, i64 %1148
  %1153 = load double, ptr %1152, align 8
  %1154 = getelementptr double, ptr %17, i64 %1144
  store double %1153, ptr %1154, align 8
  %1155 = add i64 %1144, 1
  %1156 = icmp eq i64 %1155, 4
  br i1 %1156, label %1109, label %1143
1157:
  %1158 = phi i64 [ 1, %1109 ], [ %1177, %1157 ]
  %1159 = shl i64 %1158, 4
  %1160 = getelementptr i8, ptr %1022, i64 %1159
  %1161 = getelementptr i8, ptr %1160, i64 -16
  %1162 = load double, ptr %1161, align 8
  %1163 = getelementptr i8, ptr %1160, i64 -8
  %1164 = load double, ptr %1163, align 8
  %1165 = getelementptr double, ptr %16, i64 %1158
  %1166 = load double, ptr %1165, align 8
  %1167 = getelementptr double, ptr %17, i64 %1158
  %1168 = load double, ptr %1167, align 8
  %1169 = fneg double %1164
  %1170 = fmul double %1168, %1169
  %1171 = call double @llvm.fmuladd.f64(double %1166, double %1162, double %1170)
  %1172 = mul i64 %1158, %143
  %1173 = getelementptr double, ptr %1139, i64 %1172
  store double %1171, ptr %1173, align 8
  %1174 = fmul double %1162, %1168
  %1175 = call double @llvm.fmuladd.f64(double %1166, double %1164, double %1174)
  %1176 = getelementptr double, ptr %1141, i64 %1172
  store double %1175, ptr %1176, align 8
  %1177 = add i64 %1158, 1
  %1178 = icmp eq i64 %1177, 4
  br i1 %1178, label %1179, label %1157
1179:
  %1180 = add i64 %1108, 1
  %1181 = icmp eq i64 %1180, %143
  br i1 %1181, label %1182, label %1107
1182:
  %1183 = add i64 %1020, 1
  %1184 = icmp eq i64 %1183, %148
  br i1 %1184, label %1696, label %1019
1185:
  br i1 %160, label %1478, label %1186
1186:
  %1187 = icmp slt i64 %161, 8
  br i1 %1187, label %1188, label %1193
1188:
  %1189 = phi i64 [ 0, %1186 ], [ %1194, %1370 ]
  %1190 = icmp slt i64 %1189, %161
  br i1 %1190, label %1191, label %1696
1191:
  %1192 = mul i64 %143, 5
  br label %1373
1193:
  %1194 = phi i64 [ %1371, %1370 ], [ 8, %1186 ]
  %1195 = phi i64 [ %1194, %1370 ], [ 0, %1186 ]
  %1196 = getelementptr double, ptr %149, i64 %1195
  %1197 = getelementptr double, ptr %150, i64 %1195
  br label %1246
1198:
  %1199 = load <8 x double>, ptr %85, align 8
  %1200 = load <8 x double>, ptr %86, align 8
  %1201 = fadd <8 x double> %1199, %1200
  %1202 = load <8 x double>, ptr %87, align 8
  %1203 = load <8 x double>, ptr %88, align 8
  %1204 = fadd <8 x double> %1202, %1203
  %1205 = load <8 x double>, ptr %89, align 8
  %1206 = load <8 x double>, ptr %90, align 8
  %1207 = fadd <8 x double> %1205, %1206
  %1208 = load <8 x double>, ptr %91, align 8
  %1209 = load <8 x double>, ptr %92, align 8
  %1210 = fadd <8 x double> %1208, %1209
  %1211 = fsub <8 x double> %1199, %1200
  %1212 = fsub <8 x double> %1202, %1203
  %1213 = fsub <8 x double> %1205, %1206
  %1214 = fsub <8 x double> %1208, %1209
  %1215 = load <8 x double>, ptr %14, align 8
  %1216 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1201, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1215)
  %1217 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1207, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1216)
  %1218 = load <8 x double>, ptr %15, align 8
  %1219 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1204, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1218)
  %1220 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1210, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1219)
  %1221 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1201, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1215)
  %1222 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1207, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1221)
  %1223 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1204, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1218)
  %1224 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1210, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1223)
  %1225 = fmul <8 x double> %1213, splat (double 0x3FE2CF2304755A5E)
  %1226 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1211, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1225)
  %1227 = fmul <8 x double> %1214, splat (double 0x3FE2CF2304755A5E)
  %1228 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1212, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1227)
  %1229 = fmul <8 x double> %1213, splat (double 0xBFEE6F0E134454FF)
  %1230 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1211, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1229)
  %1231 = fmul <8 x double> %1214, splat (double 0xBFEE6F0E134454FF)
  %1232 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1212, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1231)
  %1233 = fadd <8 x double> %1201, %1207
  %1234 = fadd <8 x double> %1233, %1215
  store <8 x double> %1234, ptr %14, align 8
  %1235 = fadd <8 x double> %1204, %1210
  %1236 = fadd <8 x double> %1218, %1235
  store <8 x double> %1236, ptr %15, align 8
  %1237 = fadd <8 x double> %1217, %1228
  store <8 x double> %1237, ptr %85, align 8
  %1238 = fsub <8 x double> %1220, %1226
  store <8 x double> %1238, ptr %87, align 8
  %1239 = fsub <8 x double> %1217, %1228
  store <8 x double> %1239, ptr %86, align 8
  %1240 = fadd <8 x double> %1226, %1220
  store <8 x double> %1240, ptr %88, align 8
  %1241 = fadd <8 x double> %1222, %1232
  store <8 x double> %1241, ptr %89, align 8
  %1242 = fsub <8 x double> %1224, %1230
  store <8 x double> %1242, ptr %91, align 8
  %1243 = fsub <8 x double> %1222, %1232
  store <8 x double> %1243, ptr %90, align 8
  %1244 = fadd <8 x double> %1230, %1224
  store <8 x double> %1244, ptr %92, align 8
  %1245 = getelementptr double, ptr %159, i64 %1195
  br label %1258
1246:
  %1247 = phi i64 [ 0, %1193 ], [ %1255, %1246 ]
  %1248 = mul i64 %1247, %161
  %1249 = getelementptr double, ptr %1196, i64 %1248
  %1250 = load <8 x double>, ptr %1249, align 8
  %1251 = getelementptr <8 x double>, ptr %14, i64 %1247
  store <8 x double> %1250, ptr %1251, align 8
  %1252 = getelementptr double, ptr %1197, i64 %1248
  %1253 = load <8 x double>, ptr %1252, align 8
  %1254 = getelementptr <8 x double>, ptr %15, i64 %1247
  store <8 x double> %1253, ptr %1254, align 8
  %1255 = add i64 %1247, 1
  %1256 = icmp eq i64 %1255, 5
  br i1 %1256, label %1198, label %1246
1257:
  switch i64 %143, label %1344 [
    i64 1, label %1280
    i64 4, label %1317
  ]
1258:
  %1259 = phi i64 [ 1, %1198 ], [ %1278, %1258 ]
  %1260 = shl i64 %1259, 1
  %1261 = add i64 %1260, -2
  %1262 = mul i64 %1261, %161
  %1263 = getelementptr double, ptr %1245, i64 %1262
  %1264 = load <8 x double>, ptr %1263, align 8
  %1265 = add i64 %1260, -1
  %1266 = mul i64 %1265, %161
  %1267 = getelementptr double, ptr %1245, i64 %1266
  %1268 = load <8 x double>, ptr %1267, align 8
  %1269 = getelementptr <8 x double>, ptr %14, i64 %1259
  %1270 = load <8 x double>, ptr %1269, align 8
  %1271 = getelementptr <8 x double>, ptr %15, i64 %1259
  %1272 = load <8 x double>, ptr %1271, align 8
  %1273 = fneg <8 x double> %1268
  %1274 = fmul <8 x double> %1272, %1273
  %1275 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1270, <8 x double> %1264, <8 x double> %1274)
  %1276 = fmul <8 x double> %1264, %1272
  %1277 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1270, <8 x double> %1268, <8 x double> %1276)
  store <8 x double> %1277, ptr %1271, align 8
  store <8 x double> %1275, ptr %1269, align 8
  %1278 = add i64 %1259, 1
  %1279 = icmp eq i64 %1278, 5
  br i1 %1279, label %1257, label %1258
1280:
  %1281 = mul i64 %1195, 5
  %1282 = getelementptr double, ptr %151, i64 %1281
  br label %1283
1283:
  %1284 = phi i64 [ 0, %1280 ], [ %1289, %1288 ]
  %1285 = trunc i64 %1284 to i32
  %1286 = mul i64 %1284, 40
  %1287 = getelementptr i8, ptr %1282, i64 %1286
  br label %1291
1288:
  %1289 = add i64 %1284, 1
  %1290 = icmp eq i64 %1289, 8
  br i1 %1290, label %1299, label %1283
1291:
  %1292 = phi i64 [ 0, %1283 ], [ %1297, %1291 ]
  %1293 = getelementptr <8 x double>, ptr %14, i64 %1292
  %1294 = load <8 x double>, ptr %1293, align 8
  %1295 = extractelement <8 x double> %1294, i32 %1285
  %1296 = getelementptr double, ptr %1287, i64 %1292
  store double %1295, ptr %1296, align 8
  %1297 = add i64 %1292, 1
  %1298 = icmp eq i64 %1297, 5
  br i1 %1298, label %1288, label %1291
1299:
  %1300 = getelementptr double, ptr %152, i64 %1281
  br label %1301
1301:
  %1302 = phi i64 [ 0, %1299 ], [ %1307, %1306 ]
  %1303 = trunc i64 %1302 to i32
  %1304 = mul i64 %1302, 40
  %1305 = getelementptr i8, ptr %1300, i64 %1304
  br label %1309
1306:
  %1307 = add i64 %1302, 1
  %1308 = icmp eq i64 %1307, 8
  br i1 %1308, label %1370, label %1301
1309:
  %1310 = phi i64 [ 0, %1301 ], [ %1315, %1309 ]
  %1311 = getelementptr <8 x double>, ptr %15, i64 %1310
  %1312 = load <8 x double>, ptr %1311, align 8
  %1313 = extractelement <8 x double> %1312, i32 %1303
  %1314 = getelementptr double, ptr %1305, i64 %1310
  store double %1313, ptr %1314, align 8
  %1315 = add i64 %1310, 1
  %1316 = icmp eq i64 %1315, 5
  br i1 %1316, label %1306, label %1309
1317:
  %1318 = mul i64 %1195, 5
  %1319 = getelementptr double, ptr %151, i64 %1318
  br label %1320
1320:
  %1321 = phi i64 [ 0, %1317 ], [ %1329, %1320 ]
  %1322 = getelementptr <8 x double>, ptr %14, i64 %1321
  %1323 = load <8 x double>, ptr %1322, align 8
  %1324 = shufflevector <8 x double> %1323, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %1325 = shl i64 %1321, 5
  %1326 = getelementptr i8, ptr %1319, i64 %1325
  store <4 x double> %1324, ptr %1326, align 8
  %1327 = shufflevector <8 x double> %1323, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %1328 = getelementptr i8, ptr %1326, i64 160
  store <4 x double> %1327, ptr %1328, align 8
  %1329 = add i64 %1321, 1
  %1330 = icmp eq i64 %1329, 5
  br i1 %1330, label %1331, label %1320
1331:
  %1332 = getelementptr double, ptr %152, i64 %1318
  br label %1333
1333:
  %1334 = phi i64 [ 0, %1331 ], [ %1342, %1333 ]
  %1335 = getelementptr <8 x double>, ptr %15, i64 %1334
  %1336 = load <8 x double>, ptr %1335, align 8
  %1337 = shufflevector <8 x double> %1336, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %1338 = shl i64 %1334, 5
  %1339 = getelementptr i8, ptr %1332, i64 %1338
  store <4 x double> %1337, ptr %1339, align 8
  %1340 = shufflevector <8 x double> %1336, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %1341 = getelementptr i8, ptr %1339, i64 160
  store <4 x double> %1340, ptr %1341, align 8
  %1342 = add i64 %1334, 1
  %1343 = icmp eq i64 %1342, 5
  br i1 %1343, label %1370, label %1333
1344:
  %1345 = phi i64 [ %1355, %1354 ], [ 0, %1257 ]
  %1346 = or i64 %1345, %1195
  %1347 = srem i64 %1346, %143
  %1348 = sub i64 %1346, %1347
  %1349 = mul i64 %1348, 5
  %1350 = add i64 %1349, %1347
  %1351 = trunc i64 %1345 to i32
  %1352 = getelementptr double, ptr %151, i64 %1350
  %1353 = getelementptr double, ptr %152, i64 %1350
  br label %1357
1354:
  %1355 = add i64 %1345, 1
  %1356 = icmp eq i64 %1355, 8
  br i1 %1356, label %1370, label %1344
1357:
  %1358 = phi i64 [ 0, %1344 ], [ %1368, %1357 ]
  %1359 = getelementptr <8 x double>, ptr %14, i64 %1358
  %1360 = load <8 x double>, ptr %1359, align 8
  %1361 = extractelement <8 x double> %1360, i32 %1351
  %1362 = mul i64 %1358, %143
  %1363 = getelementptr double, ptr %1352, i64 %1362
  store double %1361, ptr %1363, align 8
  %1364 = getelementptr <8 x double>, ptr %15, i64 %1358
  %1365 = load <8 x double>, ptr %1364, align 8
  %1366 = extractelement <8 x double> %1365, i32 %1351
  %1367 = getelementptr double, ptr %1353, i64 %1362
  store double %1366, ptr %1367, align 8
  %1368 = add i64 %1358, 1
  %1369 = icmp eq i64 %1368, 5
  br i1 %1369, label %1354, label %1357
1370:
  %1371 = add i64 %1194, 8
  %1372 = icmp sgt i64 %1371, %161
  br i1 %1372, label %1188, label %1193
1373:
  %1374 = phi i64 [ %1189, %1191 ], [ %1476, %1475 ]
  %1375 = sdiv i64 %1374, %143
  %1376 = srem i64 %1374, %143
  br label %1439
1377:
  %1378 = mul i64 %1192, %1375
  %1379 = add i64 %1378, %1376
  %1380 = shl i64 %1375, 6
  %1381 = getelementptr i8, ptr %154, i64 %1380
  %1382 = load double, ptr %94, align 8
  %1383 = load double, ptr %95, align 8
  %1384 = fadd double %1382, %1383
  %1385 = load <2 x double>, ptr %93, align 8
  %1386 = load <2 x double>, ptr %97, align 8
  %1387 = shufflevector <2 x double> %1386, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %1388 = fadd <2 x double> %1385, %1387
  %1389 = load double, ptr %98, align 8
  %1390 = load double, ptr %99, align 8
  %1391 = fadd double %1389, %1390
  %1392 = fsub double %1382, %1383
  %1393 = fsub double %1389, %1390
  %1394 = load <2 x double>, ptr %12, align 8
  %1395 = load double, ptr %13, align 8
  %1396 = shufflevector <2 x double> %1388, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %1397 = fadd <2 x double> %1388, %1396
  %1398 = fadd double %1384, %1391
  %1399 = fadd double %1395, %1398
  store double %1399, ptr %13, align 8
  %1400 = insertelement <2 x double> poison, double %1384, i64 0
  %1401 = shufflevector <2 x double> %1400, <2 x double> poison, <2 x i32> zeroinitializer
  %1402 = insertelement <2 x double> poison, double %1395, i64 0
  %1403 = shufflevector <2 x double> %1402, <2 x double> poison, <2 x i32> zeroinitializer
  %1404 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1401, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1403)
  %1405 = insertelement <2 x double> poison, double %1391, i64 0
  %1406 = shufflevector <2 x double> %1405, <2 x double> poison, <2 x i32> zeroinitializer
  %1407 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1406, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1404)
  %1408 = shufflevector <2 x double> %1385, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1409 = shufflevector <2 x double> %1386, <2 x double> poison, <2 x i32> zeroinitializer
  %1410 = fsub <2 x double> %1408, %1409
  %1411 = fmul <2 x double> %1410, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1412 = shufflevector <2 x double> %1385, <2 x double> poison, <2 x i32> zeroinitializer
  %1413 = shufflevector <2 x double> %1386, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1414 = fsub <2 x double> %1412, %1413
  %1415 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1414, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1411)
  %1416 = fsub <2 x double> %1407, %1415
  store <2 x double> %1416, ptr %94, align 8
  %1417 = shufflevector <2 x double> %1388, <2 x double> poison, <2 x i32> zeroinitializer
  %1418 = shufflevector <2 x double> %1394, <2 x double> poison, <2 x i32> zeroinitializer
  %1419 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1417, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1418)
  %1420 = shufflevector <2 x double> %1388, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1421 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1420, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1419)
  %1422 = insertelement <2 x double> poison, double %1393, i64 0
  %1423 = shufflevector <2 x double> %1422, <2 x double> poison, <2 x i32> zeroinitializer
  %1424 = fmul <2 x double> %1423, <double 0xBFEE6F0E134454FF, double 0x3FE2CF2304755A5E>
  %1425 = insertelement <2 x double> poison, double %1392, i64 0
  %1426 = shufflevector <2 x double> %1425, <2 x double> poison, <2 x i32> zeroinitializer
  %1427 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1426, <2 x double> <double 0x3FE2CF2304755A5E, double 0x3FEE6F0E134454FF>, <2 x double> %1424)
  %1428 = shufflevector <2 x double> %1397, <2 x double> %1421, <2 x i32> <i32 0, i32 3>
  %1429 = shufflevector <2 x double> %1394, <2 x double> %1427, <2 x i32> <i32 0, i32 3>
  %1430 = fadd <2 x double> %1428, %1429
  store <2 x double> %1430, ptr %12, align 8
  %1431 = fadd <2 x double> %1421, %1427
  %1432 = extractelement <2 x double> %1431, i64 0
  store double %1432, ptr %96, align 8
  %1433 = fsub <2 x double> %1421, %1427
  store <2 x double> %1433, ptr %97, align 8
  %1434 = fadd <2 x double> %1415, %1407
  %1435 = shufflevector <2 x double> %1434, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1435, ptr %99, align 8
  %1436 = getelementptr double, ptr %151, i64 %1379
  %1437 = extractelement <2 x double> %1430, i64 0
  store double %1437, ptr %1436, align 8
  %1438 = getelementptr double, ptr %152, i64 %1379
  store double %1399, ptr %1438, align 8
  br label %1453
1439:
  %1440 = phi i64 [ 0, %1373 ], [ %1451, %1439 ]
  %1441 = mul i64 %1440, %148
  %1442 = add i64 %1441, %1375
  %1443 = mul i64 %1442, %143
  %1444 = add i64 %1443, %1376
  %1445 = getelementptr double, ptr %149, i64 %1444
  %1446 = load double, ptr %1445, align 8
  %1447 = getelementptr double, ptr %12, i64 %1440
  store double %1446, ptr %1447, align 8
  %1448 = getelementptr double, ptr %150, i64 %1444
  %1449 = load double, ptr %1448, align 8
  %1450 = getelementptr double, ptr %13, i64 %1440
  store double %1449, ptr %1450, align 8
  %1451 = add i64 %1440, 1
  %1452 = icmp eq i64 %1451, 5
  br i1 %1452, label %1377, label %1439
1453:
  %1454 = phi i64 [ 1, %1377 ], [ %1473, %1453 ]
  %1455 = shl i64 %1454, 4
  %1456 = getelementptr i8, ptr %1381, i64 %1455
  %1457 = getelementptr i8, ptr %1456, i64 -16
  %1458 = load double, ptr %1457, align 8
  %1459 = getelementptr i8, ptr %1456, i64 -8
  %1460 = load double, ptr %1459, align 8
  %1461 = getelementptr double, ptr %12, i64 %1454
  %1462 = load double, ptr %1461, align 8
  %1463 = getelementptr double, ptr %13, i64 %1454
  %1464 = load double, ptr %1463, align 8
  %1465 = fneg double %1460
  %1466 = fmul double %1464, %1465
  %1467 = call double @llvm.fmuladd.f64(double %1462, double %1458, double %1466)
  %1468 = mul i64 %1454, %143
  %1469 = getelementptr double, ptr %1436, i64 %1468
  store double %1467, ptr %1469, align 8
  %1470 = fmul double %1458, %1464
  %1471 = call double @llvm.fmuladd.f64(double %1462, double %1460, double %1470)
  %1472 = getelementptr double, ptr %1438, i64 %1468
  store double %1471, ptr %1472, align 8
  %1473 = add i64 %1454, 1
  %1474 = icmp eq i64 %1473, 5
  br i1 %1474, label %1475, label %1453
1475:
  %1476 = add i64 %1374, 1
  %1477 = icmp eq i64 %1476, %161
  br i1 %1477, label %1696, label %1373
1478:
  %1479 = icmp sgt i64 %148, 0
  br i1 %1479, label %1480, label %1696
1480:
  %1481 = icmp slt i64 %143, 8
  %1482 = mul i64 %143, 5
  br label %1483
1483:
  %1484 = phi i64 [ 0, %1480 ], [ %1694, %1693 ]
  %1485 = shl i64 %1484, 6
  %1486 = getelementptr i8, ptr %154, i64 %1485
  br i1 %1481, label %1494, label %1487
1487:
  %1488 = mul i64 %1484, %143
  %1489 = mul i64 %1488, 5
  %1490 = getelementptr double, ptr %149, i64 %1488
  %1491 = getelementptr double, ptr %150, i64 %1488
  %1492 = getelementptr double, ptr %151, i64 %1489
  %1493 = getelementptr double, ptr %152, i64 %1489
  br label %1499
1494:
  %1495 = phi i64 [ 0, %1483 ], [ %1500, %1564 ]
  %1496 = icmp slt i64 %1495, %143
  br i1 %1496, label %1497, label %1693
1497:
  %1498 = mul i64 %1482, %1484
  br label %1593
1499:
  %1500 = phi i64 [ %1565, %1564 ], [ 8, %1487 ]
  %1501 = phi i64 [ %1500, %1564 ], [ 0, %1487 ]
  %1502 = getelementptr double, ptr %1490, i64 %1501
  %1503 = getelementptr double, ptr %1491, i64 %1501
  br label %1553
1504:
  %1505 = load <8 x double>, ptr %100, align 8
  %1506 = load <8 x double>, ptr %101, align 8
  %1507 = fadd <8 x double> %1505, %1506
  %1508 = load <8 x double>, ptr %102, align 8
  %1509 = load <8 x double>, ptr %103, align 8
  %1510 = fadd <8 x double> %1508, %1509
  %1511 = load <8 x double>, ptr %104, align 8
  %1512 = load <8 x double>, ptr %105, align 8
  %1513 = fadd <8 x double> %1511, %1512
  %1514 = load <8 x double>, ptr %106, align 8
  %1515 = load <8 x double>, ptr %107, align 8
  %1516 = fadd <8 x double> %1514, %1515
  %1517 = fsub <8 x double> %1505, %1506
  %1518 = fsub <8 x double> %1508, %1509
  %1519 = fsub <8 x double> %1511, %1512
  %1520 = fsub <8 x double> %1514, %1515
  %1521 = load <8 x double>, ptr %10, align 8
  %1522 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1507, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1521)
  %1523 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1513, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1522)
  %1524 = load <8 x double>, ptr %11, align 8
  %1525 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1510, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1524)
  %1526 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1516, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1525)
  %1527 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1507, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1521)
  %1528 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1513, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1527)
  %1529 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1510, <8 x double> splat (double 0xBFE9E3779B97F4A8), <8 x double> %1524)
  %1530 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1516, <8 x double> splat (double 0x3FD3C6EF372FE950), <8 x double> %1529)
  %1531 = fmul <8 x double> %1519, splat (double 0x3FE2CF2304755A5E)
  %1532 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1517, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1531)
  %1533 = fmul <8 x double> %1520, splat (double 0x3FE2CF2304755A5E)
  %1534 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1518, <8 x double> splat (double 0x3FEE6F0E134454FF), <8 x double> %1533)
  %1535 = fmul <8 x double> %1519, splat (double 0xBFEE6F0E134454FF)
  %1536 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1517, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1535)
  %1537 = fmul <8 x double> %1520, splat (double 0xBFEE6F0E134454FF)
  %1538 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1518, <8 x double> splat (double 0x3FE2CF2304755A5E), <8 x double> %1537)
  %1539 = fadd <8 x double> %1507, %1513
  %1540 = fadd <8 x double> %1539, %1521
  store <8 x double> %1540, ptr %10, align 8
  %1541 = fadd <8 x double> %1510, %1516
  %1542 = fadd <8 x double> %1524, %1541
  store <8 x double> %1542, ptr %11, align 8
  %1543 = fadd <8 x double> %1523, %1534
  store <8 x double> %1543, ptr %100, align 8
  %1544 = fsub <8 x double> %1526, %1532
  store <8 x double> %1544, ptr %102, align 8
  %1545 = fsub <8 x double> %1523, %1534
  store <8 x double> %1545, ptr %101, align 8
  %1546 = fadd <8 x double> %1532, %1526
  store <8 x double> %1546, ptr %103, align 8
  %1547 = fadd <8 x double> %1528, %1538
  store <8 x double> %1547, ptr %104, align 8
  %1548 = fsub <8 x double> %1530, %1536
  store <8 x double> %1548, ptr %106, align 8
  %1549 = fsub <8 x double> %1528, %1538
  store <8 x double> %1549, ptr %105, align 8
  %1550 = fadd <8 x double> %1536, %1530
  store <8 x double> %1550, ptr %107, align 8
  %1551 = getelementptr double, ptr %1492, i64 %1501
  store <8 x double> %1540, ptr %1551, align 8
  %1552 = getelementptr double, ptr %1493, i64 %1501
  store <8 x double> %1542, ptr %1552, align 8
  br label %1567
1553:
  %1554 = phi i64 [ 0, %1499 ], [ %1562, %1553 ]
  %1555 = mul i64 %1554, %161
  %1556 = getelementptr double, ptr %1502, i64 %1555
  %1557 = load <8 x double>, ptr %1556, align 8
  %1558 = getelementptr <8 x double>, ptr %10, i64 %1554
  store <8 x double> %1557, ptr %1558, align 8
  %1559 = getelementptr double, ptr %1503, i64 %1555
  %1560 = load <8 x double>, ptr %1559, align 8
  %1561 = getelementptr <8 x double>, ptr %11, i64 %1554
  store <8 x double> %1560, ptr %1561, align 8
  %1562 = add i64 %1554, 1
  %1563 = icmp eq i64 %1562, 5
  br i1 %1563, label %1504, label %1553
1564:
  %1565 = add i64 %1500, 8
  %1566 = icmp sgt i64 %1565, %143
  br i1 %1566, label %1494, label %1499
1567:
  %1568 = phi i64 [ 1, %1504 ], [ %1591, %1567 ]
  %1569 = shl i64 %1568, 4
  %1570 = getelementptr i8, ptr %1486, i64 %1569
  %1571 = getelementptr i8, ptr %1570, i64 -16
  %1572 = load double, ptr %1571, align 8
  %1573 = getelementptr i8, ptr %1570, i64 -8
  %1574 = load double, ptr %1573, align 8
  %1575 = getelementptr <8 x double>, ptr %10, i64 %1568
  %1576 = load <8 x double>, ptr %1575, align 8
  %1577 = insertelement <8 x double> poison, double %1572, i64 0
  %1578 = shufflevector <8 x double> %1577, <8 x double> poison, <8 x i32> zeroinitializer
  %1579 = getelementptr <8 x double>, ptr %11, i64 %1568
  %1580 = load <8 x double>, ptr %1579, align 8
  %1581 = insertelement <8 x double> poison, double %1574, i64 0
  %1582 = shufflevector <8 x double> %1581, <8 x double> poison, <8 x i32> zeroinitializer
  %1583 = fneg <8 x double> %1582
  %1584 = fmul <8 x double> %1580, %1583
  %1585 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1576, <8 x double> %1578, <8 x double> %1584)
  %1586 = mul i64 %1568, %143
  %1587 = getelementptr double, ptr %1551, i64 %1586
  store <8 x double> %1585, ptr %1587, align 8
  %1588 = fmul <8 x double> %1578, %1580
  %1589 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %1576, <8 x double> %1582, <8 x double> %1588)
  %1590 = getelementptr double, ptr %1552, i64 %1586
  store <8 x double> %1589, ptr %1590, align 8
  %1591 = add i64 %1568, 1
  %1592 = icmp eq i64 %1591, 5
  br i1 %1592, label %1564, label %1567
1593:
  %1594 = phi i64 [ %1495, %1497 ], [ %1691, %1690 ]
  br label %1654
1595:
  %1596 = add i64 %1594, %1498
  %1597 = load double, ptr %109, align 8
  %1598 = load double, ptr %110, align 8
  %1599 = fadd double %1597, %1598
  %1600 = load <2 x double>, ptr %108, align 8
  %1601 = load <2 x double>, ptr %112, align 8
  %1602 = shufflevector <2 x double> %1601, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %1603 = fadd <2 x double> %1600, %1602
  %1604 = load double, ptr %113, align 8
  %1605 = load double, ptr %114, align 8
  %1606 = fadd double %1604, %1605
  %1607 = fsub double %1597, %1598
  %1608 = fsub double %1604, %1605
  %1609 = load <2 x double>, ptr %8, align 8
  %1610 = load double, ptr %9, align 8
  %1611 = shufflevector <2 x double> %1603, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %1612 = fadd <2 x double> %1603, %1611
  %1613 = fadd double %1599, %1606
  %1614 = fadd double %1610, %1613
  store double %1614, ptr %9, align 8
  %1615 = insertelement <2 x double> poison, double %1599, i64 0
  %1616 = shufflevector <2 x double> %1615, <2 x double> poison, <2 x i32> zeroinitializer
  %1617 = insertelement <2 x double> poison, double %1610, i64 0
  %1618 = shufflevector <2 x double> %1617, <2 x double> poison, <2 x i32> zeroinitializer
  %1619 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1616, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1618)
  %1620 = insertelement <2 x double> poison, double %1606, i64 0
  %1621 = shufflevector <2 x double> %1620, <2 x double> poison, <2 x i32> zeroinitializer
  %1622 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1621, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1619)
  %1623 = shufflevector <2 x double> %1600, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1624 = shufflevector <2 x double> %1601, <2 x double> poison, <2 x i32> zeroinitializer
  %1625 = fsub <2 x double> %1623, %1624
  %1626 = fmul <2 x double> %1625, <double 0x3FE2CF2304755A5E, double 0xBFEE6F0E134454FF>
  %1627 = shufflevector <2 x double> %1600, <2 x double> poison, <2 x i32> zeroinitializer
  %1628 = shufflevector <2 x double> %1601, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1629 = fsub <2 x double> %1627, %1628
  %1630 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1629, <2 x double> <double 0x3FEE6F0E134454FF, double 0x3FE2CF2304755A5E>, <2 x double> %1626)
  %1631 = fsub <2 x double> %1622, %1630
  store <2 x double> %1631, ptr %109, align 8
  %1632 = shufflevector <2 x double> %1603, <2 x double> poison, <2 x i32> zeroinitializer
  %1633 = shufflevector <2 x double> %1609, <2 x double> poison, <2 x i32> zeroinitializer
  %1634 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1632, <2 x double> <double 0xBFE9E3779B97F4A8, double 0x3FD3C6EF372FE950>, <2 x double> %1633)
  %1635 = shufflevector <2 x double> %1603, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %1636 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1635, <2 x double> <double 0x3FD3C6EF372FE950, double 0xBFE9E3779B97F4A8>, <2 x double> %1634)
  %1637 = insertelement <2 x double> poison, double %1608, i64 0
  %1638 = shufflevector <2 x double> %1637, <2 x double> poison, <2 x i32> zeroinitializer
  %1639 = fmul <2 x double> %1638, <double 0xBFEE6F0E134454FF, double 0x3FE2CF2304755A5E>
  %1640 = insertelement <2 x double> poison, double %1607, i64 0
  %1641 = shufflevector <2 x double> %1640, <2 x double> poison, <2 x i32> zeroinitializer
  %1642 = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %1641, <2 x double> <double 0x3FE2CF2304755A5E, double 0x3FEE6F0E134454FF>, <2 x double> %1639)
  %1643 = shufflevector <2 x double> %1612, <2 x double> %1636, <2 x i32> <i32 0, i32 3>
  %1644 = shufflevector <2 x double> %1609, <2 x double> %1642, <2 x i32> <i32 0, i32 3>
  %1645 = fadd <2 x double> %1643, %1644
  store <2 x double> %1645, ptr %8, align 8
  %1646 = fadd <2 x double> %1636, %1642
  %1647 = extractelement <2 x double> %1646, i64 0
  store double %1647, ptr %111, align 8
  %1648 = fsub <2 x double> %1636, %1642
  store <2 x double> %1648, ptr %112, align 8
  %1649 = fadd <2 x double> %1630, %1622
  %1650 = shufflevector <2 x double> %1649, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  store <2 x double> %1650, ptr %114, align 8
  %1651 = getelementptr double, ptr %151, i64 %1596
  %1652 = extractelement <2 x double> %1645, i64 0
  store double %1652, ptr %1651, align 8
  %1653 = getelementptr double, ptr %152, i64 %1596
  store double %1614, ptr %1653, align 8
  br label %1668
1654:
  %1655 = phi i64 [ 0, %1593 ], [ %1666, %1654 ]
  %1656 = mul i64 %1655, %148
  %1657 = add i64 %1656, %1484
  %1658 = mul i64 %1657, %143
  %1659 = add i64 %1658, %1594
  %1660 = getelementptr double, ptr %149, i64 %1659
  %1661 = load double, ptr %1660, align 8
  %1662 = getelementptr double, ptr %8, i64 %1655
  store double %1661, ptr %1662, align 8
  %1663 = getelementptr double, ptr %150, i64 %1659
  %1664 = load double, ptr %1663, align 8
  %1665 = getelementptr double, ptr %9, i64 %1655
  store double %1664, ptr %1665, align 8
  %1666 = add i64 %1655, 1
  %1667 = icmp eq i64 %1666, 5
  br i1 %1667, label %1595, label %1654
1668:
  %1669 = phi i64 [ 1, %1595 ], [ %1688, %1668 ]
  %1670 = shl i64 %1669, 4
  %1671 = getelementptr i8, ptr %1486, i64 %1670
  %1672 = getelementptr i8, ptr %1671, i64 -16
  %1673 = load double, ptr %1672, align 8
  %1674 = getelementptr i8, ptr %1671, i64 -8
  %1675 = load double, ptr %1674, align 8
  %1676 = getelementptr double, ptr %8, i64 %1669
  %1677 = load double, ptr %1676, align 8
  %1678 = getelementptr double, ptr %9, i64 %1669
  %1679 = load double, ptr %1678, align 8
  %1680 = fneg double %1675
  %1681 = fmul double %1679, %1680
  %1682 = call double @llvm.fmuladd.f64(double %1677, double %1673, double %1681)
  %1683 = mul i64 %1669, %143
  %1684 = getelementptr double, ptr %1651, i64 %1683
  store double %1682, ptr %1684, align 8
  %1685 = fmul double %1673, %1679
  %1686 = call double @llvm.fmuladd.f64(double %1677, double %1675, double %1685)
  %1687 = getelementptr double, ptr %1653, i64 %1683
  store double %1686, ptr %1687, align 8
  %1688 = add i64 %1669, 1
  %1689 = icmp eq i64 %1688, 5
  br i1 %1689, label %1690, label %1668
1690:
  %1691 = add i64 %1594, 1
  %1692 = icmp eq i64 %1691, %143
  br i1 %1692, label %1693, label %1593
1693:
  %1694 = add i64 %1484, 1
  %1695 = icmp eq i64 %1694, %148
  br i1 %1695, label %1696, label %1483
1696:
  %1697 = mul i64 %143, %147
  %1698 = add i64 %142, 1
  %1699 = load i32, ptr %40, align 4
  %1700 = sext i32 %1699 to i64
  %1701 = icmp slt i64 %1698, %1700
  br i1 %1701, label %139, label %135
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
