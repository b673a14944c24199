"""`tensorflow.python.util.deprecation`: decorators of what is deprecated, without effect."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

_Decorated = TypeVar("_Decorated")


class DeprecatedNamesAlreadySetError(Exception):
    """Names of deprecated endpoints are set twice."""


def _unchanged(decorated: _Decorated) -> _Decorated:
    return decorated


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable[[_Decorated], _Decorated]:
    """Mark a function or class as deprecated from a date on; `instructions` say what to use instead."""
    if not instructions:
        raise ValueError("Don't deprecate things without conversion instructions! Specify the `instructions` argument.")
    return _unchanged


def deprecated_args(
    date: str | None, instructions: str, *deprecated_arg_names_or_tuples: Any, **kwargs: Any
) -> Callable[[_Decorated], _Decorated]:
    """Mark arguments of a function as deprecated."""
    if not deprecated_arg_names_or_tuples:
        raise ValueError("Specify which argument is deprecated.")
    return _unchanged


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **deprecated_kwargs: Any
) -> Callable[[_Decorated], _Decorated]:
    """Mark values of arguments as deprecated."""
    if not deprecated_kwargs:
        raise ValueError("Specify which argument values are deprecated.")
    return _unchanged


def deprecated_endpoints(*args: str) -> Callable[[Any], Any]:
    """Note the deprecated names of a function.

    Raises DeprecatedNamesAlreadySetError where that has been done before.
    """

    def decorate(decorated: Any) -> Any:
        if "_tf_deprecated_api_names" in vars(decorated):
            raise DeprecatedNamesAlreadySetError(
                f"Cannot set deprecated names for {decorated.__name__} to {args}. Deprecated names are already set."
            )
        decorated._tf_deprecated_api_names = args
        return decorated

    return decorate


def deprecated_alias(deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True) -> Any:
    """The function or class under its older name."""
    if isinstance(func_or_class, type):
        return type(func_or_class.__name__, (func_or_class,), {"__doc__": func_or_class.__doc__})
    return functools.wraps(func_or_class)(lambda *args, **kwargs: func_or_class(*args, **kwargs))


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """The value of an argument that has an older name; ValueError where both are given."""
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old_value


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Print no warnings of deprecated names in the block; there are none."""
    yield
