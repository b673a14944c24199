%struct.timespec = type { i64, i64 }
%struct.region = type { i64, i64, i64, i64 }
%struct.event = type { ptr, i64, i64, i64, i64 }
@gw_timer_shortest = global i64 0, align 8
@gw_timer_count = global i64 0, align 8
@gw_timer_room = global i64 0, align 8
@gw_timer_memory = global ptr null, align 8
@gw_timer_events = global ptr null, align 8
define i64 @gw_ticks() {
  %1 = alloca %struct.timespec, align 8
  %2 = call i32 @gw_c_clock_gettime(i32 1, ptr %1)
  %3 = load i64, ptr %1, align 8
  %4 = mul i64 %3, 1000000000
  %5 = getelementptr i8, ptr %1, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %4, %6
  ret i64 %7
}
define void @gw_begin_laps(ptr %0, ptr %1) {
  %3 = alloca %struct.timespec, align 8
  %4 = getelementptr i8, ptr %0, i64 8
  store ptr %1, ptr %4, align 8
  %5 = call i32 @gw_c_clock_gettime(i32 1, ptr %3)
  %6 = load i64, ptr %3, align 8
  %7 = mul i64 %6, 1000000000
  %8 = getelementptr i8, ptr %3, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %7, %9
  store i64 %10, ptr %0, align 8
  ret void
}
define void @gw_lap(ptr %0, i64 %1, i64 %2) {
  %4 = alloca %struct.timespec, align 8
  %5 = getelementptr i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr %struct.region, ptr %6, i64 %1
  %8 = call i32 @gw_c_clock_gettime(i32 1, ptr %4)
  %9 = load i64, ptr %4, align 8
  %10 = mul i64 %9, 1000000000
  %11 = getelementptr i8, ptr %4, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %10, %12
  %14 = load i64, ptr %0, align 8
  %15 = sub i64 %13, %14
  %16 = atomicrmw add ptr %7, i64 %2 monotonic, align 8
  %17 = getelementptr i8, ptr %7, i64 8
  %18 = atomicrmw add ptr %17, i64 %15 monotonic, align 8
  %19 = load i64, ptr @gw_timer_shortest, align 8
  %20 = icmp slt i64 %15, %19
  br i1 %20, label %42, label %21
21:
  %22 = load atomic i64, ptr @gw_timer_count seq_cst, align 8
  %23 = load i64, ptr @gw_timer_room, align 8
  %24 = icmp slt i64 %22, %23
  br i1 %24, label %25, label %42
25:
  %26 = atomicrmw add ptr @gw_timer_count, i64 1 monotonic, align 8
  %27 = load ptr, ptr @gw_timer_memory, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %31, label %29
29:
  %30 = load atomic i64, ptr %27 monotonic, align 8
  br label %31
31:
  %32 = phi i64 [ %30, %29 ], [ 0, %25 ]
  %33 = icmp slt i64 %26, %23
  br i1 %33, label %34, label %42
34:
  %35 = load ptr, ptr @gw_timer_events, align 8
  %36 = getelementptr %struct.event, ptr %35, i64 %26
  %37 = call i64 @gw_c_pthread_self()
  store ptr %7, ptr %36, align 8
  %38 = getelementptr i8, ptr %36, i64 8
  store i64 %14, ptr %38, align 8
  %39 = getelementptr i8, ptr %36, i64 16
  store i64 %15, ptr %39, align 8
  %40 = getelementptr i8, ptr %36, i64 24
  store i64 %37, ptr %40, align 8
  %41 = getelementptr i8, ptr %36, i64 32
  store i64 %32, ptr %41, align 8
  br label %42
42:
  store i64 %13, ptr %0, align 8
  ret void
}
declare i64 @gw_c_pthread_self()
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
declare i32 @gw_c_clock_gettime(i32, ptr)
