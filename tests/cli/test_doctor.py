"""`graphwright doctor`: its lines name what is slower and the fix, and its self-test notices wrong results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphwright.cli import self_test
from graphwright.cli.main import main


def _report(*arguments: str, **environment: str) -> tuple[int, str]:
    """The exit code and output of the command in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("GRAPHWRIGHT_", "PYTHONDONT"))}
    command = [sys.executable, "-m", "graphwright", "doctor", *arguments]
    done = subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=100)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("environment", "topic", "found", "fix"),
    [
        (
            {"GRAPHWRIGHT_HIDE_LLVM": "1"},
            "executor",
            "numpy, op by op: llvmlite is hidden",
            "unset GRAPHWRIGHT_HIDE_LLVM",
        ),
        ({"GRAPHWRIGHT_EXECUTOR": "numpy"}, "executor", "numpy, as chosen", "unset GRAPHWRIGHT_EXECUTOR"),
        ({"GRAPHWRIGHT_NATIVE_ENTRY": "ctypes"}, "calls", "through ctypes", "unset GRAPHWRIGHT_NATIVE_ENTRY"),
        ({"GRAPHWRIGHT_CACHE": "0"}, "disk cache", "off: each process compiles", "unset GRAPHWRIGHT_CACHE"),
        ({"GRAPHWRIGHT_CACHE_DIR": "/proc/no"}, "disk cache", "no folder that is safe", "set GRAPHWRIGHT_CACHE_DIR"),
        ({"PYTHONDONTWRITEBYTECODE": "1"}, "byte code", "is not kept", "unset PYTHONDONTWRITEBYTECODE"),
    ],
)
def test_a_slower_setting_is_named_with_its_mend(environment: dict[str, str], topic: str, found: str, fix: str) -> None:
    code, output = _report("--quick", **environment)
    assert code == 0
    lines = output.splitlines()
    (at,) = (i for i, line in enumerate(lines) if line.startswith(f"! {topic}"))
    assert found in lines[at]
    assert fix in lines[at + 1]
    assert "say what would be better" in lines[-1]


def test_instructions_that_are_limited(tmp_path: Path) -> None:
    _, output = _report("--quick", GRAPHWRIGHT_CPU_FEATURES="baseline", GRAPHWRIGHT_CACHE_DIR=str(tmp_path))
    assert "vectors of 128 bits" in output
    assert "unset GRAPHWRIGHT_CPU_FEATURES" in output
    assert f"{tmp_path}" in output


def test_the_machine_is_recorded_and_replaced(tmp_path: Path) -> None:
    file = str(tmp_path / "machine.json")
    code, output = _report("--quick", "--record", file, GRAPHWRIGHT_CACHE_DIR=str(tmp_path))
    assert code == 0
    assert "to wake a thread: as measured once" in output
    assert f"{file}, for GRAPHWRIGHT_MACHINE" in output
    _, output = _report("--quick", GRAPHWRIGHT_MACHINE=file, GRAPHWRIGHT_CACHE_DIR=str(tmp_path))
    assert f"from {file}" in output and "-> unset GRAPHWRIGHT_MACHINE, which names another" in output
    code, output = _report("--quick", GRAPHWRIGHT_MACHINE=str(tmp_path), GRAPHWRIGHT_CACHE_DIR=str(tmp_path))
    assert code == 0 and "Is a directory" in output and "-> unset GRAPHWRIGHT_MACHINE" in output


def test_the_self_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    output = capsys.readouterr().out
    for name in self_test.CHECKS:
        assert any(line.startswith(f"  {name}") for line in output.splitlines()), name


def test_a_wrong_result_is_reported(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def differs(*arguments: Any, **options: Any) -> None:
        raise ValueError("native differs from plain Python by 0.5")

    monkeypatch.setattr(self_test, "_agree", differs)
    assert main(["doctor"]) == 1
    output = capsys.readouterr().out
    assert "! gradients    FAILED: ValueError: native differs from plain Python by 0.5" in output
    assert "checks gave a wrong result: please report this" in output


def test_a_difference_is_noticed() -> None:
    calls = iter(range(100))
    with pytest.raises(ValueError, match="differs from plain Python by"):
        self_test._agree(lambda x: x + float(next(calls)), self_test._numbers(3))
