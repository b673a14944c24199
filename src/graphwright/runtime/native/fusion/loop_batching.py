"""Finds products that a loop adds to a sum, to add several iterations' products at once.

The gradient of a recurrent network's weights is a sum of products, `w += a.T @ b`, each of a few rows: too few to be
shared by threads, and its tiles begin and end for the sake of little. The rows of `a` and `b` are put below those of
the iterations before, and every so many iterations, and at the end, one product adds them all.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from graphwright.base.config import uses
from graphwright.base.frozen import frozen
from graphwright.ir.graph import Value
from graphwright.ir.lowering import Contract
from graphwright.runtime.native.fusion.accumulate_fusion import chain_of
from graphwright.runtime.native.fusion.steps import Addition, Plan
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.kernels.gemm.blocking import SCATTERED, splits
from graphwright.runtime.native.machine.limits import LOOP_BLOCK_BYTES

_MOST_ITERATIONS = 32  # of a block


@frozen
class Batch:
    """Blocks of so many iterations, and the products added for a block, each with its sum: 0 where there are none."""

    iterations: int
    products: Sequence[tuple[Addition, Value]]


def batch(plan: Plan, sums: Collection[Value], trip_count: str | None) -> Batch:
    """The products of a body's plan to be added for blocks of iterations.

    `sums` are the values that iterations only add to, `trip_count` the number of iterations: a number, a name, or None.
    """
    products = list(_additions(plan, sums)) if uses("loop_batching") else []
    rows = list(dict.fromkeys(value for step, _ in products for value in step.op.inputs))
    iterations = _iterations(rows, [step.op.inputs[0] for step, _ in products], trip_count)
    return Batch(iterations, products) if iterations > 1 else Batch(0, ())


def multiplications(step: Addition) -> int:
    """Those of a product of matrices of known size: the root of the three sizes multiplied."""
    counts = (product(value.type.dims or ()).static or 0 for value in (*step.op.inputs, step.op.outputs[0]))
    return math.isqrt(math.prod(counts))


def _additions(plan: Plan, sums: Iterable[Value]) -> Iterator[tuple[Addition, Value]]:
    """The products that are added to sums, and whose rows may be put below each other."""
    for start in sums:
        for step in chain_of(plan.steps, start, plan.outputs[plan.inputs.index(start)]):
            if isinstance(step, Addition) and _reads_columns(step):
                yield step, start


def _reads_columns(step: Addition) -> bool:
    """Whether a step is a product `a.T @ b` of matrices of known size, which threads would not share."""
    rule, op = step.rule, step.op
    if not isinstance(rule, Contract) or not op.attrs[rule.transpose_a] or op.attrs[rule.transpose_b]:
        return False
    values = (*op.inputs, op.outputs[0])
    if not all(value.type.rank == 2 and value.type.is_static for value in values):
        return False
    sizes = [size for value in op.inputs for size in known_sizes(value)]
    depth, rows, _, columns = sizes
    return 0 not in sizes and not splits(rows, columns, depth, values[0].type.dtype.numpy.itemsize)


def known_sizes(value: Value) -> list[int]:
    """The dimensions of a value whose sizes are known."""
    return [size for size in value.type.dims or () if isinstance(size, int)]


def _bytes(value: Value) -> int:
    return (product(value.type.dims or ()).static or 0) * int(value.type.dtype.numpy.itemsize)


def _iterations(rows: Sequence[Value], by_column: Iterable[Value], trip_count: str | None) -> int:
    """How many iterations a block has that keeps these rows of each; blocks are alike where that can be."""
    if not rows:
        return 0
    most = min(_MOST_ITERATIONS, LOOP_BLOCK_BYTES // sum(map(_bytes, rows)))
    # the kernel copies what it reads by columns where that is as much as `SCATTERED`
    most = min([most, *((SCATTERED - 1) // _bytes(value) for value in by_column)])
    if most and trip_count is not None and trip_count.isdigit():
        total = max(1, int(trip_count))
        most = -(-total // -(-total // most))
    return most
