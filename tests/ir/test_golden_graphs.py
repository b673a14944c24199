"""`as_graph_def()` of a program is what TensorFlow writes for it."""

from __future__ import annotations

import linecache
from typing import Any

import pytest

import graphwright as tf
from tests.golden.cases_graphs import PROGRAMS
from tests.golden.graphtext import graph_text, structure
from tests.golden.load import read

RECORDED = read("graphs")

# Programs that come out equal to the last name; the others name the inside of branches and loops in their own way.
SAME_TEXT = ("strings", "call", "implements")

# Programs that are meant to come out otherwise.
DIFFERENT = {
    "branch with effects",  # a branch that returns nothing has no result here; there it has a constant
    "prints",  # in such a branch
    "loop with effects",  # a loop over a range carries no step when it is one
    "random",  # the algorithm is named by its number; a mean of 0 and a deviation of 1 are not applied
}

# Programs that use what we have not got yet; a test fails when one of them can be traced.
MISSING: set[str] = set()


def trace(name: str) -> Any:
    """The concrete function of a recorded program."""
    source, filename = PROGRAMS[name], f"<program {name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace: dict[str, Any] = {"tf": tf}
    exec(compile(source, filename, "exec"), namespace)
    return namespace["f"].get_concrete_function(*namespace["args"])


@pytest.mark.parametrize("name", PROGRAMS)
def test_structure(name: str) -> None:
    if name in MISSING:
        with pytest.raises(AttributeError, match="has no attribute"):
            trace(name)
        return
    concrete = trace(name)
    if name in DIFFERENT:
        assert structure(concrete.function_def, concrete.graph.as_graph_def()) != RECORDED[name]["structure"]
        return
    assert structure(concrete.function_def, concrete.graph.as_graph_def()) == RECORDED[name]["structure"]


@pytest.mark.parametrize("name", SAME_TEXT)
def test_text(name: str) -> None:
    assert graph_text(trace(name).graph.as_graph_def()) == RECORDED[name]["text"]
