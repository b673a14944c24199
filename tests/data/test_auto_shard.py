"""Datasets divided among workers: what TensorFlow 2.21 answered for the same datasets and policies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.data.structure import output_attrs

OFF, AUTO, FILE, DATA, HINT = -1, 0, 1, 2, 3
LINES = [f"{i}{j}" for i in range(4) for j in range(3)]
BY_FILE = [["00", "01", "02", "20", "21", "22"], ["10", "11", "12", "30", "31", "32"]]
SHARD = tf.data.experimental.SHARD_HINT


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Four files of three lines."""
    for i in range(4):
        (tmp_path / str(i)).write_text("".join(f"{line}\n" for line in LINES[3 * i : 3 * i + 3]))
    return [str(tmp_path / str(i)) for i in range(4)]


def divided(dataset: Any, policy: int, workers: int = 2) -> list[list[Any]]:
    """The elements of each worker."""
    found = []
    for index in range(workers):
        part = tf.raw_ops.AutoShardDataset(
            input_dataset=dataset._variant_tensor, num_workers=workers, index=index, auto_shard_policy=policy,
            **output_attrs(dataset.element_spec),
        )  # fmt: skip
        elements = [x.numpy() for x in type(dataset)._of(part, dataset.element_spec, "Shard")]
        found.append([x.decode() if isinstance(x, bytes) else x.tolist() for x in elements])
    return found


@pytest.mark.parametrize("policy", [FILE, AUTO])
@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (tf.data.TextLineDataset, BY_FILE),
        (lambda files: tf.data.Dataset.from_tensor_slices(files).flat_map(tf.data.TextLineDataset), BY_FILE),
        (
            lambda files: tf.data.Dataset.from_tensor_slices(files).interleave(tf.data.TextLineDataset, cycle_length=2),
            [["00", "20", "01", "21", "02", "22"], ["10", "30", "11", "31", "12", "32"]],
        ),
        (lambda files: tf.data.Dataset.zip((tf.data.TextLineDataset(files),) * 2).map(lambda a, b: a), BY_FILE),
    ],
)
def test_by_files(files: list[str], make: Any, expected: Any, policy: int) -> None:
    assert divided(make(files), policy) == expected


def test_file_names_are_divided_before_they_are_shuffled(files: list[str]) -> None:
    found = divided(
        tf.data.Dataset.from_tensor_slices(files).shuffle(4).repeat(2).flat_map(tf.data.TextLineDataset), FILE
    )
    assert [sorted(set(part)) for part in found] == BY_FILE
    listed = tf.data.Dataset.list_files(files).interleave(tf.data.TextLineDataset).batch(2).unbatch()
    assert sorted(x for part in divided(listed, FILE) for x in part) == LINES


def test_by_elements(files: list[str]) -> None:
    numbers = tf.data.Dataset.range(6)
    assert divided(numbers, DATA) == divided(numbers, AUTO) == [[0, 2, 4], [1, 3, 5]]
    assert divided(tf.data.TextLineDataset(files), DATA) == [LINES[::2], LINES[1::2]]
    mixed = tf.data.Dataset.zip((tf.data.TextLineDataset(files), tf.data.Dataset.range(6))).map(lambda a, b: a)
    assert divided(mixed, AUTO) == [["00", "02", "11"], ["01", "10", "12"]]
    assert divided(numbers, OFF) == [[0, 1, 2, 3, 4, 5]] * 2


def test_by_hints() -> None:
    hinted = tf.data.Dataset.range(6).shard(SHARD, SHARD).map(lambda x: x * 10)
    assert divided(hinted, HINT) == [[0, 20, 40], [10, 30, 50]]
    assert divided(tf.data.Dataset.range(3), HINT) == [[0, 1, 2]] * 2
    for dataset in (hinted,):
        with pytest.raises(tf.errors.FailedPreconditionError, match="SHARD_HINT"):
            list(dataset)
        with pytest.raises(tf.errors.FailedPreconditionError, match="SHARD_HINT"):
            divided(dataset, DATA)


def test_what_cannot_be_divided(files: list[str]) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="unshardable"):
        divided(tf.data.Dataset.range(6), FILE)
    mixed = tf.data.Dataset.zip((tf.data.TextLineDataset(files), tf.data.Dataset.range(6)))
    with pytest.raises(tf.errors.NotFoundError, match="unshardable"):
        divided(mixed, FILE)
    for few in (
        tf.data.TextLineDataset(files[:1]),
        tf.data.Dataset.from_tensor_slices(files[:1]).flat_map(tf.data.TextLineDataset),
    ):
        for policy in (FILE, AUTO):
            with pytest.raises(tf.errors.InvalidArgumentError, match=r"1 file\(s\), which 2 workers"):
                divided(few, policy)
