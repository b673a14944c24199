"""Variables in parts: what `get_variable` creates with a partitioner, and the partitioners of TensorFlow 1."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import as_dtype, float32
from graphwright.base.shape import TensorShape
from graphwright.core.tensor import Tensor
from graphwright.ops.array.concat import concat
from graphwright.ops.array.rearrange import identity


class SliceInfo(NamedTuple):
    """Which part of a whole a variable is."""

    full_name: str
    full_shape: list[int]
    var_offset: list[int]
    var_shape: list[int]

    @property
    def spec(self) -> str:
        """The sizes of the whole, and of each dimension where the part begins and its size, as checkpoints state it."""
        parts = (f"{offset},{size}" for offset, size in zip(self.var_offset, self.var_shape, strict=True))
        return " ".join(map(str, self.full_shape)) + " " + ":".join(parts)


class PartitionedVariable:
    """A variable whose rows are in several variables; it becomes a tensor by concatenation.

    Args:
      name, shape, dtype: those of the whole.
      variable_list: the parts, in order.
      partitions: how many parts each dimension has; one of them more than one at most.

    >>> with tf.Graph().as_default():
    ...     w = tf.compat.v1.get_variable("w", [5, 2], partitioner=tf.compat.v1.fixed_size_partitioner(2))
    ...     print([v.name for v in w], [v.shape[0] for v in w], w.shape)
    ['w/part_0:0', 'w/part_1:0'] [3, 2] (5, 2)
    """

    def __init__(self, name: str, shape: Any, dtype: Any, variable_list: list[Any], partitions: list[int]) -> None:
        self._name, self._shape, self._dtype = name, TensorShape(shape), as_dtype(dtype)
        self._variable_list, self._partitions = list(variable_list), list(partitions)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variable_list)

    def __len__(self) -> int:
        return len(self._variable_list)

    @property
    def name(self) -> str:
        """The name of the whole, without the parts' numbers."""
        return self._name

    @property
    def dtype(self) -> Any:
        """The dtype of all parts."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of the whole."""
        return self._shape

    def get_shape(self) -> TensorShape:
        """The shape of the whole."""
        return self._shape

    def _get_variable_list(self) -> list[Any]:
        return self._variable_list

    def _get_partitions(self) -> list[int]:
        return self._partitions

    @property
    def _axis(self) -> int:
        return next((axis for axis, parts in enumerate(self._partitions) if parts > 1), 0)

    def as_tensor(self) -> Tensor:
        """The whole: the parts, concatenated."""
        if len(self) == 1:
            return identity(self._variable_list[0], name=self._name)
        return concat(self._variable_list, self._axis, name=self._name)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        if dtype is not None and as_dtype(dtype) is not self._dtype:
            raise ValueError(
                f"Incompatible type conversion requested to type {as_dtype(dtype).name} for variable of type "
                f"{self._dtype.name}."
            )
        return self.as_tensor()

    def split(self, value: Any) -> list[Any]:
        """The parts of a value of the whole's shape."""
        ends = list(itertools.accumulate(v.shape[self._axis] for v in self._variable_list))
        index = [slice(None)] * int(self._shape.rank or 0)
        result = []
        for start, end in zip([0, *ends[:-1]], ends, strict=True):
            index[self._axis] = slice(start, end)
            result.append(value[tuple(index)])
        return result

    def join(self, values: Sequence[Any]) -> Any:
        """The whole of arrays, one for each part."""
        return np.concatenate(values, self._axis)

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Assign to all parts; a list of the operations."""
        return self._each("assign", value, read_value)

    def assign_add(
        self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add to all parts; a list of the operations."""
        return self._each("assign_add", value, read_value)

    def assign_sub(
        self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtract from all parts; a list of the operations."""
        return self._each("assign_sub", value, read_value)

    def _each(self, method: str, value: Any, read_value: bool) -> list[Any]:
        values = value if isinstance(value, (list, PartitionedVariable)) else self.split(value)
        changed = [getattr(v, method)(x) for v, x in zip(self._variable_list, values, strict=True)]
        return changed if read_value else [each.op for each in changed]


def joined_parts(variables: Sequence[Any]) -> list[Any]:
    """Variables, where all parts of a whole are replaced by the whole."""
    result: list[Any] = []
    wholes: dict[str, list[Any]] = {}
    for variable in variables:
        info = getattr(variable, "_save_slice_info", None)
        if info is None:
            result.append(variable)
        else:
            wholes.setdefault(info.full_name, []).append(variable)
    for name, parts in wholes.items():
        first = parts[0]._save_slice_info
        partitions = [1] * len(first.full_shape)
        for axis, (full, part) in enumerate(zip(first.full_shape, first.var_shape, strict=True)):
            partitions[axis] = len(parts) if full != part else 1
        result.append(PartitionedVariable(name, first.full_shape, parts[0].dtype, parts, partitions))
    return result


def parts_of(shape: TensorShape, dtype: Any, partitioner: Callable[..., Any]) -> list[int]:
    """How many parts a partitioner wants of each dimension.

    Raises ValueError: not a list of positive numbers for all dimensions, or more than one of them is cut.
    """
    wanted = partitioner(shape=shape, dtype=dtype)
    if not isinstance(wanted, Sequence) or len(wanted) != shape.rank or any(n < 1 for n in wanted):
        raise ValueError(
            f"Partitioner returned a partition list that does not match the Variable's rank: {wanted} vs. {shape}; "
            "a positive number of parts for each dimension is needed."
        )
    if sum(n > 1 for n in wanted) > 1:
        raise ValueError(f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {wanted}")
    return [int(n) for n in wanted]


def slices_of(name: str, shape: TensorShape, partitions: list[int]) -> list[SliceInfo]:
    """The parts of a whole: the first ones are longer by one where the rows do not divide evenly."""
    sizes = _sizes(shape)
    axis = next((a for a, parts in enumerate(partitions) if parts > 1), 0)
    count = partitions[axis] if partitions else 1
    if count > sizes[axis] and count > 1:
        raise ValueError(
            f"Expected 0 <= offset < shape but found offset={sizes[axis]}, shape={sizes[axis]} for the last part, "
            f"full_shape={sizes}"
        )
    each, longer = divmod(sizes[axis], count)
    found, start = [], 0
    for number in range(count):
        length = each + (number < longer)
        offset, part = [0] * len(sizes), list(sizes)
        offset[axis], part[axis] = start, length
        found.append(SliceInfo(name, sizes, offset, part))
        start += length
    return found


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Callable[..., list[int]]:
    """A partitioner that cuts one axis into a number of parts, fewer where it is shorter.

    >>> tf.compat.v1.fixed_size_partitioner(3)(shape=tf.TensorShape([10, 2]), dtype=tf.float32)
    [3, 1]
    """

    def partitioner(shape: Any, **_: Any) -> list[int]:
        parts = [1] * len(shape)
        parts[axis] = min(num_shards, int(shape[axis]))
        return parts

    return partitioner


def _bytes_of(dtype: Any, bytes_per_string_element: int) -> int:
    declared = as_dtype(dtype)
    return bytes_per_string_element if declared.name == "string" else int(declared.size)


def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: int | None = None
) -> Callable[..., list[int]]:
    """A partitioner that cuts one axis into parts of so many bytes at most, if the sizes allow it.

    Raises ValueError for numbers that are not positive.

    >>> tf.compat.v1.variable_axis_size_partitioner(16)(shape=tf.TensorShape([10, 2]), dtype=tf.float32)
    [5, 1]
    """
    if max_shard_bytes < 1 or bytes_per_string_element < 1:
        raise ValueError(
            "Both max_shard_bytes and bytes_per_string_element must be positive. Currently, max_shard_bytes is "
            f"{max_shard_bytes} and bytes_per_string_element is {bytes_per_string_element}"
        )
    if max_shards and max_shards < 1:
        raise ValueError("max_shards must be positive.")

    def partitioner(shape: Any, dtype: Any) -> list[int]:
        sizes = _sizes(shape)
        row = math.prod(sizes) // sizes[axis] * _bytes_of(dtype, bytes_per_string_element)
        rows = max(1, max_shard_bytes // max(1, row))
        count = -(-sizes[axis] // rows)
        parts = [1] * len(sizes)
        parts[axis] = min(count, max_shards) if max_shards else count
        return parts

    return partitioner


def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16
) -> Callable[..., list[int]]:
    """A partitioner that cuts one axis into so many parts at most, none of them smaller than so many bytes.

    >>> cut = tf.compat.v1.min_max_variable_partitioner(4, min_slice_size=16)
    >>> cut(shape=tf.TensorShape([10, 2]), dtype=tf.float32)
    [4, 1]
    """

    def partitioner(shape: Any, dtype: Any) -> list[int]:
        sizes = _sizes(shape)
        if axis >= len(sizes):
            raise ValueError(f"Cannot partition variable along axis {axis} when shape is only {shape}")
        total = math.prod(sizes) * _bytes_of(dtype, bytes_per_string_element)
        parts = [1] * len(sizes)
        parts[axis] = max(1, min(sizes[axis], max_partitions, -(-total // min_slice_size)))
        return parts

    return partitioner


def _sizes(shape: Any) -> list[int]:
    declared = TensorShape(shape)
    if not declared.is_fully_defined():
        raise ValueError(f"A partitioner needs a fully defined shape, not {declared}.")
    return [int(size or 0) for size in declared.as_list()]


def create_partitioned_variables(
    shape: Any, slicing: Sequence[int], initializer: Any, dtype: Any = float32, trainable: bool = True,
    collections: Any = None, name: str | None = None, reuse: Any = None,
) -> list[Any]:  # fmt: skip
    """A list of variables that are the parts of a whole (use `get_variable` with a partitioner).

    Args:
      shape: the shape of the whole.
      slicing: how many parts each dimension has.
      initializer: a tensor of the whole, or a function of shape and dtype.
      dtype, trainable, collections, name, reuse: as for `get_variable`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.create_partitioned_variables([4], [2], tf.constant([1.0, 2.0, 3.0, 4.0]), name="w")
    [<tf.Variable 'w/part_0:0' shape=(2,) dtype=float32>, <tf.Variable 'w/part_1:0' shape=(2,) dtype=float32>]
    """
    from graphwright.sessions.variable_scope import get_variable, variable_scope

    if len(shape) != len(slicing):
        raise ValueError(
            f"The 'shape' and 'slicing' of a partitioned Variable must have the length: shape: {shape}, slicing: "
            f"{slicing}"
        )
    whole = callable(initializer) and not isinstance(initializer, Tensor)
    with variable_scope(name, "PartitionedVariable", reuse=reuse) as scope:
        full = scope.name
    with variable_scope("", reuse=scope.reuse, auxiliary_name_scope=False) as outer:
        outer.name = ""
        found = get_variable(
            full, shape if whole else None, dtype, initializer, trainable=trainable, collections=collections,
            partitioner=lambda **_: list(slicing),
        )  # fmt: skip
    return list(found)


__all__ = [
    "PartitionedVariable", "SliceInfo", "create_partitioned_variables", "fixed_size_partitioner", "joined_parts",
    "min_max_variable_partitioner", "parts_of", "slices_of", "variable_axis_size_partitioner",
]  # fmt: skip
