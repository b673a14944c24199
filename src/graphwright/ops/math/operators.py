"""Python's operators on `Tensor` and `Variable`.

Importing this module is what gives tensors their operators. Two eager tensors, with no graph under construction and
no tape recording, take a fast path: the kernel that dispatch prepared for their types is looked up by identity.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, string
from graphwright.base.tracebacks import shorten
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.tensor_like import AnyRagged, AnyTensor
from graphwright.core.typing import TensorLike
from graphwright.core.variable import Variable
from graphwright.ir.record import OpRecord
from graphwright.ops.linalg import matmul
from graphwright.ops.math import binary, bitwise, comparison, division, unary

_Operator = Callable[[Any, Any], Any]

_plain_numbers: Final = frozenset({int, float, bool})
_known: Final = (AnyTensor, np.ndarray, np.generic, int, float, complex, str, bytes, list, tuple, type(None))
_ndarray = np.ndarray

# the general path -----


def _defers(other: TensorLike, reflected: str) -> bool:
    """Whether a foreign object may know better what to do with a tensor."""
    return isinstance(other, AnyRagged) or (not isinstance(other, _known) and hasattr(type(other), reflected))


def _general_operator(compute: _Operator, special: str, swapped: bool) -> _Operator:
    """The operator through dispatch; `swapped` where the tensor is the right operand."""
    answer = f"__{special}__" if swapped else f"__r{special}__"

    def operator(self: Any, other: Any) -> Any:
        try:
            return compute(other, self) if swapped else compute(self, other)
        except Exception as error:
            if isinstance(error, (TypeError, ValueError)) and _defers(other, answer):
                return NotImplemented
            if type(error) is TypeError:
                # a Python value that the tensor's dtype cannot hold: TensorFlow raises either of the two
                raise errors.DTypeMismatchError(str(error)) from None
            shorten(error)
            raise

    return operator


def _applied(record: OpRecord, name: str) -> _Operator:
    return lambda x, y: apply(record, (x, y), None, name)


def _dtype_of(x: Any, y: Any) -> DType:
    """The dtype of the operand that is a tensor."""
    return x.dtype if isinstance(x, Tensor) else y.dtype


def _add(x: Tensor, y: Tensor) -> Tensor:
    return apply(binary.ADD_TEXT if _dtype_of(x, y) is string else binary.ADD, (x, y), None, "add")


def _divide(x: TensorLike, y: TensorLike) -> Tensor:
    if _dtype_of(x, y).is_integer:
        return division.truediv(x, y)
    return apply(division.REAL_DIV, (x, y), None, "truediv")


def _bits_or_logic(scope: str, logic: Callable[..., Tensor], bits: OpRecord) -> _Operator:
    def compute(x: TensorLike, y: TensorLike) -> Tensor:
        if _dtype_of(x, y).is_bool:
            return logic(x, y, name=scope)
        with name_scope(scope):
            return apply(bits, (x, y))

    return compute


def _xor(x: Tensor, y: Tensor) -> Tensor:
    with name_scope("xor") as scope:
        if not _dtype_of(x, y).is_bool:
            return apply(bitwise.BITWISE_XOR, (x, y))
        dtype = _dtype_of(x, y)
        x, y = to_tensor(x, dtype, "x"), to_tensor(y, dtype, "y")
        return comparison.logical_xor(x, y, name=scope)


_MISMATCH_IS_UNEQUAL: Final = {"incompatible_shape_error": False}


def _equality(record: OpRecord, otherwise: bool) -> _Operator:
    def compute(x: Tensor, y: Tensor) -> Tensor:
        if y is None:
            return otherwise
        return apply(record, (x, y), _MISMATCH_IS_UNEQUAL)

    return compute


# the fast path -----


def _fast_operator(record: OpRecord, general: _Operator, *attrs: tuple[str, Any]) -> _Operator:
    """The operator for eager tensors; `attrs` are the attributes that are part of dispatch's key."""
    prepared_for = record.eager_cache.get

    def operator(self: Any, other: Any) -> Any:
        if state.graph is None and not state.tapes:
            kind = other.__class__
            if kind is EagerTensor:
                types = (self._type, other._type)
            elif kind in _plain_numbers:
                try:
                    other = to_tensor(other, self._type.dtype)
                except (TypeError, ValueError):
                    return general(self, other)
                types = (self._type, other._type)
            else:
                return general(self, other)
            prepared = prepared_for((types, *attrs) if attrs else types)
            if prepared is not None:
                try:
                    result = state.quiet(prepared.kernel, self._array, other._array)
                except errors.OpError as error:
                    raise errors.with_note(error, f"[Op:{record.name}]") from None
                except MemoryError as error:
                    raise errors.with_note(errors.out_of_memory(record.name, error), f"[Op:{record.name}]") from None
                if result.__class__ is _ndarray:
                    return EagerTensor(result, prepared.types[0])
                return EagerTensor(np.asarray(result), prepared.types[0])
        return general(self, other)

    return operator


def _unless_integer(short: _Operator, general: _Operator) -> _Operator:
    """Integers are not divided as they are, whatever may be prepared for them."""

    def operator(self: Any, other: Any) -> Any:
        return general(self, other) if self._type.dtype.is_integer else short(self, other)

    return operator


# putting them on the classes -----


def _hang(special: str, operator: _Operator, short: _Operator | None = None) -> None:
    name = f"__{special}__"

    def on_variable(self: Any, other: TensorLike) -> Any:
        return getattr(self.read_value(), name)(other)

    for function in (operator, short, on_variable):
        if function is not None:
            function.__name__ = name
            function.__qualname__ = f"Tensor.{name}"
    setattr(Tensor, name, operator)
    setattr(Variable, name, on_variable)
    if short is not None:
        setattr(EagerTensor, name, short)


def _hang_arithmetic() -> None:
    table = [
        ("add", _add, binary.ADD),
        ("sub", _applied(binary.SUB, "sub"), binary.SUB),
        ("mul", _applied(binary.MUL, "mul"), binary.MUL),
        ("truediv", _divide, division.REAL_DIV),
        ("floordiv", _applied(division.FLOOR_DIV, "floordiv"), division.FLOOR_DIV),
        ("mod", _applied(division.FLOOR_MOD, "mod"), division.FLOOR_MOD),
        ("pow", _applied(division.POW, "pow"), division.POW),
        ("matmul", lambda x, y: matmul.matmul(x, y, name="matmul"), None),
        ("and", _bits_or_logic("and", comparison.logical_and, bitwise.BITWISE_AND), None),
        ("or", _bits_or_logic("or", comparison.logical_or, bitwise.BITWISE_OR), None),
        ("xor", _xor, None),
        ("lshift", _applied(bitwise.LEFT_SHIFT, "left_shift"), bitwise.LEFT_SHIFT),
        ("rshift", _applied(bitwise.RIGHT_SHIFT, "right_shift"), bitwise.RIGHT_SHIFT),
    ]
    for special, compute, record in table:
        direct = _general_operator(compute, special, False)
        short = None if record is None else _fast_operator(record, direct)
        if special == "truediv" and short is not None:
            short = _unless_integer(short, direct)
        _hang(special, direct, short)
        _hang(f"r{special}", _general_operator(compute, special, True))


def _hang_comparisons() -> None:
    for special, record, mirror in (
        ("lt", comparison.LESS, "gt"),
        ("le", comparison.LESS_EQUAL, "ge"),
        ("gt", comparison.GREATER, "lt"),
        ("ge", comparison.GREATER_EQUAL, "le"),
    ):
        operator = _comparing(_applied(record, record.name), mirror)
        _hang(special, operator, _fast_operator(record, operator))
    attrs = tuple(_MISMATCH_IS_UNEQUAL.items())
    for special, record, otherwise in (("eq", comparison.EQUAL, False), ("ne", comparison.NOT_EQUAL, True)):
        operator = _comparing(_equality(record, otherwise), special)
        _hang(special, operator, _fast_operator(record, operator, *attrs))


def _comparing(compute: _Operator, mirror: str) -> _Operator:
    """A comparison; Python asks the right operand for the mirrored one when the left one passes."""

    def operator(self: Any, other: Any) -> Any:
        try:
            return compute(self, other)
        except (TypeError, ValueError):
            # every class has comparisons; only one that is defined by the class itself has something to say
            own = getattr(type(other), f"__{mirror}__", None)
            if _defers(other, f"__{mirror}__") and own is not getattr(object, f"__{mirror}__"):
                return NotImplemented
            raise

    return operator


def _hang_unary() -> None:
    def invert(self: Tensor) -> Tensor:
        return comparison.logical_not(self) if self.dtype.is_bool else unary.invert(self)

    for special, compute in (("neg", unary.negative), ("abs", unary.abs), ("invert", invert)):
        for cls in (Tensor, Variable):
            setattr(cls, f"__{special}__", _of_one(compute))


def _of_one(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: compute(self if isinstance(self, Tensor) else self.read_value())


_hang_arithmetic()
_hang_comparisons()
_hang_unary()
