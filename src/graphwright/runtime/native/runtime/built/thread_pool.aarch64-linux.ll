%struct.anon = type { i64, i64, i64, i64, i64, i64, [16 x i8], i64, ptr, ptr, i64, i64, i64, i64, [8 x i8], i64, [56 x i8], i64, [56 x i8], i64, [56 x i8], %union.sem_t, [32 x i8], [64 x i64] }
%union.sem_t = type { i64, [24 x i8] }
%struct.anon.0 = type { i64, i64 }
%struct.timespec = type { i64, i64 }
%struct.__sigset_t = type { [16 x i64] }
@pool = internal global %struct.anon zeroinitializer, align 64
@gw_backoff = global %struct.anon.0 zeroinitializer, align 8
@gw_pool_timed = global i64 0, align 8
@gw_pool_shared = global i64 0, align 8
@gw_pool_busy = global [64 x i64] zeroinitializer, align 8
define i1 @gw_goes_on() {
  %1 = call i1 @gw_look()
  br i1 %1, label %17, label %2
2:
  %3 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %17, label %5
5:
  %6 = call i64 @gw_c_pthread_self()
  %7 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
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
  %7 = alloca %struct.__sigset_t, align 8
  %8 = alloca %struct.__sigset_t, align 8
  %9 = alloca %struct.timespec, align 8
  %10 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %11 = icmp sgt i64 %10, 0
  %12 = icmp sgt i64 %2, 1
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %140
14:
  %15 = call i1 @gw_threads_are_contended()
  br i1 %15, label %142, label %16
16:
  %17 = cmpxchg ptr @pool, i64 0, i64 1 acq_rel monotonic, align 8
  %18 = extractvalue { i64, i1 } %17, 1
  br i1 %18, label %19, label %142
19:
  %20 = load atomic i64, ptr @gw_pool_timed monotonic, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %29, label %22
22:
  %23 = call i32 @gw_c_clock_gettime(i32 1, ptr %9)
  %24 = load i64, ptr %9, align 8
  %25 = mul i64 %24, 1000000000
  %26 = getelementptr i8, ptr %9, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %25, %27
  br label %29
29:
  %30 = phi i64 [ %28, %22 ], [ 0, %19 ]
  %31 = call i64 @gw_c_pthread_self()
  store atomic i64 %31, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %32 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %33 = extractvalue { i64, i1 } %32, 1
  br i1 %33, label %34, label %68
34:
  %35 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %36 = icmp slt i64 %35, %10
  br i1 %36, label %37, label %55
37:
  %38 = call i32 @gw_c_sigfillset(ptr %7)
  %39 = call i32 @gw_c_pthread_sigmask(i32 2, ptr %7, ptr %8)
  %40 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %41 = icmp slt i64 %40, %10
  br i1 %41, label %42, label %53
42:
  %43 = phi i64 [ %51, %50 ], [ %40, %37 ]
  %44 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %43
  %45 = inttoptr i64 %43 to ptr
  %46 = call i32 @gw_c_pthread_create(ptr %44, ptr null, ptr @thread_main, ptr %45)
  %47 = icmp eq i32 %46, 0
  %48 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  br i1 %47, label %50, label %49
49:
  store atomic i64 %48, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  br label %53
50:
  %51 = add i64 %48, 1
  store i64 %51, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 40), align 8
  %52 = icmp slt i64 %51, %10
  br i1 %52, label %42, label %53
53:
  %54 = call i32 @gw_c_pthread_sigmask(i32 2, ptr %8, ptr null)
  br label %55
55:
  %56 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %66, label %58
58:
  %59 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  call void @gw_avoid_this_processor(ptr getelementptr (i8, ptr @pool, i64 384), i64 %59, ptr getelementptr (i8, ptr @pool, i64 40))
  %60 = call i32 @gw_c_clock_gettime(i32 1, ptr %6)
  %61 = load i64, ptr %6, align 8
  %62 = mul i64 %61, 1000000000
  %63 = getelementptr i8, ptr %6, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %62, %64
  br label %66
66:
  %67 = phi i64 [ %65, %58 ], [ 0, %55 ]
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 8
  br label %68
68:
  %69 = phi i64 [ %67, %66 ], [ 0, %29 ]
  store ptr %0, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  store ptr %1, ptr getelementptr (i8, ptr @pool, i64 80), align 8
  store i64 %2, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  %70 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %71 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %72 = add i64 %2, -1
  %73 = call i64 @llvm.smin.i64(i64 %72, i64 %10)
  br label %74
74:
  %75 = phi i64 [ %76, %86 ], [ %73, %68 ]
  %76 = add i64 %75, -1
  %77 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %78
78:
  %79 = phi i64 [ %77, %74 ], [ %85, %81 ]
  %80 = icmp sgt i64 %79, 0
  br i1 %80, label %81, label %89
81:
  %82 = add i64 %79, -1
  %83 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %79, i64 %82 seq_cst seq_cst, align 64
  %84 = extractvalue { i64, i1 } %83, 1
  %85 = extractvalue { i64, i1 } %83, 0
  br i1 %84, label %86, label %78
86:
  %87 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %88 = icmp sgt i64 %75, 1
  br i1 %88, label %74, label %89
89:
  br label %90
90:
  %91 = call i1 @gw_look()
  br i1 %91, label %92, label %93
92:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %93
93:
  %94 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %95 = icmp slt i64 %94, %2
  br i1 %95, label %96, label %97
96:
  call void %0(ptr %1, i64 %94)
  br label %90
97:
  %98 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %99 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %127, label %101
101:
  %102 = getelementptr i8, ptr %5, i64 8
  br label %103
103:
  %104 = phi i64 [ 0, %101 ], [ %123, %122 ]
  %105 = phi i64 [ 0, %101 ], [ %124, %122 ]
  %106 = icmp ult i64 %105, 1000
  br i1 %106, label %107, label %108
107:
  call void @llvm.aarch64.hint(i32 1)
  br label %122
108:
  %109 = icmp eq i64 %104, 0
  br i1 %109, label %110, label %116
110:
  %111 = call i32 @gw_c_clock_gettime(i32 1, ptr %5)
  %112 = load i64, ptr %5, align 8
  %113 = mul i64 %112, 1000000000
  %114 = load i64, ptr %102, align 8
  %115 = add i64 %113, %114
  br label %116
116:
  %117 = phi i64 [ %104, %108 ], [ %115, %110 ]
  %118 = call i1 @gw_look()
  br i1 %118, label %119, label %120
119:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %120
120:
  %121 = call i32 @gw_c_sched_yield()
  br label %122
122:
  %123 = phi i64 [ %104, %107 ], [ %117, %120 ]
  %124 = add i64 %105, 1
  %125 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %127, label %103
127:
  %128 = phi i64 [ 0, %97 ], [ %123, %122 ]
  call void @gw_judge_threads(i64 %69, i64 %128)
  %129 = icmp eq i64 %30, 0
  br i1 %129, label %139, label %130
130:
  %131 = call i32 @gw_c_clock_gettime(i32 1, ptr %4)
  %132 = load i64, ptr %4, align 8
  %133 = mul i64 %132, 1000000000
  %134 = getelementptr i8, ptr %4, i64 8
  %135 = load i64, ptr %134, align 8
  %136 = sub i64 %135, %30
  %137 = add i64 %136, %133
  %138 = atomicrmw add ptr @gw_pool_shared, i64 %137 monotonic, align 8
  br label %139
139:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %149
140:
  %141 = icmp sgt i64 %2, 0
  br i1 %141, label %142, label %149
142:
  br label %143
143:
  %144 = phi i64 [ %147, %146 ], [ 0, %142 ]
  %145 = call i1 @gw_goes_on()
  br i1 %145, label %146, label %149
146:
  call void %0(ptr %1, i64 %144)
  %147 = add i64 %144, 1
  %148 = icmp eq i64 %147, %2
  br i1 %148, label %149, label %143
149:
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
  %8 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
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
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 16), align 8
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
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 8
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
define internal ptr @thread_main(ptr %0) {
  %2 = alloca %struct.timespec, align 8
  %3 = alloca %struct.timespec, align 8
  %4 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 24) acquire, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %80
6:
  %7 = ptrtoint ptr %0 to i64
  %8 = getelementptr i8, ptr %3, i64 8
  %9 = getelementptr i64, ptr @gw_pool_busy, i64 %7
  %10 = getelementptr i8, ptr %2, i64 8
  br label %11
11:
  %12 = phi i64 [ -1, %6 ], [ %77, %75 ]
  %13 = phi i64 [ 0, %6 ], [ %76, %75 ]
  %14 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 64) acquire, align 64
  %15 = icmp eq i64 %14, %12
  br i1 %15, label %55, label %16
16:
  %17 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 1 seq_cst, align 64
  %18 = icmp ugt i64 %17, 4294967295
  br i1 %18, label %19, label %53
19:
  %20 = and i64 %17, 4294967295
  %21 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %22 = icmp slt i64 %20, %21
  br i1 %22, label %23, label %53
23:
  %24 = load atomic i64, ptr @gw_pool_timed monotonic, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %32, label %26
26:
  %27 = call i32 @gw_c_clock_gettime(i32 1, ptr %3)
  %28 = load i64, ptr %3, align 8
  %29 = mul i64 %28, 1000000000
  %30 = load i64, ptr %8, align 8
  %31 = add i64 %29, %30
  br label %32
32:
  %33 = phi i64 [ %31, %26 ], [ 0, %23 ]
  %34 = load ptr, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  %35 = load ptr, ptr getelementptr (i8, ptr @pool, i64 80), align 8
  %36 = load i64, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  %37 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %38 = icmp slt i64 %37, %36
  br i1 %38, label %39, label %43
39:
  %40 = phi i64 [ %41, %39 ], [ %37, %32 ]
  call void %34(ptr %35, i64 %40)
  %41 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %42 = icmp slt i64 %41, %36
  br i1 %42, label %39, label %43
43:
  %44 = icmp eq i64 %33, 0
  br i1 %44, label %53, label %45
45:
  %46 = call i32 @gw_c_clock_gettime(i32 1, ptr %2)
  %47 = load i64, ptr %2, align 8
  %48 = mul i64 %47, 1000000000
  %49 = load i64, ptr %10, align 8
  %50 = sub i64 %49, %33
  %51 = add i64 %50, %48
  %52 = atomicrmw add ptr %9, i64 %51 monotonic, align 8
  br label %53
53:
  %54 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 1 seq_cst, align 64
  br label %75
55:
  %56 = icmp sgt i64 %13, 1999
  br i1 %56, label %57, label %73
57:
  %58 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 256), i64 1 seq_cst, align 64
  %59 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 64) seq_cst, align 64
  %60 = icmp eq i64 %59, %12
  br i1 %60, label %71, label %61
61:
  %62 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %63
63:
  %64 = phi i64 [ %62, %61 ], [ %70, %66 ]
  %65 = icmp sgt i64 %64, 0
  br i1 %65, label %66, label %71
66:
  %67 = add i64 %64, -1
  %68 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %64, i64 %67 seq_cst seq_cst, align 64
  %69 = extractvalue { i64, i1 } %68, 1
  %70 = extractvalue { i64, i1 } %68, 0
  br i1 %69, label %75, label %63
71:
  %72 = call i32 @gw_c_sem_wait(ptr getelementptr (i8, ptr @pool, i64 320))
  br label %75
73:
  %74 = add i64 %13, 1
  call void @llvm.aarch64.hint(i32 1)
  br label %75
75:
  %76 = phi i64 [ 0, %53 ], [ %74, %73 ], [ 0, %71 ], [ 0, %66 ]
  %77 = phi i64 [ %14, %53 ], [ %12, %73 ], [ %12, %71 ], [ %12, %66 ]
  %78 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 24) acquire, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %11, label %80
80:
  ret ptr null
}
declare i32 @gw_c_sem_wait(ptr)
declare void @llvm.aarch64.hint(i32)
declare i32 @gw_c_clock_gettime(i32, ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
