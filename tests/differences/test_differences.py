"""Every row of the table of differences has TensorFlow's answer, or differs on purpose and says why."""

from __future__ import annotations

import json

import pytest

import graphwright as tf
from tests.differences import page
from tests.differences.describe import agree
from tests.differences.table import answer, namespace, on_purpose, recorded, rows, topics

CHUNK = 100  # rows to a test: few enough that two workers share a long topic
CHUNKS = [(topic, start) for topic in topics() for start in range(0, len(rows(topic)), CHUNK)]


# of long topics every other part is for the thorough stage
EACH = [
    pytest.param(topic, start, id=f"{topic}-{start}", marks=pytest.mark.thorough if start // CHUNK % 2 else [])
    for topic, start in CHUNKS
]


@pytest.mark.parametrize(("topic", "start"), EACH)
def test_rows(topic: str, start: int) -> None:
    theirs, reasons, names = recorded(topic), on_purpose(topic), namespace(tf)
    wrong = []
    for expression in rows(topic)[start : start + CHUNK]:
        assert expression in theirs, f"not recorded: {expression}\nrecord it: make golden"
        if "no kernel" in theirs[expression]:
            continue
        ours = json.loads(json.dumps(answer(expression, names)))
        if agree(ours, theirs[expression]) == (expression in reasons):
            told = "differs on purpose, and does not" if expression in reasons else "differs"
            wrong.append(f"{told}: {expression}\n    here       {ours}\n    TensorFlow {theirs[expression]}")
    assert not wrong, f"{len(wrong)} rows:\n" + "\n".join(text[:1500] for text in wrong)


@pytest.mark.parametrize("topic", topics())
def test_reasons_belong_to_rows(topic: str) -> None:
    assert set(on_purpose(topic)) <= set(rows(topic))
    assert all(reason.strip() for reason in on_purpose(topic).values())


def test_page_is_written_from_the_table() -> None:
    assert page.PAGE.read_text() == page.page(), "write it again: python -m tests.differences.page"
