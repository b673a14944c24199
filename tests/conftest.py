"""What every test runs under: warnings are errors (see pyproject), graphs are verified after each pass."""

from __future__ import annotations

import re
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


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave addresses out of the names of tests: they must not change from run to run."""
    item._nodeid = re.sub(r" at 0x[0-9a-f]+", "", item.nodeid)
