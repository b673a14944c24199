"""Writes `docs/compatibility.md` from the recorded results of the libraries' own tests."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.libraries.suites import SUITES, Suite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "compatibility.md"
RESULTS = Path(__file__).parent / "results"

_HEAD = """# Libraries

Libraries written for TensorFlow run on Graphwright unmodified: `python -m graphwright -m pytest ...` runs their own
tests. This page is written by `python -m tests.libraries.run NAME`, from the results in `tests/libraries/results`. All
tests count that run here; after a run with `--reference`, only those that pass with TensorFlow 2.21.

"""

_FOOT = """
## Keras 2

`import tf_keras` finds Keras 3, whether the package tf-keras is installed or not: Keras 2 is made of TensorFlow's
inner modules, most of which are not here. What the two have in common works: `hub.KerasLayer` in a model, the layers,
optimizers and losses that GPflow, TensorFlow Probability and dm-sonnet use. What Keras 3 has dropped fails as it does
with Keras 3: `optimizers.legacy`, `Optimizer.minimize`, `experimental_autocast`, positional arguments of layers,
models saved by Keras 2 as SavedModels with their classes (`tf.saved_model.load` reads them). Programs that need Keras
2 itself need TensorFlow.

## Converters

tf2onnx converts in process: `tf2onnx.convert.from_function`, `from_keras`, `from_graph_def` and its command line with
a SavedModel give models that ONNX's checker accepts and that compute in ONNX Runtime what the functions compute here
(`tests/onnx/test_tf2onnx.py`: dense and convolutional models, LSTM, GRU, attention, loops). `from_keras` takes the
names of outputs from `model.outputs`; with TensorFlow 2.21 it needs `model.output_names`, which models of Keras 3 do
not have. Other converters find `convert_variables_to_constants_v2`, `Operation.node_def` and `get_attr` in
TensorFlow's form, `function_def_to_graph` and graphs as GraphDefs.

## tf-slim and TF-Agents

A program by tf-slim 1.1 runs here: `arg_scope`, layers with regularizers and batch normalization, `repeat`, losses,
`create_train_op`, `slim.training.train` (`tests/interop/test_older_modules.py`). With TensorFlow 2.21 the same program
ends in `No module named 'tf_keras.legacy_tf_layers'`, with Keras 3 and with tf-keras. What it has of readers by queues,
supervisors (`slim.learning.train`) and inner functions of metrics is not here.

TF-Agents 0.19 runs with TensorFlow 2.21 only on Keras 2 (`TF_USE_LEGACY_KERAS=1` and tf-keras): a DQN agent on Keras 3
ends in `'Variable' object has no attribute '_in_graph_mode'`, the bandits' agents in `module
'keras._tf_keras.keras.losses' has no attribute 'mean_squared_error'`. Here, where Keras 2 is not, its import ends at
`BoundedTensorSpec`.
"""


def line(suite: Suite, results: dict[str, Any]) -> str:
    """The row of a library in the table."""
    counted = results["counted"]
    passed = counted - len(results["failing"])
    files = results.get("files")
    selection = suite.selection if files is None else f"{suite.selection}: {len(files)} files"
    cells = (
        suite.title,
        f"`{suite.commit[:10]}`",
        selection,
        f"{passed:,} of {counted:,}",
        f"{passed / max(counted, 1):.1%}",
        f"{suite.goal:.0%}",
    )
    return f"| {' | '.join(cells)} |"


def cause(suite: Suite, name: str, error: str) -> str:
    """Why a test fails, by its name and its error."""
    said = f"{name}: {error}"
    return next((reason for part, reason in suite.causes if part in said), f"`{error}`")


def listed(names: Sequence[str]) -> str:
    """Tests by their files: `a_test`: test_b, test_c."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        file, _, test = name.partition("::")
        by_file[file.rpartition("/")[2].removesuffix(".py")].append(test.rpartition("::")[2] or "the file")
    return "; ".join(f"`{file}`: {', '.join(dict.fromkeys(tests))}" for file, tests in by_file.items())


def text() -> str:
    """The page."""
    found = {name: json.loads(path.read_text()) for name in SUITES if (path := RESULTS / f"{name}.json").exists()}
    rows = [line(SUITES[name], results) for name, results in found.items()]
    table = ["| library | commit | tests | pass | share | goal |", "|---|---|---|---|---|---|", *rows]
    parts = [_HEAD + "\n".join(table) + "\n"]
    for name, results in found.items():
        suite = SUITES[name]
        by_cause: dict[str, list[str]] = defaultdict(list)
        for test, error in results["failing"].items():
            by_cause[cause(suite, test, error)].append(test)
        lines = [
            f"| {reason.replace('|', '/')} | {len(tests)} | {listed(tests)} |"
            for reason, tests in sorted(by_cause.items(), key=lambda entry: -len(entry[1]))
        ]
        if lines:
            head = [f"\n## {suite.title}: what fails, and why\n", "| cause | number | tests |", "|---|---|---|"]
            parts.append("\n".join([*head, *lines]))
    return "\n".join(parts).rstrip() + "\n" + _FOOT


def write() -> None:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write()
