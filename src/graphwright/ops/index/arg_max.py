"""Where the largest and smallest elements are: ArgMax and ArgMin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.base.dtypes import DType, int64
from graphwright.core.prelude import Array, AxisLike, DTypeLike, Tensor, TensorLike, apply, errors, state
from graphwright.ir.lowering import Reduce
from graphwright.ir.prelude import Dim, Dims, ShapeContext, describe_dims, op
from graphwright.ops.math._reduce import axis_input, without_axes

_TYPES = (
    "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, "
    "qint8, quint8, qint32, qint16, quint16, bool}"
)


def _out_of_range(axis: int, rank: int) -> errors.ShapeMismatchError:
    low = -rank if rank else 0
    return errors.ShapeMismatchError(f"Expected dimension in the range [{low}, {rank}), but got {axis}")


def _rule(ctx: ShapeContext) -> Dims:
    dims, axis = ctx.dims(0), ctx.dims_value(1)
    if ctx.rank(1) not in (0, None):
        raise ctx.fail("Dimension must be a scalar")
    if dims is None:
        return None
    if axis is None or not isinstance(axis[0], int):
        return without_axes(dims, [0], False) if len(dims) == 1 else _any_one_less(dims)
    if not -len(dims) <= axis[0] < len(dims):
        if state.graph is None:
            raise _out_of_range(axis[0], len(dims))
        raise ctx.fail(
            f"Dimension ({axis[0]}) must be in the range [{-len(dims)}, {len(dims)}), "
            f"where {len(dims)} is the number of dimensions in the input."
        )
    return without_axes(dims, [axis[0] % len(dims)], False)


def _any_one_less(dims: tuple[Dim, ...]) -> Dims:
    from graphwright.ops.array._dims import unknown

    return unknown(len(dims) - 1)


def _position(function: Callable[..., Array], worst: float) -> Callable[..., Array]:
    """A kernel in which NaN loses against every number."""

    def kernel(x: Array, dimension: Array, output_type: DType) -> Array:
        axis = int(dimension)
        if not -x.ndim <= axis < x.ndim:
            raise _out_of_range(axis, x.ndim)
        if x.shape[axis] == 0:
            raise errors.InvalidArgumentError(f"Reduction axis {axis} is empty in shape {describe_dims(x.shape)}")
        if x.dtype.kind not in "iub":
            x = np.where(np.isnan(x), np.asarray(worst, x.dtype), x)
        return function(x, axis).astype(output_type.numpy)

    return kernel


ARG_MAX = op(
    "ArgMax",
    "input: T, dimension: Tidx -> output: output_type",
    f"T: {_TYPES}; Tidx: {{int16, int32, int64}} = int32; output_type: {{int16, uint16, int32, int64}} = int64",
    shape=_rule,
    kernel=_position(np.argmax, -np.inf),
    no_gradient=True,
    native=Reduce("argmax"),
)

ARG_MIN = op(
    "ArgMin",
    "input: T, dimension: Tidx -> output: output_type",
    f"T: {_TYPES}; Tidx: index = int32; output_type: index = int64",
    shape=_rule,
    kernel=_position(np.argmin, np.inf),
    no_gradient=True,
    native=Reduce("argmin"),
)


def argmax(
    input: TensorLike, axis: AxisLike | None = None, output_type: DTypeLike = int64, name: str | None = None
) -> Tensor:
    """The index of the largest element along an axis (0 by default), the first where several are.

    NaN counts as smaller than every number. Raises InvalidArgumentError (also a ValueError) for an axis that does
    not exist, InvalidArgumentError where there is nothing along it.

    >>> tf.argmax([[1, 5, 2], [7, 0, 3]], axis=1).numpy()
    array([1, 0])
    """
    attrs = {"output_type": output_type}
    return apply(ARG_MAX, (input, axis_input(input, 0 if axis is None else axis)), attrs, name)


def argmin(
    input: TensorLike, axis: AxisLike | None = None, output_type: DTypeLike = int64, name: str | None = None
) -> Tensor:
    """The index of the smallest element along an axis (0 by default), the first where several are; see `argmax`.

    >>> tf.argmin([[1, 5, 2], [7, 0, 3]], axis=1).numpy()
    array([0, 1])
    """
    attrs = {"output_type": output_type}
    return apply(ARG_MIN, (input, axis_input(input, 0 if axis is None else axis)), attrs, name)
