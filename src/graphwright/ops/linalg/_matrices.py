"""What ops on matrices, the last two axes of tensors, share: their shapes, and kernels written for one dtype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.prelude import Callee, Dim, Kernel, Operation, ShapeContext, Value
from graphwright.ops.array._dims import merge_dim, mismatch

FACTORED = "{double, float, half, complex64, complex128}"
"""The dtypes of which matrices are taken apart."""


def matrix_dims(ctx: ShapeContext, i: int = 0) -> tuple[Dim, ...] | None:
    """The dims of an input that holds matrices; None where its rank is not known."""
    dims = ctx.dims(i)
    if dims is not None and len(dims) < 2:
        raise mismatch(
            ctx,
            f"Input tensor {i} must have rank >= 2, got {len(dims)}",
            f"Shape must be at least rank 2 but is rank {len(dims)}",
        )
    return dims


def square_dims(ctx: ShapeContext, message: str = "Input matrix must be square.") -> tuple[Dim, ...] | None:
    """The dims of a first input that holds square matrices, with the error `message` for others."""
    dims = matrix_dims(ctx)
    if dims is None:
        return None
    size = merge_dim(dims[-2], dims[-1])
    if size is None:
        raise mismatch(ctx, message, f"Dimensions must be equal, but are {dims[-2]} and {dims[-1]}")
    return (*dims[:-2], size, size)


def check_matrix(x: Array) -> None:
    """Raise for an array that holds no matrices: a rank that was not known while tracing."""
    if x.ndim < 2:
        raise errors.ShapeMismatchError(f"Input tensor 0 must have rank >= 2, got {x.ndim}")


def check_square(x: Array) -> None:
    """Raise for an array that holds no square matrices."""
    check_matrix(x)
    if x.shape[-1] != x.shape[-2]:
        raise errors.ShapeMismatchError("Input matrix must be square.")


def single(function: Kernel) -> Kernel:
    """A kernel of which halves are computed in float32 and rounded once; LAPACK has no halves."""

    def kernel(x: Array, *rest: Array, **attrs: Any) -> Any:
        if x.dtype.itemsize != 2:
            return function(x, *rest, **attrs)
        result = function(*[a.astype(np.float32) for a in (x, *rest)], **attrs)
        if not isinstance(result, (list, tuple)):
            return np.asarray(result).astype(x.dtype)
        return [m.astype(x.dtype) if m.dtype == np.float32 else m for m in result]

    return kernel


def padding_of(value: TensorLike, dtype: DType) -> Tensor:
    """The padding next to diagonals, in their dtype; the default 0 is False for bools."""
    return to_tensor(bool(value) if dtype.is_bool and type(value) is int else value, dtype)


# spellings of gradient rules -----


def times(a: TensorLike, b: TensorLike, adj_a: bool = False, adj_b: bool = False) -> Tensor:
    """The product of matrices, either of them transposed and conjugated first."""
    return apply("BatchMatMulV2", (a, b), {"adj_x": adj_a, "adj_y": adj_b})


def band(x: Tensor, lower: int, upper: int) -> Tensor:
    """The matrices with zeros outside a band; -1 keeps a whole side."""
    return apply("MatrixBandPart", (x, np.int64(lower), np.int64(upper)))


def strictly_lower(x: Tensor) -> Tensor:
    """What is below the diagonals."""
    return apply("Sub", (band(x, -1, 0), band(x, 0, 0)))


def diagonal(x: TensorLike) -> Tensor:
    """The matrices with this diagonal."""
    from graphwright.ops.linalg.diagonals import diag

    return diag(x)


def half(x: Tensor) -> Tensor:
    """x / 2."""
    return apply("Mul", (x, np.asarray(0.5, x.dtype.numpy)))


def identity_like(x: Tensor) -> Tensor:
    """Identity matrices of the size and number of the square matrices `x`."""
    from graphwright.ops.linalg.diagonals import set_diag

    zeros = apply("ZerosLike", (x,))
    ones = apply("OnesLike", (apply("MatrixDiagPartV3", (x, 0, np.asarray(0, x.dtype.numpy))),))
    return set_diag(zeros, ones)


def column_scaled(x: Tensor, factors: Tensor) -> Tensor:
    """Each column of the matrices times its factor."""
    return apply("Mul", (x, apply("ExpandDims", (factors, -2))))


def real_part(x: Tensor) -> Tensor:
    """The real part as a tensor of the same dtype."""
    from graphwright.ops.math.complex import real

    return apply("Cast", (real(x),), {"DstT": x.dtype}) if x.dtype.is_complex else x


def reciprocal_gaps(values: Tensor) -> Tensor:
    """1 / (values[j] - values[i]) at (i, j), 0 where they are equal."""
    gaps = apply("Sub", (apply("ExpandDims", (values, -2)), apply("ExpandDims", (values, -1))))
    return apply("DivNoNan", (apply("OnesLike", (gaps,)), gaps))


# functions of the runtime's library ---------------------------------------------------------------------------

_IN_LIBRARY: Final = ("float32", "float64")


def of_matrix(name: str, op: Operation, *numbers: bool) -> Callee | None:
    """A function of square matrices, for each of them; `numbers` are flags that it gets."""
    type_ = op.inputs[0].type
    if type_.dtype.name not in _IN_LIBRARY or not type_.dims or not op.outputs[0].type.dims:
        return None
    size = op.outputs[0].type.dims[-1]
    symbol = f"gw_{name}_{type_.dtype.name}"
    return Callee("linear_algebra", symbol, (2,), (2,), (size, *map(int, numbers)), (size, size, size))


def of_equations(name: str, op: Operation, *numbers: bool) -> Callee | None:
    """A function of square matrices and right-hand sides, over whose outer axes both may repeat."""
    matrix, rhs, result = (v.type for v in (*op.inputs, *op.outputs))
    if matrix.dtype.name not in _IN_LIBRARY or not matrix.dims or not rhs.dims or not result.dims:
        return None
    size, columns = result.dims[-2:]
    symbol = f"gw_{name}_{matrix.dtype.name}"
    return Callee("linear_algebra", symbol, (2, 2), (2,), (size, columns, *map(int, numbers)), (size, size, columns))


def square(op: Operation) -> list[tuple[Dim, ...]]:
    """The sizes that are equal in square matrices."""
    matrix, result = map(_sizes, (*op.inputs, *op.outputs))
    return [(result[-1], *matrix[-2:])]


def fitting(op: Operation) -> list[tuple[Dim, ...]]:
    """The sizes that are equal in square matrices and right-hand sides."""
    matrix, rhs, result = map(_sizes, (*op.inputs, *op.outputs))
    return [(result[-2], *matrix[-2:], rhs[-2]), (result[-1], rhs[-1])]


def stacked(op: Operation) -> list[tuple[Dim, ...]]:
    """The same of as many right-hand sides as matrices."""
    matrix, rhs, result = map(_sizes, (*op.inputs, *op.outputs))
    return [*fitting(op), *zip(result[:-2], matrix[:-2], rhs[:-2], strict=True)]


def _sizes(value: Value) -> Sequence[Dim]:
    return value.type.dims or ()
