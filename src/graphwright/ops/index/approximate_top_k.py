"""The largest or smallest elements where some may be missed: here all are found."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op


class ApproxTopK(NamedTuple):
    """Values in order, and where they were."""

    values: Tensor
    indices: Tensor


def _rule(ctx: ShapeContext) -> list[Dims]:
    dims, k, axis = ctx.dims(0), ctx.attrs["k"], ctx.attrs["reduction_dimension"]
    if dims is None:
        return [None, None]
    if not -len(dims) <= axis < len(dims):
        raise errors.ShapeMismatchError(f"reduction_dimension must be within the rank {len(dims)}, got {axis}")
    size = dims[axis]
    if isinstance(size, int) and size < k:
        raise errors.ShapeMismatchError(f"input must have at least {k} elements along the axis, got {size}")
    at = axis % len(dims)
    found = (*dims[:at], k, *dims[at + 1 :])
    return [found, found]


def _kernel(x: Array, k: int, reduction_dimension: int, is_max_k: bool, **_: Any) -> list[Array]:
    if x.ndim <= reduction_dimension or x.shape[reduction_dimension] < k:
        raise errors.ShapeMismatchError(f"input must have at least {k} elements along the axis, got {x.shape}")
    keys = -x.astype(np.float32) if is_max_k else x.astype(np.float32)
    order = np.argsort(keys, axis=reduction_dimension, kind="stable").take(np.arange(k), reduction_dimension)
    return [np.take_along_axis(x, order, reduction_dimension), order.astype(np.int32)]


def _gradient(op: Application, grad: Tensor, _: Any = None) -> Gradients:
    """Each gradient goes back to where its value was."""
    x, indices = op.inputs[0], op.outputs[1]
    rank = x.shape.rank
    if rank is None:
        raise ValueError("The gradient of approximate top-k needs a tensor of known rank.")
    at = op.attrs["reduction_dimension"] % rank
    places = []
    for axis in range(rank):
        if axis == at:
            places.append(indices)
            continue
        line = apply("Range", (0, apply("Shape", (x,))[axis], 1))
        shaped = apply("Reshape", (line, [-1 if i == axis else 1 for i in range(rank)]))
        places.append(apply("BroadcastTo", (shaped, apply("Shape", (indices,)))))
    return [apply("ScatterNd", (apply("Pack", (places,), {"axis": rank}), grad, apply("Shape", (x,))))]


APPROX_TOP_K: OpRecord = op(
    "ApproxTopK",
    "input: T -> values: T, indices: int32",
    "k: int >= 0; reduction_dimension: int = -1; recall_target: float = 0.95; is_max_k: bool = true; "
    "reduction_input_size_override: int = -1; aggregate_to_topk: bool = true; T: {half, bfloat16, float}",
    shape=_rule,
    kernel=_kernel,
    gradient=_gradient,
)


def approx_top_k(
    input: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """The `k` largest (or smallest) elements along an axis, in order, and their indices; here the exact ones.

    Args:
      input: float tensor.
      k: how many.
      reduction_dimension: the axis.
      recall_target: the share that has to be found; all are.
      is_max_k: the largest, or else the smallest.
      reduction_input_size_override: has no effect.
      aggregate_to_topk: has no effect.
      name: the name of the operation.

    >>> tf.approx_top_k([3.0, 1.0, 2.0], 2).indices.numpy().tolist()
    [0, 2]
    """
    attrs = {
        "k": k,
        "reduction_dimension": reduction_dimension,
        "recall_target": recall_target,
        "is_max_k": is_max_k,
        "reduction_input_size_override": reduction_input_size_override,
        "aggregate_to_topk": aggregate_to_topk,
    }
    return ApproxTopK(*apply_multi(APPROX_TOP_K, (input,), attrs, name))


def approx_max_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """The `k` largest elements along an axis, in order, and their indices; see `tf.approx_top_k`.

    >>> tf.math.approx_max_k([3.0, 1.0, 2.0], 2).values.numpy().tolist()
    [3.0, 2.0]
    """
    more = (recall_target, True, reduction_input_size_override, aggregate_to_topk, name)
    return approx_top_k(operand, k, reduction_dimension, *more)


def approx_min_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """The `k` smallest elements along an axis, in order, and their indices; see `tf.approx_top_k`.

    >>> tf.math.approx_min_k([3.0, 1.0, 2.0], 2).values.numpy().tolist()
    [1.0, 2.0]
    """
    more = (recall_target, False, reduction_input_size_override, aggregate_to_topk, name)
    return approx_top_k(operand, k, reduction_dimension, *more)
