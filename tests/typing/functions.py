"""Decorated functions as type checkers see them: a Function has the signature of the user's own function."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import graphwright as tf

if TYPE_CHECKING:
    from typing_extensions import assert_type


@tf.function
def scaled(x: tf.Tensor, factor: float = 2.0, *, twice: bool = False) -> tf.Tensor:
    """Multiply."""
    return x * factor * (2 if twice else 1)


@tf.function(autograph=False, reduce_retracing=True)
def pair(x: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
    return x, x + 1


class Model(tf.Module):
    @tf.function
    def run(self, x: tf.Tensor, training: bool = False) -> tf.Tensor:
        return x if training else -x

    @staticmethod
    @tf.function
    def double(x: tf.Tensor) -> tf.Tensor:
        return x + x


negative = tf.function(lambda: tf.constant(1))


def main() -> None:
    x = tf.constant(1.0)
    if TYPE_CHECKING:
        assert_type(scaled(x), tf.Tensor)
        assert_type(pair(x), tuple[tf.Tensor, tf.Tensor])
        assert_type(Model().run(x, training=True), tf.Tensor)
        assert_type(scaled.get_concrete_function(x).name, str)
    print(float(scaled(x, 3.0, twice=True)), [float(v) for v in pair(x)], float(Model().run(x)), float(Model.double(x)))
    try:
        scaled(x, facter=3.0)  # type: ignore[call-arg]
    except TypeError as error:
        print(str(error)[:26])
    with contextlib.suppress(TypeError, ValueError):
        scaled("text")  # type: ignore[arg-type]
    with contextlib.suppress(TypeError):
        Model().run(x, training=True, mask=x)  # type: ignore[call-arg]
    print(negative(), len(scaled.explain().traces))
    with pair.assert_max_traces(1):
        pair(x)


if __name__ == "__main__":
    main()
