"""`tf.compat.v1`: the names that it shares with `tf`, and older forms of functions."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat.v1.test": "test=",
        "compat.v1.spectral": "spectral=",
        "compat.v1.manip": "manip=",
        "compat.v1.image": "extract_image_patches image=",
        "xla": "xla=",
        "quantization": (
            "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
            "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
            "fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient quantize "
            "quantized_concat quantization="
        ),
        "sysconfig": "CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD sysconfig=",
        "": (
            "AggregationMethod Assert DType GradientTape Graph IndexedSlices IndexedSlicesSpec Module "
            "NoGradient=no_gradient NoneTensorSpec NotDifferentiable=no_gradient Operation OptionalSpec "
            "RaggedTensor RaggedTensorSpec RegisterGradient SparseTensor SparseTensorSpec Tensor TensorArray "
            "TensorArraySpec TensorShape TensorSpec TypeSpec UnconnectedGradients VariableAggregation "
            "VariableSynchronization abs acos acosh add add_n argsort as_dtype as_string asin asinh atan atan2 "
            "atanh bfloat16 bitcast bool broadcast_dynamic_shape broadcast_static_shape broadcast_to case cast "
            "clip_by_global_norm clip_by_norm clip_by_value complex complex128 complex64 concat "
            "control_dependencies cos cosh cumsum custom_gradient divide double dynamic_partition dynamic_stitch "
            "einsum ensure_shape equal executing_eagerly exp eye fill float16 float32 float64 floor foldl foldr "
            "function get_static_value grad_pass_through greater greater_equal group half identity identity_n "
            "init_scope int16 int32 int64 int8 is_symbolic_tensor is_tensor less less_equal lin_space=linspace "
            "linspace logical_and logical_not logical_or make_ndarray make_tensor_proto map_fn matmul maximum "
            "meshgrid minimum multiply negative newaxis no_gradient no_op not_equal numpy_function one_hot ones "
            "pow print py_function qint16 qint32 qint8 quint16 quint8 range rank recompute_grad "
            "register_tensor_conversion_function repeat reshape resource reverse reverse_v2=reverse roll round "
            "saturate_cast scalar_mul scan scatter_nd searchsorted sequence_mask shape_n sigmoid sign sin sinh "
            "slice sort space_to_batch_nd split sqrt square stack stop_gradient strided_slice string subtract "
            "switch_case tan tanh tensor_scatter_add=tensor_scatter_nd_add tensor_scatter_nd_add "
            "tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update "
            "tensor_scatter_sub=tensor_scatter_nd_sub tensor_scatter_update=tensor_scatter_nd_update tensordot "
            "tile timestamp truediv truncatediv truncatemod type_spec_from_value uint16 uint32 uint64 uint8 "
            "unique unique_with_counts unstack variant vectorized_map where_v2=where zeros approx_top_k "
            "edit_distance extract_volume_patches fingerprint get_logger guarantee_const matrix_square_root "
            "parallel_stack ragged_fill_empty_rows ragged_fill_empty_rows_grad random_index_shuffle realdiv "
            "required_space_to_batch_paddings unravel_index"
        ),
        "base.dimension": "Dimension",
        "bitwise": "bitwise=",
        "compat._adapters": (
            "decode_csv decode_raw parse_example parse_single_example serialize_many_sparse serialize_sparse "
            "batch_to_space batch_to_space_nd multinomial sparse_segment_mean sparse_segment_sqrt_n "
            "sparse_segment_sum sparse_split sparse_to_dense verify_tensor_all_finite argmax argmin "
            "boolean_mask convert_to_tensor count_nonzero depth_to_space expand_dims gather "
            "gather_nd gradients hessians norm ones_like zeros_like pad random_poisson=poisson reverse_sequence "
            "shape size space_to_depth squeeze transpose tuple substr reduce_join "
            "string_to_hash_bucket=to_hash_bucket string_to_number=to_number sparse_add sparse_concat "
            "sparse_reduce_max sparse_reduce_sum reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean "
            "reduce_min reduce_prod reduce_sum assert_equal assert_greater assert_greater_equal assert_less "
            "assert_less_equal assert_none_equal assert_negative assert_non_negative assert_non_positive "
            "assert_positive assert_near assert_rank assert_rank_at_least assert_rank_in assert_scalar"
        ),
        "compat._initializers": (
            "zeros_initializer=Zeros ones_initializer=Ones constant_initializer=Constant "
            "random_normal_initializer=RandomNormal truncated_normal_initializer=TruncatedNormal "
            "random_uniform_initializer=RandomUniform variance_scaling_initializer=VarianceScaling "
            "glorot_uniform_initializer=GlorotUniform glorot_normal_initializer=GlorotNormal "
            "orthogonal_initializer=Orthogonal uniform_unit_scaling_initializer=UniformUnitScaling"
        ),
        "compat._device_spec": "DeviceSpec=DeviceSpecV1",
        "audio": "audio=",
        "compat._messages": "MetaGraphDef NameAttrList TensorInfo",
        "compat._older_sparse": (
            "convert_to_tensor_or_sparse_tensor sparse_matmul sparse_merge sparse_reduce_max_sparse "
            "sparse_reduce_sum_sparse"
        ),
        "compat._scopes": "add_check_numerics_ops container op_scope variable_op_scope",
        "compat.v1.resource_loader": "resource_loader=",
        "compat.v1.user_ops": "user_ops=",
        "ops.io.older_printing": "Print=print_when_computed",
        "ops.state.counting": "count_up_to",
        "ops.random._seeds": "get_seed=seed_pair",
        "compat._older": (
            "assign assign_add assign_sub colocate_with placeholder placeholder_with_default scatter_add "
            "scatter_div scatter_max scatter_min scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update "
            "scatter_sub scatter_update batch_scatter_update sparse_placeholder "
            "to_bfloat16 to_complex128 to_complex64 to_double "
            "to_float to_int32 to_int64"
        ),
        "compat._older_math": (
            "arg_max arg_min batch_gather bincount clip_by_average_norm confusion_matrix "
            "convert_to_tensor_or_indexed_slices dimension_at_index div no_regularizer"
        ),
        "compat._neural": "space_to_batch",
        "compat._text": "dimension_value",
        "compat._split": "string_split",
        "compat._variants": "cond constant device name_scope where while_loop",
        "compat.v1.autograph": "autograph=",
        "compat.v1.debugging": "debugging=",
        "compat.v1.gfile": "gfile=",
        "compat.v1.initializers": "initializers=",
        "compat.v1.layers": "layers=",
        "compat.v1.linalg": "linalg=",
        "compat.v1.logging": "logging=",
        "compat.v1.losses": "losses=",
        "compat.v1.math": "math=",
        "compat.v1.metrics": "metrics=",
        "compat.v1.nn": "nn=",
        "compat.v1.ragged": "ragged=",
        "compat.v1.random": "random=",
        "compat.v1.saved_model": "saved_model=",
        "compat.v1.sparse": "sparse=",
        "compat.v1.strings": "strings=",
        "config": "config=",
        "control.critical_section": "CriticalSection",
        "control.host_calls": "py_func",
        "core.variable_creators": "variable_creator_scope",
        "compat.v1.app": "app=",
        "compat.v1.data": "data=",
        "compat.v1.flags": "flags=",
        "debugging": (
            "assert_integer assert_type assert_proper_iterable assert_same_float_dtype check_numerics is_numeric_tensor"
        ),
        "distribute": "distribute=",
        "dtypes": "QUANTIZED_DTYPES",
        "compat.v1.dtypes": "dtypes=",
        "errors": "OpError",
        "compat.v1.errors": "errors=",
        "compat.v1.experimental": "experimental=",
        "graph_util": "import_graph_def",
        "compat.v1.graph_util": "graph_util=",
        "graphdef.public_messages": "AttrValue GraphDef NodeDef",
        "io": (
            "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature decode_base64 decode_compressed "
            "decode_json_example deserialize_many_sparse encode_base64 matching_files parse_single_sequence_example "
            "parse_tensor read_file serialize_tensor write_file"
        ),
        "compat.v1.io": "io=",
        "linalg": (
            "cholesky cholesky_solve cross diag=tensor_diag diag_part=tensor_diag_part global_norm "
            "matrix_band_part=band_part matrix_determinant=det matrix_diag=diag matrix_diag_part=diag_part "
            "matrix_inverse=inv matrix_set_diag=set_diag matrix_solve=solve matrix_solve_ls=lstsq matrix_transpose "
            "matrix_triangular_solve=triangular_solve qr self_adjoint_eig=eigh self_adjoint_eigvals=eigvalsh svd "
            "trace"
        ),
        "lookup": "lookup=",
        "queue": "queue=",
        "queues.readers": (
            "FixedLengthRecordReader IdentityReader ReaderBase TFRecordReader TextLineReader WholeFileReader"
        ),
        "queues.queues": "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
        "ops.math.histograms": "histogram_fixed_width histogram_fixed_width_bins",
        "math": (
            "accumulate_n angle betainc ceil conj cumprod digamma div_no_nan=divide_no_nan erf erfc expm1 "
            "floor_div=floordiv floordiv floormod igamma igammac imag invert_permutation is_finite is_inf is_nan "
            "is_non_decreasing is_strictly_increasing lbeta lgamma log log1p log_sigmoid logical_xor mod=floormod "
            "polygamma real reciprocal rint rsqrt segment_max segment_mean segment_min segment_prod segment_sum "
            "squared_difference unsorted_segment_max unsorted_segment_mean unsorted_segment_min "
            "unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum zeta"
        ),
        "nest": "nest=",
        "random": (
            "random_gamma=gamma random_normal=normal random_shuffle=shuffle random_uniform=uniform "
            "set_random_seed=set_seed truncated_normal"
        ),
        "ops.array.select": "setdiff1d",
        "ops.image.augment": "random_crop",
        "raw_ops": "raw_ops=",
        "saved_model.wrapped_function": "wrap_function",
        "sessions.collections": (
            "add_to_collection add_to_collections assert_variables_initialized get_collection "
            "get_collection_ref global_variables global_variables_initializer is_variable_initialized "
            "local_variables "
            "local_variables_initializer model_variables moving_average_variables report_uninitialized_variables "
            "tables_initializer trainable_variables variables_initializer all_variables "
            "initialize_all_variables=global_variables_initializer initialize_variables=variables_initializer "
            "initialize_local_variables=local_variables_initializer initialize_all_tables=tables_initializer"
        ),
        "sessions.eager_mode": (
            "control_flow_v2_enabled disable_control_flow_v2 disable_eager_execution disable_resource_variables "
            "disable_tensor_equality disable_v2_behavior disable_v2_tensorshape enable_control_flow_v2 "
            "enable_eager_execution enable_resource_variables enable_tensor_equality enable_v2_behavior "
            "enable_v2_tensorshape executing_eagerly_outside_functions resource_variables_enabled"
        ),
        "sessions.fetches": "IndexedSlicesValue SparseTensorValue",
        "sessions.graph": "get_default_graph reset_default_graph",
        "sessions.options": "ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions",
        "sessions.default_session": "get_default_session",
        "sessions.graph_keys": "GraphKeys",
        "sessions.session": "InteractiveSession Session",
        "sessions.partitioned": (
            "create_partitioned_variables fixed_size_partitioner min_max_variable_partitioner "
            "variable_axis_size_partitioner"
        ),
        "sessions.templates": "make_template",
        "sessions.variable_scope": (
            "AUTO_REUSE VariableScope get_local_variable get_variable get_variable_scope variable_scope"
        ),
        "sessions.variable_v1": "Variable=VariableV1",
        "compat.v1.sets": "sets=",
        "signal": "fft fft2d fft3d ifft ifft2d ifft3d signal=",
        "sparse": (
            "sparse_fill_empty_rows=fill_empty_rows sparse_maximum=maximum sparse_minimum=minimum "
            "sparse_reorder=reorder sparse_reshape=reshape sparse_retain=retain sparse_slice=slice "
            "sparse_softmax=softmax sparse_tensor_dense_matmul=sparse_dense_matmul "
            "sparse_tensor_to_dense=to_dense sparse_transpose=transpose sparse_mask=mask "
            "sparse_reset_shape=reset_shape sparse_to_indicator=to_indicator"
        ),
        "strings": (
            "regex_replace string_join=join string_strip=strip string_to_hash_bucket_fast=to_hash_bucket_fast "
            "string_to_hash_bucket_strong=to_hash_bucket_strong"
        ),
        "compat.v1.train": "train=",
        "compat.v1.summary": "summary=",
        "compat.v1.python_io": "python_io=",
        "summary.messages": "Event HistogramProto LogMessage SessionLog Summary SummaryMetadata",
        "types": "types=",
        "version": (
            "version= COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER "
            "GRAPH_DEF_VERSION_MIN_PRODUCER VERSION"
        ),
    },
)
