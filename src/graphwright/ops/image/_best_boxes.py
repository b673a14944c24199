"""What compiled code makes of all forms of non-max suppression: `_BestBoxes`, an op that never leaves a program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.prelude import Array
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Callee, CustomCall
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dim,
    Emitter,
    Loader,
    Operand,
    ShapeContext,
    Symbol,
    Unsupported,
    op,
)
from graphwright.ops.image.colors import cast_in


def _rule(ctx: ShapeContext) -> list[tuple[Dim, ...]]:
    room = ctx.value(5)
    size: Dim = Symbol() if room is None or room < 0 else int(room)
    return [(size,), (size,), (1,)]


def _callee(op: Operation) -> Callee | None:
    boxes, scores = (v.type.dims for v in op.inputs[:2])
    if boxes is None or scores is None or len(boxes) != 2 or len(scores) != 1:
        return None
    overlaps = op.attrs["overlaps"]
    columns = boxes[0] if overlaps else 4
    for given, wanted in ((boxes[1], columns), (scores[0], boxes[0])):
        if isinstance(given, int) and isinstance(wanted, int) and given != wanted:
            return None
    (size,) = op.outputs[0].type.dims or (0,)
    numbers = boxes[0], size, int(overlaps)
    return Callee("suppression", "gw_best_boxes", (2, 1, 0, 0, 0), (1, 1, 1), numbers, (boxes[0], 32))


def _fits(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether there is a score for each box, boxes have four sides, and the limits are those of shares."""
    count, overlaps = load.size(0, 0), op.attrs["overlaps"]
    columns = count if overlaps else e.const(4, "int64")
    limit, sigma, zero = load(2, []), load(4, []), e.const(0, "float32")
    fits = [e.compare("eq", load.size(0, 1), columns), e.compare("eq", load.size(1, 0), count)]
    if not overlaps:
        fits += [e.compare("ge", limit, zero), e.compare("le", limit, e.const(1, "float32"))]
    return reduce(e.logical_and, [*fits, e.compare("ge", sigma, zero)])


def _room(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    return [e.convert(load(5, []), "int64")]


def _best_boxes(
    boxes: Array, scores: Array, limit: Array, least: Array, sigma: Array, room: Array, overlaps: bool
) -> list[Array]:
    from graphwright.ops.image.suppression import best_boxes

    chosen, kept = best_boxes(boxes, scores, room, limit, least, sigma, overlaps)
    rest = int(room) - len(chosen)
    return [np.pad(chosen, (0, rest)), np.pad(kept, (0, rest)), np.array([len(chosen)], np.int32)]


op(
    "_BestBoxes",
    "boxes: float32, scores: float32, limit: float32, least: float32, sigma: float32, room: int32 "
    "-> chosen: int32, kept: float32, found: int32",
    "overlaps: bool = false",
    shape=_rule,
    kernel=_best_boxes,
    native=CustomCall(_callee, accepts=_fits, by_values=True),
    sizes=_room,
    no_gradient=True,
)


def native(outputs: str, overlaps: bool = False) -> Decompose:
    """The rule of a form of suppression; `outputs` names its results: i(ndices), s(cores) and (how m)any."""

    def build(b: Builder, op: Operation, *inputs: Any) -> list[Any]:
        boxes, scores, most, *limits = inputs
        if boxes.type.dims is None or scores.type.dims is None or any(v.type.dims != () for v in (most, *limits)):
            raise Unsupported("inputs of other ranks")
        limits = limits or [b.const(np.float32(op.attrs["iou_threshold"]))]
        limits += [b.const(np.float32(n)) for n in (-np.inf, 0)[len(limits) - 1 :]]
        wide = [cast_in(b, v, float32) for v in (boxes, scores, *limits)]
        padded = bool(op.attrs.get("pad_to_max_output_size"))
        found: Any = b("_BestBoxes", *wide, most if padded else _at_most(b, most, scores), overlaps=overlaps)
        return [_result(b, found, which, padded, scores.type.dtype) for which in outputs]

    return Decompose(build)


def _at_most(b: Builder, most: Any, scores: Any) -> Any:
    return b("Minimum", most, b("Size", scores, out_type=most.type.dtype))


def _result(b: Builder, found: Sequence[Any], which: str, padded: bool, dtype: Any) -> Any:
    if which == "m":
        return b("Reshape", found[2], b.const(np.zeros(0, np.int32)))
    whole = found["is".index(which)]
    part = whole if padded else b("Slice", whole, b.const(np.zeros(1, np.int32)), found[2])
    return cast_in(b, part, dtype) if which == "s" else part


__all__ = ["native"]
