"""`graphwright view`: a page that shows the signatures of a model, or the functions of a program."""

from __future__ import annotations

import inspect
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from types import CodeType
from typing import Any

from graphwright.base.files import write_text
from graphwright.base.tracebacks import PACKAGE_ROOT
from graphwright.functions.explain.explain import Explanation
from graphwright.functions.explain.kept_functions import keep_functions
from graphwright.interop.script import run_script
from graphwright.profiler.recording import Profile
from graphwright.saved_model.loader import load
from graphwright.viewer.page import explained_page


def view_model(folder: str, path: str) -> None:
    """Write the page of a SavedModel; nothing of it is run or compiled."""
    signatures = load(folder).signatures
    explained = [Explanation.of_traces(name, [signatures[name]]) for name in sorted(signatures)]
    if not explained:
        raise ValueError(f"{folder} has no signatures: there is nothing to show.")
    _write(explained, os.path.basename(os.path.abspath(folder)), None, path)


def view_program(script: str, arguments: Sequence[str], path: str, profile: bool) -> int:
    """Run a program as `python -m graphwright` does, and write the page of its functions, also where it fails.

    With `profile` one of the run is recorded, and shown too; the program can then record none of its own.

    Returns 0; the program's own exit code is that of the `SystemExit` which it raises.
    """
    path = os.path.abspath(path)  # the program may go elsewhere
    with tempfile.TemporaryDirectory() as folder, keep_functions() as functions:
        try:
            with Profile(folder) if profile else nullcontext():
                run_script([script, *arguments])
        finally:
            users = [kept for kept in functions.values() if not _is_ours(kept.function.python_function)]
            explained = [Explanation.of_traces(kept.function.name, kept.traces) for kept in users]
            if explained:
                _write(explained, os.path.basename(script), folder if profile else None, path)
            else:
                print(f"graphwright: {script} traced no tf.function: there is nothing to show")
    return 0


def _is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function belongs to this package: a profile measures what the machine can do."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return isinstance(code, CodeType) and code.co_filename.startswith(PACKAGE_ROOT)


def _write(explained: Sequence[Explanation], title: str, profile: str | None, path: str) -> None:
    write_text(path, explained_page(explained, title, profile))
    print(f"graphwright: the page is {path}; open it in a browser")
