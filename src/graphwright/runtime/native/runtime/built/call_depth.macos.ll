@gw_depth_key = global i64 0, align 8
define ptr @gw_depth() {
  %1 = load i64, ptr @gw_depth_key, align 8
  %2 = call ptr @gw_c_pthread_getspecific(i64 %1)
  %3 = icmp eq ptr %2, null
  br i1 %3, label %4, label %12
4:
  %5 = call ptr @gw_c_calloc(i64 1, i64 24)
  %6 = icmp eq ptr %5, null
  br i1 %6, label %22, label %7
7:
  %8 = load i64, ptr @gw_depth_key, align 8
  %9 = call i32 @gw_c_pthread_setspecific(i64 %8, ptr %5)
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %12, label %11
11:
  call void @gw_c_free(ptr %5)
  br label %22
12:
  %13 = phi ptr [ %2, %0 ], [ %5, %7 ]
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %22
16:
  %17 = call i64 @gw_recursion_limit()
  %18 = getelementptr i8, ptr %13, i64 8
  store i64 %17, ptr %18, align 8
  %19 = call ptr @llvm.frameaddress.p0(i32 0)
  %20 = getelementptr i8, ptr %19, i64 -4194304
  %21 = getelementptr i8, ptr %13, i64 16
  store ptr %20, ptr %21, align 8
  br label %22
22:
  %23 = phi ptr [ null, %4 ], [ null, %11 ], [ %13, %16 ], [ %13, %12 ]
  ret ptr %23
}
declare ptr @gw_c_pthread_getspecific(i64)
declare ptr @gw_c_calloc(i64, i64)
declare i32 @gw_c_pthread_setspecific(i64, ptr)
declare void @gw_c_free(ptr allocptr)
declare i64 @gw_recursion_limit()
declare ptr @llvm.frameaddress.p0(i32)
