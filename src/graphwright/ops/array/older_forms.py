"""Older forms of ops, as models hold that were saved with early versions of TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ir.record import lookup
from graphwright.ops.array._dims import merge_dims
from graphwright.ops.array._older import PADDING, older

# diagonals and batches of matrices ---------------------------------------------------------------------------

_MAIN, _ALL = np.zeros((), np.int32), np.full((), -1, np.int32)
_DIAG = ((_MAIN, _ALL, _ALL, PADDING), {"align": "LEFT_LEFT"})

for _name in ("MatrixDiag", "BatchMatrixDiag"):
    older(_name, "diagonal: T -> output: T", "T: type", "MatrixDiagV3", _DIAG[0], align="LEFT_LEFT")
for _name in ("MatrixDiagPart", "BatchMatrixDiagPart"):
    older(_name, "input: T -> diagonal: T", "T: type", "MatrixDiagPartV3", (_MAIN, PADDING), align="LEFT_LEFT")
for _name in ("MatrixSetDiag", "BatchMatrixSetDiag"):
    older(_name, "input: T, diagonal: T -> output: T", "T: type", "MatrixSetDiagV3", (_MAIN,), align="LEFT_LEFT")
older(
    "MatrixDiagV2",
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    "T: type",
    "MatrixDiagV3",
    align="LEFT_LEFT",
)
older(
    "MatrixDiagPartV2",
    "input: T, k: int32, padding_value: T -> diagonal: T",
    "T: type",
    "MatrixDiagPartV3",
    align="LEFT_LEFT",
)
older(
    "MatrixSetDiagV2",
    "input: T, diagonal: T, k: int32 -> output: T",
    "T: type",
    "MatrixSetDiagV3",
    align="LEFT_LEFT",
)
older(
    "BatchMatMul",
    "x: T, y: T -> output: T",
    "T: {bfloat16, half, float, double, int32, int64, complex64, complex128}; adj_x: bool = false; "
    "adj_y: bool = false; grad_x: bool = false; grad_y: bool = false",
    "BatchMatMulV2",
)

_SOME = "T: {double, float}"
_MORE = "T: {float, double, complex64, complex128}"
for _name, _args, _attrs, _newer in (
    ("BatchCholesky", "input: T -> output: T", _SOME, "Cholesky"),
    ("BatchMatrixBandPart", "input: T, num_lower: int64, num_upper: int64 -> band: T", "T: type", "MatrixBandPart"),
    ("BatchMatrixDeterminant", "input: T -> output: T", _MORE, "MatrixDeterminant"),
    ("BatchMatrixInverse", "input: T -> output: T", f"adjoint: bool = false; {_SOME}", "MatrixInverse"),
    ("BatchMatrixSolve", "matrix: T, rhs: T -> output: T", f"adjoint: bool = false; {_SOME}", "MatrixSolve"),
    (
        "BatchMatrixTriangularSolve",
        "matrix: T, rhs: T -> output: T",
        f"lower: bool = true; adjoint: bool = false; {_SOME}",
        "MatrixTriangularSolve",
    ),
):
    older(_name, _args, _attrs, _newer)
older(
    "BatchSelfAdjointEigV2",
    "input: T -> e: T, v: T",
    f"compute_v: bool = true; {_SOME}",
    "SelfAdjointEigV2",
    single=False,
)
older(
    "BatchSvd",
    "input: T -> s: T, u: T, v: T",
    "compute_uv: bool = true; full_matrices: bool = false; T: {double, float, complex64, complex128}",
    "Svd",
    single=False,
)
older(
    "BatchMatrixSolveLs",
    "matrix: T, rhs: T, l2_regularizer: float64 -> output: T",
    f"{_SOME}; fast: bool = true",
    "MatrixSolveLs",
    single=False,
)


def _of_factor(lower: Array, grad: Array) -> Array:
    """The gradient of a Cholesky factor, symmetric (Murray, 2016)."""
    if lower.shape != grad.shape or lower.ndim < 2 or lower.shape[-1] != lower.shape[-2]:
        raise errors.InvalidArgumentError(
            f"Input matrix and gradient must be square and alike, got {list(lower.shape)} and {list(grad.shape)}"
        )
    transposed = np.swapaxes(np.tril(lower), -1, -2)
    inner = np.tril(transposed @ np.tril(grad))
    at = np.arange(lower.shape[-1])
    inner[..., at, at] *= 0.5
    inverse = np.linalg.inv(np.tril(lower).astype(np.float64))
    whole = np.swapaxes(inverse, -1, -2) @ inner @ inverse
    result: Array = ((whole + np.swapaxes(whole, -1, -2)) / 2).astype(lower.dtype)
    return result


for _name, _dtypes in (("CholeskyGrad", "T: {half, float, double}"), ("BatchCholeskyGrad", "T: {float, double}")):
    op(_name, "l: T, grad: T -> output: T", _dtypes, shape=lambda ctx: ctx.dims(0), kernel=_of_factor)

for _name in ("FFT", "FFT2D", "FFT3D", "IFFT", "IFFT2D", "IFFT3D"):
    older(f"Batch{_name}", "input: complex64 -> output: complex64", "", _name, Tcomplex=as_dtype("complex64"))

# indices -----------------------------------------------------------------------------------------------------


def _k(attrs: Mapping[str, Any], dtype: DType) -> Array:
    return np.array(attrs["k"], np.int32)


older(
    "TopK",
    "input: T -> values: T, indices: int32",
    "k: int >= 0; sorted: bool = true; T: real",
    "TopKV2",
    (_k,),
    single=False,
    index_type=as_dtype("int32"),
)
older(
    "InTopK",
    "predictions: float, targets: T -> precision: bool",
    "k: int; T: index = int32",
    "InTopKV2",
    (_k,),
    no_gradient=True,
    single=False,
)
older(
    "ParallelDynamicStitch",
    "indices: N*int32, data: N*T -> merged: T",
    "N: int >= 1; T: type",
    "DynamicStitch",
    single=False,
)


def _block(attrs: Mapping[str, Any], dtype: DType) -> Array:
    return np.array([attrs["block_size"]] * 2, np.int32)


def _with_block(name: str, newer: str, args: str, attrs: str) -> OpRecord:
    """An op on blocks of the two axes of pictures, whose size is an attribute."""

    def kernel(x: Array, pads: Array, block_size: int) -> Array:
        record = lookup(newer)
        assert record is not None and record.kernel is not None
        if x.ndim != 4:
            raise errors.InvalidArgumentError(f"Input rank should be 4, got {x.ndim}")
        found: Array = record.kernel(x, np.array([block_size] * 2, np.int32), pads)
        return found

    def gradient(op: Application, grad: Tensor) -> Gradients:
        other = "BatchToSpaceND" if newer == "SpaceToBatchND" else "SpaceToBatchND"
        return [apply(other, (grad, _block(op.attrs, grad.dtype), op.inputs[1])), None]

    return op(name, args, attrs, shape=lambda ctx: tuple(Symbol() for _ in range(4)), kernel=kernel, gradient=gradient)


_with_block(
    "SpaceToBatch", "SpaceToBatchND", "input: T, paddings: Tpaddings -> output: T",
    "T: type; Tpaddings: index = int32; block_size: int >= 2",
)  # fmt: skip
_with_block(
    "BatchToSpace", "BatchToSpaceND", "input: T, crops: Tidx -> output: T",
    "T: type; block_size: int >= 2; Tidx: index = int32",
)  # fmt: skip


def _segments_rule(ctx: ShapeContext) -> Dims:
    data = ctx.dims(0)
    return None if data is None else ((ctx.dims_value(2) or (Symbol(),))[0], *data[1:])


_ENDS = {"Sum": (np.add, 0), "Prod": (np.multiply, 1), "Max": (np.maximum, None), "Min": (np.minimum, None)}


def _segments(kind: str) -> OpRecord:
    """Segments in order, whose number is an input; they are computed as segments in any order are."""

    def kernel(data: Array, ids: Array, count: Array) -> Array:
        if ids.size and (ids[0] < 0 or (np.diff(ids) < 0).any()):
            raise errors.InvalidArgumentError("segment ids are not increasing")
        if ids.size and ids[-1] >= count:
            raise errors.InvalidArgumentError(f"segment ids must be < num_segments, got {ids[-1]} and {int(count)}")
        function, start = _ENDS[kind]
        if start is None:
            info: Any = np.iinfo(data.dtype) if data.dtype.kind in "iu" else np.finfo(data.dtype)
            start = info.min if kind == "Max" else info.max
        result = np.full((int(count), *data.shape[1:]), start, data.dtype)
        function.at(result, ids, data)
        return result

    def gradient(op: Application, grad: Tensor) -> Gradients:
        from graphwright.ir.record import lookup

        newer = lookup(f"UnsortedSegment{kind}")
        assert newer is not None and newer.gradient is not None
        found: Gradients = newer.gradient(op, grad)
        return found

    return op(
        f"Segment{kind}V2",
        "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
        f"T: {'quantized_number' if kind in ('Sum', 'Prod') else 'real'}; Tindices: index; Tnumsegments: index = int32",
        shape=_segments_rule,
        kernel=kernel,
        gradient=gradient,
    )


for _kind in _ENDS:
    _segments(_kind)

# sums, copies, places ----------------------------------------------------------------------------------------


def _sum_rule(ctx: ShapeContext) -> Dims:
    result = ctx.dims(0)
    for i in range(1, len(ctx.types)):
        result = merge_dims(ctx, result, ctx.dims(i), "Shapes must be equal")
    return result


op(
    "AccumulateNV2",
    "inputs: N*T -> sum: T",
    "N: int >= 1; T: quantized_number; shape: shape",
    shape=_sum_rule,
    kernel=lambda inputs, shape: sum(inputs[1:], start=np.array(inputs[0])),
    gradient=lambda op, grad: [grad] * len(op.inputs),
    commutative=True,
)
op(
    "ParallelConcat",
    "values: N*T -> output: T",
    "N: int >= 1; T: type; shape: shape",
    shape=lambda ctx: tuple(Symbol() if n is None else n for n in ctx.attrs["shape"].as_list()),
    kernel=lambda values, shape: np.concatenate(values, 0),
)
for _name, _attrs, _stateful in (
    ("DeepCopy", "T: type", True),
    ("Copy", 'T: type; tensor_name: string = ""; debug_ops_spec: list(string) = []', False),
    ("CopyHost", 'T: type; tensor_name: string = ""; debug_ops_spec: list(string) = []', False),
):
    op(
        _name,
        "x: T -> y: T" if _name == "DeepCopy" else "input: T -> output: T",
        _attrs,
        shape=lambda ctx: ctx.dims(0),
        kernel=lambda x, **_: np.array(x),
        gradient=lambda op, grad: [grad],
        stateful=_stateful,
    )
op(
    "ToBool",
    "input: T -> output: bool",
    "T: type",
    shape=lambda ctx: (),
    kernel=lambda x: np.bool_(bool(x.size) if x.ndim else bool(x.item())),
    no_gradient=True,
)
op(
    "Empty",
    "shape: int32 -> output: dtype",
    "dtype: type; init: bool = false",
    shape=lambda ctx: ctx.dims_value(0),
    kernel=lambda shape, dtype, init: np.full(shape, b"" if dtype.name == "string" else 0, dtype.numpy),
    no_gradient=True,
    stateful=True,
)


def _in_place(name: str, change: Any) -> OpRecord:
    """An op that changes rows of a tensor; here of a copy."""

    def kernel(x: Array, i: Array, v: Array) -> Array:
        result = np.array(x)
        rows = i.reshape(-1)
        if i.ndim > 1:
            raise errors.InvalidArgumentError(f"i must be a vector, got shape {i.shape}")
        if v.ndim != x.ndim or v.shape[1:] != x.shape[1:] or len(rows) != len(v):
            raise errors.InvalidArgumentError(
                f"v needs a row of x's shape for each element of i: x has shape {x.shape}, i {i.shape}, v {v.shape}"
            )
        values = v.reshape(len(rows), *x.shape[1:])
        change(result, rows % max(len(x), 1), values)
        return result

    return op(name, "x: T, i: int32, v: T -> y: T", "T: type", shape=lambda ctx: ctx.dims(0), kernel=kernel)


def _assign(x: Array, rows: Array, values: Array) -> None:
    x[rows] = values


_in_place("InplaceUpdate", _assign)
_in_place("InplaceAdd", np.add.at)
_in_place("InplaceSub", np.subtract.at)


def _data_format(name: str, places: bool) -> OpRecord:
    """Numbers of axes, or values for each axis, from one order of the axes into another."""

    def kernel(x: Array, src_format: str, dst_format: str) -> Array:
        if places:
            order = np.array([dst_format.index(c) for c in src_format], x.dtype)
            return np.asarray(order[x % len(order)])
        source, target = src_format, dst_format
        if len(x) == len(src_format) - 2:  # the spatial axes alone
            source, target = ("".join(c for c in f if c not in "NC") for f in (src_format, dst_format))
        if len(x) != len(source):
            raise errors.InvalidArgumentError(f"1D input must be of size {len(src_format)}, got {x.shape}")
        return np.asarray(x[[source.index(c) for c in target]])

    return op(
        name,
        "x: T -> y: T",
        'T: index = int32; src_format: string = "NHWC"; dst_format: string = "NCHW"',
        shape=lambda ctx: ctx.dims(0),
        kernel=kernel,
        no_gradient=True,
    )


_data_format("DataFormatDimMap", True)
_data_format("DataFormatVecPermute", False)


def _nth(x: Array, n: Array, reverse: bool) -> Array:
    if not x.ndim:
        raise errors.InvalidArgumentError("Input must be >= 1-D, got shape []")
    if not 0 <= n < x.shape[-1]:
        raise errors.InvalidArgumentError(f"Input must have at least n+1 = {int(n) + 1} columns")
    found: Array = np.sort(x, -1)[..., x.shape[-1] - 1 - int(n) if reverse else int(n)]
    return found


def _nth_gradient(op: Application, grad: Tensor) -> Gradients:
    """Elements that equal the one found share its gradient."""
    x, y = op.inputs[0], op.outputs[0]
    alike = apply("Cast", (apply("Equal", (x, apply("ExpandDims", (y, -1)))),), {"DstT": grad.dtype})
    count = apply("Sum", (alike, -1), {"keep_dims": True})
    return [apply("RealDiv", (apply("Mul", (alike, apply("ExpandDims", (grad, -1)))), count)), None]


op(
    "NthElement",
    "input: T, n: int32 -> values: T",
    "reverse: bool = false; T: real",
    shape=lambda ctx: None if ctx.dims(0) is None else ctx.dims(0)[:-1],
    kernel=_nth,
    gradient=_nth_gradient,
)


def _histogram(values: Array, limits: Array, nbins: Array, dtype: DType) -> Array:
    if nbins <= 0:
        raise errors.InvalidArgumentError(f"nbins should be a positive number, but got '{int(nbins)}'")
    low, high = limits.astype(np.float64)
    if low >= high:
        raise errors.InvalidArgumentError(f"value_range should satisfy value_range[0] < value_range[1], got {limits}")
    step = (high - low) / int(nbins)
    bins = np.clip(np.floor((values.astype(np.float64) - low) / step), 0, int(nbins) - 1).astype(np.int64)
    return np.bincount(bins.reshape(-1), minlength=int(nbins)).astype(dtype.numpy)


op(
    "HistogramFixedWidth",
    "values: T, value_range: T, nbins: int32 -> out: dtype",
    "T: {int32, int64, float, double}; dtype: index = int32",
    shape=lambda ctx: ((ctx.dims_value(2) or (Symbol(),))[0],),
    kernel=_histogram,
    no_gradient=True,
)


def _tiles_summed(x: Array, multiples: Array) -> Array:
    """The gradient of a tile: copies are added up."""
    if multiples.shape != (x.ndim,) or (multiples < 0).any():
        raise errors.InvalidArgumentError(
            f"Expected multiples to be {x.ndim} sizes that are not negative, got {multiples.tolist()}"
        )
    if any(size % m if m else size for size, m in zip(x.shape, multiples.tolist(), strict=True)):
        raise errors.InvalidArgumentError(
            f"Each size of the input must be a multiple of its entry of multiples: {x.shape}, {multiples.tolist()}"
        )
    sizes = [n for m, s in zip(multiples.tolist(), x.shape, strict=True) for n in (m, s // max(m, 1))]
    return np.asarray(x.reshape(sizes).sum(tuple(range(0, 2 * x.ndim, 2))), x.dtype)


def _tile_grad_rule(ctx: ShapeContext) -> Dims:
    dims, multiples = ctx.dims(0), ctx.dims_value(1)
    if dims is None or multiples is None:
        return None
    known = zip(dims, multiples, strict=True)
    return tuple(d // m if isinstance(d, int) and isinstance(m, int) and m else Symbol() for d, m in known)


op(
    "TileGrad",
    "input: T, multiples: int32 -> output: T",
    "T: type",
    shape=_tile_grad_rule,
    kernel=_tiles_summed,
    gradient=lambda op, grad: [apply("Tile", (grad, op.inputs[1])), None],
)
