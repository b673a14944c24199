# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.test`: what tests are written with."""

from graphwright import test_experimental as experimental
from graphwright.test import Benchmark as Benchmark
from graphwright.test import TestCase as TestCase
from graphwright.test import create_local_cluster as create_local_cluster
from graphwright.test import disable_with_predicate as disable_with_predicate
from graphwright.test import gpu_device_name as gpu_device_name
from graphwright.test import is_built_with_cuda as is_built_with_cuda
from graphwright.test import is_built_with_gpu_support as is_built_with_gpu_support
from graphwright.test import is_built_with_rocm as is_built_with_rocm
from graphwright.test import is_built_with_xla as is_built_with_xla
from graphwright.test import is_cpu_target_available as is_cpu_target_available
from graphwright.test import is_gpu_available as is_gpu_available
from graphwright.test import main as main
from graphwright.test import with_eager_op_as_function as with_eager_op_as_function
from graphwright.testing.older import StubOutForTesting as StubOutForTesting
from graphwright.testing.older import assert_equal_graph_def as assert_equal_graph_def
from graphwright.testing.older import compute_gradient as compute_gradient
from graphwright.testing.older import compute_gradient_error as compute_gradient_error
from graphwright.testing.older import get_temp_dir as get_temp_dir
from graphwright.testing.older import mock as mock
from graphwright.testing.older import test_src_dir_path as test_src_dir_path

__all__ = [
    "Benchmark",
    "StubOutForTesting",
    "TestCase",
    "assert_equal_graph_def",
    "compute_gradient",
    "compute_gradient_error",
    "create_local_cluster",
    "disable_with_predicate",
    "experimental",
    "get_temp_dir",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_built_with_xla",
    "is_cpu_target_available",
    "is_gpu_available",
    "main",
    "mock",
    "test_src_dir_path",
    "with_eager_op_as_function",
]
