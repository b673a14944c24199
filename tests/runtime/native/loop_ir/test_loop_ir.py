"""The loop IR: what the builder builds, as text for people and as LLVM IR, and what the verifier refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.loop_ir import leaf
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.nodes import Branch, Function, Landing, Nest, Region
from graphwright.runtime.native.loop_ir.print_llvm import LlvmPrinter, llvm_text
from graphwright.runtime.native.loop_ir.show import show
from graphwright.runtime.native.loop_ir.verify import InvalidLoopIR, verify, verify_function


def _builder() -> BlockBuilder:
    return BlockBuilder([], "entry")


def llvm_lines(items: Region, block: str) -> list[str]:
    """The LLVM text of a region that begins in a block."""
    printer = LlvmPrinter(block)
    printer.print(items)
    return [*printer.lines, *printer.cold]


def _compiles(b: BlockBuilder, parameters: str, result: str = "ret void") -> None:
    """The function that a builder has built is valid LLVM IR."""
    kind = result.split()[1]
    lines = [f"define {kind} @f({parameters}) {{", "entry:", *llvm_lines(b.lines, "entry"), f"  {result}", "}"]
    jit.compile_ir("\n".join(lines) + "\n")


def test_a_counted_loop_carries_values() -> None:
    b = _builder()
    with b.loop(0, "%n", 2, [("i64", "1")]) as loop:
        loop.next_values = [b.let(f"add i64 {loop.carried[0]}, {loop.index}")]
    assert show(b.lines).splitlines() == [
        "%t1 = icmp sgt i64 %n, 0",
        "loop if %t1 i64 %iloop1 = 0 then %t3, i64 %c0loop1 = 1 then %t2 {",
        "  %t2 = add i64 %c0loop1, %iloop1",
        "  %t3 = add i64 %iloop1, 2",
        "  %t4 = icmp slt i64 %t3, %n",
        "} again if %t4",
        "%t5 = last of %c0loop1, else 1",
    ]
    verify(b.lines, {"n": "i64"})
    assert loop.results == ["%t5"]
    assert llvm_lines(b.lines, "entry") == [
        "  %t1 = icmp sgt i64 %n, 0",
        "  br i1 %t1, label %loop1, label %done2",
        "loop1:",
        "  %iloop1 = phi i64 [0, %entry], [%t3, %loop1]",
        "  %c0loop1 = phi i64 [1, %entry], [%t2, %loop1]",
        "  %t2 = add i64 %c0loop1, %iloop1",
        "  %t3 = add i64 %iloop1, 2",
        "  %t4 = icmp slt i64 %t3, %n",
        "  br i1 %t4, label %loop1, label %done2",
        "done2:",
        "  %t5 = phi i64 [1, %entry], [%t2, %loop1]",
    ]
    _compiles(b, "i64 %n", "ret i64 %t5")


def test_phi_nodes_name_the_block_that_ends_the_body() -> None:
    b = _builder()
    with b.loop(0, "%n"), b.when("%flag"):
        b.line("store i64 0, ptr %p")
    phi = next(line for line in llvm_lines(b.lines, "entry") if " phi " in line)
    assert phi == "  %iloop1 = phi i64 [0, %entry], [%t2, %end4]"
    _compiles(b, "i64 %n, i1 %flag, ptr %p")


def test_a_while_loop_tests_at_the_top() -> None:
    b = _builder()
    loop = b.while_loop()
    count = loop.carry("i64", "%n", "count")
    loop.test(b.let(f"icmp ne i64 {count.name}, 0"))
    count.next = b.let(f"lshr i64 {count.name}, 1")
    loop.close_while()
    assert show(b.lines).splitlines() == [
        "while i64 %count4 = %n then %t2 {",
        "  %t1 = icmp ne i64 %count4, 0",
        "} %t1 {",
        "  %t2 = lshr i64 %count4, 1",
        "}",
    ]
    verify(b.lines, {"n": "i64"})
    _compiles(b, "i64 %n", f"ret i64 {count.name}")


def test_a_loop_may_end_itself() -> None:
    b = _builder()
    loop = b.repeat([("i64", "%n")])
    half = b.let(f"lshr i64 {loop.carried[0]}, 1")
    assert loop.close_if(b.let(f"icmp ne i64 {half}, 0"), half) == [half]
    verify(b.lines, {"n": "i64"})
    _compiles(b, "i64 %n", f"ret i64 {half}")


def _two_arms(b: BlockBuilder) -> str:
    choice = b.branch("%flag")
    with choice.arm(0):
        one = b.let("add i64 %n, 1")
    with choice.arm(1):
        two = b.let("add i64 %n, 2")
    choice.close()
    return choice.merge("i64", [one, two])


def _one_arm(b: BlockBuilder) -> str:
    with b.when("%flag", holds=False) as choice:
        one = b.let("add i64 %n, 1")
    return choice.merge("i64", ["%n", one])


def _switched(b: BlockBuilder) -> str:
    choice, values = b.switch("i64", "%n", 3), []
    for k in range(3):
        with choice.arm(k):
            values.append(b.let(f"add i64 %n, {k}"))
    choice.close()
    return choice.merge("i64", values)


def _attempted(b: BlockBuilder) -> str:
    attempt = b.attempt()
    attempt.require("%flag")
    fast = b.let("add i64 %n, 1")
    with attempt.otherwise() as choice:
        slow = b.let("add i64 %n, 2")
    return choice.merge("i64", [fast, slow])


def _left_early(b: BlockBuilder) -> str:
    with b.leaving("%flag", "ret i64 0", cold=True):
        b.line("store i64 0, ptr %p")
    return b.let("add i64 %n, 1")


def _one_of_cases(b: BlockBuilder) -> str:
    b.first_of(("%flag", lambda: b.line("store i64 0, ptr %p")), ("true", lambda: b.line("store i64 1, ptr %p")))
    return b.let("load i64, ptr %p")


@pytest.mark.parametrize("build", [_two_arms, _one_arm, _switched, _attempted, _left_early, _one_of_cases])
def test_choices(build: Callable[[BlockBuilder], str]) -> None:
    b = _builder()
    result = build(b)
    verify(b.lines, {"n": "i64", "flag": "i1", "p": "ptr"})
    body = llvm_lines([*b.lines, f"  ret i64 {result}"], "entry")
    jit.compile_ir("\n".join(["define i64 @f(i64 %n, i1 %flag, ptr %p) {", "entry:", *body, "}"]) + "\n")


def test_cold_arms_are_behind_everything_else() -> None:
    b = _builder()
    with b.leaving("%flag", "ret void", cold=True):
        b.line("store i64 0, ptr %p")
    b.line("store i64 1, ptr %p")
    printer = LlvmPrinter("entry")
    printer.print(b.lines)
    assert printer.cold == ["cold1:", "  store i64 0, ptr %p", "  ret void"]
    assert printer.lines[-1] == "  store i64 1, ptr %p"


def test_exits_are_collected_with_their_values() -> None:
    b = _builder()
    b.exit_if("%flag", "lost", "7")
    printer = LlvmPrinter("entry")
    printer.print(b.lines)
    assert printer.exits == {"lost": [("7", "entry")]}
    verify(b.lines, {"flag": "i1"}, ["lost"])
    with pytest.raises(InvalidLoopIR, match="not an enclosing block"):
        verify(b.lines, {"flag": "i1"})


def _used_before() -> Region:
    return ["  %a = add i64 %b, 1", "  %b = add i64 1, 1"]


def _used_behind_an_arm() -> Region:
    b = _builder()
    with b.when("%flag"):
        inner = b.let("add i64 1, 1")
    b.let(f"add i64 {inner}, 1")
    return b.lines


def _used_behind_a_loop_that_may_not_run() -> Region:
    b = _builder()
    with b.loop(0, "%n"):
        inner = b.let("add i64 1, 1")
    b.let(f"add i64 {inner}, 1")
    return b.lines


def _of_another_type() -> Region:
    return ["  %a = add i64 1, 1", "  %b = fadd float %a, 1.0"]


def _never_updated() -> Region:
    b = _builder()
    loop = b.while_loop()
    loop.carry("i64", "0")
    loop.test("%flag")
    loop.close_while()
    return b.lines


def _carried_as_another_type() -> Region:
    b = _builder()
    loop = b.repeat([("i64", "%n")])
    loop.close_if("%flag", b.let("fadd float 1.0, 1.0"))
    return b.lines


def _a_jump() -> Region:
    return ["  br label %elsewhere"]


def _defined_twice() -> Region:
    return ["  %a = add i64 1, 1", "  %a = add i64 1, 2"]


def _returned_from_an_arm() -> Region:
    b = _builder()
    with b.leaving("%flag") as arm:
        arm.end = "ret i64 %t9"
    return b.lines


def _a_merge_of_one_value() -> Region:
    b = _builder()
    with b.when("%flag") as choice:
        pass
    choice.merge("i64", ["%n"])
    return b.lines


def _two_cold_arms_of_one_name() -> Region:
    first, second = _builder(), _builder()
    for b in (first, second):
        with b.leaving("%flag", "ret void", cold=True):
            b.line("store i64 0, ptr null")
    node = second.lines[0]
    assert isinstance(node, Branch)
    node.after = "other"
    return [*first.lines, *second.lines]


_BLOCK = "  %b = alloca [3 x i64], align 16"


def _stored_beyond() -> Region:
    return [_BLOCK, "  %p = getelementptr i8, ptr %b, i64 16", "  store i128 1, ptr %p, align 8"]


def _loaded_beyond() -> Region:
    return [_BLOCK, "  %p = getelementptr i64, ptr %b, i64 3", "  %x = load i64, ptr %p"]


def _misaligned() -> Region:
    return [_BLOCK, "  %p = getelementptr i64, ptr %b, i64 1", "  store i128 1, ptr %p"]


def _wide_beyond() -> Region:
    return [_BLOCK, "  store <4 x double> zeroinitializer, ptr %b, align 8"]


def _cleared_beyond() -> Region:
    return [_BLOCK, "  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 25, i1 false)"]


@pytest.mark.parametrize(
    ("region", "reason"),
    [
        (_used_before, "%b is not defined"),
        (_used_behind_an_arm, "%t1 is not defined"),
        (_used_behind_a_loop_that_may_not_run, "%t2 is not defined"),
        (_of_another_type, "%a is i64, not float"),
        (_never_updated, "has no next value"),
        (_carried_as_another_type, "%t1 is float, not i64"),
        (_a_jump, "control flow in a leaf"),
        (_defined_twice, "%a is defined twice"),
        (_returned_from_an_arm, "%t9 is not defined"),
        (_a_merge_of_one_value, "1 values for 2 arms"),
        (_two_cold_arms_of_one_name, "two blocks are named cold1"),
        (_stored_beyond, "16 bytes where the stack has 8"),
        (_loaded_beyond, "8 bytes where the stack has 0"),
        (_misaligned, "a multiple of 8 only"),
        (_wide_beyond, "32 bytes where the stack has 24"),
        (_cleared_beyond, "25 bytes where the stack has 24"),
    ],
)
def test_the_verifier_refuses(region: Callable[[], Region], reason: str) -> None:
    with pytest.raises(InvalidLoopIR, match=reason):
        verify(region(), {"n": "i64", "flag": "i1"})


def test_what_fits_into_memory_of_the_stack_is_accepted() -> None:
    block = ["  %b = alloca [3 x i64], align 16", "  %p = getelementptr i8, ptr %b, i64 8"]
    verify([*block, "  store i128 1, ptr %p, align 8", "  store i128 1, ptr %b", "  store i64 1, ptr %p"], {})


def test_values_of_a_nest_are_known_behind_it() -> None:
    nest = Nest("entry")
    nest.items = ["  %a = add i64 1, 1"]
    verify([nest, "  %b = add i64 %a, 1"], {})


@pytest.mark.parametrize(
    ("line", "result", "operands"),
    [
        ("  %a = add i64 %x, %y", "i64", [("x", "i64"), ("y", "i64")]),
        ("  %a = icmp slt i64 %x, 4", "i1", [("x", "i64")]),
        ("  %a = fcmp olt <8 x float> %x, %y", "<8 x i1>", [("x", "<8 x float>"), ("y", "<8 x float>")]),
        ("  %a = select i1 %c, ptr %x, ptr %y", "ptr", [("c", "i1"), ("x", "ptr"), ("y", "ptr")]),
        (
            "  %a = select <2 x i1> <i1 true, i1 false>, <2 x i8> %x, <2 x i8> %y",
            "<2 x i8>",
            [("x", "<2 x i8>"), ("y", "<2 x i8>")],
        ),
        (
            "  %a = shufflevector <2 x i8> %x, <2 x i8> poison, <3 x i32> <i32 0, i32 1, i32 0>",
            "<3 x i8>",
            [("x", "<2 x i8>")],
        ),
        ("  %a = sext i32 %x to i64", "i64", [("x", "i32")]),
        ("  %a = getelementptr float, ptr %p, i64 %i", "ptr", [("p", "ptr"), ("i", "i64")]),
        ("  %a = extractelement <4 x float> %x, i64 0", "float", [("x", "<4 x float>")]),
        ("  %a = call float @f(ptr %p, i64 %i)", "float", [("p", "ptr"), ("i", "i64")]),
        ("  store <4 x float> %x, ptr %p, align 4", None, [("x", "<4 x float>"), ("p", "ptr")]),
    ],
)
def test_leaves_tell_types(line: str, result: str | None, operands: list[tuple[str, str]]) -> None:
    assert leaf.operands(line) == operands
    assert result is None or leaf.result_type(line) == result


def _guarded(
    *, label: str = "refuse", code: str = "-1", product: str | None = None, refused: str | None = "-2"
) -> Function:
    """`i32 f(i32 x)`: 7 times x, or -1 for 0 and -2 for numbers below."""
    b = _builder()
    if code == "%big":
        b.line("%big = add i64 1, 2")
    b.exit_if(b.let("icmp eq i32 %x, 0"), "fail", code)
    b.exit_if(b.let("icmp slt i32 %x, 0"), label)
    product = product or b.let("mul i32 %x, 7")
    landings = [
        Landing("refuse", after=Function.LEAVE, result=refused),
        Landing("fail", after=Function.LEAVE, value=("%code", "i32"), result="%code"),
        Landing("never", after=Function.LEAVE, result="0"),
    ]
    return Function(
        "define i32 @f(i32 %x)", b.lines, landings, ["  ret i32 %status"], result=("%status", "i32", product)
    )


def _ending(items: Region, end: str | None = None, after: str | None = None) -> Function:
    """A function with a landing."""
    return Function("define i64 @f()", ["  ret i64 0"], [Landing("fail", items, end=end, after=after)])


def test_exits_of_a_function_land_and_bring_values() -> None:
    function = _guarded()
    verify_function(function)
    lines = llvm_text(function).splitlines()
    assert "  %code = phi i32 [-1, %entry]" in lines
    assert "  %status = phi i32 [%t3, %on2], [-2, %refuse], [%code, %fail]" in lines
    assert "never:" not in lines, "nothing leaves for it"
    jit.compile_ir("\n".join(lines) + "\n")


def test_a_function_without_exits_has_one_block() -> None:
    function = Function("define void @f(ptr %to)", ["  store i64 1, ptr %to"], [Landing("lost", end="unreachable")])
    function.leave.append("  ret void")
    assert llvm_text(function).splitlines()[1:-1] == ["entry:", "  store i64 1, ptr %to", "  ret void"]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_guarded(label="nowhere"), "an exit to nowhere"),
        (Function("define void @f()", ["  %t1 = add i64 1, 2"]), "does not return"),
        (_ending(["  store i64 %t9, ptr null"], end="unreachable"), "%t9 is not"),
        (_ending([], end="ret i64 %t9"), "%t9 is not"),
        (_ending([], after="nowhere"), "not a landing"),
        (_ending([]), "has to go on, or to end"),
        (Function("define i64 @f()", ["  ret i64 %t9"]), "%t9 is not"),
        (Function("define i64 @f(float %x)", ["  %x = add i64 1, 2", "  ret i64 0"]), "%x is defined twice"),
        (_guarded(label="fail"), "brings nothing, not i32"),
        (_guarded(code="%t9"), "%t9 is not"),
        (_guarded(code="%big"), "%big is i64, not i32"),
        (_guarded(product="%t9"), "%t9 is not"),
        (_guarded(refused="%t3"), "%t3 is not"),
        (_guarded(refused=None), "has no result"),
    ],
    ids=[
        "an exit to no landing",
        "no return",
        "a landing's operand",
        "what a landing returns",
        "where a landing goes on",
        "a landing without an end",
        "what a body returns",
        "the name of a parameter",
        "an exit that brings nothing",
        "an exit that brings what is not there",
        "an exit that brings another type",
        "the result of a body",
        "the result of a landing",
        "no result of a landing",
    ],
)
def test_a_wrong_function_is_refused(function: Function, message: str) -> None:
    with pytest.raises(InvalidLoopIR, match=message):
        verify_function(function)
