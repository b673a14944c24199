"""Sizes in code generation: an integer times unknown dimensions, compared without running anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from graphwright.base.shape import Dim, Symbol


class Size(NamedTuple):
    """`factor` times the product of `symbols`, which are in one fixed order: equal sizes compare equal."""

    factor: int
    symbols: tuple[Symbol, ...] = ()

    @property
    def static(self) -> int | None:
        """The number, where it is known while compiling."""
        return None if self.symbols and self.factor else self.factor


ZERO = Size(0)
ONE = Size(1)
_KEPT: Final = 1024  # shapes whose products are remembered: a graph has few, and asks for each again and again


def size_of(dim: Dim) -> Size:
    """One dimension as a size."""
    return Size(1, (dim,)) if isinstance(dim, Symbol) else Size(dim)


def times(a: Size, b: Size) -> Size:
    """The product of two sizes."""
    if not a.factor or not b.factor:
        return ZERO
    if not b.symbols:
        return Size(a.factor * b.factor, a.symbols)
    return Size(a.factor * b.factor, tuple(sorted((*a.symbols, *b.symbols), key=lambda s: s._number)))


def product(dims: Iterable[Dim]) -> Size:
    """The number of elements under these dimensions."""
    return _product(tuple(dims))


@lru_cache(_KEPT)
def _product(dims: tuple[Dim, ...]) -> Size:
    factor, symbols = 1, []
    for dim in dims:
        if isinstance(dim, Symbol):
            symbols.append(dim)
        else:
            factor *= dim
    return times(Size(factor), Size(1, tuple(symbols)))


def contiguous(dims: Sequence[Dim]) -> tuple[Size, ...]:
    """The strides, in elements, of an array of these dimensions without gaps."""
    return _contiguous(tuple(dims))


@lru_cache(_KEPT)
def _contiguous(dims: tuple[Dim, ...]) -> tuple[Size, ...]:
    strides = [ONE] * len(dims)
    for axis in range(len(dims) - 2, -1, -1):
        strides[axis] = times(strides[axis + 1], size_of(dims[axis + 1]))
    return tuple(strides)
