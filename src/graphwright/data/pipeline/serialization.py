"""The state of an iterator as strings: first its structure as JSON, then each array as a TensorProto.

Only data is saved, no code: it is restored into an iterator over a dataset that was built in the same way, and
whatever does not fit that dataset is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import Array, Elements, Pipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import SavedState, damaged
from graphwright.data.pipeline.made_values import made_again, origin_of
from graphwright.data.pipeline.shuffling import SeedGenerator

_ARRAY, _COLUMNS, _WINDOW = "array", "columns", "window"
_MADE, _OBJECTS = "made", "objects"
_KIND = "of"  # the key of a dict that names one of these; no saved value has this name


def structure(pipeline: Pipeline) -> str:
    """The stages of a pipeline, such as `Batched(Shuffled(Range()))`: a state is restored over an equal one only."""
    return f"{pipeline.saved_name}({', '.join(map(structure, _sources(pipeline)))})"


def _sources(pipeline: Pipeline) -> Iterator[Pipeline]:
    for value in vars(pipeline).values():
        if isinstance(value, Pipeline):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from (one for one in value if isinstance(one, Pipeline))


def check_functions(pipeline: Pipeline) -> None:
    """FailedPreconditionError if a function of the pipeline reads or changes anything but the elements."""
    for value in vars(pipeline).values():
        found = value.stateful_op() if isinstance(value, CapturedFunction) else None
        if found is not None:
            raise errors.FailedPreconditionError(
                f"{found} is stateful. The saved state of an iterator does not include state that the functions of "
                "its dataset use. To save it anyway, set `options.experimental_external_state_policy` of the dataset "
                "to tf.data.experimental.ExternalStatePolicy.IGNORE."
            )
    for source in _sources(pipeline):
        check_functions(source)


def _seeds(pipeline: Pipeline) -> list[SeedGenerator]:
    """The generators of the random numbers of later runs."""
    own = [value for value in vars(pipeline).values() if isinstance(value, SeedGenerator)]
    return [*own, *(seeds for source in _sources(pipeline) for seeds in _seeds(source))]


def serialized(pipeline: Pipeline, state: SavedState) -> Array:
    """The state of an iterator as a vector of strings."""
    from graphwright.graphdef.tensor_proto import to_proto

    arrays = _Arrays(_functions(pipeline))
    seeds = [one.save() for one in _seeds(pipeline)]
    tree = {"dataset": structure(pipeline), "state": _tree({**state, "seeds": seeds}, arrays)}
    text = json.dumps(tree, separators=(",", ":"))
    return np.array([text.encode(), *(to_proto(array).SerializeToString() for array in arrays)], object)


class _Arrays(list[Array]):
    """The arrays of a state, and the functions of its dataset."""

    def __init__(self, functions: list[CapturedFunction], arrays: Sequence[Array] = ()) -> None:
        super().__init__(arrays)
        self.functions = functions


def _functions(pipeline: Pipeline) -> list[CapturedFunction]:
    """The functions of a pipeline and of its sources, in the order of the stages."""
    own = [value for value in vars(pipeline).values() if isinstance(value, CapturedFunction)]
    return [*own, *(function for source in _sources(pipeline) for function in _functions(source))]


def _made_tree(value: Any, arrays: _Arrays) -> Any:
    """How to make a value again if it is not an array."""
    origin = origin_of(value)
    number = next((i for i, one in enumerate(arrays.functions) if origin and one is origin.function), None)
    if origin is None or number is None:
        raise errors.UnimplementedError(
            "The state of an iterator cannot be saved while elements are kept in a buffer that hold datasets, "
            "optionals, ragged or sparse tensors which no function of the dataset has made: flatten the datasets "
            "(flat_map, interleave), or convert the tensors by `map`, before they are shuffled or prefetched."
        )
    inputs = _tree([list(origin.inputs)], arrays)
    return {_KIND: _MADE, "by": number, "inputs": inputs, "result": origin.result, "item": origin.item}


def _made(tree: Any, arrays: _Arrays) -> Any:
    function = arrays.functions[tree["by"]]
    (inputs,) = _value(tree["inputs"], arrays)
    function.check(inputs)
    return made_again(function, inputs, tree["result"], tree["item"])


def _tree(value: Any, arrays: _Arrays) -> Any:
    if isinstance(value, dict):
        return {name: _tree(one, arrays) for name, one in value.items()}
    if isinstance(value, np.ndarray):
        items = [] if value.dtype != object else value.reshape(-1).tolist()
        if any(not isinstance(item, bytes) for item in items):
            made = [_made_tree(item, arrays) for item in items]
            return {_KIND: _OBJECTS, "shape": list(value.shape), "items": made}
        arrays.append(value)
        return {_KIND: _ARRAY, "at": len(arrays) - 1}
    if isinstance(value, Elements):
        return {_KIND: _WINDOW, "elements": _tree(list(value.window), arrays)}
    if isinstance(value, list) and all(isinstance(one, list) for one in value):
        return _elements_tree(value, arrays)
    if not isinstance(value, (str, int, bool, type(None), list)):
        return _made_tree(value, arrays)
    return value


def _elements_tree(elements: list[Any], arrays: _Arrays) -> Any:
    """Elements by component: one stacked array where all shapes are equal."""
    columns: list[Any] = []
    for column in zip(*elements, strict=True):
        if all(_is_plain(part) and part.shape == getattr(column[0], "shape", None) for part in column):
            columns.append(_tree(np.stack(column), arrays))
        else:
            columns.append([_tree(part, arrays) for part in column])
    return {_KIND: _COLUMNS, "count": len(elements), "columns": columns}


def _is_plain(part: Any) -> bool:
    """Whether a value is an array of numbers or texts."""
    return isinstance(part, np.ndarray) and (part.dtype != object or all(type(t) is bytes for t in part.reshape(-1)))


def deserialized(pipeline: Pipeline, saved: Array) -> SavedState:
    """The state in a vector of strings; NotFoundError if it belongs to a pipeline of another structure."""
    from graphwright.graphdef import messages
    from graphwright.graphdef.tensor_proto import to_array

    if saved.dtype != object or saved.ndim != 1 or not len(saved):
        raise damaged()
    try:
        header = json.loads(saved[0])
        saved_structure, tree = header["dataset"], header["state"]
        if saved_structure != structure(pipeline):
            raise errors.NotFoundError(
                None,
                None,
                f"Failed to restore dataset iterator from checkpoint: it was saved over {saved_structure}, and this "
                f"one is over {structure(pipeline)}. Make sure the dataset definition has not changed between the "
                "process that saved the checkpoint and the process that is restoring it.",
            )
        arrays = [to_array(messages.TensorProto.FromString(one)) for one in saved[1:]]
        state: SavedState = _value(tree, _Arrays(_functions(pipeline), arrays))
    except errors.NotFoundError:
        raise
    except Exception as error:  # whatever JSON and protocol buffers raise for a damaged file
        raise damaged() from error
    return state


def restore_seeds(pipeline: Pipeline, state: SavedState) -> None:
    """Let later runs of the pipeline draw the random numbers that would have followed the saved state."""
    found, states = _seeds(pipeline), state.get("seeds")
    if not isinstance(states, list) or len(states) != len(found):
        raise damaged()
    for seeds, saved in zip(found, states, strict=True):
        seeds.restore(saved)


def _value(tree: Any, arrays: _Arrays) -> Any:
    if isinstance(tree, list):
        return [_value(one, arrays) for one in tree]
    if not isinstance(tree, dict):
        return tree
    kind = tree.get(_KIND)
    if kind == _ARRAY:
        return arrays[tree["at"]]
    if kind == _COLUMNS:
        columns, count = [_value(column, arrays) for column in tree["columns"]], tree["count"]
        if any(len(column) != count for column in columns):
            raise damaged()
        return [[_row(column, i) for column in columns] for i in range(count)]
    if kind == _MADE:
        return _made(tree, arrays)
    if kind == _OBJECTS:
        items = [_value(one, arrays) for one in tree["items"]]
        found = np.empty(len(items), object)
        for i, item in enumerate(items):
            found[i] = item
        return found.reshape(tree["shape"])
    if kind == _WINDOW:
        return Elements(_value(tree["elements"], arrays))
    return {name: _value(one, arrays) for name, one in tree.items()}


def _row(column: Any, number: int) -> Any:
    if isinstance(column, list):
        return column[number]
    return column[number] if column.ndim > 1 else column[number : number + 1].reshape(())


__all__ = ["check_functions", "deserialized", "restore_seeds", "serialized", "structure"]
