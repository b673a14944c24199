"""Calls whose results differ from one to the next, as Python's and NumPy's random numbers do: tracing freezes them."""

from __future__ import annotations

import sys
from types import BuiltinFunctionType, MethodType
from typing import Any, Final

from graphwright.autograph.recording import Recording, VolatileCall
from graphwright.ir.location import user_location

_RANDOM: Final = "tf.random.uniform or tf.random.normal"
_CLOCK: Final = "tf.timestamp()"
_CLOCKS: Final = frozenset({"time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns"})


def note_volatile(function: Any, recording: Recording) -> None:
    """Record the call of a global random generator or a clock."""
    kind = type(function)
    if kind is not BuiltinFunctionType and kind is not MethodType:
        return
    owner, name = function.__self__, function.__name__
    instead = ""
    if owner is sys.modules.get("time"):
        if name in _CLOCKS:
            name, instead = f"time.{name}", _CLOCK
    elif type(owner).__name__ == "Random":
        if owner is getattr(sys.modules.get("random"), "_inst", None):
            name, instead = f"random.{name}", _RANDOM
    elif type(owner).__name__ == "RandomState" and owner is getattr(sys.modules.get("numpy.random.mtrand"), "_rand", 0):
        name, instead = f"np.random.{name}", _RANDOM
    location = user_location() if instead else None
    if location is not None:
        recording.volatile.append(VolatileCall(name, instead, location))


__all__ = ["note_volatile"]
