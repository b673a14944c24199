"""Programs that iterate: over tensors, TensorArrays, datasets, iterators, and what Python's builtins make of them."""

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
    for a, b in tf.reshape(x, [-1, 2]):
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
    s = tf.constant(0, tf.int64)
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
