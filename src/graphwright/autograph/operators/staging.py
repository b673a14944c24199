"""What staged statements share: which values stage, and how values of the state become tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.autograph.operators.undefined import Undefined
from graphwright.base import nest
from graphwright.base.dtypes import from_numpy
from graphwright.core.context import as_default_graph, state
from graphwright.core.convert import is_tensor_like, to_array, to_tensor
from graphwright.core.tensor import SymbolicTensor, Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.location import user_location
from graphwright.ir.types import TensorType, tensor_type

_GENERATED_PREFIX = "the "  # how the variables of the state begin that the user has not named
_NUMBERS = (bool, int, float, complex, str, bytes, np.ndarray, np.generic)


def is_staged(value: Any) -> bool:
    """Whether a decision that depends on this value is one for the graph: one is being built, and it is a tensor."""
    return state.graph is not None and (isinstance(value, Tensor) or is_tensor_like(value))


def is_convertible(value: Any) -> bool:
    """Whether a leaf can become a tensor: it is one, or a number, text or array."""
    return isinstance(value, (Tensor, *_NUMBERS)) or (is_tensor_like(value) and not hasattr(value, "staged_truth"))


def is_python_value(value: Any) -> bool:
    """Whether a leaf is a number, text or array, and no tensor."""
    return isinstance(value, _NUMBERS)


def unchanged(before: Any, after: Any) -> bool:
    """Whether a leaf is still the same Python value, so that it may stay one."""
    if before is after:
        return True
    if type(before) is not type(after) or not isinstance(after, (bool, int, float, complex, str, bytes)):
        return False
    return bool(before == after)


def flatten(value: Any) -> list[Any]:
    """The leaves of a value, those of composite tensors included."""
    return nest.flatten(value, expand_composites=True)


def pack(structure: Any, leaves: list[Any]) -> Any:
    """A value like `structure` with these leaves."""
    packed = nest.pack_sequence_as(structure, leaves, expand_composites=True)
    with_items = getattr(structure, "with_items", None)
    return packed if with_items is None else with_items(packed)


def structure_difference(first: Any, second: Any) -> str | None:
    """How the structures of two values differ, None if they do not."""
    try:
        nest.assert_same_structure(first, second, expand_composites=True)
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def in_graph(graph: TracingGraph, leaves: list[Any]) -> list[Any]:
    """Leaves as tensors of a body whose tracing has ended."""
    tapes = state.tapes
    with as_default_graph(graph):
        state.tapes = ()
        result = [graph.capture(to_tensor(leaf)) for leaf in leaves]
    state.tapes = tapes
    return result


def zeros_like(leaf: Any) -> np.ndarray[Any, Any] | None:
    """Zeros of the type of a tensor or number, with 0 for unknown sizes; None for a resource."""
    if is_python_value(leaf):
        array = to_array(leaf)
        return np.zeros_like(array) if array.dtype != object else np.full(array.shape, b"", object)
    dtype = leaf.dtype
    if dtype.name in ("resource", "variant"):
        return None
    dims = leaf.shape.symbolic or ()
    if dtype.name == "string":
        return np.full([d if isinstance(d, int) else 0 for d in dims], b"", object)
    return np.zeros([d if isinstance(d, int) else 0 for d in dims], dtype.numpy)


def type_of(leaf: Any) -> TensorType:
    """The type that a leaf has as a tensor."""
    if is_python_value(leaf):
        array = to_array(leaf)
        return tensor_type(from_numpy(array.dtype), array.shape)
    known: TensorType | None = getattr(leaf, "_type", None)
    return tensor_type(leaf.dtype, leaf.shape.symbolic) if known is None else known


def is_attribute_or_item(name: str) -> bool:
    """Whether a variable of the state is an attribute or an item, not a name or an internal variable."""
    return not name.isidentifier() and not name.startswith(_GENERATED_PREFIX)


def check_written(values: tuple[Any, ...], read: tuple[Any, ...], names: tuple[str, ...]) -> None:
    """Compare what was assigned to the attributes and items of the state with what is read from them afterwards.

    Raises:
      NotImplementedError: assigning or reading one of them computes, which would be repeated by each branch.
    """
    written = [leaf for value in values for leaf in flatten(value)]
    for name, value, found in zip(names, values, read, strict=True):
        if value is found or not is_attribute_or_item(name) or isinstance(value, Undefined):
            continue
        if not all(_is_item(leaf) or any(unchanged(leaf, known) for known in written) for leaf in flatten(found)):
            raise NotImplementedError(
                f"'{name}' is changed in a statement that a tensor decides on, and what is read from it is not what "
                "was assigned to it: a property or a method of its class computes. Change what that stores instead."
            )


def shown(name: str) -> str:
    """A variable's name for messages."""
    if is_return_value(name):
        return "the returned value"
    return name if name.startswith(_GENERATED_PREFIX) else f"'{name}'"


def is_return_value(name: str) -> bool:
    """Whether a variable is the one that holds the value of a rewritten `return`."""
    return name.startswith("retval_")


def _is_item(leaf: Any) -> bool:
    """Whether a leaf was read from a list of the graph, each time by another operation."""
    return isinstance(leaf, SymbolicTensor) and leaf.op.type == "TensorListGetItem"


def user_line() -> str:
    """The user's line that is running, for messages."""
    location = user_location()
    return "" if location is None else f"{location.filename}:{location.line}"
