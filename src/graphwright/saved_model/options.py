"""Options of saving and loading."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

_POLICIES = (None, "none", "save_variable_devices", "expand_distributed_variables")


class VariablePolicy(enum.Enum):
    """How variables of strategies and their devices are saved; taken for TensorFlow's sake.

    >>> tf.saved_model.experimental.VariablePolicy.from_obj("save_variable_devices").name
    'SAVE_VARIABLE_DEVICES'
    """

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"

    @staticmethod
    def from_obj(obj: Any) -> VariablePolicy:
        """The policy of this name, or NONE for None; ValueError for others."""
        if obj is None or isinstance(obj, VariablePolicy):
            return VariablePolicy.NONE if obj is None else obj
        name = str(obj).lower()
        if name not in _POLICIES:
            raise ValueError(f"Received invalid VariablePolicy value: {obj}.")
        return VariablePolicy.NONE if name == "none" else VariablePolicy(name)


class LoadOptions:
    """Options of `tf.saved_model.load`.

    Args:
      allow_partial_checkpoint: variables without a saved value are left without one.
      experimental_io_device: of no effect.
      experimental_skip_checkpoint: of no effect.
      experimental_variable_policy: of no effect.
      experimental_load_function_aliases: whether the loaded object has `function_aliases`, the functions that
        were given names with `SaveOptions(function_aliases=)`, by these names.
      allowed_ops: names of ops that may run although they call Python functions, write files or read them outside of
        the model's assets (not in TensorFlow).

    >>> tf.saved_model.LoadOptions(allow_partial_checkpoint=True).allow_partial_checkpoint
    True
    """

    def __init__(
        self,
        allow_partial_checkpoint: bool = False,
        experimental_io_device: str | None = None,
        experimental_skip_checkpoint: bool = False,
        experimental_variable_policy: Any = None,
        experimental_load_function_aliases: bool = False,
        *,
        allowed_ops: Sequence[str] = (),
    ) -> None:
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_load_function_aliases = experimental_load_function_aliases
        self.allowed_ops = tuple(allowed_ops)


class SaveOptions:
    """Options of `tf.saved_model.save`.

    Args:
      namespace_whitelist: of no effect.
      save_debug_info: of no effect.
      function_aliases: names for functions, by which other programs find their traces in the file.
      experimental_debug_stripper: of no effect.
      experimental_io_device: of no effect.
      experimental_variable_policy: of no effect.
      experimental_custom_gradients: whether custom gradients are saved with the functions.
      experimental_image_format: of no effect.
      experimental_skip_saver: of no effect.
      experimental_sharding_callback: of no effect.
      extra_tags: tags beside `serve`.

    >>> tf.saved_model.SaveOptions().experimental_custom_gradients
    True
    """

    def __init__(
        self,
        namespace_whitelist: Any = None,
        save_debug_info: bool = False,
        function_aliases: Any = None,
        experimental_debug_stripper: bool = False,
        experimental_io_device: str | None = None,
        experimental_variable_policy: Any = None,
        experimental_custom_gradients: bool = True,
        experimental_image_format: bool = False,
        experimental_skip_saver: bool = False,
        experimental_sharding_callback: Any = None,
        extra_tags: Any = None,
    ) -> None:
        policy = getattr(experimental_variable_policy, "value", experimental_variable_policy)
        if policy not in _POLICIES:
            known = sorted(name for name in _POLICIES if name)
            raise ValueError(f"invalid VariablePolicy value {policy!r}: it must be None or one of {known}.")
        self.namespace_whitelist = namespace_whitelist
        self.save_debug_info = save_debug_info
        self.function_aliases = {} if function_aliases is None else dict(function_aliases)
        self.experimental_debug_stripper = experimental_debug_stripper
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format = experimental_image_format
        self.experimental_skip_saver = experimental_skip_saver
        self.experimental_sharding_callback = experimental_sharding_callback
        self.extra_tags = extra_tags
