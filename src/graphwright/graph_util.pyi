# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.graph_util`: import of GraphDefs."""

from graphwright.saved_model.import_graph_def import import_graph_def as import_graph_def

__all__ = [
    "import_graph_def",
]
