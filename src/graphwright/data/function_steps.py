"""The methods of datasets that take functions. Each is traced once and runs compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from graphwright.autograph import do_not_convert
from graphwright.base import nest
from graphwright.base.spec import NoneTensorSpec, TensorSpec
from graphwright.core.dispatch import apply_multi
from graphwright.data import records_functions as records
from graphwright.data.background import AUTOTUNE
from graphwright.data.bodies import Traced, as_element, bool_scalar, of_elements, traced
from graphwright.data.specs import DatasetSpec
from graphwright.data.steps import Steps, number
from graphwright.data.structure import normalized, output_attrs, packer, rows_of, spec_of, tensor_specs, tensors_of

D = TypeVar("D", bound="FunctionSteps")


class FunctionSteps(Steps):
    """What a dataset can be made into by a function of its elements."""

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
          map_func: takes the element, a tuple as several arguments; returns a structure of tensors. It is traced once
            and runs compiled, so Python code in it runs while tracing only.
          num_parallel_calls: how many elements to work on at a time; with `tf.data.AUTOTUNE` as many as there are
            processors, where that is worth a thread.
          deterministic: has no effect; elements keep their order.

        Raises: what the function raises; TypeError where it returns something else.

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x * x)]
        [0, 1, 4]
        """
        body = of_elements(map_func, self.element_spec, "Dataset.map()")
        inputs: tuple[Any, ...] = (self._variant_tensor, body.captured)
        attrs = {"f": body.graph, "preserve_cardinality": True}
        if num_parallel_calls is None:
            return self._next(records.MAP, inputs, body.spec, name, **attrs)
        order = {True: "true", False: "false", None: "default"}[deterministic]
        calls = number(num_parallel_calls)
        return self._next(records.PARALLEL_MAP, (*inputs, calls), body.spec, name, deterministic=order, **attrs)

    def _in_rows(self) -> Any:
        given = self.element_spec
        if all(isinstance(part, (NoneTensorSpec, TensorSpec)) for part in nest.flatten(given)):
            return self._variant_tensor

        def rows(*parts: Any) -> tuple[Any, ...]:
            return tuple(rows_of(given, parts if type(given) is tuple else parts[0]))

        return self.map(do_not_convert(rows))._variant_tensor

    def filter(self: D, predicate: Callable[..., Any], name: str | None = None) -> D:
        """The elements for which `predicate` holds; ValueError where it does not return a bool scalar.

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(5).filter(lambda x: x % 2 == 0)]
        [0, 2, 4]
        """
        return self._while(records.FILTER, predicate, "Dataset.filter()", name)

    def take_while(self: D, predicate: Callable[..., Any], name: str | None = None) -> D:
        """The elements before the first for which `predicate` does not hold.

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(5).take_while(lambda x: x < 3)]
        [0, 1, 2]
        """
        return self._while(records.TAKE_WHILE, predicate, "Dataset.take_while()", name)

    def _while(self: D, record: Any, predicate: Callable[..., Any], place: str, name: str | None) -> D:
        body = of_elements(predicate, self.element_spec, place, lambda held: bool_scalar(held, "predicate"))
        return self._next(record, (self._variant_tensor, body.captured), name=name, predicate=body.graph)

    def flat_map(self: D, map_func: Callable[..., Any], name: str | None = None) -> D:
        """The elements of the datasets that a function makes of the elements, one dataset after the other.

        TypeError where the function does not return a dataset.

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(1, 4).flat_map(lambda n: tf.data.Dataset.range(n))]
        [0, 0, 1, 0, 1, 2]
        """
        body, spec = self._of_datasets(map_func, "Dataset.flat_map()", "flat_map")
        return self._next(records.FLAT_MAP, (self._variant_tensor, body.captured), spec, name, f=body.graph)

    def interleave(
        self: D,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> D:
        """The elements of the datasets that a function makes of the elements, from several in turn.

        Args:
          map_func: takes an element as `map`'s does, returns a dataset.
          cycle_length: from how many datasets at a time; by default the number of processors.
          block_length: how many elements from one before the next has its turn, by default 1.
          num_parallel_calls, deterministic: have no effect; the order is always that of one thread.

        >>> import graphwright as tf
        >>> twice = tf.data.Dataset.range(3).interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), 2)
        >>> [int(x) for x in twice]
        [0, 1, 0, 1, 2, 2]
        """
        body, spec = self._of_datasets(map_func, "Dataset.interleave()", "interleave")
        cycle = number(AUTOTUNE if cycle_length is None else cycle_length)
        block = number(1 if block_length is None else block_length)
        inputs = (self._variant_tensor, body.captured, cycle, block)
        return self._next(records.INTERLEAVE, inputs, spec, name, f=body.graph)

    def _of_datasets(self, map_func: Callable[..., Any], place: str, method: str) -> tuple[Traced, Any]:
        def finish(result: Any) -> Any:
            if not isinstance(result, Steps):
                raise TypeError(f"Invalid `map_func`. `map_func` must return a `Dataset` object. Got {type(result)}.")
            return result

        body = of_elements(map_func, self.element_spec, place, finish)
        spec: DatasetSpec = body.spec
        return body, spec.element_spec

    def scan(self: D, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None) -> D:
        """The elements that a function of a state and each element gives, together with the next state.

        Args:
          initial_state: a structure of tensors.
          scan_func: takes the state and the element, returns the new state and an element.

        Raises:
          TypeError: the function returns no pair, or a state of another structure or type.

        >>> import graphwright as tf
        >>> sums = tf.data.Dataset.range(5).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s + x))
        >>> [int(x) for x in sums]
        [0, 1, 3, 6, 10]
        """
        element = normalized(initial_state)

        def finish(result: Any) -> Any:
            if not isinstance(result, (list, tuple)) or len(result) != 2:
                raise TypeError("The scan function must return a pair comprising the new state and the output value.")
            return (normalized(result[0]), as_element(result[1], "Dataset.scan()"))

        body, state_spec = self._stepping(scan_func, element, "Dataset.scan()", finish, lambda spec: spec[0])
        held = tensors_of(state_spec, element)
        attrs = {"f": body.graph, "Tstate": [t.dtype for t in held], "preserve_cardinality": True}
        return self._next(records.SCAN, (self._variant_tensor, held, body.captured), body.spec[1], name, **attrs)

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The state that is left when a function has met all elements.

        Args:
          initial_state: a structure of tensors.
          reduce_func: takes the state and the element, returns the new state.

        Raises:
          TypeError: the function returns a state of another structure or type.

        >>> import graphwright as tf
        >>> int(tf.data.Dataset.range(5).reduce(tf.constant(0, tf.int64), lambda s, x: s + x))
        10
        """
        element = normalized(initial_state)

        def finish(result: Any) -> Any:
            return as_element(result, "Dataset.reduce()")

        body, state_spec = self._stepping(reduce_func, element, "Dataset.reduce()", finish, lambda spec: spec)
        # a dataset without elements leaves the first state, which may have other shapes than a later one
        held = tensors_of(state_spec, element)
        attrs = {"f": body.graph, "Tstate": [t.dtype for t in held], **output_attrs(state_spec)}
        return packer(state_spec)(apply_multi(records.REDUCE, (self._variant_tensor, held, body.captured), attrs, name))

    def _stepping(
        self, function: Callable[..., Any], initial: Any, place: str, finish: Any, state_of: Callable[[Any], Any]
    ) -> tuple[Traced, Any]:
        """The body of a step over a state, traced again for wider shapes until it gives what it takes."""
        spec = spec_of(initial)
        while True:
            body = traced(function, [spec, self.element_spec], place, finish)
            found = state_of(body.spec)
            _check_state(spec, found)
            wider = [s.most_specific_common_supertype([f]) for s, f in _pairs(spec, found)]
            if all(w == s for w, s in zip(wider, nest.flatten(spec), strict=True)):
                return body, spec
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


__all__ = ["FunctionSteps"]
