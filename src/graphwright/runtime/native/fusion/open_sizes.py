"""Finds open sizes that must agree when a program runs; `lower/nests/open_sizes.py` compares them.

Two open sizes without a common symbol may turn out to be equal, or one of them to be 1 where the op repeats. An
`Agreement` says which sizes of an op's inputs meet which size of its result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from graphwright.base.frozen import frozen
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation
from graphwright.ir.handles import declared_type
from graphwright.ir.lowering import (
    Alias,
    Box,
    Callee,
    Contract,
    CustomCall,
    Decompose,
    Generate,
    OpenWindow,
    Scatter,
    Sliding,
    Strided,
    Window,
)
from graphwright.ir.record import OpRecord


@frozen
class Meeting:
    """Sizes `own` of inputs that must come to `out`, a size of the result, or be 1 if the op `repeats`."""

    out: Dim
    own: tuple[Dim, ...]
    repeats: bool = False


Agreement = tuple[Meeting, ...]


def broadcasts(source: Sequence[Dim], target: Sequence[Dim]) -> bool:
    """Whether it is certain that the source repeats to the target as NumPy broadcasts."""
    if source == target:
        return True
    pairs = zip(reversed(source), reversed(target), strict=False)
    return len(source) <= len(target) and all(s == 1 or s == t for s, t in pairs)


def elementwise_agreement(op: Operation) -> Agreement | None:
    """What must hold of the inputs of an elementwise op of known ranks; None if they cannot fit."""
    return meetings([v.type.dims or () for v in op.inputs], op.outputs[0].type.dims or (), repeats(op))


def meetings(shapes: Sequence[Sequence[Dim]], dims: Sequence[Dim], repeats: bool) -> Agreement | None:
    """The sizes of these shapes that are not certain to come to those of the result; None if one cannot."""
    if any(len(shape) > len(dims) for shape in shapes):
        return None
    found = []
    for axis, out in enumerate(dims):
        own = [shape[axis - len(dims)] for shape in shapes if len(shape) >= len(dims) - axis]
        unsure = tuple(dict.fromkeys(d for d in own if d != out and d != 1))
        if any(isinstance(d, int) and isinstance(out, int) for d in unsure):
            return None
        if isinstance(out, Symbol) and (unsure or out not in own):
            # the size follows from all that are there
            unsure = tuple(dict.fromkeys(own))
        if unsure:
            found.append(Meeting(out, unsure, repeats))
    return tuple(found)


def product_agreement(op: Operation, rule: Contract) -> Agreement | None:
    """What must hold of two matrices, or stacks of them, that are multiplied."""
    a, b, c = (v.type.dims or () for v in (*op.inputs, op.outputs[0]))
    inner = a[-2 if op.attrs[rule.transpose_a] else -1], b[-1 if op.attrs[rule.transpose_b] else -2]
    stacks = meetings([a[:-2], b[:-2]], c[:-2], repeats=True)
    if stacks is None or (inner[0] != inner[1] and Symbol not in map(type, inner)):
        return None
    return stacks if inner[0] == inner[1] else (Meeting(inner[0], inner[1:]), *stacks)


def box_agreement(op: Operation, boxes: Sequence[Box]) -> Agreement | None:
    """What must hold for boxes to fill an output: along each axis they lie end to end, or each is all of it."""
    found = []
    for axis, out in enumerate(op.outputs[0].type.dims or ()):
        if any(b.start[axis] or axis not in b.axes for b in boxes):
            continue
        own = [(op.inputs[b.input].type.dims or ())[b.axes.index(axis)] for b in boxes]
        found.append((out, *own))
    return equal(found)


def coordinates(op: Operation, rule: Scatter) -> tuple[Sequence[Dim], int]:
    """The dimensions over which a scatter's slices are counted, and how many axes of the target an index names."""
    indices, updates = (_dims_of(op, i) for i in (rule.indices, rule.updates))
    target = op.outputs[0].type if op.outputs else declared_type(op.inputs[0])
    if rule.numbers or not op.outputs:
        return indices, 1
    # the length of the coordinates follows from the ranks, if it is open
    open_depth = len(indices) - 1 + len(target.dims or () if target else ()) - len(updates)
    return indices[:-1], indices[-1] if isinstance(indices[-1], int) else open_depth


def _dims_of(op: Operation, input: int) -> tuple[Dim, ...]:
    return op.inputs[input].type.dims or ()


def scatter_agreement(op: Operation, rule: Scatter) -> Agreement | None:
    """What must hold for the updates to have a slice of the target for each index."""
    indices, updates = (_dims_of(op, i) for i in (rule.indices, rule.updates))
    target = op.outputs[0].type if op.outputs else declared_type(op.inputs[0])
    rows, depth = coordinates(op, rule)
    dims = target.dims or () if target else ()
    slices = (*rows, *dims[max(depth, 0) :])
    if not 0 <= depth <= len(dims) or len(slices) != len(updates):
        return None
    length = [] if rows is indices else [(depth, indices[-1])]
    return equal([*length, *zip(slices, updates, strict=True)])


def call_agreement(op: Operation, rule: CustomCall, callee: Callee) -> Agreement | None:
    """What must hold of the inputs of a call: what its rule says, and that they repeat over the leading axes."""
    exact = exact_agreement(op, rule)
    whole = op.outputs[0].type.dims or ()
    leading = whole[: len(whole) - callee.outputs[0] - callee.apart]
    stacks = [_leading(v.type.dims or (), axes) for v, axes in zip(op.inputs, callee.inputs, strict=False)]
    repeated = meetings(stacks, leading, repeats=True)
    if exact is None or repeated is None:
        return None
    equal = {size for meeting in exact for size in meeting.own}
    return (*exact, *(m for m in repeated if not equal.issuperset(d for d in m.own if d != m.out)))


def _leading(dims: Sequence[Dim], axes: int) -> Sequence[Dim]:
    return dims[: len(dims) - axes]


def update_agreement(op: Operation) -> Agreement | None:
    """What must hold of the sizes of a variable's update; None where the kernel has to do it."""
    delta, declared = op.inputs[1].type, declared_type(op.inputs[0])
    if declared is None or not declared.is_static or declared.dtype is not delta.dtype or delta.dims is None:
        return None
    dims = declared.dims or ()
    return equal(zip(dims, delta.dims, strict=True)) if len(dims) == len(delta.dims) else None


def exact_agreement(op: Operation, rule: Strided | Alias | Decompose | CustomCall | Generate) -> Agreement | None:
    """What a rule says must hold of sizes."""
    return () if rule.exact is None else equal(rule.exact(op))


def equal(sizes: Iterable[tuple[Dim, ...]]) -> Agreement | None:
    """All sizes of each tuple must be equal; None where they are not."""
    found = []
    for first, *others in sizes:
        unsure = tuple(dict.fromkeys(d for d in others if d != first))
        if any(isinstance(d, int) and isinstance(first, int) for d in unsure):
            return None
        if unsure:
            found.append(Meeting(first, unsure))
    return tuple(found)


_LENGTH: Final = 3
_repeats: dict[tuple[OpRecord, tuple[str, ...]], bool] = {}


def repeats(op: Operation) -> bool:
    """Whether the op's kernel repeats an input of one element."""
    key = op.record, tuple([v.type.dtype.name for v in op.inputs])
    if key not in _repeats:
        _repeats[key] = all(_takes_one(op, i) for i in range(len(op.inputs)))
    return _repeats[key]


def _takes_one(op: Operation, one: int) -> bool:
    arrays = [np.ones(1 if i == one else _LENGTH, v.type.dtype.numpy) for i, v in enumerate(op.inputs)]
    try:
        with np.errstate(all="ignore"):
            result = op.record.bound_kernel(op.attrs)(*op.record.group(arrays, op.attrs))
    except Exception:  # the kernel wants equal sizes
        return False
    return len(op.inputs) == 1 or np.shape(result) == (_LENGTH,)


def open_inputs(dims: Sequence[Dim], target: Sequence[Dim]) -> bool:
    """Whether an input of these dimensions is not certain to have those of the result, or 1 where it has other ones."""
    return any(d not in (t, 1) for d, t in zip(reversed(dims), reversed(target), strict=False))


# windows ------------------------------------------------------------------------------------------------------

#: What an open size is taken for where a form is chosen, of images and of channels.
_IMAGE: Final = 64
_CHANNELS: Final = 2


def open_window(op: Operation, rule: Sliding) -> OpenWindow | None:
    """How the window slides where sizes are open; None where all are known, or one is certain to be 0."""
    window = rule.open(op) if rule.window(op) is None else None
    if window is None:
        return None
    sizes = (*window.images[1:], *window.results[1:], *window.window, *(window.filters or ()))
    return None if any(not isinstance(size, Symbol) and size == 0 for size in sizes) else window


def has_open_filter(window: OpenWindow) -> bool:
    """Whether sizes of the filter or channels are open: then so is what a form keeps in the caches."""
    sizes = (*window.window, *(window.filters or ()), window.images[-1])
    return any(isinstance(size, Symbol) for size in sizes)


def stand_in(window: OpenWindow) -> Window:
    """A window of known sizes, for one of open sizes: a form is chosen by it; the numbers come at run time."""

    def at(size: Dim, usual: int) -> int:
        return usual if isinstance(size, Symbol) else int(size)

    taps = [at(size, 1) for size in window.window]
    reaches = [(tap - 1) * apart + 1 for tap, apart in zip(taps, window.dilations, strict=True)]
    sizes = [at(size, max(_IMAGE, reach)) for size, reach in zip(window.images[1:-1], reaches, strict=True)]
    counts, before = [], []
    axes = zip(sizes, window.results[1:-1], reaches, window.strides, window.padding, strict=True)
    for size, count, reach, stride, padding in axes:
        if padding is None:
            counts.append(at(count, -(-size // stride)))
            before.append(max((counts[-1] - 1) * stride + reach - size, 0) // 2)
        else:
            counts.append(at(count, max((size + sum(padding) - reach) // stride + 1, 1)))
            before.append(padding[0])
    channels, made = at(window.images[-1], _CHANNELS), at(window.results[-1], _CHANNELS)
    groups = 1
    if window.filters is not None:
        taken, given = (at(size, _CHANNELS) for size in window.filters)
        groups = channels if window.depthwise else max(channels // taken, 1)
        made = channels * given if window.depthwise else given
    return Window(
        batch=window.images[0], size=_triple(sizes), channels=channels, result=_triple(counts), result_channels=made,
        window=_triple(taps), strides=_triple(window.strides), dilations=_triple(window.dilations),
        before=_triple(before), groups=groups, channels_first=window.channels_first,
    )  # fmt: skip


def _triple(values: Sequence[int]) -> tuple[int, int, int]:
    deep, down, right = values
    return deep, down, right
