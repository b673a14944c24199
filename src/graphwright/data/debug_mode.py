"""`tf.data.experimental.enable_debug_mode`: the functions of datasets as Python code, for breakpoints and prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base.dtypes import variant
from graphwright.core.context import state
from graphwright.data.structure import normalized, packer, tensor_specs, tensors_of

_enabled = False


def enable_debug_mode() -> None:
    """Run functions of datasets that are made from now on as Python code for each element.

    They are traced once nevertheless, so that the type of their results is known. Functions that return datasets stay
    graphs.

    Raises ValueError inside a function.

    >>> tf.data.experimental.enable_debug_mode()
    >>> seen = []
    >>> _ = list(tf.data.Dataset.range(2).map(lambda x: seen.append(x) or x))
    >>> int(seen[-1])
    1
    >>> from graphwright.data import debug_mode
    >>> debug_mode.disable()
    """
    global _enabled
    if state.graph is not None:
        raise ValueError("`tf.data.experimental.enable_debug_mode()` is only supported in eager mode.")
    _enabled = True


def disable() -> None:
    """Let the functions of datasets that are made from now on be graphs again."""
    global _enabled
    _enabled = False


def as_python(function: Callable[..., Any], specs: Sequence[Any], spec: Any) -> Callable[..., Any] | None:
    """A function that calls `function` with eager values; None where it stays a graph. `spec` is that of the result."""
    if not _enabled or any(t.dtype is variant for one in (*specs, spec) for t in tensor_specs(one)):
        return None
    from graphwright.control.host_calls import py_function

    outputs, sizes = tensor_specs(spec), [len(tensor_specs(one)) for one in specs]

    def call(*flat: Any) -> Any:
        left = iter(flat)
        arguments = [packer(one)([next(left) for _ in range(n)]) for one, n in zip(specs, sizes, strict=True)]
        result = function(*arguments)
        return tensors_of(spec, normalized(tuple(result) if isinstance(result, list) else result))

    def wrapped(*arguments: Any) -> Any:
        flat = [t for one, value in zip(specs, arguments, strict=True) for t in tensors_of(one, value)]
        found = py_function(call, flat, [t.dtype for t in outputs])
        for tensor, expected in zip(found, outputs, strict=True):
            tensor.set_shape(expected.shape)
        return packer(spec)(found)

    return wrapped


__all__ = ["as_python", "disable", "enable_debug_mode"]
