"""`tf.function`: the decorator and its options, old names included."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from graphwright.functions.function import Function

P = ParamSpec("P")
R = TypeVar("R")

_deprecated = {"experimental_relax_shapes": "reduce_retracing", "experimental_compile": "jit_compile"}


@overload
def function(
    func: Callable[P, R],
    input_signature: Any = ..., autograph: bool = ..., jit_compile: bool | None = ..., reduce_retracing: bool = ...,
    experimental_implements: str | None = ..., experimental_autograph_options: Any = ...,
    experimental_attributes: dict[str, Any] | None = ..., experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ..., experimental_follow_type_hints: bool | None = ...,
    *, output_signature: Any = ..., max_traces: int = ...,
    python_state: str | None = ...,
) -> Function[P, R]: ...  # fmt: skip
@overload
def function(
    func: None = ...,
    input_signature: Any = ..., autograph: bool = ..., jit_compile: bool | None = ..., reduce_retracing: bool = ...,
    experimental_implements: str | None = ..., experimental_autograph_options: Any = ...,
    experimental_attributes: dict[str, Any] | None = ..., experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ..., experimental_follow_type_hints: bool | None = ...,
    *, output_signature: Any = ..., max_traces: int = ...,
    python_state: str | None = ...,
) -> Callable[[Callable[P, R]], Function[P, R]]: ...  # fmt: skip
def function(
    func: Any = None,
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
    *,
    output_signature: Any = None,
    max_traces: int = 1000,
    python_state: str | None = None,
) -> Any:
    """Compile a function into a callable graph.

    Args:
      func: the function to compile; without it a decorator is returned. Any callable works: functions, lambdas,
        methods, `staticmethod` and `classmethod` objects, partials, objects with `__call__`, other Functions.
      input_signature: a list or tuple of nested TensorSpecs, for the arguments by position; one trace then serves all
        calls, whose values are converted to it. Arguments beyond it keep their defaults.
      autograph: whether Python control flow on tensors becomes part of the graph.
      jit_compile: True: the whole function must become one compiled program, or the call is an error that names what
        cannot: text, calls of Python, datasets. False and None: what can be compiled is, the rest is called from
        the compiled code (the environment variable GRAPHWRIGHT_EXECUTOR=numpy is what switches compilation off).
      reduce_retracing: generalise shapes after the second trace.
      experimental_implements: the name of a well-known computation this function is; it lands in the graph.
      experimental_autograph_options: members of `tf.autograph.experimental.Feature`.
      experimental_attributes: attributes for the function in the graph, such as `{"_noinline": True}`.
      experimental_relax_shapes: the old name of `reduce_retracing`.
      experimental_compile: the old name of `jit_compile`.
      experimental_follow_type_hints: convert the Python values of parameters that are annotated as `tf.Tensor` to
        tensors, so that they share a trace.
      output_signature: nested TensorSpecs of the results, for a function that calls itself (with arguments of the
        same types) where a tensor's value decides: the call becomes a recursive call in the graph.
      max_traces: how many traces are kept; beyond that the least recently used ones are dropped.
      python_state: what to do when a Python value that a trace read (a global, a free variable, an attribute) has
        changed. None or "warn": the trace keeps the old one, and there is one `tf.errors.FrozenStateWarning`;
        "retrace": each call checks, and retraces; "error": each call checks, and raises
        `tf.errors.FailedPreconditionError`; "ignore": nothing happens.

    Returns: a Function, which is called like `func`; without `func` a decorator that creates one.

    Raises:
      TypeError: `func` is not callable, an option has a value of the wrong type, or a call does not fit.
      ValueError: `experimental_attributes` names an attribute that functions do not have; or, on a call, variables
        are created although it is not the first.

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
        "follow_type_hints": False if experimental_follow_type_hints is None else experimental_follow_type_hints,
    }
    options |= {"output_signature": output_signature, "max_traces": max_traces, "python_state": python_state}
    old = {"experimental_relax_shapes": experimental_relax_shapes, "experimental_compile": experimental_compile}
    for name, value in old.items():
        if value is not None:
            current = _deprecated[name]
            warnings.warn(f"tf.function: {name} is deprecated, use {current}.", DeprecationWarning, stacklevel=2)
            options[current] = value

    def decorate(inner: Any) -> Function[Any, Any]:
        if isinstance(inner, (staticmethod, classmethod)):
            binding = "static" if isinstance(inner, staticmethod) else "class"
            return Function(inner.__func__, **options, binding=binding)
        if not callable(inner):
            raise TypeError(f"tf.function needs a callable, but {inner!r} is not a callable object.")
        return Function(inner, **options)

    return decorate if func is None else decorate(func)
