"""Resizing images: nearest, bilinear, bicubic, area, and any kernel with scale and translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.core.tape import wants
from graphwright.ir.emit import Emitter, Operand
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Loader
from graphwright.ir.made_tables import MadeSpans, MadeTables
from graphwright.ir.prelude import (
    Callee,
    CustomCall,
    Decompose,
    Dim,
    Dims,
    Operation,
    ShapeContext,
    Symbol,
    Value,
    describe_dims,
)
from graphwright.ir.record import Gradient, OpRecord, op
from graphwright.ir.sizes import elements
from graphwright.ops.image import _open_weights, _resample
from graphwright.ops.image._nearest import dims_of, flags_of, nearest, nearest_gradient

_FLAGS = "align_corners: bool = false; half_pixel_centers: bool = false"
_IMAGES = "T: {int8, uint8, int16, uint16, int32, int64, half, float32, float64, bfloat16}"
_Weights = Callable[..., Array]

# shapes ------------------------------------------------------------------------------------------------------


def _check_flags(attrs: Mapping[str, Any]) -> None:
    if attrs.get("align_corners") and attrs.get("half_pixel_centers"):
        raise errors.InvalidArgumentError("If half_pixel_centers is True, align_corners must be False.")


def _images(ctx: ShapeContext, i: int) -> tuple[Dim, ...]:
    dims = ctx.dims(i)
    if dims is not None and len(dims) != 4:
        raise ctx.fail(f"input must be 4-dimensional{describe_dims(dims)}")
    return dims or (Symbol(), Symbol(), Symbol(), Symbol())


def _size(ctx: ShapeContext, i: int) -> tuple[Dim, Dim]:
    dims = ctx.dims(i)
    if dims is not None and (len(dims) != 1 or (isinstance(dims[0], int) and dims[0] != 2)):
        raise ctx.fail(f"size must have two elements{describe_dims(dims)}")
    height, width = ctx.dims_value(i) or (Symbol(), Symbol())
    if any(isinstance(d, int) and d <= 0 for d in (height, width)):
        raise ctx.fail(f"output dimensions must be positive: {height} x {width}")
    return height, width


def _resized(ctx: ShapeContext) -> Dims:
    _check_flags(ctx.attrs)
    batch, height, width, channels = _images(ctx, 0)
    if any(isinstance(d, int) and d == 0 for d in (height, width, channels)):
        raise ctx.fail("input image must be of non-zero size")
    return (batch, *_size(ctx, 1), channels)


def _original(ctx: ShapeContext) -> Dims:
    _check_flags(ctx.attrs)
    grads, image = _images(ctx, 0), _images(ctx, 1)
    return (grads[0], image[1], image[2], grads[3])


# kernels -----------------------------------------------------------------------------------------------------


def _checked(images: Array, size: Array) -> tuple[int, int]:
    if images.ndim != 4:
        raise errors.ShapeMismatchError(f"input must be 4-dimensional{describe_dims(images.shape)}")
    if size.shape != (2,):
        raise errors.ShapeMismatchError(f"size must have two elements{describe_dims(size.shape)}")
    if not all(images.shape[1:]):
        raise errors.ShapeMismatchError("input image must be of non-zero size")
    if min(size) <= 0:
        raise errors.ShapeMismatchError(f"output dimensions must be positive: {size[0]} x {size[1]}")
    return int(size[0]), int(size[1])


def _by(weights: _Weights) -> Callable[..., Array]:
    """The kernel of an op whose result is linear in its images."""

    def kernel(images: Array, size: Array, **attrs: object) -> Array:
        _check_flags(attrs)
        result = _checked(images, size)
        matrices = [weights(s, m, **attrs) for s, m in zip(images.shape[1:3], result, strict=True)]
        return _resample.apply_weights(images, *matrices)

    return kernel


def _gradient_by(weights: _Weights) -> Callable[..., Array]:
    """The kernel of the gradient of such an op."""

    def kernel(grads: Array, image: Array, **attrs: object) -> Array:
        _check_flags(attrs)
        sizes = zip(image.shape[1:3], grads.shape[1:3], strict=True)
        result = _resample.apply_weights(grads, *(_resample.transposed(weights(s, m, **attrs)) for s, m in sizes))
        return result.astype(image.dtype, copy=False)

    return kernel


def _nearest_kernel(images: Array, size: Array, **attrs: Any) -> Array:
    _check_flags(attrs)
    result = _checked(images, size)
    rows, columns = (_resample.nearest(s, m, **attrs) for s, m in zip(images.shape[1:3], result, strict=True))
    return np.ascontiguousarray(images[:, rows[:, None], columns[None]])


def _nearest_gradient_kernel(grads: Array, size: Array, **attrs: Any) -> Array:
    _check_flags(attrs)
    height, width = _checked(grads, size)
    rows, columns = (_resample.nearest(s, m, **attrs) for s, m in zip((height, width), grads.shape[1:3], strict=True))
    result = np.zeros((grads.shape[0], height, width, grads.shape[3]), grads.dtype)
    positions: Any = slice(None), rows[:, None], columns[None]
    np.add.at(result, positions, grads)
    return result


# native ------------------------------------------------------------------------------------------------------


def _known_sizes(*dims: Any) -> tuple[int, ...] | None:
    """The sizes of both axes of each image; None where compiled code does not know them."""
    if any(one is None for one in dims):
        return None
    sizes = tuple(d for one in dims for d in one[1:3])
    return None if any(isinstance(d, Symbol) for d in sizes) else sizes


def _resampled(images: Value, rows: Array, columns: Array) -> Callee:
    """A call for each row of the result: `rows` and `columns` are the matrices of both axes."""
    width, channels = (images.type.dims or ())[2:]
    tables = [(table, own) for matrix, own in ((rows, 1), (columns, 2)) for table in _resample.spans(matrix)]
    count, taps = tables[-1][0].shape
    numbers = (width, channels, count, taps)
    work = (max(columns.shape), channels)
    return Callee(
        "resample", f"gw_resample_{images.type.dtype.name}", (3,), (2,), numbers, work, tuple(tables), apart=1
    )


def _made(op: Operation, row: Callable[..., _open_weights.Row], taps: int) -> Callee:
    """The same where sizes are open."""
    sizes, result = (dims_of(v)[1:3] for v in (op.inputs[0], op.outputs[0]))
    widths = ("int32", 2), ("float32", taps)
    made = [
        MadeTables((size, many), widths, own, row(**flags_of(op)))
        for size, many, own in zip(sizes, result, (1, 2), strict=True)
    ]
    return _calling(op, made, taps)


def _calling(op: Operation, made: Sequence[MadeTables | MadeSpans], taps: Dim) -> Callee:
    """A call with tables of which the last has `taps` weights in a row."""
    (*_, columns, channels), width = dims_of(op.inputs[0]), dims_of(op.outputs[0])[2]
    numbers, symbol = (columns, channels, width, taps), f"gw_resample_{op.inputs[0].type.dtype.name}"
    return Callee("resample", symbol, (3,), (2,), numbers, (width, channels), apart=1, made=tuple(made))


def _made_spans(op: Operation, matrix: _open_weights.Matrix) -> Callee:
    """The same for weights of which only the sizes tell how many there are."""
    pairs = list(zip(dims_of(op.inputs[0])[1:3], dims_of(op.outputs[0])[1:3], strict=True))
    made = [MadeSpans(pair, Symbol(), own, *matrix) for pair, own in zip(pairs, (1, 2), strict=True)]
    return _calling(op, made, made[-1].taps)


def _resized_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The sizes that are asked for, -1 where there would be nothing."""
    wanted = [e.select(e.compare("gt", n, e.const(0, "int64")), n, e.const(-1, "int64"))
              for n in elements(e, load, op, 1, 2)]  # fmt: skip
    return [load.size(0, 0), *wanted, load.size(0, 3)]


_MOST_PIXELS: Final = 1 << 40
"""Of an image that is made in two steps: the first must not fill the memory that the second has no use of."""


def _takes_both(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether the images have pixels, and their resized ones will, no more of them than there can be memory for."""
    rows, columns = elements(e, load, op, 1, 2)
    wanted = [e.compare("gt", n, e.const(0, "int64")) for n in (rows, columns)]
    wanted.append(e.compare("lt", e.mul(rows, columns), e.const(_MOST_PIXELS, "int64")))
    return reduce(e.logical_and, wanted, _takes_images(e, load, op))


def _takes_images(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether the images have pixels."""
    return reduce(e.logical_and, [e.compare("gt", load.size(0, axis), e.const(0, "int64")) for axis in (1, 2, 3)])


def _native_by(weights: _Weights, row: Callable[..., _open_weights.Row] | None, taps: int) -> CustomCall:
    """The native rule of an op that is linear in its images: the sum of some rows, and of that some of its pixels."""

    def callee(op: Operation) -> Callee | None:
        sizes = _known_sizes(op.inputs[0].type.dims, op.outputs[0].type.dims)
        if sizes is None:
            known = all(v.type.dims is not None for v in (op.inputs[0], op.outputs[0]))
            fits = known and op.inputs[1].type.dims == (2,)
            if not fits:
                return None
            return _made_spans(op, _open_weights.area(**flags_of(op))) if row is None else _made(op, row, taps)
        h, w, i, j = sizes
        return _resampled(op.inputs[0], weights(h, i, **flags_of(op)), weights(w, j, **flags_of(op)))

    return CustomCall(callee, accepts=_takes_images)


def _native_gradient_by(weights: _Weights, row: Callable[..., _open_weights.Row], taps: int) -> CustomCall:
    """The native rule of its gradient."""

    def callee(op: Operation) -> Callee | None:
        grads, image = op.inputs
        sizes = _known_sizes(image.type.dims, grads.type.dims)
        if op.outputs[0].type.dtype is not float32:
            return None
        if sizes is None:
            known = all(v.type.dims is not None for v in (grads, image))
            transposed = _open_weights.transposed(row(**flags_of(op)), taps, op.attrs["align_corners"])
            return _made_spans(op, transposed) if known else None
        h, w, i, j = sizes
        matrices = weights(h, i, **flags_of(op)), weights(w, j, **flags_of(op))
        return _resampled(grads, *map(_resample.transposed, matrices))

    return CustomCall(callee)


# records -----------------------------------------------------------------------------------------------------


def _gradient_op(name: str, of_dtypes: str) -> Gradient:
    """The gradient for images of some dtypes; others have none."""
    known = re.findall(r"\w+", of_dtypes.replace("half", "float16"))

    def gradient(op: Application, grad: Tensor) -> Gradients:
        images = op.inputs[0]
        return [apply(name, (grad, images), flags_of(op)) if images.dtype.name in known else None, None]

    return gradient


def _as_gradient_of(name: str) -> Gradient:
    """The gradient of a gradient: the op itself; only the size of the image matters."""

    def gradient(op: Application, grad: Tensor) -> Gradients:
        if not wants(op, 0):
            return [None, None]
        size = apply("Shape", (op.inputs[0],))[1:3]
        return [apply(name, (grad, size), flags_of(op)), None]

    return gradient


def _resizing(
    name: str,
    weights: _Weights,
    gradient: Gradient | None,
    flags: str = _FLAGS,
    row: Callable[..., _open_weights.Row] | None = None,
    taps: int = 0,
) -> OpRecord:
    """Declare an op whose result is linear in its images, with these weights along each axis.

    `row` computes those of an element where sizes are open, `taps` of them at most.
    """
    return op(
        name,
        "images: T, size: int32 -> resized_images: float32",
        f"{_IMAGES}; {flags}",
        shape=_resized,
        kernel=_by(weights),
        gradient=gradient,
        native=_native_by(weights, row, taps),
        sizes=_resized_sizes,
    )


def _resizing_with_gradient(
    name: str, weights: _Weights, gradient_types: str, row: Callable[..., _open_weights.Row], taps: int
) -> OpRecord:
    """Declare such an op together with the op that computes its gradient."""
    op(
        f"{name}Grad",
        "grads: float32, original_image: T -> output: T",
        f"T: {gradient_types}; {_FLAGS}",
        shape=_original,
        kernel=_gradient_by(weights),
        gradient=_as_gradient_of(name),
        native=_native_gradient_by(weights, row, taps),
    )
    return _resizing(name, weights, _gradient_op(f"{name}Grad", gradient_types), _FLAGS, row, taps)


BILINEAR = _resizing_with_gradient(
    "ResizeBilinear", _resample.bilinear, "{float32, bfloat16, half, float64}", _open_weights.bilinear, 2
)
BICUBIC = _resizing_with_gradient("ResizeBicubic", _resample.bicubic, "{float32, float64}", _open_weights.bicubic, 4)
AREA = _resizing("ResizeArea", _resample.area, None, "align_corners: bool = false")

NEAREST: OpRecord = op(
    "ResizeNearestNeighbor",
    "images: T, size: int32 -> resized_images: T",
    f"{_IMAGES}; {_FLAGS}",
    shape=_resized,
    kernel=_nearest_kernel,
    gradient=lambda op, grad: [
        apply("ResizeNearestNeighborGrad", (grad, apply("Shape", (op.inputs[0],))[1:3]), flags_of(op)),
        None,
    ],
    native=Decompose(nearest, accepts=_takes_both),
    sizes=_resized_sizes,
)


def _sum_of_nearest(op: Operation) -> Callee | None:
    if any(v.type.dims is None for v in (op.inputs[0], op.outputs[0])) or op.inputs[1].type.dims != (2,):
        return None
    shown = _open_weights.nearest(**flags_of(op))
    return _made_spans(op, _open_weights.transposed(shown, 1, op.attrs["align_corners"]))


SUM_OF_NEAREST = op(  # what compiled code makes of the op below, for floats
    "_SumOfNearest",
    "grads: float32, size: int32 -> output: float32",
    _FLAGS,
    shape=_resized,
    kernel=_nearest_gradient_kernel,
    native=CustomCall(_sum_of_nearest),
    sizes=_resized_sizes,
)

NEAREST_GRAD = op(
    "ResizeNearestNeighborGrad",
    "grads: T, size: int32 -> output: T",
    f"T: {{uint8, int8, int32, half, float32, float64, bfloat16}}; {_FLAGS}",
    shape=_resized,
    kernel=_nearest_gradient_kernel,
    gradient=lambda op, grad: [apply(NEAREST, (grad, apply("Shape", (op.inputs[0],))[1:3]), flags_of(op)), None],
    native=Decompose(nearest_gradient, accepts=_takes_both),
    sizes=_resized_sizes,
)


def _scaled_weights(
    images: tuple[int, ...], size: tuple[int, int], scale: Array, translation: Array, attrs: Mapping[str, Any]
) -> list[Array]:
    kernel, antialias = attrs["kernel_type"], attrs["antialias"]
    if kernel not in _resample.KERNELS:
        raise errors.InvalidArgumentError(f"Unrecognized kernel type: {kernel}")
    if not (scale > 0).all():
        raise errors.InvalidArgumentError(f"Scale should be greater than zero: {scale}")
    return [
        _resample.scaled(images[1 + i], int(size[i]), float(scale[i]), float(translation[i]), kernel, antialias)
        for i in range(2)
    ]


def _scaled_kernel(images: Array, size: Array, scale: Array, translation: Array, **attrs: object) -> Array:
    result = _checked(images, size)
    return _resample.apply_weights(images, *_scaled_weights(images.shape, result, scale, translation, attrs))


def _scaled_gradient_kernel(grads: Array, image: Array, scale: Array, translation: Array, **attrs: object) -> Array:
    rows, columns = _scaled_weights(image.shape, grads.shape[1:3], scale, translation, attrs)
    return _resample.apply_weights(grads, rows.T, columns.T)


def _scaled_gradient(op: Application, grad: Tensor) -> Gradients:
    attrs = {n: op.attrs[n] for n in ("kernel_type", "antialias")}
    found = apply("ScaleAndTranslateGrad", (grad, op.inputs[0], op.inputs[2], op.inputs[3]), attrs)
    return [found, None, None, None]


def _native_scaled(image: int) -> CustomCall:
    """The rule of both ops, where scale and translation are constants; `image` is the input that is scaled."""

    def callee(op: Operation) -> Callee | None:
        scale, translation = (constant_value(v) for v in op.inputs[2:])
        resized = op.inputs[0] if image else op.outputs[0]
        sizes = _known_sizes(op.inputs[image].type.dims, resized.type.dims)
        if sizes is None or scale is None or translation is None or not (scale > 0).all():
            return None
        h, w, i, j = sizes
        matrices = _scaled_weights((0, h, w), (i, j), scale, translation, op.attrs)
        return _resampled(op.inputs[0], *(matrix.T if image else matrix for matrix in matrices))

    return CustomCall(callee)


SCALED = op(
    "ScaleAndTranslate",
    "images: T, size: int32, scale: float32, translation: float32 -> resized_images: float32",
    f'{_IMAGES}; kernel_type: string = "lanczos3"; antialias: bool = true',
    shape=_resized,
    kernel=_scaled_kernel,
    gradient=_scaled_gradient,
    native=_native_scaled(0),
)

SCALED_GRAD = op(
    "ScaleAndTranslateGrad",
    "grads: T, original_image: T, scale: float32, translation: float32 -> output: T",
    'T: {float32}; kernel_type: string = "lanczos3"; antialias: bool = true',
    shape=_original,
    kernel=_scaled_gradient_kernel,
    native=_native_scaled(1),
)
