"""`python -m docs.site.example_pictures [NAME...]`: run the example programs, and draw their pictures.

The environment needs the extra `examples`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from docs.site.sources import ROOT

NAMES = (
    "pictures", "text", "translation", "gan", "reinforcement", "physics", "recommender", "timeseries", "language_model",
    "bayes",
)  # fmt: skip
_COLOURS = 64


def main(names: list[str]) -> None:
    """Run the programs named, or all."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names or NAMES:
            drawn = Path(folder) / f"{name}.png"
            command = [sys.executable, str(ROOT / "examples" / f"{name}.py"), "--picture", str(drawn)]
            done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
            target = ROOT / "docs" / "pictures" / "examples" / f"{name}.png"
            Image.open(drawn).convert("RGB").quantize(_COLOURS).save(target, optimize=True)
            print(f"{target.name}, {target.stat().st_size // 1024} KB: {done.stdout.splitlines()[-1]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
