"""The built site in a headless Chromium: `make docs` builds it and runs these tests."""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.viewer.browser import browser, missing, resize, settle

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/site/html/main"
LARGE = ("api/tf.html", "api/tf.data.html", "api/tf.nn.html", "api/index.html")

pytestmark = [
    pytest.mark.skipif(not (SITE / "index.html").exists(), reason="the site is not built (make docs)"),
    pytest.mark.skipif(bool(missing()), reason=missing() or "-"),
    pytest.mark.filterwarnings("default"),
]


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address():
    """Where the site is served on this machine."""
    handler = functools.partial(_Silent, directory=SITE.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/main"
        server.shutdown()


@pytest.fixture(scope="module")
def driver():
    with browser() as found:
        yield found


def pages() -> list[str]:
    """All pages but those of the public names, of which there are a hundred of one form: some of them."""
    names = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts)
    return [name for name in names if not name.startswith("api/")] + list(LARGE)


def evaluate(driver: Any, expression: str) -> Any:
    return driver.execute_script(f"return {expression}")


@pytest.mark.timeout(300)  # seventy pages
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 800)], ids=["desktop", "phone"])
def test_no_page_scrolls_sideways(width, height, address, driver) -> None:
    resize(driver, width, height)
    too_wide = {}
    for page in pages():
        driver.get(f"{address}/{page}")
        wide = evaluate(driver, "document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            too_wide[page] = wide
    assert len(pages()) > 40
    assert too_wide == {}


def test_nothing_is_asked_of_other_machines(address, driver) -> None:
    for page in ("index.html", "tracing.html", "api/tf.math.html", "search.html"):
        driver.get(f"{address}/{page}")
        loaded = evaluate(driver, "performance.getEntriesByType('resource').map((entry) => entry.name)")
        assert loaded and all(name.startswith((address.removesuffix("/main"), "data:")) for name in loaded), page


@pytest.mark.parametrize(
    ("words", "expected"), [("reduce_sum", "tf.math.reduce_sum"), ("staged differs", "Where staged code differs")]
)
def test_search_finds_names_and_prose(words, expected, address, driver) -> None:
    resize(driver, 1280, 800)
    driver.get(f"{address}/search.html?q={words}")
    found = driver.execute_async_script(
        "const done = arguments[1], wanted = arguments[0], end = performance.now() + 20000;"
        "function look() {"
        "  const text = document.querySelector('#search-results').innerText;"
        "  if (text.includes(wanted) || performance.now() > end) done(text); else setTimeout(look, 50);"
        "}"
        "look();",
        expected,
    )
    assert expected in found


def test_the_switch_of_colours_turns_the_page_dark(address, driver) -> None:
    resize(driver, 1280, 800)
    driver.get(f"{address}/index.html")
    seen = set()
    for mode in ("dark", "light"):
        driver.execute_script(f"document.querySelector('.theme-change-button[data-mode={mode}]').click()")
        settle(driver)
        theme = evaluate(driver, "document.documentElement.dataset.theme")
        seen.add((theme, evaluate(driver, "getComputedStyle(document.body).backgroundColor")))
    assert {theme for theme, _ in seen} == {"light", "dark"}
    assert len({colour for _, colour in seen}) == 2


def test_every_page_leads_to_the_list_of_versions(address, driver) -> None:
    driver.get(f"{address}/tutorials/tracing.html")
    driver.get(evaluate(driver, "document.querySelector('.site-version').href"))
    assert evaluate(driver, "[...document.querySelectorAll('li')].map((item) => item.innerText)") == ["main"]


def test_a_tutorial_shows_what_its_cells_print(address, driver) -> None:
    driver.get(f"{address}/tutorials/tracing.html")
    assert evaluate(driver, "document.querySelectorAll('.cell_output').length") > 0
