"""Programs about what staged statements change: names, attributes, items, structures, lists, and what does not fit."""

import collections

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
numbers = ((-3,), (0,), (4,))
sizes = ((0,), (1,), (4,))
Pair = collections.namedtuple("Pair", "a b")


class Box:
    def __init__(self, value):
        self.value = value
        self.inner = None


@table(*numbers)
def attribute(x):
    box = Box(1)
    if x > 0:
        box.value = x
    return box.value


@table(*numbers)
def attribute_augmented(x):
    box = Box(1)
    if x > 0:
        box.value += x
    else:
        box.value -= x
    box.value *= 2
    return box.value


@table(*numbers)
def attribute_of_attribute(x):
    box = Box(0)
    box.inner = Box(x)
    if x > 0:
        box.inner.value = box.inner.value + 1
    return box.inner.value


@table(*sizes)
def attribute_in_a_loop(n):
    box = Box(0)
    for i in tf.range(n):
        box.value = box.value + i
        if box.value > 4:
            break
    return box.value


@table(*numbers)
def item_of_a_list(x):
    items = [1, 2, x]
    if x > 0:
        items[0] = x
        items[-1] += 1
    return items


@table(*numbers)
def item_of_a_dict(x):
    d = {"a": 1, "b": x}
    if x > 0:
        d["a"] = x
    else:
        d["b"] *= 2
    return d


@table(*sizes)
def item_in_a_loop(n):
    d = {"s": 0, "p": 1}
    for i in tf.range(n):
        d["s"] += i
        d["p"] *= 2
    return d


@table(*sizes)
def item_of_an_item(n):
    d = {"a": [0, 1]}
    for i in tf.range(n):
        d["a"][0] += i
    return d["a"][0]


@table(*sizes)
def item_by_a_python_name(n):
    items, k = [0, 0], 1
    for i in tf.range(n):
        items[k] += i
    return items


@table(*numbers)
def python_number_becomes_a_tensor(x):
    k = 1
    if x > 0:
        k = 2
    return k + 1, k * x


@table(*sizes)
def python_float_in_a_loop(n):
    s = 0.5
    for _ in tf.range(n):
        s = s * 2
    return s


@table(*sizes)
def untouched_python_value(n):
    mode, k = "sum", 3
    s = 0
    for i in tf.range(n):
        if mode == "sum":
            s += k
    return s, [0] * k


@table(*numbers)
def tuple_state(x):
    pair = (x, 1)
    if x > 0:
        pair = (pair[1], pair[0] + 1)
    return pair


@table(*sizes)
def tuple_in_a_loop(n):
    pair = (0, 1)
    for _ in tf.range(n):
        pair = (pair[1], pair[0] + pair[1])
    return pair


@table(*sizes)
def named_tuple_in_a_loop(n):
    pair = Pair(0, 1)
    while pair.a < n:
        pair = Pair(pair.a + 1, pair.b * 2)
    return pair


@table(*sizes)
def nested_structure_in_a_loop(n):
    state = {"p": (0, [1, 2])}
    for i in tf.range(n):
        (a, (b, c)) = state["p"]
        state = {"p": (a + i, [c, b])}
    return state


@table(*numbers)
def undefined_and_unused(x):
    if x > 0:
        temporary = x
        say(temporary)
    return x


@table((4,), (2,), refused=ValueError, says="'y' must also be initialized in the else branch")
def one_branch_only(x):
    if x > 3:
        y = 1
    return y


@table((4,), refused=ValueError, says="'y'")
def one_branch_only_in_a_loop(x):
    for i in tf.range(x):
        if i > 1:
            y = i
    return y


@table((4,), refused=TypeError, says="'y' has dtype int32 in the main branch, but dtype float32 in the else branch")
def dtypes_of_branches(x):
    if x > 0:
        y = 1
    else:
        y = 1.5
    return y


@table((4,), refused=TypeError, says="'y' has dtype int32 before the loop, but dtype float32 after one iteration")
def dtypes_of_rounds(x):
    y = 0
    for i in tf.range(x):
        y = tf.cast(i, tf.float32)
    return y


@table((4,), refused=TypeError, says="'y' must have the same nested structure")
def structures_of_branches(x):
    if x > 0:
        y = (1, 2)
    else:
        y = (1, 2, 3)
    return y


@table((4,), refused=TypeError, says="'y' does not have the same nested structure")
def structures_of_rounds(x):
    y = (0,)
    for i in tf.range(x):
        y = (*y, i)
    return y


@table((4,), refused=ValueError, says="'y' is None at the end of the else branch")
def none_and_a_tensor(x):
    y = None
    if x > 0:
        y = x
    return y


@table((4,), refused=ValueError, says="'y'")
def none_before_a_loop(x):
    y = None
    for i in tf.range(x):
        if y is None:
            y = i
    return y


@table((4,), refused=ValueError, says="return")
def return_in_one_branch(x):
    if x > 0:
        return x


@table((4,), refused=TypeError, says="int64")
def integers_of_two_widths(x):
    s = 0
    for i in tf.range(tf.cast(x, tf.int64)):
        s += i
    return s


@table((4,), refused=ValueError, says="shape invariant")
def shape_against_its_invariant(x):
    y = tf.zeros([1])
    for _ in tf.range(x):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, [1])])
        y = tf.concat([y, y], 0)
    return y


@table(*sizes)
def shape_invariant(n):
    y = tf.zeros([1])
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, [None])])
        y = tf.concat([y, [1.0]], 0)
    return y


@table(*sizes)
def shape_that_grows(n):
    y = tf.zeros([1, 2])
    for _ in tf.range(n):
        y = tf.concat([y, tf.ones([1, 2])], 0)
    return y


@table(*numbers)
def shapes_of_branches(x):
    if x > 0:
        y = tf.zeros([2])
    else:
        y = tf.zeros([3])
    return y, len(y)
