"""Finite differences to hold gradients against."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.ir.record import lookup

Array = np.ndarray[Any, Any]


def tensors(*values: Any) -> list[Any]:
    """The values as float64 tensors."""
    return [tf.constant(np.asarray(v, np.float64)) for v in values]


def numeric(f: Callable[..., Any], args: Sequence[Any], step: float = 1e-5) -> list[Array]:
    """The gradient of the sum of `f(*args)` by central differences."""
    return [
        differences(
            arg.numpy(), lambda x, i=i: float(tf.reduce_sum(f(*args[:i], tf.constant(x), *args[i + 1 :]))), step
        )
        for i, arg in enumerate(args)
    ]


def differences(base: Array, f: Callable[[Array], float], step: float) -> Array:
    """The derivatives of a real number by central differences, one for each element and for its imaginary part."""
    found = np.zeros(base.shape, base.dtype)
    for place in np.ndindex(*base.shape):
        for unit in (1, 1j) if base.dtype.kind == "c" else (1,):
            ends = []
            for sign in (1, -1):
                moved = np.array(base)
                moved[place] += sign * step * unit
                ends.append(f(moved))
            found[place] += unit * (ends[0] - ends[1]) / (2 * step)
    return found


def by_tape(f: Callable[..., Any], args: Sequence[Any]) -> list[Any]:
    """The gradient of `f(*args)` with regard to the arguments, zeros where there is none."""
    with tf.GradientTape() as tape:
        tape.watch(list(args))
        result = f(*args)
    return tape.gradient(result, list(args), unconnected_gradients="zero")


def without_gradient(name: str) -> Any:
    """The op of this name as one that says nothing about its gradient."""
    record = lookup(name)
    assert record is not None
    return dataclasses.replace(record, name=f"{name}WithoutGradient", gradient=None, no_gradient=False, eager_cache={})


def staged(f: Callable[..., Any]) -> Any:
    """The function traced as it is."""
    return tf.function(f, autograph=False)


def summed(gradients: Sequence[Any]) -> Any:
    """A smooth number that depends on all the gradients."""
    return tf.add_n([tf.reduce_sum(tf.sin(g)) for g in gradients])


def check_gradients(f: Callable[..., Any], *values: Any, order: int = 2, rtol: float = 1e-5) -> None:
    """First and second gradients of a function against differences, every way there is to ask for them.

    The tape is outside the traced function, inside it, or one of two is on each side.
    """
    args = tensors(*values)
    outside = staged(f)
    inside = staged(lambda *a: by_tape(f, a))
    ways = {"outside": lambda *a: by_tape(outside, a), "inside": inside}
    _compare(ways, numeric(outside, args), args, rtol)
    if order < 2:
        return
    slope = staged(lambda *a: summed(by_tape(f, a)))
    ways = {
        "both outside": lambda *a: by_tape(lambda *b: summed(by_tape(outside, b)), a),
        "both inside": staged(lambda *a: by_tape(lambda *b: summed(by_tape(f, b)), a)),
        "one of each": lambda *a: by_tape(slope, a),
    }
    _compare(ways, numeric(slope, args), args, 10 * rtol)


def _compare(ways: dict[str, Callable[..., Any]], wanted: Sequence[Array], args: Sequence[Any], rtol: float) -> None:
    for name, way in ways.items():
        for i, (got, expected) in enumerate(zip(way(*args), wanted, strict=True)):
            message = f"{name}, argument {i}"
            np.testing.assert_allclose(got.numpy(), expected, rtol=rtol, atol=1e-7 / rtol**0.5, err_msg=message)
