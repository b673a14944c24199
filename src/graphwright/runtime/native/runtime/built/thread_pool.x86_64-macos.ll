%struct.anon = type { i64, i64, i64, i64, i64, i64, [16 x i8], i64, ptr, ptr, i64, ptr, i64, i64, [8 x i8], i64, [56 x i8], i64, [56 x i8], i64, [56 x i8], i32, [60 x i8], [64 x ptr] }
%struct.anon.0 = type { i64, i64 }
%struct.timespec = type { i64, i64 }
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
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %9 = icmp sgt i64 %8, 0
  %10 = icmp sgt i64 %2, 1
  %11 = and i1 %10, %9
  br i1 %11, label %12, label %114
12:
  %13 = call i1 @gw_threads_are_contended()
  br i1 %13, label %116, label %14
14:
  %15 = cmpxchg ptr @pool, i64 0, i64 1 acq_rel monotonic, align 8
  %16 = extractvalue { i64, i1 } %15, 1
  br i1 %16, label %17, label %116
17:
  %18 = call ptr @gw_c_pthread_self()
  %19 = ptrtoint ptr %18 to i64
  store atomic i64 %19, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %20 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 112), i64 0, i64 1 acq_rel monotonic, align 8
  %21 = extractvalue { i64, i1 } %20, 1
  br i1 %21, label %22, label %53
22:
  %23 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %24 = icmp slt i64 %23, %8
  br i1 %24, label %25, label %41
25:
  store i32 -1, ptr %6, align 4
  %26 = call i32 @gw_c_pthread_sigmask(i32 3, ptr %6, ptr %7)
  %27 = load i64, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  %28 = icmp slt i64 %27, %8
  br i1 %28, label %29, label %39
29:
  %30 = phi i64 [ %37, %36 ], [ %27, %25 ]
  %31 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 384), i64 %30
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
  %40 = call i32 @gw_c_pthread_sigmask(i32 3, ptr %7, ptr null)
  br label %41
41:
  %42 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 32) monotonic, align 32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %51, label %44
44:
  %45 = call i32 @gw_c_clock_gettime(i32 6, ptr %5)
  %46 = load i64, ptr %5, align 8
  %47 = mul i64 %46, 1000000000
  %48 = getelementptr i8, ptr %5, i64 8
  %49 = load i64, ptr %48, align 8
  %50 = add i64 %47, %49
  br label %51
51:
  %52 = phi i64 [ %50, %44 ], [ 0, %41 ]
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 112) release, align 8
  br label %53
53:
  %54 = phi i64 [ %52, %51 ], [ 0, %17 ]
  store ptr %0, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  store ptr %1, ptr getelementptr (i8, ptr @pool, i64 80), align 8
  store i64 %2, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  %55 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %56 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %57 = add i64 %2, -1
  %58 = call i64 @llvm.smin.i64(i64 %57, i64 %8)
  br label %59
59:
  %60 = phi i64 [ %61, %71 ], [ %58, %53 ]
  %61 = add i64 %60, -1
  %62 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 256) seq_cst, align 64
  br label %63
63:
  %64 = phi i64 [ %62, %59 ], [ %70, %66 ]
  %65 = icmp sgt i64 %64, 0
  br i1 %65, label %66, label %74
66:
  %67 = add i64 %64, -1
  %68 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 256), i64 %64, i64 %67 seq_cst seq_cst, align 64
  %69 = extractvalue { i64, i1 } %68, 1
  %70 = extractvalue { i64, i1 } %68, 0
  br i1 %69, label %71, label %63
71:
  %72 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 320))
  %73 = icmp sgt i64 %60, 1
  br i1 %73, label %59, label %74
74:
  br label %75
75:
  %76 = call i1 @gw_look()
  br i1 %76, label %77, label %78
77:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %78
78:
  %79 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 acq_rel, align 64
  %80 = icmp slt i64 %79, %2
  br i1 %80, label %81, label %82
81:
  call void %0(ptr %1, i64 %79)
  br label %75
82:
  %83 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 192), i64 4294967296 seq_cst, align 64
  %84 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %85 = icmp eq i64 %84, 0
  br i1 %85, label %112, label %86
86:
  %87 = getelementptr i8, ptr %4, i64 8
  br label %88
88:
  %89 = phi i64 [ 0, %86 ], [ %108, %107 ]
  %90 = phi i64 [ 0, %86 ], [ %109, %107 ]
  %91 = icmp ult i64 %90, 1000
  br i1 %91, label %92, label %93
92:
  call void @llvm.x86.sse2.pause()
  br label %107
93:
  %94 = icmp eq i64 %89, 0
  br i1 %94, label %95, label %101
95:
  %96 = call i32 @gw_c_clock_gettime(i32 6, ptr %4)
  %97 = load i64, ptr %4, align 8
  %98 = mul i64 %97, 1000000000
  %99 = load i64, ptr %87, align 8
  %100 = add i64 %98, %99
  br label %101
101:
  %102 = phi i64 [ %89, %93 ], [ %100, %95 ]
  %103 = call i1 @gw_look()
  br i1 %103, label %104, label %105
104:
  store atomic i64 4611686018427387904, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %105
105:
  %106 = call i32 @gw_c_sched_yield()
  br label %107
107:
  %108 = phi i64 [ %89, %92 ], [ %102, %105 ]
  %109 = add i64 %90, 1
  %110 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) acquire, align 64
  %111 = icmp eq i64 %110, 0
  br i1 %111, label %112, label %88
112:
  %113 = phi i64 [ 0, %82 ], [ %108, %107 ]
  call void @gw_judge_threads(i64 %54, i64 %113)
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  store atomic i64 0, ptr @pool release, align 64
  br label %123
114:
  %115 = icmp sgt i64 %2, 0
  br i1 %115, label %116, label %123
116:
  br label %117
117:
  %118 = phi i64 [ %121, %120 ], [ 0, %116 ]
  %119 = call i1 @gw_goes_on()
  br i1 %119, label %120, label %123
120:
  call void %0(ptr %1, i64 %118)
  %121 = add i64 %118, 1
  %122 = icmp eq i64 %121, %2
  br i1 %122, label %123, label %117
123:
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
