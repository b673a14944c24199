"""`tf.lookup`: tables eagerly, in functions and in checkpoints, and what goes wrong with them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.core import eager_jit

INVALID, PRECONDITION, NOT_FOUND = (
    tf.errors.InvalidArgumentError,
    tf.errors.FailedPreconditionError,
    tf.errors.NotFoundError,
)
I64 = tf.int64
LINE, NUMBER = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
Pairs, Lines = tf.lookup.KeyValueTensorInitializer, tf.lookup.TextFileInitializer
Static, Vocabulary = tf.lookup.StaticHashTable, tf.lookup.StaticVocabularyTable
Mutable, Dense = tf.lookup.experimental.MutableHashTable, tf.lookup.experimental.DenseHashTable


def longs(*values: int) -> Any:
    return tf.constant(values, I64)


def static() -> Any:
    return Static(Pairs(["x", "y"], [1, 2]), -1)


def mutable() -> Any:
    table = Mutable(tf.string, I64, -1)
    table.insert(tf.constant(["a", "b"]), longs(1, 2))
    return table


def dense(**options: Any) -> Any:
    return Dense(I64, I64, -1, **{"empty_key": 0, "deleted_key": -1, **options})


def entries(table: Any) -> dict[Any, Any]:
    keys, values = table.export()
    return dict(zip(keys.numpy().tolist(), values.numpy().tolist(), strict=True))


# filled once -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "values", "default", "asked", "found"),
    [
        (["x", "y"], [1, 2], -1, ["y", "?"], [2, -1]),
        (["x", "y"], ["1", "2"], "", [["y"], ["?"]], [[b"2"], [b""]]),
        (["x", "x"], [1, 1], 0, "x", 1),
        ([["x", "y"]], [[True, False]], False, ["x"], [True]),
        ([1, 2], [0.5, 1.5], 9.0, [2, 3, 1], [1.5, 9.0, 0.5]),
        (["x"], [1.5], 0.0, [], []),
    ],
)
def test_looking_up(keys: Any, values: Any, default: Any, asked: Any, found: Any) -> None:
    table = Static(Pairs(keys, values), default)
    asked = tf.constant(asked, table.key_dtype)
    assert table.lookup(asked).numpy().tolist() == found
    assert table[asked].dtype == table.value_dtype
    traced = tf.function(lambda x: (table.lookup(x), table.size()))
    for _ in range(2):
        assert traced(asked)[0].numpy().tolist() == found
    shape = traced.get_concrete_function(tf.TensorSpec([None, 3], table.key_dtype)).structured_outputs[0].shape
    assert shape.as_list() == [None, 3]


FILES: dict[str, tuple[str, tuple[Any, ...], dict[str, Any], dict[Any, Any]]] = {
    "lines": ("a\nb\n", (tf.string, LINE, I64, NUMBER), {}, {b"a": 0, b"b": 1}),
    "no end of line": ("a\nb", (tf.string, LINE, I64, NUMBER), {}, {b"a": 0, b"b": 1}),
    "other ends of lines": ("a\r\nb\r\n", (tf.string, LINE, I64, NUMBER), {}, {b"a": 0, b"b": 1}),
    "numbers to lines": ("a\nb\n", (I64, NUMBER, tf.string, LINE), {}, {0: b"a", 1: b"b"}),
    "columns": ("a\t7\nb\t-8\n", (tf.string, 0, I64, 1), {}, {b"a": 7, b"b": -8}),
    "floats": ("a 0.5\nb 1e3\n", (tf.string, 0, tf.float32, 1), {"delimiter": " "}, {b"a": 0.5, b"b": 1000.0}),
    "the first lines": ("a\nb\nc\n", (tf.string, LINE, I64, NUMBER), {"vocab_size": 2}, {b"a": 0, b"b": 1}),
    "an offset": ("a\nb\n", (tf.string, LINE, I64, NUMBER), {"value_index_offset": 5}, {b"a": 5, b"b": 6}),
}


@pytest.mark.parametrize("name", FILES)
def test_files(name: str, tmp_path: Path) -> None:
    text, how, options, wanted = FILES[name]
    path = tmp_path / "file.txt"
    path.write_bytes(text.encode())
    default = "" if how[2] is tf.string else -1
    assert entries(Static(Lines(str(path), *how, **options), default)) == wanted


WRONG_FILES: dict[str, tuple[str | None, tuple[Any, ...], dict[str, Any], type[Exception], str]] = {
    "no file": (None, (tf.string, LINE, I64, NUMBER), {}, NOT_FOUND, "No such file"),
    "no lines": ("", (tf.string, LINE, I64, NUMBER), {}, tf.errors.OutOfRangeError, "is empty"),
    "an empty line": ("a\n\nb\n", (tf.string, LINE, I64, NUMBER), {}, INVALID, "empty line found at line 1"),
    "no number": ("a\tb\n", (tf.string, 0, I64, 1), {}, INVALID, "Field b in line 0 is not a valid int64"),
    "too large a number": ("a\t9223372036854775808\n", (tf.string, 0, I64, 1), {}, INVALID, "not a valid int64"),
    "too few columns": ("a\tb\n", (tf.string, 0, tf.string, 2), {}, INVALID, "expected at least 3 got 2"),
    "too few lines": ("a\n", (tf.string, LINE, I64, NUMBER), {"vocab_size": 2}, INVALID, "expected 2 but got 1"),
    "a line twice": ("a\na\n", (tf.string, LINE, I64, NUMBER), {}, PRECONDITION, "Key a has 0 and trying to add"),
    "a long delimiter": ("a, 1\n", (tf.string, 0, I64, 1), {"delimiter": ", "}, INVALID, "only 1 char"),
    "no lines wanted": ("a\n", (tf.string, LINE, I64, NUMBER), {"vocab_size": 0}, ValueError, "should be > 0"),
    "numbers of text": ("a\n", (tf.string, NUMBER, I64, NUMBER), {}, ValueError, "must be int64"),
    "lines of floats": ("a\n", (tf.string, LINE, tf.float32, LINE), {}, ValueError, "either integer or string"),
    "no such index": ("a\n", (tf.string, -3, I64, NUMBER), {}, ValueError, "should be >= -2"),
}


@pytest.mark.parametrize("name", WRONG_FILES)
def test_wrong_files(name: str, tmp_path: Path) -> None:
    text, how, options, kind, message = WRONG_FILES[name]
    path = tmp_path / "file.txt"
    if text is not None:
        path.write_text(text)
    with pytest.raises(kind, match=message):
        Static(Lines(str(path), *how, **options), "" if how[2] is tf.string else -1)


def _raw_table() -> Any:
    return tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int32)


WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a key with two values": (lambda: Static(Pairs(["x", "x"], [1, 2]), 0), PRECONDITION, "Key x has 1 and trying"),
    "other shapes": (lambda: Static(Pairs(["x", "y"], [1]), 0), INVALID, r"Expected shape \[2\] for value, got \[1\]"),
    "a default of another dtype": (lambda: Static(Pairs(["x"], [1]), "a"), TypeError, "a"),
    "a default of a shape": (lambda: Static(Pairs(["x"], [1]), [1]), ValueError, "not compatible"),
    "keys that there are no tables of": (lambda: Static(Pairs([1.0], [1]), 0), NOT_FOUND, "from float32 to int32"),
    "keys of another dtype": (lambda: static().lookup(tf.constant([1])), TypeError, "Dtype of argument `keys` must be"),
    "no file name": (lambda: Lines("", tf.string, LINE, I64, NUMBER), ValueError, "`filename` argument required"),
    "no content": (
        lambda: tf.raw_ops.LookupTableFindV2(table_handle=_raw_table(), keys=["a"], default_value=1),
        PRECONDITION, "Table not initialized",
    ),
    "other content": (
        lambda: tf.raw_ops.InitializeTableV2(table_handle=static().resource_handle, keys=["x"], values=[5]),
        PRECONDITION, "already initialized with different data",
    ),
    "putting in": (
        lambda: tf.raw_ops.LookupTableInsertV2(table_handle=static().resource_handle, keys=["x"], values=[5]),
        tf.errors.UnimplementedError, "Insert not supported",
    ),
    "taking out": (
        lambda: tf.raw_ops.LookupTableRemoveV2(table_handle=static().resource_handle, keys=["x"]),
        tf.errors.UnimplementedError, "Remove not supported",
    ),
    "other values": (
        lambda: tf.raw_ops.LookupTableFindV2(table_handle=static().resource_handle, keys=["x"], default_value=1.5),
        INVALID, "Signature mismatch",
    ),
    "no table": (
        lambda: tf.raw_ops.LookupTableSizeV2(table_handle=tf.Variable(1.0).handle), INVALID, "using the wrong type"
    ),
    "no buckets": (lambda: Vocabulary(None, 0), ValueError, "must be > 0"),
    "words to int32": (lambda: Vocabulary(Pairs(["a"], [0]), 1), TypeError, "Invalid `value_dtype`"),
    "words of int32": (lambda: Vocabulary(Pairs([7], longs(0)), 1), TypeError, "Invalid `key_dtype`"),
    "words looked up as numbers": (
        lambda: Vocabulary(Pairs(["7"], longs(0)), 1, lookup_key_dtype=I64), TypeError, "expected integer"
    ),
    "inserting of another shape": (
        lambda: mutable().insert(tf.constant(["a", "b"]), longs(1)), INVALID, "Expected shape"
    ),
    "inserting values of another dtype": (
        lambda: mutable().insert(tf.constant(["a"]), tf.constant([1.0])), ValueError, "dtype int64"
    ),
    "removing of another dtype": (lambda: mutable().remove(longs(1)), TypeError, "Dtype of argument `keys`"),
    "a default of no fitting shape": (
        lambda: mutable().lookup(tf.constant(["a"]), longs(1, 2, 3)), INVALID, "for default value"
    ),
    "the empty key": (lambda: dense().lookup(longs(0)), INVALID, "Using the empty_key"),
    "the deleted key": (lambda: dense().insert(longs(-1), longs(1)), INVALID, "Using the deleted_key"),
    "one key for both": (lambda: dense(deleted_key=0), INVALID, "cannot be equal"),
    "no power of two": (lambda: dense(initial_num_buckets=7), INVALID, "power of 2, got: 7"),
    "keys of no shape": (
        lambda: dense(empty_key=[0, 0], deleted_key=[1, 1]).lookup(longs(1)), INVALID, "Expected key shape"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str) -> None:
    make, kind, message = WRONG[name]
    with pytest.raises(kind, match=message):
        make()


def test_errors_of_functions_too() -> None:
    table = dense()
    with pytest.raises(INVALID, match="Using the empty_key"):
        tf.function(lambda x: table.lookup(x))(longs(0))


def test_a_table_made_in_a_function_is_made_once() -> None:
    result = []

    @tf.function
    def f(x: Any) -> Any:
        result.append(static())
        return result[-1].lookup(x)

    for _ in range(3):
        assert f(tf.constant(["x", "?"])).numpy().tolist() == [1, -1]
    assert len(result) == 1


@pytest.mark.parametrize(
    ("make", "asked", "found", "size"),
    [
        (lambda: Vocabulary(Pairs(["a", "b"], longs(0, 1)), 3), ["a", "b", "zzz", "palmer", ""], [0, 1, 2, 2, 4], 5),
        (lambda: Vocabulary(Pairs(longs(7, 8), longs(0, 1)), 3), [7, 8, 9, 10, 11], [0, 1, 4, 4, 3], 5),
        (lambda: Vocabulary(None, 5), ["a", "b", "c"], [4, 2, 2], 5),
    ],
)
def test_words_that_are_not_there_get_the_numbers_of_tensorflow(make: Any, asked: Any, found: Any, size: int) -> None:
    table = make()
    asked = tf.constant(asked, table.key_dtype)
    assert table.lookup(asked).numpy().tolist() == tf.function(table.lookup)(asked).numpy().tolist() == found
    assert int(table.size()) == size


# recorded from tf.strings.to_hash_bucket_fast of TensorFlow 2.21, one text for each way that lengths are hashed
FINGERPRINTS = {
    "": 254201053263, "a": 436859794915, "emerson": 318120206874, "zzz": 70141842724, "hello world this is long":
    887135497900, "x" * 40: 750220033172, "y" * 100: 893522167299, "é": 987519208641,
}  # fmt: skip


def test_buckets_are_those_of_tensorflow() -> None:
    found = tf.strings.to_hash_bucket_fast(tf.constant(list(FINGERPRINTS)), 2**40)
    assert found.numpy().tolist() == list(FINGERPRINTS.values())


# that change -------------------------------------------------------------------------------------------------


def test_changes_happen_in_the_order_of_the_program() -> None:
    table = mutable()

    @tf.function
    def f(keys: Any, values: Any) -> Any:
        before = table.lookup(keys)
        table.insert(keys, values)
        between = table.lookup(keys)
        table.remove(keys[:1])
        return before, between, table.lookup(keys), table.size()

    found = [t.numpy().tolist() for t in f(tf.constant(["b", "c"]), longs(5, 6))]
    assert found == [[2, -1], [5, 6], [-1, 6], 2]
    assert entries(table) == {b"a": 1, b"c": 6}


def test_changes_in_a_loop() -> None:
    table = Mutable(tf.string, I64, 0)

    @tf.function
    def count(words: Any) -> Any:
        for word in words:
            table.insert([word], table.lookup([word]) + 1)
        return table.size()

    assert int(count(tf.constant(["a", "b", "a"]))) == 2
    assert entries(table) == {b"a": 2, b"b": 1}


def test_values_of_a_shape() -> None:
    table = Mutable(I64, tf.float32, [0.0, -1.0])
    table.insert(longs(7), [[1.0, 2.0]])
    assert table.lookup(tf.constant([[7, 8]], I64)).numpy().tolist() == [[[1.0, 2.0], [0.0, -1.0]]]
    assert table.lookup(longs(8), tf.constant([[5.0, 6.0]])).numpy().tolist() == [[5.0, 6.0]]
    assert table.lookup(longs(7, 8), tf.constant([5.0, 6.0])).numpy().tolist() == [[1.0, 2.0], [5.0, 6.0]]


def test_dense_tables() -> None:
    table = dense(empty_key=[0, 0], deleted_key=[-1, -1])
    table.insert_or_assign(tf.constant([[1, 2], [3, 4]], I64), longs(5, 6))
    table.erase(tf.constant([[3, 4]], I64))
    assert table.lookup(tf.constant([[[1, 2]], [[3, 4]]], I64)).numpy().tolist() == [[5], [-1]]
    assert int(table.size()) == 1
    keys, values = table.export()
    places = [i for i, key in enumerate(keys.numpy().tolist()) if key != [0, 0]]
    assert [(keys.numpy()[i].tolist(), values.numpy()[i].tolist()) for i in places] == [([1, 2], [5])]


DENSE_KEYS: dict[str, tuple[Any, Any, Any, list[int]]] = {
    # the keys, the empty and the deleted one, and the last 17 bits of TensorFlow's places
    "integers": ([5, -2], 0, -1, [5, 131070]),
    "texts": (["a", "b", "hello world", "a longer key of 31 bytes in all"], "", "-", [51708, 111306, 13295, 21173]),
    "pairs": ([[1, 2], [3, 4]], [0, 0], [-1, -1], [88963, 86919]),
    "pairs of texts": ([["a", "b"], ["hello", "x"]], ["", ""], ["-", "-"], [12053, 119310]),
}


@pytest.mark.parametrize("name", DENSE_KEYS)
def test_dense_tables_are_saved_and_restored(name: str, tmp_path: Path) -> None:
    listed, empty, deleted, places = DENSE_KEYS[name]
    dtype = tf.string if "text" in name else I64
    keys = tf.constant(listed, dtype)

    def make() -> Any:
        return Dense(dtype, I64, -1, empty_key=tf.constant(empty, dtype), deleted_key=tf.constant(deleted, dtype))

    table = make()
    table.insert(keys, tf.range(len(listed), dtype=I64))
    path = tf.train.Checkpoint(table=table).write(tmp_path / "saved")
    restored = make()
    tf.train.Checkpoint(table=restored).read(path).assert_consumed()
    assert restored.lookup(keys).numpy().tolist() == list(range(len(listed)))
    assert int(restored.size()) == len(listed)
    module = tf.Module()
    module.table, module.find = table, tf.function(lambda keys: table.lookup(keys))
    module.find(keys)
    tf.saved_model.save(module, str(tmp_path / "model"))
    assert tf.saved_model.load(str(tmp_path / "model")).find(keys).numpy().tolist() == list(range(len(listed)))
    # TensorFlow takes the entries as they stand, so each has to be in the place where it looks for its key
    found = table.export()[0].numpy()
    for key, place in zip(keys.numpy().tolist(), places, strict=True):
        at = [i for i, row in enumerate(found.tolist()) if row == (key if isinstance(key, list) else [key])]
        assert [i & (len(found) - 1) for i in at] == [place & (len(found) - 1)]


def test_threads_change_one_table() -> None:
    table = Mutable(I64, I64, -1)

    def fill(start: int) -> None:
        for i in range(start, start + 50):
            table.insert(longs(i), longs(i))

    threads = [threading.Thread(target=fill, args=(50 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert entries(table) == {i: i for i in range(200)}


@pytest.mark.parametrize("kind", ["mutable", "dense"])
def test_checkpoints_keep_what_changes(kind: str, tmp_path: Path) -> None:
    def make() -> Any:
        return Mutable(I64, I64, -1) if kind == "mutable" else dense()

    table, other = make(), make()
    table.insert(longs(5, 1029, 6), longs(50, 60, 70))
    path = tf.train.Checkpoint(table=table).write(str(tmp_path / "one"))
    other.insert(longs(9), longs(9))
    tf.train.Checkpoint(table=other).read(path).assert_consumed()
    assert other.lookup(longs(5, 1029, 6, 9)).numpy().tolist() == [50, 60, 70, -1]
    assert int(other.size()) == 3


def test_checkpoint_false_keeps_nothing(tmp_path: Path) -> None:
    table = Mutable(I64, I64, -1, checkpoint=False)
    table.insert(longs(5), longs(50))
    path = tf.train.Checkpoint(table=table).write(str(tmp_path / "one"))
    assert [name for name, _ in tf.train.list_variables(path)] == ["_CHECKPOINTABLE_OBJECT_GRAPH"]


@pytest.mark.parametrize("value", [tf.int64, tf.float32, tf.string], ids=lambda dtype: dtype.name)
def test_many_strings_are_found_by_an_index(value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eager_jit, "LEAST_STRINGS", 0)
    monkeypatch.setattr(eager_jit, "_STRINGS_TO_LOAD", 0)
    words = [f"word {i}" for i in range(50)] + [""]
    values = tf.strings.as_string(tf.range(51)) if value is tf.string else tf.cast(tf.range(51), value)
    default = tf.constant("?") if value is tf.string else tf.constant(-1, value)
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.constant(words), values), default)
    asked = tf.reshape(tf.constant([*words, "word", "word 5 ", "\0"]), [2, 27])
    expected = tf.reshape(tf.concat([values, tf.fill([3], default)], 0), [2, 27]).numpy().tolist()
    assert table.lookup(asked).numpy().tolist() == expected
    assert tf.function(table.lookup)(asked).numpy().tolist() == expected
    assert table.lookup(tf.constant([], tf.string)).shape == (0,)
