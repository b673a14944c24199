"""Random programs give here what TensorFlow gives: a short run of `make compare`."""

from __future__ import annotations

import json
import os

import pytest

from tests.compare.run import ROOT, compare

GIVEN = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")

pytestmark = [
    pytest.mark.interop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not GIVEN, reason="GRAPHWRIGHT_TENSORFLOW names no Python with TensorFlow"),
]


def test_random_programs() -> None:
    found = list(compare(os.path.join(ROOT, GIVEN), range(500)))
    assert not found, f"{len(found)} differ:\n" + "\n".join(json.dumps(difference)[:1000] for difference in found)
