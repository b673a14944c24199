"""Errors of staged Python: each is derived from the classes that it has eagerly, in statements and in expressions."""

from __future__ import annotations

from graphwright.base import errors


class ConditionError(errors.InvalidArgumentError, TypeError, ValueError):
    """Raised when a condition is no scalar bool: `ValueError` in statements, one of the others in expressions.

    >>> isinstance(ConditionError("an int32"), ValueError)
    True
    """


class ScalarTensorError(TypeError, ValueError):
    """Raised by iteration over a scalar tensor and by its `len`: `TypeError` when it runs, `ValueError` while tracing.

    >>> isinstance(ScalarTensorError("a scalar"), TypeError)
    True
    """


__all__ = ["ConditionError", "ScalarTensorError"]
