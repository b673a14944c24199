"""Values that differ between devices: classes for `isinstance`, without instances on one device."""

from __future__ import annotations


class DistributedValues:
    """A value for each device.

    >>> isinstance(tf.constant(1), tf.distribute.DistributedValues)
    False
    """


class PerReplica(DistributedValues):
    """A value for each device, each different.

    >>> issubclass(tf.types.experimental.distributed.PerReplica, tf.distribute.DistributedValues)
    True
    """


class Mirrored(DistributedValues):
    """A value for each device, all the same.

    >>> isinstance(tf.Variable(1), tf.types.experimental.distributed.Mirrored)
    False
    """


class DistributedDataset:
    """A dataset for each device.

    >>> isinstance(tf.data.Dataset.range(1), tf.distribute.DistributedDataset)
    False
    """


class DistributedIterator:
    """An iterator for each device.

    >>> isinstance(iter(tf.data.Dataset.range(1)), tf.distribute.DistributedIterator)
    False
    """
