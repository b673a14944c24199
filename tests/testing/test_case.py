"""Test cases as a runner runs them; what single assertions do is in `tests/differences/rows_testing.py`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
import pytest

import graphwright as tf


class Sample(tf.test.TestCase):
    __test__ = False  # pytest leaves it to the tests below

    def test_first(self) -> None:
        self.first = (random.random(), np.random.rand(), float(tf.random.uniform([])))

    @tf.test.disable_with_predicate(pred=lambda: True, skip_message="not here")
    def test_other(self) -> None:
        self.fail("not skipped")


def created(name: str = "test_first") -> Sample:
    case = Sample(name)
    case.setUp()
    return case


def test_the_method_named_test_session_is_skipped() -> None:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Sample).run(result)
    assert (result.testsRun, result.errors, result.failures) == (3, [], [])
    assert sorted(reason for _, reason in result.skipped) == ["Not a test.", "not here"]


def test_each_test_begins_with_tensorflows_seeds() -> None:
    case = created()
    case.test_first()
    assert case.first == pytest.approx((0.3499765785632496, 0.18463433217903202, 0.5836375))


def test_a_failed_comparison_says_where() -> None:
    with pytest.raises(AssertionError) as reported:
        created().assertAllClose({"a": [1.0, 2.0]}, {"a": [1.0, 2.1]}, msg="of us")
    text = str(reported.value)
    for line in ("Mismatched value: a[a] is different from b[a]. of us", "not close rhs = [2.1]", "1 / 2 (50%)"):
        assert line in text


def test_sparse_values_are_tuples() -> None:
    value = created().evaluate(tf.sparse.from_dense([0, 3]))
    assert (value.indices.tolist(), value.values.tolist(), value.dense_shape.tolist()) == ([[1]], [3], [2])
    slices = created().evaluate(tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])))
    assert (slices.values.tolist(), slices.indices.tolist(), slices.dense_shape) == ([1.0], [0], None)


def test_sessions_explain_that_there_are_none() -> None:
    case = created()
    for method in (case.session, case.cached_session, case.test_session):
        with method() as session, pytest.raises(AttributeError, match=r"self\.evaluate"):
            session.run(1)


def test_an_exception_in_a_thread_fails_the_test() -> None:
    thread = created().checkedThread(lambda: 1 // 0)
    thread.start()
    with pytest.raises(AssertionError, match="Error in checkedThread: integer division"):
        thread.join()
    assert not thread.is_alive()


def test_writes_of_compiled_code_are_captured() -> None:
    with open(os.devnull, "w") as stream, created().captureWritesToStream(stream) as captured:
        os.write(stream.fileno(), b"hello\n")
    assert captured.contents() == "hello\n"


def test_files_are_deleted_after_the_test() -> None:
    case = created()
    folder = case.create_tempdir()
    file = folder.create_file("a/b.txt", "text")
    other = case.create_tempfile(content="more")
    assert (file.read_text(), other.read_bytes(), Path(case.get_temp_dir()).is_dir()) == ("text", b"more", True)
    assert case.get_temp_dir() == case.get_temp_dir()
    case.doCleanups()
    assert not any(Path(p).exists() for p in (folder, other, case._temporary or ""))


def test_the_graph_of_a_block_stays_the_default_one() -> None:
    with tf.Graph().as_default() as graph:
        created().setUp()
        assert tf.compat.v1.get_default_graph() is graph


def test_commands() -> None:
    case = created()
    case.assertCommandSucceeds([sys.executable, "-c", "print('fine')"], [b"fi+ne"])
    case.assertCommandFails([sys.executable, "-c", "raise SystemExit('bad')"], ["bad"])
    with pytest.raises(AssertionError, match="succeeded while expected to fail"):
        case.assertCommandFails([sys.executable, "-c", ""], [""])
    with pytest.raises(AssertionError, match="The following command failed"):
        case.assertCommandSucceeds([sys.executable, "-c", "raise SystemExit(3)"])


def test_messages_may_be_text() -> None:
    case = created()
    graph = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([])).graph.as_graph_def()
    case.assertProtoEquals(str(graph), graph)
    with pytest.raises(AssertionError, match="expected"):
        case.assertProtoEquals('node { name: "a" }', graph)
    renamed = type(graph).FromString(graph.SerializeToString())
    renamed.node[0].op = "Other"
    with pytest.raises(AssertionError, match="has op 'Other' that is not expected"):
        tf.test.assert_equal_graph_def(graph, renamed)
    del renamed.node[0]
    with pytest.raises(AssertionError, match="Did not find expected node"):
        tf.test.assert_equal_graph_def(graph, renamed)


def test_a_decorator_adds_nothing() -> None:
    assert tf.test.with_eager_op_as_function(Sample) is Sample
    assert tf.test.with_eager_op_as_function(only_as_function=True)(Sample) is Sample


def test_the_gradient_of_a_custom_gradient_that_is_wrong_shows() -> None:
    @tf.custom_gradient
    def wrong(x):  # type: ignore[no-untyped-def]
        return x * x, lambda upstream: upstream * x

    by_gradient, by_differences = tf.test.compute_gradient(wrong, [tf.constant([3.0])])
    assert (by_gradient[0].item(), by_differences[0].item()) == (3.0, 6.0)


PROGRAM = """
import graphwright as tf
class Case(tf.test.TestCase):
    def test_value(self):
        self.assertAllEqual(tf.add(1, 2), 3)
class Speed(tf.test.Benchmark):
    def benchmark_add(self):
        self.report_benchmark(iters=3, wall_time=0.5, extras={"n": 1}, metrics=[{"name": "m", "value": 2}])
tf.test.main()
"""


def test_main_runs_tests_or_benchmarks(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    tests = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert (tests.returncode, "OK (skipped=1)" in tests.stderr) == (0, True)
    speed = subprocess.run([sys.executable, program, "--benchmarks=Speed"], capture_output=True, text=True)
    entry = 'name: "Speed.benchmark_add" iters: 3 wall_time: 0.5 extras { key: "n" value { double_value: 1 } }'
    assert speed.stdout.split() == f'entry {{ {entry} metrics {{ name: "m" value: 2 }} }}'.split()


def test_each_test_begins_with_an_empty_default_graph() -> None:
    class Case(tf.test.TestCase):
        def test_first(self) -> None:
            with self.session():
                tf.compat.v1.get_variable("v", [])

        test_second = test_first

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.wasSuccessful(), result.errors
