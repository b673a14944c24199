%struct.item = type { i64, i64 }
define i64 @gw_top_k(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7) {
  %9 = alloca %struct.item, align 8
  %10 = alloca [256 x i64], align 8
  %11 = alloca [48 x %struct.item], align 8
  %12 = icmp sgt i64 %4, %3
  br i1 %12, label %340, label %13
13:
  %14 = icmp slt i64 %4, 1
  br i1 %14, label %340, label %15
15:
  %16 = sdiv i64 %3, 8
  %17 = icmp sgt i64 %4, %16
  %18 = icmp sgt i64 %3, 48
  %19 = and i1 %18, %17
  %20 = icmp ugt i64 %4, 48
  %21 = or i1 %17, %20
  %22 = and i1 %18, %21
  br i1 %22, label %23, label %29
23:
  %24 = shl i64 %3, 1
  %25 = select i1 %17, i64 %24, i64 %4
  %26 = shl i64 %25, 4
  %27 = call ptr @gw_c_malloc(i64 %26)
  %28 = icmp eq ptr %27, null
  br i1 %28, label %338, label %29
29:
  %30 = phi ptr [ %27, %23 ], [ null, %15 ]
  %31 = phi ptr [ %27, %23 ], [ %11, %15 ]
  %32 = icmp slt i64 %3, 49
  %33 = or i1 %32, %17
  br i1 %33, label %34, label %143
34:
  %35 = icmp sgt i64 %3, 0
  br i1 %35, label %37, label %36
36:
  br i1 %19, label %61, label %113
37:
  %38 = phi i64 [ %59, %55 ], [ 0, %34 ]
  %39 = getelementptr %struct.item, ptr %31, i64 %38
  switch i64 %6, label %52 [
    i64 1, label %40
    i64 2, label %44
    i64 4, label %48
  ]
40:
  %41 = getelementptr i8, ptr %0, i64 %38
  %42 = load i8, ptr %41, align 1
  %43 = zext i8 %42 to i64
  br label %55
44:
  %45 = getelementptr i16, ptr %0, i64 %38
  %46 = load i16, ptr %45, align 2
  %47 = zext i16 %46 to i64
  br label %55
48:
  %49 = getelementptr i32, ptr %0, i64 %38
  %50 = load i32, ptr %49, align 4
  %51 = zext i32 %50 to i64
  br label %55
52:
  %53 = getelementptr i64, ptr %0, i64 %38
  %54 = load i64, ptr %53, align 8
  br label %55
55:
  %56 = phi i64 [ %54, %52 ], [ %43, %40 ], [ %47, %44 ], [ %51, %48 ]
  %57 = call fastcc i64 @key_of(i64 %56, i64 %5, i64 %6)
  store i64 %57, ptr %39, align 8
  %58 = getelementptr i8, ptr %39, i64 8
  store i64 %38, ptr %58, align 8
  %59 = add i64 %38, 1
  %60 = icmp eq i64 %59, %3
  br i1 %60, label %36, label %37
61:
  %62 = icmp sgt i64 %6, 0
  br i1 %62, label %63, label %298
63:
  %64 = getelementptr %struct.item, ptr %31, i64 %3
  br label %65
65:
  %66 = phi ptr [ %110, %108 ], [ %31, %63 ]
  %67 = phi ptr [ %109, %108 ], [ %64, %63 ]
  %68 = phi i64 [ %111, %108 ], [ 0, %63 ]
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 2048, i1 false)
  %69 = shl i64 %68, 3
  br label %77
70:
  %71 = load i64, ptr %66, align 8
  %72 = lshr i64 %71, %69
  %73 = and i64 %72, 255
  %74 = getelementptr i64, ptr %10, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, %3
  br i1 %76, label %108, label %88
77:
  %78 = phi i64 [ 0, %65 ], [ %86, %77 ]
  %79 = getelementptr %struct.item, ptr %66, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = lshr i64 %80, %69
  %82 = and i64 %81, 255
  %83 = getelementptr i64, ptr %10, i64 %82
  %84 = load i64, ptr %83, align 8
  %85 = add i64 %84, 1
  store i64 %85, ptr %83, align 8
  %86 = add i64 %78, 1
  %87 = icmp eq i64 %86, %3
  br i1 %87, label %70, label %77
88:
  %89 = phi i64 [ %94, %88 ], [ 0, %70 ]
  %90 = phi i64 [ %93, %88 ], [ 0, %70 ]
  %91 = getelementptr i64, ptr %10, i64 %89
  %92 = load i64, ptr %91, align 8
  store i64 %90, ptr %91, align 8
  %93 = add i64 %92, %90
  %94 = add i64 %89, 1
  %95 = icmp eq i64 %94, 256
  br i1 %95, label %96, label %88
96:
  %97 = phi i64 [ %106, %96 ], [ 0, %88 ]
  %98 = getelementptr %struct.item, ptr %66, i64 %97
  %99 = load i64, ptr %98, align 8
  %100 = lshr i64 %99, %69
  %101 = and i64 %100, 255
  %102 = getelementptr i64, ptr %10, i64 %101
  %103 = load i64, ptr %102, align 8
  %104 = add i64 %103, 1
  store i64 %104, ptr %102, align 8
  %105 = getelementptr %struct.item, ptr %67, i64 %103
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %105, ptr align 8 %98, i64 16, i1 false)
  %106 = add i64 %97, 1
  %107 = icmp eq i64 %106, %3
  br i1 %107, label %108, label %96
108:
  %109 = phi ptr [ %67, %70 ], [ %66, %96 ]
  %110 = phi ptr [ %66, %70 ], [ %67, %96 ]
  %111 = add i64 %68, 1
  %112 = icmp eq i64 %111, %6
  br i1 %112, label %298, label %65
113:
  %114 = icmp sgt i64 %3, 1
  br i1 %114, label %115, label %298
115:
  %116 = phi i64 [ %139, %135 ], [ 1, %113 ]
  %117 = getelementptr %struct.item, ptr %31, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = getelementptr i8, ptr %117, i64 8
  %120 = load i64, ptr %119, align 8
  br label %121
121:
  %122 = phi i64 [ %116, %115 ], [ %133, %132 ]
  %123 = getelementptr %struct.item, ptr %31, i64 %122
  %124 = getelementptr i8, ptr %123, i64 -16
  %125 = load i64, ptr %124, align 8
  %126 = getelementptr i8, ptr %123, i64 -8
  %127 = load i64, ptr %126, align 8
  %128 = icmp eq i64 %118, %125
  %129 = icmp ult i64 %118, %125
  %130 = icmp ult i64 %120, %127
  %131 = select i1 %128, i1 %130, i1 %129
  br i1 %131, label %132, label %135
132:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %123, ptr align 8 %124, i64 16, i1 false)
  %133 = add i64 %122, -1
  %134 = icmp sgt i64 %122, 1
  br i1 %134, label %121, label %135
135:
  %136 = phi i64 [ 0, %132 ], [ %122, %121 ]
  %137 = getelementptr %struct.item, ptr %31, i64 %136
  store i64 %118, ptr %137, align 8
  %138 = getelementptr i8, ptr %137, i64 8
  store i64 %120, ptr %138, align 8
  %139 = add i64 %116, 1
  %140 = icmp eq i64 %139, %3
  br i1 %140, label %298, label %115
141:
  %142 = getelementptr i8, ptr %31, i64 8
  br label %186
143:
  %144 = phi i64 [ %183, %179 ], [ 0, %29 ]
  switch i64 %6, label %157 [
    i64 1, label %145
    i64 2, label %149
    i64 4, label %153
  ]
145:
  %146 = getelementptr i8, ptr %0, i64 %144
  %147 = load i8, ptr %146, align 1
  %148 = zext i8 %147 to i64
  br label %160
149:
  %150 = getelementptr i16, ptr %0, i64 %144
  %151 = load i16, ptr %150, align 2
  %152 = zext i16 %151 to i64
  br label %160
153:
  %154 = getelementptr i32, ptr %0, i64 %144
  %155 = load i32, ptr %154, align 4
  %156 = zext i32 %155 to i64
  br label %160
157:
  %158 = getelementptr i64, ptr %0, i64 %144
  %159 = load i64, ptr %158, align 8
  br label %160
160:
  %161 = phi i64 [ %159, %157 ], [ %148, %145 ], [ %152, %149 ], [ %156, %153 ]
  %162 = call fastcc i64 @key_of(i64 %161, i64 %5, i64 %6)
  %163 = icmp eq i64 %144, 0
  br i1 %163, label %179, label %164
164:
  %165 = phi i64 [ %167, %176 ], [ %144, %160 ]
  %166 = add i64 %165, -1
  %167 = lshr i64 %166, 1
  %168 = getelementptr %struct.item, ptr %31, i64 %167
  %169 = load i64, ptr %168, align 8
  %170 = getelementptr i8, ptr %168, i64 8
  %171 = load i64, ptr %170, align 8
  %172 = icmp eq i64 %169, %162
  %173 = icmp ult i64 %169, %162
  %174 = icmp ult i64 %171, %144
  %175 = select i1 %172, i1 %174, i1 %173
  br i1 %175, label %176, label %179
176:
  %177 = getelementptr %struct.item, ptr %31, i64 %165
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %177, ptr align 8 %168, i64 16, i1 false)
  %178 = icmp eq i64 %167, 0
  br i1 %178, label %179, label %164
179:
  %180 = phi i64 [ 0, %160 ], [ %165, %164 ], [ 0, %176 ]
  %181 = getelementptr %struct.item, ptr %31, i64 %180
  store i64 %162, ptr %181, align 8
  %182 = getelementptr i8, ptr %181, i64 8
  store i64 %144, ptr %182, align 8
  %183 = add i64 %144, 1
  %184 = icmp eq i64 %183, %4
  br i1 %184, label %141, label %143
185:
  br label %186
186:
  %187 = phi i64 [ %291, %185 ], [ %4, %141 ]
  %188 = load i64, ptr %142, align 8
  switch i64 %6, label %255 [
    i64 4, label %189
    i64 8, label %207
  ]
189:
  switch i64 %5, label %255 [
    i64 2, label %190
    i64 0, label %225
  ]
190:
  %191 = getelementptr float, ptr %0, i64 %188
  %192 = load float, ptr %191, align 4
  %193 = fcmp uno float %192, 0.000000e+00
  br i1 %193, label %258, label %194
194:
  %195 = insertelement <16 x float> poison, float %192, i64 0
  %196 = shufflevector <16 x float> %195, <16 x float> poison, <16 x i32> zeroinitializer
  br label %197
197:
  %198 = phi i64 [ %199, %201 ], [ %187, %194 ]
  %199 = add i64 %198, 16
  %200 = icmp sgt i64 %199, %3
  br i1 %200, label %255, label %201
201:
  %202 = getelementptr float, ptr %0, i64 %198
  %203 = load <16 x float>, ptr %202, align 1
  %204 = fcmp ugt <16 x float> %203, %196
  %205 = bitcast <16 x i1> %204 to i16
  %206 = icmp eq i16 %205, 0
  br i1 %206, label %197, label %255
207:
  switch i64 %5, label %255 [
    i64 2, label %208
    i64 0, label %240
  ]
208:
  %209 = getelementptr double, ptr %0, i64 %188
  %210 = load double, ptr %209, align 8
  %211 = fcmp uno double %210, 0.000000e+00
  br i1 %211, label %258, label %212
212:
  %213 = insertelement <8 x double> poison, double %210, i64 0
  %214 = shufflevector <8 x double> %213, <8 x double> poison, <8 x i32> zeroinitializer
  br label %215
215:
  %216 = phi i64 [ %217, %219 ], [ %187, %212 ]
  %217 = add i64 %216, 8
  %218 = icmp sgt i64 %217, %3
  br i1 %218, label %255, label %219
219:
  %220 = getelementptr double, ptr %0, i64 %216
  %221 = load <8 x double>, ptr %220, align 1
  %222 = fcmp ugt <8 x double> %221, %214
  %223 = bitcast <8 x i1> %222 to i8
  %224 = icmp eq i8 %223, 0
  br i1 %224, label %215, label %255
225:
  %226 = getelementptr i32, ptr %0, i64 %188
  %227 = load i32, ptr %226, align 4
  %228 = insertelement <16 x i32> poison, i32 %227, i64 0
  %229 = shufflevector <16 x i32> %228, <16 x i32> poison, <16 x i32> zeroinitializer
  br label %230
230:
  %231 = phi i64 [ %187, %225 ], [ %232, %234 ]
  %232 = add i64 %231, 16
  %233 = icmp sgt i64 %232, %3
  br i1 %233, label %255, label %234
234:
  %235 = getelementptr i32, ptr %0, i64 %231
  %236 = load <16 x i32>, ptr %235, align 1
  %237 = icmp sgt <16 x i32> %236, %229
  %238 = bitcast <16 x i1> %237 to i16
  %239 = icmp eq i16 %238, 0
  br i1 %239, label %230, label %255
240:
  %241 = getelementptr i64, ptr %0, i64 %188
  %242 = load i64, ptr %241, align 8
  %243 = insertelement <8 x i64> poison, i64 %242, i64 0
  %244 = shufflevector <8 x i64> %243, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %245
245:
  %246 = phi i64 [ %187, %240 ], [ %247, %249 ]
  %247 = add i64 %246, 8
  %248 = icmp sgt i64 %247, %3
  br i1 %248, label %255, label %249
249:
  %250 = getelementptr i64, ptr %0, i64 %246
  %251 = load <8 x i64>, ptr %250, align 1
  %252 = icmp sgt <8 x i64> %251, %244
  %253 = bitcast <8 x i1> %252 to i8
  %254 = icmp eq i8 %253, 0
  br i1 %254, label %245, label %255
255:
  %256 = phi i64 [ %187, %186 ], [ %187, %189 ], [ %216, %219 ], [ %231, %234 ], [ %187, %207 ], [ %198, %201 ], [ %198, %197 ], [ %231, %230 ], [ %216, %215 ], [ %246, %245 ], [ %246, %249 ]
  %257 = icmp slt i64 %256, %3
  br i1 %257, label %260, label %258
258:
  %259 = icmp eq i64 %4, 1
  br i1 %259, label %298, label %293
260:
  %261 = add i64 %256, 16
  %262 = call i64 @llvm.smin.i64(i64 %261, i64 %3)
  br label %263
263:
  %264 = phi i64 [ %291, %290 ], [ %256, %260 ]
  switch i64 %6, label %277 [
    i64 1, label %265
    i64 2, label %269
    i64 4, label %273
  ]
265:
  %266 = getelementptr i8, ptr %0, i64 %264
  %267 = load i8, ptr %266, align 1
  %268 = zext i8 %267 to i64
  br label %280
269:
  %270 = getelementptr i16, ptr %0, i64 %264
  %271 = load i16, ptr %270, align 2
  %272 = zext i16 %271 to i64
  br label %280
273:
  %274 = getelementptr i32, ptr %0, i64 %264
  %275 = load i32, ptr %274, align 4
  %276 = zext i32 %275 to i64
  br label %280
277:
  %278 = getelementptr i64, ptr %0, i64 %264
  %279 = load i64, ptr %278, align 8
  br label %280
280:
  %281 = phi i64 [ %279, %277 ], [ %268, %265 ], [ %272, %269 ], [ %276, %273 ]
  %282 = call fastcc i64 @key_of(i64 %281, i64 %5, i64 %6)
  %283 = load i64, ptr %31, align 8
  %284 = load i64, ptr %142, align 8
  %285 = icmp eq i64 %282, %283
  %286 = icmp ult i64 %282, %283
  %287 = icmp ult i64 %264, %284
  %288 = select i1 %285, i1 %287, i1 %286
  br i1 %288, label %289, label %290
289:
  store i64 %282, ptr %31, align 8
  store i64 %264, ptr %142, align 8
  call fastcc void @sift(ptr %31, i64 %4)
  br label %290
290:
  %291 = add i64 %264, 1
  %292 = icmp slt i64 %291, %262
  br i1 %292, label %263, label %185
293:
  %294 = phi i64 [ %295, %293 ], [ %4, %258 ]
  %295 = add i64 %294, -1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %9, ptr align 8 %31, i64 16, i1 false)
  %296 = getelementptr %struct.item, ptr %31, i64 %295
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %31, ptr align 8 %296, i64 16, i1 false)
  call fastcc void @sift(ptr %31, i64 %295)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %296, ptr align 8 %9, i64 16, i1 false)
  %297 = icmp sgt i64 %294, 2
  br i1 %297, label %293, label %298
298:
  %299 = phi ptr [ %31, %135 ], [ %110, %108 ], [ %31, %61 ], [ %31, %113 ], [ %31, %258 ], [ %31, %293 ]
  %300 = call i64 @llvm.smax.i64(i64 %4, i64 1)
  br label %302
301:
  call void @gw_c_free(ptr %30)
  br label %338
302:
  %303 = phi i64 [ %336, %335 ], [ 0, %298 ]
  %304 = getelementptr %struct.item, ptr %299, i64 %303
  %305 = getelementptr i8, ptr %304, i64 8
  %306 = load i64, ptr %305, align 8
  switch i64 %6, label %319 [
    i64 1, label %307
    i64 2, label %311
    i64 4, label %315
  ]
307:
  %308 = getelementptr i8, ptr %0, i64 %306
  %309 = load i8, ptr %308, align 1
  %310 = getelementptr i8, ptr %1, i64 %303
  store i8 %309, ptr %310, align 1
  br label %323
311:
  %312 = getelementptr i16, ptr %0, i64 %306
  %313 = load i16, ptr %312, align 2
  %314 = getelementptr i16, ptr %1, i64 %303
  store i16 %313, ptr %314, align 2
  br label %323
315:
  %316 = getelementptr i32, ptr %0, i64 %306
  %317 = load i32, ptr %316, align 4
  %318 = getelementptr i32, ptr %1, i64 %303
  store i32 %317, ptr %318, align 4
  br label %323
319:
  %320 = getelementptr i64, ptr %0, i64 %306
  %321 = load i64, ptr %320, align 8
  %322 = getelementptr i64, ptr %1, i64 %303
  store i64 %321, ptr %322, align 8
  br label %323
323:
  switch i64 %7, label %333 [
    i64 1, label %324
    i64 2, label %327
    i64 4, label %330
  ]
324:
  %325 = trunc i64 %306 to i8
  %326 = getelementptr i8, ptr %2, i64 %303
  store i8 %325, ptr %326, align 1
  br label %335
327:
  %328 = trunc i64 %306 to i16
  %329 = getelementptr i16, ptr %2, i64 %303
  store i16 %328, ptr %329, align 2
  br label %335
330:
  %331 = trunc i64 %306 to i32
  %332 = getelementptr i32, ptr %2, i64 %303
  store i32 %331, ptr %332, align 4
  br label %335
333:
  %334 = getelementptr i64, ptr %2, i64 %303
  store i64 %306, ptr %334, align 8
  br label %335
335:
  %336 = add i64 %303, 1
  %337 = icmp eq i64 %336, %300
  br i1 %337, label %301, label %302
338:
  %339 = phi i64 [ 0, %301 ], [ 2, %23 ]
  br label %340
340:
  %341 = phi i64 [ %339, %338 ], [ 1, %8 ], [ 0, %13 ]
  ret i64 %341
}
declare ptr @gw_c_malloc(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @gw_c_free(ptr allocptr)
define internal fastcc i64 @key_of(i64 %0, i64 %1, i64 %2) {
  %4 = shl i64 %2, 3
  %5 = add i64 %4, -1
  %6 = shl i64 1, %5
  %7 = sub i64 64, %4
  %8 = lshr i64 -1, %7
  %9 = icmp eq i64 %1, 0
  %10 = select i1 %9, i64 %6, i64 0
  %11 = xor i64 %10, %0
  %12 = icmp sgt i64 %1, 1
  br i1 %12, label %13, label %33
13:
  %14 = xor i64 %6, -1
  %15 = and i64 %0, %14
  %16 = icmp eq i64 %1, 3
  %17 = icmp eq i64 %2, 2
  %18 = icmp eq i64 %2, 4
  %19 = select i1 %18, i64 2139095040, i64 9218868437227405312
  %20 = select i1 %17, i64 31744, i64 %19
  %21 = select i1 %16, i64 32640, i64 %20
  %22 = icmp ugt i64 %15, %21
  br i1 %22, label %37, label %23
23:
  %24 = icmp eq i64 %0, %6
  br i1 %24, label %33, label %25
25:
  %26 = and i64 %6, %0
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %31, label %28
28:
  %29 = xor i64 %0, -1
  %30 = and i64 %8, %29
  br label %33
31:
  %32 = or i64 %6, %0
  br label %33
33:
  %34 = phi i64 [ %11, %3 ], [ %0, %23 ], [ %32, %31 ], [ %30, %28 ]
  %35 = xor i64 %34, -1
  %36 = and i64 %8, %35
  br label %37
37:
  %38 = phi i64 [ %36, %33 ], [ 0, %13 ]
  ret i64 %38
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal fastcc void @sift(ptr %0, i64 %1) {
  %3 = load i64, ptr %0, align 8
  %4 = getelementptr i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp ugt i64 %1, 1
  br i1 %6, label %7, label %42
7:
  %8 = phi i64 [ %40, %37 ], [ 1, %2 ]
  %9 = phi i64 [ %39, %37 ], [ 0, %2 ]
  %10 = phi i64 [ %28, %37 ], [ 0, %2 ]
  %11 = add i64 %9, 2
  %12 = icmp slt i64 %11, %1
  br i1 %12, label %13, label %27
13:
  %14 = getelementptr %struct.item, ptr %0, i64 %8
  %15 = getelementptr %struct.item, ptr %0, i64 %11
  %16 = load i64, ptr %14, align 8
  %17 = getelementptr i8, ptr %14, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = load i64, ptr %15, align 8
  %20 = getelementptr i8, ptr %15, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %16, %19
  %23 = icmp ult i64 %16, %19
  %24 = icmp ult i64 %18, %21
  %25 = select i1 %22, i1 %24, i1 %23
  %26 = select i1 %25, i64 %11, i64 %8
  br label %27
27:
  %28 = phi i64 [ %8, %7 ], [ %26, %13 ]
  %29 = getelementptr %struct.item, ptr %0, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr i8, ptr %29, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %3, %30
  %34 = icmp ult i64 %3, %30
  %35 = icmp ult i64 %5, %32
  %36 = select i1 %33, i1 %35, i1 %34
  br i1 %36, label %37, label %42
37:
  %38 = getelementptr %struct.item, ptr %0, i64 %10
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %38, ptr align 8 %29, i64 16, i1 false)
  %39 = shl i64 %28, 1
  %40 = or i64 %39, 1
  %41 = icmp slt i64 %40, %1
  br i1 %41, label %7, label %42
42:
  %43 = phi i64 [ 0, %2 ], [ %10, %27 ], [ %28, %37 ]
  %44 = getelementptr %struct.item, ptr %0, i64 %43
  store i64 %3, ptr %44, align 8
  %45 = getelementptr i8, ptr %44, i64 8
  store i64 %5, ptr %45, align 8
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
