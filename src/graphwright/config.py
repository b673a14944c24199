"""`tf.config`: settings of the process, and its devices."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "config_experimental": "experimental=",
        "config_threading": "threading=",
        "core.devices": (
            "LogicalDevice LogicalDeviceConfiguration PhysicalDevice get_logical_device_configuration "
            "get_soft_device_placement get_visible_devices list_logical_devices list_physical_devices "
            "set_logical_device_configuration set_soft_device_placement set_visible_devices"
        ),
        "core.device_settings": "experimental_connect_to_cluster experimental_connect_to_host",
        "functions.calls.eager_mode": (
            "run_functions_eagerly functions_run_eagerly experimental_run_functions_eagerly=run_functions_eagerly "
            "experimental_functions_run_eagerly=functions_run_eagerly"
        ),
        "functions.optimizer_options": "optimizer=",
    },
)
