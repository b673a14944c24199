"""What the executor needs of jax: the modules, imported at first use, and the settings that programs run under."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

from graphwright.base import errors
from graphwright.base.install import install_command
from graphwright.core.device_settings import tensor_float_32_execution_enabled


def missing() -> str:
    """Why the executor is not there; empty where it is."""
    return "" if find_spec("jax") is not None else f"jax is not installed: {install_command('xla')}"


def require() -> None:
    """Raise FailedPreconditionError where jax is not installed."""
    reason = missing()
    if reason:
        raise errors.FailedPreconditionError(f"The xla executor needs jax. {reason}")


def jax() -> Any:
    """The module `jax`."""
    require()
    import jax as module

    if not processors.told:
        processors.told = True
        if processors.wanted > 1 and FORCED_COUNT not in os.environ.get("XLA_FLAGS", ""):
            # where jax was started before, `devices.jax_devices` looks whether that was with enough
            with contextlib.suppress(RuntimeError):
                module.config.update("jax_num_cpu_devices", processors.wanted)
    return module


FORCED_COUNT: Final = "xla_force_host_platform_device_count"


class Processors:
    """As how many devices jax is to show the processor.

    Attributes:
      wanted: how many.
      told: whether jax knows.
    """

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.told = False


processors = Processors(1)


@contextlib.contextmanager
def settings() -> Iterator[None]:
    """Settings that tracing and running depend on, for this thread and this block: the user's own stay as they are."""
    module = jax()
    precision = "default" if tensor_float_32_execution_enabled() else "highest"
    with (
        module.enable_x64(True),
        module.numpy_rank_promotion("allow"),
        module.default_matmul_precision(precision),
    ):
        yield
