"""Modules in parts, compiled at different levels, and how their code reaches what is elsewhere."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.jit import code_placement, jit, module_partition
from tests.support.native_graphs import both, floats

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

PADDING = "\n".join(f"  %p{i} = add i64 %x, {i}" for i in range(60))


def function(head: str, *lines: str) -> str:
    """A function that is long enough for a part of its own."""
    return "\n".join([f"define {head} {{", PADDING, *lines, "}"])


# each counts its calls in one variable, and calls the next
CHAIN = "\n".join(
    [
        "@calls = internal global i64 0",
        "@ten = private unnamed_addr constant [1 x i64] [i64 10], align 8",
        "declare i64 @llvm.smax.i64(i64, i64)",
        function(
            "i64 @first(i64 %x) noinline optnone",
            "  %y = call i64 @second(i64 %x)",
            "  %ten = load i64, ptr @ten",
            "  %z = add i64 %y, %ten",
            "  ret i64 %z",
        ),
        function(
            "internal i64 @second(i64 %x) noinline",
            "  %n = load i64, ptr @calls",
            "  %m = add i64 %n, 1",
            "  store i64 %m, ptr @calls",
            "  %y = call i64 @third(i64 %x, ptr null)",
            "  %z = call i64 @llvm.smax.i64(i64 %y, i64 0)",
            "  ret i64 %z",
        ),
        function(
            "internal i64 @third(i64 %x, ptr noalias %unused) noinline optnone nounwind",
            "  %n = load i64, ptr @calls",
            "  %ten = load i64, ptr @ten",
            "  %y = mul i64 %x, %ten",
            "  %z = add i64 %y, %n",
            "  ret i64 %z",
        ),
    ]
)


def call(code: jit.MachineCode, name: str, *numbers: int) -> int:
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(numbers))
    return int(kind(code.address(name))(*numbers))


def test_parts_share_functions_and_variables() -> None:
    well, quickly = module_partition.partition(CHAIN)
    assert (well.quickly, quickly.quickly) == (False, True)
    assert "@third" in well.text and "define internal i64 @third" not in well.text
    code = jit.compile_ir(CHAIN)
    assert [call(code, "first", 7) for _ in range(3)] == [81, 82, 83]


def test_what_is_long_is_halved() -> None:
    count = 40
    last = function(f"i64 @f{count}(i64 %x) noinline", "  ret i64 %x")
    text = "\n".join(
        [
            *(
                function(
                    f"internal i64 @f{i}(i64 %x) noinline",
                    f"  %y = call i64 @f{i + 1}(i64 %p{i})",
                    "  ret i64 %y",
                )
                for i in range(1, count)
            ),
            last,
            function("i64 @f0(i64 %x)", "  %y = call i64 @f1(i64 %x)", "  ret i64 %y"),
        ]
    )
    halves = module_partition.partition(text)
    assert [part.quickly for part in halves] == [False, False]
    assert max(part.work for part in halves) < 1.2 * min(part.work for part in halves)
    assert call(jit.compile_ir(text), "f0", 5) == 5 + sum(range(count))


@pytest.mark.parametrize(
    "text",
    [
        "define i64 @f() {\n  ret i64 1\n}",
        "define i64 @f() noinline optnone {\n  ret i64 1\n}\n",
        CHAIN.partition("define")[0],
    ],
    ids=["short", "quick", "empty"],
)
def test_what_is_short_is_one_part(text: str) -> None:
    assert module_partition.partition(text) == [module_partition.Part(text, False)]


def test_parts_are_joined_and_separated() -> None:
    for parts in ([], [b""], [b"one"], [b"one", b"", b"three" * 1000]):
        assert module_partition.split(module_partition.join(parts)) == parts


# how code reaches what is elsewhere -----------------------------------------------------------------------------


def test_any_number_of_functions_elsewhere_is_reached() -> None:
    count = 1500  # more addresses than a page has room for
    one = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(lambda x: x + 1)
    address = ctypes.cast(one, ctypes.c_void_p).value
    assert address is not None
    names = [f"gw_test_elsewhere{i}" for i in range(count)]
    calls = [f"  %y{i + 1} = call i64 @{name}(i64 %y{i})" for i, name in enumerate(names)]
    text = "\n".join([*(f"declare i64 @{name}(i64)" for name in names), "define i64 @f(i64 %y0) {", *calls])
    code = jit.compile_ir(f"{text}\n  ret i64 %y{count}\n}}", symbols=dict.fromkeys(names, address))
    assert call(code, "f", 3) == 3 + count


def test_library_functions_of_llvm_are_reached() -> None:
    text = (
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define i64 @f(i64 %n) ATTRIBUTES {\n  %p = alloca [4096 x i8]\n  %q = alloca [4096 x i8]\n"
        "  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)\n  %x = load i8, ptr %q\n"
        "  %y = zext i8 %x to i64\n  ret i64 %y\n}"
    )
    for opt, attributes in ((0, ""), (2, ""), (2, "noinline optnone")):
        assert call(jit.compile_ir(text.replace("ATTRIBUTES", attributes), opt=opt), "f", 4000) == 1


def test_only_declared_functions_are_marked() -> None:
    text = "declare void @f()\ndeclare float @llvm.sqrt.f32(float)\n@x = external global i8\n"
    marked = code_placement.apply(text, code_placement.of("x86_64-unknown-linux-gnu"), quickly=True)
    assert [line for line in marked.splitlines() if "nonlazybind" in line] == ["declare void @f() nonlazybind"]
    assert code_placement.apply(text, code_placement.of("arm64-apple-darwin"), quickly=True) == text


# long bodies ----------------------------------------------------------------------------------------------------


def deep(x: Any, i: Any) -> Any:
    """A long body with nests that may fail, and that are there once."""
    for layer in range(40):
        x = tf.reverse(tf.tanh(x * 0.5 + float(layer)), [layer % 2])
        x = x - tf.reduce_mean(x, 1, keepdims=True)
    picked = tf.gather(x, i)
    return tf.cumsum(picked, 1) + tf.cast(tf.range(9), tf.float32), tf.reduce_max(picked)


def body_of(f: Callable[..., Any], *args: Any) -> str:
    text = str(tf.function(f).experimental_get_compiler_ir(*args)(stage="llvm"))
    return text[text.index("define i32 @gw_body") :]


def test_nests_that_may_fail_leave_a_long_body() -> None:
    x, fits, outside = tf.constant(floats(9, 9)), tf.constant([8, 0, 3]), tf.constant([8, 9, 3])
    body = body_of(deep, x, fits)
    assert "optnone" in body.partition("\n")[0] and "call i1 @gw_nest" in body
    f = tf.function(deep)
    assert f(x, fits)[0].shape == (3, 9)
    with pytest.raises(tf.errors.InvalidArgumentError, match="indices"):
        f(x, outside)
    assert f(x, fits)[0].shape == (3, 9)
    both(lambda x: deep(x, fits), floats(9, 9), tolerance=1e-4)


def test_constants_go_with_the_parts_that_name_them() -> None:
    glue = "\n".join(f"  call void @one(ptr @told, i64 {k})" for k in range(40))
    text = "\n".join([
        "@told = private unnamed_addr constant [1 x i64] [i64 7], align 16",
        "@kept = private unnamed_addr constant [1 x i64] [i64 8], align 16",
        "define internal void @one(ptr %p, i64 %n) {",
        *["  store i64 %n, ptr %p"] * 50,
        "  store ptr @kept, ptr %p\n  ret void\n}",
        f"define void @two() noinline optnone {{\n{glue}\n  ret void\n}}",
        "",
    ])  # fmt: skip
    well, quickly = module_partition.partition(text)
    assert quickly.quickly and "@told = private" in quickly.text and "@kept" not in quickly.text
    assert "@kept = private" in well.text and "@told" not in well.text


def test_what_a_program_says_of_its_convolutions_and_variables_is_short() -> None:
    weights = [tf.Variable(floats(3, 3, 8, 8) * 0.1) for _ in range(6)]

    def layers(x: Any) -> Any:
        for each in weights:
            x = tf.nn.conv2d(x, each, 1, "SAME")
        return x

    x = floats(2, 12, 12, 8)
    body = body_of(layers, tf.constant(x))
    lines = body[: body.index("\n}\n")].splitlines()
    assert len(lines) < 50 * len(weights)
    assert sum("memcpy" in line for line in lines) == len(weights)
    np.testing.assert_allclose(tf.function(layers)(tf.constant(x)), layers(tf.constant(x)), rtol=1e-4, atol=1e-5)
