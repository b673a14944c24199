"""Helpers of the rows about tokens: vocabularies, tables, models, texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent.parent / "support" / "models"
_PIECES = (
    "[PAD] [UNK] [CLS] [SEP] the great ##est they ##' ##re un ##want ##ed , 中 don ' t h ##é [unused1] a ##b greatest"
)
_WORDS = "the quick brown fox jumps over lazy dog running runner runs walked walking walker talker talking héllo"

VOCAB = _PIECES.split()
TEXTS = [
    "They're  the GREATEST, 中文 don't! [SEP] Hé $5",
    "",
    " [unused1] a\x01b\u200d \ufffd x",
    "\t\u3000e\u0301a カー中 1a",
    b"a\xff b\xe4\xb8",
]


def model(name: str) -> bytes:
    """A model of SentencePiece: `unigram` or `bpe`."""
    return (_FOLDER / f"{name}.model").read_bytes()


def table(tf: Any, default: int | None = None) -> Any:
    """A table from the vocabulary to numbers, with one number for other words, or a default."""
    words = tf.lookup.KeyValueTensorInitializer(VOCAB, tf.range(len(VOCAB), dtype=tf.int64))
    if default is None:
        return tf.lookup.StaticVocabularyTable(words, 1)
    return tf.lookup.StaticHashTable(words, default)


def segments(tf: Any) -> Any:
    """Two segments of three examples."""
    ragged = tf.ragged.constant
    return [ragged([[1, 2, 3, 4], [5], []]), ragged([[6, 7], [8, 9, 10], [11]])]


def ids(tf: Any) -> Any:
    """The tokens of two texts."""
    return tf.ragged.constant([[101, 1, 2, 3, 102], [101, 4, 102, 5, 6, 7, 8]], dtype=tf.int64)


def nested(tf: Any) -> Any:
    """Words of tokens, of two texts."""
    return tf.ragged.constant([[["a", "b"], ["c"]], [["d"]]])


def chosen(text: Any, rate: float, most: int = 3) -> Any:
    """A selector that takes the first items that it may."""
    return text.RandomItemSelector(most, rate, [101, 102], shuffle_fn=lambda items: items)


def vocabulary(tf: Any, size: int, **params: Any) -> Any:
    """The vocabulary learned from texts in which words occur more or less often."""
    if hasattr(tf, "text"):
        learn = tf.text.bert_vocab_from_dataset
    else:
        from tensorflow_text.tools.wordpiece_vocab.bert_vocab_from_dataset import bert_vocab_from_dataset as learn
    texts = [" ".join(word for j, word in enumerate(_WORDS.split()) if (i * j) % 7 < 4) for i in range(60)]
    return learn(tf.data.Dataset.from_tensor_slices(texts).batch(20), size, ["[PAD]", "[UNK]"], **params)
