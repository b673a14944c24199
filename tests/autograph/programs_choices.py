"""Programs with conditions that are choices among several: `in`, `is`, `match`, `:=`, and more."""

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
signs = ((-3,), (0,), (4,))


@table(*signs)
def in_list(x):
    return x in [4, 5], x not in (0, -3)


@table(*signs)
def in_tensor(x):
    return x in tf.constant([4, 0]), 4 in tf.stack([x, x])


@table(*signs)
def in_condition(x):
    if x in (4, x + 1):
        return 1
    elif x not in [0]:
        return 2
    return 3


@table(*signs)
def in_python(x):
    d = {"a": x}
    if "a" in d and "b" not in d:
        return d["a"]
    return x


@table(*signs)
def is_none(x):
    y = None
    if y is None:
        y = x
    if y is not None and y > 0:
        return y
    return x - 1


@table(*signs)
def is_the_same(x):
    y = x
    return y is x, (x + 0) is x


@table(*signs)
def optional_argument(x):
    def f(a, b=None):
        if b is None:
            b = a
        return a * b if b > 0 else a

    return f(x), f(x, x + 1), f(x, b=2)


@table(*signs, (1,), (2,))
def match_values(x):
    match x:
        case 0:
            y = 10
        case 1 | 2:
            y = 20
        case 4:
            return 40
        case _:
            y = 30
    return y


@table(*signs)
def match_guards(x):
    match x:
        case v if v > 3:
            return v
        case 0 if x > 5:
            return -1
        case other:
            return other * 2


@table((1, 2), (2, 1), (0, 0))
def match_in_python(x, y):
    match (x, y):
        case (a, b):
            return a - b


@table((1, 2), (2, 1))
def match_class_pattern(x, y):
    match {"k": x, "l": y}:
        case {"k": a, **rest}:
            return a * 10 + rest["l"]


@table(*signs)
def match_nested(x):
    y = 0
    match x:
        case 4:
            match x + 1:
                case 5:
                    y = 1
                case _:
                    y = 2
        case _:
            y = 3
    return y


@table((0,), (1,), (2,), (3,))
def match_in_a_loop(x):
    s = 0
    for i in tf.range(5):
        match i:
            case 0:
                continue
            case 3 if x > 1:
                break
            case _:
                s += i * x
    return s


@table(*signs)
def walrus_in_condition(x):
    if (y := x * 2) > 3:
        return y
    return y - 100


@table(*signs)
def walrus_in_and(x):
    if (y := x + 1) > 0 and (z := y * 2) < 20:
        return y + z
    return y


@table(*signs)
def walrus_in_expression(x):
    z = (a := x + 1) * (b := a + 1)
    return z, a, b


@table((3,), (0,), (9,))
def walrus_in_while(x):
    total = 0
    while (half := x // 2) > 0:
        total += half
        x = half
    return total, half


@table(*signs)
def walrus_in_call(x):
    def f(a, b):
        return a * 10 + b

    return f(y := x + 1, y), y


@table(*signs)
def augmented_in_branches(x):
    y = 1
    if x > 0:
        y += x
        y *= 2
    else:
        y -= x
        y //= 2
    return y


@table((6, 3), (5, 2), (-7, 2))
def every_augmented_assignment(x, y):
    a = b = c = d = e = x
    if x > 0:
        a += y
        b -= y
        c *= y
        d //= y
        e %= y
    else:
        a **= 2
    return a, b, c, d, e


@table((6, 3), (5, 2))
def bit_operators(x, y):
    a = x
    if x > y:
        a &= y
        a |= 8
        a ^= 1
        a <<= y
        a >>= 1
    return a, ~x


@table((True, False), (False, False), (True, True))
def bool_tensors(p, q):
    if p and not q:
        return 1
    if p == q:
        return 2
    return 3 if p or q else 4


@table(([1.0, 2.0],), ([-1.0],), ([0.5, 0.25, 4.0],))
def condition_on_reduction(x):
    if tf.reduce_sum(x) > 1.5:
        return x * 2.0
    return x - 1.0


@table(([1, 2],), ([3, 4, 5],))
def condition_on_shape(x):
    if tf.shape(x)[0] > 2:
        return x[:2]
    return x


@table(("a",), ("b",))
def string_condition(s):
    if s == "a":
        return s + "!"
    return "not " + s


@table((1.5,), (-0.5,))
def float_branches(x):
    if x > 1:
        y = x / 2
    elif x < 0:
        y = x**2
    else:
        y = 0.25
    return y


@table(*signs)
def deep_nesting(x):
    y = 0
    if x > -10:
        if x > -5:
            if x > -1:
                if x > 1:
                    y = 4
                else:
                    y = 3
            else:
                y = 2
        else:
            y = 1
    return y


@table(*signs)
def long_elif(x):
    if x == -3:
        y = 1
    elif x == -2:
        y = 2
    elif x == -1:
        y = 3
    elif x == 0:
        y = 4
    elif x == 4:
        y = 5
    else:
        y = 6
    return y


@table(*signs)
def returns_none(x):
    if x > 0:
        say("positive")
        return
    say("other")


@table(*signs)
def bare_annotation(x):
    y: int
    if x > 0:
        y = 1
    else:
        y = 2
    z: tf.Tensor = x + y
    return z


@table(*signs)
def conditional_lambda(x):
    f = lambda v: v * 2 if v > 0 else v - 1  # noqa: E731
    return f(x), (lambda: x if x > 3 else 0)()


@table(*signs)
def dead_branch(x):
    if x > 100:
        return tf.ones([2]) + tf.ones([3])
    return tf.zeros([2])


@table(*signs)
def f_string_of_python(x):
    n = 3
    name = f"k{n}"
    d = {name: x}
    if x > 0:
        d[name] = x + n
    return d


@table(*signs)
def match_alternatives_with_a_name(x):
    match x:
        case (0 | 4) as value:
            return value + 1
        case value:
            return value - 1
