"""ONNX's control flow: If, Loop and Scan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.core.context import state
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import tensor_type
from graphwright.onnx.node import Node, Value, rule, static

MOST_UNROLLED = 1000
"""How many steps of a loop over sequences are unrolled."""

_Step = Callable[..., list[Value]]


@rule("If")
def if_(node: Node, condition: Tensor) -> tuple[Value, ...]:
    """One of two graphs; only one is converted if the condition is known."""
    known = static(condition)
    branches = [node.graph("then_branch"), node.graph("else_branch")]
    if known is not None:
        return tuple(node.scope.run_graph(branches[0 if known.reshape(-1)[0] else 1], []))
    results = tf.cond(
        tf.reshape(condition, []),
        lambda: node.scope.run_graph(branches[0], []),
        lambda: node.scope.run_graph(branches[1], []),
    )
    return tuple(results)


def results_of(step: _Step, inputs: Sequence[tf.TensorSpec]) -> list[tf.TensorSpec]:
    """The types of the results of a step for inputs of these types; nothing of it stays in the graph."""
    graph = state.graph
    assert isinstance(graph, TracingGraph)
    mark = graph.mark()
    try:
        types = [
            tensor_type(
                s.dtype,
                None
                if s.shape.static_dims is None
                else tuple(Symbol() if d is None else d for d in s.shape.static_dims),
            )
            for s in inputs
        ]
        results = step(*(graph.placeholder(t, f"probe_{i}") for i, t in enumerate(types)))
        return [tf.TensorSpec(v.shape, v.dtype) for v in results]
    finally:
        graph.roll_back(mark)


def invariant(step: _Step, fixed: Sequence[tf.TensorSpec], states: Sequence[Tensor]) -> tuple[list[Any], list[Any]]:
    """The shapes that states have in every step, and the types of what a step adds to outputs.

    `step` takes the fixed inputs and the states, and returns the next states and what it adds.
    """
    shapes = [s.shape for s in states]
    while True:
        specs = [tf.TensorSpec(shape, s.dtype) for shape, s in zip(shapes, states, strict=True)]
        results = results_of(step, [*fixed, *specs])
        wider = [_wider(shape, r.shape) for shape, r in zip(shapes, results, strict=False)]
        if all(w == s for w, s in zip(wider, shapes, strict=True)):
            return shapes, results[len(states) :]
        shapes = wider


def _wider(shape: tf.TensorShape, other: tf.TensorShape) -> tf.TensorShape:
    """The narrowest shape that both fit, by what is known of them."""
    mine, theirs = shape.static_dims, other.static_dims
    if mine is None or theirs is None or len(mine) != len(theirs):
        return tf.TensorShape(None)
    return tf.TensorShape([a if a == b else None for a, b in zip(mine, theirs, strict=True)])


class _Body:
    """The graph of a Loop: from the number of the step, the condition and the states to the next ones."""

    def __init__(self, node: Node, states: Sequence[Value]) -> None:
        self.node = node
        self.graph = node.graph("body")
        self.count = len(states)
        self.scanned = len(self.graph.output) - 1 - self.count
        if self.scanned < 0:
            raise node.error(f"the body has {len(self.graph.output)} outputs for {self.count} states.")

    def step(self, i: Tensor, condition: Tensor, states: Sequence[Value]) -> tuple[Tensor, list[Value], list[Value]]:
        """The next condition and states, and what the step adds to the outputs."""
        results = self.node.scope.run_graph(self.graph, [i, condition, *states])
        return tf.reshape(results[0], []), results[1 : 1 + self.count], results[1 + self.count :]


@rule("Loop")
def loop(node: Node, trips: Tensor | None, condition: Tensor | None, *states: Value) -> tuple[Value, ...]:
    """Steps up to a number of them, while a condition holds."""
    body = _Body(node, states)
    going = tf.constant(True) if condition is None else tf.reshape(condition, [])
    known = None if trips is None else static(trips)
    if any(not isinstance(s, Tensor) for s in states):
        if known is None or known.reshape(-1)[0] > MOST_UNROLLED:
            raise node.unsupported("a sequence as the state of a loop whose number of steps is unknown")
        return _unrolled(body, int(known.reshape(-1)[0]), going, states)
    limit = tf.constant(2**63 - 1, tf.int64) if trips is None else tf.reshape(trips, [])
    return _while(body, limit, going, states)


def _unrolled(body: _Body, trips: int, going: Tensor, states: Sequence[Value]) -> tuple[Value, ...]:
    outputs: list[list[Value]] = [[] for _ in range(body.scanned)]
    values = list(states)
    for i in range(trips):
        known = static(going)
        if known is None:
            raise body.node.unsupported("a sequence as the state of a loop whose condition is computed")
        if not known.reshape(-1)[0]:
            break
        going, values, shown = body.step(tf.constant(i, tf.int64), going, values)
        for output, value in zip(outputs, shown, strict=True):
            output.append(value)
    return (*values, *(tf.stack(output) for output in outputs))


def _while(body: _Body, limit: Tensor, going: Tensor, states: Sequence[Tensor]) -> tuple[Value, ...]:
    def probed(i: Tensor, going: Tensor, *states: Tensor) -> list[Value]:
        _, after, shown = body.step(i, going, states)
        return [*after, *shown]

    fixed = [tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.bool)]
    shapes, shown = invariant(probed, fixed, states)
    arrays = [tf.TensorArray(s.dtype, 0, True, infer_shape=False, element_shape=s.shape) for s in shown]

    def step(i: Tensor, going: Tensor, states: tuple[Tensor, ...], arrays: tuple[Any, ...]) -> tuple[Any, ...]:
        going, after, added = body.step(i, going, states)
        position = tf.cast(i, tf.int32)
        return i + 1, going, tuple(after), tuple(a.write(position, v) for a, v in zip(arrays, added, strict=True))

    scalar = tf.TensorShape([])
    results = tf.while_loop(
        lambda i, going, *_: (i < limit) & going,
        step,
        (tf.constant(0, tf.int64), going, tuple(states), tuple(arrays)),
        (scalar, scalar, tuple(shapes), tuple(tf.TensorShape(None) for _ in arrays)),
    )
    return (*results[2], *(a.stack() for a in results[3]))


@rule("Scan")
def scan(node: Node, *inputs: Tensor) -> tuple[Value, ...]:
    """A graph, run for each slice of some inputs, with states from step to step."""
    if node.version >= 9:
        return _Scan(node).run(inputs, node.integers("scan_input_axes"), node.integers("scan_input_directions"))
    if inputs[0] is not None:
        raise node.unsupported("sequence_lens")
    batches = inputs[1].shape[0]
    if batches is None:
        raise node.unsupported("an unknown number of batches")
    parts = [_Scan(node).run([x[b] for x in inputs[1:]], [], node.integers("directions")) for b in range(batches)]
    return tuple(tf.stack(values) for values in zip(*parts, strict=True))


class _Scan:
    def __init__(self, node: Node) -> None:
        self.node = node
        self.graph = node.graph("body")
        self.count = node.integer("num_scan_inputs")

    def run(self, inputs: Sequence[Tensor], axes: Sequence[int], directions: Sequence[int]) -> tuple[Value, ...]:
        """The last states, then the outputs."""
        if not 1 <= self.count <= len(inputs):
            raise self.node.error(f"num_scan_inputs is {self.count} for {len(inputs)} inputs.")
        split = len(inputs) - self.count
        states, slices = inputs[:split], self._moved(inputs[split:], axes, directions)
        steps = tf.shape(slices[0])[0]

        def body(*values: Tensor) -> list[Value]:
            return self.node.scope.run_graph(self.graph, [*values[self.count :], *values[: self.count]])

        fixed = [tf.TensorSpec(x.shape[1:], x.dtype) for x in slices]
        shapes, shown = invariant(body, fixed, states)
        arrays = [tf.TensorArray(s.dtype, steps, infer_shape=False, element_shape=s.shape) for s in shown]

        def step(i: Tensor, states: tuple[Tensor, ...], arrays: tuple[Any, ...]) -> tuple[Any, ...]:
            results = body(*(x[i] for x in slices), *states)
            after, added = results[:split], results[split:]
            return i + 1, tuple(after), tuple(a.write(i, v) for a, v in zip(arrays, added, strict=True))

        variables = (tf.constant(0), tuple(states), tuple(arrays))
        invariants = (tf.TensorShape([]), tuple(shapes), tuple(tf.TensorShape(None) for _ in arrays))
        results = tf.while_loop(lambda i, *_: i < steps, step, variables, invariants)
        return (*results[1], *self._placed([a.stack() for a in results[2]]))

    def _moved(self, inputs: Sequence[Tensor], axes: Sequence[int], directions: Sequence[int]) -> list[Tensor]:
        """Inputs with the axis of the steps first, reversed where the direction is."""
        axes, directions = list(axes) or [0] * self.count, list(directions) or [0] * self.count
        if len(axes) != self.count or len(directions) != self.count:
            raise self.node.error("an axis and a direction must be given for each scan input.")
        moved = []
        for x, axis, backward in zip(inputs, axes, directions, strict=True):
            rank = self.node.rank(x)
            axis = self.node.checked_axis(axis, rank)
            x = tf.transpose(x, [axis, *(i for i in range(rank) if i != axis)]) if axis else x
            moved.append(tf.reverse(x, [0]) if backward else x)
        return moved

    def _placed(self, stacked: list[Tensor]) -> list[Tensor]:
        """Outputs with the steps along the wanted axis, in the wanted order."""
        axes = self.node.integers("scan_output_axes", [0] * len(stacked))
        directions = self.node.integers("scan_output_directions", [0] * len(stacked))
        result = []
        for x, axis, backward in zip(stacked, axes, directions, strict=True):
            x = tf.reverse(x, [0]) if backward else x
            axis = self.node.checked_axis(axis, self.node.rank(x)) if axis else 0
            order = [*range(1, axis + 1), 0, *range(axis + 1, x.shape.rank or 0)]
            result.append(tf.transpose(x, order) if axis else x)
        return result
