"""Programs whose work threads share: the same bits for any number of them, and which work is shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.fusion.symbolic_sizes import size_of
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.runtime import thread_pool
from graphwright.runtime.native.schedule.loop_nest import LoopNest
from graphwright.runtime.native.schedule.parallelize import parallelize
from tests.core.test_threads import in_threads
from tests.support.native_graphs import both, compiled, floats, integers, open_type, type_of

pytest.importorskip("llvmlite")
threading_options = tf.config.threading


@pytest.fixture(autouse=True)
def as_many_as_before() -> Iterator[None]:
    yield
    threading_options.set_intra_op_parallelism_threads(0)


# the same bits ----------------------------------------------------------------------------------------------


def _chain(x: Any) -> Any:
    for _ in range(4):
        x = tf.tanh(x) * 1.1 + 0.1
    return x


def _moments(x: Any) -> Any:
    mean = tf.reduce_mean(x, -1, keepdims=True)
    return mean, tf.reduce_sum(tf.square(x - mean), -1)


PROGRAMS: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "elements": (lambda x: x * 2.0 + tf.exp(-x), [floats(1 << 19)]),
    "elements, an odd number": (lambda x: tf.abs(x) * x + 1.0, [floats(300007)]),
    "expensive elements": (_chain, [floats(1 << 17)]),
    "expensive elements, an odd number": (_chain, [floats(131, 1009)]),
    "halves": (lambda x: tf.tanh(x) * 2 + 1, [floats(901, 777, dtype=np.float16)]),
    "integers": (lambda x, y: (x + y) * x - y, [integers(1000, 333), integers(1000, 333)]),
    "comparisons": (lambda x: tf.where(x > 0, x, -x), [floats(1000, 777)]),
    "rows and columns": (lambda x, v, w: x * v + w, [floats(1000, 777), floats(777), floats(1000, 1)]),
    "few rows": (lambda x, v: tf.exp(x * v), [floats(3, 200003), floats(3, 1)]),
    "a number": (lambda x, s: (x * s + s, x - s), [floats(1000, 777), np.float32(0.3)]),
    "transposed": (lambda x: tf.transpose(x) * 2.0 + 1.0, [floats(1000, 777)]),
    "sums of rows": (lambda x: tf.reduce_sum(tf.exp(x), -1), [floats(1000, 777)]),
    "sums of columns": (lambda x: tf.reduce_sum(x * x, 0), [floats(100, 7777)]),
    "sums of few columns": (lambda x: (tf.reduce_sum(x * x, 0), tf.reduce_max(x, 0)), [floats(20011, 77)]),
    "means over all but the last": (lambda x: tf.reduce_mean(x, [0, 1]), [floats(301, 67, 50)]),
    "sums between": (lambda x: (tf.reduce_mean(x, 1), tf.argmax(x, 1)), [floats(100, 77, 111)]),
    "a sum": (lambda x: tf.reduce_sum(tf.exp(x) * x), [floats(1000, 777)]),
    "everything in several ways": (
        lambda x: (tf.reduce_max(x), tf.reduce_min(x), tf.reduce_mean(x), tf.reduce_sum(tf.abs(x), keepdims=True)),
        [floats(1000003)],
    ),
    "everything under other numbers": (lambda x, v: tf.reduce_sum(x * v), [floats(1000, 777), floats(777)]),
    "whether any, whether all": (lambda x: (tf.reduce_any(x > 9), tf.reduce_all(x < 9)), [floats(1000003)]),
    "the mean of integers": (tf.reduce_mean, [integers(1000003)]),
    "the largest half": (lambda x: tf.reduce_max(x * 2), [floats(1000003, dtype=np.float16)]),
    "the place of the largest": (lambda x: tf.argmax(tf.abs(x)), [floats(1000003)]),
    "moments": (_moments, [floats(700, 999)]),
    "softmax": (tf.nn.softmax, [floats(700, 999)]),
    "a product": (tf.matmul, [floats(512, 300), floats(300, 500)]),
    "a product of few rows": (tf.matmul, [floats(32, 784), floats(784, 128)]),
    "a product of one row": (tf.matmul, [floats(1, 2000), floats(2000, 3000)]),
    "a product with a column": (tf.matmul, [floats(3000, 2000), floats(2000, 1)]),
    "a product of many rows": (tf.matmul, [floats(9000, 60), floats(60, 40)]),
    "the first transposed": (lambda x, y: tf.matmul(x, y, transpose_a=True), [floats(200, 784), floats(200, 301)]),
    "the second transposed": (lambda x, y: tf.matmul(x, y, transpose_b=True), [floats(700, 333), floats(129, 333)]),
    "both transposed": (
        lambda x, y: tf.matmul(x, y, transpose_a=True, transpose_b=True),
        [floats(333, 400), floats(800, 333)],
    ),
    "doubles": (tf.matmul, [floats(300, 784, dtype=np.float64), floats(784, 128, dtype=np.float64)]),
    "a product of halves": (tf.matmul, [floats(300, 300, dtype=np.float16), floats(300, 300, dtype=np.float16)]),
    "a product of integers": (tf.matmul, [integers(300, 784), integers(784, 128)]),
    "a stack of products": (tf.matmul, [floats(3, 200, 200), floats(3, 200, 200)]),
}
# Results of sums in another order; of 16 bits, the last bit of a number near 100
_TOLERANCES = {"a product of halves": 0.1, "halves": 5e-3}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_bits_whatever_the_number_of_threads(name: str) -> None:
    function, arguments = PROGRAMS[name]
    threading_options.set_intra_op_parallelism_threads(2)
    program = both(function, *arguments, tolerance=_TOLERANCES.get(name, 2e-3))
    found = []
    for count in (1, 2, 4):
        threading_options.set_intra_op_parallelism_threads(count)
        for _ in range(3):
            found.append([r.tobytes() for r in program.run(arguments)])
    assert all(f == found[0] for f in found)


# Programs for sizes that are not known while compiling, and the sizes they are run with.
OPEN_PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[int | None, ...], list[tuple[int, ...]]]] = {
    "elements": (_chain, (None,), [(0,), (1,), (65,), (300007,)]),
    "rows": (lambda x: x * tf.range(150.0) + 1.0, (None, 150), [(0, 150), (1, 150), (20011, 150)]),
    "rows and columns": (lambda x: tf.exp(x - x[:1]), (None, None), [(0, 3), (3, 0), (1, 1), (2, 400001), (1999, 401)]),
    "sums of rows": (
        lambda x: tf.reduce_sum(x * x, -1),
        (None, None),
        [(0, 3), (3, 0), (1, 1), (3, 300001), (1999, 401)],
    ),
    "sums of few columns": (
        lambda x: tf.reduce_sum(x, 0),
        (None, 177),
        [(0, 177), (1, 177), (9, 177), (65, 177), (20011, 177)],
    ),
    "sums of columns": (lambda x: tf.reduce_mean(x, 0), (None, None), [(1, 1), (9, 77), (20011, 77), (7, 200001)]),
    "a sum": (lambda x: tf.reduce_sum(tf.exp(x)), (None,), [(0,), (1,), (65,), (1000003,)]),
    "a mean": (lambda x: (tf.reduce_mean(x), tf.reduce_max(x)), (None, None), [(1, 1), (2, 3), (1999, 401)]),
    "the place of the largest": (lambda x: tf.argmax(tf.abs(x)), (None,), [(1,), (65,), (1000003,)]),
    "the places of the largest": (lambda x: tf.argmax(x, -1), (None, None), [(0, 3), (1, 1), (3, 300001), (1999, 401)]),
    "softmax": (tf.nn.softmax, (None, 128), [(0, 128), (1, 128), (8191, 128)]),
}


@pytest.mark.parametrize("name", OPEN_PROGRAMS)
def test_unknown_sizes_are_cut_when_they_are_known(name: str) -> None:
    function, dims, shapes = OPEN_PROGRAMS[name]
    for shape in shapes:
        arguments = [floats(*shape)]
        program = both(function, *arguments, types=[open_type(arguments[0], *dims)], tolerance=2e-3)
        assert thread_pool.SPLIT in program.ir
        found = []
        for count in (1, 2, 4):
            threading_options.set_intra_op_parallelism_threads(count)
            found.append([r.tobytes() for r in program.run(arguments)])
        assert all(f == found[0] for f in found)


def test_narrow_tables_of_unknown_length_are_not_shared() -> None:
    x = floats(8, 4)
    for function in (tf.exp, lambda x: x + x[0], lambda x: tf.reduce_sum(x, -1)):
        assert thread_pool.SPLIT not in compiled(function, open_type(x, None, 4)).ir


def test_equal_elements_in_several_chunks() -> None:
    """The first of them counts, whichever thread finds it."""
    x = np.zeros(1000003, np.float32)
    x[[700001, 900001]] = 1.0
    for types in ([type_of(x)], [open_type(x, None)]):
        assert both(tf.argmax, x, types=types).run([x])[0] == 700001


def test_large_nests_are_shared_and_small_ones_are_not() -> None:
    assert thread_pool.SPLIT in compiled(_chain, type_of(floats(1 << 20))).ir
    assert thread_pool.SPLIT not in compiled(_chain, type_of(floats(1000))).ir
    rows = lambda x: tf.reduce_sum(x, -1)  # noqa: E731
    assert thread_pool.SPLIT in compiled(rows, type_of(floats(1000, 1000))).ir


@pytest.mark.parametrize("rows", [90, 512])
def test_products_of_unknown_sizes(rows: int) -> None:
    arguments = [floats(rows, 700), floats(700, 300)]
    both(
        tf.matmul,
        *arguments,
        types=[open_type(arguments[0], None, 700), open_type(arguments[1], 700, None)],
        tolerance=1e-3,
    )


def test_a_variable_changed_in_place() -> None:
    start = floats(1000, 777)
    for count in (1, 3):
        threading_options.set_intra_op_parallelism_threads(count)
        v = tf.Variable(start)

        @tf.function
        def step(v: Any = v) -> None:
            v.assign(v * 0.5 + tf.tanh(v))

        expected = start
        for _ in range(3):
            step()
            expected = expected * np.float32(0.5) + np.tanh(expected)
        np.testing.assert_allclose(v.numpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize("shape", [(1 << 20,), (1000003,), (300, 5000), (5000, 300), (7, 11, 100000), (2, 1 << 20)])
def test_chunks_cover_the_axis(shape: tuple[int, ...], once: bool) -> None:
    nest = LoopNest(tuple([size_of(n) for n in shape]), (False,) * len(shape))
    cut = parallelize(nest, range(len(shape)), int(np.prod(shape)), once=once).cut
    assert cut is not None and cut.extent == shape[cut.axis]
    done = np.zeros(cut.extent, int)
    for i in range(cut.chunks):
        start = i * cut.step
        if cut.overlapping:
            start = min(start, cut.extent - cut.step)
        done[start : min(start + cut.step, cut.extent)] += 1
    assert done.min() == 1 and (done.max() == 1 or not once)


def test_programs_in_many_threads() -> None:
    threading_options.set_intra_op_parallelism_threads(3)
    arguments = [floats(1 << 17, seed=i) for i in range(6)]
    f = tf.function(lambda x: (_chain(x), tf.matmul(tf.reshape(x, [512, 256]), tf.reshape(x, [256, 512]))))
    expected = [[r.numpy() for r in f(x)] for x in arguments]

    def work(i: int) -> None:
        for _ in range(5):
            for found, wanted in zip(f(arguments[i]), expected[i], strict=True):
                np.testing.assert_array_equal(found.numpy(), wanted)

    in_threads(6, work)


def _no_memory(w: Writer, size: int) -> tuple[str, str]:
    """What takes scratch memory and finds none, and what gives it back."""
    w.module.declare("declare void @llvm.donothing()")
    w.module.declare("@gw_no_memory = internal global ptr null")
    return "load ptr, ptr @gw_no_memory", "call void @llvm.donothing()"


@pytest.mark.parametrize("shape", [[200_000], [None]])
def test_chunks_without_memory_fail(shape: list[int | None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chunk of a chain of expensive functions has scratch memory of its own, here not."""

    def chain(x: tf.Tensor) -> tf.Tensor:
        y = x
        for _ in range(3):
            y = tf.tanh(y) * tf.sin(x) + tf.exp(-y) / tf.math.erf(x + 2.0)
        return y

    x = tf.ones([200_000], tf.float64)
    monkeypatch.setattr(parallel_for, "_scratch_calls", _no_memory)
    staged = tf.function(chain, input_signature=[tf.TensorSpec(shape, tf.float64)])
    for _ in range(2):
        with pytest.raises(tf.errors.ResourceExhaustedError, match=r"out of memory(.|\n)*test_shared_work.py"):
            staged(x)
    monkeypatch.undo()
    np.testing.assert_allclose(tf.function(chain)(x), chain(x), rtol=1e-12)


def test_functions_of_nests_without_memory_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nests that a program has several times are functions, with scratch memory of their own: here not."""

    def layers(x: tf.Tensor) -> tf.Tensor:
        for _ in range(12):
            for _ in range(3):
                x = tf.tanh(x) * tf.sin(x) + tf.exp(-x)
            x = tf.reverse(x, [0])
        return x

    x = tf.linspace(0.0, 1.0, 2000)
    monkeypatch.setattr(parallel_for, "_scratch_calls", _no_memory)
    monkeypatch.setattr(parallel_for, "STACK_SCRATCH_BYTES", 1 << 10)
    staged = tf.function(layers)
    for _ in range(2):
        with pytest.raises(tf.errors.ResourceExhaustedError, match=r"out of memory(.|\n)*test_shared_work.py"):
            staged(x)
    monkeypatch.undo()
    np.testing.assert_allclose(tf.function(layers)(x), layers(x), rtol=1e-4)
