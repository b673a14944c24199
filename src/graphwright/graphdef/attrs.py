"""Attribute values as AttrValue messages, by the kind their op record declares for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape
from graphwright.graphdef import messages
from graphwright.graphdef.tensor_proto import shape_to_proto, to_proto
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.record import OpRecord

NameOf = Callable[[FuncGraph], str]
"""Gives the name under which a function stands in the library of the graph being written."""

# The field of AttrValue (and of its list) that holds a kind.
_FIELDS = {
    "type": "type",
    "shape": "shape",
    "int": "i",
    "float": "f",
    "bool": "b",
    "string": "s",
    "func": "func",
    "tensor": "tensor",
}


def kind_of(value: Any) -> str:
    """The kind of an attribute that no record declares, such as `_user_specified_name`, by its value.

    Raises TypeError for values that no attribute can have.
    """
    if isinstance(value, (list, tuple)):
        return f"list({kind_of(value[0]) if value else 'int'})"
    for kind, types in (
        ("bool", (bool, np.bool_)),
        ("int", (int, np.integer)),
        ("float", (float, np.floating)),
        ("string", (str, bytes)),
        ("type", DType),
        ("shape", TensorShape),
        ("func", FuncGraph),
        ("tensor", np.ndarray),
    ):
        if isinstance(value, types):
            return kind
    raise TypeError(f"An attribute of a graph cannot hold {value!r} of type {type(value).__name__}.")


def attr_value(value: Any, kind: str, name_of: NameOf, dtype: DType | None = None) -> messages.Message:
    """The AttrValue of `value`, which is of the declared `kind`; `dtype` is that of a tensor's elements."""
    proto = messages.AttrValue()
    if not kind.startswith("list("):
        _put(proto, kind, value, name_of, dtype)
        return proto
    proto.list.SetInParent()
    inner = kind.removeprefix("list(").removesuffix(")")
    for item in value:
        if inner in ("shape", "func", "tensor"):
            getattr(proto.list, _FIELDS[inner]).add().CopyFrom(_message(inner, item, name_of, dtype))
        else:
            getattr(proto.list, _FIELDS[inner]).append(_scalar(inner, item))
    return proto


def _put(proto: messages.Message, kind: str, value: Any, name_of: NameOf, dtype: DType | None) -> None:
    if kind in ("shape", "func", "tensor"):
        getattr(proto, kind).CopyFrom(_message(kind, value, name_of, dtype))
        getattr(proto, kind).SetInParent()
    else:
        setattr(proto, _FIELDS[kind], _scalar(kind, value))


def _scalar(kind: str, value: Any) -> Any:
    if kind == "type":
        return as_dtype(value).as_datatype_enum
    if kind == "string":
        return value.encode() if isinstance(value, str) else bytes(value)
    return {"int": int, "float": float, "bool": bool}[kind](value)


def _message(kind: str, value: Any, name_of: NameOf, dtype: DType | None) -> messages.Message:
    if kind == "shape":
        return shape_to_proto(value)
    if kind == "func":
        return messages.NameAttrList(name=name_of(value) if isinstance(value, FuncGraph) else str(value))
    return to_proto(np.asarray(value), dtype)


def put_attrs(target: Any, record: OpRecord, attrs: Mapping[str, Any], name_of: NameOf) -> None:
    """Add all attributes of an operation to `target`, the `attr` map of its NodeDef.

    Attributes that equal their default are written too, as TensorFlow writes them. Attributes whose value
    is None (a function that is absent) are left out.
    """
    for name, value in attrs.items():
        if value is None:
            continue
        declared = record.attrs.get(name)
        kind = declared.kind if declared is not None else kind_of(value)
        dtype = attrs.get("dtype") if kind == "tensor" else None
        target[name].CopyFrom(attr_value(value, kind, name_of, dtype))


def functions_in(attrs: Mapping[str, Any]) -> list[FuncGraph]:
    """The functions that attributes name, those in lists included, in the order of the attributes."""
    found: list[FuncGraph] = []
    for value in attrs.values():
        if isinstance(value, FuncGraph):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found.extend(v for v in value if isinstance(v, FuncGraph))
    return found
