"""Whether there is memory for the results of an op, asked before its kernel runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, cast

from graphwright.base.room import check_room
from graphwright.ir.graph import Operation
from graphwright.ir.infer import infer
from graphwright.ir.types import TensorType, most_elements, tensor_type

_HUGE: Final = 1 << 20  # a number that may be a size from which on the results' sizes are computed
_MOST: Final = 64  # numbers in an input that sizes follow from


def check_results(types: Iterable[TensorType]) -> None:
    """Raise MemoryError where there is no room for a result whose size is known; see `check_room`."""
    for type_ in types:
        if type_.is_static and type_.dtype.numpy is not None:
            check_room(cast(tuple[int, ...], type_.dims), type_.dtype.numpy)


def check_of(op: Operation) -> Callable[[Sequence[Any]], None] | None:
    """What checks the arrays that an operation is about to run with, None where they decide no size.

    Kernels make other arrays before their results, some as long as one axis. Sizes that the operation's types leave
    open are computed by its shape rule where an input that they follow from has a huge number.
    """
    types = [value.type for value in op.outputs]
    if types and all(type_.is_static for type_ in types):  # a check in front of an operation's parts has no outputs
        return (lambda _: check_results(types)) if most_elements(types) >= _HUGE else None
    used = _deciding(op)
    if not used:
        return None

    def check(arrays: Sequence[Any]) -> None:
        for i in used:
            array = arrays[i]
            if 0 < array.size <= _MOST and max(array.ravel().tolist()) >= _HUGE:  # a third of the time of NumPy's
                check_results(_types_for(op, arrays))
                return

    return check


def _deciding(op: Operation) -> tuple[int, ...]:
    """The inputs whose values the sizes of the results follow from: integers, few of them."""
    if not any(value.dtype.is_integer for value in op.inputs):
        return ()
    used = infer(op.record, op.inputs, [value.type for value in op.inputs], op.attrs)[1]
    return tuple(i for i in used if op.inputs[i].dtype.is_integer and not op.inputs[i].dtype.is_quantized)


class _Known:
    """An input as a shape rule sees it: its type and its value."""

    def __init__(self, type_: TensorType, array: Any) -> None:
        self.type = self._type = type_
        self.dtype, self.shape, self._array = type_.dtype, type_.shape, array


def _types_for(op: Operation, arrays: Sequence[Any]) -> list[TensorType]:
    """The types of the results for these arrays; none where the shape rule refuses them, as the kernel will."""
    types = [tensor_type(v.dtype, getattr(a, "shape", None)) for v, a in zip(op.inputs, arrays, strict=True)]
    try:
        return infer(op.record, [_Known(t, a) for t, a in zip(types, arrays, strict=True)], types, op.attrs)[0]
    except ValueError:
        return []
