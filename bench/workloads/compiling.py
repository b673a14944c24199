"""From a plain function to its first result: trace, simplify, compile and run; and from the trace alone.

A chain of additions repeats one kind of node. The mixed graph is a deep network of small layers: products, a
softmax, means, slices, variables, and now and then a loop. From the trace alone only Graphwright is measured: its goals
are times, and preparing traces for all contenders would take minutes.
"""

from functools import partial
from itertools import count

import numpy as np

from bench.workload import Program, Workload

SIZES = [100, 1_000, 5_000]
X = np.zeros(256, np.float32)
READY = 20_000  # nodes of the traces prepared before timing starts, ...
FEWEST_READY = 30  # ... but at least this many traces

LAYERS = 40  # some 1,000 nodes
WIDTH = 16
LOOP_EVERY = 10  # layers


def fresh_chains(nodes):
    """Functions of `nodes` additions, each adding another number, so that no cache applies."""
    return (chain_of(nodes, 1 + serial * 2.0**-20) for serial in count())


def chain_of(nodes, increment):
    def chain(x):
        for _ in range(nodes):
            x = x + increment
        return x

    return chain


def weights():
    rng = np.random.default_rng(0)
    return (rng.standard_normal((2, WIDTH, WIDTH)) / WIDTH**0.5).astype(np.float32)


def mixed_chains(tf):
    """Networks, each with another number in it, of the same two matrices and one variable."""
    first, second = map(tf.constant, weights())
    shift = tf.Variable(tf.zeros([WIDTH]))
    return (partial(mixed, tf, first, second, shift, 1 + serial * 2.0**-20) for serial in count())


def mixed(tf, first, second, shift, scale, x):
    for layer in range(LAYERS):
        y = tf.nn.relu(tf.matmul(x, first) * scale + shift)
        y = tf.concat([y[:, WIDTH // 2 :], y[:, : WIDTH // 2]], 1)
        scores = tf.nn.softmax(tf.matmul(x, y, transpose_b=True))
        x = x + tf.matmul(tf.matmul(scores, y), second)
        x = x - tf.reduce_mean(x, 1, keepdims=True)
        x = x * tf.math.rsqrt(tf.reduce_mean(tf.square(x), 1, keepdims=True) + 1e-5)
        if layer % LOOP_EVERY == 0:
            _, x = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 0.5 + tf.tanh(x)), (0, x))
            shift.assign(shift * 0.5)
    return x


def mixed_in_jax():
    import jax
    import jax.numpy as jnp

    first, second = map(jnp.array, weights())

    def network(scale, x, shift):
        for layer in range(LAYERS):
            y = jax.nn.relu(x @ first * scale + shift)
            y = jnp.concatenate([y[:, WIDTH // 2 :], y[:, : WIDTH // 2]], 1)
            scores = jax.nn.softmax(x @ y.T)
            x = x + scores @ y @ second
            x = x - x.mean(1, keepdims=True)
            x = x * jax.lax.rsqrt(jnp.square(x).mean(1, keepdims=True) + 1e-5)
            if layer % LOOP_EVERY == 0:
                x = jax.lax.fori_loop(0, 3, lambda i, x: x * 0.5 + jnp.tanh(x), x)
                shift = shift * 0.5
        return x, shift

    start = jnp.zeros(WIDTH)
    return (lambda x, scale=1 + serial * 2.0**-20: network(scale, x, start)[0] for serial in count())


def rows(width):
    return np.random.default_rng(1).standard_normal((width, width)).astype(np.float32)


def tensorflow(functions, x, nodes, traced, tf, stage):
    """The next of the functions staged and called; with `traced` its trace is prepared, and only the rest is timed."""
    argument = tf.constant(x)
    fresh = (stage(function) for function in functions(tf))
    if traced:
        traces = (function.get_concrete_function(argument) for function in fresh)
        fresh = prepared(traces, max(FEWEST_READY, READY // nodes))
    return Program("next(fresh)(x)", {"fresh": fresh, "x": argument})


def jax(functions, x):
    import jax

    names = {"functions": functions(), "jit": jax.jit, "x": jax.numpy.array(x)}
    return Program("jit(next(functions)).lower(x).compile()(x).block_until_ready()", names)


def prepared(things, number):
    """The same things, of which the first `number` are created now."""
    ready = [next(things) for _ in range(number)]

    def one_by_one():
        yield from ready
        yield from things

    return one_by_one()


def workload(name, title, functions, in_jax, x, nodes, in_quick=False):
    return Workload(
        name,
        title,
        partial(tensorflow, functions, x, nodes, False),
        jax=partial(jax, in_jax, x),
        unfit=EAGER,
        tolerance=1e-3,
        in_quick=in_quick,
    )


def from_trace(name, title, functions, x, nodes):
    run = partial(tensorflow, functions, x, nodes, True)
    return Workload(name, title, run, unfit=EAGER | {"tf.function", "TF jit_compile"}, in_quick=False)


EAGER = frozenset({"graphwright eager", "TF eager"})
CHAINS = {nodes: (lambda tf=None, nodes=nodes: fresh_chains(nodes)) for nodes in SIZES}

WORKLOADS = [
    *(
        workload(
            f"compile_{nodes}",
            f"trace + compile {nodes:,} `x = x + 1.0`, first result",
            CHAINS[nodes],
            CHAINS[nodes],
            X,
            nodes,
            in_quick=nodes <= 1_000,
        )
        for nodes in SIZES
    ),
    workload(
        "compile_mixed",
        "trace + compile 1,000 nodes of many kinds, first result",
        mixed_chains,
        mixed_in_jax,
        rows(WIDTH),
        1_000,
    ),
    *(
        from_trace(
            f"callable_{nodes}",
            f"from the trace of {nodes:,} `x = x + 1.0` to its first result",
            CHAINS[nodes],
            X,
            nodes,
        )
        for nodes in SIZES
    ),
    from_trace(
        "callable_mixed",
        "from the trace of 1,000 nodes of many kinds to its first result",
        mixed_chains,
        rows(WIDTH),
        1_000,
    ),
]
