"""The experimental part of `tf.autograph`."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterable
from typing import Any

from graphwright._public import without_annotations
from graphwright.autograph.recording import current


class Feature(enum.Enum):
    """Optional conversions, accepted where TensorFlow accepts them.

    All of them are always on here; the names are for code written for TensorFlow.

    >>> tf.autograph.experimental.Feature.ALL.name
    'ALL'
    """

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> tuple[Feature, ...]:
        """Every feature."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: Feature | Iterable[Feature]) -> tuple[Feature, ...]:
        """Every feature but some, and but `ALL`."""
        excluded = {cls.ALL, *({exclude} if isinstance(exclude, Feature) else exclude)}
        return tuple(feature for feature in cls if feature not in excluded)


def do_not_convert(func: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Leave a function unconverted: its control flow stays Python's, and so does that of what it calls.

    Args:
      func: the function; without it, the result is a decorator.

    >>> @tf.autograph.experimental.do_not_convert
    ... def f(x):
    ...     return x + 1
    >>> f(1)
    2
    """
    if func is None:
        return do_not_convert

    @functools.wraps(func)
    def unconverted(*args: Any, **kwargs: Any) -> Any:
        if current.recording is not None:
            current.recording.record_unconverted(func, args, kwargs)
        return func(*args, **kwargs)

    return unconverted


_UNSPECIFIED: Any = object()


def set_loop_options(
    parallel_iterations: Any = _UNSPECIFIED,
    swap_memory: Any = _UNSPECIFIED,
    maximum_iterations: Any = _UNSPECIFIED,
    shape_invariants: Any = _UNSPECIFIED,
) -> None:
    """Set options of the loop around it; the call must be the first statement of the loop's body.

    Args:
      parallel_iterations: accepted; iterations run one after the other.
      swap_memory: accepted.
      maximum_iterations: an upper bound on the iterations of a loop on tensors.
      shape_invariants: a list of `(variable, shape)` for variables whose shape changes between iterations.

    >>> @tf.function
    ... def f(n):
    ...     x = tf.zeros([1])
    ...     for i in tf.range(n):
    ...         tf.autograph.experimental.set_loop_options(shape_invariants=[(x, [None])])
    ...         x = tf.concat([x, x], 0)
    ...     return x
    >>> f(tf.constant(2)).shape
    TensorShape([4])
    """
    # Converted code has read the options before the loop; in plain Python there is nothing to set.


__all__ = ["Feature", "do_not_convert", "set_loop_options"]

without_annotations(map(globals().get, __all__))
