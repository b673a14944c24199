"""`tf.text` eagerly, in functions, in datasets and in SavedModels; what is refused; the name TensorFlow Text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from tests.differences import programs_tokenizers as tokens

TEXTS = ["They're  the GREATEST, 中文!", "", "the a"]
STRING = tf.TensorSpec([None], tf.string)


def bert() -> Any:
    return tf.text.BertTokenizer(tokens.table(tf), lower_case=True)


def fast_bert() -> Any:
    return tf.text.FastBertTokenizer(tokens.VOCAB, lower_case_nfd_strip_accents=True)


def sentencepiece() -> Any:
    return tf.text.SentencepieceTokenizer(tokens.model("unigram"))


TOKENIZERS: dict[str, Callable[[], Any]] = {
    "bert": bert,
    "fast bert": fast_bert,
    "fast wordpiece": lambda: tf.text.FastWordpieceTokenizer(tokens.VOCAB),
    "sentencepiece": sentencepiece,
    "fast sentencepiece": lambda: tf.text.FastSentencepieceTokenizer(tokens.model("bpe")),
    "whitespace": tf.text.WhitespaceTokenizer,
    "script": tf.text.UnicodeScriptTokenizer,
    "characters": tf.text.UnicodeCharTokenizer,
}
each = pytest.mark.parametrize("name", TOKENIZERS)


def flat(found: Any) -> Any:
    return found.to_list()


@each
def test_a_function_of_unknown_size_gives_the_same(name: str) -> None:
    tokenizer = TOKENIZERS[name]()
    function = tf.function(tokenizer.tokenize, input_signature=[STRING])
    assert flat(function(tf.constant(TEXTS))) == flat(tokenizer.tokenize(TEXTS))
    assert flat(function(tf.constant(TEXTS[:1]))) == flat(tokenizer.tokenize(TEXTS[:1]))


@each
def test_a_dataset_gives_the_same(name: str) -> None:
    tokenizer = TOKENIZERS[name]()
    batches = tf.data.Dataset.from_tensor_slices(TEXTS).batch(2).map(tokenizer.tokenize)
    assert [row for batch in batches for row in flat(batch)] == flat(tokenizer.tokenize(TEXTS))


@pytest.mark.parametrize("name", [n for n in TOKENIZERS if n != "fast sentencepiece"])
def test_a_saved_model_gives_the_same(name: str, tmp_path: Path) -> None:
    model = tf.Module()
    model.tokenizer = tokenizer = TOKENIZERS[name]()
    model.tokenize = tf.function(lambda texts: tokenizer.tokenize(texts).flat_values, input_signature=[STRING])
    expected = model.tokenize(TEXTS).numpy().tolist()
    tf.saved_model.save(model, tmp_path)
    assert tf.saved_model.load(tmp_path).tokenize(tf.constant(TEXTS)).numpy().tolist() == expected


def test_a_graph_holds_the_ops_of_the_library() -> None:
    function = tf.function(bert().tokenize, input_signature=[STRING])
    types = {op.type for op in function.get_concrete_function().graph.get_operations()}
    expected = {"CaseFoldUTF8", "NormalizeUTF8", "RegexSplitWithOffsets", "WordpieceTokenizeWithOffsets"}
    assert expected <= types


def test_masks_are_drawn_anew_at_each_call() -> None:
    selector = tf.text.RandomItemSelector(3, 0.5)
    chooser = tf.text.MaskValuesChooser(1000, 103, 0.0, 1.0)
    function = tf.function(lambda ids: tf.text.mask_language_model(ids, selector, chooser)[0].values)
    ids = tf.ragged.constant([list(range(2000, 2040))], dtype=tf.int64)
    assert function(ids).numpy().tolist() != function(ids).numpy().tolist()


def test_trimming_and_packing_in_a_dataset() -> None:
    trimmer = tf.text.RoundRobinTrimmer(4)

    def pack(first: Any, second: Any) -> Any:
        joined, _ = tf.text.combine_segments(trimmer.trim([first, second]), 101, 102)
        return tf.text.pad_model_inputs(joined, 8)[0]

    first, second = tokens.segments(tf)
    found = next(iter(tf.data.Dataset.from_tensor_slices((first, second)).batch(3).map(pack)))
    assert found.numpy().tolist() == [
        [101, 1, 2, 102, 6, 7, 102, 0],
        [101, 5, 102, 8, 9, 10, 102, 0],
        [101, 102, 11, 102, 0, 0, 0, 0],
    ]


INVALID = tf.errors.InvalidArgumentError
REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: tf.text.WordpieceTokenizer(["a"]), TypeError, "Unable to build a lookup table"),
    (lambda: tf.text.FastWordpieceTokenizer(["a"]), RuntimeError, "Cannot find unk_token"),
    (lambda: tf.text.FastWordpieceTokenizer(model_buffer=b"flat").tokenize(["a"]), INVALID, "not built here"),
    (
        lambda: tf.text.FastWordpieceTokenizer(model_buffer=tf.text.build_fast_bert_normalizer_model(True)).tokenize(
            "a"
        ),
        INVALID,
        "not of a fast wordpiece model",
    ),
    (lambda: tf.text.SentencepieceTokenizer(b"none"), tf.errors.InternalError, "none of SentencePiece"),
    (lambda: sentencepiece().id_to_string([-1]), INVALID, "-1 is not the number of a piece"),
    (lambda: sentencepiece().detokenize([10_000]), INVALID, "10000 is not the number of a piece"),
    (lambda: tf.text.normalize_utf8("a", "NFX"), INVALID, "Unknown normalization form requested: NFX"),
    (lambda: tf.text.regex_split(["a"], "("), INVALID, "Invalid pattern"),
    (lambda: tf.text.regex_split(["a"], r"\p{Nope}"), INVALID, "invalid character class range"),
    (lambda: tf.text.ByteSplitter().split_by_offsets("ab", [0], [3]), INVALID, "End offsets out of range: 3"),
    (lambda: tf.text.sliding_window([1], 0), INVALID, "width must be an integer greater than 0"),
    (lambda: tf.text.ngrams(["a"], 1), INVALID, "reduction_type must be specified"),
    (lambda: tf.text.combine_segments([], 1, 2), ValueError, "nonempty"),
    (lambda: tf.text.WaterfallTrimmer(2).trim([tf.constant([1])]), ValueError, "cannot be cut along axis -1"),
    (lambda: tf.text.span_overlaps([0], [1], [[0]], [[1]]), ValueError, "vectors or have a row"),
    (lambda: tf.text.HubModuleTokenizer("https://a"), tf.errors.UnimplementedError, "is not fetched"),
    (lambda: tf.text.Tokenizer().tokenize("a"), NotImplementedError, "defines no `tokenize`"),
]


@pytest.mark.parametrize(("program", "error", "message"), REFUSED, ids=[str(i) for i in range(len(REFUSED))])
def test_what_is_refused(program: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("(", r"\(").replace("`", ".")):
        program()


def test_a_delimiter_that_matches_nothing_does_not_split() -> None:
    assert flat(tf.text.regex_split(["a b"], " *")) == [[b"a", b"b"]]


def test_the_best_tree_is_that_of_all_trees() -> None:
    import itertools

    import numpy as np

    for seed in range(20):
        scores = np.random.default_rng(seed).integers(-9, 10, (4, 4)).astype(np.float64)
        best = -np.inf
        for sources in itertools.product(range(4), repeat=4):
            roots = [n for n, s in enumerate(sources) if n == s]
            if len(roots) == 1 and all(_reaches(sources, node) for node in range(4)):
                best = max(best, sum(scores[n, s] for n, s in enumerate(sources)))
        found = tf.text.max_spanning_tree([4], scores[None])
        assert float(found.max_scores[0]) == best, seed


def _reaches(sources: tuple[int, ...], node: int) -> bool:
    for _ in sources:
        node = sources[node]
    return sources[node] == node


PROGRAM = """
import tensorflow_text as tf_text
from tensorflow_text.tools.wordpiece_vocab import bert_vocab_from_dataset
import tensorflow as tf
assert tf_text.WhitespaceTokenizer().tokenize(["a b"]).to_list() == [[b"a", b"b"]]
assert tf_text.metrics.rouge_l and bert_vocab_from_dataset.bert_vocab_from_dataset
print(tf_text.__name__, tf_text.__version__)
"""


def test_the_name_of_the_library(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "graphwright", str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["tensorflow_text", "2.21.0"]
