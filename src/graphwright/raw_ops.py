"""`tf.raw_ops`: every op by TensorFlow's own name, with keyword arguments only.

>>> int(tf.raw_ops.AddV2(x=1, y=2))
3
>>> int(tf.raw_ops.Sum(input=[1, 2], axis=0))
3
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply_any
from graphwright.ir.older_names import BY_HANDLE
from graphwright.ir.record import OpRecord, lookup

if TYPE_CHECKING:  # at run time `Any` is an op
    from collections.abc import Callable, Sequence
    from typing import Any

_AXIS = {"reduction_indices": "axis"}
_RENAMED = {
    **dict.fromkeys(("All", "Any", "EuclideanNorm", "Max", "Mean", "Min", "Prod", "Sum"), _AXIS),
    "ExpandDims": {"dim": "axis"},
    "Select": {"t": "x", "e": "y"},
    "Split": {"split_dim": "axis"},
    "SplitV": {"split_dim": "axis"},
    "Squeeze": {"squeeze_dims": "axis"},
    "Where": {"input": "condition"},
}
"""The Python names of arguments in TensorFlow that differ from those in the op's definition, which records use."""

_OLDER = {
    name: (f"{name[:-1]}3", {"align": "LEFT_LEFT"}) for name in ("MatrixDiagPartV2", "MatrixDiagV2", "MatrixSetDiagV2")
}
"""Versions of ops that a later one covers: that one, and the attributes that they do not have, with their values."""

_REFERENCE_NAMES = (
    "ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam ApplyAddSign "
    "ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyGradientDescent ApplyMomentum ApplyPowerSign "
    "ApplyProximalAdagrad ApplyProximalGradientDescent ApplyRMSProp Assign AssignAdd AssignSub CountUpTo "
    "DebugGradientRefIdentity DestroyTemporaryVariable IsVariableInitialized RefIdentity ScatterAdd ScatterDiv "
    "ScatterMax ScatterMin ScatterMul ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdSub ScatterNdUpdate "
    "ScatterSub ScatterUpdate SparseApplyAdadelta SparseApplyAdagrad SparseApplyAdagradDA SparseApplyAdagradV2 "
    "SparseApplyCenteredRMSProp SparseApplyFtrl SparseApplyFtrlV2 SparseApplyMomentum SparseApplyProximalAdagrad "
    "SparseApplyProximalGradientDescent SparseApplyRMSProp StridedSliceAssign TemporaryVariable Variable "
    "VariableV2"
)
_ON_REFERENCES = frozenset(_REFERENCE_NAMES.split())
"""The ops of reference variables, which `sessions.reference_ops` has: each is the op for handles under another name."""


def __getattr__(name: str) -> Callable[..., Any]:
    if name in _ON_REFERENCES:
        from graphwright.sessions.reference_ops import raw_op

        on_references = raw_op(name)
        globals()[name] = on_references
        return on_references
    if name in BY_HANDLE or name == "FakeQueue":
        from graphwright.queues.by_reference import fake_queue, on_handle

        found = fake_queue() if name == "FakeQueue" else on_handle(name, __getattr__(BY_HANDLE[name]))
        globals()[name] = found
        return found
    later, fixed = _OLDER.get(name, (name, {}))
    record = None if name.startswith("_") else lookup(later)
    if record is None:
        from graphwright._missing import missing_name

        raise AttributeError(missing_name(__name__, name))
    function = _raw(record, name, fixed)
    globals()[name] = function
    return function


def __dir__() -> list[str]:
    from graphwright.ops.op_index import FAMILIES

    # without another library's; TensorFlow leaves out its own, too
    known = (names for module, names in FAMILIES.items() if not module.startswith("text."))
    ops = (name for names in known for name in names.split() if not name.startswith("_"))
    return sorted([*_OLDER, *_ON_REFERENCES, *BY_HANDLE, "FakeQueue", *ops])


def _raw(record: OpRecord, op_name: str, fixed: dict[str, Any]) -> Callable[..., Any]:
    renamed = _RENAMED.get(record.name, {})
    inputs = [renamed.get(a.name, a.name) for a in record.inputs]
    attrs = {renamed.get(n, n): n for n in record.kernel_attrs if n not in fixed}
    required = [*inputs, *(public for public, n in attrs.items() if record.attrs[n].required)]

    def raw_op(*, name: str | None = None, **arguments: Any) -> Any:
        if not arguments.keys() <= known or not arguments.keys() >= needed:
            raise _misfit(op_name, arguments, required, list(attrs))
        values = [arguments.pop(n) for n in inputs]
        provided = {**fixed, **{attrs[n]: value for n, value in arguments.items()}}
        if several_lists:
            values, lengths = _with_lengths(record, values)
            provided.update(lengths)
        result = apply_any(record, values, provided, name)
        return result if named is None else named(*_grouped(record, result, values, provided))

    named = namedtuple(record.name, [a.name for a in record.outputs]) if len(record.outputs) > 1 else None
    several_lists = sum(arg.is_list for arg in record.inputs) > 1
    needed, known = frozenset(required), frozenset((*inputs, *attrs))
    raw_op.__name__ = raw_op.__qualname__ = op_name
    raw_op.__doc__ = f"Apply the op {op_name}: inputs {inputs}, attributes {list(attrs)}."
    raw_op.__annotations__ = {}
    raw_op.__signature__ = _signature(required, {n: record.attrs[a] for n, a in attrs.items()})  # type: ignore[attr-defined]
    return raw_op


def _with_lengths(record: OpRecord, values: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
    """The inputs, and the attributes that say where each of several lists of them ends."""
    found: list[Any] = []
    lengths: dict[str, Any] = {}
    for arg, value in zip(record.inputs, values, strict=True):
        if arg.number_attr is not None:
            lengths[arg.number_attr] = len(value)
        elif arg.type_list_attr is not None:
            value = [to_tensor(v) for v in value]
            lengths[arg.type_list_attr] = [v.dtype for v in value]
        found.append(value)
    return found, lengths


def _grouped(record: OpRecord, flat: Sequence[Any], values: Sequence[Any], given: dict[str, Any]) -> list[Any]:
    """One entry per declared output: a tensor or a list of tensors."""
    if not any(out.is_list for out in record.outputs):
        return list(flat)
    lengths = {n: a.default for n, a in record.attrs.items() if not a.required} | given
    for arg, value in zip(record.inputs, values, strict=True):
        if arg.number_attr is not None:
            lengths[arg.number_attr] = len(value)
        elif arg.type_list_attr is not None:
            lengths[arg.type_list_attr] = value
    grouped: list[Any] = []
    at = 0
    for out in record.outputs:
        count = record.arg_count(out, lengths)
        grouped.append(list(flat[at : at + count]) if out.is_list else flat[at])
        at += count
    return grouped


def _misfit(op: str, arguments: dict[str, Any], required: list[str], attrs: list[str]) -> TypeError:
    """The error for unexpected or missing arguments."""
    for n in arguments:
        if n not in required and n not in attrs:
            takes = ", ".join(dict.fromkeys((*required, *attrs, "name")))
            return TypeError(f"{op}() got an unexpected keyword argument '{n}'; it takes {takes}.")
    missing = [n for n in required if n not in arguments]
    return TypeError(f"{op}() missing required keyword arguments: {', '.join(missing)}.")


def _plain(default: Any) -> Any:
    """A default in the form of TensorFlow's signatures: shapes as lists, whole numbers as ints."""
    if isinstance(default, TensorShape):
        return None if default.rank is None else default.as_list()
    if isinstance(default, float) and default.is_integer():
        return int(default)
    return list(default) if isinstance(default, tuple) else default


def _signature(required: list[str], attrs: dict[str, Any]) -> Any:
    """The result of `inspect.signature`: as for TensorFlow's functions, plain parameters."""
    from inspect import Parameter, Signature

    plain = Parameter.POSITIONAL_OR_KEYWORD
    optional = [Parameter(n, plain, default=_plain(a.default)) for n, a in attrs.items() if not a.required]
    return Signature([*(Parameter(n, plain) for n in required), *optional, Parameter("name", plain, default=None)])
