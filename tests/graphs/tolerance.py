"""How closely native results must agree with NumPy's kernel on the same inputs: a table by op and dtype.

What is not in the table agrees to the bit: all integers and bools, arithmetic, comparison, choice and movement.
Half precision is computed in single and rounded once, so its functions are off by a unit at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphwright.ir.graph import Operation
from tests.graphs.values import Array


def named(text: str) -> frozenset[str]:
    """Names of ops, written as a list with blanks."""
    return frozenset(text.split())


#: Functions and what is made of them: units in the last place, from what the kernel makes of a wider format.
FUNCTIONS: Final = named(
    """
    Exp Expm1 Log Log1p Tanh Sigmoid Softplus Softsign Elu Selu Erf Erfc Sin Cos Tan Asin Acos Atan Sinh Cosh
    Asinh Acosh Atanh Pow Atan2 Xlogy Xlog1py Rsqrt Lgamma Digamma Erfinv Ndtri BesselI0 BesselI1 BesselI0e BesselI1e
    SoftsignGrad Angle ComplexAbs Igamma Igammac IgammaGradA RandomGammaGrad Betainc
    Zeta Polygamma
    """
)

#: Of zeros that differ in sign either may be the larger one: NumPy's choice depends on the dtype.
EXTREMES: Final = named(
    """
    Maximum Minimum Relu Relu6 ClipByValue Max Min MaxPool MaxPool3D Sign
    SegmentMax SegmentMin UnsortedSegmentMax UnsortedSegmentMin TensorScatterMax TensorScatterMin
    """
)

#: Functions made of several, each rounded in half precision.
TWICE: Final = frozenset({"Selu", "Softplus", "Softsign", "Elu", "Rsqrt"})
#: Of negative numbers the difference of two terms: as exact as the larger one, of about this size.
OF_TWO_TERMS: Final[dict[str, Callable[[Array], Array]]] = {
    "Lgamma": lambda size: size * np.log(size + 2),
    "Digamma": lambda size: np.log(size + 2),
}
#: Of several arguments, computed in double precision from terms of this size, which may cancel, or as powers of a large
#: exponent: so many units of a double that are off besides.
OF_TERMS: Final[dict[str, Callable[[Array, Sequence[Array]], Array]]] = {
    "Igamma": lambda center, inputs: center,
    "Igammac": lambda center, inputs: center,
    "IgammaGradA": lambda center, inputs: center,
    "RandomGammaGrad": lambda center, inputs: center,
    "Betainc": lambda center, inputs: np.ones_like(center),
    "Zeta": lambda center, inputs: np.maximum(np.abs(center), _nearest_term(inputs[0], inputs[1])),
    "Polygamma": lambda center, inputs: np.maximum(
        np.abs(center), _factorial(inputs[0]) * _nearest_term(inputs[0] + 1, inputs[1])
    ),
}
UNITS_OF_TERMS: Final = 512
ULPS: Final = {"float16": 1, "bfloat16": 1, "float32": 4, "float64": 4}

#: Sums of products, in any order: units of what the sum of the absolute values has in its last place.
SUMS: Final = named(
    """
    Sum Mean MatMul BatchMatMul BatchMatMulV2 BatchMatMulV3 Einsum AddN L2Loss BiasAddGrad EuclideanNorm
    Conv2D Conv2DBackpropInput Conv2DBackpropFilter Conv3D Conv3DBackpropInputV2 Conv3DBackpropFilterV2
    DepthwiseConv2dNative DepthwiseConv2dNativeBackpropInput DepthwiseConv2dNativeBackpropFilter
    MirrorPadGrad ResizeNearestNeighborGrad
    AvgPool AvgPoolGrad AvgPool3D AvgPool3DGrad ResizeBilinear ResizeBilinearGrad ResizeBicubic ResizeBicubicGrad
    ResizeArea CropAndResizeGradImage ScaleAndTranslate ScaleAndTranslateGrad
    """
)
"""Linear in each input, so that the kernel on absolute values bounds every partial sum."""

#: Some of their weights are negative: those of an element are 1.9 together, at most, without their signs.
CUBIC: Final = named("ResizeBicubic ResizeBicubicGrad")

#: Sums that are divided at the end: what is added up may leave the range where they do not.
MEANS: Final = named("Mean AvgPool AvgPool3D AvgPoolGrad AvgPool3DGrad ResizeArea")

#: Sums of one input alone, which the others sort.
SORTED: Final = {"MaxPoolGrad": 2, "MaxPool3DGrad": 2}

#: What lies beside the images is zeros in one kernel and nothing in another, in TensorFlow too, and so are the weights
#: of pixels outside the window where images are resized; multiplied by infinity they are NaN or nothing. The input
#: whose infinities meet them:
BESIDE: Final = {
    "Conv2D": 1, "Conv2DBackpropInput": 1, "Conv2DBackpropFilter": 2,
    "Conv3D": 1, "Conv3DBackpropInputV2": 1, "Conv3DBackpropFilterV2": 2,
    "DepthwiseConv2dNative": 1, "DepthwiseConv2dNativeBackpropInput": 1, "DepthwiseConv2dNativeBackpropFilter": 2,
    "ResizeArea": 0, "ResizeBilinear": 0, "ResizeBilinearGrad": 0, "ResizeBicubic": 0, "ResizeBicubicGrad": 0,
}  # fmt: skip

#: Those made of several ops, which round to the dtype in between.
IN_PARTS: Final = named("Einsum AddN L2Loss EuclideanNorm")

#: Several roundings, some of them of sums.
COMPOSED: Final = named(
    """
    Softmax LogSoftmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits FusedBatchNorm
    FusedBatchNormV2 FusedBatchNormV3 FusedBatchNormGradV3 Prod SoftplusGrad CumulativeLogsumexp
    """
)

#: Those that take the logarithm of a sum of at least 1: as exact as that sum, which is rounded.
LOGARITHMS: Final = named("LogSoftmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits")

#: Of complex numbers sums of two products, of which NumPy fuses one or none, as the operands lie in memory; an input is
#: a factor so many times, at most.
PRODUCTS: Final = {
    "Mul": 1, "MulNoNan": 1, "Xlogy": 1, "Xlog1py": 1, "Square": 2, "SquaredDifference": 2, "InvGrad": 2,
    "ReciprocalGrad": 2, "SigmoidGrad": 2, "TanhGrad": 2, "RsqrtGrad": 3, "Prod": 1, "Cumprod": 1,
}  # fmt: skip

#: Functions of complex numbers, of several roundings: each part is off by so much of the whole. What they give for
#: infinities, NaN, and results that leave the range differs between libraries.
COMPLEX_FUNCTIONS: Final = named(
    """
    Exp Expm1 Log Log1p Tanh Sigmoid Sin Cos Tan Sinh Cosh Sqrt Rsqrt SqrtGrad Reciprocal Inv Div RealDiv DivNoNan
    Xdivy Pow Sign
    """
)

#: Transforms: each part is off by so much of the sum of all that is transformed.
TRANSFORMS: Final = named("FFT IFFT FFT2D IFFT2D FFT3D IFFT3D RFFT RFFT2D RFFT3D IRFFT IRFFT2D IRFFT3D")

#: Decompositions and solutions: as exact as the condition of the matrix, the first input, allows.
SYSTEMS: Final = named("Cholesky MatrixInverse MatrixSolve MatrixTriangularSolve")

_REAL: Final = FUNCTIONS | EXTREMES | SUMS | COMPOSED | TRANSFORMS | SYSTEMS | frozenset(SORTED)
_COMPLEX: Final = SUMS | frozenset(PRODUCTS) | COMPLEX_FUNCTIONS | TRANSFORMS
TABLE: Final = _REAL | _COMPLEX

#: Sums of differences from a mean: as exact as the sum of what comes in.
NORMS: Final = named("FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 FusedBatchNormGradV3")

_PARTS: Final = {"complex64": "float32", "complex128": "float64"}
_EPSILON: Final = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}


def is_exact(op: str, dtype: str) -> bool:
    """Whether a result of this dtype has the same bits on every executor, given the same inputs."""
    return not _covers(op.split(" ")[0], dtype)


def _covers(op: str, dtype: str) -> bool:
    return op in _COMPLEX if dtype in _PARTS else op in _REAL and dtype in _EPSILON


def agreement(op: Operation, inputs: Sequence[Array], results: Sequence[Array], kernel: Callable[..., Any]) -> str:
    """How results differ from the kernel's by more than is allowed, or nothing."""
    expected = _run(op, kernel, inputs)
    for found, wanted in zip(results, expected, strict=True):
        if (found.dtype, found.shape) != (wanted.dtype, wanted.shape):
            return f"{found.dtype}{found.shape} instead of {wanted.dtype}{wanted.shape}"
    if all(map(same_bits, results, expected)):
        return ""
    allowed = allowance(op, inputs, expected, kernel)
    for found, wanted, error in zip(results, expected, allowed, strict=True):
        wrong = ~equal(found, wanted)
        if error is not None:
            wrong &= _beyond(found, error.center, error.size, error.settled)
            if error.or_nan:
                wrong &= ~(np.isnan(found) | np.isnan(error.center))
        if wrong.any():
            return describe(found, wanted, wrong, inputs)
    return ""


def same_bits(found: Array, wanted: Array) -> bool:
    """Equal to the sign of zero, where one NaN is as good as another."""
    return bool(equal(found, wanted).all())


def equal(found: Array, wanted: Array) -> Array:
    with np.errstate(all="ignore"):
        if found.dtype.kind in "biu":
            return np.asarray(found == wanted)
        parts = [(found, wanted)] if found.dtype.kind != "c" else [(found.real, wanted.real), (found.imag, wanted.imag)]
        equal = np.ones(found.shape, bool)
        for a, b in parts:
            equal &= ((a == b) & (np.signbit(a) == np.signbit(b))) | (np.isnan(a) & np.isnan(b))
        return equal


def describe(found: Array, wanted: Array, wrong: Array, inputs: Sequence[Array] = ()) -> str:
    """The first element that differs, and what it was made of."""
    at = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.ndim else ()
    text = f"{found[at]!r} instead of {wanted[at]!r} at {at} of {found.dtype}{found.shape}, {int(wrong.sum())} differ"
    alike = [x[at] for x in inputs if x.shape == found.shape]
    return f"{text}; from {alike!r}" if alike else text


class Allowed:
    """Around `center`, in double precision or more, results may lie `size` off; not `settled`, they may be anything.

    `or_nan`: they may be NaN, too, and be numbers where the center is NaN.
    """

    def __init__(self, center: Array, size: Array, settled: Array, or_nan: bool = False) -> None:
        self.center, self.size, self.settled, self.or_nan = center, size, settled, or_nan


def allowance(
    op: Operation, inputs: Sequence[Array], expected: Sequence[Array], kernel: Callable[..., Any]
) -> list[Allowed | None]:
    """What the table allows each result; None: nothing but the same bits."""
    if op.type in SUMS or op.type in SORTED:
        return of_sums(op, inputs, expected, kernel)
    if op.type in SYSTEMS:
        return [_of_system(op, inputs, wanted, kernel) for wanted in expected]
    if op.type in TRANSFORMS:
        return [_of_transform(op, inputs, wanted, kernel) for wanted in expected]
    if all(w.dtype.name in _PARTS for w in expected) and op.type in COMPLEX_FUNCTIONS:
        return [_of_function(op, inputs, wanted, kernel) for wanted in expected]
    if all(w.dtype.name in _PARTS for w in expected):
        return [_of_products(op, inputs, wanted, kernel) for wanted in expected]
    if op.type not in _REAL or all(w.dtype.name not in _EPSILON for w in expected):
        return [None] * len(expected)
    resolved = np.asarray(op.type != "Prod" or in_range(inputs[0]))
    result: list[Allowed | None] = []
    wide = _widened(inputs, np.longdouble if op.type in FUNCTIONS else np.float64)
    for wanted, center in zip(expected, _run(op, kernel, wide), strict=True):
        name = wanted.dtype.name
        if name not in _EPSILON:
            result.append(None)
            continue
        center = center.astype(np.promote_types(center.dtype, np.float64))
        with np.errstate(all="ignore"):
            scale = np.maximum(np.abs(center), float(_info(name).tiny))
            if op.type in OF_TWO_TERMS:
                terms = OF_TWO_TERMS[op.type](np.abs(inputs[0].astype(np.float64)))
                scale = np.maximum(scale, np.where(inputs[0].astype(np.float64) < 0, terms, 0))
            elif op.type in LOGARITHMS:
                scale = np.maximum(scale, 1.0)
            elif op.type in NORMS:
                scale = np.maximum(scale, np.sum(np.abs(inputs[0].astype(np.float64))))
            size = _units(op, name, inputs, wanted) * _EPSILON[name] * scale
            if op.type in OF_TERMS:
                size = size + UNITS_OF_TERMS * _EPSILON["float64"] * np.abs(OF_TERMS[op.type](center, wide))
        result.append(Allowed(center, size, np.broadcast_to(resolved, wanted.shape)))
    return result


def _nearest_term(s: Array, q: Array) -> Array:
    """The largest of (q + n) ** -s, of negative q."""
    distance = np.abs(q - np.rint(q))
    return np.asarray(np.where((q < 0) & (distance > 0), distance**-s, 0.0))


def _factorial(n: Array) -> Array:
    return np.asarray(np.vectorize(lambda v: math.gamma(v + 1) if 0 <= v < 170 else 0.0, otypes=[float])(n))


def _widened(inputs: Sequence[Array], of_double: Any = np.float64) -> list[Array]:
    """Floats in double precision, and double precision in the format that is given."""
    inputs = [x.astype(np.complex128) if x.dtype.kind == "c" else x for x in inputs]
    return [
        x.astype(of_double if x.dtype == np.float64 else np.float64) if x.dtype.name in _EPSILON else x for x in inputs
    ]


def _units(op: Operation, dtype: str, inputs: Sequence[Array], wanted: Array) -> float:
    if op.type in EXTREMES:
        return 0
    if op.type in FUNCTIONS:
        return ULPS[dtype] * (1 + (op.type in TWICE and dtype in ("float16", "bfloat16")))
    return 64 + max(x.size for x in inputs) / max(1, wanted.size)


def _of_products(op: Operation, inputs: Sequence[Array], wanted: Array, kernel: Callable[..., Any]) -> Allowed | None:
    """Of complex numbers: the size of a product is that of its factors, and so much is each part off."""
    if op.type not in PRODUCTS:
        return None
    name = _PARTS[wanted.dtype.name]
    (center,) = _run(op, kernel, _widened(inputs))
    with np.errstate(all="ignore"):
        scale = np.maximum(np.abs(center), float(_info(name).tiny))
        if op.type == "TanhGrad":  # a difference that may cancel, times the second input: as exact as that
            scale = np.maximum(scale, 2 * np.abs(inputs[1]))
        if op.type == "Xlog1py":  # NumPy takes the logarithm of 1 + y, which is rounded
            scale = np.maximum(scale, np.abs(inputs[0]))
        if op.type in ("Prod", "Cumprod"):
            resolved, units = np.asarray(in_range(inputs[0])), 4 + inputs[0].size
        else:
            powers = sum(np.abs(_logarithms(x)) for x in inputs if x.dtype.kind == "c")
            resolved, units = _within(PRODUCTS[op.type] * powers, name), 4
    return Allowed(center, units * _EPSILON[name] * scale, np.broadcast_to(resolved, wanted.shape))


def _of_function(op: Operation, inputs: Sequence[Array], wanted: Array, kernel: Callable[..., Any]) -> Allowed:
    """Of complex numbers: each part is off by some units of the whole, where all numbers are in range."""
    name = _PARTS[wanted.dtype.name]
    wide = _widened(inputs)
    (center,) = _run(op, kernel, wide)
    with np.errstate(all="ignore"):
        scale = np.maximum(np.abs(center), float(_info(name).tiny))
        if op.type == "Log1p":  # NumPy takes the logarithm of 1 + x, which is rounded
            scale = np.maximum(scale, 1.0)
        units = np.asarray(16.0)
        if op.type == "Pow":  # the exponential of a product, whose rounding counts
            units = units + 8 * np.abs(wide[1] * np.log(np.where(wide[0] == 0, 1, wide[0])))
        powers = sum(np.abs(_logarithms(x)) for x in inputs if x.dtype.kind == "c")
        resolved = _within(2 * powers, name) & np.isfinite(center) & _within(np.abs(_logarithms(center)), name)
        for x in wide:
            resolved = resolved & np.isfinite(x)
    return Allowed(center, units * _EPSILON[name] * scale, np.broadcast_to(resolved, wanted.shape))


def _of_system(op: Operation, inputs: Sequence[Array], wanted: Array, kernel: Callable[..., Any]) -> Allowed | None:
    name = wanted.dtype.name
    if name not in _EPSILON or not wanted.size:
        return None
    (center,) = _run(op, kernel, _widened(inputs, np.float64))
    matrix = inputs[0].astype(np.float64)
    if op.type == "MatrixTriangularSolve":
        matrix = np.tril(matrix) if op.attrs["lower"] else np.triu(matrix)
    with np.errstate(all="ignore"):
        finite = np.isfinite(matrix).all((-2, -1), keepdims=True)
        condition = np.linalg.cond(np.where(finite, matrix, np.eye(matrix.shape[-1])))[..., None, None]
        size = 16 * matrix.shape[-1] * _EPSILON[name] * condition * np.max(np.abs(center), (-2, -1), keepdims=True)
        resolved = finite & (condition * _EPSILON[name] < 1e-3)
    return Allowed(center, np.broadcast_to(size, wanted.shape), np.broadcast_to(resolved, wanted.shape))


def _of_transform(op: Operation, inputs: Sequence[Array], wanted: Array, kernel: Callable[..., Any]) -> Allowed:
    name = _PARTS.get(wanted.dtype.name, wanted.dtype.name)
    (center,) = _run(op, kernel, _widened(inputs))
    with np.errstate(all="ignore"):
        total = np.sum(np.abs(inputs[0]), dtype=np.float64)
    resolved = np.isfinite(total) and total < float(_info(name).max) / 4
    size = np.broadcast_to(16 * _EPSILON[name] * total, wanted.shape)
    return Allowed(center, size, np.broadcast_to(np.asarray(resolved), wanted.shape))


def of_sums(
    op: Operation, inputs: Sequence[Array], expected: Sequence[Array], kernel: Callable[..., Any]
) -> list[Allowed | None]:
    dtypes = [_PARTS.get(w.dtype.name, w.dtype.name) for w in expected]
    if any(name not in _EPSILON for name in dtypes):
        return [None] * len(expected)
    wide = _widened(inputs)
    centers = _run(op, kernel, wide)
    added = [i for i, x in enumerate(wide) if x.dtype.kind in "fc" and SORTED.get(op.type, i) == i]
    sizes = [np.abs(x) if i in added else x for i, x in enumerate(wide)]
    bounds = _run(op, kernel, sizes)
    finite = [np.where(np.isfinite(x), x, 0) if i in added else x for i, x in enumerate(sizes)]
    partial = _run(op, kernel, finite)
    count = max(x.size for x in inputs)
    # each rounding of a sum goes its own way, but those of equal numbers go the same way
    alike = any(wide[i].size > 1 and (wide[i] == wide[i].flat[0]).all() for i in added)
    roundings = count / 8 if alike else count**0.5 / 4
    or_nan = op.type in BESIDE and not np.isfinite(wide[BESIDE[op.type]]).all()
    # the gradient of resized images is given in single precision, and summed in it, whatever the images are
    in_single = any(x.dtype.name in _EPSILON and x.dtype != np.float64 for x in inputs)
    result: list[Allowed | None] = []
    for name, center, bound, most in zip(dtypes, centers, bounds, partial, strict=True):
        with np.errstate(all="ignore"):
            bound = bound.astype(np.float64)
            if op.type in CUBIC:
                largest = 2 * np.max(finite[0], initial=0.0)
                bound, most = bound + largest, most + largest
            computed = _EPSILON["float64" if name == "float64" and not in_single else "float32"]
            size = (4 + roundings) * computed * bound
            size += _EPSILON[name] * np.maximum(np.abs(center).astype(np.float64), float(_info(name).tiny))
            if op.type in IN_PARTS:
                size += 2 * _EPSILON[name] * bound
            limit = float(_info("float64" if name == "float64" else "float32").max)
            resolved = most * (count if op.type in MEANS else 1) <= limit / 4
            if op.type in IN_PARTS:  # the sum of one input may leave the range before it is multiplied
                resolved &= max(float(np.sum(x)) for x in (finite[i] for i in added)) <= float(_info(name).max) / 4
        center = center.astype(np.complex128 if center.dtype.kind == "c" else np.float64)
        result.append(Allowed(center, size, resolved, or_nan))
    return result


def in_range(factors: Array) -> Array:
    """Whether no product of some of the factors leaves the range of normal numbers."""
    name = _PARTS.get(factors.dtype.name, factors.dtype.name)
    return _within(np.sum(np.abs(_logarithms(factors))), name)


def _logarithms(factors: Array) -> Array:
    """Those of the sizes that are neither 0 nor infinite, to base 2."""
    with np.errstate(all="ignore"):
        sizes = np.abs(factors).astype(np.float64)
        if factors.dtype.kind == "c":  # beside an infinite part the other one counts, whose products may overflow
            whole = [np.where(np.isfinite(part), np.abs(part), 0.0) for part in (factors.real, factors.imag)]
            sizes = np.where(np.isfinite(sizes), sizes, np.maximum(*whole).astype(np.float64))
        return np.log2(np.where(np.isfinite(sizes) & (sizes > 0), sizes, 1.0))


def _within(exponents: Array, dtype: str) -> Array:
    return np.asarray(exponents < 0.9 * abs(int(_info(dtype).minexp)))


def _info(name: str) -> Any:
    import ml_dtypes

    return ml_dtypes.finfo(name)


def _beyond(found: Array, center: Array, size: Array, settled: Array) -> Array:
    if found.dtype.kind == "c":  # a part may be off by all that the whole may
        parts = ((found.real, center.real), (found.imag, center.imag))
        return np.logical_or(*(_beyond(part, middle, size, settled) for part, middle in parts))
    with np.errstate(all="ignore"):
        value = found.astype(center.dtype)
        largest = float(_info(found.dtype.name).max)
        rounded = center.astype(found.dtype).astype(center.dtype)
        ends = np.maximum(np.abs(center) + size, np.abs(rounded)) >= largest * (1 - 2 * _EPSILON[found.dtype.name])
        near_end = ends & (np.abs(value) >= largest * 0.99) & (np.sign(value) == np.sign(center))
        close = np.abs(value - center) <= size
        alike = (value == rounded) | (np.isnan(value) & np.isnan(rounded))
        return np.asarray(settled & ~(close | alike | near_end))


def _run(op: Operation, kernel: Callable[..., Any], inputs: Sequence[Array]) -> list[Array]:
    grouped = op.record.group(list(inputs), op.attrs)
    with np.errstate(all="ignore"):
        result = kernel(*grouped)
    results = [result] if op.record.single_output else list(result)
    return [np.asarray(r) for r in results]
