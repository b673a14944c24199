"""Datasets of random numbers, and the choice of the dataset that the next element is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32, float64, int64
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.data import records
from graphwright.data.steps import seed_pair
from graphwright.data.structure import output_attrs
from graphwright.ir.infer import constant_value


def random_numbers(spec: Any, seed: int | None, rerandomize: bool, name: str | None = None) -> Any:
    """The variant tensor of an endless dataset of numbers from 0 to 2**32 - 1."""
    first, second = seed_pair(seed)
    seeds = apply_multi(records.SEED_GENERATOR, (first, second, rerandomize))[0]
    attrs = {"rerandomize_each_iteration": rerandomize, **output_attrs(spec)}
    return apply(records.RANDOM, (first, second, seeds), attrs, name)


def chooser(count: int, weights: Any) -> Any:
    """A function of two random numbers, and of weights where none are given, that gives a number below `count`."""
    fixed = None if weights is None else logits(weights)

    def choose(seed: Any, given: Any = None) -> Any:
        scores = fixed if given is None else logits(given)
        scores = (
            convert_to_tensor(np.zeros((1, count), np.float32)) if scores is None else apply("ExpandDims", (scores, 0))
        )
        drawn = apply("StatelessMultinomial", (scores, 1, seed), {"output_dtype": int64})
        return apply("Reshape", (drawn, np.zeros(0, np.int32)))

    return choose


def with_weight(datasets: Sequence[Any], weights: Any) -> tuple[Sequence[Any], Any]:
    """Those datasets that can be drawn, where that is known: nothing waits for the others to end."""
    given = convert_to_tensor(weights, name="weights")
    known = constant_value(given)
    if known is None:
        return datasets, given
    if (known < 0).any() or not known.any():
        raise ValueError(f"Invalid `weights`: {known.tolist()}. They must not be negative, nor all be zero.")
    kept = np.flatnonzero(known)
    return [datasets[int(i)] for i in kept], convert_to_tensor(known[kept])


def logits(weights: Any) -> Any:
    """The logarithms of weights; TypeError where these are no floats."""
    given = convert_to_tensor(weights, name="weights")
    if given.dtype not in (float32, float64):
        raise TypeError(
            f"Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is {given.dtype}."
        )
    return apply("Log", (given,))


__all__ = ["chooser", "random_numbers"]
