"""Convolution as users call it: over one, two or three axes, forwards and transposed, depthwise and separable."""

from __future__ import annotations

from typing import Any

from graphwright.base import errors
from graphwright.core.context import name_scope
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Array, Tensor
from graphwright.core.typing import ShapeLike, TensorLike
from graphwright.ops.nn._window_arguments import format_of, full, padding_attrs, widened

_OPS = {2: "Conv2D", 3: "Conv3D"}
_IMAGE_FORMATS = {"NWC": "NHWC", "NCW": "NCHW"}


def _attrs(spatial: int, strides: Any, padding: TensorLike, data_format: str, dilations: Any) -> dict[str, Any]:
    return {
        "strides": full(strides, spatial, data_format, "strides"),
        "dilations": full(dilations, spatial, data_format, "dilations"),
        "data_format": data_format,
        **padding_attrs(padding, spatial, data_format),
    }


def _pair(input: TensorLike, filters: TensorLike) -> tuple[Tensor, Tensor]:
    """Both as tensors of one dtype."""
    if isinstance(filters, Tensor) and not isinstance(input, Tensor):
        filters = convert_to_tensor(filters)
        return convert_to_tensor(input, dtype_hint=filters.dtype, name="input"), filters
    input = convert_to_tensor(input, name="input")
    return input, convert_to_tensor(filters, dtype_hint=input.dtype, name="filters")


def _as_batch(x: Tensor, rank: int) -> tuple[Tensor, None] | tuple[Tensor, Tensor]:
    """`x` with its leading axes as one, and their sizes (None where there was one already)."""
    if x.shape.rank is None or x.shape.rank <= rank:
        return x, None
    shape = apply("Shape", (x,))
    extra = x.shape.rank - rank + 1
    return apply("Reshape", (x, apply("ConcatV2", ([[-1], shape[extra:]], 0)))), shape[:extra]


def _as_before(x: Tensor, sizes: Tensor | None) -> Tensor:
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
    input, filters = _pair(input, filters)
    attrs = _attrs(spatial, strides, padding, data_format, dilations)
    x, sizes = _as_batch(input, spatial + 2)
    if spatial > 1:
        return _as_before(apply(_OPS[spatial], (x, filters), _for_op(attrs, spatial), name), sizes)
    made = _flat(apply("Conv2D", (_raised(x, data_format), apply("ExpandDims", (filters, 0))), _line(attrs)), attrs)
    return _as_before(made if name is None else apply("Identity", (made,), None, name), sizes)


def _for_op(attrs: dict[str, Any], spatial: int) -> dict[str, Any]:
    if spatial == 3 and "explicit_paddings" in attrs:
        raise ValueError("Explicit paddings are not supported over three axes. Pad the input with tf.pad.")
    return attrs


def _line(attrs: dict[str, Any]) -> dict[str, Any]:
    data_format = attrs["data_format"]
    return {**widened(attrs, data_format), "data_format": _IMAGE_FORMATS[data_format]}


def _raised(x: Tensor, data_format: str) -> Tensor:
    return apply("ExpandDims", (x, 2 if data_format == "NCW" else 1))


def _flat(x: Tensor, attrs: dict[str, Any]) -> Tensor:
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
    """Convolve sequences `[..., width, channels]` with filters `[window, channels, channels out]`.

    `padding` is "SAME", "VALID" or a list of pairs for every axis. Raises ValueError for arguments that do not
    fit, InvalidArgumentError for shapes that do not.

    >>> import graphwright as tf
    >>> x = tf.constant([[[1.], [2.], [3.]]])
    >>> tf.nn.conv1d(x, [[[1.]], [[1.]]], stride=1, padding="VALID").numpy().tolist()
    [[[3.0], [5.0]]]
    """
    result: Tensor = _convolve(1, input, filters, stride, padding, data_format, dilations, name)
    return result


def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = "NHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Convolve images `[..., height, width, channels]` with filters `[height, width, channels, channels out]`.

    Where the filters take fewer channels than there are, the channels go by groups. `strides` and `dilations` are
    a number, a pair, or one number for each axis; `padding` is "SAME", "VALID" or a list of pairs for every axis.
    Raises ValueError for arguments that do not fit, InvalidArgumentError for shapes that do not.

    >>> import graphwright as tf
    >>> tf.nn.conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), strides=1, padding="VALID").numpy().ravel()
    array([4., 4., 4., 4.], dtype=float32)
    """
    result: Tensor = _convolve(2, input, filters, strides, padding, data_format, dilations, name)
    return result


def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = "NDHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Convolve volumes `[..., depth, height, width, channels]`; see `conv2d`.

    >>> import graphwright as tf
    >>> x, filters = tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1])
    >>> tf.nn.conv3d(x, filters, strides=[1, 1, 1, 1, 1], padding="VALID").numpy().ravel()
    array([8.], dtype=float32)
    """
    result: Tensor = _convolve(3, input, filters, strides, padding, data_format, dilations, name)
    return result


def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike | None = None,
    padding: TensorLike = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Convolve over as many axes (1 to 3) as the filters `[*window, channels, channels out]` have.

    Raises ValueError for filters of another rank and for arguments that do not fit.

    >>> import graphwright as tf
    >>> tf.nn.convolution(tf.ones([1, 4, 1]), tf.ones([2, 1, 1]), dilations=2).numpy().ravel()
    array([2., 2.], dtype=float32)
    """
    input, filters = _pair(input, filters)
    spatial = _spatial(filters, input)
    result: Tensor = _convolve(spatial, input, filters, strides, padding, data_format, dilations, name)
    return result


def _spatial(filters: Tensor, input: Array | Tensor) -> int:
    rank = filters.shape.rank if filters.shape.rank is not None else input.shape.rank
    if rank is None:
        raise ValueError("The rank of `input` or of `filters` must be known.")
    if not 3 <= rank <= 5:
        raise ValueError(f"`filters` must have 3, 4 or 5 axes. Received: filters.shape={filters.shape}")
    return int(rank) - 2


# transposed --------------------------------------------------------------------------------------------------


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
        input, filters = _pair(input, filters)
        attrs = _attrs(spatial, strides, padding, data_format, dilations)
        if isinstance(output_shape, (list, tuple)) and len(output_shape) == spatial:
            output_shape = _whole_shape(input, filters, output_shape, data_format)
        sizes = convert_to_tensor(output_shape, name="output_shape")
        if spatial > 1:
            op = "Conv2DBackpropInput" if spatial == 2 else "Conv3DBackpropInputV2"
            return apply(op, (sizes, filters, input), _for_op(attrs, spatial))
        at = 2 if data_format == "NCW" else 1
        one = convert_to_tensor([1], sizes.dtype)
        sizes = apply("ConcatV2", ([sizes[:at], one, sizes[at:]], 0))
        inputs = (sizes, apply("ExpandDims", (filters, 0)), _raised(input, data_format))
        return _flat(apply("Conv2DBackpropInput", inputs, _line(attrs)), attrs)


def _whole_shape(input: Any, filters: Tensor, spatial: Any, data_format: str) -> list[Any]:
    """The sizes of the spatial axes with those of the batch and the channels."""
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
    """The gradient of `conv1d` as an op of its own: `filters` is `[window, channels out, channels]`.

    `output_shape` says which of the shapes that `conv1d` makes the input's from is meant.

    >>> import graphwright as tf
    >>> x, filters = tf.constant([[[1.], [2.]]]), tf.ones([2, 1, 1])
    >>> tf.nn.conv1d_transpose(x, filters, [1, 4, 1], strides=2).numpy().ravel()
    array([1., 1., 2., 2.], dtype=float32)
    """
    result: Tensor = _transpose(1, input, filters, output_shape, strides, padding, data_format, dilations, name)
    return result


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
    """The gradient of `conv2d` as an op of its own: `filters` is `[height, width, channels out, channels]`.

    `output_shape` says which of the shapes that `conv2d` makes the input's from is meant.

    >>> import graphwright as tf
    >>> x, filters = tf.ones([1, 1, 1, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.conv2d_transpose(x, filters, [1, 2, 2, 1], strides=2).numpy().ravel()
    array([1., 1., 1., 1.], dtype=float32)
    """
    result: Tensor = _transpose(2, input, filters, output_shape, strides, padding, data_format, dilations, name)
    return result


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
    """The gradient of `conv3d` as an op of its own; see `conv2d_transpose`.

    >>> import graphwright as tf
    >>> x, filters = tf.ones([1, 1, 1, 1, 1]), tf.ones([2, 2, 2, 1, 1])
    >>> tf.nn.conv3d_transpose(x, filters, [1, 2, 2, 2, 1], strides=2).shape
    TensorShape([1, 2, 2, 2, 1])
    """
    result: Tensor = _transpose(3, input, filters, output_shape, strides, padding, data_format, dilations, name)
    return result


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
    """The transposed convolution over as many axes (1 to 3) as `output_shape` has, less two.

    >>> import graphwright as tf
    >>> tf.nn.conv_transpose(tf.ones([1, 2, 1]), tf.ones([2, 1, 1]), [1, 4, 1], strides=2).shape
    TensorShape([1, 4, 1])
    """
    input, filters = _pair(input, filters)
    spatial = _spatial(filters, input)
    result: Tensor = _transpose(spatial, input, filters, output_shape, strides, padding, data_format, dilations, name)
    return result


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
    """Convolve each channel with filters of its own, `[height, width, channels, multiplier]`.

    The result has `channels * multiplier` channels. Raises ValueError for arguments that do not fit,
    InvalidArgumentError for shapes that do not.

    >>> import graphwright as tf
    >>> x, filters = tf.ones([1, 2, 2, 2]), tf.constant([[[[1.], [10.]]]])
    >>> tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "VALID").numpy()[0, 0]
    array([[ 1., 10.],
           [ 1., 10.]], dtype=float32)
    """
    data_format = format_of(data_format, 2)
    input, filter = _pair(input, filter)
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
    """The gradient of `depthwise_conv2d` for its input, of shape `input_sizes`.

    >>> import graphwright as tf
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
    """The gradient of `depthwise_conv2d` for its filters, of shape `filter_sizes`.

    >>> import graphwright as tf
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
    """A depthwise convolution, and a convolution of its result with filters `[1, 1, channels, channels out]`.

    Raises ValueError for pointwise filters with another window.

    >>> import graphwright as tf
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
    """`conv2d` whose filters have `rate - 1` gaps between their elements.

    >>> import graphwright as tf
    >>> tf.nn.atrous_conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), rate=2, padding="VALID").numpy().ravel()
    array([4.], dtype=float32)
    """
    if rate < 1:
        raise errors.ShapeMismatchError(f"`rate` must be at least 1. Received: rate={rate}")
    return conv2d(value, filters, 1, padding, dilations=rate, name=name)


def atrous_conv2d_transpose(
    value: TensorLike, filters: TensorLike, output_shape: ShapeLike, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """The gradient of `atrous_conv2d` as an op of its own: `filters` is `[height, width, channels out, channels]`.

    >>> import graphwright as tf
    >>> x, filters = tf.ones([1, 1, 1, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.atrous_conv2d_transpose(x, filters, [1, 3, 3, 1], rate=2, padding="VALID").numpy()[0, :, 0, 0]
    array([1., 0., 1.], dtype=float32)
    """
    if rate < 1:
        raise errors.ShapeMismatchError(f"`rate` must be at least 1. Received: rate={rate}")
    return conv2d_transpose(value, filters, output_shape, 1, padding, dilations=rate, name=name)


__all__ = [
    "atrous_conv2d", "atrous_conv2d_transpose", "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d",
    "conv3d_transpose", "conv_transpose", "convolution", "depthwise_conv2d", "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input", "separable_conv2d",
]  # fmt: skip
