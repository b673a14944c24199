"""`tf.experimental.enable_strict_mode`."""

from __future__ import annotations

import warnings


def enable_strict_mode() -> None:
    """Raise what is deprecated as an error from now on: `DeprecationWarning`s of this package.

    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     tf.experimental.enable_strict_mode()
    ...     tf.function(lambda x: x, experimental_compile=True)
    Traceback (most recent call last):
    ...
    DeprecationWarning: tf.function: experimental_compile is deprecated, use jit_compile.
    """
    warnings.filterwarnings("error", message=r"tf\.", category=DeprecationWarning)


__all__ = ["enable_strict_mode"]
