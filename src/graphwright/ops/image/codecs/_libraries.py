"""The libraries that read and write picture files: optional, and loaded on first use."""

from __future__ import annotations

import importlib
import struct
import zlib
from functools import cache
from typing import Any


@cache
def _library(module: str, project: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"Picture files are read and written by {project}, which is not installed: pip install graphwright[image]"
        ) from error


def pillow() -> Any:
    """`PIL.Image`."""
    return _library("PIL.Image", "Pillow")


def simplejpeg() -> Any:
    """`simplejpeg`."""
    return _library("simplejpeg", "simplejpeg")


def unreadable() -> tuple[type[Exception], ...]:
    """The classes of what Pillow raises for a damaged file, and for one of more pixels than it reads."""
    image = pillow()
    return (
        EOFError, KeyError, IndexError, OSError, OverflowError, SyntaxError, TypeError, ValueError, struct.error,
        zlib.error, image.DecompressionBombError, image.DecompressionBombWarning,
    )  # fmt: skip


def reason_of(error: Exception) -> str:
    """What is wrong with a file that cannot be read."""
    if type(error).__name__.startswith("DecompressionBomb"):
        return f"{error} Set PIL.Image.MAX_IMAGE_PIXELS to read larger images from sources that you trust."
    return str(error)


__all__ = ["pillow", "reason_of", "simplejpeg", "unreadable"]
