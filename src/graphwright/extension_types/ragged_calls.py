"""Public functions of ragged and sparse tensors: calls with such arguments go to what computes with their parts.

The functions are served when the first such tensor is made; programs without any pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from graphwright.core.tensor_like import AnyRagged
from graphwright.extension_types.elementwise import binary_apis, public_functions, unary_apis
from graphwright.extension_types.takeover import add_fallback

_served = False


def serve_ragged() -> None:
    """Let the public functions take ragged tensors."""
    global _served
    if _served:
        return
    _served = True
    from graphwright.ops.ragged import functions, shaped

    for function in unary_apis():
        add_fallback(function, _holds_ragged, _each(function))
    for function in binary_apis():
        add_fallback(function, _holds_ragged, _broadcast(function))
    for name, handler in functions.HANDLERS.items():
        place, _, last = name.rpartition(".")
        for function in public_functions({place: last}):
            add_fallback(function, _holds_ragged, handler)
    for name, shaped_form in shaped.HANDLERS.items():
        for function in public_functions({"": name}):
            add_fallback(function, _holds_shape, shaped_form)


_SPARSE_UNARY = {
    "": "abs negative sign square sqrt tanh sin tan asin atan asinh atanh",
    "math": "erf sign",
}


def serve_sparse() -> None:
    """Let the public functions that keep zeros take sparse tensors."""
    from graphwright.core.sparse_tensor import SparseTensor

    def first_is_sparse(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        return isinstance(args[0] if args else kwargs.get("x"), SparseTensor)

    def counts_sparse(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        return isinstance(args[0] if args else kwargs.get("arr"), SparseTensor)

    def each(original: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        return x.with_values(original(x.values, *args, **kwargs))

    def quotient(original: Any, x: Any, y: Any, name: Any = None) -> Any:
        return x / y

    for function in public_functions(_SPARSE_UNARY):
        add_fallback(function, first_is_sparse, each)
    for function in public_functions({"": "divide"}):
        add_fallback(function, first_is_sparse, quotient)
    for function in public_functions({"math": "bincount"}):
        add_fallback(function, counts_sparse, _counts)


def _counts(*args: Any, **kwargs: Any) -> Any:
    from graphwright.ops.ragged.counts import bincount

    return bincount(*args, **kwargs)


def _holds_ragged(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    for value in args:
        if isinstance(value, AnyRagged) or (
            value.__class__ in (list, tuple) and any(isinstance(v, AnyRagged) for v in value)
        ):
            return True
    return bool(kwargs) and _holds_ragged(tuple(kwargs.values()), {})


def _holds_shape(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    from graphwright.ops.ragged.shape import DynamicRaggedShape

    return any(isinstance(value, DynamicRaggedShape) for value in (*args, *kwargs.values()))


def _each(function: FunctionType) -> Callable[..., Any]:
    from graphwright.ops.ragged.construct import map_flat_values

    return lambda original, *args, **kwargs: map_flat_values(original, *args, **kwargs)


def _broadcast(function: FunctionType) -> Callable[..., Any]:
    from graphwright.ops.ragged.broadcast import elementwise

    names = function.__code__.co_varnames[:2]

    def run(original: Any, *args: Any, **kwargs: Any) -> Any:
        rest = dict(kwargs)
        pair = [args[i] if i < len(args) else rest.pop(name) for i, name in enumerate(names)]
        return elementwise(lambda x, y: original(x, y, *args[2:], **rest), *pair)

    return run


__all__ = ["serve_ragged"]
