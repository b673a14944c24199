"""Communication between replicas: the records, and the functions that apply them.

Outside of a replicated program there is a group of one: values come back as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import nest
from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.ir.record import op
from graphwright.ir.types import Dims

_NUMBERS = "{bfloat16, float, half, double, int32, int64}"


def _reduce_gradient(op: Any, grad: Any) -> list[Any]:
    return [apply(COLLECTIVE_REDUCE, (grad,), _attrs_of(op, ("group_size", "merge_op", "final_op")))]


def _attrs_of(op: Any, names: Sequence[str]) -> dict[str, Any]:
    return {"group_key": 0, "instance_key": 0, "subdiv_offsets": [], **{name: op.get_attr(name) for name in names}}


# "random" keeps passes from computing ahead of time what only the replicas together know
COLLECTIVE_REDUCE = op(
    "CollectiveReduce",
    "input: T -> data: T",
    f"T: {_NUMBERS}; group_size: int; group_key: int; instance_key: int; "
    'merge_op: {"Min", "Max", "Mul", "Add"}; final_op: {"Id", "Div"}; subdiv_offsets: list(int); '
    'wait_for: list(int) = []; communication_hint: string = "auto"; timeout_seconds: float = 0.0',
    shape=lambda ctx: [ctx.dims(0)],
    kernel=lambda input, **_: input,
    gradient=_reduce_gradient,
    effect="random",
    stateful=True,
)


def _gathered_shape(ctx: Any) -> list[Dims]:
    shape: TensorShape = ctx.attrs["shape"]
    return [shape.symbolic]


def _gather_gradient(op: Any, grad: Any) -> list[Any]:
    value = op.inputs[0]
    whole = apply(
        COLLECTIVE_REDUCE, (grad,),
        {**_attrs_of(op, ("group_size",)), "merge_op": "Add", "final_op": "Id"},
    )  # fmt: skip
    size = apply("Shape", (value,))[0]
    start = replica_id() * size
    return [whole[start : start + size]]


COLLECTIVE_GATHER = op(
    "CollectiveGather",
    "input: T -> data: T",
    "T: {float, half, double, int32, int64}; group_size: int; group_key: int; instance_key: int; "
    'shape: shape; communication_hint: string = "auto"; timeout_seconds: float = 0.0',
    shape=_gathered_shape,
    kernel=lambda input, **_: input,
    gradient=_gather_gradient,
    effect="random",
    stateful=True,
)


def _first() -> Any:
    return np.int32(0)


REPLICA_ID = op(
    "XlaReplicaId",
    "-> id: int32",
    shape=lambda ctx: [()],
    kernel=_first,
    no_gradient=True,
    effect="random",
    stateful=False,
)


def replica_id() -> Any:
    """The number of the replica that runs, among all of the group."""
    return apply(REPLICA_ID, ())


def all_reduce(value: Any, mean: bool, group_size: int) -> Any:
    """The sum or the mean over all replicas, of tensors in a structure."""

    def one(part: Any) -> Any:
        if isinstance(part, IndexedSlices):
            rows = all_gather(part.values, 0, group_size)
            return IndexedSlices(
                rows / group_size if mean else rows, all_gather(part.indices, 0, group_size), part.dense_shape
            )
        tensor = to_tensor(part)
        if mean and tensor.dtype.is_integer:
            return reduced(tensor, "Id") / group_size
        return reduced(tensor, "Div" if mean else "Id")

    def reduced(tensor: Any, final: str) -> Any:
        attrs = {
            "group_size": group_size, "group_key": 0, "instance_key": 0, "merge_op": "Add",
            "final_op": final, "subdiv_offsets": [],
        }  # fmt: skip
        return apply(COLLECTIVE_REDUCE, (tensor,), attrs)

    return nest.map_structure(one, value)


def all_gather(value: Any, axis: int, group_size: int) -> Any:
    """The tensors of all replicas joined along an axis."""
    tensor = to_tensor(value)
    rank = tensor.shape.rank
    if not rank:
        raise ValueError(f"all_gather joins values along axis {axis}: a scalar has none. Give it a dimension first.")
    if axis % rank:
        order = [axis % rank, *(i for i in range(rank) if i != axis % rank)]
        back = [order.index(i) for i in range(rank)]
        moved = apply("Transpose", (tensor, order))
        return apply("Transpose", (all_gather(moved, 0, group_size), back))
    first, *rest = tensor.shape.as_list()
    # replicas may have different numbers of rows where their sizes are not known
    shape = TensorShape([None if first is None else first * group_size, *rest])
    attrs = {"group_size": group_size, "group_key": 0, "instance_key": 0, "shape": shape}
    return apply(COLLECTIVE_GATHER, (tensor,), attrs)


__all__ = ["COLLECTIVE_GATHER", "COLLECTIVE_REDUCE", "REPLICA_ID", "all_gather", "all_reduce", "replica_id"]
