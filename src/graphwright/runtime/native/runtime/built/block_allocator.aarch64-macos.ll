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
  br i1 %3, label %6, label %49
4:
  %5 = icmp eq ptr %24, null
  br i1 %5, label %48, label %32
6:
  %7 = phi ptr [ %29, %28 ], [ getelementptr (i8, ptr @blocks, i64 24), %0 ]
  %8 = phi i64 [ %30, %28 ], [ 0, %0 ]
  %9 = phi ptr [ %31, %28 ], [ null, %0 ]
  %10 = getelementptr i8, ptr %7, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %23, label %13
13:
  %14 = add i64 %8, 1
  %15 = icmp eq ptr %9, null
  br i1 %15, label %22, label %16
16:
  %17 = getelementptr i8, ptr %7, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr i8, ptr %9, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = icmp slt i64 %18, %20
  br i1 %21, label %22, label %23
22:
  br label %23
23:
  %24 = phi ptr [ %7, %22 ], [ %9, %16 ], [ %9, %6 ]
  %25 = phi i64 [ %14, %22 ], [ %14, %16 ], [ %8, %6 ]
  %26 = getelementptr i8, ptr %7, i64 24
  %27 = icmp ult ptr %26, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %27, label %28, label %4
28:
  %29 = phi ptr [ %26, %23 ], [ getelementptr (i8, ptr @blocks, i64 24), %43 ]
  %30 = phi i64 [ %25, %23 ], [ 0, %43 ]
  %31 = phi ptr [ %24, %23 ], [ null, %43 ]
  br label %6
32:
  %33 = load i64, ptr @gw_blocks_free, align 8
  %34 = icmp sgt i64 %33, %1
  %35 = icmp sgt i64 %25, 32
  %36 = select i1 %34, i1 true, i1 %35
  br i1 %36, label %43, label %37
37:
  %38 = load i64, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %39 = getelementptr i8, ptr %24, i64 16
  %40 = load i64, ptr %39, align 8
  %41 = sub i64 %38, %40
  %42 = icmp slt i64 %41, 257
  br i1 %42, label %48, label %43
43:
  %44 = getelementptr i8, ptr %24, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = sub i64 %33, %45
  store i64 %46, ptr @gw_blocks_free, align 8
  store i64 0, ptr %44, align 8
  %47 = load ptr, ptr %24, align 8
  call void @gw_c_free(ptr %47)
  br label %28
48:
  store atomic i64 0, ptr @blocks release, align 8
  br label %49
49:
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
  %10 = atomicrmw add ptr @gw_blocks_in_use, i64 %9 monotonic, align 8
  %11 = atomicrmw xchg ptr @blocks, i64 1 acquire, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %97
13:
  %14 = add i64 %10, %9
  %15 = load i64, ptr getelementptr (i8, ptr @blocks, i64 16), align 8
  %16 = call i64 @llvm.smax.i64(i64 %15, i64 %14)
  store i64 %16, ptr getelementptr (i8, ptr @blocks, i64 16), align 8
  br label %21
17:
  %18 = load i64, ptr @gw_blocks_requested, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr @gw_blocks_requested, align 8
  %20 = icmp eq ptr %37, null
  br i1 %20, label %40, label %89
21:
  %22 = phi ptr [ getelementptr (i8, ptr @blocks, i64 24), %13 ], [ %38, %36 ]
  %23 = phi ptr [ null, %13 ], [ %37, %36 ]
  %24 = getelementptr i8, ptr %22, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, %9
  br i1 %26, label %27, label %36
27:
  %28 = icmp eq ptr %23, null
  br i1 %28, label %35, label %29
29:
  %30 = getelementptr i8, ptr %22, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr i8, ptr %23, i64 16
  %33 = load i64, ptr %32, align 8
  %34 = icmp sgt i64 %31, %33
  br i1 %34, label %35, label %36
35:
  br label %36
36:
  %37 = phi ptr [ %22, %35 ], [ %23, %29 ], [ %23, %21 ]
  %38 = getelementptr i8, ptr %22, i64 24
  %39 = icmp ult ptr %38, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %39, label %21, label %17
40:
  %41 = sdiv i64 %16, 4
  %42 = sub i64 %16, %14
  %43 = add i64 %42, %41
  br label %46
44:
  %45 = icmp eq ptr %64, null
  br i1 %45, label %88, label %72
46:
  %47 = phi ptr [ getelementptr (i8, ptr @blocks, i64 24), %40 ], [ %69, %68 ]
  %48 = phi i64 [ 0, %40 ], [ %70, %68 ]
  %49 = phi ptr [ null, %40 ], [ %71, %68 ]
  %50 = getelementptr i8, ptr %47, i64 8
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %63, label %53
53:
  %54 = add i64 %48, 1
  %55 = icmp eq ptr %49, null
  br i1 %55, label %62, label %56
56:
  %57 = getelementptr i8, ptr %47, i64 16
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr i8, ptr %49, i64 16
  %60 = load i64, ptr %59, align 8
  %61 = icmp slt i64 %58, %60
  br i1 %61, label %62, label %63
62:
  br label %63
63:
  %64 = phi ptr [ %47, %62 ], [ %49, %56 ], [ %49, %46 ]
  %65 = phi i64 [ %54, %62 ], [ %54, %56 ], [ %48, %46 ]
  %66 = getelementptr i8, ptr %47, i64 24
  %67 = icmp ult ptr %66, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %67, label %68, label %44
68:
  %69 = phi ptr [ %66, %63 ], [ getelementptr (i8, ptr @blocks, i64 24), %83 ]
  %70 = phi i64 [ %65, %63 ], [ 0, %83 ]
  %71 = phi ptr [ %64, %63 ], [ null, %83 ]
  br label %46
72:
  %73 = load i64, ptr @gw_blocks_free, align 8
  %74 = icmp sgt i64 %73, %43
  %75 = icmp sgt i64 %65, 32
  %76 = select i1 %74, i1 true, i1 %75
  br i1 %76, label %83, label %77
77:
  %78 = load i64, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %79 = getelementptr i8, ptr %64, i64 16
  %80 = load i64, ptr %79, align 8
  %81 = sub i64 %78, %80
  %82 = icmp slt i64 %81, 257
  br i1 %82, label %88, label %83
83:
  %84 = getelementptr i8, ptr %64, i64 8
  %85 = load i64, ptr %84, align 8
  %86 = sub i64 %73, %85
  store i64 %86, ptr @gw_blocks_free, align 8
  store i64 0, ptr %84, align 8
  %87 = load ptr, ptr %64, align 8
  call void @gw_c_free(ptr %87)
  br label %68
88:
  store atomic i64 0, ptr @blocks release, align 8
  br label %97
89:
  %90 = load i64, ptr @gw_blocks_reused, align 8
  %91 = add i64 %90, 1
  store i64 %91, ptr @gw_blocks_reused, align 8
  %92 = load i64, ptr @gw_blocks_free, align 8
  %93 = sub i64 %92, %9
  store i64 %93, ptr @gw_blocks_free, align 8
  %94 = getelementptr i8, ptr %37, i64 8
  store i64 0, ptr %94, align 8
  %95 = load ptr, ptr %37, align 8
  store atomic i64 0, ptr @blocks release, align 8
  %96 = icmp eq ptr %95, null
  br i1 %96, label %97, label %153
97:
  %98 = call align 64 ptr @gw_c_aligned_alloc(i64 64, i64 %9)
  %99 = icmp eq ptr %98, null
  br i1 %99, label %100, label %153
100:
  %101 = atomicrmw xchg ptr @blocks, i64 1 acquire, align 8
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %105, label %148
103:
  %104 = icmp eq ptr %123, null
  br i1 %104, label %147, label %131
105:
  %106 = phi ptr [ %128, %127 ], [ getelementptr (i8, ptr @blocks, i64 24), %100 ]
  %107 = phi i64 [ %129, %127 ], [ 0, %100 ]
  %108 = phi ptr [ %130, %127 ], [ null, %100 ]
  %109 = getelementptr i8, ptr %106, i64 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, 0
  br i1 %111, label %122, label %112
112:
  %113 = add i64 %107, 1
  %114 = icmp eq ptr %108, null
  br i1 %114, label %121, label %115
115:
  %116 = getelementptr i8, ptr %106, i64 16
  %117 = load i64, ptr %116, align 8
  %118 = getelementptr i8, ptr %108, i64 16
  %119 = load i64, ptr %118, align 8
  %120 = icmp slt i64 %117, %119
  br i1 %120, label %121, label %122
121:
  br label %122
122:
  %123 = phi ptr [ %106, %121 ], [ %108, %115 ], [ %108, %105 ]
  %124 = phi i64 [ %113, %121 ], [ %113, %115 ], [ %107, %105 ]
  %125 = getelementptr i8, ptr %106, i64 24
  %126 = icmp ult ptr %125, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %126, label %127, label %103
127:
  %128 = phi ptr [ %125, %122 ], [ getelementptr (i8, ptr @blocks, i64 24), %142 ]
  %129 = phi i64 [ %124, %122 ], [ 0, %142 ]
  %130 = phi ptr [ %123, %122 ], [ null, %142 ]
  br label %105
131:
  %132 = load i64, ptr @gw_blocks_free, align 8
  %133 = icmp sgt i64 %132, 0
  %134 = icmp sgt i64 %124, 32
  %135 = select i1 %133, i1 true, i1 %134
  br i1 %135, label %142, label %136
136:
  %137 = load i64, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %138 = getelementptr i8, ptr %123, i64 16
  %139 = load i64, ptr %138, align 8
  %140 = sub i64 %137, %139
  %141 = icmp slt i64 %140, 257
  br i1 %141, label %147, label %142
142:
  %143 = getelementptr i8, ptr %123, i64 8
  %144 = load i64, ptr %143, align 8
  %145 = sub i64 %132, %144
  store i64 %145, ptr @gw_blocks_free, align 8
  store i64 0, ptr %143, align 8
  %146 = load ptr, ptr %123, align 8
  call void @gw_c_free(ptr %146)
  br label %127
147:
  store atomic i64 0, ptr @blocks release, align 8
  br label %148
148:
  %149 = call align 64 ptr @gw_c_aligned_alloc(i64 64, i64 %9)
  %150 = icmp eq ptr %149, null
  br i1 %150, label %151, label %153
151:
  %152 = atomicrmw sub ptr @gw_blocks_in_use, i64 %9 monotonic, align 8
  br label %153
153:
  %154 = phi ptr [ %149, %148 ], [ null, %151 ], [ %98, %97 ], [ %95, %89 ]
  ret ptr %154
}
define void @gw_block_give(ptr %0, i64 %1) {
  %3 = icmp eq ptr %0, null
  br i1 %3, label %99, label %4
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
  br label %99
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
  %32 = sub i64 %30, %13
  %33 = add i64 %32, %31
  %34 = load i64, ptr @gw_blocks_limit, align 8
  %35 = sub i64 %34, %12
  %36 = call i64 @llvm.smin.i64(i64 %33, i64 %35)
  br label %39
37:
  %38 = icmp eq ptr %59, null
  br i1 %38, label %84, label %68
39:
  %40 = phi ptr [ getelementptr (i8, ptr @blocks, i64 24), %24 ], [ %64, %63 ]
  %41 = phi i64 [ 0, %24 ], [ %65, %63 ]
  %42 = phi ptr [ null, %24 ], [ %66, %63 ]
  %43 = phi ptr [ null, %24 ], [ %67, %63 ]
  %44 = getelementptr i8, ptr %40, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %57, label %47
47:
  %48 = add i64 %41, 1
  %49 = icmp eq ptr %42, null
  br i1 %49, label %56, label %50
50:
  %51 = getelementptr i8, ptr %40, i64 16
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr i8, ptr %42, i64 16
  %54 = load i64, ptr %53, align 8
  %55 = icmp slt i64 %52, %54
  br i1 %55, label %56, label %57
56:
  br label %57
57:
  %58 = phi ptr [ %43, %56 ], [ %43, %50 ], [ %40, %39 ]
  %59 = phi ptr [ %40, %56 ], [ %42, %50 ], [ %42, %39 ]
  %60 = phi i64 [ %48, %56 ], [ %48, %50 ], [ %41, %39 ]
  %61 = getelementptr i8, ptr %40, i64 24
  %62 = icmp ult ptr %61, getelementptr (i8, ptr @blocks, i64 792)
  br i1 %62, label %63, label %37
63:
  %64 = phi ptr [ %61, %57 ], [ getelementptr (i8, ptr @blocks, i64 24), %79 ]
  %65 = phi i64 [ %60, %57 ], [ 0, %79 ]
  %66 = phi ptr [ %59, %57 ], [ null, %79 ]
  %67 = phi ptr [ %58, %57 ], [ null, %79 ]
  br label %39
68:
  %69 = load i64, ptr @gw_blocks_free, align 8
  %70 = icmp sgt i64 %69, %36
  %71 = icmp sgt i64 %60, 31
  %72 = select i1 %70, i1 true, i1 %71
  br i1 %72, label %79, label %73
73:
  %74 = load i64, ptr getelementptr (i8, ptr @blocks, i64 8), align 8
  %75 = getelementptr i8, ptr %59, i64 16
  %76 = load i64, ptr %75, align 8
  %77 = sub i64 %74, %76
  %78 = icmp slt i64 %77, 257
  br i1 %78, label %84, label %79
79:
  %80 = getelementptr i8, ptr %59, i64 8
  %81 = load i64, ptr %80, align 8
  %82 = sub i64 %69, %81
  store i64 %82, ptr @gw_blocks_free, align 8
  store i64 0, ptr %80, align 8
  %83 = load ptr, ptr %59, align 8
  call void @gw_c_free(ptr %83)
  br label %63
84:
  store ptr %0, ptr %58, align 8
  %85 = getelementptr i8, ptr %58, i64 8
  store i64 %12, ptr %85, align 8
  %86 = getelementptr i8, ptr %58, i64 16
  store i64 %26, ptr %86, align 8
  %87 = load i64, ptr @gw_blocks_free, align 8
  %88 = add i64 %87, %12
  store i64 %88, ptr @gw_blocks_free, align 8
  %89 = icmp sgt i64 %12, 33554431
  br i1 %89, label %90, label %98
90:
  %91 = add i64 %14, 4095
  %92 = and i64 %91, -4096
  %93 = add i64 %12, %14
  %94 = and i64 %93, -4096
  %95 = inttoptr i64 %92 to ptr
  %96 = sub i64 %94, %92
  %97 = call i32 @gw_c_madvise(ptr %95, i64 %96, i32 5)
  br label %98
98:
  store atomic i64 0, ptr @blocks release, align 8
  br label %99
99:
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
  br i1 %5, label %15, label %6
6:
  %7 = call i64 @llvm.smax.i64(i64 %4, i64 64)
  %8 = add i64 %7, -1
  %9 = call i64 @llvm.ctlz.i64(i64 %8, i1 false)
  %10 = sub i64 60, %9
  %11 = shl i64 1, %10
  %12 = add i64 %11, %8
  %13 = sub i64 0, %11
  %14 = and i64 %12, %13
  br label %17
15:
  %16 = call i64 @llvm.umax.i64(i64 %4, i64 1)
  br label %17
17:
  %18 = phi i64 [ %14, %6 ], [ %16, %15 ]
  %19 = call ptr @gw_c_calloc(i64 1, i64 %18)
  ret ptr %19
}
declare ptr @gw_c_calloc(i64, i64)
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
declare i64 @llvm.ctlz.i64(i64, i1)
declare ptr @gw_c_aligned_alloc(i64 allocalign, i64)
declare i32 @gw_c_madvise(ptr, i64, i32)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
