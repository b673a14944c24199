"""`python -m docs.site.native_files`: writes the page of the native compiler's files from their docstrings."""

from __future__ import annotations

import ast
from pathlib import Path

from docs.site.sources import ROOT

PAGE = ROOT / "docs" / "native_files.md"
_NATIVE = ROOT / "src" / "graphwright" / "runtime" / "native"
_HEAD = """# The files of the native compiler

Every file of `runtime/native` and its purpose, folder by folder: the first line of its docstring. `python -m
docs.site.native_files` writes this page. [The native compiler](native.md) explains how they work together.
"""


def page() -> str:
    """The page as text."""
    lines = [_HEAD]
    files = sorted(path.relative_to(_NATIVE) for path in _NATIVE.rglob("*.py") if path.stem != "__init__")
    for folder in sorted({path.parent for path in files}):
        name = "runtime/native" if folder == Path() else f"{folder.as_posix()}/"
        lines += [f"## `{name}`", "", "| file | purpose |", "|---|---|"]
        lines += [f"| `{path.as_posix()}` | {_purpose(_NATIVE / path)} |" for path in files if path.parent == folder]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _purpose(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
