"""A function that is traced for one replica, and called for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.base import nest
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol
from graphwright.control.subgraph import trace_body
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply_any
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.distribute.context import entered
from graphwright.distribute.replicas import ReplicaContext
from graphwright.distribute.replicated.call import REPLICATED_CALL
from graphwright.distribute.values import DistributedValues, Merged, PerReplica, regrouped
from graphwright.distribute.variables import DistributedVariable, MirroredVariable, owner_of
from graphwright.ir.graph import Operation
from graphwright.ir.types import TensorType, tensor_type

if TYPE_CHECKING:
    from graphwright.distribute.strategy import Strategy


class ReplicaArguments:
    """The arguments of a replica function: those that differ as placeholders, the others as they are."""

    def __init__(self, args: Any, kwargs: Any, replicas: int) -> None:
        self._structure = (list(args), dict(kwargs))
        self._leaves = nest.flatten(self._structure)
        self.parts: list[list[Tensor]] = []
        for leaf in self._leaves:
            if _differs(leaf):
                self.parts += _parts(leaf, replicas)

    def types(self) -> list[tuple[TensorType, str]]:
        """The types of the placeholders: what the replicas have in common."""
        return [(_common_type([t._type for t in each]), "replica_argument") for each in self.parts]

    def rebuilt(self, placeholders: Sequence[Tensor]) -> Any:
        """The arguments of one replica, with the placeholders in their places."""
        inner = iter(placeholders)
        leaves = []
        for leaf in self._leaves:
            if not _differs(leaf):
                leaves.append(leaf)
                continue
            first = leaf.values[0]
            count = len(nest.flatten(first, expand_composites=True))
            leaves.append(nest.pack_sequence_as(first, [next(inner) for _ in range(count)], expand_composites=True))
        return nest.pack_sequence_as(self._structure, leaves)


def _differs(leaf: Any) -> bool:
    return isinstance(leaf, PerReplica) and not isinstance(leaf, (DistributedVariable, Merged))


def _parts(leaf: DistributedValues, replicas: int) -> list[list[Tensor]]:
    if len(leaf.values) != replicas:
        raise ValueError(f"A value for {len(leaf.values)} replicas was passed to a strategy with {replicas}: {leaf!r}.")
    flat = [[to_tensor(v) for v in nest.flatten(value, expand_composites=True)] for value in leaf.values]
    for value, found in zip(leaf.values, flat, strict=True):
        if [t.dtype for t in found] != [t.dtype for t in flat[0]]:
            raise ValueError(f"The replicas' values differ in dtype or structure: {leaf.values[0]!r} and {value!r}.")
    return [list(each) for each in zip(*flat, strict=True)]


def _common_type(types: Sequence[TensorType]) -> TensorType:
    dims = [t.dims for t in types]
    if any(d is None or len(d) != len(dims[0] or ()) for d in dims):
        return tensor_type(types[0].dtype, None)
    together: list[Any] = []
    for sizes in zip(*[d for d in dims if d is not None], strict=True):
        same = isinstance(sizes[0], int) and all(s == sizes[0] for s in sizes)
        together.append(sizes[0] if same else Symbol())
    return tensor_type(types[0].dtype, tuple(together))


def call_on_replicas(strategy: Strategy, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What a function gives on each replica: one call in the graph that is being built."""
    arguments = ReplicaArguments(args, kwargs, strategy._group.local_replicas)

    def body(*placeholders: Tensor) -> Any:
        own_args, own_kwargs = arguments.rebuilt(placeholders)
        with entered(strategy, ReplicaContext(strategy, None)):
            result = fn(*own_args, **own_kwargs)
            return nest.map_structure(_result, result)

    graph, structure = trace_body("replica_fn", body, arguments.types())
    inputs, broadcast, variables = _sorted_inputs(graph, arguments.parts, strategy._group.local_replicas)
    replicas = strategy._group.local_replicas
    dtypes: list[DType] = [v.dtype for v in graph.outputs]
    attrs = {
        "computation": graph, "num_replicas": replicas, "topology": strategy._group.name, "use_tpu": False,
        "output_types": dtypes * replicas, "Tinputs": [t.dtype for t in inputs],
        "Tbroadcast_inputs": [t.dtype for t in broadcast], "NumVariables": len(variables), "Tguaranteed_constants": [],
    }  # fmt: skip
    outputs = apply_any(REPLICATED_CALL, (inputs, broadcast, variables, []), attrs) or []
    count = len(dtypes)
    return regrouped([_packed(structure, outputs[r * count : (r + 1) * count]) for r in range(replicas)])


def _result(value: Any) -> Any:
    """What a replica returned, as far as it can be passed on: operations have done their work."""
    if isinstance(value, Operation):
        return None
    if isinstance(value, Merged):
        return value.value
    return value.read_value() if isinstance(value, DistributedVariable) else value


def _packed(structure: Any, tensors: Sequence[Any]) -> Any:
    left = iter(tensors)
    flat = nest.flatten(structure, expand_composites=True)
    return nest.pack_sequence_as(structure, [None if v is None else next(left) for v in flat], expand_composites=True)


def _sorted_inputs(
    graph: TracingGraph, parts: Sequence[Sequence[Tensor]], replicas: int
) -> tuple[list[Any], list[Any], list[Any]]:
    """The inputs of the call: those that differ, replica after replica; those that are shared; shared variables.

    The graph's own inputs come into the same order.
    """
    split, own = [list(each) for each in parts], list(graph.arguments)
    shared: list[tuple[Any, Any]] = []
    mirrored: list[tuple[Any, Any]] = []
    for outer, inner in zip(graph.captures, graph.internal_captures, strict=True):
        owner = owner_of(getattr(outer, "_array", None))
        if owner is None:
            shared.append((outer, inner))
        elif isinstance(owner, MirroredVariable):
            mirrored.append((outer, inner))
        else:
            split.append([component.handle for component in owner.values])
            own.append(inner)
    graph.captures = []
    graph.inputs = [*own, *(inner for _, inner in shared), *(inner for _, inner in mirrored)]
    inputs = [each[r] for r in range(replicas) for each in split]
    return inputs, [outer for outer, _ in shared], [outer for outer, _ in mirrored]
