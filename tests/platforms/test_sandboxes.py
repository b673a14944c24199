"""Where a process has less than usual, functions are compiled as elsewhere, with the same results and no warning.

Each sandbox is a command in front of the interpreter; those that this machine cannot make are skipped, and say why.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphwright.runtime.native.jit import jit
from tests.platforms import sandboxed

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "tests/platforms/program.py"

pytestmark = [
    pytest.mark.skipif(not jit.available(), reason="no LLVM"),
    pytest.mark.timeout(600),  # an emulator may be among them
    pytest.mark.thorough,  # each starts a process that compiles everything anew
]


def _run(folder: Path, *command: str, environment: dict[str, str] | None = None) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    variables = {**os.environ, "RESULT": str(folder / "result.json"), "PYTHONPATH": str(ROOT), **(environment or {})}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads((folder / "result.json").read_text())


def _python(*words: str) -> list[str]:
    return [sys.executable, "-W", "error", *(words or (PROGRAM,))]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return _run(tmp_path_factory.mktemp("usual"), *_python())


def _old_processor(folder: Path) -> list[str]:
    return ["qemu-x86_64-static", "-cpu", "Nehalem"]  # SSE4.2, neither AVX nor FMA


def _one_core(folder: Path) -> list[str]:
    return ["taskset", "-c", str(min(os.sched_getaffinity(0)))]


def _no_proc(folder: Path) -> list[str]:
    return ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]


def _home_is_read_only(folder: Path) -> list[str]:
    (folder / "home").mkdir()
    mounted = f"mount --bind {folder}/home {folder}/home && mount -o remount,ro,bind {folder}/home"
    start = f'{mounted} && exec env -u GRAPHWRIGHT_CACHE_DIR -u XDG_CACHE_HOME HOME={folder}/home "$@"'
    return ["unshare", "--mount", "sh", "-c", start, "sh"]


@pytest.mark.parametrize("sandbox", [_old_processor, _one_core, _no_proc, _home_is_read_only])
def test_a_sandbox(sandbox: Callable[[Path], list[str]], usual: dict[str, Any], tmp_path: Path) -> None:
    before = sandbox(tmp_path)
    if shutil.which(before[0]) is None or subprocess.run([*before, "/bin/true"], capture_output=True).returncode:
        pytest.skip(f"{before[0]} does not do that here")
    found = _run(tmp_path, *before, *_python())
    assert found["executor"] == usual["executor"] == "native"
    for name in ("loss", "total", "sum"):
        np.testing.assert_allclose(found[name], usual[name], rtol=1e-5)


@pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in sandboxed.REFUSED, reason="no system calls known by number"
)
def test_system_calls_are_refused(usual: dict[str, Any], tmp_path: Path) -> None:
    assert _run(tmp_path, *_python("-m", "tests.platforms.sandboxed", PROGRAM)) == usual


def test_doctor_where_system_calls_are_refused(tmp_path: Path) -> None:
    program = tmp_path / "doctor.py"
    program.write_text("from graphwright.cli.doctor import doctor\nraise SystemExit(doctor(quick=True))\n")
    command = _python("-m", "tests.platforms.sandboxed", str(program))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert (done.returncode, done.stderr) == (0, "")
    assert "executor     native" in done.stdout and "processors for this process" in done.stdout
