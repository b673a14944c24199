"""`tf.summary.trace_on`: the graphs of the functions that run, written to an event file.

Nothing is watched meanwhile: the calls of all traces are counted in any case, and are compared with before.
"""

from __future__ import annotations

import gc
import warnings
from dataclasses import dataclass
from typing import Any

from graphwright.base import errors
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.profiler import recording as profiles
from graphwright.summary.event_file import field, metadata
from graphwright.summary.values import NO_STEP, write
from graphwright.summary.writers import state


@dataclass
class _Recording:
    """What was asked for, and how often each trace had been called by then."""

    graph: bool
    profiler: bool
    calls: dict[int, int]


_recording: _Recording | None = None


def _traces() -> list[ConcreteFunction]:
    # looked for among all objects, so that making and calling functions does nothing for it
    return [thing for thing in gc.get_objects() if type(thing) is ConcreteFunction]


def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None) -> None:
    """Begin to record the graphs of the functions that are called.

    Args:
      graph: whether graphs are recorded.
      profiler: whether a profile is recorded, which `trace_export` writes.
      profiler_outdir: the folder that it is written to; without one there is none.

    >>> tf.summary.trace_on(); tf.summary.trace_off()
    """
    global _recording
    if _recording is not None:
        warnings.warn("Trace already enabled", stacklevel=2)
        return
    if profiler and profiler_outdir is None:
        warnings.warn("No `profiler_outdir` passed to trace_on(): no profile is recorded.", stacklevel=2)
    profiled = profiler and profiler_outdir is not None
    if profiled:
        profiles.start(profiler_outdir)
    _recording = _Recording(graph, profiled, {id(trace): trace.usage.calls for trace in _traces()})


def trace_off() -> None:
    """Stop to record, and forget what was recorded.

    >>> tf.summary.trace_on(); tf.summary.trace_off()
    """
    global _recording
    if _recording is not None and _recording.profiler:
        profiles.stop(save=False)
    _recording = None


def trace_export(name: str, step: Any = None, profiler_outdir: str | None = None) -> None:
    """Write the graphs of the functions called since `trace_on` with the default writer, and stop to record.

    Args:
      name: the name of the value.
      step: the step, by default that of `tf.summary.experimental.set_step`.
      profiler_outdir: of no effect; `trace_on` takes it.

    Raises ValueError where nothing is recorded or there is no step.

    >>> f = tf.function(lambda x: x + 1.0)
    >>> tf.summary.trace_on()
    >>> y = f(tf.constant(1.0))
    >>> tf.summary.trace_export("f", step=0)
    """
    global _recording
    if _recording is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if state.file() is not None and step is None and state.step is None:
        raise ValueError(NO_STEP)
    if _recording.graph:
        before = _recording.calls
        called = [trace for trace in _traces() if trace.usage.calls > before.get(id(trace), 0)]
        graphs = b"".join(_function_graphs(trace) for trace in sorted(called, key=lambda trace: trace.name))
        write(name, graphs, step, metadata("graph_run_metadata_graph", content=b"1"))
    if _recording.profiler:
        profiles.stop()
    _recording = None


def _function_graphs(trace: ConcreteFunction) -> bytes:
    """The field of `RunMetadata` with the graph of a function before it is optimised."""
    try:
        graph = trace.graph.as_graph_def(add_shapes=True).SerializeToString()
    except errors.OpError:  # it has what no message can hold, such as calls of Python
        return b""
    return field(4, field(2, graph))
