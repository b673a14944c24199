"""What is compared of random programs: converted they do what Python does, traced they compute what Python computes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.autograph import convert
from tests.autograph.random_programs import Tame, Wild
from tests.autograph.support import define, plain

INT32 = np.iinfo(np.int32)


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

    @property
    def larger(self) -> Any:
        if self.x > 2:
            return self.x
        return 2


def told(value: Any) -> str:
    return re.sub("0x[0-9a-f]+", "", repr(value))


class _World:
    """A Wild program and all that it can touch, made anew for each run."""

    def __init__(self, text: str, transform: Callable[[Any], Any]) -> None:
        self._log: list[Any] = []
        self._steps = 0
        self._plain = define(text, tick=self._tick, log=self._write, h=_h, manager=self._manager, g=7)
        self._run = transform(self._plain)

    def _tick(self) -> None:
        self._steps += 1
        if self._steps > 200:
            raise TooLongError

    def _write(self, value: Any) -> Any:
        self._tick()
        self._log.append(told(value))
        return value

    def _manager(self, swallow: bool) -> Manager:
        return Manager(swallow, self._log)

    def run(self, a: int, b: int) -> tuple[Any, ...]:
        """Everything that can be seen of a run."""
        self._log, self._steps = [], 0
        self._plain.__globals__["g"] = 7
        o, d, items = Object(1), {"k": 1}, [1, 2]
        try:
            result = told(self._run(a, b, o, d, items))
        except (Exception, TooLongError) as error:
            result = shown(type(error))
        return result, self._log, told(vars(o)), told(d), told(items), told(self._plain.__globals__["g"])


def _h(v: Any = 1, k: Any = 2) -> Any:
    return k if v else v


def check_wild(seed: int) -> bool:
    """Compare a Wild program, converted, with Python; False for a text that is no program."""
    text = Wild(seed).text()
    try:
        compile(text, "program", "exec")
    except SyntaxError:
        return False
    converted, python = _World(text, convert), _World(text, lambda f: f)
    for a, b in ((0, 1), (2, 0), (-1, 3)):
        assert converted.run(a, b) == python.run(a, b), text
    return True


def _tame_world(staged: bool) -> dict[str, Any]:
    def h(v: Any, k: Any = 2) -> Any:
        while k < v:
            k = k * k + 1
        return k % 97

    def total(numbers: Any) -> Any:
        s = 0
        for v in numbers:
            s = (s * 3 + v) % 101
        return s

    span, items = (tf.range, tf.constant) if staged else (range, list)
    return {"h": h, "manager": Manager, "span": span, "items": items, "total": total}


def _outcome(call: Callable[[], Any]) -> Any:
    try:
        return plain(call())
    except (ValueError, IndexError) as error:
        if type(error) not in (ValueError, IndexError):
            raise
        return type(error)


def check(seed: int) -> bool:
    """Check the program of a seed: every fifth is a Tame one, which takes longer. False if there is none."""
    return check_wild(seed) if seed % 5 else check_tame(seed)


def check_tame(seed: int) -> bool:
    """Compare a Tame program, traced, with Python; False for one whose numbers outgrow int32."""
    text = Tame(seed).text()
    program, staged = define(text, **_tame_world(False)), define(text, **_tame_world(True))

    @tf.function
    def traced(a: Any, b: Any) -> Any:
        return staged(a, b, Object(tf.constant(2)), {"k": tf.constant(1)})

    for a, b in ((3, 1), (0, 7)):
        expected = _outcome(lambda a=a, b=b: program(a, b, Object(2), {"k": 1}))
        if isinstance(expected, tuple) and any(abs(number) > INT32.max for number in expected):
            return False
        met = _outcome(lambda a=a, b=b: traced(tf.constant(a), tf.constant(b)))
        assert met == expected, f"{(a, b)}: traced {met}, in Python {expected}\n{text}"
    return True
