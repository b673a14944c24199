"""Eight devices of the processor, before anything starts jax."""

from __future__ import annotations

from importlib.util import find_spec

import graphwright as tf

if find_spec("jax") is not None:
    tf.config.set_logical_device_configuration(
        tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 8
    )
    tf.config.list_physical_devices("GPU")  # starts jax: other tests of the process may not be the first to do it
