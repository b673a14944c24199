"""The type of a tensor value: a dtype and dimensions, interned so that lookups go by identity."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from graphwright.base.dtypes import DType
from graphwright.base.shape import Dim, Symbol, TensorShape
from graphwright.base.size_arithmetic import substitute

Dims = tuple[Dim, ...] | None

_interned: dict[tuple[DType, Dims], TensorType] = {}


class TensorType:
    """A dtype with dimensions; two equal static types are the same object.

    Every eager tensor carries one, so that a call is looked up by identity alone. A dimension is an int or a
    `Symbol` (unknown, but equal wherever the same symbol stands); `dims` is None when even the rank is unknown.
    Types with unknown dimensions belong to one graph and are not interned: the table would keep their symbols.
    Make one with `tensor_type`, never with the class.
    """

    __slots__ = ("__weakref__", "_shape", "dims", "dtype", "is_static", "rank")

    dtype: Final[DType]
    dims: Final[Dims]
    rank: Final[int | None]
    is_static: Final[bool]

    def __init__(self, dtype: DType, dims: Dims) -> None:
        self.dtype = dtype
        self.dims = dims
        self.rank = None if dims is None else len(dims)
        self.is_static = dims is not None and not any(type(d) is Symbol for d in dims)
        self._shape: TensorShape | None = None

    @property
    def shape(self) -> TensorShape:
        """The dimensions as a public `TensorShape`."""
        if self._shape is None:
            self._shape = TensorShape.from_dims(self.dims)
        return self._shape

    def __copy__(self) -> TensorType:
        return self

    def __deepcopy__(self, memo: object) -> TensorType:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return tensor_type, (self.dtype, self.dims)

    def __repr__(self) -> str:
        return f"{self.dtype.name}{describe_dims(self.dims)}"


def tensor_type(dtype: DType, dims: Dims) -> TensorType:
    """The `TensorType` of this dtype and these dimensions: the same object each time when they are static."""
    key = (dtype, dims)
    found = _interned.get(key)
    if found is None:
        found = TensorType(dtype, dims)
        if found.is_static:
            # setdefault: two threads that miss together must end up with one object
            found = _interned.setdefault(key, found)
    return found


def most_elements(types: Iterable[TensorType]) -> int:
    """How many elements the largest tensor of these types has, of those whose size is known."""
    return max((prod(type_.dims) for type_ in types if type_.is_static), default=0)  # type: ignore[arg-type]


def resized(type_: TensorType, sizes: dict[Symbol, Dim]) -> TensorType:
    """The type with its symbols replaced as `sizes` says, those it does not name by new ones, which it names then.

    A symbol with a formula that `sizes` does not name becomes the same formula of what replaces its symbols.
    """
    if type_.is_static or type_.dims is None:
        return type_

    def replaced(symbol: Symbol) -> Dim:
        return sizes.setdefault(symbol, Symbol(symbol.is_size))

    dims = tuple(sizes[d] if d in sizes else substitute(d, replaced) for d in type_.dims)
    return tensor_type(type_.dtype, dims)


def describe_dims(dims: Dims) -> str:
    """Dimensions as users see them: `[2,?,3]`, or `<unknown>` when the rank is unknown."""
    if dims is None:
        return "<unknown>"
    return "[" + ",".join("?" if isinstance(d, Symbol) else str(d) for d in dims) + "]"
