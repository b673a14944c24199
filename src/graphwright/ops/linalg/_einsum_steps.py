"""A product of two tensors over labelled axes as one (batched) product of matrices, with arrays or in a native rule."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ir.prelude import Builder, Dim, Unsupported, Value

T = TypeVar("T")


class Backend(ABC, Generic[T]):
    """The steps that a product consists of."""

    @abstractmethod
    def dims(self, x: T) -> tuple[Dim, ...]:
        """The sizes of the axes."""

    @abstractmethod
    def sum(self, x: T, axes: Sequence[int]) -> T:
        """Sums over axes, which disappear."""

    @abstractmethod
    def transpose(self, x: T, order: Sequence[int]) -> T:
        """The axes in another order."""

    @abstractmethod
    def reshape(self, x: T, dims: Sequence[Sequence[Dim]]) -> T:
        """The same elements with other axes, each as long as the product of some sizes."""

    @abstractmethod
    def matmul(self, x: T, y: T) -> T:
        """The product of the last two axes, those before being equal."""


class ArrayBackend(Backend[Array]):
    """The steps on arrays."""

    def dims(self, x: Array) -> tuple[Dim, ...]:
        return x.shape  # type: ignore[no-any-return]

    def sum(self, x: Array, axes: Sequence[int]) -> Array:
        return np.add.reduce(x, tuple(axes), x.dtype)  # type: ignore[no-any-return]

    def transpose(self, x: Array, order: Sequence[int]) -> Array:
        return np.transpose(x, order)

    def reshape(self, x: Array, dims: Sequence[Sequence[Dim]]) -> Array:
        return np.reshape(x, [math.prod(d for d in one if isinstance(d, int)) for one in dims])

    def matmul(self, x: Array, y: Array) -> Array:
        return np.matmul(x, y)  # type: ignore[no-any-return]


class NativeBackend(Backend[Value]):
    """The steps as ops that replace the Einsum."""

    def __init__(self, builder: Builder, inputs: Sequence[Value]) -> None:
        self.b = builder
        self.inputs = inputs

    def _vector(self, values: Sequence[int]) -> Value:
        return self.b.const(np.array(values, np.int32))

    def dims(self, x: Value) -> tuple[Dim, ...]:
        return x.type.dims  # type: ignore[return-value]

    def sum(self, x: Value, axes: Sequence[int]) -> Value:
        return self.b("Sum", x, self._vector(axes))

    def transpose(self, x: Value, order: Sequence[int]) -> Value:
        return self.b("Transpose", x, self._vector(order))

    def reshape(self, x: Value, dims: Sequence[Sequence[Dim]]) -> Value:
        known = [math.prod(d for d in one if isinstance(d, int)) for one in dims]
        is_open = [any(not isinstance(d, int) for d in one) for one in dims]
        if sum(is_open) < 2 and 0 not in known:
            sizes = [-1 if open_ else size for open_, size in zip(is_open, known, strict=True)]
            return self.b("Reshape", x, self._vector(sizes))
        products = []
        for one, size in zip(dims, known, strict=True):
            product = self.b.const(np.int32(size))
            for dim in one:
                product = product if isinstance(dim, int) else self.b("Mul", product, self._size(dim))
            products.append(product)
        return self.b("Reshape", x, self.b("Pack", products))

    def _size(self, dim: Dim) -> Value:
        """An open size of an input as a number."""
        for x in self.inputs:
            if dim in self.dims(x):
                axis = self.b.const(np.int32(self.dims(x).index(dim)))
                return self.b("GatherV2", self.b("Shape", x), axis, self.b.const(np.int32(0)), batch_dims=0)
        raise Unsupported("a size of no input")

    def matmul(self, x: Value, y: Value) -> Value:
        return self.b("MatMul" if len(self.dims(x)) == 2 else "BatchMatMulV2", x, y)


def contract(backend: Backend[T], left: str, right: str, output: str, x: T, y: T) -> T:
    """The tensor with axes `output`; no label is repeated within a tensor."""
    x, left = _without_own(backend, x, left, right + output)
    y, right = _without_own(backend, y, right, left + output)
    sizes = dict(zip(left + right, backend.dims(x) + backend.dims(y), strict=True))
    batch = [c for c in left if c in right and c in output]
    summed = [c for c in left if c in right and c not in output]
    rows = [c for c in left if c not in right]
    columns = [c for c in right if c not in left]
    x = _arranged(backend, x, left, batch, rows, summed, sizes)
    y = _arranged(backend, y, right, batch, summed, columns, sizes)
    product = backend.matmul(x, y)
    found = batch + rows + columns
    if len(rows) != 1 or len(columns) != 1:
        product = backend.reshape(product, [(sizes[c],) for c in found])
    order = [found.index(c) for c in output]
    return product if order == sorted(order) else backend.transpose(product, order)


def _without_own(backend: Backend[T], x: T, labels: str, elsewhere: str) -> tuple[T, str]:
    """The tensor summed over the labels that occur nowhere else."""
    own = [i for i, c in enumerate(labels) if c not in elsewhere]
    if not own:
        return x, labels
    return backend.sum(x, own), "".join(c for c in labels if c in elsewhere)


def _arranged(
    backend: Backend[T], x: T, labels: str, batch: list[str], first: list[str], second: list[str], sizes: dict[str, Dim]
) -> T:
    """The tensor as matrices: `batch` axes, then `first` merged into rows and `second` into columns."""
    order = [labels.index(c) for c in batch + first + second]
    if order != sorted(order):
        x = backend.transpose(x, order)
    if len(first) == 1 and len(second) == 1:
        return x
    return backend.reshape(x, [*((sizes[c],) for c in batch), [sizes[c] for c in first], [sizes[c] for c in second]])
