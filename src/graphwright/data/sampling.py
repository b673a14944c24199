"""Datasets of random numbers, and the random choice among datasets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.autograph import do_not_convert
from graphwright.base.dtypes import float32, float64, int32, int64
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


def resampled(dataset: Any, class_func: Any, target_dist: Any, initial_dist: Any, seed: int | None) -> Any:
    """The elements of a dataset with their classes, drawn so that classes are distributed as `target_dist` says."""
    target = convert_to_tensor(target_dist, float32)

    def with_class(*parts: Any) -> Any:
        number = convert_to_tensor(class_func(*parts))
        if number.dtype is not int32 or number.shape.rank not in (0, None):
            raise TypeError(f"`class_func` must return an int32 scalar, got {number}.")
        return number, parts if type(dataset.element_spec) is tuple else parts[0]

    classes = dataset.map(with_class)
    if initial_dist is None:
        weighted = classes.scan(_first_counts(target), _counted)
    else:
        fixed = convert_to_tensor(initial_dist, float32)
        weighted = classes.map(lambda number, element: (number, element, fixed))
    draws = type(dataset).random(seed, rerandomize_each_iteration=True)

    def accepted(draw: Any, row: Any) -> Any:
        number, _, initial = row
        ratios = apply("DivNoNan", (target, initial))
        chance = apply("DivNoNan", (apply("GatherV2", (ratios, number, 0)), apply("Max", (ratios, 0))))
        return apply("Less", (apply("Cast", (draw,), {"DstT": float32}), chance * np.float32(2**32)))

    kept = type(dataset).zip(draws, weighted).filter(do_not_convert(accepted))
    return kept.map(do_not_convert(lambda draw, row: (row[0], row[1])))


def _first_counts(target: Any) -> Any:
    return apply("OnesLike", (target,))  # each class counts as seen once, as long as nothing is known


def _counted(counts: Any, row: Any, *_: Any) -> Any:
    number, element = row if isinstance(row, tuple) else (row, _[0])
    size = apply("Size", (counts,))
    counts = counts + apply("OneHot", (number, size, np.float32(1), np.float32(0)))
    return counts, (number, element, counts / apply("Sum", (counts, 0)))


__all__ = ["chooser", "random_numbers", "resampled"]
