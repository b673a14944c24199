"""A pipeline that goes on after errors."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, UnaryPipeline
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.structure import Flat


class IgnoreErrors(UnaryPipeline, saved_as="ErrorsIgnored"):
    """The elements of the source without those whose production fails."""

    keeps_elements = True

    def __init__(self, source: UnaryPipeline, log_warning: bool) -> None:
        super().__init__(source)
        self._log_warning = log_warning

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        elements = self._source.run(state.child())
        while True:
            try:
                yield from elements
                return
            except errors.CancelledError:
                raise
            except errors.OpError as error:
                if self._log_warning:
                    warnings.warn(f"Error raised with error message {error}", RuntimeWarning, stacklevel=1)

    def count(self) -> int:
        return INFINITE if self._source.count() == INFINITE else UNKNOWN


__all__ = ["IgnoreErrors"]
