# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.graph_util`: parts of graphs as messages."""

from graphwright.saved_model.import_graph_def import import_graph_def as import_graph_def
from graphwright.sessions.graph_util import convert_variables_to_constants as convert_variables_to_constants
from graphwright.sessions.graph_util import extract_sub_graph as extract_sub_graph
from graphwright.sessions.graph_util import must_run_on_cpu as must_run_on_cpu
from graphwright.sessions.graph_util import remove_training_nodes as remove_training_nodes
from graphwright.sessions.graph_util import tensor_shape_from_node_def_name as tensor_shape_from_node_def_name

__all__ = [
    "convert_variables_to_constants",
    "extract_sub_graph",
    "import_graph_def",
    "must_run_on_cpu",
    "remove_training_nodes",
    "tensor_shape_from_node_def_name",
]
