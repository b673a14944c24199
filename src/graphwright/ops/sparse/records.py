"""The ops of sparse tensors as models hold them: their indices, values and shapes are inputs of their own."""

from __future__ import annotations

import math

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op

_OUT = "output_indices: int64, output_values: T, output_shape: int64"


def _keys(indices: Array, shape: Array) -> Array:
    """The flat index of each row of coordinates."""
    sizes = np.concatenate([np.cumprod(shape[:0:-1])[::-1], [1]]).astype(np.int64) if len(shape) else shape
    return np.asarray(indices.astype(np.int64) @ sizes)


def _coordinates(keys: Array, shape: Array) -> Array:
    if not keys.size:
        return np.zeros((0, len(shape)), np.int64)
    return np.stack(np.unravel_index(keys, tuple(int(n) for n in shape)), 1).astype(np.int64)


def check_components(indices: Array, values: Array, shape: Array) -> None:
    """Raise for indices, values and a shape that do not fit together, whatever the indices are."""
    if indices.ndim != 2 or values.ndim != 1 or len(indices) != len(values):
        raise errors.InvalidArgumentError(
            f"Number of values must match first dimension of indices: {values.shape}, {indices.shape}"
        )
    check_indices(indices, shape)


def check_indices(indices: Array, shape: Array) -> None:
    """Raise for indices that are not a matrix with a column for each axis of a shape, or for sizes below zero."""
    if shape.ndim != 1:
        raise errors.InvalidArgumentError(f"The shape of a sparse tensor is a vector, got shape {shape.shape}")
    if indices.ndim != 2 or indices.shape[1] != len(shape):
        raise errors.InvalidArgumentError(
            f"Indices need a column for each of the {len(shape)} dimensions, got shape {indices.shape}"
        )
    if (shape < 0).any() or math.prod(shape.tolist()) >= 2**63:
        raise errors.InvalidArgumentError(
            f"The sizes of a sparse tensor must not be negative, nor their product 2**63 or more: {shape.tolist()}"
        )


def check_bounds(indices: Array, shape: Array) -> None:
    """Raise for the first index outside of a shape."""
    outside = (indices < 0) | (indices >= shape)
    if outside.any():
        at = int(np.argmax(outside.any(1)))
        raise errors.InvalidArgumentError(f"Index {at}, {indices[at].tolist()}, is out of bounds of {shape.tolist()}")


def _check(indices: Array, values: Array, shape: Array) -> None:
    check_components(indices, values, shape)
    check_bounds(indices, shape)


def _sparse_dims(ctx: ShapeContext, shape_input: int) -> list[Dims]:
    dims = ctx.dims(shape_input)
    rank = dims[0] if dims else Symbol()
    return [(count := Symbol(), rank), (count,), (rank,)]


# products ----------------------------------------------------------------------------------------------------


def _product(indices: Array, values: Array, shape: Array, b: Array, adjoint_a: bool, adjoint_b: bool) -> Array:
    _check(indices, values, shape)
    rows, columns = indices[:, int(adjoint_a)], indices[:, 1 - int(adjoint_a)]
    count, inner = (int(shape[i]) for i in ((1, 0) if adjoint_a else (0, 1)))
    if adjoint_b:
        b = b.T.conj() if b.dtype.kind == "c" else b.T
    if b.ndim != 2 or b.shape[0] != inner:
        raise errors.InvalidArgumentError(
            f"Cannot multiply A and B because inner dimension does not match: {inner} vs. {b.shape[0]}."
        )
    factors = values.conj() if adjoint_a and values.dtype.kind == "c" else values
    narrow = b.dtype.kind not in "iuc" and b.dtype.itemsize == 2
    work = np.float32 if narrow else b.dtype
    result = np.zeros((count, b.shape[1]), work)
    order = np.argsort(rows, kind="stable")
    if len(order):
        products = b.astype(work, copy=False)[columns[order]] * factors[order].astype(work, copy=False)[:, None]
        firsts = np.flatnonzero(np.diff(rows[order], prepend=-1))
        result[rows[order][firsts]] = np.add.reduceat(products, firsts, axis=0)
    return np.asarray(result, b.dtype)


def _product_rule(ctx: ShapeContext) -> Dims:
    sizes, b = ctx.dims_value(2), ctx.dims(3)
    rows = Symbol() if sizes is None else sizes[1 if ctx.attrs["adjoint_a"] else 0]
    return (rows, Symbol() if b is None else b[0 if ctx.attrs["adjoint_b"] else 1])


def _product_gradient(op: Application, grad: Tensor) -> Gradients:
    """Of the values: products of rows of the gradient and of `b`; of `b`: the product with the adjoint."""
    indices, values, shape, b = op.inputs
    adjoint_a, adjoint_b = op.attrs["adjoint_a"], op.attrs["adjoint_b"]
    for_b = apply(PRODUCT, (indices, values, shape, grad), {"adjoint_a": not adjoint_a, "adjoint_b": False})
    from graphwright.ops.linalg.matrices import adjoint
    from graphwright.ops.math._unary import conjugate

    dense = adjoint(b) if adjoint_b else b
    rows, columns = indices[:, int(adjoint_a)], indices[:, 1 - int(adjoint_a)]
    parts = apply("GatherV2", (grad, rows, 0)), apply("GatherV2", (dense, columns, 0))
    if adjoint_a:
        parts = (conjugate(parts[0]), conjugate(parts[1]))
        for_values = apply("Sum", (apply("Mul", (parts[0], conjugate(parts[1]))), 1))
    else:
        for_values = apply("Sum", (apply("Mul", (parts[0], conjugate(parts[1]))), 1))
    return [None, for_values, None, adjoint(for_b) if adjoint_b else for_b]


PRODUCT: OpRecord = op(
    "SparseTensorDenseMatMul",
    "a_indices: Tindices, a_values: T, a_shape: int64, b: T -> product: T",
    "T: type; Tindices: index = int64; adjoint_a: bool = false; adjoint_b: bool = false",
    shape=_product_rule,
    kernel=_product,
    gradient=_product_gradient,
)

# sums --------------------------------------------------------------------------------------------------------


def _to_dense_added(indices: Array, values: Array, shape: Array, b: Array) -> Array:
    _check(indices, values, shape)
    if tuple(shape.tolist()) != b.shape:
        raise errors.InvalidArgumentError(f"Dimensions do not match: {shape.tolist()} and {b.shape}")
    result = np.array(b)
    np.add.at(result, tuple(indices.T), values)
    return result


ADD_DENSE: OpRecord = op(
    "SparseTensorDenseAdd",
    "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T -> output: T",
    "T: quantized_number; Tindices: index",
    shape=lambda ctx: ctx.dims(3),
    kernel=_to_dense_added,
    gradient=lambda op, grad: [None, apply("GatherNd", (grad, op.inputs[0])), None, grad],
)


def _merged(a: tuple[Array, Array, Array], b: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
    """The sorted union of the elements, and the values of each operand at it."""
    if not np.array_equal(a[2], b[2]):
        raise errors.InvalidArgumentError(f"Operands' shapes do not match: got {a[2].tolist()} and {b[2].tolist()}")
    for part in (a, b):
        _check(*part)
    keys = [_keys(i, s) for i, _, s in (a, b)]
    union = np.unique(np.concatenate(keys))
    found = []
    for own, (_, values, _) in zip(keys, (a, b), strict=True):
        whole = np.zeros(len(union), values.dtype)
        np.add.at(whole, np.searchsorted(union, own), values)
        found.append(whole)
    return union, found[0], found[1]


def _add(ai: Array, av: Array, ashape: Array, bi: Array, bv: Array, bshape: Array, thresh: Array) -> list[Array]:
    union, x, y = _merged((ai, av, ashape), (bi, bv, bshape))
    total = x + y
    shared = np.isin(union, _keys(ai, ashape)) & np.isin(union, _keys(bi, bshape))
    kept = ~shared | (np.abs(total) >= thresh)  # what one operand alone has stays
    return [_coordinates(union[kept], ashape), total[kept], np.array(ashape)]


def _add_gradient(op: Application, *grads: Tensor) -> Gradients:
    inputs = (grads[1], op.inputs[0], op.inputs[3], op.outputs[0])
    for_a, for_b = apply_multi(ADD_GRAD, inputs)
    return [None, for_a, None, None, for_b, None, None]


_PAIR = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64"

ADD: OpRecord = op(
    "SparseAdd",
    f"{_PAIR}, thresh: Treal -> sum_indices: int64, sum_values: T, sum_shape: int64",
    "T: quantized_number; Treal: real",
    shape=lambda ctx: _sparse_dims(ctx, 2),
    kernel=_add,
    gradient=_add_gradient,
)


def _add_grad(grad: Array, ai: Array, bi: Array, total: Array) -> list[Array]:
    places = {tuple(at): i for i, at in enumerate(total.tolist())}
    found = []
    for indices in (ai, bi):
        at = [places.get(tuple(row), -1) for row in indices.tolist()]
        chosen = np.array(at, np.int64)
        found.append(np.where(chosen >= 0, grad[chosen] if grad.size else 0, grad.dtype.type(0)).astype(grad.dtype))
    return found


ADD_GRAD: OpRecord = op(
    "SparseAddGrad",
    "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64 -> a_val_grad: T, b_val_grad: T",
    "T: quantized_number",
    shape=lambda ctx: [(ctx.dims(i) or (Symbol(),))[:1] for i in (1, 2)],
    kernel=_add_grad,
)


def _extreme(name: str, function: np.ufunc, types: str) -> OpRecord:
    def kernel(ai: Array, av: Array, ashape: Array, bi: Array, bv: Array, bshape: Array) -> list[Array]:
        union, x, y = _merged((ai, av, ashape), (bi, bv, bshape))
        return [_coordinates(union, ashape), function(x, y)]

    return op(
        name,
        f"{_PAIR} -> output_indices: int64, output_values: T",
        f"T: {types}",
        shape=lambda ctx: _sparse_dims(ctx, 2)[:2],
        kernel=kernel,
    )


_extreme("SparseSparseMaximum", np.maximum, "real")
_extreme("SparseSparseMinimum", np.minimum, "quantized_number")


def _elementwise(name: str, function: np.ufunc) -> OpRecord:
    def kernel(indices: Array, values: Array, shape: Array, dense: Array) -> Array:
        _check(indices, values, shape)
        try:
            wide = np.broadcast_to(dense, tuple(shape.tolist()))
        except ValueError:
            raise errors.InvalidArgumentError(
                f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: "
                f"[{shape.tolist()}] vs. {dense.shape}"
            ) from None
        with np.errstate(all="ignore"):
            return np.asarray(function(values, wide[tuple(indices.T)]), values.dtype)

    return op(
        name,
        "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T -> output: T",
        "T: quantized_number",
        shape=lambda ctx: ctx.dims(1),
        kernel=kernel,
    )


_elementwise("SparseDenseCwiseAdd", np.add)
_elementwise("SparseDenseCwiseMul", np.multiply)
_elementwise("SparseDenseCwiseDiv", np.divide)

# reductions --------------------------------------------------------------------------------------------------


def _reduced(
    indices: Array, values: Array, shape: Array, axes: Array, keep: bool, most: bool
) -> tuple[Array, Array, Array]:
    """The coordinates and values of what is left, and the shape."""
    check_components(indices, values, shape)
    rank = len(shape)
    if axes.ndim > 1:
        raise errors.InvalidArgumentError(f"Expected reduction_axes to be a scalar or a vector, got shape {axes.shape}")
    if axes.size and (axes.min() < -rank or axes.max() >= rank):
        raise errors.InvalidArgumentError(
            f"Invalid reduction dimension {axes.tolist()}, for input with {rank} dimensions"
        )
    gone = {int(a) % rank for a in axes.reshape(-1)} if axes.size else set(range(rank))
    left = [i for i in range(rank) if i not in gone]
    sizes = shape[left]
    check_bounds(indices[:, left], sizes)
    keys = _keys(indices[:, left], sizes) if left else np.zeros(len(indices), np.int64)
    union, place = np.unique(keys, return_inverse=True)
    result = np.zeros(len(union), values.dtype)
    if most:
        result = np.full(len(union), np.iinfo(values.dtype).min if values.dtype.kind in "iu" else -np.inf, values.dtype)
        np.maximum.at(result, place, values)
    else:
        np.add.at(result, place, values)
    found = _coordinates(union, sizes) if left else np.zeros((len(union), 0), np.int64)
    if keep:
        wide = np.zeros((len(union), rank), np.int64)
        wide[:, left] = found
        return wide, result, np.array([1 if i in gone else n for i, n in enumerate(shape.tolist())], np.int64)
    return found, result, np.asarray(sizes, np.int64)


def _reduced_rule(ctx: ShapeContext) -> Dims:
    shape, axes = ctx.dims_value(1 + 1), ctx.dims_value(3)
    if shape is None or axes is None or any(isinstance(a, Symbol) for a in axes):
        return None
    chosen = [a for a in axes if isinstance(a, int)]
    gone = {a % len(shape) for a in chosen} if chosen else set(range(len(shape)))
    if ctx.attrs["keep_dims"]:
        return tuple(1 if i in gone else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in gone)


def _sum_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each element receives the gradient of the sum that it is part of."""
    indices, _, shape, axes = op.inputs
    whole = apply("Reshape", (grad, apply("TensorScatterUpdate", (shape, _column(axes, shape), _ones(axes)))))
    wide = apply("BroadcastTo", (whole, shape))
    return [None, apply("GatherNd", (wide, indices)), None, None]


def _column(axes: Tensor, shape: Tensor) -> Tensor:
    rank = apply("Size", (shape,))
    return apply("ExpandDims", (apply("FloorMod", (apply("Reshape", (axes, [-1])), rank)), 1))


def _ones(axes: Tensor) -> Tensor:
    return apply("Fill", (apply("Reshape", (apply("Size", (axes,)), [1])), np.int64(1)))


_REDUCED = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32"

for _name, _most, _types in (("SparseReduceSum", False, "quantized_number"), ("SparseReduceMax", True, "real")):

    def _dense_kernel(
        indices: Array, values: Array, shape: Array, axes: Array, keep_dims: bool, most: bool = _most
    ) -> Array:
        found, result, sizes = _reduced(indices, values, shape, axes, keep_dims, most)
        dense = np.zeros(tuple(sizes.tolist()), values.dtype)
        dense[tuple(found.T)] = result if found.shape[1] else result.sum(dtype=values.dtype)
        return dense

    def _sparse_kernel(
        indices: Array, values: Array, shape: Array, axes: Array, keep_dims: bool, most: bool = _most
    ) -> list[Array]:
        return list(_reduced(indices, values, shape, axes, keep_dims, most))

    op(
        _name,
        f"{_REDUCED} -> output: T",
        f"keep_dims: bool = false; T: {_types}",
        shape=_reduced_rule,
        kernel=_dense_kernel,
        gradient=None if _most else _sum_gradient,
    )
    op(
        f"{_name}Sparse",
        f"{_REDUCED} -> {_OUT}",
        f"keep_dims: bool = false; T: {_types}",
        shape=lambda ctx: [(count := Symbol(), rank := Symbol()), (count,), (rank,)],
        kernel=_sparse_kernel,
    )
