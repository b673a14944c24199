"""Runs a program of the table under one library, and tells all that a user sees: output, warnings, logs, the error."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import logging
import re
import sys
import warnings
from pathlib import Path
from typing import Any

NAME = "program.py"


class _Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"log: {record.getMessage()}")


def outcome(program: str, tf: Any, folder: Path) -> str:
    """What the program prints, warns of, logs and raises, without what differs from run to run."""
    path = folder / NAME
    path.write_text(program.strip() + "\n")
    module = _module(path)
    vars(module)["tf"] = tf
    log, printed = _Log(), io.StringIO()
    loggers = [logging.getLogger(name) for name in ("graphwright", "tensorflow")]
    for logger in loggers:
        logger.addHandler(log)
    raised = ""
    with warnings.catch_warnings(record=True) as warned, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        try:
            assert module.__spec__ is not None and module.__spec__.loader is not None
            module.__spec__.loader.exec_module(module)
        except Exception as error:
            raised = f"{type(error).__name__}: {error}"
    for logger in loggers:
        logger.removeHandler(log)
    told = [f"{w.category.__name__}: {w.message}" for w in warned if not issubclass(w.category, ResourceWarning)]
    lines = [printed.getvalue().rstrip("\n"), *told, *log.lines, raised.rstrip()]
    return _plain("\n".join(line for line in lines if line), str(folder))


def _module(path: Path) -> Any:
    """A module that is imported, so that what it defines can be pickled."""
    spec = importlib.util.spec_from_file_location("program", path)
    assert spec is not None
    sys.modules["program"] = module = importlib.util.module_from_spec(spec)
    return module


def _plain(text: str, folder: str) -> str:
    text = text.replace(f"{folder}/", "").replace(folder.removeprefix("/") + "/", "")
    text = re.sub(r"0x[0-9a-f]+", "0x...", text)
    text = re.sub(r"\bid=\d+", "id=...", text)
    text = re.sub(r"(__inference_\w+?|while_body|cond_true)_\d+", r"\1_1", text)
    text = re.sub(r"config_proto=\d+,executor_type=\d+", "...", text)
    text = re.sub(r'(?m)^ *File "(?!program\.py).*\n(?:    .*\n)?', "", text)  # frames of the library and the runner
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


__all__ = ["NAME", "outcome"]
