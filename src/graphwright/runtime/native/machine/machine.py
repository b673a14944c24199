"""`Machine`: the processor that code is written for, as one value.

What the compiler decides by the size of a cache or by the cost of a thread, it decides by `limits.py`, which derives
its numbers from the machine. Costs that are measured (`costs.py`) are for reports. No code follows from them unless
they are in a file that GRAPHWRIGHT_MACHINE names: two runs of a program compile the same code.
"""

from __future__ import annotations

import os
import platform
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Final

from graphwright.base.config import options
from graphwright.base.frozen import frozen, replace
from graphwright.runtime.native.machine import caches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphwright.runtime.native.jit.jit import Host

#: The name of the machine that stands for one of which nothing is known: caches as in Zen 4, costs as in most servers.
REFERENCE_NAME: Final = "reference"


@frozen
class Costs:
    """Nanoseconds of one core."""

    byte: float  # read or written in memory, in order: what an element of a fused loop takes, too
    multiply_add: float  # one number of a product
    wake: float  # from the call that wakes a sleeping thread to its first instruction


@frozen
class Machine:
    """What the compiler knows of a machine.

    `l3_bytes` is the last cache, which `l3_cores` cores share; where there are two levels it is the second again.
    """

    name: str
    architecture: str
    vector_bytes: int
    vector_registers: int
    l1_bytes: int
    l2_bytes: int
    l3_bytes: int
    l3_cores: int
    cores: int
    costs: Costs
    source: str  # where this comes from

    @property
    def l3_part(self) -> int:
        """The bytes of the last cache that one core can count on.

        Eight cores share it at least: virtual machines and containers show fewer than there are.
        """
        return self.l3_bytes // max(self.l3_cores, 8)


REFERENCE: Final = Machine(
    name=REFERENCE_NAME,
    architecture=platform.machine() or "unknown",
    vector_bytes=16,
    vector_registers=16,
    l1_bytes=32 << 10,
    l2_bytes=1 << 20,
    l3_bytes=32 << 20,
    l3_cores=8,
    cores=1,
    costs=Costs(byte=0.1, multiply_add=1 / 64, wake=5000.0),
    source="named: the reference",
)

_chosen: ContextVar[Machine | None] = ContextVar("machine", default=None)


def machine() -> Machine:
    """The machine that code is written for: this one, or another inside `written_for` and `replaced_by`."""
    return _chosen.get() or _of_process(options.machine)


@contextmanager
def replaced_by(other: Machine) -> Iterator[None]:
    """Code that is written inside follows from another machine's caches and costs; its instructions stay this one's."""
    token = _chosen.set(other)
    try:
        yield
    finally:
        _chosen.reset(token)


def written_for(host: Host) -> Machine:
    """The machine that stands for all with a processor: the reference, so that a library is the same built anywhere."""
    return _with_vectors(REFERENCE, host)


@cache
def _of_process(setting: str) -> Machine:
    host = _host()
    known = REFERENCE if host is None else _with_vectors(REFERENCE, host)
    known = replace(known, cores=os.cpu_count() or 1)
    if setting == REFERENCE_NAME:
        return known
    if setting:
        from graphwright.runtime.native.machine import recorded

        return recorded.read(setting, known)
    return _found(known)


def _found(known: Machine) -> Machine:
    """A machine with what the system says of its caches in place of the reference's."""
    sizes = caches.read()
    if not sizes:
        return known
    last = max(sizes)
    l1, l2 = sizes.get(1, caches.Cache(known.l1_bytes, 1)), sizes.get(2, caches.Cache(known.l2_bytes, 1))
    l3 = sizes[last] if last > 1 else caches.Cache(known.l3_bytes, known.l3_cores)
    return replace(
        known,
        l1_bytes=l1.bytes,
        l2_bytes=l2.bytes // l2.cores,
        l3_bytes=l3.bytes,
        l3_cores=l3.cores,
        source="the system",
    )


def _host() -> Host | None:
    """The processor as LLVM knows it; None where there is no LLVM."""
    from graphwright.runtime.native.jit import jit

    return None if jit.missing() else jit.this_machine()


def _with_vectors(known: Machine, host: Host) -> Machine:
    architecture = host.triple.partition("-")[0]
    wide = host.vector_bits == 512 or architecture.startswith(("aarch64", "arm64"))  # both have 32 registers
    return replace(
        known,
        name=host.cpu or known.name,
        architecture=architecture,
        vector_bytes=host.vector_bits // 8,
        vector_registers=32 if wide else 16,
    )
