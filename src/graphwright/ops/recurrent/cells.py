"""LSTMBlockCell, GRUBlockCell: one step of a recurrent cell, and its gradient."""

from __future__ import annotations

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.recurrent._steps import (
    Gates,
    Peepholes,
    check_cell,
    gru_step,
    gru_step_gradient,
    lstm_step,
    lstm_step_gradient,
)

STATES = "cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T"
GATES = "i: T, cs: T, f: T, o: T, ci: T, co: T"
TYPES = "T: {half, float}"


def peepholes(use: bool, wci: Array, wcf: Array, wco: Array, cells: int) -> Peepholes:
    """The weights of peepholes where they are used."""
    if not use:
        return Peepholes(*[np.zeros(cells, wci.dtype)] * 3)
    for name, weights in (("wci", wci), ("wcf", wcf), ("wco", wco)):
        if weights.shape != (cells,):
            raise errors.InvalidArgumentError(
                f"{name} has the shape {describe_dims(weights.shape)}, and should have [{cells}]"
            )
    return Peepholes(wci, wcf, wco)


def cell_dims(ctx: ShapeContext, x: int, cs_prev: int) -> tuple[object, object]:
    """The batch and the cells, having checked the ranks of the input and of the cell before."""
    for i, rank in ((x, 2), (cs_prev, 2)):
        if ctx.rank(i) not in (None, rank):
            raise ctx.fail(f"Shape must be rank {rank} but is rank {ctx.rank(i)}")
    first, cell = ctx.dims(x), ctx.dims(cs_prev)
    return (first[0] if first else Symbol()), (cell[1] if cell else Symbol())


def _lstm(
    x: Array, cs_prev: Array, h_prev: Array, w: Array, wci: Array, wcf: Array, wco: Array, b: Array, *,
    forget_bias: float, cell_clip: float, use_peephole: bool,
) -> Gates:  # fmt: skip
    if x.ndim != 2:
        raise errors.InvalidArgumentError(f"x must be rank 2 but is rank {x.ndim}")
    check_cell(x, cs_prev, h_prev, w, b)
    seen = peepholes(use_peephole, wci, wcf, wco, cs_prev.shape[1])
    return lstm_step(
        x, cs_prev, h_prev, w, seen, b, forget_bias=forget_bias, cell_clip=cell_clip, forget_second=False
    )  # fmt: skip


LSTM: OpRecord = op(
    "LSTMBlockCell",
    f"x: T, {STATES} -> {GATES}, h: T",
    f"forget_bias: float = 1.0; cell_clip: float = 3.0; use_peephole: bool = false; {TYPES}",
    shape=lambda ctx: [cell_dims(ctx, 0, 1)] * 7,
    kernel=_lstm,
)


def _lstm_gradient(
    x: Array, cs_prev: Array, h_prev: Array, w: Array, wci: Array, wcf: Array, wco: Array, b: Array, i: Array,
    cs: Array, f: Array, o: Array, ci: Array, co: Array, cs_grad: Array, h_grad: Array, *, use_peephole: bool,
) -> list[Array]:  # fmt: skip
    if x.ndim != 2:
        raise errors.InvalidArgumentError(f"x must be rank 2 but is rank {x.ndim}")
    check_cell(x, cs_prev, h_prev, w, b)
    seen = peepholes(use_peephole, wci, wcf, wco, cs_prev.shape[1])
    found = lstm_step_gradient(Gates(i, cs, f, o, ci, co, h_prev), cs_prev, seen, cs_grad, h_grad)
    of_weights = found.peepholes if use_peephole else (np.zeros_like(wci), np.zeros_like(wcf), np.zeros_like(wco))
    return [found.cs_prev, found.gates(False), *of_weights]


def _lstm_gradient_rule(ctx: ShapeContext) -> list[Dims]:
    batch, cells = cell_dims(ctx, 0, 1)
    gates = cells * 4 if isinstance(cells, int) else Symbol()
    return [(batch, cells), (batch, gates), ctx.dims(4), ctx.dims(5), ctx.dims(6)]  # type: ignore[list-item]


LSTM_GRADIENT: OpRecord = op(
    "LSTMBlockCellGrad",
    f"x: T, {STATES}, {GATES}, cs_grad: T, h_grad: T -> cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, "
    "wco_grad: T",
    f"use_peephole: bool; {TYPES}",
    shape=_lstm_gradient_rule,
    kernel=_lstm_gradient,
)

# GRU ---------------------------------------------------------------------------------------------------------

_WEIGHTS = "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T"


def _check_gru(x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array) -> None:
    if x.ndim != 2:
        raise errors.InvalidArgumentError(f"Rank of x must be 2, got {x.ndim}")
    cells = h_prev.shape[1] if h_prev.ndim == 2 else 0
    both = x.shape[1] + cells
    expected = {
        "h_prev": (h_prev, (x.shape[0], cells)), "w_ru": (w_ru, (both, 2 * cells)), "w_c": (w_c, (both, cells)),
        "b_ru": (b_ru, (2 * cells,)), "b_c": (b_c, (cells,)),
    }  # fmt: skip
    for name, (array, dims) in expected.items():
        if array.shape != dims:
            raise errors.InvalidArgumentError(
                f"{name} has the shape {describe_dims(array.shape)}, and should have {describe_dims(dims)}"
            )


def _gru(x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array) -> tuple[Array, ...]:
    _check_gru(x, h_prev, w_ru, w_c, b_ru, b_c)
    return gru_step(x, h_prev, w_ru, w_c, b_ru, b_c)


GRU: OpRecord = op(
    "GRUBlockCell", f"{_WEIGHTS} -> r: T, u: T, c: T, h: T", "T: {float}",
    shape=lambda ctx: [cell_dims(ctx, 0, 1)] * 4, kernel=_gru,
)  # fmt: skip


def _gru_gradient(
    x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array, r: Array, u: Array, c: Array, d_h: Array
) -> tuple[Array, ...]:
    _check_gru(x, h_prev, w_ru, w_c, b_ru, b_c)
    return gru_step_gradient(x, h_prev, w_ru, w_c, r, u, c, d_h)


def _gru_gradient_rule(ctx: ShapeContext) -> list[Dims]:
    batch, cells = cell_dims(ctx, 0, 1)
    gates = cells * 2 if isinstance(cells, int) else Symbol()
    return [ctx.dims(0), (batch, cells), (batch, cells), (batch, gates)]  # type: ignore[list-item]


GRU_GRADIENT: OpRecord = op(
    "GRUBlockCellGrad",
    f"{_WEIGHTS}, r: T, u: T, c: T, d_h: T -> d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T",
    "T: {float}",
    shape=_gru_gradient_rule,
    kernel=_gru_gradient,
)
