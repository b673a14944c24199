"""Loops whose values change their sizes: a cache that grows, beams of open lengths, a work list that shrinks."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bench.workload import Program, Workload

WIDTH, VOCABULARY, BEAMS = 64, 256, 4


def _numbers(*shape: int) -> np.ndarray:
    rng = np.random.default_rng(sum(shape))
    return rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(WIDTH))


def growing_cache(tf: Any) -> Callable[..., Any]:
    """Attention over all earlier states: each step adds a row of keys and of values."""
    to_key, to_value, to_query, out = (tf.constant(w) for w in _numbers(4, WIDTH, WIDTH))

    def decode(state: Any, steps: Any) -> Any:
        keys, values = tf.zeros([0, WIDTH]), tf.zeros([0, WIDTH])
        open_rows = tf.TensorShape([None, WIDTH])
        for _ in tf.range(steps):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(keys, open_rows), (values, open_rows)])
            keys = tf.concat([keys, state @ to_key], 0)
            values = tf.concat([values, state @ to_value], 0)
            weights = tf.nn.softmax(tf.matmul(state @ to_query, keys, transpose_b=True))
            state = tf.tanh(weights @ values @ out + state)
        return tf.concat([state, keys], 0)

    return decode


def beam_search(tf: Any) -> Callable[..., Any]:
    """The best sequences of an open number of examples, until all tokens of a step are 0 or a limit is reached."""
    advance, embedding, out = (
        tf.constant(_numbers(*shape)) for shape in ((WIDTH, WIDTH), (VOCABULARY, WIDTH), (WIDTH, VOCABULARY))
    )

    def search(rows: Any, examples: Any, steps: Any) -> Any:
        start = rows[:examples]
        state = tf.repeat(start[:, tf.newaxis], BEAMS, axis=1)
        scores = tf.tile(tf.constant([[0.0] + [-1e9] * (BEAMS - 1)]), [examples, 1])
        tokens = tf.zeros([examples, BEAMS, 0], tf.int32)
        i = 0
        while i < steps:
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[
                    (tokens, tf.TensorShape([None, BEAMS, None])),
                    (scores, tf.TensorShape([None, BEAMS])),
                    (state, tf.TensorShape([None, BEAMS, WIDTH])),
                ]
            )
            each = scores[..., tf.newaxis] + tf.nn.log_softmax(state @ out)
            scores, index = tf.math.top_k(tf.reshape(each, [examples, BEAMS * VOCABULARY]), BEAMS)
            parent, token = index // VOCABULARY, index % VOCABULARY
            tokens = tf.concat([tf.gather(tokens, parent, batch_dims=1), token[..., tf.newaxis]], 2)
            state = tf.tanh(tf.gather(state, parent, batch_dims=1) @ advance + tf.gather(embedding, token))
            if tf.reduce_all(token == 0):
                break
            i += 1
        return tokens

    return search


def shrinking_list(tf: Any) -> Callable[..., Any]:
    """Collatz's steps of many numbers: those that have arrived at 1 leave the list."""

    def steps(x: Any) -> Any:
        total = tf.constant(0)
        while tf.shape(x)[0] > 0:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            x = tf.where(x % 2 == 0, x // 2, 3 * x + 1)
            total += tf.shape(x)[0]
            x = tf.boolean_mask(x, x > 1)
        return total

    return steps


def selected_rows(tf: Any) -> Callable[..., Any]:
    """A layer for the rows that are left: those of the larger norms stay, until there is one."""
    weights = tf.constant(2 * _numbers(WIDTH, WIDTH))

    def select(x: Any) -> Any:
        while tf.shape(x)[0] > 1:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None, WIDTH]))])
            x = tf.tanh(x @ weights)
            norms = tf.reduce_sum(x * x, 1)
            x = tf.gather(x, tf.where(norms > tf.reduce_mean(norms))[:, 0])
        return x

    return select


#: A maker of each function, and arguments for a size.
FUNCTIONS: dict[str, tuple[Callable[[Any], Callable[..., Any]], Callable[[int], list[Any]]]] = {
    "growing_cache": (growing_cache, lambda n: [_numbers(1, WIDTH), np.int32(n)]),
    "beam_search": (beam_search, lambda n: [_numbers(8, WIDTH), np.int32(n % 7), np.int32(n)]),
    "shrinking_list": (shrinking_list, lambda n: [np.arange(2, 2 + n, dtype=np.int32)]),
    "selected_rows": (selected_rows, lambda n: [_numbers(n, WIDTH)]),
}


def _workload(name: str, title: str, size: int) -> Workload:
    make, arguments = FUNCTIONS[name]

    def tensorflow(tf, stage):
        given = [tf.constant(value) for value in arguments(size)]
        return Program("run(*given)", {"run": stage(make(tf)), "given": given})

    unfit = frozenset({"TF jit_compile"})  # its loops keep their shapes
    return Workload(name, title, tensorflow, unfit=unfit, tolerance=1e-3)


WORKLOADS = [
    _workload("growing_cache", f"64 steps of attention over a cache that grows by `concat`, {WIDTH} units", 64),
    _workload(
        "beam_search",
        f"beam search: {BEAMS} beams, {VOCABULARY} tokens, an open number of examples (6), 20 steps",
        19 + 1,
    ),
    _workload("shrinking_list", "`while tf.shape(x)[0] > 0`: Collatz's steps of 200 numbers, which leave at 1", 200),
    _workload(
        "selected_rows", f"`while tf.shape(x)[0] > 1`: layers of 200 rows of {WIDTH} floats, the larger ones stay", 200
    ),
]
