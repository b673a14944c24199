"""Datasets of random numbers, and the random choice among datasets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32, float64, int64
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.data import records
from graphwright.data.structure import output_attrs
from graphwright.data.transformations import seed_pair
from graphwright.ir.infer import constant_value


def random_numbers(spec: Any, seed: int | None, rerandomize: bool, name: str | None = None) -> Any:
    """The variant tensor of an endless dataset of numbers from 0 to 2**32 - 1."""
    first, second = seed_pair(seed)
    seeds = apply_multi(records.SEED_GENERATOR, (first, second, rerandomize))[0]
    attrs = {"rerandomize_each_iteration": rerandomize, **output_attrs(spec)}
    return apply(records.RANDOM, (first, second, seeds), attrs, name)


def chooser(count: int, weights: Any) -> Any:
    """A function from two random numbers (and weights, if `weights` is None) to a random index below `count`."""
    fixed = None if weights is None else logits(weights)

    def choose(seed: Any, varying: Any = None) -> Any:
        scores = fixed if varying is None else logits(varying)
        scores = (
            convert_to_tensor(np.zeros((1, count), np.float32)) if scores is None else apply("ExpandDims", (scores, 0))
        )
        drawn = apply("StatelessMultinomial", (scores, 1, seed), {"output_dtype": int64})
        return apply("Reshape", (drawn, np.zeros(0, np.int32)))

    return choose


def with_weight(datasets: Sequence[Any], weights: Any) -> tuple[Sequence[Any], Any]:
    """The datasets of nonzero weight, and the weights; all datasets where the weights are only known later."""
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    if weights is None:
        return datasets, None
    if len(weights) != len(datasets):
        raise ValueError(f"Invalid `weights`. The shape of `weights` should be compatible with `[{len(datasets)}]`.")
    tensor = convert_to_tensor(weights, name="weights")
    known = constant_value(tensor)
    if known is None:
        return datasets, tensor
    if (known < 0).any() or not known.any():
        raise ValueError(f"Invalid `weights`: {known.tolist()}. They must not be negative, nor all be zero.")
    kept = np.flatnonzero(known)
    return [datasets[int(i)] for i in kept], convert_to_tensor(known[kept])


def logits(weights: Any) -> Any:
    """The logarithms of weights; TypeError if they are not floats."""
    tensor = convert_to_tensor(weights, name="weights")
    if tensor.dtype not in (float32, float64):
        raise TypeError(
            f"Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is {tensor.dtype}."
        )
    return apply("Log", (tensor,))


__all__ = ["chooser", "random_numbers"]
