"""Cases of linear algebra, neural networks, strings and random numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, array, c64, case, counting, f32, f64, i32, i64, s, u64, wave

_SHAPES = ([], [5], [2, 3], [0], [3, 1, 2], [17])


def products() -> Iterator[Case]:
    """Matrix products."""
    x, y = wave(2, 3), wave(3, 4, scale=1.5)
    for transpose_a in (False, True):
        for transpose_b in (False, True):
            left, right = x.T if transpose_a else x, y.T if transpose_b else y
            yield case(
                "MatMul", left.copy(), right.copy(), transpose_a=transpose_a, transpose_b=transpose_b
            )  # fmt: skip
    for dtype in ("float64", "float16", "bfloat16", "int32", "int64", "complex64"):
        yield case("MatMul", array(dtype, [[1, 2, 3], [4, 5, 6]]), array(dtype, [[1, 0], [2, 1], [-3, 5]]))
    yield case("MatMul", np.zeros((2, 0), np.float32), np.zeros((0, 3), np.float32))
    yield case("MatMul", np.zeros((0, 2), np.float32), wave(2, 3))
    yield case("MatMul", x, x)
    yield case("MatMul", x, f32([1, 2, 3]))
    yield case("BatchMatMulV2", wave(2, 2, 3), wave(2, 3, 2))
    yield case("BatchMatMulV2", wave(2, 2, 3), wave(3, 2))
    yield case("BatchMatMulV2", wave(2, 1, 2, 3), wave(4, 3, 1))
    yield case("BatchMatMulV2", wave(2, 3, 2), wave(2, 4, 3), adj_x=True, adj_y=True)
    yield case("BatchMatMulV2", c64(wave(1, 2, 2) + 1j), c64(wave(1, 2, 2) - 2j), adj_x=True)
    yield case("BatchMatMulV2", wave(2, 2, 3), wave(3, 3, 2))
    yield case("Einsum", [x, y], equation="ij,jk->ki")
    yield case("Einsum", [wave(2, 2, 3), wave(2, 3, 2)], equation="bij,bjk->bik")


def layers() -> Iterator[Case]:
    """Activations with their gradients, softmax, losses, bias."""
    logits = f32([[1.0, 2.0, 0.5], [-1.0, 1000.0, 3.0]])
    for op in ("Softmax", "LogSoftmax"):
        yield case(op, logits)
        yield case(op, wave(4))
        yield case(op, wave(2, 2, 3))
        for dtype in ("float64", "float16", "bfloat16"):
            yield case(op, array(dtype, [[0.5, -1.5, 2.0]]))
    labels = f32([[0.0, 1.0, 0.0], [0.25, 0.25, 0.5]])
    yield case("SoftmaxCrossEntropyWithLogits", wave(2, 3), labels)
    yield case("SoftmaxCrossEntropyWithLogits", f64(wave(2, 3)), f64(labels))
    yield case("SoftmaxCrossEntropyWithLogits", wave(2, 3), f32([[0.2, 0.3, 0.5]]))
    yield case("SparseSoftmaxCrossEntropyWithLogits", wave(2, 3), i32([2, 0]))
    yield case("SparseSoftmaxCrossEntropyWithLogits", wave(2, 3), i64([2, 0]))
    yield case("SparseSoftmaxCrossEntropyWithLogits", wave(2, 3), i32([3, 0]))
    yield case("BiasAdd", wave(2, 2, 3), f32([10, 20, 30]))
    yield case("BiasAdd", wave(2, 3, 2, 2), f32([10, 20, 30]), data_format="NCHW")
    yield case("BiasAdd", wave(2, 3), f32([10, 20]))
    yield case("BiasAddGrad", wave(2, 2, 3))
    yield case("BiasAddGrad", wave(2, 3, 2, 2), data_format="NCHW")
    yield case("L2Loss", wave(2, 3))
    yield case("L2Loss", f64(wave(2, 3)))
    g, x = wave(5), f32([-2.0, -0.5, 0.0, 0.5, 7.0])
    for op in ("ReluGrad", "Relu6Grad", "LeakyReluGrad", "SoftplusGrad", "SoftsignGrad"):
        yield case(op, g, x)
    for op in ("EluGrad", "SeluGrad"):
        yield case(op, g, f32([-0.8, -0.3, 0.0, 0.5, 2.0]))
    y = f32([0.1, 0.25, 0.5, 0.75, 0.9])
    for op in ("SigmoidGrad", "TanhGrad", "RsqrtGrad", "SqrtGrad", "ReciprocalGrad"):
        yield case(op, y, g)
    image, kernel = wave(1, 4, 4, 2), wave(2, 2, 2, 3, scale=1.0)
    for padding in ("SAME", "VALID"):
        yield case("Conv2D", image, kernel, strides=[1, 1, 1, 1], padding=padding)
        yield case("Conv2D", image, kernel, strides=[1, 2, 2, 1], padding=padding)
        pool = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": padding}
        yield case("MaxPool", image, **pool)
        yield case("AvgPool", image, **pool)


def strings() -> Iterator[Case]:
    """Ops on strings."""
    yield case("StringJoin", [s(["a", "b"]), s("x"), s(["c", "d"])], separator="-")
    yield case("StringLength", s(["", "abc", "h\u00e9"]))
    yield case("StringLength", s(["", "abc", "h\u00e9"]), unit="UTF8_CHAR")
    yield case("StringLower", s(["AbC"]))
    yield case("StringUpper", s(["AbC"]))
    yield case("StringStrip", s(["  a b \n"]))
    yield case("Substr", s(["hello", "world"]), i32([1, -3]), i32([2, 2]))
    yield case("StringToNumber", s(["1.5", "-3e2"]))
    yield case("StringToNumber", s(["12", "-7"]), out_type="int32")
    yield case("StringToNumber", s(["x"]))
    yield case("ReduceJoin", s([["a", "b"], ["c", "d"]]), i32([1]), separator="+")
    yield case("RegexReplace", s(["a.b.c"]), s("[.]"), s("-"), replace_global=False)
    yield case("RegexFullMatch", s(["abc", "abcd"]), s("a.c"))
    for value in (
        f32([1.5, -0.0, 1e20, np.nan, np.inf]),
        f64([1 / 3]),
        i32([1, -20]),
        np.array([True, False]),
    ):
        yield case("AsString", value)
    yield case("AsString", f32([3.14159]), precision=2)
    yield case("AsString", f32([3.14159]), precision=3, scientific=True)
    yield case("AsString", i32([7]), width=4, fill="0")
    for value in (
        i32([1, 2, 3, 4, 5, 6, 7, 8]),
        wave(2, 2),
        s(["a", "b"]),
        f32(1.0),
        counting(2, 8, dtype="int64"),
    ):
        yield case("StringFormat", [value], template="<{}>", placeholder="{}", summarize=3)
    yield case("StringFormat", [f32([0.1]), i32(3)], template="a {} b {} c", placeholder="{}", summarize=-1)
    yield case("StringSplitV2", s(["a b  c", "d"]), s(""))
    yield case("StringToHashBucketFast", s(["a", "bc", ""]), num_buckets=1000)


def random_numbers() -> Iterator[Case]:
    """Stateless random ops; the bits are part of the contract."""
    key, counter = u64([0x0123456789ABCDEF]), u64([2**64 - 2, 5])
    for seed in ([0, 0], [1, 2], [-1, 5], [2**31 - 1, -(2**31)]):
        yield case("StatelessRandomGetKeyCounter", i32(seed))
    yield case("StatelessRandomGetKeyCounter", i64([2**40, -(2**50)]))
    yield case("StatelessRandomGetAlg")
    for op in ("StatelessRandomUniformV2", "StatelessRandomNormalV2", "StatelessTruncatedNormalV2"):
        for shape in _SHAPES:
            yield case(op, i32(shape), key, counter, i32(1))
        for dtype in ("float64", "float16", "bfloat16"):
            yield case(op, i32([9]), key, counter, i32(1), dtype=dtype)
        yield case(op, i64([2, 2]), u64([7]), u64([0, 0]), i32(3))
    for dtype in ("int32", "int64", "uint32", "uint64"):
        yield case("StatelessRandomUniformFullIntV2", i32([7]), key, counter, i32(1), dtype=dtype)
    for dtype in ("int32", "int64"):
        for low, high in ((-3, 100), (0, 2), (-(2**31), 2**31 - 1)):
            bounds = array(dtype, low), array(dtype, high)
            yield case("StatelessRandomUniformIntV2", i32([7]), key, counter, i32(1), *bounds)
    yield case("StatelessRandomUniformIntV2", i32([2]), key, counter, i32(1), i32(3), i32(3))
    for op in ("StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"):
        yield case(op, i32([2, 3]), i32([1, 2]))
        yield case(op, i32([3]), i64([5, 6]), dtype="float64")
    yield case("StatelessRandomUniformInt", i32([5]), i32([1, 2]), i32(0), i32(10))
    yield case("StatelessRandomUniformFullInt", i32([5]), i32([1, 2]), dtype="int32")
    yield case("RandomUniform", i32([5]), dtype="float32", seed=7, seed2=9)
    yield case("RandomStandardNormal", i32([5]), dtype="float32", seed=7, seed2=9)
    yield case("TruncatedNormal", i32([5]), dtype="float32", seed=7, seed2=9)
    yield case("RandomUniformInt", i32([5]), i32(0), i32(100), seed=7, seed2=9)


def cases() -> list[Case]:
    """All of them."""
    return [*products(), *layers(), *strings(), *random_numbers()]
