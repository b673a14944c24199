"""TensorBoard's page shows all that we wrote, hyperparameters too, in a headless browser (`make interop`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.summary.board import TABS, TENSORBOARD, open_tab, served, write_logs
from tests.viewer.browser import browser, missing

pytestmark = [
    pytest.mark.interop,
    pytest.mark.timeout(400),
    pytest.mark.skipif(not TENSORBOARD, reason="GRAPHWRIGHT_TENSORBOARD names no interpreter (make interop does)"),
    pytest.mark.skipif(bool(missing()), reason=missing()),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    """A browser, and the address of TensorBoard on logs of all kinds."""
    folder = tmp_path_factory.mktemp("logs")
    write_logs(folder)
    with served(folder) as address, browser() as driver:
        yield driver, address


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_shows_what_was_written(tab: str, page: tuple[Any, str]) -> None:
    shown = open_tab(*page, tab)
    assert [text for text in TABS[tab] if text not in shown] == [], shown[:2000]
