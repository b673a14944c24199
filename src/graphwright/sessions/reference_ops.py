"""The ops of TensorFlow 1 that make, read and change a variable by reference, in `tf.raw_ops`.

A reference variable is a `GraphVariable` without an initial value. Each op that changes one does what the op of the
same name does to a handle, and gives the variable as it is after that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from inspect import Parameter, Signature
from typing import Any, Final

from graphwright.base.dtypes import as_dtype, resource
from graphwright.base.errors import UnimplementedError
from graphwright.base.shape import TensorShape
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.scopes import control_dependencies
from graphwright.graphdef.reference_variables import changed_op
from graphwright.ir.record import OpRecord
from graphwright.ir.types import tensor_type
from graphwright.sessions.graph import Graph
from graphwright.sessions.variables import GraphVariable, variable_handle

_OPTIMIZERS = (
    "AdaMax Adadelta Adagrad AdagradDA AdagradV2 Adam AddSign CenteredRMSProp Ftrl FtrlV2 GradientDescent Momentum "
    "PowerSign ProximalAdagrad ProximalGradientDescent RMSProp"
)
_OF_ROWS = (
    "Adadelta Adagrad AdagradDA AdagradV2 CenteredRMSProp Ftrl FtrlV2 Momentum ProximalAdagrad "
    "ProximalGradientDescent RMSProp"
)
CHANGES: Final[Mapping[str, Mapping[str, Any]]] = {
    "Assign": {"validate_shape": True, "use_locking": True},
    **{f"Assign{kind}": {"use_locking": False} for kind in ("Add", "Sub")},
    "StridedSliceAssign": {},
    **{f"Scatter{kind}": {"use_locking": False} for kind in ("Add", "Div", "Max", "Min", "Mul", "Sub")},
    "ScatterUpdate": {"use_locking": True},
    **{f"ScatterNd{kind}": {"use_locking": False} for kind in ("Add", "Max", "Min", "Sub")},
    "ScatterNdUpdate": {"use_locking": True},
    **{f"Apply{name}": {} for name in _OPTIMIZERS.split()},
    **{f"SparseApply{name}": {} for name in _OF_ROWS.split()},
}
"""The ops that change a variable, with the attributes whose defaults differ from those of the op for handles."""


class ReferenceVariable(GraphVariable):
    """What `tf.raw_ops.VariableV2` creates: it has a value once an `Assign` of it has run."""

    def __init__(self, shape: Any, dtype: Any, container: str, shared_name: str, name: str) -> None:
        graph: Any = state.graph
        declared = TensorShape(shape)
        self.constraint = None
        self._set_options(False, None, None)
        self._declared = tensor_type(as_dtype(dtype), declared.symbolic)
        with graph.as_default(), control_dependencies(None), name_scope(name) as scope:
            self._name = scope.rstrip("/")
            self.handle = variable_handle(graph, self._name, self._declared)
            if shared_name or container:
                self.handle.op.attrs.update(shared_name=shared_name or self._name, container=container)
            attrs = {"dtype": self._declared.dtype}
            self._graph_element = apply("ReadVariableOp", (self.handle,), attrs, "Read")
        self._initial_value = self._initializer = None


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def _graph_for(op: str, argument: str) -> None:
    if state.graph is None:
        raise RuntimeError(f"{_snake(op)} op does not support eager execution. Arg '{argument}' is a ref.")
    if not isinstance(state.graph, Graph) or state.graph.building_function:
        raise UnimplementedError(f"{op} works in a tf.Graph that sessions run; a tf.function takes a tf.Variable.")


def _variable(op: str, argument: str, value: Any) -> GraphVariable:
    if not isinstance(value, GraphVariable):
        raise TypeError(f"'{op}' Op requires that input '{argument}' be a mutable tensor (e.g.: a tf.Variable)")
    return value


def _after(*variables: GraphVariable) -> AbstractContextManager[None]:
    """Wait for the changes that gave these variables."""
    return control_dependencies([v.op for v in variables if v.op is not v.handle.op])


def _changing(name: str, own: Mapping[str, Any]) -> tuple[list[str], dict[str, Any], Callable[..., Any]]:
    record = changed_op(name)
    assert record is not None, name
    inputs = ["ref" if a.name == "resource" else a.name for a in record.inputs]
    attrs = {n: record.attrs[n].default for n in record.kernel_attrs} | dict(own)

    def change(arguments: Mapping[str, Any], label: str | None) -> GraphVariable:
        return _change(record, name, [(n, arguments[n]) for n in inputs], {n: arguments[n] for n in attrs}, label)

    return inputs, attrs, change


def _change(
    record: OpRecord, name: str, inputs: list[tuple[str, Any]], attrs: Mapping[str, Any], label: str | None
) -> GraphVariable:
    variables = [
        _variable(name, n, value)
        for (n, value), arg in zip(inputs, record.inputs, strict=True)
        if arg.dtype is resource
    ]
    values = [*(v.handle for v in variables), *(value for _, value in inputs[len(variables) :])]
    kept = {n: value for n, value in attrs.items() if n in record.attrs}
    with _after(*variables):
        operation = apply_effect(record, _converted(record, values, variables[0]), kept, label)
    return GraphVariable.after(variables[0], operation)


def _converted(record: OpRecord, values: list[Any], variable: GraphVariable) -> list[Any]:
    """The inputs; Python numbers take the dtype of the variable where the op wants it."""
    return [
        to_tensor(value, variable.dtype, arg.name) if arg.type_attr in ("T", "dtype") else value
        for arg, value in zip(record.inputs, values, strict=True)
    ]


def _create(op: str) -> Callable[..., Any]:
    def create(arguments: Mapping[str, Any], label: str | None) -> ReferenceVariable:
        shared = arguments.get("shared_name", arguments.get("var_name", ""))
        return ReferenceVariable(
            arguments["shape"], arguments["dtype"], arguments.get("container", ""), shared, label or op
        )

    return create


def _identity(op: str) -> Callable[..., Any]:
    return lambda arguments, label: _variable(op, "input", arguments["input"])


def _destroyed(arguments: Mapping[str, Any], label: str | None) -> Any:
    variable = _variable("DestroyTemporaryVariable", "ref", arguments["ref"])
    value = variable.read_value()
    with control_dependencies([value]):
        destroyed = apply_effect("DestroyResourceOp", (variable.handle,))
    with control_dependencies([destroyed]):
        return apply("Identity", (value,), None, label or "DestroyTemporaryVariable")


def _count(arguments: Mapping[str, Any], label: str | None) -> Any:
    variable = _variable("CountUpTo", "ref", arguments["ref"])
    attrs = {"limit": arguments["limit"], "T": variable.dtype}
    with _after(variable):
        return apply("ResourceCountUpTo", (variable.handle,), attrs, label or "CountUpTo")


def _initialized(arguments: Mapping[str, Any], label: str | None) -> Any:
    variable = _variable("IsVariableInitialized", "ref", arguments["ref"])
    with _after(variable):
        return apply("VarIsInitializedOp", (variable.handle,), None, label or "IsVariableInitialized")


_NAMED = {"container": "", "shared_name": ""}
_OTHERS: Final[Mapping[str, tuple[list[str], Mapping[str, Any], Callable[..., Any]]]] = {
    "Variable": (["shape", "dtype"], _NAMED, _create("Variable")),
    "VariableV2": (["shape", "dtype"], _NAMED, _create("VariableV2")),
    "TemporaryVariable": (["shape", "dtype"], {"var_name": ""}, _create("TemporaryVariable")),
    "DestroyTemporaryVariable": (["ref", "var_name"], {}, _destroyed),
    "CountUpTo": (["ref", "limit"], {}, _count),
    "IsVariableInitialized": (["ref"], {}, _initialized),
    "RefIdentity": (["input"], {}, _identity("RefIdentity")),
    "DebugGradientRefIdentity": (["input"], {}, _identity("DebugGradientRefIdentity")),
}


NAMES: Final = frozenset((*CHANGES, *_OTHERS))
"""All of these ops."""


def raw_op(name: str) -> Callable[..., Any]:
    """The function of `tf.raw_ops` for one of these ops."""
    required, attrs, run = _OTHERS[name] if name in _OTHERS else _changing(name, CHANGES[name])
    plain = Parameter.POSITIONAL_OR_KEYWORD
    parameters = [Parameter(n, plain) for n in required]
    parameters += [Parameter(n, plain, default=value) for n, value in attrs.items()]
    signature = Signature([*parameters, Parameter("name", plain, default=None)])

    def function(**arguments: Any) -> Any:
        bound = signature.bind(**arguments)
        bound.apply_defaults()
        label = bound.arguments.pop("name")
        _graph_for(name, "ref" if "shape" in required else required[0])
        return run(bound.arguments, label)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Apply the op {name} to a reference variable: inputs and attributes {[*required, *attrs]}."
    function.__annotations__ = {}
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


__all__ = ["NAMES", "raw_op"]
