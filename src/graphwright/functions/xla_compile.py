"""`tf.xla.experimental`: parts of a function that must be compiled; here all of it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.core.context import state
from graphwright.core.convert import is_made_of_tensors, to_tensor
from graphwright.functions.decorator import function


def compile(computation: Callable[..., Any], inputs: Sequence[Any] | None = None) -> Any:
    """Add a computation to the function being traced, as a part that must be compiled; use `jit_compile` instead.

    Args:
      computation: takes the inputs; returns a tensor, or a structure of tensors.
      inputs: its arguments, converted to tensors.

    Returns: what the computation returns; a single tensor as a tuple of one.

    Raises:
      RuntimeError: outside of a function.

    >>> square = tf.function(lambda x: tf.xla.experimental.compile(lambda y: y * y, [x])[0])
    >>> float(square(tf.constant(3.0)))
    9.0
    """
    _check_in_function("compile")
    arguments = nest.map_structure(lambda v: v if is_made_of_tensors(v) else to_tensor(v), list(inputs or ()))
    found = function(computation, jit_compile=True)(*arguments)
    return found if nest.is_nested(found) else (found,)


@contextlib.contextmanager
def jit_scope(compile_ops: Any = True, separate_compiled_gradients: bool = False) -> Iterator[None]:
    """Mark ops of the function being traced as to be compiled, which all of them are.

    Args:
      compile_ops: a bool, or a function that says so of an op; accepted.
      separate_compiled_gradients: accepted.

    Raises:
      RuntimeError: outside of a function.

    >>> @tf.function
    ... def double(x):
    ...     with tf.xla.experimental.jit_scope():
    ...         return x + x
    >>> float(double(tf.constant(3.0)))
    6.0
    """
    _check_in_function("jit_scope")
    yield


def _check_in_function(name: str) -> None:
    if state.graph is None:
        raise RuntimeError(
            f"xla.experimental.{name} is not supported when eager execution is enabled. Try use it inside tf.function."
        )


__all__ = ["compile", "jit_scope"]
