"""Several processes: the same as several replicas of one, and what happens when one of them fails."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")
import graphwright as tf
from graphwright.distribute.cluster.membership import Membership, membership_of
from graphwright.distribute.cluster.processes import Processes
from graphwright.distribute.cluster.rendezvous import meet
from tests.distribute.process_program import trained
from tests.distribute.support import environment_of_processes, mirrored

pytestmark = pytest.mark.timeout(300)
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "distributed"
PROGRAM = ROOT / "tests" / "distribute" / "process_program.py"
LIMIT = 240  # seconds: nothing may hang


def launched(count: int, *program: str, restarts: int = 0) -> tuple[int, str]:
    """The exit status, and what the processes print."""
    command = [sys.executable, str(EXAMPLES / "launch.py"), "--processes", str(count), "--restarts", str(restarts)]
    done = subprocess.run(
        [*command, *program], capture_output=True, text=True, timeout=LIMIT, cwd=ROOT,
        env=environment_of_processes(),
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_four_processes_give_what_four_replicas_give(tmp_path: Path) -> None:
    status, printed = launched(4, str(PROGRAM), "none", "100", str(tmp_path))
    assert status == 0, printed
    found = [json.loads(file.read_text(encoding="utf-8")) for file in tmp_path.glob("*.json")]
    expected = trained(mirrored(4), True)
    assert len(found) == 4
    for one in found:
        for name in ("losses", "seen", "ids", "python"):
            assert one[name] == pytest.approx(expected[name], rel=1e-5), name
        assert np.array(one["w"]) == pytest.approx(np.array(expected["w"]), rel=1e-4, abs=1e-6)
        assert one["steps"] == 4  # the process with most elements decides


@pytest.mark.parametrize(
    ("fault", "seconds", "error"),
    [
        ("die", "100", "UnavailableError: Process 0 of 2 .* lost another process"),
        ("hang", "12", "DeadlineExceededError: Process 0 of 2 .* waited 12 seconds for the others"),
        ("other", "100", "InvalidArgumentError: Process . of 2 .* runs another program than process"),
    ],
)
def test_faults_are_errors_of_the_others(fault: str, seconds: str, error: str) -> None:
    status, printed = launched(2, str(PROGRAM), fault, seconds)
    assert status == 1
    assert re.search(error, printed), printed
    assert "RESULT" not in printed


def test_lines_of_several_processes_stay_whole(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nfor i in range(500):\n    print('line', i)\n    sys.stderr.write('x')\nprint('end')"
    )
    status, printed = launched(3, str(program))
    assert status == 0, printed
    lines = sorted(f"[{index}] line {i}" for index in range(3) for i in range(500))
    assert sorted(line for line in printed.splitlines() if "line" in line) == lines
    assert sorted(line for line in printed.splitlines() if "x" in line) == [
        f"[{index}] {'x' * 500}" for index in range(3)
    ]


def test_a_restart_goes_on_from_the_last_checkpoint(tmp_path: Path) -> None:
    program = [str(EXAMPLES / "processes.py"), "--steps", "12", "--checkpoints", str(tmp_path)]
    status, printed = launched(2, *program, "--die", "7", restarts=1)
    assert status == 0, printed
    steps = re.findall(r"step (\d+): loss (.*)", printed)
    assert [int(number) for number, _ in steps] == [*range(7), *range(5, 12)]
    alone = subprocess.run(
        [sys.executable, str(EXAMPLES / "processes.py"), "--steps", "12"], capture_output=True, text=True, check=True,
        env=environment_of_processes(),
    )  # fmt: skip
    undisturbed = [float(loss) for loss in re.findall(r"loss (.*)", alone.stdout)]
    assert [float(loss) for _, loss in steps[-7:]] == pytest.approx(undisturbed[-7:], abs=2e-6)


def test_processes_on_one_gpu_are_told_to_share_them_out() -> None:
    process = Processes.__new__(Processes)
    process.index, process.count, process.addresses = 1, 2, ("a:1", "b:2")
    nccl = RuntimeError("INTERNAL: NCCL failed: 'Duplicate GPU detected : rank 0 and rank 1 both on CUDA device 60'")
    with pytest.raises(tf.errors.FailedPreconditionError, match=r"Process 1 of 2 .* uses a GPU .*VISIBLE"):
        raise process._lost("a step", nccl)
    with pytest.raises(tf.errors.UnavailableError, match="lost another process in 'a step'"):
        raise process._lost("a step", RuntimeError("closed"))


def resolver(cluster: Any, task_type: Any = "worker", task_id: Any = 0) -> Any:
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        tf.train.ClusterSpec(cluster), task_type=task_type, task_id=task_id
    )


def test_who_is_in_a_cluster() -> None:
    assert membership_of(resolver({})) is None
    assert membership_of(resolver({"worker": ["a:1"]})) is None
    cluster = {"worker": ["a:1", "b:2"], "chief": ["c:3"], "ps": ["d:4"]}
    assert membership_of(resolver(cluster, "worker", 1)) == Membership(("c:3", "a:1", "b:2"), 2)


@pytest.mark.parametrize(
    ("cluster", "task", "message"),
    [
        ({"worker": ["a:1", "b:2"]}, ("worker", 2), "`task_id` 2 exceeds the maximum id of worker: 1"),
        ({"worker": ["a:1", "b:2"]}, ("boss", 0), "Unrecognized task_type: 'boss'"),
        ({"worker": ["a:1", "b:2"], "ps": ["c:1"]}, ("ps", 0), "does not train in step"),
        ({"worker": ["a:1", "b:2"]}, (None, None), "does not say which task this process is"),
        ({"worker": ["a:1", "a:1"]}, ("worker", 0), "the same address"),
        ({"worker": ["a:1", "b"]}, ("worker", 0), "not of the form 'host:port'"),
        ({"worker": ["a:1"], "chief": ["b:1", "c:1"]}, ("worker", 0), "at most one 'chief'"),
    ],
)
def test_clusters_that_do_not_fit(cluster: Any, task: tuple[Any, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tf.distribute.MultiWorkerMirroredStrategy(resolver(cluster, *task))


def started(port: int, seconds: float) -> subprocess.CompletedProcess[str]:
    config = {"cluster": {"worker": [f"localhost:{port}", "localhost:1"]}, "task": {"type": "worker", "index": 0}}
    return subprocess.run(
        [sys.executable, str(PROGRAM), "none", str(seconds)], capture_output=True, text=True, timeout=LIMIT,
        env={**environment_of_processes(), "TF_CONFIG": json.dumps(config)},
    )  # fmt: skip


def test_a_port_in_use() -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        done = started(other.getsockname()[1], 30)
    assert done.returncode == 1
    assert "UnavailableError: The first process of the cluster cannot listen at localhost:" in done.stderr


def test_nobody_comes() -> None:
    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    done = started(port, 3)
    assert done.returncode != 0
    assert "waited 3 seconds for the others: process 1 (localhost:1) did not come" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("greetings", "message"),
    [
        (["1 graphwright {first},other:1,c:1"], "Process 1 belongs to the cluster"),
        (["1 graphwright {first},b:1,c:1"] * 2, "Two processes say that they are number 1"),
        (["GET / HTTP/1.1", "1 graphwright {first}"], "Process 1 belongs to the cluster"),
    ],
)
def test_processes_of_different_clusters(greetings: list[str], message: str) -> None:
    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    first = f"localhost:{port}"

    def greet() -> None:
        lines = []
        for text in greetings:
            while True:
                with contextlib.suppress(OSError):
                    lines.append(socket.create_connection(("localhost", port), timeout=30))
                    break
            lines[-1].sendall(f"{text.format(first=first)}\n".encode())
        answers.append(lines[-1].makefile("r").readline())
        for line in lines:
            line.close()

    answers: list[str] = []
    others = threading.Thread(target=greet)
    others.start()
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        meet(Membership((first, "b:1", "c:1"), 0), 30.0)
    others.join()
    assert message in answers[0]
