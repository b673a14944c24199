"""Loops: what a round changes is carried, everything else is seen from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.base.frozen import frozen, replace
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.loop_counters import counter_of, exact_counters, is_passed_on
from graphwright.runtime.xla.lists import ListBuffer
from graphwright.runtime.xla.rules.carried import as_value, payloads, put_back

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


@frozen
class _Rounds:
    """How many rounds a loop makes, at most or exactly."""

    most: int
    exact: bool


def rounds_of(op: Operation, inputs: list[Value]) -> _Rounds | None:
    """How many rounds a loop makes, as far as that is known; None where it is not."""
    counters = exact_counters(op)
    exact = bool(counters)
    if not counters:
        one = counter_of(op)
        counters = [] if one is None else [one]
    found = []
    for counter in counters:
        start = constant_value(inputs[counter.number])
        limit = constant_value(inputs[counter.limit]) if counter.limit_is_variable else np.array(counter.limit)
        if start is None or limit is None:
            exact = False
            continue
        found.append(max(0, -(-(int(limit) - int(start)) // counter.step)))
    return _Rounds(min(found), exact) if found else None


class _Loop:
    """One loop being lowered."""

    def __init__(self, block: Block, op: Operation) -> None:
        self.block, self.op = block, op
        self.test, self.body = op.attrs["cond"], op.attrs["body"]
        pairs = zip(self.body.outputs, self.body.inputs, strict=True)
        self.changed = [i for i, (after, before) in enumerate(pairs) if not is_passed_on(after, before)]
        self.rounds = rounds_of(op, list(op.inputs))
        self.start = {i: self._entering(op.inputs[i]) for i in self.changed}
        self.written: set[int] = set()

    def _entering(self, value: Value) -> Value:
        """A value as it enters: numbers that are known outside are not known inside."""
        if isinstance(self.block.data.get(value), ListBuffer):
            return value
        return as_value(self.block, self.block.traced(value), value)

    def numbers(self) -> list[int]:
        """The variables whose values are carried."""
        return [i for i in sorted(self.block.states) if self.block.states[i] is not None]

    # one round ---------------------------------------------------------------------------------------------

    def _inside(self, arrays: Any, states: Any) -> tuple[Block, list[Value]]:
        """A block for a round, and the loop's inputs in it."""
        inner = self.block.inner()
        inner.states.update(zip(self.numbers(), states, strict=True))
        given = put_back(inner, self.form, arrays)
        values = list(self.op.inputs)
        for i, payload in zip(self.changed, given, strict=True):
            if isinstance(payload, ListBuffer):
                payload = replace(payload, moved=0, bound=payload.bound - self.growth.get(i, 0))
            values[i] = as_value(inner, payload, values[i])
        return inner, values

    def _round(self, arrays: Any, states: Any) -> tuple[Block, list[Value]]:
        inner, values = self._inside(arrays, states)
        outputs = inner.inline(self.body, values)
        self.written |= inner.written
        return inner, [outputs[i] for i in self.changed]

    # lists -------------------------------------------------------------------------------------------------

    def _prepare_lists(self) -> None:
        """Let each list enter with room for all that the rounds add, and with elements of the shape that they have."""
        for _ in range(3):
            grown = self._rehearse()
            if not any(grown.values()):
                return
            for i, change in grown.items():
                if change is not None:
                    self.start[i] = change
        raise Unsupported("a list that changes in ways that are not known before it runs")

    def _rehearse(self) -> dict[int, Any]:
        """The lists as they should enter instead, after a look at what one round does; None: as they do."""
        met: dict[int, ListBuffer] = {}
        self.moves: dict[int, int | None] = {}

        def look(arrays: Any, states: Any) -> Any:
            inner, outputs = self._round(arrays, states)
            for i, value in zip(self.changed, outputs, strict=True):
                after = inner.data.get(value)
                if isinstance(after, ListBuffer):
                    met[i] = after
            return ()

        entering = self._carried()
        self.form = entering.form
        jax.eval_shape(look, entering.arrays, [self.block.states[i] for i in self.numbers()])
        return {i: self._entering_list(i, after) for i, after in met.items()}

    def _entering_list(self, i: int, after: ListBuffer) -> Value | None:
        before = self.block.list_of(self.start[i])
        self.moves[i] = after.moved
        entering = before
        inside = before.bound + self._room(i) - self.growth.get(i, 0)
        if before.buffer is None and after.buffer is not None:
            entering = entering.of_shape(tuple(map(int, after.buffer.shape[1:])))
        growth = after.bound - inside
        grows = growth > self.growth.get(i, 0)
        if grows:
            if self.rounds is None:
                raise Unsupported("a list that grows as often as a loop goes round, which is not known before it runs")
            self.growth[i] = growth
        if entering is before and not grows:
            return None
        return self.block.value(entering, self.start[i].type)

    def _room(self, i: int) -> int:
        """The elements that all rounds add to a list, at most."""
        growth = self.growth.get(i, 0)
        return growth * max(self.rounds.most, 1) if growth and self.rounds is not None else 0

    def _carried(self) -> Any:
        """The loop's variables; the lengths of lists differ from round to round."""
        values = []
        for i in self.changed:
            found = self.block.data.get(self.start[i])
            value = self.start[i]
            if isinstance(found, ListBuffer):
                # while rounds are looked at, a list has its first bound; as it grows, that of its last round
                bound = found.bound + self._room(i)
                length = jnp.asarray(found.length, np.int32)
                found = replace(found, length=length, bound=bound, moved=0).with_capacity(bound)
                value = self.block.value(found, value.type)
            values.append(value)
        return payloads(self.block, values)

    # the whole ---------------------------------------------------------------------------------------------

    def run(self) -> list[Any]:
        """The loop's results."""
        block = self.block
        self.growth: dict[int, int] = {}
        self.moves = {}
        if any(isinstance(block.data.get(v), ListBuffer) for v in self.start.values()):
            self._prepare_lists()
        carried, numbers = self._carried(), self.numbers()
        self.form = carried.form

        def going(state: Any) -> Any:
            arrays, states, failed = state
            inner, values = self._inside(arrays, states)
            (condition,) = inner.inline(self.test, values)
            refused = inner.failed()
            holds = jnp.reshape(inner.array(condition) != 0, ())
            # a condition that is refused ends the loop in its body
            return ~failed & (holds if refused is None else holds | refused)

        def round_(state: Any) -> Any:
            arrays, states, failed = state
            tested, values = self._inside(arrays, states)
            tested.inline(self.test, values)
            inner, outputs = self._round(arrays, states)
            after = payloads(inner, outputs)
            if self._differs(after.form):
                raise Unsupported("variables of the loop change their sizes")
            for refused in (tested.failed(), inner.failed()):
                failed = failed if refused is None else failed | refused
            return after.arrays, [inner.states[i] for i in numbers], failed

        start = (carried.arrays, [block.states[i] for i in numbers], jnp.asarray(False))
        arrays, states, failed = lax.while_loop(going, round_, start)
        block.states.update(zip(numbers, states, strict=True))
        block.written |= self.written
        block.failures.append(failed)
        return self._results(put_back(block, self.form, arrays))

    def _differs(self, form: tuple[Any, ...]) -> bool:
        """Whether a round leaves its variables in another form than it met them in, lengths of lists aside."""

        def fixed(part: Any) -> Any:
            if part[0] != "list":
                return part
            return ("list", replace(part[1], bound=0, moved=0))

        return [*map(fixed, form)] != [*map(fixed, self.form)]

    def _results(self, after: list[Any]) -> list[Any]:
        results: list[Any] = list(self.op.inputs)
        for i, payload in zip(self.changed, after, strict=True):
            if isinstance(payload, ListBuffer):
                payload = self._list_after(i, payload)
            results[i] = payload
        return results

    def _list_after(self, i: int, after: ListBuffer) -> ListBuffer:
        """A list as it is left: its length is known where the number of rounds was."""
        before, moved = self.block.list_of(self.start[i]), self.moves.get(i)
        if self.rounds is None or not self.rounds.exact or moved is None or not isinstance(before.length, int):
            return replace(after, moved=None)
        length = before.length + moved * self.rounds.most
        return replace(after, length=length, bound=max(length, 0), moved=None)


def loop(block: Block, op: Operation) -> list[Any]:
    """A loop as `lax.while_loop`."""
    return _Loop(block, op).run()
