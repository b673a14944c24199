"""Conversion of the window arguments of convolutions and pools to op attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base import errors

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def per_axis(value: Any, spatial: int, data_format: str, name: str) -> list[int]:
    """Expand a number, or one per spatial axis, to one per axis."""
    if value is None:
        value = [1]
    values = [int(v) for v in value] if isinstance(value, Sequence) or hasattr(value, "__len__") else [int(value)]
    if len(values) == spatial + 2:
        return values
    if len(values) == 1:
        values = values * spatial
    if len(values) != spatial:
        raise ValueError(f"`{name}` should be of length 1, {spatial} or {spatial + 2}. Received: {name}={value}")
    return [1, 1, *values] if data_format.startswith("NC") else [1, *values, 1]


def format_of(data_format: str | None, spatial: int) -> str:
    """Validate a data format; None means channels-last."""
    last, first = FORMATS[spatial]
    if data_format is None:
        return last
    if data_format not in (last, first):
        raise ValueError(f"`data_format` must be '{last}' or '{first}'. Received: data_format={data_format}")
    return data_format


def padding_attrs(padding: Any, spatial: int, data_format: str) -> dict[str, Any]:
    """The padding attributes for "SAME", "VALID" or a list of pairs, one per axis."""
    if isinstance(padding, str):
        if padding not in ("SAME", "VALID"):
            message = f'`padding` must be "SAME", "VALID" or a list of pairs. Received: padding={padding}'
            raise errors.AttributeValueError(message)
        return {"padding": padding}
    pairs = [[int(v) for v in pair] for pair in padding]
    if any(len(pair) != 2 for pair in pairs) or len(pairs) != spatial + 2:
        raise ValueError(
            f"`padding` as a list must have {spatial + 2} pairs (before, after), one for each axis. "
            f"Received: padding={padding}"
        )
    channel = 1 if data_format.startswith("NC") else spatial + 1
    if any(pairs[0]) or any(pairs[channel]):
        raise ValueError(f"`padding` of the batch and channel axes must be 0. Received: padding={padding}")
    return {"padding": "EXPLICIT", "explicit_paddings": [v for pair in pairs for v in pair]}


def as_2d(attrs: dict[str, Any], data_format: str) -> dict[str, Any]:
    """Convert the attributes of a 1-D window to those of a 2-D window over images of height 1."""
    at = 2 if data_format.startswith("NC") else 1
    result = dict(attrs)
    for name in ("strides", "dilations", "ksize"):
        if name in result:
            result[name] = [*result[name][:at], 1, *result[name][at:]]
    if "explicit_paddings" in result:
        pads = result["explicit_paddings"]
        result["explicit_paddings"] = [*pads[: 2 * at], 0, 0, *pads[2 * at :]]
    return result
