"""The public names: in which module a value is described, and under which other names it can be found."""

from __future__ import annotations

import importlib
import inspect
import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final

from graphwright import _stubs
from graphwright._public import TABLES, entries

OTHER_PACKAGES: Final = frozenset({"tf.keras", "tf.losses", "tf.metrics", "tf.optimizers", "tf.compat.v1.keras"})
"""What Keras, a package of its own, provides."""


@dataclass
class Public:
    """A value that is exported, its name in the reference, and the other names that lead to it."""

    value: Any
    names: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Where it is described: classes at the top, functions in the module of their family; not in TensorFlow 1's."""
        return min(self.names, key=lambda name: (_is_old(name), _depth(name, inspect.isclass(self.value)), len(name)))


def _is_old(name: str) -> bool:
    return name.startswith(("tf.compat.", "tf.experimental.numpy."))


def _depth(name: str, is_class: bool) -> int:
    depth = name.count(".")
    return depth if is_class or depth > 1 else depth + 9  # functions: below `tf` itself only where there is no other


def modules() -> dict[str, ModuleType]:
    """The public modules by the names that users know them under, `tf` first."""
    _stubs.public_modules()
    found: dict[str, ModuleType] = {"tf": sys.modules["graphwright"]}
    waiting = ["tf"]
    while waiting:
        above = waiting.pop(0)
        for name in exported(found[above]):
            full = f"{above}.{name}"
            value = None if full in OTHER_PACKAGES else getattr(found[above], name)
            if inspect.ismodule(value) and exported(value) and value not in found.values():
                found[full] = value
                waiting.append(full)
    return found


def exported(module: ModuleType) -> list[str]:
    """The names that a public module exports; none for modules of other packages, and for `tf.raw_ops`."""
    if module.__name__ in TABLES:
        return list(entries(TABLES[module.__name__]))
    ours = module.__name__.startswith("graphwright.") and not module.__name__.endswith("raw_ops")
    return list(getattr(module, "__all__", ())) if ours else []


def public() -> list[Public]:
    """Every function, class and constant that is exported, each once."""
    found: dict[Any, Public] = {}
    for path, module in modules().items():
        for name in exported(module):
            full = f"{path}.{name}"
            if full in OTHER_PACKAGES:
                continue
            value = getattr(module, name)
            if not inspect.ismodule(value):
                key = id(value) if callable(value) else full  # numbers and texts are equal by chance
                found.setdefault(key, Public(value)).names.append(full)
    return list(found.values())


def imported(name: str) -> Any:
    """The value of a public name such as `tf.math.add`."""
    value: Any = importlib.import_module("graphwright")
    for part in name.split(".")[1:]:
        value = getattr(value, part)
    return value
