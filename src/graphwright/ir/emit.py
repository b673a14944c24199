"""The interface that the native elementwise rules of op records are written against.

A rule is a function of an emitter and operands, for instance ``lambda e, x, y: e.add(x, y)``.  It says
nothing about vectors, memory or LLVM: the same rule serves every dtype, a scalar or a vector of any width,
and any back end that implements `Emitter`.  All operands of one call have the same dtype unless the method
says otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol

Predicate = Literal["eq", "ne", "lt", "le", "gt", "ge"]
Kind = Literal["bool", "int", "uint", "float", "complex"]


class Unsupported(Exception):
    """An emitter has no code for this method and dtype; the caller runs the op's NumPy kernel instead."""


class NamedDType(Protocol):
    """Anything with a dtype's name: a `DType` or a NumPy dtype."""

    @property
    def name(self) -> str: ...


DTypeLike = NamedDType | str

_KINDS: Final[dict[str, tuple[Kind, int]]] = {
    "bool": ("bool", 1),
    "int8": ("int", 8),
    "int16": ("int", 16),
    "int32": ("int", 32),
    "int64": ("int", 64),
    "uint8": ("uint", 8),
    "uint16": ("uint", 16),
    "uint32": ("uint", 32),
    "uint64": ("uint", 64),
    "float16": ("float", 16),
    "bfloat16": ("float", 16),
    "float32": ("float", 32),
    "float64": ("float", 64),
    "complex64": ("complex", 64),
    "complex128": ("complex", 128),
}

#: The dtypes that native rules can be written for, by name.
NATIVE_DTYPES: Final[frozenset[str]] = frozenset(_KINDS)


def dtype_name(dtype: DTypeLike) -> str:
    """The name of a dtype given as such or by name; raises `Unsupported` for one that has no native form."""
    name = dtype if isinstance(dtype, str) else dtype.name
    if name not in _KINDS:
        raise Unsupported(f"no native code for dtype {name}")
    return name


class Operand:
    """A value inside the code being written: opaque but for its dtype."""

    __slots__ = ("dtype",)

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype

    @property
    def kind(self) -> Kind:
        """One of ``"bool"``, ``"int"``, ``"uint"``, ``"float"``, ``"complex"``."""
        return _KINDS[self.dtype][0]

    @property
    def bits(self) -> int:
        """Width of the dtype in bits (1 for bool)."""
        return _KINDS[self.dtype][1]

    @property
    def is_float(self) -> bool:
        return _KINDS[self.dtype][0] == "float"

    @property
    def is_complex(self) -> bool:
        return _KINDS[self.dtype][0] == "complex"

    @property
    def is_bool(self) -> bool:
        return self.dtype == "bool"

    @property
    def is_integer(self) -> bool:
        return _KINDS[self.dtype][0] in ("int", "uint")


class Emitter(ABC):
    """Writes elementwise code; methods take and give `Operand`s.

    float16 and bfloat16 results are rounded to their format after every method.  Integers wrap.  Nothing
    traps: integer division by zero gives zero, and an op that must report it checks before.
    """

    # Constants and conversions

    @abstractmethod
    def const(self, value: bool | int | float | complex, like: Operand | DTypeLike) -> Operand:
        """`value` in the dtype of `like`; integers are taken modulo their width."""

    @abstractmethod
    def convert(self, a: Operand, dtype: DTypeLike) -> Operand:
        """A cast by value: float to int truncates and saturates (NaN gives 0), to bool is ``!= 0``."""

    @abstractmethod
    def bitcast(self, a: Operand, dtype: DTypeLike) -> Operand:
        """The same bits read as another dtype of the same size."""

    # Arithmetic, the same method for integers and floats

    @abstractmethod
    def add(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def sub(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def mul(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def div(self, a: Operand, b: Operand) -> Operand:
        """True division of floats; integers truncate towards zero, and ``x / 0`` is 0."""

    @abstractmethod
    def floordiv(self, a: Operand, b: Operand) -> Operand:
        """Python's ``//``, for floats as ``np.floor_divide``; for integers ``x // 0`` is 0."""

    @abstractmethod
    def floormod(self, a: Operand, b: Operand) -> Operand:
        """Python's ``%`` (the sign of the divisor), for floats as ``np.mod``; for integers ``x % 0`` is 0."""

    @abstractmethod
    def fmod(self, a: Operand, b: Operand) -> Operand:
        """C's remainder (the sign of the dividend), as ``np.fmod``; for integers ``fmod(x, 0)`` is 0."""

    @abstractmethod
    def fma(self, a: Operand, b: Operand, c: Operand) -> Operand:
        """``a * b + c``, fused where the host can."""

    @abstractmethod
    def neg(self, a: Operand) -> Operand: ...

    @abstractmethod
    def abs(self, a: Operand) -> Operand: ...

    @abstractmethod
    def sign(self, a: Operand) -> Operand:
        """-1, 0 or 1; NaN stays NaN."""

    @abstractmethod
    def min(self, a: Operand, b: Operand) -> Operand:
        """The smaller, NaN if either is NaN (``np.minimum``)."""

    @abstractmethod
    def max(self, a: Operand, b: Operand) -> Operand:
        """The larger, NaN if either is NaN (``np.maximum``)."""

    @abstractmethod
    def sqrt(self, a: Operand) -> Operand: ...

    @abstractmethod
    def rsqrt(self, a: Operand) -> Operand: ...

    @abstractmethod
    def floor(self, a: Operand) -> Operand: ...

    @abstractmethod
    def ceil(self, a: Operand) -> Operand: ...

    @abstractmethod
    def rint(self, a: Operand) -> Operand:
        """Nearest integer, ties to even."""

    @abstractmethod
    def trunc(self, a: Operand) -> Operand: ...

    @abstractmethod
    def copysign(self, a: Operand, b: Operand) -> Operand: ...

    # Comparison and choice

    @abstractmethod
    def compare(self, pred: Predicate, a: Operand, b: Operand) -> Operand:
        """A bool; with a NaN only ``"ne"`` holds."""

    @abstractmethod
    def select(self, cond: Operand, a: Operand, b: Operand) -> Operand:
        """`a` where the bool `cond` holds, else `b`."""

    @abstractmethod
    def isnan(self, a: Operand) -> Operand: ...

    @abstractmethod
    def isinf(self, a: Operand) -> Operand: ...

    @abstractmethod
    def isfinite(self, a: Operand) -> Operand: ...

    # Logic on bools; bit operations on integers

    @abstractmethod
    def logical_and(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def logical_or(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def logical_xor(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def logical_not(self, a: Operand) -> Operand: ...

    @abstractmethod
    def bitwise_and(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def bitwise_or(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def bitwise_xor(self, a: Operand, b: Operand) -> Operand: ...

    @abstractmethod
    def invert(self, a: Operand) -> Operand: ...

    @abstractmethod
    def left_shift(self, a: Operand, b: Operand) -> Operand:
        """0 when `b` is negative or not below the width."""

    @abstractmethod
    def right_shift(self, a: Operand, b: Operand) -> Operand:
        """Arithmetic on signed integers; an amount outside the width shifts everything out."""

    # Transcendental functions of floats

    @abstractmethod
    def exp(self, a: Operand) -> Operand: ...

    @abstractmethod
    def expm1(self, a: Operand) -> Operand: ...

    @abstractmethod
    def log(self, a: Operand) -> Operand: ...

    @abstractmethod
    def log1p(self, a: Operand) -> Operand: ...

    @abstractmethod
    def tanh(self, a: Operand) -> Operand: ...

    @abstractmethod
    def sigmoid(self, a: Operand) -> Operand: ...

    @abstractmethod
    def softplus(self, a: Operand) -> Operand:
        """``log(1 + exp(a))`` without overflow."""

    @abstractmethod
    def sin(self, a: Operand) -> Operand: ...

    @abstractmethod
    def cos(self, a: Operand) -> Operand: ...

    @abstractmethod
    def tan(self, a: Operand) -> Operand: ...

    @abstractmethod
    def asin(self, a: Operand) -> Operand: ...

    @abstractmethod
    def acos(self, a: Operand) -> Operand: ...

    @abstractmethod
    def atan(self, a: Operand) -> Operand: ...

    @abstractmethod
    def atan2(self, y: Operand, x: Operand) -> Operand: ...

    @abstractmethod
    def sinh(self, a: Operand) -> Operand: ...

    @abstractmethod
    def cosh(self, a: Operand) -> Operand: ...

    @abstractmethod
    def asinh(self, a: Operand) -> Operand: ...

    @abstractmethod
    def acosh(self, a: Operand) -> Operand: ...

    @abstractmethod
    def atanh(self, a: Operand) -> Operand: ...

    @abstractmethod
    def erf(self, a: Operand) -> Operand: ...

    @abstractmethod
    def erfc(self, a: Operand) -> Operand: ...

    @abstractmethod
    def pow(self, a: Operand, b: Operand) -> Operand:
        """``a ** b``; for integers a negative `b` gives the real power truncated towards zero."""

    # Complex numbers and their parts

    @abstractmethod
    def complex_of(self, real: Operand, imag: Operand) -> Operand:
        """The complex number of two floats."""

    @abstractmethod
    def real(self, a: Operand) -> Operand: ...

    @abstractmethod
    def imag(self, a: Operand) -> Operand: ...

    @abstractmethod
    def conj(self, a: Operand) -> Operand: ...

    @abstractmethod
    def magnitude(self, a: Operand) -> Operand:
        """The size of a complex number, a float."""

    @abstractmethod
    def angle(self, a: Operand) -> Operand:
        """The angle of a complex number, a float."""

    # Composed of the above: the same for every emitter

    def routine(self, name: str, body: Callable[..., Operand], *operands: Operand) -> Operand:
        """`body(emitter, *operands)`; an emitter may write it once, as a function that is called wherever it is used.

        What the body writes follows from `name` and the dtypes of the operands.
        """
        return body(self, *operands)

    def repeat(
        self,
        most: int,
        step: Callable[..., Sequence[Operand]],
        more: Operand,
        fixed: Sequence[Operand],
        state: Sequence[Operand],
    ) -> list[Operand]:
        """The `state` after rounds of ``more, *state = step(emitter, fixed, *state)``, `most` of them at most.

        An element whose bool `more` has become false keeps its state; a round is made as long as one has not. Inside
        a `routine` alone: it is a loop in the code.
        """
        raise Unsupported("a loop outside of a routine")

    def square(self, a: Operand) -> Operand:
        return self.mul(a, a)

    def reciprocal(self, a: Operand) -> Operand:
        return self.div(self.const(1, a), a)

    def relu(self, a: Operand) -> Operand:
        return self.max(a, self.const(0, a))

    def relu6(self, a: Operand) -> Operand:
        return self.min(self.relu(a), self.const(6, a))

    def leaky_relu(self, a: Operand, alpha: float = 0.2) -> Operand:
        return self.select(self.compare("gt", a, self.const(0, a)), a, self.mul(a, self.const(alpha, a)))

    def softsign(self, a: Operand) -> Operand:
        return self.div(a, self.add(self.const(1, a), self.abs(a)))

    def elu(self, a: Operand) -> Operand:
        return self.select(self.compare("lt", a, self.const(0, a)), self.expm1(a), a)

    def selu(self, a: Operand) -> Operand:
        """``scale * elu(a)`` with the constants of self-normalising networks."""
        scale, scale_alpha = 1.0507009873554805, 1.7580993408473768
        negative = self.mul(self.const(scale_alpha, a), self.expm1(a))
        return self.select(self.compare("lt", a, self.const(0, a)), negative, self.mul(self.const(scale, a), a))
