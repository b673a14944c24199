"""A headless Chromium for the tests of the page and for its pictures."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
    "--force-color-profile=srgb", "--disable-dev-shm-usage",
)  # fmt: skip


def missing() -> str:
    """Why there is no browser to be driven; empty where there is one."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium is not installed (make viewer installs it)"
    if chromium() is None or shutil.which("chromedriver") is None:
        return "there is no Chromium with its driver (on Debian: apt-get install chromium chromium-driver)"
    return ""


def chromium() -> str | None:
    """The path of the browser, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def browser() -> Iterator[Any]:
    """A browser that writes its console into a log."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium() or ""
    for flag in _FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        driver.set_script_timeout(60)
        yield driver
    finally:
        driver.quit()


def resize(driver: Any, width: int, height: int, dark: bool = False) -> None:
    """Give the page a size in pixels, and say which colours the user likes."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    colours = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": colours})
    settle(driver)


def open_page(driver: Any, path: Path) -> float:
    """Open a page; the seconds until it is drawn, as the page itself measures them."""
    driver.get(path.as_uri())
    deadline = time.monotonic() + 60
    while not driver.execute_script("return document.documentElement.dataset.ready"):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{path} does not open: {driver.get_log('browser')}")
        time.sleep(0.02)
    return float(driver.execute_script("return performance.getEntriesByName('ready')[0].startTime")) / 1000


def settle(driver: Any) -> None:
    """Wait until what was asked for is drawn."""
    driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")


_PAN = """
const done = arguments[0], view = graphwright.view, frames = 90, began = performance.now();
let drawn = 0;
function step() {
  view.pan(drawn % 60 < 30 ? 9 : -9, drawn % 40 < 20 ? -7 : 7);
  if (++drawn < frames) requestAnimationFrame(step);
  else done(frames / ((performance.now() - began) / 1000));
}
requestAnimationFrame(step);
"""


def frames_per_second(driver: Any) -> float:
    """How often the graph is drawn in a second while it is panned."""
    return float(driver.execute_async_script(_PAN))
