"""Compares random programs of statements with TensorFlow.

    python -m tests.compare.statements.run --tensorflow PYTHON --seeds 0:3000 [--state FOLDER] [--again]

Each side is a process that answers program after program; one that dies or takes too long costs its program alone.
With a state folder a run goes on where it was stopped; `--again` runs our side anew against TensorFlow's kept answers.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.compare.statements.draw import draw
from tests.compare.statements.judge import differences, floor_of, inconsistencies
from tests.compare.statements.known import reason
from tests.compare.statements.program import Program

ROOT = Path(__file__).parents[3]
CHUNK = 100
SECONDS = 120  # by the clock, after which a process is killed; it stops itself sooner where Python runs
LIVES = 1500  # programs, after which a process is replaced


class Process:
    """One side: a process that is started again when it dies."""

    def __init__(self, python: str, module: str, options: dict[str, str] | None = None) -> None:
        self.command = [python, "-m", "tests.compare.statements.side", module]
        self.options = options or {}
        self.process: subprocess.Popen[bytes] | None = None
        self.answered = 0

    def answer(self, program: Program) -> Any:
        """A program's answer; `died` with the status where the process did not survive it."""
        if self.process is None or self.answered >= LIVES:
            self._start()
        process = self.process
        assert process is not None and process.stdin is not None
        process.stdin.write(json.dumps(program.as_json()).encode() + b"\n")
        process.stdin.flush()
        line = self._line(SECONDS)
        self.answered += 1
        if line:
            return json.loads(line)
        status = process.poll()
        self.close()
        return {"slow": True} if status is None else {"died": status}

    def _line(self, seconds: float) -> bytes:
        assert self.process is not None and self.process.stdout is not None
        end, found = time.monotonic() + seconds, b""
        handle = self.process.stdout.fileno()
        while not found.endswith(b"\n"):
            ready, _, _ = select.select([handle], [], [], max(0.0, end - time.monotonic()))
            part = os.read(handle, 1 << 16) if ready else b""
            if not part:
                if ready:
                    self.process.wait()
                return b""
            found += part
        return found

    def _start(self) -> None:
        self.close()
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", **self.options}
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.answered = 0
        if not self._line(300):
            raise RuntimeError(f"{' '.join(self.command)} does not start")

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self.process = None


class Kept:
    """Answers of one side in a file, by program; nothing is kept without a folder."""

    def __init__(self, folder: Path | None, name: str, fresh: bool = False) -> None:
        self.path = None if folder is None else folder / f"{name}.jsonl"
        self.found: dict[str, Any] = {}
        if self.path is not None and self.path.exists() and not fresh:
            for line in self.path.read_text().splitlines():
                entry = json.loads(line)
                self.found[json.dumps(entry["program"])] = entry["answer"]
        elif self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text("")

    def answer(self, process: Process, program: Program) -> Any:
        """The kept answer of a program, or a new one."""
        key = json.dumps(program.as_json())
        if key in self.found:
            return self.found[key]
        answer = process.answer(program)
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps({"program": program.as_json(), "answer": answer}) + "\n")
        return answer


def compare(theirs: Process, ours: Process, programs: Iterable[Program], kept: tuple[Kept, Kept]) -> Iterator[Any]:
    """The differences that programs show: the program, the modes and what differs, and both answers.

    TensorFlow runs a program eagerly, which takes a fifth of the time of its traces. It traces the program as well if
    one of our modes differs from that: what its trace answers otherwise than Python does counts, too.
    """
    with ThreadPoolExecutor(2) as pool:
        asked = list(programs)
        first = pool.submit(lambda: [kept[0].answer(theirs, _eager(program)) for program in asked])
        second = pool.submit(lambda: [kept[1].answer(ours, program) for program in asked])
        for program, b, a in zip(asked, first.result(), second.result(), strict=True):
            floor = floor_of(program)
            if not differences(a, dict.fromkeys(program.modes, b["eager"]) if "eager" in b else b, floor):
                continue
            b = kept[0].answer(theirs, program)
            for mode, text in differences(a, b, floor).items():
                if reason(text, mode, program.text, a, b) or _jumps(text, program, a, ours):
                    continue
                if not _is_flushed(text, mode, program, b, ours):
                    answers = {"here": a.get(mode, a), "TensorFlow": b.get(mode, b)}
                    yield {"seed": program.seed, "mode": mode, "found": text, **answers}


def _eager(program: Program) -> Program:
    return replace(program, modes=("eager",))


def _jumps(text: str, program: Program, plain: Any, ours: Process) -> bool:
    """Whether numbers differ where rounding errors of the inputs alone change our eager answer as much."""
    if "numbers" not in text:
        return False
    nudged = ours.answer(_eager(program.nudged()))
    return bool(inconsistencies({"eager": plain["eager"], "nudged": nudged["eager"]}, floor_of(program)))


def _is_flushed(text: str, mode: str, program: Program, theirs: Any, ours: Process) -> bool:
    """Whether numbers are TensorFlow's once subnormal ones are zeros, for which it takes them."""
    from tests.support.subnormals import can_flush  # which needs LLVM

    if "numbers" not in text or not can_flush():
        return False
    return mode not in differences(ours.answer(program.flushed()), theirs, floor_of(program))


def alone(ours: Process, programs: Iterable[Program], kept: Kept) -> Iterator[Any]:
    """What our own traces answer otherwise than eager execution does."""
    for program in programs:
        answer = kept.answer(ours, program)
        for mode, text in inconsistencies(answer, floor_of(program)).items():
            yield {"seed": program.seed, "mode": mode, "found": text, "here": answer}


def environment_of(executor: str) -> dict[str, str]:
    """The variables that choose an executor."""
    return {"GRAPHWRIGHT_EXECUTOR": executor} if executor else {}


def _run(options: argparse.Namespace) -> int:
    first, end = map(int, options.seeds.split(":"))
    theirs = Process(os.path.join(ROOT, options.tensorflow), "tensorflow", {"PYTHONPATH": ""})
    ours = Process(options.python or sys.executable, "graphwright", environment_of(options.executor))
    kept = Kept(options.state, "tensorflow"), Kept(options.state, options.executor or "here", fresh=options.again)
    counts: collections.Counter[str] = collections.Counter()
    began = time.monotonic()
    try:
        for start in range(first, end, CHUNK):
            seeds = range(start, min(start + CHUNK, end))
            programs = map(draw, seeds)
            found = compare(theirs, ours, programs, kept) if options.tensorflow else alone(ours, programs, kept[1])
            for difference in found:
                counts[difference["found"].split("(")[0]] += 1
                shown = difference if options.full else {k: difference[k] for k in ("seed", "mode", "found")}
                print(json.dumps(shown), flush=True)
            rate = (seeds.stop - first) / (time.monotonic() - began)
            print(f"{seeds.stop}: {counts.total()} differences so far, {rate:.1f} programs a second", flush=True)
    finally:
        theirs.close()
        ours.close()
    print(f"{end - first} programs, {counts.total()} differences: {dict(counts)}")
    return counts.total()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", default="", help="an interpreter that has TensorFlow; our traces alone without")
    parser.add_argument("--seeds", default="0:300", help="FIRST:END")
    parser.add_argument("--state", type=Path, help="a folder that keeps the answers")
    parser.add_argument("--executor", default="", help="native, numpy or xla (with --python that has jax)")
    parser.add_argument("--python", default="", help="the interpreter of our side")
    parser.add_argument("--again", action="store_true", help="forget the kept answers of our side")
    parser.add_argument("--full", action="store_true", help="print both answers")
    raise SystemExit(min(1, _run(parser.parse_args())))


if __name__ == "__main__":
    main()
