"""The programs of `examples/deploy` and the page of `examples/web`, built and run by the tools that a user has."""

from __future__ import annotations

import gzip
import http.server
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.aot.libraries import needs_compiler, own_level
from tests.viewer import browser

pytestmark = [pytest.mark.deploy, pytest.mark.timeout(600), needs_compiler]

EXAMPLES = Path(__file__).parents[2] / "examples"


def _run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _accuracy(printed: str) -> float:
    return float(re.findall(r"accuracy[^\d]*([\d.]+)", printed)[-1])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """The folder of the example, and the accuracy that the model has in Python."""
    folder = tmp_path_factory.mktemp("deploy")
    printed = _run(
        sys.executable, EXAMPLES / "deploy" / "build.py", "--output", folder, "--epochs", "8", "--level", own_level(),
        folder=folder,
    )  # fmt: skip
    if shutil.which("cmake") is None or shutil.which("c++") is None:
        pytest.skip("no cmake, or no C++")
    _run("cmake", "-S", ".", "-B", "build", "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror", folder=folder)
    _run("cmake", "--build", "build", folder=folder)
    return folder, _accuracy(printed)


def test_digits_are_learnt_in_c(built: tuple[Path, float]) -> None:
    printed = _run("build/train", "digits.bin", "8", folder=built[0])
    assert len(printed.splitlines()) == 8
    assert _accuracy(printed) > 0.93


_GOES_ON = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np, graphwright as tf
from build import Adam, Classifier, load_digits, state_of, trainer
model = Classifier(64, 128, 10)
optimizer = Adam(model.variables)
step, state = trainer(model, optimizer), state_of(model, optimizer)
state.read("state").assert_consumed()
(images, labels), (test_images, test_labels) = load_digits(np.random.default_rng(7))
right = int(step(tf.constant(test_images), tf.constant(test_labels), tf.constant(False))["right"])
print(f"accuracy {right / len(test_labels):.3f}")
before = float(optimizer.steps)
for start in range(0, 320, 32):
    step(tf.constant(images[start:start + 32]), tf.constant(labels[start:start + 32]), tf.constant(True))
assert float(optimizer.steps) == before + 10
state.write("state")
"""


def test_training_goes_on_in_python_and_in_c_again(built: tuple[Path, float]) -> None:
    first = _run("build/train", "digits.bin", "2", "state", folder=built[0])
    assert "goes on" not in first
    in_python = _run(sys.executable, "-c", _GOES_ON, EXAMPLES / "deploy", folder=built[0])
    assert _accuracy(in_python) == _accuracy(first)
    again = _run("build/train", "digits.bin", "1", "state", folder=built[0])
    assert again.startswith("goes on from state\n") and _accuracy(again) > 0.9


SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def test_the_c_examples_pass_the_address_sanitiser(built: tuple[Path, float]) -> None:
    folder = built[0]
    for name, library in (("train", "trainer"), ("digits_example", "digits"), ("trainer_example", "trainer")):
        command = ("cc", *SANITIZED, f"{name}.c", f"lib{library}.a", "-lm", "-lpthread", "-o", f"checked_{name}")
        _run(*command, folder=folder)
    assert _accuracy(_run("./checked_train", "digits.bin", "1", "checked_state", folder=folder)) > 0.7
    assert "goes on" in _run("./checked_train", "digits.bin", "1", "checked_state", folder=folder)
    _run("./checked_digits_example", folder=folder)
    _run("./checked_trainer_example", folder=folder)
    (folder / "short.bin").write_bytes((folder / "digits.bin").read_bytes()[:1000])
    failed = subprocess.run(["./checked_train", "short.bin"], cwd=folder, capture_output=True, text=True, timeout=100)
    assert failed.returncode == 1 and failed.stderr == "the file of digits is too short\n"


def test_the_page_of_documentation_leads_from_keras_to_c(tmp_path: Path) -> None:
    if importlib.util.find_spec("keras") is None:
        pytest.skip("no Keras: make deploy")
    text = (EXAMPLES.parent / "docs" / "deploy.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    first = dict(reversed(blocks[:5]))  # of each language
    in_python, in_c = first["python"], first["c"]
    commands = [line.partition("#")[0] for kind, code in blocks[:5] if kind == "sh" for line in code.splitlines()]
    assert len(in_c.splitlines()) <= 30
    (tmp_path / "make_model.py").write_text(in_python)
    (tmp_path / "main.c").write_text(in_c)
    script = "\n".join(line for line in commands if not line.startswith("pip"))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=500,
        env={**os.environ, "PATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    scores = [float(line.partition(": ")[2]) for line in done.stdout.splitlines()[-10:]]
    assert sum(scores) == pytest.approx(1.0, abs=1e-4)


def test_digits_are_read_in_cpp(built: tuple[Path, float]) -> None:
    assert _accuracy(_run("build/classify", "digits.bin", folder=built[0])) == built[1]


def test_digits_are_read_in_python_without_graphwright(built: tuple[Path, float]) -> None:
    program = "import sys; sys.modules['graphwright'] = None; import runpy; runpy.run_path('classify.py')"
    command = (sys.executable, "-c", f"import sys; sys.path.insert(0, '.'); {program}")
    assert _accuracy(_run(*command, folder=built[0])) == built[1]


def test_the_library_is_small(built: tuple[Path, float]) -> None:
    weights = (64 * 128 + 128 + 128 * 10 + 10) * 4
    assert (built[0] / "libdigits.so").stat().st_size - weights < 150_000


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address of the page of a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/index.html"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _shown(address: str, folder: Path) -> str:
    """The page as Chromium has it once it is ready."""
    chromium = browser.chromium()
    if chromium is None:
        pytest.skip("no Chromium")
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
    dom = _run(chromium, *flags, "--virtual-time-budget=20000", "--dump-dom", address, folder=folder)
    assert 'data-ready="yes"' in dom
    return dom


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, float]]:
    """The folder of the page, its address, and the accuracy that the model has in Python."""
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("no compiler for WebAssembly")
    folder = tmp_path_factory.mktemp("web")
    printed = _run(
        sys.executable, EXAMPLES / "deploy" / "build.py", "--output", folder, "--epochs", "8", "--target", "wasm32",
        folder=folder,
    )  # fmt: skip
    with _served(folder) as address:
        yield folder, address, _accuracy(printed)


def test_digits_are_read_under_node(page: tuple[Path, str, float]) -> None:
    if shutil.which("node") is None:
        pytest.skip("no Node")
    # without FMA a score may fall on the other side of another
    assert _accuracy(_run("node", "classify.mjs", folder=page[0])) == pytest.approx(page[2], abs=0.003)


def test_the_page_is_small(page: tuple[Path, str, float]) -> None:
    files = [path for path in page[0].iterdir() if path.suffix in (".html", ".js", ".wasm")]
    assert len(files) == 5
    assert sum(path.stat().st_size for path in files) < 200_000


def test_the_page_reads_digits(page: tuple[Path, str, float]) -> None:
    table = gzip.decompress((EXAMPLES / "data" / "digits.csv.gz").read_bytes()).decode().splitlines()
    for row in table[:3]:
        *pixels, label = row.split(",")
        found = re.search(r'id="digit"[^>]*>(\d)<', _shown(f"{page[1]}?pixels={','.join(pixels)}", page[0]))
        assert found is not None and found[1] == label


@pytest.fixture(scope="module")
def mobilenet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder and the address of the page that looks at pictures."""
    if any(importlib.util.find_spec(name) is None for name in ("ziglang", "keras")):
        pytest.skip("no Keras, or no compiler for WebAssembly")
    folder = tmp_path_factory.mktemp("mobilenet")
    build = EXAMPLES / "web" / "mobilenet" / "build.py"
    _run(sys.executable, build, "--output", folder, "--epochs", "1", "--count", "64", folder=folder)
    with _served(folder) as address:
        yield folder, address


CLOSE = 1e-5  # between scores in WebAssembly, which has no FMA, and in this process


def test_pictures_are_looked_at_under_node(mobilenet: tuple[Path, str]) -> None:
    if shutil.which("node") is None:
        pytest.skip("no Node")
    *kinds, last = _run("node", "classify.mjs", folder=mobilenet[0]).splitlines()
    assert len(kinds) == 12 and float(last.rpartition(" ")[2]) < CLOSE


def test_the_page_looks_at_pictures_in_a_worker(mobilenet: tuple[Path, str]) -> None:
    if browser.missing():
        pytest.skip(browser.missing())
    with browser.browser() as driver:
        driver.get(f"{mobilenet[1]}?sample=1")
        deadline = time.monotonic() + 100
        while driver.execute_script("return document.body.dataset.ready") != "yes":
            assert time.monotonic() < deadline, driver.get_log("browser")
            time.sleep(0.1)
        assert float(driver.execute_script("return document.body.dataset.difference")) < CLOSE
