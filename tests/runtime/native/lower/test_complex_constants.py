"""Complex numbers that several blocks and chunks share: constants, and scalars of two words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf


def _straight(a: tf.Tensor, n: tf.Tensor) -> Any:
    return a * 2.0, (a + 1.0) * 2.0


def _loop(a: tf.Tensor, n: tf.Tensor) -> Any:
    for _ in tf.range(n):
        a = a * 2.0
    return a * 2.0, a + 2.0


def _loop_with_a_branch(a: tf.Tensor, n: tf.Tensor) -> Any:
    for i in tf.range(n):
        if i % 2 == 0:
            a = a * 2.0
        else:
            a = a + 2.0
    return a * 2.0


def _branch(a: tf.Tensor, n: tf.Tensor) -> Any:
    if n > 2:
        a = a * (2.0 + 1.0j)
    return a * (2.0 + 1.0j)


def _computed_scalar(a: tf.Tensor, n: tf.Tensor) -> Any:
    s = tf.constant(2.0 - 0.5j, a.dtype)
    for i in tf.range(n):
        s = s * s
        a = a / s + tf.cast(i, a.dtype)
    return a * s, s


@pytest.mark.parametrize("program", [_straight, _loop, _loop_with_a_branch, _branch, _computed_scalar])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("is_open", [False, True], ids=["known", "open"])
@pytest.mark.parametrize("size", [9, 200_000])
def test_numbers_are_there_in_all_blocks_and_chunks(
    program: Callable[..., Any], dtype: str, is_open: bool, size: int
) -> None:
    x = np.linspace(-1, 1, size) + 0.25j
    signature = [tf.TensorSpec([None] if is_open else [size], dtype), tf.TensorSpec([], tf.int32)]
    staged = tf.function(program, input_signature=signature)
    a = tf.constant(x, dtype)
    found, expected = staged(a, tf.constant(3)), program(a, tf.constant(3))
    for have, want in zip(tf.nest.flatten(found), tf.nest.flatten(expected), strict=True):
        np.testing.assert_allclose(have.numpy(), want.numpy(), rtol=1e-5 if dtype == "complex64" else 1e-12)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize(
    "number", [0j, complex(-0.0, -0.0), 1e300 - 2j, complex("nan-infj"), complex(-float("nan"), 1), -1 + 1e-310j]
)
def test_a_constant_has_its_bits(dtype: str, number: complex) -> None:
    with np.errstate(over="ignore"):
        array = np.array(number, dtype)
    staged = tf.function(lambda c: tf.where(c, tf.constant(array), tf.zeros([], dtype)))
    assert staged(tf.constant([True] * 5)).numpy().tobytes() == array.tobytes() * 5
