"""The parts of the runtime that are written in C: their text is what the sources say, and fits every machine."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from graphwright.base.config import options
from graphwright.runtime import selection
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import build_c, c_modules, call_depth, capi, entry_layout

_BUILT = [(name, target) for name in c_modules.SOURCES for target in build_c.TARGETS]


def _text(name: str, target: str) -> str:
    with open(c_modules.path(name, target), encoding="ascii") as file:
        return file.read()


def test_the_built_text_is_that_of_the_sources() -> None:
    with open(build_c.ENTRY_HEADER, encoding="ascii") as file:
        assert file.read() == entry_layout.header(), "entry_layout.py has changed: run `make runtime`"
    with open(build_c.HASH, encoding="ascii") as file:
        assert file.read().strip() == build_c.source_hash(), "the C sources have changed: run `make runtime`"
    files = {c_modules.path(name, target) for name, target in _BUILT}
    assert {os.path.join(c_modules.BUILT, file) for file in os.listdir(c_modules.BUILT)} == {*files, build_c.HASH}


def test_a_text_is_kept_once_for_all_targets_that_share_it() -> None:
    texts = {"x86_64-linux": "a", "aarch64-linux": "a", "x86_64-macos": "b", "aarch64-macos": "c"}
    assert build_c.shared(texts) == {"linux": "a", "x86_64-macos": "b", "aarch64-macos": "c"}
    assert build_c.shared(dict.fromkeys(build_c.TARGETS, "a")) == {"any": "a"}
    by_processor = {target: target.split("-")[0] for target in build_c.TARGETS}
    assert build_c.shared(by_processor) == {"x86_64": "x86_64", "aarch64": "aarch64"}


@pytest.mark.skipif(find_spec("ziglang") is None, reason="ziglang compiles the sources (make runtime)")
@pytest.mark.parametrize(("name", "target"), _BUILT)
def test_a_rebuild_gives_the_same_text(name: str, target: str) -> None:
    assert build_c.compile_to_text(name, target) == _text(name, target)


@pytest.mark.parametrize(("name", "target"), _BUILT)
def test_the_text_is_for_any_machine_of_its_target(name: str, target: str) -> None:
    text = _text(name, target)
    assert not re.search(r"(?m)^(target|attributes) |captures\(|@llvm.lifetime|!|dso_local| #\d", text)
    called = set(re.findall(r"(?m)^declare [^@]*@([^(]*)\(", text))
    assert all(function.startswith(("gw_", "llvm.")) for function in called)
    known = {capi.PREFIX + function for function in (*capi._PYTHON, *capi._LIBC, *capi._NUMPY, *capi._OPTIONAL)}
    assert {function for function in called if function.startswith(capi.PREFIX)} <= known


@pytest.mark.parametrize(("name", "target"), _BUILT)
def test_the_core_knows_nothing_of_python(name: str, target: str) -> None:
    if all(source.startswith("core/") for source in c_modules.SOURCES[name]):
        assert not re.search(r"@(gw_c_)?_?Py", _text(name, target))


@pytest.mark.parametrize(("name", "target"), _BUILT)
def test_every_number_can_be_filled_in(name: str, target: str) -> None:
    used = [line for line in _text(name, target).splitlines() if "@gw_number_" in line and " = external " not in line]
    assert not any("@gw_number_" in c_modules._NUMBER.sub("0", line) for line in used)


def test_modules_join_without_repeated_declarations() -> None:
    shared = "%struct.s = type { i64 }\ndeclare void @gw_c_b()\n"
    one = shared + "declare void @gw_a()\ndefine void @gw_d() {\n  ret void\n}\n"
    two = shared + "@gw_o = external global i8\ndefine void @gw_a() {\n  ret void\n}\n"
    assert c_modules._linked(one + two).splitlines() == [
        *("%struct.s = type { i64 }", "declare void @gw_c_b()", "define void @gw_d() {", "  ret void", "}"),
        *("@gw_o = external global i8", "define void @gw_a() {", "  ret void", "}"),
    ]


def test_the_depth_of_calls_is_laid_out_as_in_the_source() -> None:
    pytest.importorskip("llvmlite")
    if not selection.missing():
        where = ctypes.PYFUNCTYPE(ctypes.c_void_p)(call_depth.CODE.symbols[call_depth.FIND])()
        words = {at: ctypes.c_int64.from_address(where + at).value for at in (0, 8, 16)}
        assert (words[call_depth.LEVEL_AT], words[call_depth.LIMIT_AT]) == (0, sys.getrecursionlimit())
        assert where > 0 and words[call_depth.STACK_END] > 1 << 20


def test_sources_of_the_core_include_nothing_of_python() -> None:
    folder = os.path.join(build_c.SOURCE, "core")
    for file in os.listdir(folder):
        with open(os.path.join(folder, file), encoding="ascii") as source:
            assert not re.search(r"Py[A-Z]|python/|numpy", source.read()), file


@pytest.mark.parametrize(
    ("triple", "target"),
    [
        ("x86_64-unknown-linux-gnu", "x86_64-linux"),
        ("aarch64-unknown-linux-musl", "aarch64-linux"),
        ("arm64-apple-darwin23.1.0", "aarch64-macos"),
        ("x86_64-apple-darwin20.6.0", "x86_64-macos"),
    ],
)
def test_each_machine_has_a_text(triple: str, target: str) -> None:
    assert c_modules.target(triple) == target and target in build_c.TARGETS


@pytest.mark.parametrize("triple", ["x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc", "riscv64-unknown-linux-gnu"])
def test_other_machines_have_none(triple: str) -> None:
    assert not os.path.exists(c_modules.path("thread_pool", c_modules.target(triple)))


def test_a_machine_without_a_text_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    if options.hide_llvm:
        pytest.skip("LLVM is hidden")
    assert selection.missing() == ""
    monkeypatch.setattr(c_modules, "target", lambda triple: "abacus-linux")
    assert selection.missing() == "the native runtime is not built for abacus-linux"


@pytest.mark.parametrize("name", c_modules.SOURCES)
def test_llvm_takes_the_text_with_and_without_numbers(name: str) -> None:
    pytest.importorskip("llvmlite")
    jit.emit_object(_text(name, c_modules.target(jit.host().triple)), opt=0)


_EMIT_ALL = """
import sys
from llvmlite import binding

binding.initialize_all_targets()
binding.initialize_all_asmprinters()
for path, target in zip(sys.argv[1::2], sys.argv[2::2]):
    triple = target.replace("-linux", "-unknown-linux-gnu").replace("-macos", "-apple-macosx13")
    machine = binding.Target.from_triple(triple).create_target_machine(opt=0)
    with open(path) as file:
        module = binding.parse_assembly(file.read())
    module.triple, module.data_layout = triple, str(machine.target_data)
    module.verify()
    assert machine.emit_object(module)
"""


def test_llvm_compiles_the_text_for_every_target() -> None:
    pytest.importorskip("llvmlite")
    command = [
        sys.executable,
        "-c",
        _EMIT_ALL,
        *(word for name, target in _BUILT for word in (c_modules.path(name, target), target)),
    ]
    subprocess.run(command, check=True)
