"""The native emitter's transcendental functions against wider formats, with bounds on their errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextEmitter
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from tests.support.native import WIDTHS, Array, compile_rule, same, samples, ulps

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

# Transcendental functions: the largest error in units of the last place, and the domain.

_ERF, _ERFC = np.vectorize(math.erf), np.vectorize(math.erfc)


def _sigmoid(x: Array) -> Any:
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e, 1) / (1 + e)


def _softplus(x: Array) -> Any:
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


FUNCTIONS: dict[str, tuple[Callable[..., Any], float, float, float]] = {
    "exp": (np.exp, -750, 712, 2),
    "expm1": (np.expm1, -750, 712, 2),
    "log": (np.log, 0, 1e300, 1),
    "log1p": (np.log1p, -1, 1e300, 1),
    "tanh": (np.tanh, -25, 25, 3),
    "sigmoid": (_sigmoid, -740, 740, 2.5),
    "softplus": (_softplus, -740, 740, 2.5),
    "sin": (np.sin, -1e6, 1e6, 2),
    "cos": (np.cos, -1e6, 1e6, 2),
    "tan": (np.tan, -1e6, 1e6, 3),
    "asin": (np.arcsin, -1, 1, 3),
    "acos": (np.arccos, -1, 1, 3),
    "atan": (np.arctan, -1e4, 1e4, 2),
    "sinh": (np.sinh, -711, 711, 3),
    "cosh": (np.cosh, -711, 711, 3),
    "asinh": (np.arcsinh, -1e30, 1e30, 2),
    "acosh": (np.arccosh, 1, 1e30, 2),
    "atanh": (np.arctanh, -1, 1, 3),
    "erf": (_ERF, -7, 7, 3),
    "erfc": (_ERFC, -7, 27, 1),
}

NEEDS_LONG_DOUBLE = np.finfo(np.longdouble).nmant > np.finfo(np.float64).nmant


def points(dtype: str, low: float, high: float, count: int = 4000) -> Array:
    """Arguments: special ones, evenly spread ones, and ones of every order of magnitude."""
    info, rng = np.finfo(dtype), np.random.default_rng(7)
    tiny, eps = float(info.tiny), float(info.eps)
    low, high = max(low, -float(info.max)), min(high, float(info.max))
    special = [
        0,
        1,
        0.5,
        2,
        3,
        tiny,
        tiny / 4,
        float(info.smallest_subnormal),
        float(info.max),
        eps,
        1 + eps,
        1 - eps,
    ]
    special += [math.inf, 9, 19, 22, 88.5, 88.8, 104, 709.5, 745, math.pi, math.pi / 2, 1e9, 3e9, 1e20, 1e30]
    spread = rng.uniform(low, high, count)
    scales = np.exp(rng.uniform(math.log(tiny), math.log(max(-low, high)), count)) * rng.choice([-1, 1], count)
    scales = scales[(scales >= low) & (scales <= high)]
    with np.errstate(all="ignore"):
        signed = np.array([*special, *(-x for x in special), math.nan], np.float64)
        return np.concatenate([signed, spread, np.clip(spread / 50, low, high), scales]).astype(dtype)


def exact(function: Callable[..., Any], name: str, *args: Array) -> Array:
    """The function in a wider format."""
    wide: Any = np.float64 if args[0].dtype != np.float64 or name in ("erf", "erfc") else np.longdouble
    with np.errstate(all="ignore"):
        return np.asarray(function(*(a.astype(wide) for a in args)))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_transcendental(name: str, dtype: str) -> None:
    if dtype == "float64" and not NEEDS_LONG_DOUBLE:
        pytest.skip("no wider format to compare with")
    function, low, high, bound = FUNCTIONS[name]
    x = points(dtype, low, high)
    expected = exact(function, name, x)
    results = [compile_rule(lambda e, a: getattr(e, name)(a), [dtype], dtype, width)(x) for width in WIDTHS]
    errors = ulps(results[0], expected)
    worst = int(np.argmax(errors))
    assert errors[worst] <= bound, (x[worst], results[0][worst], expected[worst])
    zeros = (results[0] == 0) & (expected == 0)
    np.testing.assert_array_equal(np.signbit(results[0][zeros]), np.signbit(expected[zeros]))
    # A vector's lanes are what the scalar code gives: results do not depend on place or neighbours.
    same(results[1], results[0])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_transcendental_of_16_bits(name: str, dtype: str) -> None:
    x = samples(dtype, 400)
    with np.errstate(all="ignore"):
        reference = np.asarray(FUNCTIONS[name][0](x.astype(np.float64))).astype(np.float32)
        expected = reference.astype(x.dtype)
        above, below = (np.nextafter(expected, expected.dtype.type(way)) for way in (np.inf, -np.inf))
    found = compile_rule(lambda e, a: getattr(e, name)(a), [dtype], dtype, 16)(x)
    ok = (found == expected) | (found == above) | (found == below) | (np.isnan(found) & np.isnan(expected))
    assert ok.all(), (x[~ok], found[~ok], expected[~ok])


def _two_arguments(dtype: str) -> tuple[Array, Array]:
    rng = np.random.default_rng(8)
    special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        -2.0,
        3.0,
        0.5,
        -0.5,
        1.5,
        math.inf,
        -math.inf,
        math.nan,
        1e30,
        -1e30,
        1e-40,
        3e38,
        -1e-45,
        3e-45,
        1.7e308,
        -5e-324,
        1e-323,
    ]
    a, b = (grid.ravel() for grid in np.meshgrid(special, special))
    a = np.concatenate([a, rng.uniform(0, 20, 3000), rng.normal(0, 10, 1000)])
    b = np.concatenate([b, rng.uniform(-25, 25, 3000), rng.integers(-9, 9, 1000)])
    with np.errstate(over="ignore"):
        return a.astype(dtype), b.astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "function", "bound"), [("pow", np.power, 1), ("atan2", np.arctan2, 2.5)])
def test_two_arguments(name: str, function: Callable[..., Any], bound: float, dtype: str) -> None:
    if dtype == "float64" and not NEEDS_LONG_DOUBLE:
        pytest.skip("no wider format to compare with")
    a, b = _two_arguments(dtype)
    expected = exact(function, name, a, b)
    results = [compile_rule(lambda e, x, y: getattr(e, name)(x, y), [dtype] * 2, dtype, w)(a, b) for w in WIDTHS]
    errors = ulps(results[0], expected)
    worst = int(np.argmax(errors))
    assert errors[worst] <= bound, (a[worst], b[worst], results[0][worst], expected[worst])
    zeros = (results[0] == 0) & (expected == 0)
    np.testing.assert_array_equal(np.signbit(results[0][zeros]), np.signbit(expected[zeros]))
    same(results[1], results[0])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "function"), [("fmod", np.fmod), ("floormod", np.mod)])
def test_remainders_are_exact(name: str, function: Callable[..., Any], dtype: str) -> None:
    """However long the quotient is."""
    rng, bits = np.random.default_rng(9), {"float32": np.uint32, "float64": np.uint64}[dtype]
    patterns = rng.integers(0, np.iinfo(bits).max, (2, 3000), bits).view(dtype)
    a, b = _two_arguments(dtype)
    with np.errstate(all="ignore"):
        multiples = (rng.integers(-9999, 9999, 1000) * patterns[1, :1000]).astype(dtype)
        a = np.concatenate([a, patterns[0], multiples, np.nextafter(multiples, patterns.dtype.type(0))])
        b = np.concatenate([b, patterns[1], patterns[1, :1000], patterns[1, :1000]])
        expected = function(a, b)
    for width in WIDTHS:
        same(compile_rule(lambda e, x, y: getattr(e, name)(x, y), [dtype] * 2, dtype, width)(a, b), expected)


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("relu", lambda x: np.maximum(x, 0)),
        ("relu6", lambda x: np.minimum(np.maximum(x, 0), 6)),
        ("leaky_relu", lambda x: np.where(x > 0, x, 0.2 * x)),
        ("softsign", lambda x: x / (1 + np.abs(x))),
        ("elu", lambda x: np.where(x < 0, np.expm1(x), x)),
        ("selu", lambda x: 1.0507009873554805 * np.where(x < 0, 1.6732632423543772 * np.expm1(x), x)),
    ],
)
def test_composed(name: str, reference: Callable[[Array], Array]) -> None:
    x = samples("float32", 400)
    with np.errstate(all="ignore"):
        expected = reference(x.astype(np.float64))
    for width in WIDTHS:
        found = compile_rule(lambda e, a: getattr(e, name)(a), ["float32"], "float32", width)(x)
        np.testing.assert_allclose(found, expected, rtol=5e-7)


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) | {"pow", "atan2", "fmod"}))
def test_without_fused_multiply_add_the_library_serves(name: str) -> None:
    arity = 2 if name in ("pow", "atan2", "fmod") else 1
    module = ModuleText(fma=False)
    emitter = TextEmitter(module, 8)
    getattr(emitter, name)(*(emitter.operand("float32", f"%x{k}") for k in range(arity)))
    assert "llvm.fma." not in module.text() and "@gw_libm_" in module.text()


def test_inline_mathematics_is_the_same_code() -> None:
    called, inline = ModuleText(), ModuleText(inline_math=True)
    for module in (called, inline):
        emitter = TextEmitter(module, 16)
        emitter.tanh(emitter.operand("float32", "%x"))
        module.add("\n".join(emitter.lines))
    assert "call <16 x float> @gw_tanh_f32x16" in called.text()
    assert "@gw_tanh" not in inline.text() and "fdiv" in inline.text()
