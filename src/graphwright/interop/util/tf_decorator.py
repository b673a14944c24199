"""`tensorflow.python.util.tf_decorator`: decorators that leave what they wrap to be found."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from graphwright.interop.decorators import unwrap


def make_decorator(
    target: Any,
    decorator_func: Callable[..., Any],
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Callable[..., Any]:
    """The decorator's function with the name, documentation and attributes of its target."""
    return functools.wraps(target)(decorator_func)


def rewrap(decorator_func: Any, previous_target: Any, new_target: Any) -> Any:
    """The decorators around `previous_target` with another function inside."""
    if decorator_func is previous_target:
        return new_target
    around, _ = unwrap(decorator_func)
    for decorator in around:
        if getattr(decorator, "__wrapped__", None) is previous_target:
            decorator.__wrapped__ = new_target
            return decorator_func
    return new_target


__all__ = ["make_decorator", "rewrap", "unwrap"]
