"""Arithmetic on sizes of which some are symbols.

A result that is not a number is a symbol with a formula, and equal formulas are one symbol: `x[1:]` and `x[:-1]` have
one size, whatever that of `x`. A sum is written as a polynomial in symbols without a formula and in what cannot be
simplified, such as a quotient that may have a rest:

    ("sum", (((s, t), 2), ((), 1)))     2 * s * t + 1
    ("floordiv", a, b), ("mod", a, b), ("max", a, b), ("min", a, b)

A factor may be a fraction: half of a size that an operation requires to be even. Two such halves are that size again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakValueDictionary

from graphwright.base.dimension import Dim, Symbol

if TYPE_CHECKING:
    from fractions import Fraction

_MOST_TERMS: Final = 12
_HIGHEST_DEGREE: Final = 8
_DEEPEST: Final = 8
"""Formulas within formulas that `substitute` follows."""
_BOUNDS: Final = 3
"""Terms that are replaced by a bound to find out whether a sum can be negative."""

_Factor: TypeAlias = "int | Fraction"
_Terms: TypeAlias = dict[tuple[Symbol, ...], _Factor]  # factor of each product of symbols, () for the constant

_interned: WeakValueDictionary[tuple[Any, ...], Symbol] = WeakValueDictionary()


def unknown_integer() -> Symbol:
    """Returns a new symbol for an integer that may be negative."""
    return Symbol(is_size=False)


def unknown_condition() -> Symbol:
    """Returns a new symbol for a condition, 0 or 1."""
    return Symbol()


def as_size(a: Dim) -> Dim:
    """Returns an integer as a size, which has just been found not to be negative."""
    return a if isinstance(a, int) or a.is_size else maximum(a, 0)


def add(a: Dim, b: Dim) -> Dim:
    """Returns `a + b`."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    terms = _terms(a)
    for product, factor in _terms(b).items():
        terms[product] = terms.get(product, 0) + factor
    return _from_terms(terms)


def subtract(a: Dim, b: Dim) -> Dim:
    """Returns `a - b`."""
    return a - b if isinstance(a, int) and isinstance(b, int) else add(a, multiply(b, -1))


def multiply(a: Dim, b: Dim) -> Dim:
    """Returns `a * b`."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    terms: _Terms = {}
    others = _terms(b)
    for product, factor in _terms(a).items():
        for other, by in others.items():
            both = tuple(sorted(product + other, key=_number))
            terms[both] = terms.get(both, 0) + factor * by
    return _from_terms(terms)


def product(sizes: Iterable[Dim]) -> Dim:
    """Returns the product of sizes, 1 if there are none."""
    total: Dim = 1
    for size in sizes:
        total = multiply(total, size)
    return total


def floordiv(a: Dim, b: Dim) -> Dim:
    """Returns `a // b`, rounded down; a `b` of 0 is taken to be an error that the run reports."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b if b else unknown_integer()
    if a is b:
        return 1
    if isinstance(b, int):
        return _floordiv_by_number(a, b)
    exact = _divided(a, b)
    return _formula("floordiv", a, b) if exact is None else exact


def divide_evenly(a: Dim, b: int) -> Dim:
    """Returns `a / b` where the run reports an error if there is a rest."""
    if isinstance(a, int) or b <= 0:
        return floordiv(a, b)
    from fractions import Fraction  # loads a good deal

    return _from_terms({product: Fraction(factor, b) for product, factor in _terms(a).items()})


def mod(a: Dim, b: Dim) -> Dim:
    """Returns `a % b`, of the sign of `b`."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b if b else unknown_integer()
    if isinstance(b, int) and b > 0:
        a = _from_terms({product: factor % b for product, factor in _terms(a).items()})
        return a % b if isinstance(a, int) else _formula("mod", a, b)
    return 0 if not isinstance(b, int) and _divided(a, b) is not None else _formula("mod", a, b)


def maximum(a: Dim, b: Dim) -> Dim:
    """Returns the larger of two."""
    if at_least(a, b):
        return a
    if at_least(b, a):
        return b
    a, b = _in_order(a, b)
    if a == 0 and (shorter := _shortened_twice(b)) is not None:
        return maximum(0, shorter)
    return _formula("max", a, b)


def _shortened_twice(a: Dim) -> Dim | None:
    """`x - n` if this is `max(0, x) - n`, so that `x[1:][1:]` has the size of `x[2:]`."""
    terms = _terms(a)
    number = terms.pop((), 0)
    if not isinstance(number, int) or number > 0 or len(terms) != 1:
        return None
    ((symbols, factor),) = terms.items()
    inner = symbols[0].formula if len(symbols) == factor == 1 else None
    is_maximum = inner is not None and inner[:2] == ("max", 0)
    return add(inner[2], number) if inner is not None and is_maximum else None


def minimum(a: Dim, b: Dim) -> Dim:
    """Returns the smaller of two."""
    if at_least(a, b):
        return b
    return a if at_least(b, a) else _formula("min", *_in_order(a, b))


def at_least(a: Dim, b: Dim) -> bool:
    """Whether `a >= b` is certain."""
    if a is b or is_size(subtract(a, b)):
        return True
    kind, *parts = (isinstance(b, Symbol) and b.formula) or (None,)
    if kind in ("max", "min"):
        return (all if kind == "max" else any)(at_least(a, part) for part in parts)
    kind, *parts = (isinstance(a, Symbol) and a.formula) or (None,)
    return kind in ("max", "min") and (any if kind == "max" else all)(at_least(part, b) for part in parts)


def certainly_differ(a: Dim, b: Dim) -> bool:
    """Whether `a != b` is certain."""
    difference = subtract(a, b)
    if isinstance(difference, int):
        return difference != 0
    return is_size(subtract(difference, 1)) or is_size(subtract(-1, difference))


def is_size(a: Dim) -> bool:
    """Whether this cannot be negative."""
    return a >= 0 if isinstance(a, int) else a.is_size


def substitute(dim: Dim, replaced: Callable[[Symbol], Dim], depth: int = _DEEPEST) -> Dim:
    """Returns a size with its symbols replaced, those within formulas too."""
    if isinstance(dim, int):
        return dim
    if dim.formula is None or not depth:
        return replaced(dim)
    kind, *parts = dim.formula
    if kind != "sum":
        return _OPERATIONS[kind](*(substitute(part, replaced, depth - 1) for part in parts))
    total: Dim = 0
    for symbols, factor in parts[0]:
        term = _terms(product(substitute(symbol, replaced, depth - 1) for symbol in symbols))
        total = add(total, _from_terms({each: factor * own for each, own in term.items()}))
    return total


def symbols_of(dim: Dim) -> set[Symbol]:
    """Returns the symbols without a formula that a size is computed from."""
    found: set[Symbol] = set()

    def note(symbol: Symbol) -> Dim:
        found.add(symbol)
        return symbol

    substitute(dim, note)
    return found


def from_formula(kind: str, *parts: Any) -> Dim:
    """Returns the value of a formula."""
    return _from_terms(dict(parts[0])) if kind == "sum" else _OPERATIONS[kind](*parts)


_OPERATIONS: Final[dict[str, Callable[..., Dim]]] = {
    "floordiv": floordiv,
    "mod": mod,
    "max": maximum,
    "min": minimum,
}


def _number(symbol: Symbol) -> int:
    return symbol.number


def _in_order(a: Dim, b: Dim) -> tuple[Dim, Dim]:
    return (a, b) if isinstance(a, int) or (isinstance(b, Symbol) and a.number < b.number) else (b, a)


def _terms(a: Dim) -> _Terms:
    if isinstance(a, int):
        return {(): a}
    if a.formula is not None and a.formula[0] == "sum":
        return dict(a.formula[1])
    return {(a,): 1}


def _from_terms(terms: _Terms) -> Dim:
    left = {product: _whole(factor) for product, factor in terms.items() if factor}
    _join_ends(left)
    if not left:
        return 0
    if len(left) == 1:
        ((product, factor),) = left.items()
        if not product:
            return factor // 1
        if len(product) == 1 and factor == 1:
            return product[0]
    if len(left) > _MOST_TERMS or max(map(len, left)) > _HIGHEST_DEGREE:
        return Symbol(is_size=_is_positive(left))
    ordered = sorted(left.items(), key=lambda term: [s.number for s in term[0]])
    formula = ("sum", tuple(ordered))
    return _interned.get(formula) or _intern(formula, _cannot_be_negative(left))


def _whole(factor: _Factor) -> _Factor:
    """The factor, as an int if it is whole."""
    return factor.numerator if factor.denominator == 1 else factor


def _join_ends(terms: _Terms) -> None:
    """Add up `max(0, p - q) + min(p, q)`, which is `p`: what is cut off from the rest."""
    if len(terms) < 2 or not any(_kind(product) == "min" for product in terms):
        return
    for product, factor in list(terms.items()):
        if _kind(product) != "min":
            continue
        _, p, q = product[0].formula or ()
        for whole, other in ((p, q), (q, p)):
            rest = maximum(0, subtract(whole, other))
            key = (rest,) if isinstance(rest, Symbol) else ()
            if key and terms.get(key) == factor:
                del terms[product], terms[key]
                for each, own in _terms(whole).items():
                    terms[each] = terms.get(each, 0) + factor * own
                    if not terms[each]:
                        del terms[each]
                return


def _kind(product: tuple[Symbol, ...]) -> str:
    """The kind of formula of a single symbol, else nothing."""
    formula = product[0].formula if len(product) == 1 else None
    return formula[0] if formula else ""


def _is_positive(terms: _Terms) -> bool:
    return all(factor > 0 and all(s.is_size for s in product) for product, factor in terms.items())


def _cannot_be_negative(terms: _Terms, bounds: int = _BOUNDS) -> bool:
    """Whether a sum is certain not to be negative, if need be by bounds of some of its terms."""
    if _is_positive(terms):
        return True
    for product, factor in terms.items() if bounds else ():
        if len(product) != 1 or product[0].formula is None:
            continue
        for bound, times in _bounds_of(product[0], below=factor > 0):
            # all is multiplied by `times`, of which the bound is one part
            less = {each: own * times for each, own in terms.items() if each != product}
            for each, own in _terms(bound).items():
                less[each] = less.get(each, 0) + factor * own
            if _cannot_be_negative({each: own for each, own in less.items() if own}, bounds - 1):
                return True
    return False


def _bounds_of(symbol: Symbol, *, below: bool) -> list[tuple[Dim, int]]:
    """Sizes `a` and numbers `n` of which `a / n` is never above a symbol, or never below."""
    kind, a, b, *_ = (*(symbol.formula or ("",)), 0, 0)
    if below:
        return [(a, 1), (b, 1)] if kind == "max" else []
    if kind == "min":
        return [(a, 1), (b, 1)]
    if kind == "floordiv" and isinstance(b, int) and b > 0:
        return [(a, b)]
    if kind == "mod" and isinstance(b, int) and b > 0:
        return [(b - 1, 1), *([(a, 1)] if is_size(a) else [])]
    return []


def _formula(kind: str, a: Dim, b: Dim) -> Symbol:
    return _intern((kind, a, b), _SIZES[kind](a, b))


_SIZES: Final[dict[str, Callable[[Dim, Dim], bool]]] = {
    "floordiv": lambda a, b: is_size(a) and is_size(b),
    "mod": lambda a, b: is_size(b),
    "max": lambda a, b: is_size(a) or is_size(b),
    "min": lambda a, b: is_size(a) and is_size(b),
}
"""Whether the result of an operation cannot be negative."""


def _intern(formula: tuple[Any, ...], certain: bool) -> Symbol:
    found = _interned.get(formula)
    if found is None:
        # setdefault: two threads that miss together must end up with one object
        found = _interned.setdefault(formula, Symbol(certain, formula))
    return found


def _floordiv_by_number(a: Dim, b: int) -> Dim:
    """A quotient with what divides evenly taken out."""
    if b < 0:
        return _floordiv_by_number(multiply(a, -1), -b)
    if b == 0:
        return unknown_integer()
    even: _Terms = {}
    rest: _Terms = {}
    for symbols, factor in _terms(a).items():
        even[symbols], rest[symbols] = divmod(factor, b)
    over = _from_terms(rest)
    last = over // b if isinstance(over, int) else _formula("floordiv", over, b)
    return add(_from_terms(even), last)


def _divided(a: Dim, b: Symbol) -> Dim | None:
    """`a / b` where `b` is a product that each term of `a` has as a factor, else None."""
    divisor = _terms(b)
    if len(divisor) != 1:
        return None
    ((by, number),) = divisor.items()
    terms: _Terms = {}
    for symbols, factor in _terms(a).items():
        left = list(symbols)
        for symbol in by:
            if symbol not in left:
                return None
            left.remove(symbol)
        if number != 1 and factor % number:
            return None
        terms[tuple(left)] = factor if number == 1 else factor // number
    return _from_terms(terms)
