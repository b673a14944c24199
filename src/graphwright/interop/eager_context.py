"""`tensorflow.python.eager.context`: what libraries ask of the state of eager execution."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from graphwright.core.context import init_scope


class Context:
    """The state of eager execution."""

    def clear_kernel_cache(self) -> None:
        """There are no kernels apart from their ops: nothing to clear."""


_context = Context()


def context() -> Context:
    """The one context there is."""
    return _context


def async_wait() -> None:
    """Wait until what was begun is done: everything is done when the call that does it returns."""


@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """Run the block eagerly."""
    with init_scope():
        yield


def enabled() -> bool:
    """Whether the interface is that of TensorFlow 2."""
    return True
