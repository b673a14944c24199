"""Arrays for the consortium's tests: tensors with the attributes and operators that the standard gives arrays."""

from __future__ import annotations

import importlib
import operator
from typing import Any

import numpy as np

_NAMESPACE = "tests.numpy_api.array_api_namespace"


class Array:
    """A tensor whose shape is a tuple, and which knows its namespace."""

    __slots__ = ("tensor",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        return importlib.import_module(_NAMESPACE)

    @property
    def dtype(self) -> Any:
        return self.tensor.dtype

    @property
    def device(self) -> str:
        return "CPU:0"

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.tensor.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(self.tensor.size)

    @property
    def T(self) -> Array:
        return Array(self.tensor.T)

    @property
    def mT(self) -> Array:
        return self.__array_namespace__().matrix_transpose(self)  # type: ignore[no-any-return]

    def to_device(self, device: Any, /, *, stream: Any = None) -> Array:
        return self

    def __getitem__(self, key: Any, /) -> Array:
        return Array(self.tensor[plain(key)])

    def __setitem__(self, key: Any, value: Any, /) -> None:
        changed = np.array(self.tensor.numpy())
        keys = key if isinstance(key, tuple) else (key,)
        changed[tuple(np.asarray(k) if isinstance(k, Array) else k for k in keys)] = value
        self.tensor = self.__array_namespace__().asarray(changed).tensor

    def __lshift__(self, other: Any, /) -> Array:
        return self.__array_namespace__().bitwise_left_shift(self, other)  # type: ignore[no-any-return]

    def __rshift__(self, other: Any, /) -> Array:
        return self.__array_namespace__().bitwise_right_shift(self, other)  # type: ignore[no-any-return]

    def __pos__(self) -> Array:
        return self.__array_namespace__().positive(self)  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self.tensor)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.tensor.numpy(), dtype)

    def __dlpack__(self, *, stream: Any = None, **options: Any) -> Any:
        return self.tensor.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return self.tensor.__dlpack_device__()

    def __repr__(self) -> str:
        return f"Array({self.tensor!r})"


def _operators() -> None:
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"):
        _binary(name, getattr(operator, f"__{name}__"))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        _binary(name, getattr(operator, name))
    for name in ("neg", "abs", "invert"):
        _unary(name, getattr(operator, f"__{name}__"))
    for kind in (bool, int, float, complex):
        _number(kind.__name__, kind)
    _number("index", operator.index)


def _binary(name: str, function: Any) -> None:
    def forward(self: Array, other: Any, /) -> Any:
        return Array(function(self.tensor, plain(other)))

    def backward(self: Array, other: Any, /) -> Any:
        return Array(function(plain(other), self.tensor))

    setattr(Array, f"__{name}__", forward)
    setattr(Array, f"__r{name}__", backward)


def _unary(name: str, function: Any) -> None:
    setattr(Array, f"__{name}__", lambda self: Array(function(self.tensor)))


def _number(name: str, kind: Any) -> None:
    setattr(Array, f"__{name}__", lambda self: kind(self.tensor.numpy()))


def plain(value: Any) -> Any:
    """Arrays in arguments as tensors."""
    if isinstance(value, Array):
        return value.tensor
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    return {name: plain(item) for name, item in value.items()} if isinstance(value, dict) else value


def wrapped(value: Any, tf: Any) -> Any:
    """Tensors in a result as arrays."""
    if isinstance(value, tf.Tensor):
        return Array(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(wrapped(item, tf) for item in value))
    return type(value)(wrapped(item, tf) for item in value) if isinstance(value, (list, tuple)) else value


_operators()
