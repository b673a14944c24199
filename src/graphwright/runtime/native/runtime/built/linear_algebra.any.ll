define i64 @gw_triangular_solve_float32(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = shl i64 %3, 2
  %9 = mul i64 %8, %4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %2, ptr align 4 %1, i64 %9, i1 false)
  %10 = icmp ne i64 %6, 0
  %11 = select i1 %10, i64 1, i64 %3
  %12 = select i1 %10, i64 %3, i64 1
  %13 = icmp ne i64 %5, 0
  %14 = xor i1 %13, %10
  call fastcc void @solve_triangle_float32(ptr %0, i64 %11, i64 %12, ptr %2, i64 %3, i64 %4, i1 %14, i1 false)
  ret i64 0
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal fastcc void @solve_triangle_float32(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, i64 %5, i1 %6, i1 %7) {
  %9 = icmp sgt i64 %5, 0
  br i1 %9, label %10, label %12
10:
  %11 = icmp sgt i64 %4, 0
  br label %13
12:
  ret void
13:
  %14 = phi i64 [ 0, %10 ], [ %19, %18 ]
  %15 = sub i64 %5, %14
  %16 = call i64 @llvm.smin.i64(i64 %15, i64 1024)
  %17 = getelementptr float, ptr %3, i64 %14
  br i1 %11, label %21, label %18
18:
  %19 = add i64 %14, 1024
  %20 = icmp slt i64 %19, %5
  br i1 %20, label %13, label %12
21:
  %22 = phi i64 [ %37, %21 ], [ 0, %13 ]
  %23 = sub i64 %4, %22
  %24 = call i64 @llvm.smin.i64(i64 %23, i64 16)
  %25 = sub i64 %23, %24
  %26 = select i1 %6, i64 %22, i64 %25
  %27 = add i64 %26, %24
  %28 = select i1 %6, i64 0, i64 %23
  %29 = mul i64 %26, %5
  %30 = getelementptr float, ptr %17, i64 %29
  %31 = mul i64 %26, %1
  %32 = getelementptr float, ptr %0, i64 %31
  %33 = mul i64 %28, %2
  %34 = getelementptr float, ptr %32, i64 %33
  %35 = mul i64 %28, %5
  %36 = getelementptr float, ptr %17, i64 %35
  call fastcc void @subtract_product_float32(ptr %30, i64 %5, ptr %34, i64 %1, i64 %2, ptr %36, i64 %5, i64 %24, i64 %22, i64 %16)
  call fastcc void @substitute_float32(ptr %0, i64 %1, i64 %2, ptr %17, i64 %5, i64 %26, i64 %27, i64 %16, i1 %6, i1 %7)
  %37 = add i64 %22, 16
  %38 = icmp slt i64 %37, %4
  br i1 %38, label %21, label %18
}
define i64 @gw_cholesky_float32(ptr %0, ptr %1, i64 %2) {
  %4 = mul i64 %2, %2
  %5 = call i64 @llvm.smax.i64(i64 %4, i64 1)
  %6 = shl i64 %5, 2
  %7 = call ptr @gw_c_malloc(i64 %6)
  %8 = icmp eq ptr %7, null
  br i1 %8, label %101, label %9
9:
  %10 = icmp sgt i64 %2, 0
  br i1 %10, label %11, label %83
11:
  %12 = phi i64 [ %17, %16 ], [ 0, %9 ]
  %13 = getelementptr float, ptr %0, i64 %12
  %14 = mul i64 %12, %2
  %15 = getelementptr float, ptr %7, i64 %14
  br label %19
16:
  %17 = add i64 %12, 1
  %18 = icmp eq i64 %17, %2
  br i1 %18, label %29, label %11
19:
  %20 = phi i64 [ %12, %11 ], [ %25, %19 ]
  %21 = mul i64 %20, %2
  %22 = getelementptr float, ptr %13, i64 %21
  %23 = load float, ptr %22, align 4
  %24 = getelementptr float, ptr %15, i64 %20
  store float %23, ptr %24, align 4
  %25 = add i64 %20, 1
  %26 = icmp eq i64 %25, %2
  br i1 %26, label %16, label %19
27:
  %28 = add i64 %2, 1
  br label %68
29:
  %30 = phi i64 [ %40, %39 ], [ 0, %16 ]
  %31 = sub i64 %2, %30
  %32 = call i64 @llvm.smin.i64(i64 %31, i64 16)
  %33 = mul i64 %30, %2
  %34 = getelementptr float, ptr %7, i64 %33
  %35 = getelementptr float, ptr %34, i64 %30
  %36 = getelementptr float, ptr %7, i64 %30
  call fastcc void @subtract_product_float32(ptr %35, i64 %2, ptr %36, i64 1, i64 %2, ptr %36, i64 %2, i64 %32, i64 %30, i64 %31)
  %37 = add i64 %32, %30
  %38 = icmp sgt i64 %31, 0
  br i1 %38, label %42, label %39
39:
  %40 = add i64 %30, 16
  %41 = icmp slt i64 %40, %2
  br i1 %41, label %29, label %27
42:
  %43 = phi i64 [ %54, %53 ], [ %30, %29 ]
  %44 = mul i64 %43, %2
  %45 = getelementptr float, ptr %7, i64 %44
  %46 = getelementptr float, ptr %45, i64 %43
  %47 = getelementptr float, ptr %34, i64 %43
  %48 = sub i64 %43, %30
  %49 = sub i64 %2, %43
  call fastcc void @subtract_product_float32(ptr %46, i64 %2, ptr %47, i64 1, i64 %2, ptr %47, i64 %2, i64 1, i64 %48, i64 %49)
  %50 = load float, ptr %46, align 4
  %51 = call float @llvm.sqrt.f32(float %50)
  %52 = icmp slt i64 %43, %2
  br i1 %52, label %56, label %53
53:
  %54 = add i64 %43, 1
  %55 = icmp slt i64 %54, %37
  br i1 %55, label %42, label %39
56:
  %57 = phi i64 [ %66, %63 ], [ %43, %42 ]
  %58 = icmp eq i64 %57, %43
  br i1 %58, label %63, label %59
59:
  %60 = getelementptr float, ptr %45, i64 %57
  %61 = load float, ptr %60, align 4
  %62 = fdiv float %61, %51
  br label %63
63:
  %64 = phi float [ %62, %59 ], [ %51, %56 ]
  %65 = getelementptr float, ptr %45, i64 %57
  store float %64, ptr %65, align 4
  %66 = add i64 %57, 1
  %67 = icmp eq i64 %66, %2
  br i1 %67, label %53, label %56
68:
  %69 = phi i64 [ 0, %27 ], [ %76, %68 ]
  %70 = phi i1 [ true, %27 ], [ %75, %68 ]
  %71 = mul i64 %69, %28
  %72 = getelementptr float, ptr %7, i64 %71
  %73 = load float, ptr %72, align 4
  %74 = fcmp ogt float %73, 0.000000e+00
  %75 = and i1 %70, %74
  %76 = add i64 %69, 1
  %77 = icmp eq i64 %76, %2
  br i1 %77, label %78, label %68
78:
  %79 = phi i64 [ %85, %84 ], [ 0, %68 ]
  %80 = getelementptr float, ptr %7, i64 %79
  %81 = mul i64 %79, %2
  %82 = getelementptr float, ptr %1, i64 %81
  br label %87
83:
  call void @gw_c_free(ptr %7)
  br label %101
84:
  %85 = add i64 %79, 1
  %86 = icmp eq i64 %85, %2
  br i1 %86, label %83, label %78
87:
  %88 = phi i64 [ 0, %78 ], [ %99, %96 ]
  %89 = icmp ule i64 %88, %79
  %90 = select i1 %89, i1 %75, i1 false
  %91 = select i1 %89, float 0x7FF8000000000000, float 0.000000e+00
  br i1 %90, label %92, label %96
92:
  %93 = mul i64 %88, %2
  %94 = getelementptr float, ptr %80, i64 %93
  %95 = load float, ptr %94, align 4
  br label %96
96:
  %97 = phi float [ %91, %87 ], [ %95, %92 ]
  %98 = getelementptr float, ptr %82, i64 %88
  store float %97, ptr %98, align 4
  %99 = add i64 %88, 1
  %100 = icmp eq i64 %99, %2
  br i1 %100, label %84, label %87
101:
  %102 = phi i64 [ 0, %83 ], [ 2, %3 ]
  ret i64 %102
}
declare ptr @gw_c_malloc(i64)
define internal fastcc void @subtract_product_float32(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = icmp slt i64 %9, 32
  br i1 %11, label %24, label %12
12:
  %13 = icmp slt i64 %7, 4
  %14 = icmp sgt i64 %8, 0
  br label %18
15:
  %16 = add i64 %19, 32
  %17 = icmp sgt i64 %16, %9
  br i1 %17, label %24, label %18
18:
  %19 = phi i64 [ 32, %12 ], [ %16, %15 ]
  %20 = phi i64 [ 0, %12 ], [ %19, %15 ]
  %21 = getelementptr float, ptr %0, i64 %20
  br i1 %13, label %30, label %22
22:
  %23 = getelementptr float, ptr %5, i64 %20
  br label %35
24:
  %25 = phi i64 [ 0, %10 ], [ %19, %15 ]
  %26 = icmp slt i64 %25, %9
  br i1 %26, label %27, label %184
27:
  %28 = icmp sgt i64 %7, 0
  %29 = icmp sgt i64 %8, 0
  br label %151
30:
  %31 = phi i64 [ 0, %18 ], [ %36, %60 ]
  %32 = icmp slt i64 %31, %7
  br i1 %32, label %33, label %15
33:
  %34 = getelementptr float, ptr %5, i64 %20
  br label %117
35:
  %36 = phi i64 [ 4, %22 ], [ %69, %60 ]
  %37 = phi i64 [ 0, %22 ], [ %36, %60 ]
  %38 = mul i64 %37, %3
  %39 = getelementptr float, ptr %2, i64 %38
  %40 = getelementptr float, ptr %39, i64 %3
  %41 = getelementptr float, ptr %40, i64 %3
  %42 = getelementptr float, ptr %41, i64 %3
  %43 = mul i64 %37, %1
  %44 = getelementptr float, ptr %21, i64 %43
  %45 = getelementptr float, ptr %44, i64 %1
  %46 = getelementptr float, ptr %45, i64 %1
  %47 = getelementptr float, ptr %46, i64 %1
  %48 = load <16 x float>, ptr %44, align 4
  %49 = getelementptr i8, ptr %44, i64 64
  %50 = load <16 x float>, ptr %49, align 4
  %51 = load <16 x float>, ptr %45, align 4
  %52 = getelementptr i8, ptr %45, i64 64
  %53 = load <16 x float>, ptr %52, align 4
  %54 = load <16 x float>, ptr %46, align 4
  %55 = getelementptr i8, ptr %46, i64 64
  %56 = load <16 x float>, ptr %55, align 4
  %57 = load <16 x float>, ptr %47, align 4
  %58 = getelementptr i8, ptr %47, i64 64
  %59 = load <16 x float>, ptr %58, align 4
  br i1 %14, label %71, label %60
60:
  %61 = phi <16 x float> [ %57, %35 ], [ %112, %71 ]
  %62 = phi <16 x float> [ %59, %35 ], [ %113, %71 ]
  %63 = phi <16 x float> [ %56, %35 ], [ %108, %71 ]
  %64 = phi <16 x float> [ %54, %35 ], [ %107, %71 ]
  %65 = phi <16 x float> [ %53, %35 ], [ %103, %71 ]
  %66 = phi <16 x float> [ %51, %35 ], [ %102, %71 ]
  %67 = phi <16 x float> [ %50, %35 ], [ %98, %71 ]
  %68 = phi <16 x float> [ %48, %35 ], [ %97, %71 ]
  store <16 x float> %68, ptr %44, align 4
  store <16 x float> %67, ptr %49, align 4
  store <16 x float> %66, ptr %45, align 4
  store <16 x float> %65, ptr %52, align 4
  store <16 x float> %64, ptr %46, align 4
  store <16 x float> %63, ptr %55, align 4
  store <16 x float> %61, ptr %47, align 4
  store <16 x float> %62, ptr %58, align 4
  %69 = add i64 %36, 4
  %70 = icmp sgt i64 %69, %7
  br i1 %70, label %30, label %35
71:
  %72 = phi <16 x float> [ %97, %71 ], [ %48, %35 ]
  %73 = phi <16 x float> [ %98, %71 ], [ %50, %35 ]
  %74 = phi <16 x float> [ %102, %71 ], [ %51, %35 ]
  %75 = phi <16 x float> [ %103, %71 ], [ %53, %35 ]
  %76 = phi <16 x float> [ %107, %71 ], [ %54, %35 ]
  %77 = phi <16 x float> [ %108, %71 ], [ %56, %35 ]
  %78 = phi i64 [ %114, %71 ], [ 0, %35 ]
  %79 = phi ptr [ %115, %71 ], [ %23, %35 ]
  %80 = phi <16 x float> [ %113, %71 ], [ %59, %35 ]
  %81 = phi <16 x float> [ %112, %71 ], [ %57, %35 ]
  %82 = load <16 x float>, ptr %79, align 4
  %83 = getelementptr i8, ptr %79, i64 64
  %84 = load <16 x float>, ptr %83, align 4
  %85 = mul i64 %78, %4
  %86 = getelementptr float, ptr %39, i64 %85
  %87 = load float, ptr %86, align 4
  %88 = getelementptr float, ptr %40, i64 %85
  %89 = load float, ptr %88, align 4
  %90 = getelementptr float, ptr %41, i64 %85
  %91 = load float, ptr %90, align 4
  %92 = getelementptr float, ptr %42, i64 %85
  %93 = load float, ptr %92, align 4
  %94 = fneg float %87
  %95 = insertelement <16 x float> poison, float %94, i64 0
  %96 = shufflevector <16 x float> %95, <16 x float> poison, <16 x i32> zeroinitializer
  %97 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %96, <16 x float> %82, <16 x float> %72)
  %98 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %96, <16 x float> %84, <16 x float> %73)
  %99 = fneg float %89
  %100 = insertelement <16 x float> poison, float %99, i64 0
  %101 = shufflevector <16 x float> %100, <16 x float> poison, <16 x i32> zeroinitializer
  %102 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %101, <16 x float> %82, <16 x float> %74)
  %103 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %101, <16 x float> %84, <16 x float> %75)
  %104 = fneg float %91
  %105 = insertelement <16 x float> poison, float %104, i64 0
  %106 = shufflevector <16 x float> %105, <16 x float> poison, <16 x i32> zeroinitializer
  %107 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %106, <16 x float> %82, <16 x float> %76)
  %108 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %106, <16 x float> %84, <16 x float> %77)
  %109 = fneg float %93
  %110 = insertelement <16 x float> poison, float %109, i64 0
  %111 = shufflevector <16 x float> %110, <16 x float> poison, <16 x i32> zeroinitializer
  %112 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %111, <16 x float> %82, <16 x float> %81)
  %113 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %111, <16 x float> %84, <16 x float> %80)
  %114 = add i64 %78, 1
  %115 = getelementptr float, ptr %79, i64 %6
  %116 = icmp eq i64 %114, %8
  br i1 %116, label %60, label %71
117:
  %118 = phi i64 [ %31, %33 ], [ %130, %127 ]
  %119 = mul i64 %118, %1
  %120 = getelementptr float, ptr %21, i64 %119
  %121 = load <16 x float>, ptr %120, align 4
  %122 = getelementptr i8, ptr %120, i64 64
  %123 = load <16 x float>, ptr %122, align 4
  br i1 %14, label %124, label %127
124:
  %125 = mul i64 %118, %3
  %126 = getelementptr float, ptr %2, i64 %125
  br label %132
127:
  %128 = phi <16 x float> [ %121, %117 ], [ %144, %132 ]
  %129 = phi <16 x float> [ %123, %117 ], [ %147, %132 ]
  store <16 x float> %128, ptr %120, align 4
  store <16 x float> %129, ptr %122, align 4
  %130 = add i64 %118, 1
  %131 = icmp eq i64 %130, %7
  br i1 %131, label %15, label %117
132:
  %133 = phi i64 [ 0, %124 ], [ %148, %132 ]
  %134 = phi ptr [ %34, %124 ], [ %149, %132 ]
  %135 = phi <16 x float> [ %123, %124 ], [ %147, %132 ]
  %136 = phi <16 x float> [ %121, %124 ], [ %144, %132 ]
  %137 = mul i64 %133, %4
  %138 = getelementptr float, ptr %126, i64 %137
  %139 = load float, ptr %138, align 4
  %140 = load <16 x float>, ptr %134, align 4
  %141 = fneg float %139
  %142 = insertelement <16 x float> poison, float %141, i64 0
  %143 = shufflevector <16 x float> %142, <16 x float> poison, <16 x i32> zeroinitializer
  %144 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %143, <16 x float> %140, <16 x float> %136)
  %145 = getelementptr i8, ptr %134, i64 64
  %146 = load <16 x float>, ptr %145, align 4
  %147 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %143, <16 x float> %146, <16 x float> %135)
  %148 = add i64 %133, 1
  %149 = getelementptr float, ptr %134, i64 %6
  %150 = icmp eq i64 %148, %8
  br i1 %150, label %127, label %132
151:
  %152 = phi i64 [ %25, %27 ], [ %157, %156 ]
  %153 = getelementptr float, ptr %0, i64 %152
  br i1 %28, label %154, label %156
154:
  %155 = getelementptr float, ptr %5, i64 %152
  br label %159
156:
  %157 = add i64 %152, 1
  %158 = icmp eq i64 %157, %9
  br i1 %158, label %184, label %151
159:
  %160 = phi i64 [ 0, %154 ], [ %169, %167 ]
  %161 = mul i64 %160, %1
  %162 = getelementptr float, ptr %153, i64 %161
  %163 = load float, ptr %162, align 4
  br i1 %29, label %164, label %167
164:
  %165 = mul i64 %160, %3
  %166 = getelementptr float, ptr %2, i64 %165
  br label %171
167:
  %168 = phi float [ %163, %159 ], [ %181, %171 ]
  store float %168, ptr %162, align 4
  %169 = add i64 %160, 1
  %170 = icmp eq i64 %169, %7
  br i1 %170, label %156, label %159
171:
  %172 = phi i64 [ 0, %164 ], [ %182, %171 ]
  %173 = phi float [ %163, %164 ], [ %181, %171 ]
  %174 = mul i64 %172, %4
  %175 = getelementptr float, ptr %166, i64 %174
  %176 = load float, ptr %175, align 4
  %177 = mul i64 %172, %6
  %178 = getelementptr float, ptr %155, i64 %177
  %179 = load float, ptr %178, align 4
  %180 = fneg float %176
  %181 = call float @llvm.fmuladd.f32(float %180, float %179, float %173)
  %182 = add i64 %172, 1
  %183 = icmp eq i64 %182, %8
  br i1 %183, label %167, label %171
184:
  ret void
}
declare float @llvm.sqrt.f32(float)
declare void @gw_c_free(ptr allocptr)
define i64 @gw_solve_float32(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) {
  %7 = shl i64 %3, 2
  %8 = mul i64 %7, %4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %2, ptr align 4 %1, i64 %8, i1 false)
  %9 = icmp eq i64 %4, 0
  br i1 %9, label %13, label %10
10:
  %11 = icmp ne i64 %5, 0
  %12 = call fastcc i64 @solve_in_place_float32(ptr %0, ptr %2, i64 %3, i64 %4, i1 %11)
  br label %13
13:
  %14 = phi i64 [ %12, %10 ], [ 0, %6 ]
  ret i64 %14
}
define internal fastcc i64 @solve_in_place_float32(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4) {
  %6 = mul i64 %2, %2
  %7 = call i64 @llvm.smax.i64(i64 %6, i64 1)
  %8 = shl i64 %7, 2
  %9 = call ptr @gw_c_malloc(i64 %8)
  %10 = icmp eq ptr %9, null
  br i1 %10, label %140, label %11
11:
  %12 = icmp sgt i64 %2, 0
  br i1 %12, label %13, label %137
13:
  %14 = phi i64 [ %125, %124 ], [ 0, %11 ]
  %15 = getelementptr float, ptr %0, i64 %14
  %16 = mul i64 %14, %2
  %17 = getelementptr float, ptr %0, i64 %16
  %18 = getelementptr float, ptr %9, i64 %16
  br label %127
19:
  %20 = icmp sgt i64 %3, 0
  br label %21
21:
  %22 = phi i64 [ 0, %19 ], [ %23, %112 ]
  %23 = add i64 %22, 16
  %24 = call i64 @llvm.smin.i64(i64 %23, i64 %2)
  br label %27
25:
  %26 = icmp slt i64 %29, %24
  br i1 %26, label %27, label %112
27:
  %28 = phi i64 [ %29, %25 ], [ %22, %21 ]
  %29 = add i64 %28, 1
  %30 = getelementptr float, ptr %9, i64 %28
  %31 = icmp slt i64 %29, %2
  br i1 %31, label %39, label %32
32:
  %33 = phi i64 [ %28, %27 ], [ %51, %39 ]
  %34 = mul i64 %33, %2
  %35 = getelementptr float, ptr %9, i64 %34
  %36 = getelementptr float, ptr %35, i64 %28
  %37 = load float, ptr %36, align 4
  %38 = fcmp oeq float %37, 0.000000e+00
  br i1 %38, label %138, label %54
39:
  %40 = phi i64 [ %52, %39 ], [ %29, %27 ]
  %41 = phi i64 [ %51, %39 ], [ %28, %27 ]
  %42 = mul i64 %40, %2
  %43 = getelementptr float, ptr %30, i64 %42
  %44 = load float, ptr %43, align 4
  %45 = call float @llvm.fabs.f32(float %44)
  %46 = mul i64 %41, %2
  %47 = getelementptr float, ptr %30, i64 %46
  %48 = load float, ptr %47, align 4
  %49 = call float @llvm.fabs.f32(float %48)
  %50 = fcmp ogt float %45, %49
  %51 = select i1 %50, i64 %40, i64 %41
  %52 = add i64 %40, 1
  %53 = icmp eq i64 %52, %2
  br i1 %53, label %32, label %39
54:
  %55 = icmp eq i64 %28, 0
  %56 = fcmp uno float %37, 0.000000e+00
  %57 = and i1 %55, %56
  br i1 %57, label %138, label %58
58:
  %59 = icmp eq i64 %33, %28
  br i1 %59, label %84, label %60
60:
  %61 = mul i64 %28, %2
  %62 = getelementptr float, ptr %9, i64 %61
  br label %63
63:
  %64 = phi i64 [ %69, %63 ], [ 0, %60 ]
  %65 = getelementptr float, ptr %62, i64 %64
  %66 = load float, ptr %65, align 4
  %67 = getelementptr float, ptr %35, i64 %64
  %68 = load float, ptr %67, align 4
  store float %68, ptr %65, align 4
  store float %66, ptr %67, align 4
  %69 = add i64 %64, 1
  %70 = icmp eq i64 %69, %2
  br i1 %70, label %71, label %63
71:
  %72 = mul i64 %28, %3
  %73 = getelementptr float, ptr %1, i64 %72
  %74 = mul i64 %33, %3
  %75 = getelementptr float, ptr %1, i64 %74
  br i1 %20, label %76, label %84
76:
  %77 = phi i64 [ %82, %76 ], [ 0, %71 ]
  %78 = getelementptr float, ptr %73, i64 %77
  %79 = load float, ptr %78, align 4
  %80 = getelementptr float, ptr %75, i64 %77
  %81 = load float, ptr %80, align 4
  store float %81, ptr %78, align 4
  store float %79, ptr %80, align 4
  %82 = add i64 %77, 1
  %83 = icmp eq i64 %82, %3
  br i1 %83, label %84, label %76
84:
  br i1 %31, label %85, label %25
85:
  %86 = mul i64 %28, %2
  %87 = getelementptr float, ptr %9, i64 %86
  %88 = getelementptr float, ptr %87, i64 %28
  %89 = icmp ugt i64 %23, %29
  br label %90
90:
  %91 = phi i64 [ %29, %85 ], [ %101, %100 ]
  %92 = load float, ptr %88, align 4
  %93 = mul i64 %91, %2
  %94 = getelementptr float, ptr %9, i64 %93
  %95 = getelementptr float, ptr %94, i64 %28
  %96 = load float, ptr %95, align 4
  %97 = fdiv float %96, %92
  store float %97, ptr %95, align 4
  br i1 %89, label %98, label %100
98:
  %99 = fneg float %97
  br label %103
100:
  %101 = add i64 %91, 1
  %102 = icmp eq i64 %101, %2
  br i1 %102, label %25, label %90
103:
  %104 = phi i64 [ %29, %98 ], [ %110, %103 ]
  %105 = getelementptr float, ptr %87, i64 %104
  %106 = load float, ptr %105, align 4
  %107 = getelementptr float, ptr %94, i64 %104
  %108 = load float, ptr %107, align 4
  %109 = call float @llvm.fmuladd.f32(float %99, float %106, float %108)
  store float %109, ptr %107, align 4
  %110 = add i64 %104, 1
  %111 = icmp slt i64 %110, %24
  br i1 %111, label %103, label %100
112:
  %113 = getelementptr float, ptr %9, i64 %24
  %114 = sub i64 %2, %24
  call fastcc void @substitute_float32(ptr %9, i64 %2, i64 1, ptr %113, i64 %2, i64 %22, i64 %24, i64 %114, i1 true, i1 true)
  %115 = mul i64 %24, %2
  %116 = getelementptr float, ptr %9, i64 %115
  %117 = getelementptr float, ptr %116, i64 %24
  %118 = getelementptr float, ptr %116, i64 %22
  %119 = mul i64 %22, %2
  %120 = getelementptr float, ptr %9, i64 %119
  %121 = getelementptr float, ptr %120, i64 %24
  %122 = sub i64 %24, %22
  call fastcc void @subtract_product_float32(ptr %117, i64 %2, ptr %118, i64 %2, i64 1, ptr %121, i64 %2, i64 %114, i64 %122, i64 %114)
  %123 = icmp slt i64 %23, %2
  br i1 %123, label %21, label %137
124:
  %125 = add i64 %14, 1
  %126 = icmp eq i64 %125, %2
  br i1 %126, label %19, label %13
127:
  %128 = phi i64 [ 0, %13 ], [ %135, %127 ]
  %129 = mul i64 %128, %2
  %130 = getelementptr float, ptr %15, i64 %129
  %131 = getelementptr float, ptr %17, i64 %128
  %132 = select i1 %4, ptr %130, ptr %131
  %133 = load float, ptr %132, align 4
  %134 = getelementptr float, ptr %18, i64 %128
  store float %133, ptr %134, align 4
  %135 = add i64 %128, 1
  %136 = icmp eq i64 %135, %2
  br i1 %136, label %124, label %127
137:
  call fastcc void @solve_triangle_float32(ptr %9, i64 %2, i64 1, ptr %1, i64 %2, i64 %3, i1 true, i1 true)
  call fastcc void @solve_triangle_float32(ptr %9, i64 %2, i64 1, ptr %1, i64 %2, i64 %3, i1 false, i1 false)
  br label %138
138:
  %139 = phi i64 [ 0, %137 ], [ 1, %32 ], [ 1, %54 ]
  call void @gw_c_free(ptr %9)
  br label %140
140:
  %141 = phi i64 [ %139, %138 ], [ 2, %5 ]
  ret i64 %141
}
define i64 @gw_inverse_float32(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = icmp sgt i64 %2, 0
  br i1 %5, label %6, label %10
6:
  %7 = phi i64 [ %14, %13 ], [ 0, %4 ]
  %8 = mul i64 %7, %2
  %9 = getelementptr float, ptr %1, i64 %8
  br label %16
10:
  %11 = icmp ne i64 %3, 0
  %12 = call fastcc i64 @solve_in_place_float32(ptr %0, ptr %1, i64 %2, i64 %2, i1 %11)
  ret i64 %12
13:
  %14 = add i64 %7, 1
  %15 = icmp eq i64 %14, %2
  br i1 %15, label %10, label %6
16:
  %17 = phi i64 [ 0, %6 ], [ %21, %16 ]
  %18 = icmp eq i64 %7, %17
  %19 = uitofp i1 %18 to float
  %20 = getelementptr float, ptr %9, i64 %17
  store float %19, ptr %20, align 4
  %21 = add i64 %17, 1
  %22 = icmp eq i64 %21, %2
  br i1 %22, label %13, label %16
}
define i64 @gw_triangular_solve_float64(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = shl i64 %3, 3
  %9 = mul i64 %8, %4
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %1, i64 %9, i1 false)
  %10 = icmp ne i64 %6, 0
  %11 = select i1 %10, i64 1, i64 %3
  %12 = select i1 %10, i64 %3, i64 1
  %13 = icmp ne i64 %5, 0
  %14 = xor i1 %13, %10
  call fastcc void @solve_triangle_float64(ptr %0, i64 %11, i64 %12, ptr %2, i64 %3, i64 %4, i1 %14, i1 false)
  ret i64 0
}
define internal fastcc void @solve_triangle_float64(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, i64 %5, i1 %6, i1 %7) {
  %9 = icmp sgt i64 %5, 0
  br i1 %9, label %10, label %12
10:
  %11 = icmp sgt i64 %4, 0
  br label %13
12:
  ret void
13:
  %14 = phi i64 [ 0, %10 ], [ %19, %18 ]
  %15 = sub i64 %5, %14
  %16 = call i64 @llvm.smin.i64(i64 %15, i64 512)
  %17 = getelementptr double, ptr %3, i64 %14
  br i1 %11, label %21, label %18
18:
  %19 = add i64 %14, 512
  %20 = icmp slt i64 %19, %5
  br i1 %20, label %13, label %12
21:
  %22 = phi i64 [ %37, %21 ], [ 0, %13 ]
  %23 = sub i64 %4, %22
  %24 = call i64 @llvm.smin.i64(i64 %23, i64 16)
  %25 = sub i64 %23, %24
  %26 = select i1 %6, i64 %22, i64 %25
  %27 = add i64 %26, %24
  %28 = select i1 %6, i64 0, i64 %23
  %29 = mul i64 %26, %5
  %30 = getelementptr double, ptr %17, i64 %29
  %31 = mul i64 %26, %1
  %32 = getelementptr double, ptr %0, i64 %31
  %33 = mul i64 %28, %2
  %34 = getelementptr double, ptr %32, i64 %33
  %35 = mul i64 %28, %5
  %36 = getelementptr double, ptr %17, i64 %35
  call fastcc void @subtract_product_float64(ptr %30, i64 %5, ptr %34, i64 %1, i64 %2, ptr %36, i64 %5, i64 %24, i64 %22, i64 %16)
  call fastcc void @substitute_float64(ptr %0, i64 %1, i64 %2, ptr %17, i64 %5, i64 %26, i64 %27, i64 %16, i1 %6, i1 %7)
  %37 = add i64 %22, 16
  %38 = icmp slt i64 %37, %4
  br i1 %38, label %21, label %18
}
define i64 @gw_cholesky_float64(ptr %0, ptr %1, i64 %2) {
  %4 = mul i64 %2, %2
  %5 = call i64 @llvm.smax.i64(i64 %4, i64 1)
  %6 = shl i64 %5, 3
  %7 = call ptr @gw_c_malloc(i64 %6)
  %8 = icmp eq ptr %7, null
  br i1 %8, label %101, label %9
9:
  %10 = icmp sgt i64 %2, 0
  br i1 %10, label %11, label %83
11:
  %12 = phi i64 [ %17, %16 ], [ 0, %9 ]
  %13 = getelementptr double, ptr %0, i64 %12
  %14 = mul i64 %12, %2
  %15 = getelementptr double, ptr %7, i64 %14
  br label %19
16:
  %17 = add i64 %12, 1
  %18 = icmp eq i64 %17, %2
  br i1 %18, label %29, label %11
19:
  %20 = phi i64 [ %12, %11 ], [ %25, %19 ]
  %21 = mul i64 %20, %2
  %22 = getelementptr double, ptr %13, i64 %21
  %23 = load double, ptr %22, align 8
  %24 = getelementptr double, ptr %15, i64 %20
  store double %23, ptr %24, align 8
  %25 = add i64 %20, 1
  %26 = icmp eq i64 %25, %2
  br i1 %26, label %16, label %19
27:
  %28 = add i64 %2, 1
  br label %68
29:
  %30 = phi i64 [ %40, %39 ], [ 0, %16 ]
  %31 = sub i64 %2, %30
  %32 = call i64 @llvm.smin.i64(i64 %31, i64 16)
  %33 = mul i64 %30, %2
  %34 = getelementptr double, ptr %7, i64 %33
  %35 = getelementptr double, ptr %34, i64 %30
  %36 = getelementptr double, ptr %7, i64 %30
  call fastcc void @subtract_product_float64(ptr %35, i64 %2, ptr %36, i64 1, i64 %2, ptr %36, i64 %2, i64 %32, i64 %30, i64 %31)
  %37 = add i64 %32, %30
  %38 = icmp sgt i64 %31, 0
  br i1 %38, label %42, label %39
39:
  %40 = add i64 %30, 16
  %41 = icmp slt i64 %40, %2
  br i1 %41, label %29, label %27
42:
  %43 = phi i64 [ %54, %53 ], [ %30, %29 ]
  %44 = mul i64 %43, %2
  %45 = getelementptr double, ptr %7, i64 %44
  %46 = getelementptr double, ptr %45, i64 %43
  %47 = getelementptr double, ptr %34, i64 %43
  %48 = sub i64 %43, %30
  %49 = sub i64 %2, %43
  call fastcc void @subtract_product_float64(ptr %46, i64 %2, ptr %47, i64 1, i64 %2, ptr %47, i64 %2, i64 1, i64 %48, i64 %49)
  %50 = load double, ptr %46, align 8
  %51 = call double @llvm.sqrt.f64(double %50)
  %52 = icmp slt i64 %43, %2
  br i1 %52, label %56, label %53
53:
  %54 = add i64 %43, 1
  %55 = icmp slt i64 %54, %37
  br i1 %55, label %42, label %39
56:
  %57 = phi i64 [ %66, %63 ], [ %43, %42 ]
  %58 = icmp eq i64 %57, %43
  br i1 %58, label %63, label %59
59:
  %60 = getelementptr double, ptr %45, i64 %57
  %61 = load double, ptr %60, align 8
  %62 = fdiv double %61, %51
  br label %63
63:
  %64 = phi double [ %62, %59 ], [ %51, %56 ]
  %65 = getelementptr double, ptr %45, i64 %57
  store double %64, ptr %65, align 8
  %66 = add i64 %57, 1
  %67 = icmp eq i64 %66, %2
  br i1 %67, label %53, label %56
68:
  %69 = phi i64 [ 0, %27 ], [ %76, %68 ]
  %70 = phi i1 [ true, %27 ], [ %75, %68 ]
  %71 = mul i64 %69, %28
  %72 = getelementptr double, ptr %7, i64 %71
  %73 = load double, ptr %72, align 8
  %74 = fcmp ogt double %73, 0.000000e+00
  %75 = and i1 %70, %74
  %76 = add i64 %69, 1
  %77 = icmp eq i64 %76, %2
  br i1 %77, label %78, label %68
78:
  %79 = phi i64 [ %85, %84 ], [ 0, %68 ]
  %80 = getelementptr double, ptr %7, i64 %79
  %81 = mul i64 %79, %2
  %82 = getelementptr double, ptr %1, i64 %81
  br label %87
83:
  call void @gw_c_free(ptr %7)
  br label %101
84:
  %85 = add i64 %79, 1
  %86 = icmp eq i64 %85, %2
  br i1 %86, label %83, label %78
87:
  %88 = phi i64 [ 0, %78 ], [ %99, %96 ]
  %89 = icmp ule i64 %88, %79
  %90 = select i1 %89, i1 %75, i1 false
  %91 = select i1 %89, double 0x7FF8000000000000, double 0.000000e+00
  br i1 %90, label %92, label %96
92:
  %93 = mul i64 %88, %2
  %94 = getelementptr double, ptr %80, i64 %93
  %95 = load double, ptr %94, align 8
  br label %96
96:
  %97 = phi double [ %91, %87 ], [ %95, %92 ]
  %98 = getelementptr double, ptr %82, i64 %88
  store double %97, ptr %98, align 8
  %99 = add i64 %88, 1
  %100 = icmp eq i64 %99, %2
  br i1 %100, label %84, label %87
101:
  %102 = phi i64 [ 0, %83 ], [ 2, %3 ]
  ret i64 %102
}
define internal fastcc void @subtract_product_float64(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4, ptr %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = icmp slt i64 %9, 16
  br i1 %11, label %24, label %12
12:
  %13 = icmp slt i64 %7, 4
  %14 = icmp sgt i64 %8, 0
  br label %18
15:
  %16 = add i64 %19, 16
  %17 = icmp sgt i64 %16, %9
  br i1 %17, label %24, label %18
18:
  %19 = phi i64 [ 16, %12 ], [ %16, %15 ]
  %20 = phi i64 [ 0, %12 ], [ %19, %15 ]
  %21 = getelementptr double, ptr %0, i64 %20
  br i1 %13, label %30, label %22
22:
  %23 = getelementptr double, ptr %5, i64 %20
  br label %35
24:
  %25 = phi i64 [ 0, %10 ], [ %19, %15 ]
  %26 = icmp slt i64 %25, %9
  br i1 %26, label %27, label %184
27:
  %28 = icmp sgt i64 %7, 0
  %29 = icmp sgt i64 %8, 0
  br label %151
30:
  %31 = phi i64 [ 0, %18 ], [ %36, %60 ]
  %32 = icmp slt i64 %31, %7
  br i1 %32, label %33, label %15
33:
  %34 = getelementptr double, ptr %5, i64 %20
  br label %117
35:
  %36 = phi i64 [ 4, %22 ], [ %69, %60 ]
  %37 = phi i64 [ 0, %22 ], [ %36, %60 ]
  %38 = mul i64 %37, %3
  %39 = getelementptr double, ptr %2, i64 %38
  %40 = getelementptr double, ptr %39, i64 %3
  %41 = getelementptr double, ptr %40, i64 %3
  %42 = getelementptr double, ptr %41, i64 %3
  %43 = mul i64 %37, %1
  %44 = getelementptr double, ptr %21, i64 %43
  %45 = getelementptr double, ptr %44, i64 %1
  %46 = getelementptr double, ptr %45, i64 %1
  %47 = getelementptr double, ptr %46, i64 %1
  %48 = load <8 x double>, ptr %44, align 8
  %49 = getelementptr i8, ptr %44, i64 64
  %50 = load <8 x double>, ptr %49, align 8
  %51 = load <8 x double>, ptr %45, align 8
  %52 = getelementptr i8, ptr %45, i64 64
  %53 = load <8 x double>, ptr %52, align 8
  %54 = load <8 x double>, ptr %46, align 8
  %55 = getelementptr i8, ptr %46, i64 64
  %56 = load <8 x double>, ptr %55, align 8
  %57 = load <8 x double>, ptr %47, align 8
  %58 = getelementptr i8, ptr %47, i64 64
  %59 = load <8 x double>, ptr %58, align 8
  br i1 %14, label %71, label %60
60:
  %61 = phi <8 x double> [ %57, %35 ], [ %112, %71 ]
  %62 = phi <8 x double> [ %59, %35 ], [ %113, %71 ]
  %63 = phi <8 x double> [ %56, %35 ], [ %108, %71 ]
  %64 = phi <8 x double> [ %54, %35 ], [ %107, %71 ]
  %65 = phi <8 x double> [ %53, %35 ], [ %103, %71 ]
  %66 = phi <8 x double> [ %51, %35 ], [ %102, %71 ]
  %67 = phi <8 x double> [ %50, %35 ], [ %98, %71 ]
  %68 = phi <8 x double> [ %48, %35 ], [ %97, %71 ]
  store <8 x double> %68, ptr %44, align 8
  store <8 x double> %67, ptr %49, align 8
  store <8 x double> %66, ptr %45, align 8
  store <8 x double> %65, ptr %52, align 8
  store <8 x double> %64, ptr %46, align 8
  store <8 x double> %63, ptr %55, align 8
  store <8 x double> %61, ptr %47, align 8
  store <8 x double> %62, ptr %58, align 8
  %69 = add i64 %36, 4
  %70 = icmp sgt i64 %69, %7
  br i1 %70, label %30, label %35
71:
  %72 = phi <8 x double> [ %97, %71 ], [ %48, %35 ]
  %73 = phi <8 x double> [ %98, %71 ], [ %50, %35 ]
  %74 = phi <8 x double> [ %102, %71 ], [ %51, %35 ]
  %75 = phi <8 x double> [ %103, %71 ], [ %53, %35 ]
  %76 = phi <8 x double> [ %107, %71 ], [ %54, %35 ]
  %77 = phi <8 x double> [ %108, %71 ], [ %56, %35 ]
  %78 = phi i64 [ %114, %71 ], [ 0, %35 ]
  %79 = phi ptr [ %115, %71 ], [ %23, %35 ]
  %80 = phi <8 x double> [ %113, %71 ], [ %59, %35 ]
  %81 = phi <8 x double> [ %112, %71 ], [ %57, %35 ]
  %82 = load <8 x double>, ptr %79, align 8
  %83 = getelementptr i8, ptr %79, i64 64
  %84 = load <8 x double>, ptr %83, align 8
  %85 = mul i64 %78, %4
  %86 = getelementptr double, ptr %39, i64 %85
  %87 = load double, ptr %86, align 8
  %88 = getelementptr double, ptr %40, i64 %85
  %89 = load double, ptr %88, align 8
  %90 = getelementptr double, ptr %41, i64 %85
  %91 = load double, ptr %90, align 8
  %92 = getelementptr double, ptr %42, i64 %85
  %93 = load double, ptr %92, align 8
  %94 = fneg double %87
  %95 = insertelement <8 x double> poison, double %94, i64 0
  %96 = shufflevector <8 x double> %95, <8 x double> poison, <8 x i32> zeroinitializer
  %97 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %96, <8 x double> %82, <8 x double> %72)
  %98 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %96, <8 x double> %84, <8 x double> %73)
  %99 = fneg double %89
  %100 = insertelement <8 x double> poison, double %99, i64 0
  %101 = shufflevector <8 x double> %100, <8 x double> poison, <8 x i32> zeroinitializer
  %102 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %101, <8 x double> %82, <8 x double> %74)
  %103 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %101, <8 x double> %84, <8 x double> %75)
  %104 = fneg double %91
  %105 = insertelement <8 x double> poison, double %104, i64 0
  %106 = shufflevector <8 x double> %105, <8 x double> poison, <8 x i32> zeroinitializer
  %107 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %106, <8 x double> %82, <8 x double> %76)
  %108 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %106, <8 x double> %84, <8 x double> %77)
  %109 = fneg double %93
  %110 = insertelement <8 x double> poison, double %109, i64 0
  %111 = shufflevector <8 x double> %110, <8 x double> poison, <8 x i32> zeroinitializer
  %112 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %111, <8 x double> %82, <8 x double> %81)
  %113 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %111, <8 x double> %84, <8 x double> %80)
  %114 = add i64 %78, 1
  %115 = getelementptr double, ptr %79, i64 %6
  %116 = icmp eq i64 %114, %8
  br i1 %116, label %60, label %71
117:
  %118 = phi i64 [ %31, %33 ], [ %130, %127 ]
  %119 = mul i64 %118, %1
  %120 = getelementptr double, ptr %21, i64 %119
  %121 = load <8 x double>, ptr %120, align 8
  %122 = getelementptr i8, ptr %120, i64 64
  %123 = load <8 x double>, ptr %122, align 8
  br i1 %14, label %124, label %127
124:
  %125 = mul i64 %118, %3
  %126 = getelementptr double, ptr %2, i64 %125
  br label %132
127:
  %128 = phi <8 x double> [ %121, %117 ], [ %144, %132 ]
  %129 = phi <8 x double> [ %123, %117 ], [ %147, %132 ]
  store <8 x double> %128, ptr %120, align 8
  store <8 x double> %129, ptr %122, align 8
  %130 = add i64 %118, 1
  %131 = icmp eq i64 %130, %7
  br i1 %131, label %15, label %117
132:
  %133 = phi i64 [ 0, %124 ], [ %148, %132 ]
  %134 = phi ptr [ %34, %124 ], [ %149, %132 ]
  %135 = phi <8 x double> [ %123, %124 ], [ %147, %132 ]
  %136 = phi <8 x double> [ %121, %124 ], [ %144, %132 ]
  %137 = mul i64 %133, %4
  %138 = getelementptr double, ptr %126, i64 %137
  %139 = load double, ptr %138, align 8
  %140 = load <8 x double>, ptr %134, align 8
  %141 = fneg double %139
  %142 = insertelement <8 x double> poison, double %141, i64 0
  %143 = shufflevector <8 x double> %142, <8 x double> poison, <8 x i32> zeroinitializer
  %144 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %143, <8 x double> %140, <8 x double> %136)
  %145 = getelementptr i8, ptr %134, i64 64
  %146 = load <8 x double>, ptr %145, align 8
  %147 = call <8 x double> @llvm.fmuladd.v8f64(<8 x double> %143, <8 x double> %146, <8 x double> %135)
  %148 = add i64 %133, 1
  %149 = getelementptr double, ptr %134, i64 %6
  %150 = icmp eq i64 %148, %8
  br i1 %150, label %127, label %132
151:
  %152 = phi i64 [ %25, %27 ], [ %157, %156 ]
  %153 = getelementptr double, ptr %0, i64 %152
  br i1 %28, label %154, label %156
154:
  %155 = getelementptr double, ptr %5, i64 %152
  br label %159
156:
  %157 = add i64 %152, 1
  %158 = icmp eq i64 %157, %9
  br i1 %158, label %184, label %151
159:
  %160 = phi i64 [ 0, %154 ], [ %169, %167 ]
  %161 = mul i64 %160, %1
  %162 = getelementptr double, ptr %153, i64 %161
  %163 = load double, ptr %162, align 8
  br i1 %29, label %164, label %167
164:
  %165 = mul i64 %160, %3
  %166 = getelementptr double, ptr %2, i64 %165
  br label %171
167:
  %168 = phi double [ %163, %159 ], [ %181, %171 ]
  store double %168, ptr %162, align 8
  %169 = add i64 %160, 1
  %170 = icmp eq i64 %169, %7
  br i1 %170, label %156, label %159
171:
  %172 = phi i64 [ 0, %164 ], [ %182, %171 ]
  %173 = phi double [ %163, %164 ], [ %181, %171 ]
  %174 = mul i64 %172, %4
  %175 = getelementptr double, ptr %166, i64 %174
  %176 = load double, ptr %175, align 8
  %177 = mul i64 %172, %6
  %178 = getelementptr double, ptr %155, i64 %177
  %179 = load double, ptr %178, align 8
  %180 = fneg double %176
  %181 = call double @llvm.fmuladd.f64(double %180, double %179, double %173)
  %182 = add i64 %172, 1
  %183 = icmp eq i64 %182, %8
  br i1 %183, label %167, label %171
184:
  ret void
}
declare double @llvm.sqrt.f64(double)
define i64 @gw_solve_float64(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) {
  %7 = shl i64 %3, 3
  %8 = mul i64 %7, %4
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %1, i64 %8, i1 false)
  %9 = icmp eq i64 %4, 0
  br i1 %9, label %13, label %10
10:
  %11 = icmp ne i64 %5, 0
  %12 = call fastcc i64 @solve_in_place_float64(ptr %0, ptr %2, i64 %3, i64 %4, i1 %11)
  br label %13
13:
  %14 = phi i64 [ %12, %10 ], [ 0, %6 ]
  ret i64 %14
}
define internal fastcc i64 @solve_in_place_float64(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4) {
  %6 = mul i64 %2, %2
  %7 = call i64 @llvm.smax.i64(i64 %6, i64 1)
  %8 = shl i64 %7, 3
  %9 = call ptr @gw_c_malloc(i64 %8)
  %10 = icmp eq ptr %9, null
  br i1 %10, label %140, label %11
11:
  %12 = icmp sgt i64 %2, 0
  br i1 %12, label %13, label %137
13:
  %14 = phi i64 [ %125, %124 ], [ 0, %11 ]
  %15 = getelementptr double, ptr %0, i64 %14
  %16 = mul i64 %14, %2
  %17 = getelementptr double, ptr %0, i64 %16
  %18 = getelementptr double, ptr %9, i64 %16
  br label %127
19:
  %20 = icmp sgt i64 %3, 0
  br label %21
21:
  %22 = phi i64 [ 0, %19 ], [ %23, %112 ]
  %23 = add i64 %22, 16
  %24 = call i64 @llvm.smin.i64(i64 %23, i64 %2)
  br label %27
25:
  %26 = icmp slt i64 %29, %24
  br i1 %26, label %27, label %112
27:
  %28 = phi i64 [ %29, %25 ], [ %22, %21 ]
  %29 = add i64 %28, 1
  %30 = getelementptr double, ptr %9, i64 %28
  %31 = icmp slt i64 %29, %2
  br i1 %31, label %39, label %32
32:
  %33 = phi i64 [ %28, %27 ], [ %51, %39 ]
  %34 = mul i64 %33, %2
  %35 = getelementptr double, ptr %9, i64 %34
  %36 = getelementptr double, ptr %35, i64 %28
  %37 = load double, ptr %36, align 8
  %38 = fcmp oeq double %37, 0.000000e+00
  br i1 %38, label %138, label %54
39:
  %40 = phi i64 [ %52, %39 ], [ %29, %27 ]
  %41 = phi i64 [ %51, %39 ], [ %28, %27 ]
  %42 = mul i64 %40, %2
  %43 = getelementptr double, ptr %30, i64 %42
  %44 = load double, ptr %43, align 8
  %45 = call double @llvm.fabs.f64(double %44)
  %46 = mul i64 %41, %2
  %47 = getelementptr double, ptr %30, i64 %46
  %48 = load double, ptr %47, align 8
  %49 = call double @llvm.fabs.f64(double %48)
  %50 = fcmp ogt double %45, %49
  %51 = select i1 %50, i64 %40, i64 %41
  %52 = add i64 %40, 1
  %53 = icmp eq i64 %52, %2
  br i1 %53, label %32, label %39
54:
  %55 = icmp eq i64 %28, 0
  %56 = fcmp uno double %37, 0.000000e+00
  %57 = and i1 %55, %56
  br i1 %57, label %138, label %58
58:
  %59 = icmp eq i64 %33, %28
  br i1 %59, label %84, label %60
60:
  %61 = mul i64 %28, %2
  %62 = getelementptr double, ptr %9, i64 %61
  br label %63
63:
  %64 = phi i64 [ %69, %63 ], [ 0, %60 ]
  %65 = getelementptr double, ptr %62, i64 %64
  %66 = load double, ptr %65, align 8
  %67 = getelementptr double, ptr %35, i64 %64
  %68 = load double, ptr %67, align 8
  store double %68, ptr %65, align 8
  store double %66, ptr %67, align 8
  %69 = add i64 %64, 1
  %70 = icmp eq i64 %69, %2
  br i1 %70, label %71, label %63
71:
  %72 = mul i64 %28, %3
  %73 = getelementptr double, ptr %1, i64 %72
  %74 = mul i64 %33, %3
  %75 = getelementptr double, ptr %1, i64 %74
  br i1 %20, label %76, label %84
76:
  %77 = phi i64 [ %82, %76 ], [ 0, %71 ]
  %78 = getelementptr double, ptr %73, i64 %77
  %79 = load double, ptr %78, align 8
  %80 = getelementptr double, ptr %75, i64 %77
  %81 = load double, ptr %80, align 8
  store double %81, ptr %78, align 8
  store double %79, ptr %80, align 8
  %82 = add i64 %77, 1
  %83 = icmp eq i64 %82, %3
  br i1 %83, label %84, label %76
84:
  br i1 %31, label %85, label %25
85:
  %86 = mul i64 %28, %2
  %87 = getelementptr double, ptr %9, i64 %86
  %88 = getelementptr double, ptr %87, i64 %28
  %89 = icmp ugt i64 %23, %29
  br label %90
90:
  %91 = phi i64 [ %29, %85 ], [ %101, %100 ]
  %92 = load double, ptr %88, align 8
  %93 = mul i64 %91, %2
  %94 = getelementptr double, ptr %9, i64 %93
  %95 = getelementptr double, ptr %94, i64 %28
  %96 = load double, ptr %95, align 8
  %97 = fdiv double %96, %92
  store double %97, ptr %95, align 8
  br i1 %89, label %98, label %100
98:
  %99 = fneg double %97
  br label %103
100:
  %101 = add i64 %91, 1
  %102 = icmp eq i64 %101, %2
  br i1 %102, label %25, label %90
103:
  %104 = phi i64 [ %29, %98 ], [ %110, %103 ]
  %105 = getelementptr double, ptr %87, i64 %104
  %106 = load double, ptr %105, align 8
  %107 = getelementptr double, ptr %94, i64 %104
  %108 = load double, ptr %107, align 8
  %109 = call double @llvm.fmuladd.f64(double %99, double %106, double %108)
  store double %109, ptr %107, align 8
  %110 = add i64 %104, 1
  %111 = icmp slt i64 %110, %24
  br i1 %111, label %103, label %100
112:
  %113 = getelementptr double, ptr %9, i64 %24
  %114 = sub i64 %2, %24
  call fastcc void @substitute_float64(ptr %9, i64 %2, i64 1, ptr %113, i64 %2, i64 %22, i64 %24, i64 %114, i1 true, i1 true)
  %115 = mul i64 %24, %2
  %116 = getelementptr double, ptr %9, i64 %115
  %117 = getelementptr double, ptr %116, i64 %24
  %118 = getelementptr double, ptr %116, i64 %22
  %119 = mul i64 %22, %2
  %120 = getelementptr double, ptr %9, i64 %119
  %121 = getelementptr double, ptr %120, i64 %24
  %122 = sub i64 %24, %22
  call fastcc void @subtract_product_float64(ptr %117, i64 %2, ptr %118, i64 %2, i64 1, ptr %121, i64 %2, i64 %114, i64 %122, i64 %114)
  %123 = icmp slt i64 %23, %2
  br i1 %123, label %21, label %137
124:
  %125 = add i64 %14, 1
  %126 = icmp eq i64 %125, %2
  br i1 %126, label %19, label %13
127:
  %128 = phi i64 [ 0, %13 ], [ %135, %127 ]
  %129 = mul i64 %128, %2
  %130 = getelementptr double, ptr %15, i64 %129
  %131 = getelementptr double, ptr %17, i64 %128
  %132 = select i1 %4, ptr %130, ptr %131
  %133 = load double, ptr %132, align 8
  %134 = getelementptr double, ptr %18, i64 %128
  store double %133, ptr %134, align 8
  %135 = add i64 %128, 1
  %136 = icmp eq i64 %135, %2
  br i1 %136, label %124, label %127
137:
  call fastcc void @solve_triangle_float64(ptr %9, i64 %2, i64 1, ptr %1, i64 %2, i64 %3, i1 true, i1 true)
  call fastcc void @solve_triangle_float64(ptr %9, i64 %2, i64 1, ptr %1, i64 %2, i64 %3, i1 false, i1 false)
  br label %138
138:
  %139 = phi i64 [ 0, %137 ], [ 1, %32 ], [ 1, %54 ]
  call void @gw_c_free(ptr %9)
  br label %140
140:
  %141 = phi i64 [ %139, %138 ], [ 2, %5 ]
  ret i64 %141
}
define i64 @gw_inverse_float64(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = icmp sgt i64 %2, 0
  br i1 %5, label %6, label %10
6:
  %7 = phi i64 [ %14, %13 ], [ 0, %4 ]
  %8 = mul i64 %7, %2
  %9 = getelementptr double, ptr %1, i64 %8
  br label %16
10:
  %11 = icmp ne i64 %3, 0
  %12 = call fastcc i64 @solve_in_place_float64(ptr %0, ptr %1, i64 %2, i64 %2, i1 %11)
  ret i64 %12
13:
  %14 = add i64 %7, 1
  %15 = icmp eq i64 %14, %2
  br i1 %15, label %10, label %6
16:
  %17 = phi i64 [ 0, %6 ], [ %21, %16 ]
  %18 = icmp eq i64 %7, %17
  %19 = uitofp i1 %18 to double
  %20 = getelementptr double, ptr %9, i64 %17
  store double %19, ptr %20, align 8
  %21 = add i64 %17, 1
  %22 = icmp eq i64 %21, %2
  br i1 %22, label %13, label %16
}
define internal fastcc void @substitute_float32(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, i64 %5, i64 %6, i64 %7, i1 %8, i1 %9) {
  %11 = sub i64 %6, %5
  %12 = icmp sgt i64 %11, 0
  br i1 %12, label %13, label %16
13:
  %14 = add i64 %2, %1
  %15 = icmp sgt i64 %7, 0
  br label %17
16:
  ret void
17:
  %18 = phi i64 [ 0, %13 ], [ %45, %44 ]
  %19 = add i64 %18, %5
  %20 = xor i64 %18, -1
  %21 = add i64 %6, %20
  %22 = select i1 %8, i64 %19, i64 %21
  %23 = sub i64 %6, %18
  %24 = select i1 %8, i64 %5, i64 %23
  %25 = mul i64 %22, %4
  %26 = getelementptr float, ptr %3, i64 %25
  %27 = mul i64 %22, %1
  %28 = getelementptr float, ptr %0, i64 %27
  %29 = mul i64 %24, %2
  %30 = getelementptr float, ptr %28, i64 %29
  %31 = mul i64 %24, %4
  %32 = getelementptr float, ptr %3, i64 %31
  call fastcc void @subtract_product_float32(ptr %26, i64 %4, ptr %30, i64 %1, i64 %2, ptr %32, i64 %4, i64 1, i64 %18, i64 %7)
  br i1 %9, label %44, label %33
33:
  %34 = mul i64 %22, %14
  %35 = getelementptr float, ptr %0, i64 %34
  %36 = load float, ptr %35, align 4
  br i1 %15, label %37, label %44
37:
  %38 = phi i64 [ %42, %37 ], [ 0, %33 ]
  %39 = getelementptr float, ptr %26, i64 %38
  %40 = load float, ptr %39, align 4
  %41 = fdiv float %40, %36
  store float %41, ptr %39, align 4
  %42 = add i64 %38, 1
  %43 = icmp eq i64 %42, %7
  br i1 %43, label %44, label %37
44:
  %45 = add i64 %18, 1
  %46 = icmp eq i64 %45, %11
  br i1 %46, label %16, label %17
}
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare float @llvm.fmuladd.f32(float, float, float)
declare double @llvm.fabs.f64(double)
define internal fastcc void @substitute_float64(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, i64 %5, i64 %6, i64 %7, i1 %8, i1 %9) {
  %11 = sub i64 %6, %5
  %12 = icmp sgt i64 %11, 0
  br i1 %12, label %13, label %16
13:
  %14 = add i64 %2, %1
  %15 = icmp sgt i64 %7, 0
  br label %17
16:
  ret void
17:
  %18 = phi i64 [ 0, %13 ], [ %45, %44 ]
  %19 = add i64 %18, %5
  %20 = xor i64 %18, -1
  %21 = add i64 %6, %20
  %22 = select i1 %8, i64 %19, i64 %21
  %23 = sub i64 %6, %18
  %24 = select i1 %8, i64 %5, i64 %23
  %25 = mul i64 %22, %4
  %26 = getelementptr double, ptr %3, i64 %25
  %27 = mul i64 %22, %1
  %28 = getelementptr double, ptr %0, i64 %27
  %29 = mul i64 %24, %2
  %30 = getelementptr double, ptr %28, i64 %29
  %31 = mul i64 %24, %4
  %32 = getelementptr double, ptr %3, i64 %31
  call fastcc void @subtract_product_float64(ptr %26, i64 %4, ptr %30, i64 %1, i64 %2, ptr %32, i64 %4, i64 1, i64 %18, i64 %7)
  br i1 %9, label %44, label %33
33:
  %34 = mul i64 %22, %14
  %35 = getelementptr double, ptr %0, i64 %34
  %36 = load double, ptr %35, align 8
  br i1 %15, label %37, label %44
37:
  %38 = phi i64 [ %42, %37 ], [ 0, %33 ]
  %39 = getelementptr double, ptr %26, i64 %38
  %40 = load double, ptr %39, align 8
  %41 = fdiv double %40, %36
  store double %41, ptr %39, align 8
  %42 = add i64 %38, 1
  %43 = icmp eq i64 %42, %7
  br i1 %43, label %44, label %37
44:
  %45 = add i64 %18, 1
  %46 = icmp eq i64 %45, %11
  br i1 %46, label %16, label %17
}
declare <8 x double> @llvm.fmuladd.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare double @llvm.fmuladd.f64(double, double, double)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare float @llvm.fabs.f32(float)
