"""The native emitter against NumPy: every method, over dtypes, as scalars and as masked vectors."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphwright.ir.emit import NATIVE_DTYPES, Operand, Unsupported
from graphwright.ops.math.formulas._formula import on_arrays
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextEmitter
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from tests.support.native import FLOATS, INTEGERS, WIDTHS, Array, compile_rule, numpy_dtype, same, samples

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

SIGNED = INTEGERS[:4]

Rule = Callable[..., Operand]


def check(rule: Rule, reference: Callable[..., Any], inputs: list[Array], dtypes: list[str], result: str) -> None:
    """The rule at every width gives the reference's values."""
    with np.errstate(all="ignore"):
        expected = np.asarray(reference(*inputs)).astype(numpy_dtype(result))
    for width in WIDTHS:
        same(compile_rule(rule, dtypes, result, width)(*inputs), expected)


def pair(dtype: str) -> list[Array]:
    return [samples(dtype, seed=1), samples(dtype, seed=2)]


BINARY: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "add": (np.add, [*INTEGERS, *FLOATS]),
    "sub": (np.subtract, [*INTEGERS, *FLOATS]),
    "mul": (np.multiply, [*INTEGERS, *FLOATS]),
    "div": (np.divide, FLOATS),
    "floordiv": (np.floor_divide, [*INTEGERS, "float32", "float64"]),
    "floormod": (np.mod, [*INTEGERS, "float32", "float64"]),
    "fmod": (np.fmod, [*INTEGERS, "float32", "float64"]),
    "copysign": (np.copysign, FLOATS),
    "bitwise_and": (np.bitwise_and, [*INTEGERS, "bool"]),
    "bitwise_or": (np.bitwise_or, [*INTEGERS, "bool"]),
    "bitwise_xor": (np.bitwise_xor, [*INTEGERS, "bool"]),
    "left_shift": (np.left_shift, INTEGERS),
    "right_shift": (np.right_shift, INTEGERS),
    "logical_and": (np.logical_and, ["bool"]),
    "logical_or": (np.logical_or, ["bool"]),
    "logical_xor": (np.logical_xor, ["bool"]),
}


@pytest.mark.parametrize(("name", "dtype"), [(n, d) for n, (_, dtypes) in BINARY.items() for d in dtypes])
def test_binary(name: str, dtype: str) -> None:
    inputs = pair(dtype)
    if "shift" in name:
        # NumPy leaves negative amounts undefined.
        inputs[1] = np.abs(inputs[1].astype(np.int64) % 70).astype(inputs[1].dtype)
    if name in ("floordiv", "floormod", "fmod") and dtype in SIGNED:
        # NumPy's own quotient of the lowest integer and -1 is checked below.
        inputs[1][inputs[1] == -1] = 5
    check(lambda e, a, b: getattr(e, name)(a, b), BINARY[name][0], inputs, [dtype, dtype], dtype)


@pytest.mark.parametrize("dtype", SIGNED)
def test_lowest_integer_over_minus_one_wraps(dtype: str) -> None:
    lowest = np.full(20, np.iinfo(dtype).min, dtype)
    minus = np.full(20, -1, dtype)
    for name, expected in (
        ("div", lowest),
        ("floordiv", lowest),
        ("floormod", lowest * 0),
        ("fmod", lowest * 0),
    ):
        for width in WIDTHS:
            rule = compile_rule(lambda e, a, b, name=name: getattr(e, name)(a, b), [dtype, dtype], dtype, width)
            same(rule(lowest, minus), expected)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_division_truncates(dtype: str) -> None:
    def truncated(a: Array, b: Array) -> Array:
        quotients = [
            0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) for x, y in zip(a, b, strict=True)
        ]
        return np.array([q if q <= np.iinfo(dtype).max else np.iinfo(dtype).min for q in quotients], object)

    inputs = pair(dtype)
    expected = truncated(inputs[0].astype(object), inputs[1].astype(object)).astype(dtype)
    for width in WIDTHS:
        same(compile_rule(lambda e, a, b: e.div(a, b), [dtype, dtype], dtype, width)(*inputs), expected)


@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS, "bool"])
@pytest.mark.parametrize("name", ["min", "max"])
def test_extremes(name: str, dtype: str) -> None:
    reference = np.minimum if name == "min" else np.maximum
    inputs = [array + array.dtype.type(0) for array in pair(dtype)]  # no negative zeros: either may win
    if dtype == "bool":
        inputs = pair(dtype)
    check(lambda e, a, b: getattr(e, name)(a, b), reference, inputs, [dtype, dtype], dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_extremes_with_constants_keep_nan(dtype: str) -> None:
    values = samples(dtype) + numpy_dtype(dtype).type(0)
    for bound in (0.0, 1.5, math.nan):
        limit = numpy_dtype(dtype).type(bound)
        for name, reference in (("min", np.minimum), ("max", np.maximum)):

            def first(e: Any, a: Operand, name: str = name, bound: float = bound) -> Operand:
                return getattr(e, name)(a, e.const(bound, a))  # type: ignore[no-any-return]

            def second(e: Any, a: Operand, name: str = name, bound: float = bound) -> Operand:
                return getattr(e, name)(e.const(bound, a), a)  # type: ignore[no-any-return]

            check(first, lambda a, r=reference, v=limit: r(a, v), [values], [dtype], dtype)
            check(second, lambda a, r=reference, v=limit: r(a, v), [values], [dtype], dtype)


UNARY: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "neg": (np.negative, [*INTEGERS, *FLOATS]),
    "abs": (np.abs, [*INTEGERS, *FLOATS]),
    "sign": (np.sign, [*INTEGERS, "float16", "float32", "float64"]),
    "sqrt": (np.sqrt, FLOATS),
    "floor": (np.floor, [*FLOATS, "int32"]),
    "ceil": (np.ceil, FLOATS),
    "rint": (np.rint, FLOATS),
    "trunc": (np.trunc, FLOATS),
    "invert": (np.invert, [*INTEGERS, "bool"]),
    "logical_not": (np.logical_not, ["bool"]),
    "square": (np.square, [*INTEGERS, *FLOATS]),
    "reciprocal": (lambda x: (1 / x).astype(x.dtype), FLOATS),
    "rsqrt": (lambda x: 1 / np.sqrt(x), ["float32", "float64"]),
}


@pytest.mark.parametrize(("name", "dtype"), [(n, d) for n, (_, dtypes) in UNARY.items() for d in dtypes])
def test_unary(name: str, dtype: str) -> None:
    values = samples(dtype)
    if name == "sign":
        values = values + values.dtype.type(0)
    if name == "reciprocal":
        values = np.where(values == 0, values.dtype.type(1), values).astype(values.dtype)
    check(lambda e, a: getattr(e, name)(a), UNARY[name][0], [values], [dtype], dtype)


@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS, "bool"])
@pytest.mark.parametrize("name", ["isnan", "isinf", "isfinite"])
def test_classification(name: str, dtype: str) -> None:
    reference = getattr(np, name) if dtype != "bfloat16" else lambda x: getattr(np, name)(x.astype(np.float32))
    check(lambda e, a: getattr(e, name)(a), reference, [samples(dtype)], [dtype], "bool")


@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS, "bool"])
def test_comparison_and_choice(dtype: str) -> None:
    inputs = pair(dtype)
    inputs[1][::3] = inputs[0][::3]
    for name, reference in (
        ("eq", np.equal),
        ("ne", np.not_equal),
        ("lt", np.less),
        ("le", np.less_equal),
        ("gt", np.greater),
        ("ge", np.greater_equal),
    ):
        check(lambda e, a, b, p=name: e.compare(p, a, b), reference, inputs, [dtype, dtype], "bool")
    condition = samples("bool", seed=3)
    check(lambda e, c, a, b: e.select(c, a, b), np.where, [condition, *inputs], ["bool", dtype, dtype], dtype)


@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS])
def test_fma(dtype: str) -> None:
    inputs = [*pair(dtype), samples(dtype, seed=3)]
    if dtype in ("float32", "float64"):
        wide = np.longdouble if dtype == "float64" else np.float64
        inputs = [np.clip(np.nan_to_num(array, nan=1.0), -300, 300) for array in inputs]
        found = compile_rule(lambda e, a, b, c: e.fma(a, b, c), [dtype] * 3, dtype, 16)(*inputs)
        exact = inputs[0].astype(wide) * inputs[1] + inputs[2]
        np.testing.assert_allclose(found, exact.astype(dtype), rtol=1e-5 if dtype == "float32" else 1e-13, atol=1e-3)
    else:
        check(lambda e, a, b, c: e.fma(a, b, c), lambda a, b, c: a * b + c, inputs, [dtype] * 3, dtype)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_power(dtype: str) -> None:
    base, exponent = samples(dtype, seed=1), np.random.default_rng(4).integers(0, 40, 203).astype(dtype)
    check(lambda e, a, b: e.pow(a, b), np.power, [base, exponent], [dtype, dtype], dtype)


@pytest.mark.parametrize("dtype", SIGNED)
def test_negative_integer_power_truncates(dtype: str) -> None:
    base = np.array([1, 1, -1, -1, 2, -3, 0] * 5, dtype)
    exponent = np.array([-1, -2, -1, -2, -1, -5, -1] * 5, dtype)
    expected = np.array([1, 1, -1, 1, 0, 0, 0] * 5, dtype)
    for width in WIDTHS:
        same(compile_rule(lambda e, a, b: e.pow(a, b), [dtype, dtype], dtype, width)(base, exponent), expected)


def test_shift_by_odd_amounts() -> None:
    values = np.full(4, -7, np.int32)
    amounts = np.array([-1, 32, 100, 31], np.int32)
    for width in WIDTHS:
        left = compile_rule(lambda e, a, b: e.left_shift(a, b), ["int32", "int32"], "int32", width)
        right = compile_rule(lambda e, a, b: e.right_shift(a, b), ["int32", "int32"], "int32", width)
        same(left(values, amounts), np.array([0, 0, 0, -(2**31)], np.int32))
        same(right(values, amounts), np.array([-1, -1, -1, -1], np.int32))


def test_exact_float_remainder_far_apart() -> None:
    x = np.array([1e30, -1e30, 1e38, 5.0, -5.0, 1e-40, 3.0, math.inf, 1.0, 0.0, -0.0], np.float32)
    y = np.array([3.0, 7.0, 1e-30, math.inf, math.inf, 1e-44, 0.0, 2.0, math.nan, 5.0, 5.0], np.float32)
    check(lambda e, a, b: e.fmod(a, b), np.fmod, [x, y], ["float32", "float32"], "float32")
    check(lambda e, a, b: e.floormod(a, b), np.mod, [x, y], ["float32", "float32"], "float32")


# Conversions


@pytest.mark.parametrize("source", sorted(NATIVE_DTYPES))
def test_convert(source: str) -> None:
    values = samples(source)
    for target in sorted(NATIVE_DTYPES):
        inputs = values
        if source not in ("bool", *INTEGERS) and target in INTEGERS:
            info = np.iinfo(target)
            wide = np.nan_to_num(values.real.astype(np.float64), nan=3.7, posinf=4.2, neginf=0.3)
            inputs = np.clip(wide, info.min * 0.9, info.max * 0.9).astype(values.dtype)
        check(
            lambda e, a, t=target: e.convert(a, t),
            lambda a, t=target: _cast(a, t),
            [inputs],
            [source],
            target,
        )


def _cast(values: Array, target: str) -> Array:
    if values.dtype.kind == "c" and target != "bool" and not target.startswith("complex"):
        values = values.real
    # ml_dtypes has no casts between its types and some of NumPy's integers: go through float32, as it does
    # itself.
    if target == "bfloat16" or values.dtype == numpy_dtype("bfloat16"):
        values = values.astype(np.float32) if values.dtype != np.float64 or target == "bfloat16" else values
    return values.astype(numpy_dtype(target))


@pytest.mark.parametrize("source", ["float32", "float64", "float16"])
@pytest.mark.parametrize("target", INTEGERS)
def test_convert_saturates_and_maps_nan_to_zero(source: str, target: str) -> None:
    info = np.iinfo(target)
    values = np.array([math.nan, math.inf, -math.inf] * 7, source)
    expected = np.array([0, info.max, info.min] * 7, target)
    for width in WIDTHS:
        rule = compile_rule(lambda e, a: e.convert(a, target), [source], target, width)
        same(rule(values), expected)


def test_double_to_half_rounds_once() -> None:
    # Just above a tie of half: rounding to float first would land on the tie.
    values = np.array(
        [1 + 2**-11 + 2**-40, -(1 + 2**-11 + 2**-40), 1 + 2**-11, 1 + 3 * 2**-11 - 2**-45, 65519.99999999]
    )
    check(lambda e, a: e.convert(a, "float16"), lambda a: a.astype(np.float16), [values], ["float64"], "float16")


@pytest.mark.parametrize(
    ("source", "target"),
    [("float32", "int32"), ("int32", "float32"), ("float64", "uint64"), ("float16", "int16"),
     ("uint16", "bfloat16"),
     ("int8", "uint8"), ("bfloat16", "float16")],
)  # fmt: skip
def test_bitcast(source: str, target: str) -> None:
    values = samples(source)
    values = values[~np.isnan(values.view(numpy_dtype(target)).astype(np.float64))]
    values = values[~np.isnan(values.astype(np.float64))]
    check(lambda e, a: e.bitcast(a, target), lambda a: a.view(numpy_dtype(target)), [values], [source], target)


def test_bitcast_needs_equal_sizes() -> None:
    emitter = TextEmitter(ModuleText())
    with pytest.raises(Unsupported, match="bitcast from float32 to int64"):
        emitter.bitcast(emitter.operand("float32", "%x"), "int64")


@pytest.mark.parametrize("dtype", sorted(NATIVE_DTYPES))
def test_constants(dtype: str) -> None:
    for value in (0, 1, 3, -2, 300.5, math.inf):
        if value == math.inf and dtype not in FLOATS:
            continue
        with np.errstate(all="ignore"):
            if dtype in INTEGERS:
                bits = np.iinfo(dtype).bits
                expected = np.uint64(int(value) % 2**bits).astype(numpy_dtype(dtype))
            else:
                expected = np.float64(value).astype(numpy_dtype(dtype))
        for width in WIDTHS:
            rule = compile_rule(lambda e, a, v=value: e.const(v, a), [dtype], dtype, width)
            same(rule(samples(dtype, 20)), np.full(20, expected))


@pytest.mark.parametrize(
    ("name", "dtypes"),
    [("exp", ["int32"]), ("sub", ["bool", "bool"]), ("left_shift", ["float32", "float32"]),
     ("sqrt", ["int64"]),
     ("bitwise_and", ["float32", "float32"]), ("copysign", ["int8", "int8"]),
     ("floor", ["complex64"]), ("max", ["complex64", "complex64"]), ("real", ["float32"])],
)  # fmt: skip
def test_what_has_no_code_says_so(name: str, dtypes: list[str]) -> None:
    emitter = TextEmitter(ModuleText())
    with pytest.raises(Unsupported, match=dtypes[0]):
        getattr(emitter, name)(*(emitter.operand(d, "%x") for d in dtypes))


def test_dtypes_without_code() -> None:
    emitter = TextEmitter(ModuleText())
    with pytest.raises(Unsupported, match="string"):
        emitter.const(1, "string")


# Around the interface: memory and lanes


def _run(text: str, *arrays: Array) -> None:
    code = jit.compile_ir(text)
    pointers = [ctypes.c_void_p] * len(arrays)
    ctypes.CFUNCTYPE(None, *pointers)(code.address("f"))(*(a.ctypes.data for a in arrays))


def _function(emitter: TextEmitter, arguments: str) -> str:
    emitter.module.add("\n".join([f"define void @f({arguments}) {{", *emitter.lines, "  ret void", "}"]))
    return emitter.module.text()


@pytest.mark.parametrize("width", [1, 2, 8, 32])
@pytest.mark.parametrize("dtype", ["float32", "float16", "bool", "int64"])
def test_gather_scatter_and_splats(dtype: str, width: int) -> None:
    emitter = TextEmitter(ModuleText(), width)
    three = emitter.const(3, "int64")
    index = emitter.mul(emitter.iota(), three)
    emitter.scatter(emitter.gather(dtype, "%a", index), "%o", index)
    other = emitter.add(index, emitter.const(1, "int64"))
    emitter.scatter(emitter.load_splat(dtype, "%a"), "%o", other)
    scalar = emitter.of_width(1).load(dtype, "%a")
    emitter.scatter(emitter.splat(scalar), "%o", emitter.add(other, emitter.const(1, "int64")))
    values = samples(dtype, 3 * width, seed=5)
    output = np.zeros(3 * width, numpy_dtype(dtype))
    _run(_function(emitter, "ptr %a, ptr %o"), values, output)
    expected = np.full(3 * width, values[0])
    expected[::3] = values[::3]
    same(output, expected)


@pytest.mark.parametrize("width", [1, 4, 16, 64])
def test_fold_and_lane(width: int) -> None:
    emitter = TextEmitter(ModuleText(), width)
    values = emitter.load("int32", "%a")
    total = emitter.fold(lambda e, a, b: e.add(a, b), values)
    largest = emitter.fold(lambda e, a, b: e.max(a, b), values)
    narrow = emitter.of_width(1)
    for at, scalar in enumerate((total, largest, emitter.lane(values, width - 1))):
        emitter.lines.append(f"  %p{at} = getelementptr i32, ptr %o, i64 {at}")
        narrow.store(scalar, f"%p{at}")
    array = np.random.default_rng(6).integers(-99, 99, width).astype(np.int32)
    output = np.zeros(3, np.int32)
    _run(_function(emitter, "ptr %a, ptr %o"), array, output)
    np.testing.assert_array_equal(output, [array.sum(), array.max(), array[-1]])


@pytest.mark.parametrize("dtype", ["float32", "bool", "bfloat16", "int8"])
def test_masked_lanes_are_left_alone(dtype: str) -> None:
    emitter = TextEmitter(ModuleText(), 16)
    mask = emitter.tail_mask("5")
    emitter.store(emitter.load(dtype, "%a", mask=mask), "%o", mask=mask)
    values, output = samples(dtype, 16), samples(dtype, 16, seed=9)
    expected = np.concatenate([values[:5], output[5:]])
    _run(_function(emitter, "ptr %a, ptr %o"), values, output)
    same(output, expected)


def _rounds(e: Any, x: Any) -> Any:
    """How often a number is halved until it is below 1, 20 times at most."""

    def step(e: Any, fixed: Any, x: Any, count: Any) -> Any:
        x = e.mul(x, fixed[0])
        return e.compare("ge", x, e.const(1.0, x)), x, e.add(count, e.const(1.0, x))

    more = e.compare("ge", x, e.const(1.0, x))
    return e.repeat(20, step, more, (e.const(0.5, x),), (x, e.const(0.0, x)))[1]


@pytest.mark.parametrize("width", [1, 4, 16, 32])
def test_each_lane_goes_as_many_rounds_as_it_wants(width: int) -> None:
    x = np.array([0.0, 5.0, 1.0, np.nan, 300.0, -8.0, np.inf, 0.5, 1e30, 2.0, 1023.0])
    rule = compile_rule(lambda e, x: e.routine("rounds", _rounds, x), ["float64"], "float64", width)
    np.testing.assert_array_equal(rule(x), [0, 3, 1, 0, 9, 0, 20, 0, 20, 2, 10])
    np.testing.assert_array_equal(on_arrays(_rounds)(x), rule(x))


def test_a_loop_is_written_in_a_routine_alone() -> None:
    with pytest.raises(Unsupported):
        compile_rule(_rounds, ["float64"], "float64", 4)
