"""Runs an emitter's code over arrays; sample values; comparisons, and errors in units of the last place."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from graphwright.ir.emit import Operand
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextEmitter
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ELEMENTS

Array = np.ndarray[Any, Any]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
WIDTHS = [1, 16]
NUMPY = {"bfloat16": np.dtype(ml_dtypes.bfloat16)}


def numpy_dtype(name: str) -> np.dtype[Any]:
    return NUMPY.get(name) or np.dtype(name)


def loop_text(
    rule: Callable[..., Operand],
    dtypes: list[str],
    result: str,
    width: int,
    module: ModuleText,
    name: str = "f",
) -> None:
    """Adds ``void name(ptr inputs..., ptr output, i64 n)``, a loop with a masked body."""
    emitter = TextEmitter(module, width)
    index = emitter.operand("int64", "%i")
    lines = emitter.lines
    lines.append("  %left = sub i64 %n, %i")
    mask = emitter.tail_mask("%left") if width > 1 else None
    operands = []
    for k, dtype in enumerate(dtypes):
        lines.append(f"  %pa{k} = getelementptr {_storage(dtype)}, ptr %a{k}, i64 {index.text}")
        operands.append(emitter.load(dtype, f"%pa{k}", mask=mask))
    value = rule(emitter, *operands)
    assert value.dtype == result
    lines.append(f"  %po = getelementptr {_storage(result)}, ptr %o, i64 %i")
    emitter.store(value, "%po", mask=mask)
    arguments = ", ".join(f"ptr %a{k}" for k in range(len(dtypes)))
    module.add(
        "\n".join(
            [
                f"define void @{name}({arguments}, ptr %o, i64 %n) {{",
                "entry:",
                "  br label %loop",
                "loop:",
                "  %i = phi i64 [0, %entry], [%next, %body]",
                "  %more = icmp slt i64 %i, %n",
                "  br i1 %more, label %body, label %exit",
                "body:",
                *lines,
                f"  %next = add i64 %i, {width}",
                "  br label %loop",
                "exit:",
                "  ret void",
                "}",
            ]
        )
    )


def _storage(dtype: str) -> str:
    return ELEMENTS[dtype].storage


def compile_rule(rule: Callable[..., Operand], dtypes: list[str], result: str, width: int) -> Callable[..., Array]:
    """The rule as a function of equal-length arrays."""
    module = ModuleText(fma=jit.host().fma)
    loop_text(rule, dtypes, result, width, module)
    code = jit.compile_ir(module.text())
    pointers = [ctypes.c_void_p] * (len(dtypes) + 1)
    function = ctypes.CFUNCTYPE(None, *pointers, ctypes.c_int64)(code.address("f"))

    def run(*arrays: Array) -> Array:
        inputs = [np.ascontiguousarray(a, numpy_dtype(d)) for a, d in zip(arrays, dtypes, strict=True)]
        output = np.zeros(inputs[0].shape, numpy_dtype(result))
        function(*(a.ctypes.data for a in inputs), output.ctypes.data, inputs[0].size)
        assert code is not None  # the machine code must outlive the call
        return output

    return run


def ulps(found: Array, exact: Array) -> Array:
    """The error of each element in units of the last place of the exact value, which has a wider dtype.

    Equal infinities and NaN against NaN count 0; any other disagreement about them counts infinite.
    """
    with np.errstate(all="ignore"):
        rounded = exact.astype(found.dtype)
        info = np.finfo(found.dtype)
        exponent = np.frexp(np.maximum(np.abs(exact), exact.dtype.type(info.tiny)))[1] - 1
        unit = np.ldexp(np.ones_like(exact), exponent - info.nmant)
        error = np.abs(found.astype(exact.dtype) - exact) / unit
        special = ~np.isfinite(rounded) | ~np.isfinite(found)
        same = (rounded == found) | (np.isnan(rounded) & np.isnan(found))
        # The largest finite number where infinity is expected, or the reverse, is one unit off.
        close = np.abs(np.nextafter(found, np.zeros_like(found))) >= np.nextafter(info.max, 0, dtype=found.dtype)
        close &= np.abs(np.nextafter(rounded, np.zeros_like(found))) >= np.nextafter(info.max, 0, dtype=found.dtype)
        near = close & (np.sign(found) == np.sign(rounded))
    return np.where(special, np.where(same, 0.0, np.where(near, 1.0, np.inf)), error)


def samples(dtype: str, count: int = 203, seed: int = 0) -> Array:
    """Values of a dtype: its special ones, then random ones; a length that leaves a masked tail."""
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random(count) < 0.5
    target = numpy_dtype(dtype)
    if dtype in INTEGERS:
        limits = np.iinfo(target)
        special = [0, 1, 2, 3, 7, 10, limits.max, limits.max - 1, limits.min, limits.min + 1]
        special += [-1, -2, -3] if limits.min < 0 else []
        near = rng.integers(max(limits.min, -20), 20, count // 2)
        wide = rng.integers(limits.min, limits.max, count, dtype=target, endpoint=True)
        values = np.concatenate([np.array(special, target), near.astype(target), wide])[:count]
        return rng.permutation(values)
    special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        math.inf,
        -math.inf,
        math.nan,
        3e-5,
        -6e-8,
        1e4,
    ]
    values = np.concatenate([special, rng.uniform(-4, 4, count // 2), rng.normal(0, 300, count)])[:count]
    with np.errstate(all="ignore"):
        return rng.permutation(values).astype(target)


def same(found: Array, expected: Array) -> None:
    """Equal, NaN in the same places, zeros of the same sign."""
    assert found.dtype == expected.dtype
    if found.dtype == numpy_dtype("bfloat16"):
        found, expected = found.astype(np.float32), expected.astype(np.float32)
    np.testing.assert_array_equal(found, expected)
    if found.dtype.kind == "c":
        same(found.real, expected.real)
        same(found.imag, expected.imag)
    elif found.dtype.kind not in "biu":
        finite = ~np.isnan(found)
        np.testing.assert_array_equal(np.signbit(found[finite]), np.signbit(expected[finite]))
