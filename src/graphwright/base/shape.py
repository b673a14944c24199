"""Shapes: TensorFlow's `TensorShape` outside, integers and symbols inside.

To a user an unknown size is None. Inside it is a `Symbol`, and what the operations here return keeps it, so that
two dimensions of one unknown size stay known to be equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Any, SupportsIndex, TypeAlias, overload

from graphwright.base.dimension import Dim, Dimension, Symbol, as_dim, not_a_dimension
from graphwright.base.tracebacks import shorten

__all__ = ["Dim", "Dimension", "Symbol", "TensorShape", "as_shape", "static_view", "unknown_shape"]

Dims: TypeAlias = tuple[Dim, ...] | None  # of a shape; None if not even the rank is known


class TensorShape:
    """The shape of a tensor, as far as it is known: its rank may be unknown, and so may each size.

    `dims` is None for an unknown rank, another shape, an iterable of dimensions, or a single one; a dimension is an
    integer or None. TypeError if it is something else, ValueError for a size below 0. A shape never changes, and
    equals whatever makes an equal shape.

    >>> tf.TensorShape([None, 3]), tf.TensorShape(3), tf.TensorShape(None)
    (TensorShape([None, 3]), TensorShape([3]), TensorShape(None))
    >>> tf.TensorShape([None, 3]) == (None, 3)
    True
    """

    __slots__ = ("__weakref__", "_dims", "_static")

    _dims: Dims
    _static: tuple[int | None, ...] | None  # `static_dims`, once asked for

    def __init__(self, dims: Any) -> None:
        self._dims = _read(dims)
        self._static = None

    @staticmethod
    def from_dims(dims: Dims) -> TensorShape:
        """Returns the shape of a tuple of sizes and Symbols, or of None; for callers that know it to be right."""
        shape = _new_shape(TensorShape)
        shape._dims = dims
        shape._static = None
        return shape

    # --- what is known ---

    @property
    def symbolic(self) -> Dims:
        """The sizes as a tuple with a Symbol for each that is unknown, or None for an unknown rank."""
        return self._dims

    @property
    def static_dims(self) -> tuple[int | None, ...] | None:
        """The sizes as a tuple with None for each that is unknown, or None for an unknown rank."""
        if self._static is None:
            self._static = static_view(self._dims)
        return self._static

    @property
    def dims(self) -> list[Dimension] | None:
        """The sizes as a list of objects with a `value`, as TensorFlow 1 had them; None for an unknown rank.

        >>> [dim.value for dim in tf.TensorShape([None, 3]).dims]
        [None, 3]
        """
        return None if self._dims is None else [Dimension(dim) for dim in self._dims]

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None.

        >>> tf.TensorShape([None, 3]).rank
        2
        """
        return None if self._dims is None else len(self._dims)

    @property
    def ndims(self) -> int | None:
        """Another name for `rank`."""
        return self.rank

    def as_list(self) -> list[int | None]:
        """Returns the sizes as a list with None for each that is unknown; ValueError for an unknown rank.

        >>> tf.TensorShape([None, 3]).as_list()
        [None, 3]
        """
        return list(self._known("as_list() is not defined on an unknown TensorShape."))

    def is_fully_defined(self) -> bool:
        """Whether the rank and every size are known.

        >>> tf.TensorShape([None, 3]).is_fully_defined()
        False
        """
        return self._dims is not None and Symbol not in map(type, self._dims)

    def num_elements(self) -> int | None:
        """Returns the number of elements, or None if it is not known.

        >>> tf.TensorShape([2, 3]).num_elements()
        6
        """
        sizes = [] if self._dims is None else [dim for dim in self._dims if not isinstance(dim, Symbol)]
        return math.prod(sizes) if len(sizes) == self.rank else None

    def _known(self, complaint: str) -> tuple[int | None, ...]:
        """The static dims; ValueError with that text for an unknown rank."""
        dims = self.static_dims
        if dims is None:
            raise ValueError(complaint)
        return dims

    # --- other shapes out of this one ---

    def concatenate(self, other: Any) -> TensorShape:
        """Returns this shape's dimensions followed by those of `other`; of unknown rank if one of them is.

        >>> tf.TensorShape([None]).concatenate([2, 3])
        TensorShape([None, 2, 3])
        """
        theirs = as_shape(other)._dims
        return self.from_dims(None if self._dims is None or theirs is None else self._dims + theirs)

    def merge_with(self, other: Any) -> TensorShape:
        """Returns the shape that is known where this or `other` is; ValueError if they disagree.

        >>> tf.TensorShape([None, 3]).merge_with([2, None])
        TensorShape([2, 3])
        """
        that = as_shape(other)
        if not self.is_compatible_with(that):
            raise ValueError(f"Shapes {self} and {that} are not compatible")
        if self._dims is None or that._dims is None:
            return that if self._dims is None else self
        pairs = zip(self._dims, that._dims, strict=True)
        return self.from_dims(tuple(b if isinstance(a, Symbol) and isinstance(b, int) else a for a, b in pairs))

    def most_specific_compatible_shape(self, other: Any) -> TensorShape:
        """Returns the narrowest shape that this one and `other` both fit.

        >>> tf.TensorShape([2, 3]).most_specific_compatible_shape([2, 4])
        TensorShape([2, None])
        """
        return self.from_dims(common_dims(self._dims, as_shape(other)._dims))

    def with_rank(self, rank: int) -> TensorShape:
        """Returns this shape, with unknown sizes if its rank was unknown; ValueError if it has another rank.

        >>> tf.TensorShape(None).with_rank(2)
        TensorShape([None, None])
        """
        if self._dims is None:
            return unknown_shape(rank)
        self.assert_has_rank(rank)
        return self

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """Returns this shape; ValueError if its rank is known and less than `rank`.

        >>> tf.TensorShape([2, 3]).with_rank_at_least(1)
        TensorShape([2, 3])
        """
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """Returns this shape; ValueError if its rank is known and greater than `rank`.

        >>> tf.TensorShape([2, 3]).with_rank_at_most(2)
        TensorShape([2, 3])
        """
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    # --- comparing and checking ---

    def is_compatible_with(self, other: Any) -> bool:
        """Whether some array has both this shape and `other`.

        >>> tf.TensorShape([None, 3]).is_compatible_with([2, 3])
        True
        """
        theirs = as_shape(other)._dims
        if self._dims is None or theirs is None:
            return True
        if len(self._dims) != len(theirs):
            return False
        pairs = zip(self._dims, theirs, strict=True)
        return all(a == b or isinstance(a, Symbol) or isinstance(b, Symbol) for a, b in pairs)

    def is_subtype_of(self, other: object) -> bool:
        """Whether every array of this shape has the shape `other`, a TensorShape.

        >>> tf.TensorShape([2, 3]).is_subtype_of(tf.TensorShape([None, 3]))
        True
        """
        if not isinstance(other, TensorShape):
            return False
        if self._dims is None or other._dims is None:
            return other._dims is None
        if len(self._dims) != len(other._dims):
            return False
        return all(isinstance(b, Symbol) or a == b for a, b in zip(self._dims, other._dims, strict=True))

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TensorShape | None:
        """Returns the narrowest shape that this one and `others` fit; None if one of them is no TensorShape.

        >>> tf.TensorShape([2, 3]).most_specific_common_supertype([tf.TensorShape([2, 4])])
        TensorShape([2, None])
        """
        dims = self._dims
        for other in others:
            if not isinstance(other, TensorShape):
                return None
            dims = common_dims(dims, other._dims)
        return self.from_dims(dims)

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError if the rank is known and not `rank`."""
        if self._dims is not None and len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: Any) -> None:
        """Raises ValueError if this shape and `other` have known ranks that differ."""
        that = as_shape(other)
        if self._dims is not None and that._dims is not None and len(self._dims) != len(that._dims):
            raise ValueError(f"Shapes {self} and {that} must have the same rank")

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError if no array has both this shape and `other`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {as_shape(other)} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError if the rank or a size is unknown."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    # --- the tracer's protocol: a shape stands for itself and holds no tensors ---

    def flatten(self) -> list[Any]:
        """Returns no types: a shape holds no tensors."""
        return []

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns no tensors."""
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> TensorShape:
        """Returns this shape."""
        return self

    def placeholder_value(self, placeholder_context: Any) -> TensorShape:
        """Returns this shape."""
        return self

    def cast(self, value: Any, cast_context: Any) -> TensorShape:
        """Returns `value` as a shape; TypeError if not every array of that shape has this one too."""
        shape = as_shape(value)
        if not shape.is_subtype_of(self):
            raise TypeError(f"Cannot cast {value!r} to {self!r}.")
        return shape

    # --- Python's protocols ---

    @overload
    def __getitem__(self, key: SupportsIndex) -> int | None: ...

    @overload
    def __getitem__(self, key: slice) -> TensorShape: ...

    def __getitem__(self, key: SupportsIndex | slice) -> int | TensorShape | None:
        if isinstance(key, slice):
            return self.from_dims(_unknown_slice(key) if self._dims is None else self._dims[key])
        place = index(key)
        dims = self.static_dims
        if dims is None:
            return None
        try:
            return dims[place]
        except IndexError:
            raise IndexError(f"Index {place} is out of range for the shape {self}.") from None

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._known("Cannot iterate over a shape with unknown rank."))

    def __len__(self) -> int:
        return len(self._known("Cannot take the length of shape with unknown rank."))

    def __bool__(self) -> bool:
        return self._dims is not None

    def __add__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> TensorShape:
        return as_shape(other).concatenate(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorShape):
            try:
                other = TensorShape(other)
            except (TypeError, ValueError):
                return NotImplemented
        return self.static_dims == other.static_dims

    def __hash__(self) -> int:
        return hash(self.static_dims)

    def __repr__(self) -> str:
        return "TensorShape(None)" if self._dims is None else f"TensorShape({self.as_list()})"

    def __str__(self) -> str:
        return "<unknown>" if self._dims is None else str(self.static_dims)

    def __reduce__(self) -> tuple[Callable[[Dims], TensorShape], tuple[Dims]]:
        return TensorShape.from_dims, (self._dims,)

    def __copy__(self) -> TensorShape:
        return self

    def __deepcopy__(self, memo: object) -> TensorShape:
        return self


_new_shape: Callable[[type[TensorShape]], TensorShape] = object.__new__


def as_shape(shape: Any) -> TensorShape:
    """Returns `shape` as a TensorShape: itself if it is one, and what `TensorShape(shape)` makes otherwise."""
    try:
        return shape if isinstance(shape, TensorShape) else TensorShape(shape)
    except BaseException as error:  # Ctrl-C too
        shorten(error)
        raise


def unknown_shape(rank: int | None = None) -> TensorShape:
    """Returns the shape of that rank, or of unknown rank, with no size known."""
    return TensorShape(None if rank is None else [None] * rank)


def static_view(dims: Dims) -> tuple[int | None, ...] | None:
    """Returns `dims` with None in the place of each Symbol; the very same tuple if it has none."""
    if dims is None or Symbol not in map(type, dims):
        return dims  # type: ignore[return-value]  # mypy does not see that no Symbol is left
    return tuple(None if isinstance(dim, Symbol) else dim for dim in dims)


def _read(dims: Any) -> Dims:
    """What `TensorShape` makes of its argument."""
    if dims is None:
        return None
    if isinstance(dims, TensorShape):
        return dims._dims
    if isinstance(dims, str | bytes):
        raise not_a_dimension(dims)
    if hasattr(dims, "unknown_rank"):  # a TensorShapeProto, where -1 stands for an unknown size
        return None if dims.unknown_rank else _read(None if dim.size == -1 else dim.size for dim in dims.dim)
    try:
        each = iter(dims)
    except TypeError:
        return (as_dim(dims),)
    return tuple([as_dim(dim) for dim in each])


def common_dims(mine: Dims, theirs: Dims) -> Dims:
    """The narrowest dims that both fit: what is equal stays, a symbol too, and what differs gets a new symbol."""
    if mine is None or theirs is None or len(mine) != len(theirs):
        return None
    return tuple([a if a == b else Symbol() for a, b in zip(mine, theirs, strict=True)])


def _unknown_slice(part: slice) -> Dims:
    """The dims that `part` takes out of a shape of unknown rank, which is taken to be long enough."""
    start, stop = 0 if part.start is None else index(part.start), part.stop
    step = 1 if part.step is None else index(part.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step < 0 or start < 0 or stop is None or index(stop) < 0:
        return None
    return tuple(Symbol() for _ in range(start, index(stop), step))
