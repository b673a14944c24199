"""Pipelines of tf.data, an epoch each, against TensorFlow's: `python -m bench.pipelines [PIPELINE ...]`.

Each library runs in a process of its own; for each pipeline they take turns, and the ratio is taken within a round.
What the last elements add up to is compared first. The table goes to `bench/results/pipelines.md` when all are
measured.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.in_turn import Turns

ROUNDS = 7
RESULT = Path(__file__).parent / "results" / "pipelines.md"
_RECORDS, _LINES, _EXAMPLES, _PICTURES = 20_000, 20_000, 2_000, 500


def _shuffled(tf: Any, folder: Path) -> Any:
    return tf.data.Dataset.from_tensor_slices(_rows()).shuffle(10_000, seed=1).batch(32).prefetch(2)


def _mapped(tf: Any, folder: Path) -> Any:
    rows = tf.data.Dataset.from_tensor_slices(_rows())
    return rows.map(lambda x: (x - tf.reduce_mean(x)) / (tf.math.reduce_std(x) + 1e-6)).batch(32)


def _augmented(tf: Any, folder: Path) -> Any:
    def augment(image: Any, number: Any) -> Any:
        image = tf.cast(image, tf.float32) / 255.0
        image = tf.image.stateless_random_crop(image, [56, 56, 3], tf.stack([1, number]))
        image = tf.image.stateless_random_flip_left_right(image, tf.stack([2, number]))
        return tf.clip_by_value(tf.image.stateless_random_brightness(image, 0.2, tf.stack([3, number])), 0.0, 1.0)

    images = tf.data.Dataset.from_tensor_slices((_images(), np.arange(_EXAMPLES, dtype=np.int32)))
    return images.map(augment, num_parallel_calls=tf.data.AUTOTUNE).batch(32).prefetch(tf.data.AUTOTUNE)


def _pictures(tf: Any, folder: Path) -> Any:
    def augment(path: Any, number: Any) -> Any:
        image = tf.image.convert_image_dtype(tf.io.decode_jpeg(tf.io.read_file(path), channels=3), tf.float32)
        seed = tf.stack([1, number])
        corner = tf.random.stateless_uniform([2], seed, 0.0, 0.3)
        box = tf.concat([corner, corner + 0.7], 0)
        image = tf.image.crop_and_resize(image[tf.newaxis], box[tf.newaxis], [0], [96, 96])[0]
        image = tf.image.stateless_random_flip_left_right(image, seed)
        image = tf.image.stateless_random_brightness(image, 0.2, seed)
        return tf.clip_by_value(tf.image.stateless_random_saturation(image, 0.6, 1.4, seed), 0.0, 1.0)

    files = tf.data.Dataset.list_files(str(folder / "*.jpg"), shuffle=False)
    numbered = tf.data.Dataset.zip((files, tf.data.Dataset.range(_PICTURES).map(lambda i: tf.cast(i, tf.int32))))
    return numbered.map(augment, num_parallel_calls=tf.data.AUTOTUNE).batch(32).prefetch(tf.data.AUTOTUNE)


def _filtered(tf: Any, folder: Path) -> Any:
    return tf.data.Dataset.range(100_000).filter(lambda i: i % 3 == 0).map(lambda i: i * i % 1000).batch(100)


def _interleaved(tf: Any, folder: Path) -> Any:
    def numbers(start: Any) -> Any:
        return tf.data.Dataset.range(start, start + 1000)

    return tf.data.Dataset.range(0, 50_000, 1000).interleave(numbers, cycle_length=8, block_length=4).batch(100)


def _windowed(tf: Any, folder: Path) -> Any:
    windows = tf.data.Dataset.range(5_000).window(32, shift=1, drop_remainder=True)
    return windows.flat_map(lambda window: window.batch(32)).map(lambda w: (w[:-1], w[-1])).batch(32)


def _recorded(tf: Any, folder: Path) -> Any:
    def hashed(record: Any) -> Any:
        return tf.strings.to_hash_bucket_fast(record, 1000)

    return tf.data.TFRecordDataset([str(folder / "records")]).map(hashed).batch(32)


def _texts(tf: Any, folder: Path) -> Any:
    def numbers(line: Any) -> Any:
        return tf.strings.to_number(tf.strings.split(line, ","), tf.int64)

    return tf.data.TextLineDataset([str(folder / "lines")]).map(numbers).padded_batch(32)


def _records(tf: Any, folder: Path) -> Any:
    return tf.data.TFRecordDataset([str(folder / "records")]).batch(100)


def _lines(tf: Any, folder: Path) -> Any:
    return tf.data.TextLineDataset([str(folder / "lines")]).batch(100)


def _pieces(tf: Any, folder: Path) -> Any:
    return tf.data.FixedLengthRecordDataset([str(folder / "pieces")], 64).batch(100)


def _table(tf: Any, folder: Path) -> Any:
    columns = [tf.int32, tf.float32, tf.float32, tf.float32, tf.string]
    return tf.data.experimental.CsvDataset([str(folder / "table")], columns).batch(100)


def _bucketed(tf: Any, folder: Path) -> Any:
    rows = tf.data.Dataset.range(20_000).map(lambda i: tf.fill([i * 7919 % 50 + 1], i))
    return rows.bucket_by_sequence_length(tf.size, [10, 20, 30, 40], [32] * 5)


def _generated(tf: Any, folder: Path) -> Any:
    def rows() -> Iterator[Any]:
        yield from _rows()

    dataset = tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec([64], tf.float32))
    return dataset.batch(32)


def _cached(tf: Any, folder: Path) -> Any:
    numbers = tf.data.Dataset.range(2_000).map(lambda i: tf.cast(i, tf.float32)).cache()
    return tf.data.Dataset.zip((numbers, numbers.skip(1))).repeat(20).batch(50, drop_remainder=True)


PIPELINES: dict[str, tuple[str, Callable[[Any, Path], Any]]] = {
    "shuffle": ("10,000 rows of 64 floats: shuffled, batched, prefetched", _shuffled),
    "map": ("10,000 rows of 64 floats: normalised, batched", _mapped),
    "augment": ("2,000 pictures of 64x64: cropped, flipped, brightened at random", _augmented),
    "pictures": ("500 JPEG files of 128x128: decoded, cropped and resized, flipped, coloured at random", _pictures),
    "filter": ("100,000 numbers: a third of them, computed with, batched", _filtered),
    "interleave": ("50 ranges of 1,000 numbers interleaved, batched", _interleaved),
    "window": ("5,000 windows of a series, with targets, batched", _windowed),
    "records": ("20,000 records of 64 bytes from a file, hashed, batched", _recorded),
    "text": ("20,000 lines from a file, split, converted, padded batches", _texts),
    "read records": ("20,000 records of 64 bytes from a TFRecord file, batched", _records),
    "read lines": ("20,000 lines from a text file, batched", _lines),
    "read pieces": ("20,000 pieces of 64 bytes from a file, batched", _pieces),
    "read table": ("20,000 rows of five columns from a CSV file, batched", _table),
    "buckets": ("20,000 rows of 1 to 50 numbers, bucketed by length", _bucketed),
    "generator": ("10,000 rows of 64 floats by a Python generator, batched", _generated),
    "cache": ("2,000 numbers, cached, zipped, repeated 20 times, batched", _cached),
}


def _rows() -> Any:
    return np.random.default_rng(0).integers(-8, 9, (10_000, 64)).astype(np.float32)


def _images() -> Any:
    return np.random.default_rng(0).integers(0, 256, (_EXAMPLES, 64, 64, 3)).astype(np.uint8)


def _write_files(tf: Any, folder: Path) -> None:
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 256, (_RECORDS, 64)).astype(np.uint8)
    (folder / "pieces").write_bytes(rows.tobytes())
    with tf.io.TFRecordWriter(str(folder / "records")) as writer:
        for row in rows:
            writer.write(row.tobytes())
    numbers = rng.random((_LINES, 3)).round(4).tolist()
    table = (f"{number},{a},{b},{c},name {number % 7}\n" for number, (a, b, c) in enumerate(numbers))
    (folder / "table").write_text("".join(table), encoding="ascii")
    for number, picture in enumerate(_images()[:_PICTURES]):
        smooth = picture.repeat(2, 0).repeat(2, 1)
        (folder / f"{number:04}.jpg").write_bytes(tf.io.encode_jpeg(smooth).numpy())
    lines = (",".join(map(str, rng.integers(0, 1000, number % 20 + 1))) for number in range(_LINES))
    (folder / "lines").write_text("\n".join(lines) + "\n", encoding="ascii")


def _epoch(dataset: Any) -> tuple[float, float]:
    """The seconds of an epoch, and what its length and its last element add up to."""
    start = time.perf_counter()
    batches = deque(enumerate(dataset, 1), maxlen=1)
    seconds = time.perf_counter() - start
    count, last = batches[0]
    parts = [part.numpy() for part in (last if isinstance(last, tuple) else (last,))]
    return seconds, count + sum(_sum(part) for part in parts)


def _sum(part: Any) -> float:
    return float(sum(map(len, part)) if part.dtype == object else np.sum(part, dtype=np.float64))


def _serve(library: str) -> None:
    tf = __import__(library)
    datasets: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        _write_files(tf, Path(name))
        for line in sys.stdin:
            pipeline = line.strip()
            if pipeline not in datasets:
                datasets[pipeline] = PIPELINES[pipeline][1](tf, Path(name))
                _epoch(datasets[pipeline])  # traces, compiles, fills caches
            print(json.dumps(_epoch(datasets[pipeline])), flush=True)


def main(chosen: list[str]) -> None:
    lines = ["| an epoch of | ms | tf.data's | times as fast |", "|---|---|---|---|"]
    with Turns("bench.pipelines", ["graphwright", "tensorflow"]) as turns:
        for name in chosen or PIPELINES:
            rounds = [turns.ask(name) for _ in range(ROUNDS)]
            if name != "shuffle":  # its orders differ from run to run
                for (_, ours), (_, theirs) in rounds:
                    assert np.isclose(ours, theirs, rtol=1e-4), f"{name}: {ours} here, {theirs} by tf.data"
            ratios = sorted(theirs / ours for (ours, _), (theirs, _) in rounds)
            ours, theirs = (statistics.median(each[at][0] for each in rounds) * 1e3 for at in range(2))
            spread = f"{ratios[len(ratios) // 4]:.2f} to {ratios[-1 - len(ratios) // 4]:.2f}"
            row = [PIPELINES[name][0], f"{ours:.3g}", f"{theirs:.3g}", f"{statistics.median(ratios):.2f} ({spread})"]
            lines.append(f"| {' | '.join(row)} |")
            print(lines[-1], flush=True)
    if not chosen:
        RESULT.write_text("\n".join(["# Pipelines", "", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2])
    else:
        main(sys.argv[1:])
