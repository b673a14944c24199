"""Maps from tensors to tensors as values: each op gives a map of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.core.tensor import Array
from graphwright.ir.record import op


class TensorMap:
    """An immutable map, the value of a variant."""

    __slots__ = ("items",)

    def __init__(self, items: Mapping[Any, tuple[Array, Array]] | None = None) -> None:
        self.items = dict(items or {})  # from what is hashed of a key to the key and its value

    def __repr__(self) -> str:
        return "<TensorMap>"


def _map(value: Any) -> TensorMap:
    if not isinstance(value, TensorMap):
        raise errors.InvalidArgumentError(f"The variant must hold a TensorMap, got {value!r}.")
    return value


def _hashed(key: Array) -> Any:
    return key.dtype.str, key.shape, tuple(key.reshape(-1).tolist())


def _text(key: Array) -> str:
    return str(key.tolist() if key.ndim else key.item()).removesuffix(".0")


def _inserted(handle: Any, key: Array, value: Array) -> TensorMap:
    return TensorMap({**_map(handle).items, _hashed(key): (key, value)})


def _looked_up(handle: Any, key: Array, value_dtype: DType) -> Array:
    found = _map(handle).items.get(_hashed(key))
    if found is None:
        raise errors.InvalidArgumentError(f'Trying to lookup non-existent key. Could not find key "{_text(key)}".')
    if found[1].dtype != value_dtype.numpy:
        raise errors.InvalidArgumentError(f"Type mismatch: actual {found[1].dtype} vs. expect {value_dtype.name}")
    value: Array = found[1]
    return value


def _erased(handle: Any, key: Array, value_dtype: DType) -> TensorMap:
    items = dict(_map(handle).items)
    if items.pop(_hashed(key), None) is None:
        raise errors.InvalidArgumentError(f'Trying to erase non-existent item. Could not find key "{_text(key)}".')
    return TensorMap(items)


def _keys(handle: Any, key_dtype: DType) -> Array:
    keys = [key for key, _ in _map(handle).items.values()]
    if not keys:
        raise errors.InvalidArgumentError("TensorMapStackKeys cannot be called on empty map.")
    for key in keys:
        if key.dtype != key_dtype.numpy:
            raise errors.InvalidArgumentError(f"Key does not match requested dtype: {key.dtype}, {key_dtype.name}.")
        if key.shape != keys[0].shape:
            raise errors.InvalidArgumentError("Keys must all have the same shape.")
    return np.stack(keys)


def _scalar(ctx: Any) -> Any:
    return ()


_IN, _PAIR = "input_handle: variant, key: key_dtype", "key_dtype: type; value_dtype: type"
op("EmptyTensorMap", "-> handle: variant", shape=_scalar, kernel=TensorMap, no_gradient=True)
op(
    "TensorMapInsert", f"{_IN}, value: value_dtype -> output_handle: variant", _PAIR, shape=_scalar, kernel=_inserted,
    no_gradient=True,
)  # fmt: skip
op(
    "TensorMapLookup", f"{_IN} -> value: value_dtype", _PAIR, shape=lambda ctx: None, kernel=_looked_up,
    no_gradient=True,
)  # fmt: skip
op("TensorMapErase", f"{_IN} -> output_handle: variant", _PAIR, shape=_scalar, kernel=_erased, no_gradient=True)
op(
    "TensorMapHasKey", f"{_IN} -> has_key: bool", "key_dtype: type", shape=_scalar,
    kernel=lambda handle, key: np.array(_hashed(key) in _map(handle).items), no_gradient=True,
)  # fmt: skip
op(
    "TensorMapSize", "input_handle: variant -> size: int32", shape=_scalar,
    kernel=lambda handle: np.array(len(_map(handle).items), np.int32), no_gradient=True,
)  # fmt: skip


op(
    "TensorMapStackKeys", "input_handle: variant -> keys: key_dtype", "key_dtype: type", shape=lambda ctx: None,
    kernel=_keys, no_gradient=True,
)  # fmt: skip

__all__ = ["TensorMap"]
