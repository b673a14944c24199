"""`tf.experimental`: ExtensionTypes, and dispatch of the public functions to users' own."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "extension_types.extension_type": "ExtensionType ExtensionTypeSpec",
        "extension_types.batchable": "BatchableExtensionType ExtensionTypeBatchEncoder",
        "extension_types.dispatch": (
            "dispatch_for_api dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis "
            "dispatch_for_unary_elementwise_apis unregister_dispatch_for"
        ),
        "base.dtypes": (
            "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz int2 int4 "
            "uint2 uint4"
        ),
        "base.strict": "enable_strict_mode",
        "ops.control.plugins": "register_filesystem_plugin",
        "core.executors": "async_clear_error async_scope function_executor_type",
        "data.optional": "Optional",
        "ops.ragged.row_partition": "RowPartition",
        "ops.ragged.shape": "DynamicRaggedShape",
        "experimental.dlpack": "dlpack=",
        "experimental.dtensor": "dtensor=",
        "experimental.extension_type": "extension_type=",
        "experimental.numpy": "numpy=",
    },
)
