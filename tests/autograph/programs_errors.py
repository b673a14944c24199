"""Programs with `assert`, `raise`, `try`, `finally` and `with` in and around staged statements."""

import contextlib

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table(fails=True)
numbers = ((-3,), (0,), (4,))


class OwnError(Exception):
    def __init__(self, value, more=2):
        super().__init__(f"own {value}")
        self.more = more


class Manager:
    def __init__(self, swallow=False):
        self.swallow = swallow

    def __enter__(self):
        return 3

    def __exit__(self, *_):
        return self.swallow


@table(*numbers)
def raise_if(x):
    if x > 0:
        raise ValueError("positive")
    return x


@table(*numbers)
def raise_with_values(x):
    if x > 0:
        raise ValueError(f"{x} is positive")
    elif x == 0:
        raise KeyError(x)
    return x


@table(*numbers)
def raise_class(x):
    if not x < 0:
        raise IndexError
    return x


@table(*numbers)
def raise_own_class(x):
    if x == 0:
        raise OwnError(x, more=3)
    return x


@table(*numbers)
def raise_from(x):
    if x > 0:
        raise ValueError("a") from KeyError("b")
    return x


@table(*numbers)
def raise_in_every_branch(x):
    if x > 0:
        raise ValueError("a")
    elif x == 0:
        raise TypeError("b")
    else:
        raise LookupError("c")


@table(*numbers)
def raise_after_print(x):
    say("before")
    if x > 0:
        say("raising")
        raise ValueError("a")
    say("after")
    return x


@table((0,), (3,), (9,))
def raise_in_a_loop(n):
    for i in tf.range(n):
        say(i)
        if i == 5:
            raise StopAsyncIteration("five")
    return n


@table((0,), (3,), (9,))
def raise_in_while(n):
    i = 0
    while True:
        i += 1
        if i > n:
            break
        if i == 7:
            raise OverflowError("seven")
    return i


@table((0,), (3,), (9,))
def raise_in_nested_loops(n):
    s = 0
    for i in tf.range(n):
        for j in tf.range(n):
            if i * j == 12:
                raise ArithmeticError("twelve")
            if j > i:
                break
            s += j
    return s


@table((0,), (3,), (9,))
def raise_in_else_of_a_loop(n):
    i = -1
    for i in tf.range(n):
        if i == 5:
            break
    else:
        raise LookupError("no five")
    return i


@table(*numbers)
def raise_in_a_callee(x):
    def checked(v):
        if v > 0:
            raise ValueError("v")
        return v

    return checked(x) + 1


@table(*numbers)
def raise_or_return(x):
    if x > 0:
        return x
    raise ValueError("not positive")


@table(*numbers)
def raise_in_python(x):
    flag = None
    if flag is not None:
        raise ValueError("never")
    return x


@table((1,))
def raise_always(x):
    raise NotImplementedError("always")


@table((5,), (1,))
def assert_holds(x):
    assert x > 0
    assert x < 10, "too large"
    return x


@table((5,), (-1,))
def assert_fails(x):
    assert x > 0, f"{x} must be positive"
    return x


@table((5,), (-1,))
def assert_of_python(x):
    k = 3
    assert k == 3 and x is not None
    return x


@table((5,))
def assert_of_python_fails(x):
    k = 3
    assert k == 4, "k"
    return x


@table((0,), (3,), (9,))
def assert_in_a_loop(n):
    s = 0
    for i in tf.range(n):
        assert i < 5, "five"
        s += i
    return s


@table(*numbers)
def assert_in_a_branch(x):
    if x > 0:
        assert x < 3
    return x


@table(*numbers)
def try_around_a_branch(x):
    try:
        if x > 0:
            y = 1
        else:
            y = 2
    except KeyError:
        y = 3
    return y


@table(*numbers)
def try_for_anything_around_a_branch(x):
    try:
        if x > 0:
            y = 1
        else:
            y = 2
        z = {"a": y}["b"]
    except:  # noqa: E722
        z = x * 2
    return z


@table(*numbers)
def try_in_a_branch(x):
    if x > 0:
        try:
            y = {"a": 1}["b"]
        except KeyError:
            y = 5
    else:
        y = 6
    return y


@table(*numbers)
def try_else_finally(x):
    y = 0
    try:
        y = x + 1
    except ValueError:
        y = 100
    else:
        if y > 0:
            y = y * 2
    finally:
        y = y + 1000
    return y


@table(*numbers)
def return_in_try(x):
    try:
        if x > 0:
            return x
        y = 1
    finally:
        say("finally")
    return y


@table(*numbers)
def return_in_a_handler(x):
    try:
        raise ValueError("v")
    except ValueError:
        if x > 0:
            return 1
        return 2


@table((0,), (3,))
def finally_in_a_loop(n):
    s = 0
    for i in tf.range(n):
        try:
            s += i
            if i == 1:
                continue
        finally:
            s += 100
    return s


@table((0,), (3,), (9,))
def break_in_try(n):
    s = 0
    for i in tf.range(n):
        try:
            if i == 4:
                break
            s += i
        except ValueError:
            s = -1
    return s


@table(*numbers)
def python_error_in_try(x):
    try:
        int("no number")
    except ValueError as error:
        return x + len(error.args)
    return x


@table((1,))
def python_error(x):
    return {}["missing"] + x


@table((1,))
def attribute_error(x):
    return x.no_such_attribute


@table((1,))
def name_error(x):
    return x + no_such_name  # noqa: F821


@table((1,))
def unbound_local(x):
    if len("a") > 1:
        y = x
    return y


@table((1,))
def type_error_of_a_call(x):
    def f(a):
        return a

    return f(x, x)


@table((1,))
def unpacking_error(x):
    a, b = (x,)
    return a, b


@table(*numbers)
def with_around_a_branch(x):
    with Manager() as k:
        if x > 0:
            k = k + x
    return k


@table(*numbers)
def with_in_a_branch(x):
    if x > 0:
        with Manager() as k:
            x = x + k
    return x


@table((0,), (3,), (6,))
def with_around_jumps(n):
    s = 0
    for i in tf.range(n):
        with Manager():
            if i == 1:
                continue
            if i == 4:
                break
            s += i
    return s


@table(*numbers)
def with_that_swallows(x):
    y = 1
    with Manager(swallow=True):
        y = 2
        raise ValueError("swallowed")
    return y + x


@table(*numbers)
def suppress(x):
    with contextlib.suppress(KeyError):
        x = x + {}["a"]
    return x


@table(*numbers)
def several_managers(x):
    with Manager() as a, Manager() as b:
        return x + a * b if x > 0 else x


@table((4,), refused=NotImplementedError, says="cannot see")
def staged_raise_in_try(x):
    try:
        if x > 0:
            raise ValueError("staged")
    except ValueError:
        return -1
    return x


@table(*numbers)
def staged_raise_in_an_unrelated_try(x):
    try:
        if x > 0:
            raise ValueError("staged")
    except KeyError:
        return -1
    return x


@table(([1, 2, 3], 1), ([1, 2], 5))
def index_error_at_run_time(x, i):
    return tf.gather(x, i)


@table(([1.0, 2.0], [1.0, 2.0]), ([1.0, 2.0], [1.0, 2.0, 3.0]))
def shape_error(x, y):
    if tf.reduce_sum(x) > 0.0:
        return x + y
    return x


@table((0,), (2,))
def integer_division_by_zero(x):
    return 6 // x


@table((1,), (3,))
def check_numerics(x):
    tf.debugging.assert_less(x, 2)
    return x


@table((1,), (2,))
def next_stops(x):
    return next(iter([])) + x


@table(*numbers)
def raise_again_in_a_branch(x):
    try:
        raise KeyError("k")
    except KeyError:
        if x > 0:
            raise
    return x


@table(*numbers)
def assert_of_python_in_a_branch(x):
    if x < 4:
        return x
    assert False, f"unreachable with {x}"  # noqa: B011


@table((4,), refused=NotImplementedError, says="cannot see")
def assert_in_try(x):
    try:
        assert x > 0
    except AssertionError:
        return -1
    return x
