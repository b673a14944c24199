"""Older forms of stateless random ops, whose input is the seed itself; the numbers are those of the newer ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor
from graphwright.ir.prelude import OpRecord, ShapeContext, op
from graphwright.ops.random import _philox
from graphwright.ops.random import stateless as newer
from graphwright.ops.random import stateless_distributions as newer_distributions
from graphwright.ops.random.distributions import gamma_gradient
from graphwright.ops.random.sampling import shape_from_value

_AUTO = np.int32(_philox.AUTO_SELECT)


def _rule(ctx: ShapeContext) -> Any:
    if not ctx.types[1].shape.is_compatible_with([2]):
        raise ctx.fail("seed must have shape [2]")
    return shape_from_value(ctx)


def _seeded(name: str, record: OpRecord, attrs: str, inputs: str = "") -> OpRecord:
    def kernel(shape: Array, seed: Array, *rest: Array, **kept: Any) -> Any:
        key, counter = _philox.key_counter_from_seed(seed)
        assert record.kernel is not None
        return record.kernel(shape, key, counter, _AUTO, *rest, **kept)

    return op(
        name, f"shape: T, seed: Tseed{inputs} -> output: dtype", attrs, shape=_rule, kernel=kernel, no_gradient=True
    )


_FLOATS = "dtype: floating = float; T: index = int32; Tseed: index = int64"
_INTS = "{int32, int64, uint32, uint64}"

_seeded("StatelessRandomUniform", newer.STATELESS_UNIFORM, _FLOATS)
_seeded("StatelessRandomNormal", newer.STATELESS_NORMAL, _FLOATS)
_seeded("StatelessTruncatedNormal", newer.STATELESS_TRUNCATED_NORMAL, _FLOATS)
_seeded(
    "StatelessRandomUniformFullInt",
    newer.STATELESS_FULL_INT,
    f"dtype: {_INTS} = uint64; T: index = int32; Tseed: {_INTS} = int64",
)
_seeded(
    "StatelessRandomUniformInt",
    newer.STATELESS_UNIFORM_INT,
    "dtype: index; T: index; Tseed: index = int64",
    ", minval: dtype, maxval: dtype",
)


def _key_counter_rule(ctx: ShapeContext) -> list[tuple[int, ...]]:
    if not ctx.types[0].shape.is_compatible_with([2]):
        raise ctx.fail("seed must have shape [2]")
    return [(1,), (2,), ()]


op(
    "StatelessRandomGetKeyCounterAlg",
    "seed: Tseed -> key: uint64, counter: uint64, alg: int32",
    "Tseed: index = int64",
    shape=_key_counter_rule,
    kernel=lambda seed: [*_philox.key_counter_from_seed(seed), np.int32(_philox.PHILOX)],
    no_gradient=True,
)


def _gamma(shape: Array, seed: Array, alpha: Array) -> Any:
    record = newer_distributions.STATELESS_GAMMA
    assert record.kernel is not None
    return record.kernel(shape, *_philox.key_counter_from_seed(seed), _AUTO, alpha)


def _gamma_gradient(op: Application, grad: Tensor) -> Gradients:
    return [None, None, gamma_gradient(op.inputs[2], op.outputs[0], grad)]


op(
    "StatelessRandomGammaV2",
    "shape: T, seed: Tseed, alpha: dtype -> output: dtype",
    "dtype: {half, float, double}; T: index; Tseed: index = int64",
    shape=_rule,
    kernel=_gamma,
    gradient=_gamma_gradient,
)
