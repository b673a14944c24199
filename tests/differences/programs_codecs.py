"""Helpers of the rows about picture files: the files, which are named for their contents."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np

_FOLDER = Path(__file__).parent.parent / "support" / "pictures"

WIDTH, HEIGHT = 7, 5  # of most of them; of those with frames, and of the JPEG files, 16 by 12


def file(name: str) -> bytes:
    """The bytes of a file."""
    return (_FOLDER / name).read_bytes()


def image(channels: int = 3, dtype: Any = np.uint8) -> Any:
    """Smooth colours with a little noise, 17 by 23."""
    y, x = np.mgrid[0:17, 0:23]
    noise = np.random.default_rng(5).integers(-9, 10, (17, 23, 4))
    planes = np.stack([x * 11, y * 15, (x + y) * 6, x * y % 256], -1) + noise
    return planes.clip(0, 255).astype(dtype)[..., :channels]


def wav(samples: Any, channels: int = 1, **header: Any) -> bytes:
    """A WAV file; keywords replace what its header says."""
    data = np.asarray(samples, np.int16).tobytes() + header.get("more", b"")
    bits, rate = header.get("bits", 16), header.get("rate", 8000)
    width = header.get("width", channels * bits // 8)
    per_second = header.get("per_second", rate * width)
    form = struct.pack("<HHIIHH", header.get("form", 1), channels, rate, per_second, width, bits)
    form += bytes(header.get("form_size", 16) - 16)
    body = b"WAVE" + header.get("before", b"") + b"fmt " + struct.pack("<I", len(form)) + form
    body += header.get("between", b"") + b"data" + struct.pack("<I", header.get("size", len(data))) + data
    body += header.get("after", b"")
    return b"RIFF" + struct.pack("<I", len(body)) + body
