"""Differences of programs of statements that are not ours to fix, each with the reason."""

from __future__ import annotations

import re
from typing import Any

# By what differs (a pattern of its beginning), what the program says, and what either error says.
_REASONS: list[tuple[str, str, str, str]] = [
    ("answers", "", "Cannot convert a partially known TensorShape", "TensorFlow's gradient wants sizes that are known"),
    ("answers", "scatter", "for empty (output|tensor)", "what has no elements stays as it is"),
    ("answers", "sort|top_k", "Requires delta != 0", "TensorFlow's gradient of a sort wants elements"),
    (
        "answers",
        "",
        "up to 7 input dimensions|dims must be <=|Requested rank: 8",
        "TensorFlow has kernels for a few ranks",
    ),
    ("answers", "", "data type is not supported", "TensorFlow has kernels for a few dtypes"),
    ("refuses", "Dataset", "no entry for: ReduceDataset", "TensorFlow drops the gradient of a loop over a dataset"),
    (
        r"another answer \(dtype",
        r"= \[\]",
        "out of scope|symbolic|does not match type",
        "a list that stays empty has a dtype in a trace",
    ),
    (r"another class of error \(IndexError, StagingError", "", "", "TensorFlow wraps errors that it cannot make again"),
    (r"another answer \(dtype \w+ float32", r"= \[\]", "", "an empty list has the dtype of its elements in a trace"),
    (r"another answer \(shape \[0", r"= \[\]", "", "an empty list has the shape of its elements in a trace"),
    ("prints", "show", "", "TensorFlow prints complex numbers as a question mark"),
]


def reason(found: str, mode: str, text: str, ours: Any, theirs: Any) -> str:
    """Why a difference in a mode is none; empty where nothing explains it. `ours` and `theirs` have all modes."""
    a, b = ours.get(mode, ours), theirs.get(mode, theirs)
    said = " ".join(answer["calls"][-1].get("message", "") for answer in (b, a) if "calls" in answer)
    what = re.sub(r"(not as in Python: )?call \d+: ", "", found)
    for beginning, program, message, why in _REASONS:
        here = re.match(beginning, what) and re.search(program, text) and re.search(message, said)
        printed = any(re.search(r"\(.*,|\[\n", call.get("printed", "")) for call in a.get("calls", ()))
        if here and (beginning != "prints" or printed):
            return why
    if "kind ['python']" in found and _only_gradients_of_nothing(a, b):
        return "None where the target does not depend on a source, even if another output of the same call does"
    if mode != "eager" and "calls" in a and "eager" in ours:
        return _as_in_python(what, text, a, ours["eager"], theirs["eager"])
    return ""


def _as_in_python(what: str, text: str, traced: Any, ours: Any, theirs: Any) -> str:
    """Why a trace may differ from TensorFlow's where the eager answers of both sides agree."""
    last, at = ours["calls"][-1], len(ours["calls"]) - 1
    both = "error" in last and len(theirs["calls"]) == at + 1 and "error" in theirs["calls"][-1]
    if both and what.startswith("refuses") and len(traced["calls"]) == at + 1:
        return "refused eagerly, too: TensorFlow's trace leaves it out"
    if both and what.startswith("answers") and _is_unread(last, text):
        return "refused eagerly: a trace leaves out what nothing reads"
    if "numbers" in what and _rebinds(text):
        return "the gradient of a name that a loop binds again: the loop's result, in a trace"
    return ""


_BINDS = re.compile(r" *(\w+)(?:\[.*?\])? [-+*]?= (.*)")


def _is_unread(failed: Any, text: str) -> bool:
    """Whether the statement that failed binds a name of which nothing that the program returns or does depends."""
    lines = [int(place.split(":")[1]) for place in failed["where"] if re.match(r"(program|[a-z]+\d+):", place)]
    bound = _BINDS.match(text.splitlines()[lines[-1] - 1]) if lines else None
    return bound is not None and not re.search(r"\.(assign|scatter)", bound[2]) and bound[1] not in _read(text)


def _read(text: str) -> set[str]:
    """The names that results, branches, loops, assignments and calls of a program depend on."""
    found: set[str] = set()
    bound: dict[str, set[str]] = {}
    for line in text.splitlines():
        binding = _BINDS.match(line)
        names = set(re.findall(r"\b[a-z]\w*\b", binding[2] if binding else line))
        if binding is None or re.search(r"\.(assign|scatter)", line):
            found |= names
        else:
            bound.setdefault(binding[1], set()).update(names)
    while more := {name for one in found for name in bound.get(one, ())} - found:
        found |= more
    return found


def _rebinds(text: str) -> bool:
    """Whether a program asks for the gradient of a name that one of its loops binds again."""
    for source in re.findall(r"\.gradient\(\w+, (\w+)", text):
        loops = re.finditer(r"^( *)(?:for|while) .*:\n((?:\1 +.*\n)+)", text, re.MULTILINE)
        if any(re.search(rf"^ *{source} [-+*]?= ", loop[2], re.MULTILINE) for loop in loops):
            return True
    return False


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
