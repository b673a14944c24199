"""The libraries that read and write picture files: optional, and loaded on first use."""

from __future__ import annotations

import importlib
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


__all__ = ["pillow", "simplejpeg"]
