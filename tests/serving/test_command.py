"""`graphwright serve` as a process."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from graphwright.cli.main import main, parser
from graphwright.serving.options import ModelConfig, Options
from tests.serving.models import save_scale


def test_the_defaults_are_those_of_the_options() -> None:
    provided, defaults = parser().parse_args(["serve", "model"]), Options([ModelConfig("m", ".")])
    same = (
        "host", "rest_port", "grpc_port", "workers", "threads", "max_in_flight", "max_connections", "receive_timeout",
        "timeout", "poll",
    )  # fmt: skip
    assert {name: getattr(provided, name) for name in same} == {name: getattr(defaults, name) for name in same}
    assert (provided.batch, provided.batch_wait) == (defaults.max_batch_size, 1000 * defaults.batch_wait)
    assert provided.max_request * (1 << 20) == defaults.max_request_bytes


def test_it_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    save_scale(tmp_path / "scale" / "3")
    command = [sys.executable, "-m", "graphwright", "serve", str(tmp_path / "scale"), "--rest-port", "0"]
    with subprocess.Popen([*command, "--grpc-port", "0"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            lines = iter(process.stderr.readline, "")
            port = next(found[1] for line in lines if (found := re.search(r"REST at 127.0.0.1:(\d+)", line)))
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/v1/models/scale:predict", json.dumps({"instances": [[1, 1]]}).encode()
            )
            with urllib.request.urlopen(request) as response:
                assert json.load(response) == {"predictions": [[1.0, 10.0]]}
        finally:
            process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
    assert (process.returncode, "Traceback" in rest) == (0, False)


def test_a_port_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_scale(tmp_path / "m")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for name, other in (("--rest-port", "--grpc-port"), ("--grpc-port", "--rest-port")):
            arguments = ["serve", str(tmp_path / "m"), "--workers", "0", name, str(port), other, "0"]
            assert main(arguments) == 1
            assert f"cannot listen at 127.0.0.1:{port}" in (printed := capsys.readouterr().err)
            assert f"choose another port with {name}" in printed


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "name either the folder of a model or a file with --config"),
        (["/no/such/model"], "model 'model': there is no folder '/no/such/model'"),
        (["--config", "/no/such/file"], "No such file"),
    ],
)
def test_what_it_refuses(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *arguments]) == 1
    assert text in capsys.readouterr().err
