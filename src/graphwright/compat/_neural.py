"""Functions of `tf.compat.v1.nn` with older semantics: tables in shards by remainders, dense layers, CTC."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphwright.nn as nn
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor


def _table(shards: Any, partition_strategy: str) -> Any:
    """The table that shards are of: consecutive rows of each ("div"), or a row of each in turn ("mod")."""
    if not isinstance(shards, (list, tuple)) or len(shards) == 1:
        return shards[0] if isinstance(shards, (list, tuple)) else shards
    if partition_strategy not in ("mod", "div"):
        raise ValueError(
            f"Unrecognized partition strategy: {partition_strategy}. Must be one of either `mod` or `div`."
        )
    if partition_strategy == "div":
        return list(shards)
    tensors = [to_tensor(shard) for shard in shards]
    rows = [count for tensor in tensors if (count := tensor.shape.as_list()[0]) is not None]
    if len(rows) < len(tensors):
        raise ValueError("Shards by 'mod' must have numbers of rows that are known.")
    places = [np.arange(count, dtype=np.int32) * len(rows) + at for at, count in enumerate(rows)]
    return apply("DynamicStitch", (places, tensors))


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: float | None = None,
) -> Any:
    """Look up rows of a table, or of the shards of one, by "mod" or "div".

    Raises InvalidArgumentError for an id out of range.

    >>> halves = [tf.constant([[0.0], [2.0]]), tf.constant([[1.0], [3.0]])]
    >>> tf.compat.v1.nn.embedding_lookup(halves, [1, 2]).numpy().tolist()
    [[1.0], [2.0]]
    """
    return nn.embedding_lookup(_table(params, partition_strategy), ids, max_norm, name)


def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Any:
    """Combine rows of a table, or of the shards of one: see `tf.nn.embedding_lookup_sparse`.

    >>> ids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([0, 1], tf.int64), [1, 2])
    >>> tf.compat.v1.nn.embedding_lookup_sparse(tf.constant([[2.0], [4.0]]), ids, None).numpy().tolist()
    [[3.0]]
    """
    table = _table(params, partition_strategy)
    return nn.embedding_lookup_sparse(table, sp_ids, sp_weights, combiner, max_norm, name, allow_fast_lookup)


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: Any,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: int | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Any:
    """Combine rows of a table, with a row for what has no ids: see `tf.nn.safe_embedding_lookup_sparse`.

    >>> ids = tf.SparseTensor([[0, 0]], tf.constant([1], tf.int64), [2, 1])
    >>> tf.compat.v1.nn.safe_embedding_lookup_sparse(tf.constant([[2.0], [4.0]]), ids).numpy().tolist()
    [[4.0], [0.0]]
    """
    table = _table(embedding_weights, partition_strategy)
    return nn.safe_embedding_lookup_sparse(
        table, sparse_ids, sparse_weights, combiner, default_id, max_norm, name, allow_fast_lookup
    )


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Any:
    """The noise-contrastive loss of tables that may be in shards: see `tf.nn.nce_loss`.

    >>> samples = (tf.constant([2], tf.int64), tf.constant([[0.5]]), tf.constant([0.5]))
    >>> tf.compat.v1.nn.nce_loss(tf.eye(3), tf.zeros([3]), [[0]], tf.zeros([1, 3]), 1, 3, 1, samples).shape
    TensorShape([1])
    """
    weights, biases = (_table(each, partition_strategy) for each in (weights, biases))
    return nn.nce_loss(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        name,
    )


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Any:
    """The sampled softmax loss of tables that may be in shards: see `tf.nn.sampled_softmax_loss`.

    >>> samples = (tf.constant([2], tf.int64), tf.constant([[0.5]]), tf.constant([0.5]))
    >>> tf.compat.v1.nn.sampled_softmax_loss(tf.eye(3), tf.zeros([3]), [[0]], tf.zeros([1, 3]), 1, 3, 1, samples).shape
    TensorShape([1])
    """
    weights, biases = (_table(each, partition_strategy) for each in (weights, biases))
    return nn.sampled_softmax_loss(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        seed,
        name,
    )


def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any:
    """`relu(x @ weights + biases)`.

    >>> tf.compat.v1.nn.relu_layer([[1.0, 2.0]], [[1.0], [-1.0]], [0.5]).numpy().tolist()
    [[0.0]]
    """
    return nn.relu(xw_plus_b(x, weights, biases), name)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any:
    """`x @ weights + biases`.

    >>> tf.compat.v1.nn.xw_plus_b([[1.0, 2.0]], [[1.0], [-1.0]], [0.5]).numpy().tolist()
    [[-0.5]]
    """
    return nn.bias_add(apply("MatMul", (to_tensor(x), to_tensor(weights))), biases, name=name)


def ctc_beam_search_decoder(
    inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1, merge_repeated: bool = True
) -> Any:
    """Decode by beam search: see `tf.nn.ctc_beam_search_decoder`; with `merge_repeated` equal neighbours become one.

    >>> logits = tf.math.log([[[0.6, 0.1, 0.3]], [[0.6, 0.1, 0.3]]])
    >>> paths, _ = tf.compat.v1.nn.ctc_beam_search_decoder(logits, [2])
    >>> paths[0].values.numpy().tolist()
    [0]
    """
    *found, scores = apply(
        "CTCBeamSearchDecoder",
        (inputs, sequence_length),
        {"beam_width": beam_width, "top_paths": top_paths, "merge_repeated": merge_repeated},
    )
    # the indices of all paths, their values, their shapes
    return [SparseTensor(*found[path::top_paths]) for path in range(top_paths)], scores


def ctc_loss(
    labels: Any,
    inputs: Any = None,
    sequence_length: Any = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: Any = None,
) -> Any:
    """The CTC loss of labels in a `SparseTensor`, where the last class is the blank.

    `inputs` has the shape `[time, batch, classes]`, or `[batch, time, classes]` without `time_major`.

    >>> labels = tf.SparseTensor([[0, 0]], [0], [1, 1])
    >>> round(float(tf.compat.v1.nn.ctc_loss(labels, tf.zeros([2, 1, 3]), [2])[0]), 4)
    1.0986
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError(
            f"Expected argument `labels` to be a SparseTensor. Received labels={labels} of type: {type(labels)}"
        )
    scores = to_tensor(logits if inputs is None else inputs)
    if not time_major:
        scores = apply("Transpose", (scores, [1, 0, 2]))
    loss: Tensor = apply(
        "CTCLoss",
        (scores, labels.indices, labels.values, sequence_length),
        {
            "preprocess_collapse_repeated": preprocess_collapse_repeated,
            "ctc_merge_repeated": ctc_merge_repeated,
            "ignore_longer_outputs_than_inputs": ignore_longer_outputs_than_inputs,
        },
    )[0]
    return loss


def space_to_batch(
    input: Any, paddings: Any, block_size: Any = None, name: str | None = None, block_shape: Any = None
) -> Any:
    """Move blocks of an image into the batch: see `tf.space_to_batch`; `block_size` is the side of a square block.

    >>> tf.compat.v1.space_to_batch(tf.ones([1, 2, 2, 3]), [[0, 0], [0, 0]], 2).shape
    TensorShape([4, 1, 1, 3])
    """
    if block_size is not None:
        block_shape = [block_size, block_size]
    return apply("SpaceToBatchND", (input, block_shape, paddings))


def dilation2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """Greyscale dilation: see `tf.nn.dilation2d`.

    >>> tf.compat.v1.nn.dilation2d(tf.ones([1, 2, 2, 1]), tf.zeros([2, 2, 1]), [1] * 4, [1] * 4, "VALID").shape
    TensorShape([1, 1, 1, 1])
    """
    window = filters if filter is None else filter
    return nn.dilation2d(input, window, strides, padding, "NHWC", dilations if rates is None else rates, name)


def erosion2d(value: Any, kernel: Any, strides: Any, rates: Any, padding: str, name: str | None = None) -> Any:
    """Greyscale erosion: see `tf.nn.erosion2d`.

    >>> tf.compat.v1.nn.erosion2d(tf.ones([1, 2, 2, 1]), tf.zeros([2, 2, 1]), [1] * 4, [1] * 4, "VALID").shape
    TensorShape([1, 1, 1, 1])
    """
    return nn.erosion2d(value, kernel, strides, padding, "NHWC", rates, name)
