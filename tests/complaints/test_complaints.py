"""Each complaint: what we say, that the page shows it, and that the fixes we name work when followed literally."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphwright as tf
from tests.complaints.document import PAGE, page
from tests.complaints.run import outcome
from tests.complaints.table import COMPLAINTS, Complaint, Fix

NAMES = [f"{c.number} {c.title}" for c in COMPLAINTS]
FIXES = [(complaint, fix) for complaint in COMPLAINTS for fix in complaint.fixes]


def test_all_24_are_there() -> None:
    assert sorted({complaint.number for complaint in COMPLAINTS}) == list(range(1, 25))


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=NAMES)
def test_what_is_said(complaint: Complaint, tmp_path: Path) -> None:
    found = outcome(complaint.program, tf, tmp_path)
    if complaint.fixes:
        assert all(fix.says in found for fix in complaint.fixes), found
        assert "program.py" in found or "argument" in found or complaint.number in (4, 13), found
    else:
        assert found == complaint.prints


@pytest.mark.parametrize(("complaint", "fix"), FIXES, ids=[f"{c.number} {m.says}" for c, m in FIXES])
def test_the_fix_works(complaint: Complaint, fix: Fix, tmp_path: Path) -> None:
    assert outcome(fix.program, tf, tmp_path) == fix.prints


def test_a_raise_that_a_tensor_decides_on_is_raised_from_its_line(tmp_path: Path) -> None:
    (raising,) = (complaint for complaint in COMPLAINTS if complaint.number == 10)
    asked = """
import traceback
try:
    root(tf.constant(-4.0))
except ValueError as error:
    print(error, [frame.line for frame in traceback.extract_tb(error.__traceback__)][-1])
"""
    found = outcome(raising.program + asked, tf, tmp_path)
    assert found == '2.0\nx must not be negative raise ValueError("x must not be negative")'


def test_the_page_shows_it() -> None:
    assert PAGE.read_text() == page(), "run: python -m tests.complaints.document"
