"""The graph that tracing builds: it takes in outer values as captures and refuses values that leaked."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from graphwright.base.dtypes import resource, variant
from graphwright.base.shape import Dim, Symbol
from graphwright.core.tape import GRADIENT_NAME, carries_gradient
from graphwright.core.tensor import EagerTensor, SymbolicTensor, Tensor, escaped
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation, Value
from graphwright.ir.infer import infer
from graphwright.ir.location import Location, user_location
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType, resized

_SMALL = 128  # elements; smaller captured eager tensors become constants, as in TensorFlow, and so can be folded


class Mark(NamedTuple):
    """What a graph was at some point of its construction.

    Fields:
      operations, last: how many operations there were, and the last of them.
      declared: how many declared inputs.
      names: how often a name had been counted.
      fields: the other fields, with the length of those that only grow at their end, -1 for what is a value.
    """

    operations: int
    last: Operation | None
    declared: int
    names: int
    fields: list[tuple[str, Any, int]]


_ROLLED_BACK_APART = frozenset({"operations", "_by_name", "_name_counts", "inputs", "variables_met"})


class _NameCounts(dict[str, int]):
    """How often names were used; it remembers what they were before, to go back to."""

    def __init__(self) -> None:
        super().__init__()
        self.journal: list[tuple[str, int | None]] = []

    def __setitem__(self, name: str, count: int) -> None:
        self.journal.append((name, self.get(name)))
        super().__setitem__(name, count)

    def undo(self, kept: int) -> None:
        """Go back to when the journal had `kept` entries."""
        while len(self.journal) > kept:
            name, before = self.journal.pop()
            if before is None:
                del self[name]
            else:
                super().__setitem__(name, before)


class TracingGraph(FuncGraph):
    """A FuncGraph under construction. `core.dispatch` builds into it while it is the thread's current graph."""

    value_class = SymbolicTensor

    def __init__(self, name: str, outer: Graph | None = None, is_body: bool = False) -> None:
        super().__init__(name, outer)
        self._name_counts: _NameCounts = _NameCounts()
        self._capture_of: dict[int, SymbolicTensor] = {}
        # outer tensors that became constants here: no inputs, yet a tape may follow the eager ones among them
        self.constants: dict[int, tuple[Tensor, SymbolicTensor]] = {}
        # values of the graph that this one is a copy of (and of those it is a copy of): what a custom gradient
        # remembers of the first is found in the copy; see `thaw`
        self.copies: dict[int, tuple[Value, SymbolicTensor]] = {}
        # whether this is the body of control flow inside the outer graph, not a function of its own
        self.is_body = is_body
        # whether the tracing of this body may end in an error that is raised when it runs
        self.accepts_raise = False
        # set when an error of Python leaves the body of control flow: what is wrong if the tracing goes on nevertheless
        self.escaped: str | None = None
        # containers that the traced code made here, by identity: what they are called, and where lists are made
        self.containers_made: dict[int, tuple[Any, str, str]] = {}
        # what the writing methods of tensor arrays gave here
        self.arrays_written: list[Any] = []
        # variables seen while tracing, in order of first use: strong while tracing, the function layer decides after
        self.variables_met: dict[int, Any] = {}
        # what is taken in anew at each call, by key; see `capture_call_time_value`
        self.deferred: dict[Any, Any] = {}
        # op name -> the name of the gradient that operations created from here on have; see `gradient_override_map`
        self.gradient_names: dict[str, str] = {}

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that were used while it was traced."""
        return tuple(self.variables_met.values())

    def make_op(self, record: OpRecord, inputs: Sequence[Any], attrs: dict[str, Any], name: str) -> Operation:
        """Add an operation on tensors from here or from outside; checks types and shapes."""
        internal = [t if t.__class__ is SymbolicTensor and t.op.graph is self else self.capture(t) for t in inputs]
        types, _ = infer(record, internal, [t.type for t in internal], attrs)
        if self.gradient_names and record.name in self.gradient_names:
            attrs = {**attrs, GRADIENT_NAME: self.gradient_names[record.name]}
        return self.add_op(record, internal, attrs, types, name, user_location())

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> Iterator[None]:
        """Give operations made in the block other gradients: `op_type_map` leads from op names to registered names.

        Raises TypeError for anything but a dict from strings to strings. See `tf.RegisterGradient`.

        >>> @tf.RegisterGradient("TimesSeven")
        ... def times_seven(op, grad):
        ...     return grad * 7.0
        >>> @tf.function
        ... def f(x):
        ...     with tf.compat.v1.get_default_graph().gradient_override_map({"Square": "TimesSeven"}):
        ...         y = tf.square(x)
        ...     return tf.gradients(y, x)[0]
        >>> float(f(tf.constant(5.0)))
        7.0
        """
        if not isinstance(op_type_map, dict) or not all(
            isinstance(k, str) and isinstance(v, str) for k, v in op_type_map.items()
        ):
            raise TypeError(f"op_type_map must be a dictionary mapping strings to strings, got {op_type_map!r}")
        before, self.gradient_names = self.gradient_names, {**self.gradient_names, **op_type_map}
        try:
            yield
        finally:
            self.gradient_names = before

    def capture_call_time_value(
        self, closure: Callable[[], Any], spec: Any, key: Any = None, default_value: Any = None, placeholder: Any = None
    ) -> Any:
        """What stands in the graph for the value that `closure` has whenever the traced function is called.

        Args:
          closure: called without arguments, once for each call, before the graph runs.
          spec: the TypeSpec of its value, or a structure of them.
          key: later captures with the same key are this one.
          default_value: of no effect.
          placeholder: must be None; a new one is made.

        Raises TypeError, at a call, for a value that is not what `spec` says.
        """
        from graphwright.core.deferred_captures import capture

        if placeholder is not None:
            raise NotImplementedError("capture_call_time_value makes its placeholder itself: pass placeholder=None.")
        return capture(self, closure, spec, key)

    def placeholder(self, type_: TensorType, name: str, user_name: str | None = None) -> SymbolicTensor:
        """A new declared input."""
        # the variables of a loop have a line of the user's; the arguments of a function are made by its calls
        result = self._placeholder(type_, name, user_location() if self.is_body else None)
        if user_name is not None:
            result.op.attrs["_user_specified_name"] = user_name
        self.inputs.insert(len(self.inputs) - len(self.captures), result)
        return result

    def _placeholder(self, type_: TensorType, name: str, location: Location | None) -> SymbolicTensor:
        record = lookup("Placeholder")
        assert record is not None
        attrs = {"dtype": type_.dtype, "shape": type_.shape}
        result: SymbolicTensor = self.add_op(record, (), attrs, [type_], self.unique_name(name), location).outputs[0]
        return result

    def capture(self, tensor: Any, name: str | None = None) -> SymbolicTensor:
        """The value inside this graph that stands for an outer tensor."""
        found = self._capture_of.get(id(tensor))
        if found is not None:
            return found
        if isinstance(tensor, EagerTensor):
            if self._is_small(tensor):
                return self._constant(tensor, tensor._array)
        elif isinstance(tensor, SymbolicTensor):
            tensor = self._in_scope(tensor)
            if tensor.op.graph is self:
                own: SymbolicTensor = tensor
                return own
            if tensor.op.type == "Const" and self._remakes(tensor):
                return self._constant(tensor, tensor.op.attrs["value"])
            found = self._capture_of.get(id(tensor))
            if found is not None:
                return found
        else:
            raise TypeError(f"Cannot capture {tensor!r} in a graph: it is not a tensor.")
        return self.capture_by_reference(tensor, name)

    def capture_by_reference(self, tensor: Any, name: str | None = None) -> SymbolicTensor:
        """An input that stands for an outer tensor, whatever its size."""
        inner = self._placeholder(tensor._type, name or "unknown", None)
        self.inputs.append(inner)
        self.captures.append(tensor)
        self._capture_of[id(tensor)] = inner
        self.stands_for[id(inner)] = tensor
        return inner

    def _is_small(self, tensor: EagerTensor) -> bool:
        if tensor.__class__ is not EagerTensor:
            return False  # it is on a device, and stays there
        if tensor.dtype is resource or tensor.dtype is variant or tensor._array.size > _SMALL:
            return False
        # what a tape may follow must be seen among the inputs of the op that this body belongs to
        return not (self.is_body and carries_gradient(tensor))

    def _remakes(self, constant: SymbolicTensor) -> bool:
        """Whether a constant of an outer graph is made again here rather than passed in.

        One that a tape may follow is passed in, so that it is seen among the inputs.
        """
        return not carries_gradient(constant)

    def _constant(self, tensor: Any, value: Any) -> SymbolicTensor:
        known = self.constants.get(id(tensor))
        if known is not None:
            return known[1]
        record = lookup("Const")
        assert record is not None
        name = self.unique_name(self.scope + "Const")
        attrs = {"value": value, "dtype": tensor.dtype}
        result: SymbolicTensor = self.add_op(record, (), attrs, [tensor._type], name, user_location()).outputs[0]
        self.constants[id(tensor)] = (tensor, result)
        return result

    def _in_scope(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """The tensor itself or its copy in the nearest graph around; raises when there is neither."""
        graph: Any = self
        while graph is not None:
            if tensor.op.graph is graph:
                return tensor
            copied = graph.copies.get(id(tensor)) if isinstance(graph, TracingGraph) else None
            if copied is not None:
                found: SymbolicTensor = copied[1]
                return found
            graph = getattr(graph, "outer_graph", None)
        raise escaped(tensor, self)

    def mark(self) -> Mark:
        """What the graph is now, for `roll_back`; it costs the same however much there is in the graph."""
        fields = [
            (name, value, len(value) if value.__class__ is list or value.__class__ is dict else -1)
            for name, value in vars(self).items()
            if name not in _ROLLED_BACK_APART
        ]
        last = self.operations[-1] if self.operations else None
        declared = len(self.inputs) - len(self.captures)
        return Mark(len(self.operations), last, declared, len(self._name_counts.journal), fields)

    def roll_back(self, mark: Mark) -> None:
        """Forget what was added since `mark` was taken: a trial that is made again elsewhere.

        What a gradient has put before an operation that there was then is needed by that operation, and stays.
        """
        operations = self.operations
        while operations and operations[-1] is not mark.last:
            self._by_name.pop(operations.pop().name, None)
        self._name_counts.undo(mark.names)
        if len(operations) > mark.operations:
            for op in operations:
                self._name_counts.setdefault(op.name.lower(), 1)
        declared, captured = self.arguments[: mark.declared], self.internal_captures
        for name, value, length in mark.fields:
            setattr(self, name, value)
            if length >= 0:
                _shorten(value, length)
        self.inputs = [*declared, *captured[: len(self.captures)]]

    def _may_be_followed(self, outer: Tensor, inner: SymbolicTensor) -> bool:
        """Whether a tape may follow what became a constant here, and no trial that made it was rolled back."""
        present = self._by_name.get(inner.op.name) is inner.op
        return present and isinstance(outer, EagerTensor) and carries_gradient(outer)

    def finish(self) -> None:
        """Freeze the graph when tracing has ended; the bookkeeping of tracing is dropped."""
        self.frozen = True
        self._name_counts.journal.clear()
        self.containers_made.clear()
        if self.arrays_written:
            _tell_unused_arrays(self.arrays_written, self)
            self.arrays_written.clear()
        self.constants = {key: pair for key, pair in self.constants.items() if self._may_be_followed(*pair)}


def _tell_unused_arrays(written: list[Any], graph: TracingGraph) -> None:
    """Log which writing calls of tensor arrays gave an array that nobody uses."""
    import logging

    used = {id(value) for op in graph.operations for value in op.inputs} | {id(value) for value in graph.outputs}
    for flow in written:
        if id(flow) not in used:
            logging.getLogger("graphwright").warning(
                "%s\nThe array that this call gives is not used. In a traced function a tf.TensorArray is not changed "
                "in place: assign the result, as in `array = array.write(i, x)`.", flow.op.location
            )  # fmt: skip


def _shorten(container: list[Any] | dict[Any, Any], length: int) -> None:
    """Take away what was added last."""
    if isinstance(container, list):
        del container[length:]
    else:
        while len(container) > length:
            container.popitem()


def thaw(source: FuncGraph, name: str) -> TracingGraph:
    """A copy of a traced graph that can be built on and rewritten.

    Its captures are ordinary inputs: the caller passes all of them. `copies` leads from the values of the
    source to those of the copy. Sizes that arise inside have symbols of its own: where the graph calls the function
    that the source is a branch of, copy and source stand inside each other.
    """
    arguments = [d for v in source.inputs for d in v.type.dims or () if isinstance(d, Symbol)]
    sizes: dict[Symbol, Dim] = dict(zip(arguments, arguments, strict=True))
    types: dict[int, TensorType] = {}
    result = TracingGraph(name, source.outer_graph)
    result.attributes, result.seed, result.copies = source.attributes, source.seed, {}
    operations: dict[int, Operation] = {}
    for op in source.operations:
        inputs = [result.copies[id(v)][1] for v in op.inputs]
        copied = Operation(
            result,
            op.record,
            op.name,
            inputs,
            op.attrs,
            [types.get(id(t)) or types.setdefault(id(t), resized(t, sizes)) for t in (v.type for v in op.outputs)],
            op.location,
            op.origin or op,
        )
        copied.control_inputs = [operations[id(c)] for c in op.control_inputs]
        result.operations.append(copied)
        result._by_name[op.name] = operations[id(op)] = copied
        result.unique_name(op.name)
        result.copies.update((id(v), (v, c)) for v, c in zip(op.outputs, copied.outputs, strict=True))
    for key, count in source._name_counts.items():
        result._name_counts[key] = max(count, result._name_counts.get(key, 0))
    result.inputs = [result.copies[id(v)][1] for v in source.inputs]
    result.outputs = [result.copies[id(v)][1] for v in source.outputs]
    result.control_outputs = [operations[id(op)] for op in source.control_outputs if id(op) in operations]
    for inner in source.inputs:
        outer = source.outer_value(inner)
        if outer is not None:
            copy = result.copies[id(inner)][1]
            result.stands_for[id(copy)], result._capture_of[id(outer)] = outer, copy
    if isinstance(source, TracingGraph):
        # a copy of a copy is one of the first too
        for first, middle in source.copies.values():
            result.copies[id(first)] = (first, result.copies[id(middle)][1])
    return result
