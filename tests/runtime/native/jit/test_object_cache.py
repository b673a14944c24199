"""Machine code on disk: found again by other processes, never trusted blindly, never missed when it is not there."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphwright.base.config import options
from graphwright.base.frozen import replace
from graphwright.runtime.native.jit import jit, object_cache, sources
from graphwright.runtime.native.jit.shared_modules import SharedCode

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

SEVEN = "define i64 @f() {\n  ret i64 7\n}"
EIGHT = "define i64 @f() {\n  ret i64 8\n}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """An empty cache; gives the folder of its entries."""
    with options.overridden(cache=True, cache_dir=str(tmp_path)):
        yield tmp_path / "native"


def run(text: str, **more: Any) -> int:
    """Compile a module, or load it, and call its `f`."""
    code = jit.compile_ir(text, **more)
    found: int = ctypes.CFUNCTYPE(ctypes.c_int64)(code.address("f"))()
    return found


def only_entry(folder: Path) -> Path:
    (entry,) = folder.iterdir()
    return entry


def test_what_was_compiled_is_loaded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(SEVEN) == 7
    entry = only_entry(folder)
    monkeypatch.setattr(jit, "emit_object", lambda *args, **kwargs: pytest.fail("compiled again"))
    assert run(SEVEN) == 7
    assert only_entry(folder) == entry


def _another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphwright.base.version.__version__", "0.0.0")


def _another_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llvmlite.__version__", "0.0.0")


def _another_host(**changes: Any) -> Callable[[pytest.MonkeyPatch], None]:
    changed = replace(jit.host(), **changes)
    return lambda monkeypatch: monkeypatch.setattr(jit, "this_machine", lambda: changed)


@pytest.mark.parametrize(
    "change",
    [
        _another_version,
        _another_llvmlite,
        _another_host(cpu="i486"),
        _another_host(features="-sse2"),
        _another_host(llvm_version=(0, 0, 1)),
        _another_host(triple="other-unknown-linux"),
    ],
)
def test_what_code_depends_on_is_in_its_key(
    change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = jit._cache_key(SEVEN, 2)
    change(monkeypatch)
    assert jit._cache_key(SEVEN, 2) != before


def test_text_and_level_are_in_the_key(folder: Path) -> None:
    assert [run(SEVEN), run(EIGHT), run(SEVEN, opt=0)] == [7, 8, 7]
    assert len(list(folder.iterdir())) == 3


class Named:
    """Modules of one name, as many processes would have them: counts how often the text was written."""

    def __init__(self) -> None:
        self.written = 0

    def text(self) -> str:
        self.written += 1
        return SEVEN

    def found(self, begun: bool = False, **more: Any) -> int:
        code = SharedCode(self.text, ("f",), **{"name": "seven", **more})
        if begun:
            code.begin()
        found: int = ctypes.CFUNCTYPE(ctypes.c_int64)(code.symbols["f"])()
        return found


@pytest.fixture
def named() -> Named:
    result = Named()
    assert result.found() == 7 and result.written == 1
    return result


@pytest.mark.parametrize("begun", [False, True])
def test_a_text_with_a_name_is_not_written_where_its_code_is_on_disk(folder: Path, named: Named, begun: bool) -> None:
    only_entry(folder)
    assert named.found(begun) == 7 and named.written == 1
    only_entry(folder).write_bytes(b"")
    assert named.found(begun) == 7 and named.written == 2
    assert named.found(begun) == 7 and named.written == 2
    assert named.found(begun, name="another") == named.found(begun, opt=0) == 7 and named.written == 4
    with options.overridden(cache=False):
        assert named.found(begun) == 7 and named.written == 5


def _another_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "fingerprint", lambda: "other")


def _no_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "fingerprint", lambda: "")


def _without_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "without", "tile")


def _another_width(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(jit.host(), vector_bits=64)
    monkeypatch.setattr(jit, "host", lambda: changed)


@pytest.mark.parametrize(
    "change",
    [
        _another_version, _another_llvmlite, _another_host(features="+sse2"), _another_source, _no_sources,
        _without_a_form, _another_width,
    ],
)  # fmt: skip
def test_what_a_text_with_a_name_follows_from_is_in_its_key(
    change: Callable[[pytest.MonkeyPatch], None], named: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(monkeypatch)
    assert named.found() == 7 and named.written == 2


def test_sources_are_told_apart_by_names_sizes_and_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PACKAGE_ROOT", str(tmp_path))
    (tmp_path / "inside" / "__pycache__").mkdir(parents=True)
    file = tmp_path / "inside" / "a.py"
    seen = []
    for text, time_ in (("x = 1", 1), ("x = 1", 2), ("x = 10", 2)):
        file.write_text(text)
        os.utime(file, (time_, time_))
        seen.append(sources.fingerprint.__wrapped__())
    (tmp_path / "inside" / "__pycache__" / "a.pyc").write_text("")
    assert sources.fingerprint.__wrapped__() == seen[-1]
    file.rename(tmp_path / "b.py")
    seen.append(sources.fingerprint.__wrapped__())
    assert len(set(seen)) == 4
    monkeypatch.setattr(sources, "PACKAGE_ROOT", str(tmp_path / "b.py"))
    assert sources.fingerprint.__wrapped__() == ""


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda found: b"",
    "cut in the checksum": lambda found: found[:20],
    "cut to the checksum": lambda found: found[:32],
    "cut in the code": lambda found: found[:-1],
    "longer": lambda found: found + b"\0",
    "a bit of the checksum": lambda found: bytes([found[0] ^ 1]) + found[1:],
    "a bit of the code": lambda found: found[:100] + bytes([found[100] ^ 16]) + found[101:],
    "something else": lambda found: b"no object code" * 40,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
def test_a_damaged_entry_is_written_again(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    run(SEVEN)
    entry = only_entry(folder)
    sound = entry.read_bytes()
    entry.write_bytes(damage(sound))
    assert run(SEVEN) == 7
    assert only_entry(folder) == entry and entry.read_bytes() == sound


OTHERS: dict[str, Callable[[Path], object]] = {
    "a pipe": lambda entry: os.mkfifo(entry),
    "a link to a pipe": lambda entry: (os.mkfifo(entry.parent / "pipe"), entry.symlink_to(entry.parent / "pipe")),
    "a device": lambda entry: entry.symlink_to("/dev/zero"),
    "a folder": lambda entry: entry.mkdir(),
    "a link to nowhere": lambda entry: entry.symlink_to(entry.parent / "nowhere"),
    "a link to itself": lambda entry: entry.symlink_to(entry),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("other", OTHERS.values(), ids=list(OTHERS))
def test_what_is_no_file_is_no_entry(folder: Path, other: Callable[[Path], object]) -> None:
    run(SEVEN)
    entry = only_entry(folder)
    entry.unlink()
    other(entry)
    assert run(SEVEN) == 7
    assert entry.is_dir() or (
        entry.is_file() and not entry.is_symlink()
    )  # written again in the place of all but a folder


def test_another_entry_in_its_place_is_not_taken(folder: Path) -> None:
    run(SEVEN)
    seven = only_entry(folder)
    run(EIGHT)
    (eight,) = set(folder.iterdir()) - {seven}
    seven.write_bytes(eight.read_bytes())
    assert run(SEVEN) == 7


def test_the_switch_turns_it_off(folder: Path) -> None:
    with options.overridden(cache=False):
        assert run(SEVEN) == 7
    assert not folder.exists()
    run(SEVEN)
    only_entry(folder).write_bytes(b"")
    with options.overridden(cache=False):
        assert run(SEVEN) == 7
    assert only_entry(folder).read_bytes() == b""


def test_only_its_owner_can_look_into_it(folder: Path) -> None:
    run(SEVEN)
    assert folder.stat().st_mode & 0o777 == 0o700


def _file_above(path: Path) -> Path:
    (path / "file").write_text("")
    return path / "file" / "cache"


def _file_in_its_place(path: Path) -> Path:
    (path / "native").write_text("")
    return path


def _link_in_its_place(path: Path) -> Path:
    (path / "elsewhere").mkdir(mode=0o700)
    (path / "native").symlink_to(path / "elsewhere")
    return path


def _writable_by_others(path: Path) -> Path:
    (path / "native").mkdir()
    (path / "native").chmod(0o777)
    return path


@pytest.mark.parametrize(
    "place", [_file_above, _file_in_its_place, _link_in_its_place, _writable_by_others, lambda path: Path("relative")]
)
def test_where_no_cache_can_be_there_is_none(place: Callable[[Path], Path], tmp_path: Path) -> None:
    with options.overridden(cache_dir=str(place(tmp_path))):
        assert run(SEVEN) == 7
        assert run(SEVEN) == 7
    assert not list(tmp_path.rglob("*.o"))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_the_folder_of_another_user_is_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert run(SEVEN) == 7
    assert not list(folder.iterdir())


def test_a_full_disk_is_no_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*paths: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert run(SEVEN) == 7
    assert not list(folder.iterdir())


def _entry(folder: Path, name: str, age: float, size: int = 100) -> None:
    (folder / name).write_bytes(bytes(size))
    os.utime(folder / name, (time.time() - age,) * 2)


def test_what_was_used_longest_ago_goes_first(tmp_path: Path) -> None:
    for age in range(10):
        _entry(tmp_path, f"{age}.o", age)
    object_cache.prune(str(tmp_path), 1000)
    assert len(list(tmp_path.iterdir())) == 10
    object_cache.prune(str(tmp_path), 800)
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"{age}.o" for age in range(6)]


def test_what_is_loaded_counts_as_used(folder: Path) -> None:
    run(SEVEN)
    entry = only_entry(folder)
    os.utime(entry, (0, 0))
    run(SEVEN)
    assert entry.stat().st_mtime > time.time() - 1000


def test_what_a_dead_process_left_unfinished_is_removed(tmp_path: Path) -> None:
    _entry(tmp_path, "old.part", 100_000)
    _entry(tmp_path, "fresh.part", 1)
    _entry(tmp_path, "stranger.txt", 100_000)
    object_cache.prune(str(tmp_path), 1000)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["fresh.part", "stranger.txt"]


def test_stores_keep_the_folder_small(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_cache, "MOST_BYTES", 10_000)
    for number in range(400):
        object_cache.store(object_cache.key(number), bytes(100))
    # between two looks at the folder there is room for some more
    assert len(list(folder.iterdir())) < 200
    assert object_cache.fetch(object_cache.key(399)) == bytes(100)


PROGRAM = Path(__file__).parent / "cached_programs.py"


def start(mode: str, path: Path, seed: int) -> subprocess.Popen[str]:
    surroundings = {**os.environ, "GRAPHWRIGHT_CACHE_DIR": str(path), "PYTHONHASHSEED": str(seed)}
    surroundings["GRAPHWRIGHT_CACHE"] = "0" if mode == "off" else "1"
    command = [sys.executable, str(PROGRAM), mode]
    return subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def outcome(process: subprocess.Popen[str]) -> str:
    printed, errors = process.communicate(timeout=100)
    assert (process.returncode, errors) == (0, "")
    return printed


def test_another_process_compiles_nothing(folder: Path) -> None:
    cold = outcome(start("cold", folder.parent, 1))
    entries = {entry.name for entry in folder.iterdir()}
    assert entries and outcome(start("warm", folder.parent, 2)) == cold
    assert {entry.name for entry in folder.iterdir()} == entries
    assert outcome(start("off", folder.parent, 3)) == cold


def test_processes_share_it_at_the_same_time(folder: Path) -> None:
    together = [start("cold", folder.parent, seed) for seed in range(3)]
    assert len({outcome(process) for process in together}) == 1
    names = [entry.name for entry in folder.iterdir()]
    assert names and all(name.endswith(".o") for name in names)
    assert all(object_cache.fetch(name.removesuffix(".o")) for name in names)
