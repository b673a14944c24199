"""Programs that iterate over what comprehensions, generators and Python's containers give."""

import collections
import itertools

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
vectors = (([1, 2, 3],), ([4, -5],), ([7],))
sizes = ((0,), (2,), (5,))


@table(*vectors)
def comprehension(x):
    return tf.stack([v * 2 for v in x])


@table(*vectors)
def comprehension_with_condition(x):
    return [v * 2 for v in x if v > 1 and v != 3]


@table(*sizes)
def comprehension_over_range(n):
    return sum([i * i for i in tf.range(n)]) + len([i for i in tf.range(n) if i > 1])


@table(*vectors)
def generator_expression(x):
    s = 0
    for v in (a + 1 for a in x):
        s = s * 2 + v
    return s


@table(*vectors)
def sum_of_generator(x):
    return sum(v * 2 for v in x), max(v - 1 for v in x)


@table(*vectors)
def any_all_of_generator(x):
    return any(v > 2 for v in x), all(v > 0 for v in x)


@table(*vectors)
def comprehension_of_tuples(x):
    s = 0
    for v in [a * b for a, b in zip(x, x)]:
        s += v
    return s


@table((1,), (-2,))
def comprehension_in_python(x):
    return [x * k if x > 0 else x - k for k in range(3) if k != 1]


@table((1,), (-2,))
def dict_comprehension(x):
    return {k: (v if x > 0 else -v) for k, v in {"a": 1, "b": 2}.items()}


@table((1,), (-2,))
def nested_comprehension(x):
    return [[x * i + j for j in range(2)] for i in range(2)]


@table((1,), (-2,))
def set_comprehension(x):
    s = 0
    for v in sorted({k % 3 for k in range(7)}):
        s = s * 3 + v * x
    return s


@table((1, 2), (5, -1))
def dict_views(x, y):
    d = {"a": x, "b": y}
    s = 0
    for k in d.keys():
        s += d[k]
    for v in d.values():
        if v > 1:
            s *= v
    for k, v in d.items():
        s += v * len(k)
    return s


@table((1, 2), (5, -1))
def dict_itself(x, y):
    s = 0
    for k in {"a": x, "b": y}:
        s += x if k == "a" else y * 2
    return s


@table((1,), (4,))
def python_list(x):
    s = 0
    for k in [1, x, 3]:
        if k > x:
            continue
        s += k
    return s


@table((1,), (4,))
def python_tuple_of_tensors(x):
    s = 0
    for a, b in ((x, 1), (2, x)):
        s += a - 2 * b
    return s


@table((1,), (4,))
def python_set_and_string(x):
    s = x
    for c in "abc":
        s += ord(c)
    for k in frozenset([5]):
        s += k
    return s


@table((1,), (4,))
def python_generator(x):
    def numbers():
        yield 1
        yield 2

    s = 0
    for k in numbers():
        s += k * x
    return s


@table((1,), (4,))
def itertools_(x):
    s = 0
    for a, b in itertools.product([1, 2], repeat=2):
        s += a * b * x
    for k in itertools.chain([1], (2,)):
        s -= k
    return s


@table((1,), (4,))
def own_iterable(x):
    class Three:
        def __iter__(self):
            return iter([1, 2, 3])

    s = 0
    for k in Three():
        if x > k:
            s += k
    return s


@table((1,), (4,))
def named_tuple_and_deque(x):
    point = collections.namedtuple("point", "a b")(x, 3)
    s = 0
    for v in point:
        s += v
    for v in collections.deque([1, x]):
        s *= v
    return s


@table((1,), (4,))
def starred_targets(x):
    s = 0
    for a, *rest in [(x, 1, 2), (3, x)]:
        s += a * len(rest)
    return s


@table((1,), (4,))
def attribute_target(x):
    class Box:
        value = 0

    box, items = Box(), [0, 0]
    for box.value in (1, 2):
        x += box.value
    for items[1] in (5, x):
        x += items[1]
    return x, box.value, items[1]


@table(([3, 4],), ([5],))
def empty_tensor(x):
    s = 7
    for v in x[:0]:
        s += v
    return s


@table((3,), refused=TypeError, says="scalar")
def scalar_iterated(x):
    for v in x:
        say(v)


@table(*vectors)
def iterated_twice(x):
    s = 0
    for a in x:
        for b in x:
            if a >= b:
                s += a * b
    return s


@table(([1, 2, 3, 4],), ([4, 3, 2, 1],))
def running_maximum(x):
    best = x[0]
    found = []
    for v in x:
        best = max(best, v)
        found.append(best)
    return tf.stack(found)


@table(*vectors)
def comprehension_over_two_tensors(x):
    return [a * b for a in x if a > 1 for b in x if a != b]


@table(([1, 2, 3, 4, 5, 6, 7, 8],))
def comprehension_over_parts_of_one_name(x):
    rows = tf.reshape(x, [-1, 4])
    return [a + b for a, _, _, b in rows], [a * b for b, a, _, b in rows]


@table(*sizes)
def comprehension_over_ranges_in_each_other(n):
    return [i * j for i in tf.range(n) for j in tf.range(i)]


@table(*sizes)
def comprehension_over_three(n):
    return [i * j + k for i in tf.range(n) for j in range(2) for k in tf.range(j + 1) if i > j]


@table(*vectors)
def comprehension_over_python_and_a_tensor(x):
    return [a + k for k in (1, 2) for a in x], [a * k for a in x for k in (1, 2)]


@table(*sizes)
def comprehension_over_rows_in_python(n):
    return [v for row in [[n, 1], [2, n]] for v in row if v > 1]


@table(*sizes)
def comprehension_of_python_over_two(n):
    return [n * i + j for i in range(3) for j in range(i)]


@table(*sizes)
def generator_expression_over_two(n):
    return sum(i * j for i in tf.range(n) for j in tf.range(i))
