"""What compiled code makes of RaggedTensorToTensor: `_PadRows`, an op of one level that never leaves a program."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.prelude import Array
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Callee, CustomCall
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dims,
    Emitter,
    Loader,
    Operand,
    ShapeContext,
    Symbol,
    Unsupported,
    op,
)


def _rule(ctx: ShapeContext) -> Dims:
    values, wanted = ctx.dims(0), ctx.dims_value(3) or (-1, -1)
    rows, width = (Symbol() if isinstance(n, int) and n < 0 else n for n in wanted)
    return rows, width, Symbol() if values is None else values[1]


def _kernel(values: Array, fill: Array, splits: Array, wanted: Array) -> Array:
    from graphwright.ops.ragged.records import to_tensor

    shape = np.append(wanted, values.shape[1])
    return to_tensor(shape, values, fill if len(fill) > 1 else fill[0], [splits], ["ROW_SPLITS"])


def _callee(op: Operation) -> Callee | None:
    values, fill, splits, wanted = (v.type.dims for v in op.inputs)
    if not values or not fill or not splits or wanted != (2,):
        return None
    rows, width, inner = op.outputs[0].type.dims or (0, 0, 0)
    sizes = op.inputs[0].type.dtype.size, op.inputs[2].type.dtype.size
    numbers = fill[0], splits[0], rows, width, inner, *sizes
    return Callee("ragged", "gw_pad_rows", (2, 1, 1, 1), (3,), numbers, (rows, width, inner))


def _sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The sizes that are asked for, or how many rows there are and how long the longest is."""
    zero, one = e.const(0, "int64"), e.const(1, "int64")
    rows = e.sub(load.size(2, 0), one)

    def longer(row: Operand, longest: Operand) -> list[Operand]:
        first, end = (e.convert(load(2, [at]), "int64") for at in (row, e.add(row, one)))
        return [e.max(longest, e.sub(end, first))]

    (longest,) = load.repeat(e.max(rows, zero), longer, zero)
    wanted = [load(3, [e.const(axis, "int64")]) for axis in (0, 1)]
    found = zip(wanted, (rows, longest), strict=True)
    return [*(e.select(e.compare("lt", n, zero), own, n) for n, own in found), load.size(0, 1)]


def _fits(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether the ends of the rows rise from 0 to the number of values."""
    zero, count = e.const(0, "int64"), load.size(2, 0)

    def rises(at: Operand, before: Operand, good: Operand) -> list[Operand]:
        end = e.convert(load(2, [at]), "int64")
        starts = e.logical_or(e.compare("gt", at, zero), e.compare("eq", end, zero))
        return [end, e.logical_and(good, e.logical_and(starts, e.compare("ge", end, before)))]

    last, good = load.repeat(count, rises, zero, e.compare("gt", count, zero))
    return e.logical_and(good, e.compare("eq", last, load.size(0, 0)))


op(
    "_PadRows",
    "values: T, fill: T, splits: Tsplits, wanted: int64 -> padded: T",
    "T: type; Tsplits: index = int64",
    shape=_rule,
    kernel=_kernel,
    native=CustomCall(_callee, accepts=_fits, by_values=True),
    sizes=_sizes,
    no_gradient=True,
)


def _build(b: Builder, op: Operation, shape: Any, values: Any, fill: Any, *splits: Any) -> list[Any]:
    """Level by level, the innermost first: padded rows are the values of the level around them."""
    kinds = op.attrs["row_partition_types"]
    if any(kind not in ("ROW_SPLITS", b"ROW_SPLITS") for kind in kinds):
        raise Unsupported("other partitions")
    if not values.type.dims or fill.type.dims is None or any(len(s.type.dims or ()) != 1 for s in splits):
        raise Unsupported("ranks that are not known")
    wanted = _wanted(b, shape, values, len(splits))
    sizes = b("Shape", values, out_type=int64)
    rest = _part(b, sizes, 1, len(values.type.dims))
    fill = b("Reshape", b("BroadcastTo", fill, rest) if fill.type.dims else fill, b.const(np.array([-1])))
    widths: list[Any] = []
    for level in reversed(range(len(splits))):
        rows = _part(b, wanted, 0, 1) if level == 0 else b.const(np.array([-1]))
        width = _part(b, wanted, level + 1, level + 2)
        inner = b("Prod", _joined(b, [*widths, rest]), b.const(np.int32(0)), keep_dims=True)
        flat = b("Reshape", values, _joined(b, [_part(b, b("Shape", values, out_type=int64), 0, 1), inner]))
        values = b("_PadRows", flat, fill, splits[level], _joined(b, [rows, width]))
        padded = b("Shape", values, out_type=int64)
        widths.insert(0, _part(b, padded, 1, 2))
    return [b("Reshape", values, _joined(b, [_part(b, padded, 0, 1), *widths, rest]))]


def _wanted(b: Builder, shape: Any, values: Any, levels: int) -> Any:
    """The size of each axis, -1 where it follows from the rows."""
    known, inner = constant_value(shape), values.type.dims[1:]
    rank = levels + 1 + len(inner)
    if shape.type.dims == ():
        return b.const(np.full(rank, -1))
    if shape.type.dims != (rank,) or (known is None and inner):
        raise Unsupported("shapes that the kernel looks at")
    if known is None:
        return b("Cast", shape, SrcT=shape.type.dtype, DstT=int64, Truncate=False)
    if any(n >= 0 and n != own for n, own in zip(known[levels + 1 :].tolist(), inner, strict=True)):
        raise Unsupported("rows of another size")
    return b.const(known.astype(np.int64))


def _part(b: Builder, vector: Any, begin: int, end: int) -> Any:
    return b("Slice", vector, b.const(np.array([begin])), b.const(np.array([end - begin])))


def _joined(b: Builder, vectors: list[Any]) -> Any:
    return b("ConcatV2", vectors, b.const(np.int32(0)))


NATIVE = Decompose(_build)

__all__ = ["NATIVE"]
