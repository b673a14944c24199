"""Convolutions, pools, normalizations and resizing, as ONNX nodes with the channels first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import dtypes
from graphwright.ir.graph import Operation
from graphwright.onnx.exporting.arrays import rank_of
from graphwright.onnx.exporting.writer import NotExportable, Writer, Written, rule


def text(value: Any) -> str:
    """An attribute that is a string."""
    return value.decode() if isinstance(value, bytes) else str(value)


class _Layout:
    """Where the channels are, and what changes that."""

    def __init__(self, w: Writer, op: Operation, index: int = 0) -> None:
        self.rank = rank_of(op.inputs[index])
        self.last = not text(op.attrs.get("data_format", "NHWC")).startswith("NC")
        self._w = w

    def first(self, x: Written) -> Written:
        """With the channels first."""
        return self._w.transpose(x, [0, self.rank - 1, *range(1, self.rank - 1)]) if self.last else x

    def back(self, x: Written) -> Written:
        """As the operation has it."""
        return self._w.transpose(x, [0, *range(2, self.rank), 1]) if self.last else x

    def spatial(self, values: Sequence[Any]) -> list[int]:
        """What an attribute says of the axes of space."""
        return [int(v) for v in (values[1:-1] if self.last else values[2:])]

    def pads(self, op: Operation, window: Sequence[Any], dilations: Sequence[int] | None = None) -> dict[str, Any]:
        """The attributes of the padding."""
        padding = text(op.attrs["padding"])
        dims = op.inputs[0].shape.static_dims or ()
        sizes = dims[1:-1] if self.last else dims[2:]
        if padding == "SAME" and None not in sizes and None not in window:
            strides = self.spatial(op.attrs["strides"])
            totals = [
                max((-(-(n or 0) // s) - 1) * s + (k - 1) * d + 1 - (n or 0), 0)
                for n, s, k, d in zip(sizes, strides, window, dilations or [1] * len(strides), strict=True)
            ]
            return {"pads": [t // 2 for t in totals] + [t - t // 2 for t in totals]}
        if padding == "EXPLICIT":
            pairs = list(zip(*[iter(op.attrs["explicit_paddings"])] * 2, strict=True))
            pairs = pairs[1:-1] if self.last else pairs[2:]
            return {"pads": [int(a) for a, _ in pairs] + [int(b) for _, b in pairs]}
        return {"auto_pad": "SAME_UPPER" if padding == "SAME" else "VALID"}


@rule("Conv2D", "Conv3D")
def conv(w: Writer, op: Operation) -> Any:
    """A convolution; groups follow from the sizes of the channels."""
    x, filters = w.inputs(op)
    layout = _Layout(w, op)
    dims, kernel = op.inputs[0].shape.static_dims, op.inputs[1].shape.static_dims
    channels = None if dims is None else dims[-1 if layout.last else 1]
    if channels is None or kernel is None or kernel[-2] is None:
        raise NotExportable("the number of channels is unknown")
    count = layout.rank - 2
    dilations = layout.spatial(op.attrs["dilations"])
    y = w.emit(
        "Conv",
        [layout.first(x), w.transpose(filters, [count + 1, count, *range(count)])],
        strides=layout.spatial(op.attrs["strides"]),
        dilations=dilations,
        group=channels // kernel[-2],
        **layout.pads(op, kernel[:count], dilations),
    )
    return layout.back(y)


@rule("DepthwiseConv2dNative")
def depthwise(w: Writer, op: Operation) -> Any:
    """A convolution of each channel."""
    x, filters = w.inputs(op)
    layout = _Layout(w, op)
    kernel = op.inputs[1].shape.static_dims
    if kernel is None or None in kernel:
        raise NotExportable("the size of the filter is unknown")
    rows, columns, channels, multiplier = (k or 0 for k in kernel)
    by_channel = w.reshape(
        w.transpose(filters, [2, 3, 0, 1]), np.array([channels * multiplier, 1, rows, columns], np.int64)
    )
    y = w.emit(
        "Conv",
        [layout.first(x), by_channel],
        strides=layout.spatial(op.attrs["strides"]),
        dilations=layout.spatial(op.attrs["dilations"]),
        group=channels,
        **layout.pads(op, [rows, columns], layout.spatial(op.attrs["dilations"])),
    )
    return layout.back(y)


@rule("Conv2DBackpropInput", "Conv3DBackpropInputV2")
def conv_transpose(w: Writer, op: Operation) -> Any:
    """A transposed convolution: the whole one, cut to the size of the result."""
    _, filters, x = w.inputs(op)
    layout = _Layout(w, op, 2)
    kernel = op.inputs[1].shape.static_dims
    if kernel is None or None in kernel:
        raise NotExportable("the size of the filter is unknown")
    count = layout.rank - 2
    strides, dilations = layout.spatial(op.attrs["strides"]), layout.spatial(op.attrs["dilations"])
    if text(op.attrs["padding"]) == "EXPLICIT":
        raise NotExportable("its padding is explicit")
    totals, extra = _transposed_padding(op, layout, strides, dilations)
    outputs = (op.outputs[0].shape.static_dims or (None,) * layout.rank)[-1 if layout.last else 1]
    y = w.emit(
        "ConvTranspose",
        [layout.first(x), w.transpose(filters, [count + 1, count, *range(count)])],
        strides=strides,
        dilations=dilations,
        pads=[t // 2 for t in totals] + [t - t // 2 for t in totals],
        output_padding=extra,
        group=1 if outputs is None else outputs // (kernel[-2] or 1),
    )
    return layout.back(y)


def _transposed_padding(
    op: Operation, layout: _Layout, strides: list[int], dilations: list[int]
) -> tuple[list[int], list[int]]:
    """What is cut from the whole result along each axis, and what is added after it."""
    out, own = op.outputs[0].shape.static_dims, op.inputs[2].shape.static_dims
    kernel, same = op.inputs[1].shape.static_dims or (), text(op.attrs["padding"]) == "SAME"
    totals, extra = [], []
    for i, (stride, dilation) in enumerate(zip(strides, dilations, strict=True)):
        axis = i + 1 if layout.last else i + 2
        size, small = (None if d is None else d[axis] for d in (out, own))
        extent = (int(kernel[i] or 0) - 1) * dilation + 1
        if size is None or small is None:
            raise NotExportable("the size of its result is unknown")
        whole = (small - 1) * stride + extent
        totals.append(max(whole - size, 0) if same else 0)
        extra.append(size - whole + totals[-1])
    if min(extra) < 0:
        raise NotExportable("its result is smaller than ONNX's")
    return totals, extra


@rule("MaxPool", "MaxPool3D", "AvgPool", "AvgPool3D")
def pool(w: Writer, op: Operation) -> Any:
    """Averages are over what windows have of the input."""
    layout = _Layout(w, op)
    attributes = layout.pads(op, layout.spatial(op.attrs["ksize"]))
    if op.type.startswith("Avg"):
        attributes["count_include_pad"] = 0
    y = w.emit(
        "MaxPool" if op.type.startswith("Max") else "AveragePool",
        [layout.first(w.inputs(op)[0])],
        kernel_shape=layout.spatial(op.attrs["ksize"]),
        strides=layout.spatial(op.attrs["strides"]),
        **attributes,
    )
    return layout.back(y)


@rule("FusedBatchNormV3", "FusedBatchNormV2", "FusedBatchNorm")
def batch_norm(w: Writer, op: Operation) -> Any:
    """By statistics that are given."""
    if op.attrs["is_training"]:
        raise NotExportable("it is in training mode")
    layout = _Layout(w, op)
    x, *parameters = w.inputs(op)
    y = w.emit("BatchNormalization", [layout.first(x), *parameters], epsilon=float(op.attrs["epsilon"]))
    mean, variance = parameters[2:4]
    rest = [mean, variance, mean, variance, np.zeros([0], np.float32)]
    return [layout.back(y), *rest[: len(op.outputs) - 1]]


@rule("LRN")
def response_normalization(w: Writer, op: Operation) -> Any:
    """ONNX divides `alpha` by the number of channels."""
    size = 2 * int(op.attrs["depth_radius"]) + 1
    x = w.transpose(w.inputs(op)[0], [0, 3, 1, 2])
    alpha, beta, bias = (float(op.attrs[n]) for n in ("alpha", "beta", "bias"))
    return w.transpose(w.emit("LRN", [x], size=size, alpha=alpha * size, beta=beta, bias=bias), [0, 2, 3, 1])


_RESIZES = {"ResizeBilinear": "linear", "ResizeNearestNeighbor": "nearest", "ResizeBicubic": "cubic"}


@rule(*_RESIZES)
def resize(w: Writer, op: Operation) -> Any:
    """To a size; results are single precision but for the nearest element."""
    x, size = w.inputs(op)
    mode, centres, corners = _RESIZES[op.type], op.attrs["half_pixel_centers"], op.attrs["align_corners"]
    dims = op.inputs[0].shape
    if mode != "nearest" and op.inputs[0].dtype is not dtypes.float32:
        x = w.cast(x, dtypes.float32)
    transform = "half_pixel" if centres else "align_corners" if corners else "asymmetric"
    attributes: dict[str, Any] = {}
    if mode == "nearest":
        transform = "tf_half_pixel_for_nn" if centres and w.opset < 13 else transform
        attributes["nearest_mode"] = "round_prefer_ceil" if centres or corners else "floor"
        if centres:
            transform = "half_pixel"
    if mode == "cubic":
        attributes.update(cubic_coeff_a=-0.5 if centres else -0.75, exclude_outside=int(bool(centres)))
    sizes = w.int64(size, op.inputs[1].dtype)
    first = w.transpose(x, [0, 3, 1, 2])
    lead = w.emit("Slice", [w.emit("Shape", [first]), *(np.array([v], np.int64) for v in (0, 2))])
    if dims.is_fully_defined():
        n, _, _, c = dims.as_list()
        lead = np.array([n, c], np.int64)
    y = w.emit(
        "Resize",
        [first, None, None, w.vector(lead, sizes)],
        mode=mode,
        coordinate_transformation_mode=transform,
        **attributes,
    )
    return w.transpose(y, [0, 2, 3, 1])


@rule("DepthToSpace", "SpaceToDepth")
def depth_to_space(w: Writer, op: Operation) -> Any:
    """Blocks of channels and squares of pixels."""
    layout = _Layout(w, op)
    y = w.emit(op.type, [layout.first(w.inputs(op)[0])], blocksize=int(op.attrs["block_size"]))
    return layout.back(y)
