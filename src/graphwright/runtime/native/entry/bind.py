"""The lookup of a method on an instance as a builtin: what `__get__` gives for an instance that is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.runtime.native.entry.entry_module import compile_text
from graphwright.runtime.native.runtime import capi

# a method looked up on an instance: its own function, where the memo of instances knows it, else by Python
_TEXT = """
@gw_bound_function = external global i8
@gw_none = external global i8
@gw_slowly = external global i8
declare void @gw_c_Py_IncRef(ptr)
declare ptr @gw_c_PyType_GenericAlloc(ptr, i64)
declare ptr @gw_c_PyObject_VectorcallDict(ptr, ptr, i64, ptr)
define ptr @gw_bind(ptr %function, ptr %args, i64 %count) {
start:
  %all = alloca [3 x ptr]
  store ptr %function, ptr %all
  %no.instance = icmp eq i64 %count, 0
  br i1 %no.instance, label %other, label %looked.up
looked.up:
  %instance = load ptr, ptr %args
  ; on a class there is no instance, and a reference whose object is gone leads to None
  %on.class = icmp eq ptr %instance, @gw_none
  br i1 %on.class, label %other, label %remember
remember:
  %memo = get ptr %function + $memo
  %no.memo = icmp eq ptr %memo, null
  br i1 %no.memo, label %other, label %look
look:
  %words = get ptr %memo + $at_data
  %number = ptrtoint ptr %instance to i64
  %spread = lshr i64 %number, 4
  %slot.number = and i64 %spread, $memo_mask
  %slot.bytes = shl i64 %slot.number, 4
  %slot = getelementptr i8, ptr %words, i64 %slot.bytes
  %watched = load ptr, ptr %slot
  %vacant = icmp eq ptr %watched, null
  br i1 %vacant, label %other, label %compare
compare:
  %held = load ptr, ptr %watched
  %known = icmp eq ptr %held, %instance
  br i1 %known, label %make, label %other
make:
  %own = get ptr %slot + 8
  %callee = get ptr %own + $function_call
  %bound = call ptr @gw_c_PyType_GenericAlloc(ptr @gw_bound_function, i64 0)
  %failed = icmp eq ptr %bound, null
  br i1 %failed, label %give, label %fill
fill:
  call void @gw_c_Py_IncRef(ptr %callee)
  call void @gw_c_Py_IncRef(ptr %own)
  call void @gw_c_Py_IncRef(ptr %instance)
  %callee.slot = getelementptr i8, ptr %bound, i64 $bound_call
  store ptr %callee, ptr %callee.slot
  %own.slot = getelementptr i8, ptr %bound, i64 $bound_wrapped
  store ptr %own, ptr %own.slot
  %instance.slot = getelementptr i8, ptr %bound, i64 $bound_self
  store ptr %instance, ptr %instance.slot
  br label %give
give:
  ret ptr %bound
other:
  %n = phi i64 [0, %start], [%n.next, %copy], [0, %looked.up], [0, %remember], [0, %look], [0, %compare]
  %more = icmp slt i64 %n, %count
  %fits = icmp slt i64 %n, 2
  %next = and i1 %more, %fits
  br i1 %next, label %copy, label %slow
copy:
  %given.place = getelementptr ptr, ptr %args, i64 %n
  %given = load ptr, ptr %given.place
  %n.next = add i64 %n, 1
  %copy.place = getelementptr ptr, ptr %all, i64 %n.next
  store ptr %given, ptr %copy.place
  br label %other
slow:
  %handed = add i64 %n, 1
  %found = call ptr @gw_c_PyObject_VectorcallDict(ptr @gw_slowly, ptr %all, i64 %handed, ptr null)
  ret ptr %found
}
"""


def make_getter(function: type, bound: type, slowly: Callable[..., Any], places: int) -> Any:
    """A method `__get__(function, instance, owner)` of the class `function`.

    The slot `_memo` of `function` holds an array of `places` pairs of words, chosen by the instance's address without
    its lowest four bits: where an instance is referred to, and the function of it. The slots `__call__`, `__self__` and
    `__wrapped__` of `bound` are filled for an instance found there; any other goes to `slowly`.
    """
    layout = capi.layout()
    numbers = {
        "memo_mask": places - 1,
        "memo": capi.slot_offset(function, "_memo"),
        "function_call": capi.slot_offset(function, "__call__"),
        "bound_call": capi.slot_offset(bound, "__call__"),
        "bound_self": capi.slot_offset(bound, "__self__"),
        "bound_wrapped": capi.slot_offset(bound, "__wrapped__"),
        "at_data": layout.data,
    }
    code = compile_text(_TEXT, numbers, {"bound_function": bound, "none": None, "slowly": slowly})
    return capi.method(function, code.address("gw_bind"), "__get__", keep=(code, slowly))


def place_of_reference(reference: Any) -> int:
    """Where a weak reference says which object it leads to."""
    return id(reference) + capi.layout().weak_object
