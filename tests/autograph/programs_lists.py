"""Programs with lists that grow where a tensor decides, and with lists that do not."""

import collections

import graphwright as tf
from tests.autograph.programs import Table

table = Table()


class Box:
    def __init__(self, value):
        self.value = value


numbers = ((-3,), (0,), (4,))
sizes = ((0,), (1,), (4,))
Pair = collections.namedtuple("Pair", "a b")


@table(*sizes)
def list_appended(n):
    found = []
    for i in tf.range(n + 1):
        found.append(i * i)
    return tf.stack(found)


@table(*sizes)
def list_appended_in_while(n):
    found = [7]
    while n > 0:
        found.append(n)
        n -= 1
    return tf.stack(found), len(found)


@table(*sizes)
def list_appended_if(n):
    found = [100]
    for i in tf.range(n):
        if i % 2 == 0:
            found.append(i)
        else:
            continue
    return tf.stack(found)


@table(*numbers)
def list_appended_in_a_branch(x):
    found = [1]
    if x > 0:
        found.append(x)
    return len(found), found[-1], tf.stack(found)


@table(*sizes)
def list_iterated(n):
    found = [1]
    for i in tf.range(n):
        found.append(i)
    s = 0
    for v in found:
        s = s * 2 + v
    return s


@table(*sizes)
def list_indexed(n):
    found = [5]
    for i in tf.range(n):
        found.append(found[-1] + i)
    return found[0], found[-1], found[len(found) - 1]


@table(*sizes)
def list_appended_afterwards(n):
    found = [1]
    for i in tf.range(n):
        found.append(i)
    found.append(50)
    found.extend([51, 52])
    found += [53]
    return tf.stack(found)


@table(*sizes)
def list_alias(n):
    found = [1]
    same = found
    for i in tf.range(n):
        found.append(i)
    same.append(9)
    return tf.stack(same), len(found)


@table(*sizes)
def list_passed_on(n):
    def fill(items, k):
        for i in tf.range(k):
            items.append(i)

    found = [3]
    fill(found, n)
    fill(found, 2)
    return tf.stack(found)


@table(*sizes)
def list_popped(n):
    found = [1, 2, 3]
    for i in tf.range(n):
        found.append(i)
    last = found.pop()
    return last, tf.stack(found)


@table((1,), (4,))
def list_extended_in_a_loop(n):
    found = []
    for i in tf.range(n):
        found.extend([i, i + 1])
    return tf.stack(found)


@table((1,), (4,))
def list_in_nested_loops(n):
    found = []
    for i in tf.range(n):
        for j in tf.range(i + 1):
            if j == 2:
                break
            found.append(i * 10 + j)
    return tf.stack(found)


@table((1,), (4,))
def two_lists(n):
    odd, even = [0], [0]
    for i in tf.range(n):
        if i % 2 == 0:
            even.append(i)
        else:
            odd.append(i)
    return tf.stack(odd), tf.stack(even)


@table((1,), (4,))
def list_item_set(n):
    found = [0]
    for i in tf.range(n):
        found.append(i)
        found[0] = found[0] + i
    return tf.stack(found)


@table((1,), (4,))
def list_condition(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    if found:
        return found[0]
    return -1


@table((1,), (4,))
def list_returned(n):
    found = [n]
    for i in tf.range(n):
        found.append(i)
    return found


@table((4,), refused=TypeError, says="'found'")
def list_of_two_dtypes(n):
    found = [1.5]
    for i in tf.range(n):
        found.append(i)
    return tf.stack(found)


@table((4,), refused=NotImplementedError, says="'found'")
def list_sorted(n):
    found = [1]
    for i in tf.range(n):
        found.append(i)
    found.sort()
    return tf.stack(found)


@table((4,), refused=TypeError, says="'found'")
def list_of_strings_and_objects(n):
    found = [Box(1)]
    for i in tf.range(n):
        found.append(Box(i))
    return n


@table(*numbers)
def list_in_python(x):
    found = []
    for k in range(3):
        found.append(x * k)
        if k == 1:
            found.insert(0, x)
    found.sort(key=lambda v: 1)
    return found


@table(*numbers)
def dict_in_python(x):
    d = {}
    for k in ("a", "b"):
        d[k] = x
        if x > 0:
            d[k] = d[k] + 1
    d.setdefault("c", 1)
    return d


@table(*numbers)
def same_object_in_both(x):
    box = Box(x)
    if x > 0:
        other = box
    else:
        other = box
    return other.value


@table((4,), refused=TypeError, says="'other'")
def another_object_in_each(x):
    a, b = Box(1), Box(2)
    if x > 0:
        other = a
    else:
        other = b
    return other.value


@table(*sizes)
def loop_of_loops_state(n):
    grid = tf.zeros([2, 2], tf.int32)
    for i in tf.range(2):
        for j in tf.range(2):
            if i != j:
                grid = tf.tensor_scatter_nd_update(grid, [[i, j]], [n])
    return grid


@table(*sizes)
def tensor_array_in_a_branch(n):
    array = tf.TensorArray(tf.int32, 2, clear_after_read=False)
    if n > 0:
        array = array.write(0, n)
    else:
        array = array.write(0, -1)
    array = array.write(1, 5)
    return array.stack()


@table(*sizes)
def ragged_shapes_unknown_rank(n):
    y = tf.constant(1)
    for _ in tf.range(n):
        y = tf.stack([y, y])
    return y


@table((1,), (4,))
def list_grown_while_iterated(n):
    found = [n, 2]
    s = 0
    for v in found:
        s = s * 3 + v
        if len(found) > 6:
            break
        if v != 3:
            found.append(v + 1)
    return s, len(found)


@table((1,), (4,))
def list_item_set_while_iterated(n):
    found = [n, 2, 3]
    s = 0
    for v in found:
        s = s * 3 + v
        if v > 1:
            found[2] = 0
    return s


@table(*sizes)
def list_extended_by_what_the_graph_has(n):
    found, others = [9], [8]
    found.extend([i * 2 for i in tf.range(n)])
    for i in tf.range(n):
        others.extend([i * j for j in tf.range(i)])
    return found, others


@table(*sizes)
def list_methods_bound_before(n):
    found = [9]
    add, take, more = found.append, found.pop, found.extend
    for i in tf.range(n):
        add(i)
    more([7, 8])
    take()
    add(5)
    return found


@table((4,), (-1,))
def list_extended_in_place_in_a_branch(x):
    found = [3, 1]
    other = found
    if x > 0:
        found += [x]
    return len(other), found[-1]


@table((4,), (-1,))
def list_popped_in_a_branch(x):
    found = [3, 1]
    if x > 0:
        found.pop()
    return found


@table((4,), refused=NotImplementedError, says="reverse of the list 'found'")
def list_reversed_in_a_branch(x):
    found = [1, x]
    if x > 0:
        found.reverse()
    return found


@table((4,), refused=NotImplementedError, says="del of the list 'found'")
def list_item_deleted_in_a_branch(x):
    found = [3, x]
    if x > 0:
        del found[0]
    return found


@table((4,), refused=NotImplementedError, says="assignment to a slice of the list 'found'")
def list_slice_assigned_in_a_branch(x):
    found = [1, 2, 3]
    if x > 0:
        found[1:] = [x]
    return found


@table((4,), refused=NotImplementedError, says="clear of the list 'found'")
def list_cleared_in_a_callee(x):
    def empty(items):
        items.clear()

    found = [1, x]
    if x > 0:
        empty(found)
    return found


@table((4,), refused=NotImplementedError, says="of the list 'found' depends on a tensor")
def list_of_the_graph_compared(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return found == [0, 1, 2, 3]


@table((4,))
def list_of_the_graph_copied(n):
    found = [5, 6]
    for i in tf.range(n):
        found.append(i)
    other, third = found.copy(), list(found)
    other.append(7)
    third.append(8)
    return len(found), len(other), third[-1], len(found + other), len([n] + found)
