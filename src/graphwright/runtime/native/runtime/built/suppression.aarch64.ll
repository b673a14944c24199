%struct.choice = type { ptr, i64, i64, i64, float, float, float }
%struct.compared = type { ptr, i64, [4 x ptr], ptr, ptr }
%struct.candidate = type { float, i32, i32 }
%struct.detection = type { float, i32, i32, i32 }
define i64 @gw_best_boxes(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7, i64 %8, i64 %9, i64 %10) {
  %12 = alloca %struct.choice, align 8
  %13 = alloca %struct.compared, align 8
  store ptr %1, ptr %12, align 8
  %14 = getelementptr i8, ptr %12, i64 8
  store i64 1, ptr %14, align 8
  %15 = getelementptr i8, ptr %12, i64 16
  store i64 %8, ptr %15, align 8
  %16 = getelementptr i8, ptr %12, i64 24
  store i64 %9, ptr %16, align 8
  %17 = getelementptr i8, ptr %12, i64 32
  %18 = load float, ptr %2, align 4
  store float %18, ptr %17, align 8
  %19 = getelementptr i8, ptr %12, i64 36
  %20 = load float, ptr %3, align 4
  store float %20, ptr %19, align 4
  %21 = getelementptr i8, ptr %12, i64 40
  %22 = load float, ptr %4, align 4
  %23 = fcmp ogt float %22, 0.000000e+00
  %24 = fdiv float -5.000000e-01, %22
  %25 = select i1 %23, float %24, float 0.000000e+00
  store float %25, ptr %21, align 8
  %26 = getelementptr i8, ptr %12, i64 44
  store i32 0, ptr %26, align 4
  store ptr %0, ptr %13, align 8
  %27 = getelementptr i8, ptr %13, i64 8
  store i64 4, ptr %27, align 8
  %28 = getelementptr i8, ptr %13, i64 16
  %29 = getelementptr i8, ptr %13, i64 56
  %30 = icmp eq i64 %10, 0
  %31 = select i1 %30, ptr null, ptr %0
  call void @llvm.memset.p0.i64(ptr align 8 %28, i8 0, i64 40, i1 false)
  store ptr %31, ptr %29, align 8
  %32 = call fastcc i64 @choose(ptr %12, ptr %13, ptr %5, ptr %6)
  %33 = icmp slt i64 %32, 0
  br i1 %33, label %43, label %34
34:
  %35 = trunc i64 %32 to i32
  store i32 %35, ptr %7, align 4
  %36 = icmp slt i64 %32, %9
  br i1 %36, label %37, label %43
37:
  %38 = phi i64 [ %41, %37 ], [ %32, %34 ]
  %39 = getelementptr i32, ptr %5, i64 %38
  store i32 0, ptr %39, align 4
  %40 = getelementptr float, ptr %6, i64 %38
  store float 0.000000e+00, ptr %40, align 4
  %41 = add i64 %38, 1
  %42 = icmp eq i64 %41, %9
  br i1 %42, label %43, label %37
43:
  %44 = phi i64 [ 2, %11 ], [ 0, %34 ], [ 0, %37 ]
  ret i64 %44
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal fastcc i64 @choose(ptr %0, ptr %1, ptr %2, ptr %3) {
  %5 = alloca [4 x float], align 8
  %6 = alloca [4 x float], align 8
  %7 = alloca [8 x float], align 4
  %8 = getelementptr i8, ptr %0, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr i8, ptr %0, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = call i64 @llvm.smin.i64(i64 %9, i64 %11)
  %13 = add i64 %12, 8
  %14 = mul i64 %11, 12
  %15 = mul i64 %13, 20
  %16 = add i64 %15, %14
  %17 = call ptr @gw_c_malloc(i64 %16)
  %18 = icmp eq ptr %17, null
  %19 = getelementptr i8, ptr %6, i64 4
  %20 = getelementptr i8, ptr %5, i64 4
  br i1 %18, label %321, label %21
21:
  %22 = getelementptr %struct.candidate, ptr %17, i64 %11
  call void @llvm.memset.p0.i64(ptr align 4 %22, i8 0, i64 %15, i1 false)
  %23 = getelementptr i8, ptr %1, i64 16
  br label %36
24:
  %25 = shl i64 %13, 4
  %26 = getelementptr i8, ptr %22, i64 %25
  %27 = getelementptr i8, ptr %1, i64 48
  store ptr %26, ptr %27, align 8
  %28 = load i64, ptr %10, align 8
  %29 = icmp sgt i64 %28, 0
  br i1 %29, label %30, label %319
30:
  %31 = load ptr, ptr %0, align 8
  %32 = getelementptr i8, ptr %0, i64 8
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr i8, ptr %0, i64 36
  %35 = load float, ptr %34, align 4
  br label %47
36:
  %37 = phi i64 [ 0, %21 ], [ %41, %36 ]
  %38 = mul i64 %37, %13
  %39 = getelementptr float, ptr %22, i64 %38
  %40 = getelementptr ptr, ptr %23, i64 %37
  store ptr %39, ptr %40, align 8
  %41 = add i64 %37, 1
  %42 = icmp eq i64 %41, 4
  br i1 %42, label %24, label %36
43:
  %44 = icmp sgt i64 %61, 1
  br i1 %44, label %45, label %64
45:
  %46 = lshr i64 %61, 1
  br label %77
47:
  %48 = phi i64 [ 0, %30 ], [ %61, %60 ]
  %49 = phi i64 [ 0, %30 ], [ %62, %60 ]
  %50 = mul i64 %33, %49
  %51 = getelementptr float, ptr %31, i64 %50
  %52 = load float, ptr %51, align 4
  %53 = fcmp ogt float %52, %35
  br i1 %53, label %54, label %60
54:
  %55 = add i64 %48, 1
  %56 = getelementptr %struct.candidate, ptr %17, i64 %48
  %57 = trunc i64 %49 to i32
  store float %52, ptr %56, align 4
  %58 = getelementptr i8, ptr %56, i64 4
  store i32 %57, ptr %58, align 4
  %59 = getelementptr i8, ptr %56, i64 8
  store i32 0, ptr %59, align 4
  br label %60
60:
  %61 = phi i64 [ %55, %54 ], [ %48, %47 ]
  %62 = add i64 %49, 1
  %63 = icmp eq i64 %62, %28
  br i1 %63, label %43, label %47
64:
  %65 = icmp eq i64 %61, 1
  br i1 %65, label %66, label %319
66:
  %67 = phi i64 [ 1, %64 ], [ %61, %77 ]
  %68 = getelementptr i8, ptr %1, i64 56
  %69 = getelementptr i8, ptr %17, i64 4
  %70 = getelementptr i8, ptr %1, i64 8
  %71 = getelementptr i8, ptr %6, i64 8
  %72 = getelementptr i8, ptr %17, i64 8
  %73 = getelementptr i8, ptr %0, i64 40
  %74 = getelementptr i8, ptr %0, i64 32
  %75 = getelementptr i8, ptr %0, i64 36
  %76 = getelementptr i8, ptr %5, i64 8
  br label %81
77:
  %78 = phi i64 [ %79, %77 ], [ %46, %45 ]
  %79 = add i64 %78, -1
  call fastcc void @sink(ptr %17, i64 %61, i64 %79)
  %80 = icmp ugt i64 %78, 1
  br i1 %80, label %77, label %66
81:
  %82 = phi i64 [ %67, %66 ], [ %317, %315 ]
  %83 = phi i64 [ 0, %66 ], [ %316, %315 ]
  %84 = load i64, ptr %8, align 8
  %85 = icmp slt i64 %83, %84
  br i1 %85, label %86, label %319
86:
  %87 = load float, ptr %17, align 4
  call void @llvm.memset.p0.i64(ptr align 8 %6, i8 0, i64 16, i1 false)
  %88 = load ptr, ptr %68, align 8
  %89 = icmp eq ptr %88, null
  br i1 %89, label %90, label %119
90:
  %91 = load ptr, ptr %1, align 8
  %92 = load i32, ptr %69, align 4
  %93 = sext i32 %92 to i64
  %94 = load i64, ptr %70, align 8
  %95 = mul i64 %94, %93
  %96 = getelementptr float, ptr %91, i64 %95
  br label %97
97:
  %98 = phi i1 [ true, %90 ], [ false, %97 ]
  %99 = phi ptr [ %6, %90 ], [ %19, %97 ]
  %100 = phi i64 [ 0, %90 ], [ 1, %97 ]
  %101 = getelementptr float, ptr %96, i64 %100
  %102 = load float, ptr %101, align 4
  %103 = or i64 %100, 2
  %104 = getelementptr float, ptr %96, i64 %103
  %105 = load float, ptr %104, align 4
  %106 = fcmp olt float %105, %102
  %107 = select i1 %106, float %105, float %102
  store float %107, ptr %99, align 4
  %108 = fcmp olt float %102, %105
  %109 = select i1 %108, float %105, float %102
  %110 = getelementptr float, ptr %6, i64 %103
  store float %109, ptr %110, align 4
  br i1 %98, label %97, label %111
111:
  %112 = load <2 x float>, ptr %71, align 8
  %113 = load <2 x float>, ptr %6, align 8
  %114 = fsub <2 x float> %112, %113
  %115 = extractelement <2 x float> %114, i64 0
  %116 = extractelement <2 x float> %114, i64 1
  %117 = fmul float %115, %116
  %118 = fcmp ugt float %117, 0.000000e+00
  br i1 %118, label %119, label %256
119:
  %120 = phi float [ 1.000000e+00, %86 ], [ %117, %111 ]
  %121 = load i32, ptr %72, align 4
  %122 = sext i32 %121 to i64
  %123 = icmp sgt i64 %83, %122
  br i1 %123, label %124, label %250
124:
  %125 = load i32, ptr %69, align 4
  %126 = sext i32 %125 to i64
  %127 = insertelement <8 x float> poison, float %120, i64 0
  %128 = shufflevector <8 x float> %127, <8 x float> poison, <8 x i32> zeroinitializer
  br label %129
129:
  %130 = phi float [ %87, %124 ], [ %247, %246 ]
  %131 = phi i64 [ %122, %124 ], [ %132, %246 ]
  call void @llvm.memset.p0.i64(ptr align 4 %7, i8 0, i64 32, i1 false)
  %132 = add i64 %131, 8
  %133 = call i64 @llvm.smin.i64(i64 %132, i64 %83)
  br i1 %89, label %138, label %134
134:
  %135 = load i64, ptr %10, align 8
  %136 = mul i64 %135, %126
  %137 = getelementptr float, ptr %88, i64 %136
  br label %178
138:
  %139 = phi <8 x float> [ %167, %138 ], [ zeroinitializer, %129 ]
  %140 = phi i1 [ false, %138 ], [ true, %129 ]
  %141 = phi ptr [ %19, %138 ], [ %6, %129 ]
  %142 = phi i64 [ 1, %138 ], [ 0, %129 ]
  %143 = getelementptr ptr, ptr %23, i64 %142
  %144 = load ptr, ptr %143, align 8
  %145 = getelementptr float, ptr %144, i64 %131
  %146 = load <8 x float>, ptr %145, align 4
  %147 = or i64 %142, 2
  %148 = getelementptr ptr, ptr %23, i64 %147
  %149 = load ptr, ptr %148, align 8
  %150 = getelementptr float, ptr %149, i64 %131
  %151 = load <8 x float>, ptr %150, align 4
  %152 = getelementptr float, ptr %6, i64 %147
  %153 = load float, ptr %152, align 4
  %154 = fadd float %153, 0.000000e+00
  %155 = insertelement <8 x float> poison, float %154, i64 0
  %156 = shufflevector <8 x float> %155, <8 x float> poison, <8 x i32> zeroinitializer
  %157 = fcmp olt <8 x float> %156, %151
  %158 = select <8 x i1> %157, <8 x float> %156, <8 x float> %151
  %159 = load float, ptr %141, align 4
  %160 = fadd float %159, 0.000000e+00
  %161 = insertelement <8 x float> poison, float %160, i64 0
  %162 = shufflevector <8 x float> %161, <8 x float> poison, <8 x i32> zeroinitializer
  %163 = fcmp olt <8 x float> %146, %162
  %164 = select <8 x i1> %163, <8 x float> %162, <8 x float> %146
  %165 = fsub <8 x float> %158, %164
  %166 = fcmp olt <8 x float> %165, zeroinitializer
  %167 = select <8 x i1> %166, <8 x float> zeroinitializer, <8 x float> %165
  br i1 %140, label %138, label %168
168:
  %169 = fmul <8 x float> %139, %167
  %170 = load ptr, ptr %27, align 8
  %171 = getelementptr float, ptr %170, i64 %131
  %172 = load <8 x float>, ptr %171, align 4
  %173 = fcmp ugt <8 x float> %172, zeroinitializer
  %174 = fadd <8 x float> %128, %172
  %175 = fsub <8 x float> %174, %169
  %176 = fdiv <8 x float> %169, %175
  %177 = select <8 x i1> %173, <8 x float> %176, <8 x float> zeroinitializer
  store <8 x float> %177, ptr %7, align 4
  br label %189
178:
  %179 = phi i64 [ %131, %134 ], [ %187, %178 ]
  %180 = getelementptr i32, ptr %2, i64 %179
  %181 = load i32, ptr %180, align 4
  %182 = sext i32 %181 to i64
  %183 = getelementptr float, ptr %137, i64 %182
  %184 = load float, ptr %183, align 4
  %185 = sub i64 %179, %131
  %186 = getelementptr float, ptr %7, i64 %185
  store float %184, ptr %186, align 4
  %187 = add i64 %179, 1
  %188 = icmp slt i64 %187, %133
  br i1 %188, label %178, label %189
189:
  %190 = sub i64 %133, %131
  %191 = icmp sgt i64 %190, 0
  br i1 %191, label %192, label %246
192:
  %193 = load float, ptr %73, align 8
  %194 = fcmp olt float %193, 0.000000e+00
  br label %195
195:
  %196 = phi float [ %243, %242 ], [ %130, %192 ]
  %197 = phi i64 [ %244, %242 ], [ 0, %192 ]
  %198 = getelementptr float, ptr %7, i64 %197
  %199 = load float, ptr %198, align 4
  br i1 %194, label %200, label %239
200:
  %201 = fcmp une float %199, 0.000000e+00
  br i1 %201, label %202, label %235
202:
  %203 = fmul float %193, %199
  %204 = fmul float %199, %203
  %205 = fcmp ogt float %204, -1.040000e+02
  br i1 %205, label %209, label %206
206:
  %207 = fcmp ord float %204, 0.000000e+00
  %208 = select i1 %207, float 0.000000e+00, float %204
  br label %232
209:
  %210 = fpext float %204 to double
  %211 = fmul double %210, 0x3FF71547652B82FE
  %212 = fadd double %211, -5.000000e-01
  %213 = fptosi double %212 to i64
  %214 = sitofp i64 %213 to double
  %215 = fmul double %214, 0x3FE62E42FEFA39EF
  %216 = fsub double %210, %215
  br label %223
217:
  %218 = shl i64 %213, 52
  %219 = add i64 %218, 4607182418800017408
  %220 = bitcast i64 %219 to double
  %221 = fmul double %229, %220
  %222 = fptrunc double %221 to float
  br label %232
223:
  %224 = phi i64 [ 13, %209 ], [ %230, %223 ]
  %225 = phi double [ 1.000000e+00, %209 ], [ %229, %223 ]
  %226 = fmul double %216, %225
  %227 = uitofp i64 %224 to double
  %228 = fdiv double %226, %227
  %229 = fadd double %228, 1.000000e+00
  %230 = add i64 %224, -1
  %231 = icmp ugt i64 %224, 1
  br i1 %231, label %223, label %217
232:
  %233 = phi float [ %222, %217 ], [ %208, %206 ]
  %234 = fmul float %196, %233
  store float %234, ptr %17, align 4
  br label %235
235:
  %236 = phi float [ %234, %232 ], [ %196, %200 ]
  %237 = load float, ptr %75, align 4
  %238 = fcmp ogt float %236, %237
  br i1 %238, label %242, label %249
239:
  %240 = load float, ptr %74, align 8
  %241 = fcmp ogt float %199, %240
  br i1 %241, label %249, label %242
242:
  %243 = phi float [ %196, %239 ], [ %236, %235 ]
  %244 = add i64 %197, 1
  %245 = icmp slt i64 %244, %190
  br i1 %245, label %195, label %246
246:
  %247 = phi float [ %130, %189 ], [ %243, %242 ]
  %248 = icmp slt i64 %132, %83
  br i1 %248, label %129, label %250
249:
  br label %311
250:
  %251 = phi float [ %87, %119 ], [ %247, %246 ]
  %252 = trunc i64 %83 to i32
  store i32 %252, ptr %72, align 4
  %253 = fcmp oeq float %251, %87
  %254 = icmp eq i64 %82, 1
  %255 = or i1 %254, %253
  br i1 %255, label %260, label %315
256:
  %257 = fcmp ord float %87, 0.000000e+00
  %258 = icmp eq i64 %82, 1
  %259 = or i1 %258, %257
  br i1 %259, label %267, label %315
260:
  %261 = load i32, ptr %69, align 4
  br i1 %89, label %262, label %305
262:
  %263 = load ptr, ptr %1, align 8
  %264 = load i64, ptr %70, align 8
  %265 = sext i32 %261 to i64
  %266 = mul i64 %264, %265
  br label %267
267:
  %268 = phi i64 [ %266, %262 ], [ %95, %256 ]
  %269 = phi ptr [ %263, %262 ], [ %91, %256 ]
  %270 = getelementptr float, ptr %269, i64 %268
  br label %271
271:
  %272 = phi i1 [ true, %267 ], [ false, %271 ]
  %273 = phi ptr [ %5, %267 ], [ %20, %271 ]
  %274 = phi i64 [ 0, %267 ], [ 1, %271 ]
  %275 = getelementptr float, ptr %270, i64 %274
  %276 = load float, ptr %275, align 4
  %277 = or i64 %274, 2
  %278 = getelementptr float, ptr %270, i64 %277
  %279 = load float, ptr %278, align 4
  %280 = fcmp olt float %279, %276
  %281 = select i1 %280, float %279, float %276
  store float %281, ptr %273, align 4
  %282 = fcmp olt float %276, %279
  %283 = select i1 %282, float %279, float %276
  %284 = getelementptr float, ptr %5, i64 %277
  store float %283, ptr %284, align 4
  br i1 %272, label %271, label %296
285:
  %286 = load <2 x float>, ptr %76, align 8
  %287 = load <2 x float>, ptr %5, align 8
  %288 = fsub <2 x float> %286, %287
  %289 = extractelement <2 x float> %288, i64 0
  %290 = extractelement <2 x float> %288, i64 1
  %291 = fmul float %289, %290
  %292 = load ptr, ptr %27, align 8
  %293 = getelementptr float, ptr %292, i64 %83
  store float %291, ptr %293, align 4
  %294 = load i32, ptr %69, align 4
  %295 = load float, ptr %17, align 4
  br label %305
296:
  %297 = phi i64 [ %303, %296 ], [ 0, %271 ]
  %298 = getelementptr float, ptr %5, i64 %297
  %299 = load float, ptr %298, align 4
  %300 = getelementptr ptr, ptr %23, i64 %297
  %301 = load ptr, ptr %300, align 8
  %302 = getelementptr float, ptr %301, i64 %83
  store float %299, ptr %302, align 4
  %303 = add i64 %297, 1
  %304 = icmp eq i64 %303, 4
  br i1 %304, label %285, label %296
305:
  %306 = phi float [ %251, %260 ], [ %295, %285 ]
  %307 = phi i32 [ %261, %260 ], [ %294, %285 ]
  %308 = getelementptr i32, ptr %2, i64 %83
  store i32 %307, ptr %308, align 4
  %309 = add i64 %83, 1
  %310 = getelementptr float, ptr %3, i64 %83
  store float %306, ptr %310, align 4
  br label %311
311:
  %312 = phi i64 [ %83, %249 ], [ %309, %305 ]
  %313 = add i64 %82, -1
  %314 = getelementptr %struct.candidate, ptr %17, i64 %313
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %17, ptr align 4 %314, i64 12, i1 false)
  br label %315
315:
  %316 = phi i64 [ %83, %256 ], [ %83, %250 ], [ %312, %311 ]
  %317 = phi i64 [ %82, %256 ], [ %82, %250 ], [ %313, %311 ]
  call fastcc void @sink(ptr %17, i64 %317, i64 0)
  %318 = icmp sgt i64 %317, 0
  br i1 %318, label %81, label %319
319:
  %320 = phi i64 [ 0, %64 ], [ 0, %24 ], [ %83, %81 ], [ %316, %315 ]
  call void @gw_c_free(ptr %17)
  br label %321
321:
  %322 = phi i64 [ %320, %319 ], [ -1, %4 ]
  ret i64 %322
}
define i64 @gw_detections(ptr %0, ptr %1, ptr %2, ptr readnone %3, ptr %4, ptr %5, ptr %6, ptr %7, ptr %8, ptr %9, i64 %10, i64 %11, i64 %12, i64 %13, i64 %14) {
  %16 = alloca %struct.compared, align 8
  %17 = alloca %struct.choice, align 8
  %18 = load i32, ptr %2, align 4
  %19 = sext i32 %18 to i64
  %20 = call i64 @llvm.smin.i64(i64 %10, i64 %19)
  %21 = getelementptr i8, ptr %17, i64 8
  store i64 %12, ptr %21, align 8
  %22 = getelementptr i8, ptr %17, i64 16
  store i64 %10, ptr %22, align 8
  %23 = getelementptr i8, ptr %17, i64 24
  store i64 %20, ptr %23, align 8
  %24 = getelementptr i8, ptr %17, i64 32
  %25 = load float, ptr %4, align 4
  store float %25, ptr %24, align 8
  %26 = getelementptr i8, ptr %17, i64 36
  %27 = load float, ptr %5, align 4
  %28 = insertelement <2 x float> <float poison, float 0.000000e+00>, float %27, i64 0
  store <2 x float> %28, ptr %26, align 4
  %29 = getelementptr i8, ptr %17, i64 44
  store i32 0, ptr %29, align 4
  %30 = shl i64 %12, 4
  %31 = or i64 %30, 8
  %32 = add i64 %20, 1
  %33 = mul i64 %32, %31
  %34 = call ptr @gw_c_malloc(i64 %33)
  %35 = icmp eq ptr %34, null
  br i1 %35, label %148, label %36
36:
  %37 = mul i64 %20, %12
  %38 = getelementptr %struct.detection, ptr %34, i64 %37
  %39 = getelementptr i32, ptr %38, i64 %20
  %40 = icmp sgt i64 %12, 0
  br i1 %40, label %41, label %136
41:
  %42 = getelementptr i8, ptr %16, i64 16
  %43 = icmp sgt i64 %11, 1
  %44 = getelementptr i8, ptr %16, i64 8
  %45 = shl i64 %11, 2
  br label %46
46:
  %47 = phi i64 [ 0, %41 ], [ %75, %74 ]
  %48 = phi i64 [ 0, %41 ], [ %76, %74 ]
  %49 = getelementptr float, ptr %1, i64 %48
  store ptr %49, ptr %17, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %42, i8 0, i64 48, i1 false)
  %50 = shl i64 %48, 2
  %51 = select i1 %43, i64 %50, i64 0
  %52 = getelementptr float, ptr %0, i64 %51
  store ptr %52, ptr %16, align 8
  store i64 %45, ptr %44, align 8
  %53 = call fastcc i64 @choose(ptr %17, ptr %16, ptr %38, ptr %39)
  %54 = icmp sgt i64 %53, -1
  br i1 %54, label %55, label %146
55:
  %56 = icmp eq i64 %53, 0
  br i1 %56, label %74, label %57
57:
  %58 = trunc i64 %48 to i32
  br label %59
59:
  %60 = phi i64 [ %47, %57 ], [ %72, %59 ]
  %61 = phi i64 [ 0, %57 ], [ %71, %59 ]
  %62 = getelementptr %struct.detection, ptr %34, i64 %60
  %63 = getelementptr float, ptr %39, i64 %61
  %64 = load float, ptr %63, align 4
  %65 = getelementptr i32, ptr %38, i64 %61
  %66 = load i32, ptr %65, align 4
  %67 = trunc i64 %60 to i32
  store float %64, ptr %62, align 4
  %68 = getelementptr i8, ptr %62, i64 4
  store i32 %66, ptr %68, align 4
  %69 = getelementptr i8, ptr %62, i64 8
  store i32 %58, ptr %69, align 4
  %70 = getelementptr i8, ptr %62, i64 12
  store i32 %67, ptr %70, align 4
  %71 = add i64 %61, 1
  %72 = add i64 %60, 1
  %73 = icmp eq i64 %71, %53
  br i1 %73, label %74, label %59
74:
  %75 = phi i64 [ %47, %55 ], [ %72, %59 ]
  %76 = add i64 %48, 1
  %77 = icmp eq i64 %76, %12
  br i1 %77, label %78, label %46
78:
  %79 = icmp sgt i64 %75, 1
  br i1 %79, label %80, label %82
80:
  %81 = lshr i64 %75, 1
  br label %95
82:
  %83 = icmp sgt i64 %13, 0
  %84 = icmp sgt i64 %75, 0
  %85 = and i1 %83, %84
  br i1 %85, label %86, label %136
86:
  %87 = getelementptr i8, ptr %34, i64 4
  %88 = getelementptr i8, ptr %34, i64 8
  %89 = icmp sgt i64 %11, 1
  %90 = icmp eq i64 %14, 0
  %91 = add i64 %75, -1
  %92 = add i64 %13, -1
  %93 = call i64 @llvm.umin.i64(i64 %91, i64 %92)
  %94 = add i64 %93, 1
  br label %99
95:
  %96 = phi i64 [ %97, %95 ], [ %81, %80 ]
  %97 = add i64 %96, -1
  call fastcc void @sink_detection(ptr %34, i64 %75, i64 %97)
  %98 = icmp ugt i64 %96, 1
  br i1 %98, label %95, label %82
99:
  %100 = phi i64 [ %75, %86 ], [ %105, %130 ]
  %101 = phi i64 [ 0, %86 ], [ %134, %130 ]
  %102 = load float, ptr %34, align 4
  %103 = load i32, ptr %87, align 4
  %104 = load i32, ptr %88, align 4
  %105 = add i64 %100, -1
  %106 = getelementptr %struct.detection, ptr %34, i64 %105
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %34, ptr align 4 %106, i64 16, i1 false)
  call fastcc void @sink_detection(ptr %34, i64 %105, i64 0)
  %107 = sext i32 %103 to i64
  %108 = mul i64 %11, %107
  %109 = sext i32 %104 to i64
  %110 = select i1 %89, i64 %109, i64 0
  %111 = add i64 %110, %108
  %112 = shl i64 %111, 4
  %113 = getelementptr i8, ptr %0, i64 %112
  %114 = shl i64 %101, 4
  %115 = getelementptr i8, ptr %6, i64 %114
  br label %116
116:
  %117 = phi i64 [ 0, %99 ], [ %128, %125 ]
  %118 = getelementptr float, ptr %113, i64 %117
  %119 = load float, ptr %118, align 4
  br i1 %90, label %125, label %120
120:
  %121 = fcmp olt float %119, 0.000000e+00
  br i1 %121, label %125, label %122
122:
  %123 = fcmp ogt float %119, 1.000000e+00
  br i1 %123, label %125, label %124
124:
  br label %125
125:
  %126 = phi float [ 1.000000e+00, %122 ], [ 0.000000e+00, %120 ], [ %119, %124 ], [ %119, %116 ]
  %127 = getelementptr float, ptr %115, i64 %117
  store float %126, ptr %127, align 4
  %128 = add i64 %117, 1
  %129 = icmp eq i64 %128, 4
  br i1 %129, label %130, label %116
130:
  %131 = getelementptr float, ptr %7, i64 %101
  store float %102, ptr %131, align 4
  %132 = sitofp i32 %104 to float
  %133 = getelementptr float, ptr %8, i64 %101
  store float %132, ptr %133, align 4
  %134 = add i64 %101, 1
  %135 = icmp eq i64 %101, %93
  br i1 %135, label %136, label %99
136:
  %137 = phi i64 [ 0, %82 ], [ 0, %36 ], [ %94, %130 ]
  %138 = trunc i64 %137 to i32
  store i32 %138, ptr %9, align 4
  %139 = shl i64 %137, 4
  %140 = getelementptr i8, ptr %6, i64 %139
  %141 = sub i64 %13, %137
  %142 = shl i64 %141, 2
  %143 = shl i64 %141, 4
  call void @llvm.memset.p0.i64(ptr align 4 %140, i8 0, i64 %143, i1 false)
  %144 = getelementptr float, ptr %7, i64 %137
  call void @llvm.memset.p0.i64(ptr align 4 %144, i8 0, i64 %142, i1 false)
  %145 = getelementptr float, ptr %8, i64 %137
  call void @llvm.memset.p0.i64(ptr align 4 %145, i8 0, i64 %142, i1 false)
  br label %146
146:
  %147 = phi i64 [ 0, %136 ], [ 2, %46 ]
  call void @gw_c_free(ptr %34)
  br label %148
148:
  %149 = phi i64 [ 2, %15 ], [ %147, %146 ]
  ret i64 %149
}
declare ptr @gw_c_malloc(i64)
declare void @gw_c_free(ptr allocptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal fastcc void @sink_detection(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr %struct.detection, ptr %0, i64 %2
  %5 = load i64, ptr %4, align 4
  %6 = getelementptr i8, ptr %4, i64 8
  %7 = load i64, ptr %6, align 4
  %8 = shl i64 %2, 1
  %9 = or i64 %8, 1
  %10 = icmp slt i64 %9, %1
  br i1 %10, label %11, label %63
11:
  %12 = trunc i64 %5 to i32
  %13 = bitcast i32 %12 to float
  %14 = lshr i64 %7, 32
  %15 = trunc i64 %14 to i32
  br label %16
16:
  %17 = phi i64 [ %9, %11 ], [ %61, %58 ]
  %18 = phi i64 [ %8, %11 ], [ %60, %58 ]
  %19 = phi i64 [ %2, %11 ], [ %45, %58 ]
  %20 = add i64 %18, 2
  %21 = icmp slt i64 %20, %1
  br i1 %21, label %22, label %44
22:
  %23 = getelementptr %struct.detection, ptr %0, i64 %20
  %24 = getelementptr %struct.detection, ptr %0, i64 %17
  %25 = load i64, ptr %23, align 4
  %26 = getelementptr i8, ptr %23, i64 8
  %27 = load i64, ptr %26, align 4
  %28 = load i64, ptr %24, align 4
  %29 = getelementptr i8, ptr %24, i64 8
  %30 = load i64, ptr %29, align 4
  %31 = trunc i64 %25 to i32
  %32 = bitcast i32 %31 to float
  %33 = trunc i64 %28 to i32
  %34 = bitcast i32 %33 to float
  %35 = fcmp une float %32, %34
  %36 = fcmp ogt float %32, %34
  %37 = lshr i64 %30, 32
  %38 = trunc i64 %37 to i32
  %39 = lshr i64 %27, 32
  %40 = trunc i64 %39 to i32
  %41 = icmp slt i32 %40, %38
  %42 = select i1 %35, i1 %36, i1 %41
  %43 = select i1 %42, i64 %20, i64 %17
  br label %44
44:
  %45 = phi i64 [ %17, %16 ], [ %43, %22 ]
  %46 = getelementptr %struct.detection, ptr %0, i64 %45
  %47 = load i64, ptr %46, align 4
  %48 = getelementptr i8, ptr %46, i64 8
  %49 = load i64, ptr %48, align 4
  %50 = trunc i64 %47 to i32
  %51 = bitcast i32 %50 to float
  %52 = fcmp une float %51, %13
  %53 = fcmp ogt float %51, %13
  %54 = lshr i64 %49, 32
  %55 = trunc i64 %54 to i32
  %56 = icmp slt i32 %55, %15
  %57 = select i1 %52, i1 %53, i1 %56
  br i1 %57, label %58, label %63
58:
  %59 = getelementptr %struct.detection, ptr %0, i64 %19
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %59, ptr align 4 %46, i64 16, i1 false)
  %60 = shl i64 %45, 1
  %61 = or i64 %60, 1
  %62 = icmp slt i64 %61, %1
  br i1 %62, label %16, label %63
63:
  %64 = phi i64 [ %2, %3 ], [ %19, %44 ], [ %45, %58 ]
  %65 = getelementptr %struct.detection, ptr %0, i64 %64
  store i64 %5, ptr %65, align 4
  %66 = getelementptr i8, ptr %65, i64 8
  store i64 %7, ptr %66, align 4
  ret void
}
define internal fastcc void @sink(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr %struct.candidate, ptr %0, i64 %2
  %5 = load i64, ptr %4, align 4
  %6 = getelementptr i8, ptr %4, i64 8
  %7 = load i32, ptr %6, align 4
  %8 = shl i64 %2, 1
  %9 = or i64 %8, 1
  %10 = icmp slt i64 %9, %1
  br i1 %10, label %11, label %57
11:
  %12 = trunc i64 %5 to i32
  %13 = bitcast i32 %12 to float
  %14 = lshr i64 %5, 32
  %15 = trunc i64 %14 to i32
  br label %16
16:
  %17 = phi i64 [ %9, %11 ], [ %55, %52 ]
  %18 = phi i64 [ %8, %11 ], [ %54, %52 ]
  %19 = phi i64 [ %2, %11 ], [ %41, %52 ]
  %20 = add i64 %18, 2
  %21 = icmp slt i64 %20, %1
  br i1 %21, label %22, label %40
22:
  %23 = getelementptr %struct.candidate, ptr %0, i64 %20
  %24 = getelementptr %struct.candidate, ptr %0, i64 %17
  %25 = load i64, ptr %23, align 4
  %26 = load i64, ptr %24, align 4
  %27 = trunc i64 %25 to i32
  %28 = bitcast i32 %27 to float
  %29 = trunc i64 %26 to i32
  %30 = bitcast i32 %29 to float
  %31 = fcmp une float %28, %30
  %32 = fcmp ogt float %28, %30
  %33 = lshr i64 %26, 32
  %34 = trunc i64 %33 to i32
  %35 = lshr i64 %25, 32
  %36 = trunc i64 %35 to i32
  %37 = icmp slt i32 %36, %34
  %38 = select i1 %31, i1 %32, i1 %37
  %39 = select i1 %38, i64 %20, i64 %17
  br label %40
40:
  %41 = phi i64 [ %17, %16 ], [ %39, %22 ]
  %42 = getelementptr %struct.candidate, ptr %0, i64 %41
  %43 = load i64, ptr %42, align 4
  %44 = trunc i64 %43 to i32
  %45 = bitcast i32 %44 to float
  %46 = fcmp une float %45, %13
  %47 = fcmp ogt float %45, %13
  %48 = lshr i64 %43, 32
  %49 = trunc i64 %48 to i32
  %50 = icmp slt i32 %49, %15
  %51 = select i1 %46, i1 %47, i1 %50
  br i1 %51, label %52, label %57
52:
  %53 = getelementptr %struct.candidate, ptr %0, i64 %19
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %53, ptr align 4 %42, i64 12, i1 false)
  %54 = shl i64 %41, 1
  %55 = or i64 %54, 1
  %56 = icmp slt i64 %55, %1
  br i1 %56, label %16, label %57
57:
  %58 = phi i64 [ %2, %3 ], [ %19, %40 ], [ %41, %52 ]
  %59 = getelementptr %struct.candidate, ptr %0, i64 %58
  store i64 %5, ptr %59, align 4
  %60 = getelementptr i8, ptr %59, i64 8
  store i32 %7, ptr %60, align 4
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
