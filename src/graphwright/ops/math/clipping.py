"""Keeping values, or the norms of tensors, within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.graph_lists import is_graph_list
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.prelude import Array, Tensor, apply, convert_to_tensor, errors, name_scope, only_computes
from graphwright.core.typing import Application, AxisLike, DTypeLike, Gradients, TensorLike
from graphwright.ir.prelude import Dim, Dims, Elementwise, ShapeContext, describe_dims, op
from graphwright.ops.math._known_elements import by_elements, clipped
from graphwright.ops.math._reduce import axis_input


def _clash(x: Dims, low: Dims, high: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(
        "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. input shape: "
        f"{describe_dims(x)}clip_value_min shape: {describe_dims(low)}clip_value_max shape: {describe_dims(high)}"
    )


def _rule(ctx: ShapeContext) -> Dims:
    dims, low, high = ctx.dims(0), ctx.dims(1), ctx.dims(2)
    for bound in (low, high):
        fits = dims is None or not bound or ctx.types[0].shape.is_compatible_with(list(_public(bound)))
        if not fits:
            raise _clash(dims, low, high)
    return dims


def _public(dims: tuple[Dim, ...]) -> Iterator[int | None]:
    return (d if isinstance(d, int) else None for d in dims)


def _clip(x: Array, low: Array, high: Array) -> Array:
    if (low.ndim and low.shape != x.shape) or (high.ndim and high.shape != x.shape):
        raise _clash(x.shape, low.shape, high.shape)
    return np.maximum(np.minimum(x, high), low)


def _clip_gradient(op: Application, grad: Tensor) -> Gradients:
    x, low, high = op.inputs
    zero = apply("ZerosLike", (grad,))
    below, above = apply("Less", (x, low)), apply("Greater", (x, high))
    inside = apply("SelectV2", (apply("LogicalOr", (below, above)), zero, grad))
    return [
        inside,
        _for_bound(apply("SelectV2", (below, grad, zero)), low),
        _for_bound(apply("SelectV2", (above, grad, zero)), high),
    ]


def _for_bound(grad: Tensor, bound: Tensor) -> Tensor | IndexedSlices | None:
    if bound._type.rank == 0:
        return apply("Sum", (grad, axis_input(grad, None)))
    if bound._type.rank is not None:
        return grad
    from graphwright.ops.math._broadcast import unbroadcast

    return unbroadcast(bound, grad, grad, None)[0]


CLIP = op(
    "ClipByValue",
    "t: T, clip_value_min: T, clip_value_max: T -> output: T",
    "T: quantized_number",
    shape=_rule,
    kernel=_clip,
    gradient=_clip_gradient,
    native=Elementwise(lambda e, x, low, high: e.max(e.min(x, high), low)),
    partial=by_elements(clipped),
)


def clip_by_value(
    t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None
) -> Tensor:
    """Every element, or the nearest bound where it lies outside `[clip_value_min, clip_value_max]`.

    Bounds broadcast to the shape of `t`; ValueError when they would enlarge it.

    >>> tf.clip_by_value([-2., 0.5, 9.], 0., 1.).numpy()
    array([0. , 0.5, 1. ], dtype=float32)
    """
    with name_scope(name or "clip_by_value") as scope:
        x = convert_to_tensor(t, name="t")
        bounds = clip_value_min, clip_value_max
        if x.dtype.is_floating and only_computes(x) and all(type(bound) in (int, float) for bound in bounds):
            clipped: Tensor = apply(CLIP, (x, *bounds))  # in one pass
            return clipped
        limited = apply("Minimum", (x, clip_value_max))
        _same_shape(x, limited)
        result: Tensor = apply("Maximum", (limited, clip_value_min), None, scope)
        _same_shape(x, result)
        return result


def _same_shape(x: Tensor, clipped: Tensor) -> None:
    if not x.shape.is_compatible_with(clipped.shape):
        raise errors.ShapeMismatchError(f"Shapes {x.shape} and {clipped.shape} are incompatible")


def clip_by_norm(t: TensorLike, clip_norm: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Tensor:
    """The tensor, scaled down so that its Euclidean norm (over `axes`) is at most `clip_norm`.

    An `IndexedSlices` stays one; its norm is that of its values.

    >>> tf.clip_by_norm([3., 4.], 1.).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    with name_scope(name or "clip_by_norm"):
        x = t.values if isinstance(t, IndexedSlices) else convert_to_tensor(t, name="t")
        squares = apply("Sum", (x * x, axis_input(x, axes)), {"keep_dims": True})
        positive = squares > 0
        # the root's gradient at 0 is infinite, so it is taken of 1 there
        safe = apply("SelectV2", (positive, squares, apply("OnesLike", (squares,))))
        length = apply("SelectV2", (positive, apply("Sqrt", (safe,)), squares))
        most = convert_to_tensor(clip_norm, x.dtype)
        most = apply("Maximum", (most, apply("ZerosLike", (most,))))
        result = x * most / apply("Maximum", (length, most))
        _same_shape(x, result)
        return _like(t, result)  # type: ignore[no-any-return]


def _like(original: Any, clipped: DTypeLike | Tensor | None) -> Any:
    """The clipped values in the form of the original: a tensor, or IndexedSlices."""
    if isinstance(original, IndexedSlices):
        return IndexedSlices(clipped, original.indices, original.dense_shape)
    return clipped


def global_norm(t_list: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """The Euclidean norm of all elements of several tensors; None entries are passed over.

    >>> float(tf.linalg.global_norm([tf.constant([3.]), tf.constant([4.])]))
    5.0
    """
    if isinstance(t_list, dict) or not isinstance(t_list, (list, tuple)):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    with name_scope(name or "global_norm"):
        t_list = [convert_to_tensor(t_list)] if is_graph_list(t_list) else t_list
        halves = [apply("L2Loss", (convert_to_tensor(t),)) for t in t_list if t is not None]
        if not halves:
            return convert_to_tensor(0.0, float32)
        stacked = apply("Pack", (halves,), None, "stack")
        total = apply("Sum", (stacked, axis_input(stacked, None)))
        return apply("Sqrt", (total * convert_to_tensor(2.0, total.dtype),), None, "global_norm")


def clip_by_global_norm(
    t_list: Sequence[TensorLike], clip_norm: TensorLike, use_norm: TensorLike | None = None, name: str | None = None
) -> tuple[list[Array], Tensor]:
    """Several tensors, scaled down together so that their global norm is at most `clip_norm`; and that norm.

    All become NaN where the norm is infinite or NaN. None entries stay None, `IndexedSlices` stay what they are.

    >>> clipped, norm = tf.clip_by_global_norm([tf.constant([3.]), None, tf.constant([4.])], 1.)
    >>> float(norm), [None if t is None else round(float(t[0]), 3) for t in clipped]
    (5.0, [0.6, None, 0.8])
    """
    if isinstance(t_list, dict) or not isinstance(t_list, (list, tuple)):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    norm = global_norm(t_list, name) if use_norm is None else convert_to_tensor(use_norm)
    with name_scope(name or "clip_by_global_norm"):
        limit = convert_to_tensor(clip_norm, norm.dtype)
        one = convert_to_tensor(1.0, norm.dtype)
        scale = limit * apply("Minimum", (one / norm, one / limit))
        # infinity minus itself is NaN, anything else 0
        scale = scale + (norm - norm)
        clipped: list[Any] = []
        for t in t_list:
            if t is None:
                clipped.append(None)
                continue
            x: Any = t.values if isinstance(t, IndexedSlices) else convert_to_tensor(t)
            factor = scale if scale.dtype is x.dtype else apply("Cast", (scale,), {"DstT": x.dtype})
            clipped.append(_like(t, x * factor))
        return clipped, norm
