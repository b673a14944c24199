"""Names for ways of combining values across devices: XLA chooses, so they have no effect."""

from __future__ import annotations

from typing import Any


class CrossDeviceOps:
    """How a strategy combines values of several devices; accepted by `MirroredStrategy`, without effect.

    >>> isinstance(tf.distribute.NcclAllReduce(), tf.distribute.CrossDeviceOps)
    True
    """


class ReductionToOneDevice(CrossDeviceOps):
    """Values are combined on one device and copied to the others; accepted, without effect.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"], cross_device_ops=tf.distribute.ReductionToOneDevice())
    >>> strategy.num_replicas_in_sync
    1
    """

    def __init__(self, reduce_to_device: str | None = None, accumulation_fn: Any = None) -> None:
        self.reduce_to_device, self.accumulation_fn = reduce_to_device, accumulation_fn


class _Packed(CrossDeviceOps):
    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(f"NCCL all-reduce requires num_packs >= 0, but {num_packs} is specified")
        self.num_packs = num_packs


class NcclAllReduce(_Packed):
    """Values are combined by NCCL; accepted, without effect: XLA uses it between GPUs.

    Raises ValueError for a negative `num_packs`.

    >>> tf.distribute.NcclAllReduce(num_packs=2).num_packs
    2
    """


class HierarchicalCopyAllReduce(_Packed):
    """Values are combined in the hierarchy of some machines' links; accepted, without effect.

    Raises ValueError for a negative `num_packs`.

    >>> tf.distribute.HierarchicalCopyAllReduce().num_packs
    1
    """
