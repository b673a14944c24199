"""`tensorflow.python.util.tf_inspect`: Python's `inspect`, by the names that TensorFlow has of it."""

from __future__ import annotations

import inspect as _inspect
from functools import partial
from inspect import (
    FullArgSpec,
    Parameter,
    Signature,
    currentframe,
    getcallargs,
    getdoc,
    getfile,
    getframeinfo,
    getmembers,
    getmodule,
    getmro,
    getsource,
    getsourcefile,
    getsourcelines,
    isbuiltin,
    isclass,
    isframe,
    isfunction,
    isgenerator,
    isgeneratorfunction,
    ismethod,
    ismodule,
    isroutine,
    signature,
    stack,
)
from typing import Any, NamedTuple


class ArgSpec(NamedTuple):
    """The arguments of a function, without those that are passed by keyword only."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getfullargspec(obj: Any) -> FullArgSpec:
    """The parameters of a function, of what a `tf.function` traces, or of a callable object, with its self."""
    method = getattr(obj, "__wrapped__", None)  # of a bound method that is traced
    traced = getattr(method, "python_function", None) or getattr(obj, "python_function", None)
    traced = getattr(traced, "__func__", traced)
    if traced is not None:
        return getfullargspec(traced)
    if callable(obj) and not isinstance(obj, partial | type) and not isroutine(obj):
        return _inspect.getfullargspec(obj.__call__)
    return _inspect.getfullargspec(obj)


def getargspec(obj: Any) -> ArgSpec:
    """The arguments of a function; ValueError if some are passed by keyword only."""
    found = getfullargspec(obj)
    if found.kwonlyargs:
        raise ValueError(f"{obj!r} has keyword-only arguments: use getfullargspec.")
    return ArgSpec(found.args, found.varargs, found.varkw, found.defaults)


def isanytargetmethod(obj: Any) -> bool:
    """Whether an object, or what its decorators wrap, is a method."""
    while not ismethod(obj) and hasattr(obj, "__wrapped__"):
        obj = obj.__wrapped__
    return ismethod(obj)


__all__ = [
    "ArgSpec",
    "FullArgSpec",
    "Parameter",
    "Signature",
    "_inspect",
    "currentframe",
    "getargspec",
    "getcallargs",
    "getdoc",
    "getfile",
    "getframeinfo",
    "getfullargspec",
    "getmembers",
    "getmodule",
    "getmro",
    "getsource",
    "getsourcefile",
    "getsourcelines",
    "isanytargetmethod",
    "isbuiltin",
    "isclass",
    "isframe",
    "isfunction",
    "isgenerator",
    "isgeneratorfunction",
    "ismethod",
    "ismodule",
    "isroutine",
    "signature",
    "stack",
]
