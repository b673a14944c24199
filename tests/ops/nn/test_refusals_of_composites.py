"""An op that compiled code takes apart refuses its inputs in its own words, not in those of a part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf


def sparse(labels: Any, logits: Any) -> Any:
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)


def dense(labels: Any, logits: Any) -> Any:
    return tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)


def _gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    def gradient(labels: Any, logits: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(logits)
            loss = function(labels, logits)
        return tape.gradient(loss, logits)

    return gradient


_SOME = tf.ones([2, 3])
_OUTSIDE = r"Received a label value of {} which is outside the valid range of \[0, 3\)\.  Label values: 0 {}"
REFUSED: dict[str, tuple[Callable[..., Any], list[Any], str]] = {
    "a label that is too large": (sparse, [[0, 5], _SOME], _OUTSIDE.format(5, 5)),
    "a negative label": (sparse, [[0, -1], _SOME], _OUTSIDE.format(-1, -1)),
    "a label, with the gradient": (_gradient(sparse), [[0, 3], _SOME], _OUTSIDE.format(3, 3)),
    "labels of float16": (sparse, [[0, 5], tf.cast(_SOME, tf.float16)], _OUTSIDE.format(5, 5)),
    "as many labels as rows": (
        sparse,
        [[0, 1, 2], _SOME],
        "the same first dimension|must equal `logits.shape`",
    ),
    "dense labels": (dense, [tf.ones([2, 2]), _SOME], r"logits_size=\[2,3\] labels_size=\[2,2\]"),
}


def _open(value: Any, rank_too: bool) -> tf.TensorSpec:
    tensor = tf.convert_to_tensor(value)
    return tf.TensorSpec(None if rank_too else [None] * tensor.shape.rank, tensor.dtype)


@pytest.mark.parametrize("how", ["eager", "known sizes", "open sizes"])
@pytest.mark.parametrize("name", REFUSED)
def test_the_error_is_that_of_the_whole(name: str, how: str) -> None:
    function, values, message = REFUSED[name]
    if how == "known sizes":
        function = tf.function(function)
    elif how == "open sizes":
        function = tf.function(function, input_signature=[_open(value, False) for value in values])
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError), match=message):
        function(*map(tf.convert_to_tensor, values))


@pytest.mark.parametrize("function", [tf.nn.softmax, tf.nn.log_softmax])
def test_a_softmax_of_unknown_rank(function: Callable[..., Any]) -> None:
    traced = tf.function(function, input_signature=[tf.TensorSpec(None)])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input dims must be >=1"):
        traced(tf.constant(1.0))


def test_in_a_training_step() -> None:
    weights = tf.Variable(tf.ones([4, 3]))

    @tf.function
    def step(x: Any, labels: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(sparse(labels, x @ weights))
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

    step(tf.ones([2, 4]), tf.constant([0, 1]))
    before = weights.numpy()
    with pytest.raises(tf.errors.InvalidArgumentError, match=_OUTSIDE.format(7, 7)):
        step(tf.ones([2, 4]), tf.constant([0, 7]))
    assert (weights.numpy() == before).all()
