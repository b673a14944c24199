"""TensorFlow's public names that are not here, and what to use instead: read when a name is not found.

A line names one or several names of a module, or a pattern of them; a test compares the table with a record of
TensorFlow's names. A name that comes to life leaves the table.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

from graphwright._public import TABLES

_ONE_PROCESS = "processes run in step, by `tf.distribute.MultiWorkerMirroredStrategy`, without servers"
_NO_TPU = "`tf.distribute.TPUStrategy` runs functions on TPUs through jax (docs/devices.md); embeddings are layers"
_NO_MLIR = (
    "`f.experimental_get_compiler_ir(...)` shows a function's code, `graphwright convert MODEL --to stablehlo` writes "
    "a model as StableHLO"
)
_LITE = (
    "write a SavedModel with `tf.saved_model.save` and convert it where TensorFlow is installed, or compile it to a C "
    "library with `graphwright compile` (docs/deploy.md)"
)
_PICTURES = "compute it with `tf.image.resize`, slices and arithmetic, or keep the step in Keras's preprocessing layers"
_VERSION_1 = "`dir(tf.compat.v1)` lists the names of TensorFlow 1 that are here; look for a newer one in `dir(tf)`"
_FEATURES = "use the preprocessing layers of Keras"

MISSING: Final[dict[str, dict[str, str]]] = {
    "tf": {
        "dtensor": "use `tf.experimental.dtensor`",
        "feature_column": _FEATURES,
        "lite": _LITE,
        "mlir": _NO_MLIR,
        "security": "it names classes of errors of TensorFlow's own files; there are none here",
        "tools": "it has no public functions of TensorFlow's; `graphwright --help` lists the commands here",
        "tpu": _NO_TPU,
    },
    "tf.compat": {"v2": "it is `tf` itself"},
    "tf.lite": {"*": _LITE},
    "tf.data.experimental": {
        "distributed_save": "use `tf.data.Dataset.save`",
        "make_saveable_from_iterator": "an iterator is saved by `tf.train.Checkpoint` as it is",
    },
    "tf.debugging": {
        "experimental": "print with `tf.print`, and look at graphs with `f.explain()`",
    },
    "tf.distribute": {
        "Server": "processes find each other by `tf.distribute.MultiWorkerMirroredStrategy`; none serves others",
        "coordinator": "workers run in step: `tf.distribute.MultiWorkerMirroredStrategy`",
        "experimental_set_strategy": "write `with strategy.scope():` around the program",
    },
    "tf.distribute.cluster_resolver": {
        "GCEClusterResolver KubernetesClusterResolver KubernetesExecutableLocation UnionResolver": (
            "set TF_CONFIG, or use `SimpleClusterResolver` with the addresses"
        ),
        "TPUClusterResolver": "`tf.distribute.TPUStrategy()` finds the TPUs by itself",
    },
    "tf.distribute.experimental": {
        "PreemptionCheckpointHandler PreemptionWatcher TerminationConfig": (
            "save with `tf.train.CheckpointManager`, and start again from `latest_checkpoint`"
        ),
        "coordinator rpc": "workers run in step: `tf.distribute.MultiWorkerMirroredStrategy`",
        "partitioners": "shard a variable with `tf.experimental.dtensor`",
    },
    "tf.experimental.dtensor": {"create_tpu_mesh": 'use `create_mesh`, with `device_type="TPU"`'},
    "tf.experimental": {
        "StructuredTensor": "use nested structures of tensors, ragged ones among them",
        "tensorrt": "`tf.function` compiles for CPUs, and for GPUs through jax (docs/devices.md)",
    },
    "tf.image": {
        "decode_jxl": "store the pictures as PNG or WebP",
        "generate_bounding_box_proposals": _PICTURES,
    },
    "tf.io": {
        "decode_jxl": "store the pictures as PNG or WebP",
    },
    "tf.compat.v1": {
        "LMDBReader": "read files with `tf.data.TextLineDataset`, `TFRecordDataset` and the like",
        "ConditionalAccumulator* SparseConditionalAccumulator": _ONE_PROCESS,
        "*_session_handle *_session_tensor": "keep values in a `tf.Variable`, or feed what a session has returned",
        "distributions": "use TensorFlow Probability, which runs on Graphwright",
        "feature_column": _FEATURES,
        "mlir": _NO_MLIR,
        "keras": "use `tf.keras`",
        "lite": _LITE,
        "load_file_system_library load_library load_op_library": "write ops in Python, called by `tf.py_function`",
        "mixed_precision": "use `tf.keras.mixed_precision`",
        "profiler": "use `tf.profiler.experimental`",
        "tpu": _NO_TPU,
        "*": _VERSION_1,
    },
    "tf.compat.v1.feature_column": {"*": _FEATURES},
    "tf.compat.v1.mlir*": {"*": _NO_MLIR},
    "tf.compat.v1.raw_ops": {"*": "`tf.raw_ops` has the same ops"},
    "tf.compat.v1.tpu*": {"*": _NO_TPU},
    "tf.compat.v1.distributions": {"*": "use TensorFlow Probability, which runs on Graphwright"},
    "tf.compat.v1.distribute*": {"*": _ONE_PROCESS},
    "tf.compat.v1.mixed_precision*": {"*": "use `tf.keras.mixed_precision`"},
    "tf.compat.v1.profiler": {"*": "use `tf.profiler.experimental`"},
    "tf.compat.v1.train": {
        "ClusterDef JobDef Server ServerDef replica_device_setter SyncReplicasOptimizer": _ONE_PROCESS,
        "SessionManager Supervisor WorkerSessionCreator": "use `tf.compat.v1.train.MonitoredTrainingSession`",
        "ProfilerHook": "use `tf.profiler.experimental`",
        "VocabInfo warm_start": "use `tf.compat.v1.train.init_from_checkpoint`",
        "*": _VERSION_1,
    },
    "tf.compat.v1.*": {"*": _VERSION_1},
}
"""Module, or pattern of modules, to names or patterns, separated by blanks, to what to use instead."""


def missing_name(module: str, name: str) -> str:
    """What the error for a name that is not found says: what to use instead where the name is TensorFlow's."""
    text = f"module '{module}' has no attribute '{name}'"
    if name.startswith("_"):
        return text
    full = public_path(module)
    path = full.partition(".")[2]
    found = instead(full, name)
    if f"{path}.".startswith(("python.", "core.", "compiler.")):
        found = "use the public name; internal ones are here as far as libraries need them"
    if found is None or found is _VERSION_1 or full == "tf":
        from graphwright._missing_older import elsewhere, listed

        if found is None or listed(full, name):
            hint = elsewhere(full, name)
            return f"{text}: {hint}" if hint else text
    return (
        f"{text}: {full}.{name} of TensorFlow is not here. Instead: {found.rstrip('.')}. "
        "What a program needs most comes first: ask for it with an issue (docs/missing_names.md)."
    )


def public_path(module: str) -> str:
    """The name by which users know a public module: "tf.config.experimental" for `graphwright.config_experimental`."""
    own = module.partition(".")[2]
    if not own:
        return "tf"
    for parent, table in TABLES.items():
        for entry in table.get(own, "").split():
            if entry.endswith("="):  # the module itself
                return f"{public_path(parent)}.{entry[:-1]}"
    return f"tf.{own}"


def instead(module: str, name: str) -> str | None:
    """What to use instead of a name of a module ("tf.audio"); None where the table does not have it."""
    if module == "tf.raw_ops":
        from graphwright._missing_ops import reason

        return reason(name)
    exact, table = MISSING.get(module), [lines for pattern, lines in MISSING.items() if fnmatchcase(module, pattern)]
    for lines in [exact, *table] if exact else table:
        for names, text in lines.items():
            if any(fnmatchcase(name, pattern) for pattern in names.split()):
                return text
    return None
