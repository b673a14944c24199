"""The machine code that makes tensors of results, and of them the structure that a function returns."""

from __future__ import annotations

from enum import IntEnum


class Piece(IntEnum):
    """What a word triple of a packing program makes."""

    LEAF = 0  # the result of this number
    OBJECT = 1  # this very object
    TUPLE = 2
    LIST = 3
    DICT = 4
    CALL = 5  # what this callable gives for the pieces


# results become tensors in place; when one fails, all of them still are objects to drop
WRAP = """
define internal i1 @gw_wrap(ptr %results, i64 %outputs, ptr %types) {
start:
  br label %wrap
wrap:
  %w = phi i64 [0, %start], [%w.next, %wrapped]
  %left = icmp slt i64 %w, %outputs
  br i1 %left, label %one, label %done
one:
  %result.place = getelementptr ptr, ptr %results, i64 %w
  %result = load ptr, ptr %result.place
  %w.double = shl i64 %w, 1
  %result.type.place = getelementptr ptr, ptr %types, i64 %w.double
  %static.type = load ptr, ptr %result.type.place
  %typeless = icmp eq ptr %static.type, null
  br i1 %typeless, label %open.result, label %allocate
open.result:
  %memo = get ptr %result.type.place + 8
  %last.type = load ptr, ptr %memo
  %none.yet = icmp eq ptr %last.type, null
  br i1 %none.yet, label %by.python, label %last.dims
last.dims:
  %memo.rank = get i64 %memo + 16
  %memo.sizes = getelementptr i8, ptr %memo, i64 24
  %result.sizes = get ptr %result + $at_dimensions
  br label %last.dim
last.dim:
  %m = phi i64 [0, %last.dims], [%m.next, %same.dim]
  %dims.left = icmp slt i64 %m, %memo.rank
  br i1 %dims.left, label %compare.dim, label %allocate
compare.dim:
  %memo.size.place = getelementptr i64, ptr %memo.sizes, i64 %m
  %memo.size = load i64, ptr %memo.size.place
  %result.size.place = getelementptr i64, ptr %result.sizes, i64 %m
  %result.size = load i64, ptr %result.size.place
  %dim.same = icmp eq i64 %memo.size, %result.size
  br i1 %dim.same, label %same.dim, label %by.python
same.dim:
  %m.next = add i64 %m, 1
  br label %last.dim
allocate:
  %result.type = phi ptr [%static.type, %one], [%last.type, %last.dim]
  %made = call ptr @gw_c_PyType_GenericAlloc(ptr @gw_eager_tensor, i64 0)
  %made.failed = icmp eq ptr %made, null
  br i1 %made.failed, label %failed, label %fill
fill:
  %made.payload = getelementptr i8, ptr %made, i64 $array
  store ptr %result, ptr %made.payload
  %made.type = getelementptr i8, ptr %made, i64 $type
  store ptr %result.type, ptr %made.type
  call void @gw_c_Py_IncRef(ptr %result.type)
  store ptr %made, ptr %result.place
  br label %wrapped
by.python:
  %wrapper = get ptr %memo + 8
  %made.slowly = call ptr @gw_c_PyObject_VectorcallDict(ptr %wrapper, ptr %result.place, i64 1, ptr null)
  %slow.failed = icmp eq ptr %made.slowly, null
  br i1 %slow.failed, label %failed, label %exchange
exchange:
  call void @gw_c_Py_DecRef(ptr %result)
  store ptr %made.slowly, ptr %result.place
  br label %wrapped
wrapped:
  %w.next = add i64 %w, 1
  br label %wrap
failed:
  ret i1 false
done:
  ret i1 true
}
"""

# a structure from its program: gives the piece behind it, null with an error set; leaves are taken out of `results`
BUILD = """
define internal ptr @gw_build(ptr %piece, ptr %results, ptr %target) {
start:
  %kind = load i64, ptr %piece
  %size = get i64 %piece + 8
  %extra = get ptr %piece + 16
  %behind = getelementptr i8, ptr %piece, i64 24
  %parts.bytes = shl i64 %size, 3
  switch i64 %kind, label %call [
    i64 $p_leaf, label %leaf
    i64 $p_object, label %object
    i64 $p_tuple, label %tuple
    i64 $p_list, label %list
    i64 $p_dict, label %dict
  ]
leaf:
  %leaf.place = getelementptr ptr, ptr %results, i64 %size
  %taken = load ptr, ptr %leaf.place
  store ptr null, ptr %leaf.place
  store ptr %taken, ptr %target
  ret ptr %behind
object:
  call void @gw_c_Py_IncRef(ptr %extra)
  store ptr %extra, ptr %target
  ret ptr %behind
tuple:
  %new.tuple = call ptr @gw_c_PyTuple_New(i64 %size)
  %no.tuple = icmp eq ptr %new.tuple, null
  br i1 %no.tuple, label %failed, label %tuple.made
tuple.made:
  %tuple.items = getelementptr i8, ptr %new.tuple, i64 $at_tuple_items
  br label %fill
list:
  %new.list = call ptr @gw_c_PyList_New(i64 %size)
  %no.list = icmp eq ptr %new.list, null
  br i1 %no.list, label %failed, label %list.made
list.made:
  %list.items = get ptr %new.list + $at_list_items
  br label %fill
fill:
  %sequence = phi ptr [%new.tuple, %tuple.made], [%new.list, %list.made]
  %items = phi ptr [%tuple.items, %tuple.made], [%list.items, %list.made]
  br label %item
item:
  %i = phi i64 [0, %fill], [%i.next, %item.one]
  %item.piece = phi ptr [%behind, %fill], [%item.behind, %item.one]
  %items.left = icmp slt i64 %i, %size
  br i1 %items.left, label %item.one, label %items.done
item.one:
  %item.place = getelementptr ptr, ptr %items, i64 %i
  %item.behind = call ptr @gw_build(ptr %item.piece, ptr %results, ptr %item.place)
  %i.next = add i64 %i, 1
  %item.failed = icmp eq ptr %item.behind, null
  br i1 %item.failed, label %drop, label %item
items.done:
  store ptr %sequence, ptr %target
  ret ptr %item.piece
dict:
  %new.dict = call ptr @gw_c_PyDict_New()
  %no.dict = icmp eq ptr %new.dict, null
  br i1 %no.dict, label %failed, label %dict.made
dict.made:
  %value.place = alloca ptr, align 8
  br label %value
value:
  %v = phi i64 [0, %dict.made], [%v.next, %value.set]
  %value.piece = phi ptr [%behind, %dict.made], [%value.behind, %value.set]
  %values.left = icmp slt i64 %v, %size
  br i1 %values.left, label %value.one, label %values.done
value.one:
  %value.behind = call ptr @gw_build(ptr %value.piece, ptr %results, ptr %value.place)
  %value.failed = icmp eq ptr %value.behind, null
  br i1 %value.failed, label %drop, label %value.made
value.made:
  %key.place = getelementptr ptr, ptr %extra, i64 %v
  %key = load ptr, ptr %key.place
  %made.value = load ptr, ptr %value.place
  %set = call i32 @gw_c_PyDict_SetItem(ptr %new.dict, ptr %key, ptr %made.value)
  call void @gw_c_Py_DecRef(ptr %made.value)
  %is.set = icmp eq i32 %set, 0
  br i1 %is.set, label %value.set, label %drop
value.set:
  %v.next = add i64 %v, 1
  br label %value
values.done:
  store ptr %new.dict, ptr %target
  ret ptr %value.piece
drop:
  %unfinished = phi ptr [%sequence, %item.one], [%new.dict, %value.one], [%new.dict, %value.made]
  call void @gw_c_Py_DecRef(ptr %unfinished)
  br label %failed
call:
  %given = alloca ptr, i64 %size, align 16
  call void @llvm.memset.p0.i64(ptr %given, i8 0, i64 %parts.bytes, i1 false)
  br label %given.next
given.next:
  %g = phi i64 [0, %call], [%g.next, %given.one]
  %given.piece = phi ptr [%behind, %call], [%given.behind, %given.one]
  %given.left = icmp slt i64 %g, %size
  br i1 %given.left, label %given.one, label %given.done
given.one:
  %given.place = getelementptr ptr, ptr %given, i64 %g
  %given.behind = call ptr @gw_build(ptr %given.piece, ptr %results, ptr %given.place)
  %g.next = add i64 %g, 1
  %given.failed = icmp eq ptr %given.behind, null
  br i1 %given.failed, label %given.drop, label %given.next
given.drop:
  call void @gw_drop(ptr %given, i64 %size)
  br label %failed
given.done:
  %called = call ptr @gw_c_PyObject_VectorcallDict(ptr %extra, ptr %given, i64 %size, ptr null)
  call void @gw_drop(ptr %given, i64 %size)
  store ptr %called, ptr %target
  %call.failed = icmp eq ptr %called, null
  br i1 %call.failed, label %failed, label %call.done
call.done:
  ret ptr %given.piece
failed:
  ret ptr null
}
define internal void @gw_drop(ptr %objects, i64 %count) {
start:
  br label %next
next:
  %i = phi i64 [0, %start], [%i.next, %one]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %one, label %done
one:
  %place = getelementptr ptr, ptr %objects, i64 %i
  %object = load ptr, ptr %place
  call void @gw_c_Py_DecRef(ptr %object)
  %i.next = add i64 %i, 1
  br label %next
done:
  ret void
}
"""

TEXT = WRAP + BUILD
