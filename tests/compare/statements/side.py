"""One side of the comparison: a process that answers programs, a line of JSON each, until its input ends.

    python -m tests.compare.statements.side tensorflow|graphwright

What programs print goes to a file; the process writes answers to what was its standard output at the start.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np

from tests.compare.statements.program import Program, define, of_json, spec, tensor
from tests.differences.describe import describe, failure

SECONDS = 40  # for one program in all its modes


class _TooSlowError(BaseException):
    """A program took longer than it may."""


def _stop(*_: Any) -> None:
    raise _TooSlowError


def _flushed(program: Program) -> contextlib.AbstractContextManager[None]:
    if not program.flush:
        return contextlib.nullcontext()
    from tests.support.subnormals import flushed_subnormals  # which needs LLVM

    return flushed_subnormals()


class Side:
    """A library, and programs run by it."""

    def __init__(self, module: str, printed: Path) -> None:
        self.tf = importlib.import_module(module)
        self.printed = printed
        self.place = 0
        if module == "tensorflow":
            self.tf.get_logger().setLevel("ERROR")
            self.tf.autograph.set_verbosity(0)
            self.tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})  # each graph runs twice
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 20, 20)  # a sixth of the time of both sides

    def answer(self, program: Program) -> dict[str, Any]:
        """What a program does in each of its modes."""
        answers: dict[str, Any] = {}
        for mode in program.modes:
            with _flushed(program), warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                answers[mode] = self._run(program, mode)
        return answers

    def _text(self) -> str:
        sys.stdout.flush()
        with self.printed.open("rb") as file:
            file.seek(self.place)
            text = file.read()
        self.place += len(text)
        return text.decode(errors="replace")

    def _variables(self, program: Program) -> list[Any]:
        made = []
        for i, given in enumerate(program.variables):
            shape = self.tf.TensorShape(None) if given.open_shape else None
            start = tensor(self.tf, given, program.seed * 100 + 50 + i, program.sizes[0], program.nudge)
            made.append(self.tf.Variable(start, shape=shape, name=given.name))
        return made

    def _run(self, program: Program, mode: str) -> dict[str, Any]:
        self.tf.random.set_seed(1)
        self._text()
        try:
            variables = self._variables(program)
            function = define(self.tf, program)(*variables)
            specs = [spec(self.tf, given) for given in program.arguments]
            if mode == "traced":
                function = self.tf.function(function)
            elif mode in ("open", "saved"):
                function = self.tf.function(function, input_signature=specs)
            if mode == "saved":
                function, variables = self._saved(function, variables)
        except Exception as error:
            return {"calls": [_failed(error)]}
        sizes = program.sizes[:2] if mode == "traced" else program.sizes
        calls = []
        for k, size in enumerate(sizes):
            calls.append(self._call(program, function, variables, k, size))
            if "error" in calls[-1]:
                break
            calls[-1]["variables"] = [describe(v.read_value(), self.tf) for v in variables]
            calls[-1]["printed"] = self._text()
        return {"calls": calls}

    def _saved(self, function: Any, variables: list[Any]) -> tuple[Any, list[Any]]:
        module = self.tf.Module()
        module.f, module.held = function, variables
        folder = tempfile.mkdtemp()
        try:
            self.tf.saved_model.save(module, folder)
            loaded = self.tf.saved_model.load(folder)
        finally:
            shutil.rmtree(folder)
        return loaded.f, list(loaded.held)

    def _call(self, program: Program, function: Callable[..., Any], variables: list[Any], k: int, size: int) -> Any:
        tf = self.tf
        arguments = [
            tensor(tf, given, program.seed * 100 + i + (0 if k < 2 else 20), size, program.nudge)
            for i, given in enumerate(program.arguments)
        ]
        try:
            if not program.tape:
                return {"value": describe(function(*arguments), tf)}
            sources = [v for v in [*arguments, *variables] if v.dtype.is_floating or v.dtype.is_complex]
            with tf.GradientTape() as tape:
                tape.watch([v for v in arguments if v.dtype.is_floating or v.dtype.is_complex])
                results = function(*arguments)
                total = [r for r in results if isinstance(r, tf.Tensor) and r.dtype.is_floating]
            found = tape.gradient(total, sources)
            found = [tf.convert_to_tensor(g) if isinstance(g, tf.IndexedSlices) else g for g in found]
            return {"value": describe((results, found), tf)}
        except Exception as error:
            return _failed(error)


def _failed(error: Exception) -> dict[str, Any]:
    where = [f"{f.name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)[-3:]]
    return {**failure(error), "message": _ends(str(error)), "where": where}


def _ends(text: str) -> str:
    return text if len(text) < 900 else f"{text[:300]} ... {text[-600:]}"


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)


def main(module: str) -> None:
    """Answer what comes in."""
    answers = os.fdopen(os.dup(1), "w")
    with tempfile.NamedTemporaryFile() as printed:
        os.dup2(printed.fileno(), 1)
        side = Side(module, Path(printed.name))
        answers.write("ready\n")
        answers.flush()
        for line in sys.stdin:
            try:
                with _limited():
                    answer: Any = side.answer(of_json(json.loads(line)))
            except _TooSlowError:
                answer = {"slow": True}
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
