"""The one executor interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.calls import Build
from graphwright.runtime.regions import RegionTable

if TYPE_CHECKING:
    from graphwright.runtime.calls import Calls, OutputLeaf


class Program(ABC):
    """A compiled graph.

    Attributes:
      timed_regions: its regions with the time they took so far, if it was compiled with timers.
      host_calls: the places where it calls the records' kernels, as far as known.
    """

    timed_regions: RegionTable | None = None
    host_calls: int = 0

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
        self, captures: Sequence[EagerTensor], outputs: Sequence[Value], results: OutputLeaf | Build
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
    compiles = False
    """Whether its programs are faster than the records' kernels."""

    specializes = False
    """Whether a program for known sizes may be faster than one for open sizes, and is soon compiled."""

    @abstractmethod
    def compile(self, graph: FuncGraph) -> Program:
        """A program for an optimised graph (see `passes.optimize`)."""

    def show(self, graph: FuncGraph, stage: str) -> str | None:
        """An optimised graph at a stage of its compilation, as text; None if this executor has no such stage."""
        return None

    def compile_or(self, graph: FuncGraph, instead: Callable[[Sequence[Operation]], FuncGraph | None]) -> Program:
        """A program for an optimised graph, or for the one that `instead` gives for what it would leave to Python."""
        return self.compile(graph)

    def compile_later(self, graph: FuncGraph) -> Callable[[], Program | None] | None:
        """Begin a program of one op in the background, if it gives what the op's kernel gives, but for signs of zeros.

        What is returned gives the program, or None while there is none.
        """
        return None

    def in_background(self, work: Callable[[], None]) -> bool:
        """Do work on another thread soon; False if no thread or processor can take it."""
        return False

    def with_timers(self) -> Executor:
        """The executor whose programs have timers around their regions; itself where none has."""
        return self

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

    def text_routines(self, wait: bool) -> Mapping[str, Callable[..., Any]] | None:
        """Compiled code that kernels of text ops call, by name; None if there is none, or not yet.

        With `wait` the code is compiled now if need be, and in the background otherwise.
        """
        return None

    def block_memory(self) -> Callable[[], None] | None:
        """What has NumPy take the memory of large arrays from that of programs, in the context it is called in.

        None where there is no such memory, or not yet: it is made ready in the background.
        """
        return None

    def call_table(self, name: str, miss: Callable[..., Any], due: Callable[..., Any]) -> Calls | None:
        """A table of the ways in which a function is called, for programs of this kind; None where there can be none.

        What no entry in the table is for goes to `miss(*args, **kwargs)`, and a call whose count stands at zero to
        `due(entry, *args, **kwargs)`, which may call again.
        """
        return None
