"""The tokenizer of SentencePiece whose model is a constant of the graph, and no resource."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.text._rows import on_vectors, rows, splits_dim, strings, tensor_or_ragged
from graphwright.text.tokenizers._sentencepieces import Choice, SentencePieces
from graphwright.text.tokenizers.fast_wordpiece import buffer_tensor, on_rows
from graphwright.text.tokenizers.sentencepiece import choice_of, decoded, encoded


@lru_cache(maxsize=16)
def _of(content: bytes) -> SentencePieces:
    return SentencePieces(content)


def _tokenize(sp_model: Array, input: Array, *choice: Array, out_type: DType, Tsplits: DType) -> list[Array]:
    return encoded(input, _of(sp_model.tobytes()), choice_of(choice), out_type, Tsplits)[:2]


def _tokens_dims(ctx: ShapeContext) -> list[Dims]:
    return [(Symbol(),), (splits_dim(ctx.dims(1)),)]


TOKENIZE = op(
    "TFText>FastSentencepieceTokenize",
    "sp_model: uint8, input: string, nbest_size: int32, alpha: float32, add_bos: bool, add_eos: bool, reverse: bool "
    "-> output_values: out_type, output_splits: Tsplits",
    "out_type: {int32, string} = int32; Tsplits: index = int32",
    shape=_tokens_dims, kernel=_tokenize, no_gradient=True,
)  # fmt: skip


def _texts_dims(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(2)
    return (dims[0] - 1 if dims and isinstance(dims[0], int) else Symbol(),)


DETOKENIZE = op(
    "TFText>FastSentencepieceDetokenize",
    "sp_model: uint8, input_values: int32, input_splits: Tsplits -> output: string", "Tsplits: index = int64",
    shape=_texts_dims,
    kernel=lambda model, values, splits: decoded(_of(model.tobytes()), values, splits, Choice()), no_gradient=True,
)  # fmt: skip


class FastSentencepieceTokenizer:
    """Cuts texts into the pieces of a model of SentencePiece, which is a constant of the graph.

    Args:
      model: the model, as the bytes of its file.
      reverse: give the tokens in reverse.
      add_bos, add_eos: put the token of a text's beginning or end there.
    """

    def __init__(self, model: bytes, reverse: Any = False, add_bos: Any = False, add_eos: Any = False) -> None:
        self._vocab_size = _of(bytes(model)).size
        self._model = buffer_tensor(bytes(model))
        self._choice = (0, np.float32(0), add_bos, add_eos, reverse)

    def vocab_size(self) -> int:
        """How many pieces the model has."""
        return self._vocab_size

    def tokenize(self, inputs: Any) -> Any:
        """The numbers of the tokens of each string, int32."""

        def cut(texts: Any) -> tuple[Any, ...]:
            values, splits = apply_multi(TOKENIZE, (self._model, texts, *self._choice), {"Tsplits": tf.int32})
            return (rows(values, splits),)

        found = on_vectors(cut, strings(inputs))[0]
        return found.with_row_splits_dtype(tf.int32) if isinstance(found, tf.RaggedTensor) else found

    def detokenize(self, input: Any) -> Any:
        """The strings of numbers of tokens, which are the rows of a tensor."""
        ids = tensor_or_ragged(input)
        return on_rows(lambda values, splits: apply(DETOKENIZE, (self._model, values, splits)), ids)


__all__ = ["FastSentencepieceTokenizer"]
