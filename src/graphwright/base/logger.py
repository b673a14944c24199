"""`tf.get_logger`: where warnings of the package go."""

from __future__ import annotations

import logging


def get_logger() -> logging.Logger:
    """The logger of the package's warnings: "graphwright", one of Python's `logging`.

    >>> tf.get_logger().setLevel("ERROR")  # no warnings
    >>> tf.get_logger().name
    'graphwright'
    >>> tf.get_logger().setLevel("NOTSET")
    """
    return logging.getLogger("graphwright")


__all__ = ["get_logger"]
