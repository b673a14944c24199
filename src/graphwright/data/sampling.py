"""Datasets of random numbers, and the choice of the dataset that the next element is drawn from."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.convert import to_tensor
from graphwright.core.door import apply
from graphwright.data import records
from graphwright.data.steps import seed_pair
from graphwright.data.structure import output_attrs


def random_numbers(spec: Any, seed: int | None, rerandomize: bool, name: str | None = None) -> Any:
    """The variant tensor of an endless dataset of numbers from 0 to 2**32 - 1."""
    first, second = seed_pair(seed)
    seeds = apply(records.SEED_GENERATOR, (first, second, rerandomize))[0]
    attrs = {"rerandomize_each_iteration": rerandomize, **output_attrs(spec)}
    return apply(records.RANDOM, (first, second, seeds), attrs, name)


def chooser(count: int, weights: Any) -> Any:
    """A function of a random number that gives a number below `count`, each as often as its weight says."""
    given = np.ones(count) if weights is None else np.array([float(w) for w in weights])
    if (given < 0).any() or not given.sum() > 0:
        raise ValueError(f"Invalid `weights`: {given.tolist()}. They must not be negative, nor all be zero.")
    limits = to_tensor(np.cumsum(given / given.sum())[:-1] * 2.0**32)

    def choose(drawn: Any) -> Any:
        passed = apply("LessEqual", (limits, apply("Cast", (drawn,), {"DstT": limits.dtype})))
        return apply("Sum", (apply("Cast", (passed,), {"DstT": drawn.dtype}), 0), {"keep_dims": False})

    return choose


__all__ = ["chooser", "random_numbers"]
