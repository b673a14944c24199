"""Elements that are kept in a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf

D = tf.data.Dataset


class Source:
    """A dataset that counts its runs."""

    def __init__(self, count: int = 3) -> None:
        self.runs = 0

        def elements() -> Any:
            self.runs += 1
            yield from range(count)

        self.dataset = D.from_generator(elements, output_signature=tf.TensorSpec([], tf.int32))


def listed(dataset: Any) -> list[int]:
    return [int(x) for x in dataset]


def test_a_whole_run_is_kept(tmp_path: Path) -> None:
    source = Source()
    cached = source.dataset.cache(str(tmp_path / "c"))
    assert listed(cached.repeat(3)) == [0, 1, 2] * 3
    assert source.runs == 1
    assert os.listdir(tmp_path) == ["c.records"]
    assert listed(D.range(9).map(lambda x: tf.cast(x, tf.int32)).cache(str(tmp_path / "c"))) == [0, 1, 2]


def test_a_part_of_a_run_is_not(tmp_path: Path) -> None:
    source = Source()
    cached = source.dataset.cache(str(tmp_path / "c"))
    assert listed(cached.take(2)) == [0, 1]
    assert os.listdir(tmp_path) == []
    assert listed(cached) == [0, 1, 2] and source.runs == 2


def test_two_writers(tmp_path: Path) -> None:
    cached = D.range(3).cache(str(tmp_path / "c"))
    first = iter(cached)
    next(first)
    with pytest.raises(tf.errors.AlreadyExistsError, match=r"concurrent caching iterator .*c_0.lockfile"):
        listed(cached)
    assert [int(x) for x in first] == [1, 2]
    assert listed(cached) == [0, 1, 2]


def test_another_process_reads_the_file(tmp_path: Path) -> None:
    program = f"import graphwright as tf; list(tf.data.Dataset.range(4).cache({str(tmp_path / 'c')!r}))"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert listed(D.range(1).cache(str(tmp_path / "c"))) == [0, 1, 2, 3]


def test_structures(tmp_path: Path) -> None:
    ragged = tf.ragged.constant([["a"], ["b", "c"]])
    cached = D.from_tensor_slices({"r": ragged, "x": tf.constant([1.5, 2.5], tf.bfloat16)}).cache(str(tmp_path / "c"))
    for _ in range(2):
        found = list(cached)
        assert [x["r"].numpy().tolist() for x in found] == [[b"a"], [b"b", b"c"]]
        assert [float(x["x"]) for x in found] == [1.5, 2.5]


@pytest.mark.parametrize("taken", [1, 3])
def test_the_position_is_saved(tmp_path: Path, taken: int) -> None:
    cached = D.range(4).cache(str(tmp_path / "c"))
    if taken == 3:
        listed(cached)
    iterator = iter(cached)
    for _ in range(taken):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "ckpt"))
    del iterator
    again = iter(cached)
    tf.train.Checkpoint(iterator=again).restore(path)
    assert [int(x) for x in again] == list(range(taken, 4))


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="No such file or directory"):
        listed(D.range(3).cache(str(tmp_path / "none" / "c")))
    listed(D.range(3).cache(str(tmp_path / "c")))
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected float32 but got int64"):
        listed(D.from_tensors(1.0).cache(str(tmp_path / "c")))
    with pytest.raises(tf.errors.InvalidArgumentError, match="elements of 1 components, not of 2"):
        listed(D.from_tensors((1, 2)).cache(str(tmp_path / "c")))
    with pytest.raises(TypeError):
        D.range(3).cache(5)


def test_an_error_of_the_source_leaves_nothing(tmp_path: Path) -> None:
    failing = D.range(3).map(lambda x: tf.debugging.check_numerics(1 / tf.cast(x - 1, tf.float32), "inverse"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="inverse"):
        list(failing.cache(str(tmp_path / "c")))
    assert os.listdir(tmp_path) == []
