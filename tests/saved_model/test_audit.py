"""Loaded graphs and hostile files reach nothing beyond their folder: seen by an audit hook, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.saved_model.hostile import HOSTILE_PROGRAMS, UNSEEN

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are part of what is tried")
NEVER_RUN = {"Einsum", "Relayout", "TFText>ByteSplitByOffsets", "WordpieceTokenizeWithOffsets"}
"""Ops that refuse what the audit gives them before their kernels run."""


def found(tmp_path: Path, *more: str, **environment: str) -> Any:
    """What the audit found."""
    command = [sys.executable, "-m", "tests.saved_model.audit", str(tmp_path), *more]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def check(audit: Any) -> None:
    assert audit["reached"] == {}
    assert audit["open"] == [], "ops that declare what they reach were not refused"
    assert audit["programs"] == audit["files"] == [], "these were not refused"
    assert audit["left"] == ["pipe", "secret", "secret.index"] and not audit["visited"]
    assert {line.partition(":")[0] for line in audit["unseen"]} <= NEVER_RUN
    assert {label.removeprefix("allowed ") for label in audit["allowed"]} == set(HOSTILE_PROGRAMS) - set(UNSEEN)


def test_one_sample_of_each_op(tmp_path: Path) -> None:
    check(found(tmp_path, "--samples", "1", GRAPHWRIGHT_EXECUTOR="numpy"))


@pytest.mark.thorough
@pytest.mark.timeout(600)
@pytest.mark.parametrize("executor", ["numpy", "native"])
def test_all_samples(tmp_path: Path, executor: str) -> None:
    check(found(tmp_path, GRAPHWRIGHT_EXECUTOR=executor))
