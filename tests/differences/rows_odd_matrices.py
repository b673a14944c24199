"""Matrices with NaN or infinities: where these spread to, and which are refused."""

from __future__ import annotations

_MATRICES = {
    f"{value} at {row}, {column}": [
        [value if (i, j) == (row, column) else v for j, v in enumerate(line)]
        for i, line in enumerate([["4.0", "1.0", "0.0"], ["1.0", "3.0", "1.0"], ["0.0", "1.0", "2.0"]])
    ]
    for value in ("np.nan", "np.inf", "-np.inf")
    for row, column in ((0, 0), (1, 1), (2, 2), (0, 2), (2, 0), (1, 2))
} | {
    "among zeros": [["0.0", "0.0"], ["0.0", "np.nan"]],
    "an infinity among zeros": [["0.0", "0.0"], ["0.0", "np.inf"]],
    "all": [["np.nan", "np.nan"], ["np.nan", "np.nan"]],
    "above": [["0.0", "np.nan"], ["0.0", "0.0"]],
    "before a zero": [["1.0", "np.nan"], ["0.0", "0.0"]],
}


def _text(matrix: list[list[str]]) -> str:
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in matrix) + "]"


_OPS = [
    "tf.linalg.det({})", "[*tf.linalg.slogdet({})]", "tf.linalg.inv({})", "tf.linalg.inv({}, adjoint=True)",
    "tf.linalg.solve({0}, tf.ones_like({0}))", "tf.linalg.solve({0}, tf.ones_like({0}), adjoint=True)",
    "[*tf.linalg.lu({})]",
]  # fmt: skip

_BATCH = "np.array([[[2.0, 1.0], [1.0, 1.0]], [[2.0, 1.0], [1.0, np.nan]], [[0.0, 1.0], [2.0, 0.0]]], np.{})"

_ROOTED = (
    "[[np.inf]]", "[[np.nan]]", "[[0.0]]", "[[0.0, 1.0], [0.0, 0.0]]", "[[4.0, 0.0], [0.0, 0.0]]",
    "[[1e200, 1e200], [1e200, -1e200]]", "[[4e-200, 0.0], [0.0, 9e-200]]",
    "[[[1.0, np.nan], [0.0, 1.0]], [[4.0, 0.0], [0.0, 9.0]]]",
)  # fmt: skip
_DIAGONAL = ("[[np.inf, 0.0], [0.0, 1.0]]", "[[1.0, 0.0], [0.0, np.nan]]")

_QR_SPREADS = ("[[np.inf, 2.0], [3.0, 4.0]]", "[[1.0, 2.0], [3.0, np.nan], [6.0, 7.0]]")
_BATCHES = (
    "[[[1.0, 2.0], [3.0, 4.0]], [[np.nan, 2.0], [3.0, 4.0]]]",
    "[[[np.inf, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]]]",
)

ROWS = [
    f"traced(lambda a: {op.format('a')}, t({_text(matrix)}, tf.{dtype}))"
    for op in _OPS
    for matrix in _MATRICES.values()
    for dtype in ("float32", "float64")
] + [
    use.format(op.format("a"), f"t({value})")
    for op in _OPS
    for value in (
        *(f"{_text(matrix)}, tf.complex64" for name, matrix in _MATRICES.items() if "inf" not in name),
        *(_BATCH.format(dtype) for dtype in ("float32", "float64", "complex128")),
    )
    for use in ("(lambda a: {})({})", "traced(lambda a: {}, {})")
] + [
    f"tf.linalg.{op}(t({value}, tf.{dtype}))"
    for op, dtypes in (("sqrtm", ("float32", "float64", "complex128")), ("logm", ("complex128",)))
    for dtype in dtypes
    for value in (*_ROOTED, *(_text(matrix) for name, matrix in _MATRICES.items() if "1, 1" in name))
] + [
    f"traced(lambda x: {op}, t({value}, tf.{dtype}))"
    for op in ("tf.linalg.eigvalsh(x)", "[*tf.linalg.eigh(x)]", "grad(tf.linalg.eigvalsh, x)")
    for value in (*_ROOTED[:2], "[[1.0, 0.0], [np.inf, 2.0]]", "[[1.0, 0.0], [np.nan, 2.0]]")
    for dtype in ("float32", "complex128")
] + [
    f"tf.linalg.lstsq({matrix}, {rhs}, fast={fast})"
    for matrix, rhs in (("[1.0, 2.0]", "[1.0, 2.0]"), ("[[1.0, 2.0]]", "[1.0]"), ("[[1.0, 2.0]]", "[[1.0], [2.0]]"))
    for fast in (True, False)
] + [
    f"tf.linalg.lstsq(t({_text(matrix)}), [[1.0], [2.0], [3.0]], fast=False)"
    for name, matrix in _MATRICES.items() if "1, 1" in name
] + [f"tf.linalg.eigvalsh(t({value}))" for value in _DIAGONAL] + [
    # what is above the diagonal is not read
    f"tf.linalg.{op}(t([[2.0, np.nan], [1.0, 3.0]]))" for op in ("eigvalsh", "cholesky")
] + [
    f"[*tf.linalg.qr(t({value}), full_matrices={full})]"
    for value in (
        "[[np.nan, 2.0], [3.0, 4.0]]", "[[1.0, 2.0], [3.0, np.nan]]", "[[1.0, np.nan], [3.0, 4.0]]",
        "[[np.nan, 2.0], [3.0, 4.0], [5.0, 6.0]]", *_QR_SPREADS,
    )
    for full in (False, True)
] + [
    f"tf.linalg.expm(t({value}))"
    for value in ("[[np.nan, 2.0], [3.0, 4.0]]", "[[np.inf, 2.0], [3.0, 4.0]]", *_BATCHES)
] + [
    f"tf.linalg.{op}(t({value}))" for op in ("inv", "det", "sqrtm") for value in _BATCHES if op != "inv"
] + [
    f"{use}(lambda x: tf.einsum('{equation}', x), tf.ones({shape}))"
    for use in ("traced", "grad", "unsized")
    for equation, shape in (
        ("ij->i", "[3, 0]"), ("ij->j", "[3, 0]"), ("ij->ji", "[3, 0]"), ("ij->", "[3, 0]"), ("ii->i", "[0, 0]"),
        ("ii->", "[0, 0]"), ("ij->i", "[0, 3]"),
    )
] + [
    "tf.einsum('ij,jk->ik', tf.ones([3, 0]), tf.ones([0, 2]))",
    "tf.einsum('ij,kj->ik', tf.ones([3, 0]), tf.ones([2, 0]))",
    "tf.einsum('ij,ij->', tf.ones([3, 0]), tf.ones([3, 0]))",
]  # fmt: skip

ON_PURPOSE: dict[str, str] = {
    **{
        f"[*tf.linalg.qr(t({value}), full_matrices={full})]": (
            "What is computed before the first number that is not finite is kept; TensorFlow fills the factor with NaN."
        )
        for value in _QR_SPREADS
        for full in (False, True)
        if not full or "inf" in value
    },
    **{
        f"tf.linalg.expm(t({value}))": (
            "Each matrix of a batch is by itself; one that is not finite makes all others NaN in TensorFlow."
        )
        for value in _BATCHES
    },
    **{
        f"tf.linalg.sqrtm(t([[0.0, 1.0], [0.0, 0.0]], tf.{dtype}))": (
            "This matrix has no square root: all of it is NaN here, and TensorFlow leaves an infinity in it."
        )
        for dtype in ("float32", "float64")
    },
    **{
        f"tf.linalg.eigvalsh(t({value}))": (
            "Values that are not finite are refused; so they are by TensorFlow, unless its iteration ends with them, "
            "as for some diagonal matrices."
        )
        for value in _DIAGONAL
    },
    "tf.linalg.lstsq([1.0, 2.0], [1.0, 2.0], fast=True)": (
        "Refused as with `fast=False`, by the documented class; TensorFlow's own code fails with an IndexError."
    ),
    **{
        f"tf.linalg.lstsq(t({_text(matrix)}), [[1.0], [2.0], [3.0]], fast=False)": (
            "The solution is NaN, as with `fast=True` here and there; TensorFlow finds a matrix of rank 0, and gives 0."
        )
        for name, matrix in _MATRICES.items()
        if "1, 1" in name
    },
}
