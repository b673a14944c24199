"""What converters of Keras models ask of TensorFlow's internal tools."""

from __future__ import annotations

from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TensorSpec
from graphwright.functions.decorator import function


def trace_model_call(model: Any, input_signature: Any = None) -> Any:
    """The inference of a Keras model as a `tf.function` of its inputs, which returns its outputs by name.

    Args:
      model: a model that has been built.
      input_signature: specs of the inputs; those of `model.inputs` by default.

    The names are `model.output_names` where the model has them, otherwise those of `model.outputs`.
    """
    if input_signature is None:
        input_signature = [TensorSpec(i.shape, i.dtype, name=i.name) for i in model.inputs]

    def call(*inputs: Any) -> Any:
        outputs = nest.flatten(model(inputs[0] if len(inputs) == 1 else list(inputs), training=False))
        names = getattr(model, "output_names", None) or [output.name for output in model.outputs]
        return dict(zip(names, outputs, strict=True))

    return function(call, input_signature=list(input_signature), autograph=False)
