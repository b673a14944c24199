"""The signature of a traced function: binding of calls, defaults, `input_signature`."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphwright.base import errors, nest
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.functions.tracing.trace_types import trace_type_of


class FunctionSpec:
    """Binds calls of a Python function to its signature and its `input_signature`.

    `bind` returns the arguments by name, in the order of the signature, with defaults filled in; `*args` are named
    `args_0`, `args_1`, ... and keyword extras keep their names.
    """

    def __init__(
        self,
        python_function: Callable[..., Any],
        input_signature: Any = None,
        name: str | None = None,
        follow_type_hints: bool = False,
    ) -> None:
        self.name = name or function_name(python_function)
        self._hinted: Callable[[], frozenset[str]] | None = None
        if follow_type_hints:
            self._hinted = functools.cache(functools.partial(_tensor_parameters, python_function))
        try:
            self.signature = inspect.signature(python_function)
        except (TypeError, ValueError):
            self.signature = inspect.Signature(
                [
                    inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL),
                    inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD),
                ]
            )
        self.parameters = list(self.signature.parameters.values())
        self.input_signature = _checked_signature(input_signature)
        # a method called through its class takes the instance before the arguments that the input_signature covers
        self._before = int(self.input_signature is not None and takes_instance(python_function))
        if self.input_signature is not None:
            self._check_room(self.input_signature)

    def _check_room(self, input_signature: tuple[Any, ...]) -> None:
        """Check that an input_signature covers all parameters without default, and is not longer than the signature."""
        positional = self._positional()
        variadic = any(p.kind is p.VAR_POSITIONAL for p in self.parameters)
        if len(input_signature) > len(positional) and not variadic:
            raise errors.SignatureError(
                f"input_signature has {len(input_signature)} entries, but {self.name} takes "
                f"{len(positional)} positional arguments."
            )
        for parameter in positional[len(input_signature) :]:
            if parameter.default is parameter.empty:
                raise errors.SignatureError(
                    f"When input_signature is provided, all required arguments must be covered: '{parameter.name}' of "
                    f"{self.name} has neither a TensorSpec nor a default."
                )
        for parameter in self.parameters:
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
                raise errors.SignatureError(
                    f"Keyword-only argument '{parameter.name}' must have a default when input_signature is given."
                )

    def _positional(self) -> list[inspect.Parameter]:
        """The parameters that an input_signature covers."""
        found = [p for p in self.parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        return found[self._before :]

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by name; TypeError when they do not fit, as Python's own."""
        values = self.named(args, kwargs)
        if self.input_signature is not None:
            self._apply_input_signature(values, self.input_signature)
        elif self._hinted is not None:
            self._follow_hints(values, self._hinted())
        return values

    def named(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by name as passed, with defaults filled in."""
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise errors.SignatureError(
                f"Binding inputs to tf.function failed due to `{error}`. Received args: {tuple(args)} and kwargs: "
                f"{dict(kwargs)} for signature: {self.name}{self.signature}."
            ) from None
        bound.apply_defaults()
        values: dict[str, Any] = {}
        for parameter in self.parameters:
            value = bound.arguments[parameter.name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                values.update({f"{parameter.name}_{i}": v for i, v in enumerate(value)})
            elif parameter.kind is parameter.VAR_KEYWORD:
                selected = next((name for name in value if name in values), None)
                if selected is not None:
                    raise errors.SignatureError(
                        f"duplicate parameter name: '{selected}' is the name of a positional argument of {self.name}."
                    )
                values.update(sorted(value.items()))
            else:
                values[parameter.name] = value
        return values

    def _follow_hints(self, values: dict[str, Any], hinted: frozenset[str]) -> None:
        """Convert the values of parameters that are annotated as tensors."""
        known = self.signature.parameters
        rest = {p.kind: p.name for p in self.parameters if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
        for name, value in values.items():
            parameter = name if name in known else self._collected_by(name, rest)
            if parameter in hinted and not isinstance(value, (Tensor, Variable, TypeSpec)):
                values[name] = to_tensor(value)

    @staticmethod
    def _collected_by(name: str, rest: Mapping[Any, str]) -> str | None:
        """The parameter, `*args` or `**kwargs`, that collects an argument."""
        several = rest.get(inspect.Parameter.VAR_POSITIONAL)
        if several is not None and name.startswith(f"{several}_") and name[len(several) + 1 :].isdigit():
            return several
        return rest.get(inspect.Parameter.VAR_KEYWORD)

    def use_input_signature(self, types: dict[str, TraceType]) -> None:
        """Replace the types of arguments by those of the input_signature."""
        for name, spec in zip(list(types)[self._before :], self.input_signature or (), strict=False):
            types[name] = trace_type_of(spec)

    def constraints(self) -> dict[str, TraceType]:
        """The trace type that each argument must fit, including the defaults of those beyond the input_signature."""
        if self.input_signature is None:
            return {}
        names = [p.name for p in self._positional()]
        found = {n: trace_type_of(spec) for n, spec in zip(names, self.input_signature, strict=False)}
        for parameter in self.parameters:
            if parameter.name not in found and parameter.default is not parameter.empty:
                found[parameter.name] = trace_type_of(parameter.default)
        return found

    def unbind(self, values: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments for the Python function from arguments by name."""
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        left = dict(values)
        for parameter in self.parameters:
            if parameter.kind is parameter.VAR_POSITIONAL:
                i = 0
                while (key := f"{parameter.name}_{i}") in left:
                    args.append(left.pop(key))
                    i += 1
            elif parameter.kind is parameter.KEYWORD_ONLY:
                kwargs[parameter.name] = left.pop(parameter.name)
            elif parameter.kind is not parameter.VAR_KEYWORD:
                args.append(left.pop(parameter.name))
        return args, {**kwargs, **left}

    def default(self, name: str) -> Any:
        """The default of an argument, or `inspect.Parameter.empty`."""
        found = self.signature.parameters.get(name)
        return inspect.Parameter.empty if found is None else found.default

    def _apply_input_signature(self, values: dict[str, Any], input_signature: tuple[Any, ...]) -> None:
        """Convert the arguments that the input_signature covers, and check them; the others keep their defaults."""
        arguments = dict(values)
        names = list(arguments)[self._before :]
        if len(names) < len(input_signature):
            raise self._incompatible(values, f"{len(input_signature)} arguments are asked for, {len(names)} given")
        for i, name in enumerate(names):
            value = arguments[name]
            if i < len(input_signature):
                values[name] = self._fit(input_signature[i], value, f"argument '{name}'", arguments)
                continue
            default = self.default(name)
            if default is inspect.Parameter.empty:
                raise self._incompatible(arguments, f"argument '{name}' is one too many")
            if value is not default and trace_type_of(value) != trace_type_of(default):
                reason = f"argument '{name}' must keep its default {default!r}, got {value!r}"
                raise self._incompatible(arguments, reason)

    def _fit(self, spec: Any, value: Any, place: str, values: Mapping[str, Any]) -> Any:
        if isinstance(spec, TensorSpec):
            return self._fit_leaf(spec, value, place, values)
        if isinstance(spec, TypeSpec):
            if not trace_type_of(value).is_subtype_of(spec):
                raise self._incompatible(values, f"{place} can not be cast to {spec!r}")
            return value
        try:
            nest.flatten_up_to(spec, value)
        except (TypeError, ValueError) as error:
            raise self._incompatible(values, f"{place}: {error}") from None
        return nest.map_structure_up_to(spec, lambda s, v: self._fit(s, v, place, values), spec, value)

    def _fit_leaf(self, spec: TensorSpec, value: Any, place: str, values: Mapping[str, Any]) -> Any:
        if isinstance(value, Variable):
            value = value.read_value()
        if isinstance(value, TensorSpec):
            if not value.is_subtype_of(TensorSpec(spec.shape, spec.dtype, value.name)):
                raise self._incompatible(values, f"{place}: can not cast {value!r} to {spec!r}")
            return value
        if not isinstance(value, Tensor):
            try:
                value = to_tensor(value, spec.dtype)
            except (TypeError, ValueError) as error:
                raise self._incompatible(values, f"{place}: {error}") from None
        if value.dtype is not spec.dtype or not spec.shape.is_compatible_with(value.shape):
            found = TensorSpec(value.shape, value.dtype)
            named = place.split("'")[1]
            fix = f"Pass tf.cast({named}, tf.{spec.dtype.name})"
            if not spec.shape.is_compatible_with(value.shape):
                dtype = "" if value.dtype is spec.dtype else f" and dtype tf.{spec.dtype.name}"
                fix = f"Pass a tensor of shape {spec.shape}{dtype}"
            raise self._incompatible(values, f"{place}: can not cast {found!r} to {spec!r}. {fix}")
        return value

    def _incompatible(self, values: Mapping[str, Any], reason: str) -> errors.SignatureError:
        inputs = ",\n    ".join(str(v) for v in values.values())
        expected = ",\n    ".join(repr(s) for s in self.input_signature or ())
        return errors.SignatureError(
            f"Python inputs incompatible with input_signature:\n  inputs: (\n    {inputs})\n  "
            f"input_signature: (\n    {expected}).\n{self.name}: {reason}."
        )


def takes_instance(python_function: Any) -> bool:
    """Whether a function is written as a method, so that its first parameter is the instance.

    It is called through the Function of an instance, which has a signature without that argument.
    """
    if not inspect.isfunction(python_function):
        return False
    around, _, _ = python_function.__qualname__.rpartition(".")
    first = next(iter(inspect.signature(python_function).parameters), None)
    return bool(around) and not around.endswith("<locals>") and first in ("self", "cls")


def _tensor_parameters(python_function: Any) -> frozenset[str]:
    """The parameters annotated as `tf.Tensor`."""
    function = python_function
    while isinstance(function, functools.partial):
        function = function.func
    if not inspect.isroutine(function) and not hasattr(function, "__wrapped__"):
        function = type(function).__call__
    try:
        hints = typing.get_type_hints(inspect.unwrap(function))
    except (NameError, TypeError, AttributeError):  # an annotation for type checkers alone
        hints = getattr(inspect.unwrap(function), "__annotations__", {})
    return frozenset(name for name, hint in hints.items() if hint is Tensor)


def _checked_signature(signature: Any) -> tuple[Any, ...] | None:
    if signature is None:
        return None
    if not isinstance(signature, (list, tuple)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(signature)}.")
    invalid = [leaf for leaf in nest.flatten(signature) if not isinstance(leaf, TypeSpec)]
    if invalid:
        raise TypeError(
            f"input_signature must be a possibly nested sequence of TensorSpec objects, got invalid args {invalid} "
            f"with types {[type(leaf) for leaf in invalid]}."
        )
    return tuple(signature)


def check_returns_values(python_function: Any, name: str) -> None:
    """Raise TypeError for coroutines and generators, whose calls return something that still has to be run."""
    function = python_function
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function)
    for test, kind in _LAZY_FUNCTIONS:
        if test(function):
            raise TypeError(
                "To be compatible with tf.function, Python functions must return zero or more Tensors or "
                f"ExtensionTypes or None values; in compilation of {name}, found return value of type {kind}. Decorate "
                "a plain function that it calls."
            )


_LAZY_FUNCTIONS = (
    (inspect.iscoroutinefunction, "coroutine"),
    (inspect.isasyncgenfunction, "async_generator"),
    (inspect.isgeneratorfunction, "generator"),
)


def function_name(python_function: Any) -> str:
    """The name a function is known by; lambdas, partials and callable objects have one too."""
    while isinstance(python_function, functools.partial):
        python_function = python_function.func
    name: str = getattr(python_function, "__name__", type(python_function).__name__)
    return name
