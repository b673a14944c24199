"""Powers of complex numbers, as C computes them: the exponential of a product with annex G's infinities."""

from __future__ import annotations

import numpy as np

from graphwright.core.prelude import Array


def complex_power(x: Array, y: Array) -> Array:
    """`exp(y * log(x))` in double precision, rounded once; 1 where y is 0."""
    base, exponent = np.broadcast_arrays(x.astype(np.complex128), y.astype(np.complex128))
    with np.errstate(all="ignore"):
        product = np.asarray(_product(exponent, np.log(base)))
        product.imag[np.isnan(product.imag)] = np.nan  # whose sign depends on the processor
        result = np.exp(product)
        result = np.where(exponent == 0, 1, result)
        return np.asarray(result.astype(x.dtype))


def _product(x: Array, y: Array) -> Array:
    """An infinite factor makes the product infinite, unless the other is 0."""
    product = _parts_product(x.real, x.imag, y.real, y.imag)
    lost = np.isnan(product.real) & np.isnan(product.imag)
    first, second = lost & np.isinf(x), lost & np.isinf(y)
    if not (first | second).any():
        return product
    a, b = _boxed(x.real, first), _boxed(x.imag, first)
    c, d = _numbers(y.real, first), _numbers(y.imag, first)
    a, b = _numbers(a, second), _numbers(b, second)
    c, d = _boxed(c, second), _boxed(d, second)
    infinite = _parts_product(a, b, c, d)
    found = np.empty(product.shape, np.complex128)
    found.real, found.imag = np.inf * infinite.real, np.inf * infinite.imag
    return np.where(first | second, found, product)


def _parts_product(a: Array, b: Array, c: Array, d: Array) -> Array:
    result = np.empty(np.shape(a), np.complex128)
    result.real, result.imag = a * c - b * d, a * d + b * c
    return result


def _boxed(part: Array, where: Array) -> Array:
    """1 for infinite parts and 0 for others, with their signs."""
    return np.where(where, np.copysign(np.isinf(part).astype(np.float64), part), part)


def _numbers(part: Array, where: Array) -> Array:
    """0 for NaN, with its sign."""
    return np.where(where & np.isnan(part), np.copysign(0.0, part), part)


__all__ = ["complex_power"]
