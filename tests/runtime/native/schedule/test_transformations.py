"""What the transformations of loop nests do, shown as text before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.config import options
from graphwright.passes import optimize
from graphwright.runtime.native.fusion.hoist import hoist
from graphwright.runtime.native.fusion.loop_batching import Batch, batch
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import Fused, Plan, Step, op_of
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, ZERO, Size, contiguous, size_of
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.nodes import Nest
from graphwright.runtime.native.loop_ir.show import show
from graphwright.runtime.native.lower.control.loop_carried import LOOPS
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.nests.parallel_for import ChunkFunction, bounds
from graphwright.runtime.native.lower.outline import outline
from graphwright.runtime.native.schedule.collapse import collapse
from graphwright.runtime.native.schedule.loop_nest import Cut, LoopNest
from graphwright.runtime.native.schedule.loop_nest import show as show_nest
from graphwright.runtime.native.schedule.parallelize import parallelize
from graphwright.runtime.native.schedule.tile import tile
from graphwright.runtime.native.schedule.vectorize import registers_for, vectorize


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


def test_outlining_returns_what_is_used_behind_a_nest() -> None:
    b, module = BlockBuilder([], "enter"), ModuleText()
    for k in range(4):
        _negated(b, f"%x{k}", f"%y{k}")
    b.line("store float %t2, ptr %p")
    outline(module, b.lines, is_long=False)
    assert show(b.lines[:1]).splitlines()[1] == "  %t2 = call float @gw_nest0(ptr %x0, ptr %y0)"
    b.line("store float %t4, ptr %p")
    outline(module, b.lines, is_long=False)
    assert show(b.lines[:1]).splitlines()[1:-1] == [
        "  %t2.of = call { float, float } @gw_nest1(ptr %x0, ptr %y0)",
        "  %t2 = extractvalue { float, float } %t2.of, 0",
        "  %t4 = extractvalue { float, float } %t2.of, 1",
    ]


def _checked(b: BlockBuilder, source: str, told: str) -> Nest:
    """A nest that leaves for `fail` or, by an arm of its own that uses the number, for `lost`; it sums numbers."""
    nest, start = Nest(b.current), len(b.lines)
    with b.loop(0, 8, carried=[("i64", "0")], entered=True) as loop:
        number = b.let(f"load i64, ptr {b.let(f'getelementptr i64, ptr {source}, i64 {loop.index}')}")
        b.exit_if(b.let(f"icmp slt i64 {number}, 0"), "fail")
        with b.leaving(b.let(f"icmp sgt i64 {number}, 9"), target="lost", cold=True):
            b.line(f"store i64 {told or number}, ptr %p")
        loop.next_values = [b.let(f"add i64 {loop.carried[0]}, {number}")]
    nest.items = b.cut(start)
    b.lines.append(nest)
    return nest


def test_outlining_tells_apart_the_ways_in_which_a_nest_fails() -> None:
    b, module = BlockBuilder([], "enter"), ModuleText()
    for k in range(4):
        _checked(b, f"%x{k}", "7")
    b.line("store i64 %t5, ptr %p")
    outline(module, b.lines, is_long=False)
    call, failed, total, *leave = show(b.lines[:1]).splitlines()[1:-1]
    assert call.endswith(".failed.of = call { i32, i64 } @gw_nest0(ptr %x0)")
    assert "extractvalue { i32, i64 }" in failed and total.startswith("  %t5 = extractvalue")
    assert [line.strip() for line in leave if "icmp" in line or "leave" in line or "cold" in line] == [
        f"{failed.split()[0]}.1 = icmp eq i32 {failed.split()[0]}, 1",
        f"leave for fail if {failed.split()[0]}.1",
        f"{failed.split()[0]}.2 = icmp eq i32 {failed.split()[0]}, 2",
        f"if {failed.split()[0]}.2 (cold) {{",
        "leave for lost",
    ]


def test_outlining_keeps_a_nest_whose_values_the_arm_uses_that_it_fails_into() -> None:
    b, module = BlockBuilder([], "enter"), ModuleText()
    nests = [_checked(b, f"%x{k}", "") for k in range(4)]
    outline(module, b.lines, is_long=False)
    assert [nest.call for nest in nests] == [None] * 4


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


def _nest(*extents: int, reduced: Sequence[int] = ()) -> LoopNest:
    return LoopNest(tuple([size_of(n) for n in extents]), tuple([axis in reduced for axis in range(len(extents))]))


def test_collapsing_joins_axes_that_every_operand_steps_through_evenly() -> None:
    matrix, row = contiguous((4, 1, 25, 8)), [ZERO, ZERO, Size(8), ONE]
    nest, _ = collapse((4, 1, 25, 8), [matrix], [False] * 4)
    assert show_nest(nest) == "for i0 in 800"
    nest, strides = collapse((4, 1, 25, 8), [matrix, row], [False] * 4)
    assert show_nest(nest).splitlines() == ["for i0 in 4", "  for i1 in 200"]
    assert strides == [[Size(200), ONE], [ZERO, ONE]]
    nest, _ = collapse((4, 1, 25, 8), [matrix], [False, False, False, True])
    assert show_nest(nest).splitlines() == ["for i0 in 100", "  reduce i1 in 8"]


def test_vectorization_gives_the_row_as_many_lanes_as_fill_its_registers() -> None:
    lanes = jit.host().lanes(4)
    nest = _nest(30, 500)
    assert show_nest(nest).splitlines() == ["for i0 in 30", "  for i1 in 500"]
    assert show_nest(vectorize(nest, 4, 2)).splitlines() == ["for i0 in 30", f"  for i1 in 500, {2 * lanes} lanes"]
    assert show_nest(vectorize(_nest(30, 5), 4)).splitlines() == ["for i0 in 30", "  for i1 in 5, 8 lanes"]
    assert [registers_for(members) for members in (1, 32, 33, 200, 201)] == [4, 4, 2, 2, 1]


def test_tiling_cuts_a_long_row_into_tiles_of_several_passes() -> None:
    nest = vectorize(_nest(30, 5000), 4, 1)
    assert show_nest(tile(nest, 3)).splitlines() == [
        "for i0 in 30",
        "  for i1 in 5000, tiles of 1024",
        "    for each of 3 passes",
        f"      for j in the tile, {nest.lanes} lanes",
    ]
    assert tile(nest, 1) == nest, "one pass needs no tiles"
    assert tile(nest, 33) == nest, "too many passes"
    short = vectorize(_nest(5000, 3 * nest.lanes), 4, 1)
    assert tile(short, 3) == short


def test_parallelization_cuts_the_axis_that_gives_most_chunks() -> None:
    nest = _nest(2048, 512)
    work = 10 * 2048 * 512
    assert show_nest(parallelize(nest, [0, 1], work, once=False)).splitlines() == [
        "for i0 in 2048, 64 chunks of 32 shared by threads",
        "  for i1 in 512",
    ]
    reduced = _nest(4, 1 << 20, reduced=[1])
    assert show_nest(parallelize(reduced, [1], 1 << 22, once=True)).splitlines() == [
        "for i0 in 4",
        "  reduce i1 in 1048576, 64 chunks of 16384 shared by threads",
    ]
    assert parallelize(nest, [0, 1], 1 << 16, once=False) == nest, "too little work"


def _body(function: Any, *signature: Any) -> Plan:
    """The plan of the body of the one loop in a function."""
    trace = tf.function(function, input_signature=signature).get_concrete_function()
    (loop,) = [op for op in optimize(trace.graph).operations if op.type in LOOPS]
    return plan_graph(loop.attrs["body"])


def _shown(steps: Iterable[Step]) -> list[str]:
    """The operations of steps, but for what only counts or passes on."""
    ignored = {"Const", "Identity", "AddV2", "Less"}
    found = [step.members if isinstance(step, Fused) else [op_of(step)] for step in steps]
    names = ["+".join(op.type for op in ops if op is not None) for ops in found]
    return [name for name in names if name not in ignored]


def test_hoisting_takes_reads_and_conversions_out_of_a_loop() -> None:
    weight = tf.Variable(np.eye(8, dtype=np.float32))

    def f(x: Any) -> Any:
        for _ in tf.range(6):
            x = tf.matmul(x, tf.cast(weight, tf.float16))
        return x

    plan = _body(f, tf.TensorSpec([3, 8], tf.float16))
    handles = [value for value in plan.inputs if value.type.dtype.name == "resource"]
    before = _shown(plan.steps)
    moved = hoist(plan, handles, reads_variables=True)
    assert before[0] == "ReadVariableOp" and any("MatMul" in name for name in before)
    assert _shown(moved)[0] == "ReadVariableOp" and len(_shown(moved)) > 1
    assert not any("MatMul" in name for name in _shown(moved))
    assert hoist(plan, handles, reads_variables=False) == []
    assert hoist(plan, [], reads_variables=True) == []


def test_batching_adds_products_for_blocks_of_iterations() -> None:
    def f(x: Any, w: Any) -> Any:
        for t in tf.range(40):
            w += tf.matmul(x[t], x[t], transpose_a=True)
        return w

    plan = _body(f, tf.TensorSpec([40, 20, 56]), tf.TensorSpec([56, 56]))
    (total,) = [value for value in plan.inputs if value.type.dims == (56, 56)]
    found = batch(plan, [total], "40")
    ((step, onto),) = found.products
    assert (found.iterations, step.op.type, onto) == (20, "MatMul", total)
    assert batch(plan, [total], None).iterations > 20
    assert batch(plan, [], "40") == Batch(0, ())
    with options.overridden(without="loop_batching"):
        assert batch(plan, [total], "40") == Batch(0, ())
