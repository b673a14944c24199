"""Stub files for the public modules, so that editors and type checkers see the names that are loaded on first use.

The tables of the modules are the source; run `python -m graphwright._stubs` after changing one.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path

from graphwright._public import TABLES, entries

_HEAD = "# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.\n"


def public_modules() -> list[str]:
    """The modules that have a table of exports, by their full names."""
    import graphwright

    _import_below("graphwright", list(graphwright.__path__))
    return sorted(TABLES)


def _import_below(package: str, path: list[str]) -> None:
    """Import the public modules of a package and of its public subpackages."""
    for found in pkgutil.iter_modules(path):
        name = f"{package}.{found.name}"
        if found.name.startswith("_") or (found.ispkg and not _has_table(Path(path[0]) / found.name / "__init__.py")):
            continue
        module = importlib.import_module(name)
        if found.ispkg:
            _import_below(name, list(module.__path__))


def _has_table(file: Path) -> bool:
    return "lazy_exports" in file.read_text(encoding="utf-8")


def stub(module: str) -> str:
    """The text of a module's stub file."""
    exported = entries(TABLES[module])
    lines = sorted(_line(public, *where) for public, where in exported.items())
    # type checkers take `import a as b` for private unless `b` is listed
    listed = "".join(f'    "{name}",\n' for name in sorted(exported))
    version = "__version__: str\n" if module == "graphwright" else ""
    return f'{_HEAD}"""{_summary(module)}"""\n\n' + "\n".join(lines) + f"\n\n{version}__all__ = [\n{listed}]\n"


def _line(public: str, source: str, private: str) -> str:
    full = f"graphwright.{source}" if source else "graphwright"
    if private:
        return f"from {full} import {private} as {public}"
    parent, _, last = full.rpartition(".")
    return f"from {parent} import {last} as {public}"


def _summary(module: str) -> str:
    return (sys.modules[module].__doc__ or "").strip().splitlines()[0]


def stub_files() -> Mapping[Path, str]:
    """The stub files and their texts."""
    files: dict[Path, str] = {}
    for module in public_modules():
        origin = sys.modules[module].__file__
        if origin is not None:
            files[Path(origin).with_suffix(".pyi")] = stub(module)
    return files


if __name__ == "__main__":
    for file, text in stub_files().items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print("wrote", file.name)
