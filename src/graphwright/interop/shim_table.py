"""The modules of the `tensorflow` shim and their contents.

`SOURCES` names the module of this package or of Keras that a module takes its names and submodules from. `NAMES` lists
further names, in the form of the tables of the public modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.interop import internal_table, message_table

ROOT: Final = "tensorflow"
KERAS: Final = "tensorflow.keras"
TF_KERAS: Final = "tf_keras"
"""Keras 2 as a package of its own. Keras 3 is found under its name: Keras 2 needs TensorFlow's inner modules."""

TEXT: Final = "tensorflow_text"
"""TensorFlow Text, a package of its own."""

OF_KERAS: Final[Mapping[str, tuple[str, str]]] = {
    "keras.src.export.tf2onnx_lib": ("tf2onnx", "graphwright.interop.keras_onnx")
}
"""Modules of Keras for another package, that package, and what takes their place where it is not installed."""

VERSION: Final = "2.21.0"
"""The TensorFlow whose interface this is, for programs that ask."""

SOURCES: Final[Mapping[str, str]] = {
    ROOT: "graphwright",
    f"{ROOT}.compat.v2": "graphwright",
    KERAS: "keras._tf_keras.keras",
    TF_KERAS: "keras._tf_keras.keras",
    TEXT: "graphwright.text",
    f"{TF_KERAS}.api._v1.keras": "keras._tf_keras.keras",
    f"{TF_KERAS}.api._v2.keras": "keras._tf_keras.keras",
    **message_table.SOURCES,
}

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "tensorflow": {},
    "tensorflow.__internal__": {
        "core.tensor": "EagerTensor",
        "interop.composite": "CompositeTensor",
        "interop.func_graph": "FuncGraph",
    },
    "tensorflow.__internal__.decorator": {"interop.decorators": "unwrap"},
    "tensorflow.__internal__.distribute": {"distribute.context": "strategy_supports_no_merge_call"},
    "tensorflow.__internal__.distribute.interim": {"distribute.context": "maybe_merge_call"},
    "tensorflow.__internal__.eager_context": {"interop.eager_context": "eager_mode"},
    "tensorflow.__internal__.smart_cond": {"interop.smart_cond": "smart_cond"},
    "tensorflow.__internal__.tf2": {"interop.eager_context": "enabled"},
    "tensorflow.__internal__.tracking": {
        "core.trackable": "AutoTrackable Trackable",
        "interop.tracking": "no_automatic_dependency_tracking",
    },
    "tensorflow.__internal__.types": {"core.tensor_like": "Tensor=AnyTensor"},
    "tensorflow.compat.v1.lite": {},
    "tensorflow.compiler.tf2xla.python.xla": {"interop.xla": "dynamic_update_slice"},
    "tensorflow.lite": {},
    "tensorflow.version": {"interop.shim_table": "VERSION"},
    f"{TEXT}.tools.wordpiece_vocab.bert_vocab_from_dataset": {"text.vocabulary": "bert_vocab_from_dataset"},
    f"{TEXT}.tools.wordpiece_vocab.wordpiece_tokenizer_learner_lib": {"text.vocabulary": "count_words learn"},
    f"{TF_KERAS}.__internal__.utils": {"interop.tf_keras": "register_symbolic_tensor_type"},
    f"{TF_KERAS}.api._v1.keras.__internal__.legacy.layers": {"interop.tf_keras": "BatchNormalization Dense dense"},
    **internal_table.NAMES,
    **message_table.NAMES,
}

CLASSES: Final[Mapping[str, tuple[str, str]]] = {
    "core.sparse_tensor.SparseTensor": ("tensorflow.python.framework.sparse_tensor", "SparseTensor"),
    "core.tensor.Tensor": ("tensorflow.python.framework.tensor", "Tensor"),
    "data.dataset.Dataset": ("tensorflow.python.data.ops.dataset_ops", "DatasetV2"),
    "ops.ragged.ragged_tensor.RaggedTensor": ("tensorflow.python.ops.ragged.ragged_tensor", "RaggedTensor"),
}
"""Classes that libraries know by module and name, and the module and name that they get when the shim is installed."""
