"""Records programs of TensorFlow 1 with loops and conditionals: `python -m tests.graphdef.record_v1_programs`.

It runs where TensorFlow is installed, with control flow of the old form, and writes the graphs and what they give.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

PROGRAMS = Path(__file__).parent / "v1_programs"

X = [[0.3, -0.5, 1.0], [0.7, 0.2, -1.5]]
Program = Callable[[Any, Any], list[Any]]
"""Builds a graph; the results are what is fetched."""


def _inputs(tf: Any, v1: Any) -> tuple[Any, Any, Any]:
    return (
        v1.placeholder(tf.float32, [None, 3], name="x"),
        v1.placeholder(tf.int32, [], name="n"),
        v1.placeholder(tf.bool, [], name="p"),
    )


def loop(tf: Any, v1: Any) -> list[Any]:
    """Several variables, a loop invariant, and a variable that never changes."""
    x, n, _ = _inputs(tf, v1)
    i, a, b, c = tf.while_loop(
        lambda i, a, b, c: i < n, lambda i, a, b, c: (i + 1, tf.tanh(a * x + b), a, c), [0, x, x * 2.0, x - 1.0]
    )
    return [i, a, b, c, *tf.gradients(a + b, x)]


def loops_in_loops(tf: Any, v1: Any) -> list[Any]:
    """A loop in a loop in a loop, with values of all levels, and its gradient."""
    x, n, _ = _inputs(tf, v1)

    def third(k: Any, c: Any, b: Any) -> Any:
        return k + 1, tf.sin(c) + b * x

    def second(j: Any, b: Any, i: Any) -> Any:
        _, c = tf.while_loop(lambda k, c: k < i + 1, lambda k, c: third(k, c, b), [0, b])
        return j + 1, c * 0.5

    def first(i: Any, a: Any) -> Any:
        _, b = tf.while_loop(lambda j, b: j < 2, lambda j, b: second(j, b, i), [0, a])
        return i + 1, b

    _, a = tf.while_loop(lambda i, a: i < n, first, [0, x])
    return [a, *tf.gradients(a, x)]


def growing_shape(tf: Any, v1: Any) -> list[Any]:
    """A variable that is longer after each round."""
    x, n, _ = _inputs(tf, v1)
    _, rows = tf.while_loop(
        lambda i, r: i < n,
        lambda i, r: (i + 1, tf.concat([r, x * tf.cast(i, tf.float32)], 0)),
        [0, x],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 3])],
    )
    return [rows, tf.shape(rows)]


def conditional(tf: Any, v1: Any) -> list[Any]:
    """Several results, a branch that passes a value on, and gradients through both."""
    x, _, p = _inputs(tf, v1)
    y = x * 3.0
    a, b = tf.cond(p, lambda: (tf.exp(x) * y, y), lambda: (y, tf.sin(y) * x))
    return [a, b, *tf.gradients([a, b], x)]


def conditionals_in_conditionals(tf: Any, v1: Any) -> list[Any]:
    """A conditional of the same predicate and one of another in a branch."""
    x, n, p = _inputs(tf, v1)

    def inner() -> Any:
        same = tf.cond(p, lambda: x * 2.0, lambda: x * 3.0)
        return tf.cond(n > 2, lambda: same * x, lambda: tf.cond(n > 1, lambda: same + 1.0, lambda: tf.cos(same)))

    y = tf.cond(p, inner, lambda: tf.cond(n > 2, lambda: x * 5.0, lambda: x))
    return [y, *tf.gradients(y, x)]


def several_cases(tf: Any, v1: Any) -> list[Any]:
    """tf.case and tf.switch_case."""
    x, n, _ = _inputs(tf, v1)
    a = v1.case([(n < 1, lambda: x), (n < 2, lambda: x * 2.0), (n < 4, lambda: x * x)], default=lambda: -x)
    return [a, *tf.gradients(a, x)]


def conditional_in_loop(tf: Any, v1: Any) -> list[Any]:
    """The branch depends on the round; the gradient takes values of one branch back."""
    x, n, p = _inputs(tf, v1)

    def body(i: Any, a: Any) -> Any:
        b = tf.cond(tf.equal(i % 2, 0), lambda: tf.sin(a) * x, lambda: a + x)
        return i + 1, tf.cond(p, lambda: b * a, lambda: b)

    _, a = tf.while_loop(lambda i, a: i < n, body, [0, x])
    return [a, *tf.gradients(a, x)]


def loop_in_conditional(tf: Any, v1: Any) -> list[Any]:
    """A loop in one branch alone, and its gradient."""
    x, n, p = _inputs(tf, v1)

    def looped() -> Any:
        return tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, tf.tanh(a) * x), [0, x])[1]

    y = tf.cond(p, looped, lambda: x * 2.0)
    return [y, *tf.gradients(y, x)]


def condition_with_work(tf: Any, v1: Any) -> list[Any]:
    """A condition that computes, has a conditional in it, and shares with the body."""
    x, n, p = _inputs(tf, v1)

    def goes_on(i: Any, a: Any) -> Any:
        most = tf.cond(p, lambda: tf.reduce_max(a), lambda: tf.reduce_sum(tf.abs(a)))
        return tf.logical_and(i < n, most < 10.0)

    i, a = tf.while_loop(goes_on, lambda i, a: (i + 1, a * 1.7 + 0.1), [0, x])
    return [i, a]


def mapped(tf: Any, v1: Any) -> list[Any]:
    """map_fn over one and several sequences."""
    x, _, _ = _inputs(tf, v1)
    y = tf.map_fn(lambda row: tf.tanh(row) * tf.reduce_sum(row), x)
    z = tf.map_fn(lambda pair: pair[0] * pair[1][0], (x, x + 1.0), dtype=tf.float32)
    return [y, z, *tf.gradients([y, z], x)]


def scanned(tf: Any, v1: Any) -> list[Any]:
    """scan forward and in reverse, foldl and foldr."""
    x, _, _ = _inputs(tf, v1)
    y = tf.scan(lambda a, row: a * 0.5 + tf.sin(row), x)
    z = tf.scan(lambda a, row: a * row, x, initializer=tf.ones([3]), reverse=True)
    w = tf.foldl(lambda a, row: a + row * row, x) + tf.foldr(lambda a, row: a * row, x)
    return [y, z, w, *tf.gradients([y, z, w], x)]


def arrays(tf: Any, v1: Any) -> list[Any]:
    """The ops of TensorArrays outside of loops and in them."""
    x, n, p = _inputs(tf, v1)
    rows = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False).unstack(x)
    _, grown = tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t.write(i + 2, t.read(i) * 2.0)), [0, rows])
    pieces = tf.TensorArray(tf.float32, size=2, infer_shape=False, clear_after_read=False).split(x[0], [1, 2])
    few = tf.TensorArray(tf.float32, 3, clear_after_read=False).scatter([2, 0, 1], tf.stack([x[0], x[1], x[0]]))
    chosen = tf.cond(p, lambda: tf.TensorArray(tf.float32, 1).write(0, x[0] * 9.0).stack(), lambda: x * 0.5)
    return [grown.stack(), grown.size(), pieces.read(1), pieces.concat(), few.gather([0, 2]), few.stack(), chosen]


def gradient_of_arrays(tf: Any, v1: Any) -> list[Any]:
    """Gradients through reads of one element several times, through gather, scatter and concat."""
    x, n, _ = _inputs(tf, v1)
    rows = tf.TensorArray(tf.float32, size=2, clear_after_read=False).unstack(x)
    _, total = tf.while_loop(
        lambda i, t: i < n, lambda i, t: (i + 1, t + rows.read(0) * rows.read(i % 2)), [0, tf.zeros([3])]
    )
    out = tf.TensorArray(tf.float32, size=2, clear_after_read=False).scatter([1, 0], x * x)
    return [total, *tf.gradients([total, out.gather([0]), out.concat()], x)]


class _Cell:
    """A recurrent cell."""

    def __init__(self, tf: Any, v1: Any, units: int) -> None:
        self._tf, self._v1, self.units = tf, v1, units
        self.output_size, self.state_size = units, (units, units)

    def zero_state(self, batch: Any, dtype: Any) -> Any:
        return (self._tf.zeros([batch, self.units], dtype), self._tf.zeros([batch, self.units], dtype))

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        return self.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        tf, v1 = self._tf, self._v1
        with v1.variable_scope(scope or "cell", reuse=v1.AUTO_REUSE):
            w = v1.get_variable("w", [inputs.shape[1] + self.units, 2 * self.units], initializer=_numbers(v1))
            gate, new = tf.split(tf.matmul(tf.concat([inputs, state[0]], 1), w), 2, 1)
            memory = state[1] * tf.sigmoid(gate) + tf.tanh(new) * (1.0 - tf.sigmoid(gate))
            return tf.tanh(memory), (tf.tanh(memory), memory)


def _numbers(v1: Any) -> Any:
    def numbers(shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        count = int(np.prod([int(d) for d in shape]))
        return np.sin(np.arange(count, dtype=np.float32)).reshape([int(d) for d in shape])

    return numbers


def recurrent(tf: Any, v1: Any) -> list[Any]:
    """dynamic_rnn over sequences of different lengths."""
    x, n, _ = _inputs(tf, v1)
    sequences = tf.stack([x, x * 0.5, -x, x + 1.0], 1)
    lengths = tf.stack([n, tf.constant(3)])
    outputs, (h, c) = v1.nn.dynamic_rnn(_Cell(tf, v1, 4), sequences, sequence_length=lengths, dtype=tf.float32)
    return [outputs, h, c]


def recurrent_trained(tf: Any, v1: Any) -> list[Any]:
    """Two steps of training dynamic_rnn; the fetches are taken after the steps."""
    x, _, _ = _inputs(tf, v1)
    sequences = tf.stack([x, x * 0.5, -x], 1)
    outputs, _ = v1.nn.dynamic_rnn(_Cell(tf, v1, 4), sequences, dtype=tf.float32)
    loss = tf.reduce_mean(tf.square(outputs - 0.3))
    v1.train.MomentumOptimizer(0.5, 0.9).minimize(loss, name="step")
    return [loss, *(v.read_value() for v in v1.trainable_variables())]


def variables(tf: Any, v1: Any) -> list[Any]:
    """Variables read and changed in branches and loops; the fetches are taken after two steps."""
    x, n, p = _inputs(tf, v1)
    v = v1.get_variable("v", [3], initializer=v1.ones_initializer())
    w = v1.get_variable("w", [], initializer=v1.zeros_initializer())

    def add() -> Any:
        with tf.control_dependencies([v1.assign_add(v, x[0])]):
            return tf.constant(1.0)

    def nothing() -> Any:
        return tf.constant(0.0)

    def body(i: Any, a: Any) -> Any:
        with tf.control_dependencies([v1.assign_add(w, 1.0)]):
            return i + 1, a * v.read_value()

    done = tf.cond(p, add, nothing)
    with tf.control_dependencies([done]):
        _, a = tf.while_loop(lambda i, a: i < n, body, [0, x], parallel_iterations=1)
    v1.group(a, done, name="step")
    return [v.read_value(), w.read_value()]


def reference_variables(tf: Any, v1: Any) -> list[Any]:
    """The same with variables of references."""
    with v1.variable_scope("", use_resource=False):
        x, n, p = _inputs(tf, v1)
        v = v1.get_variable("v", [3], initializer=v1.ones_initializer())
        w = v1.get_variable("w", [], initializer=v1.zeros_initializer())

        def body(i: Any, a: Any) -> Any:
            with tf.control_dependencies([v1.assign_add(w, 1.0)]):
                return i + 1, a * v

        done = tf.cond(p, lambda: v1.assign_add(v, x[0]) * 1.0, lambda: v * 2.0)
        with tf.control_dependencies([done]):
            _, a = tf.while_loop(lambda i, a: i < n, body, [0, x], parallel_iterations=1)
        v1.group(a, done, name="step")
        return [v.read_value(), w.read_value(), done]


def trained_through_a_loop(tf: Any, v1: Any) -> list[Any]:
    """Steps of training through a loop with a conditional; the fetches are taken after them."""
    x, n, _ = _inputs(tf, v1)
    w = v1.get_variable("w", [3, 3], initializer=_numbers(v1))

    def body(i: Any, a: Any) -> Any:
        return i + 1, tf.cond(i > 0, lambda: tf.tanh(tf.matmul(a, w)), lambda: a * 0.5)

    _, a = tf.while_loop(lambda i, a: i < n, body, [0, x])
    loss = tf.reduce_sum(tf.square(a - 0.1))
    v1.train.GradientDescentOptimizer(0.1).minimize(loss, name="step")
    return [loss, w.read_value()]


def looked_up(tf: Any, v1: Any) -> list[Any]:
    """A table that is asked in a branch and in a loop."""
    _, n, p = _inputs(tf, v1)
    keys, values = tf.constant(["a", "b", "c"]), tf.constant([5, 7, 9], tf.int64)
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)
    found = tf.cond(p, lambda: table.lookup(tf.constant(["c", "x"])), lambda: table.lookup(tf.constant(["a", "b"])))
    _, total = tf.while_loop(
        lambda i, t: i < n,
        lambda i, t: (i + 1, t + table.lookup(tf.gather(keys, i % 3))),
        [0, tf.constant(0, tf.int64)],
    )
    return [found, total]


def tables_by_reference(tf: Any, v1: Any) -> list[Any]:
    """Tables as TensorFlow 1 had them before they had handles."""
    _, _, p = _inputs(tf, v1)
    keys, values = tf.constant(["a", "b"]), tf.constant([5, 7], tf.int64)
    table = tf.raw_ops.HashTable(key_dtype=tf.string, value_dtype=tf.int64, shared_name="by_reference")
    filled = tf.raw_ops.InitializeTable(table_handle=table, keys=keys, values=values)
    v1.add_to_collection(v1.GraphKeys.TABLE_INITIALIZERS, filled)
    minus = tf.constant(-1, tf.int64)
    found = tf.raw_ops.LookupTableFind(table_handle=table, keys=tf.constant(["b", "c"]), default_value=minus)
    chosen = tf.cond(p, lambda: found * 2, lambda: found)
    return [chosen, tf.raw_ops.LookupTableSize(table_handle=table)]


def asserted(tf: Any, v1: Any) -> list[Any]:
    """Assertions, which are conditionals, outside and inside of a loop."""
    x, n, _ = _inputs(tf, v1)
    with tf.control_dependencies([v1.Assert(n < 100, [n])]):
        y = tf.identity(x)

    def body(i: Any, a: Any) -> Any:
        with tf.control_dependencies([v1.Assert(tf.reduce_all(a < 1e6), [a])]):
            return i + 1, a * 2.0

    _, a = tf.while_loop(lambda i, a: i < n, body, [0, y])
    return [a]


def normalized(tf: Any, v1: Any) -> list[Any]:
    """Batch normalisation that trains by a fed flag, and moving averages."""
    x, _, p = _inputs(tf, v1)
    mean = v1.get_variable("mean", [3], initializer=v1.zeros_initializer(), trainable=False)
    variance = v1.get_variable("variance", [3], initializer=v1.ones_initializer(), trainable=False)
    of_batch = tf.nn.moments(x, [0])
    used = tf.cond(p, lambda: of_batch, lambda: (mean.read_value(), variance.read_value()))

    def update() -> Any:
        changed = [
            v1.assign(mean, mean * 0.9 + of_batch[0] * 0.1),
            v1.assign(variance, variance * 0.9 + of_batch[1] * 0.1),
        ]
        with tf.control_dependencies(changed):
            return tf.constant(0)

    v1.group(tf.cond(p, update, lambda: tf.constant(1)), name="step")
    y = tf.nn.batch_normalization(x, *used, None, None, 0.01)
    return [y, mean.read_value(), variance.read_value(), *tf.gradients(y * y * x, x)]


def text(tf: Any, v1: Any) -> list[Any]:
    """A loop and branches over strings, with the dtypes that numbers are not."""
    _, n, p = _inputs(tf, v1)
    word = tf.cond(p, lambda: tf.constant("ab"), lambda: tf.constant(""))
    _, long = tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + "." + word), [0, word])
    return [long, tf.strings.length(long)]


BUILDERS: dict[str, Program] = {
    f.__name__: f
    for f in (
        loop, loops_in_loops, growing_shape, conditional, conditionals_in_conditionals, several_cases,
        conditional_in_loop, loop_in_conditional, condition_with_work, mapped, scanned, arrays, gradient_of_arrays,
        recurrent, recurrent_trained, variables, reference_variables, trained_through_a_loop, looked_up,
        tables_by_reference, asserted,
        normalized, text,
    )
}  # fmt: skip
FEEDS: list[dict[str, Any]] = [
    {"x:0": X, "n:0": 3, "p:0": True},
    {"x:0": X, "n:0": 1, "p:0": False},
    {"x:0": X, "n:0": 4, "p:0": False},
]


def fed(graph: Any, feeds: dict[str, Any]) -> dict[str, Any]:
    """The feeds that a graph takes."""
    names = {op.name for op in graph.get_operations()}
    return {name: value for name, value in feeds.items() if name.partition(":")[0] in names}


def main() -> None:
    """Write the graphs and what they give."""
    import tensorflow as tf

    from tests.golden.encoding import encode

    v1, expected = tf.compat.v1, {}
    v1.disable_eager_execution()
    v1.disable_control_flow_v2()
    for name, build in BUILDERS.items():
        with tf.Graph().as_default() as graph:
            fetches = build(tf, v1)
            v1.group(v1.global_variables_initializer(), v1.tables_initializer(), name="initialize")
        (PROGRAMS / f"{name}.pb").write_bytes(graph.as_graph_def().SerializeToString(deterministic=True))
        steps = "step" in {op.name for op in graph.get_operations()}
        results = []
        for feeds in FEEDS:
            with v1.Session(graph=graph) as session:
                session.run("initialize")
                for _ in range(2 if steps else 0):
                    session.run("step", fed(graph, feeds))
                results.append([encode(v) for v in session.run(fetches, fed(graph, feeds))])
        expected[name] = {"fetches": [t.name for t in fetches], "results": results}
    (PROGRAMS / "expected.json").write_text(json.dumps(expected) + "\n")


if __name__ == "__main__":
    main()
