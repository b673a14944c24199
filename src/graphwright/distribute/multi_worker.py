"""The strategy for several processes."""

from __future__ import annotations

from typing import Any

from graphwright.base import errors
from graphwright.distribute.strategy import Strategy


class MultiWorkerMirroredStrategy(Strategy):
    """The strategy for several machines: a class for `isinstance` only.

    >>> isinstance(tf.distribute.get_strategy(), tf.distribute.MultiWorkerMirroredStrategy)
    False
    """

    _mirrors = True

    def __init__(self, cluster_resolver: Any = None, communication_options: Any = None) -> None:
        raise errors.UnimplementedError("tf.distribute.MultiWorkerMirroredStrategy: there is one process.")
