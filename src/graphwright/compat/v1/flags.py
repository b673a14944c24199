"""`tf.compat.v1.flags`: `absl.flags`, where `absl-py` is installed."""

from __future__ import annotations

from typing import Any

from graphwright.compat._app import absl

__all__: list[str] = []  # what absl lists


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(absl("flags"), name)
