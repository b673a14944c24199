"""Public convolution functions: 1-D to 3-D, transposed, depthwise, separable and atrous."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import (
    Array,
    ShapeLike,
    Tensor,
    TensorLike,
    apply,
    convert_to_tensor,
    errors,
    name_scope,
    to_tensor,
)
from graphwright.ops.nn._window_arguments import as_2d, format_of, padding_attrs, per_axis

_OPS = {2: "Conv2D", 3: "Conv3D"}
_IMAGE_FORMATS = {"NWC": "NHWC", "NCW": "NCHW"}


def _attrs(spatial: int, strides: Any, padding: TensorLike, data_format: str, dilations: Any) -> dict[str, Any]:
    return {
        "strides": per_axis(strides, spatial, data_format, "strides"),
        "dilations": per_axis(dilations, spatial, data_format, "dilations"),
        "data_format": data_format,
        **padding_attrs(padding, spatial, data_format),
    }


def _as_tensors(input: TensorLike, filters: TensorLike) -> tuple[Tensor, Tensor]:
    """Convert the input and filters to tensors; what is no number of NumPy's takes the dtype of the other."""
    if isinstance(filters, Tensor) and not isinstance(input, Tensor):
        return to_tensor(input, None, "input", filters.dtype), filters
    input = convert_to_tensor(input, name="input")
    return input, to_tensor(filters, None, "filters", input.dtype)


def _flatten_batch(x: Tensor, rank: int) -> tuple[Tensor, None] | tuple[Tensor, Tensor]:
    """Flatten the batch axes of `x`; also returns their sizes, or None if there is only one."""
    if x.shape.rank is None or x.shape.rank <= rank:
        return x, None
    shape = apply("Shape", (x,))
    extra = x.shape.rank - rank + 1
    return apply("Reshape", (x, apply("ConcatV2", ([[-1], shape[extra:]], 0)))), shape[:extra]


def _restore_batch(x: Tensor, sizes: Tensor | None) -> Tensor:
    if sizes is None:
        return x
    return apply("Reshape", (x, apply("ConcatV2", ([sizes, apply("Shape", (x,))[1:]], 0))))


def _convolve(
    spatial: int,
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike | None,
    padding: TensorLike,
    data_format: str | None,
    dilations: TensorLike | None,
    name: str | None,
) -> Tensor:
    data_format = format_of(data_format, spatial)
    input, filters = _as_tensors(input, filters)
    attrs = _attrs(spatial, strides, padding, data_format, dilations)
    x, sizes = _flatten_batch(input, spatial + 2)
    if spatial > 1:
        return _restore_batch(apply(_OPS[spatial], (x, filters), _for_op(attrs, spatial), name), sizes)
    result = _to_1d(
        apply("Conv2D", (_to_2d(x, data_format), apply("ExpandDims", (filters, 0))), _attrs_2d(attrs)), attrs
    )
    return _restore_batch(result if name is None else apply("Identity", (result,), None, name), sizes)


def _for_op(attrs: dict[str, Any], spatial: int) -> dict[str, Any]:
    if spatial == 3 and "explicit_paddings" in attrs:
        raise ValueError("Explicit paddings are not supported over three axes. Pad the input with tf.pad.")
    return attrs


def _attrs_2d(attrs: dict[str, Any]) -> dict[str, Any]:
    data_format = attrs["data_format"]
    return {**as_2d(attrs, data_format), "data_format": _IMAGE_FORMATS[data_format]}


def _to_2d(x: Tensor, data_format: str) -> Tensor:
    return apply("ExpandDims", (x, 2 if data_format == "NCW" else 1))


def _to_1d(x: Tensor, attrs: dict[str, Any]) -> Tensor:
    return apply("Squeeze", (x,), {"squeeze_dims": [2 if attrs["data_format"] == "NCW" else 1]})


def conv1d(
    input: TensorLike,
    filters: TensorLike,
    stride: TensorLike,
    padding: TensorLike,
    data_format: str | None = "NWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """1-D convolution of sequences `[..., width, channels]` with filters `[window, input channels, output channels]`.

    `padding` is "SAME", "VALID" or a list of pairs for every axis. Raises ValueError for invalid arguments,
    InvalidArgumentError for incompatible shapes.

    >>> x = tf.constant([[[1.], [2.], [3.]]])
    >>> tf.nn.conv1d(x, [[[1.]], [[1.]]], stride=1, padding="VALID").numpy().tolist()
    [[[3.0], [5.0]]]
    """
    return _convolve(1, input, filters, stride, padding, data_format, dilations, name)


def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = "NHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """2-D convolution of images `[..., height, width, channels]`.

    `filters` is `[height, width, input channels, output channels]`; fewer input channels than the images have give a
    grouped convolution. `strides` and `dilations` are a number, a pair, or one number per axis; `padding` is "SAME",
    "VALID" or a list of pairs for every axis. Raises ValueError for invalid arguments, InvalidArgumentError for
    incompatible shapes.

    >>> tf.nn.conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), strides=1, padding="VALID").numpy().ravel()
    array([4., 4., 4., 4.], dtype=float32)
    """
    return _convolve(2, input, filters, strides, padding, data_format, dilations, name)


def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = "NDHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """3-D convolution of volumes `[..., depth, height, width, channels]`; see `conv2d`.

    >>> x, filters = tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1])
    >>> tf.nn.conv3d(x, filters, strides=[1, 1, 1, 1, 1], padding="VALID").numpy().ravel()
    array([8.], dtype=float32)
    """
    return _convolve(3, input, filters, strides, padding, data_format, dilations, name)


def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike | None = None,
    padding: TensorLike = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Convolution over 1 to 3 spatial axes, according to the rank of `filters`.

    Raises ValueError for filters of another rank, for strides together with dilations, and for invalid arguments.

    >>> tf.nn.convolution(tf.ones([1, 4, 1]), tf.ones([2, 1, 1]), dilations=2).numpy().ravel()
    array([2., 2.], dtype=float32)
    """
    input, filters = _as_tensors(input, filters)
    spatial = _spatial(filters, input)
    if _exceeds_one(strides) and _exceeds_one(dilations):
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
            f"Received: strides={strides} and dilation_rate={dilations}"
        )
    return _convolve(spatial, input, filters, strides, padding, data_format, dilations, name)


def _exceeds_one(steps: Any) -> bool:
    return steps is not None and bool(np.any(np.asarray(steps) > 1))


def _spatial(filters: Tensor, input: Array | Tensor) -> int:
    rank = filters.shape.rank if filters.shape.rank is not None else input.shape.rank
    if rank is None:
        raise ValueError("The rank of `input` or of `filters` must be known.")
    if not 3 <= rank <= 5:
        raise ValueError(f"`filters` must have 3, 4 or 5 axes. Received: filters.shape={filters.shape}")
    return int(rank) - 2


# transposed convolutions -------------------------------------------------------------------------------------


def _transpose(
    spatial: int,
    input: TensorLike,
    filters: TensorLike,
    output_shape: TensorLike | None,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None,
    dilations: Any,
    name: str | None,
) -> Tensor:
    data_format = format_of(data_format, spatial)
    with name_scope(name or f"conv{spatial}d_transpose"):
        input, filters = _as_tensors(input, filters)
        attrs = _attrs(spatial, strides, padding, data_format, dilations)
        if isinstance(output_shape, (list, tuple)) and len(output_shape) == spatial:
            output_shape = _full_output_shape(input, filters, output_shape, data_format)
        sizes = convert_to_tensor(output_shape, name="output_shape")
        if spatial > 1:
            op = "Conv2DBackpropInput" if spatial == 2 else "Conv3DBackpropInputV2"
            return apply(op, (sizes, filters, input), _for_op(attrs, spatial))
        at = 2 if data_format == "NCW" else 1
        one = convert_to_tensor([1], sizes.dtype)
        sizes = apply("ConcatV2", ([sizes[:at], one, sizes[at:]], 0))
        inputs = (sizes, apply("ExpandDims", (filters, 0)), _to_2d(input, data_format))
        return _to_1d(apply("Conv2DBackpropInput", inputs, _attrs_2d(attrs)), attrs)


def _full_output_shape(input: Any, filters: Tensor, spatial: Any, data_format: str) -> list[Any]:
    """Complete spatial output sizes with those of the batch and the channels."""
    batch = input.shape[0] if input.shape.rank else None
    batch = apply("Shape", (input,))[0] if batch is None else batch
    channels = filters.shape[-2]
    return [batch, channels, *spatial] if data_format.startswith("NC") else [batch, *spatial, channels]


def conv1d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: TensorLike = "SAME",
    data_format: str | None = "NWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Transposed 1-D convolution, the gradient of `conv1d`; `filters` is `[window, output channels, input channels]`.

    `output_shape` selects one of the shapes that `conv1d` would reduce to that of the input.

    >>> x, filters = tf.constant([[[1.], [2.]]]), tf.ones([2, 1, 1])
    >>> tf.nn.conv1d_transpose(x, filters, [1, 4, 1], strides=2).numpy().ravel()
    array([1., 1., 2., 2.], dtype=float32)
    """
    return _transpose(1, input, filters, output_shape, strides, padding, data_format, dilations, name)


def conv2d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: TensorLike = "SAME",
    data_format: str | None = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Transposed 2-D convolution, the gradient of `conv2d`.

    `filters` is `[height, width, output channels, input channels]`; `output_shape` selects one of the shapes that
    `conv2d` would reduce to that of the input.

    >>> x, filters = tf.ones([1, 1, 1, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.conv2d_transpose(x, filters, [1, 2, 2, 1], strides=2).numpy().ravel()
    array([1., 1., 1., 1.], dtype=float32)
    """
    return _transpose(2, input, filters, output_shape, strides, padding, data_format, dilations, name)


def conv3d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: TensorLike = "SAME",
    data_format: str | None = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Transposed 3-D convolution, the gradient of `conv3d`; see `conv2d_transpose`.

    >>> x, filters = tf.ones([1, 1, 1, 1, 1]), tf.ones([2, 2, 2, 1, 1])
    >>> tf.nn.conv3d_transpose(x, filters, [1, 2, 2, 2, 1], strides=2).shape
    TensorShape([1, 2, 2, 2, 1])
    """
    return _transpose(3, input, filters, output_shape, strides, padding, data_format, dilations, name)


def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: TensorLike = "SAME",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Transposed convolution over 1 to 3 spatial axes, according to the rank of `filters`.

    >>> tf.nn.conv_transpose(tf.ones([1, 2, 1]), tf.ones([2, 1, 1]), [1, 4, 1], strides=2).shape
    TensorShape([1, 4, 1])
    """
    input, filters = _as_tensors(input, filters)
    spatial = _spatial(filters, input)
    return _transpose(spatial, input, filters, output_shape, strides, padding, data_format, dilations, name)


# depthwise and separable -------------------------------------------------------------------------------------


def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Depthwise 2-D convolution: each channel has its own filters, `[height, width, channels, multiplier]`.

    The result has `channels * multiplier` channels. Raises ValueError for invalid arguments, InvalidArgumentError for
    incompatible shapes.

    >>> x, filters = tf.ones([1, 2, 2, 2]), tf.constant([[[[1.], [10.]]]])
    >>> tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "VALID").numpy()[0, 0]
    array([[ 1., 10.],
           [ 1., 10.]], dtype=float32)
    """
    data_format = format_of(data_format, 2)
    input, filter = _as_tensors(input, filter)
    attrs = _attrs(2, strides, padding, data_format, dilations)
    return apply("DepthwiseConv2dNative", (input, filter), attrs, name)


def depthwise_conv2d_backprop_input(
    input_sizes: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str = "NHWC",
    dilations: Any = [1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
) -> Tensor:
    """The gradient of `depthwise_conv2d` with respect to its input, of shape `input_sizes`.

    >>> grad, filters = tf.ones([1, 1, 1, 1]), tf.constant([[[[3.]]]])
    >>> tf.nn.depthwise_conv2d_backprop_input([1, 1, 1, 1], filters, grad, [1, 1, 1, 1], "VALID").numpy().ravel()
    array([3.], dtype=float32)
    """
    attrs = _attrs(2, strides, padding, format_of(data_format, 2), list(dilations))
    return apply("DepthwiseConv2dNativeBackpropInput", (input_sizes, filter, out_backprop), attrs, name)


def depthwise_conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str = "NHWC",
    dilations: Any = [1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
) -> Tensor:
    """The gradient of `depthwise_conv2d` with respect to its filters, of shape `filter_sizes`.

    >>> x, grad = tf.constant([[[[2.]]]]), tf.ones([1, 1, 1, 1])
    >>> tf.nn.depthwise_conv2d_backprop_filter(x, [1, 1, 1, 1], grad, [1, 1, 1, 1], "VALID").numpy().ravel()
    array([2.], dtype=float32)
    """
    attrs = _attrs(2, strides, padding, format_of(data_format, 2), list(dilations))
    return apply("DepthwiseConv2dNativeBackpropFilter", (input, filter_sizes, out_backprop), attrs, name)


def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Depthwise convolution followed by a pointwise one with filters `[1, 1, input channels, output channels]`.

    Raises ValueError for pointwise filters with another window.

    >>> x, depth, point = tf.ones([1, 2, 2, 2]), tf.ones([1, 1, 2, 1]), tf.ones([1, 1, 2, 3])
    >>> tf.nn.separable_conv2d(x, depth, point, [1, 1, 1, 1], "SAME").shape
    TensorShape([1, 2, 2, 3])
    """
    with name_scope(name or "separable_conv2d"):
        point = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        if point.shape.rank is not None and point.shape.as_list()[:2] not in ([1, 1], [None, None]):
            raise ValueError(f"`pointwise_filter` must be of shape [1, 1, ...]. Received: {point.shape}")
        middle = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations)
        return conv2d(middle, point, 1, "VALID", data_format or "NHWC")


def atrous_conv2d(value: TensorLike, filters: TensorLike, rate: int, padding: str, name: str | None = None) -> Tensor:
    """Atrous (dilated) 2-D convolution: `rate - 1` gaps between filter elements.

    >>> tf.nn.atrous_conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), rate=2, padding="VALID").numpy().ravel()
    array([4.], dtype=float32)
    """
    if rate < 1:
        raise errors.ShapeMismatchError(f"`rate` must be at least 1. Received: rate={rate}")
    return conv2d(value, filters, 1, padding, dilations=rate, name=name)


def atrous_conv2d_transpose(
    value: TensorLike, filters: TensorLike, output_shape: ShapeLike, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """Transposed atrous convolution, the gradient of `atrous_conv2d`; see `conv2d_transpose`.

    >>> x, filters = tf.ones([1, 1, 1, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.atrous_conv2d_transpose(x, filters, [1, 3, 3, 1], rate=2, padding="VALID").numpy()[0, :, 0, 0]
    array([1., 0., 1.], dtype=float32)
    """
    if rate < 1:
        raise errors.ShapeMismatchError(f"`rate` must be at least 1. Received: rate={rate}")
    return conv2d_transpose(value, filters, output_shape, 1, padding, dilations=rate, name=name)
