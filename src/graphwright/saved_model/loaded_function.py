"""Functions of loaded models: they have a fixed set of traces."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.core.array_likes import is_array_like
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.functions.cache.trace_cache import CallKind
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.function import Function
from graphwright.functions.tracing.trace_types import Container, VariableType, trace_type_of
from graphwright.saved_model.graph_functions import GraphOnlyFunction
from graphwright.saved_model.messages import Message
from graphwright.saved_model.structured_values import decode

_Kind = inspect.Parameter


class LoadedFunction(Function[Any, Any]):
    """A function with the traces that it was saved with.

    A call is matched with the traces as with those of the saved function; NumPy arrays and Python values become
    tensors where that makes one fit.
    """

    def __init__(self, declared: GraphOnlyFunction, traces: Sequence[ConcreteFunction], input_signature: Any) -> None:
        self._traces = list(traces)
        super().__init__(declared, autograph=False, name=declared.__name__, input_signature=input_signature)

    def _reset(self) -> None:
        super()._reset()
        self._tracer = _NoTracer(self)  # type: ignore[assignment]
        for concrete in self._traces:
            self._cache.add(CallKind(tuple(concrete.argument_types.items()), None), concrete)

    @property
    def concrete_functions(self) -> list[ConcreteFunction]:
        """The traces."""
        return list(self._traces)

    def call_slowly(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """A call without an entry in a call table. It runs a graph even if functions run eagerly."""
        from graphwright.functions.calls.eager_mode import functions_run_eagerly

        if functions_run_eagerly():
            values = self._bind(args, kwargs)
            return self._concrete(values).call_values(values)
        return super().call_slowly(args, kwargs)

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        values = super()._bind(args, kwargs)
        types = {n: trace_type_of(v) for n, v in values.items()}
        for exactly in (True, False):
            for concrete in self._traces:
                have = concrete.argument_types
                if list(have) != list(types):
                    continue
                if exactly and all(t.is_subtype_of(have[n]) for n, t in types.items()):
                    return values
                converted = None if exactly else _converted(have, values)
                if converted is not None:
                    return converted
        return values

    def __copy__(self) -> LoadedFunction:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> LoadedFunction:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f"{self!r} was loaded from a file and cannot be pickled: save it with tf.saved_model.save.")

    def __repr__(self) -> str:
        return f"<graphwright.LoadedFunction {self.name} with {len(self._traces)} trace(s)>"


class _Unfit(Exception):
    """An argument does not match a trace."""


def _converted(have: Mapping[str, TraceType], values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments converted for a trace; None if they do not match it."""
    try:
        return {n: _fit(type_, values[n]) for n, type_ in have.items()}
    except _Unfit:
        return None


def _fit(type_: TraceType, value: Any) -> Any:
    if isinstance(type_, TensorSpec):
        return _fit_tensor(type_, value)
    if isinstance(type_, Container):
        return type_.rebuild([_fit(c, p) for c, p in zip(type_.children, _parts(type_, value), strict=True)])
    if trace_type_of(value).is_subtype_of(type_) or (isinstance(type_, VariableType) and isinstance(value, Variable)):
        return value
    raise _Unfit


def _fit_tensor(spec: TensorSpec, value: Any) -> Any:
    if isinstance(value, TypeSpec):
        if value.is_subtype_of(spec):
            return value
        raise _Unfit
    if isinstance(value, Variable):
        value = value.read_value()
    elif not isinstance(value, Tensor):
        try:
            value = to_tensor(value, None if is_array_like(value) else spec.dtype)
        except (TypeError, ValueError, errors.OpError):
            raise _Unfit from None
    if value.dtype is not spec.dtype or not value.shape.is_compatible_with(spec.shape):
        raise _Unfit
    return value


def _parts(type_: Container, value: Any) -> list[Any]:
    """The components of a structure; a named tuple may be of another class with the same fields."""
    fields = getattr(type_.kind[0], "_fields", None)
    if fields is not None and getattr(value, "_fields", None) == fields:
        return list(value)
    if isinstance(value, Mapping) and issubclass(type_.kind[0], Mapping):
        if tuple(sorted(value)) != type_.kind[1]:
            raise _Unfit
        return [value[key] for key in type_.kind[1]]
    parts = type_.parts(value)
    if parts is None:
        raise _Unfit
    return parts


class _NoTracer:
    """Replaces the tracing of a function: a loaded function cannot be traced."""

    count = 0

    def __init__(self, function: LoadedFunction) -> None:
        self._traces = function._traces
        self._name = function._spec.name

    def make(self, types: dict[str, TraceType], values: dict[str, Any]) -> Any:
        """Raise ValueError, listing the arguments that the function accepts."""
        if not self._traces:
            raise ValueError(
                f"Found zero restored functions for caller function. '{self._name}' had no trace when it was saved: "
                "call it, or give it an input_signature, before."
            )
        got = _spelled(types)
        options = "\n".join(
            f"  Option {i}: {self._name}({_spelled(c.argument_types)})" for i, c in enumerate(self._traces, 1)
        )
        raise ValueError(
            f"Could not find matching concrete function to call loaded from the SavedModel. Got: {self._name}({got}).\n"
            f"Expected these arguments to match one of the following {len(self._traces)} option(s):\n{options}\n"
            "A loaded function makes no trace of its own: call it with more kinds of arguments, or give it an "
            "input_signature, before it is saved."
        )


def _spelled(types: Mapping[str, TraceType]) -> str:
    return ", ".join(f"{name}={type_!r}" for name, type_ in types.items())


# signatures --------------------------------------------------------------------------------------------------


def parameters_of(spec: Message) -> list[inspect.Parameter]:
    """The parameters of a saved function.

    Those that are keyword-only stand in the order of their names, as their tensors do in the graph. Raises
    InvalidArgumentError where the message describes none.
    """
    described = decode(spec.fullargspec)
    try:
        return _parameters(described)
    except (ValueError, TypeError, AttributeError) as error:
        raise errors.InvalidArgumentError(
            f"A function of the SavedModel has no parameters to go by: {error}."
        ) from None


def _parameters(described: Any) -> list[inspect.Parameter]:
    names = list(described.args)
    for name in (*names, described.varargs, described.varkw, *described.kwonlyargs):
        if name is not None and not (isinstance(name, str) and name.isidentifier()):
            raise ValueError(f"{name!r} is no name of a parameter")
    defaults = list(described.defaults or ())
    if len(defaults) > len(names):
        raise ValueError(f"there are {len(defaults)} defaults for {len(names)} arguments")
    by_name = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    if names and names[0] == "self":
        names.pop(0)
    result = [_Kind(n, _Kind.POSITIONAL_OR_KEYWORD, default=by_name.get(n, _Kind.empty)) for n in names]
    if described.varargs is not None:
        result.append(_Kind(described.varargs, _Kind.VAR_POSITIONAL))
    keywords = described.kwonlydefaults or {}
    result += [_Kind(n, _Kind.KEYWORD_ONLY, default=keywords.get(n, _Kind.empty)) for n in sorted(described.kwonlyargs)]
    if described.varkw is not None:
        result.append(_Kind(described.varkw, _Kind.VAR_KEYWORD))
    inspect.Signature(result)
    return result
