"""Arithmetic on sizes of which some are symbols."""

import copy
import pickle
import random

import pytest

from graphwright.base.dimension import Symbol
from graphwright.base.size_arithmetic import (
    add,
    at_least,
    certainly_differ,
    divide_evenly,
    floordiv,
    is_size,
    maximum,
    minimum,
    mod,
    multiply,
    product,
    substitute,
    subtract,
    unknown_integer,
)

S, T = Symbol(), Symbol()


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (add(S, 0), S),
        (add(add(S, 2), -2), S),
        (subtract(add(S, T), S), T),
        (subtract(S, S), 0),
        (add(S, T), add(T, S)),
        (multiply(S, 1), S),
        (multiply(S, 0), 0),
        (multiply(add(S, 1), T), add(multiply(S, T), T)),
        (product([S, 2, T]), multiply(multiply(T, S), 2)),
        (product([]), 1),
        (floordiv(multiply(S, 6), 3), multiply(S, 2)),
        (floordiv(add(multiply(S, 2), 3), 2), add(S, 1)),
        (floordiv(multiply(S, T), T), S),
        (floordiv(S, S), 1),
        (floordiv(S, 2), floordiv(S, 2)),
        (add(floordiv(subtract(S, 1), 2), 1), floordiv(add(S, 1), 2)),
        (mod(multiply(S, 4), 2), 0),
        (mod(add(multiply(S, 4), 3), 2), 1),
        (mod(multiply(S, T), S), 0),
        (maximum(S, 0), S),
        (maximum(0, subtract(S, 1)), maximum(subtract(S, 1), 0)),
        (maximum(add(S, 1), S), add(S, 1)),
        (minimum(S, add(S, T)), S),
        (minimum(S, 3), minimum(3, S)),
        (minimum(S, floordiv(S, 2)), floordiv(S, 2)),
        (maximum(0, subtract(S, floordiv(S, 2))), subtract(S, floordiv(S, 2))),
        (add(maximum(0, subtract(S, 1)), minimum(1, S)), S),
        (add(minimum(10, S), maximum(0, subtract(10, minimum(10, S)))), 10),
        (add(minimum(S, T), maximum(0, subtract(T, S))), T),
        (maximum(0, subtract(7, mod(S, 8))), subtract(7, mod(S, 8))),
        (multiply(divide_evenly(S, 2), 2), S),
        (add(divide_evenly(S, 2), divide_evenly(S, 2)), S),
        (divide_evenly(multiply(S, 6), 3), multiply(S, 2)),
        (floordiv(multiply(divide_evenly(S, 2), T), T), divide_evenly(S, 2)),
        (substitute(add(divide_evenly(S, 2), 1), lambda s: 8), 5),
    ],
)
def test_equal_formulas_are_one_size(found, expected):
    assert found == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (0, True),
        (-1, False),
        (S, True),
        (unknown_integer(), False),
        (add(S, 1), True),
        (subtract(S, 1), False),
        (maximum(subtract(S, 1), 0), True),
        (floordiv(S, 2), True),
        (floordiv(subtract(S, 1), 2), False),
        (mod(unknown_integer(), 3), True),
        (minimum(S, T), True),
        (multiply(S, unknown_integer()), False),
        (subtract(S, multiply(floordiv(S, 2), 2)), True),
        (subtract(S, multiply(floordiv(S, 2), 3)), False),
        (subtract(maximum(S, 3), 3), True),
        (subtract(S, floordiv(unknown_integer(), 2)), False),
        (subtract(T, minimum(S, T)), True),
        (divide_evenly(S, 2), True),
    ],
)
def test_what_cannot_be_negative(size, expected):
    assert is_size(size) is expected


def test_what_is_certain_of_two_sizes():
    assert at_least(add(S, 1), S)
    assert not at_least(S, 1)
    assert certainly_differ(add(S, 1), 0)
    assert certainly_differ(-1, S)
    assert not certainly_differ(S, 0)
    assert not certainly_differ(S, T)
    assert not at_least(floordiv(S, 2), subtract(S, floordiv(S, 2)))
    assert at_least(subtract(S, floordiv(S, 2)), floordiv(S, 2))


def test_a_formula_survives_pickling_and_is_not_copied():
    size = maximum(0, subtract(multiply(S, 2), 3))
    assert copy.deepcopy(size) is size
    symbol, loaded = pickle.loads(pickle.dumps((S, size)))
    assert symbol is not S
    assert loaded is maximum(0, subtract(multiply(symbol, 2), 3))


_OPERATIONS = {
    add: lambda a, b: a + b,
    subtract: lambda a, b: a - b,
    multiply: lambda a, b: a * b,
    maximum: max,
    minimum: min,
    floordiv: lambda a, b: a // b,
    mod: lambda a, b: a % b,
    divide_evenly: lambda a, b: a // b,
}


@pytest.mark.parametrize("seed", range(20))
def test_random_formulas_have_the_value_of_the_integers(seed):
    choose = random.Random(seed)
    values = {Symbol(): choose.randrange(7) for _ in range(3)}
    found = [*values.items(), *((n, n) for n in (-2, 0, 1, 2, 3))]
    for _ in range(30):
        operation, (a, x), (b, y) = choose.choice(list(_OPERATIONS)), choose.choice(found), choose.choice(found)
        if not y and operation in (floordiv, mod):
            continue
        if operation is divide_evenly and (not isinstance(b, int) or b <= 0 or x % b):
            continue
        size, value = operation(a, b), _OPERATIONS[operation](x, y)
        assert substitute(size, lambda s: values.get(s, s), 99) in (value, size)
        assert not is_size(size) or value >= 0
        if not isinstance(size, int) and size.formula is None and size not in values:
            continue  # a formula that is too long is a symbol of its own
        if abs(value) < 2**40:
            found.append((size, value))
            assert substitute(size, lambda s: values.get(s, s), 99) == value
