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
    # what is above the diagonal is not read
    f"tf.linalg.{op}(t([[2.0, np.nan], [1.0, 3.0]]))" for op in ("eigvalsh", "cholesky")
]  # fmt: skip
