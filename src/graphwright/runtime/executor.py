"""The one executor interface, and the choice between executors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base.config import options
from graphwright.ir.funcgraph import FuncGraph


class Program(ABC):
    """A compiled graph."""

    @abstractmethod
    def run(self, inputs: Sequence[Any]) -> list[Any]:
        """Run on one array (or resource, or variant payload) per graph input; gives one per graph output.

        Effects happen in program order up to the first failure. The arrays given are never written to, and no
        array given back is ever written to again.
        """

    def entry(self, request: EntryRequest) -> Callable[..., Any] | None:
        """A builtin that takes a call of the function as the user writes it, or None where there is none.

        It checks the arguments against the request, runs, and wraps the results; whatever it does not recognise
        it hands to `request.miss` with the arguments as they came.
        """
        return None


class EntryRequest:
    """What a program needs to make an entry.

    `arguments` lists, per positional argument of the user's call, either the `TensorType` an eager tensor must
    have or `Exactly(object)`; the tensors among them are the graph's declared inputs, in order. `captures` are
    the tensors for the rest of the graph's inputs. `packing` says what a call gives: one tensor, a tuple of the
    tensors, or None. `miss` takes every call the entry does not recognise.
    """

    __slots__ = ("arguments", "captures", "miss", "name", "packing")

    def __init__(
        self,
        name: str,
        arguments: Sequence[Any],
        captures: Sequence[Any],
        packing: str,
        miss: Callable[..., Any],
    ) -> None:
        self.name = name
        self.arguments = list(arguments)
        self.captures = list(captures)
        self.packing = packing
        self.miss = miss


class Exactly:
    """An argument that must be this very object: a Python literal or None."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Executor(ABC):
    """Turns graphs into programs."""

    name: str

    @abstractmethod
    def compile(self, graph: FuncGraph) -> Program:
        """A program for an optimised graph (see `passes.optimize`)."""


def executor(name: str | None = None) -> Executor:
    """The executor of this name; by default the one chosen by GRAPHWRIGHT_EXECUTOR, or what is there.

    Without LLVM the native executor is not there and `numpy` takes its place.
    """
    wanted = name or options.executor
    if wanted == "native":
        from graphwright.runtime.native import capi, jit

        if jit.available() and capi.readable():
            from graphwright.runtime.native.executor import NativeExecutor

            return _shared(NativeExecutor)
    from graphwright.runtime.reference import NumpyExecutor

    return _shared(NumpyExecutor)


_instances: dict[type[Executor], Executor] = {}


def _shared(cls: type[Executor]) -> Executor:
    return _instances.setdefault(cls, cls())
