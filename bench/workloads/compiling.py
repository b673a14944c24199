"""From a plain function to its first result: trace, simplify, compile and run a chain of additions."""

from functools import partial
from itertools import count

import numpy as np

from bench.workload import Program, Workload

SIZES = [100, 1_000, 5_000]
X = np.zeros(256, np.float32)


def fresh_chains(nodes):
    """Functions of `nodes` additions, each adding another number, so that no cache knows one from before."""
    return (chain_of(nodes, 1 + serial * 2.0**-20) for serial in count())


def chain_of(nodes, increment):
    def chain(x):
        for _ in range(nodes):
            x = x + increment
        return x

    return chain


def tensorflow(nodes, tf, stage):
    names = {"chains": fresh_chains(nodes), "stage": stage, "x": tf.constant(X)}
    return Program("stage(next(chains))(x)", names)


def jax(nodes):
    import jax

    names = {"chains": fresh_chains(nodes), "jit": jax.jit, "x": jax.numpy.array(X)}
    return Program("jit(next(chains)).lower(x).compile()(x).block_until_ready()", names)


WORKLOADS = [
    Workload(
        f"compile_{nodes}",
        f"trace + compile {nodes:,} `x = x + 1.0`, first result",
        partial(tensorflow, nodes),
        jax=partial(jax, nodes),
        unfit=frozenset({"graphwright eager", "TF eager"}),
        in_quick=nodes <= 1_000,
    )
    for nodes in SIZES
]
