"""NumPy's behaviour for tensors: operators that promote, methods, and indexing with arrays."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.core.prelude import EagerTensor, Tensor, TensorLike, apply
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.variable import Variable
from graphwright.numpy_api import arrays, binary, products, reductions, selection, shapes
from graphwright.numpy_api.arrays import asarray, cast, is_tensor

_OPERATORS: Final = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "true_divide",
    "floordiv": "floor_divide",
    "mod": "mod",
    "pow": "power",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
}
_COMPARISONS: Final = {
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "eq": "equal",
    "ne": "not_equal",
}


def experimental_enable_numpy_behavior(prefer_float32: bool = False, dtype_conversion_mode: str = "legacy") -> None:
    """Give tensors NumPy's behaviour from here on: promotion of dtypes, methods, and indexing with arrays.

    With `prefer_float32` Python's floats become float32. Of the modes of conversion
    there is "legacy", which is NumPy's; "off" changes no operators. The others raise NotImplementedError, and
    unknown ones ValueError.
    """
    if dtype_conversion_mode not in ("off", "legacy", "safe", "all"):
        raise ValueError(
            f"dtype_conversion_mode must be one of 'off', 'legacy', 'safe', 'all', got {dtype_conversion_mode!r}"
        )
    if dtype_conversion_mode in ("safe", "all"):
        raise errors.UnimplementedError(
            f"dtype_conversion_mode={dtype_conversion_mode!r} is not here; 'legacy' promotes as NumPy does"
        )
    importlib.import_module("graphwright.ops.math.operators")  # replaces those that load it on first use, once
    arrays.Settings.prefer_float32 = prefer_float32
    if dtype_conversion_mode != "off":
        for cls in (Tensor, EagerTensor, SymbolicTensor, Variable):
            for name, value in _attributes().items():
                setattr(cls, name, value)
    for name, method in _METHODS.items():
        setattr(Tensor, name, method)


def _operator(name: str, swapped: bool) -> Callable[[Any, Any], Any]:
    compute: Any = getattr(binary, name)

    def operator(self: Any, other: Any) -> Any:
        if _foreign(other):
            return NotImplemented
        return compute(other, self) if swapped else compute(self, other)

    return operator


def _foreign(other: Any) -> bool:
    return not is_tensor(other) and not isinstance(
        other, (bool, int, float, complex, np.ndarray, np.generic, list, tuple)
    )


def _fits(x: Tensor, y: Tensor) -> bool:
    """Whether the shapes may be broadcast together, as far as they are known."""
    dims = [v.shape.as_list()[::-1] if v.shape.rank else [] for v in (x, y)]
    return all(m == n or m in (None, 1) or n in (None, 1) for m, n in zip(*dims, strict=False))


def _equality(name: str, different: bool) -> Callable[[Any, Any], Any]:
    """Whether elements are equal; what cannot be compared is not equal."""
    compute: Any = getattr(binary, name)

    def operator(self: Any, other: Any) -> Any:
        if other is None or _foreign(other):
            return different
        first, second = asarray(self), asarray(other)
        if not _fits(first, second):
            return asarray(different)
        return compute(self, other)

    return operator


def _attributes() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for special, name in _OPERATORS.items():
        found[f"__{special}__"], found[f"__r{special}__"] = _operator(name, False), _operator(name, True)
    for special, name in _COMPARISONS.items():
        found[f"__{special}__"] = (
            _equality(name, special == "ne") if special in ("eq", "ne") else _operator(name, False)
        )
    found["__matmul__"] = lambda self, other: products.matmul(self, other)
    found["__rmatmul__"] = lambda self, other: products.matmul(other, self)
    found["__getitem__"] = getitem
    return found


def _reshape(self: Tensor, *shape: Any, **kwargs: Any) -> Tensor:
    """The same elements under other dimensions, as a sequence or as arguments."""
    return shapes.reshape(self, shape[0] if len(shape) == 1 else shape, **kwargs)


def _astype(self: Tensor, dtype: Any) -> Tensor:
    """The elements in another dtype; None stands for float64, as in NumPy."""
    return cast(self, arrays.numpy_dtype(dtype) or np.dtype(np.float64))


_METHODS: Final[dict[str, Any]] = {
    "T": property(lambda self: shapes.transpose(self)),
    "astype": _astype,
    "clip": selection.clip,
    "data": property(lambda self: self),
    "flatten": shapes.flatten,
    "max": reductions.max,
    "mean": reductions.mean,
    "min": reductions.min,
    "ndim": property(arrays.ndim),
    "ravel": shapes.ravel,
    "reshape": _reshape,
    "size": property(arrays.size),
    "tolist": lambda self: self.numpy().tolist(),
    "transpose": shapes.transpose,
}


# indexing -----


def getitem(self: TensorLike, key: Any) -> Tensor:
    """Elements of a tensor by NumPy's rules: slices and numbers, arrays of positions, arrays of truths.

    Raises IndexError for floats and for too many indices.
    """
    from graphwright.ops.index.slicing import getitem as sliced

    keys = list(key) if isinstance(key, tuple) else [key]
    if not any(_is_array(k) for k in keys):
        for k in keys:
            if isinstance(k, (float, np.floating)):
                raise IndexError(
                    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean "
                    f"arrays are valid indices, got {k!r}"
                )
        return sliced(self, key)
    x = asarray(self)
    keys = _whole(x, [asarray(k) if _is_array(k) else k for k in keys])
    return _gathered(*_sliced(x, keys))


def _is_array(key: Any) -> bool:
    if is_tensor(key):
        return bool(asarray(key).shape.rank != 0 or asarray(key).dtype.is_bool)
    return isinstance(key, (list, tuple, np.ndarray, bool, np.bool_))


def _whole(x: Tensor, keys: list[Any]) -> list[Any]:
    """The keys with one for each dimension: truths as positions, the ellipsis written out."""
    found: list[Any] = []
    for key in keys:
        if isinstance(key, Tensor) and key.dtype.is_bool:
            if not arrays.known_rank(key, "a mask"):
                raise ValueError("mask cannot be scalar.")
            found += selection.nonzero(key)
        else:
            found.append(key)
    used = sum(k is not None and k is not Ellipsis for k in found)
    rest = arrays.known_rank(x, "indexing with arrays") - used
    if rest < 0:
        raise IndexError(f"too many indices: the tensor has {used + rest} dimensions, but {used} were indexed")
    at = next((i for i, k in enumerate(found) if k is Ellipsis), len(found))
    return [*found[:at], *[slice(None)] * rest, *found[at + 1 :]]


def _sliced(x: Tensor, keys: list[Any]) -> tuple[Tensor, list[tuple[int, Tensor]], bool]:
    """Slices and new axes done, and the positions left, each with its axis; whether they stand side by side."""
    from graphwright.ops.index.slicing import getitem as sliced

    number = (int, np.integer)
    advanced = [i for i, k in enumerate(keys) if isinstance(k, (Tensor, *number))]
    adjacent = advanced == list(range(advanced[0], advanced[-1] + 1))
    plain = tuple(slice(None) if isinstance(k, (Tensor, *number)) else k for k in keys)
    positions = [(i, asarray(k)) for i, k in enumerate(keys) if isinstance(k, (Tensor, *number))]
    return sliced(x, plain), positions, adjacent


def _gathered(x: Tensor, positions: list[tuple[int, Tensor]], adjacent: bool) -> Tensor:
    """Elements at positions along several axes, which are broadcast together and take the place of the first axis."""
    axes = [axis for axis, _ in positions]
    rank = len(x.shape)
    order = [*axes, *(i for i in range(rank) if i not in axes)]
    if order != sorted(order):
        x = shapes.transpose(x, order)
    dims = apply("Shape", (x,))
    index = shapes.broadcast_arrays(*arrays.promoted(*(p for _, p in positions)))
    counted = []
    for i, p in enumerate(index):
        size = apply("Cast", (dims[i],), {"DstT": p.dtype})
        counted.append(apply("SelectV2", (p < cast(asarray(0), p.dtype), p + size, p)))
    result = apply("GatherNd", (x, apply("Pack", (counted,), {"axis": -1})))
    before = axes[0] if adjacent else 0
    if not before:
        return result
    extent = len(index[0].shape)
    return shapes.moveaxis(result, list(range(extent)), list(range(before, before + extent)))
