"""Where the windows of an indirect convolution see their pixels: a place for each tap and each pixel of the results.

``gw_indirect_table(call, first, count, table)`` writes it for some pixels of the results. Places count in elements from
the images; a row whose tap lies outside of them sees the zeros at `rows` instead. The table begins with what belongs to
no tap: where each row's window begins, in all and along each axis, and where its results lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import divided, quotient_up
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType

#: Entries behind those of a block's pixels, which are copies of the last: tiles read whole rows, tables are written in
#: vectors.
SLACK: Final = 16
_LANES: Final = 8
_ORIGINS: Final = ("place", "deep", "down", "right")
_RESULTS: Final = len(_ORIGINS)


def entries(block: int, taps: int) -> int:
    """How many a table has for so many pixels."""
    return (block + SLACK) * (_RESULTS + 1 + taps)


def first_tap(flow: Flow, table: str, apart: str) -> str:
    """Where the entries of the first tap are; those of two taps are `apart`."""
    return flow.at(table, flow.mul(apart, _RESULTS + 1), "i64")


def results(flow: Flow, table: str, apart: str) -> str:
    """Where the places of the results are."""
    return flow.at(table, flow.mul(apart, _RESULTS), "i64")


def table_text(module: ModuleText, element: ElementType) -> str:
    """The function."""
    flow = Flow(module)
    f = load_fields(flow)
    apart = flow.add(f["block"], SLACK)
    origins = {name: flow.at("%table", flow.mul(apart, at), "i64") for at, name in enumerate(_ORIGINS)}
    line = flow.mul(f["width"], f["channels"])
    plane = flow.mul(f["height"], line)
    steps = {"deep": plane, "down": line, "right": f["channels"]}
    b = flow.builder(_LANES, "v")
    _write_origins(flow, b, f, {**origins, "results": results(flow, "%table", apart)}, steps)
    between = flow.sub(*(flow.value(f"ptrtoint ptr {f[name]} to i64") for name in ("rows", "x")))
    zeros = flow.value(f"sdiv i64 {between}, {element.size}")
    with flow.loop(0, f["window_depth"], carried=[("ptr", first_tap(flow, "%table", apart))]) as deep:
        with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
            with flow.loop(0, f["window_width"], carried=[("ptr", down.carried[0])]) as right:
                loops = {"deep": deep, "down": down, "right": right}
                moved = {name: flow.mul(loop.index, f[f"apart_{name}"]) for name, loop in loops.items()}
                _write_tap(flow, b, f, origins, steps, moved, right.carried[0], zeros)
                right.following = [flow.at(right.carried[0], apart, "i64")]
            down.following = right.results
        deep.following = down.results
    flow.do("ret void")
    head = "define internal void @gw_indirect_table(ptr %call, i64 %first, i64 %count, ptr %table)"
    return flow.function(f"{head} noinline nounwind")


def _write_origins(
    flow: Flow, b: IRBuilder, f: Mapping[str, str], origins: Mapping[str, str], steps: Mapping[str, str]
) -> None:
    """Line by line in vectors, whose ends the next line writes over; behind the last come copies of its last entry."""
    row, column = divided(flow, "%first", f["out_width"])
    slice_, row = divided(flow, row, f["out_height"])
    number, slice_ = divided(flow, slice_, f["out_depth"])
    image = flow.mul(f["depth"], steps["deep"])
    across = flow.mul(f["right"], f["channels"])
    lines = quotient_up(flow, flow.add(column, "%count"), f["out_width"])
    start = [("i64", text) for text in (number, slice_, row, column, "0")]
    with flow.loop(0, lines, carried=start, entered=True) as each:
        number, slice_, row, column, done = each.carried
        begins = {
            name: flow.sub(flow.mul(place, f[name]), f[before])
            for name, place, before in zip(steps, (slice_, row, column), ("front", "above", "left"), strict=True)
        }
        total = flow.mul(number, image)
        for name, step in steps.items():
            total = flow.add(total, flow.mul(begins[name], step))
        length = flow.smin(flow.sub(f["out_width"], column), flow.sub("%count", done))
        entries = {"place": (total, across), "deep": (begins["deep"], "0"), "down": (begins["down"], "0")}
        entries["right"] = (begins["right"], f["right"])
        there = flow.mul(number, f["to_image"])
        for name, place in (("deep", slice_), ("down", row), ("right", column)):
            there = flow.add(there, flow.mul(place, f[f"to_{name}"]))
        entries["results"] = (there, f["to_right"])
        for name, (first, step) in entries.items():
            _write_progression(flow, b, flow.at(origins[name], done, "i64"), first, step, length)
        end, following = "true", [flow.add(done, length), "0"]
        for place, size in ((row, "out_height"), (slice_, "out_depth")):
            moved = flow.add(place, flow.value(f"zext i1 {end} to i64"))
            end = flow.compare("eq", moved, f[size])
            following.append(flow.select(end, "i64", 0, moved))
        number = flow.add(number, flow.value(f"zext i1 {end} to i64"))
        each.following = [number, *reversed(following)]
    for table in origins.values():
        end = flow.at(table, "%count", "i64")
        last = flow.value(f"load i64, ptr {flow.at(end, -1, 'i64')}, align 8")
        _write_progression(flow, b, end, last, "0", str(SLACK))


def _write_progression(flow: Flow, b: IRBuilder, target: str, first: str, step: str, count: str) -> None:
    """So many numbers at regular distances, and more to fill the last vector."""
    kind = b.type("i64")
    steps = b.binary("mul", memory_access.iota(b), memory_access.splat(b, TypedValue(step, "i64")))
    with flow.loop(0, count, _LANES, entered=True) as along:
        start = memory_access.splat(b, TypedValue(flow.add(first, flow.mul(along.index, step)), "i64"))
        value = b.binary("add", start, steps)
        flow.do(f"store {kind} {value.text}, ptr {flow.at(target, along.index, 'i64')}, align 8")


def _write_tap(
    flow: Flow,
    b: IRBuilder,
    f: Mapping[str, str],
    origins: Mapping[str, str],
    steps: Mapping[str, str],
    moved: Mapping[str, str],
    target: str,
    zeros: str,
) -> None:
    """The entries of one tap, `moved` along each axis from where a window begins."""

    def spread(text: str) -> TypedValue:
        return memory_access.splat(b, TypedValue(text, "i64"))

    shift = "0"
    for name, step in steps.items():
        shift = flow.add(shift, flow.mul(moved[name], step))
    sizes = {"deep": spread(f["depth"]), "down": spread(f["height"]), "right": spread(f["width"])}
    distances = {"place": spread(shift), **{name: spread(text) for name, text in moved.items()}}
    outside = spread(zeros)
    with flow.loop(0, flow.add("%count", _LANES), _LANES, entered=True) as along:
        at = {}
        for name, table in origins.items():
            kind = b.type("i64")
            origin = flow.value(f"load {kind}, ptr {flow.at(table, along.index, 'i64')}, align 8")
            at[name] = b.binary("add", TypedValue(origin, "i64"), distances[name])
        seen = [b.compare("icmp ult", at[name], size) for name, size in sizes.items()]
        inside = b.binary("and", b.binary("and", seen[0], seen[1]), seen[2])
        value = b.select(inside, at["place"], outside)
        place = flow.at(target, along.index, "i64")
        flow.do(f"store {b.type('i64')} {value.text}, ptr {place}, align 8")
