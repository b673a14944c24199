"""Services: functions of higher layers that lower ones call, provided when the package is imported (`_wiring.py`).

Imports go downwards only. Where work in a lower layer needs a higher one, as a large eager product needs the
compiler, it asks the service; the module behind it is imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Service(Generic[T]):
    """One function of a higher layer; `get()` loads it once."""

    __slots__ = ("_load", "_loaded", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._load: Callable[[], T] | None = None
        self._loaded: T | None = None

    def provide(self, load: Callable[[], T]) -> None:
        """Say how the function is imported."""
        self._load, self._loaded = load, None

    def get(self) -> T:
        """The function; RuntimeError where nobody provides it."""
        if self._loaded is None:
            if self._load is None:
                raise RuntimeError(f"Nothing provides the service '{self.name}'.")
            self._loaded = self._load()
        return self._loaded


EXECUTOR: Service[Callable[[], Any]] = Service("executor")
"""Gives the executor in force (`runtime.selection.executor`)."""
DISPATCH_RAGGED: Service[Callable[[], None]] = Service("dispatch of ragged tensors")
"""Has the public functions take ragged tensors; asked for when the first one is created."""
DISPATCH_SPARSE: Service[Callable[[], None]] = Service("dispatch of sparse tensors")
"""The same for sparse tensors."""
EXPORT_GRAPH_DEF: Service[Callable[..., Any]] = Service("export as GraphDef")
"""Writes a graph as TensorFlow's message (`graphdef.export.graph_to_graph_def`)."""
NODE_MESSAGES: Service[Any] = Service("operations as messages")
"""The module that writes operations and their attributes as TensorFlow's messages (`graphdef.node_messages`)."""
VECTORIZED_MAP: Service[Callable[..., Any]] = Service("vectorized map")
"""Runs a function for all rows at once (`functions.vectorize.vectorized_map`)."""
DEVICES: Service[Any] = Service("devices")
"""The module that knows the devices other than the host (`runtime/xla/devices.py`)."""
PUBLIC_FUNCTION: Service[Callable[[str], Any]] = Service("public function")
"""The public name at a dotted path below `graphwright`; None where there is none."""
MAKE_ITERATOR: Service[Callable[[str], Callable[..., Any]]] = Service("iterators of graphs for sessions")
"""The function of that name which creates an iterator in a `tf.Graph` (`sessions.iterators`)."""
STRUCTURED_VALUES: Service[Any] = Service("specs in files")
"""The module that writes values and specs as messages, and reads them (`saved_model.structured_values`)."""
COMBINE_OPERATORS: Service[Callable[[str, Any, Any], Any]] = Service("combination of linear operators")
"""The "product" or "solution" of two linear operators (`linalg_operators.rules.combine`)."""
DEFAULT_STRATEGY: Service[Any] = Service("default strategy")
"""The strategy outside of all scopes (`distribute.strategy.DEFAULT`)."""
PAGE: Service[Callable[..., str]] = Service("page of functions")
"""The HTML page of explanations (`viewer.page.explained_page`)."""
PICTURE: Service[Callable[..., str]] = Service("picture of a graph")
"""The SVG picture of a trace (`viewer.picture.explained_picture`)."""
