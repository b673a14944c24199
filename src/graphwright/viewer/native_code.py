"""The native regions of a graph where there is a native compiler, without loading it where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.base.config import options
from graphwright.ir.funcgraph import FuncGraph

if TYPE_CHECKING:
    from graphwright.viewer.regions import Region


def native_regions(graph: FuncGraph) -> list[Region]:
    """The regions of an optimized graph; none where the numpy executor runs it."""
    from graphwright.runtime.selection import missing

    if options.executor != "native" or missing():
        return []
    from graphwright.viewer.regions import regions_of

    return regions_of(graph)
