"""What every test runs under: warnings are errors (see pyproject), graphs are verified after each pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphwright.base.config import options
from graphwright.core.context import detours, state


@pytest.fixture(autouse=True)
def _verified_passes() -> Iterator[None]:
    """Run the verifier after each pass, in every test."""
    with options.overridden(verify=True):
        yield


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """No test leaves its thread building a graph, recording, or counted among the reasons for the long way."""
    yield
    assert (state.graph, state.tapes, state.detours, detours[0]) == (None, (), 0, 0)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name values whose text holds an address by their type: test names must not change from run to run."""
    return type(val).__name__ if " at 0x" in repr(val) else None
