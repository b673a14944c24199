"""`tf.compat.v1.Session`: runs the part of a graph that fetches need, compiled once for feeds and fetches."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from graphwright.base import errors
from graphwright.base.dtypes import resource
from graphwright.base.forks import renewed_after_fork
from graphwright.base.tracebacks import shortened
from graphwright.core.context import outside_graphs
from graphwright.core.dispatch import apply_any
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.core.variable_state import VariableState
from graphwright.functions.calls.run_graph import run_graph
from graphwright.ir.graph import Graph as AnyGraph
from graphwright.ir.graph import Operation
from graphwright.ir.handles import DECLARED
from graphwright.ir.types import tensor_type
from graphwright.ops.random._seeds import GraphSeed
from graphwright.saved_model.wrapped_function import PrunedCopy
from graphwright.sessions.default_session import default_sessions
from graphwright.sessions.fetches import Fetches, feeds_of, is_operation
from graphwright.sessions.graph import get_default_graph


class _SessionCopy(PrunedCopy):
    """A part of a graph whose placeholders must all be fed, and whose resources are those of a session."""

    def __init__(
        self,
        source: Any,
        handle: Callable[[Operation], EagerTensor],
        random_stream: Callable[[Operation], GraphSeed],
    ) -> None:
        super().__init__(source, "session_run")
        self._handle, self._random_stream = handle, random_stream

    def copy(self, wanted: Sequence[Any]) -> None:
        """Copy what is needed; an operation that is a placeholder has nothing to run but the feed."""
        for element in wanted:
            if isinstance(element, Operation) and element.type == "Placeholder":
                self._refuse_unfed(element)
        super().copy(wanted)

    def _copy(self, op: Operation) -> None:
        if op.inputs or len(op.outputs) != 1 or op.outputs[0].dtype is not resource:
            super()._copy(op)
            if isinstance(op.attrs.get("seed2"), GraphSeed):
                copied = self._operations[id(op)]
                copied.attrs = {**op.attrs, "seed2": self._random_stream(op)}
        elif id(op.outputs[0]) not in self._values:
            inner = self.made.capture_by_reference(self._handle(op), op.name)
            if op.type == "VarHandleOp":
                inner.op.attrs[DECLARED] = _declared(op)
            self._values[id(op.outputs[0])] = inner

    def _copy_input(self, op: Operation) -> None:
        value = op.outputs[0]
        if id(value) in self._values:
            return
        if self._source.outer_value(value) is not None:
            super()._copy_input(op)
            return
        self._refuse_unfed(op)

    def _refuse_unfed(self, op: Operation) -> NoReturn:
        value = op.outputs[0]
        dims = value.shape.as_list() if value.shape.rank is not None else None
        sizes = "<unknown>" if dims is None else "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"
        dtype = {"float32": "float", "float64": "double"}.get(value.dtype.name, value.dtype.name)
        raise errors.InvalidArgumentError(
            f"You must feed a value for placeholder tensor '{op.name}' with dtype {dtype} and shape {sizes}"
        )


def _declared(op: Operation) -> Any:
    return tensor_type(op.attrs["dtype"], op.attrs["shape"].symbolic)


class BaseSession:
    """Runs operations of a graph, with values of its variables."""

    def __init__(self, target: str = "", graph: Any = None, config: Any = None) -> None:
        if graph is not None and not isinstance(graph, AnyGraph):
            raise TypeError(f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"')
        self.graph: Any = get_default_graph() if graph is None else graph
        self.sess_str = target
        self._config = config
        self._programs: dict[Any, Any] = {}
        self._handles: dict[int, EagerTensor] = {}
        self._streams: dict[int, GraphSeed] = {}
        self._lock = renewed_after_fork(threading.RLock())
        self._closed = False

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef message."""
        return self.graph.as_graph_def()

    def close(self) -> None:
        """Free the variables and compiled programs; the session cannot run again."""
        self._closed = True
        self._programs.clear()
        self._handles.clear()

    def list_devices(self) -> list[Any]:
        """The devices that operations run on: the CPU."""
        from graphwright.core.devices import list_logical_devices

        return list_logical_devices()

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Any]:
        """Make this the session of `eval()` and `run()` of tensors and operations inside the block."""
        default_sessions.sessions.append(self)
        try:
            yield self
        finally:
            default_sessions.sessions.remove(self)

    @shortened
    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """The values of `fetches`, with those of `feed_dict` in place of the tensors that are its keys.

        Args:
          fetches: a tensor, a variable, an operation, the name of one, or a structure of them.
          feed_dict: from tensors or their names to values.
          options, run_metadata: of no effect.

        Returns: `fetches` with NumPy values in it, None for an operation.

        Raises:
          RuntimeError: the session is closed, or its graph empty.
          TypeError, ValueError: a fetch, or a feed, is not of the graph; a value does not fit.
          InvalidArgumentError: a placeholder that is needed is not fed.
          FailedPreconditionError: a variable that is read has not been initialized in this session.
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if not self.graph.operations:
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
        wanted = Fetches(self.graph, fetches)
        feeds = feeds_of(self.graph, feed_dict)
        return wanted.results(self._values(wanted.elements, feeds))

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that runs `fetches`; it takes the values of `feed_list` by position.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.float32)
        ...     double = session.make_callable(x * 2.0, [x])
        ...     print(double(4.0))
        8.0
        """
        keys = list(feed_list or ())

        def run(*values: Any, **options: Any) -> Any:
            return self.run(fetches, dict(zip(keys, values, strict=True)))

        return run

    def _values(self, elements: list[Any], feeds: list[tuple[Any, EagerTensor]]) -> list[Any]:
        key = (tuple(map(id, elements)), tuple([id(t) for t, _ in feeds]))
        with self._lock:
            graph = self._programs.get(key)
            if graph is None:
                graph = self._programs[key] = self._pruned(elements, [t for t, _ in feeds])
        with outside_graphs():
            results = iter(run_graph(graph, [*(value for _, value in feeds), *graph.captures]))
        return [None if is_operation(e) else next(results).numpy() for e in elements]

    def _pruned(self, elements: list[Any], fed: list[SymbolicTensor]) -> Any:
        """The part of the graph that computes the elements from what is fed."""
        part = _SessionCopy(self.graph, self.handle, self._random_stream)
        for tensor in fed:
            part.feed(tensor, None)
        part.copy(elements)
        part.made.outputs = [v for e in elements if (v := part.result(e)) is not None]
        part.made.finish()
        return part.made

    def handle(self, op: Operation) -> EagerTensor:
        """The handle of this session's variable, iterator or table for an operation of the graph."""
        found = self._handles.get(id(op))
        if found is None:
            found = self._handles[id(op)] = self._new_handle(op)
            initializer = self.graph.initializers_of_handles.get(id(op))
            if initializer is not None:
                self._values([initializer], [])
        return found

    def _random_stream(self, op: Operation) -> GraphSeed:
        """The seed of an operation with its position in this session's random numbers."""
        return self._streams.setdefault(id(op), GraphSeed(op.attrs["seed2"]))

    def _new_handle(self, op: Operation) -> EagerTensor:
        if op.type == "VarHandleOp":
            return EagerTensor(VariableState(_declared(op), op.name), tensor_type(resource, ()))
        with outside_graphs():
            result: EagerTensor = apply_any(op.record, (), op.attrs)
        return result


class Session(BaseSession):
    """Runs operations of a graph.

    Args:
      target: of no effect: there is one process.
      graph: the graph; the default graph by default.
      config: of no effect.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     session.run({"sum": tf.constant(1) + 2})
    {'sum': np.int32(3)}
    """

    def __init__(self, target: str = "", graph: Any = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._block: contextlib.ExitStack | None = None

    def __enter__(self) -> Session:
        if self._block is not None:
            raise RuntimeError("Session context managers are not re-entrant. Use `Session.as_default()`.")
        self._block = contextlib.ExitStack()
        self._block.enter_context(self.graph.as_default())
        self._block.enter_context(self.as_default())
        return self

    def __exit__(self, *exc: Any) -> None:
        if self._block is not None:
            self._block.close()
        self.close()

    @staticmethod
    def reset(target: str, containers: Any = None, config: Any = None) -> None:
        """Of no effect: each session has its own variables."""


class InteractiveSession(BaseSession):
    """A session that is the default session from its creation until it is closed.

    >>> with tf.Graph().as_default():
    ...     session = tf.compat.v1.InteractiveSession()
    ...     print((tf.constant(2.0) * 3.0).eval())
    ...     session.close()
    6.0
    """

    def __init__(self, target: str = "", graph: Any = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._blocks = contextlib.ExitStack()
        if graph is not None:
            self._blocks.enter_context(self.graph.as_default())
        self._blocks.enter_context(self.as_default())

    def close(self) -> None:
        """End being the default session, and free what the session holds."""
        super().close()
        self._blocks.close()


__all__ = ["BaseSession", "InteractiveSession", "Session"]
