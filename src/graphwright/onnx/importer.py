"""Converts the graphs of an ONNX model: nodes, subgraphs, and the functions that define ops by others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphwright.base import errors
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, Value, rule_for
from graphwright.onnx.reading import DEEPEST, DOMAINS, domain_of, functions_of, graphs_of, onnx_package, opsets_of
from graphwright.onnx.tensors import ELEMENT_NUMBERS, Message, to_array

_GRAPH = 5


@dataclass
class Scope:
    """The values of a graph under conversion, by name; those of the graph around it are visible in it."""

    model: Conversion
    opsets: Mapping[str, int]
    outer: Scope | None = None
    attributes: Mapping[str, Message] = field(default_factory=dict)
    depth: int = 0
    values: dict[str, Value] = field(default_factory=dict)

    @property
    def folder(self) -> str | None:
        """The folder of the model's external data."""
        return self.model.folder

    def find(self, name: str) -> Value:
        """The value of a name, None for the empty one."""
        scope: Scope | None = self
        while name and scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.outer
        if name:
            raise errors.InvalidArgumentError(f"The model uses '{name}', which no node makes.")
        return None

    def inner(self) -> Scope:
        """A scope for a subgraph."""
        return Scope(self.model, self.opsets, self, self.attributes, self.depth + 1)

    def run_graph(self, graph: Message, inputs: Sequence[Value]) -> list[Value]:
        """The outputs of a subgraph for values of its inputs."""
        scope = self.inner()
        if len(inputs) != len(graph.input):
            raise errors.InvalidArgumentError(
                f"The graph '{graph.name}' takes {len(graph.input)} inputs; its node passes {len(inputs)}."
            )
        scope.values.update({info.name: value for info, value in zip(graph.input, inputs, strict=True)})
        return scope.run(graph)

    def run(self, graph: Message) -> list[Value]:
        """The outputs of a graph whose inputs have their values."""
        for proto in graph.initializer:
            if proto.name not in self.values:
                self.values[proto.name] = to_tensor(to_array(proto, self.folder))
        self.run_nodes(graph.node)
        return [self.find(info.name) for info in graph.output]

    def run_nodes(self, nodes: Sequence[Message]) -> None:
        """Convert nodes in their order."""
        for proto in nodes:
            results = self._converted(proto)
            if len(results) < len([n for n in proto.output if n]):
                raise errors.UnimplementedError(
                    f"The node '{proto.name}' ({proto.op_type}) has {len(proto.output)} outputs; "
                    f"{len(results)} of this op are supported."
                )
            for name, value in zip(proto.output, results, strict=False):
                if name:
                    self.values[name] = value

    def _converted(self, proto: Message) -> list[Value]:
        domain, attributes = domain_of(proto), self._attributes_of(proto)
        inputs = [self.find(name) for name in proto.input]
        function = self.model.functions.get((domain, proto.op_type))
        if function is not None:
            return self._called(function, opsets_of(function.opset_import, proto.op_type), inputs, attributes)
        version = self.opsets.get(domain, 1)
        _check_old(proto, domain, version)
        convert = rule_for(domain, proto.op_type, version)
        if convert is None:
            return self._by_definition(proto, domain, version, inputs, attributes)
        _check_inputs(proto, domain, version)
        node = Node(proto, version, self, attributes)
        try:
            result = convert(node, *inputs)
        except Exception as error:
            raise errors.with_note(error, f"in {node}") from error.__cause__
        return list(result) if isinstance(result, tuple) else [result]

    def _attributes_of(self, proto: Message) -> dict[str, Message]:
        """The attributes of a node; those that refer to one of the function around it are replaced by that."""
        result = {}
        for attribute in proto.attribute:
            if not attribute.ref_attr_name:
                result[attribute.name] = attribute
            elif attribute.ref_attr_name in self.attributes:
                result[attribute.name] = self.attributes[attribute.ref_attr_name]
        return result

    def _called(
        self, function: Message, opsets: Mapping[str, int], inputs: Sequence[Value], attributes: dict[str, Message]
    ) -> list[Value]:
        """The results of a function of the model, or of one that defines an op."""
        if self.depth > DEEPEST:
            raise errors.InvalidArgumentError(f"Functions are nested more than {DEEPEST} deep.")
        defaults = {a.name: a for a in function.attribute_proto}
        scope = Scope(self.model, opsets, None, {**defaults, **attributes}, self.depth + 1)
        if len(inputs) > len(function.input):
            raise errors.InvalidArgumentError(
                f"The function '{function.name}' takes {len(function.input)} inputs, not {len(inputs)}."
            )
        padded = [*inputs, *[None] * (len(function.input) - len(inputs))]
        scope.values.update(zip(function.input, padded, strict=True))
        scope.run_nodes(function.node)
        return [scope.values.get(name) for name in function.output]

    def _by_definition(
        self, proto: Message, domain: str, version: int, inputs: Sequence[Value], attributes: dict[str, Message]
    ) -> list[Value]:
        """The results of an op that ONNX itself defines by other ops."""
        function = _definition(proto, domain, version, inputs, attributes)
        if function is None:
            raise errors.UnimplementedError(f"The ONNX op {proto.op_type} is not supported.")
        schema = onnx_package().defs.get_schema(proto.op_type, version, domain)
        defaults = {n: a.default_value for n, a in schema.attributes.items() if a.default_value.name}
        opsets = {**self.opsets, **opsets_of(function.opset_import, proto.op_type)}
        return self._called(function, opsets, inputs, {**defaults, **attributes})


def _check_inputs(proto: Message, domain: str, version: int) -> None:
    """InvalidArgumentError for inputs that are missing or too many, and for an op that its opset does not have."""
    onnx = onnx_package()
    try:
        schema = onnx.defs.get_schema(proto.op_type, version, domain)
    except onnx.defs.SchemaError:
        raise errors.InvalidArgumentError(f"Opset {version} has no op {proto.op_type}.") from None
    single = onnx.defs.OpSchema.FormalParameterOption.Single
    missing = [f.name for f, given in zip(schema.inputs, proto.input, strict=False) if f.option == single and not given]
    if missing or not schema.min_input <= len(proto.input) <= schema.max_input:
        lacking = f"; '{missing[0]}' is missing" if missing else ""
        raise errors.InvalidArgumentError(
            f"The node '{proto.name}' ({proto.op_type}): {len(proto.input)} inputs do not fit the op{lacking}."
        )


def _check_old(proto: Message, domain: str, version: int) -> None:
    """UnimplementedError for what only old versions have."""
    old = [a.name for a in proto.attribute if a.name in ("broadcast", "consumed_inputs", "is_test", "spatial")]
    if domain == "" and version < 9 and old:
        raise errors.UnimplementedError(
            f"The node '{proto.name}' ({proto.op_type}) has the attribute '{old[0]}' of an old opset, "
            "which is not supported."
        )


def _definition(
    proto: Message, domain: str, version: int, inputs: Sequence[Value], attributes: Mapping[str, Message]
) -> Message | None:
    """ONNX's own definition of an op by others, of the newest version that a model of this version may use."""
    onnx = onnx_package()
    try:
        schema = onnx.defs.get_schema(proto.op_type, version, domain)
    except onnx.defs.SchemaError:
        return None
    versions = [v for v in schema.function_opset_versions if v <= version]
    if schema.has_function and versions:
        return onnx.FunctionProto.FromString(schema.get_function_with_opset_version(max(versions)))
    versions = [v for v in schema.context_dependent_function_opset_versions if v <= version]
    if not schema.has_context_dependent_function or not versions:
        return None
    node = onnx.NodeProto()
    node.CopyFrom(proto)
    del node.attribute[:]
    for name, attribute in attributes.items():
        node.attribute.add().CopyFrom(attribute)
        node.attribute[-1].name = name
    types = [_type_of(onnx, value) for value in inputs]
    data = schema.get_context_dependent_function_with_opset_version(
        max(versions), node.SerializeToString(), [t.SerializeToString() for t in types]
    )
    return onnx.FunctionProto.FromString(data) if data else None


def _type_of(onnx: Any, value: Value) -> Message:
    """The ONNX type of a value."""
    result = onnx.TypeProto()
    if isinstance(value, Tensor):
        result.tensor_type.elem_type = ELEMENT_NUMBERS[value.dtype]
        dims = value.shape.static_dims
        if dims is not None:
            result.tensor_type.shape.SetInParent()
            for size in dims:
                dim = result.tensor_type.shape.dim.add()
                if size is not None:
                    dim.dim_value = size
    elif isinstance(value, list):
        result.sequence_type.elem_type.CopyFrom(_type_of(onnx, value[0]) if value else onnx.TypeProto())
    return result


class Conversion:
    """What the conversion of one model shares."""

    def __init__(self, model: Message, folder: str | None, trainable: bool) -> None:
        self.folder = folder
        self.functions = functions_of(model)
        self.variables: list[Any] = []
        self._model = model
        self._trainable = trainable
        self._initializers: dict[str, Any] = {}

    def prepare(self) -> None:
        """Create the values of the model's initializers; UnimplementedError that lists all ops without a rule."""
        missing = sorted(self._missing(self._model.graph.node, opsets_of(self._model.opset_import, "The model")))
        if missing:
            raise errors.UnimplementedError(f"The model uses ONNX ops that are not supported: {', '.join(missing)}.")
        for proto in self._model.graph.initializer:
            self._initializers[proto.name] = self._created(proto)

    def initial_values(self) -> dict[str, Tensor]:
        """The values of the model's initializers, by name."""
        return {n: v if isinstance(v, Tensor) else v.read_value() for n, v in self._initializers.items()}

    def _created(self, proto: Message) -> Any:
        array = to_array(proto, self.folder)
        if not self._trainable or array.dtype.kind not in "fV" or array.ndim == 0:
            return to_tensor(array)
        from graphwright.core.variable import Variable

        variable = Variable(array, name=proto.name)
        self.variables.append(variable)
        return variable

    def _missing(self, nodes: Sequence[Message], opsets: Mapping[str, int]) -> set[str]:
        onnx = onnx_package()
        found: set[str] = set()
        for node in nodes:
            domain = domain_of(node)
            for graph in graphs_of(node):
                found |= self._missing(graph.node, opsets)
            function = self.functions.get((domain, node.op_type))
            if function is not None:
                found |= self._missing(function.node, opsets_of(function.opset_import, node.op_type))
                continue
            version = opsets.get(domain, 1)
            if rule_for(domain, node.op_type, version) is not None:
                continue
            try:
                schema = onnx.defs.get_schema(node.op_type, version, domain) if domain in DOMAINS else None
            except onnx.defs.SchemaError:
                schema = None
            if schema is None or not (schema.has_function or schema.has_context_dependent_function):
                found.add(f"{domain}.{node.op_type}" if domain else node.op_type)
        return found


__all__ = ["Conversion", "Scope"]
