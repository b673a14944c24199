"""Linear algebra and transforms of open sizes: they compute what they do with known sizes, or raise the error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import Array, floats
from tests.support.open_programs import Inputs, check

pytest.importorskip("llvmlite")


Case = tuple[Callable[..., Any], list[Inputs], list[Inputs]]


def positive(*shape: int, dtype: Any = np.float32) -> Array:
    """Positive definite matrices."""
    x = floats(*shape).astype(dtype)
    return np.asarray(x @ np.swapaxes(x, -1, -2) + 2 * np.eye(shape[-1]), dtype)


def gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """The gradients of a sum of squares."""

    def found(*inputs: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            loss = tf.reduce_sum(tf.square(function(*inputs)))
        return tape.gradient(loss, inputs)

    return found


def lower(m: Any, b: Any) -> Any:
    return tf.linalg.triangular_solve(m, b)


def upper_adjoint(m: Any, b: Any) -> Any:
    return tf.linalg.triangular_solve(m, b, lower=False, adjoint=True)


NO_SQUARE = [(floats(2, 3),), (floats(1, 3),), (floats(3, 1),)]
MISFITS = [(positive(3, 3), floats(2, 4)), (floats(2, 3), floats(3, 4)), (positive(3, 3), floats(1, 4))]
LINEAR_ALGEBRA: dict[str, Case] = {
    "cholesky": (tf.linalg.cholesky, [(positive(3, 3),), (positive(70, 70),), (floats(0, 0),)], NO_SQUARE),
    "cholesky of double": (tf.linalg.cholesky, [(positive(2, 3, 3, dtype=np.float64),)], []),
    "cholesky of stacks": (
        lambda x: tf.linalg.cholesky(x),
        [(positive(2, 3, 3),), (positive(1, 1, 1),), (floats(0, 3, 3),), (floats(2, 0, 0),)], [(floats(2, 2, 3),)],
    ),
    "gradient of cholesky": (gradient(tf.linalg.cholesky), [(positive(2, 3, 3),), (positive(1, 1, 1),)], []),
    "inverse": (
        lambda x: (tf.linalg.inv(x), tf.linalg.inv(x, adjoint=True)),
        [(positive(3, 3),), (positive(1, 1),), (floats(0, 0),)], [*NO_SQUARE, (np.zeros((2, 2), np.float32),)],
    ),
    "gradient of inverse": (gradient(tf.linalg.inv), [(positive(2, 3, 3),), (floats(0, 3, 3),)], []),
    "solve": (
        tf.linalg.solve,
        [(positive(3, 3), floats(3, 4)), (positive(1, 1), floats(1, 1)), (positive(3, 3), floats(3, 0)),
         (floats(0, 0), floats(0, 2))],
        MISFITS,
    ),
    "solve of stacks": (
        lambda m, b: tf.linalg.solve(m, b, adjoint=True),
        [(positive(2, 3, 3), floats(2, 3, 4)), (floats(0, 3, 3), floats(0, 3, 2))],
        [(positive(1, 3, 3), floats(2, 3, 4)), (positive(2, 3, 3), floats(1, 3, 4)),
         (floats(2, 3, 2), floats(2, 3, 4))],
    ),
    "gradient of solve": (gradient(tf.linalg.solve), [(positive(2, 3, 3), floats(2, 3, 4))], []),
    "triangular solve": (
        lower,
        [(positive(3, 3), floats(3, 4)), (positive(65, 65), floats(65, 2)), (floats(0, 0), floats(0, 2))], MISFITS,
    ),
    "triangular solve of stacks": (
        upper_adjoint,
        [(positive(2, 5, 3, 3), floats(2, 5, 3, 4)), (positive(1, 5, 3, 3), floats(2, 5, 3, 4)),
         (positive(2, 5, 3, 3), floats(2, 1, 3, 4)), (positive(2, 1, 3, 3), floats(1, 5, 3, 4)),
         (positive(1, 1, 3, 3), floats(0, 5, 3, 4)), (positive(1, 1, 1, 1), floats(1, 1, 1, 1))],
        [(positive(2, 1, 3, 3), floats(3, 1, 3, 4)), (positive(0, 1, 3, 3), floats(2, 1, 3, 4)),
         (positive(2, 1, 3, 3), floats(2, 1, 2, 4))],
    ),
    "triangular solve of fewer matrices": (
        lower, [(positive(3, 3), floats(2, 3, 4)), (positive(1, 1), floats(3, 1, 2))],
        [(positive(3, 3), floats(2, 1, 4))],
    ),
    "gradient of triangular solve": (
        gradient(lower), [(positive(3, 3), floats(3, 4)), (positive(1, 1), floats(1, 1))], [],
    ),
    "diagonals": (
        lambda x: (tf.linalg.diag_part(x), tf.linalg.diag(x)),
        [(floats(2, 3, 4),), (floats(2, 4, 3),), (floats(1, 1, 1),), (floats(2, 0, 3),), (floats(0, 2, 2),)], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINEAR_ALGEBRA)
def test_linear_algebra(name: str) -> None:
    check(*LINEAR_ALGEBRA[name])
