%struct.gw_piece = type { ptr, i64 }
%struct.job = type { i64, i32 }
%struct.gw_regex_step = type { i32, i32, i32, i32 }
%struct.output = type { ptr, i64, i64, i8 }
@.str = private constant [1 x i8] zeroinitializer, align 1
define ptr @gw_regex_new(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) {
  %7 = call ptr @gw_c_calloc(i64 1, i64 656)
  %8 = icmp eq ptr %7, null
  br i1 %8, label %24, label %9
9:
  store ptr %0, ptr %7, align 8
  %10 = getelementptr i8, ptr %7, i64 8
  store i64 %1, ptr %10, align 8
  %11 = icmp ne ptr %2, null
  %12 = getelementptr i8, ptr %7, i64 16
  %13 = zext i1 %11 to i8
  store i8 %13, ptr %12, align 8
  br i1 %11, label %14, label %24
14:
  %15 = getelementptr i8, ptr %7, i64 24
  %16 = call fastcc i1 @automaton_init(ptr %15, ptr %0, i64 %1, ptr %4, i64 %5, i1 true, i1 false)
  br i1 %16, label %17, label %23
17:
  %18 = getelementptr i8, ptr %7, i64 168
  %19 = call fastcc i1 @automaton_init(ptr %18, ptr %2, i64 %3, ptr %4, i64 %5, i1 false, i1 true)
  br i1 %19, label %20, label %23
20:
  %21 = getelementptr i8, ptr %7, i64 312
  %22 = call fastcc i1 @automaton_init(ptr %21, ptr %0, i64 %1, ptr %4, i64 %5, i1 false, i1 true)
  br i1 %22, label %24, label %23
23:
  call void @gw_regex_free(ptr %7)
  br label %24
24:
  %25 = phi ptr [ null, %6 ], [ null, %23 ], [ %7, %20 ], [ %7, %9 ]
  ret ptr %25
}
declare ptr @gw_c_calloc(i64, i64)
define internal fastcc i1 @automaton_init(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4, i1 %5, i1 %6) {
  %8 = zext i1 %5 to i8
  %9 = zext i1 %6 to i8
  %10 = shl i64 %2, 4
  %11 = add i64 %10, 1024
  store ptr %1, ptr %0, align 8
  %12 = getelementptr i8, ptr %0, i64 8
  store i64 %2, ptr %12, align 8
  %13 = getelementptr i8, ptr %0, i64 16
  store ptr %3, ptr %13, align 8
  %14 = getelementptr i8, ptr %0, i64 24
  store i64 %4, ptr %14, align 8
  %15 = getelementptr i8, ptr %0, i64 32
  store i8 %8, ptr %15, align 8
  %16 = getelementptr i8, ptr %0, i64 33
  store i8 %9, ptr %16, align 1
  %17 = getelementptr i8, ptr %0, i64 34
  %18 = getelementptr i8, ptr %0, i64 36
  %19 = getelementptr i8, ptr %0, i64 44
  %20 = getelementptr i8, ptr %0, i64 56
  %21 = getelementptr i8, ptr %0, i64 64
  %22 = getelementptr i8, ptr %0, i64 72
  call void @llvm.memset.p0.i64(ptr align 2 %17, i8 0, i64 22, i1 false)
  store i64 %11, ptr %22, align 8
  %23 = getelementptr i8, ptr %0, i64 80
  %24 = getelementptr i8, ptr %0, i64 88
  %25 = getelementptr i8, ptr %0, i64 96
  %26 = getelementptr i8, ptr %0, i64 104
  %27 = getelementptr i8, ptr %0, i64 112
  %28 = getelementptr i8, ptr %0, i64 128
  %29 = call ptr @gw_c_malloc(i64 4104)
  %30 = getelementptr i8, ptr %0, i64 120
  call void @llvm.memset.p0.i64(ptr align 8 %30, i8 0, i64 24, i1 false)
  store ptr %29, ptr %20, align 8
  %31 = shl i64 %11, 2
  %32 = call ptr @gw_c_malloc(i64 %31)
  store ptr %32, ptr %21, align 8
  %33 = shl i64 %4, 11
  %34 = call ptr @gw_c_malloc(i64 %33)
  store ptr %34, ptr %23, align 8
  %35 = call ptr @gw_c_malloc(i64 512)
  store ptr %35, ptr %24, align 8
  %36 = call ptr @gw_c_malloc(i64 4096)
  store ptr %36, ptr %25, align 8
  %37 = shl i64 %2, 2
  %38 = add i64 %37, 4
  %39 = call ptr @gw_c_malloc(i64 %38)
  store ptr %39, ptr %26, align 8
  %40 = shl i64 %2, 3
  %41 = add i64 %40, 8
  %42 = call ptr @gw_c_malloc(i64 %41)
  store ptr %42, ptr %27, align 8
  %43 = call ptr @gw_c_calloc(i64 %2, i64 4)
  store ptr %43, ptr %28, align 8
  %44 = icmp eq ptr %29, null
  %45 = icmp eq ptr %32, null
  %46 = or i1 %44, %45
  %47 = icmp eq ptr %34, null
  %48 = or i1 %46, %47
  %49 = icmp eq ptr %35, null
  %50 = or i1 %48, %49
  %51 = icmp eq ptr %36, null
  %52 = or i1 %50, %51
  %53 = icmp eq ptr %39, null
  %54 = or i1 %52, %53
  br i1 %54, label %66, label %55
55:
  %56 = icmp eq ptr %42, null
  %57 = icmp eq ptr %43, null
  %58 = or i1 %56, %57
  br i1 %58, label %66, label %59
59:
  store i32 0, ptr %19, align 4
  store i64 0, ptr %29, align 8
  store <2 x i32> splat (i32 -1), ptr %18, align 4
  br label %60
60:
  %61 = phi i64 [ 0, %59 ], [ %64, %60 ]
  %62 = load ptr, ptr %25, align 8
  %63 = getelementptr i32, ptr %62, i64 %61
  store i32 -1, ptr %63, align 4
  %64 = add i64 %61, 1
  %65 = icmp eq i64 %64, 1024
  br i1 %65, label %66, label %60
66:
  %67 = phi i1 [ false, %7 ], [ false, %55 ], [ true, %60 ]
  ret i1 %67
}
define void @gw_regex_free(ptr %0) {
  %2 = getelementptr i8, ptr %0, i64 24
  call fastcc void @automaton_free(ptr %2)
  %3 = getelementptr i8, ptr %0, i64 168
  call fastcc void @automaton_free(ptr %3)
  %4 = getelementptr i8, ptr %0, i64 312
  call fastcc void @automaton_free(ptr %4)
  %5 = getelementptr i8, ptr %0, i64 456
  %6 = load ptr, ptr %5, align 8
  call void @gw_c_free(ptr %6)
  %7 = getelementptr i8, ptr %0, i64 472
  %8 = load ptr, ptr %7, align 8
  call void @gw_c_free(ptr %8)
  call void @gw_c_free(ptr %0)
  ret void
}
define internal fastcc void @automaton_free(ptr %0) {
  %2 = alloca [8 x ptr], align 8
  %3 = getelementptr i8, ptr %0, i64 56
  %4 = load <2 x ptr>, ptr %3, align 8
  store <2 x ptr> %4, ptr %2, align 8
  %5 = getelementptr i8, ptr %2, i64 16
  %6 = getelementptr i8, ptr %0, i64 80
  %7 = load <2 x ptr>, ptr %6, align 8
  store <2 x ptr> %7, ptr %5, align 8
  %8 = getelementptr i8, ptr %2, i64 32
  %9 = getelementptr i8, ptr %0, i64 96
  %10 = load <2 x ptr>, ptr %9, align 8
  store <2 x ptr> %10, ptr %8, align 8
  %11 = getelementptr i8, ptr %2, i64 48
  %12 = getelementptr i8, ptr %0, i64 112
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %11, align 8
  %14 = getelementptr i8, ptr %2, i64 56
  %15 = getelementptr i8, ptr %0, i64 128
  %16 = load ptr, ptr %15, align 8
  store ptr %16, ptr %14, align 8
  br label %18
17:
  ret void
18:
  %19 = phi i64 [ 0, %1 ], [ %22, %18 ]
  %20 = getelementptr ptr, ptr %2, i64 %19
  %21 = load ptr, ptr %20, align 8
  call void @gw_c_free(ptr %21)
  %22 = add i64 %19, 1
  %23 = icmp eq i64 %22, 8
  br i1 %23, label %17, label %18
}
declare void @gw_c_free(ptr allocptr)
define i64 @gw_regex_full_match(ptr %0, ptr %1, i64 %2, ptr %3) {
  %5 = getelementptr i8, ptr %0, i64 648
  store i8 0, ptr %5, align 8
  %6 = icmp sgt i64 %2, 0
  br i1 %6, label %7, label %15
7:
  %8 = getelementptr i8, ptr %0, i64 16
  %9 = getelementptr i8, ptr %0, i64 312
  %10 = getelementptr i8, ptr %0, i64 368
  %11 = getelementptr i8, ptr %0, i64 400
  br label %18
12:
  %13 = load i8, ptr %5, align 8
  %14 = zext i8 %13 to i64
  br label %15
15:
  %16 = phi i64 [ %14, %12 ], [ 0, %4 ]
  %17 = sub i64 0, %16
  ret i64 %17
18:
  %19 = phi i64 [ 0, %7 ], [ %71, %68 ]
  %20 = getelementptr %struct.gw_piece, ptr %1, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr i8, ptr %20, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = insertvalue [2 x i64] poison, i64 %21, 0
  %25 = insertvalue [2 x i64] %24, i64 %23, 1
  %26 = call fastcc i1 @is_valid([2 x i64] %25)
  br i1 %26, label %27, label %68
27:
  %28 = load i8, ptr %8, align 8
  %29 = trunc i8 %28 to i1
  br i1 %29, label %30, label %61
30:
  %31 = inttoptr i64 %21 to ptr
  %32 = call fastcc i32 @start_state(ptr %9, i1 true)
  %33 = icmp sgt i64 %23, 0
  br i1 %33, label %34, label %50
34:
  %35 = phi i64 [ %48, %44 ], [ 0, %30 ]
  %36 = phi i32 [ %47, %44 ], [ %32, %30 ]
  %37 = load ptr, ptr %10, align 8
  %38 = sext i32 %36 to i64
  %39 = getelementptr i64, ptr %37, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr i8, ptr %39, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %40, %42
  br i1 %43, label %58, label %44
44:
  %45 = getelementptr i8, ptr %31, i64 %35
  %46 = load i8, ptr %45, align 1
  %47 = call fastcc i32 @after(ptr %9, i32 %36, i8 %46)
  %48 = add i64 %35, 1
  %49 = icmp eq i64 %48, %23
  br i1 %49, label %50, label %34
50:
  %51 = phi i32 [ %32, %30 ], [ %47, %44 ]
  %52 = load ptr, ptr %11, align 8
  %53 = sext i32 %51 to i64
  %54 = getelementptr i8, ptr %52, i64 %53
  %55 = load i8, ptr %54, align 1
  %56 = and i8 %55, 3
  %57 = icmp ne i8 %56, 0
  br label %58
58:
  %59 = phi i1 [ %57, %50 ], [ false, %34 ]
  %60 = zext i1 %59 to i8
  br label %68
61:
  %62 = call fastcc i1 @begin_visits(ptr %0, i64 0, i64 %23)
  br i1 %62, label %63, label %65
63:
  %64 = call fastcc i1 @matches_from(ptr %0, [2 x i64] %25, i64 0, i64 0, i64 %23)
  br label %65
65:
  %66 = phi i1 [ false, %61 ], [ %64, %63 ]
  %67 = zext i1 %66 to i8
  br label %68
68:
  %69 = phi i8 [ %60, %58 ], [ %67, %65 ], [ 2, %18 ]
  %70 = getelementptr i8, ptr %3, i64 %19
  store i8 %69, ptr %70, align 1
  %71 = add i64 %19, 1
  %72 = icmp eq i64 %71, %2
  br i1 %72, label %12, label %18
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal fastcc i1 @is_valid([2 x i64] %0) {
  %2 = extractvalue [2 x i64] %0, 0
  %3 = inttoptr i64 %2 to ptr
  %4 = extractvalue [2 x i64] %0, 1
  %5 = icmp slt i64 %4, 1
  br i1 %5, label %62, label %6
6:
  %7 = phi i64 [ %60, %58 ], [ 0, %1 ]
  %8 = getelementptr i8, ptr %3, i64 %7
  %9 = load i8, ptr %8, align 1
  %10 = icmp sgt i8 %9, -1
  br i1 %10, label %58, label %11
11:
  %12 = sub i64 %4, %7
  %13 = zext i8 %9 to i32
  %14 = icmp ult i8 %9, -62
  br i1 %14, label %62, label %15
15:
  %16 = icmp ult i8 %9, -32
  br i1 %16, label %22, label %17
17:
  %18 = icmp ult i8 %9, -16
  br i1 %18, label %22, label %19
19:
  %20 = icmp ult i8 %9, -11
  %21 = select i1 %20, i64 4, i64 0
  br label %22
22:
  %23 = phi i64 [ 3, %17 ], [ 2, %15 ], [ %21, %19 ]
  %24 = icmp eq i64 %23, 0
  %25 = icmp sgt i64 %23, %12
  %26 = or i1 %24, %25
  br i1 %26, label %62, label %27
27:
  %28 = trunc i64 %23 to i32
  %29 = lshr i32 127, %28
  %30 = and i32 %29, %13
  %31 = icmp ugt i64 %23, 1
  br i1 %31, label %32, label %49
32:
  %33 = phi i64 [ %43, %38 ], [ 1, %27 ]
  %34 = phi i32 [ %42, %38 ], [ %30, %27 ]
  %35 = getelementptr i8, ptr %8, i64 %33
  %36 = load i8, ptr %35, align 1
  %37 = icmp sgt i8 %36, -65
  br i1 %37, label %62, label %38
38:
  %39 = shl i32 %34, 6
  %40 = and i8 %36, 63
  %41 = zext i8 %40 to i32
  %42 = or i32 %39, %41
  %43 = add i64 %33, 1
  %44 = icmp eq i64 %43, %23
  br i1 %44, label %45, label %32
45:
  %46 = icmp eq i64 %23, 3
  %47 = icmp slt i32 %42, 2048
  %48 = select i1 %46, i1 %47, i1 false
  br i1 %48, label %62, label %49
49:
  %50 = phi i32 [ %42, %45 ], [ %30, %27 ]
  %51 = icmp eq i64 %23, 4
  %52 = add i32 %50, -1114112
  %53 = icmp ult i32 %52, -1048576
  %54 = select i1 %51, i1 %53, i1 false
  %55 = and i32 %50, -2048
  %56 = icmp eq i32 %55, 55296
  %57 = select i1 %54, i1 true, i1 %56
  br i1 %57, label %62, label %58
58:
  %59 = phi i64 [ 1, %6 ], [ %23, %49 ]
  %60 = add i64 %59, %7
  %61 = icmp slt i64 %60, %4
  br i1 %61, label %6, label %62
62:
  %63 = phi i1 [ false, %32 ], [ true, %1 ], [ true, %58 ], [ false, %49 ], [ false, %22 ], [ false, %11 ], [ false, %45 ]
  ret i1 %63
}
define internal fastcc i1 @begin_visits(ptr %0, i64 %1, i64 %2) {
  %4 = sub i64 %2, %1
  %5 = add i64 %4, 1
  %6 = getelementptr i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = mul i64 %7, %5
  %9 = add i64 %8, 63
  %10 = sdiv i64 %9, 64
  %11 = getelementptr i8, ptr %0, i64 480
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %10, %12
  %14 = getelementptr i8, ptr %0, i64 472
  %15 = load ptr, ptr %14, align 8
  br i1 %13, label %16, label %21
16:
  call void @gw_c_free(ptr %15)
  %17 = shl i64 %10, 3
  %18 = call ptr @gw_c_malloc(i64 %17)
  store ptr %18, ptr %14, align 8
  %19 = icmp eq ptr %18, null
  %20 = select i1 %19, i64 0, i64 %10
  store i64 %20, ptr %11, align 8
  br label %21
21:
  %22 = phi ptr [ %18, %16 ], [ %15, %3 ]
  %23 = getelementptr i8, ptr %0, i64 472
  %24 = icmp ne ptr %22, null
  br i1 %24, label %25, label %29
25:
  %26 = icmp sgt i64 %8, 0
  br i1 %26, label %27, label %37
27:
  %28 = call i64 @llvm.smax.i64(i64 %10, i64 1)
  br label %31
29:
  %30 = getelementptr i8, ptr %0, i64 648
  store i8 1, ptr %30, align 8
  br label %37
31:
  %32 = phi i64 [ %35, %31 ], [ 0, %27 ]
  %33 = load ptr, ptr %23, align 8
  %34 = getelementptr i64, ptr %33, i64 %32
  store i64 0, ptr %34, align 8
  %35 = add i64 %32, 1
  %36 = icmp eq i64 %35, %28
  br i1 %36, label %37, label %31
37:
  ret i1 %24
}
define internal fastcc i1 @matches_from(ptr %0, [2 x i64] %1, i64 %2, i64 %3, i64 %4) {
  %6 = alloca i64, align 8
  %7 = extractvalue [2 x i64] %1, 0
  %8 = inttoptr i64 %7 to ptr
  %9 = extractvalue [2 x i64] %1, 1
  store i64 0, ptr %6, align 8
  %10 = icmp slt i64 %4, 0
  %11 = select i1 %10, i64 %9, i64 %4
  call fastcc void @push(ptr %0, ptr %6, i32 0, i64 %3)
  %12 = load i64, ptr %6, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %172, label %14
14:
  %15 = getelementptr i8, ptr %0, i64 648
  %16 = getelementptr i8, ptr %0, i64 456
  %17 = getelementptr i8, ptr %0, i64 8
  %18 = getelementptr i8, ptr %0, i64 472
  %19 = getelementptr i8, ptr %0, i64 488
  br label %20
20:
  %21 = phi i64 [ %12, %14 ], [ %170, %169 ]
  %22 = load i8, ptr %15, align 8
  %23 = trunc i8 %22 to i1
  br i1 %23, label %172, label %24
24:
  %25 = load ptr, ptr %16, align 8
  %26 = add i64 %21, -1
  store i64 %26, ptr %6, align 8
  %27 = getelementptr %struct.job, ptr %25, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr i8, ptr %27, i64 8
  %30 = load i32, ptr %29, align 8
  %31 = icmp slt i32 %30, 0
  br i1 %31, label %46, label %32
32:
  %33 = sub i64 %28, %2
  %34 = load i64, ptr %17, align 8
  %35 = mul i64 %34, %33
  %36 = zext i32 %30 to i64
  %37 = add i64 %35, %36
  %38 = load ptr, ptr %18, align 8
  %39 = lshr i64 %37, 6
  %40 = getelementptr i64, ptr %38, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = and i64 %37, 63
  %43 = shl i64 1, %42
  %44 = and i64 %43, %41
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %50, label %169
46:
  %47 = xor i32 %30, -1
  %48 = zext i32 %47 to i64
  %49 = getelementptr i64, ptr %19, i64 %48
  store i64 %28, ptr %49, align 8
  br label %169
50:
  %51 = phi i64 [ %89, %76 ], [ %43, %32 ]
  %52 = phi i64 [ %87, %76 ], [ %41, %32 ]
  %53 = phi ptr [ %86, %76 ], [ %40, %32 ]
  %54 = phi i64 [ %82, %76 ], [ %36, %32 ]
  %55 = phi i64 [ %77, %76 ], [ %28, %32 ]
  %56 = or i64 %51, %52
  store i64 %56, ptr %53, align 8
  %57 = load ptr, ptr %0, align 8
  %58 = getelementptr %struct.gw_regex_step, ptr %57, i64 %54
  %59 = getelementptr i8, ptr %58, i64 12
  %60 = load i32, ptr %59, align 4
  %61 = load i32, ptr %58, align 4
  switch i32 %61, label %164 [
    i32 0, label %62
    i32 1, label %92
    i32 2, label %97
    i32 3, label %107
  ]
62:
  %63 = icmp eq i64 %55, %11
  br i1 %63, label %169, label %64
64:
  %65 = getelementptr i8, ptr %8, i64 %55
  %66 = load i8, ptr %65, align 1
  %67 = zext i8 %66 to i32
  %68 = getelementptr i8, ptr %58, i64 4
  %69 = load i32, ptr %68, align 4
  %70 = icmp sgt i32 %69, %67
  br i1 %70, label %169, label %71
71:
  %72 = add i64 %55, 1
  %73 = getelementptr i8, ptr %58, i64 8
  %74 = load i32, ptr %73, align 4
  %75 = icmp slt i32 %74, %67
  br i1 %75, label %169, label %76
76:
  %77 = phi i64 [ %72, %71 ], [ %9, %119 ], [ %55, %92 ], [ %55, %97 ], [ 0, %162 ], [ %9, %110 ], [ %55, %157 ], [ %55, %121 ], [ %55, %114 ], [ 0, %112 ]
  %78 = phi i32 [ %60, %71 ], [ %60, %119 ], [ %96, %92 ], [ %60, %97 ], [ %60, %162 ], [ %60, %110 ], [ %60, %157 ], [ %60, %121 ], [ %60, %114 ], [ %60, %112 ]
  %79 = sub i64 %77, %2
  %80 = load i64, ptr %17, align 8
  %81 = mul i64 %80, %79
  %82 = sext i32 %78 to i64
  %83 = add i64 %81, %82
  %84 = load ptr, ptr %18, align 8
  %85 = lshr i64 %83, 6
  %86 = getelementptr i64, ptr %84, i64 %85
  %87 = load i64, ptr %86, align 8
  %88 = and i64 %83, 63
  %89 = shl i64 1, %88
  %90 = and i64 %89, %87
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %50, label %169
92:
  %93 = getelementptr i8, ptr %58, i64 8
  %94 = load i32, ptr %93, align 4
  call fastcc void @push(ptr %0, ptr %6, i32 %94, i64 %55)
  %95 = getelementptr i8, ptr %58, i64 4
  %96 = load i32, ptr %95, align 4
  br label %76
97:
  %98 = getelementptr i8, ptr %58, i64 4
  %99 = load i32, ptr %98, align 4
  %100 = xor i32 %99, -1
  %101 = sext i32 %99 to i64
  %102 = getelementptr i64, ptr %19, i64 %101
  %103 = load i64, ptr %102, align 8
  call fastcc void @push(ptr %0, ptr %6, i32 %100, i64 %103)
  %104 = load i32, ptr %98, align 4
  %105 = sext i32 %104 to i64
  %106 = getelementptr i64, ptr %19, i64 %105
  store i64 %55, ptr %106, align 8
  br label %76
107:
  %108 = getelementptr i8, ptr %58, i64 4
  %109 = load i32, ptr %108, align 4
  switch i32 %109, label %125 [
    i32 0, label %162
    i32 1, label %110
    i32 2, label %112
    i32 3, label %119
  ]
110:
  %111 = icmp eq i64 %55, %9
  br i1 %111, label %76, label %169
112:
  %113 = icmp eq i64 %55, 0
  br i1 %113, label %76, label %114
114:
  %115 = getelementptr i8, ptr %8, i64 %55
  %116 = getelementptr i8, ptr %115, i64 -1
  %117 = load i8, ptr %116, align 1
  %118 = icmp eq i8 %117, 10
  br i1 %118, label %76, label %169
119:
  %120 = icmp eq i64 %55, %9
  br i1 %120, label %76, label %121
121:
  %122 = getelementptr i8, ptr %8, i64 %55
  %123 = load i8, ptr %122, align 1
  %124 = icmp eq i8 %123, 10
  br i1 %124, label %76, label %169
125:
  %126 = icmp sgt i64 %55, 0
  %127 = icmp sle i64 %55, %9
  %128 = select i1 %126, i1 %127, i1 false
  br i1 %128, label %129, label %141
129:
  %130 = getelementptr i8, ptr %8, i64 %55
  %131 = getelementptr i8, ptr %130, i64 -1
  %132 = load i8, ptr %131, align 1
  %133 = or i8 %132, 32
  %134 = add i8 %133, -97
  %135 = icmp ult i8 %134, 26
  %136 = add i8 %132, -48
  %137 = icmp ult i8 %136, 10
  %138 = or i1 %137, %135
  %139 = icmp eq i8 %132, 95
  %140 = select i1 %138, i1 true, i1 %139
  br label %141
141:
  %142 = phi i1 [ false, %125 ], [ %140, %129 ]
  %143 = icmp sgt i64 %55, -1
  %144 = icmp slt i64 %55, %9
  %145 = select i1 %143, i1 %144, i1 false
  br i1 %145, label %146, label %157
146:
  %147 = getelementptr i8, ptr %8, i64 %55
  %148 = load i8, ptr %147, align 1
  %149 = or i8 %148, 32
  %150 = add i8 %149, -97
  %151 = icmp ult i8 %150, 26
  %152 = add i8 %148, -48
  %153 = icmp ult i8 %152, 10
  %154 = or i1 %153, %151
  %155 = icmp eq i8 %148, 95
  %156 = select i1 %154, i1 true, i1 %155
  br label %157
157:
  %158 = phi i1 [ false, %141 ], [ %156, %146 ]
  %159 = xor i1 %142, %158
  %160 = icmp ne i32 %109, 4
  %161 = xor i1 %160, %159
  br i1 %161, label %76, label %169
162:
  %163 = icmp eq i64 %55, 0
  br i1 %163, label %76, label %169
164:
  %165 = icmp eq i64 %55, %4
  %166 = or i1 %10, %165
  br i1 %166, label %167, label %169
167:
  %168 = getelementptr i8, ptr %0, i64 496
  store i64 %55, ptr %168, align 8
  br label %172
169:
  %170 = load i64, ptr %6, align 8
  %171 = icmp eq i64 %170, 0
  br i1 %171, label %172, label %20
172:
  %173 = phi i1 [ true, %167 ], [ false, %5 ], [ false, %20 ], [ false, %169 ]
  ret i1 %173
}
define i64 @gw_regex_replace(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, i64 %6, ptr %7, ptr %8) {
  %10 = alloca %struct.output, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 32, i1 false)
  %11 = getelementptr i8, ptr %0, i64 648
  store i8 0, ptr %11, align 8
  %12 = icmp sgt i64 %6, 0
  br i1 %12, label %13, label %260
13:
  %14 = getelementptr i8, ptr %10, i64 8
  %15 = icmp eq i64 %3, 0
  %16 = icmp eq i64 %4, 0
  %17 = getelementptr i8, ptr %0, i64 488
  %18 = getelementptr i8, ptr %0, i64 496
  %19 = getelementptr i8, ptr %0, i64 16
  %20 = getelementptr i8, ptr %0, i64 24
  %21 = getelementptr i8, ptr %0, i64 112
  %22 = getelementptr i8, ptr %0, i64 80
  %23 = getelementptr i8, ptr %0, i64 168
  %24 = getelementptr i8, ptr %0, i64 224
  %25 = getelementptr i8, ptr %0, i64 256
  %26 = icmp sgt i64 %2, 0
  %27 = getelementptr i8, ptr %10, i64 24
  br label %31
28:
  %29 = add i64 %32, 1
  %30 = icmp eq i64 %29, %6
  br i1 %30, label %239, label %31
31:
  %32 = phi i64 [ 0, %13 ], [ %29, %28 ]
  %33 = load i64, ptr %14, align 8
  %34 = getelementptr %struct.gw_piece, ptr %7, i64 %32
  %35 = getelementptr %struct.gw_piece, ptr %5, i64 %32
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %34, ptr align 8 %35, i64 16, i1 false)
  %36 = load i64, ptr %35, align 8
  %37 = insertvalue [2 x i64] poison, i64 %36, 0
  %38 = getelementptr i8, ptr %35, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = insertvalue [2 x i64] %37, i64 %39, 1
  %41 = call fastcc i1 @is_valid([2 x i64] %40)
  br i1 %41, label %43, label %42
42:
  call void @llvm.memset.p0.i64(ptr align 8 %34, i8 0, i64 16, i1 false)
  br label %231
43:
  %44 = inttoptr i64 %36 to ptr
  %45 = icmp slt i64 %39, 0
  br i1 %45, label %231, label %46
46:
  %47 = phi i64 [ %212, %209 ], [ 0, %43 ]
  %48 = phi i64 [ %211, %209 ], [ -1, %43 ]
  %49 = phi i1 [ %210, %209 ], [ false, %43 ]
  call void @llvm.memset.p0.i64(ptr align 8 %18, i8 -1, i64 152, i1 false)
  store i64 %47, ptr %17, align 8
  %50 = load i8, ptr %19, align 8
  %51 = trunc i8 %50 to i1
  br i1 %51, label %52, label %135
52:
  %53 = icmp eq i64 %47, 0
  %54 = call fastcc i32 @start_state(ptr %20, i1 %53)
  %55 = load ptr, ptr %21, align 8
  %56 = sext i32 %54 to i64
  %57 = getelementptr i8, ptr %55, i64 %56
  %58 = load i8, ptr %57, align 1
  %59 = and i8 %58, 1
  %60 = icmp eq i8 %59, 0
  %61 = select i1 %60, i64 -1, i64 %47
  %62 = icmp eq i64 %47, %39
  br i1 %62, label %63, label %69
63:
  %64 = phi i8 [ %58, %52 ], [ %88, %80 ]
  %65 = phi i64 [ %61, %52 ], [ %91, %80 ]
  %66 = and i8 %64, 2
  %67 = icmp eq i8 %66, 0
  %68 = select i1 %67, i64 %65, i64 %39
  br label %93
69:
  %70 = phi i64 [ %91, %80 ], [ %61, %52 ]
  %71 = phi i64 [ %86, %80 ], [ %56, %52 ]
  %72 = phi i32 [ %83, %80 ], [ %54, %52 ]
  %73 = phi i64 [ %84, %80 ], [ %47, %52 ]
  %74 = load ptr, ptr %22, align 8
  %75 = getelementptr i64, ptr %74, i64 %71
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr i8, ptr %75, i64 8
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %76, %78
  br i1 %79, label %93, label %80
80:
  %81 = getelementptr i8, ptr %44, i64 %73
  %82 = load i8, ptr %81, align 1
  %83 = call fastcc i32 @after(ptr %20, i32 %72, i8 %82)
  %84 = add i64 %73, 1
  %85 = load ptr, ptr %21, align 8
  %86 = sext i32 %83 to i64
  %87 = getelementptr i8, ptr %85, i64 %86
  %88 = load i8, ptr %87, align 1
  %89 = and i8 %88, 1
  %90 = icmp eq i8 %89, 0
  %91 = select i1 %90, i64 %70, i64 %84
  %92 = icmp eq i64 %84, %39
  br i1 %92, label %63, label %69
93:
  %94 = phi i64 [ %68, %63 ], [ %70, %69 ]
  %95 = icmp slt i64 %94, 0
  br i1 %95, label %214, label %96
96:
  %97 = icmp eq i64 %94, %39
  %98 = call fastcc i32 @start_state(ptr %23, i1 %97)
  br label %99
99:
  %100 = phi i64 [ %94, %96 ], [ %117, %126 ]
  %101 = phi i64 [ %94, %96 ], [ %131, %126 ]
  %102 = phi i32 [ %98, %96 ], [ %130, %126 ]
  %103 = load ptr, ptr %25, align 8
  %104 = sext i32 %102 to i64
  %105 = getelementptr i8, ptr %103, i64 %104
  %106 = load i8, ptr %105, align 1
  %107 = zext i8 %106 to i32
  %108 = and i32 %107, 1
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %110, label %115
110:
  %111 = icmp ne i64 %101, 0
  %112 = and i32 %107, 2
  %113 = icmp eq i32 %112, 0
  %114 = or i1 %111, %113
  br i1 %114, label %116, label %115
115:
  br label %116
116:
  %117 = phi i64 [ %101, %115 ], [ %100, %110 ]
  %118 = icmp eq i64 %101, %47
  br i1 %118, label %132, label %119
119:
  %120 = load ptr, ptr %24, align 8
  %121 = getelementptr i64, ptr %120, i64 %104
  %122 = load i64, ptr %121, align 8
  %123 = getelementptr i8, ptr %121, i64 8
  %124 = load i64, ptr %123, align 8
  %125 = icmp eq i64 %122, %124
  br i1 %125, label %132, label %126
126:
  %127 = getelementptr i8, ptr %44, i64 %101
  %128 = getelementptr i8, ptr %127, i64 -1
  %129 = load i8, ptr %128, align 1
  %130 = call fastcc i32 @after(ptr %23, i32 %102, i8 %129)
  %131 = add i64 %101, -1
  br label %99
132:
  store i64 %117, ptr %17, align 8
  store i64 %94, ptr %18, align 8
  br i1 %15, label %154, label %133
133:
  %134 = call fastcc i1 @begin_visits(ptr %0, i64 %117, i64 %94)
  br i1 %134, label %152, label %214
135:
  %136 = call fastcc i1 @begin_visits(ptr %0, i64 %47, i64 %39)
  br i1 %136, label %137, label %214
137:
  %138 = phi i64 [ %150, %149 ], [ %47, %135 ]
  %139 = load i8, ptr %11, align 8
  %140 = trunc i8 %139 to i1
  br i1 %140, label %214, label %141
141:
  %142 = icmp slt i64 %138, %39
  br i1 %142, label %143, label %147
143:
  %144 = getelementptr i8, ptr %44, i64 %138
  %145 = load i8, ptr %144, align 1
  %146 = icmp sgt i8 %145, -65
  br i1 %146, label %147, label %149
147:
  store i64 %138, ptr %17, align 8
  %148 = call fastcc i1 @matches_from(ptr %0, [2 x i64] %40, i64 %47, i64 %138, i64 -1)
  br i1 %148, label %154, label %149
149:
  %150 = add i64 %138, 1
  %151 = icmp eq i64 %138, %39
  br i1 %151, label %214, label %137
152:
  %153 = call fastcc i1 @matches_from(ptr %0, [2 x i64] %40, i64 %117, i64 %117, i64 %94)
  br i1 %153, label %154, label %214
154:
  %155 = load i64, ptr %17, align 8
  %156 = load i64, ptr %18, align 8
  %157 = getelementptr i8, ptr %44, i64 %47
  %158 = sub i64 %155, %47
  call fastcc void @append(ptr %10, ptr %157, i64 %158)
  %159 = icmp eq i64 %155, %156
  %160 = icmp eq i64 %156, %48
  %161 = select i1 %159, i1 %160, i1 false
  br i1 %161, label %162, label %184
162:
  %163 = icmp slt i64 %48, %39
  br i1 %163, label %164, label %179
164:
  %165 = add i64 %48, 1
  %166 = icmp slt i64 %165, %39
  br i1 %166, label %167, label %179
167:
  %168 = sub i64 %39, %48
  br label %169
169:
  %170 = phi i64 [ %177, %175 ], [ %165, %167 ]
  %171 = phi i64 [ %176, %175 ], [ 1, %167 ]
  %172 = getelementptr i8, ptr %44, i64 %170
  %173 = load i8, ptr %172, align 1
  %174 = icmp sgt i8 %173, -65
  br i1 %174, label %179, label %175
175:
  %176 = add i64 %171, 1
  %177 = add i64 %176, %48
  %178 = icmp eq i64 %176, %168
  br i1 %178, label %179, label %169
179:
  %180 = phi i64 [ 0, %162 ], [ 1, %164 ], [ %168, %175 ], [ %171, %169 ]
  %181 = phi i64 [ 1, %162 ], [ 1, %164 ], [ %168, %175 ], [ %171, %169 ]
  %182 = getelementptr i8, ptr %44, i64 %48
  call fastcc void @append(ptr %10, ptr %182, i64 %180)
  %183 = add i64 %181, %48
  br label %209
184:
  br i1 %26, label %185, label %208
185:
  %186 = phi i64 [ %206, %205 ], [ 0, %184 ]
  %187 = getelementptr %struct.gw_piece, ptr %1, i64 %186
  %188 = load ptr, ptr %187, align 8
  %189 = icmp eq ptr %188, null
  %190 = getelementptr i8, ptr %187, i64 8
  %191 = load i64, ptr %190, align 8
  br i1 %189, label %193, label %192
192:
  call fastcc void @append(ptr %10, ptr %188, i64 %191)
  br label %205
193:
  %194 = shl i64 %191, 4
  %195 = getelementptr i8, ptr %17, i64 %194
  %196 = load i64, ptr %195, align 8
  %197 = getelementptr i8, ptr %195, i64 8
  %198 = load i64, ptr %197, align 8
  %199 = icmp slt i64 %196, 0
  %200 = icmp slt i64 %198, %196
  %201 = select i1 %199, i1 true, i1 %200
  br i1 %201, label %205, label %202
202:
  %203 = getelementptr i8, ptr %44, i64 %196
  %204 = sub i64 %198, %196
  call fastcc void @append(ptr %10, ptr %203, i64 %204)
  br label %205
205:
  %206 = add i64 %186, 1
  %207 = icmp eq i64 %206, %2
  br i1 %207, label %208, label %185
208:
  br i1 %16, label %219, label %209
209:
  %210 = phi i1 [ %49, %179 ], [ true, %208 ]
  %211 = phi i64 [ %48, %179 ], [ %156, %208 ]
  %212 = phi i64 [ %183, %179 ], [ %156, %208 ]
  %213 = icmp sgt i64 %212, %39
  br i1 %213, label %214, label %46
214:
  %215 = phi i1 [ %49, %149 ], [ %49, %137 ], [ %49, %152 ], [ %210, %209 ], [ %49, %135 ], [ %49, %133 ], [ %49, %93 ]
  %216 = phi i64 [ %47, %149 ], [ %47, %137 ], [ %47, %152 ], [ %212, %209 ], [ %47, %135 ], [ %47, %133 ], [ %47, %93 ]
  %217 = icmp slt i64 %216, %39
  %218 = select i1 %215, i1 %217, i1 false
  br i1 %218, label %221, label %225
219:
  %220 = icmp slt i64 %156, %39
  br i1 %220, label %221, label %226
221:
  %222 = phi i64 [ %156, %219 ], [ %216, %214 ]
  %223 = getelementptr i8, ptr %44, i64 %222
  %224 = sub i64 %39, %222
  call fastcc void @append(ptr %10, ptr %223, i64 %224)
  br label %226
225:
  br i1 %215, label %226, label %231
226:
  %227 = load i64, ptr %14, align 8
  %228 = xor i64 %227, -1
  %229 = add i64 %33, %228
  store ptr null, ptr %34, align 8
  %230 = getelementptr i8, ptr %34, i64 8
  store i64 %229, ptr %230, align 8
  br label %231
231:
  %232 = load i8, ptr %11, align 8
  %233 = trunc i8 %232 to i1
  %234 = load i8, ptr %27, align 8
  %235 = trunc i8 %234 to i1
  %236 = select i1 %233, i1 true, i1 %235
  br i1 %236, label %237, label %28
237:
  %238 = load ptr, ptr %10, align 8
  call void @gw_c_free(ptr %238)
  br label %260
239:
  %240 = load ptr, ptr %10, align 8
  %241 = icmp eq ptr %240, null
  %242 = select i1 %241, ptr @.str, ptr %240
  br label %243
243:
  %244 = phi i64 [ %258, %256 ], [ 0, %239 ]
  %245 = phi ptr [ %257, %256 ], [ %242, %239 ]
  %246 = getelementptr %struct.gw_piece, ptr %7, i64 %244
  %247 = load ptr, ptr %246, align 8
  %248 = icmp eq ptr %247, null
  br i1 %248, label %249, label %256
249:
  %250 = getelementptr i8, ptr %246, i64 8
  %251 = load i64, ptr %250, align 8
  %252 = icmp eq i64 %251, 0
  br i1 %252, label %256, label %253
253:
  %254 = xor i64 %251, -1
  store ptr %245, ptr %246, align 8
  store i64 %254, ptr %250, align 8
  %255 = getelementptr i8, ptr %245, i64 %254
  br label %256
256:
  %257 = phi ptr [ %245, %243 ], [ %255, %253 ], [ %245, %249 ]
  %258 = add i64 %244, 1
  %259 = icmp eq i64 %258, %6
  br i1 %259, label %260, label %243
260:
  %261 = phi ptr [ null, %237 ], [ null, %9 ], [ %240, %256 ]
  %262 = phi i64 [ -1, %237 ], [ 0, %9 ], [ 0, %256 ]
  store ptr %261, ptr %8, align 8
  ret i64 %262
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @gw_regex_release(ptr %0) {
  call void @gw_c_free(ptr %0)
  ret void
}
declare ptr @gw_c_malloc(i64)
define internal fastcc i32 @start_state(ptr %0, i1 %1) {
  %3 = getelementptr i8, ptr %0, i64 36
  %4 = zext i1 %1 to i64
  %5 = getelementptr i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %8, label %30
8:
  %9 = getelementptr i8, ptr %0, i64 120
  store i64 0, ptr %9, align 8
  %10 = getelementptr i8, ptr %0, i64 136
  %11 = load i32, ptr %10, align 8
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 8
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %28
14:
  %15 = getelementptr i8, ptr %0, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp sgt i64 %16, 0
  br i1 %17, label %18, label %20
18:
  %19 = getelementptr i8, ptr %0, i64 128
  br label %21
20:
  store i32 1, ptr %10, align 8
  br label %28
21:
  %22 = phi i64 [ 0, %18 ], [ %25, %21 ]
  %23 = load ptr, ptr %19, align 8
  %24 = getelementptr i32, ptr %23, i64 %22
  store i32 0, ptr %24, align 4
  %25 = add i64 %22, 1
  %26 = load i64, ptr %15, align 8
  %27 = icmp slt i64 %25, %26
  br i1 %27, label %21, label %20
28:
  call fastcc void @add_start(ptr %0, i1 %1)
  %29 = call fastcc i32 @kept_state(ptr %0)
  store i32 %29, ptr %5, align 4
  br label %30
30:
  %31 = phi i32 [ %29, %28 ], [ %6, %2 ]
  ret i32 %31
}
define internal fastcc i32 @after(ptr %0, i32 %1, i8 %2) {
  %4 = getelementptr i8, ptr %0, i64 80
  %5 = load ptr, ptr %4, align 8
  %6 = sext i32 %1 to i64
  %7 = getelementptr i8, ptr %0, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = mul i64 %8, %6
  %10 = getelementptr i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = zext i8 %2 to i64
  %13 = getelementptr i8, ptr %11, i64 %12
  %14 = load i8, ptr %13, align 1
  %15 = zext i8 %14 to i64
  %16 = getelementptr i32, ptr %5, i64 %9
  %17 = getelementptr i32, ptr %16, i64 %15
  %18 = load i32, ptr %17, align 4
  %19 = icmp sgt i32 %18, -1
  br i1 %19, label %111, label %20
20:
  %21 = getelementptr i8, ptr %0, i64 56
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr i64, ptr %22, i64 %6
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr i8, ptr %23, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = sub i64 %26, %24
  %28 = getelementptr i8, ptr %0, i64 64
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr i32, ptr %29, i64 %24
  %31 = getelementptr i8, ptr %0, i64 120
  store i64 0, ptr %31, align 8
  %32 = getelementptr i8, ptr %0, i64 136
  %33 = load i32, ptr %32, align 8
  %34 = add i32 %33, 1
  store i32 %34, ptr %32, align 8
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %50
36:
  %37 = getelementptr i8, ptr %0, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = icmp sgt i64 %38, 0
  br i1 %39, label %40, label %42
40:
  %41 = getelementptr i8, ptr %0, i64 128
  br label %43
42:
  store i32 1, ptr %32, align 8
  br label %50
43:
  %44 = phi i64 [ 0, %40 ], [ %47, %43 ]
  %45 = load ptr, ptr %41, align 8
  %46 = getelementptr i32, ptr %45, i64 %44
  store i32 0, ptr %46, align 4
  %47 = add i64 %44, 1
  %48 = load i64, ptr %37, align 8
  %49 = icmp slt i64 %47, %48
  br i1 %49, label %43, label %42
50:
  %51 = icmp sgt i64 %27, 0
  br i1 %51, label %52, label %95
52:
  %53 = getelementptr i8, ptr %0, i64 8
  %54 = zext i8 %2 to i32
  %55 = load i32, ptr %30, align 4
  %56 = sext i32 %55 to i64
  %57 = load i64, ptr %53, align 8
  %58 = icmp eq i64 %57, %56
  br i1 %58, label %59, label %60
59:
  call fastcc void @add_start(ptr %0, i1 false)
  br label %95
60:
  %61 = phi i64 [ %89, %88 ], [ %57, %52 ]
  %62 = phi i64 [ %93, %88 ], [ %56, %52 ]
  %63 = phi i64 [ %90, %88 ], [ 0, %52 ]
  %64 = load ptr, ptr %0, align 8
  %65 = getelementptr %struct.gw_regex_step, ptr %64, i64 %62
  %66 = load i32, ptr %65, align 4
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %85
68:
  %69 = getelementptr i8, ptr %65, i64 4
  %70 = load i32, ptr %69, align 4
  %71 = icmp sgt i32 %70, %54
  br i1 %71, label %85, label %72
72:
  %73 = getelementptr i8, ptr %65, i64 8
  %74 = load i32, ptr %73, align 4
  %75 = icmp slt i32 %74, %54
  br i1 %75, label %85, label %76
76:
  %77 = getelementptr i8, ptr %65, i64 12
  %78 = load i32, ptr %77, align 4
  %79 = call fastcc i1 @add(ptr %0, i32 %78, i1 false, i1 false)
  %80 = add i64 %63, 1
  %81 = icmp slt i64 %80, %27
  %82 = select i1 %79, i1 %81, i1 false
  br i1 %82, label %83, label %95
83:
  %84 = load i64, ptr %53, align 8
  br label %88
85:
  %86 = add i64 %63, 1
  %87 = icmp slt i64 %86, %27
  br i1 %87, label %88, label %95
88:
  %89 = phi i64 [ %61, %85 ], [ %84, %83 ]
  %90 = phi i64 [ %86, %85 ], [ %80, %83 ]
  %91 = getelementptr i32, ptr %30, i64 %90
  %92 = load i32, ptr %91, align 4
  %93 = sext i32 %92 to i64
  %94 = icmp eq i64 %89, %93
  br i1 %94, label %59, label %60
95:
  %96 = getelementptr i8, ptr %0, i64 44
  %97 = load i32, ptr %96, align 4
  %98 = call fastcc i32 @kept_state(ptr %0)
  %99 = load i32, ptr %96, align 4
  %100 = icmp slt i32 %99, %97
  br i1 %100, label %111, label %101
101:
  %102 = load ptr, ptr %4, align 8
  %103 = load i64, ptr %7, align 8
  %104 = mul i64 %103, %6
  %105 = load ptr, ptr %10, align 8
  %106 = getelementptr i8, ptr %105, i64 %12
  %107 = load i8, ptr %106, align 1
  %108 = zext i8 %107 to i64
  %109 = getelementptr i32, ptr %102, i64 %104
  %110 = getelementptr i32, ptr %109, i64 %108
  store i32 %98, ptr %110, align 4
  br label %111
111:
  %112 = phi i32 [ %18, %3 ], [ %98, %95 ], [ %98, %101 ]
  ret i32 %112
}
define internal fastcc void @add_start(ptr %0, i1 %1) {
  %3 = call fastcc i1 @add(ptr %0, i32 0, i1 %1, i1 false)
  br i1 %3, label %4, label %18
4:
  %5 = getelementptr i8, ptr %0, i64 32
  %6 = load i8, ptr %5, align 8
  %7 = trunc i8 %6 to i1
  br i1 %7, label %8, label %18
8:
  %9 = getelementptr i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = trunc i64 %10 to i32
  %12 = getelementptr i8, ptr %0, i64 104
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr i8, ptr %0, i64 120
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr i32, ptr %13, i64 %15
  store i32 %11, ptr %17, align 4
  br label %18
18:
  ret void
}
define internal fastcc i32 @kept_state(ptr %0) {
  %2 = call fastcc i32 @state_of_list(ptr %0)
  %3 = icmp slt i32 %2, 0
  br i1 %3, label %4, label %18
4:
  %5 = getelementptr i8, ptr %0, i64 44
  store i32 0, ptr %5, align 4
  %6 = getelementptr i8, ptr %0, i64 56
  %7 = load ptr, ptr %6, align 8
  store i64 0, ptr %7, align 8
  %8 = getelementptr i8, ptr %0, i64 36
  store <2 x i32> splat (i32 -1), ptr %8, align 4
  %9 = getelementptr i8, ptr %0, i64 96
  br label %10
10:
  %11 = phi i64 [ 0, %4 ], [ %14, %10 ]
  %12 = load ptr, ptr %9, align 8
  %13 = getelementptr i32, ptr %12, i64 %11
  store i32 -1, ptr %13, align 4
  %14 = add i64 %11, 1
  %15 = icmp eq i64 %14, 1024
  br i1 %15, label %16, label %10
16:
  %17 = call fastcc i32 @state_of_list(ptr %0)
  br label %18
18:
  %19 = phi i32 [ %17, %16 ], [ %2, %1 ]
  ret i32 %19
}
define internal fastcc i1 @add(ptr %0, i32 %1, i1 %2, i1 %3) {
  %5 = getelementptr i8, ptr %0, i64 112
  %6 = load ptr, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  %7 = getelementptr i8, ptr %0, i64 128
  %8 = getelementptr i8, ptr %0, i64 136
  %9 = getelementptr i8, ptr %0, i64 104
  %10 = getelementptr i8, ptr %0, i64 120
  %11 = getelementptr i8, ptr %0, i64 33
  br label %12
12:
  %13 = phi i64 [ 1, %4 ], [ %72, %71 ]
  %14 = load ptr, ptr %5, align 8
  %15 = add i64 %13, -1
  %16 = getelementptr i32, ptr %14, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = load ptr, ptr %7, align 8
  %19 = sext i32 %17 to i64
  %20 = getelementptr i32, ptr %18, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = load i32, ptr %8, align 8
  %23 = icmp eq i32 %21, %22
  br i1 %23, label %71, label %24
24:
  store i32 %22, ptr %20, align 4
  %25 = load ptr, ptr %0, align 8
  %26 = getelementptr %struct.gw_regex_step, ptr %25, i64 %19
  %27 = load i32, ptr %26, align 4
  switch i32 %27, label %61 [
    i32 1, label %28
    i32 2, label %38
    i32 3, label %43
  ]
28:
  %29 = getelementptr i8, ptr %26, i64 8
  %30 = load i32, ptr %29, align 4
  %31 = load ptr, ptr %5, align 8
  %32 = getelementptr i32, ptr %31, i64 %15
  store i32 %30, ptr %32, align 4
  %33 = getelementptr i8, ptr %26, i64 4
  %34 = load i32, ptr %33, align 4
  %35 = load ptr, ptr %5, align 8
  %36 = add i64 %13, 1
  %37 = getelementptr i32, ptr %35, i64 %13
  store i32 %34, ptr %37, align 4
  br label %71
38:
  %39 = getelementptr i8, ptr %26, i64 12
  %40 = load i32, ptr %39, align 4
  %41 = load ptr, ptr %5, align 8
  %42 = getelementptr i32, ptr %41, i64 %15
  store i32 %40, ptr %42, align 4
  br label %71
43:
  %44 = getelementptr i8, ptr %26, i64 4
  %45 = load i32, ptr %44, align 4
  %46 = icmp ne i32 %45, 1
  %47 = or i1 %3, %46
  br i1 %47, label %53, label %48
48:
  %49 = load ptr, ptr %9, align 8
  %50 = load i64, ptr %10, align 8
  %51 = add i64 %50, 1
  store i64 %51, ptr %10, align 8
  %52 = getelementptr i32, ptr %49, i64 %50
  store i32 %17, ptr %52, align 4
  br label %71
53:
  %54 = icmp eq i32 %45, 1
  %55 = or i1 %2, %54
  br i1 %55, label %56, label %71
56:
  %57 = getelementptr i8, ptr %26, i64 12
  %58 = load i32, ptr %57, align 4
  %59 = load ptr, ptr %5, align 8
  %60 = getelementptr i32, ptr %59, i64 %15
  store i32 %58, ptr %60, align 4
  br label %71
61:
  %62 = load ptr, ptr %9, align 8
  %63 = load i64, ptr %10, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %10, align 8
  %65 = getelementptr i32, ptr %62, i64 %63
  store i32 %17, ptr %65, align 4
  %66 = load i32, ptr %26, align 4
  %67 = icmp eq i32 %66, 4
  br i1 %67, label %68, label %71
68:
  %69 = load i8, ptr %11, align 1
  %70 = trunc i8 %69 to i1
  br i1 %70, label %71, label %74
71:
  %72 = phi i64 [ %15, %12 ], [ %15, %48 ], [ %15, %61 ], [ %36, %28 ], [ %13, %38 ], [ %13, %56 ], [ %15, %53 ], [ %15, %68 ]
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %12
74:
  %75 = phi i1 [ false, %68 ], [ true, %71 ]
  ret i1 %75
}
define internal fastcc i32 @state_of_list(ptr %0) {
  %2 = getelementptr i8, ptr %0, i64 120
  %3 = load i64, ptr %2, align 8
  %4 = icmp sgt i64 %3, 0
  br i1 %4, label %5, label %10
5:
  %6 = getelementptr i8, ptr %0, i64 104
  %7 = load ptr, ptr %6, align 8
  br label %23
8:
  %9 = and i32 %29, 1023
  br label %10
10:
  %11 = phi i32 [ 453, %1 ], [ %9, %8 ]
  %12 = getelementptr i8, ptr %0, i64 96
  %13 = load ptr, ptr %12, align 8
  %14 = zext i32 %11 to i64
  %15 = getelementptr i32, ptr %13, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = icmp sgt i32 %16, -1
  %18 = getelementptr i8, ptr %0, i64 56
  %19 = load ptr, ptr %18, align 8
  br i1 %17, label %20, label %67
20:
  %21 = getelementptr i8, ptr %0, i64 64
  %22 = getelementptr i8, ptr %0, i64 104
  br label %32
23:
  %24 = phi i32 [ -2128831035, %5 ], [ %29, %23 ]
  %25 = phi i64 [ 0, %5 ], [ %30, %23 ]
  %26 = getelementptr i32, ptr %7, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = xor i32 %27, %24
  %29 = mul i32 %28, 16777619
  %30 = add i64 %25, 1
  %31 = icmp eq i64 %30, %3
  br i1 %31, label %8, label %23
32:
  %33 = phi i32 [ %16, %20 ], [ %65, %60 ]
  %34 = phi i32 [ %11, %20 ], [ %62, %60 ]
  %35 = zext i32 %33 to i64
  %36 = getelementptr i64, ptr %19, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr i8, ptr %36, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = sub i64 %39, %37
  %41 = icmp eq i64 %40, %3
  br i1 %41, label %42, label %60
42:
  br i1 %4, label %43, label %57
43:
  %44 = load ptr, ptr %21, align 8
  %45 = getelementptr i32, ptr %44, i64 %37
  %46 = load ptr, ptr %22, align 8
  br label %47
47:
  %48 = phi i64 [ 0, %43 ], [ %55, %54 ]
  %49 = getelementptr i32, ptr %45, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr i32, ptr %46, i64 %48
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %50, %52
  br i1 %53, label %54, label %57
54:
  %55 = add i64 %48, 1
  %56 = icmp eq i64 %55, %3
  br i1 %56, label %204, label %47
57:
  %58 = phi i64 [ 0, %42 ], [ %48, %47 ]
  %59 = icmp eq i64 %58, %3
  br i1 %59, label %204, label %60
60:
  %61 = add i32 %34, 1
  %62 = and i32 %61, 1023
  %63 = zext i32 %62 to i64
  %64 = getelementptr i32, ptr %13, i64 %63
  %65 = load i32, ptr %64, align 4
  %66 = icmp sgt i32 %65, -1
  br i1 %66, label %32, label %67
67:
  %68 = phi i64 [ %14, %10 ], [ %63, %60 ]
  %69 = getelementptr i8, ptr %0, i64 56
  %70 = getelementptr i8, ptr %0, i64 44
  %71 = load i32, ptr %70, align 4
  %72 = sext i32 %71 to i64
  %73 = getelementptr i64, ptr %19, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i32 %71, 512
  br i1 %75, label %204, label %76
76:
  %77 = add i64 %74, %3
  %78 = getelementptr i8, ptr %0, i64 72
  %79 = load i64, ptr %78, align 8
  %80 = icmp sgt i64 %77, %79
  br i1 %80, label %204, label %81
81:
  %82 = add i32 %71, 1
  store i32 %82, ptr %70, align 4
  br i1 %4, label %83, label %91
83:
  %84 = getelementptr i8, ptr %0, i64 104
  %85 = getelementptr i8, ptr %0, i64 64
  %86 = getelementptr i8, ptr %0, i64 8
  %87 = load ptr, ptr %84, align 8
  br label %104
88:
  %89 = load ptr, ptr %69, align 8
  %90 = add i64 %128, %74
  br label %91
91:
  %92 = phi i64 [ %90, %88 ], [ %77, %81 ]
  %93 = phi ptr [ %89, %88 ], [ %19, %81 ]
  %94 = phi i8 [ %126, %88 ], [ 0, %81 ]
  %95 = sext i32 %82 to i64
  %96 = getelementptr i64, ptr %93, i64 %95
  store i64 %92, ptr %96, align 8
  %97 = load ptr, ptr %12, align 8
  %98 = getelementptr i32, ptr %97, i64 %68
  store i32 %71, ptr %98, align 4
  %99 = getelementptr i8, ptr %0, i64 24
  %100 = load i64, ptr %99, align 8
  %101 = icmp sgt i64 %100, 0
  br i1 %101, label %102, label %130
102:
  %103 = getelementptr i8, ptr %0, i64 80
  br label %194
104:
  %105 = phi ptr [ %87, %83 ], [ %113, %125 ]
  %106 = phi i64 [ 0, %83 ], [ %127, %125 ]
  %107 = phi i8 [ 0, %83 ], [ %126, %125 ]
  %108 = getelementptr i32, ptr %105, i64 %106
  %109 = load i32, ptr %108, align 4
  %110 = load ptr, ptr %85, align 8
  %111 = getelementptr i32, ptr %110, i64 %74
  %112 = getelementptr i32, ptr %111, i64 %106
  store i32 %109, ptr %112, align 4
  %113 = load ptr, ptr %84, align 8
  %114 = getelementptr i32, ptr %113, i64 %106
  %115 = load i32, ptr %114, align 4
  %116 = sext i32 %115 to i64
  %117 = load i64, ptr %86, align 8
  %118 = icmp sgt i64 %117, %116
  br i1 %118, label %119, label %125
119:
  %120 = load ptr, ptr %0, align 8
  %121 = getelementptr %struct.gw_regex_step, ptr %120, i64 %116
  %122 = load i32, ptr %121, align 4
  %123 = icmp eq i32 %122, 4
  %124 = select i1 %123, i8 1, i8 %107
  br label %125
125:
  %126 = phi i8 [ %107, %104 ], [ %124, %119 ]
  %127 = add i64 %106, 1
  %128 = load i64, ptr %2, align 8
  %129 = icmp slt i64 %127, %128
  br i1 %129, label %104, label %88
130:
  %131 = getelementptr i8, ptr %0, i64 64
  %132 = load ptr, ptr %131, align 8
  %133 = getelementptr i32, ptr %132, i64 %74
  %134 = load i64, ptr %2, align 8
  store i64 0, ptr %2, align 8
  %135 = getelementptr i8, ptr %0, i64 136
  %136 = load i32, ptr %135, align 8
  %137 = add i32 %136, 1
  store i32 %137, ptr %135, align 8
  %138 = icmp eq i32 %137, 0
  br i1 %138, label %139, label %153
139:
  %140 = getelementptr i8, ptr %0, i64 8
  %141 = load i64, ptr %140, align 8
  %142 = icmp sgt i64 %141, 0
  br i1 %142, label %143, label %145
143:
  %144 = getelementptr i8, ptr %0, i64 128
  br label %146
145:
  store i32 1, ptr %135, align 8
  br label %153
146:
  %147 = phi i64 [ 0, %143 ], [ %150, %146 ]
  %148 = load ptr, ptr %144, align 8
  %149 = getelementptr i32, ptr %148, i64 %147
  store i32 0, ptr %149, align 4
  %150 = add i64 %147, 1
  %151 = load i64, ptr %140, align 8
  %152 = icmp slt i64 %150, %151
  br i1 %152, label %146, label %145
153:
  %154 = icmp sgt i64 %134, 0
  br i1 %154, label %155, label %169
155:
  %156 = getelementptr i8, ptr %0, i64 8
  br label %160
157:
  %158 = add i64 %161, 1
  %159 = icmp eq i64 %158, %134
  br i1 %159, label %169, label %160
160:
  %161 = phi i64 [ 0, %155 ], [ %158, %157 ]
  %162 = getelementptr i32, ptr %133, i64 %161
  %163 = load i32, ptr %162, align 4
  %164 = sext i32 %163 to i64
  %165 = load i64, ptr %156, align 8
  %166 = icmp sgt i64 %165, %164
  br i1 %166, label %167, label %169
167:
  %168 = call fastcc i1 @add(ptr %0, i32 %163, i1 false, i1 true)
  br i1 %168, label %157, label %187
169:
  %170 = load i64, ptr %2, align 8
  %171 = icmp sgt i64 %170, 0
  br i1 %171, label %172, label %189
172:
  %173 = load ptr, ptr %0, align 8
  %174 = getelementptr i8, ptr %0, i64 104
  %175 = load ptr, ptr %174, align 8
  br label %179
176:
  %177 = add i64 %180, 1
  %178 = icmp eq i64 %177, %170
  br i1 %178, label %189, label %179
179:
  %180 = phi i64 [ 0, %172 ], [ %177, %176 ]
  %181 = getelementptr i32, ptr %175, i64 %180
  %182 = load i32, ptr %181, align 4
  %183 = sext i32 %182 to i64
  %184 = getelementptr %struct.gw_regex_step, ptr %173, i64 %183
  %185 = load i32, ptr %184, align 4
  %186 = icmp eq i32 %185, 4
  br i1 %186, label %187, label %176
187:
  %188 = or i8 %94, 2
  br label %189
189:
  %190 = phi i8 [ %188, %187 ], [ %94, %169 ], [ %94, %176 ]
  %191 = getelementptr i8, ptr %0, i64 88
  %192 = load ptr, ptr %191, align 8
  %193 = getelementptr i8, ptr %192, i64 %72
  store i8 %190, ptr %193, align 1
  br label %204
194:
  %195 = phi i64 [ %100, %102 ], [ %202, %194 ]
  %196 = phi i64 [ 0, %102 ], [ %201, %194 ]
  %197 = load ptr, ptr %103, align 8
  %198 = mul i64 %195, %72
  %199 = getelementptr i32, ptr %197, i64 %198
  %200 = getelementptr i32, ptr %199, i64 %196
  store i32 -1, ptr %200, align 4
  %201 = add i64 %196, 1
  %202 = load i64, ptr %99, align 8
  %203 = icmp slt i64 %201, %202
  br i1 %203, label %194, label %130
204:
  %205 = phi i32 [ -1, %67 ], [ %71, %189 ], [ -1, %76 ], [ %33, %54 ], [ %33, %57 ]
  ret i32 %205
}
define internal fastcc void @push(ptr %0, ptr %1, i32 %2, i64 %3) {
  %5 = load i64, ptr %1, align 8
  %6 = getelementptr i8, ptr %0, i64 464
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %5, %7
  br i1 %8, label %12, label %9
9:
  %10 = getelementptr i8, ptr %0, i64 456
  %11 = load ptr, ptr %10, align 8
  br label %25
12:
  %13 = icmp eq i64 %5, 0
  %14 = shl i64 %5, 1
  %15 = select i1 %13, i64 256, i64 %14
  %16 = getelementptr i8, ptr %0, i64 456
  %17 = load ptr, ptr %16, align 8
  %18 = shl i64 %15, 4
  %19 = call ptr @gw_c_realloc(ptr %17, i64 %18)
  %20 = icmp eq ptr %19, null
  br i1 %20, label %23, label %21
21:
  store ptr %19, ptr %16, align 8
  store i64 %15, ptr %6, align 8
  %22 = load i64, ptr %1, align 8
  br label %25
23:
  %24 = getelementptr i8, ptr %0, i64 648
  store i8 1, ptr %24, align 8
  br label %32
25:
  %26 = phi i64 [ %5, %9 ], [ %22, %21 ]
  %27 = phi ptr [ %11, %9 ], [ %19, %21 ]
  %28 = add i64 %26, 1
  store i64 %28, ptr %1, align 8
  %29 = getelementptr %struct.job, ptr %27, i64 %26
  store i64 %3, ptr %29, align 8
  %30 = getelementptr i8, ptr %29, i64 8
  store i32 %2, ptr %30, align 8
  %31 = getelementptr i8, ptr %29, i64 12
  store i32 0, ptr %31, align 4
  br label %32
32:
  ret void
}
declare ptr @gw_c_realloc(ptr allocptr, i64)
define internal fastcc void @append(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = add i64 %5, %2
  %7 = getelementptr i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %6, %8
  br i1 %9, label %10, label %19
10:
  %11 = shl i64 %6, 1
  %12 = add i64 %11, 4096
  %13 = load ptr, ptr %0, align 8
  %14 = call ptr @gw_c_realloc(ptr %13, i64 %12)
  %15 = icmp eq ptr %14, null
  br i1 %15, label %17, label %16
16:
  store ptr %14, ptr %0, align 8
  store i64 %12, ptr %7, align 8
  br label %19
17:
  %18 = getelementptr i8, ptr %0, i64 24
  store i8 1, ptr %18, align 8
  br label %34
19:
  %20 = icmp sgt i64 %2, 0
  br i1 %20, label %24, label %21
21:
  %22 = load i64, ptr %4, align 8
  %23 = add i64 %22, %2
  store i64 %23, ptr %4, align 8
  br label %34
24:
  %25 = phi i64 [ %32, %24 ], [ 0, %19 ]
  %26 = getelementptr i8, ptr %1, i64 %25
  %27 = load i8, ptr %26, align 1
  %28 = load ptr, ptr %0, align 8
  %29 = load i64, ptr %4, align 8
  %30 = getelementptr i8, ptr %28, i64 %29
  %31 = getelementptr i8, ptr %30, i64 %25
  store i8 %27, ptr %31, align 1
  %32 = add i64 %25, 1
  %33 = icmp eq i64 %32, %2
  br i1 %33, label %21, label %24
34:
  ret void
}
declare i64 @llvm.smax.i64(i64, i64)
