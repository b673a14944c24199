"""The tokenizers of BERT: words, and their pieces."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright.text._rows import on_vectors, strings
from graphwright.text.tokenizers.bert_words import BasicTokenizer, FastBertNormalizer
from graphwright.text.tokenizers.fast_wordpiece import FastWordpieceTokenizer
from graphwright.text.tokenizers.interfaces import Detokenizer, TokenizerWithOffsets
from graphwright.text.tokenizers.wordpiece import WordpieceTokenizer


class BertTokenizer(TokenizerWithOffsets, Detokenizer):
    """The tokenizer of BERT: text to words, and these to pieces of a vocabulary.

    Args:
      vocab_lookup_table: a table from pieces to numbers, or the path of a file with a piece a line.
      suffix_indicator: what marks a piece that does not begin a word.
      max_bytes_per_word: longer words are unknown.
      max_chars_per_token: how many characters a piece has at most; None for any number.
      token_out_type: int64 or int32 for numbers, string for the pieces.
      unknown_token: what unknown words become; None: they stay as they are.
      split_unknown_characters: cut words at unknown characters, each a piece.
      lower_case: fold case, and take accents off.
      keep_whitespace: keep runs of blanks as words.
      normalization_form: a normal form of Unicode for the text, unless `lower_case`.
      preserve_unused_token: keep "[unused1]" and the like as words.
      basic_tokenizer_class: what splits text into words, made with the four arguments before.

    >>> words = ["the", "great", "##est", "[UNK]", "!"]
    >>> pairs = tf.lookup.KeyValueTensorInitializer(words, tf.range(5, dtype=tf.int64))
    >>> tokenizer = tf.text.BertTokenizer(tf.lookup.StaticHashTable(pairs, -1), lower_case=True)
    >>> tokens = tokenizer.tokenize(["The Greatest!"])
    >>> tokens, tokenizer.detokenize(tokens.merge_dims(1, 2))
    (<tf.RaggedTensor [[[0], [1, 2], [4]]]>, <tf.RaggedTensor [[b'the', b'greatest', b'!']]>)
    """

    def __init__(
        self,
        vocab_lookup_table: Any,
        suffix_indicator: str = "##",
        max_bytes_per_word: int = 100,
        max_chars_per_token: int | None = None,
        token_out_type: Any = tf.int64,
        unknown_token: str | None = "[UNK]",
        split_unknown_characters: bool = False,
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: str | None = None,
        preserve_unused_token: bool = False,
        basic_tokenizer_class: Any = BasicTokenizer,
    ) -> None:
        super().__init__()
        self._basic_tokenizer = basic_tokenizer_class(
            lower_case, keep_whitespace, normalization_form, preserve_unused_token
        )
        self._wordpiece_tokenizer = WordpieceTokenizer(
            vocab_lookup_table, suffix_indicator, max_bytes_per_word, max_chars_per_token, token_out_type,
            unknown_token, split_unknown_characters,
        )  # fmt: skip

    def tokenize(self, text_input: Any) -> Any:
        """The pieces of each word of each string: rows of words with rows of pieces."""
        return self._wordpiece_tokenizer.tokenize(self._words(text_input)[0])

    def tokenize_with_offsets(self, text_input: Any) -> Any:
        """The pieces of each word of each string, with the bytes of the normalised text where each starts and ends."""
        words, begin, _ = self._words(text_input)
        pieces, starts, ends = self._wordpiece_tokenizer.tokenize_with_offsets(words)
        return pieces, starts + tf.expand_dims(begin, -1), ends + tf.expand_dims(begin, -1)

    def _words(self, text_input: Any) -> Any:
        return self._basic_tokenizer.tokenize_with_offsets(strings(text_input))

    def detokenize(self, token_ids: Any) -> Any:
        """The words of numbers of pieces, which are the rows of a ragged tensor."""
        return self._wordpiece_tokenizer.detokenize(token_ids)


class FastBertTokenizer(TokenizerWithOffsets, Detokenizer):
    """The tokenizer of BERT in two ops; its tokens are those of all words of a string, in one row.

    Args:
      vocab: the pieces, in the order of their numbers.
      suffix_indicator: what marks a piece that does not begin a word.
      max_bytes_per_word: longer words are unknown.
      token_out_type: int64 or int32 for numbers, string for the pieces.
      unknown_token: what unknown words become.
      no_pretokenization: each string is one word already.
      support_detokenization: let `detokenize` work.
      fast_wordpiece_model_buffer: what `build_fast_wordpiece_model` gives, in place of the vocabulary.
      lower_case_nfd_strip_accents: fold case, and take accents off.
      fast_bert_normalizer_model_buffer: what `build_fast_bert_normalizer_model` gives, in place of that.

    >>> tokenizer = tf.text.FastBertTokenizer(["the", "great", "##est", "[UNK]"], lower_case_nfd_strip_accents=True)
    >>> tokenizer.tokenize(["The Greatest!"])
    <tf.RaggedTensor [[0, 1, 2, 3]]>
    """

    def __init__(
        self,
        vocab: Any = None,
        suffix_indicator: str = "##",
        max_bytes_per_word: int = 100,
        token_out_type: Any = tf.int64,
        unknown_token: str = "[UNK]",
        no_pretokenization: bool = False,
        support_detokenization: bool = False,
        fast_wordpiece_model_buffer: Any = None,
        lower_case_nfd_strip_accents: bool = False,
        fast_bert_normalizer_model_buffer: Any = None,
    ) -> None:
        super().__init__()
        self._fast_bert_normalizer = FastBertNormalizer(lower_case_nfd_strip_accents, fast_bert_normalizer_model_buffer)
        self._fast_wordpiece_tokenizer = FastWordpieceTokenizer(
            vocab, suffix_indicator, max_bytes_per_word, token_out_type, unknown_token, no_pretokenization,
            support_detokenization, fast_wordpiece_model_buffer,
        )  # fmt: skip

    def tokenize(self, text_input: Any) -> Any:
        """The tokens of each string."""
        return self._fast_wordpiece_tokenizer.tokenize(self._fast_bert_normalizer.normalize(text_input))

    def tokenize_with_offsets(self, text_input: Any) -> Any:
        """The tokens of each string, with the bytes of the string where each starts and ends, int64."""

        def cut(texts: Any) -> tuple[Any, ...]:
            normal, sources = self._fast_bert_normalizer.normalize_with_offsets(texts)
            tokens, starts, ends = self._fast_wordpiece_tokenizer.tokenize_with_offsets(normal)
            first = tf.gather(sources.row_starts(), tokens.value_rowids())
            begin, end = (x.with_values(tf.gather(sources.values, first + x.values)) for x in (starts, ends))
            return tokens, begin, end

        return on_vectors(cut, strings(text_input))

    def detokenize(self, token_ids: Any) -> Any:
        """The strings of numbers of tokens, which are the rows of a tensor."""
        return self._fast_wordpiece_tokenizer.detokenize(token_ids)


__all__ = ["BertTokenizer", "FastBertTokenizer"]
