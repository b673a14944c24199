"""Recursive functions: a call in the graph if the results are declared, otherwise an error.

A function that declares its results (`output_signature`) can be called before its graph is complete: the operation
refers to the graph under construction, and its results have the declared types. The captures of the graph and its
effects are only known at its end; if the calls inside it assumed others, the function is traced again.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from graphwright.autograph.recording import Recording
from graphwright.base import errors, nest
from graphwright.base.spec import TensorSpec, TraceType
from graphwright.base.tracebacks import PACKAGE_ROOT
from graphwright.control.calls import PARTITIONED_CALL, STATEFUL_PARTITIONED_CALL
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls.concrete_function import tensors_of
from graphwright.ir.location import Location
from graphwright.ir.types import tensor_type

MAX_RETRACES = 5
"""How often a function is traced until its recursive calls have the right captures and effects."""


class _Open(threading.local):
    """The unfinished traces of this thread, outermost first."""

    def __init__(self) -> None:
        self.traces: list[OpenTrace] = []


_open = _Open()


class OpenTrace:
    """An unfinished trace.

    Attributes:
      tracer, name, types: the function that is traced, and for which arguments.
      recording: what the trace read and wrote of the program's Python state.
      depends_on_outer: whether it calls an enclosing function whose graph is incomplete; it then serves no other call.
    """

    def __init__(self, tracer: Any, name: str, types: Mapping[str, TraceType], declared: Any) -> None:
        self.tracer, self.name, self.types = tracer, name, dict(types)
        self.depends_on_outer = False
        self.recording = Recording()
        self._declared = declared
        self._graph: TracingGraph | None = None
        self._capture_arguments: list[Any] = []  # the captures that recursive calls pass on
        self._stateful = False
        self._called = False

    @property
    def is_declared(self) -> bool:
        """Whether the function declares its results."""
        return self._declared is not None

    # around the running of the Python function ------------------------------------------------------------

    def begin_graph(self, graph: TracingGraph) -> None:
        """Set the graph, which has its arguments."""
        if self._declared is None:
            return
        self._graph, self._called = graph, False
        graph.declared_outputs = [
            tensor_type(s.dtype, s.shape.symbolic) for s in nest.flatten(self._declared) if s is not None
        ]
        for tensor in self._capture_arguments:
            graph.capture(tensor)

    def results(self, structure: Any) -> Any:
        """The result of the Python function as declared; raises TypeError if it does not match."""
        if self._declared is None:
            return structure
        try:
            nest.assert_same_structure(self._declared, structure)
        except (TypeError, ValueError) as error:
            raise self._differs(structure) from error
        return nest.map_structure(lambda s, v: self._result(s, v, structure), self._declared, structure)

    def _result(self, spec: TensorSpec | None, value: Any, structure: Any) -> Any:
        if spec is None or value is None:
            if spec is not value:
                raise self._differs(structure)
            return None
        tensor = value if isinstance(value, Tensor) else self._converted(spec, value, structure)
        if tensor.dtype is not spec.dtype or not spec.shape.is_compatible_with(tensor.shape):
            raise self._differs(structure)
        if tensor.shape.is_subtype_of(spec.shape):
            return tensor
        return apply("EnsureShape", (tensor,), {"shape": spec.shape})

    def _converted(self, spec: TensorSpec, value: Any, structure: Any) -> Tensor:
        try:
            return to_tensor(value, spec.dtype)
        except (TypeError, ValueError) as error:
            raise self._differs(structure) from error

    def _differs(self, structure: Any) -> TypeError:
        found = nest.map_structure(lambda v: TensorSpec(v.shape, v.dtype) if isinstance(v, Tensor) else v, structure)
        return TypeError(
            f"{self.name} is declared to return {self._declared!r} (its output_signature), but returns {found!r}. "
            "Change one of them."
        )

    def is_complete(self, graph: TracingGraph) -> bool:
        """Whether the recursive calls in a traced graph match its captures and effects; if not, retrace."""
        if not self._called:
            return True
        stateful = graph.is_stateful
        same = len(graph.captures) == len(self._capture_arguments) and all(
            a is b for a, b in zip(graph.captures, self._capture_arguments, strict=True)
        )
        if same and stateful == self._stateful:
            return True
        self._capture_arguments, self._stateful = list(graph.captures), stateful or self._stateful
        return False

    # the call inside --------------------------------------------------------------------------------------

    def call(self, values: Mapping[str, Any]) -> Any:
        """A call of the graph under construction as an operation of the current graph."""
        graph = self._graph
        assert graph is not None and graph.declared_outputs is not None
        self._called = True
        traces = _open.traces
        for inner in traces[traces.index(self) + 1 :]:
            inner.depends_on_outer = True
        tensors = [t for n, type_ in self.types.items() for t in tensors_of(type_, values[n])]
        record = STATEFUL_PARTITIONED_CALL if self._stateful else PARTITIONED_CALL
        attrs = {"Tout": [t.dtype for t in graph.declared_outputs], "f": graph}
        flat = iter(apply_multi(record, ([*tensors, *self._capture_arguments],), attrs))
        return nest.map_structure(lambda s: None if s is None else next(flat), self._declared)


class RecursiveCall:
    """Takes the place of a trace while it is unfinished."""

    def __init__(self, open_trace: OpenTrace) -> None:
        self._opened = open_trace

    def call_values(self, values: Mapping[str, Any]) -> Any:
        """Call with all arguments by name."""
        return self._opened.call(values)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"The trace of {self._opened.name} is being made: inside itself it can be called, and has no {name!r} yet."
        )


@contextmanager
def tracing_in_progress(trace: OpenTrace) -> Iterator[OpenTrace]:
    """Register an unfinished trace inside the block; a RecursionError is reported with its cause."""
    _open.traces.append(trace)
    try:
        yield trace
    except RecursionError as error:
        if getattr(error, "_is_reported", False):
            raise
        raise _as_reported(_too_deep(trace.name, error)) from None
    finally:
        _open.traces.pop()


def _as_reported(message: str) -> RecursionError:
    """A RecursionError with a complete message."""
    error = RecursionError(message)
    error._is_reported = True  # type: ignore[attr-defined]
    return error


def recursive_call(tracer: Any, types: Mapping[str, TraceType]) -> RecursiveCall | None:
    """The recursive call of a function that is being traced for these types; None if it is not.

    Raises:
      RecursionError: it does not declare what it returns.
    """
    for open_trace in reversed(_open.traces):
        if open_trace.tracer is tracer and _serves(open_trace, types):
            if not open_trace.is_declared:
                raise _as_reported(_undeclared(open_trace))
            if state.graph is None:
                raise errors.UnimplementedError(
                    f"{open_trace.name} is called in an init_scope while it is being traced: it cannot run yet."
                )
            return RecursiveCall(open_trace)
    return None


def widened(tracer: Any, types: dict[str, TraceType]) -> dict[str, TraceType]:
    """Types general enough for these and for those of an unfinished trace that differ in shapes only.

    So a recursion whose arguments change shape terminates.
    """
    for open_trace in reversed(_open.traces):
        if open_trace.tracer is tracer and open_trace.is_declared and list(open_trace.types) == list(types):
            common = {n: t.most_specific_common_supertype([open_trace.types[n]]) for n, t in types.items()}
            if all(t is not None for t in common.values()):
                return common  # type: ignore[return-value]
    return types


def _serves(open_trace: OpenTrace, types: Mapping[str, TraceType]) -> bool:
    have = open_trace.types
    if list(have) != list(types):
        return False
    if open_trace.is_declared:
        return all(t.is_subtype_of(have[n]) for n, t in types.items())
    return have == dict(types)


def _undeclared(open_trace: OpenTrace) -> str:
    around = [t.name for t in _open.traces[_open.traces.index(open_trace) :]]
    via = "" if len(around) == 1 else f" (through {', '.join(around[1:])})"
    return (
        f"{open_trace.name} calls itself{via}, with arguments of the same types, while it is being traced: a recursion "
        "whose end depends on tensor values has no finite graph. Declare what it returns, "
        "@tf.function(output_signature=tf.TensorSpec(shape, dtype)), for a recursive call in the graph; or use a "
        "loop, or let Python values end the recursion."
    )


def _too_deep(name: str, error: RecursionError) -> str:
    """A message that names the user function that was entered most often."""
    entered: Counter[Any] = Counter()
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(PACKAGE_ROOT):
            entered[code] += 1
        trace = trace.tb_next
    reason, where = "maximum recursion depth exceeded", ""
    if entered:
        code, count = entered.most_common(1)[0]
        if count > 1:
            reason = f"'{code.co_name}' was entered {count} times without end"
            where = f"\n  {Location(code, code.co_firstlineno)}"
    return (
        f"While tracing {name}: {reason}. A condition on a tensor is not decided while tracing: both of its branches "
        "are traced, so it ends no recursion. Make the function that calls itself a tf.function that declares what it "
        f"returns (output_signature), or use a loop, or let Python values end the recursion.{where}"
    )


__all__ = [
    "MAX_RETRACES",
    "OpenTrace",
    "RecursiveCall",
    "recursive_call",
    "tracing_in_progress",
    "widened",
]  # fmt: skip
