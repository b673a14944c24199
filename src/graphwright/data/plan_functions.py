"""Plans that run functions of the user on elements. The functions are graphs, compiled when first run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.shape import TensorShape
from graphwright.data.cursor import Cursor, State, damaged
from graphwright.data.plans import UNKNOWN, Plan
from graphwright.data.shared_programs import program_of
from graphwright.data.structure import Flat
from graphwright.ir.funcgraph import FuncGraph

# effects that matter to no element to come; of ops that call functions, the functions are looked at
_WITHOUT_STATE = frozenset({
    "Assert", "Case", "If", "LookupTableFindV2", "LookupTableSizeV2", "MatchingFiles", "PartitionedCall", "Placeholder",
    "PrintV2", "ReadFile", "StatefulPartitionedCall", "Timestamp", "While",
})  # fmt: skip


class Body:
    """A graph with the values it captured: takes payloads, gives payloads."""

    def __init__(self, graph: FuncGraph, captured: Sequence[Any]) -> None:
        self._graph, self._captured = graph, list(captured)
        self._run: Callable[[Flat], Flat] | None = None

    def __call__(self, inputs: Flat) -> Flat:
        run = self._run
        if run is None:
            run = self._run = self._prepared()
        return run(inputs)

    @property
    def inputs(self) -> Sequence[Any]:
        """The values that a graph takes."""
        return self._graph.arguments

    def stateful_op(self) -> str | None:
        """An op in the body whose effect can be seen from outside, or which sees what others do."""
        for graph in (self._graph, *self._graph.functions()):
            for op in graph.operations:
                if op.record.effect != "none" and op.type not in _WITHOUT_STATE:
                    return op.type
        return None

    def _prepared(self) -> Callable[[Flat], Flat]:
        captured = self._captured
        chosen = self._chosen()
        if chosen is not None:
            return lambda inputs: [inputs[i] for i in chosen]
        program = program_of(self._graph)
        if not captured:
            run: Callable[[Flat], Flat] = program.run
            return run
        return lambda inputs: program.run([*inputs, *captured])

    def _chosen(self) -> list[int] | None:
        """Which inputs the outputs are, where the body does no more than to choose among them."""
        if any(op.record.effect != "none" for op in self._graph.operations if op.type != "Placeholder"):
            return None
        positions = {id(v): i for i, v in enumerate(self._graph.arguments)}
        chosen = []
        for value in self._graph.outputs:
            while value.op.type == "Identity":
                value = value.op.inputs[0]
            position = positions.get(id(value))
            if position is None:
                return None
            chosen.append(position)
        return chosen


class Mapped(Plan):
    """A function of every element."""

    def __init__(self, source: Plan, body: Body) -> None:
        self._source, self._body = source, body

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        return map(self._body, self._source.run(cursor.part()))

    def count(self) -> int:
        return self._source.count()


class Filtered(Plan):
    """The elements for which a function holds."""

    keeps_elements = True

    def __init__(self, source: Plan, predicate: Body) -> None:
        self._source, self._predicate = source, predicate

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        predicate = self._predicate
        return (element for element in self._source.run(cursor.part()) if predicate(element)[0])

    def count(self) -> int:
        return UNKNOWN


class TakenWhile(Plan):
    """The elements before the first one for which a function does not hold."""

    keeps_elements = True

    def __init__(self, source: Plan, predicate: Body) -> None:
        self._source, self._predicate = source, predicate

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        for element in self._source.run(cursor.part()):
            if not self._predicate(element)[0]:
                return
            yield element

    def count(self) -> int:
        return UNKNOWN


class FlatMapped(Plan):
    """The elements of the dataset that a function makes of every element."""

    def __init__(self, source: Plan, body: Body) -> None:
        self._source, self._body = source, body

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        current = cursor.elements("current", self._source)
        cursor.says(lambda: {"current": current})
        elements = self._source.run(cursor.part())
        while True:
            for element in current:
                (inner,) = self._body(element)
                yield from inner.run(cursor.part("inner"))
            following = next(elements, None)
            if following is None:
                return
            current = [following]

    def count(self) -> int:
        return UNKNOWN


class Interleaved(Plan):
    """The elements of several datasets in turn, each made of an element by a function."""

    def __init__(self, source: Plan, body: Body, cycle_length: int, block_length: int) -> None:
        if cycle_length == -1:
            cycle_length = os.cpu_count() or 1
        if cycle_length < 1:
            raise errors.InvalidArgumentError("`cycle_length` must be > 0")
        if block_length < 1:
            raise errors.InvalidArgumentError("`block_length` must be > 0")
        self._source, self._body = source, body
        self._cycle, self._block = cycle_length, block_length

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        inputs = self._source.run(cursor.part())
        open_runs: list[Iterator[Flat] | None] = [None] * self._cycle
        made_of: list[list[Flat]] = [cursor.elements(f"element {i}", self._source) for i in range(self._cycle)]
        place, more, given = cursor.number("place"), not cursor.flag("ended"), cursor.number("given")
        cursor.says(lambda: {
            "place": place, "ended": not more, "given": given, **{f"element {i}": e for i, e in enumerate(made_of) if e}
        })  # fmt: skip
        place %= self._cycle
        for i, elements in enumerate(made_of):
            for element in elements[:1]:
                open_runs[i] = self._body(element)[0].run(cursor.part(str(i)))
        while True:
            run = open_runs[place]
            if run is None and more:
                taken = next(inputs, None)
                if taken is not None:
                    made_of[place] = [taken]
                    run = open_runs[place] = self._body(taken)[0].run(cursor.part(str(place)))
                more = taken is not None
            if run is not None:
                for element in islice(run, self._block - given):
                    given += 1
                    yield element
                if given < self._block:
                    open_runs[place], made_of[place] = None, []
                    cursor.drop(str(place))
            elif not any(open_runs):
                return
            place, given = (place + 1) % self._cycle, 0

    def count(self) -> int:
        return UNKNOWN


class Scanned(Plan):
    """A function of a state and each element, which gives the next state and an element."""

    def __init__(self, source: Plan, body: Body, state: Flat) -> None:
        self._source, self._body, self._state = source, body, state

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        body, states = self._body, len(self._state)
        held = (cursor.elements("state", self) or [self._state])[0]
        cursor.says(lambda: {"state": [held]})
        for element in self._source.run(cursor.part()):
            made = body([*held, *element])
            held = made[:states]
            yield made[states:]

    def check(self, element: Any) -> None:
        """DataLossError where something that was read from a file is no state."""
        if not isinstance(element, list) or len(element) != len(self._state):
            raise damaged()
        for part, first, value in zip(element, self._state, self._body.inputs, strict=False):
            dims = TensorShape(value.type.dims).static_dims
            fits = isinstance(part, np.ndarray) and part.dtype == first.dtype
            if not fits or not TensorShape(dims).is_compatible_with(part.shape):
                raise damaged()

    def count(self) -> int:
        return self._source.count()


def reduced(source: Plan, body: Body, held: Flat) -> Flat:
    """The last state of a function of a state and each element."""
    for element in source.run(Cursor()):
        held = body([*held, *element])
    return held


def _refuse_generator() -> State:
    raise errors.UnimplementedError(
        "GeneratorDataset does not support checkpointing: where a Python generator is cannot be saved. Make the "
        "dataset of tensors or files, or save what the generator needs to go on, and begin it anew from there."
    )


class Generated(Plan):
    """The elements that graphs make: one begins a run, one gives the next element, one ends the run."""

    def __init__(self, begin: Body, following: Body, end: Body) -> None:
        self._begin, self._following, self._end = begin, following, end

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        cursor.says(_refuse_generator)
        handle = self._begin([])
        try:
            while True:
                try:
                    element = self._following(handle)
                except errors.OutOfRangeError:
                    return
                yield element
        finally:
            self._end(handle)

    def count(self) -> int:
        return UNKNOWN


__all__ = [
    "Body", "Filtered", "FlatMapped", "Generated", "Interleaved", "Mapped", "Scanned", "TakenWhile", "reduced",
]  # fmt: skip
