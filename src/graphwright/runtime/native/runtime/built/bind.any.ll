%struct.known_instance = type { ptr, ptr }
@gw_slowly = external global [0 x i8], align 1
@gw_number_at_function_memo = external global [0 x i8], align 1
@gw_none = external global [0 x i8], align 1
@gw_number_memo_mask = external global [0 x i8], align 1
@gw_number_at_data = external global [0 x i8], align 1
@gw_number_at_function_call = external global [0 x i8], align 1
@gw_bound_function = external global [0 x i8], align 1
@gw_number_at_bound_call = external global [0 x i8], align 1
@gw_number_at_bound_wrapped = external global [0 x i8], align 1
@gw_number_at_bound_self = external global [0 x i8], align 1
define ptr @gw_bind(ptr %0, ptr %1, i64 %2) {
  %4 = alloca [3 x ptr], align 8
  %5 = icmp eq i64 %2, 0
  br i1 %5, label %6, label %8
6:
  store ptr %0, ptr %4, align 8
  %7 = getelementptr i8, ptr %4, i64 8
  call void @llvm.memset.p0.i64(ptr align 8 %7, i8 0, i64 16, i1 false)
  br label %46
8:
  %9 = load ptr, ptr %1, align 8
  %10 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_function_memo to i64)
  %11 = load ptr, ptr %10, align 8
  %12 = icmp ne ptr %9, @gw_none
  %13 = icmp ne ptr %11, null
  %14 = select i1 %12, i1 %13, i1 false
  br i1 %14, label %15, label %40
15:
  %16 = getelementptr i8, ptr %11, i64 ptrtoint (ptr @gw_number_at_data to i64)
  %17 = load ptr, ptr %16, align 8
  %18 = ptrtoint ptr %9 to i64
  %19 = lshr i64 %18, 4
  %20 = and i64 %19, ptrtoint (ptr @gw_number_memo_mask to i64)
  %21 = getelementptr %struct.known_instance, ptr %17, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %40, label %24
24:
  %25 = load ptr, ptr %22, align 8
  %26 = icmp eq ptr %25, %9
  br i1 %26, label %27, label %40
27:
  %28 = getelementptr i8, ptr %21, i64 8
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %40, label %31
31:
  %32 = getelementptr i8, ptr %29, i64 ptrtoint (ptr @gw_number_at_function_call to i64)
  %33 = load ptr, ptr %32, align 8
  %34 = call ptr @gw_c_PyType_GenericAlloc(ptr @gw_bound_function, i64 0)
  %35 = icmp eq ptr %34, null
  br i1 %35, label %50, label %36
36:
  call void @gw_c_Py_IncRef(ptr %33)
  call void @gw_c_Py_IncRef(ptr %29)
  call void @gw_c_Py_IncRef(ptr %9)
  %37 = getelementptr i8, ptr %34, i64 ptrtoint (ptr @gw_number_at_bound_call to i64)
  store ptr %33, ptr %37, align 8
  %38 = getelementptr i8, ptr %34, i64 ptrtoint (ptr @gw_number_at_bound_wrapped to i64)
  store ptr %29, ptr %38, align 8
  %39 = getelementptr i8, ptr %34, i64 ptrtoint (ptr @gw_number_at_bound_self to i64)
  store ptr %9, ptr %39, align 8
  br label %50
40:
  store ptr %0, ptr %4, align 8
  %41 = getelementptr i8, ptr %4, i64 8
  call void @llvm.memset.p0.i64(ptr align 8 %41, i8 0, i64 16, i1 false)
  %42 = call i64 @llvm.smin.i64(i64 %2, i64 2)
  %43 = icmp sgt i64 %2, 0
  br i1 %43, label %44, label %46
44:
  %45 = shl i64 %42, 3
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %41, ptr align 8 %1, i64 %45, i1 false)
  br label %46
46:
  %47 = phi i64 [ 0, %6 ], [ %42, %44 ], [ %42, %40 ]
  %48 = add i64 %47, 1
  %49 = call ptr @gw_c_PyObject_VectorcallDict(ptr @gw_slowly, ptr %4, i64 %48, ptr null)
  br label %50
50:
  %51 = phi ptr [ %49, %46 ], [ null, %31 ], [ %34, %36 ]
  ret ptr %51
}
declare ptr @gw_c_PyObject_VectorcallDict(ptr, ptr, i64, ptr)
declare ptr @gw_c_PyType_GenericAlloc(ptr, i64)
declare void @gw_c_Py_IncRef(ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
