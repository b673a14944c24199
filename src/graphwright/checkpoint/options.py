"""`tf.train.CheckpointOptions`: how checkpoints are written and read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any


class CheckpointOptions:
    """How a checkpoint is written or read.

    Args:
      experimental_io_device: where files would be read and written; of no effect here.
      experimental_enable_async_checkpoint: older name of `enable_async`.
      experimental_write_callbacks: functions called after each save, with the path of the checkpoint or without an
        argument; in the background if it is written there. TypeError for what cannot be called.
      enable_async: write in the background: `save` and `write` return once they have the values, which are those of
        that moment. `Checkpoint.sync` waits for the files, and raises what went wrong.
      experimental_skip_slot_variables: do not restore what optimizers keep for each variable.
      experimental_sharding_callback: a `tf.train.experimental.MaxShardSizePolicy`, which splits the data file.

    >>> tf.train.CheckpointOptions(enable_async=True).enable_async
    True
    """

    __slots__ = (
        "enable_async",
        "experimental_enable_async_checkpoint",
        "experimental_io_device",
        "experimental_sharding_callback",
        "experimental_skip_slot_variables",
        "experimental_write_callbacks",
    )

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Sequence[Callable[..., Any]] | None = None,
        enable_async: bool = False,
        experimental_skip_slot_variables: bool = False,
        experimental_sharding_callback: Any = None,
    ) -> None:
        if isinstance(experimental_sharding_callback, ShardingCallback) and not isinstance(
            experimental_sharding_callback, (MaxShardSizePolicy, ShardByTaskPolicy)
        ):
            raise NotImplementedError(
                f"Checkpoints are divided by size or process, not by {type(experimental_sharding_callback).__name__}: "
                "use MaxShardSizePolicy or ShardByTaskPolicy."
            )
        for callback in experimental_write_callbacks or ():
            if not callable(callback):
                raise TypeError(f"experimental_write_callbacks must be functions, got {callback!r}.")
        self.experimental_io_device = experimental_io_device
        self.experimental_enable_async_checkpoint = experimental_enable_async_checkpoint
        self.experimental_write_callbacks = experimental_write_callbacks
        self.enable_async = enable_async or experimental_enable_async_checkpoint
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
        self.experimental_sharding_callback = experimental_sharding_callback


class ShardingCallback(ABC):
    """How the tensors of a checkpoint are divided among its files.

    Of these, `MaxShardSizePolicy` and `ShardByTaskPolicy` have an effect; checkpoints call no other.

    >>> isinstance(tf.train.experimental.ShardByTaskPolicy(), tf.train.experimental.ShardingCallback)
    True
    """

    @property
    @abstractmethod
    def description(self) -> str:
        """A description in one sentence."""

    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Any:
        """The tensors by key and slice, for each file."""
        raise NotImplementedError("Checkpoints divide their files themselves.")


class ShardableTensor:
    """A tensor of a checkpoint, as a `ShardingCallback` sees it.

    >>> spec = tf.TensorSpec([2])
    >>> one = tf.train.experimental.ShardableTensor(spec, tf.ones([2]), tf.float32, "CPU:0", "x", [2], "", "x", None)
    >>> one.checkpoint_key
    'x'
    """

    def __init__(
        self,
        _tensor_save_spec: Any,
        tensor: Any,
        dtype: Any,
        device: Any,
        name: str,
        shape: Any,
        slice_spec: Any,
        checkpoint_key: str,
        trackable: Any,
    ) -> None:
        self._tensor_save_spec = _tensor_save_spec
        self.tensor, self.dtype, self.device, self.name = tensor, dtype, device, name
        self.shape, self.slice_spec = shape, slice_spec
        self.checkpoint_key, self.trackable = checkpoint_key, trackable


class ShardByTaskPolicy(ShardingCallback):
    """A file for each process, which is what there is without a policy.

    >>> tf.train.experimental.ShardByTaskPolicy().description
    'Split tensors into shards based on their device spec task.'
    """

    @property
    def description(self) -> str:
        """A description in one sentence."""
        return "Split tensors into shards based on their device spec task."


class MaxShardSizePolicy(ShardingCallback):
    """Start another data file when the current one would exceed a size.

    Args:
      max_shard_size: bytes; a tensor that is larger has a file to itself. ValueError unless it is over 0.

    >>> tf.train.experimental.MaxShardSizePolicy(1 << 30).max_shard_size
    1073741824
    """

    def __init__(self, max_shard_size: int) -> None:
        if max_shard_size <= 0:
            raise ValueError(f"max_shard_size must be over 0, got {max_shard_size}.")
        self.max_shard_size = max_shard_size

    @property
    def description(self) -> str:
        """A description in one sentence."""
        return "Split shards with a maximum shard file size."


def given_options(options: Any) -> CheckpointOptions:
    """The options, or the default ones for None; TypeError for anything else."""
    if options is None:
        return CheckpointOptions()
    if not isinstance(options, CheckpointOptions):
        raise TypeError(f"options must be a tf.train.CheckpointOptions, got {options!r}.")
    return options
