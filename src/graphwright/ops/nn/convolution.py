"""Convolution ops over images and volumes, depthwise or full, and their gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Tensor, TensorLike, apply, errors
from graphwright.core.tape import wants
from graphwright.ir.lowering import OpenWindow, Sliding, SlidingKernel, Window
from graphwright.ir.prelude import Dim, Dims, Operation, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ir.sizes import listed_in
from graphwright.ops.array._dims import unknown
from graphwright.ops.nn import _conv_numpy
from graphwright.ops.nn._window_geometry import (
    PlacedWindow,
    channel_axis,
    channels_first,
    native_window,
    open_window,
    output_size,
    place,
    require_rank,
    spatial_axes,
    to_data_format,
    wide,
    window_axes,
    with_channels_last,
)

_WINDOW_ATTRS = ("strides", "padding", "explicit_paddings", "data_format", "dilations")
_CUDNN = "use_cudnn_on_gpu: bool = true; "
_TYPES_2D = "T: {half, bfloat16, float32, float64, int32}; "
_ATTRS_2D = (
    'padding: {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; '
    'data_format: {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]'
)
_ATTRS_3D = (
    'T: floating; strides: list(int) >= 5; padding: {"SAME", "VALID"}; data_format: {"NDHWC", "NCDHW"} = "NDHWC"; '
    "dilations: list(int) = [1, 1, 1, 1, 1]"
)

# shape checks ------------------------------------------------------------------------------------------------


def _known(*dims: Dim | None) -> bool:
    return all(isinstance(d, (int, np.integer)) for d in dims)


def _check_channels(channels: Any, filter_channels: Any, output_channels: Any) -> None:
    """Raise unless the input channels are divisible into groups of the filter's input channels."""
    if _known(filter_channels) and filter_channels == 0:
        raise errors.ShapeMismatchError("Depth of filter must not be 0")
    if not _known(channels, filter_channels):
        return
    if channels % filter_channels:
        raise errors.ShapeMismatchError(
            f"input depth must be evenly divisible by filter depth: {channels} vs {filter_channels}"
        )
    groups = channels // filter_channels
    if not groups:
        raise errors.ShapeMismatchError(f"input depth must not be 0 where the filter's depth is {filter_channels}")
    if _known(output_channels) and output_channels % groups:
        raise errors.ShapeMismatchError(
            f"output depth must be evenly divisible by number of groups: {output_channels} vs {groups}"
        )


def _check_depth(channels: Any, filter_channels: Any) -> None:
    if _known(channels, filter_channels) and channels != filter_channels:
        raise errors.ShapeMismatchError(f"input depth must be equal to filter depth: {channels} vs {filter_channels}")


def _in_data_format(attrs: Mapping[str, Any], batch: Any, spatial: list[Dim], channels: Dim) -> tuple[Any, ...]:
    return (batch, channels, *spatial) if channels_first(attrs) else (batch, *spatial, channels)


def _result(attrs: Mapping[str, Any], rank: int, x: Dims, filters: Dims, depthwise: bool) -> Dims:
    """The result dims of a convolution of `x` with `filters`, either of which may be unknown."""
    require_rank("input", x, rank)
    require_rank("filter", filters, rank)
    axes = window_axes(attrs, rank)
    x, filters = x or unknown(rank) or (), filters or unknown(rank) or ()
    channels = x[channel_axis(attrs, rank)]
    if depthwise:
        _check_depth(channels, filters[-2])
        filter_channels = filters[-2] if _known(filters[-2]) else channels
        result: Dim = filter_channels * filters[-1] if _known(filter_channels, filters[-1]) else Symbol()  # type: ignore[operator]
    else:
        _check_channels(channels, filters[-2], filters[-1])
        result = filters[-1]
    spatial_range = spatial_axes(attrs, rank)
    spatial = [output_size(x[i], window, axis) for i, window, axis in zip(spatial_range, filters, axes, strict=False)]
    return _in_data_format(attrs, x[0], spatial, result)


def _place_windows(attrs: Mapping[str, Any], x: Sequence[int], filters: Sequence[int]) -> list[PlacedWindow]:
    rank = len(filters)
    axes = window_axes(attrs, rank)
    spatial_range = spatial_axes(attrs, rank)
    return [place(x[i], window, axis) for i, window, axis in zip(spatial_range, filters, axes, strict=False)]


def _checked_windows(
    attrs: Mapping[str, Any], rank: int, x: Any, filters: Any, depthwise: bool, grad: Any = None
) -> list[PlacedWindow]:
    """Place the windows of a convolution of known sizes; raises for incompatible shapes."""
    x, filters = tuple(int(d) for d in x), tuple(int(d) for d in filters)
    if min((*x, *filters), default=0) < 0:
        raise errors.InvalidArgumentError(f"Sizes must not be negative: {describe_dims(x)}, {describe_dims(filters)}")
    result = _result(attrs, rank, x, filters, depthwise)
    if grad is not None and tuple(grad) != result:
        raise errors.ShapeMismatchError(
            f"out_backprop must have the shape of the convolution's result, {describe_dims(result)}, "
            f"but has {describe_dims(tuple(grad))}"
        )
    return _place_windows(attrs, x, filters)


_KERNELS: tuple[SlidingKernel, ...] = ("convolution", "convolution into input", "convolution into filter")
_DEPTHWISE_KERNELS: tuple[SlidingKernel, ...] = ("depthwise", "depthwise into input", "depthwise into filter")

# a convolution and its two gradient ops ----------------------------------------------------------------------


class _ConvolutionFamily:
    """A convolution and its gradient ops: shape rules, kernels, gradients and native rules."""

    def __init__(self, rank: int, names: tuple[str, str, str], depthwise: bool = False) -> None:
        self.rank = rank
        self.names = names
        self.depthwise = depthwise

    # shapes

    def shape(self, ctx: ShapeContext) -> Dims:
        return _result(ctx.attrs, self.rank, ctx.dims(0), ctx.dims(1), self.depthwise)

    def _sizes(self, ctx: ShapeContext, i: int, what: str) -> Dims:
        dims = ctx.dims(i)
        require_rank(f"{what}, as a list of sizes,", dims, 1)
        length = None if dims is None else dims[0]
        if _known(length) and length != self.rank:
            raise ctx.fail(f"{what} must have {self.rank} elements, got {length}")
        return ctx.dims_value(i) or unknown(self.rank)

    def input_shape(self, ctx: ShapeContext) -> Dims:
        sizes = self._sizes(ctx, 0, "input_sizes")
        self._check_parts(ctx, sizes, ctx.dims(1), ctx.dims(2))
        return sizes

    def filter_shape(self, ctx: ShapeContext) -> Dims:
        sizes = self._sizes(ctx, 1, "filter_sizes")
        self._check_parts(ctx, ctx.dims(0), sizes, ctx.dims(2))
        return sizes

    def _check_parts(self, ctx: ShapeContext, x: Dims, filters: Dims, grad: Dims) -> None:
        require_rank("out_backprop", grad, self.rank)
        result = _result(ctx.attrs, self.rank, x, filters, self.depthwise)
        for a, b in zip(result or (), grad or (), strict=False):
            if _known(a, b) and a != b:
                raise ctx.fail(
                    f"out_backprop must have the shape of the convolution's result, {describe_dims(result)}, "
                    f"but has {describe_dims(grad)}"
                )

    # kernels

    def kernel(self, x: Array, filters: Array, **attrs: Any) -> Array:
        windows = _checked_windows(attrs, self.rank, x.shape, filters.shape, self.depthwise)
        run = _conv_numpy.depthwise if self.depthwise else _conv_numpy.forward
        result = run(self._wide(attrs, x), filters.astype(wide(x.dtype), copy=False), windows)
        return to_data_format(result.astype(x.dtype, copy=False), attrs)

    def input_kernel(self, sizes: Array, filters: Array, grad: Array, **attrs: Any) -> Array:
        windows = _checked_windows(attrs, self.rank, sizes, filters.shape, self.depthwise, grad.shape)
        run = _conv_numpy.depthwise_into_input if self.depthwise else _conv_numpy.into_input
        channels = int(sizes[channel_axis(attrs, self.rank)])
        widened = filters.astype(wide(grad.dtype), copy=False)
        result = run(int(sizes[0]), widened, self._wide(attrs, grad), windows, channels)
        return to_data_format(result.astype(grad.dtype, copy=False), attrs)

    def filter_kernel(self, x: Array, sizes: Array, grad: Array, **attrs: Any) -> Array:
        windows = _checked_windows(attrs, self.rank, x.shape, sizes, self.depthwise, grad.shape)
        images, incoming = self._wide(attrs, x), self._wide(attrs, grad)
        if self.depthwise:
            result = _conv_numpy.depthwise_into_filter(images, incoming, windows, int(sizes[-1]))
        else:
            result = _conv_numpy.into_filter(images, incoming, windows, int(sizes[-2]))
        return result.astype(grad.dtype, copy=False)

    @staticmethod
    def _wide(attrs: Mapping[str, Any], x: Array) -> Array:
        return with_channels_last(x, attrs).astype(wide(x.dtype), copy=False)

    # native

    def window(self, op: Operation, index: int) -> Window | None:
        """The window of one of the three ops for compiled code."""
        parts = self._parts(op, index)
        if parts is None:
            return None
        x, filters, y = parts
        channel = channel_axis(op.attrs, self.rank)
        groups = self._groups(x[channel], filters[-2], filters[-1], y[channel])
        return native_window(op.attrs, x, filters[:-2], y, groups) if groups else None

    def open_window(self, op: Operation, index: int) -> OpenWindow | None:
        """The same with open sizes."""
        parts = self._parts(op, index)
        if parts is None:
            return None
        x, filters, y = parts
        return open_window(op.attrs, x, filters[:-2], y, (filters[-2], filters[-1]), self.depthwise)

    def _parts(self, op: Operation, index: int) -> tuple[tuple[Dim, ...], tuple[Dim, ...], tuple[Dim, ...]] | None:
        """The dims of the images, the filter and the results; None unless all have the rank."""
        x, filters, y = (v.type.dims for v in (*op.inputs, op.outputs[0])[:3])
        if index == 1:
            x, y = op.outputs[0].type.dims, op.inputs[2].type.dims
        elif index == 2:
            filters, y = op.outputs[0].type.dims, op.inputs[2].type.dims
        if x is None or filters is None or y is None or any(len(dims) != self.rank for dims in (x, filters, y)):
            return None
        return x, filters, y

    def _groups(self, channels: Any, filter_channels: Any, result: Any, result_channels: Any) -> int:
        """The number of channel groups; 0 if unknown or if the shapes are incompatible."""
        if not _known(channels, filter_channels, result, result_channels) or not min(channels, filter_channels, result):
            return 0
        if self.depthwise:
            return int(channels) if channels == filter_channels and result_channels == channels * result else 0
        groups = channels // filter_channels
        return (
            int(groups) if channels % filter_channels == 0 and result % groups == 0 and result_channels == result else 0
        )

    # gradients

    def _apply(self, index: int, op: Any, *inputs: TensorLike) -> Any:
        return apply(self.names[index], inputs, {n: op.attrs[n] for n in _WINDOW_ATTRS if n in op.attrs})

    def gradient(self, op: Application, grad: Tensor) -> list[Any]:
        x, filters = op.inputs
        return [
            self._apply(1, op, apply("Shape", (x,)), filters, grad) if wants(op, 0) else None,
            self._apply(2, op, x, apply("Shape", (filters,)), grad) if wants(op, 1) else None,
        ]

    def input_gradient(self, op: Application, grad: Tensor) -> list[Any]:
        _, filters, incoming = op.inputs
        return [
            None,
            self._apply(2, op, grad, apply("Shape", (filters,)), incoming) if wants(op, 1) else None,
            self._apply(0, op, grad, filters) if wants(op, 2) else None,
        ]

    def filter_gradient(self, op: Application, grad: Tensor) -> list[Any]:
        x, _, incoming = op.inputs
        return [
            self._apply(1, op, apply("Shape", (x,)), grad, incoming) if wants(op, 0) else None,
            None,
            self._apply(0, op, x, grad) if wants(op, 2) else None,
        ]

    # records

    def records(self, sizes: str, attrs: Sequence[str]) -> tuple[OpRecord, OpRecord, OpRecord]:
        """The records of the convolution and of its gradients for the input and the filter."""
        forward, into_input, into_filter = self.names
        kernels = _DEPTHWISE_KERNELS if self.depthwise else _KERNELS
        return (
            op(
                forward,
                "input: T, filter: T -> output: T",
                attrs[0],
                shape=self.shape,
                kernel=self.kernel,
                gradient=self.gradient,
                native=Sliding(kernels[0], lambda op: self.window(op, 0), lambda op: self.open_window(op, 0)),
            ),
            op(
                into_input,
                f"input_sizes: {sizes}, filter: T, out_backprop: T -> output: T",
                attrs[1],
                shape=self.input_shape,
                kernel=self.input_kernel,
                gradient=self.input_gradient,
                native=Sliding(kernels[1], lambda op: self.window(op, 1), lambda op: self.open_window(op, 1)),
                sizes=listed_in(0),
            ),
            op(
                into_filter,
                "input: T, filter_sizes: int32, out_backprop: T -> output: T",
                attrs[2],
                shape=self.filter_shape,
                kernel=self.filter_kernel,
                gradient=self.filter_gradient,
                native=Sliding(kernels[2], lambda op: self.window(op, 2), lambda op: self.open_window(op, 2)),
                sizes=listed_in(1),
            ),
        )


CONV2D, CONV2D_INPUT, CONV2D_FILTER = _ConvolutionFamily(
    4, ("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter")
).records(
    "int32",
    [
        f"{_TYPES_2D}strides: list(int); {_CUDNN}{_ATTRS_2D}",
        f"{_TYPES_2D}strides: list(int); {_CUDNN}{_ATTRS_2D}",
        f"T: floating; strides: list(int); {_CUDNN}{_ATTRS_2D}",
    ],
)

CONV3D, CONV3D_INPUT, CONV3D_FILTER = _ConvolutionFamily(
    5, ("Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2")
).records("Tshape", [_ATTRS_3D, f"{_ATTRS_3D}; Tshape: index = int32", _ATTRS_3D])

DEPTHWISE, DEPTHWISE_INPUT, DEPTHWISE_FILTER = _ConvolutionFamily(
    4,
    ("DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter"),
    depthwise=True,
).records("int32", [f"T: floating; strides: list(int); {_ATTRS_2D}"] * 3)
