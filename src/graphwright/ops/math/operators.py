"""Python's operators on `Tensor` and `Variable`.

Importing this module is what gives tensors their operators. Two eager tensors, with no graph under construction and
no tape recording, take the fast path of dispatch (`eager_binary`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, string
from graphwright.base.tracebacks import shorten
from graphwright.core.dispatch import eager_binary
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.prelude import EagerTensor, Tensor, TensorLike, apply, errors, name_scope, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.core.variable import Variable
from graphwright.ir.record import OpRecord
from graphwright.ops.linalg import matmul
from graphwright.ops.math import binary, bitwise, comparison, division, unary

_Operator = Callable[[Any, Any], Any]

# Their own operators know no more about tensors. A library's class that only derives from `AnyTensor` may.
_tensors: Final = (Tensor, Variable, SparseTensor, IndexedSlices)
_known: Final = (*_tensors, np.ndarray, np.generic, int, float, complex, str, bytes, list, tuple, type(None))

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


def _unless_integer(fast: _Operator, general: _Operator) -> _Operator:
    """Division whose fast path skips integers: `/` converts them to floats first."""

    def operator(self: Any, other: Any) -> Any:
        return general(self, other) if self._type.dtype.is_integer else fast(self, other)

    operator.general = general  # type: ignore[attr-defined]
    return operator


# setting them on the classes -----


def _set_operator(special: str, operator: _Operator, fast: _Operator | None = None) -> None:
    name = f"__{special}__"

    def on_variable(self: Any, other: TensorLike) -> Any:
        return getattr(self.read_value(), name)(other)

    for function in (operator, fast, on_variable):
        if function is not None:
            function.__name__ = name
            function.__qualname__ = f"Tensor.{name}"
    setattr(Tensor, name, operator)
    setattr(Variable, name, on_variable)
    if fast is not None:
        setattr(EagerTensor, name, fast)


def _refuse_in_place() -> None:
    """`variable += value` would leave the name bound to a tensor, and the variable as it was."""
    methods = {"iadd": ("+", "assign_add"), "isub": ("-", "assign_sub")}
    methods |= {"imul": ("*", ""), "itruediv": ("/", ""), "ipow": ("**", "")}
    for special, (symbol, method) in methods.items():

        def refuse(self: Variable, value: Any, symbol: str = symbol, method: str = method) -> Any:
            instead = f"var.{method}(value)" if method else f"var.assign(var {symbol} value)"
            raise RuntimeError(
                f"`var {symbol}= value` with `tf.Variable`s is not supported. Use `{instead}` to modify the variable, "
                f"or `out = var {symbol} value` for a new tensor."
            )

        setattr(Variable, f"__{special}__", refuse)


def _set_arithmetic() -> None:
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
        fast = None if record is None else eager_binary(record, direct)
        if special == "truediv" and fast is not None:
            fast = _unless_integer(fast, direct)
        _set_operator(special, direct, fast)
        _set_operator(f"r{special}", _general_operator(compute, special, True))


def _set_comparisons() -> None:
    for special, record, mirror in (
        ("lt", comparison.LESS, "gt"),
        ("le", comparison.LESS_EQUAL, "ge"),
        ("gt", comparison.GREATER, "lt"),
        ("ge", comparison.GREATER_EQUAL, "le"),
    ):
        operator = _comparing(_applied(record, record.name), mirror)
        _set_operator(special, operator, eager_binary(record, operator))
    attrs = tuple(_MISMATCH_IS_UNEQUAL.items())
    for special, record, otherwise in (("eq", comparison.EQUAL, False), ("ne", comparison.NOT_EQUAL, True)):
        operator = _comparing(_equality(record, otherwise), special)
        _set_operator(special, operator, eager_binary(record, operator, *attrs))


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


def _set_unary() -> None:
    def invert(self: Tensor) -> Tensor:
        return comparison.logical_not(self) if self.dtype.is_bool else unary.invert(self)

    for special, compute in (("neg", unary.negative), ("abs", unary.abs), ("invert", invert)):
        for cls in (Tensor, Variable):
            setattr(cls, f"__{special}__", _of_one(compute))


def _of_one(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: compute(self if isinstance(self, Tensor) else self.read_value())


_set_arithmetic()
_refuse_in_place()
_set_comparisons()
_set_unary()
