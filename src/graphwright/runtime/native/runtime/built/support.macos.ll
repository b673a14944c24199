%struct.timespec = type { i64, i64 }
@gw_main_gil = global ptr null, align 8
@gw_number_gil_released = external global [0 x i8], align 1
@gw_number_gil_kept = external global [0 x i8], align 1
@gw_number_long_work = external global [0 x i8], align 1
@gw_ndarray = external global [0 x i8], align 1
@gw_none = external global [0 x i8], align 1
@gw_main_thread = global i64 0, align 8
@gw_number_at_tuple_items = external global [0 x i8], align 1
@gw_number_at_data = external global [0 x i8], align 1
@gw_variable_state = external global [0 x i8], align 1
@gw_number_at_state_type = external global [0 x i8], align 1
@gw_number_at_state_array = external global [0 x i8], align 1
@gw_number_at_ob_type = external global [0 x i8], align 1
@gw_number_at_flags = external global [0 x i8], align 1
@gw_number_at_base = external global [0 x i8], align 1
define void @gw_hold(ptr %0) {
  %2 = load atomic i64, ptr @gw_main_gil monotonic, align 8
  %3 = inttoptr i64 %2 to ptr
  %4 = icmp eq ptr %0, %3
  br i1 %4, label %5, label %6
5:
  store atomic i64 0, ptr @gw_main_gil monotonic, align 8
  br label %6
6:
  %7 = load ptr, ptr %0, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9
9:
  store ptr null, ptr %0, align 8
  call void @gw_c_PyEval_RestoreThread(ptr %7)
  br label %10
10:
  ret void
}
declare void @gw_c_PyEval_RestoreThread(ptr)
define i32 @gw_poll(ptr %0) {
  %2 = alloca %struct.timespec, align 8
  %3 = call i32 @gw_c_clock_gettime(i32 6, ptr %2)
  %4 = load i64, ptr %2, align 8
  %5 = mul i64 %4, 1000000000
  %6 = getelementptr i8, ptr %2, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %5, %7
  %9 = load ptr, ptr %0, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %28, label %11
11:
  %12 = getelementptr i8, ptr %0, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, ptrtoint (ptr @gw_number_gil_released to i64)
  %15 = icmp slt i64 %8, %14
  br i1 %15, label %38, label %16
16:
  %17 = load atomic i64, ptr @gw_main_gil monotonic, align 8
  %18 = inttoptr i64 %17 to ptr
  %19 = icmp eq ptr %0, %18
  br i1 %19, label %20, label %23
20:
  store atomic i64 0, ptr @gw_main_gil monotonic, align 8
  %21 = load ptr, ptr %0, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %25, label %23
23:
  %24 = phi ptr [ %21, %20 ], [ %9, %16 ]
  store ptr null, ptr %0, align 8
  call void @gw_c_PyEval_RestoreThread(ptr %24)
  br label %25
25:
  %26 = call i32 @gw_c_PyErr_CheckSignals()
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %35, label %38
28:
  %29 = call i32 @gw_c_PyErr_CheckSignals()
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %38
31:
  %32 = getelementptr i8, ptr %0, i64 8
  %33 = load i64, ptr %32, align 8
  %34 = icmp slt i64 %8, %33
  br i1 %34, label %38, label %35
35:
  %36 = add i64 %8, ptrtoint (ptr @gw_number_gil_kept to i64)
  %37 = getelementptr i8, ptr %0, i64 8
  store i64 %36, ptr %37, align 8
  call fastcc void @release_gil(ptr %0)
  br label %38
38:
  %39 = phi i32 [ -1, %28 ], [ 0, %11 ], [ 0, %35 ], [ -1, %25 ], [ 0, %31 ]
  ret i32 %39
}
declare i32 @gw_c_PyErr_CheckSignals()
define internal fastcc void @release_gil(ptr %0) {
  %2 = call ptr @gw_c_PyEval_SaveThread()
  store ptr %2, ptr %0, align 8
  %3 = call i64 @gw_c_PyThread_get_thread_ident()
  %4 = load i64, ptr @gw_main_thread, align 8
  %5 = icmp eq i64 %3, %4
  br i1 %5, label %6, label %8
6:
  %7 = ptrtoint ptr %0 to i64
  store atomic i64 %7, ptr @gw_main_gil monotonic, align 8
  br label %8
8:
  ret void
}
define i32 @gw_begin(ptr %0, i64 %1) {
  %3 = icmp slt i64 %1, ptrtoint (ptr @gw_number_long_work to i64)
  br i1 %3, label %11, label %4
4:
  %5 = call i32 @gw_poll(ptr %0)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %11
7:
  %8 = load ptr, ptr %0, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %11
10:
  call fastcc void @release_gil(ptr %0)
  br label %11
11:
  %12 = phi i32 [ -1, %4 ], [ 0, %2 ], [ 0, %10 ], [ 0, %7 ]
  ret i32 %12
}
define i1 @gw_look() {
  %1 = load atomic i64, ptr @gw_main_gil monotonic, align 8
  %2 = inttoptr i64 %1 to ptr
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %16, label %4
4:
  %5 = call i64 @gw_c_PyThread_get_thread_ident()
  %6 = load i64, ptr @gw_main_thread, align 8
  %7 = icmp eq i64 %5, %6
  br i1 %7, label %8, label %16
8:
  %9 = load ptr, ptr %2, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %16, label %11
11:
  %12 = call i32 @gw_poll(ptr %2)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %16, label %14
14:
  store atomic i64 %1, ptr @gw_main_gil monotonic, align 8
  %15 = getelementptr i8, ptr %2, i64 16
  store i64 1, ptr %15, align 8
  br label %16
16:
  %17 = phi i1 [ true, %14 ], [ true, %8 ], [ false, %0 ], [ false, %4 ], [ false, %11 ]
  ret i1 %17
}
define void @gw_out_of_memory() {
  %1 = call ptr @gw_c_PyErr_NoMemory()
  ret void
}
declare ptr @gw_c_PyErr_NoMemory()
define void @gw_clear(ptr %0) {
  %2 = load ptr, ptr %0, align 8
  store ptr null, ptr %0, align 8
  call void @gw_c_Py_DecRef(ptr %2)
  ret void
}
declare void @gw_c_Py_DecRef(ptr)
define void @gw_release(ptr %0, i64 %1) {
  %3 = icmp sgt i64 %1, 0
  br i1 %3, label %5, label %4
4:
  ret void
5:
  %6 = phi i64 [ %9, %5 ], [ 0, %2 ]
  %7 = getelementptr ptr, ptr %0, i64 %6
  %8 = load ptr, ptr %7, align 8
  call void @gw_c_Py_DecRef(ptr %8)
  %9 = add i64 %6, 1
  %10 = icmp eq i64 %9, %1
  br i1 %10, label %4, label %5
}
define ptr @gw_new_array(i32 %0, ptr %1, i32 %2) {
  %4 = call ptr @gw_c_PyArray_New(ptr @gw_ndarray, i32 %0, ptr %1, i32 %2, ptr null, ptr null, i32 0, i32 0, ptr null)
  ret ptr %4
}
declare ptr @gw_c_PyArray_New(ptr, i32, ptr, i32, ptr, ptr, i32, i32, ptr)
define i1 @gw_call_site(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = call ptr @gw_c_PyObject_VectorcallDict(ptr %0, ptr %1, i64 %2, ptr null)
  %6 = icmp eq ptr %5, null
  br i1 %6, label %19, label %7
7:
  %8 = icmp sgt i64 %3, 0
  br i1 %8, label %9, label %11
9:
  %10 = getelementptr i8, ptr %5, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  br label %12
11:
  call void @gw_c_Py_DecRef(ptr %5)
  br label %19
12:
  %13 = phi i64 [ 0, %9 ], [ %17, %12 ]
  %14 = getelementptr ptr, ptr %10, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr ptr, ptr %1, i64 %13
  store ptr %15, ptr %16, align 8
  call void @gw_c_Py_IncRef(ptr %15)
  %17 = add i64 %13, 1
  %18 = icmp eq i64 %17, %3
  br i1 %18, label %11, label %12
19:
  ret i1 %6
}
declare ptr @gw_c_PyObject_VectorcallDict(ptr, ptr, i64, ptr)
declare void @gw_c_Py_IncRef(ptr)
define void @gw_explain(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [2 x ptr], align 8
  call void @gw_c_PyErr_Fetch(ptr %2, ptr %3, ptr %4)
  %6 = load ptr, ptr %2, align 8
  store ptr %6, ptr %5, align 8
  %7 = getelementptr i8, ptr %5, i64 8
  %8 = load ptr, ptr %3, align 8
  %9 = icmp eq ptr %8, null
  %10 = select i1 %9, ptr @gw_none, ptr %8
  store ptr %10, ptr %7, align 8
  %11 = call ptr @gw_c_PyObject_VectorcallDict(ptr %0, ptr %5, i64 2, ptr null)
  call void @gw_c_Py_DecRef(ptr %11)
  %12 = load ptr, ptr %2, align 8
  call void @gw_c_Py_DecRef(ptr %12)
  %13 = load ptr, ptr %3, align 8
  call void @gw_c_Py_DecRef(ptr %13)
  %14 = load ptr, ptr %4, align 8
  call void @gw_c_Py_DecRef(ptr %14)
  ret void
}
declare void @gw_c_PyErr_Fetch(ptr, ptr, ptr)
define ptr @gw_run(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr i8, ptr %5, i64 ptrtoint (ptr @gw_number_at_data to i64)
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr i8, ptr %7, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = call ptr @gw_c_PyTuple_New(i64 %9)
  %11 = icmp eq ptr %10, null
  br i1 %11, label %18, label %12
12:
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr i8, ptr %10, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %15 = call i32 %13(ptr %1, ptr %14)
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %18, label %17
17:
  call void @gw_c_Py_DecRef(ptr %10)
  br label %18
18:
  %19 = phi ptr [ null, %17 ], [ %10, %12 ], [ null, %3 ]
  ret ptr %19
}
declare ptr @gw_c_PyTuple_New(i64)
define ptr @gw_read_state(ptr %0, ptr readnone %1) {
  %3 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, @gw_variable_state
  br i1 %5, label %6, label %21
6:
  %7 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_state_type to i64)
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, %1
  %10 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_state_array to i64)
  br i1 %9, label %11, label %21
11:
  %12 = load ptr, ptr %10, align 8
  %13 = icmp eq ptr %12, @gw_none
  br i1 %13, label %21, label %14
14:
  %15 = getelementptr i8, ptr %12, i64 ptrtoint (ptr @gw_number_at_flags to i64)
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 257
  %18 = icmp eq i32 %17, 257
  br i1 %18, label %19, label %21
19:
  call void @gw_c_Py_IncRef(ptr %12)
  %20 = load ptr, ptr %10, align 8
  br label %21
21:
  %22 = phi ptr [ %20, %19 ], [ null, %14 ], [ null, %11 ], [ null, %2 ], [ null, %6 ]
  ret ptr %22
}
define i1 @gw_assign_state(ptr %0, ptr readnone %1, ptr %2) {
  %4 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, @gw_variable_state
  br i1 %6, label %7, label %14
7:
  %8 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_state_type to i64)
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, %1
  br i1 %10, label %11, label %14
11:
  %12 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_state_array to i64)
  %13 = load ptr, ptr %12, align 8
  call void @gw_c_Py_IncRef(ptr %2)
  store ptr %2, ptr %12, align 8
  call void @gw_c_Py_DecRef(ptr %13)
  br label %14
14:
  %15 = phi i1 [ true, %11 ], [ false, %3 ], [ false, %7 ]
  ret i1 %15
}
define ptr @gw_sole_array(ptr %0, ptr readnone %1, ptr readnone %2, i64 %3) {
  %5 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, @gw_variable_state
  br i1 %7, label %8, label %32
8:
  %9 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_state_type to i64)
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, %1
  %12 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_state_array to i64)
  br i1 %11, label %13, label %32
13:
  %14 = icmp eq ptr %2, null
  %15 = load ptr, ptr %12, align 8
  %16 = icmp eq ptr %2, %15
  %17 = select i1 %14, i1 true, i1 %16
  br i1 %17, label %18, label %32
18:
  %19 = load i64, ptr %15, align 8
  %20 = icmp eq i64 %19, %3
  br i1 %20, label %21, label %32
21:
  %22 = getelementptr i8, ptr %15, i64 ptrtoint (ptr @gw_number_at_flags to i64)
  %23 = load i32, ptr %22, align 4
  %24 = and i32 %23, 1285
  %25 = icmp eq i32 %24, 1285
  br i1 %25, label %26, label %32
26:
  %27 = getelementptr i8, ptr %15, i64 ptrtoint (ptr @gw_number_at_base to i64)
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %30, label %32
30:
  call void @gw_c_Py_IncRef(ptr %15)
  %31 = load ptr, ptr %12, align 8
  br label %32
32:
  %33 = phi ptr [ %31, %30 ], [ null, %21 ], [ null, %18 ], [ null, %13 ], [ null, %26 ], [ null, %4 ], [ null, %8 ]
  ret ptr %33
}
define ptr @gw_packed_weights(ptr %0, ptr %1, i64 %2, ptr %3) {
  %5 = alloca i64, align 8
  %6 = getelementptr i8, ptr %0, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %39, label %9
9:
  %10 = load ptr, ptr %0, align 8
  %11 = icmp eq ptr %10, %1
  %12 = getelementptr i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8
  br i1 %11, label %15, label %14
14:
  call void @gw_c_Py_IncRef(ptr %1)
  store ptr %1, ptr %0, align 8
  store ptr null, ptr %12, align 8
  call void @gw_c_Py_DecRef(ptr %10)
  call void @gw_c_Py_DecRef(ptr %13)
  br label %39
15:
  %16 = icmp eq ptr %13, null
  br i1 %16, label %17, label %30
17:
  %18 = add i64 %2, 64
  store i64 %18, ptr %5, align 8
  %19 = call ptr @gw_c_PyArray_New(ptr @gw_ndarray, i32 1, ptr %5, i32 2, ptr null, ptr null, i32 0, i32 0, ptr null)
  store ptr %19, ptr %12, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %29, label %21
21:
  %22 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_data to i64)
  %23 = load ptr, ptr %22, align 8
  %24 = ptrtoint ptr %23 to i64
  %25 = sub i64 0, %24
  %26 = and i64 %25, 63
  %27 = getelementptr i8, ptr %23, i64 %26
  store i64 0, ptr %27, align 8
  %28 = load ptr, ptr %12, align 8
  br label %30
29:
  call void @gw_c_PyErr_Clear()
  br label %39
30:
  %31 = phi ptr [ %28, %21 ], [ %13, %15 ]
  call void @gw_c_Py_IncRef(ptr %31)
  %32 = load ptr, ptr %12, align 8
  store ptr %32, ptr %3, align 8
  %33 = getelementptr i8, ptr %32, i64 ptrtoint (ptr @gw_number_at_data to i64)
  %34 = load ptr, ptr %33, align 8
  %35 = ptrtoint ptr %34 to i64
  %36 = sub i64 0, %35
  %37 = and i64 %36, 63
  %38 = getelementptr i8, ptr %34, i64 %37
  br label %39
39:
  %40 = phi ptr [ null, %14 ], [ %38, %30 ], [ null, %29 ], [ null, %4 ]
  ret ptr %40
}
declare void @gw_c_PyErr_Clear()
declare i32 @gw_c_clock_gettime(i32, ptr)
declare ptr @gw_c_PyEval_SaveThread()
declare i64 @gw_c_PyThread_get_thread_ident()
