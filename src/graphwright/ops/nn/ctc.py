"""Connectionist temporal classification: `tf.nn.ctc_loss` and the decoders."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.core.prelude import Array, Tensor, apply, apply_multi, convert_to_tensor, errors, name_scope
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.typing import Application, Gradients, TensorLike
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.nn import _ctc


def _batch(ctx: ShapeContext, lengths: int) -> tuple[tuple[Dim, Dim, Dim] | None, Dim]:
    """The dims of the inputs, and the size of the batch."""
    dims, rows = ctx.dims(0), ctx.dims(lengths)
    if dims is not None and len(dims) != 3:
        raise errors.ShapeMismatchError(f"Shape must be rank 3 but is rank {len(dims)}")
    if rows is not None and len(rows) != 1:
        raise errors.ShapeMismatchError(f"Shape must be rank 1 but is rank {len(rows)}")
    size = dims[1] if dims is not None else Symbol()
    if rows is not None and isinstance(rows[0], int):
        if isinstance(size, int) and size != rows[0]:
            raise errors.ShapeMismatchError("len(sequence_length) != batch_size.")
        size = rows[0]
    return dims, size


def _check(inputs: Array, sequence_length: Array) -> None:
    if inputs.ndim != 3:
        raise errors.ShapeMismatchError("inputs is not a 3-Tensor")
    if len(sequence_length) != inputs.shape[1]:
        raise errors.ShapeMismatchError("len(sequence_length) != batch_size.")
    for i, length in enumerate(sequence_length.tolist()):
        if not 0 <= length <= inputs.shape[0]:
            raise errors.FailedPreconditionError(f"sequence_length({i}) <= {inputs.shape[0]}, got {length}")


# loss -------------------------------------------------------------------------------------------------------


def _loss_rule(ctx: ShapeContext) -> list[Dims]:
    dims, size = _batch(ctx, 3)
    return [(size,), None if dims is None else (dims[0], size, dims[2])]


def _loss(
    inputs: Array,
    labels_indices: Array,
    labels_values: Array,
    sequence_length: Array,
    preprocess_collapse_repeated: bool,
    ctc_merge_repeated: bool,
    ignore_longer_outputs_than_inputs: bool,
) -> list[Array]:
    """The CTC loss with the last class as blank; labels that need too many frames have no loss if they are ignored."""
    _check(inputs, sequence_length)
    blank = inputs.shape[2] - 1
    losses, gradients = np.zeros(inputs.shape[1], inputs.dtype), np.zeros_like(inputs)
    for b, frames in enumerate(sequence_length.tolist()):
        labels = labels_values[labels_indices[:, 0] == b]
        if ((labels < 0) | (labels >= blank)).any():
            raise errors.InvalidArgumentError(
                f"Saw a non-null label (index >= num_classes - 1) following a null label, batch: {b} "
                f"num_classes: {blank + 1} labels: {labels.tolist()}"
            )
        if preprocess_collapse_repeated and len(labels):
            labels = labels[np.flatnonzero(np.diff(labels, prepend=-1))]
        if _ctc.frames_needed(labels, ctc_merge_repeated) > frames:
            if ignore_longer_outputs_than_inputs:
                continue
            raise errors.InvalidArgumentError(
                f"Not enough time for target transition sequence (required: "
                f"{_ctc.frames_needed(labels, ctc_merge_repeated)}, available: {frames}){b}You can turn this error "
                "into a warning by using the flag ignore_longer_outputs_than_inputs"
            )
        if frames:
            decoded = _ctc.loss_and_gradient(_ctc.log_softmax(inputs[:frames, b]), labels, blank, ctc_merge_repeated)
            losses[b], gradients[:frames, b] = decoded
    return [losses, gradients]


def _loss_gradient(op: Application, grad: Tensor, _: Tensor) -> Gradients:
    gradients = apply("PreventGradient", (op.outputs[1],), {"message": "ctc_loss has no second gradient"})
    column = apply("ExpandDims", (apply("ExpandDims", (grad, 0)), 2))
    return [apply("Mul", (column, gradients)), None, None, None]


CTC_LOSS: OpRecord = op(
    "CTCLoss",
    "inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32 -> loss: T, gradient: T",
    "preprocess_collapse_repeated: bool = false; ctc_merge_repeated: bool = true; "
    "ignore_longer_outputs_than_inputs: bool = false; T: {float, double} = float32",
    shape=_loss_rule,
    kernel=_loss,
    gradient=_loss_gradient,
)

# decoders ---------------------------------------------------------------------------------------------------


def _sparse_rows(rows: list[list[int]]) -> tuple[Array, Array, Array]:
    """The indices, values and shape of a sparse matrix with these rows."""
    positions = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    indices = np.array(positions, np.int64).reshape(-1, 2)
    values = np.array([v for row in rows for v in row], np.int64)
    return indices, values, np.array([len(rows), max(map(len, rows), default=0)], np.int64)


def _greedy_rule(ctx: ShapeContext) -> list[Dims]:
    _, size = _batch(ctx, 1)
    count = Symbol()
    return [(count, 2), (count,), (2,), (size, 1)]


def _greedy(inputs: Array, sequence_length: Array, merge_repeated: bool, blank_index: int) -> list[Array]:
    _check(inputs, sequence_length)
    classes = inputs.shape[2]
    blank = blank_index + classes if blank_index < 0 else blank_index
    if not 0 <= blank < classes:
        raise errors.InvalidArgumentError(f"blank_index expected to be between 0 and {classes - 1}, got {blank_index}")
    decoded = [_ctc.greedy(inputs[:n, b], blank, merge_repeated) for b, n in enumerate(sequence_length.tolist())]
    scores = np.array([score for _, score in decoded], inputs.dtype).reshape(-1, 1)
    return [*_sparse_rows([row for row, _ in decoded]), scores]


GREEDY: OpRecord = op(
    "CTCGreedyDecoder",
    "inputs: T, sequence_length: int32 -> decoded_indices: int64, decoded_values: int64, decoded_shape: int64, "
    "log_probability: T",
    "merge_repeated: bool = false; blank_index: int = -1; T: {float, double} = float32",
    shape=_greedy_rule,
    kernel=_greedy,
    no_gradient=True,
)


def _beam_rule(ctx: ShapeContext) -> list[Dims]:
    _, size = _batch(ctx, 1)
    paths = ctx.attrs["top_paths"]
    counts = [Symbol() for _ in range(paths)]
    rows: list[Dims] = [(n, 2) for n in counts]
    values: list[Dims] = [(n,) for n in counts]
    return [*rows, *values, *([(2,)] * paths), (size, paths)]


def _beam(inputs: Array, sequence_length: Array, beam_width: int, top_paths: int, merge_repeated: bool) -> list[Array]:
    _check(inputs, sequence_length)
    if top_paths > beam_width:
        raise errors.InvalidArgumentError(f"Beam search: top_paths {top_paths} > beam_width {beam_width}")
    blank = inputs.shape[2] - 1
    decoded = [
        _ctc.beam_search(_ctc.log_softmax(inputs[:n, b]), blank, beam_width, top_paths)
        for b, n in enumerate(sequence_length.tolist())
    ]
    for row in decoded:
        row += [((), -np.inf)] * (top_paths - len(row))
    parts = [_sparse_rows([_labels(row[p][0], merge_repeated) for row in decoded]) for p in range(top_paths)]
    scores = np.array([[score for _, score in row] for row in decoded], inputs.dtype).reshape(-1, top_paths)
    return [*(p[i] for i in range(3) for p in parts), scores]


def _labels(path: tuple[int, ...], merge_repeated: bool) -> list[int]:
    return [c for i, c in enumerate(path) if not (merge_repeated and i and c == path[i - 1])]


BEAM: OpRecord = op(
    "CTCBeamSearchDecoder",
    "inputs: T, sequence_length: int32 -> decoded_indices: top_paths*int64, decoded_values: top_paths*int64, "
    "decoded_shape: top_paths*int64, log_probability: T",
    "beam_width: int >= 1; top_paths: int >= 1; merge_repeated: bool = true; T: {float, double} = float32",
    shape=_beam_rule,
    kernel=_beam,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def ctc_loss(
    labels: TensorLike,
    logits: TensorLike,
    label_length: TensorLike,
    logit_length: TensorLike,
    logits_time_major: bool = True,
    unique: TensorLike | None = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The connectionist temporal classification (CTC) loss of each sequence.

    Args:
      labels: int32 tensor of shape [batch, labels], or a sparse one.
      logits: float tensor of shape [frames, batch, classes], or with `logits_time_major` False
        [batch, frames, classes].
      label_length: the number of labels in each row; unused (None) for sparse labels.
      logit_length: the number of frames in each sequence.
      unique: accepted and ignored.
      blank_index: the blank class, 0 by default; negative values count from the end. Required for sparse labels.

    Labels that need more frames than available have the loss of an impossible sequence, about 708, and no gradient.
    Raises ValueError for sparse labels without `blank_index`.

    >>> loss = tf.nn.ctc_loss([[1]], tf.zeros([2, 1, 2]), [1], [2])
    >>> round(float(loss[0]), 4)
    0.2877
    """
    with name_scope(name or "ctc_loss"):
        logits = convert_to_tensor(logits, name="logits")
        if not logits_time_major:
            logits = apply("Transpose", (logits, [1, 0, 2]))
        lengths = apply("Cast", (convert_to_tensor(logit_length, name="logit_length"),), {"DstT": int32})
        if isinstance(labels, SparseTensor):
            if blank_index is None:
                raise ValueError("Argument `blank_index` must be provided when labels is a SparseTensor.")
            indices, values = labels.indices, apply("Cast", (labels.values,), {"DstT": int32})
        else:
            indices, values = _dense_labels(labels, label_length)
        blank = 0 if blank_index is None else blank_index
        logits, values = _blank_last(logits, values, blank)
        loss, _ = apply_multi(CTC_LOSS, (logits, indices, values, lengths), {"ignore_longer_outputs_than_inputs": True})
        frames_needed = _frames_needed(indices, values, lengths)
        impossible = apply("Greater", (frames_needed, lengths))
        return apply("SelectV2", (impossible, np.asarray(_IMPOSSIBLE, logits.dtype.numpy), loss))


_IMPOSSIBLE = -np.log(np.finfo(np.float64).tiny)


def _dense_labels(labels: TensorLike, label_length: TensorLike) -> tuple[Tensor, Tensor]:
    """The coordinates and values of the valid labels."""
    labels = apply("Cast", (convert_to_tensor(labels, name="labels"),), {"DstT": int32})
    counts = apply("Cast", (convert_to_tensor(label_length, name="label_length"),), {"DstT": int32})
    width = apply("Shape", (labels,))[1]
    positions = apply("Range", (0, width, 1))
    inside = apply("Less", (apply("ExpandDims", (positions, 0)), apply("ExpandDims", (counts, 1))))
    indices = apply("Where", (inside,))
    return indices, apply("GatherNd", (labels, indices))


def _blank_last(logits: Tensor, values: Tensor, index: int) -> tuple[Tensor, Tensor]:
    """Move the blank class to the end and shift the labels after it."""
    classes = None if logits.shape.rank is None else logits.shape[2]
    if classes is not None and not -classes <= index < classes:
        raise ValueError(f"Argument blank_index must be between 0 and {classes - 1}, got {index}")
    if index == -1 or index == (classes or 0) - 1:
        return logits, values
    blank: Any = index
    if index < 0:
        blank = index + (apply("Shape", (logits,))[2] if classes is None else classes)
    reordered = apply("ConcatV2", ([logits[..., :blank], logits[..., blank + 1 :], logits[..., blank : blank + 1]], 2))
    after = apply("Greater", (values, convert_to_tensor(blank, int32)))
    return reordered, apply("SelectV2", (after, values - 1, values))


def _frames_needed(indices: Tensor, values: Tensor, lengths: Tensor) -> Tensor:
    """The number of frames that the labels of each sequence need."""
    rows = indices[:, 0]
    ones = apply("OnesLike", (values,))
    count = apply("Size", (lengths,))
    label_counts = apply("UnsortedSegmentSum", (ones, rows, count))
    same = apply("LogicalAnd", (apply("Equal", (values[1:], values[:-1])), apply("Equal", (rows[1:], rows[:-1]))))
    repeats = apply("UnsortedSegmentSum", (apply("Cast", (same,), {"DstT": int32}), rows[1:], count))
    return apply("AddV2", (label_counts, repeats))


def ctc_greedy_decoder(
    inputs: TensorLike, sequence_length: TensorLike, merge_repeated: bool = True, blank_index: int | None = None
) -> tuple[list[SparseTensor], Tensor]:
    """Greedy CTC decoding: the most likely class per frame without blanks, optionally merging repeats.

    Args:
      inputs: float logits of shape [frames, batch, classes].
      sequence_length: int32 vector, the number of frames in each sequence.
      blank_index: the blank class, the last by default.

    Returns a list of one sparse matrix of labels, and the negated sum of the largest logits, of shape [batch, 1].

    >>> decoded, _ = tf.nn.ctc_greedy_decoder(tf.constant([[[0., 1., 0.]], [[0., 1., 0.]]]), [2])
    >>> decoded[0].values.numpy().tolist()
    [1]
    """
    attrs = {"merge_repeated": merge_repeated, "blank_index": -1 if blank_index is None else blank_index}
    *parts, scores = apply_multi(GREEDY, (inputs, convert_to_tensor(sequence_length, int32)), attrs)
    return [SparseTensor(*parts)], scores


def ctc_beam_search_decoder(
    inputs: TensorLike, sequence_length: TensorLike, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], Tensor]:
    """Beam search CTC decoding; the last class is the blank.

    Args:
      inputs: float logits of shape [frames, batch, classes].
      sequence_length: int32 vector, the number of frames in each sequence.
      beam_width: the number of sequences kept per frame.
      top_paths: the number of sequences returned, at most `beam_width`.

    Returns a list of sparse matrices of labels, most likely first, and their log-probabilities, of shape
    [batch, top_paths].

    >>> decoded, _ = tf.nn.ctc_beam_search_decoder(tf.constant([[[0., 1., 0.]], [[0., 1., 0.]]]), [2])
    >>> decoded[0].values.numpy().tolist()
    [1]
    """
    attrs = {"beam_width": beam_width, "top_paths": top_paths, "merge_repeated": False}
    decoded = apply_multi(BEAM, (inputs, convert_to_tensor(sequence_length, int32)), attrs)
    *parts, scores = [v for x in decoded for v in (x if isinstance(x, (list, tuple)) else [x])]
    rows, values, shapes = (parts[i * top_paths : (i + 1) * top_paths] for i in range(3))
    return [SparseTensor(r, v, s) for r, v, s in zip(rows, values, shapes, strict=True)], scores
