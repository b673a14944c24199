"""Assertions: `tf.debugging.Assert` and the `assert_*` family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from graphwright.core.context import name_scope, state
from graphwright.core.prelude import Array, EagerTensor, Tensor, TensorLike, apply, apply_effect, errors, to_tensor
from graphwright.ir.lowering import Structural
from graphwright.ir.prelude import Operation, constant_value, op
from graphwright.ops.control.group import no_op
from graphwright.ops.io._summaries import first_elements

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
    native=Structural(),
    no_gradient=True,
    effect="host",
)


def assert_(
    condition: TensorLike, data: Any, summarize: int | None = None, name: str | None = None
) -> Operation | None:
    """Assert that a condition holds.

    Args:
      condition: a bool scalar.
      data: a list of tensors and strings to show on failure.
      summarize: the number of elements to show of each, 3 by default.

    Raises:
      InvalidArgumentError: the condition does not hold; in a function, when it runs.

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
        values = data if isinstance(data, (list, tuple)) else [data]
        shown = "\n".join(_python_summary(value, summarize) for value in values)
        raise errors.InvalidArgumentError(f"Expected '{condition!s}' to be true. Summarized data: {shown}")
    return None


def _python_summary(value: TensorLike, summarize: int | None) -> str:
    """The first elements of a value separated by commas; all if `summarize` is negative."""
    flat = np.asarray(to_tensor(value)).reshape(-1)
    limit = 3 if summarize is None else summarize
    shown = flat if limit < 0 else flat[:limit]
    return ", ".join([str(v) for v in shown]) + (", ..." if len(shown) < len(flat) else "")


# comparisons ------------------------------------------------------------------------------------------------

_COMPARISONS: dict[str, tuple[str, Callable[[Array, Array | int], Any]]] = {
    "Equal": ("==", np.equal),
    "NotEqual": ("!=", np.not_equal),
    "Less": ("<", np.less),
    "LessEqual": ("<=", np.less_equal),
    "Greater": (">", np.greater),
    "GreaterEqual": (">=", np.greater_equal),
}


def _assert_comparison(
    function: str,
    comparison: str,
    x: TensorLike,
    y: TensorLike,
    message: str | None,
    summarize: int | None,
    name: str | None,
) -> Operation | None:
    """Assert that a comparison of two operands holds for all elements."""
    symbol, compare = _COMPARISONS[comparison]
    with name_scope(name or function):
        left = to_tensor(x, None, "x")
        right = to_tensor(y, None, "y", left.dtype)
        holds = apply(comparison, (left, right))
        if state.graph is None:
            if not np.asarray(holds).all():
                text = _eager_report(np.asarray(left), np.asarray(right), np.asarray(holds), symbol, summarize)
                raise errors.InvalidArgumentError(_with_message(message, text))
            return None
        data: list[object] = [f"Condition x {symbol} y did not hold element-wise:"]
        data += [f"x ({_label(left)}) = ", left, f"y ({_label(right)}) = ", right]
        known = constant_value(left), constant_value(right)
        if known[0] is not None and known[1] is not None:
            _check_constants(compare(known[0], known[1]), message, data)
            return no_op()
        return assert_(_all(holds), [*([message] if message else []), *data], summarize)


def _assert_sign(
    function: str, comparison: str, x: TensorLike, message: str | None, summarize: int | None, name: str | None
) -> Operation | None:
    """Assert that a comparison with zero holds for all elements."""
    symbol, compare = _COMPARISONS[comparison]
    with name_scope(name or function):
        tensor = to_tensor(x, None, "x")
        zero = to_tensor(0, tensor.dtype)
        prefix = _sentence(message)
        data: list[object] = [f"Condition x {symbol} 0 did not hold element-wise:", f"x ({_label(tensor)}) = ", tensor]
        known = constant_value(tensor)
        if known is not None:
            _check_constants(compare(known, 0), prefix, data)
            return no_op()
        holds = _all(apply(comparison, (tensor, zero)))
        return assert_(holds, [*([prefix] if prefix else []), *data], summarize)


def _all(holds: Tensor) -> Tensor:
    """Reduce a condition over all axes."""
    rank = holds.shape.rank
    axes = apply("Range", (0, apply("Rank", (holds,)), 1)) if rank is None else np.arange(rank, dtype=np.int32)
    return apply("All", (holds, to_tensor(axes)))


def _check_constants(holds: Array, message: str | None, data: Sequence[object]) -> None:
    """Check an assertion about constants while tracing."""
    if not holds.all():
        text = "\n".join(v if isinstance(v, str) else str(constant_value(v)) for v in data)
        raise errors.InvalidArgumentError(_with_message(message, text))


def _with_message(message: str | None, text: str) -> str:
    return f"{message}\n{text}" if message else text


def _label(tensor: Tensor) -> str:
    if isinstance(tensor, EagerTensor):
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)


def _eager_report(x: Array, y: Array, holds: Array, symbol: str, summarize: int | None) -> str:
    limit = 3 if summarize is None else summarize
    lines = [f"Condition x {symbol} y did not hold."]
    if holds.ndim:
        failing = np.argwhere(~holds)
        shown = failing if limit < 0 else failing[:limit]
        at = tuple(shown.T)
        lines += [f"Indices of first {len(shown)} different values:", str(shown)]
        lines += ["Corresponding x values:", str(np.broadcast_to(x, holds.shape)[at])]
        lines += ["Corresponding y values:", str(np.broadcast_to(y, holds.shape)[at])]
    for label, array in (("x", x), ("y", y)):
        count = array.size if limit < 0 else min(limit, array.size)
        lines += [f"First {count} elements of {label}:", str(array.reshape(-1)[:count])]
    return "\n".join(lines)


class _ComparisonAssertion(Protocol):
    def __call__(
        self,
        x: TensorLike,
        y: TensorLike,
        message: str | None = None,
        summarize: int | None = None,
        name: str | None = None,
    ) -> Operation | None: ...


class _SignAssertion(Protocol):
    def __call__(
        self, x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
    ) -> Operation | None: ...


def _describe(function: Any, name: str, condition: str, example: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""Assert that `{condition}` for all elements{", with broadcasting" * ("y" in condition)}.

    Raises InvalidArgumentError that shows the failing elements; in a function, when it runs.

    >>> tf.debugging.{name}({example})
    """
    return function


def _comparison(function: str, comparison: str, example: str) -> _ComparisonAssertion:
    def assertion(
        x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
    ) -> Operation | None:
        return _assert_comparison(function, comparison, x, y, message, summarize, name)

    described: _ComparisonAssertion = _describe(assertion, function, f"x {_COMPARISONS[comparison][0]} y", example)
    return described


def _sign(function: str, comparison: str, example: str) -> _SignAssertion:
    def assertion(
        x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
    ) -> Operation | None:
        return _assert_sign(function, comparison, x, message, summarize, name)

    described: _SignAssertion = _describe(assertion, function, f"x {_COMPARISONS[comparison][0]} 0", example)
    return described


assert_equal = _comparison("assert_equal", "Equal", "tf.constant([1, 1]), 1")
assert_less = _comparison("assert_less", "Less", "tf.constant([1, 2]), 3")
assert_less_equal = _comparison("assert_less_equal", "LessEqual", "tf.constant([1, 2]), 2")
assert_greater = _comparison("assert_greater", "Greater", "tf.constant([1, 2]), 0")
assert_greater_equal = _comparison("assert_greater_equal", "GreaterEqual", "tf.constant([1, 2]), 1")


def assert_none_equal(
    x: TensorLike, y: TensorLike, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Operation | None:
    """Assert that `x != y` for all elements, with broadcasting.

    Raises InvalidArgumentError that shows the failing elements; in a function, when it runs.

    >>> tf.debugging.assert_none_equal(tf.constant([1, 2]), 3)
    """
    return _assert_comparison("assert_none_equal", "NotEqual", x, y, message, summarize, name)


assert_positive = _sign("assert_positive", "Greater", "tf.constant([1, 2])")
assert_negative = _sign("assert_negative", "Less", "tf.constant([-1, -2])")
assert_non_negative = _sign("assert_non_negative", "GreaterEqual", "tf.constant([0, 2])")
assert_non_positive = _sign("assert_non_positive", "LessEqual", "tf.constant([0, -2])")


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: TensorLike | None = None,
    atol: TensorLike | None = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Assert that `|x - y| < atol + rtol * |y|` for all elements.

    Both tolerances default to ten times the machine epsilon of the dtype. Raises InvalidArgumentError.

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
        holds = _all(close)
        text = f"x and y not equal to tolerance rtol = {_tolerance_text(relative)}, atol = {_tolerance_text(absolute)}"
        data = [text, f"x ({_label(left)}) = ", left, f"y ({_label(right)}) = ", right]
        return assert_(holds, [*([message] if message else []), *data], summarize)


def _tolerance_text(tolerance: Tensor) -> str:
    known = constant_value(tolerance)
    return str(tolerance if known is None else known)


# shapes -----------------------------------------------------------------------------------------------------


def _tensor_name(tensor: Tensor) -> str:
    return "" if isinstance(tensor, EagerTensor) else str(tensor.name)


def _sentence(message: str | None) -> str:
    return f"{message}.  " if message else ""


def _assert_rank(
    function: str,
    x: TensorLike,
    ranks: Sequence[TensorLike],
    wording: str,
    message: str | None,
    name: str | None,
    at_least: bool = False,
) -> Operation | None:
    """Check a static rank now, an unknown one when the function runs."""
    with name_scope(name or function):
        tensor = to_tensor(x, None, "x")
        expected = [_known_rank(r) for r in ranks]
        rank = tensor.shape.rank
        if rank is not None:
            if (rank >= expected[0]) if at_least else rank in expected:
                return no_op()
            shown = tuple(expected) if wording.endswith("in") else expected[0]
            raise errors.ShapeMismatchError(
                f"{_sentence(message)}Tensor {_tensor_name(tensor)} {wording} {shown}.  "
                f"Received rank {rank}, shape {tensor.shape}"
            )
        actual = apply("Rank", (tensor,))
        holds = [apply("GreaterEqual" if at_least else "Equal", (actual, np.int32(r))) for r in expected]
        condition = holds[0]
        for other in holds[1:]:
            condition = apply("LogicalOr", (condition, other))
        data: list[Any] = [_sentence(message)] if message else []
        data += [f"Tensor {tensor.name} {wording}", *[np.int32(r) for r in expected]]
        data += ["Received shape: ", apply("Shape", (tensor,))]
        return assert_(condition, data)


def _known_rank(rank: TensorLike) -> int:
    tensor = to_tensor(rank, None, "rank")
    if not tensor.dtype.is_integer:
        raise TypeError(f"The rank must be of type tf.int32; got {tensor.dtype!r}")
    known = constant_value(tensor)
    if known is None or known.ndim:
        raise ValueError("Rank must be a scalar." if known is not None else "The rank must be known while tracing.")
    return int(known)


def assert_rank(
    x: TensorLike, rank: TensorLike, message: str | None = None, name: str | None = None
) -> Operation | None:
    """Assert that `x` has a given rank.

    Raises ValueError if the static rank differs, InvalidArgumentError if it is unknown and differs at run time.

    >>> tf.debugging.assert_rank(tf.constant([1]), 1)
    """
    return _assert_rank("assert_rank", x, [rank], "must have rank", message, name)


def assert_rank_at_least(
    x: TensorLike, rank: TensorLike, message: str | None = None, name: str | None = None
) -> Operation | None:
    """Assert that `x` has at least a given rank; errors are those of `assert_rank`.

    >>> tf.debugging.assert_rank_at_least(tf.constant([[1]]), 1)
    """
    return _assert_rank("assert_rank_at_least", x, [rank], "must have rank at least", message, name, at_least=True)


def assert_rank_in(
    x: TensorLike, ranks: Sequence[TensorLike], message: str | None = None, name: str | None = None
) -> Operation | None:
    """Assert that `x` has one of several ranks; errors are those of `assert_rank`.

    >>> tf.debugging.assert_rank_in(tf.constant([1]), (1, 2))
    """
    return _assert_rank("assert_rank_in", x, list(ranks), "must have rank in", message, name)


def assert_scalar(tensor: TensorLike, message: str | None = None, name: str | None = None) -> Tensor:
    """Return the tensor; ValueError if it is known not to be a scalar.

    >>> int(tf.debugging.assert_scalar(tf.constant(1)))
    1
    """
    with name_scope(name or "assert_scalar"):
        tensor = to_tensor(tensor)
    if tensor.shape.rank != 0:
        head = f"{message}. " if message else ""
        where = "" if isinstance(tensor, EagerTensor) else f" for {tensor.name}"
        raise errors.ShapeMismatchError(f"{head}Expected scalar shape{where}, saw shape: {tensor.shape}.")
    return tensor
