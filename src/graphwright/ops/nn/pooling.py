"""Max and average pooling ops of images and volumes, and their gradients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.core.tape import wants
from graphwright.ir.lowering import OpenWindow, Sliding, Window
from graphwright.ir.prelude import Dim, Dims, Operation, OpRecord, ShapeContext, describe_dims, op
from graphwright.ir.sizes import listed_in
from graphwright.ops.array._dims import merge_dims, unknown
from graphwright.ops.nn import _pool_numpy
from graphwright.ops.nn._window_geometry import (
    Axis,
    PlacedWindow,
    channel_axis,
    native_window,
    open_window,
    output_size,
    place,
    require_rank,
    spatial_axes,
    spatial_values,
    to_data_format,
    wide,
    window_axes,
    with_channels_last,
)

_WINDOW_ATTRS = ("ksize", "strides", "padding", "explicit_paddings", "data_format")
_REALS = "T: real = float32"
_REQUIRED_REALS = "T: real"
_MAX_TYPES = "T: {half, bfloat16, float32, float64, int32, int64, uint8, int16, int8, uint16, qint8} = float32"
_WINDOW = "ksize: list(int) >= 4; strides: list(int) >= 4; "
_SAME_VALID = 'padding: {"SAME", "VALID"}; '
_ANY_PADDING = 'padding: {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; '
_FORMAT = 'data_format: {"NHWC", "NCHW"} = "NHWC"'
_VOLUMES = (
    'ksize: list(int) >= 5; strides: list(int) >= 5; padding: {"SAME", "VALID"}; '
    'data_format: {"NDHWC", "NCDHW"} = "NDHWC"; '
)

# windows -----------------------------------------------------------------------------------------------------


def _window_sizes(attrs: Mapping[str, Any], rank: int) -> list[tuple[int, Axis]]:
    """The window size and geometry along each spatial axis."""
    sizes = spatial_values(attrs, "ksize", rank, "Sliding window ksize")
    axes = window_axes(attrs, rank)
    for size, axis in zip(sizes, axes, strict=True):
        if attrs["padding"] == "EXPLICIT" and max(axis.before or 0, axis.after or 0) >= size:
            raise errors.ShapeMismatchError(
                f"Padding {axis.before}, {axis.after} needs to be smaller than the window size {size}"
            )
    return list(zip(sizes, axes, strict=True))


def _result(attrs: Mapping[str, Any], rank: int, dims: Dims) -> Dims:
    require_rank("Input", dims, rank)
    sizes_and_axes = _window_sizes(attrs, rank)
    result: list[Dim] = list(dims or unknown(rank) or ())
    for i, (size, axis) in zip(spatial_axes(attrs, rank), sizes_and_axes, strict=True):
        result[i] = output_size(result[i], size, axis)
    return tuple(result)


def _place_windows(attrs: Mapping[str, Any], shape: Any) -> list[PlacedWindow]:
    """Place the windows over an input of this shape."""
    rank = len(attrs["ksize"])
    require_rank("Input", tuple(shape), rank)
    sizes_and_axes = _window_sizes(attrs, rank)
    return [
        place(int(shape[i]), *size_and_axis)
        for i, size_and_axis in zip(spatial_axes(attrs, rank), sizes_and_axes, strict=True)
    ]


def _channels_last(attrs: Mapping[str, Any], *arrays: Array) -> list[Array]:
    return [with_channels_last(a, attrs) for a in arrays]


def _window_attrs(op: Application) -> dict[str, Any]:
    return {n: op.attrs[n] for n in _WINDOW_ATTRS if n in op.attrs}


# shapes ------------------------------------------------------------------------------------------------------


def _pooled_rule(ctx: ShapeContext) -> Dims:
    return _result(ctx.attrs, len(ctx.attrs["ksize"]), ctx.dims(0))


def _argmax_rule(ctx: ShapeContext) -> list[Dims]:
    result = _pooled_rule(ctx)
    return [result, result]


def _merge_expected(ctx: ShapeContext, i: int, what: str, expected: Dims) -> Dims:
    return merge_dims(
        ctx,
        ctx.dims(i),
        expected,
        f"Expected {what} shape to be {describe_dims(expected)}, but got {describe_dims(ctx.dims(i))}",
    )


def _max_gradient_rule(ctx: ShapeContext) -> Dims:
    """Shape rule of the max pooling gradient: the input's shape."""
    pooled = _pooled_rule(ctx)
    _merge_expected(ctx, 1, "orig_output", pooled)
    _merge_expected(ctx, 2, "grad", pooled)
    return ctx.dims(0) or unknown(len(ctx.attrs["ksize"]))


def _max_second_gradient_rule(ctx: ShapeContext) -> Dims:
    """Shape rule of the second max pooling gradient: the result's shape."""
    pooled = _pooled_rule(ctx)
    _merge_expected(ctx, 2, "grad", ctx.dims(0))
    return _merge_expected(ctx, 1, "orig_output", pooled)


def _argmax_gradient_shape(ctx: ShapeContext) -> Dims:
    pooled = _pooled_rule(ctx)
    _merge_expected(ctx, 1, "grad", pooled)
    _merge_expected(ctx, 2, "argmax", pooled)
    return ctx.dims(0) or unknown(len(ctx.attrs["ksize"]))


def _average_gradient_rule(ctx: ShapeContext) -> Dims:
    """Shape rule of the average pooling gradient: the shape in input 0."""
    rank, length = len(ctx.attrs["ksize"]), ctx.dims(0)
    require_rank("orig_input_shape, as a list of sizes,", length, 1)
    if length is not None and isinstance(length[0], int) and length[0] != rank:
        raise ctx.fail(f"orig_input_shape must have {rank} elements, got {length[0]}")
    sizes = ctx.dims_value(0) or unknown(rank)
    _merge_expected(ctx, 1, "grad", _result(ctx.attrs, rank, sizes))
    return sizes


# kernels -----------------------------------------------------------------------------------------------------


def _require(what: str, array: Array, expected: Dims) -> None:
    if array.shape != expected:
        raise errors.ShapeMismatchError(
            f"Expected {what} shape to be {describe_dims(expected)}, but got {describe_dims(array.shape)}"
        )


def _max_kernel(x: Array, **attrs: object) -> Array:
    windows = _place_windows(attrs, x.shape)
    return to_data_format(_pool_numpy.max_with_tap(with_channels_last(x, attrs), windows)[0], attrs)


def _max_grad_kernel(x: Array, y: Array, grad: Array, **attrs: object) -> Array:
    windows, pooled = _place_windows(attrs, x.shape), _result(attrs, x.ndim, x.shape)
    _require("orig_output", y, pooled)
    _require("grad", grad, pooled)
    x, incoming = _channels_last(attrs, x, grad)
    _, chosen = _pool_numpy.max_with_tap(x, windows)
    result = _pool_numpy.scatter_to_max(incoming.astype(wide(grad.dtype), copy=False), chosen, windows)
    return to_data_format(result.astype(grad.dtype, copy=False), attrs)


def _max_grad_grad_kernel(x: Array, y: Array, grad: Array, **attrs: object) -> Array:
    windows = _place_windows(attrs, x.shape)
    _require("orig_output", y, _result(attrs, x.ndim, x.shape))
    _require("grad", grad, x.shape)
    x, incoming = _channels_last(attrs, x, grad)
    _, chosen = _pool_numpy.max_with_tap(x, windows)
    return to_data_format(_pool_numpy.gather_from_max(incoming, chosen, windows), attrs)


def _argmax_kernel(x: Array, *, Targmax: DType, include_batch_in_index: bool, **attrs: object) -> list[Array]:
    windows = _place_windows(attrs, x.shape)
    best, chosen = _pool_numpy.max_with_tap(x, windows)
    indices = _pool_numpy.flat_argmax(chosen, windows, include_batch_in_index)
    return [best, indices.astype(Targmax.numpy)]


def _argmax_grad_kernel(x: Array, grad: Array, argmax: Array, include_batch_in_index: bool, **attrs: object) -> Array:
    pooled = _result(attrs, x.ndim, x.shape)
    _require("grad", grad, pooled)
    _require("argmax", argmax, pooled)
    result = np.zeros(x.shape, wide(grad.dtype))
    indices = argmax.astype(np.int64)
    if not include_batch_in_index and x.shape[0]:
        indices = indices + (np.arange(x.shape[0]) * (x.size // x.shape[0])).reshape(-1, 1, 1, 1)
    if indices.size and (indices.min() < 0 or indices.max() >= x.size):
        raise errors.InvalidArgumentError(
            f"Invalid argmax: an index is outside [0, {x.size}), from {indices.min()} to {indices.max()}"
        )
    np.add.at(result.reshape(-1), indices.reshape(-1), grad.reshape(-1))
    return result.astype(grad.dtype, copy=False)


def _average_kernel(x: Array, **attrs: object) -> Array:
    windows = _place_windows(attrs, x.shape)
    result = _pool_numpy.average(with_channels_last(x, attrs).astype(wide(x.dtype), copy=False), windows)
    return to_data_format(result.astype(x.dtype, copy=False), attrs)


def _average_grad_kernel(sizes: Array, grad: Array, **attrs: object) -> Array:
    shape = tuple(int(d) for d in sizes.reshape(-1))
    if min(shape, default=0) < 0:
        raise errors.InvalidArgumentError(f"orig_input_shape must not be negative: {describe_dims(shape)}")
    windows = _place_windows(attrs, shape)
    _require("grad", grad, _result(attrs, len(shape), shape))
    result = _pool_numpy.average_into_input(
        with_channels_last(grad, attrs).astype(wide(grad.dtype), copy=False), windows
    )
    return to_data_format(result.astype(grad.dtype, copy=False), attrs)


# gradients ---------------------------------------------------------------------------------------------------


def _max_gradient(op: Application, grad: Tensor) -> Gradients:
    name = "MaxPoolGrad" if op.type == "MaxPool" else "MaxPool3DGrad"
    return [apply(name, (op.inputs[0], op.outputs[0], grad), _window_attrs(op))]


def _max_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    """The argmax is locally constant: only the incoming gradient has a gradient."""
    name = "MaxPoolGradGrad" if op.type == "MaxPoolGrad" else "MaxPool3DGradGrad"
    x, y, _ = op.inputs
    zeros = apply("ZerosLike", (x,)) if wants(op, 0) else None
    attrs = {n: v for n, v in _window_attrs(op).items() if n != "explicit_paddings"}
    if attrs["padding"] == "EXPLICIT":
        # the op does not support explicit padding: pad with the lowest value, which is never selected
        edges = np.array(op.attrs["explicit_paddings"], np.int32).reshape(-1, 2)
        lowest = np.array(-np.inf if x.dtype.is_floating else x.dtype.min, x.dtype.numpy)
        x, grad = apply("PadV2", (x, edges, lowest)), apply("Pad", (grad, edges))
        attrs["padding"] = "VALID"
    return [zeros, None, apply(name, (x, y, grad), attrs) if wants(op, 2) else None]


def _max_grad_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    name = "MaxPoolGrad" if op.type == "MaxPoolGradGrad" else "MaxPool3DGrad"
    x, y, _ = op.inputs
    zeros = apply("ZerosLike", (x,)) if wants(op, 0) else None
    return [zeros, None, apply(name, (x, y, grad), _window_attrs(op)) if wants(op, 2) else None]


def _argmax_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    """Gather back from the position of each window's maximum."""
    if not wants(op, 1):
        return [None, None, None]
    indices = op.inputs[2]
    if op.attrs["include_batch_in_index"]:
        flat = apply("Reshape", (grad, np.array([-1], np.int32)))
        return [None, apply("GatherV2", (flat, indices, np.int32(0)), {"batch_dims": 0}), None]
    size = apply("Shape", (indices,))
    batch = apply("StridedSlice", (size, [0], [1], [1]), {"shrink_axis_mask": 1})
    rows = apply("Pack", ([batch, np.int32(-1)],))
    values, where = apply("Reshape", (grad, rows)), apply("Reshape", (indices, rows))
    picked = apply("GatherV2", (values, where, np.int32(1)), {"batch_dims": 1})
    return [None, apply("Reshape", (picked, size)), None]


def _argmax_gradient(op: Application, grad: Tensor, _: Tensor) -> Gradients:
    attrs = {**_window_attrs(op), "include_batch_in_index": op.attrs["include_batch_in_index"]}
    return [apply(ARGMAX_GRAD, (op.inputs[0], grad, op.outputs[1]), attrs)]


def _average_gradient(op: Application, grad: Tensor) -> Gradients:
    name = "AvgPoolGrad" if op.type == "AvgPool" else "AvgPool3DGrad"
    return [apply(name, (apply("Shape", (op.inputs[0],)), grad), _window_attrs(op))]


def _average_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    return [None, apply("AvgPool" if op.type == "AvgPoolGrad" else "AvgPool3D", (grad,), _window_attrs(op))]


# native ------------------------------------------------------------------------------------------------------


def _window(op: Operation, x: Dims, y: Dims) -> Window | None:
    """The window for compiled code that reduces images or volumes `x` to `y`."""
    sizes = op.attrs["ksize"]
    rank = len(sizes)
    if x is None or y is None or len(x) != rank or len(y) != rank:
        return None
    channel = channel_axis(op.attrs, rank)
    if x[channel] != y[channel]:
        return None
    return native_window(op.attrs, x, [sizes[i] for i in spatial_axes(op.attrs, rank)], y)


def _open_window(op: Operation, x: Dims, y: Dims) -> OpenWindow | None:
    """The same with open sizes."""
    rank = len(op.attrs["ksize"])
    if x is None or y is None or len(x) != rank or len(y) != rank:
        return None
    try:
        sizes = [size for size, _ in _window_sizes(op.attrs, rank)]
    except errors.OpError:
        return None
    return open_window(op.attrs, x, sizes, y)


def _window_of_input(op: Operation) -> Window | None:
    return _window(op, op.inputs[0].type.dims, op.outputs[0].type.dims)


def _open_window_of_input(op: Operation) -> OpenWindow | None:
    return _open_window(op, op.inputs[0].type.dims, op.outputs[0].type.dims)


def _window_of_gradient(op: Operation) -> Window | None:
    x, y, grad = (v.type.dims for v in op.inputs)
    return _window(op, x, grad) if y == grad and op.outputs[0].type.dims == x else None


def _open_window_of_gradient(op: Operation) -> OpenWindow | None:
    x, y, grad = (v.type.dims for v in op.inputs)
    fits = y is not None and grad is not None and len(y) == len(grad) and op.outputs[0].type.dims == x
    return _open_window(op, x, grad) if fits else None


def _window_of_average(op: Operation) -> Window | None:
    return _window(op, op.outputs[0].type.dims, op.inputs[1].type.dims)


def _open_window_of_average(op: Operation) -> OpenWindow | None:
    return _open_window(op, op.outputs[0].type.dims, op.inputs[1].type.dims)


# records -----------------------------------------------------------------------------------------------------

_GRADIENT_SIGNATURE = "orig_input: T, orig_output: T, grad: T -> output: T"


def _max_pool(name: str, attrs: str) -> OpRecord:
    return op(
        name,
        "input: T -> output: T",
        attrs,
        shape=_pooled_rule,
        kernel=_max_kernel,
        gradient=_max_gradient,
        native=Sliding("max", _window_of_input, _open_window_of_input),
    )


def _max_pool_grad(name: str, signature: str, attrs: str) -> OpRecord:
    return op(
        name,
        signature,
        attrs,
        shape=_max_gradient_rule,
        kernel=_max_grad_kernel,
        gradient=_max_grad_gradient,
        native=Sliding("max into input", _window_of_gradient, _open_window_of_gradient),
    )


def _max_pool_grad_grad(name: str, attrs: str) -> OpRecord:
    return op(
        name,
        _GRADIENT_SIGNATURE,
        attrs,
        shape=_max_second_gradient_rule,
        kernel=_max_grad_grad_kernel,
        gradient=_max_grad_grad_gradient,
    )


def _average_pool(name: str, value: str, attrs: str) -> OpRecord:
    return op(
        name,
        f"{value}: T -> output: T",
        f"{attrs}T: floating",
        shape=_pooled_rule,
        kernel=_average_kernel,
        gradient=_average_gradient,
        native=Sliding("average", _window_of_input, _open_window_of_input),
    )


def _average_pool_grad(name: str, attrs: str) -> OpRecord:
    return op(
        name,
        "orig_input_shape: int32, grad: T -> output: T",
        f"{attrs}T: floating",
        shape=_average_gradient_rule,
        kernel=_average_grad_kernel,
        gradient=_average_grad_gradient,
        native=Sliding("average into input", _window_of_average, _open_window_of_average),
        sizes=listed_in(0),
    )


_IMAGES = f"{_WINDOW}{_SAME_VALID}{_FORMAT}; "
_SMALL = "{half, bfloat16, float32}"

MAX_POOL = _max_pool(
    "MaxPool", f'{_MAX_TYPES}; {_WINDOW}{_ANY_PADDING}data_format: {{"NHWC", "NCHW", "NCHW_VECT_C"}} = "NHWC"'
)
MAX_POOL_GRAD = _max_pool_grad("MaxPoolGrad", _GRADIENT_SIGNATURE, f"{_WINDOW}{_ANY_PADDING}{_FORMAT}; {_REALS}")
MAX_POOL_GRAD_GRAD = _max_pool_grad_grad("MaxPoolGradGrad", f"{_IMAGES}{_REQUIRED_REALS}")
AVG_POOL = _average_pool("AvgPool", "value", _IMAGES)
AVG_POOL_GRAD = _average_pool_grad("AvgPoolGrad", _IMAGES)

MAX_POOL_3D = _max_pool("MaxPool3D", f"{_VOLUMES}T: {_SMALL}")
MAX_POOL_3D_GRAD = _max_pool_grad(
    "MaxPool3DGrad",
    "orig_input: TInput, orig_output: TInput, grad: T -> output: T",
    f"{_VOLUMES}T: {_SMALL} = float32; TInput: {_SMALL} = float32",
)
MAX_POOL_3D_GRAD_GRAD = _max_pool_grad_grad("MaxPool3DGradGrad", f"{_VOLUMES}{_REQUIRED_REALS}")
AVG_POOL_3D = _average_pool("AvgPool3D", "input", _VOLUMES)
AVG_POOL_3D_GRAD = _average_pool_grad("AvgPool3DGrad", _VOLUMES)

_ARGMAX_ATTRS = f"{_WINDOW}Targmax: index%s; {_SAME_VALID}include_batch_in_index: bool = false; {_REQUIRED_REALS}"

ARGMAX = op(
    "MaxPoolWithArgmax",
    "input: T -> output: T, argmax: Targmax",
    _ARGMAX_ATTRS % " = int64",
    shape=_argmax_rule,
    kernel=_argmax_kernel,
    gradient=_argmax_gradient,
)

ARGMAX_GRAD: OpRecord = op(
    "MaxPoolGradWithArgmax",
    "input: T, grad: T, argmax: Targmax -> output: T",
    _ARGMAX_ATTRS % "",
    shape=_argmax_gradient_shape,
    kernel=_argmax_grad_kernel,
    gradient=_argmax_grad_gradient,
)
