"""Signatures of concrete functions as text, in TensorFlow's form."""

from __future__ import annotations

import inspect
from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TensorSpec, TraceType
from graphwright.core.tensor import Tensor
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_types import Container, Literal, VariableType


def signature_summary(spec: FunctionSpec, types: dict[str, TraceType]) -> str:
    """`f(a, b=2)`: arguments that are part of the program are shown with their values."""
    shown = []
    for name, type_ in types.items():
        if type_.flatten():
            shown.append(name)
        else:
            default = spec.default(name)
            if (
                isinstance(type_, Literal)
                and default is not inspect.Parameter.empty
                and type(default) is type(type_.value)
                and default == type_.value
            ):
                continue
            shown.append(f"{name}={_shown(type_)}")
    return f"{spec.name}({', '.join(shown)})"


def full_signature(spec: FunctionSpec, types: dict[str, TraceType], outputs: Any) -> str:
    """The summary with the types of arguments and results."""
    lines = [signature_summary(spec, types)]
    arguments = [(name, type_) for name, type_ in types.items() if type_.flatten()]
    if arguments:
        lines.append("  Args:")
        for name, type_ in arguments:
            lines += _described(name, type_, "    ")
    lines.append("  Returns:")
    lines += _described_outputs(outputs, "    ")
    return "\n".join(lines)


def _shown(type_: TraceType) -> str:
    """An argument that is part of the program, as the user would write it."""
    if isinstance(type_, Container):
        return repr(type_.rebuild([_Verbatim(_shown(c)) for c in type_.children]))
    return repr(type_.value) if isinstance(type_, Literal) else repr(type_)


def _leaf(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, (TensorSpec, Tensor)):
        return f"{value.dtype.name} Tensor, shape={value.shape}"
    if isinstance(value, VariableType):
        return f"{value.dtype.name} Variable, shape={value.shape}"
    return repr(value)


def _described(name: str, type_: TraceType, indent: str) -> list[str]:
    if not isinstance(type_, Container):
        return [f"{indent}{name}: {_leaf(type_)}"]
    leaves: list[str] = []
    shape = _numbered(type_, leaves)
    return [f"{indent}{name}: {shape}", *(f"{indent}  <{i + 1}>: {text}" for i, text in enumerate(leaves))]


def _numbered(type_: TraceType, leaves: list[str]) -> str:
    if isinstance(type_, Container):
        return repr(type_.rebuild([_Verbatim(_numbered(c, leaves)) for c in type_.children]))
    if isinstance(type_, Literal):
        return repr(type_.value)
    leaves.append(_leaf(type_))
    return f"<{len(leaves)}>"


class _Verbatim:
    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _described_outputs(outputs: Any, indent: str) -> list[str]:
    if not nest.is_nested(outputs):
        return [indent + _leaf(outputs)]
    flat = nest.flatten(outputs, expand_composites=False)
    numbered = nest.pack_sequence_as(outputs, [_Verbatim(f"<{i + 1}>") for i in range(len(flat))])
    return [f"{indent}{numbered!r}", *(f"{indent}  <{i + 1}>: {_leaf(v)}" for i, v in enumerate(flat))]
