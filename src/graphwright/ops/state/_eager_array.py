"""Eager storage of a TensorArray: a mutable Python list."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import EagerTensor, Tensor, apply, apply_multi, errors, state
from graphwright.ir.types import tensor_type


class EagerArray:
    """The elements (None if not yet written) and the indices cleared after reading."""

    __slots__ = ("clear", "cleared", "dtype", "dynamic", "items")

    def __init__(self, dtype: DType, size: int, dynamic: bool, clear: bool) -> None:
        self.dtype = dtype
        self.items: list[Tensor | None] = [None] * size
        self.cleared: set[int] = set()
        self.dynamic = dynamic
        self.clear = clear

    @classmethod
    def from_list(cls, dtype: DType, flow: Any, dynamic: bool) -> EagerArray:
        """Create the storage from a list tensor."""
        stored = flow._array
        result = cls(dtype, len(stored), dynamic, False)
        for i, item in enumerate(stored):
            if item is None:
                continue
            if state.tapes:
                shape = np.array(item.shape, np.int32)
                result.items[i] = apply("TensorListGetItem", (flow, np.int32(i), shape), {"element_dtype": dtype})
            else:
                result.items[i] = EagerTensor(item, tensor_type(dtype, item.shape))
        return result

    def as_list(self, shape: TensorShape) -> Tensor:
        """Convert to a list tensor."""
        sizes = np.array(-1 if shape.rank is None else [-1 if d is None else d for d in shape.as_list()], np.int32)
        attrs = {"element_dtype": self.dtype}
        flow: Tensor = apply("TensorListReserve", (sizes, np.int32(len(self.items))), attrs)
        for i, item in enumerate(self.items):
            if item is not None:
                flow = apply("TensorListSetItem", (flow, np.int32(i), item))
        return flow

    # single elements ---------------------------------------------------------------------------------------

    def read(self, index: int, shape: TensorShape) -> Tensor:
        """Read an element, and clear it if the array clears after reading."""
        item = self.peek(index, shape)
        if self.clear:
            self.items[index] = None
            self.cleared.add(index)
        return item

    def peek(self, index: int, shape: TensorShape) -> Tensor:
        """Read an element without clearing it."""
        if index < 0:
            raise errors.ArrayIndexError(f"Reading from negative indices (index {index}) is not allowed.")
        if index >= len(self.items):
            raise errors.ArrayIndexError(f"Tried to read from index {index} but array size is: {len(self.items)}")
        if index in self.cleared:
            raise errors.InvalidArgumentError(
                f"Could not read index {index} twice because it was cleared after a previous read (perhaps try "
                "setting clear_after_read = false?)"
            )
        return self._element(index, shape)

    def write(self, index: int, value: Tensor) -> None:
        """Write an element; a dynamic array grows as needed."""
        if index < 0:
            raise errors.ArrayIndexError(f"Writing to negative indices (index {index}) is not allowed.")
        if index >= len(self.items):
            if not self.dynamic:
                raise errors.ArrayIndexError(
                    f"Tried to write to index {index} but array is not resizeable and size is: {len(self.items)}"
                )
            self.items.extend([None] * (index + 1 - len(self.items)))
        self.items[index] = value
        self.cleared.discard(index)

    def _element(self, index: int, shape: TensorShape) -> Tensor:
        item = self.items[index]
        if item is None:
            item = self._zeros(shape)
            self.items[index] = item
        return item

    def _zeros(self, shape: TensorShape) -> Tensor:
        """The value of an unwritten element: zeros of the common element shape."""
        if not shape.is_fully_defined():
            known = next((i for i in self.items if i is not None), None)
            if known is None:
                raise errors.ShapeMismatchError(
                    f"An element of a TensorArray was read before it was written, and the shape of its elements is not "
                    f"known: {shape}. Pass element_shape, or write it first."
                )
            shape = known.shape
        dims: Any = tuple(shape.as_list())
        array: Any = np.full(dims, b"", object) if self.dtype.name == "string" else np.zeros(dims, self.dtype.numpy)
        return EagerTensor(array, tensor_type(self.dtype, dims))

    # all elements ------------------------------------------------------------------------------------------

    def _all(self, shape: TensorShape) -> list[Tensor]:
        return [self._element(i, shape) for i in range(len(self.items))]

    def stack(self, shape: TensorShape) -> Tensor:
        """Stack all elements along a new first axis."""
        if not self.items:
            dims = (0, *(d or 0 for d in (shape.as_list() if shape.rank is not None else ())))
            return EagerTensor(np.zeros(dims, self.dtype.numpy), tensor_type(self.dtype, dims))
        return apply("Pack", (self._all(shape),))

    def concat(self, shape: TensorShape) -> Tensor:
        """Concatenate all elements along their first axis."""
        items = self._all(shape)
        if not items:
            raise errors.InvalidArgumentError("Concat needs at least one element.")
        for i, item in enumerate(items):
            if not item.shape.rank:
                raise errors.InvalidArgumentError(
                    f"Concat saw a scalar shape at index {i} but requires at least vectors."
                )
        return items[0] if len(items) == 1 else apply("ConcatV2", (items, np.int32(0)))

    def unstack(self, value: Tensor) -> None:
        """Replace the elements by the rows of `value`."""
        rows = value.shape[0] or 0
        if rows > len(self.items) and not self.dynamic:
            raise ValueError(f"Cannot unstack {rows} tensors into a TensorArray of static size {len(self.items)}")
        self.items = list(apply_multi("Unpack", (value,), {"num": rows})) if rows else []
        self.cleared.clear()

    def gather(self, indices: list[int], shape: TensorShape) -> Tensor:
        """Stack the elements at `indices` along a new first axis."""
        for i in indices:
            if not 0 <= i < len(self.items):
                raise errors.ArrayIndexError(f"Tried to read from index {i} but array size is: {len(self.items)}")
        if not indices:
            dims = (0, *(d or 0 for d in (shape.as_list() if shape.rank is not None else ())))
            return EagerTensor(np.zeros(dims, self.dtype.numpy), tensor_type(self.dtype, dims))
        return apply("Pack", ([self._element(i, shape) for i in indices],))

    def scatter(self, indices: list[int], value: Tensor) -> None:
        """Write row i to element indices[i]."""
        if value.shape.rank == 0 or value.shape[0] != len(indices):
            rows = value.shape[0] if value.shape.rank else 0
            raise errors.InvalidArgumentError(
                f"Invalid number of rows in input tensor. Expected: {len(indices)} Actual: {rows}"
            )
        if indices:
            for i, row in zip(indices, apply_multi("Unpack", (value,), {"num": len(indices)}), strict=True):
                self.write(i, row)

    def split(self, value: Tensor, lengths: list[int]) -> None:
        """Replace the elements by slices of `value` of these lengths."""
        if value.shape.rank == 0 or sum(lengths) != value.shape[0]:
            raise errors.InvalidArgumentError(
                f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {sum(lengths)} and "
                f"value's shape is: {value.shape}"
            )
        if len(lengths) != len(self.items) and not self.dynamic:
            raise errors.InvalidArgumentError(
                f"TensorArray's size is not equal to the size of lengths ({len(self.items)} vs. {len(lengths)}), and "
                "the TensorArray is not marked as dynamically resizeable."
            )
        sizes = np.array(lengths, np.int64)
        self.items = list(apply_multi("SplitV", (value, sizes, np.int32(0)), {"num_split": len(lengths)}))
        self.cleared.clear()
