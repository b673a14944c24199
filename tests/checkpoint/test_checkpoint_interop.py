"""Checkpoints cross to TensorFlow and back, in a process of its own that has TensorFlow.

`make interop` sets that up; by hand: GRAPHWRIGHT_TENSORFLOW=/path/to/python pytest -m interop.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import graphwright as tf
from graphwright.checkpoint.bundle_writer import BundleWriter
from tests.checkpoint.programs import PROGRAMS, build, read_back, same, values_in, write
from tests.checkpoint.test_bundle import big_endian, compressed_table, load

ROOT = Path(__file__).parents[2]
TENSORFLOW = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")

pytestmark = [
    pytest.mark.interop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not TENSORFLOW, reason="GRAPHWRIGHT_TENSORFLOW names no interpreter (make interop does)"),
]


def tensorflow(*arguments: str) -> str:
    """What a program prints that runs with TensorFlow."""
    surroundings = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    # a relative path is one from the root, but a link to an interpreter is not to be followed
    done = subprocess.run(
        [os.path.join(ROOT, TENSORFLOW), *arguments], cwd=ROOT, env=surroundings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of TensorFlow's for each program."""
    folder = tmp_path_factory.mktemp("tensorflow")
    tensorflow("-m", "tests.checkpoint.programs", "write", str(folder))
    return folder


def test_we_restore_what_tensorflow_saves(written: Path, tmp_path: Path) -> None:
    read_back(tf, written, tmp_path)
    assert sorted(os.listdir(written)) == sorted(PROGRAMS)


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "slots"])
def test_the_same_program_saves_the_same(written: Path, tmp_path: Path, name: str) -> None:
    path = build(tf, name, True)[0].save(tmp_path / "c")
    assert same(values_in(tf, path), values_in(tf, written / name / "ckpt-1"))


def test_tensorflow_restores_what_we_save(tmp_path: Path) -> None:
    write(tf, tmp_path / "ours")
    reported = tensorflow("-m", "tests.checkpoint.programs", "read", str(tmp_path / "ours"))
    assert reported.splitlines()[-1].split()[1:] == sorted(PROGRAMS)


_LOOK = """
import sys, numpy as np, tensorflow as tf
reader = tf.train.load_checkpoint(sys.argv[1])
for key in sorted(reader.get_variable_to_shape_map()):
    print(key, np.asarray(reader.get_tensor(key)).tolist())
"""


def test_tensorflow_reads_files_of_several_kinds(tmp_path: Path) -> None:
    swapped = big_endian(tmp_path / "swapped")
    reported = tensorflow("-c", _LOOK, str(tmp_path / "swapped"))
    assert reported.splitlines() == [f"{key} {swapped[key].tolist()}" for key in sorted(swapped)]
    options = tf.train.CheckpointOptions(experimental_sharding_callback=tf.train.experimental.MaxShardSizePolicy(40))
    split = tf.train.Checkpoint(a=tf.Variable(tf.range(10)), b=tf.Variable(["x", "y"]), c=tf.Variable(tf.range(5)))
    split.write(tmp_path / "split", options)
    reported = tensorflow("-c", _LOOK, str(tmp_path / "split"))
    assert f"a/.ATTRIBUTES/VARIABLE_VALUE {list(range(10))}" in reported and "[b'x', b'y']" in reported
    from graphwright.checkpoint.table import read_table

    index = Path(f"{tmp_path / 'split'}.index")
    index.write_bytes(compressed_table(list(read_table(index.read_bytes()))))
    assert tensorflow("-c", _LOOK, str(tmp_path / "split")) == reported
    assert load(tmp_path / "split")["a/.ATTRIBUTES/VARIABLE_VALUE"].tolist() == list(range(10))


_MANY = """
import sys, numpy as np, tensorflow as tf
names = [f"layer_{i}/kernel" for i in range(9000)]
reader = tf.train.load_checkpoint(sys.argv[1])
assert sorted(reader.get_variable_to_shape_map()) == sorted(names)
assert all(reader.get_tensor(name).tolist() == [[i]] for i, name in enumerate(names))
tensors = [tf.constant([[float(i)]]) for i in range(9000)]
tf.raw_ops.SaveV2(prefix=sys.argv[2], tensor_names=names, shape_and_slices=[""] * 9000, tensors=tensors)
"""


def test_an_index_of_9000_variables(tmp_path: Path) -> None:
    many = {f"layer_{i}/kernel": np.full((1, 1), i, np.float32) for i in range(9000)}
    with BundleWriter(str(tmp_path / "ours")) as bundle:
        for name, value in many.items():
            bundle.add(name, value, tf.float32)
    tensorflow("-c", _MANY, str(tmp_path / "ours"), str(tmp_path / "theirs"))
    assert same(load(tmp_path / "theirs"), many)


_TABLES = """
import sys, tensorflow as tf
def make():
    tables = tf.lookup.experimental
    return tf.train.Checkpoint(
        words=tables.MutableHashTable(tf.string, tf.int64, -1),
        points=tables.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0]),
        dense=tables.DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-1),
    )
made = make()
made.read(sys.argv[1]).assert_consumed()
words, keys = tf.constant(["a", "b", "?"]), tf.constant([3, 131075, 4], tf.int64)
print([t.numpy().tolist() for t in (made.words.lookup(words), made.points.lookup(keys), made.dense.lookup(keys))])
made.words.insert(tf.constant(["?"]), tf.constant([9], tf.int64))
made.dense.insert(tf.constant([4], tf.int64), tf.constant([9], tf.int64))
made.write(sys.argv[2])
"""


def test_tables(tmp_path: Path) -> None:
    changing = tf.lookup.experimental
    result = tf.train.Checkpoint(
        words=changing.MutableHashTable(tf.string, tf.int64, -1),
        points=changing.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0]),
        dense=changing.DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-1),
    )
    words, keys = tf.constant(["a", "b", "?"]), tf.constant([3, 131075, 4], tf.int64)
    result.words.insert(words[:2], tf.constant([1, 2], tf.int64))
    result.points.insert(keys[:1], [[1.0, 2.0]])
    result.dense.insert(keys[:2], tf.constant([30, 40], tf.int64))
    result.write(tmp_path / "ours")
    reported = tensorflow("-c", _TABLES, str(tmp_path / "ours"), str(tmp_path / "theirs"))
    assert reported.strip() == "[[1, 2, -1], [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]], [30, 40, -1]]"
    result.read(tmp_path / "theirs").assert_consumed()
    assert result.words.lookup(words).numpy().tolist() == [1, 2, 9]
    assert result.points.lookup(keys[:1]).numpy().tolist() == [[1.0, 2.0]]
    assert result.dense.lookup(keys).numpy().tolist() == [30, 40, 9]


_PARTIAL = """
import sys, tensorflow as tf
tf.get_logger().setLevel("ERROR")
class M(tf.Module): pass
m = M()
m.w, m.other = tf.Variable([0.0, 0.0]), tf.Variable(5.0)
status = tf.train.Checkpoint(m=m).restore(sys.argv[1])
status.assert_nontrivial_match().expect_partial()
m.layers = []
m.layers.append(tf.Variable(0.0))
manager = tf.train.CheckpointManager(tf.train.Checkpoint(m=m), sys.argv[2], max_to_keep=2)
assert manager.latest_checkpoint == sys.argv[1], manager.latest_checkpoint
for _ in range(2):
    path = manager.save()
print(m.w.numpy().tolist(), float(m.other), float(m.layers[0]), path)
"""


def test_a_folder_that_both_save_into(tmp_path: Path) -> None:
    m = tf.Module()
    m.w, m.layers, m.gone = tf.Variable([1.0, 2.0]), [tf.Variable(3.0)], tf.Variable(4.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(m=m), tmp_path, max_to_keep=2)
    path = manager.save()
    reported = tensorflow("-c", _PARTIAL, str(path), str(tmp_path)).split()
    assert reported[:4] == ["[1.0,", "2.0]", "5.0", "3.0"]
    other = tf.Module()
    other.other = tf.Variable(0.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(m=other), tmp_path, max_to_keep=2)
    assert len(manager.checkpoints) == 2 and manager.latest_checkpoint == reported[4]
    manager.checkpoint.restore(manager.latest_checkpoint).expect_partial()
    other.w = tf.Variable(np.zeros(2, np.float32))
    assert float(other.other) == 5.0 and other.w.numpy().tolist() == [1.0, 2.0]


def test_the_recorded_checkpoints_can_be_made_again(tmp_path: Path) -> None:
    tensorflow("-m", "tests.checkpoint.programs", "golden", str(tmp_path))
    golden = ROOT / "tests" / "golden" / "data" / "checkpoints"
    for index in sorted(golden.rglob("*.index")):
        again = tmp_path / index.relative_to(golden)
        one, other = (values_in(tf, path.with_suffix("")) for path in (index, again))
        assert same(one, other), index


_ITERATOR = """
import sys, tensorflow as tf
tf.get_logger().setLevel("ERROR")
v, iterator = tf.Variable(3.0), iter(tf.data.Dataset.range(5))
next(iterator)
tf.train.Checkpoint(v=v, it=iterator).write(sys.argv[2])
tf.train.Checkpoint(v=v).read(sys.argv[1]).expect_partial()
print(float(v))
"""


def test_what_stands_beside_iterators(tmp_path: Path) -> None:
    v, iterator = tf.Variable(7.0), iter(tf.data.Dataset.range(5))
    tf.train.Checkpoint(v=v, it=iterator).write(tmp_path / "ours")
    assert tensorflow("-c", _ITERATOR, str(tmp_path / "ours"), str(tmp_path / "theirs")).strip() == "7.0"
    tf.train.Checkpoint(v=v).read(tmp_path / "theirs").expect_partial()
    assert float(v) == 3.0
    with pytest.raises(tf.errors.UnimplementedError, match="TensorFlow's own form"):
        tf.train.Checkpoint(v=v, it=iterator).read(tmp_path / "theirs")
