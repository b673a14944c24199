"""ONNX's own tests of its ops, run on this package: `python -m tests.onnx.node_tests`.

Each is a model of a node or two with inputs and results; the package `onnx` makes them. `--write` puts the outcomes
into `docs/onnx.md`, which the tests compare with a part of them.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import re
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import graphwright as tf

PAGE = Path(__file__).parents[2] / "docs" / "onnx.md"
BEGIN, END = "<!-- written by python -m tests.onnx.node_tests --write -->", "<!-- end of what is written -->"


@dataclass(frozen=True)
class Outcome:
    """What came of one test: `passed`, or why not."""

    name: str
    op: str
    reason: str

    @property
    def passed(self) -> bool:
        return not self.reason

    @property
    def served(self) -> bool:
        """Whether the model's ops have rules."""
        return "ops that are not supported" not in self.reason


@functools.cache
def cases() -> list[Any]:
    """All tests of nodes, in the order of their names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about casts that overflow, as its data do on purpose
        from onnx.backend.test.case.node import collect_testcases

        found = {case.name: case for case in collect_testcases(None)}
    return [found[name] for name in sorted(found)]


def op_of(case: Any) -> str:
    """The op that a test is about."""
    nodes = case.model.graph.node
    if len(nodes) == 1:
        return str(nodes[0].op_type)
    return "of several nodes"


def results_of(model: Any, inputs: Sequence[Any]) -> dict[str, Any]:
    """The outputs of a model.

    Where it takes shapes, axes, sequences and the like as inputs, these are given when it is loaded.
    """
    named = {info.name: array_of(v) for info, v in zip(model.graph.input, inputs, strict=True)}
    data = model.SerializeToString()
    tensors = {n: v for n, v in named.items() if isinstance(v, np.ndarray)}
    if len(tensors) == len(named):
        try:
            return dict(tf.onnx.load(data)(*map(value_of, tensors.values())))
        except (tf.errors.UnimplementedError, tf.errors.InvalidArgumentError, ValueError):
            pass  # perhaps an input that must be known
    kept = {n: value_of(v) for n, v in tensors.items() if v.ndim > 1 or v.dtype.kind not in "iubf"}
    constants = {
        n: v if v is None else [value_of(e) for e in v] if isinstance(v, list) else value_of(v)
        for n, v in named.items()
    }
    function = tf.onnx.load(data, constants={n: v for n, v in constants.items() if n not in kept})
    return dict(function(*kept.values()))


def array_of(value: Any) -> Any:
    """An input or output as an array, a list, or None for an absent one; some are messages."""
    if isinstance(value, (list, tuple)):
        return [array_of(v) for v in value]
    if hasattr(value, "data_type"):
        from graphwright.onnx.tensors import to_array

        return to_array(value, None)
    return value if value is None else np.asarray(value)


def value_of(array: Any) -> Any:
    """An input as a tensor."""
    if isinstance(array, np.ndarray) and array.dtype.kind in "OUS":
        return tf.constant([v.encode() if isinstance(v, str) else v for v in array.reshape(-1)], tf.string, array.shape)
    return tf.constant(array)


def compared(expected: Any, result: Any, case: Any, name: str) -> str:
    """What is wrong with a result, empty if nothing is."""
    if isinstance(expected, list):
        if not isinstance(result, list) or len(expected) != len(result):
            return f"output '{name}' is no sequence of {len(expected)}"
        return next(filter(None, (compared(e, r, case, name) for e, r in zip(expected, result, strict=True))), "")
    array = np.asarray(result.numpy())
    wanted = np.asarray(expected)
    if array.shape != wanted.shape:
        return f"output '{name}' has the shape {array.shape} instead of {wanted.shape}"
    if wanted.dtype.kind in "OUS":
        texts = [v.encode() if isinstance(v, str) else v for v in wanted.reshape(-1).tolist()]
        return "" if texts == array.reshape(-1).tolist() else f"output '{name}' has other strings"
    if array.dtype != wanted.dtype:
        return f"output '{name}' is {array.dtype} instead of {wanted.dtype}"
    if wanted.dtype.kind not in "fcV":
        return "" if (array == wanted).all() else f"output '{name}' has other values"
    wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        close = np.isclose(array.astype(wide), wanted.astype(wide), case.rtol, case.atol, equal_nan=True)
        apart = np.abs(array.astype(wide) - wanted.astype(wide))[~close]
    return "" if close.all() else f"output '{name}' differs by {float(apart.max()):.2g}"


def run(case: Any) -> Outcome:
    """Load and call the model of a test."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for inputs, outputs in case.data_sets:
                results = results_of(case.model, inputs)
                for (name, result), expected in zip(results.items(), outputs, strict=True):
                    reason = compared(array_of(expected), result, case, name)
                    if reason:
                        return Outcome(case.name, op_of(case), reason)
    except Exception as error:
        text = str(getattr(error, "message", None) or error).partition("\n")[0]
        return Outcome(case.name, op_of(case), f"{type(error).__name__}: {text}"[:200])
    return Outcome(case.name, op_of(case), "")


REASONS = (
    (r"ops that are not supported: (.*)\.", r"{0}: the op is not served"),
    (r"elements of type (\w+)", "element types that no dtype here has (2-bit integers, FLOAT4E2M1, FLOAT8E8M0)"),
    (r"bernoulli|training_dropout", "random numbers, which every runtime draws differently"),
    (r"_(bf16|fp16)", "sums of 16-bit floats in another order: one unit in the last place apart, the tests allow less"),
)
"""Patterns of names and outcomes, and what the page says of them."""


def reason_of(outcome: Outcome) -> str:
    """Why a test fails, in general terms."""
    for pattern, text in REASONS:
        found = re.search(pattern, f"{outcome.name} {outcome.reason}")
        if found:
            return text.format(*found.groups())
    return outcome.reason


def section(outcomes: Sequence[Outcome]) -> str:
    """What the page says of a run."""
    import onnx

    served = [o for o in outcomes if o.served]
    passed = sum(o.passed for o in served)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for outcome in outcomes:
        if not outcome.passed:
            groups[reason_of(outcome)].append(f"`{outcome.name}`")
    lines = [
        f"Of the {len(outcomes)} tests of nodes of onnx {onnx.__version__}, {passed} of {len(served)} tests of the",
        f"ops served pass ({passed / len(served):.1%}); {len(outcomes) - len(served)} are of ops that are not served.",
        "The others:",
        "",
        "| reason | tests |",
        "|---|---|",
        *(f"| {reason} | {len(names)}: {' '.join(names)} |" for reason, names in sorted(groups.items())),
    ]
    return "\n".join([BEGIN, *lines, END])


def write_page(outcomes: Sequence[Outcome]) -> None:
    """Put the outcomes of all tests into the page."""
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + section(outcomes) + rest.partition(END)[2])


def failing_of_the_page() -> set[str]:
    """The tests that the page lists as failing."""
    text = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    return set(re.findall(r"`(test_\w+)`", text))


def _some(part: tuple[int, int, str]) -> list[Outcome]:
    index, count, pattern = part
    return [run(case) for case in cases()[index::count] if pattern in case.name]


def run_all(pattern: str = "", processes: int = 2) -> list[Outcome]:
    """The outcomes of all tests whose names contain a text, sorted by name."""
    parts = [(i, processes, pattern) for i in range(processes)]
    if processes == 1:
        found = [_some(parts[0])]
    else:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            found = pool.map(_some, parts)
    return sorted((o for part in found for o in part), key=lambda o: o.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests and print those that fail; 1 where fewer pass than the page says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="tests whose names contain this")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write the page")
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    outcomes = run_all(chosen.only, chosen.processes)
    for outcome in outcomes:
        if not outcome.passed:
            print(f"{outcome.name} [{outcome.op}]: {outcome.reason}")
    served = [o for o in outcomes if o.served]
    passed = sum(o.passed for o in served)
    print(f"{passed} of {len(served)} passed, {len(outcomes) - len(served)} of ops that are not served")
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    if chosen.write:
        write_page(outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
