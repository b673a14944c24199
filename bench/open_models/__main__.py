"""Measure models of open sizes: python -m bench.open_models [--peers] [--models ...] [--patterns ...] [--small]

torch and tf2onnx write the models; Graphwright and, with `--peers`, ONNX Runtime on all cores run the same files, each
in a process of its own, and take turns in each round: with one size, with four in turn, and with new ones in every
call. They are called for some time first, so that sizes that return have programs of their own. Nothing is timed before
the results agree. The table goes to `bench/results/open_models.md`, the numbers beside it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from bench import machine
from bench.contenders import ENVIRONMENT, ROOT
from bench.crew import environment
from bench.measure import REST, Effort, Summary, Times, ratio, take_rounds
from bench.open_models.definitions import MODELS, PATTERNS
from bench.timed_process import TimedProcess

#: The environment of each; a variable `BENCH_<NAME>_PYTHON` names another interpreter.
FOLDERS = {
    "graphwright": ".venv-onnx",
    "earlier": ".venv-onnx",
    "onnxruntime": ".venv-onnx",
    "tf2onnx_models": ".venv-onnx",
    "torch_models": ".venv-models-torch",
}
RESULTS = ROOT / "bench" / "results"
_EFFORT = Effort(block_seconds=0.2, rounds=15, fewest_rounds=7, seconds=20, rest=REST)
_SMALL = Effort(block_seconds=0.0, rounds=1, fewest_rounds=1, seconds=1)
_WARM = 10.0  # seconds of calls first: compiling takes at most a tenth of a function's time
_TOGETHER = 4  # calls: each of the repeating sizes as often
_CLOSE = 1e-3  # of the largest number


def _python(who: str) -> str:
    return os.environ.get(f"BENCH_{who.upper()}_PYTHON") or str(ROOT / FOLDERS[who] / "bin" / "python")


def _environment(who: str) -> dict[str, str]:
    ours = "earlier" if who == "earlier" else "graphwright"
    sources = ENVIRONMENT[ours].get("PYTHONPATH", str(ROOT / "src"))
    return environment(ours) | {"PYTHONPATH": f"{sources}{os.pathsep}{ROOT}"}


def write_models(names: list[str], folder: Path) -> None:
    """Have the exporters write the models that are not in the folder."""
    missing = [name for name in names if not (folder / f"{name}.onnx").exists()]
    for exporter in dict.fromkeys(MODELS[name].exporter for name in missing):
        some = [name for name in missing if MODELS[name].exporter == exporter]
        as_tensorflow = ["-m", "graphwright"] if exporter == "tf2onnx_models" else []
        script = str(Path(__file__).with_name(f"{exporter}.py"))
        command = [_python(exporter), *as_tensorflow, script, str(folder), *some]
        done = subprocess.run(command, cwd=ROOT, env=_environment(exporter), capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{exporter}: the models could not be written:\n{done.stderr[-3000:]}")


def _started(who: str, file: Path, name: str, pattern: str) -> TimedProcess:
    """A contender with a model and a pattern of sizes."""
    command = [_python(who), "-m", "bench.open_models.worker", who, str(file), name, pattern]
    return TimedProcess(command, ROOT, _environment(who))


def measure(
    name: str, pattern: str, contenders: list[str], folder: Path, warm: float, effort: Effort
) -> dict[str, Any]:
    """Times of a call by contender, and the host calls of our program."""
    with ExitStack() as stack:
        running: dict[str, TimedProcess] = {}
        results = {}
        for who in contenders:
            running[who] = process = _started(who, folder / f"{name}.onnx", name, pattern)
            stack.callback(process.close)
            results[who] = process.answer()["results"]
        compare(name, results)
        for process in running.values():
            process.answer(f"warm {warm}")
        blocks = {who: process.block(effort.block_seconds, _TOGETHER) for who, process in running.items()}
        times = take_rounds(blocks, effort)
        return {"times": times, "host_calls": running["graphwright"].answer("end")["host_calls"]}


def compare(name: str, results: dict[str, list[list[float]]]) -> None:
    """Raise unless all computed about the same in each of the calls."""
    (first, expected), *others = results.items()
    for who, found in others:
        for theirs, ours in zip(found, expected, strict=True):
            largest = max(map(abs, ours), default=0.0)
            if len(theirs) != len(ours) or not np.allclose(theirs, ours, rtol=_CLOSE, atol=_CLOSE * largest):
                raise AssertionError(f"{name}: {who} computes {theirs[:8]}, {first} {ours[:8]}")


def table(found: dict[str, dict[str, dict[str, Any]]]) -> str:
    """The results as Markdown: medians with half the interquartile range, and quartiles of ratios within rounds."""
    contenders = list(next(iter(next(iter(found.values())).values()))["times"])
    peers = contenders[1:]
    head = ["model", "sizes", *contenders, *(f"as fast as {who}" for who in peers), "host calls"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name, patterns in found.items():
        for pattern, each in patterns.items():
            times: Times = each["times"]
            cells = [MODELS[name].title, PATTERNS[pattern]]
            for who in contenders:
                summary = Summary.of(times[who])
                cells.append(f"{1e3 * summary.median:.3g} ms ±{summary.spread:.0%}")
            for who in peers:
                against = ratio(times, "graphwright", who)
                cells.append(f"{against.median:.2f} ({against.low:.2f} to {against.high:.2f})")
            lines.append("| " + " | ".join([*cells, str(each["host_calls"])]) + " |")
    return "\n".join(lines) + "\n"


_ABOUT = """\
# ONNX models of open sizes

A call of a model as its exporter writes it: medians with half the interquartile range, and in columns "as fast as"
quartiles of the ratios within rounds, above 1 where Graphwright is faster.

"""


def _write(found: dict[str, dict[str, dict[str, Any]]], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    document = {"machine": machine.describe(), "rows": found}
    (folder / "open_models.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (folder / "open_models.md").write_text(_ABOUT + table(found), encoding="utf-8")


def main() -> None:
    """Measure all models."""
    parser = argparse.ArgumentParser(prog="python -m bench.open_models", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="ONNX Runtime, too")
    parser.add_argument(
        "--models", nargs="+", metavar="MODEL", choices=MODELS, default=list(MODELS), help=", ".join(MODELS)
    )
    parser.add_argument("--patterns", nargs="+", choices=PATTERNS, default=list(PATTERNS))
    parser.add_argument("--small", action="store_true", help="one round: whether all compute the same")
    parser.add_argument("--warm", type=float, default=_WARM, help="seconds of calls before (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="where models are kept, and found again")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="the Graphwright of another checkout too")
    parser.add_argument("--out", type=Path, help="a folder for open_models.md and .json (bench/results for all models)")
    options = parser.parse_args()
    contenders = ["graphwright"] + ["onnxruntime"] * options.peers
    ENVIRONMENT["graphwright"]["PYTHONPATH"] = str(ROOT / "src")
    if options.against:
        ENVIRONMENT["earlier"]["PYTHONPATH"] = str(options.against.resolve() / "src")
        contenders.append("earlier")
    effort, warm = (_SMALL, 0.0) if options.small else (_EFFORT, options.warm)
    found: dict[str, dict[str, dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory(prefix="graphwright-open-models-") as place:
        folder = options.folder or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        write_models(options.models, folder)
        for name in options.models:
            for pattern in options.patterns:
                start = time.monotonic()
                row = measure(name, pattern, contenders, folder, warm, effort)
                found.setdefault(name, {})[pattern] = row
                line = table({name: {pattern: row}}).splitlines()[-1]
                print(line, f"({time.monotonic() - start:.0f} s)", flush=True)
    whole = options.peers and options.models == list(MODELS) and options.patterns == list(PATTERNS)
    if options.out or (whole and not options.small):
        _write(found, options.out or RESULTS)
    if any(each["host_calls"] for patterns in found.values() for each in patterns.values()):
        sys.exit("some models have host calls")


if __name__ == "__main__":
    main()
