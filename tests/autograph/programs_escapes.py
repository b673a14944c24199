"""Programs whose errors leave branches and loops, and whose jumps are undone by errors on the way."""

import contextlib

import graphwright as tf
from tests.autograph.programs import Table
from tests.autograph.programs_errors import Manager

table = Table(fails=True)
numbers = ((-3,), (0,), (4,))


@table((4,), (-1,), refused=NotImplementedError, says="KeyError")
def python_error_leaves_a_staged_branch(x):
    d = {"a": x}
    try:
        if x > 0:
            return x
        y = d["b"]
    except Exception:
        y = x * 2
    return y


@table((4,), refused=NotImplementedError, says="KeyError")
def python_error_leaves_a_staged_loop(n):
    s = 0
    with contextlib.suppress(KeyError):
        for i in tf.range(n):
            s += i * {}["missing"]
    return s


@table((4,), refused=NotImplementedError, says="cannot see")
def staged_raise_in_a_try_for_everything(x):
    try:
        if x > 0:
            raise ValueError("staged")
    except Exception:
        return -1
    return x


@table(*numbers)
def return_undone_by_finally(x):
    y = 1
    try:
        try:
            return x
        finally:
            y = {}["missing"]
    except KeyError:
        y = y + 10
    return y + x


@table(*numbers)
def return_undone_inside_with(x):
    y = 1
    with Manager(swallow=True):
        y = 2
        try:
            return x
        finally:
            y = {}["missing"]
    return y + x


@table((0,), (3,))
def break_undone_by_finally(n):
    s = n
    for i in range(3):
        try:
            try:
                s += i
                break
            finally:
                s += {}["missing"]
        except KeyError:
            s += 100
    return s


@table(*numbers)
def returns_or_raises_in_a_branch(x):
    k = 1
    if x > -1:
        if x > 3:
            return x
        if k == 1:
            raise IndexError(k)
    if k == 1:
        x = x + 1
    return x
