"""Lowers steps that process a batch in tiles: a function for one tile, which threads call for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.base import errors
from graphwright.base.frozen import replace
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.steps import BatchTiles, Plan
from graphwright.runtime.native.fusion.symbolic_sizes import Size, product, size_of, times
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array, Bound, Scalar
from graphwright.runtime.native.lower.nests.parallel_for import ChunkFunction
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.buffers import Environment

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_tiles(code: Code, step: BatchTiles) -> None:
    """All tiles of a batch."""
    w, inner, plan = code.w, code.inside_chunk(), step.plan
    function = ChunkFunction(w, inner.w)
    with w.on_entry():
        lacks = w.alloca("i64", align=8)
    lacks.store(0)
    inner.w.lacks = inner.w.ptr(function.given("ptr", lacks))
    inner.env = Environment(plan)
    copies = _take_inputs(code, step, inner, plan, function)
    targets = [code.make(value) for value in step.outputs]
    for array, own in zip(targets, plan.outputs, strict=True):
        inner.env.wanted[own] = array_of(_given(function, array, own, batched=True))
    inner.run(plan)
    _give_outputs(inner, plan)
    assert not inner.w.slots.count, "a chunk has no frame"
    w.regions += inner.w.regions
    code.add_work(times(size_of(step.batch), Size(max(1, inner.work // step.images))))
    _run(code, step, function, lacks)
    for array in copies:
        code.b.discard(array.buffer)


def _take_inputs(code: Code, step: BatchTiles, inner: Code, plan: Plan, function: ChunkFunction) -> list[Array]:
    """Bind what a tile reads, with packed weights; gives the copies that were made."""
    copies = []
    for value, own in zip(step.inputs, plan.inputs, strict=True):
        bound = code.value(value)
        if isinstance(bound, Array):
            read = code.b.contiguous(bound)
            copies += [] if read is bound else [read]
            bound = read
        inner.bind(own, _given(function, bound, own, value in step.batched))
        panels = code.panels.get(bound.pointer) if isinstance(bound, Array) else None
        if panels is not None and isinstance(bound, Array):
            text, place = (function.given("ptr", each) for each in (panels.text, panels.place))
            inner.panels[function.given("ptr", bound.pointer)] = replace(panels, text=text, place=place)
    return copies


def _given(function: ChunkFunction, bound: Bound, own: Value, batched: bool) -> Scalar | Array:
    """What a value of the code around is in the tile's function: the tile's part, if it is one of the batch."""
    if isinstance(bound, Scalar):
        return Scalar(function.operand(bound.operand))
    bound = array_of(bound)
    pointer, dims = function.given("ptr", bound.pointer), own.type.dims or ()
    if batched:
        bytes_ = (product(dims).static or 0) * ELEMENTS[bound.dtype].size
        with function.w.on_entry():
            pointer = function.w.ptr(pointer).at(function.w.i64("%chunk") * bytes_)
    return replace(bound, pointer=pointer, dims=dims, buffer=None, object=None)


def _give_outputs(inner: Code, plan: Plan) -> None:
    """What was not made in its place is copied there."""
    for own in plan.outputs:
        made, target = inner.array(own), inner.env.wanted[own]
        if made.pointer != target.pointer:
            inner.b.copy(made, target)


def _run(code: Code, step: BatchTiles, function: ChunkFunction, lacks: IRValue) -> None:
    """Call the function for all tiles, and fail where one found no memory."""
    w, largest = code.w, step.members[0]
    count = str(step.batch // step.images) if isinstance(step.batch, int) else w.dim(step.batch)
    function.run_evenly(count, function.noting(lacks))
    message = f"there is no memory for {step.images} of the images of a batch."
    site = host_callback.failing_site(largest, message, errors.ResourceExhaustedError)
    fine = lacks.load("i64").eq(0)
    w.unless(fine, lambda: host_callback.fail_at(code, site))
