"""The sizes that a trace has programs of their own for, as `explain` lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.base.frozen import frozen
from graphwright.ir.types import TensorType


@frozen
class Sizes:
    """The sizes of the arguments that the trace leaves open, and the calls with these sizes.

    >>> from graphwright.base.dtypes import float32
    >>> from graphwright.ir.types import tensor_type
    >>> str(Sizes((tensor_type(float32, (32, 100)),), 412))
    '(32, 100)'
    """

    types: tuple[TensorType, ...]
    calls: int

    def __str__(self) -> str:
        return ", ".join(str(type_.shape) for type_ in self.types)


def by_sizes(special: Sequence[Sizes], calls: int) -> Iterator[str]:
    """A line for each program of such sizes, and one for the program of all others.

    >>> list(by_sizes([], 2))
    ['others: 2 calls, open program']
    """
    for sizes in special:
        yield f"{sizes}: {_calls(sizes.calls)}, own program"
    others = calls - sum(sizes.calls for sizes in special)
    if others > 0:
        yield f"others: {_calls(others)}, open program"


def _calls(count: int) -> str:
    return f"{count:,} call" if count == 1 else f"{count:,} calls"


__all__ = ["Sizes", "by_sizes"]
