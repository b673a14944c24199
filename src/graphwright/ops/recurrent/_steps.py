"""One step of an LSTM and of a GRU, and their gradients, on arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.types import describe_dims


def sigmoid(x: Array) -> Array:
    """The logistic function, in the dtype of its argument."""
    with np.errstate(over="ignore"):
        result: Array = x.dtype.type(1) / (x.dtype.type(1) + np.exp(-x))
    return result


class Peepholes(NamedTuple):
    """The weights with which the gates see the cell; zeros where they do not."""

    input: Array
    forget: Array
    output: Array


class Gates(NamedTuple):
    """What a step of an LSTM gives, in the order of the op's outputs."""

    i: Array
    cs: Array
    f: Array
    o: Array
    ci: Array
    co: Array
    h: Array


def check_cell(x: Array, cs_prev: Array, h_prev: Array, w: Array, b: Array) -> None:
    """The shapes that belong together: of a batch, of the cells, and of the weights of four gates."""
    batch, inputs = x.shape[-2:] if x.ndim > 1 else (0, 0)
    cells = cs_prev.shape[1] if cs_prev.ndim == 2 else 0
    expected = {
        "cs_prev": (cs_prev, (batch, cells)), "h_prev": (h_prev, (batch, cells)),
        "w": (w, (inputs + cells, 4 * cells)), "b": (b, (4 * cells,)),
    }  # fmt: skip
    for name, (array, dims) in expected.items():
        if array.shape != dims:
            raise errors.InvalidArgumentError(
                f"{name} has the shape {describe_dims(array.shape)}, and should have {describe_dims(dims)}"
            )


def lstm_step(
    x: Array, cs_prev: Array, h_prev: Array, w: Array, peepholes: Peepholes, b: Array, *, forget_bias: float,
    cell_clip: float, forget_second: bool,
) -> Gates:  # fmt: skip
    """A step; `forget_second` says that the forget gate stands before the new input in the weights."""
    parts = np.split(np.concatenate([x, h_prev], 1) @ w + b, 4, 1)
    i, f, ci, o = parts if forget_second else (parts[0], parts[2], parts[1], parts[3])
    i = sigmoid(i + cs_prev * peepholes.input)
    f = sigmoid(f + x.dtype.type(forget_bias) + cs_prev * peepholes.forget)
    ci = np.tanh(ci)
    cs = ci * i + cs_prev * f
    if cell_clip > 0:
        cs = np.clip(cs, -x.dtype.type(cell_clip), x.dtype.type(cell_clip))
    o = sigmoid(o + cs * peepholes.output)
    co = np.tanh(cs)
    return Gates(i, cs, f, o, ci, co, co * o)


class CellGradients(NamedTuple):
    """Of the cell before, of the four gates (before their functions) and of the peepholes."""

    cs_prev: Array
    i: Array
    f: Array
    ci: Array
    o: Array
    peepholes: Peepholes

    def gates(self, forget_second: bool) -> Array:
        """The gradients of the gates in the order of the weights."""
        middle = (self.f, self.ci) if forget_second else (self.ci, self.f)
        return np.concatenate([self.i, *middle, self.o], 1)


def lstm_step_gradient(
    gates: Gates, cs_prev: Array, peepholes: Peepholes, cs_grad: Array, h_grad: Array
) -> CellGradients:
    """The gradient of a step; clipping passes it."""
    one = cs_prev.dtype.type(1)
    do = gates.o * (one - gates.o) * h_grad * gates.co
    dcs = (one - gates.co * gates.co) * h_grad * gates.o + cs_grad + do * peepholes.output
    dci = (one - gates.ci * gates.ci) * dcs * gates.i
    df = gates.f * (one - gates.f) * dcs * cs_prev
    di = gates.i * (one - gates.i) * dcs * gates.ci
    before = dcs * gates.f + di * peepholes.input + df * peepholes.forget
    of_weights = Peepholes((di * cs_prev).sum(0), (df * cs_prev).sum(0), (do * gates.cs).sum(0))
    return CellGradients(before, di, df, dci, do, of_weights)


def gru_step(
    x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array
) -> tuple[Array, Array, Array, Array]:
    """A step: the reset and update gates, the candidate, and the state."""
    r, u = np.split(sigmoid(np.concatenate([x, h_prev], 1) @ w_ru + b_ru), 2, 1)
    c = np.tanh(np.concatenate([x, h_prev * r], 1) @ w_c + b_c)
    return r, u, c, (x.dtype.type(1) - u) * c + u * h_prev


def gru_step_gradient(
    x: Array, h_prev: Array, w_ru: Array, w_c: Array, r: Array, u: Array, c: Array, d_h: Array
) -> tuple[Array, Array, Array, Array]:
    """The gradients of the input and the state before it, and of the candidate and the gates before their functions."""
    one, inputs = x.dtype.type(1), x.shape[1]
    d_c_bar = d_h * (one - u) * (one - c * c)
    d_u_bar = d_h * (h_prev - c) * u * (one - u)
    through_candidate = d_c_bar @ w_c.T
    d_reset = through_candidate[:, inputs:]
    d_gates = np.concatenate([d_reset * h_prev * r * (one - r), d_u_bar], 1)
    through_gates = d_gates @ w_ru.T
    d_x = through_gates[:, :inputs] + through_candidate[:, :inputs]
    return d_x, through_gates[:, inputs:] + d_reset * r + d_h * u, d_c_bar, d_gates
