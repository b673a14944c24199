"""Further ops on iterators: older ones, their names as texts, saved states, iterators for several devices."""

from __future__ import annotations

import secrets
import threading
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.shuffling import SeedGenerator
from graphwright.data.records import ELEMENTS, scalar
from graphwright.data.records_functions import output_shapes
from graphwright.data.records_iterators import NEXT, IteratorResource
from graphwright.data.structure import Flat
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import lookup, op

_DEVICE = b"/job:localhost/replica:0/task:0/device:CPU:0"
_OF_ANY = "output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []"


def _text(value: bytes) -> Any:
    result = np.empty((), object)
    result[()] = value
    return result


def _pair(ctx: Any) -> Any:
    return [(), ()]


# making and deleting ----------------------------------------------------------------------------------------------


def _maker(name: str, attrs: str, kernel: Any, args: str = "-> handle: resource", effect: Any = "random") -> None:
    op(
        name, args, attrs, shape=_pair if "deleter" in args else scalar, kernel=kernel, no_gradient=True,
        effect=effect, reaches=OWN_RESOURCE if "shared_name" in attrs else None,
    )  # fmt: skip


_WITH_DELETER = "-> handle: resource, deleter: variant"
_maker("AnonymousIterator", ELEMENTS, lambda **_: IteratorResource())
_maker("AnonymousIteratorV2", ELEMENTS, lambda **_: [IteratorResource(), None], _WITH_DELETER)
_maker("Iterator", f"shared_name: string; container: string; {ELEMENTS}", lambda **_: IteratorResource())


def _one_shot(*, dataset_factory: Any, **_: Any) -> IteratorResource:
    (pipeline,) = CapturedFunction(dataset_factory, [])([])
    made = IteratorResource()
    made.start(pipeline)
    return made


_maker(
    "OneShotIterator",
    f'dataset_factory: func; {ELEMENTS}; container: string = ""; shared_name: string = ""',
    _one_shot,
    effect="host",
)
_maker(
    "AnonymousRandomSeedGenerator", "", lambda seed, seed2: [SeedGenerator(int(seed), int(seed2), True), None],
    f"seed: int64, seed2: int64 {_WITH_DELETER}",
)  # fmt: skip
for _name in ("DummyMemoryCache", "DummySeedGenerator", "DummyIterationCounter"):
    _maker(_name, "", lambda: None)
for _name in ("DeleteIterator", "DeleteMemoryCache", "DeleteRandomSeedGenerator", "DeleteSeedGenerator"):
    # the last handle frees what is behind it
    op(
        _name, "handle: resource, deleter: variant ->", shape=lambda ctx: [], kernel=lambda handle, deleter: [],
        no_gradient=True, effect="write",
    )  # fmt: skip

# using them -------------------------------------------------------------------------------------------------------

op(
    "IteratorGetNextSync", "iterator: resource -> components: [output_types]", ELEMENTS, shape=output_shapes,
    kernel=NEXT.kernel, no_gradient=True, effect="host",
)  # fmt: skip
for _name in ("IteratorGetDevice", "ExperimentalIteratorGetDevice"):
    op(
        _name, "resource: resource -> device: string", shape=scalar, kernel=lambda iterator: _text(_DEVICE),
        no_gradient=True, effect="read",
    )  # fmt: skip

_IGNORE = 1  # the policy of external state that saves all the same, without a warning


def _saved(iterator: IteratorResource, external_state_policy: int) -> Any:
    return iterator.save(external_state_policy == _IGNORE)


def _restored(iterator: IteratorResource, serialized: Any) -> list[Any]:
    iterator.restore(serialized)
    return []


op(
    "SerializeIterator", "resource_handle: resource -> serialized: variant", "external_state_policy: int = 0",
    shape=lambda ctx: None, kernel=_saved, no_gradient=True, effect="read",
)  # fmt: skip
op(
    "DeserializeIterator", "resource_handle: resource, serialized: variant ->", shape=lambda ctx: [],
    kernel=_restored, no_gradient=True, effect="write",
)  # fmt: skip

# names ------------------------------------------------------------------------------------------------------------

_named: weakref.WeakValueDictionary[bytes, Any] = weakref.WeakValueDictionary()
_GIVEN = {"string_handle": "cannot be guessed, so only code that was given it finds the iterator"}
_lock = renewed_after_fork(threading.Lock())


def _name_of(kind: str) -> Any:
    """A kernel that gives a text by which a resource is found as long as it exists."""

    def kernel(resource: Any) -> Any:
        with _lock:
            for name, known in _named.items():
                if known is resource:
                    return _text(name)
            name = f"{kind}/{secrets.token_hex(16)}".encode()
            _named[name] = resource
            return _text(name)

    return kernel


def _found(string_handle: Any, **_: Any) -> Any:
    known = _named.get(string_handle.item())
    if known is None:
        raise errors.InvalidArgumentError(
            f"Could not parse string_handle as a valid ResourceHandle: {string_handle.item()!r} names no iterator "
            "that exists."
        )
    return known


op(
    "IteratorToStringHandle", "resource_handle: resource -> string_handle: string", shape=scalar,
    kernel=_name_of("Iterator"), no_gradient=True, effect="read", reaches=_GIVEN,
)  # fmt: skip
for _name in ("IteratorFromStringHandle", "IteratorFromStringHandleV2"):
    op(
        _name, "string_handle: string -> resource_handle: resource", _OF_ANY, shape=scalar, kernel=_found,
        no_gradient=True, effect="random", reaches=_GIVEN,
    )  # fmt: skip

# several devices --------------------------------------------------------------------------------------------------


class MultiDeviceIterator:
    """An iterator whose elements go to several devices in turn.

    Args:
      devices: their names; only how many there are matters.
    """

    def __init__(self, devices: Sequence[Any]) -> None:
        self._waiting: list[deque[Flat]] = [deque() for _ in devices]
        self._run: Iterator[Flat] | None = None
        self._turn = self._incarnation = 0
        self._lock = renewed_after_fork(threading.Lock())

    def start(self, pipeline: Pipeline) -> int:
        """Start a run; its number."""
        with self._lock:
            self._run, self._turn = pipeline.run(IteratorState()), 0
            for waiting in self._waiting:
                waiting.clear()
            self._incarnation += 1
            return self._incarnation

    def next(self, shard: int, incarnation: int) -> Flat:
        """The next element of a device; OutOfRangeError after the last one."""
        with self._lock:
            if self._run is None or incarnation != self._incarnation:
                raise errors.InvalidArgumentError(
                    f"Invalid incarnation id. Provided: {incarnation}; Expected: {self._incarnation}"
                )
            if not 0 <= shard < len(self._waiting):
                raise errors.InvalidArgumentError(f"There are {len(self._waiting)} shards, got number {shard}.")
            while not self._waiting[shard]:
                element = next(self._run, None)
                if element is None:
                    raise errors.OutOfRangeError("End of sequence")
                self._waiting[self._turn].append(element)
                self._turn = (self._turn + 1) % len(self._waiting)
            return self._waiting[shard].popleft()


_DEVICES = f"devices: list(string) >= 1; {ELEMENTS}"
_maker(
    "MultiDeviceIterator", f"devices: list(string) >= 1; shared_name: string; container: string; {ELEMENTS}",
    lambda devices, **_: MultiDeviceIterator(devices),
)  # fmt: skip
_maker(
    "AnonymousMultiDeviceIterator", _DEVICES, lambda devices, **_: [MultiDeviceIterator(devices), None], _WITH_DELETER
)
_maker("AnonymousMultiDeviceIteratorV3", _DEVICES, lambda devices, **_: MultiDeviceIterator(devices))
op(
    "MultiDeviceIteratorInit",
    "dataset: variant, multi_device_iterator: resource, max_buffer_size: int64 -> incarnation_id: int64", shape=scalar,
    kernel=lambda dataset, iterator, size: np.array(iterator.start(dataset), np.int64), no_gradient=True,
    effect="host",
)  # fmt: skip
op(
    "MultiDeviceIteratorGetNextFromShard",
    "multi_device_iterator: resource, shard_num: int32, incarnation_id: int64 -> components: [output_types]", ELEMENTS,
    shape=output_shapes, kernel=lambda iterator, shard, number, **_: iterator.next(int(shard), int(number)),
    no_gradient=True, effect="host",
)  # fmt: skip
op(
    "MultiDeviceIteratorToStringHandle", "multi_device_iterator: resource -> string_handle: string", shape=scalar,
    kernel=_name_of("MultiDeviceIterator"), no_gradient=True, effect="read", reaches=_GIVEN,
)  # fmt: skip
op(
    "MultiDeviceIteratorFromStringHandle", "string_handle: string -> multi_device_iterator: resource", _OF_ANY,
    shape=scalar, kernel=_found, no_gradient=True, effect="random", reaches=_GIVEN,
)  # fmt: skip
op(
    "DeleteMultiDeviceIterator", "multi_device_iterator: resource, iterators: N*resource, deleter: variant ->",
    "N: int >= 0", shape=lambda ctx: [], kernel=lambda *_, **__: [], no_gradient=True, effect="write",
)  # fmt: skip

# elements and functions -------------------------------------------------------------------------------------------


class CompressedElement:
    """The components of an element as one value."""

    __slots__ = ("components",)

    def __init__(self, components: Sequence[Any]) -> None:
        self.components = list(components)


def _uncompressed(compressed: Any, *, output_types: Sequence[Any], **_: Any) -> Sequence[Any]:
    if not isinstance(compressed, CompressedElement):
        raise errors.InvalidArgumentError(f"Expected a variant that CompressElement gave, got {compressed!r}.")
    if len(compressed.components) != len(output_types):
        raise errors.FailedPreconditionError(
            f"Expected {len(output_types)} outputs from uncompress, but got {len(compressed.components)}"
        )
    return compressed.components


op(
    "CompressElement", "components: [input_types] -> compressed: variant", "input_types: list(type) >= 1",
    shape=scalar, kernel=CompressedElement, no_gradient=True,
)  # fmt: skip
op(
    "UncompressElement", "compressed: variant -> components: [output_types]", ELEMENTS, shape=output_shapes,
    kernel=_uncompressed, no_gradient=True,
)  # fmt: skip


def _table_filled(stored: Any, pipeline: Pipeline) -> list[Any]:
    record = lookup("InitializeTableV2")
    assert record is not None and record.kernel is not None
    pairs = list(pipeline.run(IteratorState()))
    if any(len(pair) != 2 for pair in pairs):
        raise errors.InvalidArgumentError("The elements of the dataset must be pairs of a key and a value.")
    if pairs:
        keys, values = (np.stack([np.asarray(pair[i]) for pair in pairs]) for i in range(2))
        record.kernel(stored, keys, values)
    return []


op(
    "InitializeTableFromDataset", "table_handle: resource, dataset: variant ->", shape=lambda ctx: [],
    kernel=_table_filled, no_gradient=True, effect="host",
)  # fmt: skip


def _mapped(arguments: Sequence[Any], captured: Sequence[Any], *, f: Any, output_types: Any, **_: Any) -> list[Any]:
    sizes = [len(a) if a.ndim else 0 for a in arguments]
    for i, size in enumerate(sizes):
        if size != sizes[0] or not arguments[i].ndim:
            raise errors.InvalidArgumentError(
                f"All inputs must have the same dimension 0. Input {i} has leading dimension {size}, while all "
                f"previous inputs have leading dimension {sizes[0]}"
            )
    function = CapturedFunction(f, captured)
    rows = [function([a[i, ...] for a in arguments]) for i in range(sizes[0])]
    if not rows:
        return [np.empty((0,), t.numpy) for t in output_types]
    return [np.stack(column) for column in zip(*rows, strict=True)]


def _mapped_dims(ctx: Any) -> list[Any]:
    first = ctx.dims(0)
    shapes = [s.symbolic for s in ctx.attrs["output_shapes"]]
    return [None if dims is None or not first else (first[0], *dims) for dims in shapes]


op(
    "MapDefun", "arguments: [Targuments], captured_inputs: [Tcaptured] -> output: [output_types]",
    "Targuments: list(type) >= 1; Tcaptured: list(type) >= 0 = []; output_types: list(type) >= 1; "
    "output_shapes: list(shape) >= 1; f: func; max_intra_op_parallelism: int = 1",
    shape=_mapped_dims, kernel=_mapped, no_gradient=True, effect="host", stateful=False,
)  # fmt: skip

__all__ = ["CompressedElement", "MultiDeviceIterator"]
