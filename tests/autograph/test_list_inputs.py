"""Functions that take a list of tensors, given one that grew in a staged loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.autograph.support import define, plain

X = np.arange(12.0, dtype=np.float32).reshape(3, 2, 2)
SIGNATURES: dict[str, Any] = {
    "known": None,
    "open": [tf.TensorSpec([None, 2, 2])],
    "all open": [tf.TensorSpec([None, None, None])],
}


def _program(expression: str) -> Any:
    return define(f"def f(x):\n    l = []\n    for z in x:\n        l.append(z)\n    return {expression}\n", tf=tf)


SAME = [
    "tf.add_n(l)",
    "tf.add_n(list(l))",
    "tf.add_n([z * 2 for z in l])",
    "tf.add_n([tf.add_n(l), l[0]])",
    "tf.math.accumulate_n(l)",
    "tf.concat(l, 0)",
    "tf.concat(l, 1)",
    "tf.concat(l, -1)",
    "tf.concat([z[:1] for z in l], axis=0)",
    "tf.stack(l)",
    "tf.stack(l, 1)",
    "tf.stack(l, axis=-1)",
    "tf.stack([l, l])",
    "tf.linalg.global_norm(l)",
    "tf.unstack(l, axis=0, num=3)",
    "tf.raw_ops.AddN(inputs=l)",
    "tf.raw_ops.ConcatV2(values=l, axis=1)",
    "tf.raw_ops.Concat(concat_dim=0, values=l)",
    "tf.raw_ops.Pack(values=l, axis=2)",
    "tf.reduce_sum(l, 0)",
    "tf.nest.is_nested(l)",
    "tf.add_n([(z, z + 1.0) for z in l])",
    "tf.concat([(z, z + 1.0) for z in l], 0)",
    "tf.stack([(z, z + 1.0) for z in l], 1)",
]


@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize("expression", SAME)
def test_a_function_computes_what_it_does_eagerly(expression: str, signature: str) -> None:
    f = _program(expression)
    assert plain(tf.function(f, input_signature=SIGNATURES[signature])(tf.constant(X))) == plain(f(tf.constant(X)))


@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize("expression", ["tf.add_n(l)", "tf.concat(l, 0)", "tf.concat(l, 1)", "tf.stack(l, 1)"])
def test_the_gradient_is_that_of_the_eager_program(expression: str, signature: str) -> None:
    f, x = _program(expression.replace("l", "[z * z for z in l]", 1)), tf.constant(X)

    def gradient(function: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
            loss = tf.reduce_sum(y * tf.reshape(tf.range(tf.cast(tf.size(y), tf.float32)), tf.shape(y)))
        return plain(tape.gradient(loss, x))

    assert gradient(tf.function(f, input_signature=SIGNATURES[signature])) == gradient(f)


REFUSED = [
    "tf.nest.flatten(l)",
    "tf.nest.flatten({'a': l})",
    "tf.nest.map_structure(tf.reduce_sum, l)",
    "tf.nest.pack_sequence_as([0, 0, 0], l)",
    "tf.map_fn(lambda z: z[0] + z[1], l, fn_output_signature=tf.float32)",
    "tf.foldl(lambda a, z: a + tf.reduce_sum(z), l, 0.0)",
    "tf.foldr(lambda a, z: a + tf.reduce_sum(z), l, 0.0)",
    "tf.scan(lambda a, z: a + tf.reduce_sum(z), l, 0.0)",
    "tf.vectorized_map(lambda z: z[0], l)",
    "tf.einsum('ij,ij,ij->ij', *l)",
    "tf.clip_by_global_norm(l, 1.0)",
    "tf.identity_n(l)",
    "tf.tuple(l)",
    "tf.meshgrid(*l)",
    "tf.dynamic_stitch([[0, 1], [2, 3], [4, 5]], l)",
    "tf.py_function(lambda *a: sum(a), l, tf.float32)",
    "tf.raw_ops.IdentityN(input=l)",
    "tf.raw_ops.ShapeN(input=l)",
    "tf.raw_ops.ParallelConcat(values=l, shape=[6, 2])",
    "tuple(l)",
    "[*l]",
]


@pytest.mark.parametrize("expression", REFUSED)
def test_a_function_that_needs_the_number_of_tensors_says_so(expression: str) -> None:
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError) as caught:
        tf.function(_program(expression))(tf.constant(X))
    text = str(caught.value)
    assert "needs the number of elements of the list 'l'" in text and "Use tf.stack of the list" in text
    assert f"return {expression}" in text


@pytest.mark.parametrize("expression", ["tf.add_n(l)", "tf.concat(l, 0)", "tf.concat(l, 1)"])
def test_an_empty_list_is_refused_when_the_graph_runs(expression: str) -> None:
    f = tf.function(_program(expression), input_signature=SIGNATURES["open"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="needs at least one tensor, and its list is empty"):
        f(tf.zeros([0, 2, 2]))


def test_parts_of_several_sizes_are_concatenated() -> None:
    f = define(
        "def f(x):\n    l = []\n    for i in tf.range(3):\n        l.append(x[: i + 1])\n    return tf.concat(l, 0)\n",
        tf=tf,
    )
    assert plain(tf.function(f)(tf.constant([5, 6, 7]))) == [5, 5, 6, 5, 6, 7]


def test_a_list_of_the_graph_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    f = define("def f(x):\n    l = []\n    for z in x:\n        l.append(z)\n    tf.print('all', l)\n", tf=tf)
    tf.function(f)(tf.constant([1, 2]))
    assert capfd.readouterr().err == "all [1 2]\n"
