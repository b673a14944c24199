"""Equations of einsum: the labels of inputs and output."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from graphwright.core.prelude import errors


@lru_cache(maxsize=1024)
def parse(equation: str) -> tuple[tuple[str, ...], str]:
    """The labels of each input and of the output; an ellipsis is the label `.`."""
    left, arrow, right = equation.replace(" ", "").replace("...", ".").partition("->")
    if not arrow:
        raise errors.InvalidArgumentError(f"Expecting exactly one '->' in einsum equation: {equation}")
    return tuple(left.split(",")), right


def spell(terms: Sequence[str], result: str) -> str:
    """The equation for the labels of inputs and output."""
    return f"{','.join(terms)}->{result}".replace(".", "...")
