"""Common subexpression elimination: operations with the same op, inputs and attributes become one.

A variable is read once between two writes to it, and not at all after an assignment whose value is known.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, resource
from graphwright.base.shape import TensorShape
from graphwright.ir.graph import Operation, Value
from graphwright.ir.handles import origin
from graphwright.ir.record import OpRecord
from graphwright.passes._rewrite import Rewriter, Rule
from graphwright.passes.effects import PYTHON, effects

_HASHED_BY_VALUE: Final = frozenset({str, int, bool, type(None), DType})
_MAX_COMPARED: Final = 1024
"""Bytes; larger constants are compared by identity."""


class CSE:
    """The visitor: the expressions and values of variables that are available at this point of the walk."""

    def __init__(self) -> None:
        self._available: dict[Hashable, list[Value]] = {}
        # key of the variable -> dtype -> its current value
        self._variable_values: dict[Hashable, dict[Any, Value]] = {}

    def __call__(self, record: OpRecord) -> Sequence[Rule]:
        if record.effect == "none":
            return (self._reuse,) if record.name != "Placeholder" else ()
        if record.name == "ReadVariableOp":
            return (self._reuse_read,)
        return (self._track_writes,) if record.effect in ("write", "host") else ()

    def _reuse(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        record = op.record
        inputs = op.inputs
        if record.commutative and id(inputs[0]) > id(inputs[1]):
            inputs = [inputs[1], inputs[0], *inputs[2:]]
        attrs = [comparable(op.attrs[n]) for n in record.kernel_attrs] if record.kernel_attrs else ()
        key: Hashable = (record, *inputs, *attrs)
        known = self._available.setdefault(key, op.outputs)
        return None if known is op.outputs else known

    # variables ---------------------------------------------------------------------------------------------

    def _reuse_read(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        by_dtype = self._variable_values.setdefault(_variable_key(op.inputs[0]), {})
        known = by_dtype.setdefault(op.attrs["dtype"], op.outputs[0])
        return None if known is op.outputs[0] else [known]

    def _track_writes(self, op: Operation, rewriter: Rewriter) -> None:
        seen = effects(op)
        if PYTHON in seen:
            self._variable_values.clear()
        elif "write" in seen:
            for v in op.inputs:
                if v.dtype is resource:
                    self._invalidate(_variable_key(v))
        if op.record.name == "AssignVariableOp":
            handle, value = op.inputs
            self._variable_values[_variable_key(handle)] = {value.dtype: value}

    def _invalidate(self, variable: Hashable) -> None:
        if not isinstance(variable, int):
            self._variable_values.clear()  # which variable is written is known at run time only; it may be any
            return
        self._variable_values.pop(variable, None)
        for other in [key for key in self._variable_values if not isinstance(key, int)]:
            del self._variable_values[other]


def _variable_key(handle: Value) -> Hashable:
    """The identity of the variable, an int, or the handle if the variable is not known."""
    source = origin(handle)
    return ("handle", id(source)) if isinstance(source, Value) else id(source._array)


def comparable(attribute: Any) -> Hashable:
    """A hashable key for an attribute; keys of equal attributes are equal."""
    if type(attribute) in _HASHED_BY_VALUE:
        return attribute  # type: ignore[no-any-return]
    if isinstance(attribute, (list, tuple)):
        return tuple(comparable(a) for a in attribute)
    if isinstance(attribute, float):
        return repr(attribute)  # 0.0 and -0.0 differ, NaN and NaN do not
    if isinstance(attribute, np.ndarray):
        if attribute.dtype.kind == "O":
            content: Hashable = (
                tuple(attribute.reshape(-1).tolist()) if attribute.size <= _MAX_COMPARED // 8 else id(attribute)
            )
        else:
            content = attribute.tobytes() if attribute.nbytes <= _MAX_COMPARED else id(attribute)
        return attribute.dtype, attribute.shape, content
    if isinstance(attribute, TensorShape):
        return attribute.symbolic
    try:
        hash(attribute)
    except TypeError:
        return id(attribute)
    value: Hashable = attribute
    return value
