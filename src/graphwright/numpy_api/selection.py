"""Elements by condition, by position and in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import bool as bool_
from graphwright.base.dtypes import int64
from graphwright.core.prelude import Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import asarray, cast, known_rank, promoted
from graphwright.numpy_api.shapes import ravel, slices
from graphwright.ops.index.gather import gather
from graphwright.ops.index.slicing import boolean_mask
from graphwright.ops.index.sort import argsort as _argsort
from graphwright.ops.index.sort import sort as _sort


def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None) -> Any:
    """`x` where a condition is not zero, else `y`, all broadcast; without both the positions, as `nonzero` has them.

    Raises ValueError for one of both.

    >>> tf.experimental.numpy.where([True, False], 1, 2).numpy().tolist()
    [1, 2]
    """
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    return apply("SelectV2", (asarray(condition, bool_), *promoted(x, y)))


def select(condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0) -> Tensor:
    """The elements of the first choice whose condition is True, `default` where none is; all broadcast together.

    Raises ValueError where there are not as many conditions as choices.

    >>> x = tf.range(4)
    >>> tf.experimental.numpy.select([x < 1, x < 3], [x + 10, x + 20], -1).numpy()
    array([10, 21, 22, -1], dtype=int32)
    """
    if len(condlist) != len(choicelist):
        raise ValueError(f"condlist must have length equal to choicelist ({len(condlist)} vs {len(choicelist)})")
    *choices, result = promoted(*choicelist, default)
    for condition, choice in reversed(list(zip(condlist, choices, strict=True))):
        result = apply("SelectV2", (asarray(condition, bool_), choice, result))
    return result


def nonzero(a: TensorLike) -> list[Tensor]:
    """The positions of elements that are not zero: a vector for each dimension.

    >>> [positions.numpy().tolist() for positions in tf.experimental.numpy.nonzero([[1, 0], [0, 2]])]
    [[0, 1], [0, 1]]
    """
    x = asarray(a, bool_)
    if not known_rank(x, "nonzero"):
        x = ravel(x)
    found = apply("Where", (x,))
    return [found[:, i] for i in range(len(x.shape))]


def take(a: TensorLike, indices: TensorLike, axis: int | None = None, out: Any = None, mode: str = "clip") -> Tensor:
    """Slices along an axis, elements in a row without `axis`; positions outside are clipped, or wrapped around.

    Raises ValueError for `out` and other modes.

    >>> tf.experimental.numpy.take([10, 20, 30], [0, 2]).numpy().tolist()
    [10, 30]
    """
    if out is not None:
        raise ValueError("out argument is not supported in take.")
    if mode not in ("raise", "clip", "wrap"):
        raise ValueError(f"Invalid mode '{mode}' for take")
    if mode == "raise":
        mode = "clip"
    x, positions = asarray(a), asarray(indices)
    if axis is None:
        x, axis = ravel(x), 0
    size = apply("Cast", (apply("Shape", (x,))[axis],), {"DstT": positions.dtype})
    zero, last = cast(asarray(0), positions.dtype), size - cast(asarray(1), positions.dtype)
    if mode == "wrap":
        positions = apply("FloorMod", (positions, size))
    else:
        positions = apply("Minimum", (apply("Maximum", (positions, zero)), last))
    return gather(x, positions, axis=axis)


def take_along_axis(arr: TensorLike, indices: TensorLike, axis: int | None) -> Tensor:
    """For each position an element of its slice along an axis; negative positions count from the end.

    >>> tf.experimental.numpy.take_along_axis([[3, 1, 2]], [[1, 2, 0]], axis=1).numpy()
    array([[1, 2, 3]])
    """
    x, positions = asarray(arr), asarray(indices)
    if axis is None:
        return take_along_axis(ravel(x), positions, 0)
    rank = known_rank(x, "take_along_axis")
    axis %= rank
    size = apply("Cast", (apply("Shape", (x,))[axis],), {"DstT": positions.dtype})
    positions = apply("SelectV2", (positions < cast(asarray(0), positions.dtype), positions + size, positions))
    order = [*(i for i in range(rank) if i != axis), axis]
    back = list(np.argsort(order))
    x, positions = apply("Transpose", (x, order)), apply("Transpose", (positions, order))
    shapes = (apply("Shape", (v,))[:-1] for v in (x, positions))
    common = apply("BroadcastArgs", tuple(shapes))
    x, positions = (
        apply("BroadcastTo", (v, apply("ConcatV2", ([common, apply("Shape", (v,))[-1:]], 0)))) for v in (x, positions)
    )
    return apply("Transpose", (gather(x, positions, axis=rank - 1, batch_dims=rank - 1), back))


def compress(condition: TensorLike, a: TensorLike, axis: int | None = None) -> Tensor:
    """Slices along an axis where a vector is not zero, elements in a row without `axis`.

    >>> tf.experimental.numpy.compress([True, False, True], [1, 2, 3]).numpy().tolist()
    [1, 3]
    """
    chosen, x = asarray(condition, bool_), asarray(a)
    if chosen.shape.rank != 1:
        raise ValueError("condition must be a 1-d array.")
    if axis is None:
        x, axis = ravel(x), 0
    axis %= known_rank(x, "compress")
    count = chosen.shape[0]
    x = slices(x, axis, None, count)
    return boolean_mask(x, chosen, axis)


def clip(a: TensorLike, a_min: TensorLike | None, a_max: TensorLike | None) -> Tensor:
    """Elements no smaller than one bound and no larger than another; None is no bound.

    Raises ValueError where both are None.

    >>> tf.experimental.numpy.clip([1, 2, 3], 2, None).numpy().tolist()
    [2, 2, 3]
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    if a_min is None:
        return apply("Minimum", tuple(promoted(a, a_max)))  # type: ignore[arg-type]
    if a_max is None:
        return apply("Maximum", tuple(promoted(a, a_min)))
    x, least, most = promoted(a, a_min, a_max)
    if x.dtype.is_bool:
        return apply("LogicalAnd", (apply("LogicalOr", (x, least)), most))
    return apply("Minimum", (apply("Maximum", (x, least)), most))


def _only_quicksort(kind: str, order: Any) -> None:
    if order is not None:
        raise ValueError("The 'order' argument to sort is not supported.")
    if kind not in ("quicksort", "stable"):
        raise ValueError(
            f'Invalid value for argument `kind`. Only kind="quicksort" is supported. Received: kind={kind}'
        )


def sort(a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: Any = None) -> Tensor:
    """Elements in ascending order along an axis, all in a row for None.

    >>> tf.experimental.numpy.sort([3, 1, 2]).numpy().tolist()
    [1, 2, 3]
    """
    if kind != "quicksort":
        _only_quicksort("", order)
    _only_quicksort(kind, order)
    x = asarray(a)
    return _sort(ravel(x), 0) if axis is None else _sort(x, axis)


def argsort(a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: Any = None) -> Tensor:
    """The positions that put elements in ascending order; `kind="stable"` keeps equal ones in theirs.

    >>> tf.experimental.numpy.argsort([3, 1, 2]).numpy().tolist()
    [1, 2, 0]
    """
    _only_quicksort(kind, order)
    x = asarray(a)
    if x.shape.rank == 0:
        return asarray(np.zeros(1, np.int64))
    if axis is None:
        x, axis = ravel(x), 0
    return cast(_argsort(x, axis, stable=kind == "stable"), int64)
