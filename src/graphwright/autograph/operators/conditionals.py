"""`if` and conditional expressions."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from graphwright.autograph.operators.list_sites import check_unchanged, containers_outside
from graphwright.autograph.operators.lists import ListCarrier
from graphwright.autograph.operators.refusals import ConditionError
from graphwright.autograph.operators.staging import (
    check_written,
    flatten,
    in_graph,
    is_attribute_or_item,
    is_convertible,
    is_python_value,
    is_return_value,
    is_staged,
    pack,
    shown,
    structure_difference,
    type_of,
    unchanged,
    user_line,
    zeros_like,
)
from graphwright.autograph.operators.undefined import Undefined, UndefinedReturnValue
from graphwright.base.errors import ShapeMismatchError
from graphwright.control.branches import apply_if
from graphwright.control.raise_ops import (
    NeverReturns,
    accept_raise,
    accepts_raise,
    note_error_in_body,
    noted_error,
    raise_when_run,
    restore_noted,
)
from graphwright.control.subgraph import scalar_condition, share_captures, trace_body
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor

GetState = Callable[[], tuple[Any, ...]]
SetState = Callable[[tuple[Any, ...]], None]


def if_stmt(
    cond: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    nouts: int,
) -> None:
    """An `if` statement.

    Args:
      cond: the value of the condition.
      body, orelse: run one of the branches.
      get_state, set_state: read and write the variables that the branches may change.
      symbol_names: their names.
      nouts: how many of them, from the first, are used after the statement.
    """
    if not is_staged(cond):
        if cond:
            body()
        else:
            orelse()
        return
    before = get_state()

    def branch(run: Callable[[], None]) -> Callable[[], Sequence[Any]]:
        def traced() -> Sequence[Any]:
            set_state(before)
            containers = containers_outside()
            run()
            after = get_state()[:nouts]
            if containers:
                set_state(before)
                check_unchanged(containers)
            return after

        return traced

    try:
        pred = condition_of(cond, "if statement")
        after = stage(pred, branch(body), branch(orelse), before[:nouts], symbol_names[:nouts])
    except BaseException:
        set_state(before)
        raise
    write_state(get_state, set_state, (*after, *before[nouts:]), symbol_names)


def write_state(get_state: GetState, set_state: SetState, values: tuple[Any, ...], names: tuple[str, ...]) -> None:
    """Give the variables of a staged statement these values."""
    set_state(values)
    if any(map(is_attribute_or_item, names)):
        check_written(values, get_state(), names)


def if_exp(cond: Any, body: Callable[[], Any], orelse: Callable[[], Any], text: str) -> Any:
    """A conditional expression; `text` is its condition."""
    if not is_staged(cond):
        return body() if cond else orelse()
    pred = condition_of(cond, "conditional expression")
    name = f"the value of the conditional expression on `{text}`"
    return stage(pred, lambda: [body()], lambda: [orelse()], [Undefined(name)], [name])[0]


def condition_of(cond: Any, what: str) -> Any:
    """The condition of a statement as a scalar bool tensor: tensors of one element are taken too.

    Raises:
      ConditionError: if it has more elements, or is no bool.
    """
    return check_condition(scalar_condition(_as_tensor(cond)), what)


def _as_tensor(cond: Any) -> Any:
    truth = getattr(cond, "staged_truth", None)
    return to_tensor(cond if truth is None else truth())


def check_condition(cond: Any, what: str) -> Any:
    """The condition as a scalar bool tensor.

    Raises:
      ConditionError: if it is no scalar, or no bool.
    """
    pred = _as_tensor(cond)
    if pred.dtype.name == "bool" and pred.shape.rank in (0, None):
        return pred
    hint = (
        "tf.reduce_all(x) and tf.reduce_any(x) make one condition of many, tf.where(condition, x, y) chooses elements; "
        if pred.dtype.name == "bool"
        else "to use as boolean Tensor, use `tf.cast`; "
    )
    raise ConditionError(
        f"condition of {what} expected to be `tf.bool` scalar, got {pred}; {hint}to check for None, use `is not None`"
    )


class _Merged(NamedTuple):
    """One variable after both branches: its structure, its leaves with `_OUTPUT` where the leaf is an output of the
    operation, and for each output what the two branches make it."""

    structure: Any
    leaves: list[Any]
    outputs: list[tuple[Any, Any]]


RETURNED = "do_return"  # prefix of the variables that tell whether a function has returned
_OUTPUT = object()
_BOTH_RETURN = object()
"""Both branches have returned: an output, as in TensorFlow's graphs, whose value is known while tracing."""
_UNREACHED = object()  # the value of a variable in a branch whose end is never reached


def stage(
    pred: Any,
    body: Callable[[], Sequence[Any]],
    orelse: Callable[[], Sequence[Any]],
    before: Sequence[Any],
    names: Sequence[str],
) -> list[Any]:
    """Trace both branches and add the operation that runs one of them; returns the variables' values after it."""
    carrier = ListCarrier()

    def attempt() -> list[Any]:
        handles = carrier.handles()

        def branch(run: Callable[[], Sequence[Any]]) -> Callable[[], Sequence[Any]]:
            def traced() -> Sequence[Any]:
                carrier.enter(handles)
                return [*run(), *carrier.handles()]

            return traced

        every = [*names, *carrier.names()]
        values = _stage(pred, branch(body), branch(orelse), [*before, *handles], every)
        carrier.enter(values[len(names) :])
        return values[: len(names)]

    result: list[Any] = carrier.attempt(attempt, lambda: None)
    return result


def _stage(
    pred: Any,
    body: Callable[[], Sequence[Any]],
    orelse: Callable[[], Sequence[Any]],
    before: Sequence[Any],
    names: Sequence[str],
) -> list[Any]:
    results: list[Sequence[Any] | NeverReturns] = []
    failures: list[ShapeMismatchError] = []

    def traced(run: Callable[[], Sequence[Any]]) -> Callable[[], list[Any]]:
        def keep() -> list[Any]:
            accept_raise()
            noted = noted_error()
            try:
                results.append(run())
            except NeverReturns as end:
                results.append(end)
            except ShapeMismatchError as error:
                restore_noted(noted)
                results.append(_deferred(error))
                failures.append(error)
            except Exception as error:
                note_error_in_body(error)
                raise
            return []

        return keep

    with name_scope("cond") as scope:
        prefix = scope[:-1].replace("/", "_")
        then, _ = trace_body(f"{prefix}_true", traced(body))
        other, _ = trace_body(f"{prefix}_false", traced(orelse))
        if len(failures) == 2:
            raise failures[0]
        main, orelse_ = ([_UNREACHED] * len(names) if isinstance(r, NeverReturns) else r for r in results)
        if not any(isinstance(r, NeverReturns) for r in results):
            main, orelse_ = _drop_unread(names, main, orelse_)
        merged = [_merge(*parts) for parts in zip(names, before, main, orelse_, strict=True)]
        then.outputs = in_graph(then, [pair[0] for m in merged for pair in m.outputs])
        other.outputs = in_graph(other, [pair[1] for m in merged for pair in m.outputs])
        flat = apply_if(pred, share_captures((then, other)), then, other, scope)
        created = iter([apply("Identity", (value,), name="Identity") for value in flat])
    ends = [r for r in results if isinstance(r, NeverReturns)]
    if len(ends) == 2:
        raise ends[0] if accepts_raise() or not getattr(state.graph, "is_body", False) else ends[0].error()

    def final(leaf: Any) -> Any:
        if leaf is _BOTH_RETURN:
            next(created)
            return True
        return next(created) if leaf is _OUTPUT else leaf

    return [pack(m.structure, [final(leaf) for leaf in m.leaves]) for m in merged]


def _deferred(error: ShapeMismatchError) -> NeverReturns:
    """Make a branch raise an error that tracing found in it, if it runs; the message has the user's lines."""
    from graphwright.autograph.errors import with_user_lines

    shown_error = with_user_lines(error)
    return raise_when_run(lambda: copy.copy(shown_error))


def _drop_unread(
    names: Sequence[str], main: Sequence[Any], other: Sequence[Any]
) -> tuple[Sequence[Any], Sequence[Any]]:
    """The variables of both branches, without those that nothing reads.

    If only one branch returns from the function, its variables that do not match those of the other branch are dropped:
    no code that could read them runs after the statement.
    """
    returned = [any(n.startswith(RETURNED) and v is True for n, v in zip(names, b, strict=True)) for b in (main, other)]
    if returned[0] == returned[1]:
        return main, other
    leaving, staying = (main, other) if returned[0] else (other, main)
    retained = [
        _UNREACHED if n.isidentifier() and not is_return_value(n) and not _can_merge(a, b) else a
        for n, a, b in zip(names, leaving, staying, strict=True)
    ]
    return (retained, staying) if returned[0] else (staying, retained)


def _can_merge(first: Any, second: Any) -> bool:
    """Whether what two branches make of a variable can be merged."""
    if isinstance(first, Undefined) or isinstance(second, Undefined):
        return False
    if structure_difference(first, second) is not None:
        return False
    return all(
        a is b or (is_convertible(a) and is_convertible(b) and type_of(a).dtype is type_of(b).dtype)
        for a, b in zip(flatten(first), flatten(second), strict=True)
    )


def _merge(name: str, before: Any, main: Any, other: Any) -> _Merged:
    if main is _UNREACHED or other is _UNREACHED:
        return _merge_one_sided(name, before, main, other)
    if isinstance(main, Undefined) or isinstance(other, Undefined):
        return _merge_undefined(name, main, other)
    difference = structure_difference(main, other)
    if difference is not None:
        if main is None or other is None:
            raise _is_none(name, main is None)
        raise TypeError(
            f"{shown(name)} must have the same nested structure in the main and else branches:\n\n{difference}"
        )
    mains, others = flatten(main), flatten(other)
    befores = [] if isinstance(before, Undefined) else flatten(before)
    if len(befores) != len(mains):
        befores = [_OUTPUT] * len(mains)
    leaves: list[Any] = []
    outputs: list[tuple[Any, Any]] = []
    for first, second, start in zip(mains, others, befores, strict=True):
        if _needs_no_output(first, second, start):
            leaves.append(first)
        elif first is second is True and name.startswith(RETURNED):
            leaves.append(_BOTH_RETURN)
            outputs.append((first, second))
        else:
            leaves.append(_OUTPUT)
            outputs.append(_check_mergeable(name, first, second))
    return _Merged(main, leaves, outputs)


def _needs_no_output(first: Any, second: Any, start: Any) -> bool:
    """Whether a leaf needs no output: it is the same object, or an unchanged Python value, whichever branch runs."""
    if not is_python_value(first):
        return first is second
    return unchanged(start, first) and unchanged(start, second)


def _check_mergeable(name: str, main: Any, other: Any) -> tuple[Any, Any]:
    """A leaf that the branches make different: both as what becomes a tensor."""
    if main is None or other is None:
        raise _is_none(name, main is None)
    if not is_convertible(main) or not is_convertible(other):
        from graphwright.base.words import with_article

        kinds = with_article(type(main).__name__), with_article(type(other).__name__)
        raise TypeError(
            f"{shown(name)} is {kinds[0]} in the main branch and {kinds[1]} in the else branch, not the same object: "
            f"{main!r} and {other!r}. What depends on a tensor must itself be made of "
            "tensors or numbers."
        )
    first, second = type_of(main).dtype.name, type_of(other).dtype.name
    if first != second:
        raise TypeError(
            f"{shown(name)} has dtype {first} in the main branch, but dtype {second} in the else branch. Cast one of "
            "them with tf.cast."
        )
    return main, other


def _merge_undefined(name: str, main: Any, other: Any) -> _Merged:
    missing, value = (main, other) if isinstance(main, Undefined) else (other, main)
    if isinstance(value, Undefined):
        return _Merged(None, [value if value.reason() else missing], [])
    branch = "main" if missing is main else "else"
    if isinstance(missing, UndefinedReturnValue):
        # whether there was a return is known at run time, and the value is only read if there was
        return _merge_with_filler(value, missing is main, _no_return(branch))
    where = user_line()
    text = f"{shown(name)} must also be initialized in the {branch} branch"
    text = f"{text} of the `if` at {where}" if where else text
    if is_attribute_or_item(name):  # an attribute or item can be read under other names, too
        raise ValueError(text)
    return _Merged(None, [Undefined(name, text)], [])


def _merge_one_sided(name: str, before: Any, main: Any, other: Any) -> _Merged:
    """A variable after a statement one branch of which never completes: it has the value of the other branch."""
    value = other if main is _UNREACHED else main
    if value is _UNREACHED or isinstance(value, Undefined):
        return _Merged(None, [Undefined(name) if value is _UNREACHED else value], [])
    retained = [] if isinstance(before, Undefined) else flatten(before)
    refusal = f"{shown(name)} must be a tensor, for one of the branches raises an error"
    is_handle = isinstance(before, Tensor) and zeros_like(before) is None
    return _merge_with_filler(
        value,
        main is _UNREACHED,
        refusal,
        lambda leaf: is_python_value(leaf) or any(leaf is known for known in retained),
        before if is_handle else None,
    )


def _merge_with_filler(
    value: Any,
    in_main: bool,
    refusal: str,
    passes: Callable[[Any], bool] = lambda leaf: False,
    instead: Any = None,
) -> _Merged:
    """A variable that one branch sets to `value`; the other branch's value is never read, so it gets a filler.

    Leaves that `passes` says yes to are known outside of the branches; `instead` is a value that does for a single
    leaf which there is no other of.
    """
    leaves: list[Any] = []
    outputs: list[tuple[Any, Any]] = []
    for leaf in flatten(value):
        if not is_convertible(leaf) or passes(leaf):
            leaves.append(leaf)
            continue
        filler = zeros_like(leaf) if instead is None else instead
        if filler is None:
            raise ValueError(refusal)
        leaves.append(_OUTPUT)
        outputs.append((filler, leaf) if in_main else (leaf, filler))
    return _Merged(value, leaves, outputs)


def _is_none(name: str, in_main: bool) -> Exception:
    branch = "main" if in_main else "else"
    if is_return_value(name):
        return ValueError(_no_return(branch))
    return ValueError(f"'{name}' is None at the end of the {branch} branch.")


def _no_return(branch: str) -> str:
    return (
        f"the {branch} branch must also have a return statement. Where a tensor decides whether a value is returned, "
        "all ways through the function return one: end it with a `return`."
    )
