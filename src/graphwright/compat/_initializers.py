"""The initializers of `tf.compat.v1`: their constructors take the dtype, and some defaults differ."""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

from graphwright.base.dtypes import as_dtype, float32
from graphwright.core.tensor import Tensor
from graphwright.ops.nn import initializers as current


class _InitializerV1(current.Initializer):
    """An initializer of `tf` with the older parameters."""

    def __init__(self, newer: current.Initializer, dtype: Any) -> None:
        self._newer, self.dtype = newer, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:  # type: ignore[override]
        """A tensor of this shape and dtype."""
        return self._newer(shape, self.dtype if dtype is None else dtype, from_ops=True)

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {**self._newer.get_config(), "dtype": self.dtype.name}


class Zeros(_InitializerV1):
    """All zeros.

    >>> tf.compat.v1.zeros_initializer(tf.int32)([2]).numpy()
    array([0, 0], dtype=int32)
    """

    def __init__(self, dtype: Any = float32) -> None:
        super().__init__(current.Zeros(), dtype)


class Ones(_InitializerV1):
    """All ones.

    >>> tf.compat.v1.ones_initializer()([2]).numpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self, dtype: Any = float32) -> None:
        super().__init__(current.Ones(), dtype)


class Constant(_InitializerV1):
    """A constant, broadcast to the shape.

    >>> tf.compat.v1.constant_initializer(3)([2]).numpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(self, value: Any = 0, dtype: Any = float32, verify_shape: bool = False) -> None:
        super().__init__(current.Constant(value), dtype)

    def __call__(  # type: ignore[override]
        self, shape: Any, dtype: Any = None, partition_info: Any = None, verify_shape: bool | None = None
    ) -> Tensor:
        """A tensor of this shape and dtype."""
        return super().__call__(shape, dtype)


class RandomNormal(_InitializerV1):
    """Normal numbers, of deviation 1 by default.

    >>> tf.compat.v1.random_normal_initializer(seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(self, mean: float = 0.0, stddev: float = 1.0, seed: int | None = None, dtype: Any = float32) -> None:
        super().__init__(current.RandomNormal(mean, stddev, seed), dtype)


class TruncatedNormal(_InitializerV1):
    """Normal numbers within two deviations, which are 1 by default.

    >>> tf.compat.v1.truncated_normal_initializer(seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(self, mean: float = 0.0, stddev: float = 1.0, seed: int | None = None, dtype: Any = float32) -> None:
        super().__init__(current.TruncatedNormal(mean, stddev, seed), dtype)


class RandomUniform(_InitializerV1):
    """Uniform numbers, from 0 to 1 by default.

    >>> tf.compat.v1.random_uniform_initializer(seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(
        self, minval: float = 0.0, maxval: float | None = None, seed: int | None = None, dtype: Any = float32
    ) -> None:
        super().__init__(current.RandomUniform(minval, 1.0 if maxval is None else maxval, seed), dtype)


class VarianceScaling(_InitializerV1):
    """Numbers whose variance is `scale / n`: see `tf.initializers.VarianceScaling`.

    >>> tf.compat.v1.variance_scaling_initializer(2.0)([4, 3]).shape
    TensorShape([4, 3])
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: Any = float32,
    ) -> None:
        kind = "truncated_normal" if distribution == "normal" else distribution
        super().__init__(current.VarianceScaling(scale, mode, kind, seed), dtype)


class GlorotUniform(_InitializerV1):
    """Glorot and Bengio's uniform initialiser.

    >>> tf.compat.v1.glorot_uniform_initializer(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    def __init__(self, seed: int | None = None, dtype: Any = float32) -> None:
        super().__init__(current.GlorotUniform(seed), dtype)


class GlorotNormal(_InitializerV1):
    """Glorot and Bengio's normal initialiser.

    >>> tf.compat.v1.glorot_normal_initializer(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    def __init__(self, seed: int | None = None, dtype: Any = float32) -> None:
        super().__init__(current.GlorotNormal(seed), dtype)


class Orthogonal(_InitializerV1):
    """Orthogonal matrices: see `tf.initializers.Orthogonal`.

    >>> tf.compat.v1.orthogonal_initializer(seed=1)([3, 2]).shape
    TensorShape([3, 2])
    """

    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: Any = float32) -> None:
        super().__init__(current.Orthogonal(gain, seed), dtype)


class Identity(_InitializerV1):
    """A multiple of the identity matrix.

    >>> tf.compat.v1.initializers.identity(2.0)([2, 2]).numpy().tolist()
    [[2.0, 0.0], [0.0, 2.0]]
    """

    def __init__(self, gain: float = 1.0, dtype: Any = float32) -> None:
        super().__init__(current.Identity(gain), dtype)


class UniformUnitScaling(_InitializerV1):
    """Uniform numbers that keep the scale of what they multiply: up to `factor * sqrt(3 / inputs)` in size.

    >>> bool(tf.reduce_all(tf.abs(tf.compat.v1.uniform_unit_scaling_initializer()([3, 4])) <= 1.0))
    True
    """

    def __init__(self, factor: float = 1.0, seed: int | None = None, dtype: Any = float32) -> None:
        super().__init__(_UnitScaling(factor, seed), dtype)


class _UnitScaling(current.Initializer):
    def __init__(self, factor: float, seed: int | None) -> None:
        self.factor, self.seed = factor, seed

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Tensor:
        limit = self.factor * sqrt(3.0 / max(1, prod(int(dim) for dim in shape[:-1])))
        return current.RandomUniform(-limit, limit, self.seed)(shape, dtype)


def _scaled(scale: float, distribution: str, seed: int | None) -> VarianceScaling:
    return VarianceScaling(scale, "fan_in", distribution, seed)


def he_normal(seed: int | None = None) -> VarianceScaling:
    """He's truncated normal initialiser.

    >>> tf.compat.v1.initializers.he_normal(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """
    return _scaled(2.0, "truncated_normal", seed)


def he_uniform(seed: int | None = None) -> VarianceScaling:
    """He's uniform initialiser.

    >>> tf.compat.v1.initializers.he_uniform(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """
    return _scaled(2.0, "uniform", seed)


def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """LeCun's truncated normal initialiser.

    >>> tf.compat.v1.initializers.lecun_normal(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """
    return _scaled(1.0, "truncated_normal", seed)


def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """LeCun's uniform initialiser.

    >>> tf.compat.v1.initializers.lecun_uniform(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """
    return _scaled(1.0, "uniform", seed)
