"""Graphwright: the programming model of `tf.function`, standalone.

`import graphwright as tf` and write what you would write for TensorFlow: eager tensors, `tf.function`,
`tf.GradientTape`, `tf.Variable`. Functions are traced into graphs and compiled to native code.
"""

from __future__ import annotations

import graphwright.ops as _ops  # noqa: F401 (hangs the operators on Tensor and Variable)
from graphwright._public import lazy_exports

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        # values and their types
        "base.dtypes": (
            "float16 half float32 float64 double bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
            "complex64 complex128 bool string resource variant qint8 quint8 qint16 quint16 qint32 DType as_dtype"
        ),
        "base.shape": "TensorShape",
        "base.spec": "NoneTensorSpec TensorSpec TypeSpec",
        "core.tensor": "Tensor",
        "core.variable": "Variable",
        "core.variable_options": "VariableAggregation VariableSynchronization",
        "core.indexed_slices": "IndexedSlices IndexedSlicesSpec",
        "core.sparse_tensor": "SparseTensor SparseTensorSpec",
        "ops.ragged": "RaggedTensor",
        "ops.ragged_spec": "RaggedTensorSpec",
        "core.convert": "convert_to_tensor",
        "core.inquiry": (
            "get_current_name_scope get_static_value inside_function is_symbolic_tensor is_tensor "
            "register_tensor_conversion_function type_spec_from_value"
        ),
        "data.specs": "OptionalSpec",
        "ops.protos": "make_ndarray make_tensor_proto",
        "ops.tensor_array": "TensorArray TensorArraySpec",
        "module": "Module",
        # functions, graphs, control flow
        "functions.decorator": "function",
        "functions.maps": "foldl foldr map_fn scan vectorized_map",
        "ir.graph": "Graph Operation",
        "core.context": "executing_eagerly init_scope name_scope",
        "core.scopes": "control_dependencies device",
        "control.branches": "cond",
        "control.cases": "case switch_case",
        "control.loops": "while_loop",
        "control.host_calls": "numpy_function py_function",
        "ops.assertions": "Assert=assert_ assert_equal assert_greater assert_less assert_rank",
        "ops.grouping": "group no_op tuple=tuple_",
        "ops.host": "timestamp",
        "ops.printing": "print=print_",
        # standing in for TensorFlow
        "interop.keras": "keras",
        "interop.standing_in": "install_as_tensorflow",
        # gradients
        "autodiff.custom": "custom_gradient grad_pass_through no_gradient RegisterGradient",
        "autodiff.gradients": "AggregationMethod gradients hessians",
        "autodiff.recompute": "recompute_grad",
        "autodiff.tape": "GradientTape UnconnectedGradients",
        # making tensors
        "ops.constants": "constant fill ones ones_like zeros zeros_like",
        "ops.initializers": (
            "zeros_initializer=Zeros ones_initializer=Ones constant_initializer=Constant "
            "random_normal_initializer=RandomNormal random_uniform_initializer=RandomUniform"
        ),
        "ops.ranges": "eye linspace one_hot range",
        # shapes and places
        "ops.blocks": "batch_to_space space_to_batch space_to_batch_nd=space_to_batch",
        "ops.broadcasts": "broadcast_dynamic_shape broadcast_static_shape broadcast_to ensure_shape",
        "ops.gather": "gather gather_nd",
        "ops.joins": "concat stack",
        "ops.masks": "sequence_mask",
        "ops.moves": "identity identity_n reverse roll stop_gradient transpose",
        "ops.pads": "pad",
        "ops.scatter": (
            "scatter_nd tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min "
            "tensor_scatter_nd_sub tensor_scatter_nd_update"
        ),
        "ops.selects": "unique unique_with_counts where",
        "ops.shapes": "expand_dims rank reshape shape shape_n size squeeze",
        "ops.slicing": "boolean_mask newaxis slice strided_slice",
        "ops.splits": "split unstack",
        "ops.stitching": "dynamic_partition dynamic_stitch reverse_sequence",
        "ops.tiles": "meshgrid repeat tile",
        # numbers
        "ops.binary": "add maximum minimum multiply scalar_mul subtract",
        "ops.casts": "bitcast cast saturate_cast",
        "ops.clipping": "clip_by_norm clip_by_value clip_by_global_norm global_norm",
        "ops.comparison": "equal greater greater_equal less less_equal logical_and logical_not logical_or not_equal",
        "ops.complex": "complex",
        "ops.contractions": "tensordot",
        "ops.einsum": "einsum",
        "ops.division": "divide pow truediv truncatediv truncatemod",
        "ops.functions": "acos acosh asin asinh atan atanh cos cosh exp sigmoid sin sinh tan tanh",
        "ops.linalg": "matmul",
        "ops.pairs": "add_n atan2",
        "ops.reductions": "reduce_all reduce_any reduce_max reduce_mean reduce_min reduce_prod reduce_sum",
        "ops.scans": "cumsum",
        "ops.selections": "argmax argmin",
        "ops.sorting": "argsort searchsorted sort",
        "ops.statistics": "norm reduce_logsumexp",
        "ops.text": "as_string",
        "ops.unary": "abs floor negative round sign sqrt square",
        # modules
        "autodiff": "autodiff=",
        "autograph": "autograph=",
        "bitwise": "bitwise=",
        "compat": "compat=",
        "config": "config=",
        "data": "data=",
        "debugging": "debugging=",
        "distribute": "distribute=",
        "dtypes": "dtypes=",
        "errors": "errors=",
        "experimental": "experimental=",
        "graph_util": "graph_util=",
        "image": "image=",
        "initializers": "initializers=",
        "io": "io=",
        "linalg": "linalg=",
        "lookup": "lookup=",
        "math": "math=",
        "nest": "nest=",
        "nn": "nn=",
        "ragged": "ragged=",
        "random": "random=",
        "raw_ops": "raw_ops=",
        "saved_model": "saved_model=",
        "signal": "signal=",
        "sets": "sets=",
        "sparse": "sparse=",
        "strings": "strings=",
        "train": "train=",
        "types": "types=",
        "version": "version=",
    },
)
