"""The wheel and the source archive: built the same, byte for byte, from the same commit, and checked."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from release.changelog import NotReady

MOST_BYTES: Final = 6_000_000  # of the wheel
REQUIRED: Final = ("graphwright/py.typed", "graphwright/__init__.pyi", "licenses/LICENSE")
FORBIDDEN: Final = ("tests/", "bench/", "release/")


def build(folder: Path, into: Path, epoch: int) -> list[Path]:
    """Build the wheel and the source archive of a checkout twice, with the time of its commit.

    Raises NotReady where the two builds differ.
    """
    first, second = (_built(folder, epoch) for _ in range(2))
    if _hashes(first) != _hashes(second):
        raise NotReady(f"two builds differ: {_hashes(first)} and {_hashes(second)}")
    into.mkdir(parents=True, exist_ok=True)
    for path in first:
        shutil.copy(path, into)
    for path in (*first, *second):
        shutil.rmtree(path.parent, ignore_errors=True)
    return sorted(into / path.name for path in first)


def _built(folder: Path, epoch: int) -> list[Path]:
    out = Path(tempfile.mkdtemp())
    with tempfile.TemporaryDirectory() as copied:
        checkout = Path(copied) / "checkout"
        subprocess.run(["git", "clone", "--quiet", str(folder), str(checkout)], check=True)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
        command = [sys.executable, "-m", "build", "--outdir", str(out), str(checkout)]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    for path in out.glob("*.tar.gz"):
        path.write_bytes(normalized(path.read_bytes(), epoch))
    return sorted(out.iterdir())


def normalized(archive: bytes, epoch: int) -> bytes:
    """A .tar.gz without what differs between machines: order, times, owners, permissions beyond who may execute."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as source, tarfile.open(fileobj=packed, mode="w") as to:
        for member in sorted(source.getmembers(), key=lambda member: member.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            to.addfile(member, source.extractfile(member) if member.isfile() else None)
    return gzip.compress(packed.getvalue(), mtime=epoch)


def _hashes(paths: list[Path]) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def check_wheel(wheel: Path) -> str:
    """Check the size and contents of a wheel; returns a line about it.

    Raises NotReady where it is too large, for one system, or has files that do not belong to it.
    """
    size = wheel.stat().st_size
    if size > MOST_BYTES:
        raise NotReady(f"{wheel.name} has {size:,} bytes; {MOST_BYTES:,} are allowed.")
    if not wheel.name.endswith("-py3-none-any.whl"):
        raise NotReady(f"{wheel.name} is not for every system.")
    names = zipfile.ZipFile(wheel).namelist()
    for required in REQUIRED:
        if not any(name.endswith(required) for name in names):
            raise NotReady(f"{wheel.name} has no {required}.")
    stray = [name for name in names if name.startswith(FORBIDDEN)]
    if stray:
        raise NotReady(f"{wheel.name} has files that do not belong to it: {', '.join(stray[:5])}")
    return f"{wheel.name}: {size:,} bytes, {len(names)} files"
