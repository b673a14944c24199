"""Differences that are not ours to mend: what TensorFlow's answer is there, and why ours is another."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tests.golden.encoding import decode

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
    ("answers", r"histogram_fixed_width.*(bfloat16|uint16)", "TensorFlow cannot place such numbers in bins in a trace"),
    ("answers", r"bincount\(tf\.cast", "such a float is negative there, and counted here"),
    ("another", r"jvp.*zeta", "what has no derivative does not move; zeros say the same"),
    ("refuses", r"meshgrid", "TensorFlow multiplies by ones, which text and booleans cannot"),
    ("refuses", r"gather_nd", "nothing is picked from what has no elements, and no index is looked at"),
    (
        "refuses",
        r"RaggedTensor.*gather\(|gather\(.*RaggedTensor",
        "TensorFlow reads the next row for an index too large",
    ),
    ("another", r"conv.*noise\(\d+, \[0,", "TensorFlow's convolution of no images has the shape of its input"),
    ("answers", r"jvp.*conv.*noise\(\d+, \[0,", "which its forward product then refuses"),
    ("refuses", r"conv|pool", "a window of one more than the image: TensorFlow returns memory that it has not written"),
    ("", r"(pinv|matrix_rank)\(.*complex", "TensorFlow compares singular values with a limit of a complex dtype"),
    ("answers", r"(grad|grad2|jvp)\(.*irfft", "TensorFlow's gradient wants the length of the input"),
    ("answers", r"jvp.*recompute_grad", "TensorFlow's recomputation has no forward products"),
    (
        "another",
        r"grad.*numpy\.angle",
        "the angle of a real number is 0 or pi and has a gradient of 0, here as a tensor",
    ),
    ("another", r"numpy\.cum(sum|prod)\(.*uint", "NumPy's dtype, which TensorFlow's own sum and prod have, too"),
    ("answers", r"scatter_nd", "what has no elements stays as it is; TensorFlow refuses indices of it"),
    ("another", r"segment_(min|max)", "whether a NaN or a number is the smaller one depends on their order there"),
    ("answers", r"^unknown.*RaggedTensor.from_tensor", "TensorFlow takes a vector of unknown rank for a matrix"),
    (
        "another",
        r"grad.*banded_triangular_solve",
        "the corners of the bands, which are unused, have the NaN of the rest",
    ),
    ("class", r"fake_quant.*float16", "TensorFlow's class of a wrong dtype depends on the way that a call takes"),
    ("class", r"unstack\(.*Ragged", "TensorFlow's class is that of a tensor without a shape"),
    ("answers", r"decode_raw.*bool", "TensorFlow cannot reverse the bytes of booleans"),
    (
        "another",
        r"from_uniform_row_length.*\[:, :, ",
        "a range of uniform rows has rows of a length that is not known here",
    ),
    ("answers", r"unique.*bfloat16", "TensorFlow's unique tells bfloat16's 0.0 from its -0.0"),
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
    open_sizes = expression.startswith(("unknown(", "unsized("))
    if found == "answers what TensorFlow refuses" and error in ("ValueError", "TypeError") and open_sizes:
        return "TensorFlow wants to know ranks and sizes while it traces; here the call knows them"
    if found == "another answer" and expression.startswith("grad2(") and _is_zero(theirs):
        return "a second gradient that is 0 everywhere is None here, where TensorFlow calls a function for the first"
    for kind, pattern, text in _REASONS:
        if kind in found and re.search(pattern, expression):
            return text
    return ""


def _is_zero(answer: Any) -> bool:
    if isinstance(answer, dict):
        return not np.any(decode(answer)) if "data" in answer else all(map(_is_zero, answer.values()))
    return all(map(_is_zero, answer)) if isinstance(answer, list) else False
