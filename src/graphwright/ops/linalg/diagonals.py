"""Diagonals of matrices (the last two axes of tensors): building from them, reading, replacing, bands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.array._dims import mismatch
from graphwright.ops.linalg import _diagonal_rules as rules
from graphwright.ops.linalg._matrices import padding_of

if TYPE_CHECKING:
    from graphwright.ops.ragged.ragged_tensor import RaggedTensor

_ALIGN = 'align: {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"'

# where the elements of diagonals are -----


def _band(k: Array) -> tuple[int, int]:
    """The lowest and the highest diagonal meant by `k`, a number or a pair."""
    flat = k.reshape(-1).tolist()
    if len(flat) not in (1, 2):
        raise errors.ShapeMismatchError(
            f"diag_index must have only one or two elements, received {len(flat)} elements."
        )
    low, high = flat[0], flat[-1]
    if low > high:
        raise errors.ShapeMismatchError(f"lower_diag_index is greater than upper_diag_index: {low} > {high}")
    return low, high


def _check_band(low: int, high: int, rows: int, columns: int) -> None:
    for name, k in (("lower", low), ("upper", high)):
        if not (-rows < k < columns or k == 0):
            raise errors.ShapeMismatchError(
                f"{name}_diag_index is out of bound: {k}. It must be between {-rows} and {columns}"
            )


def _length(rows: int, columns: int, k: int) -> int:
    """The length of diagonal k."""
    return max(min(rows + min(k, 0), columns - max(k, 0)), 0)


def _longest(rows: int, columns: int, low: int, high: int) -> int:
    """The length of the longest diagonal of a band."""
    return max(min(rows + min(high, 0), columns - max(low, 0)), 0)


@lru_cache(maxsize=256)
def _band_positions(rows: int, columns: int, low: int, high: int, align: str) -> tuple[Array, Array, Array, Array]:
    """For each element of a band: its row and column in the packed diagonals (highest first) and in the matrix."""
    packed_row: list[int] = []
    packed_column: list[int] = []
    row: list[int] = []
    column: list[int] = []
    longest = _longest(rows, columns, low, high)
    above, below = align.split("_")
    for k in range(high, low - 1, -1):
        length = _length(rows, columns, k)
        shift = longest - length if (above if k >= 0 else below) == "RIGHT" else 0
        packed_row += [high - k] * length
        packed_column += range(shift, shift + length)
        row += range(max(-k, 0), max(-k, 0) + length)
        column += range(max(k, 0), max(k, 0) + length)
    result = [np.array(a, np.intp) for a in (packed_row, packed_column, row, column)]
    return result[0], result[1], result[2], result[3]


def _packed(diagonal: Array, low: int, high: int) -> Array:
    """Packed diagonals, with the axis of diagonals even if there is only one."""
    return diagonal[..., None, :] if low == high else diagonal


# MatrixDiag -----


def _matrix_size(longest: int, low: int, high: int, rows: int, columns: int) -> tuple[int, int]:
    """The size of a matrix with these diagonals; -1 stands for as small as possible."""
    least_rows, least_columns = longest - min(high, 0), longest + max(low, 0)
    if rows == -1 and columns == -1:
        rows = columns = max(least_rows, least_columns)
    rows = least_rows if rows == -1 else rows
    columns = least_columns if columns == -1 else columns
    if rows < least_rows:
        raise errors.ShapeMismatchError("The number of rows is too small.")
    if columns < least_columns:
        raise errors.ShapeMismatchError("The number of columns is too small.")
    if rows != least_rows and columns != least_columns:
        raise errors.ShapeMismatchError(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal."
        )
    return rows, columns


def _check_packed(count: Dim, low: int, high: int) -> None:
    if isinstance(count, int) and count != high - low + 1:
        raise errors.ShapeMismatchError(
            f"The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index "
            f"range: {count} diagonals for k in [{low}, {high}]"
        )


def _diag_rule(ctx: ShapeContext) -> Dims:
    dims, k = ctx.dims(0), ctx.value(1)
    if dims is None:
        return None
    if not dims:
        raise ctx.fail("Shape must be at least rank 1 but is rank 0")
    if k is None:
        return None
    low, high = _band(k)
    outer = dims[:-1]
    if low < high:
        if len(dims) < 2:
            raise ctx.fail("Shape must be at least rank 2 but is rank 1")
        _check_packed(dims[-2], low, high)
        outer = dims[:-2]
    sizes = [ctx.value(2), ctx.value(3)]
    if not isinstance(dims[-1], int) or sizes[0] is None or sizes[1] is None:
        alone = low == high == 0 and all(size is not None and int(size) == -1 for size in sizes)
        return (*outer, dims[-1], dims[-1]) if alone else (*outer, Symbol(), Symbol())
    return (*outer, *_matrix_size(dims[-1], low, high, int(sizes[0]), int(sizes[1])))


def _diag(diagonal: Array, k: Array, num_rows: Array, num_cols: Array, padding: Array, align: str) -> Array:
    low, high = _band(k)
    packed = _packed(diagonal, low, high)
    _check_packed(packed.shape[-2], low, high)
    rows, columns = _matrix_size(packed.shape[-1], low, high, int(num_rows), int(num_cols))
    result = np.full((*packed.shape[:-2], rows, columns), padding, diagonal.dtype)
    packed_row, packed_column, row, column = _band_positions(rows, columns, low, high, align)
    result[..., row, column] = packed[..., packed_row, packed_column]
    return result


def _diag_gradient(op: Application, grad: Tensor) -> Gradients:
    taken = apply(MATRIX_DIAG_PART, (grad, op.inputs[1], _zero(grad)), {"align": op.attrs["align"]})
    return [taken, None, None, None, None]


def _zero(like: RaggedTensor | Tensor) -> Tensor:
    return convert_to_tensor(0, like.dtype)


MATRIX_DIAG: OpRecord = op(
    "MatrixDiagV3",
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    f"T: type; {_ALIGN}",
    shape=_diag_rule,
    kernel=_diag,
    gradient=_diag_gradient,
    native=rules.MATRIX_DIAG,
)

# MatrixDiagPart -----


def _part_rule(ctx: ShapeContext) -> Dims:
    dims, k = _matrices(ctx), ctx.value(1)
    if dims is None or k is None:
        return None
    low, high = _band(k)
    rows, columns = dims[-2:]
    length: Dim = rows if rows is columns and low == high == 0 else Symbol()
    if isinstance(rows, int) and isinstance(columns, int):
        _check_band(low, high, rows, columns)
        length = _longest(rows, columns, low, high)
    return (*dims[:-2], length) if low == high else (*dims[:-2], high - low + 1, length)


def _matrices(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and len(dims) < 2:
        message = f"input must be at least 2-dim, received shape: {describe_dims(dims)}"
        raise mismatch(ctx, message)
    return dims


def _band_of(x: Array, k: Array) -> tuple[int, int, int]:
    """The lowest and highest selected diagonal of the matrices, and the length of the longest."""
    if x.ndim < 2:
        raise errors.ShapeMismatchError(f"input must be at least 2-dim, received shape: {describe_dims(x.shape)}")
    low, high = _band(k)
    rows, columns = x.shape[-2:]
    _check_band(low, high, rows, columns)
    return low, high, _longest(rows, columns, low, high)


def _diag_part(x: Array, k: Array, padding: Array, align: str) -> Array:
    low, high, longest = _band_of(x, k)
    packed = np.full((*x.shape[:-2], high - low + 1, longest), padding, x.dtype)
    packed_row, packed_column, row, column = _band_positions(*x.shape[-2:], low, high, align)
    packed[..., packed_row, packed_column] = x[..., row, column]
    return packed[..., 0, :] if low == high else packed


def _diag_part_gradient(op: Application, grad: Tensor) -> Gradients:
    zeros = apply("ZerosLike", (op.inputs[0],))
    placed = apply(MATRIX_SET_DIAG, (zeros, grad, op.inputs[1]), {"align": op.attrs["align"]})
    return [placed, None, None]


MATRIX_DIAG_PART: OpRecord = op(
    "MatrixDiagPartV3",
    "input: T, k: int32, padding_value: T -> diagonal: T",
    f"T: type; {_ALIGN}",
    shape=_part_rule,
    kernel=_diag_part,
    gradient=_diag_part_gradient,
    native=rules.MATRIX_DIAG_PART,
    sizes=rules.matrix_diag_part_sizes,
)

# MatrixSetDiag -----


def _set_diag(x: Array, diagonal: Array, k: Array, align: str) -> Any:
    low, high, longest = _band_of(x, k)
    target = (*x.shape[:-2], longest) if low == high else (*x.shape[:-2], high - low + 1, longest)
    if diagonal.shape != target:
        raise errors.ShapeMismatchError(
            f"Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal "
            f"to the longests diagonal in range [lower_diag_index:upper_diag_index].\nInput shape: "
            f"{describe_dims(x.shape)}\nDiagonal shape: {describe_dims(diagonal.shape)}\n"
            f"Expected diagonal shape: {describe_dims(target)}"
        )
    result = x.copy()
    packed = _packed(diagonal, low, high)
    packed_row, packed_column, row, column = _band_positions(*x.shape[-2:], low, high, align)
    result[..., row, column] = packed[..., packed_row, packed_column]
    return result


def _set_diag_gradient(op: Application, grad: Tensor) -> Gradients:
    _, diagonal, k = op.inputs
    align = {"align": op.attrs["align"]}
    rest = apply(MATRIX_SET_DIAG, (grad, apply("ZerosLike", (diagonal,)), k), align)
    return [rest, apply(MATRIX_DIAG_PART, (grad, k, _zero(grad)), align), None]


MATRIX_SET_DIAG: OpRecord = op(
    "MatrixSetDiagV3",
    "input: T, diagonal: T, k: int32 -> output: T",
    f"T: type; {_ALIGN}",
    shape=_matrices,
    kernel=_set_diag,
    gradient=_set_diag_gradient,
    native=rules.MATRIX_SET_DIAG,
)

# MatrixBandPart -----


def _band_part(x: Array, num_lower: Array, num_upper: Array) -> Array:
    if x.ndim < 2:
        raise errors.ShapeMismatchError(f"input must be at least 2-dim, received shape: {describe_dims(x.shape)}")
    rows, columns = x.shape[-2:]
    lower, upper = int(num_lower), int(num_upper)
    if lower > rows:
        raise errors.InvalidArgumentError(
            f"num_lower must be negative or less or equal to number of rows ({rows}) got: {lower}"
        )
    if upper > columns:
        raise errors.InvalidArgumentError(
            f"num_upper must be negative or less or equal to number of columns ({columns}) got: {upper}"
        )
    k = np.arange(columns) - np.arange(rows)[:, None]
    inside = (k >= -lower if lower >= 0 else np.True_) & (k <= upper if upper >= 0 else np.True_)
    return np.where(inside, x, np.zeros((), x.dtype))


BAND_PART: OpRecord = op(
    "MatrixBandPart",
    "input: T, num_lower: Tindex, num_upper: Tindex -> band: T",
    "T: type; Tindex: index = int64",
    shape=_matrices,
    kernel=_band_part,
    gradient=lambda op, grad: [apply(BAND_PART, (grad, op.inputs[1], op.inputs[2])), None, None],
    native=rules.BAND_PART,
)

# diagonals of tensors: every axis twice -----


def _tensor_diag_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims == ():
        raise ctx.fail("Input must be at least rank 1, got 0")
    return None if dims is None else dims * 2


def _tensor_diag(diagonal: Array) -> Any:
    if not diagonal.ndim:
        raise errors.InvalidArgumentError("Input must be at least rank 1, got 0")
    result = np.zeros((diagonal.size, diagonal.size), diagonal.dtype)
    np.fill_diagonal(result, diagonal)
    return result.reshape(diagonal.shape * 2)


def _tensor_diag_part_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is None:
        return None
    half = len(dims) // 2
    clash = any(
        isinstance(a, int) and isinstance(b, int) and a != b for a, b in zip(dims[:half], dims[half:], strict=False)
    )
    if len(dims) % 2 or clash:
        raise _not_twice(dims)
    return dims[:half]


def _not_twice(dims: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(
        f"The rank of the tensor should be even, its second half of sizes like the first: {describe_dims(dims)}"
    )


def _tensor_diag_part(x: Array) -> Any:
    half = x.ndim // 2
    if x.ndim % 2 or x.shape[:half] != x.shape[half:]:
        raise _not_twice(x.shape)
    count = int(np.prod(x.shape[:half]))
    return x.reshape(count, count).diagonal().reshape(x.shape[:half])


_DIAG_TYPES = "T: {bfloat16, half, float, double, int32, int64, complex64, complex128}"

DIAG: OpRecord = op(
    "Diag",
    "diagonal: T -> output: T",
    _DIAG_TYPES,
    shape=_tensor_diag_rule,
    kernel=_tensor_diag,
    gradient=lambda op, grad: [apply(DIAG_PART, (grad,))],
    native=rules.TENSOR_DIAG,
)

DIAG_PART: OpRecord = op(
    "DiagPart",
    "input: T -> diagonal: T",
    _DIAG_TYPES,
    shape=_tensor_diag_part_rule,
    kernel=_tensor_diag_part,
    gradient=lambda op, grad: [apply(DIAG, (grad,))],
    native=rules.TENSOR_DIAG_PART,
)

# the vector product -----


def _cross_rule(ctx: ShapeContext) -> Dims:
    from graphwright.ops.math._broadcast import merged_shape

    dims = merged_shape(ctx)
    if dims is not None and not dims:
        raise ctx.fail("Input must be at least 1D[]")
    if dims is not None and isinstance(dims[-1], int) and dims[-1] != 3:
        raise _not_three()
    return dims


class _NotThreeError(errors.FailedPreconditionError, errors.ShapeMismatchError):
    """TensorFlow raises the first eagerly, the second (a ValueError) while tracing."""


def _not_three() -> errors.OpError:
    return _NotThreeError("Cross-products are only defined for 3-element vectors.")


def _cross(a: Array, b: Array) -> Array:
    if a.shape != b.shape:
        raise errors.ShapeMismatchError(
            f"Both inputs must be of same shape: {describe_dims(a.shape)} vs. {describe_dims(b.shape)}"
        )
    if not a.ndim:
        raise errors.InvalidArgumentError("Input must be at least 1D[]")
    if a.shape[-1] != 3:
        raise _not_three()
    return np.stack([a[..., i - 2] * b[..., i - 1] - a[..., i - 1] * b[..., i - 2] for i in range(3)], -1)


CROSS: OpRecord = op(
    "Cross",
    "a: T, b: T -> product: T",
    "T: real",
    shape=_cross_rule,
    kernel=_cross,
    gradient=lambda op, grad: [apply(CROSS, (op.inputs[1], grad)), apply(CROSS, (grad, op.inputs[0]))],
    native=rules.CROSS,
)

# public functions -----


def diag(
    diagonal: TensorLike,
    name: str = "diag",
    k: TensorLike = 0,
    num_rows: int = -1,
    num_cols: int = -1,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with these diagonals, and `padding_value` elsewhere.

    `k` is the diagonal (0 the main one, positive ones above it) or the lowest and highest of several; then the
    diagonals, the highest first, are the second last axis, and `align` says at which end short ones are filled up.

    >>> tf.linalg.diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    diagonal = convert_to_tensor(diagonal)
    padding = padding_of(padding_value, diagonal.dtype)
    return apply(MATRIX_DIAG, (diagonal, k, num_rows, num_cols, padding), {"align": align}, name)


def diag_part(
    input: TensorLike,
    name: str = "diag_part",
    k: TensorLike = 0,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """The diagonals of matrices; see `diag`.

    >>> tf.linalg.diag_part([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]
    """
    x = convert_to_tensor(input)
    padding = padding_of(padding_value, x.dtype)
    return apply(MATRIX_DIAG_PART, (x, k, padding), {"align": align}, name)


def set_diag(
    input: TensorLike, diagonal: TensorLike, name: str = "set_diag", k: TensorLike = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """Matrices with some of their diagonals replaced; see `diag`.

    >>> tf.linalg.set_diag([[1, 2], [3, 4]], [8, 9]).numpy().tolist()
    [[8, 2], [3, 9]]
    """
    return apply(MATRIX_SET_DIAG, (input, diagonal, k), {"align": align}, name)


def band_part(input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: str | None = None) -> Tensor:
    """Matrices with zeros outside a band of diagonals below and above the main one; -1 keeps them all.

    >>> tf.linalg.band_part([[1, 2], [3, 4]], 0, -1).numpy().tolist()
    [[1, 2], [0, 4]]
    """
    return apply(BAND_PART, (input, num_lower, num_upper), None, name)


def tensor_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with every axis of `diagonal` twice and its elements where both indices agree.

    >>> tf.linalg.tensor_diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return apply(DIAG, (diagonal,), None, name)


def tensor_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """The elements where both indices agree of a tensor that has every axis twice.

    >>> tf.linalg.tensor_diag_part([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]
    """
    return apply(DIAG_PART, (input,), None, name)


def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """The vector product of vectors of three, the last axis.

    >>> tf.linalg.cross([1, 0, 0], [0, 1, 0]).numpy().tolist()
    [0, 0, 1]
    """
    return apply(CROSS, (a, b), None, name)
