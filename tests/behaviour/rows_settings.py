"""The opening lines of scripts: settings of devices, threads and the optimizer, versions, specs of devices."""

from __future__ import annotations

from tests.behaviour.table import product

_SETTINGS = """
c.get_soft_device_placement(); c.set_soft_device_placement(False); c.get_soft_device_placement(); c.set_soft_device_placement(True)
c.set_soft_device_placement('no')
e.tensor_float_32_execution_enabled(); e.enable_tensor_float_32_execution(False); e.tensor_float_32_execution_enabled(); e.enable_tensor_float_32_execution(True)
c.experimental.disable_mlir_bridge(); c.experimental.enable_mlir_bridge()
c.optimizer.get_jit(); c.optimizer.set_jit(True); c.optimizer.get_jit(); c.optimizer.set_jit('autoclustering'); c.optimizer.get_jit(); c.optimizer.set_jit(False); c.optimizer.get_jit()
c.optimizer.set_jit(None); c.optimizer.get_jit()
c.optimizer.get_experimental_options()
c.optimizer.set_experimental_options({'layout_optimizer': False, 'constant_folding': True}); sorted(c.optimizer.get_experimental_options().items()); c.optimizer.set_experimental_options({'layout_optimizer': True}); sorted(c.optimizer.get_experimental_options().items())
c.optimizer.set_experimental_options({'disable_meta_optimizer': True, 'min_graph_nodes': 3}); sorted(c.optimizer.get_experimental_options().items())
c.optimizer.set_experimental_options({'no_such': True}); sorted(c.optimizer.get_experimental_options().items())
c.optimizer.set_experimental_options({'debug_stripper': 'yes'})
c.optimizer.set_experimental_options(3)
c.run_functions_eagerly(True); c.functions_run_eagerly(); c.run_functions_eagerly(False); c.functions_run_eagerly()
c.experimental_run_functions_eagerly(True); c.experimental_functions_run_eagerly(); c.experimental_run_functions_eagerly(False)
c.run_functions_eagerly('x'); c.functions_run_eagerly(); c.run_functions_eagerly(False)
c.list_physical_devices('GPU'); c.list_physical_devices('TPU'); c.list_physical_devices('XYZ'); c.experimental.list_physical_devices('GPU')
[(d.name, d.device_type) for d in c.list_physical_devices()]; [(d.name, d.device_type) for d in c.list_physical_devices('CPU')]
[(d.name, d.device_type) for d in c.list_logical_devices()]
[(d.name, d.device_type) for d in e.list_logical_devices('CPU')]
c.list_physical_devices('cpu')
repr(c.list_physical_devices('CPU')[0])
repr(c.list_logical_devices('CPU')[0])
c.list_physical_devices(device_type='CPU')[0] == c.list_physical_devices('CPU')[0]; len({c.list_physical_devices('CPU')[0], c.list_physical_devices('CPU')[0]})
[d.name for d in c.get_visible_devices()]; c.get_visible_devices('GPU'); [d.name for d in e.get_visible_devices('CPU')]
c.set_visible_devices([], 'GPU')
c.set_visible_devices([])
c.set_visible_devices(c.list_physical_devices('CPU'), 'CPU'); [d.name for d in c.get_visible_devices()]
c.set_visible_devices(c.list_physical_devices('CPU')[0]); [d.name for d in c.get_visible_devices()]
c.set_visible_devices([c.PhysicalDevice('x','CPU')], 'GPU')
c.set_visible_devices(3)
e.get_memory_growth(c.list_physical_devices('CPU')[0])
e.set_memory_growth(c.list_physical_devices('CPU')[0], True)
e.set_memory_growth(c.PhysicalDevice('/physical_device:GPU:0','GPU'), True)
e.get_memory_growth(c.PhysicalDevice('/physical_device:GPU:0','GPU'))
e.get_memory_usage('CPU:0')
e.get_memory_usage('GPU:0')
e.get_memory_info('CPU:0')
e.get_memory_info('GPU:0')
e.get_memory_info('nothing')
e.reset_memory_stats('CPU:0')
e.reset_memory_stats('GPU:0')
e.get_device_details(c.list_physical_devices('CPU')[0])
e.get_device_details(c.PhysicalDevice('/physical_device:GPU:0','GPU'))
e.get_device_details('CPU:0')
c.get_logical_device_configuration(c.list_physical_devices('CPU')[0])
e.get_virtual_device_configuration(c.list_physical_devices('CPU')[0])
c.LogicalDeviceConfiguration()
c.LogicalDeviceConfiguration(memory_limit=1024, experimental_priority=1)
c.LogicalDeviceConfiguration(5).memory_limit
e.VirtualDeviceConfiguration(memory_limit=3)
e.VirtualDeviceConfiguration is c.LogicalDeviceConfiguration
e.ClusterDeviceFilters()
e.get_synchronous_execution(); e.set_synchronous_execution(True); e.set_synchronous_execution(False); e.get_synchronous_execution(); e.set_synchronous_execution(None); e.get_synchronous_execution()
e.get_virtual_device_configuration(c.PhysicalDevice('x','CPU'))
""".strip().split("\n")
_OTHERS = """
sorted(type(v).__name__ for v in tf.sysconfig.get_build_info().values())
tf.sysconfig.get_build_info()['is_cuda_build']
type(tf.sysconfig.get_build_info()).__name__
tf.sysconfig.CXX11_ABI_FLAG; tf.sysconfig.MONOLITHIC_BUILD
tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER; tf.version.GRAPH_DEF_VERSION; tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER; tf.version.GRAPH_DEF_VERSION_MIN_PRODUCER
type(tf.version.COMPILER_VERSION).__name__; type(tf.version.GIT_VERSION).__name__
type(tf.__git_version__).__name__; type(tf.__compiler_version__).__name__
tf.get_logger().level; tf.get_logger().setLevel('ERROR'); tf.get_logger().level; tf.get_logger().setLevel(30)
repr(tf.DeviceSpec(job='w', device_type='CPU'))
tf.DeviceSpec.from_string('/job:w/task:3/device:GPU:*').to_string(); d = tf.DeviceSpec.from_string('/gpu:1'); [d.device_type, d.device_index, d.job, d.replica, d.task]
tf.DeviceSpec.from_string('cpu:0').to_string()
tf.DeviceSpec.from_string('/cpu').to_string()
tf.DeviceSpec.from_string('/job:a/cpu:0/gpu:1')
tf.DeviceSpec.from_string('/nonsense:0').to_string()
tf.DeviceSpec.from_string('/job:w').replace(task=4, device_type='CPU').to_string()
tf.DeviceSpec.from_string('/job:w/task:1').make_merged_spec(tf.DeviceSpec.from_string('/task:2/cpu:0')).to_string()
tf.DeviceSpec(job='a') == tf.DeviceSpec(job='a'); hash(tf.DeviceSpec(job='a')) == hash(tf.DeviceSpec(job='a')); tf.DeviceSpec(job='a') == tf.DeviceSpec(job='b'); tf.DeviceSpec(job='a') == '/job:a'
d = tf.DeviceSpec(job='a'); d.job = 'b'
tf.DeviceSpec(replica='x')
tf.DeviceSpec(device_type='cpu').device_type
tf.DeviceSpec().parse_from_string('/cpu:0').to_string()
d = tf.compat.v1.DeviceSpec(job='a'); d.job = 'b'; d.task = 3; d.to_string()
d = tf.compat.v1.DeviceSpec(job='a'); d.merge_from(tf.compat.v1.DeviceSpec(task=1)); d.to_string(); d.parse_from_string('/cpu:0').to_string(); d.to_string()

tf.constant(1).device; tf.Variable(1).device; tf.constant(1).backing_device
""".strip().split("\n")
_FIRST = "x = tf.constant(1)\nc = tf.config\ne = tf.config.experimental\n<x>\n"
ROWS = product("settings: <x>", _FIRST, x={line: line.replace("; ", "\n") for line in _SETTINGS + _OTHERS})
