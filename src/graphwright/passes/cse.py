"""Compute equal things once: operations with the same op, inputs and attributes are merged.

A variable's value is read once between two writes to it, and what was just assigned need not be read at all.
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
from graphwright.passes._effects import PYTHON, effects
from graphwright.passes._rewrite import Rewriter, Rule

_PLAIN: Final = frozenset({str, int, bool, type(None), DType})
_COMPARED: Final = 1024
"""Bytes; larger constants are equal only when they are one object."""


class Merge:
    """The visitor: remembers what one walk has met so far."""

    def __init__(self) -> None:
        self._met: dict[Hashable, list[Value]] = {}
        # variable (as well as it is known) -> dtype -> its value now
        self._held: dict[Hashable, dict[Any, Value]] = {}

    def __call__(self, record: OpRecord) -> Sequence[Rule]:
        if record.effect == "none":
            return (self._met_before,) if record.name != "Placeholder" else ()
        if record.name == "ReadVariableOp":
            return (self._read,)
        return (self._note_writes,) if record.effect in ("write", "host") else ()

    def _met_before(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        record = op.record
        inputs = op.inputs
        if record.commutative and id(inputs[0]) > id(inputs[1]):
            inputs = [inputs[1], inputs[0], *inputs[2:]]
        attrs = [comparable(op.attrs[n]) for n in record.kernel_attrs] if record.kernel_attrs else ()
        key: Hashable = (record, *inputs, *attrs)
        known = self._met.setdefault(key, op.outputs)
        return None if known is op.outputs else known

    # variables ---------------------------------------------------------------------------------------------

    def _read(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        by_dtype = self._held.setdefault(_variable(op.inputs[0]), {})
        known = by_dtype.setdefault(op.attrs["dtype"], op.outputs[0])
        return None if known is op.outputs[0] else [known]

    def _note_writes(self, op: Operation, rewriter: Rewriter) -> None:
        seen = effects(op)
        if PYTHON in seen:
            self._held.clear()
        elif "write" in seen:
            for v in op.inputs:
                if v.dtype is resource:
                    self._written(_variable(v))
        if op.record.name == "AssignVariableOp":
            handle, value = op.inputs
            self._held[_variable(handle)] = {value.dtype: value}

    def _written(self, variable: Hashable) -> None:
        if not isinstance(variable, int):
            self._held.clear()  # which variable it is shows when the graph runs; it may be any
            return
        self._held.pop(variable, None)
        for other in [key for key in self._held if not isinstance(key, int)]:
            del self._held[other]


def _variable(handle: Value) -> Hashable:
    """The identity of the variable, an int; the handle itself where it is not known."""
    source = origin(handle)
    return ("handle", id(source)) if isinstance(source, Value) else id(source._array)


def comparable(attribute: Any) -> Hashable:
    """An attribute as something that is equal, with equal hash, where the attributes are equal."""
    if type(attribute) in _PLAIN:
        return attribute  # type: ignore[no-any-return]
    if isinstance(attribute, (list, tuple)):
        return tuple(comparable(a) for a in attribute)
    if isinstance(attribute, float):
        return repr(attribute)  # 0.0 and -0.0 differ, NaN and NaN do not
    if isinstance(attribute, np.ndarray):
        if attribute.dtype.kind == "O":
            same: Hashable = (
                tuple(attribute.reshape(-1).tolist()) if attribute.size <= _COMPARED // 8 else id(attribute)
            )
        else:
            same = attribute.tobytes() if attribute.nbytes <= _COMPARED else id(attribute)
        return attribute.dtype, attribute.shape, same
    if isinstance(attribute, TensorShape):
        return attribute.symbolic
    try:
        hash(attribute)
    except TypeError:
        return id(attribute)
    value: Hashable = attribute
    return value
