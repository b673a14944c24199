"""Classify and Regress: signatures that take serialized `tf.train.Example`s."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.errors import InvalidArgumentError
from graphwright.serving.signatures import Arrays, Signature

CLASSES = "classes"
SCORES = "scores"
REGRESSIONS = "outputs"


def examples_of(message: Any) -> list[Any]:
    """The examples of an `Input`, each with the features of the context that they share."""
    if message.WhichOneof("kind") != "example_list_with_context":
        return list(message.example_list.examples)
    found = []
    for example in message.example_list_with_context.examples:
        merged = type(example)()
        merged.CopyFrom(message.example_list_with_context.context)
        merged.MergeFrom(example)
        found.append(merged)
    return found


def inputs_for(signature: Signature, examples: Sequence[Any]) -> Arrays:
    """The examples as the one input of a signature; InvalidArgumentError where it takes something else."""
    names = list(signature.inputs)
    if len(names) != 1 or signature.inputs[names[0]].dtype != "string":
        raise InvalidArgumentError(
            "the signature does not take serialized examples as its one input; call Predict with its inputs: "
            f"{', '.join(sorted(names))}."
        )
    if not examples:
        raise InvalidArgumentError("the request has no examples.")
    array = np.empty(len(examples), dtype=object)
    array[:] = [example.SerializeToString() for example in examples]
    return {names[0]: array}


def classes_of(outputs: Arrays, count: int) -> list[list[tuple[str, float]]]:
    """Labels and scores for each example; a model has either or both."""
    labels, scores = outputs.get(CLASSES), outputs.get(SCORES)
    if labels is None and scores is None:
        raise InvalidArgumentError(f"the signature has neither an output '{CLASSES}' nor one '{SCORES}'.")
    some = next(array for array in (labels, scores) if array is not None)
    if some.ndim != 2 or len(some) != count:
        raise InvalidArgumentError(f"the outputs for classes must have the shape ({count}, classes); got {some.shape}.")
    rows = []
    for row in range(count):
        texts = [""] * some.shape[1] if labels is None else [_text(value) for value in labels[row]]
        numbers = [0.0] * some.shape[1] if scores is None else [float(value) for value in scores[row]]
        rows.append(list(zip(texts, numbers, strict=True)))
    return rows


def regressions_of(outputs: Arrays, count: int) -> list[float]:
    """A number for each example."""
    values = outputs.get(REGRESSIONS)
    if values is None or values.size != count:
        raise InvalidArgumentError(f"the signature has no output '{REGRESSIONS}' with one number for each example.")
    return [float(value) for value in values.ravel()]


def _text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
