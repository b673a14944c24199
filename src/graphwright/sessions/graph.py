"""`tf.Graph`: a graph that belongs to no function; sessions run parts of it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from graphwright.core.context import as_default_graph, name_scope, state
from graphwright.core.dispatch import apply_any, require
from graphwright.core.scopes import control_dependencies, device
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable_creators import ask_creators
from graphwright.ir.graph import Graph as AnyGraph
from graphwright.ir.graph import Operation
from graphwright.sessions.default_session import session_for

_SCOPE: Final = re.compile(r"[A-Za-z0-9_.\\/>-]*\Z")


class GraphTensor(SymbolicTensor):
    """A tensor of a `tf.Graph`: it can be a key of `feed_dict`, and has a value in a session."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:  # type: ignore[override]  # keys are compared by identity
        return self is other

    def __ne__(self, other: object) -> bool:  # type: ignore[override]
        return self is not other

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value of this tensor in a session: `session.run(tensor, feed_dict)`.

        Args:
          feed_dict: see `tf.compat.v1.Session.run`.
          session: the default session by default.

        Raises ValueError where there is no session.
        """
        graph: Any = self.graph
        return graph.evaluated(self, feed_dict, session)


class GraphOperation(Operation):
    """An operation of a `tf.Graph`."""

    __slots__ = ()

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Run this operation in a session, the default session by default."""
        session_for(session, self.graph, "execute operation using `run()`").run(self, feed_dict)

    @property
    def traceback(self) -> Any:
        """The line of the program that made it, as a `traceback.StackSummary`; empty where it is not known."""
        from traceback import FrameSummary, StackSummary

        made = self.location
        if made is None:
            return StackSummary()
        return StackSummary.from_list([FrameSummary(made.filename, made.line, made.function)])

    def colocation_groups(self) -> list[bytes]:
        """The groups of operations on one device that it belongs to: its own, or those of `colocate_with`."""
        graph: Any = self.graph
        return graph.colocations.get(id(self)) or [f"loc:@{self.name}".encode()]


class _GraphType(type):
    """The graphs of functions, too, are instances of `tf.Graph`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return super().__instancecheck__(instance) or (cls is Graph and isinstance(instance, AnyGraph))

    def __subclasscheck__(cls, subclass: type) -> bool:
        return super().__subclasscheck__(subclass) or (cls is Graph and issubclass(subclass, AnyGraph))


class Graph(TracingGraph, metaclass=_GraphType):
    """Operations that `tf.compat.v1.Session` runs.

    >>> graph = tf.Graph()
    >>> with graph.as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
    ...     y = x * 2.0
    >>> tf.compat.v1.Session(graph=graph).run(y, {x: [1.0, 2.0]}).tolist()
    [2.0, 4.0]
    """

    value_class = GraphTensor
    operation_class = GraphOperation

    def __init__(self) -> None:
        ask_creators()  # of variables: a graph has a class of its own
        super().__init__("graph")
        # of the `control_dependencies` blocks around: what operations wait for, and which were made in the block
        self.control_blocks: list[tuple[list[Operation], set[int]]] = []
        self.variable_scope: Any = None  # what `sessions.variable_scope` knows of this graph
        self.random_ops = 0  # how many have a seed by the order of creation
        self.collections_of_variables: list[Any] | None = None  # of those being created
        # what starts a resource in each session, by the operation that gives its handle
        self.initializers_of_handles: dict[int, Operation] = {}
        self._unfeedable: set[int] = set()
        self._colocated: list[bytes] = []
        self.colocations: dict[int, list[bytes]] = {}
        self._unfetchable: set[int] = set()

    @property
    def building_function(self) -> bool:
        """Whether this is the body of a function: no, sessions run it."""
        return False

    @property
    def variable_class(self) -> Any:
        """What `tf.Variable` creates while this graph is built."""
        from graphwright.sessions.variables import GraphVariable

        return GraphVariable

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Build operations into this graph inside the block."""
        with as_default_graph(self):
            state.variable_creator = None
            yield self

    def add_op(self, *args: Any, **kwargs: Any) -> Operation:
        """Append an operation, after those of the `control_dependencies` blocks around."""
        op = super().add_op(*args, **kwargs)
        for before, inside in self.control_blocks:
            if not any(id(value.op) in inside for value in op.inputs):  # else an input waits already
                op.control_inputs += [c for c in before if c not in op.control_inputs]
            inside.add(id(op))
        if self._colocated:
            self.colocations[id(op)] = list(self._colocated)
        return op

    def capture(self, tensor: Any, name: str | None = None) -> SymbolicTensor:
        """The tensor itself; RuntimeError for an eager tensor, ValueError for one of another graph."""
        if isinstance(tensor, EagerTensor):
            if tensor.dtype.name in ("resource", "variant"):  # tables and datasets live outside of graphs
                return self.capture_by_reference(tensor, name)
            raise RuntimeError("Attempting to capture an EagerTensor without building a function.")
        if isinstance(tensor, SymbolicTensor) and tensor.op.graph is self:
            return tensor
        raise ValueError(f"{tensor} must be from the same graph as the operation that uses it: {self!r}.")

    def control_dependencies(self, control_inputs: Any) -> Any:
        """`tf.control_dependencies` for this graph."""
        return control_dependencies(control_inputs)

    def name_scope(self, name: str | None) -> Any:
        """`tf.name_scope` for this graph. Raises ValueError for a name that no operation can have."""
        if (
            isinstance(name, str)
            and name
            and not (_SCOPE.match(name) and (self.scope or name[0].isalnum() or name[0] == "."))
        ):
            root = "" if self.scope else "root "
            raise ValueError(f"{name!r} is no valid {root}scope name: letters, digits and . _ \\ / > - may be in it.")
        return name_scope(name)

    def get_name_scope(self) -> str:
        """The name scope in force, without a trailing slash."""
        return self.scope.rstrip("/")

    def device(self, device_name_or_function: Any) -> Any:
        """`tf.device` for this graph, which takes a function from operations to names, too: nothing is placed."""
        return contextlib.nullcontext() if callable(device_name_or_function) else device(device_name_or_function)

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Accepted, of no effect: the variables of a session are its own."""
        yield container_name

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Let `colocation_groups` of the operations in the block be those of `op`, or a tensor's. Nothing is placed."""
        kept = self._colocated
        if op is None:
            self._colocated = []
        else:
            groups = getattr(op, "op", op).colocation_groups()
            self._colocated = sorted({*([] if ignore_existing else kept), *groups})
        try:
            yield
        finally:
            self._colocated = kept

    def create_op(
        self,
        op_type: str,
        inputs: Any,
        dtypes: Any = None,
        input_types: Any = None,
        name: str | None = None,
        attrs: Any = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Add an operation; `tf.raw_ops` is the easier way.

        Args:
          op_type: the name of its op.
          inputs: its tensors, one after the other.
          name: a name for it.
          attrs: messages AttrValue, or values in Python's form, by the name of the attribute.

        The other arguments follow from these.

        Raises NotFoundError for an unknown op.

        >>> graph = tf.Graph()
        >>> with graph.as_default():
        ...     x = tf.constant([1.0, 2.0])
        >>> graph.create_op("Square", [x]).outputs[0].shape
        TensorShape([2])
        """
        from graphwright.graphdef.read_attrs import read_attr

        record = require(op_type)
        functions = {f.name: f for f in self.functions()}
        given = {
            n: read_attr(v, record.attrs[n].kind, functions.get) if hasattr(v, "WhichOneof") else v
            for n, v in (attrs or {}).items()
            if n in record.attrs
        }
        grouped = record.group(list(inputs), given)
        with self.as_default():
            before = len(self.operations)
            apply_any(record, grouped, {n: v for n, v in given.items() if n in record.kernel_attrs}, name)
            return next(op for op in self.operations[before:] if op.record is record)

    def evaluated(self, tensor: Any, feed_dict: Any, session: Any) -> Any:
        """The value of a tensor of this graph, dense or sparse, in a session: the default session for None."""
        return session_for(session, self, "evaluate tensor using `eval()`").run(tensor, feed_dict)

    @property
    def version(self) -> int:
        """A number that grows with each operation."""
        return len(self.operations)

    def prevent_feeding(self, tensor: Any) -> None:
        """Let `Session.run` refuse this tensor as a key of `feed_dict`."""
        self._unfeedable.add(id(tensor))

    def prevent_fetching(self, op: Any) -> None:
        """Let `Session.run` refuse this operation, or tensor, as a fetch."""
        self._unfetchable.add(id(op))

    def is_feedable(self, tensor: Any) -> bool:
        """Whether `Session.run` takes a value for this tensor."""
        return id(tensor) not in self._unfeedable

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Whether `Session.run` gives the value of this tensor or operation."""
        return id(tensor_or_op) not in self._unfetchable and id(getattr(tensor_or_op, "op", None)) not in (
            self._unfetchable
        )

    def switch_to_thread_safe(self) -> None:
        """Of no effect."""

    # collections -------------------------------------------------------------------------------------------

    def add_to_collection(self, name: str, value: Any) -> None:
        """Append a value to a collection.

        >>> graph = tf.Graph(); graph.add_to_collection("losses", 1); graph.get_collection("losses")
        [1]
        """
        self._check_not_finalized()
        self.collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Append a value to several collections; `names` may be one name."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection(self, name: str, scope: str | None = None) -> list[Any]:
        """The values of a collection in a new list; with `scope` those whose names a regular expression begins."""
        found = list(self.collections.get(name, ()))
        return found if scope is None else named_in_scope(found, scope)

    def get_collection_ref(self, name: str) -> list[Any]:
        """The list of a collection itself."""
        return self.collections.setdefault(name, [])

    def get_all_collection_keys(self) -> list[Any]:
        """The names of the collections."""
        return list(self.collections)

    def clear_collection(self, name: str) -> None:
        """Empty a collection."""
        self._check_not_finalized()
        self.collections.pop(name, None)

    def _check_not_finalized(self) -> None:
        if self.frozen:
            raise RuntimeError("Graph is finalized and cannot be modified.")


def named_in_scope(values: Iterable[Any], scope: str) -> list[Any]:
    """The values with a name that the regular expression `scope` matches at its beginning."""
    import re

    pattern = re.compile(scope)
    return [v for v in values if hasattr(v, "name") and pattern.match(v.name)]


class _DefaultGraph:
    """The graph that `tf.compat.v1.get_default_graph()` gives a thread outside of all blocks."""

    def __init__(self) -> None:
        import threading

        self._local = threading.local()

    def get(self) -> Graph:
        """The thread's default graph, created when it is first asked for."""
        graph: Graph | None = getattr(self._local, "graph", None)
        if graph is None:
            graph = self._local.graph = Graph()
        return graph

    def replace(self) -> Graph:
        """A new default graph in place of the thread's."""
        self._local.graph = Graph()
        return self.get()


default_graph = _DefaultGraph()


def get_default_graph() -> Any:
    """The graph under construction: of a `tf.Graph` block or of the function being traced; else the thread's own.

    >>> @tf.function
    ... def f():
    ...     return len(tf.compat.v1.get_default_graph().get_operations())
    >>> int(f())
    0
    """
    return default_graph.get() if state.graph is None else state.graph


def reset_default_graph() -> None:
    """Replace the thread's default graph by an empty one.

    Raises AssertionError inside a `with graph.as_default()` block and while a function is traced.

    >>> tf.compat.v1.reset_default_graph()
    """
    if state.graph is not None and state.graph is not default_graph.get():
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs.")
    in_force = state.graph is not None
    graph = default_graph.replace()
    if in_force:
        state.graph = graph


__all__ = [
    "Graph", "GraphOperation", "GraphTensor", "default_graph", "get_default_graph",
    "named_in_scope", "reset_default_graph",
]  # fmt: skip
