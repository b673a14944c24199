define i64 @gw_crop_image_float32(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i64 %11) {
  %13 = mul i64 %10, %9
  %14 = shl i64 %13, 2
  %15 = mul i64 %14, %8
  call void @llvm.memset.p0.i64(ptr align 4 %4, i8 0, i64 %15, i1 false)
  %16 = icmp sgt i64 %5, 0
  br i1 %16, label %17, label %35
17:
  %18 = mul i64 %10, %6
  %19 = mul i64 %18, %7
  %20 = icmp sgt i64 %6, 0
  %21 = add i64 %8, -1
  %22 = sitofp i64 %21 to float
  %23 = icmp sgt i64 %6, 1
  %24 = add i64 %6, -1
  %25 = uitofp i64 %24 to float
  %26 = icmp eq i64 %11, 0
  %27 = icmp sgt i64 %7, 0
  %28 = add i64 %9, -1
  %29 = sitofp i64 %28 to float
  %30 = icmp eq i64 %7, 1
  %31 = add i64 %7, -1
  %32 = uitofp i64 %31 to float
  %33 = icmp sgt i64 %10, 0
  %34 = mul i64 %10, %7
  br label %36
35:
  ret i64 0
36:
  %37 = phi i64 [ 0, %17 ], [ %219, %218 ]
  %38 = getelementptr i32, ptr %2, i64 %37
  %39 = load i32, ptr %38, align 4
  %40 = sext i32 %39 to i64
  %41 = load i64, ptr %3, align 8
  %42 = icmp eq i64 %41, %40
  br i1 %42, label %43, label %218
43:
  %44 = shl i64 %37, 4
  %45 = getelementptr i8, ptr %1, i64 %44
  br i1 %20, label %46, label %218
46:
  %47 = mul i64 %19, %37
  %48 = getelementptr float, ptr %0, i64 %47
  %49 = getelementptr i8, ptr %45, i64 8
  %50 = getelementptr i8, ptr %45, i64 4
  %51 = getelementptr i8, ptr %45, i64 12
  br label %52
52:
  %53 = phi i64 [ 0, %46 ], [ %215, %214 ]
  %54 = phi ptr [ %48, %46 ], [ %216, %214 ]
  %55 = load float, ptr %45, align 4
  %56 = load float, ptr %49, align 4
  br i1 %23, label %57, label %65
57:
  %58 = fmul float %55, %22
  %59 = uitofp i64 %53 to float
  %60 = fsub float %56, %55
  %61 = fmul float %60, %22
  %62 = fdiv float %61, %25
  %63 = fmul float %62, %59
  %64 = fadd float %58, %63
  br label %69
65:
  %66 = fadd float %55, %56
  %67 = fmul float %66, 5.000000e-01
  %68 = fmul float %67, %22
  br label %69
69:
  %70 = phi float [ %64, %57 ], [ %68, %65 ]
  %71 = fcmp oge float %70, 0.000000e+00
  %72 = fcmp ole float %70, %22
  %73 = select i1 %71, i1 %72, i1 false
  br i1 %73, label %74, label %214
74:
  %75 = fptosi float %70 to i64
  %76 = sitofp i64 %75 to float
  %77 = fcmp olt float %70, %76
  %78 = sext i1 %77 to i64
  %79 = add i64 %78, %75
  %80 = sitofp i64 %79 to float
  %81 = fsub float %70, %80
  %82 = fcmp ogt float %81, 0.000000e+00
  %83 = icmp slt i64 %79, %21
  %84 = select i1 %82, i1 %83, i1 false
  %85 = zext i1 %84 to i64
  %86 = add i64 %79, %85
  %87 = fadd float %70, 5.000000e-01
  %88 = fptosi float %87 to i64
  %89 = sitofp i64 %88 to float
  %90 = fcmp olt float %87, %89
  %91 = sext i1 %90 to i64
  %92 = add i64 %91, %88
  %93 = call i64 @llvm.smin.i64(i64 %92, i64 %21)
  %94 = select i1 %26, i64 %79, i64 %93
  %95 = mul i64 %94, %13
  %96 = getelementptr float, ptr %4, i64 %95
  %97 = mul i64 %86, %13
  %98 = getelementptr float, ptr %4, i64 %97
  br i1 %27, label %99, label %214
99:
  %100 = fsub float 1.000000e+00, %81
  br label %101
101:
  %102 = phi ptr [ %54, %99 ], [ %212, %210 ]
  %103 = phi i64 [ 0, %99 ], [ %211, %210 ]
  %104 = load float, ptr %50, align 4
  %105 = load float, ptr %51, align 4
  br i1 %30, label %114, label %106
106:
  %107 = fmul float %104, %29
  %108 = uitofp i64 %103 to float
  %109 = fsub float %105, %104
  %110 = fmul float %109, %29
  %111 = fdiv float %110, %32
  %112 = fmul float %111, %108
  %113 = fadd float %107, %112
  br label %118
114:
  %115 = fadd float %104, %105
  %116 = fmul float %115, 5.000000e-01
  %117 = fmul float %116, %29
  br label %118
118:
  %119 = phi float [ %113, %106 ], [ %117, %114 ]
  %120 = fcmp oge float %119, 0.000000e+00
  %121 = fcmp ole float %119, %29
  %122 = select i1 %120, i1 %121, i1 false
  br i1 %122, label %123, label %210
123:
  %124 = fptosi float %119 to i64
  %125 = sitofp i64 %124 to float
  %126 = fcmp olt float %119, %125
  %127 = sext i1 %126 to i64
  %128 = add i64 %127, %124
  %129 = sitofp i64 %128 to float
  %130 = fsub float %119, %129
  %131 = fcmp ogt float %130, 0.000000e+00
  %132 = icmp slt i64 %128, %28
  %133 = select i1 %131, i1 %132, i1 false
  %134 = zext i1 %133 to i64
  %135 = add i64 %128, %134
  br i1 %26, label %155, label %136
136:
  %137 = fadd float %119, 5.000000e-01
  %138 = fptosi float %137 to i64
  %139 = sitofp i64 %138 to float
  %140 = fcmp olt float %137, %139
  %141 = sext i1 %140 to i64
  %142 = add i64 %141, %138
  %143 = call i64 @llvm.smin.i64(i64 %142, i64 %28)
  %144 = mul i64 %143, %10
  %145 = getelementptr float, ptr %96, i64 %144
  br i1 %33, label %146, label %210
146:
  %147 = phi i64 [ %153, %146 ], [ 0, %136 ]
  %148 = getelementptr float, ptr %102, i64 %147
  %149 = load float, ptr %148, align 4
  %150 = getelementptr float, ptr %145, i64 %147
  %151 = load float, ptr %150, align 4
  %152 = fadd float %149, %151
  store float %152, ptr %150, align 4
  %153 = add i64 %147, 1
  %154 = icmp eq i64 %153, %10
  br i1 %154, label %210, label %146
155:
  %156 = fsub float 1.000000e+00, %130
  %157 = mul i64 %128, %10
  %158 = getelementptr float, ptr %96, i64 %157
  %159 = fmul float %100, %156
  br i1 %33, label %160, label %210
160:
  %161 = phi i64 [ %168, %160 ], [ 0, %155 ]
  %162 = getelementptr float, ptr %102, i64 %161
  %163 = load float, ptr %162, align 4
  %164 = fmul float %159, %163
  %165 = getelementptr float, ptr %158, i64 %161
  %166 = load float, ptr %165, align 4
  %167 = fadd float %166, %164
  store float %167, ptr %165, align 4
  %168 = add i64 %161, 1
  %169 = icmp eq i64 %168, %10
  br i1 %169, label %170, label %160
170:
  %171 = mul i64 %135, %10
  %172 = getelementptr float, ptr %96, i64 %171
  %173 = fmul float %100, %130
  br label %174
174:
  %175 = phi i64 [ %182, %174 ], [ 0, %170 ]
  %176 = getelementptr float, ptr %102, i64 %175
  %177 = load float, ptr %176, align 4
  %178 = fmul float %173, %177
  %179 = getelementptr float, ptr %172, i64 %175
  %180 = load float, ptr %179, align 4
  %181 = fadd float %180, %178
  store float %181, ptr %179, align 4
  %182 = add i64 %175, 1
  %183 = icmp eq i64 %182, %10
  br i1 %183, label %184, label %174
184:
  %185 = getelementptr float, ptr %98, i64 %157
  %186 = fmul float %81, %156
  br label %187
187:
  %188 = phi i64 [ %195, %187 ], [ 0, %184 ]
  %189 = getelementptr float, ptr %102, i64 %188
  %190 = load float, ptr %189, align 4
  %191 = fmul float %186, %190
  %192 = getelementptr float, ptr %185, i64 %188
  %193 = load float, ptr %192, align 4
  %194 = fadd float %193, %191
  store float %194, ptr %192, align 4
  %195 = add i64 %188, 1
  %196 = icmp eq i64 %195, %10
  br i1 %196, label %197, label %187
197:
  %198 = getelementptr float, ptr %98, i64 %171
  %199 = fmul float %81, %130
  br label %200
200:
  %201 = phi i64 [ %208, %200 ], [ 0, %197 ]
  %202 = getelementptr float, ptr %102, i64 %201
  %203 = load float, ptr %202, align 4
  %204 = fmul float %199, %203
  %205 = getelementptr float, ptr %198, i64 %201
  %206 = load float, ptr %205, align 4
  %207 = fadd float %206, %204
  store float %207, ptr %205, align 4
  %208 = add i64 %201, 1
  %209 = icmp eq i64 %208, %10
  br i1 %209, label %210, label %200
210:
  %211 = add i64 %103, 1
  %212 = getelementptr float, ptr %102, i64 %10
  %213 = icmp eq i64 %211, %7
  br i1 %213, label %214, label %101
214:
  %215 = add i64 %53, 1
  %216 = getelementptr float, ptr %54, i64 %34
  %217 = icmp eq i64 %215, %6
  br i1 %217, label %218, label %52
218:
  %219 = add i64 %37, 1
  %220 = icmp eq i64 %219, %5
  br i1 %220, label %35, label %36
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i64 @gw_crop_image_float64(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i64 %11) {
  %13 = mul i64 %10, %9
  %14 = shl i64 %13, 3
  %15 = mul i64 %14, %8
  call void @llvm.memset.p0.i64(ptr align 8 %4, i8 0, i64 %15, i1 false)
  %16 = icmp sgt i64 %5, 0
  br i1 %16, label %17, label %35
17:
  %18 = mul i64 %10, %6
  %19 = mul i64 %18, %7
  %20 = icmp sgt i64 %6, 0
  %21 = add i64 %8, -1
  %22 = sitofp i64 %21 to float
  %23 = icmp sgt i64 %6, 1
  %24 = add i64 %6, -1
  %25 = uitofp i64 %24 to float
  %26 = icmp eq i64 %11, 0
  %27 = icmp sgt i64 %7, 0
  %28 = add i64 %9, -1
  %29 = sitofp i64 %28 to float
  %30 = icmp eq i64 %7, 1
  %31 = add i64 %7, -1
  %32 = uitofp i64 %31 to float
  %33 = icmp sgt i64 %10, 0
  %34 = mul i64 %10, %7
  br label %36
35:
  ret i64 0
36:
  %37 = phi i64 [ 0, %17 ], [ %224, %223 ]
  %38 = getelementptr i32, ptr %2, i64 %37
  %39 = load i32, ptr %38, align 4
  %40 = sext i32 %39 to i64
  %41 = load i64, ptr %3, align 8
  %42 = icmp eq i64 %41, %40
  br i1 %42, label %43, label %223
43:
  %44 = shl i64 %37, 4
  %45 = getelementptr i8, ptr %1, i64 %44
  br i1 %20, label %46, label %223
46:
  %47 = mul i64 %19, %37
  %48 = getelementptr float, ptr %0, i64 %47
  %49 = getelementptr i8, ptr %45, i64 8
  %50 = getelementptr i8, ptr %45, i64 4
  %51 = getelementptr i8, ptr %45, i64 12
  br label %52
52:
  %53 = phi i64 [ 0, %46 ], [ %220, %219 ]
  %54 = phi ptr [ %48, %46 ], [ %221, %219 ]
  %55 = load float, ptr %45, align 4
  %56 = load float, ptr %49, align 4
  br i1 %23, label %57, label %65
57:
  %58 = fmul float %55, %22
  %59 = uitofp i64 %53 to float
  %60 = fsub float %56, %55
  %61 = fmul float %60, %22
  %62 = fdiv float %61, %25
  %63 = fmul float %62, %59
  %64 = fadd float %58, %63
  br label %69
65:
  %66 = fadd float %55, %56
  %67 = fmul float %66, 5.000000e-01
  %68 = fmul float %67, %22
  br label %69
69:
  %70 = phi float [ %64, %57 ], [ %68, %65 ]
  %71 = fcmp oge float %70, 0.000000e+00
  %72 = fcmp ole float %70, %22
  %73 = select i1 %71, i1 %72, i1 false
  br i1 %73, label %74, label %219
74:
  %75 = fptosi float %70 to i64
  %76 = sitofp i64 %75 to float
  %77 = fcmp olt float %70, %76
  %78 = sext i1 %77 to i64
  %79 = add i64 %78, %75
  %80 = sitofp i64 %79 to float
  %81 = fsub float %70, %80
  %82 = fcmp ogt float %81, 0.000000e+00
  %83 = icmp slt i64 %79, %21
  %84 = select i1 %82, i1 %83, i1 false
  %85 = zext i1 %84 to i64
  %86 = add i64 %79, %85
  %87 = fadd float %70, 5.000000e-01
  %88 = fptosi float %87 to i64
  %89 = sitofp i64 %88 to float
  %90 = fcmp olt float %87, %89
  %91 = sext i1 %90 to i64
  %92 = add i64 %91, %88
  %93 = call i64 @llvm.smin.i64(i64 %92, i64 %21)
  %94 = select i1 %26, i64 %79, i64 %93
  %95 = mul i64 %94, %13
  %96 = getelementptr double, ptr %4, i64 %95
  %97 = mul i64 %86, %13
  %98 = getelementptr double, ptr %4, i64 %97
  br i1 %27, label %99, label %219
99:
  %100 = fsub float 1.000000e+00, %81
  br label %101
101:
  %102 = phi ptr [ %54, %99 ], [ %217, %215 ]
  %103 = phi i64 [ 0, %99 ], [ %216, %215 ]
  %104 = load float, ptr %50, align 4
  %105 = load float, ptr %51, align 4
  br i1 %30, label %114, label %106
106:
  %107 = fmul float %104, %29
  %108 = uitofp i64 %103 to float
  %109 = fsub float %105, %104
  %110 = fmul float %109, %29
  %111 = fdiv float %110, %32
  %112 = fmul float %111, %108
  %113 = fadd float %107, %112
  br label %118
114:
  %115 = fadd float %104, %105
  %116 = fmul float %115, 5.000000e-01
  %117 = fmul float %116, %29
  br label %118
118:
  %119 = phi float [ %113, %106 ], [ %117, %114 ]
  %120 = fcmp oge float %119, 0.000000e+00
  %121 = fcmp ole float %119, %29
  %122 = select i1 %120, i1 %121, i1 false
  br i1 %122, label %123, label %215
123:
  %124 = fptosi float %119 to i64
  %125 = sitofp i64 %124 to float
  %126 = fcmp olt float %119, %125
  %127 = sext i1 %126 to i64
  %128 = add i64 %127, %124
  %129 = sitofp i64 %128 to float
  %130 = fsub float %119, %129
  %131 = fcmp ogt float %130, 0.000000e+00
  %132 = icmp slt i64 %128, %28
  %133 = select i1 %131, i1 %132, i1 false
  %134 = zext i1 %133 to i64
  %135 = add i64 %128, %134
  br i1 %26, label %156, label %136
136:
  %137 = fadd float %119, 5.000000e-01
  %138 = fptosi float %137 to i64
  %139 = sitofp i64 %138 to float
  %140 = fcmp olt float %137, %139
  %141 = sext i1 %140 to i64
  %142 = add i64 %141, %138
  %143 = call i64 @llvm.smin.i64(i64 %142, i64 %28)
  %144 = mul i64 %143, %10
  %145 = getelementptr double, ptr %96, i64 %144
  br i1 %33, label %146, label %215
146:
  %147 = phi i64 [ %154, %146 ], [ 0, %136 ]
  %148 = getelementptr float, ptr %102, i64 %147
  %149 = load float, ptr %148, align 4
  %150 = fpext float %149 to double
  %151 = getelementptr double, ptr %145, i64 %147
  %152 = load double, ptr %151, align 8
  %153 = fadd double %152, %150
  store double %153, ptr %151, align 8
  %154 = add i64 %147, 1
  %155 = icmp eq i64 %154, %10
  br i1 %155, label %215, label %146
156:
  %157 = fsub float 1.000000e+00, %130
  %158 = mul i64 %128, %10
  %159 = getelementptr double, ptr %96, i64 %158
  %160 = fmul float %100, %157
  br i1 %33, label %161, label %215
161:
  %162 = phi i64 [ %170, %161 ], [ 0, %156 ]
  %163 = getelementptr float, ptr %102, i64 %162
  %164 = load float, ptr %163, align 4
  %165 = fmul float %160, %164
  %166 = fpext float %165 to double
  %167 = getelementptr double, ptr %159, i64 %162
  %168 = load double, ptr %167, align 8
  %169 = fadd double %168, %166
  store double %169, ptr %167, align 8
  %170 = add i64 %162, 1
  %171 = icmp eq i64 %170, %10
  br i1 %171, label %172, label %161
172:
  %173 = mul i64 %135, %10
  %174 = getelementptr double, ptr %96, i64 %173
  %175 = fmul float %100, %130
  br label %176
176:
  %177 = phi i64 [ %185, %176 ], [ 0, %172 ]
  %178 = getelementptr float, ptr %102, i64 %177
  %179 = load float, ptr %178, align 4
  %180 = fmul float %175, %179
  %181 = fpext float %180 to double
  %182 = getelementptr double, ptr %174, i64 %177
  %183 = load double, ptr %182, align 8
  %184 = fadd double %183, %181
  store double %184, ptr %182, align 8
  %185 = add i64 %177, 1
  %186 = icmp eq i64 %185, %10
  br i1 %186, label %187, label %176
187:
  %188 = getelementptr double, ptr %98, i64 %158
  %189 = fmul float %81, %157
  br label %190
190:
  %191 = phi i64 [ %199, %190 ], [ 0, %187 ]
  %192 = getelementptr float, ptr %102, i64 %191
  %193 = load float, ptr %192, align 4
  %194 = fmul float %189, %193
  %195 = fpext float %194 to double
  %196 = getelementptr double, ptr %188, i64 %191
  %197 = load double, ptr %196, align 8
  %198 = fadd double %197, %195
  store double %198, ptr %196, align 8
  %199 = add i64 %191, 1
  %200 = icmp eq i64 %199, %10
  br i1 %200, label %201, label %190
201:
  %202 = getelementptr double, ptr %98, i64 %173
  %203 = fmul float %81, %130
  br label %204
204:
  %205 = phi i64 [ %213, %204 ], [ 0, %201 ]
  %206 = getelementptr float, ptr %102, i64 %205
  %207 = load float, ptr %206, align 4
  %208 = fmul float %203, %207
  %209 = fpext float %208 to double
  %210 = getelementptr double, ptr %202, i64 %205
  %211 = load double, ptr %210, align 8
  %212 = fadd double %211, %209
  store double %212, ptr %210, align 8
  %213 = add i64 %205, 1
  %214 = icmp eq i64 %213, %10
  br i1 %214, label %215, label %204
215:
  %216 = add i64 %103, 1
  %217 = getelementptr float, ptr %102, i64 %10
  %218 = icmp eq i64 %216, %7
  br i1 %218, label %219, label %101
219:
  %220 = add i64 %53, 1
  %221 = getelementptr float, ptr %54, i64 %34
  %222 = icmp eq i64 %220, %6
  br i1 %222, label %223, label %52
223:
  %224 = add i64 %37, 1
  %225 = icmp eq i64 %224, %5
  br i1 %225, label %35, label %36
}
define i64 @gw_crop_boxes(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca [4 x double], align 8
  %12 = load i32, ptr %3, align 4
  %13 = sext i32 %12 to i64
  %14 = mul i64 %9, %8
  %15 = mul i64 %14, %7
  %16 = mul i64 %15, %13
  %17 = getelementptr float, ptr %1, i64 %16
  %18 = add i64 %7, -1
  %19 = sitofp i64 %18 to float
  %20 = add i64 %8, -1
  %21 = sitofp i64 %20 to float
  %22 = getelementptr i8, ptr %11, i64 8
  call void @llvm.memset.p0.i64(ptr align 8 %22, i8 0, i64 24, i1 false)
  %23 = icmp sgt i64 %5, 0
  br i1 %23, label %24, label %54
24:
  %25 = load float, ptr %2, align 4
  %26 = getelementptr i8, ptr %2, i64 8
  %27 = load float, ptr %26, align 4
  %28 = icmp eq i64 %5, 1
  %29 = fadd float %25, %27
  %30 = fmul float %29, 5.000000e-01
  %31 = fmul float %30, %19
  %32 = fmul float %25, %19
  %33 = fsub float %27, %25
  %34 = fmul float %33, %19
  %35 = add i64 %5, -1
  %36 = uitofp i64 %35 to float
  %37 = fdiv float %34, %36
  %38 = fmul float %19, 5.000000e-01
  %39 = fdiv float %19, %36
  %40 = icmp sgt i64 %6, 0
  %41 = getelementptr i8, ptr %2, i64 4
  %42 = getelementptr i8, ptr %2, i64 12
  %43 = icmp sgt i64 %6, 1
  %44 = add i64 %6, -1
  %45 = uitofp i64 %44 to float
  %46 = icmp sgt i64 %9, 0
  %47 = fmul float %21, 5.000000e-01
  %48 = fdiv float %21, %45
  %49 = getelementptr i8, ptr %11, i64 8
  %50 = getelementptr i8, ptr %11, i64 24
  br label %56
51:
  store <2 x double> %184, ptr %49, align 8
  %52 = extractelement <2 x double> %185, i64 0
  store double %52, ptr %50, align 8
  %53 = extractelement <2 x double> %185, i64 1
  br label %54
54:
  %55 = phi double [ %53, %51 ], [ 0.000000e+00, %10 ]
  store double %55, ptr %11, align 8
  br label %189
56:
  %57 = phi i64 [ 0, %24 ], [ %186, %183 ]
  %58 = phi <2 x double> [ zeroinitializer, %24 ], [ %184, %183 ]
  %59 = phi <2 x double> [ zeroinitializer, %24 ], [ %185, %183 ]
  %60 = uitofp i64 %57 to float
  %61 = fmul float %37, %60
  %62 = fadd float %32, %61
  %63 = select i1 %28, float %31, float %62
  %64 = fcmp oge float %63, 0.000000e+00
  %65 = fcmp ole float %63, %19
  %66 = select i1 %64, i1 %65, i1 false
  br i1 %66, label %67, label %183
67:
  %68 = fptosi float %63 to i64
  %69 = sitofp i64 %68 to float
  %70 = fcmp olt float %63, %69
  %71 = sext i1 %70 to i64
  %72 = add i64 %71, %68
  %73 = sitofp i64 %72 to float
  %74 = fsub float %63, %73
  br i1 %40, label %75, label %183
75:
  %76 = fmul float %39, %60
  %77 = select i1 %28, float %38, float %76
  %78 = fcmp ogt float %74, 0.000000e+00
  %79 = icmp slt i64 %72, %18
  %80 = select i1 %78, i1 %79, i1 false
  %81 = zext i1 %80 to i64
  %82 = add i64 %72, %81
  %83 = mul i64 %14, %82
  %84 = mul i64 %14, %72
  %85 = load float, ptr %41, align 4
  %86 = load float, ptr %42, align 4
  %87 = fadd float %85, %86
  %88 = fmul float %87, 5.000000e-01
  %89 = fmul float %88, %21
  %90 = fmul float %85, %21
  %91 = fsub float %86, %85
  %92 = fmul float %91, %21
  %93 = fdiv float %92, %45
  %94 = mul i64 %57, %6
  %95 = getelementptr float, ptr %17, i64 %84
  %96 = getelementptr float, ptr %17, i64 %83
  %97 = fsub float 1.000000e+00, %74
  %98 = fsub float %19, %77
  br label %99
99:
  %100 = phi i64 [ 0, %75 ], [ %181, %178 ]
  %101 = phi <2 x double> [ %58, %75 ], [ %179, %178 ]
  %102 = phi <2 x double> [ %59, %75 ], [ %180, %178 ]
  %103 = uitofp i64 %100 to float
  %104 = fmul float %93, %103
  %105 = fadd float %90, %104
  %106 = select i1 %43, float %105, float %89
  %107 = fcmp oge float %106, 0.000000e+00
  %108 = fcmp ole float %106, %21
  %109 = select i1 %107, i1 %108, i1 false
  br i1 %109, label %110, label %178
110:
  %111 = fptosi float %106 to i64
  %112 = sitofp i64 %111 to float
  %113 = fcmp olt float %106, %112
  %114 = sext i1 %113 to i64
  %115 = add i64 %114, %111
  %116 = sitofp i64 %115 to float
  %117 = fsub float %106, %116
  %118 = fcmp ogt float %117, 0.000000e+00
  %119 = icmp slt i64 %115, %20
  %120 = select i1 %118, i1 %119, i1 false
  %121 = zext i1 %120 to i64
  %122 = add i64 %115, %121
  %123 = add i64 %100, %94
  %124 = mul i64 %123, %9
  %125 = getelementptr float, ptr %0, i64 %124
  %126 = mul i64 %115, %9
  %127 = mul i64 %122, %9
  br i1 %46, label %128, label %130
128:
  %129 = fsub float 1.000000e+00, %117
  br label %145
130:
  %131 = phi <2 x float> [ zeroinitializer, %110 ], [ %175, %145 ]
  %132 = fmul float %48, %103
  %133 = select i1 %43, float %132, float %47
  %134 = fsub float %21, %133
  %135 = insertelement <2 x float> poison, float %134, i64 0
  %136 = insertelement <2 x float> %135, float %77, i64 1
  %137 = fmul <2 x float> %131, %136
  %138 = fpext <2 x float> %137 to <2 x double>
  %139 = fadd <2 x double> %101, %138
  %140 = insertelement <2 x float> poison, float %133, i64 0
  %141 = insertelement <2 x float> %140, float %98, i64 1
  %142 = fmul <2 x float> %131, %141
  %143 = fpext <2 x float> %142 to <2 x double>
  %144 = fadd <2 x double> %102, %143
  br label %178
145:
  %146 = phi i64 [ 0, %128 ], [ %176, %145 ]
  %147 = phi <2 x float> [ zeroinitializer, %128 ], [ %175, %145 ]
  %148 = add i64 %146, %126
  %149 = getelementptr float, ptr %95, i64 %148
  %150 = load float, ptr %149, align 4
  %151 = add i64 %146, %127
  %152 = getelementptr float, ptr %95, i64 %151
  %153 = load float, ptr %152, align 4
  %154 = getelementptr float, ptr %96, i64 %148
  %155 = load float, ptr %154, align 4
  %156 = getelementptr float, ptr %96, i64 %151
  %157 = load float, ptr %156, align 4
  %158 = getelementptr float, ptr %125, i64 %146
  %159 = load float, ptr %158, align 4
  %160 = fsub float %155, %150
  %161 = fsub float %153, %150
  %162 = fmul float %129, %160
  %163 = fmul float %97, %161
  %164 = fsub float %157, %153
  %165 = fsub float %157, %155
  %166 = fmul float %117, %164
  %167 = fmul float %74, %165
  %168 = fadd float %162, %166
  %169 = fadd float %163, %167
  %170 = insertelement <2 x float> poison, float %159, i64 0
  %171 = shufflevector <2 x float> %170, <2 x float> poison, <2 x i32> zeroinitializer
  %172 = insertelement <2 x float> poison, float %169, i64 0
  %173 = insertelement <2 x float> %172, float %168, i64 1
  %174 = fmul <2 x float> %171, %173
  %175 = fadd <2 x float> %147, %174
  %176 = add i64 %146, 1
  %177 = icmp eq i64 %176, %9
  br i1 %177, label %130, label %145
178:
  %179 = phi <2 x double> [ %101, %99 ], [ %139, %130 ]
  %180 = phi <2 x double> [ %102, %99 ], [ %144, %130 ]
  %181 = add i64 %100, 1
  %182 = icmp eq i64 %181, %6
  br i1 %182, label %183, label %99
183:
  %184 = phi <2 x double> [ %58, %56 ], [ %58, %67 ], [ %179, %178 ]
  %185 = phi <2 x double> [ %59, %56 ], [ %59, %67 ], [ %180, %178 ]
  %186 = add i64 %57, 1
  %187 = icmp eq i64 %186, %5
  br i1 %187, label %51, label %56
188:
  ret i64 0
189:
  %190 = phi i64 [ 0, %54 ], [ %195, %189 ]
  %191 = getelementptr double, ptr %11, i64 %190
  %192 = load double, ptr %191, align 8
  %193 = fptrunc double %192 to float
  %194 = getelementptr float, ptr %4, i64 %190
  store float %193, ptr %194, align 4
  %195 = add i64 %190, 1
  %196 = icmp eq i64 %195, 4
  br i1 %196, label %188, label %189
}
declare i64 @llvm.smin.i64(i64, i64)
