"""Pipelines that run the user's functions on elements. The functions are graphs, compiled when they first run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, repeat
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import variant
from graphwright.base.shape import TensorShape
from graphwright.data.pipeline.base import UNKNOWN, Pipeline, UnaryPipeline
from graphwright.data.pipeline.iterator_state import IteratorState, SavedState, damaged
from graphwright.data.pipeline.made_values import items_of, origin_of, remember
from graphwright.data.pipeline.program_cache import program_of
from graphwright.data.pipeline.rounds import expanded, outlives_errors
from graphwright.data.structure import Flat
from graphwright.ir.funcgraph import FuncGraph

# effects that no later element depends on; for ops that call functions, the functions are checked instead
_STATELESS = frozenset({
    "Assert", "Case", "If", "LookupTableFindV2", "LookupTableSizeV2", "MatchingFiles", "PartitionedCall", "Placeholder",
    "PrintV2", "ReadFile", "StatefulPartitionedCall", "Timestamp", "While",
})  # fmt: skip


class CapturedFunction:
    """A graph with the values it captured, as a function of flat elements."""

    def __init__(self, graph: FuncGraph, captured: Sequence[Any]) -> None:
        self._graph, self._captured = graph, list(captured)
        self._run: Callable[[Flat], Flat] | None = None

    def __call__(self, inputs: Flat) -> Flat:
        run = self._run
        if run is None:
            run = self._run = self._compiled()
        return run(inputs)

    @property
    def graph(self) -> FuncGraph:
        """The graph."""
        return self._graph

    @property
    def inputs(self) -> Sequence[Any]:
        """The graph's inputs without those for captured values, which in a graph from a file are arguments as well."""
        return self._graph.inputs[: len(self._graph.inputs) - len(self._captured)]

    def stateful_op(self) -> str | None:
        """An op of the function whose effect is visible outside of it, or which depends on the effects of others."""
        for graph in (self._graph, *self._graph.functions()):
            for op in graph.operations:
                if op.record.effect != "none" and op.type not in _STATELESS:
                    return op.type
        return None

    def _compiled(self) -> Callable[[Flat], Flat]:
        captured = self._captured
        forwarded = self._forwarded()
        if forwarded is not None:
            return lambda inputs: [inputs[i] for i in forwarded]
        program = program_of(self._graph)
        run: Callable[[Flat], Flat] = program.run
        if captured:
            run = lambda inputs: program.run([*inputs, *captured])  # noqa: E731
        opaque = [i for i, value in enumerate(self._graph.outputs) if value.type.dtype is variant]
        return self._remembering(run, opaque) if opaque else run

    def _remembering(self, run: Callable[[Flat], Flat], opaque: list[int]) -> Callable[[Flat], Flat]:
        def remembering(inputs: Flat) -> Flat:
            results = run(inputs)
            remember(self, inputs, results, opaque)
            return results

        return remembering

    def check(self, inputs: Any) -> None:
        """DataLossError if values that were read from a file cannot be the inputs."""
        if not isinstance(inputs, list) or len(inputs) != len(self.inputs):
            raise damaged()
        for found, value in zip(inputs, self.inputs, strict=True):
            dtype, shape = value.type.dtype.numpy, TensorShape(TensorShape(value.type.dims).static_dims)
            if value.type.dtype is variant:
                continue  # made by a function, which checked its own inputs
            if not isinstance(found, np.ndarray) or found.dtype != dtype or not shape.is_compatible_with(found.shape):
                raise damaged()

    def made(self, component: Any, result: int) -> bool:
        """Whether a component was made as a result of this function."""
        origins = [origin_of(item) for item in items_of(component)]
        return all(o is not None and (o.function, o.result) == (self, result) for o in origins)

    def _forwarded(self) -> list[int] | None:
        """The indices of the inputs that are the outputs, if the function only selects among its inputs."""
        if any(op.record.effect != "none" for op in self._graph.operations if op.type != "Placeholder"):
            return None
        positions = {id(v): i for i, v in enumerate(self.inputs)}
        forwarded = []
        for value in self._graph.outputs:
            while value.op.type == "Identity":
                value = value.op.inputs[0]
            position = positions.get(id(value))
            if position is None:
                return None
            forwarded.append(position)
        return forwarded


class _OfFunction(UnaryPipeline):
    """A pipeline of unknown length that applies a function to the elements of its source."""

    _states = 0  # results of the function that come before the element

    def __init__(self, source: Pipeline, function: CapturedFunction) -> None:
        super().__init__(source)
        self._function = function

    def count(self) -> int:
        return UNKNOWN

    def check_opaque(self, value: Any, component: int) -> None:
        if self.keeps_elements:
            self._source.check_opaque(value, component)
        elif not self._function.made(value, component + self._states):
            raise damaged()


class Map(_OfFunction, saved_as="Mapped"):
    """The results of a function of every element."""

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return map(self._function, self._source.run(state.child()))

    def count(self) -> int:
        return self._source.count()


class Filter(_OfFunction, saved_as="Filtered"):
    """The elements for which a predicate is true."""

    keeps_elements = True

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        predicate = self._function
        return filter(lambda element: predicate(element)[0], self._source.run(state.child()))


class TakeWhile(_OfFunction, saved_as="TakenWhile"):
    """The elements before the first one for which a predicate is false."""

    keeps_elements = True

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        elements = self._source.run(state.child())
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal more
            for element in elements:
                if not self._function(element)[0]:
                    break
                yield element
            more = False

        while more:
            yield rest()


class FlatMap(_OfFunction, saved_as="FlatMapped"):
    """The elements of the datasets that a function returns for the elements, one dataset after the other."""

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return expanded(self._source, lambda element: self._function(element)[0], "inner", state)


class Interleave(_OfFunction, saved_as="Interleaved"):
    """The elements of the datasets that a function returns for the elements, from several datasets in turn."""

    def __init__(self, source: Pipeline, function: CapturedFunction, cycle_length: int, block_length: int) -> None:
        if cycle_length == -1:
            cycle_length = os.cpu_count() or 1
        if cycle_length < 1:
            raise errors.InvalidArgumentError("`cycle_length` must be > 0")
        if block_length < 1:
            raise errors.InvalidArgumentError("`block_length` must be > 0")
        super().__init__(source, function)
        self._cycle, self._block = cycle_length, block_length

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        inputs = self._source.run(state.child())
        open_runs: list[Iterator[Flat] | None] = [None] * self._cycle
        origins: list[list[Flat]] = [state.elements(f"element {i}", self._source) for i in range(self._cycle)]
        at, more, produced = state.number("place"), not state.flag("ended"), state.number("given")
        state.save_by(lambda: {
            "place": at, "ended": not more, "given": produced,
            **{f"element {i}": e for i, e in enumerate(origins) if e},
        })  # fmt: skip
        at %= self._cycle
        for i, elements in enumerate(origins):
            for element in elements[:1]:
                open_runs[i] = self._function(element)[0].run(state.child(str(i)))
        done = False

        def rest() -> Iterator[Flat]:
            nonlocal at, more, produced, done
            while True:
                run = open_runs[at]
                if run is None and more:
                    taken = next(inputs, None)
                    if taken is not None:
                        run = open_runs[at] = self._function(taken)[0].run(state.child(str(at)))
                        origins[at] = [taken]
                    more = taken is not None
                if run is not None:
                    for element in islice(run, self._block - produced):
                        produced += 1
                        yield element
                    if produced < self._block:
                        open_runs[at], origins[at] = None, []
                        state.drop(str(at))
                elif not any(open_runs):
                    break
                at, produced = (at + 1) % self._cycle, 0
            done = True

        while not done:
            yield rest()


class ScanPipeline(_OfFunction, saved_as="Scanned"):
    """A function of a state and each element that returns the next state and an element."""

    def __init__(self, source: Pipeline, function: CapturedFunction, initial: Flat) -> None:
        super().__init__(source, function)
        self._initial, self._states = initial, len(initial)

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        function, size = self._function, len(self._initial)
        current = (state.elements("state", _States(self)) or [self._initial])[0]
        state.save_by(lambda: {"state": [current]})
        elements = self._source.run(state.child())
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal current, more
            for element in elements:
                results = function([*current, *element])
                current = results[:size]
                yield results[size:]
            more = False

        while more:
            yield rest()

    def check_state(self, found: Any) -> None:
        """DataLossError if a value that was read from a file cannot be a state."""
        if not isinstance(found, list) or len(found) != len(self._initial):
            raise damaged()
        for part, first, value in zip(found, self._initial, self._function.inputs, strict=False):
            dims = TensorShape(value.type.dims).static_dims
            fits = isinstance(part, np.ndarray) and part.dtype == first.dtype
            if not fits or not TensorShape(dims).is_compatible_with(part.shape):
                raise damaged()

    def count(self) -> int:
        return self._source.count()


class _States:
    """What the states of a scan are like, for `IteratorState.elements`."""

    def __init__(self, scan: ScanPipeline) -> None:
        self.check = scan.check_state


def reduced(source: Pipeline, function: CapturedFunction, current: Flat) -> Flat:
    """The last state of a function of a state and each element."""
    for element in source.run(IteratorState()):
        current = function([*current, *element])
    return current


def _refuse_generator() -> SavedState:
    raise errors.UnimplementedError(
        "GeneratorDataset does not support checkpointing: the position in a Python generator cannot be saved. Build "
        "the dataset from tensors or files, or save what the generator needs to continue, and restart it from there."
    )


class GeneratorPipeline(Pipeline, saved_as="Generated"):
    """Elements that functions produce: one starts a run, one returns the next element, one ends the run."""

    def __init__(self, begin: CapturedFunction, following: CapturedFunction, end: CapturedFunction) -> None:
        self._begin, self._following, self._end = begin, following, end

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        state.save_by(_refuse_generator)
        return map(self._next, self._handles())

    def _handles(self) -> Iterator[Flat]:
        """The handle of a run, once for each element: open as long as this is."""
        handle = self._begin([])
        try:
            yield from repeat(handle)
        finally:
            self._end(handle)

    def _next(self, handle: Flat) -> Flat:
        try:
            return self._following(handle)
        except errors.OutOfRangeError:
            raise StopIteration from None

    def count(self) -> int:
        return UNKNOWN


__all__ = [
    "CapturedFunction", "Filter", "FlatMap", "GeneratorPipeline", "Interleave", "Map", "ScanPipeline", "TakeWhile",
    "reduced",
]  # fmt: skip
