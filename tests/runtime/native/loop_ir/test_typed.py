"""Typed values: the instructions that their operators append, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.typed import FALSE, I1, I32, I64, NULL, PTR, IRValue, argument, make

Operation = Callable[[IRValue, IRValue, IRValue], object]

INSTRUCTIONS: list[tuple[Operation, str]] = [
    (lambda x, y, p: x + y, "add i64 %x, %y"),
    (lambda x, y, p: 8 - x, "sub i64 8, %x"),
    (lambda x, y, p: x * 4, "mul i64 %x, 4"),
    (lambda x, y, p: x // y, "udiv i64 %x, %y"),
    (lambda x, y, p: x % 16, "urem i64 %x, 16"),
    (lambda x, y, p: x.sdiv(y), "sdiv i64 %x, %y"),
    (lambda x, y, p: x & -64, "and i64 %x, -64"),
    (lambda x, y, p: 1 << x, "shl i64 1, %x"),
    (lambda x, y, p: x >> 3, "lshr i64 %x, 3"),
    (lambda x, y, p: x.ashr(3), "ashr i64 %x, 3"),
    (lambda x, y, p: ~x, "xor i64 %x, -1"),
    (lambda x, y, p: x.min(y), "call i64 @llvm.smin.i64(i64 %x, i64 %y)"),
    (lambda x, y, p: x < y, "icmp slt i64 %x, %y"),
    (lambda x, y, p: x.eq(0), "icmp eq i64 %x, 0"),
    (lambda x, y, p: x.ult(y), "icmp ult i64 %x, %y"),
    (lambda x, y, p: p.is_null(), "icmp eq ptr %p, null"),
    (lambda x, y, p: p.at(x, "float"), "getelementptr float, ptr %p, i64 %x"),
    (lambda x, y, p: p.load(I64, align=8), "load i64, ptr %p, align 8"),
    (lambda x, y, p: p.store(x, align=8), "store i64 %x, ptr %p, align 8"),
    (lambda x, y, p: x.trunc(I32), "trunc i64 %x to i32"),
    (lambda x, y, p: p.address(), "ptrtoint ptr %p to i64"),
]


def parameters() -> tuple[Flow, IRValue, IRValue, IRValue]:
    flow = Flow(ModuleText())
    return flow, flow.i64("%x"), flow.i64("%y"), flow.ptr("%p")


@pytest.mark.parametrize("operation, instruction", INSTRUCTIONS, ids=[text for _, text in INSTRUCTIONS])
def test_an_operator_appends_one_instruction(operation: Operation, instruction: str) -> None:
    flow, x, y, p = parameters()
    result = operation(x, y, p)
    assert flow.lines == [f"  {result} = {instruction}" if isinstance(result, IRValue) else f"  {instruction}"]


def test_results_have_types() -> None:
    _, x, y, p = parameters()
    results = [x + y, x < y, (x < y) & (y < x), p.load(I32), p.at(x), (x < y).select(x, 0), (x < y).zext()]
    assert [result.type for result in results] == [I64, I1, I1, I32, PTR, I64, I64]


def test_loops_and_choices_give_typed_values() -> None:
    flow, x, y, _ = parameters()
    with flow.loop(0, x, carried=[("i64", "0"), ("float", "0.0")]) as loop:
        loop.next_values = [loop.carried[0] + loop.index, loop.carried[1]]
    [chosen] = flow.either(x < y, [I64], lambda: [x * 2], [y])
    assert [value.type for value in (loop.index, *loop.results, chosen)] == [I64, I64, "float", I64]


def test_operands_of_different_types_are_refused() -> None:
    _, x, _, p = parameters()
    for wrong in (lambda: x + p, lambda: x & (x < 1), lambda: x.trunc(I32) + x):
        with pytest.raises(TypeError, match="operands of different types"):
            wrong()


def test_constants_have_no_builder() -> None:
    with pytest.raises(TypeError, match="the constant null has no builder"):
        NULL.is_null()


def test_arguments_of_calls() -> None:
    _, x, _, _ = parameters()
    written = [argument(operand) for operand in (x, NULL, FALSE, 3, "@f", "i1 true")]
    assert written == ["i64 %x", "ptr null", "i1 false", "i64 3", "ptr @f", "i1 true"]
    with pytest.raises(TypeError, match="the type of '%x' is not known"):
        argument("%x")
    assert make("%z", I32) == "%z"
