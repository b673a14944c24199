"""`tf.compat.v1.test`: what tests are written with."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "testing.older": (
            "StubOutForTesting assert_equal_graph_def compute_gradient compute_gradient_error get_temp_dir mock "
            "test_src_dir_path"
        ),
        "test": (
            "Benchmark TestCase create_local_cluster disable_with_predicate gpu_device_name is_built_with_cuda "
            "is_built_with_gpu_support is_built_with_rocm is_built_with_xla is_cpu_target_available "
            "is_gpu_available main with_eager_op_as_function"
        ),
        "test_experimental": "experimental=",
    },
)
