"""Tensors from whatever NumPy takes for an array, and the dtype of a result by NumPy's promotion."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.nest import flatten
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, to_tensor
from graphwright.core.tensor_like import AnyTensor
from graphwright.core.variable import Variable

NUMBERS: Final = (bool, int, float, complex)
"""Python's numbers adapt to the dtype of the arrays that they are combined with."""


class Settings:
    """What `experimental_enable_numpy_behavior` was called with."""

    prefer_float32 = False


_NARROW: Final = {"float64": np.dtype(np.float32), "complex128": np.dtype(np.complex64)}


def canonical(dtype: Any) -> np.dtype[Any]:
    """The dtype of a number of Python's: with `prefer_float32` of 32 bits."""
    found: np.dtype[Any] = np.dtype(dtype)
    return _NARROW.get(found.name, found) if Settings.prefer_float32 else found


def numpy_dtype(dtype: DTypeLike | None) -> np.dtype[Any] | None:
    """The dtype that an argument names, as NumPy's; `float` and `int` are those of 64 bits."""
    if dtype is None:
        return None
    if isinstance(dtype, DType):
        return np.dtype(dtype.numpy)
    try:
        return np.dtype(dtype)  # type: ignore[arg-type]
    except TypeError:
        return np.dtype(as_dtype(dtype).numpy)


def is_tensor(value: Any) -> bool:
    return isinstance(value, (AnyTensor, Variable))


def _kind(value: Any) -> Any:
    """What stands for a value in `numpy.result_type`: Python's numbers, and lists of them, stand for themselves."""
    if isinstance(value, (np.dtype, type, str)):
        return value
    if _adapts(value):
        return sum(flatten(value)) if isinstance(value, (list, tuple)) else value
    if isinstance(value, DType):
        return np.dtype(value.numpy)
    return np.dtype(asarray(value).dtype.numpy)


def _adapts(value: Any) -> bool:
    """Whether a value takes the dtype of the arrays that it is combined with."""
    if isinstance(value, (list, tuple)):
        leaves = flatten(value)
        return bool(leaves) and all(type(leaf) in NUMBERS for leaf in leaves)
    return type(value) in NUMBERS


def result_dtype(*values: Any) -> np.dtype[Any]:
    """NumPy's dtype for the result of an operation on the values: of no values float64."""
    found = np.result_type(*(_kind(value) for value in values)) if values else np.dtype(np.float64)
    return canonical(found) if all(map(_adapts, values)) else found


def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype that results from NumPy's promotion of arrays, numbers and dtypes.

    >>> tnp = tf.experimental.numpy
    >>> tnp.result_type(tf.constant(1), 2.0)
    tf.float64
    """
    return as_dtype(result_dtype(*arrays_and_dtypes))


def promote_types(type1: DTypeLike, type2: DTypeLike) -> np.dtype[Any]:
    """The smallest dtype that both can be cast to, as NumPy's.

    >>> tf.experimental.numpy.promote_types("int32", "float32")
    dtype('float64')
    """
    first, second = numpy_dtype(type1), numpy_dtype(type2)
    assert first is not None and second is not None
    return np.promote_types(first, second)


def cast(x: Tensor, dtype: np.dtype[Any] | DType) -> Tensor:
    wanted = as_dtype(dtype)
    return x if x.dtype is wanted else apply("Cast", (x,), {"DstT": wanted})


def asarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of a value, in the dtype that NumPy would choose.

    Python's integers are int64, its floats float64 (float32 with `prefer_float32`).

    >>> tf.experimental.numpy.asarray([1, 2.5])
    <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1. , 2.5])>
    """
    wanted = numpy_dtype(dtype)
    if is_tensor(a):
        tensor = to_tensor(a)
    elif isinstance(a, (list, tuple)) and any(is_tensor(leaf) for leaf in flatten(a)):
        tensor = apply("Pack", (promoted(*a),), {"axis": 0})
    else:
        value = np.asarray(a)
        if value.dtype == object:
            raise ValueError(f"a tensor needs numbers or text in rows of equal length, got: {a!r}")
        tensor = to_tensor(
            value.astype(wanted or (value.dtype if isinstance(a, (np.ndarray, np.generic)) else canonical(value.dtype)))
        )
    return tensor if wanted is None else cast(tensor, wanted)


def promoted(*values: TensorLike) -> list[Tensor]:
    """The values as tensors of the dtype that NumPy's promotion gives them all."""
    dtype = result_dtype(*values)
    return [cast(asarray(value, dtype) if _adapts(value) else asarray(value), dtype) for value in values]


def as_inexact(value: TensorLike) -> Tensor:
    """A tensor with integers and what NumPy does not count among floats as floats."""
    x = asarray(value)
    return x if np.issubdtype(x.dtype.numpy, np.inexact) else cast(x, np.dtype(np.float64))


def array(val: TensorLike, dtype: DTypeLike | None = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """A tensor of a value with at least `ndmin` dimensions; `copy` makes no difference, since tensors do not change.

    >>> tf.experimental.numpy.array([1, 2], ndmin=2)
    <tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[1, 2]])>
    """
    result = asarray(val, dtype)
    if result.shape.rank is None and ndmin:
        sizes, missing = (
            apply("Shape", (result,)),
            apply("Maximum", (apply("Sub", (ndmin, apply("Rank", (result,)))), 0)),
        )
        ones = apply("Fill", (apply("Reshape", (missing, [1])), 1))
        return apply("Reshape", (result, apply("ConcatV2", ([ones, sizes], 0))))
    for _ in range(ndmin - len(result.shape)):
        result = apply("ExpandDims", (result, 0))
    return result


def asanyarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """The same as `asarray`.

    >>> tf.experimental.numpy.asanyarray([1, 2]).numpy().tolist()
    [1, 2]
    """
    return asarray(a, dtype)


def ascontiguousarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor with at least one dimension.

    >>> tf.experimental.numpy.ascontiguousarray(3).numpy().tolist()
    [3]
    """
    return array(a, dtype, ndmin=1)


def copy(a: TensorLike) -> Tensor:
    """A tensor with the same elements.

    >>> tf.experimental.numpy.copy([1, 2]).numpy().tolist()
    [1, 2]
    """
    return apply("Identity", (asarray(a),))


def known_rank(x: Tensor, what: str) -> int:
    """The number of dimensions, which has to be known for `what`."""
    rank = x.shape.rank
    if rank is None:
        raise ValueError(f"{what} needs a tensor of known rank, got shape {x.shape}")
    return rank


def axes(x: Tensor, axis: Any) -> Any:
    """The axes of a reduction as the ops take them; None stands for all."""
    if axis is None:
        rank = x.shape.rank
        return (
            apply("Range", (np.int32(0), apply("Rank", (x,)), np.int32(1)))
            if rank is None
            else np.arange(rank, dtype=np.int32)
        )
    if is_tensor(axis):
        return axis
    return np.asarray(axis, np.int32)


def sizes(x: Tensor) -> list[Any]:
    """The dimensions: numbers where they are known, tensors where not."""
    known = x.shape.as_list()
    if None not in known:
        return known
    whole = apply("Shape", (x,))
    return [whole[i] if size is None else size for i, size in enumerate(known)]


# what is asked of arrays -----


def shape(a: TensorLike) -> Any:
    """The dimensions as a `TensorShape`; as a tensor where not all are known.

    >>> tf.experimental.numpy.shape([[1, 2]])
    TensorShape([1, 2])
    """
    x = asarray(a)
    return x.shape if x.shape.is_fully_defined() else apply("Shape", (x,))


def ndim(a: TensorLike) -> Any:
    """The number of dimensions.

    >>> tf.experimental.numpy.ndim([[1, 2]])
    2
    """
    x = asarray(a)
    return apply("Rank", (x,)) if x.shape.rank is None else x.shape.rank


def size(x: TensorLike, axis: int | None = None) -> Any:
    """The number of elements; `axis` has to be None.

    Raises NotImplementedError for another axis.

    >>> tf.experimental.numpy.size([[1, 2]])
    np.int64(2)
    """
    if axis is not None:
        raise NotImplementedError("axis argument is not supported in the current `np.size` implementation")
    x = asarray(x)
    count = x.shape.num_elements()
    return apply("Size", (x,)) if count is None else np.int64(count)


def isscalar(num: Any) -> bool:
    """Whether a value is a number, or a tensor without dimensions.

    >>> tf.experimental.numpy.isscalar(2)
    True
    """
    return asarray(num).shape.rank == 0 if is_tensor(num) else bool(np.isscalar(num))


def iscomplexobj(x: Any) -> bool:
    """Whether the dtype of a value is complex, whatever its elements are.

    >>> tf.experimental.numpy.iscomplexobj([1j])
    True
    """
    return bool(asarray(x).dtype.is_complex)


def isrealobj(x: Any) -> bool:
    """Whether the dtype of a value is not complex.

    >>> tf.experimental.numpy.isrealobj([1j])
    False
    """
    return not iscomplexobj(x)


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether a dtype is another or belongs to a class of NumPy's such as `as_inexact`.

    >>> tf.experimental.numpy.issubdtype(tf.int32, tf.experimental.numpy.inexact)
    False
    """
    first, second = (numpy_dtype(a) if isinstance(a, DType) else a for a in (arg1, arg2))
    return bool(np.issubdtype(first, second))


def finfo(dtype: DTypeLike) -> Any:
    """What there is to know of a floating dtype: `eps`, `max`, `min`, `tiny`, `bits`.

    >>> float(tf.experimental.numpy.finfo(tf.float32).eps)
    1.1920928955078125e-07
    """
    import ml_dtypes

    return ml_dtypes.finfo(numpy_dtype(dtype))  # type: ignore[no-untyped-call]
