"""Compiled code touches no memory but its own; any other access ends the process (see `tests/support/guarded.py`)."""

from __future__ import annotations

import platform
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")
_ROOT = Path(__file__).parents[4]

_HOST = Path("/proc/sys/kernel/arch")
emulated = _HOST.exists() and _HOST.read_text().strip() != platform.machine()
linux = pytest.mark.skipif(sys.platform != "linux", reason="made for Linux: its pages and their maps")


def guarded(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A module run with guard pages around all memory."""
    command = [sys.executable, "-m", "tests.support.guarded", *arguments]
    return subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=300)


@linux
@pytest.mark.parametrize(
    ("kind", "ended"), [("write", signal.SIGSEGV), ("read", signal.SIGSEGV), ("before", signal.SIGABRT)]
)
def test_the_guards_see_a_stray_byte(kind: str, ended: signal.Signals) -> None:
    assert guarded("stray", kind).returncode == -ended


@linux
@pytest.mark.thorough
@pytest.mark.parametrize(
    "arguments",
    [
        ("tests.graphs.run", "--check", "7000:7025"),
        (
            *("pytest", "-q", "-p", "no:cacheprovider"),
            *(f"tests/runtime/native/fusion/test_{name}_fusion.py" for name in ("row", "epilogue")),
        ),
    ],
    ids=["random graphs", "rows and epilogues"],
)
def test_no_stray_byte_is_touched(arguments: tuple[str, ...]) -> None:
    ran = guarded(*arguments)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    result = re.search(r"(\d+) blocks were guarded", ran.stdout)
    assert result is not None and int(result[1]) > 1000


@linux
@pytest.mark.skipif(
    emulated, reason="the memory of the process is that of the emulator, too, which keeps what it translates"
)
def test_sizes_that_grow_and_shrink_leave_memory_as_it_was() -> None:
    """In a process of its own: what other tests left there comes and goes by megabytes."""
    command = [sys.executable, "-m", "tests.support.stress_memory", "--calls", "3000", "--seed", "1"]
    command += ["--large-every", "100", "--specializations", "1"]
    ran = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "growth" in ran.stdout
