"""One side of the comparison: answers expressions, a line each.

    python -m tests.compare.side tensorflow|graphwright EXPRESSIONS ANSWERS

`EXPRESSIONS` is a JSON list, `ANSWERS` gets a line of JSON for each; a line is complete before the next is begun, so
that the caller sees which expression a process died of.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

from tests.compare.leaves import functions
from tests.differences.table import answer, namespace


def names_of(tf: Any) -> dict[str, Any]:
    """What expressions see: what rows of the table of differences see, and the makers of leaves."""
    return {**namespace(tf), **functions(tf)}


def main(module: str, expressions: str, answers: str) -> None:
    """Answer those that have no line yet."""
    names = names_of(importlib.import_module(module))
    asked = json.loads(Path(expressions).read_text())
    with open(answers, "a+") as file:
        file.seek(0)
        for expression in asked[sum(1 for _ in file) :]:
            file.write(json.dumps(answer(expression, names)) + "\n")
            file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
