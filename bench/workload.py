"""What is measured: one piece of work, written for each library as its user would write it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

Stage = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Program:
    """The work in one library: the statement that is timed, the names in it, and what is compared.

    The statement is timed as it stands, so that no wrapper's call is counted with it.
    """

    statement: str
    names: dict[str, Any]
    result: Callable[[], Any] | None = None  # the statement's own value where nothing else is said


@dataclass(frozen=True)
class Workload:
    """The same work for every library.

    `tensorflow(tf, stage)` serves TensorFlow and Graphwright alike: `tf` is the library, and `stage` turns a
    function into what is measured (itself for eager, `tf.function(f)`, `tf.function(f, jit_compile=True)`).
    `unfit` names the contenders for whom the work has no meaning. Work for `keras` is a Keras model's: it is done by
    Graphwright in an environment that has Keras, and by TensorFlow. `peak` is the best that the processor can do: as
    many operations, in registers.
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

        tf = import_module("graphwright" if library == "keras" else library)
        return self.tensorflow(tf, _stage(tf, mode))


def _stage(tf: ModuleType, mode: str) -> Stage:
    stages: dict[str, Stage] = {
        "eager": lambda function: function,
        "traced": tf.function,
        "xla": lambda function: tf.function(function, jit_compile=True),
    }
    return stages[mode]
