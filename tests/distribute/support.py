"""What the tests of strategies share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

import graphwright as tf


def mirrored(count: int) -> Any:
    """A strategy over virtual processors."""
    return tf.distribute.MirroredStrategy([f"CPU:{i}" for i in range(count)])


def per_replica(strategy: Any, values: list[Any]) -> Any:
    """These values, one for each replica."""
    return strategy.experimental_distribute_values_from_function(
        lambda context: tf.constant(values[context.replica_id_in_sync_group])
    )


def arrays(strategy: Any, value: Any) -> list[Any]:
    """The value of each replica as lists and numbers."""
    return [np.asarray(v).tolist() for v in strategy.experimental_local_results(value)]


def replica() -> Any:
    """The context of the replica that runs."""
    return tf.distribute.get_replica_context()


def environment_of_processes() -> dict[str, str]:
    """For processes of a cluster on this machine: they find the tests, and do not fight for its GPU."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "JAX_PLATFORMS": "cpu"}
