"""A further trace of a function that has few traces, and of one that has 2,000: it is to cost the same.

Every call is with another Python integer, which is another trace.
"""

from functools import partial
from itertools import count

from bench.workload import Program, Workload

TRACES = [100, 2_000]


def tensorflow(traces, tf, stage):
    bounded = tf.__name__ == "graphwright"
    f = partial(tf.function, max_traces=10_000)(lambda n: tf.constant(2.0)) if bounded else stage(partial(_two, tf))
    numbers = count()
    for _ in range(traces):
        f(next(numbers))
    return Program("f(next(numbers))", {"f": f, "numbers": numbers})


def _two(tf, n):
    return tf.constant(2.0)


WORKLOADS = [
    Workload(
        f"retracing_{traces}",
        f"one more trace of a function that has {traces:,}",
        partial(tensorflow, traces),
        unfit=frozenset({"graphwright eager", "TF eager", "TF jit_compile"}),
        in_quick=False,
    )
    for traces in TRACES
]
