"""`tf.profiler.experimental.client`: profiles of other processes, which there are none of."""

from __future__ import annotations

from typing import Any, NoReturn

from graphwright._public import without_annotations
from graphwright.base import errors

ONE_PROCESS = (
    "{} is not here: a profile is that of its own process. Use tf.profiler.experimental.Profile(logdir) in it."
)


def monitor(service_addr: str, duration_ms: int, level: int = 1) -> NoReturn:
    """Raise UnimplementedError: a profile is that of its own process.

    >>> try:
    ...     tf.profiler.experimental.client.monitor("grpc://localhost:6009", 1000)
    ... except tf.errors.UnimplementedError:
    ...     print("refused")
    refused
    """
    raise errors.UnimplementedError(ONE_PROCESS.format("tf.profiler.experimental.client.monitor"))


def trace(
    service_addr: str, logdir: str, duration_ms: int, worker_list: str = "", num_tracing_attempts: int = 3,
    options: Any = None,
) -> NoReturn:  # fmt: skip
    """Raise UnimplementedError: a profile is that of its own process.

    >>> try:
    ...     tf.profiler.experimental.client.trace("grpc://localhost:6009", "logs", 1000)
    ... except tf.errors.UnimplementedError:
    ...     print("refused")
    refused
    """
    raise errors.UnimplementedError(ONE_PROCESS.format("tf.profiler.experimental.client.trace"))


__all__ = ["monitor", "trace"]
without_annotations([monitor, trace])
