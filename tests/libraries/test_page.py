"""The page of libraries, from recorded results."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

from tests.libraries import page, run
from tests.libraries.suites import Suite

SUITE = Suite(
    "lib", "https://example.org/lib", "0123456789abcdef", (), ("**/*_test.py",), 0.95, (("no op", "an op is missing"),)
)


def test_the_page_is_written_from_the_results() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.text()


def test_tests_that_fail_with_tensorflow_do_not_count() -> None:
    results = run.compared({"a": "", "b": "Error: no op", "c": "Error", "d": ""}, ["c"])
    assert results == {
        "counted": 3,
        "files": {"a": 1, "b": 1, "d": 1},
        "failing": {"b": "Error: no op"},
        "failing_with_tensorflow": ["c"],
    }
    assert page.line(SUITE, results) == "| lib | `0123456789` | all: 3 files | 2 of 3 | 66.7% | 95% |"
    assert page.cause(SUITE, "b", "Error: no op") == "an op is missing"
    assert page.cause(SUITE, "a_test.py::T::no op", "Error") == "an op is missing"
    assert page.cause(SUITE, "b", "another") == "`another`"


def test_failing_tests_are_listed_by_their_files() -> None:
    names = ["a/x_test.py::T::test_b", "a/x_test.py::T::test_a", "a/y_test.py", "b/z_test.py::::test_c"]
    assert page.listed(names) == "`x_test`: test_a, test_b; `y_test`: the file; `z_test`: test_c"


def test_files_are_found_by_patterns_and_left_out_by_parts(tmp_path: Path) -> None:
    for file in ("a/b_test.py", "a/c_test.py", "d_test.py", "a/other.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    suite = replace(SUITE, tests=("a/*_test.py", "**/*_test.py"), excluded=("a/c",))
    assert suite.files(tmp_path) == ["a/b_test.py", "d_test.py"]


def test_files_that_run_again_replace_their_recorded_results() -> None:
    recorded = {"commit": "1", **run.compared({"a::x": "", "a::y": "Error", "b::x": "Error", "b::y": "E"}, ["b::y"])}
    fresh = {"commit": "1", **run.compared({"b::x": "", "b::y": "", "b::z": "Error"}, [])}
    assert run.merged(recorded, fresh) == {
        "commit": "1",
        "counted": 5,
        "files": {"a": 2, "b": 3},
        "failing": {"a::y": "Error", "b::z": "Error"},
        "failing_with_tensorflow": [],
    }


def test_outcomes_are_read_from_a_report() -> None:
    report = ElementTree.fromstring(
        '<testsuite><testcase classname="x.T" name="a"/><testcase classname="x.T" name="b"><failure message="m">'
        "E  ValueError: first\nE  TypeError: last\nsomething</failure></testcase>"
        '<testcase classname="x.T" name="c"><skipped/></testcase>'
        '<testcase classname="" name="f"><error message="broken"/></testcase>'
        '<testcase classname="x.T" name="b"/></testsuite>'
    )
    assert run.outcomes("x_test.py", report) == {
        "x_test.py::T::a": "",
        "x_test.py::T::b": "TypeError: last",
        "x_test.py::::f": "broken",
    }
