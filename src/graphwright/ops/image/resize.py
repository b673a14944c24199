"""Resizing images: nearest, bilinear, bicubic, area, and any kernel with scale and translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import float32, float64, int32
from graphwright.base.size_arithmetic import floordiv
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.core.tape import wants
from graphwright.ir.emit import Emitter, Operand
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Loader
from graphwright.ir.made_tables import MadeSpans, MadeTables
from graphwright.ir.prelude import (
    Builder,
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
from graphwright.ops.array._built_sizes import BuiltSizes
from graphwright.ops.image import _open_weights, _resample

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
    sizes, result = ((v.type.dims or ())[1:3] for v in (op.inputs[0], op.outputs[0]))
    widths = ("int32", 2), ("float32", taps)
    made = [
        MadeTables((size, many), widths, own, row(**_flags(op)))
        for size, many, own in zip(sizes, result, (1, 2), strict=True)
    ]
    return _calling(op, made, taps)


def _calling(op: Operation, made: Sequence[MadeTables | MadeSpans], taps: Dim) -> Callee:
    """A call with tables of which the last has `taps` weights in a row."""
    images = op.inputs[0].type
    _, _, width, _ = op.outputs[0].type.dims or (0, 0, 0, 0)
    _, _, columns, channels = images.dims or (0, 0, 0, 0)
    numbers, symbol = (columns, channels, width, taps), f"gw_resample_{images.dtype.name}"
    return Callee("resample", symbol, (3,), (2,), numbers, (width, channels), apart=1, made=tuple(made))


def _made_spans(op: Operation, matrix: _open_weights.Matrix) -> Callee:
    """The same for weights of which only the sizes tell how many there are."""
    pairs = list(zip((op.inputs[0].type.dims or ())[1:3], (op.outputs[0].type.dims or ())[1:3], strict=True))
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
            return _made_spans(op, _open_weights.area(**_flags(op))) if row is None else _made(op, row, taps)
        h, w, i, j = sizes
        return _resampled(op.inputs[0], weights(h, i, **_flags(op)), weights(w, j, **_flags(op)))

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
            transposed = _open_weights.transposed(row(**_flags(op)), taps, op.attrs["align_corners"])
            return _made_spans(op, transposed) if known else None
        h, w, i, j = sizes
        matrices = weights(h, i, **_flags(op)), weights(w, j, **_flags(op))
        return _resampled(grads, *map(_resample.transposed, matrices))

    return CustomCall(callee)


def _native_nearest(b: Builder, op: Operation, images: Value, size: Value) -> list[Value]:
    sizes = BuiltSizes(b)
    count, height, width, channels = sizes.of(images)
    lines = sizes.reshape(images, [count, height, sizes.product([width, channels])])
    lines = b("GatherV2", lines, _places(b, op, images, size, 1, False), b.const(np.int32(1)), batch_dims=0)
    known = (op.outputs[0].type.dims or ())[1]
    pixels = sizes.reshape(
        lines, [count, known if isinstance(known, int) else sizes.elements(size)[0], width, channels]
    )
    return [b("GatherV2", pixels, _places(b, op, images, size, 2, False), b.const(np.int32(2)), batch_dims=0)]


def _places(b: Builder, op: Operation, images: Value, size: Value, axis: int, resized: bool) -> Value:
    """The places along an axis that `_resample.nearest` finds; `resized` are the images rather than the output."""
    if images.type.dims is None or size.type.dims != (2,):
        raise errors.UnimplementedError("Not even the number of axes is known while compiling.")
    own, other = images.type.dims[axis], (op.outputs[0].type.dims or ())[axis]
    if isinstance(own, int) and isinstance(other, int):
        return b.const(_resample.nearest(*((other, own) if resized else (own, other)), **_flags(op)).astype(np.int32))
    extent, wanted = _element(b, b("Shape", images), axis), _element(b, size, axis - 1)
    return _open_nearest(b, *((wanted, extent) if resized else (extent, wanted)), **_flags(op))


def _element(b: Builder, vector: Value, at: int) -> Value:
    return b("GatherV2", vector, b.const(np.int32(at)), b.const(np.int32(0)), batch_dims=0)


def _open_nearest(b: Builder, size: Value, result: Value, align_corners: bool, half_pixel_centers: bool) -> Value:
    """`_resample.nearest`; products are taken in double precision and rounded, so that none is fused with a sum."""
    one, half = b.const(np.int32(1)), b.const(np.float32(0.5))

    def wide(x: Value) -> Value:
        return b("Cast", x, DstT=float64)

    last, extent, count = b("Sub", size, one), size, result
    if align_corners:
        several = b("Greater", result, one)
        extent, count = b("SelectV2", several, last, size), b("SelectV2", several, b("Sub", result, one), result)
    scale = b("Cast", b("RealDiv", wide(extent), wide(count)), DstT=float32)
    at = b("Cast", b("Range", b.const(np.int32(0)), result, one), DstT=float32)
    at = b("AddV2", at, half) if half_pixel_centers else at
    positions = b("Cast", b("Mul", wide(at), wide(scale)), DstT=float32)
    positions = b("Floor", b("AddV2", positions, half) if align_corners else positions)
    places = b("Cast", positions, DstT=int32)
    return b("Maximum", b("Minimum", places, last), b.const(np.int32(0)))


def _native_nearest_gradient(b: Builder, op: Operation, grads: Value, size: Value) -> list[Value]:
    """The sums of blocks where each pixel was repeated over a block of its own, else of lines and then of columns."""
    if _shown_in_blocks(op):
        batch, i, j, channels = grads.type.dims or (0, 0, 0, 0)
        _, h, w, _ = op.outputs[0].type.dims or (0, 0, 0, 0)
        outer, inner = (-1 if isinstance(d, Symbol) else d for d in (batch, channels))
        sizes = [outer, h, floordiv(i, h), w, floordiv(j, w), inner]
        blocks = b("Reshape", grads, b.const(np.array(sizes, np.int32)))
        return [b("Sum", blocks, b.const(np.array([2, 4], np.int32)), keep_dims=False)]
    found = grads
    for axis, order in ((1, (1, 0, 2, 3)), (2, (2, 0, 1, 3))):
        found = b("Transpose", found, b.const(np.array(order, np.int32)))
        count = _element(b, size, axis - 1)
        found = b("UnsortedSegmentSum", found, _places(b, op, grads, size, axis, True), count)
    return [b("Transpose", found, b.const(np.array((2, 1, 0, 3), np.int32)))]


def _shown_in_blocks(op: Operation) -> bool:
    """Whether the gradient is known to be of pixels that were repeated a whole number of times."""
    grads, result = op.inputs[0].type.dims, op.outputs[0].type.dims
    if grads is None or result is None or isinstance(grads[0], Symbol) + isinstance(grads[3], Symbol) > 1:
        return False
    for small, large in zip(result[1:3], grads[1:3], strict=True):
        if isinstance(small, Symbol) or isinstance(large, Symbol) or not small:
            return False
        shown = np.arange(large) // max(large // small, 1)
        if not np.array_equal(_resample.nearest(small, large, **_flags(op)), shown):
            return False
    return True


def _flags(op: Application) -> dict[str, Any]:
    return {n: op.attrs[n] for n in ("align_corners", "half_pixel_centers") if n in op.attrs}


# records -----------------------------------------------------------------------------------------------------


def _gradient_op(name: str, of_dtypes: str) -> Gradient:
    """The gradient for images of some dtypes; others have none."""
    known = re.findall(r"\w+", of_dtypes.replace("half", "float16"))

    def gradient(op: Application, grad: Tensor) -> Gradients:
        images = op.inputs[0]
        return [apply(name, (grad, images), _flags(op)) if images.dtype.name in known else None, None]

    return gradient


def _as_gradient_of(name: str) -> Gradient:
    """The gradient of a gradient: the op itself; only the size of the image matters."""

    def gradient(op: Application, grad: Tensor) -> Gradients:
        if not wants(op, 0):
            return [None, None]
        size = apply("Shape", (op.inputs[0],))[1:3]
        return [apply(name, (grad, size), _flags(op)), None]

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
        apply("ResizeNearestNeighborGrad", (grad, apply("Shape", (op.inputs[0],))[1:3]), _flags(op)),
        None,
    ],
    native=Decompose(_native_nearest, accepts=_takes_both),
    sizes=_resized_sizes,
)

NEAREST_GRAD = op(
    "ResizeNearestNeighborGrad",
    "grads: T, size: int32 -> output: T",
    f"T: {{uint8, int8, int32, half, float32, float64, bfloat16}}; {_FLAGS}",
    shape=_resized,
    kernel=_nearest_gradient_kernel,
    gradient=lambda op, grad: [apply(NEAREST, (grad, apply("Shape", (op.inputs[0],))[1:3]), _flags(op)), None],
    native=Decompose(_native_nearest_gradient, accepts=_takes_both),
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
