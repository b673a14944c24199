"""Python objects in checkpoints, and how checkpoints are divided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf

experimental = tf.train.experimental


class Words(experimental.PythonState):
    """Some words."""

    def __init__(self, words: str) -> None:
        self.words = words

    def serialize(self) -> Any:
        return self.words

    def deserialize(self, string_value: Any) -> None:
        self.words = string_value.decode()


def test_state_comes_back(tmp_path: Path) -> None:
    checkpoint = tf.train.Checkpoint(words=Words("one"), v=tf.Variable(1.0))
    path = checkpoint.save(str(tmp_path / "ckpt"))
    assert ("words/.ATTRIBUTES/py_state", []) in tf.train.list_variables(path)
    checkpoint.words.words = "two"
    checkpoint.restore(path).assert_consumed()
    assert checkpoint.words.words == "one"


def test_state_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        experimental.PythonState()  # type: ignore[abstract]


def test_policies(tmp_path: Path) -> None:
    checkpoint = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0]))
    options = tf.train.CheckpointOptions(experimental_sharding_callback=experimental.ShardByTaskPolicy())
    path = checkpoint.write(str(tmp_path / "ckpt"), options)
    assert tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE").tolist() == [1.0, 2.0]
    assert isinstance(experimental.MaxShardSizePolicy(5), experimental.ShardingCallback)


def test_policies_of_users_are_refused() -> None:
    class Mine(experimental.ShardingCallback):
        @property
        def description(self) -> str:
            return "Mine."

    with pytest.raises(NotImplementedError, match="not by Mine"):
        tf.train.CheckpointOptions(experimental_sharding_callback=Mine())
    with pytest.raises(NotImplementedError, match="divide their files themselves"):
        Mine()([])
