"""tf.function as a decorator: what it can be put on, its options, what it keeps of the function, copies and pickles."""

from __future__ import annotations

import copy
import functools
import gc
import inspect
import pickle
import weakref
from typing import Any

import pytest

import graphwright as tf
from graphwright.graphdef import messages

one, two = tf.constant(1), tf.constant(2)


def traced_once(function: Any, *args: Any) -> Any:
    """What a Function gives, after three calls that share one trace."""
    results = [function(*args) for _ in range(3)]
    assert len({int(r) for r in results}) == 1
    return int(results[0])


# what it can be put on --------------------------------------------------------------------------------------


class Scaled:
    """Methods of every kind, in both orders of the decorators."""

    scale = 10

    def __init__(self, offset: int = 0) -> None:
        self.offset = offset

    @tf.function
    def plain(self, x: Any) -> Any:
        return x * self.scale + self.offset

    @tf.function
    @staticmethod
    def static_inside(x: Any) -> Any:
        return x + 1

    @staticmethod
    @tf.function
    def static_outside(x: Any) -> Any:
        return x + 1

    @tf.function
    @classmethod
    def class_inside(cls, x: Any) -> Any:
        return x * cls.scale

    @classmethod
    @tf.function
    def class_outside(cls, x: Any) -> Any:
        return x * cls.scale

    @property
    @tf.function
    def size(self) -> Any:
        return tf.constant(4) + self.offset

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def signed(self, x: Any) -> Any:
        return x + self.offset

    def __call__(self, x: Any) -> Any:
        return x * 3 + self.offset


class Wider(Scaled):
    scale = 100


def times(a: Any, b: Any) -> Any:
    return a * b


@tf.function
def factorial(x: Any, n: int) -> Any:
    return x * factorial(x + 1, n - 1) if n else tf.constant(1)


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        pytest.param(lambda: tf.function(lambda x: x + 1), (one,), 2, id="lambda"),
        pytest.param(lambda: tf.function(times), (two, two), 4, id="function"),
        pytest.param(lambda: tf.function(functools.partial(times, 10)), (two,), 20, id="partial"),
        pytest.param(lambda: tf.function(functools.partial(times, b=10)), (two,), 20, id="partial with keyword"),
        pytest.param(lambda: tf.function(Scaled(2)), (two,), 8, id="callable object"),
        pytest.param(lambda: tf.function(Scaled(2).__call__), (two,), 8, id="bound method"),
        pytest.param(lambda: tf.function(tf.function(times)), (two, two), 4, id="a Function"),
        pytest.param(lambda: tf.function(staticmethod(lambda x: x + 5)), (two,), 7, id="staticmethod object"),
        pytest.param(lambda: tf.function(len), ([1, 2, 3],), 3, id="builtin"),
        pytest.param(lambda: tf.function(max), (one, two), 2, id="builtin without a signature"),
        pytest.param(lambda: Scaled.static_inside, (two,), 3, id="static inside"),
        pytest.param(lambda: Scaled().static_inside, (two,), 3, id="static inside, of an instance"),
        pytest.param(lambda: Scaled.static_outside, (two,), 3, id="static outside"),
        pytest.param(lambda: Scaled.class_inside, (two,), 20, id="class inside"),
        pytest.param(lambda: Wider.class_inside, (two,), 200, id="class inside, of a subclass"),
        pytest.param(lambda: Scaled().class_inside, (two,), 20, id="class inside, of an instance"),
        pytest.param(lambda: Scaled.class_outside, (two,), 20, id="class outside"),
        pytest.param(lambda: Wider.class_outside, (two,), 200, id="class outside, of a subclass"),
        pytest.param(lambda: Scaled(2).signed, (two,), 4, id="method with an input_signature"),
        pytest.param(lambda: factorial, (one, 5), 120, id="recursive"),
    ],
)
def test_what_can_be_decorated(function: Any, args: Any, expected: int) -> None:
    kept = function()  # of an instance: it must live
    assert traced_once(kept, *args) == expected


def test_a_property_may_be_a_function() -> None:
    assert [int(Scaled(n).size) for n in (0, 1)] == [4, 5]


def test_a_method_can_be_called_through_its_class() -> None:
    assert int(Scaled.plain(Scaled(1), two)) == 21
    assert int(Scaled.signed(Scaled(1), two)) == 3


def test_a_method_is_checked_against_its_input_signature_at_once() -> None:
    with pytest.raises(TypeError, match="'y' of method has neither a TensorSpec nor a default"):

        class Wrong:
            @tf.function(input_signature=[tf.TensorSpec([])])
            def method(self, x: Any, y: Any) -> Any:
                return x


def test_a_class_method_has_one_cache_for_each_class() -> None:
    class Fresh(Scaled):
        pass

    assert int(Fresh.class_inside(one)) == int(Fresh().class_inside(two)) // 2 == 10
    assert Fresh.class_inside.experimental_get_tracing_count() == 1


class Slotted:
    __slots__ = ("__weakref__", "n")

    def __init__(self, n: int) -> None:
        self.n = n

    @tf.function
    def plus(self, x: Any) -> Any:
        return x + self.n


class Unhashable:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    @tf.function
    def plus(self, x: Any) -> Any:
        return x + id(self) % 7


@pytest.mark.parametrize("make", [lambda: Scaled(3), lambda: Slotted(3), Unhashable])
def test_each_instance_has_a_cache_of_its_own_and_can_be_forgotten(make: Any) -> None:
    first, second = make(), make()
    method = next(n for n in ("plain", "plus") if hasattr(first, n))
    for instance in (first, second):
        getattr(instance, method)(one)
        getattr(instance, method)(two)
        assert getattr(instance, method).experimental_get_tracing_count() == 1
    assert int(getattr(second, method)(one)) == int(getattr(second, method).python_function(one))
    reference = weakref.ref(first)
    del first, instance
    gc.collect()
    assert reference() is None


def test_a_method_of_a_temporary_object() -> None:
    assert [int(Scaled(n).plain(one)) for n in range(3)] == [10, 11, 12]


async def coroutine(x: Any) -> Any:
    return x


def generator(x: Any) -> Any:
    yield x


async def async_generator(x: Any) -> Any:
    yield x


class Plain:
    def __init__(self, x: Any) -> None:
        self.x = x


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (coroutine, "coroutine"),
        (generator, "generator"),
        (async_generator, "async_generator"),
        (Plain, "Plain"),
    ],
)
def test_what_gives_no_tensors_is_refused_by_the_call(function: Any, kind: str) -> None:
    with pytest.raises(TypeError, match=rf"must return zero or more Tensors.*found return value of type {kind}\b"):
        tf.function(function)(one)


@pytest.mark.parametrize("thing", [3, "text", property(lambda self: 1), [len]])
def test_what_cannot_be_called_is_refused_at_once(thing: Any) -> None:
    with pytest.raises(TypeError, match="is not a callable object"):
        tf.function(thing)


# options ----------------------------------------------------------------------------------------------------


def test_the_signature_is_tensorflow_s() -> None:
    shown = [p for p in inspect.signature(tf.function).parameters.values() if p.kind is not p.KEYWORD_ONLY]
    assert ", ".join(f"{p.name}={p.default!r}" for p in shown) == (
        "func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False, "
        "experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None, "
        "experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None"
    )


@pytest.mark.parametrize("options", [{}, {"autograph": False}, {"jit_compile": True}, {"jit_compile": False}])
def test_with_and_without_arguments(options: dict[str, Any]) -> None:
    decorated = tf.function(**options)(times)
    direct = tf.function(times, **options)
    assert traced_once(decorated, two, two) == traced_once(direct, two, two) == 4


def test_without_autograph_control_flow_on_tensors_is_refused() -> None:
    def f(x: Any) -> Any:
        return x if x > 0 else -x

    assert int(tf.function(f)(tf.constant(-3))) == 3
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(f, autograph=False)(tf.constant(-3))


@pytest.mark.parametrize(
    ("old", "new"), [("experimental_relax_shapes", "reduce_retracing"), ("experimental_compile", "jit_compile")]
)
def test_old_names_warn_and_work(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is deprecated, use {new}") as caught:
        f = tf.function(lambda x: x, **{old: True})
    assert caught[0].filename == __file__
    if new == "reduce_retracing":
        for n in range(1, 6):
            f(tf.zeros([n]))
        assert f.experimental_get_tracing_count() == 2
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="jit_compile=True"):
            f(tf.constant("text"))


def test_implements_and_attributes_are_in_the_graph() -> None:
    f = tf.function(
        times, experimental_implements="mycompany.times", experimental_attributes={"_noinline": True}
    ).get_concrete_function(one, two)
    attributes = f.function_def.attr
    assert attributes["_implements"].s == b"mycompany.times"
    assert attributes["_noinline"].b
    assert f.inference_fn.attributes["_implements"] == "mycompany.times"


def test_implements_may_name_attributes() -> None:
    named = messages.NameAttrList(name="embedded_matmul")
    f = tf.function(lambda x: x, experimental_implements=named).get_concrete_function(one)
    written = f.function_def.attr["_implements"].s
    assert messages.NameAttrList.FromString(written) == named


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"input_signature": 3}, TypeError, "must be either a tuple or a list, got <class 'int'>"),
        ({"input_signature": tf.TensorSpec([])}, TypeError, "must be either a tuple or a list"),
        ({"input_signature": {"a": tf.TensorSpec([])}}, TypeError, "must be either a tuple or a list"),
        ({"input_signature": [1, None]}, TypeError, r"sequence of TensorSpec objects, got invalid args \[1, None\]"),
        ({"input_signature": [tf.TensorSpec([])] * 3}, TypeError, "has 3 entries, but times takes 2"),
        ({"input_signature": [tf.TensorSpec([])] * 3}, ValueError, "has 3 entries, but times takes 2"),
        ({"input_signature": [tf.TensorSpec([])]}, TypeError, "'b' of times has neither a TensorSpec nor a default"),
        ({"autograph": "no"}, TypeError, "autograph of tf.function must be True or False, got 'no'"),
        ({"jit_compile": "yes"}, TypeError, "jit_compile of tf.function must be True, False or None"),
        ({"reduce_retracing": 2}, TypeError, "reduce_retracing of tf.function must be True or False, got 2"),
        ({"experimental_implements": 3}, TypeError, "experimental_implements of tf.function must be the name"),
        ({"experimental_autograph_options": 3}, TypeError, "must be a tuple of tf.autograph.experimental.Feature"),
        ({"experimental_attributes": 3}, TypeError, "experimental_attributes of tf.function must be a dict"),
        ({"experimental_attributes": {"foo": 1}}, ValueError, "'foo' is not supported by tf.function as an attribute"),
        ({"experimental_follow_type_hints": "x"}, TypeError, "must be True or False, got 'x'"),
    ],
)
def test_wrong_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tf.function(times, **options)


def test_a_keyword_only_argument_needs_a_default_with_an_input_signature() -> None:
    def f(x: Any, *, k: Any) -> Any:
        return x

    with pytest.raises(TypeError, match="Keyword-only argument 'k' must have a default"):
        tf.function(f, input_signature=[tf.TensorSpec([])])


@pytest.mark.parametrize("features", [tf.autograph.experimental.Feature.ALL, (tf.autograph.experimental.Feature.ALL,)])
def test_autograph_options(features: Any) -> None:
    assert traced_once(tf.function(times, experimental_autograph_options=features), one, two) == 2


# type hints -------------------------------------------------------------------------------------------------


def test_type_hints_make_tensors() -> None:
    def f(x: tf.Tensor, n: int, *rest: tf.Tensor, k: tf.Tensor = 3, **more: tf.Tensor) -> Any:
        return [type(v).__name__ for v in seen.setdefault("all", [x, n, *rest, k, *more.values()])] and x * n

    seen: dict[str, list[Any]] = {}
    hinted = tf.function(f, experimental_follow_type_hints=True)
    for x in (1, 2, 3):
        assert int(hinted(x, 10, 1, k=x, z=5)) == 10 * x
    assert hinted.experimental_get_tracing_count() == 1
    assert [isinstance(v, tf.Tensor) for v in seen["all"]] == [True, False, True, True, True]
    plain = tf.function(f)
    for x in (1, 2, 3):
        plain(x, 10)
    assert plain.experimental_get_tracing_count() == 3


def test_type_hints_that_cannot_be_followed() -> None:
    def f(x: tf.Tensor) -> Any:
        return x

    with pytest.raises((TypeError, ValueError), match="object"):
        tf.function(f, experimental_follow_type_hints=True)(object())


# what is kept -----------------------------------------------------------------------------------------------


def documented(x: Any, y: int = 2, *rest: Any, z: int = 3, **more: Any) -> Any:
    """What it does."""
    return x * y + z


documented.note = "kept"  # type: ignore[attr-defined]


def test_the_function_shows_itself() -> None:
    f = tf.function(documented)
    assert f.python_function is documented
    assert f.__wrapped__ is documented
    assert (f.__name__, f.__qualname__, f.__module__, f.__doc__) == (
        "documented",
        "documented",
        documented.__module__,
        "What it does.",
    )
    assert f.name == "documented"
    assert f.note == "kept"
    assert inspect.signature(f) == inspect.signature(documented)
    assert str(f.function_type) == "(x, y=2, *rest, z=3, **more)"
    assert f.input_signature is None
    assert f.function_spec.signature == inspect.signature(documented)


def test_names_of_what_has_none() -> None:
    partial, called = tf.function(functools.partial(documented, 1)), tf.function(Scaled(1))
    assert (partial.__name__, called.__name__) == ("documented", "Scaled")
    assert str(inspect.signature(called)) == "(x: 'Any') -> 'Any'"
    assert list(inspect.signature(partial).parameters) == ["y", "rest", "z", "more"]
    assert called.offset == 1 and not hasattr(called, "other")  # attributes of the object are found, as in TensorFlow


def test_a_bound_method_shows_itself() -> None:
    method = Scaled(1).plain
    assert isinstance(method, tf.types.experimental.PolymorphicFunction)
    assert list(inspect.signature(method).parameters) == ["x"]
    assert method.__name__ == "plain"
    assert method.__doc__ is None


def test_the_input_signature_is_shown() -> None:
    spec = tf.TensorSpec([None], tf.float32)
    f = tf.function(lambda x, y=2: x * y, input_signature=[spec])
    assert f.input_signature == (spec,)
    assert str(f.function_type) == f"(x: {spec}, y: Literal[2] = 2)"


# copies -----------------------------------------------------------------------------------------------------


def plus_one(x: Any) -> Any:
    return x + 1


@tf.function(reduce_retracing=True)
def decorated(x: Any) -> Any:
    return x + 1


COPIES = [copy.copy, copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("function", [tf.function(plus_one, reduce_retracing=True), decorated])
def test_the_function_and_its_options_travel_but_no_traces(function: Any, copied: Any) -> None:
    function(one)
    other = copied(function)
    assert other is not function
    assert other.experimental_get_tracing_count() == 0
    assert other.python_function is function.python_function
    for n in range(1, 6):
        other(tf.zeros([n]))
    assert other.experimental_get_tracing_count() == 2


@pytest.mark.parametrize("copied", COPIES)
def test_methods_travel_with_their_objects(copied: Any) -> None:
    method = copied(Scaled(5).plain)
    assert int(method(one)) == 15
    assert int(copied(Scaled(5)).plain(one)) == 15


def test_the_deep_copy_of_an_object_has_a_function_of_its_own_method() -> None:
    class Model:
        def __init__(self) -> None:
            self.k = 1
            self.run = tf.function(self.compute)

        def compute(self, x: Any) -> Any:
            return x + self.k

    model = Model()
    model.run(one)
    other = copy.deepcopy(model)
    other.k = 100
    assert (int(other.run(one)), int(model.run(one))) == (101, 2)


def test_a_function_that_pickle_cannot_find_is_reported() -> None:
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(tf.function(lambda x: x))
