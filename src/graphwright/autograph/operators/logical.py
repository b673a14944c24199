"""`and`, `or`, `not`, chains of comparisons and `assert`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.autograph.operators import ops
from graphwright.autograph.operators.conditionals import check_condition, condition_of, stage
from graphwright.autograph.operators.raising import check_handlers, raised
from graphwright.autograph.operators.staging import is_convertible, is_staged
from graphwright.autograph.operators.undefined import Undefined
from graphwright.control.raise_ops import accepts_raise
from graphwright.core.dispatch import apply
from graphwright.ir.location import user_location

Thunk = Callable[[], Any]


def and_(left: Any, right: Thunk) -> Any:
    """`left and right`; the right operand is only evaluated, or run, if the left one holds."""
    if not is_staged(left):
        return left and right()
    pred = check_condition(left, "left operand of `and`")
    name = "the value of an `and`"
    return stage(pred, lambda: [right()], lambda: [pred], [Undefined(name)], [name])[0]


def or_(left: Any, right: Thunk) -> Any:
    """`left or right`; the right operand is only evaluated, or run, if the left one does not hold."""
    if not is_staged(left):
        return left or right()
    pred = check_condition(left, "left operand of `or`")
    name = "the value of an `or`"
    return stage(pred, lambda: [pred], lambda: [right()], [Undefined(name)], [name])[0]


def not_(value: Any) -> Any:
    """`not value`."""
    if not is_staged(value):
        return not value
    return apply("LogicalNot", (check_condition(value, "operand of `not`"),))


def compare_chain(left: Any, *steps: tuple[Callable[[Any, Any], Any], Thunk]) -> Any:
    """`a < b < c`: each step compares the operand before it with one that is evaluated when it is reached."""
    (compare, operand), rest = steps[0], steps[1:]
    right = operand()
    condition = compare(left, right)
    if not rest:
        return condition
    return and_(condition, lambda: compare_chain(right, *rest))


def is_(left: Any, right: Any) -> bool:
    """`left is right`."""
    _check_identity(left, right, "is", "False")
    return left is right


def is_not(left: Any, right: Any) -> bool:
    """`left is not right`."""
    _check_identity(left, right, "is not", "True")
    return left is not right


_VALUES = (bool, int, float, complex, str, bytes, np.ndarray, np.generic)
_warned: set[tuple[str, int]] = set()


def _check_identity(left: Any, right: Any, operator: str, result: str) -> None:
    """Warn, once for each place, where a tensor is compared with a value of Python by identity."""
    if not (is_staged(left) or is_staged(right)):
        return
    value = left if is_staged(right) else right
    location = user_location()
    if not isinstance(value, _VALUES) or location is None or (location.filename, location.line) in _warned:
        return
    text = (
        f"`{operator}` compares objects: a tensor is never the same object as {value!r}, so that this is always "
        f"{result} while tracing, also where the value was one of Python before a staged statement changed it. Compare "
        f"values: `flag == {value!r}`, or `if flag:` and `if not flag:`."
    )
    warnings.warn_explicit(text, UserWarning, location.filename, location.line)
    _warned.add((location.filename, location.line))


def in_(item: Any, container: Any) -> Any:
    """`item in container`: of a tensor, or among values that tensors are to be compared with."""
    if is_staged(container):
        equal = apply("Equal", (container, item))
        flat = apply("Reshape", (equal, np.array([-1], np.int32)))
        return apply("Any", (flat, np.int32(0)), {"keep_dims": False})
    among = type(container) in (list, tuple, set, frozenset) and (is_staged(item) or any(map(is_staged, container)))
    if not among:
        return item in container
    condition: Any = False
    for other in container:
        if other is item:
            return True
        equal = _equal(item, other)
        if is_staged(equal):
            condition = _either(condition, equal)
        elif equal:
            return True
    return condition


def _equal(item: Any, other: Any) -> Any:
    """`item == other`; what can't be compared differs."""
    if not is_staged(item) and not is_staged(other):
        return item == other
    if not is_convertible(item) or not is_convertible(other):
        return False
    return apply("Equal", (item, other))


def _either(stored: Any, equal: Any) -> Any:
    return equal if stored is False else apply("LogicalOr", (stored, equal))


def assert_(test: Any, text: str | None, message: Thunk | None = None) -> Any:
    """The condition of an `assert`; of a tensor, the check is added to the graph and tracing goes on."""
    if not is_staged(test):
        if not test and accepts_raise():
            raise raised(AssertionError, () if message is None else (message(),))
        return test
    pred = condition_of(test, "assert statement")
    check_handlers(AssertionError())
    message_ = message() if message is not None else text
    ops.check(pred, message_ if is_staged(message_) or isinstance(message_, (list, tuple)) else str(message_))
    return True
