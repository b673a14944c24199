"""What the verifier of plans refuses: plans that a faulty pass might give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

pytest.importorskip("llvmlite")

import graphwright as tf
from graphwright.base import errors
from graphwright.base.frozen import replace
from graphwright.passes import optimize
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import Agreed, BatchTiles, Check, Fused, OpStep, Plan, RowGroup, Step
from graphwright.runtime.native.fusion.verify import verify

_variable = tf.Variable(tf.zeros([8, 8]))


def _chain(x: Any, y: Any) -> Any:
    return tf.reduce_sum(tf.tanh(tf.matmul(x, y)) * 2.0, axis=0)


def _softmax(x: Any) -> Any:
    e = tf.exp(x - tf.reduce_max(x, axis=1, keepdims=True))
    return e / tf.reduce_sum(e, axis=1, keepdims=True)


def _effects(x: Any) -> Any:
    before = _variable.read_value()
    _variable.assign(x)
    return before + _variable.read_value()


def _images(x: Any, f: Any) -> Any:
    return tf.nn.conv2d(tf.nn.relu(tf.nn.conv2d(x, f, 1, "SAME")), f, 1, "SAME")


def _open_sizes(x: Any, y: Any, z: Any) -> Any:
    return tf.tanh(tf.matmul(x, y) + z)


_SHAPES: dict[Callable[..., Any], Sequence[Sequence[int | None]]] = {
    _chain: [(8, 8), (8, 8)],
    _softmax: [(8, 64)],
    _effects: [(8, 8)],
    _images: [(16, 64, 64, 32), (3, 3, 32, 32)],
    _open_sizes: [(None, None)] * 3,
}


def _plan(function: Callable[..., Any]) -> Plan:
    signature = [tf.TensorSpec(shape) for shape in _SHAPES[function]]
    return plan_graph(optimize(tf.function(function, input_signature=signature).get_concrete_function().graph))


def _steps(edit: Callable[[list[Step]], list[Step]]) -> Callable[[Plan], Plan]:
    """A change of a plan's steps."""
    return lambda plan: replace(plan, steps=edit(list(plan.steps)))


def _first(kind: type[Step], **changes: Callable[[Any], Any]) -> Callable[[Plan], Plan]:
    """A change of the first step of a kind: its fields by what gives them from the step."""

    def edit(steps: list[Step]) -> list[Step]:
        at = next(i for i, step in enumerate(steps) if isinstance(step, kind))
        steps[at] = replace(steps[at], **{name: change(steps[at]) for name, change in changes.items()})
        return steps

    return _steps(edit)


def _without_first(members: Any) -> Any:
    return dict(list(members.items())[1:])


BROKEN: dict[str, tuple[Callable[..., Any], Callable[[Plan], Plan], str]] = {
    "read before it is made": (_chain, _steps(lambda steps: steps[::-1]), "read before it is made"),
    "made twice": (_chain, _steps(lambda steps: [*steps, steps[-1]]), "made twice"),
    "not made": (_chain, _steps(lambda steps: steps[:-1]), "leaves the plan"),
    "an input left out": (_chain, _first(OpStep, inputs=lambda s: s.inputs[:1]), "is not an input of the step"),
    "a member left out": (_chain, _first(Fused, members=lambda s: _without_first(s.members)), "neither an input nor"),
    "no members": (_chain, _first(Fused, members=lambda _: {}, reductions=lambda _: []), "a fused step is empty"),
    "a result of others": (_chain, _first(Fused, outputs=lambda s: s.inputs), "made twice"),
    "a result left out": (_chain, _first(Fused, outputs=lambda _: []), "is reduced, and is not an output"),
    "an input nobody reads": (
        _chain, _first(Fused, inputs=lambda s: [*s.inputs, *s.inputs[0].op.inputs]), "no member reads it"
    ),
    "other dimensions": (_chain, _first(Fused, dims=lambda _: (8,)), "in a fused step over"),
    "a part left out": (_softmax, _first(RowGroup, parts=lambda s: s.parts[1:]), "read before it is made"),
    "a part of other rows": (_softmax, _first(RowGroup, dims=lambda _: (4, 128)), "over the rows of"),
    "effects out of order": (_effects, _steps(lambda steps: [*steps[1::-1], *steps[2:]]), "a later effect"),
    "sizes of other inputs": (
        _open_sizes, _first(Check, inputs=lambda s: s.inputs[:1]), "not an input of the step that compares its sizes"
    ),
    "sizes of no member": (
        _open_sizes, _first(Agreed, agreements=lambda s: {s.group.inputs[0].op: ()}), "for a fused step without it"
    ),
    "a member left out where sizes agree": (
        _open_sizes,
        _first(Agreed, group=lambda s: replace(s.group, members=_without_first(s.group.members))),
        "neither an input nor",
    ),
    "a tile of another plan": (
        _images, _first(BatchTiles, plan=lambda s: replace(s.plan, outputs=[])), "the plan of a tile has other"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plan_is_refused(name: str) -> None:
    function, edit, message = BROKEN[name]
    plan = _plan(function)
    verify(plan)
    with pytest.raises(errors.InternalError, match=f"Malformed plan after a test: .*{message}.*\nplan"):
        verify(edit(plan), "after a test")


def test_an_operation_is_in_one_step() -> None:
    plan = _plan(_softmax)
    (rows,) = [step for step in plan.steps if isinstance(step, RowGroup)]
    with pytest.raises(errors.InternalError, match="is in two steps"):
        verify(_first(RowGroup, parts=lambda _: [rows.parts[0], *rows.parts])(plan))
