"""`if` and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from graphwright.autograph.operators.staging import (
    flatten,
    in_graph,
    is_convertible,
    is_python_value,
    is_staged,
    pack,
    place,
    structure_difference,
    type_of,
    unchanged,
    zeros_like,
)
from graphwright.autograph.operators.undefined import Undefined, UndefinedReturnValue
from graphwright.control.branches import apply_if
from graphwright.control.subgraph import share_captures, trace_body
from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.door import apply

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
      nouts: how many of them, from the first, are used behind the statement.
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
            run()
            return get_state()[:nouts]

        return traced

    try:
        pred = check_condition(cond, "if statement")
        after = stage(pred, branch(body), branch(orelse), before[:nouts], symbol_names[:nouts])
    except BaseException:
        set_state(before)
        raise
    set_state((*after, *before[nouts:]))


def if_exp(cond: Any, body: Callable[[], Any], orelse: Callable[[], Any], text: str) -> Any:
    """A conditional expression; `text` is its condition."""
    if not is_staged(cond):
        return body() if cond else orelse()
    pred = check_condition(cond, "conditional expression")
    name = f"the value of the conditional expression on `{text}`"
    return stage(pred, lambda: [body()], lambda: [orelse()], [Undefined(name)], [name])[0]


def check_condition(cond: Any, what: str) -> Any:
    """The condition as a scalar bool tensor.

    Raises:
      ValueError: if it is no scalar, or no bool.
    """
    pred = to_tensor(cond)
    if pred.dtype.name == "bool" and pred.shape.rank in (0, None):
        return pred
    hint = "" if pred.dtype.name == "bool" else "to use as boolean Tensor, use `tf.cast`; "
    raise ValueError(
        f"condition of {what} expected to be `tf.bool` scalar, got {pred}; {hint}to check for None, use `is not None`"
    )


class _Merged(NamedTuple):
    """One variable after both branches: its structure, its leaves with `_OUTPUT` where the leaf is an output of the
    operation, and for each output what the two branches make it."""

    structure: Any
    leaves: list[Any]
    outputs: list[tuple[Any, Any]]


_OUTPUT = object()


def stage(
    pred: Any,
    body: Callable[[], Sequence[Any]],
    orelse: Callable[[], Sequence[Any]],
    before: Sequence[Any],
    names: Sequence[str],
) -> list[Any]:
    """Trace both branches and add the operation that runs one of them; returns the variables' values behind it."""
    results: list[Sequence[Any]] = []

    def traced(run: Callable[[], Sequence[Any]]) -> Callable[[], list[Any]]:
        def keep() -> list[Any]:
            results.append(run())
            return []

        return keep

    with name_scope("cond") as scope:
        prefix = scope[:-1].replace("/", "_")
        then, _ = trace_body(f"{prefix}_true", traced(body))
        other, _ = trace_body(f"{prefix}_false", traced(orelse))
        merged = [_merge(*parts) for parts in zip(names, before, *results, strict=True)]
        then.outputs = in_graph(then, [pair[0] for m in merged for pair in m.outputs])
        other.outputs = in_graph(other, [pair[1] for m in merged for pair in m.outputs])
        flat = apply_if(pred, share_captures((then, other)), then, other, scope)
        made = iter([apply("Identity", (value,), name="Identity") for value in flat])
    return [pack(m.structure, [next(made) if leaf is _OUTPUT else leaf for leaf in m.leaves]) for m in merged]


def _merge(name: str, before: Any, main: Any, other: Any) -> _Merged:
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
        if _passes(first, second, start):
            leaves.append(first)
        else:
            leaves.append(_OUTPUT)
            outputs.append(_alike(name, first, second))
    return _Merged(main, leaves, outputs)


def _passes(first: Any, second: Any, start: Any) -> bool:
    """Whether a leaf needs no output: it is the same object, or an unchanged Python value, whichever branch runs."""
    if not is_python_value(first):
        return first is second
    return unchanged(start, first) and unchanged(start, second)


def _alike(name: str, main: Any, other: Any) -> tuple[Any, Any]:
    """A leaf that the branches make different: both as what becomes a tensor."""
    if main is None or other is None:
        raise _is_none(name, main is None)
    if not is_convertible(main) or not is_convertible(other):
        raise TypeError(
            f"{shown(name)} is a {type(main).__name__} in the main branch and a {type(other).__name__} in the else "
            f"branch, not the same object: {main!r} and {other!r}. What depends on a tensor must itself be made of "
            "tensors or numbers."
        )
    first, second = type_of(main).dtype.name, type_of(other).dtype.name
    if first != second:
        raise TypeError(f"{shown(name)} has dtype {first} in the main branch, but dtype {second} in the else branch")
    return main, other


def _merge_undefined(name: str, main: Any, other: Any) -> _Merged:
    missing, value = (main, other) if isinstance(main, Undefined) else (other, main)
    if isinstance(value, Undefined):
        return _Merged(None, [value if value.reason() else missing], [])
    if not isinstance(missing, UndefinedReturnValue):
        branch = "main" if missing is main else "else"
        where = place()
        text = f"{shown(name)} must also be initialized in the {branch} branch"
        return _Merged(None, [Undefined(name, f"{text} of the `if` at {where}" if where else text)], [])
    # Whether there was a return is known at run time, and the value is only looked at if there was: any will do.
    leaves: list[Any] = []
    outputs: list[tuple[Any, Any]] = []
    for leaf in flatten(value):
        if not is_convertible(leaf):
            leaves.append(leaf)
            continue
        filler = zeros_like(leaf)
        if filler is None:
            branch = "main" if missing is main else "else"
            raise ValueError(f"the {branch} branch must also have a return statement.")
        leaves.append(_OUTPUT)
        outputs.append((filler, leaf) if missing is main else (leaf, filler))
    return _Merged(value, leaves, outputs)


def _is_none(name: str, in_main: bool) -> Exception:
    branch = "main" if in_main else "else"
    if is_return_value(name):
        return ValueError(f"the {branch} branch must also have a return statement.")
    return ValueError(f"'{name}' is None at the end of the {branch} branch.")


def is_return_value(name: str) -> bool:
    """Whether a variable is the one that holds the value of a rewritten `return`."""
    return name.startswith("retval_")


def shown(name: str) -> str:
    """A variable's name for messages."""
    if is_return_value(name):
        return "the returned value"
    return name if " " in name else f"'{name}'"
