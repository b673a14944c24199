"""Exponentials and logarithms of complex numbers where NumPy's lose digits or overflow: in double precision."""

from __future__ import annotations

import numpy as np

from graphwright.core.prelude import Array
from graphwright.ops.math._broadcast import quotient


def expm1_kernel(x: Array) -> Array:
    """NumPy's, but where a part is infinite, NaN or an imaginary 0: there it is one less than the exponential."""
    if not np.iscomplexobj(x):
        real: Array = np.expm1(x)
        return real
    z = x.astype(np.complex128)
    found = np.expm1(z, out=np.empty_like(z))
    odd, flat = ~np.isfinite(z), z.imag == 0
    found.real[odd], found.imag[odd] = np.exp(z[odd]).real - 1, np.exp(z[odd]).imag
    found.real[flat], found.imag[flat] = np.expm1(z.real[flat]), z.imag[flat]
    return found.astype(x.dtype)


def log1p_kernel(x: Array) -> Array:
    """Near 0 from the distance of `|1 + x|` from 1; NumPy's has few digits there."""
    if not np.iscomplexobj(x):
        real: Array = np.log1p(x)
        return real
    z = x.astype(np.complex128)
    shifted = z.copy()
    shifted.real += 1
    found: Array = np.log(shifted, out=shifted)
    near = (np.abs(z.real) < 0.5) & (np.abs(z.imag) < 0.5)
    a, b = z.real[near], z.imag[near]
    found.real[near] = 0.5 * np.log1p(a * (a + 2) + b * b)
    narrowed: Array = found.astype(x.dtype)
    return narrowed


def complex_sigmoid(x: Array) -> Array:
    """By the exponential of what is not positive, so that nothing overflows."""
    z = x.astype(np.complex128)
    left = z.real < 0
    size = np.exp(np.where(left, z, -z))
    found = np.asarray(quotient(np.where(left, size, 1), 1 + size))
    found.imag = np.copysign(found.imag, np.sin(z.imag))
    return np.where(left & (size == 0), size, found).astype(x.dtype)


__all__ = ["complex_sigmoid", "expm1_kernel", "log1p_kernel"]
