"""The signature of a traced function: binding of calls, defaults, `input_signature`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphwright.base import errors, nest
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable


class FunctionSpec:
    """How calls of a Python function are bound, and what `input_signature` asks of them.

    `bind` gives the arguments by name, in the order of the signature, with defaults filled in; `*args` are named
    `args_0`, `args_1`, ... and keyword extras keep their names.
    """

    def __init__(
        self, python_function: Callable[..., Any], input_signature: Any = None, name: str | None = None
    ) -> None:
        self.name = name or function_name(python_function)
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
        if self.input_signature is not None:
            self._check_room()

    def _check_room(self) -> None:
        """An input_signature must not be longer than the signature has room for."""
        assert self.input_signature is not None
        positional = [p for p in self.parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        variadic = any(p.kind is p.VAR_POSITIONAL for p in self.parameters)
        if len(self.input_signature) > len(positional) and not variadic:
            raise errors.SignatureError(
                f"input_signature has {len(self.input_signature)} entries, but {self.name} takes "
                f"{len(positional)} positional arguments."
            )
        for parameter in positional[len(self.input_signature) :]:
            if parameter.default is parameter.empty:
                raise errors.SignatureError(
                    f"When input_signature is provided, all required arguments must be covered: "
                    f"'{parameter.name}' of {self.name} "
                    "has neither a TensorSpec nor a default."
                )
        for parameter in self.parameters:
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
                raise errors.SignatureError(
                    f"Keyword-only argument '{parameter.name}' must have a default when input_signature is given."
                )

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by name; TypeError when they do not fit, as Python's own."""
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise errors.SignatureError(
                f"{self.name}() {error}. Its signature is {self.name}{self.signature}."
            ) from None
        bound.apply_defaults()
        values: dict[str, Any] = {}
        for parameter in self.parameters:
            value = bound.arguments[parameter.name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                values.update({f"{parameter.name}_{i}": v for i, v in enumerate(value)})
            elif parameter.kind is parameter.VAR_KEYWORD:
                values.update(sorted(value.items()))
            else:
                values[parameter.name] = value
        if self.input_signature is not None:
            self._apply_input_signature(values)
        return values

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

    def _apply_input_signature(self, values: dict[str, Any]) -> None:
        """Convert the arguments that the input_signature covers, and check them against it."""
        assert self.input_signature is not None
        for (name, value), spec in zip(list(values.items()), self.input_signature, strict=False):
            values[name] = self._fit(spec, value, values)

    def _fit(self, spec: Any, value: Any, values: Mapping[str, Any]) -> Any:
        if isinstance(spec, TensorSpec):
            return self._fit_leaf(spec, value, values)
        if isinstance(spec, TypeSpec):
            return value
        try:
            nest.assert_same_structure(spec, value) if not nest.is_nested(spec) else None
            return nest.map_structure_up_to(spec, lambda s, v: self._fit(s, v, values), spec, value)
        except errors.SignatureError:
            raise
        except (TypeError, ValueError):
            raise self._incompatible(values) from None

    def _fit_leaf(self, spec: TensorSpec, value: Any, values: Mapping[str, Any]) -> Any:
        if isinstance(value, Variable):
            value = value.read_value()
        if isinstance(value, TensorSpec):
            if not value.is_subtype_of(spec):
                raise self._incompatible(values)
            return value
        if not isinstance(value, Tensor):
            try:
                value = to_tensor(value, spec.dtype)
            except (TypeError, ValueError):
                raise self._incompatible(values) from None
        if value.dtype is not spec.dtype or not spec.shape.is_compatible_with(value.shape):
            raise self._incompatible(values)
        return value

    def _incompatible(self, values: Mapping[str, Any]) -> errors.SignatureError:
        inputs = ",\n    ".join(str(v) for v in values.values())
        expected = ",\n    ".join(repr(s) for s in self.input_signature or ())
        return errors.SignatureError(
            f"Python inputs incompatible with input_signature:\n  inputs: (\n    {inputs})\n  "
            f"input_signature: (\n    {expected})."
        )


def _checked_signature(signature: Any) -> tuple[Any, ...] | None:
    if signature is None:
        return None
    if not isinstance(signature, (list, tuple)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(signature).__name__}.")
    for leaf in nest.flatten(signature):
        if not isinstance(leaf, TypeSpec):
            raise TypeError(f"input_signature must be a possibly nested sequence of TensorSpec objects, got {leaf!r}.")
    return tuple(signature)


def function_name(python_function: Any) -> str:
    """The name a function is known by; lambdas, partials and callable objects have one too."""
    while isinstance(python_function, functools.partial):
        python_function = python_function.func
    name: str = getattr(python_function, "__name__", type(python_function).__name__)
    return name
