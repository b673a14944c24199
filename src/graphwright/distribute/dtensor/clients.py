"""Processes that share meshes: how they are connected, and wait for each other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from graphwright.base import errors
from graphwright.distribute.cluster.membership import Membership, check_addresses
from graphwright.distribute.cluster.processes import Processes, start

TIMEOUT: Final = "GRAPHWRIGHT_DTENSOR_TIMEOUT"
"""The environment variable with the seconds that a process waits for the others."""
_connected: list[Processes] = []


def connect(addresses: Sequence[str], index: int, count: int) -> None:
    """Connect this process with the others; returns when all are there.

    Raises:
      ValueError: the addresses are not as many as the processes, or this is none of them; the time is not a number.
    """
    if len(addresses) != count:
        raise ValueError(
            f"DTENSOR_JOBS has {len(addresses)} addresses, {list(addresses)}, for the {count} processes of "
            "DTENSOR_NUM_CLIENTS: it lists host:port of each, separated by commas."
        )
    if not 0 <= index < count:
        raise ValueError(f"DTENSOR_CLIENT_ID is {index}: the {count} processes have numbers from 0 to {count - 1}.")
    check_addresses(list(addresses))
    processes = start(Membership(tuple(addresses), index), None, _timeout())
    from graphwright.runtime.xla.mesh_device import MeshDevice  # imports jax

    MeshDevice.bounded = processes.bounded
    _connected[:] = [processes]


def _timeout() -> float | None:
    text = os.environ.get(TIMEOUT)
    try:
        return float(text) if text else None
    except ValueError:
        raise ValueError(f"{TIMEOUT} is {text!r}, which is not a number of seconds.") from None


def wait_for_all(what: str, timeout_in_ms: int | None) -> None:
    """Return when all processes have called this."""
    if not _connected:
        raise errors.FailedPreconditionError(
            "The processes are not connected: call `tf.experimental.dtensor.initialize_accelerator_system` first."
        )
    _connected[0].wait(what, None if timeout_in_ms is None else timeout_in_ms / 1000)
