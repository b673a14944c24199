"""Programs that iterate: over tensors, arrays of tensors, datasets, iterators, and what Python's builtins make of them."""

import collections
import itertools

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
vectors = (([1, 2, 3],), ([4, -5],), ([7],))
sizes = ((0,), (2,), (5,))


@table(*vectors)
def over_a_vector(x):
    s = 0
    for v in x:
        s = s * 2 + v
    return s


@table(([[1, 2], [3, 4]],), ([[5, 6]],))
def over_a_matrix(x):
    s = 0
    for row in x:
        for v in row:
            s = s * 3 + v
    return s


@table(([[1, 2], [3, 4]],), ([[5, 6]],))
def rows_unpacked(x):
    s = 0
    for a, b in x:
        s += a * b
    return s


@table(*vectors)
def vector_break(x):
    s = 0
    for v in x:
        if v < 0:
            break
        s += v
    else:
        s = s + 1000
    return s


@table(*vectors)
def vector_continue_return(x):
    for v in x:
        if v < 3:
            continue
        if v > 2:
            return v
    return -1


@table(*vectors)
def expression_iterated(x):
    s = 0
    for v in x * 2 + 1:
        s += v
    return s


@table(*vectors)
def changed_while_iterated(x):
    s = 0
    for v in x:
        x = x + 1
        s += v + x[0]
    return s


@table(*vectors)
def vector_of_shape(x):
    s = 1
    for d in tf.shape(tf.zeros([2, 3])):
        s *= d
    return s + x[0]


@table(([1.5, 2.0],), ([0.25],))
def floats(x):
    s = 0.0
    for v in x:
        if v > 1:
            s += v
    return s


@table((["a", "bc"],), (["d"],))
def strings(x):
    s = tf.constant("")
    for v in x:
        s = s + v + ","
    return s


@table(*sizes)
def over_a_tensor_array(n):
    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(n):
        array = array.write(i, i * i)
    s = 0
    for v in array:
        s = s * 2 + v
    return s


@table(*vectors)
def over_an_unstacked_tensor_array(x):
    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True).unstack(x)
    s = 0
    for v in array:
        if v < 0:
            break
        s += v
    return s


@table(*sizes)
def tensor_array_of_known_size(n):
    array = tf.TensorArray(tf.int32, size=3)
    for i in range(3):
        array = array.write(i, n + i)
    s = 0
    for v in array:
        s = s * 2 + v
    return s, array.stack()


@table(*sizes)
def tensor_array_read_back(n):
    array = tf.TensorArray(tf.int32, size=1, dynamic_size=True, clear_after_read=False)
    array = array.write(0, 1)
    for i in tf.range(n):
        array = array.write(i + 1, array.read(i) * 2)
    return array.stack(), array.size()


@table(*sizes)
def over_a_dataset(n):
    s = 0
    for v in tf.data.Dataset.range(5):
        s += v * 2
    return s + tf.cast(n, tf.int64)


@table(*sizes)
def dataset_break(n):
    s = tf.constant(0, tf.int64)
    limit = tf.cast(n, tf.int64)
    for v in tf.data.Dataset.range(6):
        if v == limit:
            break
        s += v
    return s


@table(*sizes)
def dataset_return(n):
    limit = tf.cast(n, tf.int64)
    for v in tf.data.Dataset.range(4):
        if v == limit:
            return v * 100
    return limit


@table(*sizes)
def dataset_continue_else(n):
    s = tf.constant(0, tf.int64)
    limit = tf.cast(n, tf.int64)
    for v in tf.data.Dataset.range(4):
        if v == limit:
            continue
        s += v
    else:
        s += 1000
    return s


@table(*sizes)
def dataset_of_tuples(n):
    s = 0
    for a, b in tf.data.Dataset.from_tensor_slices(([1, 2, 3], [4, 5, 6])):
        s += a * b
    return s + n


@table(*sizes)
def dataset_of_dicts(n):
    s = 0
    for d in tf.data.Dataset.from_tensor_slices({"a": [1, 2, 3], "b": [4, 5, 6]}):
        s += d["a"] * d["b"]
    return s + n


@table(*sizes)
def dataset_batches(n):
    s = tf.constant(0, tf.int64)
    for batch in tf.data.Dataset.range(7).batch(3):
        s += tf.reduce_sum(batch) * tf.cast(tf.shape(batch)[0], tf.int64)
    return s, n


@table(*sizes)
def dataset_prints(n):
    for v in tf.data.Dataset.range(3):
        say("element", v)
    say("done", n)


@table(*sizes)
def dataset_enumerated(n):
    s = tf.constant(0, tf.int64)
    for i, v in tf.data.Dataset.range(5, 8).enumerate():
        s += i * v
    return s, n


@table(*sizes)
def dataset_iterator(n):
    s = tf.constant(0, tf.int64)
    iterator = iter(tf.data.Dataset.range(4))
    for v in iterator:
        s += v
    return s, n


@table(*sizes)
def dataset_iterator_next(n):
    iterator = iter(tf.data.Dataset.range(10))
    s = tf.constant(0, tf.int64)
    for _ in tf.range(n):
        s += next(iterator)
    return s


@table(*sizes)
def dataset_in_a_staged_loop(n):
    s = tf.constant(0, tf.int64)
    for _ in tf.range(n):
        for v in tf.data.Dataset.range(3):
            s += v
    return s


@table(*vectors)
def enumerated(x):
    s = 0
    for i, v in enumerate(x):
        s += i * v
    return s


@table(*vectors)
def enumerated_from(x):
    s = 0
    for i, v in enumerate(x, 3):
        s += i * v
    return s


@table(*vectors)
def enumerated_break(x):
    where = -1
    for i, v in enumerate(x):
        if v < 2:
            continue
        where = i
        break
    return where


@table(*sizes)
def enumerated_range(n):
    s = 0
    for i, v in enumerate(tf.range(n, 0, -1)):
        s += i * v
    return s


@table(*vectors)
def zipped(x):
    s = 0
    for a, b in zip(x, x * 10):
        s += a * b
    return s


@table(*vectors)
def zipped_of_unlike_lengths(x):
    s = 0
    for a, b, c in zip(x, tf.range(2), tf.constant([5, 6, 7])):
        s += a * b + c
    return s


@table(([1, 2, 3],), ([4, -5, 0],))
def zipped_with_a_list(x):
    s = 0
    for a, b in zip(x, [10, 20, 30]):
        s += a * b
    return s


@table(*vectors)
def enumerated_zip(x):
    s = 0
    for i, (a, b) in enumerate(zip(x, x + 1)):
        s += i * a * b
    return s


@table(*vectors)
def reversed_vector(x):
    s = 0
    for v in reversed(x):
        s = s * 2 + v
    return s


@table(*sizes)
def reversed_range(n):
    s = 0
    for v in reversed(tf.range(n)):
        s = s * 2 + v
    return s


@table(*vectors)
def enumerated_reversed(x):
    s = 0
    for i, v in enumerate(reversed(x)):
        s += v * (i + 1)
    return s


@table(*vectors)
def mapped(x):
    def half(v):
        if v > 2:
            return v // 2
        return v

    s = 0
    for v in map(half, x):
        s = s * 2 + v
    return s


@table(*vectors)
def mapped_over_two(x):
    s = 0
    for v in map(lambda a, b: a * b, x, x + 1):
        s += v
    return s


@table(*vectors)
def filtered(x):
    s = 0
    for v in filter(lambda a: a > 1, x):
        s = s * 2 + v
    return s


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
