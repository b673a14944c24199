"""The benchmark of whole models: it times nothing whose results differ, and its table is of ratios within rounds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench.model_suite import __main__ as suite
from bench.model_suite.definitions import ROWS


def test_results_that_differ_are_refused() -> None:
    row = ROWS["train_gru"]
    suite._compare(row, {"a": [1.0, -2.0], "b": [1.01, -2.0]})
    with pytest.raises(AssertionError, match=r"train_gru: b computes \[1.0, -1.5\], a \[1.0, -2.0\]"):
        suite._compare(row, {"a": [1.0, -2.0], "b": [1.0, -1.5]})


def test_every_row_has_a_recorded_result(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded: dict[str, list[float]] = json.loads(suite.REFERENCE.read_text(encoding="utf-8"))
    assert list(recorded) == list(ROWS)
    name = "train_unet"
    suite.compare_with_recorded(name, {"graphwright": recorded[name]})
    with pytest.raises(AssertionError, match="train_unet: graphwright computes"):
        suite.compare_with_recorded(name, {"graphwright": [value + 1.0 for value in recorded[name]]})


def test_the_table_has_ratios_within_rounds() -> None:
    found: dict[str, Any] = {
        "times": {"graphwright": [0.001, 0.010, 0.001], "torch": [0.004, 0.040, 0.008]},
        "first": {"graphwright": 0.5, "torch": 2.0},
        "again": 0.25,
        "megabytes": {"graphwright": 100.0, "torch": 400.0},
    }
    *_, line = suite.table({"train_gru": found}).splitlines()
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells == [
        ROWS["train_gru"].title,
        "1 ms ±225%",
        "8 ms ±112%",
        "4.00",
        "0.5 s (0.25 s), 100 MB",
        "2 s, 400 MB",
    ]


def test_a_contender_that_ends_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCH_TORCH_PYTHON", "/bin/false")
    found = suite.measure(ROWS["train_gru"], ["torch"], small=True)
    assert list(found["failed"]) == ["torch"] and not found["times"]
