"""Times of whole processes, each library in its own environment: an import, and the first result of a program."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.contenders import ROOT, module_of
from bench.crew import WorkerError, environment, interpreter
from bench.measure import DifferentResults, Effort, Times, take_rounds
from bench.models import unpacked

MODES = {"graphwright": "traced", "earlier": "traced", "numpy": "eager", "tensorflow": "traced", "jax": "xla"}
COLUMNS = {  # library -> the contender in whose column its time is reported
    "graphwright": "graphwright traced",
    "earlier": "earlier traced",
    "keras": "graphwright traced",
    "numpy": "NumPy",
    "tensorflow": "tf.function",
    "jax": "jax.jit",
}


@dataclass(frozen=True)
class Row:
    """A process to be timed; `arguments(library)` are its interpreter's.

    With `keeps` a library may use its disk cache, which an earlier process has filled. `fit` names the libraries that
    the row applies to.
    """

    title: str
    arguments: Callable[[str], list[str]]
    keeps: bool = False
    prints_result: bool = False
    fit: frozenset[str] = frozenset({"graphwright", "earlier", "numpy", "tensorflow", "jax"})


def _first_result(library: str) -> list[str]:
    return ["-m", "bench.first_result", "mlp", library, MODES[library]]


def _loaded(library: str) -> list[str]:
    return ["-m", "bench.load_model", library, unpacked("keras_mlp")]


def _first_fit(library: str) -> list[str]:
    return ["-m", "bench.first_fit", library]


_KERAS = frozenset({"keras", "tensorflow"})

ROWS = {
    "import": Row("`python -c 'import ...'`, whole process", lambda library: ["-c", f"import {module_of(library)}"]),
    "first_step": Row(
        "whole process to the first result of the training step, nothing kept on disk",
        _first_result,
        prints_result=True,
    ),
    "first_step_again": Row(
        "whole process to the first result of the training step, machine code on disk from before",
        _first_result,
        keeps=True,
        prints_result=True,
    ),
    "model_first": Row(
        "whole process: import, load a Keras MLP, first result; nothing kept on disk",
        _loaded,
        prints_result=True,
        fit=frozenset({"graphwright", "earlier", "tensorflow"}),
    ),
    "keras_import": Row(
        "whole process: `import keras`", lambda library: [*_first_fit(library), "--import-only"], fit=_KERAS
    ),
    "keras_first_fit": Row(
        "whole process: `import keras`, first step of `fit`; nothing kept on disk",
        _first_fit,
        prints_result=True,
        fit=_KERAS,
    ),
    "keras_first_fit_again": Row(
        "whole process: `import keras`, first step of `fit`; machine code on disk from before",
        _first_fit,
        keeps=True,
        prints_result=True,
        fit=_KERAS,
    ),
}


def measure_processes(name: str, libraries: list[str], effort: Effort) -> Times:
    row = ROWS[name]
    libraries = [library for library in libraries if library in row.fit]
    with tempfile.TemporaryDirectory() as kept:
        settings = {library: environment(library) | (_keeping(kept) if row.keeps else {}) for library in libraries}
        runs = {library: _run(row, library, settings[library]) for library in libraries}
        results = {library: run() for library, run in runs.items()}  # also brings the files into memory
        if row.prints_result:
            _compare(name, results)
        return take_rounds({COLUMNS[library]: _timed(run) for library, run in runs.items()}, effort)


def _keeping(folder: str) -> dict[str, str]:
    """Settings with which libraries store on disk whatever they compile."""
    return {
        "GRAPHWRIGHT_CACHE": "1",
        "GRAPHWRIGHT_CACHE_DIR": str(Path(folder) / "graphwright"),
        "JAX_COMPILATION_CACHE_DIR": str(Path(folder) / "jax"),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }


def _run(row: Row, library: str, settings: dict[str, str]) -> Callable[[], str]:
    command = [os.fspath(interpreter(library)), *row.arguments(library)]

    def run() -> str:
        done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
        if done.returncode:
            raise WorkerError(f"{' '.join(command)}:\n{done.stderr[-4000:]}")
        return done.stdout

    return run


def _timed(run: Callable[[], str]) -> Callable[[], float]:
    def block() -> float:
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    return block


def _compare(name: str, results: dict[str, str]) -> None:
    numbers = [float(printed.split()[-1]) for printed in results.values()]
    if not np.allclose(numbers, numbers[0], rtol=1e-4):
        raise DifferentResults(f"{name}: the results are {results}; nothing was timed")
