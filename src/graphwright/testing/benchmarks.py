"""`tf.test.Benchmark` and `tf.test.main`."""

from __future__ import annotations

import importlib.util
import json
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
    entry {
      name: "Sums.benchmark_sum"
      iters: 10
      wall_time: 0.5
    }
    <BLANKLINE>
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
        """Print what has been measured, as text of TensorFlow's message `BenchmarkEntry`.

        Args:
          iters: how often the program ran.
          cpu_time, wall_time: seconds of a run.
          throughput: megabytes a second.
          extras: numbers and texts by name.
          name: what ran; the method that calls this by default.
          metrics: dicts with a `name`, a `value`, and perhaps a `min_value` and a `max_value`.
        """
        figures = {"iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        fields: dict[str, Any] = {"name": f"{type(self).__name__}.{name}" if name else self._running()}
        fields |= {key: value for key, value in figures.items() if value is not None}
        print("entry {")
        for line in _text_of(fields):
            print("  " + line)
        for key, value in sorted((extras or {}).items()):
            kind = "string_value" if isinstance(value, str) else "double_value"
            print("\n".join(f"  {line}" for line in _text_of({"extras": {"key": key, "value": {kind: value}}})))
        for metric in metrics or ():
            print("\n".join(f"  {line}" for line in _text_of({"metrics": metric})))
        print("}\n")

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


def _text_of(fields: dict[str, Any]) -> list[str]:
    """Fields of a message as lines of text."""
    lines: list[str] = []
    for key, value in fields.items():
        if isinstance(value, dict):
            lines += [f"{key} {{", *("  " + line for line in _text_of(value)), "}"]
        else:
            whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e16
            lines.append(f"{key}: {json.dumps(value) if isinstance(value, str) else int(value) if whole else value}")
    return lines


def benchmark_config() -> Any:
    """A `tf.compat.v1.ConfigProto` for sessions that are measured, with TensorFlow's dependency optimizer off.

    >>> config = tf.test.benchmark_config()
    >>> config.graph_options.rewrite_options.dependency_optimization
    2
    """
    config = importlib.import_module("graphwright.compat.v1").ConfigProto()
    config.graph_options.rewrite_options.dependency_optimization = 2  # RewriterConfig.OFF
    return config


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


__all__ = ["Benchmark", "benchmark_config", "main"]
