"""ONNX's recurrent layers: RNN, GRU and LSTM."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule
from graphwright.onnx.rules.layout import prepared

_Activation = Callable[[Tensor], Tensor]

_ACTIVATIONS: dict[str, Callable[[Tensor, float, float], Tensor]] = {
    "relu": lambda x, a, b: tf.nn.relu(x),
    "tanh": lambda x, a, b: tf.tanh(x),
    "sigmoid": lambda x, a, b: tf.sigmoid(x),
    "softsign": lambda x, a, b: tf.nn.softsign(x),
    "softplus": lambda x, a, b: tf.math.softplus(x),
    "affine": lambda x, a, b: constant(a, x) * x + constant(b, x),
    "leakyrelu": lambda x, a, b: tf.nn.leaky_relu(x, a),
    "thresholdedrelu": lambda x, a, b: tf.where(x > constant(a, x), x, constant(0, x)),
    "scaledtanh": lambda x, a, b: constant(a, x) * tf.tanh(constant(b, x) * x),
    "hardsigmoid": lambda x, a, b: tf.clip_by_value(
        constant(a, x) * x + constant(b, x), constant(0, x), constant(1, x)
    ),
    "elu": lambda x, a, b: tf.where(
        x > constant(0, x), x, constant(a, x) * tf.math.expm1(tf.minimum(x, constant(0, x)))
    ),
}

_ALPHAS = {"leakyrelu": 0.01, "thresholdedrelu": 1.0, "hardsigmoid": 0.2, "elu": 1.0, "affine": 1.0, "scaledtanh": 1.0}
_BETAS = {"hardsigmoid": 0.5, "scaledtanh": 1.0}
_DEFAULTS = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


@dataclass
class _Weights:
    """The weights of one direction; states are rows, so matrices are transposed."""

    inputs: Tensor
    states: Tensor
    input_bias: Tensor
    state_bias: Tensor
    peepholes: list[Tensor] | None


@dataclass
class _Cell:
    """What the steps of a layer share."""

    node: Node
    hidden: int
    activations: list[_Activation]
    clip: float

    def clipped(self, x: Tensor) -> Tensor:
        """Values cut at the threshold, if there is one."""
        return tf.clip_by_value(x, constant(-self.clip, x), constant(self.clip, x)) if self.clip else x


def _activations(node: Node, directions: int) -> list[list[_Activation]]:
    """The activations of each direction."""
    names = node.texts("activations", _DEFAULTS[node.op] * directions)
    alphas, betas = iter(node.numbers("activation_alpha")), iter(node.numbers("activation_beta"))
    result: list[_Activation] = []
    for name in map(str.lower, names):
        if name not in _ACTIVATIONS:
            raise node.unsupported(f"the activation '{name}'")
        alpha = next(alphas, _ALPHAS[name]) if name in _ALPHAS else 0.0
        beta = next(betas, _BETAS[name]) if name in _BETAS else 0.0
        function = _ACTIVATIONS[name]
        result.append(partial(_applied, function, alpha, beta))
    each = len(_DEFAULTS[node.op])
    if len(result) != each * directions:
        raise node.error(f"{len(result)} activations are given for {directions} directions of {each}.")
    return [result[i * each : (i + 1) * each] for i in range(directions)]


def _applied(function: Callable[[Tensor, float, float], Tensor], alpha: float, beta: float, x: Tensor) -> Tensor:
    return function(x, alpha, beta)


def _rnn_step(cell: _Cell, w: _Weights, x: Tensor, states: Sequence[Tensor]) -> list[Tensor]:
    pre = x + tf.matmul(states[0], w.states) + w.state_bias
    return [cell.activations[0](cell.clipped(pre))]


def _gru_step(cell: _Cell, w: _Weights, x: Tensor, states: Sequence[Tensor]) -> list[Tensor]:
    h, size = states[0], cell.hidden
    gate, output = cell.activations
    xz, xr, xh = tf.split(x, 3, 1)
    rz = tf.matmul(h, w.states[:, : 2 * size]) + w.state_bias[: 2 * size]
    z = gate(cell.clipped(xz + rz[:, :size]))
    r = gate(cell.clipped(xr + rz[:, size:]))
    kernel, bias = w.states[:, 2 * size :], w.state_bias[2 * size :]
    if cell.node.integer("linear_before_reset"):
        inner = xh + r * (tf.matmul(h, kernel) + bias)
    else:
        inner = xh + tf.matmul(r * h, kernel) + bias
    candidate = output(cell.clipped(inner))
    return [(constant(1, z) - z) * candidate + z * h]


def _lstm_step(cell: _Cell, w: _Weights, x: Tensor, states: Sequence[Tensor]) -> list[Tensor]:
    h, c = states
    gate, inner, outer = cell.activations
    i, o, f, g = tf.split(x + tf.matmul(h, w.states) + w.state_bias, 4, 1)
    if w.peepholes is not None:
        i, f = i + w.peepholes[0] * c, f + w.peepholes[2] * c
    i, f = gate(cell.clipped(i)), gate(cell.clipped(f))
    f = constant(1, i) - i if cell.node.integer("input_forget") else f
    c = f * c + i * inner(cell.clipped(g))
    o = o if w.peepholes is None else o + w.peepholes[1] * c
    return [gate(cell.clipped(o)) * outer(c), c]


_STEPS = {"RNN": _rnn_step, "GRU": _gru_step, "LSTM": _lstm_step}


def _one_direction(
    cell: _Cell, w: _Weights, x: Tensor, lengths: Tensor | None, states: list[Tensor], backward: bool
) -> tuple[Tensor, list[Tensor]]:
    """All outputs and the last states of one direction; `x` is [time, batch, inputs]."""
    if backward:
        x = tf.reverse(x, [0]) if lengths is None else tf.reverse_sequence(x, lengths, 0, 1)
    steps = tf.shape(x)[0]
    projected = tf.tensordot(x, w.inputs, 1) + w.input_bias
    outputs = tf.TensorArray(x.dtype, steps, element_shape=states[0].shape)

    def step(t: Tensor, outputs: Any, *states: Tensor) -> tuple[Any, ...]:
        after = _STEPS[cell.node.op](cell, w, projected[t], states)
        shown = after[0]
        if lengths is not None:
            running = tf.cast(t, lengths.dtype) < lengths
            after = [tf.where(running[:, None], new, old) for new, old in zip(after, states, strict=True)]
            shown = tf.where(running[:, None], shown, tf.zeros_like(shown))
        return t + 1, outputs.write(t, shown), *after

    results = tf.while_loop(lambda t, *_: t < steps, step, (tf.constant(0), outputs, *states), maximum_iterations=steps)
    y = results[1].stack()
    if backward:
        y = tf.reverse(y, [0]) if lengths is None else tf.reverse_sequence(y, lengths, 0, 1)
    return y, list(results[2:])


@rule("RNN", "GRU", "LSTM")
def recurrent(
    node: Node,
    x: Tensor,
    w: Tensor,
    r: Tensor,
    b: Tensor | None = None,
    lengths: Tensor | None = None,
    h: Tensor | None = None,
    c: Tensor | None = None,
    p: Tensor | None = None,
) -> tuple[Tensor, ...]:
    """All outputs [time, directions, batch, hidden] and the last states [directions, batch, hidden]."""
    direction = node.one_of("direction", "forward", ("forward", "reverse", "bidirectional"))
    directions = 2 if direction == "bidirectional" else 1
    if node.rank(x) != 3 or node.rank(w) != 3 or node.rank(r) != 3:
        raise node.error("the input and the weights must have three axes.")
    hidden = (r.shape.static_dims or (None,) * 3)[2]
    if hidden is None:
        raise node.unsupported("weights of unknown size")
    batch_first = bool(node.integer("layout"))
    if batch_first:
        x = tf.transpose(x, [1, 0, 2])
    ys, lasts = [], []
    for i, activations in enumerate(_activations(node, directions)):
        cell = _Cell(node, hidden, activations, node.number("clip"))
        weights = _weights_of(node, i, hidden, w, r, b, p)
        given = [h, c] if node.op == "LSTM" else [h]
        states = [_initial(s, i, x, hidden, batch_first) for s in given]
        y, last = _one_direction(cell, weights, x, lengths, states, direction == "reverse" or i == 1)
        ys.append(y)
        lasts.append(last)
    y = tf.stack(ys, 2 if batch_first else 1)
    if batch_first:
        y = tf.transpose(y, [1, 0, 2, 3])
    return y, *(tf.stack(parts, 1 if batch_first else 0) for parts in zip(*lasts, strict=True))


def _initial(state: Tensor | None, i: int, x: Tensor, hidden: int, batch_first: bool) -> Tensor:
    if state is None:
        return tf.zeros(tf.stack([tf.shape(x)[1], hidden]), x.dtype)
    chosen = state[:, i] if batch_first else state[i]
    return tf.ensure_shape(chosen, [None, hidden])


def _weights_of(node: Node, i: int, hidden: int, w: Tensor, r: Tensor, b: Tensor | None, p: Tensor | None) -> _Weights:
    gates = _GATES[node.op]
    bias = tf.zeros([2 * gates * hidden], w.dtype) if b is None else b[i]
    peepholes = None if p is None or node.op != "LSTM" else tf.split(p[i], 3)
    inputs, states = (prepared(lambda t: tf.transpose(t[i]), t) for t in (w, r))
    return _Weights(inputs, states, bias[: gates * hidden], bias[gates * hidden :], peepholes)
