"""Re-exports of the public modules: explicit tables of names, loaded on first use.

`import graphwright` should cost little more than `import numpy`, so a public name is fetched from the module that
defines it when it is first asked for, and stays.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any, Final

TABLES: Final[dict[str, Mapping[str, str]]] = {}
"""The table of each public module that has been imported: from which the stub files are generated."""


def entries(table: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Public name to the module of this package it comes from and its name there ("": the module itself)."""
    found: dict[str, tuple[str, str]] = {}
    for source, names in table.items():
        for entry in names.split():
            public, renamed, private = entry.partition("=")
            if public in found:
                raise ValueError(f"'{public}' is exported twice: from {found[public][0]} and from {source}.")
            found[public] = (source, private if renamed else public)
    return found


def extended(module: str, more: Mapping[str, str]) -> dict[str, str]:
    """The table of another public module of this package with further names."""
    importlib.import_module(f"graphwright.{module}")
    table = dict(TABLES[f"graphwright.{module}"])
    for source, names in more.items():
        table[source] = f"{table[source]} {names}" if source in table else names
    return table


def without_annotations(values: Iterable[Any]) -> None:
    """Remove the annotations of public functions; modules without a table call this themselves.

    TensorFlow's have none, and libraries compare whole specs of arguments. Type checkers read the source.
    """
    for value in values:
        if type(value) is FunctionType:
            value.__annotations__ = {}
            if hasattr(value, "__wrapped__"):  # `inspect` reads that one's, or says `*args, **kwds`
                from inspect import Signature, signature

                plain = [p.replace(annotation=p.empty) for p in signature(value).parameters.values()]
                value.__signature__ = Signature(plain)  # type: ignore[attr-defined]


def lazy_exports(
    module: str, table: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` for a public module.

    `table` maps a module of this package ("": the package itself) to the names taken from it, separated by blanks;
    `public=private` takes a name under another one, and a lone `public=` takes the module.
    """
    TABLES[module] = table
    sources = entries(table)

    def __getattr__(name: str) -> Any:
        found = sources.get(name)
        if found is None:
            from graphwright._missing import missing_name

            # with both names Python suggests what may have been meant
            raise AttributeError(missing_name(module, name), name=name, obj=sys.modules[module])
        source, private = found
        value: Any = importlib.import_module(f"graphwright.{source}" if source else "graphwright")
        if private:
            value = getattr(value, private)
        elif "__all__" in vars(value) and "__dir__" not in vars(value):
            value.__dir__ = lambda: [n for n in vars(value) if n.startswith("_") or n in value.__all__]
        if type(value) is FunctionType:
            without_annotations((value,))
            if value.__qualname__ == private != name and private.strip("_").endswith(name.lower()):
                # a name that is another's in its own module: errors, and pickles, name the public one
                value.__module__, value.__name__, value.__qualname__ = module, name, name
        setattr(sys.modules[module], name, value)
        return value

    def __dir__() -> list[str]:
        return sorted({*sources, *(n for n in vars(sys.modules[module]) if n.startswith("_"))})

    return __getattr__, __dir__, sorted(sources)
