"""Sets along the last axis of tensors: `tf.sets`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, errors, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.prelude import Dim, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.sparse.construct import as_sparse, check_order, with_static_shape
from graphwright.ops.sparse.records import check_bounds, check_components

Sets = dict[tuple[int, ...], set[Any]]

_OPERATIONS: Final[dict[str, Callable[[set[Any], set[Any]], set[Any]]]] = {
    "a-b": lambda a, b: a - b,
    "b-a": lambda a, b: b - a,
    "intersection": lambda a, b: a & b,
    "union": lambda a, b: a | b,
}


def _gathered(rows: Iterable[Any], values: Array) -> Sets:
    found: Sets = {}
    for row, value in zip(rows, values.tolist(), strict=True):
        found.setdefault(tuple(row[:-1]), set()).add(value)
    return found


def _of_sparse(indices: Array, values: Array, shape: Array, ordered: bool) -> tuple[Sets, tuple[int, ...]]:
    check_components(indices, values, shape)
    if len(shape) < 2:
        raise errors.InvalidArgumentError(f"Set operations want a rank of 2 at least, got {len(shape)}.")
    if ordered and indices.size:
        check_order(indices, shape)
    else:
        check_bounds(indices, shape)
    return _gathered(indices.tolist(), values), tuple(shape[:-1].tolist())


def _of_dense(x: Array) -> tuple[Sets, tuple[int, ...]]:
    if x.ndim < 2:
        raise errors.InvalidArgumentError(f"Set operations want a rank of 2 at least, got {x.ndim}.")
    return _gathered(np.ndindex(x.shape), x.reshape(-1)), x.shape[:-1]


def _combined(a: tuple[Sets, tuple[int, ...]], b: tuple[Sets, tuple[int, ...]], operation: str) -> list[Array]:
    (first, outer), (second, other) = a, b
    combine = _OPERATIONS.get(operation.lower())
    if combine is None:
        raise errors.InvalidArgumentError(f"Invalid set_operation {operation}.")
    if outer != other:
        raise errors.InvalidArgumentError(
            f"The sets have different shapes: {describe_dims(outer)} and {describe_dims(other)}"
        )
    positions: list[tuple[int, ...]] = []
    values = []
    longest = 0
    for position in sorted(first.keys() | second.keys()):
        members = sorted(combine(first.get(position, set()), second.get(position, set())))
        longest = max(longest, len(members))
        values += members
        positions += [(*position, i) for i in range(len(members))]
    indices = np.array(positions, np.int64).reshape(-1, len(outer) + 1)
    return [indices, np.array(values, object), np.array([*outer, longest], np.int64)]


def _typed(result: list[Array], like: Array) -> list[Array]:
    return [result[0], result[1].astype(like.dtype), result[2]]


def _sparse_sparse(
    a: Array, values_a: Array, shape_a: Array, b: Array, values_b: Array, shape_b: Array,
    set_operation: str, validate_indices: bool,
) -> list[Array]:  # fmt: skip
    sets = _of_sparse(a, values_a, shape_a, validate_indices), _of_sparse(b, values_b, shape_b, validate_indices)
    return _typed(_combined(*sets, set_operation), values_a)


def _dense_sparse(
    a: Array, b: Array, values_b: Array, shape_b: Array, set_operation: str, validate_indices: bool
) -> list[Array]:
    sets = _of_dense(a), _of_sparse(b, values_b, shape_b, validate_indices)
    return _typed(_combined(*sets, set_operation), a)


def _dense_dense(a: Array, b: Array, set_operation: str, validate_indices: bool) -> list[Array]:
    return _typed(_combined(_of_dense(a), _of_dense(b), set_operation), a)


def _rule(*where: tuple[int, bool]) -> Callable[[ShapeContext], list[Any]]:
    """A shape rule from the inputs that determine the rank: their index, and whether they contain the shape itself."""

    def rule(ctx: ShapeContext) -> list[Any]:
        count, rank = Symbol(), Symbol()
        known: Dim = rank
        for i, is_shape in where:
            dims = ctx.dims(i)
            if dims is not None and (not is_shape or isinstance(dims[0], int)):
                known = dims[0] if is_shape else len(dims)
        return [(count, known), (count,), (known,)]

    return rule


_ATTRS = "set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}"
_RESULTS = "result_indices: int64, result_values: T, result_shape: int64"

DENSE_DENSE: OpRecord = op(
    "DenseToDenseSetOperation",
    f"set1: T, set2: T -> {_RESULTS}",
    _ATTRS,
    shape=_rule((0, False), (1, False)),
    kernel=_dense_dense,
    no_gradient=True,
)


def _size(indices: Array, values: Array, shape: Array, validate_indices: bool) -> Array:
    found, outer = _of_sparse(indices, values, shape, validate_indices)
    result = np.zeros(outer, np.int32)
    for row, items in found.items():
        result[row] = len(items)
    return result


def _size_dims(ctx: ShapeContext) -> Any:
    dims = ctx.dims_value(2)
    return None if dims is None else tuple(dims[:-1])


SET_SIZE: OpRecord = op(
    "SetSize",
    "set_indices: int64, set_values: T, set_shape: int64 -> size: int32",
    "validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}",
    shape=_size_dims,
    kernel=_size,
    no_gradient=True,
)

DENSE_SPARSE: OpRecord = op(
    "DenseToSparseSetOperation",
    f"set1: T, set2_indices: int64, set2_values: T, set2_shape: int64 -> {_RESULTS}",
    _ATTRS,
    shape=_rule((0, False), (3, True)),
    kernel=_dense_sparse,
    no_gradient=True,
)

SPARSE_SPARSE: OpRecord = op(
    "SparseToSparseSetOperation",
    "set1_indices: int64, set1_values: T, set1_shape: int64, "
    f"set2_indices: int64, set2_values: T, set2_shape: int64 -> {_RESULTS}",
    _ATTRS,
    shape=_rule((2, True), (5, True)),
    kernel=_sparse_sparse,
    no_gradient=True,
)

# public functions -----


def _operation(a: TensorLike, b: TensorLike, operation: str, validate: bool) -> SparseTensor:
    """Both sets as the op takes them, the dense one first."""
    a, b = (v if isinstance(v, SparseTensor) else to_tensor(v) for v in (a, b))
    attrs = {"set_operation": operation, "validate_indices": validate}
    parts = [(v.indices, v.values, v.dense_shape) if isinstance(v, SparseTensor) else (v,) for v in (a, b)]
    if len(parts[0]) > len(parts[1]):
        attrs["set_operation"] = {"a-b": "b-a", "b-a": "a-b"}.get(operation, operation)
        parts.reverse()
    records = {2: DENSE_DENSE, 4: DENSE_SPARSE, 6: SPARSE_SPARSE}
    inputs = (*parts[0], *parts[1])
    result = SparseTensor(*apply_multi(records[len(inputs)], inputs, attrs))
    outer = a.shape if a.shape.rank is not None else b.shape
    return result if outer.rank is None else with_static_shape(result, [*outer.as_list()[:-1], None])


def set_intersection(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """What is in both of two sets, for each pair of sets along the last axis of two tensors.

    Args:
      a, b: tensors or sparse tensors of integers or text with the same shape but for the last axis; a sparse tensor
        holds sets of different sizes.
      validate_indices: whether to check that the indices of sparse tensors are in order.

    The result holds the sets in order. Raises InvalidArgumentError for shapes that do not fit.

    >>> tf.sets.intersection([[1, 2, 3]], [[3, 5, 2]]).values.numpy()
    array([2, 3], dtype=int32)
    """
    return _operation(a, b, "intersection", validate_indices)


def set_difference(a: TensorLike, b: TensorLike, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """What is in `a` and not in `b`, or in `b` and not in `a` without `aminusb`; see `intersection`.

    >>> tf.sets.difference([[1, 2, 3]], [[3, 5, 2]]).values.numpy()
    array([1], dtype=int32)
    """
    return _operation(a, b, "a-b" if aminusb else "b-a", validate_indices)


def set_union(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """What is in either of two sets; see `intersection`.

    >>> tf.sets.union([[1, 2]], [[3, 2]]).values.numpy()
    array([1, 2, 3], dtype=int32)
    """
    return _operation(a, b, "union", validate_indices)


def set_size(a: TensorLike, validate_indices: bool = True) -> Tensor:
    """The number of distinct elements of each set along the last axis of a sparse tensor, int32.

    Raises TypeError for what is no sparse tensor.

    >>> tf.sets.size(tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [4, 5, 4], [3, 2])).numpy()
    array([2, 0, 1], dtype=int32)
    """
    a = as_sparse(a)
    found = _operation(a, a, "union", validate_indices)
    ones = apply("OnesLike", (apply("Cast", (found.indices[:, 0],), {"DstT": "int32"}),))
    return apply("ScatterNd", (found.indices[:, :-1], ones, a.dense_shape[:-1]))
