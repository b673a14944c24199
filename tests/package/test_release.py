"""Releases: what stands in their way is named, and archives do not depend on the machine."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from release import archives
from release.changelog import NotReady, section_of, version_of

CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-31

### Added
- A thing.

## [1.1.0]
- No date.

## [1.0.0] - 2025-01-01
"""


def test_the_section_of_a_version() -> None:
    assert section_of("1.2.0", CHANGELOG) == "### Added\n- A thing."


@pytest.mark.parametrize(
    ("version", "reason"),
    [("1.3.0", "no section of 1.3.0"), ("1.1.0", "has no date"), ("1.0.0", "is empty"), ("1.2", "no section of 1.2:")],
)
def test_a_changelog_that_is_not_ready(version: str, reason: str) -> None:
    with pytest.raises(NotReady, match=reason):
        section_of(version, CHANGELOG)


def test_the_version_of_this_project_can_be_released() -> None:
    assert version_of(Path(__file__).parents[2])


@pytest.mark.parametrize(("line", "reason"), [('version = "1.0.dev1"', "is no release"), ("", "has no line")])
def test_a_version_that_is_no_release(line: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[project]\n{line}\n")
    with pytest.raises(NotReady, match=reason):
        version_of(tmp_path)


def _archive(names: list[str], owner: str, time: int) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uname, member.mode = 3, time, owner, 0o755 if name == "run" else 0o664
            archive.addfile(member, io.BytesIO(b"abc"))
    return packed.getvalue()


def test_source_archives_do_not_depend_on_the_machine() -> None:
    one = archives.normalized(_archive(["a", "run", "b"], "me", 5), 1_700_000_000)
    other = archives.normalized(_archive(["run", "b", "a"], "you", 7), 1_700_000_000)
    assert one == other
    with tarfile.open(fileobj=io.BytesIO(one)) as archive:
        assert archive.getnames() == ["a", "b", "run"]
        assert [member.mode for member in archive] == [0o644, 0o644, 0o755]
        assert archive.extractfile("a").read() == b"abc"  # type: ignore[union-attr]


def _wheel(folder: Path, *names: str, tag: str = "py3-none-any") -> Path:
    path = folder / f"graphwright-1.0.0-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return path


WHOLE = ("graphwright/py.typed", "graphwright/__init__.pyi", "graphwright-1.0.0.dist-info/licenses/LICENSE")


def test_a_wheel_that_is_whole(tmp_path: Path) -> None:
    assert "3 files" in archives.check_wheel(_wheel(tmp_path, *WHOLE))


@pytest.mark.parametrize(
    ("names", "tag", "reason"),
    [
        (WHOLE[1:], "py3-none-any", "has no graphwright/py.typed"),
        (WHOLE, "cp311-cp311-linux_x86_64", "not for every system"),
        ((*WHOLE, "tests/test_a.py"), "py3-none-any", "do not belong to it: tests/test_a.py"),
    ],
)
def test_wheels_that_are_refused(names: tuple[str, ...], tag: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(NotReady, match=reason):
        archives.check_wheel(_wheel(tmp_path, *names, tag=tag))


def test_a_wheel_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 10)
    with pytest.raises(NotReady, match="10 are allowed"):
        archives.check_wheel(_wheel(tmp_path, *WHOLE))
