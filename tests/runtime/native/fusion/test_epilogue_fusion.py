"""What is done at the end of products and convolutions: where it is joined, and that values stay the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native import epilogue as parts
from graphwright.runtime.native.epilogue import Call, Epilogue, Flag
from graphwright.runtime.native.fusion import epilogue_fusion
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import Product, ScaledAddition
from graphwright.runtime.native.jit.jit import host
from graphwright.runtime.native.lower.steps.epilogue_fields import epilogue_of
from graphwright.runtime.selection import executor

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]

relu, matmul = tf.nn.relu, tf.matmul


def drawn(*shape: int) -> Any:
    return tf.constant(np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32))


X, W, B = drawn(37, 50), drawn(50, 33), drawn(33)
IMAGES, FILTERS, C = drawn(3, 9, 8, 5), drawn(3, 3, 5, 19), drawn(19)


def epilogues(function: Any, *given: Any) -> list[Epilogue]:
    """Those of the products and convolutions in the plan of a function."""
    steps = plan_graph(optimize(function.get_concrete_function(*given).graph)).steps
    return [step.epilogue for step in steps if isinstance(step, Product) and step.epilogue]


def conv(x: Any, filters: Any, *more: Any) -> Any:
    return tf.nn.conv2d(x, filters, 1, "SAME", *more)


def twice(y: Any, make: Callable[[Any], Any]) -> Any:
    return make(y), y


def of_channels(x: Any, filters: Any) -> tuple[Any, Any]:
    """Images of 32 channels, and a filter of its own for each."""
    return tf.tile(x, [1, 1, 1, 7])[..., :32], tf.tile(filters[:, :, :1], [1, 1, 1, 2])[..., :32]


def gradients(x: Any, filters: Any, b: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch([filters, b])
        y = tf.reduce_sum(tf.sin(tf.nn.max_pool2d(relu(conv(x, filters) + b), 2, 2, "SAME")))
    return tape.gradient(y, [filters, b])


def first_channels_last(x: Any, filters: Any, b: Any) -> Any:
    return relu(tf.nn.bias_add(conv(tf.transpose(x, [0, 3, 1, 2]), filters, "NCHW"), b, "NCHW"))


def normalised(y: Any, b: Any, mean: float = 0.3) -> Any:
    """With given statistics, as the fused op does it."""
    arguments = [b * 0.5 + 1.0, b, b * mean, tf.abs(b) + 0.2]
    return tf.compat.v1.nn.fused_batch_norm(y, *arguments, is_training=False)[0]


def normalised_in_parts(y: Any, b: Any) -> Any:
    return tf.nn.batch_normalization(y, b * 0.3, tf.abs(b) + 0.2, b, b * 0.5 + 1.0, 1e-3)


def written_out(y: Any, b: Any) -> Any:
    return (y - b * 0.3) * (tf.math.rsqrt(tf.abs(b) + 0.2) * (b * 0.5 + 1.0)) + b


def like(x: Any, filters: Any) -> Any:
    """An array like the results of the convolution."""
    return tf.tile(x[..., :1], [1, 1, 1, filters.shape[-1]])


def squared(w: Any) -> Any:
    return matmul(w, w, transpose_a=True)


def like_it(b: Any) -> Any:
    return tf.tile(b[None, None], [3, 11, 1])


def scaled_whole(*given: Any) -> Any:
    x, w, b = (tf.cast(v * 9.0, tf.int32) for v in given)
    return matmul(x, w) * 3 * b


PRODUCTS: list[tuple[str, Callable[..., Any], int]] = [
    ("bias and relu", lambda x, w, b: relu(matmul(x, w) + b), 1),
    ("bias_add", lambda x, w, b: relu(tf.nn.bias_add(matmul(x, w), b)), 1),
    ("relu alone", lambda x, w, b: relu(matmul(x, w)), 1),
    ("bias first", lambda x, w, b: b[None] + matmul(x, w), 1),
    ("bias with gaps", lambda x, w, b: relu(matmul(x, w[:, :11]) + b[::3]), 1),
    ("stack", lambda x, w, b: relu(matmul(x[None] + tf.zeros([3, 1, 1]), w) + b), 1),
    ("two layers", lambda x, w, b: relu(matmul(relu(matmul(x, w) + b), w, transpose_b=True) + x[0]), 2),
    ("one column", lambda x, w, b: relu(matmul(x, w[:, :1]) + b[:1]), 1),
    ("one row", lambda x, w, b: relu(matmul(x[:1], w) + b), 1),
    ("not a number", lambda x, w, b: relu(matmul(tf.where(x > 2.0, np.nan, x), w) + b), 1),
    ("the product is read too", lambda x, w, b: twice(matmul(x, w), lambda y: relu(y + b)), 0),
    ("a column repeats", lambda x, w, b: relu(matmul(x, w[:, :1]) + b), 0),
    ("normalised", lambda x, w, b: relu(normalised_in_parts(matmul(x, w), b)), 1),
    ("bias and normalised", lambda x, w, b: relu(normalised_in_parts(matmul(x, w) + b, b)), 1),
    ("scaled rows with gaps", lambda x, w, b: matmul(x, w[:, :11]) * b[::3], 1),
    ("one column normalised", lambda x, w, b: written_out(matmul(x, w[:, :1]), b[:1]), 1),
    ("stack normalised", lambda x, w, b: written_out(matmul(x[None] + tf.zeros([3, 1, 1]), w), b), 1),
    ("residual", lambda x, w, b: relu(matmul(x, matmul(w, w, transpose_b=True)) + x), 1),
    ("residual with gaps", lambda x, w, b: relu(matmul(x, w) + b + tf.transpose(drawn(33, 37))[:x.shape[0] or 37]), 1),
    ("residual, then a row", lambda x, w, b: relu(matmul(x, w) + tf.ones_like(x[:, :33]) + b), 0),
    ("a sum alone", lambda x, w, b: matmul(x, w) + x[:, :33], 0),
    ("subtracted from a row", lambda x, w, b: b - matmul(x, w), 0),
    ("whole numbers scaled", scaled_whole, 0),
    ("seen as images", lambda x, w, b: relu(tf.reshape(squared(w), [3, 11, 33]) + b), 1),
    ("seen as images, then a function", lambda x, w, b: tf.tanh(tf.reshape(squared(w) + b, [1, 33, 33])), 1),
    ("seen as images, twice", lambda x, w, b: twice(tf.reshape(squared(w), [3, 11, 33]), lambda y: relu(y + b)), 0),
    ("rows of another length", lambda x, w, b: relu(tf.reshape(squared(w), [11, 99]) + tf.tile(b, [3])), 0),
    ("one of several results", lambda x, w, b: tf.stack([tf.tanh(tf.reshape(squared(w), [3, 11, 33])), like_it(b)]), 1),
    ("another function of a row", lambda x, w, b: tf.tanh(matmul(x, w) + b) * b, 0),
    ("twice another function", lambda x, w, b: twice(tf.tanh(matmul(x, w)), tf.exp), 0),
]  # fmt: skip
CONVOLUTIONS: list[tuple[str, Callable[..., Any], int]] = [
    ("bias and relu", lambda x, filters, b: relu(conv(x, filters) + b), 1),
    ("bias_add", lambda x, filters, b: relu(tf.nn.bias_add(conv(x, filters), b)), 1),
    ("groups", lambda x, filters, b: relu(conv(x, filters[:, :, :1, :10]) + b[:10]), 1),
    ("gradients", gradients, 1),
    ("normalised", lambda x, filters, b: relu(normalised(conv(x, filters), b)), 1),
    ("bias and normalised", lambda x, filters, b: relu(normalised_in_parts(conv(x, filters) + b, b)), 1),
    ("one row too many", lambda x, filters, b: relu(normalised(conv(x, filters) + b, b)), 0),
    ("normalised in parts", lambda x, filters, b: relu(normalised_in_parts(conv(x, filters), b)), 1),
    ("written out", lambda x, filters, b: relu(written_out(conv(x, filters), b)), 1),
    ("normalised, one pixel", lambda x, filters, b: relu(normalised(conv(x, filters[:1, :1]), b)), 1),
    ("normalised, groups", lambda x, filters, b: normalised_in_parts(conv(x, filters[:, :, :1, :10]), b[:10]), 1),
    (
        "normalised, large",
        lambda x, filters, b: normalised(
            conv(tf.tile(x, [1, 3, 3, 9]), tf.tile(filters, [1, 1, 9, 20])), tf.tile(b, [20])
        ),
        1,
    ),
    ("residual", lambda x, filters, b: relu(normalised(conv(x, filters), b) + like(x, filters)), 1),
    ("residual, one pixel", lambda x, filters, b: relu(normalised(conv(x, filters[:1, :1]), b) + like(x, filters)), 1),
    ("residual and bias", lambda x, filters, b: relu(conv(x, filters) + b + like(x, filters)), 1),
    ("statistics of a batch", lambda x, filters, b: tf.compat.v1.nn.fused_batch_norm(conv(x, filters), b, b)[0], 0),
    ("channels first", first_channels_last, 0),
]


@pytest.mark.parametrize("any_batch", [False, True])
@pytest.mark.parametrize(
    ("given", "run", "joined"),
    [((X, W, B), run, joined) for _, run, joined in PRODUCTS]
    + [((IMAGES, FILTERS, C), run, joined) for _, run, joined in CONVOLUTIONS],
    ids=[f"product: {name}" for name, *_ in PRODUCTS] + [f"convolution: {name}" for name, *_ in CONVOLUTIONS],
)
def test_values(monkeypatch: Any, given: Any, run: Any, joined: int, any_batch: bool) -> None:
    monkeypatch.setattr(epilogue_fusion, "LARGE", 1)
    signature = [
        tf.TensorSpec([None, *v.shape[1:]] if any_batch and i == 0 else v.shape, v.dtype) for i, v in enumerate(given)
    ]
    staged = tf.function(run, input_signature=signature)
    for a, b in zip(tf.nest.flatten(staged(*given)), tf.nest.flatten(run(*given)), strict=True):
        assert np.allclose(a.numpy(), b.numpy(), 1e-4, 1e-4, equal_nan=True)
    assert len(epilogues(staged)) == joined


#: Each with its parts, the flags of the kernel's call, and the rows that lie behind one another there.
SHOWN: dict[str, tuple[Callable[..., Any], str, int, int]] = {
    "bias": (lambda x, w, b: matmul(x, w) + b, "AddRow(b)", Flag.BIAS, 1),
    "bias, ReLU": (lambda x, w, b: relu(matmul(x, w) + b), "AddRow(b) Relu", Flag.BIAS | Flag.RELU, 1),
    "ReLU6": (lambda x, w, b: tf.nn.relu6(matmul(x, w)), "Relu6", Flag.RELU | Flag.CAP, 0),
    "scale": (lambda x, w, b: matmul(x, w) * b, "Scale(b)", Flag.AFFINE, 3),
    "two rows": (lambda x, w, b: matmul(x, w) + b + b, "AddRow(b) AddRow(b)", Flag.AFFINE, 3),
    "residual": (
        lambda x, w, b: relu(matmul(w, w, transpose_a=True) + x[:33, :33]),
        "AddMatrix(strided_slice) Relu",
        Flag.AFFINE | Flag.RESIDUAL | Flag.RELU,
        3,
    ),
    "batch normalisation": (
        lambda x, w, b: normalised_in_parts(matmul(x, w), b),
        "Scale(batchnorm/mul) AddRow(batchnorm/sub)",
        Flag.AFFINE,
        3,
    ),
    "written out": (
        lambda x, w, b: (matmul(x, w) - b) * b + b,
        "SubtractRow(b) Scale(b) AddRow(b)",
        Flag.AFFINE | Flag.SUBTRACT,
        3,
    ),
    "GELU": (
        lambda x, w, b: tf.nn.gelu(matmul(x, w) + b),
        "AddRow(b) Call(Mul,Neg,Mul,Erfc,Mul)",
        Flag.BIAS | Flag.CALL,
        1,
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_parts(monkeypatch: Any, name: str) -> None:
    monkeypatch.setattr(epilogue_fusion, "LARGE", 1)
    run, text, flags, rows = SHOWN[name]
    (epilogue,) = epilogues(tf.function(run), X, W, B)
    assert parts.show(epilogue).replace(", ", ",") == "\n".join(f"{part}: float32" for part in text.split())
    asked = parts.variant(epilogue)
    assert (asked.flags, len(asked.rows)) == (flags, rows)


def test_parts_in_another_order_are_refused() -> None:
    value = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([3])).graph.inputs[0]
    row, scale, matrix = parts.AddRow(value), parts.Scale(value), parts.AddMatrix(value)
    activation, call = parts.Activation(value, "Relu"), parts.Call(value, ())
    for before, part in [
        ((row, row), row),
        ((scale,), parts.SubtractRow(value)),
        ((matrix,), scale),
        ((activation,), row),
        ((activation,), activation),
        ((call,), activation),
        ((), parts.Accumulate(value)),
    ]:
        assert parts.composed(before, part) is None
    assert parts.composed((row, matrix), call) == (row, matrix, call)


def test_what_accumulates() -> None:
    square = tf.TensorSpec([128, 128])
    graph = tf.function(lambda w, rate: w - rate * matmul(w, w)).get_concrete_function(square, tf.TensorSpec([])).graph
    steps = plan_graph(optimize(graph)).steps
    (epilogue,) = [epilogue_of(step) for step in steps if isinstance(step, ScaledAddition)]
    assert parts.show(epilogue) == "AccumulateScaled(w, -rate): float32"
    assert parts.variant(epilogue) == parts.Variant(Flag.SCALED, ()) and parts.is_plain(epilogue)


@pytest.mark.parametrize("update", [lambda w: w.assign(w * 0.5), lambda w: w.assign_sub(0.5 * w)])
def test_a_variable_that_changes_in_between(monkeypatch: Any, update: Callable[[Any], Any]) -> None:
    """The product is computed where the bias is added, with the weights that were read before the update."""
    monkeypatch.setattr(epilogue_fusion, "LARGE", 1)
    weights = tf.Variable(W)

    @tf.function
    def run(x: Any, b: Any) -> Any:
        y = matmul(x, weights)
        update(weights)
        return y + b

    for _ in range(3):
        expected = X.numpy() @ weights.numpy() + B.numpy()
        assert np.allclose(run(X, B).numpy(), expected, 1e-4, 1e-4)


def depthwise(x: Any, filters: Any, stride: int = 1) -> Any:
    return tf.nn.depthwise_conv2d(x, filters[..., :1], [1, stride, stride, 1], "SAME")


def large(x: Any, filters: Any, times: int) -> Any:
    """A convolution of so many times as many channels."""
    return conv(tf.tile(x, [1, 1, 1, times]), tf.tile(filters, [1, 1, times, 1]))


def scaled(y: Any) -> Any:
    """With a row that is multiplied and one that is added."""
    row = tf.range(y.shape[-1], dtype=y.dtype)
    return y * (row * 0.1 - 0.5) + row * 0.2 - 1.0


def with_mean(y: Any) -> Any:
    y = tf.nn.silu(y)
    return y, tf.reduce_mean(y, [1, 2])


#: Of images, where they have four axes.
CALLS_EPILOGUE: list[tuple[str, Callable[..., Any]]] = [
    ("silu of a product", lambda x, w: tf.nn.silu(scaled(matmul(x, w)))),
    ("gelu of a product", lambda x, w: tf.nn.gelu(matmul(x, w))),
    ("of one column", lambda x, w: tf.tanh(matmul(x, w[:, :1]))),
    ("of one row", lambda x, w: tf.sigmoid(matmul(x[:1], w))),
    ("of a stack", lambda x, w: tf.tanh(matmul(x[None] + tf.zeros([3, 1, 1]), w))),
    ("of a residual", lambda x, w: tf.nn.elu(matmul(x, w) + x[:, :33])),
    ("itself", lambda x, w: twice(matmul(x, w), lambda y: y + y)[0]),
    ("in doubles", lambda x, w: tf.nn.silu(scaled(matmul(tf.cast(x, tf.float64), tf.cast(w, tf.float64))))),
    ("silu of a direct convolution", lambda x, f: tf.nn.silu(scaled(conv(x, f)))),
    ("silu of few results", lambda x, f: tf.nn.silu(scaled(conv(x, f[..., :3])))),
    ("of groups", lambda x, f: tf.tanh(conv(x, f[:, :, :1, :10]))),
    ("gelu of an indirect convolution", lambda x, f: tf.nn.gelu(scaled(large(x, f, 5)))),
    ("of several passes", lambda x, f: tf.tanh(large(x, f, 200))),
    ("of one pixel", lambda x, f: tf.nn.gelu(conv(x, f[:1, :1]), approximate=True)),
    ("of lines", lambda x, f: tf.nn.silu(scaled(depthwise(x, f)))),
    ("of lines where each channel is a group", lambda x, f: tf.nn.silu(scaled(conv(*of_channels(x, f))))),
    ("of lines under strides", lambda x, f: tf.tanh(depthwise(x, f, 2))),
    ("and its mean", lambda x, f: with_mean(scaled(conv(x, f)))),
]


@pytest.mark.parametrize(("name", "run"), CALLS_EPILOGUE, ids=[name for name, _ in CALLS_EPILOGUE])
def test_functions_that_follow(monkeypatch: Any, name: str, run: Callable[..., Any]) -> None:
    """They are done by a function that the kernel calls, and no loop is left but for what is reduced."""
    monkeypatch.setattr(epilogue_fusion, "LARGE", 1)
    staged = tf.function(run)
    given = (IMAGES, FILTERS) if run.__code__.co_varnames[1] == "f" else (X, W)
    for a, b in zip(tf.nest.flatten(staged(*given)), tf.nest.flatten(run(*given)), strict=True):
        assert np.allclose(a.numpy(), b.numpy(), 1e-4, 1e-4, equal_nan=True)
    joins = "lines" not in name or host().vector_bits >= 256  # other forms of depthwise convolution do nothing more
    assert [isinstance(epilogue[-1], Call) for epilogue in epilogues(staged, *given)] == [True] * joins
    assert ("@gw_follow" in staged.experimental_get_compiler_ir(*given)(stage="llvm")) == joins
