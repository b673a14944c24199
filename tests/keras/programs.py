"""Runs a program in a process of its own: standing in for TensorFlow changes the process it is done in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def printed_by(program: str, folder: Path, *arguments: str) -> str:
    """What a program prints, run by this interpreter in `folder`; its error is this one's."""
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    command = [sys.executable, *(arguments or ("program.py",))]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
