"""The ops: one record each, by family, with their public functions next to them.

Nothing is loaded here but the index; a family is imported when one of its ops or functions is first used.
"""

from __future__ import annotations

from typing import Any, NoReturn

from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.ir.record import set_family_loader


def _load_family(name: str) -> bool:
    from graphwright.ops.op_index import load_family

    return load_family(name)


set_family_loader(_load_family)


def _getitem(self: Any, key: Any) -> Any:
    from graphwright.ops.index.slicing import getitem

    # the next use goes straight there
    for cls in (Tensor, Variable):
        setattr(cls, "__getitem__", getitem)  # noqa: B010 (a type checker knows no such attribute)
    return getitem(self, key)


def _setitem(self: Any, key: Any, value: Any) -> NoReturn:
    remedy = (
        "v[i].assign(value) changes a part of a variable"
        if isinstance(self, Variable)
        else "tensors never change; tf.tensor_scatter_nd_update gives a changed copy, and parts of a tf.Variable v are "
        "changed by v[i].assign(value)"
    )
    raise TypeError(f"'{type(self).__name__}' object does not support item assignment: {remedy}.")


for _cls in (Tensor, Variable):
    setattr(_cls, "__getitem__", _getitem)  # noqa: B010
    setattr(_cls, "__setitem__", _setitem)  # noqa: B010

_OPERATORS = (
    "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul and rand or ror "
    "xor rxor lshift rlshift rshift rrshift lt le gt ge eq ne neg abs invert"
)


def _operator(name: str) -> Any:
    def operator(self: Any, *others: Any) -> Any:
        import graphwright.ops.math.operators  # noqa: F401 (puts the operators proper on the classes)

        return getattr(self, name)(*others)

    return operator


for _name in _OPERATORS.split():
    for _cls in (Tensor, Variable):
        setattr(_cls, f"__{_name}__", _operator(f"__{_name}__"))


def _truth(self: Any) -> bool:
    from graphwright.core.convert import to_tensor

    return bool(to_tensor(self))


# What classes that act like tensors copy from `Tensor`; `__nonzero__` is Python 2's name of `__bool__`.
Tensor.OVERLOADABLE_OPERATORS = frozenset(
    f"__{name}__" for name in f"{_OPERATORS} getitem".split() if "shift" not in name
)
for _name in ("__bool__", "__nonzero__"):
    setattr(Tensor, _name, _truth)
