"""Follows native rules element by element in plain Python: what a rule says is checked without any code generator."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.ir.emit import Unsupported
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import (
    Alias,
    Assemble,
    Decompose,
    Element,
    Elementwise,
    Generate,
    Index,
    Share,
    Strided,
    View,
)

Array = np.ndarray[Any, Any]


class Refused(Exception):
    """A rule's check says that an element may not be computed."""


class Plain:
    """The part of `Emitter` that rules of array ops use, on NumPy scalars and arrays instead of code."""

    def const(self, value: Any, like: Any) -> Any:
        dtype = like.dtype if isinstance(like, (np.ndarray, np.generic)) else _numpy(like)
        return np.asarray(value).astype(dtype)[()]

    def convert(self, a: Any, dtype: Any) -> Any:
        target = _numpy(dtype)
        if target.kind != "c":
            a = np.real(a)
        if target.kind in "iu" and np.asarray(a).dtype.kind not in "biu":
            info = np.iinfo(target)
            wide = np.nan_to_num(np.asarray(a, np.longdouble), nan=0.0, posinf=np.inf, neginf=-np.inf)
            return np.clip(np.trunc(wide), info.min, info.max).astype(target)[()]
        return (np.asarray(a) != 0)[()] if target.kind == "b" else np.asarray(a).astype(target)[()]

    def bitcast(self, a: Any, dtype: Any) -> Any:
        if _numpy(dtype).itemsize != a.dtype.itemsize:
            raise Unsupported("a bitcast to another size")
        return np.asarray(a).view(_numpy(dtype))[()]

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, a: Any, b: Any) -> Any:
        return a * b

    def div(self, a: Any, b: Any) -> Any:
        return a / b

    def neg(self, a: Any) -> Any:
        return -a

    def floormod(self, a: Any, b: Any) -> Any:
        return a % b

    def compare(self, predicate: str, a: Any, b: Any) -> Any:
        tests: dict[str, Callable[[Any, Any], Any]] = {
            "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
            "ge": np.greater_equal,
        }  # fmt: skip
        return tests[predicate](a, b)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return np.where(condition, a, b)[()]

    def logical_and(self, a: Any, b: Any) -> Any:
        return np.logical_and(a, b)

    def logical_or(self, a: Any, b: Any) -> Any:
        return np.logical_or(a, b)

    def min(self, a: Any, b: Any) -> Any:
        return np.minimum(a, b)


def _numpy(dtype: Any) -> np.dtype[Any]:
    found = getattr(dtype, "numpy", None)
    return found if isinstance(found, np.dtype) else np.dtype(dtype)


class Reader:
    """`Loader` over arrays; a read outside an input fails the test."""

    def __init__(self, op: Any, inputs: Sequence[Array]) -> None:
        self.op, self.inputs = op, inputs

    def __call__(self, i: int, indices: Sequence[Any]) -> Any:
        place = tuple(int(k) for k in indices)
        shape = self.inputs[i].shape
        assert len(place) == len(shape), f"{len(place)} indices for input {i} of shape {shape}"
        assert all(0 <= k < n for k, n in zip(place, shape, strict=True)), f"{place} is outside input {i}, {shape}"
        return self.inputs[i][place]

    def size(self, i: int, axis: int) -> Any:
        return np.int64(self.inputs[i].shape[axis])

    def rank(self, i: int) -> int:
        return self.inputs[i].ndim

    def same_size(self, axis: tuple[int, int], other: tuple[int, int]) -> bool:
        first, second = ((self.op.inputs[i].type.dims or ())[k] for i, k in (axis, other))
        return bool(first == second)

    def constant(self, i: int) -> Array | None:
        return constant_value(self.op.inputs[i])


def follow(op: Any, inputs: Sequence[Array], shapes: Sequence[tuple[int, ...]]) -> list[Array] | None:
    """The outputs that the native rule of a graph's operation gives; None where it leaves the work to the kernel.

    `shapes` are the output shapes where the rule relies on them being known from elsewhere.
    """
    rule = op.record.native
    if isinstance(rule, (Elementwise, Generate, Assemble)) and any(a.dtype.kind == "O" for a in inputs):
        return None  # there is no code for strings
    attrs = {n: op.attrs[n] for n in op.record.kernel_attrs}
    constants = [constant_value(v) for v in op.inputs]
    try:
        if isinstance(rule, Alias):
            return [inputs[0].reshape(shapes[0])]
        if isinstance(rule, Elementwise):
            return [np.broadcast_to(rule.emit(Plain(), *inputs, **attrs), shapes[0])]
        if isinstance(rule, Strided):
            views = rule.view(op, constants)
            if views is None:
                return None
            many = views if isinstance(views, list) else [views]
            return [look(v, inputs[rule.source], inputs, s) for v, s in zip(many, shapes, strict=True)]
        if isinstance(rule, Assemble):
            boxes = rule.boxes(op, constants)
            return None if boxes is None else [_assembled(op, rule, boxes, inputs, shapes[0])]
        if isinstance(rule, Generate):
            return [_generated(op, rule, inputs, shapes[0], attrs)]
        if isinstance(rule, Decompose):
            return _taken_apart(op, rule, inputs)
    except Unsupported:
        return None
    return None


def look(view: View, source: Array, inputs: Sequence[Array], shape: tuple[int, ...]) -> Array:
    """The elements of a source that a view shows, found by their addresses."""
    strides = [math.prod(source.shape[k + 1 :]) for k in range(source.ndim)]
    sizes = list(shape)
    offset = 0
    for axis, start in view.offset:
        offset += _within(start, source.shape[axis], inputs) * strides[axis]
    for b in view.bounds:
        ends = [_end(v, source.shape[b.axis], inputs) for v in (b.start, b.stop)]
        if b.sized:
            assert ends[0] is not None
            ends[1] = None if ends[1] == -1 else ends[0] + (ends[1] or 0)
            if not 0 <= ends[0] <= (ends[1] if ends[1] is not None else ends[0]) <= source.shape[b.axis]:
                raise Refused
        first, last, step = slice(ends[0], ends[1], b.step).indices(source.shape[b.axis])
        sizes[b.output] = len(range(first, last, step))
        assert view.strides[b.output] == (b.axis, b.step)
        offset += first * strides[b.axis] if sizes[b.output] else 0
    assert tuple(sizes) == shape, f"the view has the shape {sizes}, the result {shape}"
    steps = [0 if s is None else s[1] * strides[s[0]] for s in view.strides]
    if view.repeats:
        steps = [
            0 if s is None or source.shape[s[0]] == 1 else step for s, step in zip(view.strides, steps, strict=True)
        ]
    assert len(steps) == len(shape)
    flat = source.reshape(-1)
    result = np.empty(shape, source.dtype)
    for place in np.ndindex(*shape):
        address = offset + sum(i * s for i, s in zip(place, steps, strict=True))
        assert 0 <= address < flat.size, f"address {address} is outside {flat.size} elements"
        result[place] = flat[address]
    return result


def _number(index: Index, inputs: Sequence[Array]) -> int:
    return int(inputs[index.input].reshape(-1)[index.at]) if isinstance(index, Element) else index


def _end(index: Index | Share | None, size: int, inputs: Sequence[Array]) -> int | None:
    if isinstance(index, Share):
        if size % index.of:
            raise Refused
        return size // index.of * index.parts
    return None if index is None else _number(index, inputs)


def _within(index: Index, size: int, inputs: Sequence[Array]) -> int:
    at = _number(index, inputs)
    if size and not -size <= at < size:
        raise Refused
    return at + size if at < 0 else at


def _assembled(op: Any, rule: Assemble, boxes: Any, inputs: Sequence[Array], shape: tuple[int, ...]) -> Array:
    result = np.zeros(shape, inputs[boxes[0].input].dtype)
    covered = np.zeros(shape, bool)
    sizes = dict(_symbol_sizes(op, inputs))
    for box in boxes:
        source = inputs[box.input]
        starts = [sum(_number(sizes.get(d, d), inputs) for d in parts) for parts in box.start]
        widths = dict(zip(box.axes, source.shape, strict=True))
        place = tuple(slice(s, s + widths.get(k, 1)) for k, s in enumerate(starts))
        result[place] = source.reshape(result[place].shape)
        assert not covered[place].any(), "two boxes overlap"
        covered[place] = True
    if rule.fill is None:
        assert covered.all(), "the boxes leave a part of the output open"
        return result
    fill = rule.fill(op)
    result[~covered] = inputs[fill.input].reshape(-1)[fill.at] if isinstance(fill, Element) else fill
    return result


def _symbol_sizes(op: Any, inputs: Sequence[Array]) -> Any:
    for value, array in zip(op.inputs, inputs, strict=True):
        yield from zip(value.type.dims or (), array.shape, strict=False)


def _generated(op: Any, rule: Generate, inputs: Sequence[Array], shape: tuple[int, ...], attrs: Any) -> Array:
    e, load = Plain(), Reader(op, inputs)
    elements: list[Any] = []
    for place in itertools.product(*map(range, shape)):
        index = [np.int64(i) for i in place]
        if rule.check is not None and not rule.check(e, load, index, **attrs):
            raise Refused
        elements.append(rule.emit(e, load, index, **attrs))
    dtype = op.outputs[0].dtype.numpy
    assert all(np.asarray(v).dtype == dtype for v in elements), "an element has another dtype than the output"
    return np.array(elements, dtype).reshape(shape)


def _taken_apart(op: Any, rule: Decompose, inputs: Sequence[Array]) -> list[Array]:
    """The parts, each computed by its kernel."""
    values: dict[int, Array] = {id(v): a for v, a in zip(op.inputs, inputs, strict=True)}
    kept: list[Any] = []

    class Build:
        def __call__(self, name: str, *given: Any, **attrs: Any) -> Any:
            with as_default_graph(op.graph):
                result = apply(name, given, attrs)
            created = result if isinstance(result, list) else [result]
            step = created[0].op
            arrays = step.record.group([values[id(v)] for v in step.inputs], step.attrs)
            computed = step.record.bound_kernel(step.attrs)(*arrays)
            for value, array in zip(created, computed if isinstance(computed, list) else [computed], strict=True):
                values[id(value)] = array
                kept.append(value)
            return result

        def const(self, array: Any) -> Any:
            with as_default_graph(op.graph):
                result = apply("Const", (), {"value": np.asarray(array), "dtype": np.asarray(array).dtype})
            values[id(result)] = np.asarray(array)
            kept.append(result)
            return result

    return [values[id(v)] for v in rule.build(Build(), op, *op.inputs)]
