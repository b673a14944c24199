"""What the transformations of loop nests do, shown as the loop IR before and after."""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.nodes import Nest
from graphwright.runtime.native.loop_ir.show import show
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.schedule.outline import outline
from graphwright.runtime.native.schedule.parallel_for import ChunkFunction, Cut, bounds


def _negated(b: BlockBuilder, source: str, target: str) -> None:
    """A nest that negates eight numbers."""
    nest, start = Nest(b.current), len(b.lines)
    loop = b.loop(0, 8, entered=True)
    number = b.let(f"load float, ptr {b.let(f'getelementptr float, ptr {source}, i64 {loop.index}')}")
    place = b.let(f"getelementptr float, ptr {target}, i64 {loop.index}")
    b.line(f"store float {b.let(f'fneg float {number}')}, ptr {place}")
    loop.close()
    nest.items = b.cut(start)
    b.lines.append(nest)


def test_outlining_replaces_nests_that_are_alike_by_calls_of_one_function() -> None:
    b, module = BlockBuilder([], "enter"), ModuleText()
    for k in range(4):
        _negated(b, f"%x{k}", f"%y{k}")
    assert show(b.lines[:1]).splitlines() == [
        "nest {",
        "  loop i64 %iloop1 = 0 then %t5 {",
        "    %t1 = getelementptr float, ptr %x0, i64 %iloop1",
        "    %t2 = load float, ptr %t1",
        "    %t3 = getelementptr float, ptr %y0, i64 %iloop1",
        "    %t4 = fneg float %t2",
        "    store float %t4, ptr %t3",
        "    %t5 = add i64 %iloop1, 1",
        "    %t6 = icmp slt i64 %t5, 8",
        "  } again if %t6",
        "}",
    ]
    outline(module, b.lines, is_long=False)
    after = [line for k in range(4) for line in ("outlined {", f"  call void @gw_nest0(ptr %x{k}, ptr %y{k})", "}")]
    assert show(b.lines).splitlines() == after
    assert module.text().count("define internal void @gw_nest0(") == 1


def test_outlining_keeps_a_nest_whose_values_are_used_behind_it() -> None:
    b, module = BlockBuilder([], "enter"), ModuleText()
    for k in range(4):
        _negated(b, f"%x{k}", f"%y{k}")
    b.line("store float %t2, ptr %p")
    before = show(b.lines[:1])
    outline(module, b.lines, is_long=False)
    assert show(b.lines[:1]) == before and show(b.lines[1:2]).startswith("outlined")


def test_outlining_makes_of_an_exit_what_the_function_returns() -> None:
    b, module = BlockBuilder([], "enter"), ModuleText()
    for k in range(4):
        nest, start = Nest(b.current), len(b.lines)
        with b.loop(0, 8, entered=True) as loop:
            number = b.let(f"load i64, ptr {b.let(f'getelementptr i64, ptr %x{k}, i64 {loop.index}')}")
            b.exit_if(b.let(f"icmp slt i64 {number}, 0"), "fail")
        nest.items = b.cut(start)
        b.lines.append(nest)
    outline(module, b.lines, is_long=False)
    assert show(b.lines[:1]).splitlines() == [
        "outlined {",
        "  %done2.failed = call i1 @gw_nest0(ptr %x0)",
        "  leave for fail if %done2.failed",
        "}",
    ]


def test_parallelisation_moves_a_loop_into_a_function_of_a_chunk() -> None:
    w = Writer()
    serial = w.count_to("1000")
    w.line(f"store float 0.0, ptr {w.let(f'getelementptr float, ptr %x, i64 {serial.index}')}")
    serial.close()
    assert show(w.lines).splitlines() == [
        "loop i64 %iloop1 = 0 then %t2 {",
        "  %t1 = getelementptr float, ptr %x, i64 %iloop1",
        "  store float 0.0, ptr %t1",
        "  %t2 = add i64 %iloop1, 1",
        "  %t3 = icmp slt i64 %t2, 1000",
        "} again if %t3",
    ]
    w = Writer()
    chunk = ChunkFunction(w)
    start, length = bounds(chunk, Cut(0, 1000, 300, 4, 4))
    loop = chunk.w.count_to(length)
    place = chunk.w.let(f"add i64 {start}, {loop.index}")
    pointer = chunk.w.let(f"getelementptr float, ptr {chunk.given('ptr', '%x')}, i64 {place}")
    chunk.w.line(f"store float 0.0, ptr {pointer}")
    loop.close()
    chunk.run(4)
    assert show(chunk.w.lines).splitlines() == [
        "%t1 = mul i64 %chunk, 300",
        "%t2 = sub i64 1000, %t1",
        "%t3 = call i64 @llvm.umin.i64(i64 %t2, i64 300)",
        "%t4 = icmp sgt i64 %t3, 0",
        "loop if %t4 i64 %iloop1 = 0 then %t9 {",
        "  %t5 = add i64 %t1, %iloop1",
        "  %t8 = getelementptr float, ptr %h7, i64 %t5",
        "  store float 0.0, ptr %t8",
        "  %t9 = add i64 %iloop1, 1",
        "  %t10 = icmp slt i64 %t9, %t3",
        "} again if %t10",
    ]
    assert show(w.lines).splitlines() == [
        "store ptr %x, ptr %h1",
        "call void @gw_split(ptr @gw_chunk0, ptr %h1, i64 4)",
    ]


def test_long_loops_of_a_body_poll_for_signals() -> None:
    w = Writer()
    w.is_body = True
    with w.nest():
        w.count_to(str(1 << 20)).close()
    assert show(w.lines).splitlines() == [
        "nest {",
        "  loop i64 %iloop1 = 0 then %t5 {",
        "    %t1 = and i64 %iloop1, 16383",
        "    %t2 = icmp eq i64 %t1, 16383",
        "    if %t2 {",
        "      %t3 = call i32 @gw_poll(ptr %gil)",
        "      %t4 = icmp ne i32 %t3, 0",
        "      leave for fail if %t4",
        "    }",
        "    %t5 = add i64 %iloop1, 1",
        "    %t6 = icmp slt i64 %t5, 1048576",
        "  } again if %t6",
        "}",
    ]
