"""Eager ops on a million elements, with their gradients, against TensorFlow's: `python -m bench.eager_ops [OP ...]`.

Each library runs in a process of its own; for each op they take turns, and the ratio is taken within a round. The
table goes to `bench/results/eager_ops.md` when all ops are measured.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.in_turn import Turns

ROUNDS = 7
RESULT = Path(__file__).parent / "results" / "eager_ops.md"
CODE = dict(
    line.split(": ", 1)  # type: ignore[misc]
    for line in """
a + b: a + p
a * b: a * p
a - row: a - r
a / b: a / p
p ** 1.7: p ** 1.7
a ** 3: a ** 3
square: tf.math.square(a)
exp: tf.math.exp(a)
sin: tf.math.sin(a)
cos: tf.math.cos(a)
tanh: tf.math.tanh(a)
atan: tf.math.atan(a)
sinh: tf.math.sinh(a)
expm1: tf.math.expm1(a)
sigmoid: tf.math.sigmoid(a)
softplus: tf.math.softplus(a)
abs: tf.math.abs(a)
sign: tf.math.sign(a)
floor: tf.math.floor(a)
round: tf.math.round(a)
sqrt: tf.math.sqrt(p)
rsqrt: tf.math.rsqrt(p)
log: tf.math.log(p)
log1p: tf.math.log1p(p)
lgamma: tf.math.lgamma(p)
digamma: tf.math.digamma(p)
asin: tf.math.asin(u)
erfinv: tf.math.erfinv(u)
relu: tf.nn.relu(a)
relu6: tf.nn.relu6(a)
elu: tf.nn.elu(a)
selu: tf.nn.selu(a)
leaky_relu: tf.nn.leaky_relu(a)
silu: tf.nn.silu(a)
softmax: tf.nn.softmax(a)
log_softmax: tf.nn.log_softmax(a)
erf: tf.math.erf(a)
gelu: tf.nn.gelu(a)
gelu, approximate: tf.nn.gelu(a, approximate=True)
maximum: tf.maximum(a, p)
minimum: tf.minimum(a, p)
clip_by_value: tf.clip_by_value(a, -0.5, 0.5)
floormod: tf.math.floormod(a, p)
a > b: a > p
where: tf.where(b, a, p)
cast: tf.cast(a, tf.float64)
reduce_sum: tf.reduce_sum(a)
reduce_mean: tf.reduce_mean(a)
reduce_max: tf.reduce_max(a)
reduce_sum of rows: tf.reduce_sum(a, 1)
reduce_logsumexp: tf.reduce_logsumexp(a, 1)
argmax: tf.argmax(a, 1)
moments: tf.nn.moments(a, [0])[1]
cumsum: tf.cumsum(a, 1)
sparse cross entropy: tf.nn.sparse_softmax_cross_entropy_with_logits(i, a)
sigmoid cross entropy: tf.nn.sigmoid_cross_entropy_with_logits(u, a)
l2_normalize: tf.math.l2_normalize(a, 1)
concat: tf.concat([a, p], 1)
stack: tf.stack([a, p], -1)
pad: tf.pad(a, [[1, 1], [1, 1]])
transpose and add: tf.transpose(a) + p
gather: tf.gather(a, i)
one_hot: tf.one_hot(i, 1000)
segment_sum: tf.math.segment_sum(a, tf.sort(i) // 10)
unsorted_segment_sum: tf.math.unsorted_segment_sum(a, i, 1000)
scatter_nd: tf.scatter_nd(i[:, None], a, [1000, 1000])
top_k: tf.math.top_k(a, 5)[0]
sort: tf.sort(a, 1)
max_pool2d: tf.nn.max_pool2d(m, 2, 2, 'VALID')
avg_pool2d: tf.nn.avg_pool2d(m, 2, 2, 'VALID')
bias_add: tf.nn.bias_add(m, g)
image.resize: tf.image.resize(m, [128, 128])
dropout: tf.nn.dropout(a, 0.5)
random.normal: tf.random.normal([1000, 1000])
random.uniform: tf.random.uniform([1000, 1000])
range: tf.range(1e6)
add_n: tf.add_n([a, p, a])
""".strip().splitlines()
)


def _inputs(tf: Any) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    numbers = rng.random((1000, 1000), np.float32)
    return {
        "tf": tf,
        "a": tf.constant(numbers * 2 - 1),
        "p": tf.constant(numbers + np.float32(0.5)),
        "u": tf.constant(numbers * np.float32(0.9) + np.float32(0.05)),
        "r": tf.constant(numbers[0]),
        "b": tf.constant(rng.random((1000, 1000)) > 0.5),
        "i": tf.constant(rng.integers(0, 1000, 1000)),
        "m": tf.constant(rng.random((16, 64, 64, 16), np.float32)),
        "g": tf.constant(rng.random(16, np.float32)),
    }


def _serve(library: str) -> None:
    """Answer each name from standard input with the seconds of a call, and of one with its gradient."""
    tf = __import__(library)
    names = _inputs(tf)

    def with_gradient(code: Any) -> Callable[[], object]:
        watched = [names[name] for name in "apum"]

        def run() -> object:
            with tf.GradientTape() as tape:
                tape.watch(watched)
                y = eval(code, names)
            return tape.gradient(y, watched)

        return run

    for line in sys.stdin:
        code = compile(CODE[line.strip()], line.strip(), "eval")
        calls: list[Callable[[], object]] = [lambda code=code: eval(code, names)]  # type: ignore[misc]
        if eval(code, names).dtype.is_floating and "random" not in line and "hot" not in line and "range" not in line:
            calls.append(with_gradient(code))
        print(json.dumps([_seconds(call) for call in calls]), flush=True)


def _seconds(call: Callable[[], object]) -> float:
    call()
    start = time.perf_counter()
    for _ in range(3):
        call()
    return (time.perf_counter() - start) / 3


def main(chosen: list[str]) -> None:
    lines = ["| op | ms | TensorFlow's | times as fast | ms with gradient | TensorFlow's | times as fast |"]
    lines.append("|---|---|---|---|---|---|---|")
    with Turns("bench.eager_ops", ["graphwright", "tensorflow"]) as turns:
        for name in chosen or CODE:
            rounds = [turns.ask(name) for _ in range(ROUNDS)]
            cells = [name]
            for kind in range(len(rounds[0][0])):
                times = [[answer[kind] for answer in both] for both in rounds]
                ratios = sorted(theirs / ours for ours, theirs in times)
                ours, theirs = (statistics.median(column) * 1e3 for column in zip(*times, strict=True))
                spread = f"{ratios[len(ratios) // 4]:.2f} to {ratios[-1 - len(ratios) // 4]:.2f}"
                cells += [f"{ours:.2f}", f"{theirs:.2f}", f"{statistics.median(ratios):.2f} ({spread})"]
            lines.append(f"| {' | '.join(cells + [''] * (7 - len(cells)))} |")
            print(lines[-1], flush=True)
    if not chosen:
        RESULT.write_text("\n".join(["# Eager ops on a million elements", "", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2])
    else:
        main(sys.argv[1:])
