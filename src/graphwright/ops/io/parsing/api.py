"""`tf.io.parse_example` and its variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import string
from graphwright.core.prelude import TensorLike, apply_multi, convert_to_tensor, name_scope
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ops.io.parsing.records import PARSE_EXAMPLE_V2
from graphwright.ops.io.parsing.requests import Request
from graphwright.ops.io.parsing.sequence_records import PARSE_SEQUENCE_EXAMPLE_V2
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


def _texts(keys: Any) -> Any:
    found = np.empty(len(keys), object)
    found[:] = [key.encode() for key in keys]
    return found


def _names(names: Any, serialized: Any) -> Any:
    return np.empty(0, object) if names is None else convert_to_tensor(names, string)


def parse_example(
    serialized: TensorLike, features: Mapping[str, Any], example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """Parse `tf.train.Example` messages to tensors by the name of their features.

    Args:
      serialized: string vector of serialized messages, or a scalar.
      features: maps names to `FixedLenFeature` (a tensor `[batch, *shape]`), `FixedLenSequenceFeature` (a tensor that
        is filled up), `VarLenFeature` (a sparse tensor `[batch, longest]`), `SparseFeature` (a sparse tensor by the
        features of its indices and values) and `RaggedFeature` (a ragged tensor).
      example_names: strings of the shape of `serialized` by which errors name an example.
      name: of the operation.

    Raises:
      ValueError: `features` is empty, or says something impossible.
      InvalidArgumentError: a message is damaged, or a feature is missing or has another type or number of values.

    >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[3, 5]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"sizes": feature})).SerializeToString()
    >>> parsed = tf.io.parse_example([example], {
    ...     "sizes": tf.io.FixedLenFeature([2], tf.int64), "weight": tf.io.FixedLenFeature([], tf.float32, 1.0)})
    >>> parsed["sizes"].numpy().tolist(), parsed["weight"].numpy().tolist()
    ([[3, 5]], [1.0])
    """
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    with name_scope(name or "ParseExample"):
        return _parse_example(convert_to_tensor(serialized, string), features, example_names)


def parse_single_example(
    serialized: TensorLike, features: Mapping[str, Any], example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """Parse one `tf.train.Example` message: as `parse_example`, without an axis for the batch.

    Args:
      serialized: string scalar.
      features, example_names, name: as for `parse_example`.

    >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[3, 5]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"sizes": feature})).SerializeToString()
    >>> tf.io.parse_single_example(example, {"sizes": tf.io.RaggedFeature(tf.int64)})["sizes"].numpy().tolist()
    [3, 5]
    """
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    with name_scope(name or "ParseSingleExample"):
        return _parse_example(_scalar(serialized), features, example_names)


def _scalar(serialized: Any) -> Any:
    tensor = convert_to_tensor(serialized, string)
    if tensor.shape.rank not in (0, None):
        raise ValueError(f"Input serialized must be a scalar, got shape {tensor.shape}")
    if tensor.shape.rank is None:
        from graphwright.ops.array.broadcasting import ensure_shape

        return ensure_shape(tensor, [])
    return tensor


def _parse_example(serialized: Any, features: Mapping[str, Any], names: Any) -> dict[str, Any]:
    request = Request(features)
    inputs = (
        serialized, _names(names, serialized), _texts(request.sparse), _texts(request.dense), _texts(request.ragged),
        [default for _, _, default in request.dense.values()],
    )  # fmt: skip
    attrs = {
        "num_sparse": len(request.sparse),
        "sparse_types": list(request.sparse.values()),
        "ragged_value_types": [t for t, _ in request.ragged.values()],
        "ragged_split_types": [t for _, t in request.ragged.values()],
        "dense_shapes": [shape for _, shape, _ in request.dense.values()],
        "Tdense": [dtype for dtype, _, _ in request.dense.values()],
    }
    outputs = _Outputs(apply_multi(PARSE_EXAMPLE_V2, inputs, attrs))
    sparse, dense = outputs.sparse(request), outputs.dense(request)
    ragged = outputs.ragged(request, serialized.shape.rank != 0)
    return request.results(sparse, dense, ragged)


class _Outputs:
    """The outputs of an op, taken one after the other."""

    def __init__(self, outputs: Any) -> None:
        self._rest = iter(outputs)

    def take(self, count: int) -> list[Any]:
        """The next ones."""
        return [next(self._rest) for _ in range(count)]

    def sparse(self, request: Request) -> dict[str, SparseTensor]:
        """The sparse tensors by key."""
        parts = [self.take(len(request.sparse)) for _ in range(3)]
        return {key: SparseTensor(*of_key) for key, *of_key in zip(request.sparse, *parts, strict=True)}

    def dense(self, request: Request) -> dict[str, Any]:
        """The dense tensors by key."""
        return dict(zip(request.dense, self.take(len(request.dense)), strict=True))

    def ragged(self, request: Request, rows: bool) -> dict[str, Any]:
        """The ragged tensors by key; without rows, their values."""
        values, splits = (self.take(len(request.ragged)) for _ in range(2))
        if not rows:
            return dict(zip(request.ragged, values, strict=True))
        build = RaggedTensor.from_row_splits
        return {k: build(v, s, validate=False) for k, v, s in zip(request.ragged, values, splits, strict=True)}

    def ragged_lists(self, request: Request, rows: bool) -> dict[str, Any]:
        """The ragged tensors of lists by key: of messages (if there are rows) of steps of values."""
        values, outer, inner = (self.take(len(request.ragged)) for _ in range(3))
        build, found = RaggedTensor.from_row_splits, {}
        for key, v, o, i in zip(request.ragged, values, outer, inner, strict=True):
            steps = build(v, i, validate=False)
            found[key] = build(steps, o, validate=False) if rows else steps
        return found


def parse_sequence_example(
    serialized: TensorLike,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Parse `tf.train.SequenceExample` messages: features of the whole, and of each step.

    Args:
      serialized: string vector of serialized messages.
      context_features: the features of the whole, as for `parse_example`.
      sequence_features: maps names to `FixedLenSequenceFeature` (a tensor `[batch, steps, *shape]`, filled up with
        zeros), `VarLenFeature` (a sparse tensor `[batch, steps, longest]`) and `RaggedFeature` (a ragged tensor).
      example_names: strings of the shape of `serialized` by which errors name a message.
      name: of the operation.

    Returns: the tensors of the whole, those of the steps, and the numbers of steps of the dense ones.

    Raises:
      ValueError: nothing is asked for, or something impossible.
      InvalidArgumentError: a message is damaged, or a feature is missing or has another type or number of values.

    >>> steps = [tf.train.Feature(int64_list=tf.train.Int64List(value=v)) for v in ([1, 2], [3])]
    >>> lists = tf.train.FeatureLists(feature_list={"ids": tf.train.FeatureList(feature=steps)})
    >>> message = tf.train.SequenceExample(feature_lists=lists).SerializeToString()
    >>> tf.io.parse_sequence_example([message], None, {"ids": tf.io.RaggedFeature(tf.int64)})[1]["ids"]
    <tf.RaggedTensor [[[1, 2], [3]]]>
    """
    _require_some(context_features, sequence_features)
    with name_scope(name or "ParseSequenceExample"):
        parsed = convert_to_tensor(serialized, string)
        return _parse_sequences(parsed, context_features or {}, sequence_features or {}, example_names)


def parse_single_sequence_example(
    serialized: TensorLike,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parse one `tf.train.SequenceExample` message: as `parse_sequence_example`, without an axis for the batch.

    Args:
      serialized: string scalar.
      context_features, sequence_features, example_name, name: as for `parse_sequence_example`.

    Returns: the tensors of the whole, and those of the steps.

    >>> steps = [tf.train.Feature(int64_list=tf.train.Int64List(value=[v])) for v in (1, 3)]
    >>> lists = tf.train.FeatureLists(feature_list={"ids": tf.train.FeatureList(feature=steps)})
    >>> message = tf.train.SequenceExample(feature_lists=lists).SerializeToString()
    >>> ids = tf.io.FixedLenSequenceFeature([], tf.int64)
    >>> tf.io.parse_single_sequence_example(message, sequence_features={"ids": ids})[1]["ids"].numpy().tolist()
    [1, 3]
    """
    _require_some(context_features, sequence_features)
    with name_scope(name or "ParseSingleSequenceExample"):
        parsed = _scalar(serialized)
        return _parse_sequences(parsed, context_features or {}, sequence_features or {}, example_name)[:2]


def _require_some(context: Any, sequence: Any) -> None:
    if not (context or sequence):
        raise ValueError(
            "Both `context_features` and `sequence_features` argument are None, but at least one should have values."
        )


def _parse_sequences(
    serialized: Any, context_features: Mapping[str, Any], sequence_features: Mapping[str, Any], names: Any
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    context, lists = Request(context_features), Request(sequence_features, lists=True)
    inputs = (
        serialized, _names(names, serialized), _texts(context.sparse), _texts(context.dense), _texts(context.ragged),
        _texts(lists.sparse), _texts(lists.dense), _texts(lists.ragged),
        np.array([key in lists.may_be_missing for key in lists.dense], np.bool_),
        [default for _, _, default in context.dense.values()],
    )  # fmt: skip
    attrs = {
        "Ncontext_sparse": len(context.sparse),
        "Tcontext_dense": [dtype for dtype, _, _ in context.dense.values()],
        "context_sparse_types": list(context.sparse.values()),
        "context_ragged_value_types": [t for t, _ in context.ragged.values()],
        "context_ragged_split_types": [t for _, t in context.ragged.values()],
        "context_dense_shapes": [shape for _, shape, _ in context.dense.values()],
        "Nfeature_list_sparse": len(lists.sparse),
        "Nfeature_list_dense": len(lists.dense),
        "feature_list_dense_types": [dtype for dtype, _, _ in lists.dense.values()],
        "feature_list_sparse_types": list(lists.sparse.values()),
        "feature_list_ragged_value_types": [t for t, _ in lists.ragged.values()],
        "feature_list_ragged_split_types": [t for _, t in lists.ragged.values()],
        "feature_list_dense_shapes": [shape for _, shape, _ in lists.dense.values()],
    }
    outputs, rows = _Outputs(apply_multi(PARSE_SEQUENCE_EXAMPLE_V2, inputs, attrs)), serialized.shape.rank != 0
    of_context = outputs.sparse(context), outputs.dense(context), outputs.ragged(context, rows)
    sparse, dense, lengths = outputs.sparse(lists), outputs.dense(lists), outputs.dense(lists)
    of_lists = sparse, dense, outputs.ragged_lists(lists, rows)
    return context.results(*of_context), lists.results(*of_lists), lengths
