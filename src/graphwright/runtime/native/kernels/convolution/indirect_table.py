"""The table of indirect convolution: the place of each tap for each pixel of the results.

``gw_indirect_table(call, first, count, table)`` writes it for some pixels of the results. Places count in elements from
the images; a row whose tap lies outside of them sees the zeros at `rows` instead. The table begins with what belongs to
no tap: where each row's window begins, in all and along each axis, and where its results lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.runtime.native.kernels.convolution.blocking import ORIGINS, SLACK
from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import divided, quotient_up
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue

_LANES: Final = 8
_RESULTS: Final = len(ORIGINS)


def first_tap(flow: Flow, table: IRValue, apart: IRValue) -> IRValue:
    """Where the entries of the first tap are; those of two taps are `apart`."""
    return table.at(apart * (_RESULTS + 1), "i64")


def results(flow: Flow, table: IRValue, apart: IRValue) -> IRValue:
    """Where the places of the results are."""
    return table.at(apart * _RESULTS, "i64")


def table_text(module: ModuleText, element: ElementType) -> str:
    """The function."""
    flow = Flow(module)
    f = load_fields(flow)
    apart = f["block"] + SLACK
    origins = {name: flow.ptr("%table").at(apart * at, "i64") for at, name in enumerate(ORIGINS)}
    line = f["width"] * f["channels"]
    plane = f["height"] * line
    steps = {"deep": plane, "down": line, "right": f["channels"]}
    b = flow.builder(_LANES, "v")
    _write_origins(flow, b, f, {**origins, "results": results(flow, flow.ptr("%table"), apart)}, steps)
    between = f["rows"].address() - f["x"].address()
    zeros = between.sdiv(element.size)
    with flow.loop(0, f["window_depth"], carried=[("ptr", first_tap(flow, flow.ptr("%table"), apart))]) as deep:
        with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
            with flow.loop(0, f["window_width"], carried=[("ptr", down.carried[0])]) as right:
                loops = {"deep": deep, "down": down, "right": right}
                moved = {name: loop.index * f[f"apart_{name}"] for name, loop in loops.items()}
                _write_tap(flow, b, f, origins, steps, moved, right.carried[0], zeros)
                right.next_values = [right.carried[0].at(apart, "i64")]
            down.next_values = right.results
        deep.next_values = down.results
    flow.ret()
    head = "define internal void @gw_indirect_table(ptr %call, i64 %first, i64 %count, ptr %table)"
    return flow.function(f"{head} noinline nounwind")


def _write_origins(
    flow: Flow, b: IRBuilder, f: Mapping[str, IRValue], origins: Mapping[str, IRValue], steps: Mapping[str, IRValue]
) -> None:
    """Line by line in vectors, whose ends the next line writes over; behind the last come copies of its last entry."""
    row, column = divided(flow.i64("%first"), f["out_width"])
    slice_, row = divided(row, f["out_height"])
    number, slice_ = divided(slice_, f["out_depth"])
    image = f["depth"] * steps["deep"]
    across = f["right"] * f["channels"]
    lines = quotient_up(flow, column + flow.i64("%count"), f["out_width"])
    start = [("i64", text) for text in (number, slice_, row, column, flow.i64(0))]
    with flow.loop(0, lines, carried=start, entered=True) as each:
        number, slice_, row, column, done = each.carried
        begins = {
            name: place * f[name] - f[before]
            for name, place, before in zip(steps, (slice_, row, column), ("front", "above", "left"), strict=True)
        }
        total = number * image
        for name, step in steps.items():
            total = total + begins[name] * step
        length = (f["out_width"] - column).min(flow.i64("%count") - done)
        entries = {
            "place": (total, across),
            "deep": (begins["deep"], flow.i64(0)),
            "down": (begins["down"], flow.i64(0)),
        }
        entries["right"] = (begins["right"], f["right"])
        there = number * f["to_image"]
        for name, place in (("deep", slice_), ("down", row), ("right", column)):
            there = there + place * f[f"to_{name}"]
        entries["results"] = (there, f["to_right"])
        for name, (first, step) in entries.items():
            _write_progression(flow, b, origins[name].at(done, "i64"), first, step, length)
        end, following = flow.i1("true"), [done + length, flow.i64(0)]
        for place, size in ((row, "out_height"), (slice_, "out_depth")):
            moved = place + end.zext()
            end = moved.eq(f[size])
            following.append(end.select(0, moved))
        number = number + end.zext()
        each.next_values = [number, *reversed(following)]
    for table in origins.values():
        end = table.at(flow.i64("%count"), "i64")
        last = end.at(-1, "i64").load("i64", align=8)
        _write_progression(flow, b, end, last, flow.i64(0), flow.i64(SLACK))


def _write_progression(
    flow: Flow, b: IRBuilder, target: IRValue, first: IRValue, step: IRValue, count: IRValue
) -> None:
    """So many numbers at regular distances, and more to fill the last vector."""
    kind = b.type("i64")
    steps = b.binary("mul", memory_access.iota(b), memory_access.splat(b, TypedValue(step, "i64")))
    with flow.loop(0, count, _LANES, entered=True) as along:
        start = memory_access.splat(b, TypedValue(first + along.index * step, "i64"))
        value = b.binary("add", start, steps)
        target.at(along.index, "i64").store(value.text, kind, align=8)


def _write_tap(
    flow: Flow,
    b: IRBuilder,
    f: Mapping[str, IRValue],
    origins: Mapping[str, IRValue],
    steps: Mapping[str, IRValue],
    moved: Mapping[str, IRValue],
    target: IRValue,
    zeros: IRValue,
) -> None:
    """The entries of one tap, `moved` along each axis from where a window begins."""

    def spread(text: str) -> TypedValue:
        return memory_access.splat(b, TypedValue(text, "i64"))

    shift = flow.i64(0)
    for name, step in steps.items():
        shift = shift + moved[name] * step
    sizes = {"deep": spread(f["depth"]), "down": spread(f["height"]), "right": spread(f["width"])}
    distances = {"place": spread(shift), **{name: spread(text) for name, text in moved.items()}}
    outside = spread(zeros)
    with flow.loop(0, flow.i64("%count") + _LANES, _LANES, entered=True) as along:
        at = {}
        for name, table in origins.items():
            kind = b.type("i64")
            origin = table.at(along.index, "i64").load(kind, align=8)
            at[name] = b.binary("add", TypedValue(origin, "i64"), distances[name])
        seen = [b.compare("icmp ult", at[name], size) for name, size in sizes.items()]
        inside = b.binary("and", b.binary("and", seen[0], seen[1]), seen[2])
        value = b.select(inside, at["place"], outside)
        place = target.at(along.index, "i64")
        place.store(value.text, b.type("i64"), align=8)
