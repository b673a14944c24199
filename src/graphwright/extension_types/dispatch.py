"""Dispatch: users' functions in place of the public ones for arguments of users' types."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, TypeVar

from graphwright.extension_types.elementwise import assert_apis, binary_apis, unary_apis
from graphwright.extension_types.matching import Signature, matcher
from graphwright.extension_types.takeover import Target, add_target, dispatchable, remove_targets

_Function = TypeVar("_Function", bound=Callable[..., Any])


def dispatch_for_api(api: Any, *signatures: Any) -> Callable[[_Function], _Function]:
    """A decorator: the function takes the place of `api` where the arguments match a signature.

    Args:
      api: a public function, such as `tf.math.add`. Operators and methods are not served: a class defines
        `__add__` and related methods itself.
      *signatures: dicts from names or positions of parameters to types, `List[...]` or `Union[...]` of types. All of
        them must match, and an argument that is not a tensor, number or text be among them. Without signatures the
        annotations of the function are taken.

    The function takes the parameters of `api` (`name` may be left out); it may return NotImplemented to pass.

    Raises ValueError where `api` is no public function, the parameters differ, or no annotations are given; later, in
    a call, where several functions match.

    >>> class Money(tf.experimental.ExtensionType):
    ...     cents: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(tf.math.add, {"x": Money, "y": Money})
    ... def add(x, y, name=None):
    ...     return Money(x.cents + y.cents)
    >>> int(tf.math.add(Money(150), Money(20)).cents)
    170
    >>> tf.experimental.unregister_dispatch_for(add)
    """
    function = dispatchable(api)
    parameters = inspect.signature(function)
    arguments = [Signature(signature, parameters) for signature in signatures]

    def decorate(target: _Function) -> _Function:
        if not callable(target):
            raise TypeError(f"Expected dispatch_target to be callable; got {target!r}")
        run = _fitted(target, parameters)
        wanted = arguments or [Signature(_hints(target, parameters), parameters)]
        add_target(function, Target(target, wanted, run))
        return target

    return decorate


def _hints(target: Any, parameters: inspect.Signature) -> dict[str, Any]:
    hints = {name: hint for name, hint in typing.get_type_hints(target).items() if name in parameters.parameters}
    if not hints:
        raise ValueError(
            "The dispatch_for_api decorator must be called with at least one signature, or applied to a function that "
            "has type annotations on its parameters."
        )
    return hints


def _fitted(target: Any, parameters: inspect.Signature) -> Callable[..., Any]:
    """The target as a function of all parameters of the API; ValueError where its own are others."""
    found = inspect.signature(target)
    kinds = {p.kind for p in found.parameters.values()}
    if {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD} <= kinds:
        return target  # type: ignore[no-any-return]
    names, wanted = list(found.parameters), list(parameters.parameters)
    if names == wanted:
        return target  # type: ignore[no-any-return]
    if "name" not in wanted or names != [n for n in wanted if n != "name"]:
        raise ValueError(f"Dispatch function's signature {found} does not match API's signature {parameters}.")
    place = wanted.index("name")

    @functools.wraps(target)
    def without_name(*args: Any, **kwargs: Any) -> Any:
        kwargs.pop("name", None)
        return target(*args[:place], *args[place + 1 :], **kwargs)

    return without_name


# many functions at once -------------------------------------------------------------------------------------


def dispatch_for_unary_elementwise_apis(x_type: Any) -> Callable[[_Function], _Function]:
    """A decorator: `handler(api, x)` takes the place of every function of one argument that works element by element.

    Args:
      x_type: the type of the first argument, or a `Union` of types.

    `api` is the function called, with the other arguments of the call in it, so that it takes `x` alone.

    Raises ValueError if the type has a handler already, or the handler takes other parameters.

    >>> class Mask(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     keep: tf.Tensor
    >>> @tf.experimental.dispatch_for_unary_elementwise_apis(Mask)
    ... def handler(api, x):
    ...     return Mask(api(x.values), x.keep)
    >>> tf.abs(Mask([-1, 2], [True, False])).values.numpy()
    array([1, 2], dtype=int32)
    >>> tf.experimental.unregister_dispatch_for(handler)
    """
    return _for_all("unary", unary_apis, (x_type,), x_type)


def dispatch_for_binary_elementwise_apis(x_type: Any, y_type: Any) -> Callable[[_Function], _Function]:
    """A decorator: `handler(api, x, y)` takes the place of every function of two arguments that works by elements.

    Args:
      x_type, y_type: the types of the first two arguments, or `Union`s of types.

    Raises ValueError if the types have a handler already, or the handler takes other parameters.

    >>> class Metres(tf.experimental.ExtensionType):
    ...     count: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_apis(Metres, Metres)
    ... def handler(api, x, y):
    ...     return Metres(api(x.count, y.count))
    >>> float(tf.maximum(Metres(1.5), Metres(2.5)).count)
    2.5
    >>> tf.experimental.unregister_dispatch_for(handler)
    """
    return _for_all("binary", binary_apis, (x_type, y_type), (x_type, y_type))


def dispatch_for_binary_elementwise_assert_apis(x_type: Any, y_type: Any) -> Callable[[_Function], _Function]:
    """A decorator: `handler(api, x, y)` takes the place of the `tf.debugging.assert_*` functions that compare two.

    Args:
      x_type, y_type: the types of the first two arguments, or `Union`s of types.

    Raises ValueError if the types have a handler already, or the handler takes other parameters.

    >>> class Metres(tf.experimental.ExtensionType):
    ...     count: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_assert_apis(Metres, Metres)
    ... def handler(api, x, y):
    ...     return api(x.count, y.count)
    >>> tf.debugging.assert_equal(Metres(1.5), Metres(1.5))
    >>> tf.experimental.unregister_dispatch_for(handler)
    """
    return _for_all("binary", assert_apis, (x_type, y_type), (x_type, y_type), "assert ")


_handlers: dict[tuple[Any, Any], Any] = {}


def _for_all(
    arity: str, apis: Callable[[], Sequence[FunctionType]], types: tuple[Any, ...], shown: Any, what: str = ""
) -> Callable[[_Function], _Function]:
    for annotation in types:
        matcher(annotation)
    key = (arity + what, types)

    def decorate(handler: _Function) -> _Function:
        if key in _handlers:
            raise ValueError(
                f"A {arity} elementwise {what}dispatch handler ({_handlers[key]!r}) has already been registered for "
                f"{shown}."
            )
        _check_handler(handler, len(types))
        for function in apis():
            parameters = inspect.signature(function)
            first = dict(zip(parameters.parameters, types, strict=False))
            run = _of_elements(handler, function, list(first))
            add_target(function, Target(handler, [Signature(first, parameters)], run))
        _handlers[key] = handler
        return handler

    return decorate


def _check_handler(handler: Any, count: int) -> None:
    if not callable(handler):
        raise TypeError(f"Expected dispatch_target to be callable; got {handler!r}")
    wanted = ["api", "x", "y"][: count + 1]
    try:
        inspect.signature(handler).bind(*wanted)
    except TypeError as error:
        raise ValueError(f"The handler must take {', '.join(wanted)}: {error}.") from None


def _of_elements(handler: Any, function: FunctionType, names: list[str]) -> Callable[..., Any]:
    """The handler as a target of one function: the arguments behind those named are bound to the function."""

    def run(*args: Any, **kwargs: Any) -> Any:
        rest = dict(kwargs)
        values = [args[i] if i < len(args) else rest.pop(name) for i, name in enumerate(names)]
        behind = args[len(names) :]
        if not behind and not rest:
            return handler(function, *values)

        @functools.wraps(function)
        def api(*elements: Any) -> Any:
            return function(*elements, *behind, **rest)

        return handler(api, *values)

    return run


def unregister_dispatch_for(dispatch_target: Callable[..., Any]) -> None:
    """Undo the registration of a function with any of the dispatch decorators.

    Raises ValueError if it is not registered.

    >>> tf.experimental.unregister_dispatch_for(print)
    Traceback (most recent call last):
        ...
    ValueError: Function <built-in function print> was not registered using a `@dispatch_for_*` decorator.
    """
    if not remove_targets(dispatch_target):
        raise ValueError(f"Function {dispatch_target!r} was not registered using a `@dispatch_for_*` decorator.")
    for key in [key for key, handler in _handlers.items() if handler is dispatch_target]:
        del _handlers[key]


__all__ = [
    "dispatch_for_api",
    "dispatch_for_binary_elementwise_apis",
    "dispatch_for_binary_elementwise_assert_apis",
    "dispatch_for_unary_elementwise_apis",
    "unregister_dispatch_for",
]
