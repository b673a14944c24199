"""Branches and calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.base.frozen import replace
from graphwright.ir.emit import Unsupported
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.runtime.xla.lists import ListBuffer
from graphwright.runtime.xla.rules.carried import payloads, put_back

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def call(block: Block, op: Operation) -> list[Any]:
    """The function's operations in its place."""
    return list(block.inline(op.attrs["f"], op.inputs))


def branch(block: Block, op: Operation) -> list[Any]:
    """One of two graphs; both are lowered, unless the condition is known."""
    graphs = [op.attrs["else_branch"], op.attrs["then_branch"]]
    known = constant_value(op.inputs[0])
    if known is not None:
        return list(block.inline(graphs[_truth(known)], op.inputs[1:]))
    condition = block.array(op.inputs[0])
    if condition.ndim:
        return list(block.inline(graphs[bool(condition.size)], op.inputs[1:]))
    return _chosen(block, graphs, op.inputs[1:], lambda ways: lax.cond(condition != 0, ways[1], ways[0]))


def _truth(value: Any) -> bool:
    return bool(value.size) if value.ndim else bool(value[()])


def case(block: Block, op: Operation) -> list[Any]:
    """One of several graphs, the last one where the index names none."""
    graphs: list[FuncGraph] = list(op.attrs["branches"])
    known = constant_value(op.inputs[0])
    if known is not None:
        index = int(known)
        return list(block.inline(graphs[index if 0 <= index < len(graphs) else -1], op.inputs[1:]))
    index = block.array(op.inputs[0])
    valid = (index >= 0) & (index < len(graphs))
    chosen = jnp.where(valid, index, len(graphs) - 1).astype(np.int32)
    return _chosen(block, graphs, op.inputs[1:], lambda ways: lax.switch(chosen, ways))


def _chosen(
    block: Block, graphs: Sequence[FuncGraph], inputs: Sequence[Value], choose: Callable[[Sequence[Any]], Any]
) -> list[Any]:
    """What the branch gives that `choose` runs, of functions without arguments."""
    met: list[list[ListBuffer | None]] = []
    changed: set[int] = set()
    forms: list[tuple[Any, ...]] = []

    def way(graph: FuncGraph, common: list[ListBuffer | None] | None = None) -> Callable[[], Any]:
        def run() -> Any:
            inner = block.inner()
            outputs = inner.inline(graph, inputs)
            if common is None:
                met.append([_list_in(inner, v) for v in outputs])
            else:
                outputs = [_fitted(inner, v, as_) for v, as_ in zip(outputs, common, strict=True)]
            taken = payloads(inner, outputs)
            forms.append(taken.form)
            changed.update(inner.written)
            failed = inner.failed()
            states = [inner.states[i] for i in sorted(inner.states) if inner.states[i] is not None]
            return taken.arrays, states, jnp.asarray(False) if failed is None else failed

        return run

    for graph in graphs:
        jax.eval_shape(way(graph))
    common = [_in_common(each) for each in zip(*met, strict=True)]
    forms.clear()
    ways = [way(graph, common) for graph in graphs]
    for one in ways:
        jax.eval_shape(one)
    if any(other != forms[0] for other in forms[1:]):
        raise Unsupported("its branches give results of different sizes")
    arrays, states, failed = choose(ways)
    numbers = [i for i in sorted(block.states) if block.states[i] is not None]
    block.states.update(zip(numbers, states, strict=True))
    block.written |= changed
    block.failures.append(failed)
    return put_back(block, forms[0], arrays)


# lists, which the branches may leave in different forms -----


def _list_in(block: Block, value: Value) -> ListBuffer | None:
    found = block.data.get(value)
    return found if isinstance(found, ListBuffer) else None


def _in_common(each: Sequence[ListBuffer | None]) -> ListBuffer | None:
    """What the lists that branches give have in common; None for other results."""
    first, *others = each
    if first is None or any(other is None for other in others):
        return None
    lists = [found for found in each if found is not None]
    filled = next((found.buffer.shape[1:] for found in lists if found.buffer is not None), None)
    moved = {found.moved for found in lists}
    lengths = {found.length if isinstance(found.length, int) else None for found in lists}
    return replace(
        first, buffer=max(found.capacity for found in lists),
        shape=first.shape if filled is None else tuple(map(int, filled)),
        length=lengths.pop() if len(lengths) == 1 else None, bound=max(found.bound for found in lists),
        moved=moved.pop() if len(moved) == 1 else None,
    )  # fmt: skip


def _fitted(block: Block, value: Value, common: ListBuffer | None) -> Value:
    """A list in the form that the other branches give it, too."""
    found = _list_in(block, value)
    if common is None or found is None:
        return value
    if common.shape is not None and min(common.shape, default=0) >= 0:
        found = found.of_shape(common.shape).with_capacity(common.buffer)
    length = jnp.asarray(found.length, np.int32) if common.length is None else found.length
    return block.value(replace(found, length=length, bound=common.bound, moved=common.moved), value.type)
