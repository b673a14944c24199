"""The state of a dataset's iterator as strings: first what it consists of, as JSON, then each array, as a TensorProto.

Only data is saved, no code: it is read back into an iterator over a dataset that is made in the same way, and what does
not fit that dataset is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.cursor import State, damaged
from graphwright.data.plan_functions import Body
from graphwright.data.plan_order import SeedGenerator
from graphwright.data.plans import Elements, Plan

Array = np.ndarray[Any, Any]
_ARRAY, _COLUMNS, _WINDOW = "array", "columns", "window"
_MARK = "of"  # names which of the above a dict stands for; no state has this name


def structure(plan: Plan) -> str:
    """What a dataset is made of: `Batch(Shuffle(Range))`. Iterators over datasets of equal structure are exchanged."""
    name = type(plan).__name__.strip("_").removesuffix("Rows")
    return f"{name}({', '.join(map(structure, _sources(plan)))})"


def _sources(plan: Plan) -> Iterator[Plan]:
    for value in vars(plan).values():
        if isinstance(value, Plan):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from (one for one in value if isinstance(one, Plan))


def check_functions(plan: Plan) -> None:
    """FailedPreconditionError where a function of the dataset sees or changes anything but the elements."""
    for value in vars(plan).values():
        found = value.stateful_op() if isinstance(value, Body) else None
        if found is not None:
            raise errors.FailedPreconditionError(
                f"{found} is stateful. An iterator's state does not hold what the functions of its dataset use from "
                "outside. If that is meant, set `options.experimental_external_state_policy` of the dataset to "
                "tf.data.experimental.ExternalStatePolicy.IGNORE."
            )
    for source in _sources(plan):
        check_functions(source)


def _seeds(plan: Plan) -> list[SeedGenerator]:
    """What the dataset's runs to come have their random numbers of."""
    own = [value for value in vars(plan).values() if isinstance(value, SeedGenerator)]
    return [*own, *(seeds for source in _sources(plan) for seeds in _seeds(source))]


def packed(plan: Plan, state: State) -> Array:
    """The state of an iterator over a dataset as a vector of strings."""
    from graphwright.graphdef.tensor_proto import to_proto

    arrays: list[Array] = []
    seeds = [one.save() for one in _seeds(plan)]
    form = {"dataset": structure(plan), "state": _form({**state, "seeds": seeds}, arrays)}
    text = json.dumps(form, separators=(",", ":"))
    return np.array([text.encode(), *(to_proto(array).SerializeToString() for array in arrays)], object)


def _form(value: Any, arrays: list[Array]) -> Any:
    if isinstance(value, dict):
        return {name: _form(one, arrays) for name, one in value.items()}
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {_MARK: _ARRAY, "at": len(arrays) - 1}
    if isinstance(value, Elements):
        return {_MARK: _WINDOW, "elements": _form(list(value.elements), arrays)}
    if isinstance(value, list) and all(isinstance(one, list) for one in value):
        return _elements_form(value, arrays)
    if not isinstance(value, (str, int, bool, type(None), list)):
        raise errors.UnimplementedError(
            "The state of an iterator cannot be saved while elements that hold datasets or optionals are kept in a "
            "buffer: use the datasets up (flat_map, interleave) before they are shuffled or prefetched."
        )
    return value


def _elements_form(elements: list[Any], arrays: list[Array]) -> Any:
    """Elements component by component: stacked where the shapes are equal, which makes one array of many."""
    columns: list[Any] = []
    for column in zip(*elements, strict=True):
        if all(isinstance(part, np.ndarray) and part.shape == getattr(column[0], "shape", None) for part in column):
            columns.append(_form(np.stack(column), arrays))
        else:
            columns.append([_form(part, arrays) for part in column])
    return {_MARK: _COLUMNS, "count": len(elements), "columns": columns}


def unpacked(plan: Plan, saved: Array) -> State:
    """The state that is in a vector of strings; NotFoundError where it is that of another kind of dataset."""
    from graphwright.graphdef import messages
    from graphwright.graphdef.tensor_proto import to_array

    if saved.dtype != object or saved.ndim != 1 or not len(saved):
        raise damaged()
    try:
        told = json.loads(saved[0])
        kind, form = told["dataset"], told["state"]
        if kind != structure(plan):
            raise errors.NotFoundError(
                None,
                None,
                f"Failed to restore dataset iterator from checkpoint: it was saved over {kind}, and this one is over "
                f"{structure(plan)}. Make sure the dataset definition has not changed between the process that saved "
                "the checkpoint and the process that is restoring it.",
            )
        arrays = [to_array(messages.TensorProto.FromString(one)) for one in saved[1:]]
        made: State = _value(form, arrays)
    except errors.NotFoundError:
        raise
    except Exception as error:  # whatever a damaged file makes of JSON and protocol buffers
        raise damaged() from error
    return made


def restore_seeds(plan: Plan, state: State) -> None:
    """Give the dataset's runs to come the random numbers that they would have got where the state was saved."""
    found, given = _seeds(plan), state.get("seeds")
    if not isinstance(given, list) or len(given) != len(found):
        raise damaged()
    for seeds, saved in zip(found, given, strict=True):
        seeds.restore(saved)


def _value(form: Any, arrays: list[Array]) -> Any:
    if isinstance(form, list):
        return [_value(one, arrays) for one in form]
    if not isinstance(form, dict):
        return form
    kind = form.get(_MARK)
    if kind == _ARRAY:
        return arrays[form["at"]]
    if kind == _COLUMNS:
        columns, count = [_value(column, arrays) for column in form["columns"]], form["count"]
        if any(len(column) != count for column in columns):
            raise damaged()
        return [[_row(column, i) for column in columns] for i in range(count)]
    if kind == _WINDOW:
        return Elements(_value(form["elements"], arrays))
    return {name: _value(one, arrays) for name, one in form.items()}


def _row(column: Any, number: int) -> Any:
    if isinstance(column, list):
        return column[number]
    return column[number] if column.ndim > 1 else column[number : number + 1].reshape(())


__all__ = ["check_functions", "packed", "restore_seeds", "structure", "unpacked"]
