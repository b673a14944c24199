"""Choices between several functions: Case with `tf.switch_case`, and `tf.case`, a chain of `tf.cond`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import int32
from graphwright.control.branches import branch_attributes, check_same_signature, cond, pack_results
from graphwright.control.subgraph import (
    agreed_elements,
    any_stateful,
    ensure_scalar,
    reference_program,
    share_captures,
    trace_body,
    with_bodies,
)
from graphwright.core.context import name_scope, state
from graphwright.core.dispatch import apply, apply_effect, apply_multi
from graphwright.core.tensor import Tensor

_Branch = Callable[[], Any]

_ATTRS = "Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; output_shapes: list(shape) = []"


def _run_case(branch_index: Any, inputs: list[Any], *, branches: Sequence[Any], **_: Any) -> list[Any]:
    result: list[Any] = reference_program(_branch_at(branches, int(branch_index))).run(inputs)
    return result


def _case_gradient(entry: Any, *grads: Any) -> Any:
    from graphwright.autodiff.control_flow import case_gradient

    return case_gradient(entry, grads)


CASE, STATELESS_CASE = with_bodies(
    "Case", "branch_index: int32, input: [Tin] -> output: [Tout]", _ATTRS, _run_case, _case_gradient, agreed_elements
)


def _branch_at(branches: Sequence[Any], index: int) -> Any:
    """The branch of an index: the last one where it names none."""
    return branches[index if 0 <= index < len(branches) else -1]


def switch_case(
    branch_index: Any,
    branch_fns: Sequence[Any] | Mapping[int, _Branch],
    default: _Branch | None = None,
    name: str = "switch_case",
) -> Any:
    """Run one of several functions, chosen by an integer tensor.

    In a graph all functions are traced, one is run, and all must return the same structure with the same dtypes.
    Eagerly only the chosen one is called.

    Args:
      branch_index: a scalar integer tensor.
      branch_fns: callables without arguments: a list of them, a list of pairs (index, callable), or a dict by index.
      default: what to run for an index that names none; without it the function with the largest index runs then.

    Raises:
      TypeError: the index is not an integer tensor, or a branch is not a callable.
      TypeError: results differ in structure or dtype; a ValueError too.
      ValueError: there are no branches, or their indices do not count up from 0.
      InvalidArgumentError: the index is no scalar.

    >>> int(tf.switch_case(tf.constant(1), [lambda: tf.constant(10), lambda: tf.constant(20)]))
    20
    """
    branches = _by_index(branch_fns)
    if not isinstance(branch_index, Tensor):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(branch_index)}")
    if not branch_index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {branch_index.dtype}")
    if default is not None and not callable(default):
        raise TypeError(f"'default' must be callable, got {default!r}.")
    if branch_index.shape.rank not in (None, 0):
        raise errors.ShapeMismatchError(f"'branch_index' must be a scalar, got {branch_index!r}.")
    if default is not None:
        branches.append(default)
    if state.graph is None:
        return _branch_at(branches, int(branch_index))()
    with name_scope(name):
        index = ensure_scalar(_as_int32(branch_index, len(branches)))
        with name_scope("indexed_case") as scope:
            return _traced_choice(index, branches, scope)


def _as_int32(index: Any, count: int) -> Any:
    """An index of any integer dtype as an int32; what names no branch goes on naming none."""
    if index.dtype is int32:
        return index
    if index.dtype.size >= int32.size:
        index = apply("Minimum", (index, count))
        if not index.dtype.is_unsigned:
            index = apply("Maximum", (index, -1))
    return apply("Cast", (index,), {"DstT": int32})


def _traced_choice(index: Any, branches: Sequence[_Branch], scope: str) -> Any:
    """A Case operation over the traced branches; gives what they return."""
    stem = scope[:-1].replace("/", "_")
    traced = [trace_body(f"{stem}_branch{i}", branch, chosen_by=index) for i, branch in enumerate(branches)]
    for i, other in enumerate(traced[1:], 1):
        check_same_signature("tf.switch_case", ("branch 0", f"branch {i}"), traced[0], other)
    graphs = [graph for graph, _ in traced]
    tensors = share_captures(graphs)
    record = CASE if any_stateful(graphs) else STATELESS_CASE
    flat = apply_multi(record, (index, tensors), {"branches": graphs, **branch_attributes(graphs)}, scope)
    return pack_results(traced[0][1], [apply("Identity", (v,), name="Identity") for v in flat])


def case(
    pred_fn_pairs: Any,
    default: _Branch | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Run the function of the first condition that holds.

    In a graph it is a chain of `tf.cond`: all functions are traced, one is run, and all must return the same structure
    with the same dtypes. Eagerly only the chosen one is called.

    Args:
      pred_fn_pairs: a list of pairs of a scalar bool tensor and a callable without arguments.
      default: what to run when no condition holds.
      exclusive: check that no two conditions hold.
      strict: False: eagerly a list or tuple of one is returned as its item, as TensorFlow does.

    Raises:
      TypeError: a condition is no bool tensor, or a branch is not a callable.
      TypeError: results differ in structure or dtype; a ValueError too.
      ValueError: there are no pairs.
      InvalidArgumentError: no condition holds and there is no default, or two hold though they are `exclusive`.

    >>> x = tf.constant(5)
    >>> int(tf.case([(x < 3, lambda: x * 10), (x < 9, lambda: x + 1)], default=lambda: x))
    6
    """
    pairs = _pairs(pred_fn_pairs)
    if default is not None and not callable(default):
        raise TypeError(f"'default' must be callable, got {default!r}.")
    with name_scope(name):
        tests = [test for test, _ in pairs]
        if exclusive:
            condition = apply("Sum", (apply("Cast", (apply("Pack", (tests,)),), {"DstT": int32}), 0))
            found = ", ".join(str(getattr(t, "name", "?")) if state.graph is not None else "?" for t in tests)
            _check(
                apply("LessEqual", (condition, 1)),
                f"Input error: exclusive=True: more than 1 conditions ({found}) evaluated as True:",
                tests,
            )
        if default is None:
            default = _checked_last(pairs)
        if state.graph is None:
            result = next((branch for test, branch in pairs if test), default)()
            alone = not strict and type(result) in (list, tuple) and len(result) == 1
            return result[0] if alone else result
        return _chain(pairs, default)


def _chain(pairs: Sequence[tuple[Any, _Branch]], last: _Branch) -> Any:
    """The first function whose test holds, else the last one."""
    if not pairs:
        return last()
    (test, branch), *others = pairs
    return cond(test, branch, lambda: _chain(others, last))


def _checked_last(pairs: Sequence[tuple[Any, _Branch]]) -> _Branch:
    """The last function, after a check that its condition holds."""
    test, branch = pairs[-1]

    def checked() -> Any:
        _check(test, "Input error: None of conditions evaluated as True:", [t for t, _ in pairs])
        return branch()

    return checked


def _check(holds: Any, message: str, tests: Sequence[Any]) -> None:
    apply_effect("Assert", (holds, [message, apply("Pack", (list(tests),))]), {"summarize": len(tests)})


def _by_index(given: Any) -> list[_Branch]:
    """The branches of `switch_case`, in the order of their indices."""
    if isinstance(given, Mapping):
        given = list(given.items())
    elif given is not None and not isinstance(given, (list, tuple)):
        raise TypeError(f"'branch_fns' must be a list, tuple, or dict, got {type(given)}")
    if not given:
        raise ValueError("Must provide at least one item in 'branch_fns'")
    pairs = list(enumerate(given)) if all(callable(branch) for branch in given) else given
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'branch_fns' must be a 2-tuple. Received {pair!r}.")
        if isinstance(pair[0], bool) or not hasattr(pair[0], "__index__"):
            raise TypeError(f"key must be a Python `int`, got {type(pair[0])}")
        if not callable(pair[1]):
            raise TypeError(f"fn for key {pair[0]} must be callable.")
    ordered = dict(sorted(pairs, key=lambda pair: int(pair[0])))
    if list(ordered) != list(range(len(pairs))):
        found = ",".join(str(int(k)) for k, _ in sorted(pairs, key=lambda pair: int(pair[0])))
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(pairs)}) but found {{{found}}}"
        )
    return list(ordered.values())


def _pairs(given: Any) -> list[tuple[Any, _Branch]]:
    """The checked pairs of `case`."""
    if isinstance(given, Mapping):
        given = list(given.items())
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"'pred_fn_pairs' must be a list, tuple, or dict. Received {type(given)}.")
    if not given:
        raise ValueError("'pred_fn_pairs' must hold at least one pair of a condition and a function.")
    for pair in given:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair!r}.")
        test, branch = pair
        if not isinstance(test, Tensor):
            raise TypeError(f"pred must be a Tensor, got: {test!r}")
        if not test.dtype.is_bool:
            raise errors.DTypeMismatchError(f"pred must be Tensor of type bool: {test!r}")
        if not callable(branch):
            raise TypeError(f"fn for pred {test!r} must be callable.")
    return list(given)


__all__ = ["case", "switch_case"]
