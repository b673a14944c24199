"""Assertions about what is known without running anything: dtypes, kinds of values, shapes with names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, float32
from graphwright.core.context import name_scope
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Array, EagerTensor, Tensor
from graphwright.core.typing import TensorLike
from graphwright.ops.control.assertions import assert_, assert_rank
from graphwright.ops.control.host import check_numerics

if TYPE_CHECKING:
    from graphwright.core.sparse_tensor import SparseTensor


def _name(tensor: DType | Tensor, otherwise: str) -> str:
    return str(tensor.name) if isinstance(tensor, Tensor) and not isinstance(tensor, EagerTensor) else otherwise


def assert_type(tensor: TensorLike, tf_type: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raise TypeError unless the tensor has a dtype.

    >>> import graphwright as tf
    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
    wanted, given = as_dtype(tf_type), to_tensor(tensor)
    if given.dtype is not wanted:
        head = f"{message}.  " if message else ""
        raise TypeError(f"{head}{_name(given, 'tensor')} must be of type {wanted!r}; got {given.dtype!r}")


def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raise TypeError unless `x` has an integer dtype.

    >>> import graphwright as tf
    >>> tf.debugging.assert_integer(tf.constant(1))
    """
    tensor = to_tensor(x)
    if not tensor.dtype.is_integer:
        head = f"{message}.  " if message else ""
        found = f"{_name(tensor, 'tensor')} of dtype {tensor.dtype}"
        raise TypeError(f'{head}Expected "x" to be integer type.  Found: {found}')


def assert_proper_iterable(values: TensorLike) -> None:
    """Raise TypeError unless `values` is an iterable whose elements can be used as several tensors.

    Tensors, arrays and texts can be iterated over and are refused.

    >>> import graphwright as tf
    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    if not (isinstance(values, Iterable) or is_tensor_like(values)):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')
    if is_tensor_like(values) or isinstance(values, (np.ndarray, str, bytes)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> DType:
    """The one floating dtype that all tensors have (float32 if there are none).

    Raises ValueError when they differ from each other or from `dtype`, or have no floating dtype.

    >>> import graphwright as tf
    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0), tf.constant(2.0)])
    tf.float32
    """
    wanted = None if dtype is None else as_dtype(dtype)
    first: Any = None
    for tensor in tensors or ():
        if wanted is None:
            wanted, first = tensor.dtype, tensor
        elif tensor.dtype is not wanted:
            beside = f" as {_name(first, str(first))}" if first is not None else ""
            raise ValueError(
                f"{_name(tensor, str(tensor))}, type={tensor.dtype}, must be of the same type ({wanted}){beside}."
            )
    found = float32 if wanted is None else wanted
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found.name}.")
    return found


def is_numeric_tensor(tensor: TensorLike) -> bool:
    """Whether it is a tensor of numbers.

    >>> import graphwright as tf
    >>> tf.debugging.is_numeric_tensor(tf.constant(1)), tf.debugging.is_numeric_tensor("text")
    (True, False)
    """
    return isinstance(tensor, Tensor) and (
        tensor.dtype.is_floating or tensor.dtype.is_integer or tensor.dtype.is_complex
    )


def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> Tensor:
    """The tensor; InvalidArgumentError with the message when it holds NaN or infinity.

    >>> import graphwright as tf
    >>> float(tf.debugging.assert_all_finite(tf.constant(1.0), "loss"))
    1.0
    """
    return check_numerics(x, message, name)


# shapes with names ------------------------------------------------------------------------------------------


def assert_shapes(
    shapes: Any,
    data: TensorLike | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> None:
    """Assert shapes and that sizes of the same name agree.

    Args:
      shapes: pairs of a tensor and its shape, or a mapping of references to shapes: a sequence of sizes, each an
        int, a name, or None or "." for any size; `...` or "*" in front for any number of further axes.
      data, summarize: what to show, and how much of it, when a size that only the run knows is wrong; by default the
        shape that was received.

    Raises:
      ValueError: where it is known not to hold, or `...` stands elsewhere; otherwise InvalidArgumentError when the
        function runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_shapes([(tf.zeros([2, 3]), ("N", 3)), (tf.zeros([2]), ("N",))])
    """
    pairs = list(shapes.items()) if isinstance(shapes, Mapping) else list(shapes)
    sizes: dict[str, tuple[Any, str]] = {}
    with name_scope(name or "assert_shapes"):
        for given, wanted in pairs:
            tensor = to_tensor(given.deref() if hasattr(given, "deref") else given)
            _check_one(tensor, wanted, sizes, message, (data, summarize))


def _check_one(
    tensor: Any, wanted: Any, sizes: dict[str, tuple[Any, str]], message: str | None, shown: tuple[Any, int | None]
) -> None:
    label = _name(tensor, f"shape={tensor.shape} dtype={tensor.dtype.name}")
    axes, from_end = _axes(wanted)
    misplaced = next((i for i, size in enumerate(axes, from_end) if size is Ellipsis or size == "*"), None)
    if misplaced is not None:
        raise ValueError(
            f"{message + '.  ' if message else ''}Tensor {label} specified shape index {misplaced}.  Symbol `...` or "
            "`*` for a variable number of unspecified dimensions is only allowed as the first entry"
        )
    if not from_end:
        assert_rank(tensor, len(axes), message)
    for i, size in enumerate(axes):
        if size is None or size == ".":
            continue
        at = i - len(axes) if from_end else i
        actual = _size(tensor, at)
        place = f"Tensor {label} dimension {at}"
        text = str(size)
        if isinstance(size, (int, np.integer)) or text.isdigit():
            _same(int(size), actual, "Specified explicitly.", place, tensor, message, shown)
        elif text in sizes:
            expected, source = sizes[text]
            _same(expected, actual, f"Specified by {source}.", place, tensor, message, shown)
        else:
            sizes[text] = (actual, f"tensor {label} dimension {at}")


def _axes(wanted: Any) -> tuple[list[Any], bool]:
    """The sizes asked for, and whether they count from the end, further axes being allowed in front."""
    sizes = list(wanted) if isinstance(wanted, Sequence) and not isinstance(wanted, str) else [wanted]
    if sizes and (sizes[0] is Ellipsis or sizes[0] == "*"):
        return sizes[1:], True
    return sizes, False


def _size(tensor: SparseTensor, axis: int) -> int | Tensor:
    """The size of an axis: an int where it is known, else a scalar tensor."""
    rank = tensor.shape.rank
    if rank is not None and -rank <= axis < rank:
        known = tensor.shape[axis]
        if known is not None:
            return int(known)
    shape = apply("Shape", (tensor,))
    end = axis + 1
    masks = {"shrink_axis_mask": 1}
    return apply("StridedSlice", (shape, [axis], [end if end else 2**31 - 1], [1]), masks)


def _same(
    expected: Any,
    actual: TensorLike,
    source: str,
    place: str,
    tensor: Tensor | Array,
    message: str | None,
    shown: tuple[Any, int | None],
) -> None:
    head = f"{message}.  " if message else ""
    if isinstance(expected, int) and isinstance(actual, int):
        if expected != actual:
            raise errors.ShapeMismatchError(
                f"{head}{source}  {place} must have size {expected}.  Received size {actual}, shape {tensor.shape}"
            )
        return
    held = apply("Equal", (np.int32(expected) if isinstance(expected, int) else expected, actual))
    data, summarize = shown
    if data is None:
        data = [f"{head}{source}  {place} must have size", expected, "Received shape: ", apply("Shape", (tensor,))]
    assert_(held, data, summarize)


__all__ = [
    "assert_all_finite",
    "assert_integer",
    "assert_proper_iterable",
    "assert_same_float_dtype",
    "assert_shapes",
    "assert_type",
    "is_numeric_tensor",
]
