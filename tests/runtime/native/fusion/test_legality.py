"""Every kind of native rule has a test for when it applies, code that writes it, and a row in the documentation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from graphwright.ir import lowering
from graphwright.ir.lowering import Decompose, Lowering, Reduce, Structural

pytest.importorskip("llvmlite")

from graphwright.runtime.native.fusion import legality
from graphwright.runtime.native.lower import codegen

KINDS = set(get_args(Lowering))


def test_every_kind_has_a_test() -> None:
    assert set(legality._TESTS) == KINDS - {Decompose}


def test_every_kind_is_written() -> None:
    # the others are taken apart, fused with what feeds them, known by name
    assert set(codegen.HANDLERS) == KINDS - {Decompose, Reduce, Structural}
    assert set(codegen.STRUCTURAL) == legality.STRUCTURAL
    assert all(
        callable(codegen.handler(place)) for table in (codegen.HANDLERS, codegen.STRUCTURAL) for place in table.values()
    )


def test_every_kind_is_documented() -> None:
    page = (Path(__file__).parents[4] / "docs/native.md").read_text(encoding="utf-8")
    reported = re.findall(r"^\| `(\w+)` \|", page, flags=re.M)
    assert {getattr(lowering, name) for name in reported if hasattr(lowering, name)} == KINDS
