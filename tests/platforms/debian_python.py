"""Pythons that this machine lacks, from Debian's packages: of another processor, which an emulator runs, or newer.

`python -m tests.platforms.debian_python aarch64 .venv-aarch64` makes a folder that is used like a virtual environment:
`bin/python` starts the interpreter, and so do tests that start `sys.executable`. Debian's packages are unpacked into
`root` and wheels from PyPI into `lib`. Nothing of the system is changed; neither root nor a container is needed.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[2]

#: What an interpreter and its standard library need, and the libraries that wheels link.
LIBRARIES: Final = (
    *("libc6", "libgcc-s1", "libstdc++6", "zlib1g", "libbz2-1.0", "liblzma5", "libexpat1", "libffi8", "libsqlite3-0"),
    *("libuuid1", "libzstd1"),
)


@dataclass(frozen=True)
class Python:
    """An interpreter of a release of Debian, for a processor as Debian and as PyPI name it."""

    version: str
    release: str
    debian: str
    machine: str
    ssl: str
    start: str  # the command, with the places of the folder and of its root

    @property
    def packages(self) -> list[str]:
        """Debian's packages that it consists of."""
        own = [f"{name}{self.version}" for name in ("python", "libpython")]
        return [*(f"{name}-minimal" for name in own), f"{own[1]}-stdlib", self.ssl, *LIBRARIES]

    @property
    def platforms(self) -> list[str]:
        """The platforms of wheels that its C library can load."""
        return [f"manylinux_2_{minor}_{self.machine}" for minor in (34, 31, 28, 27, 26, 24, 17)] + [
            f"manylinux2014_{self.machine}"
        ]


#: With a processor of servers that has NEON: by the SVE of qemu's own, OpenBLAS (NumPy's products) computes NaN.
EMULATED: Final = "qemu-aarch64-static -cpu neoverse-n1 -0 {python} -L {root} {root}/usr/bin/python{version}"
#: By the C library that it was built for, which is newer than this machine's.
LOADED: Final = (
    "{root}/usr/lib64/ld-linux-x86-64.so.2 --argv0 {python} --library-path {root}/usr/lib/x86_64-linux-gnu "
    "{root}/usr/bin/python{version}"
)

PYTHONS: Final = {
    "aarch64": Python("3.11", "bookworm", "arm64", "aarch64", "libssl3", EMULATED),
    "python3.14": Python("3.14", "sid", "amd64", "x86_64", "libssl3t64", LOADED),
}


def missing(kind: Python) -> str:
    """What this machine lacks to set one up and run it; empty where nothing."""
    programs = ["apt-get", "dpkg", *(["qemu-aarch64-static"] if kind.start is EMULATED else [])]
    lacking = [program for program in programs if shutil.which(program) is None]
    return f"no {' and no '.join(lacking)}" if lacking else ""


def _archive() -> str:
    """The address of Debian's archive that this machine uses."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    if not found:
        sys.exit("apt-get knows no archive of Debian: run `apt-get update` first")
    return next((address for address in found if not address.rstrip("/").endswith("-security")), found[0])


def unpack(kind: Python, folder: Path, root: Path) -> None:
    """Fetch the packages of Debian by a package index of its own, and unpack them."""
    state, archives = folder / "apt", folder / "debs"
    for kept in (state / "lists" / "partial", state / "cache" / "archives" / "partial", archives, root):
        kept.mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    (state / "sources.list").write_text(f"deb {_archive()} {kind.release} main\n")
    options = {
        "APT::Architecture": kind.debian,
        "APT::Architectures": kind.debian,
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Dir::Etc::sourcelist": state / "sources.list",
        "Dir::Etc::sourceparts": "/nonexistent",
        "Dir::State": state,
        "Dir::State::lists": state / "lists",
        "Dir::State::status": state / "status",
        "Dir::Cache": state / "cache",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "download", *kind.packages], check=True, cwd=archives)
    for archive in sorted(archives.glob("*.deb")):
        subprocess.run(["dpkg", "-x", archive, root], check=True)


def install(kind: Python, folder: Path, requirements: Sequence[str]) -> None:
    """Install wheels for that interpreter, with this one's pip."""
    packages = folder / "lib" / f"python{kind.version}" / "site-packages"
    platforms = [word for platform in kind.platforms for word in ("--platform", platform)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--only-binary=:all:"]
    where = ["--target", str(packages), "--python-version", kind.version, "--implementation", "cp", *platforms]
    subprocess.run([*pip, *where, *requirements], check=True)


def of_tests(extra: str = "test") -> Iterator[str]:
    """What this package requires with an extra: `pip install --target` cannot install a checkout in place."""
    for line in importlib.metadata.requires("graphwright") or ():
        requirement, _, condition = (part.strip() for part in line.partition(";"))
        if condition and condition not in (f"extra == '{extra}'", f'extra == "{extra}"'):
            continue
        own = re.fullmatch(r"graphwright\[(.+)\]", requirement)
        if own is None:
            yield requirement
        for inner in own[1].split(",") if own else ():
            yield from of_tests(inner)


def set_up(kind: Python, folder: Path, requirements: Sequence[str] = ()) -> Path:
    """Make the folder, with these requirements, or this checkout and what its tests need; returns its `bin/python`."""
    folder = folder.resolve()
    python, root = folder / "bin" / "python", folder / "root"
    unpack(kind, folder, root)
    install(kind, folder, requirements or sorted(set(of_tests())))
    if not requirements:
        (folder / "lib" / f"python{kind.version}" / "site-packages" / "checkout.pth").write_text(
            f"{CHECKOUT / 'src'}\n"
        )
    python.parent.mkdir(exist_ok=True)
    start = kind.start.format(python=python, root=root, version=kind.version)
    python.write_text(
        f'#!/bin/sh\nunset PYTHONHOME PYTHONPATH # they lead to packages of another interpreter\nexec {start} "$@"\n'
    )
    python.chmod(0o755)
    (folder / "pyvenv.cfg").write_text(
        f"home = {root}/usr/bin\ninclude-system-site-packages = false\nversion = {kind.version}\n"
    )
    return python


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", choices=PYTHONS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("requirements", nargs="*", help="default: this checkout, in place, and what its tests need")
    words = parser.parse_args()
    why = missing(PYTHONS[words.python])
    if why:
        sys.exit(why)
    print(os.fspath(set_up(PYTHONS[words.python], words.folder, words.requirements)))


if __name__ == "__main__":
    _main()
