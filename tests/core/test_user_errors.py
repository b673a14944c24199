"""How mistakes of users are reported: the documented class, the values met, their own line; and life goes on."""

from __future__ import annotations

import gc
import inspect
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.context import get_name_scope, slow_path_flags, state
from graphwright.core.dispatch import apply
from graphwright.core.foreign_attributes import INSTEAD
from graphwright.core.tensor_like import FOREIGN
from graphwright.ir import record
from tests.core.mistakes import MISTAKES, Mistake

each_mistake = pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
FILE = __file__
Invalid = tf.errors.InvalidArgumentError


def told(call: Callable[[], Any], cls: Any) -> BaseException:
    """The error that a call raises, which is one of the class (or classes)."""
    with pytest.raises(BaseException) as caught:
        call()
    assert isinstance(caught.value, cls), f"{type(caught.value).__mro__}: {caught.value}"
    return caught.value


def lines_told(error: BaseException, file: str) -> list[int]:
    """The numbers of the lines of a file that the message names, as a traceback would."""
    return [int(number) for number in re.findall(rf'File "{re.escape(file)}", line (\d+)', str(error))]


def assert_holds(error: BaseException, parts: tuple[str, ...]) -> None:
    for part in parts:
        assert part in str(error), str(error)


def lines_of(function: Any) -> range:
    code = inspect.unwrap(function).__code__
    source, first = inspect.getsourcelines(code)
    return range(first, first + len(source))


@pytest.fixture(autouse=True)
def _afterwards_all_is_well() -> Iterator[None]:
    """After each test nothing is left of what went wrong in it."""
    yield
    assert state.graph is None
    assert state.tapes == ()
    assert get_name_scope() == ""
    assert slow_path_flags[0] == 0
    assert tf.executing_eagerly()
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = square(x)
    assert float(tape.gradient(y, x)) == 6.0


@tf.function
def square(x):
    return x * x


# the table --------------------------------------------------------------------------------------------------


@each_mistake
def test_eagerly(mistake: Mistake) -> None:
    if mistake.eager is None:
        mistake.program(*mistake.arguments())
        return
    error = told(lambda: mistake.program(*mistake.arguments()), mistake.eager)
    assert_holds(error, mistake.parts)


@pytest.mark.executors
@each_mistake
def test_in_a_function(mistake: Mistake) -> None:
    function = tf.function(mistake.program)
    if mistake.traced is None:
        function(*mistake.arguments())
        return
    error = told(lambda: function(*mistake.arguments()), mistake.traced)
    assert_holds(error, mistake.traced_parts)
    own = lines_of(mistake.program)
    assert any(n in own for n in lines_told(error, own_file(mistake))), str(error)
    # a second time it is the same, and the function can still be used
    assert str(told(lambda: function(*mistake.arguments()), mistake.traced)) == str(error)
    if mistake.good is not None:
        expected = mistake.program(*mistake.good())
        assert_same(function(*mistake.good()), expected, "draws" not in mistake.program.__name__)


def own_file(mistake: Mistake) -> str:
    return mistake.program.__code__.co_filename  # type: ignore[attr-defined]


def assert_same(got: Any, expected: Any, values: bool) -> None:
    for a, b in zip(tf.nest.flatten(got), tf.nest.flatten(expected), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        assert not values or np.allclose(a, b)


@pytest.mark.executors
@pytest.mark.parametrize("name", [n for n, m in MISTAKES.items() if m.good is not None])
def test_in_a_function_that_was_fine_before(name: str) -> None:
    """The trace exists and has run: only what the values decide goes wrong."""
    mistake = MISTAKES[name]
    function = tf.function(mistake.program)
    assert mistake.good is not None
    function(*mistake.good())
    assert mistake.traced is not None
    told(lambda: function(*mistake.arguments()), mistake.traced)
    function(*mistake.good())


# where it went wrong ----------------------------------------------------------------------------------------


def line_of(function: Any, text: str) -> int:
    """The number of the line of a function that holds a text."""
    source, first = inspect.getsourcelines(inspect.unwrap(getattr(function, "python_function", function)))
    return first + next(i for i, line in enumerate(source) if text in line)


@pytest.mark.executors
def test_the_line_of_a_function_called_by_a_function() -> None:
    @tf.function
    def inner(x, i):
        return tf.gather(x, i)

    @tf.function
    def outer(x, i):
        y = x * 2
        return inner(y, i) + 1

    outer(tf.constant([1, 2, 3]), tf.constant([2]))
    error = told(lambda: outer(tf.constant([1, 2, 3]), tf.constant([7])), Invalid)
    assert_holds(error, ("indices[0] = 7 is not in [0, 3)", "[Op:GatherV2]"))
    assert lines_told(error, FILE) == [line_of(inner, "tf.gather")]


@pytest.mark.executors
def test_the_line_in_a_loop() -> None:
    @tf.function
    def total(x, n):
        s = 0
        for i in tf.range(n):
            s += tf.gather(x, i)
        return s

    assert int(total(tf.constant([1, 2, 3]), tf.constant(3))) == 6
    error = told(lambda: total(tf.constant([1, 2, 3]), tf.constant(5)), Invalid)
    assert_holds(error, ("indices = 3 is not in [0, 3)",))
    assert lines_told(error, FILE) == [line_of(total, "tf.gather")]
    assert int(total(tf.constant([1, 2, 3]), tf.constant(2))) == 3


@pytest.mark.executors
def test_the_line_in_a_branch() -> None:
    @tf.function
    def halves(x, i):
        if i > 2:
            y = x // (i - 5)
        else:
            y = x
        return y

    assert int(halves(tf.constant(8), tf.constant(9))) == 2
    error = told(lambda: halves(tf.constant(8), tf.constant(5)), Invalid)
    assert_holds(error, ("division by zero",))
    assert lines_told(error, FILE) == [line_of(halves, "x //")]
    assert int(halves(tf.constant(8), tf.constant(1))) == 8


@pytest.mark.executors
def test_the_line_where_an_assertion_in_a_loop_fails() -> None:
    @tf.function
    def count(n):
        for i in tf.range(n):
            tf.debugging.assert_less(i, 3, message="too many")
        return n

    count(tf.constant(3))
    error = told(lambda: count(tf.constant(5)), Invalid)
    assert_holds(error, ("too many", "[3]"))
    assert lines_told(error, FILE) == [line_of(count, "assert_less")]


@pytest.mark.executors
def test_effects_before_the_failure_stay_and_those_behind_it_do_not_happen() -> None:
    v = tf.Variable([0, 0])

    @tf.function
    def step(i):
        v.assign_add([1, 0])
        v.assign_add(tf.gather([[0, 10], [0, 20]], i))
        v.assign_add([100, 0])

    step(tf.constant(1))
    assert v.numpy().tolist() == [101, 20]
    told(lambda: step(tf.constant(2)), Invalid)
    assert v.numpy().tolist() == [102, 20]
    step(tf.constant(0))
    assert v.numpy().tolist() == [203, 30]


@pytest.mark.executors
def test_the_line_of_what_fails_under_a_tape() -> None:
    w = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def picked(i):
        return tf.reduce_sum(tf.gather(w * 2.0, i))

    with tf.GradientTape():
        error = told(lambda: picked(tf.constant([4])), Invalid)
    assert lines_told(error, FILE) == [line_of(picked, "tf.gather")]
    with tf.GradientTape() as tape:
        y = picked(tf.constant([2]))
    assert tf.convert_to_tensor(tape.gradient(y, w)).numpy().tolist() == [0.0, 0.0, 2.0]


@pytest.mark.executors
@pytest.mark.parametrize(
    ("program", "given", "parts"),
    [
        (lambda x, y: x + y, ([2], [3]), ("[2] vs. [3]",)),
        (lambda x, y: tf.concat([x[None], y[None]], 0), ([2], [3]), ("[1,2]", "[1,3]")),
        (lambda x, y: tf.tensordot(x, y, 1), ([2], [3]), ("[1,2]", "[3,1]")),
        (lambda x, y: tf.reshape(x, [2, -1]), ([3], [3]), ("3 values", "multiple of 2")),
        (lambda x, y: tf.ensure_shape(x, [2]), ([3], [3]), ("[3]", "[2]")),
        (lambda x, y: tf.where(x > 0, y, 0.0), ([2], [3]), ("[2]", "[3]")),
        (lambda x, y: tf.split(x, 2), ([3], [3]), ("size = 3", "num_split 2")),
        (lambda x, y: x[4], ([3], [3]), ("index 4", "dimension 0")),
    ],
)
def test_sizes_that_are_known_when_it_runs(program: Any, given: Any, parts: tuple[str, ...]) -> None:
    function = tf.function(program, input_signature=[tf.TensorSpec([None])] * 2)
    error = told(lambda: function(tf.ones(given[0]), tf.ones(given[1])), Invalid)
    assert_holds(error, parts)
    assert lines_told(error, FILE) == [program.__code__.co_firstlineno]


def test_an_error_of_the_user_s_own_class_keeps_it() -> None:
    class Mine(Exception):
        def __init__(self, first: int, second: int) -> None:
            super().__init__(first, second)
            self.second = second

    @tf.function
    def f(x):
        raise Mine(1, 2)

    error = told(lambda: f(tf.constant(1)), Mine)
    assert type(error).__name__ == "Mine"
    assert error.second == 2  # type: ignore[attr-defined]
    assert lines_told(error, FILE) == [line_of(f, "raise Mine")]


def test_the_frames_of_a_traceback() -> None:
    @tf.function
    def f(x):
        return tf.reshape(x, [7])

    def below_f(error: BaseException) -> list[str]:
        names = [entry.tb_frame.f_code.co_name for entry in traceback_of(error)]
        return names[names.index("f") + 1 :]

    assert below_f(told(lambda: f(tf.ones([2])), ValueError)) == []
    tf.debugging.disable_traceback_filtering()
    try:
        assert "reshape" in below_f(told(lambda: f(tf.ones([2])), ValueError))
    finally:
        tf.debugging.enable_traceback_filtering()


def test_an_interruption_while_tracing() -> None:
    @tf.function
    def f(x, interrupted):
        if interrupted:
            raise KeyboardInterrupt
        return x

    told(lambda: f(tf.constant(1), True), KeyboardInterrupt)
    assert int(f(tf.constant(1), False)) == 1


# without AutoGraph ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "parts"),
    [
        (lambda x: x if x > 0 else -x, ("bool", "Greater:0", "shape=(None,)")),
        (lambda x: list(x), ("Iterating", "x:0", "shape=(None,)")),
        (lambda x: tf.add(*x), ("Iterating", "x:0")),
    ],
)
def test_python_s_questions_to_symbolic_tensors(program: Any, parts: tuple[str, ...]) -> None:
    function = tf.function(program, autograph=False, input_signature=[tf.TensorSpec([None])])
    error = told(lambda: function(tf.ones([2])), tf.errors.OperatorNotAllowedInGraphError)
    assert_holds(error, parts)
    assert program.__code__ in {entry.tb_frame.f_code for entry in traceback_of(error)}


def traceback_of(error: BaseException) -> Iterator[Any]:
    entry = error.__traceback__
    while entry is not None:
        yield entry
        entry = entry.tb_next


def test_a_tensor_made_in_the_function_says_where() -> None:
    @tf.function(autograph=False)
    def f(x):
        positive = x > 0
        return x if positive else -x

    error = told(lambda: f(tf.constant(1)), TypeError)
    assert lines_told(error, FILE) == [line_of(f, "x > 0")]


@pytest.mark.parametrize("program", [lambda x: list(x), lambda x: tf.add(*x)])
def test_iterating_over_an_unknown_size_with_autograph(program: Any) -> None:
    function = tf.function(program, input_signature=[tf.TensorSpec([None])])
    error = told(lambda: function(tf.ones([2])), tf.errors.OperatorNotAllowedInGraphError)
    assert_holds(error, ("Iterating", "shape=(None,)"))
    assert program.__code__.co_firstlineno in lines_told(error, FILE)


# tensors that leak ------------------------------------------------------------------------------------------


def leaking() -> tuple[Any, list[Any]]:
    kept: list[Any] = []

    @tf.function
    def leak(x):
        kept.append(x * 2)
        return x

    leak(tf.constant(1))
    return leak, kept


def test_a_leaked_tensor_used_eagerly() -> None:
    function, kept = leaking()
    use = lambda: kept[0] + 1  # noqa: E731
    error = told(use, TypeError)
    assert_holds(error, ("mul:0", "is out of scope and cannot be used here", "Use return values", "runs eagerly"))
    assert lines_told(error, FILE) == [line_of(function, "x * 2"), use.__code__.co_firstlineno]
    assert isinstance(error, tf.errors.InaccessibleTensorError)
    told(lambda: tf.add(1, kept[0]), TypeError)
    told(lambda: bool(kept[0]), TypeError)
    told(lambda: kept[0].numpy(), AttributeError)


def test_a_leaked_tensor_used_in_another_function() -> None:
    function, kept = leaking()

    @tf.function
    def use(y):
        return kept[0] + y

    error = told(lambda: use(tf.constant(1)), TypeError)
    assert_holds(error, ("mul:0", "is out of scope", "__inference_use"))
    assert lines_told(error, FILE) == [line_of(use, "kept[0]"), line_of(function, "x * 2"), line_of(use, "kept[0]")]


def test_a_leaked_tensor_that_is_returned() -> None:
    _, kept = leaking()

    @tf.function
    def give():
        return kept[0]

    error = told(give, TypeError)
    assert_holds(error, ("mul:0", "is out of scope"))
    assert line_of(give, "def give") in lines_told(error, FILE)


@pytest.mark.parametrize("staged", ["branch", "loop"])
def test_a_tensor_that_leaks_from_a_body(staged: str) -> None:
    @tf.function
    def f(x):
        kept = []

        def body(i):
            kept.append(i * 3)
            return [i + 1]

        if staged == "loop":
            tf.while_loop(lambda i: i < 3, body, [x])
        else:
            tf.cond(x > 0, lambda: body(x), lambda: [x])
        return kept[0] + 1

    error = told(lambda: f(tf.constant(1)), (TypeError, ValueError))
    assert_holds(error, ("mul:0", "is out of scope"))
    assert {line_of(f, "kept[0] + 1"), line_of(f, "i * 3")} <= set(lines_told(error, FILE))


# calls ------------------------------------------------------------------------------------------------------


@tf.function
def plus(a, b):
    return a + b


@tf.function(input_signature=[tf.TensorSpec([None, 2])])
def signed(x):
    return x


@tf.function(input_signature=[tf.TensorSpec([None, 2])])
def counts_by_the_shape(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i, 0]
    return total


@tf.function(input_signature=[tf.TensorSpec([None, 2])])
def makes_the_shape(x):
    return tf.zeros([x.shape[0], 2])


one, ones = tf.constant(1), tf.ones([3, 3])


@pytest.mark.parametrize(
    ("call", "cls", "parts"),
    [
        (lambda: plus(one), TypeError, ("missing", "'b'", "plus(a, b)")),
        (lambda: plus(one, one, one), TypeError, ("too many", "plus(a, b)")),
        (lambda: plus(one, b=one, z=3), TypeError, ("'z'", "plus(a, b)")),
        (lambda: plus(one, a=one), TypeError, ("multiple values", "'a'")),
        (lambda: plus(None, one), ValueError, ("None",)),
        (lambda: signed(tf.constant([[1, 2]])), TypeError, ("int32", "float32")),
        (lambda: signed(ones), TypeError, ("shape=(3, 3)", "shape=(None, 2)")),
        (lambda: signed(None), TypeError, ("None", "shape=(None, 2)")),
        (lambda: counts_by_the_shape(tf.ones([3, 2])), TypeError, ("NoneType", "tf.shape(x)[i]")),
        (lambda: makes_the_shape(tf.ones([3, 2])), ValueError, ("NoneType", "tf.shape(x)[i]")),
        (lambda: signed("text"), TypeError, ("text", "float32")),
        (lambda: tf.function(3), TypeError, ("3",)),
        (lambda: tf.function(lambda x: x, input_signature=[3]), TypeError, ("3",)),
        (lambda: tf.function(lambda a, b: a, input_signature=[tf.TensorSpec([])])(1.0), TypeError, ("'b'",)),
    ],
)
def test_calls_that_do_not_fit(call: Any, cls: Any, parts: tuple[str, ...]) -> None:
    assert_holds(told(call, cls), parts)
    assert int(plus(one, one)) == 2
    assert signed(tf.ones([3, 2])).shape == [3, 2]


@pytest.mark.parametrize(
    ("args", "kwargs", "cls", "parts"),
    [
        ((tf.constant([1, 2]), tf.constant([1, 2])), {}, Invalid, ("float32", "int32")),
        ((ones, ones), {}, Invalid, ("(2,)", "(3, 3)")),
        ((tf.ones([2]),), {}, TypeError, ("b",)),
        ((tf.ones([2]),) * 3, {}, TypeError, ("3",)),
        ((tf.ones([2]),), {"q": tf.ones([2])}, TypeError, ("q",)),
    ],
)
def test_calls_of_a_trace_that_do_not_fit(args: Any, kwargs: Any, cls: Any, parts: tuple[str, ...]) -> None:
    concrete = plus.get_concrete_function(tf.TensorSpec([2]), tf.TensorSpec([2]))
    assert_holds(told(lambda: concrete(*args, **kwargs), cls), parts)
    assert concrete(tf.ones([2]), tf.ones([2])).numpy().tolist() == [2.0, 2.0]


def test_a_recursion_that_tensors_end() -> None:
    @tf.function
    def f(x):
        if x > 0:
            return f(x - 1)
        return x

    error = told(lambda: f(tf.constant(3)), Exception)
    assert_holds(error, ("f calls itself",))
    assert line_of(f, "f(x - 1)") in lines_told(error, FILE)


# gradients --------------------------------------------------------------------------------------------------


@pytest.fixture
def op_without_gradient() -> Iterator[Any]:
    """An op that nobody wrote a gradient for; the package itself has none."""
    yield record.op("Unfinished", "x: T -> y: T", "T: {float}", shape=lambda ctx: ctx.dims(0), kernel=lambda x: x + 1)
    del record._records["Unfinished"]


def test_the_gradient_of_an_op_that_has_none(op_without_gradient: Any) -> None:
    x = tf.constant([3.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = apply(op_without_gradient, (x * 2.0,))
    assert_holds(told(lambda: tape.gradient(y, x), LookupError), ("gradient", "Unfinished"))


def test_the_gradient_of_an_op_that_has_none_in_a_function(op_without_gradient: Any) -> None:
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = apply(op_without_gradient, (x * 2.0,))
        return tape.gradient(y, x)

    error = told(lambda: f(tf.constant([3.0, 1.0])), LookupError)
    assert_holds(error, ("gradient", "Unfinished"))
    assert line_of(f, "tape.gradient") in lines_told(error, FILE)


@pytest.mark.parametrize(
    ("wrong", "cls", "parts"),
    [
        (lambda tape, x, y: (tape.gradient(y, x), tape.gradient(y, x)), RuntimeError, ("non-persistent",)),
        (lambda tape, x, y: tape.gradient(y, None), TypeError, ("None",)),
        (lambda tape, x, y: tape.gradient(y, 3.0), (TypeError, AttributeError), ("3.0", "float")),
        (lambda tape, x, y: tape.jacobian(y, 3), (TypeError, AttributeError), ("3", "int")),
        (lambda tape, x, y: tape.gradient(y, x, tf.constant([1.0, 2.0, 3.0])), Invalid, ("[2]", "[3]")),
        (lambda tape, x, y: tape.watch(3.0), ValueError, ("3.0",)),
        (lambda tape, x, y: tf.gradients(y, x), RuntimeError, ("GradientTape",)),
    ],
)
def test_gradients_asked_for_wrongly(wrong: Any, cls: Any, parts: tuple[str, ...]) -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert_holds(told(lambda: wrong(tape, x, y), cls), parts)


def test_a_custom_gradient_that_returns_too_few() -> None:
    @tf.custom_gradient
    def product(x, y):
        return x * y, lambda upstream: upstream

    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = product(x, tf.constant(2.0))
    assert_holds(told(lambda: tape.gradient(z, x), ValueError), ("2 gradients", "returned 1"))


def test_every_attribute_of_other_libraries_has_a_hint_and_is_not_there() -> None:
    tensor, variable = tf.constant([1.0]), tf.Variable([1.0])
    assert set(FOREIGN) == {name for names in INSTEAD for name in names.split()}
    for name in FOREIGN:
        for value in (tensor, variable):
            assert not hasattr(value, name) and name not in dir(tensor)
            assert f"no attribute '{name}': use " in str(told(lambda: getattr(value, name), AttributeError))  # noqa: B023
    for text in INSTEAD.values():
        found: Any = tf
        for part in text.partition("(")[0].split(".")[1:]:
            found = getattr(found, part) if text.startswith("tf.") else tensor.numpy
        assert callable(found)


# variables --------------------------------------------------------------------------------------------------


def test_a_variable_that_is_read_before_it_has_a_value() -> None:
    v = tf.Variable(1.0, name="weights")
    v._state.array = None
    error = told(lambda: v.read_value(), tf.errors.FailedPreconditionError)
    assert_holds(error, ("weights",))
    read = tf.function(lambda: v + 1.0)
    error = told(read, tf.errors.FailedPreconditionError)
    assert_holds(error, ("weights",))
    assert lines_told(error, FILE)
    v.assign(2.0)
    assert float(read()) == 3.0


@pytest.mark.parametrize(
    ("make", "cls", "parts"),
    [
        (lambda: tf.Variable(), ValueError, ("initial_value",)),
        (lambda: tf.Variable("a", dtype=tf.float32), TypeError, ("'a'", "float32")),
        (lambda: tf.Variable([1.0, 2.0], shape=[3]), ValueError, ("(2,)", "(3,)")),
        (lambda: {tf.Variable(1)}, TypeError, ("ref()",)),
        (lambda: bool(tf.Variable([1, 2])), ValueError, ("(2,)",)),
    ],
)
def test_variables_made_or_used_wrongly(make: Any, cls: Any, parts: tuple[str, ...]) -> None:
    assert_holds(told(make, cls), parts)


def test_a_variable_whose_value_depends_on_unknown_arguments() -> None:
    @tf.function
    def f(x):
        return tf.Variable(x * 2) + 1.0

    error = told(lambda: f.get_concrete_function(tf.TensorSpec([])), Exception)
    assert_holds(error, ("mul:0", "not known"))
    assert line_of(f, "tf.Variable") in lines_told(error, FILE)


# threads ----------------------------------------------------------------------------------------------------


@pytest.mark.executors
def test_an_error_in_one_thread_is_no_other_s() -> None:
    @tf.function
    def pick(i):
        return tf.gather([1, 2, 3], i)

    outcomes: list[Any] = []

    def work(i: int) -> None:
        for _ in range(20):
            try:
                outcomes.append(int(pick(tf.constant(i))))
            except Invalid as error:
                outcomes.append("not in [0, 3)" in str(error))

    threads = [threading.Thread(target=work, args=(i,)) for i in (1, 7, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(int, outcomes)) == [1] * 20 + [2] * 20 + [3] * 20


def test_an_error_keeps_no_trace_alive() -> None:
    @tf.function
    def f(x):
        raise ValueError("no")

    told(lambda: f(tf.constant(1)), ValueError)
    gc.collect()
    assert f.experimental_get_tracing_count() == 0
