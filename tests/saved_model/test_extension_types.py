"""Functions that take and return ExtensionTypes are saved and loaded, where the types have names for files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf


class Masked(tf.experimental.ExtensionType):
    __name__ = "tests.saved_model.Masked"
    values: tf.Tensor
    mask: tf.Tensor
    n: int = 3


class Whole(tf.experimental.ExtensionType):
    __name__ = "tests.saved_model.Whole"
    inner: Masked
    both: tuple[tf.Tensor, ...]
    rows: tf.RaggedTensor
    named: Mapping[str, tf.Tensor]
    text: str = "q"
    shape: tf.TensorShape = tf.TensorShape([2, None])
    dtype: tf.DType = tf.float32


class Unnamed(tf.experimental.ExtensionType):
    values: tf.Tensor


def _whole() -> Whole:
    return Whole(
        Masked([1.0, 2.0], [True, False], 5),
        (tf.constant(1.0), tf.constant(2)),
        tf.ragged.constant([[1], [2, 3]]),
        {"k": tf.constant("t")},
    )


def _changed(whole: Whole) -> Whole:
    inner = Masked(whole.inner.values + 1.0, whole.inner.mask, whole.inner.n)
    return Whole(inner, whole.both[::-1], whole.rows * 2, {"k": whole.named["k"]}, whole.text)


def _flat(value: Any) -> list[Any]:
    return [np.array(part).tolist() for part in tf.nest.flatten(value, expand_composites=True)]


def _loaded(function: Any, path: Path) -> Any:
    module = tf.Module()
    module.function = function
    tf.saved_model.save(module, str(path))
    return tf.saved_model.load(str(path)).function


def test_as_arguments_and_results(tmp_path: Path) -> None:
    function = tf.function(_changed)
    expected = function(_whole())
    loaded = _loaded(function, tmp_path)
    found = loaded(_whole())
    assert type(found) is Whole and type(found.inner) is Masked
    assert _flat(found) == _flat(expected)
    assert (found.inner.n, found.text, found.shape, found.dtype) == (5, "q", tf.TensorShape([2, None]), tf.float32)
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        loaded(Masked([1.0], [True]))


@pytest.mark.parametrize("takes", [True, False])
def test_as_one_of_both(takes: bool, tmp_path: Path) -> None:
    spec = Masked.Spec(tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool), 3)

    def parts(x: Any) -> Any:
        return x.values * 2.0 if takes else Masked(x, x > 1.0)

    function = tf.function(parts, input_signature=[spec if takes else tf.TensorSpec([None])])
    loaded = _loaded(function, tmp_path)
    value: Any = tf.constant([1.0, 2.0])
    assert _flat(loaded(Masked(value, [True, False]) if takes else value)) == _flat(
        function(Masked(value, [True, False]) if takes else value)
    )


def test_ragged_shapes_and_partitions(tmp_path: Path) -> None:
    shape = tf.experimental.DynamicRaggedShape.from_tensor(tf.ragged.constant([[1], [2, 3]]))
    for name, value in (("shape", shape), ("partition", shape.row_partitions[0])):
        function = tf.function(lambda rows: tf.nest.flatten(rows, expand_composites=True)[0] * 2)
        expected = function(value).numpy().tolist()
        assert _loaded(function, tmp_path / name)(value).numpy().tolist() == expected


def test_a_type_without_a_name_is_refused(tmp_path: Path) -> None:
    module = tf.Module()
    module.takes = tf.function(lambda x: x.values)
    module.takes(Unnamed(1.0))
    with pytest.raises(TypeError, match=r'`__name__ = "my_project\.Unnamed"` in its body'):
        tf.saved_model.save(module, str(tmp_path / "a"))
    module = tf.Module()
    module.gives = tf.function(Unnamed, input_signature=[tf.TensorSpec([])])
    with pytest.raises(TypeError, match=r'`__name__ = "my_project\.Unnamed"` in its body'):
        tf.saved_model.save(module, str(tmp_path / "b"))


def test_a_type_that_the_program_lacks(tmp_path: Path) -> None:
    _loaded(
        tf.function(lambda x: x.values, input_signature=[Masked.Spec(tf.TensorSpec([]), tf.TensorSpec([]), 3)]),
        tmp_path,
    )
    path = tmp_path / "saved_model.pb"
    path.write_bytes(path.read_bytes().replace(b"saved_model.Masked", b"saved_model.Mapped"))
    model = tf.saved_model.load(str(tmp_path))
    with pytest.raises(tf.errors.NotFoundError, match=r"`__name__ = 'tests\.saved_model\.Mapped'`"):
        model.function(Masked(1.0, 1.0))
