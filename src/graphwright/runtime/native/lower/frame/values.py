"""What a value of the graph is bound to in the code that is being written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphwright.base.frozen import frozen
from graphwright.base.shape import Dim
from graphwright.runtime.native.fusion.symbolic_sizes import Size, contiguous, product

if TYPE_CHECKING:
    from graphwright.ir.graph import Operation
    from graphwright.runtime.native.llvm.emitter import TextOperand


class Buffer:
    """Storage that several values may look at; it is given back when the last of them is dead.

    Either `offset` and `size` of a place in the scratch block, or `slot`, the number of the frame's slot that holds
    the reference to an object.
    """

    __slots__ = ("kept", "number", "offset", "own", "parts", "size", "slot", "uses")

    def __init__(
        self,
        offset: int = 0,
        size: int = 0,
        slot: int | None = None,
        parts: tuple[Buffer, ...] = (),
        number: int = 0,
    ) -> None:
        self.offset = offset
        self.size = size
        # of the place, in the order in which they are taken
        self.number = number
        self.slot = slot
        # storage of which this one is a choice: it lives as long as all of them
        self.parts = parts
        self.uses = 0
        # whether the program may write into it: nobody outside can have a reference to it
        self.own = size > 0
        # how many of the uses only keep the storage, without looking at it again
        self.kept = 0


@frozen
class Scalar:
    """A number of no dimensions, held in a register (or a constant)."""

    operand: TextOperand


@frozen
class Array:
    """Numbers in memory: element `i` lies `sum(i[d] * strides[d])` elements behind `pointer`.

    `object` is an ndarray that holds exactly this value, where there is one. `buffer` owns the memory; without one
    it lives as long as the call.
    """

    dtype: str
    pointer: str
    dims: tuple[Dim, ...]
    strides: tuple[Size, ...]
    buffer: Buffer | None = None
    object: str | None = None

    @property
    def size(self) -> Size:
        """The number of elements."""
        return product(self.dims)

    @property
    def is_contiguous(self) -> bool:
        """Whether the elements lie one behind the other in row order."""
        expected = contiguous(self.dims)
        return all(d == 1 or have == want for d, have, want in zip(self.dims, self.strides, expected, strict=True))


@frozen
class Object:
    """A Python object: text, a resource, a variant, or an array of which not even the rank is known."""

    pointer: str
    buffer: Buffer | None = None


@frozen
class ListBuffer:
    """A list of arrays in the program's own memory, one behind the other: see `list_buffer.py`.

    `length` elements of the dimensions `dims` are there, and `room` have a place; both are i64. Without a buffer it is
    empty, and has no memory yet. While it is `fixed` nobody writes to it. `declared` is what the list itself says of
    the shape of its elements. `object` is an ndarray whose rows are all the elements there is room for. `written` is an
    i1 that says whether any element was, where what the list declares leaves the size of others open.
    """

    dtype: str
    dims: tuple[Dim, ...]
    pointer: str
    room: str
    length: str
    buffer: Buffer | None
    declared: tuple[int, ...] | None
    object: str | None = None
    fixed: bool = False
    written: str | None = None


@frozen
class Site:
    """What compiled code calls for an operation that has no native code, or to report an error.

    `run` takes payloads and gives a tuple of payloads, or raises: of this `kind` with this `message`, where that is
    known before.
    """

    run: Callable[..., tuple[Any, ...]]
    op: Operation | None = None
    kind: type[Exception] | None = None
    message: str = ""


Bound = Scalar | Array | Object | ListBuffer
