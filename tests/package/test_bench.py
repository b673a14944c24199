"""The arithmetic of the benchmark, and that it times nothing whose results differ."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import report
from bench.contenders import Contender, use_earlier
from bench.goals import Goal, Verdict
from bench.measure import QUICK, DifferentResults, Effort, Summary, measure, ratio, take_rounds
from bench.workload import Program, Workload


def test_summary_is_median_and_quartiles() -> None:
    summary = Summary.of([5.0, 1.0, 2.0, 4.0, 3.0])
    assert (summary.low, summary.median, summary.high) == (2, 3, 4)
    assert summary.spread == pytest.approx(1 / 3)


def test_ratio_is_taken_round_by_round() -> None:
    times = {"ours": [1.0, 10.0, 1.0], "theirs": [4.0, 40.0, 8.0]}  # the machine was slow in the second round
    assert ratio(times, faster="ours", slower="theirs").median == 4


def test_each_round_begins_with_another_contender() -> None:
    order: list[str] = []

    def block(name: str) -> float:
        order.append(name)
        return 1.0

    blocks = {name: partial(block, name) for name in "abc"}
    times = take_rounds(blocks, Effort(block_seconds=0, rounds=3, fewest_rounds=1, seconds=60))
    assert "".join(order) == "abcbcacab"
    assert times == {name: [1.0] * 3 for name in "abc"}


def test_rounds_stop_when_the_time_is_up() -> None:
    times = take_rounds({"a": lambda: 1.0}, Effort(block_seconds=0, rounds=100, fewest_rounds=4, seconds=0))
    assert len(times["a"]) == 4


@pytest.mark.parametrize(
    ("value", "shown"),
    [(2.5e-7, "250 ns"), (1.234e-6, "1.23 us"), (5.4321e-4, "543 us"), (0.0012, "1.2 ms"), (1.5, "1.5 s")],
)
def test_times_have_three_figures_and_a_unit(value: float, shown: str) -> None:
    assert report.seconds(value) == shown


class FakeCrew:
    """Answers like the workers of a real crew, with given results."""

    def __init__(self, results: dict[str, Any]) -> None:
        self.results = results
        self.timed: list[str] = []

    def ask(self, library: str, do: str, **arguments: Any) -> dict[str, Any]:
        if do == "prepare":
            np.save(arguments["result_file"], self.results[library])
        if do == "time":
            self.timed.append(library)
        return {"exists": True, "calls": 1, "seconds": 1.0}


WORK = Workload("work", "some work", tensorflow=lambda tf, stage: Program("", {}), tolerance=1e-3)
BOTH = [Contender("A", "a", "eager"), Contender("B", "b", "eager")]


def test_equal_results_are_timed() -> None:
    crew = FakeCrew({"a": [1.0, 2.0], "b": [1.0, 2.0001]})
    times = measure(WORK, BOTH, crew, QUICK)  # type: ignore[arg-type]
    assert times == {"A": [1.0] * QUICK.rounds, "B": [1.0] * QUICK.rounds}


@pytest.mark.parametrize("other", [[1.0, 2.1], [1.0], [1.0, float("nan")]])
def test_different_results_are_not_timed(other: list[float]) -> None:
    crew = FakeCrew({"a": [1.0, 2.0], "b": other})
    with pytest.raises(DifferentResults, match=r"work: B computes .*, A .*; nothing was timed"):
        measure(WORK, BOTH, crew, QUICK)  # type: ignore[arg-type]
    assert crew.timed == []


def test_report_tells_times_ratios_and_goals(tmp_path: Path) -> None:
    measured = {"work": {"graphwright traced": [1e-6] * 3, "NumPy": [4e-6] * 3}}
    verdicts = [
        Verdict(Goal("work", "graphwright traced", "NumPy", 3), Summary(4, 4, 4)),
        Verdict(Goal("work", "graphwright traced", "NumPy", 5), Summary(4, 4, 4)),
        Verdict(Goal("work", "graphwright traced", "jax.jit", 5), None),
    ]
    machine = {"processor": "P", "cores": "2", "system": "S", "date": "D"}
    run = {"command": "python -m bench", "machine": machine, "versions": {}}
    reported = run, {"work": "some work"}, measured, verdicts
    report.write(tmp_path, report.as_markdown(*reported), report.as_json(*reported))

    lines = (tmp_path / "latest.md").read_text().splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    assert ["some work", "1 us ±0%", "4 us ±0%"] in cells
    assert ["some work", "4"] in cells
    assert [row[-1] for row in cells if len(row) == 5][2:] == ["met", "MISSED", "not measured"]
    data = json.loads((tmp_path / "latest.json").read_text())
    assert data["workloads"]["work"]["seconds"]["NumPy"] == {"median": 4e-6, "low": 4e-6, "high": 4e-6}
    assert [goal["met"] for goal in data["goals"]] == [True, False, None]


def test_a_run_against_an_earlier_checkout_lists_the_slowest_first() -> None:
    measured = {
        "same": {"graphwright traced": [1e-6] * 3, "earlier traced": [1e-6] * 3},
        "slower": {"graphwright traced": [3e-6] * 3, "earlier traced": [2e-6] * 3, "graphwright eager": [1e-6] * 3},
    }
    table = report.earlier_table({"same": "S", "slower": "T"}, measured).splitlines()[2:]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    assert [row[0] for row in cells] == ["T", "S"]
    assert cells[0][2:] == ["2 us ±0%", "3 us ±0%", "1.50 (1.50 to 1.50)"]


def test_the_earlier_checkout_takes_part_where_the_current_one_does() -> None:
    workload = replace(WORK, unfit=frozenset({"graphwright eager"}))
    contenders = [Contender("earlier eager", "earlier", "eager"), Contender("earlier traced", "earlier", "traced")]
    times = measure(workload, contenders, FakeCrew({"earlier": [1.0]}), QUICK)  # type: ignore[arg-type]
    assert list(times) == ["earlier traced"]


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no checkout of Graphwright"):
        use_earlier(tmp_path)
