"""Specs by the names that files have for them."""

from __future__ import annotations

import pytest

import graphwright as tf
from graphwright.base.spec_registry import get_name, lookup, register


@pytest.mark.parametrize(
    "spec",
    [
        tf.TensorSpec([1, None], tf.int32, "n"), tf.SparseTensorSpec([2, None], tf.float32),
        tf.RaggedTensorSpec([2, None], tf.float32), tf.TensorArraySpec([2], tf.float32),
        tf.compat.v1.NoneTensorSpec(),
    ],
)  # fmt: skip
def test_a_spec_is_found_again_by_its_name_and_its_parts(spec: tf.TypeSpec) -> None:
    name = get_name(type(spec))
    assert name == f"tf.{type(spec).__name__}"
    assert lookup(name)._deserialize(spec._serialize()) == spec


def test_an_extension_type_has_the_name_that_its_class_states() -> None:
    class Point(tf.experimental.ExtensionType):
        __name__ = "geometry.Point"
        at: tf.Tensor

    class Unnamed(tf.experimental.ExtensionType):
        at: tf.Tensor

    assert get_name(Point.Spec) == "geometry.Point.Spec"
    assert lookup("geometry.Point.Spec") is Point.Spec
    with pytest.raises(ValueError, match="has not been registered"):
        get_name(Unnamed.Spec)


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match=r"tf\.TensorSpec has already been registered for class"):

        @register("tf.TensorSpec")
        class Other(tf.TypeSpec):
            """A spec that takes another's name."""
