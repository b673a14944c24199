"""Names of TensorFlow 1 in as far as they have a meaning in eager programs."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from graphwright.base.dtypes import as_dtype, float32
from graphwright.base.shape import TensorShape
from graphwright.compat._initializers import GlorotUniform
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization
from graphwright.ops.array.rearrange import identity
from graphwright.ops.control.group import no_op


class SparseTensorValue(NamedTuple):
    """The arrays of a sparse tensor.

    >>> tf.compat.v1.SparseTensorValue([[0, 1]], [3.0], [2, 2]).values
    [3.0]
    """

    indices: Any
    values: Any
    dense_shape: Any


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """The default: nothing is fed to an eager program.

    >>> int(tf.compat.v1.placeholder_with_default(3, shape=[]))
    3
    """
    return identity(convert_to_tensor(input), name=name)


def global_variables_initializer() -> Any:
    """An operation that does nothing: variables have their first values from the start.

    >>> tf.compat.v1.global_variables_initializer()
    """
    return no_op()


@contextlib.contextmanager
def colocate_with(op: Any, ignore_existing: bool = False) -> Iterator[None]:
    """Run the block: there is one device.

    >>> with tf.compat.v1.colocate_with(tf.constant(1)):
    ...     x = tf.constant(2)
    """
    yield


def control_flow_v2_enabled() -> bool:
    """True: conditions and loops are functions.

    >>> tf.compat.v1.control_flow_v2_enabled()
    True
    """
    return True


def enable_control_flow_v2() -> None:
    """Do nothing: conditions and loops are functions.

    >>> tf.compat.v1.enable_control_flow_v2()
    """


class VariableScope:
    """The scope that variables are created in: the only one of an eager program.

    Attributes:
      name: "".
      reuse: False; each call of `get_variable` creates a variable.

    >>> tf.compat.v1.get_variable_scope().reuse
    False
    """

    name = original_name_scope = ""
    reuse = False


def get_variable_scope() -> VariableScope:
    """The only scope.

    >>> tf.compat.v1.get_variable_scope().name
    ''
    """
    return VariableScope()


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation = VariableAggregation.NONE,
) -> Variable:
    """A new variable: eager programs keep variables in objects, not under names.

    Args:
      name: its name.
      shape: its shape, where `initializer` is a function.
      dtype: its dtype, float32 by default.
      initializer: its first value, or a function of shape and dtype; by default that of Glorot and Bengio.
      trainable, constraint, synchronization, aggregation: as for `tf.Variable`.

    >>> tf.compat.v1.get_variable("v", [2], initializer=tf.compat.v1.ones_initializer()).numpy()
    array([1., 1.], dtype=float32)
    """
    first = GlorotUniform() if initializer is None else initializer
    if callable(first):
        first = functools.partial(first, TensorShape(shape), dtype=as_dtype(dtype or float32))
    return Variable(
        first,
        trainable=trainable,
        validate_shape=validate_shape,
        name=name,
        dtype=dtype,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )
