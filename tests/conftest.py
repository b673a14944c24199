"""What every test runs under: warnings are errors (see pyproject), graphs are verified after each pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphwright.base.config import options


@pytest.fixture(autouse=True)
def _verified_passes() -> Iterator[None]:
    """Run the verifier after each pass, in every test."""
    with options.overridden(verify=True):
        yield




def pytest_make_parametrize_id(val: object) -> str | None:
    """Name values whose text holds an address by their type: test names must not change from run to run."""
    return type(val).__name__ if " at 0x" in repr(val) else None
