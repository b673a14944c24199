"""Programs with conditions: `if`, conditional expressions, `and`, `or`, `not`, chains, `in`, `is`, `match`, `:=`."""

from tests.autograph.programs import Table, say

table = Table()
signs = ((-3,), (0,), (4,))


@table(*signs)
def if_alone(x):
    y = x
    if x > 0:
        y = x * 2
    return y


@table(*signs)
def if_else(x):
    if x > 0:
        y = 1
    else:
        y = -1
    return y + x


@table(*signs)
def if_elif_else(x):
    if x > 0:
        s = "positive"
    elif x == 0:
        s = "zero"
    else:
        s = "negative"
    return s


@table(*signs)
def early_return(x):
    if x > 0:
        return x * 10
    return -x


@table(*signs)
def two_early_returns(x):
    if x > 0:
        return x * 10
    if x == 0:
        return x + 7
    x = x - 1
    return -x


@table(*signs)
def returns_in_nested_branches(x):
    if x > -2:
        if x > 2:
            return x
        elif x == 0:
            return x + 100
        y = 3
    else:
        y = 4
        if x < -100:
            return y
    return y * x


@table(*signs)
def all_branches_return(x):
    if x > 0:
        return x
    elif x < 0:
        return -x
    else:
        return 17


@table(*signs)
def prints_in_branches(x):
    say("begin", x)
    if x > 0:
        say("positive")
    else:
        say("not")
        if x < 0:
            say("negative", -x)
    say("end")
    return x


@table(*signs)
def python_condition_inside(x):
    mode = "a"
    if x > 0:
        if mode == "a":
            x = x + 1
        else:
            x = undefined_name  # noqa: F821
    return x


@table(*signs)
def staged_inside_python(x):
    for mode in ("a", "b"):
        if mode == "b":
            if x > 0:
                x = x * 2
        else:
            x = x + 1
    return x


@table(*signs)
def several_variables(x):
    a, b, c = 1, 2, 3
    if x > 0:
        a, b = b, a
    elif x < 0:
        b, c = c, b
    return a, b, c


@table(*signs)
def swapped(x):
    a, b = x, x + 1
    if a < 0:
        a, b = b, a
    return a, b


@table(*signs)
def pass_branches(x):
    if x > 0:
        pass
    else:
        x = x - 1
    if x > 2:
        x = x + 2
    else:
        pass
    return x


@table(*signs)
def branch_local(x):
    if x > 0:
        temporary = x * 2
        x = temporary + 1
    return x


@table(*signs)
def temporaries_of_other_types(x):
    if x > 0:
        t = "text"
        x = x + len(t)
    else:
        t = [1, 2]
        x = x - len(t)
    return x


@table(*signs)
def condition_of_a_branch(x):
    a = x > 0
    b = x == 0
    if a:
        r = 1
    elif b:
        r = 2
    else:
        r = 3
    return r


@table(*signs)
def ternary(x):
    return x * 2 if x > 0 else -x


@table(*signs)
def ternary_nested(x):
    return 1 if x > 0 else (2 if x == 0 else 3)


@table(*signs)
def ternary_in_condition(x):
    if (x if x > 0 else -x) > 3:
        return x * 2
    return x


@table(*signs)
def ternary_of_tuples(x):
    a, b = (x, 1) if x > 0 else (2, x)
    return a, b


@table(*signs)
def ternary_of_dicts(x):
    return {"a": x, "b": 1} if x > 0 else {"a": -x, "b": 2}


@table(*signs)
def ternary_in_call(x):
    def f(a, k):
        return a * k

    return f(x if x > 0 else 5, k=(1 if x < 0 else 2))


@table(*signs)
def ternary_prints(x):
    def told(text, value):
        say(text)
        return value

    return told("yes", 1) if told("test", x > 0) else told("no", 2)


@table(*signs)
def and_alone(x):
    return x > -5 and x < 3


@table(*signs)
def or_alone(x):
    return x > 3 or x < -2


@table(*signs)
def not_alone(x):
    return not x > 0, not not x == 0


@table(*signs)
def and_or_not(x):
    return (x > 0 and not x > 3) or not (x > -1 or x == -3)


@table((0,), (2,))
def and_is_lazy(x):
    def told(v):
        say("right", v)
        return v > 0

    return x > 1 and told(x)


@table((0,), (2,))
def or_is_lazy(x):
    def told(v):
        say("right", v)
        return v > 0

    return x > 1 or told(x)


@table((0,), (2,))
def and_guards_division(x):
    return x != 0 and 10 // x > 3


@table(*signs)
def and_with_python_left(x):
    flag = True
    return (flag and x > 0), (not flag or x > 0)


@table(*signs)
def and_chain_of_three(x):
    return x > -5 and x < 5 and x != 0


@table(*signs)
def and_in_condition(x):
    if x > -5 and (x < 0 or x > 3):
        return 1
    return 0


@table(*signs)
def chain(x):
    return -1 < x < 5, 0 <= x <= 0 < 5, 5 > x > -2


@table(*signs)
def chain_of_four(x):
    return -4 < x < 3 != 2 < 10


@table(*signs)
def chain_evaluates_once(x):
    def told(v):
        say("middle", v)
        return v

    return -1 < told(x) < 3


@table(*signs)
def chain_is_lazy(x):
    def told(v):
        say("last")
        return v

    return x > 0 > told(-5)


@table(*signs)
def chain_in_condition(x):
    if -1 <= x < 3:
        return "in"
    return "out"
