"""Dense layers, dropout, flattening and batch normalization of `tf.compat.v1.layers`."""

from __future__ import annotations

import math
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.control.branches import cond
from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.rearrange import identity
from graphwright.ops.array.shapes import reshape, shape, size
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.linalg.tensordot import tensordot
from graphwright.ops.math.binary import maximum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.statistics import moments
from graphwright.ops.nn.layers import bias_add
from graphwright.ops.nn.layers import dropout as dropped
from graphwright.ops.nn.moments import batch_normalization as normalized
from graphwright.sessions.layers.base import ONES, ZEROS, Layer, activated, last_dimension
from graphwright.sessions.variable_scope import get_variable_scope

WEIGHTS = """kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, kernel_constraint,
        bias_constraint: of the variables.
      activity_regularizer: a function of the outputs; its result, divided by the size of the batch, is a loss.
      trainable: whether optimizers train the variables.
      name: the name of the variable scope.
      reuse: of the function: whether the variables exist already."""


class WeightedLayer(Layer):
    """A layer with a kernel and a bias."""

    layout: str | None = None
    """The axes of the outputs, as ops name them; None: the channels come last."""

    def __init__(
        self, activation: Any, use_bias: bool, kernel_initializer: Any, bias_initializer: Any, kernel_regularizer: Any,
        bias_regularizer: Any, activity_regularizer: Any, kernel_constraint: Any, bias_constraint: Any,
        trainable: bool, name: str | None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.activation, self.use_bias = activation, use_bias
        self._kernel_options = kernel_initializer, kernel_regularizer, kernel_constraint
        self._bias_options = bias_initializer, bias_regularizer, bias_constraint
        self.kernel: Any = None
        self.bias: Any = None

    def create(self, kernel_shape: list[int], units: int, name: str = "kernel") -> None:
        """Create the kernel and the bias."""
        first, regularizer, constraint = self._kernel_options
        self.kernel = self.add_weight(name, kernel_shape, None, first, regularizer, constraint=constraint)
        self.create_bias(units)

    def create_bias(self, units: int) -> None:
        """Create the bias."""
        if self.use_bias:
            first, regularizer, constraint = self._bias_options
            self.bias = self.add_weight("bias", [units], None, first, regularizer, constraint=constraint)

    def finished(self, value: Tensor) -> Any:
        """The outputs: the value with its bias, through the activation."""
        with_bias = value if self.bias is None else bias_add(value, self.bias, self.layout)
        return activated(self.activation, with_bias)


class Dense(WeightedLayer):
    """A product with a matrix along the last axis, a bias and an activation.

    Args:
      units: the size of the last axis of the outputs.
      activation: a function, or None.
      use_bias: whether there is a bias.
      {weights}

    >>> layer = tf.compat.v1.layers.Dense(3)
    >>> layer(tf.ones([2, 4])).shape, [v.name for v in layer.variables]
    (TensorShape([2, 3]), ['dense/kernel:0', 'dense/bias:0'])
    """

    def __init__(
        self, units: int, activation: Any = None, use_bias: bool = True, kernel_initializer: Any = None,
        bias_initializer: Any = ZEROS, kernel_regularizer: Any = None, bias_regularizer: Any = None,
        activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None,
        trainable: bool = True, name: str | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
            activity_regularizer, kernel_constraint, bias_constraint, trainable, name, **kwargs,
        )  # fmt: skip
        self.units = units

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        self.create([last_dimension(input_shape), self.units], self.units)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        value = to_tensor(inputs, self._dtype)
        rank = value.shape.rank
        product = matmul(value, self.kernel) if rank == 2 else tensordot(value, self.kernel, [[(rank or 0) - 1], [0]])
        return self.finished(product)


def dense(
    inputs: Any, units: int, activation: Any = None, use_bias: bool = True, kernel_initializer: Any = None,
    bias_initializer: Any = ZEROS, kernel_regularizer: Any = None, bias_regularizer: Any = None,
    activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None,
    trainable: bool = True, name: str | None = None, reuse: Any = None,
) -> Any:  # fmt: skip
    """A product with a matrix along the last axis, a bias and an activation.

    Args:
      inputs: a tensor.
      units: the size of the last axis of the outputs.
      activation: a function, or None.
      use_bias: whether there is a bias.
      {weights}

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.dense(tf.ones([2, 4]), 3, tf.nn.relu, name="hidden")
    ...     print(y.shape, [v.name for v in tf.compat.v1.trainable_variables()])
    (2, 3) ['hidden/kernel:0', 'hidden/bias:0']
    """
    layer = Dense(
        units, activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
        activity_regularizer, kernel_constraint, bias_constraint, trainable, name, _reuse=reuse, _scope=name,
    )  # fmt: skip
    return layer(inputs)


def _chosen(training: Any, first: Any, second: Any) -> Any:
    """What one of two functions gives, by a Python value or a tensor."""
    if isinstance(training, Tensor):
        return cond(cast(training, "bool"), first, second)
    return first() if training else second()


class Dropout(Layer):
    """Elements that are 0 by chance while training.

    Args:
      rate: their share.
      noise_shape: broadcast to the inputs: what is dropped together.
      seed: of the random numbers.
      name: the name of the layer.

    >>> tf.compat.v1.layers.Dropout(0.5)(tf.ones([2]), training=False).numpy().tolist()
    [1.0, 1.0]
    """

    def __init__(
        self, rate: Any = 0.5, noise_shape: Any = None, seed: int | None = None, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs: Any, training: Any = False, **kwargs: Any) -> Any:
        """Compute the outputs."""
        value = to_tensor(inputs)
        return _chosen(
            training, lambda: dropped(value, self.rate, self.noise_shape, self.seed), lambda: identity(value)
        )


def dropout(
    inputs: Any, rate: Any = 0.5, noise_shape: Any = None, seed: int | None = None, training: Any = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Elements that are 0 by chance while training.

    Args:
      inputs: a tensor.
      rate: the share of zeros; the others are scaled up.
      noise_shape: broadcast to the inputs: what is dropped together.
      seed: of the random numbers.
      training: whether anything is dropped, a Python value or a tensor.
      name: the name of the layer.

    >>> tf.compat.v1.layers.dropout(tf.ones([2]), training=False).numpy().tolist()
    [1.0, 1.0]
    """
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)


class Flatten(Layer):
    """Inputs with one axis after that of the batch.

    Args:
      data_format: "channels_last", or "channels_first", whose channels are the last to vary then.

    >>> tf.compat.v1.layers.Flatten()(tf.ones([2, 3, 4])).shape
    TensorShape([2, 12])
    """

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = data_format or "channels_last"

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        from graphwright.ops.array.rearrange import transpose

        value = to_tensor(inputs)
        rank = value.shape.rank
        if self.data_format == "channels_first" and rank is not None and rank > 1:
            value = transpose(value, [0, *range(2, rank), 1])
        sizes = [size for size in value.shape.as_list()[1:] if size is not None]
        if len(sizes) + 1 == value.shape.rank:
            return reshape(value, [-1 if value.shape[0] is None else value.shape[0], math.prod(sizes)])
        return reshape(value, [shape(value)[0], -1])


def flatten(inputs: Any, name: str | None = None, data_format: str = "channels_last") -> Any:
    """Inputs with one axis after that of the batch.

    >>> tf.compat.v1.layers.flatten(tf.ones([2, 3, 4])).shape
    TensorShape([2, 12])
    """
    return Flatten(name=name, data_format=data_format)(inputs)


class BatchNormalization(Layer):
    """Channels of mean 0 and variance 1, scaled and shifted (Ioffe and Szegedy, 2015).

    While training, operations in the collection `UPDATE_OPS` update the moving mean and variance: run them with the
    training step.

    Args:
      axis: the axis of the channels.
      momentum: how much of the moving mean and variance stays with an update.
      epsilon: what is added to variances.
      center, scale: whether there is a `beta` that is added, a `gamma` that multiplies.
      beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer, beta_regularizer,
        gamma_regularizer, beta_constraint, gamma_constraint: of the variables.
      trainable, name: as for other layers.
      renorm, renorm_clipping, renorm_momentum, virtual_batch_size, adjustment: not supported.
      fused: whether the moving variance is that of a sample, divided by the number of values less one; by default that
        of inputs of rank 4 whose channels are on axis 1 or 3, as with TensorFlow's fused op.

    >>> layer = tf.compat.v1.layers.BatchNormalization()
    >>> layer(tf.ones([2, 3])).shape, len(layer.variables)
    (TensorShape([2, 3]), 4)
    """

    def __init__(
        self, axis: Any = -1, momentum: float = 0.99, epsilon: float = 1e-3, center: bool = True, scale: bool = True,
        beta_initializer: Any = ZEROS, gamma_initializer: Any = ONES, moving_mean_initializer: Any = ZEROS,
        moving_variance_initializer: Any = ONES, beta_regularizer: Any = None, gamma_regularizer: Any = None,
        beta_constraint: Any = None, gamma_constraint: Any = None, renorm: bool = False, renorm_clipping: Any = None,
        renorm_momentum: float = 0.99, fused: Any = None, trainable: bool = True, virtual_batch_size: Any = None,
        adjustment: Any = None, name: str | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(trainable=trainable, name=name, **kwargs)
        if renorm or virtual_batch_size is not None or adjustment is not None:
            raise NotImplementedError("Batch normalization with renorm, virtual_batch_size or adjustment is not here.")
        self.axis, self.momentum, self.epsilon, self.center, self.scale = axis, momentum, epsilon, center, scale
        self.fused = fused
        self._initializers = beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer
        self._regularizers, self._constraints = (
            (beta_regularizer, gamma_regularizer),
            (beta_constraint, gamma_constraint),
        )

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        axis = self.axis[0] if isinstance(self.axis, (list, tuple)) else self.axis
        channels = [last_dimension(input_shape, axis)]
        self._axis = axis % int(TensorShape(input_shape).rank or 1)
        beta, gamma, mean, variance = self._initializers
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = self.add_weight(
                "gamma", channels, None, gamma, self._regularizers[1], constraint=self._constraints[1]
            )
        if self.center:
            self.beta = self.add_weight(
                "beta", channels, None, beta, self._regularizers[0], constraint=self._constraints[0]
            )
        get_variable_scope().set_partitioner(None)  # moving averages are in one piece
        self.moving_mean = self.add_weight("moving_mean", channels, None, mean, trainable=False)
        self.moving_variance = self.add_weight("moving_variance", channels, None, variance, trainable=False)

    def call(self, inputs: Any, training: Any = False, **kwargs: Any) -> Any:
        """Compute the outputs."""
        value = to_tensor(inputs)
        rank = int(value.shape.rank or 1)
        axes = [axis for axis in range(rank) if axis != self._axis]
        kept = [self.moving_mean, self.moving_variance]
        if training is False or training is None or (training == 0 and not isinstance(training, Tensor)):
            mean, variance = (to_tensor(v) for v in kept)
        else:
            of_batch = moments(value, axes)
            mean, variance = _chosen(
                training, lambda: [identity(m) for m in of_batch], lambda: [identity(to_tensor(v)) for v in kept]
            )
            decay = _chosen(training, lambda: cast(1 - self.momentum, mean.dtype), lambda: cast(0.0, mean.dtype))
            of_sample = variance
            if self.fused or (self.fused is None and rank == 4 and self._axis in (1, 3)):
                count = cast(size(value), variance.dtype) / float(value.shape[self._axis] or 1)
                of_sample = variance * (count / maximum(count - 1, 1))
            for moving, found in zip(kept, (mean, of_sample), strict=True):
                with name_scope("AssignMovingAvg"):
                    update = moving.assign_sub((moving - found) * decay)
                self.add_update(getattr(update, "op", update))
        broadcast = [1] * rank
        broadcast[self._axis] = -1

        def along(vector: Any) -> Any:
            return None if vector is None else reshape(to_tensor(vector), broadcast)

        return normalized(value, along(mean), along(variance), along(self.beta), along(self.gamma), self.epsilon)


def batch_normalization(
    inputs: Any, axis: Any = -1, momentum: float = 0.99, epsilon: float = 1e-3, center: bool = True, scale: bool = True,
    beta_initializer: Any = ZEROS, gamma_initializer: Any = ONES, moving_mean_initializer: Any = ZEROS,
    moving_variance_initializer: Any = ONES, beta_regularizer: Any = None, gamma_regularizer: Any = None,
    beta_constraint: Any = None, gamma_constraint: Any = None, training: Any = False, trainable: bool = True,
    name: str | None = None, reuse: Any = None, renorm: bool = False, renorm_clipping: Any = None,
    renorm_momentum: float = 0.99, fused: Any = None, virtual_batch_size: Any = None, adjustment: Any = None,
) -> Any:  # fmt: skip
    """Channels of mean 0 and variance 1, scaled and shifted: `tf.compat.v1.layers.BatchNormalization` as a function.

    Args:
      inputs: a tensor.
      training: whether the batch's own mean and variance count, a Python value or a tensor.
      axis, momentum, epsilon, center, scale and so on: as for the class.
      reuse: whether the variables exist already.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.batch_normalization(tf.ones([2, 3]), training=True)
    ...     print(y.shape, len(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)))
    (2, 3) 2
    """
    layer = BatchNormalization(
        axis, momentum, epsilon, center, scale, beta_initializer, gamma_initializer, moving_mean_initializer,
        moving_variance_initializer, beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint, renorm,
        renorm_clipping, renorm_momentum, fused, trainable, virtual_batch_size, adjustment, name, _reuse=reuse,
        _scope=name,
    )  # fmt: skip
    return layer(inputs, training=training)


for _each in (Dense, dense):
    _each.__doc__ = (_each.__doc__ or "").replace("{weights}", WEIGHTS)

__all__ = [
    "BatchNormalization", "Dense", "Dropout", "Flatten", "batch_normalization", "dense", "dropout", "flatten",
]  # fmt: skip
