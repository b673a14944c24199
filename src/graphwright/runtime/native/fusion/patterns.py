"""The fusions of a plan's steps: one table of patterns, applied in its order.

Elementwise operations are fused before, while the plan is made (`plan.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from graphwright.base.config import uses
from graphwright.base.frozen import frozen
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion import (
    accumulate_fusion,
    axpy_fusion,
    epilogue_fusion,
    pad_fusion,
    relu_pool_fusion,
    row_fusion,
)
from graphwright.runtime.native.fusion.steps import Step


@frozen
class Pattern:
    """Steps that become one: what is joined to what, which step may begin it, and what rewrites the steps."""

    name: str
    pattern: str
    condition: Callable[[Step], bool]
    rewrite: Callable[[Sequence[Step], Collection[Value]], list[Step]]


PATTERNS: Final = (
    Pattern(
        "row_fusion",
        "reductions of rows and elementwise steps over the same rows -> one loop over the rows",
        row_fusion.begins_rows,
        row_fusion.fuse_rows,
    ),
    Pattern(
        "pad_fusion",
        "zeros around images, then a convolution of these -> a convolution with padding",
        pad_fusion.can_pad,
        pad_fusion.fuse_pads,
    ),
    Pattern(
        "epilogue_fusion",
        "a product or convolution, then a bias, an affine map of columns, a summand, ReLU, ReLU6 or other functions of "
        "elements -> done at its end",
        epilogue_fusion.takes_epilogue,
        epilogue_fusion.fuse_epilogues,
    ),
    Pattern(
        "accumulate_fusion",
        "a + product, a + embedded slice -> the product or slice is added to a, in place where nobody else reads it",
        accumulate_fusion.accumulates,
        accumulate_fusion.fuse_accumulation,
    ),
    Pattern(
        "axpy_fusion",
        "y + scale * product, y - scale * product -> done at the end of the product",
        axpy_fusion.is_scalable,
        axpy_fusion.fuse_axpy,
    ),
    Pattern(
        "relu_pool_fusion",
        "the gradient of a max pool, then that of the ReLU before the pool -> one step",
        relu_pool_fusion.takes_relu,
        relu_pool_fusion.fuse_relu_pool,
    ),
)


def fuse(steps: Sequence[Step], leaving: Collection[Value]) -> list[Step]:
    """The steps after every pattern; `leaving` are the results of the graph."""
    result = list(steps)
    for pattern in PATTERNS:
        if uses(pattern.name) and any(map(pattern.condition, result)):
            result = pattern.rewrite(result, leaving)
    return result
