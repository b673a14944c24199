"""`tensorflow.python.eager.context`: the queries that libraries make about eager execution."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from graphwright.core.context import init_scope


class Context:
    """The state of eager execution."""

    def clear_kernel_cache(self) -> None:
        """Do nothing: there is no cache of kernels."""


_context = Context()


def context() -> Context:
    """The only context."""
    return _context


def async_wait() -> None:
    """Do nothing: every op is complete when its call returns."""


@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """Run the block eagerly."""
    with init_scope():
        yield


def enabled() -> bool:
    """Whether the interface is that of TensorFlow 2."""
    return True
