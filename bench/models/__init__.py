"""Models that are measured, compressed as they were exported."""

import gzip
from functools import cache
from pathlib import Path

from bench.contenders import ROOT


@cache
def unpacked(name: str) -> str:
    """The folder of a model, ready to be loaded."""
    packed, folder = Path(__file__).parent / name, ROOT / "build" / "bench" / "models" / name
    for file in packed.rglob("*.gz"):
        target = folder / file.relative_to(packed).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.decompress(file.read_bytes()))
    return str(folder)
