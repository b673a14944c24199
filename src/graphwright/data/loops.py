"""Staged `for` statements over datasets and iterators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.autograph.operators.logical import and_
from graphwright.autograph.operators.loop_state import LoopVariables, staged_loop
from graphwright.autograph.operators.staging import is_staged
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.control.branches import cond
from graphwright.control.subgraph import trace_body
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.data import records_functions as records
from graphwright.data.optional import Optional
from graphwright.data.structure import output_attrs, packer, placeholder_type, public_shape, tensor_specs
from graphwright.ir.types import TensorType


def loop_over_dataset(
    dataset: Any, extra_test: Callable[[], Any] | None, body: Callable[[Any], None], variables: LoopVariables
) -> None:
    """Stage a `for` over a dataset: a scan, of which only the last state is kept.

    A loop with a `break` or `return` uses an iterator instead, which produces no elements after the end of the loop.
    """
    if extra_test is not None:
        loop_over_iterator(dataset.__staged_iter__(), extra_test, body, variables)
        return
    iterations = _Iterations(dataset)
    staged_loop(_always, lambda: body(iterations.element()), variables, repeat=iterations.repeat)


def _always() -> bool:
    return True


class _Iterations:
    """The iterations of a loop over a dataset."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset
        self._types = [placeholder_type(t) for t in tensor_specs(dataset.element_spec)]
        self._current: Sequence[Any] | None = None

    def element(self) -> Any:
        """The element of the iteration being traced; placeholders in a trial trace, which is discarded."""
        graph: Any = state.graph
        tensors = [graph.placeholder(t, "element") for t in self._types] if self._current is None else self._current
        return packer(self._dataset.element_spec)(tensors)

    def repeat(
        self,
        test: Callable[..., Any],
        step: Callable[..., Sequence[Any]],
        loop_vars: Sequence[Any],
        shape_invariants: Sequence[TensorShape],
        maximum_iterations: Any = None,
        **_: Any,
    ) -> Sequence[Any]:
        """As `while_loop`, with one iteration per element."""
        dataset = self._dataset if maximum_iterations is None else self._dataset.take(maximum_iterations)
        initial = [to_tensor(v) for v in loop_vars]
        pairs = zip(shape_invariants, initial, strict=True)
        specs = [TensorSpec(TensorShape(s.static_dims), t.dtype) for s, t in pairs]
        types = [*(_loop_type(t._type, s) for t, s in zip(initial, specs, strict=True)), *self._types]

        def iteration(*values: Any) -> list[Any]:
            self._current = values[len(initial) :]
            try:
                state_after = [to_tensor(v) for v in step(*values[: len(initial)])]
            finally:
                self._current = None
            return [*state_after, *state_after]

        prefix = "__inference_Dataset_scan_body"
        scan, _structure = trace_body(prefix, iteration, [(t, f"args_{i}") for i, t in enumerate(types)])
        scan.finish()
        attrs = output_attrs(tuple(specs))
        states = [t.dtype for t in initial]
        scanned = apply(
            records.SCAN,
            (dataset._variant_tensor, initial, scan.captures),
            {"f": scan, "Tstate": states, "preserve_cardinality": True, **attrs},
        )
        both = [placeholder_type(s) for s in (*specs, *specs)]
        last, _structure = trace_body(
            "__inference_Dataset_reduce_body", _second_half, [(t, f"args_{i}") for i, t in enumerate(both)]
        )
        last.finish()
        final: Sequence[Any] = apply_multi(
            records.REDUCE, (scanned, initial, []), {"f": last, "Tstate": states, "Targuments": [], **attrs}
        )
        return final


def _loop_type(first: TensorType, spec: TensorSpec) -> TensorType:
    return first if first.is_static and public_shape(first) == spec.shape else placeholder_type(spec)


def _second_half(*values: Any) -> list[Any]:
    return list(values[len(values) // 2 :])


class _NextElement:
    """The next element, fetched at the end of the iteration before: the first variable of the loop."""

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator
        self.found = iterator.get_next_as_optional()

    def advance(self, extra_test: Callable[[], Any] | None) -> None:
        """Fetch the next element, unless the loop ends."""
        proceed = True if extra_test is None else extra_test()
        following = self._iterator.get_next_as_optional
        if is_staged(proceed):
            self.found = cond(proceed, following, lambda: Optional.empty(self._iterator.element_spec))
        elif proceed:
            self.found = following()
        else:
            self.found = Optional.empty(self._iterator.element_spec)


def loop_over_iterator(
    iterator: Any, extra_test: Callable[[], Any] | None, body: Callable[[Any], None], variables: LoopVariables
) -> None:
    """Stage a `for` over an iterator: a loop that ends with the iterator or earlier."""
    upcoming = _NextElement(iterator)

    def write(found: Any) -> None:
        upcoming.found = found

    def test() -> Any:
        has_value = upcoming.found.has_value()
        return has_value if extra_test is None else and_(has_value, extra_test)

    def iteration() -> None:
        body(upcoming.found.get_value())
        upcoming.advance(extra_test)

    staged_loop(test, iteration, variables.with_first("the loop's next element", lambda: upcoming.found, write))


__all__ = ["loop_over_dataset", "loop_over_iterator"]
