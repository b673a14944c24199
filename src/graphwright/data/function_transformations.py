"""The transformations of datasets that take functions. Each function is traced once and runs compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from graphwright.autograph import do_not_convert
from graphwright.base import nest
from graphwright.base.spec import NoneTensorSpec, TensorSpec
from graphwright.core.dispatch import apply_multi
from graphwright.data import records_functions as records
from graphwright.data.pipeline.base import AUTOTUNE
from graphwright.data.structure import normalized, output_attrs, packer, rows_of, spec_of, tensor_specs, tensors_of
from graphwright.data.tracing import TracedFunction, as_element, bool_scalar, trace, trace_on_elements
from graphwright.data.transformations import Transformations, number

D = TypeVar("D", bound="FunctionTransformations")


class FunctionTransformations(Transformations):
    """Transformations by a function of the elements."""

    def map(
        self: D,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> D:
        """The result of a function for every element.

        Args:
          map_func: takes the element (a tuple as several arguments) and returns a structure of tensors. It is traced
            once and runs compiled, so its Python code runs during tracing only.
          num_parallel_calls: how many elements to process at a time; with `tf.data.AUTOTUNE` as many as there are
            processors, if the function takes long enough.
          deterministic: has no effect; elements keep their order.

        Raises: the function's own errors; TypeError if it returns anything else.

        >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x * x)]
        [0, 1, 4]
        """
        function = trace_on_elements(map_func, self.element_spec, "Dataset.map()")
        inputs: tuple[Any, ...] = (self._variant_tensor, function.captured)
        attrs = {"f": function.graph, "preserve_cardinality": True}
        if num_parallel_calls is None:
            return self._next(records.MAP, inputs, function.spec, name, **attrs)
        order = {True: "true", False: "false", None: "default"}[deterministic]
        calls = number(num_parallel_calls)
        return self._next(records.PARALLEL_MAP, (*inputs, calls), function.spec, name, deterministic=order, **attrs)

    def _in_rows(self) -> Any:
        spec = self.element_spec
        if all(isinstance(part, (NoneTensorSpec, TensorSpec)) for part in nest.flatten(spec)):
            return self._variant_tensor

        def rows(*parts: Any) -> tuple[Any, ...]:
            return tuple(rows_of(spec, parts if type(spec) is tuple else parts[0]))

        return self.map(do_not_convert(rows))._variant_tensor

    def filter(self: D, predicate: Callable[..., Any], name: str | None = None) -> D:
        """The elements for which `predicate` is true; ValueError if it does not return a bool scalar.

        >>> [int(x) for x in tf.data.Dataset.range(5).filter(lambda x: x % 2 == 0)]
        [0, 2, 4]
        """
        return self._predicate(records.FILTER, predicate, "Dataset.filter()", name)

    def take_while(self: D, predicate: Callable[..., Any], name: str | None = None) -> D:
        """The elements before the first one for which `predicate` is false.

        >>> [int(x) for x in tf.data.Dataset.range(5).take_while(lambda x: x < 3)]
        [0, 1, 2]
        """
        return self._predicate(records.TAKE_WHILE, predicate, "Dataset.take_while()", name)

    def _predicate(self: D, record: Any, predicate: Callable[..., Any], method: str, name: str | None) -> D:
        function = trace_on_elements(
            predicate, self.element_spec, method, lambda result: bool_scalar(result, "predicate")
        )
        return self._next(record, (self._variant_tensor, function.captured), name=name, predicate=function.graph)

    def flat_map(self: D, map_func: Callable[..., Any], name: str | None = None) -> D:
        """The elements of the datasets that a function returns for the elements, one dataset after the other.

        TypeError if the function does not return a dataset.

        >>> [int(x) for x in tf.data.Dataset.range(1, 4).flat_map(lambda n: tf.data.Dataset.range(n))]
        [0, 0, 1, 0, 1, 2]
        """
        function, spec = self._trace_to_datasets(map_func, "Dataset.flat_map()")
        return self._next(records.FLAT_MAP, (self._variant_tensor, function.captured), spec, name, f=function.graph)

    def interleave(
        self: D,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> D:
        """The elements of the datasets that a function returns for the elements, from several in turn.

        Args:
          map_func: takes an element, as in `map`, and returns a dataset.
          cycle_length: the number of datasets to alternate between, by default the number of processors.
          block_length: the number of successive elements from one dataset, by default 1.
          num_parallel_calls, deterministic: have no effect; the order is always the sequential one.

        >>> twice = tf.data.Dataset.range(3).interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), 2)
        >>> [int(x) for x in twice]
        [0, 1, 0, 1, 2, 2]
        """
        function, spec = self._trace_to_datasets(map_func, "Dataset.interleave()")
        cycle = number(AUTOTUNE if cycle_length is None else cycle_length)
        block = number(1 if block_length is None else block_length)
        inputs = (self._variant_tensor, function.captured, cycle, block)
        return self._next(records.INTERLEAVE, inputs, spec, name, f=function.graph)

    def _trace_to_datasets(self, map_func: Callable[..., Any], method: str) -> tuple[TracedFunction, Any]:
        def finish(result: Any) -> Any:
            if not isinstance(result, Transformations):
                raise TypeError(f"Invalid `map_func`. `map_func` must return a `Dataset` object. Got {type(result)}.")
            return result

        function = trace_on_elements(map_func, self.element_spec, method, finish)
        return function, function.spec.element_spec

    def scan(self: D, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None) -> D:
        """The elements that a function of a state and each element returns, together with the next state.

        Args:
          initial_state: a structure of tensors.
          scan_func: takes the state and the element, and returns the new state and an element.

        Raises:
          TypeError: the function does not return a pair, or the new state has another structure or type.

        >>> sums = tf.data.Dataset.range(5).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s + x))
        >>> [int(x) for x in sums]
        [0, 1, 3, 6, 10]
        """
        element = normalized(initial_state)

        def finish(result: Any) -> Any:
            if not isinstance(result, (list, tuple)) or len(result) != 2:
                raise TypeError("The scan function must return a pair comprising the new state and the output value.")
            return (normalized(result[0]), as_element(result[1], "Dataset.scan()"))

        function, state_spec = self._trace_step(
            scan_func, spec_of(element), "Dataset.scan()", finish, lambda spec: spec[0]
        )
        initial = tensors_of(state_spec, element)
        attrs = {"f": function.graph, "Tstate": [t.dtype for t in initial], "preserve_cardinality": True}
        return self._next(
            records.SCAN, (self._variant_tensor, initial, function.captured), function.spec[1], name, **attrs
        )

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The last state of a function of a state and each element.

        Args:
          initial_state: a structure of tensors.
          reduce_func: takes the state and the element, and returns the new state.

        Raises:
          TypeError: the new state has another structure or type.

        >>> int(tf.data.Dataset.range(5).reduce(tf.constant(0, tf.int64), lambda s, x: s + x))
        10
        """
        element = normalized(initial_state)

        def finish(result: Any) -> Any:
            return as_element(result, "Dataset.reduce()")

        function, state_spec = self._trace_step(
            reduce_func, spec_of(element), "Dataset.reduce()", finish, lambda spec: spec
        )
        # the result for an empty dataset is the initial state, whose shapes may differ from those of later ones
        initial = tensors_of(state_spec, element)
        attrs = {"f": function.graph, "Tstate": [t.dtype for t in initial], **output_attrs(state_spec)}
        return packer(state_spec)(
            apply_multi(records.REDUCE, (self._variant_tensor, initial, function.captured), attrs, name)
        )

    def _trace_step(
        self, step: Callable[..., Any], spec: Any, method: str, finish: Any, state_of: Callable[[Any], Any]
    ) -> tuple[TracedFunction, Any]:
        """Trace a step over a state, again with wider shapes until the state that it returns fits the one it takes."""
        while True:
            function = trace(step, [spec, self.element_spec], method, finish)
            found = state_of(function.spec)
            _check_state(spec, found)
            wider = [s.most_specific_common_supertype([f]) for s, f in _pairs(spec, found)]
            if all(w == s for w, s in zip(wider, nest.flatten(spec), strict=True)):
                return function, spec
            spec = nest.pack_sequence_as(spec, wider)


def _pairs(first: Any, second: Any) -> list[tuple[Any, Any]]:
    return list(zip(nest.flatten(first), nest.flatten(second), strict=True))


def _check_state(before: Any, after: Any) -> None:
    try:
        nest.assert_same_structure(before, after)
    except (TypeError, ValueError) as error:
        raise TypeError(f"The structure of the new state must match the initial state. {error}") from None
    for first, second in zip(tensor_specs(before), tensor_specs(after), strict=True):
        if first.dtype is not second.dtype:
            raise TypeError(
                f"The element types for the new state must match the initial state. Expected {first.dtype!r} but got "
                f"{second.dtype!r}."
            )


__all__ = ["FunctionTransformations"]
