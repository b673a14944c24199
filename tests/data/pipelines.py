"""Pipelines with their elements, specs and lengths, which are TensorFlow's: it gave what is written here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import graphwright as tf

D = tf.data.Dataset


class Case(NamedTuple):
    """A pipeline, its elements, its spec (`T(shape, dtype)` for a TensorSpec) and its cardinality."""

    make: Callable[[], Any]
    elements: list[Any]
    spec: str
    count: int


PIPELINES: dict[str, Case] = {
    "range": Case(
        lambda: D.range(5),
        [0, 1, 2, 3, 4],
        "T((), int64)",
        5,
    ),
    "range with a step": Case(
        lambda: D.range(1, 10, 3),
        [1, 4, 7],
        "T((), int64)",
        3,
    ),
    "range downwards": Case(
        lambda: D.range(5, 0, -2),
        [5, 3, 1],
        "T((), int64)",
        3,
    ),
    "range of floats": Case(
        lambda: D.range(3, output_type=tf.float32),
        [0.0, 1.0, 2.0],
        "T((), float32)",
        3,
    ),
    "tensors": Case(
        lambda: D.from_tensors(([1, 2], 3.0)),
        [([1, 2], 3.0)],
        "(T((2,), int32), T((), float32))",
        1,
    ),
    "tensors by name": Case(
        lambda: D.from_tensors({"b": 1, "a": ["x"]}),
        [{"b": 1, "a": [b"x"]}],
        "{'b': T((), int32), 'a': T((1,), string)}",
        1,
    ),
    "slices": Case(
        lambda: D.from_tensor_slices([[1, 2], [3, 4]]),
        [[1, 2], [3, 4]],
        "T((2,), int32)",
        2,
    ),
    "slices of several": Case(
        lambda: D.from_tensor_slices(([1, 2], {"a": [[1.0], [2.0]]})),
        [(1, {"a": [1.0]}), (2, {"a": [2.0]})],
        "(T((), int32), {'a': T((1,), float32)})",
        2,
    ),
    "slices of text": Case(
        lambda: D.from_tensor_slices(["a", "bc"]),
        [b"a", b"bc"],
        "T((), string)",
        2,
    ),
    "slices of nothing": Case(
        lambda: D.from_tensor_slices(np.zeros([0, 2], np.float32)),
        [],
        "T((2,), float32)",
        0,
    ),
    "a generator": Case(
        lambda: D.from_generator(lambda: iter([1, 2]), output_signature=tf.TensorSpec([], tf.int32)),
        [1, 2],
        "T((), int32)",
        -2,
    ),
    "a generator, the old way": Case(
        lambda: D.from_generator(lambda: [(1, [1.0]), (2, [2.0, 3.0])], (tf.int32, tf.float32), ([], [None])),
        [(1, [1.0]), (2, [2.0, 3.0])],
        "(T((), int32), T((None,), float32))",
        -2,
    ),
    "a generator with arguments": Case(
        lambda: D.from_generator(lambda n: range(n), tf.int64, args=(3,)),
        [0, 1, 2],
        "T(<unknown>, int64)",
        -2,
    ),
    "a generator of dicts": Case(
        lambda: D.from_generator(
            lambda: iter([({"a": 1}, "x")]),
            output_signature=({"a": tf.TensorSpec([], tf.int32)}, tf.TensorSpec([], tf.string)),
        ),
        [({"a": 1}, b"x")],
        "({'a': T((), int32)}, T((), string))",
        -2,
    ),
    "zip": Case(
        lambda: D.zip(D.range(3), D.range(4, 9)),
        [(0, 4), (1, 5), (2, 6)],
        "(T((), int64), T((), int64))",
        3,
    ),
    "zip of a structure": Case(
        lambda: D.zip({"a": D.range(2), "b": (D.range(5, 7), D.from_tensor_slices([1.0, 2.0, 3.0]))}),
        [{"a": 0, "b": (5, 1.0)}, {"a": 1, "b": (6, 2.0)}],
        "{'a': T((), int64), 'b': (T((), int64), T((), float32))}",
        2,
    ),
    "zip of one": Case(
        lambda: D.zip(D.range(2)),
        [0, 1],
        "T((), int64)",
        2,
    ),
    "zip with an endless one": Case(
        lambda: D.zip((D.range(2).repeat(), D.range(3))),
        [(0, 0), (1, 1), (0, 2)],
        "(T((), int64), T((), int64))",
        3,
    ),
    "map": Case(
        lambda: D.range(4).map(lambda x: x * x),
        [0, 1, 4, 9],
        "T((), int64)",
        4,
    ),
    "map to a tuple": Case(
        lambda: D.range(2).map(lambda x: (x, tf.cast(x, tf.float32) / 2.0)),
        [(0, 0.0), (1, 0.5)],
        "(T((), int64), T((), float32))",
        2,
    ),
    "map to a dict": Case(
        lambda: D.range(2).map(lambda x: {"a": x, "b": (x, 2.0)}),
        [{"a": 0, "b": (0, 2.0)}, {"a": 1, "b": (1, 2.0)}],
        "{'a': T((), int64), 'b': (T((), int64), T((), float32))}",
        2,
    ),
    "map to a list": Case(
        lambda: D.range(2).map(lambda x: [x, x + 1]),
        [(0, 1), (1, 2)],
        "(T((), int64), T((), int64))",
        2,
    ),
    "map of a tuple": Case(
        lambda: D.range(3).enumerate().map(lambda i, x: i + x),
        [0, 2, 4],
        "T((), int64)",
        3,
    ),
    "map of a dict": Case(
        lambda: D.from_tensor_slices({"a": [1, 2], "b": [3, 4]}).map(lambda d: d["a"] + d["b"]),
        [4, 6],
        "T((), int32)",
        2,
    ),
    "map that swaps": Case(
        lambda: D.range(2).map(lambda x: (x, x + 1)).map(lambda x, y: (y, x)),
        [(1, 0), (2, 1)],
        "(T((), int64), T((), int64))",
        2,
    ),
    "map with control flow": Case(
        lambda: D.range(5).map(lambda x: -x if x > 2 else x),
        [0, 1, 2, -3, -4],
        "T((), int64)",
        5,
    ),
    "map of changing shapes": Case(
        lambda: D.range(3).map(lambda x: tf.fill([x], x)),
        [[], [1], [2, 2]],
        "T((None,), int64)",
        3,
    ),
    "map of several at a time": Case(
        lambda: D.range(20).map(lambda x: x + 1, num_parallel_calls=3),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
        "T((), int64)",
        20,
    ),
    "map of as many as are worth it": Case(
        lambda: D.range(6).map(lambda x: x + 1, num_parallel_calls=tf.data.AUTOTUNE, deterministic=False),
        [1, 2, 3, 4, 5, 6],
        "T((), int64)",
        6,
    ),
    "map to datasets": Case(
        lambda: D.range(3).map(lambda x: D.range(x)).flat_map(lambda d: d),
        [0, 0, 1],
        "T((), int64)",
        -2,
    ),
    "map of text": Case(
        lambda: D.from_tensor_slices(["a", "b"]).map(lambda s: tf.strings.join([s, s])),
        [b"aa", b"bb"],
        "T((), string)",
        2,
    ),
    "filter": Case(
        lambda: D.range(6).filter(lambda x: x % 2 == 0),
        [0, 2, 4],
        "T((), int64)",
        -2,
    ),
    "filter of pairs": Case(
        lambda: D.zip(D.range(4), D.range(4)).filter(lambda x, y: x + y > 3),
        [(2, 2), (3, 3)],
        "(T((), int64), T((), int64))",
        -2,
    ),
    "flat_map": Case(
        lambda: D.range(1, 4).flat_map(lambda x: D.range(x)),
        [0, 0, 1, 0, 1, 2],
        "T((), int64)",
        -2,
    ),
    "flat_map of slices": Case(
        lambda: D.from_tensor_slices([[1, 2], [3, 4]]).flat_map(D.from_tensor_slices),
        [1, 2, 3, 4],
        "T((), int32)",
        -2,
    ),
    "interleave": Case(
        lambda: D.range(1, 6).interleave(lambda x: D.from_tensors(x).repeat(6), cycle_length=2, block_length=4),
        [1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5],
        "T((), int64)",
        -2,
    ),
    "interleave one by one": Case(
        lambda: D.range(1, 4).interleave(lambda x: D.range(x), cycle_length=2),
        [0, 0, 1, 0, 1, 2],
        "T((), int64)",
        -2,
    ),
    "interleave more than there are": Case(
        lambda: D.range(2).interleave(lambda x: D.range(x, x + 3), cycle_length=5, block_length=2),
        [0, 1, 1, 2, 2, 3],
        "T((), int64)",
        -2,
    ),
    "batch": Case(
        lambda: D.range(5).batch(2),
        [[0, 1], [2, 3], [4]],
        "T((None,), int64)",
        3,
    ),
    "batch without the rest": Case(
        lambda: D.range(5).batch(2, drop_remainder=True),
        [[0, 1], [2, 3]],
        "T((2,), int64)",
        2,
    ),
    "batch of more than there are": Case(
        lambda: D.range(2).batch(5),
        [[0, 1]],
        "T((None,), int64)",
        1,
    ),
    "batch of slices": Case(
        lambda: D.from_tensor_slices(([[1, 2], [3, 4], [5, 6]], ["a", "b", "c"])).batch(2),
        [([[1, 2], [3, 4]], [b"a", b"b"]), ([[5, 6]], [b"c"])],
        "(T((None, 2), int32), T((None,), string))",
        2,
    ),
    "batch of batches": Case(
        lambda: D.range(6).batch(2).batch(2),
        [[[0, 1], [2, 3]], [[4, 5]]],
        "T((None, None), int64)",
        2,
    ),
    "batch of a map": Case(
        lambda: D.range(3).map(lambda x: (x, [x, x])).batch(2),
        [([0, 1], [[0, 0], [1, 1]]), ([2], [[2, 2]])],
        "(T((None,), int64), T((None, 2), int64))",
        2,
    ),
    "batch behind take and skip": Case(
        lambda: D.range(10).skip(1).take(7).skip(1).batch(4),
        [[2, 3, 4, 5], [6, 7]],
        "T((None,), int64)",
        2,
    ),
    "batch behind repeat": Case(
        lambda: D.range(3).repeat(2).batch(4),
        [[0, 1, 2, 0], [1, 2]],
        "T((None,), int64)",
        2,
    ),
    "batch of zipped slices": Case(
        lambda: D.zip(D.from_tensor_slices([1, 2, 3]), D.range(5)).batch(2),
        [([1, 2], [0, 1]), ([3], [2])],
        "(T((None,), int32), T((None,), int64))",
        2,
    ),
    "rebatch": Case(
        lambda: D.range(6).batch(4).rebatch(3, drop_remainder=True),
        [[0, 1, 2], [3, 4, 5]],
        "T((3,), int64)",
        -2,
    ),
    "rebatch to several sizes": Case(
        lambda: D.range(6).batch(4).rebatch([1, 2]),
        [[0], [1, 2], [3], [4, 5]],
        "T((None,), int64)",
        -2,
    ),
    "rebatch to no rows": Case(
        lambda: D.range(6).batch(4).rebatch([0, 4]),
        [[], [0, 1, 2, 3], [], [4, 5], []],
        "T((None,), int64)",
        -2,
    ),
    "rebatch of nothing": Case(
        lambda: D.range(0).batch(2).rebatch([0, 2]),
        [[]],
        "T((None,), int64)",
        -2,
    ),
    "rebatch of uneven elements": Case(
        lambda: D.range(4).map(lambda x: (tf.fill([x, 1], x), {"n": tf.fill([x], -x)})).rebatch(4),
        [([[1], [2], [2], [3]], {"n": [-1, -2, -2, -3]}), ([[3], [3]], {"n": [-3, -3]})],
        "(T((None, 1), int64), {'n': T((None,), int64)})",
        -2,
    ),
    "group_by_window": Case(
        lambda: D.range(6).group_by_window(lambda x: x % 2, lambda key, window: window.batch(3), 2),
        [[0, 2], [1, 3], [4], [5]],
        "T((None,), int64)",
        -2,
    ),
    "group_by_window, the rest by key": Case(
        lambda: D.range(5, -1, -1).group_by_window(lambda x: x % 3 - 1, lambda key, window: window.batch(3), 3),
        [[3, 0], [4, 1], [5, 2]],
        "T((None,), int64)",
        -2,
    ),
    "group_by_window of sizes by key": Case(
        lambda: D.range(6).group_by_window(
            lambda x: x % 2,
            lambda key, window: window.map(lambda x: (key, x)),
            window_size_func=lambda key: key + 1,
        ),
        [(0, 0), (0, 2), (1, 1), (1, 3), (0, 4), (1, 5)],
        "(T((), int64), T((), int64))",
        -2,
    ),
    "group_by_window without end": Case(
        lambda: D.range(6).repeat().group_by_window(lambda x: x % 2, lambda key, window: window, 2).take(6),
        [0, 2, 1, 3, 4, 0],
        "T((), int64)",
        6,
    ),
    "bucket_by_sequence_length": Case(
        lambda: (
            D.range(6)
            .map(lambda x: {"a": tf.fill([x], x), "b": x})
            .bucket_by_sequence_length(lambda x: tf.shape(x["a"])[0], [3], [2, 2])
        ),
        [
            {"a": [[0], [1]], "b": [0, 1]},
            {"a": [[3, 3, 3, 0], [4, 4, 4, 4]], "b": [3, 4]},
            {"a": [[2, 2]], "b": [2]},
            {"a": [[5, 5, 5, 5, 5]], "b": [5]},
        ],
        "{'a': T((None, None), int64), 'b': T((None,), int64)}",
        -2,
    ),
    "bucket_by_sequence_length up to the boundary": Case(
        lambda: (
            D.range(4)
            .map(lambda x: (tf.fill([x], x), x))
            .bucket_by_sequence_length(
                lambda x, y: tf.shape(x)[0],
                [2, 5],
                [2, 2, 2],
                padding_values=(tf.constant(-1, tf.int64), None),
                pad_to_bucket_boundary=True,
            )
        ),
        [([[-1], [1]], [0, 1]), ([[2, 2, -1, -1], [3, 3, 3, -1]], [2, 3])],
        "(T((None, None), int64), T((None,), int64))",
        -2,
    ),
    "ragged_batch of fixed sizes": Case(
        lambda: D.range(6).map(lambda x: tf.fill([2], x)).ragged_batch(4, drop_remainder=True),
        [[[0, 0], [1, 1], [2, 2], [3, 3]]],
        "T((4, 2), int64)",
        1,
    ),
    "padded_batch": Case(
        lambda: D.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(2),
        [[[1, 0], [2, 2]], [[3, 3, 3, 0], [4, 4, 4, 4]]],
        "T((None, None), int64)",
        2,
    ),
    "padded_batch to a shape": Case(
        lambda: (
            D.range(1, 4)
            .map(lambda x: tf.fill([x], x))
            .padded_batch(2, padded_shapes=[4], padding_values=tf.constant(-1, tf.int64), drop_remainder=True)
        ),
        [[[1, -1, -1, -1], [2, 2, -1, -1]]],
        "T((2, 4), int64)",
        1,
    ),
    "padded_batch of several": Case(
        lambda: (
            D.range(1, 3)
            .map(lambda x: (tf.fill([x], "a"), x))
            .padded_batch(2, padded_shapes=([None], []), padding_values=("-", None))
        ),
        [([[b"a", b"-"], [b"a", b"a"]], [1, 2])],
        "(T((None, None), string), T((None,), int64))",
        1,
    ),
    "unbatch": Case(
        lambda: D.range(4).batch(3).unbatch(),
        [0, 1, 2, 3],
        "T((), int64)",
        -2,
    ),
    "unbatch of rows": Case(
        lambda: D.from_tensors(([[1, 2], [3, 4]], [5, 6])).unbatch(),
        [([1, 2], 5), ([3, 4], 6)],
        "(T((2,), int32), T((), int32))",
        -2,
    ),
    "take": Case(
        lambda: D.range(10).take(3),
        [0, 1, 2],
        "T((), int64)",
        3,
    ),
    "take all": Case(
        lambda: D.range(3).take(-1),
        [0, 1, 2],
        "T((), int64)",
        3,
    ),
    "take more than there are": Case(
        lambda: D.range(3).take(7),
        [0, 1, 2],
        "T((), int64)",
        3,
    ),
    "skip": Case(
        lambda: D.range(5).skip(3),
        [3, 4],
        "T((), int64)",
        2,
    ),
    "skip all": Case(
        lambda: D.range(3).skip(-1),
        [],
        "T((), int64)",
        0,
    ),
    "repeat": Case(
        lambda: D.range(2).repeat(2),
        [0, 1, 0, 1],
        "T((), int64)",
        4,
    ),
    "repeat never": Case(
        lambda: D.range(2).repeat(0),
        [],
        "T((), int64)",
        0,
    ),
    "repeat for ever": Case(
        lambda: D.range(2).repeat().take(5),
        [0, 1, 0, 1, 0],
        "T((), int64)",
        5,
    ),
    "repeat nothing for ever": Case(
        lambda: D.range(0).repeat(),
        [],
        "T((), int64)",
        0,
    ),
    "enumerate": Case(
        lambda: D.from_tensor_slices(["a", "b"]).enumerate(5),
        [(5, b"a"), (6, b"b")],
        "(T((), int64), T((), string))",
        2,
    ),
    "concatenate": Case(
        lambda: D.range(2).concatenate(D.range(3)),
        [0, 1, 0, 1, 2],
        "T((), int64)",
        5,
    ),
    "concatenate other shapes": Case(
        lambda: D.from_tensors([1]).concatenate(D.from_tensors([1, 2])),
        [[1], [1, 2]],
        "T((None,), int32)",
        2,
    ),
    "shuffle of one": Case(
        lambda: D.range(5).shuffle(1),
        [0, 1, 2, 3, 4],
        "T((), int64)",
        5,
    ),
    "shuffle of a map of one": Case(
        lambda: D.range(5).map(lambda x: x + 1).shuffle(1),
        [1, 2, 3, 4, 5],
        "T((), int64)",
        5,
    ),
    "prefetch": Case(
        lambda: D.range(5).prefetch(2),
        [0, 1, 2, 3, 4],
        "T((), int64)",
        5,
    ),
    "prefetch of nothing": Case(
        lambda: D.range(3).prefetch(0),
        [0, 1, 2],
        "T((), int64)",
        3,
    ),
    "prefetch of a map": Case(
        lambda: D.range(5).map(lambda x: x * 2).prefetch(tf.data.AUTOTUNE).batch(2),
        [[0, 2], [4, 6], [8]],
        "T((None,), int64)",
        3,
    ),
    "cache": Case(
        lambda: D.range(3).cache().repeat(2),
        [0, 1, 2, 0, 1, 2],
        "T((), int64)",
        6,
    ),
    "windows": Case(
        lambda: D.range(7).window(3).flat_map(lambda w: w.batch(3)),
        [[0, 1, 2], [3, 4, 5], [6]],
        "T((None,), int64)",
        -2,
    ),
    "windows with a stride": Case(
        lambda: D.range(7).window(3, 1, 2, True).flat_map(lambda w: w.batch(3)),
        [[0, 2, 4], [1, 3, 5], [2, 4, 6]],
        "T((None,), int64)",
        -2,
    ),
    "windows with gaps": Case(
        lambda: D.range(10).window(2, shift=4).flat_map(lambda w: w.batch(2)),
        [[0, 1], [4, 5], [8, 9]],
        "T((None,), int64)",
        -2,
    ),
    "windows of pairs": Case(
        lambda: D.zip(D.range(3), D.range(3)).window(2).flat_map(lambda a, b: D.zip(a, b)),
        [(0, 0), (1, 1), (2, 2)],
        "(T((), int64), T((), int64))",
        -2,
    ),
    "scan": Case(
        lambda: D.range(5).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s + x)),
        [0, 1, 3, 6, 10],
        "T((), int64)",
        5,
    ),
    "scan of a structure": Case(
        lambda: D.range(3).scan({"n": 0, "s": 1.0}, lambda s, x: ({"n": s["n"] + 1, "s": s["s"] * 2.0}, (x, s["s"]))),
        [(0, 1.0), (1, 2.0), (2, 4.0)],
        "(T((), int64), T((), float32))",
        3,
    ),
    "take_while": Case(
        lambda: D.range(10).take_while(lambda x: x < 4),
        [0, 1, 2, 3],
        "T((), int64)",
        -2,
    ),
    "shard": Case(
        lambda: D.range(10).shard(3, 1),
        [1, 4, 7],
        "T((), int64)",
        3,
    ),
    "unique": Case(
        lambda: D.from_tensor_slices([1, 37, 2, 37, 2, 1]).unique(),
        [1, 37, 2],
        "T((), int32)",
        -2,
    ),
    "unique text": Case(
        lambda: D.from_tensor_slices(["a", "b", "a"]).unique(),
        [b"a", b"b"],
        "T((), string)",
        -2,
    ),
    "apply": Case(
        lambda: D.range(3).apply(lambda d: d.map(lambda x: x + 1)),
        [1, 2, 3],
        "T((), int64)",
        3,
    ),
    "options": Case(
        lambda: D.range(2).with_options(tf.data.Options()),
        [0, 1],
        "T((), int64)",
        2,
    ),
    "choose": Case(
        lambda: D.choose_from_datasets(
            [D.range(3), D.range(10, 13)], D.from_tensor_slices(np.array([0, 1, 0, 1, 1], np.int64))
        ),
        [0, 10, 1, 11, 12],
        "T((), int64)",
        -2,
    ),
    "choose past the end": Case(
        lambda: D.choose_from_datasets(
            [D.range(1), D.range(10, 13)],
            D.from_tensor_slices(np.array([0, 0, 1], np.int64)),
            stop_on_empty_dataset=False,
        ),
        [0, 10],
        "T((), int64)",
        -2,
    ),
    "sample with one weight": Case(
        lambda: D.sample_from_datasets([D.range(3), D.range(10, 13)], weights=[1.0, 0.0]).take(3),
        [0, 1, 2],
        "T((), int64)",
        3,
    ),
    "a count that is told": Case(
        lambda: D.range(4).filter(lambda x: x > 1).apply(tf.data.experimental.assert_cardinality(2)),
        [2, 3],
        "T((), int64)",
        2,
    ),
    "concatenate of an endless one": Case(
        lambda: D.range(2).repeat().concatenate(D.range(3)).take(3),
        [0, 1, 0],
        "T((), int64)",
        3,
    ),
    "counts of flat_map": Case(
        lambda: D.range(2).flat_map(lambda x: D.range(2)),
        [0, 1, 0, 1],
        "T((), int64)",
        -2,
    ),
    "count of scan": Case(
        lambda: D.range(5).scan(0, lambda s, x: (s, x)),
        [0, 1, 2, 3, 4],
        "T((), int64)",
        5,
    ),
    "nested tuples": Case(
        lambda: D.from_tensors((1, (2, (3,)))),
        [(1, (2, (3,)))],
        "(T((), int32), (T((), int32), (T((), int32),)))",
        1,
    ),
}
"""Unknown lengths that TensorFlow knows: those of `unbatch` and `sample_from_datasets`."""


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(plain(v) for v in value)
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


def elements(dataset: Any) -> list[Any]:
    return [plain(x) for x in dataset.as_numpy_iterator()]


def described(spec: Any) -> str:
    return repr(spec).replace(", name=None", "").replace("TensorSpec(shape=", "T(").replace("dtype=tf.", "")
