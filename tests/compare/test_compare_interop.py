"""Random programs give here what TensorFlow gives: short runs of `make compare`."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests.compare.run import ROOT, compare
from tests.compare.statements import run as statements
from tests.compare.statements.draw import draw

GIVEN = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")

pytestmark = [
    pytest.mark.interop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not GIVEN, reason="GRAPHWRIGHT_TENSORFLOW names no Python with TensorFlow"),
]


def test_random_programs() -> None:
    found = list(compare(os.path.join(ROOT, GIVEN), range(500)))
    assert not found, f"{len(found)} differ:\n" + "\n".join(json.dumps(difference)[:1000] for difference in found)


def test_random_programs_of_statements() -> None:
    theirs = statements.Process(os.path.join(ROOT, GIVEN), "tensorflow", {"PYTHONPATH": ""})
    ours = statements.Process(sys.executable, "graphwright")
    kept = statements.Kept(None, "tensorflow"), statements.Kept(None, "here")
    try:
        found = list(statements.compare(theirs, ours, map(draw, range(1000, 1100)), kept))
    finally:
        theirs.close()
        ours.close()
    assert not found, f"{len(found)} differ:\n" + "\n".join(json.dumps(difference)[:1000] for difference in found)
