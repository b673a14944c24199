"""`tf.test.compute_gradient`: Jacobians by gradients and by finite differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.autodiff.tape import GradientTape
from graphwright.core.convert import to_tensor
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.tensor import Tensor

_FLOATS = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")


def compute_gradient(
    f: Callable[..., Any], x: Sequence[Any], delta: float | None = None
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The Jacobians of a function by its gradient, and by differences.

    Args:
      f: takes the tensors of `x` and returns a tensor.
      x: a list of floating-point or complex values.
      delta: the step of the differences; 1/1024, or a larger one for narrow dtypes.

    Returns:
      Two tuples with a matrix [elements of `f(*x)`, elements of the argument] for each argument. A complex element
      counts as two, its real and its imaginary part.

    Raises:
      ValueError: `x` is not a list.
      AssertionError: an argument or the result is not a floating-point number.

    >>> by_gradient, by_differences = tf.test.compute_gradient(lambda x: x * x, [[3.0]])
    >>> by_gradient[0].tolist()
    [[6.0]]
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError(
            f"`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a {type(x)}"
        )
    arguments = [to_tensor(value) for value in x]
    for index, argument in enumerate(arguments):
        if argument.dtype.name not in _FLOATS:
            name = argument.dtype.name
            raise AssertionError(f"Cannot compute gradient for unsupported type {name} of argument {index}")
    step = 1.0 / 1024 if delta is None else delta
    return (
        tuple(_by_gradient(f, arguments, index) for index in range(len(arguments))),
        tuple(_by_differences(f, arguments, index, step) for index in range(len(arguments))),
    )


def _reals(array: Any) -> Any:
    """The elements as a vector of real numbers."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat


def _of_reals(reals: Any, like: Any) -> Any:
    return reals.view(like.dtype).reshape(like.shape)


def _by_gradient(f: Callable[..., Any], arguments: list[Tensor], index: int) -> Any:
    argument = arguments[index]
    with GradientTape(persistent=True) as tape:
        tape.watch(argument)
        result = f(*arguments)
    if isinstance(result, Tensor) and result.dtype.name not in _FLOATS:
        raise AssertionError(f"Cannot compute gradient for unsupported type {result.dtype.name} of y")
    output = np.asarray(result)
    size = _reals(output).size
    wide = _reals(np.asarray(argument))
    jacobian = np.zeros((size, wide.size), wide.dtype)
    for row in range(size):
        seed = np.zeros_like(_reals(output))
        seed[row] = 1
        found = tape.gradient(result, argument, output_gradients=to_tensor(_of_reals(seed, output)))
        if isinstance(found, IndexedSlices):
            found = to_tensor(found)
        if found is not None:
            jacobian[row] = _reals(np.asarray(found))
    return jacobian


def _by_differences(f: Callable[..., Any], arguments: list[Tensor], index: int, step: float) -> Any:
    base = np.asarray(arguments[index])
    reals = _reals(base)
    columns = []
    for element in range(reals.size):
        values = []
        for sign in (1, -1):
            moved = reals.copy()
            moved[element] += moved.dtype.type(sign * step)
            changed = to_tensor(_of_reals(moved, base))
            values.append(_reals(np.asarray(f(*arguments[:index], changed, *arguments[index + 1 :]))))
        columns.append((values[0] - values[1]) / values[0].dtype.type(2 * step))
    if not columns:
        return np.zeros((_reals(np.asarray(f(*arguments))).size, 0), reals.dtype)
    return np.stack(columns, 1)


__all__ = ["compute_gradient"]
