"""tf.function: which calls share a trace, how they are bound, what they give and what they refuse."""

from __future__ import annotations

import collections
import copy
import dataclasses
import functools
import gc
import pickle
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import graphwright as tf

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Pair:
    first: Any
    second: Any


def traces_of(*calls: Any) -> int:
    """How many traces these calls make; each is a tuple of arguments, a dict in the end being keywords."""
    traces = []

    @tf.function
    def f(*args: Any, **kwargs: Any) -> Any:
        traces.append(1)
        return tf.constant(0)

    for call in calls:
        args, kwargs = (call[:-1], call[-1]) if call and isinstance(call[-1], dict) and "kw" in call[-1] else (call, {})
        f(*args, **kwargs)
    return len(traces)


one, two = tf.constant(1), tf.constant(2)


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        pytest.param([(one,), (two,)], 1, id="same dtype and shape"),
        pytest.param([(one,), (tf.constant(1.0),)], 2, id="other dtype"),
        pytest.param([(one,), (tf.constant([1]),)], 2, id="other rank"),
        pytest.param([(tf.constant([1]),), (tf.constant([1, 2]),)], 2, id="other size"),
        pytest.param([(1,), (1,)], 1, id="equal literals"),
        pytest.param([(1,), (2,)], 2, id="other literals"),
        pytest.param([(1,), (1.0,), (True,)], 3, id="1, 1.0 and True are three"),
        pytest.param([(0.0,), (-0.0,)], 2, id="0.0 and -0.0 are two"),
        pytest.param([(float("nan"),), (float("nan"),)], 1, id="every NaN is the same"),
        pytest.param([("a",), (b"a",)], 2, id="str and bytes"),
        pytest.param([(None,), (None,)], 1, id="None"),
        pytest.param([([one, two],), ([two, one],)], 1, id="lists of tensors"),
        pytest.param([([one, two],), ((one, two),)], 2, id="list and tuple"),
        pytest.param([({"a": one, "b": 1},), ({"b": 1, "a": two},)], 1, id="dicts in another order"),
        pytest.param([(Point(one, 2),), (Point(two, 2),), (Point(one, 3),)], 2, id="namedtuples"),
        pytest.param([(Pair(one, 2),), (Pair(two, 2),)], 1, id="dataclasses"),
        pytest.param([(np.array([1, 2]),), (np.array([3, 4]),)], 1, id="arrays are tensors"),
        pytest.param([(np.float32(1),), (np.float32(2),)], 1, id="NumPy scalars are tensors"),
        pytest.param([(one, {"kw": 1}), (one, {"kw": 1}), (one, {"kw": 2})], 2, id="keywords"),
    ],
)
def test_which_calls_share_a_trace(calls: list[Any], expected: int) -> None:
    assert traces_of(*calls) == expected


def test_objects_are_distinguished_by_identity_and_forgotten() -> None:
    class Config:
        scale = 2

    @tf.function
    def f(config: Config, x: Any) -> Any:
        return x * config.scale

    config = Config()
    f(config, one)
    f(config, one)
    assert f.experimental_get_tracing_count() == 1
    f(Config(), one)
    assert f.experimental_get_tracing_count() == 2
    reference = weakref.ref(config)
    del config
    gc.collect()
    assert reference() is None


def test_separate_functions_share_nothing() -> None:
    traces = []

    def f() -> Any:
        traces.append(1)
        return tf.constant(1)

    tf.function(f)()
    tf.function(f)()
    assert len(traces) == 2


def test_variables_as_arguments_share_a_trace_by_type() -> None:
    @tf.function
    def double(v: tf.Variable) -> Any:
        v.assign_add(v)
        return v.read_value()

    a, b = tf.Variable(2.0), tf.Variable(5.0)
    assert float(double(a)) == 4.0
    assert float(double(b)) == 10.0
    assert (float(a), float(b)) == (4.0, 10.0)
    assert double.experimental_get_tracing_count() == 1


def test_the_same_variable_twice_is_another_trace() -> None:
    @tf.function
    def move(a: tf.Variable, b: tf.Variable) -> Any:
        a.assign_add(1.0)
        return b.read_value() * 1.0

    a, b = tf.Variable(0.0), tf.Variable(10.0)
    assert float(move(a, b)) == 10.0
    assert float(move(a, a)) == 2.0
    assert move.experimental_get_tracing_count() == 2


@pytest.mark.parametrize(
    "result",
    [
        pytest.param(lambda x: x, id="tensor"),
        pytest.param(lambda x: (x, x + 1), id="tuple"),
        pytest.param(lambda x: [x, None, {"k": (x,)}], id="nested with None"),
        pytest.param(lambda x: Point(x, [x]), id="namedtuple"),
        pytest.param(lambda x: (), id="empty"),
        pytest.param(lambda x: None, id="nothing"),
        pytest.param(lambda x: 3, id="Python number"),
        pytest.param(lambda x: np.array([1, 2]), id="array"),
    ],
)
def test_results_keep_their_structure(result: Any) -> None:
    x = tf.constant(5)
    f = tf.function(lambda x: result(x))
    for _ in range(3):  # slow way, table, compiled entry
        staged, eager = f(x), result(x)
        tf.nest.assert_same_structure(staged, eager)
        for a, b in zip(tf.nest.flatten(staged), tf.nest.flatten(eager), strict=True):
            if b is None:
                assert a is None
            else:
                np.testing.assert_array_equal(a.numpy(), np.asarray(b))


def test_what_cannot_be_returned_is_named() -> None:
    with pytest.raises(TypeError, match=r"must return zero or more Tensors.*object"):
        tf.function(lambda: object())()


def test_keywords_defaults_and_star_arguments() -> None:
    @tf.function
    def f(a: Any, b: Any = 10, *rest: Any, c: Any = 100, **more: Any) -> Any:
        return a + b + c + sum(rest) + sum(more.values())

    assert int(f(one)) == 111
    assert int(f(one, b=two)) == 103
    assert int(f(b=two, a=one)) == 103
    assert int(f(one, 2, 3, 4, c=5, d=6)) == 21
    assert int(f(one, 2, 3, 4, c=5, d=7)) == 22


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f(), "missing a required argument: 'a'"),
        (lambda f: f(1, 2, 3), "too many positional arguments"),
        (lambda f: f(1, b=2, z=3), "unexpected keyword argument 'z'"),
    ],
)
def test_calls_that_do_not_fit_the_signature(call: Any, message: str) -> None:
    f = tf.function(lambda a, b=1: a)
    with pytest.raises(TypeError, match=message):
        call(f)


class Counter:
    def __init__(self, start: int) -> None:
        self.start = start

    @tf.function
    def plus(self, x: Any) -> Any:
        return x + self.start

    @staticmethod
    @tf.function
    def double(x: Any) -> Any:
        return x * 2


def test_methods_have_one_cache_per_instance() -> None:
    a, b = Counter(1), Counter(10)
    assert int(a.plus(one)) == 2
    assert int(b.plus(one)) == 11
    assert int(a.plus(two)) == 3
    assert a.plus.experimental_get_tracing_count() == 1
    assert int(Counter(5).plus(one)) == 6  # the temporary lives as long as the call
    assert int(Counter.double(two)) == 4


def test_a_traced_instance_can_be_collected() -> None:
    counter = Counter(1)
    counter.plus(one)
    reference = weakref.ref(counter)
    del counter
    gc.collect()
    assert reference() is None


def test_partials_lambdas_and_callable_objects() -> None:
    class Scale:
        def __call__(self, x: Any) -> Any:
            return x * 3

    assert int(tf.function(functools.partial(lambda a, b: a - b, 10))(two)) == 8
    assert int(tf.function(Scale())(two)) == 6
    assert int(tf.function(lambda x: x + 1)(two)) == 3


def test_nested_functions_and_captures() -> None:
    weight = tf.constant(np.arange(300, dtype=np.float32))  # too large to become a constant

    @tf.function
    def inner(x: Any) -> Any:
        return x * weight

    @tf.function
    def outer(x: Any) -> Any:
        return inner(x) + inner(x)

    np.testing.assert_allclose(outer(tf.constant(2.0)).numpy(), 4.0 * np.arange(300), rtol=1e-6)
    assert inner.experimental_get_tracing_count() == 1


def test_a_function_defined_inside_captures_the_outer_value() -> None:
    @tf.function
    def outer(x: Any) -> Any:
        @tf.function
        def inner(y: Any) -> Any:
            return x + y

        return inner(x * 10)

    assert int(outer(one)) == 11
    assert int(outer(two)) == 22


def test_input_signature_serves_all_calls_that_fit() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.int32)])
    def f(x: Any, y: Any) -> Any:
        return x + y

    np.testing.assert_array_equal(f(tf.constant([1, 2]), one).numpy(), [2, 3])
    np.testing.assert_array_equal(f([1, 2, 3], 1).numpy(), [2, 3, 4])
    np.testing.assert_array_equal(f(np.arange(4, dtype=np.int32), two).numpy(), [2, 3, 4, 5])
    assert f.experimental_get_tracing_count() == 1
    for wrong in ([[[1, 2]], 1], [tf.constant([1.0]), 1], [one, one]):
        for kind in (TypeError, ValueError):
            with pytest.raises(kind, match="Python inputs incompatible with input_signature"):
                f(*wrong)
    assert f.experimental_get_tracing_count() == 1


def test_two_unknown_sizes_of_one_spec_need_not_agree() -> None:
    spec = tf.TensorSpec([None], tf.int32)

    @tf.function(input_signature=[spec, spec])
    def f(x: Any, y: Any) -> Any:
        return tf.reduce_sum(x) + tf.reduce_sum(y)

    assert int(f([1, 2], [3, 4, 5])) == 15


def test_reduce_retracing_generalises_shapes() -> None:
    @tf.function(reduce_retracing=True)
    def f(x: Any) -> Any:
        return x + 1

    for n in range(1, 8):
        assert f(tf.zeros([n])).shape == [n]
    assert f.experimental_get_tracing_count() == 2


def test_a_failing_trace_leaves_nothing_behind() -> None:
    calls = []

    @tf.function
    def f(x: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise KeyError("first")
        return x + 1

    with pytest.raises(KeyError):
        f(one)
    assert tf.executing_eagerly()
    assert f.experimental_get_tracing_count() == 0
    assert int(f(one)) == 2
    assert len(calls) == 2


def test_an_error_while_running_leaves_the_function_usable() -> None:
    @tf.function
    def pick(x: Any, i: Any) -> Any:
        return tf.gather(x, i)

    x = tf.constant([10, 20])
    assert int(pick(x, one)) == 20
    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices.*= 7 is not in \[0, 2\)") as caught:
            pick(x, tf.constant(7))
        assert "test_function_calls.py" in str(caught.value)
    assert int(pick(x, tf.constant(0))) == 10


def test_recursion_on_a_tensor_is_a_clear_error() -> None:
    @tf.function
    def f(n: Any) -> Any:
        if n > 0:
            return f(n - 1)
        return n

    with pytest.raises(RecursionError, match="calls itself"):
        f(tf.constant(3))
    assert tf.executing_eagerly()


def test_recursion_on_python_values_ends() -> None:
    @tf.function
    def power(x: Any, n: int) -> Any:
        return x * power(x, n - 1) if n else tf.constant(1)

    assert int(power(two, 5)) == 32


def test_run_functions_eagerly() -> None:
    calls = []

    @tf.function
    def f(x: Any) -> Any:
        calls.append(1)
        return x + 1

    f(one)
    f(one)
    assert len(calls) == 1
    tf.config.run_functions_eagerly(True)
    try:
        assert tf.config.functions_run_eagerly()
        f(one)
        f(one)
    finally:
        tf.config.run_functions_eagerly(False)
    f(one)
    assert len(calls) == 3


def test_variable_creation_on_the_first_call_only() -> None:
    class Lazy(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.v = None

        @tf.function
        def __call__(self, x: Any) -> Any:
            if self.v is None:
                self.v = tf.Variable(x * 2.0)  # depends on the argument
            return self.v * x

    lazy = Lazy()
    assert float(lazy(tf.constant(3.0))) == 18.0
    assert float(lazy(tf.constant(1.0))) == 6.0

    @tf.function
    def always() -> Any:
        return tf.Variable(1.0)

    with pytest.raises(ValueError, match="singleton tf\\.Variables created on the first call"):
        always()


def test_leaked_tensors_are_reported() -> None:
    leaked = []

    @tf.function
    def leak(x: Any) -> Any:
        leaked.append(x + 1)
        return x

    leak(one)
    with pytest.raises(AttributeError, match="has no attribute 'numpy'"):
        leaked[0].numpy()
    with pytest.raises(TypeError, match="is out of scope and cannot be used here") as caught:
        tf.function(lambda y: y + leaked[0])(one)
    assert "test_function_calls.py" in str(caught.value)


def test_copies_and_pickles_carry_the_function_but_no_traces() -> None:
    f = tf.function(_plus_one)
    f(one)
    for other in (copy.copy(f), copy.deepcopy(f), pickle.loads(pickle.dumps(f))):
        assert other.experimental_get_tracing_count() == 0
        assert int(other(two)) == 3


def _plus_one(x: Any) -> Any:
    return x + 1


def test_metadata_of_the_function_is_preserved() -> None:
    @tf.function
    def documented(a: Any) -> Any:
        """What it does."""
        return a

    assert documented.__name__ == "documented"
    assert documented.__doc__ == "What it does."
    assert documented.__wrapped__ is documented.python_function


def test_old_option_names_warn_and_work() -> None:
    with pytest.warns(DeprecationWarning, match="use reduce_retracing"):
        f = tf.function(lambda x: x, experimental_relax_shapes=True)
    for n in range(1, 6):
        f(tf.zeros([n]))
    assert f.experimental_get_tracing_count() == 2


def test_threads_share_one_trace_and_get_right_answers() -> None:
    @tf.function
    def f(x: Any) -> Any:
        return x * 2 + 1

    wrong = []

    def work(k: int) -> None:
        x = tf.constant(k)
        for _ in range(200):
            if int(f(x)) != 2 * k + 1:
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
    assert f.experimental_get_tracing_count() == 1


def test_results_do_not_share_memory_with_what_users_hold() -> None:
    source = np.ones(3, np.float32)
    x = tf.constant(source)
    f = tf.function(lambda x: (x, tf.reshape(x, [3, 1])))
    same, reshaped = f(x)
    source[:] = 5
    out = same.numpy()
    out[:] = 7
    np.testing.assert_array_equal(same.numpy(), [1, 1, 1])
    np.testing.assert_array_equal(reshaped.numpy(), [[1], [1], [1]])


def test_clear_cache_forgets_traces_and_the_compiled_entry() -> None:
    calls = []

    @tf.function
    def f(x: Any) -> Any:
        calls.append(1)
        return x + 1

    f(one)
    f(one)
    f.clear_cache()
    assert f.experimental_get_tracing_count() == 0
    assert int(f(two)) == 3
    assert len(calls) == 2
