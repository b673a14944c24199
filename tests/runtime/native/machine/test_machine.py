"""The machine: what systems tell of caches, files in its place, costs on disk, and the limits that follow."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.base.frozen import fields, replace
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.machine import caches, costs, limits, machine, recorded
from graphwright.runtime.native.machine.caches import Cache
from graphwright.runtime.native.machine.machine import REFERENCE, Costs, Machine, replaced_by
from graphwright.runtime.selection import executor

MACHINES = Path(__file__).parent / "machines"
NAMES = sorted(file.stem for file in MACHINES.glob("*.json"))
K, M = 1 << 10, 1 << 20


def of_file(name: str) -> Machine:
    return recorded.read(str(MACHINES / f"{name}.json"), REFERENCE)


# limits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "leaves_cache", "tile", "filter_", "free_filter", "releasing"),
    [
        ("zen4", 4 * M, 768 * K, M, 96 * K, 2 * M),
        ("sapphire_rapids", 4 * M, 1536 * K, 2 * M, 192 * K, 2 * M),
        ("ice_lake", 2560 * K, 960 * K, 1280 * K, 120 * K, 2 * M),
        ("avx2_laptop", M, 192 * K, 256 * K, 24 * K, 2 * M),
        ("neoverse_n1", 2 * M, 768 * K, M, 96 * K, 2 * M),
    ],
)
def test_limits_of_recorded_machines(
    name: str, leaves_cache: int, tile: int, filter_: int, free_filter: int, releasing: int
) -> None:
    expected = (leaves_cache, 2 * leaves_cache, tile, filter_, free_filter, releasing)
    assert tuple(fields(limits.derive(of_file(name))).values()) == expected


def test_each_recording_is_in_the_table() -> None:
    assert NAMES == ["avx2_laptop", "ice_lake", "neoverse_n1", "sapphire_rapids", "zen4"]


def test_limits_of_the_reference_are_those_that_were_measured() -> None:
    assert tuple(fields(limits.derive(REFERENCE)).values()) == (4 * M, 8 * M, 768 * K, M, 96 * K, M)
    assert (limits.PARALLEL_WORK, limits.CHUNK_WORK, limits.LONGEST_CHUNK_WORK) == (1 << 17, 1 << 16, 1 << 25)
    assert (limits.TILE_ELEMENTS, limits.LONGEST_ROW, limits.LONGEST_OF_FEW_ROWS) == (1024, 1 << 16, 4096)
    assert (limits.WINDOWS_WORK, limits.SMALL_ELEMENTS, limits.LARGE_ELEMENTS) == (1 << 19, 1 << 10, 1 << 14)
    assert (limits.LOOP_BLOCK_BYTES, limits.KEPT_MULTIPLICATIONS) == (1 << 19, 1 << 23)


def test_a_virtual_machine_that_shows_few_sharers_gets_no_more() -> None:
    shown = replace(REFERENCE, l3_cores=2)
    assert limits.derive(shown) == limits.derive(REFERENCE)


def test_limits_follow_the_machine() -> None:
    here = limits.limits()
    with replaced_by(of_file("avx2_laptop")):
        assert limits.limits().batch_tile_bytes == 192 * K
    assert limits.limits() == here


@pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there")
def test_libraries_for_other_machines_are_written_for_the_reference() -> None:
    other = replace(jit.host(), cpu="neoverse-n1", triple="aarch64-unknown-linux-gnu", vector_bits=128)
    with replaced_by(of_file("avx2_laptop")), jit.writing_for(other):
        found = machine.machine()
        assert limits.limits() == limits.derive(REFERENCE)
    assert (found.name, found.architecture) == ("neoverse-n1", "aarch64")
    assert (found.vector_bytes, found.vector_registers) == (16, 32)


# programs --------------------------------------------------------------------------------------------------


def whole(*shape: int) -> Any:
    """Whole numbers, which any order of additions adds alike."""
    return tf.constant(np.random.default_rng(sum(shape)).integers(-3, 4, shape).astype(np.float32))


def layers(x: Any) -> Any:
    y = tf.nn.relu(tf.nn.conv2d(x, whole(3, 3, 3, 18), 2, "SAME"))
    y = tf.nn.relu6(tf.nn.conv2d(y, whole(1, 1, 18, 32), 1, "SAME"))
    return tf.nn.max_pool2d(y, 2, 2, "SAME")


PROGRAMS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "batch": (layers, (whole(80, 48, 48, 3),)),
    "product": (lambda a, b: tf.nn.relu(a @ b + 1.0), (whole(130, 70), whole(70, 90))),
    "sums": (lambda x: (tf.reduce_sum(x), tf.reduce_sum(x, 0), tf.reduce_max(x * 2.0, 1)), (whole(300, 700),)),
    "rows": (lambda x: x - tf.reduce_max(x, -1, keepdims=True), (whole(20, 5000),)),
}


@pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there")
@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_agree_on_every_recorded_machine(program: str) -> None:
    function, arguments = PROGRAMS[program]
    expected = tf.nest.flatten(function(*arguments))
    for name in NAMES:
        with replaced_by(of_file(name)):
            results = tf.nest.flatten(tf.function(function)(*arguments))
        for result, value in zip(results, expected, strict=True):
            np.testing.assert_array_equal(result, value, err_msg=name)


@pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there")
def test_explain_names_the_decisions() -> None:
    x = whole(80, 48, 48, 3)

    def decided(name: str) -> tuple[str, ...]:
        function = tf.function(layers)
        with replaced_by(of_file(name)):
            function(x)
        (trace,) = function.explain().traces
        assert all(text in str(trace) for text in trace.decisions)
        return trace.decisions

    assert "1 x tiles of 1 images, by batch_tile_bytes = 196608" in decided("avx2_laptop")
    assert "1 x tiles of 10 images, by batch_tile_bytes = 1572864" in decided("sapphire_rapids")
    function = tf.function(lambda x: tf.reduce_sum(x * 2.0))
    function(whole(300, 700))
    (trace,) = function.explain().traces
    assert trace.decisions == ("1 x loop shared by threads, from PARALLEL_WORK = 131072 elements on",)
    function = tf.function(lambda x: x + 1.0)
    function(whole(3))
    assert "by the machine" not in str(function.explain())


# files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_is_whole(name: str) -> None:
    text = json.loads((MACHINES / f"{name}.json").read_text(encoding="utf-8"))
    assert set(text) == {*fields(REFERENCE)} - {"source"}
    assert set(text["costs"]) == {*fields(REFERENCE.costs)}


def test_what_a_file_leaves_out_is_the_references(tmp_path: Path) -> None:
    file = tmp_path / "machine.json"
    file.write_text('{"l2_bytes": "2M", "costs": {"wake": 7000}}')
    found = recorded.read(str(file), REFERENCE)
    assert found == replace(REFERENCE, l2_bytes=2 * M, costs=replace(REFERENCE.costs, wake=7000.0), source=str(file))
    file.write_text(recorded.text_of(found))
    assert recorded.read(str(file), REFERENCE) == found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("[1]", "is not an object"),
        ('{"l4_bytes": 3}', "unknown field 'l4_bytes'; the fields are name, "),
        ('{"l2_bytes": "2 MB"}', "l2_bytes is '2 MB', not a positive number"),
        ('{"l1_bytes": 0}', "l1_bytes is 0, not a positive number"),
        ('{"cores": true}', "cores is True, not a positive number"),
        ('{"name": 3}', "name is 3, not text"),
        ('{"costs": 3}', "costs: 3 is not an object"),
        ('{"costs": {"nap": 3}}', "costs: unknown field 'nap'; the fields are byte, multiply_add, wake"),
        ('{"costs": {"wake": -1}}', "wake is -1, not a positive number of nanoseconds"),
        ('{"costs": {"wake": NaN}}', "wake is nan, not a positive number of nanoseconds"),
        (None, "No such file"),
    ],
)
def test_a_file_that_is_no_machine(tmp_path: Path, text: str | None, reason: str) -> None:
    file = tmp_path / "machine.json"
    if text is not None:
        file.write_text(text)
    with options.overridden(machine=str(file)), pytest.raises(ValueError, match="GRAPHWRIGHT_MACHINE=") as error:
        machine.machine()
    assert reason in str(error.value)
    assert 'such as {"l2_bytes": "1M"}, or unset GRAPHWRIGHT_MACHINE' in str(error.value)


# caches ----------------------------------------------------------------------------------------------------


def _sysfs(folder: Path, *entries: tuple[str, str, str, str]) -> str:
    for i, texts in enumerate(entries):
        (folder / f"index{i}").mkdir()
        for name, text in zip(("level", "type", "size", "shared_cpu_list"), texts, strict=True):
            (folder / f"index{i}" / name).write_text(text + "\n")
    (folder / "uevent").write_text("")
    return str(folder)


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (
            [("1", "Data", "32K", "0,8"), ("1", "Instruction", "64K", "0,8"), ("2", "Unified", "1024K", "0,8"),
             ("3", "Unified", "32M", "0-15")],
            {1: Cache(32 * K, 1), 2: Cache(M, 1), 3: Cache(32 * M, 8)},
        ),
        ([("1", "Data", "64K", "0"), ("2", "Unified", "2048K", "0-3")], {1: Cache(64 * K, 1), 2: Cache(2 * M, 4)}),
        ([("1", "Data", "", "0"), ("2", "Unified", "512K", "")], {}),
        ([], {}),
    ],
)  # fmt: skip
def test_caches_of_linux(tmp_path: Path, entries: list[Any], expected: dict[int, Cache]) -> None:
    assert caches.of_linux(_sysfs(tmp_path, *entries)) == expected


def test_caches_of_macos() -> None:
    told = {"hw.perflevel0.l1dcachesize": 128 * K, "hw.perflevel0.l2cachesize": 12 * M, "hw.perflevel0.cpusperl2": 4}
    assert caches.of_macos(lambda name: told.get(name, 0)) == {1: Cache(128 * K, 1), 2: Cache(12 * M, 4)}
    intel = {"hw.l1dcachesize": 32 * K, "hw.l2cachesize": 256 * K, "hw.l3cachesize": 8 * M, "hw.physicalcpu": 4}
    assert caches.of_macos(lambda name: intel.get(name, 0))[3] == Cache(8 * M, 4)


def test_caches_of_windows() -> None:
    def cache(mask: int, level: int, size: int, kind: int) -> bytes:
        return struct.pack("<QixxxxBBHIixxxx", mask, 2, level, 8, 64, size, kind)

    core = struct.pack("<QixxxxBxxxxxxxxxxxxxxx", 0b11, 0, 1)
    table = core + cache(0b11, 1, 48 * K, 2) + cache(0b11, 1, 32 * K, 1) + cache(0b1100, 1, 9 * K, 2)
    found = caches.of_windows(table + cache(0b11, 2, 2 * M, 0) + cache(0xFF, 3, 24 * M, 0))
    assert found == {1: Cache(48 * K, 1), 2: Cache(2 * M, 1), 3: Cache(24 * M, 4)}


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({}, (REFERENCE.l1_bytes, REFERENCE.l2_bytes, REFERENCE.l3_bytes, 8)),
        ({1: Cache(128 * K, 1), 2: Cache(12 * M, 4)}, (128 * K, 3 * M, 12 * M, 4)),
        ({1: Cache(64 * K, 1)}, (64 * K, M, 32 * M, 8)),
        ({1: Cache(48 * K, 1), 2: Cache(2 * M, 1), 3: Cache(105 * M, 56)}, (48 * K, 2 * M, 105 * M, 56)),
    ],
)
def test_levels_that_the_system_does_not_tell(
    monkeypatch: pytest.MonkeyPatch, told: dict[int, Cache], expected: tuple[int, ...]
) -> None:
    monkeypatch.setattr(caches, "read", lambda: told)
    found = machine._found(REFERENCE)
    assert (found.l1_bytes, found.l2_bytes, found.l3_bytes, found.l3_cores) == expected
    assert found.source == ("the system" if told else REFERENCE.source)


def test_this_machine() -> None:
    for level, found in caches.read().items():
        assert level >= 1 and found.bytes >= 4 * K and found.cores >= 1
    with options.overridden(machine=""):
        assert limits.limits().leaves_cache_bytes > 0


# costs -----------------------------------------------------------------------------------------------------


def test_costs_are_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter([Costs(0.05, 0.02, 4000.0), Costs(0.06, 0.03, 5000.0), Costs(0.07, 0.04, 6000.0)])
    monkeypatch.setattr(costs, "measured", lambda: next(made))
    with options.overridden(cache=True, cache_dir=str(tmp_path)):
        first = costs.kept_or_measured(REFERENCE)
        assert costs.kept_or_measured(REFERENCE) == first == Costs(0.05, 0.02, 4000.0)
        (file,) = (tmp_path / "native").glob("costs-*.json")
        for foreign in ("", "[]", "{}", '{"byte": 1}', '{"byte": 1e9, "multiply_add": 1, "wake": 5000}'):
            file.write_text(foreign)
            assert costs._kept(str(file)) is None
        assert costs.kept_or_measured(REFERENCE) == Costs(0.06, 0.03, 5000.0) == costs._kept(str(file))
    with options.overridden(cache=False):
        assert costs.kept_or_measured(REFERENCE) == Costs(0.07, 0.04, 6000.0)


def test_what_is_measured_is_positive() -> None:
    assert all(cost > 0 for cost in fields(costs.measured()).values())


def test_code_does_not_follow_from_what_is_measured(tmp_path: Path) -> None:
    with options.overridden(cache=True, cache_dir=str(tmp_path), machine=""):
        before = machine.machine()
        costs.kept_or_measured(before)
        assert machine.machine().costs == before.costs == REFERENCE.costs
