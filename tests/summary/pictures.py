"""The pictures of TensorBoard in docs/pictures: `make pictures` writes them.

GRAPHWRIGHT_TENSORBOARD=/path/to/python python -m tests.summary.pictures [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from PIL import Image

from tests.summary.board import TENSORBOARD, open_tab, served, write_logs
from tests.viewer.browser import browser, missing, resize

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
_TABS: Final = ("scalars", "images", "graphs", "histograms", "text", "hparams")
_COLOURS: Final = 64


def main(folder: Path) -> int:
    """Write all pictures; returns the exit code."""
    lacking = missing() or ("" if TENSORBOARD else "GRAPHWRIGHT_TENSORBOARD names no interpreter")
    if lacking:
        print(f"no pictures: {lacking}", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        logs = Path(made) / "logs"
        write_logs(logs)
        with served(logs) as address, browser() as driver:
            resize(driver, 1100, 620)
            for tab in _TABS:
                open_tab(driver, address, tab)
                time.sleep(3.0)  # its curves and layouts move into place
                target = folder / f"tensorboard_{tab}.png"
                driver.save_screenshot(str(target))
                Image.open(target).convert("RGB").quantize(_COLOURS).save(target, optimize=True)
                print(f"{target.name}: {target.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
