"""Checkpoints of a library's variables: what it saves is restored by `tf.train.Checkpoint`, and the reverse."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import aot
from tests.aot.libraries import build, load, needs_compiler, own_level

pytestmark = needs_compiler


class Counter(tf.Module):
    """Variables of several dtypes and ranks, one of them large, under names with characters that keys escape."""

    def __init__(self) -> None:
        super().__init__()
        self.total = tf.Variable(np.arange(6.0, dtype=np.float32).reshape(2, 3), name="total")
        self.calls = tf.Variable(5, dtype=tf.int64, name="counts/calls")
        self.flags = tf.Variable([True, False], name="flags")
        self.half = tf.Variable(tf.constant([1.5, -2.0], tf.bfloat16), name="h.alf")
        self.table = tf.Variable(tf.random.stateless_normal([700, 300], [1, 2]), name="table")
        self.empty = tf.Variable(tf.zeros([0, 4]), name="empty")

    @tf.function(input_signature=[tf.TensorSpec([3], tf.float32, name="x")])
    def __call__(self, x: Any) -> Any:
        self.total.assign_add(tf.stack([x, 2.0 * x]))
        self.calls.assign_add(1)
        self.flags.assign(tf.logical_not(self.flags))
        self.half.assign(self.half * tf.constant(2.0, tf.bfloat16))
        self.table.assign(self.table + x[0])
        self.empty.assign(self.empty * 2.0)
        return tf.reduce_sum(self.total)


X = np.array([1.0, 2.0, 3.0], np.float32)


def _by_name(counter: Counter) -> tf.train.Checkpoint:
    return tf.train.Checkpoint(**{v.name.partition(":")[0]: v for v in counter.variables})


def _values(counter: Counter) -> dict[str, Any]:
    return {v.name.partition(":")[0]: v.numpy() for v in counter.variables}


def _same(model: Any, counter: Counter) -> None:
    for name, value in _values(counter).items():
        expected = value.view(np.uint16) if value.dtype.name == "bfloat16" else value
        np.testing.assert_array_equal(model.get(name), expected, name)


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(Counter().__call__, tmp_path_factory.mktemp("counters"), name="counters")


def test_python_goes_on_where_the_library_was(counters: Any, tmp_path: Path) -> None:
    model, counter = counters.Model(), Counter()
    for _ in range(3):
        model(X)
    model.save(tmp_path / "saved")
    _by_name(counter).read(str(tmp_path / "saved")).assert_consumed()
    _same(model, counter)
    assert float(counter(tf.constant(X))) == model(X)["output_0"]
    assert sorted(os.listdir(tmp_path)) == ["saved.data-00000-of-00001", "saved.index"]


def test_the_library_goes_on_where_python_was(counters: Any, tmp_path: Path) -> None:
    model, counter = counters.Model(), Counter()
    counter(tf.constant(X))
    options = tf.train.CheckpointOptions(experimental_sharding_callback=tf.train.experimental.MaxShardSizePolicy(500))
    path = _by_name(counter).save(str(tmp_path / "saved"), options)
    assert len(list(tmp_path.glob("saved-1.data-*"))) > 1
    model.restore(path)
    _same(model, counter)
    assert float(counter(tf.constant(X))) == model(X)["output_0"]


@pytest.mark.deploy
def test_keys_are_those_of_a_checkpoint_that_is_named(tmp_path: Path) -> None:
    counter = Counter()
    model = build(counter.__call__, tmp_path, name="m", checkpoint=tf.train.Checkpoint(parts=[counter])).Model()
    model(X)
    model.save(tmp_path / "saved")
    other = Counter()
    tf.train.Checkpoint(parts=[other]).restore(str(tmp_path / "saved")).expect_partial()
    _same(model, other)
    reader = tf.train.load_checkpoint(str(tmp_path / "saved"))
    assert reader.get_tensor("parts/0/calls/.ATTRIBUTES/VARIABLE_VALUE") == 6
    with pytest.raises(tf.errors.InvalidArgumentError, match="`checkpoint` lacks variables of the function: total, "):
        aot.compile(counter.__call__, tmp_path, name="m", checkpoint=tf.train.Checkpoint(table=counter.table))


@pytest.mark.deploy
def test_a_saved_models_own_checkpoint_is_restored(tmp_path: Path) -> None:
    counter = Counter()
    tf.saved_model.save(counter, str(tmp_path / "model"), signatures=counter.__call__.get_concrete_function())
    aot.compile(str(tmp_path / "model"), tmp_path / "library", name="m", levels=[own_level()])
    model = load(tmp_path / "library" / "m.py").Model()
    model(X)
    model.restore(tmp_path / "model" / "variables" / "variables")
    assert model.get(next(name for name in load(tmp_path / "library" / "m.py").VARIABLES if "calls" in name)) == 5
    np.testing.assert_array_equal(model(X)["output_0"], counter(tf.constant(X)))


def test_what_does_not_fit_is_refused_and_nothing_changes(counters: Any, tmp_path: Path) -> None:
    model, counter = counters.Model(), Counter()
    model(X)
    before = {name: model.get(name) for name in _values(counter)}
    fitting = {v.name.partition(":")[0]: v for v in counter.variables}
    for wrong, expected in (
        ({"total": tf.Variable(tf.zeros([3, 2]))}, "another shape"),
        ({"total": tf.Variable(tf.zeros([2, 3], tf.float64))}, "another dtype"),
        ({"table": tf.Variable(tf.zeros([700]))}, "another shape"),
    ):
        path = tf.train.Checkpoint(**{**fitting, **wrong}).write(str(tmp_path / "wrong"))
        with pytest.raises(counters.Error, match=expected) as refused:
            model.restore(path)
        assert refused.value.code == 6
    path = tf.train.Checkpoint(total=fitting["total"]).write(str(tmp_path / "less"))
    with pytest.raises(counters.Error, match=r"less\.index: .* is not in it"):
        model.restore(path)
    with pytest.raises(counters.Error, match="cannot be opened"):
        model.restore(tmp_path / "missing")
    with pytest.raises(counters.Error, match="cannot be written"):
        model.save(tmp_path / "no" / "folder")
    for name, value in before.items():
        np.testing.assert_array_equal(model.get(name), value, name)


TENSORFLOW = os.environ.get("GRAPHWRIGHT_TENSORFLOW")
_IN_TENSORFLOW = """
import sys, tensorflow as tf
path, names = sys.argv[1], sys.argv[2:]
reader = tf.train.load_checkpoint(path)
variables = {}
for name in names:
    key = name.replace(".", "..").replace("/", ".S") + "/.ATTRIBUTES/VARIABLE_VALUE"
    variables[name] = tf.Variable(tf.zeros_like(reader.get_tensor(key)))
tf.train.Checkpoint(**variables).read(path).assert_consumed()
for each in variables.values():
    each.assign(tf.math.logical_not(each) if each.dtype == tf.bool else each * 2)
tf.train.Checkpoint(**variables).write(path + "-doubled")
"""


@pytest.mark.interop
@pytest.mark.skipif(not TENSORFLOW, reason="GRAPHWRIGHT_TENSORFLOW names no interpreter with TensorFlow")
def test_tensorflow_restores_what_the_library_saved(counters: Any, tmp_path: Path) -> None:
    model = counters.Model()
    model(X)
    model.save(tmp_path / "saved")
    names = [name for name in counters.VARIABLES if name != "empty"]
    before = {name: model.get(name) for name in names}
    command = [str(TENSORFLOW), "-c", _IN_TENSORFLOW, str(tmp_path / "saved"), *counters.VARIABLES]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    model.restore(tmp_path / "saved-doubled")
    np.testing.assert_array_equal(model.get("total"), 2.0 * before["total"])
    np.testing.assert_array_equal(model.get("table"), 2.0 * before["table"])
    assert model.get("counts/calls") == 12
    np.testing.assert_array_equal(model.get("flags"), ~before["flags"])
