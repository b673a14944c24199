"""What is asked of a random program: the native executor does what the numpy executor does.

Each operation of the simplified graph, or of the graph as traced, is judged by the inputs that it had in the compiled
code, against the table in `tolerance.py`. The program as users run it, with everything fused that can be, is held
against the numpy executor's run of the graph as traced: to the bit, or else to what noise within the same table does to
the results.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.graph import Graph, Operation
from graphwright.passes import optimize
from graphwright.passes.dce import eliminate_dead_code
from graphwright.runtime.selection import executor
from tests.graphs.draw import draw
from tests.graphs.program import Program
from tests.graphs.runs import Outcome, Traced, World, apart, noise
from tests.graphs.tolerance import agreement, same_bits
from tests.graphs.values import DTYPES, Array


class Different(AssertionError):
    """The executors differ."""


def check(seed: int) -> None:
    """Check the program of a seed."""
    check_program(draw(seed))


def check_program(program: Program) -> None:
    """Check all that is asked.

    Raises:
      Different: saying what differs.
    """
    traced = Traced(World(program))
    native, reference = traced.native(), traced.reference()
    if reference.error is not None and native.error is None:
        reference = traced.reference(optimized=True)  # what nothing needs may fail in the graph as traced
    _compare_errors(traced, native, reference)
    if native.printed != reference.printed:
        raise Different(f"printed {native.printed!r} instead of {reference.printed!r}")
    reported = apart(native.arrays, reference.arrays, lambda seed: _arrays(traced.noisy(seed), reference))
    if reported:
        raise Different(reported)
    if native.error is None:
        _check_operations(traced)
    if program.large:
        _check_threads(traced, native)


def _arrays(outcome: Outcome, like: Outcome) -> list[Array] | None:
    return outcome.arrays if len(outcome.arrays) == len(like.arrays) else None


# errors -----------------------------------------------------------------------------------------------------------


def _compare_errors(traced: Traced, native: Outcome, reference: Outcome) -> None:
    if len(native.results) != len(reference.results) or type(native.error) is not type(reference.error):
        raise Different(f"native: {native.error!r}\nnumpy: {reference.error!r}")
    if native.error is None or native.failing == reference.failing:
        return
    failing = _failing(traced)
    if failing and native.failing not in failing:
        raise Different(f"the error is said to be of {native.failing!r}, but what fails is {sorted(failing)}")


def _failing(traced: Traced) -> set[str]:
    """The operations of the simplified graph that fail, apart from those that would only run after such a one."""
    failing: set[str] = set()
    graph = optimize(traced.graph)
    values = dict(zip(map(id, graph.inputs), [*traced.world.arguments, *traced._captures], strict=True))
    for op in graph.operations:
        if op.type == "Const":
            values[id(op.outputs[0])] = op.attrs["value"]
        if op.type in ("Const", "Placeholder") or op.record.effect == "write":
            continue
        if not all(id(v) in values for v in op.inputs):
            continue
        try:
            with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
                grouped = op.record.group([values[id(v)] for v in op.inputs], op.attrs)
                result = op.record.bound_kernel(op.attrs)(*grouped)
        except errors.OpError:
            failing.add(op.name)
            continue
        results = [result] if op.record.single_output else list(result or ())
        values.update(zip(map(id, op.outputs), results, strict=True))
    return failing


# operation by operation -------------------------------------------------------------------------------------------


def _check_operations(traced: Traced) -> None:
    """Everything that is computed outside of bodies as a result of the program, each held against its kernel."""
    graph = _as_traced(traced.graph) if traced.world.program.plain else copy_graph(optimize(traced.graph))
    eliminate_dead_code(graph)
    watched = [v for op in graph.operations for v in op.outputs if v.dtype.name in DTYPES and op.type != "Const"]
    graph.outputs = watched
    outcome = traced.world.call(traced.on(executor("native").compile(graph)))
    if outcome.error is not None:
        raise Different(f"with every value as a result: {outcome.error!r}")
    for results in outcome.results:
        values = dict(zip(map(id, watched), results, strict=True))
        values |= {id(op.outputs[0]): op.attrs["value"] for op in graph.operations if op.type == "Const"}
        for op in graph.operations:
            if all(id(v) in values for v in (*op.inputs, *op.outputs)) and op.type not in ("Const", "Placeholder"):
                _judge(op, [values[id(v)] for v in op.inputs], [values[id(v)] for v in op.outputs])


def _as_traced(source: FuncGraph, made: dict[int, FuncGraph] | None = None) -> FuncGraph:
    """A copy, and copies of its bodies, without what nothing needs, which may fail; nothing else was simplified.

    `made` are those of the graphs around.
    """
    made = {} if made is None else made
    if id(source) in made:  # a function that calls itself
        return made[id(source)]
    graph = made[id(source)] = copy_graph(source)
    for op in graph.operations:
        for name in op.record.function_attrs:
            bodies = op.attrs[name]
            listed = isinstance(bodies, (list, tuple))
            copied = [_as_traced(b, made) for b in bodies] if listed else _as_traced(bodies, made)
            op.attrs = {**op.attrs, name: copied}
    eliminate_dead_code(graph)
    return graph


def _judge(op: Operation, inputs: list[Any], results: list[Any]) -> None:
    kernel = op.record.bound_kernel(op.attrs)
    if op.record.calls_functions:
        if any(_has_effects(op.attrs[name]) for name in op.record.function_attrs):
            return

        def run(seed: int | None) -> list[Array]:
            with noise(seed) if seed is not None else contextlib.nullcontext(), np.errstate(all="ignore"):
                return [np.asarray(a) for a in kernel(*op.record.group(inputs, op.attrs))]

        reported = apart(results, run(None), run)
    elif op.record.effect != "none":
        return
    else:
        reported = agreement(op, inputs, results, kernel)
    if reported:
        raise Different(f"{op.type} {op.name!r}: {reported}")


def _has_effects(graphs: Any) -> bool:
    bodies = graphs if isinstance(graphs, (list, tuple)) else [graphs]
    return any(op.record.effect != "none" for op in _all(bodies))


def _all(graphs: Sequence[Graph]) -> list[Operation]:
    """The operations of graphs and of all that they call, but for those that call."""
    found: list[Operation] = []
    waiting, seen = list(graphs), set()
    while waiting:
        graph = waiting.pop()
        if id(graph) in seen:
            continue
        seen.add(id(graph))
        for op in graph.operations:
            if not op.record.calls_functions:
                found.append(op)
            for name in op.record.function_attrs:
                bodies = op.attrs[name]
                waiting += bodies if isinstance(bodies, (list, tuple)) else [bodies]
    return found


# threads ----------------------------------------------------------------------------------------------------------


def _check_threads(traced: Traced, native: Outcome) -> None:
    """The same bits whatever the number of threads."""
    before = tf.config.threading.get_intra_op_parallelism_threads()
    try:
        for count in (1, 2, 4):
            tf.config.threading.set_intra_op_parallelism_threads(count)
            again = traced.native()
            if not all(map(same_bits, again.arrays, native.arrays)):
                raise Different(f"other results with {count} threads")
    finally:
        tf.config.threading.set_intra_op_parallelism_threads(before)
