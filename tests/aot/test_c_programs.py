"""Programs in C and C++ with a library: its build files, its wrapper, and what a program may do wrong."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright import aot
from graphwright.base import checksum
from graphwright.checkpoint import table
from tests.aot.libraries import load, needs_compiler, own_level

pytestmark = [needs_compiler, pytest.mark.thorough]  # each compiles and links libraries
HERE = Path(__file__).parent


class _Checked(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.by = tf.Variable([1.0, 2.0, 3.0], name="by")

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")])
    def __call__(self, x: Any) -> Any:
        y = x * self.by
        return {"y": y, "kept": tf.boolean_mask(y, y > 4.0), "root": tf.sqrt(tf.reshape(x, [-1]))}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checked")
    aot.compile(_Checked().__call__, folder, name="checked", levels=[own_level()], weights="file")
    return folder


def _run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


SANITIZED = ("-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def test_misuse_gives_codes_and_touches_no_other_memory(checked: Path) -> None:
    _run(
        "cc",
        *SANITIZED,
        "-I.",
        HERE / "check_handles.c",
        "libchecked.a",
        "-lm",
        "-lpthread",
        "-o",
        "check",
        folder=checked,
    )
    load(checked / "checked.py").Model().save(checked / "saved")
    _run("./check", "checked.weights", str(_mutate(checked, "saved")), folder=checked)


def _mutate(folder: Path, path: str) -> int:
    """Write index files with changed bytes and right checksums, and the data beside each; returns their number."""
    (folder / "mutated").mkdir()
    index, data = ((folder / f"{path}{end}").read_bytes() for end in (".index", ".data-00000-of-00001"))
    footer = len(index) - 48
    at, places = footer, []
    for _ in range(2):  # the block of metadata, and that of blocks
        (start, size), at = table._handle(index, at, len(index))
        places.append((start, size))
    places += [
        table._handle(value, 0, len(value))[0] for _, value in table._entries(table._block(index, places[1], footer))
    ]
    count = 0
    for start, size in places:
        for position in range(start, start + size + 1):
            for value in (0, 1, 0x7F, 0x80, 0xFF, index[position] ^ 1, index[position] + 1 & 255):
                changed = bytearray(index)
                changed[position] = value
                crc = checksum.masked(checksum.extend(0, bytes(changed[start : start + size + 1])))
                changed[start + size + 1 : start + size + 5] = crc.to_bytes(4, "little")
                (folder / "mutated" / f"{count}.index").write_bytes(changed)
                (folder / "mutated" / f"{count}.data-00000-of-00001").write_bytes(data)
                count += 1
    return count


def test_the_example_builds_with_cmake_and_runs(checked: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("no cmake")
    _run("cmake", "-S", ".", "-B", "build", folder=checked)
    _run("cmake", "--build", "build", folder=checked)
    assert _run("build/checked_example", folder=checked).startswith("root[0] = 0\nroot[1] = 0\n")


class _Memory(tf.Module):
    """A step of training with all that takes memory: products, convolutions, lists, sorting, results of any size."""

    def __init__(self) -> None:
        super().__init__()
        self.filters = tf.Variable(tf.random.stateless_normal([3, 3, 3, 16], [1, 2]) * 0.1, name="filters")
        self.weights = tf.Variable(tf.random.stateless_normal([400, 8], [3, 4]) * 0.1, name="weights")

    @tf.function(input_signature=[tf.TensorSpec([None, 20, 20, 3], tf.float32, name="x")])
    def __call__(self, x: Any) -> Any:
        rows = tf.shape(x)[0]
        with tf.GradientTape() as tape:
            y = tf.nn.relu(tf.nn.conv2d(x, self.filters, 2, "SAME"))
            y = tf.nn.max_pool2d(y, 2, 2, "VALID")
            scores = tf.reshape(y, [rows, 400]) @ self.weights
            loss = tf.reduce_mean(tf.square(scores - 1.0))
        for variable, gradient in zip(self.variables, tape.gradient(loss, self.variables), strict=True):
            variable.assign_sub(0.1 * gradient)
        parts, state = tf.TensorArray(tf.float32, rows), tf.zeros([8])
        for t in tf.range(rows):
            state = tf.tanh(state + scores[t])
            parts = parts.write(t, state)
        return {
            "scores": tf.sort(parts.stack()), "best": tf.math.top_k(scores, 3).values,
            "kept": tf.boolean_mask(scores, scores[:, 0] > 0.0), "last": state,
            "numbers": tf.unique(tf.cast(scores[:, 0], tf.int32))[0],
        }  # fmt: skip


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("memory")
    aot.compile(_Memory().__call__, folder, name="memory", levels=[own_level()])
    return folder


@pytest.mark.parametrize("flags", [("-O1", "-DCOUNTED"), SANITIZED], ids=["counted", "sanitized"])
def test_calls_take_memory_from_an_arena_alone(flags: tuple[str, ...], memory: Path) -> None:
    if "-DCOUNTED" in flags and platform.libc_ver()[0] != "glibc":
        pytest.skip("allocations are counted with glibc")
    command = ("cc", *flags, "-I.", HERE / "check_arena.c", "libmemory.a", "-lm", "-lpthread", "-o", "arena")
    _run(*command, folder=memory)
    _run("./arena", folder=memory)


WRAPPED = """
#include <cassert>
#include <cstring>
#include "checked.hpp"
int main() {
    checked_library::Model model("checked.weights");
    float x[3] = {1, 1, 1};
    checked_inputs inputs{x, 1};
    auto outputs = model(inputs);
    assert(outputs.y[0] == 1 && outputs.y[2] == 3 && outputs.kept_sizes[0] == 0);
    float by[3] = {5, 6, 7};
    model.set(0, by, sizeof by);
    assert(model(inputs).y[2] == 7);
    static char arena[1 << 16];
    assert(model.arena_size(inputs) < int64_t(sizeof arena));
    model.set_arena(arena, sizeof arena);
    assert(model(inputs).y[2] == 7);
    model.save("from_cpp");
    model.set(0, x, sizeof x);
    model.restore("from_cpp");
    assert(model(inputs).y[2] == 7);
    try {
        checked_library::Model("missing");
        return 1;
    } catch (const checked_library::Error &error) {
        assert(error.code == CHECKED_BAD_WEIGHTS && std::strstr(error.what(), "missing"));
    }
    return 0;
}
"""


def test_the_wrapper_for_cpp(checked: Path) -> None:
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler")
    (checked / "wrapped.cpp").write_text(WRAPPED)
    _run(
        "c++",
        "-std=c++17",
        "-Wall",
        "-Wextra",
        "-Werror",
        "wrapped.cpp",
        "libchecked.a",
        "-lm",
        "-lpthread",
        "-o",
        "wrapped",
        folder=checked,
    )
    _run("./wrapped", folder=checked)


def test_nothing_but_the_interface_is_visible(checked: Path) -> None:
    names = _run("nm", "-D", "--defined-only", "libchecked.so", folder=checked).split()[2::3]
    assert {name.partition("_")[2] for name in names} == {
        "create", "create_for", "run", "destroy", "error", "memory", "get_variable", "set_variable", "variable_number",
        "set_threads", "set_thread_pool", "arena_size", "set_arena", "save", "restore",
    }  # fmt: skip
    needed = _run("readelf", "-d", "libchecked.so", folder=checked)
    assert "python" not in needed
    assert set(re.findall(r"NEEDED.*\[(\w+)", needed)) <= {"libc", "libm", "libpthread", "ld"}
