"""The graph of imports: small circles only, those of functions included, so that a file can be read by itself.

The layers are checked by `make lint`; this looks at single files, and at imports inside functions too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
LARGEST = 3

LARGER: dict[str, str] = {
    "graphwright.ops.ragged.ragged_tensor": "the class's constructors build it of its own pieces",
}
"""A file of each larger circle, and why it is one."""


_BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)


def modules() -> dict[str, Path]:
    found = {}
    for file in (SOURCE / "graphwright").rglob("*.py"):
        name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = file
    return found


def imports(file: Path, known: dict[str, Path]) -> set[str]:
    """The modules of the package that a file imports at any time, but for those that only type checkers see."""
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            waiting += node.orelse
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if name in known else node.module for name in names} & known.keys()
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & known.keys()
        else:  # imports are statements, which are in no expression
            waiting += [child for child in ast.iter_child_nodes(node) if isinstance(child, _BLOCKS)]
    return found


def circles(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """The strongly connected components of more than one node (Kosaraju's algorithm)."""
    order: list[str] = []
    seen: set[str] = set()
    for start in graph:
        walk = [(start, iter(graph[start]))] if start not in seen else []
        seen.add(start)
        while walk:
            node, successors = walk[-1]
            following = next((s for s in successors if s not in seen), None)
            if following is None:
                order.append(node)
                walk.pop()
            else:
                seen.add(following)
                walk.append((following, iter(graph[following])))
    back: dict[str, set[str]] = {node: set() for node in graph}
    for node, successors_of in graph.items():
        for successor in successors_of:
            back[successor].add(node)
    taken: set[str] = set()
    for start in reversed(order):
        component, waiting = [], [start]
        while waiting:
            node = waiting.pop()
            if node not in taken:
                taken.add(node)
                component.append(node)
                waiting += back[node]
        if len(component) > 1:
            yield sorted(component)


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}}
    assert list(circles(graph)) == [["b", "c"]]


def test_no_circle_of_imports_is_large() -> None:
    known = modules()
    graph = {name: imports(file, known) for name, file in known.items()}
    large = [circle for circle in circles(graph) if len(circle) > LARGEST]
    assert [circle for circle in large if not LARGER.keys() & set(circle)] == []
    assert all(any(name in circle for circle in large) for name in LARGER), "these circles are small now"
    glossary = (SOURCE.parent / "docs/glossary.md").read_text(encoding="utf-8")
    assert all(f"`{name.removeprefix('graphwright.')}`" in glossary for name in LARGER), "the glossary names them"
