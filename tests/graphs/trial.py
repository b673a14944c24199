"""Statements tried out while a program is drawn: what they compute, and whether tracing takes them."""

from __future__ import annotations

import contextlib
import io
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors, nest
from graphwright.core.context import as_default_graph
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import tensor_type
from tests.graphs.nested import repeated_at_once
from tests.graphs.program import PRELUDE, AnyStep, Input
from tests.graphs.values import DTYPES


@dataclass(frozen=True, eq=False)
class Item:
    """A value that later statements may use; an `exact` one is the same to the bit on every executor."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    exact: bool

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def rank(self) -> int:
        return len(self.shape)


class Refused(Exception):
    """A statement that is not part of a program: tracing refuses it, or it computes too much."""


class Trial:
    """Two worlds in which a program's statements run as they are drawn: eagerly, and in a graph of known types."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.graph = TracingGraph("trial")
        self.eager: dict[str, Any] = {}
        exec(PRELUDE, self.eager)
        self.traced = dict(self.eager)
        self.traced["called"] = lambda function, *given: tf.function(function, autograph=False)(*given)
        self.eager |= {"called": lambda function, *given: function(*given), "repeated": repeated_at_once}
        self._numbers = itertools.count()
        self._drawn: list[Any] = []

    def name(self, kind: str = "a") -> str:
        return f"{kind}{next(self._numbers)}"

    def add_input(self, given: Input, exact: bool = True) -> Item:
        value = tf.constant(eval(given.expression, self.eager))
        self.eager[given.name] = value
        type_ = tensor_type(tf.as_dtype(given.dtype), tf.TensorShape(given.dims).symbolic)
        self.traced[given.name] = self.graph.placeholder(type_, given.name)
        return Item(given.name, given.dtype, tuple(value.shape), exact)

    def add_variable(self, given: Input) -> None:
        result = eval(given.variable, self.eager)
        self.eager[given.name] = self.traced[given.name] = result

    def bind(self, name: str, source: str) -> None:
        """A parameter of a body begins as another value."""
        for world in (self.eager, self.traced):
            if source in world:
                world[name] = world[source]

    def bind_counter(self, name: str) -> None:
        """The counter of a loop: what round it is, tracing does not know."""
        self.eager[name] = tf.constant(0)
        self.traced[name] = self.graph.placeholder(tensor_type(tf.int32, ()), name)

    def evaluate(self, expression: str) -> tuple[list[Any], bool]:
        """The results of an expression as arrays, and whether it gave a list.

        Raises:
          Refused: for what tracing refuses.
          OpError: what running it raises.
        """
        with as_default_graph(self.graph), _quiet():
            traced = _guarded(lambda: eval(expression, self.traced))
        self._drawn = nest.flatten(traced)
        with _quiet():
            result = self._failing(lambda: eval(expression, self.eager))
        results = nest.flatten(result)
        if not results or any(t.dtype.name not in DTYPES or t._array.size > self.limit for t in results):
            raise Refused
        return [t._array for t in results], isinstance(result, (list, tuple))

    def keep(self, results: tuple[str, ...], arrays: list[Any]) -> None:
        """Names for what was last evaluated."""
        for name, traced in zip(results, self._drawn, strict=True):
            self.traced[name] = traced
        for name, value in zip(results, arrays, strict=True):
            self.eager[name] = tf.constant(value)

    @property
    def count(self) -> int:
        """How many results the last expression has."""
        return len(self._drawn)

    def run(self, step: AnyStep) -> None:
        """A statement with bodies, whole, in both worlds."""
        text = "\n".join(step.lines(False))
        with as_default_graph(self.graph), _quiet():
            _guarded(lambda: exec(text, self.traced))
        with _quiet():
            self._failing(lambda: exec(text, self.eager))
        if any(name in self.eager and self.eager[name]._array.size > self.limit for name in step.results):
            raise Refused

    def dtype(self, name: str) -> str:
        found: str = self.eager[name].dtype.name
        return found

    def item(self, name: str, exact: bool) -> Item:
        value = tf.convert_to_tensor(self.eager[name])
        return Item(name, value.dtype.name, tuple(value.shape), exact)

    @staticmethod
    def _failing(run: Any) -> Any:
        try:
            return run()
        except errors.OpError:
            raise
        except (ValueError, TypeError, LookupError, NotImplementedError, MemoryError, OverflowError) as error:
            raise Refused from error


def _guarded(run: Any) -> Any:
    try:
        return run()
    except (errors.OpError, ValueError, TypeError, LookupError, NotImplementedError, OverflowError) as error:
        raise Refused from error


@contextlib.contextmanager
def _quiet() -> Any:
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        yield
