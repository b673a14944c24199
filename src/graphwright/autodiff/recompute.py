"""`tf.recompute_grad`: save the arguments of a function and run it again for its gradient."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from graphwright.autodiff.custom import call_with_gradient
from graphwright.autodiff.tape import GradientTape
from graphwright.base import nest
from graphwright.core.convert import is_tensor_like


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with a gradient that runs it again instead of saving intermediate values.

    It saves memory for time. Tensors that `f` uses must be among its arguments or be variables.

    >>> x = tf.constant(2.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = tf.recompute_grad(lambda a: a * a * a)(x)
    >>> float(tape.gradient(y, x))
    12.0
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        def recomputing(*arguments: Any, **named: Any) -> Any:
            def gradient(*upstream: Any, variables: Any = None) -> Any:
                used = list(variables or ())
                flat = [*nest.flatten(arguments), *filter(is_tensor_like, nest.flatten([*named.values()]))]
                with GradientTape(watch_accessed_variables=False) as tape:
                    tape.watch(flat)
                    tape.watch(used)
                    again = f(*arguments, **named)
                found = tape.gradient(
                    nest.flatten(again, expand_composites=True), [*flat, *used], output_gradients=list(upstream)
                )
                own = found[: len(flat)]
                return own if variables is None else (own, found[len(flat) :])

            return f(*arguments, **named), gradient

        return call_with_gradient(recomputing, args, kwargs, hidden=True)

    return decorated


__all__ = ["recompute_grad"]
