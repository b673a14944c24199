"""`tf.profiler.experimental.server`: a process that others profile, which there is none of."""

from __future__ import annotations

from typing import NoReturn

from graphwright._public import without_annotations
from graphwright.base import errors
from graphwright.profiler.client import ONE_PROCESS


def start(port: int) -> NoReturn:
    """Raise UnimplementedError: a profile is that of its own process.

    >>> try:
    ...     tf.profiler.experimental.server.start(6009)
    ... except tf.errors.UnimplementedError:
    ...     print("refused")
    refused
    """
    raise errors.UnimplementedError(ONE_PROCESS.format("tf.profiler.experimental.server.start"))


__all__ = ["start"]
without_annotations([start])
