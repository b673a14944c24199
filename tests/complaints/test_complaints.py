"""Each complaint: what we say, that the page shows it, and that the mends we name work when followed literally."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphwright as tf
from tests.complaints.document import PAGE, page
from tests.complaints.run import outcome
from tests.complaints.table import COMPLAINTS, Complaint, Mend

NAMES = [f"{c.number} {c.title}" for c in COMPLAINTS]
MENDS = [(complaint, mend) for complaint in COMPLAINTS for mend in complaint.mends]


def test_all_24_are_there() -> None:
    assert sorted({complaint.number for complaint in COMPLAINTS}) == list(range(1, 25))


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=NAMES)
def test_what_is_said(complaint: Complaint, tmp_path: Path) -> None:
    found = outcome(complaint.program, tf, tmp_path)
    if complaint.mends:
        assert all(mend.says in found for mend in complaint.mends), found
        assert "program.py" in found or "argument" in found or complaint.number in (4, 13), found
    else:
        assert found == complaint.prints


@pytest.mark.parametrize(("complaint", "mend"), MENDS, ids=[f"{c.number} {m.says}" for c, m in MENDS])
def test_the_mend_works(complaint: Complaint, mend: Mend, tmp_path: Path) -> None:
    assert outcome(mend.program, tf, tmp_path) == mend.prints


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
