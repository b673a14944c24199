"""Internal modules of TensorFlow that libraries import, and where their names come from here.

`NAMES` has the modules that need a table of their own, in the form of the tables of the public modules: ours, then
the names in it. `PUBLIC` has those whose functions are public ones under other modules: the public modules in the order
in which they are searched; those of ops have the raw ops too. Modules in `RAW_OPS` have the raw ops, in snake case.
What is in none of them is an error that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.interop import older_table

PYTHON: Final = "tensorflow.python"

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    f"{PYTHON}.autograph.pyct.transformer": {"interop.pyct": "Base"},
    f"{PYTHON}.client.device_lib": {"interop.util.device_lib": "list_local_devices"},
    f"{PYTHON}.data.experimental.ops.distribute": {"data.experimental_functions": "compute_batch_size"},
    f"{PYTHON}.data.ops.dataset_ops": {"data.dataset": "DatasetV2=Dataset Dataset"},
    f"{PYTHON}.data.ops.iterator_ops": {"data.iterators": "OwnedIterator"},
    f"{PYTHON}.data.util.nest": {"base.nest": "assert_same_structure flatten is_nested map_structure pack_sequence_as"},
    f"{PYTHON}.data.util.structure": {"core.introspection": "type_spec_from_value"},
    f"{PYTHON}.eager.backprop": {"autodiff.tape": "GradientTape"},
    f"{PYTHON}.eager.context": {
        "core.context": "executing_eagerly",
        "interop.eager_context": "async_wait context eager_mode graph_mode",
        "config": "list_logical_devices",
    },
    f"{PYTHON}.eager.def_function": {"functions.decorator": "function", "functions.function": "Function"},
    f"{PYTHON}.eager.function": {"functions.calls.concrete_function": "ConcreteFunction"},
    f"{PYTHON}.eager.polymorphic_function.polymorphic_function": {
        "functions.decorator": "function",
        "functions.function": "Function",
    },
    f"{PYTHON}.framework.c_api_util": {"interop.graph_tools": "ApiDefMap"},
    f"{PYTHON}.framework.composite_tensor": {"interop.composite": "CompositeTensor"},
    f"{PYTHON}.framework.config": {
        "core.determinism": "disable_op_determinism enable_op_determinism is_op_determinism_enabled",
    },
    f"{PYTHON}.framework.convert_to_constants": {"saved_model.freezing": "convert_variables_to_constants_v2"},
    f"{PYTHON}.framework.func_graph": {"interop.func_graph": "FuncGraph"},
    f"{PYTHON}.framework.function_def_to_graph": {"interop.func_graph": "function_def_to_graph"},
    f"{PYTHON}.framework.indexed_slices": {"core.indexed_slices": "IndexedSlices IndexedSlicesSpec"},
    f"{PYTHON}.framework.ops": {
        "autodiff.custom": "RegisterGradient",
        "compat._variants": "device name_scope name_scope_v1=name_scope",
        "core.context": "init_scope name_scope_v2=name_scope",
        "core.convert": "convert_to_tensor convert_to_tensor_v2=convert_to_tensor",
        "core.indexed_slices": "IndexedSlices",
        "core.introspection": (
            "get_name_scope=get_current_name_scope inside_function register_tensor_conversion_function"
        ),
        "core.scopes": "device_v2=device",
        "core.tensor": "EagerTensor Tensor",
        "interop.older_ops": "_get_graph_from_inputs=get_graph_from_inputs",
        "ir.graph": "Operation",
        "sessions.graph": "Graph",
    },
    f"{PYTHON}.framework.smart_cond": {"interop.smart_cond": "smart_cond"},
    f"{PYTHON}.framework.sparse_tensor": {
        "core.sparse_tensor": "SparseTensor SparseTensorSpec",
        "sessions.fetches": "SparseTensorValue",
    },
    f"{PYTHON}.framework.tensor": {"base.spec": "TensorSpec", "core.tensor": "Tensor"},
    f"{PYTHON}.framework.tensor_shape": {
        "base.shape": "Dimension TensorShape as_shape unknown_shape",
        "compat": "dimension_value",
    },
    f"{PYTHON}.framework.tensor_spec": {"base.spec": "TensorSpec", "interop.type_specs": "DenseSpec"},
    f"{PYTHON}.framework.tensor_util": {
        "core.introspection": "constant_value=get_static_value is_tensor is_tf_type=is_tensor",
        "interop.static_values": "constant_value_as_shape try_evaluate_constant",
        "ops.io.tensor_proto": "MakeNdarray=make_ndarray make_tensor_proto",
    },
    f"{PYTHON}.framework.type_spec": {
        "base.spec": "TypeSpec",
        "core.introspection": "type_spec_from_value",
        "interop.type_specs": "BatchableTypeSpec",
    },
    f"{PYTHON}.framework.type_spec_registry": {
        "base.spec_registry": "_NAME_TO_TYPE_SPEC _TYPE_SPEC_TO_NAME get_name lookup register",
    },
    f"{PYTHON}.keras.saving.saving_utils": {"interop.saving": "trace_model_call"},
    f"{PYTHON}.grappler.tf_optimizer": {"interop.graph_tools": "OptimizeGraph=optimize_graph"},
    f"{PYTHON}.module.module": {"module": "Module"},
    f"{PYTHON}.lib.io.tf_record": {
        "base.record_files": "TFRecordOptions TFRecordWriter",
        "sessions.file_writer": "TFRecordCompressionType tf_record_iterator",
    },
    f"{PYTHON}.ops.control_flow_util": {
        "interop.xla_context": "GraphOrParentsInXlaContext=graph_or_parents_in_xla_context",
    },
    f"{PYTHON}.framework.device_spec": {
        "compat._device_spec": "DeviceSpecV1",
        "core.device_spec": "DeviceSpecV2=DeviceSpec",
    },
    f"{PYTHON}.ops.init_ops": {
        "compat._initializers": (
            "Constant GlorotNormal GlorotUniform Identity Ones Orthogonal RandomNormal RandomUniform TruncatedNormal "
            "UniformUnitScaling VarianceScaling Zeros"
        ),
    },
    f"{PYTHON}.ops.linalg.linear_operator": {
        "interop.linear_operator": "make_composite_tensor",
        "linalg_operators.operator": "LinearOperator",
    },
    f"{PYTHON}.ops.linalg.linear_operator_addition": {"interop.linear_operator": "add_operators"},
    f"{PYTHON}.ops.linalg.sparse.sparse_csr_matrix_ops": {
        "interop.sparse_matrices": (
            "csr_sparse_matrix_to_sparse_tensor sparse_matrix_sparse_mat_mul sparse_tensor_to_csr_sparse_matrix"
        ),
    },
    f"{PYTHON}.ops.parallel_for": {"interop.parallel_for": "for_loop pfor vectorized_map"},
    f"{PYTHON}.ops.parallel_for.control_flow_ops": {"interop.parallel_for": "for_loop pfor vectorized_map"},
    f"{PYTHON}.ops.ragged.ragged_tensor": {
        "ops.ragged.ragged_tensor": "RaggedTensor",
        "ops.ragged.spec": "RaggedTensorSpec",
    },
    f"{PYTHON}.ops.random_ops": {"interop.random_ops": "parameterized_truncated_normal"},
    f"{PYTHON}.ops.variables": {
        "core.variable": "Variable",
        "core.variable_options": "VariableAggregation VariableSynchronization",
        "sessions.partitioned": "PartitionedVariable",
    },
    f"{PYTHON}.ops.resource_variable_ops": {
        "core.variable": "ResourceVariable=Variable is_resource_variable=is_variable",
        "functions.tracing.variable_spec": "VariableSpec",
    },
    f"{PYTHON}.platform.tf_logging": {"compat._logging": "debug error fatal info warn warning"},
    f"{PYTHON}.saved_model.nested_structure_coder": {
        "saved_model.structured_values": "decode_proto=decode encode_structure=encode",
    },
    f"{PYTHON}.tf2": {"interop.eager_context": "enabled"},
    f"{PYTHON}.trackable.autotrackable": {"core.trackable": "AutoTrackable"},
    f"{PYTHON}.trackable.base": {"core.trackable": "Trackable"},
    f"{PYTHON}.trackable.data_structures": {
        "core.trackable": "NoDependency",
        "interop.containers": "ListWrapper _DictWrapper sticky_attribute_assignment",
    },
    f"{PYTHON}.training.tracking.base": {"core.trackable": "Trackable"},
    f"{PYTHON}.training.tracking.data_structures": {
        "core.trackable": "NoDependency",
        "interop.containers": "ListWrapper _DictWrapper sticky_attribute_assignment",
    },
    f"{PYTHON}.training.tracking.tracking": {"core.trackable": "AutoTrackable"},
    f"{PYTHON}.util.all_util": {"interop.util.all_util": "make_all remove_undocumented"},
    f"{PYTHON}.util.compat": {
        "compat": "as_bytes as_str as_str_any as_text",
        "interop.older_ops": "integral_types",
    },
    f"{PYTHON}.util.deprecation": {
        "interop.util.deprecation": (
            "DeprecatedNamesAlreadySetError deprecated deprecated_alias deprecated_arg_values deprecated_args "
            "deprecated_argument_lookup deprecated_endpoints silence"
        ),
    },
    f"{PYTHON}.util.nest": {
        "interop.util.nest": (
            "_is_namedtuple _sequence_like _yield_sorted_items _yield_value assert_same_structure "
            "assert_shallow_structure flatten flatten_up_to flatten_with_joined_string_paths flatten_with_tuple_paths "
            "flatten_with_tuple_paths_up_to get_traverse_shallow_structure is_attrs is_mapping is_namedtuple "
            "is_nested is_nested_or_composite is_sequence is_sequence_or_composite list_to_tuple map_structure "
            "map_structure_up_to map_structure_with_paths map_structure_with_tuple_paths "
            "map_structure_with_tuple_paths_up_to pack_sequence_as yield_flat_paths"
        ),
    },
    f"{PYTHON}.util.object_identity": {
        "interop.util.object_identity": (
            "ObjectIdentityDictionary ObjectIdentitySet ObjectIdentityWeakKeyDictionary ObjectIdentityWeakSet Reference"
        ),
    },
    f"{PYTHON}.util.tf_contextlib": {"interop.util.tf_contextlib": "contextmanager"},
    f"{PYTHON}.util.tf_decorator": {"interop.util.tf_decorator": "make_decorator rewrap unwrap"},
    f"{PYTHON}.util.tf_export": {
        "interop.util.tf_export": "api_export get_v1_names get_v2_names keras_export tf_export",
    },
    f"{PYTHON}.util.tf_inspect": {
        "interop.util.tf_inspect": (
            "ArgSpec FullArgSpec Parameter Signature _inspect currentframe getargspec getcallargs getdoc getfile "
            "getframeinfo getfullargspec getmembers getmodule getmro getsource getsourcefile getsourcelines "
            "isanytargetmethod isbuiltin isclass isframe isfunction isgenerator isgeneratorfunction ismethod ismodule "
            "isroutine signature stack"
        ),
    },
    f"{PYTHON}.util.variable_utils": {
        "interop.util.variable_utils": "convert_variables_to_tensors replace_variables_with_atoms",
    },
    "tensorflow.tools.docs.doc_controls": {
        "interop.util.doc_controls": (
            "do_not_doc_inheritable=_unchanged do_not_generate_docs=_unchanged "
            "doc_in_current_and_subclasses=_unchanged doc_private=_unchanged "
            "for_subclass_implementers=_unchanged set_deprecated"
        ),
    },
    **older_table.NAMES,
}

_AUTOGRAPH: Final = (
    "converters.break_statements converters.continue_statements converters.return_statements core.converter pyct.anno "
    "pyct.common_transformers.anf pyct.inspect_utils pyct.loader pyct.naming pyct.parser pyct.qual_names "
    "pyct.static_analysis.activity pyct.templates"
)
"""Modules of TensorFlow's source transformations: libraries import them, programs hardly use what is in them."""

_TRAINING: Final = (
    "adadelta adagrad adam basic_session_run_hooks checkpoint_management checkpoint_utils coordinator ftrl "
    "gradient_descent input learning_rate_decay momentum monitored_session moving_averages optimizer "
    "proximal_adagrad proximal_gradient_descent queue_runner queue_runner_impl rmsprop saver session_run_hook "
    "summary_io training training_util"
)
_KERAS: Final = (
    "activations callbacks constraints initializers layers losses metrics models optimizers regularizers utils"
)
_SIGNAL: Final = "dct_ops mel_ops mfcc_ops reconstruction_ops shape_ops signal spectral_ops util_ops window_ops"
_LINALG: Final = (
    "linalg linear_operator_adjoint linear_operator_block_diag linear_operator_circulant "
    "linear_operator_composition linear_operator_diag linear_operator_full_matrix linear_operator_householder "
    "linear_operator_identity linear_operator_inversion linear_operator_kronecker linear_operator_low_rank_update "
    "linear_operator_lower_triangular linear_operator_permutation linear_operator_toeplitz linear_operator_tridiag "
    "linear_operator_zeros"
)

PUBLIC: Final[Mapping[str, tuple[str, ...]]] = {
    **{f"{PYTHON}.autograph.{name}": () for name in _AUTOGRAPH.split()},
    **{f"{PYTHON}.keras.{name}": (f"tf.keras.{name}",) for name in _KERAS.split()},
    **{f"{PYTHON}.ops.linalg.{name}": ("tf.linalg",) for name in _LINALG.split()},
    **{f"{PYTHON}.ops.signal.{name}": ("tf.signal",) for name in _SIGNAL.split()},
    **{f"{PYTHON}.training.{name}": ("tf.compat.v1.train", "tf.train") for name in _TRAINING.split()},
    f"{PYTHON}.checkpoint.checkpoint": ("tf.train",),
    f"{PYTHON}.checkpoint.checkpoint_management": ("tf.train", "tf.compat.v1.train"),
    f"{PYTHON}.checkpoint.checkpoint_options": ("tf.train",),
    f"{PYTHON}.client.session": ("tf.compat.v1",),
    f"{PYTHON}.distribute.cluster_resolver.cluster_resolver": ("tf.distribute.cluster_resolver",),
    f"{PYTHON}.distribute.distribute_lib": ("tf.distribute",),
    f"{PYTHON}.distribute.distribution_strategy_context": ("tf.distribute",),
    f"{PYTHON}.distribute.mirrored_strategy": ("tf.distribute",),
    f"{PYTHON}.distribute.one_device_strategy": ("tf.distribute",),
    f"{PYTHON}.distribute.reduce_util": ("tf.distribute",),
    f"{PYTHON}.framework.importer": ("tf.graph_util", "tf.compat.v1"),
    f"{PYTHON}.framework.random_seed": ("tf.compat.v1", "tf.random"),
    f"{PYTHON}.framework.tensor_conversion": ("tf",),
    f"{PYTHON}.framework.tensor_conversion_registry": ("tf",),
    f"{PYTHON}.framework.versions": ("tf.version", "tf.sysconfig"),
    f"{PYTHON}.ops.array_ops_stack": ("tf",),
    f"{PYTHON}.ops.confusion_matrix": ("tf.math", "tf.compat.v1"),
    f"{PYTHON}.ops.control_flow_v2_toggles": ("tf.compat.v1",),
    f"{PYTHON}.ops.gradient_checker": ("tf.compat.v1.test",),
    f"{PYTHON}.ops.gradient_checker_v2": ("tf.test",),
    f"{PYTHON}.ops.histogram_ops": ("tf",),
    f"{PYTHON}.ops.image_ops_impl": ("tf.image",),
    f"{PYTHON}.ops.losses.losses": ("tf.compat.v1.losses",),
    f"{PYTHON}.ops.losses.losses_impl": ("tf.compat.v1.losses",),
    f"{PYTHON}.ops.manip_ops": ("tf", "tf.compat.v1.manip"),
    f"{PYTHON}.ops.metrics": ("tf.compat.v1.metrics",),
    f"{PYTHON}.ops.metrics_impl": ("tf.compat.v1.metrics",),
    f"{PYTHON}.ops.partitioned_variables": ("tf.compat.v1",),
    f"{PYTHON}.ops.ragged.ragged_array_ops": ("tf.ragged", "tf"),
    f"{PYTHON}.ops.ragged.ragged_concat_ops": ("tf",),
    f"{PYTHON}.ops.ragged.ragged_functional_ops": ("tf.ragged",),
    f"{PYTHON}.ops.ragged.ragged_map_ops": ("tf",),
    f"{PYTHON}.ops.ragged.ragged_math_ops": ("tf.ragged", "tf.math"),
    f"{PYTHON}.ops.ragged.ragged_string_ops": ("tf.strings",),
    f"{PYTHON}.ops.resource_variables_toggle": ("tf.compat.v1",),
    f"{PYTHON}.ops.rnn": ("tf.compat.v1.nn",),
    f"{PYTHON}.ops.rnn_cell": ("tf.compat.v1.nn.rnn_cell",),
    f"{PYTHON}.ops.stateful_random_ops": ("tf.random",),
    f"{PYTHON}.ops.summary_ops_v2": ("tf.summary",),
    f"{PYTHON}.ops.template": ("tf.compat.v1",),
    f"{PYTHON}.ops.variable_v1": ("tf.compat.v1",),
    f"{PYTHON}.platform.app": ("tf.compat.v1.app",),
    f"{PYTHON}.platform.benchmark": ("tf.test",),
    f"{PYTHON}.platform.flags": ("tf.compat.v1.flags",),
    f"{PYTHON}.platform.googletest": ("tf.test",),
    f"{PYTHON}.platform.resource_loader": ("tf.compat.v1.resource_loader",),
    f"{PYTHON}.platform.sysconfig": ("tf.sysconfig",),
    f"{PYTHON}.summary.summary": ("tf.compat.v1.summary",),
    f"{PYTHON}.summary.summary_iterator": ("tf.compat.v1.train",),
    f"{PYTHON}.framework.constant_op": ("tf",),
    f"{PYTHON}.framework.dtypes": ("tf.dtypes", "tf"),
    f"{PYTHON}.framework.errors": ("tf.errors",),
    f"{PYTHON}.framework.errors_impl": ("tf.errors",),
    f"{PYTHON}.framework.graph_util": ("tf.compat.v1.graph_util",),
    f"{PYTHON}.framework.ops": ("tf", "tf.compat.v1"),
    f"{PYTHON}.framework.test_util": ("tf.test",),
    f"{PYTHON}.lib.io.file_io": ("tf.io.gfile", "tf.io"),
    f"{PYTHON}.ops.array_ops": ("tf", "tf.compat.v1", "tf.linalg", "tf.quantization"),
    f"{PYTHON}.ops.bitwise_ops": ("tf.bitwise",),
    f"{PYTHON}.ops.check_ops": ("tf.debugging", "tf.compat.v1"),
    f"{PYTHON}.ops.clip_ops": ("tf",),
    f"{PYTHON}.ops.control_flow_assert": ("tf",),
    f"{PYTHON}.ops.control_flow_case": ("tf",),
    f"{PYTHON}.ops.control_flow_ops": ("tf", "tf.compat.v1"),
    f"{PYTHON}.ops.cond": ("tf", "tf.compat.v1"),
    f"{PYTHON}.ops.custom_gradient": ("tf",),
    f"{PYTHON}.ops.data_flow_ops": ("tf", "tf.queue"),
    f"{PYTHON}.ops.embedding_ops": ("tf.nn",),
    f"{PYTHON}.ops.functional_ops": ("tf",),
    f"{PYTHON}.ops.gradients_impl": ("tf",),
    f"{PYTHON}.ops.image_ops": ("tf.image",),
    f"{PYTHON}.ops.init_ops": ("tf.compat.v1.initializers", "tf.compat.v1"),
    f"{PYTHON}.ops.init_ops_v2": ("tf", "tf.initializers"),
    f"{PYTHON}.ops.io_ops": ("tf.io",),
    f"{PYTHON}.ops.linalg.linalg_impl": ("tf.linalg",),
    f"{PYTHON}.ops.linalg_ops": ("tf.linalg",),
    f"{PYTHON}.ops.logging_ops": ("tf",),
    f"{PYTHON}.ops.lookup_ops": ("tf.lookup", "tf.lookup.experimental", "tf.compat.v1"),
    f"{PYTHON}.ops.map_fn": ("tf",),
    f"{PYTHON}.ops.math_ops": ("tf.math", "tf", "tf.linalg", "tf.dtypes"),
    f"{PYTHON}.ops.nn": ("tf.compat.v1.nn", "tf.nn"),
    f"{PYTHON}.ops.nn_impl": ("tf.compat.v1.nn", "tf.nn"),
    f"{PYTHON}.ops.nn_ops": ("tf.compat.v1.nn", "tf.nn"),
    f"{PYTHON}.ops.numpy_ops": ("tf.experimental.numpy",),
    f"{PYTHON}.ops.parsing_ops": ("tf.io",),
    f"{PYTHON}.ops.ragged.ragged_factory_ops": ("tf.ragged",),
    f"{PYTHON}.ops.random_ops": ("tf.random", "tf.compat.v1"),
    f"{PYTHON}.ops.script_ops": ("tf", "tf.compat.v1"),
    f"{PYTHON}.ops.sets": ("tf.sets",),
    f"{PYTHON}.ops.signal.fft_ops": ("tf.signal",),
    f"{PYTHON}.ops.sort_ops": ("tf",),
    f"{PYTHON}.ops.sparse_ops": ("tf.sparse", "tf.compat.v1"),
    f"{PYTHON}.ops.special_math_ops": ("tf.math", "tf.math.special", "tf"),
    f"{PYTHON}.ops.state_ops": ("tf.compat.v1",),
    f"{PYTHON}.ops.stateless_random_ops": ("tf.random",),
    f"{PYTHON}.ops.string_ops": ("tf.strings",),
    f"{PYTHON}.ops.tensor_array_ops": ("tf",),
    f"{PYTHON}.ops.tensor_math_operator_overrides": ("tf",),
    f"{PYTHON}.ops.variable_scope": ("tf.compat.v1", "tf"),
    f"{PYTHON}.ops.while_loop": ("tf",),
    f"{PYTHON}.platform.gfile": ("tf.io.gfile", "tf.compat.v1.gfile"),
    f"{PYTHON}.platform.test": ("tf.test",),
    f"{PYTHON}.saved_model.load": ("tf.saved_model",),
    f"{PYTHON}.saved_model.save": ("tf.saved_model",),
    **older_table.PUBLIC,
}

_FAMILIES: Final = (
    "array bitwise control_flow data_flow image io linalg list logging lookup math nn parsing ragged_array random "
    "resource_variable sparse spectral state stateful_random stateless_random stateless_random_v2 string"
)
RAW_OPS: Final = frozenset(f"{PYTHON}.ops.gen_{family}_ops" for family in _FAMILIES.split())
