"""Programs with loops: `while` and `for` over ranges with `break`, `continue`, `return`, `else`, nested."""

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
sizes = ((0,), (1,), (3,), (7,))


@table(*sizes)
def while_loop(n):
    s = 0
    while n > 0:
        s += n
        n -= 1
    return s


@table(*sizes)
def while_break(n):
    i = 0
    while i < 10:
        if i == n:
            break
        i += 1
    return i


@table(*sizes)
def while_continue(n):
    i, s = 0, 0
    while i < n:
        i += 1
        if i % 2 == 0:
            continue
        s += i
    return s


@table(*sizes)
def while_return(n):
    i = 0
    while i < 5:
        i += 1
        if i == n:
            return i * 100
    return -1


@table(*sizes)
def while_else(n):
    i = 0
    while i < n:
        i += 1
        if i == 3:
            break
    else:
        i = i + 100
    return i


@table(*sizes)
def while_else_return(n):
    i = 0
    while i < n:
        i += 1
        if i == 5:
            return i
    else:
        return i + 1000


@table(*sizes)
def while_true(n):
    i = 0
    while True:
        i += 1
        if i > n:
            break
    return i


@table(*sizes)
def while_true_return(n):
    i = 0
    while True:
        if i >= n:
            return i * 2
        i += 2


@table(*sizes)
def while_with_and(n):
    i, s = 0, 0
    while i < n and s < 5:
        s += i
        i += 1
    return i, s


@table(*sizes)
def while_not(n):
    i = 0
    while not i >= n:
        i += 1
    return i


@table(*sizes)
def while_prints(n):
    i = 0
    while i < n:
        say("round", i)
        i += 1
    else:
        say("else")
    say("done")
    return i


@table(*sizes)
def while_condition_prints(n):
    def told(v):
        say("test", v)
        return v < n

    i = 0
    while told(i):
        i += 1
    return i


@table(*sizes)
def python_while_around(n):
    k = 0
    while k < 3:
        k += 1
        if n > k:
            n = n + k
    return n, k


@table(*sizes)
def python_counter_in_staged_while(n):
    k = 0
    while n > 0:
        n = n - 2
        k = k + 1
    return k


@table(*sizes)
def nested_while(n):
    i, s = 0, 0
    while i < n:
        j = 0
        while j < i:
            s += j
            j += 1
        i += 1
    return s


@table(*sizes)
def nested_while_breaks(n):
    i, s = 0, 0
    while i < n:
        j = 0
        while True:
            if j > i:
                break
            j += 1
            if j == 2:
                continue
            s += j * i
        if s > 20:
            break
        i += 1
    return i, s


@table(*sizes)
def return_from_nested(n):
    for i in tf.range(n):
        for j in tf.range(n):
            if i * j == 4:
                return i * 10 + j
            say(i, j)
    return -1


@table(*sizes)
def for_range(n):
    s = 0
    for i in tf.range(n):
        s += i * i
    return s


@table(*sizes)
def for_python_range_of_tensor(n):
    s = 0
    for i in range(n):
        s += i
    return s


@table(*sizes)
def for_range_start(n):
    s = 100
    for i in tf.range(-2, n):
        s -= i
    return s


@table(*sizes)
def for_range_negative(n):
    s = 0
    for i in tf.range(n, 0, -1):
        s = s * 2 + i
    return s


@table(*sizes)
def for_range_negative_two(n):
    s = 0
    for i in tf.range(n, -3, -2):
        say(i)
        s += i
    return s


@table((3, 1), (3, -1), (8, 2), (-8, -3), (0, 1))
def for_range_step_of_a_tensor(n, step):
    s = 0
    for i in range(0, n, step):
        s = s * 3 + i
    return s


@table(*sizes)
def for_range_empty(n):
    s = n
    for i in tf.range(5, 5):
        s += i
    for i in range(3, n - n):
        s += i
    return s


@table(*sizes)
def for_break(n):
    s = 0
    for i in tf.range(10):
        if i >= n:
            break
        s += i
    return s


@table(*sizes)
def for_continue(n):
    s = 0
    for i in tf.range(n):
        if i == 2:
            continue
        s += i
    return s


@table(*sizes)
def for_break_and_continue(n):
    s = 0
    for i in tf.range(n):
        if i == 1:
            continue
        if i == 5:
            break
        s += i
        if s > 6:
            continue
        s += 1
    return s


@table(*sizes)
def for_return(n):
    for i in tf.range(n):
        if i * i > 8:
            return i
    return n * -1


@table(*sizes)
def for_else(n):
    found = False
    for i in tf.range(n):
        if i == 4:
            found = True
            break
    else:
        say("not found")
    return found


@table(*sizes)
def for_else_with_continue(n):
    s = 0
    for i in tf.range(n):
        if i == 1:
            continue
        if i == 6:
            break
        s += i
    else:
        s = -s
    return s


@table(*sizes)
def for_else_break_of_the_outer(n):
    s = 0
    for i in tf.range(4):
        for j in tf.range(n):
            if j > i:
                break
            s += 1
        else:
            s += 100
            break
    return s


@table(*sizes)
def for_else_continue_of_the_outer(n):
    s = 0
    for i in tf.range(4):
        for j in tf.range(i):
            if j == n:
                break
        else:
            continue
        s += i
    return s


@table(*sizes)
def item_after_the_loop(n):
    i = -1
    for i in tf.range(n):
        pass
    return i


@table(*sizes)
def item_rebound_in_the_body(n):
    s = 0
    for i in tf.range(n):
        i = i * 2
        s += i
    return s


@table((1,), (3,))
def first_value_in_the_loop(n):
    for i in tf.range(n):
        y = i * 2
    return y


@table(*sizes)
def python_loop_with_staged_break(n):
    s = 0
    for i in [1, 2, 3, 4]:
        if s > n:
            break
        s += i
    return s


@table(*sizes)
def python_loop_with_staged_continue(n):
    s = 0
    for i in range(5):
        if n == i:
            continue
        s += i
    return s


@table(*sizes)
def python_loop_with_staged_return(n):
    for i in (1, 3, 5):
        if n == i:
            return i * 11
    return 0


@table(*sizes)
def python_loop_else(n):
    for i in range(4):
        if i == n:
            break
    else:
        return -5
    return i
