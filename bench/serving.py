"""A server under load, beside the same server with TensorFlow inside: `python -m bench.serving`.

TensorFlow Serving is no Python package; so the contender is this server with its models loaded and run by TensorFlow:
the same protocol, the same clients, the same batching. `BENCH_TENSORFLOW_PYTHON` names its interpreter, which needs
what `graphwright[serve]` needs. Then requests go on while versions change, workers are killed and clients send
nonsense, and what is lost is counted. The tables go to `bench/results/serving.md`.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS = 5
SECONDS = 2.0
CLIENTS = 16
RESULT = Path(__file__).parent / "results" / "serving.md"
ROOT = Path(__file__).parents[1]
_ROWS = 1


def save_model(folder: str, scale: float = 1.0) -> None:
    """A classifier of pictures of 28 by 28: two convolutions and two dense layers."""
    import graphwright as tf

    tf.random.set_seed(0)
    shapes = ([3, 3, 1, 16], [3, 3, 16, 32], [7 * 7 * 32, 128], [128, 10])
    module = tf.Module()
    module.weights = [tf.Variable(tf.random.normal(shape, stddev=0.05 * scale)) for shape in shapes]

    def classify(x: Any) -> Any:
        first, second, third, fourth = module.weights
        y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, first, 1, "SAME")), 2, 2, "SAME")
        y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(y, second, 1, "SAME")), 2, 2, "SAME")
        y = tf.nn.relu(tf.reshape(y, [-1, 7 * 7 * 32]) @ third)
        return tf.nn.softmax(y @ fourth)

    module.classify = tf.function(classify, input_signature=[tf.TensorSpec([None, 28, 28, 1], name="x")])
    tf.saved_model.save(module, folder)


def serve(engine: str, folder: str, workers: int, batch: int) -> None:
    """Run a server whose models one of the libraries runs; print its ports."""
    from graphwright.serving import worker
    from graphwright.serving.options import ModelConfig, Options
    from graphwright.serving.server import Server

    if engine == "tensorflow":
        worker.Models = _tensorflow_models()  # type: ignore[misc]

    async def run() -> None:
        models = [ModelConfig("m", folder)]
        options = Options(
            models, rest_port=0, grpc_port=0, workers=workers, max_batch_size=batch, batch_wait=0.001, poll=0.2
        )
        server = Server(options)
        await server.start()
        while True:
            print(json.dumps([server.rest_port, server.grpc_port, server.pool.pids]), flush=True)
            if not await asyncio.to_thread(sys.stdin.readline):
                break
        await server.stop()

    asyncio.run(run())


def _tensorflow_models() -> Any:
    import tensorflow as tf  # type: ignore[import-not-found]

    from graphwright.serving.signatures import described
    from graphwright.serving.worker import Models

    class TensorFlowModels(Models):
        def load(self, key: Any, path: str) -> Any:
            loaded = tf.saved_model.load(path)
            self._loaded[key] = loaded, loaded.signatures
            return {name: described(function) for name, function in loaded.signatures.items()}

        def run(self, key: Any, signature: str, inputs: Any) -> Any:
            found = self._loaded[key][1][signature](**{n: tf.constant(v) for n, v in inputs.items()})
            return {name: value.numpy() for name, value in found.items()}

    return TensorFlowModels


class Running:
    """A server in a process of its own."""

    def __init__(self, engine: str, folder: str, workers: int, batch: int) -> None:
        python = os.environ["BENCH_TENSORFLOW_PYTHON"] if engine == "tensorflow" else sys.executable
        command = [python, "-m", "bench.serving", "--serve", engine, folder, str(workers), str(batch)]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "TF_CPP_MIN_LOG_LEVEL": "3"}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment, cwd=ROOT,
        )  # fmt: skip
        self.rest_port, self.grpc_port, self.pids = self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def look(self) -> list[int]:
        """The processes of its workers now."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self.pids = self._read()[2]
        found: list[int] = self.pids
        return found

    def stop(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def running(*arguments: Any) -> Iterator[Running]:
    """A server for a `with` block."""
    server = Running(*arguments)
    try:
        yield server
    finally:
        server.stop()


async def _grpc_load(port: int, seconds: float, rows: int) -> list[float]:
    import grpc

    from graphwright.graphdef.tensor_proto import to_proto
    from graphwright.serving.messages import CLASSES

    request = CLASSES["PredictRequest"]()
    request.model_spec.name = "m"
    picture = np.random.default_rng(0).random((rows, 28, 28, 1), np.float32)
    request.inputs["x"].CopyFrom(to_proto(picture))
    data = request.SerializeToString()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call = channel.unary_unary("/tensorflow.serving.PredictionService/Predict")

        async def ask() -> None:
            await call(data)

        return await _load(ask, seconds)


async def _rest_load(port: int, seconds: float, rows: int) -> list[float]:
    import aiohttp

    picture = np.random.default_rng(0).random((rows, 28, 28, 1), np.float32).round(3)
    body = json.dumps({"instances": picture.tolist()}).encode()
    async with aiohttp.ClientSession() as session:

        async def ask() -> None:
            async with session.post(f"http://127.0.0.1:{port}/v1/models/m:predict", data=body) as response:
                await response.read()
                assert response.status == 200

        return await _load(ask, seconds)


async def _load(ask: Any, seconds: float) -> list[float]:
    """Clients that ask again as soon as they have an answer; the seconds of each request."""
    times: list[float] = []
    await ask()
    end = time.perf_counter() + seconds

    async def client() -> None:
        while (start := time.perf_counter()) < end:
            await ask()
            times.append(time.perf_counter() - start)

    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    return times


_LOADS = {"gRPC": (_grpc_load, "grpc_port"), "REST": (_rest_load, "rest_port")}


def measured(rounds: int, seconds: float, folder: str) -> list[str]:
    """Rows of a table: each interface, without and with batches, the two engines in turn."""
    rows = []
    engines = ["graphwright", "tensorflow"] if "BENCH_TENSORFLOW_PYTHON" in os.environ else ["graphwright"]
    for batch in (1, CLIENTS):
        servers = {engine: Running(engine, folder, 0, batch) for engine in engines}
        for name, (load, port) in _LOADS.items():
            found: dict[str, list[Any]] = {engine: [] for engine in engines}
            for _ in range(rounds):
                for engine, server in servers.items():
                    times = asyncio.run(load(getattr(server, port), seconds, _ROWS))
                    quantiles = np.quantile(times, [0.5, 0.99]) * 1000
                    found[engine].append((len(times) / seconds, *quantiles))
            cells = []
            for engine in engines:
                rate, median, tail = (statistics.median(column) for column in zip(*found[engine], strict=True))
                cells += [f"{rate:,.0f}", f"{median:.1f}", f"{tail:.1f}"]
            ratio = "-"
            if len(engines) == 2:
                ratios = [a[0] / b[0] for a, b in zip(found["graphwright"], found["tensorflow"], strict=True)]
                ratio = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            rows.append(f"| {name} | {batch} | {' | '.join(cells)} | {ratio} |")
        for server in servers.values():
            server.stop()
    return rows


async def _disturbed(server: Running, folder: str, seconds: float) -> dict[str, int]:
    """What becomes of requests while versions change, workers are killed and clients send nonsense."""
    import aiohttp

    base = f"http://127.0.0.1:{server.rest_port}/v1/models/m"
    good = json.dumps({"instances": np.zeros((1, 28, 28, 1)).tolist()}).encode()
    nonsense = [b"{", b"\xff\x00", b'{"instances": [[1]]}', b'{"inputs": {"y": 1}}', b"[" * 5000]
    counts = {"answered": 0, "lost": 0, "nonsense refused": 0, "nonsense not refused": 0, "new versions": 0, "kills": 0}
    end = time.perf_counter() + seconds
    async with aiohttp.ClientSession() as session:

        async def client() -> None:
            while time.perf_counter() < end:
                try:
                    async with session.post(f"{base}:predict", data=good) as response:
                        await response.read()
                        counts["answered" if response.status == 200 else "lost"] += 1
                except aiohttp.ClientError:
                    counts["lost"] += 1

        async def vandal() -> None:
            number = 0
            while time.perf_counter() < end:
                async with session.post(f"{base}:predict", data=nonsense[number % len(nonsense)]) as response:
                    counts["nonsense refused" if response.status == 400 else "nonsense not refused"] += 1
                number += 1
                await asyncio.sleep(0.01)

        async def events() -> None:
            version = 1
            while time.perf_counter() < end - 2:
                await asyncio.sleep(1)
                os.kill((await asyncio.to_thread(server.look))[0], signal.SIGKILL)
                counts["kills"] += 1
                await asyncio.sleep(1)
                version += 1
                hidden = os.path.join(folder, "hidden")
                await asyncio.to_thread(save_model, hidden, 1.0 + version)
                os.rename(hidden, os.path.join(folder, str(version)))
                counts["new versions"] += 1

        await asyncio.gather(*(client() for _ in range(CLIENTS)), vandal(), events())
    return counts


def main() -> None:
    """Measure, and write the tables; or be one of the servers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", nargs=4, metavar=("ENGINE", "FOLDER", "WORKERS", "BATCH"))
    parser.add_argument("--quick", action="store_true", help="one short round, and nothing is written")
    arguments = parser.parse_args()
    if arguments.serve:
        engine, folder, workers, batch = arguments.serve
        serve(engine, folder, int(workers), int(batch))
        return
    rounds, seconds = (1, 0.5) if arguments.quick else (ROUNDS, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        save_model(os.path.join(folder, "1"))
        rows = measured(rounds, seconds, folder)
        with running("graphwright", folder, 2, CLIENTS) as server:
            counts = asyncio.run(_disturbed(server, folder, 6.0 if arguments.quick else 30.0))
    head = [
        f"{CLIENTS} clients, one picture a request; requests a second, median and 99 % of milliseconds.",
        "",
        "| interface | rows together | requests/s | ms | 99 % | TensorFlow inside: requests/s | ms | 99 % | ratio |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lost = ["", "Two workers, disturbed: " + ", ".join(f"{count:,} {name}" for name, count in counts.items()) + ".", ""]
    text = "\n".join([*head, *rows, *lost])
    print(text)
    if not arguments.quick:
        RESULT.write_text(f"# A server under load\n\n`python -m bench.serving`. {text}", encoding="utf-8")


if __name__ == "__main__":
    main()
