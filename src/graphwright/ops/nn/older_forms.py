"""Older forms of ops of neural networks, as models hold that were saved with early versions of TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.core.introspection import get_static_value
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ir.record import lookup
from graphwright.ops.array._older import older

_FORMAT = 'data_format: {"NHWC", "NCHW"} = "NHWC"'


def _record(name: str) -> OpRecord:
    found = lookup(name)
    assert found is not None and found.kernel is not None, name
    return found


# batch normalisation -----------------------------------------------------------------------------------------

_NORM = f"epsilon: float = 0.0001; {_FORMAT}; is_training: bool = true"
_EMPTY = np.zeros(0, np.float32)
for _name, _dtypes, _vectors, _scale in (
    ("FusedBatchNormGrad", "T: {float32}", "T", "T"),
    ("FusedBatchNormGradV2", "T: {half, bfloat16, float32}; U: {float32}", "U", "float32"),
):
    older(
        _name,
        f"y_backprop: T, x: T, scale: {_scale}, reserve_space_1: {_vectors}, reserve_space_2: {_vectors} -> "
        f"x_backprop: T, scale_backprop: {_vectors}, offset_backprop: {_vectors}, reserve_space_3: {_vectors}, "
        f"reserve_space_4: {_vectors}",
        f"{_dtypes}; {_NORM}",
        "FusedBatchNormGradV3",
        (_EMPTY,),
        single=False,
    )

_GLOBAL = "T: quantized_number; variance_epsilon: float; scale_after_normalization: bool"


def _normalized(
    t: Array, m: Array, v: Array, beta: Array, gamma: Array, variance_epsilon: float, scale_after_normalization: bool
) -> Array:
    scale = 1 / np.sqrt(v + t.dtype.type(variance_epsilon))
    if scale_after_normalization:
        scale = scale * gamma
    result: Array = ((t - m) * scale + beta).astype(t.dtype)
    return result


def _normalized_rule(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) not in (None, 4):
        raise ctx.fail(f"Shape must be rank 4 but is rank {ctx.rank(0)}")
    return ctx.dims(0)


def _normalized_gradient(op: Application, grad: Tensor) -> Gradients:
    t, m, v, _, gamma = op.inputs
    attrs = {n: op.attrs[n] for n in ("variance_epsilon", "scale_after_normalization")}
    dx, dm, dv, db, dg = apply_multi("BatchNormWithGlobalNormalizationGrad", (t, m, v, gamma, grad), attrs)
    return [dx, dm, dv, db, dg]


def _normalized_backprop(
    t: Array,
    m: Array,
    v: Array,
    gamma: Array,
    backprop: Array,
    variance_epsilon: float,
    scale_after_normalization: bool,
) -> list[Array]:
    inverse = 1 / np.sqrt(v + t.dtype.type(variance_epsilon))
    scale = inverse * gamma if scale_after_normalization else inverse
    axes, centred = (0, 1, 2), t - m
    weighted = (backprop * centred).sum(axes)
    db = backprop.sum(axes)
    dv = -0.5 * weighted * scale * inverse * inverse
    dg = weighted * inverse if scale_after_normalization else np.zeros_like(gamma)
    return [x.astype(t.dtype) for x in (backprop * scale, -db * scale, dv, db, dg)]


NORMALIZED = op(
    "BatchNormWithGlobalNormalization", "t: T, m: T, v: T, beta: T, gamma: T -> result: T", _GLOBAL,
    shape=_normalized_rule, kernel=_normalized, gradient=_normalized_gradient,
)  # fmt: skip
NORMALIZED_GRAD = op(
    "BatchNormWithGlobalNormalizationGrad",
    "t: T, m: T, v: T, gamma: T, backprop: T -> dx: T, dm: T, dv: T, db: T, dg: T", _GLOBAL,
    shape=lambda ctx: [ctx.dims(0), *[ctx.dims(1)] * 4], kernel=_normalized_backprop,
)  # fmt: skip

# pools whose windows are inputs ------------------------------------------------------------------------------


def _window(ksize: Any, strides: Any) -> dict[str, Any]:
    if ksize.shape != (4,) or strides.shape != (4,):
        raise errors.InvalidArgumentError(
            f"ksize and strides have 4 elements, got {ksize.tolist()}, {strides.tolist()}"
        )
    return {"ksize": ksize.tolist(), "strides": strides.tolist(), "explicit_paddings": []}


def _pool(input: Array, ksize: Array, strides: Array, **attrs: Any) -> Array:
    record = _record("MaxPool")
    assert record.kernel is not None
    result: Array = record.kernel(
        input, **{n: v for n, v in (attrs | _window(ksize, strides)).items() if n in record.kernel_attrs}
    )
    return result


def _pool_rule(ctx: ShapeContext) -> Dims:
    ksize, strides = ctx.value(1), ctx.value(2)
    if ksize is None or strides is None:
        return None
    record = _record("MaxPool")
    attrs = {**ctx.attrs, **_window(ksize, strides)}
    dims: Dims = record.shape(ShapeContext(record, [ctx.input(0)], ctx.types[:1], attrs))
    return dims


def _pool_gradient(op: Application, grad: Tensor) -> Gradients:
    attrs = {n: op.attrs[n] for n in ("padding", "data_format")}
    found = apply("MaxPoolGradV2", (op.inputs[0], op.outputs[0], grad, *op.inputs[1:]), attrs)
    return [found, None, None]


def _pool_backprop_gradient(op: Application, grad: Tensor) -> Gradients:
    """The argmax is locally constant: only the incoming gradient has a gradient."""
    ksize, strides = (get_static_value(value) for value in op.inputs[3:])
    if ksize is None or strides is None:
        raise errors.UnimplementedError(
            "MaxPoolGradV2 has a gradient where the window is known while tracing; pass ksize and strides as numbers."
        )
    attrs = {n: op.attrs[n] for n in ("padding", "data_format")}
    window = {n: v for n, v in _window(ksize, strides).items() if n != "explicit_paddings"}
    found = apply("MaxPoolGradGrad", (*op.inputs[:2], grad), {**attrs, **window})
    return [apply("ZerosLike", (op.inputs[0],)), None, found, None, None]


def _pool_backprop(x: Array, y: Array, grad: Array, ksize: Array, strides: Array, **attrs: Any) -> Array:
    record = _record("MaxPoolGrad")
    assert record.kernel is not None
    whole = attrs | _window(ksize, strides)
    result: Array = record.kernel(x, y, grad, **{n: whole[n] for n in record.kernel_attrs})
    return result


_POOLED = 'padding: {"SAME", "VALID"}; '
MAX_POOL_V2 = op(
    "MaxPoolV2", "input: T, ksize: int32, strides: int32 -> output: T",
    "T: {half, bfloat16, float32, float64, int32, int64, uint8, int16, int8, uint16, qint8} = float32; "
    f'{_POOLED}data_format: {{"NHWC", "NCHW", "NCHW_VECT_C"}} = "NHWC"',
    shape=_pool_rule, kernel=_pool, gradient=_pool_gradient,
)  # fmt: skip
MAX_POOL_GRAD_V2 = op(
    "MaxPoolGradV2", "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32 -> output: T",
    f"{_POOLED}{_FORMAT}; T: real = float32",
    shape=lambda ctx: ctx.dims(0), kernel=_pool_backprop, gradient=_pool_backprop_gradient,
)  # fmt: skip


def _pool_second(x: Array, y: Array, grad: Array, ksize: Array, strides: Array, **attrs: Any) -> Array:
    record = _record("MaxPoolGradGrad")
    assert record.kernel is not None
    whole = attrs | _window(ksize, strides)
    result: Array = record.kernel(x, y, grad, **{n: whole[n] for n in record.kernel_attrs})
    return result


MAX_POOL_GRAD_GRAD_V2 = op(
    "MaxPoolGradGradV2", "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32 -> output: T",
    f"{_POOLED}{_FORMAT}; T: real", shape=lambda ctx: ctx.dims(1), kernel=_pool_second,
)  # fmt: skip

# gradients of convolutions that are told a tensor in place of its shape ---------------------------------------


def _convolution_gradient(name: str, newer: str, args: str, attrs: str, at: int, fixed: Mapping[str, Any]) -> OpRecord:
    """The gradient of a convolution for the input at a place, which stands for its shape."""

    def kernel(*inputs: Array, **given: Any) -> Array:
        record = _record(newer)
        assert record.kernel is not None
        operands = [np.array(x.shape, np.int32) if i == at else x for i, x in enumerate(inputs)]
        whole = {**given, **fixed}
        result: Array = record.kernel(*operands, **{n: whole[n] for n in record.kernel_attrs})
        return result

    return op(name, args, attrs, shape=lambda ctx: ctx.dims(at), kernel=kernel, no_gradient=False)


_THREE = (
    "input: T, filter: T, out_backprop: T -> output: T",
    'T: {half, float32, float64}; strides: list(int) >= 5; padding: {"SAME", "VALID"}; '
    "dilations: list(int) = [1, 1, 1, 1, 1]",
)
_TWO = (
    "strides: list(int); use_cudnn_on_gpu: bool = true; "
    'padding: {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; '
    f"{_FORMAT}; dilations: list(int) = [1, 1, 1, 1]"
)
_VOLUMES = {"data_format": "NDHWC"}
_convolution_gradient("Conv3DBackpropInput", "Conv3DBackpropInputV2", *_THREE, 0, _VOLUMES)
_convolution_gradient("Conv3DBackpropFilter", "Conv3DBackpropFilterV2", *_THREE, 1, _VOLUMES)
_convolution_gradient(
    "Conv2DBackpropInputV2", "Conv2DBackpropInput", _THREE[0],
    f"T: {{half, bfloat16, float32, float64, int32}}; {_TWO}", 0, {},
)  # fmt: skip
_convolution_gradient(
    "Conv2DBackpropFilterV2", "Conv2DBackpropFilter", _THREE[0],
    f"T: {{half, bfloat16, float32, float64}}; {_TWO}", 1, {},
)  # fmt: skip

# quantization ------------------------------------------------------------------------------------------------


def _bound(name: str) -> Any:
    def value(attrs: Mapping[str, Any], dtype: DType) -> Array:
        return np.array(attrs[name], dtype.numpy)

    return value


older(
    "QuantizeAndDequantize",
    "input: T -> output: T",
    "signed_input: bool = true; num_bits: int = 8; range_given: bool = false; input_min: float = 0.0; "
    "input_max: float = 0.0; T: floating",
    "QuantizeAndDequantizeV2",
    (_bound("input_min"), _bound("input_max")),
    single=False,
)

# products of matrices that are mostly zeros -------------------------------------------------------------------


def _sparse_product(
    a: Array, b: Array, transpose_a: bool, transpose_b: bool, a_is_sparse: bool, b_is_sparse: bool
) -> Array:
    if a.ndim != 2 or b.ndim != 2:
        raise errors.InvalidArgumentError(f"a and b are matrices, got shapes {list(a.shape)} and {list(b.shape)}")
    first, second = (a.T if transpose_a else a), (b.T if transpose_b else b)
    if first.shape[1] != second.shape[0]:
        raise errors.InvalidArgumentError(f"Matrix size incompatible: a: {list(a.shape)}, b: {list(b.shape)}")
    return first.astype(np.float32) @ second.astype(np.float32)


def _product_rule(ctx: ShapeContext) -> Dims:
    a, b = ctx.dims(0), ctx.dims(1)
    if (a is not None and len(a) != 2) or (b is not None and len(b) != 2):
        raise ctx.fail("Shape must be rank 2")
    if a is None or b is None:
        return None
    return (a[1 if ctx.attrs["transpose_a"] else 0], b[0 if ctx.attrs["transpose_b"] else 1])


def _product_gradient(op: Application, grad: Tensor) -> Gradients:
    a, b = (apply("Cast", (x,), {"DstT": from_numpy(np.dtype(np.float32))}) for x in op.inputs)
    first, second = op.attrs["transpose_a"], op.attrs["transpose_b"]

    def product(x: Any, y: Any, transpose_x: bool, transpose_y: bool, like: Any) -> Any:
        found = apply("MatMul", (x, y), {"transpose_a": transpose_x, "transpose_b": transpose_y})
        return apply("Cast", (found,), {"DstT": like.dtype})

    d_a = product(b, grad, second, True, op.inputs[0]) if first else product(grad, b, False, not second, op.inputs[0])
    d_b = product(grad, a, True, first, op.inputs[1]) if second else product(a, grad, not first, False, op.inputs[1])
    return [d_a, d_b]


SPARSE_PRODUCT = op(
    "SparseMatMul", "a: Ta, b: Tb -> product: float32",
    "transpose_a: bool = false; transpose_b: bool = false; a_is_sparse: bool = false; b_is_sparse: bool = false; "
    "Ta: {float32, bfloat16} = float32; Tb: {float32, bfloat16} = float32",
    shape=_product_rule, kernel=_sparse_product, gradient=_product_gradient,
)  # fmt: skip
