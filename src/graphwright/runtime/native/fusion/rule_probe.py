"""Runs an elementwise rule once to find out what it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.frozen import frozen
from graphwright.ir.emit import NATIVE_DTYPES, Operand, Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Elementwise, Generate, Reduce
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand, as_text
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.lanes import LaneEmitter, Wide

_PROBED_LANES = 4


@frozen
class Probe:
    """How an elementwise op is compiled.

    Attributes:
      expensive: whether it calls a function worth a pass of its own.
      checked: whether it can fail.
      fused: whether it multiplies and adds with one rounding.
    """

    expensive: bool
    checked: bool
    fused: bool


_known: dict[Any, Probe | None] = {}


def rule_attrs(op: Operation) -> dict[str, Any]:
    """The attributes an elementwise rule is given: those the kernel gets."""
    return {name: op.attrs[name] for name in op.record.kernel_attrs}


def apply_rule(e: TextEmitter, op: Operation, operands: Sequence[TextOperand]) -> TextOperand:
    """An elementwise op on operands."""
    rule = op.record.native
    assert isinstance(rule, Elementwise)
    result = rule.emit(e, *operands, **rule_attrs(op)) if op.record.kernel_attrs else rule.emit(e, *operands)
    return as_text(result)


def probe(op: Operation, rule: Elementwise) -> Probe | None:
    """What the op's rule comes to for these dtypes and attributes; None when there is no native code for it."""
    inputs = tuple([v.type.dtype.name for v in op.inputs])
    names = op.record.kernel_attrs
    try:
        key = (op.record, inputs, *[op.attrs[n] for n in names]) if names else (op.record, inputs)
        if key not in _known:
            _known[key] = _try(op, rule, inputs)
    except TypeError:  # an attribute that cannot be hashed
        return _try(op, rule, inputs)
    return _known[key]


def _try(op: Operation, rule: Elementwise, inputs: Sequence[str]) -> Probe | None:
    output = op.outputs[0].type.dtype.name
    if output not in NATIVE_DTYPES or not NATIVE_DTYPES.issuperset(inputs):
        return None
    emitter = TextEmitter(ModuleText(fma=jit.host().fma), _PROBED_LANES)
    operands = [emitter.operand(dtype, f"%x{i}") for i, dtype in enumerate(inputs)]
    attrs = rule_attrs(op)
    try:
        result = rule.emit(emitter, *operands, **attrs)
        checked = rule.check is not None and rule.check(emitter, *operands, **attrs) is not None
    except Unsupported:
        return None
    if result.dtype != output:
        return None
    calls = [line for line in emitter.lines if isinstance(line, str) and "call" in line]
    return Probe(any("@gw_" in call for call in calls), checked, any("@llvm.fma" in call for call in calls))


_EXACT = frozenset({"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
_SAME_STEPS = frozenset({"AddN"})  # ops whose kernels do what they are decomposed to
_SELECTING = frozenset({"max", "min", "argmax", "argmin", "all", "any"})


def gives_what_kernels_give(op: Operation) -> bool:
    """Whether compiled code has each result of the op's kernel, but for signs of zeros: arithmetic, choice, comparison.

    Functions differ in the last place, sums in their order, and half precision is rounded once.
    """
    dtypes = {v.type.dtype.name for v in (*op.inputs, *op.outputs)}
    rule = op.record.native
    if not dtypes <= _EXACT | {"float32", "float64"}:
        return False
    if isinstance(rule, Reduce):
        return rule.kind in _SELECTING or dtypes <= _EXACT
    if op.type in _SAME_STEPS:
        return True
    found = probe(op, rule) if isinstance(rule, Elementwise) else None
    return found is not None and not found.expensive and not found.fused


def can_combine(emit: Callable[..., Operand], dtype: str) -> bool:
    """Whether a rule can write what two elements of a dtype become."""
    emitter = TextEmitter(ModuleText(fma=jit.host().fma), _PROBED_LANES)
    try:
        emit(emitter, emitter.operand(dtype, "%x"), emitter.operand(dtype, "%y"))
    except Unsupported:
        return False
    return True


class KnownShapes:
    """The part of a loader that needs no code."""

    def __init__(self, op: Operation) -> None:
        self.op = op

    def rank(self, input: int) -> int:
        """The number of axes of an input."""
        return self.op.inputs[input].type.rank or 0

    def same_size(self, axis: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two axes, each an input and a number, are known to be of one size."""
        first, second = ((self.op.inputs[i].type.dims or ())[k] for i, k in (axis, other))
        return bool(first == second)

    def constant(self, input: int) -> np.ndarray[Any, Any] | None:
        """The value of an input where it is constant."""
        return constant_value(self.op.inputs[input])


class _Rehearsal(KnownShapes):
    """A loader for finding out whether a rule can tell how: it reads nothing."""

    def __call__(self, input: int, indices: Sequence[Operand]) -> Operand:
        return Wide(self.op.inputs[input].type.dtype.name, "%x")

    def size(self, input: int, axis: int) -> Operand:
        """The size of an axis."""
        return TextOperand("int64", "%n")

    def repeat(self, rounds: Operand, body: Callable[..., Sequence[Operand]], *start: Operand) -> list[Operand]:
        """One round."""
        return list(body(TextOperand("int64", "%r"), *[Wide(a.dtype, "%c") for a in start]))


def can_size(op: Operation) -> bool:
    """Whether the record knows how to compute the sizes of this op's output when the program runs."""
    e: Any = LaneEmitter(TextEmitter(ModuleText(fma=jit.host().fma), 4))
    try:
        return op.record.sizes is not None and len(op.record.sizes(e, _Rehearsal(op), op)) > 0
    except Unsupported:
        return False


def can_generate(op: Operation, rule: Generate) -> bool:
    """Whether the rule knows how to compute this op's elements."""
    e: Any = LaneEmitter(TextEmitter(ModuleText(fma=jit.host().fma), 4))
    index: list[Operand] = [Wide("int64", "%i") for _ in op.outputs[0].type.dims or ()]
    try:
        result = rule.emit(e, _Rehearsal(op), index, **rule_attrs(op))
        if rule.check is not None:
            rule.check(e, _Rehearsal(op), index, **rule_attrs(op))
    except Unsupported:
        return False
    return bool(result.dtype == op.outputs[0].type.dtype.name)
