"""Small programs on every construct: traced they do what plain Python does with the same tensors."""

from __future__ import annotations

import pytest

from tests.autograph import (
    programs_builtins,
    programs_choices,
    programs_conditionals,
    programs_errors,
    programs_escapes,
    programs_functions,
    programs_iteration,
    programs_lists,
    programs_loops,
    programs_nested_loops,
    programs_places,
    programs_python_iteration,
    programs_state,
)
from tests.autograph.programs import Program, check

TOPICS = (
    programs_conditionals,
    programs_choices,
    programs_loops,
    programs_nested_loops,
    programs_iteration,
    programs_python_iteration,
    programs_builtins,
    programs_functions,
    programs_state,
    programs_places,
    programs_lists,
    programs_errors,
    programs_escapes,
)
PROGRAMS = [program for topic in TOPICS for program in topic.table.programs]


@pytest.mark.parametrize("program", [pytest.param(p, id=p.function.__name__) for p in PROGRAMS])
def test_traced_as_in_python(program: Program) -> None:
    check(program)


def test_names_are_unique() -> None:
    names = [p.function.__name__ for p in PROGRAMS]
    assert len(set(names)) == len(names)
