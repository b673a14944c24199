"""The kinds of steps: nothing in them is optional, and code that reads them asserts next to nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from graphwright.runtime.native.fusion import steps
from graphwright.runtime.native.fusion.steps import (
    Addition,
    BatchTiles,
    Fused,
    HostCall,
    OpStep,
    Plan,
    PoolGradient,
    Reduction,
    Rename,
    RowGroup,
    ScaledAddition,
)

_KINDS = [
    Addition,
    BatchTiles,
    Fused,
    HostCall,
    OpStep,
    Plan,
    PoolGradient,
    Reduction,
    Rename,
    RowGroup,
    ScaledAddition,
]
_NATIVE = Path(steps.__file__).parents[1]
_MOST_ASSERTIONS = 10


@pytest.mark.parametrize("kind", _KINDS, ids=lambda kind: kind.__name__)
def test_no_field_is_optional(kind: type) -> None:
    assert kind.__annotations__
    assert not [name for name, type_ in kind.__annotations__.items() if "None" in type_]


def test_types_are_known_without_assertions() -> None:
    sources = {file.relative_to(_NATIVE): file.read_text(encoding="utf-8") for file in _NATIVE.rglob("*.py")}
    found = [file for file, text in sources.items() for _ in re.findall(r"\bassert isinstance\(", text)]
    assert len(found) <= _MOST_ASSERTIONS, sorted(found)
