"""Rows for names that programs use in their first lines: settings, scopes, constants, narrow dtypes, DLPack."""

from __future__ import annotations

_NARROW = [
    "float4_e2m1fn",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "int2",
    "int4",
    "uint2",
    "uint4",
]
_FLOAT8 = [name for name in _NARROW if name.startswith("float8")]
_CONSTANTS = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEBUG_DIRECTORY",
    "DEBUG_INFO_FILENAME_PB",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "SERVING",
    "TPU",
    "TRAINING",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
]

ROWS = [
    *(f"tf.saved_model.{name}" for name in _CONSTANTS),
    *(f"tf.dtypes.experimental.{name}.{a}" for name in _NARROW for a in (
        "name", "as_datatype_enum", "size", "is_floating", "is_integer", "is_numeric", "is_unsigned", "is_quantized",
        "as_numpy_dtype", "real_dtype",
    )),
    *(f"int(tf.dtypes.experimental.{name}.max)" for name in _NARROW if "int" in name),
    *(f"float(tf.dtypes.experimental.{name}.max)" for name in _NARROW if "float" in name),
    *(f"tf.experimental.{name} is tf.dtypes.experimental.{name}" for name in _NARROW),
    *(f"tf.cast(tf.cast([1.0, 2.5, -0.3, 17.0, np.nan], tf.experimental.{name}), tf.float32)" for name in _FLOAT8),
    *(f"tf.cast(tf.constant([1, 0], tf.experimental.{name}), tf.int32)" for name in ("int4", "uint4")),
    *(f"tf.cast(tf.reshape(tf.constant([1, 0], tf.experimental.{name}), [2, 1]), tf.int32)" for name in ("int4",)),
    "tf.qint8 in tf.dtypes.QUANTIZED_DTYPES, tf.int8 in tf.dtypes.QUANTIZED_DTYPES, len(tf.dtypes.QUANTIZED_DTYPES)",
    "surface.created(tf, initial_value=1.0).name",
    "surface.created(tf, surface.renamed('a'), initial_value=1.0).name",
    "surface.created(tf, surface.renamed('a'), surface.renamed('b'), initial_value=1.0, name='c').name",
    "surface.created(tf, surface.received, initial_value=1.0)",
    "surface.created(tf, surface.renamed('a'), surface.received, initial_value=1.0)",
    "surface.created(tf, surface.instead, initial_value=1.0)",
    "surface.created(tf, surface.failing, initial_value=1.0)",
    "surface.created(tf, surface.renamed('a'), initial_value=1.0, no_such=1)",
    "surface.created(tf, surface.renamed('a'))",
    "surface.after_failure(tf)",
    "surface.in_function(tf)",
    "isinstance(surface.created(tf, surface.renamed('a'), initial_value=1.0), tf.Variable)",
    *(f"surface.round_trip(tf, tf.constant({value}))" for value in (
        "[1.0, 2.0]", "3", "[[1, 2], [3, 4]], tf.int64", "[1 + 2j]", "[], tf.float16", "[1], tf.uint8",
    )),
    "tf.experimental.dlpack.to_dlpack(np.zeros(2))",
    "surface.within(tf.experimental.async_scope(), lambda: tf.add(1, 2))",
    "surface.within(tf.experimental.function_executor_type('SINGLE_THREADED_EXECUTOR'), lambda: tf.add(1, 2))",
    "tf.experimental.async_clear_error()",
    "tf.sysconfig.get_build_info()",
    "tf.sysconfig.MONOLITHIC_BUILD, tf.sysconfig.CXX11_ABI_FLAG, tf.sysconfig.CXX_VERSION",
    (
        "tf.version.GRAPH_DEF_VERSION, tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER, "
        "tf.version.GRAPH_DEF_VERSION_MIN_PRODUCER"
    ),
    "type(tf.version.VERSION), type(tf.version.GIT_VERSION), type(tf.version.COMPILER_VERSION)",
    "type(tf.get_logger())",
    "isinstance(tf.constant(1), tf.types.experimental.distributed.PerReplica)",
    "tf.nn.top_k is tf.math.top_k, tf.nn.in_top_k is tf.math.in_top_k",
]  # fmt: skip

_REASONS = {
    "All float8 dtypes can be cast; TensorFlow has kernels for two of them.": [
        f"tf.cast(tf.cast([1.0, 2.5, -0.3, 17.0, np.nan], tf.experimental.{name}), tf.float32)"
        for name in ("float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz")
    ],
    "An argument that `tf.Variable` does not have is an error inside of `tf.variable_creator_scope` too.": [
        "surface.created(tf, surface.renamed('a'), initial_value=1.0, no_such=1)",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
