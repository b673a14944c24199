define i64 @gw_recursion_limit() {
  %1 = call i32 @gw_c_Py_GetRecursionLimit()
  %2 = sext i32 %1 to i64
  ret i64 %2
}
declare i32 @gw_c_Py_GetRecursionLimit()
