# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1`: the few older functions that documents for `tf.function` still use."""

from graphwright.autodiff.custom import RegisterGradient as RegisterGradient
from graphwright.autodiff.custom import custom_gradient as custom_gradient
from graphwright.autodiff.custom import no_gradient as NoGradient
from graphwright.autodiff.custom import no_gradient as NotDifferentiable
from graphwright.autodiff.custom import no_gradient as no_gradient
from graphwright.autodiff.gradients import AggregationMethod as AggregationMethod
from graphwright.autodiff.gradients import gradients as gradients
from graphwright.autodiff.gradients import hessians as hessians
from graphwright.compat import v1_nn as nn
from graphwright.compat._older import assign as assign
from graphwright.compat._older import assign_add as assign_add
from graphwright.compat._older import assign_sub as assign_sub
from graphwright.compat._older import get_default_graph as get_default_graph
from graphwright.compat._older import placeholder as placeholder
from graphwright.compat._older import reset_default_graph as reset_default_graph
from graphwright.compat._older import to_double as to_double
from graphwright.compat._older import to_float as to_float
from graphwright.compat._older import to_int32 as to_int32
from graphwright.compat._older import to_int64 as to_int64
from graphwright.control.branches import cond as cond
from graphwright.control.host_calls import py_func as py_func
from graphwright.control.loops import while_loop as while_loop
from graphwright.core.context import executing_eagerly as executing_eagerly
from graphwright.core.context import name_scope as name_scope
from graphwright.graphdef.public_messages import AttrValue as AttrValue
from graphwright.graphdef.public_messages import GraphDef as GraphDef
from graphwright.graphdef.public_messages import NodeDef as NodeDef
from graphwright.ir.graph import Graph as Graph
from graphwright.ir.graph import Operation as Operation
from graphwright.ops.initializers import GlorotUniform as glorot_uniform_initializer
from graphwright.ops.initializers import Ones as ones_initializer
from graphwright.ops.initializers import Zeros as zeros_initializer
from graphwright.saved_model.import_graph_def import import_graph_def as import_graph_def
from graphwright.saved_model.wrapping import wrap_function as wrap_function

__all__ = [
    "AggregationMethod",
    "AttrValue",
    "Graph",
    "GraphDef",
    "NoGradient",
    "NodeDef",
    "NotDifferentiable",
    "Operation",
    "RegisterGradient",
    "assign",
    "assign_add",
    "assign_sub",
    "cond",
    "custom_gradient",
    "executing_eagerly",
    "get_default_graph",
    "glorot_uniform_initializer",
    "gradients",
    "hessians",
    "import_graph_def",
    "name_scope",
    "nn",
    "no_gradient",
    "ones_initializer",
    "placeholder",
    "py_func",
    "reset_default_graph",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
    "while_loop",
    "wrap_function",
    "zeros_initializer",
]
