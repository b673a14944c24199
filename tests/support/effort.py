"""Measuring work without a clock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def calls_made(work: Callable[[], object]) -> int:
    """How many functions of Python are called."""
    count = 0

    def tell(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tell)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


__all__ = ["calls_made"]
