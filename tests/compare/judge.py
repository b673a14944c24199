"""Whether two answers to a random program agree.

Exact kinds agree exactly. Floats agree within units in the last place; beyond that they agree where ours is about as
near to the answer in double precision as TensorFlow's is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.differences.describe import TOLERANCE, agree
from tests.golden.encoding import decode, encode

_AS_NEAR = 16  # ours may be this many times as far from the reference as TensorFlow's
_STEPS = 8  # and this many tolerances of the dtype besides: programs have up to three functions and two gradients


def verdict(ours: Any, theirs: Any, wide: Any) -> str:
    """Empty where they agree, else in what they do not."""
    if "no kernel" in theirs or "died" in theirs or agree(ours, theirs):
        return ""
    if "error" in theirs:
        return "answers what TensorFlow refuses" if "error" not in ours else "another class of error"
    if "error" in ours:
        return "refuses what TensorFlow answers"
    return "" if _near(ours, theirs, wide) else "another answer"


def _near(ours: Any, theirs: Any, wide: Any) -> bool:
    if isinstance(theirs, dict):
        if isinstance(ours, dict) and ("slices" in theirs or "slices" in ours):
            return _near(_dense(ours), _dense(theirs), None)
        if not isinstance(ours, dict) or ours.keys() != theirs.keys():
            return False
        if "data" in theirs:
            return agree(ours, theirs) or _as_near(ours, theirs, wide)
        return all(_near(ours[k], theirs[k], wide.get(k) if isinstance(wide, dict) else None) for k in theirs)
    if isinstance(theirs, list):
        if not isinstance(ours, list) or len(ours) != len(theirs):
            return False
        wide = wide if isinstance(wide, list) and len(wide) == len(theirs) else [None] * len(theirs)
        return all(map(_near, ours, theirs, wide))
    return bool(ours == theirs)


def _dense(answer: dict[str, Any]) -> Any:
    """A gradient as a tensor: whether rows are given one by one, and added up yet, makes no difference."""
    if "slices" not in answer:
        return answer.get("tensor", answer)
    values, indices, shape = (next(iter(part.values())) for part in answer["slices"])
    total = np.zeros(decode(shape), decode(values).dtype)
    np.add.at(total, decode(indices), decode(values))
    return encode(total)


def _as_near(ours: Any, theirs: Any, wide: Any) -> bool:
    tolerance = TOLERANCE.get(theirs["dtype"])
    if tolerance is None or (ours["dtype"], ours["shape"]) != (theirs["dtype"], theirs["shape"]):
        return False
    a, b = (decode(v).astype(np.complex128) for v in (ours, theirs))
    with np.errstate(all="ignore"):
        if np.allclose(a, b, rtol=_STEPS * tolerance, atol=_STEPS * tolerance, equal_nan=True):
            return True
        if not isinstance(wide, dict) or wide.get("shape") != theirs["shape"] or wide.get("dtype") not in TOLERANCE:
            return False
        c = decode(wide).astype(np.complex128)
        allowed = _AS_NEAR * abs(b - c) + _STEPS * tolerance * (abs(c) + 1)
        equal = (a == b) | (np.isnan(a) & np.isnan(b))
        return bool(np.all(equal | (abs(a - c) <= allowed)))
