"""The compilers that build libraries: `ziglang` from PyPI for every target, or `cc` and `ar` for this machine."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from graphwright.aot.targets import Level, Target, this_machine
from graphwright.base.errors import FailedPreconditionError
from graphwright.base.frozen import frozen
from graphwright.base.install import install_command

_FLAGS: Final = (
    "-std=gnu11", "-D_GNU_SOURCE", "-O2", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections",
    "-fno-strict-aliasing", "-fno-math-errno", "-ffp-contract=off", "-Wall", "-Wno-unused-function",
    "-Wno-unused-variable", "-Wno-unused-const-variable",
)  # fmt: skip


@frozen
class Toolchain:
    """A C compiler and an archiver, as commands."""

    cc: tuple[str, ...]
    ar: tuple[str, ...]
    target: Target
    is_zig: bool

    def processor(self, level: Level) -> tuple[str, ...]:
        """The flags that let C use what a processor has."""
        if self.target.object_format == "wasm":
            return ("-msimd128",)
        if not level.cpu.startswith("x86-64"):
            return ()
        return (f"-march={level.cpu.replace('-', '_') if self.is_zig else level.cpu}",)

    def compile(self, source: str, to: str, *flags: str) -> None:
        """Compile a file of C or assembly."""
        pic = () if self.target.object_format in ("coff", "wasm") else ("-fPIC",)
        _run(*self.cc, *_FLAGS, *pic, *flags, "-c", source, "-o", to)

    def archive(self, objects: Sequence[str], to: str) -> None:
        """Put object files into a static library."""
        if os.path.exists(to):
            os.remove(to)
        _run(*self.ar, "rcs", to, *objects)

    def link(self, objects: Sequence[str], to: str, exports: Sequence[str] = ()) -> None:
        """Link object files to a shared library, or to a module of WebAssembly with these exports."""
        kind = self.target.object_format
        if kind == "wasm":
            flags = ["-mexec-model=reactor", "-Wl,--gc-sections", "-s", *(f"-Wl,--export={name}" for name in exports)]
        elif kind == "elf":
            flags = ["-shared", "-Wl,--gc-sections", "-Wl,-s", "-lm", "-lpthread"]
        else:
            flags = ["-shared", *(("-Wl,-dead_strip",) if kind == "macho" else ())]
        _run(*self.cc, *objects, *flags, "-o", to)


def toolchain_for(target: Target) -> Toolchain:
    """The tools for a target; raises `FailedPreconditionError` where there are none."""
    if target.name == this_machine():
        cc, ar = os.environ.get("CC") or shutil.which("cc"), shutil.which("ar")
        if cc and ar:
            return Toolchain((cc,), (ar,), target, False)
    if importlib.util.find_spec("ziglang") is None:
        raise FailedPreconditionError(
            None, None, f"No C compiler for {target.name} was found. Install ziglang: {install_command('aot')}"
        )
    zig = (sys.executable, "-m", "ziglang")
    return Toolchain((*zig, "cc", "-target", target.zig), (*zig, "ar"), target, True)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise FailedPreconditionError(
            None,
            None,
            f"{' '.join(command[:4])} ... failed with code {done.returncode}:\n{done.stderr.strip()[-2000:]}",
        )
