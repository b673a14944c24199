"""How many op samples are native where sizes are open; `python -m tests.support.open_sizes` prints the numbers."""

from __future__ import annotations

import pytest

from tests.support.op_samples import WITH_SAMPLES
from tests.support.open_sizes import native_samples

pytest.importorskip("llvmlite")

LEAST = {"known": 1.0, "first open": 0.995, "all open": 0.99, "rank open": 0.99}
"""Of the samples that are native with known sizes, on one record in eight; raise it with every gain."""


def test_native_with_open_sizes() -> None:
    counts, missing = native_samples(WITH_SAMPLES[::8], list(LEAST))
    for form, least in LEAST.items():
        assert counts[form] >= least * counts["known"], f"{form}: {missing[form].most_common(20)}"
