"""Calls of functions as ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.control.subgraph import reference_program
from graphwright.core.dispatch import apply_any
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.lowering import Structural
from graphwright.ir.record import op
from graphwright.ir.types import Dims

_ATTRS = (
    'Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ""; config_proto: string = ""; '
    'executor_type: string = ""'
)


def _call_shapes(ctx: Any) -> list[Dims]:
    """The callee's own output shapes, its symbols replaced by the dimensions of the arguments."""
    callee: FuncGraph = ctx.attrs["f"]
    known: dict[Any, Any] = {}
    # a recursive call may be recorded before the callee has all its captures
    for i, inner in enumerate(callee.inputs[: len(ctx.attrs["Tin"])]):
        dims, arguments = inner.type.dims, ctx.dims(i)
        if dims is not None and arguments is not None:
            known.update(zip(dims, arguments, strict=False))
    declared = None if callee.frozen else callee.declared_outputs
    types = [v.type for v in callee.outputs] if declared is None else declared
    return [None if t.dims is None else tuple(_bound(d, known) for d in t.dims) for t in types]


def _bound(dim: Any, known: dict[Any, Any]) -> Any:
    # a symbol that no argument determines belongs to the callee's own run; outside it is unknown
    return dim if isinstance(dim, int) else known.setdefault(dim, type(dim)())


def _run_call(args: list[Any], *, f: FuncGraph, **_: Any) -> list[Any]:
    try:
        result: list[Any] = reference_program(f).run(args)
    except RecursionError as error:
        if str(error).startswith("maximum recursion depth exceeded"):
            raise RecursionError(
                f"'{f.name}' calls itself too often for Python's stack: use a loop, or raise sys.setrecursionlimit."
            ) from None
        raise
    return result


def _call_gradient(entry: Any, *grads: Any) -> Any:
    from graphwright.autodiff.control_flow import call_gradient

    return call_gradient(entry, grads)


PARTITIONED_CALL = op(
    "PartitionedCall", "args: [Tin] -> output: [Tout]", _ATTRS,
    shape=_call_shapes, kernel=_run_call, gradient=_call_gradient, native=Structural(), stateful=False,
)  # fmt: skip
STATEFUL_PARTITIONED_CALL = op(
    "StatefulPartitionedCall", "args: [Tin] -> output: [Tout]", _ATTRS,
    shape=_call_shapes, kernel=_run_call, gradient=_call_gradient, native=Structural(), effect="host",
)  # fmt: skip


def call_function(function: FuncGraph, inputs: Sequence[Any], name: str | None = None) -> list[Any]:
    """Apply a traced function to all its inputs, captures included."""
    record = STATEFUL_PARTITIONED_CALL if function.is_stateful else PARTITIONED_CALL
    attrs = {"Tout": [v.dtype for v in function.outputs], "f": function}
    result: list[Any] = apply_any(record, (list(inputs),), attrs, name)
    return result
