"""Shapes where imported functions are called: what is given must be what the function was made for.

Compiled code relies on types. In a graph that was traced here a function takes what its callers give; a file may say
otherwise, so a value that may have another shape than the function's argument passes an `EnsureShape` first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base.dtypes import resource, variant
from graphwright.base.shape import Symbol, TensorShape
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.handles import DECLARED, declared_type, origin
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord, lookup

_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
_BRANCHES = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})
_LOOPS = frozenset({"While", "StatelessWhile"})

Apply = Callable[[OpRecord, Sequence[Any], dict[str, Any], str], Operation]


class CallTypes:
    """Makes the inputs of calls, branches and loops fit; `apply` adds an operation to the graph of the call."""

    def __init__(self, apply: Apply) -> None:
        self._apply = apply

    def before(self, record: OpRecord, attrs: dict[str, Any], inputs: list[Value], name: str) -> list[Value]:
        """The inputs for an operation about to be made; ValueError where they can never fit.

        The `output_shapes` of branches and loops become what their functions give.
        """
        if record.name in _CALLS:
            return self._fit_all(inputs, [attrs["f"]], name)
        if record.name in _BRANCHES:
            branches = attrs["branches"] if "branches" in attrs else [attrs["then_branch"], attrs["else_branch"]]
            fitting = [inputs[0], *self._fit_all(inputs[1:], branches, name)]
            attrs["output_shapes"] = _common(branches, len(attrs["Tout"]))
            return fitting
        if record.name in _LOOPS:
            test, body = attrs["cond"], attrs["body"]
            fitting = self._fit_all(inputs, [test, body], name)
            _close(body, test)
            attrs["output_shapes"] = [_fresh(v.type.shape) for v in body.inputs]
            return fitting
        return inputs

    def _fit_all(self, inputs: Sequence[Value], functions: Sequence[Any], name: str) -> list[Value]:
        fitting = list(inputs)
        for function in functions:
            if not isinstance(function, FuncGraph):
                raise ValueError("it calls a function and names none")
            if len(function.inputs) != len(fitting):
                raise ValueError(
                    f"it gives {len(fitting)} values to '{function.name}', which takes {len(function.inputs)}"
                )
            for i, argument in enumerate(function.inputs):
                fitting[i] = fit(fitting[i], argument, f"{name}/ensure_shape", self._apply)
        return fitting


def fit(value: Value, argument: Value, name: str, apply: Apply) -> Value:
    """The value, or what an `EnsureShape` makes of it, so that it may stand for the argument of a function."""
    if value.dtype is not argument.dtype:
        raise ValueError(
            f"'{value.name}' is {value.dtype.name}; argument '{argument.op.name}' is {argument.dtype.name}"
        )
    if value.dtype is resource:
        _fit_variable(value, argument)
        return value
    shape = argument.type.shape
    if value.dtype is variant or value.type.shape.is_subtype_of(shape):
        return value
    if not value.type.shape.is_compatible_with(shape):
        raise ValueError(
            f"'{value.name}' has the shape {value.type.shape}; argument '{argument.op.name}' of "
            f"'{argument.graph.name}' has {shape}"
        )
    record = lookup("EnsureShape")
    assert record is not None
    fitting: Value = apply(record, [value], {"shape": _fresh(shape), "T": value.dtype}, name).outputs[0]
    return fitting


def _fit_variable(handle: Value, argument: Value) -> None:
    """The variable that a function is given must be one that it was made for.

    Where the handle's own function says nothing of the variable, it asks from here on what the callee asks.
    """
    wanted = argument.op.attrs.get(DECLARED)
    if wanted is None:
        return
    known = declared_type(handle)
    if known is None:
        source = origin(handle)
        if not isinstance(source, Value) or source.op.type != "Placeholder":
            raise ValueError(f"nothing is known of the variable '{handle.name}', which must be {wanted!r}")
        source.op.attrs[DECLARED] = wanted
    elif known.dtype is not wanted.dtype or not known.shape.is_subtype_of(wanted.shape):
        raise ValueError(f"the variable '{handle.name}' is {known!r}; '{argument.graph.name}' takes {wanted!r}")


def _close(body: FuncGraph, test: FuncGraph) -> None:
    """Let what a round of a loop gives be what the next one, and the condition, take."""
    if not body.frozen:
        return  # a loop in its own body: its results have no known shapes

    def apply(record: OpRecord, inputs: Sequence[Any], attrs: dict[str, Any], name: str) -> Operation:
        types, _ = infer(record, inputs, [v.type for v in inputs], attrs)
        return body.add_op(record, inputs, attrs, types, body.unique_name(name))

    if not len(body.outputs) == len(body.inputs) == len(test.inputs):
        raise ValueError(
            f"the body '{body.name}' takes {len(body.inputs)} values and gives {len(body.outputs)}, the condition "
            f"'{test.name}' takes {len(test.inputs)}"
        )
    body.frozen = False
    try:
        for i, (own, tested) in enumerate(zip(body.inputs, test.inputs, strict=True)):
            for argument in (own, tested):
                body.outputs[i] = fit(body.outputs[i], argument, "ensure_shape", apply)
    finally:
        body.frozen = True


def _common(branches: Sequence[FuncGraph], count: int) -> list[TensorShape]:
    """What is known of the results, whichever branch is taken."""
    if any(not b.frozen for b in branches) or any(len(b.outputs) != count for b in branches):
        return [TensorShape(None)] * count
    shapes = []
    for results in zip(*(b.outputs for b in branches), strict=True):
        shape, *others = [v.type.shape for v in results]
        for other in others:
            shape = shape.most_specific_compatible_shape(other)
        shapes.append(_fresh(shape))
    return shapes


def _fresh(shape: TensorShape) -> TensorShape:
    """The shape as it is outside the function it was met in: sizes unknown there are unknown anew."""
    dims = shape.symbolic
    if dims is None:
        return shape
    return TensorShape.from_dims(tuple(Symbol() if isinstance(d, Symbol) else d for d in dims))
