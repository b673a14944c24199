"""Lowers work that is done once per block of a loop's iterations."""

from __future__ import annotations

from contextlib import AbstractContextManager

from graphwright.runtime.native.lower.steps.buffers import Environment


class IterationBlocks:
    """A part of a loop's work that is done for several iterations at once."""

    def written(self) -> AbstractContextManager[None]:
        """The loop is written in here."""
        raise NotImplementedError

    def enter(self, counter: str, env: Environment) -> None:
        """An iteration begins, the one with this number."""

    def leave(self) -> None:
        """An iteration is done."""

    def finish(self, counter: str) -> None:
        """The loop is done, after so many iterations."""
