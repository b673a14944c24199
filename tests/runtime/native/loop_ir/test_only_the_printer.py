"""Only the printer of the loop IR writes labels, jumps and phi nodes."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import graphwright.runtime.native

_ROOT = Path(graphwright.runtime.native.__file__).parent
_CONTROL_FLOW = re.compile(
    r"\bphi (?:i\d|ptr|<|\{|half|float|double)|\bbr (?:i1|label)\b|\bswitch i\d|^\w+:$", re.MULTILINE
)
#: `outline.py` numbers the names in a nest's printed text, of which it makes a function.
_EXEMPT = {"loop_ir/print_llvm.py", "lower/outline.py"}
_FILES = sorted(str(file.relative_to(_ROOT)) for file in _ROOT.rglob("*.py"))


def _texts(file: str) -> list[str]:
    """The string constants of a file, its docstrings left out."""
    tree = ast.parse((_ROOT / file).read_text(encoding="utf-8"))
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and isinstance(node.body[0], ast.Expr)
    }
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documents)
    return [node.value for node in constants if isinstance(node.value, str)]


@pytest.mark.parametrize("file", [file for file in _FILES if file not in _EXEMPT])
def test_no_other_file_writes_control_flow(file: str) -> None:
    assert [text for text in _texts(file) if _CONTROL_FLOW.search(text)] == []


def test_the_printer_does() -> None:
    assert any(_CONTROL_FLOW.search(text) for text in _texts("loop_ir/print_llvm.py"))
