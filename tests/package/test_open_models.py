"""The benchmark of ONNX models of open sizes: nothing is timed whose results differ, and new sizes are new."""

from __future__ import annotations

import numpy as np
import pytest

from bench.open_models import __main__ as suite
from bench.open_models.definitions import MODELS, PATTERNS, sample


def test_results_that_differ_are_refused() -> None:
    same = [sample([np.arange(6.0).reshape(2, 3)])]
    suite.compare("vad", {"a": same, "b": same})
    for other in (np.arange(6.0).reshape(3, 2), np.arange(6.0).reshape(2, 3) + 0.1):
        with pytest.raises(AssertionError, match="vad: b computes"):
            suite.compare("vad", {"a": same, "b": [sample([other])]})


@pytest.mark.parametrize("name", MODELS)
def test_patterns_of_sizes(name: str) -> None:
    sizes = {pattern: {MODELS[name].size(pattern, call) for call in range(100)} for pattern in PATTERNS}
    assert (len(sizes["fixed"]), len(sizes["repeating"])) == (1, 4)
    assert len(sizes["new"]) >= 64
    smallest = min(sizes["new"])
    assert MODELS[name].arguments(np.random.default_rng(0), smallest)


def test_the_table_has_ratios_within_rounds() -> None:
    times = {"graphwright": [0.001, 0.010, 0.001], "onnxruntime": [0.004, 0.040, 0.008]}
    *_, line = suite.table({"vad": {"new": {"times": times, "host_calls": 0}}}).splitlines()
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells == [
        MODELS["vad"].title, PATTERNS["new"], "1 ms ±225%", "8 ms ±112%", "4.00 (4.00 to 6.00)", "0",
    ]  # fmt: skip
