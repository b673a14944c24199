"""Writes docs/raw_ops.md: TensorFlow's raw ops that are not here, with the reason.

    python -m tests.golden.raw_ops_page

is run again after an op was added, or the table `graphwright._missing_ops` changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

import graphwright as tf
from graphwright._missing_ops import MISSING_OPS, group_of

PAGE = Path(__file__).parents[2] / "docs" / "raw_ops.md"
_RECORD = Path(__file__).parent / "data" / "public_names.json"

_HEAD = """# Raw ops

`tf.raw_ops` has every op by TensorFlow's own name, with keyword arguments only. It has {here:,} of the {whole:,} ops of
TensorFlow 2.21. Ops that take or give a reference (`VariableV2`, `Assign`, `FIFOQueue`, ...) work in a `tf.Graph`, and
are refused eagerly, as by TensorFlow.

The other {missing} are listed here with the reason and what to use instead. Calling one raises an `AttributeError` that
says the same, and `dir(tf.raw_ops)` does not list it. A graph from a file that holds one is loaded, and running the op
names it.

This page is written by `python -m tests.golden.raw_ops_page`, from the table `src/graphwright/_missing_ops.py`.
"""


def tensorflow_ops() -> list[str]:
    """The names of TensorFlow's raw ops, as recorded."""
    kinds: dict[str, str] = json.loads(_RECORD.read_text(encoding="utf-8"))["tf.raw_ops"]
    return sorted(" ".join(kinds.values()).split())


def missing_ops() -> list[str]:
    """The names of those that are not here."""
    return sorted(set(tensorflow_ops()) - set(dir(tf.raw_ops)))


def page(missing: Iterable[str], whole: int) -> str:
    """The page."""
    names = sorted(missing)
    parts = [_HEAD.format(here=whole - len(names), whole=whole, missing=len(names))]
    for group in MISSING_OPS:
        listed = [name for name in names if group_of(name) == group]
        if listed:
            what, use, _ = group
            parts.append(f"## {what}\n\n{len(listed)} ops. Instead: {use}.\n")
            parts.append("\n".join(wrap(", ".join(f"`{name}`" for name in listed), 140)) + "\n")
    return "\n".join(parts)


def main() -> None:
    """Write the page."""
    whole, missing = tensorflow_ops(), missing_ops()
    PAGE.write_text(page(missing, len(whole)), encoding="utf-8")
    print(f"{len(whole) - len(missing)} of {len(whole)} raw ops are here, {len(missing)} are listed with the reason")


if __name__ == "__main__":
    main()
