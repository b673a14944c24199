"""Lists of tensors as buffers of a capacity that is known while lowering."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from graphwright.base.dtypes import DType
from graphwright.base.frozen import frozen, replace
from graphwright.ir.emit import Unsupported


@frozen
class ListBuffer:
    """A list whose elements have one type.

    Attributes:
      dtype: of the elements.
      shape: of the elements, -1 for sizes that are not known yet; None where not even the rank is.
      buffer: the elements and room for more, `[capacity, ...]`; None before anything is known of their shape.
      length: how many there are: a number, or an int32 of jax where that depends on how a loop or a branch went.
      bound: the largest number it can be.
      moved: how much longer it is than when the loop's round began, None where that differs.
    """

    dtype: DType
    shape: tuple[int, ...] | None
    buffer: Any
    length: Any
    bound: int
    moved: int | None = 0

    @property
    def capacity(self) -> int:
        """How many elements there is room for."""
        return self.bound if self.buffer is None else int(self.buffer.shape[0])

    def of_shape(self, shape: tuple[int, ...]) -> ListBuffer:
        """The list with a buffer for elements of this shape."""
        if self.buffer is not None:
            if tuple(self.buffer.shape[1:]) != shape:
                raise Unsupported("the elements of a list differ in shape")
            return self
        if self.shape is not None and not fits(self.shape, shape):
            raise Unsupported("an element does not fit the list")
        return replace(self, shape=shape, buffer=jnp.zeros((self.bound, *shape), self.dtype.numpy))

    def with_capacity(self, capacity: int) -> ListBuffer:
        """The list with room for so many elements."""
        if self.buffer is None or self.capacity >= capacity:
            return self
        more = jnp.zeros((capacity - self.capacity, *self.buffer.shape[1:]), self.buffer.dtype)
        return replace(self, buffer=jnp.concatenate([self.buffer, more]))


def fits(partial: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Whether a shape is one that a partial shape allows."""
    return len(partial) == len(shape) and all(p in (-1, n) for p, n in zip(partial, shape, strict=True))
