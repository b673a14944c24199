"""What a profile sees of whole training steps, and what its timers cost: the CNN and the transformer of examples/keras.

    .venv-bench-keras/bin/python -m bench.profiled_steps [--rounds 200]

Each step is compiled with timers around its regions and without; the two take turns. Printed are the medians, the cost
of the timers (the median of the ratios of neighbouring runs, with their quartiles), and how much of the time around
a call of the timed program its regions account for. Needs Keras.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from bench.contenders import ROOT


def steps() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """The training steps by name, with arguments."""
    sys.path.insert(0, str(ROOT / "examples" / "keras"))
    import numpy as np

    import graphwright as tf

    import cnn  # type: ignore[import-not-found]  # isort: skip
    import transformer  # type: ignore[import-not-found]  # isort: skip

    found: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {}
    for name, module in (("cnn", cnn), ("transformer", transformer)):
        tf.keras.utils.set_random_seed(7)
        model = module.build()
        model.compile(tf.keras.optimizers.Adam(0.003), "sparse_categorical_crossentropy")
        x = tf.constant(np.random.default_rng(1).random((32, 8, 8), np.float32))
        y = tf.constant(np.arange(32) % 10)
        model.train_on_batch(x, y)  # makes the variables of the optimizer

        def step(x: Any, y: Any, model: Any = model) -> Any:
            return model.train_step((x, y))["loss"]

        found[name] = tf.function(step), (x, y)
    return found


def measure(step: Any, arguments: tuple[Any, ...], rounds: int) -> str:
    """A line with the figures of one step."""
    from graphwright.passes import optimize
    from graphwright.runtime.profiling import Counters
    from graphwright.runtime.regions import CALLS, TICKS
    from graphwright.runtime.selection import executor

    graph = step.get_concrete_function(*arguments).graph
    optimized, inputs = optimize(graph), [*arguments, *graph.captures]
    plain, timed = executor().compile(optimized), executor().with_timers().compile(optimized)
    table = timed.timed_regions
    assert table is not None
    times: dict[str, list[float]] = {"plain": [], "timed": []}
    counters = Counters()
    for number in range(rounds + 10):
        if number == 10:  # warm
            table.counts[:] = 0
            times = {"plain": [], "timed": []}
        for name, program in (("plain", plain), ("timed", timed))[:: 1 if number % 2 else -1]:
            start = time.perf_counter()
            program.run_tensors(inputs, graph.outputs)
            times[name].append(time.perf_counter() - start)
    counters.stop()
    ratios = sorted(b / a - 1 for a, b in zip(times["plain"], times["timed"], strict=True))
    accounted = table.counts[:, TICKS].sum() * counters.seconds_of_a_tick / sum(times["timed"])
    laps = table.counts[:, CALLS].sum() // rounds
    quarter = len(ratios) // 4
    return (
        f"{statistics.median(times['plain']) * 1e6:8.1f} us, timed {statistics.median(times['timed']) * 1e6:8.1f} us, "
        f"cost {statistics.median(ratios):+.1%} ({ratios[quarter]:+.1%} to {ratios[-quarter - 1]:+.1%}), "
        f"{laps} laps, regions account for {accounted:.1%}"
    )


def main() -> None:
    """Measure all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    rounds = parser.parse_args().rounds
    for name, (step, arguments) in steps().items():
        print(f"{name:12} {measure(step, arguments, rounds)}", flush=True)


if __name__ == "__main__":
    main()
