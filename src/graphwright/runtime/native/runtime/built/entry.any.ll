%struct.anon = type { i64, i64, i64 }
%struct.matched = type { ptr, ptr, ptr }
%struct.anon.0 = type { i64, ptr }
%struct.anon.1 = type { i64, i64 }
%struct.result_type = type { ptr, ptr }
@gw_number_at_data = external global [0 x i8], align 1
@gw_number_at_tuple_items = external global [0 x i8], align 1
@gw_number_at_flags = external global [0 x i8], align 1
@gw_number_at_tensor_type = external global [0 x i8], align 1
@gw_number_at_tensor_array = external global [0 x i8], align 1
@gw_number_at_float = external global [0 x i8], align 1
@gw_ndarray = external global [0 x i8], align 1
@gw_none = external global [0 x i8], align 1
@gw_eager_tensor = external global [0 x i8], align 1
@gw_number_at_descr = external global [0 x i8], align 1
@gw_number_at_nd = external global [0 x i8], align 1
@gw_number_at_dimensions = external global [0 x i8], align 1
@gw_number_at_ob_type = external global [0 x i8], align 1
@gw_number_at_variable_trainable = external global [0 x i8], align 1
@gw_number_at_variable_handle = external global [0 x i8], align 1
@gw_variable_state = external global [0 x i8], align 1
@gw_number_at_state_type = external global [0 x i8], align 1
@gw_number_at_var_size = external global [0 x i8], align 1
@gw_int = external global [0 x i8], align 1
@gw_number_at_digits = external global [0 x i8], align 1
@gw_float = external global [0 x i8], align 1
@gw_str = external global [0 x i8], align 1
@gw_number_at_list_items = external global [0 x i8], align 1
define ptr @gw_entry(ptr %0, ptr %1, i64 %2, ptr %3) {
  %5 = alloca i64, align 8
  %6 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr i8, ptr %7, i64 ptrtoint (ptr @gw_number_at_data to i64)
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr i8, ptr %9, i64 48
  %11 = load i64, ptr %10, align 8
  %12 = shl i64 %11, 3
  %13 = alloca i8, i64 %12, align 8
  %14 = alloca i8, i64 %12, align 8
  store i64 0, ptr %5, align 8
  %15 = load ptr, ptr %9, align 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %49, label %18
18:
  %19 = getelementptr i8, ptr %15, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %22, label %45
22:
  %23 = call i64 @gw_c_PyThread_get_thread_ident()
  %24 = getelementptr i8, ptr %15, i64 16
  %25 = load i64, ptr %24, align 8
  %26 = icmp sgt i64 %25, 0
  br i1 %26, label %27, label %49
27:
  %28 = getelementptr i8, ptr %15, i64 24
  br label %32
29:
  %30 = add i64 %33, 1
  %31 = icmp eq i64 %30, %25
  br i1 %31, label %49, label %32
32:
  %33 = phi i64 [ 0, %27 ], [ %30, %29 ]
  %34 = getelementptr %struct.anon, ptr %28, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, %23
  br i1 %36, label %37, label %29
37:
  %38 = getelementptr i8, ptr %34, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %45
41:
  %42 = getelementptr i8, ptr %34, i64 16
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br label %49
45:
  %46 = getelementptr i8, ptr %9, i64 32
  %47 = load ptr, ptr %46, align 8
  %48 = call fastcc ptr @forward(ptr %47, ptr %1, i64 %2, ptr %3)
  br label %101
49:
  %50 = phi i1 [ true, %4 ], [ true, %22 ], [ %44, %41 ], [ true, %29 ]
  %51 = getelementptr i8, ptr %9, i64 8
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, null
  br i1 %53, label %56, label %54
54:
  %55 = call i1 @gw_match(ptr %52, ptr %1, i64 %2, ptr %3, ptr %13, ptr %14, ptr %5)
  br i1 %55, label %63, label %56
56:
  %57 = call ptr @gw_search(ptr %9, ptr %1, i64 %2, ptr %3, ptr %13, ptr %14, ptr %5)
  %58 = icmp eq ptr %57, null
  br i1 %58, label %59, label %63
59:
  %60 = getelementptr i8, ptr %9, i64 32
  %61 = load ptr, ptr %60, align 8
  %62 = call fastcc ptr @forward(ptr %61, ptr %1, i64 %2, ptr %3)
  br label %101
63:
  %64 = phi ptr [ %57, %56 ], [ %52, %54 ]
  %65 = getelementptr i8, ptr %64, i64 32
  %66 = load ptr, ptr %65, align 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %69, label %75
69:
  %70 = getelementptr i8, ptr %9, i64 40
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr i8, ptr %64, i64 40
  %73 = load ptr, ptr %72, align 8
  %74 = call fastcc ptr @forward_with(ptr %71, ptr %73, ptr %1, i64 %2, ptr %3)
  br label %101
75:
  br i1 %50, label %80, label %76
76:
  %77 = getelementptr i8, ptr %64, i64 48
  %78 = load ptr, ptr %77, align 8
  %79 = icmp eq ptr %78, null
  br i1 %79, label %84, label %88
80:
  %81 = getelementptr i8, ptr %64, i64 56
  %82 = load ptr, ptr %81, align 8
  %83 = icmp eq ptr %82, null
  br i1 %83, label %84, label %96
84:
  %85 = getelementptr i8, ptr %9, i64 32
  %86 = load ptr, ptr %85, align 8
  %87 = call fastcc ptr @forward(ptr %86, ptr %1, i64 %2, ptr %3)
  br label %101
88:
  %89 = add i64 %67, -1
  store i64 %89, ptr %66, align 8
  %90 = getelementptr i8, ptr %64, i64 40
  %91 = load ptr, ptr %90, align 8
  call void @gw_c_Py_IncRef(ptr %91)
  %92 = load ptr, ptr %77, align 8
  %93 = getelementptr i8, ptr %64, i64 64
  %94 = load i64, ptr %93, align 8
  %95 = call ptr @gw_c_PyObject_VectorcallDict(ptr %92, ptr %14, i64 %94, ptr null)
  call void @gw_c_Py_DecRef(ptr %91)
  br label %101
96:
  %97 = add i64 %67, -1
  store i64 %97, ptr %66, align 8
  %98 = load i64, ptr %5, align 8
  %99 = icmp ne i64 %98, 0
  %100 = call fastcc ptr @perform(ptr %64, ptr %13, i1 %99)
  br label %101
101:
  %102 = phi ptr [ %48, %45 ], [ %74, %69 ], [ %62, %59 ], [ %87, %84 ], [ %95, %88 ], [ %100, %96 ]
  ret ptr %102
}
define internal fastcc ptr @forward(ptr %0, ptr %1, i64 %2, ptr %3) {
  %5 = icmp eq ptr %3, null
  br i1 %5, label %6, label %8
6:
  %7 = call ptr @gw_c_PyObject_VectorcallDict(ptr %0, ptr %1, i64 %2, ptr null)
  br label %35
8:
  %9 = call ptr @gw_c_PyDict_New()
  %10 = icmp eq ptr %9, null
  br i1 %10, label %35, label %11
11:
  %12 = call i64 @gw_c_PyTuple_Size(ptr %3)
  %13 = getelementptr i8, ptr %3, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %14 = icmp sgt i64 %12, 0
  br i1 %14, label %15, label %28
15:
  %16 = getelementptr ptr, ptr %1, i64 %2
  br label %17
17:
  %18 = phi i64 [ 0, %15 ], [ %26, %25 ]
  %19 = getelementptr ptr, ptr %13, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr ptr, ptr %16, i64 %18
  %22 = load ptr, ptr %21, align 8
  %23 = call i32 @gw_c_PyDict_SetItem(ptr %9, ptr %20, ptr %22)
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %28
25:
  %26 = add i64 %18, 1
  %27 = icmp eq i64 %26, %12
  br i1 %27, label %31, label %17
28:
  %29 = phi i64 [ 0, %11 ], [ %18, %17 ]
  %30 = icmp eq i64 %29, %12
  br i1 %30, label %31, label %33
31:
  %32 = call ptr @gw_c_PyObject_VectorcallDict(ptr %0, ptr %1, i64 %2, ptr %9)
  br label %33
33:
  %34 = phi ptr [ %32, %31 ], [ null, %28 ]
  call void @gw_c_Py_DecRef(ptr %9)
  br label %35
35:
  %36 = phi ptr [ %7, %6 ], [ %34, %33 ], [ null, %8 ]
  ret ptr %36
}
define i1 @gw_match(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6) {
  %8 = alloca %struct.matched, align 8
  %9 = load i64, ptr %0, align 8
  %10 = icmp eq i64 %2, %9
  br i1 %10, label %11, label %63
11:
  %12 = icmp eq ptr %3, null
  br i1 %12, label %18, label %13
13:
  %14 = call i64 @gw_c_PyTuple_Size(ptr %3)
  %15 = getelementptr i8, ptr %0, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %14, %16
  br i1 %17, label %22, label %63
18:
  %19 = getelementptr i8, ptr %0, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %42, label %63
22:
  %23 = icmp slt i64 %14, 1
  br i1 %23, label %42, label %24
24:
  %25 = getelementptr i8, ptr %0, i64 16
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr i8, ptr %3, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %28 = getelementptr i8, ptr %26, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  br label %29
29:
  %30 = phi i64 [ 0, %24 ], [ %40, %39 ]
  %31 = getelementptr ptr, ptr %27, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr ptr, ptr %28, i64 %30
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %32, %34
  br i1 %35, label %39, label %36
36:
  %37 = call i32 @gw_c_PyUnicode_Compare(ptr %32, ptr %34)
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %39, label %63
39:
  %40 = add i64 %30, 1
  %41 = icmp eq i64 %40, %14
  br i1 %41, label %42, label %29
42:
  %43 = phi i64 [ %14, %22 ], [ 0, %18 ], [ %14, %39 ]
  store ptr %4, ptr %8, align 8
  %44 = getelementptr i8, ptr %8, i64 8
  store ptr %5, ptr %44, align 8
  %45 = getelementptr i8, ptr %8, i64 16
  store ptr %6, ptr %45, align 8
  %46 = add i64 %43, %2
  %47 = icmp slt i64 %46, 1
  br i1 %47, label %61, label %48
48:
  %49 = getelementptr i8, ptr %0, i64 24
  %50 = load ptr, ptr %49, align 8
  br label %51
51:
  %52 = phi i64 [ %58, %51 ], [ 0, %48 ]
  %53 = phi ptr [ %56, %51 ], [ %50, %48 ]
  %54 = getelementptr ptr, ptr %1, i64 %52
  %55 = load ptr, ptr %54, align 8
  %56 = call fastcc ptr @match_node(ptr %53, ptr %55, ptr %8)
  %57 = icmp ne ptr %56, null
  %58 = add i64 %52, 1
  %59 = icmp ne i64 %58, %46
  %60 = select i1 %57, i1 %59, i1 false
  br i1 %60, label %51, label %61
61:
  %62 = phi i1 [ true, %42 ], [ %57, %51 ]
  br label %63
63:
  %64 = phi i1 [ false, %7 ], [ %62, %61 ], [ false, %18 ], [ false, %13 ], [ false, %36 ]
  ret i1 %64
}
define ptr @gw_search(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6) {
  %8 = getelementptr i8, ptr %0, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %39, label %11
11:
  %12 = call i64 @gw_hash(ptr %1, i64 %2, ptr %3)
  %13 = getelementptr i8, ptr %9, i64 16
  %14 = load i64, ptr %9, align 8
  %15 = and i64 %14, %12
  %16 = getelementptr %struct.anon.0, ptr %13, i64 %15
  %17 = getelementptr i8, ptr %16, i64 8
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %39, label %20
20:
  %21 = phi i64 [ %32, %31 ], [ %14, %11 ]
  %22 = phi ptr [ %37, %31 ], [ %18, %11 ]
  %23 = phi ptr [ %35, %31 ], [ %16, %11 ]
  %24 = phi i64 [ %33, %31 ], [ %12, %11 ]
  %25 = load i64, ptr %23, align 8
  %26 = icmp eq i64 %25, %12
  br i1 %26, label %27, label %31
27:
  %28 = call i1 @gw_match(ptr %22, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6)
  br i1 %28, label %59, label %29
29:
  %30 = load i64, ptr %9, align 8
  br label %31
31:
  %32 = phi i64 [ %30, %29 ], [ %21, %20 ]
  %33 = add i64 %24, 1
  %34 = and i64 %32, %33
  %35 = getelementptr %struct.anon.0, ptr %13, i64 %34
  %36 = getelementptr i8, ptr %35, i64 8
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %39, label %20
39:
  %40 = getelementptr i8, ptr %0, i64 24
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %59, label %43
43:
  %44 = getelementptr i8, ptr %41, i64 8
  %45 = load i64, ptr %41, align 8
  %46 = icmp sgt i64 %45, 0
  br i1 %46, label %47, label %59
47:
  %48 = phi i64 [ %53, %52 ], [ 0, %43 ]
  %49 = getelementptr ptr, ptr %44, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = call i1 @gw_match(ptr %50, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6)
  br i1 %51, label %56, label %52
52:
  %53 = add i64 %48, 1
  %54 = load i64, ptr %41, align 8
  %55 = icmp slt i64 %53, %54
  br i1 %55, label %47, label %59
56:
  %57 = getelementptr ptr, ptr %44, i64 %48
  %58 = load ptr, ptr %57, align 8
  br label %59
59:
  %60 = phi ptr [ null, %39 ], [ %58, %56 ], [ null, %43 ], [ null, %52 ], [ %22, %27 ]
  ret ptr %60
}
define internal fastcc ptr @forward_with(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) {
  %6 = icmp eq ptr %4, null
  br i1 %6, label %9, label %7
7:
  %8 = call i64 @gw_c_PyTuple_Size(ptr %4)
  br label %9
9:
  %10 = phi i64 [ %8, %7 ], [ 0, %5 ]
  %11 = add i64 %10, %3
  %12 = shl i64 %11, 3
  %13 = add i64 %12, 8
  %14 = alloca i8, i64 %13, align 8
  store ptr %1, ptr %14, align 8
  %15 = icmp sgt i64 %11, 0
  br i1 %15, label %16, label %18
16:
  %17 = getelementptr i8, ptr %14, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %17, ptr align 8 %2, i64 %12, i1 false)
  br label %18
18:
  call void @gw_c_Py_IncRef(ptr %1)
  %19 = add i64 %3, 1
  %20 = call fastcc ptr @forward(ptr %0, ptr %14, i64 %19, ptr %4)
  call void @gw_c_Py_DecRef(ptr %1)
  ret ptr %20
}
define internal fastcc ptr @perform(ptr %0, ptr %1, i1 %2) {
  %4 = alloca ptr, align 8
  %5 = getelementptr i8, ptr %0, i64 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr i8, ptr %0, i64 88
  %8 = load i64, ptr %7, align 8
  %9 = shl i64 %8, 3
  %10 = alloca i8, i64 %9, align 8
  call void @gw_c_Py_IncRef(ptr %6)
  %11 = getelementptr i8, ptr %0, i64 72
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, 0
  br i1 %13, label %14, label %17
14:
  %15 = getelementptr i8, ptr %0, i64 80
  %16 = getelementptr i8, ptr %0, i64 64
  br label %75
17:
  %18 = getelementptr i8, ptr %0, i64 112
  %19 = load i64, ptr %18, align 8
  %20 = icmp ne i64 %19, 0
  %21 = or i1 %2, %20
  br i1 %21, label %27, label %22
22:
  %23 = getelementptr i8, ptr %0, i64 56
  %24 = load ptr, ptr %23, align 8
  %25 = call i32 %24(ptr %1, ptr %10)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %86, label %124
27:
  %28 = getelementptr i8, ptr %0, i64 64
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr i8, ptr %0, i64 120
  %31 = load ptr, ptr %30, align 8
  %32 = icmp slt i64 %29, 1
  br i1 %32, label %61, label %33
33:
  %34 = phi i64 [ %59, %58 ], [ 0, %27 ]
  %35 = getelementptr ptr, ptr %1, i64 %34
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr i64, ptr %31, i64 %34
  %38 = load i64, ptr %37, align 8
  switch i64 %38, label %46 [
    i64 2, label %44
    i64 1, label %39
  ]
39:
  %40 = getelementptr i8, ptr %36, i64 ptrtoint (ptr @gw_number_at_flags to i64)
  %41 = load i32, ptr %40, align 4
  %42 = and i32 %41, 257
  %43 = icmp eq i32 %42, 257
  br i1 %43, label %46, label %44
44:
  %45 = call ptr @gw_c_PyArray_NewCopy(ptr %36, i32 0)
  br label %47
46:
  call void @gw_c_Py_IncRef(ptr %36)
  br label %47
47:
  %48 = phi ptr [ %45, %44 ], [ %36, %46 ]
  %49 = icmp eq ptr %48, null
  br i1 %49, label %50, label %58
50:
  %51 = icmp eq i64 %34, 0
  br i1 %51, label %124, label %52
52:
  %53 = phi i64 [ %56, %52 ], [ 0, %50 ]
  %54 = getelementptr ptr, ptr %1, i64 %53
  %55 = load ptr, ptr %54, align 8
  call void @gw_c_Py_DecRef(ptr %55)
  %56 = add i64 %53, 1
  %57 = icmp eq i64 %56, %34
  br i1 %57, label %124, label %52
58:
  store ptr %48, ptr %35, align 8
  %59 = add i64 %34, 1
  %60 = icmp eq i64 %59, %29
  br i1 %60, label %61, label %33
61:
  %62 = getelementptr i8, ptr %0, i64 56
  %63 = load ptr, ptr %62, align 8
  %64 = call i32 %63(ptr %1, ptr %10)
  %65 = icmp eq i32 %64, 0
  %66 = load i64, ptr %28, align 8
  %67 = icmp sgt i64 %66, 0
  br i1 %67, label %68, label %74
68:
  %69 = phi i64 [ %72, %68 ], [ 0, %61 ]
  %70 = getelementptr ptr, ptr %1, i64 %69
  %71 = load ptr, ptr %70, align 8
  call void @gw_c_Py_DecRef(ptr %71)
  %72 = add i64 %69, 1
  %73 = icmp eq i64 %72, %66
  br i1 %73, label %74, label %68
74:
  br i1 %65, label %86, label %124
75:
  %76 = phi i64 [ 0, %14 ], [ %83, %75 ]
  %77 = load ptr, ptr %15, align 8
  %78 = getelementptr ptr, ptr %77, i64 %76
  %79 = load ptr, ptr %78, align 8
  %80 = load i64, ptr %16, align 8
  %81 = getelementptr ptr, ptr %1, i64 %80
  %82 = getelementptr ptr, ptr %81, i64 %76
  store ptr %79, ptr %82, align 8
  %83 = add i64 %76, 1
  %84 = load i64, ptr %11, align 8
  %85 = icmp slt i64 %83, %84
  br i1 %85, label %75, label %17
86:
  %87 = load i64, ptr %7, align 8
  %88 = getelementptr i8, ptr %0, i64 96
  %89 = load ptr, ptr %88, align 8
  %90 = call i1 @gw_wrap(ptr %10, i64 %87, ptr %89)
  br i1 %90, label %100, label %91
91:
  %92 = load i64, ptr %7, align 8
  %93 = icmp sgt i64 %92, 0
  br i1 %93, label %94, label %124
94:
  %95 = phi i64 [ %98, %94 ], [ 0, %91 ]
  %96 = getelementptr ptr, ptr %10, i64 %95
  %97 = load ptr, ptr %96, align 8
  call void @gw_c_Py_DecRef(ptr %97)
  %98 = add i64 %95, 1
  %99 = icmp eq i64 %98, %92
  br i1 %99, label %124, label %94
100:
  %101 = getelementptr i8, ptr %0, i64 104
  %102 = load ptr, ptr %101, align 8
  %103 = load i64, ptr %102, align 8
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %105, label %110
105:
  %106 = load i64, ptr %7, align 8
  %107 = icmp eq i64 %106, 1
  br i1 %107, label %108, label %110
108:
  %109 = load ptr, ptr %10, align 8
  br label %124
110:
  store ptr null, ptr %4, align 8
  %111 = call ptr @gw_build(ptr %102, ptr %10, ptr %4)
  %112 = icmp eq ptr %111, null
  %113 = load i64, ptr %7, align 8
  %114 = icmp sgt i64 %113, 0
  br i1 %114, label %115, label %121
115:
  %116 = phi i64 [ %119, %115 ], [ 0, %110 ]
  %117 = getelementptr ptr, ptr %10, i64 %116
  %118 = load ptr, ptr %117, align 8
  call void @gw_c_Py_DecRef(ptr %118)
  %119 = add i64 %116, 1
  %120 = icmp eq i64 %119, %113
  br i1 %120, label %121, label %115
121:
  %122 = load ptr, ptr %4, align 8
  %123 = select i1 %112, ptr null, ptr %122
  br label %124
124:
  %125 = phi ptr [ null, %22 ], [ null, %74 ], [ null, %94 ], [ %109, %108 ], [ %123, %121 ], [ null, %91 ], [ null, %50 ], [ null, %52 ]
  call void @gw_c_Py_DecRef(ptr %6)
  ret ptr %125
}
declare i64 @gw_c_PyTuple_Size(ptr)
define internal fastcc ptr @match_node(ptr %0, ptr %1, ptr %2) {
  %4 = load i64, ptr %0, align 8
  switch i64 %4, label %218 [
    i64 0, label %5
    i64 1, label %35
    i64 2, label %57
    i64 3, label %63
    i64 4, label %91
    i64 5, label %112
    i64 6, label %126
    i64 10, label %189
    i64 11, label %209
  ]
5:
  %6 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, @gw_eager_tensor
  br i1 %8, label %9, label %283
9:
  %10 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_tensor_type to i64)
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %11, %13
  br i1 %14, label %15, label %283
15:
  %16 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_tensor_array to i64)
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr i8, ptr %17, i64 ptrtoint (ptr @gw_number_at_flags to i64)
  %19 = load i32, ptr %18, align 4
  %20 = and i32 %19, 257
  %21 = icmp eq i32 %20, 257
  br i1 %21, label %25, label %22
22:
  %23 = getelementptr i8, ptr %2, i64 16
  %24 = load ptr, ptr %23, align 8
  store i64 1, ptr %24, align 8
  br label %25
25:
  %26 = load ptr, ptr %2, align 8
  %27 = getelementptr i8, ptr %0, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr ptr, ptr %26, i64 %28
  store ptr %17, ptr %29, align 8
  %30 = getelementptr i8, ptr %2, i64 8
  %31 = load ptr, ptr %30, align 8
  %32 = load i64, ptr %27, align 8
  %33 = getelementptr ptr, ptr %31, i64 %32
  store ptr %1, ptr %33, align 8
  %34 = getelementptr i8, ptr %0, i64 32
  br label %283
35:
  %36 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, @gw_eager_tensor
  br i1 %38, label %39, label %283
39:
  %40 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_tensor_type to i64)
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr i8, ptr %0, i64 8
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %41, %43
  br i1 %44, label %45, label %283
45:
  %46 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_tensor_array to i64)
  %47 = load ptr, ptr %46, align 8
  %48 = load ptr, ptr %2, align 8
  %49 = getelementptr i8, ptr %0, i64 24
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr ptr, ptr %48, i64 %50
  store ptr %47, ptr %51, align 8
  %52 = getelementptr i8, ptr %2, i64 8
  %53 = load ptr, ptr %52, align 8
  %54 = load i64, ptr %49, align 8
  %55 = getelementptr ptr, ptr %53, i64 %54
  store ptr %1, ptr %55, align 8
  %56 = getelementptr i8, ptr %0, i64 32
  br label %283
57:
  %58 = getelementptr i8, ptr %0, i64 8
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %1, %59
  %61 = getelementptr i8, ptr %0, i64 32
  %62 = select i1 %60, ptr %61, ptr null
  br label %283
63:
  %64 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, @gw_eager_tensor
  br i1 %66, label %67, label %283
67:
  %68 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_tensor_array to i64)
  %69 = load ptr, ptr %68, align 8
  %70 = getelementptr i8, ptr %0, i64 8
  %71 = load ptr, ptr %70, align 8
  %72 = call fastcc i1 @fits_array_type(ptr %69, ptr %71)
  br i1 %72, label %73, label %283
73:
  %74 = getelementptr i8, ptr %69, i64 ptrtoint (ptr @gw_number_at_flags to i64)
  %75 = load i32, ptr %74, align 4
  %76 = and i32 %75, 257
  %77 = icmp eq i32 %76, 257
  br i1 %77, label %81, label %78
78:
  %79 = getelementptr i8, ptr %2, i64 16
  %80 = load ptr, ptr %79, align 8
  store i64 1, ptr %80, align 8
  br label %81
81:
  %82 = load ptr, ptr %2, align 8
  %83 = getelementptr i8, ptr %0, i64 24
  %84 = load i64, ptr %83, align 8
  %85 = getelementptr ptr, ptr %82, i64 %84
  store ptr %69, ptr %85, align 8
  %86 = getelementptr i8, ptr %2, i64 8
  %87 = load ptr, ptr %86, align 8
  %88 = load i64, ptr %83, align 8
  %89 = getelementptr ptr, ptr %87, i64 %88
  store ptr %1, ptr %89, align 8
  %90 = getelementptr i8, ptr %0, i64 32
  br label %283
91:
  %92 = getelementptr i8, ptr %0, i64 8
  %93 = load ptr, ptr %92, align 8
  %94 = icmp eq ptr %1, %93
  br i1 %94, label %95, label %97
95:
  %96 = getelementptr i8, ptr %0, i64 32
  br label %283
97:
  %98 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %99 = load ptr, ptr %98, align 8
  %100 = getelementptr i8, ptr %0, i64 16
  %101 = load ptr, ptr %100, align 8
  %102 = icmp eq ptr %99, %101
  br i1 %102, label %103, label %283
103:
  %104 = call i32 @gw_c_PyObject_RichCompareBool(ptr %1, ptr %93, i32 2)
  %105 = freeze i32 %104
  %106 = icmp slt i32 %105, 0
  br i1 %106, label %107, label %108
107:
  call void @gw_c_PyErr_Clear()
  br label %283
108:
  %109 = icmp eq i32 %105, 1
  %110 = getelementptr i8, ptr %0, i64 32
  %111 = select i1 %109, ptr %110, ptr null
  br label %283
112:
  %113 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %114 = load ptr, ptr %113, align 8
  %115 = getelementptr i8, ptr %0, i64 16
  %116 = load ptr, ptr %115, align 8
  %117 = icmp eq ptr %114, %116
  br i1 %117, label %118, label %283
118:
  %119 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_float to i64)
  %120 = load ptr, ptr %119, align 8
  %121 = getelementptr i8, ptr %0, i64 8
  %122 = load ptr, ptr %121, align 8
  %123 = icmp eq ptr %120, %122
  %124 = getelementptr i8, ptr %0, i64 32
  %125 = select i1 %123, ptr %124, ptr null
  br label %283
126:
  %127 = getelementptr i8, ptr %0, i64 16
  %128 = load ptr, ptr %127, align 8
  %129 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %130 = load ptr, ptr %129, align 8
  %131 = load ptr, ptr %128, align 8
  %132 = icmp eq ptr %130, %131
  br i1 %132, label %133, label %283
133:
  %134 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_variable_trainable to i64)
  %135 = load ptr, ptr %134, align 8
  %136 = getelementptr i8, ptr %128, i64 8
  %137 = load ptr, ptr %136, align 8
  %138 = icmp eq ptr %135, %137
  br i1 %138, label %139, label %283
139:
  %140 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_variable_handle to i64)
  %141 = load ptr, ptr %140, align 8
  %142 = icmp eq ptr %141, null
  br i1 %142, label %283, label %143
143:
  %144 = getelementptr i8, ptr %141, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %145, @gw_eager_tensor
  br i1 %146, label %147, label %283
147:
  %148 = getelementptr i8, ptr %141, i64 ptrtoint (ptr @gw_number_at_tensor_array to i64)
  %149 = load ptr, ptr %148, align 8
  %150 = getelementptr i8, ptr %149, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %151 = load ptr, ptr %150, align 8
  %152 = icmp eq ptr %151, @gw_variable_state
  br i1 %152, label %153, label %283
153:
  %154 = getelementptr i8, ptr %149, i64 ptrtoint (ptr @gw_number_at_state_type to i64)
  %155 = load ptr, ptr %154, align 8
  %156 = getelementptr i8, ptr %0, i64 8
  %157 = load ptr, ptr %156, align 8
  %158 = icmp eq ptr %155, %157
  br i1 %158, label %159, label %283
159:
  %160 = getelementptr i8, ptr %128, i64 16
  %161 = load i64, ptr %160, align 8
  %162 = icmp sgt i64 %161, 0
  %163 = load ptr, ptr %2, align 8
  br i1 %162, label %164, label %180
164:
  %165 = getelementptr i8, ptr %128, i64 24
  br label %169
166:
  %167 = add i64 %170, 1
  %168 = icmp eq i64 %167, %161
  br i1 %168, label %180, label %169
169:
  %170 = phi i64 [ 0, %164 ], [ %167, %166 ]
  %171 = getelementptr %struct.anon.1, ptr %165, i64 %170
  %172 = load i64, ptr %171, align 8
  %173 = getelementptr ptr, ptr %163, i64 %172
  %174 = load ptr, ptr %173, align 8
  %175 = icmp eq ptr %174, %149
  %176 = zext i1 %175 to i64
  %177 = getelementptr i8, ptr %171, i64 8
  %178 = load i64, ptr %177, align 8
  %179 = icmp eq i64 %178, %176
  br i1 %179, label %166, label %283
180:
  %181 = getelementptr i8, ptr %0, i64 24
  %182 = load i64, ptr %181, align 8
  %183 = getelementptr ptr, ptr %163, i64 %182
  store ptr %149, ptr %183, align 8
  %184 = getelementptr i8, ptr %2, i64 8
  %185 = load ptr, ptr %184, align 8
  %186 = load i64, ptr %181, align 8
  %187 = getelementptr ptr, ptr %185, i64 %186
  store ptr %1, ptr %187, align 8
  %188 = getelementptr i8, ptr %0, i64 32
  br label %283
189:
  %190 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %191 = load ptr, ptr %190, align 8
  %192 = icmp eq ptr %191, @gw_ndarray
  br i1 %192, label %193, label %283
193:
  %194 = getelementptr i8, ptr %0, i64 8
  %195 = load ptr, ptr %194, align 8
  %196 = call fastcc i1 @fits_array_type(ptr %1, ptr %195)
  br i1 %196, label %197, label %283
197:
  %198 = getelementptr i8, ptr %2, i64 16
  %199 = load ptr, ptr %198, align 8
  store i64 1, ptr %199, align 8
  %200 = load ptr, ptr %2, align 8
  %201 = getelementptr i8, ptr %0, i64 24
  %202 = load i64, ptr %201, align 8
  %203 = getelementptr ptr, ptr %200, i64 %202
  store ptr %1, ptr %203, align 8
  %204 = getelementptr i8, ptr %2, i64 8
  %205 = load ptr, ptr %204, align 8
  %206 = load i64, ptr %201, align 8
  %207 = getelementptr ptr, ptr %205, i64 %206
  store ptr %1, ptr %207, align 8
  %208 = getelementptr i8, ptr %0, i64 32
  br label %283
209:
  %210 = icmp eq ptr %1, @gw_none
  br i1 %210, label %283, label %211
211:
  %212 = getelementptr i8, ptr %0, i64 8
  %213 = load ptr, ptr %212, align 8
  %214 = load ptr, ptr %213, align 8
  %215 = icmp eq ptr %1, %214
  %216 = getelementptr i8, ptr %0, i64 32
  %217 = select i1 %215, ptr %216, ptr null
  br label %283
218:
  %219 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %220 = load ptr, ptr %219, align 8
  %221 = getelementptr i8, ptr %0, i64 8
  %222 = load ptr, ptr %221, align 8
  %223 = icmp eq ptr %220, %222
  br i1 %223, label %224, label %283
224:
  %225 = getelementptr i8, ptr %0, i64 16
  %226 = load ptr, ptr %225, align 8
  %227 = ptrtoint ptr %226 to i64
  %228 = getelementptr i8, ptr %0, i64 24
  %229 = load i64, ptr %228, align 8
  %230 = inttoptr i64 %229 to ptr
  switch i64 %4, label %250 [
    i64 7, label %231
    i64 8, label %235
    i64 9, label %240
    i64 12, label %242
  ]
231:
  %232 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %233 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_var_size to i64)
  %234 = load i64, ptr %233, align 8
  br label %245
235:
  %236 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_list_items to i64)
  %237 = load ptr, ptr %236, align 8
  %238 = getelementptr i8, ptr %1, i64 ptrtoint (ptr @gw_number_at_var_size to i64)
  %239 = load i64, ptr %238, align 8
  br label %245
240:
  %241 = call i64 @gw_c_PyDict_Size(ptr %1)
  br label %245
242:
  %243 = call fastcc ptr @attributes_of(ptr %1)
  %244 = icmp eq ptr %243, null
  br i1 %244, label %283, label %250
245:
  %246 = phi i64 [ %241, %240 ], [ %234, %231 ], [ %239, %235 ]
  %247 = phi ptr [ %230, %240 ], [ %232, %231 ], [ %237, %235 ]
  %248 = phi ptr [ %1, %240 ], [ null, %231 ], [ null, %235 ]
  %249 = icmp eq i64 %246, %227
  br i1 %249, label %250, label %283
250:
  %251 = phi ptr [ %248, %245 ], [ %243, %242 ], [ null, %224 ]
  %252 = phi ptr [ %247, %245 ], [ %230, %242 ], [ %230, %224 ]
  %253 = load i64, ptr %0, align 8
  %254 = icmp eq i64 %253, 13
  %255 = getelementptr i8, ptr %0, i64 32
  %256 = icmp sgt ptr %226, null
  br i1 %256, label %257, label %283
257:
  %258 = icmp eq ptr %251, null
  br label %262
259:
  %260 = add i64 %263, 1
  %261 = icmp eq i64 %260, %227
  br i1 %261, label %283, label %262
262:
  %263 = phi i64 [ 0, %257 ], [ %260, %259 ]
  %264 = phi ptr [ %255, %257 ], [ %281, %259 ]
  %265 = getelementptr ptr, ptr %252, i64 %263
  %266 = load ptr, ptr %265, align 8
  br i1 %258, label %271, label %267
267:
  %268 = call ptr @gw_c_PyDict_GetItemWithError(ptr %251, ptr %266)
  %269 = icmp eq ptr %268, null
  br i1 %269, label %270, label %279
270:
  call void @gw_c_PyErr_Clear()
  br label %283
271:
  br i1 %254, label %272, label %276
272:
  %273 = ptrtoint ptr %266 to i64
  %274 = getelementptr i8, ptr %1, i64 %273
  %275 = load ptr, ptr %274, align 8
  br label %276
276:
  %277 = phi ptr [ %275, %272 ], [ %266, %271 ]
  %278 = icmp eq ptr %277, null
  br i1 %278, label %283, label %279
279:
  %280 = phi ptr [ %277, %276 ], [ %268, %267 ]
  %281 = call fastcc ptr @match_node(ptr %264, ptr %280, ptr %2)
  %282 = icmp eq ptr %281, null
  br i1 %282, label %283, label %259
283:
  %284 = phi ptr [ %281, %259 ], [ null, %189 ], [ %34, %25 ], [ null, %5 ], [ %56, %45 ], [ %62, %57 ], [ null, %63 ], [ null, %35 ], [ null, %209 ], [ null, %67 ], [ null, %97 ], [ %217, %211 ], [ %208, %197 ], [ null, %9 ], [ null, %39 ], [ %90, %81 ], [ null, %112 ], [ %125, %118 ], [ null, %193 ], [ null, %107 ], [ %111, %108 ], [ null, %245 ], [ %96, %95 ], [ null, %126 ], [ null, %133 ], [ null, %139 ], [ null, %143 ], [ null, %147 ], [ %188, %180 ], [ null, %153 ], [ null, %218 ], [ null, %242 ], [ null, %270 ], [ %255, %250 ], [ null, %279 ], [ null, %276 ], [ null, %169 ]
  ret ptr %284
}
define i64 @gw_hash(ptr %0, i64 %1, ptr %2) {
  %4 = icmp eq ptr %2, null
  br i1 %4, label %7, label %5
5:
  %6 = call i64 @gw_c_PyTuple_Size(ptr %2)
  br label %7
7:
  %8 = phi i64 [ %6, %5 ], [ 0, %3 ]
  %9 = add i64 %8, %1
  %10 = shl i64 %9, 7
  %11 = add i64 %10, %1
  %12 = icmp sgt i64 %9, 0
  br i1 %12, label %15, label %13
13:
  %14 = phi i64 [ %11, %7 ], [ %55, %48 ]
  ret i64 %14
15:
  %16 = phi i64 [ %55, %48 ], [ %11, %7 ]
  %17 = phi i64 [ %56, %48 ], [ 0, %7 ]
  %18 = getelementptr ptr, ptr %0, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, @gw_eager_tensor
  br i1 %22, label %23, label %26
23:
  %24 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_tensor_type to i64)
  %25 = load i64, ptr %24, align 8
  br label %48
26:
  %27 = icmp eq ptr %21, @gw_int
  br i1 %27, label %28, label %36
28:
  %29 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_var_size to i64)
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_digits to i64)
  %32 = load i32, ptr %31, align 4
  %33 = zext i32 %32 to i64
  %34 = shl i64 %33, 8
  %35 = xor i64 %34, %30
  br label %48
36:
  %37 = icmp eq ptr %21, @gw_float
  br i1 %37, label %38, label %41
38:
  %39 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_float to i64)
  %40 = load i64, ptr %39, align 8
  br label %48
41:
  %42 = icmp eq ptr %21, @gw_str
  br i1 %42, label %43, label %46
43:
  %44 = getelementptr i8, ptr %19, i64 ptrtoint (ptr @gw_number_at_var_size to i64)
  %45 = load i64, ptr %44, align 8
  br label %48
46:
  %47 = ptrtoint ptr %21 to i64
  br label %48
48:
  %49 = phi i64 [ %25, %23 ], [ %35, %28 ], [ %40, %38 ], [ %45, %43 ], [ %47, %46 ]
  %50 = xor i64 %49, %16
  %51 = lshr i64 %50, 32
  %52 = xor i64 %51, %50
  %53 = mul i64 %52, -7046029254386353131
  %54 = lshr i64 %53, 32
  %55 = xor i64 %54, %53
  %56 = add i64 %17, 1
  %57 = icmp eq i64 %56, %9
  br i1 %57, label %13, label %15
}
define i1 @gw_wrap(ptr %0, i64 %1, ptr %2) {
  %4 = icmp slt i64 %1, 1
  br i1 %4, label %52, label %5
5:
  %6 = phi i64 [ %50, %48 ], [ 0, %3 ]
  %7 = getelementptr ptr, ptr %0, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr %struct.result_type, ptr %2, i64 %6
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %12, label %35
12:
  %13 = getelementptr i8, ptr %9, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %42, label %17
17:
  %18 = getelementptr i8, ptr %8, i64 ptrtoint (ptr @gw_number_at_dimensions to i64)
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr i8, ptr %14, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = icmp slt i64 %21, 1
  br i1 %22, label %35, label %23
23:
  %24 = getelementptr i8, ptr %14, i64 24
  br label %28
25:
  %26 = add i64 %29, 1
  %27 = icmp eq i64 %26, %21
  br i1 %27, label %35, label %28
28:
  %29 = phi i64 [ 0, %23 ], [ %26, %25 ]
  %30 = getelementptr i64, ptr %19, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr i64, ptr %24, i64 %29
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %31, %33
  br i1 %34, label %25, label %42
35:
  %36 = phi ptr [ %10, %5 ], [ %15, %17 ], [ %15, %25 ]
  %37 = call ptr @gw_c_PyType_GenericAlloc(ptr @gw_eager_tensor, i64 0)
  %38 = icmp eq ptr %37, null
  br i1 %38, label %52, label %39
39:
  %40 = getelementptr i8, ptr %37, i64 ptrtoint (ptr @gw_number_at_tensor_array to i64)
  store ptr %8, ptr %40, align 8
  %41 = getelementptr i8, ptr %37, i64 ptrtoint (ptr @gw_number_at_tensor_type to i64)
  store ptr %36, ptr %41, align 8
  call void @gw_c_Py_IncRef(ptr %36)
  br label %48
42:
  %43 = getelementptr i8, ptr %14, i64 8
  %44 = load ptr, ptr %43, align 8
  %45 = call ptr @gw_c_PyObject_VectorcallDict(ptr %44, ptr %7, i64 1, ptr null)
  %46 = icmp eq ptr %45, null
  br i1 %46, label %52, label %47
47:
  call void @gw_c_Py_DecRef(ptr %8)
  br label %48
48:
  %49 = phi ptr [ %37, %39 ], [ %45, %47 ]
  store ptr %49, ptr %7, align 8
  %50 = add i64 %6, 1
  %51 = icmp eq i64 %50, %1
  br i1 %51, label %52, label %5
52:
  %53 = phi i1 [ true, %3 ], [ false, %35 ], [ false, %42 ], [ true, %48 ]
  ret i1 %53
}
declare ptr @gw_c_PyObject_VectorcallDict(ptr, ptr, i64, ptr)
declare void @gw_c_Py_DecRef(ptr)
define ptr @gw_build(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = getelementptr i8, ptr %0, i64 24
  %6 = load i64, ptr %0, align 8
  switch i64 %6, label %78 [
    i64 0, label %7
    i64 1, label %14
    i64 2, label %17
    i64 3, label %35
    i64 4, label %54
  ]
7:
  %8 = getelementptr i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr ptr, ptr %1, i64 %9
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %2, align 8
  %12 = load i64, ptr %8, align 8
  %13 = getelementptr ptr, ptr %1, i64 %12
  store ptr null, ptr %13, align 8
  br label %93
14:
  %15 = getelementptr i8, ptr %0, i64 16
  %16 = load ptr, ptr %15, align 8
  store ptr %16, ptr %2, align 8
  call void @gw_c_Py_IncRef(ptr %16)
  br label %93
17:
  %18 = getelementptr i8, ptr %0, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = call ptr @gw_c_PyTuple_New(i64 %19)
  %21 = icmp eq ptr %20, null
  br i1 %21, label %93, label %22
22:
  %23 = load i64, ptr %18, align 8
  %24 = getelementptr i8, ptr %20, i64 ptrtoint (ptr @gw_number_at_tuple_items to i64)
  %25 = icmp sgt i64 %23, 0
  br i1 %25, label %26, label %88
26:
  %27 = phi i64 [ %31, %26 ], [ 0, %22 ]
  %28 = phi ptr [ %30, %26 ], [ %5, %22 ]
  %29 = getelementptr ptr, ptr %24, i64 %27
  %30 = call ptr @gw_build(ptr %28, ptr %1, ptr %29)
  %31 = add i64 %27, 1
  %32 = icmp ne ptr %30, null
  %33 = icmp slt i64 %31, %23
  %34 = select i1 %32, i1 %33, i1 false
  br i1 %34, label %26, label %84
35:
  %36 = getelementptr i8, ptr %0, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = call ptr @gw_c_PyList_New(i64 %37)
  %39 = icmp eq ptr %38, null
  br i1 %39, label %93, label %40
40:
  %41 = load i64, ptr %36, align 8
  %42 = getelementptr i8, ptr %38, i64 ptrtoint (ptr @gw_number_at_list_items to i64)
  %43 = load ptr, ptr %42, align 8
  %44 = icmp sgt i64 %41, 0
  br i1 %44, label %45, label %88
45:
  %46 = phi i64 [ %50, %45 ], [ 0, %40 ]
  %47 = phi ptr [ %49, %45 ], [ %5, %40 ]
  %48 = getelementptr ptr, ptr %43, i64 %46
  %49 = call ptr @gw_build(ptr %47, ptr %1, ptr %48)
  %50 = add i64 %46, 1
  %51 = icmp ne ptr %49, null
  %52 = icmp slt i64 %50, %41
  %53 = select i1 %51, i1 %52, i1 false
  br i1 %53, label %45, label %84
54:
  %55 = call ptr @gw_c_PyDict_New()
  %56 = icmp eq ptr %55, null
  br i1 %56, label %93, label %57
57:
  %58 = getelementptr i8, ptr %0, i64 8
  %59 = load i64, ptr %58, align 8
  %60 = getelementptr i8, ptr %0, i64 16
  %61 = load ptr, ptr %60, align 8
  %62 = icmp sgt i64 %59, 0
  br i1 %62, label %66, label %88
63:
  %64 = add i64 %67, 1
  %65 = icmp eq i64 %64, %59
  br i1 %65, label %88, label %66
66:
  %67 = phi i64 [ %64, %63 ], [ 0, %57 ]
  %68 = phi ptr [ %69, %63 ], [ %5, %57 ]
  %69 = call ptr @gw_build(ptr %68, ptr %1, ptr %4)
  %70 = icmp eq ptr %69, null
  br i1 %70, label %77, label %71
71:
  %72 = getelementptr ptr, ptr %61, i64 %67
  %73 = load ptr, ptr %72, align 8
  %74 = load ptr, ptr %4, align 8
  %75 = call i32 @gw_c_PyDict_SetItem(ptr %55, ptr %73, ptr %74)
  call void @gw_c_Py_DecRef(ptr %74)
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %63, label %91
77:
  br label %91
78:
  %79 = getelementptr i8, ptr %0, i64 8
  %80 = load i64, ptr %79, align 8
  %81 = getelementptr i8, ptr %0, i64 16
  %82 = load ptr, ptr %81, align 8
  %83 = call fastcc ptr @build_by_call(ptr %5, i64 %80, ptr %82, ptr %1, ptr %2)
  br label %93
84:
  %85 = phi ptr [ %30, %26 ], [ %49, %45 ]
  %86 = phi ptr [ %20, %26 ], [ %38, %45 ]
  %87 = icmp eq ptr %85, null
  br i1 %87, label %91, label %88
88:
  %89 = phi ptr [ %86, %84 ], [ %55, %57 ], [ %20, %22 ], [ %38, %40 ], [ %55, %63 ]
  %90 = phi ptr [ %85, %84 ], [ %5, %57 ], [ %5, %22 ], [ %5, %40 ], [ %69, %63 ]
  store ptr %89, ptr %2, align 8
  br label %93
91:
  %92 = phi ptr [ %86, %84 ], [ %55, %77 ], [ %55, %71 ]
  call void @gw_c_Py_DecRef(ptr %92)
  br label %93
93:
  %94 = phi ptr [ %83, %78 ], [ %5, %7 ], [ %5, %14 ], [ null, %54 ], [ null, %35 ], [ null, %17 ], [ null, %91 ], [ %90, %88 ]
  ret ptr %94
}
declare void @gw_c_Py_IncRef(ptr)
declare ptr @gw_c_PyTuple_New(i64)
declare ptr @gw_c_PyList_New(i64)
declare ptr @gw_c_PyDict_New()
define internal fastcc ptr @build_by_call(ptr %0, i64 %1, ptr %2, ptr %3, ptr %4) {
  %6 = shl i64 %1, 3
  %7 = alloca i8, i64 %6, align 8
  %8 = icmp sgt i64 %1, 0
  br i1 %8, label %9, label %20
9:
  call void @llvm.memset.p0.i64(ptr align 8 %7, i8 0, i64 %6, i1 false)
  %10 = icmp eq ptr %0, null
  br i1 %10, label %20, label %11
11:
  %12 = phi i64 [ %16, %11 ], [ 0, %9 ]
  %13 = phi ptr [ %15, %11 ], [ %0, %9 ]
  %14 = getelementptr ptr, ptr %7, i64 %12
  %15 = call ptr @gw_build(ptr %13, ptr %3, ptr %14)
  %16 = add i64 %12, 1
  %17 = icmp ne ptr %15, null
  %18 = icmp slt i64 %16, %1
  %19 = select i1 %17, i1 %18, i1 false
  br i1 %19, label %11, label %20
20:
  %21 = phi ptr [ %0, %9 ], [ %0, %5 ], [ %15, %11 ]
  %22 = icmp eq ptr %21, null
  br i1 %22, label %27, label %23
23:
  %24 = call ptr @gw_c_PyObject_VectorcallDict(ptr %2, ptr %7, i64 %1, ptr null)
  store ptr %24, ptr %4, align 8
  %25 = icmp eq ptr %24, null
  %26 = select i1 %25, ptr null, ptr %21
  br label %27
27:
  %28 = phi ptr [ %26, %23 ], [ null, %20 ]
  br i1 %8, label %29, label %35
29:
  %30 = phi i64 [ %33, %29 ], [ 0, %27 ]
  %31 = getelementptr ptr, ptr %7, i64 %30
  %32 = load ptr, ptr %31, align 8
  call void @gw_c_Py_DecRef(ptr %32)
  %33 = add i64 %30, 1
  %34 = icmp eq i64 %33, %1
  br i1 %34, label %35, label %29
35:
  ret ptr %28
}
define void @gw_drop(ptr %0, i64 %1) {
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
declare i64 @gw_c_PyThread_get_thread_ident()
declare i32 @gw_c_PyDict_SetItem(ptr, ptr, ptr)
declare ptr @gw_c_PyArray_NewCopy(ptr, i32)
declare i32 @gw_c_PyUnicode_Compare(ptr, ptr)
define internal fastcc i1 @fits_array_type(ptr %0, ptr %1) {
  %3 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_descr to i64)
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = icmp eq ptr %4, %5
  br i1 %6, label %7, label %34
7:
  %8 = getelementptr i8, ptr %1, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = icmp slt i64 %9, 0
  br i1 %10, label %34, label %11
11:
  %12 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_nd to i64)
  %13 = load i32, ptr %12, align 4
  %14 = sext i32 %13 to i64
  %15 = icmp eq i64 %9, %14
  br i1 %15, label %16, label %34
16:
  %17 = getelementptr i8, ptr %0, i64 ptrtoint (ptr @gw_number_at_dimensions to i64)
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq i64 %9, 0
  br i1 %19, label %34, label %20
20:
  %21 = getelementptr i8, ptr %1, i64 16
  br label %22
22:
  %23 = phi i64 [ 0, %20 ], [ %31, %22 ]
  %24 = getelementptr i64, ptr %18, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr i64, ptr %21, i64 %23
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %25, %27
  %29 = icmp slt i64 %27, 0
  %30 = or i1 %28, %29
  %31 = add i64 %23, 1
  %32 = icmp ne i64 %31, %9
  %33 = select i1 %30, i1 %32, i1 false
  br i1 %33, label %22, label %34
34:
  %35 = phi i1 [ false, %11 ], [ false, %2 ], [ true, %7 ], [ true, %16 ], [ %30, %22 ]
  ret i1 %35
}
declare i32 @gw_c_PyObject_RichCompareBool(ptr, ptr, i32)
declare void @gw_c_PyErr_Clear()
declare i64 @gw_c_PyDict_Size(ptr)
define internal fastcc ptr @attributes_of(ptr %0) {
  %2 = call i32 @gw_c_PyGC_Disable()
  %3 = icmp eq i32 %2, 0
  %4 = call ptr @gw_c_PyObject_GenericGetDict(ptr %0, ptr null)
  br i1 %3, label %7, label %5
5:
  %6 = call i32 @gw_c_PyGC_Enable()
  br label %7
7:
  %8 = icmp eq ptr %4, null
  br i1 %8, label %10, label %9
9:
  call void @gw_c_Py_DecRef(ptr %4)
  br label %11
10:
  call void @gw_c_PyErr_Clear()
  br label %11
11:
  ret ptr %4
}
declare ptr @gw_c_PyDict_GetItemWithError(ptr, ptr)
declare i32 @gw_c_PyGC_Disable()
declare ptr @gw_c_PyObject_GenericGetDict(ptr, ptr)
declare i32 @gw_c_PyGC_Enable()
declare ptr @gw_c_PyType_GenericAlloc(ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
