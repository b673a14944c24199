"""Vocabularies of word pieces, learned from texts.

The method is the one that TensorFlow documents in its guide to subword tokenizers: substrings of words are counted, and
from the longest down what each counts is taken off its prefixes, and the frequent ones are kept; then again with
substrings that start where the words are cut by what was kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import graphwright as tf
from graphwright.text.tokenizers.bert_words import BasicTokenizer


@dataclass(frozen=True)
class _Settings:
    """How a vocabulary is learned.

    Attributes:
      vocab_size: how large it should become.
      reserved: tokens that are in it, whatever the texts.
      upper_thresh, lower_thresh: between them is how often a piece must occur.
      num_iterations: how often substrings are counted.
      max_input_tokens: how many different words are looked at, the most frequent ones; -1 for all.
      max_token_length: longer words are left out.
      max_unique_chars: words with a character that is none of so many most frequent ones are left out.
      slack_ratio: how far below its size the vocabulary may be, relative to that.
      include_joiner_token: mark pieces that do not begin a word.
      joiner: with what.
    """

    vocab_size: int
    reserved: Sequence[str]
    upper_thresh: int = 10_000_000
    lower_thresh: int = 10
    num_iterations: int = 4
    max_input_tokens: int = 5_000_000
    max_token_length: int = 50
    max_unique_chars: int = 1000
    slack_ratio: float = 0.05
    include_joiner_token: bool = True
    joiner: str = "##"

    @property
    def mark(self) -> str:
        """What stands before a piece that does not begin a word."""
        return self.joiner if self.include_joiner_token else ""


def _words_of(counts: Mapping[str, int], settings: _Settings) -> list[tuple[str, int]]:
    """The words to learn from, the most frequent first."""
    chosen = [
        (word, n)
        for word, n in counts.items()
        if len(word) <= settings.max_token_length and word not in settings.reserved
    ]
    characters: Counter[str] = Counter()
    for word, n in chosen:
        for character in word:
            characters[character] += n
    ranked = sorted(characters.items(), key=lambda entry: (-entry[1], entry[0]))
    allowed = {character for character, _ in ranked[: settings.max_unique_chars]}
    known = sorted((e for e in chosen if set(e[0]) <= allowed), key=lambda entry: (-entry[1], entry[0]))
    return known if settings.max_input_tokens < 0 else known[: settings.max_input_tokens]


def _cuts(word: str, pieces: Mapping[str, Any], mark: str) -> list[int]:
    """Where the longest pieces from left to right start; empty where the word has no pieces."""
    starts, at = [], 0
    while at < len(word):
        starts.append(at)
        to = next((to for to in range(len(word), at, -1) if mark * (at > 0) + word[at:to] in pieces), None)
        if to is None:
            return []
        at = to
    return starts


def _kept(counts: dict[str, int], threshold: int, mark: str) -> dict[str, int]:
    """The substrings that occur often enough, from the longest down; what each counts is taken off its prefixes."""
    by_length: dict[int, list[str]] = {}
    for piece in counts:
        by_length.setdefault(_length(piece, mark), []).append(piece)
    kept: dict[str, int] = {}
    for length in sorted(by_length, reverse=True):
        for piece in by_length[length]:
            count = counts[piece]
            if count >= threshold:
                kept[piece] = count
            start = len(piece) - length
            for end in range(start + 1, len(piece)):
                if piece[:end] in counts:
                    counts[piece[:end]] -= count
    return kept


def _length(piece: str, mark: str) -> int:
    return len(piece) - len(mark) if mark and piece.startswith(mark) else len(piece)


def _learned(words: Sequence[tuple[str, int]], threshold: int, settings: _Settings) -> list[str]:
    """The vocabulary whose pieces occur at least so often, with all characters."""
    mark = settings.mark
    characters = sorted({character for word, _ in words for character in word})
    alone = [*characters, *(mark + c for c in characters)]
    pieces: dict[str, int] = {}
    for number in range(settings.num_iterations):
        counts: dict[str, int] = {}
        for word, n in words:
            for start in range(len(word)) if not number else _cuts(word, pieces, mark):
                for end in range(start + 1, len(word) + 1):
                    piece = mark * (start > 0) + word[start:end]
                    counts[piece] = counts.get(piece, 0) + n
        pieces = _kept(counts, threshold, mark)
        for piece in alone:
            pieces.setdefault(piece, 0)
    ranked = sorted(pieces, key=lambda piece: (-pieces[piece], piece))
    return list(dict.fromkeys([*settings.reserved, *characters, *ranked]))


def learn(word_counts: Any, vocab_size: int, reserved_tokens: Sequence[str], **settings: Any) -> list[str]:
    """The vocabulary of a size that words give.

    Args:
      word_counts: words with how often they occur: a mapping, or pairs.
      vocab_size: how many pieces there should be.
      reserved_tokens: pieces that come first.
      settings: those of `bert_vocab_from_dataset`'s `learn_params`.
    """
    return _searched(dict(word_counts), _Settings(vocab_size, list(reserved_tokens), **settings))


def _searched(counts: Mapping[str, int], settings: _Settings) -> list[str]:
    """The vocabulary of the threshold that gives the size, found by bisection."""
    words = _words_of(counts, settings)
    if not words:
        return list(settings.reserved)
    upper = min(settings.upper_thresh, max(n for _, n in words))
    lower = max(settings.lower_thresh, min(n for _, n in words))
    while True:
        threshold = (upper + lower) // 2
        found = _learned(words, threshold, settings)
        fits = (1 - settings.slack_ratio) * settings.vocab_size <= len(found) <= settings.vocab_size
        if fits or lower >= upper or threshold <= 1:
            return found
        if len(found) > settings.vocab_size:
            lower = threshold + 1
        else:
            upper = threshold - 1


def bert_vocab_from_dataset(
    dataset: Any,
    vocab_size: int,
    reserved_tokens: Sequence[str],
    bert_tokenizer_params: Mapping[str, Any] | None = None,
    learn_params: Mapping[str, Any] | None = None,
) -> list[str]:
    """The pieces of a vocabulary for `BertTokenizer`, learned from texts.

    Args:
      dataset: a dataset of strings, or of batches of strings.
      vocab_size: how many pieces there should be; it may become fewer, or more where there are more characters.
      reserved_tokens: pieces that come first, such as "[UNK]".
      bert_tokenizer_params: how texts are split into words: `lower_case`, `keep_whitespace`, `normalization_form`,
        `preserve_unused_token` of `BertTokenizer`.
      learn_params: `upper_thresh`, `lower_thresh`, `num_iterations`, `max_input_tokens`, `max_token_length`,
        `max_unique_chars`, `slack_ratio`, `include_joiner_token` and `joiner`.

    >>> texts = tf.data.Dataset.from_tensor_slices(["low lower lowest"] * 20)
    >>> vocab = tf.text.bert_vocab_from_dataset(texts, 12, ["[UNK]"])
    >>> vocab[0], "low" in vocab
    ('[UNK]', True)
    """
    tokenizer = BasicTokenizer(**(bert_tokenizer_params or {}))
    counts = count_words(dataset.map(tokenizer.tokenize))
    return learn(counts, vocab_size, reserved_tokens, **(learn_params or {}))


def count_words(batches: Iterable[Any]) -> Counter[str]:
    """How often each word occurs in tensors of words."""
    counts: Counter[str] = Counter()
    for batch in batches:
        words = batch.flat_values if isinstance(batch, tf.RaggedTensor) else batch
        counts.update(word.decode(errors="replace") for word in words.numpy().reshape(-1))
    return counts


__all__ = ["bert_vocab_from_dataset"]
