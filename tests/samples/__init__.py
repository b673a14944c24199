"""Sample inputs of every op, for tests and docs: inputs an op must accept, and inputs it must reject.

Each module here has `SAMPLES`, a dict from op names to lists of `Sample` and `ErrorSample`. Nothing of this is
loaded by programs that only use the ops.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from graphwright.ir.record import OpRecord

Inputs = Sequence[Any] | Callable[[], Sequence[Any]]
"""One entry per declared input; a function if they must be created anew each time, such as variable handles."""


@dataclass(frozen=True)
class Sample:
    """Inputs and attributes that an op must accept.

    Attributes:
      inputs: one entry per declared input: anything `convert_to_tensor` takes (arrays where the dtype matters), a
        list of such for a list input.
      attrs: attributes that neither follow from the inputs nor have their default.
      gradient: whether the gradient rule is compared with finite differences here; inputs that are not
        floating-point are left out by themselves. A tuple of positions (among the flat inputs) names those to vary.
      rtol: relative tolerance between executors, and with finite differences, where the usual one is too strict.
      exact: whether executors must agree on the values; False where only dtype and shape are determined.
    """

    inputs: Inputs
    attrs: Mapping[str, Any] = field(default_factory=dict)
    gradient: bool | tuple[int, ...] = True
    rtol: float | None = None
    exact: bool = True


@dataclass(frozen=True)
class ErrorSample:
    """Inputs and attributes that an op must reject.

    Attributes:
      inputs, attrs: as in `Sample`.
      error: the class that is raised, by a rule or by the kernel.
      message: a part of the message it raises when run eagerly.
      while_tracing: whether tracing refuses it already, every input being a constant: True, False, or None where
        either will do.
    """

    inputs: Inputs
    attrs: Mapping[str, Any]
    error: type[BaseException]
    message: str
    while_tracing: bool | None = None


@cache
def all_samples() -> dict[str, list[Sample | ErrorSample]]:
    """All samples by op name."""
    merged: dict[str, list[Sample | ErrorSample]] = {}
    for found in pkgutil.iter_modules(__path__):
        if found.name.startswith("_"):
            continue
        module = importlib.import_module(f"{__name__}.{found.name}")
        for name, samples in module.SAMPLES.items():
            merged.setdefault(name, []).extend(samples)
    return merged


def samples_of(record: OpRecord) -> list[Sample]:
    """The samples that an op must accept."""
    return [s for s in all_samples().get(record.name, ()) if isinstance(s, Sample)]


def error_samples_of(record: OpRecord) -> list[ErrorSample]:
    """The samples that an op must reject."""
    return [s for s in all_samples().get(record.name, ()) if isinstance(s, ErrorSample)]


__all__ = ["ErrorSample", "Sample", "all_samples", "error_samples_of", "samples_of"]
