"""Pipelines, elements and other values as bytes, for another process.

Only data travels, no code: the functions of a pipeline are sent as a GraphDef. What is neither data nor a pipeline (a
variable that a function reads, a closure) is sent by its name in this process, which no other process knows.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import secrets
import struct
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape
from graphwright.base.words import with_article
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.caching import MemoryCache
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.shuffling import SeedGenerator
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ops.ragged.variants import RaggedValue

_KIND = "of"  # the key of a dict that names a kind of value; other dicts are sent as lists of pairs
_PLAIN = (str, int, float, bool, type(None))

# values by the names that they are sent by, of this process; each lives as long as its owner keeps it
_own: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
_serial = itertools.count()
_process = (os.getpid(), secrets.token_hex(8))


def packed(value: Any) -> bytes:
    """A value as bytes: numbers, strings, arrays, pipelines, dtypes and shapes, in lists, tuples and dicts."""
    return _Encoder().bytes_of(value)


def unpacked(data: bytes) -> Any:
    """The value that `packed` wrote.

    Raises:
      DataLossError: the bytes are damaged.
      FailedPreconditionError: they name a value of the process that wrote them.
    """
    try:
        (count,) = struct.unpack_from("<I", data)
        ends = list(itertools.accumulate(struct.unpack_from(f"<{count}Q", data, 4), initial=4 + 8 * count))
        parts = [data[start:end] for start, end in itertools.pairwise(ends)]
        return _Decoder(parts[1], parts[2:]).value(json.loads(parts[0]))
    except errors.OpError:
        raise
    except Exception as error:  # whatever JSON and protocol buffers raise
        raise errors.DataLossError(f"The message of another process is damaged: {error}") from error


class _Encoder:
    def __init__(self) -> None:
        from graphwright.graphdef.export import Library

        self._library = Library()
        self._blobs: list[bytes] = []
        self._numbers: dict[int, int] = {}  # of objects that may be sent several times, by their ids
        self._kept: list[Any] = []

    def bytes_of(self, value: Any) -> bytes:
        tree = json.dumps(self._tree(value), separators=(",", ":")).encode()
        parts = [tree, self._functions(), *self._blobs]
        return struct.pack(f"<I{len(parts)}Q", len(parts), *map(len, parts)) + b"".join(parts)

    def _functions(self) -> bytes:
        if not self._library.functions:
            return b""
        from graphwright.graphdef import messages

        proto = messages.GraphDef()
        proto.library.function.extend(self._library.write())
        data: bytes = proto.SerializeToString()
        return data

    def _blob(self, data: bytes) -> int:
        self._blobs.append(data)
        return len(self._blobs) - 1

    def _tree(self, value: Any) -> Any:
        if type(value) in _PLAIN:
            return value
        if type(value) is list:
            return [self._tree(one) for one in value]
        for kind, write in _WRITERS:
            if isinstance(value, kind):
                return write(self, value)
        return {_KIND: "own", "name": _own_name(value), "what": type(value).__name__}

    def _object(self, value: Any, kind: str, fields: Callable[[], Any]) -> Any:
        """An object with fields; what was sent before is sent by its number."""
        number = self._numbers.get(id(value))
        if number is not None:
            return {_KIND: "again", "number": number}
        self._numbers[id(value)] = len(self._kept)
        self._kept.append(value)
        return {_KIND: kind, "fields": self._tree(fields())}

    def _pipeline(self, pipeline: Pipeline) -> Any:
        kind = type(pipeline)
        return self._object(pipeline, f"{kind.__module__}:{kind.__qualname__}", lambda: dict(vars(pipeline)))

    def _checked_name(self, graph: FuncGraph) -> str:
        """The name of a graph in the library; the other process would run its ops without their guards."""
        from graphwright.graphdef.guarded_ops import ALLOW, guarded_op

        found = guarded_op(graph)
        if found is not None:
            raise errors.FailedPreconditionError(
                f"The dataset has the op {found} of a loaded graph, which another process would run unguarded. {ALLOW}"
            )
        return self._library.name_of(graph)

    def _array(self, array: Any) -> Any:
        if array.dtype == object and not all(type(one) is bytes for one in array.reshape(-1)):
            return {_KIND: "objects", "shape": list(array.shape), "items": self._tree(list(array.reshape(-1)))}
        from graphwright.graphdef.tensor_proto import to_proto

        return {_KIND: "array", "at": self._blob(to_proto(array).SerializeToString())}


def _own_name(value: Any) -> str:
    """The name of a value of this process."""
    name = next((name for name, one in _own.items() if one is value), None)
    if name is None:
        name = f"{'-'.join(map(str, _process))}-{next(_serial)}"
        try:
            _own[name] = value
        except TypeError:
            raise errors.FailedPreconditionError(
                f"A dataset that holds {with_article(type(value).__name__)} cannot be sent to another process."
            ) from None
    return name


_WRITERS: list[tuple[Any, Callable[[_Encoder, Any], Any]]] = [
    (Pipeline, _Encoder._pipeline),
    (np.ndarray, _Encoder._array),
    (dict, lambda e, v: {_KIND: "dict", "items": [[e._tree(key), e._tree(one)] for key, one in v.items()]}),
    (tuple, lambda e, v: {_KIND: "tuple", "items": [e._tree(one) for one in v]}),
    (list, lambda e, v: [e._tree(one) for one in v]),
    (bytes, lambda e, v: {_KIND: "bytes", "at": e._blob(v)}),
    (range, lambda e, v: {_KIND: "range", "items": [v.start, v.stop, v.step]}),
    (DType, lambda e, v: {_KIND: "tf dtype", "name": v.name}),
    (np.dtype, lambda e, v: {_KIND: "dtype", "name": as_dtype(v).name}),
    (TensorShape, lambda e, v: {_KIND: "shape", "dims": None if v.rank is None else list(v.static_dims)}),
    (np.generic, lambda e, v: e._array(np.asarray(v))),
    (FuncGraph, lambda e, v: {_KIND: "graph", "name": e._checked_name(v)}),
    (RaggedValue, lambda e, v: {_KIND: "ragged", "parts": e._tree([list(v.splits), v.values])}),
    (CapturedFunction, lambda e, v: e._object(v, "function", lambda: [v.graph, v._captured])),
    (SeedGenerator, lambda e, v: e._object(v, "seeds", lambda: [v._reshuffle, v.save()])),
    (MemoryCache, lambda e, v: e._object(v, "cache", list)),
]


class _Decoder:
    def __init__(self, functions: bytes, blobs: list[bytes]) -> None:
        self._blobs, self._library = blobs, self._read(functions)
        self._objects: list[Any] = []

    @staticmethod
    def _read(functions: bytes) -> Any:
        from graphwright.core.tracing import TracingGraph
        from graphwright.graphdef import messages
        from graphwright.graphdef.foreign_ops import ForeignOps
        from graphwright.graphdef.import_ import FunctionLibrary
        from graphwright.ops.op_families import FAMILIES

        definitions = messages.GraphDef.FromString(functions).library.function
        every_op = " ".join(FAMILIES.values()).split()
        return FunctionLibrary(definitions, TracingGraph, ForeignOps(allowed=every_op))

    def value(self, tree: Any) -> Any:
        """What a tree stands for."""
        if isinstance(tree, list):
            return [self.value(one) for one in tree]
        if not isinstance(tree, dict):
            return tree
        kind = tree[_KIND]
        read = _READERS.get(kind)
        return self._object(kind, tree["fields"]) if read is None else read(self, tree)

    def _object(self, kind: str, fields: Any) -> Any:
        number = len(self._objects)
        self._objects.append(None)
        if kind in _OBJECTS:
            made = self._objects[number] = _OBJECTS[kind](self.value(fields))
            return made
        made = self._objects[number] = object.__new__(_pipeline_class(kind))
        vars(made).update(self.value(fields))
        return made

    def _array(self, tree: Any) -> Any:
        from graphwright.graphdef import messages
        from graphwright.graphdef.tensor_proto import to_array

        return to_array(messages.TensorProto.FromString(self._blobs[tree["at"]]))

    def _objects_array(self, tree: Any) -> Any:
        items = self.value(tree["items"])
        found = np.empty(len(items), object)
        for i, item in enumerate(items):
            found[i] = item
        return found.reshape(tree["shape"])

    def _own(self, tree: Any) -> Any:
        found = _own.get(tree["name"])
        if found is None:
            raise errors.FailedPreconditionError(
                f"A dataset refers to a {tree['what']} of the process that sent it, which is not here: functions of "
                "datasets that run in other processes may use tensors, but neither variables nor other state."
            )
        return found


def _pipeline_class(kind: str) -> type[Pipeline]:
    module, _, name = kind.partition(":")
    if not module.startswith("graphwright."):
        raise errors.InvalidArgumentError(f"{kind!r} names no class of pipelines.")
    found = getattr(importlib.import_module(module), name, None)
    if not (isinstance(found, type) and issubclass(found, Pipeline)):
        raise errors.InvalidArgumentError(f"{kind!r} names no class of pipelines.")
    return found


def _seeds(fields: Any) -> SeedGenerator:
    made = SeedGenerator(1, 1, fields[0])
    made.restore(fields[1])
    return made


_OBJECTS: dict[str, Callable[[Any], Any]] = {
    "function": lambda fields: CapturedFunction(*fields),
    "seeds": _seeds,
    "cache": lambda fields: MemoryCache(),
}
_READERS: dict[str, Callable[[_Decoder, Any], Any]] = {
    "again": lambda d, t: d._objects[t["number"]],
    "array": _Decoder._array,
    "objects": _Decoder._objects_array,
    "own": _Decoder._own,
    "dict": lambda d, t: {d.value(key): d.value(one) for key, one in t["items"]},
    "tuple": lambda d, t: tuple(d.value(one) for one in t["items"]),
    "bytes": lambda d, t: d._blobs[t["at"]],
    "range": lambda d, t: range(*t["items"]),
    "tf dtype": lambda d, t: as_dtype(t["name"]),
    "dtype": lambda d, t: np.dtype(as_dtype(t["name"]).numpy),
    "shape": lambda d, t: TensorShape(t["dims"]),
    "ragged": lambda d, t: RaggedValue(tuple(d.value(t["parts"][0])), d.value(t["parts"][1])),
    "graph": lambda d, t: d._library.get(t["name"]),
}

__all__ = ["packed", "unpacked"]
