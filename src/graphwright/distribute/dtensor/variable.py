"""`DVariable`: a variable whose value is sharded over a mesh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.core.placement import scope_on
from graphwright.core.variable import SAVED_AS, Variable
from graphwright.distribute.dtensor.layout import Layout
from graphwright.distribute.dtensor.tensors import _mesh_device, copy_to_mesh, fetch_layout


class DVariable(Variable):
    """A variable whose value is sharded over a mesh, as its initial value is.

    Args:
      initial_value: a tensor on a mesh, or a callable that gives one, such as
        `lambda: dtensor.call_with_layout(tf.ones, layout, shape)`.
      dtype: its dtype.
      *args, **kwargs: as for `tf.Variable`.

    Raises InvalidArgumentError for an initial value that is on no mesh.

    The layout stays: what is assigned gets it. Updates in functions are put into the memory of the old value.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> v = dtensor.DVariable(dtensor.call_with_layout(tf.ones, layout, shape=[4]))
    >>> v.layout.sharding_specs
    ['x']
    """

    def __init__(self, initial_value: Any, *args: Any, dtype: Any = None, **kwargs: Any) -> None:
        value = initial_value() if callable(initial_value) else initial_value
        value = value.read_value() if isinstance(value, Variable) else value
        device = _mesh_device(value)
        if device is None:
            raise errors.InvalidArgumentError(
                "Neither layout nor DTensor initial value are provided: copy the initial value to a mesh with "
                "`tf.experimental.dtensor.copy_to_mesh`, or make it there with `call_with_layout`."
            )
        self._save_as_bf16 = False
        with scope_on(device):
            super().__init__(value, *args, **{**kwargs, "dtype": dtype})

    @property
    def layout(self) -> Layout:
        """The layout of the value."""
        return fetch_layout(self)

    @property
    def save_as_bf16(self) -> bool:
        """Whether checkpoints have it in bfloat16; for float32 variables."""
        return self._save_as_bf16

    @save_as_bf16.setter
    def save_as_bf16(self, save_as_bf16: bool) -> None:
        self._save_as_bf16 = bool(save_as_bf16) and self.dtype.name == "float32"

    def _serialize_to_tensors(self) -> dict[str, Any]:
        from graphwright.ops.math.casts import cast

        return {SAVED_AS: cast(self.read_value(), "bfloat16") if self._save_as_bf16 else self}

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> Any:
        value = restored_tensors[SAVED_AS]
        if value.dtype is not self.dtype:
            from graphwright.ops.math.casts import cast

            value = cast(value, self.dtype)
        return self.assign(copy_to_mesh(value, self.layout))

    def _restore_state(self, saved: dict[str, Any]) -> None:
        raise errors.UnimplementedError(
            "A DVariable is not copied or pickled: its value is on a mesh. Make another one, and assign the value."
        )


def enable_save_as_bf16(variables: Sequence[Variable]) -> None:
    """Have checkpoints save these variables, those of float32, in bfloat16.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> v = dtensor.DVariable(dtensor.copy_to_mesh([1.0, 2.0], layout))
    >>> dtensor.enable_save_as_bf16([v])
    >>> v.save_as_bf16
    True
    """
    for variable in variables:
        if isinstance(variable, DVariable):
            variable.save_as_bf16 = True
