"""Which variables the operations of a graph restore, and from which keys of a checkpoint.

A graph from a file does not read other files itself; the loader gives the variables what its operations would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from graphwright.base import errors
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.ir.graph import Operation


def restored_variables(operations: Iterable[Operation]) -> Iterator[tuple[Operation, str, str]]:
    """The operations of variables' handles, each with its key, and with the part of the value if it is one."""
    operations = list(operations)
    users: dict[int, list[Operation]] = {}
    for op in operations:
        for value in op.inputs:
            users.setdefault(id(value), []).append(op)
    for op in operations:
        if op.type == "RestoreV2":
            keys, parts = (_strings(v) for v in op.inputs[1:])
            for value, key, part in zip(op.outputs, keys, parts, strict=False):
                for handle in _assigned(users, value):
                    yield handle, key, part


def _strings(value: Any) -> list[str]:
    stored = value.op.attrs.get("value") if value.op.type == "Const" else None
    return [] if stored is None else [v.decode(errors="replace") for v in stored.ravel()]


def _assigned(users: dict[int, list[Operation]], value: Any) -> Iterator[Operation]:
    """The variables' handles that a restored value is assigned to, perhaps through Identities."""
    pending = [value]
    while pending:
        for op in users.get(id(pending.pop()), ()):
            if op.type == "AssignVariableOp" and op.inputs[0].op.type == "VarHandleOp":
                yield op.inputs[0].op
            elif op.type == "Identity":
                pending.append(op.outputs[0])


def read_restored(reader: BundleReader, key: str, part: str = "") -> Any:
    """The value under a key; of a part, as `"10 4 0,5:-"` names it, what it has of the whole.

    Raises NotFoundError where there is no such key, InvalidArgumentError for a part that is none of the value.
    """
    if key not in reader:
        raise errors.NotFoundError(f"Key {key} not found in checkpoint {reader.prefix}")
    array = reader.read(key)
    return array[_extents(part, array.shape)].copy() if part else array


def _extents(part: str, shape: tuple[int, ...]) -> tuple[slice, ...]:
    """The part of an array that a text names: sizes of the whole, then starts and lengths."""
    *sizes, listed = part.split(" ")
    extents = [_extent(extent) for extent in listed.split(":")]
    if sizes != [str(size) for size in shape] or len(extents) != len(shape) or None in extents:
        raise errors.InvalidArgumentError(f"A variable is restored from the part '{part}' of a value of shape {shape}.")
    return tuple(e for e in extents if e is not None)


def _extent(text: str) -> slice | None:
    """The rows that a text names: `-` for all, else the first and how many; None where it names none."""
    if text == "-":
        return slice(None)
    start, comma, length = text.partition(",")
    if not (comma and start.isdigit() and length.isdigit()):
        return None
    return slice(int(start), int(start) + int(length))
