"""Meshes over the devices of several processes: the same as one of one process, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("jax")
import graphwright as tf
from tests.distribute.dtensor_process_program import trained
from tests.distribute.test_processes import launched

pytestmark = pytest.mark.timeout(300)
PROGRAM = Path(__file__).parent / "dtensor_process_program.py"
dtensor = tf.experimental.dtensor


def test_two_processes_give_what_one_gives(tmp_path: Path) -> None:
    status, printed = launched(2, str(PROGRAM), str(tmp_path), "none")
    assert status == 0, printed
    first, second = (json.loads((tmp_path / f"{i}.json").read_text(encoding="utf-8")) for i in range(2))
    mesh = dtensor.create_mesh([("batch", 2), ("model", 2)], devices=[f"CPU:{i}" for i in range(4)])
    expected = trained(mesh)
    for found in (first, second):
        for name in ("losses", "sum"):
            assert found[name] == pytest.approx(expected[name], rel=1e-5)
        for row, wanted in zip(found["w"], expected["w"], strict=True):
            assert row == pytest.approx(wanted, rel=1e-5)
        assert (found["layout"], found["product"]) == (["unsharded", "model"], ["batch", "model"])
        assert found["parts"] == [[row[:3] for row in found["w"]], [row[3:] for row in found["w"]]]
        assert found["packed"] == [[0.0] * 3] * 2 + [[1.0] * 3] * 2
        assert "sharded over several processes" in found["unread"] and found["counts"] == [2, 4]
        assert found["everywhere"] == [f"/job:worker/replica:0/task:{t}/device:CPU:{i}" for t in (0, 1) for i in (0, 1)]
    assert (first["ids"], second["ids"]) == ([0, 1], [2, 3])
    assert second["places"] == [{"batch": 1, "model": 0}, {"batch": 1, "model": 1}]
    assert second["devices"] == second["everywhere"][2:] and second["name"].endswith("/task:1/device:CUSTOM:0")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("die", "UnavailableError: Process 0 of 2 .* lost another process in 'the value of a tensor'"),
        ("hang", "DeadlineExceededError: Process 0 of 2 .* waited 5 seconds for the others in 'the value of a tensor'"),
    ],
)
def test_faults_are_errors_of_the_others(
    fault: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHWRIGHT_DTENSOR_TIMEOUT", "5" if fault == "hang" else "100")
    status, printed = launched(2, str(PROGRAM), str(tmp_path), fault)
    assert status
    assert re.search(error, printed), printed
    assert not list(tmp_path.glob("*.json"))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("DTENSOR_JOBS", "", "has 0 addresses"),
        ("DTENSOR_JOBS", "a:1,b:2,c:3", "has 3 addresses, .* for the 2 processes"),
        ("DTENSOR_JOBS", "a:1,b", "not of the form 'host:port'"),
        ("DTENSOR_JOBS", "a:1,a:1", "same address"),
        ("DTENSOR_CLIENT_ID", "2", "numbers from 0 to 1"),
        ("GRAPHWRIGHT_DTENSOR_TIMEOUT", "soon", "not a number of seconds"),
    ],
)
def test_environments_that_do_not_fit(name: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"DTENSOR_NUM_CLIENTS": "2", "DTENSOR_CLIENT_ID": "0", "DTENSOR_JOBS": "localhost:1,localhost:2"}
    for key, text in (given | {name: value}).items():
        monkeypatch.setenv(key, text)
    with pytest.raises(ValueError, match=message):
        dtensor.initialize_accelerator_system("CPU")


def test_meshes_of_processes_that_are_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DTENSOR_NUM_CLIENTS", "2")
    monkeypatch.setenv("DTENSOR_CLIENT_ID", "1")
    with pytest.raises(ValueError, match=r"\(8 per client \* 2 clients = 16\) must be equal to total size of the mesh"):
        dtensor.create_distributed_mesh([("x", 8)], device_type="CPU")
    mesh = dtensor.create_distributed_mesh([("x", 16)], device_type="CPU")
    assert mesh.local_device_ids() == [*range(8, 16)] and len(mesh.global_devices()) == 16
    assert dtensor.full_job_name() == "worker/replica:0/task:1"
    with pytest.raises(tf.errors.FailedPreconditionError, match="initialize_accelerator_system"):
        dtensor.copy_to_mesh(tf.ones([16]), dtensor.Layout(["x"], mesh))
