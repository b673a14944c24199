"""Programs about attributes and items that staged statements change, and containers that change in other ways."""

import dataclasses

import graphwright as tf
from tests.autograph.programs import Table
from tests.autograph.programs_state import Box

table = Table()
numbers = ((-3,), (0,), (4,))
sizes = ((0,), (1,), (4,))


class Doubled:
    def __init__(self):
        self.held = 0

    @property
    def value(self):
        return self.held

    @value.setter
    def value(self, given):
        self.held = given * 2


class DoublingDict(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


class Slotted:
    __slots__ = ("value",)


@table(*numbers)
def key_that_is_a_tuple(x):
    d = {("a", 1): 0}
    if x > 0:
        d[("a", 1)] = x
    return d[("a", 1)]


@table(*sizes)
def key_that_is_computed(n):
    items, k = [0, 0, 7], 1
    box = Box(0)
    for i in tf.range(n):
        items[k + 1] += i
        items[box.value - 3] -= 1
    return items


@table(*numbers)
def attribute_by_two_names(x):
    box = Box(1)
    other = box
    if x > 0:
        box.value = x
        other.value = other.value + 1
    return box.value, other.value


@table(*sizes)
def item_by_two_names(n):
    d = {"a": 1}
    e, k = d, "a"
    for _ in tf.range(n):
        d["a"] = d["a"] + 1
        e["a"] = e["a"] * 2
        d[k] = d[k] + 3
    return d["a"]


@table(*numbers)
def attribute_in_a_slot(x):
    held = Slotted()
    held.value = 1
    if x > 0:
        held.value = x
    return held.value


@table(*sizes)
def field_of_a_dataclass(n):
    @dataclasses.dataclass
    class State:
        a: int
        b: int

    state = State(1, 2)
    for _ in tf.range(n):
        state.a = state.a + state.b
    return state.a


@table(*numbers)
def attribute_that_both_branches_set_first(x):
    box = Box(1)
    d = {}
    if x > 0:
        box.other = d["k"] = x
    else:
        box.other = d["k"] = 0
    return box.other + d["k"]


@table((4,), refused=ValueError, says="'box.other' must also be initialized in the else branch of the `if` at")
def attribute_that_one_branch_sets_first(x):
    box = Box(1)
    if x > 0:
        box.other = x
    return hasattr(box, "other")


@table((4,), refused=ValueError, says="'d['b']' must also be initialized in the else branch")
def key_that_one_branch_sets_first(x):
    d = {"a": 1}
    if x > 0:
        d["b"] = x
    return len(d)


@table((4,), refused=ValueError, says="'d['a']' must also be initialized in the main branch")
def key_that_one_branch_deletes(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        del d["a"]
    return len(d)


@table((4,), refused=NotImplementedError, says="'held.value' is changed in a statement that a tensor decides on")
def property_that_computes_in_a_branch(x):
    held = Doubled()
    if x > 0:
        held.value = x
    else:
        held.value = 1
    return held.value


@table((4,), refused=NotImplementedError, says="'held.value' is changed in a statement that a tensor decides on")
def property_that_computes_in_a_loop(n):
    held = Doubled()
    for i in tf.range(n):
        held.value = held.value + i
    return held.value


@table((4,), refused=NotImplementedError, says="'d['a']' is changed in a statement that a tensor decides on")
def container_that_computes(x):
    d = DoublingDict()
    if x > 0:
        d["a"] = x
    else:
        d["a"] = 1
    return d["a"]


@table((4,), refused=NotImplementedError, says="the dict 'd' is changed in a statement that a tensor decides on")
def dict_changed_by_a_method(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        d.pop("a")
    return len(d)


@table((4,), refused=NotImplementedError, says="the set 'seen' is changed in a statement that a tensor decides on")
def set_changed_by_a_method(n):
    seen = set()
    for _ in tf.range(n):
        seen.add(1)
    return len(seen)


@table(*sizes)
def containers_of_one_round(n):
    s = 0
    for i in tf.range(n):
        d, seen, items = {"a": i}, {1}, [2]
        d.update(b=i)
        seen.add(2)
        items.append(1)
        items.sort()
        s += d["a"] + d["b"] + len(seen) + items[0]
    return s


@table((4,))
def list_inside_a_list_appended_to(n):
    rows = [[], []]
    for i in tf.range(n):
        rows[0].append(i)
    return len(rows[0])


@table(*sizes)
def items_of_lists_in_a_list(n):
    rows = [[0, 0], [0, 0]]
    for i in tf.range(n):
        rows[0][1] += i
        rows[1][0] -= 1
    return rows


@table(*numbers)
def property_that_stores(x):
    class Held:
        inside = 0

        @property
        def value(self):
            return self.inside

        @value.setter
        def value(self, given):
            self.inside = given

    held = Held()
    if x > 0:
        held.value = x
    for i in tf.range(2):
        held.value = held.value + i
    return held.value


@table(*sizes)
def state_of_a_module(n):
    class Counter(tf.Module):
        def __init__(self):
            super().__init__()
            self.total, self.more, self.items = 0, {"a": 1}, [1, 2]

    counter = Counter()
    for i in tf.range(n):
        counter.total += i
        counter.more["a"] += i
        counter.items[0] += i
    if n > 1:
        counter.total = -1
    return counter.total, counter.more["a"], counter.items[0]


@table(*numbers)
def attribute_first_set_in_nested_branches(x):
    box, flag = Box(0), True
    if x > 0:
        if x > 3:
            box.other = 1
        else:
            box.other = 2
        if flag:
            box.value = 1
        else:
            box.never = 2
    else:
        box.other = 3
    return box.other, box.value
