"""Programs of traced graphs: compiled on first use, and kept with the graph."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

from graphwright.base.collector import rare_collections
from graphwright.base.forks import renewed_after_fork
from graphwright.base.phases import phase
from graphwright.core.context import state
from graphwright.core.placement import device_for
from graphwright.core.tensor import EagerTensor, escaped
from graphwright.ir.funcgraph import FuncGraph
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
                    program = graph.derived[chosen] = chosen.compile(optimized)
                if _timing and program.timed_regions is not None:
                    _timed.append((graph, chosen))
                usage = graph.derived.get("usage")
                if usage is not None:
                    usage.compile_seconds += time.perf_counter() - start
    return program


def run_graph(graph: FuncGraph, inputs: Sequence[Any]) -> list[EagerTensor]:
    """Run a graph on eager tensors, one for each of its inputs."""
    try:
        device = None if state.numerics is not None else device_for(inputs)
        if device is None:
            return list(compiled(graph).run_tensors(inputs, graph.outputs))
        program = compiled(graph, device.executor)
        return list(program.run_tensors(program.with_captures(inputs, _captures(graph)), graph.outputs))
    except AttributeError:
        symbolic = next((t for t in inputs if not isinstance(t, EagerTensor)), None)
        if symbolic is None:
            raise
        raise escaped(symbolic) from None


def _captures(graph: FuncGraph) -> Sequence[EagerTensor]:
    return getattr(graph, "captures", ())


__all__ = ["compiled", "executor_of_programs", "run_graph", "stop_timing", "time_regions"]
