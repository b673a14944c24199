"""Graphwright: the programming model of `tf.function`, standalone.

`import graphwright as tf` and write what you would write for TensorFlow: eager tensors, `tf.function`,
`tf.GradientTape`, `tf.Variable`. Functions are traced into graphs and compiled to native code.
"""

from __future__ import annotations

import graphwright._wiring as _wiring  # noqa: F401 (provides services to lower layers)
import graphwright.ops as _ops  # noqa: F401 (attaches the operators to Tensor and Variable)
from graphwright._public import lazy_exports
from graphwright.base.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        # values and their types
        "base.dtypes": (
            "float16 half float32 float64 double bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
            "complex64 complex128 bool string resource variant qint8 quint8 qint16 quint16 qint32 DType as_dtype"
        ),
        "base.build": (
            "__git_version__=GIT_VERSION __compiler_version__=COMPILER_VERSION __cxx11_abi_flag__=CXX11_ABI_FLAG "
            "__cxx_version__=CXX_VERSION __monolithic_build__=MONOLITHIC_BUILD"
        ),
        "base.logger": "get_logger",
        "base.shape": "TensorShape",
        "base.spec": "NoneTensorSpec TensorSpec TypeSpec",
        "core.tensor": "Tensor",
        "core.variable": "Variable",
        "core.variable_creators": "variable_creator_scope",
        "core.variable_options": "VariableAggregation VariableSynchronization",
        "core.indexed_slices": "IndexedSlices IndexedSlicesSpec",
        "core.sparse_tensor": "SparseTensor SparseTensorSpec",
        "ops.ragged.ragged_tensor": "RaggedTensor",
        "ops.ragged.spec": "RaggedTensorSpec",
        "core.convert": "convert_to_tensor",
        "core.device_spec": "DeviceSpec",
        "core.introspection": (
            "get_current_name_scope get_static_value inside_function is_symbolic_tensor is_tensor "
            "register_tensor_conversion_function type_spec_from_value"
        ),
        "data.optional": "OptionalSpec",
        "ops.io.tensor_proto": "make_ndarray make_tensor_proto",
        "ops.state.tensor_array": "TensorArray TensorArraySpec",
        "module": "Module",
        # functions, graphs, control flow
        "functions.decorator": "function",
        "functions.map_fn": "foldl foldr map_fn scan",
        "functions.vectorize.vectorized_map": "vectorized_map",
        "ir.graph": "Operation",
        "sessions.graph": "Graph",
        "core.context": "executing_eagerly init_scope name_scope",
        "core.scopes": "control_dependencies device",
        "saved_model.import_graph_def": "import_graph_def",
        "control.branches": "cond",
        "control.cases": "case switch_case",
        "control.critical_section": "CriticalSection",
        "control.loops": "while_loop",
        "control.host_calls": "numpy_function py_function",
        "ops.control.assertions": "Assert=assert_ assert_equal assert_greater assert_less assert_rank",
        "ops.control.group": "group no_op tuple=tuple_",
        "ops.control.host": "timestamp",
        "ops.control.plugins": "check_pinned load_library load_op_library",
        "functions.batch_calls": "nondifferentiable_batch_function",
        "ops.nn.by_name": "conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2",
        "ops.signal.fft_axes": (
            "fftnd=fftnd_of_lengths ifftnd=ifftnd_of_lengths irfftnd=irfftnd_of_lengths rfftnd=rfftnd_of_lengths"
        ),
        "ops.io.printing": "print=print_",
        # standing in for TensorFlow
        "interop.keras": "keras losses metrics optimizers",
        "interop.tensorflow_shim": "install_as_tensorflow",
        # gradients
        "autodiff.custom": "custom_gradient grad_pass_through no_gradient RegisterGradient",
        "autodiff.gradients": "AggregationMethod gradients hessians",
        "autodiff.recompute": "recompute_grad",
        "autodiff.tape": "GradientTape UnconnectedGradients",
        # making tensors
        "ops.array.constants": "constant fill ones ones_like zeros zeros_like",
        "ops.nn.initializers": (
            "zeros_initializer=Zeros ones_initializer=Ones constant_initializer=Constant "
            "random_normal_initializer=RandomNormal random_uniform_initializer=RandomUniform"
        ),
        "ops.array.ranges": "eye linspace one_hot range",
        # shapes and places
        "ops.array.space_to_batch": (
            "batch_to_space required_space_to_batch_paddings space_to_batch space_to_batch_nd=space_to_batch"
        ),
        "ops.array.broadcasting": "broadcast_dynamic_shape broadcast_static_shape broadcast_to ensure_shape",
        "ops.index.gather": "gather gather_nd",
        "ops.array.concat": "concat parallel_stack stack",
        "ops.array.masks": "sequence_mask",
        "ops.array.rearrange": "guarantee_const identity identity_n reverse roll stop_gradient transpose",
        "ops.array.pad": "pad",
        "ops.index.scatter": (
            "scatter_nd tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min "
            "tensor_scatter_nd_sub tensor_scatter_nd_update"
        ),
        "ops.array.select": "unique unique_with_counts where",
        "ops.array.shapes": "expand_dims rank reshape shape shape_n size squeeze",
        "ops.index.slicing": "boolean_mask newaxis slice strided_slice",
        "ops.array.split": "split unstack",
        "ops.index.dynamic_stitch": "dynamic_partition dynamic_stitch reverse_sequence",
        "ops.array.tile": "meshgrid repeat tile",
        "ops.random.stateless_shuffle": "random_index_shuffle",
        # numbers
        "ops.index.unravel": "unravel_index",
        "ops.ragged.rows": "ragged_fill_empty_rows ragged_fill_empty_rows_grad",
        "ops.text.edit_distance": "edit_distance",
        "ops.text.hashing": "fingerprint",
        "ops.image.patches": "extract_volume_patches",
        "ops.linalg.eigen": "eig eigvals",
        "ops.linalg.roots": "matrix_square_root",
        "ops.math.binary": "add maximum minimum multiply scalar_mul subtract",
        "ops.math.casts": "bitcast cast saturate_cast",
        "ops.math.clipping": "clip_by_norm clip_by_value clip_by_global_norm global_norm",
        "ops.math.comparison": (
            "equal greater greater_equal less less_equal logical_and logical_not logical_or not_equal"
        ),
        "ops.math.complex": "complex",
        "ops.linalg.tensordot": "tensordot",
        "ops.linalg.einsum": "einsum",
        "ops.math.division": "divide pow realdiv truediv truncatediv truncatemod",
        "ops.math.transcendental": "acos acosh asin asinh atan atanh cos cosh exp sigmoid sin sinh tan tanh",
        "ops.linalg.matmul": "matmul",
        "ops.math.binary_special": "add_n atan2",
        "ops.math.reductions": "reduce_all reduce_any reduce_max reduce_mean reduce_min reduce_prod reduce_sum",
        "ops.math.cumulative": "cumsum",
        "ops.index.arg_max": "argmax argmin",
        "ops.index.approximate_top_k": "approx_top_k",
        "ops.index.sort": "argsort searchsorted sort",
        "ops.math.statistics": "norm reduce_logsumexp",
        "ops.text.join": "as_string",
        "ops.math.histograms": "histogram_fixed_width histogram_fixed_width_bins",
        "ops.math.unary": "abs floor negative round sign sqrt square",
        # modules
        "autodiff": "autodiff=",
        "autograph": "autograph=",
        "audio": "audio=",
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
        "onnx": "onnx=",
        "quantization": "quantization=",
        "queue": "queue=",
        "ragged": "ragged=",
        "random": "random=",
        "raw_ops": "raw_ops=",
        "saved_model": "saved_model=",
        "signal": "signal=",
        "sets": "sets=",
        "sparse": "sparse=",
        "strings": "strings=",
        "sysconfig": "sysconfig=",
        "test": "test=",
        "xla": "xla=",
        "profiler": "profiler=",
        "summary": "summary=",
        "text": "text=",
        "train": "train=",
        "types": "types=",
        "version": "version=",
    },
)
