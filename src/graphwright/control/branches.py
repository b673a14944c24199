"""If: the records and `tf.cond`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.shape import TensorShape, common_dims
from graphwright.control.subgraph import (
    agreed_elements,
    any_stateful,
    check_bool,
    reference_program,
    scalar_condition,
    share_captures,
    trace_body,
    with_bodies,
)
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_any
from graphwright.core.tracing import TracingGraph

_ATTRS = (
    "Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; else_branch: func; "
    "output_shapes: list(shape) = []"
)


Traced = tuple[TracingGraph, Any]
"""A branch as a graph, and the structure that it returned."""


def truth_value(value: Any) -> bool:
    """The truth of a predicate as TensorFlow defines it: numbers are compared with 0, text with the empty one."""
    array = np.asarray(value)
    if array.ndim:
        return bool(array.size)
    return bool(array[()])


def _run_if(cond: Any, inputs: list[Any], *, then_branch: Any, else_branch: Any, **_: Any) -> list[Any]:
    result: list[Any] = reference_program(then_branch if truth_value(cond) else else_branch).run(inputs)
    return result


def _if_gradient(entry: Any, *grads: Any) -> Any:
    from graphwright.autodiff.control_flow import if_gradient

    return if_gradient(entry, grads)


IF, STATELESS_IF = with_bodies(
    "If", "cond: Tcond, input: [Tin] -> output: [Tout]", _ATTRS, _run_if, _if_gradient, agreed_elements
)


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """Run one of two functions, depending on a tensor.

    Inside a function being traced both are traced and one is run; they must return the same structure with the
    same dtypes. Eagerly only the chosen one is called.

    Args:
      pred: scalar bool tensor (or Python bool).
      true_fn, false_fn: callables without arguments.

    Raises:
      TypeError: a branch is not a callable.
      TypeError: dtypes or structures differ between the branches; a ValueError too.

    >>> x = tf.constant(3.0)
    >>> float(tf.cond(x > 2, lambda: x * 10, lambda: x))
    30.0
    """
    if not callable(true_fn):
        raise TypeError("'true_fn' must be callable.")
    if not callable(false_fn):
        raise TypeError("'false_fn' must be callable.")
    if pred is None or callable(pred):
        raise ValueError(f"The condition of tf.cond must be a tensor or a Python bool, not {pred!r}.")
    if state.graph is None:
        return true_fn() if pred else false_fn()
    with name_scope(name or "cond") as scope:
        predicate = scalar_condition(to_tensor(pred, name="pred"))
        check_bool(predicate, "The condition of tf.cond")
        then, then_result = trace_body(f"{scope[:-1].replace('/', '_')}_true", true_fn, chosen_by=predicate)
        other, else_result = trace_body(f"{scope[:-1].replace('/', '_')}_false", false_fn, chosen_by=predicate)
        check_same_signature("tf.cond", ("true_fn", "false_fn"), (then, then_result), (other, else_result))
        tensors = share_captures((then, other))
        flat = apply_if(predicate, tensors, then, other, scope)
        flat = [apply("Identity", (v,), name="Identity") for v in flat]
    return pack_results(then_result, flat)


def pack_results(like: Any, flat: Sequence[Any]) -> Any:
    """The results of the operation in the structure that a branch returned; None where there was None."""
    leaves = iter(flat)
    filled = [None if v is None else next(leaves) for v in nest.flatten(like, expand_composites=True)]
    return nest.pack_sequence_as(like, filled, expand_composites=True)


def apply_if(predicate: Any, inputs: list[Any], then: TracingGraph, other: TracingGraph, name: str) -> list[Any]:
    """An If operation over two bodies with the same inputs."""
    attrs = {"then_branch": then, "else_branch": other, **branch_attributes((then, other))}
    predicate = scalar_condition(predicate)
    record = IF if any_stateful((then, other)) else STATELESS_IF
    result: list[Any] = apply_any(record, (predicate, inputs), attrs, name)
    return result


def branch_attributes(branches: Sequence[TracingGraph]) -> dict[str, Any]:
    """Freeze the branches; returns the attributes that describe their results."""
    for branch in branches:
        branch.finish()
    shapes = [
        TensorShape.from_dims(reduce(common_dims, [v.type.dims for v in values]))
        for values in zip(*(b.outputs for b in branches), strict=True)
    ]
    return {"Tout": [v.dtype for v in branches[0].outputs], "output_shapes": shapes}


def check_same_signature(function: str, names: tuple[str, str], one: Traced, other: Traced) -> None:
    """Two branches of `function`, known to its users by these names, must return the same structure and dtypes."""
    (a, a_result), (b, b_result) = one, other
    whose = f"{names[0]} and {names[1]} arguments to {function} must have the same"
    try:
        nest.assert_same_structure(a_result, b_result, expand_composites=True)
    except (TypeError, ValueError) as error:
        raise errors.BranchMismatchError(
            f"{whose} number, type, and overall structure of return values.\n{error}"
        ) from None
    if len(a.outputs) != len(b.outputs):
        raise errors.BranchMismatchError(f"{names[0]} and {names[1]} must return None in the same places.")
    for i, (x, y) in enumerate(zip(a.outputs, b.outputs, strict=True)):
        if x.dtype is not y.dtype:
            raise errors.BranchMismatchError(
                f"{whose} dtypes: output {i} is {x.dtype.name} in {names[0]} and {y.dtype.name} in {names[1]}. "
                f"Cast one of them with tf.cast."
            )
