"""The same elements under other dimensions: reshaped, joined, split, repeated, turned, padded; diagonals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply, apply_multi
from graphwright.numpy_api.arrays import array, asarray, cast, is_tensor, known_rank, promoted
from graphwright.numpy_api.elementwise import described
from graphwright.ops.array.pad import pad as _pad
from graphwright.ops.array.rearrange import roll as _roll
from graphwright.ops.array.rearrange import transpose as _transpose
from graphwright.ops.array.tile import repeat as _repeat
from graphwright.ops.array.tile import tile as _tile


def reshape(a: TensorLike, newshape: Any, order: str = "C") -> Tensor:
    """The same elements under other dimensions, of which one may be -1; `order="F"` counts the first axis fastest.

    Raises ValueError for another order.

    >>> tf.experimental.numpy.reshape([1, 2, 3, 4], [2, 2]).numpy().tolist()
    [[1, 2], [3, 4]]
    """
    x = asarray(a)
    dims = newshape if is_tensor(newshape) or np.ndim(newshape) else [newshape]
    if order == "F":
        turned = _transpose(reshape(_transpose(x), list(dims)[::-1]))
        return turned
    if order != "C":
        raise ValueError(f"Unsupported value for argument `order`. Supported values: `C`, `F`. Received: order={order}")
    return apply(
        "Reshape",
        (
            x,
            dims
            if is_tensor(dims)
            else apply("Pack", ([asarray(d, "int32") for d in dims],))
            if any(map(is_tensor, dims))
            else np.asarray(dims, np.int32),
        ),
    )


def ravel(a: TensorLike) -> Tensor:
    """All elements in a row.

    >>> tf.experimental.numpy.ravel([[1, 2], [3, 4]]).numpy().tolist()
    [1, 2, 3, 4]
    """
    return apply("Reshape", (asarray(a), [-1]))


def flatten(a: TensorLike, order: str = "C") -> Tensor:
    """All elements in a row; with `order="F"` column by column.

    >>> tf.experimental.numpy.flatten([[1, 2], [3, 4]], "F").numpy().tolist()
    [1, 3, 2, 4]
    """
    if order not in ("C", "A", "K", "F"):
        raise ValueError(f"flatten can only handle the orders C, A, K and F, got {order!r}")
    x = asarray(a)
    return ravel(_transpose(x) if order == "F" else x)


def transpose(a: TensorLike, axes: Any = None) -> Tensor:
    """The axes in another order, reversed without `axes`.

    >>> tf.experimental.numpy.transpose([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 3], [2, 4]]
    """
    return _transpose(asarray(a), axes)


def axis_of(axis: int, rank: int) -> int:
    """An axis counted from the first; one that is not there raises ValueError."""
    if not -rank <= axis < rank:
        raise ValueError(f"axis {axis} is out of bounds for a tensor of {rank} dimensions")
    return axis % rank


def moveaxis(a: TensorLike, source: Any, destination: Any) -> Tensor:
    """Axes moved to other positions; the others keep their order.

    >>> tf.experimental.numpy.moveaxis(tf.zeros([2, 3, 4]), 0, -1).shape
    TensorShape([3, 4, 2])
    """
    x = asarray(a)
    rank = known_rank(x, "moveaxis")
    before, after = ([axis_of(int(i), rank) for i in np.atleast_1d(axes)] for axes in (source, destination))
    if len(before) != len(after):
        raise ValueError("The lengths of source and destination must equal")
    order = [i for i in range(rank) if i not in before]
    for target, axis in sorted(zip(after, before, strict=True)):
        order.insert(target, axis)
    return x if order == sorted(order) else _transpose(x, order)


def swapaxes(a: TensorLike, axis1: int, axis2: int) -> Tensor:
    """Two axes exchanged.

    >>> tf.experimental.numpy.swapaxes([[1, 2], [3, 4]], 0, 1).numpy().tolist()
    [[1, 3], [2, 4]]
    """
    x = asarray(a)
    rank = known_rank(x, "swapaxes")
    order = list(range(rank))
    first, second = axis_of(axis1, rank), axis_of(axis2, rank)
    order[first], order[second] = order[second], order[first]
    return _transpose(x, order)


def expand_dims(a: TensorLike, axis: int) -> Tensor:
    """A new axis of size 1.

    >>> tf.experimental.numpy.expand_dims([1, 2], 0).numpy().tolist()
    [[1, 2]]
    """
    return apply("ExpandDims", (asarray(a), np.int32(axis)))


def squeeze(a: TensorLike, axis: Any = None) -> Tensor:
    """Without axes of size 1: all, or those that `axis` names.

    >>> tf.experimental.numpy.squeeze([[1], [2]]).numpy().tolist()
    [1, 2]
    """
    wanted = [] if axis is None else [int(i) for i in np.atleast_1d(axis)]
    return apply("Squeeze", (asarray(a),), {"squeeze_dims": wanted})


def broadcast_to(array: TensorLike, shape: Any) -> Tensor:
    """A tensor repeated to a shape, by NumPy's rules of broadcasting.

    >>> tf.experimental.numpy.broadcast_to([1, 2], [2, 2]).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    return full_shape(asarray(array), shape)


def full_shape(x: Tensor, shape: Any) -> Tensor:
    dims = shape if is_tensor(shape) else np.atleast_1d(np.asarray(shape, np.int32))
    return apply("BroadcastTo", (x, dims))


def broadcast_arrays(*args: TensorLike, **kwargs: Any) -> list[Tensor]:
    """Tensors repeated to one shape.

    >>> [part.numpy().tolist() for part in tf.experimental.numpy.broadcast_arrays([1], [[1], [2]])]
    [[[1], [1]], [[1], [2]]]
    """
    if kwargs.pop("subok", False):
        raise ValueError("subok=True is not supported.")
    if kwargs:
        raise ValueError(f"Received unsupported arguments {sorted(kwargs)}")
    tensors = [asarray(value) for value in args]
    shape: Any = np.zeros(0, np.int32)
    for x in tensors:
        shape = apply("BroadcastArgs", (shape, apply("Shape", (x,))))
    return [apply("BroadcastTo", (x, shape)) for x in tensors]


# several -----


def concatenate(arys: Sequence[TensorLike], axis: int | None = 0) -> Tensor:
    """Tensors joined along an axis, in a row without one. Raises ValueError for none.

    >>> tf.experimental.numpy.concatenate([[1], [2, 3]]).numpy().tolist()
    [1, 2, 3]
    """
    if not is_tensor(arys) and not len(arys):
        raise ValueError(f"Need at least one array to concatenate. Received empty input: arys={arys}")
    tensors = promoted(*arys)
    if axis is None:
        tensors, axis = [ravel(x) for x in tensors], 0
    return apply("ConcatV2", (tensors, np.int32(axis)))


def append(arr: TensorLike, values: TensorLike, axis: int | None = None) -> Tensor:
    """Two tensors joined along an axis, in a row without one.

    >>> tf.experimental.numpy.append([1], [2, 3]).numpy().tolist()
    [1, 2, 3]
    """
    return concatenate([arr, values], axis)


def stack(arrays: Any, axis: int = 0) -> Tensor:
    """Tensors of one shape along a new axis.

    >>> tf.experimental.numpy.stack([[1, 2], [3, 4]], axis=1).numpy().tolist()
    [[1, 3], [2, 4]]
    """
    if is_tensor(arrays):
        x = asarray(arrays)
        return x if axis == 0 else swapaxes(x, 0, axis)
    return apply("Pack", (promoted(*arrays),), {"axis": axis})


def _atleast(least: int, place: Callable[[Tensor], Tensor]) -> Callable[..., Any]:
    def function(*arys: TensorLike) -> Any:
        found = [place(asarray(value)) for value in arys]
        return found[0] if len(found) == 1 else found

    text = f"Tensors with at least {least} dimension{'s' * (least > 1)}: one, or a list of several."
    return described(function, f"atleast_{least}d", text, f"atleast_{least}d(3)", f"{'[' * least}3{']' * least}")


def _three(x: Tensor) -> Tensor:
    rank = known_rank(x, "atleast_3d")
    return apply("ExpandDims", (array(x, ndmin=2), -1)) if rank < 3 else x


atleast_1d = _atleast(1, lambda x: array(x, ndmin=1))
atleast_2d = _atleast(2, lambda x: array(x, ndmin=2))
atleast_3d = _atleast(3, _three)


def vstack(tup: Any) -> Tensor:
    """Tensors joined along the first axis, vectors as rows.

    >>> tf.experimental.numpy.vstack([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 2], [3, 4]]
    """
    return concatenate([atleast_2d(x) for x in tup])


def hstack(tup: Any) -> Tensor:
    """Tensors joined along the second axis, vectors along their only one.

    >>> tf.experimental.numpy.hstack([[1], [2, 3]]).numpy().tolist()
    [1, 2, 3]
    """
    tensors = [atleast_1d(x) for x in tup]
    return concatenate(tensors, 0 if tensors and tensors[0].shape.rank == 1 else 1)


def dstack(tup: Any) -> Tensor:
    """Tensors joined along the third axis.

    >>> tf.experimental.numpy.dstack([[1, 2], [3, 4]]).numpy().tolist()
    [[[1, 3], [2, 4]]]
    """
    return concatenate([atleast_3d(x) for x in tup], 2)


def slices(x: Tensor, axis: int, first: int | None, end: int | None) -> Tensor:
    """A part of a tensor along an axis."""
    key: Any = (slice(None),) * axis + (slice(first, end),)
    return x[key]


def split(ary: TensorLike, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """A tensor in so many equal parts, or cut at positions, along an axis.

    >>> [part.numpy().tolist() for part in tf.experimental.numpy.split([1, 2, 3], [1])]
    [[1], [2, 3]]
    """
    x = asarray(ary)
    if np.ndim(indices_or_sections) == 0 and not is_tensor(indices_or_sections):
        found: Any = apply_multi("Split", (np.int32(axis), x), {"num_split": int(indices_or_sections)})
        return list(found) if isinstance(found, (list, tuple)) else [found]
    along = axis_of(axis, known_rank(x, "split"))
    cuts = [None, *np.asarray(indices_or_sections).tolist(), None]
    return [slices(x, along, first, end) for first, end in pairwise(cuts)]


def _split_along(name: str, axis: Callable[[int], int], word: str) -> Callable[[TensorLike, Any], list[Tensor]]:
    def function(ary: TensorLike, indices_or_sections: Any) -> list[Tensor]:
        x = asarray(ary)
        return split(x, indices_or_sections, axis(known_rank(x, name)))

    text = f"A tensor in equal parts, or cut at positions, along the {word} axis."
    return described(function, name, text, f"{name}([[[1, 2], [3, 4]]], 1)[0]", "[[[1, 2], [3, 4]]]")


hsplit = _split_along("hsplit", lambda rank: 0 if rank == 1 else 1, "second")
vsplit = _split_along("vsplit", lambda rank: 0, "first")
dsplit = _split_along("dsplit", lambda rank: 2, "third")


def meshgrid(*xi: TensorLike, **kwargs: Any) -> list[Tensor]:
    """The coordinates of a grid from those of its axes; `sparse=True` and `copy=False` raise ValueError.

    >>> [part.numpy().tolist() for part in tf.experimental.numpy.meshgrid([1, 2], [3])]
    [[[1, 2]], [[3, 3]]]
    """
    from graphwright.ops.array.tile import meshgrid as grid

    if kwargs.pop("sparse", False):
        raise ValueError("Function `meshgrid` does not support returning sparse arrays yet. Received: sparse=True")
    if not kwargs.pop("copy", True):
        raise ValueError("Function `meshgrid` only supports copy=True. Received: copy=False")
    indexing = kwargs.pop("indexing", "xy")
    return list(grid(*(asarray(x) for x in xi), indexing=indexing))


# repeated, turned, padded -----


def tile(a: TensorLike, reps: Any) -> Tensor:
    """A tensor repeated along its axes; missing ones are added in front.

    >>> tf.experimental.numpy.tile([1, 2], 2).numpy().tolist()
    [1, 2, 1, 2]
    """
    x = asarray(a)
    if is_tensor(reps):
        return _tile(x, reps)
    counts = np.atleast_1d(np.asarray(reps, np.int32))
    rank = known_rank(x, "tile")
    counts = np.concatenate([np.ones(max(rank - len(counts), 0), np.int32), counts])
    return _tile(array(x, ndmin=len(counts)), counts)


def repeat(a: TensorLike, repeats: Any, axis: int | None = None) -> Tensor:
    """Each element, or slice along an axis, repeated.

    >>> tf.experimental.numpy.repeat([1, 2], 2).numpy().tolist()
    [1, 1, 2, 2]
    """
    return _repeat(asarray(a), repeats, axis)


def roll(a: TensorLike, shift: Any, axis: Any = None) -> Tensor:
    """Elements moved along an axis, the last to the front; without `axis` as if they were in a row.

    >>> tf.experimental.numpy.roll([1, 2, 3], 1).numpy().tolist()
    [3, 1, 2]
    """
    x = asarray(a)
    if axis is None:
        return apply("Reshape", (_roll(ravel(x), shift, 0), apply("Shape", (x,))))
    return _roll(x, shift, axis)


def flip(m: TensorLike, axis: Any = None) -> Tensor:
    """Elements in reverse order along axes, along all without `axis`.

    >>> tf.experimental.numpy.flip([[1, 2], [3, 4]]).numpy().tolist()
    [[4, 3], [2, 1]]
    """
    x = asarray(m)
    along = range(known_rank(x, "flip")) if axis is None else np.atleast_1d(axis)
    return apply("ReverseV2", (x, np.asarray(list(along), np.int32)))


def flipud(m: TensorLike) -> Tensor:
    """The first axis in reverse order.

    >>> tf.experimental.numpy.flipud([[1, 2], [3, 4]]).numpy().tolist()
    [[3, 4], [1, 2]]
    """
    return flip(m, 0)


def fliplr(m: TensorLike) -> Tensor:
    """The second axis in reverse order.

    >>> tf.experimental.numpy.fliplr([[1, 2], [3, 4]]).numpy().tolist()
    [[2, 1], [4, 3]]
    """
    return flip(m, 1)


def rot90(m: TensorLike, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Tensor:
    """Quarter turns in the plane of two axes.

    >>> tf.experimental.numpy.rot90([[1, 2], [3, 4]]).numpy()
    array([[2, 4],
           [1, 3]])
    """
    x = asarray(m)
    first, second = (axis_of(axis, known_rank(x, "rot90")) for axis in axes)
    k %= 4
    if k == 2:
        return flip(flip(x, first), second)
    if k == 1:
        return swapaxes(flip(x, second), first, second)
    return flip(swapaxes(x, first, second), second) if k else x


def pad(array: TensorLike, pad_width: Any, mode: str, **kwargs: Any) -> Tensor:
    """A frame around a tensor: `"constant"` with `constant_values`, `"reflect"` or `"symmetric"`.

    `pad_width` is a pair for each axis, or what is broadcast to that. Raises ValueError for another mode.

    >>> tf.experimental.numpy.pad([1, 2], [[1, 1]], "constant").numpy().tolist()
    [0, 1, 2, 0]
    """
    x = asarray(array)
    if mode.upper() not in ("CONSTANT", "REFLECT", "SYMMETRIC"):
        raise ValueError(f"Unsupported padding mode: {mode}")
    widths = (
        pad_width
        if is_tensor(pad_width)
        else np.broadcast_to(np.asarray(pad_width, np.int32), (known_rank(x, "pad"), 2))
    )
    return _pad(x, widths, mode.upper(), cast(asarray(kwargs.get("constant_values", 0)), x.dtype))


def ix_(*args: TensorLike) -> list[Tensor]:
    """Vectors as the axes of a grid, to index with.

    Raises ValueError for what is not a vector.

    >>> [part.numpy().tolist() for part in tf.experimental.numpy.ix_([0, 1], [2])]
    [[[0], [1]], [[2]]]
    """
    found = []
    for i, value in enumerate(args):
        x = asarray(value)
        if x.shape.rank not in (1, None):
            raise ValueError(f"Arguments must be 1-d, got arg {i} of shape {x.shape}")
        if x.dtype.is_bool:
            x = apply("Reshape", (apply("Where", (x,)), [-1]))
        found.append(apply("Reshape", (x, [-1 if j == i else 1 for j in range(len(args))])))
    return found
