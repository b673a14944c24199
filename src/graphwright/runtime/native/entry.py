"""The entry of a program: a builtin that takes the user's call, checks it, runs the body and wraps the results.

One piece of machine code serves every program. What differs - the types the arguments must have, captures, types of
the results - stands in an array of words that the builtin owns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.core import context
from graphwright.core.tensor import EagerTensor, eager
from graphwright.ir.types import TensorType
from graphwright.runtime.executor import EntryRequest, Exactly
from graphwright.runtime.native import capi, jit
from graphwright.runtime.native.irtext import ModuleText

if TYPE_CHECKING:
    from graphwright.runtime.native.program import NativeProgram

# kinds of argument: a tensor of exactly this type, the same as a bare object, one very object, a tensor whose array
# is checked because its type has unknown dimensions
_ARRAY, _PAYLOAD, _SAME, _OPEN = range(4)
_PACKING = {"none": 0, "single": 1, "tuple": 2}
# places in the array of words
_DETOURS, _COUNT, _BODY, _MISS, _CAPTURES, _OUTPUTS, _PACK, _ARGUMENTS = range(8)


def make_entry(program: NativeProgram, request: EntryRequest) -> Callable[..., Any]:
    """The builtin for one way of calling a program."""
    # imported here: the program module is below this one
    from graphwright.runtime.native.program import BODY, readable

    keep: list[Any] = [program, program.keep_alive, context.detours, request]
    captures = [readable(t._array, t._type) for t in request.captures]
    words = [
        context.detours.__array_interface__["data"][0],
        len(request.arguments),
        program.code.address(BODY),
        id(request.miss),
        len(captures),
        len(program.output_types),
        _PACKING[request.packing],
    ]
    for argument in request.arguments:
        words += _argument_words(argument, keep)
    words += [id(c) for c in captures]
    for type_ in program.output_types:
        words += [id(type_), 0] if type_.is_static else [0, _memo(type_, keep)]
    table = np.array(words, np.int64)
    code = _code()
    keep += [captures, code]
    made: Callable[..., Any] = capi.builtin(
        code.address("gw_entry"), request.name, self_obj=table, keep=keep, keyword=True
    )
    return made


def _argument_words(argument: Any, keep: list[Any]) -> list[int]:
    if isinstance(argument, Exactly):
        return [_SAME, id(argument.value)]
    assert isinstance(argument, TensorType)
    if argument.dtype.name in ("resource", "variant"):
        return [_PAYLOAD, id(argument)]
    if argument.is_static:
        return [_ARRAY, id(argument)]
    dims = argument.dims
    sizes = [] if dims is None else [d if isinstance(d, int) else -1 for d in dims]
    described = np.array([id(argument.dtype.numpy), -1 if dims is None else len(dims), *sizes], np.int64)
    keep.append(described)
    return [_OPEN, described.__array_interface__["data"][0]]


def _memo(type_: TensorType, keep: list[Any]) -> int:
    """The address of what is known of a result whose type differs from call to call.

    Three words - the type of the last result, the function that makes a tensor of an array, the rank or -1 - and
    the dimensions of the last result: while they stay, so does the type.
    """
    rank = -1 if type_.rank is None else type_.rank
    words = np.zeros(3 + max(rank, 0), np.int64)

    def wrap(array: Any) -> EagerTensor:
        made = eager(array)
        if rank >= 0:
            words[0] = id(made._type)  # known types live for ever
            words[3:] = array.shape
        return made

    words[1:3] = id(wrap), rank
    keep += [words, wrap]
    address: int = words.__array_interface__["data"][0]
    return address


@cache
def _code() -> jit.Code:
    module = ModuleText()
    layout = capi.layout()
    arguments = {
        "array": capi.slot_offset(EagerTensor, "_array"),
        "type": capi.slot_offset(EagerTensor, "_type"),
        "usable": capi.C_CONTIGUOUS | capi.ALIGNED,
        **{f"at_{name}": getattr(layout, name) for name in layout.__slots__},
        **{
            f"w_{n}": 8 * i
            for i, n in enumerate(("detours", "count", "body", "miss", "captures", "outputs", "pack", "args"))
        },
        "same": _SAME,
        "payload": _PAYLOAD,
        "open": _OPEN,
    }
    module.add(_text(arguments))
    symbols = {**capi.symbols(), "gw_eager_tensor": id(EagerTensor), "gw_none": id(None)}
    return jit.compile_ir(module.text(), symbols=symbols)


_DECLARATIONS = """
@gw_eager_tensor = external global i8
@gw_none = external global i8
declare void @gw_c_Py_IncRef(ptr)
declare void @gw_c_Py_DecRef(ptr)
declare ptr @gw_c_PyType_GenericAlloc(ptr, i64)
declare ptr @gw_c_PyTuple_New(i64)
declare ptr @gw_c_PyObject_VectorcallDict(ptr, ptr, i64, ptr)
declare ptr @gw_c_PyDict_New()
declare i32 @gw_c_PyDict_SetItem(ptr, ptr, ptr)
declare i64 @gw_c_PyTuple_Size(ptr)
"""

# the arguments, one by one; anything unexpected goes to %other with nothing to clean up
_CHECKS = """
define ptr @gw_entry(ptr %self, ptr %args, i64 %count, ptr %names) {
start:
  %self.item = getelementptr i8, ptr %self, i64 $at_tuple_items
  %table = load ptr, ptr %self.item
  %words.place = getelementptr i8, ptr %table, i64 $at_data
  %words = load ptr, ptr %words.place
  %detours.place = load ptr, ptr %words
  %detours = load i64, ptr %detours.place
  %straight = icmp eq i64 %detours, 0
  %count.place = getelementptr i8, ptr %words, i64 $w_count
  %expected = load i64, ptr %count.place
  %counted = icmp eq i64 %count, %expected
  %unnamed = icmp eq ptr %names, null
  %fits = and i1 %straight, %counted
  %plain = and i1 %fits, %unnamed
  br i1 %plain, label %enter, label %other
enter:
  %captures.place = getelementptr i8, ptr %words, i64 $w_captures
  %captures = load i64, ptr %captures.place
  %outputs.place = getelementptr i8, ptr %words, i64 $w_outputs
  %outputs = load i64, ptr %outputs.place
  %most = add i64 %count, %captures
  %inputs = alloca ptr, i64 %most, align 16
  %results = alloca ptr, i64 %outputs, align 16
  %arguments = getelementptr i8, ptr %words, i64 $w_args
  br label %next
next:
  %i = phi i64 [0, %enter], [%i.same, %same], [%i.taken, %take]
  %filled = phi i64 [0, %enter], [%filled, %same], [%filled.taken, %take]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %argument, label %checked
argument:
  %given.place = getelementptr ptr, ptr %args, i64 %i
  %given = load ptr, ptr %given.place
  %double = shl i64 %i, 1
  %kind.place = getelementptr i64, ptr %arguments, i64 %double
  %kind = load i64, ptr %kind.place
  %wanted.place = getelementptr i8, ptr %kind.place, i64 8
  %wanted = load ptr, ptr %wanted.place
  %is.same = icmp eq i64 %kind, $same
  br i1 %is.same, label %identity, label %tensor
identity:
  %identical = icmp eq ptr %given, %wanted
  br i1 %identical, label %same, label %other
same:
  %i.same = add i64 %i, 1
  br label %next
tensor:
  %class.place = getelementptr i8, ptr %given, i64 $at_ob_type
  %class = load ptr, ptr %class.place
  %is.eager = icmp eq ptr %class, @gw_eager_tensor
  br i1 %is.eager, label %look, label %other
look:
  %payload.place = getelementptr i8, ptr %given, i64 $array
  %payload = load ptr, ptr %payload.place
  %is.open = icmp eq i64 %kind, $open
  br i1 %is.open, label %memory, label %typed
typed:
  %type.place = getelementptr i8, ptr %given, i64 $type
  %type = load ptr, ptr %type.place
  %type.fits = icmp eq ptr %type, %wanted
  br i1 %type.fits, label %kinds, label %other
kinds:
  %is.payload = icmp eq i64 %kind, $payload
  br i1 %is.payload, label %take, label %memory
memory:
  %flags.place = getelementptr i8, ptr %payload, i64 $at_flags
  %flags = load i32, ptr %flags.place
  %both = and i32 %flags, $usable
  %usable = icmp eq i32 %both, $usable
  br i1 %usable, label %lies.well, label %other
lies.well:
  br i1 %is.open, label %opened, label %take
take:
  %input.place = getelementptr ptr, ptr %inputs, i64 %filled
  store ptr %payload, ptr %input.place
  %filled.taken = add i64 %filled, 1
  %i.taken = add i64 %i, 1
  br label %next
"""

# a tensor whose type has unknown dimensions: dtype, rank and the known sizes of its array are compared
_OPEN_TYPES = """
opened:
  %dtype.place = getelementptr i8, ptr %payload, i64 $at_descr
  %dtype = load ptr, ptr %dtype.place
  %dtype.wanted = load ptr, ptr %wanted
  %dtype.fits = icmp eq ptr %dtype, %dtype.wanted
  br i1 %dtype.fits, label %ranks, label %other
ranks:
  %rank.place = getelementptr i8, ptr %payload, i64 $at_nd
  %rank.short = load i32, ptr %rank.place
  %rank = sext i32 %rank.short to i64
  %rank.wanted.place = getelementptr i8, ptr %wanted, i64 8
  %rank.wanted = load i64, ptr %rank.wanted.place
  %any.rank = icmp slt i64 %rank.wanted, 0
  br i1 %any.rank, label %take, label %rank.known
rank.known:
  %rank.fits = icmp eq i64 %rank, %rank.wanted
  %sizes.place = getelementptr i8, ptr %payload, i64 $at_dimensions
  %sizes = load ptr, ptr %sizes.place
  %sizes.wanted = getelementptr i8, ptr %wanted, i64 16
  br i1 %rank.fits, label %axis, label %other
axis:
  %k = phi i64 [0, %rank.known], [%k.next, %axis.done]
  %axes.left = icmp slt i64 %k, %rank
  br i1 %axes.left, label %size, label %take
size:
  %size.place = getelementptr i64, ptr %sizes, i64 %k
  %size.found = load i64, ptr %size.place
  %size.wanted.place = getelementptr i64, ptr %sizes.wanted, i64 %k
  %size.wanted = load i64, ptr %size.wanted.place
  %size.equal = icmp eq i64 %size.found, %size.wanted
  %size.free = icmp slt i64 %size.wanted, 0
  %size.fits = or i1 %size.equal, %size.free
  br i1 %size.fits, label %axis.done, label %other
axis.done:
  %k.next = add i64 %k, 1
  br label %axis
"""

_RUN = """
checked:
  %pairs.end = getelementptr i64, ptr %arguments, i64 %count
  %captured = getelementptr i64, ptr %pairs.end, i64 %count
  %first.capture = getelementptr ptr, ptr %inputs, i64 %filled
  br label %capture
capture:
  %c = phi i64 [0, %checked], [%c.next, %captured.one]
  %captures.left = icmp slt i64 %c, %captures
  br i1 %captures.left, label %captured.one, label %run
captured.one:
  %capture.from = getelementptr ptr, ptr %captured, i64 %c
  %capture.object = load ptr, ptr %capture.from
  %capture.to = getelementptr ptr, ptr %first.capture, i64 %c
  store ptr %capture.object, ptr %capture.to
  %c.next = add i64 %c, 1
  br label %capture
run:
  %types = getelementptr i64, ptr %captured, i64 %captures
  %body.place = getelementptr i8, ptr %words, i64 $w_body
  %body = load ptr, ptr %body.place
  %status = call i32 %body(ptr %inputs, ptr %results)
  %ran = icmp eq i32 %status, 0
  br i1 %ran, label %wrap, label %failed
wrap:
  %w = phi i64 [0, %run], [%w.next, %wrapped]
  %left = icmp slt i64 %w, %outputs
  br i1 %left, label %one, label %pack
one:
  %result.place = getelementptr ptr, ptr %results, i64 %w
  %result = load ptr, ptr %result.place
  %w.double = shl i64 %w, 1
  %result.type.place = getelementptr ptr, ptr %types, i64 %w.double
  %static.type = load ptr, ptr %result.type.place
  %typeless = icmp eq ptr %static.type, null
  br i1 %typeless, label %open.result, label %allocate
open.result:
  %memo.place = getelementptr i8, ptr %result.type.place, i64 8
  %memo = load ptr, ptr %memo.place
  %last.type = load ptr, ptr %memo
  %none.yet = icmp eq ptr %last.type, null
  br i1 %none.yet, label %by.python, label %last.dims
last.dims:
  %memo.rank.place = getelementptr i8, ptr %memo, i64 16
  %memo.rank = load i64, ptr %memo.rank.place
  %memo.sizes = getelementptr i8, ptr %memo, i64 24
  %result.sizes.place = getelementptr i8, ptr %result, i64 $at_dimensions
  %result.sizes = load ptr, ptr %result.sizes.place
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
  br i1 %made.failed, label %undo, label %fill
fill:
  %made.payload = getelementptr i8, ptr %made, i64 $array
  store ptr %result, ptr %made.payload
  %made.type = getelementptr i8, ptr %made, i64 $type
  store ptr %result.type, ptr %made.type
  call void @gw_c_Py_IncRef(ptr %result.type)
  store ptr %made, ptr %result.place
  br label %wrapped
by.python:
  %wrap.place = getelementptr i8, ptr %memo, i64 8
  %wrapper = load ptr, ptr %wrap.place
  %made.slowly = call ptr @gw_c_PyObject_VectorcallDict(ptr %wrapper, ptr %result.place, i64 1, ptr null)
  %slow.failed = icmp eq ptr %made.slowly, null
  br i1 %slow.failed, label %undo, label %exchange
exchange:
  call void @gw_c_Py_DecRef(ptr %result)
  store ptr %made.slowly, ptr %result.place
  br label %wrapped
wrapped:
  %w.next = add i64 %w, 1
  br label %wrap
pack:
  %pack.place = getelementptr i8, ptr %words, i64 $w_pack
  %packing = load i64, ptr %pack.place
  %as.single = icmp eq i64 %packing, 1
  br i1 %as.single, label %single, label %several
single:
  %only = load ptr, ptr %results
  ret ptr %only
several:
  %as.tuple = icmp eq i64 %packing, 2
  br i1 %as.tuple, label %tuple, label %nothing
tuple:
  %tuple.made = call ptr @gw_c_PyTuple_New(i64 %outputs)
  %tuple.failed = icmp eq ptr %tuple.made, null
  br i1 %tuple.failed, label %undo, label %move
move:
  %items = getelementptr i8, ptr %tuple.made, i64 $at_tuple_items
  %bytes = shl i64 %outputs, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %items, ptr %results, i64 %bytes, i1 false)
  ret ptr %tuple.made
nothing:
  call void @gw_drop(ptr %results, i64 %outputs)
  call void @gw_c_Py_IncRef(ptr @gw_none)
  ret ptr @gw_none
undo:
  call void @gw_drop(ptr %results, i64 %outputs)
  br label %failed
failed:
  ret ptr null
other:
  %miss.place = getelementptr i8, ptr %words, i64 $w_miss
  %miss = load ptr, ptr %miss.place
  %missed = call ptr @gw_forward(ptr %miss, ptr %args, i64 %count, ptr %names)
  ret ptr %missed
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
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


def _text(numbers: dict[str, int]) -> str:
    """The entry's text with the offsets and numbers of this process put in."""
    text = _DECLARATIONS + _CHECKS + _OPEN_TYPES + _RUN
    for name in sorted(numbers, key=len, reverse=True):
        text = text.replace("$" + name, str(numbers[name]))
    return text
