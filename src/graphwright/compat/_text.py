"""`tf.compat`: conversions of strings and dimensions, and tuples of types for `isinstance`."""

from __future__ import annotations

import numbers
import os
from typing import Any

import numpy as np

integral_types = (numbers.Integral, np.integer)
real_types = (numbers.Real, np.integer, np.floating)
complex_types = (numbers.Complex, np.number)
bytes_or_text_types = (bytes, str)


def as_bytes(bytes_or_text: bytes | bytearray | str, encoding: str = "utf-8") -> bytes:
    """The value as bytes; TypeError for anything but str and bytes.

    >>> tf.compat.as_bytes("text")
    b'text'
    """
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: bytes | bytearray | str, encoding: str = "utf-8") -> str:
    """The value as text; TypeError for anything but str and bytes.

    >>> tf.compat.as_text(b"text")
    'text'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text).decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Bytes decoded, anything else by `str`.

    >>> tf.compat.as_str_any(7), tf.compat.as_str_any(b"text")
    ('7', 'text')
    """
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def dimension_value(dimension: Any) -> int | None:
    """A dimension of a shape as a number or None, which it is already.

    >>> tf.compat.dimension_value(tf.TensorShape([None, 3])[1])
    3
    """
    value: int | None = getattr(dimension, "value", dimension)
    return value


def path_to_str(path: Any) -> Any:
    """A path as text; a value that is no path, as it is.

    >>> import pathlib
    >>> tf.compat.path_to_str(pathlib.PurePosixPath("a", "b"))
    'a/b'
    """
    return as_str_any(os.fspath(path)) if isinstance(path, os.PathLike) else path


__all__ = [
    "as_bytes",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_value",
    "integral_types",
    "path_to_str",
    "real_types",
]
