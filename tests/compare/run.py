"""Compares random programs with TensorFlow.

    python -m tests.compare.run --tensorflow PYTHON --seeds 0:20000 [--state FILE]

`PYTHON` is an interpreter that has TensorFlow (`make compare SEEDS=0:20000` names its environment's). Each seed is one
program. With a state file a run goes on where it was stopped; the differences are printed and kept in it.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CHUNK = 500


def _answers(python: str, module: str, expressions: list[str]) -> list[Any]:
    """One side's answers; what a process dies of is answered `died`, and another goes on behind it."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "asked.json"), Path(folder, "answers")
        asked.write_text(json.dumps(expressions))
        answered.touch()
        while True:
            command = [python, "-m", "tests.compare.side", module, str(asked), str(answered)]
            done = subprocess.run(command, cwd=ROOT, env=_environment(), capture_output=True, text=True, check=False)
            lines = answered.read_text().splitlines()
            if len(lines) == len(expressions):
                return [json.loads(line) for line in lines]
            if done.returncode >= 0:
                raise RuntimeError(f"{module} answered {len(lines)} of {len(expressions)}: {done.stderr[-2000:]}")
            with answered.open("a") as file:
                file.write(json.dumps({"died": done.returncode}) + "\n")


def _environment() -> dict[str, str]:
    return {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}


def compare(python: str, seeds: range) -> Iterator[dict[str, Any]]:
    """The differences that the programs of some seeds show."""
    from tests.compare.draw import draw
    from tests.compare.judge import verdict
    from tests.compare.known import reason

    programs = [draw(seed) for seed in seeds]
    asked = [program.expression for program in programs]
    theirs = _answers(python, "tensorflow", asked)
    both = _answers(sys.executable, "graphwright", asked + [program.wide for program in programs])
    ours, wide = both[: len(asked)], both[len(asked) :]
    for seed, expression, a, b, c in zip(seeds, asked, ours, theirs, wide, strict=True):
        found = "our process died" if "died" in a else verdict(a, b, c)
        if found and not reason(found, expression, b):
            yield {"seed": seed, "found": found, "expression": expression, "here": a, "TensorFlow": b}


def _run(python: str, seeds: range, state: Path | None) -> int:
    done: dict[int, list[Any]] = {}
    if state is not None and state.exists():
        done = {entry["first"]: entry["differences"] for entry in map(json.loads, state.read_text().splitlines())}
    for first in range(seeds.start, seeds.stop, CHUNK):
        if first in done:
            continue
        done[first] = list(compare(python, range(first, min(first + CHUNK, seeds.stop))))
        if state is not None:
            with state.open("a") as file:
                file.write(json.dumps({"first": first, "differences": done[first]}) + "\n")
        for difference in done[first]:
            print(json.dumps(difference), flush=True)
        print(f"{first}: {len(done[first])} differences", flush=True)
    counts = collections.Counter(d["found"] for first in done for d in done[first])
    print(f"{len(seeds)} programs, {counts.total()} differences: {dict(counts)}")
    return counts.total()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True, help="an interpreter that has TensorFlow")
    parser.add_argument("--seeds", default="0:500", help="FIRST:END")
    parser.add_argument("--state", type=Path, help="a file that keeps what was compared")
    options = parser.parse_args()
    first, end = map(int, options.seeds.split(":"))
    raise SystemExit(min(1, _run(os.path.join(ROOT, options.tensorflow), range(first, end), options.state)))


if __name__ == "__main__":
    main()
