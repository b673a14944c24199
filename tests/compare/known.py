"""Differences that are not ours to mend: what TensorFlow's answer is there, and why ours is another."""

from __future__ import annotations

import re
from typing import Any

# By how the answers differ and what the program calls.
_REASONS: list[tuple[str, str, str]] = [
    ("another", r"sort|top_k|approx_max_k", "NaNs have no order: where TensorFlow sorts them depends on their places"),
    ("another", r"softmax", "beside an infinity TensorFlow's CPU kernel has zeros in a row that has no sum"),
    ("another", r"log_softmax|logsumexp", "a NaN in a running or row-wise sum of exponentials stays a NaN here"),
    ("another", r"complex\(.*inf|complex\(.*nan", "products and quotients of infinite complex numbers are C's here"),
    ("another", r"logical_not\(", "TensorFlow's graph rewrites turn `not (a > b)` into `a <= b`, wrong for NaN"),
    ("another", r"bfloat16.*matmul|matmul.*bfloat16", "TensorFlow's bfloat16 product has NaN for what is infinite"),
    ("another", r"jvp.*segment_(min|max)", "TensorFlow's forward products of empty segments are 0 / 0"),
    ("another", r"jvp.*(segment_sum|scatter_nd|gather)", "forward products are tensors here, not IndexedSlices"),
    ("another", r"jvp.*(inf|nan)", "TensorFlow's forward products multiply a NaN or infinite slope by 0"),
    ("another", r"\.(saturate_)?cast\(", "floats out of range become the nearest integer here, and NaN 0"),
    ("answers", r"histogram_fixed_width.*bfloat16", "TensorFlow cannot place bfloat16 in the bins while tracing"),
    ("answers", r"bincount\(tf\.cast", "such a float is negative there, and counted here"),
    ("another", r"jvp.*zeta", "what has no derivative does not move; zeros say the same"),
    ("refuses", r"meshgrid", "TensorFlow multiplies by ones, which text and booleans cannot"),
    ("refuses", r"gather_nd", "nothing is picked from what has no elements, and no index is looked at"),
]


def reason(found: str, expression: str, theirs: Any) -> str:
    """Why a difference is none of ours; empty where it is."""
    error = theirs.get("error", [""])[0] if isinstance(theirs, dict) else ""
    if found == "answers what TensorFlow refuses" and error == "LookupError":
        return "TensorFlow has no such gradient"
    if found == "answers what TensorFlow refuses" and error in ("AttributeError", "SystemError"):
        return "TensorFlow fails inside"
    if found == "another class of error" and error in ("InternalError", "AttributeError", "AbortedError"):
        return "TensorFlow's class says that it failed inside"
    if found == "another class of error" and error == "TypeError" and expression.startswith("unknown("):
        return "TensorFlow computes with a rank that is None"
    for kind, pattern, text in _REASONS:
        if kind in found and re.search(pattern, expression):
            return text
    return ""
