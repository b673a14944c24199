"""The transformations of datasets that group elements anew: by key, by length, into ragged or sparse batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphwright.autograph import do_not_convert
from graphwright.base import nest
from graphwright.base.dtypes import as_dtype, int32, int64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright.data import records, records_functions
from graphwright.data.function_transformations import FunctionTransformations
from graphwright.data.structure import map_specs, spec_of, tensor_specs, tensors_of
from graphwright.data.tracing import trace, trace_on_elements
from graphwright.data.transformations import Transformations, number, padded_elements
from graphwright.ir.infer import constant_value

D = TypeVar("D", bound="RegroupingTransformations")


class RegroupingTransformations(FunctionTransformations):
    """Transformations that group elements anew."""

    def rebatch(self: D, batch_size: Any, drop_remainder: Any = False, name: str | None = None) -> D:
        """The rows of batches, in batches of another size.

        Args:
          batch_size: the size of the new batches; several sizes, a vector, are used in turn.
          drop_remainder: whether to drop the last batch if it is smaller.

        ValueError if a component of an element is a scalar.

        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(6).batch(2).rebatch(4)]
        [[0, 1, 2, 3], [4, 5]]
        """
        sizes = number(batch_size)
        if sizes.shape.rank not in (0, 1, None):
            raise ValueError(
                "Invalid `batch_sizes`. Expected `batch_sizes` to be a scalar or a vector. Received `batch_sizes` of "
                f"rank {sizes.shape.rank}."
            )
        _check_rows(tensor_specs(self.element_spec))
        known = constant_value(sizes)
        dropped = constant_value(to_tensor(drop_remainder))
        equal = known is not None and dropped is not None and bool(dropped) and len(set(known.ravel().tolist())) == 1
        rows = int(known.ravel()[0]) if equal and known is not None else None
        spec = map_specs(lambda part: part._unbatch()._batch(rows), self.element_spec)
        inputs = (self._in_rows(), apply("Reshape", (sizes, [-1])), drop_remainder)
        return self._next(records.REBATCH, inputs, spec, name)

    def group_by_window(
        self: D,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> D:
        """The elements of the datasets that a function returns for windows of elements with the same key.

        Args:
          key_func: takes an element and returns its key, an int64 scalar.
          reduce_func: takes a key and the dataset of up to `window_size` successive elements with that key, and
            returns a dataset.
          window_size: the number of elements of a window; what is left at the end forms smaller ones.
          window_size_func: in its place: takes a key and returns that number.

        >>> parity, batches = lambda x: x % 2, lambda key, window: window.batch(10)
        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(6).group_by_window(parity, batches, window_size=2)]
        [[0, 2], [1, 3], [4], [5]]
        """
        if (window_size is None) == (window_size_func is None):
            raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified.")
        scalar = TensorSpec((), int64)
        method = "Dataset.group_by_window()"
        size_of = window_size_func or do_not_convert(lambda key: window_size)
        key = trace_on_elements(key_func, self.element_spec, method, lambda found: _int64_scalar(found, "key_func"))
        size = trace(size_of, [scalar], method, lambda found: _int64_scalar(found, "window_size_func"))
        window = type(self._type_spec)(self.element_spec)
        reduced = trace(reduce_func, [scalar, window], method, _as_dataset)
        inputs = (self._variant_tensor, key.captured, reduced.captured, size.captured)
        attrs: dict[str, Any] = {}
        for role, function in (("key_func", key), ("reduce_func", reduced), ("window_size_func", size)):
            attrs[role] = function.graph
            attrs[f"T{role}_other_arguments"] = [t.dtype for t in function.captured]
        return self._next(records_functions.GROUP_BY_WINDOW, inputs, reduced.spec.element_spec, name, **attrs)

    def bucket_by_sequence_length(
        self: D,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[int],
        bucket_batch_sizes: Sequence[int],
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> D:
        """Padded batches of elements of similar length.

        Args:
          element_length_func: takes an element and returns its length, an int32 scalar.
          bucket_boundaries: the lengths at which the buckets after the first one start.
          bucket_batch_sizes: the size of the batches of each bucket, one more than there are boundaries.
          padded_shapes, padding_values, drop_remainder: as for `padded_batch`.
          pad_to_bucket_boundary: whether unknown sizes are padded to the longest length of the bucket, not of the
            batch. No element may then be longer than the last boundary allows.
          no_padding: whether to stack the elements as they are.

        >>> ranges = tf.data.Dataset.range(1, 5).map(tf.range)
        >>> [x.numpy().tolist() for x in ranges.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3], [2, 2])]
        [[[0, 0], [0, 1]], [[0, 1, 2, 0], [0, 1, 2, 3]]]
        """
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError(
                "Invalid `bucket_batch_sizes`. `bucket_batch_sizes` must have a length of `len(bucket_boundaries) + 1` "
                f"= {len(bucket_boundaries) + 1} but was {len(bucket_batch_sizes)}."
            )
        starts, sizes = to_tensor(list(bucket_boundaries), int32), to_tensor(list(bucket_batch_sizes), int64)

        def bucket(*element: Any) -> Any:
            length = to_tensor(element_length_func(*element), int32)
            passed = apply("Cast", (apply("LessEqual", (starts, length)),), {"DstT": int64})
            return apply("Sum", (passed, [0]))

        def batch_size(key: Any) -> Any:
            return apply("GatherV2", (sizes, key, 0))

        def batches(key: Any, window: Any) -> Any:
            if no_padding:
                return window.batch(batch_size(key), drop_remainder)
            if pad_to_bucket_boundary:
                message = "When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries)."
                apply_effect("Assert", (apply("Less", (key, len(bucket_boundaries))), [message]), {"summarize": 3})
                longest = apply("Sub", (apply("GatherV2", (starts, key, 0)), 1))
                window = padded_elements(window, longest, padded_shapes, padding_values)
            return window.padded_batch(batch_size(key), padded_shapes, padding_values, drop_remainder)

        return self.group_by_window(
            do_not_convert(bucket), do_not_convert(batches), window_size_func=do_not_convert(batch_size), name=name
        )

    def ragged_batch(
        self: D, batch_size: Any, drop_remainder: Any = False, row_splits_dtype: Any = int64, name: str | None = None
    ) -> D:
        """Groups of `batch_size` elements as ragged tensors, where their sizes are not known.

        >>> [x.to_list() for x in tf.data.Dataset.range(4).map(tf.range).ragged_batch(2)]
        [[[], [0]], [[0, 1], [0, 1, 2]]]
        """
        from graphwright.ops.ragged.ragged_tensor import RaggedTensor
        from graphwright.ops.ragged.spec import RaggedTensorSpec

        splits = as_dtype(row_splits_dtype)

        def ragged(part: Any) -> Any:
            sizes = part.shape.static_dims if isinstance(part, TensorSpec) else ()
            unknown = [i for i, size in enumerate(sizes or ()) if size is None]
            return RaggedTensorSpec(part.shape, part.dtype, unknown[-1], splits) if unknown else part

        spec = map_specs(ragged, self.element_spec)

        def convert(target: Any, value: Any) -> Any:
            if not isinstance(target, RaggedTensorSpec) or isinstance(value, RaggedTensor) or not target.ragged_rank:
                return value
            return RaggedTensor.from_tensor(value, ragged_rank=target.ragged_rank, row_splits_dtype=splits)

        def encoded(*element: Any) -> Any:
            values = nest.flatten(element if type(spec) is tuple else element[0])
            parts = [convert(t, v) for t, v in zip(nest.flatten(spec), values, strict=True)]
            return tuple(tensors_of(spec, nest.pack_sequence_as(spec, parts)))

        rows = self.map(do_not_convert(encoded))
        return self._wrapped(rows._variant_tensor, spec, "MapDataset").batch(batch_size, drop_remainder, name=name)

    def sparse_batch(self: D, batch_size: Any, row_shape: Any, name: str | None = None) -> D:
        """Groups of `batch_size` elements as sparse tensors, whose rows have a common shape.

        Args:
          row_shape: at least as large as every element; an unknown size (None) is the largest of a batch.

        Raises:
          TypeError: an element is not a single tensor.
          DataLossError: while iterating, an element is larger than `row_shape`.

        >>> sparse = next(iter(tf.data.Dataset.range(1, 3).map(tf.range).sparse_batch(2, [4])))
        >>> tf.sparse.to_dense(sparse, default_value=-1).numpy().tolist()
        [[0, -1, -1, -1], [0, 1, -1, -1]]
        """
        flat = tensor_specs(self.element_spec)
        if len(nest.flatten(self.element_spec)) != 1 or not isinstance(nest.flatten(self.element_spec)[0], TensorSpec):
            raise TypeError(
                "`dense_to_sparse_batch` requires an input dataset whose elements have a single component, but the "
                f"given dataset has the following component types: {tuple(s.dtype for s in flat)!r}."
            )
        shape, dtype = TensorShape(row_shape), flat[0].dtype

        def with_mask(*element: Any) -> Any:
            (value,) = nest.flatten(element)
            return value, apply("Fill", (apply("Shape", (value,)), True))

        def as_sparse(values: Any, mask: Any) -> Any:
            indices = apply("Where", (mask,))
            dense_shape = apply("Shape", (values,), {"out_type": int64})
            return SparseTensor(indices, apply("GatherNd", (values, indices)), dense_shape)

        # the ranks are compared during iteration, so they count as unknown here
        masked = self.map(do_not_convert(with_mask))._variant_tensor
        spec = TensorSpec(None, dtype), TensorSpec(None, as_dtype("bool"))
        padded = self._wrapped(masked, spec, "MapDataset").padded_batch(batch_size, (shape, shape))
        sparse = padded.map(do_not_convert(as_sparse), name=name)._variant_tensor
        batched = SparseTensorSpec(TensorShape([None]).concatenate(shape), dtype)
        return self._wrapped(sparse, batched, "DenseToSparseBatchDataset")


def _check_rows(flat: Sequence[TensorSpec]) -> None:
    """ValueError if elements of these specs have no rows, or different numbers of them."""
    if any(s.shape.rank == 0 for s in flat):
        raise ValueError(
            "Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with scalar elements. Fix "
            "the issue by adding the `batch` transformation to the dataset."
        )
    rows = [s.shape[0] if s.shape.rank else None for s in flat]
    different = next((n for n in rows if None not in (n, rows[0]) and n != rows[0]), None)
    if different is not None:
        raise ValueError(
            f"Invalid `input_dataset.` The batch dimension of component 0 is {rows[0]}, while the batch dimension of "
            f"another one is {different}."
        )


def _int64_scalar(result: Any, name: str) -> Any:
    """The checked result of a function that returns a number."""
    tensor = to_tensor(result, int64)
    if tensor.shape.rank not in (0, None):
        raise ValueError(
            f"Invalid `{name}`. `{name}` must return a single `tf.int64` scalar tensor but its return type is "
            f"{spec_of(tensor)}."
        )
    return tensor


def _as_dataset(result: Any) -> Any:
    if not isinstance(result, Transformations):
        found = spec_of(to_tensor(result))
        raise TypeError(
            "Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object but its return type "
            f"is {found}."
        )
    return result


__all__ = ["RegroupingTransformations"]
