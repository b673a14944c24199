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
  %6 = alloca %struct.__sigset_t, align 8
  %7 = alloca %struct.__sigset_t, align 8
  %8 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %9 = icmp sgt i64 %8, 0
  %10 = icmp sgt i64 %2, 1
  %11 = and i1 %10, %9
  br i1 %11, label %12, label %115
12:
  %13 = call i1 @gw_threads_are_contended()
  br i1 %13, label %117, label %14
14:
  %15 = cmpxchg ptr @pool, i64 0, i64 1 acq_rel monotonic, align 8
  %16 = extractvalue { i64, i1 } %15, 1
  br i1 %16, label %17, label %117
17:
  %18 = call i64 @gw_c_pthread_self()
  store atomic i64 %18, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %19 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %20 = extractvalue { i64, i1 } %19, 1
  br i1 %20, label %21, label %54
21:
  %22 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %23 = icmp slt i64 %22, %8
  br i1 %23, label %24, label %41
24:
  %25 = call i32 @gw_c_sigfillset(ptr %6)
  %26 = call i32 @gw_c_pthread_sigmask(i32 2, ptr %6, ptr %7)
  %27 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %28 = icmp slt i64 %27, %8
  br i1 %28, label %29, label %39
29:
  %30 = phi i64 [ %37, %36 ], [ %27, %24 ]
  %31 = getelementptr i64, ptr getelementptr (i8, ptr @pool, i64 384), i64 %30
  %32 = call i32 @gw_c_pthread_create(ptr %31, ptr null, ptr @thread_main, ptr null)
  %33 = icmp eq i32 %32, 0
  %34 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  br i1 %33, label %36, label %35
35:
  store atomic i64 %34, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  br label %39
36:
  %37 = add i64 %34, 1
  store i64 %37, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 40), align 8
  %38 = icmp slt i64 %37, %8
  br i1 %38, label %29, label %39
39:
  %40 = call i32 @gw_c_pthread_sigmask(i32 2, ptr %7, ptr null)
  br label %41
41:
  %42 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %52, label %44
44:
  %45 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  call void @gw_avoid_this_processor(ptr getelementptr (i8, ptr @pool, i64 384), i64 %45, ptr getelementptr (i8, ptr @pool, i64 40))
  %46 = call i32 @gw_c_clock_gettime(i32 1, ptr %5)
  %47 = load i64, ptr %5, align 8
  %48 = mul i64 %47, 1000000000
  %49 = getelementptr i8, ptr %5, i64 8
  %50 = load i64, ptr %49, align 8
  %51 = add i64 %48, %50
  br label %52
52:
  %53 = phi i64 [ %51, %44 ], [ 0, %41 ]
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 8
  br label %54
54:
  %55 = phi i64 [ %53, %52 ], [ 0, %17 ]
  store ptr %0, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  store ptr %1, ptr getelementptr (i8, ptr @pool, i64 80), align 8
  store i64 %2, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  %56 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %57 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %58 = add i64 %2, -1
  %59 = call i64 @llvm.smin.i64(i64 %58, i64 %8)
  br label %60
60:
  %61 = phi i64 [ %62, %72 ], [ %59, %54 ]
  %62 = add i64 %61, -1
  %63 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %64
64:
  %65 = phi i64 [ %63, %60 ], [ %71, %67 ]
  %66 = icmp sgt i64 %65, 0
  br i1 %66, label %67, label %75
67:
  %68 = add i64 %65, -1
  %69 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %65, i64 %68 seq_cst seq_cst, align 64
  %70 = extractvalue { i64, i1 } %69, 1
  %71 = extractvalue { i64, i1 } %69, 0
  br i1 %70, label %72, label %64
72:
  %73 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %74 = icmp sgt i64 %61, 1
  br i1 %74, label %60, label %75
75:
  br label %76
76:
  %77 = call i1 @gw_look()
  br i1 %77, label %78, label %79
78:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %79
79:
  %80 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %81 = icmp slt i64 %80, %2
  br i1 %81, label %82, label %83
82:
  call void %0(ptr %1, i64 %80)
  br label %76
83:
  %84 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %85 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %86 = icmp eq i64 %85, 0
  br i1 %86, label %113, label %87
87:
  %88 = getelementptr i8, ptr %4, i64 8
  br label %89
89:
  %90 = phi i64 [ 0, %87 ], [ %109, %108 ]
  %91 = phi i64 [ 0, %87 ], [ %110, %108 ]
  %92 = icmp ult i64 %91, 1000
  br i1 %92, label %93, label %94
93:
  call void @llvm.aarch64.hint(i32 1)
  br label %108
94:
  %95 = icmp eq i64 %90, 0
  br i1 %95, label %96, label %102
96:
  %97 = call i32 @gw_c_clock_gettime(i32 1, ptr %4)
  %98 = load i64, ptr %4, align 8
  %99 = mul i64 %98, 1000000000
  %100 = load i64, ptr %88, align 8
  %101 = add i64 %99, %100
  br label %102
102:
  %103 = phi i64 [ %90, %94 ], [ %101, %96 ]
  %104 = call i1 @gw_look()
  br i1 %104, label %105, label %106
105:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %106
106:
  %107 = call i32 @gw_c_sched_yield()
  br label %108
108:
  %109 = phi i64 [ %90, %93 ], [ %103, %106 ]
  %110 = add i64 %91, 1
  %111 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %112 = icmp eq i64 %111, 0
  br i1 %112, label %113, label %89
113:
  %114 = phi i64 [ 0, %83 ], [ %109, %108 ]
  call void @gw_judge_threads(i64 %55, i64 %114)
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %124
115:
  %116 = icmp sgt i64 %2, 0
  br i1 %116, label %117, label %124
117:
  br label %118
118:
  %119 = phi i64 [ %122, %121 ], [ 0, %117 ]
  %120 = call i1 @gw_goes_on()
  br i1 %120, label %121, label %124
121:
  call void %0(ptr %1, i64 %119)
  %122 = add i64 %119, 1
  %123 = icmp eq i64 %122, %2
  br i1 %123, label %124, label %118
124:
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
  %18 = load ptr, ptr getelementptr (i8, ptr @pool, i64 80), align 8
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
