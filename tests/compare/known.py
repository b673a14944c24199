"""Differences that are not ours to fix: what TensorFlow's answer is there, and why ours is another."""

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
    ("another", r"jvp.*segment_(min|max|mean)", "TensorFlow's forward products of empty segments are 0 / 0"),
    ("another", r"jvp.*(segment_sum|scatter_nd|gather)", "forward products are tensors here, not IndexedSlices"),
    ("another", r"jvp.*(inf|nan)", "TensorFlow's forward products multiply a NaN or infinite slope by 0"),
    ("another", r"\.(saturate_)?cast\(", "floats out of range become the nearest integer here, and NaN 0"),
    ("answers", r"histogram_fixed_width", "TensorFlow has no kernel for narrow numbers, and wants a vector of limits"),
    ("class", r"histogram_fixed_width", "of a bad number of bins TensorFlow has another class in a trace"),
    ("answers", r"bincount\(tf\.cast", "such a float is negative there, and counted here"),
    ("another", r"jvp.*zeta", "what has no derivative does not move; zeros say the same"),
    ("refuses", r"meshgrid", "TensorFlow multiplies by ones, which text and booleans cannot"),
    ("refuses", r"gather_nd", "nothing is picked from what has no elements, and no index is looked at"),
    (
        "refuses",
        r"RaggedTensor.*gather\(|gather\(.*RaggedTensor",
        "TensorFlow reads the next row for an index too large",
    ),
    (
        "",
        r"conv.*noise\(\d+, \[0,",
        "TensorFlow's convolution of no images has the shape of its input, whatever follows",
    ),
    ("answers", r"sobel_edges.*\[0,", "TensorFlow cannot mirror no images"),
    ("answers", r"max_pool_with_argmax.*\[0,", "TensorFlow's maxima with their places want images"),
    (
        "refuses",
        r"(atrous_conv2d|erosion2d|dilation2d|conv2d|avg_pool3d|max_pool3d)\(.*('VALID'|\[\[0, 0\])",
        "a window of one more than the image: TensorFlow returns memory that it has not written",
    ),
    ("", r"(pinv|matrix_rank)\(.*complex", "TensorFlow compares singular values with a limit of a complex dtype"),
    ("answers", r"(grad|grad2|jvp)\(.*irfft", "TensorFlow's gradient wants the length of the input"),
    ("answers", r"jvp.*recompute_grad", "TensorFlow's recomputation has no forward products"),
    (
        "another",
        r"grad.*numpy\.angle",
        "the angle of a real number is 0 or pi and has a gradient of 0, here as a tensor",
    ),
    ("", r"numpy\.cum(sum|prod)\(.*uint", "NumPy's dtype, which TensorFlow's own sum and prod have, too"),
    ("answers", r"scatter_nd", "what has no elements stays as it is; TensorFlow refuses indices of it"),
    ("another", r"segment_(min|max)", "whether a NaN or a number is the smaller one depends on their order there"),
    ("answers", r"^unknown.*RaggedTensor.from_tensor", "TensorFlow takes a vector of unknown rank for a matrix"),
    ("answers", r"RaggedTensor.from_tensor", "TensorFlow cannot divide no elements into rows"),
    ("class", r"grad.*lstsq", "the slower way of least squares has no gradient here nor there"),
    (
        "another",
        r"grad.*banded_triangular_solve",
        "the corners of the bands, which are unused, have the NaN of the rest",
    ),
    ("class", r"unstack\(.*Ragged", "TensorFlow's class is that of a tensor without a shape"),
    ("answers", r"decode_raw.*bool", "TensorFlow cannot reverse the bytes of booleans"),
    (
        "another",
        r"from_uniform_row_length.*\[:, :, ",
        "a range of uniform rows has rows of a length that is not known here",
    ),
    ("class", r"fake_quant", "TensorFlow's class of a wrong dtype depends on the way that a call takes"),
    ("another", r"jvp.*fake_quant", "TensorFlow has no forward product of it, and says None"),
    ("answers", r"softmax_cross_entropy_with_logits.*axis=-2", "TensorFlow transposes the labels twice"),
    ("answers", r"stateless_parameterized_truncated_normal", "integers for its parameters are taken for floats"),
    ("answers", r"numpy\.(hypot|gcd|lcm|logaddexp2?)\(", "operands of two dtypes are promoted, as for other functions"),
    (
        "another",
        r"numpy\.is(pos|neg)?inf\(",
        "an array of the shape, where TensorFlow has one False for what has no infinity",
    ),
    ("another", r"numpy\.linspace\(.*dtype=", "the dtype that is asked for"),
    ("another", r"numpy\.angle\(.*float64", "the angle of float64 is float64, NumPy's dtype"),
    ("another", r"numpy\.trace\(.*1\)", "TensorFlow's trace is wider where it is not the main diagonal's"),
    ("answers", r"numpy\.repeat", "TensorFlow's repeat wants to see the counts"),
    ("", r"numpy\.sum\(.*dtype=bool", "TensorFlow casts before it sums"),
    ("another", r"spence", "Spence's function of infinity is minus infinity, SciPy's answer"),
    ("another", r"polygamma", "the sign where its terms are infinite"),
    ("another", r"jvp\(.* / ", "TensorFlow's forward product of a quotient by 0 is 0 / 0"),
    ("another", r"adjust_brightness.*int32", "TensorFlow's largest int32 is that of float32"),
    ("another", r"adjust_contrast.*int32", "a product of an integer image is rounded once"),
    (
        "another",
        r"strings\.split|unicode_decode|bytes_split|ngrams",
        "rows that are all as long are described in another way",
    ),
    ("", r"^traced.*reduce_join.*None", "TensorFlow refuses this separator eagerly and forgets it in a trace"),
    ("answers", r"cache\(\)", "TensorFlow refuses to go on with a cache that was not read to its end"),
    ("class", r"index_table_from_dataset", "an empty dataset has no element that could be taken"),
    ("answers", r"fftnd", "TensorFlow infers the shape of the input for every length"),
    (
        "answers",
        r"^(traced|unsized|unknown).*tf\.while_loop\(.*, \[tf\.TensorShape",
        "lists and tuples of shapes are the same here",
    ),
    ("another", r"grad.*cross_entropy.*inf", "the gradient at infinity is a limit here, and NaN there"),
    ("answers", r"grad2.*py_function", "TensorFlow cannot differentiate a Python function twice"),
    (
        "answers",
        r"^(traced|unsized|unknown).*tf\.range\(.*dtype=",
        "TensorFlow infers another size of a range of halves",
    ),
    ("answers", r"^unknown.*tf\.image\.", "TensorFlow's checks want images of known rank"),
    ("refuses", r"^unknown.*tf\.reverse\(", "a scalar has no axis"),
    ("answers", r"^unknown.*RaggedTensor\.from_row_splits", "TensorFlow broadcasts rows of known rank alone"),
    (
        "answers",
        r"^(unsized|unknown).*LinearOperator",
        "TensorFlow's operators take sizes that are not known for wrong ones",
    ),
    ("answers", r"^unknown.*approx_(max|min)_k", "TensorFlow counts the axes of an unknown rank from the end"),
    ("answers", r"^unsized.*linalg\.diag\(", "TensorFlow computes with a number of diagonals that is -1"),
    ("", r"non_max_suppression_padded", "by the first box TensorFlow judges which corners of all boxes come first"),
    ("another", r"adjust_(saturation|hue).*int32", "the last place of a float rounds to another integer"),
    ("another", r"stateless_parameterized_truncated_normal", "how TensorFlow draws them is not documented"),
    ("another", r"index_shuffle", "how TensorFlow makes the permutation is not documented"),
    (
        "answers",
        r"numpy\.(nan(prod|sum)|isfinite)\(.*complex",
        "TensorFlow has no kernel that finds NaNs in complex numbers",
    ),
    ("another", r"\berf\(.*float64", "TensorFlow's erf of an infinite float64 is NaN"),
    ("another", r"^grad.*bessel_y0", "whose slope is the other function"),
    (
        "class",
        r"^(traced|unsized|unknown).*sparse\.reset_shape\(tf\.sparse\.transpose",
        "the shape of what is transposed is known to the call alone",
    ),
    ("answers", r"^unknown.*RaggedTensor\.from_sparse", "TensorFlow wants to know the rank of what becomes rows"),
    ("answers", r"^(unsized|unknown).*eigh_tridiagonal", "TensorFlow computes with a size that is None"),
    ("another", r"convert_image_dtype\(.*saturate=True", "beyond its range a float becomes the last integer"),
    ("refuses", r"tf\.reverse\(.*t\(\[\]", "TensorFlow looks at no axis of what has no elements"),
    ("answers", r"jvp.*signal\.frame", "TensorFlow's forward product of frames of no elements fails"),
    ("answers", r"jvp.*vectorized_map", "TensorFlow's vectorized functions have no forward products"),
    ("class", r"sets\.size\(tf\.sparse\.from_dense", "a sparse scalar is no set; TensorFlow fails inferring its shape"),
    ("", r"unique.*window_fn", "the last places of a window say which of its numbers are equal"),
    ("answers", r"^(unsized|unknown).*numpy\.tri[lu]\(", "TensorFlow's triangles want the sizes of matrices"),
    ("another", r"bessel_y1", "minus infinity at 0 in every dtype; TensorFlow's is NaN but for float64"),
    ("another", r"jvp.*(xlogy|log_poisson_loss)", "TensorFlow's forward products multiply an infinite slope by 0"),
    (
        "another",
        r"^grad2.*vectorized_map",
        "what does not depend on an operand has no second gradient, there zeros for one",
    ),
    ("another", r"^(unsized|unknown).*resize_with_pad", "TensorFlow rounds 2.9999998 down, where eagerly it has 3"),
    (
        "class",
        r"space_to_depth\(tf\.experimental\.numpy\.tri[lu]",
        "TensorFlow's triangles of booleans are an error before",
    ),
    (
        "class",
        r"^(traced|unsized|unknown).*sparse\.split\(.*, 0, \d\)",
        "a number of parts below 1: eagerly the class is ours",
    ),
    (
        "class",
        r"boolean_mask\(.*RaggedTensor",
        "ragged tensors are no operands; TensorFlow's class depends on what is known",
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
    if found == "another class of error" and error == "LookupError":
        return "of several mistakes TensorFlow names the gradient that is missing"
    if found != "refuses what TensorFlow answers" and error == "TypeError" and expression.startswith("unknown("):
        return "TensorFlow computes with a rank that is None"
    if found == "another answer" and expression.startswith("grad2(") and _is_zero(theirs):
        return "a second gradient that is 0 everywhere is None here, where TensorFlow calls a function for the first"
    for kind, pattern, text in _REASONS:
        if kind in found and re.search(pattern, expression):
            return text
    return ""


def _is_zero(answer: Any) -> bool:
    if isinstance(answer, dict):
        return not np.any(decode(answer)) if "data" in answer else all(map(_is_zero, answer.values()))
    return all(map(_is_zero, answer)) if isinstance(answer, list) else answer in ("NoneType", "None")
