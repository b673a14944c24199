"""AutoGraph: a function of 200 lines is converted and compiled for the first time."""

import linecache
from types import SimpleNamespace

from bench.workload import Program, Workload

LINES = 200
FUNCTIONS = 256  # more than are converted in the longest run

# 25 lines: an `if` with `elif` and `else`, loops of both kinds, jumps out of them, calls, a list and its uses
PART = """\
    # part {n}
    if tf.reduce_sum(x) > {n}:
        y = tf.tanh(x) * scale
        total = total + tf.reduce_mean(y)
    elif total < -{n}.5 and not done:
        y = tf.abs(x)
    else:
        y = x - {n}
    values = [y, x + {n}]
    while tf.reduce_max(y) > limit:
        y = y / 2.0
        if tf.reduce_min(y) < -limit:
            break
        total += helper(y, axis=None)
    for i in tf.range(size):
        if i == {n}:
            continue
        step = tf.cast(i, x.dtype) * table["rate"]
        x = x + step if i > 2 else x - step
        values.append(x)
    best = max([v + 1 for v in values if v is not None], key=config.order)
    if done or tf.reduce_any(x > limit):
        config.count += 1
        return best, total
    x = tf.where(x > 0, x, best[{n}:])
"""
FILLER = "    x = helper(x, {n}) + total\n"


def source_of(serial):
    """The text of a function with a unique name, so that no cache applies."""
    head = f"def work{serial}(x, scale, limit, size, done=False):\n    total = 0.0\n"
    tail = "    return x, total\n"
    parts, fillers = divmod(LINES - (head + tail).count("\n"), PART.count("\n"))
    body = [PART.format(n=n) for n in range(parts)] + [FILLER.format(n=n) for n in range(fillers)]
    return head + "".join(body) + tail


def fresh_functions(tf, count=FUNCTIONS):
    """Functions from files of their own, compiled by Python and not looked at since."""
    functions = []
    for serial in range(count):
        text, file = source_of(serial), f"<function {serial}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        scope = {"tf": tf, "helper": max, "table": {"rate": 1.0}, "config": SimpleNamespace(count=0, order=None)}
        exec(compile(text, file, "exec"), scope)
        functions.append(scope[f"work{serial}"])
    return functions


def tensorflow(tf, stage):
    # the stage plays no part: a function is converted once, before it is first traced
    names = {"convert": tf.autograph.to_graph, "functions": iter(fresh_functions(tf))}
    convert, first = tf.autograph.to_graph, fresh_functions(tf, 1)[0]
    return Program("convert(next(functions))", names, lambda: len(convert(first).__code__.co_varnames[:5]))


WORKLOADS = [
    Workload(
        "autograph_200",
        "AutoGraph converts a function of 200 lines",
        tensorflow,
        unfit=frozenset({"graphwright eager", "TF eager", "TF jit_compile"}),
    )
]
