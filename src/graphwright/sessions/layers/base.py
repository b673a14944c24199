"""What layers of TensorFlow 1 share: a variable scope, variables that are created once, collections."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import nest
from graphwright.base.dtypes import as_dtype, float32
from graphwright.base.nest import flatten
from graphwright.base.shape import TensorShape
from graphwright.compat._initializers import Ones, Zeros
from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.shapes import shape
from graphwright.ops.math.casts import cast
from graphwright.sessions.collections import add_to_collection, get_collection
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.layers.input_spec import check_inputs
from graphwright.sessions.partitioned import PartitionedVariable
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
        self.input_spec: Any = None
        self._trainable_weights: list[Any] = []  # what subclasses create without `add_weight`, they add themselves
        self._non_trainable_weights: list[Any] = []
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
                self._check(inputs)
                self.build(_shapes(inputs))
                self.built = True
            self._check(inputs)
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

    def _check(self, inputs: Any) -> None:
        if self.input_spec is not None:
            check_inputs(self.name, self.input_spec, nest.map_structure(to_tensor, inputs))

    @contextlib.contextmanager
    def _opened(self) -> Iterator[None]:
        """The variable scope of the layer, and the name scope of the first call: later calls open it again."""
        if self._scope is None:
            given = self._base_name if self._reuse and self._given_scope is None else self._given_scope
            with variable_scope(given, self._base_name) as scope:
                self._scope = scope
        reuse = True if self.built else self._reuse
        with (
            variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False),
            name_scope(self._scope.original_name_scope),
        ):
            yield

    def add_weight(
        self, name: str, shape: Any, dtype: Any = None, initializer: Any = None, regularizer: Any = None,
        trainable: bool | None = None, constraint: Callable[..., Any] | None = None, **kwargs: Any,
    ) -> Any:  # fmt: skip
        """A variable of the layer: `get_variable` in its scope.

        Args: as for `tf.compat.v1.get_variable`; `trainable` is that of the layer by default.
        """
        trained = self.trainable if trainable is None else trainable and self.trainable
        known = set() if executing_eagerly() else {id(v) for v in get_collection(GraphKeys.GLOBAL_VARIABLES)}
        variable = get_variable(
            name, shape, dtype or self._dtype or float32, initializer, None, trained, constraint=constraint, **kwargs
        )
        (self._trainable_weights if trained else self._non_trainable_weights).append(variable)
        if regularizer is not None and not executing_eagerly():
            self._regularize(name, variable, regularizer, known)
        return variable

    def _regularize(self, name: str, variable: Any, regularizer: Callable[..., Any], known: set[int]) -> None:
        """Add the losses of a variable, or its parts, under the name that the layer has for it; once, where shared."""
        for part in variable if isinstance(variable, PartitionedVariable) else [variable]:
            if id(part) not in known:
                with name_scope(f"{name}/Regularizer"):
                    loss = regularizer(part)
                if loss is not None:
                    self.add_loss(loss)

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
    def trainable_weights(self) -> list[Any]:
        """The variables that optimizers train."""
        return list(self._trainable_weights) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The other variables."""
        others = list(self._non_trainable_weights)
        return others if self.trainable else [*self._trainable_weights, *others]

    @property
    def weights(self) -> list[Any]:
        """Its variables, the trainable ones first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def variables(self) -> list[Any]:
        """`weights`."""
        return self.weights

    @property
    def trainable_variables(self) -> list[Any]:
        """`trainable_weights`."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        """`non_trainable_weights`."""
        return self.non_trainable_weights

    @property
    def losses(self) -> list[Any]:
        """What `add_loss` has added."""
        return list(self._losses)


def _snake_case(name: str) -> str:
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)).lower()


def _shapes(inputs: Any) -> Any:
    if isinstance(inputs, (list, tuple)):
        return [TensorShape(to_tensor(x).shape) for x in flatten(inputs)]
    return to_tensor(inputs).shape


def last_dimension(shape: Any, axis: int = -1) -> int:
    """The size of an axis that variables depend on. Raises ValueError where it is not known."""
    known = TensorShape(shape)
    if known.rank is None:
        raise ValueError("The inputs have an undefined rank, on which variables of the layer depend.")
    size = known[axis]
    if size is None:
        raise ValueError(f"The dimension {axis} of the inputs is undefined, on which variables depend: {shape}.")
    return int(size)


def activated(activation: Any, value: Tensor) -> Any:
    """The value, or what an activation makes of it."""
    return value if activation is None else activation(value)


ZEROS, ONES = Zeros(), Ones()
"""Initial values of biases and scales, as defaults."""

__all__ = ["ONES", "ZEROS", "Layer", "activated", "last_dimension"]
