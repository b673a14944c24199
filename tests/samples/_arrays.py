"""Shorthands for the arrays of samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import as_dtype
from tests.samples import Sample

FLOATS: Final = ("float64", "float32", "float16", "bfloat16")
INTS: Final = ("int32", "int64", "int8", "int16")
UINTS: Final = ("uint8", "uint16", "uint32", "uint64")
COMPLEX: Final = ("complex128", "complex64")

ODD: Final = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30, -1e30)
"""Edge cases of numeric functions."""


def arr(values: Any, dtype: str = "float64") -> np.ndarray[Any, Any]:
    """An array of a dtype by TensorFlow's name; text becomes bytes."""
    if dtype == "string":
        out = np.empty(np.shape(values), object)
        out[...] = np.array(values, object)
        return out
    array, target = np.array(values), np.dtype(as_dtype(dtype).numpy)
    if array.dtype.kind == "f" and target.kind == "u":
        array = array.astype(np.int64)  # which number a negative float becomes depends on the processor
    return array.astype(target)


def of_one(
    values: Any,
    dtypes: Iterable[str],
    *,
    attrs: Any = None,
    odd: bool = True,
    rtol: float | None = None,
) -> list[Sample]:
    """Samples of a unary elementwise op: `values` in every dtype, a scalar, an empty array, edge cases."""
    dtypes = tuple(dtypes)
    attrs = attrs or {}
    rows = [v for v in values if not isinstance(v, complex)] or list(values)
    samples = [Sample((arr(_fitting(values, d), d),), attrs, rtol=rtol) for d in dtypes]
    samples.append(Sample((arr(rows[0], dtypes[0]),), attrs))
    samples.append(Sample((arr(np.zeros((0, 3)), dtypes[0]),), attrs))
    samples.append(Sample((arr([[rows[0], rows[-1]]], dtypes[0]),), attrs))
    if odd and "float32" in dtypes:
        samples.append(Sample((arr(ODD, "float32"),), attrs, gradient=False))
    return samples


def _fitting(values: Any, dtype: str) -> Any:
    """The values representable in the dtype."""
    kind = as_dtype(dtype)
    if kind.is_complex:
        return [*values, *(complex(v, 0.5) for v in values if not isinstance(v, complex))]
    real = [v for v in values if not isinstance(v, complex)]
    return [abs(v) for v in real] if kind.is_unsigned else real


def of_two(
    x: Any,
    y: Any,
    dtypes: Iterable[str],
    *,
    attrs: Any = None,
    odd: bool = True,
    gradient: bool | tuple[int, ...] = True,
) -> list[Sample]:
    """Samples of a broadcasting binary op: every dtype, then combinations of compatible shapes."""
    dtypes = tuple(dtypes)
    attrs = attrs or {}
    first = dtypes[0]
    x0, y0 = x[0], y[0]
    samples = [Sample((arr(_fitting(x, d), d), arr(_fitting(y, d), d)), attrs, gradient) for d in dtypes]
    column, row = arr([[v] for v in x], first), arr([y], first)
    samples += [
        Sample((arr(x, first), arr(y0, first)), attrs, gradient),
        Sample((arr(x0, first), arr(y, first)), attrs, gradient),
        Sample((arr(x0, first), arr(y0, first)), attrs, gradient),
        Sample((column, row), attrs, gradient),
        Sample((arr([x], first), arr([[v] for v in y], first)), attrs, gradient),
        Sample((arr([x, x], first), arr(y, first)), attrs, gradient),
        Sample((arr([x], first), arr([[y], [y]], first)), attrs, gradient),
        Sample((arr(np.zeros((0, 3)), first), arr(np.ones((1, 3)), first)), attrs, gradient),
        Sample((arr(np.zeros((2, 0)), first), arr(y0, first)), attrs, gradient),
    ]
    if odd and "float32" in dtypes:
        a = arr([v for v in ODD for _ in ODD], "float32")
        b = arr([v for _ in ODD for v in ODD], "float32")
        samples.append(Sample((a, b), attrs, gradient=False))
    return samples
