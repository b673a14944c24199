"""How the older form of an op is declared: as the newer one, with further inputs and attributes that do not vary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.core.prelude import Application, Array, Gradients
from graphwright.core.tensor import eager
from graphwright.ir.prelude import Builder, Decompose, Operation, OpRecord, ShapeContext, op
from graphwright.ir.record import lookup

Constant = Array | Callable[[Mapping[str, Any], DType], Array]
"""An input of the newer op: an array, or what gives it for the attributes and the dtype of the first input."""

PADDING: Final[Constant] = lambda attrs, dtype: np.zeros((), dtype.numpy)  # noqa: E731


class _AsNewer:
    """An application of the older op as the gradient rule of the newer one sees it."""

    def __init__(self, op: Application, form: _Form) -> None:
        self.inputs = (*op.inputs, *(eager(a) for a in form.arrays(op.attrs, op.inputs[0].dtype)))
        self.outputs, self.type, self.attrs = op.outputs, form.newer, form.attrs_of(op.attrs)
        self.needed = getattr(op, "needed", None)


class _Form:
    def __init__(self, newer: str, constants: Sequence[Constant], fixed: Mapping[str, Any]) -> None:
        self.newer, self.constants, self.fixed = newer, constants, fixed

    @property
    def record(self) -> OpRecord:
        found = lookup(self.newer)
        assert found is not None, self.newer
        return found

    def arrays(self, attrs: Mapping[str, Any], dtype: DType) -> list[Array]:
        return [c(attrs, dtype) if callable(c) else c for c in self.constants]

    def attrs_of(self, attrs: Mapping[str, Any]) -> dict[str, Any]:
        record = self.record
        defaults = {n: a.default for n, a in record.attrs.items() if not a.required}
        return {**defaults, **{n: v for n, v in attrs.items() if n in record.attrs}, **self.fixed}

    def shape(self, ctx: ShapeContext) -> Any:
        arrays = self.arrays(ctx.attrs, ctx.types[0].dtype)
        inputs = [*(ctx.input(i) for i in range(len(ctx.types))), *(eager(a) for a in arrays)]
        types = [*ctx.types, *(t._type for t in inputs[len(ctx.types) :])]
        return self.record.shape(ShapeContext(self.record, inputs, types, self.attrs_of(ctx.attrs)))

    def kernel(self, *inputs: Any, **attrs: Any) -> Any:
        record = self.record
        first = inputs[0][0] if isinstance(inputs[0], list) else inputs[0]
        whole = self.attrs_of(attrs)
        assert record.kernel is not None
        arrays = self.arrays(attrs, from_numpy(first.dtype))
        return record.kernel(*inputs, *arrays, **{n: whole[n] for n in record.kernel_attrs})

    def gradient(self, op: Application, *grads: Any) -> Gradients:
        rule = self.record.gradient
        if rule is None:
            raise LookupError(f"No gradient defined for operation '{op.type}' (op type: {op.type}).")
        found: Any = rule(_AsNewer(op, self), *grads)
        return list(found[: len(op.inputs)])

    def native(self, b: Builder, op: Operation, *inputs: Any) -> list[Any]:
        arrays = self.arrays(op.attrs, op.inputs[0].type.dtype)
        kept = {n: v for n, v in self.attrs_of(op.attrs).items() if n not in self.record.inferred_attrs}
        return [b(self.newer, *inputs, *(b.const(a) for a in arrays), **kept)]


def older(
    name: str,
    args: str,
    attrs: str,
    newer: str,
    constants: Sequence[Constant] = (),
    no_gradient: bool = False,
    single: bool = True,
    stateful: bool = False,
    **fixed: Any,
) -> OpRecord:
    """Declare the older form of the op `newer`: its inputs end with `constants`, and the attributes `fixed` are set."""
    form = _Form(newer, constants, fixed)
    return op(
        name,
        args,
        attrs,
        shape=form.shape,
        kernel=form.kernel,
        gradient=None if no_gradient else form.gradient,
        no_gradient=no_gradient,
        native=Decompose(form.native) if single else None,
        stateful=stateful,
    )
