"""Known numbers compute what the same operators emit for others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphwright.runtime.native.loop_ir.known import known, number
from graphwright.runtime.native.loop_ir.typed import I1, IRValue

FORMULAS: dict[str, tuple[Callable[[IRValue], IRValue], int]] = {
    "arithmetic": (lambda n: (n * 3 + 1 - n) // 4, 9),
    "reflected": (lambda n: 1 << (64 - (n - 1).leading_zeros()), 32),
    "the lesser and the greater": (lambda n: n.min(7) + n.max(100), 107),
    "signed": (lambda n: (4 - n).sdiv(5), -3),
    "a choice": (lambda n: (n >= 20).select(n, 3), 3),
    "conditions": (lambda n: (~n.eq(1) & (n.ne(0) | (n > 100))).zext(), 1),
    "null": (lambda n: (n * 0).is_not_null().zext() + 5, 5),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas(name: str) -> None:
    formula, wanted = FORMULAS[name]
    assert number(formula(known(19))) == wanted


def test_text_is_that_of_operands() -> None:
    assert (known(3), known(1, I1), known(0, I1)) == ("3", "true", "false")
