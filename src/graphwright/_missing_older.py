"""Names that TensorFlow 2 does not have, and what to use: TensorFlow 1's, and those of other libraries.

Read when a name is not found that is not in the table of TensorFlow's names. A test resolves each name in the hints.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from graphwright._public import TABLES, entries

_FUNCTIONS = "a function decorated with `tf.function` takes the place of a graph and its session"
_INITIALISED = "nothing needs to be done: variables have their values once they are created"
_VARIABLES = "create variables with `tf.Variable`, and keep them in a `tf.Module`"
_MODULE = "a `tf.Module` lists its `variables` and `trainable_variables`"
_MINIMIZE = "`optimizer.apply_gradients` trains the variables"
_DATASETS = "read and batch with `tf.data.Dataset`"
_RESTORE = "save and restore with `tf.train.Checkpoint`"

OLDER: Final[dict[str, dict[str, str]]] = {
    "tf": {
        "Session InteractiveSession get_default_session": _FUNCTIONS,
        "ConfigProto GPUOptions GraphOptions OptimizerOptions RunOptions RunMetadata": (
            "set options with `tf.config`, and of a function as arguments of `tf.function`"
        ),
        "placeholder placeholder_with_default sparse_placeholder": (
            "the arguments of a function decorated with `tf.function` take the place of placeholders"
        ),
        "get_default_graph reset_default_graph GraphKeys add_to_collection* get_collection*": _FUNCTIONS,
        "get_variable get_local_variable variable_scope get_variable_scope VariableScope AUTO_REUSE make_template": (
            _VARIABLES
        ),
        "initialize_* *variables_initializer tables_initializer": _INITIALISED,
        "*_initializer": "use `tf.initializers`",
        "assert_variables_initialized is_variable_initialized report_uninitialized_variables": _INITIALISED,
        "global_variables trainable_variables all_variables local_variables model_variables "
        "moving_average_variables": _MODULE,
        "enable_eager_execution enable_v2_behavior enable_resource_variables enable_v2_tensorshape "
        "enable_tensor_equality enable_control_flow_v2": "nothing needs to be done: this is how TensorFlow 2 behaves",
        "assign": "call `variable.assign(value)`",
        "assign_add": "call `variable.assign_add(value)`",
        "assign_sub": "call `variable.assign_sub(value)`",
        "to_float": "use `tf.cast(x, tf.float32)`",
        "to_double": "use `tf.cast(x, tf.float64)`",
        "to_int32": "use `tf.cast(x, tf.int32)`",
        "to_int64": "use `tf.cast(x, tf.int64)`",
        "to_bfloat16": "use `tf.cast(x, tf.bfloat16)`",
        "to_complex64": "use `tf.cast(x, tf.complex64)`",
        "to_complex128": "use `tf.cast(x, tf.complex128)`",
        "div": "use `tf.math.divide`, or `tf.math.floordiv` for integers",
        "mul": "use `tf.multiply`",
        "sub": "use `tf.subtract`",
        "neg": "use `tf.negative`",
        "pack": "use `tf.stack`",
        "unpack": "use `tf.unstack`",
        "select": "use `tf.where`",
        "concat_v2": "use `tf.concat`",
        "batch_matmul": "use `tf.matmul`",
        "arg_max": "use `tf.argmax`",
        "arg_min": "use `tf.argmin`",
        "count_nonzero": "use `tf.math.count_nonzero`",
        "reduce_join": "use `tf.strings.reduce_join`",
        "string_split": "use `tf.strings.split`",
        "substr": "use `tf.strings.substr`",
        "string_to_number": "use `tf.strings.to_number`",
        "confusion_matrix": "use `tf.math.confusion_matrix`",
        "bincount": "use `tf.math.bincount`",
        "sparse_to_dense": "use `tf.sparse.to_dense`, or `tf.scatter_nd`",
        "sparse_concat": "use `tf.sparse.concat`",
        "sparse_add": "use `tf.sparse.add`",
        "sparse_split": "use `tf.sparse.split`",
        "decode_raw": "use `tf.io.decode_raw`",
        "decode_csv": "use `tf.io.decode_csv`",
        "parse_example": "use `tf.io.parse_example`",
        "parse_single_example": "use `tf.io.parse_single_example`",
        "py_func": "use `tf.numpy_function`, or `tf.py_function` for gradients",
        "Print": "use `tf.print`",
        "set_random_seed": "use `tf.random.set_seed`",
        "multinomial": "use `tf.random.categorical`",
        "random_poisson": "use `tf.random.poisson`",
        "extract_image_patches": "use `tf.image.extract_patches`",
        "scatter_* batch_scatter_update": "call the methods of `tf.Variable`, or use `tf.tensor_scatter_nd_update`",
        "colocate_with container": "use `tf.device`",
        "verify_tensor_all_finite": "use `tf.debugging.assert_all_finite`",
        "add_check_numerics_ops": "use `tf.debugging.enable_check_numerics`",
        "VERSION GIT_VERSION COMPILER_VERSION": "use `tf.version.VERSION`",
        "Dimension dimension_value dimension_at_index": "the sizes in `x.shape` are integers or None",
        "app": 'call `main()` under `if __name__ == "__main__":`',
        "flags": "use Python's `argparse`",
        "logging": "use Python's `logging`; `tf.get_logger` returns the logger of messages from here",
        "gfile": "use `tf.io.gfile`",
        "python_io": "use `tf.io.TFRecordWriter` and `tf.data.TFRecordDataset`",
        "layers": "use `tf.keras.layers`",
        "contrib": (
            "look for `tf.keras.layers` in place of contrib.layers and contrib.rnn, `tf.data` "
            "of contrib.data, `tf.distribute` of contrib.distribute, and `tf.lookup` of contrib.lookup"
        ),
        "estimator": "use the `fit` of a `tf.keras.Model`",
        "addons hub": "it is a package of its own, which is imported by itself",
        "user_ops resource_loader": "write ops in Python, called by `tf.py_function`",
        "manip": "its functions are in `tf`: `tf.roll` and the like",
        "spectral": "use `tf.signal`",
        "Event Summary HistogramProto LogMessage SessionLog SummaryMetadata": "write summaries with `tf.summary`",
        "*Reader ReaderBase": _DATASETS,
    },
    "tf.compat.v1": {
        "contrib": "TensorFlow 1.15 had it last; see `tf.keras.layers`, `tf.data` and `tf.distribute`",
        "estimator": "use the `fit` of a `tf.keras.Model`",
    },
    "tf.data": {"make_*_iterator": "iterate over the dataset with `for`, or use `iter`"},
    "tf.data.experimental": {
        "Structure": "use `tf.TypeSpec`",
        "TensorStructure": "use `tf.TensorSpec`",
        "TensorArrayStructure": "use `tf.TensorArraySpec`",
        "RaggedTensorStructure": "use `tf.RaggedTensorSpec`",
        "SparseTensorStructure": "use `tf.SparseTensorSpec`",
        "map_and_batch_with_legacy_function": "call `map` and `batch` of the dataset",
    },
    "tf.distribute": {"get_loss_reduction": "pass a `tf.distribute.ReduceOp` to `strategy.reduce`"},
    "tf.nn": {
        "dynamic_rnn static_rnn *_rnn raw_rnn rnn_cell": "use `tf.keras.layers.RNN`",
        "xw_plus_b": "use `tf.matmul(x, weights) + biases`",
        "relu_layer": "use `tf.nn.relu(tf.matmul(x, weights) + biases)`",
        "softmax_cross_entropy_with_logits_v2": "use `tf.nn.softmax_cross_entropy_with_logits`",
    },
    "tf.image": {"resize_*": "use `tf.image.resize`"},
    "tf.saved_model": {
        "loader": "use `tf.saved_model.load`",
        "simple_save builder Builder": "use `tf.saved_model.save`",
        "utils signature_def_utils main_op tag_constants signature_constants": (
            "use `tf.saved_model.save`, which writes signatures of functions"
        ),
    },
    "tf.saved_model.experimental": {"save": "use `tf.saved_model.save`"},
    "tf.graph_util": {"convert_variables_to_constants*": "save the function with `tf.saved_model.save`"},
    "tf.summary": {
        "FileWriter FileWriterCache": "use `tf.summary.create_file_writer`",
        "merge merge_all": "nothing needs to be done: summaries are written when they are made",
        "tensor_summary": "use `tf.summary.write`",
    },
    "tf.train.experimental": {
        "LossScale FixedLossScale DynamicLossScale MixedPrecisionLossScaleOptimizer "
        "enable_mixed_precision_graph_rewrite disable_mixed_precision_graph_rewrite": "use `tf.keras.mixed_precision`",
    },
    "tf.train": {
        "AdamOptimizer": "use `tf.keras.optimizers.Adam`",
        "AdagradOptimizer": "use `tf.keras.optimizers.Adagrad`",
        "AdadeltaOptimizer": "use `tf.keras.optimizers.Adadelta`",
        "FtrlOptimizer": "use `tf.keras.optimizers.Ftrl`",
        "RMSPropOptimizer": "use `tf.keras.optimizers.RMSprop`",
        "GradientDescentOptimizer MomentumOptimizer": "use `tf.keras.optimizers.SGD`",
        "*Optimizer Optimizer": "use `tf.keras.optimizers`",
        "*_decay *decay_restarts piecewise_constant*": "use `tf.keras.optimizers.schedules`",
        "Saver": _RESTORE,
        "Supervisor *Session *SessionCreator SessionManager *Hook": "write the loop of training, or use `fit` of Keras",
        "*batch *batch_join *_producer match_filenames_once": _DATASETS,
        "*queue_runner* QueueRunner": _DATASETS,
        "*global_step*": "keep a `tf.Variable` that counts steps; `optimizer.iterations` of Keras is one",
        "summary_iterator": "use `tf.data.TFRecordDataset`, whose elements are the events",
        "write_graph": "use `tf.io.write_graph`",
    },
}
"""Module to names or patterns of TensorFlow 1 to the successors that cannot be read from the tables of names."""

OTHERS: Final[dict[str, str]] = {
    "sum": "tf.reduce_sum",
    "mean": "tf.reduce_mean",
    "prod": "tf.reduce_prod",
    "max amax": "tf.reduce_max",
    "min amin": "tf.reduce_min",
    "all": "tf.reduce_all",
    "any": "tf.reduce_any",
    "std": "tf.math.reduce_std",
    "var": "tf.math.reduce_variance",
    "dot": "tf.tensordot",
    "mm bmm": "tf.matmul",
    "arange": "tf.range",
    "array asarray tensor as_tensor from_numpy": "tf.constant",
    "cat concatenate hstack vstack": "tf.concat",
    "permute": "tf.transpose",
    "clip clamp": "tf.clip_by_value",
    "float": "tf.float32",
    "int": "tf.int32",
    "long": "tf.int64",
    "str": "tf.string",
    "jit compile": "tf.function",
    "grad": "tf.GradientTape",
    "vmap": "tf.vectorized_map",
    "inv": "tf.linalg.inv",
    "view": "tf.reshape",
    "unsqueeze": "tf.expand_dims",
    "power": "tf.pow",
    "mod": "tf.math.floormod",
    "len": "tf.size",
    "device_count": "tf.config.list_physical_devices",
}
"""Names in NumPy, PyTorch and JAX, by which people look for functions of `tf`."""

_PLACES: Final = ("nn", "math", "linalg", "strings", "io", "image", "random", "signal", "sparse", "data", "debugging")


def elsewhere(module: str, name: str) -> str:
    """What to use instead of a name that TensorFlow 2 does not have; empty if nothing is known."""
    found, older = listed(module, name) or _successor(module, name), _older_path(module, name)
    if found:
        runs = f" `{older}` is here for programs of TensorFlow 1 (docs/tensorflow_1.md)." if older else ""
        return f"TensorFlow 2 does not have it. Instead: {found}.{runs}"
    if older:
        return f"it is a name of TensorFlow 1. Use `{older}` (docs/tensorflow_1.md)."
    place = _place(module, name)
    return f"use `{place}`." if place else ""


def listed(module: str, name: str) -> str:
    """What the table names instead; empty if it does not have the name."""
    for names, text in OLDER.get(module, {}).items():
        if any(fnmatchcase(name, pattern) for pattern in names.split()) and _is_older(module, name, names):
            return text
    return ""


def _is_older(module: str, name: str, names: str) -> bool:
    """Whether a name is TensorFlow 1's: it is written out, or matches a pattern and is in `tf.compat.v1`."""
    return name in names.split() or name in _names(_older_module(module))


def _successor(module: str, name: str) -> str:
    """The place of TensorFlow 2 that `tf.compat.v1` takes a name from."""
    source, private = _names(_older_module(module)).get(name, ("", ""))
    if not source or source.startswith("compat") or private not in _names(source):
        return ""
    from graphwright._missing import public_path

    return f"use `{public_path(f'graphwright.{source}')}.{private}`"


def _older_path(module: str, name: str) -> str:
    """The name in `tf.compat.v1`, if it is there."""
    if module.startswith("tf.compat") or name not in _names(_older_module(module)):
        return ""
    return f"tf.compat.v1{module[2:]}.{name}"


def _older_module(module: str) -> str:
    return f"compat.v1{module[2:]}"


def _place(module: str, name: str) -> str:
    """Where else in `tf` a name is, or what a function of another library is called here."""
    if module != "tf":
        return f"tf.{name}" if name in _names("") and not module.startswith("tf.compat") else ""
    for names, here in OTHERS.items():
        if name in names.split():
            return here
    return next((f"tf.{place}.{name}" for place in _PLACES if name in _names(place)), "")


@cache
def _names(module: str) -> dict[str, tuple[str, str]]:
    """The names of a public module with their sources; none if there is no such module."""
    full = f"graphwright.{module}" if module else "graphwright"
    if full not in TABLES:
        try:
            if find_spec(full) is None:
                return {}
        except ModuleNotFoundError:  # its parent is missing
            return {}
        import_module(full)
    return entries(TABLES[full]) if full in TABLES else {}
