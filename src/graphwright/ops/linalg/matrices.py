"""Functions of matrices (the last two axes of tensors) composed of other ops."""

from __future__ import annotations

from typing import Any

from graphwright.core.prelude import AxisLike, Tensor, TensorLike, apply, name_scope, to_tensor
from graphwright.ops.array.rearrange import transpose
from graphwright.ops.array.shapes import reshape, shape
from graphwright.ops.math.division import divide
from graphwright.ops.math.reductions import reduce_sum
from graphwright.ops.math.statistics import norm


def matrix_transpose(a: TensorLike, name: str = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """Each matrix transposed: the last two axes are swapped.

    Raises ValueError for a tensor of less than two dimensions.

    >>> tf.linalg.matrix_transpose([[1, 2, 3]]).numpy().tolist()
    [[1], [2], [3]]
    """
    with name_scope(name):
        x = to_tensor(a, name="a")
        rank = x.shape.rank
        if rank is None:
            axes = apply("Range", (0, apply("Rank", (x,)), 1))
            order: Any = apply("ConcatV2", ([axes[:-2], axes[-1:], axes[-2:-1]], 0))
        elif rank < 2:
            raise ValueError(
                f"Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = {a!s} with shape: {x.shape}"
            )
        else:
            order = [*range(rank - 2), rank - 1, rank - 2]
        return transpose(x, order, conjugate=conjugate)


def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """Each matrix transposed and conjugated.

    >>> tf.linalg.adjoint([[1 + 2j, 3 + 0j]]).numpy().tolist()
    [[(1-2j)], [(3-0j)]]
    """
    with name_scope(name or "adjoint"):
        return matrix_transpose(to_tensor(matrix, name="matrix"), conjugate=True)


def trace(x: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the main diagonal of each matrix.

    >>> int(tf.linalg.trace([[1, 2], [3, 4]]))
    5
    """
    with name_scope(name or "Trace"):
        x = to_tensor(x, name="x")
        sizes = shape(x)
        rows, columns = sizes[-2], sizes[-1]
        # in a matrix laid out flat, the diagonal's elements are one row and one more apart
        step = columns + 1
        flat = reshape(x, apply("ConcatV2", ([sizes[:-2], [rows * columns]], 0)))
        shorter = apply("Minimum", (rows, columns))
        return reduce_sum(flat[..., : shorter * step : step], axis=-1)


def normalize(
    tensor: TensorLike, ord: str | float = "euclidean", axis: AxisLike | None = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The tensor divided by its norm along an axis (by default the whole tensor's), and that norm.

    `ord` says which norm, as for `tf.norm`; the norm keeps its axes with size 1, and is of the tensor's dtype.

    >>> tf.linalg.normalize([3.0, 4.0])[0].numpy()
    array([0.6, 0.8], dtype=float32)
    """
    with name_scope(name or "normalize"):
        x = to_tensor(tensor)
        size = apply("Cast", (norm(x, ord, axis, keepdims=True),), {"DstT": x.dtype})
        return divide(x, size), size
