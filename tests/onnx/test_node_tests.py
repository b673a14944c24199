"""ONNX's own tests of nodes: a part of them on every run, and that the page of results is complete."""

from __future__ import annotations

import importlib.util
import re

import pytest

if importlib.util.find_spec("onnx") is None:
    pytest.skip("needs the package onnx: make onnx-test", allow_module_level=True)

from tests.onnx import node_tests

FAILING = node_tests.failing_of_the_page()


@pytest.mark.parametrize("part", range(4))
def test_a_slice_of_the_tests_agrees_with_the_page(part: int) -> None:
    """Every 24th test of four starts: a sixth; the whole is `python -m tests.onnx.node_tests`."""
    outcomes = [node_tests.run(case) for case in node_tests.cases()[6 * part :: 24]]
    assert {o.name: o.reason for o in outcomes if not o.passed and o.name not in FAILING} == {}


def test_the_page_counts_what_it_lists() -> None:
    text = node_tests.PAGE.read_text()
    passed, served = map(int, re.search(r"(\d+) of (\d+) tests", text).groups())  # type: ignore[union-attr]
    assert passed / served >= 0.9
    assert len(FAILING) == len(node_tests.cases()) - passed
