"""`tensorflow.python.eager.context`: the queries that libraries make about eager execution."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from graphwright.core.context import executing_eagerly, outside_graphs
from graphwright.core.device_spec import DeviceSpec


class Context:
    """The state of eager execution."""

    device_spec = DeviceSpec()
    """The device that the program chose: none, since there is only one."""
    device_name = ""

    def executing_eagerly(self) -> bool:
        """Whether ops run at once."""
        return executing_eagerly()

    def ensure_initialized(self) -> None:
        """Do nothing: there is nothing to set up."""

    def num_gpus(self) -> int:
        """The number of GPUs: 0."""
        return 0

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
    with outside_graphs():
        yield


@contextlib.contextmanager
def graph_mode() -> Iterator[None]:
    """Build the operations of the block into the graph under construction, or else into the default graph."""
    if not executing_eagerly():
        yield
        return
    from graphwright.sessions.graph import get_default_graph

    with get_default_graph().as_default():
        yield


def enabled() -> bool:
    """Whether the interface is that of TensorFlow 2."""
    return True
