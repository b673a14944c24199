"""Datasets of the values that a Python generator yields."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from graphwright.base import nest
from graphwright.base.dtypes import as_dtype, int64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.control.host_calls import numpy_function
from graphwright.core.convert import to_array, to_tensor
from graphwright.core.dispatch import apply
from graphwright.data import records_functions as records
from graphwright.data.structure import map_components, output_attrs, tensor_specs, tensors_of
from graphwright.data.tracing import trace


class _Runs:
    """The active runs of one generator, by number."""

    def __init__(self, generator: Callable[..., Any], spec: Any) -> None:
        self._generator, self._spec = generator, spec
        self._parts = nest.flatten(spec)
        self._runs: dict[int, Iterator[Any]] = {}
        self._numbers = itertools.count()

    def begin(self, *arguments: Any) -> Any:
        """Start a run; returns its number."""
        number = next(self._numbers)
        self._runs[number] = iter(self._generator(*arguments))
        return np.int64(number)

    def following(self, number: Any) -> list[Any]:
        """The next element of a run, as arrays; StopIteration at its end."""
        values = next(self._runs[int(number)])
        try:
            flat = nest.flatten_up_to(self._spec, values)
        except (TypeError, ValueError):
            expected = map_components(lambda s: s.dtype, self._spec)
            raise TypeError(
                "`generator` yielded an element that did not match the expected structure. The expected structure was "
                f"{expected}, but the yielded element was {values}."
            ) from None
        return [array for value, part in zip(flat, self._parts, strict=True) for array in _arrays(value, part)]

    def end(self, number: Any) -> Any:
        """Forget a run."""
        run = self._runs.pop(int(number), None)
        getattr(run, "close", bool)()
        return np.int64(0)


def _arrays(value: Any, part: Any) -> list[Any]:
    if isinstance(part, TensorSpec):
        return [_fitted(value, part)]
    if not part.is_compatible_with(value):
        raise TypeError(f"`generator` yielded an element that is not compatible with {part}: {value}.")
    return [tensor._array for tensor in tensors_of(part, value)]


def _fitted(value: Any, spec: TensorSpec) -> Any:
    try:
        array = to_array(value, spec.dtype)
        if array.dtype != spec.dtype.numpy and spec.dtype.numpy is not None:
            array = array.astype(spec.dtype.numpy)
    except (TypeError, ValueError) as error:
        raise TypeError(
            "`generator` yielded an element that could not be converted to the expected type. The expected type was "
            f"{spec.dtype.name}, but the yielded element was {value}."
        ) from error
    if not spec.shape.is_compatible_with(array.shape):
        raise TypeError(
            f"`generator` yielded an element of shape {array.shape} where an element of shape {spec.shape} was "
            "expected."
        )
    return array


def signature(output_types: Any, output_shapes: Any, output_signature: Any) -> Any:
    """The spec of the elements, from `output_signature` or from the older arguments."""
    if output_signature is not None:
        if output_types is not None:
            raise TypeError(
                "The `output_types` argument can not be used together with the `output_signature` argument."
            )
        if output_shapes is not None:
            raise TypeError(
                "The `output_shapes` argument can not be used together with the `output_signature` argument."
            )
        for spec in nest.flatten(output_signature):
            if not isinstance(spec, TypeSpec):
                raise TypeError(
                    "`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found "
                    f"{type(spec)} which is not."
                )
        return output_signature
    if output_types is None:
        raise TypeError(
            "To specify the output signature you need to provide either the `output_signature` argument or the "
            "`output_types` argument."
        )
    if output_shapes is None:
        return map_components(lambda t: TensorSpec(None, as_dtype(t)), output_types)
    types = map_components(as_dtype, output_types)
    shapes = [TensorShape(s) for s in nest.flatten_up_to(types, output_shapes)]
    specs = [TensorSpec(s, t) for s, t in zip(shapes, nest.flatten(types), strict=True)]
    return nest.pack_sequence_as(types, specs)


def generator_dataset(generator: Callable[..., Any], spec: Any, args: Any) -> Any:
    """The variant tensor of a dataset of the values that `generator(*args)` yields."""
    runs = _Runs(generator, spec)
    flat = tensor_specs(spec)
    arguments = [to_tensor(a) for a in args or ()]

    def following(number: Any) -> Any:
        results = numpy_function(runs.following, [number], [s.dtype for s in flat])
        for tensor, part in zip(results, flat, strict=True):
            tensor.set_shape(TensorShape(part.shape.static_dims))
        return tuple(results)

    method, number = "Dataset.from_generator()", TensorSpec((), int64)
    begin = trace(lambda: numpy_function(runs.begin, arguments, int64), [], method, _unchanged)
    end = trace(lambda n: numpy_function(runs.end, [n], int64), [number], method, _unchanged)
    following_body = trace(following, [number], method, _unchanged)
    attrs = {
        "init_func": begin.graph,
        "next_func": following_body.graph,
        "finalize_func": end.graph,
        "Tinit_func_args": [t.dtype for t in begin.captured],
        "Tnext_func_args": [t.dtype for t in following_body.captured],
        **output_attrs(spec),
    }
    return apply(records.GENERATOR, (begin.captured, following_body.captured, end.captured), attrs)


def _unchanged(element: Any) -> Any:
    return element


__all__ = ["generator_dataset", "signature"]
