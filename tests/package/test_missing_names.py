"""Every public name of TensorFlow is here, or its error says what to use instead."""

from __future__ import annotations

import json
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright import _stubs
from graphwright._missing import MISSING, instead
from graphwright._public import TABLES, entries

RECORD: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "data" / "public_names.json").read_text(encoding="utf-8")
)
NAMES = {module: set(" ".join(kinds.values()).split()) for module, kinds in RECORD.items()}
_stubs.public_modules()  # their tables are known once they are imported


def is_here(module: str, name: str) -> bool:
    """Whether a name is in the table of its module; what has no table is asked."""
    found: Any = tf
    for part in module.split(".")[1:]:
        table = TABLES.get(getattr(found, "__name__", ""))
        if table is not None and part not in entries(table):
            return False
        found = getattr(found, part)
    table = TABLES.get(getattr(found, "__name__", ""))
    return hasattr(found, name) if table is None else name in entries(table)


def is_told(module: str, name: str) -> bool:
    """Whether the table says what to use instead of a name, or of a module that it is in."""
    if instead(module, name) is not None:
        return True
    above, _, last = module.rpartition(".")
    return bool(above) and not is_here(above, last) and is_told(above, last)


@pytest.mark.parametrize("module", NAMES)
def test_each_name_is_here_or_says_what_to_use_instead(module: str) -> None:
    unknown = sorted(name for name in NAMES[module] if not is_here(module, name) and not is_told(module, name))
    assert unknown == [], f"add them to {module}, or to src/graphwright/_missing.py"


@pytest.mark.parametrize("pattern", MISSING)
def test_a_name_that_is_here_is_not_in_the_table(pattern: str) -> None:
    modules = [module for module in NAMES if fnmatchcase(module, pattern)]
    assert modules, "no module of TensorFlow's"
    for names in MISSING[pattern]:
        for name in names.split():
            matching = [(m, n) for m in modules for n in NAMES[m] if fnmatchcase(n, name)]
            assert matching, f"'{name}' is no name of TensorFlow's in {pattern}"
            if not set(name) & set("*?["):
                assert not any(is_here(m, n) for m, n in matching), (
                    f"{pattern}.{name} is here: take it out of the table"
                )


def test_the_error_says_what_to_use_instead() -> None:
    with pytest.raises(AttributeError) as reported:
        _ = tf.feature_column  # type: ignore[attr-defined]
    for text in (
        "module 'graphwright' has no attribute 'feature_column'",
        "tf.feature_column of",
        "preprocessing layers of Keras",
        "docs",
    ):
        assert text in str(reported.value)
    assert (reported.value.name, reported.value.obj) == ("feature_column", tf)
    with pytest.raises(AttributeError, match=r"tf\.raw_ops\.Abort of TensorFlow is not here"):
        _ = tf.raw_ops.Abort
    assert not hasattr(tf, "feature_column") and getattr(tf.raw_ops, "Abort", None) is None


def test_the_table_is_read_when_a_name_is_not_found() -> None:
    program = "import sys, graphwright as tf; tf.add; print('graphwright._missing' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
