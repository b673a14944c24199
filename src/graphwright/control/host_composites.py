"""Host calls on composite values: they are passed and returned as their component tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.convert import is_made_of_tensors, to_tensor


class HostSignature:
    """Converts the composite arguments and results of a host call to component tensors and back.

    `inputs` are the arguments; `declared` is what the caller says of the results: dtypes and specs.
    """

    def __init__(self, inputs: Sequence[Any], declared: Sequence[Any]) -> None:
        self._inputs = inputs
        self._declared = [one if isinstance(one, TypeSpec) else as_dtype(one) for one in declared]

    @staticmethod
    def applies(inputs: Sequence[Any], declared: Any) -> bool:
        """Whether an argument is composite, or a result is declared by a spec."""
        reported = declared if isinstance(declared, (list, tuple)) else (declared,)
        return any(isinstance(one, TypeSpec) for one in reported) or any(map(is_made_of_tensors, inputs))

    def flat_inputs(self) -> list[Any]:
        """The tensors, and what becomes tensors, of the arguments."""
        return [part for value in self._inputs for part in _tensors_in(value)]

    def flat_dtypes(self) -> list[DType]:
        """The dtypes of the results' tensors."""
        return [dtype for one in self._declared for dtype in _dtypes(one)]

    def flat_function(self, function: Callable[..., Any], listed: Callable[[Any], Sequence[Any]]) -> Callable[..., Any]:
        """The function on tensors alone.

        `listed` makes a list, checked for its length, of what the user's function returns.
        """

        def on_tensors(*tensors: Any) -> list[Any]:
            rest = iter(tensors)
            arguments = [_rebuild(value, rest) for value in self._inputs]
            results = listed(function(*arguments))
            return [t for one, result in zip(self._declared, results, strict=True) for t in _tensors(one, result)]

        on_tensors.__name__ = getattr(function, "__name__", "func")
        return on_tensors

    def results(self, tensors: Sequence[Any]) -> list[Any]:
        """The results with these component tensors."""
        rest = iter(tensors)
        return [next(rest) if isinstance(one, DType) else _from_tensors(one, rest) for one in self._declared]


def _tensors_in(value: Any) -> list[Any]:
    return nest.flatten(value, expand_composites=True) if is_made_of_tensors(value) else [value]


def _rebuild(value: Any, rest: Any) -> Any:
    if not is_made_of_tensors(value):
        return next(rest)
    return nest.pack_sequence_as(value, [next(rest) for _ in _tensors_in(value)], expand_composites=True)


def _dtypes(one: Any) -> list[DType]:
    return [one] if isinstance(one, DType) else [spec.dtype for spec in one.flatten()]


def _tensors(one: Any, result: Any) -> list[Any]:
    if isinstance(one, DType):
        return [result]
    tensors: list[Any] = one.to_tensors(to_tensor(result, one.dtype) if isinstance(one, TensorSpec) else result)
    return tensors


def _from_tensors(spec: Any, rest: Any) -> Any:
    parts = []
    for part in spec.flatten():
        tensor = next(rest)
        tensor.set_shape(part.shape)
        parts.append(tensor)
    return spec.from_tensors(iter(parts))


__all__ = ["HostSignature"]
