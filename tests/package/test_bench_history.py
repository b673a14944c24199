"""The history of the benchmark: what counts as slower, and what a run is compared with."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from bench import history
from docs.site import history_page


def record(commit, release="", machine="A, 2 cores", **rows):
    """A record with a median and a spread to each side for each row."""
    quartiles = {
        name: {"title": name, "median": median, "low": median - spread, "high": median + spread}
        for name, (median, spread) in rows.items()
    }
    return {"date": "2026-01-01", "commit": commit, "release": release, "machine": machine, "rows": quartiles}


@pytest.mark.parametrize(
    ("before", "after", "ratio"),
    [
        ((1.0, 0.05), (1.5, 0.05), 1.5),
        ((1.0, 0.3), (1.5, 0.3), None),  # the quartiles overlap
        ((1.0, 0.001), (1.05, 0.001), None),  # less than a tenth
        ((1.0, 0.05), (0.5, 0.05), None),
    ],
)
def test_slower_is_what_noise_does_not_explain(before, after, ratio) -> None:
    found = history.slower(record("b", row=after), record("a", row=before))
    assert [change.ratio for change in found] == ([] if ratio is None else [ratio])


def test_the_worst_comes_first_and_new_rows_are_no_change() -> None:
    then = record("a", x=(1.0, 0.0), y=(1.0, 0.0))
    now = record("b", x=(2.0, 0.0), y=(3.0, 0.0), z=(9.0, 0.0))
    assert [change.title for change in history.slower(now, then)] == ["y", "x"]


def test_a_run_is_compared_with_the_last_release_on_such_a_machine() -> None:
    runs = [record("a", "0.1.0"), record("b", "0.2.0"), record("c"), record("d", "0.3.0", machine="B, 4 cores")]
    assert history.compared_with(runs, record("now"))["commit"] == "b"
    assert history.compared_with(runs[2:], record("now"))["commit"] == "c"
    assert history.compared_with(runs, record("now", machine="C")) is None


def test_the_verdict_names_release_and_rows() -> None:
    then = record("a", "0.1.0", row=(1.0, 0.0))
    assert history.verdict(record("b", row=(2.0, 0.0)), [then]).splitlines() == [
        "Slower than in release 0.1.0, beyond noise:",
        "  2.00 x as long: row",
    ]
    assert (
        history.verdict(record("b", row=(1.0, 0.0)), [then]) == "Nothing is slower than in release 0.1.0, beyond noise."
    )
    assert "nothing to compare with" in history.verdict(record("b"), [])


def test_a_commit_is_recorded_once(tmp_path) -> None:
    file = tmp_path / "history.json"
    for median in (1.0, 2.0):
        history.add(record("a", row=(median, 0.0)), file)
    history.add(record("b"), file)
    assert [(r["commit"], len(r["rows"])) for r in history.load(file)] == [("a", 1), ("b", 0)]
    assert history.load(file)[0]["rows"]["row"]["median"] == 2.0


def test_the_page_has_a_plot_for_each_row_that_was_measured_twice(tmp_path) -> None:
    history_page.write(tmp_path)
    page = (tmp_path / "project/history.md").read_text(encoding="utf-8")
    plots = list((tmp_path / "project/history").glob("*.svg"))
    assert len(plots) > 20 and page.count("![") == len(plots)
    dots = [element for element in ET.parse(plots[0]).iter() if element.tag.endswith("circle")]
    assert len(dots) >= 2
