"""The words of messages and docstrings in the sources: where literals join, articles, and classes that exist."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import graphwright as tf
from graphwright.base import errors

ROOT = Path(__file__).parents[2] / "src" / "graphwright"
SOURCES = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in sorted(ROOT.rglob("*.py"))}


def matches(pattern: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Where a pattern is found on a line of the sources, and what was found."""
    for name, text in SOURCES.items():
        for found in re.finditer(pattern, text, re.M):
            yield f"{name}:{text.count(chr(10), 0, found.start()) + 1}", found


# literals that are joined ----------------------------------------------------------------------------------------

# the formatter gives each of several literals that Python joins a line, and double quotes
_PIECE = re.compile(r'^\s*(?:\S+ )?[(\[]?(f?)"(?!"")(.*)"$')
_NEXT = re.compile(r'^\s*(f?)"(?!"")(.*?)"[,)]*$')


def joints() -> Iterator[tuple[str, str, re.Match[str], re.Match[str]]]:
    """Each place where a literal ends a line and the next line is another: the place, the line and both literals."""
    for name, text in SOURCES.items():
        for number, (here, below) in enumerate(pairwise(text.splitlines()), 1):
            if here.endswith('"') and (left := _PIECE.match(here)) and (right := _NEXT.match(below)):
                yield f"{name}:{number}", here, left, right


def test_literals_join_at_one_space() -> None:
    wrong = []
    for place, _, left, right in joints():
        doubled = left[2].endswith(" ") and right[2].startswith(" ")
        ended = re.search(r"[a-z0-9)'`][.,;:!?]$|[a-z0-9]{2}$", left[2])
        if doubled or (ended and re.match(r"[A-Za-z0-9`'{]", right[2])):
            wrong.append(f"{place}: ...{left[2][-30:]}|{right[2][:30]}...")
    assert wrong == []


def test_no_message_is_broken_far_from_the_margin() -> None:
    """What is left of an earlier wrapping: a literal of a few words, and the next one on the line below."""
    wrong = []
    for place, here, left, right in joints():
        if (left[1] or right[1]) and left[2].endswith(" ") and len(here) + len(right[2].split(" ")[0]) < 70:
            wrong.append(f"{place}: {here.strip()}")
    assert wrong == []


# articles --------------------------------------------------------------------------------------------------------

# TensorFlow's words, which the guide of tf.function prints: "but is a int32 tensor"
DOCUMENTED = ("functions/calls/concrete_function.py", r"a \{(?:wanted|tensor\.dtype)\.name\} tensor")


def test_names_of_dtypes_and_classes_have_their_article() -> None:
    wrong = [
        f"{place}: {found[0]}"
        for place, found in matches(r"(?<!Can not convert )\b[Aa]n? \{[^}]*(?:dtype|__name__)[^}]*\}( tensor)?")
        if "with_article" not in found[0]
        and not (place.startswith(DOCUMENTED[0]) and re.search(DOCUMENTED[1], found[0]))
    ]
    assert wrong == [], "use graphwright.base.words.with_article"


def test_articles_of_literals() -> None:
    before_vowels = r"\ba (?:int\d+|integer|array|object|index|empty|error|axis|element|unknown)\b"
    before_consonants = r"\ban (?:uint\d+|float\d+|bool|tensor|variable|user)\b"
    assert [f"{place}: {found[0]}" for place, found in matches(f"{before_vowels}|{before_consonants}")] == []


# classes in docstrings -------------------------------------------------------------------------------------------

PUBLIC = {name for module in (builtins, tf.errors) for name in dir(module)}
OURS = {name for name in dir(errors) if isinstance(getattr(errors, name), type)}
_NAME = re.compile(r"\b[A-Z]\w+\b")
_DOCSTRING = re.compile(r'"""(.*?)"""', re.S)
_SECTION = re.compile(r"^( *)Raises:\n((?:\1 +.*\n?|\n(?=\1 ))+)", re.M)
_SENTENCE = re.compile(
    r"\b[Rr]aises? (?:an? )?`?([A-Z]\w+(?:\.\w+)*)`?((?:,? (?:and|or) `?[A-Z]\w+`?|, `?[A-Z]\w+`?)*)"
)


def raised(docstring: str) -> Iterator[str]:
    """The classes that a docstring says are raised: in a section, or in a sentence."""
    for section in _SECTION.finditer(docstring):
        indent = len(section[2]) - len(section[2].lstrip())
        for line in section[2].split("\n"):
            if line.strip() and len(line) - len(line.lstrip()) == indent:
                yield from _NAME.findall(line.split(":")[0]) or [line]
    for found in _SENTENCE.finditer(docstring):
        yield found[1].rpartition(".")[2]
        yield from _NAME.findall(found[2])
    yield from re.findall(r"\b[A-Z]\w*(?:Error|Exception)\b", docstring)


def test_each_class_that_a_docstring_names_exists() -> None:
    """It is public, or a name in the code of the module."""
    wrong = []
    for name, text in SOURCES.items():
        if name == "aot/js_loader.py":  # its text is JavaScript
            continue
        unknown = {cls for docstring in _DOCSTRING.findall(text) for cls in raised(docstring)} - PUBLIC
        code = set(re.findall(r"\w+", _DOCSTRING.sub("", text))) if unknown else set()
        wrong += [f"{name}: {cls}" for cls in sorted(unknown - code)]
    assert wrong == []


def test_public_docstrings_name_public_classes() -> None:
    wrong = []
    for module in (tf, tf.math, tf.nn, tf.linalg, tf.data, tf.train, tf.io, tf.experimental.dtensor, tf.saved_model):
        for name in module.__all__:
            value = None if name in ("keras", "losses", "metrics", "optimizers") else getattr(module, name)
            if callable(value) and value.__doc__:
                wrong += [f"{module.__name__}.{name}: {cls}" for cls in raised(value.__doc__) if cls in OURS - PUBLIC]
    assert wrong == []
