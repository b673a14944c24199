"""Open and specialized programs agree bit for bit; `python -m tests.support.open_agreement` looks at all samples."""

from __future__ import annotations

import pytest

from tests.support.op_samples import WITH_SAMPLES, also
from tests.support.open_agreement import CASES, case_disagreements, disagreements

pytest.importorskip("llvmlite")

PARTS = 96


@pytest.mark.executors
@pytest.mark.parametrize("part", [11, *also(*(part for part in range(PARTS) if part != 11))])
def test_samples(part: int) -> None:
    assert [line for record in WITH_SAMPLES[part::PARTS] for line in disagreements(record)] == []


@pytest.mark.executors
@pytest.mark.parametrize("case", CASES)
def test_larger_cases(case: str) -> None:
    assert list(case_disagreements(case)) == []
