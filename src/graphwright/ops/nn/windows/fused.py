"""FusedPadConv2D, FusedResizeAndPadConv2D, Conv: convolutions with what stands before them, or of any rank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ir.record import lookup


def _record(name: str) -> OpRecord:
    found = lookup(name)
    assert found is not None and found.kernel is not None
    return found


def _run(name: str, *inputs: Any, **attrs: Any) -> Array:
    record = _record(name)
    whole = {n: a.default for n, a in record.attrs.items() if not a.required} | attrs
    assert record.kernel is not None
    result: Array = record.kernel(*inputs, **{n: whole[n] for n in record.kernel_attrs})
    return result


def _padded_convolution(input: Array, paddings: Array, filter: Array, mode: str, strides: Any, padding: str) -> Array:
    if input.ndim != 4:
        raise errors.InvalidArgumentError(f"input must be 4-dimensional, got the shape {list(input.shape)}")
    if paddings.shape != (4, 2):
        raise errors.InvalidArgumentError(f"paddings must have 2 columns and 4 rows, got {list(paddings.shape)}")
    if paddings[[0, 3]].any():
        raise errors.InvalidArgumentError("The batch and the channels cannot be padded.")
    whole = _run("MirrorPad", input, paddings, mode=mode)
    return _run("Conv2D", whole, filter, strides=strides, padding=padding)


def _channels_rule(ctx: ShapeContext, filter: int) -> Dims:
    """Only the batch and the channels are known without the paddings."""
    for i in (0, filter):
        if ctx.rank(i) not in (None, 4):
            raise ctx.fail(f"Shape must be rank 4 but is rank {ctx.rank(i)}")
    images, weights = ctx.dims(0), ctx.dims(filter)
    return (images[0] if images else Symbol(), Symbol(), Symbol(), weights[3] if weights else Symbol())


_ATTRS = 'mode: {"REFLECT", "SYMMETRIC"}; strides: list(int); padding: {"SAME", "VALID"}'
PADDED: OpRecord = op(
    "FusedPadConv2D", "input: T, paddings: int32, filter: T -> output: T", f"T: floating; {_ATTRS}",
    shape=lambda ctx: _channels_rule(ctx, 2), kernel=_padded_convolution,
)  # fmt: skip


def _resized_convolution(
    input: Array, size: Array, paddings: Array, filter: Array, resize_align_corners: bool, **attrs: Any
) -> Array:
    images = _run("ResizeBilinear", input, size, align_corners=resize_align_corners).astype(input.dtype)
    return _padded_convolution(images, paddings, filter, **attrs)


RESIZED: OpRecord = op(
    "FusedResizeAndPadConv2D", "input: T, size: int32, paddings: int32, filter: T -> output: T",
    f"T: {{half, float, double}}; resize_align_corners: bool = false; {_ATTRS}",
    shape=lambda ctx: _channels_rule(ctx, 3), kernel=_resized_convolution,
)  # fmt: skip

# convolutions of any rank ------------------------------------------------------------------------------------


def _as_ranked(rank: int, attrs: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The op for images or for volumes, and its attributes."""
    if rank not in (4, 5) or attrs["batch_dims"] != 1 or attrs["groups"] != 1:
        raise errors.InvalidArgumentError(
            f"Conv is there for images and volumes with one axis of examples and one group, not for rank {rank}."
        )
    first = attrs["data_format"] == "CHANNELS_FIRST"
    form = {(4, False): "NHWC", (4, True): "NCHW", (5, False): "NDHWC", (5, True): "NCDHW"}[rank, first]
    kept = {"strides": attrs["strides"], "padding": attrs["padding"], "data_format": form}
    kept["dilations"] = attrs["dilations"] or [1] * rank
    if rank == 4:
        kept["explicit_paddings"] = attrs["explicit_paddings"]
    return f"Conv{rank - 2}D", kept


def _convolution(input: Array, filter: Array, **attrs: Any) -> Array:
    name, kept = _as_ranked(input.ndim, attrs)
    return _run(name, input, filter, **kept)


def _convolution_rule(ctx: ShapeContext) -> Dims:
    rank = ctx.rank(0) or ctx.rank(1)
    if rank is None:
        return None
    name, kept = _as_ranked(rank, ctx.attrs)
    record = _record(name)
    whole = {n: a.default for n, a in record.attrs.items() if not a.required} | kept
    dims: Dims = record.shape(ShapeContext(record, [ctx.input(0), ctx.input(1)], ctx.types, whole))
    return dims


CONVOLUTION: OpRecord = op(
    "Conv", "input: T, filter: T -> output: T",
    'T: {half, bfloat16, float, double, int32}; strides: list(int); padding: {"SAME", "VALID", "EXPLICIT"}; '
    'explicit_paddings: list(int) = []; data_format: {"CHANNELS_FIRST", "CHANNELS_LAST"} = "CHANNELS_LAST"; '
    "dilations: list(int) = []; batch_dims: int = 1; groups: int = 1",
    shape=_convolution_rule, kernel=_convolution,
)  # fmt: skip
