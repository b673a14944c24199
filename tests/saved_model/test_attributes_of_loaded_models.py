"""Lists, dicts, tuples, assets and functions as attributes of loaded models, and of models saved from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf


def _contents(asset: Any) -> Any:
    return tf.io.read_file(asset.asset_path).numpy()


VALUES: dict[str, tuple[Callable[[str], Any], Callable[[Any], Any], Any]] = {
    "a list": (lambda _: [tf.Variable(1.0), tf.Variable(2.0)], lambda v: [float(x) for x in v], [1.0, 2.0]),
    "a dict": (lambda _: {"q": tf.Variable(3.0)}, lambda v: float(v["q"]), 3.0),
    "a tuple": (lambda _: (tf.Variable(3.0),), lambda v: float(v[0]), 3.0),
    "nested": (lambda _: [[tf.Variable(1.0)], {"a": (tf.Variable(2.0),)}], lambda v: float(v[1]["a"][0]), 2.0),
    "nothing": (lambda _: [], list, []),
    "an asset": (tf.saved_model.Asset, lambda v: _contents(v), b"x\ny\n"),
    "a list of assets": (
        lambda path: [tf.saved_model.Asset(path)],
        lambda v: _contents(v[0]),
        b"x\ny\n",
    ),
    "a list of functions": (
        lambda _: [tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([])])],
        lambda v: float(v[0](3.0)),
        6.0,
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_an_attribute(name: str, tmp_path: Path) -> None:
    make, value_of, expected = VALUES[name]
    words = tmp_path / "words"
    words.write_text("x\ny\n")
    module = tf.Module()
    module.first = make(str(words))
    tf.saved_model.save(module, str(tmp_path / "1"))
    loaded = tf.saved_model.load(str(tmp_path / "1"))
    assert value_of(loaded.first) == expected
    # set on a loaded model, which is saved again, alone and as a part of another
    loaded.second = make(str(words))
    whole = tf.Module()
    whole.part, whole.parts = loaded, [loaded.first]
    tf.saved_model.save(loaded, str(tmp_path / "2"))
    tf.saved_model.save(whole, str(tmp_path / "3"))
    again, other = (tf.saved_model.load(str(tmp_path / number)) for number in "23")
    for found in (again.first, again.second, other.part.first, other.part.second, other.parts[0]):
        assert value_of(found) == expected
