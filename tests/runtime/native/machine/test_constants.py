"""Numbers of the native compiler have one name each, and those in bytes or work are in `machine/`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import graphwright

NATIVE = Path(graphwright.__file__).parent / "runtime/native"

#: Names that several kernels have, each for its own: what cuts a product or convolution belongs to its blocking.
_OF_KERNELS = {
    "SLACK", "SLOTS", "_BLOCK_BYTES", "_BLOCK_PIXELS", "_FEWEST_CHANNELS", "_FEWEST_PIXELS", "_LANES", "_LINE",
    "_MIN_PARALLEL_WORK", "_MOST", "_MOST_CHUNKS", "_PARTS_BYTES", "_POSITIONS", "_ROWS", "_SLOT_WORK",
}  # fmt: skip
#: Numbers in bytes outside of `machine/` that say nothing of caches: memory that is reserved, files.
_RESERVED = frozenset(
    {"_MOST_AT_FIRST", "_MOST_UNSURE", "_MOST_UNKNOWN", "MOST_BYTES", "LARGE_BLOCK", "_MOST_KEPT_BYTES"}
)
_IN_BYTES = re.compile(r"<< [123]0\b")


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int | float) and not isinstance(value.value, bool)
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    return isinstance(value, ast.UnaryOp) and _is_number(value.operand)


def _numbers() -> Iterator[tuple[str, str, Path]]:
    """The numbers at the top of modules: name, text, file."""
    for file in sorted(NATIVE.rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            targets, value = node.targets if isinstance(node, ast.Assign) else [node.target], node.value
            for target in targets:
                several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                pairs = zip(target.elts, value.elts, strict=True) if several else [(target, value)]
                for name, number in pairs:
                    if isinstance(name, ast.Name) and _is_number(number):
                        yield name.id, ast.unparse(number), file


def test_a_number_has_one_name() -> None:
    files: dict[str, list[Path]] = {}
    for name, _, file in _numbers():
        if name not in _OF_KERNELS or NATIVE / "kernels" not in file.parents:
            files.setdefault(name, []).append(file.relative_to(NATIVE))
    assert {name: where for name, where in files.items() if len(where) > 1} == {}


def test_bytes_of_caches_are_in_one_place() -> None:
    places = ("machine", "kernels")
    outside = [
        name for name, text, file in _numbers()
        if _IN_BYTES.search(text) and file.relative_to(NATIVE).parts[0] not in places and name not in _RESERVED
    ]  # fmt: skip
    assert set(outside) <= {"_LARGE_FILTER", "_MOST_COPIED"}  # of convolutions, with their forms
