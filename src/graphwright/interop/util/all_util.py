"""`tensorflow.python.util.all_util`: what modules of TensorFlow's style say at their ends."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable
from typing import Any


def make_all(module_name: str, doc_string_modules: Iterable[Any] | None = None) -> list[str]:
    """The public names that a module defines, in order."""
    members = vars(sys.modules[module_name])
    return sorted(n for n, v in members.items() if not n.startswith("_") and not inspect.ismodule(v))


def remove_undocumented(module_name: str, allowed_exception_list: Any = None, doc_string_modules: Any = None) -> None:
    """Accepted, of no effect: modules keep their names."""


__all__ = ["make_all", "remove_undocumented"]
