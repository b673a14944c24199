"""Ops that jax has functions for, in place of a native rule: decompositions, transforms, sorting, complex numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.runtime.xla.rules import random
from graphwright.runtime.xla.rules.elementwise import output_dims
from graphwright.runtime.xla.rules.kernels import KERNELS, by_kernel

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block

Function = Callable[..., Any]


def _op(function: Function) -> Any:
    """An op whose results `function(op, *arrays)` gives: one array, or a tuple of them."""

    def lower(block: Block, op: Operation) -> Sequence[Any]:
        found = function(op, *(block.traced(v) for v in op.inputs))
        results = found if isinstance(found, tuple) else (found,)
        return [jnp.asarray(r).astype(v.dtype.numpy) for r, v in zip(results, op.outputs, strict=True)]

    return lower


def _factored(function: Function) -> Any:
    """The same for factorisations, half precision in single: what has no finite result is left to the kernel."""

    def in_single(op: Operation, *arrays: Any) -> Any:
        return function(op, *(x.astype(np.float32) if x.dtype == np.float16 else x for x in arrays))

    plain = _op(in_single)

    def lower(block: Block, op: Operation) -> Sequence[Any]:
        rows = op.inputs[0].type.dims
        if rows is None or len(rows) < 2 or 0 in rows or (len(op.inputs) > 1 and 0 in (op.inputs[1].type.dims or (0,))):
            raise Unsupported("matrices of no elements")
        results: Sequence[Any] = plain(block, op)
        for result in results:
            block.require(jnp.all(jnp.isfinite(result)))
        return results

    return lower


# matrices -----


def _cholesky(op: Operation, x: Any) -> Any:
    return lax.linalg.cholesky(x, symmetrize_input=False)


def _adjoint(x: Any) -> Any:
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def _square(x: Any) -> Any:
    if x.shape[-1] != x.shape[-2]:
        raise Unsupported("its inputs are refused")
    return x


def _inverse(op: Operation, x: Any) -> Any:
    return jnp.linalg.inv(_adjoint(_square(x)) if op.attrs["adjoint"] else _square(x))


def _solve(op: Operation, matrix: Any, rhs: Any) -> Any:
    return jnp.linalg.solve(_adjoint(_square(matrix)) if op.attrs["adjoint"] else _square(matrix), rhs)


def _triangular_solve(op: Operation, matrix: Any, rhs: Any) -> Any:
    outer = jnp.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    matrix, rhs = (jnp.broadcast_to(x, (*outer, *x.shape[-2:])) for x in (_square(matrix), rhs))
    return lax.linalg.triangular_solve(
        matrix, rhs, left_side=True, lower=op.attrs["lower"], transpose_a=op.attrs["adjoint"],
        conjugate_a=op.attrs["adjoint"] and matrix.dtype.kind == "c",
    )  # fmt: skip


def _determinant(op: Operation, x: Any) -> Any:
    return jnp.linalg.det(_square(x))


def _log_determinant(op: Operation, x: Any) -> Any:
    return tuple(jnp.linalg.slogdet(_square(x)))


def _lu(op: Operation, x: Any) -> Any:
    lu, _, order = lax.linalg.lu(_square(x))
    return lu, order


# transforms -----


def _fft(function: Function, rank: int) -> Any:
    axes = tuple(range(-rank, 0))

    def lower(op: Operation, x: Any) -> Any:
        return function(x, axes=axes) if x.size else x

    return _op(lower)


def _real_fft(function: Function, rank: int) -> Any:
    def lower(block: Block, op: Operation) -> Sequence[Any]:
        x, lengths = block.traced(op.inputs[0]), constant_value(op.inputs[1])
        dims = output_dims(op)
        if lengths is None or 0 in dims or not x.size or x.ndim < rank or (lengths <= 0).any():
            raise Unsupported("lengths that are not known before the program runs, or nothing to transform")
        sizes = [int(n) for n in lengths]
        axes = tuple(range(-rank, 0))
        inner = sizes[-1] // 2 + 1 if function is jnp.fft.irfftn else sizes[-1]
        if any(x.shape[a] < n for a, n in zip(axes, [*sizes[:-1], inner], strict=True)):
            raise Unsupported("its inputs are refused")
        return [function(x, s=sizes, axes=axes).astype(op.outputs[0].dtype.numpy)]

    return lower


# sorting -----


def _top_k(block: Block, op: Operation) -> Sequence[Any]:
    x = block.traced(op.inputs[0])
    k = op.attrs["k"] if op.type == "TopK" else constant_value(op.inputs[1])
    if k is None or not x.ndim or not 0 <= int(k) <= x.shape[-1]:
        raise Unsupported("a number of elements that is not known before the program runs")
    if x.dtype.kind not in "iu":
        block.require(~jnp.any(jnp.isnan(x)))
    # XLA's order puts -0.0 before 0.0: only the places are its own
    _, places = lax.top_k(jnp.where(x == 0, jnp.zeros_like(x), x), int(k))
    return [jnp.take_along_axis(x, places, -1), places.astype(op.outputs[1].dtype.numpy)]


# sums of products -----


def _einsum(block: Block, op: Operation) -> Sequence[Any]:
    arrays = [block.traced(v) for v in op.inputs]
    equation = op.attrs["equation"]
    text = equation.decode() if isinstance(equation, bytes) else equation
    if any(len(set(labels)) < len(labels) for labels in text.replace("...", "").replace("->", ",").split(",")):
        raise Unsupported("an einsum that goes along a diagonal")
    dtype = op.outputs[0].dtype.numpy
    wide = np.float32 if dtype.name in ("float16", "bfloat16") else None
    return [jnp.einsum(text, *arrays, preferred_element_type=wide).astype(dtype)]


def _unsorted(combine: str, neutral: Callable[[Any], Any]) -> Any:
    """Sums by segment whose number is known: rows with a number outside are left out."""

    def lower(block: Block, op: Operation) -> Sequence[Any]:
        rows, numbers = block.traced(op.inputs[0]), block.traced(op.inputs[1])
        dims = output_dims(op)
        if numbers.ndim != 1 or rows.shape[:1] != numbers.shape:
            raise Unsupported("its inputs are refused")
        block.require(jnp.all((numbers >= 0) & (numbers < dims[0])) & jnp.all(numbers[1:] >= numbers[:-1]))
        onto = jnp.full(dims, neutral(rows.dtype), rows.dtype)
        return [getattr(onto.at[numbers], combine)(rows, mode="drop")]

    return lower


def _softmax(op: Operation, logits: Any) -> Any:
    """In the form that XLA knows: numerators divided by their sum."""
    if not logits.size:
        raise Unsupported("its inputs are refused")
    wide = logits.astype(np.float32) if logits.dtype.itemsize == 2 else logits
    exponentials = jnp.exp(wide - jnp.max(wide, -1, keepdims=True))
    return exponentials / jnp.sum(exponentials, -1, keepdims=True)


def _sparse_cross_entropy(block: Block, op: Operation) -> list[Any]:
    """Losses and their gradients, NaN for labels out of range where these are no error."""
    logits, labels = (block.traced(v) for v in op.inputs)
    if logits.ndim != 2 or labels.shape != logits.shape[:1] or not logits.size:
        raise Unsupported("its inputs are refused")
    wide = logits.astype(np.float32) if logits.dtype.itemsize == 2 else logits
    inside = (labels >= 0) & (labels < wide.shape[1])
    shifted = wide - jnp.max(wide, 1, keepdims=True)
    exponentials = jnp.exp(shifted)
    total = jnp.sum(exponentials, 1)
    place = jnp.where(inside, labels, 0)[:, None]
    loss = jnp.log(total) - jnp.take_along_axis(shifted, place, 1)[:, 0]
    backprop = exponentials / total[:, None] - (place == jnp.arange(wide.shape[1])).astype(wide.dtype)
    found = block.in_range(inside, loss, np.nan), block.in_range(inside[:, None], backprop, np.nan)
    return [result.astype(logits.dtype) for result in found]


def _resampled(block: Block, op: Operation) -> Sequence[Any]:
    """A resized image: a product with a matrix for each axis, made of the spans of which the native rule has tables."""
    assert op.record.native is not None
    callee = op.record.native.callee(op)  # type: ignore[union-attr]
    if callee is None:
        raise Unsupported("sizes that are not constants")
    images = block.traced(op.inputs[0]).astype(np.float32)
    height, width = images.shape[1:3]
    (rows, _), (row_weights, _), (columns, _), (column_weights, _) = callee.tables
    tall = jnp.einsum("ih,bhwc->biwc", _dense(rows, row_weights, height), images, precision=lax.Precision.HIGHEST)
    wide = jnp.einsum("jw,biwc->bijc", _dense(columns, column_weights, width), tall, precision=lax.Precision.HIGHEST)
    return [wide.astype(op.outputs[0].type.dtype.numpy)]


def _dense(spans: Any, weights: Any, size: int) -> Any:
    matrix = np.zeros((len(spans), size), np.float32)
    for row, (first, count), own in zip(matrix, spans, weights, strict=True):
        row[first : first + count] = own[:count]
    return matrix


LIBRARY: Final[dict[str, Any]] = {
    "Cholesky": _factored(_cholesky),
    "MatrixInverse": _factored(_inverse),
    "MatrixSolve": _factored(_solve),
    "MatrixTriangularSolve": _factored(_triangular_solve),
    "MatrixDeterminant": _factored(_determinant),
    "LogMatrixDeterminant": _factored(_log_determinant),
    "Lu": _factored(_lu),
    "Softmax": _op(_softmax),
    "SparseSoftmaxCrossEntropyWithLogits": _sparse_cross_entropy,
    "FFT": _fft(jnp.fft.fftn, 1),
    "FFT2D": _fft(jnp.fft.fftn, 2),
    "FFT3D": _fft(jnp.fft.fftn, 3),
    "IFFT": _fft(jnp.fft.ifftn, 1),
    "IFFT2D": _fft(jnp.fft.ifftn, 2),
    "IFFT3D": _fft(jnp.fft.ifftn, 3),
    "RFFT": _real_fft(jnp.fft.rfftn, 1),
    "RFFT2D": _real_fft(jnp.fft.rfftn, 2),
    "RFFT3D": _real_fft(jnp.fft.rfftn, 3),
    "IRFFT": _real_fft(jnp.fft.irfftn, 1),
    "IRFFT2D": _real_fft(jnp.fft.irfftn, 2),
    "IRFFT3D": _real_fft(jnp.fft.irfftn, 3),
    "TopK": _top_k,
    "TopKV2": _top_k,
    "Einsum": _einsum,
    "SegmentSumV2": _unsorted("add", lambda dtype: 0),
    "SegmentProdV2": _unsorted("multiply", lambda dtype: 1),
    **dict.fromkeys(
        ("ResizeArea", "ResizeBicubic", "ResizeBicubicGrad", "ResizeBilinear", "ResizeBilinearGrad"), _resampled
    ),
    **dict.fromkeys(("ScaleAndTranslate", "ScaleAndTranslateGrad"), _resampled),
    **random.RANDOM,
    **dict.fromkeys(KERNELS, by_kernel),
}
"""The functions that lower these ops, by the ops' names."""
