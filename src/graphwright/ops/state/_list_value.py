"""The persistent (immutable) list of tensors that list ops work on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, from_numpy, variant
from graphwright.core.prelude import Array, Tensor, errors
from graphwright.ir.types import describe_dims

PartialShape = tuple[int, ...] | None
"""A shape with -1 for unknown sizes; None for an unknown rank."""

CHUNK: Final = 128
"""Elements per chunk, a power of two."""
_UNSET: Final[list[Array | None]] = [None] * CHUNK

#: What is said of lists that do not tell the shape of an element, with what is known of it as `shape`.
EMPTY_STACK: Final = "Tried to stack elements of an empty list with non-fully-defined element_shape: {shape}"
UNSET_STACK: Final = (
    "Tried to stack list which only contains uninitialized tensors and has a non-fully-defined element_shape: {shape}"
)
UNSET_ELEMENT: Final = (
    "Trying to read an uninitialized tensor but element_shape is not fully defined: {shape} and no list element is set."
)


class TensorList:
    """An immutable list of tensors of one dtype; unset elements (None) count as zeros.

    Lists share chunks of elements: appending or replacing an element copies one chunk and the short list of chunks.
    Every chunk but the last is full.
    """

    __slots__ = ("_chunks", "element_dtype", "element_shape", "limit")

    # NumPy dispatches sums and zeros of lists, which accumulate gradients, to this class
    shape: Final = ()
    ndim: Final = 0

    def __init__(
        self, element_dtype: DType, element_shape: PartialShape, chunks: list[list[Array | None]], limit: int = -1
    ) -> None:
        self.element_dtype = element_dtype
        self.element_shape = element_shape
        self.limit = limit
        self._chunks = chunks

    @classmethod
    def of(
        cls, dtype: DType, element_shape: PartialShape, items: Sequence[Array | None] = (), limit: int = -1
    ) -> TensorList:
        """Create a list from elements."""
        chunks = [list(items[i : i + CHUNK]) for i in range(0, len(items), CHUNK)]
        return cls(dtype, element_shape, chunks, limit)

    @classmethod
    def unset(cls, dtype: DType, element_shape: PartialShape, length: int) -> TensorList:
        """Create a list of unset elements."""
        full, rest = divmod(length, CHUNK)
        chunks = [_UNSET] * full + ([[None] * rest] if rest else [])
        return cls(dtype, element_shape, chunks)

    def _like(self, chunks: list[list[Array | None]]) -> TensorList:
        return TensorList(self.element_dtype, self.element_shape, chunks, self.limit)

    # queries -----------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        chunks = self._chunks
        return CHUNK * (len(chunks) - 1) + len(chunks[-1]) if chunks else 0

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, i: int) -> Array | None:
        return self._chunks[i // CHUNK][i % CHUNK]

    def __iter__(self) -> Iterator[Array | None]:
        return (item for chunk in self._chunks for item in chunk)

    @property
    def is_neutral(self) -> bool:
        """Whether it is the additive identity: adding it changes nothing, and its elements read as zeros."""
        return self.element_dtype is variant and not self._chunks

    def known_shape(self, expected: PartialShape = None) -> PartialShape:
        """The element shape, merged from the list's, the caller's and those of the elements that are set."""
        shape = merged(expected, self.element_shape)
        if not is_complete(shape):
            for item in self:
                if item is not None:
                    shape = merged(shape, shape_of(item))
                    if is_complete(shape):
                        break
        return shape

    def element(self, i: int, expected: PartialShape, dtype: DType, message: str) -> Any:
        """Element i, or zeros if it is not set."""
        if self.is_neutral:
            return zeros(expected, dtype, message)
        item = self[i]
        return zeros(self.known_shape(expected), dtype, message) if item is None else item

    # updates -----------------------------------------------------------------------------------------------

    def pushed(self, item: Array | None) -> TensorList:
        """A list with one more element at the end."""
        chunks = self._chunks
        if chunks and len(chunks[-1]) < CHUNK:
            return self._like([*chunks[:-1], [*chunks[-1], item]])
        return self._like([*chunks, [item]])

    def popped(self) -> TensorList:
        """A list without the last element."""
        last = self._chunks[-1][:-1]
        return self._like([*self._chunks[:-1], last] if last else self._chunks[:-1])

    def with_item(self, i: int, item: Array | None) -> TensorList:
        """A list with element i replaced."""
        chunks = self._chunks.copy()
        chunk = chunks[i // CHUNK].copy()
        chunk[i % CHUNK] = item
        chunks[i // CHUNK] = chunk
        return self._like(chunks)

    def with_items(self, changes: Iterable[tuple[int, Array | None]]) -> TensorList:
        """A list with several elements replaced."""
        items = list(self)
        for i, item in changes:
            items[i] = item
        return TensorList.of(self.element_dtype, self.element_shape, items, self.limit)

    def resized(self, length: int) -> TensorList:
        """A list truncated, or extended with unset elements."""
        full, rest = divmod(length, CHUNK)
        if length <= len(self):
            chunks = self._chunks[:full] + ([self._chunks[full][:rest]] if rest else [])
            return self._like(chunks)
        last = len(self._chunks) - 1
        chunks = self._chunks[: max(last, 0)]
        tail = self._chunks[last] if last >= 0 else []
        for at in range(max(last, 0), full + bool(rest)):
            size = CHUNK if at < full else rest
            chunks.append([*tail, *[None] * (size - len(tail))] if tail or size < CHUNK else _UNSET)
            tail = []
        return self._like(chunks)

    # sums and zeros ----------------------------------------------------------------------------------------

    def added(self, other: TensorList) -> TensorList:
        """Elementwise sum; unset elements count as zero."""
        if self.is_neutral or other.is_neutral:
            return other if self.is_neutral else self
        longer, shorter = (self, other) if len(self) >= len(other) else (other, self)
        chunks = longer._chunks.copy()
        for i, chunk in enumerate(shorter._chunks):
            if chunk is _UNSET:
                continue
            if chunks[i] is _UNSET and len(chunk) == CHUNK:
                chunks[i] = chunk
                continue
            rest = chunks[i][len(chunk) :]
            chunks[i] = [_sum(a, b) for a, b in zip(chunks[i], chunk, strict=False)] + rest
        return longer._like(chunks)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Array, **options: Any) -> Any:
        if ufunc is np.add and method == "__call__" and not options:
            a, b = inputs
            if isinstance(a, TensorList) and isinstance(b, TensorList):
                return a.added(b)
        return NotImplemented

    def __array_function__(self, function: Callable[..., Any], types: object, args: Array, kwargs: Array) -> Any:
        if function is np.zeros_like:
            return TensorList.unset(self.element_dtype, self.known_shape(), len(self))
        return NotImplemented

    def __repr__(self) -> str:
        return f"<TensorList of {len(self)} {self.element_dtype.name}{describe_shape(self.element_shape)}>"


def _sum(a: Any, b: Any) -> Any:
    if a is None or b is None:
        return b if a is None else a
    result = np.add(a, b)
    return result if isinstance(result, TensorList) else np.asarray(result)


def dtype_of(item: Array) -> DType:
    """The dtype of an element; lists, other objects and arrays of them are variants."""
    if not isinstance(item, np.ndarray) or (
        item.dtype == object and item.size and not isinstance(item.flat[0], (bytes, str))
    ):
        return variant
    return from_numpy(item.dtype)


def shape_of(item: Tensor | Array) -> tuple[int, ...]:
    """The shape of an element; objects are scalars."""
    return item.shape if isinstance(item, np.ndarray) else ()


# shapes of elements -----------------------------------------------------------------------------------------

_shapes: dict[tuple[int, ...], tuple[int, ...]] = {}
_MAX_INTERNED_SHAPES: Final = 10_000


def interned(shape: Any) -> PartialShape:
    """Intern a shape, so that compiled code can compare shapes by identity."""
    if shape is None:
        return None
    result = tuple(shape)
    return result if len(_shapes) >= _MAX_INTERNED_SHAPES else _shapes.setdefault(result, result)


def is_complete(shape: PartialShape) -> bool:
    """Whether every size is known."""
    return shape is not None and min(shape, default=0) >= 0


def merged(a: PartialShape, b: PartialShape) -> PartialShape:
    """Merge two partial shapes; InvalidArgumentError if they are incompatible."""
    if a is None or b is None:
        return b if a is None else a
    if not compatible(a, b):
        raise errors.InvalidArgumentError(
            f"PartialTensorShape: Incompatible shapes during merge: {describe_shape(a)} vs. {describe_shape(b)}"
        )
    return tuple(y if x < 0 else x for x, y in zip(a, b, strict=True))


def compatible(a: PartialShape, b: PartialShape) -> bool:
    """Whether two partial shapes are compatible."""
    if a is None or b is None:
        return True
    return len(a) == len(b) and all(x < 0 or y < 0 or x == y for x, y in zip(a, b, strict=True))


def describe_shape(shape: PartialShape) -> str:
    """Format a partial shape for error messages: `[2,?]`."""
    if shape is None:
        return describe_dims(None)
    return f"[{','.join('?' if d < 0 else str(d) for d in shape)}]"


def zeros(shape: PartialShape, dtype: DType, message: str) -> Any:
    """The value of an unset element; InvalidArgumentError with `message` if its shape is unknown."""
    if shape is None or not is_complete(shape):
        raise errors.InvalidArgumentError(message.format(shape=describe_shape(shape)))
    if dtype is variant:
        return TensorList.of(variant, ())
    return np.full(shape, b"", object) if dtype.numpy.kind == "O" else np.zeros(shape, dtype.numpy)
