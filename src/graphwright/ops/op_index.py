"""Which module declares which op, so that a family is loaded when one of its ops is first looked up.

The table, `op_families`, is generated from the records themselves: run `python -m graphwright.ops.op_index` after
adding an op.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

from graphwright.ops.op_families import FAMILIES

_module_of: dict[str, str] = {name: module for module, names in FAMILIES.items() for name in names.split()}

# packages in which modules may declare ops
_PACKAGES: Final = ("ops", "control", "data", "lookup", "queues", "checkpoint", "summary", "distribute", "text")
_TABLE = Path(__file__).with_name("op_families.py")
_HEAD = '''"""Which module declares which op. Generated: run `python -m graphwright.ops.op_index`."""

from __future__ import annotations

from typing import Final

'''


def load_family(name: str) -> bool:
    """Import the module that declares an op; False when no module does."""
    module = _module_of.get(name)
    if module is None:
        return False
    importlib.import_module(f"graphwright.{module}")
    return True


def generate() -> dict[str, str]:
    """The table as the records themselves give it: every module that may declare ops is imported.

    A module that cannot be imported raises; see `main` for what is done then.
    """
    for module in _candidates():
        importlib.import_module(module)
    return _as_declared()


def _candidates() -> Iterator[str]:
    root = "graphwright"  # not from __name__: this may run as __main__
    for package_name in _PACKAGES:
        try:
            package: ModuleType = importlib.import_module(f"{root}.{package_name}")
        except ModuleNotFoundError:
            continue
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            parts = found.name.split(".")
            if not parts[-1].startswith("_") and not found.name.startswith(f"{root}.ops.op_"):
                yield found.name


def _as_declared() -> dict[str, str]:
    from graphwright.ir.record import registered

    names: dict[str, list[str]] = {}
    for record in registered():
        if record.family.startswith("graphwright."):
            names.setdefault(record.family.partition(".")[2], []).append(record.name)
    return {module: " ".join(sorted(names[module])) for module in sorted(names)}


def render(table: dict[str, str]) -> str:
    """The statement that defines a table."""
    import textwrap

    lines = ["FAMILIES: Final[dict[str, str]] = {"]
    for module, names in table.items():
        rows = textwrap.wrap(names, 99)
        texts = [f'"{row} "' for row in rows[:-1]] + [f'"{rows[-1]}"']
        line = f'    "{module}": {texts[0]},'
        if len(texts) == 1 and len(line) <= 110:
            lines.append(line)
        else:
            lines += [f'    "{module}": (', *(f"        {text}" for text in texts), "    ),"]
    lines += ["}", '"""Module (below `graphwright`) to the names of the ops it declares."""', ""]
    return "\n".join(lines)


def main() -> None:
    """Write the table again. Modules that fail to import keep their old lines and are reported."""
    broken: dict[str, str] = {}
    for module in _candidates():
        try:
            importlib.import_module(module)
        except Exception as error:  # any error of a module being worked on
            broken[module.partition(".")[2]] = f"{type(error).__name__}: {error}"
    table = _as_declared()
    for module, reason in broken.items():
        print(f"{module} does not import ({reason}); its old lines are kept", file=sys.stderr)
        if module in FAMILIES:
            table[module] = FAMILIES[module]
    _TABLE.write_text(_HEAD + render(dict(sorted(table.items()))), encoding="utf-8")
    print(f"{sum(len(n.split()) for n in table.values())} ops in {len(table)} modules")


__all__ = ["FAMILIES", "generate", "load_family", "main", "render"]

if __name__ == "__main__":
    main()
