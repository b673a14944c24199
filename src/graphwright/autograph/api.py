"""`tf.autograph.to_graph` and `to_code`: a function as AutoGraph converts it, to call or to read."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from graphwright.autograph.conversion import converted, transformed
from graphwright.autograph.operators.calls import callee
from graphwright.autograph.source import SourceError
from graphwright.autograph.transform.build import UnsupportedSyntax, text_of_generated


def convert_flat(function: Callable[..., Any]) -> Callable[..., Any]:
    """The converted form of a callable, without that of what it calls."""
    if isinstance(function, FunctionType):
        return converted(function, recursive=False, requested=True)
    if isinstance(function, MethodType):
        return MethodType(convert_flat(function.__func__), function.__self__)
    if isinstance(function, functools.partial):
        return functools.partial(convert_flat(function.func), *function.args, **function.keywords)
    return function


def to_graph(entity: Callable[..., Any], recursive: bool, features: Any) -> Callable[..., Any]:
    """See `graphwright.autograph.to_graph`."""
    _check_features(features)
    function = _python_function(entity)
    created = callee(function, requested=True) if recursive else convert_flat(function)
    if isinstance(created, FunctionType) and isinstance(function, FunctionType) and created is not function:
        functools.update_wrapper(created, function)
        del created.__dict__["__wrapped__"]
    result: Callable[..., Any] = created
    return result


def to_code(entity: Callable[..., Any], recursive: bool, features: Any) -> str:
    """See `graphwright.autograph.to_code`."""
    _check_features(features)
    function = _python_function(entity)
    while not isinstance(function, FunctionType):
        # a method of whatever kind has a `__func__`
        function = function.func if isinstance(function, functools.partial) else getattr(function, "__func__", None)
        if function is None:
            raise ValueError(f"Cannot convert {entity!r}: it is no Python function.")
    try:
        node = transformed(function, None)[0].node
    except (SourceError, UnsupportedSyntax) as error:
        raise ValueError(f"Cannot convert {entity!r}: {error}") from error
    if isinstance(node, ast.Lambda):
        return f"tf__lam = {text_of_generated(node)}\n"
    node.name, node.decorator_list = f"tf__{node.name}", []
    return text_of_generated(node) + "\n"


def _python_function(entity: Any) -> Any:
    """The function inside what `tf.function` makes."""
    inner = getattr(entity, "python_function", None)
    if inner is not None:
        return inner
    if not callable(entity) or isinstance(entity, type):
        raise ValueError(f"Cannot convert {entity!r}: only functions and methods can be converted.")
    return entity


def _check_features(features: Any) -> None:
    from graphwright.autograph.experimental import Feature

    if features is None:
        return
    for feature in features if isinstance(features, (list, tuple, set, frozenset)) else (features,):
        if not isinstance(feature, Feature):
            raise ValueError(f"optional features are members of tf.autograph.experimental.Feature, not {feature!r}")
