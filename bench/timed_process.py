"""A process that answers requests with lines of JSON: contenders that take turns, each in an environment of its own."""

import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


class TimedProcess:
    """A contender; its answer to `time N` has the `seconds` of a call."""

    def __init__(self, command: list[str], cwd: Path, environment: dict[str, str]) -> None:
        self._noise = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self._process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._noise,
            text=True,
        )  # fmt: skip

    def answer(self, request: str = "") -> dict[str, Any]:
        """The answer to a request; without one the next answer."""
        assert self._process.stdin and self._process.stdout
        if request:
            self._process.stdin.write(request + "\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            self._noise.seek(0)
            raise RuntimeError(self._noise.read()[-3000:])
        found: dict[str, Any] = json.loads(line)
        return found

    def block(self, seconds: float, together: int = 1) -> Callable[[], float]:
        """A function that times as many calls as take that long, a multiple of those that belong together."""
        calls = max(1, round(seconds / self.answer(f"time {together}")["seconds"]))
        calls = -(-calls // together) * together
        return lambda: float(self.answer(f"time {calls}")["seconds"])

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
        self._noise.close()
