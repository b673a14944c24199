"""The earlier forms of fused batch normalisation, which have no third reserved output."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply_multi
from graphwright.ir.prelude import Builder, Decompose, Operation, OpRecord, ShapeContext, op
from graphwright.ir.types import Dims
from graphwright.ops.nn import batch_norm


def _shape(ctx: ShapeContext) -> list[Dims]:
    return batch_norm._shape(ctx)[:5]


def _kernel(*inputs: Array, **attrs: Any) -> list[Array]:
    return batch_norm._kernel(*inputs, **attrs)[:5]


def _native(b: Builder, op: Operation, *inputs: Any) -> list[Any]:
    return batch_norm._native(b, op, *inputs)[:5]


def _gradient(op: Application, grad: Tensor, *_: Tensor) -> Gradients:
    saved = op.outputs[3:5] if op.attrs["is_training"] else op.inputs[3:5]
    attrs = {n: op.attrs[n] for n in ("epsilon", "data_format", "is_training")}
    inputs = (grad, op.inputs[0], op.inputs[1], *saved, np.zeros(0, np.float32))
    return [*apply_multi(batch_norm.GRADIENT, inputs, attrs)[:3], None, None]


def _older(name: str, dtypes: str, vectors: str) -> OpRecord:
    results = ("batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2")
    return op(
        name,
        f"x: T, {', '.join(f'{n}: {vectors}' for n in ('scale', 'offset', 'mean', 'variance'))} -> "
        f"y: T, {', '.join(f'{n}: {vectors}' for n in results)}",
        f"{dtypes}; epsilon: float = 0.0001; exponential_avg_factor: float = 1.0; "
        'data_format: {"NHWC", "NCHW"} = "NHWC"; is_training: bool = true',
        shape=_shape,
        kernel=_kernel,
        gradient=_gradient,
        native=Decompose(_native, exact=batch_norm._vector_sizes),
    )


BATCH_NORM = _older("FusedBatchNorm", "T: {float32}", "T")
BATCH_NORM_V2 = _older("FusedBatchNormV2", "T: {half, bfloat16, float32}; U: {float32}", "U")
