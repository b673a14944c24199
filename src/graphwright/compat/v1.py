"""`tf.compat.v1`: the few older functions that documents for `tf.function` still use."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "autodiff.custom": (
            "custom_gradient no_gradient NoGradient=no_gradient NotDifferentiable=no_gradient RegisterGradient"
        ),
        "autodiff.gradients": "AggregationMethod gradients hessians",
        "compat._older": (
            "assign assign_add assign_sub get_default_graph placeholder reset_default_graph "
            "to_double to_float to_int32 to_int64"
        ),
        "compat.v1_nn": "nn=",
        "control.branches": "cond",
        "control.host_calls": "py_func",
        "control.loops": "while_loop",
        "core.context": "executing_eagerly name_scope",
        "graphdef.public_messages": "AttrValue GraphDef NodeDef",
        "ir.graph": "Graph Operation",
        "ops.initializers": "glorot_uniform_initializer=GlorotUniform zeros_initializer=Zeros ones_initializer=Ones",
        "saved_model.import_graph_def": "import_graph_def",
        "saved_model.wrapping": "wrap_function",
    },
)
