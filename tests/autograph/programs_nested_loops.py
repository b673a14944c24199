"""Programs with loops inside of loops, loops in Python around those, and loops of many variables."""

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
sizes = ((0,), (1,), (3,), (7,))


@table(*sizes)
def staged_in_python_in_staged(n):
    s = 0
    for i in tf.range(n):
        for k in (1, 2):
            for j in tf.range(k):
                s += i * j + k
    return s


@table(*sizes)
def many_variables(n):
    a, b, c, d = 0, 1, 2, 3
    for i in tf.range(n):
        a, b, c, d = b, c, d, a + i
    return a, b, c, d


@table(*sizes)
def fibonacci(n):
    a, b = 0, 1
    for _ in tf.range(n):
        a, b = b, a + b
    return a


@table((12, 18), (7, 7), (1, 9), (0, 5))
def greatest_common_divisor(a, b):
    while b != 0:
        a, b = b, a % b
    return a


@table((6,), (27,), (1,))
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@table((2,), (15,), (17,), (49,))
def is_prime(n):
    if n < 2:
        return False
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True


@table(([3, 1, 2],), ([5, 4, 3],))
def bubble_sort(x):
    n = len(x)
    for i in tf.range(n):
        for j in tf.range(n - 1 - i):
            a, b = x[j], x[j + 1]
            if a > b:
                x = tf.tensor_scatter_nd_update(x, [[j], [j + 1]], [b, a])
    return x


@table(*sizes)
def condition_becomes_a_tensor(n):
    i = 0
    k = 0
    while i < 3:
        if k == 2:
            i = n
        i = i + 1
        k += 1
    return i


@table(*sizes)
def loop_in_a_branch(n):
    s = 0
    if n > 2:
        for i in tf.range(n):
            s += i
    else:
        while n < 5:
            n += 1
            s -= n
    return s, n


@table(*sizes)
def branch_loop_branch_loop(n):
    s = 0
    if n > 0:
        for i in tf.range(n):
            if i % 2 == 0:
                k = i
                while k > 0:
                    k -= 1
                    if k == 3:
                        break
                    s += k
            else:
                s -= 1
    return s


@table(*sizes)
def return_in_else_of_loop(n):
    while n > 5:
        n -= 1
        if n == 6:
            break
    else:
        return "whole"
    return "broken"


@table(*sizes)
def breaks_at_different_depths(n):
    count = 0
    for i in tf.range(n):
        if i == 6:
            break
        for j in tf.range(n):
            if j == 3:
                break
            for k in tf.range(2):
                if k == j:
                    continue
                count += 1
    return count


@table(*sizes)
def infinite_python_with_return(n):
    k = 0
    while True:
        k += 1
        n = n + k
        if k == 4:
            return n


@table(*sizes)
def no_state_at_all(n):
    for i in tf.range(n):
        say("only", i)
    while n > 100:
        say("never")
    return ()


@table(*sizes)
def underscore(n):
    s = 1
    for _ in tf.range(n):
        s = s * 2
    return s


@table((3,), (0,))
def maximum_iterations(n):
    i = 0
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(maximum_iterations=10, parallel_iterations=1)
        i += 1
    return i


@table((3.0,), (0.5,))
def float_loop(x):
    while x > 0.1:
        x = x / 2
    return x


@table((0, 5, 2), (5, 0, -2), (1, 2, 1))
def range_of_three_tensors(a, b, c):
    s = 0
    for i in tf.range(a, b, c):
        s = s * 10 + i
    return s


@table(*sizes)
def loop_with_closure(n):
    total = 0

    def add(v):
        nonlocal total
        total = total + v

    for i in tf.range(n):
        add(i)
        if total > 5:
            break
    return total


@table(*sizes)
def loop_with_global_read(n):
    s = 0
    for i in tf.range(n):
        s += FACTOR * i
    return s


FACTOR = 3


@table(*sizes)
def overwritten_every_round(n):
    y = 0
    for i in tf.range(n):
        y = i
        z = y + 1
        y = z * 2
    return y


@table(*sizes)
def del_in_a_loop(n):
    s = 0
    for i in tf.range(n):
        t = i + 1
        s += t
        del t
    return s


@table(*sizes)
def del_in_a_branch(n):
    t = 5
    if n > 2:
        del t
        t = 7
    return t


@table(*((n, limit) for n in (0, 1, 4) for limit in (0, 2, 9)))
def loops_that_are_left_inside_and_behind_others(n, limit):
    total = 0
    while total < 20:
        for i in tf.range(n):
            if i > limit:
                break
            total += 1
        for i in tf.range(n):
            if i == limit:
                continue
            for j in (1, 2, 3):
                if j > limit:
                    break
                total += j
        if total > 3 * limit:
            break
        total += 5
    return total


@table(*((n, limit) for n in (0, 1, 4) for limit in (0, 2, 9)))
def loops_with_else_that_hold_others(n, limit):
    found = 0
    for i in tf.range(n):
        if i == limit:
            break
    else:
        for j in tf.range(n + 3):
            if j > limit:
                break
            found += 10
        else:
            found += 1
    while found < 40:
        if found == limit:
            break
        found += 13
    else:
        found = -found
    return found
