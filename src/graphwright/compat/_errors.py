"""What `tf.compat.v1.errors` has beyond `tf.errors`: from classes to codes and back."""

from __future__ import annotations

from graphwright.base import errors


def exception_type_from_error_code(error_code: int) -> type[errors.OpError]:
    """The class of errors of a code. Raises KeyError for an unknown code.

    >>> tf.compat.v1.errors.exception_type_from_error_code(5)
    <class 'graphwright.base.errors.NotFoundError'>
    """
    return errors._CODE_TO_CLASS[error_code]


def error_code_from_exception_type(cls: type[BaseException]) -> int:
    """The code of a class of errors; that of `UnknownError` for any other class.

    >>> tf.compat.v1.errors.error_code_from_exception_type(tf.errors.NotFoundError)
    5
    """
    return next((code for code, known in errors._CODE_TO_CLASS.items() if known is cls), int(errors.UNKNOWN))


class raise_exception_on_not_ok_status:
    """A context without effect: errors are raised where they happen.

    >>> with tf.compat.v1.errors.raise_exception_on_not_ok_status():
    ...     x = tf.constant(1)
    """

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


__all__ = ["error_code_from_exception_type", "exception_type_from_error_code", "raise_exception_on_not_ok_status"]
