"""Conversion of Python functions so that control flow on tensors becomes part of the graph.

Nothing here is slow to import: the machinery loads when the first function is converted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright._public import without_annotations
from graphwright.autograph import experimental as experimental
from graphwright.autograph.experimental import do_not_convert as do_not_convert
from graphwright.autograph.verbosity import set_verbosity as set_verbosity
from graphwright.autograph.verbosity import trace as trace


def convert(function: Callable[..., Any], recursive: bool = True) -> Callable[..., Any]:
    """The converted form of any callable, called like it; the callable itself where it is not to be converted.

    A function of a library is converted, too, for it is this one that was asked for; what it calls is not.

    Args:
      function: a function, method, partial or object with `__call__`.
      recursive: whether what it calls is converted, too.
    """
    from graphwright.autograph.operators.calls import callee

    if recursive:
        result: Callable[..., Any] = callee(function, requested=True)
        return result
    from graphwright.autograph.api import convert_flat

    return convert_flat(function)


def to_graph(
    entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None
) -> Callable[..., Any]:
    """Convert a Python function to one whose control flow can become part of a graph.

    Args:
      entity: a Python function or a `tf.function`.
      recursive: whether the functions it calls are converted, too.
      experimental_optional_features: None, or members of `tf.autograph.experimental.Feature`.

    Returns: a function with the same parameters. It raises where the original would; on plain values it does what
    the original does.

    Raises:
      ValueError: if the entity cannot be converted.

    >>> def f(x):
    ...     return x * x if x > 0 else -x
    >>> tf.autograph.to_graph(f)(tf.constant(3)).numpy().item()
    9
    """
    from graphwright.autograph import api

    return api.to_graph(entity, recursive, experimental_optional_features)


def to_code(entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None) -> str:
    """The source code that conversion generates for a function.

    Args: as for `to_graph`.

    Raises:
      ValueError: if the entity cannot be converted.

    >>> def f(x):
    ...     if x < 0:
    ...         x = -x
    ...     return x
    >>> print(tf.autograph.to_code(f).splitlines()[0])
    def tf__f(x):
    """
    from graphwright.autograph import api

    return api.to_code(entity, recursive, experimental_optional_features)


__all__ = ["convert", "do_not_convert", "experimental", "set_verbosity", "to_code", "to_graph", "trace"]

without_annotations(map(globals().get, __all__))
