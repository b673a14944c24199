"""A call inside a program that chooses the program for the sizes of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphwright.base.dtypes import DType, resource, variant
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls.run_graph import run_graph
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.record import op
from graphwright.ir.types import tensor_type


def _run(args: Sequence[Any], *, f: FuncGraph, **_: Any) -> list[Any]:
    tensors = [_tensor(payload, v.type.dtype) for payload, v in zip(args, f.inputs, strict=True)]
    return [t._array for t in run_graph(f, tensors)]


def _tensor(payload: Any, dtype: DType) -> EagerTensor:
    return EagerTensor(payload, tensor_type(dtype, () if dtype in (resource, variant) else payload.shape))


CALL_BY_SIZES: Final = op(
    "_CallBySizes", "args: [Tin] -> output: [Tout]", "Tin: list(type) >= 0; Tout: list(type) >= 0; f: func",
    shape=lambda ctx: [v.type.dims for v in ctx.attrs["f"].outputs], kernel=_run, no_gradient=True, effect="host",
)  # fmt: skip

__all__ = ["CALL_BY_SIZES"]
