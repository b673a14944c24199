%struct.anon = type { i64, i64, i64, i64, i64, i64, [16 x i8], i64, ptr, ptr, i64, ptr, i64, i64, [8 x i8], i64, [56 x i8], i64, [56 x i8], i32, [60 x i8], [64 x ptr], [65 x %struct.share] }
%struct.share = type { i64, i64, [48 x i8] }
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
  %11 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 320), i64 %10
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
  %44 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 320), i64 %43
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
  %69 = add i64 %10, 1
  %70 = call i64 @llvm.umin.i64(i64 %2, i64 %69)
  store i64 %70, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  br label %71
71:
  %72 = phi i64 [ 0, %67 ], [ %77, %71 ]
  %73 = phi i64 [ 0, %67 ], [ %75, %71 ]
  %74 = getelementptr %struct.share, ptr getelementptr (i8, ptr @pool, i64 832), i64 %73
  store atomic i64 %72, ptr %74 monotonic, align 64
  %75 = add i64 %73, 1
  %76 = mul i64 %75, %2
  %77 = udiv i64 %76, %70
  %78 = getelementptr i8, ptr %74, i64 8
  store i64 %77, ptr %78, align 8
  %79 = icmp eq i64 %75, %70
  br i1 %79, label %80, label %71
80:
  %81 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 4294967296 seq_cst, align 64
  %82 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 64), i64 1 seq_cst, align 64
  %83 = add i64 %2, -1
  %84 = call i64 @llvm.smin.i64(i64 %83, i64 %10)
  br label %85
85:
  %86 = phi i64 [ %87, %97 ], [ %84, %80 ]
  %87 = add i64 %86, -1
  %88 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) seq_cst, align 64
  br label %89
89:
  %90 = phi i64 [ %88, %85 ], [ %96, %92 ]
  %91 = icmp sgt i64 %90, 0
  br i1 %91, label %92, label %100
92:
  %93 = add i64 %90, -1
  %94 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 192), i64 %90, i64 %93 seq_cst seq_cst, align 64
  %95 = extractvalue { i64, i1 } %94, 1
  %96 = extractvalue { i64, i1 } %94, 0
  br i1 %95, label %97, label %89
97:
  %98 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 256))
  %99 = icmp sgt i64 %86, 1
  br i1 %99, label %85, label %100
100:
  call fastcc void @take_chunks(ptr %0, ptr %1, i64 0)
  %101 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 128), i64 4294967296 seq_cst, align 64
  %102 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 128) acquire, align 64
  %103 = icmp eq i64 %102, 0
  br i1 %103, label %127, label %104
104:
  %105 = getelementptr i8, ptr %5, i64 8
  br label %106
106:
  %107 = phi i64 [ 0, %104 ], [ %123, %122 ]
  %108 = phi i64 [ 0, %104 ], [ %124, %122 ]
  %109 = icmp ult i64 %108, 1000
  br i1 %109, label %110, label %111
110:
  call void @llvm.x86.sse2.pause()
  br label %122
111:
  %112 = icmp eq i64 %107, 0
  br i1 %112, label %113, label %119
113:
  %114 = call i32 @gw_c_clock_gettime(i32 6, ptr %5)
  %115 = load i64, ptr %5, align 8
  %116 = mul i64 %115, 1000000000
  %117 = load i64, ptr %105, align 8
  %118 = add i64 %116, %117
  br label %119
119:
  %120 = phi i64 [ %107, %111 ], [ %118, %113 ]
  call fastcc void @cancel_if_interrupted()
  %121 = call i32 @gw_c_sched_yield()
  br label %122
122:
  %123 = phi i64 [ %107, %110 ], [ %120, %119 ]
  %124 = add i64 %108, 1
  %125 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 128) acquire, align 64
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %127, label %106
127:
  %128 = phi i64 [ 0, %100 ], [ %123, %122 ]
  call void @gw_judge_threads(i64 %68, i64 %128)
  %129 = icmp eq i64 %30, 0
  br i1 %129, label %139, label %130
130:
  %131 = call i32 @gw_c_clock_gettime(i32 6, ptr %4)
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
define i64 @gw_sharers() {
  %1 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %2 = add i64 %1, 1
  ret i64 %2
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
  %12 = call i32 @gw_c_sem_post(ptr getelementptr (i8, ptr @pool, i64 256))
  %13 = add i64 %11, 1
  %14 = icmp eq i64 %13, %8
  br i1 %14, label %16, label %10
15:
  store i64 0, ptr getelementptr (i8, ptr @pool, i64 16), align 8
  ret void
16:
  %17 = phi i64 [ %21, %16 ], [ 0, %10 ]
  %18 = getelementptr ptr, ptr getelementptr (i8, ptr @pool, i64 320), i64 %17
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
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 192) monotonic, align 64
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 24) monotonic, align 8
  %2 = call i32 @gw_c_sem_init(ptr getelementptr (i8, ptr @pool, i64 256), i32 0, i32 0)
  br i1 %0, label %3, label %9
3:
  %4 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 96) monotonic, align 32
  %5 = inttoptr i64 %4 to ptr
  %6 = call ptr @gw_c_pthread_self()
  %7 = icmp eq ptr %6, %5
  br i1 %7, label %9, label %8
8:
  store atomic i64 0, ptr getelementptr (i8, ptr @pool, i64 128) monotonic, align 64
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
define internal fastcc void @take_chunks(ptr %0, ptr %1, i64 %2) {
  %4 = load i64, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %6, label %8
6:
  %7 = icmp eq i64 %2, 0
  br label %9
8:
  ret void
9:
  %10 = phi i64 [ %4, %6 ], [ %25, %23 ]
  %11 = phi i64 [ 0, %6 ], [ %24, %23 ]
  %12 = add i64 %11, %2
  %13 = srem i64 %12, %10
  %14 = getelementptr %struct.share, ptr getelementptr (i8, ptr @pool, i64 832), i64 %13
  %15 = getelementptr i8, ptr %14, i64 8
  br label %16
16:
  br i1 %7, label %17, label %18
17:
  call fastcc void @cancel_if_interrupted()
  br label %18
18:
  %19 = atomicrmw add ptr %14, i64 1 acq_rel, align 8
  %20 = load i64, ptr %15, align 8
  %21 = icmp slt i64 %19, %20
  br i1 %21, label %22, label %23
22:
  call void %0(ptr %1, i64 %19)
  br label %16
23:
  %24 = add i64 %11, 1
  %25 = load i64, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  %26 = icmp slt i64 %24, %25
  br i1 %26, label %9, label %8
}
declare i32 @gw_c_pthread_sigmask(i32, ptr, ptr)
declare i32 @gw_c_pthread_create(ptr, ptr, ptr, ptr)
define internal ptr @thread_main(ptr %0) {
  %2 = alloca %struct.timespec, align 8
  %3 = alloca %struct.timespec, align 8
  %4 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 24) acquire, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %73
6:
  %7 = ptrtoint ptr %0 to i64
  %8 = getelementptr i8, ptr %3, i64 8
  %9 = add i64 %7, 1
  %10 = getelementptr i64, ptr @gw_pool_busy, i64 %7
  %11 = getelementptr i8, ptr %2, i64 8
  br label %12
12:
  %13 = phi i64 [ -1, %6 ], [ %70, %68 ]
  %14 = phi i64 [ 0, %6 ], [ %69, %68 ]
  %15 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 64) acquire, align 64
  %16 = icmp eq i64 %15, %13
  br i1 %16, label %48, label %17
17:
  %18 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 128), i64 1 seq_cst, align 64
  %19 = icmp ugt i64 %18, 4294967295
  br i1 %19, label %20, label %46
20:
  %21 = and i64 %18, 4294967295
  %22 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 8) monotonic, align 8
  %23 = icmp slt i64 %21, %22
  br i1 %23, label %24, label %46
24:
  %25 = load atomic i64, ptr @gw_pool_timed monotonic, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %33, label %27
27:
  %28 = call i32 @gw_c_clock_gettime(i32 6, ptr %3)
  %29 = load i64, ptr %3, align 8
  %30 = mul i64 %29, 1000000000
  %31 = load i64, ptr %8, align 8
  %32 = add i64 %30, %31
  br label %33
33:
  %34 = phi i64 [ %32, %27 ], [ 0, %24 ]
  %35 = load ptr, ptr getelementptr (i8, ptr @pool, i64 72), align 8
  %36 = load ptr, ptr getelementptr (i8, ptr @pool, i64 80), align 8
  call fastcc void @take_chunks(ptr %35, ptr %36, i64 %9)
  %37 = icmp eq i64 %34, 0
  br i1 %37, label %46, label %38
38:
  %39 = call i32 @gw_c_clock_gettime(i32 6, ptr %2)
  %40 = load i64, ptr %2, align 8
  %41 = mul i64 %40, 1000000000
  %42 = load i64, ptr %11, align 8
  %43 = sub i64 %42, %34
  %44 = add i64 %43, %41
  %45 = atomicrmw add ptr %10, i64 %44 monotonic, align 8
  br label %46
46:
  %47 = atomicrmw sub ptr getelementptr (i8, ptr @pool, i64 128), i64 1 seq_cst, align 64
  br label %68
48:
  %49 = icmp sgt i64 %14, 1999
  br i1 %49, label %50, label %66
50:
  %51 = atomicrmw add ptr getelementptr (i8, ptr @pool, i64 192), i64 1 seq_cst, align 64
  %52 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 64) seq_cst, align 64
  %53 = icmp eq i64 %52, %13
  br i1 %53, label %64, label %54
54:
  %55 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 192) seq_cst, align 64
  br label %56
56:
  %57 = phi i64 [ %55, %54 ], [ %63, %59 ]
  %58 = icmp sgt i64 %57, 0
  br i1 %58, label %59, label %64
59:
  %60 = add i64 %57, -1
  %61 = cmpxchg ptr getelementptr (i8, ptr @pool, i64 192), i64 %57, i64 %60 seq_cst seq_cst, align 64
  %62 = extractvalue { i64, i1 } %61, 1
  %63 = extractvalue { i64, i1 } %61, 0
  br i1 %62, label %68, label %56
64:
  %65 = call i32 @gw_c_sem_wait(ptr getelementptr (i8, ptr @pool, i64 256))
  br label %68
66:
  %67 = add i64 %14, 1
  call void @llvm.x86.sse2.pause()
  br label %68
68:
  %69 = phi i64 [ 0, %46 ], [ %67, %66 ], [ 0, %64 ], [ 0, %59 ]
  %70 = phi i64 [ %15, %46 ], [ %13, %66 ], [ %13, %64 ], [ %13, %59 ]
  %71 = load atomic i64, ptr getelementptr (i8, ptr @pool, i64 24) acquire, align 8
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %12, label %73
73:
  ret ptr null
}
declare i32 @gw_c_sem_wait(ptr)
declare void @llvm.x86.sse2.pause()
define internal fastcc void @cancel_if_interrupted() {
  %1 = call i1 @gw_look()
  br i1 %1, label %2, label %11
2:
  %3 = load i64, ptr getelementptr (i8, ptr @pool, i64 88), align 8
  %4 = icmp sgt i64 %3, 0
  br i1 %4, label %6, label %5
5:
  store atomic i64 1, ptr getelementptr (i8, ptr @pool, i64 104) monotonic, align 8
  br label %11
6:
  %7 = phi i64 [ %9, %6 ], [ 0, %2 ]
  %8 = getelementptr %struct.share, ptr getelementptr (i8, ptr @pool, i64 832), i64 %7
  store atomic i64 4611686018427387904, ptr %8 monotonic, align 64
  %9 = add i64 %7, 1
  %10 = icmp slt i64 %9, %3
  br i1 %10, label %6, label %5
11:
  ret void
}
declare i32 @gw_c_clock_gettime(i32, ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
