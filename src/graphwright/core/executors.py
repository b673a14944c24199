"""`tf.experimental`: when eager operations run. They run when they are called; programs that ask otherwise work."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def async_scope() -> Iterator[None]:
    """A block whose eager operations may run later; they run when they are called, and errors are raised there.

    >>> with tf.experimental.async_scope():
    ...     x = tf.add(1, 2)
    """
    yield


def async_clear_error() -> None:
    """Forget errors of operations that ran later; there are none.

    >>> tf.experimental.async_clear_error()
    """


@contextlib.contextmanager
def function_executor_type(executor_type: str | None) -> Iterator[None]:
    """A block whose functions are run by an executor of TensorFlow's; there is one executor here, which runs them.

    >>> with tf.experimental.function_executor_type("SINGLE_THREADED_EXECUTOR"):
    ...     x = tf.function(lambda: 1)()
    """
    yield


__all__ = ["async_clear_error", "async_scope", "function_executor_type"]
