"""Programs with control flow for the table: AutoGraph needs functions with source. Each takes `tf`."""

from __future__ import annotations

import collections
from typing import Any


def both(tf: Any, f: Any, *values: Any) -> Any:
    """The results of a staged function for each pair of values."""
    staged = tf.function(f)
    return [staged(tf.constant(a), tf.constant(b)) for a in values for b in values]


def each(tf: Any, f: Any, *values: Any) -> Any:
    """The results of a staged function for each value."""
    staged = tf.function(f)
    return [staged(tf.constant(a)) for a in values]


# leaving ------------------------------------------------------------------------------------------------------


def return_in_with_in_ifs(tf: Any) -> Any:
    def f(x, y):
        if x > 0:  # noqa: SIM102
            if y > 0:
                with tf.name_scope("a"):
                    return x
        return y

    return both(tf, f, 2.0, -3.0)


def return_in_ifs_in_with(tf: Any) -> Any:
    def f(x, y):
        if x > 0:
            with tf.name_scope("a"):
                if y > 0:
                    return x
                else:
                    with tf.name_scope("b"):
                        return x * y
        else:
            return x + y

    return both(tf, f, 2.0, -3.0)


def return_in_with_in_with(tf: Any) -> Any:
    def f(x, y):
        with tf.name_scope("a"):
            if y > 0:
                return x
            else:
                with tf.name_scope("b"):
                    return x * y

    return both(tf, f, 2.0, -3.0)


def return_in_with_deep(tf: Any) -> Any:
    def f(x, y):
        with tf.name_scope("a"), tf.name_scope("b"):
            if x > 0:
                if y > 0:
                    with tf.name_scope("c"):
                        return x
                else:
                    return y
            else:
                with tf.name_scope("d"):
                    if y > 1:
                        return x - y
                    else:
                        return x * y

    return both(tf, f, 2.0, -3.0)


def return_in_loop_in_with(tf: Any) -> Any:
    def f(x):
        for i in tf.range(5):
            with tf.name_scope("a"):
                if tf.cast(i, tf.float32) > x:
                    return i
        return -1

    return each(tf, f, 1.0, 9.0)


def return_in_finally(tf: Any) -> Any:
    def f(x):
        try:
            x = x + 1
        finally:
            return x  # noqa: B012

    return each(tf, f, 1.0, -9.0)


def return_in_finally_behind_if(tf: Any) -> Any:
    def f(x):
        if x > 0:
            y = x * 2
        else:
            y = x - 1
        try:
            y = y + 1
        finally:
            return y  # noqa: B012

    return each(tf, f, 1.0, -9.0)


def return_in_finally_over_return(tf: Any) -> Any:
    def f(x):
        if x > 0:
            x = x * 2
        try:
            return x
        finally:
            return -x  # noqa: B012, SIM107

    return each(tf, f, 1.0, -9.0)


def return_in_finally_over_error(tf: Any) -> Any:
    def f(x):
        if x > 0:
            x = x * 2
        try:
            raise KeyError("a")
        finally:
            return -x  # noqa: B012

    return each(tf, f, 1.0, -9.0)


def return_in_some_finally(tf: Any) -> Any:
    def f(x):
        try:
            x = x + 1
        finally:
            if x > 0:
                return x  # noqa: B012
        return -x

    return each(tf, f, 1.0, -9.0)


def return_in_try(tf: Any) -> Any:
    def f(x):
        try:
            return x + 1
        finally:
            x = x * 2

    return each(tf, f, 1.0, -9.0)


def return_in_try_except(tf: Any) -> Any:
    def f(x):
        try:
            if x > 0:
                return x + 1
        except ValueError:
            return x - 1
        return x

    return each(tf, f, 1.0, -9.0)


def break_in_finally(tf: Any) -> Any:
    def f(x):
        for _ in tf.range(3):
            try:
                x += 1
            finally:
                break  # noqa: B012
        return x

    return each(tf, f, 1.0)


def continue_in_loop(tf: Any) -> Any:
    def f(n):
        total = 0
        for i in tf.range(n):
            if i % 2 == 0:
                continue
            total += i
        return total

    return each(tf, f, 0, 1, 7)


def break_in_loop(tf: Any) -> Any:
    def f(n):
        total = 0
        for i in tf.range(10):
            if i >= n:
                break
            total += i
        return total

    return each(tf, f, 0, 1, 7, 20)


def break_in_while_true(tf: Any) -> Any:
    def f(n):
        i = 0
        while True:
            if i >= n:
                break
            i += 2
        return i

    return each(tf, f, 0, 1, 7)


def return_in_while_true(tf: Any) -> Any:
    def f(n):
        i = 0
        while tf.constant(True):
            if i >= n:
                return i
            i += 2

    return each(tf, f, 0, 1, 7)


def else_of_loop(tf: Any) -> Any:
    def f(n):
        x = 0
        for i in tf.range(5):
            if i == n:
                break
            x += i
        else:
            x = -1
        return x

    return each(tf, f, 0, 3, 9)


def return_in_one_branch(tf: Any) -> Any:
    def f(x):
        if x > 0:
            return x

    return each(tf, f, 1.0)


def return_of_two_dtypes(tf: Any) -> Any:
    def f(x):
        if x > 0:
            return x
        return 1

    return each(tf, f, 1.0, -1.0)


def return_of_two_structures(tf: Any) -> Any:
    def f(x):
        if x > 0:
            return x, x
        return x

    return each(tf, f, 1.0)


def return_of_two_shapes(tf: Any) -> Any:
    def f(x):
        if x > 0:
            return tf.zeros([2])
        return tf.zeros([3])

    return each(tf, f, 1.0, -1.0)


def return_of_none(tf: Any) -> Any:
    def f(x):
        if x > 0:
            return None
        return x

    return each(tf, f, 1.0)


def early_return_python(tf: Any) -> Any:
    def f(x, flag=True):
        if flag:
            return x
        if x > 0:
            return 2 * x
        return -x

    staged = tf.function(f)
    return [staged(tf.constant(1.0)), staged(tf.constant(1.0), False), staged(tf.constant(-1.0), False)]


# the loop variable ----------------------------------------------------------------------------------------------


def variable_behind_range(tf: Any, *limits: int) -> Any:
    @tf.function
    def f():
        for i in tf.range(*limits):  # noqa: B007
            pass
        return i

    return f()


def variable_behind_unknown_range(tf: Any) -> Any:
    def f(n):
        for i in tf.range(n):  # noqa: B007
            pass
        return i

    return each(tf, f, 0, 1, 3)


def variable_behind_range_before(tf: Any) -> Any:
    def f(n):
        i = 7
        for i in tf.range(n):  # noqa: B007
            pass
        return i

    return each(tf, f, 0, 1, 3)


def variable_changed_in_loop(tf: Any) -> Any:
    def f(n):
        for i in tf.range(n):
            i = i * 10
        return i

    return each(tf, f, 0, 1, 3)


def other_variable_behind_range(tf: Any) -> Any:
    def f(n):
        for i in tf.range(n):
            x = i * 2
        return x

    return each(tf, f, 0, 3)


def variable_behind_tensor(tf: Any, size: int) -> Any:
    @tf.function
    def f(t):
        for i in t:  # noqa: B007
            pass
        return i

    return f(tf.ones([size, 2]))


def variable_behind_dataset(tf: Any, size: int) -> Any:
    @tf.function
    def f():
        for i in tf.data.Dataset.range(size):  # noqa: B007
            pass
        return i

    return f()


def variable_behind_python(tf: Any, size: int) -> Any:
    @tf.function
    def f():
        for i in range(size):  # noqa: B007
            pass
        return i

    return f()


def variable_behind_break(tf: Any) -> Any:
    def f(n):
        for i in tf.range(10):
            if i == n:
                break
        return i

    return each(tf, f, 0, 4, 20)


def variables_behind_enumerate(tf: Any, size: int) -> Any:
    @tf.function
    def f(t):
        for i, x in enumerate(t):  # noqa: B007
            pass
        return i, x

    return f(tf.range(size))


# options of loops ------------------------------------------------------------------------------------------------


def growing(tf: Any, x: Any) -> Any:
    return tf.concat([x, x], 0)


def option_shape_invariants(tf: Any, how: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=how(x))
            x = growing(tf, x)
        return x

    return f(tf.constant(3))


def option_pair(tf: Any, shape: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, shape)])
            x = growing(tf, x)
        return x

    return f(tf.constant(3))


def option_pair_while(tf: Any, shape: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        while tf.size(x) < n:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, shape)])
            x = growing(tf, x)
        return x

    return f(tf.constant(5))


def option_parallel(tf: Any, value: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(parallel_iterations=value)
            x = x + 1
        return x

    return f(tf.constant(3))


def option_swap(tf: Any, value: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(swap_memory=value)
            x = x + 1
        return x

    return f(tf.constant(3))


def option_maximum(tf: Any, value: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(maximum_iterations=value)
            x = x + 1
        return x

    return f(tf.constant(3))


def option_maximum_while(tf: Any, value: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant(1.0)
        while x < n:
            tf.autograph.experimental.set_loop_options(maximum_iterations=value)
            x = x + 1
        return x

    return f(tf.constant(100.0))


def option_none(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options()
            x = x + 1
        return x

    return f(tf.constant(3))


def option_positional(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant(1.0)
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(10, True, 2)
            x = x + 1
        return x

    return f(tf.constant(5))


def option_second_statement(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            x = growing(tf, x)
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
        return x

    return f(tf.constant(3))


def option_in_if(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant(1.0)
        for _ in tf.range(n):
            if n > 0:
                tf.autograph.experimental.set_loop_options(maximum_iterations=2)
            x = x + 1
        return x

    return f(tf.constant(5))


def option_outside(tf: Any) -> Any:
    @tf.function
    def f(x):
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
        return x

    return f(tf.constant(1.0))


def option_python_loop(tf: Any) -> Any:
    @tf.function
    def f(x):
        for _ in range(4):
            tf.autograph.experimental.set_loop_options(maximum_iterations=2)
            x = x + 1
        return x

    return f(tf.constant(1.0))


def option_dataset(tf: Any) -> Any:
    @tf.function
    def f(x):
        for _ in tf.data.Dataset.range(4):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            x = growing(tf, x)
        return x

    return f(tf.constant([1.0]))


def option_dataset_maximum(tf: Any) -> Any:
    @tf.function
    def f(x):
        for _ in tf.data.Dataset.range(4):
            tf.autograph.experimental.set_loop_options(maximum_iterations=2)
            x = x + 1
        return x

    return f(tf.constant([1.0]))


def option_nested(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            for _ in tf.range(2):
                tf.autograph.experimental.set_loop_options(
                    shape_invariants=[(x, tf.TensorShape([None]))], maximum_iterations=1
                )
                x = growing(tf, x)
        return x

    return f(tf.constant(2))


def option_structure(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = (tf.constant([1.0]), tf.constant(2))
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(x, (tf.TensorShape([None]), tf.TensorShape([])))]
            )
            x = (growing(tf, x[0]), x[1] + 1)
        return x

    return f(tf.constant(2))


def option_break(tf: Any) -> Any:
    @tf.function
    def f(n):
        x = tf.constant([1.0])
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            if i > 1:
                break
            x = growing(tf, x)
        return x

    return f(tf.constant(5))


# what is refused, or not ------------------------------------------------------------------------------------------


def undefined_in_else(tf: Any) -> Any:
    def f(x):
        if x > 0:
            y = x
        return y

    return each(tf, f, 1.0)


def undefined_in_else_unread(tf: Any) -> Any:
    def f(x):
        if x > 0:
            y = x  # noqa: F841
        return x

    return each(tf, f, 1.0, -1.0)


def other_dtype_in_else(tf: Any) -> Any:
    def f(x):
        if x > 0:
            y = x
        else:
            y = 1
        return y

    return each(tf, f, 1.0)


def other_shape_in_else(tf: Any) -> Any:
    def f(x):
        if x > 0:
            y = tf.zeros([2])
        else:
            y = tf.zeros([3])
        return y

    return each(tf, f, 1.0, -1.0)


def none_in_else(tf: Any) -> Any:
    def f(x):
        y = None
        if x > 0:
            y = x
        return y

    return each(tf, f, 1.0)


def none_before_loop(tf: Any) -> Any:
    def f(n):
        y = None
        for i in tf.range(n):
            y = i
        return y

    return each(tf, f, 2)


def string_in_else(tf: Any) -> Any:
    def f(x):
        y = "a"
        if x > 0:
            y = "b"
        return y

    return each(tf, f, 1.0, -1.0)


def list_in_else(tf: Any) -> Any:
    def f(x):
        y = [x]
        if x > 0:
            y = [x, x]
        return y

    return each(tf, f, 1.0)


def dtype_change_in_loop(tf: Any) -> Any:
    def f(n):
        x = 0
        for _ in tf.range(n):
            x = 1.5
        return x

    return each(tf, f, 2)


def shape_change_in_loop(tf: Any) -> Any:
    def f(n):
        x = tf.constant([1.0])
        for _ in tf.range(n):
            x = tf.concat([x, x], 0)
        return x

    return each(tf, f, 2)


def rank_change_in_loop(tf: Any) -> Any:
    def f(n):
        x = tf.constant(1.0)
        for _ in tf.range(n):
            x = tf.stack([x, x])
        return x

    return each(tf, f, 2)


def structure_change_in_loop(tf: Any) -> Any:
    def f(n):
        x = tf.constant(1.0)
        for _ in tf.range(n):
            x = (x, x)
        return x

    return each(tf, f, 2)


def weak_dtype_in_loop(tf: Any) -> Any:
    def f(n):
        x = 0
        for i in tf.range(n, dtype=tf.int64):
            x = x + i
        return x

    return each(tf, f, 2)


def condition_of_float(tf: Any) -> Any:
    def f(x):
        if x:
            return x
        return -x

    return each(tf, f, 1.0)


def condition_of_vector(tf: Any) -> Any:
    def f(x):
        if x > 0:
            return x
        return -x

    return tf.function(f)(tf.constant([1.0, 2.0]))


def condition_of_while_float(tf: Any) -> Any:
    def f(x):
        while x:
            x = x - 1
        return x

    return each(tf, f, 1.0)


def assert_statement(tf: Any, value: float) -> Any:
    @tf.function
    def f(x):
        assert x > 0, "positive"
        return x

    return f(tf.constant(value))


def raise_statement(tf: Any) -> Any:
    def f(x, n=1):
        if n > 0:
            raise KeyError("n")
        return x

    return each(tf, f, 1.0)


def generator(tf: Any) -> Any:
    @tf.function
    def f(x):
        yield x

    return f(tf.constant(1.0))


def coroutine(tf: Any) -> Any:
    @tf.function
    async def f(x):
        return x

    return f(tf.constant(1.0))


def leak(tf: Any) -> Any:
    kept = []

    @tf.function
    def f(x):
        kept.append(x * 2)
        return x

    f(tf.constant(1.0))
    return kept[0] + 1


def leak_into_function(tf: Any) -> Any:
    kept = []

    @tf.function
    def f(x):
        kept.append(x * 2)
        return x

    @tf.function
    def g(x):
        return x + kept[0]

    f(tf.constant(1.0))
    return g(tf.constant(1.0))


def leak_out_of_cond(tf: Any) -> Any:
    kept = []

    @tf.function
    def f(x):
        tf.cond(x > 0, lambda: kept.append(x * 2) or x, lambda: x)
        return kept[0]

    return f(tf.constant(1.0))


def leak_out_of_loop(tf: Any) -> Any:
    @tf.function
    def f(x):
        kept = []
        for i in tf.range(3):
            kept.append(i)
        return kept[0]

    return f(tf.constant(1.0))


# values and structures in loops ----------------------------------------------------------------------------------

Point = collections.namedtuple("Point", ["x", "y"])


def carried(tf: Any, start: Any, step: Any, rounds: int = 3) -> Any:
    """What a loop makes of a value; its steps are functions of the value and the number of the round."""

    @tf.function
    def f(n):
        value = start
        for i in tf.range(n):
            value = step(value, i)
        return value

    return f(tf.constant(rounds))


def carried_while(tf: Any, start: Any, step: Any, rounds: int = 3) -> Any:
    """The same in a `while`."""

    @tf.function
    def f(n):
        value, i = start, 0
        while i < n:
            value = step(value, i)
            i += 1
        return value

    return f(tf.constant(rounds))


def chosen(tf: Any, first: Any, second: Any, value: float = 1.0) -> Any:
    """One of two values, by a staged `if`."""

    @tf.function
    def f(x):
        if x > 0:
            value = first
        else:
            value = second
        return value

    return f(tf.constant(value))


def chosen_expression(tf: Any, first: Any, second: Any, value: float = 1.0) -> Any:
    """One of two values, by a conditional expression."""

    @tf.function
    def f(x):
        return first if x > 0 else second

    return f(tf.constant(value))


def iterated(tf: Any, items: Any) -> Any:
    """The sum over a loop of what it iterates over."""

    @tf.function
    def f(items):
        total = 0.0
        for x in items:
            total = total + tf.cast(x, tf.float32)
        return total

    return f(items)


def logical(tf: Any, a: Any, b: Any) -> Any:
    """Operators of truth on tensors."""

    @tf.function
    def f(a, b):
        return a and b, a or b, not a, a == b, a != b

    return f(a, b)


def compared(tf: Any, a: Any, b: Any, c: Any) -> Any:
    """A chain of comparisons."""

    @tf.function
    def f(a, b, c):
        return a < b < c, a < b >= c

    return f(a, b, c)
