"""Activation functions of neural networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, name_scope
from graphwright.ir.prelude import Elementwise, Emitter, Operand, OpRecord, op
from graphwright.ops.math._broadcast import in_float32, merged_shape, of_one_shape, rule_in_float32, same_shape

# the constants of self-normalising networks
SELU_SCALE: Final = 1.0507009873554805
SELU_SCALE_ALPHA: Final = 1.7580993408473768  # the product, rounded once


def _zero(x: Array) -> Array:
    return np.zeros((), x.dtype)


def _activation(
    name: str,
    types: str,
    kernel: Callable[..., Any],
    emit: Callable[..., Any],
    gradient: Callable[..., Any],
    attrs: str = "",
) -> OpRecord:
    return op(
        name,
        "features: T -> activations: T",
        f"{attrs}T: {types}",
        shape=same_shape,
        kernel=kernel,
        gradient=gradient,
        native=Elementwise(emit),
    )


def _activation_grad(
    name: str,
    kernel: Callable[..., Any],
    emit: Callable[..., Any],
    gradient: Callable[..., Any],
    *,
    types: str = "floating",
    by: str = "features",
    attrs: str = "",
) -> OpRecord:
    """Declare a gradient op in terms of the function's input (`by="features"`) or its output (`by="outputs"`)."""
    return op(
        name,
        f"gradients: T, {by}: T -> backprops: T",
        f"{attrs}T: {types}",
        shape=merged_shape,
        kernel=of_one_shape(name, kernel),
        gradient=gradient,
        native=Elementwise(emit),
    )


def _pass_where(passes: Array, grad: Array) -> Any:
    """The gradient where it passes, else nothing of it: 0 with its sign, and NaN for NaN and infinities."""
    return grad * passes.astype(grad.dtype)


def _emit_pass_where(e: Emitter, passes: Operand, grad: Operand) -> Operand:
    zero = e.const(0, grad)
    return e.select(passes, grad, zero if grad.is_integer else e.mul(grad, zero))


# rectifiers -------------------------------------------------------------------------------------------------

RELU = _activation(
    "Relu",
    "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8}",
    lambda x: np.maximum(x, _zero(x)),
    lambda e, x: e.relu(x),
    lambda op, grad: [apply(RELU_GRAD, (grad, op.outputs[0]))],
)

RELU_GRAD: OpRecord = _activation_grad(
    "ReluGrad",
    lambda grad, x: _pass_where(x > 0, grad),
    lambda e, grad, x: _emit_pass_where(e, e.compare("gt", x, e.const(0, x)), grad),
    lambda op, grad: [apply(RELU_GRAD, (grad, op.inputs[1])), apply("ZerosLike", (op.inputs[1],))],
    types="real",
)


def _relu6(x: Array) -> Any:
    return np.minimum(np.maximum(x, _zero(x)), np.asarray(6, x.dtype))


def _native_relu6_grad(e: Emitter, grad: Operand, x: Operand) -> Operand:
    inside = e.logical_and(e.compare("gt", x, e.const(0, x)), e.compare("lt", x, e.const(6, x)))
    return _emit_pass_where(e, inside, grad)


RELU6 = _activation(
    "Relu6", "real", _relu6, lambda e, x: e.relu6(x), lambda op, grad: [apply(RELU6_GRAD, (grad, op.outputs[0]))]
)

RELU6_GRAD: OpRecord = _activation_grad(
    "Relu6Grad",
    lambda grad, x: _pass_where((x > 0) & (x < 6), grad),
    _native_relu6_grad,
    lambda op, grad: [apply(RELU6_GRAD, (grad, op.inputs[1])), apply("ZerosLike", (op.inputs[1],))],
    types="real",
)


def _slope(alpha: float) -> float:
    """The value of a float attribute, which is float32 even for wider tensors."""
    return float(np.float32(alpha))


def _leaky_relu_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    x = op.inputs[1]
    return [apply(LEAKY_RELU_GRAD, (grad, x), {"alpha": op.attrs["alpha"]}), apply("ZerosLike", (x,))]


_LEAKY = "alpha: float = 0.2; "

LEAKY_RELU = _activation(
    "LeakyRelu",
    "floating = float",
    lambda x, alpha: np.where(x > 0, x, x * np.asarray(_slope(alpha), x.dtype)),
    lambda e, x, alpha: e.leaky_relu(x, _slope(alpha)),
    lambda op, grad: [apply(LEAKY_RELU_GRAD, (grad, op.inputs[0]), {"alpha": op.attrs["alpha"]})],
    _LEAKY,
)

LEAKY_RELU_GRAD: OpRecord = _activation_grad(
    "LeakyReluGrad",
    lambda grad, x, alpha: np.where(x > 0, grad, grad * np.asarray(_slope(alpha), grad.dtype)),
    lambda e, grad, x, alpha: e.select(
        e.compare("gt", x, e.const(0, x)), grad, e.mul(grad, e.const(_slope(alpha), grad))
    ),
    _leaky_relu_grad_gradient,
    types="floating = float",
    attrs=_LEAKY,
)

# exponential units ------------------------------------------------------------------------------------------


def _negative_outputs_gradient(record_name: str) -> Callable[..., Any]:
    """The gradient of a gradient op that multiplies by the output where it is negative."""

    def rule(op: Application, grad: Tensor) -> Gradients:
        dy, y = op.inputs
        negative = apply("Less", (y, apply("ZerosLike", (y,))))
        by_output = apply("SelectV2", (negative, apply("Mul", (grad, dy)), apply("ZerosLike", (y,))))
        return [apply(record_name, (grad, y)), by_output]

    return rule


def _native_elu_grad(e: Emitter, grad: Operand, y: Operand) -> Operand:
    negative = e.mul(grad, e.add(y, e.const(1, y)))
    return e.select(e.compare("lt", y, e.const(0, y)), negative, grad)


ELU = _activation(
    "Elu",
    "floating",
    lambda x: np.where(x < 0, np.expm1(x), x),
    lambda e, x: e.elu(x),
    lambda op, grad: [apply(ELU_GRAD, (grad, op.outputs[0]))],
)

ELU_GRAD: OpRecord = _activation_grad(
    "EluGrad",
    lambda grad, y: np.where(y < 0, grad * (y + np.ones((), y.dtype)), grad),
    _native_elu_grad,
    _negative_outputs_gradient("EluGrad"),
    by="outputs",
)


def _selu(x: Array) -> Array:
    negative = np.asarray(SELU_SCALE_ALPHA, x.dtype) * np.expm1(x)
    return np.where(x < 0, negative, np.asarray(SELU_SCALE, x.dtype) * x)


def _selu_grad(grad: Array, y: Array) -> Any:
    negative = grad * (y + np.asarray(SELU_SCALE_ALPHA, y.dtype))
    return np.where(y < 0, negative, grad * np.asarray(SELU_SCALE, y.dtype))


def _native_selu_grad(e: Emitter, grad: Operand, y: Operand) -> Operand:
    negative = e.mul(grad, e.add(y, e.const(SELU_SCALE_ALPHA, y)))
    return e.select(e.compare("lt", y, e.const(0, y)), negative, e.mul(grad, e.const(SELU_SCALE, y)))


SELU = _activation(
    "Selu",
    "floating",
    in_float32(_selu),
    lambda e, x: e.selu(x),
    lambda op, grad: [apply(SELU_GRAD, (grad, op.outputs[0]))],
)

SELU_GRAD: OpRecord = _activation_grad(
    "SeluGrad", _selu_grad, _native_selu_grad, _negative_outputs_gradient("SeluGrad"), by="outputs"
)

# smooth functions -------------------------------------------------------------------------------------------


def _softplus_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    dy, x = op.inputs
    # sigmoid'(x) = 1 / (exp(-x) + 2 + exp(x))
    two = convert_to_tensor(2, x.dtype)
    ends = apply("AddV2", (apply("Exp", (apply("Neg", (x,)),)), apply("Exp", (x,))))
    by_x = apply("RealDiv", (apply("Mul", (grad, dy)), apply("AddV2", (ends, two))))
    return [apply(SOFTPLUS_GRAD, (grad, x)), by_x]


SOFTPLUS = _activation(
    "Softplus",
    "floating",
    in_float32(lambda x: np.logaddexp(x, _zero(x))),
    lambda e, x: e.softplus(x),
    lambda op, grad: [apply(SOFTPLUS_GRAD, (grad, op.inputs[0]))],
)

SOFTPLUS_GRAD: OpRecord = _activation_grad(
    "SoftplusGrad",
    in_float32(lambda grad, x: grad / (np.exp(-x) + np.ones((), x.dtype))),
    rule_in_float32(lambda e, grad, x: e.div(grad, e.add(e.exp(e.neg(x)), e.const(1, x)))),
    _softplus_grad_gradient,
)


def _emit_softsign_grad(e: Emitter, grad: Operand, x: Operand) -> Operand:
    width = e.add(e.abs(x), e.const(1, x))
    return e.div(e.div(grad, width), width)


def _softsign_grad(grad: Array, x: Array) -> Array:
    width = np.abs(x) + np.ones((), x.dtype)
    return grad / width / width  # the square of `width` may overflow


def _softsign_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    dy, x = op.inputs
    one = convert_to_tensor(1, x.dtype)
    width = apply("AddV2", (apply("Abs", (x,)), one))
    slope = apply(
        "RealDiv", (apply("Mul", (apply("Sign", (x,)), dy)), apply("Mul", (width, apply("Square", (width,)))))
    )
    by_x = apply("Mul", (apply("Mul", (grad, slope)), convert_to_tensor(-2, x.dtype)))
    return [apply(SOFTSIGN_GRAD, (grad, x)), by_x]


SOFTSIGN = _activation(
    "Softsign",
    "floating",
    in_float32(lambda x: x / (np.abs(x) + np.ones((), x.dtype))),
    lambda e, x: e.softsign(x),
    lambda op, grad: [apply(SOFTSIGN_GRAD, (grad, op.inputs[0]))],
)

SOFTSIGN_GRAD: OpRecord = _activation_grad(
    "SoftsignGrad", in_float32(_softsign_grad), rule_in_float32(_emit_softsign_grad), _softsign_grad_gradient
)

# public functions -------------------------------------------------------------------------------------------


def relu(features: TensorLike, name: str | None = None) -> Tensor:
    """Rectified linear unit: `max(features, 0)`.

    >>> tf.nn.relu([-1., 2.]).numpy()
    array([0., 2.], dtype=float32)
    """
    return apply(RELU, (features,), None, name)


def relu6(features: TensorLike, name: str | None = None) -> Tensor:
    """Rectified linear unit clipped at 6: `min(max(features, 0), 6)`.

    >>> tf.nn.relu6([-1., 2., 8.]).numpy()
    array([0., 2., 6.], dtype=float32)
    """
    return apply(RELU6, (features,), None, name)


def leaky_relu(features: TensorLike, alpha: float = 0.2, name: str | None = None) -> Tensor:
    """Leaky rectified linear unit: `features` where positive, else `alpha * features`; integers become float32.

    >>> tf.nn.leaky_relu([-1., 2.], alpha=0.5).numpy()
    array([-0.5,  2. ], dtype=float32)
    """
    features = convert_to_tensor(features, name="features")
    if features.dtype.is_integer:
        features = apply("Cast", (features,), {"DstT": "float32"})
    if hasattr(alpha, "numpy"):
        alpha = alpha.numpy()
    return apply(LEAKY_RELU, (features,), {"alpha": float(alpha)}, name)


def elu(features: TensorLike, name: str | None = None) -> Tensor:
    """Exponential linear unit: `features` where positive, else `exp(features) - 1`.

    >>> tf.nn.elu([0., 2.]).numpy()
    array([0., 2.], dtype=float32)
    """
    return apply(ELU, (features,), None, name)


def selu(features: TensorLike, name: str | None = None) -> Tensor:
    """Scaled exponential linear unit, which preserves mean 0 and variance 1 from layer to layer.

    >>> round(float(tf.nn.selu(1.)), 4)
    1.0507
    """
    return apply(SELU, (features,), None, name)


def softplus(features: TensorLike, name: str | None = None) -> Tensor:
    """`log(1 + exp(features))`, without overflow.

    >>> tf.nn.softplus([1000.]).numpy()
    array([1000.], dtype=float32)
    """
    return apply(SOFTPLUS, (features,), None, name)


def softsign(features: TensorLike, name: str | None = None) -> Tensor:
    """`features / (1 + |features|)`.

    >>> tf.nn.softsign([1., -3.]).numpy()
    array([ 0.5 , -0.75], dtype=float32)
    """
    return apply(SOFTSIGN, (features,), None, name)


def gelu(features: TensorLike, approximate: bool = False, name: str | None = None) -> Tensor:
    """Gaussian error linear unit: `x * P(X <= x)` for a standard normal X, exact or approximated by tanh.

    Raises ValueError unless the dtype is floating.

    >>> round(float(tf.nn.gelu(1.)), 4), round(float(tf.nn.gelu(1., approximate=True)), 4)
    (0.8413, 0.8412)
    """
    with name_scope(name or "Gelu") as scope:
        x = convert_to_tensor(features, name="features")
        if not x.dtype.is_floating:
            raise ValueError(f"`features.dtype` must be a floating point tensor.Received:features.dtype={x.dtype}")
        half = convert_to_tensor(0.5, x.dtype) * x
        if not approximate:
            tail = apply("Erfc", (apply("Neg", (x,)) * convert_to_tensor(0.7071067811865476, x.dtype),))
            return apply("Mul", (half, tail), None, scope)
        cube = apply("Pow", (x, convert_to_tensor(3, x.dtype)))
        inner = convert_to_tensor(0.7978845608028654, x.dtype) * (x + convert_to_tensor(0.044715, x.dtype) * cube)
        one = convert_to_tensor(1, x.dtype)
        return apply("Mul", (half, one + apply("Tanh", (inner,))), None, scope)


def silu(features: TensorLike, beta: TensorLike = 1.0) -> Tensor:
    """`features * sigmoid(beta * features)`.

    >>> round(float(tf.nn.silu(1.)), 4)
    0.7311
    """
    x = convert_to_tensor(features, name="features")
    beta = to_tensor(beta, None, "beta", x.dtype)
    if beta.dtype is not x.dtype:
        beta = apply("Cast", (beta,), {"DstT": x.dtype})
    return x * apply("Sigmoid", (beta * x,))


swish = silu


def crelu(features: TensorLike, axis: int = -1, name: str | None = None) -> Tensor:
    """Concatenated rectifier: `relu(features)` and `relu(-features)` concatenated along `axis`.

    >>> tf.nn.crelu([1., -2.]).numpy()
    array([1., 0., 0., 2.], dtype=float32)
    """
    with name_scope(name or "CRelu"):
        x = convert_to_tensor(features, name="features")
        return relu(apply("ConcatV2", ([x, apply("Neg", (x,))], axis)))


def log_sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """Logarithm of the sigmoid of each element, without underflow.

    >>> tf.math.log_sigmoid([-1000.]).numpy()
    array([-1000.], dtype=float32)
    """
    with name_scope(name or "LogSigmoid") as scope:
        x = convert_to_tensor(x, name="x")
        return apply("Neg", (softplus(apply("Neg", (x,))),), None, scope)
