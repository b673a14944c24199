"""Variable initialisers: callables `initializer(shape, dtype)`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from graphwright.base.dtypes import as_dtype, float32
from graphwright.core.prelude import DTypeLike, ShapeLike, Tensor, apply
from graphwright.ops.array.constants import constant, ones, zeros
from graphwright.ops.array.ranges import eye
from graphwright.ops.linalg.decompositions import qr
from graphwright.ops.random.sampling import normal, truncated_normal, uniform
from graphwright.ops.random.stateless import stateless_normal, stateless_truncated_normal, stateless_uniform

_BY_OPS = {"normal": normal, "truncated_normal": truncated_normal, "uniform": uniform}
_BY_SEEDS = {
    "normal": stateless_normal,
    "truncated_normal": stateless_truncated_normal,
    "uniform": stateless_uniform,
}


def _drawn(
    kind: str, shape: ShapeLike, bounds: tuple[float, float], dtype: DTypeLike | None, seed: int | None,
    from_ops: bool = False, **kwargs: Any,
) -> Tensor:  # fmt: skip
    """Random numbers: those of the seed alone, the same at each call; of an op where there is no seed.

    `from_ops`: of an op in any case, as the initialisers of `tf.compat.v1` draw.
    """
    if seed is None or from_ops:
        return _BY_OPS[kind](shape, *bounds, dtype or float32, seed)
    return _BY_SEEDS[kind](shape, [seed, 0], *bounds, dtype or float32)


class Initializer:
    """Base class of initialisers, which create a tensor from a shape and a dtype.

    >>> class Halves(tf.initializers.Initializer):
    ...     def __call__(self, shape, dtype=None, **kwargs):
    ...         return tf.fill(shape, tf.constant(0.5, dtype))
    >>> Halves()([2]).numpy()
    array([0.5, 0.5], dtype=float32)
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        """Create a tensor of this shape and dtype."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {k.lstrip("_"): v for k, v in vars(self).items()}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        """Create an initialiser from the result of `get_config`."""
        return cls(**config)


class Zeros(Initializer):
    """All zeros.

    >>> tf.zeros_initializer()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = float32, **kwargs: Any) -> Tensor:
        return zeros(shape, dtype or float32)


class Ones(Initializer):
    """All ones.

    >>> tf.ones_initializer()([2], tf.int32).numpy()
    array([1, 1], dtype=int32)
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = float32, **kwargs: Any) -> Tensor:
        return ones(shape, dtype or float32)


class Constant(Initializer):
    """A constant, broadcast to the shape.

    >>> tf.constant_initializer(3.0)([2]).numpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(self, value: int = 0, support_partition: bool = False) -> None:
        self.value = value

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        return constant(self.value, None if dtype is None else as_dtype(dtype), shape)


class RandomNormal(Initializer):
    """Samples from a normal distribution.

    >>> tf.random_normal_initializer(stddev=0.1, seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = float32, **kwargs: Any) -> Tensor:
        return _drawn("normal", shape, (self.mean, self.stddev), dtype, self.seed, **kwargs)


class TruncatedNormal(Initializer):
    """Samples from a normal distribution truncated to two standard deviations.

    >>> float(tf.reduce_max(abs(tf.initializers.TruncatedNormal(stddev=0.5)([100])))) <= 1.0
    True
    """

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        return _drawn("truncated_normal", shape, (self.mean, self.stddev), dtype, self.seed, **kwargs)


class RandomUniform(Initializer):
    """Samples from a uniform distribution.

    >>> float(tf.reduce_max(tf.random_uniform_initializer(0.0, 0.5)([100]))) < 0.5
    True
    """

    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: int | None = None) -> None:
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = float32, **kwargs: Any) -> Tensor:
        return _drawn("uniform", shape, (self.minval, self.maxval), dtype, self.seed, **kwargs)


class VarianceScaling(Initializer):
    """Samples with variance `scale / n`, where n is the number of inputs, of outputs, or their mean.

    `mode` is fan_in, fan_out or fan_avg; `distribution` is uniform, truncated_normal or untruncated_normal.
    Source: Glorot and Bengio, 2010; He et al., 2015.

    >>> tf.initializers.VarianceScaling(2.0)([4, 3]).shape
    TensorShape([4, 3])
    """

    def __init__(
        self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal", seed: int | None = None
    ) -> None:
        if scale <= 0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Argument `mode` should be one of ('fan_in', 'fan_out', 'fan_avg'). Received: {mode}")
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(
                f"Argument `distribution` should be one of ('uniform', 'truncated_normal', "
                f"'untruncated_normal'). Received: {distribution}"
            )
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        dims = [int(d) for d in shape]
        fan_in, fan_out = _fans(dims)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return _drawn("uniform", dims, (-limit, limit), dtype, self.seed, **kwargs)
        deviation = math.sqrt(variance)
        if self.distribution == "truncated_normal":
            # the standard deviation of a normal distribution truncated to two standard deviations
            return _drawn("truncated_normal", dims, (0.0, deviation / 0.87962566103423978), dtype, self.seed, **kwargs)
        return _drawn("normal", dims, (0.0, deviation), dtype, self.seed, **kwargs)


def _fans(dims: Sequence[int]) -> tuple[float, float]:
    """The fan-in and fan-out of a kernel: the last two axes times the receptive field size."""
    if len(dims) < 2:
        size = float(dims[0]) if dims else 1.0
        return size, size
    field = math.prod(dims[:-2])
    return float(dims[-2] * field), float(dims[-1] * field)


class _Preset(VarianceScaling):
    """A variance scaling initialiser with fixed scale, mode and distribution."""

    _scaling: ClassVar[tuple[float, str, str]]

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(*self._scaling, seed)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self.seed}


class GlorotUniform(_Preset):
    """Glorot and Bengio's uniform initialiser.

    >>> tf.initializers.GlorotUniform(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    _scaling = 1.0, "fan_avg", "uniform"


class GlorotNormal(_Preset):
    """Glorot and Bengio's normal initialiser.

    >>> tf.initializers.GlorotNormal(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    _scaling = 1.0, "fan_avg", "truncated_normal"


class HeNormal(_Preset):
    """He's normal initialiser.

    >>> tf.initializers.HeNormal(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    _scaling = 2.0, "fan_in", "truncated_normal"


class HeUniform(_Preset):
    """He's uniform initialiser.

    >>> tf.initializers.HeUniform(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    _scaling = 2.0, "fan_in", "uniform"


class LecunNormal(_Preset):
    """LeCun's normal initialiser.

    >>> tf.initializers.LecunNormal(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    _scaling = 1.0, "fan_in", "truncated_normal"


class LecunUniform(_Preset):
    """LeCun's uniform initialiser.

    >>> tf.initializers.LecunUniform(seed=1)([4, 3]).shape
    TensorShape([4, 3])
    """

    _scaling = 1.0, "fan_in", "uniform"


class Orthogonal(Initializer):
    """Matrices with orthonormal rows or columns, times `gain`; further axes belong to the rows.

    They come from the QR decomposition of normal samples. Source: Saxe et al., 2014.

    >>> q = tf.initializers.Orthogonal(seed=1)([3, 2])
    >>> bool(tf.reduce_all(tf.abs(tf.matmul(q, q, transpose_a=True) - tf.eye(2)) < 1e-5))
    True
    """

    def __init__(self, gain: float = 1.0, seed: int | None = None) -> None:
        self.gain, self.seed = gain, seed

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        dims = [int(d) for d in shape]
        if len(dims) < 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least two-dimensional. "
                f"Received shape={tuple(dims)}"
            )
        rows, columns = math.prod(dims[:-1]), dims[-1]
        sizes = [max(rows, columns), min(rows, columns)]
        samples = _drawn("normal", sizes, (0.0, 1.0), dtype, self.seed, **kwargs)
        q, r = qr(samples)
        q = q * apply("Sign", (apply("MatrixDiagPart", (r,)),))  # makes the distribution uniform
        if rows < columns:
            q = apply("Transpose", (q, [1, 0]))
        result: Tensor = self.gain * apply("Reshape", (q, dims))
        return result


class Identity(Initializer):
    """The identity matrix times `gain`, with zeros where it is not square.

    >>> tf.initializers.Identity(2.0)([2, 3]).numpy().tolist()
    [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]
    """

    def __init__(self, gain: float = 1.0) -> None:
        self.gain = gain

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        dims = [int(d) for d in shape]
        if len(dims) != 2:
            raise ValueError(
                "Identity matrix initializer can only be used for 2D matrices. "
                f"Received: shape={tuple(dims)} of rank {len(dims)}."
            )
        result: Tensor = self.gain * eye(dims[0], dims[1], dtype=dtype or float32)
        return result
