"""A few samples of ops in the middle of programs; `python -m tests.contexts.run` runs all of them."""

from __future__ import annotations

import random

import pytest

from tests.contexts.programs import Case, cases, problem

_SOME = random.Random(38).sample(list(cases(1, 38)), 16)


@pytest.mark.parametrize("case", _SOME, ids=[case[0].name for case in _SOME])
def test_samples_in_the_middle_of_programs(case: Case) -> None:
    assert not problem(*case)
