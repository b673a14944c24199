"""The arguments of a function with a gradient of its own, and which of its gradients belongs to which of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphwright.autodiff.composites import flatten_composites
from graphwright.core.array_likes import is_array_like
from graphwright.core.context import state
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.variable import is_variable

_POSITIONAL, _NAMED, _DEFAULT = range(3)


class Arguments:
    """The tensors in the arguments of one call, in the order of the function's parameters.

    Fields:
      sources: the arguments that have gradients.
      inputs: the tensors, or the handles of variables, that these are.
    """

    def __init__(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], takes_variables: bool
    ) -> None:
        self._how: list[int] = []  # how each leaf of the arguments was passed
        self._sources: list[int] = []  # which leaves have gradients
        self.sources: list[Any] = []
        self.inputs: list[Any] = []
        for how, value in _in_order(function, args, kwargs):
            for leaf in flatten_composites([value])[0]:
                given = None if how == _DEFAULT else _as_input(leaf, how == _NAMED, takes_variables)
                if given is not None:
                    self._sources.append(len(self._how))
                    self.sources.append(leaf)
                    self.inputs.append(given)
                self._how.append(how)

    def gradients(self, given: Sequence[Any]) -> list[Any]:
        """One gradient or None for each of the sources, from those that the user's function gives.

        Raises ValueError where their number fits nothing.
        """
        for positions in self._orders():
            if len(positions) == len(given):
                found = dict(zip(positions, given, strict=True))
                return [found.get(i) for i in self._sources]
        raise ValueError(
            f"custom_gradient function expected to return {len(self._sources)} gradients, "
            f"but returned {len(given)} instead."
        )

    def _orders(self) -> Iterator[list[int]]:
        """What a user may give gradients for: all tensors, or all arguments; or those that were not left out."""
        sources, every = self._sources, list(range(len(self._how)))
        passed = [i for i in every if self._how[i] != _DEFAULT]
        positional = [i for i in every if self._how[i] == _POSITIONAL]
        yield sources
        yield passed
        yield every
        yield [i for i in sources if self._how[i] == _POSITIONAL]
        yield positional


def _in_order(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[tuple[int, Any]]:
    """How each argument was passed, and its value, in the order of the parameters; defaults only among others."""
    yield from ((_POSITIONAL, value) for value in args)
    if not kwargs:
        return
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    rest = dict(kwargs)
    positional = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
    for parameter in parameters[min(len(args), positional) :]:
        if parameter.name in rest and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            yield _NAMED, rest.pop(parameter.name)
        elif parameter.default is not parameter.empty:
            yield _DEFAULT, parameter.default
    yield from ((_NAMED, value) for value in rest.values())


def _as_input(value: Any, is_named: bool, takes_variables: bool) -> Any:
    """The tensor of an argument, the handle of a variable; None for anything else.

    By keyword only tensors count, not numbers: those are settings. A variable is none where `grad_fn` takes variables.
    """
    if is_variable(value):
        if not is_named:
            return value.handle
        if takes_variables:
            return None
        return value.handle if state.graph is None else value.read_value()
    if is_tensor_like(value):
        return to_tensor(value)
    if not is_named and (isinstance(value, (bool, int, float, complex)) or is_array_like(value)):
        return to_tensor(value)
    return None


__all__ = ["Arguments"]
