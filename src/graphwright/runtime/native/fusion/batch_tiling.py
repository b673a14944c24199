"""Groups operations that process a batch a few images at a time, so that intermediate results stay in cache.

Convolutions, pools and elementwise operations treat each image by itself. A layer over all images of a batch leaves
behind more than a cache holds, and the next one reads it from memory. So neighbours become one step, `BatchTiles`:
a graph of their own for a few images, a *tile*, which threads run for one tile after another. Not where that would read
large filters more often than it saves reading images.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Alias, Assemble, Elementwise, Reduce, Sliding
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType, tensor_type
from graphwright.runtime.native.fusion.dtype_legalization import slides
from graphwright.runtime.native.fusion.rule_probe import probe
from graphwright.runtime.native.fusion.steps import OF_SHAPES, BatchTiles, Plan
from graphwright.runtime.native.machine.decisions import note
from graphwright.runtime.native.machine.limits import limits

_KERNELS: Final = ("convolution", "depthwise", "max", "average")
_FILTERED: Final = ("convolution", "depthwise")
_VIEWS: Final = ("Reshape", "Identity", "ExpandDims", "Squeeze")
_REDUCED: Final = ("sum", "mean", "prod", "max", "min")
_DTYPES: Final = ("float32", "float64")
_COPIED_ELEMENTS: Final = 64  # elements of constants that a tile has itself

#: Images that an unknown batch is taken to have.
_ASSUMED_IMAGES: Final = 16
#: Pixels of an image that are enough for a filter to be read again, whatever its size: it is multiplied by so many.
#: Where images have fewer, `limits` says how large a filter may be that every tile reads.
_MANY_PIXELS: Final = 128

Renamed = Mapping[Operation, Sequence[tuple[Value, Value]]]
"""What operations that were taken apart stand for (`Rules.expand`)."""


class _Region:
    """Operations next to each other that go through the same batch, and what they give."""

    def __init__(self, batch: Dim) -> None:
        self.batch = batch
        self.members: list[Operation] = []
        self.made: dict[Value, None] = {}

    def take(self, op: Operation, renamed: Renamed) -> bool:
        """One operation more; False where it is none that treats each image by itself."""
        names = renamed.get(op)
        if names is None:
            made, joins = op.outputs, _batch(op) == self.batch and _joins(op, self.made)
        else:
            made = [old for old, new in names if new in self.made]
            joins = bool(made)
        if joins:
            self.members.append(op)
            self.made.update(dict.fromkeys(made))
        return joins


def tiles(
    operations: Sequence[Operation],
    renamed: Renamed,
    leaving: Collection[Value],
    plan_tile: Callable[[FuncGraph], Plan | None],
) -> list[BatchTiles]:
    """The steps that go through a batch by tiles. What else reads a result comes behind the last of the members.

    `plan_tile` plans the graph of a tile; None where that is not for tiles.
    """
    if not any(map(_slides, operations)):
        return []
    users: dict[Value, list[Operation]] = {}
    for op in operations:
        for value in op.inputs if op.type not in OF_SHAPES else ():
            users.setdefault(value, []).append(op)
    steps = (_tiled(region, renamed, users, leaving, plan_tile) for region in _regions(operations, renamed))
    return [step for step in steps if step is not None]


def _slides(op: Operation) -> bool:
    rule = op.record.native
    return isinstance(rule, Sliding) and rule.kernel in _KERNELS


# regions ---------------------------------------------------------------------------------------------------


def _regions(operations: Sequence[Operation], renamed: Renamed) -> list[_Region]:
    """The longest runs of operations that go through a batch; what else reads a result of one ends it."""
    result: list[_Region] = []
    current: _Region | None = None
    for op in operations:
        if op.type in OF_SHAPES or (current is not None and current.take(op, renamed)):
            continue
        # what was read of a variable is computed with before the variable changes
        ends = op.record.effect in ("write", "host") or op.record.runs_code
        if current is not None and (ends or not current.made.keys().isdisjoint(op.inputs)):
            current = None
        batch = None if op in renamed else _batch(op)
        if current is None and batch is not None and batch != 1:
            begun = _Region(batch)
            if begun.take(op, renamed):
                current = begun
                result.append(begun)
    return result


def _batch(op: Operation) -> Dim | None:
    """The first dimension of what an operation gives, if all others are known."""
    if len(op.outputs) != 1 or op.outputs[0].type.dtype.name not in _DTYPES:
        return None
    dims = op.outputs[0].type.dims
    return dims[0] if dims and len(dims) > 1 and dims[0] != 0 and _is_static(dims[1:]) else None


def _is_static(dims: Sequence[Dim]) -> bool:
    return all(isinstance(d, int) and d > 0 for d in dims)


def _joins(op: Operation, made: Collection[Value]) -> bool:
    """Whether an operation treats each image by itself; `made` is what those before it give."""
    images, others = _operands(op)
    if not images or any(v in made or not v.type.is_static for v in others):
        return False
    # rows of weights are as many as images only by chance
    if not any(v in made for v in images) and (op.outputs[0].type.rank or 0) < 4:
        return False
    rule = op.record.native
    if isinstance(rule, Elementwise):
        found = probe(op, rule)
        return found is not None and not found.checked
    if isinstance(rule, Sliding):
        return rule.kernel in _KERNELS and slides(op, rule) and _reads_little(op, rule)
    constants = [constant_value(v) for v in op.inputs]
    if isinstance(rule, Reduce):
        axes, rank = constants[1], op.inputs[0].type.rank
        return rule.kind in _REDUCED and axes is not None and bool(rank) and all(axes.reshape(-1) % rank)
    if isinstance(rule, Assemble):
        boxes = rule.boxes(op, constants) or ()
        return bool(boxes) and all(box.start[0] in ((), (0,)) and 0 in box.axes for box in boxes)
    return isinstance(rule, Alias) and op.type in _VIEWS


def _operands(op: Operation) -> tuple[list[Value], list[Value]]:
    """The inputs of an operation that belong to the images, and those that are the same for all."""
    rule, dims = op.record.native, op.outputs[0].type.dims
    assert dims
    by_first = isinstance(rule, Sliding | Reduce | Alias)
    images = [
        v
        for v in (op.inputs[:1] if by_first else op.inputs)
        if v.type.dims and v.type.dims[0] == dims[0] and (by_first or len(v.type.dims) == len(dims))
    ]
    if not all(_is_static(v.type.dims[1:]) for v in images):
        return [], []
    # the shape that a tile is seen under is another one
    rest = op.inputs[:1] if op.type == "Reshape" else op.inputs
    return images, [v for v in rest if v not in images]


def _reads_little(op: Operation, rule: Sliding) -> bool:
    """Whether reading a window's filter takes little of the time that an image takes."""
    if rule.kernel not in _FILTERED:
        return True
    if op.inputs[1].type.dtype is not op.inputs[0].type.dtype:
        return False
    window = rule.window(op)
    assert window is not None
    moved = _image_bytes(op.inputs[0]) + _image_bytes(op.outputs[0])
    bytes_ = _bytes(op.inputs[1].type.dims, op.inputs[1])
    limit = limits()
    most = max(limit.free_filter_bytes, min(limit.filter_of_tile_bytes, moved))
    return prod(window.result) >= _MANY_PIXELS or bytes_ <= most


def _bytes(dims: Sequence[Dim] | None, value: Value) -> int:
    return prod(d for d in dims or () if isinstance(d, int)) * int(value.type.dtype.numpy.itemsize)


def _image_bytes(value: Value) -> int:
    return _bytes((value.type.dims or ())[1:], value)


# steps -----------------------------------------------------------------------------------------------------


def _tiled(
    region: _Region,
    renamed: Renamed,
    users: Mapping[Value, Sequence[Operation]],
    leaving: Collection[Value],
    plan_tile: Callable[[FuncGraph], Plan | None],
) -> BatchTiles | None:
    """The step for a region; None where it is not worth it."""
    inside, made = set(region.members), region.made
    outputs = [v for v in made if v in leaving or any(user not in inside for user in users.get(v, ()))]
    images = region.batch if isinstance(region.batch, int) else _ASSUMED_IMAGES
    windows = [op for op in region.members if op not in renamed and _slides(op)]
    kept = sum(_image_bytes(op.inputs[0]) for op in windows if op.inputs[0] in made and op.inputs[0] not in outputs)
    most = max((_image_bytes(op.inputs[0]) + _image_bytes(op.outputs[0]) for op in windows), default=0)
    if kept * images < limits().from_memory_bytes or most * images < limits().leaves_cache_bytes:
        return None
    images = _images_of_tile(region.batch, most)
    tile = _Copy(region.members, images)
    tile.run(renamed, outputs)
    plan = plan_tile(tile.graph)
    if plan is None:
        return None
    note(f"tiles of {images} images, by batch_tile_bytes = {limits().batch_tile_bytes}")
    return BatchTiles(
        region.members, region.made, region.batch, images, tile.batched, tile.graph, plan, tile.inputs, outputs
    )


def _images_of_tile(batch: Dim, bytes_: int) -> int:
    """How many images go together: a batch is divided evenly, and one of unknown size into single images."""
    if isinstance(batch, Symbol):
        return 1
    most = max(1, min(limits().batch_tile_bytes // bytes_, batch // 4))
    return next(n for n in range(most, 0, -1) if batch % n == 0)


class _Copy:
    """Writes the graph of a step: its members, for the images of one tile."""

    def __init__(self, members: Sequence[Operation], images: int) -> None:
        self.members, self.images = members, images
        self.graph = FuncGraph("tile")
        self.inputs: list[Value] = []
        self.batched: set[Value] = set()
        self.inner: dict[Value, Value] = {}

    def run(self, renamed: Renamed, outputs: Sequence[Value]) -> None:
        for op in self.members:
            if op in renamed:
                self.inner.update({old: self.inner[new] for old, new in renamed[op] if new in self.inner})
                continue
            images, others = _operands(op)
            for value in (*images, *others):
                if value not in self.inner:
                    self._take(value, batched=value in images)
            type_ = self._of_tile(op.outputs[0])
            shape = [self._shape(op, type_)] if op.type == "Reshape" else []
            inputs = [*(self.inner[v] for v in op.inputs[: 1 if shape else None]), *shape]
            self.inner[op.outputs[0]] = self._add(op.record, inputs, op.attrs, type_, op)
        self.graph.outputs = [self.inner[v] for v in outputs]

    def _take(self, value: Value, batched: bool) -> None:
        """Have something from outside, as an input or as a constant again."""
        op, type_ = value.op, value.type
        if op.type == "Const" and not batched and prod(op.attrs["value"].shape) <= _COPIED_ELEMENTS:
            self.inner[value] = self._add(op.record, [], op.attrs, type_, op)
            return
        seen = self._of_tile(value) if batched else type_
        attrs = {"dtype": type_.dtype, "shape": None}
        self.inner[value] = self._add(_record("Placeholder"), [], attrs, seen, op)
        self.graph.inputs.append(self.inner[value])
        self.inputs.append(value)
        if batched:
            self.batched.add(value)

    def _shape(self, op: Operation, type_: TensorType) -> Value:
        dtype = op.inputs[1].type.dtype
        array = np.array(type_.dims, dtype.numpy)
        return self._add(_record("Const"), [], {"value": array, "dtype": dtype}, tensor_type(dtype, array.shape), op)

    def _of_tile(self, value: Value) -> TensorType:
        return tensor_type(value.type.dtype, (self.images, *(value.type.dims or ())[1:]))

    def _add(
        self, record: OpRecord, inputs: Sequence[Value], attrs: dict[str, Any], type_: TensorType, origin: Operation
    ) -> Value:
        name = self.graph.unique_name(origin.name)
        op = self.graph.add_op(record, inputs, attrs, [type_], name, origin.location, origin.origin or origin)
        value: Value = op.outputs[0]
        return value


def _record(name: str) -> OpRecord:
    record = lookup(name)
    assert record is not None
    return record
