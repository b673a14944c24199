"""Whether two answers to a program of statements agree, mode by mode and call by call.

TensorFlow's eager answer stands in where its traced program is refused: lists that grow in staged loops, for instance.
It also counts where TensorFlow's trace gives something else.
Floats may differ by the steps that a program has.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tests.compare.statements.program import Program
from tests.differences.describe import TOLERANCE, agree
from tests.golden.encoding import decode

STEPS = 40  # tolerances of the dtype: programs have up to fifteen statements, in loops, and gradients


def differences(ours: Any, theirs: Any, floor: float = 0.0) -> dict[str, str]:
    """In what the answers differ, by mode; empty where they agree. `floor`: the tolerance of all dtypes at least."""
    if "died" in ours or "slow" in ours:
        return {} if "slow" in ours and "slow" in theirs else {"all": "died" if "died" in ours else "too slow"}
    if "died" in theirs or "slow" in theirs:
        return {}
    found = {mode: _mode(ours[mode], theirs[mode], theirs["eager"], floor) for mode in theirs if mode in ours}
    return {mode: text for mode, text in found.items() if text}


# What a trace of TensorFlow refuses where Python has an answer: ours may give that answer, or refuse it, too.
_TRACE_ONLY = {
    "InaccessibleTensorError",
    "OperatorNotAllowedInGraphError",
    "NotImplementedError",
    "TypeError",
    "ValueError",
}


_TOLD = re.compile(r"another class of error|answers what|\((LookupError|OperatorNotAllowedInGraphError)\)")


def floor_of(program: Program) -> float:
    """The tolerance of the narrowest floats of a program: wider ones may have been computed from them."""
    text = program.text + " ".join(given.dtype for given in (*program.arguments, *program.variables))
    return max((tolerance for name, tolerance in TOLERANCE.items() if name in text), default=0.0)


def inconsistencies(ours: Any, floor: float = 0.0) -> dict[str, str]:
    """In what our own traces differ from our eager answer, by mode."""
    if "died" in ours or "slow" in ours:
        return {"all": "died" if "died" in ours else "too slow"}
    eager = _values(ours["eager"])
    found = {}
    for mode, answer in ours.items():
        text = _calls(_values(answer), eager, floor)
        # what nobody needs does not run in a trace, and what a trace cannot do it refuses
        if text and not _TOLD.search(text):
            found[mode] = text.replace("TensorFlow", "eager execution")
    return found


def _mode(ours: Any, theirs: Any, eager: Any, floor: float) -> str:
    text = _calls(ours, theirs, floor)
    last, refused = ours["calls"][-1], theirs["calls"][-1].get("error", ["none"])[0] in _TRACE_ONLY
    if text and refused:  # what Python does counts, where that is known
        none = "error" in last or any("error" in call for call in eager["calls"])
        return "" if none or not (text := _calls(_values(ours), _values(eager), floor)) else f"not as in Python: {text}"
    if text and "error" not in last and not _calls(_values(ours), _values(eager), floor):
        return ""
    return text


def _values(answer: Any) -> Any:
    """An answer whose gradients are None where they are zeros: which of them depends on what the tape recorded."""
    calls = []
    for call in answer["calls"]:
        value = call.get("value", {})
        parts = value.get("tuple", [{}])
        if len(parts) == 2 and "tuple" in parts[0] and "list" in parts[1]:
            gradients = [{"python": ["NoneType", "None"]} if is_zero(g) else g for g in parts[1]["list"]]
            value = {"tuple": [parts[0], {"list": gradients}]}
        calls.append({**call, "value": _tensors(value)})
    return {"calls": calls}


def is_zero(gradient: Any) -> bool:
    """Whether a described gradient has no other numbers than zeros."""
    part = gradient["ragged"][0] if "ragged" in gradient else gradient
    return "tensor" in part and not any(part["tensor"]["data"])


def _tensors(value: Any) -> Any:
    """A described value with tensors for variables: traced functions return no variables."""
    if isinstance(value, dict):
        return {"tensor" if k == "variable" else k: _tensors(v) for k, v in value.items()}
    return list(map(_tensors, value)) if isinstance(value, list) else value


def _calls(ours: Any, theirs: Any, floor: float) -> str:
    for k, (a, b) in enumerate(zip(ours["calls"], theirs["calls"], strict=False)):
        if "no kernel" in b:
            return ""
        if "error" in b:
            if "error" not in a:
                return f"call {k}: answers what TensorFlow refuses ({b['error'][0]})"
            return "" if agree(a, b) else f"call {k}: another class of error ({a['error'][0]}, {b['error'][0]})"
        if "error" in a:
            return f"call {k}: refuses what TensorFlow answers ({a['error'][0]})"
        if text := unlike(a["value"], b["value"], floor):
            return f"call {k}: another answer ({text})"
        if text := unlike(a["variables"], b["variables"], floor):
            return f"call {k}: other variables ({text})"
        if not _printed(a["printed"], b["printed"]):
            return f"call {k}: prints otherwise"
    return ""


def _printed(ours: str, theirs: str) -> bool:
    if ours == theirs:
        return True
    a, b = ours.split(), theirs.split()
    return len(a) == len(b) and all(_same_word(x, y) for x, y in zip(a, b, strict=True))


def _same_word(ours: str, theirs: str) -> bool:
    if ours == theirs:
        return True
    try:
        a, b = (complex(word.strip("[](),") or "x") for word in (ours, theirs))
    except ValueError:
        return False
    return bool(np.isclose(a, b, rtol=1e-2, atol=1e-2, equal_nan=True))


def unlike(ours: Any, theirs: Any, floor: float = 0.0) -> str:
    """Empty where two described values agree, else what of them does not: `dtype`, `shape`, `numbers`, `kind`."""
    if isinstance(theirs, dict):
        if not isinstance(ours, dict):
            return "kind"
        if ours.keys() != theirs.keys():
            return f"kind {sorted(ours)} {sorted(theirs)}"
        if "data" in theirs:
            return _numbers(ours, theirs, floor)
        return next((text for k in theirs if (text := unlike(ours[k], theirs[k], floor))), "")
    if isinstance(theirs, list):
        if not isinstance(ours, list) or len(ours) != len(theirs):
            return "length"
        return next((text for a, b in zip(ours, theirs, strict=True) if (text := unlike(a, b, floor))), "")
    return "" if ours == theirs else "value"


def _numbers(ours: Any, theirs: Any, floor: float) -> str:
    if agree(ours, theirs):
        return ""
    for what in ("dtype", "shape"):
        if ours[what] != theirs[what]:
            return f"{what} {ours[what]} {theirs[what]}"
    tolerance = TOLERANCE.get(theirs["dtype"])
    if tolerance is None:
        return f"numbers {theirs['dtype']}"
    wide = np.complex128 if "complex" in theirs["dtype"] else np.float64
    a, b = decode(ours).astype(wide), decode(theirs).astype(wide)
    with np.errstate(all="ignore"):
        scale = np.max(np.abs(b[np.isfinite(b)]), initial=1.0)  # what cancels was as large as its neighbours
        if wide is np.complex128:  # whether a product fuses its multiply-adds decides what it overflows to
            a, b = (np.where(np.isfinite(x), x, np.nan) for x in (a, b))
        room = STEPS * max(tolerance, floor) * scale * max(1.0, np.log(scale))  # an exponential's error grows with it
        same = (a == b) | (np.isnan(a) & np.isnan(b)) | (abs(a - b) <= room)
        return "" if np.all(same) else f"numbers {theirs['dtype']}"
