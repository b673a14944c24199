"""`tf.test.Benchmark` and `tf.test.main`."""

from __future__ import annotations

import importlib.util
import re
import statistics
import sys
import time
import unittest
from typing import Any, ClassVar

from graphwright.testing.evaluation import evaluated


class Benchmark:
    """Measurements of a program: the methods of a subclass whose names start with `benchmark`.

    `tf.test.main` runs those that `--benchmarks=PATTERN` on the command line matches, instead of tests.

    >>> class Sums(tf.test.Benchmark):
    ...     def benchmark_sum(self):
    ...         self.report_benchmark(iters=10, wall_time=0.5)
    >>> Sums().benchmark_sum()
    Sums.benchmark_sum: iters 10, wall_time 0.5
    """

    _classes: ClassVar[list[type[Benchmark]]] = []

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        Benchmark._classes.append(cls)

    @classmethod
    def is_abstract(cls) -> bool:
        """Whether this is the class itself, which measures nothing."""
        return cls is Benchmark

    def evaluate(self, tensors: Any) -> Any:
        """The values of a nest of tensors and variables."""
        return evaluated(tensors)

    def report_benchmark(
        self,
        iters: int | None = None,
        cpu_time: float | None = None,
        wall_time: float | None = None,
        throughput: float | None = None,
        extras: dict[str, Any] | None = None,
        name: str | None = None,
        metrics: list[dict[str, Any]] | None = None,
    ) -> None:
        """Print what has been measured, in one line."""
        figures = {"iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        figures |= {m["name"]: m["value"] for m in metrics or ()} | (extras or {})
        listed = ", ".join(f"{figure} {value}" for figure, value in figures.items() if value is not None)
        print(f"{name or self._running()}: {listed}")

    def _running(self) -> str:
        """The class and the method that runs, as the caller's caller is called."""
        frame = sys._getframe(2)
        while frame.f_back is not None and not frame.f_code.co_name.startswith("benchmark"):
            frame = frame.f_back
        return f"{type(self).__name__}.{frame.f_code.co_name}"

    def run_op_benchmark(
        self,
        sess: Any,
        op_or_tensor: Any,
        feed_dict: Any = None,
        burn_iters: int = 2,
        min_iters: int = 10,
        store_trace: bool = False,
        store_memory_usage: bool = True,
        name: str | None = None,
        extras: dict[str, Any] | None = None,
        mbs: float = 0,
    ) -> dict[str, Any]:
        """Measure runs of an operation in a session of `tf.compat.v1`, and report the median in seconds.

        There are no traces and no figures about memory.
        """
        for _ in range(burn_iters):
            sess.run(op_or_tensor, feed_dict=feed_dict)
        times = []
        for _ in range(min_iters):
            start = time.perf_counter()
            sess.run(op_or_tensor, feed_dict=feed_dict)
            times.append(time.perf_counter() - start)
        median = statistics.median(times)
        spread = {"wall_time_mean": statistics.fmean(times), "wall_time_stdev": statistics.pstdev(times)}
        report: dict[str, Any] = {
            "iters": min_iters,
            "wall_time": median,
            "extras": (extras or {}) | spread,
            "name": name,
            "throughput": mbs / median if median else 0.0,
        }
        self.report_benchmark(**report)
        return report


def main(argv: list[str] | None = None) -> None:
    """Run the tests of the main program, or with `--benchmarks=PATTERN` its benchmarks, and exit.

    Arguments are those of `unittest`; where absl is installed, absl's flags as well.

    >>> tf.test.main(["program", "--benchmarks=NoSuchClass"])
    """
    arguments = list(sys.argv if argv is None else argv)
    for argument in arguments:
        name, _, pattern = argument.partition("=")
        if name == "--benchmarks":
            _run_benchmarks(pattern)
            return
    if importlib.util.find_spec("absl") is None:
        unittest.main(module="__main__", argv=arguments)
        return
    from absl.testing import absltest  # type: ignore[import-not-found,unused-ignore]

    absltest.main(argv=arguments)


def _run_benchmarks(pattern: str) -> None:
    """Run the benchmarks whose `Class.method` a regular expression matches; "all" and "." run all of them."""
    for cls in Benchmark._classes:
        for method in sorted(n for n in dir(cls) if n.startswith("benchmark") and callable(getattr(cls, n))):
            if pattern in ("all", ".") or re.search(pattern, f"{cls.__name__}.{method}"):
                getattr(cls(), method)()


__all__ = ["Benchmark", "main"]
