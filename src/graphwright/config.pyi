# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.config`: settings of the process, and its devices."""

from graphwright import config_experimental as experimental
from graphwright import config_threading as threading
from graphwright.core.device_settings import experimental_connect_to_cluster as experimental_connect_to_cluster
from graphwright.core.device_settings import experimental_connect_to_host as experimental_connect_to_host
from graphwright.core.devices import LogicalDevice as LogicalDevice
from graphwright.core.devices import LogicalDeviceConfiguration as LogicalDeviceConfiguration
from graphwright.core.devices import PhysicalDevice as PhysicalDevice
from graphwright.core.devices import get_logical_device_configuration as get_logical_device_configuration
from graphwright.core.devices import get_soft_device_placement as get_soft_device_placement
from graphwright.core.devices import get_visible_devices as get_visible_devices
from graphwright.core.devices import list_logical_devices as list_logical_devices
from graphwright.core.devices import list_physical_devices as list_physical_devices
from graphwright.core.devices import set_logical_device_configuration as set_logical_device_configuration
from graphwright.core.devices import set_soft_device_placement as set_soft_device_placement
from graphwright.core.devices import set_visible_devices as set_visible_devices
from graphwright.functions import optimizer_options as optimizer
from graphwright.functions.calls.eager_mode import functions_run_eagerly as experimental_functions_run_eagerly
from graphwright.functions.calls.eager_mode import functions_run_eagerly as functions_run_eagerly
from graphwright.functions.calls.eager_mode import run_functions_eagerly as experimental_run_functions_eagerly
from graphwright.functions.calls.eager_mode import run_functions_eagerly as run_functions_eagerly

__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "experimental",
    "experimental_connect_to_cluster",
    "experimental_connect_to_host",
    "experimental_functions_run_eagerly",
    "experimental_run_functions_eagerly",
    "functions_run_eagerly",
    "get_logical_device_configuration",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "optimizer",
    "run_functions_eagerly",
    "set_logical_device_configuration",
    "set_soft_device_placement",
    "set_visible_devices",
    "threading",
]
