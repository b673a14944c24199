"""Random differentiable programs: ops, branches, loops, calls and lists, with numbers that stay small."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import graphwright as tf

SIZE = 3
Vector = Any
Program = Callable[..., Vector]

_ONE = [
    tf.sin,
    tf.tanh,
    tf.sigmoid,
    lambda a: a * a * 0.3,
    lambda a: tf.exp(a * 0.2),
    lambda a: tf.sqrt(a * a + 0.5),
    lambda a: tf.reverse(a, [0]),
    lambda a: tf.cumsum(a) * 0.4,
    lambda a: tf.nn.softmax(a),
    lambda a: tf.gather(a, [2, 0, 2]),
    lambda a: tf.concat([a[1:], a[:1]], 0),
    lambda a: a - tf.reduce_mean(a),
    lambda a: tf.reshape(tf.matmul(tf.reshape(a, [SIZE, 1]), tf.reshape(a, [1, SIZE])), [-1])[:SIZE],
    lambda a: tf.stack(tf.unstack(a)[::-1]) * 1.1,
]
_TWO = [
    lambda a, b: a + b,
    lambda a, b: a * b,
    lambda a, b: a - 0.5 * b,
    lambda a, b: a / (b * b + 1.0),
    lambda a, b: tf.reduce_sum(a) * b * 0.3,
    lambda a, b: tf.maximum(a, b + 0.01),
    lambda a, b: tf.where(a > b, a * 0.5, tf.sin(b)),
    lambda a, b: tf.einsum("i,j->j", a, b) * 0.3,
]


class Maker:
    """Makes one program after another from a seed."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)

    def program(self, depth: int = 3) -> Program:
        """A function of two vectors and a number of rounds."""
        kinds = [self._leaf] if depth == 0 else [self._one, self._two, self._branch, self._loop, self._call, self._rows]
        return self.choose.choice(kinds)(depth - 1)

    def _leaf(self, depth: int) -> Program:
        return self.choose.choice([lambda x, y, n: x, lambda x, y, n: y, lambda x, y, n: x * 0.7 + 0.1])

    def _one(self, depth: int) -> Program:
        op, inner = self.choose.choice(_ONE), self.program(depth)
        return lambda x, y, n: op(inner(x, y, n))

    def _two(self, depth: int) -> Program:
        op, a, b = self.choose.choice(_TWO), self.program(depth), self.program(depth)
        return lambda x, y, n: op(a(x, y, n), b(x, y, n))

    def _branch(self, depth: int) -> Program:
        test, a, b = self.program(0), self.program(depth), self.program(depth)
        limit = self.choose.uniform(-1, 2)
        if self.choose.random() < 0.3:
            c = self.program(depth)
            return lambda x, y, n: tf.switch_case(
                n % 3, [lambda: a(x, y, n), lambda: b(x, y, n), lambda: c(x, y, n) * 0.5]
            )
        return lambda x, y, n: tf.cond(
            tf.reduce_sum(test(x, y, n)) > limit, lambda: a(x, y, n), lambda: b(x, y, n) * 0.5
        )

    def _loop(self, depth: int) -> Program:
        start, step, op = self.program(depth), self.program(depth), self.choose.choice(_TWO)
        fixed, limit = self.choose.random() < 0.5, self.choose.choice([None, 2])

        def program(x: Vector, y: Vector, n: Any) -> Vector:
            def body(i: Any, a: Vector) -> Any:
                return i + 1, tf.tanh(op(a, step(x, y, n) if fixed else step(a, y, i)))

            first = (tf.constant(0), start(x, y, n))
            return tf.while_loop(lambda i, a: i < n, body, first, maximum_iterations=limit)[1]

        return program

    def _call(self, depth: int) -> Program:
        inner = tf.function(self.program(depth), autograph=False)
        return lambda x, y, n: inner(y, x, n)

    def _rows(self, depth: int) -> Program:
        inner, op = self.program(depth), self.choose.choice(_TWO)
        kind = self.choose.randrange(3)

        def program(x: Vector, y: Vector, n: Any) -> Vector:
            value = inner(x, y, n)
            if kind == 0:
                return tf.map_fn(lambda row: tf.sin(row) * tf.reduce_sum(y), value)
            if kind == 1:
                return tf.scan(lambda a, row: tf.tanh(a * row + 0.2), value)
            rows = tf.TensorArray(tf.float64, 2).write(0, value).write(1, op(value, x))
            return tf.reduce_sum(rows.stack(), 0)

        return program
