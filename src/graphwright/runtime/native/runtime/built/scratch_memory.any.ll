define ptr @gw_make_scratch(i64 %0) {
  %2 = call align 64 ptr @gw_c_aligned_alloc(i64 64, i64 %0)
  %3 = icmp eq ptr %2, null
  br i1 %3, label %4, label %5
4:
  call void @gw_out_of_memory()
  br label %5
5:
  ret ptr %2
}
declare ptr @gw_c_aligned_alloc(i64 allocalign, i64)
declare void @gw_out_of_memory()
define ptr @gw_take_scratch(ptr %0, i64 %1) {
  %3 = atomicrmw xchg ptr %0, i64 0 acq_rel, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %7, label %5
5:
  %6 = inttoptr i64 %3 to ptr
  br label %11
7:
  %8 = call align 64 ptr @gw_c_aligned_alloc(i64 64, i64 %1)
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %11
10:
  call void @gw_out_of_memory()
  br label %11
11:
  %12 = phi ptr [ %6, %5 ], [ %8, %7 ], [ null, %10 ]
  ret ptr %12
}
define void @gw_leave_scratch(ptr %0, ptr %1) {
  %3 = ptrtoint ptr %1 to i64
  %4 = atomicrmw xchg ptr %0, i64 %3 acq_rel, align 8
  %5 = inttoptr i64 %4 to ptr
  call void @gw_c_free(ptr %5)
  ret void
}
declare void @gw_c_free(ptr allocptr)
