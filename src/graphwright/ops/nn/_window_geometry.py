"""Windows that slide over the spatial axes of images and volumes: where they lie, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.shape import Dim, Symbol
from graphwright.core.tensor import Array
from graphwright.ir.lowering import Window
from graphwright.ir.types import Dims, describe_dims


@dataclass(frozen=True, slots=True)
class Axis:
    """How a window moves along one spatial axis; `before` and `after` are None where padding is "SAME"."""

    stride: int
    dilation: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A window along one axis of known size: `count` positions over the axis widened by the paddings."""

    stride: int
    dilation: int
    window: int
    size: int
    before: int
    after: int
    count: int

    @property
    def padded(self) -> int:
        """The size with its paddings."""
        return self.before + self.size + self.after

    def at(self, tap: int) -> slice:
        """What tap `tap` of the window sees of the padded axis, position by position."""
        start = tap * self.dilation
        return slice(start, start + self.count * self.stride, self.stride)


def channels_first(attrs: Mapping[str, Any]) -> bool:
    """Whether the channels come before the spatial axes."""
    return bool(attrs.get("data_format", "NHWC").startswith("NC"))


def channel_axis(attrs: Mapping[str, Any], rank: int) -> int:
    """The axis of the channels."""
    return 1 if channels_first(attrs) else rank - 1


def spatial_axes(attrs: Mapping[str, Any], rank: int) -> range:
    """The axes a window slides over."""
    return range(2, rank) if channels_first(attrs) else range(1, rank - 1)


def require_rank(what: str, dims: Sequence[Any] | None, rank: int) -> None:
    """Raise unless `dims` (None: unknown) has `rank` axes."""
    if dims is not None and len(dims) != rank:
        raise errors.ShapeMismatchError(f"{what} must be {rank}-dimensional: {describe_dims(tuple(dims))}")


def spatial_values(attrs: Mapping[str, Any], name: str, rank: int, what: str, least: int = 1) -> list[int]:
    """The entries of a list attribute that belong to the spatial axes; the others must be 1."""
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
    """How the window moves along each spatial axis, by an op's attributes; raises for values that make no sense."""
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
    """How many positions a window has along an axis, as far as that is known."""
    if axis.before is None:
        if isinstance(size, Symbol):
            return size if axis.stride == 1 else Symbol()
        return -(-size // axis.stride)
    if isinstance(size, Symbol) and window == 1 and axis.stride == 1 and not axis.before and not axis.after:
        return size
    if isinstance(size, Symbol) or isinstance(window, Symbol):
        return Symbol()
    return place(size, window, axis).count


def place(size: int, window: int, axis: Axis) -> Placed:
    """The positions of a window along an axis of known size; raises where not even one fits."""
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
    return Placed(axis.stride, axis.dilation, window, size, before, after, count)


def with_channels_last(x: Array, attrs: Mapping[str, Any]) -> Array:
    """The same array with its channels as the last axis."""
    return np.moveaxis(x, 1, -1) if channels_first(attrs) else x


def as_given(x: Array, attrs: Mapping[str, Any]) -> Array:
    """Channels back where `data_format` has them, contiguous."""
    return np.ascontiguousarray(np.moveaxis(x, -1, 1)) if channels_first(attrs) else x


def widen(x: Array, placed: Sequence[Placed], fill: Any = 0) -> Array:
    """The array (channels last) with its paddings around the spatial axes."""
    if not any(p.before or p.after for p in placed):
        return x
    made = np.full((x.shape[0], *(p.padded for p in placed), x.shape[-1]), fill, x.dtype)
    made[inner(placed)] = x
    return made


def inner(placed: Sequence[Placed]) -> tuple[slice, ...]:
    """The part of a widened array that is no padding."""
    return (slice(None), *(slice(p.before, p.before + p.size) for p in placed))


def seen_by(placed: Sequence[Placed], taps: Sequence[int]) -> tuple[slice, ...]:
    """The part of a widened array that one tap of the window sees, position by position."""
    return (slice(None), *(p.at(t) for p, t in zip(placed, taps, strict=True)))


def taps_of(placed: Sequence[Placed]) -> Any:
    """The places in a window, the last axis fastest."""
    return np.ndindex(*(p.window for p in placed))


def positions(placed: Sequence[Placed]) -> tuple[int, ...]:
    """How many positions the window has along each axis."""
    return tuple(p.count for p in placed)


def wide(dtype: Any) -> Any:
    """The dtype to add up in: single precision for the formats of 16 bits."""
    return np.dtype(np.float32) if dtype.itemsize == 2 and dtype.kind not in "iu" else dtype


_STILL = Placed(stride=1, dilation=1, window=1, size=1, before=0, after=0, count=1)


def native_window(
    attrs: Mapping[str, Any], x: Dims, window: Sequence[Array], result: Dims, groups: int = 1
) -> Window | None:
    """How a window slides over images or volumes for compiled code; None where that is not known."""
    rank = len(x or ())
    if x is None or result is None or rank not in (4, 5) or len(result) != rank or x[0] != result[0]:
        return None
    if any(isinstance(d, Symbol) for d in (*x[1:], *window, *result[1:])):
        return None
    where, channel = spatial_axes(attrs, rank), channel_axis(attrs, rank)
    try:
        axes = window_axes(attrs, rank)
        placed = [place(int(x[i]), int(size), axis) for i, size, axis in zip(where, window, axes, strict=True)]  # type: ignore[arg-type]
    except errors.OpError:
        return None
    if positions(placed) != tuple(result[i] for i in where):
        return None
    placed = [_STILL] * (3 - len(placed)) + placed
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
