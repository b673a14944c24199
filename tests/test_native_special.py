"""Special functions by their kernels and as machine code: values of 50 digits, and the ends of their domains."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from graphwright.ir.emit import Operand
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import OpRecord
from graphwright.ops import pairs, special
from graphwright.runtime.native.machine import jit
from tests.native_support import WIDTHS, Array, compile_rule, same, ulps
from tests.special_function_values import VALUES

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

RECORDS: dict[str, OpRecord] = {
    r.name: r
    for r in (
        special.ERF, special.ERFC, special.ERFINV, special.NDTRI, special.LGAMMA, special.DIGAMMA, special.I0E,
        special.I1E,
    )
}  # fmt: skip
_INF, _NAN = math.inf, math.nan
ENDS: dict[str, list[tuple[float, float]]] = {
    "Erf": [(0.0, 0.0), (-0.0, -0.0), (_INF, 1.0), (-_INF, -1.0), (_NAN, _NAN)],
    "Erfc": [(0.0, 1.0), (_INF, 0.0), (-_INF, 2.0), (_NAN, _NAN)],
    "Erfinv": [(0.0, 0.0), (1.0, _INF), (-1.0, -_INF), (1.5, _NAN), (-_INF, _NAN), (_NAN, _NAN)],
    "Ndtri": [(0.0, -_INF), (0.5, 0.0), (1.0, _INF), (-0.25, _NAN), (1.25, _NAN), (_NAN, _NAN)],
    "Lgamma": [
        (0.0, _INF),
        (1.0, 0.0),
        (2.0, 0.0),
        (-1.0, _INF),
        (-3e38, _INF),
        (_INF, _INF),
        (-_INF, _INF),
        (_NAN, _NAN),
    ],
    "Digamma": [(0.0, _NAN), (-1.0, _NAN), (-3e38, _NAN), (_INF, _INF), (-_INF, _NAN), (_NAN, _NAN)],
    "BesselI0e": [(0.0, 1.0), (_INF, 0.0), (-_INF, 0.0), (_NAN, _NAN)],
    "BesselI1e": [(0.0, 0.0), (-0.0, -0.0), (_INF, 0.0), (-_INF, -0.0), (_NAN, _NAN)],
}


def rule_of(record: OpRecord) -> Callable[..., Operand]:
    """What writes an element."""
    assert isinstance(record.native, Elementwise)
    return record.native.emit


def ways(record: OpRecord, dtype: str) -> list[Callable[[Array], Array]]:
    """The function by its kernel, and as code for one lane and for several."""
    return [record.kernel, *(compile_rule(rule_of(record), [dtype], dtype, width) for width in WIDTHS)]


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    x = np.array(list(VALUES[name]))
    exact = np.array(list(VALUES[name].values()), np.longdouble)
    for way in ways(RECORDS[name], "float64"):
        found = way(x)
        errors = ulps(found, exact)
        worst = int(np.argmax(errors))
        assert errors[worst] <= 4, (way, x[worst], found[worst], exact[worst])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ENDS)
def test_ends(name: str, dtype: str) -> None:
    x, expected = np.array(ENDS[name], dtype).T
    for way in ways(RECORDS[name], dtype):
        same(way(x.copy()), expected)


@pytest.mark.parametrize("name", VALUES)
def test_single_precision_is_double_precision_rounded(name: str) -> None:
    rng = np.random.default_rng(5)
    x = np.concatenate([rng.uniform(-1, 1, 500), rng.uniform(-20, 20, 500), np.exp(rng.uniform(-80, 80, 500))])
    x = x.astype(np.float32)
    kernel, *codes = ways(RECORDS[name], "float32")
    with np.errstate(all="ignore"):
        expected = RECORDS[name].kernel(x.astype(np.float64))
        assert np.nanmax(ulps(kernel(x), expected)) <= 0.5
        # `erf` and `erfc` of floats have shorter formulas
        bound = 3 if name in ("Erf", "Erfc") else 0.501
        for code in codes:
            assert np.nanmax(ulps(code(x), expected)) <= bound
    same(codes[0](x), codes[1](x))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_next_after(dtype: str) -> None:
    info = np.finfo(dtype)
    sizes = [0.0, 1.0, 2.5, float(info.tiny), float(info.smallest_subnormal), float(info.max), _INF]
    x, y = (g.ravel() for g in np.meshgrid(*[np.array([*sizes, *(-v for v in sizes), _NAN], dtype)] * 2))
    with np.errstate(all="ignore"):
        expected = np.nextafter(x, y)
    for width in WIDTHS:
        same(compile_rule(rule_of(pairs.NEXT_AFTER), [dtype] * 2, dtype, width)(x, y), expected)
