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
  %44 = insertelement <4 x ptr> poison, ptr %29, i64 0
  %45 = insertelement <4 x ptr> %44, ptr %32, i64 1
  %46 = insertelement <4 x ptr> %45, ptr %34, i64 2
  %47 = insertelement <4 x ptr> %46, ptr %35, i64 3
  %48 = icmp eq <4 x ptr> %47, zeroinitializer
  %49 = icmp eq ptr %36, null
  %50 = icmp eq ptr %39, null
  %51 = bitcast <4 x i1> %48 to i4
  %52 = icmp ne i4 %51, 0
  %53 = or i1 %52, %49
  %54 = or i1 %53, %50
  br i1 %54, label %67, label %55
55:
  %56 = icmp eq ptr %42, null
  %57 = icmp eq ptr %43, null
  %58 = or i1 %56, %57
  br i1 %58, label %67, label %59
59:
  store i32 0, ptr %19, align 4
  store i64 0, ptr %29, align 8
  %60 = getelementptr i8, ptr %0, i64 40
  store i32 -1, ptr %60, align 4
  store i32 -1, ptr %18, align 4
  br label %61
61:
  %62 = phi i64 [ 0, %59 ], [ %65, %61 ]
  %63 = load ptr, ptr %25, align 8
  %64 = getelementptr i32, ptr %63, i64 %62
  store i32 -1, ptr %64, align 4
  %65 = add i64 %62, 1
  %66 = icmp eq i64 %65, 1024
  br i1 %66, label %67, label %61
67:
  %68 = phi i1 [ false, %7 ], [ false, %55 ], [ true, %61 ]
  ret i1 %68
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
  %19 = phi i64 [ 0, %7 ], [ %64, %61 ]
  %20 = getelementptr %struct.gw_piece, ptr %1, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr i8, ptr %20, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = call fastcc i1 @is_valid(ptr %21, i64 %23)
  br i1 %24, label %25, label %61
25:
  %26 = load i8, ptr %8, align 8
  %27 = trunc i8 %26 to i1
  br i1 %27, label %28, label %56
28:
  %29 = call fastcc i32 @start_state(ptr %9, i1 true)
  %30 = icmp sgt i64 %23, 0
  br i1 %30, label %31, label %47
31:
  %32 = phi i64 [ %45, %41 ], [ 0, %28 ]
  %33 = phi i32 [ %44, %41 ], [ %29, %28 ]
  %34 = load ptr, ptr %10, align 8
  %35 = sext i32 %33 to i64
  %36 = getelementptr i64, ptr %34, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr i8, ptr %36, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %37, %39
  br i1 %40, label %61, label %41
41:
  %42 = getelementptr i8, ptr %21, i64 %32
  %43 = load i8, ptr %42, align 1
  %44 = call fastcc i32 @after(ptr %9, i32 %33, i8 zeroext %43)
  %45 = add i64 %32, 1
  %46 = icmp eq i64 %45, %23
  br i1 %46, label %47, label %31
47:
  %48 = phi i32 [ %29, %28 ], [ %44, %41 ]
  %49 = load ptr, ptr %11, align 8
  %50 = sext i32 %48 to i64
  %51 = getelementptr i8, ptr %49, i64 %50
  %52 = load i8, ptr %51, align 1
  %53 = and i8 %52, 3
  %54 = icmp ne i8 %53, 0
  %55 = zext i1 %54 to i8
  br label %61
56:
  %57 = call fastcc i1 @begin_visits(ptr %0, i64 0, i64 %23)
  br i1 %57, label %58, label %61
58:
  %59 = call fastcc i1 @matches_from(ptr %0, ptr %21, i64 %23, i64 0, i64 0, i64 %23)
  %60 = zext i1 %59 to i8
  br label %61
61:
  %62 = phi i8 [ 2, %18 ], [ %60, %58 ], [ %55, %47 ], [ 0, %56 ], [ 0, %31 ]
  %63 = getelementptr i8, ptr %3, i64 %19
  store i8 %62, ptr %63, align 1
  %64 = add i64 %19, 1
  %65 = icmp eq i64 %64, %2
  br i1 %65, label %12, label %18
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal fastcc i1 @is_valid(ptr %0, i64 %1) {
  %3 = icmp slt i64 %1, 1
  br i1 %3, label %60, label %4
4:
  %5 = phi i64 [ %58, %56 ], [ 0, %2 ]
  %6 = getelementptr i8, ptr %0, i64 %5
  %7 = load i8, ptr %6, align 1
  %8 = icmp sgt i8 %7, -1
  br i1 %8, label %56, label %9
9:
  %10 = sub i64 %1, %5
  %11 = zext i8 %7 to i32
  %12 = icmp ult i8 %7, -62
  br i1 %12, label %60, label %13
13:
  %14 = icmp ult i8 %7, -32
  br i1 %14, label %20, label %15
15:
  %16 = icmp ult i8 %7, -16
  br i1 %16, label %20, label %17
17:
  %18 = icmp ult i8 %7, -11
  %19 = select i1 %18, i64 4, i64 0
  br label %20
20:
  %21 = phi i64 [ 3, %15 ], [ 2, %13 ], [ %19, %17 ]
  %22 = icmp eq i64 %21, 0
  %23 = icmp sgt i64 %21, %10
  %24 = or i1 %22, %23
  br i1 %24, label %60, label %25
25:
  %26 = trunc i64 %21 to i32
  %27 = lshr i32 127, %26
  %28 = and i32 %27, %11
  %29 = icmp ugt i64 %21, 1
  br i1 %29, label %30, label %47
30:
  %31 = phi i64 [ %41, %36 ], [ 1, %25 ]
  %32 = phi i32 [ %40, %36 ], [ %28, %25 ]
  %33 = getelementptr i8, ptr %6, i64 %31
  %34 = load i8, ptr %33, align 1
  %35 = icmp sgt i8 %34, -65
  br i1 %35, label %60, label %36
36:
  %37 = shl i32 %32, 6
  %38 = and i8 %34, 63
  %39 = zext i8 %38 to i32
  %40 = or i32 %37, %39
  %41 = add i64 %31, 1
  %42 = icmp eq i64 %41, %21
  br i1 %42, label %43, label %30
43:
  %44 = icmp eq i64 %21, 3
  %45 = icmp slt i32 %40, 2048
  %46 = select i1 %44, i1 %45, i1 false
  br i1 %46, label %60, label %47
47:
  %48 = phi i32 [ %40, %43 ], [ %28, %25 ]
  %49 = icmp eq i64 %21, 4
  %50 = add i32 %48, -1114112
  %51 = icmp ult i32 %50, -1048576
  %52 = select i1 %49, i1 %51, i1 false
  %53 = and i32 %48, -2048
  %54 = icmp eq i32 %53, 55296
  %55 = select i1 %52, i1 true, i1 %54
  br i1 %55, label %60, label %56
56:
  %57 = phi i64 [ 1, %4 ], [ %21, %47 ]
  %58 = add i64 %57, %5
  %59 = icmp slt i64 %58, %1
  br i1 %59, label %4, label %60
60:
  %61 = phi i1 [ false, %30 ], [ true, %2 ], [ true, %56 ], [ false, %47 ], [ false, %20 ], [ false, %9 ], [ false, %43 ]
  ret i1 %61
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
define internal fastcc i1 @matches_from(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = alloca i64, align 8
  store i64 0, ptr %7, align 8
  %8 = icmp slt i64 %5, 0
  %9 = select i1 %8, i64 %2, i64 %5
  call fastcc void @push(ptr %0, ptr %7, i32 0, i64 %4)
  %10 = load i64, ptr %7, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %170, label %12
12:
  %13 = getelementptr i8, ptr %0, i64 648
  %14 = getelementptr i8, ptr %0, i64 456
  %15 = getelementptr i8, ptr %0, i64 8
  %16 = getelementptr i8, ptr %0, i64 472
  %17 = getelementptr i8, ptr %0, i64 488
  br label %18
18:
  %19 = phi i64 [ %10, %12 ], [ %168, %167 ]
  %20 = load i8, ptr %13, align 8
  %21 = trunc i8 %20 to i1
  br i1 %21, label %170, label %22
22:
  %23 = load ptr, ptr %14, align 8
  %24 = add i64 %19, -1
  store i64 %24, ptr %7, align 8
  %25 = getelementptr %struct.job, ptr %23, i64 %24
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr i8, ptr %25, i64 8
  %28 = load i32, ptr %27, align 8
  %29 = icmp slt i32 %28, 0
  br i1 %29, label %44, label %30
30:
  %31 = sub i64 %26, %3
  %32 = load i64, ptr %15, align 8
  %33 = mul i64 %32, %31
  %34 = zext i32 %28 to i64
  %35 = add i64 %33, %34
  %36 = load ptr, ptr %16, align 8
  %37 = lshr i64 %35, 6
  %38 = getelementptr i64, ptr %36, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = and i64 %35, 63
  %41 = shl i64 1, %40
  %42 = and i64 %41, %39
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %48, label %167
44:
  %45 = xor i32 %28, -1
  %46 = zext i32 %45 to i64
  %47 = getelementptr i64, ptr %17, i64 %46
  store i64 %26, ptr %47, align 8
  br label %167
48:
  %49 = phi i64 [ %87, %74 ], [ %41, %30 ]
  %50 = phi i64 [ %85, %74 ], [ %39, %30 ]
  %51 = phi ptr [ %84, %74 ], [ %38, %30 ]
  %52 = phi i64 [ %80, %74 ], [ %34, %30 ]
  %53 = phi i64 [ %75, %74 ], [ %26, %30 ]
  %54 = or i64 %49, %50
  store i64 %54, ptr %51, align 8
  %55 = load ptr, ptr %0, align 8
  %56 = getelementptr %struct.gw_regex_step, ptr %55, i64 %52
  %57 = getelementptr i8, ptr %56, i64 12
  %58 = load i32, ptr %57, align 4
  %59 = load i32, ptr %56, align 4
  switch i32 %59, label %162 [
    i32 0, label %60
    i32 1, label %90
    i32 2, label %95
    i32 3, label %105
  ]
60:
  %61 = icmp eq i64 %53, %9
  br i1 %61, label %167, label %62
62:
  %63 = getelementptr i8, ptr %1, i64 %53
  %64 = load i8, ptr %63, align 1
  %65 = zext i8 %64 to i32
  %66 = getelementptr i8, ptr %56, i64 4
  %67 = load i32, ptr %66, align 4
  %68 = icmp sgt i32 %67, %65
  br i1 %68, label %167, label %69
69:
  %70 = add i64 %53, 1
  %71 = getelementptr i8, ptr %56, i64 8
  %72 = load i32, ptr %71, align 4
  %73 = icmp slt i32 %72, %65
  br i1 %73, label %167, label %74
74:
  %75 = phi i64 [ %70, %69 ], [ %2, %117 ], [ %53, %90 ], [ %53, %95 ], [ 0, %160 ], [ %2, %108 ], [ %53, %155 ], [ %53, %119 ], [ %53, %112 ], [ 0, %110 ]
  %76 = phi i32 [ %58, %69 ], [ %58, %117 ], [ %94, %90 ], [ %58, %95 ], [ %58, %160 ], [ %58, %108 ], [ %58, %155 ], [ %58, %119 ], [ %58, %112 ], [ %58, %110 ]
  %77 = sub i64 %75, %3
  %78 = load i64, ptr %15, align 8
  %79 = mul i64 %78, %77
  %80 = sext i32 %76 to i64
  %81 = add i64 %79, %80
  %82 = load ptr, ptr %16, align 8
  %83 = lshr i64 %81, 6
  %84 = getelementptr i64, ptr %82, i64 %83
  %85 = load i64, ptr %84, align 8
  %86 = and i64 %81, 63
  %87 = shl i64 1, %86
  %88 = and i64 %87, %85
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %48, label %167
90:
  %91 = getelementptr i8, ptr %56, i64 8
  %92 = load i32, ptr %91, align 4
  call fastcc void @push(ptr %0, ptr %7, i32 %92, i64 %53)
  %93 = getelementptr i8, ptr %56, i64 4
  %94 = load i32, ptr %93, align 4
  br label %74
95:
  %96 = getelementptr i8, ptr %56, i64 4
  %97 = load i32, ptr %96, align 4
  %98 = xor i32 %97, -1
  %99 = sext i32 %97 to i64
  %100 = getelementptr i64, ptr %17, i64 %99
  %101 = load i64, ptr %100, align 8
  call fastcc void @push(ptr %0, ptr %7, i32 %98, i64 %101)
  %102 = load i32, ptr %96, align 4
  %103 = sext i32 %102 to i64
  %104 = getelementptr i64, ptr %17, i64 %103
  store i64 %53, ptr %104, align 8
  br label %74
105:
  %106 = getelementptr i8, ptr %56, i64 4
  %107 = load i32, ptr %106, align 4
  switch i32 %107, label %123 [
    i32 0, label %160
    i32 1, label %108
    i32 2, label %110
    i32 3, label %117
  ]
108:
  %109 = icmp eq i64 %53, %2
  br i1 %109, label %74, label %167
110:
  %111 = icmp eq i64 %53, 0
  br i1 %111, label %74, label %112
112:
  %113 = getelementptr i8, ptr %1, i64 %53
  %114 = getelementptr i8, ptr %113, i64 -1
  %115 = load i8, ptr %114, align 1
  %116 = icmp eq i8 %115, 10
  br i1 %116, label %74, label %167
117:
  %118 = icmp eq i64 %53, %2
  br i1 %118, label %74, label %119
119:
  %120 = getelementptr i8, ptr %1, i64 %53
  %121 = load i8, ptr %120, align 1
  %122 = icmp eq i8 %121, 10
  br i1 %122, label %74, label %167
123:
  %124 = icmp sgt i64 %53, 0
  %125 = icmp sle i64 %53, %2
  %126 = select i1 %124, i1 %125, i1 false
  br i1 %126, label %127, label %139
127:
  %128 = getelementptr i8, ptr %1, i64 %53
  %129 = getelementptr i8, ptr %128, i64 -1
  %130 = load i8, ptr %129, align 1
  %131 = or i8 %130, 32
  %132 = add i8 %131, -97
  %133 = icmp ult i8 %132, 26
  %134 = add i8 %130, -48
  %135 = icmp ult i8 %134, 10
  %136 = or i1 %135, %133
  %137 = icmp eq i8 %130, 95
  %138 = select i1 %136, i1 true, i1 %137
  br label %139
139:
  %140 = phi i1 [ false, %123 ], [ %138, %127 ]
  %141 = icmp sgt i64 %53, -1
  %142 = icmp slt i64 %53, %2
  %143 = select i1 %141, i1 %142, i1 false
  br i1 %143, label %144, label %155
144:
  %145 = getelementptr i8, ptr %1, i64 %53
  %146 = load i8, ptr %145, align 1
  %147 = or i8 %146, 32
  %148 = add i8 %147, -97
  %149 = icmp ult i8 %148, 26
  %150 = add i8 %146, -48
  %151 = icmp ult i8 %150, 10
  %152 = or i1 %151, %149
  %153 = icmp eq i8 %146, 95
  %154 = select i1 %152, i1 true, i1 %153
  br label %155
155:
  %156 = phi i1 [ false, %139 ], [ %154, %144 ]
  %157 = xor i1 %140, %156
  %158 = icmp ne i32 %107, 4
  %159 = xor i1 %158, %157
  br i1 %159, label %74, label %167
160:
  %161 = icmp eq i64 %53, 0
  br i1 %161, label %74, label %167
162:
  %163 = icmp eq i64 %53, %5
  %164 = or i1 %8, %163
  br i1 %164, label %165, label %167
165:
  %166 = getelementptr i8, ptr %0, i64 496
  store i64 %53, ptr %166, align 8
  br label %170
167:
  %168 = load i64, ptr %7, align 8
  %169 = icmp eq i64 %168, 0
  br i1 %169, label %170, label %18
170:
  %171 = phi i1 [ true, %165 ], [ false, %6 ], [ false, %18 ], [ false, %167 ]
  ret i1 %171
}
define i64 @gw_regex_replace(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, i64 %6, ptr %7, ptr %8) {
  %10 = alloca %struct.output, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 32, i1 false)
  %11 = getelementptr i8, ptr %0, i64 648
  store i8 0, ptr %11, align 8
  %12 = icmp sgt i64 %6, 0
  br i1 %12, label %13, label %257
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
  br i1 %30, label %236, label %31
31:
  %32 = phi i64 [ 0, %13 ], [ %29, %28 ]
  %33 = load i64, ptr %14, align 8
  %34 = getelementptr %struct.gw_piece, ptr %7, i64 %32
  %35 = getelementptr %struct.gw_piece, ptr %5, i64 %32
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %34, ptr align 8 %35, i64 16, i1 false)
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr i8, ptr %35, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = call fastcc i1 @is_valid(ptr %36, i64 %38)
  br i1 %39, label %41, label %40
40:
  call void @llvm.memset.p0.i64(ptr align 8 %34, i8 0, i64 16, i1 false)
  br label %228
41:
  %42 = icmp slt i64 %38, 0
  br i1 %42, label %228, label %43
43:
  %44 = phi i64 [ %209, %206 ], [ 0, %41 ]
  %45 = phi i64 [ %208, %206 ], [ -1, %41 ]
  %46 = phi i1 [ %207, %206 ], [ false, %41 ]
  call void @llvm.memset.p0.i64(ptr align 8 %18, i8 -1, i64 152, i1 false)
  store i64 %44, ptr %17, align 8
  %47 = load i8, ptr %19, align 8
  %48 = trunc i8 %47 to i1
  br i1 %48, label %49, label %132
49:
  %50 = icmp eq i64 %44, 0
  %51 = call fastcc i32 @start_state(ptr %20, i1 %50)
  %52 = load ptr, ptr %21, align 8
  %53 = sext i32 %51 to i64
  %54 = getelementptr i8, ptr %52, i64 %53
  %55 = load i8, ptr %54, align 1
  %56 = and i8 %55, 1
  %57 = icmp eq i8 %56, 0
  %58 = select i1 %57, i64 -1, i64 %44
  %59 = icmp eq i64 %44, %38
  br i1 %59, label %60, label %66
60:
  %61 = phi i8 [ %55, %49 ], [ %85, %77 ]
  %62 = phi i64 [ %58, %49 ], [ %88, %77 ]
  %63 = and i8 %61, 2
  %64 = icmp eq i8 %63, 0
  %65 = select i1 %64, i64 %62, i64 %38
  br label %90
66:
  %67 = phi i64 [ %88, %77 ], [ %58, %49 ]
  %68 = phi i64 [ %83, %77 ], [ %53, %49 ]
  %69 = phi i32 [ %80, %77 ], [ %51, %49 ]
  %70 = phi i64 [ %81, %77 ], [ %44, %49 ]
  %71 = load ptr, ptr %22, align 8
  %72 = getelementptr i64, ptr %71, i64 %68
  %73 = load i64, ptr %72, align 8
  %74 = getelementptr i8, ptr %72, i64 8
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %73, %75
  br i1 %76, label %90, label %77
77:
  %78 = getelementptr i8, ptr %36, i64 %70
  %79 = load i8, ptr %78, align 1
  %80 = call fastcc i32 @after(ptr %20, i32 %69, i8 zeroext %79)
  %81 = add i64 %70, 1
  %82 = load ptr, ptr %21, align 8
  %83 = sext i32 %80 to i64
  %84 = getelementptr i8, ptr %82, i64 %83
  %85 = load i8, ptr %84, align 1
  %86 = and i8 %85, 1
  %87 = icmp eq i8 %86, 0
  %88 = select i1 %87, i64 %67, i64 %81
  %89 = icmp eq i64 %81, %38
  br i1 %89, label %60, label %66
90:
  %91 = phi i64 [ %65, %60 ], [ %67, %66 ]
  %92 = icmp slt i64 %91, 0
  br i1 %92, label %211, label %93
93:
  %94 = icmp eq i64 %91, %38
  %95 = call fastcc i32 @start_state(ptr %23, i1 %94)
  br label %96
96:
  %97 = phi i64 [ %91, %93 ], [ %114, %123 ]
  %98 = phi i64 [ %91, %93 ], [ %128, %123 ]
  %99 = phi i32 [ %95, %93 ], [ %127, %123 ]
  %100 = load ptr, ptr %25, align 8
  %101 = sext i32 %99 to i64
  %102 = getelementptr i8, ptr %100, i64 %101
  %103 = load i8, ptr %102, align 1
  %104 = zext i8 %103 to i32
  %105 = and i32 %104, 1
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %107, label %112
107:
  %108 = icmp ne i64 %98, 0
  %109 = and i32 %104, 2
  %110 = icmp eq i32 %109, 0
  %111 = or i1 %108, %110
  br i1 %111, label %113, label %112
112:
  br label %113
113:
  %114 = phi i64 [ %98, %112 ], [ %97, %107 ]
  %115 = icmp eq i64 %98, %44
  br i1 %115, label %129, label %116
116:
  %117 = load ptr, ptr %24, align 8
  %118 = getelementptr i64, ptr %117, i64 %101
  %119 = load i64, ptr %118, align 8
  %120 = getelementptr i8, ptr %118, i64 8
  %121 = load i64, ptr %120, align 8
  %122 = icmp eq i64 %119, %121
  br i1 %122, label %129, label %123
123:
  %124 = getelementptr i8, ptr %36, i64 %98
  %125 = getelementptr i8, ptr %124, i64 -1
  %126 = load i8, ptr %125, align 1
  %127 = call fastcc i32 @after(ptr %23, i32 %99, i8 zeroext %126)
  %128 = add i64 %98, -1
  br label %96
129:
  store i64 %114, ptr %17, align 8
  store i64 %91, ptr %18, align 8
  br i1 %15, label %151, label %130
130:
  %131 = call fastcc i1 @begin_visits(ptr %0, i64 %114, i64 %91)
  br i1 %131, label %149, label %211
132:
  %133 = call fastcc i1 @begin_visits(ptr %0, i64 %44, i64 %38)
  br i1 %133, label %134, label %211
134:
  %135 = phi i64 [ %147, %146 ], [ %44, %132 ]
  %136 = load i8, ptr %11, align 8
  %137 = trunc i8 %136 to i1
  br i1 %137, label %211, label %138
138:
  %139 = icmp slt i64 %135, %38
  br i1 %139, label %140, label %144
140:
  %141 = getelementptr i8, ptr %36, i64 %135
  %142 = load i8, ptr %141, align 1
  %143 = icmp sgt i8 %142, -65
  br i1 %143, label %144, label %146
144:
  store i64 %135, ptr %17, align 8
  %145 = call fastcc i1 @matches_from(ptr %0, ptr %36, i64 %38, i64 %44, i64 %135, i64 -1)
  br i1 %145, label %151, label %146
146:
  %147 = add i64 %135, 1
  %148 = icmp eq i64 %135, %38
  br i1 %148, label %211, label %134
149:
  %150 = call fastcc i1 @matches_from(ptr %0, ptr %36, i64 %38, i64 %114, i64 %114, i64 %91)
  br i1 %150, label %151, label %211
151:
  %152 = load i64, ptr %17, align 8
  %153 = load i64, ptr %18, align 8
  %154 = getelementptr i8, ptr %36, i64 %44
  %155 = sub i64 %152, %44
  call fastcc void @append(ptr %10, ptr %154, i64 %155)
  %156 = icmp eq i64 %152, %153
  %157 = icmp eq i64 %153, %45
  %158 = select i1 %156, i1 %157, i1 false
  br i1 %158, label %159, label %181
159:
  %160 = icmp slt i64 %45, %38
  br i1 %160, label %161, label %176
161:
  %162 = add i64 %45, 1
  %163 = icmp slt i64 %162, %38
  br i1 %163, label %164, label %176
164:
  %165 = sub i64 %38, %45
  br label %166
166:
  %167 = phi i64 [ %174, %172 ], [ %162, %164 ]
  %168 = phi i64 [ %173, %172 ], [ 1, %164 ]
  %169 = getelementptr i8, ptr %36, i64 %167
  %170 = load i8, ptr %169, align 1
  %171 = icmp sgt i8 %170, -65
  br i1 %171, label %176, label %172
172:
  %173 = add i64 %168, 1
  %174 = add i64 %173, %45
  %175 = icmp eq i64 %173, %165
  br i1 %175, label %176, label %166
176:
  %177 = phi i64 [ 0, %159 ], [ 1, %161 ], [ %165, %172 ], [ %168, %166 ]
  %178 = phi i64 [ 1, %159 ], [ 1, %161 ], [ %165, %172 ], [ %168, %166 ]
  %179 = getelementptr i8, ptr %36, i64 %45
  call fastcc void @append(ptr %10, ptr %179, i64 %177)
  %180 = add i64 %178, %45
  br label %206
181:
  br i1 %26, label %182, label %205
182:
  %183 = phi i64 [ %203, %202 ], [ 0, %181 ]
  %184 = getelementptr %struct.gw_piece, ptr %1, i64 %183
  %185 = load ptr, ptr %184, align 8
  %186 = icmp eq ptr %185, null
  %187 = getelementptr i8, ptr %184, i64 8
  %188 = load i64, ptr %187, align 8
  br i1 %186, label %190, label %189
189:
  call fastcc void @append(ptr %10, ptr %185, i64 %188)
  br label %202
190:
  %191 = shl i64 %188, 4
  %192 = getelementptr i8, ptr %17, i64 %191
  %193 = load i64, ptr %192, align 8
  %194 = getelementptr i8, ptr %192, i64 8
  %195 = load i64, ptr %194, align 8
  %196 = icmp slt i64 %193, 0
  %197 = icmp slt i64 %195, %193
  %198 = select i1 %196, i1 true, i1 %197
  br i1 %198, label %202, label %199
199:
  %200 = getelementptr i8, ptr %36, i64 %193
  %201 = sub i64 %195, %193
  call fastcc void @append(ptr %10, ptr %200, i64 %201)
  br label %202
202:
  %203 = add i64 %183, 1
  %204 = icmp eq i64 %203, %2
  br i1 %204, label %205, label %182
205:
  br i1 %16, label %216, label %206
206:
  %207 = phi i1 [ %46, %176 ], [ true, %205 ]
  %208 = phi i64 [ %45, %176 ], [ %153, %205 ]
  %209 = phi i64 [ %180, %176 ], [ %153, %205 ]
  %210 = icmp sgt i64 %209, %38
  br i1 %210, label %211, label %43
211:
  %212 = phi i1 [ %46, %146 ], [ %46, %134 ], [ %46, %149 ], [ %207, %206 ], [ %46, %132 ], [ %46, %130 ], [ %46, %90 ]
  %213 = phi i64 [ %44, %146 ], [ %44, %134 ], [ %44, %149 ], [ %209, %206 ], [ %44, %132 ], [ %44, %130 ], [ %44, %90 ]
  %214 = icmp slt i64 %213, %38
  %215 = select i1 %212, i1 %214, i1 false
  br i1 %215, label %218, label %222
216:
  %217 = icmp slt i64 %153, %38
  br i1 %217, label %218, label %223
218:
  %219 = phi i64 [ %153, %216 ], [ %213, %211 ]
  %220 = getelementptr i8, ptr %36, i64 %219
  %221 = sub i64 %38, %219
  call fastcc void @append(ptr %10, ptr %220, i64 %221)
  br label %223
222:
  br i1 %212, label %223, label %228
223:
  %224 = load i64, ptr %14, align 8
  %225 = xor i64 %224, -1
  %226 = add i64 %33, %225
  store ptr null, ptr %34, align 8
  %227 = getelementptr i8, ptr %34, i64 8
  store i64 %226, ptr %227, align 8
  br label %228
228:
  %229 = load i8, ptr %11, align 8
  %230 = trunc i8 %229 to i1
  %231 = load i8, ptr %27, align 8
  %232 = trunc i8 %231 to i1
  %233 = select i1 %230, i1 true, i1 %232
  br i1 %233, label %234, label %28
234:
  %235 = load ptr, ptr %10, align 8
  call void @gw_c_free(ptr %235)
  br label %257
236:
  %237 = load ptr, ptr %10, align 8
  %238 = icmp eq ptr %237, null
  %239 = select i1 %238, ptr @.str, ptr %237
  br label %240
240:
  %241 = phi i64 [ %255, %253 ], [ 0, %236 ]
  %242 = phi ptr [ %254, %253 ], [ %239, %236 ]
  %243 = getelementptr %struct.gw_piece, ptr %7, i64 %241
  %244 = load ptr, ptr %243, align 8
  %245 = icmp eq ptr %244, null
  br i1 %245, label %246, label %253
246:
  %247 = getelementptr i8, ptr %243, i64 8
  %248 = load i64, ptr %247, align 8
  %249 = icmp eq i64 %248, 0
  br i1 %249, label %253, label %250
250:
  %251 = xor i64 %248, -1
  store ptr %242, ptr %243, align 8
  store i64 %251, ptr %247, align 8
  %252 = getelementptr i8, ptr %242, i64 %251
  br label %253
253:
  %254 = phi ptr [ %242, %240 ], [ %252, %250 ], [ %242, %246 ]
  %255 = add i64 %241, 1
  %256 = icmp eq i64 %255, %6
  br i1 %256, label %257, label %240
257:
  %258 = phi ptr [ null, %234 ], [ null, %9 ], [ %237, %253 ]
  %259 = phi i64 [ -1, %234 ], [ 0, %9 ], [ 0, %253 ]
  store ptr %258, ptr %8, align 8
  ret i64 %259
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
define internal fastcc i32 @after(ptr %0, i32 %1, i8 zeroext %2) {
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
  br i1 %3, label %4, label %19
4:
  %5 = getelementptr i8, ptr %0, i64 44
  store i32 0, ptr %5, align 4
  %6 = getelementptr i8, ptr %0, i64 56
  %7 = load ptr, ptr %6, align 8
  store i64 0, ptr %7, align 8
  %8 = getelementptr i8, ptr %0, i64 36
  %9 = getelementptr i8, ptr %0, i64 40
  store i32 -1, ptr %9, align 8
  store i32 -1, ptr %8, align 4
  %10 = getelementptr i8, ptr %0, i64 96
  br label %11
11:
  %12 = phi i64 [ 0, %4 ], [ %15, %11 ]
  %13 = load ptr, ptr %10, align 8
  %14 = getelementptr i32, ptr %13, i64 %12
  store i32 -1, ptr %14, align 4
  %15 = add i64 %12, 1
  %16 = icmp eq i64 %15, 1024
  br i1 %16, label %17, label %11
17:
  %18 = call fastcc i32 @state_of_list(ptr %0)
  br label %19
19:
  %20 = phi i32 [ %18, %17 ], [ %2, %1 ]
  ret i32 %20
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
