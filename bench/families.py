"""Op families at three sizes, eagerly, in functions and with the first size open: `make bench SUITE=families`.

    python -m bench.families [--peers] [--quick] [--sizes small medium large] [ROW ...]

Each library runs in a process of its own; for each row they take turns, and the ratio to TensorFlow is taken within a
round. A row is an expression of named inputs; `d x` in its name says that the gradient of its sum with respect to `x`
is computed too. The tables go to `bench/results/families.md` when all rows are measured against TensorFlow.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.in_turn import Turns
from bench.numpy_ops import table

RESULT = Path(__file__).parent / "results" / "families.md"
SIZES = {"small": 1, "medium": 16, "large": 128}
MODES = ("eager", "function", "open")

ROWS = table(
    """
image suppression: tf.image.non_max_suppression(boxes, scores, 100, 0.5)
image suppression of all: tf.image.non_max_suppression(boxes, scores, 10000, 0.5)
image suppression with scores: tf.image.non_max_suppression_with_scores(boxes, scores, 100, 0.5, 0.1, 0.5)[0]
image suppression, padded: tf.image.non_max_suppression_padded(boxes, scores, 100, pad_to_max_output_size=True)[0]
image suppression of classes: tf.image.combined_non_max_suppression(boxes[None, :, None], classes[None], 50, 100)[0]
image crop_and_resize: tf.image.crop_and_resize(images, crops, numbers, [14, 14])
image crop_and_resize, d images: tf.image.crop_and_resize(images, crops, numbers, [14, 14])
image crop_and_resize, d crops: tf.image.crop_and_resize(images, crops, numbers, [14, 14])
image adjust_hue: tf.image.adjust_hue(images, 0.1)
image adjust_saturation: tf.image.adjust_saturation(images, 1.5)
image rgb_to_hsv: tf.image.rgb_to_hsv(images)
image rgb_to_hsv, d images: tf.image.rgb_to_hsv(images)
image hsv_to_rgb: tf.image.hsv_to_rgb(images)
image ssim: tf.image.ssim(images, images * 0.9, 1.0)
image ssim, d images: tf.image.ssim(images, images * 0.9, 1.0)
ragged to_tensor: ragged(vector, splits).to_tensor()
ragged to_tensor, d vector: ragged(vector, splits).to_tensor()
ragged to_tensor of rows: ragged(rows, splits).to_tensor()
ragged from_tensor: tf.RaggedTensor.from_tensor(tf.reshape(vector, [-1, 10])).values
ragged reduce_sum: tf.reduce_sum(ragged(vector, splits), 1)
ragged reduce_mean: tf.reduce_mean(ragged(rows, splits), 1)
ragged reduce_max: tf.reduce_max(ragged(rows, splits), 1)
sparse product: tf.sparse.sparse_dense_matmul(matrix(vector), dense)
sparse product, d dense: tf.sparse.sparse_dense_matmul(matrix(vector), dense)
sparse product, d vector: tf.sparse.sparse_dense_matmul(matrix(vector), dense)
sparse product on the right: tf.sparse.sparse_dense_matmul(tf.transpose(dense), matrix(vector), adjoint_b=True)
sparse embedding: tf.nn.embedding_lookup_sparse(dense, words(columns), None, combiner='mean')
sparse embedding, d dense: tf.nn.embedding_lookup_sparse(dense, words(columns), None, combiner='mean')
moved segment_sum: tf.math.segment_sum(rows, segments)
moved segment_max: tf.math.segment_max(rows, segments)
moved unsorted_segment_sum: tf.math.unsorted_segment_sum(rows, columns, 1000)
moved channels first: tf.transpose(images, [0, 3, 1, 2]) + 0.0
moved reflected: tf.pad(images, [[0, 0], [2, 2], [2, 2], [0, 0]], 'REFLECT')
moved tiled: tf.tile(images, [1, 2, 2, 1])
random categorical: tf.random.categorical(rows, 10)
text to_hash_bucket_fast: tf.strings.to_hash_bucket_fast(texts, 1000)
text to_hash_bucket_strong: tf.strings.to_hash_bucket_strong(texts, 1000, [1, 2])
text lower: tf.strings.lower(texts)
text lower of UTF-8: tf.strings.lower(texts, encoding='utf-8')
text strip: tf.strings.strip(texts)
text length: tf.strings.length(texts)
text length in characters: tf.strings.length(texts, unit='UTF8_CHAR')
text substr: tf.strings.substr(texts, 2, 4)
text substr of characters: tf.strings.substr(texts, 2, 4, unit='UTF8_CHAR')
text split: tf.strings.split(texts).flat_values
text split at a letter: tf.strings.split(texts, 'o').flat_values
text bytes_split: tf.strings.bytes_split(texts).flat_values
text join: tf.strings.join([texts, numerals], '-')
text reduce_join: tf.strings.reduce_join(tf.reshape(texts, [-1, 10]), 1, separator=' ')
text ngrams: tf.strings.ngrams(tf.reshape(texts, [-1, 10]), 2)
text to_number: tf.strings.to_number(numerals)
text as_string: tf.strings.as_string(vector)
text as_string of integers: tf.strings.as_string(columns)
text unicode_decode: tf.strings.unicode_decode(texts, 'UTF-8').flat_values
text unicode_transcode: tf.strings.unicode_transcode(texts, 'UTF-8', 'UTF-16-BE')
text regex_replace: tf.strings.regex_replace(texts, 'o+', '0')
text regex_replace with groups: tf.strings.regex_replace(texts, '([a-z]+) ([0-9]+)', '\\2 \\1')
text regex_full_match: tf.strings.regex_full_match(texts, '.*1.*')
text lookup: vocabulary.lookup(texts)
text unique: tf.unique(texts)[1]
text equal: tf.equal(texts, 'Hello World 5')
"""
)


def _arrays(scale: int) -> dict[str, Any]:
    """The inputs: of about 1000 elements times `scale`, images of that many pixels."""
    rng = np.random.default_rng(0)
    n, count = 100 * scale, 40 * scale
    corners = rng.random((n, 2), np.float32)
    side = 32 if scale == 1 else 128
    return {
        "boxes": np.concatenate([corners, corners + 0.1 * rng.random((n, 2), np.float32)], 1),
        "scores": rng.random(n, np.float32),
        "classes": rng.random((n, 5), np.float32),
        "images": rng.random((max(1, scale // 4), side, side, 3), np.float32),
        "crops": np.sort(rng.random((16, 2, 2), np.float32), 1).reshape(16, 4),
        "numbers": np.zeros(16, np.int32),
        "vector": rng.random(10 * n, np.float32),
        "rows": rng.random((10 * n, 16), np.float32),
        "splits": np.concatenate([[0], np.cumsum(np.bincount(rng.integers(0, count, 10 * n), minlength=count))]),
        "segments": np.sort(rng.integers(0, count, 10 * n)),
        "columns": rng.integers(0, 1000, 10 * n),
        "dense": rng.random((1000, 32), np.float32),
        "texts": np.array([f"  Hello wörld {i} " if i % 10 == 0 else f"Hello World {i}" for i in range(10 * n)]),
        "numerals": np.array([f"{x:.3f}" for x in rng.random(10 * n)]),
    }


def _inputs(tf: Any, scale: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tensors that rows may name, and the library and what makes ragged and sparse tensors of these."""
    arrays = _arrays(scale)
    places = np.stack([np.arange(len(arrays["columns"])) // 10, arrays["columns"]], 1)
    counted = np.stack([places[:, 0], np.arange(len(places)) % 10], 1)
    tall = len(places) // 10
    helpers = {
        "tf": tf,
        "ragged": partial(tf.RaggedTensor.from_row_splits, validate=False),
        "matrix": lambda values: tf.SparseTensor(places, values, [tall, 1000]),
        "words": lambda ids: tf.SparseTensor(counted, ids, [tall, 10]),
        "vocabulary": _vocabulary(tf, arrays["texts"][::2]),
    }
    return {name: tf.constant(array) for name, array in arrays.items()}, helpers


def _vocabulary(tf: Any, words: Any) -> Any:
    """A table of words, with three numbers for others."""
    pairs = tf.lookup.KeyValueTensorInitializer(tf.constant(words), tf.range(len(words), dtype=tf.int64))
    return tf.lookup.StaticVocabularyTable(pairs, 3)


def _calls(tf: Any, name: str, scale: int) -> Iterator[Callable[[], object]]:
    """The row in each mode."""
    tensors, helpers = _inputs(tf, scale)
    code = compile(ROWS[name], name, "eval")
    used = [x for x in tensors if x in code.co_names]
    watched = used.index(name.partition(", d ")[2]) if ", d " in name else None

    def row(*given: Any) -> Any:
        names = {**helpers, **dict(zip(used, given, strict=True))}
        if watched is None:
            return eval(code, names)
        with tf.GradientTape() as tape:
            tape.watch(given[watched])
            result = eval(code, names)
        return tf.convert_to_tensor(tape.gradient(result, given[watched]))

    operands = [tensors[x] for x in used]
    opened = [tf.TensorSpec([None, *x.shape[1:]], x.dtype) for x in operands]
    for call in (row, tf.function(row), tf.function(row, input_signature=opened)):
        yield partial(call, *operands)


def _serve(library: str) -> None:
    """Answer each size, number of seconds and name from standard input with the seconds of a call in each mode."""
    tf = __import__(library)
    prepared: dict[tuple[str, str], list[Callable[[], object]]] = {}
    for line in sys.stdin:
        size, seconds, name = line.rstrip("\n").split("\t")
        if (size, name) not in prepared:
            prepared.clear()
            prepared[size, name] = list(_calls(tf, name, SIZES[size]))
        print(json.dumps([_seconds(call, float(seconds)) for call in prepared[size, name]]), flush=True)


def _seconds(call: Callable[[], object], least: float) -> float:
    call()
    times: list[float] = []
    while not times or sum(times) < least:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def _row(name: str, rounds: list[list[list[float]]]) -> str:
    """A line of a table: our time in each mode in microseconds, and how many times as fast we are."""
    cells = [name]
    for mode in range(len(MODES)):
        cells.append(f"{statistics.median(answers[0][mode] for answers in rounds) * 1e6:.0f}")
        if len(rounds[0]) > 1:
            cells.append(f"{statistics.median(theirs[mode] / ours[mode] for ours, theirs in rounds):.2f}")
    return f"| {' | '.join(cells)} |"


def _measured(size: str, names: list[str], options: argparse.Namespace, turns: Turns) -> list[str]:
    """The lines of the table of a size; they are printed as they are measured."""
    titles = ["row", *(title for mode in MODES for title in (f"{mode}, us", *["times as fast"] * options.peers))]
    lines = [f"# Op families, {size}", "", f"| {' | '.join(titles)} |", "|" + "---|" * len(titles)]
    print("\n".join(lines), flush=True)
    rounds, seconds = (1, 0.0) if options.quick else (7, 0.05)
    for name in names:
        lines.append(_row(name, [turns.ask(f"{size}\t{seconds}\t{name}") for _ in range(rounds)]))
        print(lines[-1], flush=True)
    print(flush=True)
    return [*lines, ""]


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.families", description="Measure op families.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="some of the rows; all where none is named")
    parser.add_argument("--peers", action="store_true", help="TensorFlow too, from its own environment")
    parser.add_argument("--quick", action="store_true", help="one short round: check that everything runs")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES), help="some of the sizes of inputs")
    options = parser.parse_args()
    if unknown := set(options.rows) - set(ROWS):
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    lines = []
    with Turns("bench.families", ["graphwright", *["tensorflow"] * options.peers]) as turns:
        for size in options.sizes:
            lines += _measured(size, options.rows or list(ROWS), options, turns)
    if options.peers and not (options.rows or options.quick) and len(options.sizes) == len(SIZES):
        RESULT.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2])
    else:
        main()
