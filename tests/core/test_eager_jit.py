"""Eager ops with much work run as compiled programs, and nobody sees it but by the time they take."""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.core import dispatch, eager_jit
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply_any
from graphwright.ir.lowering import Sliding
from graphwright.ir.record import OpRecord, lookup, registered
from graphwright.runtime.native.jit import background_compile
from graphwright.runtime.selection import executor
from tests.samples import error_samples_of, samples_of

for _family in ("convolution", "pooling"):
    importlib.import_module(f"graphwright.ops.nn.{_family}")
SLIDING = sorted((r for r in registered() if type(r.native) is Sliding), key=lambda r: r.name)
SLOWER = [record for name in sorted(eager_jit._SLOWER_NS) if (record := lookup(name))]
RECORDS = [*SLIDING, *SLOWER]
EACH = [*SLIDING, *(pytest.param(record, marks=pytest.mark.thorough) for record in SLOWER)]

native = pytest.mark.skipif(executor().name != "native", reason="needs the native executor")


def run(record: OpRecord, sample: Any) -> Any:
    arguments = sample.inputs() if callable(sample.inputs) else sample.inputs
    operands = [[to_tensor(y) for y in x] if isinstance(x, list) else to_tensor(x) for x in arguments]
    return apply_any(record, operands, sample.attrs)


@pytest.fixture
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The least work is set to nothing; what was prepared before and inside is forgotten."""
    monkeypatch.setattr(dispatch, "_LARGE", 0)
    monkeypatch.setattr(eager_jit, "_LEAST_GAIN", 0)
    monkeypatch.setattr(eager_jit, "_LEAST_WORK", dict.fromkeys(eager_jit._LEAST_WORK, 0))
    monkeypatch.setattr(eager_jit, "_LEAST_OTHER_WORK", 0)
    forget()
    yield
    forget()


def forget() -> None:
    for record in RECORDS:
        record.eager_cache.clear()


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ops that were compiled, by name."""
    result: list[str] = []
    make = type(executor()).compile

    def noted(self: Any, graph: Any) -> Any:
        result.append(graph.name)
        return make(self, graph)

    monkeypatch.setattr(type(executor()), "compile", noted)
    return result


@native
@pytest.mark.parametrize("record", EACH, ids=lambda record: record.name)
def test_compiled_gives_what_the_kernel_gives(record: OpRecord, everything_is_large: None, programs: list[str]) -> None:
    for sample in samples_of(record):
        results = run(record, sample)
        with options.overridden(executor="numpy"):
            expected_results = run(record, sample)
        for found, expected in zip(_listed(results), _listed(expected_results), strict=True):
            assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
            tolerance = {"float16": 4e-3, "bfloat16": 3e-2}.get(found.dtype.name, 2e-5)
            if found.dtype == tf.string:
                np.testing.assert_array_equal(found.numpy(), expected.numpy())
                continue
            number = complex if found.dtype.is_complex else float
            np.testing.assert_allclose(
                found.numpy().astype(number), expected.numpy().astype(number), rtol=tolerance, atol=tolerance
            )
    assert f"eager_{record.name}" in programs


def _listed(results: Any) -> Any:
    return results if isinstance(results, list | tuple) else [results]


@pytest.mark.parametrize("record", EACH, ids=lambda record: record.name)
def test_errors_are_the_same(record: OpRecord, everything_is_large: None) -> None:
    for sample in error_samples_of(record):
        with pytest.raises(sample.error, match=re.escape(sample.message) or None):
            run(record, sample)


@native
@pytest.mark.parametrize(("size", "compiled"), [(8, []), (96, ["eager_Conv2D"])], ids=["little work", "much work"])
def test_the_work_decides(size: int, compiled: list[str], programs: list[str]) -> None:
    forget()
    images, filters = tf.ones([1, size, size, 64]), tf.ones([3, 3, 64, 64])
    for _ in range(2):
        assert tf.nn.conv2d(images, filters, 1, "SAME")[0, 1, 1, 0] == 576
    assert programs == compiled


@native
def test_an_elementwise_op_is_one_program_for_all_sizes(programs: list[str]) -> None:
    eager_jit._flat_programs.clear()
    for size in (5_000, 20_000, 20_001):
        x = np.linspace(-3, 3, size, dtype=np.float32)
        found = tf.math.erf(tf.constant(x).numpy().reshape(1, -1))
        assert found.shape == (1, size)
        np.testing.assert_allclose(found[0, ::50], [math.erf(v) for v in x[::50]], atol=2e-7)
    assert programs == ["eager_Erf"]


@native
def test_numbers_stay_numbers_and_small_tensors_uncompiled(programs: list[str]) -> None:
    eager_jit._flat_programs.clear()
    mask = np.arange(1_000_000) % 3 == 0
    found = tf.where(mask, 1.0, 2.0)
    assert found.shape == (1_000_000,)
    assert found[:4].numpy().tolist() == [1, 2, 2, 1]
    tf.where(mask[:100], 1.0, 2.0)
    assert programs == ["eager_SelectV2"]


@native
def test_formulas_are_compiled_once_for_all_small_tensors_and_once_for_numbers(programs: list[str]) -> None:
    eager_jit._flat_programs.clear()
    forget()
    for shape in ([2], [3, 2], [0], [1, 1]):
        np.testing.assert_allclose(tf.math.erf(tf.fill(shape, 0.5)), np.full(shape, 0.5204999), rtol=1e-6)
    np.testing.assert_allclose(tf.math.erf(0.5), 0.5204999, rtol=1e-6)
    assert programs == ["eager_Erf", "eager_Erf"]
    a, x = tf.constant([[0.5], [2.0]]), tf.constant([1.0, 3.0])  # a program for each pair of shapes would not pay
    np.testing.assert_allclose(tf.math.igamma(a, x), [[0.8427008, 0.9856941], [0.2642411, 0.8008517]], rtol=1e-6)
    assert "eager_Igamma" not in programs


@native
def test_gradients_pass_through(everything_is_large: None) -> None:
    x, w = tf.Variable(tf.ones([1, 4, 4, 2])), tf.Variable(tf.ones([3, 3, 2, 2]))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.nn.conv2d(x, w, 1, "VALID"))
    into_x, into_w = tape.gradient(y, [x, w])
    assert into_x[0, 1, 1, 0] == 8
    assert tf.reduce_all(into_w == 4)


@native
@pytest.mark.parametrize("transposed", [False, True])
def test_a_product_that_takes_long_is_compiled_and_so_can_be_interrupted(transposed: bool) -> None:
    record = lookup("MatMul")
    assert record is not None
    record.eager_cache.clear()
    rng = np.random.default_rng(0)
    x, y = (tf.constant(rng.standard_normal(shape).astype(np.float32)) for shape in ((2048, 2048), (2048, 2049)))
    found = tf.matmul(x, y, transpose_a=transposed)
    expected = (x.numpy().T if transposed else x.numpy()) @ y.numpy()
    np.testing.assert_allclose(found, expected, atol=1e-3)
    assert [type(created.kernel) for created in record.eager_cache.values()] == [eager_jit._Compiled]
    tf.matmul(x[:, :64], y[:64])
    assert not isinstance(list(record.eager_cache.values())[-1].kernel, eager_jit._Compiled)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The background thread's work is done when it is begun; nothing is compiled yet."""
    monkeypatch.setattr(background_compile, "begin", lambda work: work())
    eager_jit._flat_programs.clear()
    for name in ("AddV2", "Sub", "Sign", "Sqrt", "FloorDiv", "ArgMax", "Exp", "Sum", "BiasAddGrad", "AddN", "Square"):
        record = lookup(name)
        assert record is not None
        record.eager_cache.clear()


LARGE = np.linspace(-3, 3, 1 << 18, dtype=np.float32).reshape(512, 512)


@native
def test_arithmetic_that_is_done_often_is_compiled_in_the_background(at_once: None, programs: list[str]) -> None:
    x, third, row = tf.constant(LARGE), tf.constant(LARGE / 3), tf.constant(LARGE[0])
    uses: dict[str, Callable[[], Any]] = {
        "eager_Sign": lambda: tf.sign(x),
        "eager_Sub": lambda: x - row,
        "eager_ArgMax": lambda: tf.argmax(x, 1),
        "eager_AddN": lambda: tf.add_n([x, third, x]),
        "eager_Exp": lambda: tf.exp(x),
    }
    for name, use in uses.items():
        first = use().numpy()
        for _ in range(eager_jit._USES - 2):
            use()
        assert name not in programs
        for _ in range(3):
            np.testing.assert_array_equal(use(), first)
    assert programs == [
        "eager_Sign",
        "eager_Sub",
        "eager_ArgMax",
        "eager_AddN",
    ]  # functions may differ in the last place
    tf.sign(x[:, :511] + 1.0)
    assert programs.count("eager_Sign") == 1  # of any number of elements


@native
def test_products_of_many_complex_numbers_are_compiled_by_their_types(at_once: None, programs: list[str]) -> None:
    z = tf.complex(tf.constant(LARGE), tf.constant(LARGE[::-1]))
    first = tf.square(z).numpy()
    assert programs == ["eager_Square"]  # NumPy's may round otherwise: never one at first and the other later
    for _ in range(eager_jit._USES + 2):
        np.testing.assert_array_equal(tf.square(z), first)


@native
def test_what_is_in_no_order_or_refused_is_left_to_the_kernel(at_once: None, programs: list[str]) -> None:
    x = tf.constant(LARGE)
    numbers = tf.cast(x * 100.0, tf.int32)
    for _ in range(eager_jit._USES + 2):
        np.testing.assert_array_equal(tf.transpose(x) + 1.0, LARGE.T + 1.0)
        assert (numbers // 3)[0, 0] == -100
        with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
            numbers // tf.zeros_like(numbers)
    assert "eager_FloorDiv" in programs and "eager_AddV2" not in programs


@native
def test_sums_of_many_elements_are_compiled_by_their_types(at_once: None, programs: list[str]) -> None:
    images = tf.reshape(tf.constant(LARGE), [64, 16, 16, 16])
    expected = LARGE.reshape(-1, 16).sum(0, dtype=np.float64)
    for _ in range(2):
        np.testing.assert_allclose(tf.reduce_sum(images, [0, 1, 2]), expected, rtol=1e-5, atol=1e-2)
        np.testing.assert_allclose(tf.raw_ops.BiasAddGrad(out_backprop=images), expected, rtol=1e-5, atol=1e-2)
        tf.reduce_sum(images[:4], [0, 1, 2])
        tf.reduce_sum(images)
        tf.reduce_sum(tf.cast(images, tf.int64), [0, 1, 2])
    assert programs == ["eager_Sum", "eager_BiasAddGrad"]


@native
def test_one_program_serves_all_sizes(everything_is_large: None, programs: list[str]) -> None:
    eager_jit._open_programs.clear()
    for n in (5, 9, 30):
        boxes = tf.concat([tf.zeros([n, 2]), tf.random.stateless_uniform([n, 2], [1, 2])], 1)
        assert len(tf.image.non_max_suppression(boxes, tf.range(float(n)), n, 1.0)) == n
        assert len(tf.math.segment_sum(tf.ones([n, 7]), tf.range(n))) == n
    found = [name for name in programs if name.endswith(("NonMaxSuppressionV3", "SegmentSum"))]
    assert found == ["eager_NonMaxSuppressionV3", "eager_SegmentSum"]
