"""What `get_variable` does in the end: finds a variable by its name, or creates it, whole or in parts."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.core.context import as_default_graph, executing_eagerly, name_scope, session_graph, state
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.partitioned import PartitionedVariable, SliceInfo, parts_of, slices_of
from graphwright.sessions.variable_store import VariableStore, scopes_in_force
from graphwright.sessions.variable_v1 import VariableV1


def find_or_create(name: str, **arguments: Any) -> Any:
    """What `get_variable` does when no custom getter has another answer; `name` is complete."""
    scopes = scopes_in_force()
    store = scopes.store if executing_eagerly() else scopes
    kept = {} if store is None else store.variables  # eager programs keep variables in objects, not under names
    if arguments.get("partitioner") is not None or isinstance(kept.get(name), PartitionedVariable):
        shape = _declared_shape(arguments, kept.get(name))
        if shape.rank:
            return _in_parts(name, shape, arguments, kept)
    found = kept.get(name)
    if found is not None:
        _refuse_unless_reused(f"Variable {name}", arguments)
        return _checked(found, name, arguments)
    if f"{name}/part_0" in kept:
        raise ValueError(
            f"No partitioner was provided, but a partitioned version of the variable was found: {name}/part_0. Perhaps "
            "a variable of the same name was already created with partitioning?"
        )
    if arguments.get("reuse") is True and not (store is None and executing_eagerly()):
        raise ValueError(
            f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
            "reuse=tf.AUTO_REUSE in VarScope?"
        )
    variable = _create(name, arguments)
    if store is not None:
        _keep(store, name, variable)
    if not executing_eagerly():
        _regularize(variable, name, arguments.get("regularizer"))
    return variable


def _keep(store: Any, name: str, variable: Any) -> None:
    if isinstance(store, VariableStore):
        store.add(name, variable)
    else:
        store.variables[name] = variable


def _refuse_unless_reused(what: str, arguments: dict[str, Any]) -> None:
    if not arguments.get("reuse"):
        raise ValueError(
            f"{what} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
        )


def _declared_shape(arguments: dict[str, Any], found: Any) -> TensorShape:
    shape, initializer = arguments.get("shape"), arguments.get("initializer")
    if shape is not None:
        return TensorShape(shape)
    if found is not None and initializer is None:
        declared: TensorShape = found.shape
        return declared
    if initializer is None or (callable(initializer) and not isinstance(initializer, (Tensor, Variable))):
        return TensorShape(None)
    return to_tensor(initializer).shape


def _in_parts(name: str, shape: TensorShape, arguments: dict[str, Any], kept: dict[str, Any]) -> PartitionedVariable:
    """The variable of a name in as many parts as its partitioner wants; kept by its name, the parts by theirs."""
    found, partitioner = kept.get(name), arguments.get("partitioner")
    partitions = None if partitioner is None else parts_of(shape, as_dtype(arguments["dtype"]), partitioner)
    if found is not None:
        _refuse_unless_reused(f"Partitioned variable with name {name}", arguments)
        if not isinstance(found, PartitionedVariable) or partitions not in (None, found._get_partitions()):
            raise ValueError(
                f"Trying to reuse partitioned variable {name}, but specified partitions {partitions} and found "
                f"partitions {found._get_partitions() if isinstance(found, PartitionedVariable) else None}."
            )
        return _checked(found, name, arguments)  # type: ignore[no-any-return]
    if arguments.get("reuse") is True:
        raise ValueError(
            f"PartitionedVariable {name} does not exist, or was not created with tf.get_variable(). Did you mean to "
            "set reuse=False or reuse=tf.AUTO_REUSE in VarScope?"
        )
    assert partitions is not None
    parts = []
    for number, info in enumerate(slices_of(name, shape, partitions)):
        part = _create(f"{name}/part_{number}", {**arguments, **_part_of(arguments, info)})
        part._save_slice_info = info
        parts.append(part)
    whole = PartitionedVariable(name, shape, parts[0].dtype, parts, partitions)
    if not executing_eagerly():
        for number, part in enumerate(parts):
            kept[f"{name}/part_{number}"] = part
            _regularize(part, f"{name}/part_{number}", arguments.get("regularizer"))
        kept[name] = whole
    return whole


def _part_of(arguments: dict[str, Any], info: SliceInfo) -> dict[str, Any]:
    """The shape and the initializer of a part."""
    initializer = arguments.get("initializer")
    if initializer is None or (callable(initializer) and not isinstance(initializer, (Tensor, Variable))):
        return {"shape": info.var_shape}
    ends = zip(info.var_offset, info.var_shape, strict=True)
    value = to_tensor(initializer)[tuple(slice(start, start + size) for start, size in ends)]
    return {"shape": None, "initializer": value}


def _checked(variable: Any, name: str, arguments: dict[str, Any]) -> Any:
    shape, dtype = arguments.get("shape"), arguments.get("dtype")
    if shape is not None and not TensorShape(shape).is_compatible_with(variable.shape):
        raise ValueError(
            f"Trying to share variable {name}, but specified shape {TensorShape(shape)} and found shape "
            f"{variable.shape}."
        )
    if dtype is not None and as_dtype(dtype) is not variable.dtype:
        raise ValueError(
            f"Trying to share variable {name}, but specified dtype {as_dtype(dtype).name} and found dtype "
            f"{variable.dtype.name}."
        )
    return variable


def _create(name: str, arguments: dict[str, Any]) -> Any:
    initializer, shape, dtype = arguments.get("initializer"), arguments.get("shape"), as_dtype(arguments["dtype"])
    if initializer is None:
        if shape is None:
            raise ValueError(f"Shape of a new variable ({name}) must be fully defined, but instead was <unknown>.")
        initializer = _default_initializer(name, dtype)
    if isinstance(initializer, type):
        initializer = initializer()
    if callable(initializer) and not isinstance(initializer, (Tensor, Variable)):
        if shape is None:
            value: Any = initializer
        else:
            if not TensorShape(shape).is_fully_defined():
                raise ValueError(
                    f"Shape of a new variable ({name}) must be fully defined, but instead was {TensorShape(shape)}."
                )
            value = functools.partial(initializer, TensorShape(shape).as_list(), dtype=dtype)
    else:
        if shape is not None:
            raise ValueError("If initializer is a constant, do not specify shape.")
        value = initializer
    options = {
        key: arguments[key]
        for key in ("trainable", "constraint", "synchronization", "aggregation", "validate_shape")
        if arguments.get(key) is not None
    }
    if session_graph() is not None:
        options["collections"] = arguments.get("collections")
    return variable_outside_scopes(value, name, dtype=dtype if callable(value) else None, **options)


def variable_outside_scopes(value: Any, name: str, **options: Any) -> Any:
    """A variable whose name no name scope prefixes."""
    with _without_name_scope():
        return VariableV1(value, name=name, **options)


def _default_initializer(name: str, dtype: Any) -> Any:
    from graphwright.compat._initializers import GlorotUniform, Zeros

    if dtype.is_floating:
        return GlorotUniform()
    if dtype.is_integer or dtype.is_bool or dtype.name == "string":
        return Zeros()
    raise ValueError(f"An initializer for variable {name} of {dtype.name} is required")


@contextlib.contextmanager
def _without_name_scope() -> Iterator[None]:
    """Names as they are: `get_variable` takes them from variable scopes, not from name scopes."""
    graph = session_graph()
    if graph is None:
        with name_scope(""):
            yield
        return
    with as_default_graph(graph):
        state.variable_creator = None
        before, graph.scope = graph.scope, ""
        try:
            yield
        finally:
            graph.scope = before


def _regularize(variable: Any, name: str, regularizer: Any) -> None:
    if regularizer is None:
        return
    from graphwright.sessions.collections import add_to_collection

    with name_scope(name + "/Regularizer/"):
        loss = regularizer(variable)
    if loss is not None:
        add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)


__all__ = ["find_or_create", "variable_outside_scopes"]
