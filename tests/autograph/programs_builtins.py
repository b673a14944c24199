"""Programs that call Python's builtin functions on tensors."""

import functools

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
numbers = ((-3,), (0,), (4,))
vectors = (([3, 1, 2],), ([-1, 5],))


@table(*vectors)
def length(x):
    return len(x) + 1, len([x, x]), len("abc")


@table(([[1, 2], [3, 4]],), ([[1, 2]],))
def length_of_matrix(x):
    if len(x) > 1:
        return len(x[0])
    return 0


@table((2,), refused=TypeError)
def length_of_scalar(x):
    return len(x)


@table(*numbers)
def integer(x):
    return int(x) + 1, int("3"), int()


@table((1.75,), (-2.5,), (0.0,))
def integer_of_float(x):
    return int(x), float(int(x)) * 0.5


@table(*numbers)
def floating(x):
    return float(x) / 2, float("0.5"), float(True)


@table(*numbers)
def truth(x):
    return bool(x), bool(x > 0), bool([]), bool("a")


@table(*numbers)
def truth_in_condition(x):
    if bool(x):
        return 1
    return 0


@table(*numbers)
def absolute(x):
    return abs(x), abs(-2)


@table((1.5,), (-0.25,))
def absolute_float(x):
    return abs(x) + abs(x - 1)


@table(*numbers)
def minimum(x):
    return min(x, 2), min(2, x, -1), min(3, 1)


@table(*numbers)
def maximum(x):
    return max(x, 2), max(2, x, 7), max([3, 1])


@table(*numbers)
def extremes_of_lists(x):
    return min([x, 1, 2]), max((x, x + 1)), max([4], default=0)


@table(*vectors)
def extremes_of_vectors(x):
    return min(x), max(x)


@table(*numbers)
def extreme_with_key(x):
    return max([1, -5, 3], key=abs) + x, min("bca", "ab")


@table(*vectors)
def sums(x):
    return sum(x), sum(x, 10), sum([1, 2])


@table(*numbers)
def sum_of_list(x):
    return sum([x, x + 1, 2]), sum((x,), 5)


@table(*vectors)
def any_all(x):
    return any(x > 2), all(x > 0)


@table(*numbers)
def any_all_of_lists(x):
    return any([x > 0, x == -3]), all([x > -5, x < 4]), any([]), all([True])


@table(*numbers)
def any_in_condition(x):
    if any([x > 3, x == 0]):
        return 1
    return 2


@table(*vectors)
def sorted_vector(x):
    return sorted(x), sorted(x, reverse=True)


@table((1,), (2,))
def sorted_python(x):
    return [k * x for k in sorted([3, 1, 2], key=lambda k: -k)]


@table((0,), (3,))
def ranges(n):
    s = 0
    for i in range(n):
        s += i
    for i in range(1, n):
        s += 10 * i
    for i in range(n, -1, -1):
        s += 100 * i
    return s


@table((2,), (3,))
def range_of_python(n):
    return [n * k for k in range(3)], list(range(2))


@table((0,), (3,))
def range_and_len(n):
    return len(range(5)) + n


@table(*vectors)
def enumerate_in_python(x):
    return [(i, v) for i, v in enumerate([x, x + 1])]


@table((1,), (2,))
def zip_in_python(x):
    return [a * b for a, b in zip([x, 2], [3, x])], dict(zip("ab", [x, 1]))


@table((1,), (2,))
def map_filter_in_python(x):
    return list(map(lambda k: k * x if x > 1 else k, [1, 2])), list(filter(lambda k: k > 1, [1, 2, 3]))


@table((1,), (2,))
def next_of_python(x):
    items = iter([x, 5])
    return next(items), next(items), next(items, -1), next(iter([]), x)


@table(*numbers)
def is_instance(x):
    return isinstance(x, tf.Tensor), isinstance(3, int), isinstance([x], list)


@table(*numbers)
def is_instance_in_condition(x):
    if isinstance(x, tf.Tensor) and x > 0:
        return 1
    elif isinstance(x, (list, tuple)):
        return 2
    return 3


@table((2.4,), (2.6,), (-2.5,))
def rounded(x):
    return round(x)


@table(*numbers)
def power_and_divmod(x):
    return pow(x, 2), divmod(7, 2), x**2


@table((7, 2), (-7, 2))
def divisions(x, y):
    return x // y, x % y, x / y, -x // y


@table(*numbers)
def string_of_python(x):
    return str(3) + repr([1]), {str(k): x + k for k in range(2)}


@table(*numbers)
def hash_and_id_of_python(x):
    return hash(1) == hash(1), callable(len), x


@table(*numbers)
def getattr_and_setattr(x):
    class Box:
        a = 1

    box = Box()
    setattr(box, "b", x)
    return getattr(box, "a"), getattr(box, "b"), getattr(box, "c", x + 1), hasattr(box, "c")


@table(*numbers)
def type_of(x):
    return type(3) is int, type([]).__name__, x


@table(*vectors)
def list_and_tuple(x):
    return list((1, 2)), tuple([x, x]), [*range(2), x]


@table((1,), (3,))
def reduce(x):
    return functools.reduce(lambda a, b: a * b if a > 1 else a + b, [x, 2, 3])


@table(*vectors)
def reversed_list(x):
    return list(reversed([x, 1]))


@table(*vectors)
def slices(x):
    return x[1:], x[-1], x[::-1], [1, 2, 3][slice(1, 2)]


@table(*numbers)
def locals_and_vars(x):
    y = x + 1
    return sorted(locals()), locals()["y"]


@table(*numbers)
def eval_in_python(x):
    return eval("1 + 2") + x


@table((3, 4), (4, 3))
def max_of_branches(x, y):
    return max(x if x > y else y, min(x, y) if x != y else 0)


@table((3,), (-2,))
def abs_in_loop(x):
    s = 0
    for i in tf.range(abs(x)):
        s += i
    say("s", s)
    return s


@table((5,), (2,))
def min_as_bound(x):
    s = 0
    for i in range(min(x, 4)):
        s += i
    return s


@table(*vectors)
def len_as_bound(x):
    s = 0
    for i in range(len(x)):
        s += x[i] * i
    return s


@table(*vectors)
def len_in_while(x):
    i, s = 0, 0
    while i < len(x):
        s += x[i]
        i += 1
    return s


@table((1, 2), (3, -1))
def dict_and_set_builtins(x, y):
    d = dict(a=x, b=y)
    d.update(c=x + y)
    return d, len({1, 2}), d.get("z", 0), d.pop("a")


@table(*numbers)
def sorted_list_of_tensors(x):
    return sorted([x, 3, 1]), sorted((x, 2), reverse=True)


@table((0,), (3,))
def extreme_with_default(n):
    return max((v for v in tf.range(n) if v > 1), default=-1), min([n], default=2)


@table(([3, 1],), refused=NotImplementedError, says="max of a tensor with a key")
def extreme_of_a_tensor_with_key(x):
    return max(x, key=lambda v: -v)


@table(([3, 1],), refused=NotImplementedError, says="sorted of a tensor with a key")
def sorted_tensor_with_key(x):
    return sorted(x, key=lambda v: -v)
