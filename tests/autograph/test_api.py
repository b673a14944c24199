"""`tf.autograph`: to_code, to_graph, Feature, set_verbosity, trace."""

from __future__ import annotations

import logging
from typing import Any

import pytest

import graphwright as tf

autograph = tf.autograph


def code_of(entity: Any) -> str:
    """The generated code as Python 3.11 and later write it."""
    return autograph.to_code(entity).replace("(x,) = ", "x, = ").replace("lambda :", "lambda:")


def loop(x: Any) -> Any:
    while tf.reduce_sum(x) > 1:
        tf.print(x)
        x = tf.tanh(x)
    return x


def relu(x: Any) -> Any:
    """Nothing below zero."""
    if tf.greater(x, 0):
        return x
    else:
        return 0


def everything(x: Any, *args: Any, k: int = 3, **rest: Any) -> Any:
    for i in tf.range(3):
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
        if i > 1 or not x:
            break
        y = i
    assert x > 0, "message"
    return (1 if x < 2 < k else y) and max(x, **rest)


def test_code_of_a_loop() -> None:
    code = code_of(tf.function(loop).python_function)
    assert code.splitlines()[0] == "def tf__loop(x: Any) -> Any:"
    for part in (
        "def get_state():\n        return (x,)",
        "def set_state(vars_):\n        nonlocal x\n        x, = vars_",
        "def loop_body():\n        nonlocal x\n        ag__.converted_call(tf.print, (x,), None)",
        "def loop_test():\n        return ag__.converted_call(tf.reduce_sum, (x,), None) > 1",
        "ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('x',), {})",
    ):
        assert part in code


def test_code_of_a_branch() -> None:
    code = code_of(relu)
    assert "do_return = False\n    retval_ = ag__.UndefinedReturnValue()" in code
    assert "def if_body():\n        nonlocal do_return, retval_\n        retval_ = x\n        do_return = True" in code
    assert "def else_body():\n        nonlocal do_return, retval_\n        retval_ = 0" in code
    call = "ag__.if_stmt(ag__.converted_call(tf.greater, (x, 0), None), if_body, else_body, get_state, set_state, "
    assert call + "('do_return', 'retval_'), 2)" in code


def test_code_of_everything_else() -> None:
    code = code_of(everything)
    for part in (
        "def tf__everything(x: Any, *args: Any, k: int=3, **rest: Any) -> Any:",
        "y = ag__.Undefined('y')",
        "ag__.for_stmt(ag__.converted_call(tf.range, (3,), None), extra_test, loop_body, get_state, set_state, ",
        "{'maximum_iterations': 2, 'iterate_names': 'i', 'overwritten': ('y',)})",
        "def extra_test():\n        return ag__.not_(break_)",
        "ag__.or_(i > 1, lambda: ag__.not_(x))",
        "assert ag__.assert_(x > 0, None, lambda: 'message'), 'message'",
        "ag__.compare_chain(x, (lambda left, right: left < right, lambda: 2), (lambda left, right: left < right, ",
        "ag__.if_exp(",
        "lambda: ag__.ld(y), 'x < 2 < k')",
        "ag__.and_(ag__.if_exp(",
        "ag__.converted_call(max, (x,), (rest,))",
    ):
        assert part in code, part


def test_code_of_a_lambda_and_a_method() -> None:
    assert code_of(lambda x: 1 if x else 2) == "tf__lam = lambda x: ag__.if_exp(x, lambda: 1, lambda: 2, 'x')\n"

    class A:
        def method(self) -> Any:
            return self

    assert autograph.to_code(A().method).startswith("def tf__method(self)")


@pytest.mark.parametrize("entity", [len, 5, int, tf.Variable])
def test_what_cannot_be_converted(entity: Any) -> None:
    with pytest.raises(ValueError, match="Cannot convert"):
        autograph.to_code(entity)


def test_to_graph() -> None:
    converted = autograph.to_graph(relu)
    assert converted is not relu
    assert (converted.__name__, converted.__doc__, converted.__module__) == ("relu", "Nothing below zero.", __name__)
    assert [int(tf.function(converted)(tf.constant(x))) for x in (3, -3)] == [3, 0]
    assert [int(tf.function(converted, autograph=False)(tf.constant(x))) for x in (3, -3)] == [3, 0]
    assert int(autograph.to_graph(tf.function(relu))(tf.constant(2))) == 2


def test_features() -> None:
    feature = autograph.experimental.Feature
    assert feature.ALL in feature.all()
    assert feature.LISTS not in feature.all_but(feature.LISTS)
    assert set(feature.all_but([feature.ALL, feature.LISTS])) == set(feature.all()) - {feature.ALL, feature.LISTS}
    autograph.to_graph(relu, experimental_optional_features=feature.ALL)
    autograph.to_code(relu, experimental_optional_features=(feature.LISTS, feature.EQUALITY_OPERATORS))
    with pytest.raises(ValueError, match="optional features are members of"):
        autograph.to_code(relu, experimental_optional_features="ALL")


def test_loop_options_do_nothing_in_plain_python() -> None:
    assert autograph.experimental.set_loop_options(maximum_iterations=3) is None


def test_verbosity(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    def f(x: Any) -> Any:
        return 1 if x else 2

    def g(x: Any) -> Any:
        return 3 if x else 4

    autograph.set_verbosity(3, alsologtostdout=True)
    try:
        with caplog.at_level(logging.INFO, "graphwright.autograph"):
            autograph.to_graph(f)
    finally:
        autograph.set_verbosity(0)
    autograph.to_graph(g)
    assert "return ag__.if_exp(x, lambda" in caplog.text
    assert "3, lambda" not in caplog.text
    assert "ag__.if_exp" in capsys.readouterr().out


def test_trace(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def f(x: Any) -> Any:
        tf.autograph.trace("tracing", 1)
        return x

    f(tf.constant(1))
    f(tf.constant(2))
    assert capsys.readouterr().out == "tracing 1\n"


def test_asserts(monkeypatch: pytest.MonkeyPatch) -> None:
    @tf.function
    def f(x: Any) -> Any:
        assert x > 0, f"must be positive"  # noqa: F541
        assert x < 10
        return x

    assert int(f(tf.constant(3))) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be positive"):
        f(tf.constant(-1))
    with pytest.raises(tf.errors.InvalidArgumentError, match="x < 10"):
        f(tf.constant(11))


def test_import_is_cheap() -> None:
    import subprocess
    import sys

    code = (
        "import sys, graphwright.autograph; "
        "print([m for m in ('ast', 'inspect', 'graphwright.autograph.conversion') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "graphwright.autograph.conversion" not in done.stdout
