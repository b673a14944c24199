"""`tf.raw_ops`: every op by TensorFlow's own name, with keyword arguments only.

>>> import graphwright as tf
>>> int(tf.raw_ops.AddV2(x=1, y=2))
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.core.door import apply
from graphwright.ir.record import OpRecord, lookup

if TYPE_CHECKING:  # at run time `Any` is an op
    from collections.abc import Callable
    from typing import Any


def __getattr__(name: str) -> Callable[..., Any]:
    record = None if name.startswith("_") else lookup(name)
    if record is None:
        raise AttributeError(f"module 'graphwright.raw_ops' has no op '{name}'")
    function = _raw(record)
    globals()[name] = function
    return function


def __dir__() -> list[str]:
    from graphwright.ops.index import FAMILIES

    return sorted(name for names in FAMILIES.values() for name in names.split())


def _raw(record: OpRecord) -> Callable[..., Any]:
    names = [a.name for a in record.inputs]

    def raw_op(*, name: str | None = None, **arguments: Any) -> Any:
        missing = [n for n in names if n not in arguments]
        if missing:
            raise TypeError(f"{record.name}() missing required keyword arguments: {', '.join(missing)}.")
        inputs = [arguments.pop(n) for n in names]
        for n in arguments:
            if n not in record.attrs:
                takes = ", ".join([*names, *record.attrs])
                raise TypeError(f"{record.name}() got an unexpected keyword argument '{n}'; it takes {takes}.")
        return apply(record, inputs, arguments, name)

    raw_op.__name__ = raw_op.__qualname__ = record.name
    raw_op.__doc__ = f"Apply the op {record.name}: inputs {names}, attributes {list(record.kernel_attrs)}."
    return raw_op
