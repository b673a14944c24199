"""The shapes that `set_loop_options(shape_invariants=...)` declares."""

from __future__ import annotations

from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.base.spec import TypeSpec


class Invariants:
    """Shapes by variable: entries are `(variable, shape)`, or `(name, variable, shape)` where it was written out."""

    def __init__(self, declared: Any) -> None:
        self._by_name: dict[str, Any] = {}
        self._by_identity: list[tuple[Any, Any]] = []
        for entry in declared or ():
            if len(entry) == 3:
                self._by_name[entry[0]] = entry[2]
            else:
                self._by_identity.append((entry[0], entry[1]))

    def of(self, name: str, value: Any) -> list[TensorShape] | None:
        """One shape for each tensor of a variable, None if nothing is declared of it."""
        found = self._by_name.get(name)
        for variable, shape in self._by_identity:
            if variable is value:
                found = shape
        return None if found is None else _shapes(found)


def _shapes(declared: Any) -> list[TensorShape]:
    """The shapes in a structure of them, in the order of flattening."""
    if isinstance(declared, TensorShape):
        return [declared]
    if isinstance(declared, TypeSpec):
        return [TensorShape(spec.shape) for spec in declared.flatten()]  # type: ignore[attr-defined]
    if isinstance(declared, dict):
        return [shape for key in sorted(declared) for shape in _shapes(declared[key])]
    if isinstance(declared, (list, tuple)) and not all(isinstance(d, (int, type(None))) for d in declared):
        return [shape for part in declared for shape in _shapes(part)]
    return [TensorShape(declared)]
