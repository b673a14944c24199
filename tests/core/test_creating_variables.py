"""Variables that functions create, and tensors that leave the function they belong to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

each = pytest.mark.parametrize
ONCE = "tf.function only supports singleton tf.Variables created on the first call"


class Owner:
    """Something that keeps a variable."""

    v: Any = None


# who may create -------------------------------------------------------------------------------------------------


def test_a_variable_that_is_kept_is_created_once() -> None:
    class Counter(tf.Module):
        count: Any = None

        @tf.function
        def __call__(self, x: Any) -> Any:
            if self.count is None:
                self.count = tf.Variable(0.0)
            return self.count.assign_add(x)

    counter, other = Counter(), Counter()
    assert [float(counter(tf.constant(2.0))) for _ in range(3)] == [2.0, 4.0, 6.0]
    assert float(counter(tf.constant([1.0])[0])) == 7.0
    assert float(other(tf.constant(1.0))) == 1.0 and counter.count is not other.count


def test_each_owner_gets_its_own() -> None:
    @tf.function
    def use(owner: Any, x: Any) -> Any:
        if owner.v is None:
            owner.v = tf.Variable(x)
        owner.v.assign_add(1.0)
        return owner.v * 10.0

    first, second = Owner(), Owner()
    assert [float(use(first, tf.constant(1.0))) for _ in range(2)] == [20.0, 30.0]
    assert [float(use(second, tf.constant(5.0))) for _ in range(2)] == [60.0, 70.0]
    assert float(first.v) == 3.0 and first.v is not second.v
    assert float(use(first, tf.constant([1.0])[0])) == 40.0


def local(x: Any) -> Any:
    v = tf.Variable(1.0)  # here
    return v * x


def in_a_branch(x: Any) -> Any:
    if x > 0.0:
        x = x + tf.Variable(1.0)  # here
    return x


def in_a_loop(x: Any) -> Any:
    for _ in tf.range(2):
        x += tf.Variable(1.0)  # here
    return x


def in_an_init_scope(x: Any) -> Any:
    with tf.init_scope():
        v = tf.Variable(5.0)  # here
    return v + x


def in_a_container_every_time(x: Any) -> Any:
    bag.append(tf.Variable(x))  # here
    return bag[-1] + 1.0


bag: list[Any] = []


@tf.function
def nested(x: Any) -> Any:
    return x + tf.Variable(1.0)  # here


@each("autograph", [True, False])
@each("function", [local, in_a_branch, in_a_loop, in_an_init_scope, in_a_container_every_time, nested])
def test_a_variable_that_nobody_keeps_is_refused(function: Any, autograph: bool) -> None:
    if not autograph and function in (in_a_branch, in_a_loop):
        pytest.skip("needs AutoGraph")
    user = function if function is nested else tf.function(function, autograph=autograph)
    call = tf.function(lambda x: user(x)) if function is nested else user
    for _ in range(2):  # the second time it is the same
        with pytest.raises(ValueError, match=ONCE) as caught:
            call(tf.constant(1.0))
        text = str(caught.value)
        python = getattr(function, "python_function", function)
        assert f"'{python.__name__}' creates one each time it is traced" in text
        assert "# here" in text and f'File "{__file__}", line ' in text and "Keep it" in text
        assert call.experimental_get_tracing_count() == 0


def test_created_in_a_nested_function_or_a_body_and_kept() -> None:
    kept: dict[str, Any] = {}

    def keep(name: str, value: Callable[[], Any]) -> Any:
        if name not in kept:
            kept[name] = tf.Variable(value())
        return kept[name]

    @tf.function
    def inner(y: Any) -> Any:
        return keep("inner", lambda: y) + y

    @tf.function
    def outer(x: Any) -> Any:
        z = inner(x * 2.0)
        if x > 0.0:
            z += keep("branch", lambda: x + 1.0)
        for _ in tf.range(2):
            z += keep("loop", lambda: 1.0)
        return z

    assert float(outer(tf.constant(3.0))) == 12.0 + 4.0 + 2.0
    assert {name: float(v) for name, v in kept.items()} == {"inner": 6.0, "branch": 4.0, "loop": 1.0}
    assert float(outer(tf.constant(4.0))) == 14.0 + 4.0 + 2.0
    assert float(outer(tf.constant(-4.0))) == -2.0 + 2.0


# initial values -------------------------------------------------------------------------------------------------

w = tf.Variable(4.0)
INITIAL: list[tuple[Callable[[Any], Any], Any]] = [
    (lambda x: 1.5, 1.5),
    (lambda x: x, 3.0),
    (lambda x: tf.reduce_sum(tf.stack([x, x])) ** 2, 36.0),
    (lambda x: lambda: tf.ones([2]) * 3.0, [3.0, 3.0]),
    (lambda x: w * 2.0, 8.0),
    (lambda x: np.array([1, 2]), [1, 2]),
    (lambda x: tf.zeros([tf.shape(tf.stack([x, x]))[0]]), [0.0, 0.0]),
]


@each("initial, expected", INITIAL)
def test_initial_values_come_from_the_call(initial: Any, expected: Any) -> None:
    owner = Owner()

    @tf.function
    def f(x: Any) -> Any:
        if owner.v is None:
            owner.v = tf.Variable(initial(x))
        return owner.v.read_value()

    for value in (3.0, 9.0):  # the second call changes nothing
        assert f(tf.constant(value)).numpy().tolist() == expected
    assert f.experimental_get_tracing_count() == 2


def test_a_random_initial_value_is_drawn_once() -> None:
    owner = Owner()

    @tf.function
    def f() -> Any:
        if owner.v is None:
            owner.v = tf.Variable(tf.random.normal([3]))
        return owner.v.read_value()

    assert f().numpy().tolist() == owner.v.numpy().tolist() == f().numpy().tolist()


def test_an_init_scope_creates_outside() -> None:
    owner = Owner()

    @tf.function
    def f(x: Any) -> Any:
        if owner.v is None:
            with tf.init_scope():
                assert tf.executing_eagerly()
                owner.v = tf.Variable(5.0)
                owner.v.assign(6.0)
        return owner.v + x

    assert float(f(tf.constant(1.0))) == 7.0


def test_initial_values_that_cannot_be_known() -> None:
    def creating(prepare: Callable[[], Any]) -> Any:
        owner = Owner()

        @tf.function
        def f(x: Any) -> Any:
            prepare()
            if owner.v is None:
                owner.v = tf.Variable(x * w)  # here
            return owner.v + x

        return f

    with pytest.raises(ValueError, match="must not depend on side effects") as caught:
        creating(lambda: w.assign(100.0))(tf.constant(1.0))
    assert "# here" in str(caught.value) and float(w) == 4.0
    with pytest.raises(tf.errors.InaccessibleTensorError, match="arguments whose values are not known"):
        creating(lambda: None).get_concrete_function(tf.TensorSpec([], tf.float32))
    assert float(creating(lambda: None)(tf.constant(2.0))) == 10.0


def test_a_tape_follows_a_variable_from_its_creation() -> None:
    owner = Owner()

    @tf.function
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            if owner.v is None:
                owner.v = tf.Variable(3.0)
            y = owner.v * x
        return tape.gradient(y, owner.v)

    assert [float(slope(tf.constant(x))) for x in (2.0, 5.0)] == [2.0, 5.0]


# tensors that leave ---------------------------------------------------------------------------------------------


class Place:
    """Where a tensor is left."""

    t: Any = None
    get: Any = None

    def keep(self, t: Any) -> None:
        self.t = t


def into_an_attribute(x: Any, place: Place) -> None:
    place.t = x * 2.0  # made


def into_a_closure(x: Any, place: Place) -> None:
    y = x * 2.0  # made
    place.get = lambda: y


def into_a_list(x: Any, place: Place) -> None:
    place.t = [x * 2.0]  # made


def out_of_a_branch(x: Any, place: Place) -> None:
    if x > 0.0:
        place.keep(x * 2.0)  # made


def out_of_a_loop(x: Any, place: Place) -> None:
    for _ in tf.range(2):
        place.keep(x * 2.0)  # made


USES: list[tuple[str, Any]] = [
    ("an operator", lambda t: t + 1.0),
    ("an op", lambda t: tf.sqrt(t)),
    ("a truth", lambda t: bool(t > 0.0)),
    ("printing", lambda t: tf.print(t)),
    ("an assignment", lambda t: tf.Variable(1.0).assign(t)),
    ("an argument", lambda t: tf.function(lambda x: x)(t)),
    ("another function", lambda t: tf.function(lambda: t + 1.0)()),
    ("a returned value", lambda t: tf.function(lambda: t)()),
    ("a branch", lambda t: tf.function(lambda x: tf.cond(x > 0.0, lambda: t, lambda: x))(tf.constant(1.0))),
    ("an initial value", lambda t: tf.Variable(t)),
]


@each("name, use", USES)
@each("leave", [into_an_attribute, into_a_closure, into_a_list, out_of_a_branch, out_of_a_loop])
def test_a_tensor_that_leaked(leave: Any, name: str, use: Any) -> None:
    place = Place()

    @tf.function
    def leak(x: Any) -> Any:
        leave(x, place)
        return x

    leak(tf.constant(1.0))
    tensor = place.get() if place.get else place.t[0] if isinstance(place.t, list) else place.t
    with pytest.raises((TypeError, ValueError)) as caught:
        use(tensor)
    text = str(caught.value)
    assert "is out of scope and cannot be used here" in text
    assert "# made" in text and f'File "{__file__}", line ' in text
    assert isinstance(caught.value, tf.errors.InaccessibleTensorError)
    if name in ("an operator", "an op", "another function"):
        assert f"line {use.__code__.co_firstlineno}, in <lambda>" in text, text
    assert "Return it from where it is made" in text


def test_a_leaked_tensor_used_within_its_function_again() -> None:
    place = Place()

    @tf.function
    def f(x: Any) -> Any:
        if x > 0.0:
            place.keep(x * 2.0)  # made
        return place.t + x

    with pytest.raises(tf.errors.InaccessibleTensorError, match="out of scope") as caught:
        f(tf.constant(1.0))
    assert "# made" in str(caught.value) and "return place.t + x" in str(caught.value)
    assert "the body 'cond_true" in str(caught.value) or "the body 'if_" in str(caught.value)


# captures -------------------------------------------------------------------------------------------------------


@pytest.mark.executors
def test_captures_go_through_nested_functions() -> None:
    v, big = tf.Variable(2.0), tf.constant(np.arange(300.0, dtype=np.float32))

    @tf.function
    def innermost(x: Any) -> Any:
        v.assign_add(1.0)
        return v * x + big[2]

    @tf.function
    def middle(x: Any) -> Any:
        return innermost(x) if tf.executing_eagerly() else innermost(x) * 1.0

    @tf.function
    def outer(x: Any) -> Any:
        y = tf.zeros([])
        for _ in tf.range(2):
            y += middle(x)
        return y

    assert float(outer(tf.constant(10.0))) == (3.0 + 4.0) * 10.0 + 4.0
    concrete = outer.get_concrete_function(tf.constant(10.0))
    assert [c.dtype.name for c in concrete.captured_inputs] == ["resource", "float32"]
    assert concrete.variables == (v,) and concrete.captured_inputs[1] is big
    assert float(v) == 4.0


def test_a_variable_is_read_when_the_function_runs() -> None:
    v = tf.Variable(1.0)
    f = tf.function(lambda: v + 1.0)
    assert float(f()) == 2.0
    v.assign(10.0)
    assert float(f()) == 11.0 and f.experimental_get_tracing_count() == 1


# parts of variables ---------------------------------------------------------------------------------------------


@pytest.mark.executors
@each("run", [lambda f: f, tf.function(autograph=False)], ids=["eager", "traced"])
def test_slices_of_variables_are_assigned_to(run: Any) -> None:
    table, numbers = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], np.float32)
    places: list[Any] = [0, np.s_[1:], np.s_[:, 1], np.s_[::-2], np.s_[..., 0], np.s_[1, 1], np.s_[-1:, :1]]
    for place in places:
        v, expected = tf.Variable(table), numbers.copy()
        value = np.full_like(expected[place], 9.0)
        before = v.read_value()

        def change(v: Any = v, place: Any = place, value: Any = value) -> Any:
            v[place].assign(value)
            return v.read_value()

        expected[place] = value
        assert run(change)().numpy().tolist() == expected.tolist() == v.numpy().tolist()
        assert before.numpy().tolist() == table
    v = tf.Variable(table)
    run(lambda: v[1].assign(7.0).read_value())()
    assert v.numpy().tolist() == [[1.0, 2.0], [7.0, 7.0], [5.0, 6.0]]


def test_only_slices_of_variables_have_assign() -> None:
    v = tf.Variable([1.0, 2.0])
    for other in (tf.constant([1.0, 2.0])[0], v.read_value()[0], v[v > 1.0], v + 1.0):
        assert not hasattr(other, "assign")
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Cannot broadcast input shape \[3\]"):
        v[:1].assign([1.0, 2.0, 3.0])
    assert v.numpy().tolist() == [1.0, 2.0]


@each(
    "change, expected",
    [
        (lambda v: v.scatter_nd_add([[0, 1], [1, 0]], [10, 20]), [[1, 12], [23, 4]]),
        (lambda v: v.scatter_nd_sub([[1]], [[1, 2]]), [[1, 2], [2, 2]]),
        (lambda v: v.scatter_nd_update([[0, 0]], [7]), [[7, 2], [3, 4]]),
        (lambda v: v.scatter_nd_max([[0, 0], [1, 1]], [3, 3]), [[3, 2], [3, 4]]),
        (lambda v: v.scatter_nd_min([[0, 0], [1, 1]], [3, 3]), [[1, 2], [3, 3]]),
        (lambda v: v.batch_scatter_update(tf.IndexedSlices([[9], [8]], [[0], [1]])), [[9, 2], [3, 8]]),
    ],
)
def test_changes_at_coordinates(change: Any, expected: Any) -> None:
    for run in (lambda f: f, tf.function(autograph=False)):
        v = tf.Variable([[1, 2], [3, 4]])
        assert run(lambda v=v: change(v).read_value())().numpy().tolist() == expected


def test_facts_about_variables() -> None:
    with tf.name_scope("scope"):
        v = tf.Variable([1.0, 2.0], name="v", shape=[None])
    assert (v.name, v._shared_name, v.shape.as_list()) == ("scope/v:0", "scope/v", [None])
    assert bool(v.is_initialized()) and v.initializer is None and v.experimental_ref() == v.ref()
    v.set_shape([2])
    assert v.shape.as_list() == [2]
    with pytest.raises(ValueError):
        v.set_shape([3])
    on_read = tf.Variable(1.0, synchronization=tf.VariableSynchronization.ON_READ)
    assert not on_read.trainable and v.synchronization is tf.VariableSynchronization.AUTO
    assert v.aggregation is tf.VariableAggregation.NONE
    with pytest.raises(
        ValueError, match=r"initial value's shape \(\(2,\)\) is not compatible with the explicitly supplied"
    ):
        tf.Variable([1.0, 2.0], shape=[3])
    with pytest.raises(ValueError, match="You provided neither"):
        tf.Variable()


def test_tensors_take_a_keras_mask() -> None:
    mask = tf.constant([True])
    eager = tf.constant([1.0])
    assert not hasattr(eager, "_keras_mask")
    eager._keras_mask = mask  # type: ignore[attr-defined]
    assert eager._keras_mask is mask  # type: ignore[attr-defined]

    @tf.function
    def f(x: Any) -> Any:
        assert not hasattr(x, "_keras_mask")
        x._keras_mask = x.anything = mask
        return x if x._keras_mask is x.anything else x + 1.0

    result = f(eager)
    assert result.numpy().tolist() == [1.0] and not hasattr(f(eager), "_keras_mask")


def test_an_initial_value_in_an_inner_function_needs_no_arguments_it_does_not_use() -> None:
    result: list[tf.Variable] = []

    @tf.function(autograph=False)
    def inner(x: Any) -> Any:
        if not result:
            result.append(tf.Variable(tf.constant(2.0)))
        return x * result[0]

    @tf.function(autograph=False)
    def outer(iterator: Any) -> Any:
        return inner(iterator.get_next())

    assert float(outer(iter(tf.data.Dataset.from_tensors(3.0)))) == 6.0
