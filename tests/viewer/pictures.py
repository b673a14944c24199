"""The pictures of docs/pictures: `make pictures` writes them with a headless Chromium.

python -m tests.viewer.pictures [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

import graphwright as tf
from tests.viewer import graphs
from tests.viewer.browser import browser, missing, open_page, resize, settle

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
_COLOURS = 96


def _tab(name: str) -> Callable[[Any], None]:
    return lambda driver: driver.find_element("id", f"tab-{name}").click()


def _choose(name: str) -> Callable[[Any], None]:
    return lambda driver: driver.execute_script(f"graphwright.go(graphwright.view.model.byName({name!r}))")


def _open_pass(driver: Any) -> None:
    _tab("passes")(driver)
    driver.execute_script("document.querySelectorAll('.runs details')[3].open = true")


def _profile(driver: Any) -> None:
    """Some steps of the timeline: the first one compiles."""
    _tab("profile")(driver)
    driver.execute_script(
        "const line = graphwright.timeline, steps = line.events.filter((event) => event.cat === 'part').slice(2, 6);"
        "line.move(steps[0].ts, steps.at(-1).ts + steps.at(-1).dur - steps[0].ts)"
    )


def _region(driver: Any) -> None:
    driver.execute_script("graphwright.showCode(graphwright.trace.regions.findIndex((r) => r.kind === 'fused loop'))")


def _open_all(driver: Any) -> None:
    driver.execute_script("graphwright.openAll(); graphwright.view.fit(0.5)")


#: Name of the picture, page, size, dark or not, and what is done first.
PICTURES: list[tuple[str, str, tuple[int, int], bool, Callable[[Any], None] | None]] = [
    ("page_loop", "collatz", (1280, 800), False, _choose("floordiv")),
    ("page_digits_dark", "digits", (1280, 800), True, _choose("matmul")),
    ("page_tablet", "digits", (820, 1000), False, None),
    ("page_phone", "collatz", (390, 800), False, _choose("floordiv")),
    ("page_passes", "collatz", (1000, 640), False, _open_pass),
    ("page_traces", "collatz", (1000, 640), False, _tab("traces")),
    ("page_code", "digits", (1000, 640), False, _region),
    ("page_profile", "digits", (1000, 900), False, _profile),
    ("page_5000", "long", (1280, 800), False, _open_all),
]  # fmt: skip


def _pages(folder: Path) -> None:
    digits, collatz, long = graphs.digits_step(), graphs.collatz(), graphs.long_function()
    batch = tf.zeros([32, 64]), tf.zeros([32], tf.int32)
    digits(*batch)
    with tf.profiler.experimental.Profile(str(folder)):
        for number in range(8):
            with tf.profiler.experimental.Trace("step", step_num=number):
                digits(*batch)
    digits.explain().to_html(folder / "digits.html", profile=folder)
    collatz.explain().to_html(folder / "collatz.html")
    collatz.explain().to_svg(folder / "collatz.svg")
    long.get_concrete_function(tf.TensorSpec([4, 8]))
    long.explain().to_html(folder / "long.html")


def main(folder: Path) -> int:
    """Write all pictures; returns the exit code."""
    if missing():
        print(f"no pictures: {missing()}", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, browser() as driver:
        _pages(Path(made))
        (folder / "steps.svg").write_text((Path(made) / "collatz.svg").read_text())
        for name, page, size, dark, first in PICTURES:
            resize(driver, *size, dark=dark)
            open_page(driver, Path(made) / f"{page}.html")
            if first is not None:
                first(driver)
            settle(driver)
            target = folder / f"{name}.png"
            driver.save_screenshot(str(target))
            Image.open(target).convert("RGB").quantize(_COLOURS).save(target, optimize=True)
            print(f"{target.name}: {target.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
