"""Signatures of a graph for sessions: names of tensors, as messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.base import nest
from graphwright.base.dtypes import string
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.graphdef.tensor_proto import shape_to_proto, to_proto
from graphwright.saved_model import constants
from graphwright.saved_model.messages import CLASSES, Message
from graphwright.saved_model.structured_values import encode
from graphwright.sessions.graph import get_default_graph


def build_tensor_info(tensor: Any) -> Message:
    """The message that names a tensor of a graph, with its dtype and shape.

    Args:
      tensor: a tensor, or a sparse or another composite one.

    Raises RuntimeError for an eager tensor.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.saved_model.build_tensor_info(tf.constant(1.0, name="x")).name
    'x:0'
    """
    info = CLASSES["TensorInfo"]()
    if isinstance(tensor, SparseTensor):
        info.coo_sparse.values_tensor_name = tensor.values.name
        info.coo_sparse.indices_tensor_name = tensor.indices.name
        info.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    elif isinstance(tensor, Tensor):
        if not hasattr(tensor, "graph"):
            raise RuntimeError("build_tensor_info is not supported in Eager mode.")
        info.name = tensor.name
    else:
        info.composite_tensor.type_spec.CopyFrom(encode(tensor._type_spec).type_spec_value)
        info.composite_tensor.components.extend(map(build_tensor_info, nest.flatten(tensor, expand_composites=True)))
    info.dtype = tensor.dtype.as_datatype_enum
    info.tensor_shape.CopyFrom(shape_to_proto(tensor.shape))
    info.tensor_shape.SetInParent()
    return info


def get_tensor_from_tensor_info(tensor_info: Message, graph: Any = None, import_scope: str | None = None) -> Any:
    """The tensor of a graph that a message names.

    Args:
      tensor_info: the message.
      graph: the graph, the default graph by default.
      import_scope: what stands before the name since the graph was imported.

    Raises KeyError where there is none.

    >>> with tf.Graph().as_default():
    ...     info = tf.compat.v1.saved_model.build_tensor_info(tf.constant(1.0, name="x"))
    ...     tf.compat.v1.saved_model.get_tensor_from_tensor_info(info)
    <tf.Tensor 'x:0' shape=() dtype=float32>
    """
    graph, prefix = graph or get_default_graph(), f"{import_scope}/" if import_scope else ""
    kind = tensor_info.WhichOneof("encoding")
    if kind == "coo_sparse":
        parts = tensor_info.coo_sparse
        names = (parts.indices_tensor_name, parts.values_tensor_name, parts.dense_shape_tensor_name)
        return SparseTensor(*(graph.get_tensor_by_name(prefix + n) for n in names))
    if kind != "name":
        raise ValueError(f"Invalid TensorInfo.encoding: {kind}")
    return graph.get_tensor_by_name(prefix + tensor_info.name)


def build_signature_def(
    inputs: Mapping[str, Message] | None = None,
    outputs: Mapping[str, Message] | None = None,
    method_name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Message:
    """A signature from messages that name its tensors.

    Args:
      inputs, outputs: from names to what `build_tensor_info` gives.
      method_name: what serving programs know the signature by.
      defaults: values of inputs that callers may leave out.

    >>> tf.compat.v1.saved_model.build_signature_def(method_name="m").method_name
    'm'
    """
    signature = CLASSES["SignatureDef"]()
    for own, passed in ((signature.inputs, inputs), (signature.outputs, outputs)):
        for name, info in (passed or {}).items():
            own[name].ParseFromString(info.SerializeToString())
    if method_name is not None:
        signature.method_name = method_name
    for name, value in (defaults or {}).items():
        signature.defaults[name].CopyFrom(to_proto(value, None))
    return signature


def _named(signature: Mapping[str, Any]) -> dict[str, Message]:
    return {name: build_tensor_info(tensor) for name, tensor in signature.items()}


def predict_signature_def(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Message:
    """The signature of predictions: any tensors by name.

    Raises ValueError where inputs or outputs are missing.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, name="x")
    ...     tf.compat.v1.saved_model.predict_signature_def({"x": x}, {"y": x + 1.0}).outputs["y"].name
    'add:0'
    """
    if not inputs:
        raise ValueError("Prediction `inputs` cannot be None or empty.")
    if not outputs:
        raise ValueError("Prediction `outputs` cannot be None or empty.")
    return build_signature_def(_named(inputs), _named(outputs), constants.PREDICT_METHOD_NAME)


def regression_signature_def(examples: Any, predictions: Any) -> Message:
    """The signature of a regression: serialized examples to numbers.

    Raises ValueError for other dtypes than strings and float32.

    >>> with tf.Graph().as_default():
    ...     x, y = tf.compat.v1.placeholder(tf.string), tf.compat.v1.placeholder(tf.float32)
    ...     tf.compat.v1.saved_model.regression_signature_def(x, y).method_name
    'tensorflow/serving/regress'
    """
    if examples is None:
        raise ValueError("Regression `examples` cannot be None.")
    if predictions is None:
        raise ValueError("Regression `predictions` cannot be None.")
    if examples.dtype is not string:
        raise ValueError(f"Regression input tensors must be of type string. Found tensor with type {examples.dtype}.")
    if predictions.dtype.name != "float32":
        raise ValueError(f"Regression output tensors must be of type float. Found type {predictions.dtype}.")
    return build_signature_def(
        _named({constants.REGRESS_INPUTS: examples}), _named({constants.REGRESS_OUTPUTS: predictions}),
        constants.REGRESS_METHOD_NAME,
    )  # fmt: skip


def classification_signature_def(examples: Any, classes: Any, scores: Any) -> Message:
    """The signature of a classification: serialized examples to classes, scores, or both.

    Raises ValueError where both are None, or dtypes are others than strings and float32.

    >>> with tf.Graph().as_default():
    ...     x, y = tf.compat.v1.placeholder(tf.string), tf.compat.v1.placeholder(tf.float32)
    ...     tf.compat.v1.saved_model.classification_signature_def(x, None, y).method_name
    'tensorflow/serving/classify'
    """
    if examples is None:
        raise ValueError("Classification `examples` cannot be None.")
    if classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    checks = (
        (examples, "input", "string"),
        (classes, "classes", "string"),
        (scores, "scores", "float32"),
    )
    for tensor, what, wanted in checks:
        if tensor is not None and tensor.dtype.name != wanted:
            raise ValueError(f"Classification {what} tensor must be of type {wanted}. Found {tensor.dtype}.")
    outputs = {constants.CLASSIFY_OUTPUT_CLASSES: classes, constants.CLASSIFY_OUTPUT_SCORES: scores}
    return build_signature_def(
        _named({constants.CLASSIFY_INPUTS: examples}), _named({k: v for k, v in outputs.items() if v is not None}),
        constants.CLASSIFY_METHOD_NAME,
    )  # fmt: skip


def is_valid_signature(signature_def: Message) -> bool:
    """Whether a signature can be served: it has the inputs and outputs of its method.

    >>> tf.compat.v1.saved_model.is_valid_signature(tf.compat.v1.saved_model.build_signature_def())
    False
    """
    method, inputs, outputs = signature_def.method_name, set(signature_def.inputs), set(signature_def.outputs)
    if method == constants.PREDICT_METHOD_NAME:
        return bool(inputs and outputs)
    if method == constants.REGRESS_METHOD_NAME:
        return inputs == {constants.REGRESS_INPUTS} and outputs == {constants.REGRESS_OUTPUTS}
    if method == constants.CLASSIFY_METHOD_NAME:
        known = {constants.CLASSIFY_OUTPUT_CLASSES, constants.CLASSIFY_OUTPUT_SCORES}
        return inputs == {constants.CLASSIFY_INPUTS} and bool(outputs) and outputs <= known
    return False


__all__ = [
    "build_signature_def", "build_tensor_info", "classification_signature_def", "get_tensor_from_tensor_info",
    "is_valid_signature", "predict_signature_def", "regression_signature_def",
]  # fmt: skip
