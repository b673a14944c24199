"""The specs of ExtensionTypes: `X.Spec`, made for each class `X`."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.spec import TypeSpec

ExtensionType = tf.experimental.ExtensionType


class Masked(ExtensionType):
    values: tf.Tensor
    keep: tf.Tensor
    label: str = "m"


class Base(ExtensionType):
    a: int = 3


class Nested(ExtensionType):
    pair: tuple[tf.Tensor, str]
    named: Mapping[str, tf.Tensor]
    inner: Masked | None
    deep: Mapping[str, tuple[Masked, int]]


ONE = Masked([1.0, 2.0], [True, False])


def make(annotations: dict[str, Any], bases: tuple[type, ...] = (ExtensionType,)) -> Any:
    """A class made at run time."""
    return types.new_class("X", bases, {}, lambda body: body.update(__annotations__=annotations))


F32, BOOL = tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool)


def test_specs_as_type_specs() -> None:
    spec = Masked.Spec(F32, BOOL, "m")
    assert isinstance(spec, TypeSpec) and isinstance(spec, tf.experimental.ExtensionTypeSpec)
    assert spec.value_type is Masked and spec.values is F32 and spec.label == "m"
    assert spec._component_specs == (F32, BOOL) and spec.flatten() == spec._flat_tensor_specs == [F32, BOOL]
    assert tf.type_spec_from_value(ONE) == Masked.Spec.from_value(ONE) == ONE._type_spec
    assert [t is u for t, u in zip(spec.to_tensors(ONE), (ONE.values, ONE.keep), strict=True)] == [True, True]
    assert bool(spec.from_tensors(iter([ONE.values, ONE.keep])) == ONE)
    nested = Nested(pair=(1, "x"), named={"b": 1, "a": 2.0}, inner=ONE, deep={"q": (ONE, 2)})._type_spec
    assert [type(part).__name__ for part in nested._component_specs] == ["TensorSpec"] * 3 + ["Masked.Spec"] * 2
    assert [s.dtype.name for s in nested.flatten()] == ["int32", "float32", "int32", *["float32", "bool"] * 2]
    with pytest.raises(TypeError, match=r"Masked\.Spec\.from_value takes a Masked, not 3"):
        Masked.Spec.from_value(3)


@pytest.mark.parametrize(
    ("cls", "arguments", "message"),
    [
        (Masked, (3, BOOL, "m"), "values: expected a TensorSpec, got 'int'"),
        (Masked, (F32, BOOL, 3), "label: expected 'str', got 'int'"),
        (make({"a": Masked}), (3,), "a: expected a TypeSpec for 'Masked', got 'int'"),
        (make({"a": tuple[Masked, ...]}), ([F32],), "a[0]: expected a TypeSpec for 'Masked', got 'TensorSpec'"),
    ],
)
def test_wrong_specs(cls: Any, arguments: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        cls.Spec(*arguments)
    assert message in str(caught.value)


def masked_spec(dims: Any, label: str = "m") -> Any:
    return Masked.Spec(tf.TensorSpec(dims), BOOL, label)


@pytest.mark.parametrize(
    ("first", "second", "subtype", "compatible", "common"),
    [
        (masked_spec([3]), masked_spec([3]), True, True, masked_spec([3])),
        (masked_spec([3]), masked_spec([None]), True, True, masked_spec([None])),
        (masked_spec([None]), masked_spec([3]), False, True, masked_spec([None])),
        (masked_spec([3]), masked_spec([4]), False, False, masked_spec([None])),
        (masked_spec([3]), masked_spec([3, 1]), False, False, masked_spec(None)),
        (masked_spec([3]), masked_spec([3], "n"), False, False, None),
        (masked_spec([3]), F32, False, False, None),
        (Base.Spec(1), Base.Spec(True), False, False, None),
    ],
)
def test_relations_of_specs(first: Any, second: Any, subtype: bool, compatible: bool, common: Any) -> None:
    assert first.is_subtype_of(second) is subtype and first.is_compatible_with(second) is compatible
    assert first.most_specific_common_supertype([second]) == common
    assert (first == second) is (first is second or (subtype and second.is_subtype_of(first)))


class Number(ExtensionType):
    n: float


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [(0.0, -0.0, False), (float("nan"), float("nan"), True), (1.5, 1.5, True), (float("inf"), float("-inf"), False)],
)
def test_numbers_in_specs_are_told_apart_by_their_bits(first: float, second: float, equal: bool) -> None:
    one, other = Number(first)._type_spec, Number(second)._type_spec
    assert (one == other) is one.is_subtype_of(other) is one.is_compatible_with(other) is equal
    assert (one.most_specific_common_supertype([other]) is not None) is equal
    times = tf.function(lambda m: tf.constant(1.0) / m.n if m.n else tf.constant(0.0))
    times(Number(first)), times(Number(second))
    assert times.experimental_get_tracing_count() == (1 if equal else 2)


def test_custom_specs() -> None:
    class Row(ExtensionType):
        a: tf.Tensor

        class Spec:
            def __init__(self, count: Any) -> None:
                self.a = tf.TensorSpec([count])

            @property
            def count(self) -> Any:
                return self.a.shape[0]

            def __repr__(self) -> str:
                return f"Row.Spec({self.count})"

    assert Row([1.0, 2.0, 3.0])._type_spec == Row.Spec(3) and Row.Spec(3).count == 3
    assert repr(Row([1.0])._type_spec) == "Row.Spec(1)" and issubclass(Row.Spec, tf.experimental.ExtensionTypeSpec)
    assert float(tf.function(lambda r: tf.reduce_sum(r.a), input_signature=[Row.Spec(None)])(Row([1.0, 2.0]))) == 3.0
    assert not hasattr(make({"b": int}, (Row,)).Spec, "count")
    with pytest.raises(AttributeError, match="ExtensionTypeSpec"):
        Row.Spec(3).a = 3
