"""Programs of traced graphs: compiled on first use, and kept with the graph."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from graphwright.base.collector import rare_collections
from graphwright.base.config import options
from graphwright.base.forks import renewed_after_fork
from graphwright.base.phases import phase
from graphwright.core.context import state
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation
from graphwright.ir.record import lookup
from graphwright.runtime.executor import Executor, Program
from graphwright.runtime.selection import executor


def _new_lock() -> Any:
    return renewed_after_fork(threading.RLock())


def executor_of_programs() -> Executor:
    """The executor that programs are compiled by now: one with timers while a profile is recorded."""
    # numeric checks look at the results of every op, so every op must run
    chosen = executor(None if state.numerics is None else "numpy")
    return chosen.with_timers() if _timing else chosen


_timing = False
_timed: list[tuple[FuncGraph, Executor]] = []  # the graphs with programs that have timers


def time_regions() -> None:
    """Let programs that are compiled or entered from here on have timers around their regions."""
    global _timing
    _timing = True


def stop_timing() -> list[tuple[FuncGraph, Program]]:
    """End that; gives the graphs whose programs have timers, with these, which are dropped."""
    global _timing
    _timing = False
    found = [(graph, graph.derived.pop(chosen, None)) for graph, chosen in _timed]
    _timed.clear()
    return [(graph, program) for graph, program in found if program is not None]


def compiled(graph: FuncGraph, chosen: Executor | None = None) -> Any:
    """The graph's program on an executor (the current one), compiled on first use and cached with the graph."""
    chosen = chosen or executor_of_programs()
    program = graph.derived.get(chosen)
    if program is None:
        from graphwright.passes import optimize

        # one lock a graph: different graphs are compiled side by side
        lock = graph.derived.get("compiling") or graph.derived.setdefault("compiling", _new_lock())
        with lock:
            program = graph.derived.get(chosen)
            if program is None:
                start = time.perf_counter()
                with rare_collections, phase("compile", graph.name):
                    with phase("passes", graph.name):
                        optimized = optimize(graph)
                    if options.specializations and _reads_batches(optimized):
                        program = chosen.compile_or(optimized, partial(_with_batches_apart, optimized))
                    else:
                        program = chosen.compile(optimized)
                    graph.derived[chosen] = program
                if _timing and program.timed_regions is not None:
                    _timed.append((graph, chosen))
                graph.derived["compile_seconds"] = seconds = time.perf_counter() - start
                usage = graph.derived.get("usage")
                if usage is not None:
                    usage.compile_seconds += seconds
    return program


def left_to_python(program: Any) -> list[Operation]:
    """The operations that a program leaves to Python and that one for known sizes might not."""
    return _open_calls(getattr(program, "host_ops", ()))


def _open_calls(host_ops: Sequence[Operation]) -> list[Operation]:
    return [
        op
        for op in host_ops
        if op.record.effect != "host" and not all(v.type.is_static for v in (*op.inputs, *op.outputs))
    ]


def _reads_batches(graph: FuncGraph) -> bool:
    return any(op.type == "IteratorGetNext" for g in (graph, *graph.functions()) for op in g.operations)


def _with_batches_apart(graph: FuncGraph, host_ops: Sequence[Operation]) -> FuncGraph | None:
    """The graph in which what follows a batch of open size is called with its sizes; None if that gains nothing."""
    if not _open_calls(host_ops):
        return None
    # few graphs read batches
    from graphwright.passes.split_at_batches import split_at_batches

    call = lookup("_CallBySizes")  # of `call_by_sizes.py`, which those who read batches import
    split = graph if call is None else split_at_batches(graph, call)
    return None if split is graph else split


__all__ = ["compiled", "executor_of_programs", "left_to_python", "stop_timing", "time_regions"]
