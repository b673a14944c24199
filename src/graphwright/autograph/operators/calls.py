"""Calls in converted code: which functions are converted, and which run unconverted."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from graphwright.autograph.conversion import converted
from graphwright.autograph.operators.list_sites import check_change
from graphwright.autograph.operators.volatile import note_volatile
from graphwright.autograph.recording import current

Keywords = dict[str, Any] | tuple[Any, ...] | None

OVERLOADS: dict[Any, Callable[..., Any]] = {}
"""The function that converted code calls in place of a builtin; `builtins.py` fills it."""


def converted_call(function: Any, args: tuple[Any, ...], kwargs: Keywords = None) -> Any:
    """Call a function with the converted form of its code, where it has one.

    Args:
      function: anything that can be called.
      args: the positional arguments.
      kwargs: the keyword arguments, or a tuple of mappings that hold them.
    """
    target = callee(function)
    if type(target) is BuiltinFunctionType and type(target.__self__) is list:
        check_change(target, args)
    if target is warnings.warn:
        args, kwargs = _with_deeper_stacklevel(args, kwargs or {})
    recording = current.recording
    if recording is not None:
        if recording.pending_unconverted is not None:
            recording.call_unconverted(function, args, kwargs)
        elif isinstance(target, type):
            recording.construct(target, args, kwargs)
        else:
            note_volatile(target, recording)
    if kwargs is None:
        return target(*args)
    return target(*args, **(_merged(function, args, kwargs) if isinstance(kwargs, tuple) else kwargs))


def _merged(function: Any, args: tuple[Any, ...], parts: tuple[Any, ...]) -> dict[str, Any]:
    """The keyword arguments that several mappings give together."""
    merged: dict[str, Any] = {}
    for part in parts:
        if not hasattr(part, "keys") or any(not isinstance(k, str) or k in merged for k in part.keys()):  # noqa: SIM118
            function(*args, **merged, **part)  # Python says what is wrong
        merged.update(part)
    return merged


def callee(function: Any, requested: bool = False) -> Any:
    """What to call instead of `function`: its converted form, an operator that stages, or itself.

    Args:
      function: anything that can be called.
      requested: whether conversion of this very function was asked for.
    """
    kind = type(function)
    if kind is FunctionType:
        return function.__dict__.get("_converted_form") or converted(function, requested=requested)
    if kind is MethodType:
        inner = callee(function.__func__, requested)
        return function if inner is function.__func__ else MethodType(inner, function.__self__)
    if kind is type or kind is BuiltinFunctionType:
        return OVERLOADS.get(function, function)
    if kind is functools.partial:
        inner = callee(function.func, requested)
        return function if inner is function.func else functools.partial(inner, *function.args, **function.keywords)
    if isinstance(function, type):
        return function  # constructors run unconverted
    if isinstance(getattr(function, "__func__", None), FunctionType):
        return _method_like(function)
    method = getattr(kind, "__call__", None)  # noqa: B004 (the method itself is wanted)
    if type(method) is not FunctionType:
        return function
    inner = converted(method, requested=requested)
    return function if inner is method else MethodType(inner, function)


def _method_like(method: Any) -> Any:
    """What to call instead of a method-like object, such as one with a weakly referenced instance."""
    inner = converted(method.__func__)
    if inner is method.__func__:
        return method

    def call(*args: Any, **kwargs: Any) -> Any:
        return inner(method.__self__, *args, **kwargs)

    return call


def plain_call(function: Any, args: tuple[Any, ...], kwargs: Keywords = None) -> Any:
    """The call in code converted without recursion: builtins are overloaded, functions run unconverted."""
    target = OVERLOADS.get(function, function) if type(function) in (type, BuiltinFunctionType) else function
    if kwargs is None:
        return target(*args)
    return target(*args, **(_merged(function, args, kwargs) if isinstance(kwargs, tuple) else kwargs))


def _with_deeper_stacklevel(args: tuple[Any, ...], kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of `warnings.warn` with a deeper stack level, because of our own frame."""
    if len(args) > 2:
        return (*args[:2], args[2] + 1, *args[3:]), dict(kwargs)
    return args, {**kwargs, "stacklevel": kwargs.get("stacklevel", 1) + 1}
