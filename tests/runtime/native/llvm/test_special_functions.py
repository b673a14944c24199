"""Special functions by their kernels and as machine code: values of 50 digits, and the ends of their domains."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from graphwright.ir.emit import Operand
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import OpRecord
from graphwright.ops.math import binary_special, incomplete_gamma, special
from graphwright.ops.random import distributions
from graphwright.runtime.native.jit import jit
from tests.support.native import WIDTHS, Array, compile_rule, same, ulps
from tests.support.special_function_values import VALUES, VALUES_OF_SEVERAL

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


OF_SEVERAL: dict[str, OpRecord] = {
    r.name: r
    for r in (
        incomplete_gamma.IGAMMA, incomplete_gamma.IGAMMAC, incomplete_gamma.IGAMMA_GRAD_A,
        incomplete_gamma.BETAINC, special.ZETA,
        special.POLYGAMMA, distributions.RANDOM_GAMMA_GRAD,
    )
}  # fmt: skip
# in units of the last place; what is not here is right to 4
BOUNDS = {"IgammaGradA": 25, "RandomGammaGrad": 25, "Betainc": 16}
#: Arguments and values at the ends of the domains and outside of them.
ENDS_OF_SEVERAL: dict[str, list[tuple[float, ...]]] = {
    "Igamma": [
        (1, 0, 0), (1, _INF, 1), (_INF, 3, 0), (_INF, _INF, 0), (0, 1, _NAN), (-1, 1, _NAN), (1, -1, _NAN),
        (1, -_INF, _NAN), (-1, 0, 0), (_NAN, 0, 0), (_NAN, 1, _NAN), (1, _NAN, _NAN), (2, 3e38, 1), (1e-30, 1e30, 1),
        (1e30, 1e28, 0), (1e30, 1e32, 1),
    ],
    "Igammac": [
        (1, 0, 1), (1, _INF, 0), (_INF, 3, 1), (_INF, _INF, 0), (0, 1, _NAN), (0, 0, _NAN), (-1, 1, _NAN),
        (1, -1, _NAN), (1, -_INF, _NAN), (_NAN, 0, _NAN), (_NAN, 1, _NAN), (1, _NAN, _NAN), (2, 3e38, 0),
        (1e30, 1e28, 1), (1e30, 1e32, 0),
    ],
    "IgammaGradA": [
        (1, 0, 0), (1, _INF, 0), (_INF, 3, 0), (0, 1, _NAN), (-1, 1, _NAN), (1, -1, _NAN), (_NAN, 1, _NAN),
        (1, _NAN, _NAN), (2, 3e38, -0.0), (1e30, 1e28, 0),
    ],
    "RandomGammaGrad": [
        (1, 0, 0), (1, _INF, 0), (_INF, 3, 0), (0, 1, _NAN), (-1, 1, _NAN), (1, -1, _NAN), (_NAN, 1, _NAN),
        (1, _NAN, _NAN), (2, 3e38, 0), (1e30, 1e28, 0),
    ],
    "Betainc": [
        (1, 2, 0, 0), (1, 2, 1, 1), (_INF, 1, 0, 0), (1, _INF, 1, 1), (_NAN, 2, 0, 0), (1, 2, -0.5, _NAN),
        (1, 2, 1.5, _NAN), (0, 1, 0.5, _NAN), (1, 0, 1, _NAN), (-1, 1, 0, _NAN), (1, _INF, 0.5, _NAN),
        (1, 1, _NAN, _NAN), (1e30, 1e30, 0.5, 0.5), (1e30, 1e30, 0.25, 0), (1e30, 1, 0.5, 0), (1, 1e30, 0.5, 1),
    ],
    "Zeta": [
        (1, 2, _INF), (0.5, 2, _NAN), (-2, 2, _NAN), (2, 0, _INF), (2, -3, _INF), (3, 0, _NAN), (3, -2, _NAN),
        (2.5, -0.5, _NAN), (2, _INF, 0), (_INF, 0.5, _INF), (_INF, 1, 1), (_INF, 1.5, 0), (3e38, 1.5, 0),
        (2, -_INF, _INF), (_NAN, 1, _NAN), (2, _NAN, _NAN), (3, -20000.5, _NAN),
    ],
    "Polygamma": [
        (0, _INF, _INF), (1, 0, _INF), (2, 0, _NAN), (1, -2, _INF), (1.5, 1, _NAN), (-1, 1, _NAN), (1, _INF, 0),
        (300, 1, -_INF), (_NAN, 1, _NAN), (1, _NAN, _NAN),
    ],
}  # fmt: skip


def rule_of(record: OpRecord) -> Callable[..., Operand]:
    """What writes an element."""
    assert isinstance(record.native, Elementwise)
    return record.native.emit


@cache
def ways(record: OpRecord, dtype: str) -> list[Callable[[Array], Array]]:
    """The function by its kernel, and as code for one lane and for several."""
    dtypes = [dtype] * len(record.inputs)
    return [record.kernel, *(compile_rule(rule_of(record), dtypes, dtype, width) for width in WIDTHS)]


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


@pytest.mark.parametrize("name", OF_SEVERAL)
def test_values_of_several(name: str) -> None:
    table = VALUES_OF_SEVERAL[name]
    arguments = np.array(list(table)).T
    exact = np.array(list(table.values()), np.longdouble)
    for way in ways(OF_SEVERAL[name], "float64"):
        found = way(*arguments)
        errors = ulps(found, exact)
        worst = int(np.argmax(errors))
        assert errors[worst] <= BOUNDS.get(name, 4), (way, arguments[:, worst], found[worst], exact[worst])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", OF_SEVERAL)
def test_ends_of_several(name: str, dtype: str) -> None:
    *arguments, expected = np.array(ENDS_OF_SEVERAL[name], dtype).T
    for way in ways(OF_SEVERAL[name], dtype):
        np.testing.assert_array_equal(way(*arguments), expected)


@pytest.mark.parametrize("name", OF_SEVERAL)
def test_of_several_single_precision_is_double_precision_rounded(name: str) -> None:
    """Whatever the neighbours are: some of them take many rounds, others none."""
    rng = np.random.default_rng(5)
    record, sizes = OF_SEVERAL[name], np.exp(rng.uniform(-9, 9, (3, 400)))
    sizes[1, ::3] = sizes[0, ::3] * rng.uniform(0.5, 1.5, 134)
    if name == "Betainc":
        sizes[2] = rng.uniform(0, 1, 400)
    elif name == "Polygamma":
        sizes[0] = rng.integers(0, 9, 400)
    arguments = sizes[: len(record.inputs)].astype(np.float32)
    kernel, *codes = ways(record, "float32")
    expected = record.kernel(*arguments.astype(np.float64))
    assert np.nanmax(ulps(kernel(*arguments), expected)) <= 0.5
    results = [code(*arguments) for code in codes]
    assert np.nanmax(ulps(results[0], expected)) <= 0.501
    same(results[0], results[1])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_next_after(dtype: str) -> None:
    info = np.finfo(dtype)
    sizes = [0.0, 1.0, 2.5, float(info.tiny), float(info.smallest_subnormal), float(info.max), _INF]
    x, y = (g.ravel() for g in np.meshgrid(*[np.array([*sizes, *(-v for v in sizes), _NAN], dtype)] * 2))
    with np.errstate(all="ignore"):
        expected = np.nextafter(x, y)
    for width in WIDTHS:
        same(compile_rule(rule_of(binary_special.NEXT_AFTER), [dtype] * 2, dtype, width)(x, y), expected)
