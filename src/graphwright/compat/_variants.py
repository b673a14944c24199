"""Functions of `tf.compat.v1` that behave differently from their successors of the same name."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from graphwright._public import without_annotations
from graphwright.control.branches import cond as cond_v2
from graphwright.control.loops import while_loop as while_loop_v2
from graphwright.core.context import executing_eagerly, state
from graphwright.core.context import name_scope as name_scope_v2
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.scopes import device as device_v2
from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import constant as constant_v2
from graphwright.ops.array.rearrange import stop_gradient
from graphwright.ops.array.select import where as where_v2
from graphwright.ops.nn.layers import dropout as dropout_v2
from graphwright.ops.nn.losses import softmax_cross_entropy_with_logits as cross_entropy_v2


def _one_of_two(older: str, old: Any, newer: str, new: Any) -> Any:
    """The argument under one of two names; ValueError for both."""
    if old is not None and new is not None:
        raise ValueError(f"Cannot specify both '{older}' and '{newer}'.")
    return new if old is None else old


def device(device_name_or_function: Any) -> Any:
    """`tf.device` that takes a function from operations to names, too, while a graph is built; that has no effect.

    Raises RuntimeError for a function in an eager program.

    >>> with tf.Graph().as_default(), tf.compat.v1.device(lambda op: "/CPU:0"):
    ...     x = tf.constant(1)
    """
    if not callable(device_name_or_function):
        return device_v2(device_name_or_function)
    if executing_eagerly():
        raise RuntimeError("tf.device does not support functions when eager execution is enabled.")
    return contextlib.nullcontext()


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """`tf.cond` that eagerly returns the item of a list of one, unless `strict`.

    >>> int(tf.compat.v1.cond(tf.constant(True), fn1=lambda: tf.constant(1), fn2=lambda: tf.constant(2)))
    1
    """
    first, second = _one_of_two("fn1", fn1, "true_fn", true_fn), _one_of_two("fn2", fn2, "false_fn", false_fn)
    result = cond_v2(pred, first, second, name)
    alone = state.graph is None and not strict and type(result) in (list, tuple) and len(result) == 1
    return result[0] if alone else result


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """`tf.while_loop` that returns a single loop variable without the list around it: eagerly where `body` does.

    >>> @tf.function
    ... def f():
    ...     return tf.compat.v1.while_loop(lambda i: i < 3, lambda i: [i + 1], [tf.constant(0)])
    >>> int(f())
    3
    """
    bare = False

    def run(*values: Any) -> Any:
        nonlocal bare
        found = body(*values)
        bare = not isinstance(found, (list, tuple))
        return found

    result = while_loop_v2(
        cond,
        run if callable(body) else body,
        loop_vars,
        shape_invariants,
        parallel_iterations,
        back_prop,
        swap_memory,
        maximum_iterations,
        name,
    )
    alone = type(result) in (list, tuple) and len(result) == 1
    alone = alone and (not return_same_structure if state.graph is not None else bare)
    return result[0] if alone else result


class name_scope(name_scope_v2):
    """`tf.name_scope` with a default name.

    >>> with tf.compat.v1.name_scope(None, "layer", [1.0]) as scope:
    ...     print(scope)
    layer/
    """

    __slots__ = ()

    def __init__(self, name: str | None, default_name: str | None = None, values: Any = None) -> None:
        if not isinstance(default_name, (str, type(None))):
            raise TypeError(f"`default_name` type ({type(default_name)}) is not a string type.")
        super().__init__(default_name if name is None else name)


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """`tf.where` that does not broadcast: `condition` has the shape of `x` and `y`, or selects among their rows.

    >>> tf.compat.v1.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]]).numpy().tolist()
    [[1, 2], [7, 8]]
    """
    if x is None or y is None:
        return where_v2(condition, x, y, name)
    return apply("Select", (condition, x, y), None, name)


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str = "Const", verify_shape: bool = False
) -> Tensor:
    """`tf.constant` that optionally verifies the shape of the value.

    >>> tf.compat.v1.constant(1, shape=[2]).numpy()
    array([1, 1], dtype=int32)
    """
    if verify_shape and shape is not None:
        found = to_tensor(value).shape
        if found.as_list() != list(shape):
            raise TypeError(f"Expected Tensor's shape: {tuple(shape)}, got {tuple(found.as_list())}.")
    return constant_v2(value, dtype, shape, name)


def dropout(
    x: Any, keep_prob: Any = None, noise_shape: Any = None, seed: Any = None, name: str | None = None, rate: Any = None
) -> Any:
    """`tf.nn.dropout` with the probability of keeping an element, or `rate`, that of dropping it.

    >>> tf.compat.v1.nn.dropout([1.0, 2.0], keep_prob=1.0).numpy()
    array([1., 2.], dtype=float32)
    """
    rate = _one_of_two("keep_prob", None if keep_prob is None else 1 - keep_prob, "rate", rate)
    if rate is None:
        raise ValueError("`rate` must be provided.")
    return dropout_v2(x, rate, noise_shape, seed, name)


def softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, dim: int = -1, name: str | None = None, axis: int | None = None
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits` without a gradient for the labels.

    >>> tf.compat.v1.nn.softmax_cross_entropy_with_logits(labels=[[1.0, 0.0]], logits=[[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)
    """
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    return cross_entropy_v2(stop_gradient(labels), logits, dim if axis is None else axis, name)


__all__ = ["cond", "constant", "dropout", "name_scope", "softmax_cross_entropy_with_logits", "where", "while_loop"]

without_annotations(map(globals().get, __all__))
