"""Geometry of sliding windows over the spatial axes of images and volumes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.base.size_arithmetic import add, as_size, floordiv, multiply, subtract
from graphwright.core.prelude import Array, errors
from graphwright.ir.lowering import OpenWindow, Window
from graphwright.ir.prelude import Dim, Dims, Symbol, describe_dims


@dataclass(frozen=True, slots=True)
class Axis:
    """Stride, dilation and padding of a window along one axis; `before` and `after` are None for "SAME"."""

    stride: int
    dilation: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class PlacedWindow:
    """A window along one axis of known size, with `count` positions over the padded axis."""

    stride: int
    dilation: int
    window: int
    size: int
    before: int
    after: int
    count: int

    @property
    def padded(self) -> int:
        """The padded size."""
        return self.before + self.size + self.after

    def at(self, tap: int) -> slice:
        """The slice of the padded axis that a tap reads over all positions."""
        start = tap * self.dilation
        return slice(start, start + self.count * self.stride, self.stride)


def channels_first(attrs: Mapping[str, Any]) -> bool:
    """Whether the data format is channels-first."""
    return bool(attrs.get("data_format", "NHWC").startswith("NC"))


def channel_axis(attrs: Mapping[str, Any], rank: int) -> int:
    """The axis of the channels."""
    return 1 if channels_first(attrs) else rank - 1


def spatial_axes(attrs: Mapping[str, Any], rank: int) -> range:
    """The spatial axes."""
    return range(2, rank) if channels_first(attrs) else range(1, rank - 1)


def require_rank(what: str, dims: Sequence[Any] | None, rank: int) -> None:
    """Raise unless `dims` (None: unknown) has `rank` axes."""
    if dims is not None and len(dims) != rank:
        raise errors.ShapeMismatchError(f"{what} must be {rank}-dimensional: {describe_dims(tuple(dims))}")


def spatial_values(attrs: Mapping[str, Any], name: str, rank: int, what: str, least: int = 1) -> list[int]:
    """The spatial entries of a list attribute; the others must be 1."""
    values = [int(v) for v in attrs[name]]
    if len(values) != rank:
        raise errors.ShapeMismatchError(f"The {name} attribute must have {rank} values, but got: {len(values)}")
    axes = spatial_axes(attrs, rank)
    bad = [v for v in values if v < least]
    if bad:
        raise errors.ShapeMismatchError(f"{what} must be > {least - 1}, but got {bad[0]}")
    if any(v != 1 for i, v in enumerate(values) if i not in axes):
        raise errors.UnimplementedError(
            f"Current implementation does not yet support {name} in the batch and depth dimensions: {values}"
        )
    return [values[i] for i in axes]


def window_axes(attrs: Mapping[str, Any], rank: int) -> list[Axis]:
    """The window geometry of each spatial axis from an op's attributes; raises for invalid values."""
    strides = spatial_values(attrs, "strides", rank, "Stride")
    dilations = spatial_values(attrs, "dilations", rank, "Dilation rate") if "dilations" in attrs else [1] * rank
    pads = _paddings(attrs, rank)
    return [Axis(s, d, *p) for s, d, p in zip(strides, dilations, pads, strict=False)]


def _paddings(attrs: Mapping[str, Any], rank: int) -> list[tuple[int | None, int | None]]:
    kind, explicit = attrs["padding"], [int(v) for v in attrs.get("explicit_paddings") or ()]
    if kind != "EXPLICIT":
        if explicit:
            raise errors.ShapeMismatchError(
                "The explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT"
            )
        return [(None, None) if kind == "SAME" else (0, 0)] * (rank - 2)
    if len(explicit) != 2 * rank:
        raise errors.ShapeMismatchError(
            f"The explicit_paddings attribute must contain {2 * rank} values, but got: {len(explicit)}"
        )
    if min(explicit) < 0:
        raise errors.ShapeMismatchError(f"All elements of explicit_paddings must be nonnegative: {explicit}")
    axes = spatial_axes(attrs, rank)
    if any(explicit[2 * i] or explicit[2 * i + 1] for i in range(rank) if i not in axes):
        raise errors.ShapeMismatchError("Nonzero explicit padding in the batch or depth dimensions is not supported")
    return [(explicit[2 * i], explicit[2 * i + 1]) for i in axes]


def output_size(size: Dim, window: Dim, axis: Axis) -> Dim:
    """The (possibly symbolic) number of window positions along an axis."""
    if axis.before is None or axis.after is None:
        return floordiv(add(size, axis.stride - 1), axis.stride)
    if isinstance(size, Symbol) or isinstance(window, Symbol):
        reach = add(multiply(subtract(window, 1), axis.dilation), 1)
        room = subtract(add(size, axis.before + axis.after), reach)  # negative is an error
        return as_size(add(floordiv(room, axis.stride), 1))
    return place(size, window, axis).count


def place(size: int, window: int, axis: Axis) -> PlacedWindow:
    """Place a window along an axis of known size; raises if it is larger than the padded axis."""
    reach = (window - 1) * axis.dilation + 1
    if axis.before is None or axis.after is None:
        count = -(-size // axis.stride)
        total = max((count - 1) * axis.stride + reach - size, 0) if count else 0
        before, after = total // 2, total - total // 2
    else:
        before, after = axis.before, axis.after
        if size + before + after < reach:
            raise errors.ShapeMismatchError(
                f"Negative dimension size caused by subtracting {reach} from {size + before + after}: "
                "the window is larger than the padded input"
            )
        count = (size + before + after - reach) // axis.stride + 1
    return PlacedWindow(axis.stride, axis.dilation, window, size, before, after, count)


def with_channels_last(x: Array, attrs: Mapping[str, Any]) -> Array:
    """Move the channels to the last axis."""
    return np.moveaxis(x, 1, -1) if channels_first(attrs) else x


def to_data_format(x: Array, attrs: Mapping[str, Any]) -> Array:
    """Move the channels back to their position in `data_format`; contiguous."""
    return np.ascontiguousarray(np.moveaxis(x, -1, 1)) if channels_first(attrs) else x


def pad(x: Array, placed: Sequence[PlacedWindow], fill: Any = 0) -> Array:
    """Pad the spatial axes of a channels-last array."""
    if not any(p.before or p.after for p in placed):
        return x
    result = np.full((x.shape[0], *(p.padded for p in placed), x.shape[-1]), fill, x.dtype)
    result[inner(placed)] = x
    return result


def inner(placed: Sequence[PlacedWindow]) -> tuple[slice, ...]:
    """The slices of a padded array without the padding."""
    return (slice(None), *(slice(p.before, p.before + p.size) for p in placed))


def tap_slices(placed: Sequence[PlacedWindow], taps: Sequence[int]) -> tuple[slice, ...]:
    """The slices of a padded array that one tap reads over all positions."""
    return (slice(None), *(p.at(t) for p, t in zip(placed, taps, strict=True)))


def taps_of(placed: Sequence[PlacedWindow]) -> Any:
    """Iterate over the taps of a window, the last axis fastest."""
    return np.ndindex(*(p.window for p in placed))


def positions(placed: Sequence[PlacedWindow]) -> tuple[int, ...]:
    """The number of window positions along each axis."""
    return tuple(p.count for p in placed)


def wide(dtype: Any) -> Any:
    """The dtype to add up in: single precision for the formats of 16 bits."""
    return np.dtype(np.float32) if dtype.itemsize == 2 and dtype.kind not in "iu" else dtype


_UNIT_WINDOW = PlacedWindow(stride=1, dilation=1, window=1, size=1, before=0, after=0, count=1)


def native_window(
    attrs: Mapping[str, Any], x: Dims, window: Sequence[Dim], result: Dims, groups: int = 1
) -> Window | None:
    """The window of a sliding op for compiled code; None if the shapes are not known well enough."""
    rank = len(x or ())
    if x is None or result is None or rank not in (4, 5) or len(result) != rank or x[0] != result[0]:
        return None
    if any(isinstance(d, Symbol) for d in (*x[1:], *window, *result[1:])):
        return None
    spatial, channel = spatial_axes(attrs, rank), channel_axis(attrs, rank)
    try:
        axes = window_axes(attrs, rank)
        placed = [place(int(x[i]), int(size), axis) for i, size, axis in zip(spatial, window, axes, strict=True)]  # type: ignore[arg-type]
    except errors.OpError:
        return None
    if positions(placed) != tuple(result[i] for i in spatial):
        return None
    placed = [_UNIT_WINDOW] * (3 - len(placed)) + placed
    return Window(
        batch=x[0],
        size=_triple(p.size for p in placed),
        channels=int(x[channel]),  # type: ignore[arg-type]
        result=_triple(p.count for p in placed),
        result_channels=int(result[channel]),  # type: ignore[arg-type]
        window=_triple(p.window for p in placed),
        strides=_triple(p.stride for p in placed),
        dilations=_triple(p.dilation for p in placed),
        before=_triple(p.before for p in placed),
        groups=groups,
        channels_first=channels_first(attrs),
    )


def _triple(values: Iterable[int]) -> tuple[int, int, int]:
    deep, down, right = values
    return deep, down, right


def open_window(
    attrs: Mapping[str, Any],
    x: Dims,
    window: Sequence[Dim],
    result: Dims,
    filters: tuple[Dim, Dim] | None = None,
    depthwise: bool = False,
) -> OpenWindow | None:
    """The window of a sliding op with open sizes; None if all are known, or where even the rank is not."""
    rank = len(x or ())
    if x is None or result is None or rank not in (4, 5) or len(result) != rank:
        return None
    sizes = (*x, *result, *window, *(filters or ()))
    if all(not isinstance(size, Symbol) for size in sizes):
        return None
    try:
        axes = window_axes(attrs, rank)
    except errors.OpError:
        return None
    spatial, channel, missing = spatial_axes(attrs, rank), channel_axis(attrs, rank), 5 - rank
    paddings = [None if a.before is None or a.after is None else (a.before, a.after) for a in axes]

    def volume(dims: Sequence[Dim]) -> tuple[Dim, ...]:
        return (dims[0], *[1] * missing, *(dims[i] for i in spatial), dims[channel])

    return OpenWindow(
        images=volume(x),
        results=volume(result),
        window=(*[1] * missing, *window),
        strides=(*[1] * missing, *(a.stride for a in axes)),
        dilations=(*[1] * missing, *(a.dilation for a in axes)),
        padding=(*[(0, 0)] * missing, *paddings),
        filters=filters,
        depthwise=depthwise,
        channels_first=channels_first(attrs),
    )
