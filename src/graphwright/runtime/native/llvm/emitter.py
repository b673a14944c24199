"""`TextEmitter`: the emitter interface as textual LLVM IR, on scalars or vectors of one width.

Real numbers are `real_emitter.py`'s. A complex number is the bits of both its parts, as it lies in memory: what moves
elements about need not know what they are. Arithmetic takes them apart and works on the parts
(`complex_numbers.py`); what it puts together stays known by its parts, so that a chain of operations never meets the
bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphwright.ir.emit import DTypeLike, Emitter, Operand, Unsupported, dtype_name
from graphwright.runtime.native.llvm import complex_numbers, storage
from graphwright.runtime.native.llvm.complex_numbers import as_text, joined, parts
from graphwright.runtime.native.llvm.real_emitter import RealEmitter, TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS


def _of_both(name: str) -> Callable[..., Any]:
    """A method of real numbers that gives way to a formula where its operands are complex."""
    of_reals, formula = getattr(RealEmitter, name), complex_numbers.FORMULAS.get(name)

    def method(self: TextEmitter, *operands: Any) -> Any:
        last = operands[-1]
        if not (isinstance(last, Operand) and last.is_complex):
            return of_reals(self, *operands)
        if formula is None:
            raise Unsupported(f"no native code for {name} of {last.dtype}")
        return formula(self, *operands)

    return method


def _of_complex(name: str) -> Callable[..., Any]:
    """A method of complex numbers alone."""
    formula = complex_numbers.FORMULAS[name]

    def method(self: TextEmitter, a: Operand) -> Any:
        if not a.is_complex:
            raise Unsupported(f"no native code for {name} of {a.dtype}")
        return formula(self, a)

    return method


class TextEmitter(RealEmitter):
    """The emitter of all dtypes."""

    def const(self, value: bool | int | float | complex, like: Operand | DTypeLike) -> TextOperand:
        dtype = like.dtype if isinstance(like, Operand) else dtype_name(like)
        element = ELEMENTS[dtype]
        if element.kind == "complex":
            number = complex(value)
            real, imag = super().const(number.real, element.part), super().const(number.imag, element.part)
            # a literal, like every other constant: it may be used in blocks that this place does not dominate
            bits = self.builder.const(element.compute, storage.complex_bits(element, number))
            return TextOperand(dtype, bits.text, (real, imag))
        return super().const(value, dtype)

    def complex_of(self, real: Operand, imag: Operand) -> TextOperand:
        return joined(self, real, imag)

    def convert(self, a: Operand, dtype: DTypeLike) -> TextOperand:
        target = ELEMENTS[dtype_name(dtype)]
        if a.dtype == target.name or not (a.is_complex or target.kind == "complex"):
            return super().convert(a, dtype)
        real, imag = parts(self, a) if a.is_complex else (a, None)
        if target.kind != "complex":
            return super().convert(real, dtype)
        wide = super().convert(real, target.part)
        return joined(self, wide, self.const(0, wide) if imag is None else super().convert(imag, target.part))

    def is_nonzero(self, a: Operand) -> TextOperand:
        """Whether a number is not 0: of a complex one, either part (a cast to bool looks at the real part alone)."""
        return self.compare("ne", a, self.const(0, a)) if a.is_complex else self.convert(a, "bool")

    real = _of_complex("real")
    imag = _of_complex("imag")
    conj = _of_complex("conj")
    magnitude = _of_complex("magnitude")
    angle = _of_complex("angle")


_OWN: Final = frozenset(vars(TextEmitter)) | {"bitcast", "select"}
for _name in Emitter.__abstractmethods__ - _OWN:
    setattr(TextEmitter, _name, _of_both(_name))

__all__ = ["TextEmitter", "TextOperand", "as_text"]
