"""The machine code that takes a call and runs the entry that was found for it."""

from __future__ import annotations

DECLARATIONS = """
@gw_eager_tensor = external global i8
@gw_variable_state = external global i8
@gw_ndarray = external global i8
@gw_int = external global i8
@gw_float = external global i8
@gw_str = external global i8
@gw_none = external global i8
declare void @gw_c_Py_IncRef(ptr)
declare void @gw_c_Py_DecRef(ptr)
declare void @gw_c_PyErr_Clear()
declare ptr @gw_c_PyType_GenericAlloc(ptr, i64)
declare ptr @gw_c_PyTuple_New(i64)
declare ptr @gw_c_PyList_New(i64)
declare ptr @gw_c_PyDict_New()
declare i32 @gw_c_PyDict_SetItem(ptr, ptr, ptr)
declare ptr @gw_c_PyDict_GetItemWithError(ptr, ptr)
declare ptr @gw_c_PyObject_GenericGetDict(ptr, ptr)
declare i32 @gw_c_PyGC_Disable()
declare i32 @gw_c_PyGC_Enable()
declare i64 @gw_c_PyDict_Size(ptr)
declare i64 @gw_c_PyTuple_Size(ptr)
declare i32 @gw_c_PyUnicode_Compare(ptr, ptr)
declare i32 @gw_c_PyObject_RichCompareBool(ptr, ptr, i32)
declare ptr @gw_c_PyObject_VectorcallDict(ptr, ptr, i64, ptr)
declare ptr @gw_c_PyArray_NewCopy(ptr, i32)
declare i64 @gw_c_PyThread_get_thread_ident()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""

# the call as it comes: the latest entry first, then the table; what is not there goes to Python
ENTER = """
define ptr @gw_entry(ptr %self, ptr %args, i64 %count, ptr %names) {
start:
  %table = get ptr %self + $at_tuple_items
  %head = get ptr %table + $at_data
  %detours.place = get ptr %head + $h_detours
  %detours = load i64, ptr %detours.place
  %most = get i64 %head + $h_most
  %inputs = alloca ptr, i64 %most, align 16
  %objects = alloca ptr, i64 %most, align 16
  %needs = alloca i64, align 8
  store i64 0, ptr %needs
  %straight = icmp eq i64 %detours, 0
  br i1 %straight, label %begin, label %detour
detour:
  %found.way = call i64 @gw_way(ptr %detours.place)
  %blocked = icmp eq i64 %found.way, 2
  br i1 %blocked, label %other, label %begin
begin:
  %way = phi i64 [0, %start], [%found.way, %detour]
  %first = get ptr %head + $h_first
  %no.first = icmp eq ptr %first, null
  br i1 %no.first, label %search, label %try
try:
  %fits = call i1 @gw_match(ptr %first, ptr %args, i64 %count, ptr %names, ptr %inputs, ptr %objects, ptr %needs)
  br i1 %fits, label %found, label %search
search:
  %looked.up = call ptr @gw_search(ptr %head, ptr %args, i64 %count, ptr %names, ptr %inputs, ptr %objects, ptr %needs)
  %unknown = icmp eq ptr %looked.up, null
  br i1 %unknown, label %other, label %found
found:
  %entry = phi ptr [%first, %try], [%looked.up, %search]
  %left.place = get ptr %entry + $e_left
  %left = load i64, ptr %left.place
  %is.due = icmp eq i64 %left, 0
  br i1 %is.due, label %due, label %counted
counted:
  %left.now = sub i64 %left, 1
  %is.taped = icmp ne i64 %way, 0
  br i1 %is.taped, label %taped, label %straight.on
straight.on:
  %body = get ptr %entry + $e_body
  %no.body = icmp eq ptr %body, null
  br i1 %no.body, label %other, label %run
run:
  store i64 %left.now, ptr %left.place
  %given.needs = load i64, ptr %needs
  %result = call ptr @gw_perform(ptr %entry, ptr %inputs, i64 %given.needs)
  ret ptr %result
taped:
  %recorder = get ptr %entry + $e_recorder
  %no.recorder = icmp eq ptr %recorder, null
  br i1 %no.recorder, label %other, label %record
record:
  store i64 %left.now, ptr %left.place
  %owner = get ptr %entry + $e_owner
  %recorded.inputs = get i64 %entry + $e_inputs
  call void @gw_c_Py_IncRef(ptr %owner)
  %recorded = call ptr @gw_c_PyObject_VectorcallDict(ptr %recorder, ptr %objects, i64 %recorded.inputs, ptr null)
  call void @gw_c_Py_DecRef(ptr %owner)
  ret ptr %recorded
due:
  %due.owner = get ptr %entry + $e_owner
  %looker = get ptr %head + $h_due
  %looked = call ptr @gw_hand_over(ptr %looker, ptr %due.owner, ptr %args, i64 %count, ptr %names)
  ret ptr %looked
other:
  %miss = get ptr %head + $h_miss
  %missed = call ptr @gw_forward(ptr %miss, ptr %args, i64 %count, ptr %names)
  ret ptr %missed
}
; which way this thread has to go while there are detours: 0 straight on, 1 a tape is recording, 2 the long way
define internal i64 @gw_way(ptr %detours) noinline {
start:
  %everywhere = get i64 %detours + 8
  %all = icmp ne i64 %everywhere, 0
  br i1 %all, label %long, label %self
self:
  %ident = call i64 @gw_c_PyThread_get_thread_ident()
  %used = get i64 %detours + 16
  br label %next
next:
  %k = phi i64 [0, %self], [%k.next, %other]
  %more = icmp slt i64 %k, %used
  br i1 %more, label %look, label %straight
look:
  %bytes = mul i64 %k, 24
  %slot = getelementptr i8, ptr %detours, i64 %bytes
  %thread = get i64 %slot + 24
  %mine = icmp eq i64 %thread, %ident
  br i1 %mine, label %own, label %other
other:
  %k.next = add i64 %k, 1
  br label %next
own:
  %reasons = get i64 %slot + 32
  %tapes = get i64 %slot + 40
  %long.way = icmp ne i64 %reasons, 0
  br i1 %long.way, label %long, label %tape
tape:
  %recording = icmp ne i64 %tapes, 0
  %answer = zext i1 %recording to i64
  ret i64 %answer
straight:
  ret i64 0
long:
  ret i64 2
}
"""

# what an entry stands for: fill in the captures, run the body, wrap and pack; the entry is held meanwhile
PERFORM = """
define internal ptr @gw_perform(ptr %entry, ptr %inputs, i64 %needs) {
start:
  %captures = get i64 %entry + $e_captures
  %outputs = get i64 %entry + $e_outputs
  %filled = get i64 %entry + $e_inputs
  %owner = get ptr %entry + $e_owner
  %results = alloca ptr, i64 %outputs, align 16
  call void @gw_c_Py_IncRef(ptr %owner)
  %captured = get ptr %entry + $e_captured
  %first.capture = getelementptr ptr, ptr %inputs, i64 %filled
  br label %capture
capture:
  %c = phi i64 [0, %start], [%c.next, %captured.one]
  %captures.left = icmp slt i64 %c, %captures
  br i1 %captures.left, label %captured.one, label %holding
captured.one:
  %capture.from = getelementptr ptr, ptr %captured, i64 %c
  %capture.object = load ptr, ptr %capture.from
  %capture.to = getelementptr ptr, ptr %first.capture, i64 %c
  store ptr %capture.object, ptr %capture.to
  %c.next = add i64 %c, 1
  br label %capture
holding:
  %always = get i64 %entry + $e_hold
  %either = or i64 %always, %needs
  %hold = icmp ne i64 %either, 0
  br i1 %hold, label %prepare, label %run
prepare:
  %how = get ptr %entry + $e_how
  %prepared = call i1 @gw_prepare(ptr %inputs, i64 %filled, ptr %how)
  br i1 %prepared, label %run, label %failed
run:
  %body = get ptr %entry + $e_body
  %status = call i32 %body(ptr %inputs, ptr %results)
  br i1 %hold, label %release, label %ended
release:
  call void @gw_drop(ptr %inputs, i64 %filled)
  br label %ended
ended:
  %ran = icmp eq i32 %status, 0
  br i1 %ran, label %wrap, label %failed
wrap:
  %types = get ptr %entry + $e_types
  %wrapped = call i1 @gw_wrap(ptr %results, i64 %outputs, ptr %types)
  br i1 %wrapped, label %pack, label %undo
pack:
  %program = get ptr %entry + $e_program
  %kind = load i64, ptr %program
  %is.leaf = icmp eq i64 %kind, $p_leaf
  %is.alone = icmp eq i64 %outputs, 1
  %as.single = and i1 %is.leaf, %is.alone
  br i1 %as.single, label %single, label %several
single:
  %only = load ptr, ptr %results
  call void @gw_c_Py_DecRef(ptr %owner)
  ret ptr %only
several:
  %built = alloca ptr, align 8
  store ptr null, ptr %built
  %behind = call ptr @gw_build(ptr %program, ptr %results, ptr %built)
  %broken = icmp eq ptr %behind, null
  br i1 %broken, label %undo, label %done
done:
  call void @gw_drop(ptr %results, i64 %outputs)
  %whole = load ptr, ptr %built
  call void @gw_c_Py_DecRef(ptr %owner)
  ret ptr %whole
undo:
  call void @gw_drop(ptr %results, i64 %outputs)
  br label %failed
failed:
  call void @gw_c_Py_DecRef(ptr %owner)
  ret ptr null
}
; inputs that others could change or drop meanwhile are held, or copied: 0 hold, 1 copy what lies badly, 2 copy
define internal i1 @gw_prepare(ptr %inputs, i64 %count, ptr %how) noinline {
start:
  br label %next
next:
  %i = phi i64 [0, %start], [%i.next, %held]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %one, label %done
one:
  %place = getelementptr ptr, ptr %inputs, i64 %i
  %object = load ptr, ptr %place
  %mode.place = getelementptr i64, ptr %how, i64 %i
  %mode = load i64, ptr %mode.place
  switch i64 %mode, label %copy [
    i64 0, label %hold
    i64 1, label %look
  ]
look:
  %flags = get i32 %object + $at_flags
  %both = and i32 %flags, $usable
  %usable = icmp eq i32 %both, $usable
  br i1 %usable, label %hold, label %copy
hold:
  call void @gw_c_Py_IncRef(ptr %object)
  br label %held
copy:
  %copied = call ptr @gw_c_PyArray_NewCopy(ptr %object, i32 0)
  %failed = icmp eq ptr %copied, null
  br i1 %failed, label %undo, label %store
store:
  store ptr %copied, ptr %place
  br label %held
held:
  %i.next = add i64 %i, 1
  br label %next
undo:
  call void @gw_drop(ptr %inputs, i64 %i)
  ret i1 false
done:
  ret i1 true
}
"""

# a call handed to Python
FORWARD = """
; the call with one argument before the others
define internal ptr @gw_hand_over(ptr %callee, ptr %first, ptr %args, i64 %count, ptr %names) noinline {
start:
  $all_arguments
  %room = add i64 %total, 1
  %given = alloca ptr, i64 %room, align 16
  store ptr %first, ptr %given
  %rest = getelementptr i8, ptr %given, i64 8
  %bytes = shl i64 %total, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %args, i64 %bytes, i1 false)
  %one.more = add i64 %count, 1
  call void @gw_c_Py_IncRef(ptr %first)
  %result = call ptr @gw_forward(ptr %callee, ptr %given, i64 %one.more, ptr %names)
  call void @gw_c_Py_DecRef(ptr %first)
  ret ptr %result
}
; the call as it came: Python 3.10 exports no function that takes the names of keywords, only one with a dictionary
define internal ptr @gw_forward(ptr %callee, ptr %args, i64 %count, ptr %names) noinline {
start:
  %no.names = icmp eq ptr %names, null
  br i1 %no.names, label %plain, label %keywords
plain:
  %direct = call ptr @gw_c_PyObject_VectorcallDict(ptr %callee, ptr %args, i64 %count, ptr null)
  ret ptr %direct
keywords:
  %named = call i64 @gw_c_PyTuple_Size(ptr %names)
  %dict = call ptr @gw_c_PyDict_New()
  %no.dict = icmp eq ptr %dict, null
  br i1 %no.dict, label %failed, label %next
next:
  %i = phi i64 [0, %keywords], [%i.next, %set]
  %more = icmp slt i64 %i, %named
  br i1 %more, label %set, label %call
set:
  %items = getelementptr i8, ptr %names, i64 $at_tuple_items
  %name.place = getelementptr ptr, ptr %items, i64 %i
  %name = load ptr, ptr %name.place
  %at = add i64 %count, %i
  %value.place = getelementptr ptr, ptr %args, i64 %at
  %value = load ptr, ptr %value.place
  %refused = call i32 @gw_c_PyDict_SetItem(ptr %dict, ptr %name, ptr %value)
  %i.next = add i64 %i, 1
  %was.set = icmp eq i32 %refused, 0
  br i1 %was.set, label %next, label %drop
call:
  %result = call ptr @gw_c_PyObject_VectorcallDict(ptr %callee, ptr %args, i64 %count, ptr %dict)
  call void @gw_c_Py_DecRef(ptr %dict)
  ret ptr %result
drop:
  call void @gw_c_Py_DecRef(ptr %dict)
  br label %failed
failed:
  ret ptr null
}
"""

TEXT = DECLARATIONS + ENTER + PERFORM + FORWARD
