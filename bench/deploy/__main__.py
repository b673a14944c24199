"""Measure compiled libraries: python -m bench.deploy [--small] [--peers] [--rows ...] [--threads ...]

A program in C that calls a library, the same function in a Python process, and with `--peers` ONNX Runtime and LiteRT
take turns in each round, on one thread and on two. Before anything is timed, the library must have given the process's
bits and the others about the same numbers. The table goes to `bench/results/deploy.md`, the numbers beside it.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from bench import machine
from bench.contenders import ENVIRONMENT, ROOT
from bench.crew import environment
from bench.deploy import driver
from bench.measure import REST, Effort, Summary, Times, ratio, take_rounds
from bench.model_suite.definitions import ROWS as MODELS
from bench.timed_process import TimedProcess

ROWS = ["mobilenet_v2_1", "resnet50_1", "efficientnet_b0_1", "bert_128"]
PEERS = ["onnxruntime", "litert"]
TITLES = {"c": "C", "process": "in process", "onnxruntime": "ONNX Runtime", "litert": "LiteRT"}
#: The environment of each; a variable `BENCH_<NAME>_PYTHON` names another interpreter.
FOLDERS = {
    "process": ".venv-bench-keras",
    "tensorflow": ".venv-models-tensorflow",
    "onnxruntime": ".venv-models-tensorflow",
    "litert": ".venv-models-litert",
}
RESULTS = ROOT / "bench" / "results"
_EFFORT = Effort(block_seconds=0.15, rounds=15, fewest_rounds=7, seconds=30, rest=REST)
_SMALL = Effort(block_seconds=0.0, rounds=2, fewest_rounds=2, seconds=1)
_CLOSE = 2e-2  # of the largest number: a deep network's roundings add up


def _python(who: str) -> str:
    return os.environ.get(f"BENCH_{who.upper()}_PYTHON") or str(ROOT / FOLDERS[who] / "bin" / "python")


def _environment(who: str) -> dict[str, str]:
    found = environment("graphwright" if who == "process" else "tensorflow")
    return found | ({"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"} if who == "process" else {})


def _prepare(what: str, row: str, folder: Path, small: bool) -> dict[str, Any]:
    """Have another environment write the model, and return what it says of it."""
    who = "process" if what == "library" else "tensorflow"
    command = [_python(who), "-m", "bench.deploy.prepare", what, row, str(folder), *["--small"] * small]
    done = subprocess.run(command, cwd=ROOT, env=_environment(who), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{row}: {what} could not be written:\n{done.stderr[-3000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _started(who: str, row: str, threads: int, folder: Path, small: bool) -> TimedProcess:
    """A contender with a model."""
    if who == "c":
        return TimedProcess([str(folder / "driver"), str(threads), f"c{threads}.out"], folder, _environment(who))
    given = [who, row, str(threads), str(folder), *["--small"] * small]
    return TimedProcess([_python(who), "-m", "bench.deploy.worker", *given], ROOT, _environment(who))


def _in_turn(row: str, contenders: list[str], threads: int, folder: Path, small: bool) -> dict[str, Any]:
    """Times of calls, seconds to the first result from the start of the process's own work, and peaks of memory."""
    effort = _SMALL if small else _EFFORT
    with ExitStack() as stack:
        running: dict[str, TimedProcess] = {}
        firsts, results = {}, {}
        for who in contenders:
            running[who] = process = _started(who, row, threads, folder, small)
            stack.callback(process.close)
            answer = process.answer()
            firsts[who], results[who] = answer["first"], np.array(answer["result"])
        _compare(row, results, folder, threads)
        times = take_rounds({who: process.block(effort.block_seconds) for who, process in running.items()}, effort)
        peaks = {who: process.answer("end")["megabytes"] for who, process in running.items()}
    return {"times": times, "first": firsts, "megabytes": peaks}


def _compare(row: str, results: dict[str, Any], folder: Path, threads: int) -> None:
    """Raise unless the library gives the bits of the process, and all others about the same."""
    ours, process = ((folder / f"{who}{threads}.out").read_bytes() for who in ("c", "process"))
    if ours != process:
        raise AssertionError(f"{row}: the library has other bits than the process, on {threads} threads")
    expected = results["c"]
    for who, found in results.items():
        if not np.allclose(found, expected, rtol=_CLOSE, atol=_CLOSE * np.abs(expected).max()):
            raise AssertionError(f"{row}: {who} computes {found[:8]}, C {expected[:8]}")


def measure(row: str, contenders: list[str], threads: list[int], small: bool) -> dict[str, Any]:
    """A model written for all, and run by them on each number of threads."""
    with tempfile.TemporaryDirectory(prefix="graphwright-deploy-") as place:
        folder = Path(place)
        written = _prepare("library", row, folder, small)
        if len(contenders) > 2:
            written |= _prepare("peers", row, folder, small)
        driver.build(folder, written["elements"])
        runs = {str(number): _in_turn(row, contenders, number, folder, small) for number in threads}
        return {"written": written, "runs": runs}


def table(found: dict[str, dict[str, Any]], contenders: list[str]) -> str:
    """The results as Markdown: medians with half the interquartile range, ratios within rounds, first results."""
    head = ["work, batch 1", "threads", *(TITLES[who] for who in contenders)]
    head += [f"C against {TITLES[who]}" for who in contenders[1:]]
    head += ["first result", "peak of memory", "code of the library"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row, each in found.items():
        for threads, run in each["runs"].items():
            times: Times = run["times"]
            cells = [MODELS[row].title, threads]
            for who in contenders:
                summary = Summary.of(times[who])
                cells.append(f"{1e3 * summary.median:.3g} ms ±{summary.spread:.0%}")
            for who in contenders[1:]:
                against = ratio(times, "c", who)
                cells.append(f"{against.median:.2f} ({against.low:.2f} to {against.high:.2f})")
            cells.append(", ".join(f"{TITLES[who]} {1e3 * run['first'][who]:.0f} ms" for who in contenders))
            cells.append(", ".join(f"{TITLES[who]} {run['megabytes'][who]:.0f} MB" for who in contenders))
            cells.append(f"{each['written']['library'] / 1e3:.0f} kB")
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


_ABOUT = """\
# Compiled libraries

A call on one example: medians with half the interquartile range, and in columns "against" quartiles of the ratios
within rounds, above 1 where C is faster. The first result counts from the start of reading the model; of Python it
includes importing its runtime, and of Graphwright in process building the model in Keras. The weights of the library
are in a file.

"""


def _write(found: dict[str, dict[str, Any]], contenders: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    document = {"machine": machine.describe(), "rows": found}
    (folder / "deploy.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (folder / "deploy.md").write_text(_ABOUT + table(found, contenders), encoding="utf-8")


def main() -> None:
    """Measure all rows."""
    parser = argparse.ArgumentParser(prog="python -m bench.deploy", description=__doc__)
    parser.add_argument("--small", action="store_true", help="small models, two rounds: whether all compute the same")
    parser.add_argument("--peers", action="store_true", help="ONNX Runtime and LiteRT, too")
    parser.add_argument("--rows", nargs="+", metavar="ROW", choices=ROWS, default=ROWS, help=", ".join(ROWS))
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--out", type=Path, help="a folder for deploy.md and deploy.json (bench/results for all rows)")
    options = parser.parse_args()
    ENVIRONMENT["graphwright"]["PYTHONPATH"] = str(ROOT / "src")
    contenders = ["c", "process", *(PEERS if options.peers else [])]
    found: dict[str, dict[str, Any]] = {}
    for row in options.rows:
        start = time.monotonic()
        found[row] = measure(row, contenders, options.threads, options.small)
        print(table({row: found[row]}, contenders), f"({time.monotonic() - start:.0f} s)", flush=True)
    if options.out or (options.peers and options.rows == ROWS and not options.small):
        _write(found, contenders, options.out or RESULTS)


if __name__ == "__main__":
    main()
