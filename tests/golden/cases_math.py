"""Cases of element-wise mathematics, comparisons and reductions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, array, b, c64, case, counting, f32, f64, i32, i64, s, wave

FLOATS = ("float32", "float64", "float16", "bfloat16")
INTS = ("int32", "int64", "int8", "uint8")
ODD_INTS = ("int16", "uint16", "uint32", "uint64")

_REAL = [
    -2.5,
    -1.0,
    -0.5,
    -0.0,
    0.0,
    0.25,
    0.5,
    1.0,
    1.5,
    2.5,
    3.5,
    30.0,
    -30.0,
    1e-8,
    np.inf,
    -np.inf,
    np.nan,
]
_FEW = [-1.5, -0.25, 0.5, 0.75, 2.5]
_COMPLEX = [0.5 + 0.25j, -1.5 + 2j, 1 - 1j, 0.1j]

# op: kinds of dtype it takes: f float, i integer, c complex. (Round of integers is left out: TensorFlow's
# kernel gives zeros, and tf.round never calls it.)
UNARY = {
    "Abs": "fi",
    "Acos": "fc",
    "Acosh": "fc",
    "Asin": "fc",
    "Asinh": "fc",
    "Atan": "fc",
    "Atanh": "fc",
    "Ceil": "f",
    "Cos": "fc",
    "Cosh": "fc",
    "Digamma": "f",
    "Erf": "f",
    "Erfc": "f",
    "Erfinv": "f",
    "Exp": "fc",
    "Expm1": "fc",
    "Floor": "f",
    "Inv": "fc",
    "IsFinite": "f",
    "IsInf": "f",
    "IsNan": "f",
    "Lgamma": "f",
    "Log": "fc",
    "Log1p": "fc",
    "Ndtri": "f",
    "Neg": "fic",
    "OnesLike": "fi",
    "Reciprocal": "fc",
    "Rint": "f",
    "Round": "f",
    "Rsqrt": "fc",
    "Sigmoid": "fc",
    "Sign": "fic",
    "Sin": "fc",
    "Sinh": "fc",
    "Softplus": "f",
    "Softsign": "f",
    "Sqrt": "fc",
    "Square": "fic",
    "Tan": "fc",
    "Tanh": "fc",
    "ZerosLike": "fi",
    "Relu": "fi",
    "Relu6": "fi",
    "Elu": "f",
    "Selu": "f",
    "LeakyRelu": "f",
    "Invert": "i",
    "BesselI0e": "f",
    "BesselI1e": "f",
}

_PAIRS = ([7, -7, 7, -7, 0, 6, 1, -1, 5], [2, 2, -2, -2, 3, 3, 7, 7, 5])
_FLOAT_PAIRS = (
    [7.5, -7.5, 7.5, -7.5, 0.0, 1.0, -1.0, np.nan, 2.0, np.inf, -0.0, 0.5],
    [2.0, 2.0, -2.0, -2.0, 3.0, 0.0, 0.0, 1.0, np.nan, np.inf, 0.0, -0.25],
)

BINARY = {
    "AddV2": "fic",
    "Sub": "fic",
    "Mul": "fic",
    "Div": "fic",
    "RealDiv": "fc",
    "FloorDiv": "fi",
    "FloorMod": "fi",
    "Mod": "fi",
    "TruncateDiv": "fi",
    "TruncateMod": "fi",
    "DivNoNan": "fc",
    "MulNoNan": "fc",
    "Maximum": "fi",
    "Minimum": "fi",
    "SquaredDifference": "fic",
    "Pow": "fc",
    "Atan2": "f",
    "Xdivy": "f",
    "Xlogy": "f",
    "Xlog1py": "f",
    "NextAfter": "f",
    "Less": "fi",
    "LessEqual": "fi",
    "Greater": "fi",
    "GreaterEqual": "fi",
    "Equal": "fic",
    "NotEqual": "fic",
    "BitwiseAnd": "i",
    "BitwiseOr": "i",
    "BitwiseXor": "i",
}


def unary() -> Iterator[Case]:
    """Every unary op on special values in float32, on a few in the other dtypes."""
    for op, kinds in UNARY.items():
        if "f" in kinds:
            yield case(op, f32(_REAL))
            for dtype in FLOATS[1:]:
                yield case(op, array(dtype, _FEW))
            yield case(op, f32(0.5))
            yield case(op, np.zeros((0, 2), np.float32))
        if "i" in kinds:
            for dtype in (*INTS, *ODD_INTS):
                unsigned = dtype.startswith("u")
                yield case(op, array(dtype, [0, 1, 2, 7, 100] if unsigned else [-100, -2, -1, 0, 1, 5, 100]))
        if "c" in kinds:
            yield case(op, c64(_COMPLEX))
    yield case("Abs", i32([-(2**31)]))
    yield case("LeakyRelu", f32([-2.0, 3.0]), alpha=0.5)
    yield case("LogicalNot", b([True, False]))
    for op in ("Real", "Imag", "Angle", "ComplexAbs"):
        yield case(op, c64(_COMPLEX))
        yield case(op, np.asarray(_COMPLEX, np.complex128), Tout="float64")
    yield case("Conj", c64(_COMPLEX))
    yield case("Complex", f32([1, 2]), f32([3, -4]))
    yield case("Round", f32([0.5, 1.5, 2.5, -0.5, -1.5, 2.4]))
    yield case("L2Loss", f32([[1, 2], [3, 4]]))
    yield case("CheckNumerics", f32([1, np.nan]), message="found")
    yield case("CheckNumerics", f32([1, 2]), message="found")


def binary() -> Iterator[Case]:
    """Every binary op: signs in all combinations, special values, broadcasting, all dtypes."""
    for op, kinds in BINARY.items():
        if "f" in kinds:
            yield case(op, f32(_FLOAT_PAIRS[0]), f32(_FLOAT_PAIRS[1]))
            for dtype in FLOATS[1:]:
                yield case(op, array(dtype, [7.5, -7.5, 2.0, 0.5]), array(dtype, [2.0, 2.0, -1.5, 0.75]))
            yield case(op, wave(2, 1), wave(1, 3, scale=1.5))
            yield case(op, wave(3), f32(2.0))
        if "i" in kinds:
            for dtype in (*INTS, *ODD_INTS):
                pairs = [[abs(v) for v in side] for side in _PAIRS] if dtype.startswith("u") else _PAIRS
                yield case(op, array(dtype, pairs[0]), array(dtype, pairs[1]))
        if "c" in kinds:
            yield case(op, c64(_COMPLEX), c64([1 + 1j, -0.5j, 2, 3 - 1j]))
    yield from _binary_edges()


def _binary_edges() -> Iterator[Case]:
    largest = 2**31 - 1
    yield case("AddV2", i32([largest]), i32([1]))
    yield case("Mul", i32([largest]), i32([largest]))
    yield case("AddV2", array("uint8", [250]), array("uint8", [10]))
    for op in ("FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod", "Div"):
        yield case(op, i32([1]), i32([0]))
    yield case("Pow", i32([2, -3, 0, 5]), i32([10, 3, 0, 1]))
    yield case("Pow", i64([2, -3]), i64([40, 3]))
    yield case("Pow", i32([2]), i32([-1]))
    for op in ("LeftShift", "RightShift"):
        yield case(op, i32([-8, 5, 1]), i32([1, 2, 31]))
        yield case(op, array("uint8", [200, 3]), array("uint8", [1, 6]))
    yield case("PopulationCount", i32([0, 1, -1, 255]))
    for op in ("LogicalAnd", "LogicalOr"):
        yield case(op, b([True, True, False, False]), b([True, False, True, False]))
        yield case(op, b([[True], [False]]), b([True, False]))
    for op in ("Equal", "NotEqual"):
        yield case(op, s(["a", "b", "c"]), s(["a", "x", "c"]))
        yield case(op, b([True, False]), b([True, True]))
    yield case("Add", s(["a", "b"]), s("x"))
    yield case("Add", f32([1, 2]), f32([3, 4]))
    yield case("ApproximateEqual", f32([1, 2]), f32([1.05, 2.5]), tolerance=0.1)
    yield case("AddV2", f32([1, 2]), f32([1, 2, 3]))
    yield case("AddV2", np.zeros((0, 3), np.float32), f32([[1, 2, 3]]))
    yield case("AddN", [f32([1, 2]), f32([3, 4]), f32([5, 6])])
    yield case("AccumulateNV2", [f32([1, 2]), f32([3, 4])], shape=[2])
    yield case("ClipByValue", f32([-3, 0.5, 9]), f32(-1), f32(1))
    yield case("Cross", f32([[1, 2, 3]]), f32([[4, 5, 7]]))
    yield case("Igamma", f32([0.5, 2.0]), f32([1.0, 3.0]))
    yield case("Igammac", f32([0.5, 2.0]), f32([1.0, 3.0]))
    yield case("Betainc", f32([1.0, 2.0]), f32([2.0, 0.5]), f32([0.3, 0.7]))
    yield case("Zeta", f32([2.0, 3.0]), f32([1.0, 2.5]))
    yield case("Polygamma", f32([1.0, 2.0]), f32([1.0, 2.5]))
    yield case("Ndtri", f64([1e-300, 1e-20, 1e-6, 0.3, 0.7, 0.999999]))
    yield case("Erfinv", f64([-0.999999, 1e-9, 0.499, 0.501, 0.99]))
    yield case("Lgamma", f64([-100.5, -2.5, 1e-9, 0.999999, 2.000001, 9.5, 1e10]))
    yield case("Digamma", f64([-99.75, -2.5, 1e-9, 1.4616, 2.5, 9.5, 1e10]))
    yield case("BesselI0e", f64([1e-9, 7.99, 8.01, -700.0]))
    yield case("BesselI1e", f64([1e-9, 7.99, 8.01, -700.0]))


def reductions() -> Iterator[Case]:
    """Reductions over every kind of axis, arg-reductions, cumulative ones and segments."""
    x = wave(2, 3, 4)
    for op in ("Sum", "Mean", "Prod", "Max", "Min", "EuclideanNorm"):
        for axis in (0, [1], [0, 2], [-1], [0, 1, 2], np.zeros(0)):
            for keep in (False, True):
                yield case(op, x, i32(axis), keep_dims=keep)
        for dtype in ("float64", "float16", "bfloat16", "int32", "int64", "uint8", "int8", "complex64"):
            yield case(op, array(dtype, [[1, 2, 3], [4, 5, 9]]), i32([1]))
        yield case(op, f32([[1, np.nan], [np.inf, 2]]), i32([1]))
        yield case(op, np.zeros((0, 3), np.float32), i32([0]))
        yield case(op, f32(3), i32(np.zeros(0)))
    yield case("Mean", i32([-3, -4]), i32([0]))
    yield case("Sum", x, i32([3]))
    yield case("Sum", x, i64([0, 2]))
    yield case("Sum", x, i32([0, 0]))
    mask = b([[True, False], [True, True], [False, False]])
    for op in ("All", "Any"):
        for axis in ([0], [1], [0, 1], np.zeros(0)):
            yield case(op, mask, i32(axis), keep_dims=False)
        yield case(op, mask, i32([1]), keep_dims=True)
        yield case(op, np.zeros((0,), np.bool_), i32([0]))
    for op in ("ArgMax", "ArgMin"):
        yield case(op, f32([[1, 5, 5], [4, 0, -1]]), i32(1))
        yield case(op, f32([[1, 5, 5], [4, 0, -1]]), i32(0), output_type="int32")
        yield case(op, i32([[1, 5, 5], [4, 0, -1]]), i32(-1))
        yield case(op, f32([1, np.nan, 3]), i32(0))
        yield case(op, f32([1, 2]), i32(1))
    for op in ("Cumsum", "Cumprod", "CumulativeLogsumexp"):
        for exclusive in (False, True):
            for reverse in (False, True):
                yield case(op, wave(2, 3), i32(1), exclusive=exclusive, reverse=reverse)
    yield case("Cumsum", counting(2, 2, dtype="int32"), i32(0))
    yield from _segments()


def _segments() -> Iterator[Case]:
    data, ids = counting(4, 2, start=1), i32([0, 0, 2, 2])
    for op in ("SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin", "SegmentProd"):
        yield case(op, data, ids)
    for op in ("UnsortedSegmentSum", "UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd"):
        yield case(op, data, i32([2, 0, 2, -1]), i32(4))
    yield case("TopKV2", f32([[1, 5, 3, 5], [9, 0, 8, -1]]), i32(2), sorted=True)
    yield case("InTopKV2", f32([[0.1, 0.8, 0.1], [0.5, 0.2, 0.3]]), i32([1, 1]), i32(1))
    yield case("Bincount", i32([1, 1, 3, 0]), i32(5), np.zeros(0, np.float32))
    yield case("Bucketize", f32([-1, 0.5, 3, 10]), boundaries=[0.0, 1.0, 5.0])


def casts() -> Iterator[Case]:
    """Casts between all usual dtypes, with values that do not fit."""
    names = (
        "float32",
        "float64",
        "float16",
        "bfloat16",
        "int32",
        "int64",
        "int8",
        "uint8",
        "bool",
        "complex64",
    )
    for source in names:
        for target in (*names, "uint16", "uint32", "uint64", "int16"):
            if source == "bool":
                value = b([True, False])
            elif source == "uint8":
                value = array(source, [0, 1, 3, 200])
            elif source.startswith("int"):
                value = array(source, [0, 1, -2, 100])
            elif source == "complex64":
                value = c64([1.5 + 2j, 0.0, 3.0])
            else:
                # what a fraction below zero or a large number becomes in an unsigned integer is the
                # machine's affair
                signed = not target.startswith("u")
                value = array(source, [0.0, 1.0, 2.7, -2.7 if signed else 3.0, 100.0, 0.5])
            yield case("Cast", value, DstT=target)
    yield case("Cast", f64([1 / 3, 1e39, 1e-46]), DstT="float32")
    yield case("Cast", f32([1.00390625, 1.01171875, 65504.0, 65520.0, 3.0e38]), DstT="bfloat16")
    yield case("Cast", f32([1.00048828125, 1.0014648, 65504.0, 65519.0, 65520.0, 6e-8]), DstT="float16")
    yield case("Cast", i64([2**53 + 1, -(2**40)]), DstT="float32")
    yield case("Cast", i64([2**32 + 5, -1]), DstT="int32")
    yield case("Cast", i32([300, -1]), DstT="uint8")
    yield case("Bitcast", f32([1.0, -2.0]), type="int32")
    yield case("Bitcast", array("uint8", [[0, 0, 128, 63]]), type="float32")
    yield case("Bitcast", f64([1.0]), type="int32")
    yield case("Cast", f32(np.zeros((0, 2))), DstT="int32")


def cases() -> list[Case]:
    """All of them."""
    return [*unary(), *binary(), *reductions(), *casts()]
