"""`tf.compat.v1.graph_util`: parts of graphs as messages."""

from __future__ import annotations

from graphwright._public import extended, lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    extended(
        "graph_util",
        {
            "sessions.graph_util": (
                "convert_variables_to_constants extract_sub_graph must_run_on_cpu "
                "remove_training_nodes tensor_shape_from_node_def_name"
            ),
        },
    ),
)
