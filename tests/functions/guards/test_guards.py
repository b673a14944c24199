"""Python state that traces freeze: what is recorded, and what is reported when it changes."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.autograph.static_reads import certain_reads
from tests.functions.guards.frozen_programs import (
    LAYER,
    PROGRAMS,
    QUIET,
    TABLE,
    Layer,
    Mode,
    Program,
    Settings,
    closure,
    helper,
    restored,
)

FrozenStateWarning = tf.errors.FrozenStateWarning

RATE: Any = 2.0
X = tf.constant(2.0)


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    kept = RATE
    yield from restored()
    set_rate(kept)


def set_rate(value: Any) -> None:
    """Assigns the name of this module."""
    globals()["RATE"] = value


each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)


@each_program
def test_a_change_is_reported_once(program: Program) -> None:
    f = tf.function(program.function)
    frozen = float(f(X))
    program.change()
    with pytest.warns(FrozenStateWarning) as caught:
        assert float(f(X)) == frozen
    assert len(caught) == 1
    (record,) = f.get_concrete_function(X).frozen.find(program.reported)
    text = str(caught[0].message)
    assert text.startswith(f"`{program.reported}` was {record.value} when ")
    assert f"line {record.line}" in text
    assert (caught[0].filename, caught[0].lineno) == (record.file, record.line)
    for _ in range(20):
        assert float(f(X)) == frozen


@each_program
def test_retrace_gives_what_python_gives(program: Program) -> None:
    f = tf.function(program.function, python_state="retrace")
    before = float(f(X))
    assert before == float(program.function(X))
    assert float(f(X)) == before
    assert f.experimental_get_tracing_count() == 1
    program.change()
    after = float(program.function(X))
    for _ in range(3):
        assert float(f(X)) == after
    assert f.experimental_get_tracing_count() == 2


@each_program
def test_error_raises(program: Program) -> None:
    f = tf.function(program.function, python_state="error")
    f(X), f(X)
    record = f.get_concrete_function(X).frozen.find(program.reported)[0]
    program.change()
    for _ in range(2):
        with pytest.raises(tf.errors.FailedPreconditionError) as caught:
            f(X)
        text = str(caught.value)
        assert text.startswith(f"`{program.reported}` was {record.value} when ")
        assert f'File "{record.file}", line {record.line}, in ' in text
        assert "tf.Variable" in text


@each_program
@pytest.mark.parametrize("mode", [None, "warn", "retrace", "error", "ignore"])
def test_no_warning_without_a_change(program: Program, mode: str | None) -> None:
    f = tf.function(program.function, python_state=mode)
    results = {float(f(X)) for _ in range(9)}
    assert len(results) == 1
    assert f.experimental_get_tracing_count() == 1


@each_program
def test_ignore(program: Program) -> None:
    f = tf.function(program.function, python_state="ignore")
    frozen = float(f(X))
    program.change()
    assert [float(f(X)) for _ in range(4)] == [frozen] * 4


@pytest.mark.parametrize("program", QUIET, ids=lambda p: p.name)
def test_no_false_alarm(program: Program) -> None:
    f = tf.function(program.function)
    f(X)
    program.change()
    for _ in range(9):
        f(X)
    f(tf.constant([1.0]))  # another trace writes what the first one wrote
    for _ in range(9):
        f(X)


@pytest.mark.parametrize(
    "first, second, same",
    [
        (1, True, False),
        (1, 1.0, False),
        (0.0, -0.0, False),
        (float("nan"), -float("nan"), True),
        (2.5, float("2.5"), True),
        (10**20, 10**20 + 0, True),
        ("1", b"1", False),
        (None, 0, False),
        ((1, 2), (1, 2.0), False),
        ([1, 2], (1, 2), False),
        ([1, [2, 3]], [1, [2, 3]], True),
        ([1, [2, 3]], [1, [2, 4]], False),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, False),
        ({"a": 1}, {"a": True}, False),
        ({1, 2}, {2, 1}, True),
        ({1, 2}, {1, 3}, False),
        (range(3), range(3), True),
        (Mode.ADD, Mode.MULTIPLY, False),
        (tf.float32, tf.float64, False),
        (tf.TensorShape([2]), tf.TensorShape([2]), True),
        (np.float32(1.0), np.float32(1.0), True),
        (np.float32(1.0), np.float64(1.0), False),
        (np.ones(3), np.ones(3), True),
        (np.ones(3), np.ones((3, 1)), False),
        (tf.ones(3), tf.ones(3), True),
        (tf.ones(3), tf.zeros(3), False),
        (tf.zeros(3), np.zeros(3, np.float32), False),
        (tf.ones(5000), tf.ones(5000), False),
        (Settings(1.0), Settings(1.0), True),
        (Settings(1.0), Settings(2.0), False),
        (Layer(), Layer(), False),
        (lambda: 1, lambda: 1, True),
        (lambda: 1, lambda: 2, False),
        (lambda n=1: n, lambda n=2: n, False),
        (closure()[0], closure()[0], True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_counts_as_the_same(first: Any, second: Any, same: bool) -> None:
    set_rate(first)

    def f(x: Any) -> Any:
        kept = [RATE]
        return x + len(kept)

    traced = tf.function(f, python_state="retrace")
    traced(X)
    (record,) = traced.get_concrete_function(X).frozen.find("RATE")
    set_rate(second)
    assert record.holds() == same
    assert (record.changed_to() is None) == same
    for _ in range(2):
        traced(X)
    assert traced.experimental_get_tracing_count() == (1 if same else 2)


# unconverted code ---------------------------------------------------------------------------------------------------


def _unconverted(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return tf.autograph.experimental.do_not_convert(function)


UNCONVERTED_PROGRAMS = [p for p in PROGRAMS if p.name in (
    "global", "free variable", "attribute", "class attribute", "slot", "module", "property", "dataclass", "key",
    "called function", "tensor", "variable", "object on the way", "private attribute", "called object",
)]  # fmt: skip


@pytest.mark.parametrize("program", UNCONVERTED_PROGRAMS, ids=lambda p: p.name)
def test_without_autograph(program: Program) -> None:
    f = tf.function(program.function, autograph=False, python_state="retrace")
    f(X)
    program.change()
    assert float(f(X)) == float(program.function(X))
    assert f.experimental_get_tracing_count() == 2


@pytest.mark.parametrize("program", UNCONVERTED_PROGRAMS, ids=lambda p: p.name)
def test_do_not_convert(program: Program) -> None:
    plain = _unconverted(program.function)
    f = tf.function(lambda x: plain(x), python_state="retrace")
    f(X)
    program.change()
    assert float(f(X)) == float(program.function(X))


CALLED: list[tuple[Callable[[Any], Any], bool]] = [
    (lambda x: helper(x), True),
    (lambda x: helper(x + 1, RATE), True),
    (lambda x: helper(x=x), True),
    (lambda x: helper(*x), True),
    (lambda x: helper([x, 1], {1: x}, f"{x}", lambda: 1), True),
    (lambda x: x + helper(x.m(RATE), -x), True),
    (lambda x: x[helper(1)(2)], True),
    (lambda x: helper + 1, False),
    (lambda x: (x, helper)[0](), False),
    (lambda x: (x + helper)(), False),
    (lambda x: x(helper), False),
    (lambda x: x.helper(helper, 1), False),
    (lambda x: [helper, x()], False),
]


@pytest.mark.parametrize("function, called", CALLED, ids=range(len(CALLED)))
def test_what_bytecode_says_of_calls(function: Callable[[Any], Any], called: bool) -> None:
    (read,) = [r for r in certain_reads(function.__code__) if r.root == "helper"]
    assert read.called is called


def test_conditional_reads_of_unconverted_code() -> None:
    def either(x: Any, flag: bool) -> Any:
        if flag:
            return x * RATE
        return x * TABLE["rate"]

    f = tf.function(either, autograph=False)
    f(X, True)
    set_rate(3.0)
    TABLE["rate"] = 3.0
    for _ in range(9):
        f(X, True)
    assert not f.get_concrete_function(X, True).frozen


def test_arguments_of_unconverted_code() -> None:
    f = tf.function(lambda model, x: model.scale * x, autograph=False, python_state="retrace")
    model = Layer()
    assert float(f(model, X)) == 4.0
    model.scale = 3.0
    assert float(f(model, X)) == 6.0


# what there is to see ---------------------------------------------------------------------------------------------


def test_frozen_reads() -> None:
    rate = 2.0

    def f(x: Any) -> Any:
        return x * rate * RATE * LAYER.scale * TABLE["rate"]

    frozen = tf.function(f).get_concrete_function(X).frozen
    assert [(r.name, r.value, r.kind) for r in frozen] == [
        ("rate", "2.0", "closure"),
        ("RATE", "2.0", "global"),
        ("LAYER.scale", "2.0", "attribute"),
        ("TABLE['rate']", "2.0", "item"),
    ]
    line = f.__code__.co_firstlineno + 1
    assert {(r.file, r.function, r.line) for r in frozen} == {(__file__, "f", line)}
    assert str(frozen[0]) == f"rate = 2.0 (line {line})"


def test_explain_lists_frozen_state() -> None:
    f = tf.function(lambda x: x * RATE, python_state="retrace")
    f(X)
    set_rate(3.0)
    f(X)
    text = str(f.explain())
    assert "`RATE` was 2.0, is 3.0" in text
    assert "RATE = 3.0" in text


@pytest.mark.parametrize(
    "value, text",
    [
        (OrderedDict(a=1), "{'a': 1}"),
        ({1, 2}, "set of ['1', '2']"),
        ("x" * 100, "'" + "x" * 56 + "..."),
        (tf.TensorShape([1, None]), "(1, None)"),
        (tf.float32, "tf.float32"),
        (list(range(200)), "a list of 200"),
        (Mode.ADD, "Mode.ADD"),
        ((1,), "(1,)"),
        (tf.constant([1.0]), "Tensor([1.])"),
        (functools.partial(print), "<partial at "),
    ],
    ids=lambda v: type(v).__name__,
)
def test_values_are_abbreviated(value: Any, text: str) -> None:
    set_rate(value)

    def f(x: Any) -> Any:
        kept = RATE
        return x if kept is None else x + 1.0

    (record,) = tf.function(f).get_concrete_function(X).frozen
    assert record.value.startswith(text)
    assert len(record.value) <= 60
