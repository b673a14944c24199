"""TensorArrays and stacks of TensorFlow 1 behind handles, and the ops on them.

Graphs that are loaded hold their arrays as lists instead (`graphdef/array_states.py`), which are compiled; these ops
are for programs that apply them by name.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.tensor import Array
from graphwright.ir.record import op

_numbers = itertools.count()


class ArrayStore:
    """The elements of a TensorArray, behind a handle.

    Args:
      size: the number of elements.
      dtype, shape: of an element.
      grows: whether writing behind the end makes it longer.
      clears: whether an element can be read once.
      alike: whether all elements have one shape.
      sums: whether what is written is added to what is there, as in an array of gradients.
    """

    def __init__(
        self, size: int, dtype: DType, shape: TensorShape, grows: bool, clears: bool, alike: bool, sums: bool = False,
        name: str = "",
    ) -> None:  # fmt: skip
        if size < 0:
            raise errors.InvalidArgumentError("Size should be >= 0.")
        self.dtype, self.shape = dtype, shape
        self._grows, self._clears, self._alike, self._sums = grows, clears, alike, sums
        self.items: list[Array | None] = [None] * size
        self._read: set[int] = set()
        self._cleared: set[int] = set()
        self._closed = False
        self._gradients: dict[str, ArrayStore] = {}
        self._name = name or f"TensorArrayV3_{next(_numbers)}"

    def __len__(self) -> int:
        return len(self.items)

    def write(self, index: int, value: Array) -> None:
        """Set an element, or add to it."""
        self._check_open()
        if value.dtype != self.dtype.numpy:
            raise errors.InvalidArgumentError(
                f"TensorArray dtype is {self.dtype.name} but Op is trying to write dtype {value.dtype}."
            )
        if index < 0 or (index >= len(self.items) and not self._grows):
            raise errors.InvalidArgumentError(
                f"TensorArray {self._name}: Tried to write to index {index} but array is not resizeable and size is: "
                f"{len(self.items)}"
            )
        if not self.shape.is_compatible_with(value.shape):
            raise errors.InvalidArgumentError(
                f"TensorArray {self._name}: Could not write to TensorArray index {index} because the value shape is "
                f"{list(value.shape)} which is incompatible with the TensorArray's inferred element shape: "
                f"{self.shape.as_list()} (consider setting infer_shape=False)."
            )
        self.items.extend([None] * (index + 1 - len(self.items)))
        before = self.items[index]
        if index in self._read:
            raise errors.InvalidArgumentError(
                f"TensorArray {self._name}: Could not write to TensorArray index {index} because it has already been "
                "read."
            )
        if before is not None and not self._sums:
            raise errors.InvalidArgumentError(
                f"TensorArray {self._name}: Could not write to TensorArray index {index} because it has already been "
                "written to."
            )
        if self._alike:
            self.shape = TensorShape(value.shape)
        self.items[index] = value if before is None else before + value

    def read(self, index: int, dtype: DType) -> Array:
        """An element; zeros where none was written and its shape is known."""
        self._check_open()
        if dtype is not self.dtype:
            raise errors.InvalidArgumentError(
                f"TensorArray dtype is {self.dtype.name} but Op requested dtype {dtype.name}."
            )
        if not 0 <= index < len(self.items):
            raise errors.InvalidArgumentError(f"Tried to read from index {index} but array size is: {len(self.items)}")
        if index in self._cleared:
            raise errors.InvalidArgumentError(
                f"TensorArray {self._name}: Could not read index {index} twice because it was cleared after a previous "
                "read (perhaps try setting clear_after_read = false?)."
            )
        item = self.items[index]
        if item is None:
            item = self._zeros(index)
        self._read.add(index)
        if self._clears:
            self.items[index] = None
            self._cleared.add(index)
        return item

    def _zeros(self, index: int) -> Array:
        if not self.shape.is_fully_defined():
            raise errors.InvalidArgumentError(
                f"TensorArray {self._name}: Could not read from TensorArray index {index}.  Furthermore, the element "
                f"shape is not fully defined: {self.shape}.  It is possible you are working with a resizeable "
                "TensorArray and stop_gradients is not allowing the gradients to be written."
            )
        return zeros(tuple(d or 0 for d in self.shape.static_dims or ()), self.dtype)

    def gradient(self, source: str, prepended: Sequence[int]) -> ArrayStore:
        """The array of the gradients of this one under a name; made at the first call, of this one's size."""
        self._check_open()
        self._grows = False  # its gradients have as many elements
        if source not in self._gradients:
            shapes = {i.shape for i in self.items if i is not None}
            shape = TensorShape(shapes.pop()) if self._alike and len(shapes) == 1 else self.shape
            made = ArrayStore(
                len(self.items), self.dtype, TensorShape(list(prepended)).concatenate(shape), False, True, self._alike,
                True, f"{self._name}@{source}",
            )  # fmt: skip
            for index, item in enumerate(self.items):
                if item is not None and not made.shape.is_fully_defined():
                    made.items[index] = zeros((*prepended, *item.shape), self.dtype)
            self._gradients[source] = made
        return self._gradients[source]

    def close(self) -> None:
        """Free the elements; later ops on the array are refused."""
        self.items, self._closed = [], True

    def _check_open(self) -> None:
        if self._closed:
            raise errors.InvalidArgumentError(f"TensorArray {self._name} has already been closed.")

    def resize(self, size: int) -> None:
        """Make it longer where it may grow; InvalidArgumentError if it may not and is of another size."""
        if size != len(self.items) and not (self._grows and size > len(self.items)):
            raise errors.InvalidArgumentError(
                f"TensorArray's size is not equal to the size of lengths ({len(self.items)} vs. {size}), and the "
                "TensorArray is not marked as dynamically resizeable"
            )
        self.items.extend([None] * (size - len(self.items)))


def zeros(shape: tuple[int, ...], dtype: DType) -> Array:
    """Zeros, or empty texts."""
    result: Array = np.full(shape, b"", object) if dtype.numpy.kind == "O" else np.zeros(shape, dtype.numpy)
    return result


def array_of(stored: Any) -> ArrayStore:
    """The array behind a handle; InvalidArgumentError for another resource."""
    if not isinstance(stored, ArrayStore):
        raise errors.InvalidArgumentError(f"The handle must be that of a TensorArray, got {stored!r}.")
    return stored


# records of arrays --------------------------------------------------------------------------------------------------

_FLOW = np.zeros((), np.float32)


def _make(
    size: Array, dtype: DType, element_shape: TensorShape, dynamic_size: bool, clear_after_read: bool,
    identical_element_shapes: bool, tensor_array_name: str,
) -> list[Any]:  # fmt: skip
    if size.ndim:
        raise errors.InvalidArgumentError(f"TensorArray size must be scalar, but had shape: {list(size.shape)}")
    made = ArrayStore(
        int(size), dtype, element_shape, dynamic_size, clear_after_read, identical_element_shapes, False,
        tensor_array_name,
    )  # fmt: skip
    return [made, _FLOW]


def _op(name: str, args: str, attrs: str, kernel: Callable[..., Any], shape: Callable[..., Any]) -> None:
    op(name, args, attrs, shape=shape, kernel=kernel, no_gradient=True, effect="write")


def _scalars(ctx: Any) -> Any:
    return () if ctx.record.single_output else [()] * len(ctx.record.outputs)


op(
    "TensorArrayV3",
    "size: int32 -> handle: resource, flow: float32",
    "dtype: type; element_shape: shape = unknown; dynamic_size: bool = false; clear_after_read: bool = true; "
    'identical_element_shapes: bool = false; tensor_array_name: string = ""',
    shape=_scalars,
    kernel=_make,
    no_gradient=True,
    effect="random",
)


def _write(stored: Any, index: Array, value: Array, flow: Array) -> Array:
    array_of(stored).write(int(index), value)
    return flow


def _rows_written(stored: Any, indices: Any, rows: Sequence[Array], flow: Array) -> Array:
    for index, row in zip(indices, rows, strict=True):
        array_of(stored).write(int(index), np.asarray(row, row.dtype))
    return flow


def _scatter(stored: Any, indices: Array, value: Array, flow: Array) -> Array:
    if not value.ndim or len(indices) != len(value):
        raise errors.InvalidArgumentError(
            f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(value) if value.ndim else 0}"
        )
    return _rows_written(stored, indices, [value[i, ...] for i in range(len(value))], flow)


def _split(stored: Any, value: Array, lengths: Array, flow: Array) -> Array:
    if not value.ndim or lengths.sum() != len(value):
        raise errors.InvalidArgumentError(
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {lengths.sum()} and "
            f"value's shape is: {list(value.shape)}"
        )
    array_of(stored).resize(len(lengths))
    return _rows_written(stored, range(len(lengths)), np.split(value, np.cumsum(lengths)[:-1]), flow)


def _gather(stored: Any, indices: Array, flow: Array, dtype: DType, element_shape: TensorShape) -> Array:
    array = array_of(stored)
    if not len(indices):
        return zeros((0, *_known(array.shape, element_shape, "element shape", "packing")), dtype)
    rows = [array.read(int(i), dtype) for i in indices]
    for index, row in zip(indices.tolist(), rows, strict=True):
        if row.shape != rows[0].shape:
            raise errors.InvalidArgumentError(
                f"TensorArray has inconsistent shapes.  Index {indices[0]} has shape: {list(rows[0].shape)} but index "
                f"{index} has shape: {list(row.shape)}"
            )
    return np.stack(rows)


def _known(own: TensorShape, declared: TensorShape, what: str, doing: str) -> tuple[int, ...]:
    shape = declared if declared.is_fully_defined() else own
    if not shape.is_fully_defined():
        raise errors.UnimplementedError(
            f"TensorArray has size zero, but {what} {shape} is not fully defined. Currently only static shapes are "
            f"supported when {doing} zero-size TensorArrays."
        )
    return tuple(d or 0 for d in shape.static_dims or ())


def _concat(stored: Any, flow: Array, dtype: DType, element_shape_except0: TensorShape) -> list[Array]:
    array = array_of(stored)
    if not len(array):
        rest = _known(TensorShape(None), element_shape_except0, "element_shape_except0", "concatenating")
        return [zeros((0, *rest), dtype), np.zeros(0, np.int64)]
    parts = [array.read(i, dtype) for i in range(len(array))]
    for index, part in enumerate(parts):
        if not part.ndim:
            raise errors.InvalidArgumentError(
                f"Concat saw a scalar shape at index {index} but requires at least vectors.  Did you mean to call pack?"
            )
        if part.shape[1:] != parts[0].shape[1:]:
            raise errors.InvalidArgumentError(
                "TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: "
                f"{list(parts[0].shape[1:])} but index {index} has (excepting dimension 0) shape: "
                f"{list(part.shape[1:])}"
            )
    return [np.concatenate(parts), np.array([len(p) for p in parts], np.int64)]


def _gradient(stored: Any, flow: Array, prepended: Array | None = None, *, source: str) -> list[Any]:
    return [array_of(stored).gradient(source, [] if prepended is None else prepended.tolist()), flow]


def _gathered_dims(ctx: Any) -> Any:
    dims = ctx.attrs["element_shape"].symbolic
    return None if dims is None else (ctx.dims(1) or (Symbol(),))[:1] + tuple(dims)


def _close(stored: Any) -> list[Any]:
    array_of(stored).close()
    return []


_ONE, _END = "handle: resource", "flow_in: float32 -> flow_out: float32"
_op("TensorArrayWriteV3", f"{_ONE}, index: int32, value: T, {_END}", "T: type", _write, _scalars)
_op("TensorArrayScatterV3", f"{_ONE}, indices: int32, value: T, {_END}", "T: type", _scatter, _scalars)
_op("TensorArraySplitV3", f"{_ONE}, value: T, lengths: int64, {_END}", "T: type", _split, _scalars)
_op(
    "TensorArrayReadV3", f"{_ONE}, index: int32, flow_in: float32 -> value: dtype", "dtype: type",
    lambda stored, index, flow, dtype: array_of(stored).read(int(index), dtype), lambda ctx: None,
)  # fmt: skip
_op(
    "TensorArrayGatherV3", f"{_ONE}, indices: int32, flow_in: float32 -> value: dtype",
    "dtype: type; element_shape: shape = unknown", _gather, _gathered_dims,
)  # fmt: skip
_op(
    "TensorArrayConcatV3", f"{_ONE}, flow_in: float32 -> value: dtype, lengths: int64",
    "dtype: type; element_shape_except0: shape = unknown", _concat, lambda ctx: [None, (Symbol(),)],
)  # fmt: skip
_op(
    "TensorArraySizeV3", f"{_ONE}, flow_in: float32 -> size: int32", "",
    lambda stored, flow: np.array(len(array_of(stored)), np.int32), _scalars,
)  # fmt: skip
_GRADIENT = "grad_handle: resource, flow_out: float32"
_op("TensorArrayGradV3", f"{_ONE}, flow_in: float32 -> {_GRADIENT}", "source: string", _gradient, _scalars)
_op(
    "TensorArrayGradWithShape", f"{_ONE}, flow_in: float32, shape_to_prepend: int32 -> {_GRADIENT}", "source: string",
    _gradient, _scalars,
)  # fmt: skip
_op("TensorArrayCloseV3", f"{_ONE} ->", "", _close, lambda ctx: [])

# stacks -------------------------------------------------------------------------------------------------------------


class StackStore:
    """A stack of tensors, behind a handle.

    Args:
      dtype: of the elements.
      most: how many there is room for; below zero any number.
    """

    def __init__(self, dtype: DType, most: int) -> None:
        self._dtype, self._most = dtype, most
        self._items: list[Array] | None = []

    def push(self, value: Array) -> None:
        """Put an element on top."""
        items = self._open()
        if value.dtype != self._dtype.numpy:
            raise errors.InvalidArgumentError(f"Must have type {self._dtype.name} but got {value.dtype}")
        if 0 <= self._most < len(items):  # one more than its size, as TensorFlow's
            raise errors.InvalidArgumentError(f"Stack overflowed its max_size ({self._most})")
        items.append(value)

    def pop(self) -> Array:
        """Remove the element on top."""
        items = self._open()
        if not items:
            raise errors.InvalidArgumentError("Stack is empty when calling Pop().")
        return items.pop()

    def close(self) -> None:
        """Free the elements."""
        self._items = None

    def _open(self) -> list[Array]:
        if self._items is None:
            raise errors.InvalidArgumentError("Stack has already been closed.")
        return self._items


def stack_of(stored: Any) -> StackStore:
    """The stack behind a handle; InvalidArgumentError for another resource."""
    if not isinstance(stored, StackStore):
        raise errors.InvalidArgumentError(f"The handle must be that of a stack, got {stored!r}.")
    return stored


def _pushed(stored: Any, value: Array, swap_memory: bool) -> Array:
    stack_of(stored).push(value)
    return value


def _close_stack(stored: Any) -> list[Any]:
    stack_of(stored).close()
    return []


op(
    "StackV2", "max_size: int32 -> handle: resource", 'elem_type: type; stack_name: string = ""', shape=_scalars,
    kernel=lambda size, elem_type, stack_name: StackStore(elem_type, int(size)), no_gradient=True, effect="random",
)  # fmt: skip
_op(
    "StackPushV2", f"{_ONE}, elem: T -> output: T", "T: type; swap_memory: bool = false", _pushed,
    lambda ctx: ctx.dims(1),
)  # fmt: skip
_op(
    "StackPopV2", f"{_ONE} -> elem: elem_type", "elem_type: type", lambda stored, elem_type: stack_of(stored).pop(),
    lambda ctx: None,
)  # fmt: skip
_op("StackCloseV2", f"{_ONE} ->", "", _close_stack, lambda ctx: [])

__all__ = ["ArrayStore", "StackStore", "array_of", "stack_of"]
