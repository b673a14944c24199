"""BlockLSTM: an LSTM over the steps of a sequence, and its gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.recurrent._steps import Gates, check_cell, lstm_step, lstm_step_gradient
from graphwright.ops.recurrent.cells import GATES, STATES, TYPES, peepholes

_GRADIENTS = "x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T"


def _steps(seq_len_max: Array, x: Array) -> int:
    if x.ndim != 3:
        raise errors.InvalidArgumentError(f"x must be rank 3 but is rank {x.ndim}")
    if seq_len_max.ndim or not 0 <= seq_len_max <= x.shape[0]:
        raise errors.InvalidArgumentError(
            f"seq_len_max must be a scalar of at most {x.shape[0]}, got {seq_len_max.tolist()}"
        )
    return int(seq_len_max)


def _whole_rule(ctx: ShapeContext) -> list[Dims]:
    if ctx.rank(1) not in (None, 3):
        raise ctx.fail(f"Shape must be rank 3 but is rank {ctx.rank(1)}")
    x, cell = ctx.dims(1), ctx.dims(2)
    if cell is not None and len(cell) != 2:
        raise ctx.fail(f"Shape must be rank 2 but is rank {len(cell)}")
    cells = cell[1] if cell else Symbol()
    return [(x[0], x[1], cells) if x else (Symbol(), Symbol(), cells)] * 7


def _block(name: str, attrs: str, forget_second: bool) -> OpRecord:
    def kernel(
        seq_len_max: Array, x: Array, cs_prev: Array, h_prev: Array, w: Array, wci: Array, wcf: Array, wco: Array,
        b: Array, *, cell_clip: float, use_peephole: bool, forget_bias: float = 0.0,
    ) -> list[Array]:  # fmt: skip
        count = _steps(seq_len_max, x)
        check_cell(x, cs_prev, h_prev, w, b)
        seen = peepholes(use_peephole, wci, wcf, wco, cs_prev.shape[1])
        result = [np.zeros((*x.shape[:2], cs_prev.shape[1]), x.dtype) for _ in range(7)]
        for t in range(count):
            gates = lstm_step(
                x[t], cs_prev, h_prev, w, seen, b, forget_bias=forget_bias, cell_clip=cell_clip,
                forget_second=forget_second,
            )  # fmt: skip
            for array, part in zip(result, gates, strict=True):
                array[t] = part
            cs_prev, h_prev = gates.cs, gates.h
        return result

    def gradient(op: Application, *grads: Tensor) -> Gradients:
        zero = [apply("ZerosLike", (o,)) if g is None else g for o, g in zip(op.outputs, grads, strict=True)]
        inputs = (*op.inputs, *op.outputs, zero[1], zero[6])
        return [None, *apply_multi(name_of_gradient, inputs, {"use_peephole": op.attrs["use_peephole"]})]

    name_of_gradient = "BlockLSTMGradV2" if forget_second else "BlockLSTMGrad"
    return op(
        name,
        f"seq_len_max: int64, x: T, {STATES} -> {GATES}, h: T",
        f"{attrs}; use_peephole: bool = false; {TYPES}",
        shape=_whole_rule,
        kernel=kernel,
        gradient=gradient,
    )


BLOCK = _block("BlockLSTM", "forget_bias: float = 1.0; cell_clip: float = 3.0", False)
BLOCK_V2 = _block("BlockLSTMV2", "cell_clip: float = 0.0", True)


def _block_gradient(name: str, forget_second: bool) -> OpRecord:
    def kernel(
        seq_len_max: Array, x: Array, cs_prev: Array, h_prev: Array, w: Array, wci: Array, wcf: Array, wco: Array,
        b: Array, *rest: Array, use_peephole: bool,
    ) -> list[Array]:  # fmt: skip
        count = _steps(seq_len_max, x)
        check_cell(x, cs_prev, h_prev, w, b)
        *gates, cs_grad, h_grad = rest
        seen = peepholes(use_peephole, wci, wcf, wco, cs_prev.shape[1])
        of: dict[str, Any] = {"x": np.zeros_like(x), "w": np.zeros_like(w), "b": np.zeros_like(b)}
        of_peepholes = [np.zeros_like(v) for v in (wci, wcf, wco)]
        d_cs, d_h = np.zeros_like(cs_prev), np.zeros_like(h_prev)
        for t in reversed(range(count)):
            step = Gates(*(g[t] for g in gates))
            cell, state = (gates[1][t - 1], gates[6][t - 1]) if t else (cs_prev, h_prev)
            found = lstm_step_gradient(step, cell, seen, cs_grad[t] + d_cs, h_grad[t] + d_h)
            d_gates = found.gates(forget_second)
            d_inputs = d_gates @ w.T
            of["x"][t], d_h, d_cs = d_inputs[:, : x.shape[2]], d_inputs[:, x.shape[2] :], found.cs_prev
            of["w"] += np.concatenate([x[t], state], 1).T @ d_gates
            of["b"] += d_gates.sum(0)
            if use_peephole:
                of_peepholes = [a + p for a, p in zip(of_peepholes, found.peepholes, strict=True)]
        return [of["x"], d_cs, d_h, of["w"], *of_peepholes, of["b"]]

    return op(
        name,
        f"seq_len_max: int64, x: T, {STATES}, {GATES}, h: T, cs_grad: T, h_grad: T -> {_GRADIENTS}",
        f"use_peephole: bool; {TYPES}",
        shape=lambda ctx: [ctx.dims(i) for i in range(1, 9)],
        kernel=kernel,
    )


BLOCK_GRADIENT = _block_gradient("BlockLSTMGrad", False)
BLOCK_GRADIENT_V2 = _block_gradient("BlockLSTMGradV2", True)

__all__ = ["BLOCK", "BLOCK_GRADIENT", "BLOCK_GRADIENT_V2", "BLOCK_V2"]
