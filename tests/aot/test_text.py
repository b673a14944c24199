"""Text in libraries: pieces that are passed and returned, constants, and lookup tables."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import aot
from tests.aot.libraries import build, needs_compiler, own_level
from tests.aot.test_c_programs import SANITIZED

pytestmark = needs_compiler
HERE = Path(__file__).parent


def _table(keys: Any, values: Any, default: Any) -> Any:
    return tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), default)


class _Worded(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        words = ["one", "two", "", b"two\0"]
        self.numbers = _table(tf.constant(words), tf.constant([1, 2, 7, 5], tf.int64), -1)
        self.names = _table(tf.constant([1, 2, -(2**62)], tf.int64), ["ONE", "TWO", "least"], "?")

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
    def __call__(self, words: Any) -> Any:
        numbers = self.numbers.lookup(words)
        return {"numbers": numbers, "names": self.names.lookup(numbers), "same": words}


def test_misuse_of_text_gives_codes(tmp_path: Path) -> None:
    aot.compile(_Worded().__call__, tmp_path, name="worded", levels=[own_level()], weights="file")
    links = ("libworded.a", "-lm", "-lpthread", "-o", "check")
    for command in (("cc", *SANITIZED, "-I.", str(HERE / "check_text.c"), *links), ("./check", "worded.weights")):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, done.stderr


def test_tables_of_each_kind(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    keys = rng.choice(10**6, 500, replace=False)
    words = [f"w{k}" * (k % 5) + str(k) for k in keys]
    scores, whole = rng.standard_normal(500).astype(np.float32), _table(keys.astype(np.int32), words, "none")
    by_word, flags = _table(words, scores, np.nan), _table(words, keys % 2 == 0, False)

    def looked_up(x: Any, word: Any) -> Any:
        found = whole.lookup(x)
        return {
            "words": found,
            "scores": by_word.lookup(found),
            "flags": flags.lookup(found),
            "one": by_word.lookup(word),
            "named": whole.lookup(tf.cast(by_word.size(), tf.int32)),
            "constant": tf.constant([["a", "bc"], ["", "d"]]),
            "either": tf.where(by_word.lookup(word) > 0.0, 1, 2),
        }

    specs = {"x": tf.TensorSpec([None, None], tf.int32), "word": tf.TensorSpec([], tf.string)}
    concrete = tf.function(looked_up).get_concrete_function(**specs)
    model = build(concrete, tmp_path, name="looked_up").Model()
    x = np.concatenate([keys[:20], [-1, 10**6]]).astype(np.int32).reshape(2, 11)
    for given, word in ((x, words[3]), (x[:, :0], "h\u00e9"), (x.T.copy(), words[499])):
        found = model(given, np.array(word, object))
        for name, value in concrete(x=tf.constant(given), word=tf.constant(word)).items():
            np.testing.assert_array_equal(found[name], value, name)
            assert found[name].dtype == value.numpy().dtype if value.shape.rank else True, name


def test_words_that_a_vocabulary_lacks_have_buckets(tmp_path: Path) -> None:
    words = tf.lookup.KeyValueTensorInitializer(["pear", ""], tf.constant([0, 1], tf.int64))
    table = tf.lookup.StaticVocabularyTable(words, 1009)

    def numbered(x: Any, word: Any) -> Any:
        return {"numbers": table.lookup(x), "buckets": tf.strings.to_hash_bucket_fast(x, 2**40 + 3),
                "one": tf.strings.to_hash_bucket_fast(word, 77)}  # fmt: skip

    concrete = tf.function(numbered).get_concrete_function(
        tf.TensorSpec([None], tf.string), tf.TensorSpec([], tf.string)
    )
    random = np.random.default_rng(0)
    texts = np.array([*(random.bytes(size) for size in (*range(140), 1000, 4097)), b"pear"], object)
    found = build(concrete, tmp_path, name="numbered").Model()(texts, texts[50:51].reshape(()))
    for name, value in concrete(tf.constant(texts), tf.constant(texts[50])).items():
        np.testing.assert_array_equal(found[name], value, name)


def test_tables_that_change_are_refused(tmp_path: Path) -> None:
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, 0)
    found = tf.function(table.lookup).get_concrete_function(tf.TensorSpec([None], tf.string))
    with pytest.raises(tf.errors.UnimplementedError, match=r"a constant tf\.lookup\.StaticHashTable"):
        aot.compile(found, tmp_path, levels=[own_level()])


_NODE = """
import { load } from "./worded.js";
import { writeFileSync } from "node:fs";
const model = await load(), bytes = (...numbers) => Uint8Array.from(numbers);
const calls = [
    { words: ["one", bytes(116, 119, 111, 0), "", "h\u00e9 \U0001f600", "\ufefftwo"], name: "two" },
    { words: { data: ["two", bytes(255, 65)], shape: [2] }, name: ["nine"] },
    { words: [], name: { data: [bytes()], shape: [] } },
];
const plain = ({ data, bytes, shape }) => ({ data: Array.from(data, (x) => typeof x === "bigint" ? Number(x) : x),
    bytes: bytes?.map((each) => Array.from(each)) ?? null, shape });
const results = calls.map((given) => Object.fromEntries(
    Object.entries(model.run(given)).map(([name, result]) => [name, plain(result)])));
const refused = [
    { words: "one", name: ["one", "two"] }, { words: [1], name: "one" }, { words: [, "one"], name: "one" },
    { words: new Float32Array(1), name: "one" }, { words: { data: ["a"], shape: [2] }, name: "one" }, { words: [] },
].map((given) => {
    try {
        return model.run(given);
    } catch (error) {
        return `${error.constructor.name}: ${error.message}`;
    }
});
writeFileSync("results.json", JSON.stringify({ results, refused }));
"""


@pytest.mark.deploy
@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_text_in_javascript(tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    worded = _Worded()

    @tf.function(
        input_signature=[tf.TensorSpec([None], tf.string, name="words"), tf.TensorSpec([], tf.string, name="name")]
    )
    def both(words: Any, name: Any) -> Any:
        number = worded.numbers.lookup(name)
        buckets = tf.strings.to_hash_bucket_fast(words, 1000)
        constant = tf.constant([["a", "\u00e9"], ["", "d"]])
        return {**worded(words), "number": number, "named": worded.names.lookup(number), "echo": name,
                "buckets": buckets, "constant": constant}  # fmt: skip

    aot.compile(both, tmp_path, name="worded", target="wasm32")
    (tmp_path / "run.mjs").write_text(_NODE, encoding="utf-8")
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    calls = [
        (["one", b"two\0", "", "h\u00e9 \U0001f600", "\ufefftwo"], "two"), (["two", b"\xffA"], "nine"), ([], ""),
    ]  # fmt: skip
    for results, (words, name) in zip(found["results"], calls, strict=True):
        expected = both(tf.constant(words, tf.string, [len(words)]), tf.constant(name))
        assert results.keys() == expected.keys()
        for key, value in expected.items():
            flat = value.numpy().ravel().tolist() if value.shape.rank else [value.numpy()]
            have = results[key]
            assert have["shape"] == value.shape.as_list(), key
            if value.dtype == tf.string:
                assert [bytes(each) for each in have["bytes"]] == flat, key
                assert have["data"] == [each.decode("utf-8", "replace") for each in flat], key
            else:
                assert have["data"] == flat and have["bytes"] is None, key
    sizes = "RangeError: name must have the sizes [], got 2 elements"
    kind = "TypeError: {} must be strings in an array"
    assert found["refused"] == [
        sizes, *[kind.format("words")] * 3, "RangeError: words must have the sizes [words_size0], got 1 elements",
        kind.format("name"),
    ]  # fmt: skip
    types = (tmp_path / "worded.d.ts").read_text()
    assert "words: Piece[] | Tensor<Piece[]>;" in types and "name: Piece | Piece[] | Tensor<Piece[]>;" in types
    assert "same: TextTensor;" in types and "numbers: Tensor<BigInt64Array>;" in types
