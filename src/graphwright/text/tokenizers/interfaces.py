"""The base classes of tokenizers: what each can be asked."""

from __future__ import annotations

from typing import Any

from graphwright.module import Module


class Splitter(Module):
    """Base class of what splits strings into pieces: a subclass defines `split`.

    >>> class Lines(tf.text.Splitter):
    ...     def split(self, input):
    ...         return tf.strings.split(input, "\\n")
    >>> Lines().split(["a\\nb"])
    <tf.RaggedTensor [[b'a', b'b']]>
    """

    def split(self, input: Any) -> Any:
        """The pieces of each string: a tensor of one more dimension, ragged unless `input` is a scalar."""
        raise NotImplementedError(f"{type(self).__name__} defines no `split`.")


class SplitterWithOffsets(Splitter):
    """Base class of splitters that also tell where the pieces are: a subclass defines `split_with_offsets`.

    >>> isinstance(tf.text.ByteSplitter(), tf.text.SplitterWithOffsets)
    True
    """

    def split_with_offsets(self, input: Any) -> Any:
        """The pieces, and the bytes where each starts and ends, as a tuple of three tensors."""
        raise NotImplementedError(f"{type(self).__name__} defines no `split_with_offsets`.")


class Tokenizer(Splitter):
    """Base class of tokenizers, splitters whose pieces are words, parts of words or their numbers.

    >>> class Words(tf.text.Tokenizer):
    ...     def tokenize(self, input):
    ...         return tf.strings.split(input)
    >>> Words().split(["a b"])
    <tf.RaggedTensor [[b'a', b'b']]>
    """

    def tokenize(self, input: Any) -> Any:
        """The tokens of each string: a tensor of one more dimension, ragged unless `input` is a scalar."""
        raise NotImplementedError(f"{type(self).__name__} defines no `tokenize`.")

    def split(self, input: Any) -> Any:
        """The same as `tokenize`."""
        return self.tokenize(input)


class TokenizerWithOffsets(Tokenizer, SplitterWithOffsets):
    """Base class of tokenizers that also tell where the tokens are.

    >>> isinstance(tf.text.WhitespaceTokenizer(), tf.text.TokenizerWithOffsets)
    True
    """

    def tokenize_with_offsets(self, input: Any) -> Any:
        """The tokens, and the bytes where each starts and ends, as a tuple of three tensors."""
        raise NotImplementedError(f"{type(self).__name__} defines no `tokenize_with_offsets`.")

    def split_with_offsets(self, input: Any) -> Any:
        """The same as `tokenize_with_offsets`."""
        return self.tokenize_with_offsets(input)


class Detokenizer(Module):
    """Base class of what makes strings of tokens again.

    >>> isinstance(tf.text.UnicodeCharTokenizer(), tf.text.Detokenizer)
    True
    """

    def detokenize(self, input: Any) -> Any:
        """The strings that tokens were made from, as far as they tell."""
        raise NotImplementedError(f"{type(self).__name__} defines no `detokenize`.")


__all__ = ["Detokenizer", "Splitter", "SplitterWithOffsets", "Tokenizer", "TokenizerWithOffsets"]
