"""The tokenizers of SentencePiece: texts cut into the pieces of a model that was learned from texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.resource import TrackableResource
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.ops.io._summaries import bytes_of
from graphwright.text._rows import (
    check_splits,
    object_vector,
    on_vectors,
    row_splits,
    rows,
    splits_dim,
    strings,
    tensor_or_ragged,
)
from graphwright.text.tokenizers._sentencepieces import Choice, SentencePieces
from graphwright.text.tokenizers.fast_wordpiece import on_rows
from graphwright.text.tokenizers.interfaces import Detokenizer, TokenizerWithOffsets

# records ----------------------------------------------------------------------------------------------------


def _model(stored: Any) -> SentencePieces:
    if isinstance(stored, SentencePieces):
        return stored
    raise errors.InvalidArgumentError(f"The handle stands for {stored!r}, and not for a model of SentencePiece.")


def _create(model: str | bytes, **_: Any) -> SentencePieces:
    return SentencePieces(model if isinstance(model, bytes) else model.encode())


CREATE = op(
    "SentencepieceOp",
    "-> handle: resource",
    'model: string = ""; container: string = ""; shared_name: string = ""; use_node_name_sharing: bool = false',
    shape=lambda ctx: (), kernel=_create, no_gradient=True, effect="random", reaches=OWN_RESOURCE,
)  # fmt: skip


def encoded(texts: Array, model: SentencePieces, choice: Choice, out_type: DType, splits_type: DType) -> list[Array]:
    """The tokens of texts, their row splits, and the bytes where they start and end."""
    found = [cut for text in texts.reshape(-1) for cut in model.cuts(text, choice)]
    flat = [token for tokens in found for token in tokens]
    if out_type is tf.string:
        values = object_vector([token.piece for token in flat])
    else:
        values = np.array([token.number for token in flat], np.int32)
    return [
        values,
        row_splits(map(len, found), splits_type.numpy),
        np.array([token.start for token in flat], np.int64),
        np.array([token.end for token in flat], np.int64),
    ]


def choice_of(inputs: Sequence[Array], return_nbest: bool = False) -> Choice:
    """The inputs of an op that say how texts are cut: nbest_size, alpha, add_bos, add_eos and reverse."""
    if any(x.ndim for x in inputs):
        raise errors.InvalidArgumentError("nbest_size, alpha, add_bos, add_eos and reverse are scalars.")
    nbest_size, alpha, add_bos, add_eos, reverse = (x.item() for x in inputs)
    return Choice(nbest_size, alpha, add_bos, add_eos, reverse, return_nbest)


def _tokenize_with_offsets(
    stored: Any, input: Array, *choice: Array, out_type: DType, Tsplits: DType, return_nbest: bool
) -> list[Array]:
    return encoded(input, _model(stored), choice_of(choice, return_nbest), out_type, Tsplits)


def _tokens_dims(ctx: ShapeContext) -> list[Dims]:
    count = Symbol()
    splits = splits_dim(ctx.dims(1)) if not ctx.attrs.get("return_nbest") else Symbol()
    dims: list[Dims] = [(count,), (splits,), (count,), (count,)]
    return dims[: len(ctx.record.outputs)]


_TOKENIZE = (
    "sp_handle: resource, input: string, nbest_size: int32, alpha: float32, add_bos: bool, add_eos: bool, "
    "reverse: bool -> output_values: out_type, output_splits: Tsplits"
)
_TOKENIZE_ATTRS = "out_type: {int32, string} = int32; Tsplits: index = int64; return_nbest: bool = false"

TOKENIZE = op(
    "SentencepieceTokenizeOp", _TOKENIZE, _TOKENIZE_ATTRS,
    shape=_tokens_dims, kernel=lambda *inputs, **attrs: _tokenize_with_offsets(*inputs, **attrs)[:2],
    no_gradient=True, effect="random",
)  # fmt: skip
TOKENIZE_WITH_OFFSETS = op(
    "SentencepieceTokenizeWithOffsetsOp",
    f"{_TOKENIZE}, output_offset_starts: int64, output_offset_limits: int64", _TOKENIZE_ATTRS,
    shape=_tokens_dims, kernel=_tokenize_with_offsets, no_gradient=True, effect="random",
)  # fmt: skip


def decoded(model: SentencePieces, values: Array, splits: Array, choice: Choice) -> Array:
    """The texts of rows of tokens."""
    check_splits(splits, values.size)
    flat = values.tolist()
    return object_vector([model.text(flat[a:b], choice) for a, b in pairwise(splits.tolist())])


def _texts_dims(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(2)
    return (dims[0] - 1 if dims and isinstance(dims[0], int) else Symbol(),)


DETOKENIZE = op(
    "SentencepieceDetokenizeOp",
    "sp_handle: resource, input_values: T, input_splits: Tsplits, add_bos: bool, add_eos: bool, reverse: bool "
    "-> output: string",
    "T: {int32, string} = int32; Tsplits: index = int64",
    shape=_texts_dims,
    kernel=lambda stored, values, splits, bos, eos, reverse: decoded(
        _model(stored), values, splits, Choice(add_bos=bool(bos), add_eos=bool(eos), reverse=bool(reverse))
    ),
    no_gradient=True, effect="random",
)  # fmt: skip
VOCAB_SIZE = op(
    "SentencepieceVocabSizeOp", "sp_handle: resource -> vocab_size: int32",
    shape=lambda ctx: (), kernel=lambda stored: np.array(_model(stored).size, np.int32), no_gradient=True,
    effect="random",
)  # fmt: skip


def _pieces(stored: Any, input: Array) -> Array:
    model = _model(stored)
    model.check(input.reshape(-1).tolist())
    found = [bytes_of(model.processor.id_to_piece(number)) for number in input.reshape(-1).tolist()]
    pieces: Array = object_vector(found).reshape(input.shape)
    return pieces


def _numbers(stored: Any, input: Array) -> Array:
    find = _model(stored).processor.piece_to_id
    found = [find(piece.decode(errors="replace")) for piece in input.reshape(-1)]
    numbers: Array = np.array(found, np.int32).reshape(input.shape)
    return numbers


ID_TO_STRING = op(
    "SentencepieceIdToStringOp", "sp_handle: resource, input: int32 -> values: string",
    shape=lambda ctx: ctx.dims(1), kernel=_pieces, no_gradient=True, effect="random",
)  # fmt: skip
STRING_TO_ID = op(
    "SentencepieceStringToIdOp", "sp_handle: resource, input: string -> values: int32",
    shape=lambda ctx: ctx.dims(1), kernel=_numbers, no_gradient=True, effect="random",
)  # fmt: skip

# the tokenizer ----------------------------------------------------------------------------------------------


class _ModelResource(TrackableResource):
    """A model that functions use, created anew where they are loaded."""

    def __init__(self, model: bytes, name: str) -> None:
        super().__init__()
        self._model, self._name = model, name
        self.resource_handle  # noqa: B018 - created now, so that a bad model is refused

    def _create_resource(self) -> Any:
        return apply(CREATE, (), {"model": self._model, "shared_name": self._name})

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {}


class SentencepieceTokenizer(TokenizerWithOffsets, Detokenizer):
    """Cuts texts into the pieces of a model of SentencePiece. It needs the extra `text`.

    Args:
      model: the model, as the bytes of its file.
      out_type: int32 for numbers, string for pieces.
      nbest_size: 0 or 1 for the best cut of a text, n > 1 for one drawn among the n best, -1 among all.
      alpha: how much the best cuts are preferred when drawing; in models of byte pairs how often pairs are left apart.
      reverse: give the tokens in reverse.
      add_bos, add_eos: put the token of a text's beginning or end there.
      return_nbest: give the `nbest_size` best cuts, in a row one after the other.
      name: of operations.

    Raises InvalidArgumentError without a model, InternalError for what is none.
    """

    def __init__(
        self,
        model: Any = None,
        out_type: Any = tf.int32,
        nbest_size: Any = 0,
        alpha: Any = 1.0,
        reverse: Any = False,
        add_bos: Any = False,
        add_eos: Any = False,
        return_nbest: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._choice = (nbest_size, alpha, add_bos, add_eos, reverse)
        self._return_nbest = return_nbest
        self._out_type = as_dtype(out_type)
        content = model.numpy() if isinstance(model, tf.Tensor) else model or b""
        self._model_resource = _ModelResource(content, name or "SentencepieceTokenizer")

    def tokenize(self, input: Any, name: str | None = None) -> Any:
        """The tokens of each string."""

        def cut(texts: Any) -> tuple[Any, ...]:
            values, splits = apply_multi(TOKENIZE, self._inputs(texts), self._attrs())
            return (rows(values, splits),)

        with tf.name_scope(name or "SentenceTokenizer"):
            return on_vectors(cut, strings(input))[0]

    def tokenize_with_offsets(self, input: Any, name: str | None = None) -> Any:
        """The tokens of each string, with the bytes where each starts and ends, int64."""

        def cut(texts: Any) -> tuple[Any, ...]:
            values, splits, starts, ends = apply_multi(TOKENIZE_WITH_OFFSETS, self._inputs(texts), self._attrs())
            return tuple(rows(found, splits) for found in (values, starts, ends))

        with tf.name_scope(name or "SentenceTokenizer"):
            return on_vectors(cut, strings(input))

    def _inputs(self, texts: Any) -> tuple[Any, ...]:
        return (self._model_resource.resource_handle, texts, *self._choice)

    def _attrs(self) -> dict[str, Any]:
        return {"out_type": self._out_type, "Tsplits": tf.int64, "return_nbest": self._return_nbest}

    def detokenize(self, input: Any, name: str | None = None) -> Any:
        """The strings of tokens, numbers or pieces, which are the rows of a tensor."""
        _, _, bos, eos, reverse = self._choice
        handle = self._model_resource.resource_handle
        with tf.name_scope(name or "SentenceTokenizer"):
            return on_rows(
                lambda values, splits: apply(DETOKENIZE, (handle, values, splits, bos, eos, reverse)),
                tensor_or_ragged(input),
            )

    def vocab_size(self, name: str | None = None) -> Any:
        """How many pieces the model has, an int32 scalar."""
        return apply(VOCAB_SIZE, (self._model_resource.resource_handle,), None, name)

    def id_to_string(self, input: Any, name: str | None = None) -> Any:
        """The pieces of numbers, a tensor of any shape."""
        return self._of_each(ID_TO_STRING, tensor_or_ragged(input), name)

    def string_to_id(self, input: Any, name: str | None = None) -> Any:
        """The numbers of pieces, a tensor of any shape, int32; those of the unknown piece for others."""
        return self._of_each(STRING_TO_ID, strings(input), name)

    def _of_each(self, record: Any, values: Any, name: str | None) -> Any:
        if isinstance(values, tf.RaggedTensor):
            return values.with_flat_values(self._of_each(record, values.flat_values, name))
        return apply(record, (self._model_resource.resource_handle, values), None, name)


__all__ = ["SentencepieceTokenizer"]
