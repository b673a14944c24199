"""Sizes in `Decompose` rules: numbers where they are known, else values of the graph that is being compiled."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.ir.infer import constant_value
from graphwright.ir.prelude import Builder, Unsupported, Value

Size: TypeAlias = "int | Value"
"""A size that is known, or an int64 scalar."""


class BuiltSizes:
    """Reads sizes and computes with them; what is known folds.

    Args:
      build: what the rule builds with.
    """

    def __init__(self, build: Builder) -> None:
        self.build = build

    def of(self, x: Value) -> list[Size]:
        """The sizes of a value's axes."""
        dims = x.type.dims
        if dims is None:
            raise Unsupported("not even the rank is known")
        if x.type.is_static:
            return list(dims)  # type: ignore[arg-type]
        read = self._parts(self.build("Shape", x, out_type=int64), len(dims))
        return [d if isinstance(d, int) else found for d, found in zip(dims, read, strict=True)]

    def elements(self, x: Value) -> list[Size]:
        """The elements of an array of integers."""
        known = constant_value(x)
        if known is not None:
            return [int(n) for n in known.reshape(-1)]
        if not x.type.is_static:
            raise Unsupported("an unknown number of integers")
        count = math.prod(x.type.dims or ())  # type: ignore[arg-type]
        return self._parts(self.reshape(self.build("Cast", x, DstT=int64), [count]), count)

    def _parts(self, vector: Value, count: int) -> list[Size]:
        return list(self.build("Unpack", vector, num=count, axis=0)) if count else []  # type: ignore[call-overload]

    def plus(self, a: Size, b: Size) -> Size:
        """A sum."""
        return a + b if isinstance(a, int) and isinstance(b, int) else self.build("AddV2", *map(self.scalar, (a, b)))

    def over(self, a: Size, b: Size) -> Size:
        """A quotient, rounded down; 0 if the divisor is 0, which a rule has to refuse."""
        if isinstance(a, int) and isinstance(b, int):
            return a // b if b else 0
        return self.build("FloorDiv", *map(self.scalar, (a, b)))

    def product(self, sizes: Iterable[Size]) -> Size:
        """A product."""
        sizes = list(sizes)
        total: Size = math.prod(size for size in sizes if isinstance(size, int))
        for size in sizes:
            if not isinstance(size, int):
                total = size if isinstance(total, int) and total == 1 else self.build("Mul", size, self.scalar(total))
        return total

    def scalar(self, size: Size) -> Value:
        """A size as a value."""
        return self.build.const(np.int64(size)) if isinstance(size, int) else size

    def vector(self, sizes: Sequence[Size]) -> Value:
        """Sizes as a vector of int64."""
        if any(not isinstance(size, int) for size in sizes):
            return self.build("Pack", [self.scalar(size) for size in sizes], axis=0)
        return self.build.const(np.array(sizes, np.int64))

    def matrix(self, sizes: Sequence[Size], columns: int) -> Value:
        """Sizes as a matrix of int64."""
        if any(not isinstance(size, int) for size in sizes):
            return self.reshape(self.vector(sizes), [len(sizes) // columns, columns])
        return self.build.const(np.array(sizes, np.int64).reshape(-1, columns))

    def reshape(self, x: Value, sizes: Sequence[Size]) -> Value:
        """The elements under other sizes."""
        return self.build("Reshape", x, self.vector(sizes))


__all__ = ["BuiltSizes", "Size"]
