"""Image codecs: optional libraries, loaded on first use."""

from __future__ import annotations

import importlib
import struct
import zlib
from functools import cache
from typing import Any

from graphwright.base.install import install_command


@cache
def _library(module: str, project: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"Image files need {project}, which is not installed: {install_command('image')}") from error


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
