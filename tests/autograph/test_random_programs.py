"""Random programs: converted they do what Python does, and traced they compute what Python computes.

Set AUTOGRAPH_SEEDS to a range such as 1000:2000 to look further.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from graphwright.autograph import convert
from tests.autograph.random_programs import Tame, Wild
from tests.autograph.support import define, plain

WILD = range(40)
TAME = range(16)
if "AUTOGRAPH_SEEDS" in os.environ:
    first, last = os.environ["AUTOGRAPH_SEEDS"].split(":")
    WILD = TAME = range(int(first), int(last))


class TooLongError(BaseException):
    """A program ran for too many steps."""


class Manager:
    def __init__(self, swallow: bool = False, log: list[Any] | None = None) -> None:
        self.swallow = swallow
        self.log = [] if log is None else log

    def __enter__(self) -> int:
        return 3

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        self.log.append(("exit", shown(kind)))
        return self.swallow and kind is not None and issubclass(kind, Exception)


def shown(kind: Any) -> str:
    # which of the two it is depends on whether a variable is shared with an inner function
    return "None" if kind is None else kind.__name__.replace("UnboundLocalError", "NameError")


class Object:
    def __init__(self, x: Any) -> None:
        self.x = x

    def m(self, value: Any) -> Any:
        if value > self.x:
            return value
        return self.x


def told(value: Any) -> str:
    return re.sub("0x[0-9a-f]+", "", repr(value))


def run_wild(text: str, transform: Callable[[Any], Any], a: int, b: int) -> tuple[Any, ...]:
    """Everything that can be seen of a run."""
    log: list[Any] = []
    steps = 0

    def tick() -> None:
        nonlocal steps
        steps += 1
        if steps > 200:
            raise TooLongError

    def write(value: Any) -> Any:
        tick()
        log.append(told(value))
        return value

    def manager(swallow: bool) -> Manager:
        return Manager(swallow, log)

    def h(v: Any = 1, k: Any = 2) -> Any:
        return k if v else v

    f = define(text, tick=tick, log=write, h=h, manager=manager, g=7)
    o, d, items = Object(1), {"k": 1}, [1, 2]
    try:
        result = told(transform(f)(a, b, o, d, items))
    except (Exception, TooLongError) as error:
        result = shown(type(error))
    return result, log, told(vars(o)), told(d), told(items), told(f.__globals__["g"])


@pytest.mark.parametrize("seed", WILD)
def test_converted_programs_do_what_python_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    text = Wild(seed).text()
    try:
        compile(text, "program", "exec")
    except SyntaxError:
        pytest.skip("a walrus where Python has none")
    for a, b in ((0, 1), (2, 0), (-1, 3)):
        assert run_wild(text, convert, a, b) == run_wild(text, lambda f: f, a, b), text


def world(staged: bool) -> dict[str, Any]:
    def h(v: Any, k: Any = 2) -> Any:
        while k < v:
            k = k * k + 1
        return k % 97

    span, items = (tf.range, tf.constant) if staged else (range, list)
    return {"h": h, "manager": Manager, "span": span, "items": items}


@pytest.mark.parametrize("seed", TAME)
def test_traced_programs_compute_what_python_computes(seed: int) -> None:
    text = Tame(seed).text()
    program, staged = define(text, **world(False)), define(text, **world(True))

    @tf.function
    def traced(a: Any, b: Any) -> Any:
        return staged(a, b, Object(tf.constant(2)), {"k": tf.constant(1)})

    for a, b in ((3, 1), (0, 7)):
        expected = program(a, b, Object(2), {"k": 1})
        assert plain(traced(tf.constant(a), tf.constant(b))) == expected, text
