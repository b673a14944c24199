"""Raw ops of TensorFlow 1 on references to queues, tables, readers, stacks and accumulators, as ops on handles.

Eager execution has no references.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature, signature
from typing import Any

from graphwright.base.dtypes import resource
from graphwright.core.context import executing_eagerly
from graphwright.ir.older_names import BY_HANDLE
from graphwright.ir.record import lookup

_FIXED = {"FixedLengthRecordReader": {"encoding"}, "Stack": {"max_size"}}
"""Parameters that only the op on handles has."""
_VALUES: dict[str, Any] = {"max_size": -1}
"""Those of them that it needs a value for."""


def on_handle(name: str, newer: Callable[..., Any]) -> Callable[..., Any]:
    """The raw op of a name in `BY_HANDLE`, by the raw op on handles.

    Calling it raises RuntimeError with eager execution.
    """
    record = lookup(BY_HANDLE[name])
    assert record is not None
    reference = next(arg.name for arg in (*record.outputs, *record.inputs) if arg.dtype is resource)
    left_out = _FIXED.get(name, set())
    values = {n: v for n, v in _VALUES.items() if n in left_out}

    def raw_op(**arguments: Any) -> Any:
        _check_not_eager(name, reference)
        if left_out & arguments.keys():
            raise TypeError(f"{name}() got an unexpected keyword argument '{min(left_out & arguments.keys())}'.")
        return newer(**arguments, **values)

    return _named(raw_op, name, [p for n, p in signature(newer).parameters.items() if n not in left_out])


def fake_queue() -> Callable[..., Any]:
    """The raw op FakeQueue, which gives the handle that it takes."""

    def raw_op(**arguments: Any) -> Any:
        _check_not_eager("FakeQueue", "handle")
        return arguments["resource"]

    parameters = [
        Parameter("resource", Parameter.KEYWORD_ONLY),
        Parameter("name", Parameter.KEYWORD_ONLY, default=None),
    ]
    return _named(raw_op, "FakeQueue", parameters)


def _check_not_eager(name: str, reference: str) -> None:
    if executing_eagerly():
        snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
        raise RuntimeError(f"{snake} op does not support eager execution. Arg '{reference}' is a ref.")


def _named(function: Any, name: str, parameters: Sequence[Parameter]) -> Callable[..., Any]:
    function.__name__ = function.__qualname__ = name
    function.__signature__ = Signature([p.replace(kind=Parameter.POSITIONAL_OR_KEYWORD) for p in parameters])
    function.__doc__ = f"Apply the op {name}, which takes or gives a reference, in a graph."
    found: Callable[..., Any] = function
    return found


__all__ = ["fake_queue", "on_handle"]
