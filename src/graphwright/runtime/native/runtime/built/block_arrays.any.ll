@gw_number_large_block = external global [0 x i8], align 1
@gw_array_handler = global ptr null, align 8
@gw_ndarray = external global [0 x i8], align 1
define ptr @gw_new_block_array(i32 %0, ptr %1, i32 %2, i64 %3) {
  %5 = icmp slt i64 %3, ptrtoint (ptr @gw_number_large_block to i64)
  br i1 %5, label %6, label %8
6:
  %7 = call ptr @gw_c_PyArray_New(ptr @gw_ndarray, i32 %0, ptr %1, i32 %2, ptr null, ptr null, i32 0, i32 0, ptr null)
  br label %21
8:
  %9 = call i32 @gw_c_PyGC_Disable()
  %10 = icmp eq i32 %9, 0
  %11 = load ptr, ptr @gw_array_handler, align 8
  %12 = call ptr @gw_c_PyDataMem_SetHandler(ptr %11)
  %13 = icmp eq ptr %12, null
  br i1 %13, label %17, label %14
14:
  %15 = call ptr @gw_c_PyArray_New(ptr @gw_ndarray, i32 %0, ptr %1, i32 %2, ptr null, ptr null, i32 0, i32 0, ptr null)
  %16 = call ptr @gw_c_PyDataMem_SetHandler(ptr %12)
  call void @gw_c_Py_DecRef(ptr %12)
  call void @gw_c_Py_DecRef(ptr %16)
  br label %17
17:
  %18 = phi ptr [ %15, %14 ], [ null, %8 ]
  br i1 %10, label %21, label %19
19:
  %20 = call i32 @gw_c_PyGC_Enable()
  br label %21
21:
  %22 = phi ptr [ %7, %6 ], [ %18, %19 ], [ %18, %17 ]
  ret ptr %22
}
declare i32 @gw_c_PyGC_Disable()
declare i32 @gw_c_PyGC_Enable()
declare ptr @gw_c_PyArray_New(ptr, i32, ptr, i32, ptr, ptr, i32, i32, ptr)
declare ptr @gw_c_PyDataMem_SetHandler(ptr)
declare void @gw_c_Py_DecRef(ptr)
