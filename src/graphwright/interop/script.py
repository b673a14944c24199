"""`python -m graphwright script.py`: run a program written for TensorFlow on this package."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Sequence

from graphwright.interop.tensorflow_shim import install_as_tensorflow


def is_script(arguments: Sequence[str]) -> bool:
    """Whether the arguments of `python -m graphwright` name a program instead of a command."""
    return bool(arguments) and (arguments[0] == "-m" or arguments[0].endswith(".py"))


def run_script(arguments: Sequence[str]) -> None:
    """Run `script.py args...` or `-m module args...` as Python would, with the `tensorflow` shim installed."""
    is_module = arguments[0] == "-m"
    if is_module and len(arguments) < 2:
        raise SystemExit("graphwright: error: -m needs the name of a module")
    if not is_module and not os.path.exists(arguments[0]):
        raise SystemExit(f"graphwright: error: there is no file {arguments[0]!r}")
    install_as_tensorflow()
    if is_module:
        sys.argv = [arguments[1], *arguments[2:]]  # runpy replaces the first one by the file's path
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    sys.argv = list(arguments)
    sys.path[0] = _folder_of(arguments[0])
    runpy.run_path(arguments[0], run_name="__main__")


def _folder_of(script: str) -> str:
    return os.path.dirname(os.path.abspath(script))
