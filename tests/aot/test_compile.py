"""Libraries give the results of the function in this process, to the bit, and report errors by codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import aot
from graphwright.aot.program import LibraryProgram
from graphwright.aot.targets import target_of
from tests.aot.libraries import build, needs_compiler, own_level, same_bits
from tests.aot.programs import PROGRAMS

pytestmark = needs_compiler


_QUICK = ("elementwise", "products", "gradient", "sizes")


@pytest.mark.parametrize(
    "name", [name if name in _QUICK else pytest.param(name, marks=pytest.mark.deploy) for name in PROGRAMS]
)
def test_results_are_those_of_the_process(name: str, tmp_path: Path) -> None:
    program = PROGRAMS[name]
    concrete = tf.function(program.function).get_concrete_function(**program.specs)
    model = build(concrete, tmp_path, name=name).Model()
    for arguments in (*program.calls, *program.calls):
        same_bits(model(**arguments), concrete(**{k: tf.constant(v) for k, v in arguments.items()}))


@tf.function(
    input_signature=[tf.TensorSpec([None, 4], tf.float32, name="x"), tf.TensorSpec([None], tf.int32, name="i")]
)
def _picked(x: Any, i: Any) -> Any:
    return {"y": tf.gather(x, i) + 1.0}


@pytest.fixture(scope="module")
def picked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(_picked, tmp_path_factory.mktemp("picked"), name="picked")


X, INDICES = np.ones([3, 4], np.float32), np.array([0, 2], np.int32)


def test_a_refused_operand_is_an_error_with_the_users_line(picked: Any) -> None:
    model = picked.Model()
    with pytest.raises(picked.Error, match=r"GatherV2 .*\(test_compile.py:\d+\)") as failed:
        model(X, np.array([3], np.int32))
    assert failed.value.code == 3
    assert model(X, INDICES)["y"].tolist() == [[2.0] * 4] * 2  # the handle serves further calls


def test_memory_stays_as_it_is_from_the_second_call_on(picked: Any) -> None:
    model = picked.Model()
    model(X, INDICES)
    with pytest.raises(picked.Error):
        model(X, np.array([-1], np.int32))
    before = model.memory
    for _ in range(100):
        model(X, INDICES)
        with pytest.raises(picked.Error):
            model(X, np.array([-1], np.int32))
    assert model.memory == before


class Counter(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.total = tf.Variable([0.0, 0.0], name="total")
        self.calls = tf.Variable(5, name="calls")

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def __call__(self, x: Any) -> Any:
        before = self.total.read_value()
        self.total.assign_add(x * 2.0)
        self.calls.assign_add(1)
        return before, self.total.read_value()


def test_variables_belong_to_the_handle(tmp_path: Path) -> None:
    module = build(Counter().__call__, tmp_path, name="counter")
    one, other = module.Model(), module.Model()
    x = np.array([1.0, 2.0], np.float32)
    for calls in range(1, 4):
        found = one(x)
        assert found["output_1"].tolist() == [2.0 * calls, 4.0 * calls]
        assert found["output_0"].tolist() == [2.0 * (calls - 1), 4.0 * (calls - 1)]
    assert (one.get("calls"), other.get("calls")) == (8, 5)
    other.set("total", [7.0, 8.0])
    assert other(x)["output_1"].tolist() == [9.0, 12.0]
    assert one.get("total").tolist() == [6.0, 12.0]
    with pytest.raises(module.Error, match="there is no variable 2"):
        one._check(one._library.counter_get_variable(one._handle, 2, None, 0))


def test_all_operations_without_native_code_are_named_at_once(tmp_path: Path) -> None:
    @tf.function(input_signature=[tf.TensorSpec([3, 3], tf.float32)])
    def f(x: Any) -> Any:
        tf.print(x)
        return tf.linalg.svd(x, compute_uv=False), tf.ensure_shape(tf.py_function(lambda v: v, [x], tf.float32), [3, 3])

    with pytest.raises(tf.errors.UnimplementedError) as refused:
        aot.compile(f, tmp_path)
    lines = str(refused.value).splitlines()
    for op in ("PrintV2", "Svd", "EagerPyFunc"):
        assert any(line.strip().startswith(op) and "test_compile.py:" in line for line in lines), lines
    assert any("instead: leave it out" in line for line in lines)


def test_what_errors_say_to_use_instead_has_native_code() -> None:
    spec, target = tf.TensorSpec([3, 3], tf.float32), target_of(None, [own_level()])

    def refused(x: Any) -> Any:
        return (tf.linalg.det(x), tf.linalg.qr(x)[1], tf.linalg.lu(x)[0], tf.random.shuffle(x),
                tf.random.categorical(x, 1), tf.strings.as_string(x))  # fmt: skip

    def instead(x: Any) -> Any:
        factor = tf.linalg.cholesky(tf.matmul(x, x, transpose_a=True))
        noise = tf.random.uniform([3, 3])
        return (tf.reduce_prod(tf.linalg.diag_part(factor)) ** 2, factor, tf.linalg.solve(x, x), tf.linalg.inv(x),
                tf.linalg.lstsq(x, x), tf.gather(x, tf.argsort(noise[0])),
                tf.argmax(x - tf.math.log(-tf.math.log(noise)), 1))  # fmt: skip

    with pytest.raises(tf.errors.UnimplementedError) as error:
        LibraryProgram(tf.function(refused).get_concrete_function(spec), target)
    lines = str(error.value).splitlines()[1:]
    assert len(lines) == 6 and all("; instead: " in line for line in lines), lines
    assert len(LibraryProgram(tf.function(instead).get_concrete_function(spec), target).results) == 7


def test_what_cannot_be_compiled_is_refused(tmp_path: Path) -> None:
    strings = tf.function(tf.strings.upper).get_concrete_function(tf.TensorSpec([], tf.string))
    ranks = tf.function(lambda x: x * 2.0).get_concrete_function(tf.TensorSpec(None, tf.float32))
    for function, expected in ((strings, "StringUpper"), (ranks, "of an unknown rank")):
        with pytest.raises(tf.errors.UnimplementedError, match=expected):
            aot.compile(function, tmp_path)
    with pytest.raises(tf.errors.InvalidArgumentError, match="There is no target 'pdp11'"):
        aot.compile(ranks, tmp_path, target="pdp11")
    with pytest.raises(tf.errors.InvalidArgumentError, match="levels of x86_64-linux are baseline, avx2, avx512"):
        aot.compile(ranks, tmp_path, target="x86_64-linux", levels=["sse9"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="no single trace"):
        aot.compile(tf.function(lambda x: x), tmp_path)
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be 'library' or 'file'"):
        aot.compile(ranks, tmp_path, weights="cloud")
    assert list(tmp_path.iterdir()) == []


def test_two_libraries_live_in_one_process(picked: Any, tmp_path: Path) -> None:
    doubled = tf.function(lambda x: x * 2.0).get_concrete_function(tf.TensorSpec([None], tf.float32, name="x"))
    other = build(doubled, tmp_path, name="other").Model()
    first = picked.Model()
    assert other(np.ones(3, np.float32))["output_0"].tolist() == [2.0] * 3
    assert first(X, INDICES)["y"].tolist() == [[2.0] * 4] * 2
