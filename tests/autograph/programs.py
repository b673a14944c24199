"""Tables of small programs, and the comparison of what each does in plain Python and as a traced function.

A program is a function that is called with tensors. It is run as it is (Python on eager tensors) and traced; both
must give the same result, print the same in the same order, and raise the same class of error.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import graphwright as tf
from graphwright.base import nest

Call = tuple[Any, ...]


class Program(NamedTuple):
    """A program and how it is run.

    Fields:
      function: takes tensors.
      calls: the arguments of its calls, which become tensors.
      refused: the class of the error that tracing raises in place of an answer, where that is the documented one.
      says: what the text of that error holds.
      fails: whether plain Python may answer every call with an error.
    """

    function: Callable[..., Any]
    calls: tuple[Call, ...]
    refused: type[Exception] | None
    says: str
    fails: bool


class Table:
    """Programs on one topic, added by decorating them with `table(call, call, ...)`."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self.programs: list[Program] = []

    def __call__(self, *calls: Any, refused: type[Exception] | None = None, says: str = "") -> Callable[[Any], Any]:
        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            given = tuple(c if isinstance(c, tuple) else (c,) for c in calls)
            self.programs.append(Program(function, given, refused, says, self.fails))
            return function

        return add


def say(*values: Any) -> None:
    """Print where the program runs, and not where it is traced."""
    tf.print(*values)


def values_of(result: Any) -> Any:
    """A result with Python values in place of tensors and arrays, lists of equal things as what they stack to."""

    def one(leaf: Any) -> Any:
        if not isinstance(leaf, (tf.Tensor, np.ndarray, np.generic)):
            return leaf
        found = np.asarray(leaf).tolist()
        return found.decode() if isinstance(found, bytes) else found

    return nest.map_structure(one, result)


def outcome(function: Callable[..., Any], args: list[Any]) -> tuple[Any, str]:
    """What a call returns, or the class of its error, and what is printed while the program runs."""
    printed = io.StringIO()
    with contextlib.redirect_stderr(printed):
        try:
            result = values_of(function(*args))
        except Exception as error:
            result = next(c for c in type(error).__mro__ if c.__module__ == "builtins" or c.__name__.endswith("Error"))
    return result, printed.getvalue()


def tensors(call: Call) -> list[Any]:
    """The arguments of a call as tensors."""
    return [tf.constant(a) for a in call]


def traced_forms(program: Program) -> list[Callable[..., Any]]:
    """The program traced for the shapes of each call, and, where that is another thing, for shapes not known."""
    forms: list[Callable[..., Any]] = [tf.function(program.function)]
    first = tensors(program.calls[0])
    if any(t.shape.rank for t in first):
        specs = [tf.TensorSpec([None] * t.shape.rank, t.dtype) for t in first]
        forms.append(tf.function(program.function, input_signature=specs))
    return forms


def check(program: Program) -> None:
    """Compare the program traced with what it does in Python."""
    for form in traced_forms(program):
        for call in program.calls:
            if program.refused is not None:
                _check_refused(program, form, call)
                continue
            wanted, printed = outcome(program.function, tensors(call))
            assert program.fails or not isinstance(wanted, type), f"{call}: {wanted!r} in Python"
            met, told = outcome(form, tensors(call))
            assert same(met, wanted), f"{call}: traced {met!r}, in Python {wanted!r}"
            assert told == printed, call


def same(met: Any, wanted: Any) -> bool:
    """Whether two results agree: errors in class, numbers up to the rounding of float32."""
    if isinstance(wanted, type) or isinstance(met, type):
        return isinstance(wanted, type) and isinstance(met, type) and issubclass(met, wanted)
    if isinstance(wanted, float) and isinstance(met, float):
        return met == wanted or abs(met - wanted) <= 1e-6 * abs(wanted) or (met != met and wanted != wanted)
    if isinstance(wanted, (list, tuple)) and isinstance(met, (list, tuple)):
        return len(met) == len(wanted) and all(map(same, met, wanted))
    if isinstance(wanted, dict) and isinstance(met, dict):
        return met.keys() == wanted.keys() and all(same(met[k], wanted[k]) for k in wanted)
    return bool(met == wanted)


def _check_refused(program: Program, form: Callable[..., Any], call: Call) -> None:
    refused = program.refused
    assert refused is not None
    with warnings.catch_warnings():
        try:
            answer = form(*tensors(call))
        except refused as error:
            assert program.says in str(error), str(error)
            return
    raise AssertionError(f"{call}: the traced program returned {answer!r}, {refused.__name__} was expected")
