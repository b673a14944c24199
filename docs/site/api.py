"""The reference of the public names: a page for each module, from signatures and docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import graphwright as tf
from docs.site.docstrings import first_sentence, markdown
from docs.site.names import Public, modules, public

_OPERATORS: Final = frozenset({"__call__", "__getitem__", "__len__", "__iter__", "__enter__"})


def write(folder: Path) -> int:
    """Write a page for each public module and an index of them; returns how many names they describe."""
    folder.mkdir(parents=True, exist_ok=True)
    found = public()
    where = {id(one.value): one.name for one in found if callable(one.value)}
    pages = modules()
    for path, module in pages.items():
        (folder / f"{path}.md").write_text(_page(path, module, found, where), encoding="utf-8")
    (folder / "index.md").write_text(_index(list(pages)), encoding="utf-8")
    return sum(callable(one.value) for one in found)


def _index(paths: list[str]) -> str:
    newer = sorted(path for path in paths if not path.startswith("tf.compat"))
    older = sorted(path for path in paths if path.startswith("tf.compat"))
    rows = [f"| [{path}]({path}.md) | {first_sentence(modules()[path])} |" for path in newer + older]
    tree = ["```{toctree}", ":hidden:", ":maxdepth: 1", "", *newer, *older, "```"]
    head = "# Public names\n\nAll examples on these pages are run by the tests.\n\n| module | contains |\n|---|---|\n"
    return head + "\n".join(rows) + "\n\n" + "\n".join(tree) + "\n"


def _page(path: str, module: Any, found: list[Public], where: dict[int, str]) -> str:
    inside = sorted(
        ((name, one) for one in found for name in one.names if name.rpartition(".")[0] == path),
        key=lambda pair: pair[0].lower(),
    )
    described = [one for name, one in inside if callable(one.value) and one.name == name]
    elsewhere = [(name, one) for name, one in inside if callable(one.value) and one.name != name]
    constants = [(name, one.value) for name, one in inside if not callable(one.value)]
    lines = [f"# {path}", "", f":::{{py:module}} {path}", ":::", "", markdown(module), ""]
    if constants:
        lines += ["| constant | value |", "|---|---|"]
        lines += [f"| `{name}` | `{_cell(repr(value))}` |" for name, value in constants]
        lines += [""]
    for one in described:
        lines += [*_entry(one, where), ""]
    if elsewhere:
        lines += ["## Described elsewhere", "", "| name | is |", "|---|---|"]
        lines += [f"| `{_cell(name)}` | {{py:obj}}`{one.name}` |" for name, one in elsewhere]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    text = " ".join(text.split())
    return (text if len(text) < 100 else text[:97] + "...").replace("|", "\\|")


def _entry(one: Public, where: dict[int, str]) -> Iterator[str]:
    name, others = one.name, [other for other in sorted(one.names, key=len) if other != one.name]
    yield f"## {name.rpartition('.')[2]}"
    yield ""
    is_class = inspect.isclass(one.value)
    yield f"::::{{py:{'class' if is_class else 'function'}}} {name.rpartition('.')[2]}{_signature(one.value, where)}"
    yield ""
    if others:
        yield "Also " + ", ".join(f"`{other}`" for other in others) + "."
        yield ""
    yield markdown(one.value)
    if is_class:
        for member, value in _members(one.value):
            yield from _member(member, value, where)
    yield "::::"


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, with those of bases that are not public themselves."""
    seen: set[str] = set()
    for base in cls.__mro__:
        if base is not cls and not (base.__module__.startswith("graphwright.") and _is_private(base)):
            continue
        for name, value in vars(base).items():
            shown = not name.startswith("_") or name in _OPERATORS
            if shown and name not in seen and _kind(value) and inspect.getdoc(getattr(cls, name, None)):
                seen.add(name)
                yield name, value


def _is_private(base: type) -> bool:
    return getattr(tf, base.__name__, None) is not base


def _kind(value: Any) -> str:
    if isinstance(value, (property, inspect.types.MemberDescriptorType)):  # type: ignore[attr-defined]
        return "property"
    if isinstance(value, staticmethod):
        return "staticmethod"
    if isinstance(value, classmethod):
        return "classmethod"
    return "method" if inspect.isfunction(value) else ""


def _member(name: str, value: Any, where: dict[int, str]) -> Iterator[str]:
    kind = _kind(value)
    plain = value.__func__ if kind in ("staticmethod", "classmethod") else value
    signature = "" if kind == "property" else _signature(plain, where, bound=kind != "staticmethod")
    role = "property" if kind == "property" else "method"
    yield f":::{{py:{role}}} {name}{signature}"
    if kind in ("staticmethod", "classmethod"):
        yield f":{kind}:"
    yield ""
    yield markdown(plain) or inspect.getdoc(plain) or ""
    yield ":::"
    yield ""


def _signature(value: Any, where: dict[int, str], bound: bool = False) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "()"
    parameters = list(signature.parameters.values())
    if bound:
        parameters = parameters[1:]
    shown = [
        p.replace(annotation=p.empty, default=p.default if p.default is p.empty else _Default(p.default, where))
        for p in parameters
    ]
    try:
        return str(signature.replace(parameters=shown, return_annotation=signature.empty))
    except ValueError:
        return "(...)"


class _Default:
    """A default value that is written as a user would write it."""

    def __init__(self, value: Any, where: dict[int, str]) -> None:
        text = repr(value)
        if callable(value):
            text = where.get(id(value), getattr(value, "__name__", text))
        if isinstance(value, tf.DType):
            text = f"tf.{value.name}"
        self._text = "..." if text.startswith("<") else text

    def __repr__(self) -> str:
        return self._text
