"""Every op record has samples."""

from __future__ import annotations

from pathlib import Path

from graphwright.ops.recurrent.cudnn import BACKWARD, NETWORKS, PARAMETERS
from tests.samples import samples_of
from tests.support.op_samples import RECORDS

WITHOUT_SAMPLES = {
    "Placeholder": "an input of a graph: nothing to run",
    "PlaceholderWithDefault": "an input of a graph: nothing to run",
    **dict.fromkeys(["_BestBoxes", "_PadRows", "_SumOfNearest"], "a part of ops with samples; no graph has it"),
    **dict.fromkeys((r.name for r in (*NETWORKS, *BACKWARD, *PARAMETERS)), "only a GPU runs it: see test_cudnn.py"),
}
"""Ops that need no samples, and why."""


def test_every_record_has_samples() -> None:
    missing = [r.name for r in RECORDS if not samples_of(r) and r.name not in WITHOUT_SAMPLES]
    assert not missing
    assert not [n for n in WITHOUT_SAMPLES if n not in {r.name for r in RECORDS}]


def test_every_package_runs_its_samples() -> None:
    packages = {r.family.split(".")[2] for r in RECORDS}
    assert packages == {path.parent.name for path in Path(__file__).parent.glob("*/test_samples.py")}
