"""Text summaries of tensors, as shown by `tf.print`, `tf.strings.format` and failed assertions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.core.prelude import Array, TensorLike

_ESCAPES = {ord(c): f"\\{s}" for c, s in zip("\n\r\t\"'\\", "nrt\"'\\", strict=True)}
_ESCAPES.update({c: f"\\{c:03o}" for c in (*range(32), 127) if c not in _ESCAPES})


def text_of(raw: TensorLike) -> str:
    """Decode bytes to text that `bytes_of` encodes back to the same bytes."""
    return raw.decode("utf-8", "surrogateescape") if isinstance(raw, bytes) else str(raw)


def bytes_of(text: str) -> bytes:
    """Encode text from `text_of`, including bytes that were not valid UTF-8."""
    return text.encode("utf-8", "surrogateescape")


def float_text(value: Array, narrow: bool) -> str:
    """The shorter of 6 or 9 digits (15 or 17 in double precision) that reads back as the same number."""
    digits = f"{value:.6g}" if narrow else f"{value:.15g}"
    if value != value:
        return "nan"
    same = np.float32(digits) == value if narrow else float(digits) == value
    return digits if same else (f"{value:.9g}" if narrow else f"{value:.17g}")


def element_text(dtype: np.dtype[Any]) -> Callable[[Any], str]:
    """The function that formats one element of an array."""
    kind = dtype.kind
    if kind == "O":
        return lambda v: text_of(v).translate(_ESCAPES)
    if kind == "b":
        return lambda v: "1" if v else "0"
    if kind == "c":
        narrow = dtype.itemsize == 8
        return lambda v: f"({float_text(v.real, narrow)},{float_text(v.imag, narrow)})"
    if from_numpy(dtype).is_floating:
        # 16-bit floats are formatted as float32
        narrow = dtype.itemsize <= 4
        return lambda v: float_text(np.float32(v) if narrow else v, narrow)
    return lambda v: str(int(v))


def summary(array: Array, limit: int) -> str:
    """The array with the first and last `limit` entries of each axis; all of it if `limit` is negative."""
    if not isinstance(array, np.ndarray):
        return str(array)
    write = element_text(array.dtype)
    if array.dtype.kind == "O":
        plain = write
        write = lambda v: f'"{plain(v)}"'  # noqa: E731
    if limit == 0 or not array.size:
        if array.ndim == 0:
            return "..."
        return "[]" if array.shape[0] == 0 else "[" + "\n" * (array.ndim - 1) + " ...]"
    return _nested(array, limit, write, 1)


def _nested(array: Array, limit: int, write: Callable[[Any], str], depth: int) -> str:
    if array.ndim == 0:
        return write(array[()])
    count = len(array)
    complete = limit < 0 or count <= 2 * limit
    shown = array if complete else np.concatenate([array[:limit], array[count - limit :]])
    if array.ndim == 1:
        items = [write(v) for v in shown]  # elements need not be arrays
    else:
        items = [_nested(row, limit, write, depth + 1) for row in shown]
    if not complete:
        items.insert(limit, "...")
    separator = " " if array.ndim == 1 else "\n" * (array.ndim - 1) + " " * depth
    return "[" + separator.join(items) + "]"


def first_elements(array: Array, limit: int) -> str:
    """The first `limit` elements in total, as failed assertions show them: `1 2...`, rows in brackets."""
    if not isinstance(array, np.ndarray):
        return str(array)
    write = element_text(array.dtype)
    remaining = array.size if limit < 0 else limit

    def rows(part: Array) -> str:
        nonlocal remaining
        if part.ndim == 1:
            shown = part[: max(remaining, 0)]
            remaining -= len(shown)
            return " ".join(write(v) for v in shown) + ("..." if len(shown) < len(part) else "")
        texts = []
        for row in part:
            if remaining <= 0:
                break
            texts.append(f"[{rows(row)}]")
        return "".join(texts)

    if array.ndim < 2:
        return rows(array.reshape(-1))
    return rows(array) + ("..." if 0 <= limit < array.size else "")  # once for all rows, as TensorFlow does
