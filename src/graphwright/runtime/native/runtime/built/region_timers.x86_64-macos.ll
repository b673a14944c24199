%struct.region = type { i64, i64, i64, i64 }
%struct.event = type { ptr, i64, i64, i64, i64 }
@gw_timer_shortest = global i64 0, align 8
@gw_timer_count = global i64 0, align 8
@gw_timer_room = global i64 0, align 8
@gw_timer_memory = global ptr null, align 8
@gw_timer_events = global ptr null, align 8
define i64 @gw_ticks() {
  %1 = call i64 @llvm.x86.rdtsc()
  ret i64 %1
}
declare i64 @llvm.x86.rdtsc()
define void @gw_begin_laps(ptr %0, ptr %1) {
  %3 = getelementptr i8, ptr %0, i64 8
  store ptr %1, ptr %3, align 8
  %4 = call i64 @llvm.x86.rdtsc()
  store i64 %4, ptr %0, align 8
  ret void
}
define void @gw_lap(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr i8, ptr %0, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr %struct.region, ptr %5, i64 %1
  %7 = call i64 @llvm.x86.rdtsc()
  %8 = load i64, ptr %0, align 8
  %9 = sub i64 %7, %8
  %10 = atomicrmw add ptr %6, i64 %2 monotonic, align 8
  %11 = getelementptr i8, ptr %6, i64 8
  %12 = atomicrmw add ptr %11, i64 %9 monotonic, align 8
  %13 = load i64, ptr @gw_timer_shortest, align 8
  %14 = icmp slt i64 %9, %13
  br i1 %14, label %37, label %15
15:
  %16 = load atomic i64, ptr @gw_timer_count seq_cst, align 8
  %17 = load i64, ptr @gw_timer_room, align 8
  %18 = icmp slt i64 %16, %17
  br i1 %18, label %19, label %37
19:
  %20 = atomicrmw add ptr @gw_timer_count, i64 1 monotonic, align 8
  %21 = load ptr, ptr @gw_timer_memory, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %25, label %23
23:
  %24 = load atomic i64, ptr %21 monotonic, align 8
  br label %25
25:
  %26 = phi i64 [ %24, %23 ], [ 0, %19 ]
  %27 = icmp slt i64 %20, %17
  br i1 %27, label %28, label %37
28:
  %29 = load ptr, ptr @gw_timer_events, align 8
  %30 = getelementptr %struct.event, ptr %29, i64 %20
  %31 = call ptr @gw_c_pthread_self()
  %32 = ptrtoint ptr %31 to i64
  store ptr %6, ptr %30, align 8
  %33 = getelementptr i8, ptr %30, i64 8
  store i64 %8, ptr %33, align 8
  %34 = getelementptr i8, ptr %30, i64 16
  store i64 %9, ptr %34, align 8
  %35 = getelementptr i8, ptr %30, i64 24
  store i64 %32, ptr %35, align 8
  %36 = getelementptr i8, ptr %30, i64 32
  store i64 %26, ptr %36, align 8
  br label %37
37:
  store i64 %7, ptr %0, align 8
  ret void
}
declare ptr @gw_c_pthread_self()
define void @gw_count_work(ptr %0, i64 %1, i64 %2, i64 %3) {
  %5 = getelementptr i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr %struct.region, ptr %6, i64 %1
  %8 = getelementptr i8, ptr %7, i64 16
  %9 = atomicrmw add ptr %8, i64 %2 monotonic, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr %struct.region, ptr %10, i64 %1
  %12 = getelementptr i8, ptr %11, i64 24
  %13 = atomicrmw add ptr %12, i64 %3 monotonic, align 8
  ret void
}
