"""Writes concrete functions to SavedModels: FunctionDefs, signatures and captures."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TensorSpec
from graphwright.core.sparse_tensor import SparseTensorSpec
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable
from graphwright.core.variable_state import VariableState
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.function import Function
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_types import VariableType
from graphwright.graphdef.export import Library
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.saved_model.messages import CLASSES, Message
from graphwright.saved_model.structured_values import NotEncodableError, UnregisteredTypeError, encode, named_tuple

FULL_ARG_SPEC = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")
_Kind = inspect.Parameter


def traces_of(function: Any) -> list[ConcreteFunction]:
    """The traces to save: the existing ones, and the one for an input signature."""
    if isinstance(function, ConcreteFunction):
        return [function]
    assert isinstance(function, Function)
    if function.input_signature is not None and not function._list_all_concrete_functions():
        function.get_concrete_function()
    return [c for c in function._list_all_concrete_functions() if is_saveable(c)]


def is_saveable(concrete: ConcreteFunction) -> bool:
    """Whether a trace can be saved: its arguments can be encoded, and it uses no values of another trace.

    Raises ValueError for one that takes in values when it is called, because Python gives them, and
    UnregisteredTypeError for arguments of a type that has no name in files, which its author can give it.
    """
    if getattr(concrete.graph, "deferred", None):
        raise ValueError(
            f"The function {concrete.function_spec.name} cannot be saved: it takes in values at each call "
            "(capture_call_time_value), which Python computes. Pass them as arguments."
        )
    if any(isinstance(leaf, VariableType) for t in concrete.argument_types.values() for leaf in t.flatten()):
        return False
    if not all(isinstance(t, EagerTensor) for t in concrete.graph.captures):
        return False
    try:
        encode(concrete.structured_input_signature)
    except UnregisteredTypeError:
        raise
    except NotEncodableError:
        return False
    return True


def argument_names(concrete: ConcreteFunction) -> list[str]:
    """The names of the tensors among the arguments, in the order of the call."""
    count = len(concrete.graph.inputs) - len(concrete.graph.captures)
    return [v.op.name for v in concrete.graph.inputs[:count]]


def _keywords(spec: FunctionSpec, concrete: ConcreteFunction) -> list[str]:
    """The keyword-only arguments, in the order of the call."""
    _, kwargs = concrete.structured_input_signature
    return [n for n in concrete.argument_types if n in kwargs]


def in_order(concrete: ConcreteFunction) -> tuple[FuncGraph, list[str]]:
    """The graph with arguments in the order of the file (keyword-only ones by name), and the names of its tensors."""
    graph: FuncGraph = concrete.graph
    names = argument_names(concrete)
    keywords = _keywords(concrete.function_spec, concrete)
    if keywords == sorted(keywords):
        return graph, names
    order, at = {}, 0
    for name, type_ in concrete.argument_types.items():
        count = len(type_.flatten())
        order[name] = list(range(at, at + count))
        at += count
    wanted = [n for n in order if n not in keywords] + sorted(keywords)
    positions = [i for n in wanted for i in order[n]]
    copied = copy_graph(graph)
    copied.control_outputs = [copied.get_operation_by_name(op.name) for op in graph.control_outputs]
    copied.inputs = [*(copied.inputs[i] for i in positions), *copied.inputs[at:]]
    for before, after in zip(graph.internal_captures, copied.internal_captures, strict=True):
        copied.stands_for[id(after)] = graph.outer_value(before)
    copied.finalize()
    return copied, [names[i] for i in positions]


def function_spec(spec: FunctionSpec, input_signature: Any) -> Message:
    """The message that describes the parameters of a function."""
    by_kind: dict[Any, list[inspect.Parameter]] = {}
    for parameter in spec.parameters:
        kind = _Kind.POSITIONAL_OR_KEYWORD if parameter.kind is _Kind.POSITIONAL_ONLY else parameter.kind
        by_kind.setdefault(kind, []).append(parameter)
    positional = by_kind.get(_Kind.POSITIONAL_OR_KEYWORD, [])
    only = by_kind.get(_Kind.KEYWORD_ONLY, [])
    defaults = [_encodable(p.default) for p in positional if p.default is not p.empty]
    keyword_defaults = {p.name: _encodable(p.default) for p in only if p.default is not p.empty}
    values: tuple[Any, ...] = (
        [p.name for p in positional],
        next((p.name for p in by_kind.get(_Kind.VAR_POSITIONAL, [])), None),
        next((p.name for p in by_kind.get(_Kind.VAR_KEYWORD, [])), None),
        tuple(defaults) or None,
        [p.name for p in only],
        keyword_defaults or None,
        {},
    )
    result: Message = CLASSES["FunctionSpec"]()
    result.fullargspec.CopyFrom(encode(named_tuple("FullArgSpec", FULL_ARG_SPEC)(*values)))
    result.input_signature.CopyFrom(encode(input_signature))
    return result


def _encodable(value: Any) -> Any:
    """A default value; None for one that cannot be encoded, which no saved trace uses."""
    try:
        encode(value)
    except NotEncodableError:
        return None
    return value


class FunctionWriter:
    """Writes concrete functions into an object graph and a library.

    Args:
      saved: the SavedObjectGraph.
      captured: gives the number of the object that a captured tensor is.
    """

    def __init__(self, saved: Message, captured: Any) -> None:
        self.library = Library()
        self._saved = saved
        self._captured = captured
        self._written: dict[int, tuple[str, list[str]]] = {}
        self._kept: list[Any] = []  # ids are keys

    def write(self, concrete: ConcreteFunction) -> tuple[str, list[str]]:
        """The name of a concrete function in the library, and those of its arguments.

        Raises AssertionError for a captured tensor that belongs to no saved object.
        """
        known = self._written.get(id(concrete))
        if known is not None:
            return known
        graph, names = in_order(concrete)
        name = self.library.name_of(graph)
        result = self._saved.concrete_functions[name]
        result.bound_inputs.extend(self._captured(t, name) for t in concrete.graph.captures)
        result.canonicalized_input_signature.CopyFrom(encode(concrete.structured_input_signature))
        result.output_signature.CopyFrom(encode(_described(concrete.structured_outputs)))
        self._kept.append(concrete)
        self._written[id(concrete)] = name, names
        return name, names

    def write_bare(self, target: Message, concrete: ConcreteFunction, positional: int | None = None) -> None:
        """Fill `target` with a concrete function."""
        name, names = self.write(concrete)
        target.concrete_function_name = name
        target.argument_keywords.extend(names)
        target.allowed_positional_arguments = len(names) if positional is None else positional
        if positional is None:
            target.function_spec.CopyFrom(function_spec(concrete.function_spec, None))

    def write_function(self, target: Message, function: Function[Any, Any], traces: Sequence[ConcreteFunction]) -> None:
        """Fill `target` with a function with traces."""
        target.concrete_functions.extend(self.write(c)[0] for c in traces)
        signature = function.input_signature
        target.function_spec.CopyFrom(function_spec(function.function_spec, _encodable(signature)))


def _described(structure: Any) -> Any:
    """The specs of results, in their structure."""

    def spec(value: Any) -> Any:
        if hasattr(value, "op") and not isinstance(getattr(value, "_type_spec", None), SparseTensorSpec):
            return TensorSpec(value.shape, value.dtype, value.op.name)
        return getattr(value, "_type_spec", value)

    return nest.map_structure(spec, structure)


class Captured:
    """Finds the objects that functions capture; constants become objects of their own.

    Args:
      nodes: the SavedObjects, to which constants are added.
      variables: numbers of objects that are variables, by the variable.
      handles: numbers of resources and assets, by the id of what is captured of them.
    """

    def __init__(
        self, saved: Message, variables: Sequence[tuple[int, Variable]], handles: Mapping[int, int] | None = None
    ) -> None:
        self._saved = saved
        self._known = {id(v._state): number for number, v in variables} | dict(handles or {})
        self._constants: dict[int, int] = {}
        self.constants: list[tuple[str, EagerTensor]] = []

    def __call__(self, tensor: Any, function: str) -> int:
        """The number of the object of a tensor."""
        array = tensor._array
        for found in (self._known.get(id(array)), self._known.get(id(tensor)), self._constants.get(id(tensor))):
            if found is not None:
                return found
        if tensor.dtype.name in ("resource", "variant"):
            what = f"variable '{array.name}'" if isinstance(array, VariableState) else f"{tensor.dtype.name} {array!r}"
            raise AssertionError(
                f"Tried to export a function which references an 'untracked' resource: the function '{function}' uses "
                f"the {what}, which is not reachable from the object that is saved. Keep it as an attribute of that "
                "object, or of one of its own."
            )
        number = self._constants[id(tensor)] = len(self._saved.nodes)
        name = f"Const_{len(self.constants)}" if self.constants else "Const"
        self._saved.nodes.add().constant.operation = name
        self.constants.append((name, tensor))
        return number
