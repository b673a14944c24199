"""Rows for devices: `tf.DeviceSpec`, `tf.device` and `tf.config`."""

from __future__ import annotations

_SPECS = """
D(job='ps',device_type='cpu',device_index=0).to_string()
D(job='ps',device_type='CPU').to_string()
D(device_index=1).to_string()
D(device_type='gpu').device_type
D.from_string('/cpu:0').to_string()
D.from_string('/gpu:*').to_string()
D.from_string('/gpu:*').device_index
D.from_string('/GPU').to_string()
D.from_string('/job:w/replica:0/task:1/device:GPU:2').to_string()
D.from_string('job:w').to_string()
D.from_string('').to_string()
D.from_string('/foo:1')
D.from_string('foo')
D.from_string('/cpu:x')
D.from_string('/cpu:0/gpu:1')
D.from_string('/device:FOO:3').to_string()
D.from_string('/task:a')
D.from_string('/xla_cpu:0')
D().parse_from_string('/cpu:1').to_string()
D(job='a').parse_from_string('/cpu:1').to_string()
D(job='a').replace(job='b', task=1).to_string()
D(job='a').replace(foo=1).to_string()
D(job='a',task=1).make_merged_spec(D(job='b',device_type='CPU',device_index=0)).to_string()
D(job='a')==D(job='a')
D(job='a')==D(job='b')
D(job='a')=='/job:a'
D(job='a')=='x'
hash(D(job='a'))==hash(D(job='a'))
D(task='3').task
D(job=1).to_string()
D(device_type='CPU',device_index='0').to_string()
D(device_type=3).to_string()
D(replica=1).replica
setattr(D(), 'job', 'x')
"""

_CONFIG = """
EXP.get_memory_growth(CPU)
EXP.set_memory_growth(CPU, True)
EXP.get_memory_growth(GPU)
EXP.set_memory_growth(GPU, True)
EXP.get_memory_info('CPU:0')
EXP.get_memory_info('GPU:0')
EXP.get_memory_info('foo')
EXP.get_memory_info('CPU')
EXP.get_memory_usage('CPU:0')
EXP.get_memory_usage('GPU:0')
EXP.reset_memory_stats('CPU:0')
EXP.reset_memory_stats('GPU:0')
EXP.get_device_details(CPU)
EXP.get_device_details(GPU)
EXP.get_device_details('x')
EXP.get_device_policy()
devices.kept(tf, 'device_policy', 'explicit')
devices.kept(tf, 'device_policy', 'warn')
devices.kept(tf, 'device_policy', 'silent_for_int32')
devices.kept(tf, 'device_policy', None)
devices.kept(tf, 'device_policy', 'other')
EXP.get_synchronous_execution()
devices.kept(tf, 'synchronous_execution', False)
devices.kept(tf, 'synchronous_execution', None)
EXP.tensor_float_32_execution_enabled()
(EXP.enable_tensor_float_32_execution(False), EXP.tensor_float_32_execution_enabled())
(EXP.enable_tensor_float_32_execution(True), EXP.tensor_float_32_execution_enabled())
EXP.enable_mlir_bridge()
EXP.disable_mlir_bridge()
EXP.list_physical_devices('GPU')
EXP.list_logical_devices('GPU')
EXP.get_visible_devices()
EXP.ClusterDeviceFilters().set_device_filters('a', 0, ['/job:b'])
EXP.VirtualDeviceConfiguration is tf.config.LogicalDeviceConfiguration
EXP.get_virtual_device_configuration(CPU)
tf.config.list_physical_devices()
tf.config.list_physical_devices('XLA_CPU')
tf.config.list_logical_devices()
tf.config.get_visible_devices('GPU')
tf.config.set_visible_devices([], 'GPU')
tf.config.set_visible_devices(GPU)
tf.config.set_visible_devices(CPU, 'CPU')
tf.config.set_visible_devices(CPU, 'GPU')
tf.config.LogicalDeviceConfiguration()
tf.config.LogicalDeviceConfiguration(memory_limit=100)
tf.config.get_logical_device_configuration(CPU)
tf.config.get_logical_device_configuration(GPU)
tf.config.set_logical_device_configuration(CPU, [tf.config.LogicalDeviceConfiguration(memory_limit=10)])
tf.config.set_logical_device_configuration(CPU, [tf.config.LogicalDeviceConfiguration(experimental_priority=1)])
tf.config.set_logical_device_configuration(GPU, [tf.config.LogicalDeviceConfiguration()])
(tf.config.list_logical_devices(), tf.config.set_logical_device_configuration(CPU, []))
tf.config.experimental_connect_to_host(None)
tf.config.get_soft_device_placement()
devices.placed(tf, '/GPU:0')
devices.placed(tf, 'cpu')
devices.placed(tf, '/job:localhost/replica:0/task:0/device:CPU:0')
devices.placed(tf, tf.DeviceSpec(device_type='GPU', device_index=3))
devices.placed(tf, CPU)
devices.placed(tf, tf.config.list_logical_devices()[0])
devices.placed(tf, None)
devices.placed(tf, '/foo:0')
devices.strictly_placed(tf, '/CPU:0')
devices.strictly_placed(tf, '/GPU:0')
devices.strictly_placed(tf, tf.DeviceSpec(device_type='GPU', device_index=0))
devices.strictly_placed(tf, '/CPU:5')
"""

_NAMES = {
    "EXP.": "tf.config.experimental.",
    "CPU)": "tf.config.list_physical_devices()[0])",
    "CPU,": "tf.config.list_physical_devices()[0],",
    "GPU)": "tf.config.PhysicalDevice('/physical_device:GPU:0', 'GPU'))",
    "GPU,": "tf.config.PhysicalDevice('/physical_device:GPU:0', 'GPU'),",
}


def _spelled(row: str) -> str:
    for short, long in _NAMES.items():
        row = row.replace(short, long)
    return row


ROWS = [
    *(row.replace("D(", "tf.DeviceSpec(").replace("D.", "tf.DeviceSpec.") for row in _SPECS.strip().splitlines()),
    *map(_spelled, _CONFIG.strip().splitlines()),
]
