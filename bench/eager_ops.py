"""Eager ops, on a million elements with their gradients and on 2x2 for what a call costs: `make bench SUITE=ops`.

    python -m bench.eager_ops [--peers] [--quick] [--sizes million 2x2] [OP ...]

Each library runs in a process of its own; for each op they take turns, and the ratio is taken within a round: to
TensorFlow, or to NumPy where it has the op and is faster (of a million elements; it has no gradients). The tables go to
`bench/results/eager_ops.md` when all ops are measured against TensorFlow.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench import numpy_ops
from bench.in_turn import Turns
from bench.numpy_ops import table

RESULT = Path(__file__).parent / "results" / "eager_ops.md"


# `n` is how many rows and columns there are, `k` a few of them, `size` that of a resized picture
CODE = table(
    """
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
one_hot: tf.one_hot(i, n)
segment_sum: tf.math.segment_sum(a, tf.sort(i) // 10)
unsorted_segment_sum: tf.math.unsorted_segment_sum(a, i, n)
scatter_nd: tf.scatter_nd(i[:, None], a, [n, n])
top_k: tf.math.top_k(a, k)[0]
sort: tf.sort(a, 1)
max_pool2d: tf.nn.max_pool2d(m, 2, 2, 'VALID')
avg_pool2d: tf.nn.avg_pool2d(m, 2, 2, 'VALID')
bias_add: tf.nn.bias_add(m, g)
image.resize: tf.image.resize(m, size)
dropout: tf.nn.dropout(a, 0.5)
random.normal: tf.random.normal([n, n])
random.uniform: tf.random.uniform([n, n])
range: tf.range(float(n * n))
add_n: tf.add_n([a, p, a])
"""
)
# Ops of which the elements say little: they are measured by what a call costs.
CHEAP = table(
    """
-a: -a
a // p: a // p
a == p: a == p
a < 0.5: a < 0.5
2.0 * a: 2.0 * a
a @ p: a @ p
matmul, transposed: tf.matmul(a, p, transpose_b=True)
einsum: tf.einsum('ij,jk->ik', a, p)
a[0]: a[0]
a[:, 1]: a[:, 1]
reshape: tf.reshape(a, [-1])
transpose: tf.transpose(a)
expand_dims: tf.expand_dims(a, 0)
squeeze: tf.squeeze(a)
split: tf.split(a, 2, 1)[0]
unstack: tf.unstack(a)[0]
tile: tf.tile(a, [1, 2])
reverse: tf.reverse(a, [0])
slice: tf.slice(a, [0, 0], [1, 2])
broadcast_to: tf.broadcast_to(r, [2, n])
ones_like: tf.ones_like(a)
zeros: tf.zeros([n, n])
fill: tf.fill([n, n], 1.0)
eye: tf.eye(n)
shape: tf.shape(a)
identity: tf.identity(a)
logical_and: tf.logical_and(b, b)
logical_not: tf.logical_not(b)
reduce_any: tf.reduce_any(b)
reduce_min: tf.reduce_min(a)
reduce_prod: tf.reduce_prod(a, 0)
cast to int32: tf.cast(a, tf.int32)
stop_gradient: tf.stop_gradient(a)
constant: tf.constant([[1.0, 2.0], [3.0, 4.0]])
squared_difference: tf.math.squared_difference(a, p)
reciprocal: tf.math.reciprocal(p)
"""
)


@dataclass(frozen=True)
class Size:
    """How large the operands are, how often an op is called to be timed once, and what is asked for."""

    title: str
    code: dict[str, str]
    n: int
    images: tuple[int, ...]
    calls: int
    gradients: bool
    unit: str
    scale: float
    peers: tuple[str, ...]


_POSSESSIVE = {"tensorflow": "TensorFlow's", "numpy": "NumPy's"}
SIZES = {
    "million": Size("a million elements", CODE, 1000, (16, 64, 64, 16), 3, True, "ms", 1e3, ("tensorflow", "numpy")),
    "2x2": Size("2x2: what a call costs", CODE | CHEAP, 2, (1, 4, 4, 2), 1000, False, "us", 1e6, ("tensorflow",)),
}


def _inputs(library: str, size: Size) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    n = size.n
    numbers = rng.random((n, n), np.float32)
    arrays = {
        "a": numbers * 2 - 1,
        "p": numbers + np.float32(0.5),
        "u": numbers * np.float32(0.9) + np.float32(0.05),
        "r": numbers[0],
        "b": rng.random((n, n)) > 0.5,
        "i": rng.integers(0, n, n),
        "m": rng.random(size.images, np.float32),
        "g": rng.random(size.images[-1], np.float32),
    }
    sizes = {"n": n, "k": min(5, n), "size": [2 * side for side in size.images[1:3]]}
    if library == "numpy":
        return {"np": np, "generator": np.random.default_rng(0), **sizes, **arrays}
    tf = __import__(library)
    return {"tf": tf, **sizes, **{name: tf.constant(array) for name, array in arrays.items()}}


def _serve(library: str) -> None:
    """Answer each size, number of calls and name from standard input with the seconds of a call, and of a gradient."""
    inputs = {name: _inputs(library, size) for name, size in SIZES.items()}
    for line in sys.stdin:
        kind, count, name = line.rstrip("\n").split("\t")
        size, names = SIZES[kind], inputs[kind]
        print(json.dumps([_seconds(call, int(count)) for call in _calls(library, size, name, names)]), flush=True)


def _calls(library: str, size: Size, name: str, names: dict[str, Any]) -> list[Callable[[], object]]:
    """The op, and the op with its gradient; none where the library has no such op."""
    text = (numpy_ops.CODE if library == "numpy" else size.code).get(name)
    if text is None or library not in ("graphwright", *size.peers):
        return []
    code = compile(text, name, "eval")
    calls: list[Callable[[], object]] = [lambda: eval(code, names)]
    if library != "numpy" and size.gradients and _has_gradient(name, calls[0]()):
        calls.append(_with_gradient(names["tf"], code, names))
    return calls


def _has_gradient(name: str, answer: Any) -> bool:
    return bool(answer.dtype.is_floating) and not any(word in name for word in ("random", "hot", "range"))


def _with_gradient(tf: Any, code: Any, names: dict[str, Any]) -> Callable[[], object]:
    watched = [names[name] for name in "apum"]

    def run() -> object:
        with tf.GradientTape() as tape:
            tape.watch(watched)
            y = eval(code, names)
        return tape.gradient(y, watched)

    return run


def _seconds(call: Callable[[], object], count: int) -> float:
    call()
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def _row(name: str, rounds: list[list[list[float]]], size: Size) -> str:
    """A line of a table: for the call, and for its gradient, the times of each library and how they compare."""
    cells = [name]
    libraries = len(rounds[0])
    for kind in range(1 + size.gradients):
        columns = [[answers[at][kind] for answers in rounds] for at in range(libraries) if len(rounds[0][at]) > kind]
        medians = [f"{statistics.median(column) * size.scale:.2f}" for column in columns]
        cells += [*medians, *[""] * ((libraries if kind == 0 else min(libraries, 2)) - len(medians))]
        if libraries > 1:
            cells.append(_ratio(columns) if columns else "")
    return f"| {' | '.join(cells)} |"


def _ratio(columns: list[list[float]]) -> str:
    """How many times as fast the first is as the fastest of the others, each round by itself."""
    fastest = min(columns[1:], key=statistics.median)
    ratios = sorted(theirs / ours for ours, theirs in zip(columns[0], fastest, strict=True))
    spread = f"{ratios[len(ratios) // 4]:.2f} to {ratios[-1 - len(ratios) // 4]:.2f}"
    return f"{statistics.median(ratios):.2f} ({spread})"


def _header(size: Size, peers: bool) -> list[str]:
    titles = ["op", size.unit]
    if peers:
        titles += [*(_POSSESSIVE[library] for library in size.peers), "times as fast"]
    if size.gradients:
        titles += [f"{size.unit} with gradient", *["TensorFlow's", "times as fast"] * peers]
    return [f"| {' | '.join(titles)} |", "|" + "---|" * len(titles)]


def _measured(kind: str, chosen: list[str], options: argparse.Namespace, turns: Turns) -> list[str]:
    """The lines of the table of a size; they are printed as they are measured."""
    size = SIZES[kind]
    lines = [f"# Eager ops on {size.title}", "", *_header(size, options.peers)]
    print("\n".join(lines), flush=True)
    rounds, calls = (1, max(1, size.calls // 10)) if options.quick else (7, size.calls)
    for name in chosen or size.code:
        answers = [turns.ask(f"{kind}\t{calls}\t{name}") for _ in range(rounds)]
        lines.append(_row(name, [each[: 1 + len(size.peers)] for each in answers], size))
        print(lines[-1], flush=True)
    print(flush=True)
    return [*lines, ""]


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.eager_ops", description="Measure eager ops.")
    parser.add_argument("ops", nargs="*", metavar="OP", help="some of the ops; all where none is named")
    parser.add_argument("--peers", action="store_true", help="TensorFlow too, from its own environment, and NumPy")
    parser.add_argument("--quick", action="store_true", help="one short round: check that everything runs")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES), help="some of the sizes of operands")
    options = parser.parse_args()
    unknown = set(options.ops) - set(CODE | CHEAP)
    if unknown:
        parser.error(f"no such op: {', '.join(sorted(unknown))}")
    options.libraries = ["graphwright", *["tensorflow", "numpy"] * options.peers]
    lines = []
    with Turns("bench.eager_ops", options.libraries) as turns:
        for kind in options.sizes:
            chosen = [name for name in options.ops if name in SIZES[kind].code]
            if chosen or not options.ops:
                lines += _measured(kind, chosen, options, turns)
    if options.peers and not (options.ops or options.quick) and len(options.sizes) == len(SIZES):
        RESULT.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2])
    else:
        main()
