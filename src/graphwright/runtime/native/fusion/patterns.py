"""The table of fusion passes over a plan, in the order in which they run.

Elementwise operations are fused before, while the plan is made (`plan.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graphwright.base.config import options, uses
from graphwright.base.frozen import frozen
from graphwright.runtime.native.fusion import (
    accumulate_fusion,
    axpy_fusion,
    epilogue_fusion,
    pad_fusion,
    relu_pool_fusion,
    row_fusion,
)
from graphwright.runtime.native.fusion.steps import Plan, Step


@frozen
class Pattern:
    """Steps that become one: what is joined to what, which step may begin it, and what rewrites the steps."""

    name: str
    pattern: str
    condition: Callable[[Step], bool]
    rewrite: Callable[[Plan], Plan]


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


def fuse(plan: Plan) -> Plan:
    """The plan after every pattern; each result is verified where the option asks for it."""
    for pattern in PATTERNS:
        if uses(pattern.name) and any(map(pattern.condition, plan.steps)):
            plan = verified(pattern.rewrite(plan), f"after {pattern.name}")
    return plan


def verified(plan: Plan, when: str) -> Plan:
    """The plan, which is verified where the option asks for it."""
    if options.verify:
        from graphwright.runtime.native.fusion.verify import verify  # the usual program does without

        verify(plan, when)
    return plan
