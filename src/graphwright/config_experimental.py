"""`tf.config.experimental`: settings of the process and of its devices."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "core.determinism": "enable_op_determinism",
        "core.device_settings": (
            "ClusterDeviceFilters disable_mlir_bridge enable_mlir_bridge enable_tensor_float_32_execution "
            "get_device_details get_device_policy get_memory_growth get_memory_info get_memory_usage "
            "get_synchronous_execution reset_memory_stats set_device_policy set_memory_growth "
            "set_synchronous_execution tensor_float_32_execution_enabled"
        ),
        "core.devices": (
            "VirtualDeviceConfiguration=LogicalDeviceConfiguration get_visible_devices list_logical_devices "
            "get_virtual_device_configuration=get_logical_device_configuration list_physical_devices "
            "set_virtual_device_configuration=set_logical_device_configuration set_visible_devices"
        ),
    },
)
