%struct.anon = type { i64, i64, i64, i64, i64, i64, [16 x i8], i64, ptr, ptr, i64, ptr, i64, i64, [8 x i8], i64, [56 x i8], i64, [56 x i8], i64, [56 x i8], i32, [60 x i8], [64 x ptr] }
%struct.anon.0 = type { i64, i64 }
%struct.timespec = type { i64, i64 }
@pool = internal global %struct.anon zeroinitializer, align 64
@gw_backoff = global %struct.anon.0 zeroinitializer, align 8
define zeroext i1 @gw_goes_on() {
  %1 = call zeroext i1 @gw_look()
  br i1 %1, label %17, label %2
2:
  %3 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %17, label %5
5:
  %6 = call ptr @gw_c_pthread_self()
  %7 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %17
9:
  %10 = phi i64 [ %14, %9 ], [ 0, %5 ]
  %11 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 384), i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = icmp ne ptr %12, %6
  %14 = add i64 %10, 1
  %15 = icmp ne i64 %14, %7
  %16 = select i1 %13, i1 %15, i1 false
  br i1 %16, label %9, label %17
17:
  %18 = phi i1 [ false, %0 ], [ true, %2 ], [ true, %5 ], [ %13, %9 ]
  ret i1 %18
}
declare zeroext i1 @gw_look()
declare ptr @gw_c_pthread_self()
define void @gw_split(ptr %0, ptr %1, i64 %2) {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.timespec, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca %struct.timespec, align 8
  %10 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %11 = icmp sgt i64 %10, 0
  %12 = icmp sgt i64 %2, 1
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %149
14:
  %15 = load atomic i64, ptr @gw_backoff monotonic, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %26, label %17
17:
  %18 = call i32 @gw_c_clock_gettime(i32 6, ptr %9)
  %19 = load i64, ptr %9, align 8
  %20 = mul i64 %19, 1000000000
  %21 = getelementptr i8, ptr %9, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %20, %22
  %24 = icmp slt i64 %23, %15
  br i1 %24, label %151, label %25
25:
  store atomic i64 0, ptr @gw_backoff monotonic, align 8
  br label %26
26:
  %27 = cmpxchg ptr @pool, i64 0, i64 1 acq_rel monotonic, align 8
  %28 = extractvalue { i64, i1 } %27, 1
  br i1 %28, label %29, label %151
29:
  %30 = call ptr @gw_c_pthread_self()
  %31 = ptrtoint ptr %30 to i64
  store atomic i64 %31, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %32 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %33 = extractvalue { i64, i1 } %32, 1
  br i1 %33, label %34, label %65
34:
  %35 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %36 = icmp slt i64 %35, %10
  br i1 %36, label %37, label %53
37:
  store i32 -1, ptr %7, align 4
  %38 = call i32 @gw_c_pthread_sigmask(i32 3, ptr %7, ptr %8)
  %39 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %40 = icmp slt i64 %39, %10
  br i1 %40, label %41, label %51
41:
  %42 = phi i64 [ %49, %48 ], [ %39, %37 ]
  %43 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 384), i64 %42
  %44 = call i32 @gw_c_pthread_create(ptr %43, ptr null, ptr @thread_main, ptr null)
  %45 = icmp eq i32 %44, 0
  %46 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  br i1 %45, label %48, label %47
47:
  store atomic i64 %46, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  br label %51
48:
  %49 = add i64 %46, 1
  store i64 %49, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 40), align 8
  %50 = icmp slt i64 %49, %10
  br i1 %50, label %41, label %51
51:
  %52 = call i32 @gw_c_pthread_sigmask(i32 3, ptr %8, ptr null)
  br label %53
53:
  %54 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %63, label %56
56:
  %57 = call i32 @gw_c_clock_gettime(i32 6, ptr %6)
  %58 = load i64, ptr %6, align 8
  %59 = mul i64 %58, 1000000000
  %60 = getelementptr i8, ptr %6, i64 8
  %61 = load i64, ptr %60, align 8
  %62 = add i64 %59, %61
  br label %63
63:
  %64 = phi i64 [ %62, %56 ], [ 0, %53 ]
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 16
  br label %65
65:
  %66 = phi i64 [ %64, %63 ], [ 0, %29 ]
  store ptr %0, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  store ptr %1, ptr getelementptr (i8, ptr @pool, i64 80), align 16
  store i64 %2, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  %67 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %68 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %69 = add i64 %2, -1
  %70 = call i64 @llvm.smin.i64(i64 %69, i64 %10)
  br label %71
71:
  %72 = phi i64 [ %73, %83 ], [ %70, %65 ]
  %73 = add i64 %72, -1
  %74 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %75
75:
  %76 = phi i64 [ %74, %71 ], [ %82, %78 ]
  %77 = icmp sgt i64 %76, 0
  br i1 %77, label %78, label %86
78:
  %79 = add i64 %76, -1
  %80 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %76, i64 %79 seq_cst seq_cst, align 64
  %81 = extractvalue { i64, i1 } %80, 1
  %82 = extractvalue { i64, i1 } %80, 0
  br i1 %81, label %83, label %75
83:
  %84 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %85 = icmp sgt i64 %72, 1
  br i1 %85, label %71, label %86
86:
  br label %87
87:
  %88 = call zeroext i1 @gw_look()
  br i1 %88, label %89, label %90
89:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %90
90:
  %91 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %92 = icmp slt i64 %91, %2
  br i1 %92, label %93, label %94
93:
  call void %0(ptr %1, i64 %91)
  br label %87
94:
  %95 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %96 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %145, label %98
98:
  %99 = getelementptr i8, ptr %5, i64 8
  br label %100
100:
  %101 = phi i64 [ 0, %98 ], [ %120, %119 ]
  %102 = phi i64 [ 0, %98 ], [ %121, %119 ]
  %103 = icmp ult i64 %102, 1000
  br i1 %103, label %104, label %105
104:
  call void @llvm.x86.sse2.pause()
  br label %119
105:
  %106 = icmp eq i64 %101, 0
  br i1 %106, label %107, label %113
107:
  %108 = call i32 @gw_c_clock_gettime(i32 6, ptr %5)
  %109 = load i64, ptr %5, align 8
  %110 = mul i64 %109, 1000000000
  %111 = load i64, ptr %99, align 8
  %112 = add i64 %110, %111
  br label %113
113:
  %114 = phi i64 [ %101, %105 ], [ %112, %107 ]
  %115 = call zeroext i1 @gw_look()
  br i1 %115, label %116, label %117
116:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %117
117:
  %118 = call i32 @gw_c_sched_yield()
  br label %119
119:
  %120 = phi i64 [ %101, %104 ], [ %114, %117 ]
  %121 = add i64 %102, 1
  %122 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %123 = icmp eq i64 %122, 0
  br i1 %123, label %124, label %100
124:
  %125 = icmp ne i64 %66, 0
  %126 = icmp ne i64 %120, 0
  %127 = and i1 %125, %126
  br i1 %127, label %128, label %145
128:
  %129 = call i32 @gw_c_clock_gettime(i32 6, ptr %4)
  %130 = load i64, ptr %4, align 8
  %131 = mul i64 %130, 1000000000
  %132 = getelementptr i8, ptr %4, i64 8
  %133 = load i64, ptr %132, align 8
  %134 = add i64 %131, %133
  %135 = sub i64 %134, %120
  %136 = sub i64 %120, %66
  %137 = icmp sgt i64 %135, %136
  br i1 %137, label %138, label %145
138:
  %139 = load i64, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %140 = shl i64 %139, 2
  %141 = call i64 @llvm.smax.i64(i64 %140, i64 4)
  %142 = call i64 @llvm.umin.i64(i64 %141, i64 256)
  store i64 %142, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %143 = mul i64 %142, %135
  %144 = add i64 %143, %134
  store atomic i64 %144, ptr @gw_backoff monotonic, align 8
  br label %148
145:
  %146 = load i64, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  %147 = sdiv i64 %146, 2
  store i64 %147, ptr getelementptr (i8, ptr @gw_backoff, i64 8), align 8
  br label %148
148:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %173
149:
  %150 = icmp sgt i64 %2, 0
  br i1 %150, label %151, label %173
151:
  br label %152
152:
  %153 = phi i64 [ %171, %170 ], [ 0, %151 ]
  %154 = call zeroext i1 @gw_look()
  br i1 %154, label %173, label %155
155:
  %156 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  %157 = icmp eq i64 %156, 0
  br i1 %157, label %170, label %158
158:
  %159 = call ptr @gw_c_pthread_self()
  %160 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 16
  %161 = icmp sgt i64 %160, 0
  br i1 %161, label %165, label %170
162:
  %163 = add i64 %166, 1
  %164 = icmp eq i64 %163, %160
  br i1 %164, label %170, label %165
165:
  %166 = phi i64 [ %163, %162 ], [ 0, %158 ]
  %167 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 384), i64 %166
  %168 = load ptr, ptr %167, align 8
  %169 = icmp eq ptr %168, %159
  br i1 %169, label %173, label %162
170:
  call void %0(ptr %1, i64 %153)
  %171 = add i64 %153, 1
  %172 = icmp eq i64 %171, %2
  br i1 %172, label %173, label %152
173:
  ret void
}
define zeroext i1 @gw_threads_are_contended() {
  %1 = alloca %struct.timespec, align 8
  %2 = load atomic i64, ptr @gw_backoff monotonic, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %13, label %4
4:
  %5 = call i32 @gw_c_clock_gettime(i32 6, ptr %1)
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
  %18 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 384), i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = call i32 @gw_c_pthread_join(ptr %19, ptr null)
  %21 = add i64 %17, 1
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %15, label %16
}
declare i32 @gw_c_sched_yield()
declare i32 @gw_c_sem_post(ptr)
declare i32 @gw_c_pthread_join(ptr, ptr)
define i32 @gw_pool_restart(i1 zeroext %0) {
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 256) monotonic, align 64
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 24) monotonic, align 8
  %2 = call i32 @gw_c_sem_init(ptr getelementptr (i8, ptr @pool, i64 320), i32 0, i32 0)
  br i1 %0, label %3, label %9
3:
  %4 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %5 = inttoptr i64 %4 to ptr
  %6 = call ptr @gw_c_pthread_self()
  %7 = icmp eq ptr %6, %5
  br i1 %7, label %9, label %8
8:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 192) monotonic, align 64
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %9
9:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 16
  ret i32 %2
}
declare i32 @gw_c_sem_init(ptr, i32, i32)
define void @gw_avoid_this_processor(ptr readnone %0, i64 %1, ptr readnone %2) {
  ret void
}
define void @gw_judge_threads(i64 %0, i64 %1) {
  %3 = alloca %struct.timespec, align 8
  %4 = icmp ne i64 %0, 0
  %5 = icmp ne i64 %1, 0
  %6 = and i1 %4, %5
  br i1 %6, label %7, label %24
7:
  %8 = call i32 @gw_c_clock_gettime(i32 6, ptr %3)
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
  call void @llvm.x86.sse2.pause()
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
declare void @llvm.x86.sse2.pause()
declare i32 @gw_c_clock_gettime(i32, ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
