%struct.anon = type { i64, i64, i64, i64, i64, i64, [16 x i8], i64, ptr, ptr, i64, i64, i64, i64, [8 x i8], i64, [56 x i8], i64, [56 x i8], i64, [56 x i8], %union.sem_t, [32 x i8], [64 x i64] }
%union.sem_t = type { i64, [24 x i8] }
%struct.anon.0 = type { i64, i64 }
%struct.timespec = type { i64, i64 }
%struct.__sigset_t = type { [16 x i64] }
@pool = internal global %struct.anon zeroinitializer, align 64
@gw_backoff = global %struct.anon.0 zeroinitializer, align 8
define i1 @gw_goes_on() {
  %1 = call i1 @gw_look()
  br i1 %1, label %17, label %2
2:
  %3 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %17, label %5
5:
  %6 = call i64 @gw_c_pthread_self()
  %7 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %17
9:
  %10 = phi i64 [ %14, %9 ], [ 0, %5 ]
  %11 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = icmp ne i64 %12, %6
  %14 = add i64 %10, 1
  %15 = icmp ne i64 %14, %7
  %16 = select i1 %13, i1 %15, i1 false
  br i1 %16, label %9, label %17
17:
  %18 = phi i1 [ false, %0 ], [ true, %2 ], [ true, %5 ], [ %13, %9 ]
  ret i1 %18
}
declare i1 @gw_look()
declare i64 @gw_c_pthread_self()
define void @gw_split(ptr %0, ptr %1, i64 %2) {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.timespec, align 8
  %7 = alloca [128 x i64], align 8
  %8 = alloca %struct.__sigset_t, align 8
  %9 = alloca %struct.__sigset_t, align 8
  %10 = alloca %struct.timespec, align 8
  %11 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %12 = icmp sgt i64 %11, 0
  %13 = icmp sgt i64 %2, 1
  %14 = and i1 %13, %12
  br i1 %14, label %15, label %178
15:
  %16 = load atomic i64, ptr @gw_backoff monotonic, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %27, label %18
18:
  %19 = call i32 @gw_c_clock_gettime(i32 1, ptr %10)
  %20 = load i64, ptr %10, align 8
  %21 = mul i64 %20, 1000000000
  %22 = getelementptr i8, ptr %10, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %21, %23
  %25 = icmp slt i64 %24, %16
  br i1 %25, label %180, label %26
26:
  store atomic i64 0, ptr @gw_backoff monotonic, align 8
  br label %27
27:
  %28 = cmpxchg ptr @pool, i64 0, i64 1 acq_rel monotonic, align 8
  %29 = extractvalue { i64, i1 } %28, 1
  br i1 %29, label %30, label %180
30:
  %31 = call i64 @gw_c_pthread_self()
  store atomic i64 %31, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %32 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %33 = extractvalue { i64, i1 } %32, 1
  br i1 %33, label %34, label %94
34:
  %35 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %36 = icmp slt i64 %35, %11
  br i1 %36, label %37, label %54
37:
  %38 = call i32 @gw_c_sigfillset(ptr %8)
  %39 = call i32 @gw_c_pthread_sigmask(i32 2, ptr %8, ptr %9)
  %40 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %41 = icmp slt i64 %40, %11
  br i1 %41, label %42, label %52
42:
  %43 = phi i64 [ %50, %49 ], [ %40, %37 ]
  %44 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %43
  %45 = call i32 @gw_c_pthread_create(ptr %44, ptr null, ptr @thread_main, ptr null)
  %46 = icmp eq i32 %45, 0
  %47 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  br i1 %46, label %49, label %48
48:
  store atomic i64 %47, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  br label %52
49:
  %50 = add i64 %47, 1
  store i64 %50, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 40), align 8
  %51 = icmp slt i64 %50, %11
  br i1 %51, label %42, label %52
52:
  %53 = call i32 @gw_c_pthread_sigmask(i32 2, ptr %9, ptr null)
  br label %54
54:
  %55 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %92, label %57
57:
  %58 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  call void @llvm.memset.p0.i64(ptr align 8 %7, i8 0, i64 1024, i1 false)
  %59 = call i32 @gw_c_sched_getcpu()
  %60 = sext i32 %59 to i64
  %61 = add i64 %60, 1
  %62 = load i64, ptr getelementptr (i8, ptr @pool, i64 40), align 8
  %63 = icmp eq i64 %61, %62
  br i1 %63, label %85, label %64
64:
  store i64 %61, ptr getelementptr (i8, ptr @pool, i64 40), align 8
  %65 = call i32 @gw_c_sched_getaffinity(i32 0, i64 1024, ptr %7)
  %66 = icmp slt i32 %65, 0
  %67 = icmp ugt i32 %59, 8191
  %68 = or i1 %67, %66
  br i1 %68, label %85, label %69
69:
  %70 = and i64 %60, 63
  %71 = shl i64 1, %70
  %72 = xor i64 %71, -1
  %73 = lshr i64 %60, 6
  %74 = getelementptr i64, ptr %7, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = and i64 %75, %72
  store i64 %76, ptr %74, align 8
  %77 = icmp sgt i64 %58, 0
  br i1 %77, label %78, label %85
78:
  %79 = phi i64 [ %83, %78 ], [ 0, %69 ]
  %80 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %79
  %81 = load i64, ptr %80, align 8
  %82 = call i32 @gw_c_pthread_setaffinity_np(i64 %81, i64 1024, ptr %7)
  %83 = add i64 %79, 1
  %84 = icmp eq i64 %83, %58
  br i1 %84, label %85, label %78
85:
  %86 = call i32 @gw_c_clock_gettime(i32 1, ptr %6)
  %87 = load i64, ptr %6, align 8
  %88 = mul i64 %87, 1000000000
  %89 = getelementptr i8, ptr %6, i64 8
  %90 = load i64, ptr %89, align 8
  %91 = add i64 %88, %90
  br label %92
92:
  %93 = phi i64 [ %91, %85 ], [ 0, %54 ]
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 16
  br label %94
94:
  %95 = phi i64 [ %93, %92 ], [ 0, %30 ]
  store ptr %0, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  store ptr %1, ptr getelementptr (i8, ptr @pool, i64 80), align 16
  store i64 %2, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  %96 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %97 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %98 = add i64 %2, -1
  %99 = call i64 @llvm.smin.i64(i64 %98, i64 %11)
  br label %100
100:
  %101 = phi i64 [ %102, %112 ], [ %99, %94 ]
  %102 = add i64 %101, -1
  %103 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %104
104:
  %105 = phi i64 [ %103, %100 ], [ %111, %107 ]
  %106 = icmp sgt i64 %105, 0
  br i1 %106, label %107, label %115
107:
  %108 = add i64 %105, -1
  %109 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %105, i64 %108 seq_cst seq_cst, align 64
  %110 = extractvalue { i64, i1 } %109, 1
  %111 = extractvalue { i64, i1 } %109, 0
  br i1 %110, label %112, label %104
112:
  %113 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %114 = icmp sgt i64 %101, 1
  br i1 %114, label %100, label %115
115:
  br label %116
116:
  %117 = call i1 @gw_look()
  br i1 %117, label %118, label %119
118:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %119
119:
  %120 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %121 = icmp slt i64 %120, %2
  br i1 %121, label %122, label %123
122:
  call void %0(ptr %1, i64 %120)
  br label %116
123:
  %124 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %125 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %174, label %127
127:
  %128 = getelementptr i8, ptr %5, i64 8
  br label %129
129:
  %130 = phi i64 [ 0, %127 ], [ %149, %148 ]
  %131 = phi i64 [ 0, %127 ], [ %150, %148 ]
  %132 = icmp ult i64 %131, 1000
  br i1 %132, label %133, label %134
133:
  call void @llvm.aarch64.hint(i32 1)
  br label %148
134:
  %135 = icmp eq i64 %130, 0
  br i1 %135, label %136, label %142
136:
  %137 = call i32 @gw_c_clock_gettime(i32 1, ptr %5)
  %138 = load i64, ptr %5, align 8
  %139 = mul i64 %138, 1000000000
  %140 = load i64, ptr %128, align 8
  %141 = add i64 %139, %140
  br label %142
142:
  %143 = phi i64 [ %130, %134 ], [ %141, %136 ]
  %144 = call i1 @gw_look()
  br i1 %144, label %145, label %146
145:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %146
146:
  %147 = call i32 @gw_c_sched_yield()
  br label %148
148:
  %149 = phi i64 [ %130, %133 ], [ %143, %146 ]
  %150 = add i64 %131, 1
  %151 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %152 = icmp eq i64 %151, 0
  br i1 %152, label %153, label %129
153:
  %154 = icmp ne i64 %95, 0
  %155 = icmp ne i64 %149, 0
  %156 = and i1 %154, %155
  br i1 %156, label %157, label %174
157:
  %158 = call i32 @gw_c_clock_gettime(i32 1, ptr %4)
  %159 = load i64, ptr %4, align 8
  %160 = mul i64 %159, 1000000000
  %161 = getelementptr i8, ptr %4, i64 8
  %162 = load i64, ptr %161, align 8
  %163 = add i64 %160, %162
  %164 = sub i64 %163, %149
  %165 = sub i64 %149, %95
  %166 = icmp sgt i64 %164, %165
  br i1 %166, label %167, label %174
167:
  %168 = load i64, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %169 = shl i64 %168, 2
  %170 = call i64 @llvm.smax.i64(i64 %169, i64 4)
  %171 = call i64 @llvm.umin.i64(i64 %170, i64 256)
  store i64 %171, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %172 = mul i64 %171, %164
  %173 = add i64 %172, %163
  store atomic i64 %173, ptr @gw_backoff monotonic, align 8
  br label %177
174:
  %175 = load i64, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %176 = sdiv i64 %175, 2
  store i64 %176, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  br label %177
177:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %202
178:
  %179 = icmp sgt i64 %2, 0
  br i1 %179, label %180, label %202
180:
  br label %181
181:
  %182 = phi i64 [ %200, %199 ], [ 0, %180 ]
  %183 = call i1 @gw_look()
  br i1 %183, label %202, label %184
184:
  %185 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  %186 = icmp eq i64 %185, 0
  br i1 %186, label %199, label %187
187:
  %188 = call i64 @gw_c_pthread_self()
  %189 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %190 = icmp sgt i64 %189, 0
  br i1 %190, label %194, label %199
191:
  %192 = add i64 %195, 1
  %193 = icmp eq i64 %192, %189
  br i1 %193, label %199, label %194
194:
  %195 = phi i64 [ %192, %191 ], [ 0, %187 ]
  %196 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %195
  %197 = load i64, ptr %196, align 8
  %198 = icmp eq i64 %197, %188
  br i1 %198, label %202, label %191
199:
  call void %0(ptr %1, i64 %182)
  %200 = add i64 %182, 1
  %201 = icmp eq i64 %200, %2
  br i1 %201, label %202, label %181
202:
  ret void
}
define i1 @gw_threads_are_contended() {
  %1 = alloca %struct.timespec, align 8
  %2 = load atomic i64, ptr @gw_backoff monotonic, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %13, label %4
4:
  %5 = call i32 @gw_c_clock_gettime(i32 1, ptr %1)
  %6 = load i64, ptr %1, align 8
  %7 = mul i64 %6, 1000000000
  %8 = getelementptr i8, ptr %1, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %7, %9
  %11 = icmp slt i64 %10, %2
  br i1 %11, label %13, label %12
12:
  store atomic i64 0, ptr @gw_backoff monotonic, align 8
  br label %13
13:
  %14 = phi i1 [ false, %0 ], [ false, %12 ], [ true, %4 ]
  ret i1 %14
}
define void @gw_pool_set_limit(i64 %0, i64 %1) {
  %3 = call i64 @llvm.smin.i64(i64 %0, i64 64)
  store atomic i64 %3, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  store atomic i64 %1, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  store atomic i64 0, ptr @gw_backoff monotonic, align 8
  ret void
}
define void @gw_reset_backoff() {
  store atomic i64 0, ptr @gw_backoff monotonic, align 8
  ret void
}
define void @gw_pool_stop() {
  %1 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %2 = extractvalue { i64, i1 } %1, 1
  br i1 %2, label %7, label %3
3:
  %4 = call i32 @gw_c_sched_yield()
  %5 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %6 = extractvalue { i64, i1 } %5, 1
  br i1 %6, label %7, label %3
7:
  %8 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 24) seq_cst, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %15
10:
  %11 = phi i64 [ %13, %10 ], [ 0, %7 ]
  %12 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %13 = add i64 %11, 1
  %14 = icmp eq i64 %13, %8
  br i1 %14, label %16, label %10
15:
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  ret void
16:
  %17 = phi i64 [ %21, %16 ], [ 0, %10 ]
  %18 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = call i32 @gw_c_pthread_join(i64 %19, ptr null)
  %21 = add i64 %17, 1
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %15, label %16
}
declare i32 @gw_c_sched_yield()
declare i32 @gw_c_sem_post(ptr)
declare i32 @gw_c_pthread_join(i64, ptr)
define i32 @gw_pool_restart(i1 %0) {
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 256) monotonic, align 64
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 24) monotonic, align 8
  %2 = call i32 @gw_c_sem_init(ptr getelementptr (i8, ptr @pool, i64 320), i32 0, i32 0)
  br i1 %0, label %3, label %8
3:
  %4 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %5 = call i64 @gw_c_pthread_self()
  %6 = icmp eq i64 %4, %5
  br i1 %6, label %8, label %7
7:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 192) monotonic, align 64
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %8
8:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 16
  ret i32 %2
}
declare i32 @gw_c_sem_init(ptr, i32, i32)
define void @gw_avoid_this_processor(ptr %0, i64 %1, ptr %2) {
  %4 = alloca [128 x i64], align 8
  call void @llvm.memset.p0.i64(ptr align 8 %4, i8 0, i64 1024, i1 false)
  %5 = call i32 @gw_c_sched_getcpu()
  %6 = sext i32 %5 to i64
  %7 = add i64 %6, 1
  %8 = load i64, ptr %2, align 8
  %9 = icmp eq i64 %7, %8
  br i1 %9, label %31, label %10
10:
  store i64 %7, ptr %2, align 8
  %11 = call i32 @gw_c_sched_getaffinity(i32 0, i64 1024, ptr %4)
  %12 = icmp slt i32 %11, 0
  %13 = icmp ugt i32 %5, 8191
  %14 = or i1 %13, %12
  br i1 %14, label %31, label %15
15:
  %16 = and i64 %6, 63
  %17 = shl i64 1, %16
  %18 = xor i64 %17, -1
  %19 = lshr i64 %6, 6
  %20 = getelementptr i64, ptr %4, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = and i64 %21, %18
  store i64 %22, ptr %20, align 8
  %23 = icmp sgt i64 %1, 0
  br i1 %23, label %24, label %31
24:
  %25 = phi i64 [ %29, %24 ], [ 0, %15 ]
  %26 = getelementptr i64, ptr %0, i64 %25
  %27 = load i64, ptr %26, align 8
  %28 = call i32 @gw_c_pthread_setaffinity_np(i64 %27, i64 1024, ptr %4)
  %29 = add i64 %25, 1
  %30 = icmp eq i64 %29, %1
  br i1 %30, label %31, label %24
31:
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @gw_c_sched_getcpu()
declare i32 @gw_c_sched_getaffinity(i32, i64, ptr)
declare i32 @gw_c_pthread_setaffinity_np(i64, i64, ptr)
define void @gw_judge_threads(i64 %0, i64 %1) {
  %3 = alloca %struct.timespec, align 8
  %4 = icmp ne i64 %0, 0
  %5 = icmp ne i64 %1, 0
  %6 = and i1 %4, %5
  br i1 %6, label %7, label %24
7:
  %8 = call i32 @gw_c_clock_gettime(i32 1, ptr %3)
  %9 = load i64, ptr %3, align 8
  %10 = mul i64 %9, 1000000000
  %11 = getelementptr i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %10, %12
  %14 = sub i64 %13, %1
  %15 = sub i64 %1, %0
  %16 = icmp sgt i64 %14, %15
  br i1 %16, label %17, label %24
17:
  %18 = load i64, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %19 = shl i64 %18, 2
  %20 = call i64 @llvm.smax.i64(i64 %19, i64 4)
  %21 = call i64 @llvm.umin.i64(i64 %20, i64 256)
  store i64 %21, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %22 = mul i64 %21, %14
  %23 = add i64 %22, %13
  store atomic i64 %23, ptr @gw_backoff monotonic, align 8
  br label %27
24:
  %25 = load i64, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %26 = sdiv i64 %25, 2
  store i64 %26, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  br label %27
27:
  ret void
}
declare i32 @gw_c_sigfillset(ptr)
declare i32 @gw_c_pthread_sigmask(i32, ptr, ptr)
declare i32 @gw_c_pthread_create(ptr, ptr, ptr, ptr)
define internal ptr @thread_main(ptr readnone %0) {
  %2 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 24) acquire, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %4, label %53
4:
  %5 = phi i64 [ %50, %48 ], [ -1, %1 ]
  %6 = phi i64 [ %49, %48 ], [ 0, %1 ]
  %7 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 64) acquire, align 64
  %8 = icmp eq i64 %7, %5
  br i1 %8, label %28, label %9
9:
  %10 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 1 seq_cst, align 64
  %11 = icmp ugt i64 %10, 4294967295
  br i1 %11, label %12, label %26
12:
  %13 = and i64 %10, 4294967295
  %14 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %15 = icmp slt i64 %13, %14
  br i1 %15, label %16, label %26
16:
  %17 = load ptr, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  %18 = load ptr, ptr getelementptr (i8, ptr @pool, i64 80), align 16
  %19 = load i64, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  %20 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %21 = icmp slt i64 %20, %19
  br i1 %21, label %22, label %26
22:
  %23 = phi i64 [ %24, %22 ], [ %20, %16 ]
  call void %17(ptr %18, i64 %23)
  %24 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %25 = icmp slt i64 %24, %19
  br i1 %25, label %22, label %26
26:
  %27 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 1 seq_cst, align 64
  br label %48
28:
  %29 = icmp sgt i64 %6, 1999
  br i1 %29, label %30, label %46
30:
  %31 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 256), i64 1 seq_cst, align 64
  %32 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 64) seq_cst, align 64
  %33 = icmp eq i64 %32, %5
  br i1 %33, label %44, label %34
34:
  %35 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %36
36:
  %37 = phi i64 [ %35, %34 ], [ %43, %39 ]
  %38 = icmp sgt i64 %37, 0
  br i1 %38, label %39, label %44
39:
  %40 = add i64 %37, -1
  %41 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %37, i64 %40 seq_cst seq_cst, align 64
  %42 = extractvalue { i64, i1 } %41, 1
  %43 = extractvalue { i64, i1 } %41, 0
  br i1 %42, label %48, label %36
44:
  %45 = call i32 @gw_c_sem_wait(ptr getelementptr (i8, ptr @pool, i64 320))
  br label %48
46:
  %47 = add i64 %6, 1
  call void @llvm.aarch64.hint(i32 1)
  br label %48
48:
  %49 = phi i64 [ 0, %26 ], [ %47, %46 ], [ 0, %44 ], [ 0, %39 ]
  %50 = phi i64 [ %7, %26 ], [ %5, %46 ], [ %5, %44 ], [ %5, %39 ]
  %51 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 24) acquire, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %4, label %53
53:
  ret ptr null
}
declare i32 @gw_c_sem_wait(ptr)
declare void @llvm.aarch64.hint(i32)
declare i32 @gw_c_clock_gettime(i32, ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
