"""Lowers assertions: compiled code tests the condition, and reports only one that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graphwright.base.errors import InvalidArgumentError
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.lower.frame.values import Site
from graphwright.runtime.native.lower.steps import host_callback

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

#: Stands in a message for an array that is passed: its kind, the bytes of an element, and how many elements are shown.
SHOWN: Final = "\x01{kind}{size};{count};"
_KINDS: Final = {"bool": "b", "int": "i", "uint": "u", "float": "f"}


def write_assertion(code: Code, step: Native) -> None:
    """Fail unless the condition holds."""
    op, w = step.op, code.w
    condition = code.scalar(op.inputs[0])
    if w.embedding.explains_failures:
        site, shown = host_callback.refusing_site(op), list(op.inputs)
    else:
        message, shown = _message(op)
        site = host_callback.failing_site(op, message, InvalidArgumentError)
    holds = w.emitter.text(condition.operand)
    w.unless(holds, lambda: _fail(code, site, shown))


def _fail(code: Code, site: Site, shown: list[Value]) -> None:
    host_callback.call_site(code, site, shown)


def _message(op: Operation) -> tuple[str, list[Value]]:
    """What is reported without Python: the constants, and places for arrays of numbers, which are passed."""
    parts, shown, count = [], [], op.attrs["summarize"]
    for value in op.inputs[1:]:
        known = constant_value(value)
        if known is not None:
            parts.append(_first_elements(known, count))
        elif (place := _place(value, count)) is None:
            parts.append("?")
        else:
            parts.append(place)
            shown.append(value)
    return "assertion failed: " + " ".join(f"[{part}]" for part in parts), shown


def _first_elements(array: Any, count: int) -> str:
    from graphwright.ops.io._summaries import first_elements

    return first_elements(array, count).replace("\x01", "?")


def _place(value: Value, count: int) -> str | None:
    name = value.type.dtype.name
    kind = _KINDS.get(name.rstrip("0123456789"))
    if name not in NATIVE_DTYPES or kind is None or value.type.dims is None or name == "float16":
        return None
    return SHOWN.format(kind=kind, size=value.type.dtype.size, count=count)
