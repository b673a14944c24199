"""A sample of an op in a program: twice with the same constants, after an assignment, in a loop and in branches.

The op runs in five places on the same inputs, and each time has to give what it gives eagerly. The first input that
may be is an argument of the program, the others are constants; with `is_open` its sizes are not known. Elementwise ops
run once more with single numbers as constants.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import graphwright as tf
from graphwright.core.dispatch import apply_any
from graphwright.core.tensor import EagerTensor
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import OpRecord
from tests.samples import Sample, samples_of
from tests.support.op_samples import RECORDS, disagreement, flatten, results, shape_inputs, tensors

_OBJECTS = ("resource", "variant")
Case = tuple[OpRecord, int, bool]


def cases(most: int | None, seed: int) -> Iterator[Case]:
    """Records with the number of a sample, and whether sizes are open; at most so many samples of a record."""
    draw = random.Random(seed)
    for record in RECORDS:
        if record.effect != "none" or not record.outputs or record.calls_functions:
            continue
        numbers = list(range(len(list(samples_of(record)))))
        for number in numbers if most is None else sorted(draw.sample(numbers, min(most, len(numbers)))):
            yield record, number, draw.random() < 0.5


def problem(record: OpRecord, number: int, is_open: bool) -> str:
    """How a program differs from the op by itself, or nothing."""
    sample = list(samples_of(record))[number]
    inputs = tensors(sample.inputs)
    flat = flatten(inputs)
    if any(not isinstance(t, EagerTensor) or t.dtype.name in _OBJECTS for t in flat):
        return ""
    wrong = _difference(record, inputs, sample, is_open)
    if wrong or not isinstance(record.native, Elementwise) or len(inputs) < 2 or any(not t._array.size for t in flat):
        return wrong
    first, *others = inputs
    numbers = [tf.constant(t._array.reshape(-1)[0]) for t in others]
    try:
        apply_any(record, [first, *numbers], sample.attrs)
    except ValueError:  # it does not broadcast
        return ""
    return _difference(record, [first, *numbers], sample, is_open)


def _difference(record: OpRecord, inputs: Sequence[Any], sample: Sample, is_open: bool) -> str:
    expected = results(apply_any(record, inputs, sample.attrs))
    if any(t.dtype.name in _OBJECTS for t in expected):
        return ""
    program = _program(record, inputs, sample, expected, is_open)
    for _ in range(2):
        for where, found in program().items():
            for have, want in zip(found, expected, strict=True):
                wrong = disagreement(have._array, want, sample)
                if wrong:
                    return f"{where}: {wrong}"
    return ""


def _program(
    record: OpRecord, inputs: Sequence[Any], sample: Sample, expected: Sequence[EagerTensor], is_open: bool
) -> Any:
    flat = flatten(inputs)
    constant = shape_inputs(record, inputs, sample.attrs)
    given = next((i for i in range(len(flat)) if i not in constant), None)
    specs = [tf.TensorSpec([], tf.int32)]
    if given is not None:
        shape = [None] * len(flat[given].shape) if is_open else flat[given].shape
        specs.append(tf.TensorSpec(shape, flat[given].dtype))
    state = tf.Variable(flat[given] if given is not None else 0.0, shape=tf.TensorShape(None))

    def op(argument: Any) -> list[Any]:
        at = iter(range(len(flat)))
        placed = [
            [_at(next(at), argument) for _ in x] if isinstance(x, list) else _at(next(at), argument) for x in inputs
        ]
        return results(apply_any(record, placed, sample.attrs))

    def _at(i: int, argument: Any) -> Any:
        return argument if i == given else tf.constant(flat[i]._array)

    def body(count: Any, argument: Any = None) -> dict[str, list[Any]]:
        state.assign(1.0 if given is None else _changed(argument))
        found = {"after an assignment": op(argument)}
        shapes = [tf.TensorShape([None] * len(t.shape)) for t in expected]
        _, found["in a loop"] = tf.while_loop(
            lambda i, _: i < count,
            lambda i, _: (i + 1, _open(op(argument), shapes)),
            (tf.constant(0), _open(op(argument), shapes)),
            shape_invariants=(tf.TensorShape([]), shapes),
        )
        taken, other = (
            tf.cond(test, lambda: _open(op(argument), shapes), lambda: _open(op(argument), shapes))
            for test in (count > 1, count > 2)
        )
        found["in a branch"], found["in the other branch"] = taken, other
        found["behind all that"] = op(argument)
        return found

    staged = tf.function(body, input_signature=specs, autograph=False)
    arguments = [tf.constant(2), *([] if given is None else [flat[given]])]
    return lambda: staged(*arguments)


def _changed(x: Any) -> Any:
    """What an elementwise op makes of a tensor, if there is one for its dtype."""
    if x.dtype.is_floating or x.dtype.is_complex or (x.dtype.is_integer and not x.dtype.is_quantized):
        return x + x if x.dtype.name in NATIVE_DTYPES else x
    return tf.math.logical_not(x) if x.dtype.is_bool else x


def _open(values: Sequence[Any], shapes: Sequence[tf.TensorShape]) -> list[Any]:
    """Values whose shapes a loop may carry."""
    return [tf.ensure_shape(value, shape) for value, shape in zip(values, shapes, strict=True)]
