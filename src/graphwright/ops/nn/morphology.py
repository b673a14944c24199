"""Grayscale dilation and erosion of images."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.core.prelude import (
    Application,
    Array,
    Gradients,
    Tensor,
    TensorLike,
    apply,
    errors,
    name_scope,
    to_tensor,
)
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.nn._window_geometry import Axis, PlacedWindow, output_size, place

_ATTRS = 'strides: list(int) >= 4; rates: list(int) >= 4; padding: {"SAME", "VALID"}'


def _axes(strides: Sequence[int], rates: Sequence[int], padding: str) -> list[Axis]:
    for values, name in ((strides, "Strides"), (rates, "Rates")):
        if len(values) != 4 or values[0] != 1 or values[3] != 1:
            raise errors.ShapeMismatchError(f"{name} must be [1, rows, columns, 1], got {list(values)}")
        if min(values[1:3]) < 1:
            raise errors.ShapeMismatchError(f"{name} must be positive, got {list(values)}")
    edge = 0 if padding == "VALID" else None
    return [Axis(strides[i], rates[i], edge, edge) for i in (1, 2)]


def _rule(ctx: ShapeContext) -> Dims:
    x, filter = ctx.dims(0), ctx.dims(1)
    if x is not None and len(x) != 4:
        raise errors.ShapeMismatchError(f"input must be 4-dimensional, got {len(x)} dimensions")
    if filter is not None and len(filter) != 3:
        raise errors.ShapeMismatchError(f"filter must be 3-dimensional, got {len(filter)} dimensions")
    if x and filter and isinstance(x[3], int) and isinstance(filter[2], int) and x[3] != filter[2]:
        raise errors.ShapeMismatchError("input and filter must have the same depth")
    if x is None or filter is None:
        return (Symbol(), Symbol(), Symbol(), Symbol())
    axes = _axes(ctx.attrs["strides"], ctx.attrs["rates"], ctx.attrs["padding"])
    sizes: list[Dim] = [output_size(x[i], filter[i - 1], axes[i - 1]) for i in (1, 2)]
    return (x[0], *sizes, x[3] if isinstance(x[3], int) else filter[2])


def _placed(x: Array, filter: Array, attrs: dict[str, Any]) -> list[PlacedWindow]:
    if x.ndim != 4 or filter.ndim != 3 or x.shape[3] != filter.shape[2]:
        raise errors.ShapeMismatchError("input and filter must have the same depth")
    axes = _axes(attrs["strides"], attrs["rates"], attrs["padding"])
    return [place(x.shape[i], filter.shape[i - 1], axes[i - 1]) for i in (1, 2)]


def _padded(x: Array, placed: Sequence[PlacedWindow]) -> Array:
    least = np.iinfo(x.dtype).min if x.dtype.kind in "iu" else -np.inf
    edges = [(0, 0), *((p.before, max(p.after, 0)) for p in placed), (0, 0)]
    return np.pad(x, edges, constant_values=least)


def _taps(wide: Array, filter: Array, placed: Sequence[PlacedWindow]) -> Iterator[tuple[int, int, Array]]:
    """For each element of the filter, what it adds up to at every position."""
    rows, columns = placed
    inside = wide.dtype.kind in "iu"
    for i, j in itertools.product(range(rows.window), range(columns.window)):
        seen = wide[:, rows.at(i), columns.at(j)]
        total = seen + filter[i, j]
        yield i, j, np.where(seen == np.iinfo(wide.dtype).min, seen, total) if inside else total


def _dilation(x: Array, filter: Array, **attrs: Any) -> Array:
    placed = _placed(x, filter, attrs)
    result: Array | None = None
    for _, _, total in _taps(_padded(x, placed), filter, placed):
        result = total if result is None else np.maximum(result, total)
    if result is None:
        raise errors.InvalidArgumentError("filter must not be empty")
    found: Array = result.astype(x.dtype, copy=False)
    return found


def _winners(x: Array, filter: Array, attrs: dict[str, Any]) -> tuple[list[PlacedWindow], Array]:
    """Which element of the filter gives the maximum at each position, the first of equals."""
    placed = _placed(x, filter, attrs)
    totals = np.stack([t for _, _, t in _taps(_padded(x, placed), filter, placed)])
    return placed, totals.argmax(0)


def _to_input(x: Array, filter: Array, grad: Array, **attrs: Any) -> Array:
    placed, winner = _winners(x, filter, attrs)
    rows, columns = placed
    wide = np.zeros_like(_padded(x, placed))
    for i, j in itertools.product(range(rows.window), range(columns.window)):
        wide[:, rows.at(i), columns.at(j)] += np.where(winner == i * columns.window + j, grad, 0)
    inner = wide[:, rows.before : rows.before + x.shape[1], columns.before : columns.before + x.shape[2]]
    return np.array(inner)


def _to_filter(x: Array, filter: Array, grad: Array, **attrs: Any) -> Array:
    (rows, columns), winner = _winners(x, filter, attrs)
    result = np.zeros_like(filter)
    for i, j in itertools.product(range(rows.window), range(columns.window)):
        result[i, j] = np.where(winner == i * columns.window + j, grad, 0).sum((0, 1, 2))
    return result


def _gradient(op: Application, grad: Tensor) -> Gradients:
    attrs = {name: op.attrs[name] for name in ("strides", "rates", "padding")}
    inputs = (*op.inputs, grad)
    return [apply(TO_INPUT, inputs, attrs), apply(TO_FILTER, inputs, attrs)]


DILATION: OpRecord = op(
    "Dilation2D",
    "input: T, filter: T -> output: T",
    f"T: real; {_ATTRS}",
    shape=_rule,
    kernel=_dilation,
    gradient=_gradient,
)
TO_INPUT: OpRecord = op(
    "Dilation2DBackpropInput",
    "input: T, filter: T, out_backprop: T -> in_backprop: T",
    f"T: real; {_ATTRS}",
    shape=lambda ctx: ctx.dims(0),
    kernel=_to_input,
)
TO_FILTER: OpRecord = op(
    "Dilation2DBackpropFilter",
    "input: T, filter: T, out_backprop: T -> filter_backprop: T",
    f"T: real; {_ATTRS}",
    shape=lambda ctx: ctx.dims(1),
    kernel=_to_filter,
)


def _check_format(data_format: str) -> None:
    if data_format != "NHWC":
        raise ValueError(
            f"`data_format` values other  than 'NHWC' are not supported. Received: data_format={data_format}"
        )


def dilation2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    dilations: Sequence[int],
    name: str | None = None,
) -> Tensor:
    """The largest sum of a window of the image and the filter, at each position and for each channel.

    Args:
      input: tensor of shape [batch, height, width, channels].
      filters: tensor of shape [height, width, channels].
      strides: how far the window moves, `[1, rows, columns, 1]`.
      padding: "SAME" or "VALID".
      data_format: "NHWC".
      dilations: how far apart the elements are that the window sees, `[1, rows, columns, 1]`.
      name: the name of the operation.

    >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> tf.nn.dilation2d(x, tf.zeros([2, 2, 1]), [1] * 4, "SAME", "NHWC", [1] * 4)[0, :, :, 0].numpy().tolist()
    [[3.0, 3.0], [3.0, 3.0]]
    """
    _check_format(data_format)
    attrs = {"strides": list(strides), "rates": list(dilations), "padding": padding}
    return apply(DILATION, (input, filters), attrs, name)


def erosion2d(
    value: TensorLike,
    filters: TensorLike,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    dilations: Sequence[int],
    name: str | None = None,
) -> Tensor:
    """The smallest difference of a window of the image and the filter; arguments are those of `tf.nn.dilation2d`.

    >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> tf.nn.erosion2d(x, tf.zeros([2, 2, 1]), [1] * 4, "SAME", "NHWC", [1] * 4)[0, :, :, 0].numpy().tolist()
    [[-0.0, 1.0], [2.0, 3.0]]
    """
    _check_format(data_format)
    with name_scope(name or "erosion2d"):
        reversed_filters = apply("ReverseV2", (to_tensor(filters), [0, 1]))
        negated = apply("Neg", (to_tensor(value),))
        return apply("Neg", (dilation2d(negated, reversed_filters, strides, padding, data_format, dilations),))
