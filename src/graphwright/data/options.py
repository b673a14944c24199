"""`tf.data.Options`: how datasets run. Options without effect here are stored and returned."""

from __future__ import annotations

import enum
from typing import Any, ClassVar

SHARD_HINT = -1
"""The number of workers or a worker's number, in a dataset that is divided by `AutoShardPolicy.HINT`."""


class AutoShardPolicy(enum.IntEnum):
    """How a dataset is divided among workers.

    >>> tf.data.experimental.AutoShardPolicy.DATA.name
    'DATA'
    """

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class ExternalStatePolicy(enum.Enum):
    """What happens to external state when a dataset or its iterator is saved.

    >>> tf.data.experimental.ExternalStatePolicy.WARN.value
    0
    """

    WARN = 0
    IGNORE = 1
    FAIL = 2


class _OptionGroup:
    """A fixed set of settings; None where unset."""

    _names: ClassVar[tuple[str, ...]] = ()
    _groups: ClassVar[dict[str, type[_OptionGroup]]] = {}
    _aliases: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        values = self.__dict__
        values.update(dict.fromkeys(self._names))
        values.update({name: group() for name, group in self._groups.items()})

    def __getattr__(self, name: str) -> Any:
        if name in self._aliases:
            return getattr(self, self._aliases[name])
        raise AttributeError(f"Cannot get the property {name} on {type(self).__name__}.")

    def __setattr__(self, name: str, value: Any) -> None:
        name = self._aliases.get(name, name)
        if name not in self.__dict__:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        self.__dict__[name] = value

    def _merged(self, other: Any) -> Any:
        result = type(self)()
        for name, default in result.__dict__.items():
            value, overriding = self.__dict__[name], other.__dict__[name]
            if isinstance(value, _OptionGroup):
                result.__dict__[name] = value._merged(overriding)
            else:
                result.__dict__[name] = value if overriding == default else overriding
        return result

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


class AutotuneOptions(_OptionGroup):
    """Settings of automatic tuning.

    >>> tf.data.Options().autotune.enabled is None
    True
    """

    _names = ("autotune_algorithm", "cpu_budget", "enabled", "initial_parallelism", "min_parallelism", "ram_budget")


class AutotuneAlgorithm(enum.Enum):
    """How the parallelism of pipelines is chosen; taken for TensorFlow's sake.

    >>> tf.data.experimental.AutotuneAlgorithm.HILL_CLIMB.value
    1
    """

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class DistributeOptions(_OptionGroup):
    """Settings of the distribution among workers.

    >>> tf.data.Options().experimental_distribute.auto_shard_policy.name
    'AUTO'
    """

    _names = ("auto_shard_policy", "num_devices")

    def __init__(self) -> None:
        super().__init__()
        self.auto_shard_policy = AutoShardPolicy.AUTO


class OptimizationOptions(_OptionGroup):
    """Settings of the optimisation of pipelines.

    >>> tf.data.Options().experimental_optimization.map_fusion is None
    True
    """

    _names = (
        "apply_default_optimizations", "filter_fusion", "filter_parallelization", "inject_prefetch",
        "map_and_batch_fusion", "map_and_filter_fusion", "map_fusion", "map_parallelization", "noop_elimination",
        "parallel_batch", "seq_interleave_prefetch", "shuffle_and_repeat_fusion",
    )  # fmt: skip


class ServiceOptions(_OptionGroup):
    """Settings of the service of datasets; taken for TensorFlow's sake.

    >>> tf.data.Options().experimental_service.pinned is None
    True
    """

    _names = ("pinned",)


class ThreadingOptions(_OptionGroup):
    """Settings of the threads of pipelines.

    >>> tf.data.Options().threading.private_threadpool_size is None
    True
    """

    _names = ("max_intra_op_parallelism", "private_threadpool_size")


class Options(_OptionGroup):
    """How a dataset runs, for `Dataset.with_options`. AttributeError for an unknown option.

    Elements always come in a fixed order, and nothing is distributed among workers: their options have no effect.

    >>> options = tf.data.Options()
    >>> options.deterministic = False
    >>> tf.data.Dataset.range(3).with_options(options).options().deterministic
    False
    """

    _names = (
        "dataset_name", "deterministic", "experimental_external_state_policy", "experimental_slack",
        "experimental_symbolic_checkpoint", "experimental_warm_start", "framework_type",
    )  # fmt: skip
    _groups: ClassVar[dict[str, type[_OptionGroup]]] = {
        "autotune": AutotuneOptions,
        "experimental_distribute": DistributeOptions,
        "experimental_optimization": OptimizationOptions,
        "experimental_service": ServiceOptions,
        "threading": ThreadingOptions,
    }
    _aliases: ClassVar[dict[str, str]] = {
        "experimental_deterministic": "deterministic",
        "experimental_threading": "threading",
    }

    def merge(self, options: Options) -> Options:
        """These options, overridden by those that are set in `options`.

        >>> one, two = tf.data.Options(), tf.data.Options()
        >>> two.deterministic = True
        >>> one.merge(two).deterministic
        True
        """
        merged: Options = self._merged(options)
        return merged


__all__ = [
    "AutoShardPolicy", "AutotuneOptions", "DistributeOptions", "ExternalStatePolicy", "OptimizationOptions", "Options",
    "ThreadingOptions",
]  # fmt: skip
