"""How the first training step grows with a model's depth: encoders of 1 to 16 layers, a process for each step.

python -m bench.layers [--small]

A first step is tracing, passes and compilation, and the step itself. Graphwright runs with nothing on disk, then with
the machine code that a process before it kept; TensorFlow as installed. The table goes to bench/results/layers.md.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.contenders import ROOT, module_of
from bench.crew import WorkerError, environment, interpreter
from bench.model_suite.definitions import language_training, set_weights
from bench.model_suite.worker import keras_of

RESULT = Path(__file__).resolve().parent / "results" / "layers.md"
DEPTHS = (1, 2, 4, 8, 16)
ROUNDS = 4
_STEPS = 3  # those after the first are the work without tracing and compilation


def _serve(library: str, depth: int, small: bool) -> None:
    """Print the seconds of some steps and their losses as a line of JSON."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not mix with the answer
    keras = keras_of(module_of(library))
    keras.utils.set_random_seed(0)
    model, x, y = language_training(False, keras, small, 8, depth)
    set_weights(model)
    seconds, losses = [], []
    for _ in range(_STEPS):
        start = time.perf_counter()
        losses.append(float(np.asarray(model.train_on_batch(x, y)).reshape(-1)[0]))
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds, "losses": losses}), file=answers)


def _ask(library: str, depth: int, options: list[str], kept: str | None = None) -> dict[str, Any]:
    settings = environment(library)
    if kept:
        settings |= {"GRAPHWRIGHT_CACHE": "1", "GRAPHWRIGHT_CACHE_DIR": kept}
    command = [str(interpreter(library)), "-m", "bench.layers", "--serve", library, str(depth), *options]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WorkerError(f"{library}, {depth} layers:\n{done.stderr[-4000:]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _measured(depth: int, options: list[str], kept: str) -> list[float]:
    """First steps of one round: ours, ours with code on disk, TensorFlow's; then a later step of ours."""
    answers = [
        _ask("keras", depth, options),
        _ask("keras", depth, options, kept),
        _ask("tensorflow", depth, options),
    ]
    losses = np.array([answer["losses"][:2] for answer in answers])
    assert np.allclose(losses, losses[0], rtol=1e-3), f"{depth} layers: losses of {losses.tolist()}"
    return [*(answer["seconds"][0] for answer in answers), min(answers[0]["seconds"][1:])]


def _spread(values: list[float]) -> str:
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
    return f"{middle:.3g} ({low:.3g} to {high:.3g})"


def main(*options: str) -> None:
    times: dict[int, list[list[float]]] = {depth: [] for depth in DEPTHS}
    with tempfile.TemporaryDirectory() as kept:
        for depth in DEPTHS:
            _ask("keras", depth, list(options), kept)
        for _ in range(ROUNDS):
            for depth in DEPTHS:
                times[depth].append(_measured(depth, list(options), kept))
                print(depth, times[depth][-1], flush=True)
    lines = [
        "| layers | first, s | code on disk, s | TensorFlow, s | times as fast | a further layer, ms | a step, ms |",
        "|---|---|---|---|---|---|---|",
    ]
    before: tuple[int, float] | None = None
    for depth, rounds in times.items():
        ours, again, theirs, step = (list(column) for column in zip(*rounds, strict=True))
        here = statistics.median(ours)
        further = f"{(here - before[1]) / (depth - before[0]) * 1e3:.0f}" if before else ""
        ratio = _spread([b / a for a, b in zip(ours, theirs, strict=True)])
        cells = [
            str(depth),
            *map(_spread, (ours, again, theirs)),
            ratio,
            further,
            f"{statistics.median(step) * 1e3:.3g}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
        before = depth, here
    print("\n".join(lines))
    if not options:
        RESULT.write_text("\n".join(["# First steps by depth", "", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2], int(sys.argv[3]), "--small" in sys.argv)
    else:
        main(*sys.argv[1:])
