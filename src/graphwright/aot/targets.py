"""The machines that libraries are compiled for."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from typing import Final

from graphwright.base.errors import InvalidArgumentError
from graphwright.base.frozen import frozen, replace
from graphwright.runtime.native.jit.jit import Host


@frozen
class Level:
    """A kind of processor of a target: LLVM's name and features, the width of its vectors, whether it fuses."""

    name: str
    cpu: str
    features: str
    vector_bits: int
    fma: bool
    needs: int = 0  # what `c/handle.c` finds that the processor has


@frozen
class Target:
    """A machine and its system: LLVM's triple, that of `ziglang`, and the processors that one library serves."""

    name: str
    triple: str
    zig: str
    levels: tuple[Level, ...]
    shared: str = "lib{}.so"
    static: str = "lib{}.a"
    object_format: str = "elf"

    @property
    def has_files(self) -> bool:
        """Whether programs for it can open files."""
        return self.object_format != "wasm"

    def host(self, level: Level) -> Host:
        """The machine as code is written for it."""
        return Host(level.cpu, level.features, level.vector_bits, level.fma, (), self.triple)


_X86: Final = (
    Level("baseline", "x86-64", "", 128, False),
    Level("avx2", "x86-64-v3", "", 256, True, 1),
    Level("avx512", "x86-64-v4", "", 512, True, 2),
)
_ARM: Final = (Level("neon", "generic", "+neon", 128, True),)
_APPLE: Final = (Level("neon", "apple-m1", "+neon", 128, True),)
_RISCV: Final = (Level("rv64gc", "generic-rv64", "+m,+a,+f,+d,+c", 128, True),)
_WASM: Final = (Level("simd128", "generic", "+simd128,+bulk-memory", 128, False),)

_MACOS: Final = "lib{}.dylib"

TARGETS: Final[dict[str, Target]] = {
    target.name: target
    for target in (
        Target("x86_64-linux", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu", _X86),
        Target("aarch64-linux", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", _ARM),
        Target("riscv64-linux", "riscv64-unknown-linux-gnu", "riscv64-linux-gnu", _RISCV),
        Target("x86_64-macos", "x86_64-apple-macosx13.0.0", "x86_64-macos", _X86, _MACOS, object_format="macho"),
        Target("aarch64-macos", "arm64-apple-macosx13.0.0", "aarch64-macos", _APPLE, _MACOS, object_format="macho"),
        Target("x86_64-windows", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", _X86, "{}.dll", object_format="coff"),
        Target("wasm32", "wasm32-unknown-wasi", "wasm32-wasi", _WASM, "{}.wasm", object_format="wasm"),
    )
}
"""The targets by name."""


def target_of(name: str | None, levels: Sequence[str] | None = None) -> Target:
    """A target by its name, None: this machine, for some of its processors.

    Raises `InvalidArgumentError` for a name that is none.
    """
    found = TARGETS.get(name or this_machine())
    if found is None:
        known = ", ".join(TARGETS)
        raise InvalidArgumentError(None, None, f"There is no target '{name or this_machine()}'; there are {known}.")
    if levels is None:
        return found
    unknown = set(levels) - {level.name for level in found.levels}
    if unknown or not levels:
        has = ", ".join(level.name for level in found.levels)
        raise InvalidArgumentError(None, None, f"The levels of {found.name} are {has}, got {list(levels)}.")
    return replace(found, levels=tuple(level for level in found.levels if level.name in levels))


def this_machine() -> str:
    """The name of this machine's target."""
    processor = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{processor}-{system}"
