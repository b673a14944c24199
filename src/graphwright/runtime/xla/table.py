"""Which function lowers which op: by the kind of its native rule, or by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from graphwright.ir.lowering import (
    Alias,
    Assemble,
    Contract,
    Elementwise,
    Embed,
    Generate,
    Reduce,
    Routed,
    Scan,
    Scatter,
    Segments,
    Sliding,
    Strided,
)
from graphwright.ir.record import OpRecord

if TYPE_CHECKING:
    from graphwright.ir.graph import Operation
    from graphwright.runtime.xla.block import Block

Lower = Callable[["Block", "Operation"], Sequence[Any]]
"""Gives one result for each output: an array, a list, a handle, or a value of the block."""

BY_RULE: Final[dict[type, str]] = {
    Elementwise: "elementwise.elementwise",
    Reduce: "reductions.reduce",
    Contract: "reductions.contract",
    Scan: "reductions.scan",
    Alias: "views.alias",
    Strided: "views.strided",
    Embed: "views.embed",
    Assemble: "views.assemble",
    Generate: "indexed.generate",
    Scatter: "indexed.scatter",
    Segments: "indexed.segments",
    Routed: "indexed.routed",
    Sliding: "sliding.sliding",
}

BY_NAME: Final[dict[str, str]] = {
    "If": "branches.branch",
    "StatelessIf": "branches.branch",
    "Case": "branches.case",
    "StatelessCase": "branches.case",
    "While": "loops.loop",
    "StatelessWhile": "loops.loop",
    "PartitionedCall": "branches.call",
    "StatefulPartitionedCall": "branches.call",
    "GatherV2": "gathers.gather",
    "Const": "structural.constant",
    "Bitcast": "views.bitcast",
    "PyFuncStateless": "structural.jax_function",
    "NoOp": "structural.nothing",
    "Assert": "structural.assertion",
    "ReadVariableOp": "structural.read",
    "AssignVariableOp": "structural.assign",
    "AssignAddVariableOp": "structural.assign_add",
    "AssignSubVariableOp": "structural.assign_sub",
    "VariableShape": "structural.variable_shape",
    "CollectiveReduce": "collectives.reduce",
    "CollectiveGather": "collectives.gather",
    "XlaReplicaId": "collectives.replica_id",
    "Relayout": "layouts.relayout",
    "RelayoutLike": "layouts.relayout_like",
    "EmptyTensorList": "list_ops.empty",
    "TensorListReserve": "list_ops.reserve",
    "TensorListFromTensor": "list_ops.from_tensor",
    "TensorListStack": "list_ops.stack",
    "TensorListLength": "list_ops.length",
    "TensorListResize": "list_ops.resize",
    "TensorListGetItem": "list_ops.get_item",
    "TensorListSetItem": "list_ops.set_item",
    "TensorListPushBack": "list_ops.push",
    "TensorListPopBack": "list_ops.pop",
}


@cache
def _function(place: str) -> Lower:
    module, _, name = place.rpartition(".")
    found: Lower = getattr(import_module(f"graphwright.runtime.xla.rules.{module}"), name)
    return found


def lowering_of(op: OpRecord) -> Lower | None:
    """The function that lowers an op, by its name or else by its rule; None where there is none."""
    name = BY_NAME.get(op.name)
    if name is not None:
        return _function(name)
    found: Lower | None = library().LIBRARY.get(op.name)
    name = BY_RULE.get(type(op.native))
    return found if found is not None or name is None else _function(name)


def library() -> Any:
    """The module with the ops that jax has functions for."""
    return import_module("graphwright.runtime.xla.rules.library")
