"""Starts a program in several processes of this machine, which find each other by TF_CONFIG or DTENSOR_JOBS.

    python examples/distributed/launch.py --processes 4 examples/distributed/processes.py --steps 40

Each line that a process prints is printed whole, with the process's index before it. Where one process fails the
others are ended, and all are started again, `--restarts` times at most.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

PATIENCE = 30.0  # seconds in which the others may say what they saw of a failure


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("localhost", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def environments(count: int, attempt: int) -> list[dict[str, str]]:
    """What each process finds in its environment."""
    workers = [f"localhost:{port}" for port in free_ports(count)]
    found = []
    for index in range(count):
        config = {"cluster": {"worker": workers}, "task": {"type": "worker", "index": index}}
        dtensor = {
            "DTENSOR_JOBS": ",".join(workers), "DTENSOR_NUM_CLIENTS": str(count), "DTENSOR_CLIENT_ID": str(index),
        }  # fmt: skip
        own = {"TF_CONFIG": json.dumps(config), "ATTEMPT": str(attempt), "PYTHONUNBUFFERED": "1"}
        found.append({**os.environ, **own, **dtensor})
    return found


def relay(index: int, stream: IO[bytes], to: IO[bytes]) -> threading.Thread:
    """Print the lines of one process, each in one write: lines of several processes would mix."""

    def work() -> None:
        for line in stream:
            to.write(f"[{index}] ".encode() + line.rstrip(b"\n") + b"\n")
            to.flush()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


@contextmanager
def started(command: Sequence[str], count: int, attempt: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The processes, which are ended with the block."""
    processes, relays = [], []
    for index, env in enumerate(environments(count, attempt)):
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        processes.append(process)
        for stream, to in ((process.stdout, sys.stdout.buffer), (process.stderr, sys.stderr.buffer)):
            assert stream is not None
            relays.append(relay(index, stream, to))
    try:
        yield processes
    finally:
        for process in processes:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()
        for thread in relays:
            thread.join(PATIENCE)  # a grandchild may hold a stream open


def run(command: Sequence[str], count: int, attempt: int) -> int:
    """Run all processes to their end; 0, or the exit status of the first that failed."""
    with started(command, count, attempt) as processes:
        failed, end = 0, float("inf")
        while any(process.poll() is None for process in processes) and time.monotonic() < end:
            time.sleep(0.1)
            bad = [code for process in processes if (code := process.poll())]
            if bad and not failed:
                failed, end = bad[0], time.monotonic() + PATIENCE
        return failed or next((code for process in processes if (code := process.poll())), 0)


def main() -> int:
    """Parse the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--restarts", type=int, default=0)
    parser.add_argument("program", nargs=argparse.REMAINDER, help="a script with its arguments")
    arguments = parser.parse_args()
    if not arguments.program:
        parser.error("name a program")
    status = 1
    for attempt in range(arguments.restarts + 1):
        status = run([sys.executable, *arguments.program], arguments.processes, attempt)
        if status == 0:
            return 0
        print(f"launch: attempt {attempt} failed with status {status}", file=sys.stderr, flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
