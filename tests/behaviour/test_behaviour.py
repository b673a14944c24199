"""Every program of the table does what TensorFlow does, or differs on purpose and says why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import graphwright as tf
from graphwright.functions import optimizer_options
from tests.behaviour.run import run
from tests.behaviour.table import digest, on_purpose, recorded, rows, topics
from tests.differences.describe import agree

CHUNK = 25  # programs to a test: few enough that two workers share a long topic
CHUNKS = [(topic, start) for topic in topics() for start in range(0, len(rows(topic)), CHUNK)]


@pytest.fixture(autouse=True)
def _optimizer_options() -> Iterator[None]:
    """Programs set options of the optimizer, which other tests expect to be TensorFlow's defaults."""
    before = dict(optimizer_options._options)
    yield
    optimizer_options._options.clear()
    optimizer_options._options.update(before)


def _same(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    if len(ours["seen"]) != len(theirs["seen"]) or any(ours.get(s) != theirs.get(s) for s in ("stdout", "stderr")):
        return False
    pairs = list(zip(ours["seen"], theirs["seen"], strict=True))
    return all("no kernel" in b or (_agree(a, b) and a.get("says") == b.get("says")) for a, b in pairs)


def _agree(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    if not theirs.get("error", True):  # a message is asked for, and there is no error
        return ours.get("error") == []
    return agree(ours, theirs)


# of long topics every other part is for the thorough stage
EACH = [
    pytest.param(topic, start, id=f"{topic}-{start}", marks=pytest.mark.thorough if start // CHUNK % 2 else [])
    for topic, start in CHUNKS
]


@pytest.mark.parametrize(("topic", "start"), EACH)
def test_programs(topic: str, start: int) -> None:
    theirs, reasons = recorded(topic), on_purpose(topic)
    wrong = []
    for title, program in list(rows(topic).items())[start : start + CHUNK]:
        assert theirs.get(title, {}).get("of") == digest(program), f"not recorded: {title}\nrecord it: make golden"
        ours = json.loads(json.dumps(run(program, tf)))
        if _same(ours, theirs[title]) == (title in reasons):
            said = "differs on purpose, and does not" if title in reasons else "differs"
            wrong.append(f"{said}: {title}\n{program}    here       {ours}\n    TensorFlow {theirs[title]}")
    assert not wrong, f"{len(wrong)} programs:\n" + "\n".join(text[:3000] for text in wrong)


@pytest.mark.parametrize("topic", topics())
def test_reasons_belong_to_programs(topic: str) -> None:
    assert set(on_purpose(topic)) <= set(rows(topic))
    assert set(recorded(topic)) == set(rows(topic))
    assert all(reason.strip() for reason in on_purpose(topic).values())
