"""What layers of TensorFlow 1 share: a variable scope, variables that are created once, collections."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from graphwright.base.dtypes import as_dtype, float32
from graphwright.base.nest import flatten
from graphwright.base.shape import TensorShape
from graphwright.compat._initializers import Ones, Zeros
from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.shapes import shape
from graphwright.ops.math.casts import cast
from graphwright.sessions.collections import add_to_collection
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_scope import VariableScope, get_variable, variable_scope


class Layer:
    """A layer: `build` creates its variables when it is called first, `call` computes.

    Args:
      trainable: whether optimizers train its variables.
      name: the name of its variable scope, made unique; by default that of the class in lower case.
      dtype: the dtype of its variables, that of the first input by default.
      activity_regularizer: a function of the outputs; its result, divided by the size of the batch, is a loss.

    >>> class Scale(tf.compat.v1.layers.Layer):
    ...     def build(self, input_shape):
    ...         self.factor = self.add_weight("factor", [], initializer=tf.compat.v1.ones_initializer())
    ...     def call(self, inputs):
    ...         return inputs * self.factor
    >>> layer = Scale()
    >>> layer(tf.constant([1.0, 2.0])).numpy().tolist(), [v.name for v in layer.variables]
    ([1.0, 2.0], ['scale/factor:0'])
    """

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: Any = None, activity_regularizer: Any = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self._reuse = kwargs.pop("_reuse", None)
        self._given_scope = kwargs.pop("_scope", None)
        if kwargs:
            raise TypeError(f"Keyword argument not understood: {', '.join(kwargs)}")
        self.activity_regularizer = activity_regularizer
        self.trainable, self._dtype = trainable, None if dtype is None else as_dtype(dtype)
        self._base_name = name or _snake_case(type(self).__name__)
        self._scope: VariableScope | None = None
        self.built = False
        self._variables: list[Any] = []
        self._losses: list[Any] = []

    def build(self, input_shape: Any) -> None:
        """Create the variables, for a shape of inputs."""

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs."""
        return inputs

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The outputs for inputs; the first call creates the variables."""
        with self._opened():
            if not self.built:
                first = next((x for x in flatten(inputs) if hasattr(x, "shape")), None)
                if self._dtype is None and first is not None and as_dtype(first.dtype).is_floating:
                    self._dtype = as_dtype(first.dtype)
                self.build(_shapes(inputs))
                self.built = True
            result = self.call(inputs, *args, **kwargs)
            if self.activity_regularizer is not None:
                self._add_activity_losses(result)
            return result

    def _add_activity_losses(self, outputs: Any) -> None:
        with name_scope("ActivityRegularizer"):
            for output in flatten(outputs):
                loss = to_tensor(self.activity_regularizer(output))
                self.add_loss(loss / cast(shape(output)[0], loss.dtype))

    apply = __call__

    def _opened(self) -> Any:
        """The variable scope of the layer, to be entered: that of the first call, opened again afterwards."""
        if self._scope is None:
            found = variable_scope(self._given_scope, self._base_name, reuse=self._reuse)
            return _Remembered(found, self)
        return variable_scope(self._scope, reuse=self._reuse if not self.built else None)

    def add_weight(
        self, name: str, shape: Any, dtype: Any = None, initializer: Any = None, regularizer: Any = None,
        trainable: bool | None = None, constraint: Callable[..., Any] | None = None, **kwargs: Any,
    ) -> Any:  # fmt: skip
        """A variable of the layer: `get_variable` in its scope.

        Args: as for `tf.compat.v1.get_variable`; `trainable` is that of the layer by default.
        """
        trained = self.trainable if trainable is None else trainable and self.trainable
        variable = get_variable(
            name, shape, dtype or self._dtype or float32, initializer, regularizer, trained, constraint=constraint,
            **kwargs,
        )  # fmt: skip
        self._variables.append(variable)
        return variable

    add_variable = add_weight

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Add losses to the layer, and to the collection of losses of regularizers."""
        for loss in losses if isinstance(losses, (list, tuple)) else [losses]:
            self._losses.append(loss)
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)

    def add_update(self, updates: Any) -> None:
        """Add operations to the collection `UPDATE_OPS`."""
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            add_to_collection(GraphKeys.UPDATE_OPS, update)

    @property
    def name(self) -> str:
        """The name of the layer: that of its scope, once it has been called."""
        return self._base_name if self._scope is None else str(self._scope.name).rpartition("/")[2]

    @property
    def scope_name(self) -> str:
        """The name of its variable scope. Raises ValueError before the first call."""
        if self._scope is None:
            raise ValueError(f"The layer {self._base_name!r} has no scope yet: it has not been called.")
        return str(self._scope.name)

    @property
    def dtype(self) -> Any:
        """The dtype of its variables."""
        return self._dtype

    @property
    def variables(self) -> list[Any]:
        """Its variables."""
        return list(self._variables)

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that optimizers train."""
        return [v for v in self.variables if v.trainable]

    @property
    def non_trainable_variables(self) -> list[Any]:
        """The others."""
        return [v for v in self.variables if not v.trainable]

    @property
    def weights(self) -> list[Any]:
        """Its variables."""
        return self.variables

    @property
    def trainable_weights(self) -> list[Any]:
        """`trainable_variables`."""
        return self.trainable_variables

    @property
    def non_trainable_weights(self) -> list[Any]:
        """`non_trainable_variables`."""
        return self.non_trainable_variables

    @property
    def losses(self) -> list[Any]:
        """What `add_loss` has added."""
        return list(self._losses)


class _Remembered:
    """A variable scope that its layer remembers when it is entered."""

    def __init__(self, scope: variable_scope, layer: Layer) -> None:
        self._entered, self._layer = scope, layer

    def __enter__(self) -> VariableScope:
        self._layer._scope = self._entered.__enter__()
        return self._layer._scope

    def __exit__(self, *exc: Any) -> None:
        self._entered.__exit__(*exc)


def _snake_case(name: str) -> str:
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)).lower()


def _shapes(inputs: Any) -> Any:
    if isinstance(inputs, (list, tuple)):
        return [TensorShape(to_tensor(x).shape) for x in flatten(inputs)]
    return to_tensor(inputs).shape


def last_dimension(shape: Any, axis: int = -1) -> int:
    """The size of an axis that variables depend on. Raises ValueError where it is not known."""
    size = TensorShape(shape)[axis]
    if size is None:
        raise ValueError(f"The dimension {axis} of the inputs should be defined. Found `None`: {shape}.")
    return int(size)


def activated(activation: Any, value: Tensor) -> Any:
    """The value, or what an activation makes of it."""
    return value if activation is None else activation(value)


ZEROS, ONES = Zeros(), Ones()
"""Initial values of biases and scales, as defaults."""

__all__ = ["ONES", "ZEROS", "Layer", "activated", "last_dimension"]
