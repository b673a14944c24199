"""What belongs to an object that is saved: properties, objects of libraries, functions by other names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.core.trackable import AutoTrackable, Trackable

SCALAR = [tf.TensorSpec([], tf.float32)]


def again(model: Any, folder: Path, save: Any = None, **options: Any) -> Any:
    tf.saved_model.save(model, folder / "model", options=save)
    return tf.saved_model.load(folder / "model", options=tf.saved_model.LoadOptions(**options))


class Properties(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable(2.0)

    @property
    def doubled(self) -> Any:
        return tf.function(lambda x: x * self.v, input_signature=SCALAR)

    @property
    def _hidden(self) -> Any:
        return tf.function(lambda x: x, input_signature=SCALAR)

    @property
    def failing(self) -> Any:
        raise ValueError("not now")


def test_functions_that_properties_give(tmp_path: Path) -> None:
    loaded = again(Properties(), tmp_path)
    assert float(loaded.doubled(3.0)) == 6.0
    assert not hasattr(loaded, "_hidden") and not hasattr(loaded, "failing")
    assert float(loaded.signatures["serving_default"](x=tf.constant(3.0))["output_0"]) == 6.0


class Declaring(Properties):
    @property
    def _default_save_signature(self) -> Any:
        return tf.function(lambda given: {"tripled": given * 3.0}, input_signature=SCALAR)


def test_the_signature_that_an_object_declares(tmp_path: Path) -> None:
    signature = again(Declaring(), tmp_path).signatures["serving_default"]
    assert float(signature(given=tf.constant(2.0))["tripled"]) == 6.0


def test_a_given_signature_comes_before_a_declared_one(tmp_path: Path) -> None:
    model = Declaring()
    tf.saved_model.save(model, tmp_path, {"own": model.doubled})
    assert list(tf.saved_model.load(tmp_path).signatures) == ["own"]


class Standing(Trackable):
    """Stands for a variable, as those of Keras do."""

    _should_act_as_resource_variable = True

    def __init__(self, value: float) -> None:
        self.value = tf.Variable(value)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {"VARIABLE_VALUE": self.value}

    def _restore_from_tensors(self, restored: dict[str, Any]) -> Any:
        return self.value.assign(restored["VARIABLE_VALUE"])


class Tracking(AutoTrackable):
    """Has a function of its own that is not to be saved, and lists only where a model is saved."""

    def __init__(self) -> None:
        self.kernel = Standing(2.0)
        self.listed = (Standing(3.0),)
        self.call = tf.function(lambda x: x * self.kernel.value + self.listed[0].value, input_signature=SCALAR)
        self.train = tf.function(lambda x: x, input_signature=SCALAR)
        del vars(self)["_self_tracked_children"].named["listed"]

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        found = super()._trackable_children(save_type, **kwargs)
        if save_type == "savedmodel":
            del found["train"]
            found["listed"] = list(self.listed)
        return found


def test_objects_that_stand_for_variables(tmp_path: Path) -> None:
    loaded = again(Tracking(), tmp_path)
    assert isinstance(loaded.kernel, tf.Variable) and isinstance(loaded.listed[0], tf.Variable)
    loaded.kernel.assign(10.0)
    assert float(loaded.call(1.0)) == 13.0
    assert not hasattr(loaded, "train")
    assert float(again(loaded, tmp_path).call(1.0)) == 13.0


def test_checkpoints_have_none_of_the_functions(tmp_path: Path) -> None:
    path = tf.train.Checkpoint(model=Tracking()).write(str(tmp_path / "c"))
    assert [name for name, _ in tf.train.list_variables(path)] == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "model/kernel/.ATTRIBUTES/VARIABLE_VALUE",
    ]


def test_no_container_among_the_attributes_holds_what_belongs_to_an_object() -> None:
    """Keras looks through the lists and dicts that it finds there, and would save everything twice."""
    stored = vars(Tracking())["_self_tracked_children"]
    assert stored.named and not isinstance(stored, (list, dict, tuple, set))


def test_traces_as_what_belongs_to_a_function() -> None:
    function = tf.function(lambda x: x)
    assert function._trackable_children("savedmodel") == {}
    function(1.0)
    (trace,) = function._trackable_children("savedmodel").values()
    assert isinstance(trace, tf.types.experimental.ConcreteFunction)
    assert function._trackable_children() == {}


def test_functions_by_other_names(tmp_path: Path) -> None:
    model = tf.Module()
    model.f = tf.function(lambda x: x * 2.0)
    model.f(tf.constant(1.0))
    model.f(tf.constant([1.0]))
    named = tf.saved_model.SaveOptions(function_aliases={"twice": model.f})
    loaded = again(model, tmp_path, named, experimental_load_function_aliases=True)
    assert list(loaded.function_aliases) == ["twice"]
    assert loaded.function_aliases["twice"]([3.0]).numpy().tolist() == [6.0]
    assert float(loaded.function_aliases["twice"](3.0)) == 6.0
    assert not hasattr(again(loaded, tmp_path), "function_aliases")


def test_a_function_without_traces(tmp_path: Path) -> None:
    model = tf.Module()
    model.f = tf.function(lambda x: x)
    with pytest.raises(ValueError, match=r"Found zero restored functions.*call it, or give it an input_signature"):
        again(model, tmp_path).f(1.0)


def test_arguments_in_a_list_of_a_library(tmp_path: Path) -> None:
    class Tracked(list[Any]):
        pass

    model = tf.Module()
    model.f = tf.function(lambda x: x[0] + x[1], input_signature=[Tracked(SCALAR * 2)])
    assert float(again(model, tmp_path).f([tf.constant(1.0), tf.constant(2.0)])) == 3.0


@pytest.mark.parametrize("synchronization", tf.VariableSynchronization)
@pytest.mark.parametrize("aggregation", tf.VariableAggregation)
def test_variables_keep_their_options(synchronization, aggregation, tmp_path):
    module = tf.Module()
    module.v = tf.Variable(1.0, synchronization=synchronization, aggregation=aggregation)
    for _ in range(2):
        tf.saved_model.save(module, tmp_path / "model")
        module = tf.saved_model.load(tmp_path / "model")
    assert (module.v.synchronization, module.v.aggregation) == (synchronization, aggregation)
    assert module.v.trainable is (synchronization is not tf.VariableSynchronization.ON_READ)
