"""Libraries that take turns at lines of a table, each in a process of its own: answers are lines of JSON."""

import json
import subprocess
from typing import Any

from bench.contenders import ROOT
from bench.crew import environment, interpreter


class Turns:
    """A process for each library, which runs `python -m MODULE --serve LIBRARY`."""

    def __init__(self, module: str, libraries: list[str]) -> None:
        self._workers = [
            subprocess.Popen(
                [str(interpreter(library)), "-m", module, "--serve", library],
                cwd=ROOT, env=environment(library), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
            for library in libraries
        ]  # fmt: skip

    def __enter__(self) -> "Turns":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.terminate()
            worker.communicate()

    def ask(self, name: str) -> list[Any]:
        """What each library answers, one after the other."""
        answers = []
        for worker in self._workers:
            assert worker.stdin and worker.stdout
            worker.stdin.write(name + "\n")
            worker.stdin.flush()
            answers.append(json.loads(worker.stdout.readline()))
        return answers
