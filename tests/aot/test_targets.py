"""Libraries for other machines give the results of this one: WebAssembly under Node, others under qemu."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import aot
from graphwright.runtime.native.jit import jit
from tests.aot import linked, runners, target_samples
from tests.aot.programs import PROGRAMS, Program

pytestmark = [
    pytest.mark.deploy,
    pytest.mark.timeout(600),  # the first library for a target compiles its C library
    pytest.mark.skipif(
        not jit.available() or importlib.util.find_spec("ziglang") is None, reason="no LLVM, or no compiler for targets"
    ),
]

_NODE = """
import { load } from "./@NAME@.js";
import { readFileSync, writeFileSync } from "node:fs";
const kinds = { Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array,
    BigInt64Array, BigUint64Array };
const model = await load(), calls = JSON.parse(readFileSync("calls.json"));
const text = (each) => typeof each === "bigint" || Object.is(each, -0) || !Number.isFinite(each);
const plain = ({ data, shape }) => ({ data: Array.from(data, (each) => text(each) ? String(each) : each), shape });
const results = calls.map((given) => {
    const inputs = {};
    for (const [name, { kind, data, shape }] of Object.entries(given))
        inputs[name] = { data: kinds[kind].from(data), shape };
    return Object.fromEntries(Object.entries(model.run(inputs)).map(([name, result]) => [name, plain(result)]));
});
writeFileSync("results.json", JSON.stringify(results));
"""


def _concrete(program: Program) -> Any:
    return tf.function(program.function).get_concrete_function(**program.specs)


def _close(found: Any, expected: Any, what: str) -> None:
    """Without FMA, or with vectors of another width, functions differ by some units in the last place."""
    assert found.shape == expected.shape, what
    if expected.dtype.kind == "f" and expected.dtype.itemsize > 2:
        largest = float(np.max(np.abs(expected), initial=0.0))  # sums are as exact as their terms
        np.testing.assert_allclose(found, expected, rtol=2e-5, atol=2e-6 * max(1.0, largest), err_msg=what)
    else:
        np.testing.assert_array_equal(found, expected, what)


def _expected(concrete: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    found = concrete(**{name: tf.constant(value) for name, value in arguments.items()})
    arrays = {name: np.asarray(v) for name, v in (found if isinstance(found, dict) else {"output_0": found}).items()}
    return {name: a.view(np.uint16) if a.dtype.itemsize == 2 else a for name, a in arrays.items()}


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "complex"])
def test_webassembly_under_node(name: str, tmp_path: Path) -> None:
    program, kinds = PROGRAMS[name], {"float32": "Float32Array", "int32": "Int32Array"}
    concrete = _concrete(program)
    aot.compile(concrete, tmp_path, name=name, target="wasm32")
    calls = [
        {k: {"kind": kinds[v.dtype.name], "data": v.ravel().tolist(), "shape": v.shape} for k, v in call.items()}
        for call in program.calls
    ]
    (tmp_path / "calls.json").write_text(json.dumps(calls))
    (tmp_path / "run.mjs").write_text(_NODE.replace("@NAME@", name))
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    for arguments, results in zip(program.calls, json.loads((tmp_path / "results.json").read_text()), strict=True):
        expected = _expected(concrete, arguments)
        assert results.keys() == expected.keys()
        for key, value in expected.items():
            found = np.array(
                [float(x) if value.dtype.kind == "f" else int(x) for x in results[key]["data"]], value.dtype
            )
            _close(found.reshape(results[key]["shape"]), value, f"{name}: {key}")


def test_javascript_has_no_complex_numbers(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="no arrays of complex64: pass real and imaginary parts"):
        aot.compile(_concrete(PROGRAMS["complex"]), tmp_path, name="complex", target="wasm32")


_EMULATED = [
    *(("aarch64-linux", name) for name in ("elementwise", "products", "images", "gradient", "sizes", "recursive")),
    *(("riscv64-linux", name) for name in ("products", "integers")),
]


@pytest.mark.parametrize(("target", "name"), _EMULATED)
def test_other_processors_under_emulation(target: str, name: str, tmp_path: Path) -> None:
    if runners.missing(target):
        pytest.skip(runners.missing(target))
    program = PROGRAMS[name]
    concrete, arguments = _concrete(program), program.calls[0]
    aot.compile(concrete, tmp_path, name=name, target=target)
    expected = _expected(concrete, arguments)
    for key, found in runners.run(target, name, tmp_path, arguments, expected).items():
        _close(found, expected[key], f"{name}: {key}")


SLICE = 25  # every so many samples: python -m tests.aot.target_samples takes all


@pytest.mark.parametrize("target", target_samples.TARGETS)
def test_samples_of_ops(target: str, tmp_path: Path) -> None:
    if not runners.places(target):
        pytest.skip("no emulator, or neither Node nor Chromium")
    assert target_samples.check(target, target_samples.cases(target)[::SLICE], tmp_path) == []


@pytest.mark.parametrize("target", linked.LINKED)
def test_libraries_for_other_systems_are_linked(target: str, tmp_path: Path) -> None:
    chosen = target_samples.cases(target)[::SLICE]
    for name, concrete in (
        ("program", _concrete(PROGRAMS["elementwise"])),
        ("samples", target_samples.together(chosen)[0]),
    ):
        (tmp_path / name).mkdir()
        linked.link(target, concrete, tmp_path / name)
