"""Assertions about static properties: dtypes, types of values, shapes with named sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.prelude import Array, DTypeLike, EagerTensor, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ops.control.assertions import assert_, assert_rank
from graphwright.ops.control.host import check_numerics

if TYPE_CHECKING:
    from graphwright.core.sparse_tensor import SparseTensor


def _name(tensor: DType | Tensor, otherwise: str) -> str:
    return str(tensor.name) if isinstance(tensor, Tensor) and not isinstance(tensor, EagerTensor) else otherwise


def assert_type(tensor: TensorLike, tf_type: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raise TypeError unless the tensor has the given dtype.

    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
    expected, actual = as_dtype(tf_type), to_tensor(tensor)
    if actual.dtype is not expected:
        head = f"{message}.  " if message else ""
        raise TypeError(f"{head}{_name(actual, 'tensor')} must be of type {expected!r}; got {actual.dtype!r}")


def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raise TypeError unless `x` has an integer dtype.

    >>> tf.debugging.assert_integer(tf.constant(1))
    """
    tensor = to_tensor(x)
    if not tensor.dtype.is_integer:
        head = f"{message}.  " if message else ""
        found = f"{_name(tensor, 'tensor')} of dtype {tensor.dtype}"
        raise TypeError(f'{head}Expected "x" to be integer type.  Found: {found}')


def assert_proper_iterable(values: TensorLike) -> None:
    """Raise TypeError unless `values` is an iterable of separate values; tensors, arrays and strings are rejected.

    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    if not (isinstance(values, Iterable) or is_tensor_like(values)):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')
    if is_tensor_like(values) or isinstance(values, (np.ndarray, str, bytes)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')


def assert_same_float_dtype(tensors: Any = None, dtype: DTypeLike | None = None) -> DType:
    """The common floating dtype of all tensors (float32 if there are none).

    Raises ValueError if the dtypes differ from each other or from `dtype`, or are not floating.

    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0), tf.constant(2.0)])
    tf.float32
    """
    expected = None if dtype is None else as_dtype(dtype)
    first: Any = None
    for tensor in tensors or ():
        if expected is None:
            expected, first = tensor.dtype, tensor
        elif tensor.dtype is not expected:
            reference = f" as {_name(first, str(first))}" if first is not None else ""
            raise ValueError(
                f"{_name(tensor, str(tensor))}, type={tensor.dtype}, must be of the same type ({expected}){reference}."
            )
    found = float32 if expected is None else expected
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found.name}.")
    return found


def is_numeric_tensor(tensor: TensorLike) -> bool:
    """Whether a value is a numeric tensor.

    >>> tf.debugging.is_numeric_tensor(tf.constant(1)), tf.debugging.is_numeric_tensor("text")
    (True, False)
    """
    return isinstance(tensor, Tensor) and (
        tensor.dtype.is_floating or tensor.dtype.is_integer or tensor.dtype.is_complex
    )


def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> Tensor:
    """Return the tensor; raise InvalidArgumentError with the message if it contains NaN or infinity.

    >>> float(tf.debugging.assert_all_finite(tf.constant(1.0), "loss"))
    1.0
    """
    return check_numerics(x, message, name)


# named sizes ------------------------------------------------------------------------------------------------


def assert_shapes(
    shapes: Any,
    data: TensorLike | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> None:
    """Assert shapes, and that sizes of the same name are equal.

    Args:
      shapes: pairs of a tensor and its shape, or a mapping of tensor references to shapes. A shape is a sequence of
        sizes, each an int, a name, or None or "." for any size; a leading `...` or "*" allows further axes.
      data, summarize: what to show, and how many elements, if a size is wrong at run time; by default the shape.

    Raises:
      ValueError: for a static mismatch, or `...` in another position; InvalidArgumentError for a mismatch at run time.

    >>> tf.debugging.assert_shapes([(tf.zeros([2, 3]), ("N", 3)), (tf.zeros([2]), ("N",))])
    """
    pairs = list(shapes.items()) if isinstance(shapes, Mapping) else list(shapes)
    sizes: dict[str, tuple[Any, str]] = {}
    with name_scope(name or "assert_shapes"):
        for reference, expected in pairs:
            tensor = to_tensor(reference.deref() if hasattr(reference, "deref") else reference)
            _check_tensor(tensor, expected, sizes, message, (data, summarize))


def _check_tensor(
    tensor: Any, expected: Any, sizes: dict[str, tuple[Any, str]], message: str | None, report: tuple[Any, int | None]
) -> None:
    label = _name(tensor, f"shape={tensor.shape} dtype={tensor.dtype.name}")
    axes, from_end = _axes(expected)
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
        location = f"Tensor {label} dimension {at}"
        text = str(size)
        if isinstance(size, (int, np.integer)) or text.isdigit():
            _check_size(int(size), actual, "Specified explicitly.", location, tensor, message, report)
        elif text in sizes:
            expected, source = sizes[text]
            _check_size(expected, actual, f"Specified by {source}.", location, tensor, message, report)
        else:
            sizes[text] = (actual, f"tensor {label} dimension {at}")


def _axes(expected: Any) -> tuple[list[Any], bool]:
    """The expected sizes, and whether they apply to the last axes, further axes being allowed in front."""
    sizes = list(expected) if isinstance(expected, Sequence) and not isinstance(expected, str) else [expected]
    if sizes and (sizes[0] is Ellipsis or sizes[0] == "*"):
        return sizes[1:], True
    return sizes, False


def _size(tensor: SparseTensor, axis: int) -> int | Tensor:
    """The size of an axis: an int if known, else a scalar tensor."""
    rank = tensor.shape.rank
    if rank is not None and -rank <= axis < rank:
        known = tensor.shape[axis]
        if known is not None:
            return int(known)
    shape = apply("Shape", (tensor,))
    end = axis + 1
    masks = {"shrink_axis_mask": 1}
    return apply("StridedSlice", (shape, [axis], [end if end else 2**31 - 1], [1]), masks)


def _check_size(
    expected: Any,
    actual: TensorLike,
    source: str,
    location: str,
    tensor: Tensor | Array,
    message: str | None,
    report: tuple[Any, int | None],
) -> None:
    head = f"{message}.  " if message else ""
    if isinstance(expected, int) and isinstance(actual, int):
        if expected != actual:
            raise errors.ShapeMismatchError(
                f"{head}{source}  {location} must have size {expected}.  Received size {actual}, shape {tensor.shape}"
            )
        return
    holds = apply("Equal", (np.int32(expected) if isinstance(expected, int) else expected, actual))
    data, summarize = report
    if data is None:
        data = [f"{head}{source}  {location} must have size", expected, "Received shape: ", apply("Shape", (tensor,))]
    assert_(holds, data, summarize)
