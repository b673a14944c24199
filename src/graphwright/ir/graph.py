"""Graph, Operation and Value: the program that tracing builds and everything after it reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.base.dtypes import DType
from graphwright.base.services import EXPORT_GRAPH_DEF, NODE_MESSAGES
from graphwright.base.shape import TensorShape
from graphwright.ir.location import Location
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType

if TYPE_CHECKING:
    from graphwright.ir.funcgraph import FuncGraph


class Value:
    """One output of an operation."""

    __slots__ = ("__weakref__", "index", "op", "type")

    def __init__(self, op: Operation, index: int, type: TensorType) -> None:
        self.op = op
        self.index = index
        self.type = type

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self.type.dtype

    @property
    def shape(self) -> TensorShape:
        """The shape, as far as it is known."""
        return self.type.shape

    @property
    def graph(self) -> Graph:
        """The graph this value belongs to."""
        return self.op.graph

    @property
    def name(self) -> str:
        """`<operation name>:<output index>`."""
        return f"{self.op.name}:{self.index}"

    def __repr__(self) -> str:
        return f"<Value {self.name} {self.type!r}>"


class Operation:
    """One application of an op inside a graph.

    >>> graph = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([])).graph
    >>> graph.get_operation_by_name("add").type
    'AddV2'
    """

    __slots__ = (
        "__weakref__",
        "attrs",
        "control_inputs",
        "graph",
        "inputs",
        "location",
        "name",
        "origin",
        "outputs",
        "record",
    )

    def __init__(
        self,
        graph: Graph,
        record: OpRecord,
        name: str,
        inputs: Sequence[Value],
        attrs: dict[str, Any],
        output_types: Sequence[TensorType],
        location: Location | None = None,
        origin: Operation | None = None,
    ) -> None:
        self.graph = graph
        self.record = record
        self.name = name
        self.inputs: list[Any] = list(inputs)
        self.attrs = attrs
        self.control_inputs: list[Operation] = []
        self.location = location
        self.origin = origin
        make = graph.value_class
        self.outputs: list[Any] = [make(self, i, t) for i, t in enumerate(output_types)]

    @property
    def type(self) -> str:
        """TensorFlow's name of the op, such as `AddV2`."""
        return self.record.name

    def values(self) -> list[Any]:
        """The outputs."""
        return list(self.outputs)

    def get_attr(self, name: str) -> Any:
        """The value of an attribute as its message has it: DTypes, bytes for text, messages for shapes and tensors.

        Raises ValueError when the operation has no such attribute. `attrs` has the values in Python's form.

        >>> graph = tf.function(lambda x: tf.reduce_sum(x)).get_concrete_function(tf.TensorSpec([3])).graph
        >>> graph.get_operation_by_name("Sum").get_attr("keep_dims")
        False
        """
        return NODE_MESSAGES.get().attribute(self, name)

    @property
    def node_def(self) -> Any:
        """The operation as TensorFlow's NodeDef message (needs `protobuf`)."""
        return NODE_MESSAGES.get().node_def(self)

    @property
    def op_def(self) -> Any:
        """What its op takes and gives, as TensorFlow's OpDef message (needs `protobuf`)."""
        return NODE_MESSAGES.get().op_def(self.record)

    @property
    def device(self) -> str:
        """Always the empty string: a graph is placed when it runs."""
        return ""

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


class Graph:
    """Operations in program order, with unique names.

    Ops with effects keep their order always; pure ops may be moved, merged or dropped by passes.

    >>> graph = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([])).graph
    >>> [op.name for op in graph.get_operations()]
    ['x', 'add/y', 'add', 'Identity']
    """

    value_class: type[Value] = Value
    operation_class: type[Operation] | None = None

    def __init__(self, name: str = "graph") -> None:
        self.name = name
        self.operations: list[Operation] = []
        self._by_name: dict[str, Operation] = {}
        self._name_counts: dict[str, int] = {}
        self.frozen = False
        self.collections: dict[str, list[Any]] = {}
        self.seed: int | None = None
        self.scope = ""

    @property
    def building_function(self) -> bool:
        """Whether this is the body of a function; `tf.Graph()` makes graphs that are not."""
        return False

    # names -------------------------------------------------------------------------------------------------

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name`, or `name_1`, `name_2`, ... when it is taken (case does not distinguish names)."""
        key = name.lower()
        count = self._name_counts.get(key, 0)
        if mark_as_used:
            self._name_counts[key] = count + 1
        if not count:
            return name
        while (candidate := f"{name}_{count}").lower() in self._name_counts:
            count += 1
        if mark_as_used:
            self._name_counts[key] = count + 1
            self._name_counts[candidate.lower()] = 1
        return candidate

    # building ----------------------------------------------------------------------------------------------

    def add_op(
        self,
        record: OpRecord,
        inputs: Sequence[Value],
        attrs: dict[str, Any],
        output_types: Sequence[TensorType],
        name: str,
        location: Location | None = None,
        origin: Operation | None = None,
    ) -> Operation:
        """Append an operation; `attrs` is complete and checked, `name` unique (see `unique_name`)."""
        if self.frozen:
            raise RuntimeError(f"Graph '{self.name}' is finalized and cannot be modified.")
        op = (self.operation_class or Operation)(self, record, name, inputs, attrs, output_types, location, origin)
        self.operations.append(op)
        self._by_name[name] = op
        return op

    def finalize(self) -> None:
        """Make the graph read-only."""
        self.frozen = True

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""
        return self.frozen

    # looking -----------------------------------------------------------------------------------------------

    def get_operations(self) -> list[Operation]:
        """All operations, in program order."""
        return list(self.operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of this name; KeyError when there is none.

        Raises TypeError for what is no text, ValueError for the name of a tensor.
        """
        try:
            return self._by_name[name]
        except KeyError:
            if not isinstance(name, str):
                raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.") from None
            if ":" in name:
                raise ValueError(f"Name '{name}' appears to refer to a Tensor, not a Operation.") from None
            raise KeyError(f"The name '{name}' refers to an Operation not in the graph.") from None

    def get_tensor_by_name(self, name: str) -> Any:
        """The value named `op:index`; ValueError or KeyError when it is malformed or not there; TypeError: no text."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        op_name, colon, index = name.partition(":")
        if not colon or not index.isdigit():
            raise ValueError(f"'{name}' is not a valid tensor name: it must be of the form '<op_name>:<output_index>'.")
        outputs = self.get_operation_by_name(op_name).outputs
        if int(index) >= len(outputs):
            raise KeyError(
                f"The name '{name}' refers to an output of an operation that has only {len(outputs)} outputs."
            )
        return outputs[int(index)]

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """The tensor or operation of this graph that `obj` is or names (`"op"`, `"op:0"`).

        Raises TypeError for what is neither, ValueError and KeyError for what is not in the graph or not allowed.

        >>> graph = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([])).graph
        >>> graph.as_graph_element("add:0").op is graph.as_graph_element("add")
        True
        """
        if isinstance(obj, (str, bytes)):
            name = obj.decode() if isinstance(obj, bytes) else obj
            if ":" in name and allow_tensor:
                return self.get_tensor_by_name(name)
            if ":" not in name and allow_operation:
                return self.get_operation_by_name(name)
            raise ValueError(f"'{name}' names {'a tensor' if ':' in name else 'an operation'}, which is not asked for.")
        if isinstance(obj, Operation) and allow_operation:
            owner = obj.graph
        elif isinstance(obj, Value) and allow_tensor:
            owner = obj.op.graph
        else:
            kinds = " or ".join(k for k, on in (("Tensor", allow_tensor), ("Operation", allow_operation)) if on)
            from graphwright.base.words import with_article

            raise TypeError(f"Can not convert {with_article(type(obj).__name__)} into {with_article(kinds)}.")
        if owner is not self:
            raise ValueError(f"{obj!r} is not an element of this graph.")
        return obj

    def functions(self) -> Iterator[FuncGraph]:
        """Every function that an attribute of an operation here names, callees of callees included, each once."""
        seen: set[int] = set()
        pending: list[Graph] = [self]
        while pending:
            for op in pending.pop().operations:
                for called in called_functions(op):
                    if id(called) not in seen:
                        seen.add(id(called))
                        pending.append(called)
                        yield called

    @property
    def _functions(self) -> Mapping[str, Any]:
        """The functions that operations here call, by name, with their `definition`: so libraries read them."""
        definitions: Mapping[str, Any] = NODE_MESSAGES.get().definitions(self)
        return definitions

    def as_graph_def(
        self, from_version: int | None = None, add_shapes: bool = False, use_pybind11_proto: bool = False
    ) -> Any:
        """The graph as TensorFlow's GraphDef message (needs `protobuf`), of the one kind of message that there is.

        With `from_version`, a number that `version` gave, it has the operations that were added since.
        """
        message = EXPORT_GRAPH_DEF.get()(self, add_shapes=add_shapes)
        if from_version is not None:
            later = {op.name for op in self.operations[from_version:]}
            nodes = [node for node in message.node if node.name in later]
            del message.node[:]
            message.node.extend(nodes)
        return message

    @property
    def graph_def_versions(self) -> Any:
        """The versions of TensorFlow's format, as a message VersionDef (needs `protobuf`)."""
        return self.as_graph_def().versions

    # rewriting ---------------------------------------------------------------------------------------------

    def replace(self, mapping: Mapping[Any, Any]) -> None:
        """Let every use of a key become a use of its value, in all operations here."""
        for op in self.operations:
            op.inputs = [mapping.get(v, v) for v in op.inputs]

    def rewrite_op(self, op: Operation, attrs: dict[str, Any], output_types: Sequence[TensorType]) -> None:
        """Give an operation new attributes and further outputs; the existing outputs stay the same objects."""
        op.attrs = attrs
        make = self.value_class
        have = len(op.outputs)
        op.outputs += [make(op, have + i, t) for i, t in enumerate(output_types[have:])]

    def __str__(self) -> str:
        from graphwright.ir.printer import print_graph

        return print_graph(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} '{self.name}', {len(self.operations)} operations>"


def called_functions(op: Operation) -> list[FuncGraph]:
    """The functions named by the attributes of one operation, those in lists included."""
    found: list[FuncGraph] = []
    for name in op.record.function_attrs:
        value = op.attrs.get(name)
        if isinstance(value, (list, tuple)):
            found.extend(value)
        elif value is not None:
            found.append(value)
    return found


def call_instead(op: Operation, functions: Sequence[FuncGraph]) -> None:
    """Let the attributes of an operation name these functions in place of its `called_functions`."""
    following = iter(functions)
    attrs = dict(op.attrs)
    for name in op.record.function_attrs:
        value = attrs.get(name)
        if isinstance(value, (list, tuple)):
            attrs[name] = [next(following) for _ in value]
        elif value is not None:
            attrs[name] = next(following)
    op.attrs = attrs


__all__ = ["Graph", "Operation", "Value", "call_instead", "called_functions"]
