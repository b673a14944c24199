"""`tf.graph_util`: import of GraphDefs."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {"saved_model.import_graph_def": "import_graph_def"},
)
