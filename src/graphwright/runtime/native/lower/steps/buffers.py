"""Binds values to storage: allocates arrays, takes them from Python, returns them, releases them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Alias
from graphwright.ir.types import TensorType
from graphwright.runtime.native.fusion.plan import is_object
from graphwright.runtime.native.fusion.steps import Plan, rule_of
from graphwright.runtime.native.fusion.symbolic_sizes import Size, contiguous, product, times
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.values import Array, Bound, Buffer, ListBuffer, Object, Scalar, Site
from graphwright.runtime.native.lower.steps.host_callback import lost_site
from graphwright.runtime.native.machine.limits import limits
from graphwright.runtime.native.runtime import block_allocator


class Environment:
    """What the values of one graph are bound to while its code is written, and how long they are needed."""

    def __init__(self, plan: Plan) -> None:
        self.values: dict[Value, Bound] = {}
        self.uses = plan.uses
        self.steps = plan.steps
        self.leaving = set(plan.outputs)
        # where a value that leaves the graph is wanted, if its producer can write there
        self.wanted: dict[Value, Array] = {}
        # where the ops that add to lists want the element they add
        self.in_lists: dict[Operation, str] = {}
        # values that somebody gets as an ndarray: they are made as one from the start
        self.results: set[Value] = plan.objects()
        # values that leave under other dimensions, and what they leave as; the arrays that were made for the latter
        self.leaves_as = self._leaves_as()
        self.made: dict[Value, Array] = {}

    def _leaves_as(self) -> dict[Value, Value]:
        found: dict[Value, Value] = {}
        for step in reversed(self.steps):
            if isinstance(rule_of(step), Alias):
                value = step.outputs[0]
                kept = value in self.leaving or value in self.results
                found[step.inputs[0]] = value if kept else found.get(value, value)
        return found


class Bindings:
    """The storage side of a writer."""

    def __init__(self, w: Writer) -> None:
        self.w = w
        self._numbers: dict[tuple[str, str], TextOperand] = {}
        self.op: Operation | None = None  # what memory is taken for
        self.largest_temporary: tuple[int, Operation | None] = (0, None)
        self.noted: list[tuple[Operation, int, bool]] | None = None  # the arrays of known size, for a profile
        self._lost_sites: dict[Operation, Site] = {}

    # objects and slots -------------------------------------------------------------------------------------

    def own(self, pointer: str) -> Buffer:
        """Put a new reference into a slot of the frame: it is released with the buffer, or when the body fails."""
        buffer = self.w.slots.take()
        self.w.ptr(self.slot(buffer)).store(pointer, "ptr")
        return buffer

    def slot(self, buffer: Buffer) -> IRValue:
        """The address of a buffer's slot."""
        assert buffer.slot is not None
        return self.w.ptr("%frame").at(buffer.slot, "ptr")

    def incref(self, pointer: str) -> None:
        """One more reference to an object."""
        self.w.call_python("void", self.w.c_function("Py_IncRef", "void", "ptr"), f"ptr {pointer}")

    def decref(self, pointer: str) -> None:
        """One reference less."""
        self.w.call_python("void", self.w.c_function("Py_DecRef", "void", "ptr"), f"ptr {pointer}")

    def retain(self, buffer: Buffer | None) -> None:
        """One more value looks at this storage."""
        if buffer is not None:
            buffer.uses += 1

    def release(self, buffer: Buffer | None) -> None:
        """A value that looked at this storage is dead; the last one gives it back."""
        if buffer is None:
            return
        buffer.uses -= 1
        if buffer.uses > 0:
            return
        for part in buffer.parts:
            self.release(part)
        if buffer.slot is not None:
            self.empty(buffer)
            self.w.slots.give_back(buffer)
        elif buffer.size:
            self.w.scratch.give_back(buffer)

    def empty(self, buffer: Buffer) -> None:
        """Release what a slot holds; it holds null then."""
        self.w.call_python("void", self.w.support("gw_clear"), f"ptr {self.slot(buffer)}")

    # arrays ------------------------------------------------------------------------------------------------

    def allocate(self, dtype: str, dims: Sequence[Dim], as_object: bool = False) -> Array:
        """Memory for an array: in the scratch block, or as an ndarray where its size is not known, or on demand."""
        size = product(dims).static
        dims = tuple(dims)
        if self.noted is not None and size is not None and self.op is not None:
            self.noted.append((self.op, size * ELEMENTS[dtype].size, as_object))
        if size is not None and not as_object:
            buffer = self.w.scratch.take(size * ELEMENTS[dtype].size)
            if buffer.size > self.largest_temporary[0]:
                self.largest_temporary = buffer.size, self.op
            pointer = self.w.in_scratch(buffer)
            return Array(dtype, pointer, dims, contiguous(dims), buffer)
        result = self.new_object(dtype, dims)
        buffer = self.own(result)
        return Array(dtype, self.data(result), dims, contiguous(dims), buffer, result)

    def new_object(self, dtype: str, dims: Sequence[Dim]) -> str:
        """A new ndarray, not yet filled; its reference must be put into a slot."""
        w, bytes_ = self.w, times(product(dims), Size(ELEMENTS[dtype].size))
        arguments = [f"i32 {len(dims)}", f"ptr {self._sizes(dims)}", f"i32 {self.type_number(dtype)}"]
        if bytes_.static is not None and bytes_.static < block_allocator.LARGE_BLOCK:
            result = w.call_python("ptr", w.support("gw_new_array"), *arguments)
        else:
            w.need_blocks()
            result = w.call_python("ptr", f"@{block_allocator.NEW_ARRAY}", *arguments, f"i64 {w.size(bytes_)}")
        w.fail_without_memory(result.is_null(), self._explanation())
        return result

    def new_text(self, dims: Sequence[Dim], bytes_: int) -> str:
        """A new array of text in a library, not yet filled; its reference must be put into a slot."""
        w = self.w
        arguments = [f"i32 {len(dims)}", f"ptr {self._sizes(dims)}", f"i32 {bytes_}"]
        result = w.call_python("ptr", w.support("gw_new_array"), *arguments)
        w.fail_without_memory(result.is_null(), self._explanation())
        return result

    def _explanation(self) -> int:
        """The place of what tells whose memory there is not."""
        assert self.op is not None
        if self.op not in self._lost_sites:
            self._lost_sites[self.op] = lost_site(self.op)
        return self.w.table.site(self._lost_sites[self.op])

    def _sizes(self, dims: Sequence[Dim]) -> str:
        """A pointer to dimensions as Python's C interface takes them."""
        w = self.w
        if not dims:
            return "null"
        texts = [w.dim(d) for d in dims]
        if all(t.isdigit() for t in texts):
            return w.constant(f"[{len(dims)} x i64]", "[" + ", ".join(f"i64 {t}" for t in texts) + "]")
        w.most_arguments = max(w.most_arguments, len(dims))
        for axis, text in enumerate(texts):
            w.at("%arguments", 8 * axis).store(text)
        return "%arguments"

    def type_number(self, dtype: str) -> str:
        """What new arrays of a dtype are made with, as an i32."""
        return self.w.embedding.type_number(self.w, dtype)

    def data(self, ndarray: str) -> str:
        """Where the elements of an ndarray are."""
        return self.w.at(ndarray, self.w.embedding.data).load("ptr")

    def load_scalar(self, dtype: str, pointer: str) -> Scalar:
        """The number at a place."""
        return Scalar(self.w.emitter.load(dtype, pointer))

    # between objects and values ----------------------------------------------------------------------------

    def from_object(
        self, pointer: str, type_: TensorType, buffer: Buffer | None, mismatch: Callable[[], None]
    ) -> Bound:
        """What an object holds, as a value of this type.

        An ndarray is contiguous, and has the dtype, the rank and the known sizes: that has been checked before. Unknown
        dimensions take their number from it, or are compared with the number they have; `mismatch` sets the error.
        """
        dims = type_.dims or ()
        dtype = type_.dtype.name
        if is_object(type_):
            if dtype not in ("resource", "variant"):
                self._take_dims(pointer, dims, mismatch)
            return Object(pointer, buffer)
        data = self.data(pointer)
        if not dims:
            return self.load_scalar(dtype, data)
        self._take_dims(pointer, dims, mismatch)
        return Array(dtype, data, dims, contiguous(dims), buffer, pointer)

    def _take_dims(self, pointer: str, dims: tuple[Dim, ...], mismatch: Callable[[], None]) -> None:
        w = self.w
        if not any(isinstance(d, Symbol) for d in dims):
            return
        sizes = w.at(pointer, w.embedding.dimensions).load("ptr")
        for axis, dim in enumerate(dims):
            if isinstance(dim, Symbol):
                text = w.at(sizes, 8 * axis).load("i64")
                self.resolve_dim(dim, text, mismatch)

    def resolve_dim(self, symbol: Symbol, text: str, mismatch: Callable[[], None]) -> None:
        """A dimension turns out to have this size: that is its number, or must be."""
        known = self.w.scope.text(symbol)
        if known is None:
            self.w.bind_symbol(symbol, text)
        elif known != text:
            self.w.unless(self.w.i64(known).eq(text), mismatch)

    def as_object(self, bound: Bound, dtype: str) -> tuple[str, Buffer | None]:
        """An object that holds the value, and the buffer that owns it if it is a new one (see `discard`)."""
        if isinstance(bound, Object):
            return bound.pointer, None
        if isinstance(bound, Array):
            if bound.object is not None:
                return bound.object, None
            result = self.allocate(bound.dtype, bound.dims, as_object=True)
            self.copy(bound, result)
        elif isinstance(bound, ListBuffer):
            from graphwright.runtime.native.lower.steps.list_buffer import as_list

            return as_list(self, bound)
        else:
            result = self.allocate(dtype, (), as_object=True)
            self.w.emitter.store(bound.operand, result.pointer)
        assert result.object is not None
        return result.object, result.buffer

    def copy(self, source: Array, target: Array) -> None:
        """Copy elements between arrays of the same dimensions."""
        if (target.size.static or 0) >= limits().releasing_work:
            self.w.begin(str(target.size.static))
        if source.is_contiguous and target.is_contiguous:
            count = self.w.multiply(self.w.size(target.size), str(ELEMENTS[target.dtype].size))
            self.w.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
            self.w.call(
                "void",
                "@llvm.memcpy.p0.p0.i64",
                self.w.ptr(target.pointer),
                self.w.ptr(source.pointer),
                count,
                "i1 false",
            )
            return
        from graphwright.runtime.native.lower.nests.fused_nest import copy_strided

        copy_strided(self.w, source, target)

    def contiguous(self, array: Array) -> Array:
        """The array itself, or a copy without gaps."""
        if array.is_contiguous:
            return array
        result = self.allocate(array.dtype, array.dims)
        self.copy(array, result)
        return result

    def discard(self, buffer: Buffer | None) -> None:
        """Give back storage that no value was bound to."""
        if buffer is not None:
            buffer.uses += 1
            self.release(buffer)

    def constant(self, array: np.ndarray[Any, Any], type_: TensorType) -> Bound:
        """A constant of the graph."""
        dtype = type_.dtype.name
        if is_object(type_):
            return Object(self.w.from_table(self.w.table.object(array)))
        if not array.ndim:
            return Scalar(self.number(array, dtype))
        array = np.ascontiguousarray(array)
        pointer = self.w.from_table(self.w.table.data(array))
        owner = self.w.from_table(self.w.table.object(array))
        return Array(dtype, pointer, array.shape, contiguous(array.shape), None, owner)

    def number(self, array: np.ndarray[Any, Any], dtype: str) -> TextOperand:
        """A constant number as an operand."""
        value = array.item()
        key = (dtype, repr(value))  # -0.0 equals 0.0, and NaN not even itself
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = self._number(value, dtype)
        return known

    def _number(self, value: Any, dtype: str) -> TextOperand:
        number = {"bool": bool, "float": float, "complex": complex}.get(ELEMENTS[dtype].kind, int)
        operand = self.w.emitter.const(number(value), dtype)
        assert operand.is_constant  # an instruction would not be known in all blocks that use the number
        return operand
