"""Random programs: converted they do what Python does, and traced they compute what Python computes.

A few by default. CI looks at 1,200: AUTOGRAPH_SEEDS=0:1200 make test ARGS=tests/autograph/test_random_programs.py
More, and which have been looked at: `random_run` and `random_programs.md` beside this file.
"""

from __future__ import annotations

import os

import pytest

from tests.autograph.random_checks import check

SEEDS = range(20)
if "AUTOGRAPH_SEEDS" in os.environ:
    first, last = os.environ["AUTOGRAPH_SEEDS"].split(":")
    SEEDS = range(int(first), int(last))


@pytest.mark.parametrize("seed", SEEDS)
def test_conversion_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    check(seed)  # a text that is no program (a walrus where Python has none) passes
