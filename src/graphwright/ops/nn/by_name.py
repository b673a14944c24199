"""Convolutions and their gradients by the names of their ops, with attributes as arguments: `tf.conv` and the like."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.core.prelude import Tensor, TensorLike, apply

_NONE: Sequence[int] = []
_ONES: Sequence[int] = [1, 1, 1, 1]


def conv(
    input: TensorLike,
    filter: TensorLike,
    strides: Sequence[int],
    padding: str,
    explicit_paddings: Sequence[int] = _NONE,
    data_format: str = "CHANNELS_LAST",
    dilations: Sequence[int] = _NONE,
    batch_dims: int = 1,
    groups: int = 1,
    name: str | None = None,
) -> Tensor:
    """A convolution over two or three dimensions, as many as the filter has.

    Args:
      input: `batch + space + [channels]`, or `batch + [channels] + space`.
      filter: `space + [channels, outputs]`.
      strides: one for each dimension of `input`.
      padding: "SAME", "VALID" or "EXPLICIT".
      explicit_paddings: two for each dimension, where the padding is explicit.
      data_format: "CHANNELS_LAST" or "CHANNELS_FIRST".
      dilations: one for each dimension of `input`, by default 1.
      batch_dims: how many dimensions the batch has.
      groups: into how many groups the channels are divided.
      name: of the operation.

    Raises InvalidArgumentError for shapes and attributes that do not fit.

    >>> tf.conv(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), [1, 1, 1, 1], "VALID")[0, :, :, 0].numpy()
    array([[4., 4.],
           [4., 4.]], dtype=float32)
    """
    attrs = {
        "strides": strides, "padding": padding, "explicit_paddings": explicit_paddings, "data_format": data_format,
        "dilations": dilations, "batch_dims": batch_dims, "groups": groups,
    }  # fmt: skip
    return apply("Conv", (input, filter), attrs, name)


def conv2d_backprop_filter_v2(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = _NONE,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """The gradient of `tf.nn.conv2d` with respect to its filter, of which the shape alone counts.

    Args:
      input, filter: as for `tf.nn.conv2d`.
      out_backprop: the gradient of its result.
      strides, padding, explicit_paddings, data_format, dilations: as for the op `Conv2D`.
      use_cudnn_on_gpu: of no effect.
      name: of the operation.

    Raises InvalidArgumentError for shapes and attributes that do not fit.

    >>> x, grad = tf.constant([[[[2.0]]]]), tf.constant([[[[3.0]]]])
    >>> tf.conv2d_backprop_filter_v2(x, tf.ones([1, 1, 1, 1]), grad, [1, 1, 1, 1], "VALID").numpy().ravel()
    array([6.], dtype=float32)
    """
    attrs = {
        "strides": strides, "padding": padding, "use_cudnn_on_gpu": use_cudnn_on_gpu, "dilations": dilations,
        "explicit_paddings": explicit_paddings, "data_format": data_format,
    }  # fmt: skip
    return apply("Conv2DBackpropFilterV2", (input, filter, out_backprop), attrs, name)


def conv2d_backprop_input_v2(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = _NONE,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """The gradient of `tf.nn.conv2d` with respect to its input, of which the shape alone counts.

    Takes and raises what `conv2d_backprop_filter_v2` does.

    >>> w, grad = tf.constant([[[[2.0]]]]), tf.constant([[[[3.0]]]])
    >>> tf.conv2d_backprop_input_v2(tf.ones([1, 1, 1, 1]), w, grad, [1, 1, 1, 1], "VALID").numpy().ravel()
    array([6.], dtype=float32)
    """
    attrs = {
        "strides": strides, "padding": padding, "use_cudnn_on_gpu": use_cudnn_on_gpu, "dilations": dilations,
        "explicit_paddings": explicit_paddings, "data_format": data_format,
    }  # fmt: skip
    return apply("Conv2DBackpropInputV2", (input, filter, out_backprop), attrs, name)


__all__ = ["conv", "conv2d_backprop_filter_v2", "conv2d_backprop_input_v2"]
