"""Differences of programs of statements that are not ours to fix, each with the reason."""

from __future__ import annotations

import re
from typing import Any

# By what differs (the beginning of it), what the program says, and what either error says.
_REASONS: list[tuple[str, str, str, str]] = [
    ("answers", "", "Cannot convert a partially known TensorShape", "TensorFlow's gradient wants sizes that are known"),
    ("answers", "scatter", "for empty (output|tensor)", "what has no elements stays as it is"),
    ("answers", "sort|top_k", "Requires delta != 0", "TensorFlow's gradient of a sort wants elements"),
    ("answers", "", "only support up to 7 input dimensions|dims must be <=", "TensorFlow has kernels for a few ranks"),
    ("refuses", "Dataset", "no entry for: ReduceDataset", "TensorFlow drops the gradient of a loop over a dataset"),
    (
        "another answer (dtype",
        r"= \[\]",
        "out of scope|symbolic|does not match type",
        "a list that stays empty has a dtype in a trace",
    ),
    ("another class of error (IndexError, StagingError", "", "", "TensorFlow wraps errors that it cannot make again"),
    ("prints", "show", "", "TensorFlow prints complex numbers as a question mark"),
]


def reason(found: str, text: str, ours: Any, theirs: Any) -> str:
    """Why a difference is none; empty where nothing explains it."""
    said = " ".join(answer["calls"][-1].get("message", "") for answer in (theirs, ours) if "calls" in answer)
    what = re.sub(r"(not as in Python: )?call \d+: ", "", found)
    for beginning, program, message, why in _REASONS:
        here = what.startswith(beginning) and re.search(program, text) and re.search(message, said)
        printed = any(re.search(r"\(.*,|\[\n", call.get("printed", "")) for call in ours.get("calls", ()))
        if here and (beginning != "prints" or printed):
            return why
    if "kind ['python']" in found and _only_gradients_of_nothing(ours, theirs):
        return "None where the target does not depend on a source, even if another output of the same call does"
    return ""


def _only_gradients_of_nothing(ours: Any, theirs: Any) -> bool:
    """Whether gradients that are None here are zeros there, and nothing else differs."""
    from tests.compare.statements.judge import is_zero, unlike

    for a, b in zip(ours["calls"], theirs["calls"], strict=False):
        if "error" in a or "error" in b:
            return "error" in a and "error" in b
        (first, found), (second, expected) = a["value"]["tuple"], b["value"]["tuple"]
        if unlike(first, second) or unlike(a["variables"], b["variables"]):
            return False
        for g, h in zip(found["list"], expected["list"], strict=True):
            if unlike(g, h) and not ("python" in g and is_zero(h)):
                return False
    return True
