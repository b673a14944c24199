"""The ops that layouts become in graphs. On the host, where tensors are whole, they give back what they get."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from graphwright.core.dispatch import apply
from graphwright.distribute.dtensor.layout import Layout, check_fits
from graphwright.ir.record import op
from graphwright.ir.types import Dims

layout_of_text = lru_cache(maxsize=1024)(Layout.from_string)


def _shape(ctx: Any) -> list[Dims]:
    check_fits(layout_of_text(ctx.attrs["layout"]), ctx.types[0].shape)
    return [ctx.dims(0)]


def _gradient(op: Any, grad: Any) -> list[Any]:
    return [apply(RELAYOUT_LIKE, (grad, op.inputs[0]))]


# "random" keeps passes from computing ahead of time what is to be made on the devices, each its part
RELAYOUT = op(
    "Relayout",
    "input: T -> output: T",
    "layout: string; T: type",
    shape=_shape,
    kernel=lambda input, **_: input,
    gradient=_gradient,
    effect="random",
    stateful=False,
)


def _like_gradient(op: Any, grad: Any) -> list[Any]:
    return [apply(RELAYOUT_LIKE, (grad, op.inputs[0])), None]


RELAYOUT_LIKE = op(
    "RelayoutLike",
    "input: T, layout_input: U -> output: T",
    "T: type; U: type",
    shape=lambda ctx: [ctx.dims(0)],
    kernel=lambda input, layout_input, **_: input,
    gradient=_like_gradient,
    effect="random",
    stateful=False,
)

__all__ = ["RELAYOUT", "RELAYOUT_LIKE"]
