"""`tf.function`: the decorator and its options, old names included."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, overload

from graphwright.functions.function import Function

_deprecated = {
    "experimental_relax_shapes": "reduce_retracing",
    "experimental_compile": "jit_compile",
    "experimental_follow_type_hints": None,
}


@overload
def function(
    func: Callable[..., Any],
    input_signature: Any = ..., autograph: bool = ..., jit_compile: bool | None = ..., reduce_retracing: bool = ...,
    experimental_implements: str | None = ..., experimental_autograph_options: Any = ...,
    experimental_attributes: dict[str, Any] | None = ..., experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ..., experimental_follow_type_hints: bool | None = ...,
) -> Function: ...  # fmt: skip
@overload
def function(
    func: None = ...,
    input_signature: Any = ..., autograph: bool = ..., jit_compile: bool | None = ..., reduce_retracing: bool = ...,
    experimental_implements: str | None = ..., experimental_autograph_options: Any = ...,
    experimental_attributes: dict[str, Any] | None = ..., experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ..., experimental_follow_type_hints: bool | None = ...,
) -> Callable[[Callable[..., Any]], Function]: ...  # fmt: skip
def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: dict[str, Any] | None = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Compile a function into a callable graph.

    Args:
      func: the function to compile; without it a decorator is returned.
      input_signature: nested TensorSpecs of the arguments; one trace then serves all calls that fit.
      autograph: whether Python control flow on tensors becomes part of the graph.
      jit_compile: True: the whole function must compile to native code, or the call is an error.
      reduce_retracing: generalise shapes after the second trace.
      experimental_implements: the name of a well-known computation this function is; it lands in the graph.

    Raises:
      TypeError: `func` is no callable, or a call does not fit its signature.
      ValueError: variables are created on a call that is not the first.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f(x, y):
    ...     return x ** 2 + y
    >>> f(tf.constant([2, 3]), tf.constant([3, -2])).numpy()
    array([7, 7], dtype=int32)
    """
    options = {
        "input_signature": input_signature,
        "autograph": autograph,
        "jit_compile": jit_compile,
        "reduce_retracing": reduce_retracing,
        "experimental_implements": experimental_implements,
        "experimental_autograph_options": experimental_autograph_options,
        "experimental_attributes": experimental_attributes,
    }
    old = {
        "experimental_relax_shapes": experimental_relax_shapes,
        "experimental_compile": experimental_compile,
        "experimental_follow_type_hints": experimental_follow_type_hints,
    }
    for name, value in old.items():
        if value is not None:
            current = _deprecated[name]
            mend = f"use {current}" if current else "it has no effect"
            warnings.warn(f"tf.function: {name} is deprecated, {mend}.", DeprecationWarning, stacklevel=2)
            if current:
                options[current] = value

    def decorate(inner: Callable[..., Any]) -> Function:
        if not callable(inner):
            raise TypeError(f"tf.function needs a callable, got {inner!r}.")
        return Function(inner, **options)

    return decorate if func is None else decorate(func)
