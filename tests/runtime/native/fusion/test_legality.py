"""Every kind of native rule has a test for when it applies, code that writes it, and a row in the documentation."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import get_args

import pytest

from graphwright.ir import lowering
from graphwright.ir.lowering import Decompose, Lowering, Reduce, Structural

pytest.importorskip("llvmlite")

from graphwright.runtime.native.fusion import legality
from graphwright.runtime.native.lower import dispatch

KINDS = set(get_args(Lowering))


def test_every_kind_has_a_test() -> None:
    assert set(legality._TESTS) == KINDS - {Decompose}


def test_every_kind_is_written() -> None:
    tree = ast.parse(inspect.getsource(dispatch.write_native))
    cases = [ast.unparse(node.cls) for node in ast.walk(tree) if isinstance(node, ast.MatchClass)]
    # the others are taken apart, fused with what feeds them, known by name
    assert {getattr(lowering, name) for name in cases} == KINDS - {Decompose, Reduce, Structural}
    assert len(cases) == len(set(cases))


@pytest.mark.parametrize("name", sorted(legality.STRUCTURAL))
def test_every_operation_known_by_name_is_written(name: str) -> None:
    assert callable(dispatch.structural(name))


def test_every_kind_is_documented() -> None:
    page = (Path(__file__).parents[4] / "docs/native.md").read_text(encoding="utf-8")
    reported = re.findall(r"^\| `(\w+)` \|", page, flags=re.M)
    assert {getattr(lowering, name) for name in reported if hasattr(lowering, name)} == KINDS
