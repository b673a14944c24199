"""Boxes of images, resized to one size: CropAndResize and its gradients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors
from graphwright.core.tape import wants
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Callee, CustomCall
from graphwright.ir.made_tables import MadeTables
from graphwright.ir.prelude import (
    Dim,
    Dims,
    Emitter,
    Generate,
    Loader,
    Operand,
    ShapeContext,
    Symbol,
    Unsupported,
    describe_dims,
    op,
)
from graphwright.ir.sizes import elements, listed_in

_F = np.float32


class _Samples:
    """Where the pixels of the crops lie in one axis of the images.

    Attributes:
      at: the position of each pixel, for each box.
      inside: whether it lies in the image.
    """

    def __init__(self, low: Array, high: Array, size: int, count: int) -> None:
        steps = np.arange(count, dtype=_F)
        last = _F(size - 1)
        if count > 1:
            scale = (high - low) * last / _F(count - 1)
            self.at = low[:, None] * last + steps * scale[:, None]
        else:
            self.at = (_F(0.5) * (low + high) * last)[:, None]
        self.inside = (self.at >= 0) & (self.at <= last)
        self._last = size - 1

    def neighbours(self) -> tuple[Array, Array, Array]:
        """The pixels before and behind each position, and the weight of the latter."""
        before = np.floor(self.at)
        return self._index(before), self._index(np.ceil(self.at)), (self.at - before).astype(_F)

    def nearest(self) -> Array:
        """The pixel nearest to each position."""
        return self._index(np.floor(self.at + _F(0.5)))

    def _index(self, positions: Array) -> Array:
        kept = np.where(self.inside, positions, 0)
        return kept.astype(np.int64).clip(0, self._last)


def _samples(boxes: Array, height: int, width: int, crop: tuple[int, int]) -> tuple[_Samples, _Samples]:
    return _Samples(boxes[:, 0], boxes[:, 2], height, crop[0]), _Samples(boxes[:, 1], boxes[:, 3], width, crop[1])


def _check(boxes: Array, box_ind: Array, batch: int) -> None:
    if boxes.ndim != 2:
        raise errors.ShapeMismatchError(f"boxes must be 2-D{list(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise errors.ShapeMismatchError(f"boxes must have 4 columns, got shape {list(boxes.shape)}")
    if box_ind.shape != (len(boxes),):
        raise errors.ShapeMismatchError(
            f"box_index has incompatible shape: {len(boxes)} boxes and {list(box_ind.shape)}"
        )
    if ((box_ind < 0) | (box_ind >= batch)).any():
        raise errors.OutOfRangeError(f"box_index has values outside [0, {batch}), the size of the batch")


def _crop(
    image: Array, boxes: Array, box_ind: Array, crop_size: Array, method: str, extrapolation_value: float
) -> Array:
    if image.ndim != 4:
        raise errors.ShapeMismatchError(f"input image must be 4-D{list(image.shape)}")
    _check(boxes, box_ind, len(image))
    if crop_size.shape != (2,):
        raise errors.ShapeMismatchError(f"crop_size must have two elements{list(crop_size.shape)}")
    height, width = (int(v) for v in crop_size)
    if height < 1 or width < 1:
        raise errors.InvalidArgumentError(f"crop dimensions must be positive, got {height} and {width}")
    if not np.isfinite(boxes).all():
        number = int(np.argmin(np.isfinite(boxes).all(1)))
        raise errors.InvalidArgumentError(
            f"Boxes contains at least one element that is not finite: box {number} is {boxes[number].tolist()}"
        )
    rows, columns = _samples(boxes, image.shape[1], image.shape[2], (height, width))
    if method == "nearest":
        crops = image[box_ind[:, None, None], rows.nearest()[:, :, None], columns.nearest()[:, None, :]].astype(_F)
    else:
        crops = _interpolated(image, box_ind, rows, columns)
    if rows.inside.all() and columns.inside.all():
        return crops
    inside = rows.inside[:, :, None] & columns.inside[:, None, :]
    return np.where(inside[..., None], crops, _F(extrapolation_value))


def _interpolated(image: Array, box_ind: Array, rows: _Samples, columns: _Samples) -> Array:
    """Crops whose pixels lie between four of the image; whole lines are taken before columns, which is faster."""
    top, bottom, down = rows.neighbours()
    left, right, over = columns.neighbours()
    crops = np.empty((*top.shape, left.shape[1], image.shape[3]), _F)
    for i, number in enumerate(box_ind.tolist()):
        one, x, lines = image[number], over[i][:, None], []
        for line in (top[i], bottom[i]):
            taken = one.take(line, 0).astype(_F, copy=False)
            first = taken.take(left[i], 1)
            lines.append(first + (taken.take(right[i], 1) - first) * x)
        crops[i] = lines[0] + (lines[1] - lines[0]) * down[i][:, None, None]
    return crops


def _crop_rule(ctx: ShapeContext) -> Dims:
    image, boxes = ctx.dims(0), ctx.dims(1)
    if image is not None and len(image) != 4:
        raise ctx.fail(f"input image must be 4-D{describe_dims(image)}")
    if boxes is not None and len(boxes) != 2:
        raise ctx.fail(f"boxes must be 2-D{describe_dims(boxes)}")
    size = ctx.dims_value(3)
    rows, columns = size if size is not None and len(size) == 2 else (Symbol(), Symbol())
    return (
        Symbol() if boxes is None else boxes[0], rows, columns, Symbol() if image is None else image[3],
    )  # fmt: skip


def _crop_gradient(op: Application, grad: Tensor) -> Gradients:
    image, boxes, box_ind, _ = op.inputs
    method = op.attrs["method"]
    of_image = of_boxes = None
    if wants(op, 0) and image.dtype.name in ("float16", "float32", "float64"):
        shape = apply("Shape", (image,))
        attrs = {"T": image.dtype, "method": method}
        of_image = apply(CROP_AND_RESIZE_GRAD_IMAGE, (grad, boxes, box_ind, shape), attrs)
    if wants(op, 1):
        of_boxes = apply(CROP_AND_RESIZE_GRAD_BOXES, (grad, image, boxes, box_ind), {"method": "bilinear"})
    return [of_image, of_boxes, None, None]


def _crop_size(e: Emitter, load: Loader) -> list[Operand]:
    """The height and the width of the crops."""
    size = load.constant(3)
    if load.rank(3) != 1 or (size is not None and (size.shape != (2,) or (size < 1).any())):
        raise Unsupported("sizes that the kernel refuses")
    at = range(2)
    return [e.const(int(size[i]), "int64") if size is not None else _read(e, load, 3, i) for i in at]


def _read(e: Emitter, load: Loader, input: int, at: int) -> Operand:
    return e.convert(load(input, [e.const(at, "int64")]), "int64")


def _crop_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The sizes that are asked for, -1 where there would be nothing."""
    zero, none = e.const(0, "int64"), e.const(-1, "int64")
    wanted = [e.select(e.compare("gt", n, zero), n, none) for n in elements(e, load, op, 3, 2)]
    return [load.size(1, 0), *wanted, load.size(0, 3)]


class _Place:
    """Where a pixel of a crop lies in one axis of the image, as `_Samples` has it, in compiled code."""

    def __init__(self, e: Emitter, load: Loader, box: Operand, axis: int, step: Operand, count: Operand) -> None:
        self._e, self._last = e, e.sub(load.size(0, axis + 1), e.const(1, "int64"))
        low, high = (load(1, [box, e.const(column, "int64")]) for column in (axis, axis + 2))
        last = e.convert(self._last, "float32")
        one = e.const(1, "int64")
        scale = e.div(e.mul(e.sub(high, low), last), e.convert(e.sub(count, one), "float32"))
        spread = e.add(e.mul(low, last), e.mul(e.convert(step, "float32"), scale))
        middle = e.mul(e.mul(e.const(0.5, "float32"), e.add(low, high)), last)
        self.at = e.select(e.compare("gt", count, one), spread, middle)
        self.inside = e.logical_and(e.compare("ge", self.at, e.const(0, "float32")), e.compare("le", self.at, last))

    def index(self, position: Operand) -> Operand:
        """The pixel at a whole position, or the first one for a place outside."""
        e = self._e
        return e.min(e.convert(e.select(self.inside, position, e.const(0, "float32")), "int64"), self._last)

    def neighbours(self) -> tuple[Operand, Operand, Operand]:
        """The pixels before and behind, and how far behind the first it is. Where it is a pixel, both are that one."""
        e = self._e
        before = e.floor(self.at)
        over = e.sub(self.at, before)
        first = self.index(before)
        further = e.add(first, e.convert(e.compare("gt", over, e.const(0, "float32")), "int64"))
        return first, e.min(further, self._last), over


def _crop_native(
    e: Emitter, load: Loader, index: Sequence[Operand], method: str, extrapolation_value: float
) -> Operand:
    box, row, column, channel = index
    height, width = _crop_size(e, load)
    image = e.convert(load(2, [box]), "int64")
    y, x = _Place(e, load, box, 0, row, height), _Place(e, load, box, 1, column, width)

    def pixel(line: Operand, place: Operand) -> Operand:
        return e.convert(load(0, [image, line, place, channel]), "float32")

    if method == "nearest":
        half = e.const(0.5, "float32")
        found = pixel(y.index(e.floor(e.add(y.at, half))), x.index(e.floor(e.add(x.at, half))))
    else:
        (upper, lower, down), (left, right, over) = y.neighbours(), x.neighbours()
        lines = []
        for line in (upper, lower):
            first, second = pixel(line, left), pixel(line, right)
            lines.append(e.add(first, e.mul(e.sub(second, first), over)))
        found = e.add(lines[0], e.mul(e.sub(lines[1], lines[0]), down))
    return e.select(e.logical_and(y.inside, x.inside), found, e.const(extrapolation_value, "float32"))


def _crop_check(e: Emitter, load: Loader, index: Sequence[Operand], method: str, extrapolation_value: float) -> Operand:
    image, zero = e.convert(load(2, [index[0]]), "int64"), e.const(0, "int64")
    fits = e.logical_and(e.compare("ge", image, zero), e.compare("lt", image, load.size(0, 0)))
    fits = e.logical_and(fits, e.compare("eq", load.size(1, 1), e.const(4, "int64")))
    for axis in (1, 2):
        fits = e.logical_and(fits, e.compare("gt", load.size(0, axis), zero))
    last = e.max(e.sub(load.size(1, 1), e.const(1, "int64")), zero)
    for column in range(4):
        side = load(1, [index[0], e.min(e.const(column, "int64"), last)])
        fits = e.logical_and(fits, e.compare("eq", e.sub(side, side), e.const(0, "float32")))  # else it is not finite
    return e.logical_and(fits, e.compare("eq", load.size(1, 0), load.size(2, 0)))


_IMAGES = "T: {uint8, uint16, int8, int16, int32, int64, half, float32, float64}"

CROP_AND_RESIZE = op(
    "CropAndResize",
    "image: T, boxes: float, box_ind: int32, crop_size: int32 -> crops: float",
    f'{_IMAGES}; method: {{"bilinear", "nearest"}} = "bilinear"; extrapolation_value: float = 0.0',
    shape=_crop_rule,
    kernel=_crop,
    gradient=_crop_gradient,
    native=Generate(_crop_native, _crop_check),
    sizes=_crop_sizes,
)


def _grad_image(grads: Array, boxes: Array, box_ind: Array, image_size: Array, T: object, method: str) -> Array:
    shape = tuple(int(v) for v in image_size)
    if grads.ndim != 4 or len(shape) != 4:
        raise errors.ShapeMismatchError(f"grads image must be 4-D{list(grads.shape)}")
    _check(boxes, box_ind, shape[0])
    rows, columns = _samples(boxes, shape[1], shape[2], (grads.shape[1], grads.shape[2]))
    inside = rows.inside[:, :, None] & columns.inside[:, None, :]
    given = np.where(inside[..., None], grads, _F(0))
    result = np.zeros(shape, getattr(T, "numpy", _F))
    which = box_ind[:, None, None]
    if method == "nearest":
        np.add.at(result, (which, rows.nearest()[:, :, None], columns.nearest()[:, None, :]), given)
        return result
    top, bottom, down = rows.neighbours()
    left, right, over = columns.neighbours()
    for line, vertical in ((top, 1 - down), (bottom, down)):
        for column, horizontal in ((left, 1 - over), (right, over)):
            weight = vertical[:, :, None, None] * horizontal[:, None, :, None]
            np.add.at(result, (which, line[:, :, None], column[:, None, :]), given * weight)
    return result


def _image_callee(op: Operation) -> Callee | None:
    grads, boxes, numbers, _ = (v.type.dims for v in op.inputs)
    image = op.outputs[0].type
    if not _ranked(grads, boxes, numbers) or image.dims is None or image.dtype.name not in ("float32", "float64"):
        return None
    (count, rows, columns, _), (batch, *sizes) = grads, image.dims
    own = MadeTables((batch,), (("int64", 1),), 1, lambda e, at, *_: [[at]])
    nearest = int(op.attrs["method"] == "nearest")
    symbol, work = f"gw_crop_image_{image.dtype.name}", (count, rows, columns, sizes[-1])
    return Callee("crops", symbol, (4, 2, 1), (3,), (count, rows, columns, *sizes, nearest), work, made=(own,))


def _ranked(*dims: Dims) -> bool:
    """Whether gradients, boxes and numbers have as many axes as they should; the sizes that are known must fit."""
    if [None if d is None else len(d) for d in dims] != [4, 2, 1]:
        return False
    grads, boxes, numbers = (d or () for d in dims)
    known = {d[0] for d in (grads, boxes, numbers) if isinstance(d[0], int)}
    return len(known) <= 1 and (boxes[1] == 4 or isinstance(boxes[1], Symbol))


def _fit(e: Emitter, load: Loader, grads: int, boxes: int, numbers: int, batch: Operand) -> Operand:
    """Whether there are as many crops as boxes and numbers, which are those of images."""
    count = load.size(boxes, 0)
    fits = [e.compare("eq", load.size(input, 0), count) for input in (grads, numbers)]
    sized = reduce(e.logical_and, [*fits, e.compare("eq", load.size(boxes, 1), e.const(4, "int64"))])
    rounds = e.min(count, load.size(numbers, 0))

    def look(at: Operand, good: Operand) -> list[Operand]:
        number = e.convert(load(numbers, [at]), "int64")
        inside = e.logical_and(e.compare("ge", number, e.const(0, "int64")), e.compare("lt", number, batch))
        return [e.logical_and(good, inside)]

    return load.repeat(rounds, look, sized)[0]


def _takes_image(e: Emitter, load: Loader, op: Operation) -> Operand:
    sizes = elements(e, load, op, 3, 4)
    channels = e.compare("eq", load.size(0, 3), sizes[3])
    some = [e.compare("gt", n, e.const(0, "int64")) for n in sizes[1:]]
    return reduce(e.logical_and, [channels, *some, _fit(e, load, 0, 1, 2, sizes[0])])


def _size_rule(ctx: ShapeContext) -> Dims:
    size = ctx.dims_value(3)
    return tuple(size) if size is not None and len(size) == 4 else tuple(Symbol() for _ in range(4))


CROP_AND_RESIZE_GRAD_IMAGE = op(
    "CropAndResizeGradImage",
    "grads: float, boxes: float, box_ind: int32, image_size: int32 -> output: T",
    'T: {float32, half, float64}; method: {"bilinear", "nearest"} = "bilinear"',
    shape=_size_rule,
    kernel=_grad_image,
    native=CustomCall(_image_callee, accepts=_takes_image, by_values=True),
    sizes=listed_in(3),
)


def _grad_boxes(grads: Array, image: Array, boxes: Array, box_ind: Array, method: str) -> Array:
    _check(boxes, box_ind, len(image))
    height, width = grads.shape[1:3]
    rows, columns = _samples(boxes, image.shape[1], image.shape[2], (height, width))
    inside = rows.inside[:, :, None] & columns.inside[:, None, :]
    given = np.where(inside[..., None], grads, _F(0))
    which = box_ind[:, None, None]
    top, bottom, down = rows.neighbours()
    left, right, over = columns.neighbours()
    (tl, tr), (bl, br) = (
        [image[which, line[:, :, None], c[:, None, :]].astype(_F) for c in (left, right)] for line in (top, bottom)
    )
    y, x = down[:, :, None, None], over[:, None, :, None]
    of_y = (given * ((1 - x) * (bl - tl) + x * (br - tr))).sum((2, 3))  # of each row of each crop
    of_x = (given * ((1 - y) * (tr - tl) + y * (br - bl))).sum((1, 3))
    result = np.empty((len(boxes), 4), _F)
    for axis, (slope, size) in enumerate(((of_y, image.shape[1]), (of_x, image.shape[2]))):
        count, last = slope.shape[1], _F(size - 1)
        far = np.arange(count, dtype=_F) * (last / _F(count - 1)) if count > 1 else np.full(1, _F(0.5) * last)
        result[:, axis] = (slope * (last - far)).sum(1)
        result[:, axis + 2] = (slope * far).sum(1)
    return result


def _boxes_callee(op: Operation) -> Callee | None:
    grads, image, boxes, numbers = (v.type.dims for v in op.inputs)
    if not _ranked(grads, boxes, numbers) or image is None or len(image) != 4:
        return None
    if op.inputs[1].type.dtype is not float32 or not _agree(grads[3], image[3]):
        return None
    sizes = (*grads[1:3], *image[1:])
    return Callee("crops", "gw_crop_boxes", (3, 4, 1, 0), (1,), sizes, (*grads[1:], 4))


def _agree(a: Dim, b: Dim) -> bool:
    return a == b or isinstance(a, Symbol) or isinstance(b, Symbol)


def _takes_boxes(e: Emitter, load: Loader, op: Operation) -> Operand:
    channels = e.compare("eq", load.size(0, 3), load.size(1, 3))
    some = [e.compare("gt", load.size(1, axis), e.const(0, "int64")) for axis in (1, 2)]
    return reduce(e.logical_and, [channels, *some, _fit(e, load, 0, 2, 3, load.size(1, 0))])


CROP_AND_RESIZE_GRAD_BOXES = op(
    "CropAndResizeGradBoxes",
    "grads: float, image: T, boxes: float, box_ind: int32 -> output: float",
    f'{_IMAGES}; method: {{"bilinear"}} = "bilinear"',
    shape=lambda ctx: ctx.dims(2),
    kernel=_grad_boxes,
    native=CustomCall(_boxes_callee, accepts=_takes_boxes, by_values=True),
)


def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: TensorLike,
    crop_size: TensorLike,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """Cut boxes out of images and resize them to one size: float32 `[boxes, crop_height, crop_width, channels]`.

    Args:
      image: `[batch, height, width, channels]`.
      boxes: float32 `[boxes, 4]`: the first and the last row, the first and the last column, in the order `[y1, x1, y2,
        x2]`, from 0 to 1 where the image is. A box with y1 > y2 is turned upside down.
      box_indices: int32 `[boxes]`: the image of each box.
      crop_size: int32 `[crop_height, crop_width]`.
      method: "bilinear" or "nearest".
      extrapolation_value: of pixels outside of the image.
      name: of the operation.

    Raises:
      OutOfRangeError: there is no image of that number.
      InvalidArgumentError: shapes do not fit.

    >>> image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.image.crop_and_resize(image, [[0.0, 0.0, 1.0, 1.0]], [0], [2, 2]).numpy().ravel().tolist()
    [0.0, 3.0, 12.0, 15.0]
    """
    attrs = {"method": method, "extrapolation_value": extrapolation_value}
    return apply(CROP_AND_RESIZE, (image, boxes, box_indices, crop_size), attrs, name)


__all__ = ["crop_and_resize"]
