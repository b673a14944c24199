"""The parent's side of the workers: starts one for each library, sends requests, and stops them all."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.contenders import EARLIER, ENVIRONMENT, HOME_LIBRARIES, ROOT, peer_python


class WorkerError(RuntimeError):
    """A worker answered with an error, or not at all."""


def interpreter(library: str) -> Path:
    return Path(sys.executable) if library in [*HOME_LIBRARIES, EARLIER] else peer_python(library)


def environment(library: str) -> dict[str, str]:
    """What the library's process runs under; byte code is kept, as it is for users: what is installed comes with it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | ENVIRONMENT.get(library, {})


class WorkerHandle:
    """One library's process."""

    def __init__(self, library: str) -> None:
        self.library = library
        # What the library prints, shown only if the worker dies. Closed with the worker.
        self.noise = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            [str(interpreter(library)), "-m", "bench.worker", library],
            cwd=ROOT,
            env=environment(library),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.noise,
            text=True,
        )

    def ask(self, do: str, **arguments: Any) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(json.dumps({"do": do, **arguments}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self.noise.seek(0)
            raise WorkerError(f"the {self.library} worker ended:\n{self.noise.read()[-4000:]}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{self.library}, {do} {arguments}:\n{answer['error']}")
        return answer

    def close(self) -> None:
        if self.process.stdin:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.noise.close()


class Crew:
    """A worker for each library, as a context manager."""

    def __init__(self, libraries: list[str]) -> None:
        self.workers = {library: WorkerHandle(library) for library in libraries}

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers.values():
            worker.close()

    def ask(self, library: str, do: str, **arguments: Any) -> dict[str, Any]:
        return self.workers[library].ask(do, **arguments)

    def versions(self) -> dict[str, dict[str, str]]:
        return {library: worker.ask("versions") for library, worker in self.workers.items()}
