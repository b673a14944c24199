"""Differences of programs of statements that are not ours to fix, each with the reason."""

from __future__ import annotations

import re
from typing import Any

from tests.compare.statements.liveness import is_unread

_ROLL = "TensorFlow's rule of batching shifts another axis where the axis is negative"
_DATASET = "TensorFlow drops the gradient of a loop over a dataset"
_LISTS = "TensorFlow takes a list of the graph for one tensor, and computes something else"
_ZEROS = "TensorFlow finds that zeros do not depend on the variable that they are like"
# By what differs (a pattern of its beginning), what the program says, and what either error says.
_REASONS: list[tuple[str, str, str, str]] = [
    ("answers", "", "Cannot convert a partially known TensorShape", "TensorFlow's gradient wants sizes that are known"),
    ("answers", "scatter", "for empty (output|tensor)", "what has no elements stays as it is"),
    ("answers", "sort|top_k", "Requires delta != 0", "TensorFlow's gradient of a sort wants elements"),
    ("answers", "", "up to 7 input dim|dims must be <=|Requested rank: 8", "TensorFlow has kernels for a few ranks"),
    ("answers", "", "data type is not supported", "TensorFlow has kernels for a few dtypes"),
    ("refuses", "Dataset", "no entry for: ReduceDataset", _DATASET),
    (
        r"another answer \(dtype",
        r"= \[\]",
        "out of scope|symbolic|does not match type",
        "a list that stays empty has a dtype in a trace",
    ),
    (r"another class of error \(IndexError, StagingError", "", "", "TensorFlow wraps errors that it cannot make again"),
    ("another class of error", "", "out of valid range", "TensorFlow checks no axis of a tensor without elements"),
    (r"another answer \(numbers", r"(jacobian|vectorized_map).*roll|roll.*\n(.*\n)*.*jacobian", "", _ROLL),
    (r"answers .*AttributeError", "", "'IndexedSlices' object has no attribute '_id'", "a fault of TensorFlow's tapes"),
    (
        "another class of error",
        "Dataset",
        "no entry for: ReduceDataset",
        "the gradient is refused before the loop runs",
    ),
    (r"another answer \(kind \['tensor'\] \['python'\]", "Dataset", "", _DATASET),
    (r"refuses .*OperatorNotAllowedInGraphError", r"(concat|stack)\(l\d+", "fill it in a loop", _LISTS),
    ("refuses", "custom_gradient(.*\n)*.*zeros_like", "must accept keyword argument 'variables'", _ZEROS),
    ("prints", "show", "", "TensorFlow prints complex numbers as a question mark"),
]

# The same for what only traces can answer otherwise.
_OF_TRACES: list[tuple[str, str, str, str]] = [
    (
        r"another answer \((shape|numbers)",
        r"\.append\([vw]\)",
        "",
        "a list of the graph keeps a variable's value",
    ),
    (r"other variables|another answer", r"lambda: [vw]\b", "", "a variable that a branch returns is its value then"),
    (r"another answer \(dtype \w+ float32", r"= \[\]", "", "an empty list has the dtype of its elements in a trace"),
    (r"another answer \(shape \[0", r"= \[\]|map_fn", "", "an empty list has the shape of its elements in a trace"),
    (r"another answer \(numbers", r"return [vw]\n", "", "a variable that a function returns is no tensor in Python"),
]


def reason(found: str, mode: str, text: str, ours: Any, theirs: Any) -> str:
    """Why a difference in a mode is none; empty where nothing explains it. `ours` and `theirs` have all modes."""
    a, b = ours.get(mode, ours), theirs.get(mode, theirs)
    said = " ".join(answer["calls"][-1].get("message", "") for answer in (b, a) if "calls" in answer)
    what = re.sub(r"(not as in Python: )?call \d+: ", "", found)
    for beginning, program, message, why in _REASONS if mode == "eager" else (*_REASONS, *_OF_TRACES):
        here = re.match(beginning, what) and re.search(program, text) and re.search(message, said)
        printed = any(re.search(r"\(.*,|\[\n", call.get("printed", "")) for call in a.get("calls", ()))
        if here and (beginning != "prints" or printed or _prints_nothing(a, b)):
            return why
    out_of_range = re.search(r"-9223372036854775808|-2147483648", str(theirs))
    if re.search(r"numbers u?int", what) and "tf.cast(" in text and out_of_range:
        return "what a float becomes that an integer dtype cannot hold (docs/differences.md)"
    if what.endswith("(value)") and _differ_in_sizes(a, theirs["eager"] if "error" in b["calls"][0] else b):
        return "a trace knows fewer sizes of ragged tensors"
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
    if both and what.startswith("answers") and _is_left_out(last, text):
        return "refused eagerly: a trace leaves out what nothing reads"
    if "numbers" in what and _rebinds(text):
        return "the gradient of a name that a loop binds again: the loop's result, in a trace"
    return ""


def _is_left_out(failed: Any, text: str) -> bool:
    """Whether nothing depends on the statement that failed."""
    lines = [int(place.split(":")[1]) for place in failed["where"] if re.match(r"(program|[a-z]+\d+):", place)]
    if not lines:
        return False
    holds = re.match(r" *d\d+ = ", text.splitlines()[lines[-1] - 1])  # a list or dict, of which some elements are read
    return holds is not None or is_unread(text, lines[-1])


def _rebinds(text: str) -> bool:
    """Whether a program asks for the gradient of a name that one of its loops binds again."""
    for source in re.findall(r"\.gradient\(\w+, (\w+)", text):
        loops = re.finditer(r"^( *)(?:for|while) .*:\n((?:\1 +.*\n)+)", text, re.MULTILINE)
        if any(re.search(rf"^ *{source} [-+*]?= ", loop[2], re.MULTILINE) for loop in loops):
            return True
    return False


def _prints_nothing(ours: Any, theirs: Any) -> bool:
    """Whether TensorFlow prints nothing of a tensor of five dimensions or more without elements."""
    pairs = zip(ours.get("calls", ()), theirs.get("calls", ()), strict=False)
    return any(a.get("printed", "").replace("[]", "") == b.get("printed", "").replace("[]", "") for a, b in pairs)


def _differ_in_sizes(ours: Any, theirs: Any) -> bool:
    """Whether answers are alike but for static sizes of ragged tensors."""
    pairs = zip(ours["calls"], theirs["calls"], strict=False)
    return all(_without_sizes(a) == _without_sizes(b) for a, b in pairs if "error" not in a and "error" not in b)


def _without_sizes(answer: Any) -> Any:
    """An answer without the static sizes of ragged tensors, and without the numbers, which have been compared."""
    if isinstance(answer, dict):
        return {k: _without_sizes(v) for k, v in answer.items() if k not in ("data", "shape", "printed", "variables")}
    return list(map(_without_sizes, answer)) if isinstance(answer, list) else answer


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
            if unlike(g, h) and not ("python" in g and is_zero(h)) and not ("python" in h and is_zero(g)):
                return False
    return True
