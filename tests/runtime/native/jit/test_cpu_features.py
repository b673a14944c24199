"""Machine code for less than the processor has: GRAPHWRIGHT_CPU_FEATURES, and what LLVM then asks of others."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphwright.base.config import options, variable_of
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import fp16_builtins

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

x86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="levels are those of x86-64")

PROGRAM = """
import numpy as np
import graphwright as tf
from graphwright.runtime.native.jit import jit, object_cache

@tf.function
def f(x, h):
    return tf.tanh(x) + tf.sqrt(x), tf.matmul(x, x), h * 3 + 1

x = np.arange(1.0, 1025.0, dtype=np.float32).reshape(32, 32) / 1024
h = np.arange(40, dtype=np.float16) / 8
for found, wanted in zip(f(x, h), (np.tanh(x) + np.sqrt(x), x @ x, h * np.float16(3) + np.float16(1))):
    np.testing.assert_allclose(found.numpy(), wanted, rtol=2e-6)
host = jit.host()
assembly = f.experimental_get_compiler_ir(tf.constant(x), tf.constant(h))(stage="assembly")
print(host.vector_bits, host.fma, "%zmm" in assembly, "%ymm" in assembly, host.cpu, object_cache.key(host))
"""


def run(features: str, folder: Path) -> list[str]:
    """What a process says that is limited to these features."""
    environment = {**os.environ, variable_of("cpu_features"): features, variable_of("cache_dir"): str(folder)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@x86
def test_code_uses_what_the_option_leaves(tmp_path: Path) -> None:
    baseline = run("baseline", tmp_path)
    assert baseline[:5] == ["128", "False", "False", "False", "x86-64"]
    native = run("native", tmp_path)
    assert native[4:] != baseline[4:]  # each has machine code of its own on disk
    if int(native[0]) >= 256:
        assert run("avx2", tmp_path)[:5] == ["256", "True", "False", "True", "x86-64-v3"]


def test_the_process_is_as_the_option_says() -> None:
    limits = {"avx2": 256, "baseline": 128}
    if platform.machine() in ("x86_64", "AMD64"):
        assert jit.host().vector_bits <= limits.get(options.cpu_features, 512)


# conversions of float16 ----------------------------------------------------------------------------------------

_LOOP = """
declare {result} @{function}({argument})
define void @{name}(ptr %x, ptr %y, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %from = getelementptr {argument}, ptr %x, i64 %i
  %to = getelementptr {result}, ptr %y, i64 %i
  %a = load {argument}, ptr %from
  %b = call {result} @{function}({argument} %a)
  store {result} %b, ptr %to
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


@pytest.fixture(scope="module")
def conversions() -> jit.MachineCode:
    """Loops over the functions that stand in for missing instructions."""
    widen = _LOOP.format(name="widen_all", function="gw_widen", argument="half", result="float")
    narrow = _LOOP.format(name="narrow_all", function="gw_narrow", argument="float", result="half")
    declared = [line for line in (widen + narrow).splitlines() if not line.startswith("declare")]
    return jit.compile_ir(fp16_builtins.text() + "\n".join(declared))


def converted(code: jit.MachineCode, name: str, x: np.ndarray, dtype: type) -> np.ndarray:
    result = np.empty(x.shape, dtype)
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(code.address(name))
    call(x.ctypes.data, result.ctypes.data, x.size)
    return result


def test_every_half_is_widened(conversions: jit.MachineCode) -> None:
    every = np.arange(65536, dtype=np.uint16).view(np.float16)
    with np.errstate(invalid="ignore"):  # Arm's instruction raises this flag for NaN that signal
        found, wanted = converted(conversions, "widen_all", every, np.float32), every.astype(np.float32)
    number = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.isnan(found), ~number)
    np.testing.assert_array_equal(found[number].view(np.uint32), wanted[number].view(np.uint32))


def test_floats_are_rounded_to_halves(conversions: jit.MachineCode) -> None:
    with np.errstate(invalid="ignore"):
        every = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float32)
    ends = np.array([65519.9, 65520.0, 65536.0, 3e38, np.inf, np.nan, 2.0**-25, 1.1 * 2.0**-25, 1e-45], np.float32)
    bounded = every[np.isfinite(every)]
    ties = (bounded[:-1] + bounded[1:]) / 2
    around = np.random.default_rng(0).integers(0, 2**32, 200_000, np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        x = np.concatenate([every, ends, -ends, ties, np.nextafter(ties, np.float32(0)), around])
        wanted = x.astype(np.float16)
    found = converted(conversions, "narrow_all", x, np.float16)
    number = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.isnan(found), ~number)
    np.testing.assert_array_equal(found[number].view(np.uint16), wanted[number].view(np.uint16))
