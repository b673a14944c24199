"""Samples of ops with one input or attribute made wrong: indices out of range, sizes below zero, other ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.core.convert import to_tensor
from graphwright.core.tensor import EagerTensor
from graphwright.ir.record import OpRecord
from tests.samples import samples_of
from tests.support.op_samples import RECORDS, flatten, tensors

_NUMBERS = (-1, -(2**31), 5, 2**31 - 1, 2**40, 2**62, -(2**63), 0)
_ATTRIBUTES = (-1, 0, 7, 2**40, -(2**63))
_REPETITIONS = (
    "rounds",
)  # attributes that say how often something is done: large ones take long, in TensorFlow as well
_OBJECTS = ("resource", "variant")


@dataclass(frozen=True)
class Case:
    """A sample of an op, and what is changed in it."""

    record: OpRecord
    sample: int
    change: str

    def __str__(self) -> str:
        return f"{self.record.name}, sample {self.sample}, {self.change}"


Changes = dict[str, Callable[[], tuple[list[Any], Mapping[str, Any]]]]


CANDIDATES = [record for record in RECORDS if not record.calls_functions and record.effect != "host"]


def cases() -> Iterator[Case]:
    """Every change of every sample."""
    for record in CANDIDATES:
        for number in range(len(samples_of(record))):
            for change in changes(record, number):
                yield Case(record, number, change)


def changes(record: OpRecord, number: int) -> Changes:
    """By name, what makes the inputs and attributes of a sample with one of them changed."""
    sample = samples_of(record)[number]
    inputs = tensors(sample.inputs)
    flat = flatten(inputs)
    if any(not isinstance(t, EagerTensor) or t.dtype.name in _OBJECTS for t in flat):
        return {}
    found: Changes = {}
    for i, t in enumerate(flat):
        for name, array in _changed(t):
            found[f"input {i} {name}"] = lambda i=i, array=array, dtype=t.dtype: (
                _replaced(inputs, i, to_tensor(array, dtype)),
                sample.attrs,
            )
    for name, value in _attributes(record, sample.attrs):
        found[f"{name}={value}"] = lambda name=name, value=value: (inputs, {**sample.attrs, name: value})
    return found


def _changed(t: EagerTensor) -> Iterator[tuple[str, Any]]:
    """The arrays that take a tensor's place."""
    array = t._array
    for name, other in _reshaped(array):
        yield name, other
    if array.dtype.kind not in "iu" or t.dtype.is_quantized or not array.size:
        return
    limits = np.iinfo(array.dtype)
    for value in _NUMBERS:
        if limits.min <= value <= limits.max:
            for at in {0, array.size - 1}:
                other = array.copy()
                other.reshape(-1)[at] = value
                yield f"[{at}] = {value}", other


def _reshaped(array: Any) -> Iterator[tuple[str, Any]]:
    yield "with another axis", array[None]
    if array.ndim:
        yield "without its first row", array[1:]
        yield "without rows", array[:0]
        yield "with two rows more", np.concatenate([array, array[:2]])
        if array.shape[0]:
            yield "without its first axis", array[0]
        yield "without its last column", array[..., :-1]
        yield "as a vector", array.reshape(-1)


def _attributes(record: OpRecord, attrs: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, definition in record.attrs.items():
        if name in record.inferred_attrs or name in _REPETITIONS:
            continue
        value = attrs.get(name, definition.default)
        if definition.kind == "int":
            yield from ((name, other) for other in _ATTRIBUTES)
        elif definition.kind == "list(int)" and isinstance(value, Sequence):
            yield name, []
            yield name, [*value, 1]
            yield from (
                (name, [*value[:i], other, *value[i + 1 :]]) for i in range(len(value)) for other in _ATTRIBUTES
            )


def _replaced(inputs: Sequence[Any], i: int, value: Any) -> list[Any]:
    at = iter(range(len(flatten(inputs))))

    def one(t: Any) -> Any:
        return value if next(at) == i else t

    return [[one(t) for t in x] if isinstance(x, list) else one(x) for x in inputs]
