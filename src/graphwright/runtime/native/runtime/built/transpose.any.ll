%struct.wide = type { [2 x i64] }
define i64 @gw_transpose(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = call i64 @llvm.ctpop.i64(i64 %6)
  %9 = icmp eq i64 %8, 1
  br i1 %9, label %10, label %187
10:
  %11 = call i64 @llvm.cttz.i64(i64 %6, i1 true)
  switch i64 %11, label %187 [
    i64 0, label %12
    i64 1, label %44
    i64 2, label %76
    i64 3, label %155
  ]
12:
  %13 = icmp sgt i64 %2, 0
  br i1 %13, label %14, label %218
14:
  %15 = icmp sgt i64 %3, 0
  br label %18
16:
  %17 = icmp slt i64 %20, %2
  br i1 %17, label %18, label %218
18:
  %19 = phi i64 [ 0, %14 ], [ %20, %16 ]
  %20 = add i64 %19, 32
  %21 = call i64 @llvm.smin.i64(i64 %20, i64 %2)
  br i1 %15, label %24, label %16
22:
  %23 = icmp slt i64 %26, %3
  br i1 %23, label %24, label %16
24:
  %25 = phi i64 [ %26, %22 ], [ 0, %18 ]
  %26 = add i64 %25, 32
  %27 = call i64 @llvm.smin.i64(i64 %26, i64 %3)
  br label %28
28:
  %29 = phi i64 [ %34, %33 ], [ %25, %24 ]
  %30 = getelementptr i8, ptr %0, i64 %29
  %31 = mul i64 %29, %5
  %32 = getelementptr i8, ptr %1, i64 %31
  br label %36
33:
  %34 = add i64 %29, 1
  %35 = icmp slt i64 %34, %27
  br i1 %35, label %28, label %22
36:
  %37 = phi i64 [ %19, %28 ], [ %42, %36 ]
  %38 = mul i64 %37, %4
  %39 = getelementptr i8, ptr %30, i64 %38
  %40 = load i8, ptr %39, align 1
  %41 = getelementptr i8, ptr %32, i64 %37
  store i8 %40, ptr %41, align 1
  %42 = add i64 %37, 1
  %43 = icmp slt i64 %42, %21
  br i1 %43, label %36, label %33
44:
  %45 = icmp sgt i64 %2, 0
  br i1 %45, label %46, label %218
46:
  %47 = icmp sgt i64 %3, 0
  br label %50
48:
  %49 = icmp slt i64 %52, %2
  br i1 %49, label %50, label %218
50:
  %51 = phi i64 [ 0, %46 ], [ %52, %48 ]
  %52 = add i64 %51, 32
  %53 = call i64 @llvm.smin.i64(i64 %52, i64 %2)
  br i1 %47, label %56, label %48
54:
  %55 = icmp slt i64 %58, %3
  br i1 %55, label %56, label %48
56:
  %57 = phi i64 [ %58, %54 ], [ 0, %50 ]
  %58 = add i64 %57, 32
  %59 = call i64 @llvm.smin.i64(i64 %58, i64 %3)
  br label %60
60:
  %61 = phi i64 [ %66, %65 ], [ %57, %56 ]
  %62 = getelementptr i16, ptr %0, i64 %61
  %63 = mul i64 %61, %5
  %64 = getelementptr i16, ptr %1, i64 %63
  br label %68
65:
  %66 = add i64 %61, 1
  %67 = icmp slt i64 %66, %59
  br i1 %67, label %60, label %54
68:
  %69 = phi i64 [ %51, %60 ], [ %74, %68 ]
  %70 = mul i64 %69, %4
  %71 = getelementptr i16, ptr %62, i64 %70
  %72 = load i16, ptr %71, align 2
  %73 = getelementptr i16, ptr %64, i64 %69
  store i16 %72, ptr %73, align 2
  %74 = add i64 %69, 1
  %75 = icmp slt i64 %74, %53
  br i1 %75, label %68, label %65
76:
  %77 = srem i64 %2, 4
  %78 = sub i64 %2, %77
  %79 = srem i64 %3, 4
  %80 = sub i64 %3, %79
  %81 = icmp sgt i64 %80, 0
  br i1 %81, label %82, label %90
82:
  %83 = icmp sgt i64 %78, 0
  %84 = shl i64 %4, 3
  %85 = mul i64 %4, 12
  %86 = shl i64 %5, 3
  %87 = mul i64 %5, 12
  br label %92
88:
  %89 = icmp slt i64 %94, %80
  br i1 %89, label %92, label %90
90:
  %91 = icmp sgt i64 %3, 0
  br i1 %91, label %135, label %218
92:
  %93 = phi i64 [ 0, %82 ], [ %94, %88 ]
  %94 = add i64 %93, 16
  %95 = call i64 @llvm.smin.i64(i64 %94, i64 %80)
  br i1 %83, label %98, label %88
96:
  %97 = icmp slt i64 %100, %78
  br i1 %97, label %98, label %88
98:
  %99 = phi i64 [ %100, %96 ], [ 0, %92 ]
  %100 = add i64 %99, 32
  %101 = call i64 @llvm.smin.i64(i64 %100, i64 %78)
  br label %102
102:
  %103 = phi i64 [ %93, %98 ], [ %108, %107 ]
  %104 = getelementptr float, ptr %0, i64 %103
  %105 = mul i64 %103, %5
  %106 = getelementptr float, ptr %1, i64 %105
  br label %110
107:
  %108 = add i64 %103, 4
  %109 = icmp slt i64 %108, %95
  br i1 %109, label %102, label %96
110:
  %111 = phi i64 [ %99, %102 ], [ %133, %110 ]
  %112 = mul i64 %111, %4
  %113 = getelementptr float, ptr %104, i64 %112
  %114 = getelementptr float, ptr %106, i64 %111
  %115 = load <4 x float>, ptr %113, align 4
  %116 = getelementptr float, ptr %113, i64 %4
  %117 = load <4 x float>, ptr %116, align 4
  %118 = getelementptr i8, ptr %113, i64 %84
  %119 = load <4 x float>, ptr %118, align 4
  %120 = getelementptr i8, ptr %113, i64 %85
  %121 = load <4 x float>, ptr %120, align 4
  %122 = shufflevector <4 x float> %115, <4 x float> %117, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %123 = shufflevector <4 x float> %119, <4 x float> %121, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %124 = shufflevector <4 x float> %115, <4 x float> %117, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %125 = shufflevector <4 x float> %119, <4 x float> %121, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %126 = shufflevector <4 x float> %122, <4 x float> %123, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  store <4 x float> %126, ptr %114, align 4
  %127 = shufflevector <4 x float> %122, <4 x float> %123, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %128 = getelementptr float, ptr %114, i64 %5
  store <4 x float> %127, ptr %128, align 4
  %129 = shufflevector <4 x float> %124, <4 x float> %125, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %130 = getelementptr i8, ptr %114, i64 %86
  store <4 x float> %129, ptr %130, align 4
  %131 = shufflevector <4 x float> %124, <4 x float> %125, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %132 = getelementptr i8, ptr %114, i64 %87
  store <4 x float> %131, ptr %132, align 4
  %133 = add i64 %111, 4
  %134 = icmp slt i64 %133, %101
  br i1 %134, label %110, label %107
135:
  %136 = phi i64 [ %145, %144 ], [ 0, %90 ]
  %137 = icmp slt i64 %136, %80
  %138 = select i1 %137, i64 %78, i64 0
  %139 = getelementptr float, ptr %0, i64 %136
  %140 = icmp slt i64 %138, %2
  br i1 %140, label %141, label %144
141:
  %142 = mul i64 %136, %5
  %143 = getelementptr float, ptr %1, i64 %142
  br label %147
144:
  %145 = add i64 %136, 1
  %146 = icmp eq i64 %145, %3
  br i1 %146, label %218, label %135
147:
  %148 = phi i64 [ %138, %141 ], [ %153, %147 ]
  %149 = mul i64 %148, %4
  %150 = getelementptr float, ptr %139, i64 %149
  %151 = load float, ptr %150, align 4
  %152 = getelementptr float, ptr %143, i64 %148
  store float %151, ptr %152, align 4
  %153 = add i64 %148, 1
  %154 = icmp eq i64 %153, %2
  br i1 %154, label %144, label %147
155:
  %156 = icmp sgt i64 %2, 0
  br i1 %156, label %157, label %218
157:
  %158 = icmp sgt i64 %3, 0
  br label %161
159:
  %160 = icmp slt i64 %163, %2
  br i1 %160, label %161, label %218
161:
  %162 = phi i64 [ 0, %157 ], [ %163, %159 ]
  %163 = add i64 %162, 32
  %164 = call i64 @llvm.smin.i64(i64 %163, i64 %2)
  br i1 %158, label %167, label %159
165:
  %166 = icmp slt i64 %169, %3
  br i1 %166, label %167, label %159
167:
  %168 = phi i64 [ %169, %165 ], [ 0, %161 ]
  %169 = add i64 %168, 32
  %170 = call i64 @llvm.smin.i64(i64 %169, i64 %3)
  br label %171
171:
  %172 = phi i64 [ %177, %176 ], [ %168, %167 ]
  %173 = getelementptr i64, ptr %0, i64 %172
  %174 = mul i64 %172, %5
  %175 = getelementptr i64, ptr %1, i64 %174
  br label %179
176:
  %177 = add i64 %172, 1
  %178 = icmp slt i64 %177, %170
  br i1 %178, label %171, label %165
179:
  %180 = phi i64 [ %162, %171 ], [ %185, %179 ]
  %181 = mul i64 %180, %4
  %182 = getelementptr i64, ptr %173, i64 %181
  %183 = load i64, ptr %182, align 8
  %184 = getelementptr i64, ptr %175, i64 %180
  store i64 %183, ptr %184, align 8
  %185 = add i64 %180, 1
  %186 = icmp slt i64 %185, %164
  br i1 %186, label %179, label %176
187:
  %188 = icmp sgt i64 %2, 0
  br i1 %188, label %189, label %218
189:
  %190 = icmp sgt i64 %3, 0
  br label %193
191:
  %192 = icmp slt i64 %195, %2
  br i1 %192, label %193, label %218
193:
  %194 = phi i64 [ 0, %189 ], [ %195, %191 ]
  %195 = add i64 %194, 32
  %196 = call i64 @llvm.smin.i64(i64 %195, i64 %2)
  br i1 %190, label %199, label %191
197:
  %198 = icmp slt i64 %201, %3
  br i1 %198, label %199, label %191
199:
  %200 = phi i64 [ %201, %197 ], [ 0, %193 ]
  %201 = add i64 %200, 32
  %202 = call i64 @llvm.smin.i64(i64 %201, i64 %3)
  br label %203
203:
  %204 = phi i64 [ %209, %208 ], [ %200, %199 ]
  %205 = getelementptr %struct.wide, ptr %0, i64 %204
  %206 = mul i64 %204, %5
  %207 = getelementptr %struct.wide, ptr %1, i64 %206
  br label %211
208:
  %209 = add i64 %204, 1
  %210 = icmp slt i64 %209, %202
  br i1 %210, label %203, label %197
211:
  %212 = phi i64 [ %194, %203 ], [ %216, %211 ]
  %213 = getelementptr %struct.wide, ptr %207, i64 %212
  %214 = mul i64 %212, %4
  %215 = getelementptr %struct.wide, ptr %205, i64 %214
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %213, ptr align 8 %215, i64 16, i1 false)
  %216 = add i64 %212, 1
  %217 = icmp slt i64 %216, %196
  br i1 %217, label %211, label %208
218:
  ret i64 0
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
