"""Values of all replicas put together outside of them: what `Strategy.reduce` and `Strategy.gather` do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.distribute.context import get_replica_context
from graphwright.distribute.replicated import collectives
from graphwright.distribute.values import DistributedValues, Merged
from graphwright.ops.math.reductions import reduce_mean, reduce_sum

if TYPE_CHECKING:
    from graphwright.distribute.strategy import Strategy


def reduced(strategy: Strategy, value: Any, mean: bool, axis: Any) -> Any:
    """The sum or the mean of a value over all replicas, and over an axis unless that is None."""
    if isinstance(value, Merged):
        return Merged(_of_lanes(value.value, mean, axis, strategy.num_replicas_in_sync), value._gather)
    if not isinstance(value, DistributedValues):
        return _of_one(strategy, value, mean, axis)
    if strategy._group.processes is not None:
        if to_tensor(value.values[0]).shape.rank == 0:
            axis = None  # Keras has the scalars of several processes reduced along an axis 0
        whole = strategy.run(_all_reduced, args=(value, mean, axis))
        return strategy.experimental_local_results(whole)[0]
    parts = [to_tensor(v) for v in value.values]
    if axis is None:
        total = _sum(parts)
        return total / len(parts) if mean else total
    total = _sum([reduce_sum(p, axis) for p in parts])
    return total / _sum([_size(p, axis, total.dtype) for p in parts]) if mean else total


def _of_one(strategy: Strategy, value: Any, mean: bool, axis: Any) -> Any:
    """The same of a value that is no replica's."""
    if not strategy._is_single and not mean and not (isinstance(value, (int, float)) and not value):
        raise ValueError(
            f"A non-DistributedValues value {value!r} cannot be reduced with the given reduce op ReduceOp.SUM: it does "
            "not come from replicas."
        )
    return value if axis is None else (reduce_mean if mean else reduce_sum)(value, axis)


def _all_reduced(value: Any, mean: bool, axis: Any) -> Any:
    context = get_replica_context()
    assert context is not None
    return _of_lanes(value, mean, axis, context.num_replicas_in_sync)


def _of_lanes(value: Any, mean: bool, axis: Any, count: int) -> Any:
    """The same by communication between the replicas that run."""
    if axis is None:
        return collectives.all_reduce(value, mean, count)
    total = collectives.all_reduce(reduce_sum(value, axis), False, count)
    return total / collectives.all_reduce(_size(value, axis, total.dtype), False, count) if mean else total


def _sum(parts: list[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _size(value: Any, axis: Any, dtype: Any) -> Any:
    """How many elements are reduced along an axis, or several."""
    sizes = apply("GatherV2", (apply("Shape", (value,)), axis, 0))
    if sizes.shape.rank:
        sizes = apply("Prod", (sizes, [0]))
    return apply("Cast", (sizes,), {"DstT": dtype})


def gathered(strategy: Strategy, value: Any, axis: int) -> Any:
    """The values of all replicas, joined along an axis."""
    if isinstance(value, Merged):
        return Merged(collectives.all_gather(value.value, axis, strategy.num_replicas_in_sync), value._gather)
    if not isinstance(value, DistributedValues):
        return value
    if strategy._group.processes is not None:
        whole = strategy.run(_all_gathered, args=(value, axis))
        return strategy.experimental_local_results(whole)[0]
    parts = [to_tensor(v) for v in value.values]
    if parts[0].shape.rank == 0:
        raise ValueError(f"gather joins values along axis {axis}: a scalar has none. Give it a dimension first.")
    return apply("ConcatV2", (parts, axis))


def _all_gathered(value: Any, axis: int) -> Any:
    context = get_replica_context()
    assert context is not None
    return context.all_gather(value, axis)
