"""Fractional pools: windows of different sizes, drawn so that their number is a fraction of the rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.random._seeds import get_seed
from graphwright.ops.random.sampling import stream_position

_TYPES = "T: {float, double, int32, int64}"
_ATTRS = (
    "pooling_ratio: list(float) >= 4; pseudo_random: bool = false; overlapping: bool = false; "
    "deterministic: bool = false; seed: int = 0; seed2: int = 0"
)


def _counts(dims: Any, ratios: Any) -> list[Dim]:
    if len(ratios) != 4 or ratios[0] != 1 or ratios[3] != 1 or min(ratios) < 1:
        raise errors.UnimplementedError(
            f"pooling_ratio must be [1, rows, columns, 1] of numbers from 1 on, got {list(ratios)}"
        )
    return [Symbol() if isinstance(n, Symbol) else int(n / r) for n, r in zip(dims, ratios, strict=True)]


def _sequence(size: int, count: int, pseudo_random: bool, draws: np.random.Generator) -> Array:
    """The borders of `count` windows over `size` elements, each of the whole part of their ratio or one more."""
    if pseudo_random:
        ratio = size / count
        most = count + 2 - (size + 1) / ratio if size % count else 0.0
        start = draws.random() * (most if 0 < most < 1 else 1.0)
        inner = np.ceil(ratio * (np.arange(1, count) + start)).astype(np.int64)
        whole = np.clip(inner - int(np.ceil(ratio * start)), 1, size - 1)
        return np.array([0, *whole, size], np.int64)
    least = size // count
    steps = np.full(count, least)
    steps[: size - least * count] += 1
    return np.concatenate([[0], np.cumsum(draws.permutation(steps))]).astype(np.int64)


def _spans(borders: Array, overlapping: bool, size: int) -> list[slice]:
    more = 1 if overlapping else 0
    return [slice(int(a), min(int(b) + more, size)) for a, b in pairwise(borders)]


def _rule(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(0)
    if dims is not None and len(dims) != 4:
        raise ctx.fail(f"Shape must be rank 4 but is rank {len(dims)}")
    counts = _counts(dims or (Symbol(),) * 4, ctx.attrs["pooling_ratio"])
    borders: list[Dims] = [(n + 1 if isinstance(n, int) else Symbol(),) for n in counts[1:3]]
    return [tuple(counts), *borders]


def _pool(name: str, reduce: Any) -> OpRecord:
    def kernel(
        value: Array, pooling_ratio: Any, pseudo_random: bool, overlapping: bool, deterministic: bool, seed: int,
        seed2: int,
    ) -> list[Array]:  # fmt: skip
        if value.ndim != 4:
            raise errors.InvalidArgumentError(f"value must be 4-dimensional, got the shape {list(value.shape)}")
        counts = _counts(value.shape, pooling_ratio)
        key, counter = stream_position(name, seed, seed2, 1, value.dtype)
        start = [0, 0, 0, 0] if deterministic else [0, 0, *map(int, counter)]
        words = [seed % 2**64, seed2 % 2**64] if deterministic else [int(key[0]), 0]
        draws = np.random.Generator(np.random.Philox(key=words, counter=start))
        rows, columns = (_sequence(value.shape[i], int(counts[i]), pseudo_random, draws) for i in (1, 2))  # type: ignore[arg-type]
        across = _spans(columns, overlapping, value.shape[2])
        found = [
            np.stack([reduce(value[:, r, c], (1, 2)) for c in across], 1)
            for r in _spans(rows, overlapping, value.shape[1])
        ]
        return [np.stack(found, 1).astype(value.dtype), rows, columns]

    def gradient(op: Application, grad: Tensor, *_: Any) -> Gradients:
        borders, attrs = op.outputs[1:], {"overlapping": op.attrs["overlapping"]}
        if name == "FractionalMaxPool":
            return [apply(MAX_GRADIENT, (op.inputs[0], op.outputs[0], grad, *borders), attrs)]
        shape = apply("Shape", (op.inputs[0],), {"out_type": borders[0].dtype})
        return [apply(AVERAGE_GRADIENT, (shape, grad, *borders), attrs)]

    return op(
        name,
        "value: T -> output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
        f"{_ATTRS}; {_TYPES}",
        shape=_rule,
        kernel=kernel,
        gradient=gradient,
        effect="random",
        stateful=False,
    )


MAX_POOL = _pool("FractionalMaxPool", np.max)
AVERAGE_POOL = _pool(
    "FractionalAvgPool",
    lambda x, axes: x.mean(axes) if x.dtype.kind == "f" else x.sum(axes) // (x.shape[1] * x.shape[2]),
)
_SEQUENCES = "row_pooling_sequence: int64, col_pooling_sequence: int64"


def _check_borders(rows: Array, columns: Array, grad: Array) -> None:
    if grad.ndim != 4 or rows.shape != (grad.shape[1] + 1,) or columns.shape != (grad.shape[2] + 1,):
        raise errors.InvalidArgumentError(
            f"out_backprop of shape {list(grad.shape)} does not fit pooling sequences of {rows.size} and "
            f"{columns.size} borders"
        )


def _max_gradient(
    x: Array, y: Array, grad: Array, rows: Array, columns: Array, overlapping: bool
) -> Array:  # fmt: skip
    """To the first of the largest elements of each window."""
    _check_borders(rows, columns, grad)
    if x.ndim != 4 or y.shape != grad.shape:
        raise errors.InvalidArgumentError("orig_input must be 4-dimensional, orig_output have out_backprop's shape")
    result = np.zeros_like(x)
    batch, channel = np.ogrid[: x.shape[0], : x.shape[3]]
    for i, r in enumerate(_spans(rows, overlapping, x.shape[1])):
        for j, c in enumerate(_spans(columns, overlapping, x.shape[2])):
            window = x[:, r, c]
            flat = window.reshape(x.shape[0], -1, x.shape[3])
            at = flat.argmax(1)
            if (flat.max(1) != y[:, i, j]).any():
                raise errors.InvalidArgumentError("orig_output is not the same as the pool of orig_input")
            np.add.at(
                result, (batch, r.start + at // window.shape[2], c.start + at % window.shape[2], channel), grad[:, i, j]
            )  # fmt: skip
    return result


MAX_GRADIENT: OpRecord = op(
    "FractionalMaxPoolGrad", f"orig_input: T, orig_output: T, out_backprop: T, {_SEQUENCES} -> output: T",
    f"overlapping: bool = false; {_TYPES}", shape=lambda ctx: ctx.dims(0), kernel=_max_gradient,
)  # fmt: skip


def _average_gradient(shape: Array, grad: Array, rows: Array, columns: Array, overlapping: bool) -> Array:
    _check_borders(rows, columns, grad)
    if shape.shape != (4,):
        raise errors.InvalidArgumentError("original input shape must be of 4 elements")
    result = np.zeros(shape, np.float64)
    for i, r in enumerate(_spans(rows, overlapping, int(shape[1]))):
        for j, c in enumerate(_spans(columns, overlapping, int(shape[2]))):
            window = result[:, r, c]
            window += (grad[:, i, j] / (window.shape[1] * window.shape[2]))[:, None, None]
    return result.astype(grad.dtype)


AVERAGE_GRADIENT: OpRecord = op(
    "FractionalAvgPoolGrad", f"orig_input_tensor_shape: int64, out_backprop: T, {_SEQUENCES} -> output: T",
    f"overlapping: bool = false; {_TYPES}", shape=lambda ctx: ctx.dims_value(0), kernel=_average_gradient,
)  # fmt: skip


class FractionalPool(NamedTuple):
    """What fractional pools return: the pooled tensor, and the borders of the windows in rows and columns."""

    output: Tensor
    row_pooling_sequence: Tensor
    col_pooling_sequence: Tensor


def fractional_max_pool(
    value: TensorLike,
    pooling_ratio: float | Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalPool:
    """The largest elements of windows whose number is a fraction of the rows and columns.

    Args:
      value: `[batch, height, width, channels]`.
      pooling_ratio: how many rows and columns are one: a number from 1 on, or `[1, rows, columns, 1]`.
      pseudo_random: how the windows are drawn: more evenly if True.
      overlapping: whether the last row and column of a window are the first of the next, too.
      seed: of the windows; 0 is another one each time.
      name: of the operation.

    Returns:
      The pooled tensor, and the first rows and columns of the windows with the ends, int64.

    Raises ValueError for ratios below 1, and others than 1 for the batch and the channels.

    >>> image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> pooled, rows, columns = tf.nn.fractional_max_pool(image, 2, seed=1)
    >>> pooled[0, :, :, 0].numpy().tolist(), rows.numpy().tolist()
    ([[5.0, 7.0], [13.0, 15.0]], [0, 2, 4])
    """
    ratios: Any = [1.0, pooling_ratio, pooling_ratio, 1.0] if isinstance(pooling_ratio, (int, float)) else pooling_ratio
    if min(ratios) < 1:
        raise ValueError(f"`pooling_ratio` should be >= 1.0. Received: pooling_ratio={ratios}")
    return _pooled(MAX_POOL, value, ratios, pseudo_random, overlapping, seed, name)


def fractional_avg_pool(
    value: TensorLike,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalPool:
    """The means of windows whose number is a fraction of the rows and columns.

    Takes, returns and raises what `fractional_max_pool` does, but that `pooling_ratio` has 4 numbers, and that ratios
    below 1 are an InvalidArgumentError.

    >>> image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.nn.fractional_avg_pool(image, [1.0, 2.0, 2.0, 1.0], seed=1)[0][0, :, :, 0].numpy().tolist()
    [[2.5, 4.5], [10.5, 12.5]]
    """
    if min(pooling_ratio) < 1:
        raise errors.InvalidArgumentError(f"pooling_ratio cannot be smaller than 1, got: {list(pooling_ratio)}")
    return _pooled(AVERAGE_POOL, value, pooling_ratio, pseudo_random, overlapping, seed, name)


def _pooled(
    record: OpRecord, value: TensorLike, ratios: Any, pseudo_random: bool, overlapping: bool, seed: int,
    name: str | None,
) -> FractionalPool:  # fmt: skip
    if ratios[0] != 1 or ratios[-1] != 1:
        raise ValueError(
            f"`pooling_ratio` should have first and last elements with value 1.0. Received: pooling_ratio={ratios}"
        )
    first, second = get_seed(seed) if seed else (0, 0)
    attrs = {
        "pooling_ratio": ratios, "pseudo_random": pseudo_random, "overlapping": overlapping,
        "deterministic": bool(seed), "seed": first, "seed2": second,
    }  # fmt: skip
    return FractionalPool(*apply_multi(record, (value,), attrs, name))
