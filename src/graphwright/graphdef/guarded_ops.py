"""Ops that reach beyond a graph: in a graph from a file they reach the files of its own model, and nothing else.

What an op reaches is declared in its record. A guard takes the place of the op's kernel and looks at the arguments
when the op runs, since the name of a file is a tensor; a graph that does no such thing loads and runs as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.files import local_path
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.reach import Reach
from graphwright.ir.record import OpRecord

ALLOW = (
    "Allow it by its name (tf.saved_model.LoadOptions(allowed_ops=[...])) where the file that the graph is from is to "
    "be trusted."
)


def guarded(record: OpRecord, folder: str | None, scope: str) -> OpRecord:
    """The record with its guard, if its op reaches anything.

    Args:
      record: the record.
      folder: has the files that the op may read.
      scope: is put before the names of the resources that the op shares; "" leaves them as they are.
    """
    if record.kernel is None or not any(isinstance(r, Reach) for r in record.reaches.values()):
        return record
    return replace(record, kernel=partial(_run, record, folder, scope), native=None, gradient=None, eager_cache={})


def guarded_op(graph: FuncGraph) -> str | None:
    """The name of an op in a graph, or in one that it calls, that has a guard; None if there is none."""
    seen, pending = {id(graph)}, [graph]
    while pending:
        for op in pending.pop().operations:
            kernel = op.record.kernel
            if isinstance(kernel, partial) and kernel.func is _run:
                return op.type
            for name in op.record.function_attrs:
                value = op.attrs.get(name)
                for inner in value if isinstance(value, (list, tuple)) else [value]:
                    if isinstance(inner, FuncGraph) and id(inner) not in seen:
                        seen.add(id(inner))
                        pending.append(inner)
    return None


def _run(record: OpRecord, folder: str | None, scope: str, *inputs: Any, **attrs: Any) -> Any:
    arrays = list(inputs)
    positions = {arg.name: i for i, arg in enumerate(record.inputs)}
    for name, reach in record.reaches.items():
        if not isinstance(reach, Reach):
            continue
        if name in positions:
            at = positions[name]
            arrays[at] = _checked_array(record.name, reach, folder, arrays[at])
        elif reach is not Reach.SHARES:
            attrs[name] = _checked(record.name, reach, folder, attrs.get(name, b"?"))
        elif scope and name == "container":
            attrs[name] = f"{scope}/{_text(attrs[name])}"
    assert record.kernel is not None
    return record.kernel(*arrays, **attrs)


def _checked_array(op: str, reach: Reach, folder: str | None, names: Any) -> Any:
    """The names in a tensor of text, as the kernel is to see them."""
    checked = np.empty(names.size, object)
    checked[:] = [os.fsencode(_checked(op, reach, folder, name)) for name in names.reshape(-1)]
    return checked.reshape(names.shape)


def _checked(op: str, reach: Reach, folder: str | None, name: str | bytes) -> str | bytes:
    """A name as the kernel is to see it; raises InvalidArgumentError for what the op may not reach."""
    text = _text(name)
    harmless = _HARMLESS.get(reach)
    if harmless is not None and harmless(text):
        return name
    if reach is Reach.READS:
        return _own_asset(op, folder, local_path(name))
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    raise errors.InvalidArgumentError(f"Op {op} of a loaded graph {reach.value} ({shown!r}): it is not run. {ALLOW}")


def _own_asset(op: str, folder: str | None, name: str) -> str:
    """The path of a regular file in the folder, without links."""
    path = os.path.realpath(name)
    if folder is None or not path.startswith(os.path.join(os.path.realpath(folder), "")):
        raise errors.InvalidArgumentError(
            f"Op {op} of a loaded graph reads {path}, which is no asset of its model: it is not run. {ALLOW}"
        )
    if os.path.exists(path) and not os.path.isfile(path):  # opening a pipe waits, perhaps for ever
        raise errors.FailedPreconditionError(f"{path}; it is not a regular file")
    return path


def _text(name: str | bytes) -> str:
    return name if isinstance(name, str) else os.fsdecode(name)


_SHOWN = 200
_HARMLESS: Mapping[Reach, Callable[[str], bool]] = {
    Reach.READS: lambda path: not path,
    Reach.CACHES: lambda path: not path,
    Reach.PRINTS: lambda stream: not stream.startswith("file:"),
    Reach.DESCRIBES: lambda source: source.startswith(("local://", "bytes://")),
}
"""What of the names of a kind reaches no file."""

__all__ = ["ALLOW", "guarded", "guarded_op"]
