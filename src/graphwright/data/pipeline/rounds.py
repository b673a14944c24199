"""Runs that continue after errors: an element that fails costs itself, and what cannot be made without it.

A generator that raises is over. A run is therefore a chain of generators that share their variables: one produces
elements, and after an error another continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import chain, islice
from typing import Any, Final, ParamSpec, TypeVar

from graphwright.base import errors
from graphwright.data.pipeline.iterator_state import IteratorState, SavedState, damaged

P = ParamSpec("P")
T = TypeVar("T")

_FAILURES: Final = "failed"


def outlives_errors(rounds: Callable[P, Iterator[Iterator[T]]]) -> Callable[P, Iterator[T]]:
    """Let a generator of generators be one iterator over all of their items.

    The outer generator sets the run up, and yields generators until one of them has reached the end of the run.
    Exceptions of the inner ones do not reach it, so that it can hold what a run needs, such as a file.
    """

    @wraps(rounds)
    def run(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return chain.from_iterable(rounds(*args, **kwargs))

    return run


@outlives_errors
def groups(
    elements: Iterator[Any], size: int, drop_remainder: bool, state: IteratorState, like: Any,
    joined: Callable[[list[Any]], T],
) -> Iterator[Iterator[T]]:  # fmt: skip
    """What `joined` makes of `size` elements of the pipeline `like` at a time.

    Elements that were taken before one that fails wait for the next group.
    """
    held: list[Any] = state.elements("held", like)
    state.save_by(lambda: {"held": list(held)})
    more = True

    def rest() -> Iterator[T]:
        nonlocal held, more
        while True:
            held += islice(elements, size - len(held))  # keeps what came before an error
            group, held = held, []
            if not group or (drop_remainder and len(group) < size):
                break
            yield joined(group)
        more = False

    while more:
        yield rest()


@outlives_errors
def expanded(source: Any, dataset_of: Callable[[Any], Any], name: str, state: IteratorState) -> Iterator[Iterator[Any]]:
    """The elements of the pipelines that `dataset_of` makes of the elements of a source, one after the other.

    Args:
      source: a pipeline.
      dataset_of: takes an element.
      name: of the state of the inner runs.
      state: of the whole run.
    """
    current: list[Any] = state.elements("current", source)
    state.save_by(lambda: {"current": current})
    elements = source.run(state.child())
    inner: Iterator[Any] | None = None
    more = True

    def rest() -> Iterator[Any]:
        nonlocal current, inner, more
        while True:
            if current and inner is None:
                element, current = current[0], []  # one that fails is not tried again
                inner = dataset_of(element).run(state.child(name))
                current = [element]
            if inner is not None:
                yield from inner
                current, inner = [], None
                state.drop(name)
            following = next(elements, None)
            if following is None:
                break
            current = [following]
        more = False

    while more:
        yield rest()


class Failure:
    """An element that could not be produced: it keeps its place until it is asked for."""

    __slots__ = ("error",)

    def __init__(self, error: BaseException) -> None:
        self.error = error


def given(item: Any) -> Any:
    """An element; the error of one that has failed is raised."""
    if type(item) is Failure:
        raise item.error
    return item


def saved_items(name: str, items: Sequence[Any]) -> SavedState:
    """Elements and failures in the form that `restored_items` reads."""
    failures = [
        [i, type(item.error).__name__, item.error.message]
        for i, item in enumerate(items)
        if type(item) is Failure and isinstance(item.error, errors.OpError)
    ]
    saved: SavedState = {name: [item for item in items if type(item) is not Failure]}
    return {**saved, f"{name} {_FAILURES}": failures} if failures else saved


def restored_items(name: str, state: Any, like: Any) -> list[Any]:
    """Elements of the pipeline `like` and failures, by default none."""
    items: list[Any] = state.elements(name, like)
    for found in state.listed(f"{name} {_FAILURES}"):
        if not isinstance(found, list) or len(found) != 3 or type(found[0]) is not int:
            raise damaged()
        place, name, message = found
        known = getattr(errors, str(name), errors.UnknownError)
        coded = isinstance(known, type) and issubclass(known, errors.OpError) and known is not errors.OpError
        error: Callable[..., BaseException] = known if coded else errors.UnknownError
        items.insert(place, Failure(error(None, None, str(message))))
    return items


__all__ = ["Failure", "given", "outlives_errors", "restored_items", "saved_items"]
