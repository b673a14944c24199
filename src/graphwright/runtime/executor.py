"""The one executor interface, and the choice between executors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.base.config import options
from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.calls import Build

if TYPE_CHECKING:
    from graphwright.runtime.calls import Calls, Leaf


class Program(ABC):
    """A compiled graph."""

    @abstractmethod
    def run(self, inputs: Sequence[Any]) -> list[Any]:
        """Run on one array (or resource, or variant payload) per graph input; gives one per graph output.

        Effects happen in program order up to the first failure. The arrays given are never written to, and no
        array given back is ever written to again.
        """

    def run_tensors(self, inputs: Sequence[EagerTensor], outputs: Sequence[Value]) -> Sequence[EagerTensor]:
        """The same on eager tensors; `outputs` are those of the graph."""
        arrays = self.run([t._array for t in inputs])
        types = [v.type for v in outputs]
        return [
            EagerTensor(a, type_ if type_.is_static else tensor_type(type_.dtype, getattr(a, "shape", ())))
            for a, type_ in zip(arrays, types, strict=True)
        ]

    def entered(
        self, captures: Sequence[EagerTensor], outputs: Sequence[Value], results: Leaf | Build
    ) -> Callable[..., Any]:
        """A function that takes eager tensors for the first inputs, one by one, and adds the captures for the others.

        `outputs` are those of the graph. It gives the results, a `Build` of leaves at most, or None for tensors that do
        not fit.
        """

        def run(*given: Any) -> Any:
            found = self.run_tensors([*given, *captures], outputs)
            if isinstance(results, Build):
                return results.make([found[leaf.index] for leaf in results.parts])
            return found[results.index]

        return run


class Executor(ABC):
    """Turns graphs into programs."""

    name: str

    @abstractmethod
    def compile(self, graph: FuncGraph) -> Program:
        """A program for an optimised graph (see `passes.optimize`)."""

    def draw(self, what: str, key: int, counter: tuple[int, int], count: int, stride: int = 1) -> Any:
        """Random numbers by compiled code, as `ops.random._philox` has them; None for what there is none for.

        Args:
          what: "words", "uniform_...", "normal_..." or "truncated_..." with a dtype.
          counter: of the first block of four words, its low half first.
          count: how many numbers.
          stride: each block but the first is so many blocks behind the one before.
        """
        return None

    def routine(self, name: str) -> Callable[..., Any] | None:
        """Compiled code that kernels in NumPy call for a part of their work, by its name; None where there is none.

        "choose" looks numbers up in sums, "shuffle" puts elements in random order (see `ops.random.sampling`).
        """
        return None

    def call_table(self, name: str, miss: Callable[..., Any], due: Callable[..., Any]) -> Calls | None:
        """A table of the ways in which a function is called, for programs of this kind; None where there can be none.

        What no entry in the table is for goes to `miss(*args, **kwargs)`, and a call whose count stands at zero to
        `due(entry, *args, **kwargs)`, which may call again.
        """
        return None


def executor(name: str | None = None) -> Executor:
    """The executor of this name; by default the one chosen by GRAPHWRIGHT_EXECUTOR, or what is there.

    Without LLVM the native executor is not there and `numpy` takes its place.
    """
    wanted = name or options.executor
    key = wanted, options.hide_llvm
    chosen = _chosen.get(key)
    if chosen is None:
        chosen = _chosen.setdefault(key, _choose(wanted))
    return chosen


def missing() -> str:
    """Why the native executor is not there; empty where it is."""
    from graphwright.runtime.native.jit import jit
    from graphwright.runtime.native.runtime import c_modules, capi

    unreadable = "" if capi.readable() else "how this Python lays out its objects is not known"
    return jit.missing() or c_modules.missing() or unreadable


def why_ctypes() -> str:
    """Why Python enters native programs by ctypes, which takes longer; empty where it calls them as builtins."""
    from graphwright.runtime.native.runtime import capi

    return capi.why_ctypes()


def begin() -> None:
    """A function is going to be traced and called: what any call needs may be begun meanwhile."""
    if options.executor == "native" and not options.hide_llvm:
        from graphwright.runtime.native import warm_up

        warm_up.begin()


_chosen: dict[tuple[str, bool], Executor] = {}


def _choose(wanted: str) -> Executor:
    if wanted == "native" and not missing():
        from graphwright.runtime.native.executor import NativeExecutor

        return _shared(NativeExecutor)
    from graphwright.runtime.reference import NumpyExecutor

    return _shared(NumpyExecutor)


_instances: dict[type[Executor], Executor] = {}


def _shared(cls: type[Executor]) -> Executor:
    return _instances.setdefault(cls, cls())
