define float @gw_widen(half %0) {
  %2 = bitcast half %0 to i16
  %3 = zext i16 %2 to i32
  %4 = shl i32 %3, 17
  %5 = lshr exact i32 %4, 4
  %6 = icmp ult i32 %4, -134217728
  br i1 %6, label %7, label %11
7:
  %8 = bitcast i32 %5 to float
  %9 = fmul float %8, 0x46F0000000000000
  %10 = bitcast float %9 to i32
  br label %16
11:
  %12 = icmp eq i32 %4, -134217728
  %13 = select i1 %12, i32 0, i32 4194304
  %14 = or i32 %5, %13
  %15 = or i32 %14, 2139095040
  br label %16
16:
  %17 = phi i32 [ %10, %7 ], [ %15, %11 ]
  %18 = sext i16 %2 to i32
  %19 = and i32 %18, -2147483648
  %20 = or i32 %17, %19
  %21 = bitcast i32 %20 to float
  ret float %21
}
define half @gw_narrow(float %0) {
  %2 = bitcast float %0 to i32
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp ugt i32 %4, 2139095040
  br i1 %5, label %6, label %10
6:
  %7 = lshr i32 %2, 13
  %8 = and i32 %7, 511
  %9 = or i32 %8, 32256
  br label %24
10:
  %11 = icmp ult i32 %4, 1199570944
  br i1 %11, label %12, label %24
12:
  %13 = icmp ult i32 %4, 947912704
  br i1 %13, label %14, label %18
14:
  %15 = fadd float %3, 5.000000e-01
  %16 = bitcast float %15 to i32
  %17 = add i32 %16, -1056964608
  br label %24
18:
  %19 = add i32 %4, -939520001
  %20 = lshr i32 %2, 13
  %21 = and i32 %20, 1
  %22 = add i32 %19, %21
  %23 = lshr i32 %22, 13
  br label %24
24:
  %25 = phi i32 [ %9, %6 ], [ %23, %18 ], [ %17, %14 ], [ 31744, %10 ]
  %26 = lshr i32 %2, 16
  %27 = and i32 %26, 32768
  %28 = or i32 %25, %27
  %29 = trunc i32 %28 to i16
  %30 = bitcast i16 %29 to half
  ret half %30
}
declare float @llvm.fabs.f32(float)
