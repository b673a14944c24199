"""`tf.test`: test cases with assertions about tensors, numerical gradients, benchmarks."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "test_experimental": "experimental=",
        "testing.benchmarks": "Benchmark benchmark_config main",
        "testing.case": "TestCase",
        "testing.environment": (
            "create_local_cluster disable_with_predicate gpu_device_name is_built_with_cuda is_built_with_gpu_support "
            "is_built_with_rocm is_built_with_xla is_cpu_target_available is_gpu_available with_eager_op_as_function"
        ),
        "testing.gradients": "compute_gradient",
        "testing.messages": "assert_equal_graph_def",
    },
)
