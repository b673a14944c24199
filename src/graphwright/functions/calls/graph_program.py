"""Programs of traced graphs: compiled on first use, and kept with the graph."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

from graphwright.base.collector import rare_collections
from graphwright.base.forks import renewed_after_fork
from graphwright.core.context import state
from graphwright.core.tensor import EagerTensor, escaped
from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.selection import executor


def _new_lock() -> Any:
    return renewed_after_fork(threading.RLock())


def compiled(graph: FuncGraph) -> Any:
    """The graph's program on the current executor, compiled on first use and cached with the graph."""
    # numeric checks look at the results of every op, so every op must run
    chosen = executor(None if state.numerics is None else "numpy")
    program = graph.derived.get(chosen)
    if program is None:
        from graphwright.passes import optimize

        # one lock a graph: different graphs are compiled side by side
        lock = graph.derived.get("compiling") or graph.derived.setdefault("compiling", _new_lock())
        with lock:
            program = graph.derived.get(chosen)
            if program is None:
                start = time.perf_counter()
                with rare_collections:
                    program = graph.derived[chosen] = chosen.compile(optimize(graph))
                usage = graph.derived.get("usage")
                if usage is not None:
                    usage.compile_seconds += time.perf_counter() - start
    return program


def run_graph(graph: FuncGraph, inputs: Sequence[Any]) -> list[EagerTensor]:
    """Run a graph on eager tensors, one for each of its inputs."""
    try:
        return list(compiled(graph).run_tensors(inputs, graph.outputs))
    except AttributeError:
        symbolic = next((t for t in inputs if not isinstance(t, EagerTensor)), None)
        if symbolic is None:
            raise
        raise escaped(symbolic) from None


__all__ = ["compiled", "run_graph"]
