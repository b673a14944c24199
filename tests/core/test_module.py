"""`tf.Module`: names, scopes, what it finds and in which order, copies."""

from __future__ import annotations

import collections
import copy
import pickle
from typing import Any

import pytest

import graphwright as tf

each = pytest.mark.parametrize
Point = collections.namedtuple("Point", "q p")


class Holder(tf.Module):
    """A module that keeps what it is given."""

    def __init__(self, name: str | None = None, **attributes: Any) -> None:
        super().__init__(name=name)
        for key, value in attributes.items():
            setattr(self, key, value)


def var(name: str, trainable: bool = True) -> tf.Variable:
    return tf.Variable(1.0, name=name, trainable=trainable)


def names(things: Any) -> list[str]:
    return [thing.name.removesuffix(":0") for thing in things]


# names ----------------------------------------------------------------------------------------------------------


@each(
    "class_name, name",
    [
        ("MyModule", "my_module"),
        ("ABCThing", "abc_thing"),
        ("Conv2D", "conv2_d"),
        ("HTTPServer", "http_server"),
        ("lower", "lower"),
        ("X", "x"),
        ("_Priv", "__priv"),
        ("Dense2Layer", "dense2_layer"),
        ("A1B2", "a1_b2"),
        ("MLP", "mlp"),
        ("aB", "a_b"),
    ],
)
def test_a_class_gives_its_modules_a_name(class_name: str, name: str) -> None:
    module = type(class_name, (tf.Module,), {})()
    assert module.name == name and module.name_scope.name == f"{name}/"


@each("name", ["ok", "_x", "CamelCase", "a1"])
def test_names_that_are_given(name: str) -> None:
    assert tf.Module(name=name).name == name


@each("name", ["not ok", "1a", "a/b", "a.b", "", "a-b"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(ValueError, match=r"is not a valid module name\. Module names must be"):
        tf.Module(name=name)


def test_a_name_cannot_be_replaced() -> None:
    with pytest.raises(AttributeError):
        tf.Module().name = "other"  # type: ignore[misc]


# scopes ---------------------------------------------------------------------------------------------------------


class Scoped(tf.Module):
    def __init__(self) -> None:
        super().__init__(name="dd")
        with self.name_scope:
            self.v = var("v")

    @tf.Module.with_name_scope
    def build(self, value: float) -> Any:
        """Builds."""
        self.w = tf.Variable(value, name="w")
        with tf.name_scope("inner"):
            self.u = tf.Variable(value, name="u")
        return self.w + self.u


def test_variables_take_the_name_of_the_scope() -> None:
    module = Scoped()
    assert module.v.name == "dd/v:0"
    assert float(module.build(2.0)) == 4.0
    assert (module.w.name, module.u.name) == ("dd/w:0", "dd/inner/u:0")
    assert (Scoped.build.__name__, Scoped.build.__doc__) == ("build", "Builds.")
    assert tf.get_current_name_scope() == ""


def test_a_scope_is_within_that_in_which_the_module_was_made() -> None:
    with tf.name_scope("outer"):
        module = Scoped()
    assert module.v.name == "outer/dd/v:0" and module.name_scope.name == "outer/dd/"
    module.build(1.0)
    assert module.u.name == "outer/dd/inner/u:0"


def test_scopes_in_functions() -> None:
    class Square(tf.Module):
        @tf.function
        def __call__(self, x: Any) -> Any:
            with self.name_scope:
                return tf.square(x, name="sq")

        @tf.function
        @tf.Module.with_name_scope
        def scaled(self, x: Any) -> Any:
            if not hasattr(self, "v"):
                self.v = tf.Variable(3.0, name="v")
            return self.v * x

    module = Square(name="kk")
    graph = module.__call__.get_concrete_function(tf.TensorSpec([])).graph
    assert [op.name for op in graph.get_operations()] == ["x", "kk/sq", "Identity"]
    assert float(module.scaled(tf.constant(2.0))) == 6.0 and module.v.name == "kk/v:0"
    graph = module.scaled.get_concrete_function(tf.TensorSpec([])).graph
    assert "kk/mul" in [op.name for op in graph.get_operations()]


# finding --------------------------------------------------------------------------------------------------------


def everything() -> Holder:
    sub = Holder("subm", k=var("k"))
    module = Holder(
        "b",
        z=var("z"),
        a=[var("a0"), {"y": var("y"), "b": var("b")}],
        t=(var("t", trainable=False),),
        sub=sub,
        c=sub,
        none=None,
        pt=Point(var("q"), var("p")),
        lst=[Holder("m1"), Holder("m2")],
        d={"x": Holder("dx")},
        A=var("A"),
        _p=var("_p"),
        numbers=[1, 2.0, "text"],
    )
    sub.back = module  # type: ignore[attr-defined]
    return module


def test_the_order_of_discovery() -> None:
    module = everything()
    own = ["A", "_p", "a0", "b", "y", "q", "p", "t", "z"]
    assert names(module.variables) == [*own, "k"]
    assert names(module.trainable_variables) == [*(n for n in own if n != "t"), "k"]
    assert names(module.non_trainable_variables) == ["t"]
    assert names(module.submodules) == ["subm", "dx", "m1", "m2"]


def test_a_module_comes_before_its_submodules() -> None:
    m1, m2 = Holder("m1", x=Holder("x", v=var("xv"))), Holder("m2", v=var("m2v"))
    module = Holder("a", m1=m1, m2=m2, v=var("av"))
    module.itself = module  # type: ignore[attr-defined]
    assert names(module.variables) == ["av", "xv", "m2v"]
    assert names(module.submodules) == ["m1", "m2", "x"]
    found = module._flatten(predicate=lambda leaf: isinstance(leaf, (tf.Variable, tf.Module)), with_path=True)
    expected = [("m1",), ("m2",), ("v",), ("m1", "x"), ("m1", "x", "v"), ("m2", "v")]
    assert [path for path, _ in found] == expected
    # tuples know nothing of tf.Module: positions and keys are part of a path
    nested = Holder("n", a=[{"k": (var("v"),)}])
    ((path, _),) = nested._flatten(predicate=lambda leaf: isinstance(leaf, tf.Variable), with_path=True)
    assert path == ("a", 0, "k", 0)


def test_flatten_can_stay_outside_and_take_another_order() -> None:
    module = everything()
    only = lambda leaf: isinstance(leaf, tf.Variable)  # noqa: E731
    assert "k" not in names(module._flatten(recursive=False, predicate=only))
    backwards = names(module._flatten(recursive=False, predicate=only, attribute_traversal_key=lambda n: -ord(n[0])))
    assert backwards == ["z", "t", "q", "p", "a0", "b", "y", "_p", "A"]
    assert 2.0 in list(Holder("h", n=[2.0])._flatten())


@each(
    "value, expected",
    [
        (collections.OrderedDict([("b", "B"), ("a", "A")]), ["A", "B"]),
        (collections.defaultdict(list, {"b": ["B"], "a": "A"}), ["A", "B"]),
        ([["A", ["B"]]], ["A", "B"]),
        ({"x": ({"y": "A"}, "B")}, ["A", "B"]),
    ],
)
def test_containers(value: Any, expected: list[str]) -> None:
    holder = Holder("h", v=tf.nest.map_structure(var, value))
    assert names(holder.variables) == expected


def test_what_is_not_looked_into() -> None:
    class Ignoring(tf.Module):
        _TF_MODULE_IGNORED_PROPERTIES = frozenset({"hidden"}) | tf.Module._TF_MODULE_IGNORED_PROPERTIES

        def __init__(self) -> None:
            super().__init__()
            self.hidden, self.seen = var("hidden"), var("seen")

        @property
        def failing(self) -> Any:
            raise RuntimeError("never asked for")

    assert names(Ignoring().variables) == ["seen"]
    assert Holder("h", f=tf.function(lambda x: x), o=object(), s={1, 2}).variables == ()


def test_the_same_variable_twice_is_one() -> None:
    v = var("v")
    assert names(Holder("h", a=v, b=[v], c=Holder("i", d=v)).variables) == ["v"]


def test_keys_that_cannot_be_ordered() -> None:
    with pytest.raises(ValueError, match="Error processing property 'd' of"):
        Holder("h", d={1: var("a"), "a": var("b")}).variables  # noqa: B018


def test_a_module_whose_init_was_not_called() -> None:
    class Forgetful(tf.Module):
        def __init__(self) -> None:
            self.w = var("w")

    module = Forgetful()
    assert names(module.variables) == ["w"]
    for ask in (lambda: module.name, lambda: module.name_scope):
        with pytest.raises(AttributeError, match=r"call super\(\).__init__\(\)"):
            ask()


# copies ---------------------------------------------------------------------------------------------------------


def test_copies_have_variables_of_their_own() -> None:
    module = Scoped()
    for other in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        other.v.assign(5.0)
        assert (other.name, other.v.name, float(other.v), float(module.v)) == ("dd", "dd/v:0", 5.0, 1.0)
    shared = Holder("h", a=module.v, b=module.v)
    copied = copy.deepcopy(shared)
    assert copied.a is copied.b and copied.a is not shared.a  # type: ignore[attr-defined]


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable(2.0)
        self.inner = Scoped()

    @tf.function
    def __call__(self, x: Any) -> Any:
        return x * self.v + self.inner.v


def test_copies_of_modules_with_functions() -> None:
    model = Model()
    assert float(model(tf.constant(3.0))) == 7.0
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        other.v.assign(10.0)
        assert float(other(tf.constant(3.0))) == 31.0
    assert float(model(tf.constant(3.0))) == 7.0
