"""`tf.debugging`: the search for infinities and NaNs, and what there is beside the assertions."""

from __future__ import annotations

import gc
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.core import context, dispatch
from graphwright.core.numerics import _PASS_ON
from graphwright.ops.op_index import FAMILIES

each = pytest.mark.parametrize
INVALID = errors.InvalidArgumentError
INF, NAN = float("inf"), float("nan")


@pytest.fixture
def search() -> Iterator[None]:
    tf.debugging.enable_check_numerics(path_length_limit=len(__file__))  # wherever the checkout is
    yield
    tf.debugging.disable_check_numerics()


@pytest.fixture(autouse=True)
def _nothing_is_left_on() -> Iterator[None]:
    yield
    tf.debugging.disable_check_numerics()


def line_of(function: Any, text: str) -> int:
    """The line of this file that a function's text stands on."""
    lines, first = inspect.getsourcelines(getattr(function, "python_function", function))
    return first + next(i for i, line in enumerate(lines) if text in line)


def failing(function: Callable[..., Any], *args: Any) -> str:
    with pytest.raises(INVALID) as caught:
        function(*args)
    return str(caught.value)


# what is found --------------------------------------------------------------------------------------------------

MAKING: list[tuple[Any, str, list[str]]] = [
    (
        lambda: tf.math.log(tf.constant([0.0, 1.0, -1.0])),
        "Log",
        ["shape: (3,)", "# of -Inf elements: 1", "# of +NaN elements: 1", "Tensor had -Inf and NaN values"],
    ),
    (
        lambda: tf.constant([1.0, 2.0]) / tf.constant([0.0, 1.0]),
        "RealDiv",
        ["dtype: <dtype: 'float32'>", "# of +Inf elements: 1", "Input tensors (2):", "0: tf.Tensor([1. 2.]"],
    ),
    (lambda: tf.constant([NAN]) + 1.0, "AddV2", ["# of +NaN elements: 1", "tf.Tensor([nan], shape=(1,)"]),
    (lambda: tf.cast(tf.constant([1e9]), tf.float16), "Cast", ["dtype: <dtype: 'float16'>"]),
    (lambda: tf.cast(tf.constant([1e30], tf.bfloat16) * 1e30, tf.float32), "Mul", ["dtype: <dtype: 'bfloat16'>"]),
    (lambda: tf.exp(tf.constant([[1000.0, 1.0]], tf.float64)), "Exp", ["float64", "shape: (1, 2)"]),
    (lambda: tf.sqrt([-1.0, -2.0, 1.0]), "Sqrt", ["# of +NaN elements: 2"]),
    (lambda: tf.reduce_sum([3e38, 3e38]), "Sum", ["shape: ()", "Tensor had Inf values"]),
    (lambda: tf.py_function(lambda: np.float32(INF), [], tf.float32) + 1.0, "AddV2", ["# of +Inf elements: 1"]),
]


@each("program, op, parts", MAKING)
def test_eagerly(search: None, program: Any, op: str, parts: list[str]) -> None:
    text = failing(program)
    assert f'Detected Infinity or NaN in output 0 of eagerly-executing op "{op}" (# of outputs: 1)' in text
    for part in [*parts, f"[Op:{op}]"]:
        assert part.replace("had Inf", "had +Inf") in text.replace("had Inf", "had +Inf"), text
    assert f'File "{__file__}", line ' in text


@pytest.mark.executors
@each("program, op, parts", MAKING[:2] + MAKING[3:8])
def test_in_functions(search: None, program: Any, op: str, parts: list[str]) -> None:
    """The same, in a graph whose constants could all be computed ahead of time."""
    text = failing(tf.function(program, autograph=False))
    assert f'Detected Infinity or NaN in output 0 of graph op "{op}"' in text
    for part in parts:
        if "tf.Tensor" not in part and "Input" not in part:
            assert part.replace("had Inf", "had +Inf") in text.replace("had Inf", "had +Inf"), text
    assert f'File "{__file__}", line ' in text


@each(
    "program",
    [
        lambda: tf.identity(tf.constant([INF])),
        lambda: tf.reshape(tf.constant([NAN, 1.0]), [2, 1]),
        lambda: tf.where([True, False], tf.constant([NAN, 1.0]), 0.0),
        lambda: tf.fill([2], INF),
        lambda: tf.concat([[INF], [1.0]], 0)[::-1],
        lambda: tf.transpose(tf.stack([[INF], [1.0]])),
        lambda: tf.maximum(tf.constant([-INF, 1.0]), 0.0),
        lambda: tf.constant([1]) + 1,
        lambda: tf.complex(tf.constant([INF]), tf.constant([1.0])),
        lambda: tf.constant([2.0]) / 4.0,
    ],
)
def test_what_only_passes_on_is_not_blamed(search: None, program: Any) -> None:
    program()
    tf.function(program, autograph=False)()


def test_of_several_outputs_the_one_is_named(search: None) -> None:
    logits, labels = tf.constant([[0.0, INF]]), tf.constant([[1.0, 0.0]])
    text = failing(lambda: tf.raw_ops.SoftmaxCrossEntropyWithLogits(features=logits, labels=labels))
    assert "in output 0 of" in text and "(# of outputs: 2)" in text and "Input tensors (2)" in text


# in functions ---------------------------------------------------------------------------------------------------


@tf.function
def halves_of_log(x: Any) -> Any:
    y = tf.math.log(x)  # the first
    return tf.reduce_sum(y) / 2.0


@pytest.mark.executors
def test_the_line_the_inputs_and_the_graph_are_told(search: None) -> None:
    text = failing(halves_of_log, tf.constant([0.0, 1.0]))
    assert f'File "{__file__}", line {line_of(halves_of_log, "# the first")}, in halves_of_log' in text
    assert "Input tensor: x:0 = tf.Tensor([0. 1.], shape=(2,), dtype=float32)" in text
    assert 'Graph name: "__inference_halves_of_log_' in text and "[[{{node Log}}]] [Op:Log]" in text


@pytest.mark.executors
def test_functions_traced_and_compiled_before_are_searched_too() -> None:
    @tf.function
    def f(x: Any) -> Any:
        return tf.math.log(x)

    bad, good = tf.constant([0.0]), tf.constant([1.0])
    concrete = f.get_concrete_function(bad)
    for _ in range(2):
        assert f(bad).numpy().tolist() == [-INF]
    tf.debugging.enable_check_numerics()
    for call in (f, concrete):
        assert call(good).numpy().tolist() == [0.0]
        assert 'graph op "Log"' in failing(call, bad)
    tf.debugging.disable_check_numerics()
    for call in (f, concrete):
        assert call(bad).numpy().tolist() == [-INF]
    assert f.experimental_get_tracing_count() == 1


def test_functions_first_called_while_it_is_on_are_compiled_afterwards() -> None:
    @tf.function
    def f(x: Any) -> Any:
        return 1.0 / x

    tf.debugging.enable_check_numerics()
    f(tf.constant([1.0]))
    tf.debugging.disable_check_numerics()
    assert [f(tf.constant([0.0])).numpy().tolist() for _ in range(3)] == [[INF]] * 3


@pytest.mark.executors
def test_loops_branches_and_calls(search: None) -> None:
    @tf.function
    def inner(x: Any) -> Any:
        return tf.sqrt(x)  # in a call

    @tf.function
    def f(x: Any, kind: Any) -> Any:
        if kind == 0:
            for _ in tf.range(3):
                x = x / 0.0  # in a loop
        elif kind == 1:
            x = tf.exp(x * 1000.0)  # in a branch
        else:
            x = inner(-x)
        return x

    for kind, op, where in ((0, "RealDiv", "# in a loop"), (1, "Exp", "# in a branch"), (2, "Sqrt", "# in a call")):
        text = failing(f, tf.constant([1.0]), tf.constant(kind))
        assert f'graph op "{op}"' in text
        assert f"line {line_of(f if kind < 2 else inner, where)}," in text


def test_what_is_not_needed_is_not_run(search: None) -> None:
    @tf.function
    def f(x: Any) -> Any:
        tf.math.log(x)
        return x + 1.0

    assert float(f(tf.constant(0.0))) == 1.0


@pytest.mark.executors
def test_variables(search: None) -> None:
    v = tf.Variable([0.0])
    v.assign([INF])
    assert "inf" in repr(v)  # looking at it is no use of it
    assert 'eagerly-executing op "ReadVariableOp"' in failing(v.read_value)

    @tf.function
    def step(x: Any) -> None:
        w.assign_add(tf.math.log(x))

    w = tf.Variable(1.0)
    failing(step, tf.constant(0.0))
    assert float(w) == 1.0


# gradients ------------------------------------------------------------------------------------------------------


def slope(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sqrt(x)
    return tape.gradient(y, x)  # the gradient


@pytest.mark.executors
def test_gradients(search: None) -> None:
    eager = failing(slope, tf.constant(0.0))
    assert 'eagerly-executing op "SqrtGrad"' in eager and "# of +Inf elements: 1" in eager
    staged = failing(tf.function(slope), tf.constant(0.0))
    assert 'graph op "SqrtGrad"' in staged
    for text in (eager, staged):
        assert f"line {line_of(slope, '# the gradient')}," in text
    root, x = tf.function(tf.sqrt, autograph=False), tf.Variable(0.0)
    with tf.GradientTape() as tape:
        y = root(x)
    assert 'op "SqrtGrad"' in failing(tape.gradient, y, x)


# switching ------------------------------------------------------------------------------------------------------


def test_it_may_be_switched_twice_and_leaves_nothing_behind() -> None:
    bad = tf.constant(0.0)
    assert tf.debugging.disable_check_numerics() is None  # type: ignore[func-returns-value]
    for _ in range(2):
        assert tf.debugging.enable_check_numerics() is None  # type: ignore[func-returns-value]
    failing(tf.math.log, bad)
    failing(lambda: 1.0 / bad)
    tf.debugging.disable_check_numerics()
    assert float(tf.math.log(bad)) == -INF and float(1.0 / bad) == INF


def test_it_is_for_one_thread(search: None) -> None:
    found: list[Any] = []

    def other() -> None:
        found.append(float(tf.math.log(tf.constant(0.0))))
        found.append(float(tf.reduce_sum(tf.function(tf.math.log, autograph=False)(tf.constant([0.0])))))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert found == [-INF, -INF]
    failing(tf.math.log, tf.constant(0.0))


def test_it_ends_with_its_thread() -> None:
    before = int(context.slow_path_flags[0]), context.searching_threads
    thread = threading.Thread(target=tf.debugging.enable_check_numerics)
    thread.start()
    thread.join()
    del thread
    gc.collect()
    assert (int(context.slow_path_flags[0]), context.searching_threads) == before
    tf.debugging.enable_check_numerics()
    tf.debugging.enable_check_numerics()
    assert context.searching_threads == before[1] + 1
    tf.debugging.disable_check_numerics()
    tf.debugging.disable_check_numerics()
    assert (int(context.slow_path_flags[0]), context.searching_threads) == before


def test_an_op_prepared_while_another_thread_begins_to_search_is_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    infer = dispatch.infer

    def begin_to_search(*args: Any) -> Any:
        tf.debugging.enable_check_numerics()
        return infer(*args)

    x = tf.constant(np.zeros([1, 3, 1, 7], np.float32))
    monkeypatch.setattr(dispatch, "infer", begin_to_search)
    tf.math.log(x)
    monkeypatch.undo()
    assert 'eagerly-executing op "Log"' in failing(tf.math.log, x)


def test_limits_of_what_is_shown() -> None:
    tf.debugging.enable_check_numerics(stack_height_limit=0)
    assert "The op was made here" not in failing(tf.math.log, tf.constant(0.0))
    tf.debugging.enable_check_numerics(path_length_limit=10)
    text = failing(tf.math.log, tf.constant(0.0))
    assert f'File "...{__file__[-10:]}", line' in text


# the rest of tf.debugging ---------------------------------------------------------------------------------------


def test_the_names_are_there() -> None:
    names = """Assert assert_all_finite assert_equal assert_greater assert_greater_equal assert_integer assert_less
        assert_less_equal assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal
        assert_positive assert_proper_iterable assert_rank assert_rank_at_least assert_rank_in assert_same_float_dtype
        assert_scalar assert_shapes assert_type check_numerics disable_check_numerics disable_traceback_filtering
        enable_check_numerics enable_traceback_filtering is_numeric_tensor is_traceback_filtering_enabled"""
    assert set(names.split()) <= set(dir(tf.debugging))


@each("value, kind", [([1.0, INF], "Inf"), ([NAN, 1.0], "NaN"), ([-INF, NAN], "Inf and NaN")])
@each("run", [lambda f: f, tf.function(autograph=False)], ids=["eager", "traced"])
def test_check_numerics(run: Any, value: list[float], kind: str) -> None:
    check = run(lambda x: tf.debugging.check_numerics(x, "the loss"))
    assert check(tf.constant([1.0])).numpy().tolist() == [1.0]
    with pytest.raises(INVALID, match=f"the loss : Tensor had {kind} values"):
        check(tf.constant(value))


def test_functions_can_run_eagerly() -> None:
    seen: list[bool] = []

    @tf.function
    def f(x: Any) -> Any:
        seen.append(tf.executing_eagerly() and not tf.inside_function())
        return x + 1

    tf.config.run_functions_eagerly(True)
    try:
        assert tf.config.functions_run_eagerly()
        assert [int(f(tf.constant(i))) for i in range(3)] == [1, 2, 3] and seen == [True] * 3
        assert f.experimental_get_tracing_count() == 0
    finally:
        tf.config.run_functions_eagerly(False)
    assert not tf.config.functions_run_eagerly()
    assert [int(f(tf.constant(i))) for i in range(3)] == [1, 2, 3] and seen == [True] * 3 + [False]


def test_a_function_traced_before_runs_eagerly_too() -> None:
    @tf.function
    def f(x: Any) -> Any:
        calls.append(1)
        return x

    calls: list[int] = []
    for _ in range(3):
        f(tf.constant(1))
    tf.config.run_functions_eagerly(True)
    try:
        for _ in range(3):
            f(tf.constant(1))
    finally:
        tf.config.run_functions_eagerly(False)
    f(tf.constant(1))
    assert len(calls) == 4


def test_where_the_program_is() -> None:
    found: dict[str, tuple[bool, bool]] = {}

    def note(where: str) -> None:
        found[where] = (tf.executing_eagerly(), tf.inside_function())

    @tf.function
    def f(x: Any) -> Any:
        note("traced")
        with tf.init_scope():
            note("init_scope")
        tf.py_function(lambda: note("py_function"), [], [])
        return x

    note("outside")
    f(tf.constant(1))
    assert found == {
        "outside": (True, False),
        "traced": (False, True),
        "init_scope": (True, False),
        "py_function": (True, False),
    }


def test_the_name_of_a_known_computation_is_in_the_graph() -> None:
    @tf.function(experimental_implements="my.package.Relu")
    def relu(x: Any) -> Any:
        return tf.maximum(x, 0.0)

    @tf.function
    def outer(x: Any) -> Any:
        return relu(x)

    definition = relu.get_concrete_function(tf.TensorSpec([])).function_def
    assert definition.attr["_implements"].s == b"my.package.Relu"
    library = outer.get_concrete_function(tf.TensorSpec([])).graph.as_graph_def().library.function
    assert [f.attr["_implements"].s for f in library if "_implements" in f.attr] == [b"my.package.Relu"]


def test_the_ops_that_are_not_blamed_exist() -> None:
    declared = {name for names in FAMILIES.values() for name in names.split()}
    # of TensorFlow's, not declared here yet
    others = (
        "BatchToSpaceND ClipByValue Concat DynamicStitch ParallelDynamicStitch ReverseSequence SpaceToBatchND TopKV2"
    )
    assert declared | set(others.split()) >= _PASS_ON
