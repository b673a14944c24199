"""What a call looks like to an entry that takes it as the user writes it: its arguments, and what results become."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from graphwright.base.frozen import frozen
from graphwright.ir.types import TensorType


@frozen
class OfType:
    """An eager tensor whose type fits this one; it fills input `at`."""

    type: TensorType
    at: int


@frozen
class NumpyArray:
    """A NumPy array, of which a copy fills input `at`."""

    type: TensorType
    at: int


@frozen
class VariableOf:
    """A variable of exactly this class and interned type, whose state fills input `at`.

    `others` are the inputs that variables before it fill, each with whether it is the same variable.
    """

    cls: type
    type: TensorType
    trainable: bool
    at: int
    others: tuple[tuple[int, bool], ...]


@frozen
class Exactly:
    """This very object."""

    value: Any


@frozen
class Equal:
    """An object of exactly this one's type, a builtin one, and equal to it; floats have the same bits."""

    value: Any


@frozen
class Weakly:
    """The object that this weak reference leads to."""

    reference: Any


@frozen
class Parts:
    """A tuple, list or dictionary of exactly this class; `keys` are those of a dictionary, in the parts' order."""

    cls: type
    parts: tuple[Any, ...]
    keys: tuple[str, ...] | None = None


@frozen
class Fields:
    """An object of exactly this class whose fields fit the parts.

    The fields are slots of the class, or stand in the object's own dictionary.
    """

    cls: type
    names: tuple[str, ...]
    parts: tuple[Any, ...]
    in_slots: bool = False


@frozen
class OutputLeaf:
    """The result of this number."""

    index: int


@frozen
class Build:
    """A tuple, list or dictionary of the parts, by its class, or what another callable gives for them."""

    make: Callable[..., Any]
    parts: tuple[Any, ...]
    keys: tuple[Any, ...] | None = None


@frozen
class EntryRequest:
    """What a program needs to make an entry for one way of calling it.

    Attributes:
      arguments: a pattern for each argument of the call: the positional ones, then those with `names`.
      inputs: how many of the graph's inputs the arguments fill.
      captures: the tensors for the rest of the graph's inputs.
      results: what a call gives, made of `OutputLeaf`, `Exactly` and `Build`.
      usage: what counts the calls: its one word `left` is counted down; at zero the call is handed over.
      recorded: takes the arguments that fill inputs, in the inputs' order, when a tape is recording.
      context: what entries are told apart by when some are forgotten.
      of_open_trace: whether the trace serves calls with other sizes as well.
    """

    arguments: Sequence[Any]
    inputs: int
    captures: Sequence[Any]
    results: Any
    usage: Any
    names: tuple[str, ...] = ()
    recorded: Callable[..., Any] | None = None
    context: Any = None
    of_open_trace: bool = False


class Calls(Protocol):
    """The ways in which a function is called, each with the program that serves it."""

    call: Callable[..., Any]
    """A builtin that takes a call of the function as the user writes it."""

    def add(self, program: Any, request: EntryRequest, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Serve calls like this one by this program; False when they are not served by this."""

    def clear(self, which: Callable[[Any], bool] = ...) -> None:
        """Forget the entries whose request's context is one of these; calls that run stay unharmed."""

    def clear_open(self) -> None:
        """Forget the entries that serve several types: a trace for some of these types may be there now."""
