# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.test`: test cases with assertions about tensors, numerical gradients, benchmarks."""

from graphwright import test_experimental as experimental
from graphwright.testing.benchmarks import Benchmark as Benchmark
from graphwright.testing.benchmarks import benchmark_config as benchmark_config
from graphwright.testing.benchmarks import main as main
from graphwright.testing.case import TestCase as TestCase
from graphwright.testing.environment import create_local_cluster as create_local_cluster
from graphwright.testing.environment import disable_with_predicate as disable_with_predicate
from graphwright.testing.environment import gpu_device_name as gpu_device_name
from graphwright.testing.environment import is_built_with_cuda as is_built_with_cuda
from graphwright.testing.environment import is_built_with_gpu_support as is_built_with_gpu_support
from graphwright.testing.environment import is_built_with_rocm as is_built_with_rocm
from graphwright.testing.environment import is_built_with_xla as is_built_with_xla
from graphwright.testing.environment import is_cpu_target_available as is_cpu_target_available
from graphwright.testing.environment import is_gpu_available as is_gpu_available
from graphwright.testing.environment import with_eager_op_as_function as with_eager_op_as_function
from graphwright.testing.gradients import compute_gradient as compute_gradient
from graphwright.testing.messages import assert_equal_graph_def as assert_equal_graph_def

__all__ = [
    "Benchmark",
    "TestCase",
    "assert_equal_graph_def",
    "benchmark_config",
    "compute_gradient",
    "create_local_cluster",
    "disable_with_predicate",
    "experimental",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_built_with_xla",
    "is_cpu_target_available",
    "is_gpu_available",
    "main",
    "with_eager_op_as_function",
]
