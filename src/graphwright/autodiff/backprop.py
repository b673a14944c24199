"""Reverse accumulation over recorded applications: a tape's entries or a graph's operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.autodiff.custom import fill_zeros, gradient_function
from graphwright.autodiff.values import total
from graphwright.core.context import name_scope, state
from graphwright.core.indexed_slices import dense
from graphwright.core.tape import CallEntry, carries_gradient
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.ir.types import tensor_type

# their rules accept None for outputs without gradient
_TAKES_NONE = frozenset({"IdentityN", "SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits"})


# their rules pass the upstream gradient through, be it a tensor or slices
_PASS_THROUGH = frozenset({"Identity", "ReadVariableOp"})


class NeededApplication:
    """An op application as gradient rules see it if only some gradients are needed; see `core.tape.wants`."""

    __slots__ = ("attrs", "inputs", "needed", "outputs", "record")

    def __init__(self, entry: Any, needed: frozenset[int]) -> None:
        self.record = entry.record
        self.inputs = entry.inputs
        self.outputs = entry.outputs
        self.attrs = entry.attrs
        self.needed = needed

    @property
    def type(self) -> str:
        """The op's name."""
        name: str = self.record.name
        return name

    def get_attr(self, name: str) -> Any:
        """The value of an attribute."""
        return self.attrs[name]


def backpropagate(
    entries: Sequence[Any],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    stops: frozenset[int] = frozenset(),
) -> list[Any]:
    """Gradients of targets with regard to sources; None where a target does not depend on a source.

    Args:
      entries: the applications between them, in the order of recording.
      seeds: pairs of a target and its upstream gradient.
      sources: tensors, or handles of variables.
      stops: ids of tensors that are treated as constants: no gradient flows through them.
    """
    if len(entries) == 1 and len(seeds) == 1 and not stops:
        found_at_once = _through_one_call(entries[0], *seeds[0], sources)
        if found_at_once is not None:
            return found_at_once
    requested = set(map(id, sources))
    reached = set(requested)
    path = [e for e in entries if _depends_on(e, reached)]
    pending: dict[int, list[Any]] = {}
    found: dict[int, Any] = {}
    for target, gradient in seeds:
        if id(target) in reached:
            pending.setdefault(id(target), []).append(gradient)
    for entry in reversed(path):
        gradients: list[Any] = []
        some = False
        for value in entry.outputs:
            key = id(value)
            if key not in pending:
                gradients.append(None)
                continue
            gradient = collect(value, pending)
            if key in requested:
                found[key] = gradient
            if key in stops:
                gradient = None
            else:
                some = True
            gradients.append(gradient)
        if not some:
            continue
        inputs = list(entry.inputs)  # control flow gets further inputs when its gradient is built
        keys = list(map(id, inputs))
        needed = [i for i, key in enumerate(keys) if key in reached]
        parts = _input_gradients(entry, gradients, needed, len(inputs))
        if len(parts) != len(inputs):
            raise ValueError(
                f"Num gradients {len(parts)} generated for op {entry.type} do not match num inputs {len(inputs)}."
            )
        for i in needed:
            part = parts[i]
            if part is not None:
                key = keys[i]
                if key in pending:
                    pending[key].append(part)
                else:
                    pending[key] = [part]
    for source in sources:
        if id(source) not in found:
            found[id(source)] = collect(source, pending)
    return [found[id(s)] for s in sources]


def _through_one_call(entry: Any, target: Any, gradient: Any, sources: Sequence[Any]) -> list[Any] | None:
    """The gradients if one compiled call is all that lies between target and sources; otherwise None."""
    backward: Any = getattr(entry, "backward", None)
    if type(target) is not EagerTensor or not getattr(backward, "takes_none", False):
        return None
    outputs, inputs, requested = map(_ids, (entry.outputs, entry.inputs, sources))
    key = id(target)
    distinct = set(inputs)
    if key not in outputs or key in requested or len(distinct) != len(inputs) or distinct.isdisjoint(requested):
        return None
    incoming = dense(gradient)
    parts = backward(*[incoming if k == key else None for k in outputs])
    return [parts[inputs.index(k)] if k in inputs else None for k in requested]


def _ids(things: Sequence[Any]) -> list[int]:
    return [id(thing) for thing in things]


def _depends_on(entry: Any, reached: set[int]) -> bool:
    """Whether an application depends on a reached tensor; then its outputs are reached too."""
    for captured in entry.inputs:
        if id(captured) in reached:
            break
    else:
        return False
    record = entry.record
    if record is not None and record.no_gradient and gradient_function(entry) is None:
        return False
    some = False
    for v in entry.outputs:
        if v._type.dtype.is_floating or carries_gradient(v):
            reached.add(id(v))
            some = True
    return some


def collect(value: Any, pending: dict[int, list[Any]]) -> Any:
    """The sum of the gradients that wait for a value, which is removed from `pending`; None where there are none."""
    parts = pending.pop(id(value), None)
    if parts is None:
        return None
    gradient = parts[0] if len(parts) == 1 else total(parts)
    if isinstance(gradient, SymbolicTensor):
        _refine(gradient, value)
    return gradient


def _refine(gradient: SymbolicTensor, value: Any) -> None:
    """Give a gradient the static shape of its value."""
    known, type_ = value._type.dims, gradient.type
    if type_.is_static or known is None or value.dtype is not gradient.dtype:
        return
    if type_.dims is None:
        gradient.type = tensor_type(type_.dtype, known)
    elif len(type_.dims) == len(known):
        dims = tuple(d if isinstance(d, int) else k for d, k in zip(type_.dims, known, strict=True))
        gradient.type = tensor_type(type_.dtype, dims)


def _input_gradients(entry: Any, gradients: list[Any], needed: Sequence[int], count: int) -> Sequence[Any]:
    """The gradients of an application's `count` inputs by its rule, of which some are needed."""
    if entry.__class__ is CallEntry:
        found: Sequence[Any] = entry.backward(*map(dense, gradients))
        return found
    custom = gradient_function(entry)
    if custom is not None:
        return _as_list(custom(entry, gradients))
    record = entry.record
    if record.gradient is None:
        raise LookupError(_no_rule(entry))
    if record.calls_functions:
        return _as_list(record.gradient(NeededApplication(entry, frozenset(needed)), *map(dense, gradients)))
    if len(needed) < count:
        entry = NeededApplication(entry, frozenset(needed))
    if record.name in _PASS_THROUGH:
        return _as_list(record.gradient(entry, *gradients))
    if len(gradients) > 1 and record.name not in _TAKES_NONE:
        gradients = fill_zeros(entry.outputs, gradients)
    created = entry.outputs[0]
    if state.graph is None or not isinstance(created, SymbolicTensor):
        return _as_list(record.gradient(entry, *map(dense, gradients)))
    # in a graph the ops of a gradient are named after the op it is the gradient of
    with name_scope(f"gradient_tape/{created.op.name.removeprefix('gradient_tape/')}/"):
        return _as_list(record.gradient(entry, *map(dense, gradients)))


def _as_list(result: Any) -> Sequence[Any]:
    return result if isinstance(result, (list, tuple)) else [result]


def _no_rule(entry: Any) -> str:
    message = f"gradient registry has no entry for: {entry.type}"
    created = entry.outputs[0]
    location = created.op.location if isinstance(created, SymbolicTensor) else None
    return f"{message}\n  {location}" if location else message
