"""The kinds of native rule an op record can carry.

A rule says what the op computes in terms the native code generator knows how to fuse; it never names LLVM. An op
with no rule runs its NumPy kernel, called from the compiled program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from graphwright.base.frozen import frozen

if TYPE_CHECKING:
    import numpy as np

    from graphwright.base.dtypes import DType
    from graphwright.base.shape import Dim
    from graphwright.ir.emit import Operand
    from graphwright.ir.graph import Operation, Value
    from graphwright.ir.made_tables import MadeSpans, MadeTables

Exact = Callable[["Operation"], Sequence[tuple["Dim", ...]]]
"""Sizes that must be equal: those of each tuple, one of the result or of an input and others of inputs."""

ReduceKind = Literal["sum", "prod", "max", "min", "any", "all", "mean", "argmax", "argmin"]


@frozen
class Elementwise:
    """One output element from the matching element of each input, all inputs broadcast as NumPy does.

    `emit(e, *operands, **attrs)` gets the emitter, one operand per input and the attributes the kernel gets.
    Where computing an element can fail, `check(e, *operands, **attrs)` gives a bool operand that says whether it may
    be computed, or None where these dtypes cannot fail; a refused element is an InvalidArgumentError with `message`.
    Constant operands that cannot fail need no look when the program runs.
    """

    emit: Callable[..., Operand]
    check: Callable[..., Operand | None] | None = None
    message: str = ""


@frozen
class Reduce:
    """A reduction of input 0 over the axes in input 1 (a constant) with attribute `keep_dims`."""

    kind: ReduceKind


@frozen
class Contract:
    """A (batched) matrix product of two inputs; the named attributes say which operand is transposed."""

    transpose_a: str
    transpose_b: str


@frozen
class Alias:
    """The elements of input 0 in the same order under the output's dimensions: no data moves.

    `same_shape` says that the output has the dimensions of the input whatever they are; `exact` is that of `Strided`.
    """

    same_shape: bool = False
    exact: Exact | None = None


@frozen
class Element:
    """An integer that is read when the program runs: element `at` of the (flat) op input `input`."""

    input: int
    at: int


@frozen
class Share:
    """Where the first `parts` of an axis's `of` equal parts end; the size must be a multiple of `of`."""

    parts: int
    of: int


Index = int | Element
"""A position along an axis; a negative one counts from the end, -1 being the last element."""


@frozen
class Bounds:
    """Output axis `output` is Python's slice `start:stop:step` of source axis `axis`, clamped as Python does.

    Used where that axis's size or an end of the slice is not known while compiling. The slice then determines where
    the axis starts and how long it is; its stride is `step`, as `View.strides` says too.

    If it is `sized`, `stop` is the number of elements instead, -1 for all that are left, and a part that is not inside
    the axis is an error that the op's kernel reports.
    """

    output: int
    axis: int
    start: Index | Share | None
    stop: Index | Share | None
    step: int
    sized: bool = False


@frozen
class View:
    """How a strided view addresses its source.

    Element `i` of the output lies at `offset + sum(i[d] * strides[d])` elements into the source; a stride is the
    product of a factor and the source's own stride of an axis: `(axis, factor)`, or None for a broadcast axis.
    `offset` lists `(axis, start)` pairs: a start that is a number is inside its axis or nothing is read, and an
    `Element` has to be looked at: one outside is an error that the op's kernel reports. `bounds` has the axes whose
    start and size must be worked out when the program runs. If the view `repeats`, open sizes of the source may be 1
    where the output has another size.
    """

    offset: tuple[tuple[int, Index], ...]
    strides: tuple[tuple[int, int] | None, ...]
    bounds: tuple[Bounds, ...] = ()
    repeats: bool = False


@frozen
class Strided:
    """An input seen through a `View`; `view(op, constants)` gives it, or None when it is not known while compiling.

    `constants[i]` is the value of input i when it is constant, else None. An op with several outputs gives a list
    with one view for each. `source` is the input that is looked at. `exact(op)` gives pairs of sizes
    that must be equal; open ones are compared when the program runs. `accepts` is that of `CustomCall`.
    """

    view: Callable[[Operation, list[np.ndarray[Any, Any] | None]], View | list[View] | None]
    source: int = 0
    exact: Exact | None = None
    accepts: Callable[..., Operand] | None = None


@frozen
class Embed:
    """Zeros, but for an input in the place that a `View` says: the gradient of a `Strided` rule.

    `view(op, constants)` is the place in the output, or None when it is not known while compiling.
    """

    view: Callable[[Operation, list[np.ndarray[Any, Any] | None]], View | None]
    source: int


@frozen
class Box:
    """Where one input goes in an output that is put together.

    Axis k of the input lies along output axis `axes[k]`, starting at the sum of the dims in `start[axes[k]]`; along
    an output axis that is not among `axes` the box is one element wide. A start may be an `Element`; the op's kernel
    reports the error if the box is not inside the output then.
    """

    input: int
    start: tuple[tuple[Dim | Element, ...], ...]
    axes: tuple[int, ...]


@frozen
class Assemble:
    """An output put together from whole inputs, each written to a box of it.

    `boxes(op, constants)` gives the boxes, or None when they are not known while compiling. `fill` is None when the
    boxes cover the output; otherwise `fill(op)` gives what the rest is filled with: a number, or as an `Element` the
    input that holds it. The boxes end where the output ends, unless its sizes are known.
    """

    boxes: Callable[[Operation, list[np.ndarray[Any, Any] | None]], list[Box] | None]
    fill: Callable[[Operation], int | float | Element] | None = None


class Loader(Protocol):
    """How a `Generate` rule reads the op's inputs."""

    def __call__(self, input: int, indices: Sequence[Operand]) -> Operand:
        """One element of an input; the indices are int64 operands, one per axis, and must be inside."""

    def size(self, input: int, axis: int) -> Operand:
        """The size of an axis of an input, as an int64 operand."""

    def rank(self, input: int) -> int:
        """The number of axes of an input."""

    def same_size(self, axis: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two axes, each an input and a number, are known to be of one size."""

    def constant(self, input: int) -> np.ndarray[Any, Any] | None:
        """The value of an input where it is constant; None otherwise."""

    def repeat(self, rounds: Operand, body: Callable[..., Sequence[Operand]], *start: Operand) -> list[Operand]:
        """What operands become in `rounds` rounds, an int64 operand of the sizes and constants alone.

        `body(round, *operands)` gives those of the next round.
        """


Sizes = Callable[..., "list[Operand]"]
"""The sizes of an op's output from the values of its inputs: `sizes(e, load, op)`, with a `Loader`.

It gives an int64 operand for each axis, -1 for one that the kernel refuses, and raises `emit.Unsupported` where it
cannot tell. Compiled code uses those of the axes whose size is not known while compiling.
"""


@frozen
class Generate:
    """One output element from its own indices and, where the rule asks, single elements of the inputs.

    `emit(e, load, index, **attrs)` gives the element; `index` is one int64 operand per output axis, `load` a
    `Loader`. Where computing an element can fail on its inputs' values, `check(e, load, index, **attrs)` gives a
    bool operand that says whether it may be computed. Where it may not, emit's reads may be outside their inputs and
    must not be done: the op's kernel runs in its stead and raises the documented error. `emit` raises
    `emit.Unsupported` where it cannot tell how, and then the kernel runs too. `exact` is that of `Strided`.
    """

    emit: Callable[..., Operand]
    check: Callable[..., Operand] | None = None
    exact: Exact | None = None


@frozen
class Scan:
    """Running results along the axis in input 1 (a constant), by the attributes `exclusive` and `reverse`.

    `emit(e, running, element)` gives the result with one more element. It begins with `start` where the first result
    is to be seen (an exclusive scan), else with `neutral`, which leaves any first element as it is, -0.0 too. Where
    `in_float32` is set, half precision is carried in single.
    """

    emit: Callable[..., Operand]
    start: float
    neutral: float
    in_float32: bool = False


@frozen
class Scatter:
    """Slices of input `updates` that go, one after the other, where input `indices` says in the output.

    `emit(e, old, update)` gives an element that is met. The output begins as input `onto`, or with `fill(dtype)`
    everywhere. The last axis of the indices has the positions along as many axes of the output; one outside is an
    error, which the kernel raises, or left out where the op's `bad_indices_policy` is "IGNORE". Where `numbers` is
    set, each index is by itself a position along the first axis, and slices with a negative one are left out.

    An op without outputs changes the variable that input 0 is the handle of: each index is one of its rows.
    """

    emit: Callable[..., Operand]
    indices: int
    updates: int
    onto: int | None = None
    fill: Callable[[DType], float] | None = None
    numbers: bool = False


@frozen
class Segments:
    """Rows of input 0, each combined with those before it that have the same number in input 1; numbers ascend from 0.

    The output has a row for each number up to the last one. `emit(e, old, row)` gives an element with one more row.
    A segment begins as `start`, or with its first row where that is None; one without rows is `empty`. `finish(e,
    element, rows)` gives the result from how many rows it is of, an int64 operand.
    """

    emit: Callable[..., Operand]
    start: float | None
    empty: float
    finish: Callable[..., Operand] | None = None


RouteKind = Literal["where", "partition", "stitch", "count", "invert", "unique"]


@frozen
class Routed:
    """Elements or rows that go where the numbers in an input say, which determine sizes of the output too.

    "where" gives the coordinates of what is not 0 in input 0. "partition" puts each row of input 0 behind the others
    of the output that its number in input 1 names; "stitch" puts rows of the second half of the inputs where those
    of the first half say. "count" has in input 0 numbers, in 1 how many of them are counted, and in 2 what each adds
    (nothing: 1). "invert" gives the place of each number. "unique" gives the distinct numbers of input 0, for each
    number its place among them, and where there is a third output how often each occurs.
    """

    kind: RouteKind


@frozen
class Draw:
    """Random numbers of Philox, from a key and a counter that the op has as inputs 1 and 2.

    "uniform", "normal" and "truncated" numbers, or "words" with all bits random; "seed" gives the key and the counter
    for a pair of integers, its only input. An op with a stream of its own has neither: its attributes `seed` and
    `seed2` are where it begins, and each number takes `blocks` of it. "integers" are from input 1 up to input 2.
    """

    kind: Literal["uniform", "normal", "truncated", "words", "integers", "seed"]
    blocks: int = 0


class Builder(Protocol):
    """How a `Decompose` rule adds ops to the graph being compiled."""

    def __call__(self, name: str, *inputs: Any, **attrs: Any) -> Value:
        """The output of an op by its name."""

    def const(self, array: Any) -> Value:
        """A constant."""


@frozen
class Callee:
    """A function of the runtime's library, and how an op calls it.

    `symbol` is its name in C, of the module `module`. It gets a pointer for each input in `inputs` and for each output,
    and then `numbers`. Of input or output k it works on the last axes, as many as `inputs[k]` and `outputs[k]` say: for
    the axes before these, over which the inputs broadcast, it is called again and again. `work` are sizes whose product
    is about how many elements a call computes.

    Behind the inputs come `tables`, constants that the op's attributes and sizes decide, each with how many of its last
    axes a call sees, and `made`, tables that open sizes decide. The last `apart` of the axes before those of a call are
    the outputs' and tables' alone: every call along them sees the same of an input.

    A number may be an `Element`, read when the program runs. Where one of the sizes in `zero` is 0, the outputs are
    zeros and nothing is called.
    """

    module: str
    symbol: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    numbers: tuple[Dim | Element, ...]
    work: tuple[Dim, ...]
    tables: tuple[tuple[np.ndarray[Any, Any], int], ...] = ()
    apart: int = 0
    zero: tuple[Dim, ...] = ()
    made: tuple[MadeTables | MadeSpans, ...] = ()


def library_kind(dtype: DType) -> int:
    """How the functions of the runtime's library read a real number: its `enum gw_kind`; a bool is an unsigned byte."""
    return 3 if dtype.name == "bfloat16" else "iuf".index(dtype.numpy.kind.replace("b", "u"))


@frozen
class CustomCall:
    """An algorithm on rows or matrices, by a function of the runtime: sorting, factors, solutions of equations.

    `callee(op)` gives the function; None where there is none for these dtypes, or where known sizes do not agree. It
    reads the first inputs, as many as `Callee.inputs` has. Where the function refuses its values, the error is an
    InvalidArgumentError with `message`.

    Open sizes are looked at when the program runs: those of `exact`, as of `Strided`, and what `accepts(e, load, op)`
    says, a bool operand by a `Loader`. Where they do not fit, the op's kernel raises the error. If `by_values` is set,
    `accepts` looks at values too, and known sizes do not replace it.
    """

    callee: Callable[[Operation], Callee | None]
    message: str = ""
    exact: Exact | None = None
    accepts: Callable[..., Operand] | None = None
    by_values: bool = False


@frozen
class Decompose:
    """The op as a few simpler ones; `build(b, op, *inputs)` returns the replacement outputs, `b` being a `Builder`.

    Where one of these refuses its inputs, `refusal(type, *inputs)` gives the error of the op itself, by the type and
    the arrays of the simpler one; None for an error that speaks for itself. `exact` is that of `Strided`: the simpler
    ops may take its sizes for equal. `accepts` is that of `CustomCall`; it knows the inputs alone. If it `reads`
    elements, it is asked where all sizes are known, too.
    """

    build: Callable[..., list[Value]]
    refusal: Callable[..., Exception | None] | None = None
    exact: Exact | None = None
    accepts: Callable[..., Operand] | None = None
    reads: bool = False


@frozen
class Window:
    """A window that slides over volumes: triples are (deep, down, right); an image is a volume of depth 1.

    All but the batch is known while compiling. `result` is the number of positions along each axis, `before` the
    padding in front, above and to the left. `groups` are the groups of channels that a convolution keeps apart.
    """

    batch: Dim
    size: tuple[int, int, int]
    channels: int
    result: tuple[int, int, int]
    result_channels: int
    window: tuple[int, int, int]
    strides: tuple[int, int, int]
    dilations: tuple[int, int, int]
    before: tuple[int, int, int]
    groups: int
    channels_first: bool


SlidingKernel = Literal[
    "convolution", "convolution into input", "convolution into filter",
    "depthwise", "depthwise into input", "depthwise into filter",
    "max", "max into input", "average", "average into input",
]  # fmt: skip


@frozen
class OpenWindow:
    """A window some of whose sizes are known only when the program runs; which of them fit is checked then.

    Attributes:
      images: the sizes of the images: the batch, then (deep, down, right), then the channels.
      results: the same of the results, or of their gradient.
      window: the window's sizes.
      strides: how far two positions are apart along each axis.
      dilations: how far two elements of the window are apart.
      padding: what is in front and behind along each axis; None where that follows from the sizes ("SAME").
      filters: the filter's channels, in and out; None for a pool.
      depthwise: whether each channel has a filter of its own; the filter's channels are then multiplied.
      channels_first: whether the channels come behind the batch.
    """

    images: tuple[Dim, ...]
    results: tuple[Dim, ...]
    window: tuple[Dim, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: tuple[tuple[int, int] | None, ...]
    filters: tuple[Dim, Dim] | None
    depthwise: bool
    channels_first: bool


@frozen
class Sliding:
    """A convolution or a pool of images or volumes, or a gradient of one.

    `window(op)` says how the window slides; None where that is not known while compiling, or where the parts do not
    fit. Then `open(op)` says it with sizes that are found when the program runs; None where the kernel has to run, and
    reports what is wrong.
    """

    kernel: SlidingKernel
    window: Callable[[Operation], Window | None]
    open: Callable[[Operation], OpenWindow | None] = lambda _: None


@frozen
class Structural:
    """An op the code generator knows by name: control flow, calls, variables, constants, shapes."""


Lowering = (
    Elementwise
    | Reduce
    | Contract
    | Alias
    | Strided
    | Embed
    | Assemble
    | Generate
    | Scan
    | Scatter
    | Segments
    | Routed
    | Draw
    | Sliding
    | CustomCall
    | Decompose
    | Structural
)
