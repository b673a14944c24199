"""What the public names of a package are, and the signatures of what can be called.

`described(tf)` is asked of TensorFlow by the recorder and of this package by the test, so that both say it in one form:
parameters as Python writes them, without annotations, defaults by their values.

    python -m tests.golden.signatures

prints how many of TensorFlow's public names this package has.
"""

from __future__ import annotations

import enum
import functools
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "data" / "signatures.json"

SKIPPED = frozenset({"compat", "estimator", "keras", "layers", "lite"})
"""Modules below `tf` that are packages of their own, or asked for by themselves."""

_API = ("tensorflow._api.", "tensorflow.experimental", "keras._tf_keras.keras.initializers", "graphwright")
"""What the modules of public names are called; others, which some of those import, are no part of the record."""

_BUILT_IN = frozenset(cls for cls in (object, type, tuple, list, dict, int, str, Exception, BaseException, enum.Enum))


def described(module: Any, root: str = "tf") -> dict[str, str]:
    """By full name, what each public name below a module is: `kind`, or `kind(signature)` where Python knows it."""
    return {name: entry(kind, value) for name, kind, value in public(module, root)}


def entry(kind: str, value: Any) -> str:
    """One entry of the record; `annotated` where `inspect.getfullargspec` tells of annotations of a function."""
    text = signature(value) if kind not in ("property", "value") else None
    if text is None:
        return kind
    plain = kind == "function" and inspect.isfunction(value)
    return f"{'annotated ' if plain and inspect.getfullargspec(value).annotations else ''}{kind}({text})"


def public(module: Any, root: str = "tf") -> Iterator[tuple[str, str, Any]]:
    """Every public name below a module: the full name, its kind, its value."""
    yield from _walk(module, root, root, (module.__name__,))


def _walk(module: Any, path: str, root: str, above: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    for name in sorted(_names(module)):
        full = f"{path}.{name}"
        if name.startswith("_") or full.removeprefix(root + ".") in SKIPPED:
            continue
        try:
            value = getattr(module, name)
        except (AttributeError, ImportError):
            continue
        if inspect.ismodule(value):
            yield full, "module", value
            if getattr(value, "__name__", "").startswith(_API) and value.__name__ not in above:
                yield from _walk(value, full, root, (*above, value.__name__))
        elif type(value).__module__ != "__future__":
            yield full, _kind(value), value
            if inspect.isclass(value):
                yield from _members(value, full)


def _names(module: Any) -> list[str]:
    """What a module holds: here a table says it, and so it may hold more that is not public."""
    listed: list[str] | None = getattr(module, "__all__", None) if module.__name__.startswith("graphwright") else None
    return dir(module) if listed is None else listed


def _kind(value: Any) -> str:
    if inspect.isclass(value):
        return "class"
    return "function" if inspect.isroutine(value) or hasattr(value, "__code__") else "value"


def _members(cls: type, path: str) -> Iterator[tuple[str, str, Any]]:
    """The public members of a class that no class of Python's own gives it."""
    python = [base for base in cls.__mro__ if base.__module__ in ("builtins", "enum", "abc", "typing")]
    arguments = {name for base in python for name in vars(base)}
    for name in sorted({name for base in cls.__mro__ for name in vars(base)} - arguments):
        if name.startswith("_") and name != "__call__":
            continue
        member = inspect.getattr_static(cls, name)
        if isinstance(member, (staticmethod, classmethod)):
            yield f"{path}.{name}", type(member).__name__, member.__func__
        elif isinstance(member, (property, functools.cached_property)) or not callable(member):
            yield f"{path}.{name}", "property" if hasattr(member, "__get__") else "value", member
        elif not inspect.isclass(member):
            yield f"{path}.{name}", "method", member


def signature(value: Any) -> str | None:
    """The parameters of what can be called, as Python writes them; None where Python does not know them."""
    taken_by_class = inspect.isclass(value)
    if inspect.isclass(value):
        value = _constructor(value)  # its first parameter is called `self` or `cls`
    if value is None or not callable(value):
        return None
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return None
    return _text(parameters[1:] if taken_by_class else parameters)


def _constructor(cls: type) -> Any:
    """The function that takes the arguments of a class: the nearest `__init__` or `__new__` but for Python's own."""
    for base in cls.__mro__:
        if base in _BUILT_IN or base.__module__ in ("builtins", "enum"):
            continue
        for name in ("__init__", "__new__"):
            result = vars(base).get(name)
            if result is not None:
                return getattr(result, "__func__", result)
    return None


def _text(parameters: list[inspect.Parameter]) -> str:
    parts: list[str] = []
    star = False
    for place, p in enumerate(parameters):
        if p.kind is p.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        star = star or p.kind is p.VAR_POSITIONAL
        prefix = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        parts.append(prefix + p.name + ("" if p.default is p.empty else f"={default(p.default)}"))
        if p.kind is p.POSITIONAL_ONLY and (
            place + 1 == len(parameters) or parameters[place + 1].kind is not p.POSITIONAL_ONLY
        ):
            parts.append("/")
    return ", ".join(parts)


def default(value: Any) -> str:
    """A default in a form that both packages can state."""
    if isinstance(value, enum.Enum) and isinstance(value, str):
        value = value.value
    if value is None or type(value) in (bool, int, float, str, bytes):
        return repr(value)
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(default, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{default(k)}: {default(v)}" for k, v in value.items()) + "}"
    if hasattr(value, "as_numpy_dtype"):
        return f"tf.{value.name}"
    if inspect.isclass(value) or inspect.isroutine(value):
        return str(value.__name__)
    kind = type(value).__name__
    return "<TensorProto>" if kind == "ndarray" else f"<{kind}>"  # defaults that are tensors are arrays here


def recorded() -> dict[str, Any]:
    """The record of TensorFlow: `tf` and `tf.compat.v1`, each from full names to entries."""
    result: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return result


def main() -> None:
    """Print how many of TensorFlow's public names there are here."""
    import graphwright as tf

    ours = {name for name, _, _ in public(tf)}
    theirs = {name: entry for name, entry in recorded().items() if not name.startswith("tf.compat.")}
    classes = {name for name, entry in theirs.items() if entry.startswith("class")}
    counts = {"raw ops": [0, 0], "members of classes": [0, 0], "other public names": [0, 0]}
    for name in theirs:
        parent = name.rpartition(".")[0]
        kind = "members of classes" if parent in classes else "other public names"
        count = counts["raw ops" if parent == "tf.raw_ops" else kind]
        count[0] += name in ours
        count[1] += 1
    for kind, (have, there) in counts.items():
        print(f"{have} of {there} {kind}")


if __name__ == "__main__":
    main()
