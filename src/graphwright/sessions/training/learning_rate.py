"""Schedules of learning rates: functions of the global step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.ops.array.select import where
from graphwright.ops.math.binary import minimum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.division import pow
from graphwright.ops.math.transcendental import cos, exp, log
from graphwright.ops.math.unary import ceil, floor


def _scheduled(compute: Callable[[], Tensor], name: str | None, default: str) -> Any:
    """The rate; eagerly the function that computes it, so that it follows the step."""

    def named() -> Tensor:
        with name_scope(name or default):
            return compute()

    return named if executing_eagerly() else named()


def _numbers(rate: Any, *values: Any) -> tuple[Any, ...]:
    first = to_tensor(rate)
    return first, *(cast(v.read_value() if isinstance(v, Variable) else to_tensor(v), first.dtype) for v in values)


def exponential_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """`learning_rate * decay_rate ** (global_step / decay_steps)`; eagerly a function that computes it.

    Args:
      staircase: round the exponent down.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.exponential_decay(1.0, 2, 1, 0.5)))
    0.25
    """
    if global_step is None:
        raise ValueError("global_step is required for exponential_decay.")

    def compute() -> Tensor:
        rate, step, steps, base = _numbers(learning_rate, global_step, decay_steps, decay_rate)
        exponent = step / steps
        result: Tensor = rate * pow(base, floor(exponent) if staircase else exponent)
        return result

    return _scheduled(compute, name, "ExponentialDecay")


def natural_exp_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """`learning_rate * exp(-decay_rate * global_step / decay_steps)`; eagerly a function that computes it.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.natural_exp_decay(1.0, 0, 1, 0.5)))
    1.0
    """

    def compute() -> Tensor:
        rate, step, steps, factor = _numbers(learning_rate, global_step, decay_steps, decay_rate)
        progress = step / steps
        result: Tensor = rate * exp(-factor * (floor(progress) if staircase else progress))
        return result

    return _scheduled(compute, name, "ExponentialDecay")


def inverse_time_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """`learning_rate / (1 + decay_rate * global_step / decay_steps)`; eagerly a function that computes it.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.inverse_time_decay(1.0, 2, 1, 0.5)))
    0.5
    """

    def compute() -> Tensor:
        rate, step, steps, factor = _numbers(learning_rate, global_step, decay_steps, decay_rate)
        progress = step / steps
        result: Tensor = rate / (1 + factor * (floor(progress) if staircase else progress))
        return result

    return _scheduled(compute, name, "InverseTimeDecay")


def polynomial_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, end_learning_rate: Any = 0.0001, power: Any = 1.0,
    cycle: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """From `learning_rate` to `end_learning_rate` in `decay_steps`; eagerly a function that computes it.

    Args:
      power: the power of the part of the way that is left.
      cycle: start again, with a longer way, after `decay_steps`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.polynomial_decay(1.0, 5, 10, 0.0)))
    0.5
    """

    def compute() -> Tensor:
        rate, step, steps, end, exponent = _numbers(learning_rate, global_step, decay_steps, end_learning_rate, power)
        if cycle:
            # at step 0 there is one cycle too
            steps = steps * where(step == 0 if executing_eagerly() else _is_zero(step), 1.0, ceil(step / steps))
        else:
            step = minimum(step, steps)
        result: Tensor = (rate - end) * pow(1 - step / steps, exponent) + end
        return result

    return _scheduled(compute, name, "PolynomialDecay")


def _is_zero(step: Any) -> Any:
    from graphwright.ops.math.comparison import equal

    return equal(step, 0)


def cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, alpha: Any = 0.0, name: str | None = None
) -> Any:
    """Half a cosine from `learning_rate` to `alpha` of it (Loshchilov and Hutter, 2016); eagerly a function.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.cosine_decay(1.0, 0, 10)))
    1.0
    """

    def compute() -> Tensor:
        rate, step, steps, floor_ = _numbers(learning_rate, global_step, decay_steps, alpha)
        half = 0.5 * (1 + cos(math.pi * minimum(step, steps) / steps))
        result: Tensor = rate * ((1 - floor_) * half + floor_)
        return result

    return _scheduled(compute, name, "CosineDecay")


def cosine_decay_restarts(
    learning_rate: Any, global_step: Any, first_decay_steps: Any, t_mul: Any = 2.0, m_mul: Any = 1.0,
    alpha: Any = 0.0, name: str | None = None,
) -> Any:  # fmt: skip
    """Cosines, each `t_mul` times as long and `m_mul` times as high as the last (Loshchilov and Hutter, 2016).

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.cosine_decay_restarts(1.0, 10, 10)))
    1.0
    """

    def compute() -> Tensor:
        rate, step, steps, longer, higher, floor_ = _numbers(
            learning_rate, global_step, first_decay_steps, t_mul, m_mul, alpha
        )
        done = step / steps
        if float(t_mul) == 1.0:
            restart = floor(done)
            part = done - restart
        else:
            restart = floor(log(1 - done * (1 - longer)) / log(longer))
            before = (1 - pow(longer, restart)) / (1 - longer)
            part = (done - before) / pow(longer, restart)
        half = 0.5 * pow(higher, restart) * (1 + cos(math.pi * part))
        result: Tensor = rate * ((1 - floor_) * half + floor_)
        return result

    return _scheduled(compute, name, "SGDRDecay")


def linear_cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, num_periods: Any = 0.5, alpha: Any = 0.0,
    beta: Any = 0.001, name: str | None = None,
) -> Any:  # fmt: skip
    """A line down, times a cosine (Bello et al., 2017); eagerly a function that computes it.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(round(float(session.run(tf.compat.v1.train.linear_cosine_decay(1.0, 0, 10))), 4))
    1.001
    """

    def compute() -> Tensor:
        rate, step, steps, periods, floor_, least = _numbers(
            learning_rate, global_step, decay_steps, num_periods, alpha, beta
        )
        step = minimum(step, steps)
        line = (steps - step) / steps
        half = 0.5 * (1 + cos(math.pi * 2.0 * periods * step / steps))
        result: Tensor = rate * ((floor_ + line) * half + least)
        return result

    return _scheduled(compute, name, "LinearCosineDecay")


def piecewise_constant(x: Any, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None) -> Any:
    """The value for the interval that `x` lies in; eagerly a function that gives it.

    Args:
      x: a scalar, such as the global step.
      boundaries: the ends of the intervals, which belong to them; ascending.
      values: one more than there are boundaries.

    Raises ValueError for another number of values.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(session.run(tf.compat.v1.train.piecewise_constant(tf.constant(7), [5], [1.0, 0.5])))
    0.5
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")

    def compute() -> Tensor:
        step = x.read_value() if isinstance(x, Variable) else to_tensor(x)
        edges = [cast(b, step.dtype) for b in boundaries]
        results = [to_tensor(v) for v in values]
        result = results[-1]
        for edge, value in zip(reversed(edges), reversed(results[:-1]), strict=True):
            result = where(step <= edge, value, result)
        return result

    return _scheduled(compute, name, "PiecewiseConstant")


__all__ = [
    "cosine_decay", "cosine_decay_restarts", "exponential_decay", "inverse_time_decay", "linear_cosine_decay",
    "natural_exp_decay", "piecewise_constant", "polynomial_decay",
]  # fmt: skip
