%struct.gw_piece = type { ptr, i64 }
%struct.state = type { i64, i64, i64, %struct.pair, %struct.pair }
%struct.pair = type { i64, i64 }
@TENS = internal constant [19 x i64] [i64 1, i64 10, i64 100, i64 1000, i64 10000, i64 100000, i64 1000000, i64 10000000, i64 100000000, i64 1000000000, i64 10000000000, i64 100000000000, i64 1000000000000, i64 10000000000000, i64 100000000000000, i64 1000000000000000, i64 10000000000000000, i64 100000000000000000, i64 1000000000000000000], align 8
@gw_bytes = external global [0 x i8], align 1
@gw_number_at_bytes = external global [0 x i8], align 1
@gw_none = external global [0 x i8], align 1
@POWERS = internal constant [23 x double] [double 1.000000e+00, double 1.000000e+01, double 1.000000e+02, double 1.000000e+03, double 1.000000e+04, double 1.000000e+05, double 1.000000e+06, double 1.000000e+07, double 1.000000e+08, double 1.000000e+09, double 1.000000e+10, double 1.000000e+11, double 1.000000e+12, double 1.000000e+13, double 1.000000e+14, double 1.000000e+15, double 1.000000e+16, double 1.000000e+17, double 1.000000e+18, double 1.000000e+19, double 1.000000e+20, double 1.000000e+21, double 1.000000e+22], align 8
@gw_number_at_ob_type = external global [0 x i8], align 1
@gw_number_at_var_size = external global [0 x i8], align 1
define void @gw_text_sizes(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = icmp sgt i64 %1, 0
  br i1 %5, label %6, label %8
6:
  %7 = icmp ne i64 %2, 0
  br label %9
8:
  ret void
9:
  %10 = phi i64 [ 0, %6 ], [ %32, %28 ]
  %11 = getelementptr %struct.gw_piece, ptr %0, i64 %10
  %12 = getelementptr i8, ptr %11, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = icmp sgt i64 %13, 0
  %15 = select i1 %7, i1 %14, i1 false
  br i1 %15, label %16, label %28
16:
  %17 = load ptr, ptr %11, align 8
  br label %18
18:
  %19 = phi i64 [ 0, %16 ], [ %26, %18 ]
  %20 = phi i64 [ %13, %16 ], [ %25, %18 ]
  %21 = getelementptr i8, ptr %17, i64 %19
  %22 = load i8, ptr %21, align 1
  %23 = icmp slt i8 %22, -64
  %24 = sext i1 %23 to i64
  %25 = add i64 %20, %24
  %26 = add i64 %19, 1
  %27 = icmp eq i64 %26, %13
  br i1 %27, label %28, label %18
28:
  %29 = phi i64 [ %13, %9 ], [ %25, %18 ]
  %30 = trunc i64 %29 to i32
  %31 = getelementptr i32, ptr %3, i64 %10
  store i32 %30, ptr %31, align 4
  %32 = add i64 %10, 1
  %33 = icmp eq i64 %32, %1
  br i1 %33, label %8, label %9
}
define void @gw_text_change_case(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, ptr %5) {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %8, label %12
8:
  %9 = icmp eq i64 %2, 0
  %10 = icmp eq i64 %3, 0
  %11 = select i1 %9, i8 -65, i8 -97
  br label %13
12:
  ret void
13:
  %14 = phi ptr [ %4, %8 ], [ %76, %75 ]
  %15 = phi i64 [ 0, %8 ], [ %77, %75 ]
  %16 = getelementptr %struct.gw_piece, ptr %0, i64 %15
  %17 = getelementptr i8, ptr %16, i64 8
  %18 = load i64, ptr %17, align 8
  br i1 %10, label %39, label %19
19:
  %20 = icmp sgt i64 %18, 0
  br i1 %20, label %23, label %21
21:
  %22 = getelementptr i8, ptr %16, i64 8
  br label %44
23:
  %24 = load ptr, ptr %16, align 8
  br label %25
25:
  %26 = phi i64 [ 0, %23 ], [ %31, %25 ]
  %27 = phi i8 [ 0, %23 ], [ %30, %25 ]
  %28 = getelementptr i8, ptr %24, i64 %26
  %29 = load i8, ptr %28, align 1
  %30 = or i8 %29, %27
  %31 = add i64 %26, 1
  %32 = icmp eq i64 %31, %18
  br i1 %32, label %33, label %25
33:
  %34 = icmp slt i8 %30, 0
  br i1 %34, label %37, label %35
35:
  %36 = getelementptr i8, ptr %16, i64 8
  br label %42
37:
  %38 = getelementptr %struct.gw_piece, ptr %5, i64 %15
  call void @llvm.memset.p0.i64(ptr align 8 %38, i8 0, i64 16, i1 false)
  br label %75
39:
  %40 = getelementptr i8, ptr %16, i64 8
  %41 = icmp sgt i64 %18, 0
  br i1 %41, label %42, label %44
42:
  %43 = phi ptr [ %36, %35 ], [ %40, %39 ]
  br label %50
44:
  %45 = phi ptr [ %22, %21 ], [ %40, %39 ]
  %46 = getelementptr %struct.gw_piece, ptr %5, i64 %15
  br label %68
47:
  %48 = icmp eq i8 %62, 0
  %49 = getelementptr %struct.gw_piece, ptr %5, i64 %15
  br i1 %48, label %68, label %66
50:
  %51 = phi i8 [ %62, %50 ], [ 0, %42 ]
  %52 = phi i64 [ %63, %50 ], [ 0, %42 ]
  %53 = load ptr, ptr %16, align 8
  %54 = getelementptr i8, ptr %53, i64 %52
  %55 = load i8, ptr %54, align 1
  %56 = add i8 %55, %11
  %57 = icmp ult i8 %56, 26
  %58 = select i1 %57, i8 32, i8 0
  %59 = xor i8 %58, %55
  %60 = getelementptr i8, ptr %14, i64 %52
  store i8 %59, ptr %60, align 1
  %61 = zext i1 %57 to i8
  %62 = or i8 %51, %61
  %63 = add i64 %52, 1
  %64 = load i64, ptr %43, align 8
  %65 = icmp slt i64 %63, %64
  br i1 %65, label %50, label %47
66:
  store ptr %14, ptr %49, align 8
  %67 = getelementptr i8, ptr %49, i64 8
  store i64 %64, ptr %67, align 8
  br label %71
68:
  %69 = phi ptr [ %46, %44 ], [ %49, %47 ]
  %70 = phi ptr [ %45, %44 ], [ %43, %47 ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %69, ptr align 8 %16, i64 16, i1 false)
  br label %71
71:
  %72 = phi ptr [ %70, %68 ], [ %43, %66 ]
  %73 = load i64, ptr %72, align 8
  %74 = getelementptr i8, ptr %14, i64 %73
  br label %75
75:
  %76 = phi ptr [ %74, %71 ], [ %14, %37 ]
  %77 = add i64 %15, 1
  %78 = icmp eq i64 %77, %1
  br i1 %78, label %12, label %13
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @gw_text_strip(ptr %0, i64 %1, ptr %2) {
  %4 = icmp sgt i64 %1, 0
  br i1 %4, label %6, label %5
5:
  ret void
6:
  %7 = phi i64 [ %38, %33 ], [ 0, %3 ]
  %8 = getelementptr %struct.gw_piece, ptr %2, i64 %7
  %9 = getelementptr %struct.gw_piece, ptr %0, i64 %7
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr i8, ptr %9, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = inttoptr i64 %10 to ptr
  %14 = icmp eq i64 %12, 0
  br i1 %14, label %33, label %15
15:
  %16 = getelementptr i8, ptr %13, i64 %12
  br label %17
17:
  %18 = phi ptr [ %22, %21 ], [ %13, %15 ]
  %19 = phi i64 [ %23, %21 ], [ %12, %15 ]
  %20 = load i8, ptr %18, align 1
  switch i8 %20, label %25 [
    i8 32, label %21
    i8 13, label %21
    i8 12, label %21
    i8 11, label %21
    i8 10, label %21
    i8 9, label %21
  ]
21:
  %22 = getelementptr i8, ptr %18, i64 1
  %23 = add i64 %19, -1
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %33, label %17
25:
  %26 = phi i64 [ %31, %30 ], [ %19, %17 ]
  %27 = getelementptr i8, ptr %18, i64 %26
  %28 = getelementptr i8, ptr %27, i64 -1
  %29 = load i8, ptr %28, align 1
  switch i8 %29, label %33 [
    i8 32, label %30
    i8 13, label %30
    i8 12, label %30
    i8 11, label %30
    i8 10, label %30
    i8 9, label %30
  ]
30:
  %31 = add i64 %26, -1
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %33, label %25
33:
  %34 = phi ptr [ %18, %25 ], [ %13, %6 ], [ %18, %30 ], [ %16, %21 ]
  %35 = phi i64 [ %26, %25 ], [ 0, %6 ], [ 0, %30 ], [ 0, %21 ]
  %36 = ptrtoint ptr %34 to i64
  store i64 %36, ptr %8, align 8
  %37 = getelementptr i8, ptr %8, i64 8
  store i64 %35, ptr %37, align 8
  %38 = add i64 %7, 1
  %39 = icmp eq i64 %38, %1
  br i1 %39, label %5, label %6
}
define i64 @gw_text_substrings(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, i64 %5, ptr %6) {
  %8 = icmp sgt i64 %1, 0
  br i1 %8, label %9, label %82
9:
  %10 = icmp eq i64 %5, 0
  br label %11
11:
  %12 = phi i64 [ 0, %9 ], [ %80, %76 ]
  %13 = mul i64 %12, %4
  %14 = getelementptr i64, ptr %2, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr i64, ptr %3, i64 %13
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr %struct.gw_piece, ptr %0, i64 %12
  br i1 %10, label %57, label %19
19:
  %20 = getelementptr %struct.gw_piece, ptr %6, i64 %12
  %21 = load i64, ptr %18, align 8
  %22 = insertvalue [2 x i64] poison, i64 %21, 0
  %23 = getelementptr i8, ptr %18, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = insertvalue [2 x i64] %22, i64 %24, 1
  %26 = inttoptr i64 %21 to ptr
  %27 = icmp slt i64 %15, 0
  br i1 %27, label %28, label %46
28:
  %29 = icmp eq i64 %24, 0
  br i1 %29, label %82, label %30
30:
  %31 = phi i64 [ %44, %43 ], [ %15, %28 ]
  %32 = phi i64 [ %35, %43 ], [ %24, %28 ]
  br label %33
33:
  %34 = phi i64 [ %35, %39 ], [ %32, %30 ]
  %35 = add i64 %34, -1
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %39
37:
  %38 = icmp eq i64 %31, -1
  br i1 %38, label %49, label %82
39:
  %40 = getelementptr i8, ptr %26, i64 %35
  %41 = load i8, ptr %40, align 1
  %42 = icmp sgt i8 %41, -65
  br i1 %42, label %43, label %33
43:
  %44 = add i64 %31, 1
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %49, label %30
46:
  %47 = call fastcc i64 @after_characters([2 x i64] %25, i64 0, i64 %15)
  %48 = icmp slt i64 %47, 0
  br i1 %48, label %82, label %49
49:
  %50 = phi i64 [ 0, %37 ], [ %47, %46 ], [ %35, %43 ]
  %51 = call i64 @llvm.smax.i64(i64 %17, i64 0)
  %52 = call fastcc i64 @after_characters([2 x i64] %25, i64 %50, i64 %51)
  %53 = getelementptr i8, ptr %26, i64 %50
  %54 = icmp slt i64 %52, 0
  %55 = select i1 %54, i64 %24, i64 %52
  %56 = sub i64 %55, %50
  store ptr %53, ptr %20, align 8
  br label %76
57:
  %58 = getelementptr i8, ptr %18, i64 8
  %59 = load i64, ptr %58, align 8
  %60 = sub i64 0, %59
  %61 = icmp slt i64 %15, %60
  %62 = icmp sgt i64 %15, %59
  %63 = or i1 %61, %62
  br i1 %63, label %82, label %64
64:
  %65 = load i64, ptr %18, align 8
  %66 = getelementptr %struct.gw_piece, ptr %6, i64 %12
  %67 = inttoptr i64 %65 to ptr
  %68 = icmp slt i64 %15, 0
  %69 = select i1 %68, i64 %59, i64 0
  %70 = add i64 %69, %15
  %71 = sub i64 %59, %70
  %72 = getelementptr i8, ptr %67, i64 %70
  %73 = icmp slt i64 %17, 0
  %74 = call i64 @llvm.smin.i64(i64 %17, i64 %71)
  %75 = select i1 %73, i64 %71, i64 %74
  store ptr %72, ptr %66, align 8
  br label %76
76:
  %77 = phi i64 [ %56, %49 ], [ %75, %64 ]
  %78 = getelementptr %struct.gw_piece, ptr %6, i64 %12
  %79 = getelementptr i8, ptr %78, i64 8
  store i64 %77, ptr %79, align 8
  %80 = add i64 %12, 1
  %81 = icmp eq i64 %80, %1
  br i1 %81, label %82, label %11
82:
  %83 = phi i64 [ -1, %7 ], [ -1, %76 ], [ %12, %37 ], [ %12, %46 ], [ %12, %57 ], [ %12, %28 ]
  ret i64 %83
}
define i64 @gw_text_split(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, ptr %5) {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %8, label %13
8:
  %9 = icmp eq ptr %5, null
  %10 = icmp eq i64 %3, 0
  %11 = getelementptr i8, ptr %2, i64 8
  %12 = add i64 %3, 1
  br label %15
13:
  %14 = phi i64 [ 0, %6 ], [ %129, %127 ]
  ret i64 %14
15:
  %16 = phi i64 [ 0, %8 ], [ %129, %127 ]
  %17 = phi i64 [ 0, %8 ], [ %130, %127 ]
  %18 = getelementptr %struct.gw_piece, ptr %5, i64 %16
  %19 = select i1 %9, ptr null, ptr %18
  br i1 %10, label %20, label %26
20:
  %21 = getelementptr i64, ptr %4, i64 %17
  store i64 1, ptr %21, align 8
  %22 = icmp eq ptr %19, null
  br i1 %22, label %127, label %23
23:
  %24 = getelementptr %struct.gw_piece, ptr %0, i64 %17
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %18, ptr align 8 %24, i64 16, i1 false)
  %25 = load i64, ptr %21, align 8
  br label %127
26:
  %27 = load i64, ptr %11, align 8
  %28 = icmp eq i64 %27, 0
  %29 = getelementptr %struct.gw_piece, ptr %0, i64 %17
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr i8, ptr %29, i64 8
  %32 = load i64, ptr %31, align 8
  br i1 %28, label %78, label %33
33:
  %34 = load i64, ptr %2, align 8
  %35 = inttoptr i64 %30 to ptr
  %36 = icmp eq ptr %19, null
  %37 = inttoptr i64 %34 to ptr
  %38 = icmp slt i64 %27, 1
  br label %39
39:
  %40 = phi i64 [ 0, %33 ], [ %77, %74 ]
  %41 = phi i64 [ 0, %33 ], [ %75, %74 ]
  %42 = icmp eq i64 %41, %3
  %43 = add i64 %40, %27
  %44 = icmp sgt i64 %43, %32
  %45 = select i1 %42, i1 true, i1 %44
  %46 = or i1 %38, %45
  %47 = select i1 %45, i64 -1, i64 %40
  br i1 %46, label %65, label %48
48:
  %49 = phi i64 [ %62, %61 ], [ %40, %39 ]
  %50 = getelementptr i8, ptr %35, i64 %49
  br label %54
51:
  %52 = add i64 %55, 1
  %53 = icmp eq i64 %52, %27
  br i1 %53, label %65, label %54
54:
  %55 = phi i64 [ %52, %51 ], [ 0, %48 ]
  %56 = getelementptr i8, ptr %50, i64 %55
  %57 = load i8, ptr %56, align 1
  %58 = getelementptr i8, ptr %37, i64 %55
  %59 = load i8, ptr %58, align 1
  %60 = icmp eq i8 %57, %59
  br i1 %60, label %51, label %61
61:
  %62 = add i64 %49, 1
  %63 = add i64 %62, %27
  %64 = icmp sgt i64 %63, %32
  br i1 %64, label %65, label %48
65:
  %66 = phi i64 [ %47, %39 ], [ %49, %51 ], [ -1, %61 ]
  br i1 %36, label %74, label %67
67:
  %68 = getelementptr %struct.gw_piece, ptr %19, i64 %41
  %69 = getelementptr i8, ptr %35, i64 %40
  %70 = icmp slt i64 %66, 0
  %71 = select i1 %70, i64 %32, i64 %66
  %72 = sub i64 %71, %40
  store ptr %69, ptr %68, align 8
  %73 = getelementptr i8, ptr %68, i64 8
  store i64 %72, ptr %73, align 8
  br label %74
74:
  %75 = add i64 %41, 1
  %76 = icmp sgt i64 %66, -1
  %77 = add i64 %66, %27
  br i1 %76, label %39, label %124
78:
  %79 = inttoptr i64 %30 to ptr
  %80 = icmp eq ptr %19, null
  br label %81
81:
  %82 = phi i64 [ 0, %78 ], [ %108, %114 ]
  %83 = phi i64 [ 0, %78 ], [ %115, %114 ]
  %84 = icmp slt i64 %82, %32
  br i1 %84, label %85, label %92
85:
  %86 = phi i64 [ %90, %89 ], [ %82, %81 ]
  %87 = getelementptr i8, ptr %79, i64 %86
  %88 = load i8, ptr %87, align 1
  switch i8 %88, label %92 [
    i8 32, label %89
    i8 13, label %89
    i8 12, label %89
    i8 11, label %89
    i8 10, label %89
    i8 9, label %89
  ]
89:
  %90 = add i64 %86, 1
  %91 = icmp eq i64 %90, %32
  br i1 %91, label %116, label %85
92:
  %93 = phi i64 [ %82, %81 ], [ %86, %85 ]
  %94 = icmp eq i64 %93, %32
  br i1 %94, label %116, label %95
95:
  %96 = icmp slt i64 %93, %32
  br i1 %96, label %97, label %107
97:
  %98 = icmp eq i64 %83, %3
  br label %99
99:
  %100 = phi i64 [ %93, %97 ], [ %105, %104 ]
  br i1 %98, label %104, label %101
101:
  %102 = getelementptr i8, ptr %79, i64 %100
  %103 = load i8, ptr %102, align 1
  switch i8 %103, label %104 [
    i8 32, label %107
    i8 13, label %107
    i8 12, label %107
    i8 11, label %107
    i8 10, label %107
    i8 9, label %107
  ]
104:
  %105 = add i64 %100, 1
  %106 = icmp eq i64 %105, %32
  br i1 %106, label %107, label %99
107:
  %108 = phi i64 [ %93, %95 ], [ %32, %104 ], [ %100, %101 ], [ %100, %101 ], [ %100, %101 ], [ %100, %101 ], [ %100, %101 ], [ %100, %101 ]
  br i1 %80, label %114, label %109
109:
  %110 = getelementptr %struct.gw_piece, ptr %19, i64 %83
  %111 = getelementptr i8, ptr %79, i64 %93
  %112 = sub i64 %108, %93
  store ptr %111, ptr %110, align 8
  %113 = getelementptr i8, ptr %110, i64 8
  store i64 %112, ptr %113, align 8
  br label %114
114:
  %115 = add i64 %83, 1
  br label %81
116:
  %117 = icmp ne i64 %83, %3
  %118 = select i1 %117, i1 true, i1 %80
  %119 = select i1 %117, i64 %83, i64 %12
  br i1 %118, label %124, label %120
120:
  %121 = getelementptr %struct.gw_piece, ptr %19, i64 %3
  %122 = getelementptr i8, ptr %79, i64 %32
  store ptr %122, ptr %121, align 8
  %123 = getelementptr i8, ptr %121, i64 8
  store i64 0, ptr %123, align 8
  br label %124
124:
  %125 = phi i64 [ %119, %116 ], [ %12, %120 ], [ %75, %74 ]
  %126 = getelementptr i64, ptr %4, i64 %17
  store i64 %125, ptr %126, align 8
  br label %127
127:
  %128 = phi i64 [ 1, %20 ], [ %25, %23 ], [ %125, %124 ]
  %129 = add i64 %128, %16
  %130 = add i64 %17, 1
  %131 = icmp eq i64 %130, %1
  br i1 %131, label %13, label %15
}
define void @gw_text_join(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5) {
  %7 = icmp sgt i64 %2, 0
  br i1 %7, label %8, label %10
8:
  %9 = getelementptr i8, ptr %3, i64 8
  br label %11
10:
  ret void
11:
  %12 = phi ptr [ %4, %8 ], [ %21, %20 ]
  %13 = phi i64 [ 0, %8 ], [ %16, %20 ]
  %14 = getelementptr i64, ptr %1, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %13, 1
  %17 = getelementptr i64, ptr %1, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = icmp slt i64 %15, %18
  br i1 %19, label %28, label %20
20:
  %21 = phi ptr [ %12, %11 ], [ %63, %62 ]
  %22 = getelementptr %struct.gw_piece, ptr %5, i64 %13
  %23 = ptrtoint ptr %21 to i64
  %24 = ptrtoint ptr %12 to i64
  %25 = sub i64 %23, %24
  store ptr %12, ptr %22, align 8
  %26 = getelementptr i8, ptr %22, i64 8
  store i64 %25, ptr %26, align 8
  %27 = icmp eq i64 %16, %2
  br i1 %27, label %10, label %11
28:
  %29 = phi i64 [ %64, %62 ], [ %15, %11 ]
  %30 = phi ptr [ %63, %62 ], [ %12, %11 ]
  %31 = load i64, ptr %14, align 8
  %32 = icmp sgt i64 %29, %31
  br i1 %32, label %33, label %47
33:
  %34 = load i64, ptr %3, align 8
  %35 = load i64, ptr %9, align 8
  %36 = inttoptr i64 %34 to ptr
  %37 = icmp sgt i64 %35, 0
  br i1 %37, label %38, label %45
38:
  %39 = phi i64 [ %43, %38 ], [ 0, %33 ]
  %40 = getelementptr i8, ptr %36, i64 %39
  %41 = load i8, ptr %40, align 1
  %42 = getelementptr i8, ptr %30, i64 %39
  store i8 %41, ptr %42, align 1
  %43 = add i64 %39, 1
  %44 = icmp eq i64 %43, %35
  br i1 %44, label %45, label %38
45:
  %46 = getelementptr i8, ptr %30, i64 %35
  br label %47
47:
  %48 = phi ptr [ %46, %45 ], [ %30, %28 ]
  %49 = getelementptr %struct.gw_piece, ptr %0, i64 %29
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr i8, ptr %49, i64 8
  %52 = load i64, ptr %51, align 8
  %53 = inttoptr i64 %50 to ptr
  %54 = icmp sgt i64 %52, 0
  br i1 %54, label %55, label %62
55:
  %56 = phi i64 [ %60, %55 ], [ 0, %47 ]
  %57 = getelementptr i8, ptr %53, i64 %56
  %58 = load i8, ptr %57, align 1
  %59 = getelementptr i8, ptr %48, i64 %56
  store i8 %58, ptr %59, align 1
  %60 = add i64 %56, 1
  %61 = icmp eq i64 %60, %52
  br i1 %61, label %62, label %55
62:
  %63 = getelementptr i8, ptr %48, i64 %52
  %64 = add i64 %29, 1
  %65 = load i64, ptr %17, align 8
  %66 = icmp slt i64 %64, %65
  br i1 %66, label %28, label %20
}
define void @gw_text_index(ptr %0, i64 %1, ptr %2, i64 %3) {
  %5 = icmp sgt i64 %3, 0
  br i1 %5, label %6, label %8
6:
  %7 = shl i64 %3, 3
  call void @llvm.memset.p0.i64(ptr align 8 %2, i8 -1, i64 %7, i1 false)
  br label %8
8:
  %9 = icmp sgt i64 %1, 0
  br i1 %9, label %11, label %10
10:
  ret void
11:
  %12 = phi i64 [ %21, %11 ], [ 0, %8 ]
  %13 = getelementptr %struct.gw_piece, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = insertvalue [2 x i64] poison, i64 %14, 0
  %16 = getelementptr i8, ptr %13, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = insertvalue [2 x i64] %15, i64 %17, 1
  %19 = call fastcc i64 @place_of([2 x i64] %18, ptr %0, ptr null, ptr %2, i64 %3)
  %20 = getelementptr i64, ptr %2, i64 %19
  store i64 %12, ptr %20, align 8
  %21 = add i64 %12, 1
  %22 = icmp eq i64 %21, %1
  br i1 %22, label %10, label %11
}
define internal fastcc i64 @place_of([2 x i64] %0, ptr %1, ptr %2, ptr %3, i64 %4) {
  %6 = extractvalue [2 x i64] %0, 0
  %7 = inttoptr i64 %6 to ptr
  %8 = extractvalue [2 x i64] %0, 1
  %9 = add i64 %4, -1
  %10 = call i64 @gw_fingerprint(ptr %7, i64 %8)
  %11 = and i64 %10, %9
  %12 = getelementptr i64, ptr %3, i64 %11
  %13 = load i64, ptr %12, align 8
  %14 = icmp sgt i64 %13, -1
  br i1 %14, label %15, label %49
15:
  %16 = icmp eq ptr %2, null
  %17 = icmp sgt i64 %8, 0
  br label %18
18:
  %19 = phi i64 [ %13, %15 ], [ %47, %43 ]
  %20 = phi i64 [ %11, %15 ], [ %45, %43 ]
  br i1 %16, label %24, label %21
21:
  %22 = getelementptr i64, ptr %2, i64 %19
  %23 = load i64, ptr %22, align 8
  br label %24
24:
  %25 = phi i64 [ %23, %21 ], [ %19, %18 ]
  %26 = getelementptr %struct.gw_piece, ptr %1, i64 %25
  %27 = getelementptr i8, ptr %26, i64 8
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, %8
  br i1 %29, label %30, label %43
30:
  %31 = load i64, ptr %26, align 8
  %32 = inttoptr i64 %31 to ptr
  br i1 %17, label %36, label %49
33:
  %34 = add i64 %37, 1
  %35 = icmp eq i64 %34, %8
  br i1 %35, label %49, label %36
36:
  %37 = phi i64 [ %34, %33 ], [ 0, %30 ]
  %38 = getelementptr i8, ptr %7, i64 %37
  %39 = load i8, ptr %38, align 1
  %40 = getelementptr i8, ptr %32, i64 %37
  %41 = load i8, ptr %40, align 1
  %42 = icmp eq i8 %39, %41
  br i1 %42, label %33, label %43
43:
  %44 = add i64 %20, 1
  %45 = and i64 %44, %9
  %46 = getelementptr i64, ptr %3, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = icmp sgt i64 %47, -1
  br i1 %48, label %18, label %49
49:
  %50 = phi i64 [ %20, %33 ], [ %11, %5 ], [ %45, %43 ], [ %20, %30 ]
  ret i64 %50
}
define void @gw_text_find(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4, ptr %5) {
  %7 = icmp sgt i64 %4, 0
  br i1 %7, label %9, label %8
8:
  ret void
9:
  %10 = phi i64 [ %21, %9 ], [ 0, %6 ]
  %11 = getelementptr %struct.gw_piece, ptr %3, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = insertvalue [2 x i64] poison, i64 %12, 0
  %14 = getelementptr i8, ptr %11, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = insertvalue [2 x i64] %13, i64 %15, 1
  %17 = call fastcc i64 @place_of([2 x i64] %16, ptr %0, ptr null, ptr %1, i64 %2)
  %18 = getelementptr i64, ptr %1, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr i64, ptr %5, i64 %10
  store i64 %19, ptr %20, align 8
  %21 = add i64 %10, 1
  %22 = icmp eq i64 %21, %4
  br i1 %22, label %8, label %9
}
define i64 @gw_text_unique(ptr %0, i64 %1, ptr %2, ptr %3) {
  %5 = shl i64 %1, 1
  br label %6
6:
  %7 = phi i64 [ 16, %4 ], [ %9, %6 ]
  %8 = icmp slt i64 %7, %5
  %9 = shl i64 %7, 1
  br i1 %8, label %6, label %10
10:
  %11 = shl i64 %7, 3
  %12 = call ptr @gw_c_malloc(i64 %11)
  %13 = icmp eq ptr %12, null
  br i1 %13, label %40, label %14
14:
  call void @llvm.memset.p0.i64(ptr align 8 %12, i8 -1, i64 %11, i1 false)
  %15 = icmp sgt i64 %1, 0
  br i1 %15, label %18, label %16
16:
  %17 = phi i64 [ 0, %14 ], [ %36, %34 ]
  call void @gw_c_free(ptr %12)
  br label %40
18:
  %19 = phi i64 [ %38, %34 ], [ 0, %14 ]
  %20 = phi i64 [ %36, %34 ], [ 0, %14 ]
  %21 = getelementptr %struct.gw_piece, ptr %0, i64 %19
  %22 = load i64, ptr %21, align 8
  %23 = insertvalue [2 x i64] poison, i64 %22, 0
  %24 = getelementptr i8, ptr %21, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = insertvalue [2 x i64] %23, i64 %25, 1
  %27 = call fastcc i64 @place_of([2 x i64] %26, ptr %0, ptr %3, ptr %12, i64 %7)
  %28 = getelementptr i64, ptr %12, i64 %27
  %29 = load i64, ptr %28, align 8
  %30 = icmp slt i64 %29, 0
  br i1 %30, label %31, label %34
31:
  %32 = getelementptr i64, ptr %3, i64 %20
  store i64 %19, ptr %32, align 8
  %33 = add i64 %20, 1
  store i64 %20, ptr %28, align 8
  br label %34
34:
  %35 = phi i64 [ %20, %31 ], [ %29, %18 ]
  %36 = phi i64 [ %33, %31 ], [ %20, %18 ]
  %37 = getelementptr i64, ptr %2, i64 %19
  store i64 %35, ptr %37, align 8
  %38 = add i64 %19, 1
  %39 = icmp eq i64 %38, %1
  br i1 %39, label %16, label %18
40:
  %41 = phi i64 [ %17, %16 ], [ -1, %10 ]
  ret i64 %41
}
declare ptr @gw_c_malloc(i64)
declare void @gw_c_free(ptr allocptr)
define i64 @gw_fingerprint(ptr %0, i64 %1) {
  %3 = alloca %struct.state, align 8
  %4 = icmp slt i64 %1, 17
  br i1 %4, label %5, label %92
5:
  %6 = shl i64 %1, 1
  %7 = add i64 %6, -7286425919675154353
  %8 = icmp sgt i64 %1, 7
  br i1 %8, label %9, label %30
9:
  %10 = load i64, ptr %0, align 1
  %11 = add i64 %10, -7286425919675154353
  %12 = getelementptr i8, ptr %0, i64 %1
  %13 = getelementptr i8, ptr %12, i64 -8
  %14 = load i64, ptr %13, align 1
  %15 = call i64 @llvm.fshl.i64(i64 %14, i64 %14, i64 27)
  %16 = mul i64 %15, %7
  %17 = add i64 %16, %11
  %18 = call i64 @llvm.fshl.i64(i64 %11, i64 %11, i64 39)
  %19 = add i64 %18, %14
  %20 = mul i64 %19, %7
  %21 = xor i64 %20, %17
  %22 = mul i64 %21, %7
  %23 = lshr i64 %22, 47
  %24 = xor i64 %20, %23
  %25 = xor i64 %24, %22
  %26 = mul i64 %25, %7
  %27 = lshr i64 %26, 47
  %28 = xor i64 %27, %26
  %29 = mul i64 %28, %7
  br label %258
30:
  %31 = icmp sgt i64 %1, 3
  br i1 %31, label %32, label %69
32:
  %33 = phi i64 [ %41, %32 ], [ 0, %30 ]
  %34 = phi i64 [ %40, %32 ], [ 0, %30 ]
  %35 = getelementptr i8, ptr %0, i64 %33
  %36 = load i8, ptr %35, align 1
  %37 = zext i8 %36 to i64
  %38 = shl i64 %33, 3
  %39 = shl i64 %37, %38
  %40 = or i64 %39, %34
  %41 = add i64 %33, 1
  %42 = icmp eq i64 %41, 4
  br i1 %42, label %43, label %32
43:
  %44 = getelementptr i8, ptr %0, i64 %1
  %45 = getelementptr i8, ptr %44, i64 -4
  br label %46
46:
  %47 = phi i64 [ 0, %43 ], [ %55, %46 ]
  %48 = phi i64 [ 0, %43 ], [ %54, %46 ]
  %49 = getelementptr i8, ptr %45, i64 %47
  %50 = load i8, ptr %49, align 1
  %51 = zext i8 %50 to i64
  %52 = shl i64 %47, 3
  %53 = shl i64 %51, %52
  %54 = or i64 %53, %48
  %55 = add i64 %47, 1
  %56 = icmp eq i64 %55, 4
  br i1 %56, label %57, label %46
57:
  %58 = shl i64 %40, 3
  %59 = add i64 %58, %1
  %60 = xor i64 %54, %59
  %61 = mul i64 %60, %7
  %62 = lshr i64 %61, 47
  %63 = xor i64 %54, %62
  %64 = xor i64 %63, %61
  %65 = mul i64 %64, %7
  %66 = lshr i64 %65, 47
  %67 = xor i64 %66, %65
  %68 = mul i64 %67, %7
  br label %258
69:
  %70 = icmp eq i64 %1, 0
  br i1 %70, label %258, label %71
71:
  %72 = load i8, ptr %0, align 1
  %73 = zext i8 %72 to i64
  %74 = ashr i64 %1, 1
  %75 = getelementptr i8, ptr %0, i64 %74
  %76 = load i8, ptr %75, align 1
  %77 = zext i8 %76 to i64
  %78 = shl i64 %77, 8
  %79 = or i64 %78, %73
  %80 = getelementptr i8, ptr %0, i64 %1
  %81 = getelementptr i8, ptr %80, i64 -1
  %82 = load i8, ptr %81, align 1
  %83 = zext i8 %82 to i64
  %84 = shl i64 %83, 2
  %85 = add i64 %84, %1
  %86 = mul i64 %79, -7286425919675154353
  %87 = mul i64 %85, -4348849565147123417
  %88 = xor i64 %87, %86
  %89 = lshr i64 %88, 47
  %90 = xor i64 %89, %88
  %91 = mul i64 %90, -7286425919675154353
  br label %258
92:
  %93 = icmp ult i64 %1, 33
  br i1 %93, label %94, label %126
94:
  %95 = shl i64 %1, 1
  %96 = add i64 %95, -7286425919675154353
  %97 = load i64, ptr %0, align 1
  %98 = mul i64 %97, -5435081209227447693
  %99 = getelementptr i8, ptr %0, i64 8
  %100 = load i64, ptr %99, align 1
  %101 = getelementptr i8, ptr %0, i64 %1
  %102 = getelementptr i8, ptr %101, i64 -8
  %103 = load i64, ptr %102, align 1
  %104 = mul i64 %103, %96
  %105 = getelementptr i8, ptr %101, i64 -16
  %106 = load i64, ptr %105, align 1
  %107 = mul i64 %106, -7286425919675154353
  %108 = add i64 %98, %100
  %109 = call i64 @llvm.fshl.i64(i64 %108, i64 %108, i64 21)
  %110 = call i64 @llvm.fshl.i64(i64 %104, i64 %104, i64 34)
  %111 = add i64 %110, %109
  %112 = add i64 %111, %107
  %113 = add i64 %100, -7286425919675154353
  %114 = call i64 @llvm.fshl.i64(i64 %113, i64 %113, i64 46)
  %115 = add i64 %114, %98
  %116 = add i64 %115, %104
  %117 = xor i64 %112, %116
  %118 = mul i64 %117, %96
  %119 = lshr i64 %118, 47
  %120 = xor i64 %116, %119
  %121 = xor i64 %120, %118
  %122 = mul i64 %121, %96
  %123 = lshr i64 %122, 47
  %124 = xor i64 %123, %122
  %125 = mul i64 %124, %96
  br label %258
126:
  %127 = icmp ult i64 %1, 65
  br i1 %127, label %128, label %191
128:
  %129 = shl i64 %1, 1
  %130 = add i64 %129, -7286425919675154353
  %131 = load i64, ptr %0, align 1
  %132 = mul i64 %131, -7286425919675154353
  %133 = getelementptr i8, ptr %0, i64 8
  %134 = load i64, ptr %133, align 1
  %135 = getelementptr i8, ptr %0, i64 %1
  %136 = getelementptr i8, ptr %135, i64 -8
  %137 = load i64, ptr %136, align 1
  %138 = mul i64 %137, %130
  %139 = getelementptr i8, ptr %135, i64 -16
  %140 = load i64, ptr %139, align 1
  %141 = mul i64 %140, -7286425919675154353
  %142 = add i64 %132, %134
  %143 = call i64 @llvm.fshl.i64(i64 %142, i64 %142, i64 21)
  %144 = call i64 @llvm.fshl.i64(i64 %138, i64 %138, i64 34)
  %145 = add i64 %144, %143
  %146 = add i64 %145, %141
  %147 = add i64 %134, -7286425919675154353
  %148 = call i64 @llvm.fshl.i64(i64 %147, i64 %147, i64 46)
  %149 = add i64 %148, %132
  %150 = add i64 %149, %138
  %151 = xor i64 %146, %150
  %152 = mul i64 %151, %130
  %153 = lshr i64 %152, 47
  %154 = xor i64 %150, %153
  %155 = xor i64 %154, %152
  %156 = mul i64 %155, %130
  %157 = lshr i64 %156, 47
  %158 = xor i64 %157, %156
  %159 = mul i64 %158, %130
  %160 = getelementptr i8, ptr %0, i64 16
  %161 = load i64, ptr %160, align 1
  %162 = mul i64 %161, %130
  %163 = getelementptr i8, ptr %0, i64 24
  %164 = load i64, ptr %163, align 1
  %165 = getelementptr i8, ptr %135, i64 -32
  %166 = load i64, ptr %165, align 1
  %167 = add i64 %146, %166
  %168 = mul i64 %167, %130
  %169 = getelementptr i8, ptr %135, i64 -24
  %170 = load i64, ptr %169, align 1
  %171 = add i64 %159, %170
  %172 = mul i64 %171, %130
  %173 = add i64 %162, %164
  %174 = call i64 @llvm.fshl.i64(i64 %173, i64 %173, i64 21)
  %175 = call i64 @llvm.fshl.i64(i64 %168, i64 %168, i64 34)
  %176 = add i64 %175, %174
  %177 = add i64 %176, %172
  %178 = add i64 %164, %132
  %179 = call i64 @llvm.fshl.i64(i64 %178, i64 %178, i64 46)
  %180 = add i64 %179, %162
  %181 = add i64 %180, %168
  %182 = xor i64 %177, %181
  %183 = mul i64 %182, %130
  %184 = lshr i64 %183, 47
  %185 = xor i64 %181, %184
  %186 = xor i64 %185, %183
  %187 = mul i64 %186, %130
  %188 = lshr i64 %187, 47
  %189 = xor i64 %188, %187
  %190 = mul i64 %189, %130
  br label %258
191:
  %192 = load i64, ptr %0, align 1
  %193 = add i64 %192, 95310865018149119
  store i64 %193, ptr %3, align 8
  %194 = getelementptr i8, ptr %3, i64 8
  %195 = getelementptr i8, ptr %3, i64 16
  %196 = getelementptr i8, ptr %3, i64 24
  call void @llvm.memset.p0.i64(ptr align 8 %196, i8 0, i64 32, i1 false)
  store <2 x i64> <i64 2480279821605975764, i64 1390051526045402406>, ptr %194, align 8
  %197 = add i64 %1, -1
  %198 = and i64 %197, -64
  br label %199
199:
  %200 = phi i64 [ %201, %199 ], [ 0, %191 ]
  call fastcc void @add_64(ptr %3, ptr %0, i64 %200, i64 -5435081209227447693, i64 1)
  %201 = add i64 %200, 64
  %202 = icmp ult i64 %201, %198
  br i1 %202, label %199, label %203
203:
  %204 = getelementptr i8, ptr %3, i64 40
  %205 = load i64, ptr %196, align 8
  %206 = load i64, ptr %204, align 8
  %207 = load i64, ptr %195, align 8
  %208 = and i64 %197, 63
  %209 = shl i64 %207, 1
  %210 = and i64 %209, 510
  %211 = add i64 %210, -5435081209227447693
  %212 = add i64 %206, %208
  %213 = add i64 %212, %205
  store i64 %213, ptr %196, align 8
  %214 = add i64 %213, %212
  store i64 %214, ptr %204, align 8
  %215 = add i64 %1, -64
  call fastcc void @add_64(ptr %3, ptr %0, i64 %215, i64 %211, i64 9)
  %216 = load i64, ptr %196, align 8
  %217 = load i64, ptr %204, align 8
  %218 = xor i64 %217, %216
  %219 = mul i64 %218, %211
  %220 = lshr i64 %219, 47
  %221 = xor i64 %217, %220
  %222 = xor i64 %221, %219
  %223 = mul i64 %222, %211
  %224 = lshr i64 %223, 47
  %225 = xor i64 %224, %223
  %226 = mul i64 %225, %211
  %227 = load i64, ptr %194, align 8
  %228 = lshr i64 %227, 47
  %229 = xor i64 %228, %227
  %230 = mul i64 %229, -4348849565147123417
  %231 = load i64, ptr %195, align 8
  %232 = add i64 %230, %231
  %233 = add i64 %232, %226
  %234 = getelementptr i8, ptr %3, i64 32
  %235 = load i64, ptr %234, align 8
  %236 = getelementptr i8, ptr %3, i64 48
  %237 = load i64, ptr %236, align 8
  %238 = xor i64 %237, %235
  %239 = mul i64 %238, %211
  %240 = lshr i64 %239, 47
  %241 = xor i64 %237, %240
  %242 = xor i64 %241, %239
  %243 = mul i64 %242, %211
  %244 = lshr i64 %243, 47
  %245 = xor i64 %244, %243
  %246 = mul i64 %245, %211
  %247 = load i64, ptr %3, align 8
  %248 = add i64 %246, %247
  %249 = xor i64 %248, %233
  %250 = mul i64 %249, %211
  %251 = lshr i64 %250, 47
  %252 = xor i64 %248, %251
  %253 = xor i64 %252, %250
  %254 = mul i64 %253, %211
  %255 = lshr i64 %254, 47
  %256 = xor i64 %255, %254
  %257 = mul i64 %256, %211
  br label %258
258:
  %259 = phi i64 [ %257, %203 ], [ %125, %94 ], [ %190, %128 ], [ %29, %9 ], [ %68, %57 ], [ %91, %71 ], [ -7286425919675154353, %69 ]
  ret i64 %259
}
define void @gw_find_buckets(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = icmp sgt i64 %1, 0
  br i1 %5, label %7, label %6
6:
  ret void
7:
  %8 = phi i64 [ %16, %7 ], [ 0, %4 ]
  %9 = getelementptr %struct.gw_piece, ptr %0, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr i8, ptr %9, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = call i64 @gw_fingerprint(ptr %10, i64 %12)
  %14 = urem i64 %13, %2
  %15 = getelementptr i64, ptr %3, i64 %8
  store i64 %14, ptr %15, align 8
  %16 = add i64 %8, 1
  %17 = icmp eq i64 %16, %1
  br i1 %17, label %6, label %7
}
define void @gw_murmur_buckets(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = icmp sgt i64 %1, 0
  br i1 %5, label %7, label %6
6:
  ret void
7:
  %8 = phi i64 [ %62, %53 ], [ 0, %4 ]
  %9 = getelementptr %struct.gw_piece, ptr %0, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr i8, ptr %9, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %12, -4132994306676758123
  %14 = xor i64 %13, 956888297470
  %15 = icmp slt i64 %12, 8
  br i1 %15, label %32, label %16
16:
  %17 = phi i64 [ %28, %16 ], [ 8, %7 ]
  %18 = phi i64 [ %17, %16 ], [ 0, %7 ]
  %19 = phi i64 [ %27, %16 ], [ %14, %7 ]
  %20 = getelementptr i8, ptr %10, i64 %18
  %21 = load i64, ptr %20, align 1
  %22 = mul i64 %21, -4132994306676758123
  %23 = lshr i64 %22, 47
  %24 = xor i64 %23, %22
  %25 = mul i64 %24, -4132994306676758123
  %26 = xor i64 %25, %19
  %27 = mul i64 %26, -4132994306676758123
  %28 = add i64 %17, 8
  %29 = icmp sgt i64 %28, %12
  br i1 %29, label %30, label %16
30:
  %31 = and i64 %12, 9223372036854775800
  br label %32
32:
  %33 = phi i64 [ %14, %7 ], [ %27, %30 ]
  %34 = phi i64 [ 0, %7 ], [ %31, %30 ]
  %35 = icmp slt i64 %34, %12
  br i1 %35, label %36, label %53
36:
  %37 = sub i64 %12, %34
  %38 = getelementptr i8, ptr %10, i64 %34
  br label %39
39:
  %40 = phi i64 [ 0, %36 ], [ %48, %39 ]
  %41 = phi i64 [ 0, %36 ], [ %47, %39 ]
  %42 = getelementptr i8, ptr %38, i64 %40
  %43 = load i8, ptr %42, align 1
  %44 = zext i8 %43 to i64
  %45 = shl i64 %40, 3
  %46 = shl i64 %44, %45
  %47 = or i64 %46, %41
  %48 = add i64 %40, 1
  %49 = icmp eq i64 %48, %37
  br i1 %49, label %50, label %39
50:
  %51 = xor i64 %47, %33
  %52 = mul i64 %51, -4132994306676758123
  br label %53
53:
  %54 = phi i64 [ %52, %50 ], [ %33, %32 ]
  %55 = lshr i64 %54, 47
  %56 = xor i64 %55, %54
  %57 = mul i64 %56, -4132994306676758123
  %58 = lshr i64 %57, 47
  %59 = xor i64 %58, %57
  %60 = urem i64 %59, %2
  %61 = getelementptr i64, ptr %3, i64 %8
  store i64 %60, ptr %61, align 8
  %62 = add i64 %8, 1
  %63 = icmp eq i64 %62, %1
  br i1 %63, label %6, label %7
}
define void @gw_sip_buckets(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = icmp sgt i64 %1, 0
  br i1 %6, label %7, label %9
7:
  %8 = getelementptr i8, ptr %3, i64 8
  br label %10
9:
  ret void
10:
  %11 = phi i64 [ 0, %7 ], [ %115, %109 ]
  %12 = getelementptr %struct.gw_piece, ptr %0, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr i8, ptr %12, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr %3, align 8
  %17 = xor i64 %16, 8317987319222330741
  %18 = load i64, ptr %8, align 8
  %19 = xor i64 %18, 7237128888997146477
  %20 = xor i64 %16, 7816392313619706465
  %21 = xor i64 %18, 8387220255154660723
  %22 = icmp slt i64 %15, 0
  br i1 %22, label %25, label %23
23:
  %24 = shl i64 %15, 56
  br label %53
25:
  %26 = phi i64 [ %21, %10 ], [ %104, %107 ]
  %27 = phi i64 [ %20, %10 ], [ %105, %107 ]
  %28 = phi i64 [ %19, %10 ], [ %102, %107 ]
  %29 = phi i64 [ %17, %10 ], [ %108, %107 ]
  %30 = xor i64 %27, 255
  br label %31
31:
  %32 = phi i32 [ 4, %25 ], [ %37, %31 ]
  %33 = phi i64 [ %28, %25 ], [ %48, %31 ]
  %34 = phi i64 [ %29, %25 ], [ %46, %31 ]
  %35 = phi i64 [ %26, %25 ], [ %50, %31 ]
  %36 = phi i64 [ %30, %25 ], [ %51, %31 ]
  %37 = add i32 %32, -1
  %38 = add i64 %34, %33
  %39 = add i64 %36, %35
  %40 = call i64 @llvm.fshl.i64(i64 %33, i64 %33, i64 13)
  %41 = xor i64 %38, %40
  %42 = call i64 @llvm.fshl.i64(i64 %35, i64 %35, i64 16)
  %43 = xor i64 %39, %42
  %44 = call i64 @llvm.fshl.i64(i64 %38, i64 %38, i64 32)
  %45 = add i64 %39, %41
  %46 = add i64 %43, %44
  %47 = call i64 @llvm.fshl.i64(i64 %41, i64 %41, i64 17)
  %48 = xor i64 %45, %47
  %49 = call i64 @llvm.fshl.i64(i64 %43, i64 %43, i64 21)
  %50 = xor i64 %49, %46
  %51 = call i64 @llvm.fshl.i64(i64 %45, i64 %45, i64 32)
  %52 = icmp eq i32 %37, 0
  br i1 %52, label %109, label %31
53:
  %54 = phi i64 [ 0, %23 ], [ %59, %107 ]
  %55 = phi i64 [ %17, %23 ], [ %108, %107 ]
  %56 = phi i64 [ %19, %23 ], [ %102, %107 ]
  %57 = phi i64 [ %20, %23 ], [ %105, %107 ]
  %58 = phi i64 [ %21, %23 ], [ %104, %107 ]
  %59 = add i64 %54, 8
  %60 = icmp sgt i64 %59, %15
  br i1 %60, label %64, label %61
61:
  %62 = getelementptr i8, ptr %13, i64 %54
  %63 = load i64, ptr %62, align 1
  br label %82
64:
  %65 = sub i64 %15, %54
  %66 = icmp sgt i64 %65, 0
  br i1 %66, label %67, label %82
67:
  %68 = getelementptr i8, ptr %13, i64 %54
  br label %69
69:
  %70 = phi i64 [ 0, %67 ], [ %78, %69 ]
  %71 = phi i64 [ 0, %67 ], [ %77, %69 ]
  %72 = getelementptr i8, ptr %68, i64 %70
  %73 = load i8, ptr %72, align 1
  %74 = zext i8 %73 to i64
  %75 = shl i64 %70, 3
  %76 = shl i64 %74, %75
  %77 = or i64 %76, %71
  %78 = add i64 %70, 1
  %79 = icmp eq i64 %78, %65
  br i1 %79, label %80, label %69
80:
  %81 = or i64 %77, %24
  br label %82
82:
  %83 = phi i64 [ %63, %61 ], [ %24, %64 ], [ %81, %80 ]
  %84 = xor i64 %83, %58
  br label %85
85:
  %86 = phi i32 [ 2, %82 ], [ %91, %85 ]
  %87 = phi i64 [ %56, %82 ], [ %102, %85 ]
  %88 = phi i64 [ %55, %82 ], [ %100, %85 ]
  %89 = phi i64 [ %84, %82 ], [ %104, %85 ]
  %90 = phi i64 [ %57, %82 ], [ %105, %85 ]
  %91 = add i32 %86, -1
  %92 = add i64 %88, %87
  %93 = add i64 %90, %89
  %94 = call i64 @llvm.fshl.i64(i64 %87, i64 %87, i64 13)
  %95 = xor i64 %92, %94
  %96 = call i64 @llvm.fshl.i64(i64 %89, i64 %89, i64 16)
  %97 = xor i64 %93, %96
  %98 = call i64 @llvm.fshl.i64(i64 %92, i64 %92, i64 32)
  %99 = add i64 %93, %95
  %100 = add i64 %97, %98
  %101 = call i64 @llvm.fshl.i64(i64 %95, i64 %95, i64 17)
  %102 = xor i64 %99, %101
  %103 = call i64 @llvm.fshl.i64(i64 %97, i64 %97, i64 21)
  %104 = xor i64 %103, %100
  %105 = call i64 @llvm.fshl.i64(i64 %99, i64 %99, i64 32)
  %106 = icmp eq i32 %91, 0
  br i1 %106, label %107, label %85
107:
  %108 = xor i64 %100, %83
  br i1 %60, label %25, label %53
109:
  %110 = xor i64 %46, %48
  %111 = xor i64 %110, %51
  %112 = xor i64 %111, %50
  %113 = urem i64 %112, %2
  %114 = getelementptr i64, ptr %4, i64 %11
  store i64 %113, ptr %114, align 8
  %115 = add i64 %11, 1
  %116 = icmp eq i64 %115, %1
  br i1 %116, label %9, label %10
}
define void @gw_text_to_integers(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, ptr %5) {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %8, label %10
8:
  %9 = icmp ne i64 %2, 0
  br label %11
10:
  ret void
11:
  %12 = phi i64 [ 0, %8 ], [ %71, %51 ]
  %13 = getelementptr %struct.gw_piece, ptr %0, i64 %12
  %14 = call fastcc [2 x i64] @reader_of(ptr %13)
  %15 = extractvalue [2 x i64] %14, 0
  %16 = inttoptr i64 %15 to ptr
  %17 = extractvalue [2 x i64] %14, 1
  %18 = inttoptr i64 %17 to ptr
  %19 = icmp eq i64 %15, %17
  br i1 %19, label %25, label %20
20:
  %21 = load i8, ptr %16, align 1
  switch i8 %21, label %25 [
    i8 45, label %22
    i8 43, label %22
  ]
22:
  %23 = icmp eq i8 %21, 45
  %24 = getelementptr i8, ptr %16, i64 1
  br label %25
25:
  %26 = phi ptr [ %16, %11 ], [ %24, %22 ], [ %16, %20 ]
  %27 = phi i1 [ false, %11 ], [ %23, %22 ], [ false, %20 ]
  %28 = ptrtoint ptr %26 to i64
  %29 = icmp ult ptr %26, %18
  br i1 %29, label %30, label %51
30:
  %31 = sub i64 %17, %28
  %32 = getelementptr i8, ptr %26, i64 %31
  br label %33
33:
  %34 = phi ptr [ %45, %41 ], [ %26, %30 ]
  %35 = phi i64 [ %44, %41 ], [ 0, %30 ]
  %36 = load i8, ptr %34, align 1
  %37 = sext i8 %36 to i32
  %38 = add i32 %37, -48
  %39 = and i32 %38, 254
  %40 = icmp ult i32 %39, 10
  br i1 %40, label %41, label %47
41:
  %42 = mul i64 %35, 10
  %43 = sext i32 %38 to i64
  %44 = add i64 %42, %43
  %45 = getelementptr i8, ptr %34, i64 1
  %46 = icmp eq ptr %45, %32
  br i1 %46, label %47, label %33
47:
  %48 = phi ptr [ %32, %41 ], [ %34, %33 ]
  %49 = phi i64 [ %44, %41 ], [ %35, %33 ]
  %50 = ptrtoint ptr %48 to i64
  br label %51
51:
  %52 = phi i64 [ %50, %47 ], [ %28, %25 ]
  %53 = phi ptr [ %48, %47 ], [ %26, %25 ]
  %54 = phi i64 [ %49, %47 ], [ 0, %25 ]
  %55 = sub i64 %52, %28
  %56 = icmp ule i64 %54, %3
  %57 = sub i64 0, %54
  %58 = icmp sle i64 %2, %57
  %59 = select i1 %9, i1 %58, i1 false
  %60 = select i1 %27, i64 %57, i64 %54
  %61 = select i1 %27, i1 %59, i1 %56
  %62 = icmp eq ptr %53, %18
  %63 = icmp ne ptr %53, %26
  %64 = icmp slt i64 %55, 19
  %65 = and i1 %63, %64
  %66 = and i1 %62, %65
  %67 = select i1 %66, i1 %61, i1 false
  %68 = zext i1 %67 to i8
  %69 = getelementptr i8, ptr %5, i64 %12
  store i8 %68, ptr %69, align 1
  %70 = getelementptr i64, ptr %4, i64 %12
  store i64 %60, ptr %70, align 8
  %71 = add i64 %12, 1
  %72 = icmp eq i64 %71, %1
  br i1 %72, label %10, label %11
}
define internal fastcc [2 x i64] @reader_of(ptr %0) {
  %2 = load ptr, ptr %0, align 8
  %3 = ptrtoint ptr %2 to i64
  %4 = getelementptr i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr i8, ptr %2, i64 %5
  %7 = icmp sgt i64 %5, 0
  br i1 %7, label %8, label %17
8:
  %9 = phi ptr [ %12, %11 ], [ %2, %1 ]
  %10 = load i8, ptr %9, align 1
  switch i8 %10, label %14 [
    i8 32, label %11
    i8 13, label %11
    i8 12, label %11
    i8 11, label %11
    i8 10, label %11
    i8 9, label %11
  ]
11:
  %12 = getelementptr i8, ptr %9, i64 1
  %13 = icmp ult ptr %12, %6
  br i1 %13, label %8, label %14
14:
  %15 = phi ptr [ %12, %11 ], [ %9, %8 ]
  %16 = ptrtoint ptr %15 to i64
  br label %17
17:
  %18 = phi i64 [ %16, %14 ], [ %3, %1 ]
  %19 = phi ptr [ %15, %14 ], [ %2, %1 ]
  %20 = icmp ult ptr %19, %6
  br i1 %20, label %21, label %30
21:
  %22 = sub i64 %18, %3
  %23 = getelementptr i8, ptr %2, i64 %22
  br label %24
24:
  %25 = phi ptr [ %26, %28 ], [ %6, %21 ]
  %26 = getelementptr i8, ptr %25, i64 -1
  %27 = load i8, ptr %26, align 1
  switch i8 %27, label %30 [
    i8 32, label %28
    i8 13, label %28
    i8 12, label %28
    i8 11, label %28
    i8 10, label %28
    i8 9, label %28
  ]
28:
  %29 = icmp ult ptr %19, %26
  br i1 %29, label %24, label %30
30:
  %31 = phi ptr [ %6, %17 ], [ %25, %24 ], [ %23, %28 ]
  %32 = insertvalue [2 x i64] poison, i64 %18, 0
  %33 = ptrtoint ptr %31 to i64
  %34 = insertvalue [2 x i64] %32, i64 %33, 1
  ret [2 x i64] %34
}
define void @gw_text_to_floats(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = icmp sgt i64 %1, 0
  br i1 %6, label %7, label %9
7:
  %8 = icmp eq i64 %2, 0
  br label %10
9:
  ret void
10:
  %11 = phi i64 [ 0, %7 ], [ %183, %179 ]
  %12 = getelementptr %struct.gw_piece, ptr %0, i64 %11
  %13 = getelementptr double, ptr %3, i64 %11
  %14 = call fastcc [2 x i64] @reader_of(ptr %12)
  %15 = extractvalue [2 x i64] %14, 0
  %16 = inttoptr i64 %15 to ptr
  %17 = extractvalue [2 x i64] %14, 1
  %18 = inttoptr i64 %17 to ptr
  %19 = icmp eq i64 %15, %17
  br i1 %19, label %25, label %20
20:
  %21 = load i8, ptr %16, align 1
  switch i8 %21, label %25 [
    i8 45, label %22
    i8 43, label %22
  ]
22:
  %23 = icmp eq i8 %21, 45
  %24 = getelementptr i8, ptr %16, i64 1
  br label %25
25:
  %26 = phi ptr [ %16, %10 ], [ %24, %22 ], [ %16, %20 ]
  %27 = phi i1 [ false, %10 ], [ %23, %22 ], [ false, %20 ]
  %28 = ptrtoint ptr %26 to i64
  %29 = icmp ult ptr %26, %18
  br i1 %29, label %30, label %51
30:
  %31 = sub i64 %17, %28
  %32 = getelementptr i8, ptr %26, i64 %31
  br label %33
33:
  %34 = phi ptr [ %45, %41 ], [ %26, %30 ]
  %35 = phi i64 [ %44, %41 ], [ 0, %30 ]
  %36 = load i8, ptr %34, align 1
  %37 = sext i8 %36 to i32
  %38 = add i32 %37, -48
  %39 = and i32 %38, 254
  %40 = icmp ult i32 %39, 10
  br i1 %40, label %41, label %47
41:
  %42 = mul i64 %35, 10
  %43 = sext i32 %38 to i64
  %44 = add i64 %42, %43
  %45 = getelementptr i8, ptr %34, i64 1
  %46 = icmp eq ptr %45, %32
  br i1 %46, label %47, label %33
47:
  %48 = phi ptr [ %32, %41 ], [ %34, %33 ]
  %49 = phi i64 [ %44, %41 ], [ %35, %33 ]
  %50 = ptrtoint ptr %48 to i64
  br label %51
51:
  %52 = phi i64 [ %50, %47 ], [ %28, %25 ]
  %53 = phi ptr [ %48, %47 ], [ %26, %25 ]
  %54 = phi i64 [ %49, %47 ], [ 0, %25 ]
  %55 = sub i64 %52, %28
  %56 = icmp eq ptr %53, %18
  br i1 %56, label %86, label %57
57:
  %58 = load i8, ptr %53, align 1
  %59 = icmp eq i8 %58, 46
  br i1 %59, label %60, label %86
60:
  %61 = getelementptr i8, ptr %53, i64 1
  %62 = icmp ult ptr %61, %18
  br i1 %62, label %63, label %80
63:
  %64 = sub i64 %17, %52
  %65 = getelementptr i8, ptr %53, i64 %64
  br label %66
66:
  %67 = phi ptr [ %78, %74 ], [ %61, %63 ]
  %68 = phi i64 [ %77, %74 ], [ %54, %63 ]
  %69 = load i8, ptr %67, align 1
  %70 = sext i8 %69 to i32
  %71 = add i32 %70, -48
  %72 = and i32 %71, 254
  %73 = icmp ult i32 %72, 10
  br i1 %73, label %74, label %80
74:
  %75 = mul i64 %68, 10
  %76 = sext i32 %71 to i64
  %77 = add i64 %75, %76
  %78 = getelementptr i8, ptr %67, i64 1
  %79 = icmp eq ptr %78, %65
  br i1 %79, label %80, label %66
80:
  %81 = phi ptr [ %61, %60 ], [ %65, %74 ], [ %67, %66 ]
  %82 = phi i64 [ %54, %60 ], [ %77, %74 ], [ %68, %66 ]
  %83 = ptrtoint ptr %81 to i64
  %84 = ptrtoint ptr %61 to i64
  %85 = sub i64 %83, %84
  br label %86
86:
  %87 = phi ptr [ %81, %80 ], [ %53, %57 ], [ %53, %51 ]
  %88 = phi i64 [ %82, %80 ], [ %54, %57 ], [ %54, %51 ]
  %89 = phi i64 [ %85, %80 ], [ 0, %57 ], [ 0, %51 ]
  %90 = add i64 %89, %55
  %91 = icmp ne i64 %90, 0
  %92 = icmp slt i64 %90, 19
  %93 = and i1 %91, %92
  %94 = icmp ult i64 %88, 9007199254740992
  %95 = select i1 %93, i1 %94, i1 false
  br i1 %95, label %96, label %179
96:
  %97 = icmp eq ptr %87, %18
  br i1 %97, label %146, label %98
98:
  %99 = load i8, ptr %87, align 1
  switch i8 %99, label %146 [
    i8 101, label %100
    i8 69, label %100
  ]
100:
  %101 = getelementptr i8, ptr %87, i64 1
  %102 = icmp eq ptr %101, %18
  br i1 %102, label %108, label %103
103:
  %104 = load i8, ptr %101, align 1
  switch i8 %104, label %108 [
    i8 45, label %105
    i8 43, label %105
  ]
105:
  %106 = icmp eq i8 %104, 45
  %107 = getelementptr i8, ptr %87, i64 2
  br label %108
108:
  %109 = phi ptr [ %101, %100 ], [ %107, %105 ], [ %101, %103 ]
  %110 = phi i1 [ false, %100 ], [ %106, %105 ], [ false, %103 ]
  %111 = ptrtoint ptr %109 to i64
  %112 = icmp ult ptr %109, %18
  br i1 %112, label %113, label %134
113:
  %114 = sub i64 %17, %111
  %115 = getelementptr i8, ptr %109, i64 %114
  br label %116
116:
  %117 = phi ptr [ %128, %124 ], [ %109, %113 ]
  %118 = phi i64 [ %127, %124 ], [ 0, %113 ]
  %119 = load i8, ptr %117, align 1
  %120 = sext i8 %119 to i32
  %121 = add i32 %120, -48
  %122 = and i32 %121, 254
  %123 = icmp ult i32 %122, 10
  br i1 %123, label %124, label %130
124:
  %125 = mul i64 %118, 10
  %126 = sext i32 %121 to i64
  %127 = add i64 %125, %126
  %128 = getelementptr i8, ptr %117, i64 1
  %129 = icmp eq ptr %128, %115
  br i1 %129, label %130, label %116
130:
  %131 = phi ptr [ %115, %124 ], [ %117, %116 ]
  %132 = phi i64 [ %127, %124 ], [ %118, %116 ]
  %133 = ptrtoint ptr %131 to i64
  br label %134
134:
  %135 = phi i64 [ %133, %130 ], [ %111, %108 ]
  %136 = phi ptr [ %131, %130 ], [ %109, %108 ]
  %137 = phi i64 [ %132, %130 ], [ 0, %108 ]
  %138 = sub i64 %135, %111
  %139 = icmp ne ptr %136, %109
  %140 = icmp slt i64 %138, 19
  %141 = and i1 %139, %140
  %142 = icmp ult i64 %137, 401
  %143 = select i1 %141, i1 %142, i1 false
  %144 = sub i64 0, %137
  %145 = select i1 %110, i64 %144, i64 %137
  br i1 %143, label %146, label %179
146:
  %147 = phi ptr [ %136, %134 ], [ %87, %98 ], [ %18, %96 ]
  %148 = phi i64 [ %145, %134 ], [ 0, %98 ], [ 0, %96 ]
  %149 = sub i64 %148, %89
  %150 = icmp ne ptr %147, %18
  %151 = add i64 %149, -23
  %152 = icmp ult i64 %151, -45
  %153 = select i1 %150, i1 true, i1 %152
  br i1 %153, label %179, label %154
154:
  %155 = icmp slt i64 %149, 0
  %156 = uitofp i64 %88 to double
  br i1 %155, label %157, label %162
157:
  %158 = sub i64 0, %149
  %159 = getelementptr double, ptr @POWERS, i64 %158
  %160 = load double, ptr %159, align 8
  %161 = fdiv double %156, %160
  br label %166
162:
  %163 = getelementptr double, ptr @POWERS, i64 %149
  %164 = load double, ptr %163, align 8
  %165 = fmul double %164, %156
  br label %166
166:
  %167 = phi double [ %161, %157 ], [ %165, %162 ]
  %168 = fneg double %167
  %169 = select i1 %27, double %168, double %167
  store double %169, ptr %13, align 8
  br i1 %8, label %179, label %170
170:
  %171 = bitcast double %169 to i64
  %172 = and i64 %171, 536870911
  %173 = icmp eq i64 %172, 268435456
  br i1 %173, label %179, label %174
174:
  %175 = fcmp oeq double %167, 0.000000e+00
  %176 = call double @llvm.fabs.f64(double %167)
  %177 = fcmp uge double %176, 0x3810000000000000
  %178 = or i1 %175, %177
  br label %179
179:
  %180 = phi i1 [ false, %146 ], [ true, %166 ], [ false, %134 ], [ false, %86 ], [ false, %170 ], [ %178, %174 ]
  %181 = zext i1 %180 to i8
  %182 = getelementptr i8, ptr %4, i64 %11
  store i8 %181, ptr %182, align 1
  %183 = add i64 %11, 1
  %184 = icmp eq i64 %183, %1
  br i1 %184, label %9, label %10
}
define void @gw_text_of_integers(ptr %0, i64 %1, ptr %2, ptr %3) {
  %5 = icmp sgt i64 %1, 0
  br i1 %5, label %7, label %6
6:
  ret void
7:
  %8 = phi ptr [ %10, %30 ], [ %2, %4 ]
  %9 = phi i64 [ %37, %30 ], [ 0, %4 ]
  %10 = getelementptr i8, ptr %8, i64 20
  %11 = getelementptr i64, ptr %0, i64 %9
  %12 = load i64, ptr %11, align 8
  %13 = call i64 @llvm.abs.i64(i64 %12, i1 false)
  br label %14
14:
  %15 = phi i64 [ %18, %14 ], [ %13, %7 ]
  %16 = phi ptr [ %23, %14 ], [ %10, %7 ]
  %17 = freeze i64 %15
  %18 = udiv i64 %17, 10
  %19 = mul i64 %18, 10
  %20 = sub i64 %17, %19
  %21 = trunc i64 %20 to i8
  %22 = or i8 %21, 48
  %23 = getelementptr i8, ptr %16, i64 -1
  store i8 %22, ptr %23, align 1
  %24 = icmp ugt i64 %15, 9
  br i1 %24, label %14, label %25
25:
  %26 = load i64, ptr %11, align 8
  %27 = icmp slt i64 %26, 0
  br i1 %27, label %28, label %30
28:
  %29 = getelementptr i8, ptr %16, i64 -2
  store i8 45, ptr %29, align 1
  br label %30
30:
  %31 = phi ptr [ %29, %28 ], [ %23, %25 ]
  %32 = getelementptr %struct.gw_piece, ptr %3, i64 %9
  %33 = ptrtoint ptr %10 to i64
  %34 = ptrtoint ptr %31 to i64
  %35 = sub i64 %33, %34
  store ptr %31, ptr %32, align 8
  %36 = getelementptr i8, ptr %32, i64 8
  store i64 %35, ptr %36, align 8
  %37 = add i64 %9, 1
  %38 = icmp eq i64 %37, %1
  br i1 %38, label %6, label %7
}
define void @gw_text_of_floats(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = icmp sgt i64 %1, 0
  br i1 %6, label %7, label %12
7:
  %8 = icmp sgt i64 %2, 18
  %9 = getelementptr i64, ptr @TENS, i64 %2
  %10 = icmp eq i64 %2, 0
  %11 = icmp sgt i64 %2, 0
  br label %13
12:
  ret void
13:
  %14 = phi ptr [ %3, %7 ], [ %119, %117 ]
  %15 = phi i64 [ 0, %7 ], [ %118, %117 ]
  br i1 %8, label %64, label %16
16:
  %17 = getelementptr double, ptr %0, i64 %15
  %18 = load double, ptr %17, align 8
  %19 = call double @llvm.fabs.f64(double %18)
  %20 = load i64, ptr %9, align 8
  %21 = uitofp i64 %20 to double
  %22 = fmul double %19, %21
  %23 = fcmp olt double %22, 1.000000e+18
  br i1 %23, label %24, label %64
24:
  %25 = bitcast double %19 to i64
  %26 = lshr i64 %25, 52
  %27 = and i64 %25, 4503599627370495
  %28 = or i64 %27, 4503599627370496
  %29 = icmp eq i64 %26, 0
  %30 = select i1 %29, i64 %27, i64 %28
  %31 = call i64 @llvm.umax.i64(i64 %26, i64 1)
  %32 = zext i64 %30 to i128
  %33 = zext i64 %20 to i128
  %34 = mul i128 %32, %33
  %35 = icmp ugt i64 %25, 4841369599423283199
  br i1 %35, label %36, label %41
36:
  %37 = add i64 %31, -1075
  %38 = zext i64 %37 to i128
  %39 = shl i128 %34, %38
  %40 = trunc i128 %39 to i64
  br label %66
41:
  %42 = icmp ult i64 %25, 4300937644138823680
  br i1 %42, label %66, label %43
43:
  %44 = sub i64 1075, %31
  %45 = sub i64 1074, %31
  %46 = zext i64 %45 to i128
  %47 = shl i128 1, %46
  %48 = shl i128 2, %46
  %49 = add i128 %48, 166153499473114484112975882535043071
  %50 = and i128 %49, %34
  %51 = zext i64 %44 to i128
  %52 = lshr i128 %34, %51
  %53 = trunc i128 %52 to i64
  %54 = icmp ugt i128 %50, %47
  br i1 %54, label %61, label %55
55:
  %56 = icmp eq i128 %50, %47
  %57 = and i64 %53, 1
  %58 = icmp ne i64 %57, 0
  %59 = select i1 %56, i1 %58, i1 false
  %60 = zext i1 %59 to i64
  br label %61
61:
  %62 = phi i64 [ 1, %43 ], [ %60, %55 ]
  %63 = add i64 %62, %53
  br label %66
64:
  %65 = getelementptr %struct.gw_piece, ptr %4, i64 %15
  call void @llvm.memset.p0.i64(ptr align 8 %65, i8 0, i64 16, i1 false)
  br label %117
66:
  %67 = phi i64 [ 0, %41 ], [ %63, %61 ], [ %40, %36 ]
  %68 = getelementptr i8, ptr %14, i64 40
  br i1 %10, label %91, label %69
69:
  %70 = urem i64 %67, %20
  %71 = icmp ne i64 %70, 0
  %72 = or i1 %11, %71
  br i1 %72, label %73, label %88
73:
  %74 = phi i64 [ %84, %73 ], [ %2, %69 ]
  %75 = phi i64 [ %78, %73 ], [ %70, %69 ]
  %76 = phi ptr [ %83, %73 ], [ %68, %69 ]
  %77 = freeze i64 %75
  %78 = udiv i64 %77, 10
  %79 = mul i64 %78, 10
  %80 = sub i64 %77, %79
  %81 = trunc i64 %80 to i8
  %82 = or i8 %81, 48
  %83 = getelementptr i8, ptr %76, i64 -1
  store i8 %82, ptr %83, align 1
  %84 = add i64 %74, -1
  %85 = icmp ugt i64 %75, 9
  %86 = icmp sgt i64 %74, 1
  %87 = select i1 %85, i1 true, i1 %86
  br i1 %87, label %73, label %88
88:
  %89 = phi ptr [ %68, %69 ], [ %83, %73 ]
  %90 = getelementptr i8, ptr %89, i64 -1
  store i8 46, ptr %90, align 1
  br label %91
91:
  %92 = phi ptr [ %90, %88 ], [ %68, %66 ]
  %93 = udiv i64 %67, %20
  br label %94
94:
  %95 = phi i64 [ %98, %94 ], [ %93, %91 ]
  %96 = phi ptr [ %103, %94 ], [ %92, %91 ]
  %97 = freeze i64 %95
  %98 = udiv i64 %97, 10
  %99 = mul i64 %98, 10
  %100 = sub i64 %97, %99
  %101 = trunc i64 %100 to i8
  %102 = or i8 %101, 48
  %103 = getelementptr i8, ptr %96, i64 -1
  store i8 %102, ptr %103, align 1
  %104 = icmp ugt i64 %95, 9
  br i1 %104, label %94, label %105
105:
  %106 = load i64, ptr %17, align 8
  %107 = icmp slt i64 %106, 0
  br i1 %107, label %108, label %110
108:
  %109 = getelementptr i8, ptr %96, i64 -2
  store i8 45, ptr %109, align 1
  br label %110
110:
  %111 = phi ptr [ %109, %108 ], [ %103, %105 ]
  %112 = getelementptr %struct.gw_piece, ptr %4, i64 %15
  %113 = ptrtoint ptr %68 to i64
  %114 = ptrtoint ptr %111 to i64
  %115 = sub i64 %113, %114
  store ptr %111, ptr %112, align 8
  %116 = getelementptr i8, ptr %112, i64 8
  store i64 %115, ptr %116, align 8
  br label %117
117:
  %118 = add i64 %15, 1
  %119 = getelementptr i8, ptr %14, i64 40
  %120 = icmp eq i64 %118, %1
  br i1 %120, label %12, label %13
}
declare double @llvm.fabs.f64(double)
define i64 @gw_text_decode(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, ptr %5, ptr %6) {
  store i64 0, ptr %6, align 8
  %8 = icmp sgt i64 %1, 0
  br i1 %8, label %9, label %97
9:
  %10 = icmp sgt i64 %3, -1
  %11 = trunc i64 %3 to i32
  br label %12
12:
  %13 = phi i64 [ 0, %9 ], [ %92, %91 ]
  %14 = phi i64 [ 0, %9 ], [ %95, %91 ]
  %15 = getelementptr %struct.gw_piece, ptr %0, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr i8, ptr %15, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %91
20:
  %21 = phi i64 [ %87, %86 ], [ %18, %12 ]
  %22 = phi i64 [ %89, %86 ], [ 0, %12 ]
  %23 = phi i64 [ %88, %86 ], [ %13, %12 ]
  %24 = getelementptr i8, ptr %16, i64 %22
  %25 = sub i64 %21, %22
  %26 = load i8, ptr %24, align 1
  %27 = zext i8 %26 to i32
  %28 = icmp sgt i8 %26, -1
  br i1 %28, label %74, label %29
29:
  %30 = icmp ult i8 %26, -62
  br i1 %30, label %97, label %31
31:
  %32 = icmp ult i8 %26, -32
  br i1 %32, label %38, label %33
33:
  %34 = icmp ult i8 %26, -16
  br i1 %34, label %38, label %35
35:
  %36 = icmp ult i8 %26, -11
  %37 = select i1 %36, i64 4, i64 0
  br label %38
38:
  %39 = phi i64 [ 3, %33 ], [ 2, %31 ], [ %37, %35 ]
  %40 = icmp eq i64 %39, 0
  %41 = icmp sgt i64 %39, %25
  %42 = or i1 %40, %41
  br i1 %42, label %97, label %43
43:
  %44 = trunc i64 %39 to i32
  %45 = lshr i32 127, %44
  %46 = and i32 %45, %27
  %47 = icmp ugt i64 %39, 1
  br i1 %47, label %48, label %65
48:
  %49 = phi i64 [ %59, %54 ], [ 1, %43 ]
  %50 = phi i32 [ %58, %54 ], [ %46, %43 ]
  %51 = getelementptr i8, ptr %24, i64 %49
  %52 = load i8, ptr %51, align 1
  %53 = icmp sgt i8 %52, -65
  br i1 %53, label %97, label %54
54:
  %55 = shl i32 %50, 6
  %56 = and i8 %52, 63
  %57 = zext i8 %56 to i32
  %58 = or i32 %55, %57
  %59 = add i64 %49, 1
  %60 = icmp eq i64 %59, %39
  br i1 %60, label %61, label %48
61:
  %62 = icmp eq i64 %39, 3
  %63 = icmp slt i32 %58, 2048
  %64 = select i1 %62, i1 %63, i1 false
  br i1 %64, label %97, label %65
65:
  %66 = phi i32 [ %58, %61 ], [ %46, %43 ]
  %67 = icmp eq i64 %39, 4
  %68 = add i32 %66, -1114112
  %69 = icmp ult i32 %68, -1048576
  %70 = select i1 %67, i1 %69, i1 false
  %71 = and i32 %66, -2048
  %72 = icmp eq i32 %71, 55296
  %73 = select i1 %70, i1 true, i1 %72
  br i1 %73, label %97, label %74
74:
  %75 = phi i32 [ %27, %20 ], [ %66, %65 ]
  %76 = phi i64 [ 1, %20 ], [ %39, %65 ]
  %77 = sext i32 %75 to i64
  %78 = icmp sle i64 %2, %77
  %79 = or i1 %78, %10
  br i1 %79, label %80, label %86
80:
  %81 = select i1 %78, i32 %75, i32 %11
  %82 = getelementptr i32, ptr %4, i64 %23
  store i32 %81, ptr %82, align 4
  %83 = add i64 %23, 1
  %84 = getelementptr i64, ptr %5, i64 %23
  store i64 %22, ptr %84, align 8
  %85 = load i64, ptr %17, align 8
  br label %86
86:
  %87 = phi i64 [ %21, %74 ], [ %85, %80 ]
  %88 = phi i64 [ %23, %74 ], [ %83, %80 ]
  %89 = add i64 %76, %22
  %90 = icmp slt i64 %89, %87
  br i1 %90, label %20, label %91
91:
  %92 = phi i64 [ %13, %12 ], [ %88, %86 ]
  %93 = getelementptr i64, ptr %6, i64 %14
  %94 = getelementptr i8, ptr %93, i64 8
  store i64 %92, ptr %94, align 8
  %95 = add i64 %14, 1
  %96 = icmp eq i64 %95, %1
  br i1 %96, label %97, label %12
97:
  %98 = phi i64 [ -1, %48 ], [ 0, %7 ], [ -1, %61 ], [ -1, %65 ], [ -1, %38 ], [ -1, %29 ], [ %92, %91 ]
  ret i64 %98
}
define i64 @gw_text_encode(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, ptr %5) {
  %7 = icmp sgt i64 %2, 0
  br i1 %7, label %8, label %112
8:
  %9 = phi ptr [ %105, %104 ], [ %4, %6 ]
  %10 = phi i64 [ %13, %104 ], [ 0, %6 ]
  %11 = getelementptr i64, ptr %1, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %10, 1
  %14 = getelementptr i64, ptr %1, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = icmp slt i64 %12, %15
  br i1 %16, label %17, label %104
17:
  %18 = phi i64 [ %101, %99 ], [ %12, %8 ]
  %19 = phi ptr [ %100, %99 ], [ %9, %8 ]
  %20 = getelementptr i32, ptr %0, i64 %18
  %21 = load i32, ptr %20, align 4
  %22 = icmp ugt i32 %21, 1114111
  %23 = and i32 %21, 2095104
  %24 = icmp eq i32 %23, 55296
  %25 = or i1 %22, %24
  br i1 %25, label %112, label %26
26:
  switch i64 %3, label %90 [
    i64 8, label %27
    i64 16, label %54
  ]
27:
  %28 = icmp ult i32 %21, 128
  br i1 %28, label %29, label %32
29:
  %30 = trunc i32 %21 to i8
  %31 = getelementptr i8, ptr %19, i64 1
  store i8 %30, ptr %19, align 1
  br label %99
32:
  %33 = icmp ult i32 %21, 2048
  %34 = icmp ult i32 %21, 65536
  %35 = select i1 %34, i32 2, i32 3
  %36 = select i1 %33, i32 1, i32 %35
  %37 = lshr exact i32 32640, %36
  %38 = mul i32 %36, 6
  %39 = lshr i32 %21, %38
  %40 = or i32 %39, %37
  %41 = trunc i32 %40 to i8
  store i8 %41, ptr %19, align 1
  %42 = getelementptr i8, ptr %19, i64 1
  br label %43
43:
  %44 = phi ptr [ %42, %32 ], [ %52, %43 ]
  %45 = phi i32 [ %36, %32 ], [ %46, %43 ]
  %46 = add i32 %45, -1
  %47 = mul i32 %46, 6
  %48 = lshr i32 %21, %47
  %49 = trunc i32 %48 to i8
  %50 = and i8 %49, 63
  %51 = or i8 %50, -128
  store i8 %51, ptr %44, align 1
  %52 = getelementptr i8, ptr %44, i64 1
  %53 = icmp eq i32 %46, 0
  br i1 %53, label %99, label %43
54:
  %55 = icmp ult i32 %21, 65536
  br i1 %55, label %56, label %65
56:
  %57 = phi ptr [ %63, %56 ], [ %19, %54 ]
  %58 = phi i32 [ %59, %56 ], [ 2, %54 ]
  %59 = add i32 %58, -1
  %60 = shl i32 %59, 3
  %61 = lshr i32 %21, %60
  %62 = trunc i32 %61 to i8
  %63 = getelementptr i8, ptr %57, i64 1
  store i8 %62, ptr %57, align 1
  %64 = icmp eq i32 %59, 0
  br i1 %64, label %99, label %56
65:
  %66 = add i32 %21, -65536
  %67 = lshr i32 %66, 10
  %68 = or i32 %67, 55296
  br label %69
69:
  %70 = phi ptr [ %19, %65 ], [ %76, %69 ]
  %71 = phi i32 [ 2, %65 ], [ %72, %69 ]
  %72 = add i32 %71, -1
  %73 = shl i32 %72, 3
  %74 = lshr i32 %68, %73
  %75 = trunc i32 %74 to i8
  %76 = getelementptr i8, ptr %70, i64 1
  store i8 %75, ptr %70, align 1
  %77 = icmp eq i32 %72, 0
  br i1 %77, label %78, label %69
78:
  %79 = and i32 %21, 1023
  %80 = or i32 %79, 56320
  br label %81
81:
  %82 = phi ptr [ %88, %81 ], [ %76, %78 ]
  %83 = phi i32 [ %84, %81 ], [ 2, %78 ]
  %84 = add i32 %83, -1
  %85 = shl i32 %84, 3
  %86 = lshr i32 %80, %85
  %87 = trunc i32 %86 to i8
  %88 = getelementptr i8, ptr %82, i64 1
  store i8 %87, ptr %82, align 1
  %89 = icmp eq i32 %84, 0
  br i1 %89, label %99, label %81
90:
  %91 = phi ptr [ %97, %90 ], [ %19, %26 ]
  %92 = phi i32 [ %93, %90 ], [ 4, %26 ]
  %93 = add i32 %92, -1
  %94 = shl i32 %93, 3
  %95 = lshr i32 %21, %94
  %96 = trunc i32 %95 to i8
  %97 = getelementptr i8, ptr %91, i64 1
  store i8 %96, ptr %91, align 1
  %98 = icmp eq i32 %93, 0
  br i1 %98, label %99, label %90
99:
  %100 = phi ptr [ %63, %56 ], [ %52, %43 ], [ %31, %29 ], [ %97, %90 ], [ %88, %81 ]
  %101 = add i64 %18, 1
  %102 = load i64, ptr %14, align 8
  %103 = icmp slt i64 %101, %102
  br i1 %103, label %17, label %104
104:
  %105 = phi ptr [ %9, %8 ], [ %100, %99 ]
  %106 = getelementptr %struct.gw_piece, ptr %5, i64 %10
  %107 = ptrtoint ptr %105 to i64
  %108 = ptrtoint ptr %9 to i64
  %109 = sub i64 %107, %108
  store ptr %9, ptr %106, align 8
  %110 = getelementptr i8, ptr %106, i64 8
  store i64 %109, ptr %110, align 8
  %111 = icmp eq i64 %13, %2
  br i1 %111, label %112, label %8
112:
  %113 = phi i64 [ 0, %6 ], [ -1, %17 ], [ 0, %104 ]
  ret i64 %113
}
define i64 @gw_text_pieces(ptr %0, i64 %1, ptr %2) {
  %4 = icmp sgt i64 %1, 0
  br i1 %4, label %5, label %24
5:
  %6 = phi i64 [ %21, %15 ], [ 0, %3 ]
  %7 = phi i64 [ %22, %15 ], [ 0, %3 ]
  %8 = getelementptr ptr, ptr %0, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %24, label %11
11:
  %12 = getelementptr i8, ptr %9, i64 ptrtoint (ptr @gw_number_at_ob_type to i64)
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, @gw_bytes
  br i1 %14, label %15, label %24
15:
  %16 = getelementptr %struct.gw_piece, ptr %2, i64 %7
  %17 = getelementptr i8, ptr %9, i64 ptrtoint (ptr @gw_number_at_bytes to i64)
  %18 = getelementptr i8, ptr %9, i64 ptrtoint (ptr @gw_number_at_var_size to i64)
  %19 = load i64, ptr %18, align 8
  store ptr %17, ptr %16, align 8
  %20 = getelementptr i8, ptr %16, i64 8
  store i64 %19, ptr %20, align 8
  %21 = add i64 %19, %6
  %22 = add i64 %7, 1
  %23 = icmp eq i64 %22, %1
  br i1 %23, label %24, label %5
24:
  %25 = phi i64 [ 0, %3 ], [ -1, %5 ], [ -1, %11 ], [ %21, %15 ]
  ret i64 %25
}
define i64 @gw_text_objects(ptr %0, i64 %1, ptr %2, ptr %3, ptr %4) {
  %6 = icmp sgt i64 %1, 0
  br i1 %6, label %7, label %44
7:
  %8 = icmp eq ptr %2, null
  br label %9
9:
  %10 = phi i64 [ 0, %7 ], [ %41, %39 ]
  %11 = getelementptr %struct.gw_piece, ptr %0, i64 %10
  %12 = getelementptr ptr, ptr %4, i64 %10
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %11, align 8
  br i1 %8, label %28, label %15
15:
  %16 = getelementptr %struct.gw_piece, ptr %3, i64 %10
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %14, %17
  br i1 %18, label %19, label %28
19:
  %20 = getelementptr i8, ptr %11, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr i8, ptr %16, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %21, %23
  br i1 %24, label %25, label %28
25:
  %26 = getelementptr ptr, ptr %2, i64 %10
  %27 = load ptr, ptr %26, align 8
  br label %28
28:
  %29 = phi ptr [ %27, %25 ], [ @gw_none, %19 ], [ @gw_none, %15 ], [ @gw_none, %9 ]
  %30 = icmp ne ptr %14, null
  %31 = icmp eq ptr %29, @gw_none
  %32 = select i1 %30, i1 %31, i1 false
  br i1 %32, label %33, label %38
33:
  %34 = getelementptr i8, ptr %11, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = call ptr @gw_c_PyBytes_FromStringAndSize(ptr %14, i64 %35)
  %37 = icmp eq ptr %36, null
  br i1 %37, label %43, label %39
38:
  call void @gw_c_Py_IncRef(ptr %29)
  br label %39
39:
  %40 = phi ptr [ %36, %33 ], [ %29, %38 ]
  store ptr %40, ptr %12, align 8
  call void @gw_c_Py_DecRef(ptr %13)
  %41 = add i64 %10, 1
  %42 = icmp eq i64 %41, %1
  br i1 %42, label %44, label %9
43:
  call void @gw_c_PyErr_Clear()
  br label %44
44:
  %45 = phi i64 [ -1, %43 ], [ 0, %5 ], [ 0, %39 ]
  ret i64 %45
}
declare ptr @gw_c_PyBytes_FromStringAndSize(ptr, i64)
declare void @gw_c_PyErr_Clear()
declare void @gw_c_Py_IncRef(ptr)
declare void @gw_c_Py_DecRef(ptr)
define internal fastcc i64 @after_characters([2 x i64] %0, i64 %1, i64 %2) {
  %4 = extractvalue [2 x i64] %0, 0
  %5 = inttoptr i64 %4 to ptr
  %6 = extractvalue [2 x i64] %0, 1
  %7 = icmp ne i64 %2, 0
  %8 = icmp slt i64 %1, %6
  %9 = select i1 %7, i1 %8, i1 false
  br i1 %9, label %10, label %32
10:
  %11 = phi i64 [ %28, %27 ], [ %2, %3 ]
  %12 = phi i64 [ %23, %27 ], [ %1, %3 ]
  %13 = add i64 %12, 1
  %14 = call i64 @llvm.smax.i64(i64 %6, i64 %13)
  %15 = add i64 %14, -1
  br label %16
16:
  %17 = phi i64 [ %23, %22 ], [ %12, %10 ]
  %18 = icmp eq i64 %17, %15
  br i1 %18, label %19, label %22
19:
  %20 = add i64 %11, -1
  %21 = icmp ne i64 %20, 0
  br label %32
22:
  %23 = add i64 %17, 1
  %24 = getelementptr i8, ptr %5, i64 %23
  %25 = load i8, ptr %24, align 1
  %26 = icmp sgt i8 %25, -65
  br i1 %26, label %27, label %16
27:
  %28 = add i64 %11, -1
  %29 = icmp ne i64 %28, 0
  %30 = icmp slt i64 %23, %6
  %31 = select i1 %29, i1 %30, i1 false
  br i1 %31, label %10, label %32
32:
  %33 = phi i64 [ %1, %3 ], [ %14, %19 ], [ %23, %27 ]
  %34 = phi i64 [ %2, %3 ], [ %20, %19 ], [ %28, %27 ]
  %35 = phi i1 [ %7, %3 ], [ %21, %19 ], [ %29, %27 ]
  %36 = sub i64 0, %34
  %37 = select i1 %35, i64 %36, i64 %33
  ret i64 %37
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal fastcc void @add_64(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) {
  %6 = load i64, ptr %0, align 8
  %7 = getelementptr i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, %6
  %10 = getelementptr i8, ptr %0, i64 24
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %9, %11
  %13 = getelementptr i8, ptr %1, i64 %2
  %14 = getelementptr i8, ptr %13, i64 8
  %15 = load i64, ptr %14, align 1
  %16 = add i64 %12, %15
  %17 = call i64 @llvm.fshl.i64(i64 %16, i64 %16, i64 27)
  %18 = mul i64 %17, %3
  store i64 %18, ptr %0, align 8
  %19 = getelementptr i8, ptr %0, i64 32
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %8
  %22 = getelementptr i8, ptr %13, i64 48
  %23 = load i64, ptr %22, align 1
  %24 = add i64 %21, %23
  %25 = call i64 @llvm.fshl.i64(i64 %24, i64 %24, i64 22)
  %26 = mul i64 %25, %3
  store i64 %26, ptr %7, align 8
  %27 = getelementptr i8, ptr %0, i64 40
  %28 = getelementptr i8, ptr %0, i64 48
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %4
  %31 = xor i64 %30, %18
  store i64 %31, ptr %0, align 8
  %32 = mul i64 %11, %4
  %33 = getelementptr i8, ptr %13, i64 40
  %34 = load i64, ptr %33, align 1
  %35 = add i64 %26, %32
  %36 = add i64 %35, %34
  store i64 %36, ptr %7, align 8
  %37 = getelementptr i8, ptr %0, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = load i64, ptr %27, align 8
  %40 = add i64 %39, %38
  %41 = call i64 @llvm.fshl.i64(i64 %40, i64 %40, i64 31)
  %42 = mul i64 %41, %3
  store i64 %42, ptr %37, align 8
  %43 = mul i64 %20, %3
  %44 = add i64 %39, %31
  %45 = getelementptr i8, ptr %13, i64 24
  %46 = load i64, ptr %45, align 1
  %47 = load i64, ptr %13, align 1
  %48 = add i64 %47, %43
  %49 = add i64 %44, %46
  %50 = add i64 %49, %48
  %51 = call i64 @llvm.fshl.i64(i64 %50, i64 %50, i64 43)
  %52 = load i64, ptr %14, align 1
  %53 = getelementptr i8, ptr %13, i64 16
  %54 = load i64, ptr %53, align 1
  %55 = add i64 %48, %52
  %56 = add i64 %55, %54
  %57 = call i64 @llvm.fshl.i64(i64 %56, i64 %56, i64 20)
  %58 = add i64 %56, %46
  %59 = add i64 %51, %48
  %60 = add i64 %59, %57
  store i64 %58, ptr %10, align 8
  store i64 %60, ptr %19, align 8
  %61 = add i64 %42, %29
  %62 = load i64, ptr %53, align 1
  %63 = add i64 %62, %36
  %64 = getelementptr i8, ptr %13, i64 32
  %65 = getelementptr i8, ptr %13, i64 56
  %66 = load i64, ptr %65, align 1
  %67 = load i64, ptr %64, align 1
  %68 = add i64 %61, %67
  %69 = add i64 %63, %66
  %70 = add i64 %69, %68
  %71 = call i64 @llvm.fshl.i64(i64 %70, i64 %70, i64 43)
  %72 = load i64, ptr %33, align 1
  %73 = load i64, ptr %22, align 1
  %74 = add i64 %68, %72
  %75 = add i64 %74, %73
  %76 = call i64 @llvm.fshl.i64(i64 %75, i64 %75, i64 20)
  %77 = add i64 %75, %66
  %78 = add i64 %71, %68
  %79 = add i64 %78, %76
  store i64 %77, ptr %27, align 8
  store i64 %79, ptr %28, align 8
  store i64 %42, ptr %0, align 8
  store i64 %31, ptr %37, align 8
  ret void
}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
