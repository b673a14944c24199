"""Keras's own tests on this package: `make keras-test`.

Without arguments the files of `DAILY` are run, with `--all` those of `FILES`, else the files that are named
(`layers.core.dense_test`). What is known to fail stands with its cause in `known_failures.txt` and is expected to; any
other failure ends the run with 1.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent

DAILY: list[str] = """
    layers.core.dense_test layers.convolutional.conv_test layers.normalization.batch_normalization_test
    layers.regularization.dropout_test layers.core.embedding_test layers.rnn.lstm_test
    layers.attention.multi_head_attention_test layers.layer_test models.functional_test models.sequential_test
    losses.losses_test metrics.metric_test metrics.accuracy_metrics_test optimizers.adam_test optimizers.sgd_test
    optimizers.optimizer_test trainers.trainer_test
""".split()  # noqa: SIM905 (a name a word reads better)
"""What is run on every change."""

FILES = [
    *DAILY,
    *"""
    backend.common.name_scope_test backend.common.variables_test backend.tensorflow.name_scope_test
    backend.tensorflow.saved_model_test export.saved_model_test initializers.random_initializers_test
    layers.normalization.layer_normalization_test layers.pooling.max_pooling_test layers.rnn.gru_test
    layers.rnn.rnn_test models.model_test ops.core_test ops.linalg_test ops.math_test ops.nn_test ops.numpy_test
    random.random_test random.seed_generator_test saving.saving_lib_test tree.tree_test
    """.split(),  # noqa: SIM905
]
"""Every file that counts."""


def run(file: str, options: list[str]) -> tuple[int, str]:
    """Run one file; the exit code and the last line that pytest prints."""
    pytest = [sys.executable, "-m", "pytest", "-c", "pytest.ini", "-p", "standing_in", "-p", "no:cacheprovider"]
    command = [*pytest, *options, "--pyargs", f"keras.src.{file}"]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-20_000:], done.stderr[-2_000:], sep="\n")
    lines = done.stdout.strip().splitlines()
    return done.returncode, re.sub(r"[= ]*(.*?)[= ]*$", r"\1", lines[-1]) if lines else "printed nothing"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="modules below keras.src")
    parser.add_argument("--all", action="store_true", help="every file that counts")
    parser.add_argument("-k", help="only the tests that pytest's expression selects")
    provided = parser.parse_args()
    options = ["-q", "-W", "ignore", "--tb=short", *(["-k", provided.k] if provided.k else [])]
    failed = 0
    for file in provided.files or (FILES if provided.all else DAILY):
        start = time.monotonic()
        code, reported = run(file, options)
        failed |= code != 0
        print(f"{'FAILED' if code else 'ok    '} {file:55} {reported} ({time.monotonic() - start:.0f} s)", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
