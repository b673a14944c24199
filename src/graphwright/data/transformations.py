"""The transformations of datasets that take no functions."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from graphwright.autograph import do_not_convert
from graphwright.base import nest
from graphwright.base.dtypes import int64, string
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.data import records
from graphwright.data.structure import map_specs, most_specific, tensor_specs
from graphwright.ir.infer import constant_value
from graphwright.ops.random._seeds import get_seed

D = TypeVar("D", bound="Transformations")


def number(value: Any) -> Any:
    """A number as an int64 tensor."""
    return to_tensor(value, int64)


def seed_pair(seed: Any) -> tuple[Any, Any]:
    """The seeds of a new random dataset, as int64 tensors."""
    # from arrays, not numbers: tensors of numbers are cached, and no seed is used again
    first, second = (to_tensor(np.array(s, np.int64)) for s in get_seed(seed))
    return first, second


class Transformations:
    """Transformations that select, repeat, reorder or group elements."""

    _variant_tensor: Any
    _options: Any

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """None: a dataset may be an attribute of a saved object, and has no state of its own."""
        return {}

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        raise NotImplementedError

    @property
    def _type_spec(self) -> Any:
        raise NotImplementedError

    def _next(self: D, record: Any, inputs: Any, spec: Any = None, name: str | None = None, **attrs: Any) -> D:
        """The dataset that an op builds from this one."""
        raise NotImplementedError

    def take(self: D, count: Any, name: str | None = None) -> D:
        """The first `count` elements; all of them if it is -1.

        >>> [int(x) for x in tf.data.Dataset.range(10).take(3)]
        [0, 1, 2]
        """
        return self._next(records.TAKE, (self._variant_tensor, number(count)), name=name)

    def skip(self: D, count: Any, name: str | None = None) -> D:
        """All but the first `count` elements; none if it is -1.

        >>> [int(x) for x in tf.data.Dataset.range(5).skip(3)]
        [3, 4]
        """
        return self._next(records.SKIP, (self._variant_tensor, number(count)), name=name)

    def repeat(self: D, count: Any = None, name: str | None = None) -> D:
        """The elements `count` times over; without end for None or -1.

        >>> [int(x) for x in tf.data.Dataset.range(2).repeat(2)]
        [0, 1, 0, 1]
        """
        return self._next(records.REPEAT, (self._variant_tensor, number(-1 if count is None else count)), name=name)

    def shard(self: D, num_shards: Any, index: Any, name: str | None = None) -> D:
        """Every `num_shards`-th element from number `index` on; InvalidArgumentError if that is out of range.

        >>> [int(x) for x in tf.data.Dataset.range(10).shard(3, 1)]
        [1, 4, 7]
        """
        inputs = (self._variant_tensor, number(num_shards), number(index))
        return self._next(records.SHARD, inputs, name=name)

    def concatenate(self: D, dataset: Any, name: str | None = None) -> D:
        """The elements of this dataset, then those of `dataset`; TypeError if their types have no common supertype.

        >>> [int(x) for x in tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(2))]
        [0, 1, 0, 1]
        """
        spec = most_specific(self.element_spec, dataset.element_spec)
        return self._next(records.CONCATENATE, (self._variant_tensor, dataset._variant_tensor), spec, name)

    def batch(
        self: D,
        batch_size: Any,
        drop_remainder: Any = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> D:
        """Groups of `batch_size` elements, stacked along a new first axis.

        The last group may be smaller, unless `drop_remainder`. InvalidArgumentError if shapes differ.

        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(5).batch(2)]
        [[0, 1], [2, 3], [4]]
        """
        size = number(batch_size)
        spec = _batched(self.element_spec, size, drop_remainder)
        return self._next(records.BATCH, (self._variant_tensor, size, drop_remainder), spec, name)

    def padded_batch(
        self: D,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: Any = False,
        name: str | None = None,
    ) -> D:
        """Groups of elements that are padded to one shape and stacked.

        Args:
          batch_size, drop_remainder: as for `batch`.
          padded_shapes: a structure of shapes like the elements; an unknown size (None, -1) is the largest of a group.
            By default the static shapes of the elements.
          padding_values: a structure of scalars, or one scalar for all; by default 0 or the empty string.

        Raises:
          DataLossError: while iterating, an element is larger than its padded shape.
          ValueError: the rank of an element is unknown and no shape is given.

        >>> ragged = tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x], x))
        >>> [x.numpy().tolist() for x in ragged.padded_batch(3)]
        [[[1, 0, 0], [2, 2, 0], [3, 3, 3]]]
        """
        element = self.element_spec
        for part in nest.flatten(element):
            if not isinstance(part, TensorSpec):
                raise TypeError(
                    "`padded_batch` is only supported for datasets that produce tensor elements but type spec of "
                    f"elements in the input dataset is not a subclass of TensorSpec: `{part}`."
                )
        flat = tensor_specs(element)
        shapes = _padded_shapes(element, flat, padded_shapes)
        values = _padding_values(element, flat, padding_values)
        size = number(batch_size)
        padded = [TensorSpec(s, t.dtype) for s, t in zip(shapes, flat, strict=True)]
        spec = _batched(nest.pack_sequence_as(element, padded), size, drop_remainder)
        sizes = [np.array([-1 if d is None else d for d in s.as_list()], np.int64) for s in shapes]
        flat_shapes = [s.shape for s in tensor_specs(spec)]
        attrs = {"output_shapes": flat_shapes, "N": len(sizes), "Toutput_types": [s.dtype for s in flat]}
        variant = apply(records.PADDED_BATCH, (self._variant_tensor, size, sizes, values, drop_remainder), attrs, name)
        return self._wrapped(variant, spec, "PaddedBatchDataset")

    def _wrapped(self: D, variant_tensor: Any, spec: Any, kind: str) -> D:
        raise NotImplementedError

    def unbatch(self: D, name: str | None = None) -> D:
        """The rows of every element; ValueError if a component of an element is a scalar.

        >>> [int(x) for x in tf.data.Dataset.range(4).batch(2).unbatch()]
        [0, 1, 2, 3]
        """
        if any(s.shape.rank == 0 for s in tensor_specs(self.element_spec)):
            raise ValueError("Cannot unbatch an input with scalar components.")
        spec = map_specs(lambda s: s._unbatch(), self.element_spec)
        return self._next(records.UNBATCH, (self._in_rows(),), spec, name)

    def _in_rows(self) -> Any:
        """The variant tensor of the same dataset, with elements whose rows can be taken one by one."""
        raise NotImplementedError

    def window(
        self: D, size: Any, shift: Any = None, stride: Any = 1, drop_remainder: Any = False, name: str | None = None
    ) -> D:
        """Datasets of `size` successive elements each.

        Args:
          size: the number of elements in a window; the last ones may have fewer, unless `drop_remainder`.
          shift: the distance between the starts of successive windows, by default `size`.
          stride: the distance between successive elements of a window.

        >>> [[int(x) for x in w] for w in tf.data.Dataset.range(5).window(3, shift=2)]
        [[0, 1, 2], [2, 3, 4], [4]]
        """
        inputs = (self._variant_tensor, number(size), number(size if shift is None else shift), number(stride),
                  drop_remainder)  # fmt: skip
        return self._next(records.WINDOW, inputs, map_specs(type(self._type_spec), self.element_spec), name)

    def shuffle(
        self: D,
        buffer_size: Any,
        seed: Any = None,
        reshuffle_each_iteration: bool | None = True,
        name: str | None = None,
    ) -> D:
        """The elements in random order, each drawn from a buffer of `buffer_size` elements.

        With a seed (this one, or that of `tf.random.set_seed`), every run of a program shuffles in the same way. Each
        iteration over the dataset has a different order, unless `reshuffle_each_iteration` is False.

        >>> sorted(int(x) for x in tf.data.Dataset.range(4).shuffle(4))
        [0, 1, 2, 3]
        """
        reshuffle = True if reshuffle_each_iteration is None else reshuffle_each_iteration
        first, second = seed_pair(seed)
        seeds = apply_multi(records.SEED_GENERATOR, (first, second, reshuffle))[0]
        inputs = (self._variant_tensor, number(buffer_size), first, second, seeds)
        return self._next(records.SHUFFLE, inputs, name=name, reshuffle_each_iteration=reshuffle)

    def prefetch(self: D, buffer_size: Any, name: str | None = None) -> D:
        """The same elements, produced ahead of their use by a thread, at most `buffer_size` of them.

        The thread ends when the iterator is exhausted or dropped.

        >>> [int(x) for x in tf.data.Dataset.range(3).prefetch(tf.data.AUTOTUNE)]
        [0, 1, 2]
        """
        size = -1 if buffer_size is None else buffer_size
        return self._next(records.PREFETCH, (self._variant_tensor, number(size)), name=name)

    def cache(self: D, filename: Any = "", name: str | None = None) -> D:
        """The same elements, kept once all of them have been produced: in memory, or in a file.

        Args:
          filename: the file is `filename.records`, and is used by later processes, too. A run that does not come to its
            end leaves none.
          name: of the operation.

        Raises, while iterating:
          AlreadyExistsError: another iterator is writing the file: it has a lock, `filename_0.lockfile`.
          NotFoundError: there is no folder for it.
          InvalidArgumentError: it has elements of other dtypes.

        >>> [int(x) for x in tf.data.Dataset.range(2).cache().repeat(2)]
        [0, 1, 0, 1]
        """
        filename = convert_to_tensor(filename, string)
        memory = apply_multi(records.MEMORY_CACHE, ())[0]
        return self._next(records.CACHE, (self._variant_tensor, filename, memory), name=name)

    def unique(self: D, name: str | None = None) -> D:
        """The elements without repetitions; TypeError unless an element is a single tensor.

        >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 37, 2, 37, 2, 1]).unique()]
        [1, 37, 2]
        """
        spec = self.element_spec
        if not isinstance(spec, TensorSpec) or spec.dtype.name not in ("int32", "int64", "string"):
            raise TypeError(
                "`tf.data.Dataset.unique` is only supported for elements that are one tensor of int32, int64 or "
                f"string, got {spec}."
            )
        return self._next(records.UNIQUE, (self._variant_tensor,), name=name)


def _batched(spec: Any, size: Any, drop_remainder: Any) -> Any:
    known = constant_value(size)
    dropped = drop_remainder if isinstance(drop_remainder, (bool, np.bool_)) else constant_value(drop_remainder)
    rows = int(known) if known is not None and dropped is not None and bool(dropped) else None

    def batch(part: Any) -> Any:
        if not hasattr(part, "_batch"):
            raise TypeError(f"Elements that hold {part.value_type.__name__} objects cannot be batched: {part}.")
        return part._batch(rows)

    return map_specs(batch, spec)


def _padded_shapes(element: Any, flat: list[TensorSpec], padded_shapes: Any) -> list[TensorShape]:
    if padded_shapes is None:
        if any(s.shape.rank is None for s in flat):
            raise ValueError(
                "You must provide `padded_shapes` argument because component 0 has unknown rank."
                if flat[0].shape.rank is None
                else "You must provide `padded_shapes` argument because a component has unknown rank."
            )
        return [s.shape for s in flat]
    shapes = [_as_shape(s) for s in nest.flatten_up_to(element, padded_shapes)]
    for shape, spec in zip(shapes, flat, strict=True):
        if spec.shape.rank is not None and shape.rank != spec.shape.rank:
            raise ValueError(f"The padded shape {shape} is not compatible with the component's shape {spec.shape}.")
    return shapes


def padded_elements(dataset: Any, size: Any, padded_shapes: Any, padding_values: Any) -> Any:
    """The elements of a dataset, with each dimension that `padded_batch` would leave open padded to `size`."""
    element = dataset.element_spec
    flat = tensor_specs(element)
    shapes, values = _padded_shapes(element, flat, padded_shapes), _padding_values(element, flat, padding_values)

    def padded(*parts: Any) -> Any:
        tensors = nest.flatten(parts if type(element) is tuple else parts[0])
        results = [
            _padded_to(tensor, size, shape, value) for tensor, shape, value in zip(tensors, shapes, values, strict=True)
        ]
        return nest.pack_sequence_as(element, results)

    return dataset.map(do_not_convert(padded))


def _padded_to(tensor: Any, size: Any, shape: TensorShape, value: Any) -> Any:
    missing = apply("Sub", (size, apply("Shape", (tensor,))))
    after = [missing[i] if known is None else 0 for i, known in enumerate(shape.as_list())]
    if not after:
        return tensor
    return apply("PadV2", (tensor, [[0, rest] for rest in after], value))


def _as_shape(shape: Any) -> TensorShape:
    known = constant_value(shape)
    sizes = shape if known is None else known.tolist()
    if isinstance(sizes, (list, tuple)):
        return TensorShape([None if d is None or int(d) < 0 else int(d) for d in sizes])
    return TensorShape(sizes)


def _padding_values(element: Any, flat: list[TensorSpec], padding_values: Any) -> list[Any]:
    if nest.is_nested(padding_values):
        values = nest.flatten_up_to(element, padding_values)
    else:
        values = [padding_values] * len(flat)
    tensors = []
    for value, spec in zip(values, flat, strict=True):
        if value is None:
            value = "" if spec.dtype.name == "string" else np.zeros((), spec.dtype.numpy)
        tensor = to_tensor(value, None if hasattr(value, "dtype") else spec.dtype)
        if tensor.shape.rank not in (0, None):
            raise ValueError(f"Padding value should be a scalar, but is not: {tensor}.")
        if tensor.dtype is not spec.dtype:
            raise TypeError(f"Padding value type {tensor.dtype.name} does not match the element's {spec.dtype.name}.")
        tensors.append(tensor)
    return tensors


__all__ = ["Transformations", "number", "padded_elements", "seed_pair"]
