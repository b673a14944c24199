"""Measure whole models against other libraries: python -m bench.model_suite [--small] [--rows ...] [--contenders ...]

Each contender runs in a process of its own, in its own environment; all take turns in each round. Nothing is timed
before the results agree. The table goes to `bench/results/models.md`, the numbers beside it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from bench import machine
from bench.contenders import ENVIRONMENT, ROOT
from bench.crew import environment
from bench.measure import REST, Effort, Summary, Times, ratio, take_rounds
from bench.model_suite.definitions import ROWS, Row

#: The environment of each contender; a variable `BENCH_<NAME>_PYTHON` names another interpreter.
FOLDERS = {
    "graphwright": ".venv-bench-keras",
    "earlier": ".venv-bench-keras",
    "tensorflow": ".venv-models-tensorflow",
    "onnxruntime": ".venv-models-tensorflow",
    "jax": ".venv-models-jax",
    "torch": ".venv-models-torch",
    "torch_compiled": ".venv-models-torch",
}
_PEERS = ["graphwright", "tensorflow", "onnxruntime", "jax", "torch", "torch_compiled"]
RESULTS = ROOT / "bench" / "results"
REFERENCE = ROOT / "bench" / "model_suite" / "reference.json"
_SECONDS = 20
_SMALL = Effort(block_seconds=0.0, rounds=1, fewest_rounds=1, seconds=1)
_CLOSE = 2e-2  # of the largest number: a deep network's roundings add up


class Failed(RuntimeError):
    """A contender's process ended."""


class Process:
    """A contender with a row: started, and asked for times."""

    def __init__(self, contender: str, row: str, small: bool, **settings: str) -> None:
        chosen = os.environ.get(f"BENCH_{contender.upper()}_PYTHON")
        python = Path(chosen) if chosen else ROOT / FOLDERS[contender] / "bin" / "python"
        self.noise = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            [str(python), "-m", "bench.model_suite.worker", contender, row, *["--small"] * small],
            cwd=ROOT, env=environment(contender) | settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.noise, text=True,
        )  # fmt: skip

    def answer(self, request: str = "") -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        try:
            if request:
                self.process.stdin.write(request + "\n")
                self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self.noise.seek(0)
            raise Failed(self.noise.read()[-1500:])
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.noise.close()


@contextmanager
def _process(contender: str, row: str, small: bool, **settings: str) -> Iterator[Process]:
    process = Process(contender, row, small, **settings)
    try:
        yield process
    finally:
        process.close()


def _block(process: Process, seconds: float) -> Callable[[], float]:
    """A function that times a block of calls; how many fill it is found first."""
    once = process.answer("time 1")["seconds"]
    calls = max(1, round(seconds / once))

    def block() -> float:
        found: float = process.answer(f"time {calls}")["seconds"]
        return found

    return block


def _with_code_on_disk(row: Row) -> float:
    """Seconds of the first call in a process that finds the machine code that another has left."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"GRAPHWRIGHT_CACHE": "1", "GRAPHWRIGHT_CACHE_DIR": folder}
        for _ in range(2):
            with _process("graphwright", row.name, False, **settings) as process:
                seconds: float = process.answer()["first"]
                process.answer("end")  # what it leaves is complete
                process.process.wait()
        return seconds


def measure(row: Row, contenders: list[str], small: bool, seconds: float = _SECONDS) -> dict[str, Any]:
    """Times of a call, seconds of the first call and peaks of memory, by contender; why others failed.

    `again` is the first call of our second process; rounds are taken for about so many seconds.
    """
    effort = _SMALL if small else Effort(block_seconds=0.2, rounds=15, fewest_rounds=5, seconds=seconds, rest=REST)
    firsts: dict[str, float] = {}
    results: dict[str, list[float]] = {}
    failed: dict[str, str] = {}
    with ExitStack() as stack:
        running: dict[str, Process] = {}
        for contender in contenders:
            process = stack.enter_context(_process(contender, row.name, small))
            try:
                answer = process.answer()
            except Failed as error:
                failed[contender] = str(error)
                continue
            running[contender], firsts[contender], results[contender] = process, answer["first"], answer["result"]
        _compare(row, results)
        blocks = {contender: _block(process, effort.block_seconds) for contender, process in running.items()}
        times = take_rounds(blocks, effort) if blocks else {}
        peaks = {contender: process.answer("end")["megabytes"] for contender, process in running.items()}
    again = _with_code_on_disk(row) if "graphwright" in times and not small else None
    return {
        "times": times, "first": firsts, "again": again, "megabytes": peaks, "failed": failed, "results": results,
    }  # fmt: skip


def _compare(row: Row, results: dict[str, list[float]]) -> None:
    """Raise unless all contenders computed about the same."""
    if not results:
        return
    (first, expected), *others = results.items()
    largest = max(map(abs, expected), default=0.0)
    for contender, result in others:
        if not np.allclose(result, expected, rtol=_CLOSE, atol=_CLOSE * largest):
            raise AssertionError(f"{row.name}: {contender} computes {result[:8]}, {first} {expected[:8]}")


def compare_with_recorded(name: str, results: dict[str, list[float]]) -> None:
    """Raise unless the results of a small model are those that TensorFlow's were when they were recorded."""
    recorded = json.loads(REFERENCE.read_text(encoding="utf-8"))
    _compare(ROWS[name], {"TensorFlow's record": recorded[name]} | results)


def table(found: dict[str, dict[str, Any]]) -> str:
    """The results as Markdown: milliseconds of a call with half the interquartile range, and ratios within rounds.

    First calls are those of a process that finds nothing on disk; in brackets that of one that finds our machine code.
    """
    contenders = list(dict.fromkeys(name for each in found.values() for name in each["times"]))
    peers = [name for name in contenders if name != "graphwright"]
    head = ["work", *contenders, *(f"against {name}" for name in peers), "first call, peak of memory: ours", *peers]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name, each in found.items():
        times: Times = each["times"]
        cells = [ROWS[name].title]
        for contender in contenders:
            summary = Summary.of(times[contender]) if contender in times else None
            cells.append(f"{1e3 * summary.median:.3g} ms ±{summary.spread:.0%}" if summary else "-")
        for peer in peers:
            both = peer in times and "graphwright" in times
            cells.append(f"{ratio(times, 'graphwright', peer).median:.2f}" if both else "-")
        for contender in ("graphwright", *peers):
            there = contender in each["first"] and contender in each["megabytes"]
            again = f" ({each['again']:.2g} s)" if contender == "graphwright" and each.get("again") else ""
            first = f"{each['first'][contender]:.2g} s{again}, {each['megabytes'][contender]:.0f} MB" if there else "-"
            cells.append(first)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _write(found: dict[str, dict[str, Any]], folder: Path) -> None:
    rows = {name: {key: value for key, value in each.items() if key != "results"} for name, each in found.items()}
    document = {"machine": machine.describe(), "rows": rows}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "models.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    text = (
        "# Whole models\n\nA call, or a step of `train_on_batch`: medians. Ratios above 1 mean that we are faster.\n\n"
    )
    (folder / "models.md").write_text(text + table(found), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.model_suite", description=__doc__)
    parser.add_argument("--small", action="store_true", help="small models, one round: whether all compute the same")
    parser.add_argument(
        "--reference", action="store_true", help="compare small models with TensorFlow's recorded results"
    )
    parser.add_argument("--record", action="store_true", help="record TensorFlow's results of the small models")
    parser.add_argument("--rows", nargs="+", metavar="ROW", choices=ROWS, default=list(ROWS), help=", ".join(ROWS))
    parser.add_argument("--contenders", nargs="+", choices=FOLDERS, default=_PEERS)
    parser.add_argument(
        "--seconds", type=float, default=_SECONDS, help="for the rounds of a row (default: %(default)s)"
    )
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="the Graphwright of another checkout too")
    parser.add_argument("--out", type=Path, help="a folder for models.md and models.json (bench/results for all rows)")
    options = parser.parse_args()
    contenders = list(options.contenders)
    ENVIRONMENT["graphwright"]["PYTHONPATH"] = str(ROOT / "src")
    if options.against:
        ENVIRONMENT["earlier"]["PYTHONPATH"] = str(options.against.resolve() / "src")
        contenders.append("earlier")
    found: dict[str, dict[str, Any]] = {}
    for name in options.rows:
        start = time.monotonic()
        run = [contender for contender in contenders if contender in ROWS[name].contenders]
        found[name] = measure(ROWS[name], run, options.small, options.seconds)
        if options.reference:
            compare_with_recorded(name, found[name]["results"])
        print(table({name: found[name]}).splitlines()[-1], f"({time.monotonic() - start:.0f} s)", flush=True)
        for contender, why in found[name]["failed"].items():
            print(f"{name}: {contender} failed:\n{why}", file=sys.stderr)
    print("\n" + table(found))
    if options.record:
        recorded = {name: each["results"]["tensorflow"] for name, each in found.items()}
        REFERENCE.write_text(json.dumps(recorded) + "\n", encoding="utf-8")
    if options.out or (len(found) == len(ROWS) and not options.small):
        _write(found, options.out or RESULTS)
    if any("graphwright" in each["failed"] for each in found.values()):
        sys.exit("Graphwright failed in some rows")


if __name__ == "__main__":
    main()
