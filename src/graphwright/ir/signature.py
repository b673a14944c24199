"""The little language in which op records declare their inputs, outputs and attributes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.frozen import frozen
from graphwright.base.shape import TensorShape

MISSING: Final = type("Missing", (), {"__repr__": lambda self: "<required>"})()
"""The default of an attribute that must be given."""


def _types(names: str) -> tuple[DType, ...]:
    return tuple(as_dtype(n) for n in names.split())


_FLOAT = "bfloat16 half float32 float64"
_INT = "int8 int16 int32 int64"
_UINT = "uint8 uint16 uint32 uint64"
_COMPLEX = "complex64 complex128"
_QINT = "qint8 quint8 qint32 qint16 quint16"

TYPE_SETS: Final[dict[str, tuple[DType, ...]]] = {
    "floating": _types(_FLOAT),
    "real": _types(f"{_FLOAT} {_INT} {_UINT}"),
    "integer": _types(f"{_INT} {_UINT}"),
    "index": _types("int32 int64"),
    "inexact": _types(f"{_FLOAT} {_COMPLEX}"),
    "number": _types(f"{_FLOAT} {_INT} {_UINT} {_COMPLEX}"),
    "text_or_number": _types("int64 string"),
    "feature": _types("float32 int64 string"),
    "csv_field": _types("float32 float64 int32 int64 string"),
    "quantized_number": _types(f"{_FLOAT} {_INT} {_UINT} {_COMPLEX} {_QINT}"),
}
"""Named dtype sets; a set that is used once is written out in its record."""


@frozen
class ArgDef:
    """One declared input or output: exactly one of `dtype`, `type_attr`, `type_list_attr` says its dtype(s)."""

    name: str
    dtype: DType | None = None
    type_attr: str | None = None
    number_attr: str | None = None
    type_list_attr: str | None = None

    @property
    def is_list(self) -> bool:
        """Whether it stands for a list of tensors."""
        return self.number_attr is not None or self.type_list_attr is not None


@frozen
class AttrDef:
    """One declared attribute; `kind` is TensorFlow's name of the attribute type, such as `int` or `list(type)`."""

    name: str
    kind: str
    default: Any = MISSING
    allowed: tuple[Any, ...] | None = None
    minimum: int | None = None

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is MISSING


@cache
def _parse_arg(text: str) -> ArgDef:
    name, _, kind = (part.strip() for part in text.partition(":"))
    if kind.startswith("["):
        return ArgDef(name, type_list_attr=kind[1:-1])
    number, star, kind_of_many = kind.partition("*")
    count = number.strip() if star else None
    kind = kind_of_many.strip() if star else kind
    # attribute names are capitalised or end in `type`; everything else names a dtype
    if kind[0].isupper() or kind.endswith(("type", "_types")) or kind in ("dt", "out_idx"):
        return ArgDef(name, type_attr=kind, number_attr=count)
    return ArgDef(name, dtype=as_dtype(kind), number_attr=count)


@cache
def parse_args(text: str) -> tuple[tuple[ArgDef, ...], tuple[ArgDef, ...]]:
    """Inputs and outputs of `"x: T, y: N*T -> z: T"`."""
    left, _, right = text.partition("->")
    return (
        tuple(_parse_arg(a) for a in left.split(",") if a.strip()),
        tuple(_parse_arg(a) for a in right.split(",") if a.strip()),
    )


_ATTR = re.compile(r"^\s*(\w+)\s*:\s*(list\(\w+\)|\{[^}]*\}|\w+)\s*(?:>=\s*(-?\d+))?\s*(?:=\s*(.*?))?\s*$", re.S)
_KINDS = frozenset({"type", "int", "float", "bool", "string", "shape", "tensor", "func"})


def _default(kind: str, text: str) -> Any:
    if kind.startswith("list("):
        return [_default(kind[5:-1], t) for t in text.strip("[] ").split(",") if t.strip()]
    if kind == "type":
        return as_dtype(text)
    if kind == "bool":
        return text == "true"
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "string":
        return text.strip('"').encode().decode("unicode_escape")
    if kind == "shape":
        return TensorShape([int(t) for t in text[1:-1].split(",") if t.strip()] if text.startswith("[") else None)
    if kind == "tensor":  # `uint8[1, 2]`: a vector
        dtype, _, elements = text.partition("[")
        return np.array([int(t) for t in elements.rstrip("]").split(",")], as_dtype(dtype).numpy)
    raise ValueError(f"An attribute of kind {kind} cannot have the default {text!r}.")


@cache
def _parse_attr(text: str) -> AttrDef:
    match = _ATTR.match(text)
    if match is None:
        raise ValueError(f"Cannot read the attribute declaration {text!r}.")
    name, kind, minimum, default = match.groups()
    allowed: tuple[Any, ...] | None = None
    if kind.startswith("{"):
        words = [w for w in re.split(r"[\s,]+", kind[1:-1]) if w]
        if words[0].startswith('"'):
            kind, allowed = "string", tuple(w.strip('"') for w in words)
        else:
            kind, allowed = "type", tuple(as_dtype(w) for w in words)
    elif kind in TYPE_SETS:
        kind, allowed = "type", TYPE_SETS[kind]
    elif kind.startswith("list("):
        inner = kind[5:-1]
        if inner not in _KINDS:
            kind, allowed = "list(type)", TYPE_SETS[inner]
    elif kind not in _KINDS:
        raise ValueError(f"Unknown attribute kind {kind!r} in {text!r}.")
    value = MISSING if default is None else _default(kind, default)
    return AttrDef(name, kind, value, allowed, None if minimum is None else int(minimum))


@cache
def parse_attrs(text: str) -> dict[str, AttrDef]:
    """Attributes of `"T: real; keep_dims: bool = false; N: int >= 1"` by name."""
    parsed = (_parse_attr(a) for a in text.split(";") if a.strip())
    return {a.name: a for a in parsed}
