"""Specs and composite tensors that libraries define with the internal base classes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import spec_registry
from graphwright.functions.tracing.variable_spec import VariableSpec
from graphwright.interop.composite import CompositeTensor
from graphwright.interop.linear_operator import add_operators
from graphwright.interop.random_ops import parameterized_truncated_normal
from graphwright.interop.type_specs import BatchableTypeSpec, DenseSpec


class Scaled(CompositeTensor):
    """A tensor or variable times a number."""

    def __init__(self, inner: Any, factor: float) -> None:
        self.inner, self.factor = inner, factor

    @property
    def _type_spec(self) -> ScaledSpec:
        is_variable = isinstance(self.inner, tf.Variable)
        return ScaledSpec(
            VariableSpec.from_value(self.inner) if is_variable else tf.TensorSpec.from_tensor(self.inner), self.factor
        )

    def value(self) -> tf.Tensor:
        return self.inner * self.factor


class ScaledSpec(BatchableTypeSpec):
    def __init__(self, inner: Any, factor: float) -> None:
        self.inner, self.factor = inner, factor

    value_type = Scaled

    def _serialize(self) -> tuple[Any, ...]:
        return self.inner, self.factor

    @property
    def _component_specs(self) -> Any:
        return {"inner": self.inner}

    def _to_components(self, value: Scaled) -> Any:
        return {"inner": value.inner}

    def _from_components(self, components: Any) -> Scaled:
        return Scaled(components["inner"], self.factor)


def test_composites_of_tensors_and_of_variables_are_arguments_and_results() -> None:
    @tf.function
    def value(x: Scaled) -> tf.Tensor:
        return x.value()

    @tf.function
    def doubled(x: Scaled) -> Scaled:
        return Scaled(x.inner * 2.0, x.factor)

    assert float(value(Scaled(tf.constant(2.0), 3.0))) == 6
    assert float(doubled(Scaled(tf.constant(2.0), 3.0)).value()) == 12
    one, other = tf.Variable(2.0), tf.Variable(5.0)
    assert float(value(Scaled(one, 3.0))) == 6
    assert float(value(Scaled(other, 3.0))) == 15
    one.assign(4.0)
    assert float(value(Scaled(one, 3.0))) == 12
    assert value.experimental_get_tracing_count() == 2


def test_composite_tensors_by_their_classes() -> None:
    assert isinstance(tf.RaggedTensor.from_row_splits([1], [0, 1]), CompositeTensor)
    assert not isinstance(tf.constant(1), CompositeTensor) and not isinstance(3, CompositeTensor)

    class Base(ABC):
        @abstractmethod
        def size(self) -> int: ...

    class Both(Base, CompositeTensor):  # no conflict of metaclasses
        def size(self) -> int:
            return 1

    assert Both().size() == 1


def test_comparing_and_changing_specs() -> None:
    spec = ScaledSpec(tf.TensorSpec([2], name="x"), 3.0)
    assert spec._without_tensor_names() == ScaledSpec(tf.TensorSpec([2]), 3.0)
    assert spec._with_tensor_ranks_only()._without_tensor_names() == ScaledSpec(tf.TensorSpec([None]), 3.0)
    assert spec._TypeSpec__make_cmp_key((1, [2])) == spec._TypeSpec__make_cmp_key((1, [2]))  # type: ignore[attr-defined]
    assert spec._TypeSpec__is_compatible((tf.TensorSpec([None]),), (tf.TensorSpec([2]),))  # type: ignore[attr-defined]
    assert isinstance(tf.TensorSpec([]), BatchableTypeSpec)
    with pytest.raises(NotImplementedError):
        spec._batch(2)


def test_specs_with_names_of_their_own() -> None:
    class Plain(DenseSpec):
        value_type = _component_specs = _serialize = _to_components = _from_components = None  # type: ignore[assignment]

    assert (Plain([2], tf.int32, "p").shape, Plain([2], tf.int32).dtype, Plain([], name="p").name) == (
        [2],
        tf.int32,
        "p",
    )
    spec_registry.register("tests.Plain")(Plain)
    assert spec_registry.lookup("tests.Plain") is Plain and spec_registry.get_name(Plain) == "tests.Plain"
    with pytest.raises(ValueError, match="already been registered"):
        spec_registry.register("tests.Plain")(ScaledSpec)
    with pytest.raises(ValueError, match="already been registered"):
        spec_registry.register("tests.Other")(Plain)
    with pytest.raises(TypeError, match="to be a TypeSpec"):
        spec_registry.register("tests.Int")(int)  # type: ignore[type-var]
    with pytest.raises(ValueError, match="not been registered"):
        spec_registry.get_name(ScaledSpec)
    with pytest.raises(ValueError, match="No TypeSpec"):
        spec_registry.lookup("tests.None")


def test_variable_specs() -> None:
    spec = VariableSpec([None], tf.float32)
    assert spec.is_compatible_with(tf.Variable([1.0])) and not spec.is_compatible_with(tf.Variable([1]))
    assert spec == VariableSpec([None]) and spec != VariableSpec([None], trainable=False)
    with pytest.raises(TypeError, match="Can not cast"):
        spec.to_tensors(tf.constant([1.0]))


def test_operators_of_tensors_that_classes_copy() -> None:
    names = tf.Tensor.OVERLOADABLE_OPERATORS
    assert {"__add__", "__radd__", "__getitem__", "__eq__"} <= names and "__lshift__" not in names
    assert all(hasattr(tf.Tensor, name) for name in names)

    class Like:
        __bool__ = tf.Tensor.__bool__

        def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> tf.Tensor:
            return tf.constant(0.0)

    assert not Like()


def test_sums_of_linear_operators() -> None:
    diagonal = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    (found,) = add_operators([diagonal, diagonal])
    assert isinstance(found, tf.linalg.LinearOperatorDiag)
    np.testing.assert_array_equal(found.diag_part(), [2, 4])
    (found,) = add_operators([diagonal, tf.linalg.LinearOperatorFullMatrix([[1.0, 1.0], [0.0, 1.0]])])
    np.testing.assert_array_equal(found.to_dense(), [[2, 1], [0, 3]])


def test_truncated_normal_numbers_between_bounds() -> None:
    tf.random.set_seed(1)
    found = parameterized_truncated_normal([1000], 3.0, 2.0, 2.0, 5.0).numpy()
    assert found.min() >= 2 and found.max() <= 5 and 3 < found.mean() < 4


def test_older_versions_of_raw_ops() -> None:
    band = tf.raw_ops.MatrixDiagPartV2(input=[[1.0, 2.0], [3.0, 4.0]], k=[-1, 1], padding_value=0.0)
    assert band.numpy().tolist() == [[2, 0], [1, 4], [3, 0]]  # shorter diagonals are aligned to the left
