"""Assertions: `tf.debugging.Assert` and the `assert_*` family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.tensor import Array, EagerTensor, Tensor
from graphwright.core.typing import TensorLike
from graphwright.ir.infer import constant_value
from graphwright.ir.record import op
from graphwright.ops.io._summaries import first_elements

if TYPE_CHECKING:
    from graphwright.core.sparse_tensor import SparseTensor

# Assert -----------------------------------------------------------------------------------------------------


def _assert_kernel(condition: Array, data: list[Array], summarize: int) -> None:
    if not condition.all():
        shown = " ".join(f"[{first_elements(value, summarize)}]" for value in data)
        raise errors.AssertionFailedError(f"assertion failed: {shown}")


ASSERT = op(
    "Assert",
    "condition: bool, data: [T] ->",
    "T: list(type) >= 1; summarize: int = 3",
    shape=lambda ctx: [],
    kernel=_assert_kernel,
    no_gradient=True,
    effect="host",
)


def assert_(condition: Any, data: Any, summarize: int | None = None, name: str | None = None) -> Any:
    """Fail when a condition does not hold.

    Args:
      condition: a bool scalar.
      data: what to show when it fails: a list of tensors and texts.
      summarize: how many elements of each to show, 3 by default.

    Raises:
      InvalidArgumentError: it does not hold; in a function when that runs.

    >>> import graphwright as tf
    >>> x = tf.constant(1)
    >>> tf.debugging.Assert(x > 0, ["x must be positive:", x])
    """
    if state.graph is not None:
        if not isinstance(data, (list, tuple)):
            raise TypeError(f"Expected list for 'data' argument to 'Assert' Op, not {data}.")
        with name_scope(name or "Assert"):
            attrs = {"summarize": 3 if summarize is None else summarize}
            return apply_effect(ASSERT, (condition, list(data)), attrs)
    if not condition:
        given = data if isinstance(data, (list, tuple)) else [data]
        shown = "\n".join(_python_summary(value, summarize) for value in given)
        raise errors.InvalidArgumentError(f"Expected '{condition}' to be true. Summarized data: {shown}")
    return None


def _python_summary(value: TensorLike, summarize: int | None) -> str:
    """The first elements of a value with commas, all when `summarize` is negative."""
    flat = np.asarray(to_tensor(value)).reshape(-1)
    limit = 3 if summarize is None else summarize
    shown = flat if limit < 0 else flat[:limit]
    return ", ".join([str(v) for v in shown]) + (", ..." if len(shown) < len(flat) else "")


# two operands -----------------------------------------------------------------------------------------------


def _compare(
    function: str,
    comparison: str,
    x: Any,
    y: Any,
    message: str | None,
    summarize: int | None,
    name: str | None,
) -> Any:
    """Assert that a comparison holds for all elements."""
    symbol, compare = _COMPARISONS[comparison]
    with name_scope(name or function):
        left = to_tensor(x, None, "x")
        right = to_tensor(y, None, "y", left.dtype)
        held = apply(comparison, (left, right))
        if state.graph is None:
            if not np.asarray(held).all():
                text = _eager_report(np.asarray(left), np.asarray(right), np.asarray(held), symbol, summarize)
                raise errors.InvalidArgumentError(_headed(message, text))
            return None
        lines: list[Any] = [f"Condition x {symbol} y did not hold element-wise:"]
        lines += [f"x ({_label(left)}) = ", left, f"y ({_label(right)}) = ", right]
        known = [constant_value(left), constant_value(right)]
        if known[0] is not None and known[1] is not None:
            return _decided(compare(known[0], known[1]), message, lines)
        held = _everywhere(held)
        return assert_(held, [*([message] if message else []), *lines], summarize)


_COMPARISONS: dict[str, tuple[str, Any]] = {
    "Equal": ("==", np.equal),
    "NotEqual": ("!=", np.not_equal),
    "Less": ("<", np.less),
    "LessEqual": ("<=", np.less_equal),
    "Greater": (">", np.greater),
    "GreaterEqual": (">=", np.greater_equal),
}


def _everywhere(held: Tensor) -> Tensor:
    """Whether it holds for all elements."""
    rank = held.shape.rank
    axes = apply("Range", (0, apply("Rank", (held,)), 1)) if rank is None else np.arange(rank, dtype=np.int32)
    return apply("All", (held, to_tensor(axes)))


def _decided(held: Any, message: str | None, lines: list[str] | list[Tensor] | list[Array] | list[object]) -> None:
    """An assertion about constants fails or passes while tracing."""
    if not held.all():
        text = "\n".join(v if isinstance(v, str) else str(constant_value(v)) for v in lines)
        raise errors.InvalidArgumentError(_headed(message, text))


def _headed(message: str | None, text: str) -> str:
    return f"{message}\n{text}" if message else text


def _label(tensor: SparseTensor | Tensor) -> str:
    if isinstance(tensor, EagerTensor):
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)


def _eager_report(x: Array, y: Array, held: Array, symbol: str, summarize: int | None) -> str:
    limit = 3 if summarize is None else summarize
    lines = [f"Condition x {symbol} y did not hold."]
    if held.ndim:
        wrong = np.argwhere(~held)
        shown = wrong if limit < 0 else wrong[:limit]
        at = tuple(shown.T)
        lines += [f"Indices of first {len(shown)} different values:", str(shown)]
        lines += ["Corresponding x values:", str(np.broadcast_to(x, held.shape)[at])]
        lines += ["Corresponding y values:", str(np.broadcast_to(y, held.shape)[at])]
    for label, array in (("x", x), ("y", y)):
        count = array.size if limit < 0 else min(limit, array.size)
        lines += [f"First {count} elements of {label}:", str(array.reshape(-1)[:count])]
    return "\n".join(lines)


def assert_equal(
    x: Any, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x == y` for all elements, with broadcasting.

    Raises InvalidArgumentError that shows where it does not hold; in a function when that runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_equal(tf.constant([1, 1]), 1)
    """
    return _compare("assert_equal", "Equal", x, y, message, summarize, name)


def assert_none_equal(
    x: Any, y: Tensor, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    """Assert that `x != y` for all elements, with broadcasting; errors as `assert_equal`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_none_equal(tf.constant([1, 2]), 3)
    """
    return _compare("assert_none_equal", "NotEqual", x, y, message, summarize, name)


def assert_less(
    x: Any, y: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x < y` for all elements, with broadcasting; errors as `assert_equal`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_less(tf.constant([1, 2]), 3)
    """
    return _compare("assert_less", "Less", x, y, message, summarize, name)


def assert_less_equal(
    x: Any, y: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x <= y` for all elements, with broadcasting; errors as `assert_equal`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_less_equal(tf.constant([1, 2]), 2)
    """
    return _compare("assert_less_equal", "LessEqual", x, y, message, summarize, name)


def assert_greater(
    x: Any, y: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x > y` for all elements, with broadcasting; errors as `assert_equal`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_greater(tf.constant([1, 2]), 0)
    """
    return _compare("assert_greater", "Greater", x, y, message, summarize, name)


def assert_greater_equal(
    x: Any, y: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x >= y` for all elements, with broadcasting; errors as `assert_equal`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_greater_equal(tf.constant([1, 2]), 1)
    """
    return _compare("assert_greater_equal", "GreaterEqual", x, y, message, summarize, name)


# one operand against zero -----------------------------------------------------------------------------------


def _sign(
    function: str, comparison: str, x: TensorLike, message: str | None, summarize: int | None, name: str | None
) -> Any:
    symbol, compare = _COMPARISONS[comparison]
    with name_scope(name or function):
        tensor = to_tensor(x, None, "x")
        zero = to_tensor(0, tensor.dtype)
        head = _sentence(message)
        lines = [f"Condition x {symbol} 0 did not hold element-wise:", f"x ({_label(tensor)}) = ", tensor]
        known = constant_value(tensor)
        if known is not None:
            return _decided(compare(known, 0), head, lines)
        held = apply(comparison, (tensor, zero))
        held = _everywhere(held)
        return assert_(held, [*([head] if head else []), *lines], summarize)


def assert_positive(
    x: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x > 0` for all elements; raises InvalidArgumentError.

    >>> import graphwright as tf
    >>> tf.debugging.assert_positive(tf.constant([1, 2]))
    """
    return _sign("assert_positive", "Greater", x, message, summarize, name)


def assert_negative(
    x: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x < 0` for all elements; raises InvalidArgumentError.

    >>> import graphwright as tf
    >>> tf.debugging.assert_negative(tf.constant([-1, -2]))
    """
    return _sign("assert_negative", "Less", x, message, summarize, name)


def assert_non_negative(
    x: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x >= 0` for all elements; raises InvalidArgumentError.

    >>> import graphwright as tf
    >>> tf.debugging.assert_non_negative(tf.constant([0, 2]))
    """
    return _sign("assert_non_negative", "GreaterEqual", x, message, summarize, name)


def assert_non_positive(
    x: Tensor, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Assert that `x <= 0` for all elements; raises InvalidArgumentError.

    >>> import graphwright as tf
    >>> tf.debugging.assert_non_positive(tf.constant([0, -2]))
    """
    return _sign("assert_non_positive", "LessEqual", x, message, summarize, name)


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: Tensor | None = None,
    atol: Tensor | None = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Assert that `|x - y| < atol + rtol * |y|` for all elements.

    Both tolerances are ten times the distance of 1 to the next number of the dtype unless they are given. Raises
    InvalidArgumentError.

    >>> import graphwright as tf
    >>> tf.debugging.assert_near(tf.constant([1.0]), tf.constant([1.0000001]))
    """
    with name_scope(name or "assert_near"):
        left = to_tensor(x, None, "x")
        right = to_tensor(y, left.dtype, "y")
        if not (left.dtype.is_floating or left.dtype.is_complex):
            raise ValueError(f"assert_near compares floating-point numbers, not {left.dtype.name}; use assert_equal.")
        default = 10 * float(np.spacing(np.ones((), left.dtype.real_dtype.numpy)))
        relative = to_tensor(default if rtol is None else rtol, left.dtype.real_dtype, "rtol")
        absolute = to_tensor(default if atol is None else atol, left.dtype.real_dtype, "atol")
        size = "ComplexAbs" if left.dtype.is_complex else "Abs"
        limit = apply("AddV2", (absolute, apply("Mul", (relative, apply(size, (right,))))))
        close = apply("Less", (apply(size, (apply("Sub", (left, right)),)), limit))
        held = _everywhere(close)
        text = f"x and y not equal to tolerance rtol = {_shown(relative)}, atol = {_shown(absolute)}"
        lines = [text, f"x ({_label(left)}) = ", left, f"y ({_label(right)}) = ", right]
        return assert_(held, [*([message] if message else []), *lines], summarize)


def _shown(tolerance: Tensor) -> str:
    known = constant_value(tolerance)
    return str(tolerance if known is None else known)


# shapes -----------------------------------------------------------------------------------------------------


def _of(tensor: Tensor) -> str:
    return "" if isinstance(tensor, EagerTensor) else str(tensor.name)


def _sentence(message: str | None) -> str:
    return f"{message}.  " if message else ""


def _rank(
    function: str,
    x: Any,
    ranks: Sequence[Tensor],
    wording: str,
    message: str | None,
    name: str | None,
    at_least: bool = False,
) -> Any:
    """Assert the rank now if it is known, otherwise when the function runs."""
    with name_scope(name or function):
        tensor = to_tensor(x, None, "x")
        wanted = [_known_rank(r) for r in ranks]
        rank = tensor.shape.rank
        if rank is not None:
            if (rank >= wanted[0]) if at_least else rank in wanted:
                return None
            shown = tuple(wanted) if wording.endswith("in") else wanted[0]
            raise errors.ShapeMismatchError(
                f"{_sentence(message)}Tensor {_of(tensor)} {wording} {shown}.  "
                f"Received rank {rank}, shape {tensor.shape}"
            )
        actual = apply("Rank", (tensor,))
        held = [apply("GreaterEqual" if at_least else "Equal", (actual, np.int32(r))) for r in wanted]
        condition = held[0]
        for other in held[1:]:
            condition = apply("LogicalOr", (condition, other))
        data: list[Any] = [_sentence(message)] if message else []
        data += [f"Tensor {tensor.name} {wording}", *[np.int32(r) for r in wanted]]
        data += ["Received shape: ", apply("Shape", (tensor,))]
        return assert_(condition, data)


def _known_rank(rank: TensorLike) -> int:
    given = to_tensor(rank, None, "rank")
    if not given.dtype.is_integer:
        raise TypeError(f"The rank must be of type tf.int32; got {given.dtype!r}")
    known = constant_value(given)
    if known is None or known.ndim:
        raise ValueError("Rank must be a scalar." if known is not None else "The rank must be known while tracing.")
    return int(known)


def assert_rank(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> Any:
    """Assert that `x` has a rank.

    Raises ValueError where it is known not to, otherwise InvalidArgumentError when the function runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_rank(tf.constant([1]), 1)
    """
    return _rank("assert_rank", x, [rank], "must have rank", message, name)


def assert_rank_at_least(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> Any:
    """Assert that `x` has at least a rank; errors as `assert_rank`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_rank_at_least(tf.constant([[1]]), 1)
    """
    return _rank("assert_rank_at_least", x, [rank], "must have rank at least", message, name, at_least=True)


def assert_rank_in(x: Any, ranks: Sequence[Tensor], message: str | None = None, name: str | None = None) -> Any:
    """Assert that `x` has one of several ranks; errors as `assert_rank`.

    >>> import graphwright as tf
    >>> tf.debugging.assert_rank_in(tf.constant([1]), (1, 2))
    """
    return _rank("assert_rank_in", x, list(ranks), "must have rank in", message, name)


def assert_scalar(tensor: TensorLike, message: str | None = None, name: str | None = None) -> Tensor:
    """The tensor; ValueError when it is known to be no scalar.

    >>> import graphwright as tf
    >>> int(tf.debugging.assert_scalar(tf.constant(1)))
    1
    """
    with name_scope(name or "assert_scalar"):
        given = to_tensor(tensor)
    if given.shape.rank != 0:
        head = f"{message}. " if message else ""
        where = "" if isinstance(given, EagerTensor) else f" for {given.name}"
        raise errors.ShapeMismatchError(f"{head}Expected scalar shape{where}, saw shape: {given.shape}.")
    return given
