"""The sizes that shapes are made of: integers, and symbols for those not known yet."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from operator import index
from typing import Any, TypeAlias

_numbers = count(1)


class Symbol:
    """A size that is not known while tracing. It equals itself alone: two dimensions with one symbol are equal.

    A symbol is never copied; one that was pickled comes back as a new one, shared as the old one was. What is computed
    from sizes is a symbol with a formula, the same one each time; see `base.size_arithmetic`. An element of a vector of
    integers may be a symbol too, which is not `is_size` unless it cannot be negative.

    >>> from graphwright.base.dimension import Symbol
    >>> batch = Symbol()
    >>> batch == batch, batch == Symbol()
    (True, False)
    """

    __slots__ = ("__weakref__", "_formula", "_number", "is_size")

    def __init__(self, is_size: bool = True, formula: tuple[Any, ...] | None = None) -> None:
        self._number = next(_numbers)  # in order of making
        self._formula = formula
        self.is_size = is_size

    def __repr__(self) -> str:
        return f"?{self._number}"

    @property
    def number(self) -> int:
        """The place of this symbol in the order of making."""
        return self._number

    @property
    def formula(self) -> tuple[Any, ...] | None:
        """How it is computed, as `base.size_arithmetic` writes it; None for a symbol of its own."""
        return self._formula

    def __reduce__(self) -> tuple[Callable[..., Dim], tuple[Any, ...]]:
        if self._formula is None:
            return Symbol, () if self.is_size else (False,)
        from graphwright.base.size_arithmetic import from_formula

        return from_formula, self._formula

    def __copy__(self) -> Symbol:
        return self

    def __deepcopy__(self, memo: object) -> Symbol:
        return self


Dim: TypeAlias = int | Symbol


class Dimension:
    """One dimension as TensorFlow 1 showed it, in `tf.TensorShape.dims`: its size is `value`, None if not known.

    `value` is anything `tf.TensorShape` takes for a dimension; errors are the same.

    >>> tf.TensorShape([None, 3]).dims
    [Dimension(None), Dimension(3)]
    >>> tf.TensorShape([None, 3]).dims[1].value
    3
    """

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        dim = as_dim(value)
        self._value = None if isinstance(dim, Symbol) else dim

    @property
    def value(self) -> int | None:
        """The size, or None."""
        return self._value

    def is_compatible_with(self, other: Any) -> bool:
        """Whether this and `other`, anything that makes a dimension, may be of one size.

        >>> tf.TensorShape([None]).dims[0].is_compatible_with(3)
        True
        """
        theirs = Dimension(other)._value
        return self._value is None or theirs is None or self._value == theirs

    def __eq__(self, other: object) -> bool:
        try:
            return self._value == Dimension(other)._value
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._value)

    def __index__(self) -> int:
        if self._value is None:
            raise TypeError("The size of this dimension is not known.")
        return self._value

    __int__ = __index__

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return f"Dimension({self._value})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)


def as_dim(value: Any) -> Dim:
    """Returns `value` as a dimension: an integer or a Symbol, which is a new one for None.

    TypeError if it is nothing of the kind, ValueError if it is negative.
    """
    if isinstance(value, Symbol):
        return value
    if isinstance(value, Dimension):
        value = value.value
    if value is None:
        return Symbol()
    if not hasattr(value, "__index__"):
        raise not_a_dimension(value)
    size = int(index(value))  # `int`, for True is an index too
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def not_a_dimension(value: object) -> TypeError:
    """The error to raise where `value` is met in the place of a dimension or a shape."""
    from graphwright.base.words import with_article

    return TypeError(
        f"A dimension must be an integer or None, and a shape an iterable of dimensions; "
        f"got {value!r}, which is {with_article(type(value).__name__)}."
    )
