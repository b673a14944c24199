"""A workload: the same work, written for each library as its user would write it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from bench.contenders import module_of

Stage = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Program:
    """The work in one library: the statement that is timed, the names in it, and what is compared.

    The statement is timed as it is, so that no call of a wrapper is included.
    """

    statement: str
    names: dict[str, Any]
    result: Callable[[], Any] | None = None  # by default the statement's value


@dataclass(frozen=True)
class Workload:
    """The same work for every library.

    `tensorflow(tf, stage)` serves both TensorFlow and Graphwright: `tf` is the library, and `stage` turns a
    function into what is measured (itself for eager, `tf.function(f)`, `tf.function(f, jit_compile=True)`).
    `unfit` names the contenders that the work does not apply to. A `keras` workload is run by Keras on Graphwright, in
    an environment that has Keras, and by Keras on TensorFlow. `peak` does as many operations in registers: the best
    that the processor can do.
    """

    name: str
    title: str
    tensorflow: Callable[[ModuleType, Stage], Program]
    numpy: Callable[[], Program] | None = None
    jax: Callable[[], Program] | None = None
    unfit: frozenset[str] = field(default_factory=frozenset)
    tolerance: float = 1e-5
    in_quick: bool = True
    keras: bool = False
    peak: Callable[[], Program] | None = None

    def program(self, library: str, mode: str) -> Program | None:
        """The program of a library in a mode, ready to be timed; None where there is none."""
        if mode == "peak":
            return self.peak() if self.peak else None
        if library == "numpy":
            return self.numpy() if self.numpy else None
        if library == "jax":
            return self.jax() if self.jax else None
        from importlib import import_module

        tf = import_module(module_of(library))
        return self.tensorflow(tf, _stage(tf, mode))


def _stage(tf: ModuleType, mode: str) -> Stage:
    stages: dict[str, Stage] = {
        "eager": lambda function: function,
        "traced": tf.function,
        "xla": lambda function: tf.function(function, jit_compile=True),
    }
    return stages[mode]
