%struct.anon = type { i64, i64, i64, [32 x %struct.free_block] }
%struct.free_block = type { ptr, i64, i64 }
@gw_blocks_limit = global i64 0, align 8
@gw_blocks_in_use = global i64 0, align 8
@gw_number_large_block = external global [0 x i8], align 1
@gw_blocks_free = global i64 0, align 8
@gw_blocks_requested = global i64 0, align 8
@gw_blocks_reused = global i64 0, align 8
@blocks = internal global %struct.anon zeroinitializer, align 8
define void @gw_blocks_trim() {
  %1 = load i64, ptr @gw_blocks_limit, align 8
  %2 = atomicrmw xchg ptr @blocks, i64 1 acquire, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %4, label %6
4:
  %5 = call fastcc ptr @make_room(i64 %1, i64 32)
  store atomic i64 0, ptr @blocks release, align 8
  br label %6
6:
  ret void
}
define ptr @gw_block_take(i64 %0) {
  %2 = call i64 @llvm.smax.i64(i64 %0, i64 64)
  %3 = add i64 %2, -1
  %4 = call i64 @llvm.ctlz.i64(i64 %3, i1 false)
  %5 = sub i64 60, %4
  %6 = shl i64 1, %5
  %7 = add i64 %6, %3
  %8 = sub i64 0, %6
  %9 = and i64 %7, %8
  %10 = call fastcc ptr @reused(i64 %9)
  %11 = icmp eq ptr %10, null
  br i1 %11, label %12, label %36
12:
  %13 = call align 64 ptr @gw_c_aligned_alloc(i64 64, i64 %9)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %20
15:
  %16 = atomicrmw xchg ptr @blocks, i64 1 acquire, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %31
18:
  %19 = call fastcc ptr @make_room(i64 0, i64 32)
  store atomic i64 0, ptr @blocks release, align 8
  br label %31
20:
  %21 = icmp sgt i64 %9, 4194303
  br i1 %21, label %22, label %36
22:
  %23 = ptrtoint ptr %13 to i64
  %24 = add i64 %23, 4095
  %25 = and i64 %24, -4096
  %26 = add i64 %9, %23
  %27 = and i64 %26, -4096
  %28 = inttoptr i64 %25 to ptr
  %29 = sub i64 %27, %25
  %30 = call i32 @gw_c_madvise(ptr %28, i64 %29, i32 14)
  br label %36
31:
  %32 = call align 64 ptr @gw_c_aligned_alloc(i64 64, i64 %9)
  %33 = icmp eq ptr %32, null
  br i1 %33, label %34, label %36
34:
  %35 = atomicrmw sub ptr @gw_blocks_in_use, i64 %9 monotonic, align 8
  br label %36
36:
  %37 = phi ptr [ null, %34 ], [ %32, %31 ], [ %13, %20 ], [ %13, %22 ], [ %10, %1 ]
  ret ptr %37
}
define internal fastcc ptr @reused(i64 %0) {
  %2 = atomicrmw add ptr @gw_blocks_in_use, i64 %0 monotonic, align 8
  %3 = atomicrmw xchg ptr @blocks, i64 1 acquire, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %47
5:
  %6 = add i64 %2, %0
  %7 = load i64, ptr getelementptr (i8, ptr @blocks, i64 16), align 8
  %8 = call i64 @llvm.smax.i64(i64 %7, i64 %6)
  store i64 %8, ptr getelementptr (i8, ptr @blocks, i64 16), align 8
  br label %13
9:
  %10 = load i64, ptr @gw_blocks_requested, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr @gw_blocks_requested, align 8
  %12 = icmp eq ptr %29, null
  br i1 %12, label %32, label %38
13:
  %14 = phi ptr [ getelementptr (i8, ptr @blocks, i64 24), %5 ], [ %30, %28 ]
  %15 = phi ptr [ null, %5 ], [ %29, %28 ]
  %16 = getelementptr i8, ptr %14, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, %0
  br i1 %18, label %19, label %28
19:
  %20 = icmp eq ptr %15, null
  br i1 %20, label %27, label %21
21:
  %22 = getelementptr i8, ptr %14, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr i8, ptr %15, i64 16
  %25 = load i64, ptr %24, align 8
  %26 = icmp sgt i64 %23, %25
  br i1 %26, label %27, label %28
27:
  br label %28
28:
  %29 = phi ptr [ %14, %27 ], [ %15, %21 ], [ %15, %13 ]
  %30 = getelementptr i8, ptr %14, i64 24
  %31 = icmp ult ptr %30, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %31, label %13, label %9
32:
  %33 = sdiv i64 %8, 4
  %34 = add i64 %33, %8
  %35 = call i64 @llvm.smax.i64(i64 %34, i64 67108864)
  %36 = sub i64 %35, %6
  %37 = call fastcc ptr @make_room(i64 %36, i64 32)
  br label %45
38:
  %39 = load i64, ptr @gw_blocks_reused, align 8
  %40 = add i64 %39, 1
  store i64 %40, ptr @gw_blocks_reused, align 8
  %41 = load i64, ptr @gw_blocks_free, align 8
  %42 = sub i64 %41, %0
  store i64 %42, ptr @gw_blocks_free, align 8
  %43 = getelementptr i8, ptr %29, i64 8
  store i64 0, ptr %43, align 8
  %44 = load ptr, ptr %29, align 8
  br label %45
45:
  %46 = phi ptr [ %44, %38 ], [ null, %32 ]
  store atomic i64 0, ptr @blocks release, align 8
  br label %47
47:
  %48 = phi ptr [ %46, %45 ], [ null, %1 ]
  ret ptr %48
}
define void @gw_block_give(ptr %0, i64 %1) {
  %3 = icmp eq ptr %0, null
  br i1 %3, label %53, label %4
4:
  %5 = call i64 @llvm.smax.i64(i64 %1, i64 64)
  %6 = add i64 %5, -1
  %7 = call i64 @llvm.ctlz.i64(i64 %6, i1 false)
  %8 = sub i64 60, %7
  %9 = shl i64 1, %8
  %10 = add i64 %9, %6
  %11 = sub i64 0, %9
  %12 = and i64 %10, %11
  %13 = atomicrmw sub ptr @gw_blocks_in_use, i64 %12 monotonic, align 8
  %14 = ptrtoint ptr %0 to i64
  %15 = and i64 %14, 63
  %16 = icmp ne i64 %15, 0
  %17 = load i64, ptr @gw_blocks_limit, align 8
  %18 = icmp sgt i64 %12, %17
  %19 = select i1 %16, i1 true, i1 %18
  br i1 %19, label %23, label %20
20:
  %21 = atomicrmw xchg ptr @blocks, i64 1 acquire, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23
23:
  call void @gw_c_free(ptr %0)
  br label %53
24:
  %25 = load i64, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %27 = load i64, ptr getelementptr (i8, ptr @blocks, i64 16), align 8
  %28 = ashr i64 %27, 10
  %29 = sub i64 %27, %28
  %30 = call i64 @llvm.smax.i64(i64 %29, i64 %13)
  store i64 %30, ptr getelementptr (i8, ptr @blocks, i64 16), align 8
  %31 = sdiv i64 %30, 4
  %32 = add i64 %31, %30
  %33 = call i64 @llvm.smax.i64(i64 %32, i64 67108864)
  %34 = sub i64 %33, %13
  %35 = load i64, ptr @gw_blocks_limit, align 8
  %36 = sub i64 %35, %12
  %37 = call i64 @llvm.smin.i64(i64 %34, i64 %36)
  %38 = call fastcc ptr @make_room(i64 %37, i64 31)
  store ptr %0, ptr %38, align 8
  %39 = getelementptr i8, ptr %38, i64 8
  store i64 %12, ptr %39, align 8
  %40 = getelementptr i8, ptr %38, i64 16
  store i64 %26, ptr %40, align 8
  %41 = load i64, ptr @gw_blocks_free, align 8
  %42 = add i64 %41, %12
  store i64 %42, ptr @gw_blocks_free, align 8
  %43 = icmp sgt i64 %12, 33554431
  br i1 %43, label %44, label %52
44:
  %45 = add i64 %14, 4095
  %46 = and i64 %45, -4096
  %47 = add i64 %12, %14
  %48 = and i64 %47, -4096
  %49 = inttoptr i64 %46 to ptr
  %50 = sub i64 %48, %46
  %51 = call i32 @gw_c_madvise(ptr %49, i64 %50, i32 8)
  br label %52
52:
  store atomic i64 0, ptr @blocks release, align 8
  br label %53
53:
  ret void
}
declare void @gw_c_free(ptr allocptr)
define ptr @gw_array_malloc(ptr readnone %0, i64 %1) {
  %3 = icmp ult i64 %1, ptrtoint (ptr @gw_number_large_block to i64)
  br i1 %3, label %6, label %4
4:
  %5 = call ptr @gw_block_take(i64 %1)
  br label %9
6:
  %7 = call i64 @llvm.umax.i64(i64 %1, i64 1)
  %8 = call ptr @gw_c_malloc(i64 %7)
  br label %9
9:
  %10 = phi ptr [ %5, %4 ], [ %8, %6 ]
  ret ptr %10
}
declare ptr @gw_c_malloc(i64)
define ptr @gw_array_calloc(ptr readnone %0, i64 %1, i64 %2) {
  %4 = mul i64 %2, %1
  %5 = icmp ult i64 %4, ptrtoint (ptr @gw_number_large_block to i64)
  br i1 %5, label %6, label %9
6:
  %7 = call i64 @llvm.umax.i64(i64 %4, i64 1)
  %8 = call ptr @gw_c_calloc(i64 1, i64 %7)
  br label %26
9:
  %10 = call i64 @llvm.smax.i64(i64 %4, i64 64)
  %11 = add i64 %10, -1
  %12 = call i64 @llvm.ctlz.i64(i64 %11, i1 false)
  %13 = sub i64 60, %12
  %14 = shl i64 1, %13
  %15 = add i64 %14, %11
  %16 = sub i64 0, %14
  %17 = and i64 %15, %16
  %18 = call fastcc ptr @reused(i64 %17)
  %19 = icmp eq ptr %18, null
  br i1 %19, label %21, label %20
20:
  call void @llvm.memset.p0.i64(ptr align 1 %18, i8 0, i64 %4, i1 false)
  br label %26
21:
  %22 = call ptr @gw_c_calloc(i64 1, i64 %17)
  %23 = icmp eq ptr %22, null
  br i1 %23, label %24, label %26
24:
  %25 = atomicrmw sub ptr @gw_blocks_in_use, i64 %17 monotonic, align 8
  br label %26
26:
  %27 = phi ptr [ %8, %6 ], [ %18, %20 ], [ %22, %21 ], [ null, %24 ]
  ret ptr %27
}
declare ptr @gw_c_calloc(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @gw_array_realloc(ptr readnone %0, ptr %1, i64 %2) {
  %4 = icmp ult i64 %2, ptrtoint (ptr @gw_number_large_block to i64)
  br i1 %4, label %14, label %5
5:
  %6 = call i64 @llvm.smax.i64(i64 %2, i64 64)
  %7 = add i64 %6, -1
  %8 = call i64 @llvm.ctlz.i64(i64 %7, i1 false)
  %9 = sub i64 60, %8
  %10 = shl i64 1, %9
  %11 = add i64 %10, %7
  %12 = sub i64 0, %10
  %13 = and i64 %11, %12
  br label %16
14:
  %15 = call i64 @llvm.umax.i64(i64 %2, i64 1)
  br label %16
16:
  %17 = phi i64 [ %13, %5 ], [ %15, %14 ]
  %18 = call ptr @gw_c_realloc(ptr %1, i64 %17)
  ret ptr %18
}
declare ptr @gw_c_realloc(ptr allocptr, i64)
define void @gw_array_free(ptr readnone %0, ptr %1, i64 %2) {
  %4 = icmp ult i64 %2, ptrtoint (ptr @gw_number_large_block to i64)
  br i1 %4, label %6, label %5
5:
  call void @gw_block_give(ptr %1, i64 %2)
  br label %7
6:
  call void @gw_c_free(ptr %1)
  br label %7
7:
  ret void
}
define internal fastcc ptr @make_room(i64 %0, i64 %1) {
  br label %5
3:
  %4 = icmp eq ptr %25, null
  br i1 %4, label %50, label %34
5:
  %6 = phi ptr [ getelementptr (i8, ptr @blocks, i64 24), %2 ], [ %30, %29 ]
  %7 = phi i64 [ 0, %2 ], [ %31, %29 ]
  %8 = phi ptr [ null, %2 ], [ %32, %29 ]
  %9 = phi ptr [ null, %2 ], [ %33, %29 ]
  %10 = getelementptr i8, ptr %6, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %23, label %13
13:
  %14 = add i64 %7, 1
  %15 = icmp eq ptr %8, null
  br i1 %15, label %22, label %16
16:
  %17 = getelementptr i8, ptr %6, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr i8, ptr %8, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = icmp slt i64 %18, %20
  br i1 %21, label %22, label %23
22:
  br label %23
23:
  %24 = phi ptr [ %9, %22 ], [ %9, %16 ], [ %6, %5 ]
  %25 = phi ptr [ %6, %22 ], [ %8, %16 ], [ %8, %5 ]
  %26 = phi i64 [ %14, %22 ], [ %14, %16 ], [ %7, %5 ]
  %27 = getelementptr i8, ptr %6, i64 24
  %28 = icmp ult ptr %27, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %28, label %29, label %3
29:
  %30 = phi ptr [ %27, %23 ], [ getelementptr (i8, ptr @blocks, i64 24), %45 ]
  %31 = phi i64 [ %26, %23 ], [ 0, %45 ]
  %32 = phi ptr [ %25, %23 ], [ null, %45 ]
  %33 = phi ptr [ %24, %23 ], [ null, %45 ]
  br label %5
34:
  %35 = load i64, ptr @gw_blocks_free, align 8
  %36 = icmp sgt i64 %35, %0
  %37 = icmp sgt i64 %26, %1
  %38 = select i1 %36, i1 true, i1 %37
  br i1 %38, label %45, label %39
39:
  %40 = load i64, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %41 = getelementptr i8, ptr %25, i64 16
  %42 = load i64, ptr %41, align 8
  %43 = sub i64 %40, %42
  %44 = icmp slt i64 %43, 257
  br i1 %44, label %50, label %45
45:
  %46 = getelementptr i8, ptr %25, i64 8
  %47 = load i64, ptr %46, align 8
  %48 = sub i64 %35, %47
  store i64 %48, ptr @gw_blocks_free, align 8
  store i64 0, ptr %46, align 8
  %49 = load ptr, ptr %25, align 8
  call void @gw_c_free(ptr %49)
  br label %29
50:
  ret ptr %24
}
declare i64 @llvm.ctlz.i64(i64, i1)
declare ptr @gw_c_aligned_alloc(i64 allocalign, i64)
declare i32 @gw_c_madvise(ptr, i64, i32)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
