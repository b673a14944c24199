%struct.anon = type { i64, i64, i64, i64, i64, i64, [16 x i8], i64, ptr, ptr, i64, ptr, i64, i64, [8 x i8], i64, [56 x i8], i64, [56 x i8], i64, [56 x i8], i32, [60 x i8], [64 x ptr] }
%struct.anon.0 = type { i64, i64 }
%struct.timespec = type { i64, i64 }
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
  %6 = call ptr @gw_c_pthread_self()
  %7 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
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
declare i1 @gw_look()
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
  br i1 %13, label %14, label %139
14:
  %15 = call i1 @gw_threads_are_contended()
  br i1 %15, label %141, label %16
16:
  %17 = cmpxchg ptr @pool, i64 0, i64 1 acq_rel monotonic, align 8
  %18 = extractvalue { i64, i1 } %17, 1
  br i1 %18, label %19, label %141
19:
  %20 = load atomic i64, ptr @gw_pool_timed monotonic, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %29, label %22
22:
  %23 = call i32 @gw_c_clock_gettime(i32 6, ptr %9)
  %24 = load i64, ptr %9, align 8
  %25 = mul i64 %24, 1000000000
  %26 = getelementptr i8, ptr %9, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %25, %27
  br label %29
29:
  %30 = phi i64 [ %28, %22 ], [ 0, %19 ]
  %31 = call ptr @gw_c_pthread_self()
  %32 = ptrtoint ptr %31 to i64
  store atomic i64 %32, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %33 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %34 = extractvalue { i64, i1 } %33, 1
  br i1 %34, label %35, label %67
35:
  %36 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %37 = icmp slt i64 %36, %10
  br i1 %37, label %38, label %55
38:
  store i32 -1, ptr %7, align 4
  %39 = call i32 @gw_c_pthread_sigmask(i32 3, ptr %7, ptr %8)
  %40 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %41 = icmp slt i64 %40, %10
  br i1 %41, label %42, label %53
42:
  %43 = phi i64 [ %51, %50 ], [ %40, %38 ]
  %44 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 384), i64 %43
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
  %54 = call i32 @gw_c_pthread_sigmask(i32 3, ptr %8, ptr null)
  br label %55
55:
  %56 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %65, label %58
58:
  %59 = call i32 @gw_c_clock_gettime(i32 6, ptr %6)
  %60 = load i64, ptr %6, align 8
  %61 = mul i64 %60, 1000000000
  %62 = getelementptr i8, ptr %6, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = add i64 %61, %63
  br label %65
65:
  %66 = phi i64 [ %64, %58 ], [ 0, %55 ]
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 8
  br label %67
67:
  %68 = phi i64 [ %66, %65 ], [ 0, %29 ]
  store ptr %0, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  store ptr %1, ptr getelementptr (i8, ptr @pool, i64 80), align 8
  store i64 %2, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  %69 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %70 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %71 = add i64 %2, -1
  %72 = call i64 @llvm.smin.i64(i64 %71, i64 %10)
  br label %73
73:
  %74 = phi i64 [ %75, %85 ], [ %72, %67 ]
  %75 = add i64 %74, -1
  %76 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %77
77:
  %78 = phi i64 [ %76, %73 ], [ %84, %80 ]
  %79 = icmp sgt i64 %78, 0
  br i1 %79, label %80, label %88
80:
  %81 = add i64 %78, -1
  %82 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %78, i64 %81 seq_cst seq_cst, align 64
  %83 = extractvalue { i64, i1 } %82, 1
  %84 = extractvalue { i64, i1 } %82, 0
  br i1 %83, label %85, label %77
85:
  %86 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %87 = icmp sgt i64 %74, 1
  br i1 %87, label %73, label %88
88:
  br label %89
89:
  %90 = call i1 @gw_look()
  br i1 %90, label %91, label %92
91:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %92
92:
  %93 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %94 = icmp slt i64 %93, %2
  br i1 %94, label %95, label %96
95:
  call void %0(ptr %1, i64 %93)
  br label %89
96:
  %97 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %98 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %126, label %100
100:
  %101 = getelementptr i8, ptr %5, i64 8
  br label %102
102:
  %103 = phi i64 [ 0, %100 ], [ %122, %121 ]
  %104 = phi i64 [ 0, %100 ], [ %123, %121 ]
  %105 = icmp ult i64 %104, 1000
  br i1 %105, label %106, label %107
106:
  call void @llvm.aarch64.hint(i32 1)
  br label %121
107:
  %108 = icmp eq i64 %103, 0
  br i1 %108, label %109, label %115
109:
  %110 = call i32 @gw_c_clock_gettime(i32 6, ptr %5)
  %111 = load i64, ptr %5, align 8
  %112 = mul i64 %111, 1000000000
  %113 = load i64, ptr %101, align 8
  %114 = add i64 %112, %113
  br label %115
115:
  %116 = phi i64 [ %103, %107 ], [ %114, %109 ]
  %117 = call i1 @gw_look()
  br i1 %117, label %118, label %119
118:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %119
119:
  %120 = call i32 @gw_c_sched_yield()
  br label %121
121:
  %122 = phi i64 [ %103, %106 ], [ %116, %119 ]
  %123 = add i64 %104, 1
  %124 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %125 = icmp eq i64 %124, 0
  br i1 %125, label %126, label %102
126:
  %127 = phi i64 [ 0, %96 ], [ %122, %121 ]
  call void @gw_judge_threads(i64 %68, i64 %127)
  %128 = icmp eq i64 %30, 0
  br i1 %128, label %138, label %129
129:
  %130 = call i32 @gw_c_clock_gettime(i32 6, ptr %4)
  %131 = load i64, ptr %4, align 8
  %132 = mul i64 %131, 1000000000
  %133 = getelementptr i8, ptr %4, i64 8
  %134 = load i64, ptr %133, align 8
  %135 = sub i64 %134, %30
  %136 = add i64 %135, %132
  %137 = atomicrmw add ptr @gw_pool_shared, i64 %136 monotonic, align 8
  br label %138
138:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %148
139:
  %140 = icmp sgt i64 %2, 0
  br i1 %140, label %141, label %148
141:
  br label %142
142:
  %143 = phi i64 [ %146, %145 ], [ 0, %141 ]
  %144 = call i1 @gw_goes_on()
  br i1 %144, label %145, label %148
145:
  call void %0(ptr %1, i64 %143)
  %146 = add i64 %143, 1
  %147 = icmp eq i64 %146, %2
  br i1 %147, label %148, label %142
148:
  ret void
}
define i1 @gw_threads_are_contended() {
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
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 8
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
  %27 = call i32 @gw_c_clock_gettime(i32 6, ptr %3)
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
  %46 = call i32 @gw_c_clock_gettime(i32 6, ptr %2)
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
