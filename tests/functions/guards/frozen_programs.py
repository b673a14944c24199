"""Programs that read Python state while they are traced, and what changes that state."""

from __future__ import annotations

import dataclasses
import enum
import types
from collections import namedtuple
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import graphwright as tf

RATE: Any = 2.0
TABLE: Any = {"rate": 2.0, "other": 1.0}
SIZES: Any = [1.0, 2.0]
PAIR: Any = (1.0, [2.0])
ARRAY: Any = np.array([1.0, 2.0], np.float32)
TENSOR: Any = tf.constant(2.0)
VARIABLE: Any = tf.Variable(2.0)
TRACES = 0
config = types.ModuleType("config")


class Mode(enum.Enum):
    """How to go on."""

    ADD = 1
    MULTIPLY = 2


MODE = Mode.ADD
Point = namedtuple("Point", "x y")
POINT = Point(1.0, 2.0)


@dataclasses.dataclass
class Settings:
    """Plain values."""

    rate: float = 2.0
    flag: bool = False


SETTINGS = Settings()


class Slotted:
    """Without a dict."""

    __slots__ = ("__weakref__", "rate")

    def __init__(self) -> None:
        self.rate = 2.0


SLOTTED = Slotted()


class Layer:
    """Attributes of all kinds."""

    default: Any = 3.0

    def __init__(self, scale: float = 2.0) -> None:
        self.scale = scale
        self._rate = 2.0
        self.__hidden = 2.0
        self.traces = 0
        self.history: list[Any] = []
        self.inner: Any = None
        self.layers: list[Any] = []
        self.table: dict[str, Any] = {"a": 1.0, "b": 5.0}

    @property
    def rate(self) -> float:
        """What `_rate` says."""
        return self._rate

    def __call__(self, x: Any) -> Any:
        return x * self.scale

    def hidden(self, x: Any) -> Any:
        """Reads a private name."""
        return x * self.__hidden

    def hide(self, value: float) -> None:
        """Writes it."""
        self.__hidden = value


LAYER = Layer()


def helper(x: Any) -> Any:
    """Called by name."""
    return x * RATE


def set_global(name: str, value: Any) -> Callable[[], None]:
    """Assigns a name of this module."""
    return lambda: globals().__setitem__(name, value)


def restored() -> Iterator[None]:
    """Puts the state of this module back; the body of a fixture."""
    kept = dict(globals())
    TABLE.update(rate=2.0, other=1.0)
    SIZES[:] = [1.0, 2.0]
    PAIR[1][:] = [2.0]
    ARRAY[:] = [1.0, 2.0]
    VARIABLE.assign(2.0)
    SETTINGS.rate, SETTINGS.flag = 2.0, False
    SLOTTED.rate = 2.0
    vars(LAYER).clear()
    LAYER.__init__()  # type: ignore[misc]
    SET_CLOSURE(2.0)
    config.rate = 2.0  # type: ignore[attr-defined]
    yield
    globals().update(kept)


@dataclasses.dataclass
class Program:
    """A function of a tensor, what changes its state, and the name that is reported."""

    name: str
    function: Callable[[Any], Any]
    change: Callable[[], Any]
    reported: str


def closure() -> tuple[Callable[[Any], Any], Callable[[float], None]]:
    rate = 2.0

    def change(value: float) -> None:
        nonlocal rate
        rate = value

    return lambda x: x * rate, change


def _conditional(x: Any) -> Any:
    if SETTINGS.flag:
        return x * 10.0
    return x


def _staged(x: Any) -> Any:
    if x > 0:
        return x * LAYER.scale
    return x


def _nested(x: Any) -> Any:
    def inner(y: Any) -> Any:
        return y * RATE

    return inner(x)


def _loop(x: Any) -> Any:
    for size in SIZES:
        x = x * size
    return x


def _by_index(x: Any) -> Any:
    for i in range(2):
        x = x * SIZES[i]
    return x


def _by_mode(x: Any) -> Any:
    return x + 3.0 if MODE is Mode.ADD else x * 10.0


def _imported(x: Any) -> Any:
    layer = LAYER
    return x * layer.scale


def _of_result(x: Any) -> Any:
    return x * _the_settings().rate


def _the_settings() -> Any:
    return SETTINGS


def _own_method(x: Any) -> Any:
    return LAYER.hidden(x)


def _items(x: Any) -> Any:
    for value in TABLE.values():
        x = x + value
    return x


def _rated() -> Any:
    return tf.constant(1.0) * RATE


class Rated:
    """Reads a global name when it is made."""

    def __init__(self) -> None:
        self.rate = RATE


def _generated(x: Any) -> Iterator[Any]:
    yield x * RATE


def _set_scale(value: Any) -> Callable[[], None]:
    return lambda: setattr(LAYER, "scale", value)


CLOSURE, SET_CLOSURE = closure()

PROGRAMS = [
    Program("global", lambda x: x * RATE, set_global("RATE", 3.0), "RATE"),
    Program("another type", lambda x: x * tf.constant(RATE, tf.float32), set_global("RATE", 2), "RATE"),
    Program("free variable", CLOSURE, lambda: SET_CLOSURE(3.0), "rate"),
    Program("attribute", lambda x: x * LAYER.scale, _set_scale(3.0), "LAYER.scale"),
    Program("class attribute", lambda x: x * LAYER.default, lambda: setattr(LAYER, "default", 4.0), "LAYER.default"),
    Program("getattr", lambda x: x * getattr(LAYER, "sca" + "le"), _set_scale(3.0), "getattr(..., 'scale')"),
    Program("passed on by name", lambda x: tf.cond(x > 0, _rated, _rated), set_global("RATE", 3.0), "RATE"),
    Program("constructor", lambda x: x * Rated().rate, set_global("RATE", 3.0), "RATE"),
    Program("generator", lambda x: sum(_generated(x)), set_global("RATE", 3.0), "RATE"),
    Program("private attribute", _own_method, lambda: LAYER.hide(3.0), "self.__hidden"),
    Program("slot", lambda x: x * SLOTTED.rate, lambda: setattr(SLOTTED, "rate", 3.0), "SLOTTED.rate"),
    Program("module", lambda x: x * config.rate, lambda: setattr(config, "rate", 3.0), "config.rate"),
    Program("property", lambda x: x * LAYER.rate, lambda: setattr(LAYER, "_rate", 3.0), "self._rate"),
    Program("dataclass", lambda x: x * SETTINGS.rate, lambda: setattr(SETTINGS, "rate", 3.0), "SETTINGS.rate"),
    Program("object on the way", lambda x: x * SETTINGS.rate, set_global("SETTINGS", Settings(3.0)), "SETTINGS.rate"),
    Program("condition", _conditional, lambda: setattr(SETTINGS, "flag", True), "SETTINGS.flag"),
    Program("staged branch", _staged, _set_scale(3.0), "LAYER.scale"),
    Program("nested function", _nested, set_global("RATE", 3.0), "RATE"),
    Program("called function", lambda x: helper(x), set_global("RATE", 3.0), "RATE"),
    Program("called object", lambda x: LAYER(x), _set_scale(3.0), "self.scale"),
    Program("alias", _imported, _set_scale(3.0), "layer.scale"),
    Program("of a result", _of_result, lambda: setattr(SETTINGS, "rate", 3.0), "_the_settings().rate"),
    Program("comprehension", lambda x: sum([x * r for r in (1.0, RATE)]), set_global("RATE", 3.0), "RATE"),
    Program("key", lambda x: x * TABLE["rate"], lambda: TABLE.update(rate=3.0), "TABLE['rate']"),
    Program("items", _items, lambda: TABLE.update(other=3.0), "TABLE"),
    Program("list", _loop, lambda: SIZES.append(3.0), "SIZES"),
    Program("list element", _loop, lambda: SIZES.__setitem__(0, 3.0), "SIZES"),
    Program("index", _by_index, lambda: SIZES.__setitem__(0, 3.0), "SIZES[0]"),
    Program("length", lambda x: x * len(SIZES), lambda: SIZES.append(0.0), "SIZES"),
    Program("tuple", lambda x: x * PAIR[1][0], lambda: PAIR[1].__setitem__(0, 5.0), "PAIR[1][0]"),
    Program("named tuple", lambda x: x * POINT.x, set_global("POINT", Point(7.0, 2.0)), "POINT.x"),
    Program("array", lambda x: x * ARRAY[0], lambda: ARRAY.__setitem__(0, 5.0), "ARRAY"),
    Program("whole array", lambda x: tf.reduce_sum(x * ARRAY), lambda: ARRAY.__setitem__(0, 5.0), "ARRAY"),
    Program("tensor", lambda x: x * TENSOR, set_global("TENSOR", tf.constant(5.0)), "TENSOR"),
    Program("variable", lambda x: x * VARIABLE, set_global("VARIABLE", tf.Variable(5.0)), "VARIABLE"),
    Program("enumeration", _by_mode, set_global("MODE", Mode.MULTIPLY), "MODE"),
    Program("function", lambda x: helper(x), set_global("helper", lambda x: x * 7.0), "helper"),
    Program("object", lambda x: LAYER(x), set_global("LAYER", Layer(9.0)), "LAYER"),
]


# programs that give no alarm ----------------------------------------------------------------------------------------


def _count_globally(x: Any) -> Any:
    global TRACES
    TRACES += 1
    return x


def _count_and_print(x: Any) -> Any:
    global TRACES
    TRACES = TRACES + 1
    return x * TRACES


def _count_in_object(x: Any) -> Any:
    LAYER.traces += 1
    return x + LAYER.traces


def _count_in_table(x: Any) -> Any:
    TABLE["rate"] += 1
    return x


def _append(x: Any) -> Any:
    LAYER.history.append("traced")
    return x


def _append_and_look(x: Any) -> Any:
    LAYER.history.append("traced")
    return x * len(LAYER.history)


def _assign_and_look(x: Any) -> Any:
    LAYER.table[str(len(x.shape))] = 1.0
    return x * sum(LAYER.table.values())


def _keep_tensors(x: Any) -> Any:
    LAYER.history.append(x)
    return sum(LAYER.history[-1:])


def _build(x: Any) -> Any:
    if LAYER.inner is None:
        LAYER.inner = tf.Variable(2.0)
    return x * LAYER.inner


def _enter(x: Any) -> Any:
    LAYER.inner = "inside"
    x = x if LAYER.inner == "inside" else -x
    LAYER.inner = None
    return x


def _equal_tensor() -> None:
    globals()["TENSOR"] = tf.constant(2.0)


QUIET = [
    Program("counter", _count_globally, lambda: None, ""),
    Program("written by hand", _count_and_print, lambda: None, ""),
    Program("counter of an object", _count_in_object, lambda: None, ""),
    Program("counter in a table", _count_in_table, lambda: None, ""),
    Program("append", _append, lambda: LAYER.history.append("more"), ""),
    Program("append and look", _append_and_look, lambda: None, ""),
    Program("assign and look", _assign_and_look, lambda: None, ""),
    Program("tensors kept", _keep_tensors, lambda: LAYER.history.clear(), ""),
    Program("built on the first call", _build, lambda: None, ""),
    Program("set for the time of tracing", _enter, lambda: None, ""),
    Program("equal float", lambda x: x * RATE, set_global("RATE", float("2.0")), ""),
    Program("equal tensor", lambda x: x * TENSOR, _equal_tensor, ""),
    Program("equal settings", lambda x: x * SETTINGS.rate, set_global("SETTINGS", Settings()), ""),
    Program("equal settings passed on", lambda x: x * _rate_of(SETTINGS), set_global("SETTINGS", Settings()), ""),
    Program("assigned variable", lambda x: x * VARIABLE, lambda: VARIABLE.assign(7.0), ""),
    Program("key not read", lambda x: x * TABLE["rate"], lambda: TABLE.update(other=9.0), ""),
    Program("branch not taken", _conditional, set_global("RATE", 9.0), ""),
    Program("the same function again", lambda x: helper(x), set_global("helper", types.FunctionType(
        helper.__code__, globals(), "helper")), ""),
]  # fmt: skip


def _rate_of(settings: Any) -> Any:
    return settings.rate
