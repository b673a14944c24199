"""Convolutions and pools of `tf.compat.v1.layers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.core.convert import to_tensor
from graphwright.ops.array.shapes import shape
from graphwright.sessions.layers.base import ZEROS, Layer, last_dimension
from graphwright.sessions.layers.core import WEIGHTS, WeightedLayer

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def _tuple(value: Any, rank: int, name: str) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,) * rank
    found = tuple(int(v) for v in value)
    if len(found) != rank:
        raise ValueError(f"The `{name}` argument must be a tuple of {rank} integers. Received: {value}")
    return found


def _format(data_format: str, rank: int) -> tuple[str, int]:
    """The layout in the words of ops, and the axis of the channels."""
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {data_format}'
        )
    first = data_format == "channels_first"
    return _FORMATS[rank][first], 1 if first else rank + 1


class _Convolution(WeightedLayer):
    """A convolution of some rank."""

    rank = 2

    def __init__(
        self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid",
        data_format: str = "channels_last", dilation_rate: Any = 1, activation: Any = None, use_bias: bool = True,
        kernel_initializer: Any = None, bias_initializer: Any = ZEROS, kernel_regularizer: Any = None,
        bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None,
        bias_constraint: Any = None, trainable: bool = True, name: str | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
            activity_regularizer, kernel_constraint, bias_constraint, trainable, name, **kwargs,
        )  # fmt: skip
        self.filters, self.padding, self.data_format = filters, padding.upper(), data_format
        self.kernel_size = _tuple(kernel_size, self.rank, "kernel_size")
        self.strides = _tuple(strides, self.rank, "strides")
        self.dilation_rate = _tuple(dilation_rate, self.rank, "dilation_rate")
        self.layout, self._channels = _format(data_format, self.rank)

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        channels = last_dimension(input_shape, self._channels)
        self.create([*self.kernel_size, channels, self.filters], self.filters)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        from graphwright.ops.nn.conv_api import convolution

        found = convolution(
            to_tensor(inputs, self._dtype), self.kernel, list(self.strides), self.padding, self.layout,
            list(self.dilation_rate),
        )  # fmt: skip
        return self.finished(found)


class Conv1D(_Convolution):
    """A convolution along one axis, a bias and an activation.

    Args: as for `tf.compat.v1.layers.Conv2D`.

    >>> tf.compat.v1.layers.Conv1D(3, 2)(tf.ones([1, 5, 4])).shape
    TensorShape([1, 4, 3])
    """

    rank = 1


class Conv2D(_Convolution):
    """A convolution of images, a bias and an activation.

    Args:
      filters: how many channels the outputs have.
      kernel_size, strides, dilation_rate: a number, or one for each axis.
      padding: "valid" or "same".
      data_format: "channels_last" or "channels_first".
      activation: a function, or None.
      use_bias: whether there is a bias.
      {weights}

    >>> tf.compat.v1.layers.Conv2D(3, 2)(tf.ones([1, 5, 5, 4])).shape
    TensorShape([1, 4, 4, 3])
    """


class Conv3D(_Convolution):
    """A convolution of volumes, a bias and an activation.

    Args: as for `tf.compat.v1.layers.Conv2D`.

    >>> tf.compat.v1.layers.Conv3D(3, 2)(tf.ones([1, 3, 3, 3, 4])).shape
    TensorShape([1, 2, 2, 2, 3])
    """

    rank = 3


class _Transposed(_Convolution):
    """The transpose of a convolution."""

    def __init__(
        self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid",
        data_format: str = "channels_last", activation: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(filters, kernel_size, strides, padding, data_format, activation=activation, **kwargs)

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        channels = last_dimension(input_shape, self._channels)
        self.create([*self.kernel_size, self.filters, channels], self.filters)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        from graphwright.ops.nn.conv_api import conv2d_transpose, conv3d_transpose

        value = to_tensor(inputs, self._dtype)
        first = 2 if self._channels == 1 else 1
        known: list[Any] = value.shape.as_list()
        sizes = shape(value)
        output: list[Any] = [known[0] if known[0] is not None else sizes[0]]
        spatial = []
        for i in range(self.rank):
            size = known[first + i] if known[first + i] is not None else sizes[first + i]
            more = max(self.kernel_size[i] - self.strides[i], 0) if self.padding == "VALID" else 0
            spatial.append(size * self.strides[i] + more)
        output += [self.filters, *spatial] if self._channels == 1 else [*spatial, self.filters]
        transposed = conv2d_transpose if self.rank == 2 else conv3d_transpose
        found = transposed(value, self.kernel, output, list(self.strides), self.padding, self.layout)
        return self.finished(found)


class Conv2DTranspose(_Transposed):
    """The transpose of a convolution of images, a bias and an activation.

    Args: as for `tf.compat.v1.layers.Conv2D`.

    >>> tf.compat.v1.layers.Conv2DTranspose(3, 2, strides=2)(tf.ones([1, 5, 5, 4])).shape
    TensorShape([1, 10, 10, 3])
    """


class Conv3DTranspose(_Transposed):
    """The transpose of a convolution of volumes, a bias and an activation.

    Args: as for `tf.compat.v1.layers.Conv2D`.

    >>> tf.compat.v1.layers.Conv3DTranspose(3, 2, strides=2)(tf.ones([1, 2, 2, 2, 4])).shape
    TensorShape([1, 4, 4, 4, 3])
    """

    rank = 3


class SeparableConv2D(_Convolution):
    """A convolution of each channel by itself, and one that mixes them; a bias and an activation.

    Args: as for `tf.compat.v1.layers.Conv2D`, and
      depth_multiplier: how many channels come of each.
      depthwise_initializer, pointwise_initializer, depthwise_regularizer, pointwise_regularizer, depthwise_constraint,
        pointwise_constraint: of the two kernels.

    >>> tf.compat.v1.layers.SeparableConv2D(3, 2)(tf.ones([1, 5, 5, 4])).shape
    TensorShape([1, 4, 4, 3])
    """

    def __init__(
        self, *args: Any, depth_multiplier: int = 1, depthwise_initializer: Any = None,
        pointwise_initializer: Any = None, depthwise_regularizer: Any = None, pointwise_regularizer: Any = None,
        depthwise_constraint: Any = None, pointwise_constraint: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.depth_multiplier = depth_multiplier
        self._depthwise_options = depthwise_initializer, depthwise_regularizer, depthwise_constraint
        self._pointwise_options = pointwise_initializer, pointwise_regularizer, pointwise_constraint

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        channels = last_dimension(input_shape, self._channels)
        first, regularizer, constraint = self._depthwise_options
        of_each = [*self.kernel_size, channels, self.depth_multiplier]
        self.depthwise_kernel = self.add_weight(
            "depthwise_kernel", of_each, None, first, regularizer, constraint=constraint
        )
        first, regularizer, constraint = self._pointwise_options
        mixing = [1] * self.rank + [channels * self.depth_multiplier, self.filters]
        self.pointwise_kernel = self.add_weight(
            "pointwise_kernel", mixing, None, first, regularizer, constraint=constraint
        )
        self.create_bias(self.filters)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        from graphwright.ops.nn.conv_api import separable_conv2d as separable

        strides = [1, *self.strides, 1] if self._channels > 1 else [1, 1, *self.strides]
        found = separable(
            to_tensor(inputs, self._dtype), self.depthwise_kernel, self.pointwise_kernel, strides, self.padding,
            self.layout, list(self.dilation_rate),
        )  # fmt: skip
        return self.finished(found)


class _Pool(Layer):
    """A pool of some rank."""

    rank, kind = 2, "MAX"

    def __init__(
        self, pool_size: Any, strides: Any, padding: str = "valid", data_format: str = "channels_last",
        name: str | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(name=name, **kwargs)
        self.pool_size = _tuple(pool_size, self.rank, "pool_size")
        self.strides, self.padding = _tuple(strides, self.rank, "strides"), padding.upper()
        self.layout, self._channels = _format(data_format, self.rank)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        from graphwright.ops.nn.pool_api import pool

        return pool(to_tensor(inputs), list(self.pool_size), self.kind, list(self.strides), self.padding, self.layout)


def _pool(name: str, rank: int, kind: str) -> type[_Pool]:
    sizes = [1, *[4] * rank, 3]
    what = "greatest" if kind == "MAX" else "mean"
    doc = f"""The {what} of each window.

    Args:
      pool_size, strides: a number, or one for each axis.
      padding: "valid" or "same".
      data_format: "channels_last" or "channels_first".
      name: the name of the layer.

    >>> tf.compat.v1.layers.{name}(2, 2)(tf.ones({sizes})).shape
    TensorShape({[1, *[2] * rank, 3]})
    """
    return type(name, (_Pool,), {"rank": rank, "kind": kind, "__doc__": doc, "__module__": __name__})


MaxPooling1D, MaxPooling2D, MaxPooling3D = (_pool(f"MaxPooling{n}D", n, "MAX") for n in (1, 2, 3))
AveragePooling1D, AveragePooling2D, AveragePooling3D = (_pool(f"AveragePooling{n}D", n, "AVG") for n in (1, 2, 3))


def _function(name: str, layer: type[Any], example: str) -> Callable[..., Any]:
    """A function that creates a layer and calls it."""

    def function(inputs: Any, *args: Any, name: str | None = None, reuse: Any = None, **kwargs: Any) -> Any:
        return layer(*args, name=name, _reuse=reuse, _scope=name, **kwargs)(inputs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""`tf.compat.v1.layers.{layer.__name__}` as a function.

    Args:
      inputs: a tensor.
      *args, **kwargs: those of the class.
      name: the name of the variable scope.
      reuse: whether the variables exist already.

    >>> {example}
    """
    return function


def _of(name: str, arguments: str, shape: list[int], found: list[int]) -> str:
    return f"tf.compat.v1.layers.{name}(tf.ones({shape}), {arguments}).shape\n    TensorShape({found})"


conv1d = _function("conv1d", Conv1D, _of("conv1d", "3, 2", [1, 5, 4], [1, 4, 3]))
conv2d = _function("conv2d", Conv2D, _of("conv2d", "3, 2", [1, 5, 5, 4], [1, 4, 4, 3]))
conv3d = _function("conv3d", Conv3D, _of("conv3d", "3, 2", [1, 3, 3, 3, 4], [1, 2, 2, 2, 3]))
conv2d_transpose = _function(
    "conv2d_transpose", Conv2DTranspose, _of("conv2d_transpose", "3, 2", [1, 4, 4, 2], [1, 5, 5, 3])
)
conv3d_transpose = _function(
    "conv3d_transpose", Conv3DTranspose, _of("conv3d_transpose", "3, 2", [1, 2, 2, 2, 2], [1, 3, 3, 3, 3])
)
separable_conv2d = _function(
    "separable_conv2d", SeparableConv2D, _of("separable_conv2d", "3, 2", [1, 5, 5, 4], [1, 4, 4, 3])
)
max_pooling1d = _function("max_pooling1d", MaxPooling1D, _of("max_pooling1d", "2, 2", [1, 4, 3], [1, 2, 3]))
max_pooling2d = _function("max_pooling2d", MaxPooling2D, _of("max_pooling2d", "2, 2", [1, 4, 4, 3], [1, 2, 2, 3]))
max_pooling3d = _function("max_pooling3d", MaxPooling3D, _of("max_pooling3d", "2, 2", [1, 4, 4, 4, 3], [1, 2, 2, 2, 3]))
average_pooling1d = _function(
    "average_pooling1d", AveragePooling1D, _of("average_pooling1d", "2, 2", [1, 4, 3], [1, 2, 3])
)
average_pooling2d = _function(
    "average_pooling2d", AveragePooling2D, _of("average_pooling2d", "2, 2", [1, 4, 4, 3], [1, 2, 2, 3])
)
average_pooling3d = _function(
    "average_pooling3d", AveragePooling3D, _of("average_pooling3d", "2, 2", [1, 4, 4, 4, 3], [1, 2, 2, 2, 3])
)

Conv2D.__doc__ = (Conv2D.__doc__ or "").replace("{weights}", WEIGHTS)

__all__ = [
    "AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "Conv1D", "Conv2D", "Conv2DTranspose", "Conv3D",
    "Conv3DTranspose", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D", "SeparableConv2D", "average_pooling1d",
    "average_pooling2d", "average_pooling3d", "conv1d", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose",
    "max_pooling1d", "max_pooling2d", "max_pooling3d", "separable_conv2d",
]  # fmt: skip
