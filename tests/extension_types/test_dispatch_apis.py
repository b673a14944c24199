"""`tf.experimental.dispatch_for_*`: users' functions in place of public ones."""

# ruff: noqa: UP006, UP007, UP035, UP045 (annotations as users write them)

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, List, Optional, Union

import pytest

import graphwright as tf
from graphwright.extension_types import elementwise, takeover

experimental = tf.experimental


class Masked(experimental.ExtensionType):
    values: tf.Tensor
    keep: tf.Tensor


class Label:
    """A class that is not made of tensors."""


ONE = Masked([1.0, -2.0], [True, False])
TWO = Masked([3.0, 4.0], [True, True])


@pytest.fixture
def register() -> Iterator[Callable[[Any, Any], Any]]:
    """Registers a function, and takes the registration back after the test."""
    done: list[Any] = []

    def registered(decorator: Any, target: Any) -> Any:
        assert decorator(target) is target
        done.append(target)
        return target

    yield registered
    for target in done:
        takeover.remove_targets(target)
        from graphwright.extension_types import dispatch

        for key in [key for key, handler in dispatch._handlers.items() if handler is target]:
            del dispatch._handlers[key]


def answer(*args: Any, **kwargs: Any) -> Any:
    return "answered", args, kwargs


@pytest.mark.parametrize(
    ("api", "signatures", "call", "answered"),
    [
        (tf.math.add, [{"x": Masked}], lambda: tf.add(ONE, 1), True),
        (tf.math.add, [{"x": Masked}], lambda: tf.math.add(x=ONE, y=1), True),
        (tf.math.add, [{"x": Masked}], lambda: tf.add(1.0, 2.0), False),
        (tf.math.add, [{0: Masked}], lambda: tf.add(ONE, 1), True),
        (tf.math.add, [{"x": Masked, "y": Masked}], lambda: tf.add(ONE, TWO), True),
        (tf.math.add, [{"x": Masked}, {"y": Masked}], lambda: tf.add(2.0, TWO), True),
        (tf.math.add, [{"x": Masked}, {"y": Masked}], lambda: tf.add(ONE, TWO), True),
        (tf.math.add, [{"x": Union[Masked, tf.Tensor], "y": Union[Masked, tf.Tensor]}],
         lambda: tf.add(tf.constant(1.0), TWO), True),
        (tf.math.add, [{"x": Union[Masked, tf.Tensor], "y": Union[Masked, tf.Tensor]}],
         lambda: tf.add(tf.constant(1.0), tf.constant(2.0)), False),
        (tf.math.add, [{"x": Masked | tf.Tensor}], lambda: tf.add(ONE, 1), True),
        (tf.math.add, [{"x": int}], lambda: tf.add(1, 2), False),
        (tf.math.add, [{"x": tf.Tensor}], lambda: tf.add(tf.constant(1), 2), False),
        (tf.math.add, [{"x": Label}], lambda: tf.add(Label(), 2), True),
        (tf.concat, [{"values": List[Masked]}], lambda: tf.concat([ONE, TWO], 0), True),
        (tf.concat, [{"values": list[Masked]}], lambda: tf.concat((ONE, TWO), axis=0), True),
        (tf.concat, [{"values": List[Masked]}], lambda: tf.concat([[1.0], [2.0]], 0), False),
        (tf.concat, [{"values": List[Union[Masked, tf.Tensor]]}],
         lambda: tf.concat([tf.constant([1.0]), ONE], 0), True),
        (tf.concat, [{"values": List[Union[Masked, tf.Tensor]]}],
         lambda: tf.concat([tf.constant([1.0])], 0), False),
        (tf.split, [{"value": Optional[Masked]}], lambda: tf.split(ONE, 2), True),
        (tf.reduce_sum, [{"input_tensor": Masked}], lambda: tf.reduce_sum(ONE, axis=1), True),
        (tf.reduce_sum, [{"axis": Label}], lambda: tf.reduce_sum(tf.constant([1.0])), False),
        (tf.cond, [{"pred": Masked}], lambda: tf.cond(ONE, lambda: 1, lambda: 2), True),
    ],
)  # fmt: skip
def test_which_calls_are_answered(register: Any, api: Any, signatures: Any, call: Any, answered: bool) -> None:
    register(experimental.dispatch_for_api(api, *signatures), answer)
    result = call()
    assert (isinstance(result, tuple) and result[0] == "answered") is answered
    assert answered or isinstance(result, tf.Tensor)


def test_arguments_come_as_given(register: Any) -> None:
    register(experimental.dispatch_for_api(tf.reduce_sum, {"input_tensor": Masked}), answer)
    _, args, kwargs = tf.reduce_sum(ONE, 1, name="n")
    assert args[0] is ONE and args[1:] == (1,) and kwargs == {"name": "n"}


def test_annotations_are_the_signature(register: Any) -> None:
    def add(x: Masked, y: Union[Masked, tf.Tensor], name: Any = None) -> Any:
        return "added"

    add.__annotations__.update(x=Masked, y=Union[Masked, tf.Tensor])
    del add.__annotations__["name"]
    register(experimental.dispatch_for_api(tf.math.add), add)
    assert tf.add(ONE, TWO) == tf.add(ONE, tf.constant(1.0)) == "added"
    with pytest.raises(ValueError, match="unsupported type"):
        tf.add(ONE, 1.0)


def test_a_name_may_be_left_out(register: Any) -> None:
    register(experimental.dispatch_for_api(tf.math.add, {"x": Masked}), lambda x, y: (x, y))
    for call in (lambda: tf.add(ONE, 3, name="n"), lambda: tf.add(ONE, 3, "n"), lambda: tf.add(ONE, y=3)):
        x, y = call()
        assert x is ONE and y == 3


def test_not_implemented_passes_on(register: Any) -> None:
    register(experimental.dispatch_for_api(tf.math.add, {"x": Masked}), lambda x, y, name=None: NotImplemented)
    with pytest.raises(ValueError, match="unsupported type"):
        tf.add(ONE, 1)


def test_several_that_match(register: Any) -> None:
    register(experimental.dispatch_for_api(tf.math.add, {"x": Masked}), lambda x, y, name=None: 1)
    register(experimental.dispatch_for_api(tf.math.add, {"y": Masked}), lambda x, y, name=None: 2)
    assert (tf.add(ONE, 1), tf.add(1, ONE)) == (1, 2)
    with pytest.raises(ValueError, match=r"Multiple dispatch targets .* match the arguments to add"):
        tf.add(ONE, TWO)


@pytest.mark.parametrize(
    ("attempt", "error", "message"),
    [
        (lambda: experimental.dispatch_for_api(len, {"x": Masked}), ValueError, "does not support dispatch"),
        (lambda: experimental.dispatch_for_api(lambda x: x, {"x": Masked}), ValueError, "does not support dispatch"),
        (lambda: experimental.dispatch_for_api(tf.add, {"q": Masked}), ValueError, "unknown parameter 'q'"),
        (lambda: experimental.dispatch_for_api(tf.add, {7: Masked}), ValueError, "unknown parameter 7"),
        (lambda: experimental.dispatch_for_api(tf.add, 3), TypeError, "signatures must be dictionaries"),
        (lambda: experimental.dispatch_for_api(tf.add, {"x": 3}), ValueError,
         "Type annotation 3 is not currently supported by dispatch"),
        (lambda: experimental.dispatch_for_api(tf.add, {"x": tuple[Masked, ...]}), ValueError, "not currently"),
        (lambda: experimental.dispatch_for_api(tf.add)(lambda x, y, name=None: 1), ValueError,
         "must be called with at least one signature"),
        (lambda: experimental.dispatch_for_api(tf.add, {"x": Masked})(lambda a, b: 1), ValueError,
         "Dispatch function's signature (a, b) does not match API's signature (x"),
        (lambda: experimental.dispatch_for_api(tf.add, {"x": Masked})(3), TypeError,
         "Expected dispatch_target to be callable; got 3"),
        (lambda: experimental.dispatch_for_unary_elementwise_apis(3), ValueError, "Type annotation 3"),
        (lambda: experimental.dispatch_for_unary_elementwise_apis(Masked)(lambda: 3), ValueError, "api, x"),
        (lambda: experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)(lambda api: 3), ValueError,
         "api, x, y"),
        (lambda: experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)(3), TypeError, "callable; got 3"),
        (lambda: experimental.unregister_dispatch_for(len), ValueError, "was not registered using a"),
    ],
)  # fmt: skip
def test_mistakes(attempt: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        attempt()
    assert message in str(caught.value)
    assert not takeover._apis  # nothing is left half registered


# many functions at once -----------------------------------------------------------------------------------------


def each(api: Any, x: Any) -> Any:
    return Masked(api(x.values), x.keep)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: tf.abs(ONE), [1.0, 2.0]),
        (lambda: tf.abs(x=ONE, name="n"), [1.0, 2.0]),
        (lambda: tf.clip_by_value(ONE, -1.0, 0.5), [0.5, -1.0]),
        (lambda: tf.cast(ONE, tf.int32), [1, -2]),
        (lambda: tf.cast(ONE, dtype=tf.int64), [1, -2]),
        (lambda: tf.nn.relu(ONE), [1.0, 0.0]),
        (lambda: tf.ones_like(ONE), [1.0, 1.0]),
        (lambda: tf.function(lambda m: tf.math.square(m))(ONE), [1.0, 4.0]),
    ],
)
def test_unary_handlers(register: Any, call: Any, expected: list[Any]) -> None:
    register(experimental.dispatch_for_unary_elementwise_apis(Masked), each)
    result = call()
    assert result.values.numpy().tolist() == expected and result.keep.numpy().tolist() == [True, False]
    assert tf.abs(tf.constant(-1.0)).numpy() == 1.0


def test_binary_handlers(register: Any) -> None:
    register(experimental.dispatch_for_binary_elementwise_apis(Masked, Masked),
             lambda api, x, y: (api.__name__, api(x.values, y.values).numpy().tolist()))  # fmt: skip
    register(experimental.dispatch_for_binary_elementwise_apis(Masked, Union[tf.Tensor, float]),
             lambda api, x, y: (api.__name__, y))  # fmt: skip
    assert tf.maximum(ONE, TWO) == ("maximum", [3.0, 4.0])
    assert tf.subtract(x=ONE, y=TWO, name="n") == ("subtract", [-2.0, -6.0])
    assert tf.math.pow(ONE, 2.0) == ("pow", 2.0)
    assert tf.maximum(1.0, 2.0).numpy() == 2.0
    with pytest.raises(ValueError, match=r"A binary elementwise dispatch handler .* has already been registered for"):
        experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)(lambda api, x, y: 1)


def test_assertion_handlers(register: Any) -> None:
    register(experimental.dispatch_for_binary_elementwise_assert_apis(Masked, Masked),
             lambda api, x, y: api(x.values, y.values))  # fmt: skip
    tf.debugging.assert_less(ONE, TWO)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.debugging.assert_equal(ONE, TWO, message="not equal")


def test_the_lists_name_functions_of_the_right_arity() -> None:
    for apis, count in ((elementwise.unary_apis, 1), (elementwise.binary_apis, 2), (elementwise.assert_apis, 2)):
        found = apis()
        assert len(found) > 5
        for function in found:
            parameters = list(inspect.signature(function).parameters.values())
            assert all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters[:count]), function


# cost and reversibility -----------------------------------------------------------------------------------------


def test_a_function_without_targets_runs_its_own_code(register: Any) -> None:
    """Registering changes the function object in place, so that references taken before are served too."""
    stored, parameters = tf.math.multiply, inspect.signature(tf.math.multiply)
    code, defaults, keyword_defaults = stored.__code__, stored.__defaults__, stored.__kwdefaults__
    shown = vars(stored).get("__signature__")
    target = register(experimental.dispatch_for_api(tf.math.multiply, {"x": Masked}), lambda x, y, name=None: "mine")
    assert stored(ONE, 2) == tf.multiply(ONE, 2) == "mine" and stored.__code__ is not code
    assert tf.multiply is stored and inspect.signature(stored) == parameters and stored.__doc__
    assert float(stored(2.0, 3.0, name="n")) == 6.0
    experimental.unregister_dispatch_for(target)
    assert stored.__code__ is code and (stored.__defaults__, stored.__kwdefaults__) == (defaults, keyword_defaults)
    assert inspect.signature(stored) == parameters and vars(stored).get("__signature__") is shown
    with pytest.raises(ValueError, match="was not registered"):
        experimental.unregister_dispatch_for(target)


def test_unregistering_a_handler_leaves_nothing(register: Any) -> None:
    codes = {function: function.__code__ for function in elementwise.unary_apis()}
    register(experimental.dispatch_for_unary_elementwise_apis(Masked), each)
    assert all(function.__code__ is not code for function, code in codes.items())
    experimental.unregister_dispatch_for(each)
    assert all(function.__code__ is code for function, code in codes.items())
    register(experimental.dispatch_for_unary_elementwise_apis(Masked), each)
    assert tf.abs(ONE).values.numpy().tolist() == [1.0, 2.0]


def test_operators_are_the_class_s_own(register: Any) -> None:
    class Wrapped(experimental.ExtensionType):
        v: tf.Tensor

        def __add__(self, other: Any) -> Any:
            return Wrapped(self.v + (other.v if isinstance(other, Wrapped) else other))

        def __radd__(self, other: Any) -> Any:
            return Wrapped(other + self.v)

        def __neg__(self) -> Any:
            return Wrapped(-self.v)

        def __getitem__(self, item: Any) -> Any:
            return Wrapped(self.v[item])

        def __len__(self) -> int:
            return 77

    register(experimental.dispatch_for_api(tf.math.add, {"x": Masked}), answer)
    one = Wrapped([1.0, 2.0])
    results = [one + 1.0, 1.0 + one, tf.constant(1.0) + one, -one, one[0], one + one]
    assert [r.v.numpy().tolist() for r in results] == [[2, 3], [2, 3], [2, 3], [-1, -2], 1, [2, 4]]
    with pytest.raises(TypeError, match="unsupported operand"):
        _ = ONE + 1
    for attempt in (lambda: tf.convert_to_tensor(one), lambda: tf.constant(1.0) * ONE, lambda: tf.abs(one)):
        with pytest.raises(ValueError, match="with an unsupported type"):
            attempt()


def test_targets_that_go_leave_what_ragged_tensors_added_meanwhile() -> None:
    """In a process of its own: the first ragged tensor lets public functions take ragged tensors."""
    program = """
import graphwright as tf
class Own:
    pass
@tf.experimental.dispatch_for_api(tf.math.tanh, {"x": Own})
def mine(x, name=None):
    return "mine"
held = tf.math.tanh
ragged = tf.ragged.constant([[0.0], [0.0, 0.0]])
assert held(Own()) == "mine" and held(ragged).to_list() == [[0.0], [0.0, 0.0]]
tf.experimental.unregister_dispatch_for(mine)
assert held(ragged).to_list() == [[0.0], [0.0, 0.0]] and float(held(0.0)) == 0.0
"""
    subprocess.run([sys.executable, "-c", program], check=True)
